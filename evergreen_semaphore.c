// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Semaphores
 *
 * A job that depends on a job of another ring is not held back until the CPU has
 * heard of the end of that one: it goes on its own ring at once, and its ring waits
 * on the card. The other ring adds one to a cell of 64 bits in memory when
 * everything before is done, the job's ring waits until the cell is not zero.
 *
 * drm_sched waits only until the other job has been put on its ring: the dependency
 * is the `scheduled` fence, which signals behind run_job() (and, for a job that was
 * killed in the queue, behind everything that this one depended on). When the
 * waiter's turn comes, a signal is put at the tail of the other ring under that
 * ring's lock, which is let go again before the waiter's own ring is written: first
 * the waits, then the job. One signal of a ring will do, however many of its jobs
 * are waited for, because it comes behind all of them. If all have ended by then,
 * there is no wait.
 *
 * Nothing can wait for ever, whatever clients submit in whatever order. Take the
 * packet that was written first of all that are not executed: everything before it on its
 * ring is, so it is its ring's turn. If it is no wait, it runs. If it is one, its
 * signal was written before it, on another ring, so it has been executed, and the
 * wait passes. Credits change nothing: a job has its credit before its turn comes,
 * and waits for nobody else's.
 *
 * After a reset all rings are empty and the jobs are put on them again in the order
 * in which they first were, so the same holds.
 *
 * That proof wants each ring to take its turn by itself. The three rings of Cayman's CP
 * have one micro engine (ME) for all, and whether it goes on with the others while one
 * waits is not documented. If it does not, a ring that waits for a DMA engine may keep
 * back the very job, on another ring of the CP, that this engine waits for. So it is tried
 * when the driver is loaded: one ring waits, the others have to run, and one of them ends
 * the wait. Unless that has gone well for each, CP1 and CP2 are not used. If only GFX is in
 * use, a wait on GFX holds up no other ring of the CP, so no test is needed.
 *
 * What bounds the room on a ring that signals take: a job takes cells before it
 * depends on another ring, so many at a time that their signals fill a quarter of the
 * smallest ring. Without cells to be had, with fences of other devices, and with
 * rings that do not work, the dependency is the scheduler's: the job waits in its
 * queue for the interrupt. A cell is used once, since then nothing depends on how
 * an engine counts while another waits, and is free when its job is.
 *
 * Rejected: cells from DRM's suballocator, which waits for room while buffers are
 * locked, where to go without is better; one cell for each pair of rings, which
 * counts, because a signal too many would stay for ever.
 */
#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_device.h"
#include "evergreen_emit.h"
#include "evergreen_job.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_ring.h"
#include "evergreen_semaphore.h"

static_assert(EVERGREEN_SEMAPHORE_JOBS * EVERGREEN_RING_ALIGN_DW <=
	      EVERGREEN_DMA_RING_SIZE / sizeof(u32) / 4);
static_assert(EVERGREEN_SEMAPHORE_JOBS * EVERGREEN_RING_ALIGN_DW <=
	      EVERGREEN_COMPUTE_RING_SIZE / sizeof(u32) / 4);
static_assert(MEM_SEMAPHORE_DW <= EVERGREEN_RING_ALIGN_DW &&
	      DMA_SEMAPHORE_DW <= EVERGREEN_RING_ALIGN_DW);

/* With the DRM device, which the last job that has a number holds. */
static void release_takers(struct drm_device *drm, void *arg)
{
	ida_destroy(arg);
}

/**
 * evergreen_semaphores_init() - make the cells
 * @edev: the card, its GART enabled
 *
 * Return: 0, -ENOMEM, or an error of evergreen_kernel_bo_create().
 */
int evergreen_semaphores_init(struct evergreen_device *edev)
{
	struct evergreen_semaphores *sems = &edev->semaphores;
	size_t size = EVERGREEN_SEMAPHORE_JOBS * EVERGREEN_NUM_RINGS * sizeof(u64);
	int ret;

	ida_init(&sems->takers);
	ret = drmm_add_action_or_reset(&edev->drm, release_takers, &sems->takers);
	if (ret)
		return ret;
	return evergreen_kernel_bo_create(edev, &sems->cells, size, 0, RADEON_GEM_DOMAIN_GTT);
}

/**
 * evergreen_semaphores_fini() - undo evergreen_semaphores_init()
 * @edev: the card, drained
 */
void evergreen_semaphores_fini(struct evergreen_device *edev)
{
	struct evergreen_semaphores *sems = &edev->semaphores;

	/* Jobs that are left may still give back their numbers. */
	evergreen_kernel_bo_free(&sems->cells);
}

/* One ring of the CP waits for the others, which have to run meanwhile. */
static int try_wait(struct evergreen_ring *waiter)
{
	struct evergreen_device *edev = waiter->edev;
	struct evergreen_semaphores *sems = &edev->semaphores;
	struct evergreen_ring *ring, *signaller = NULL;
	int ret;

	WRITE_ONCE(sems->cells.qwords[0], 0);
	ret = evergreen_ring_begin(waiter, EVERGREEN_RING_ALIGN_DW);
	if (ret)
		return ret;
	waiter->ops->emit_semaphore(waiter, sems->cells.gpu_addr, true);
	evergreen_ring_commit(waiter);
	ret = evergreen_ring_put_mark(waiter);
	if (ret)
		return ret;

	evergreen_for_each_ring(ring, edev) {
		if (evergreen_ring_is_dma(ring) || !ring->ready || ring == waiter)
			continue;
		ret = evergreen_ring_put_mark(ring) ?: evergreen_ring_wait_mark(ring);
		if (ret)
			return ret;
		signaller = ring;
	}
	ret = evergreen_ring_begin(signaller, EVERGREEN_RING_ALIGN_DW);
	if (ret)
		return ret;
	signaller->ops->emit_semaphore(signaller, sems->cells.gpu_addr, false);
	evergreen_ring_commit(signaller);
	return evergreen_ring_wait_mark(waiter);
}

static bool compute_rings_used(struct evergreen_device *edev)
{
	const struct evergreen_ring *ring = edev->rings[EVERGREEN_RING_CP1];

	return ring && !ring->given_up;
}

/**
 * evergreen_semaphores_test() - find out whether one ring of the CP may wait
 * @edev: the card, its rings started, without schedulers
 *
 * Return: 0, or -ETIMEDOUT if not; then the CP may have stopped for good, and CP1 and CP2 are not
 * to be used; -ENOSPC.
 */
int evergreen_semaphores_test(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	int ret = 0;

	if (!compute_rings_used(edev))
		return 0;
	evergreen_for_each_ring(ring, edev)
		if (!evergreen_ring_is_dma(ring))
			ret = ret ?: try_wait(ring);
	return ret;
}

/* The ring of this card that a scheduler feeds, if any. */
static struct evergreen_ring *ring_of(struct evergreen_device *edev,
				      const struct drm_gpu_scheduler *sched)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		if (&ring->sched == sched)
			return ring;
	return NULL;
}

static bool take_cells(struct evergreen_job *job)
{
	struct ida *takers = &job->ring->edev->semaphores.takers;

	if (job->cells < 0)
		job->cells = ida_alloc_max(takers, EVERGREEN_SEMAPHORE_JOBS - 1, GFP_KERNEL);
	return job->cells >= 0;
}

/* Is it, or may it turn out to be, the card that waits for this fence? */
static bool card_waits(struct evergreen_job *job, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);
	struct evergreen_ring *ring;

	if (!s_fence || fence != &s_fence->finished)
		return false;
	ring = ring_of(job->ring->edev, s_fence->sched);
	if (!ring)
		return false;
	if (ring == job->ring && job->base.entity->num_sched_list < 2)
		return false;
	return take_cells(job);
}

/**
 * evergreen_semaphores_add_dependency() - let a job run after something else
 * @job: not armed
 * @fence: what comes first; the reference is consumed, also by an error
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_semaphores_add_dependency(struct evergreen_job *job, struct dma_fence *fence)
{
	struct dma_fence *scheduled;

	if (!card_waits(job, fence))
		return drm_sched_job_add_dependency(&job->base, fence);

	scheduled = dma_fence_get(&to_drm_sched_fence(fence)->scheduled);
	dma_fence_put(fence);
	return drm_sched_job_add_dependency(&job->base, scheduled);
}

/*
 * A `scheduled` fence among the dependencies keeps the memory of the `finished` one,
 * which has signalled before its last reference goes. A ring that has been given up
 * signals nothing any more, and has failed what it had.
 */
static struct evergreen_ring *ring_to_wait_for(struct evergreen_job *job, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);
	struct evergreen_ring *ring;

	if (!s_fence || fence != &s_fence->scheduled ||
	    test_bit(DMA_FENCE_FLAG_SIGNALED_BIT, &s_fence->finished.flags))
		return NULL;
	ring = ring_of(job->ring->edev, s_fence->sched);
	return ring == job->ring || (ring && READ_ONCE(ring->given_up)) ? NULL : ring;
}

static u32 find_waits(struct evergreen_job *job)
{
	struct evergreen_ring *ring;
	struct dma_fence *fence;
	unsigned long i;
	u32 waits = 0;

	xa_for_each(&job->base.dependencies, i, fence) {
		ring = ring_to_wait_for(job, fence);
		if (ring)
			waits |= BIT(ring->id);
	}
	return waits;
}

static u32 cell_index(const struct evergreen_job *job, const struct evergreen_ring *signaller)
{
	return job->cells * EVERGREEN_NUM_RINGS + signaller->id;
}

static u64 cell_addr(const struct evergreen_job *job, const struct evergreen_ring *signaller)
{
	return job->ring->edev->semaphores.cells.gpu_addr + cell_index(job, signaller) * sizeof(u64);
}

static int emit_signal(struct evergreen_job *job, struct evergreen_ring *signaller)
{
	int ret;

	WRITE_ONCE(job->ring->edev->semaphores.cells.qwords[cell_index(job, signaller)], 0);
	guard(mutex)(&signaller->lock);
	ret = evergreen_ring_begin(signaller, EVERGREEN_RING_ALIGN_DW);
	if (ret)
		return ret;
	signaller->ops->emit_semaphore(signaller, cell_addr(job, signaller), false);
	evergreen_ring_commit(signaller);
	return 0;
}

/**
 * evergreen_semaphores_emit_signals() - have other rings tell a job when it may run
 * @job: new, or to be put on its ring again
 *
 * Sets evergreen_job.waits. The caller must not hold the lock of a ring.
 *
 * Return: 0, or -ENOSPC if a ring has no room, which the number of cells excludes.
 */
int evergreen_semaphores_emit_signals(struct evergreen_job *job)
{
	struct evergreen_ring *ring;
	int ret;

	job->waits = job->cells < 0 ? 0 : find_waits(job);
	if (!job->waits)
		return 0;
	evergreen_for_each_ring(ring, job->ring->edev) {
		if (!(job->waits & BIT(ring->id)))
			continue;
		ret = emit_signal(job, ring);
		if (!ret)
			continue;
		drm_err(&ring->edev->drm, "ring %s: no room for a signal\n", ring->name);
		/* Other signals may come yet: these cells are not used again. */
		job->cells = -1;
		return ret;
	}
	return 0;
}

/**
 * evergreen_semaphores_emit_waits() - have a job's ring wait for the signals
 * @job: after evergreen_semaphores_emit_signals(); its ring is begun
 */
void evergreen_semaphores_emit_waits(struct evergreen_job *job)
{
	struct evergreen_ring *signaller;

	if (!job->waits)
		return;
	evergreen_for_each_ring(signaller, job->ring->edev)
		if (job->waits & BIT(signaller->id))
			job->ring->ops->emit_semaphore(job->ring, cell_addr(job, signaller), true);
}

/**
 * evergreen_semaphores_put() - a job is done with its cells
 * @job: finished, or never armed
 */
void evergreen_semaphores_put(struct evergreen_job *job)
{
	if (job->cells >= 0)
		ida_free(&job->ring->edev->semaphores.takers, job->cells);
}

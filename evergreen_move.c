// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Moves
 *
 * Contents that change place between VRAM and GTT, or within VRAM, are copied by a
 * DMA engine, and VRAM that a client gets is filled with zeroes by it. Nobody waits for that: the
 * job depends on everything that uses the buffer, and its fence is what everybody
 * has to wait for before the buffer's contents, its old place, or what was freed
 * to make room for it, are touched (DMA_RESV_USAGE_KERNEL, and TTM's fences of
 * evictions). The old pages stay bound in the GART until then, since TTM keeps
 * them in a ghost buffer that is freed with the fence.
 *
 * What TTM calls evictions goes through one queue of the highest priority, so these are done in
 * the order in which they were asked for, and the fence of the latest stands for all, on which
 * TTM relies. So do other copies of buffers that nobody uses. A copy of a buffer in use may wait
 * for long, for all jobs that its clients have queued, so these have sixteen queues of their own,
 * chosen by who uses the buffer, or by whose it is if several do. What is new is cleared through
 * one more, which waits for those alone that leave the place. These have the priority of clients'
 * work, which a client that makes buffers without an end would stop otherwise. An eviction of a
 * buffer in use still holds up the copies behind it.
 *
 * A job has no indirect buffer: a few copy packets on the ring itself move 20 MiB,
 * and larger buffers take several jobs. So a move needs no room in the IB pool, for
 * which it would have to wait with buffers locked.
 *
 * Address spaces forget where a buffer has been before the first byte moves
 * (cayman_hiding.c).
 *
 * A move that is asked for while the card is being reset waits for that in its queue.
 * The CPU copies instead, after it has waited for the buffer, where there is no
 * engine that has passed its tests, where there is no memory for a job, or when the
 * card is dead. That goes through BAR0: beyond it there are no buffers in the first
 * case, and the move fails in the others.
 *
 * No contents are lost because an engine hangs: evergreen_move_rescue.c.
 */
#include <linux/hash.h>
#include <linux/log2.h>

#include <drm/drm_managed.h>
#include <drm/ttm/ttm_tt.h>

#include "cayman_hiding.h"
#include "evergreen_bo.h"
#include "evergreen_dma.h"
#include "evergreen_emit.h"
#include "evergreen_job.h"
#include "evergreen_move.h"
#include "evergreen_ring.h"
#include "evergreen_trace.h"

#define MOVE_JOB_PACKETS	5
#define MOVE_JOB_BYTES		(MOVE_JOB_PACKETS * EVERGREEN_DMA_MOVE_BYTES)

/* Semaphores of other rings come before the packets, the fence comes behind. */
static_assert(DMA_FILL_DW <= DMA_COPY_DW);
static_assert(EVERGREEN_NUM_RINGS * DMA_SEMAPHORE_DW + MOVE_JOB_PACKETS * DMA_COPY_DW +
	      DMA_FENCE_DW + DMA_TRAP_DW + DMA_SRBM_WRITE_DW <= EVERGREEN_RING_JOB_DW);

static void move_release(struct drm_device *drm, void *arg)
{
	drm_sched_entity_destroy(arg);
}

/**
 * evergreen_move_init() - let the card move buffers
 * @edev: the card; its rings are tested and have their schedulers
 *
 * Without a DMA engine that works, the CPU goes on to do it, and VRAM beyond its
 * window stays out of use.
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_move_init(struct evergreen_device *edev)
{
	struct evergreen_moves *moves = &edev->mman.moves;
	struct evergreen_ring *ring = edev->rings[EVERGREEN_RING_DMA0];
	struct drm_gpu_scheduler *sched = &ring->sched;
	struct drm_sched_entity *queues[EVERGREEN_COPY_QUEUES + 2] = {
		&moves->evict, &moves->clear,
	};
	enum drm_sched_priority priority;
	u32 i;
	int ret;

	if (ring->given_up)
		return 0;
	ret = drmm_mutex_init(&edev->drm, &moves->lock);
	if (ret)
		return ret;
	for (i = 0; i < EVERGREEN_COPY_QUEUES; i++)
		queues[2 + i] = &moves->copy[i];
	for (i = 0; i < ARRAY_SIZE(queues); i++) {
		priority = queues[i] == &moves->evict ? DRM_SCHED_PRIORITY_KERNEL :
							DRM_SCHED_PRIORITY_NORMAL;
		ret = drm_sched_entity_init(queues[i], priority, &sched, 1, NULL);
		if (ret)
			return ret;
		ret = drmm_add_action_or_reset(&edev->drm, move_release, queues[i]);
		if (ret)
			return ret;
	}
	/* From here on all of VRAM is in use. */
	WRITE_ONCE(moves->ring, ring);
	return 0;
}

/* ---- making jobs ---- */

static int add_full_dependencies(struct evergreen_job *job, struct dma_resv *resv)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	int ret = 0;

	dma_resv_for_each_fence(&cursor, resv, DMA_RESV_USAGE_BOOKKEEP, fence) {
		ret = evergreen_job_add_full_dependency(job, dma_fence_get(fence));
		if (ret)
			break;
	}
	return ret;
}

/*
 * The ring's own order is enough for the engine. It is not for the CPU, which hides the
 * buffer from address spaces before the job is on the ring.
 */
static int come_after_users(struct evergreen_job *job, struct evergreen_bo *bo)
{
	struct cayman_hiding *hiding = cayman_hiding_create(bo);
	struct dma_resv *resv = bo->tbo.base.resv;

	if (IS_ERR(hiding))
		return PTR_ERR(hiding);
	job->hiding = hiding;
	return hiding ? add_full_dependencies(job, resv) :
			drm_sched_job_add_resv_dependencies(&job->base, resv,
							    DMA_RESV_USAGE_BOOKKEEP);
}

/* The fence is referenced. If this fails, the caller waits for the jobs pushed before. */
static int move_submit(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
		       struct drm_sched_entity *queue, const struct evergreen_move *move,
		       bool first, struct dma_fence **fence)
{
	struct evergreen_moves *moves = &edev->mman.moves;
	struct evergreen_job *job;
	int ret = 0;

	job = evergreen_job_create(moves->ring, queue, NULL, NULL, 0);
	if (IS_ERR(job))
		return PTR_ERR(job);

	job->move = *move;
	/* Those that follow are queued behind the first. */
	if (first)
		ret = come_after_users(job, to_evergreen_bo(tbo));
	if (ret) {
		evergreen_job_destroy(job);
		return ret;
	}
	dma_fence_put(*fence);
	mutex_lock(&moves->lock);
	*fence = dma_fence_get(evergreen_job_arm(job));
	cayman_hiding_armed(job->hiding, *fence);
	evergreen_job_push(job);
	mutex_unlock(&moves->lock);
	return 0;
}

static void advance(struct evergreen_move_end *end, u64 bytes)
{
	end->gpu_addr += bytes;
	end->offset += bytes;
}

static int move_submit_all(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			   struct drm_sched_entity *queue, const struct evergreen_move *whole,
			   struct dma_fence **fence)
{
	struct evergreen_move piece = *whole;
	u64 done;
	int ret;

	*fence = NULL;
	for (done = 0; done < whole->size; done += piece.size) {
		piece.size = min_t(u64, whole->size - done, MOVE_JOB_BYTES);
		ret = move_submit(edev, tbo, queue, &piece, !done, fence);
		if (ret)
			break;
		advance(&piece.dst, piece.size);
		advance(&piece.src, piece.size);
	}
	if (ret && *fence) {
		dma_fence_wait(*fence, false);
		dma_fence_put(*fence);
	}
	return ret;
}

/* Jobs that are made before the device goes are run, or fail, before it is gone. */
static int move_by_card(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			struct drm_sched_entity *queue, const struct evergreen_move *move,
			struct dma_fence **fence)
{
	struct evergreen_ring *ring = READ_ONCE(edev->mman.moves.ring);
	int idx, ret;

	if (!ring || READ_ONCE(edev->dead))
		return -ENODEV;
	if (!drm_dev_enter(&edev->drm, &idx))
		return -ENODEV;
	ret = move_submit_all(edev, tbo, queue, move, fence);
	drm_dev_exit(idx);
	if (ret)
		return ret;
	to_evergreen_bo(tbo)->moving = true;
	trace_evergreen_move(move->clear ? "clear" : "copy", !move->dst.tt, move->size, "card");
	return 0;
}

static struct evergreen_move_end end_of(struct evergreen_device *edev,
					const struct ttm_buffer_object *tbo,
					const struct ttm_resource *res)
{
	bool vram = res->mem_type == TTM_PL_VRAM;

	return (struct evergreen_move_end) {
		.gpu_addr = evergreen_res_gpu_addr(edev, res),
		.tt = vram ? NULL : tbo->ttm,
		.offset = vram ? (u64)res->start << PAGE_SHIFT : 0,
	};
}

static struct drm_sched_entity *queue_of_copy(struct evergreen_moves *moves,
					      struct ttm_buffer_object *tbo, bool evict)
{
	const struct evergreen_bo *bo = to_evergreen_bo(tbo);
	u64 user = READ_ONCE(bo->user);

	if (evict || dma_resv_test_signaled(tbo->base.resv, DMA_RESV_USAGE_BOOKKEEP))
		return &moves->evict;
	if (user == EVERGREEN_MANY_USERS)
		user = (uintptr_t)bo->account;
	return &moves->copy[hash_64(user, ilog2(EVERGREEN_COPY_QUEUES))];
}

/*
 * TTM takes over from here: it frees the old place when the fence has signalled. A
 * kernel buffer's users know nothing of fences, so that is waited for.
 */
static void move_hand_over(struct ttm_buffer_object *tbo, struct dma_fence *fence, bool evict,
			   struct ttm_resource *res)
{
	bool kernel = tbo->type == ttm_bo_type_kernel;

	if (!ttm_bo_move_accel_cleanup(tbo, fence, evict || kernel, !kernel, res))
		return;
	/* No memory for a ghost. */
	dma_fence_wait(fence, false);
	ttm_bo_move_sync_cleanup(tbo, res);
}

/**
 * evergreen_move_copy() - copy a buffer's contents to another place
 * @edev: the card
 * @tbo: the buffer, reserved, in VRAM or GTT
 * @evict: it has to go, somebody else wants its place
 * @res: its new place, GTT or VRAM
 *
 * Return: 0, and then the buffer is there for everybody who heeds its fences; or
 * -ENODEV or -ENOMEM, and then it is where it was.
 */
int evergreen_move_copy(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			bool evict, struct ttm_resource *res)
{
	const struct evergreen_move move = {
		.dst = end_of(edev, tbo, res),
		.src = end_of(edev, tbo, tbo->resource),
		.size = tbo->base.size,
	};
	struct evergreen_bo *bo = to_evergreen_bo(tbo);
	struct dma_fence *fence;
	int ret;

	ret = evergreen_bo_bind(bo, tbo->resource) ?: evergreen_bo_bind(bo, res) ?:
	      move_by_card(edev, tbo, queue_of_copy(&edev->mman.moves, tbo, evict), &move, &fence);
	if (ret)
		return ret;
	move_hand_over(tbo, fence, evict, res);
	dma_fence_put(fence);
	return 0;
}

/**
 * evergreen_move_clear() - fill a buffer's first place with zeroes
 * @edev: the card
 * @tbo: the buffer, reserved, without contents
 * @res: its place in VRAM
 *
 * Return: as evergreen_move_copy().
 */
int evergreen_move_clear(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			 struct ttm_resource *res)
{
	const struct evergreen_move move = {
		.dst = end_of(edev, tbo, res),
		.size = tbo->base.size,
		.clear = true,
	};
	struct dma_fence *fence;
	int ret;

	ret = move_by_card(edev, tbo, &edev->mman.moves.clear, &move, &fence);
	if (ret)
		return ret;
	dma_resv_add_fence(tbo->base.resv, fence, DMA_RESV_USAGE_KERNEL);
	dma_fence_put(fence);
	ttm_bo_move_null(tbo, res);
	return 0;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Jobs
 *
 * A job is one checked stream, its copy in the IB pool and the fence that the
 * card writes after it. One of the driver's own may have no stream and move a buffer's contents
 * instead (evergreen_move.c).
 *
 * All jobs of all rings are numbered in the order in which they were put on their
 * rings. That order is a proof that whatever was done once can be done again without a
 * deadlock, which is what a reset needs.
 *
 * Life of a job: evergreen_job_create() allocates it together with its place in
 * the IB pool; evergreen_job_arm() makes its finished fence, which the caller puts
 * into reservation objects; evergreen_job_push() gives it to the scheduler (evergreen_sched.c),
 * which calls evergreen_job_emit() and, when the job is done, evergreen_job_end(). That gives
 * back what the job has, its place in the pool included, and its memory is another's with the
 * last reference to a fence in it.
 * Buffers are not referenced by a job: TTM keeps the memory of a dead buffer for
 * as long as a fence in its reservation object has not signalled.
 *
 * A job may even outlive the driver's part in the device, its file and the wish to unload
 * the module: if it waits for another device's fence, nothing can end that wait. So each
 * job that has been armed holds the DRM device, and what it needs at its end (schedulers,
 * semaphores' numbers, IB pools, the workqueue of address spaces) goes with that
 * (evergreen_lifetime.c). The scheduler's fence may live longer still, in other devices'
 * buffers, but not with ours, whose functions are the module's: it lets go of that when the
 * job is done, and of the scheduler (evergreen_finished_fence.c).
 */
#include <linux/wait_bit.h>

#include "cayman_hiding.h"
#include "cayman_running.h"
#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_clean_start.h"
#include "evergreen_client.h"
#include "evergreen_dma.h"
#include "evergreen_fence_watch.h"
#include "evergreen_finished_fence.h"
#include "evergreen_ib.h"
#include "evergreen_job.h"
#include "evergreen_job_limit.h"
#include "evergreen_job_pool.h"
#include "evergreen_lifetime.h"
#include "evergreen_ring.h"
#include "evergreen_semaphore.h"
#include "evergreen_trace.h"

/* Room for buffers is made in such steps, and kept with the memory of jobs up to that. */
#define EVERGREEN_JOB_BUFFERS_STEP	16
#define EVERGREEN_JOB_BUFFERS_KEPT	64
static_assert(EVERGREEN_JOB_BUFFERS_KEPT * sizeof(struct evergreen_job_buffer) <= PAGE_SIZE,
	      "freed where vfree() may not be called");

static void job_done(struct evergreen_device *edev)
{
	if (atomic_dec_and_test(&edev->jobs.pending))
		wake_up_var(&edev->jobs.pending);
	evergreen_device_put(edev);
}

static u64 client_id(const struct evergreen_job *job)
{
	return job->client ? job->client->id : 0;
}

/* Where its stream is copied to. */
static struct evergreen_ib_pool *ib_pool(const struct evergreen_job *job)
{
	return job->vm ? &job->vm->ib_pool : &job->ring->edev->ib_pool;
}

/* The engine may want more than the caller has to say: fillers for the rest. */
static int job_alloc_ib(struct evergreen_job *job, u32 ib_dw)
{
	if (!ib_dw)
		return 0;
	job->ib_dw = round_up(ib_dw, job->ring->ib_align_dw);
	job->ib_fillers = job->ib_dw - ib_dw;
	return evergreen_ib_alloc(job->ring->edev, ib_pool(job), &job->ib, job->ib_dw * 4);
}

/**
 * evergreen_job_create() - make a job and find room for its stream
 * @ring: where it is to run, or one of the rings that @entity feeds
 * @entity: the client's queue
 * @vm: the address space that it runs in, or NULL
 * @client: whose it is, or NULL for the driver's own
 * @ib_dw: dwords of the stream, up to EVERGREEN_IB_MAX_DW, with @vm to
 *	CAYMAN_VM_IB_MAX_DW; the engine gets as many fillers as it needs; 0 for
 *	evergreen_job.move instead of a stream
 *
 * Waits for other jobs while the IB pool is full, which may wait for another device. So it must
 * be called before any buffer is reserved, and in no drm_dev_enter() section, for which an unplug
 * of whatever device waits, unless there is no stream.
 *
 * Return: the job, or an ERR_PTR: -ENOMEM, or the errors of evergreen_ib_alloc().
 */
struct evergreen_job *evergreen_job_create(struct evergreen_ring *ring,
					   struct drm_sched_entity *entity,
					   struct cayman_vm *vm,
					   struct evergreen_client *client, u32 ib_dw)
{
	struct evergreen_job *job;
	int ret;

	job = evergreen_job_alloc();
	if (!job)
		return ERR_PTR(-ENOMEM);

	cayman_stay_init(&job->stay);
	job->ring = ring;
	job->cells = -1;
	job->vm = vm;
	ret = job_alloc_ib(job, ib_dw);
	if (ret)
		goto err_free;

	ret = drm_sched_job_init(&job->base, entity, 1, job, client ? client->id : 0);
	if (ret)
		goto err_ib;
	job->client = evergreen_client_get(client);
	job->pid = task_tgid_nr(current);
	memcpy(job->comm, current->comm, sizeof(job->comm));
	if (vm)
		drm_gpuvm_get(&vm->base);
	return job;

err_ib:
	evergreen_ib_free(ib_pool(job), &job->ib);
err_free:
	evergreen_job_put(job);
	return ERR_PTR(ret);
}

/**
 * evergreen_job_reserve_buffers() - have room for what a job refers to
 * @job: new
 * @n: entries of &evergreen_job.buffers that will be needed
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_job_reserve_buffers(struct evergreen_job *job, u32 n)
{
	if (n <= job->max_buffers)
		return 0;
	n = round_up(n, EVERGREEN_JOB_BUFFERS_STEP);
	kvfree(job->buffers);
	job->buffers = kvmalloc_array(n, sizeof(*job->buffers), GFP_KERNEL_ACCOUNT);
	job->max_buffers = job->buffers ? n : 0;
	return job->buffers ? 0 : -ENOMEM;
}

/**
 * evergreen_job_ib() - where a job's stream is to be written
 * @job: not yet armed
 *
 * Context: in a drm_dev_enter() section, for the pool's memory goes with the card.
 *
 * Return: kernel mapping of the dwords asked for at evergreen_job_create(); the fillers behind
 * them are there.
 */
u32 *evergreen_job_ib(struct evergreen_job *job)
{
	const struct evergreen_kernel_bo *mem = &ib_pool(job)->mem;

	job->ib_cpu = mem->dwords + job->ib.start / sizeof(u32);
	job->ib_addr = (job->vm ? CAYMAN_VM_IB_ADDR : mem->gpu_addr) + job->ib.start;
	memset32(job->ib_cpu + job->ib_dw - job->ib_fillers, job->ring->nop, job->ib_fillers);
	return job->ib_cpu;
}

/* The next job that gets this memory has room for a few without asking. */
static void drop_many_buffers(struct evergreen_job *job)
{
	job->num_buffers = 0;
	if (job->max_buffers <= EVERGREEN_JOB_BUFFERS_KEPT)
		return;
	kvfree(job->buffers);
	job->buffers = NULL;
	job->max_buffers = 0;
}

/**
 * evergreen_job_destroy() - undo evergreen_job_create()
 * @job: not armed; if it moves a buffer, that is reserved
 */
void evergreen_job_destroy(struct evergreen_job *job)
{
	drm_sched_job_cleanup(&job->base);
	evergreen_semaphores_put(job);
	evergreen_client_put(job->client);
	drop_many_buffers(job);
	cayman_hiding_cancel(job->hiding);
	evergreen_ib_free(ib_pool(job), &job->ib);
	if (job->vm)
		drm_gpuvm_put(&job->vm->base);
	evergreen_job_put(job);
}

/**
 * evergreen_job_add_full_dependency() - let a job be put on its ring after something else
 * @job: not armed
 * @fence: what has to be done by then, not only to be on its ring; the reference is
 *	consumed, also by an error
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_job_add_full_dependency(struct evergreen_job *job, struct dma_fence *fence)
{
	/* Of the same ring, too, where drm_sched would leave it to the ring's order. */
	if (to_drm_sched_fence(fence))
		set_bit(DRM_SCHED_FENCE_DONT_PIPELINE, &fence->flags);
	return drm_sched_job_add_dependency(&job->base, fence);
}

/**
 * evergreen_job_arm() - commit to running a job
 * @job: the job; evergreen_job_push() must follow
 *
 * Context: arm and push of one entity happen under one lock, the client's.
 *
 * Return: the fence that signals when the job has been executed or has failed;
 * no reference is passed.
 */
struct dma_fence *evergreen_job_arm(struct evergreen_job *job)
{
	drm_dev_get(&job->ring->edev->drm);
	atomic_inc(&job->ring->edev->jobs.pending);
	drm_sched_job_arm(&job->base);
	job->ring = container_of(job->base.sched, struct evergreen_ring, sched);
	return &job->base.s_fence->finished;
}

/**
 * evergreen_job_push() - hand an armed job to the scheduler
 * @job: the job; it may be gone when this returns
 */
void evergreen_job_push(struct evergreen_job *job)
{
	trace_evergreen_submit(job->ring->name, client_id(job),
			       job->base.s_fence->finished.seqno, job->ib_addr,
			       job->ib_dw);
	drm_sched_entity_push_job(&job->base);
}

/* What the card executes for a job; its ring is locked and begun. */
static void job_write(struct evergreen_job *job)
{
	struct evergreen_ring *ring = job->ring;

	job->emitted_last = atomic64_inc_return(&ring->edev->jobs.emitted);
	if (!job->emitted)
		job->emitted = job->emitted_last;
	job->ring_start = ring->wptr;
	job->ring_clears = ring->clears;
	WRITE_ONCE(job->runs_since, 0);
	evergreen_semaphores_emit_waits(job);
	if (job->vm)
		cayman_job_starts(job);
	if (job->vm && ring->id == EVERGREEN_RING_GFX)
		evergreen_clean_start_take_over(ring, job->vm);
	if (job->vm && cayman_vmid_must_flush(job))
		ring->ops->emit_vm_flush(ring, job->stay.vmid, job->vm->pt.dir.gpu_addr);
	if (job->ib_dw)
		ring->ops->emit_ib(ring, job->ib_addr, job->ib_dw, job->stay.vmid);
	else
		evergreen_dma_emit_move(ring, &job->move);
	if (job->cp_dma)
		ring->ops->emit_cp_dma_wait(ring);
	if (job->fence_live) {
		evergreen_fence_replay(ring, &job->fence);
	} else {
		evergreen_job_get(job);
		evergreen_fence_emit(ring, &job->fence);
		job->fence_live = true;
	}
	evergreen_fence_watch_start(ring);
	evergreen_ring_commit(ring);

	trace_evergreen_run(ring->name, client_id(job),
			    job->fence.base.seqno, job->ib_addr, job->ib_dw);
}

/**
 * evergreen_job_emit() - put a job on its ring
 * @job: new, or pending and to be replayed after a reset
 *
 * Context: the scheduler's work item, or a reset while that is stopped.
 *
 * Return: 0; -ENOSPC if the ring has no room, which the credits exclude; -EIO for a job
 * with an address space but without a VMID of its own, which would run among the
 * kernel's memory.
 */
int evergreen_job_emit(struct evergreen_job *job)
{
	struct evergreen_ring *ring = job->ring;
	int ret;

	if (job->vm && !cayman_vmid_holds(job)) {
		drm_err(&ring->edev->drm, "ring %s: a job of client %llu has no VMID\n",
			ring->name, job->vm->client);
		return -EIO;
	}
	ret = evergreen_semaphores_emit_signals(job);
	if (ret)
		return ret;

	mutex_lock(&ring->lock);
	ret = evergreen_ring_begin(ring, evergreen_ring_job_dw(ring));
	if (ret)
		drm_err(&ring->edev->drm, "ring %s: no room for a job\n", ring->name);
	else
		job_write(job);
	mutex_unlock(&ring->lock);
	return ret;
}

/**
 * evergreen_job_end() - give back what a job has
 * @job: armed; it has been executed or has failed. Its memory may be gone when this returns
 *
 * Context: the scheduler's work item; sleeps.
 */
void evergreen_job_end(struct evergreen_job *job)
{
	struct evergreen_device *edev = job->ring->edev;

	trace_evergreen_free(job->ring->name, client_id(job),
			     job->base.s_fence->finished.seqno, job->ib_addr, job->ib_dw);
	dma_fence_put(job->base.s_fence->parent);
	job->base.s_fence->parent = NULL;
	evergreen_finished_fence(job->base.s_fence);
	drm_sched_job_cleanup(&job->base);
	evergreen_semaphores_put(job);
	evergreen_ib_free(ib_pool(job), &job->ib);
	if (job->client)
		evergreen_client_leave_job(job->client, job->engine, job->counted_dw);
	evergreen_client_put(job->client);
	job->client = NULL;
	drop_many_buffers(job);
	cayman_hiding_free(job->hiding);
	if (job->vm) {
		cayman_vmid_leave(job);
		cayman_vm_put_async(job->vm);
	}
	if (job->fence_live)
		dma_fence_put(&job->fence.base);
	evergreen_job_put(job);
	job_done(edev);
}

/**
 * evergreen_jobs_wait() - wait until there are no jobs
 * @edev: the card; nobody makes any
 * @timeout: jiffies
 *
 * Return: false if some are left by then.
 */
bool evergreen_jobs_wait(struct evergreen_device *edev, unsigned long timeout)
{
	return wait_var_event_timeout(&edev->jobs.pending, !atomic_read(&edev->jobs.pending),
				      timeout);
}

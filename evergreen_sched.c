// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Scheduling
 *
 * DRM's scheduler, one for each ring, holds jobs (evergreen_job.c) back until what they depend
 * on allows it and puts them on the ring: behind a job of the same ring at once, behind one of
 * another ring as soon as that is on its own (evergreen_semaphore.c), behind anything else when
 * it has signalled. Jobs come to it through the queues of their clients (evergreen_queue.c);
 * clients are served in the order of their submissions.
 *
 * A job has one credit of its ring from before it is put there until its fence has
 * signalled, and there are EVERGREEN_RING_JOBS. More would not make the engine
 * faster, but what is on the ring can no longer be overtaken. They take half
 * of the smallest ring at most, so a job never waits for room: the engine's report of how
 * far it has read may lag behind, and other rings put their signals there.
 *
 * Rejected: to put an independent job on an idle ring in the ioctl itself. Counted in
 * instructions on a modelled Cayman with one CPU (Documentation/testing.rst), a job
 * is on the ring about 11,000 after it has been pushed, 8,000 of them until the
 * scheduler's worker calls run_job(), and the worker spends 8,000 more until it
 * sleeps again. To do it directly would save some 8,000 of latency and as many of
 * work, where the whole submission took about 19,000 then; on a ring that is busy it would
 * save no latency. The price is a second keeper of credits, of the order within
 * queues and of the list of jobs that resets and timeouts work on, beside drm_sched,
 * which has no interface for it.
 *
 * The scheduler outlives the device (drmm), since entities of files that are
 * still open point to it. After evergreen_sched_drain() nothing of what it runs touches
 * the card.
 */
#include <drm/drm_drv.h>
#include <drm/drm_managed.h>

#include "cayman_hiding.h"
#include "cayman_vmid.h"
#include "evergreen_dead.h"
#include "evergreen_gart.h"
#include "evergreen_job.h"
#include "evergreen_move_rescue.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"
#include "evergreen_sched.h"

#define EVERGREEN_DRAIN_TIMEOUT	(5 * HZ)

/*
 * The device has gone since prepare_job() looked, so jobs of the same queue may still be on the
 * ring. There is a limit, as who handles a hang stops the schedulers first, which waits for this.
 */
static void wait_for_ring(struct evergreen_ring *ring)
{
	long left = EVERGREEN_DRAIN_TIMEOUT;
	struct evergreen_job *head;

	while (left && (head = evergreen_fence_head(ring))) {
		left = dma_fence_wait_timeout(&head->fence.base, false, left);
		dma_fence_put(&head->fence.base);
	}
	if (!left)
		evergreen_device_dead(ring->edev, "jobs did not finish");
}

static int job_start(struct evergreen_job *job)
{
	struct evergreen_device *edev = job->ring->edev;
	int idx, ret;

	if (READ_ONCE(edev->dead))
		return -ENODEV;
	if (!drm_dev_enter(&edev->drm, &idx)) {
		/* It is there: evergreen_sched_drain() declares the card dead first. */
		wait_for_ring(job->ring);
		return -ENODEV;
	}

	/* It was queued for a ring that has been given up since. */
	ret = -EIO;
	if (READ_ONCE(job->ring->given_up))
		goto out;
	if (job->vm)
		cayman_show_named(job);
	ret = evergreen_job_emit(job);
out:
	drm_dev_exit(idx);
	return ret;
}

static struct dma_fence *run_job(struct drm_sched_job *sched_job)
{
	struct evergreen_job *job = to_evergreen_job(sched_job);
	int ret;

	/* The client has been banned while this was queued. */
	if (sched_job->s_fence->finished.error)
		return ERR_PTR(sched_job->s_fence->finished.error);

	ret = job_start(job);
	if (ret) {
		evergreen_move_rescue(job);
		return ERR_PTR(ret);
	}
	return dma_fence_get(&job->fence.base);
}

/*
 * The last of what a job depends on has to do with address spaces. One that moves a buffer
 * has it hidden from them. One that runs in an address space gets a place among them; on a
 * dead card it needs none, as it will not run, and those places may be gone. When the device goes,
 * a job fails, but not before those of its queue that are on the ring have ended: fences of one
 * context signal in their order, and who looks at a buffer sees the last one only. (If the device
 * goes between this and run_job(), the latter waits.)
 */
static struct dma_fence *prepare_job(struct drm_sched_job *sched_job,
				     struct drm_sched_entity *entity)
{
	struct evergreen_job *job = to_evergreen_job(sched_job), *head;
	struct evergreen_device *edev = job->ring->edev;

	if (drm_dev_is_unplugged(&edev->drm)) {
		head = evergreen_fence_head(job->ring);
		if (head)
			return &head->fence.base;
	}
	if (job->hiding)
		return cayman_hiding_prepare(job);
	return job->vm && !READ_ONCE(edev->dead) ? cayman_vmid_prepare(job) : NULL;
}

static void free_job(struct drm_sched_job *sched_job)
{
	evergreen_job_end(to_evergreen_job(sched_job));
}

static enum drm_gpu_sched_stat timedout_job(struct drm_sched_job *sched_job)
{
	return to_evergreen_job(sched_job)->ring->edev->reset.ops->timedout(sched_job);
}

static const struct drm_sched_backend_ops evergreen_sched_ops = {
	.prepare_job = prepare_job,
	.run_job = run_job,
	.timedout_job = timedout_job,
	.free_job = free_job,
};

static void sched_release(struct drm_device *drm, void *arg)
{
	struct evergreen_ring *ring = arg;

	drm_sched_fini(&ring->sched);
}

/**
 * evergreen_sched_init() - make a ring accept jobs
 * @ring: the ring, whose memory lives as long as the DRM device
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_sched_init(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	const struct drm_sched_init_args args = {
		.ops = &evergreen_sched_ops,
		.num_rqs = DRM_SCHED_PRIORITY_COUNT,
		.credit_limit = EVERGREEN_RING_JOBS,
		.timeout = MAX_SCHEDULE_TIMEOUT,	/* evergreen_hang_watch() */
		.timeout_wq = edev->reset.wq,
		.name = ring->name,
		.dev = edev->drm.dev,
	};
	int ret;

	ret = drm_sched_init(&ring->sched, &args);
	if (ret)
		return ret;

	return drmm_add_action_or_reset(&edev->drm, sched_release, ring);
}

/* Whatever they do from now on, they have seen that the card is silent. */
static void pass_workers(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev) {
		drm_sched_wqueue_stop(&ring->sched);
		drm_sched_wqueue_start(&ring->sched);
	}
}

/**
 * evergreen_sched_drain() - see every job to its end before the device goes
 * @edev: the card
 *
 * New jobs must be excluded already: drm_dev_unplug() has been called, or the
 * device was never registered. Jobs that the card does not finish are failed. Those that
 * still wait for other devices are left alone, and will fail without touching the card.
 */
void evergreen_sched_drain(struct evergreen_device *edev)
{
	if (evergreen_jobs_wait(edev, EVERGREEN_DRAIN_TIMEOUT))
		return;

	/* Memory that unfinished jobs write to gets other owners now. */
	evergreen_rings_stop(edev);
	evergreen_device_dead(edev, "jobs did not finish");
	if (evergreen_jobs_wait(edev, EVERGREEN_DRAIN_TIMEOUT))
		return;
	drm_warn(&edev->drm, "%d jobs still wait for other devices\n", atomic_read(&edev->jobs.pending));
	evergreen_gart_silence(edev);
	pass_workers(edev);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Replay
 *
 * What a reset (evergreen_reset.c) does with the jobs: the schedulers are stopped, so that none
 * is put on a ring or freed; those that do not hang get a moment to end; those of banned clients
 * are cancelled; and after the reset, the others are put on the rings again, in the order in
 * which they were put there first over all rings, with their fences and fence values
 * unchanged.
 *
 * Context: evergreen_reset.wq, in the path that signals fences: allocates nothing.
 */
#include <linux/delay.h>
#include <linux/list_sort.h>

#include "evergreen_client.h"
#include "evergreen_device.h"
#include "evergreen_fence.h"
#include "evergreen_job.h"
#include "evergreen_move_rescue.h"
#include "evergreen_replay.h"
#include "evergreen_ring.h"

/* What does not depend on the job that hangs may end meanwhile. */
#define EVERGREEN_SETTLE	(HZ / 10)
#define EVERGREEN_SETTLE_MAX	HZ

/**
 * evergreen_scheds_stop() - put no more jobs on rings, and free none
 * @edev: the card
 * @bad: the job whose timeout is being handled, or NULL
 *
 * Context: on evergreen_reset.wq; sleeps. evergreen_scheds_start() has to follow.
 */
void evergreen_scheds_stop(struct evergreen_device *edev,
			    struct drm_sched_job *bad)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		drm_sched_stop(&ring->sched, bad);
}

/*
 * drm_sched_stop() took the hardware fences away from the pending jobs. Each gets
 * its own back, signalled or on the ring again.
 */
static void adopt(struct evergreen_ring *ring)
{
	struct drm_sched_job *sched_job;

	drm_sched_for_each_pending_job(sched_job, &ring->sched, NULL) {
		struct evergreen_job *job = to_evergreen_job(sched_job);

		if (job->fence_live)
			sched_job->s_fence->parent = dma_fence_get(&job->fence.base);
	}
}

/**
 * evergreen_scheds_start() - the opposite of evergreen_scheds_stop()
 * @edev: the card; what is pending on its rings is there again, or has failed
 */
void evergreen_scheds_start(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev) {
		adopt(ring);
		drm_sched_start(&ring->sched, 0);
	}
}

/* Fences that have signalled on all rings but one. */
static u64 count_signalled(struct evergreen_device *edev, struct evergreen_ring *except)
{
	struct evergreen_ring *ring;
	u64 sum = 0;

	evergreen_for_each_ring(ring, edev)
		if (ring != except)
			sum += READ_ONCE(ring->fences.signalled);
	return sum;
}

/**
 * evergreen_rings_busy() - look whether rings have jobs that have not ended
 * @edev: the card
 * @except: a ring that does not count, or NULL
 *
 * What has ended without an interrupt is found out, on all rings.
 *
 * Return: true if one has.
 */
bool evergreen_rings_busy(struct evergreen_device *edev, struct evergreen_ring *except)
{
	struct evergreen_ring *ring;
	bool busy = false;

	evergreen_fence_process_all(edev);
	evergreen_for_each_ring(ring, edev)
		if (ring != except)
			busy |= !list_empty(&ring->fences.pending);
	return busy;
}

/**
 * evergreen_rings_settle() - give what does not hang the time to end
 * @edev: the card, its schedulers stopped
 * @except: the ring whose job is overdue, which nobody waits for; or NULL
 *
 * Context: sleeps, for EVERGREEN_SETTLE after the last job that ends, or until all have.
 */
void evergreen_rings_settle(struct evergreen_device *edev, struct evergreen_ring *except)
{
	unsigned long start = jiffies, moved = start;
	u64 now, seen = 0;

	while (evergreen_rings_busy(edev, except)) {
		now = count_signalled(edev, except);
		if (now != seen)
			moved = jiffies;
		seen = now;
		if (time_after_eq(jiffies, moved + EVERGREEN_SETTLE) ||
		    time_after_eq(jiffies, start + EVERGREEN_SETTLE_MAX))
			break;
		usleep_range(1000, 2000);
	}
}

static void cancel(struct evergreen_ring *ring)
{
	struct drm_sched_job *sched_job;

	drm_sched_for_each_pending_job(sched_job, &ring->sched, NULL) {
		struct evergreen_job *job = to_evergreen_job(sched_job);

		if (job->fence_live && job->client && evergreen_client_banned(job->client))
			evergreen_fence_fail(ring, &job->fence, -ECANCELED);
	}
}

/**
 * evergreen_jobs_cancel() - end everything that banned clients have on any ring
 * @edev: the card, its schedulers stopped
 */
void evergreen_jobs_cancel(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		cancel(ring);
}

static int by_emission(void *priv, const struct list_head *a,
		       const struct list_head *b)
{
	return list_entry(a, struct evergreen_job, replay)->emitted >
	       list_entry(b, struct evergreen_job, replay)->emitted;
}

static void collect(struct evergreen_ring *ring, struct list_head *jobs)
{
	struct drm_sched_job *sched_job;

	drm_sched_for_each_pending_job(sched_job, &ring->sched, NULL) {
		struct evergreen_job *job = to_evergreen_job(sched_job);

		if (evergreen_job_running(job))
			list_add_tail(&job->replay, jobs);
	}
}

/**
 * evergreen_jobs_replay() - put what has not ended on the rings again
 * @edev: the card, its rings started and empty, its schedulers stopped
 *
 * In the order in which the jobs were put there first. One that cannot be put there any more
 * fails with -EIO. Allocates nothing.
 *
 * Return: how many jobs run again.
 */
u32 evergreen_jobs_replay(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	struct evergreen_job *job;
	LIST_HEAD(jobs);
	u32 n = 0;

	/* One may have ended while the rings were stopped, whose interrupt is lost. */
	evergreen_fence_process_all(edev);
	evergreen_for_each_ring(ring, edev)
		collect(ring, &jobs);
	list_sort(NULL, &jobs, by_emission);
	list_for_each_entry(job, &jobs, replay) {
		if (!job->hopeless && !evergreen_job_emit(job)) {
			n++;
			continue;
		}
		evergreen_move_rescue(job);
		evergreen_fence_fail(job->ring, &job->fence, -EIO);
	}
	return n;
}

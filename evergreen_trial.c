// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Trials
 *
 * The job that is overdue need not be the one that hangs. GFX, CP1 and CP2 share the shader
 * units, and a job on GFX may wait until they are idle: with a clean start (:doc:`rings`) it
 * does before it begins. A shader without an end on CP1 keeps it from that, and if the job on
 * GFX was there first, it is overdue first. So if other rings are still at something when an
 * overdue job is found, and have been given the time to end it, nobody is convicted yet. The
 * card is reset, and the jobs that the rings were at run one after the other, each alone and
 * with as much time as any job has, the overdue one first. The first that does not end is
 * the one that hangs. If all end, nobody is guilty.
 *
 * A job that waits for another ring is not tried, since it cannot run alone. One that polls
 * memory for what a job of another ring writes cannot either, and is taken for the one that
 * hangs: no client that is known sends such a stream. What comes behind those that are tried is
 * put on the rings when the trial is over.
 *
 * With nothing else on the card there is no trial. Otherwise a hang costs others as much time
 * again; to ban one who is innocent is worse.
 *
 * If the device is unplugged meanwhile, the trial ends, and the job that runs is taken for the
 * one that hangs.
 *
 * Compute work that never pauses, of jobs that each end in time, may keep GFX waiting just as
 * well. Then the trial is what lets GFX go on, by one job in each time of a job.
 *
 * Rejected: to compare how long the jobs have run, for a job that came later may be the one that
 * hangs; to hold back compute work while a job of GFX is old, for a stream may wait on GFX, in
 * memory, for just that work, and a long job of GFX does not need the pause.
 */
#include <linux/delay.h>

#include <drm/drm_drv.h>

#include "evergreen_device.h"
#include "evergreen_fence.h"
#include "evergreen_hang.h"
#include "evergreen_job.h"
#include "evergreen_move_rescue.h"
#include "evergreen_ring.h"
#include "evergreen_trial.h"

/* The job that a ring is at, unless it waits for another ring; with a reference, or NULL. */
static struct evergreen_job *suspect(struct evergreen_ring *ring)
{
	struct evergreen_job *job = evergreen_fence_head(ring);

	if (!job || !evergreen_hang_waits(job))
		return job;
	dma_fence_put(&job->fence.base);
	return NULL;
}

/**
 * evergreen_trial_needed() - may it be another job that keeps this one from its end?
 * @overdue: a job that is
 *
 * Return: whether another ring is at a job that waits for no ring.
 */
bool evergreen_trial_needed(struct evergreen_job *overdue)
{
	struct evergreen_ring *ring;
	struct evergreen_job *job;

	evergreen_for_each_ring(ring, overdue->ring->edev) {
		job = ring == overdue->ring ? NULL : suspect(ring);
		if (!job)
			continue;
		dma_fence_put(&job->fence.base);
		return true;
	}
	return false;
}

/* Nothing else is on the card. */
static bool ends_alone(struct evergreen_job *job)
{
	struct evergreen_device *edev = job->ring->edev;

	/* The reset may have cost its ring, and with that the job. */
	if (!evergreen_job_running(job))
		return true;
	if (evergreen_job_emit(job)) {
		evergreen_move_rescue(job);
		evergreen_fence_fail(job->ring, &job->fence, -EIO);
		return true;
	}
	while (evergreen_job_running(job) && !evergreen_hang_overdue(job) &&
	       !drm_dev_is_unplugged(&edev->drm)) {
		usleep_range(1000, 2000);
		evergreen_fence_process(job->ring);
	}
	return !evergreen_job_running(job);
}

/**
 * evergreen_trial() - find out which of the jobs that the rings are at hangs
 * @overdue: one of them; the rings are empty and started, and the schedulers stopped
 *
 * The others stay as they are, to be put on the rings by the caller. Takes up to the time of
 * a job for each ring.
 *
 * Return: the job that hangs, which the card is at, with a reference to its fence; NULL if each
 * has ended. If the card is declared dead meanwhile, all have.
 */
struct evergreen_job *evergreen_trial(struct evergreen_job *overdue)
{
	struct evergreen_device *edev = overdue->ring->edev;
	struct evergreen_ring *ring;
	struct evergreen_job *job;

	/* What has ended while the rings were stopped, without an interrupt, must not run again. */
	evergreen_fence_process_all(edev);
	if (!ends_alone(overdue)) {
		dma_fence_get(&overdue->fence.base);
		return overdue;
	}
	evergreen_for_each_ring(ring, edev) {
		job = ring == overdue->ring ? NULL : suspect(ring);
		if (job && !ends_alone(job))
			return job;
		if (job)
			dma_fence_put(&job->fence.base);
	}
	return NULL;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Which job hangs
 *
 * A ring executes its jobs in order, so only the oldest that has not signalled
 * can hang. It counts as hung when it has been the oldest, and has waited for no
 * other ring, for longer than the module's parameter lockup_timeout. The timer that looks after
 * fences notices; nobody has to wait for the job. The scheduler's own timeout is not used: it
 * begins anew with every job, and a delayed work would be armed again for each.
 * If several are overdue, the one that is so for longest is taken first. Whether it is the one
 * that hangs: evergreen_trial.c. What is done about it: evergreen_reset.c.
 */
#include <linux/ktime.h>
#include <linux/math64.h>

#include "evergreen_device.h"
#include "evergreen_fence.h"
#include "evergreen_hang.h"
#include "evergreen_job.h"
#include "evergreen_ring.h"

/**
 * evergreen_hang_waits() - does a job wait for another ring?
 * @job: the oldest on its ring
 *
 * Context: any, interrupts included.
 *
 * Return: whether a ring that it was made to wait for is still at something that was there
 * before it. This may be so for longer than the job really waits; then its hang is noticed later.
 */
bool evergreen_hang_waits(struct evergreen_job *job)
{
	struct evergreen_ring *ring;
	struct evergreen_job *head;
	bool waits = false;

	evergreen_for_each_ring(ring, job->ring->edev) {
		if (!(job->waits & BIT(ring->id)))
			continue;
		head = evergreen_fence_head(ring);
		if (!head)
			continue;
		waits |= head->emitted < job->emitted;
		dma_fence_put(&head->fence.base);
	}
	return waits;
}

/**
 * evergreen_hang_age() - for how long could a job have run?
 * @job: the oldest on its ring
 *
 * Return: milliseconds.
 */
u64 evergreen_hang_age(struct evergreen_job *job)
{
	u64 now = ktime_get_ns();
	u64 since = max(job->fence.emitted_ns, READ_ONCE(job->ring->fences.reached_ns));

	if (job->waits) {
		if (!READ_ONCE(job->runs_since) && !evergreen_hang_waits(job))
			WRITE_ONCE(job->runs_since, now);
		since = max(since, READ_ONCE(job->runs_since) ?: now);
	}
	return div_u64(now - min(since, now), NSEC_PER_MSEC);
}

/**
 * evergreen_hang_overdue() - has a job had more time than any may take?
 * @job: the oldest on its ring
 *
 * Return: whether it has; never if the module's parameter lockup_timeout is 0.
 */
bool evergreen_hang_overdue(struct evergreen_job *job)
{
	u32 limit = job->ring->edev->lockup_timeout_ms;

	return limit && evergreen_hang_age(job) >= limit;
}

/**
 * evergreen_hang_overdue_job() - find the job that is overdue
 * @edev: the card
 *
 * Return: of the jobs that are overdue the eldest, with a reference to its fence, or NULL.
 */
struct evergreen_job *evergreen_hang_overdue_job(struct evergreen_device *edev)
{
	struct evergreen_job *job, *eldest = NULL;
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev) {
		job = evergreen_fence_head(ring);
		if (!job)
			continue;
		if (evergreen_hang_overdue(job) &&
		    (!eldest || evergreen_hang_age(job) > evergreen_hang_age(eldest)))
			swap(job, eldest);
		if (job)
			dma_fence_put(&job->fence.base);
	}
	return eldest;
}

/**
 * evergreen_hang_watch() - look whether a ring's oldest job is overdue
 * @ring: a ring with pending fences
 *
 * Context: the fences' timer.
 */
void evergreen_hang_watch(struct evergreen_ring *ring)
{
	struct evergreen_job *job = evergreen_fence_head(ring);

	if (!job)
		return;
	if (evergreen_hang_overdue(job) && !READ_ONCE(ring->edev->suspended) &&
	    !READ_ONCE(ring->edev->reset.resolving))
		drm_sched_fault(&ring->sched);
	dma_fence_put(&job->fence.base);
}

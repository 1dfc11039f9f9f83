// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Resets of TLBs
 *
 * A TLB that does not flush asks for a reset of the chip, for nothing less resets the TLBs.
 * Nobody is guilty, except a client whose job keeps a process from taking its memory back
 * (evergreen_userptr_notifier.c). What is on the rings gets a moment to end, and the rest runs
 * again. The pages that the card had to forget are not given to anybody until then, because
 * whoever wants to give them away waits.
 */
#include <drm/drm_drv.h>

#include "cayman_vm.h"
#include "evergreen_client.h"
#include "evergreen_dead.h"
#include "evergreen_device.h"
#include "evergreen_fence.h"
#include "evergreen_gart.h"
#include "evergreen_hang.h"
#include "evergreen_job.h"
#include "evergreen_replay.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"
#include "evergreen_soft_reset.h"
#include "evergreen_tlb_reset.h"
#include "evergreen_trace.h"
#include "evergreen_userptr.h"

static void recover_tlb(struct evergreen_device *edev)
{
	u32 replayed;
	int level;

	evergreen_rings_settle(edev, NULL);
	level = evergreen_soft_reset(edev, EVERGREEN_RESET_CHIP);
	trace_evergreen_reset("none", 0, level);
	if (level < 0) {
		evergreen_reset_give_up(edev);
		return;
	}
	atomic_inc(&edev->reset.counter);
	replayed = evergreen_jobs_replay(edev);
	drm_err(&edev->drm, "the TLB does not flush: reset of the %s, %u jobs run again\n",
		evergreen_reset_level_name(level), replayed);
	evergreen_reset_report(edev);
}

/* It was on its ring when a process's pages were hidden, and the process has waited in vain. */
static bool has_outlived(struct evergreen_job *job)
{
	const struct evergreen_gart *gart = &job->ring->edev->gart;
	u64 outlived = job->vm ? READ_ONCE(job->vm->outlived) : READ_ONCE(gart->outlived);

	return evergreen_job_running(job) && job->emitted_last <= outlived;
}

/*
 * Bans the client of a job that its ring has been at for all the time that a process waits. The
 * driver's own move buffers, and no process's memory. Once: this is one reset, whatever number of
 * rings the client keeps busy.
 */
static void convict_outlived(struct evergreen_job *job)
{
	struct evergreen_ring *ring = job->ring;

	if (!job->client || evergreen_client_banned(job->client) || evergreen_hang_waits(job) ||
	    evergreen_hang_age(job) < EVERGREEN_USERPTR_MS)
		return;
	atomic_inc(&job->client->guilty);
	evergreen_fence_fail(ring, &job->fence, -ETIME);
	drm_err(&ring->edev->drm,
		"ring %s: job %llu of %s[%d] does not let go of memory that its process takes back: its client is banned\n",
		ring->name, job->fence.base.seqno, job->comm, job->pid);
}

/* Returns whether any job has outlived pages. */
static bool convict_all_outlived(struct evergreen_device *edev)
{
	struct drm_sched_job *sched_job;
	struct evergreen_ring *ring;
	struct evergreen_job *head;
	bool any = false;

	evergreen_for_each_ring(ring, edev) {
		evergreen_fence_process(ring);
		drm_sched_for_each_pending_job(sched_job, &ring->sched, NULL)
			any |= has_outlived(to_evergreen_job(sched_job));
		head = evergreen_fence_head(ring);
		if (!head)
			continue;
		if (has_outlived(head))
			convict_outlived(head);
		dma_fence_put(&head->fence.base);
	}
	evergreen_jobs_cancel(edev);
	return any;
}

/*
 * @of_jobs: only if jobs may find there what a process has taken back. A card that sleeps does
 * nothing, and its TLBs are flushed when it wakes up.
 */
static void clear_tlbs(struct evergreen_device *edev, bool of_jobs)
{
	int idx;

	if (READ_ONCE(edev->suspended) || READ_ONCE(edev->dead))
		return;
	if (!drm_dev_enter(&edev->drm, &idx)) {
		evergreen_device_dead(edev, "its TLB does not flush while the driver leaves");
		return;
	}
	if (evergreen_device_is_up(edev)) {
		evergreen_scheds_stop(edev, NULL);
		/* It may have died while that waited. */
		if (!READ_ONCE(edev->dead) && (!of_jobs || convict_all_outlived(edev)))
			recover_tlb(edev);
		evergreen_scheds_start(edev);
	} else {
		evergreen_device_dead(edev, "its TLB does not flush at the start");
	}
	drm_dev_exit(idx);
}

static void reset_outlived_now(struct evergreen_device *edev)
{
	clear_tlbs(edev, true);
}

/**
 * evergreen_tlb_reset_outlived() - jobs do not let go of pages that a process takes back
 * @edev: the card, which does not say that its TLBs have been flushed
 *
 * The chip is reset if jobs may still find such pages there.
 *
 * Context: that of evergreen_reset_call().
 */
void evergreen_tlb_reset_outlived(struct evergreen_device *edev)
{
	evergreen_reset_call(edev, reset_outlived_now);
}

/* Another request may have been served meanwhile. */
static void reset_tlb_now(struct evergreen_device *edev)
{
	if (!READ_ONCE(edev->suspended) && evergreen_gart_try_flush(edev))
		clear_tlbs(edev, false);
}

/**
 * evergreen_tlb_reset() - the TLB does not flush
 * @edev: the card
 *
 * The chip is reset, unless the TLB flushes by then.
 *
 * Context: that of evergreen_reset_call().
 *
 * Return: 0, or -EIO if the card is dead.
 */
int evergreen_tlb_reset(struct evergreen_device *edev)
{
	if (!READ_ONCE(edev->dead))
		evergreen_reset_call(edev, reset_tlb_now);
	return READ_ONCE(edev->dead) ? -EIO : 0;
}

// SPDX-License-Identifier: MIT OR GPL-2.0

#include <linux/workqueue.h>

#include <drm/drm_managed.h>

#include "evergreen_client.h"
#include "evergreen_gfx.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"
#include "evergreen_sched.h"
#include "evergreen_trace.h"

/**
 * DOC: Hangs and resets
 *
 * A ring executes its jobs in order, so when the scheduler's timeout strikes, the
 * oldest job that has not signalled is the one that hangs: it is guilty, all
 * others are innocent. The handler stops the schedulers, fails the guilty job
 * with -ETIME, resets the graphics engine and the command processor, starts the
 * rings afresh and puts the innocent jobs on them again, in their order, with
 * their fences and fence values unchanged. Memory is not touched by the reset, so
 * their streams are still where they were. Running a job twice is what can
 * happen to an innocent one that had already begun; as far as it depends on
 * memory that it also changes, it may compute something else. The alternative,
 * to fail everybody's work, was rejected.
 *
 * A job whose fence value has arrived, but not its interrupt, did not hang: it is
 * completed and nothing is reset.
 *
 * If the card does not come back (or reads as all ones, which means that it left
 * the bus), it is declared dead: everything pending fails with -ENODEV and every
 * ioctl returns an error from then on, at once. There is no way back but to bind
 * the driver again.
 *
 * Missing: reset through PCI configuration space, and a core dump of the hang.
 *
 * Context: the handlers of all rings run on one ordered workqueue. They are in
 * the path that signals fences and therefore allocate nothing.
 */

static const struct evergreen_status_reg {
	const char *name;
	u32 reg;
} evergreen_status_regs[] = {
	{ "GRBM_STATUS", GRBM_STATUS },
	{ "GRBM_STATUS_SE0", GRBM_STATUS_SE0 },
	{ "GRBM_STATUS_SE1", GRBM_STATUS_SE1 },
	{ "SRBM_STATUS", SRBM_STATUS },
	{ "CP_STALLED_STAT1", CP_STALLED_STAT1 },
	{ "CP_STALLED_STAT2", CP_STALLED_STAT2 },
	{ "CP_STAT", CP_STAT },
};

static void evergreen_reset_diagnose(struct evergreen_job *job)
{
	struct evergreen_ring *ring = job->ring;
	struct evergreen_device *edev = ring->edev;
	int i;

	drm_err(&edev->drm, "ring %s: job %llu of client %llu hangs (IB 0x%llx, %u dwords)\n",
		ring->name, (u64)job->fence.base.seqno, job->base.s_fence->drm_client_id,
		job->ib_addr, job->ib_dw);
	for (i = 0; i < ARRAY_SIZE(evergreen_status_regs); i++)
		drm_info(&edev->drm, "  %s = 0x%08x\n", evergreen_status_regs[i].name,
			 evergreen_read(edev, evergreen_status_regs[i].reg));
}

static void evergreen_stop_schedulers(struct evergreen_device *edev,
				      struct drm_sched_job *bad)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		drm_sched_stop(&ring->sched, bad);
}

static void evergreen_start_schedulers(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		drm_sched_start(&ring->sched, 0);
}

static int evergreen_reset_engines(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	int ret;

	if (evergreen_gone(edev))
		return -ENODEV;

	evergreen_for_each_ring(ring, edev) {
		ring->ready = false;
		ring->ops->stop(ring);
	}

	ret = evergreen_gfx_soft_reset(edev);
	evergreen_for_each_ring(ring, edev)
		ret = ret ?: evergreen_ring_restart(ring);
	return ret;
}

/*
 * drm_sched_stop() took the hardware fences away from the pending jobs. Each gets
 * its own back, signalled or on the ring again.
 */
static void evergreen_replay(struct evergreen_ring *ring)
{
	struct drm_sched_job *sched_job;

	drm_sched_for_each_pending_job(sched_job, &ring->sched, NULL) {
		struct evergreen_job *job = to_evergreen_job(sched_job);

		if (!job->fence_live)
			continue;
		if (job->client && evergreen_client_banned(job->client))
			evergreen_fence_fail(ring, &job->fence, -ECANCELED);
		if (!dma_fence_is_signaled(&job->fence.base) && evergreen_job_emit(job))
			evergreen_fence_fail(ring, &job->fence, -EIO);
		sched_job->s_fence->parent = dma_fence_get(&job->fence.base);
	}
}

static void evergreen_replay_all(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		evergreen_replay(ring);
}

static void evergreen_recover(struct evergreen_job *guilty)
{
	struct evergreen_ring *ring = guilty->ring;
	struct evergreen_device *edev = ring->edev;
	u64 seq = guilty->fence.base.seqno;
	int ret;

	evergreen_fence_fail(ring, &guilty->fence, -ETIME);
	if (guilty->client)
		atomic_inc(&guilty->client->guilty);
	ret = evergreen_reset_engines(edev);
	trace_evergreen_reset(ring->name, seq, ret);

	if (ret) {
		drm_err(&edev->drm, "reset failed: %d\n", ret);
		evergreen_device_dead(edev, "the reset did not revive it");
	} else {
		atomic_inc(&edev->reset_counter);
		drm_info(&edev->drm, "reset done, other jobs go on\n");
	}
	evergreen_replay_all(edev);
}

/* It is on the ring, and its end has not been reported. */
static bool evergreen_job_hangs(struct evergreen_job *job)
{
	return job->fence_live && !dma_fence_is_signaled(&job->fence.base);
}

/**
 * evergreen_reset_timedout() - the scheduler found that a job takes too long
 * @sched_job: the oldest job on its ring
 *
 * Return: what drm_sched is to do next.
 */
enum drm_gpu_sched_stat evergreen_reset_timedout(struct drm_sched_job *sched_job)
{
	struct evergreen_job *job = to_evergreen_job(sched_job);
	struct evergreen_ring *ring = job->ring;
	struct evergreen_device *edev = ring->edev;
	int idx;

	evergreen_fence_process(ring);
	evergreen_stop_schedulers(edev, sched_job);

	if (!evergreen_job_hangs(job)) {
		drm_warn(&edev->drm, "ring %s: the interrupt of a finished job got lost\n",
			 ring->name);
		evergreen_replay_all(edev);
	} else if (READ_ONCE(edev->dead) || !drm_dev_enter(&edev->drm, &idx)) {
		evergreen_fence_fail_all(ring, -ENODEV);
		evergreen_replay_all(edev);
	} else {
		evergreen_reset_diagnose(job);
		evergreen_recover(job);
		drm_dev_exit(idx);
	}

	evergreen_start_schedulers(edev);
	return READ_ONCE(edev->dead) ? DRM_GPU_SCHED_STAT_ENODEV :
				       DRM_GPU_SCHED_STAT_RESET;
}

/**
 * evergreen_device_dead() - give up on a card
 * @edev: the card
 * @why: what happened, as the tail of a sentence
 *
 * Context: any, interrupts included.
 */
void evergreen_device_dead(struct evergreen_device *edev, const char *why)
{
	struct evergreen_ring *ring;

	if (!xchg(&edev->dead, true))
		drm_err(&edev->drm, "giving up on the card: %s\n", why);

	evergreen_for_each_ring(ring, edev)
		evergreen_fence_fail_all(ring, -ENODEV);
}

static void evergreen_reset_release(struct drm_device *drm, void *arg)
{
	destroy_workqueue(arg);
}

/**
 * evergreen_reset_init() - get ready for timeouts
 * @edev: the card, before its rings are made
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_reset_init(struct evergreen_device *edev)
{
	atomic_set(&edev->reset_counter, 0);
	atomic_set(&edev->jobs, 0);
	init_waitqueue_head(&edev->jobs_idle);

	edev->reset_wq = alloc_ordered_workqueue("evergreen-reset", 0);
	if (!edev->reset_wq)
		return -ENOMEM;
	return drmm_add_action_or_reset(&edev->drm, evergreen_reset_release,
					edev->reset_wq);
}

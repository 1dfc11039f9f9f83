// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Hangs and resets
 *
 * The job that hangs (evergreen_hang.c, evergreen_trial.c) is guilty, and its client with it,
 * see evergreen_client.c; all others are innocent. A job of the driver itself is given a second
 * try.
 *
 * Rings wait for each other by semaphores. So whatever hangs, all rings are
 * stopped and emptied. Before that, what runs on the others gets a moment to end.
 * Then as little of the card is reset as helps (evergreen_soft_reset.c), and the
 * innocent jobs are put on the rings again (evergreen_replay.c), in the order in which they
 * were put there first over all rings, with their fences and fence values unchanged. Memory
 * is not touched by a reset, so their streams are still where they were. Running a job twice
 * is what can happen to an innocent one that had already begun; as far as it depends on
 * memory that it also changes, it may compute something else. The alternative, to fail
 * everybody's work, was rejected.
 *
 * A job whose fence value has arrived, but not its interrupt, did not hang: it is
 * completed and nothing is reset.
 *
 * A TLB that does not flush asks for a reset, too: evergreen_tlb_reset.c.
 *
 * If the card does not come back (or reads as all ones, which means that it left
 * the bus), it is declared dead: it may not use the bus any more, for nobody knows what
 * its engines still do, everything pending fails with -ENODEV and every ioctl returns
 * at once from then on. There is no way back but to bind the driver
 * again, which user space is told by the uevent WEDGED=rebind on kernels that have
 * it. A reset that helped is announced by WEDGED=none, and a core dump is made.
 *
 * Context: the handlers of all rings run on one ordered workqueue. They are in
 * the path that signals fences, so they allocate nothing that could wait; what
 * user space is told is written by another worker.
 */
#include <linux/workqueue.h>

#include <drm/drm_managed.h>

#include "evergreen_client.h"
#include "evergreen_coredump.h"
#include "evergreen_dead.h"
#include "evergreen_hang.h"
#include "evergreen_job.h"
#include "evergreen_move_rescue.h"
#include "evergreen_replay.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"
#include "evergreen_soft_reset.h"
#include "evergreen_trace.h"
#include "evergreen_trial.h"

/* ---- the reset ---- */

static const char *convict(struct evergreen_job *job)
{
	if (job->client) {
		atomic_inc(&job->client->guilty);
		evergreen_fence_fail(job->ring, &job->fence, -ETIME);
		return "its client is banned";
	}
	job->hopeless = job->retried;
	if (job->hopeless)
		return "given up";
	job->retried = true;
	return "tried again";
}

/* For the report that follows. */
static void keep_dump(struct evergreen_device *edev, struct evergreen_coredump *dump)
{
	if (dump && cmpxchg(&edev->reset.coredump, NULL, dump))
		evergreen_coredump_free(dump);
}

/**
 * evergreen_reset_report() - tell user space that a reset has helped, or that the card is dead
 * @edev: the card
 *
 * Context: any; a worker does the rest.
 */
void evergreen_reset_report(struct evergreen_device *edev)
{
	schedule_work(&edev->reset.report);
}

/**
 * evergreen_reset_give_up() - no reset helps: declare the card dead, and tell user space
 * @edev: the card, its schedulers stopped
 *
 * Context: that of evergreen_move_rescue().
 */
void evergreen_reset_give_up(struct evergreen_device *edev)
{
	evergreen_move_rescue_all(edev);
	evergreen_device_dead(edev, "no reset revives it");
}

/* False: it has ended after all, while the core dump was made. */
static bool recover(struct evergreen_job *culprit)
{
	u64 age = evergreen_hang_age(culprit);
	struct evergreen_coredump *dump = evergreen_coredump_capture(culprit);
	struct evergreen_ring *hung = culprit->ring;
	struct evergreen_device *edev = hung->edev;
	const char *verdict;
	char outcome[EVERGREEN_DUMP_OUTCOME];
	u32 replayed;
	int level;

	if (!evergreen_job_running(culprit)) {
		evergreen_coredump_free(dump);
		return false;
	}
	verdict = convict(culprit);
	evergreen_jobs_cancel(edev);
	level = evergreen_soft_reset(edev, EVERGREEN_RESET_ENGINE);
	trace_evergreen_reset(hung->name, culprit->fence.base.seqno, level);
	if (level < 0) {
		snprintf(outcome, sizeof(outcome), "no reset helps, the card is dead");
	} else {
		atomic_inc(&edev->reset.counter);
		replayed = evergreen_jobs_replay(edev);
		snprintf(outcome, sizeof(outcome), "reset of the %s, %s, %u others run again",
			 evergreen_reset_level_name(level), verdict, replayed);
	}
	drm_err(&edev->drm, "ring %s: job %llu of %s[%d] hangs for %llu ms: %s\n", hung->name,
		culprit->fence.base.seqno, culprit->comm, culprit->pid, age, outcome);
	evergreen_coredump_outcome(dump, outcome);
	keep_dump(edev, dump);
	if (level < 0)
		evergreen_reset_give_up(edev);
	/* Who has declared the card dead meanwhile has reported that without the dump. */
	if (level >= 0 || READ_ONCE(edev->reset.coredump))
		evergreen_reset_report(edev);
	return true;
}

/* Each job that a ring was at, or the one that was taken for the culprit, has ended by itself. */
static void acquit(struct evergreen_job *overdue)
{
	struct evergreen_device *edev = overdue->ring->edev;
	u32 replayed;

	atomic_inc(&edev->reset.counter);
	/* A job whose ring is lost has an error after that. */
	replayed = evergreen_jobs_replay(edev);
	drm_err(&edev->drm, "ring %s: job %llu did not end beside those of other rings: reset, %s, %u others run again\n",
		overdue->ring->name, overdue->fence.base.seqno,
		overdue->fence.base.error ? "its ring is lost" : "each ends alone", replayed);
	evergreen_reset_report(edev);
}

/* With a reference to its fence; NULL if no job hangs. @tried: a trial has emptied the rings. */
static struct evergreen_job *find_culprit(struct evergreen_job *overdue, bool *tried)
{
	struct evergreen_device *edev = overdue->ring->edev;
	int level = -1;

	if (evergreen_trial_needed(overdue)) {
		level = evergreen_soft_reset(edev, EVERGREEN_RESET_ENGINE);
		trace_evergreen_reset(overdue->ring->name, overdue->fence.base.seqno, level);
		/* It may have cost the job its ring: nobody is left to convict, and nothing runs. */
		if (level < 0 && !evergreen_job_running(overdue)) {
			evergreen_reset_give_up(edev);
			return NULL;
		}
	}
	*tried = level >= 0;
	if (*tried)
		return evergreen_trial(overdue);
	dma_fence_get(&overdue->fence.base);
	return overdue;
}

/**
 * evergreen_reset_resolve() - deal with a job that is overdue
 * @overdue: the job, with a reference to its fence; the schedulers are stopped
 *
 * See &evergreen_reset_ops.resolve.
 */
void evergreen_reset_resolve(struct evergreen_job *overdue)
{
	struct evergreen_device *edev = overdue->ring->edev;
	struct evergreen_job *culprit;
	bool recovered, tried = false;

	evergreen_rings_settle(edev, overdue->ring);
	if (!evergreen_job_running(overdue))
		return;
	/* Jobs that are not on their rings meanwhile may look overdue. */
	WRITE_ONCE(edev->reset.resolving, true);
	culprit = find_culprit(overdue, &tried);
	recovered = culprit && recover(culprit);
	if (culprit)
		dma_fence_put(&culprit->fence.base);
	if (!recovered && tried && !READ_ONCE(edev->dead))
		acquit(overdue);
	WRITE_ONCE(edev->reset.resolving, false);
}

static void handle_hang(struct evergreen_device *edev, struct evergreen_job *job)
{
	struct evergreen_job *overdue = evergreen_hang_overdue_job(edev);

	if (overdue) {
		evergreen_reset_resolve(overdue);
		dma_fence_put(&overdue->fence.base);
	} else if (!evergreen_job_running(job)) {
		drm_warn(&edev->drm, "ring %s: the interrupt of a finished job got lost\n",
			 job->ring->name);
	}
}

/**
 * evergreen_reset_timedout() - handle the timeout of a ring
 * @sched_job: a job of that ring
 *
 * See &evergreen_reset_ops.timedout.
 *
 * Return: whether the card is still there.
 */
enum drm_gpu_sched_stat evergreen_reset_timedout(struct drm_sched_job *sched_job)
{
	struct evergreen_job *job = to_evergreen_job(sched_job);
	struct evergreen_device *edev = job->ring->edev;
	bool here;
	int idx;

	evergreen_fence_process_all(edev);
	evergreen_scheds_stop(edev, sched_job);

	here = drm_dev_enter(&edev->drm, &idx);
	if (here && !READ_ONCE(edev->dead))
		handle_hang(edev, job);
	else
		evergreen_device_dead(edev, "a job hangs while the driver leaves");
	if (here)
		drm_dev_exit(idx);

	evergreen_scheds_start(edev);
	return READ_ONCE(edev->dead) ? DRM_GPU_SCHED_STAT_ENODEV :
				       DRM_GPU_SCHED_STAT_RESET;
}

/* ---- on request ---- */

struct evergreen_reset_work {
	struct work_struct work;
	struct evergreen_device *edev;
	void (*run)(struct evergreen_device *edev);
};

static void reset_run(struct work_struct *work)
{
	struct evergreen_reset_work *call = container_of(work, struct evergreen_reset_work, work);

	call->run(call->edev);
}

/**
 * evergreen_reset_call() - do something between resets, with none until it is done
 * @edev: the card
 * @run: what to do, on evergreen_reset.wq; allocates nothing
 *
 * Context: sleeps until it is done; not on that workqueue. No lock is held that jobs need
 * on their way to their end.
 */
void evergreen_reset_call(struct evergreen_device *edev,
			  void (*run)(struct evergreen_device *edev))
{
	struct evergreen_reset_work call = { .edev = edev, .run = run };

	INIT_WORK_ONSTACK(&call.work, reset_run);
	queue_work(edev->reset.wq, &call.work);
	flush_work(&call.work);
	destroy_work_on_stack(&call.work);
}

static void reset_rings_now(struct evergreen_device *edev)
{
	if (READ_ONCE(edev->dead))
		return;
	evergreen_scheds_stop(edev, NULL);
	if (evergreen_soft_reset(edev, EVERGREEN_RESET_ENGINE) < 0)
		evergreen_reset_give_up(edev);
	else
		evergreen_jobs_replay(edev);
	evergreen_scheds_start(edev);
}

/**
 * evergreen_reset_rings() - start all rings anew that are not given up
 * @edev: the card, with schedulers
 *
 * Context: that of evergreen_reset_call().
 *
 * Return: 0, or -EIO if the card is dead.
 */
int evergreen_reset_rings(struct evergreen_device *edev)
{
	evergreen_reset_call(edev, reset_rings_now);
	return READ_ONCE(edev->dead) ? -EIO : 0;
}

/* ---- the end ---- */

/**
 * evergreen_reset_fail_all() - the card is dead: fail what is on its rings
 * @edev: the card
 * @first: it was not dead before
 *
 * See &evergreen_reset_ops.dead.
 */
void evergreen_reset_fail_all(struct evergreen_device *edev, bool first)
{
	struct evergreen_ring *ring;

	if (first)
		evergreen_reset_report(edev);
	evergreen_for_each_ring(ring, edev)
		evergreen_fence_fail_all(ring, -ENODEV);
}

/* Runs in a worker because it may allocate memory. */
static void report_worker(struct work_struct *work)
{
	struct evergreen_device *edev =
		container_of(work, struct evergreen_device, reset.report);
	struct evergreen_coredump *dump = READ_ONCE(edev->reset.coredump);
	struct drm_wedge_task_info task = { .pid = -1 };
	unsigned long method = READ_ONCE(edev->dead) ? DRM_WEDGE_RECOVERY_REBIND :
						       DRM_WEDGE_RECOVERY_NONE;
	int idx;

	if (dump) {
		evergreen_coredump_task(dump, &task);
		evergreen_coredump_publish(dump);
		WRITE_ONCE(edev->reset.coredump, NULL);
	}
	if (!drm_dev_enter(&edev->drm, &idx))
		return;
	drm_dev_wedged_event(&edev->drm, method, dump ? &task : NULL);
	drm_dev_exit(idx);
}

static void reset_release(struct drm_device *drm, void *arg)
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
	atomic_set(&edev->reset.counter, 0);
	INIT_WORK(&edev->reset.report, report_worker);

	edev->reset.wq = alloc_ordered_workqueue("evergreen-reset", WQ_MEM_RECLAIM);
	if (!edev->reset.wq)
		return -ENOMEM;
	return drmm_add_action_or_reset(&edev->drm, reset_release,
					edev->reset.wq);
}

/**
 * evergreen_reset_fini() - wait until user space has been told everything
 * @edev: the card, drained
 */
void evergreen_reset_fini(struct evergreen_device *edev)
{
	/* A timeout handler may still start the schedulers when its last job is gone. */
	flush_workqueue(edev->reset.wq);
	flush_work(&edev->reset.report);
}

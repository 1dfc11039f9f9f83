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
 * innocent jobs are put on the rings again, in the order in which they were put
 * there first over all rings, with their fences and fence values unchanged. Memory
 * is not touched by a reset, so their streams are still where they were. Running a
 * job twice is what can happen to an innocent one that had already begun; as far
 * as it depends on memory that it also changes, it may compute something else. The
 * alternative, to fail everybody's work, was rejected.
 *
 * A job whose fence value has arrived, but not its interrupt, did not hang: it is
 * completed and nothing is reset.
 *
 * A TLB that does not flush asks for a reset, too, of the chip, for nothing less resets the TLBs.
 * Nobody is guilty, but whose job does not let a process take its memory back
 * (evergreen_userptr.c); what is on the rings gets a moment to end, and the rest runs again. The
 * pages that the card had to forget are not given to anybody until then, because whoever wants to
 * give them away waits.
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
#include <linux/delay.h>
#include <linux/list_sort.h>
#include <linux/workqueue.h>

#include <drm/drm_managed.h>

#include "cayman_vm.h"
#include "evergreen_client.h"
#include "evergreen_coredump.h"
#include "evergreen_dead.h"
#include "evergreen_gart.h"
#include "evergreen_hang.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"
#include "evergreen_sched.h"
#include "evergreen_soft_reset.h"
#include "evergreen_trace.h"
#include "evergreen_trial.h"
#include "evergreen_userptr.h"

/* What does not depend on the job that hangs may end meanwhile. */
#define EVERGREEN_SETTLE	(HZ / 10)
#define EVERGREEN_SETTLE_MAX	HZ

static void stop_schedulers(struct evergreen_device *edev,
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

static void start_schedulers(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev) {
		adopt(ring);
		drm_sched_start(&ring->sched, 0);
	}
}

/* ---- the others ---- */

/* Fences that have signalled on all rings but one; *busy: some have not. */
static u64 progress(struct evergreen_device *edev, struct evergreen_ring *except,
		    bool *busy)
{
	struct evergreen_ring *ring;
	u64 sum = 0;

	*busy = false;
	evergreen_for_each_ring(ring, edev) {
		evergreen_fence_process(ring);
		if (ring == except)
			continue;
		sum += READ_ONCE(ring->fences.signalled);
		*busy |= !list_empty(&ring->fences.pending);
	}
	return sum;
}

static void settle(struct evergreen_device *edev, struct evergreen_ring *except)
{
	unsigned long start = jiffies, moved = start;
	u64 now, seen;
	bool busy;

	seen = progress(edev, except, &busy);
	while (busy && time_before(jiffies, moved + EVERGREEN_SETTLE) &&
	       time_before(jiffies, start + EVERGREEN_SETTLE_MAX)) {
		usleep_range(1000, 2000);
		now = progress(edev, except, &busy);
		if (now != seen)
			moved = jiffies;
		seen = now;
	}
}

/* Everything that a banned client has on any ring. */
static void cancel(struct evergreen_ring *ring)
{
	struct drm_sched_job *sched_job;

	drm_sched_for_each_pending_job(sched_job, &ring->sched, NULL) {
		struct evergreen_job *job = to_evergreen_job(sched_job);

		if (job->fence_live && job->client && evergreen_client_banned(job->client))
			evergreen_fence_fail(ring, &job->fence, -ECANCELED);
	}
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

/* Returns how many jobs run again. */
static u32 replay_jobs(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	struct evergreen_job *job;
	LIST_HEAD(jobs);
	u32 n = 0;

	/* One may have ended while the rings were stopped, whose interrupt is lost. */
	evergreen_for_each_ring(ring, edev)
		evergreen_fence_process(ring);
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

static void report(struct evergreen_device *edev, struct evergreen_coredump *dump)
{
	if (dump && cmpxchg(&edev->reset.coredump, NULL, dump))
		evergreen_coredump_free(dump);
	schedule_work(&edev->reset.report);
}

static void give_up(struct evergreen_device *edev)
{
	evergreen_move_rescue_all(edev);
	evergreen_device_dead(edev, "no reset revives it");
}

static void recover(struct evergreen_job *culprit)
{
	struct evergreen_coredump *dump = evergreen_coredump_capture(culprit);
	struct evergreen_ring *ring, *hung = culprit->ring;
	struct evergreen_device *edev = hung->edev;
	u64 age = evergreen_hang_age(culprit);
	const char *verdict = convict(culprit);
	char outcome[96];
	u32 replayed;
	int level;

	evergreen_for_each_ring(ring, edev)
		cancel(ring);
	level = evergreen_soft_reset(edev, EVERGREEN_RESET_ENGINE);
	trace_evergreen_reset(hung->name, culprit->fence.base.seqno, level);
	if (level < 0) {
		snprintf(outcome, sizeof(outcome), "no reset helps, the card is dead");
	} else {
		atomic_inc(&edev->reset.counter);
		replayed = replay_jobs(edev);
		snprintf(outcome, sizeof(outcome), "reset of the %s, %s, %u others run again",
			 evergreen_reset_level_name(level), verdict, replayed);
	}
	drm_err(&edev->drm, "ring %s: job %llu of %s[%d] hangs for %llu ms: %s\n", hung->name,
		culprit->fence.base.seqno, culprit->comm, culprit->pid, age, outcome);
	evergreen_coredump_outcome(dump, outcome);
	report(edev, dump);
	if (level < 0)
		give_up(edev);
}

/* Each job that a ring was at has ended by itself. */
static void acquit(struct evergreen_job *overdue)
{
	struct evergreen_device *edev = overdue->ring->edev;
	u32 replayed;

	atomic_inc(&edev->reset.counter);
	/* A job whose ring is lost has an error after that. */
	replayed = replay_jobs(edev);
	drm_err(&edev->drm, "ring %s: job %llu did not end beside those of other rings: reset, %s, %u others run again\n",
		overdue->ring->name, overdue->fence.base.seqno,
		overdue->fence.base.error ? "its ring is lost" : "each ends alone", replayed);
	report(edev, NULL);
}

/* With a reference to its fence; NULL if none does. */
static struct evergreen_job *find_culprit(struct evergreen_job *overdue)
{
	int level = -1;

	if (evergreen_trial_needed(overdue)) {
		level = evergreen_soft_reset(overdue->ring->edev, EVERGREEN_RESET_ENGINE);
		trace_evergreen_reset(overdue->ring->name, overdue->fence.base.seqno, level);
	}
	if (level >= 0)
		return evergreen_trial(overdue);
	dma_fence_get(&overdue->fence.base);
	return overdue;
}

static void resolve(struct evergreen_job *overdue)
{
	struct evergreen_device *edev = overdue->ring->edev;
	struct evergreen_job *culprit;

	settle(edev, overdue->ring);
	if (!evergreen_job_running(overdue))
		return;
	/* Jobs that are not on their rings meanwhile may look overdue. */
	WRITE_ONCE(edev->reset.resolving, true);
	culprit = find_culprit(overdue);
	if (culprit) {
		recover(culprit);
		dma_fence_put(&culprit->fence.base);
	} else if (!READ_ONCE(edev->dead)) {
		acquit(overdue);
	}
	WRITE_ONCE(edev->reset.resolving, false);
}

static void handle_hang(struct evergreen_device *edev, struct evergreen_job *job)
{
	struct evergreen_job *overdue = evergreen_hang_overdue_job(edev);

	if (overdue) {
		resolve(overdue);
		dma_fence_put(&overdue->fence.base);
	} else if (!evergreen_job_running(job)) {
		drm_warn(&edev->drm, "ring %s: the interrupt of a finished job got lost\n",
			 job->ring->name);
	}
}

static enum drm_gpu_sched_stat timedout(struct drm_sched_job *sched_job)
{
	struct evergreen_job *job = to_evergreen_job(sched_job);
	struct evergreen_device *edev = job->ring->edev;
	struct evergreen_ring *ring;
	bool here;
	int idx;

	evergreen_for_each_ring(ring, edev)
		evergreen_fence_process(ring);
	stop_schedulers(edev, sched_job);

	here = drm_dev_enter(&edev->drm, &idx);
	if (here && !READ_ONCE(edev->dead))
		handle_hang(edev, job);
	else
		evergreen_device_dead(edev, "a job hangs while the driver leaves");
	if (here)
		drm_dev_exit(idx);

	start_schedulers(edev);
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

static void recover_tlb(struct evergreen_device *edev)
{
	u32 replayed;
	int level;

	settle(edev, NULL);
	level = evergreen_soft_reset(edev, EVERGREEN_RESET_CHIP);
	trace_evergreen_reset("none", 0, level);
	if (level < 0) {
		give_up(edev);
		return;
	}
	atomic_inc(&edev->reset.counter);
	replayed = replay_jobs(edev);
	drm_err(&edev->drm, "the TLB does not flush: reset of the %s, %u jobs run again\n",
		evergreen_reset_level_name(level), replayed);
	report(edev, NULL);
}

/* It was on its ring when a process's pages were hidden, and the process has waited in vain. */
static bool has_outlived(struct evergreen_job *job)
{
	return job->vm && evergreen_job_running(job) &&
	       job->emitted_last <= READ_ONCE(job->vm->outlived);
}

/* Of these, the one that its ring has been at for as long. */
static void convict_outlived(struct evergreen_job *job)
{
	struct evergreen_ring *ring = job->ring;

	if (evergreen_hang_waits(job) || evergreen_hang_age(job) < EVERGREEN_USERPTR_MS)
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
	evergreen_for_each_ring(ring, edev)
		cancel(ring);
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
		stop_schedulers(edev, NULL);
		if (!of_jobs || convict_all_outlived(edev))
			recover_tlb(edev);
		start_schedulers(edev);
	} else {
		evergreen_device_dead(edev, "its TLB does not flush at the start");
	}
	drm_dev_exit(idx);
}

static void forget_now(struct evergreen_device *edev)
{
	clear_tlbs(edev, true);
}

static void forget(struct evergreen_device *edev)
{
	evergreen_reset_call(edev, forget_now);
}

/* Another request may have been served meanwhile. */
static void reset_tlb_now(struct evergreen_device *edev)
{
	if (!READ_ONCE(edev->suspended) && evergreen_gart_try_flush(edev))
		clear_tlbs(edev, false);
}

static int reset_tlb(struct evergreen_device *edev)
{
	if (!READ_ONCE(edev->dead))
		evergreen_reset_call(edev, reset_tlb_now);
	return READ_ONCE(edev->dead) ? -EIO : 0;
}

static void reset_rings_now(struct evergreen_device *edev)
{
	if (READ_ONCE(edev->dead))
		return;
	stop_schedulers(edev, NULL);
	if (evergreen_soft_reset(edev, EVERGREEN_RESET_ENGINE) < 0)
		give_up(edev);
	else
		replay_jobs(edev);
	start_schedulers(edev);
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

/* ---- sleep ---- */

/* Of the time that a job may take: without a timeout of the user's, and at most. In ms. */
#define EVERGREEN_HOLD_MS	10000u
#define EVERGREEN_HOLD_MAX_MS	60000u

static void hold_hang(struct evergreen_device *edev, struct evergreen_job *overdue)
{
	stop_schedulers(edev, NULL);
	resolve(overdue);
	start_schedulers(edev);
}

static void pause_schedulers(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev) {
		drm_sched_wqueue_stop(&ring->sched);
		drm_sched_suspend_timeout(&ring->sched);
	}
}

/**
 * evergreen_jobs_hold_ms() - how long a sleep waits for jobs that are on rings
 * @edev: the card
 *
 * One that hangs is reset, which may take a trial besides: three times the time that a job
 * may take.
 *
 * Return: milliseconds; at most three minutes.
 */
u32 evergreen_jobs_hold_ms(const struct evergreen_device *edev)
{
	return 3 * min(edev->lockup_timeout_ms ?: EVERGREEN_HOLD_MS, EVERGREEN_HOLD_MAX_MS);
}

/**
 * evergreen_jobs_hold() - put no more jobs on rings and see to the end of those there
 * @edev: the card; evergreen_jobs_go_on() has to follow
 *
 * A job that hangs is reset. One that does not end in evergreen_jobs_hold_ms() stays pending.
 *
 * Context: on evergreen_reset.wq.
 */
void evergreen_jobs_hold(struct evergreen_device *edev)
{
	unsigned long end = jiffies + msecs_to_jiffies(evergreen_jobs_hold_ms(edev));
	struct evergreen_job *overdue;
	bool busy;

	/* From now on hangs are looked for here. */
	WRITE_ONCE(edev->suspended, true);
	pause_schedulers(edev);
	progress(edev, NULL, &busy);
	while (busy && !READ_ONCE(edev->dead) && time_before(jiffies, end)) {
		usleep_range(1000, 2000);
		overdue = evergreen_hang_overdue_job(edev);
		if (overdue) {
			hold_hang(edev, overdue);
			dma_fence_put(&overdue->fence.base);
			pause_schedulers(edev);
		}
		progress(edev, NULL, &busy);
	}
	/* The search for hangs may have started a timeout just before. */
	pause_schedulers(edev);
}

/**
 * evergreen_jobs_go_on() - the opposite of evergreen_jobs_hold()
 * @edev: the card, its rings started and empty; or dead
 *
 * Context: on evergreen_reset.wq.
 */
void evergreen_jobs_go_on(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	WRITE_ONCE(edev->suspended, false);
	if (!READ_ONCE(edev->dead))
		replay_jobs(edev);
	evergreen_for_each_ring(ring, edev) {
		drm_sched_resume_timeout(&ring->sched, ring->sched.timeout);
		drm_sched_wqueue_start(&ring->sched);
	}
}

/* ---- the end ---- */

static void fail_everything(struct evergreen_device *edev, bool first)
{
	struct evergreen_ring *ring;

	if (first)
		schedule_work(&edev->reset.report);
	evergreen_for_each_ring(ring, edev)
		evergreen_fence_fail_all(ring, -ENODEV);
}

static const struct evergreen_reset_ops reset_ops = {
	.timedout = timedout,
	.tlb = reset_tlb,
	.forget = forget,
	.dead = fail_everything,
};

/* Where memory may be waited for. */
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
	edev->reset.ops = &reset_ops;
	atomic_set(&edev->reset.counter, 0);
	atomic_set(&edev->jobs.pending, 0);
	init_waitqueue_head(&edev->jobs.idle);
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

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Holding jobs
 *
 * Before the card sleeps, or changes its clocks, no job is on a ring any more. Jobs that wait
 * in queues stay there. Those that are on rings come to their end first; as the timers that look
 * for hangs are off, this is done here meanwhile, and a job that hangs is reset as usual
 * (evergreen_reset.c). What has not ended when the time is over stays pending, and is put on its
 * ring again afterwards.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>

#include "evergreen_device.h"
#include "evergreen_hang.h"
#include "evergreen_hold.h"
#include "evergreen_job.h"
#include "evergreen_replay.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"

/* Job timeout assumed when the user has set none, and upper limit. In ms. */
#define EVERGREEN_HOLD_MS	10000u
#define EVERGREEN_HOLD_MAX_MS	60000u

static void hold_hang(struct evergreen_device *edev, struct evergreen_job *overdue)
{
	evergreen_scheds_stop(edev, NULL);
	edev->reset.ops->resolve(overdue);
	evergreen_scheds_start(edev);
}

/*
 * A timeout that has been asked for is called off; the ring's search for hangs asks for it again.
 * Not by drm_sched_suspend_timeout(): that has the timer end LONG_MAX jiffies from now, which is at
 * once for a CPU whose timers are a tick behind.
 */
static void pause_schedulers(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev) {
		drm_sched_wqueue_stop(&ring->sched);
		cancel_delayed_work(&ring->sched.work_tdr);
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

	/* From now on hangs are looked for here. */
	WRITE_ONCE(edev->suspended, true);
	pause_schedulers(edev);
	while (evergreen_rings_busy(edev, NULL) && !READ_ONCE(edev->dead) &&
	       time_before(jiffies, end)) {
		usleep_range(1000, 2000);
		overdue = evergreen_hang_overdue_job(edev);
		if (overdue) {
			hold_hang(edev, overdue);
			dma_fence_put(&overdue->fence.base);
			pause_schedulers(edev);
		}
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
		evergreen_jobs_replay(edev);
	evergreen_for_each_ring(ring, edev)
		drm_sched_wqueue_start(&ring->sched);
}

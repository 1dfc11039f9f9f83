// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: heat
 *
 * A card in its performance state is looked at once a second. Above the temperature up to
 * which that state is for, the card goes to lower clocks, and comes back when it is ten
 * degrees cooler. For that work is held as for a sleep (evergreen_pm.c): processes that touch
 * VRAM wait, and jobs that are on rings come to their end first.
 */
#include <linux/units.h>
#include <linux/workqueue.h>

#include "evergreen_clocks.h"
#include "evergreen_dead.h"
#include "evergreen_device.h"
#include "evergreen_heat.h"
#include "evergreen_hold.h"
#include "evergreen_memory_hold.h"
#include "evergreen_mmio.h"
#include "evergreen_reset.h"
#include "evergreen_sensors.h"
#include "evergreen_soft_reset.h"

#define WATCH_MS	1000

/**
 * evergreen_heat_follow() - go to the clocks that the temperature allows
 * @edev: the card, its engines off
 *
 * Processes and the driver itself do not touch VRAM meanwhile.
 *
 * Context: evergreen_reset.wq; allocates nothing.
 *
 * Return: 0 or the error of evergreen_clocks_follow().
 */
int evergreen_heat_follow(struct evergreen_device *edev)
{
	int ret;

	evergreen_memory_hold(edev);
	ret = evergreen_clocks_follow(edev);
	evergreen_memory_release(edev);
	return ret;
}

/* On evergreen_reset.wq. */
static void follow_heat(struct evergreen_device *edev)
{
	if (READ_ONCE(edev->dead))
		return;
	if (evergreen_device_hold(edev) &&
	    (evergreen_heat_follow(edev) || evergreen_soft_reset_restore(edev)))
		evergreen_device_dead(edev, "it does not work any more at other clocks");
	evergreen_jobs_go_on(edev);
}

static void watch(struct work_struct *work)
{
	struct evergreen_clocks *clocks =
		container_of(to_delayed_work(work), struct evergreen_clocks, watch);
	struct evergreen_device *edev = container_of(clocks, struct evergreen_device, clocks);
	bool hot;

	if (READ_ONCE(edev->dead) || evergreen_gone(edev))
		return;
	hot = evergreen_clocks_too_hot(edev);
	if (hot != clocks->hot)
		drm_notice(&edev->drm, "%d degrees: %s\n",
			   evergreen_temperature(edev) / (int)MILLIDEGREE_PER_DEGREE,
			   hot ? "too hot for full clocks" : "full clocks again");
	/* Full clocks can wait for the next time that it cools down. */
	if (hot != clocks->hot || (hot && clocks->late)) {
		clocks->hot = hot;
		evergreen_reset_call(edev, follow_heat);
	}
	queue_delayed_work(system_freezable_wq, &clocks->watch, msecs_to_jiffies(WATCH_MS));
}

/**
 * evergreen_heat_watch() - begin to look at the temperature
 * @edev: the card, up
 *
 * Return: 0.
 */
int evergreen_heat_watch(struct evergreen_device *edev)
{
	struct evergreen_clocks *clocks = &edev->clocks;

	INIT_DELAYED_WORK(&clocks->watch, watch);
	if (evergreen_clocks_can_cool(edev))
		queue_delayed_work(system_freezable_wq, &clocks->watch,
				   msecs_to_jiffies(WATCH_MS));
	else if (clocks->commands)
		drm_dbg(&edev->drm, "the VBIOS names no clocks for when it is too hot\n");
	return 0;
}

/**
 * evergreen_heat_unwatch() - look no more
 * @edev: the card
 */
void evergreen_heat_unwatch(struct evergreen_device *edev)
{
	cancel_delayed_work_sync(&edev->clocks.watch);
}

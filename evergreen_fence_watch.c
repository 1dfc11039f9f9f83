// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Looking after fences
 *
 * An interrupt can get lost. While fences are pending, a timer looks at the write-back page
 * five times a second; a job whose interrupt vanished is late by no more than
 * that, and those after it are not, for the timer reads the interrupt ring as
 * well. The timer also notices a card that has left the bus, and a job that is overdue
 * (evergreen_hang.c). Nothing is armed when the ring is idle.
 */
#include <linux/jiffies.h>
#include <linux/timer.h>

#include "evergreen_dead.h"
#include "evergreen_device.h"
#include "evergreen_fence.h"
#include "evergreen_fence_watch.h"
#include "evergreen_hang.h"
#include "evergreen_irq.h"
#include "evergreen_mmio.h"
#include "evergreen_ring.h"

#define WATCH_PERIOD	(HZ / 5)

/*
 * Nothing has moved for a while: does the card still answer at all? A job may have been
 * put on a ring just when the card was declared dead, with all that was there.
 */
static void check_card(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;

	if (READ_ONCE(edev->dead))
		evergreen_fence_fail_all(ring, -ENODEV);
	else if (evergreen_gone(edev))
		evergreen_device_dead(edev, "it does not answer any more");
}

static void watch(struct timer_list *timer)
{
	struct evergreen_ring *ring = timer_container_of(ring, timer, fence_watch);
	bool more;
	u32 found = evergreen_fence_recover(ring, &more);

	if (found) {
		drm_dbg(&ring->edev->drm, "ring %s: %u fences without an interrupt\n",
			ring->name, found);
		evergreen_irq_poll(ring->edev);
	} else if (more) {
		check_card(ring);
	}
	if (more) {
		evergreen_hang_watch(ring);
		mod_timer(timer, jiffies + WATCH_PERIOD);
	}
}

/**
 * evergreen_fence_watch_init() - be ready to look after a ring's fences
 * @ring: the ring, before anything is emitted on it
 */
void evergreen_fence_watch_init(struct evergreen_ring *ring)
{
	timer_setup(&ring->fence_watch, watch, 0);
}

/**
 * evergreen_fence_watch_fini() - look after a ring's fences no more
 * @ring: the ring, drained
 */
void evergreen_fence_watch_fini(struct evergreen_ring *ring)
{
	timer_shutdown_sync(&ring->fence_watch);
}

/**
 * evergreen_fence_watch_start() - look after a ring's fences until none is pending
 * @ring: the ring, with one just emitted
 */
void evergreen_fence_watch_start(struct evergreen_ring *ring)
{
	if (!timer_pending(&ring->fence_watch))
		mod_timer(&ring->fence_watch, jiffies + WATCH_PERIOD);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Room that busy buffers take
 *
 * A buffer in VRAM leaves by a copy of the card's, which nobody waits for. One in GTT leaves
 * by the CPU, once it is idle; so do those that have been freed, wherever they are, and all
 * if no engine copies. TTM waits for each such buffer that is in the way, 15 seconds at most,
 * and then goes on to the next: a client with a thousand of them behind its own queue would
 * hold up everybody who needs room, with all that these have locked.
 *
 * So who makes room waits for a limited time for all of them together. On the first try that
 * is EVERGREEN_ROOM_BRIEFLY. Busy buffers are left where they are after that, and idle ones
 * go, whatever their place in TTM's order. If there is no room then, the second try waits for
 * EVERGREEN_ROOM_PATIENCE.
 *
 * TTM passes over what somebody else has locked: its own worker that is about to free a buffer,
 * or another submission. So if nothing busy was in the way and there is no room all the same, it
 * is tried a few times more.
 *
 * TTM does not say on whose behalf it asks (&ttm_device_funcs.eviction_valuable), so the
 * tasks that make room are in a list. For the kernel, and for other drivers, which are short
 * of system memory, nobody waits.
 *
 * Locking: the list, &evergreen_rooms.lock. An entry is its task's own.
 */
#include <linux/delay.h>
#include <linux/dma-resv.h>
#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include <linux/time64.h>

#include <drm/ttm/ttm_bo.h>
#include <drm/ttm/ttm_placement.h>
#include <drm/ttm/ttm_resource.h>

#include "evergreen_device.h"
#include "evergreen_room.h"

/*
 * Somebody else may have locked what is in the way, and TTM passes over that: so many more tries,
 * each after so many microseconds.
 */
#define LOCKED_TRIES	3
#define LOCKED_US	(10 * USEC_PER_MSEC)

/**
 * evergreen_rooms_init() - nobody makes room yet
 * @edev: the card
 */
void evergreen_rooms_init(struct evergreen_device *edev)
{
	struct evergreen_rooms *rooms = &edev->mman.rooms;

	INIT_LIST_HEAD(&rooms->list);
	spin_lock_init(&rooms->lock);
}

static struct evergreen_room *current_room(struct evergreen_device *edev)
{
	struct evergreen_room *room, *found = NULL;

	spin_lock(&edev->mman.rooms.lock);
	list_for_each_entry(room, &edev->mman.rooms.list, link)
		if (room->task == current)
			found = room;
	spin_unlock(&edev->mman.rooms.lock);
	return found;
}

static bool is_in(const struct ttm_buffer_object *tbo, u32 mem_type)
{
	return tbo->resource && tbo->resource->mem_type == mem_type;
}

/* Busy or not; what is in system memory already is in nobody's way but the kernel's. */
static bool leaves_at_once(struct evergreen_device *edev, const struct ttm_buffer_object *tbo)
{
	return !tbo->deleted && !is_in(tbo, TTM_PL_TT) &&
	       (!is_in(tbo, TTM_PL_VRAM) || READ_ONCE(edev->mman.moves.ring));
}

/* Returns false, for the buffer. */
static bool refuse(struct evergreen_room *room, struct ttm_buffer_object *tbo)
{
	/* A signal is for all that comes. */
	room->until = jiffies;
	room->refused = true;
	room->gtt_full |= is_in(tbo, TTM_PL_TT);
	return false;
}

static bool gets_idle(struct evergreen_room *room, struct ttm_buffer_object *tbo)
{
	long left = (long)(room->until - jiffies);

	if (left > 0)
		left = dma_resv_wait_timeout(tbo->base.resv, DMA_RESV_USAGE_BOOKKEEP,
					     room->interruptible, left);
	return left > 0 || refuse(room, tbo);
}

/**
 * evergreen_room_may_go() - tell whether a buffer may be moved out of the way, or freed
 * @edev: the card
 * @tbo: the buffer, reserved
 *
 * Waits until it is idle if that has to be, for as long as the task has time left.
 *
 * Context: process.
 * Return: false if it stays.
 */
bool evergreen_room_may_go(struct evergreen_device *edev, struct ttm_buffer_object *tbo)
{
	struct evergreen_room *room;

	/* It would go to GTT, and TTM would complain of each that finds no place there. */
	if (leaves_at_once(edev, tbo)) {
		room = is_in(tbo, TTM_PL_VRAM) ? current_room(edev) : NULL;
		return !room || !room->gtt_full;
	}
	if (dma_resv_test_signaled(tbo->base.resv, DMA_RESV_USAGE_BOOKKEEP))
		return true;
	room = current_room(edev);
	return room && gets_idle(room, tbo);
}

/**
 * evergreen_room_is_over() - tell whether nobody waits for a buffer any more
 * @edev: the card
 * @tbo: the buffer, reserved, which stays then
 *
 * Return: true if this task makes room, and has no time left.
 */
bool evergreen_room_is_over(struct evergreen_device *edev, struct ttm_buffer_object *tbo)
{
	struct evergreen_room *room = current_room(edev);

	return room && time_after_eq(jiffies, room->until) && !refuse(room, tbo);
}

/**
 * evergreen_room_begin() - this task makes room from now on
 * @room: to be kept until evergreen_room_again() says no, or evergreen_room_end()
 * @edev: the card
 * @patience: how long it waits for busy buffers, in jiffies
 * @interruptible: whether signals end that
 *
 * What needs the room comes between this and evergreen_room_again(), as the body of a loop, or
 * evergreen_room_end() if it is tried once.
 */
void evergreen_room_begin(struct evergreen_room *room, struct evergreen_device *edev,
			  unsigned long patience, bool interruptible)
{
	*room = (struct evergreen_room) {
		.edev = edev,
		.task = current,
		.patience = patience,
		.until = jiffies + patience,
		.interruptible = interruptible,
	};
	scoped_guard(spinlock, &edev->mman.rooms.lock)
		list_add(&room->link, &edev->mman.rooms.list);
}

static bool has_signal(const struct evergreen_room *room)
{
	return room->interruptible && signal_pending(current);
}

/**
 * evergreen_room_again() - tell whether to try once more
 * @room: of evergreen_room_begin()
 * @ret: in: what came of the last try; out: unless it is to be tried again, what
 *	evergreen_room_end() makes of it
 *
 * Context: sleeps for some milliseconds, for those who have something locked.
 *
 * Return: true if so; false ends what evergreen_room_begin() has begun.
 */
bool evergreen_room_again(struct evergreen_room *room, int *ret)
{
	if (!evergreen_room_lacks(*ret) || has_signal(room))
		goto end;
	if (!room->refused) {
		if (room->tries++ == LOCKED_TRIES)
			goto end;
		fsleep(LOCKED_US);
	} else if (room->patience < EVERGREEN_ROOM_PATIENCE) {
		room->patience = EVERGREEN_ROOM_PATIENCE;
	} else {
		goto end;
	}
	room->until = jiffies + room->patience;
	room->refused = false;
	room->gtt_full = false;
	return true;
end:
	*ret = evergreen_room_end(room, *ret);
	return false;
}

/**
 * evergreen_room_end() - this task makes no room any more
 * @room: of evergreen_room_begin(), if evergreen_room_again() has not ended it
 * @ret: what came of the last try
 *
 * Return: @ret, or if there is no room: -EBUSY if busy buffers were left where they are,
 * -ERESTARTSYS on a signal, -ENOMEM if none was.
 */
int evergreen_room_end(struct evergreen_room *room, int ret)
{
	scoped_guard(spinlock, &room->edev->mman.rooms.lock)
		list_del(&room->link);
	if (!evergreen_room_lacks(ret))
		return ret;
	if (!room->refused)
		return -ENOMEM;
	return has_signal(room) ? -ERESTARTSYS : -EBUSY;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ROOM_H
#define EVERGREEN_ROOM_H

#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>

struct evergreen_device;
struct task_struct;
struct ttm_buffer_object;

/* First try, for all busy buffers together; chosen: jobs that nothing holds up end within it. */
#define EVERGREEN_ROOM_BRIEFLY	(HZ / 50)
/* The second one as long as TTM would wait for one buffer. */
#define EVERGREEN_ROOM_PATIENCE	(15 * HZ)

/**
 * struct evergreen_room - a task that makes room, and waits for busy buffers
 */
struct evergreen_room {
	/** @edev: the card */
	struct evergreen_device *edev;

	/** @link: in &evergreen_rooms.list; the rest is the task's own */
	struct list_head link;

	/** @task: the task, current */
	struct task_struct *task;

	/** @patience: how long it waits for all of them together, in jiffies */
	unsigned long patience;

	/** @until: when that is over */
	unsigned long until;

	/** @tries: how often nothing busy was in the way, and there was no room */
	unsigned int tries;

	/** @interruptible: signals end it */
	bool interruptible;

	/** @refused: a buffer was left where it is because it is busy */
	bool refused;

	/** @gtt_full: one in GTT was, so that nothing gets there any more */
	bool gtt_full;
};

/**
 * struct evergreen_rooms - the tasks that make room on a card
 */
struct evergreen_rooms {
	/** @list: of &struct evergreen_room, under @lock */
	struct list_head list;

	/** @lock: guards @list; a leaf */
	spinlock_t lock;
};

void evergreen_rooms_init(struct evergreen_device *edev);
bool evergreen_room_may_go(struct evergreen_device *edev, struct ttm_buffer_object *tbo);
bool evergreen_room_is_over(struct evergreen_device *edev, struct ttm_buffer_object *tbo);
void evergreen_room_begin(struct evergreen_room *room, struct evergreen_device *edev,
			  unsigned long patience, bool interruptible);
bool evergreen_room_again(struct evergreen_room *room, int *ret);
int evergreen_room_end(struct evergreen_room *room, int ret);

/**
 * evergreen_room_lacks() - tell whether a try failed for want of room
 * @ret: what TTM returned: -ENOMEM, or -ENOSPC if the contents find no place on their way
 *
 * Return: true if so.
 */
static inline bool evergreen_room_lacks(int ret)
{
	return ret == -ENOMEM || ret == -ENOSPC;
}

#endif

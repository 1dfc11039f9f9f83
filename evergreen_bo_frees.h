/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_BO_FREES_H
#define EVERGREEN_BO_FREES_H

#include <linux/list.h>
#include <linux/rwsem.h>
#include <linux/spinlock.h>

/**
 * struct evergreen_bo_frees - the buffers of a card that are being freed
 *
 * In a header of its own, as evergreen_bo.h needs the struct that this is part of.
 */
struct evergreen_bo_frees {
	/**
	 * @lock: held for reading where a buffer is freed, and for writing from
	 * evergreen_bo_hold_frees() to evergreen_bo_let_free()
	 */
	struct rw_semaphore lock;

	/** @dying: buffers whose last handle is gone, and whose memory is not; under @list_lock */
	struct list_head dying;

	/**
	 * @held: buffers of @dying that evergreen_bo_hold_frees() has referenced; under @list_lock,
	 * and emptied with @lock held for writing
	 */
	struct list_head held;

	/** @list_lock: guards @dying and @held; a leaf */
	spinlock_t list_lock;
};

#endif

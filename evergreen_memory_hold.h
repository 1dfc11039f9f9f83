/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MEMORY_HOLD_H
#define EVERGREEN_MEMORY_HOLD_H

#include <linux/rwsem.h>
#include <linux/types.h>
#include <linux/workqueue.h>

struct evergreen_device;

/**
 * struct evergreen_cpu_access - whether the CPU may touch VRAM
 */
struct evergreen_cpu_access {
	/**
	 * @shut: it must not, and processes have no mappings of VRAM; changed by
	 * evergreen_memory_hold() and evergreen_memory_release(), read without a lock
	 */
	bool shut;

	/**
	 * @lock: held for writing while @shut is true, and for reading where the driver itself
	 * clears VRAM, copies a buffer or touches a page of it; within it nothing waits for a
	 * reset
	 */
	struct rw_semaphore lock;

	/** @unmap: worker that unmaps VRAM from all processes */
	struct work_struct unmap;

	/** @asked: how often evergreen_memory_hold() has been called */
	unsigned int asked;

	/** @unmapped: the value of @asked for which @unmap has last taken the mappings */
	unsigned int unmapped;
};

void evergreen_memory_hold_init(struct evergreen_device *edev);
void evergreen_memory_hold(struct evergreen_device *edev);
void evergreen_memory_release(struct evergreen_device *edev);

#endif

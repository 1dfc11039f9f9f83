/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MOVE_H
#define EVERGREEN_MOVE_H

#include <linux/mutex.h>
#include <linux/types.h>

#include <drm/gpu_scheduler.h>

struct evergreen_device;
struct evergreen_ring;
struct ttm_buffer_object;
struct ttm_resource;
struct ttm_tt;

/**
 * struct evergreen_move_end - where a move begins or ends
 */
struct evergreen_move_end {
	/** @gpu_addr: its GPU address */
	u64 gpu_addr;

	/** @tt: system pages, which live until the job's fence has signalled; NULL for VRAM */
	struct ttm_tt *tt;

	/** @offset: bytes from the first page, or from the start of VRAM */
	u64 offset;
};

/**
 * struct evergreen_move - what a job of the driver's own moves or clears
 */
struct evergreen_move {
	/** @dst: the target */
	struct evergreen_move_end dst;

	/** @src: the source, if there is one */
	struct evergreen_move_end src;

	/** @size: bytes, a multiple of a page; 0 for a job that runs a stream instead */
	u64 size;

	/** @clear: there is no source, the target is filled with zeroes */
	bool clear;
};

/* Queues of copies of buffers in use; a power of two. */
#define EVERGREEN_COPY_QUEUES	16

/**
 * struct evergreen_moves - the queues of jobs that move buffers
 */
struct evergreen_moves {
	/**
	 * @ring: the ring that all of these jobs run on, or NULL if none can do that; set once, by
	 * evergreen_move_init(), and read without a lock
	 */
	struct evergreen_ring *ring;

	/** @evict: queue of the jobs that evict buffers, or copy them while nobody uses them */
	struct drm_sched_entity evict;

	/** @copy: queues of the jobs that copy buffers in use, by who uses them */
	struct drm_sched_entity copy[EVERGREEN_COPY_QUEUES];

	/** @clear: queue of the jobs that clear new buffers */
	struct drm_sched_entity clear;

	/**
	 * @lock: held from arm to push of a job of @evict, @copy or @clear, so that the jobs of
	 * each are queued in the order in which they are armed
	 */
	struct mutex lock;
};

int evergreen_move_init(struct evergreen_device *edev);
int evergreen_move_copy(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			bool evict, struct ttm_resource *res);
int evergreen_move_clear(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			 struct ttm_resource *res);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_TTM_H
#define EVERGREEN_TTM_H

#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>

#include <drm/gpu_scheduler.h>
#include <drm/ttm/ttm_placement.h>

#include "evergreen_kernel_bo.h"

struct drm_gem_object_funcs;
struct evergreen_device;
struct evergreen_ring;

/* Where TTM moves a buffer: from the CPU's window to VRAM behind it, out of VRAM, out of GTT. */
enum evergreen_evict_to {
	EVERGREEN_EVICT_TO_FAR_VRAM,
	EVERGREEN_EVICT_TO_GTT,
	EVERGREEN_EVICT_TO_SYSTEM,
	EVERGREEN_NUM_EVICT_TO,
};

/* Queues of copies that wait; a power of two. */
#define EVERGREEN_MOVE_WAITERS	16

/* Two for each of six CRTCs, the firmware's framebuffer, VGA, and the stray page. */
#define EVERGREEN_MAX_SCANOUT_RANGES	15

/**
 * struct evergreen_mman - what TTM does not keep itself
 */
struct evergreen_mman {
	/** @vram: write-combined mapping of the VRAM behind BAR0 */
	void __iomem *vram;

	/** @reserved: pinned buffers over memory that a display still reads */
	struct evergreen_kernel_bo reserved[EVERGREEN_MAX_SCANOUT_RANGES];

	/** @num_reserved: entries of @reserved */
	u32 num_reserved;

	/** @move_ring: which ring moves buffers; NULL if none can */
	struct evergreen_ring *move_ring;

	/** @mover: queue of the jobs that evict buffers, or copy them while nobody uses them */
	struct drm_sched_entity mover;

	/** @waiters: queues of the jobs that copy buffers in use, by who uses them */
	struct drm_sched_entity waiters[EVERGREEN_MOVE_WAITERS];

	/** @clearer: queue of the jobs that clear new ones */
	struct drm_sched_entity clearer;

	/** @move_lock: keeps the jobs of each of these in the order in which they are armed */
	struct mutex move_lock;

	/** @evict_to: where TTM moves what is in the way, in the order in which it tries */
	struct ttm_place evict_to[EVERGREEN_NUM_EVICT_TO];

	/** @charged: VRAM is charged to cgroups */
	bool charged;

	/** @shut: the CPU must not touch VRAM, and processes have no mappings of it */
	bool shut;

	/**
	 * @shut_lock: held for writing while @shut is true, and for reading where the driver
	 * itself clears VRAM, copies a buffer or touches a page of it; within it nothing waits for
	 * a reset
	 */
	struct rw_semaphore shut_lock;

	/** @unmap: takes these mappings, and completes @unmapped */
	struct work_struct unmap;

	/** @unmapped: see @unmap */
	struct completion unmapped;

	/** @object_funcs: what DRM calls for each buffer */
	const struct drm_gem_object_funcs *object_funcs;

	/** @free_lock: held for reading where a buffer is freed, see evergreen_bo_hold_frees() */
	struct rw_semaphore free_lock;

	/**
	 * @end_lock: held for reading where the pages of a buffer end with it, so that they do
	 * not end twice when the card goes; taken under the buffer's reservation lock
	 */
	struct rw_semaphore end_lock;

	/** @dying: buffers whose last handle is gone, and whose memory is not */
	struct list_head dying;

	/** @held: those of them that have a reference of evergreen_bo_hold_frees() */
	struct list_head held;

	/** @dying_lock: guards these lists */
	spinlock_t dying_lock;

	/** @makers: struct evergreen_room of tasks that make room */
	struct list_head makers;

	/** @makers_lock: guards this list */
	spinlock_t makers_lock;

	/**
	 * @kernel_vram: buffers of the driver in VRAM, by their first page; none is removed
	 * without @kernel_lock
	 */
	struct xarray kernel_vram;

	/** @kernel_lock: held where all of these are copied; taken under &evergreen_gart.lock */
	struct mutex kernel_lock;

	/** @kernel_saved: their contents while the card is without power, or NULL */
	void *kernel_saved;

	/** @all_out: what is evicted leaves VRAM, and does not only make room */
	bool all_out;

	/** @bytes_moved: buffer contents that had to change place since probe */
	atomic64_t bytes_moved;

	/** @pinned_vram: bytes of VRAM within the CPU's window that cannot be handed out */
	atomic64_t pinned_vram;

	/** @pinned_gtt: bytes of GTT that cannot be handed out */
	atomic64_t pinned_gtt;
};

int evergreen_ttm_init(struct evergreen_device *edev);
void evergreen_ttm_fini(struct evergreen_device *edev);
int evergreen_ttm_keep(struct evergreen_device *edev);

u64 evergreen_domain_usage(struct evergreen_device *edev, u32 domain);

#endif

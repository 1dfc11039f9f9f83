/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_TTM_H
#define EVERGREEN_TTM_H

#include <linux/atomic.h>
#include <linux/rwsem.h>
#include <linux/types.h>

#include "evergreen_bo_frees.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_memory_hold.h"
#include "evergreen_move.h"
#include "evergreen_place.h"
#include "evergreen_room.h"
#include "evergreen_scanout.h"

struct drm_gem_object_funcs;
struct evergreen_device;

/**
 * struct evergreen_mman - what TTM does not keep itself
 */
struct evergreen_mman {
	/** @vram: write-combined mapping of the VRAM behind BAR0 */
	void __iomem *vram;

	/** @scanout: memory that displays still read */
	struct evergreen_scanout scanout;

	/** @moves: the queues of jobs that move buffers */
	struct evergreen_moves moves;

	/** @eviction: where buffers go that are in the way */
	struct evergreen_eviction eviction;

	/** @cpu_access: whether the CPU may touch VRAM */
	struct evergreen_cpu_access cpu_access;

	/** @object_funcs: what DRM calls for each buffer */
	const struct drm_gem_object_funcs *object_funcs;

	/** @frees: buffers that are being freed */
	struct evergreen_bo_frees frees;

	/**
	 * @end_lock: held for reading where the pages of a buffer end with it, so that they do
	 * not end twice when the card goes; taken under the buffer's reservation lock
	 */
	struct rw_semaphore end_lock;

	/** @rooms: tasks that make room */
	struct evergreen_rooms rooms;

	/** @kernel_bos: buffers of the driver in VRAM */
	struct evergreen_kernel_bos kernel_bos;

	/** @bytes_moved: bytes of buffers that had to change place since probe */
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

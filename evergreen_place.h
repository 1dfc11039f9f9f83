/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_PLACE_H
#define EVERGREEN_PLACE_H

#include <linux/types.h>

#include <drm/ttm/ttm_placement.h>

struct evergreen_device;
struct ttm_buffer_object;
struct ttm_resource;

/* VRAM is two of them at most. */
#define EVERGREEN_MAX_PLACES	4

/* Where TTM moves a buffer: from the CPU's window to VRAM behind it, out of VRAM, out of GTT. */
enum evergreen_evict_to {
	EVERGREEN_EVICT_TO_FAR_VRAM,
	EVERGREEN_EVICT_TO_GTT,
	EVERGREEN_EVICT_TO_SYSTEM,
	EVERGREEN_NUM_EVICT_TO,
};

/**
 * struct evergreen_eviction - where buffers go that are in the way
 */
struct evergreen_eviction {
	/**
	 * @places: where TTM moves them, in the order in which it tries; not changed after
	 * evergreen_place_init()
	 */
	struct ttm_place places[EVERGREEN_NUM_EVICT_TO];

	/** @charged: VRAM is charged to cgroups; set once, by evergreen_ttm_init() */
	bool charged;

	/**
	 * @all_out: what is evicted leaves VRAM, and does not only make room; changed by
	 * evergreen_ttm_move_out() alone, read without a lock
	 */
	bool all_out;
};

void evergreen_place_init(struct evergreen_device *edev);
u64 evergreen_vram_managed(struct evergreen_device *edev);
u64 evergreen_gtt_managed(struct evergreen_device *edev);

u32 evergreen_places(struct evergreen_device *edev, u64 size, u32 flags, u32 domains,
		     struct ttm_place places[EVERGREEN_MAX_PLACES]);
u32 evergreen_places_in_reach(struct evergreen_device *edev, u64 size, u32 flags,
			      struct ttm_place places[2]);
void evergreen_place_evicted(struct ttm_buffer_object *tbo, struct ttm_placement *placement);
u32 evergreen_mem_type_domain(u32 mem_type);
bool evergreen_in_reach(struct evergreen_device *edev, const struct ttm_resource *res);

#endif

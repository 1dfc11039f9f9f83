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

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_PLACE_H
#define EVERGREEN_PLACE_H

#include <linux/types.h>

#include <drm/ttm/ttm_placement.h>

struct evergreen_bo;
struct evergreen_device;
struct ttm_buffer_object;
struct ttm_operation_ctx;
struct ttm_resource;

/* VRAM is two of them at most. */
#define EVERGREEN_MAX_PLACES	4

void evergreen_place_init(struct evergreen_device *edev);
u64 evergreen_vram_managed(struct evergreen_device *edev);

u32 evergreen_places(struct evergreen_device *edev, u64 size, u32 flags, u32 prefer, u32 allow,
		     struct ttm_place places[EVERGREEN_MAX_PLACES]);
void evergreen_place_evicted(struct ttm_buffer_object *tbo, struct ttm_placement *placement);
u32 evergreen_mem_type_domain(u32 mem_type);
bool evergreen_in_reach(struct evergreen_device *edev, const struct ttm_resource *res);

int evergreen_bo_validate(struct evergreen_bo *bo, u32 prefer, u32 allow,
			  struct ttm_operation_ctx *ctx);
int evergreen_bo_reach(struct evergreen_bo *bo, struct ttm_operation_ctx *ctx);

#endif

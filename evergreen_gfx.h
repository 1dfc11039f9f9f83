/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GFX_H
#define EVERGREEN_GFX_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_gfx - what the shader core and tiling look like
 */
struct evergreen_gfx {
	/** @tile_config: the INFO answer TILING_CONFIG */
	u32 tile_config;

	/** @backend_map: the INFO answer BACKEND_MAP */
	u32 backend_map;

	/** @num_backends: usable render backends of the whole card */
	u32 num_backends;

	/** @active_simds: usable SIMDs of the whole card */
	u32 active_simds;
};

int evergreen_gfx_init(struct evergreen_device *edev);
int evergreen_gfx_restore(struct evergreen_device *edev);

#endif

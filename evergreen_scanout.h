/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SCANOUT_H
#define EVERGREEN_SCANOUT_H

#include <linux/types.h>

#include "evergreen_kernel_bo.h"

struct evergreen_device;

/* Two for each of six CRTCs, the firmware's framebuffer, VGA, the VBIOS, and the stray page. */
#define EVERGREEN_MAX_SCANOUT_RANGES	16

/**
 * struct evergreen_scanout - memory that displays still read
 *
 * Set up before anything else is allocated in VRAM, and not changed until the card goes.
 */
struct evergreen_scanout {
	/** @reserved: pinned buffers over it */
	struct evergreen_kernel_bo reserved[EVERGREEN_MAX_SCANOUT_RANGES];

	/** @num_reserved: entries of @reserved in use */
	u32 num_reserved;
};

int evergreen_scanout_reserve(struct evergreen_device *edev);
void evergreen_scanout_recheck(struct evergreen_device *edev);
void evergreen_scanout_release(struct evergreen_device *edev);

#endif

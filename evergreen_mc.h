/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MC_H
#define EVERGREEN_MC_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_range - a piece of VRAM
 */
struct evergreen_range {
	/** @start: offset of its first byte from the start of VRAM, page-aligned */
	u64 start;

	/** @size: bytes, a multiple of a page */
	u64 size;
};

/* Two for each of six CRTCs, the firmware's framebuffer, VGA, and the stray page. */
#define EVERGREEN_MAX_SCANOUT_RANGES	15

int evergreen_mc_init(struct evergreen_device *edev);
void evergreen_mc_check_kept(struct evergreen_device *edev);
int evergreen_mc_program(struct evergreen_device *edev);
bool evergreen_mc_posted(struct evergreen_device *edev);
bool evergreen_mc_has_gddr5(struct evergreen_device *edev);
void evergreen_mc_load_ucode(struct evergreen_device *edev);
unsigned int evergreen_mc_scanout_ranges(struct evergreen_device *edev,
					 struct evergreen_range *ranges, unsigned int max);
void evergreen_hdp_flush(struct evergreen_device *edev);

#endif

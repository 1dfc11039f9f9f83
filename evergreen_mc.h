/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MC_H
#define EVERGREEN_MC_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_mc - the card's address map, in GPU bytes, ends inclusive
 */
struct evergreen_mc {
	/** @vram_start: where VRAM begins */
	u64 vram_start;

	/** @vram_end: its last byte */
	u64 vram_end;

	/** @vram_size: bytes of VRAM on the card */
	u64 vram_size;

	/** @visible_size: bytes of it behind BAR0 */
	u64 visible_size;

	/** @fb_end: last byte of the window that VRAM lies in, at least @vram_end */
	u64 fb_end;

	/** @kept: VRAM stays where the VBIOS has put it */
	bool kept;

	/** @gtt_start: where the GART's window begins */
	u64 gtt_start;

	/** @gtt_end: its last byte */
	u64 gtt_end;

	/** @gtt_size: bytes of the window */
	u64 gtt_size;

	/** @aper_base: bus address of BAR0 */
	resource_size_t aper_base;
};

int evergreen_mc_init(struct evergreen_device *edev);
void evergreen_mc_check_kept(struct evergreen_device *edev);
int evergreen_mc_program(struct evergreen_device *edev);
bool evergreen_mc_posted(struct evergreen_device *edev);
bool evergreen_mc_has_gddr5(struct evergreen_device *edev);

#endif

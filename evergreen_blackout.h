/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_BLACKOUT_H
#define EVERGREEN_BLACKOUT_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_blackout - what a blackout has stopped
 */
struct evergreen_blackout {
	/** @unread: displays that were kept from reading, a bit for each controller */
	u32 unread;

	/** @off: displays that were switched off */
	u32 off;

	/** @vga_render: VGA_RENDER_CONTROL before */
	u32 vga_render;

	/** @vga_hdp: VGA_HDP_CONTROL before */
	u32 vga_hdp;
};

bool evergreen_display_lit(struct evergreen_device *edev, unsigned int crtc);
int evergreen_blackout_begin(struct evergreen_device *edev, bool off,
			     struct evergreen_blackout *blackout);
void evergreen_blackout_keep_dark(struct evergreen_blackout *blackout);
void evergreen_blackout_end(struct evergreen_device *edev,
			    const struct evergreen_blackout *blackout);

#endif

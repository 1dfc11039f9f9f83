/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DISPLAY_H
#define EVERGREEN_DISPLAY_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_displays - displays that have been stopped
 */
struct evergreen_displays {
	/** @unread: those that were kept from reading, a bit for each controller */
	u32 unread;

	/** @off: those that were switched off */
	u32 off;

	/** @vga_render: VGA_RENDER_CONTROL before */
	u32 vga_render;

	/** @vga_hdp: VGA_HDP_CONTROL before */
	u32 vga_hdp;
};

u32 evergreen_display_offset(unsigned int crtc);
bool evergreen_display_lit(struct evergreen_device *edev, unsigned int crtc);
bool evergreen_displays_any_lit(struct evergreen_device *edev);
bool evergreen_display_hide(struct evergreen_device *edev, unsigned int crtc);
bool evergreen_display_shows_vga(struct evergreen_device *edev, unsigned int crtc);
void evergreen_displays_stop(struct evergreen_device *edev, bool off,
			     struct evergreen_displays *displays);
void evergreen_displays_keep_dark(struct evergreen_displays *displays);
void evergreen_displays_go_on(struct evergreen_device *edev,
			      const struct evergreen_displays *displays);
void evergreen_displays_vga_off(struct evergreen_device *edev);
void evergreen_displays_favour(struct evergreen_device *edev);

#endif

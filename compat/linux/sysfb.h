/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_SYSFB_H
#define EVERGREEN_COMPAT_SYSFB_H

#include <linux/screen_info.h>

#include_next <linux/sysfb.h>

#ifndef EVERGREEN_KERNEL_HAS_SYSFB_DISPLAY_INFO
/* Older kernels have the description of the firmware's screen on its own. */
struct sysfb_display_info {
	struct screen_info screen;
};

#define sysfb_primary_display (*(const struct sysfb_display_info *)&screen_info)
#endif

#ifndef CONFIG_SYSFB
/* Machines whose firmware describes no screen, ppc64el among them, have no such variable. */
static const struct sysfb_display_info evergreen_compat_no_display __maybe_unused;

#undef sysfb_primary_display
#define sysfb_primary_display evergreen_compat_no_display
#endif

#endif

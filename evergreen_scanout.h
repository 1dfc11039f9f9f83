/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SCANOUT_H
#define EVERGREEN_SCANOUT_H

struct evergreen_device;

/* Two for each of six CRTCs, the firmware's framebuffer, VGA, and the stray page. */
#define EVERGREEN_MAX_SCANOUT_RANGES	15

int evergreen_scanout_reserve(struct evergreen_device *edev);
void evergreen_scanout_recheck(struct evergreen_device *edev);
void evergreen_scanout_release(struct evergreen_device *edev);

#endif

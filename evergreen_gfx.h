/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GFX_H
#define EVERGREEN_GFX_H

struct evergreen_device;

int evergreen_gfx_init(struct evergreen_device *edev);
int evergreen_gfx_restore(struct evergreen_device *edev);

#endif

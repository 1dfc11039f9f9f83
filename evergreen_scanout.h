/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SCANOUT_H
#define EVERGREEN_SCANOUT_H

struct evergreen_device;

int evergreen_scanout_reserve(struct evergreen_device *edev);
void evergreen_scanout_recheck(struct evergreen_device *edev);
void evergreen_scanout_release(struct evergreen_device *edev);

#endif

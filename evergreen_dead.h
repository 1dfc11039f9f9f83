/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DEAD_H
#define EVERGREEN_DEAD_H

struct evergreen_device;

void evergreen_device_dead(struct evergreen_device *edev, const char *why);

#endif

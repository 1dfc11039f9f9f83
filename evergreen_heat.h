/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_HEAT_H
#define EVERGREEN_HEAT_H

struct evergreen_device;

int evergreen_heat_follow(struct evergreen_device *edev);
int evergreen_heat_watch(struct evergreen_device *edev);
void evergreen_heat_unwatch(struct evergreen_device *edev);

#endif

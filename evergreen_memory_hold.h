/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MEMORY_HOLD_H
#define EVERGREEN_MEMORY_HOLD_H

struct evergreen_device;

void evergreen_memory_hold_init(struct evergreen_device *edev);
void evergreen_memory_hold(struct evergreen_device *edev);
void evergreen_memory_release(struct evergreen_device *edev);

#endif

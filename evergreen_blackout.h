/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_BLACKOUT_H
#define EVERGREEN_BLACKOUT_H

#include "evergreen_display.h"

struct evergreen_device;

int evergreen_memory_wait_idle(struct evergreen_device *edev);
void evergreen_memory_open(struct evergreen_device *edev);
int evergreen_quiet_begin(struct evergreen_device *edev, bool off,
			  struct evergreen_displays *displays);
void evergreen_quiet_end(struct evergreen_device *edev, const struct evergreen_displays *displays);
int evergreen_blackout_begin(struct evergreen_device *edev, bool off,
			     struct evergreen_displays *displays);
void evergreen_blackout_end(struct evergreen_device *edev,
			    const struct evergreen_displays *displays);

#endif

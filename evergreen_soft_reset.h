/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SOFT_RESET_H
#define EVERGREEN_SOFT_RESET_H

#include "evergreen_device.h"

int evergreen_soft_reset_quiet(struct evergreen_device *edev);
int evergreen_soft_reset(struct evergreen_device *edev, enum evergreen_reset_level from);
int evergreen_soft_reset_restore(struct evergreen_device *edev);
const char *evergreen_reset_level_name(enum evergreen_reset_level level);

#endif

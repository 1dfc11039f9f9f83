/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_LADDER_H
#define EVERGREEN_LADDER_H

#include "evergreen_device.h"

int evergreen_ladder_quiet(struct evergreen_device *edev);
int evergreen_ladder_climb(struct evergreen_device *edev, enum evergreen_rung from);
int evergreen_ladder_restore(struct evergreen_device *edev);
const char *evergreen_rung_name(enum evergreen_rung rung);

#endif

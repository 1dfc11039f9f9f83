/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MC_UCODE_H
#define EVERGREEN_MC_UCODE_H

#include <linux/types.h>

struct evergreen_device;

bool evergreen_mc_has_gddr5(struct evergreen_device *edev);
void evergreen_mc_load_ucode(struct evergreen_device *edev);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MC_UCODE_H
#define EVERGREEN_MC_UCODE_H

struct evergreen_device;

void evergreen_mc_load_ucode(struct evergreen_device *edev);

#endif

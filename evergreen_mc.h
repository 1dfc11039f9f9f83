/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MC_H
#define EVERGREEN_MC_H

#include <linux/types.h>

struct evergreen_device;

int evergreen_mc_init(struct evergreen_device *edev);
void evergreen_mc_check_kept(struct evergreen_device *edev);
int evergreen_mc_program(struct evergreen_device *edev);
bool evergreen_mc_posted(struct evergreen_device *edev);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_RLC_H
#define EVERGREEN_RLC_H

#include <linux/types.h>

struct evergreen_device;

int evergreen_rlc_init(struct evergreen_device *edev);
void evergreen_rlc_fini(struct evergreen_device *edev);
void evergreen_rlc_start(struct evergreen_device *edev);
void evergreen_rlc_stop(struct evergreen_device *edev);
u64 evergreen_rlc_gpu_clock(struct evergreen_device *edev);

#endif

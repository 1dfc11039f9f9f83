/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_HOLD_H
#define EVERGREEN_HOLD_H

#include <linux/types.h>

struct evergreen_device;

u32 evergreen_jobs_hold_ms(const struct evergreen_device *edev);
void evergreen_jobs_hold(struct evergreen_device *edev);
void evergreen_jobs_go_on(struct evergreen_device *edev);

#endif

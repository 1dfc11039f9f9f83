/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_TTM_H
#define EVERGREEN_TTM_H

#include <linux/types.h>

struct evergreen_device;

int evergreen_ttm_init(struct evergreen_device *edev);
void evergreen_ttm_fini(struct evergreen_device *edev);
int evergreen_ttm_keep(struct evergreen_device *edev);

u64 evergreen_domain_usage(struct evergreen_device *edev, u32 domain);

#endif

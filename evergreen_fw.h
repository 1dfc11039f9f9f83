/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_FW_H
#define EVERGREEN_FW_H

#include <linux/types.h>

#include "evergreen_chips.h"

struct evergreen_device;

int evergreen_fw_fetch(struct evergreen_device *edev);
void evergreen_fw_release(struct evergreen_device *edev);
u32 evergreen_fw_dwords(struct evergreen_device *edev, enum evergreen_fw_id id);
u32 evergreen_fw_dword(struct evergreen_device *edev, enum evergreen_fw_id id, u32 i);

#endif

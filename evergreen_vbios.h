/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_VBIOS_H
#define EVERGREEN_VBIOS_H

struct evergreen_device;

int evergreen_vbios_init(struct evergreen_device *edev);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SENSORS_H
#define EVERGREEN_SENSORS_H

#include <linux/types.h>

struct evergreen_device;

u32 evergreen_reference_khz(struct evergreen_device *edev);
u32 evergreen_engine_khz(struct evergreen_device *edev);
u32 evergreen_memory_khz(struct evergreen_device *edev);
int evergreen_temperature(struct evergreen_device *edev);
int evergreen_sensors_init(struct evergreen_device *edev);

#endif

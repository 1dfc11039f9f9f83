/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MMIO_H
#define EVERGREEN_MMIO_H

#include <linux/types.h>

struct evergreen_device;

u32 evergreen_read(struct evergreen_device *edev, u32 reg);
void evergreen_write(struct evergreen_device *edev, u32 reg, u32 val);
void evergreen_rmw(struct evergreen_device *edev, u32 reg, u32 clear, u32 set);
int evergreen_mmio_wait(struct evergreen_device *edev, u32 reg, u32 mask, u32 val,
			unsigned int timeout_us);
void evergreen_hdp_flush(struct evergreen_device *edev);
void evergreen_pulse(struct evergreen_device *edev, u32 reg, u32 bits);
bool evergreen_gone(struct evergreen_device *edev);

u32 evergreen_read_indirect(struct evergreen_device *edev, u32 index_reg,
			    u32 data_reg, u32 index);
void evergreen_rmw_indirect(struct evergreen_device *edev, u32 index_reg,
			    u32 data_reg, u32 index, u32 clear, u32 set);

void evergreen_vram_read(struct evergreen_device *edev, u64 at, u32 *to, u32 n);
void evergreen_vram_write(struct evergreen_device *edev, u64 at, const u32 *from, u32 n);

#endif

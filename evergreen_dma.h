/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DMA_H
#define EVERGREEN_DMA_H

#include <linux/types.h>

struct evergreen_device;

void evergreen_dma_halt(struct evergreen_device *edev, u32 index);

#endif

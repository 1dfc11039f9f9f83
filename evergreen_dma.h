/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DMA_H
#define EVERGREEN_DMA_H

#include <linux/align.h>
#include <linux/types.h>

#include <asm/page.h>

#include "pm4_packets.h"

/* Of one packet of a move: the largest count that keeps what is left aligned to pages. */
#define EVERGREEN_DMA_MOVE_BYTES	ALIGN_DOWN((u64)DMA_COUNT_MAX * sizeof(u32), PAGE_SIZE)

struct evergreen_device;
struct evergreen_move;
struct evergreen_ring;

void evergreen_dma_halt(struct evergreen_device *edev, u32 index);
void evergreen_dma_emit_move(struct evergreen_ring *ring, const struct evergreen_move *move);

#endif

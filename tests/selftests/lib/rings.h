/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* The same small piece of work for every ring that takes client streams. */
#ifndef SELFTEST_RINGS_H
#define SELFTEST_RINGS_H

#include "dma.h"
#include "pm4.h"

static const uint32_t all_rings[] = {
	RADEON_CS_RING_GFX, RADEON_CS_RING_COMPUTE, RADEON_CS_RING_DMA,
};

/* Empty the stream, and send it to @ring from now on. */
static inline void cs_restart(struct cs *cs, uint32_t ring)
{
	cs_clear(cs);
	cs->flags[1] = ring;
}

/* Copy the dword at @from of @src to @to of @dst, in the ring's own language. */
static inline void ring_copy(struct cs *cs, const struct bo *dst, uint32_t to,
			     const struct bo *src, uint32_t from)
{
	if (cs->flags[1] == RADEON_CS_RING_DMA)
		dma_copy(cs, DMA_COPY, dst, to, src, from, 1);
	else
		pm4_cp_dma_copy(cs, dst, to, src, from, 4);
}

/* Write a dword. */
static inline void ring_write(struct cs *cs, const struct bo *dst, uint32_t to, uint32_t value)
{
	if (cs->flags[1] == RADEON_CS_RING_DMA)
		dma_write(cs, dst, to, &value, 1);
	else
		pm4_mem_write(cs, dst, to, MEM_WRITE_DATA32, value);
}

/* Fill up as the ring's engine likes it, and send. */
static inline int ring_submit(struct cs *cs)
{
	bool dma = cs->flags[1] == RADEON_CS_RING_DMA;

	while (cs->ndw % 8)
		cs_emit(cs, dma ? DMA_NOP : PM4_TYPE2);
	return cs_submit(cs);
}

#endif

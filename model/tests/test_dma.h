/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* A card whose DMA engines run, and packets for them. */
#ifndef TEST_DMA_H
#define TEST_DMA_H

#include "test_card.h"

#ifndef DMA_RING
#define DMA_RING	0x180000u
#endif
#define DMA_DWORDS	1024u
#ifndef DMA_RPTR
#define DMA_RPTR	0x201000u
#endif

#define DMA(cmd, sub, n)	((uint32_t)(cmd) << 28 | (uint32_t)(sub) << 20 | (n))
#define NOP			DMA(0xf, 0, 0)
#define WRITE1(at, value)	DWORDS(DMA(2, 0, 1), at, 0, value)

static uint32_t wptr[2];

static inline void dma_emit(struct card *card, unsigned int engine, const uint32_t *dwords, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		poke32(card, DMA_RING + 0x10000 * engine + 4 * wptr[engine], dwords[i]);
		wptr[engine] = (wptr[engine] + 1) % DMA_DWORDS;
	}
}

#define DMA_EMIT(card, engine, ...) \
	dma_emit(card, engine, (const uint32_t[]){ __VA_ARGS__ }, \
		 sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

static inline void dma_kick(struct card *card, unsigned int engine)
{
	reg(card, 0xd00c + 0x800 * engine, wptr[engine] * 4);
}

#define DMA_RUN(card, engine, ...) \
	do { DMA_EMIT(card, engine, __VA_ARGS__); dma_kick(card, engine); settle(card); } while (0)

static inline void dma_setup(struct card *card, unsigned int engine)
{
	uint32_t at = 0x800 * engine;

	wptr[engine] = 0;
	reg(card, at + 0xd000, 10 << 1);
	reg(card, at + 0xd008, 0);
	reg(card, at + 0xd00c, 0);
	reg(card, at + 0xd01c, 0);
	reg(card, at + 0xd020, DMA_RPTR + 0x100 * engine);
	reg(card, at + 0xd004, (DMA_RING + 0x10000 * engine) >> 8);
	reg(card, at + 0xd024, 1);
	reg(card, at + 0xd0b8, gpu_config(card->gpu)->chip->gb_addr_config);
	reg(card, at + 0xd000, 10 << 1 | 1 << 12 | 1);
}

static inline void dma_start(struct card *card, const char *chip, uint64_t delay_ns, const char *faults)
{
	card_start(card, chip, delay_ns, faults);
	dma_setup(card, 0);
	if (gpu_config(card->gpu)->chip->cayman)
		dma_setup(card, 1);
}

#endif

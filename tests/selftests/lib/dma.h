/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Packets of the asynchronous DMA engines, from AMD's list of them, section
 * evergreen/ni/si. Their addresses have no relocation packets: each takes the
 * next entry of the list, sources first, so a buffer is listed once for each use.
 */
#ifndef SELFTEST_DMA_H
#define SELFTEST_DMA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cs.h"

#define DMA_MAX_COUNT	0xfffffu
#define DMA_NOP		0xf0000000u

enum dma_code {			/* command and variant, bits 31:20 of a header */
	DMA_WRITE = 0x200,
	DMA_COPY = 0x300,
	DMA_WRITE_TILED = 0x208,
	DMA_COPY_TILED = 0x308,
	DMA_COPY_BYTES = 0x340,
	DMA_COPY_BOX = 0x341,		/* Cayman and Aruba */
	DMA_COPY_BROADCAST = 0x344,
	DMA_COPY_FIELDS = 0x348,
	DMA_COPY_TILED_BOX = 0x349,	/* Cayman and Aruba */
	DMA_COPY_TILED_BROADCAST = 0x34b,
	DMA_COPY_TILES = 0x34c,
	DMA_COPY_TILED_TO_TILED = 0x34d,	/* Cayman and Aruba */
	DMA_COPY_TILES_BROADCAST = 0x34f,
	DMA_FILL = 0xd00,
};

static inline uint32_t dma_header(enum dma_code code, uint32_t count)
{
	return (uint32_t)code << 20 | count;
}

static inline void dma_init(struct cs *cs, int fd)
{
	cs_init(cs, fd);
	cs->flags[1] = RADEON_CS_RING_DMA;
}

/* An entry of its own for each address. */
static inline void dma_reloc(struct cs *cs, const struct bo *bo, bool write)
{
	uint32_t domain = bo->domain == GTT ? GTT : VRAM;

	if (cs->nrelocs == CS_MAX_RELOCS) {
		fprintf(stderr, "more than %u addresses in a stream\n", cs->nrelocs);
		exit(1);
	}
	cs->relocs[cs->nrelocs++] = (struct drm_radeon_cs_reloc) {
		.handle = bo->handle,
		.read_domains = write ? 0 : domain,
		.write_domain = write ? domain : 0,
	};
}

/* Room for so many more addresses? */
static inline bool dma_has_room(const struct cs *cs, uint32_t addresses)
{
	return cs->nrelocs + addresses <= CS_MAX_RELOCS;
}

/* The kernel adds the buffer's address; bits 39:32 of an offset are 0 here. */
static inline void dma_write(struct cs *cs, const struct bo *dst, uint32_t at,
			     const uint32_t *data, uint32_t count)
{
	uint32_t i;

	cs_emit(cs, dma_header(DMA_WRITE, count));
	cs_emit(cs, at);
	cs_emit(cs, 0);
	for (i = 0; i < count; i++)
		cs_emit(cs, data[i]);
	dma_reloc(cs, dst, true);
}

static inline void dma_copy(struct cs *cs, enum dma_code code, const struct bo *dst,
			    uint32_t to, const struct bo *src, uint32_t from,
			    uint32_t count)
{
	cs_emit(cs, dma_header(code, count));
	cs_emit(cs, to);
	cs_emit(cs, from);
	cs_emit(cs, 0);
	cs_emit(cs, 0);
	dma_reloc(cs, src, false);
	dma_reloc(cs, dst, true);
}

static inline void dma_broadcast(struct cs *cs, const struct bo *dst1, uint32_t to1,
				 const struct bo *dst2, uint32_t to2,
				 const struct bo *src, uint32_t from, uint32_t count)
{
	cs_emit(cs, dma_header(DMA_COPY_BROADCAST, count));
	cs_emit(cs, to1);
	cs_emit(cs, to2);
	cs_emit(cs, from);
	cs_emit(cs, 0);
	cs_emit(cs, 0);
	cs_emit(cs, 0);
	dma_reloc(cs, src, false);
	dma_reloc(cs, dst1, true);
	dma_reloc(cs, dst2, true);
}

static inline void dma_fill(struct cs *cs, const struct bo *dst, uint32_t at,
			    uint32_t value, uint32_t count)
{
	cs_emit(cs, dma_header(DMA_FILL, count));
	cs_emit(cs, at);
	cs_emit(cs, value);
	cs_emit(cs, 0);
	dma_reloc(cs, dst, true);
}

#endif

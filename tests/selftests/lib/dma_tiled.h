/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * DMA packets with tiled surfaces, and those that copy boxes: AMD's list of them,
 * section evergreen/ni/si. Bits 39:32 of linear offsets are 0 here.
 */
#ifndef SELFTEST_DMA_TILED_H
#define SELFTEST_DMA_TILED_H

#include "dma.h"

#define DMA_DETILE	(1u << 31)

/**
 * struct dma_surface - a tiled surface
 * @mode: ARRAY_MODE: 2 is 1D, 4 is 2D
 * @log_bytes: of an element, as all up to @banks a logarithm
 * @bank_width: tiles
 * @bank_height: tiles
 * @aspect: of a macro tile
 * @split: 0 for 64 bytes
 * @banks: 0 for two
 * @other_order: of elements in a tile, that of surfaces nobody displays
 * @width: elements, with all padding
 * @height: likewise
 */
struct dma_surface {
	uint32_t mode, log_bytes;
	uint32_t bank_width, bank_height, aspect, split, banks;
	bool other_order;
	uint32_t width, height;
};

struct dma_place {
	uint32_t x, y, z;
};

/**
 * struct dma_box - elements that a partial copy moves
 * @width: elements
 * @height: rows
 * @depth: slices
 */
struct dma_box {
	uint32_t width, height, depth;
};

/**
 * struct dma_linear - the linear end of a copy
 * @bo: where
 * @at: byte in it
 * @pitch: bytes from row to row; for boxes only
 * @slice: bytes from slice to slice; likewise
 */
struct dma_linear {
	const struct bo *bo;
	uint32_t at, pitch, slice;
};

static inline uint32_t dma_attributes(const struct dma_surface *s)
{
	return s->mode << 27 | s->log_bytes << 24 | s->bank_height << 21 | s->bank_width << 18 |
	       s->aspect << 16;
}

static inline void dma_emit_size(struct cs *cs, const struct dma_surface *s)
{
	cs_emit(cs, (s->height - 1) << 16 | (s->width / 8 - 1));
	cs_emit(cs, s->width / 8 * (s->height / 8) - 1);
}

static inline void dma_emit_surface(struct cs *cs, const struct dma_surface *s,
				    struct dma_place at, uint32_t detile)
{
	cs_emit(cs, detile | dma_attributes(s));
	dma_emit_size(cs, s);
	cs_emit(cs, at.z << 18 | at.x);
	cs_emit(cs, (uint32_t)s->other_order << 28 | s->banks << 25 | s->split << 21 | at.y);
}

/* The variants with two targets have both bases in front. */
static inline uint32_t dma_targets(enum dma_code code)
{
	return code == DMA_COPY_FIELDS || code == DMA_COPY_TILED_BROADCAST ||
	       code == DMA_COPY_TILES_BROADCAST ? 2 : 1;
}

/* @count dwords or tiles from a linear address into one surface, or two of a kind. */
static inline void dma_to_tiled(struct cs *cs, enum dma_code code, const struct bo *tiled,
				const struct dma_surface *s, struct dma_place to,
				const struct dma_linear *from, uint32_t count)
{
	uint32_t i;

	cs_emit(cs, dma_header(code, count));
	dma_reloc(cs, from->bo, false);
	for (i = 0; i < dma_targets(code); i++) {
		cs_emit(cs, 0);
		dma_reloc(cs, &tiled[i], true);
	}
	dma_emit_surface(cs, s, to, 0);
	cs_emit(cs, from->at);
	cs_emit(cs, 0);
}

static inline void dma_from_tiled(struct cs *cs, enum dma_code code, const struct bo *tiled,
				  const struct dma_surface *s, struct dma_place from,
				  const struct dma_linear *to, uint32_t count)
{
	cs_emit(cs, dma_header(code, count));
	cs_emit(cs, 0);
	dma_emit_surface(cs, s, from, DMA_DETILE);
	cs_emit(cs, to->at);
	cs_emit(cs, 0);
	dma_reloc(cs, tiled, false);
	dma_reloc(cs, to->bo, true);
}

static inline void dma_write_tiled(struct cs *cs, const struct bo *tiled,
				   const struct dma_surface *s, struct dma_place to,
				   const uint32_t *data, uint32_t count)
{
	uint32_t i;

	cs_emit(cs, dma_header(DMA_WRITE_TILED, count));
	cs_emit(cs, 0);
	dma_emit_surface(cs, s, to, 0);
	for (i = 0; i < count; i++)
		cs_emit(cs, data[i]);
	dma_reloc(cs, tiled, true);
}

static inline void dma_emit_linear_box(struct cs *cs, const struct dma_linear *linear)
{
	cs_emit(cs, linear->at);
	cs_emit(cs, linear->pitch << 13);
	cs_emit(cs, linear->slice);
}

/* Between a tiled surface and a linear box; the count is that of the box's dwords. */
static inline void dma_tiled_box(struct cs *cs, const struct bo *tiled,
				 const struct dma_surface *s, struct dma_place at,
				 const struct dma_linear *linear, const struct dma_box *box,
				 bool detile)
{
	uint32_t elements = box->width * box->height * box->depth;

	cs_emit(cs, dma_header(DMA_COPY_TILED_BOX, (elements << s->log_bytes) / 4));
	cs_emit(cs, 0);
	dma_emit_surface(cs, s, at, detile ? DMA_DETILE : 0);
	dma_emit_linear_box(cs, linear);
	cs_emit(cs, box->height << 16 | box->width);
	cs_emit(cs, box->depth);
	dma_reloc(cs, detile ? tiled : linear->bo, false);
	dma_reloc(cs, detile ? linear->bo : tiled, true);
}

static inline void dma_linear_box(struct cs *cs, const struct dma_linear *to,
				  const struct dma_linear *from, const struct dma_box *box,
				  uint32_t log_bytes)
{
	cs_emit(cs, dma_header(DMA_COPY_BOX, 0));
	dma_emit_linear_box(cs, from);
	dma_emit_linear_box(cs, to);
	cs_emit(cs, box->height << 16 | box->width);
	cs_emit(cs, log_bytes << 29 | box->depth);
	dma_reloc(cs, from->bo, false);
	dma_reloc(cs, to->bo, true);
}

/* Two surfaces that differ in width and height only. */
static inline void dma_tiled_to_tiled(struct cs *cs, const struct bo *dst,
				      const struct dma_surface *d, struct dma_place to,
				      const struct bo *src, const struct dma_surface *s,
				      struct dma_place from, const struct dma_box *box)
{
	cs_emit(cs, dma_header(DMA_COPY_TILED_TO_TILED, 0));
	cs_emit(cs, 0);
	dma_emit_size(cs, s);
	cs_emit(cs, 0);
	dma_emit_size(cs, d);
	cs_emit(cs, dma_attributes(s) | (uint32_t)s->other_order << 10 | s->banks << 7 |
		s->split << 3);
	cs_emit(cs, from.x << 16 | to.x);
	cs_emit(cs, from.y << 16 | to.y);
	cs_emit(cs, from.z << 16 | to.z);
	cs_emit(cs, box->height << 16 | box->width);
	cs_emit(cs, box->depth);
	dma_reloc(cs, src, false);
	dma_reloc(cs, dst, true);
}

#endif

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: surfaces
 *
 * Pitch and rows are multiples of 256 and 128, which satisfies linear and 2D tiled surfaces on
 * each of these chips: a macro tile has up to 8 pipes * 4 by 16 banks * 4 / 4 micro tiles.
 *
 * The CPU does not know where a tiled pixel is. The DMA engine does, which has nothing in
 * common with what draws, so tiles go through it.
 *
 * Sources: Linux's evergreend.h for codes and components; the list of DMA packets in
 * selftests/lib/dma_tiled.h.
 */
#include <errno.h>
#include <string.h>

#include "dma_tiled.h"
#include "surface.h"

#define PITCH_ALIGN	256u
#define ROWS_ALIGN	128u
/* A macro tile of the largest kind. */
#define BASE_ALIGN	(128u << 10)

const struct surface_form surface_forms[SURFACE_FORMATS] = {
	[BGRA8] = { "BGRA8", 2, 0x1a, 1, 2 | 1 << 3 | 0 << 6 | 3 << 9,
		    { 8, 8, 8, 8 }, { 16, 8, 0, 24 } },
	[RGB565] = { "RGB565", 1, 0x08, 2, 2 | 1 << 3 | 0 << 6 | 5 << 9,
		     { 5, 6, 5, 0 }, { 11, 5, 0, 0 } },
	[DEPTH_FLOAT] = { "32-bit depth", 2, 0x0e, 0, 0, { 0 }, { 0 } },
};

const char *surface_mode_name(const struct surface *s)
{
	return s->mode == TILED_2D ? "tiled" : "linear";
}

static uint32_t align(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

int surface_create(int fd, enum surface_format format, uint32_t mode, uint32_t width,
		   uint32_t height, struct surface *s)
{
	int ret;

	*s = (struct surface){
		.format = format, .mode = mode, .width = width, .height = height,
		.pitch = align(width, PITCH_ALIGN), .rows = align(height, ROWS_ALIGN),
	};
	ret = bo_create_aligned(fd, (uint64_t)s->pitch * s->rows << surface_forms[format].bytes_log2,
				BASE_ALIGN, VRAM, &s->bo);
	return ret || mode == TILED_2D ? ret : bo_map(&s->bo);
}

void surface_free(struct surface *s)
{
	bo_free(&s->bo);
}

/* Row @y of what the CPU sees, from or to codes. */
static void read_row(const struct surface *s, const struct bo *bo, uint32_t y, uint32_t *codes)
{
	const uint32_t *dwords = bo->u32 + (uint64_t)y * s->pitch;
	const uint16_t *words = (const uint16_t *)bo->map + (uint64_t)y * s->pitch;

	for (uint32_t x = 0; x < s->width; x++)
		codes[x] = surface_forms[s->format].bytes_log2 == 1 ? words[x] : dwords[x];
}

static void write_row(const struct surface *s, const struct bo *bo, uint32_t y, const uint32_t *codes)
{
	uint32_t *dwords = bo->u32 + (uint64_t)y * s->pitch;
	uint16_t *words = (uint16_t *)bo->map + (uint64_t)y * s->pitch;

	for (uint32_t x = 0; x < s->width; x++)
		if (surface_forms[s->format].bytes_log2 == 1)
			words[x] = (uint16_t)codes[x];
		else
			dwords[x] = codes[x];
}

/* All of it, between its tiles and rows of the same pitch. */
static int move(const struct surface *s, const struct tiling *tiling, const struct bo *rows, bool detile)
{
	const struct dma_surface tiles = {
		.mode = s->mode, .log_bytes = surface_forms[s->format].bytes_log2,
		.bank_height = BANK_HEIGHT_LOG2, .aspect = ASPECT_LOG2, .split = TILE_SPLIT_LOG2,
		.banks = tiling->banks_log2, .other_order = s->format == DEPTH_FLOAT,
		.width = s->pitch, .height = s->rows,
	};
	const struct dma_place origin = { 0 };
	const struct dma_linear linear = { .bo = rows };
	uint32_t dwords = (uint32_t)(rows->size / 4);
	struct cs cs;
	int ret;

	dma_init(&cs, s->bo.fd);
	if (detile)
		dma_from_tiled(&cs, DMA_COPY_TILED, &s->bo, &tiles, origin, &linear, dwords);
	else
		dma_to_tiled(&cs, DMA_COPY_TILED, &s->bo, &tiles, origin, &linear, dwords);
	ret = cs_submit(&cs);
	cs_fini(&cs);
	return ret ?: bo_wait(rows);
}

/* Rows that the CPU sees: the surface's own, or beside its tiles. */
static int take_rows(const struct surface *s, struct bo *rows)
{
	*rows = s->bo;
	return s->mode == TILED_2D ? bo_create_mapped(s->bo.fd, s->bo.size, GTT, rows) : 0;
}

static void give_rows(const struct surface *s, struct bo *rows)
{
	if (s->mode == TILED_2D)
		bo_free(rows);
}

int surface_read(const struct surface *s, const struct tiling *tiling, uint32_t *codes)
{
	struct bo rows;
	int ret = take_rows(s, &rows);

	if (ret)
		return ret;
	if (s->mode == TILED_2D)
		ret = move(s, tiling, &rows, true);
	for (uint32_t y = 0; y < s->height && !ret; y++)
		read_row(s, &rows, y, codes + (uint64_t)y * s->width);
	give_rows(s, &rows);
	return ret;
}

int surface_write(const struct surface *s, const struct tiling *tiling, const uint32_t *codes)
{
	struct bo rows;
	int ret = take_rows(s, &rows);

	if (ret)
		return ret;
	for (uint32_t y = 0; y < s->height; y++)
		write_row(s, &rows, y, codes + (uint64_t)y * s->width);
	if (s->mode == TILED_2D)
		ret = move(s, tiling, &rows, false);
	give_rows(s, &rows);
	return ret;
}

static double clamp(double x)
{
	return x < 0 ? 0 : x > 1 ? 1 : x;
}

uint32_t surface_code(enum surface_format format, const double color[4])
{
	const struct surface_form *form = &surface_forms[format];
	uint32_t code = 0;

	for (unsigned int i = 0; i < 4; i++) {
		double most = (double)((1u << form->bits[i]) - 1);

		code |= (uint32_t)(clamp(color[i]) * most + 0.5) << form->shift[i];
	}
	return code;
}

void surface_color(enum surface_format format, uint32_t code, double color[4])
{
	const struct surface_form *form = &surface_forms[format];

	for (unsigned int i = 0; i < 4; i++) {
		uint32_t most = (1u << form->bits[i]) - 1;

		color[i] = most ? (double)(code >> form->shift[i] & most) / most : 1;
	}
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Surface arithmetic
 *
 * One computation for colour, depth, stencil and textures: what alignment a
 * surface needs, and how many bytes it covers. Tiling only moves elements within
 * a slice, so the bytes of a slice are pitch times height times the bytes of an
 * element times samples, provided that the slice consists of whole tiles; that
 * is why alignment is checked first.
 *
 * A 2D tiled slice consists of macro tiles: so many tiles wide and high that
 * each pipe and each bank holds bank width times bank height of them, stretched
 * by the aspect. A tile whose samples take more than the tile split lies in
 * several slices, which moves bytes but adds none.
 *
 * Bytes are u64, and no product can overflow: a slice has less than 2^29 elements (a target's less
 * than 2^28, a texture's 2^15 * 2^14) of 16 bytes with 8 samples, and there are less than
 * 2^17 layers, which makes 2^53. Divisions are of 32 bits.
 *
 * Units: elements are pixels, or blocks of a compressed format; bytes.
 * Sources: the kernel's radeon driver and libdrm's radeon_surface.c for what
 * user space lays out, AMD's register reference for the fields.
 */

#include <linux/align.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "surface.h"

#define TILE_SPLIT_MAX		6
/* A linear row is a multiple of this many elements. */
#define LINEAR_WIDTH_ALIGN	64

#define COLOR(BYTES)		{ .bytes = (BYTES), .color = true }
#define PIXELS(BYTES)		{ .bytes = (BYTES) }
#define PAIRS(BYTES)		{ .bytes = (BYTES), .block_width = 1 }
#define BLOCKS(BYTES)		{ .bytes = (BYTES), .block_width = 2, .block_height = 2 }

/* By the number that targets and textures share. */
const struct r600_cs_format r600_cs_formats[R600_CS_FORMATS] = {
	[0x01 ... 0x03] = COLOR(1),	/* 8, 4_4, 3_3_2 */
	[0x05 ... 0x0c] = COLOR(2),	/* 16 to 5_5_5_1 */
	[0x0d ... 0x1b] = COLOR(4),	/* 32 to 10_10_10_2 */
	[0x1c ... 0x20] = COLOR(8),	/* X24_8_32_FLOAT to 16_16_16_16_FLOAT */
	[0x22 ... 0x23] = COLOR(16),	/* 32_32_32_32, _FLOAT */
	[0x27 ... 0x28] = PAIRS(4),	/* GB_GR, BG_RG */
	[0x2b] = PIXELS(4),		/* 5_9_9_9_SHAREDEXP */
	[0x2f ... 0x30] = PIXELS(12),	/* 32_32_32, _FLOAT */
	[0x31] = BLOCKS(8),		/* BC1 */
	[0x32 ... 0x33] = BLOCKS(16),	/* BC2, BC3 */
	[0x34] = BLOCKS(8),		/* BC4 */
	[0x35 ... 0x37] = BLOCKS(16),	/* BC5, BC6, BC7 */
};

static struct r600_cs_layout layout_linear_aligned(const struct r600_cs_chip *chip,
						   const struct r600_cs_surface *surface)
{
	return (struct r600_cs_layout) {
		.width_align = max_t(u32, LINEAR_WIDTH_ALIGN,
				     chip->group_bytes / surface->bytes),
		.height_align = 1,
		.base_align = chip->group_bytes,
	};
}

static struct r600_cs_layout layout_1d(const struct r600_cs_chip *chip,
				       const struct r600_cs_surface *surface)
{
	u32 row = R600_CS_TILE_EDGE * surface->bytes * surface->samples;

	return (struct r600_cs_layout) {
		.width_align = max_t(u32, R600_CS_TILE_EDGE, chip->group_bytes / row),
		.height_align = R600_CS_TILE_EDGE,
		.base_align = chip->group_bytes,
	};
}

/* Bytes of a macro tile in one bank of one pipe. */
static u32 bank_bytes(const struct r600_cs_surface *surface)
{
	const struct r600_cs_tiling *t = &surface->tiling;
	u32 tile = R600_CS_TILE_ELEMENTS * surface->bytes * surface->samples;

	return min(tile, 64u << t->split) << t->bank_width << t->bank_height;
}

/* Banks of all pipes. */
static u32 num_banks(const struct r600_cs_chip *chip,
		     const struct r600_cs_surface *surface)
{
	return chip->num_pipes * (2u << surface->tiling.banks);
}

/* All factors are powers of two, so shifts would do; sizes read better. */
static const char *layout_2d(const struct r600_cs_chip *chip,
			     const struct r600_cs_surface *surface,
			     struct r600_cs_layout *layout)
{
	const struct r600_cs_tiling *t = &surface->tiling;
	u32 width = chip->num_pipes << t->bank_width << t->aspect;
	u32 height = 2u << t->banks << t->bank_height;

	if (t->split > TILE_SPLIT_MAX)
		return "the tile split must not exceed 4096 bytes";
	if (height >> t->aspect == 0)
		return "the aspect must not exceed the banks times their height";
	height >>= t->aspect;
	*layout = (struct r600_cs_layout) {
		.width_align = R600_CS_TILE_EDGE * width,
		.height_align = R600_CS_TILE_EDGE * height,
		.base_align = num_banks(chip, surface) *
			      max(bank_bytes(surface),
				  chip->group_bytes),
	};
	return NULL;
}

/**
 * r600_cs_surface_layout() - what the mode of a surface asks for
 * @chip: the card
 * @surface: its @width and @height do not count
 * @layout: out
 *
 * Return: NULL, or the rule that mode or tiling break.
 */
const char *r600_cs_surface_layout(const struct r600_cs_chip *chip,
				   const struct r600_cs_surface *surface,
				   struct r600_cs_layout *layout)
{
	if (surface->bytes == 12 && surface->mode >= R600_CS_1D_THIN1)
		return "a format of 12 bytes cannot be tiled";
	if (surface->mode == R600_CS_2D_THIN1)
		return layout_2d(chip, surface, layout);
	if (surface->mode == R600_CS_1D_THIN1)
		*layout = layout_1d(chip, surface);
	else if (surface->mode == R600_CS_LINEAR_ALIGNED)
		*layout = layout_linear_aligned(chip, surface);
	else if (surface->mode == R600_CS_LINEAR_GENERAL)
		*layout = (struct r600_cs_layout) { 1, 1, 256 };
	else
		return "the array mode must be 0, 1, 2 or 4";
	return NULL;
}

/**
 * r600_cs_surface_reach() - how far the bytes of a surface lie apart
 * @chip: the card
 * @surface: the surface
 * @bytes: of it
 *
 * Pipe and bank are address bits above a group, so that with 2D tiling the last group
 * of each bank is in reach, be it full or not.
 *
 * Return: bytes from the first to the last.
 */
u64 r600_cs_surface_reach(const struct r600_cs_chip *chip,
			  const struct r600_cs_surface *surface, u64 bytes)
{
	if (surface->mode != R600_CS_2D_THIN1)
		return bytes;
	return ALIGN(bytes, num_banks(chip, surface) * chip->group_bytes);
}

/**
 * r600_cs_surface_banks_2d() - r600_cs_surface_banks() of a surface in macro tiles
 * @chip: the card
 * @surface: in R600_CS_2D_THIN1
 *
 * Return: NULL if it fits the banks of the memory, or the rule that it breaks.
 */
const char *r600_cs_surface_banks_2d(const struct r600_cs_chip *chip,
				     const struct r600_cs_surface *surface)
{
	u64 slice;

	if (bank_bytes(surface) >= chip->group_bytes)
		return NULL;
	if (surface->samples == 1)
		return "a bank of a macro tile must hold an interleave of the memory";
	slice = r600_cs_surface_bytes(surface, 1);
	if (slice != r600_cs_surface_reach(chip, surface, slice))
		return "each bank must hold whole interleaves of a slice";
	return NULL;
}

/**
 * r600_cs_surface_fmask() - the FMASK of a surface
 * @chip: the card
 * @bank_height: of the FMASK, a logarithm
 * @fmask: in: the surface, which may have a single sample; out: its FMASK
 * @layout: out
 *
 * A surface of its own, tiled like the other but for the height of its banks: its
 * macro tiles are others, and end where those of the surface need not.
 *
 * Return: NULL, or the rule that it breaks.
 */
const char *r600_cs_surface_fmask(const struct r600_cs_chip *chip, u32 bank_height,
				  struct r600_cs_surface *fmask,
				  struct r600_cs_layout *layout)
{
	const char *rule;

	fmask->bytes = fmask->samples > 4 ? 4 : 1;
	fmask->samples = 1;
	fmask->tiling.bank_height = bank_height;
	rule = r600_cs_surface_layout(chip, fmask, layout);
	if (rule)
		return rule;
	fmask->width = ALIGN(fmask->width, layout->width_align);
	fmask->height = ALIGN(fmask->height, layout->height_align);
	return NULL;
}

/* Tiles of 8x8 that a cache line of HTILE covers, by the logarithm of pipes. */
static const u8 htile_lines[][2] = {
	{ 32, 16 }, { 32, 32 }, { 64, 32 }, { 64, 64 },
};

/**
 * r600_cs_htile_bytes() - bytes of the HTILE buffer of a depth surface
 * @chip: the card
 * @linear: HTILE runs in rows instead of cache lines
 * @width: of the depth surface, in pixels
 * @height: of the depth surface, in pixels
 * @layers: slices
 *
 * One dword for each tile of 8x8 pixels.
 *
 * Return: bytes from HTILE_DATA_BASE on.
 */
u64 r600_cs_htile_bytes(const struct r600_cs_chip *chip, bool linear,
			u32 width, u32 height, u32 layers)
{
	const u8 *line = htile_lines[ilog2(chip->num_pipes) % 4];
	u64 columns = ALIGN(width, R600_CS_TILE_EDGE) / R600_CS_TILE_EDGE;
	u64 rows = ALIGN(height, R600_CS_TILE_EDGE) / R600_CS_TILE_EDGE;

	columns = ALIGN(columns, linear ? 16 : line[0]);
	rows = ALIGN(rows, linear ? chip->num_pipes : line[1]);
	return ALIGN(columns * rows * 4, chip->num_pipes * 2048) * layers;
}

/* Four bits for each tile of 8x8: bytes and pixels of a block. */
#define CMASK_BLOCK_BYTES	128
#define CMASK_BLOCK_EDGE	128

/* Pixels that the cache lines of CMASK cover, one of each pipe, by their logarithm. */
static const u16 cmask_lines[][2] = {
	{ 128, 128 }, { 256, 128 }, { 256, 256 }, { 512, 256 },
};

/**
 * r600_cs_cmask_blocks() - how much CMASK some pixels have
 * @chip: the card
 * @width: pixels in a row
 * @height: rows
 *
 * Cache lines are complete; so Mesa's r600_texture.c allocates them.
 *
 * Return: blocks of 128x128 pixels in a slice.
 */
u32 r600_cs_cmask_blocks(const struct r600_cs_chip *chip, u32 width, u32 height)
{
	const u16 *line = cmask_lines[ilog2(chip->num_pipes) % 4];

	return ALIGN(width, line[0]) / CMASK_BLOCK_EDGE *
	       (ALIGN(height, line[1]) / CMASK_BLOCK_EDGE);
}

/**
 * r600_cs_cmask_bytes() - bytes of a slice of CMASK
 * @chip: the card
 * @blocks: of 128x128 pixels in it
 *
 * Return: bytes from its address on.
 */
u64 r600_cs_cmask_bytes(const struct r600_cs_chip *chip, u32 blocks)
{
	return ALIGN((u64)blocks * CMASK_BLOCK_BYTES, r600_cs_all_pipes(chip));
}

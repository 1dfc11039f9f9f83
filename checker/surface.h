/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_SURFACE_H
#define CHECKER_SURFACE_H

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/types.h>

#include "r600_cs_checker.h"

/* ARRAY_MODE of all blocks. */
enum r600_cs_array_mode {
	R600_CS_LINEAR_GENERAL	= 0,
	R600_CS_LINEAR_ALIGNED	= 1,
	R600_CS_1D_THIN1	= 2,
	R600_CS_2D_THIN1	= 4,
};

/**
 * struct r600_cs_tiling - fields as they are in registers, logarithms all
 */
struct r600_cs_tiling {
	/** @split: TILE_SPLIT, 64 << split bytes; at most 6 */
	u32 split;

	/** @banks: NUM_BANKS, 2 << banks */
	u32 banks;

	/** @bank_width: BANK_WIDTH, in tiles */
	u32 bank_width;

	/** @bank_height: BANK_HEIGHT, in tiles */
	u32 bank_height;

	/** @aspect: MACRO_TILE_ASPECT */
	u32 aspect;
};

/* Elements of a tile, along an edge and in all. */
#define R600_CS_TILE_EDGE		8
#define R600_CS_TILE_ELEMENTS		64
/* Fields of pitch and slice, for targets, depth and DMA: tiles in them, less one. */
#define R600_CS_PITCH_TILE_MAX		GENMASK(10, 0)
#define R600_CS_SLICE_TILE_MAX		GENMASK(21, 0)

/* Colours and textures have 8 samples at most. */
#define R600_CS_MAX_LOG_SAMPLES		3

/**
 * struct r600_cs_format - how many bytes a format takes
 */
struct r600_cs_format {
	/** @bytes: of one block; 0 if there is no such format */
	u8 bytes;

	/** @block_width: of a block in pixels, a logarithm: 0 to 2 */
	u8 block_width;

	/** @block_height: the same: 0 or 2 */
	u8 block_height;

	/** @color: a target may have it */
	bool color;
};

/**
 * struct r600_cs_surface - one level of a surface
 */
struct r600_cs_surface {
	/** @mode: ARRAY_MODE */
	u32 mode;

	/** @tiling: only counts for a 2D mode */
	struct r600_cs_tiling tiling;

	/** @bytes: of one element: 1, 2, 4, 8, 12 or 16 */
	u32 bytes;

	/** @samples: 1, 2, 4 or 8 */
	u32 samples;

	/** @width: elements in a row, padding included; at most 32768 */
	u32 width;

	/** @height: rows, padding included; less than 2^26 */
	u32 height;
};

/**
 * struct r600_cs_layout - what a mode asks for
 */
struct r600_cs_layout {
	/** @width_align: elements that the width must be a multiple of */
	u32 width_align;

	/** @height_align: rows that the height must be a multiple of */
	u32 height_align;

	/** @base_align: bytes that the address must be a multiple of, a power of two */
	u32 base_align;
};

/* checker/surface.c */
#define R600_CS_FORMATS		64
extern const struct r600_cs_format r600_cs_formats[R600_CS_FORMATS];
const char *r600_cs_surface_layout(const struct r600_cs_chip *chip,
				   const struct r600_cs_surface *surface,
				   struct r600_cs_layout *layout);
u64 r600_cs_surface_reach(const struct r600_cs_chip *chip,
			  const struct r600_cs_surface *surface, u64 bytes);
const char *r600_cs_surface_banks_2d(const struct r600_cs_chip *chip,
				     const struct r600_cs_surface *surface);
const char *r600_cs_surface_fmask(const struct r600_cs_chip *chip, u32 bank_height,
				  struct r600_cs_surface *fmask,
				  struct r600_cs_layout *layout);
u64 r600_cs_htile_bytes(const struct r600_cs_chip *chip, bool linear,
			u32 width, u32 height, u32 layers);
u32 r600_cs_cmask_blocks(const struct r600_cs_chip *chip, u32 width, u32 height);
u64 r600_cs_cmask_bytes(const struct r600_cs_chip *chip, u32 blocks);

/**
 * r600_cs_format() - look up a format
 * @format: of a target or a texture
 *
 * Return: the format; its bytes are 0 if there is none.
 */
static inline const struct r600_cs_format *r600_cs_format(u32 format)
{
	return &r600_cs_formats[format % R600_CS_FORMATS];
}

/* What CMASK and HTILE start at a multiple of: one interleave of each pipe. */
static inline u32 r600_cs_all_pipes(const struct r600_cs_chip *chip)
{
	return chip->num_pipes * chip->group_bytes;
}

/**
 * r600_cs_surface_rows() - how many rows a slice has
 * @surface: the surface; its width and height are filled in
 * @pitch: dword with R600_CS_PITCH_TILE_MAX
 * @slice: dword with R600_CS_SLICE_TILE_MAX
 *
 * Return: NULL, or the rule that a slice breaks which is no whole number of rows.
 */
static inline const char *r600_cs_surface_rows(struct r600_cs_surface *surface, u32 pitch,
					       u32 slice)
{
	u32 elements = (FIELD_GET(R600_CS_SLICE_TILE_MAX, slice) + 1) * R600_CS_TILE_ELEMENTS;

	surface->width = (FIELD_GET(R600_CS_PITCH_TILE_MAX, pitch) + 1) * R600_CS_TILE_EDGE;
	surface->height = elements / surface->width;
	if (elements % surface->width)
		return "the slice must be a whole number of rows";
	return NULL;
}

/**
 * r600_cs_surface_aligned() - does a surface consist of whole tiles?
 * @surface: the surface
 * @layout: what its mode asks for
 *
 * Return: NULL, or the rule that it breaks.
 */
static inline const char *r600_cs_surface_aligned(const struct r600_cs_surface *surface,
						  const struct r600_cs_layout *layout)
{
	if (surface->width & (layout->width_align - 1))
		return "the pitch must be a multiple of what the array mode asks for";
	if (surface->height & (layout->height_align - 1))
		return "the height must be a multiple of what the array mode asks for";
	return NULL;
}

/**
 * r600_cs_surface_bytes() - bytes that layers of a surface cover
 * @surface: the surface, aligned
 * @layers: slices
 *
 * Return: bytes from the address of the first layer on.
 */
static inline u64 r600_cs_surface_bytes(const struct r600_cs_surface *surface, u32 layers)
{
	return (u64)surface->width * surface->height * surface->bytes *
	       surface->samples * layers;
}

/**
 * r600_cs_surface_banks() - do the banks hold whole groups?
 * @chip: the card
 * @surface: the surface, aligned
 *
 * If what a surface has in a bank ends within a group, the surface reaches behind its
 * bytes. Macro tiles that fill groups are enough. With samples slices that do are, too:
 * Mesa picks the banks of depth, with which a macro tile of its stencil fills half a
 * group. What has one sample may have levels, each with slices of another size, so that
 * it is held to its macro tiles.
 *
 * Return: NULL, or the rule that it breaks.
 */
static inline const char *r600_cs_surface_banks(const struct r600_cs_chip *chip,
						const struct r600_cs_surface *surface)
{
	return surface->mode == R600_CS_2D_THIN1 ? r600_cs_surface_banks_2d(chip, surface) : NULL;
}

/**
 * r600_cs_surface_whole() - does a surface consist of whole tiles, and fill groups in its banks?
 * @chip: the card
 * @surface: the surface
 * @layout: what its mode asks for
 *
 * Return: NULL, or the rule that it breaks.
 */
static inline const char *r600_cs_surface_whole(const struct r600_cs_chip *chip,
						const struct r600_cs_surface *surface,
						const struct r600_cs_layout *layout)
{
	const char *rule = r600_cs_surface_aligned(surface, layout);

	return rule ?: r600_cs_surface_banks(chip, surface);
}

#endif

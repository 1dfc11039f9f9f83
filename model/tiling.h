/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Where an element of a tiled surface lies in memory.
 */
#ifndef TILING_H
#define TILING_H

#include <stdbool.h>
#include <stdint.h>

/* ARRAY_MODE, as registers and packets have it. */
enum tiling_mode {
	LINEAR_GENERAL = 0, LINEAR_ALIGNED = 1, TILED_1D_THIN1 = 2, TILED_1D_THICK = 3,
	TILED_2D_THIN1 = 4, TILED_2D_THICK = 7,
};

struct tiling {
	unsigned int mode;		/* enum tiling_mode, or what a client made of it */
	unsigned int element_log2;	/* bytes of an element: 0 to 4 */
	bool non_displayable;		/* order of elements in a micro tile */
	uint32_t pitch, height;		/* of a slice, in elements, with all padding */
	unsigned int pipes, banks;
	unsigned int bank_width, bank_height, aspect;	/* micro tiles; powers of two */
	unsigned int split;		/* bytes of a micro tile that stay together */
	unsigned int group, bank_interleave;	/* bytes; groups */
	unsigned int samples_log2;	/* of an element */
	bool depth_order;		/* the samples of an element are neighbours, as DB has them */
	bool stencil;			/* laid out as the depth it belongs to, whose elements are larger */
};

/* What a guess is about, where tiling_is_guessed(). */
#define TILING_GUESS	"tiling: eight pipes, thick tiles, stencil in small banks"

const char *tiling_problem(const struct tiling *t);
unsigned int tiling_thickness(const struct tiling *t);
uint64_t tiling_slice_bytes(const struct tiling *t);
uint64_t tiling_reach(const struct tiling *t, uint32_t slices);
void tiling_macro_tile(const struct tiling *t, uint32_t *width, uint32_t *height);
uint64_t tiling_base_alignment(const struct tiling *t);
uint64_t tiling_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z);
uint64_t tiling_sample_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t sample);
/* The same in two steps, for those who go through a tile. Of a surface that has tiles. */
uint32_t tiling_place(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t sample);
uint64_t tiling_place_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t place);
void tiling_complete(uint32_t of[64]);
uint32_t tiling_run(const struct tiling *t);
bool tiling_is_linear(const struct tiling *t);
bool tiling_is_guessed(const struct tiling *t);
bool tiling_has_whole_tiles(const struct tiling *t);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The texture unit, as the shader core sees it: a resource in fields and levels, and fetches.
 */
#ifndef TX_H
#define TX_H

#include "../sq/wave.h"

#define TX_LEVELS	16u

/* DIM of a resource. */
enum {
	TX_1D, TX_2D, TX_3D, TX_CUBE, TX_1D_ARRAY, TX_2D_ARRAY, TX_2D_MSAA, TX_2D_ARRAY_MSAA,
};

struct tx_level {
	struct sq_surface surface;	/* of elements; its problem counts for this level only */
	uint32_t width, height, slices;	/* texels; layers that one may see, or depth */
	bool whole;			/* all elements of a thin tile are this far from its first one: */
	uint32_t way[64];		/* bytes, row by row */
};

struct tx_texture;
typedef void tx_decode_fn(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4]);

struct tx_texture {
	const char *problem;		/* why nobody can use it, or NULL */
	bool null;			/* reads as 0 */
	unsigned int dim;
	uint32_t width, height, depth;	/* of level 0; depth: layers, cubes, or of a 3D one */
	uint32_t first_layer, last_layer;
	unsigned int base_level, last_level;
	unsigned int samples_log2;
	uint32_t format, num_format, sel[4], endian;
	unsigned int signs;		/* bits: components */
	unsigned int aniso_log2;	/* probes at most */
	bool srf, degamma;
	unsigned int block_width, block_height;	/* texels of an element */
	tx_decode_fn *decode;
	struct tx_level level[TX_LEVELS];	/* up to last_level */
	struct sq_surface fmask;	/* base 0: none */
};

/* @memory: pipes and groups of the chip. */
void tx_take_texture(struct tx_texture *t, enum sq_isa isa, const struct tiling *memory, const uint32_t w[8]);

/* @words: of the resource, which is a texture or null. False: told. */
bool tx_run(struct sq_wave *wave, const struct sq_fetch *f, const uint32_t *words);
/* Does the operation look at a resource? */
bool tx_has_resource(const struct sq_fetch *f);
/* Forgets what instructions of the last clause have set. */
void tx_begin_clause(struct sq_wave *wave);

#endif

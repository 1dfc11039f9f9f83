/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Textures that fetches read: a resource in fields, and its levels.
 */
#ifndef SQ_TEXTURE_H
#define SQ_TEXTURE_H

#include "wave.h"

#define SQ_LEVELS	16u

/* DIM of a resource. */
enum {
	SQ_TEX_1D, SQ_TEX_2D, SQ_TEX_3D, SQ_TEX_CUBE, SQ_TEX_1D_ARRAY, SQ_TEX_2D_ARRAY, SQ_TEX_2D_MSAA,
	SQ_TEX_2D_ARRAY_MSAA,
};

struct sq_texture {
	const char *problem;		/* why nobody can use it, or NULL */
	unsigned int dim;
	uint32_t width, height, depth;	/* of level 0; depth: layers, cubes, or of a 3D one */
	uint32_t first_layer, last_layer;
	unsigned int base_level, last_level;
	uint32_t format, num_format, sel[4];
	bool is_signed, srf, degamma;
	struct sq_surface level[SQ_LEVELS];	/* up to last_level */
};

/* @memory: pipes and groups of the chip. */
void sq_take_texture(struct sq_texture *t, enum sq_isa isa, const struct tiling *memory, const uint32_t w[8]);
/* How large a level is that one may see. */
uint32_t sq_level_edge(uint32_t edge, unsigned int level);
/* How many coordinates it has beside that of the layer, and whether it has that. */
unsigned int sq_texture_axes(const struct sq_texture *t);
bool sq_texture_has_layers(const struct sq_texture *t);

/* Zeros outside. False: the level cannot be read, which has been told. */
bool sq_read_texel(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t, unsigned int level,
		   const uint32_t xyz[3], uint32_t value[4]);

/* Are instruction and sampler modelled? False: told. */
bool sq_check_sample(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t);
/* One lane; @in are its coordinates. False: told. */
bool sq_sample(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t, const uint32_t in[4],
	       uint32_t value[4]);

#endif

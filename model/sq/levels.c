// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: levels of a texture
 *
 * Level 0 has an address and a pitch in the resource. The others lie behind another address,
 * one after the other, each with edges and numbers of layers that are powers of two, padded to
 * whole tiles and groups. A level that is smaller than a macro tile is 1D tiled, and so are those
 * after it.
 *
 * Sources: AMD's register guides for the fields; the order and the size of levels, and where
 * Cayman has the bit for the order in a tile, are Mesa's. Guess: of depth and last layer the
 * larger one counts for that.
 */
#include "texture.h"

#define EDGE_LINEAR	64u		/* elements that a linear row consists of multiples of */
#define TILE		8u

uint32_t sq_level_edge(uint32_t edge, unsigned int level)
{
	return edge >> level ? edge >> level : 1;
}

unsigned int sq_texture_axes(const struct sq_texture *t)
{
	return t->dim == SQ_TEX_1D || t->dim == SQ_TEX_1D_ARRAY ? 1 : t->dim == SQ_TEX_3D ? 3 : 2;
}

bool sq_texture_has_layers(const struct sq_texture *t)
{
	return t->dim == SQ_TEX_1D_ARRAY || t->dim == SQ_TEX_2D_ARRAY;
}

static uint32_t padded_edge(uint32_t edge, unsigned int level)
{
	uint32_t n = 1;

	while (n < sq_level_edge(edge, level))
		n *= 2;
	return n;
}

static uint32_t up(uint32_t n, uint32_t to)
{
	return to ? (n + to - 1) / to * to : n;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* A row of them is a group. */
static uint32_t elements_of_group(const struct tiling *t, unsigned int rows)
{
	return t->group / rows >> t->element_log2;
}

static void pad(struct tiling *t)
{
	uint32_t width, height;

	tiling_macro_tile(t, &width, &height);
	if (t->mode == LINEAR_ALIGNED)
		width = larger(EDGE_LINEAR, elements_of_group(t, 1));
	else if (t->mode == TILED_1D_THIN1 || t->mode == TILED_1D_THICK)
		width = larger(TILE, elements_of_group(t, TILE * tiling_thickness(t)));
	t->pitch = up(t->pitch, width);
	t->height = up(t->height, height);
}

static void lower_mode(struct tiling *t)
{
	uint32_t width, height;

	tiling_macro_tile(t, &width, &height);
	if (t->pitch >= width && t->height >= height)
		return;
	if (t->mode == TILED_2D_THIN1)
		t->mode = TILED_1D_THIN1;
	else if (t->mode == TILED_2D_THICK)
		t->mode = TILED_1D_THICK;
}

/* How many slices of a level there are in memory. */
static uint32_t slices_of(const struct sq_texture *t, unsigned int level)
{
	uint32_t layers = t->dim == SQ_TEX_CUBE ? 6 * t->depth : t->depth;

	if (t->dim == SQ_TEX_3D)
		return padded_edge(t->depth, level);
	return padded_edge(larger(layers, t->last_layer + 1), 0);
}

static uint64_t bytes_of(const struct sq_texture *t, unsigned int level)
{
	const struct tiling *tiling = &t->level[level].tiling;
	uint32_t thickness = tiling_thickness(tiling);

	return tiling_slice_bytes(tiling) * (up(slices_of(t, level), thickness) / thickness);
}

static void show(struct sq_texture *t, unsigned int level)
{
	struct sq_surface *s = &t->level[level];

	s->width = sq_level_edge(t->width, level);
	s->height = sq_texture_axes(t) == 1 ? 1 : sq_level_edge(t->height, level);
	s->first = t->dim == SQ_TEX_3D ? 0 : t->first_layer;
	s->slices = 1;
	if (t->dim == SQ_TEX_3D)
		s->slices = sq_level_edge(t->depth, level);
	else if (sq_texture_has_layers(t) || t->dim == SQ_TEX_CUBE)
		s->slices = t->last_layer < t->first_layer ? 0 : t->last_layer - t->first_layer + 1;
	sq_surface_check(s, sq_format_size(t->format));
}

/* Pitch and height of level 0 are there. */
static void lay_out(struct sq_texture *t, uint64_t smaller)
{
	struct sq_surface *first = &t->level[0];
	uint32_t pitch = first->tiling.pitch;

	pad(&first->tiling);
	first->tiling.pitch = pitch;
	show(t, 0);
	for (unsigned int i = 1; i <= t->last_level && !first->problem; i++) {
		struct sq_surface *s = &t->level[i];

		*s = t->level[i - 1];
		s->problem = NULL;
		s->base = smaller;
		s->tiling.pitch = padded_edge(t->width, i);
		s->tiling.height = sq_texture_axes(t) == 1 ? 1 : padded_edge(t->height, i);
		lower_mode(&s->tiling);
		pad(&s->tiling);
		show(t, i);
		smaller += bytes_of(t, i);
	}
}

static const char *problem_of(const struct sq_texture *t, const uint32_t w[8])
{
	unsigned int sign = w[4] & 3;

	if (t->dim >= SQ_TEX_2D_MSAA)
		return "textures with samples are not modelled";
	if (w[4] >> 12 & 3)
		return "another order of bytes is not modelled";
	if (t->num_format > SQ_SCALED || sign > 1)
		return "a reserved number format or sign";
	for (unsigned int c = 0; c < sq_format_components(t->format); c++)
		if ((w[4] >> 2 * c & 3) != sign)
			return "components with and without a sign are not modelled";
	for (unsigned int c = 0; c < 4; c++)
		if (t->sel[c] > 5)
			return "a reserved DST_SEL";
	if (t->base_level > t->last_level)
		return "its levels end before they begin";
	if (!sq_format_size(t->format))
		return "the format is not modelled";
	return NULL;
}

void sq_take_texture(struct sq_texture *t, enum sq_isa isa, const struct tiling *memory, const uint32_t w[8])
{
	struct tiling *tiling = &t->level[0].tiling;

	*t = (struct sq_texture){
		.dim = w[0] & 7, .width = (w[0] >> 18) + 1, .height = (w[1] & 0x3fff) + 1,
		.depth = (w[1] >> 14 & 0x1fff) + 1, .first_layer = w[5] >> 4 & 0x1fff, .last_layer = w[5] >> 17 & 0x1fff,
		.base_level = w[4] >> 28, .last_level = w[5] & 0xf, .format = w[7] & 0x3f, .num_format = w[4] >> 8 & 3,
		.is_signed = w[4] & 1, .srf = w[4] >> 10 & 1, .degamma = w[4] >> 11 & 1,
	};
	for (unsigned int c = 0; c < 4; c++)
		t->sel[c] = w[4] >> (16 + 3 * c) & 7;
	t->problem = problem_of(t, w);
	if (t->problem)
		return;
	t->level[0].base = (uint64_t)w[2] << 8;
	*tiling = *memory;
	tiling->mode = w[1] >> 28;
	tiling->element_log2 = (unsigned int)__builtin_ctz(sq_format_size(t->format));
	tiling->non_displayable = isa == SQ_CAYMAN ? w[0] >> 4 & 3 : w[0] >> 5 & 1;
	tiling->pitch = ((w[0] >> 6 & 0xfff) + 1) * 8;
	tiling->height = sq_texture_axes(t) == 1 ? 1 : t->height;
	tiling->split = 64u << (w[6] >> 29);
	tiling->aspect = 1u << (w[7] >> 6 & 3);
	tiling->bank_width = 1u << (w[7] >> 8 & 3);
	tiling->bank_height = 1u << (w[7] >> 10 & 3);
	tiling->banks = 2u << (w[7] >> 16 & 3);
	lay_out(t, (uint64_t)w[3] << 8);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: levels of a texture
 *
 * Level 0 has an address and a pitch in the resource. The others lie behind another address,
 * one after the other, each with edges and numbers of layers that are powers of two, padded to
 * whole tiles and groups. A level that is smaller than a macro tile is 1D tiled, and so are those
 * after it. Sizes in memory count elements, which may be blocks of texels. A texture with samples
 * has one level, and the address of its FMASK in place of that of the others.
 *
 * Sources: AMD's register guides for the fields; the order and the size of levels, and where
 * Cayman has the bit for the order in a tile, are Mesa's, and so is that a cube has six faces even
 * where its last layer is the first one, as in views of arrays. Guesses: of depth and last layer the
 * larger one counts for that; rows of LINEAR_GENERAL are as far apart as those of LINEAR_ALIGNED,
 * for no register says how far, and that is the widest that any driver allocates for.
 */
#include "unit.h"

#define EDGE_LINEAR	64u		/* elements that a linear row consists of multiples of */
#define TILE		8u
#define FACES		6u

uint32_t tx_level_edge(uint32_t edge, unsigned int level)
{
	return edge >> level ? edge >> level : 1;
}

unsigned int tx_axes(const struct tx_texture *t)
{
	return t->dim == TX_1D || t->dim == TX_1D_ARRAY ? 1 : t->dim == TX_3D ? 3 : 2;
}

bool tx_has_layers(const struct tx_texture *t)
{
	return t->dim == TX_1D_ARRAY || t->dim == TX_2D_ARRAY || t->dim == TX_2D_ARRAY_MSAA;
}

static uint32_t padded_edge(uint32_t edge, unsigned int level)
{
	uint32_t n = 1;

	while (n < tx_level_edge(edge, level))
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

static uint32_t blocks(uint32_t texels, uint32_t block)
{
	return (texels + block - 1) / block;
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
	if (t->mode == LINEAR_ALIGNED || t->mode == LINEAR_GENERAL)
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
static uint32_t slices_of(const struct tx_texture *t, unsigned int level)
{
	uint32_t layers = t->dim == TX_CUBE ? 6 * t->depth : t->depth;

	if (t->dim == TX_3D)
		return padded_edge(t->depth, level);
	return padded_edge(larger(layers, t->last_layer + 1), 0);
}

static uint64_t bytes_of(const struct tx_texture *t, unsigned int level)
{
	const struct tiling *tiling = &t->level[level].surface.tiling;
	uint32_t thickness = tiling_thickness(tiling);

	return tiling_slice_bytes(tiling) * (up(slices_of(t, level), thickness) / thickness);
}

static void show(struct tx_texture *t, unsigned int level)
{
	struct tx_level *l = &t->level[level];
	struct sq_surface *s = &l->surface;
	bool layers = tx_has_layers(t) || t->dim == TX_CUBE;
	unsigned int width, height;

	l->width = tx_level_edge(t->width, level);
	l->height = tx_axes(t) == 1 ? 1 : tx_level_edge(t->height, level);
	l->slices = 1;
	if (t->dim == TX_3D)
		l->slices = tx_level_edge(t->depth, level);
	else if (layers)
		l->slices = t->last_layer < t->first_layer ? 0 : t->last_layer - t->first_layer + 1;
	if (t->dim == TX_CUBE && l->slices < FACES)
		l->slices = FACES;
	s->width = blocks(l->width, t->block_width);
	s->height = blocks(l->height, t->block_height);
	s->slices = l->slices;
	s->first = t->dim == TX_3D ? 0 : t->first_layer;
	sq_surface_check(s, tx_element_size(t->format, &width, &height));
	l->whole = !s->problem && tiling_has_whole_tiles(&s->tiling) && tiling_thickness(&s->tiling) == 1;
	for (uint32_t i = 1; l->whole && i < TILE * TILE; i *= 2)
		l->way[i] = (uint32_t)(tiling_offset(&s->tiling, i % TILE, i / TILE, 0) - tiling_offset(&s->tiling, 0, 0, 0));
	tiling_complete(l->way);
}

/* As the colour block has it: 4 bits for each sample, in 1, 4 or 8 bytes. */
static void lay_out_fmask(struct tx_texture *t, uint64_t base)
{
	const struct sq_surface *s = &t->level[0].surface;
	uint32_t width, height;

	if (!base || s->problem)
		return;
	t->fmask.base = base;
	t->fmask.width = s->width;
	t->fmask.height = s->height;
	t->fmask.slices = s->slices;
	t->fmask.first = s->first;
	t->fmask.tiling.pitch = s->tiling.pitch;
	tiling_macro_tile(&t->fmask.tiling, &width, &height);
	t->fmask.tiling.height = up(s->tiling.height, height);
	sq_surface_check(&t->fmask, 1u << t->fmask.tiling.element_log2);
}

/* Pitch and height of level 0 are there. */
void tx_lay_out(struct tx_texture *t, uint64_t smaller)
{
	struct sq_surface *first = &t->level[0].surface;
	uint32_t pitch = first->tiling.pitch;

	pad(&first->tiling);
	first->tiling.pitch = pitch;
	show(t, 0);
	if (t->samples_log2) {
		lay_out_fmask(t, smaller);
		return;
	}
	for (unsigned int i = 1; i <= t->last_level && !first->problem; i++) {
		struct sq_surface *s = &t->level[i].surface;

		*s = t->level[i - 1].surface;
		s->problem = NULL;
		s->base = smaller;
		s->tiling.pitch = blocks(padded_edge(t->width, i), t->block_width);
		s->tiling.height = tx_axes(t) == 1 ? 1 : blocks(padded_edge(t->height, i), t->block_height);
		lower_mode(&s->tiling);
		pad(&s->tiling);
		show(t, i);
		smaller += bytes_of(t, i);
	}
	for (unsigned int i = 1; i <= t->last_level && first->problem; i++)
		t->level[i].surface.problem = first->problem;
}

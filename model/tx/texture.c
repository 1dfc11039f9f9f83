// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: resources of textures
 *
 * Eight words, taken apart once: a wave keeps them in fields, as long as the words stay the same.
 *
 * Sources: AMD's register guides, Mesa for how it fills resources in.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define TYPE_NULL	0u
#define RESERVED_ENDIAN	3u
#define TURNS		(1u << 12)	/* that a key has room for */

static const char *problem_of(const struct tx_texture *t, enum sq_isa isa, const uint32_t w[8])
{
	for (unsigned int c = 0; c < 4; c++)
		if ((w[4] >> 2 * c & 3) > 1)
			return "a reserved sign";
	if (t->num_format > SQ_SCALED)
		return "a reserved number format";
	if (t->endian == RESERVED_ENDIAN)
		return "a reserved order of bytes";
	for (unsigned int c = 0; c < 4; c++)
		if (t->sel[c] > 5)
			return "a reserved DST_SEL";
	if (t->samples_log2 > 4)
		return "a reserved number of samples";
	if (isa == SQ_CAYMAN && t->dim >= TX_2D_MSAA && (w[4] >> 14 & 3) != t->samples_log2)
		return "its fragments are not its samples, which is not modelled";
	if (t->base_level > t->last_level)
		return "its levels end before they begin";
	return NULL;
}

static void take_tiling(struct tx_texture *t, enum sq_isa isa, const struct tiling *memory, unsigned int size,
			const uint32_t w[8])
{
	struct tiling *tiling = &t->level[0].surface.tiling, *fmask = &t->fmask.tiling;

	*tiling = *memory;
	tiling->mode = w[1] >> 28;
	tiling->element_log2 = (unsigned int)__builtin_ctz(size);
	tiling->non_displayable = isa == SQ_CAYMAN ? w[0] >> 4 & 3 : w[0] >> 5 & 1;
	tiling->pitch = ((w[0] >> 6 & 0xfff) + 1) * 8 / t->block_width;
	tiling->height = tx_axes(t) == 1 ? 1 : (t->height + t->block_height - 1) / t->block_height;
	tiling->split = 64u << (w[6] >> 29);
	tiling->aspect = 1u << (w[7] >> 6 & 3);
	tiling->bank_width = 1u << (w[7] >> 8 & 3);
	tiling->bank_height = 1u << (w[7] >> 10 & 3);
	tiling->banks = 2u << (w[7] >> 16 & 3);
	tiling->samples_log2 = t->samples_log2;
	tiling->depth_order = t->samples_log2 && w[7] >> 15 & 1;
	tiling->stencil = size == 1;		/* it may be */
	*fmask = *tiling;
	fmask->element_log2 = t->samples_log2 < 3 ? 0 : t->samples_log2 - 1;
	fmask->bank_height = 1u << (w[6] & 3);
	fmask->samples_log2 = 0;
	fmask->depth_order = false;
	fmask->stencil = false;
}

void tx_take_texture(struct tx_texture *t, enum sq_isa isa, const struct tiling *memory, const uint32_t w[8])
{
	bool samples = (w[0] & 7) >= TX_2D_MSAA;
	unsigned int size;

	memset(t, 0, sizeof(*t));
	t->null = w[7] >> 30 == TYPE_NULL;
	if (t->null)
		return;
	t->dim = w[0] & 7;
	t->width = (w[0] >> 18) + 1;
	t->height = (w[1] & 0x3fff) + 1;
	t->depth = (w[1] >> 14 & 0x1fff) + 1;
	t->first_layer = w[5] >> 4 & 0x1fff;
	t->last_layer = w[5] >> 17 & 0x1fff;
	t->base_level = samples ? 0 : w[4] >> 28;
	t->last_level = samples ? 0 : w[5] & 0xf;
	t->samples_log2 = samples ? w[5] & 0xf : 0;
	t->format = w[7] & 0x3f;
	t->num_format = w[4] >> 8 & 3;
	t->endian = w[4] >> 12 & 3;
	t->srf = w[4] >> 10 & 1;
	t->degamma = w[4] >> 11 & 1;
	t->aniso_log2 = samples ? 0 : w[6] & 7;
	for (unsigned int c = 0; c < 4; c++) {
		t->signs |= (w[4] >> 2 * c & 1) << c;
		t->sel[c] = w[4] >> (16 + 3 * c) & 7;
	}
	size = tx_element_size(t->format, &t->block_width, &t->block_height);
	t->decode = tx_decoder_of(t);
	t->problem = size ? problem_of(t, isa, w) : "the format is reserved";
	if (t->problem)
		return;
	if (size & (size - 1)) {
		t->problem = "the format is none of images";
		return;
	}
	take_tiling(t, isa, memory, size, w);
	t->level[0].surface.base = (uint64_t)w[2] << 8;
	tx_lay_out(t, (uint64_t)w[3] << 8);
}

struct tx_unit *tx_unit_of(struct sq_wave *wave)
{
	if (wave->tx)
		return wave->tx;
	wave->tx = aligned_alloc(64, (sizeof(*wave->tx) + 63) / 64 * 64);
	if (wave->tx)
		memset(wave->tx, 0, offsetof(struct tx_unit, whole_texel));
	return wave->tx;
}

/* No key is that of an earlier turn. */
void tx_forget_texels(struct tx_unit *unit)
{
	unit->turn = (unit->turn + 1) % TURNS;
	if (unit->turn)
		return;
	memset(unit->texel, 0, sizeof(unit->texel));
	memset(unit->tile, 0, sizeof(unit->tile));
	memset(unit->whole, 0, sizeof(unit->whole));
	unit->turn = 1;
}

const struct tx_texture *tx_find_texture(struct tx_unit *unit, const struct sq_wave *wave, unsigned int id,
					 const uint32_t w[8])
{
	unsigned int at = id % TX_RESOURCES;

	if (!unit->resource[at].used || memcmp(unit->resource[at].words, w, sizeof(unit->resource[at].words)) != 0) {
		unit->resource[at].used = true;
		memcpy(unit->resource[at].words, w, sizeof(unit->resource[at].words));
		tx_take_texture(&unit->resource[at].texture, wave->shader->program.isa, &wave->state->memory, w);
		tx_forget_texels(unit);
	}
	return &unit->resource[at].texture;
}

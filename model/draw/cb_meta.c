// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: CMASK and FMASK
 *
 * CMASK has four bits for each tile of 8 x 8 pixels: 0 says that the tile has the colour of
 * CB_COLORn_CLEAR_WORDs, and memory is to be ignored. FMASK says for each sample which of the
 * fragments in memory it is. Here each sample is its own fragment, and memory has it: that
 * there is compression cannot be seen. So when a tile is touched first, it is filled with the
 * colour if it was cleared, FMASK says that sample n is fragment n, and CMASK becomes F: nothing
 * is left to do. That is done before a tile is drawn to. Modes that eliminate a clear or decompress
 * do it and nothing else.
 *
 * CMASK lies in rows of blocks, of a cache line of 256 tiles for each pipe, as square as powers
 * of two can be. FMASK is a surface like the target, of one byte for each pixel, or four for 8
 * samples, with banks of its own height.
 *
 * Sources: AMD's register guides; sizes are what Mesa allocates. Mesa fills CMASK with C, and
 * FMASK not at all. Guesses: the order of tiles in a block, row by row; that of bits
 * in FMASK: as few for each sample as can tell the fragments apart, but four for 8 samples.
 */
#include <string.h>

#include "cb.h"

#define CB_CMASK	0x1cu		/* from the first register of a slot */
#define CB_CMASK_SLICE	0x20u
#define CB_FMASK	0x24u
#define CB_FMASK_SLICE	0x28u
#define CB_CLEAR_WORD	0x2cu
#define INFO_FAST_CLEAR	(1u << 17)
#define INFO_COMPRESSED	(1u << 18)
#define LINE_TILES	256u		/* of a pipe */
#define CLEARED		0u
#define EXPANDED	0xfu

enum { ELIMINATE = 2, DECOMPRESS = 4, DECOMPRESS_FMASK = 5 };	/* CB_COLOR_CONTROL.MODE */

static uint64_t round_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

static void take_cmask(struct cb_meta *m, const struct draw_card *card, const struct sq_surface *is,
		       uint32_t at)
{
	unsigned int pipes = card->memory.pipes, log2 = (unsigned int)__builtin_ctz(LINE_TILES * pipes);
	uint64_t base = (uint64_t)draw_reg(card, at + CB_CMASK) << 8, bytes, rows;

	m->block_log2[0] = (log2 + 1) / 2;
	m->block_log2[1] = log2 / 2;
	m->columns = (is->width / CB_TILE + (1u << m->block_log2[0]) - 1) >> m->block_log2[0];
	rows = round_up(round_up(is->height, CB_TILE) / CB_TILE, 1u << m->block_log2[1]) >> m->block_log2[1];
	bytes = ((uint64_t)rows * m->columns << log2) / 2;
	m->slice_bytes = round_up(((draw_reg(card, at + CB_CMASK_SLICE) & 0x3fff) + 1) * 128ull,
				  (uint64_t)card->memory.group * pipes);
	m->cmask = (struct draw_extent){
		SQ_CMASK, base, base + m->slice_bytes * (is->first + is->slices - 1) + bytes,
	};
}

/* NULL, or a problem. */
static const char *take_fmask(struct cb_state *s, struct cb_target *t, const struct sq_slot *slot, uint32_t at)
{
	struct sq_surface is = t->surface.is;
	uint32_t tiles = (draw_reg(s->card, at + CB_FMASK_SLICE) & 0x3fffff) + 1;
	unsigned int samples = 1u << is.tiling.samples_log2;

	is.base = (uint64_t)draw_reg(s->card, at + CB_FMASK) << 8;
	is.tiling.samples_log2 = 0;
	is.tiling.bank_height = 1u << (slot->attrib >> 22 & 3);
	is.tiling.height = tiles * CB_TILE * CB_TILE / is.tiling.pitch;
	if (samples > 8 || tiles * CB_TILE * CB_TILE % is.tiling.pitch || is.tiling.height < is.height)
		return "its FMASK is none";
	sq_surface_check(&is, samples > 4 ? 4 : 1);
	if (!is.problem)
		draw_surface_start(&t->fmask, &s->cache, &is, SQ_FMASK);
	return is.problem;
}

bool cb_take_meta(struct cb_state *s, unsigned int n, const struct sq_slot *slot)
{
	struct cb_target *t = &s->target[n];
	bool undoes = s->mode == ELIMINATE || s->mode == DECOMPRESS || s->mode == DECOMPRESS_FMASK;
	uint32_t at = sq_slot_register(n);
	const char *problem = NULL;

	t->meta = (struct cb_meta){
		.used = slot->info & (INFO_FAST_CLEAR | INFO_COMPRESSED) || undoes,
		.clears = slot->info & INFO_FAST_CLEAR,
		.has_fmask = t->surface.is.tiling.samples_log2 &&
			     (slot->info & INFO_COMPRESSED || s->mode >= DECOMPRESS),
	};
	if (!t->meta.used)
		return true;
	take_cmask(&t->meta, s->card, &t->surface.is, at);
	for (unsigned int i = 0; i < 4; i++)
		t->meta.clear[i] = draw_reg(s->card, at + CB_CLEAR_WORD + 4 * i);
	if (t->meta.has_fmask)
		problem = take_fmask(s, t, slot, at);
	if (problem)
		draw_violation(s->card, "CB: target %u: %s", n, problem);
	return !problem;
}

/* Tiles are counted here; two of them have a byte. */
static uint64_t nibble_of(const struct cb_meta *m, uint32_t first, uint32_t x, uint32_t y, uint32_t z)
{
	uint32_t across = m->block_log2[0], down = m->block_log2[1];
	uint64_t block = (uint64_t)(y >> down) * m->columns + (x >> across);
	uint32_t in_block = (y & ((1u << down) - 1)) << across | (x & ((1u << across) - 1));

	return 2 * (m->cmask.from + m->slice_bytes * (first + z)) + (block << (across + down) | in_block);
}

static const uint32_t *identity(unsigned int samples)
{
	static const uint32_t of[9] = { [2] = 0x02, [4] = 0xe4, [8] = 0x76543210 };

	return &of[samples];
}

/* All pixels of a tile, and all of their samples, become this element. */
static void fill_tile(struct draw_surface *s, uint32_t x, uint32_t y, uint32_t z, unsigned int samples,
		      const uint32_t *element)
{
	uint32_t rows = s->is.height - y * CB_TILE < CB_TILE ? s->is.height - y * CB_TILE : CB_TILE;
	sq_four four = { { 0 } };

	draw_surface_go(s, x * CB_TILE, y * CB_TILE, z);
	if (draw_surface_fill_tile(s, element))
		return;
	for (unsigned int d = 0; 4 * d < s->bytes; d++)
		four[d] += element[d];
	for (uint32_t row = 0; row < rows; row += 2)
		for (uint32_t column = 0; column < CB_TILE; column += 2) {
			draw_surface_go(s, x * CB_TILE + column, y * CB_TILE + row, z);
			for (unsigned int sample = 0; sample < samples; sample++)
				draw_surface_store(s, row + 1 < rows ? 15 : 3, sample, four);
		}
}

static void expand_tile(struct cb_target *t, uint32_t x, uint32_t y, uint32_t z)
{
	unsigned int samples = 1u << t->surface.is.tiling.samples_log2;
	uint64_t nibble = nibble_of(&t->meta, t->surface.is.first, x, y, z);
	struct draw_cache *cache = t->surface.cache;
	uint8_t byte = *draw_cache_read(cache, &t->meta.cmask, nibble / 2, 1);
	unsigned int shift = nibble % 2 * 4, code = byte >> shift & 0xf;

	if (code == EXPANDED)
		return;
	if (code == CLEARED && t->meta.clears)
		fill_tile(&t->surface, x, y, z, samples, t->meta.clear);
	if (t->meta.has_fmask)
		fill_tile(&t->fmask, x, y, z, 1, identity(samples));
	*draw_cache_write(cache, &t->meta.cmask, nibble / 2, 1) = (uint8_t)(byte | EXPANDED << shift);
}

void cb_expand_tile(struct cb_target *t, const struct draw_quad *quad)
{
	uint32_t x = (uint32_t)quad->x / CB_TILE, y = (uint32_t)quad->y / CB_TILE, z = t->surface.z;

	expand_tile(t, x, y, z);
	draw_tiles_add(&t->meta.known, x, y, z);
	draw_surface_go(&t->surface, (uint32_t)quad->x, (uint32_t)quad->y, quad->of->layer);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: HTILE
 *
 * A dword for each tile of pixels: what range depth has there, and how the tile is compressed.
 * Here it always says that nothing is known and the tile is as memory has it ("expanded"), and is
 * made to say so when a tile is touched first.
 *
 * Sources: AMD's register guides; sizes are what Mesa allocates. Guesses: the order of tiles in a
 * block, row by row; the bits of an expanded tile.
 */
#include <string.h>

#include "db.h"

#define DB_HTILE_DATA_BASE	0x28014u
#define DB_HTILE_SURFACE	0x28abcu
#define DB_Z_INFO		0x28040u
#define TILE_SURFACE_ENABLE	(1u << 29)
#define TILE_8_WIDE		1u
#define TILE_8_HIGH		2u
#define LINEAR			4u
#define LINE_TILES		512u		/* of a pipe */
#define LINEAR_COLUMNS_LOG2	4u
#define EXPANDED		0xfffc000fu

/* The same as rounding up and then dividing by a power of two. */
static uint32_t parts_of(uint32_t n, unsigned int log2)
{
	return (n + (1u << log2) - 1) >> log2;
}

void db_take_htile(struct db_state *s, const struct sq_surface *is)
{
	uint32_t config = draw_reg(s->card, DB_HTILE_SURFACE), columns, rows;
	unsigned int pipes = s->card->memory.pipes, log2 = (unsigned int)__builtin_ctz(LINE_TILES * pipes);
	uint64_t base = (uint64_t)draw_reg(s->card, DB_HTILE_DATA_BASE) << 8;
	uint64_t unit = (uint64_t)s->card->memory.group * pipes;
	struct db_htile *h = &s->htile;

	*h = (struct db_htile){
		.used = draw_reg(s->card, DB_Z_INFO) & TILE_SURFACE_ENABLE, .first = is->first,
		.tile_log2 = { config & TILE_8_WIDE ? 3 : 2, config & TILE_8_HIGH ? 3 : 2 },
		.block_log2 = { (log2 + 1) / 2, log2 / 2 },
	};
	if (config & LINEAR) {
		h->block_log2[0] = LINEAR_COLUMNS_LOG2;
		h->block_log2[1] = 0;
	}
	columns = parts_of(is->width, h->tile_log2[0]);
	rows = parts_of(is->height, h->tile_log2[1]);
	h->columns = parts_of(columns, h->block_log2[0]);
	rows = parts_of(rows, h->block_log2[1]) << h->block_log2[1];
	if (config & LINEAR)
		rows = (rows + pipes - 1) / pipes * pipes;
	h->slice_bytes = ((4ull * h->columns << h->block_log2[0]) * rows + unit - 1) / unit * unit;
	h->extent = (struct draw_extent){ SQ_HTILE, base, base + h->slice_bytes * (is->first + is->slices) };
}

static uint64_t address_of(const struct db_htile *h, uint32_t x, uint32_t y, uint32_t z)
{
	uint32_t across = h->block_log2[0], down = h->block_log2[1];
	uint64_t block = (uint64_t)(y >> down) * h->columns + (x >> across);
	uint32_t in_block = (y & ((1u << down) - 1)) << across | (x & ((1u << across) - 1));

	return h->extent.from + h->slice_bytes * (h->first + z) + 4 * (block << (across + down) | in_block);
}

void db_touch_htile(struct db_state *s, uint32_t x, uint32_t y)
{
	struct db_htile *h = &s->htile;
	uint32_t z = (s->z.there ? &s->z : &s->stencil)->from.z, value;
	uint64_t at;

	x >>= h->tile_log2[0];
	y >>= h->tile_log2[1];
	if (draw_tiles_have(&h->known, x, y, z))
		return;
	at = address_of(h, x, y, z);
	memcpy(&value, draw_cache_read(&s->cache, &h->extent, at, sizeof(value)), sizeof(value));
	if (value != EXPANDED) {
		value = EXPANDED;
		memcpy(draw_cache_write(&s->cache, &h->extent, at, sizeof(value)), &value, sizeof(value));
	}
	draw_tiles_add(&h->known, x, y, z);
}

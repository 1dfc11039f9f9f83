// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the caches of depth and colour
 *
 * A port to memory is slow, and a triangle comes back to a tile with each of its quads. So DB
 * and CB have lines of 256 bytes, which is a tile of 32 bits; a line is written when another
 * needs its place, and all are at the end of the draw. Nobody can tell from memory afterwards
 * that there was a cache. Whoever watches the port sees each byte that was changed, and none
 * else, written at least once. A line that is read is read as far as its surface goes: as on
 * silicon, what is around a pixel is reached, and nothing else.
 *
 * To find an element takes many steps, but the place in its tile is the same for all tiles. A
 * linear surface counts as if made of tiles, too, whose eight rows are runs.
 *
 * Sources: tiling.c. Hardware has caches here; that they are like this one is not said.
 */
#include <string.h>

#include "cache.h"

#define TILE		8u
#define LINE_LOG2	8u

/* ---- lines ---- */

void draw_cache_start(struct draw_cache *cache, const struct draw_card *card)
{
	cache->card = card;
	for (unsigned int i = 0; i < DRAW_LINES; i++)
		cache->line[i].tag = DRAW_NO_LINE;
}

/* The first of the line's bytes from @at on whose bit is @value, or DRAW_LINE. */
static unsigned int next_bit(const uint64_t set[4], unsigned int at, bool value)
{
	for (; at < DRAW_LINE; at = (at | 63) + 1) {
		uint64_t rest = (value ? set[at / 64] : ~set[at / 64]) >> at % 64;

		if (rest)
			return at + (unsigned int)__builtin_ctzll(rest);
	}
	return DRAW_LINE;
}

static void write_back(const struct draw_cache *cache, struct draw_line *line)
{
	const struct sq_port *port = &cache->card->port;
	unsigned int from = next_bit(line->changed, 0, true), to;

	for (; from < DRAW_LINE; from = next_bit(line->changed, to, true)) {
		to = next_bit(line->changed, from, false);
		port->write(port->opaque, line->tag % DRAW_LINE, (line->tag & ~(DRAW_LINE - 1ull)) + from,
			    line->byte + from, to - from);
	}
	memset(line->changed, 0, sizeof(line->changed));
}

void draw_cache_flush(struct draw_cache *cache)
{
	for (unsigned int i = 0; i < DRAW_LINES; i++)
		if (cache->line[i].tag != DRAW_NO_LINE)
			write_back(cache, &cache->line[i]);
}

/* Neighbours are far apart in the address: pipes and banks lie between them. */
static struct draw_line *line_of(struct draw_cache *cache, enum sq_path path, uint64_t addr)
{
	uint64_t tag = (addr & ~(DRAW_LINE - 1ull)) | path;
	struct draw_line *line = &cache->line[(uint32_t)(addr >> LINE_LOG2) * 0x9e3779b1u >> 24];

	if (line->tag == tag)
		return line;
	if (line->tag != DRAW_NO_LINE)
		write_back(cache, line);
	line->tag = tag;
	memset(line->there, 0, sizeof(line->there));
	memset(line->changed, 0, sizeof(line->changed));
	return line;
}

/* The bits of bytes, which are aligned, at most 16, and so in one word. */
static uint64_t bits_of(unsigned int at, unsigned int bytes)
{
	return ((1ull << bytes) - 1) << at % 64;
}

/* Bits @from and above, of the word that begins with bit @at. */
static uint64_t ones(unsigned int from, unsigned int at)
{
	return from >= at + 64 ? 0 : from <= at ? UINT64_MAX : UINT64_MAX << (from - at);
}

/* All that is not there, as far as the extent goes. */
static void fill(const struct draw_cache *cache, struct draw_line *line, const struct draw_extent *extent)
{
	uint64_t first = line->tag & ~(DRAW_LINE - 1ull);
	unsigned int from = extent->from > first ? (unsigned int)(extent->from - first) : 0;
	unsigned int to = extent->to - first < DRAW_LINE ? (unsigned int)(extent->to - first) : DRAW_LINE;
	const struct sq_port *port = &cache->card->port;
	uint8_t data[DRAW_LINE] = { 0 };
	unsigned int end;

	port->read(port->opaque, extent->path, first + from, data + from, to - from);
	for (unsigned int at = next_bit(line->there, from, false); at < to; at = next_bit(line->there, end, false)) {
		end = next_bit(line->there, at, true);
		memcpy(line->byte + at, data + at, end - at);
	}
	for (unsigned int at = 0; at < DRAW_LINE; at += 64)
		line->there[at / 64] |= ones(from, at) & ~ones(to, at);
}

static const uint8_t *read_line(const struct draw_cache *cache, struct draw_line *line,
				const struct draw_extent *extent, unsigned int at, unsigned int bytes)
{
	if (bits_of(at, bytes) & ~line->there[at / 64])
		fill(cache, line, extent);
	return line->byte + at;
}

static uint8_t *write_line(struct draw_line *line, unsigned int at, unsigned int bytes)
{
	line->there[at / 64] |= bits_of(at, bytes);
	line->changed[at / 64] |= bits_of(at, bytes);
	return line->byte + at;
}

const uint8_t *draw_cache_read(struct draw_cache *cache, const struct draw_extent *extent, uint64_t addr,
			       unsigned int bytes)
{
	return read_line(cache, line_of(cache, extent->path, addr), extent, addr % DRAW_LINE, bytes);
}

uint8_t *draw_cache_write(struct draw_cache *cache, const struct draw_extent *extent, uint64_t addr,
			  unsigned int bytes)
{
	return write_line(line_of(cache, extent->path, addr), addr % DRAW_LINE, bytes);
}

/* ---- elements ---- */

/* Of runs that have not been looked for. */
static struct draw_line nowhere = { .tag = DRAW_NO_LINE };

/* Each bit of an element's number in its tile moves it by a way of its own. */
static void find_places(uint16_t place[TILE * TILE], const struct tiling *t)
{
	place[0] = 0;
	for (uint32_t bit = 1; bit < TILE * TILE; bit *= 2) {
		place[bit] = (uint16_t)tiling_place(t, bit % TILE, bit / TILE, 0, 0);
		for (uint32_t i = 1; i < bit; i++)
			place[bit + i] = place[bit] + place[i];
	}
}

void draw_surface_start(struct draw_surface *s, struct draw_cache *cache, const struct sq_surface *is,
			enum sq_path path)
{
	const struct tiling *t = &is->tiling;
	bool linear = tiling_is_linear(t);
	uint32_t bytes = 1u << t->element_log2, run = linear ? TILE * bytes : tiling_run(t);

	if (run > DRAW_LINE)
		run = DRAW_LINE;
	*s = (struct draw_surface){
		.cache = cache, .is = *is, .extent = { path, is->base, is->base }, .bytes = bytes,
		.ones = (1ull << bytes) - 1, .thick = tiling_thickness(t),
		.run_log2 = (unsigned int)__builtin_ctz(run),
	};
	s->extent.to += tiling_slice_bytes(t) * ((is->first + is->slices + s->thick - 1) / s->thick);
	if (!linear)
		find_places(s->place, t);
	for (uint32_t i = 0; linear && i < TILE * TILE; i++)
		s->place[i] = (uint16_t)(i * bytes);
	if (t->samples_log2)
		s->step = tiling_place(t, 0, 0, 0, 1);
	s->runs = ((TILE * TILE * s->thick * bytes) << t->samples_log2) / run;
	if (tiling_is_guessed(t))
		cache->card->guess(cache->card->opaque, "tiling: eight pipes, thick tiles");
}

void draw_surface_new_tile(struct draw_surface *s, uint32_t x, uint32_t y, uint32_t z)
{
	s->has_tile = true;
	s->x = x;
	s->y = y;
	s->z = z;
	s->z_place = (s->is.first + z) % s->thick * TILE * TILE * s->bytes;
	for (unsigned int i = 0; i < s->runs; i++)
		s->line[i] = &nowhere;
}

void draw_surface_find_run(struct draw_surface *s, uint32_t run)
{
	const struct tiling *t = &s->is.tiling;
	uint32_t x = s->x * TILE, y = s->y * TILE, z = s->is.first + s->z;
	uint64_t addr = s->is.base;

	addr += tiling_is_linear(t) ? tiling_offset(t, x, y + run, z) :
		tiling_place_offset(t, x, y, z, run << s->run_log2);
	s->line[run] = line_of(s->cache, s->extent.path, addr);
	s->tag[run] = s->line[run]->tag;
	s->at[run] = (uint8_t)addr;
}

void draw_surface_fill(struct draw_surface *s, struct draw_line *line)
{
	fill(s->cache, line, &s->extent);
}

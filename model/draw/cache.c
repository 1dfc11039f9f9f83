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
#include <stddef.h>
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

/* All that is not there, as far as the extent goes, and zeros around it, which do not count as there. */
static void fill(const struct draw_cache *cache, struct draw_line *line, const struct draw_extent *extent)
{
	uint64_t first = line->tag & ~(DRAW_LINE - 1ull), last = first + DRAW_LINE;
	uint64_t begin = extent->from > first ? extent->from : first, stop = extent->to < last ? extent->to : last;
	unsigned int from = (unsigned int)(begin - first), to = begin < stop ? (unsigned int)(stop - first) : from;
	const struct sq_port *port = &cache->card->port;
	uint8_t data[DRAW_LINE] = { 0 };
	unsigned int end;

	if (from < to)
		port->read(port->opaque, extent->path, begin, data + from, to - from);
	for (unsigned int at = next_bit(line->there, 0, false); at < DRAW_LINE; at = next_bit(line->there, end, false)) {
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

static void find_quad(struct draw_surface *s)
{
	const uint32_t right = s->place[1], down = s->place[TILE];

	s->together = right + down < 64 && right + down + s->bytes <= 1u << s->run_log2 &&
		      !tiling_is_linear(&s->is.tiling);
	for (unsigned int i = 0; s->together && i < DRAW_QUAD; i++)
		s->way[i] = (uint8_t)((i & 1) * right + (i >> 1) * down);
	s->pairs = s->together && right == s->bytes && s->bytes == sizeof(uint32_t);
	for (unsigned int i = 0; s->together && i < 1u << DRAW_QUAD; i++)
		for (unsigned int pixel = 0; pixel < DRAW_QUAD; pixel++)
			s->lanes[i] |= i >> pixel & 1 ? s->ones << s->way[pixel] : 0;
}

void draw_surface_start(struct draw_surface *s, struct draw_cache *cache, const struct sq_surface *is,
			enum sq_path path)
{
	const struct tiling *t = &is->tiling;
	bool linear = tiling_is_linear(t);
	uint32_t bytes = 1u << t->element_log2, run = linear ? TILE * bytes : tiling_run(t);

	if (run > DRAW_LINE)
		run = DRAW_LINE;
	memset(s, 0, offsetof(struct draw_surface, line));
	s->cache = cache;
	s->is = *is;
	s->extent = (struct draw_extent){ path, is->base, is->base };
	s->bytes = bytes;
	s->ones = (1ull << bytes) - 1;
	s->thick = tiling_thickness(t);
	s->run_log2 = (unsigned int)__builtin_ctz(run);
	s->extent.to += tiling_reach(t, is->first + is->slices);
	for (uint32_t i = 1; i < TILE * TILE; i *= 2)
		s->place[i] = linear ? i * bytes : tiling_place(t, i % TILE, i / TILE, 0, 0);
	tiling_complete(s->place);
	find_quad(s);
	if (t->samples_log2)
		s->step = tiling_place(t, 0, 0, 0, 1);
	s->runs = ((TILE * TILE * s->thick * bytes) << t->samples_log2) / run;
	if (tiling_is_guessed(t))
		cache->card->guess(cache->card->opaque, TILING_GUESS);
}

void draw_surface_new_tile(struct draw_surface *s, uint32_t x, uint32_t y, uint32_t z)
{
	s->has_tile = true;
	s->x = x;
	s->y = y;
	s->z = z;
	s->z_place = (s->is.first + z) % s->thick * TILE * TILE * s->bytes;
	for (unsigned int i = 0; i < s->runs; i++) {
		s->line[i] = &nowhere;
		s->tag[i] = 0;		/* which is not that of nowhere */
	}
}

static uint64_t address_of(const struct draw_surface *s, uint32_t run)
{
	const struct tiling *t = &s->is.tiling;
	uint32_t x = s->x * TILE, y = s->y * TILE, z = s->is.first + s->z;

	if (tiling_is_linear(t))
		return s->is.base + tiling_offset(t, x, y + run, z);
	return s->is.base + tiling_place_offset(t, x, y, z, run << s->run_log2);
}

void draw_surface_find_run(struct draw_surface *s, uint32_t run)
{
	uint64_t key = draw_tile_key(s->x, s->y, s->z) | (uint64_t)run << 48, addr;
	unsigned int slot = (draw_tile_slot(s->x, s->y) + run) % DRAW_TILES;

	if (s->found[slot].key != key) {
		s->found[slot].key = key;
		s->found[slot].addr = address_of(s, run);
	}
	addr = s->found[slot].addr;
	s->line[run] = line_of(s->cache, s->extent.path, addr);
	s->tag[run] = s->line[run]->tag;
	s->at[run] = (uint8_t)addr;
}

void draw_surface_fill(struct draw_surface *s, struct draw_line *line)
{
	fill(s->cache, line, &s->extent);
}

/* ---- tiles ---- */

bool draw_surface_fill_tile(struct draw_surface *s, const uint32_t *element)
{
	unsigned int size = 1u << s->run_log2;
	uint8_t pattern[16];

	if (s->thick > 1 || size < sizeof(uint64_t) || (s->y + 1) * TILE > s->is.height || (s->x + 1) * TILE > s->is.width)
		return false;
	for (unsigned int at = 0; at < sizeof(pattern); at++)
		pattern[at] = (uint8_t)(element[at % s->bytes / 4] >> at % s->bytes % 4 * 8);
	for (uint32_t run = 0; run < s->runs; run++) {
		struct draw_line *line = draw_surface_run(s, run);

		for (unsigned int at = 0; at < size; at += sizeof(uint64_t))
			memcpy(line->byte + s->at[run] + at, pattern + at % sizeof(pattern), sizeof(uint64_t));
		for (unsigned int at = 0; at < DRAW_LINE; at += 64) {
			uint64_t bits = ones(s->at[run], at) & ~ones(s->at[run] + size, at);

			line->there[at / 64] |= bits;
			line->changed[at / 64] |= bits;
		}
	}
	return true;
}

/* ---- quads ---- */

/* @bytes is a constant for the compiler. */
static inline __attribute__((always_inline)) void load(struct draw_surface *s, unsigned int lanes, unsigned int sample,
						       sq_four element, unsigned int bytes)
{
	const uint8_t *first = s->together ? draw_surface_read_quad(s, lanes, sample) : NULL;
	uint32_t words[4] = { 0 };

	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		if (!(lanes >> i & 1))
			continue;
		memcpy(words, first ? first + s->way[i] : draw_surface_read(s, i, sample), bytes);
		for (unsigned int d = 0; 4 * d < bytes; d++)
			element[d][i] = words[d];
	}
}

static inline __attribute__((always_inline)) void store(struct draw_surface *s, unsigned int lanes, unsigned int sample,
							const sq_four element, unsigned int bytes)
{
	uint8_t *first = s->together ? draw_surface_write_quad(s, lanes, sample) : NULL;
	uint32_t words[4];

	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		if (!(lanes >> i & 1))
			continue;
		for (unsigned int d = 0; 4 * d < bytes; d++)
			words[d] = element[d][i];
		memcpy(first ? first + s->way[i] : draw_surface_write(s, i, sample), words, bytes);
	}
}

void draw_surface_load_any(struct draw_surface *s, unsigned int lanes, unsigned int sample, sq_four element)
{
	memset(element, 0, sizeof(sq_four));
	switch (s->bytes) {
	case 1:
		load(s, lanes, sample, element, 1);
		break;
	case 2:
		load(s, lanes, sample, element, 2);
		break;
	case 4:
		load(s, lanes, sample, element, 4);
		break;
	default:
		load(s, lanes, sample, element, s->bytes);
	}
}

void draw_surface_store_any(struct draw_surface *s, unsigned int lanes, unsigned int sample, const sq_four element)
{
	switch (s->bytes) {
	case 1:
		store(s, lanes, sample, element, 1);
		break;
	case 2:
		store(s, lanes, sample, element, 2);
		break;
	case 4:
		store(s, lanes, sample, element, 4);
		break;
	default:
		store(s, lanes, sample, element, s->bytes);
	}
}

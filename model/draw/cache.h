/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What DB and CB keep of memory while a draw lasts, and how they find elements of surfaces in it.
 */
#ifndef CACHE_H
#define CACHE_H

#include "draw.h"

#define DRAW_LINE	256u		/* bytes */
#define DRAW_LINES	256u
#define DRAW_RUNS	256u		/* of a tile: 16 samples of 16 bytes, 8 x 8 times, split into 64 bytes */
#define DRAW_TILES	64u		/* that are remembered: 8 x 8 of them, if they are neighbours */

struct draw_line {
	uint64_t tag;			/* address and enum sq_path; no line has DRAW_NO_LINE */
	uint64_t there[4], changed[4];	/* a bit for each byte */
	uint8_t byte[DRAW_LINE];
};

#define DRAW_NO_LINE	UINT64_MAX

struct draw_cache {
	const struct draw_card *card;
	struct draw_line line[DRAW_LINES];
};

void draw_cache_start(struct draw_cache *cache, const struct draw_card *card);
/* Writes what has changed. */
void draw_cache_flush(struct draw_cache *cache);

/* What something in memory spans: nothing around it is read. */
struct draw_extent {
	enum sq_path path;
	uint64_t from, to;		/* addresses */
};

/* Up to 16 bytes, aligned, of something that has no elements. To write: all of them. */
const uint8_t *draw_cache_read(struct draw_cache *cache, const struct draw_extent *extent, uint64_t addr,
			       unsigned int bytes);
uint8_t *draw_cache_write(struct draw_cache *cache, const struct draw_extent *extent, uint64_t addr,
			  unsigned int bytes);

/* Something about a tile, and which one that is; thin triangles come back to the same ones again and again. */
static inline unsigned int draw_tile_slot(uint32_t x, uint32_t y)
{
	return x % 8 + y % 8 * 8;
}

/* A slice has 14 bits here, columns and rows of tiles 12. */
static inline uint64_t draw_tile_key(uint32_t x, uint32_t y, uint32_t z)
{
	return 1ull << 63 | (uint64_t)z << 32 | (uint64_t)y << 16 | x;
}

/* Tiles that have nothing left to do for what keeps this. */
struct draw_tiles {
	uint64_t key[DRAW_TILES];
};

static inline bool draw_tiles_have(const struct draw_tiles *t, uint32_t x, uint32_t y, uint32_t z)
{
	return t->key[draw_tile_slot(x, y)] == draw_tile_key(x, y, z);
}

static inline void draw_tiles_add(struct draw_tiles *t, uint32_t x, uint32_t y, uint32_t z)
{
	t->key[draw_tile_slot(x, y)] = draw_tile_key(x, y, z);
}

/*
 * The elements of a surface, quad by quad. Those of a quad are in one tile, and a tile is a few
 * runs of bytes, each in one line.
 */
struct draw_surface {
	struct draw_cache *cache;
	struct sq_surface is;
	struct draw_extent extent;
	unsigned int bytes;		/* of an element */
	uint64_t ones;			/* as many bits */
	unsigned int run_log2, runs;	/* bytes of a run; in a tile */
	uint32_t step, thick;		/* from a sample to the next; slices that share a tile */
	uint32_t place[64];		/* of element y * 8 + x in a tile */
	bool together;			/* a quad lies in one run, and in one word of bits */
	bool pairs;			/* likewise, of dwords, and the pixels of each of its rows are neighbours */
	uint8_t way[DRAW_QUAD];		/* if so: from its first pixel to each */
	uint64_t lanes[1 << DRAW_QUAD];	/* likewise: bits of bytes, from those of the first pixel on */
	/* The quad at hand, and its tile. */
	unsigned int first;		/* element */
	bool has_tile;
	uint32_t x, y, z, z_place;
	struct { uint64_t key, addr; } found[DRAW_TILES];	/* runs of some tiles */

	/* Much room, of which most tiles use little: all is written before it is read. */
	struct draw_line *line[DRAW_RUNS];
	uint64_t tag[DRAW_RUNS];
	uint8_t at[DRAW_RUNS];		/* in the line */
};

/* @is is checked, and without a problem. */
void draw_surface_start(struct draw_surface *s, struct draw_cache *cache, const struct sq_surface *is,
			enum sq_path path);

/* ---- the rest is called for each quad or pixel ---- */

/* All samples of all elements in the tile at hand become this. False: they are not all of it, or not all inside. */
bool draw_surface_fill_tile(struct draw_surface *s, const uint32_t *element);

/* Slow paths. */
void draw_surface_load_any(struct draw_surface *s, unsigned int lanes, unsigned int sample, sq_four element);
void draw_surface_store_any(struct draw_surface *s, unsigned int lanes, unsigned int sample, const sq_four element);
void draw_surface_new_tile(struct draw_surface *s, uint32_t x, uint32_t y, uint32_t z);
void draw_surface_find_run(struct draw_surface *s, uint32_t run);
void draw_surface_fill(struct draw_surface *s, struct draw_line *line);

/* The quad whose first pixel is that: even numbers, as a rule inside. A layer behind the last is the last. */
static inline void draw_surface_go(struct draw_surface *s, uint32_t x, uint32_t y, uint32_t layer)
{
	uint32_t z = layer < s->is.slices ? layer : s->is.slices - 1;

	if (s->x != x / 8 || s->y != y / 8 || s->z != z || !s->has_tile)
		draw_surface_new_tile(s, x / 8, y / 8, z);
	s->first = y % 8 * 8 + x % 8;
}

static inline struct draw_line *draw_surface_run(struct draw_surface *s, uint32_t run)
{
	if (s->line[run]->tag != s->tag[run])
		draw_surface_find_run(s, run);
	return s->line[run];
}

static inline struct draw_line *draw_surface_line(struct draw_surface *s, unsigned int pixel, unsigned int sample,
						  unsigned int *at)
{
	uint32_t place = s->place[s->first + (pixel & 1) + (pixel >> 1) * 8] + sample * s->step + s->z_place;
	uint32_t run = place >> s->run_log2;
	struct draw_line *line = draw_surface_run(s, run);

	*at = s->at[run] + (place & ((1u << s->run_log2) - 1));
	return line;
}

/* Pixel 0 to 3 of the quad. To write: all bytes of the element. */
static inline const uint8_t *draw_surface_read(struct draw_surface *s, unsigned int pixel, unsigned int sample)
{
	unsigned int at;
	struct draw_line *line = draw_surface_line(s, pixel, sample, &at);

	if (s->ones << at % 64 & ~line->there[at / 64])
		draw_surface_fill(s, line);
	return line->byte + at;
}

static inline uint8_t *draw_surface_write(struct draw_surface *s, unsigned int pixel, unsigned int sample)
{
	unsigned int at;
	struct draw_line *line = draw_surface_line(s, pixel, sample, &at);

	line->there[at / 64] |= s->ones << at % 64;
	line->changed[at / 64] |= s->ones << at % 64;
	return line->byte + at;
}

/* The first pixel of a quad that is together, if those in @lanes are wanted, or will be written. */
static inline const uint8_t *draw_surface_read_quad(struct draw_surface *s, unsigned int lanes, unsigned int sample)
{
	unsigned int at;
	struct draw_line *line = draw_surface_line(s, 0, sample, &at);

	if (s->lanes[lanes] << at % 64 & ~line->there[at / 64])
		draw_surface_fill(s, line);
	return line->byte + at;
}

static inline uint8_t *draw_surface_write_quad(struct draw_surface *s, unsigned int lanes, unsigned int sample)
{
	unsigned int at;
	struct draw_line *line = draw_surface_line(s, 0, sample, &at);

	line->there[at / 64] |= s->lanes[lanes] << at % 64;
	line->changed[at / 64] |= s->lanes[lanes] << at % 64;
	return line->byte + at;
}

/*
 * Elements of up to 16 bytes as dwords of the four pixels of the quad at hand. Those in @lanes are there, and are
 * stored; what others load is anything.
 */
static inline void draw_surface_load(struct draw_surface *s, unsigned int lanes, unsigned int sample, sq_four element)
{
	const uint8_t *first;

	if (!s->pairs) {
		draw_surface_load_any(s, lanes, sample, element);
		return;
	}
	first = draw_surface_read_quad(s, lanes, sample);
	memcpy(&element[0], first, 8);
	memcpy((uint8_t *)&element[0] + 8, first + s->way[2], 8);
}

static inline void draw_surface_store(struct draw_surface *s, unsigned int lanes, unsigned int sample,
				      const sq_four element)
{
	const sq_u4 of = { 1, 2, 4, 8 }, mask = (sq_u4)((of & lanes) == of);
	uint8_t *first;
	sq_u4 mixed;

	if (!s->pairs) {
		draw_surface_store_any(s, lanes, sample, element);
		return;
	}
	first = draw_surface_write_quad(s, lanes, sample);
	memcpy(&mixed, first, 8);
	memcpy((uint8_t *)&mixed + 8, first + s->way[2], 8);
	mixed = (element[0] & mask) | (mixed & ~mask);
	memcpy(first, &mixed, 8);
	memcpy(first + s->way[2], (const uint8_t *)&mixed + 8, 8);
}

#endif

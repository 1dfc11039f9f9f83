/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What DB and CB keep of memory while a draw lasts, and how they find elements of surfaces in it.
 */
#ifndef CACHE_H
#define CACHE_H

#include "draw.h"

#define DRAW_LINE	256u		/* bytes */
#define DRAW_LINES	256u
#define DRAW_RUNS	64u		/* of a tile: 16 samples of 16 bytes, 8 x 8 times */

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

/* The elements of a surface, tile by tile. */
struct draw_surface {
	struct draw_cache *cache;
	struct sq_surface is;
	struct draw_extent extent;
	unsigned int bytes;		/* of an element */
	uint32_t thick;			/* slices that share a tile */
	unsigned int run_log2;		/* bytes of a tile that are neighbours */
	uint32_t step;			/* from a sample to the next */
	uint16_t place[64];		/* of element y * 8 + x in a tile */
	/* The tile at hand, and those of its runs that have been looked for. */
	bool has_tile;
	uint32_t x, y, z;
	uint64_t known;
	uint64_t at[DRAW_RUNS];
	struct draw_line *line[DRAW_RUNS];
};

/* @is is checked, and without a problem. */
void draw_surface_start(struct draw_surface *s, struct draw_cache *cache, const struct sq_surface *is,
			enum sq_path path);
/* An element inside the surface. To write: all of its bytes. */
const uint8_t *draw_surface_read(struct draw_surface *s, uint32_t x, uint32_t y, uint32_t z, uint32_t sample);
uint8_t *draw_surface_write(struct draw_surface *s, uint32_t x, uint32_t y, uint32_t z, uint32_t sample);

#endif

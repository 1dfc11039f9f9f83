/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The depth block: which samples are seen, and what of that is kept.
 */
#ifndef DB_H
#define DB_H

#include "cache.h"
#include "sc.h"

/* Of primitives that face one way: DB_DEPTH_CONTROL, DB_STENCILREFMASK. */
struct db_face {
	unsigned int function, fail, zpass, zfail;
	uint32_t reference, mask, write_mask;
	bool updates;			/* something changes what is there */
};

/* Depth or stencil; reads and writes have bases of their own. */
struct db_plane {
	bool there, one;		/* one: both bases are the same, and to is not used */
	unsigned int bits;
	struct draw_surface from, to;
};

struct db_htile {
	bool used;
	struct draw_extent extent;
	uint64_t slice_bytes;
	unsigned int tile_log2[2];	/* pixels */
	unsigned int block_log2[2];	/* tiles; 0 if rows are not cut into blocks */
	uint32_t columns;		/* blocks in a row */
	uint32_t first;			/* slice */
	struct draw_tiles known;
};

struct db_state {
	const struct draw_card *card;
	const struct sc_state *sc;	/* how many samples there are */
	struct { sq_d4 x, y; } place[DRAW_SAMPLES];	/* from the quad's corner */
	bool early;			/* tests come before the program of pixels */
	bool copies;			/* depth or stencil goes to target 0, see db_copy() */
	bool tests, clears;		/* something, and none of it is a copy */
	bool tests_z, writes_z, tests_stencil;
	bool clears_z, clears_stencil, copies_z, copies_stencil, copies_centroid, rewrites;
	bool counts;
	bool beyond;			/* pixels outside of a plane have been complained of */
	uint64_t passed;		/* samples that are counted, since the last flush */
	unsigned int z_function, copy_sample;
	uint32_t z_clear;		/* as it is stored */
	uint8_t stencil_clear;
	struct db_face face[2];		/* front, back */
	struct db_plane z, stencil;
	struct db_htile htile;
	struct draw_cache cache;
};

void db_take_state(struct db_state *s, const struct draw_card *card, const struct sc_state *sc);
/*
 * Clears a tile of 8 x 8 pixels, all of whose samples are covered. False: that is not all that would be
 * done to its quads, or it is not all inside.
 */
bool db_clear_tile(struct db_state *s, uint32_t x, uint32_t y, uint32_t layer);
/* Takes those samples out of the quad that fail; @e is NULL, or what the program has exported. */
void db_test(struct db_state *s, struct draw_quad *quad, const struct draw_depth_export *e);
/* What DEPTH_COPY and STENCIL_COPY put in place of the program's colours. */
void db_copy(struct db_state *s, const struct draw_quad *quad, struct draw_colors *colors);
/* At the end of the draw: memory has all of it only then. */
void db_flush(struct db_state *s);

/* ---- between the files of the block ---- */

/* Masks of four pixels, of which a function has bits for what is less, equal, and neither. */
static inline sq_u4 db_compare(unsigned int function, sq_u4 less, sq_u4 equal)
{
	sq_u4 passed = { 0 };

	if (function & 1)
		passed |= less;
	if (function & 2)
		passed |= equal;
	return function & 4 ? passed | ~(less | equal) : passed;
}

/* Of stencil values, four pixels at a time. */
sq_u4 db_passes_stencil(const struct db_face *f, sq_u4 reference, sq_u4 old);
/* What an operation leaves in memory. */
sq_u4 db_update_stencil(const struct db_face *f, unsigned int op, sq_u4 reference, sq_u4 old);
void db_take_face(struct db_face *f, const struct draw_card *card, bool back);

/* Memory is as wide and high as @is. */
void db_take_htile(struct db_state *s, const struct sq_surface *is);
/* Of pixel (@x, @y), in the slice that planes have gone to. */
void db_touch_htile(struct db_state *s, uint32_t x, uint32_t y);

#endif

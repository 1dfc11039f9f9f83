/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The colour block: blending, logic operations, and the store.
 */
#ifndef CB_H
#define CB_H

#include "cache.h"
#include "../sq/target.h"

/* A register CB_BLENDn_CONTROL, and what it refers to. */
struct cb_blend {
	bool enabled, clamps;
	struct { unsigned int src, dst, function; } color, alpha;
	float constant[4];
	float least;			/* of sources that are clamped */
};

/* Masks of a target: see cb_meta.c. */
struct cb_meta {
	bool used, clears;		/* clears: FAST_CLEAR, else 0 in CMASK is nothing special */
	struct draw_extent cmask;
	uint64_t slice_bytes;		/* of CMASK */
	uint32_t columns, block_log2[2];	/* blocks in a row; micro tiles of one */
	bool has_fmask;
	uint32_t clear[4];		/* an element */
	struct draw_tiles known;
};

struct cb_target {
	struct sq_packer pack;
	struct cb_blend blend;
	struct cb_meta meta;
	bool integers, cut;		/* sources: no floats; of 16 bits */
	bool alpha_is_1;		/* FORCE_DST_ALPHA_1 */
	bool reads;			/* what is there counts */
	uint32_t mask[4];		/* bits of an element that are written */
	struct draw_surface surface, fmask;
};

struct cb_state {
	const struct draw_card *card;
	unsigned int samples;		/* of the rasterizer */
	unsigned int mode, rop;
	bool dual_source;
	bool beyond;			/* pixels outside of a target have been complained of */
	uint32_t targets, missed;	/* bits: those written, and those of them that have been complained of */
	struct cb_target target[DRAW_TARGETS];
	struct draw_cache cache;
};

/* @samples: of the rasterizer. */
void cb_take_state(struct cb_state *s, const struct draw_card *card, unsigned int samples);
/*
 * Makes elements of what @lanes of a wave have exported, where nothing that comes later wants colours.
 * Return: for which targets, bits.
 */
uint32_t cb_pack(const struct cb_state *s, uint32_t (*row)[4][SQ_LANES], uint32_t exported, unsigned int lanes);
/* All modes: those that resolve and decompress take the quad's place, and no colours. */
void cb_quad(struct cb_state *s, const struct draw_quad *quad, const struct draw_colors *colors);
/* At the end of the draw: memory has all of it only then. */
void cb_flush(struct cb_state *s);

/* ---- between the files of the block ---- */

void cb_take_blend(struct cb_blend *b, const struct draw_card *card, unsigned int target, enum sq_number_type number);
bool cb_has_second_source(const struct cb_blend *b);
/* In place, @src: colours. */
void cb_blend_four(const struct cb_blend *b, sq_four src, sq_four second, sq_four dst);

/* Complains, once in a draw of this backend; memory beyond is read, too. */
void cb_goes_beyond(struct cb_state *s, unsigned int target);

static inline bool cb_is_beyond(const struct draw_surface *s, const struct draw_quad *quad)
{
	uint32_t x = (uint32_t)quad->x, y = (uint32_t)quad->y;

	return x >= s->is.width || y >= s->is.height ||
	       (y + 1 == s->is.height && quad->covered[2] | quad->covered[3]);
}

/*
 * Goes there. Return: which pixels of the quad have something to do, bits. Pixels beyond pitch or slice
 * go where they would be if the target went on.
 */
static inline unsigned int cb_enter(struct cb_state *s, unsigned int target, const struct draw_quad *quad)
{
	unsigned int lanes = draw_lanes(quad->covered, DRAW_ANY_SAMPLE);
	struct cb_target *t = &s->target[target];

	if (!lanes || !t->surface.is.slices)
		return 0;
	if (cb_is_beyond(&t->surface, quad)) {
		cb_goes_beyond(s, target);
		if (t->meta.used)
			return 0;
	}
	draw_surface_go(&t->surface, (uint32_t)quad->x, (uint32_t)quad->y, quad->of->layer);
	return lanes;
}

/* False: a problem, which has been told. */
bool cb_take_meta(struct cb_state *s, unsigned int n, const struct sq_slot *slot);

#define CB_TILE	8u		/* pixels that CMASK has a code for, both ways */

void cb_expand_tile(struct cb_target *t, const struct draw_quad *quad);

/* The tile that has been gone to is what memory says of it, from now on. */
static inline void cb_expand(struct cb_target *t, const struct draw_quad *quad)
{
	if (!draw_tiles_have(&t->meta.known, (uint32_t)quad->x / CB_TILE, (uint32_t)quad->y / CB_TILE, t->surface.z))
		cb_expand_tile(t, quad);
}

void cb_resolve(struct cb_state *s, const struct draw_quad *quad);

#endif

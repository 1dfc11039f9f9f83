/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Tiled surfaces as the documents describe them, element by element: micro tiles
 * are handed out one by one, each bank of each pipe fills up from its start. Slow,
 * and without a formula in common with tiling.c.
 */
#ifndef TEST_TILED_H
#define TEST_TILED_H

#include "test_card.h"
#include "tiling.h"

/* Equations, lowest bit first; "x4^y3" is bit 4 of x and bit 3 of y. */
static const char *const micro_displayable[] = {
	"x0 x1 x2 y1 y0 y2", "x0 x1 x2 y0 y1 y2", "x0 x1 y0 x2 y1 y2", "x0 y0 x1 x2 y1 y2",
	"y0 x0 x1 x2 y1 y2",
};
static const char *const micro_other = "x0 y0 x1 y1 x2 y2";
static const char *const pipe_equation[] = { "", "x3^y3", "x4^y3 x3^y4", "x4^x5^y3 x3^y4 x5^y5" };
/* Here x and y count what one bank has of a row and a column, as if it were 8 wide. */
static const char *const bank_equation[] = {
	"", "x3^y3", "x3^y4 x4^y3", "x3^y5 x4^y4^y5 x5^y3", "x3^y6 x4^y5^y6 x5^y4 x6^y3",
};

static inline unsigned int solve(const char *equation, uint32_t x, uint32_t y)
{
	unsigned int result = 0, bit = 0;

	for (const char *p = equation; *p; p++) {
		if (*p == ' ')
			bit++;
		else if (*p == 'x' || *p == 'y')
			result ^= ((*p == 'x' ? x : y) >> (p[1] - '0') & 1) << bit;
	}
	return result;
}

static inline unsigned int ref_log2(unsigned int n)
{
	unsigned int log2 = 0;

	for (; n > 1; n /= 2)
		log2++;
	return log2;
}

/* Where each part of each micro tile is; @start is indexed by ref_tile(). */
struct ref {
	const struct tiling *t;
	uint32_t slices, parts, part_bytes;
	bool thick, macro, linear;
	uint64_t *start, bytes;
};

static inline size_t ref_tile(const struct ref *r, uint32_t slice, uint32_t part, uint32_t tx, uint32_t ty)
{
	return (((size_t)slice * r->parts + part) * (r->t->height / 8) + ty) * (r->t->pitch / 8) + tx;
}

static inline void ref_place(const struct ref *r, uint32_t slice, uint32_t part, uint32_t tx, uint32_t ty,
			     uint64_t used[8][16])
{
	const struct tiling *t = r->t;
	unsigned int pipe = solve(pipe_equation[ref_log2(t->pipes)], 8 * tx, 8 * ty);
	unsigned int bank = solve(bank_equation[ref_log2(t->banks)],
				  tx / (t->bank_width * t->pipes) * 8, ty / t->bank_height * 8);

	bank ^= slice * (t->banks / 2 - 1);
	bank ^= part * (t->banks / 2 + 1);
	bank %= t->banks;
	r->start[ref_tile(r, slice, part, tx, ty)] = used[pipe][bank] | (uint64_t)pipe << 60 |
						     (uint64_t)bank << 56;
	used[pipe][bank] += r->part_bytes;
}

static inline void ref_place_slice(const struct ref *r, uint32_t slice, uint32_t part, uint64_t used[8][16])
{
	uint32_t mw = r->t->bank_width * r->t->pipes * r->t->aspect;
	uint32_t mh = r->t->bank_height * r->t->banks / r->t->aspect;

	for (uint32_t my = 0; my < r->t->height / 8; my += mh)
		for (uint32_t mx = 0; mx < r->t->pitch / 8; mx += mw)
			for (uint32_t ty = my; ty < my + mh; ty++)
				for (uint32_t tx = mx; tx < mx + mw; tx++)
					ref_place(r, slice, part, tx, ty, used);
}

static inline void ref_new(struct ref *r, const struct tiling *t, uint32_t slices)
{
	bool thick = t->mode == TILED_1D_THICK || t->mode == TILED_2D_THICK;
	uint32_t tile = (thick ? 256u : 64u) << t->element_log2 << t->samples_log2;
	bool macro = t->mode == TILED_2D_THIN1 || t->mode == TILED_2D_THICK;
	uint64_t used[8][16] = { 0 };

	*r = (struct ref){
		.t = t, .thick = thick, .macro = macro, .linear = t->mode < TILED_1D_THIN1,
		.slices = thick ? slices / 4 : slices,
		.parts = macro && !thick && tile > t->split ? tile / t->split : 1,
		.bytes = ((uint64_t)t->pitch * t->height * slices) << t->element_log2 << t->samples_log2,
	};
	r->part_bytes = tile / r->parts;
	if (!macro)
		return;
	r->start = calloc((size_t)r->slices * r->parts * (t->height / 8) * (t->pitch / 8), sizeof(*r->start));
	if (!r->start)
		abort();
	for (uint32_t slice = 0; slice < r->slices; slice++)
		for (uint32_t part = 0; part < r->parts; part++)
			ref_place_slice(r, slice, part, used);
}

static inline void ref_free(struct ref *r)
{
	free(r->start);
}

static inline uint64_t ref_address(const struct ref *r, uint64_t place, uint32_t at)
{
	uint64_t in_bank = (place & 0xffffffffffffffull) + at, group = in_bank / r->t->group;
	uint64_t turn = r->t->bank_interleave, pipes = r->t->pipes, banks = r->t->banks;
	uint64_t pipe = place >> 60, bank = place >> 56 & 0xf;

	return (group / turn * turn * banks * pipes + bank * turn * pipes + group % turn * pipes + pipe) *
	       r->t->group + in_bank % r->t->group;
}

static inline uint64_t ref_sample(const struct ref *r, uint32_t x, uint32_t y, uint32_t z, uint32_t sample)
{
	const struct tiling *t = r->t;
	uint32_t at, slice = r->thick ? z / 4 : z, pitch = t->pitch / 8;
	bool other = t->non_displayable || r->thick;

	if (r->linear)
		return (((uint64_t)z * t->height + y) * t->pitch + x) << t->element_log2;
	at = solve(other ? micro_other : micro_displayable[t->element_log2], x & 7, y & 7);
	at += r->thick ? 64 * (z % 4) : 0;
	at = t->depth_order ? at * (1u << t->samples_log2) + sample : at + 64 * sample;
	at <<= t->element_log2;
	if (r->macro)
		return ref_address(r, r->start[ref_tile(r, slice, at / r->part_bytes, x / 8, y / 8)],
				   at % r->part_bytes);
	return (((uint64_t)slice * (t->height / 8) + y / 8) * pitch + x / 8) * r->part_bytes + at;
}

static inline uint64_t ref_offset(const struct ref *r, uint32_t x, uint32_t y, uint32_t z)
{
	return ref_sample(r, x, y, z, 0);
}

/* The same numbers each time. */
static inline uint32_t ref_random(void)
{
	static uint32_t state = 1;

	state = state * 1664525 + 1013904223;
	return state >> 8;
}

#endif

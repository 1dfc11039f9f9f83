// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: samples in polygons
 *
 * The function of an edge is a sum of products of whole numbers, so that a sample is on one side
 * of it, or exactly on it; it then belongs to the polygon whose top or left edge this is. So
 * polygons that share an edge never share a sample, and leave none out.
 *
 * Blocks of pixels are either outside of an edge as a whole, or inside of all of them, or cut into
 * sixteen smaller ones, down to quads. Edges that a block is inside of are not looked at within it.
 * Quads come tile by tile, as surfaces have them, even of a block that none cuts.
 *
 * Source: a HD 7350's pictures, with which coverage agrees in every pixel and sample.
 */
#include <string.h>

#include "sc.h"

#define BLOCK	128		/* pixels, the largest; then 32, 8, 2 */
#define STEP	4		/* as many smaller ones to a side */
#define QUAD	2
#define QUADS	(STEP * STEP)	/* of the smallest block */

typedef int64_t pixels __attribute__((vector_size(DRAW_QUAD * sizeof(int64_t))));
typedef uint16_t masks __attribute__((vector_size(DRAW_QUAD * sizeof(uint16_t))));

/* At (x, y) in units: @x * x + @y * y + @at, which is negative outside, and nowhere nought. */
struct edge {
	int64_t x, y, at;
	pixels sample[DRAW_SAMPLES];	/* what is added from a quad's corner to samples */
};

struct polygon {
	const struct sc_target *to;
	struct sc_box box;
	unsigned int edges;
	struct edge edge[SC_EDGES];
};

/* The edges that cut a block, and their values where it begins. */
struct cut {
	unsigned int edges;
	const struct edge *edge[SC_EDGES];
	int64_t value[SC_EDGES];
};

/* Inside is to the right of (a, b) with y down. */
static struct edge find_edge(const int32_t a[2], const int32_t b[2])
{
	int64_t dx = (int64_t)b[0] - a[0], dy = (int64_t)b[1] - a[1];
	bool top_or_left = dy < 0 || (dy == 0 && dx > 0);

	return (struct edge){ .x = -dy, .y = dx, .at = dy * a[0] - dx * a[1] - !top_or_left };
}

static void find_samples(const struct sc_state *s, struct edge *e)
{
	for (unsigned int pixel = 0; pixel < DRAW_QUAD; pixel++) {
		for (unsigned int i = 0; i < (s->multisampling ? s->samples : 1); i++) {
			int64_t x = (int64_t)(pixel & 1) * 16 + 8 + s->at[pixel][i].x;	/* 16ths of a pixel */
			int64_t y = (int64_t)(pixel >> 1) * 16 + 8 + s->at[pixel][i].y;

			e->sample[i][pixel] = (e->x * x + e->y * y) * (DRAW_UNITS / 16);
		}
	}
}

static inline void move(struct cut *at, int32_t dx, int32_t dy)
{
	for (unsigned int n = 0; n < at->edges; n++)
		at->value[n] += (at->edge[n]->x * dx + at->edge[n]->y * dy) * DRAW_UNITS;
}

/* The part of a block that the box has, in smaller ones. */
static struct sc_box inside(const struct polygon *p, int32_t x, int32_t y, int32_t size, int32_t part)
{
	struct sc_box in = sc_common(p->box, (struct sc_box){ x, y, x + size, y + size });

	in.x0 &= -part;
	in.y0 &= -part;
	return in;
}

/* ---- quads ---- */

/* Bits of values together are negative if one of these is: what is outside of one edge is outside. */
static inline void add_outside(const struct cut *at, unsigned int sample, pixels outside[QUADS])
{
	for (unsigned int n = 0; n < at->edges; n++) {
		const struct edge *e = at->edge[n];
		pixels row = e->sample[sample] + at->value[n];

		for (unsigned int y = 0; y < STEP; y++, row += e->y * QUAD * DRAW_UNITS) {
			pixels quad = row;

			for (unsigned int x = 0; x < STEP; x++, quad += e->x * QUAD * DRAW_UNITS)
				outside[y * STEP + x] |= quad;
		}
	}
}

/* All quads of a block at once, in and out of the box. */
SQ_CLONES
static void convert_quads(const struct polygon *p, int32_t x, int32_t y, const struct cut *at)
{
	const struct sc_state *s = p->to->state;
	unsigned int samples = s->multisampling ? s->samples : 1;
	masks in[QUADS] = { { 0 } };

	for (unsigned int i = 0; i < samples; i++) {
		pixels outside[QUADS] = { { 0 } };

		add_outside(at, i, outside);
		for (unsigned int q = 0; q < QUADS; q++)
			in[q] |= __builtin_convertvector(outside[q] >= 0, masks) & (uint16_t)(1u << i);
	}
	for (unsigned int q = 0; q < QUADS; q++) {
		uint16_t covered[DRAW_QUAD];
		uint64_t any;

		if (samples < s->samples)
			in[q] = (masks)(in[q] != 0) & sc_all_samples(s);
		memcpy(&any, &in[q], sizeof(any));
		memcpy(covered, &in[q], sizeof(covered));
		if (any)
			sc_emit(p->to, x + (int32_t)(q % STEP) * QUAD, y + (int32_t)(q / STEP) * QUAD, covered);
	}
}

/* ---- blocks ---- */

static void fill(const struct polygon *p, int32_t x, int32_t y, int32_t size)
{
	struct sc_box in = inside(p, x, y, size, QUAD);
	uint16_t all = sc_all_samples(p->to->state);
	const uint16_t covered[DRAW_QUAD] = { all, all, all, all };

	if (sc_emit_tile(p->to, x, y))
		return;
	for (y = in.y0; y < in.y1; y += QUAD)
		for (x = in.x0; x < in.x1; x += QUAD)
			sc_emit(p->to, x, y, covered);
}

/* Leaves those edges out that the block is inside of; false if it is outside of one. */
static bool is_near(struct cut *at, int32_t size)
{
	int64_t units = (int64_t)size * DRAW_UNITS;
	unsigned int left = 0;

	for (unsigned int n = 0; n < at->edges; n++) {
		const struct edge *e = at->edge[n];
		int64_t x = e->x * units, y = e->y * units, value = at->value[n];

		if (value + (x > 0 ? x : 0) + (y > 0 ? y : 0) < 0)
			return false;
		if (value + (x < 0 ? x : 0) + (y < 0 ? y : 0) >= 0)
			continue;
		at->edge[left] = e;
		at->value[left++] = value;
	}
	at->edges = left;
	return true;
}

static void convert_block(const struct polygon *p, int32_t x, int32_t y, int32_t size, struct cut at)
{
	int32_t part = size / STEP;
	struct sc_box in;
	struct cut row;

	if ((size <= SC_TILE && !sc_is_own(p->to->state, x, y)) || !is_near(&at, size))
		return;
	if (part <= QUAD)
		return at.edges ? convert_quads(p, x, y, &at) : fill(p, x, y, size);
	in = inside(p, x, y, size, part);
	move(&at, in.x0 - x, in.y0 - y);
	for (y = in.y0; y < in.y1; y += part, move(&at, 0, part)) {
		row = at;
		for (x = in.x0; x < in.x1; x += part, move(&row, part, 0))
			convert_block(p, x, y, part, row);
	}
}

/* In blocks that are not too large for it. */
static void convert_box(const struct polygon *p)
{
	const struct sc_box *box = &p->box;
	int32_t size = QUAD * STEP;

	while (size < BLOCK && (box->x1 - box->x0 > size * STEP || box->y1 - box->y0 > size * STEP))
		size *= STEP;
	for (int32_t y = box->y0 & -size; y < box->y1; y += size) {
		for (int32_t x = box->x0 & -size; x < box->x1; x += size) {
			struct cut all = { .edges = p->edges };

			for (unsigned int n = 0; n < p->edges; n++) {
				all.edge[n] = &p->edge[n];
				all.value[n] = p->edge[n].at;
			}
			move(&all, x, y);
			convert_block(p, x, y, size, all);
		}
	}
}

/* ---- the polygon ---- */

static int32_t pixel_of(int32_t units)
{
	return (units - (units & (DRAW_UNITS - 1))) / DRAW_UNITS;
}

struct sc_box sc_box_of(const int32_t (*at)[2], unsigned int corners)
{
	struct sc_box box = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };

	for (unsigned int i = 0; i < corners; i++) {
		int32_t x = pixel_of(at[i][0]), y = pixel_of(at[i][1]);

		box.x0 = x < box.x0 ? x : box.x0;
		box.y0 = y < box.y0 ? y : box.y0;
		box.x1 = x + 1 > box.x1 ? x + 1 : box.x1;
		box.y1 = y + 1 > box.y1 ? y + 1 : box.y1;
	}
	return box;
}

static int64_t area_of(const int32_t (*at)[2], unsigned int corners)
{
	int64_t area = 0;

	for (unsigned int i = 2; i < corners; i++)
		area += ((int64_t)at[i - 1][0] - at[0][0]) * ((int64_t)at[i][1] - at[0][1]) -
			((int64_t)at[i][0] - at[0][0]) * ((int64_t)at[i - 1][1] - at[0][1]);
	return area;
}

void sc_polygon(const struct sc_target *to, const int32_t (*at)[2], unsigned int corners)
{
	struct polygon p = { .to = to, .box = sc_common(sc_box_of(at, corners), to->box), .edges = corners };
	int64_t area = area_of(at, corners);

	if (!area || p.box.x0 >= p.box.x1 || p.box.y0 >= p.box.y1)
		return;
	for (unsigned int i = 0; i < corners; i++) {
		const int32_t *a = at[i], *b = at[(i + 1) % corners];

		p.edge[i] = area > 0 ? find_edge(a, b) : find_edge(b, a);
		find_samples(to->state, &p.edge[i]);
	}
	convert_box(&p);
}

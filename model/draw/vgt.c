// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the vertex grouper
 *
 * Indices are read in order, and primitives made of them: of a list when it is complete, of a
 * strip with each vertex from the second or third on. Quads become two triangles that both have
 * the vertex that provokes. An index that is the reset index begins the strip again, and leaves a
 * primitive of a list that is not complete.
 *
 * Sources: AMD's register guides for the registers; GL's tables for the order of vertices and
 * for which one provokes: that the silicon's is the same is a guess, as is that the primitive's
 * number begins at 0 with each instance. An index that the buffer, or the packet, does not have
 * reads 0.
 */
#include <string.h>

#include "vgt.h"

#define PRIMITIVE_TYPE	0x8958u
#define INDEX_TYPE	0x895cu
#define MAX_INDX	0x28400u
#define MIN_INDX	0x28404u
#define INDX_OFFSET	0x28408u
#define RESET_INDX	0x2840cu
#define RESET_EN	0x28a94u
#define LS_HS_CONFIG	0x28b58u
#define SC_MODE_CNTL	0x28814u

enum {
	POINT_LIST = 0x01, LINE_LIST, LINE_STRIP, TRIANGLE_LIST, TRIANGLE_FAN, TRIANGLE_STRIP,
	PATCH = VGT_PATCH, LINE_LIST_ADJ, LINE_STRIP_ADJ, TRIANGLE_LIST_ADJ, TRIANGLE_STRIP_ADJ,
	RECTANGLE_LIST = 0x11, LINE_LOOP, QUAD_LIST, QUAD_STRIP, POLYGON,
};

/* ---- indices ---- */

static uint32_t swap_index(uint32_t index, unsigned int swap)
{
	if (swap == 1)
		return (index & 0xff00ff) << 8 | (index >> 8 & 0xff00ff);
	return swap == 2 ? __builtin_bswap32(index) : index;
}

static void read_ahead(struct vgt *v)
{
	const struct vgt_source *s = &v->source;
	uint32_t there = s->max < s->count ? s->max : s->count, n = there > v->at ? there - v->at : 0;
	uint8_t bytes[4 * VGT_AHEAD] = { 0 };

	v->read_at = v->at;
	v->read = VGT_AHEAD;
	n = n < VGT_AHEAD ? n : VGT_AHEAD;
	if (n)
		v->card->port.read(v->card->port.opaque, SQ_INDEX, s->base + (uint64_t)v->at * v->bytes, bytes,
				   (size_t)n * v->bytes);
	for (uint32_t i = 0; i < VGT_AHEAD; i++) {
		v->ahead[i] = 0;
		memcpy(&v->ahead[i], bytes + (size_t)i * v->bytes, v->bytes);
		v->ahead[i] = swap_index(v->ahead[i], v->swap);
	}
}

static uint32_t immediate_index(const struct vgt *v, uint32_t at)
{
	uint32_t word = v->source.firsts ? at / 3 : v->bytes == 4 ? at : at / 2;
	uint32_t value = word < v->source.max ? v->source.words[word] : 0;

	if (v->source.firsts)
		return value + at % 3;
	return v->bytes == 4 ? value : value >> 16 * (at & 1) & 0xffff;
}

/* As the buffer has it. */
static uint32_t take_index(struct vgt *v)
{
	uint32_t at = v->at;

	if (v->source.from != VGT_BUFFER) {
		v->at++;
		return v->source.from == VGT_AUTO ? at : immediate_index(v, at);
	}
	if (at - v->read_at >= v->read)
		read_ahead(v);
	v->at++;
	return v->ahead[at - v->read_at];
}

static uint32_t finish_index(const struct vgt *v, uint32_t index)
{
	index += v->offset;
	index = index > v->most ? v->most : index;
	return index < v->least ? v->least : index;
}

/* ---- primitives ---- */

static void begin(struct vgt *v)
{
	v->n = 0;
	v->strip = 0;
	v->fresh = true;
}

static void make(struct vgt *v, struct vgt_primitive *p, enum draw_shape shape, unsigned int n, unsigned int provoking)
{
	p->shape = shape;
	p->n = n;
	p->provoking = provoking;
	p->first = v->fresh;
	p->id = v->id++;
	p->instance = v->instance;
	for (unsigned int i = 0; i < 3; i++)
		p->edge[i] = true;
	v->fresh = false;
}

static void triangle(struct vgt *v, struct vgt_primitive *p, uint32_t a, uint32_t b, uint32_t c, unsigned int provoking)
{
	make(v, p, DRAW_TRIANGLE, 3, provoking);
	p->index[0] = a;
	p->index[1] = b;
	p->index[2] = c;
}

static void line(struct vgt *v, struct vgt_primitive *p, uint32_t a, uint32_t b)
{
	make(v, p, DRAW_LINE, 2, v->last);
	p->index[0] = a;
	p->index[1] = b;
}

/* In the order around it; @provoking is the first or the last of these four, or the third. */
static void quad(struct vgt *v, struct vgt_primitive *p, const uint32_t c[4], unsigned int provoking)
{
	struct vgt_primitive *second = &v->waiting;

	if (provoking == 0) {
		triangle(v, p, c[0], c[1], c[2], 0);
		triangle(v, second, c[0], c[2], c[3], 0);
		p->edge[2] = false;
		second->edge[0] = false;
	} else if (provoking == 2) {
		triangle(v, p, c[0], c[1], c[2], 2);
		triangle(v, second, c[3], c[0], c[2], 2);
		p->edge[2] = false;
		second->edge[1] = false;
	} else {
		triangle(v, p, c[0], c[1], c[3], 2);
		triangle(v, second, c[1], c[2], c[3], 2);
		p->edge[1] = false;
		second->edge[2] = false;
	}
	second->id = p->id;
	v->id--;
	v->waits = true;
}

/* ---- lists and strips ---- */

static void list(struct vgt *v, struct vgt_primitive *p);
static void line_strip(struct vgt *v, struct vgt_primitive *p);
static void triangle_strip(struct vgt *v, struct vgt_primitive *p);
static void fan(struct vgt *v, struct vgt_primitive *p);
static void polygon(struct vgt *v, struct vgt_primitive *p);
static void quad_list(struct vgt *v, struct vgt_primitive *p);
static void quad_strip(struct vgt *v, struct vgt_primitive *p);
static void triangle_adj(struct vgt *v, struct vgt_primitive *p);

/*
 * How many vertices complete a primitive, how many of these it does not share with the next one (0:
 * all, of a list), and what is made of them.
 */
static const struct topology {
	enum draw_shape shape;
	uint8_t needs, step;
	void (*make)(struct vgt *v, struct vgt_primitive *p);
} topologies[] = {
	[POINT_LIST] = { DRAW_POINT, 1, 0, list },
	[LINE_LIST] = { DRAW_LINE, 2, 0, list },
	[LINE_STRIP] = { DRAW_LINE, 2, 1, line_strip },
	[TRIANGLE_LIST] = { DRAW_TRIANGLE, 3, 0, list },
	[TRIANGLE_FAN] = { DRAW_TRIANGLE, 3, 1, fan },
	[TRIANGLE_STRIP] = { DRAW_TRIANGLE, 3, 1, triangle_strip },
	[PATCH] = { DRAW_POINT, 1, 0, list },
	[LINE_LIST_ADJ] = { DRAW_LINE, 4, 0, list },
	[LINE_STRIP_ADJ] = { DRAW_LINE, 4, 1, list },
	[TRIANGLE_LIST_ADJ] = { DRAW_TRIANGLE, 6, 0, list },
	[TRIANGLE_STRIP_ADJ] = { DRAW_TRIANGLE, 10, 2, triangle_adj },
	[RECTANGLE_LIST] = { DRAW_RECTANGLE, 3, 0, list },
	[LINE_LOOP] = { DRAW_LINE, 2, 1, line_strip },
	[QUAD_LIST] = { DRAW_TRIANGLE, 4, 0, quad_list },
	[QUAD_STRIP] = { DRAW_TRIANGLE, 4, 2, quad_strip },
	[POLYGON] = { DRAW_TRIANGLE, 4, 1, polygon },
};

static void list(struct vgt *v, struct vgt_primitive *p)
{
	const struct topology *t = &topologies[v->type];
	unsigned int n = v->type == PATCH ? v->patch : t->needs;

	make(v, p, t->shape, n, v->last ? t->shape : 0);
	if (t->shape == DRAW_RECTANGLE)
		p->provoking = v->last ? 2 : 0;
	memcpy(p->index, v->held, n * sizeof(*p->index));
}

static void line_strip(struct vgt *v, struct vgt_primitive *p)
{
	line(v, p, v->held[0], v->held[1]);
}

static void triangle_strip(struct vgt *v, struct vgt_primitive *p)
{
	const uint32_t *h = v->held;

	if (!(v->strip & 1))
		triangle(v, p, h[0], h[1], h[2], v->last ? 2 : 0);
	else if (v->last)
		triangle(v, p, h[1], h[0], h[2], 2);
	else
		triangle(v, p, h[0], h[2], h[1], 0);
}

static void fan(struct vgt *v, struct vgt_primitive *p)
{
	if (v->last)
		triangle(v, p, v->opening, v->held[1], v->held[2], 2);
	else
		triangle(v, p, v->held[1], v->held[2], v->opening, 0);
}

/* There is a vertex behind it, or it is the last one, and then has the edge to the first vertex. */
static void polygon(struct vgt *v, struct vgt_primitive *p)
{
	triangle(v, p, v->opening, v->held[1], v->held[2], 0);
	p->edge[0] = !v->strip;
	p->edge[2] = v->n == 3;
}

static void quad_list(struct vgt *v, struct vgt_primitive *p)
{
	quad(v, p, v->held, v->last ? 3 : 0);
}

static void quad_strip(struct vgt *v, struct vgt_primitive *p)
{
	const uint32_t around[4] = { v->held[0], v->held[1], v->held[3], v->held[2] };

	quad(v, p, around, v->last ? 2 : 0);
}

/*
 * Held are, from one vertex of the triangle before on, vertices and neighbours in turns. The
 * neighbour at the edge to the next triangle is that triangle's last vertex; at the end of the strip
 * it is its own. In odd triangles each vertex is four places further than GL has it: Mesa turns
 * them back.
 */
static void triangle_adj(struct vgt *v, struct vgt_primitive *p)
{
	const uint32_t *h = v->held;
	uint32_t before = h[0], after = v->n == 10 ? h[8] : h[7];
	const uint32_t even[6] = { h[2], before, h[4], after, h[6], h[5] };
	const uint32_t odd[6] = { h[2], h[5], h[6], after, h[4], before };

	make(v, p, DRAW_TRIANGLE, 6, v->last ? 2 - (v->strip & 1) : 0);
	memcpy(p->index, v->strip & 1 ? odd : even, sizeof(even));
}

/* Takes the next vertex. True: that completes a primitive. */
static bool take_vertex(struct vgt *v, struct vgt_primitive *p, uint32_t index)
{
	const struct topology *t = &topologies[v->type];

	draw_count(v->card, DRAW_IA_VERTICES, 1);
	if (!v->n && !v->strip)
		v->opening = index;
	v->held[v->n++] = index;
	/* No triangle is before the first one, but a neighbour. */
	if (v->type == TRIANGLE_STRIP_ADJ && !v->strip && v->n == 2) {
		v->held[0] = index;
		v->held[2] = v->opening;
		v->held[3] = index;
		v->n = 4;
	}
	if (v->n < (v->type == PATCH ? v->patch : t->needs))
		return false;
	t->make(v, p);
	v->strip++;
	v->n -= t->step ? t->step : v->n;
	memmove(v->held, v->held + t->step, v->n * sizeof(*v->held));
	if (!t->step)
		begin(v);
	return true;
}

/* What the end of a strip completes. */
static bool close_strip(struct vgt *v, struct vgt_primitive *p)
{
	bool made = true;

	if (v->type == LINE_LOOP && v->strip)
		line(v, p, v->held[0], v->opening);
	else if (v->type == TRIANGLE_STRIP_ADJ && v->n >= 8)
		triangle_adj(v, p);
	else if (v->type == POLYGON && v->n == 3)
		polygon(v, p);
	else
		made = false;
	begin(v);
	return made;
}

static bool next_instance(struct vgt *v)
{
	v->at = 0;
	v->id = 0;
	v->read = 0;
	begin(v);
	return ++v->instance < v->source.instances;
}

bool vgt_ended(const struct vgt *v)
{
	return !v->waits && v->instance >= v->source.instances;
}

bool vgt_next(struct vgt *v, struct vgt_primitive *p)
{
	uint32_t index;

	if (v->waits) {
		*p = v->waiting;
		v->waits = false;
		return true;
	}
	for (unsigned int steps = 0; steps < VGT_SLICE && !vgt_ended(v); steps++) {
		bool made;

		if (v->at >= v->source.count) {
			made = close_strip(v, p);
			if (!made)
				next_instance(v);
		} else {
			index = take_index(v);
			made = v->restarts && index == v->restart ? close_strip(v, p) :
				take_vertex(v, p, finish_index(v, index));
		}
		draw_count(v->card, DRAW_IA_PRIMITIVES, made);
		if (made)
			return true;
	}
	return false;
}

unsigned int vgt_drawn(const struct vgt_primitive *p, unsigned int which)
{
	if (p->shape == DRAW_LINE && p->n == 4)
		return which + 1;
	return p->shape == DRAW_TRIANGLE && p->n == 6 ? 2 * which : which;
}

void vgt_take_state(struct vgt *v, const struct draw_card *card, const struct vgt_source *source)
{
	uint32_t index_type = draw_reg(card, INDEX_TYPE);

	*v = (struct vgt){
		.card = card, .source = *source, .type = draw_reg(card, PRIMITIVE_TYPE) & 0x3f,
		.bytes = index_type & 1 ? 4 : 2, .swap = index_type >> 2 & 3,
		.patch = draw_reg(card, LS_HS_CONFIG) >> 8 & 0x3f, .last = draw_reg(card, SC_MODE_CNTL) >> 19 & 1,
		.restarts = draw_reg(card, RESET_EN) & 1, .restart = draw_reg(card, RESET_INDX),
		.offset = draw_reg(card, INDX_OFFSET), .least = draw_reg(card, MIN_INDX),
		.most = draw_reg(card, MAX_INDX),
	};
	if (v->bytes == 2)
		v->restart &= 0xffff;
	if (v->patch > VGT_MOST || !v->patch)
		v->patch = VGT_MOST;
	if (v->type > POLYGON || !topologies[v->type].make) {
		draw_violation(card, "VGT: primitive type %#x is not modelled", v->type);
		v->source.instances = 0;
	}
	begin(v);
}

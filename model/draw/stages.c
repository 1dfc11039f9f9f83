// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: stages of vertices
 *
 * Primitives of the VGT go through those stages that are on (hull.c, gs.c), and their vertices end in
 * VS, whose exports become vertices for PA: a position; then, as far as PA_CL_VS_OUT_CNTL enables
 * them, in this order, a vector with point size, edge flag, layer (or a flag that kills the vertex) and
 * viewport, and two of distances to clip or cull by; parameters. What VS writes for stream out goes
 * there (streamout.c).
 *
 * Sources: AMD's register guides for the registers; Mesa for what a vertex finds in R0.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "gs.h"
#include "hull.h"
#include "pa.h"
#include "stages.h"
#include "streamout.h"

#define VS_OUT_CNTL	0x2881cu
#define CLIP_CNTL	0x28810u
#define GS_MODE		0x28a40u
#define DISTANCES_0	(1u << 22)
#define DISTANCES_1	(1u << 23)

struct stages {
	const struct draw_card *card;
	struct vgt vgt;
	bool numbered;			/* vertices know their primitive */
	bool neighbours;		/* run, too */
	struct hull *hull;		/* NULL: there is no tessellation */
	struct gs *gs;			/* likewise */
	bool runs;			/* a wave is under way */
	uint32_t out;			/* PA_CL_VS_OUT_CNTL */
	bool killed;			/* nothing is drawn */
	unsigned int primitives;

	/* Much room, of which a small draw uses little: but for vs.work, all is written before it is read. */
	struct vertices vs;
	struct streamout streamout;
	struct sq_exports exports;
	struct draw_vertex vertex[SQ_LANES];
	struct draw_primitive primitive[VERTICES_PRIMITIVES];
};

/* ---- primitives of the VGT ---- */

static bool next_of_vgt(void *opaque, struct feed_primitive *p)
{
	struct stages *s = opaque;
	struct vgt_primitive v;

	if (!vgt_next(&s->vgt, &v))
		return false;
	*p = (struct feed_primitive){
		.shape = v.shape, .n = s->neighbours ? v.n : draw_vertices_of(v.shape), .provoking = v.provoking,
		.first = v.first, .id = v.id,
	};
	memcpy(p->edge, v.edge, sizeof(p->edge));
	for (unsigned int i = 0; i < p->n; i++)
		p->vertex[i] = (struct feed_vertex){ {
			v.index[s->neighbours ? i : vgt_drawn(&v, i)], SQ_POISON, s->numbered ? v.id : SQ_POISON,
			v.instance,
		} };
	return true;
}

static enum stages_is run_vgt(void *opaque, uint64_t instructions)
{
	const struct stages *s = opaque;

	(void)instructions;
	return vgt_ended(&s->vgt) ? STAGES_DONE : STAGES_RUN;
}

/* ---- start ---- */

/* The stages in front of VS. False: no memory. */
static bool begin_front(struct stages *s, const struct draw_programs *p, struct feed *feed)
{
	bool patches = p->hs.shader;

	if (patches != (s->vgt.type == VGT_PATCH)) {
		draw_violation(s->card, "VGT: primitives of type %u %s tessellation", s->vgt.type,
			       patches ? "with" : "without");
		s->vgt.source.instances = 0;
	}
	*feed = (struct feed){ s, DRAW_VS_INVOCATIONS, next_of_vgt, run_vgt };
	s->neighbours = p->gs.shader;
	if (patches) {
		s->hull = hull_begin(s->card, &p->ls, &p->hs, &s->vgt);
		if (!s->hull)
			return false;
		*feed = hull_feed(s->hull);
	}
	if (p->gs.shader) {
		s->gs = gs_begin(s->card, &p->es, &p->gs, feed, patches ? hull_lds(s->hull) : NULL);
		if (!s->gs)
			return false;
		*feed = gs_feed(s->gs);
	}
	return true;
}

struct stages *stages_begin(const struct draw_card *card, const struct draw_programs *programs,
			    const struct vgt_source *source)
{
	struct feed feed;
	struct stages *s = aligned_alloc(64, (sizeof(*s) + 63) / 64 * 64);

	if (!s)
		return NULL;
	memset(s, 0, offsetof(struct stages, vs));
	s->vs.work = NULL;
	s->card = card;
	s->out = draw_reg(card, VS_OUT_CNTL);
	s->killed = draw_reg(card, CLIP_CNTL) & PA_RASTERIZATION_KILL;
	s->numbered = (draw_reg(card, GS_MODE) & 3) == 1;
	vgt_take_state(&s->vgt, card, source);
	streamout_take_state(&s->streamout, card);
	if (begin_front(s, programs, &feed) &&
	    vertices_begin(&s->vs, card, &programs->vs, &feed, SQ_LANES, s->hull ? hull_lds(s->hull) : NULL))
		return s;
	stages_end(s);
	return NULL;
}

void stages_end(struct stages *s)
{
	if (!s)
		return;
	vertices_end(&s->vs);
	gs_end(s->gs);
	hull_end(s->hull);
	free(s);
}

/* ---- run ---- */

static void start_wave(struct stages *s)
{
	struct sq_wave *wave = vertices_start(&s->vs);

	s->exports.written = 0;
	s->streamout.streamed.n = 0;
	wave->exports = &s->exports;
	wave->streamed = &s->streamout.streamed;
	s->runs = true;
}

/* Component by component, what a lane has of a vector; of one that was not exported there is noise. */
static void take_vector(const struct sq_exports *e, unsigned int vector, unsigned int lane, uint32_t value[4])
{
	for (unsigned int c = 0; c < 4; c++)
		value[c] = e->written >> vector & 1 ? e->row[vector][c][lane] : SQ_POISON;
}

static void take_floats(const struct sq_exports *e, unsigned int vector, unsigned int lane, float value[4])
{
	uint32_t bits[4];

	take_vector(e, vector, lane, bits);
	for (unsigned int c = 0; c < 4; c++)
		value[c] = sq_float(bits[c]);
}

static void take_vertex(struct stages *s, unsigned int lane)
{
	const struct sq_exports *e = &s->exports;
	struct draw_vertex *v = &s->vertex[lane];
	unsigned int vector = SQ_EXPORT_POSITION;
	uint64_t params = e->written >> SQ_EXPORT_PARAM;
	uint32_t misc[4];

	memset(v, 0, sizeof(*v));
	take_floats(e, vector, lane, v->position);
	if (s->out & PA_MISC_VECTOR) {
		take_vector(e, ++vector, lane, misc);
		v->point_size = sq_float(misc[0]);
		v->edge = misc[1];
		v->layer = misc[2];
		v->viewport = misc[3];
	}
	if (s->out & DISTANCES_0)
		take_floats(e, ++vector, lane, v->distance);
	if (s->out & DISTANCES_1)
		take_floats(e, ++vector, lane, v->distance + 4);
	while (params) {
		int n = sq_next_lane(&params);

		take_vector(e, SQ_EXPORT_PARAM + (unsigned int)n, lane, v->param[n]);
	}
}

static void add_primitive(struct stages *s, const struct feed_primitive *from, const uint8_t *place)
{
	struct draw_primitive *p = &s->primitive[s->primitives++];

	*p = (struct draw_primitive){
		.shape = from->shape, .provoking = from->provoking, .first = from->first, .id = from->id,
	};
	memcpy(p->edge, from->edge, sizeof(p->edge));
	for (unsigned int i = 0; i < from->n; i++)
		p->vertex[i] = &s->vertex[place[i]];
}

static enum stages_is finish_wave(struct stages *s, enum sq_wave_is is)
{
	s->runs = false;
	if (is != SQ_ENDED)
		return STAGES_WRONG;
	s->primitives = 0;
	for (unsigned int i = 0; i < s->vs.primitives; i++) {
		streamout_primitive(&s->streamout, &s->vs.primitive[i], s->vs.place[i]);
		if (!s->killed && s->vs.primitive[i].stream == s->streamout.drawn)
			add_primitive(s, &s->vs.primitive[i], s->vs.place[i]);
	}
	if (!s->primitives)
		return STAGES_READY;
	if (!(s->exports.written >> SQ_EXPORT_POSITION & 1)) {
		draw_violation(s->card, "PA: the program of vertices exports no position");
		return STAGES_WRONG;
	}
	for (unsigned int i = 0; i < s->vs.n; i++)
		take_vertex(s, i);
	return STAGES_READY;
}

enum stages_is stages_continue(struct stages *s, uint64_t instructions)
{
	enum stages_is front;
	enum sq_wave_is is;

	if (!s->runs) {
		front = vertices_collect(&s->vs, instructions);
		if (front != STAGES_READY)
			return front;
		start_wave(s);
	}
	is = sq_continue(s->vs.work, instructions);
	return is == SQ_RUNS ? STAGES_RUN : finish_wave(s, is);
}

const struct draw_primitive *stages_primitives(const struct stages *s, unsigned int *n)
{
	*n = s->primitives;
	return s->primitive;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: programs of vertices
 *
 * Primitives are collected until their vertices fill a wave. A vertex that several of them name runs
 * once in it, as if all of a wave's were in the cache of vertices.
 *
 * What the program exports becomes a vertex: a position; then, as far as PA_CL_VS_OUT_CNTL enables
 * them, in this order, a vector with point size, edge flag, layer and viewport, and two of distances
 * to clip or cull by; parameters.
 *
 * Sources: AMD's register guides for the registers; Mesa for what a vertex finds in R0.
 */
#include <stdlib.h>
#include <string.h>

#include "stages.h"

#define VS_OUT_CNTL	0x2881cu
#define GS_MODE		0x28a40u
#define MISC_VECTOR	(1u << 21)
#define DISTANCES_0	(1u << 22)
#define DISTANCES_1	(1u << 23)
#define BUCKETS		128u		/* a power of two, more than vertices */
#define NOBODY		0xffu

struct key {
	uint32_t index, instance, primitive;
};

struct stages {
	const struct draw_card *card;
	struct draw_programs programs;
	struct vgt vgt;
	uint32_t out;			/* PA_CL_VS_OUT_CNTL */
	bool numbered;			/* vertices know their primitive */
	bool runs;			/* a wave is under way */
	struct sq_work *work;
	struct sq_exports exports;
	unsigned int vertices, primitives;
	struct key key[STAGES_VERTICES];
	uint8_t bucket[BUCKETS];
	struct draw_vertex vertex[STAGES_VERTICES];
	struct draw_primitive primitive[STAGES_PRIMITIVES];
};

struct stages *stages_begin(const struct draw_card *card, const struct draw_programs *programs,
			    const struct vgt_source *source)
{
	struct stages *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->card = card;
	s->programs = *programs;
	s->out = draw_reg(card, VS_OUT_CNTL);
	s->numbered = draw_reg(card, GS_MODE) & 3;
	s->work = sq_begin_wave(programs->vs.shader, programs->vs.state);
	if (!s->work) {
		free(s);
		return NULL;
	}
	sq_exports_clear(&s->exports, (1ull << SQ_EXPORTS) - 1);
	vgt_take_state(&s->vgt, card, source);
	return s;
}

void stages_end(struct stages *s)
{
	if (!s)
		return;
	sq_end(s->work);
	free(s);
}

/* ---- collect ---- */

/* The place of a vertex of the wave, which is a new one if nobody has named it yet. */
static unsigned int place_of(struct stages *s, const struct key *key)
{
	uint32_t h = (key->index * 0x9e3779b1u ^ key->instance * 0x85ebca6bu ^ key->primitive) % BUCKETS;

	for (; s->bucket[h] != NOBODY; h = (h + 1) % BUCKETS)
		if (!memcmp(&s->key[s->bucket[h]], key, sizeof(*key)))
			return s->bucket[h];
	s->bucket[h] = (uint8_t)s->vertices;
	s->key[s->vertices] = *key;
	return s->vertices++;
}

static void add_primitive(struct stages *s, const struct vgt_primitive *v)
{
	static const unsigned int vertices[] = { 1, 2, 3, 3 };
	struct draw_primitive *p = &s->primitive[s->primitives++];

	*p = (struct draw_primitive){
		.shape = v->shape, .provoking = v->provoking, .first = v->first, .id = v->id,
	};
	memcpy(p->edge, v->edge, sizeof(p->edge));
	for (unsigned int i = 0; i < vertices[v->shape]; i++) {
		const struct key key = { v->index[vgt_drawn(v, i)], v->instance, s->numbered ? v->id : 0 };

		p->vertex[i] = &s->vertex[place_of(s, &key)];
	}
}

static void collect(struct stages *s)
{
	unsigned int room = s->programs.vs.state->wave_lanes;
	struct vgt_primitive next;

	s->vertices = 0;
	s->primitives = 0;
	memset(s->bucket, NOBODY, sizeof(s->bucket));
	while (s->vertices + 3 <= room && s->primitives < STAGES_PRIMITIVES && vgt_next(&s->vgt, &next))
		add_primitive(s, &next);
}

/* ---- run ---- */

static void start_wave(struct stages *s)
{
	uint64_t lanes = s->vertices < SQ_LANES ? (1ull << s->vertices) - 1 : UINT64_MAX;
	struct sq_wave *wave = sq_restart(s->work, lanes, lanes);

	sq_exports_clear(&s->exports, s->exports.written);
	wave->exports = &s->exports;
	for (unsigned int i = 0; i < s->vertices && s->programs.vs.shader->gprs; i++) {
		wave->row[0][i] = s->key[i].index;
		if (s->numbered)
			wave->row[2][i] = s->key[i].primitive;
		wave->row[3][i] = s->key[i].instance;
	}
	s->runs = true;
}

static void take_distances(struct draw_vertex *v, const struct sq_exports *e, unsigned int vector, unsigned int lane,
			   unsigned int first)
{
	for (unsigned int c = 0; c < 4; c++)
		v->distance[first + c] = sq_float(e->row[vector][c][lane]);
}

static void take_vertex(struct stages *s, unsigned int lane)
{
	const struct sq_exports *e = &s->exports;
	struct draw_vertex *v = &s->vertex[lane];
	unsigned int vector = SQ_EXPORT_POSITION;
	uint64_t params = e->written >> SQ_EXPORT_PARAM;

	for (unsigned int c = 0; c < 4; c++)
		v->position[c] = sq_float(e->row[vector][c][lane]);
	if (s->out & MISC_VECTOR) {
		vector++;
		v->point_size = sq_float(e->row[vector][0][lane]);
		v->edge = e->row[vector][1][lane];
		v->layer = e->row[vector][2][lane];
		v->viewport = e->row[vector][3][lane];
	}
	if (s->out & DISTANCES_0)
		take_distances(v, e, ++vector, lane, 0);
	if (s->out & DISTANCES_1)
		take_distances(v, e, ++vector, lane, 4);
	while (params) {
		int n = sq_next_lane(&params);

		for (unsigned int c = 0; c < 4; c++)
			v->param[n][c] = e->row[SQ_EXPORT_PARAM + n][c][lane];
	}
}

static enum stages_is finish_wave(struct stages *s, enum sq_wave_is is)
{
	s->runs = false;
	if (is != SQ_ENDED)
		return STAGES_WRONG;
	if (!(s->exports.written >> SQ_EXPORT_POSITION & 1)) {
		draw_violation(s->card, "PA: the program of vertices exports no position");
		return STAGES_WRONG;
	}
	for (unsigned int i = 0; i < s->vertices; i++)
		take_vertex(s, i);
	return STAGES_READY;
}

enum stages_is stages_continue(struct stages *s, uint64_t instructions)
{
	enum sq_wave_is is;

	if (!s->runs) {
		collect(s);
		if (!s->primitives)
			return STAGES_DONE;
		start_wave(s);
	}
	is = sq_continue(s->work, instructions);
	return is == SQ_RUNS ? STAGES_RUN : finish_wave(s, is);
}

const struct draw_primitive *stages_primitives(const struct stages *s, unsigned int *n)
{
	*n = s->primitives;
	return s->primitive;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: waves of vertices
 *
 * Primitives are collected until their vertices fill a wave. A vertex that several of them name runs
 * once in it, as if all of a wave's were in the cache of vertices.
 */
#include <string.h>

#include "vertices.h"

#define NOBODY		0xffu

bool vertices_begin(struct vertices *v, const struct draw_card *card, const struct draw_program *program,
		    const struct feed *feed, unsigned int room, uint8_t *lds)
{
	v->card = card;
	v->feed = *feed;
	v->work = sq_begin_wave(program->shader, program->state, lds);
	v->gprs = program->shader->gprs;
	v->room = room < program->state->wave_lanes ? room : program->state->wave_lanes;
	return v->work;
}

void vertices_end(struct vertices *v)
{
	sq_end(v->work);
}

/* The lane of a vertex, which is a new one if nobody has named it yet. */
static uint8_t place_of(struct vertices *v, const struct feed_vertex *vertex)
{
	const uint32_t *r = vertex->r0;
	uint32_t h = (r[0] * 0x9e3779b1u ^ r[1] * 0x85ebca6bu ^ r[2] * 0xc2b2ae35u ^ r[3] * 0x27d4eb2fu) >> 7;

	for (h %= VERTICES_BUCKETS; v->bucket[h] != NOBODY; h = (h + 1) % VERTICES_BUCKETS)
		if (!memcmp(&v->vertex[v->bucket[h]], vertex, sizeof(*vertex)))
			return v->bucket[h];
	v->bucket[h] = (uint8_t)v->n;
	v->vertex[v->n] = *vertex;
	return (uint8_t)v->n++;
}

enum stages_is vertices_collect(struct vertices *v, uint64_t instructions)
{
	enum stages_is is;

	v->n = 0;
	v->primitives = 0;
	memset(v->bucket, NOBODY, sizeof(v->bucket));
	while (v->n + VERTICES_MOST <= v->room && v->primitives < VERTICES_PRIMITIVES) {
		struct feed_primitive *p = &v->primitive[v->primitives];

		if (!v->feed.next(v->feed.opaque, p))
			break;
		for (unsigned int i = 0; i < p->n; i++)
			v->place[v->primitives][i] = place_of(v, &p->vertex[i]);
		v->primitives++;
	}
	if (v->primitives)
		return STAGES_READY;
	is = v->feed.run(v->feed.opaque, instructions);
	return is == STAGES_READY ? STAGES_RUN : is;
}

struct sq_wave *vertices_start(struct vertices *v)
{
	uint64_t lanes = sq_first_lanes(v->n);
	struct sq_wave *wave = sq_restart(v->work, lanes, lanes);

	for (unsigned int i = 0; i < v->n && v->gprs; i++)
		for (unsigned int c = 0; c < 4; c++)
			wave->row[c][i] = v->vertex[i].r0[c];
	if (v->feed.counted < DRAW_STATISTICS)
		draw_count(v->card, v->feed.counted, v->n);
	return wave;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: geometry programs
 *
 * A wave of vertices runs in ES, which writes each to its part of a ring; then the primitives that
 * they make run in GS, once for each instance, and find there where their vertices are. They write
 * to another ring, and what they emit becomes points, or strips that end where they cut. VS then
 * runs for the vertices of these, and finds in R0 where in the ring they are, and the stream. All of
 * a wave has been taken when the next one starts, so that rings have room for one.
 *
 * Sources: AMD's register guides; Mesa for units, for what registers hold at the start, and that
 * GS knows its primitive's number whatever VGT_PRIMITIVEID_EN says. Guesses: where in its ring a
 * lane has its part; streams follow one another within a lane.
 */
#include <stdlib.h>
#include <string.h>

#include "gs.h"

#define ES_RING		0x8c40u		/* SQ_ESGS_RING_BASE; its size is behind it */
#define GS_RING		0x8c48u		/* SQ_GSVS_RING_BASE */
#define ES_ITEM		0x28900u
#define GS_ITEM		0x28904u
#define VERT_ITEM	0x2891cu	/* + 4 * stream */
#define RING_OFFSET	0x2892cu	/* + 4 * (stream - 1) */
#define OUT_PRIM_TYPE	0x28a6cu
#define MAX_VERT_OUT	0x28b38u
#define INSTANCE_CNT	0x28b90u
#define SC_MODE_CNTL	0x28814u
#define OFFSET_MASK	0x3fffffffu	/* of R0.x */
#define STREAM_SHIFT	30

enum { OUT_POINTS, OUT_LINES, OUT_TRIANGLES, OUT_RESERVED };

struct gs {
	const struct draw_card *card;
	enum { GS_COLLECT, GS_VERTICES, GS_PRIMITIVES, GS_WAVE, GS_EMITTED } is;
	struct vertices es;
	struct sq_work *work;
	unsigned int gprs, lanes, instances, type;
	bool last;			/* the last vertex provokes */
	struct sq_ring es_ring, gs_ring;
	uint32_t vert_item[SQ_STREAMS];
	struct sq_emitted emitted;

	unsigned int at;		/* of primitives times instances, the first of the next wave */
	unsigned int first, n;		/* those of the wave */
	unsigned int lane, stream, vertex, strip;	/* what is next of what was emitted */
};

/* ---- what was emitted ---- */

static struct feed_vertex find_vertex(const struct gs *gs, unsigned int number)
{
	uint32_t at = gs->lane * gs->gs_ring.item + gs->gs_ring.first[gs->stream] + number * gs->vert_item[gs->stream];

	return (struct feed_vertex){
		{ (at & OFFSET_MASK) | gs->stream << STREAM_SHIFT, SQ_POISON, SQ_POISON, SQ_POISON },
	};
}

/* A strip's, of which the last vertex is @end; @n of them: 1 to 3. */
static void make(const struct gs *gs, struct feed_primitive *p, unsigned int end, unsigned int n)
{
	const struct feed_primitive *of = &gs->es.primitive[(gs->first + gs->lane) / gs->instances];
	unsigned int number[3] = { end + 1 - n, end + 2 - n, end };
	bool odd = n == 3 && !(gs->strip & 1);

	*p = (struct feed_primitive){
		.shape = feed_shape(n), .n = n, .provoking = gs->last ? n - 1 : 0,
		.edge = { true, true, true }, .first = gs->strip == n, .id = of->id, .stream = gs->stream,
	};
	if (odd && gs->last) {
		number[0] = end - 1;
		number[1] = end - 2;
	} else if (odd) {
		number[1] = end;
		number[2] = end - 1;
	}
	for (unsigned int i = 0; i < n && i < 3; i++)
		p->vertex[i] = find_vertex(gs, number[i]);
}

static bool is_cut(const struct gs *gs)
{
	return gs->emitted.cut[gs->stream][gs->lane][gs->vertex / 32] >> gs->vertex % 32 & 1;
}

/* To where there are vertices. False: there are none. */
static bool find_emitted(struct gs *gs)
{
	for (; gs->lane < gs->n; gs->lane++, gs->stream = 0)
		for (; gs->stream < SQ_STREAMS; gs->stream++, gs->vertex = 0, gs->strip = 0)
			if (gs->vertex < gs->emitted.n[gs->stream][gs->lane])
				return true;
	return false;
}

static bool next_emitted(void *opaque, struct feed_primitive *p)
{
	struct gs *gs = opaque;
	unsigned int needs = gs->type + 1;

	while (gs->is == GS_EMITTED && find_emitted(gs)) {
		if (gs->type == OUT_POINTS || is_cut(gs))
			gs->strip = 0;
		gs->strip++;
		gs->vertex++;
		if (gs->strip < needs)
			continue;
		make(gs, p, gs->vertex - 1, needs);
		draw_count(gs->card, DRAW_GS_PRIMITIVES, 1);
		return true;
	}
	return false;
}

/* ---- waves ---- */

/* R0.x, R0.y, R0.w, R1.x, R1.y, R1.z: where vertices are; R0.z, R1.w: which primitive and instance. */
static void fill_lane(const struct gs *gs, struct sq_wave *wave, unsigned int lane)
{
	static const uint8_t row[VERTICES_MOST] = { 0, 1, 3, 4, 5, 6 };
	unsigned int primitive = (gs->first + lane) / gs->instances;
	const struct feed_primitive *p = &gs->es.primitive[primitive];

	for (unsigned int i = 0; i < p->n; i++)
		if (row[i] < 4 * gs->gprs)
			wave->row[row[i]][lane] = gs->es.place[primitive][i] * gs->es_ring.item;
	if (gs->gprs > 0)
		wave->row[2][lane] = p->id;
	if (gs->gprs > 1)
		wave->row[7][lane] = (gs->first + lane) % gs->instances;
}

static void start_primitives(struct gs *gs)
{
	unsigned int left = gs->es.primitives * gs->instances - gs->at;
	struct sq_wave *wave;

	gs->first = gs->at;
	gs->n = left < gs->lanes ? left : gs->lanes;
	gs->at += gs->n;
	wave = sq_restart(gs->work, sq_first_lanes(gs->n), sq_first_lanes(gs->n));
	memset(gs->emitted.n, 0, sizeof(gs->emitted.n));
	memset(gs->emitted.cut, 0, sizeof(gs->emitted.cut));
	wave->ring = &gs->gs_ring;
	wave->emitted = &gs->emitted;
	for (unsigned int lane = 0; lane < gs->n; lane++)
		fill_lane(gs, wave, lane);
	draw_count(gs->card, DRAW_GS_INVOCATIONS, gs->n);
	gs->is = GS_WAVE;
}

/* The wave is over: what comes next reads what it has left. */
static enum stages_is pass(struct gs *gs, enum sq_wave_is is)
{
	if (is == SQ_RUNS)
		return STAGES_RUN;
	if (is != SQ_ENDED)
		return STAGES_WRONG;
	if (gs->is == GS_VERTICES) {
		gs->at = 0;
		gs->is = GS_PRIMITIVES;
		return STAGES_RUN;
	}
	gs->lane = 0;
	gs->stream = 0;
	gs->vertex = 0;
	gs->strip = 0;
	gs->is = GS_EMITTED;
	return STAGES_READY;
}

static enum stages_is run(void *opaque, uint64_t instructions)
{
	struct gs *gs = opaque;
	enum stages_is es;

	if (!gs->lanes)
		return STAGES_WRONG;
	if (gs->is == GS_EMITTED)
		gs->is = GS_PRIMITIVES;
	if (gs->is == GS_PRIMITIVES && gs->at == gs->es.primitives * gs->instances)
		gs->is = GS_COLLECT;
	if (gs->is == GS_COLLECT) {
		es = vertices_collect(&gs->es, instructions);
		if (es != STAGES_READY)
			return es;
		vertices_start(&gs->es)->ring = &gs->es_ring;
		gs->is = GS_VERTICES;
	}
	if (gs->is == GS_PRIMITIVES)
		start_primitives(gs);
	return pass(gs, sq_continue(gs->is == GS_VERTICES ? gs->es.work : gs->work, instructions));
}

/* ---- start ---- */

static struct sq_ring take_ring(const struct draw_card *card, uint32_t base, uint32_t item)
{
	return (struct sq_ring){
		.base = (uint64_t)draw_reg(card, base) << 8, .size = (uint64_t)draw_reg(card, base + 4) << 8,
		.item = draw_reg(card, item) & 0x7fff,
	};
}

/* How many lanes have room in it, of so many. */
static unsigned int room_of(const struct sq_ring *ring, unsigned int lanes)
{
	uint64_t room = ring->item ? ring->size / (4ull * ring->item) : lanes;

	return room < lanes ? (unsigned int)room : lanes;
}

static void take_state(struct gs *gs)
{
	uint32_t most = draw_reg(gs->card, MAX_VERT_OUT) & 0x7ff, instances = draw_reg(gs->card, INSTANCE_CNT);

	gs->es_ring = take_ring(gs->card, ES_RING, ES_ITEM);
	gs->gs_ring = take_ring(gs->card, GS_RING, GS_ITEM);
	for (unsigned int i = 0; i < SQ_STREAMS; i++) {
		gs->vert_item[i] = draw_reg(gs->card, VERT_ITEM + 4 * i) & 0x7fff;
		gs->gs_ring.first[i] = i ? draw_reg(gs->card, RING_OFFSET + 4 * (i - 1)) & 0x7fff : 0;
	}
	gs->type = draw_reg(gs->card, OUT_PRIM_TYPE) & 0x3f;
	gs->last = draw_reg(gs->card, SC_MODE_CNTL) >> 19 & 1;
	gs->emitted.most = most < SQ_EMITS ? most : SQ_EMITS;
	gs->instances = instances & 1 ? instances >> 2 & 0x7f : 1;
	gs->instances += !gs->instances;
}

struct gs *gs_begin(const struct draw_card *card, const struct draw_program *es, const struct draw_program *gs,
		    const struct feed *feed, uint8_t *lds)
{
	struct gs *g = calloc(1, sizeof(*g));
	unsigned int room;

	if (!g)
		return NULL;
	g->card = card;
	take_state(g);
	g->gprs = gs->shader->gprs;
	g->lanes = room_of(&g->gs_ring, gs->state->wave_lanes);
	room = room_of(&g->es_ring, es->state->wave_lanes);
	if (room < VERTICES_MOST || !g->lanes || g->type >= OUT_RESERVED) {
		draw_violation(card, "GS: rings have room for %u and %u items, primitives of type %u come out", room,
			       g->lanes, g->type);
		g->lanes = 0;
	}
	g->work = sq_begin_wave(gs->shader, gs->state, NULL);
	if (vertices_begin(&g->es, card, es, feed, room, lds) && g->work)
		return g;
	gs_end(g);
	return NULL;
}

void gs_end(struct gs *gs)
{
	if (!gs)
		return;
	vertices_end(&gs->es);
	sq_end(gs->work);
	free(gs);
}

struct feed gs_feed(struct gs *gs)
{
	return (struct feed){ gs, DRAW_STATISTICS, next_emitted, run };
}

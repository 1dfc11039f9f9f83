// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: a draw
 *
 * Primitives of a wave of vertices go through PA one after another and are collected. SC makes some
 * quads of them, of a large one so many rows, and these run as waves of pixels before more are made.
 * So quads reach DB and CB in the order of their primitives, none of it takes much memory, and all of
 * it can stop between two waves, or within one.
 *
 * A quad is tested when its wave begins if nothing that the program does could change the outcome,
 * else when it has ended. Where nothing takes what a program makes, as it is for clears and shadows,
 * and it neither branches nor reaches memory, one wave of it runs, for what it may do wrong.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cb.h"
#include "db.h"
#include "pa.h"
#include "pipe.h"
#include "sc.h"
#include "spi.h"
#include "sx.h"

#define DB_SHADER_CONTROL	0x2880cu
#define MODE_CNTL_1		0x28a4cu	/* PA_SC_MODE_CNTL_1 */
#define PS_ITER_SAMPLE		(1u << 16)
#define SCREENS		512u		/* primitives on the screen that wait */
#define SCREENS_OF_ONE	64u		/* which a primitive can become */
#define ENOUGH		256u		/* quads */
#define MOST_QUADS	(SQ_LANES / DRAW_QUAD)

enum pipe_is { PIPE_VERTICES, PIPE_PRIMITIVES, PIPE_QUADS, PIPE_PIXELS, PIPE_WAVE, PIPE_ENDED };

struct pipe {
	const struct draw_card *card;
	struct draw_programs programs;
	struct pa_state pa;
	struct sc_state sc;
	struct spi_state spi;
	struct sx_state sx;
	uint32_t shader_control;
	bool each_sample;		/* is shaded */
	bool has_effect;		/* a wave of pixels, beside what it may do wrong */
	struct stages *stages;
	enum pipe_is is;
	const struct draw_primitive *primitive;
	unsigned int primitives, at;
	bool last;			/* no vertices follow */

	spi_values *values;		/* spi.inputs of each screen */
	unsigned int screens, converted;
	int32_t row;			/* where SC goes on, in the first that is not converted */
	struct spi_quad *quad;
	size_t quads, room, next;	/* next: which has not run yet */

	struct sq_work *wave;
	unsigned int n;			/* quads in it */
	struct sq_params params;
	bool no_memory;
	struct pipe_counts counts;

	/* Much room, of which a small draw uses little: all is written before it is read. */
	struct db_state db;
	struct cb_state cb;
	struct draw_screen screen[SCREENS];
	struct spi_quad in_wave[MOST_QUADS];
	struct sq_exports exports;
};

/* ---- quads ---- */

static void add_quad(struct pipe *pipe, const struct draw_quad *quad, int sample)
{
	struct spi_quad *more;

	if (pipe->quads == pipe->room) {
		more = realloc(pipe->quad, (2 * pipe->room + ENOUGH) * sizeof(*more));
		if (!more) {
			pipe->no_memory = true;
			return;
		}
		pipe->quad = more;
		pipe->room = 2 * pipe->room + ENOUGH;
	}
	pipe->counts.quads++;
	more = &pipe->quad[pipe->quads++];
	more->quad = *quad;
	more->sample = sample;
	more->values = pipe->values + (size_t)(quad->of - pipe->screen) * pipe->spi.inputs;
}

static void take_quad(void *opaque, const struct draw_quad *quad)
{
	struct pipe *pipe = opaque;

	if (!pipe->each_sample) {
		add_quad(pipe, quad, -1);
		return;
	}
	for (int sample = 0; sample < (int)pipe->sc.samples; sample++) {
		struct draw_quad one = *quad;
		uint16_t any = 0;

		for (unsigned int i = 0; i < DRAW_QUAD; i++) {
			one.covered[i] &= (uint16_t)(1u << sample);
			any |= one.covered[i];
		}
		if (any)
			add_quad(pipe, &one, sample);
	}
}

static void take_screen(void *opaque, const struct draw_screen *screen)
{
	struct pipe *pipe = opaque;
	unsigned int n = pipe->screens;

	if (n == SCREENS) {
		draw_violation(pipe->card, "PA: a primitive becomes more than %u", SCREENS_OF_ONE);
		return;
	}
	pipe->screen[n] = *screen;
	spi_set_up(&pipe->spi, screen, pipe->values + (size_t)n * pipe->spi.inputs);
	pipe->screens++;
	pipe->counts.screens++;
}

/* ---- waves of pixels ---- */

static bool is_seen(const struct draw_quad *q)
{
	return draw_lanes(q->covered, DRAW_ANY_SAMPLE);
}

/* Those that tests leave nothing of run no program. */
static void fill_wave(struct pipe *pipe)
{
	unsigned int most = pipe->programs.ps.state->wave_lanes / DRAW_QUAD;

	for (pipe->n = 0; pipe->n < most && pipe->next < pipe->quads; pipe->next++) {
		struct spi_quad *q = &pipe->quad[pipe->next];

		if (pipe->db.early)
			db_test(&pipe->db, &q->quad, NULL);
		if (is_seen(&q->quad))
			pipe->in_wave[pipe->n++] = *q;
	}
}

static bool has_effect(const struct pipe *pipe)
{
	return !pipe->db.early || pipe->db.copies || pipe->cb.targets ||
	       !sq_only_exports(&pipe->programs.ps.shader->program);
}

static bool runs_program(const struct pipe *pipe)
{
	return pipe->has_effect || !pipe->counts.waves;
}

static bool start_wave(struct pipe *pipe)
{
	uint64_t seen = 0;
	struct sq_wave *wave;

	fill_wave(pipe);
	if (!pipe->n)
		return false;
	for (unsigned int i = 0; i < pipe->n; i++)
		seen |= (uint64_t)draw_lanes(pipe->in_wave[i].quad.covered, DRAW_ANY_SAMPLE) << DRAW_QUAD * i;
	draw_count(pipe->card, DRAW_PS_INVOCATIONS, (unsigned int)__builtin_popcountll(seen));
	if (!runs_program(pipe))
		return true;
	wave = sq_restart(pipe->wave, sq_first_lanes(DRAW_QUAD * pipe->n), seen);
	pipe->exports.written = 0;
	wave->exports = &pipe->exports;
	return spi_fill(&pipe->spi, wave, &pipe->params, pipe->in_wave, pipe->n);
}

static void take_depth(const struct pipe *pipe, unsigned int quad, struct draw_depth_export *e)
{
	const struct sq_exports *exports = &pipe->exports;
	bool has = exports->written >> SQ_EXPORT_DEPTH & 1;

	e->has_depth = has && pipe->shader_control & 1;
	e->has_stencil = has && pipe->shader_control >> 1 & 1;
	e->has_mask = has && pipe->shader_control >> 8 & 1;
	for (unsigned int i = 0; has && i < DRAW_QUAD; i++) {
		unsigned int lane = DRAW_QUAD * quad + i;

		e->depth[i] = sq_float(exports->row[SQ_EXPORT_DEPTH][0][lane]);
		e->stencil[i] = exports->row[SQ_EXPORT_DEPTH][1][lane];
		e->mask[i] = exports->row[SQ_EXPORT_DEPTH][2][lane];
	}
}

static void take_colors(const struct pipe *pipe, unsigned int quad, struct draw_colors *colors)
{
	uint64_t targets = pipe->exports.written & ((1u << DRAW_TARGETS) - 1);

	colors->exported = (uint32_t)targets;
	memset(colors->copied_bits, 0, sizeof(colors->copied_bits));
	while (targets) {
		int t = sq_next_lane(&targets);

		for (unsigned int c = 0; c < 4; c++)
			memcpy(&colors->value[t][c], &pipe->exports.row[t][c][DRAW_QUAD * quad],
			       sizeof(colors->value[t][c]));
	}
}

static void finish_wave(struct pipe *pipe)
{
	uint64_t valid = sq_wave_number(pipe->wave, 0)->valid;
	struct draw_depth_export depth;
	struct draw_colors colors;

	for (unsigned int i = 0; i < pipe->n; i++, valid >>= DRAW_QUAD) {
		struct draw_quad *q = &pipe->in_wave[i].quad;

		for (unsigned int p = 0; p < DRAW_QUAD; p++)
			if (!(valid >> p & 1))
				q->covered[p] = 0;
		if (!is_seen(q))
			continue;
		take_colors(pipe, i, &colors);
		sx_test(&pipe->sx, q, &colors);
		if (!pipe->db.early && is_seen(q)) {
			take_depth(pipe, i, &depth);
			db_test(&pipe->db, q, &depth);
		}
		if (!is_seen(q))
			continue;
		if (pipe->db.copies)
			db_copy(&pipe->db, q, &colors);
		cb_quad(&pipe->cb, q, &colors);
		pipe->counts.stored++;
	}
}

/* ---- the draw ---- */

static enum pipe_is run_vertices(struct pipe *pipe, uint64_t instructions)
{
	switch (stages_continue(pipe->stages, instructions)) {
	case STAGES_RUN:
		return PIPE_VERTICES;
	case STAGES_READY:
		pipe->primitive = stages_primitives(pipe->stages, &pipe->primitives);
		pipe->at = 0;
		pipe->counts.primitives += pipe->primitives;
		return PIPE_PRIMITIVES;
	case STAGES_DONE:
		pipe->last = true;
		return PIPE_QUADS;
	default:
		return PIPE_ENDED;
	}
}

static enum pipe_is run_primitives(struct pipe *pipe)
{
	while (pipe->at < pipe->primitives) {
		if (pipe->screens + SCREENS_OF_ONE > SCREENS)
			return PIPE_QUADS;
		pa_primitive(&pipe->pa, &pipe->primitive[pipe->at++], take_screen, pipe);
	}
	return PIPE_VERTICES;
}

static enum pipe_is run_quads(struct pipe *pipe)
{
	while (pipe->converted < pipe->screens && pipe->quads < ENOUGH) {
		if (sc_convert(&pipe->sc, &pipe->screen[pipe->converted], &pipe->row, take_quad, pipe))
			continue;
		pipe->converted++;
		pipe->row = SC_FIRST_ROW;
	}
	return pipe->no_memory ? PIPE_ENDED : PIPE_PIXELS;
}

static enum pipe_is run_pixels(struct pipe *pipe)
{
	if (start_wave(pipe))
		return PIPE_WAVE;
	if (pipe->next < pipe->quads)
		return PIPE_ENDED;
	pipe->next = 0;
	pipe->quads = 0;
	if (pipe->converted < pipe->screens)
		return PIPE_QUADS;
	pipe->screens = 0;
	pipe->converted = 0;
	return pipe->last ? PIPE_ENDED : PIPE_PRIMITIVES;
}

static enum pipe_is run_wave(struct pipe *pipe, uint64_t instructions)
{
	enum sq_wave_is is = runs_program(pipe) ? sq_continue(pipe->wave, instructions) : SQ_ENDED;

	if (is == SQ_RUNS)
		return PIPE_WAVE;
	if (is != SQ_ENDED)
		return PIPE_ENDED;
	if (runs_program(pipe))
		finish_wave(pipe);
	else
		pipe->counts.stored += pipe->n;
	pipe->counts.waves++;
	return PIPE_PIXELS;
}

bool pipe_continue(struct pipe *pipe, uint64_t instructions)
{
	static const uint64_t waves = 16;

	for (uint64_t i = 0; i < waves && pipe->is != PIPE_ENDED; i++)
		switch (pipe->is) {
		case PIPE_VERTICES:
			pipe->is = run_vertices(pipe, instructions / waves);
			break;
		case PIPE_PRIMITIVES:
			pipe->is = run_primitives(pipe);
			break;
		case PIPE_QUADS:
			pipe->is = run_quads(pipe);
			break;
		case PIPE_PIXELS:
			pipe->is = run_pixels(pipe);
			break;
		default:
			pipe->is = run_wave(pipe, instructions / waves);
		}
	if (pipe->is != PIPE_ENDED)
		return true;
	db_flush(&pipe->db);
	cb_flush(&pipe->cb);
	return false;
}

struct pipe_counts pipe_counts(const struct pipe *pipe)
{
	return pipe->counts;
}

struct pipe *pipe_begin(const struct draw_card *card, const struct draw_programs *programs,
			const struct vgt_source *source)
{
	struct pipe *pipe = aligned_alloc(64, (sizeof(*pipe) + 63) / 64 * 64);

	if (!pipe)
		return NULL;
	memset(pipe, 0, offsetof(struct pipe, db));
	pipe->card = card;
	pipe->row = SC_FIRST_ROW;
	pipe->programs = *programs;
	pa_take_state(&pipe->pa, card);
	sc_take_state(&pipe->sc, card);
	spi_take_state(&pipe->spi, card, &pipe->sc);
	sx_take_state(&pipe->sx, card, pipe->sc.samples);
	db_take_state(&pipe->db, card, &pipe->sc);
	cb_take_state(&pipe->cb, card, pipe->sc.samples);
	pipe->shader_control = draw_reg(card, DB_SHADER_CONTROL);
	pipe->each_sample = draw_reg(card, MODE_CNTL_1) & PS_ITER_SAMPLE && pipe->sc.samples > 1;
	pipe->has_effect = has_effect(pipe);
	pipe->params.n = pipe->spi.inputs;
	pipe->params.row = aligned_alloc(64, (pipe->spi.inputs * SQ_PARAM_ROWS + 1) * sizeof(*pipe->params.row));
	pipe->values = malloc((size_t)SCREENS * (pipe->spi.inputs + 1) * sizeof(*pipe->values));
	pipe->stages = stages_begin(card, programs, source);
	pipe->wave = sq_begin_wave(programs->ps.shader, programs->ps.state, NULL);
	if (pipe->params.row && pipe->values && pipe->stages && pipe->wave)
		return pipe;
	pipe_end(pipe);
	return NULL;
}

void pipe_end(struct pipe *pipe)
{
	if (!pipe)
		return;
	stages_end(pipe->stages);
	sq_end(pipe->wave);
	free(pipe->params.row);
	free(pipe->values);
	free(pipe->quad);
	free(pipe);
}

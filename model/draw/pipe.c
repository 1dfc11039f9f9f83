// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: a draw
 *
 * Primitives of a wave of vertices go through PA one after another and are collected. SC makes some
 * quads of them, of a large one so many rows, and backends run these as waves of pixels before more are
 * made. So quads reach DB and CB in the order of their primitives, none of it takes much memory, and
 * all of it can stop between two waves, or within one.
 *
 * A draw begins with one backend. When there is much to do, and programs of pixels only read memory,
 * a crew gets as many as it has threads.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../crew.h"
#include "backend.h"
#include "pa.h"
#include "pipe.h"

#define MODE_CNTL_1		0x28a4cu	/* PA_SC_MODE_CNTL_1 */
#define PS_ITER_SAMPLE		(1u << 16)
#define SCREENS		512u		/* primitives on the screen that wait */
#define SCREENS_OF_ONE	64u		/* which a primitive can become */
#define ENOUGH		256u		/* quads for one backend */
#define WAVES		16u		/* of a backend, in a slice */
#define MUCH		16u		/* as much of both, for several */

enum pipe_is { PIPE_VERTICES, PIPE_PRIMITIVES, PIPE_QUADS, PIPE_PIXELS, PIPE_ENDED };

/* A backend's part of a slice, for a thread. */
struct part {
	struct pipe *pipe;
	struct backend *backend;
	enum backend_is is;
	unsigned int waves;		/* at most, or as many parts of them */
	uint64_t instructions;		/* of each */
};

struct pipe {
	const struct draw_card *card;
	struct draw_programs programs;
	struct pa_state pa;
	struct backend_shared shared;
	bool each_sample;		/* is shaded */
	struct stages *stages;
	enum pipe_is is;
	const struct draw_primitive *primitive;
	unsigned int primitives, at;
	bool last;			/* no vertices follow */

	spi_values *values;		/* inputs of pixels, of each screen */
	unsigned int screens, converted;
	int32_t row;			/* where SC goes on, in the first that is not converted */
	struct spi_quad *quad;
	size_t quads, room, enough;

	struct part part[CREW_MOST];
	unsigned int parts;
	bool no_memory;
	struct pipe_counts counts;	/* without pixels of backends that have not ended */

	/* Much room, of which a small draw uses little: all is written before it is read. */
	struct draw_screen screen[SCREENS];
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
	more->values = pipe->values + (size_t)(quad->of - pipe->screen) * pipe->shared.spi.inputs;
}

static void take_quad(void *opaque, const struct draw_quad *quad)
{
	struct pipe *pipe = opaque;

	if (!pipe->each_sample) {
		add_quad(pipe, quad, -1);
		return;
	}
	for (int sample = 0; sample < (int)pipe->shared.sc.samples; sample++) {
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
	spi_set_up(&pipe->shared.spi, screen, pipe->values + (size_t)n * pipe->shared.spi.inputs);
	pipe->screens++;
	pipe->counts.screens++;
}

/* ---- backends ---- */

static bool begin_backends(struct pipe *pipe, unsigned int n)
{
	for (pipe->parts = 0; pipe->parts < n; pipe->parts++) {
		struct backend *backend = backend_begin(&pipe->shared, pipe->parts, n);

		if (!backend)
			return false;
		pipe->part[pipe->parts] = (struct part){ .pipe = pipe, .backend = backend };
	}
	return true;
}

static void flush_backends(struct pipe *pipe)
{
	for (unsigned int i = 0; i < pipe->parts; i++)
		backend_flush(pipe->part[i].backend);
}

struct pipe_counts pipe_counts(const struct pipe *pipe)
{
	struct pipe_counts counts = pipe->counts;

	for (unsigned int i = 0; i < pipe->parts; i++) {
		struct backend_counts more = backend_counts(pipe->part[i].backend);

		counts.pixels.waves += more.waves;
		counts.pixels.stored += more.stored;
	}
	return counts;
}

static void end_backends(struct pipe *pipe)
{
	pipe->counts = pipe_counts(pipe);
	for (; pipe->parts; pipe->parts--)
		backend_end(pipe->part[pipe->parts - 1].backend);
}

/* Among as many as there are threads, if that is worth it. False: no memory. */
static bool share_out(struct pipe *pipe)
{
	unsigned int n = crew_size(pipe->card->crew);

	if (pipe->parts == n || pipe->quads < MUCH * ENOUGH / 2 ||
	    !sq_only_reads(&pipe->programs.ps.shader->program))
		return true;
	flush_backends(pipe);
	end_backends(pipe);
	return begin_backends(pipe, n);
}

static void run_part(void *item)
{
	struct part *part = item;

	for (unsigned int i = 0; i < part->waves && part->is == BACKEND_RUNS; i++)
		part->is = backend_continue(part->backend, part->pipe->quad, part->pipe->quads, part->instructions);
}

/* What those are in that have most to do. */
static enum backend_is run_backends(struct pipe *pipe, uint64_t instructions)
{
	void *items[CREW_MOST];
	enum backend_is is = BACKEND_DONE;

	for (unsigned int i = 0; i < pipe->parts; i++) {
		pipe->part[i].instructions = instructions;
		pipe->part[i].waves = pipe->parts > 1 ? MUCH * WAVES / 2 : 1;
		items[i] = &pipe->part[i];
	}
	if (pipe->parts > 1)
		crew_run(pipe->card->crew, run_part, items, pipe->parts);
	else
		run_part(items[0]);
	for (unsigned int i = 0; i < pipe->parts; i++) {
		if (pipe->part[i].is == BACKEND_WRONG)
			return BACKEND_WRONG;
		if (pipe->part[i].is == BACKEND_RUNS)
			is = BACKEND_RUNS;
	}
	return is;
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
	while (pipe->converted < pipe->screens && pipe->quads < pipe->enough) {
		if (sc_convert(&pipe->shared.sc, &pipe->screen[pipe->converted], &pipe->row, take_quad, pipe))
			continue;
		pipe->converted++;
		pipe->row = SC_FIRST_ROW;
	}
	if (pipe->no_memory || !share_out(pipe))
		return PIPE_ENDED;
	for (unsigned int i = 0; i < pipe->parts; i++)
		pipe->part[i].is = BACKEND_RUNS;
	return PIPE_PIXELS;
}

static enum pipe_is run_pixels(struct pipe *pipe, uint64_t instructions)
{
	switch (run_backends(pipe, instructions)) {
	case BACKEND_RUNS:
		return PIPE_PIXELS;
	case BACKEND_WRONG:
		return PIPE_ENDED;
	case BACKEND_DONE:
		break;
	}
	pipe->quads = 0;
	if (pipe->converted < pipe->screens)
		return PIPE_QUADS;
	pipe->screens = 0;
	pipe->converted = 0;
	return pipe->last ? PIPE_ENDED : PIPE_PRIMITIVES;
}

/* Several backends have a slice of their own: they are not called for less. */
bool pipe_continue(struct pipe *pipe, uint64_t instructions)
{
	bool shared = false;

	for (unsigned int i = 0; i < WAVES && !shared && pipe->is != PIPE_ENDED; i++)
		switch (pipe->is) {
		case PIPE_VERTICES:
			pipe->is = run_vertices(pipe, instructions / WAVES);
			break;
		case PIPE_PRIMITIVES:
			pipe->is = run_primitives(pipe);
			break;
		case PIPE_QUADS:
			pipe->is = run_quads(pipe);
			break;
		default:
			shared = pipe->parts > 1;
			pipe->is = run_pixels(pipe, instructions / WAVES);
		}
	if (pipe->is != PIPE_ENDED)
		return true;
	flush_backends(pipe);
	return false;
}

struct pipe *pipe_begin(const struct draw_card *card, const struct draw_programs *programs,
			const struct vgt_source *source)
{
	struct pipe *pipe = aligned_alloc(64, (sizeof(*pipe) + 63) / 64 * 64);

	if (!pipe)
		return NULL;
	memset(pipe, 0, offsetof(struct pipe, screen));
	pipe->card = card;
	pipe->row = SC_FIRST_ROW;
	pipe->programs = *programs;
	pipe->enough = crew_size(card->crew) > 1 ? MUCH * ENOUGH : ENOUGH;
	pipe->shared.card = card;
	pipe->shared.ps = &pipe->programs.ps;
	pa_take_state(&pipe->pa, card);
	sc_take_state(&pipe->shared.sc, card);
	spi_take_state(&pipe->shared.spi, card, &pipe->shared.sc);
	sx_take_state(&pipe->shared.sx, card, pipe->shared.sc.samples);
	pipe->each_sample = draw_reg(card, MODE_CNTL_1) & PS_ITER_SAMPLE && pipe->shared.sc.samples > 1;
	pipe->values = malloc((size_t)SCREENS * (pipe->shared.spi.inputs + 1) * sizeof(*pipe->values));
	pipe->stages = stages_begin(card, programs, source);
	if (pipe->values && pipe->stages && begin_backends(pipe, 1))
		return pipe;
	pipe_end(pipe);
	return NULL;
}

void pipe_end(struct pipe *pipe)
{
	if (!pipe)
		return;
	stages_end(pipe->stages);
	end_backends(pipe);
	free(pipe->values);
	free(pipe->quad);
	free(pipe);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the drawing pipeline
 *
 * A draw under way: this file calls the blocks, one behind the other.
 *
 * Primitives of a wave of vertices go through PA one after another and are collected. Backends
 * make waves of pixels of a batch of them, and are done with it before the next one: so pixels see
 * primitives in their order.
 *
 * A draw begins with one backend. It gets one for each thread of the crew with the first batch in
 * which there is much to do, if its program of pixels does nothing to memory but read, and if its
 * pixels need no numbers.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../crew.h"
#include "backend.h"
#include "pa.h"
#include "pipeline.h"

#define SCREENS		512u		/* primitives of a batch */
#define SCREENS_OF_ONE	64u		/* which a primitive can become */
#define WAVES		16u		/* in a slice, of one backend */
#define WAVES_OF_EACH	128u		/* of several */
#define MUCH		0x4000u		/* pixels around primitives, for several */

enum pipeline_is { PIPELINE_VERTICES, PIPELINE_PRIMITIVES, PIPELINE_PIXELS, PIPELINE_ENDED };

/* A backend's part of a slice, for a thread. */
struct part {
	struct pipeline *pipe;
	struct backend *backend;
	enum backend_is is;
	unsigned int waves;		/* at most, or as many parts of them */
	uint64_t instructions;		/* of each */
};

struct pipeline {
	const struct draw_card *card;
	struct draw_programs programs;
	struct pa_state pa;
	struct backend_shared shared;
	struct stages *stages;
	enum pipeline_is is;
	const struct draw_primitive *primitive;
	unsigned int primitives, at;
	bool last;			/* no vertices follow */

	spi_values *values;		/* of the batch */
	struct backend_batch batch;

	struct part part[CREW_MOST];
	unsigned int parts;
	struct pipeline_counts counts;	/* without pixels of backends that have not ended */

	/* Much room, of which a small draw uses little: all is written before it is read. */
	struct draw_screen screen[SCREENS];
};

/* ---- backends ---- */

static bool begin_backends(struct pipeline *pipe, unsigned int n)
{
	for (pipe->parts = 0; pipe->parts < n; pipe->parts++) {
		struct backend *backend = backend_begin(&pipe->shared, pipe->parts, n);

		if (!backend)
			return false;
		pipe->part[pipe->parts] = (struct part){ .pipe = pipe, .backend = backend };
	}
	return true;
}

static void flush_backends(struct pipeline *pipe)
{
	for (unsigned int i = 0; i < pipe->parts; i++)
		backend_flush(pipe->part[i].backend);
}

struct pipeline_counts pipeline_counts(const struct pipeline *pipe)
{
	struct pipeline_counts counts = pipe->counts;

	for (unsigned int i = 0; i < pipe->parts; i++) {
		struct backend_counts more = backend_counts(pipe->part[i].backend);

		counts.pixels.quads += more.quads;
		counts.pixels.waves += more.waves;
		counts.pixels.stored += more.stored;
	}
	return counts;
}

static void end_backends(struct pipeline *pipe)
{
	pipe->counts = pipeline_counts(pipe);
	for (; pipe->parts; pipe->parts--)
		backend_end(pipe->part[pipe->parts - 1].backend);
}

static bool has_much(const struct pipeline *pipe)
{
	uint64_t pixels = 0;

	for (unsigned int i = 0; i < pipe->batch.screens && pixels < MUCH; i++)
		pixels += sc_most_pixels(&pipe->shared.sc, &pipe->screen[i]);
	return pixels >= MUCH;
}

/* Among as many as there are threads, if that is worth it. False: no memory. */
static bool share_out(struct pipeline *pipe)
{
	unsigned int n = crew_size(pipe->card->crew);

	if (pipe->parts == n || !has_much(pipe) || pipe->shared.spi.numbers ||
	    !sq_only_reads(&pipe->programs.ps.shader->program))
		return true;
	flush_backends(pipe);
	pipe->shared.sc = *backend_sc(pipe->part[0].backend);
	end_backends(pipe);
	return begin_backends(pipe, n);
}

static void run_part(void *item)
{
	struct part *part = item;

	for (unsigned int i = 0; i < part->waves && part->is == BACKEND_RUNS; i++)
		part->is = backend_continue(part->backend, &part->pipe->batch, part->instructions);
}

/* What those are in that have most to do. */
static enum backend_is run_backends(struct pipeline *pipe, uint64_t instructions)
{
	void *items[CREW_MOST];
	enum backend_is is = BACKEND_DONE;

	for (unsigned int i = 0; i < pipe->parts; i++) {
		pipe->part[i].instructions = instructions;
		pipe->part[i].waves = pipe->parts > 1 ? WAVES_OF_EACH : 1;
		items[i] = &pipe->part[i];
	}
	if (pipe->parts > 1)
		crew_run(pipe->card->crew, run_part, items, pipe->parts);
	else
		run_part(&pipe->part[0]);
	for (unsigned int i = 0; i < pipe->parts; i++) {
		if (pipe->part[i].is == BACKEND_WRONG)
			return BACKEND_WRONG;
		if (pipe->part[i].is == BACKEND_RUNS)
			is = BACKEND_RUNS;
	}
	return is;
}

/* ---- the draw ---- */

static enum pipeline_is begin_pixels(struct pipeline *pipe)
{
	if (!share_out(pipe))
		return PIPELINE_ENDED;
	for (unsigned int i = 0; i < pipe->parts; i++)
		pipe->part[i].is = BACKEND_RUNS;
	return PIPELINE_PIXELS;
}

static enum pipeline_is run_vertices(struct pipeline *pipe, uint64_t instructions)
{
	switch (stages_continue(pipe->stages, instructions)) {
	case STAGES_RUN:
		return PIPELINE_VERTICES;
	case STAGES_READY:
		pipe->primitive = stages_primitives(pipe->stages, &pipe->primitives);
		pipe->at = 0;
		pipe->counts.primitives += pipe->primitives;
		return PIPELINE_PRIMITIVES;
	case STAGES_DONE:
		pipe->last = true;
		return begin_pixels(pipe);
	default:
		return PIPELINE_ENDED;
	}
}

static void take_screen(void *opaque, const struct draw_screen *screen)
{
	struct pipeline *pipe = opaque;
	unsigned int n = pipe->batch.screens;

	if (n == SCREENS) {
		draw_violation(pipe->card, "PA: a primitive becomes more than %u", SCREENS_OF_ONE);
		return;
	}
	pipe->screen[n] = *screen;
	spi_set_up(&pipe->shared.spi, screen, pipe->values + (size_t)n * pipe->shared.spi.inputs);
	pipe->batch.screens++;
	pipe->counts.screens++;
}

static enum pipeline_is run_primitives(struct pipeline *pipe)
{
	while (pipe->at < pipe->primitives) {
		if (pipe->batch.screens + SCREENS_OF_ONE > SCREENS)
			return begin_pixels(pipe);
		pa_primitive(&pipe->pa, &pipe->primitive[pipe->at++], take_screen, pipe);
	}
	return PIPELINE_VERTICES;
}

static enum pipeline_is run_pixels(struct pipeline *pipe, uint64_t instructions)
{
	switch (run_backends(pipe, instructions)) {
	case BACKEND_RUNS:
		return PIPELINE_PIXELS;
	case BACKEND_WRONG:
		return PIPELINE_ENDED;
	case BACKEND_DONE:
		break;
	}
	pipe->batch.screens = 0;
	return pipe->last ? PIPELINE_ENDED : PIPELINE_PRIMITIVES;
}

/* Several backends have a slice of their own: they are not called for less. */
bool pipeline_continue(struct pipeline *pipe, uint64_t instructions)
{
	bool shared = false;

	for (unsigned int i = 0; i < WAVES && !shared && pipe->is != PIPELINE_ENDED; i++)
		switch (pipe->is) {
		case PIPELINE_VERTICES:
			pipe->is = run_vertices(pipe, instructions / WAVES);
			break;
		case PIPELINE_PRIMITIVES:
			pipe->is = run_primitives(pipe);
			break;
		default:
			shared = pipe->parts > 1;
			pipe->is = run_pixels(pipe, instructions / WAVES);
		}
	if (pipe->is != PIPELINE_ENDED)
		return true;
	flush_backends(pipe);
	return false;
}

struct pipeline *pipeline_begin(const struct draw_card *card, const struct draw_programs *programs,
				const struct vgt_source *source)
{
	struct pipeline *pipe = aligned_alloc(64, (sizeof(*pipe) + 63) / 64 * 64);

	if (!pipe)
		return NULL;
	memset(pipe, 0, offsetof(struct pipeline, screen));
	pipe->card = card;
	pipe->programs = *programs;
	pipe->shared.card = card;
	pipe->shared.ps = &pipe->programs.ps;
	pa_take_state(&pipe->pa, card);
	sc_take_state(&pipe->shared.sc, card);
	spi_take_state(&pipe->shared.spi, card, &pipe->shared.sc);
	sx_take_state(&pipe->shared.sx, card, pipe->shared.sc.samples);
	pipe->values = malloc((size_t)SCREENS * (pipe->shared.spi.inputs + 1) * sizeof(*pipe->values));
	pipe->batch.screen = pipe->screen;
	pipe->batch.values = (const spi_values *)pipe->values;
	pipe->stages = stages_begin(card, programs, source);
	if (pipe->values && pipe->stages && begin_backends(pipe, 1))
		return pipe;
	pipeline_end(pipe);
	return NULL;
}

void pipeline_end(struct pipeline *pipe)
{
	if (!pipe)
		return;
	stages_end(pipe->stages);
	end_backends(pipe);
	free(pipe->values);
	free(pipe);
}

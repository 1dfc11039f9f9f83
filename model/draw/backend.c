// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: render backends
 *
 * A draw has one of them, or several that threads run side by side, as silicon does. Each has tiles of the
 * screen of its own, so that no pixel is another's, and neither is a byte of a surface or of what
 * masks its tiles. All see the quads in the order of their primitives. So memory and counters do not
 * show how many there were.
 *
 * A quad is tested when its wave begins if nothing that the program does could change the outcome,
 * else when it has ended. Where nothing takes what a program makes, as it is for clears and shadows,
 * and it neither branches nor reaches memory, one wave of it runs, for what it may do wrong.
 *
 * Source: AMD's register guides speak of backends and of the tiles that they have. Which tiles these
 * are cannot be seen.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../crew.h"
#include "backend.h"

#define DB_SHADER_CONTROL	0x2880cu
#define MOST_QUADS	(SQ_LANES / DRAW_QUAD)
#define TILE_LOG2	5u		/* pixels: no byte of CMASK is for more than 16 x 8 */

struct backend {
	const struct backend_shared *shared;
	unsigned int index, of;
	uint32_t shader_control;
	bool has_effect;		/* a wave of pixels, beside what it may do wrong */
	size_t next;			/* quad */
	bool in_a_wave;
	struct sq_work *wave;
	unsigned int n;			/* quads in it */
	struct sq_params params;
	uint64_t invocations;		/* of the program, by pixels */
	struct backend_counts counts;

	/* Much room, of which a small draw uses little: all is written before it is read. */
	struct db_state db;
	struct cb_state cb;
	struct spi_quad in_wave[MOST_QUADS];
	struct sq_exports exports;
};

/* ---- waves ---- */

static bool is_seen(const struct draw_quad *q)
{
	return draw_lanes(q->covered, DRAW_ANY_SAMPLE);
}

static bool is_own(const struct backend *b, const struct draw_quad *q)
{
	uint32_t column = (uint32_t)q->x >> TILE_LOG2, row = (uint32_t)q->y >> TILE_LOG2;

	return b->of == 1 || (column + (CREW_MOST - 1) * row) % b->of == b->index;
}

/* Those that tests leave nothing of run no program. */
static void fill_wave(struct backend *b, struct spi_quad *quad, size_t quads)
{
	unsigned int most = b->shared->ps->state->wave_lanes / DRAW_QUAD;

	for (b->n = 0; b->n < most && b->next < quads; b->next++) {
		struct spi_quad *q = &quad[b->next];

		if (!is_own(b, &q->quad))
			continue;
		if (b->db.early)
			db_test(&b->db, &q->quad, NULL);
		if (is_seen(&q->quad))
			b->in_wave[b->n++] = *q;
	}
}

static bool has_effect(const struct backend *b)
{
	return !b->db.early || b->db.copies || b->cb.targets ||
	       !sq_only_exports(&b->shared->ps->shader->program);
}

static bool runs_program(const struct backend *b)
{
	return b->has_effect || !b->counts.waves;
}

/* False: the program cannot run. */
static bool start_wave(struct backend *b)
{
	uint64_t seen = 0;
	struct sq_wave *wave;

	for (unsigned int i = 0; i < b->n; i++)
		seen |= (uint64_t)draw_lanes(b->in_wave[i].quad.covered, DRAW_ANY_SAMPLE) << DRAW_QUAD * i;
	b->invocations += (unsigned int)__builtin_popcountll(seen);
	if (!runs_program(b))
		return true;
	wave = sq_restart(b->wave, sq_first_lanes(DRAW_QUAD * b->n), seen);
	b->exports.written = 0;
	wave->exports = &b->exports;
	return spi_fill(&b->shared->spi, wave, &b->params, b->in_wave, b->n);
}

static void take_depth(const struct backend *b, unsigned int quad, struct draw_depth_export *e)
{
	const struct sq_exports *exports = &b->exports;
	bool has = exports->written >> SQ_EXPORT_DEPTH & 1;

	e->has_depth = has && b->shader_control & 1;
	e->has_stencil = has && b->shader_control >> 1 & 1;
	e->has_mask = has && b->shader_control >> 8 & 1;
	for (unsigned int i = 0; has && i < DRAW_QUAD; i++) {
		unsigned int lane = DRAW_QUAD * quad + i;

		e->depth[i] = sq_float(exports->row[SQ_EXPORT_DEPTH][0][lane]);
		e->stencil[i] = exports->row[SQ_EXPORT_DEPTH][1][lane];
		e->mask[i] = exports->row[SQ_EXPORT_DEPTH][2][lane];
	}
}

static void take_colors(const struct backend *b, unsigned int quad, struct draw_colors *colors)
{
	uint64_t targets = b->exports.written & ((1u << DRAW_TARGETS) - 1);

	colors->exported = (uint32_t)targets;
	memset(colors->copied_bits, 0, sizeof(colors->copied_bits));
	while (targets) {
		int t = sq_next_lane(&targets);

		for (unsigned int c = 0; c < 4; c++)
			memcpy(&colors->value[t][c], &b->exports.row[t][c][DRAW_QUAD * quad],
			       sizeof(colors->value[t][c]));
	}
}

static void finish_wave(struct backend *b)
{
	uint64_t valid = sq_wave_number(b->wave, 0)->valid;
	struct draw_depth_export depth;
	struct draw_colors colors;

	for (unsigned int i = 0; i < b->n; i++, valid >>= DRAW_QUAD) {
		struct draw_quad *q = &b->in_wave[i].quad;

		for (unsigned int p = 0; p < DRAW_QUAD; p++)
			if (!(valid >> p & 1))
				q->covered[p] = 0;
		if (!is_seen(q))
			continue;
		take_colors(b, i, &colors);
		sx_test(&b->shared->sx, q, &colors);
		if (!b->db.early && is_seen(q)) {
			take_depth(b, i, &depth);
			db_test(&b->db, q, &depth);
		}
		if (!is_seen(q))
			continue;
		if (b->db.copies)
			db_copy(&b->db, q, &colors);
		cb_quad(&b->cb, q, &colors);
		b->counts.stored++;
	}
}

/* ---- the draw ---- */

static enum backend_is run_wave(struct backend *b, uint64_t instructions)
{
	enum sq_wave_is is = runs_program(b) ? sq_continue(b->wave, instructions) : SQ_ENDED;

	if (is == SQ_RUNS)
		return BACKEND_RUNS;
	if (is != SQ_ENDED)
		return BACKEND_WRONG;
	if (runs_program(b))
		finish_wave(b);
	else
		b->counts.stored += b->n;
	b->counts.waves++;
	b->in_a_wave = false;
	return BACKEND_RUNS;
}

enum backend_is backend_continue(struct backend *b, struct spi_quad *quad, size_t quads, uint64_t instructions)
{
	if (b->in_a_wave)
		return run_wave(b, instructions);
	fill_wave(b, quad, quads);
	if (!b->n) {
		b->next = 0;
		return BACKEND_DONE;
	}
	if (!start_wave(b))
		return BACKEND_WRONG;
	b->in_a_wave = true;
	return run_wave(b, instructions);
}

void backend_flush(struct backend *b)
{
	db_flush(&b->db);
	cb_flush(&b->cb);
	draw_count(b->shared->card, DRAW_PS_INVOCATIONS, b->invocations);
	b->invocations = 0;
}

struct backend_counts backend_counts(const struct backend *b)
{
	return b->counts;
}

struct backend *backend_begin(const struct backend_shared *shared, unsigned int index, unsigned int n)
{
	struct backend *b = aligned_alloc(64, (sizeof(*b) + 63) / 64 * 64);
	const struct draw_card *card = shared->card;

	if (!b)
		return NULL;
	memset(b, 0, offsetof(struct backend, db));
	b->shared = shared;
	b->index = index;
	b->of = n;
	db_take_state(&b->db, card, &shared->sc);
	cb_take_state(&b->cb, card, shared->sc.samples);
	b->shader_control = draw_reg(card, DB_SHADER_CONTROL);
	b->has_effect = has_effect(b);
	b->params.n = shared->spi.inputs;
	b->params.row = aligned_alloc(64, (shared->spi.inputs * SQ_PARAM_ROWS + 1) * sizeof(*b->params.row));
	b->wave = sq_begin_wave(shared->ps->shader, shared->ps->state, NULL);
	if (b->params.row && b->wave)
		return b;
	backend_end(b);
	return NULL;
}

void backend_end(struct backend *b)
{
	if (!b)
		return;
	sq_end(b->wave);
	free(b->params.row);
	free(b);
}

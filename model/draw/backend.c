// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: render backends
 *
 * A draw has one of them, or several that threads run side by side, as on silicon. Each has tiles
 * of the screen of its own, and a scan converter that makes quads of these tiles. No two have a
 * pixel in common, nor a byte of a surface or of what masks its tiles. All see the primitives in
 * their order. So memory and counters do not show how many there were. (Of pixels beyond a surface,
 * which are a violation, two backends may have bytes in common, in any order.)
 *
 * Quads are made when there are none left, some at a time; of a large primitive, some rows at a
 * time. So they take little memory, and a backend can stop between two waves, or within one.
 *
 * A quad is tested when its wave begins if nothing that the program does could change the outcome,
 * else when it has ended. Where nothing takes what a program exports, as for clears and shadows,
 * and the program neither branches nor reaches memory, only one wave of it runs, to find what it
 * does wrong.
 *
 * Source: AMD's register guides speak of backends and of the tiles that they have. Which tiles these
 * are cannot be seen.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"

#define MODE_CNTL_1	0x28a4cu	/* PA_SC_MODE_CNTL_1 */
#define PS_ITER_SAMPLE	(1u << 16)
#define DB_SHADER_CONTROL	0x2880cu
#define MOST_QUADS	(SQ_LANES / DRAW_QUAD)
#define ENOUGH		256u		/* quads, until they have been shaded */
#define BANDS		16u		/* of primitives, which may have none */

struct backend {
	const struct backend_shared *shared;
	uint32_t shader_control;
	bool has_effect;		/* a wave of pixels, beside what it may do wrong */

	struct sc_state sc;
	bool each_sample;		/* is shaded */
	const struct backend_batch *batch;
	unsigned int converted;		/* screens */
	int32_t row;			/* where SC goes on, in the first that is not converted */
	struct spi_quad *quad;
	size_t next, quads, room;
	bool no_memory;

	bool in_a_wave;
	struct sq_work *wave;
	unsigned int n;			/* quads in it */
	struct sq_params params;
	uint32_t packed;		/* targets for which it has exported elements */
	uint64_t invocations;		/* of the program, by pixels */
	struct backend_counts counts;

	/* Much room, of which a small draw uses little: all is written before it is read. */
	struct db_state db;
	struct cb_state cb;
	struct spi_quad in_wave[MOST_QUADS];
	struct sq_exports exports;
};

/* ---- the program ---- */

static bool has_effect(const struct backend *b)
{
	return !b->db.early || b->db.copies || b->cb.targets || b->shared->spi.numbers ||
	       !sq_only_exports(&b->shared->ps->shader->program);
}

static bool runs_program(const struct backend *b)
{
	return b->has_effect || !b->counts.waves;
}

/* ---- quads ---- */

static void add_quad(struct backend *b, const struct draw_quad *quad, int sample)
{
	struct spi_quad *more;

	if (b->quads == b->room) {
		more = realloc(b->quad, (2 * b->room + ENOUGH) * sizeof(*more));
		if (!more) {
			b->no_memory = true;
			return;
		}
		b->quad = more;
		b->room = 2 * b->room + ENOUGH;
	}
	b->counts.quads++;
	more = &b->quad[b->quads++];
	more->quad = *quad;
	more->sample = sample;
	more->values = b->batch->values + (size_t)(quad->of - b->batch->screen) * b->shared->spi.inputs;
}

static void take_quad(void *opaque, const struct draw_quad *quad)
{
	struct backend *b = opaque;

	if (!b->each_sample) {
		add_quad(b, quad, -1);
		return;
	}
	for (int sample = 0; sample < (int)b->sc.samples; sample++) {
		struct draw_quad one = *quad;
		uint16_t any = 0;

		for (unsigned int i = 0; i < DRAW_QUAD; i++) {
			one.covered[i] &= (uint16_t)(1u << sample);
			any |= one.covered[i];
		}
		if (any)
			add_quad(b, &one, sample);
	}
}

/* Where no program is run any more, and nothing is drawn, what is left is to clear depth. */
static bool take_tile(void *opaque, const struct draw_screen *screen, int32_t x, int32_t y)
{
	struct backend *b = opaque;

	if (runs_program(b) || !db_clear_tile(&b->db, (uint32_t)x, (uint32_t)y, screen->layer))
		return false;
	b->invocations += (uint64_t)DRAW_TILE * DRAW_TILE;
	b->counts.quads += DRAW_TILE * DRAW_TILE / DRAW_QUAD;
	b->counts.stored += DRAW_TILE * DRAW_TILE / DRAW_QUAD;
	return true;
}

/* Some, if these primitives have more, or none of what has been looked at. Tiles count as their quads. */
static void make_quads(struct backend *b, const struct backend_batch *batch)
{
	const struct sc_out out = { take_quad, take_tile, b };
	uint64_t enough = b->counts.quads + ENOUGH;

	b->batch = batch;
	b->next = 0;
	b->quads = 0;
	for (unsigned int n = 0; n < BANDS && b->converted < batch->screens && b->counts.quads < enough; n++) {
		if (sc_convert(&b->sc, &batch->screen[b->converted], &b->row, &out))
			continue;
		b->converted++;
		b->row = SC_FIRST_ROW;
	}
}

/* ---- waves ---- */

static bool is_seen(const struct draw_quad *q)
{
	return draw_lanes(q->covered, DRAW_ANY_SAMPLE);
}

/* Those that tests leave nothing of run no program. False: there is room for more. */
static bool fill_wave(struct backend *b)
{
	unsigned int most = b->shared->ps->state->wave_lanes / DRAW_QUAD;

	for (; b->n < most && b->next < b->quads; b->next++) {
		struct spi_quad *q = &b->quad[b->next];

		if (b->db.early)
			db_test(&b->db, &q->quad, NULL);
		if (is_seen(&q->quad))
			b->in_wave[b->n++] = *q;
	}
	return b->n == most;
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
	colors->packed = b->packed;
	memset(colors->copied_bits, 0, sizeof(colors->copied_bits));
	while (targets) {
		int t = sq_next_lane(&targets);

		for (unsigned int c = 0; c < 4; c++)
			memcpy(&colors->value[t][c], &b->exports.row[t][c][(size_t)DRAW_QUAD * quad],
			       sizeof(colors->value[t][c]));
	}
}

/* All of it at once, unless alpha is looked at, or makes way to depth. */
static void pack_colors(struct backend *b)
{
	const struct sx_state *sx = &b->shared->sx;

	b->packed = 0;
	if (!sx->tests && !sx->masks && !b->db.copies)
		b->packed = cb_pack(&b->cb, b->exports.row, (uint32_t)b->exports.written, DRAW_QUAD * b->n);
}

static void finish_wave(struct backend *b)
{
	uint64_t valid = sq_wave_number(b->wave, 0)->valid;
	struct draw_depth_export depth;
	struct draw_colors colors;

	pack_colors(b);
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
	b->n = 0;
	return BACKEND_RUNS;
}

enum backend_is backend_continue(struct backend *b, const struct backend_batch *batch, uint64_t instructions)
{
	if (b->in_a_wave)
		return run_wave(b, instructions);
	if (b->next == b->quads)
		make_quads(b, batch);
	if (b->no_memory)
		return BACKEND_WRONG;
	if (!fill_wave(b) && b->converted < batch->screens)
		return BACKEND_RUNS;
	if (!b->n) {
		b->converted = 0;
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

const struct sc_state *backend_sc(const struct backend *b)
{
	return &b->sc;
}

struct backend *backend_begin(const struct backend_shared *shared, unsigned int index, unsigned int n)
{
	struct backend *b = aligned_alloc(64, (sizeof(*b) + 63) / 64 * 64);
	const struct draw_card *card = shared->card;

	if (!b)
		return NULL;
	memset(b, 0, offsetof(struct backend, db));
	b->shared = shared;
	b->sc = shared->sc;
	b->sc.index = index;
	b->sc.of = n;
	b->row = SC_FIRST_ROW;
	b->each_sample = draw_reg(card, MODE_CNTL_1) & PS_ITER_SAMPLE && shared->sc.samples > 1;
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
	free(b->quad);
	free(b);
}

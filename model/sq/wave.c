// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: waves and groups
 *
 * A group's waves take turns: each runs up to a barrier or its end, and when none is left that
 * could run, those at the barrier go on. Groups run one after another. So what a program does
 * is the same each time.
 *
 * Sources: AMD's instruction set guides, Mesa for what registers hold at the start. The number
 * of a wave on the chip is a guess: they count up to 256. A barrier waits for those waves that
 * have not ended: a guess.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "wave.h"

#define WAVE_IDS	256u

/* ---- complaints ---- */

static bool is_exhausted(const struct sq_wave *wave)
{
	return wave->state->budget && wave->team->spent > wave->state->budget;
}

void sq_complain(struct sq_wave *wave, uint32_t at, const void *inst, int lane, const char *fmt, ...)
{
	struct sq_violation v = { .at = at, .lane = lane };
	FILE *out = fmemopen(v.instruction, sizeof(v.instruction) - 1, "w");
	va_list args;

	if (out) {
		if (inst)
			sq_print_instruction(out, inst);
		fclose(out);
	}
	va_start(args, fmt);
	vsnprintf(v.text, sizeof(v.text), fmt, args);
	va_end(args);
	v.exhausted = is_exhausted(wave) && wave->is == SQ_RUNS;
	wave->is = SQ_WRONG;
	if (wave->state->port.wrong)
		wave->state->port.wrong(wave->state->port.opaque, &v);
}

uint32_t (*sq_register(struct sq_wave *wave, uint32_t at, const void *inst, uint32_t gpr))[SQ_LANES]
{
	if (gpr < wave->shader->gprs)
		return wave->row + 4 * (size_t)gpr;
	sq_complain(wave, at, inst, -1, "register %u is past the %u of the program", gpr,
		    wave->shader->gprs);
	return NULL;
}

/* ---- denormals are flushed ---- */

#if defined(__SSE2__)
static uint64_t flush_denormals(void)
{
	unsigned int was = _mm_getcsr();

	_mm_setcsr(was | 0x8040);
	return was;
}

static void unflush(uint64_t was)
{
	_mm_setcsr((unsigned int)was);
}
#elif defined(__aarch64__)
static uint64_t flush_denormals(void)
{
	uint64_t was;

	__asm__ volatile("mrs %0, fpcr" : "=r"(was));
	__asm__ volatile("msr fpcr, %0" : : "r"(was | 1ull << 24));
	return was;
}

static void unflush(uint64_t was)
{
	__asm__ volatile("msr fpcr, %0" : : "r"(was));
}
#else
#error "denormals: not known how to flush them here"
#endif

/* ---- start ---- */

static bool make_wave(struct sq_wave *wave, const struct sq_shader *shader, const struct sq_state *state,
		      struct sq_team *team)
{
	wave->shader = shader;
	wave->state = state;
	wave->team = team;
	wave->row = aligned_alloc(64, shader->rows * sizeof(*wave->row));
	for (unsigned int q = 0; q < 2; q++)
		wave->queue[q].row = aligned_alloc(64, SQ_QUEUE * sizeof(*wave->row));
	return wave->row && wave->queue[0].row && wave->queue[1].row;
}

static void free_wave(struct sq_wave *wave)
{
	free(wave->row);
	free(wave->queue[0].row);
	free(wave->queue[1].row);
}

static uint64_t first_lanes(uint32_t n)
{
	return n >= SQ_LANES ? UINT64_MAX : (1ull << n) - 1;
}

/* Local ids in R0, the group's in R1. */
static void give_ids(struct sq_wave *wave, const struct sq_grid *grid, const uint32_t group[3])
{
	for (unsigned int lane = 0; lane < wave->state->wave_lanes; lane++) {
		uint32_t flat = wave->number * wave->state->wave_lanes + lane;

		for (unsigned int c = 0; c < 3; c++) {
			if (wave->shader->gprs > 0)
				wave->row[c][lane] = flat % grid->threads[c];
			flat /= grid->threads[c];
			if (wave->shader->gprs > 1)
				wave->row[4 + c][lane] = group[c];
		}
	}
}

static void start_wave(struct sq_wave *wave, const struct sq_grid *grid, const uint32_t group[3],
		       uint32_t threads)
{
	uint32_t *first = wave->row[0];

	for (size_t i = 0; i < (size_t)wave->shader->rows * SQ_LANES; i++)
		first[i] = SQ_POISON;
	wave->is = SQ_RUNS;
	wave->all = first_lanes(threads < wave->state->wave_lanes ? threads : wave->state->wave_lanes);
	wave->active = wave->all;
	wave->valid = wave->all;
	wave->predicate = 0;
	wave->mask_of = 0;
	memset(wave->mask_row, 0, sizeof(wave->mask_row));
	wave->pc = 0;
	wave->in_clause = false;
	memset(wave->ar, 0, sizeof(wave->ar));
	memset(wave->cf_idx, 0, sizeof(wave->cf_idx));
	wave->depth = 0;
	wave->used = 0;
	wave->steps = 0;
	for (unsigned int q = 0; q < 2; q++) {
		wave->queue[q].first = 0;
		wave->queue[q].n = 0;
	}
	give_ids(wave, grid, group);
}

/* ---- groups ---- */

/* Up to a barrier, or the end. */
static void run_wave(struct sq_wave *wave)
{
	const struct sq_program *p = &wave->shader->program;
	uint64_t before;

	while (wave->is == SQ_RUNS) {
		before = wave->steps;
		if (!sq_step(wave))
			return;
		wave->team->spent += wave->steps - before;
		if (is_exhausted(wave) && wave->is == SQ_RUNS) {
			sq_complain(wave, wave->pc, wave->pc < p->cfs ? &p->cf[wave->pc] : NULL, -1,
				    "no end after %llu instructions",
				    (unsigned long long)wave->state->budget);
			wave->is = SQ_EXHAUSTED;
		}
	}
}

static enum sq_wave_is run_team(struct sq_team *team)
{
	bool waits;

	do {
		waits = false;
		for (unsigned int w = 0; w < team->waves; w++) {
			run_wave(&team->wave[w]);
			if (team->wave[w].is == SQ_WRONG || team->wave[w].is == SQ_EXHAUSTED)
				return team->wave[w].is;
			waits |= team->wave[w].is == SQ_WAITS;
		}
		for (unsigned int w = 0; w < team->waves; w++)
			if (team->wave[w].is == SQ_WAITS)
				team->wave[w].is = SQ_RUNS;
	} while (waits);
	return SQ_ENDED;
}

static void start_team(struct sq_team *team, const struct sq_grid *grid, const uint32_t group[3],
		       uint32_t threads)
{
	uint32_t poison = SQ_POISON;

	for (unsigned int i = 0; i < team->state->lds; i++)
		memcpy(team->lds + 4 * (size_t)i, &poison, sizeof(poison));
	for (unsigned int w = 0; w < team->waves; w++) {
		struct sq_wave *wave = &team->wave[w];

		wave->number = w;
		wave->id = (team->id * team->waves + w) % WAVE_IDS;
		start_wave(wave, grid, group, threads - w * team->state->wave_lanes);
	}
}

static enum sq_wave_is run_groups(struct sq_team *team, const struct sq_grid *grid, uint32_t threads)
{
	enum sq_wave_is is = SQ_ENDED;
	uint32_t group[3];

	for (group[2] = 0; group[2] < grid->groups[2]; group[2]++)
		for (group[1] = 0; group[1] < grid->groups[1]; group[1]++)
			for (group[0] = 0; group[0] < grid->groups[0]; group[0]++) {
				start_team(team, grid, group, threads);
				is = run_team(team);
				if (is != SQ_ENDED)
					return is;
				team->id++;
			}
	return is;
}

enum sq_wave_is sq_dispatch(const struct sq_shader *shader, const struct sq_state *state,
			    const struct sq_grid *grid)
{
	uint32_t threads = grid->threads[0] * grid->threads[1] * grid->threads[2];
	struct sq_team team = { .state = state };
	enum sq_wave_is is = SQ_WRONG;
	uint64_t was;

	if (!threads)
		return SQ_ENDED;
	team.waves = (threads + state->wave_lanes - 1) / state->wave_lanes;
	team.wave = aligned_alloc(64, (team.waves * sizeof(*team.wave) + 63) / 64 * 64);
	team.lds = malloc(4 * (size_t)state->lds + 1);
	if (!team.wave || !team.lds)
		goto free;
	memset(team.wave, 0, team.waves * sizeof(*team.wave));
	for (unsigned int w = 0; w < team.waves; w++)
		if (!make_wave(&team.wave[w], shader, state, &team))
			goto free_waves;
	was = flush_denormals();
	is = run_groups(&team, grid, threads);
	unflush(was);
free_waves:
	for (unsigned int w = 0; w < team.waves; w++)
		free_wave(&team.wave[w]);
free:
	free(team.wave);
	free(team.lds);
	return is;
}

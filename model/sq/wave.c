// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: waves and groups
 *
 * A group's waves take turns: each runs up to a barrier or its end, and when none is left that
 * could run, those at the barrier go on. Groups run one after another. So what a program does
 * is the same each time, in whatever slices it runs.
 *
 * Sources: AMD's instruction set guides, Mesa for what registers hold at the start. The number
 * of a wave on the chip is a guess: they count up to 256. A barrier waits for those waves that
 * have not ended: a guess.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "wave.h"

#define WAVE_IDS	256u

/* What starts cost in the slices behind them, as instructions; measured. */
#define WAVE_COST	32u		/* of a wave */
#define ROWS_A_COST	8u		/* rows of a wave that cost as much as an instruction */
#define LDS_A_COST	64u		/* likewise dwords of the group's LDS */

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

static bool make_wave(struct sq_wave *wave, struct sq_team *team)
{
	wave->state = team->state;
	wave->team = team;
	wave->row = aligned_alloc(64, team->rows * sizeof(*wave->row));
	for (unsigned int q = 0; q < 2; q++)
		wave->queue[q].row = aligned_alloc(64, SQ_QUEUE * sizeof(*wave->row));
	return wave->row && wave->queue[0].row && wave->queue[1].row;
}

static void free_wave(struct sq_wave *wave)
{
	free(wave->row);
	free(wave->queue[0].row);
	free(wave->queue[1].row);
	free(wave->tx);
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

SQ_CLONES
void sq_poison_rows(uint32_t (*row)[SQ_LANES], size_t rows)
{
	for (size_t n = 0; n < rows; n++)
		SQ_EACH_LANE
			row[n][i] = SQ_POISON;
}

/* ---- groups ---- */

/* A dispatch under way. */
struct sq_work {
	struct sq_grid grid;
	struct sq_team team;
	uint32_t threads;		/* of a group */
	uint32_t group[3];
	unsigned int turn;		/* which wave's it is */
	unsigned int made;		/* waves, of which the team has some */
	uint64_t owed;			/* for what has been started, see pay() */
	uint8_t *own_lds;
	enum sq_wave_is is;
};

static void start_wave(struct sq_work *work, struct sq_wave *wave, uint64_t active)
{
	work->owed += WAVE_COST + work->team.rows / ROWS_A_COST;
	sq_poison_rows(wave->row, wave->team->rows);
	wave->shader = wave->team->shader;
	wave->is = SQ_RUNS;
	wave->all = active;
	wave->active = wave->all;
	wave->valid = wave->all;
	wave->predicate = 0;
	wave->mask_of = 0;
	memset(wave->mask_row, 0, sizeof(wave->mask_row));
	wave->pc = 0;
	wave->in_clause = false;
	wave->spins = false;
	memset(wave->ar, 0, sizeof(wave->ar));
	memset(wave->cf_idx, 0, sizeof(wave->cf_idx));
	wave->depth = 0;
	wave->used = 0;
	wave->steps = 0;
	for (unsigned int q = 0; q < 2; q++) {
		wave->queue[q].first = 0;
		wave->queue[q].n = 0;
	}
}

static unsigned int waves_of(const struct sq_work *work)
{
	return (work->threads + work->team.state->wave_lanes - 1) / work->team.state->wave_lanes;
}

/* Up to a barrier, or the end, or the end of the slice. */
static void run_wave(struct sq_wave *wave, uint64_t until)
{
	const struct sq_program *p = &wave->shader->program;
	uint64_t before;

	while (wave->is == SQ_RUNS && wave->team->spent < until) {
		before = wave->steps;
		if (!sq_step(wave))
			return;
		wave->team->spent += wave->steps - before;
		if (wave->spins)	/* the slice passes */
			wave->team->spent = until;
		if (is_exhausted(wave) && wave->is == SQ_RUNS) {
			sq_complain(wave, wave->pc, wave->pc < p->cfs ? &p->cf[wave->pc] : NULL, -1,
				    "no end after %llu instructions",
				    (unsigned long long)wave->state->budget);
			wave->is = SQ_EXHAUSTED;
		}
	}
}

/* False: none waits there, all have ended. */
static bool pass_barrier(struct sq_team *team)
{
	bool passed = false;

	for (unsigned int w = 0; w < team->waves; w++)
		if (team->wave[w].is == SQ_WAITS) {
			team->wave[w].is = SQ_RUNS;
			passed = true;
		}
	return passed;
}

static enum sq_wave_is run_team(struct sq_work *work, uint64_t until)
{
	struct sq_team *team = &work->team;

	for (;;) {
		for (; work->turn < team->waves; work->turn++) {
			struct sq_wave *wave = &team->wave[work->turn];

			run_wave(wave, until);
			if (wave->is != SQ_WAITS && wave->is != SQ_ENDED)
				return wave->is;
		}
		work->turn = 0;
		if (!pass_barrier(team))
			return SQ_ENDED;
	}
}

static void poison_lds(struct sq_team *team)
{
	uint32_t poison = SQ_POISON;

	for (unsigned int i = 0; i < team->state->lds; i++)
		memcpy(team->lds + 4 * (size_t)i, &poison, sizeof(poison));
}

static void start_team(struct sq_work *work)
{
	struct sq_team *team = &work->team;

	work->turn = 0;
	work->owed += team->state->lds / LDS_A_COST;
	poison_lds(team);
	for (unsigned int w = 0; w < team->waves; w++) {
		struct sq_wave *wave = &team->wave[w];
		uint32_t left = work->threads - w * team->state->wave_lanes;

		wave->number = w;
		wave->id = (team->id * team->waves + w) % WAVE_IDS;
		start_wave(work, wave, sq_first_lanes(left < team->state->wave_lanes ? left : team->state->wave_lanes));
		give_ids(wave, &work->grid, work->group);
	}
}

static bool next_group(struct sq_work *work)
{
	work->team.id++;
	for (unsigned int i = 0; i < 3; i++) {
		if (++work->group[i] < work->grid.groups[i])
			return true;
		work->group[i] = 0;
	}
	return false;
}

/* What is left of a slice once starts are paid for. It gets shorter, the budget does not. */
static uint64_t pay(struct sq_work *work, uint64_t instructions)
{
	uint64_t paid = work->owed < instructions ? work->owed : instructions;

	work->owed -= paid;
	return instructions - paid;
}

enum sq_wave_is sq_continue(struct sq_work *work, uint64_t instructions)
{
	uint64_t left = pay(work, instructions), until = work->team.spent + left, was;

	if (until < left)
		until = UINT64_MAX;
	was = flush_denormals();
	while (work->is == SQ_RUNS && work->team.spent < until) {
		enum sq_wave_is is = run_team(work, until);

		if (is != SQ_ENDED || !next_group(work)) {
			work->is = is;
			continue;
		}
		start_team(work);
		if (until > work->team.spent)
			until = work->team.spent + pay(work, until - work->team.spent);
	}
	unflush(was);
	return work->is;
}

bool sq_spins(const struct sq_work *work)
{
	return work->team.wave[work->turn].spins;
}

void sq_end(struct sq_work *work)
{
	if (!work)
		return;
	for (unsigned int w = 0; work->team.wave && w < work->made; w++)
		free_wave(&work->team.wave[w]);
	free(work->team.wave);
	free(work->own_lds);
	free(work);
}

static bool make_team(struct sq_work *work, const struct sq_shader *shader, const struct sq_state *state,
		      uint8_t *lds)
{
	struct sq_team *team = &work->team;

	team->shader = shader;
	team->state = state;
	team->rows = shader->rows;
	if (state->fetch.shader && state->fetch.shader->rows > team->rows)
		team->rows = state->fetch.shader->rows;
	work->made = waves_of(work);
	team->waves = work->made;
	team->wave = aligned_alloc(64, (team->waves * sizeof(*team->wave) + 63) / 64 * 64);
	if (!team->wave)
		return false;
	for (unsigned int w = 0; w < team->waves; w++)
		memset(&team->wave[w], 0, offsetof(struct sq_wave, stack));
	if (!lds)
		work->own_lds = malloc(4 * (size_t)state->lds + 1);
	team->lds = lds ? lds : work->own_lds;
	for (unsigned int w = 0; w < team->waves; w++) {
		team->wave[w].id = w % WAVE_IDS;
		if (!make_wave(&team->wave[w], team))
			return false;
	}
	return team->lds;
}

struct sq_work *sq_begin(const struct sq_shader *shader, const struct sq_state *state,
			 const struct sq_grid *grid)
{
	struct sq_work *work = calloc(1, sizeof(*work));

	if (!work)
		return NULL;
	work->grid = *grid;
	work->threads = grid->threads[0] * grid->threads[1] * grid->threads[2];
	work->is = SQ_ENDED;
	if (!work->threads || !grid->groups[0] || !grid->groups[1] || !grid->groups[2])
		return work;
	if (!make_team(work, shader, state, NULL)) {
		sq_end(work);
		return NULL;
	}
	work->is = SQ_RUNS;
	start_team(work);
	return work;
}

struct sq_work *sq_begin_waves(const struct sq_shader *shader, const struct sq_state *state, uint32_t threads,
			       uint8_t *lds)
{
	struct sq_work *work = calloc(1, sizeof(*work));

	if (!work)
		return NULL;
	work->grid = (struct sq_grid){ { 1, 1, 1 }, { threads, 1, 1 } };
	work->threads = threads;
	work->is = SQ_ENDED;
	if (!make_team(work, shader, state, lds)) {
		sq_end(work);
		return NULL;
	}
	if (!lds)
		poison_lds(&work->team);
	return work;
}

struct sq_work *sq_begin_wave(const struct sq_shader *shader, const struct sq_state *state, uint8_t *lds)
{
	return sq_begin_waves(shader, state, 1, lds);
}

struct sq_wave *sq_wave_number(struct sq_work *work, unsigned int number)
{
	return &work->team.wave[number];
}

static struct sq_wave *restart(struct sq_work *work, unsigned int number, uint64_t active)
{
	struct sq_wave *wave = &work->team.wave[number];

	start_wave(work, wave, active);
	wave->number = number;
	wave->id = (wave->id + work->made) % WAVE_IDS;
	work->is = SQ_RUNS;
	return wave;
}

struct sq_wave *sq_restart(struct sq_work *work, uint64_t active, uint64_t valid)
{
	struct sq_wave *wave = restart(work, 0, active);

	wave->valid = valid;
	return wave;
}

void sq_restart_waves(struct sq_work *work, uint32_t threads)
{
	unsigned int lanes = work->team.state->wave_lanes;

	work->owed += work->team.state->lds / LDS_A_COST;	/* the caller has filled it */
	work->threads = threads;
	work->turn = 0;
	work->team.waves = waves_of(work);
	for (unsigned int w = 0; w < work->team.waves; w++, threads -= lanes)
		restart(work, w, sq_first_lanes(threads < lanes ? threads : lanes));
}

enum sq_wave_is sq_dispatch(const struct sq_shader *shader, const struct sq_state *state,
			    const struct sq_grid *grid)
{
	struct sq_work *work = sq_begin(shader, state, grid);
	enum sq_wave_is is = work ? sq_continue(work, UINT64_MAX) : SQ_WRONG;

	sq_end(work);
	return is;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: dispatches that run, with --shaders
 *
 * Registers are read once, when the dispatch comes. Its program runs in slices, between which
 * the rest of the card goes on, and its ring takes no other packet before it has ended: a real
 * CP goes on up to the next wait. What a program does wrong is a violation. One that does not end
 * keeps its ring and the shader units busy until they are reset: that is no violation.
 */
#include <stdlib.h>

#include "cp.h"
#include "dispatch_run.h"
#include "draw/draw.h"
#include "program.h"
#include "stage.h"

#define MOST_THREADS	1024u		/* of a group */
#define SLICE		(1u << 14)	/* instructions, about a millisecond */

#define NUM_THREAD	0x286ecu
#define APPEND_COUNT	0x2872cu
#define COMPUTE_START	0x899cu

struct dispatch_run {
	struct gpu *gpu;
	struct stage stage;
	struct sq_work *work;		/* NULL: it was given up */
	uint32_t counter[SQ_COUNTERS];
};

/* ---- state ---- */

static void take_state(struct dispatch_run *run, const struct pm4 *p)
{
	const struct stage_regs regs = { .gpu = run->gpu, .compute = p->ring };

	stage_take_state(&run->stage, STAGE_CS, &regs, p->vmid, NULL);
	run->stage.state.counter = run->counter;
	for (uint32_t i = 0; i < SQ_RATS; i++)
		stage_take_target(&regs, &run->stage.state.rat[i], i);
}

static void cap_groups(struct sq_grid *grid, uint32_t most)
{
	for (uint32_t i = 0; most && i < 3; i++) {
		if (grid->groups[i] > most)
			grid->groups[i] = most;
		if (grid->groups[i])
			most /= grid->groups[i];
	}
}

static bool take_grid(const struct dispatch_run *run, struct sq_grid *grid, const uint32_t groups[3])
{
	uint64_t threads = 1;

	for (uint32_t i = 0; i < 3; i++) {
		grid->groups[i] = groups[i];
		grid->threads[i] = stage_reg(&run->stage.regs, NUM_THREAD + 4 * i) & 0xffff;
		threads *= grid->threads[i];
		if (stage_reg(&run->stage.regs, COMPUTE_START + 4 * i)) {
			gpu_violation(run->gpu, "SQ: groups that do not count from 0 are not modelled");
			return false;
		}
	}
	cap_groups(grid, gpu_config(run->gpu)->shader_groups);
	if (threads && threads <= MOST_THREADS)
		return true;
	gpu_violation(run->gpu, "SQ: %llu threads in a group", (unsigned long long)threads);
	return false;
}

static void count_threads(struct cp_counters *counters, const struct sq_grid *grid)
{
	uint64_t threads = 1;

	for (uint32_t i = 0; i < 3; i++)
		threads *= (uint64_t)grid->groups[i] * grid->threads[i];
	if (counters->counting)
		counters->statistics[DRAW_CS_INVOCATIONS] += threads;
}

/**
 * dispatch_run_begin() - start the program of the compute stage
 * @p: the packet
 * @groups: how many, in each direction
 *
 * Return: the dispatch under way, for dispatch_run_continue() and dispatch_run_end(); NULL if it
 * cannot run, which was told.
 */
struct dispatch_run *dispatch_run_begin(const struct pm4 *p, const uint32_t groups[3])
{
	struct dispatch_run *run = calloc(1, sizeof(*run));
	struct sq_grid grid = { 0 };

	if (!run)
		return NULL;
	run->gpu = p->gpu;
	take_state(run, p);
	if (take_grid(run, &grid, groups) && stage_take_program(&run->stage))
		run->work = sq_begin(&run->stage.program->shader, &run->stage.state, &grid);
	if (!run->work) {
		dispatch_run_end(run);
		return NULL;
	}
	count_threads(&p->cp->counters, &grid);
	return run;
}

/**
 * dispatch_run_continue() - run a slice of a dispatch
 * @run: the dispatch
 *
 * Return: whether there is more to do.
 */
bool dispatch_run_continue(struct dispatch_run *run)
{
	bool more;

	if (!run->work)
		return false;
	/* Append counters are the card's, not a state's. */
	gpu_regs_get(run->gpu, APPEND_COUNT, run->counter, SQ_COUNTERS);
	more = sq_continue(run->work, SLICE) == SQ_RUNS;
	gpu_regs_set(run->gpu, APPEND_COUNT, run->counter, SQ_COUNTERS);
	return more;
}

/**
 * dispatch_run_spins() - does it go on for ever, as it is?
 * @run: the dispatch, of which dispatch_run_continue() said that there is more to do
 *
 * Return: whether nothing changes any more, until the shader units are reset.
 */
bool dispatch_run_spins(const struct dispatch_run *run)
{
	return sq_spins(run->work);
}

/**
 * dispatch_run_has_waves() - are there waves?
 * @run: the dispatch, or NULL
 */
bool dispatch_run_has_waves(const struct dispatch_run *run)
{
	return run && run->work;
}

/**
 * dispatch_run_give_up() - the shader units were reset: no wave is left
 * @run: the dispatch, or NULL
 */
void dispatch_run_give_up(struct dispatch_run *run)
{
	if (!run)
		return;
	sq_end(run->work);
	run->work = NULL;
}

/**
 * dispatch_run_end() - free a dispatch
 * @run: the dispatch, or NULL
 */
void dispatch_run_end(struct dispatch_run *run)
{
	if (!run)
		return;
	sq_end(run->work);
	stage_put(&run->stage);
	free(run);
}

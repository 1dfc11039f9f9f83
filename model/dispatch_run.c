// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: dispatches that run, with --shaders
 *
 * Registers are read once, when the dispatch comes. Its program runs in slices, between which
 * the rest of the card goes on, and its ring takes no other packet before it has ended: a real
 * CP goes on up to the next wait. What a program complains of is a violation. One that does not
 * end keeps its ring and the shader units busy until they are reset, which is none.
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

struct compute {
	struct gpu *gpu;
	struct stage stage;
	struct sq_work *work;		/* NULL: it was given up */
	uint32_t counter[SQ_COUNTERS];
};

/* ---- state ---- */

static void take_state(struct compute *c, const struct pm4 *p)
{
	const struct stage_regs regs = { .gpu = c->gpu, .compute = p->ring };

	stage_take_state(&c->stage, STAGE_CS, &regs, p->vmid, NULL);
	c->stage.state.counter = c->counter;
	for (uint32_t i = 0; i < SQ_RATS; i++)
		stage_take_target(&regs, &c->stage.state.rat[i], i);
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

static bool take_grid(const struct compute *c, struct sq_grid *grid, const uint32_t groups[3])
{
	uint64_t threads = 1;

	for (uint32_t i = 0; i < 3; i++) {
		grid->groups[i] = groups[i];
		grid->threads[i] = stage_reg(&c->stage.regs, NUM_THREAD + 4 * i) & 0xffff;
		threads *= grid->threads[i];
		if (stage_reg(&c->stage.regs, COMPUTE_START + 4 * i)) {
			gpu_violation(c->gpu, "SQ: groups that do not count from 0 are not modelled");
			return false;
		}
	}
	cap_groups(grid, gpu_config(c->gpu)->shader_groups);
	if (threads && threads <= MOST_THREADS)
		return true;
	gpu_violation(c->gpu, "SQ: %llu threads in a group", (unsigned long long)threads);
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
 * compute_begin() - start the program of the compute stage
 * @p: the packet
 * @groups: how many, in each direction
 *
 * Return: the dispatch under way, for compute_continue() and compute_end(); NULL if it cannot
 * run, which was told.
 */
struct compute *compute_begin(const struct pm4 *p, const uint32_t groups[3])
{
	struct compute *c = calloc(1, sizeof(*c));
	struct sq_grid grid = { 0 };

	if (!c)
		return NULL;
	c->gpu = p->gpu;
	take_state(c, p);
	if (take_grid(c, &grid, groups) && stage_take_program(&c->stage))
		c->work = sq_begin(&c->stage.program->shader, &c->stage.state, &grid);
	if (!c->work) {
		compute_end(c);
		return NULL;
	}
	count_threads(&p->cp->counters, &grid);
	return c;
}

/**
 * compute_continue() - run a slice of a dispatch
 * @c: the dispatch
 *
 * Return: whether there is more to do.
 */
bool compute_continue(struct compute *c)
{
	bool more;

	if (!c->work)
		return false;
	/* Append counters are the card's, not a state's. */
	gpu_regs_get(c->gpu, APPEND_COUNT, c->counter, SQ_COUNTERS);
	more = sq_continue(c->work, SLICE) == SQ_RUNS;
	gpu_regs_set(c->gpu, APPEND_COUNT, c->counter, SQ_COUNTERS);
	return more;
}

/**
 * compute_spins() - does it go on for ever, as it is?
 * @c: the dispatch, of which compute_continue() said that there is more to do
 *
 * Return: whether nothing changes any more, until the shader units are reset.
 */
bool compute_spins(const struct compute *c)
{
	return sq_spins(c->work);
}

/**
 * compute_runs() - are there waves?
 * @c: the dispatch, or NULL
 */
bool compute_runs(const struct compute *c)
{
	return c && c->work;
}

/**
 * compute_give_up() - the shader units were reset: no wave is left
 * @c: the dispatch, or NULL
 */
void compute_give_up(struct compute *c)
{
	if (!c)
		return;
	sq_end(c->work);
	c->work = NULL;
}

/**
 * compute_end() - free a dispatch
 * @c: the dispatch, or NULL
 */
void compute_end(struct compute *c)
{
	if (!c)
		return;
	sq_end(c->work);
	stage_put(&c->stage);
	free(c);
}

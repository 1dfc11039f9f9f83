// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: dispatches that run, with --shaders
 *
 * Registers are read once, when the dispatch comes. Its program runs in slices, between which
 * the rest of the card goes on, and its ring takes no other packet before it has ended: a real
 * CP goes on up to the next wait. What a program complains of is a violation. One that does not
 * end keeps its ring and the shader units busy until they are reset, which is none.
 *
 * How long a program is stands nowhere: it is read page by page, as far as its words lead. A
 * watcher may give another one in its place, and is told of each access before it is made.
 *
 * Sources: AMD's register guides and Mesa for the registers of the LS stage, which are those of
 * compute.
 */
#include <stdlib.h>
#include <string.h>

#include "compute.h"
#include "cp.h"
#include "sq/wave.h"

#define PAGE		4096u
#define MOST_PAGES	64u
#define MOST_THREADS	1024u		/* of a group */
#define SLICE		(1u << 14)	/* instructions, about a millisecond */

#define RESOURCES	0x30000u
#define CS_RESOURCES	816u		/* the first of the stage, and how many */
#define CS_COUNT	176u
#define SAMPLERS	0x3c000u
#define CS_FIRST_SAMPLER	90u
#define CS_SAMPLERS	18u
#define CS_STAGE	5u
#define LOOP_CONST	0x3a200u
#define BOOL_CONST	0x3a500u
#define CONST_BASE	0x28f40u
#define CONST_SIZE	0x28fc0u
#define PGM_START	0x288d0u
#define PGM_RESOURCES	0x288d4u
#define LDS_ALLOC	0x288e8u
#define NUM_THREAD	0x286ecu
#define GDS_BASE	0x28720u
#define APPEND_COUNT	0x2872cu
#define COMPUTE_START	0x899cu
#define RING_BASE	0x8e10u
#define RING_SIZE	0x8e14u
#define RING_ITEM	0x28830u

struct compute {
	struct gpu *gpu;
	const struct cp_ring *ring;
	unsigned int vmid;
	uint64_t program;
	struct sq_shader shader;
	struct sq_state state;
	struct sq_work *work;		/* NULL: it was given up */
	uint32_t resource[CS_COUNT][8], sampler[CS_SAMPLERS][3], border[CS_SAMPLERS][4];
	uint32_t counter[SQ_COUNTERS];
	const void *inst;		/* that accesses memory */
};

static void tell(const struct compute *c, enum sq_path path, uint64_t addr, size_t size, bool write)
{
	const struct gpu_watch *watch = gpu_config(c->gpu)->watch;

	if (watch && watch->shader)
		watch->shader(watch->opaque, c, path, addr, size, write);
}

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	const struct compute *c = opaque;

	tell(c, path, addr, size, false);
	return gpu_mc_read(c->gpu, CLIENT_GFX, c->vmid, addr, data, size);
}

static bool port_write(void *opaque, enum sq_path path, uint64_t addr, const void *data,
		       size_t size)
{
	const struct compute *c = opaque;

	tell(c, path, addr, size, true);
	return gpu_mc_write(c->gpu, CLIENT_GFX, c->vmid, addr, data, size);
}

static void port_wrong(void *opaque, const struct sq_violation *v)
{
	const struct compute *c = opaque;

	gpu_violation(c->gpu, "SQ: program 0x%llx, word %u, lane %d: %s: %s",
		      (unsigned long long)c->program, v->at, v->lane, v->instruction, v->text);
}

/* ---- state ---- */

static uint32_t reg(const struct compute *c, uint32_t offset)
{
	return cp_compute_reg(c->ring, offset);
}

static uint64_t address_of(const struct compute *c, uint32_t offset)
{
	return (uint64_t)reg(c, offset) << 8;
}

/* As wide as four quad pipes, but on the smallest chips, which have two. */
static unsigned int lanes_of(const struct gpu_chip *chip)
{
	static const char *const small[] = { "cedar", "caicos", "palm" };

	for (size_t i = 0; i < sizeof(small) / sizeof(small[0]); i++)
		if (!strcmp(chip->name, small[i]))
			return 32;
	return 64;
}

/*
 * All of GDS is there, whatever GDS_ADDR_SIZE says: Mesa's first dispatch on a Cayman comes before
 * anything has set that in the state of compute, and its counters work.
 */
static void take_gds(struct compute *c)
{
	struct sq_state *s = &c->state;

	s->gds.memory = reg(c, GDS_BASE) ? NULL : cp_of(c->gpu)->gds;
	s->gds.dwords = CP_GDS_SIZE / 4;
	s->counter = c->counter;
}

/* They are the card's, not a state's. */
static void take_counters(struct compute *c)
{
	for (uint32_t i = 0; i < SQ_COUNTERS; i++)
		c->counter[i] = gpu_reg_get(c->gpu, APPEND_COUNT + 4 * i);
}

static void give_counters(const struct compute *c)
{
	for (uint32_t i = 0; i < SQ_COUNTERS; i++)
		gpu_reg_set(c->gpu, APPEND_COUNT + 4 * i, c->counter[i]);
}

static void take_state(struct compute *c)
{
	struct gpu *gpu = c->gpu;
	struct sq_state *s = &c->state;
	uint32_t resources = reg(c, PGM_RESOURCES);

	*s = (struct sq_state){
		.port = { c, port_read, port_write, port_wrong, &c->inst },
		.resource = (const uint32_t (*)[8])c->resource, .resources = CS_COUNT,
		.sampler = (const uint32_t (*)[3])c->sampler, .border = (const uint32_t (*)[4])c->border,
		.samplers = CS_SAMPLERS, .memory = compute_memory(gpu),
		.scratch = { address_of(c, RING_BASE), address_of(c, RING_SIZE),
			     reg(c, RING_ITEM) & 0x7fff },
		.bools = reg(c, BOOL_CONST + 4 * CS_STAGE),
		.wave_lanes = lanes_of(gpu_config(gpu)->chip), .stack = resources >> 8 & 0xff,
		.lds = reg(c, LDS_ALLOC) & 0x3fff, .dx10_clamp = resources >> 21 & 1,
		.budget = gpu_config(gpu)->shader_budget,
	};
	take_gds(c);
	for (uint32_t i = 0; i < SQ_BANKS; i++) {
		s->bank[i].base = address_of(c, CONST_BASE + 4 * i);
		s->bank[i].size = reg(c, CONST_SIZE + 4 * i) << 8;
	}
	for (uint32_t i = 0; i < SQ_RATS; i++)
		compute_take_target(c->ring, &s->rat[i], i);
	for (uint32_t i = 0; i < 32; i++)
		s->loop[i] = reg(c, LOOP_CONST + 4 * (32 * CS_STAGE + i));
	for (uint32_t i = 0; i < CS_COUNT * 8; i++)
		c->resource[i / 8][i % 8] = reg(c, RESOURCES + 32 * CS_RESOURCES + 4 * i);
	for (uint32_t i = 0; i < CS_SAMPLERS * 3; i++)
		c->sampler[i / 3][i % 3] = reg(c, SAMPLERS + 12 * CS_FIRST_SAMPLER + 4 * i);
	memcpy(c->border, gpu_border_colors(gpu, CS_STAGE), sizeof(c->border));
}

/* ---- program ---- */

static bool make_program(struct compute *c, const uint32_t *words, size_t bytes,
			 struct sq_problem *problem)
{
	enum sq_isa isa = gpu_config(c->gpu)->chip->cayman ? SQ_CAYMAN : SQ_EVERGREEN;

	return sq_shader_make(&c->shader, isa, words, bytes / 8, reg(c, PGM_RESOURCES) & 0xff,
			      problem);
}

/* Which has been told. */
static bool not_there(struct sq_problem *problem)
{
	problem->text[0] = '\0';
	return false;
}

/* The first instruction has to be there, as that of any program. */
static bool take_given(struct compute *c, const struct gpu_watch *watch, uint32_t *words,
		       struct sq_problem *problem)
{
	size_t most = (size_t)MOST_PAGES * PAGE / 4;

	if (!gpu_mc_read(c->gpu, CLIENT_GFX, c->vmid, c->program, words, 8))
		return not_there(problem);
	return make_program(c, words, 4 * watch->program(watch->opaque, c, words, most), problem);
}

static bool take_pages(struct compute *c, uint32_t *words, struct sq_problem *problem)
{
	size_t bytes = 0, more = PAGE - c->program % PAGE;

	while (problem->past && bytes + more <= (size_t)MOST_PAGES * PAGE) {
		if (!gpu_mc_read(c->gpu, CLIENT_GFX, c->vmid, c->program + bytes,
				 (uint8_t *)words + bytes, more))
			return not_there(problem);
		bytes += more;
		more = PAGE;
		if (make_program(c, words, bytes, problem))
			return true;
	}
	return false;
}

static bool take_program(struct compute *c)
{
	struct sq_problem problem = { .past = true, .text = "it does not end in time" };
	const struct gpu_watch *watch = gpu_config(c->gpu)->watch;
	uint32_t *words = malloc((size_t)MOST_PAGES * PAGE);
	bool made;

	if (!words)
		return false;
	made = watch && watch->program ? take_given(c, watch, words, &problem) :
					 take_pages(c, words, &problem);
	if (!made && problem.text[0])
		gpu_violation(c->gpu, "SQ: program 0x%llx, word %u: %s",
			      (unsigned long long)c->program, problem.at, problem.text);
	free(words);
	return made;
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
		grid->threads[i] = reg(c, NUM_THREAD + 4 * i) & 0xffff;
		threads *= grid->threads[i];
		if (reg(c, COMPUTE_START + 4 * i)) {
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
	struct sq_grid grid;

	if (!c)
		return NULL;
	c->gpu = p->gpu;
	c->ring = p->ring;
	c->vmid = p->vmid;
	c->program = address_of(c, PGM_START);
	if (!take_grid(c, &grid, groups))
		goto free;
	take_state(c);
	if (!take_program(c))
		goto free;
	c->work = sq_begin(&c->shader, &c->state, &grid);
	if (c->work)
		return c;
	sq_shader_free(&c->shader);
free:
	free(c);
	return NULL;
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
	take_counters(c);
	more = sq_continue(c->work, SLICE) == SQ_RUNS;
	give_counters(c);
	return more;
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
	sq_shader_free(&c->shader);
	free(c);
}

/**
 * compute_state() - what a program finds
 * @c: the dispatch
 * @gprs: how many registers it has; out
 */
const struct sq_state *compute_state(const struct compute *c, unsigned int *gprs)
{
	*gprs = reg(c, PGM_RESOURCES) & 0xff;
	return &c->state;
}

static void describe_resource(const struct compute *c, unsigned int id, FILE *out)
{
	fputs("; resource", out);
	for (unsigned int i = 0; id < CS_COUNT && i < 8; i++)
		fprintf(out, " %x", c->resource[id][i]);
}

/**
 * compute_describe() - which instruction accesses memory, and what it finds in registers
 * @c: the dispatch
 * @path: enum sq_path
 * @out: where the text goes
 */
void compute_describe(const struct compute *c, unsigned int path, FILE *out)
{
	const struct sq_cf *cf = c->inst;
	const struct sq_fetch *f = c->inst;

	sq_print_instruction(out, c->inst);
	switch (path) {
	case SQ_CONSTANT:
		for (unsigned int i = 0; i < 2; i++)
			fprintf(out, "; bank %u at 0x%llx + 0x%x", cf->kbank[i],
				(unsigned long long)c->state.bank[cf->kbank[i]].base,
				c->state.bank[cf->kbank[i]].size);
		return;
	case SQ_RAT:
	case SQ_RAT_RETURN:
		compute_describe_target(c->ring, cf->rat_id, out);
		return;
	case SQ_SCRATCH:
		fprintf(out, "; ring at 0x%llx + 0x%llx, items of %u dwords",
			(unsigned long long)c->state.scratch.base,
			(unsigned long long)c->state.scratch.size, c->state.scratch.item);
		return;
	default:
		describe_resource(c, f->buffer_id, out);
	}
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: dispatches that run, with --shaders
 *
 * Registers are read once, when the dispatch comes. Its program runs in slices, between which
 * the rest of the card goes on, and its ring takes no other packet before it has ended: a real
 * CP goes on up to the next wait. What a program complains of is a violation. One that does not
 * end keeps its ring and the shader units busy until they are reset, which is none.
 *
 * How long a program is stands nowhere: it is read page by page, as far as its words lead.
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
	uint32_t resource[CS_COUNT][8], sampler[CS_SAMPLERS][3];
	uint32_t counter[SQ_COUNTERS];
};

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	const struct compute *c = opaque;

	(void)path;
	return gpu_mc_read(c->gpu, CLIENT_GFX, c->vmid, addr, data, size);
}

static bool port_write(void *opaque, enum sq_path path, uint64_t addr, const void *data,
		       size_t size)
{
	const struct compute *c = opaque;

	(void)path;
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
		.port = { c, port_read, port_write, port_wrong },
		.resource = (const uint32_t (*)[8])c->resource, .resources = CS_COUNT,
		.sampler = (const uint32_t (*)[3])c->sampler, .samplers = CS_SAMPLERS, .memory = compute_memory(gpu),
		.scratch = { address_of(c, RING_BASE), address_of(c, RING_SIZE),
			     reg(c, RING_ITEM) & 0x7fff },
		.bools = reg(c, BOOL_CONST + 4 * CS_STAGE),
		.wave_lanes = lanes_of(gpu_config(gpu)->chip), .stack = resources >> 8 & 0xff,
		.lds = reg(c, LDS_ALLOC) & 0x3fff, .dx10_clamp = resources >> 21 & 1,
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
}

/* ---- program ---- */

static bool take_program(struct compute *c)
{
	enum sq_isa isa = gpu_config(c->gpu)->chip->cayman ? SQ_CAYMAN : SQ_EVERGREEN;
	unsigned int gprs = reg(c, PGM_RESOURCES) & 0xff;
	struct sq_problem problem = { .past = true, .text = "it does not end in time" };
	size_t bytes = 0, more = PAGE - c->program % PAGE;
	uint32_t *words = malloc((size_t)MOST_PAGES * PAGE);
	bool made = false;

	while (words && !made && problem.past && bytes + more <= (size_t)MOST_PAGES * PAGE) {
		if (!gpu_mc_read(c->gpu, CLIENT_GFX, c->vmid, c->program + bytes,
				 (uint8_t *)words + bytes, more))
			goto free;		/* told */
		bytes += more;
		more = PAGE;
		made = sq_shader_make(&c->shader, isa, words, bytes / 8, gprs, &problem);
	}
	if (!made)
		gpu_violation(c->gpu, "SQ: program 0x%llx, word %u: %s",
			      (unsigned long long)c->program, problem.at, problem.text);
free:
	free(words);
	return made;
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
	if (!take_grid(c, &grid, groups) || !take_program(c))
		goto free;
	take_state(c);
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

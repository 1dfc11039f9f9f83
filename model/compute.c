// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: dispatches that run, with --shaders
 *
 * Registers are read once, when the dispatch comes, and its program runs to the end before the
 * CP takes another packet. What it complains of is a violation. A program that does not end
 * within its budget hangs the shader units until they are reset, as real ones do; that alone
 * is no violation.
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
#define BUDGET		(1u << 22)	/* instructions of a dispatch */

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
#define GDS_SIZE	0x28724u
#define APPEND_COUNT	0x2872cu
#define COMPUTE_START	0x899cu
#define RING_BASE	0x8e10u
#define RING_SIZE	0x8e14u
#define RING_ITEM	0x28830u

struct compute {
	struct pm4 *p;
	uint64_t program;
	struct sq_state state;
	uint32_t resource[CS_COUNT][8], sampler[CS_SAMPLERS][3];
	uint32_t counter[SQ_COUNTERS];
};

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	const struct compute *c = opaque;

	(void)path;
	return gpu_mc_read(c->p->gpu, CLIENT_GFX, c->p->vmid, addr, data, size);
}

static bool port_write(void *opaque, enum sq_path path, uint64_t addr, const void *data,
		       size_t size)
{
	const struct compute *c = opaque;

	(void)path;
	return gpu_mc_write(c->p->gpu, CLIENT_GFX, c->p->vmid, addr, data, size);
}

static void port_wrong(void *opaque, const struct sq_violation *v)
{
	const struct compute *c = opaque;

	if (v->exhausted)
		gpu_trace(c->p->gpu, "sq    program 0x%llx, word %u: %s",
			  (unsigned long long)c->program, v->at, v->text);
	else
		gpu_violation(c->p->gpu, "SQ: program 0x%llx, word %u, lane %d: %s: %s",
			      (unsigned long long)c->program, v->at, v->lane, v->instruction, v->text);
}

/* ---- state ---- */

static uint64_t address_of(struct gpu *gpu, uint32_t reg)
{
	return (uint64_t)gpu_reg_get(gpu, reg) << 8;
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

/* All 64 KiB are a last dword of 0x3fff, which is what CLEAR_STATE leaves: a guess. */
static void take_gds(struct compute *c)
{
	struct gpu *gpu = c->p->gpu;
	uint64_t dwords = gpu_reg_get(gpu, GDS_SIZE) + 1ull;
	struct sq_state *s = &c->state;

	s->gds.memory = gpu_reg_get(gpu, GDS_BASE) ? NULL : c->p->cp->gds;
	s->gds.dwords = dwords < CP_GDS_SIZE / 4 ? (unsigned int)dwords : CP_GDS_SIZE / 4;
	s->counter = c->counter;
	for (uint32_t i = 0; i < SQ_COUNTERS; i++)
		c->counter[i] = gpu_reg_get(gpu, APPEND_COUNT + 4 * i);
}

static void give_counters(const struct compute *c)
{
	for (uint32_t i = 0; i < SQ_COUNTERS; i++)
		gpu_reg_set(c->p->gpu, APPEND_COUNT + 4 * i, c->counter[i]);
}

static void take_state(struct compute *c)
{
	struct gpu *gpu = c->p->gpu;
	struct sq_state *s = &c->state;
	uint32_t resources = gpu_reg_get(gpu, PGM_RESOURCES);

	*s = (struct sq_state){
		.port = { c, port_read, port_write, port_wrong },
		.resource = (const uint32_t (*)[8])c->resource, .resources = CS_COUNT,
		.sampler = (const uint32_t (*)[3])c->sampler, .samplers = CS_SAMPLERS, .memory = compute_memory(gpu),
		.scratch = { address_of(gpu, RING_BASE), address_of(gpu, RING_SIZE),
			     gpu_reg_get(gpu, RING_ITEM) & 0x7fff },
		.bools = gpu_reg_get(gpu, BOOL_CONST + 4 * CS_STAGE),
		.wave_lanes = lanes_of(gpu_config(gpu)->chip), .stack = resources >> 8 & 0xff,
		.lds = gpu_reg_get(gpu, LDS_ALLOC) & 0x3fff, .dx10_clamp = resources >> 21 & 1,
		.budget = BUDGET,
	};
	take_gds(c);
	for (uint32_t i = 0; i < SQ_BANKS; i++) {
		s->bank[i].base = address_of(gpu, CONST_BASE + 4 * i);
		s->bank[i].size = gpu_reg_get(gpu, CONST_SIZE + 4 * i) << 8;
	}
	for (uint32_t i = 0; i < SQ_RATS; i++)
		compute_take_target(gpu, &s->rat[i], i);
	for (uint32_t i = 0; i < 32; i++)
		s->loop[i] = gpu_reg_get(gpu, LOOP_CONST + 4 * (32 * CS_STAGE + i));
	for (uint32_t i = 0; i < CS_COUNT * 8; i++)
		c->resource[i / 8][i % 8] = gpu_reg_get(gpu, RESOURCES + 32 * CS_RESOURCES + 4 * i);
	for (uint32_t i = 0; i < CS_SAMPLERS * 3; i++)
		c->sampler[i / 3][i % 3] = gpu_reg_get(gpu, SAMPLERS + 12 * CS_FIRST_SAMPLER + 4 * i);
}

/* ---- program ---- */

static bool take_program(struct compute *c, struct sq_shader *shader)
{
	enum sq_isa isa = gpu_config(c->p->gpu)->chip->cayman ? SQ_CAYMAN : SQ_EVERGREEN;
	unsigned int gprs = gpu_reg_get(c->p->gpu, PGM_RESOURCES) & 0xff;
	struct sq_problem problem = { .past = true, .text = "it does not end in time" };
	size_t bytes = 0, more = PAGE - c->program % PAGE;
	uint32_t *words = malloc((size_t)MOST_PAGES * PAGE);
	bool made = false;

	while (words && !made && problem.past && bytes + more <= (size_t)MOST_PAGES * PAGE) {
		if (!gpu_mc_read(c->p->gpu, CLIENT_GFX, c->p->vmid, c->program + bytes,
				 (uint8_t *)words + bytes, more))
			goto free;		/* told */
		bytes += more;
		more = PAGE;
		made = sq_shader_make(shader, isa, words, bytes / 8, gprs, &problem);
	}
	if (!made)
		gpu_violation(c->p->gpu, "SQ: program 0x%llx, word %u: %s",
			      (unsigned long long)c->program, problem.at, problem.text);
free:
	free(words);
	return made;
}

static bool take_grid(struct compute *c, struct sq_grid *grid, const uint32_t groups[3])
{
	uint64_t threads = 1;

	for (uint32_t i = 0; i < 3; i++) {
		grid->groups[i] = groups[i];
		grid->threads[i] = gpu_reg_get(c->p->gpu, NUM_THREAD + 4 * i) & 0xffff;
		threads *= grid->threads[i];
		if (gpu_reg_get(c->p->gpu, COMPUTE_START + 4 * i)) {
			gpu_violation(c->p->gpu, "SQ: groups that do not count from 0 are not modelled");
			return false;
		}
	}
	if (threads && threads <= MOST_THREADS)
		return true;
	gpu_violation(c->p->gpu, "SQ: %llu threads in a group", (unsigned long long)threads);
	return false;
}

/**
 * compute_dispatch() - run the program of the compute stage
 * @p: the packet
 * @groups: how many, in each direction
 */
void compute_dispatch(struct pm4 *p, const uint32_t groups[3])
{
	struct compute *c = calloc(1, sizeof(*c));
	struct sq_shader shader;
	struct sq_grid grid;

	if (!c)
		return;
	c->p = p;
	c->program = address_of(p->gpu, PGM_START);
	if (!take_grid(c, &grid, groups) || !take_program(c, &shader))
		goto free;
	take_state(c);
	if (sq_dispatch(&shader, &c->state, &grid) == SQ_EXHAUSTED)
		cp_hang_shaders(p->cp);
	give_counters(c);
	sq_shader_free(&shader);
free:
	free(c);
}

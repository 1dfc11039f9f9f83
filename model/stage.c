// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: stages of the shader core
 *
 * Each stage has registers for its program, its constants, its scratch memory, and a range of
 * resources, samplers and loop constants. An export shader (ES) has those of VS but for the program
 * and scratch memory; compute has the registers of LS, and resources of its own.
 *
 * Sources: AMD's register guides, Mesa for which ranges are whose.
 */
#include <string.h>

#include "cp.h"
#include "program.h"
#include "stage.h"

#define RESOURCES	0x30000u
#define SAMPLERS	0x3c000u
#define LOOP_CONST	0x3a200u
#define BOOL_CONST	0x3a500u
#define BASE_VERTEX	0x3cff0u
#define START_INSTANCE	0x3cff4u
#define GB_ADDR_CONFIG	0x98f8u
#define PGM_START_FS	0x288a4u
#define FS_RESOURCES	992u
#define VTX_SEMANTIC	0x28380u
#define LDS_ALLOC	0x288e8u
#define GDS_BASE	0x28720u

static const struct {
	uint32_t start, resources;	/* SQ_PGM_START, SQ_PGM_RESOURCES */
	uint32_t base, size;		/* of constants, the first of 16 */
	uint32_t ring, item;		/* of scratch memory; the size is behind its base */
	uint32_t resource, sampler;	/* the first one */
	uint32_t constant;		/* which set of loop and bool constants, and of border colours */
} places[] = {
	[STAGE_PS] = { 0x28840, 0x28844, 0x28940, 0x28140, 0x8c68, 0x28914, 0, 0, 0 },
	[STAGE_VS] = { 0x2885c, 0x28860, 0x28980, 0x28180, 0x8c60, 0x28910, 176, 18, 1 },
	[STAGE_ES] = { 0x2888c, 0x28890, 0x28980, 0x28180, 0x8c50, 0x28908, 176, 18, 1 },
	[STAGE_GS] = { 0x28874, 0x28878, 0x289c0, 0x281c0, 0x8c58, 0x2890c, 336, 36, 2 },
	[STAGE_HS] = { 0x288b8, 0x288bc, 0x28f00, 0x28f80, 0x8e18, 0x28834, 496, 54, 3 },
	[STAGE_LS] = { 0x288d0, 0x288d4, 0x28f40, 0x28fc0, 0x8e10, 0x28830, 656, 72, 4 },
	[STAGE_CS] = { 0x288d0, 0x288d4, 0x28f40, 0x28fc0, 0x8e10, 0x28830, 816, 90, 5 },
};

/**
 * stage_reg() - what a stage finds in a register
 * @regs: whose
 * @offset: of the register, in bytes
 */
uint32_t stage_reg(const struct stage_regs *regs, uint32_t offset)
{
	return regs->compute ? cp_compute_reg(regs->compute, offset) : gpu_reg_get(regs->gpu, offset);
}

/**
 * stage_address() - of a register that holds one, in units of 256 bytes
 * @regs: whose
 * @offset: of the register
 */
uint64_t stage_address(const struct stage_regs *regs, uint32_t offset)
{
	return (uint64_t)stage_reg(regs, offset) << 8;
}

/**
 * stage_memory() - what GB_ADDR_CONFIG says of tiling
 * @regs: of which card
 *
 * Return: pipes, group and bank interleave; the rest is 0.
 */
struct tiling stage_memory(const struct stage_regs *regs)
{
	uint32_t config = gpu_reg_get(regs->gpu, GB_ADDR_CONFIG);

	return (struct tiling){
		.pipes = 1u << ((config & 7) < 4 ? config & 7 : 3), .group = 256u << (config >> 4 & 7),
		.bank_interleave = 1u << (config >> 8 & 7),
	};
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

/* Mesa counts bytes where dwords are meant, and so may ask for more than there is. */
static uint32_t take_lds(const struct stage_regs *regs)
{
	uint32_t most = gpu_config(regs->gpu)->chip->cayman ? 8160 : 8192, size = stage_reg(regs, LDS_ALLOC) & 0x3fff;

	if (size <= most)
		return size;
	gpu_guess(regs->gpu, "SQ: who asks for more LDS than there is gets all of it");
	return most;
}

/*
 * All of GDS is there, whatever GDS_ADDR_SIZE says: Mesa's first dispatch on a Cayman comes before
 * anything has set that in the state of compute, and its counters work.
 */
static void take_gds(struct stage *stage)
{
	struct sq_state *s = &stage->state;

	s->gds.memory = stage_reg(&stage->regs, GDS_BASE) ? NULL : cp_of(stage->regs.gpu)->gds;
	s->gds.dwords = CP_GDS_SIZE / 4;
}

/* @n entries of @dwords each. */
static void take_table(const struct stage *stage, uint32_t *to, uint32_t offset, uint32_t n, uint32_t dwords)
{
	if (!stage->regs.compute)
		gpu_regs_get(stage->regs.gpu, offset, to, n * dwords);
	for (uint32_t i = 0; stage->regs.compute && i < n * dwords; i++)
		to[i] = cp_compute_reg(stage->regs.compute, offset + 4 * i);
}

/**
 * stage_take_state() - read a stage's registers
 * @stage: out; its state refers to it
 * @kind: which one
 * @regs: whose registers
 * @vmid: in which address space it runs
 * @port: its way to memory
 */
void stage_take_state(struct stage *stage, enum stage_kind kind, const struct stage_regs *regs, unsigned int vmid,
		      const struct sq_port *port)
{
	const struct gpu_config *config = gpu_config(regs->gpu);
	uint32_t resources = stage_reg(regs, places[kind].resources);
	struct sq_state *s = &stage->state;

	*stage = (struct stage){ .kind = kind, .regs = *regs, .vmid = vmid };
	stage->addr = stage_address(regs, places[kind].start);
	stage->gprs = resources & 0xff;
	*s = (struct sq_state){
		.port = *port,
		.resource = (const uint32_t (*)[8])stage->resource, .resources = STAGE_RESOURCES,
		.sampler = (const uint32_t (*)[3])stage->sampler, .samplers = STAGE_SAMPLERS,
		.border = (const uint32_t (*)[4])stage->border, .quads = kind == STAGE_PS, .memory = stage_memory(regs),
		.scratch = { stage_address(regs, places[kind].ring), stage_address(regs, places[kind].ring + 4),
			     stage_reg(regs, places[kind].item) & 0x7fff },
		.bools = stage_reg(regs, BOOL_CONST + 4 * places[kind].constant),
		.base_vertex = stage_reg(regs, BASE_VERTEX), .start_instance = stage_reg(regs, START_INSTANCE),
		.wave_lanes = lanes_of(config->chip), .stack = resources >> 8 & 0xff,
		.lds = take_lds(regs), .dx10_clamp = resources >> 21 & 1,
		.budget = config->shader_budget,
	};
	take_gds(stage);
	for (uint32_t i = 0; i < SQ_BANKS; i++) {
		s->bank[i].base = stage_address(regs, places[kind].base + 4 * i);
		s->bank[i].size = stage_reg(regs, places[kind].size + 4 * i) << 8;
	}
	take_table(stage, s->loop, LOOP_CONST + 4 * 32 * places[kind].constant, 32, 1);
	take_table(stage, stage->resource[0], RESOURCES + 32 * places[kind].resource, STAGE_RESOURCES, 8);
	take_table(stage, stage->sampler[0], SAMPLERS + 12 * places[kind].sampler, STAGE_SAMPLERS, 3);
	memcpy(stage->border, gpu_border_colors(regs->gpu, places[kind].constant), sizeof(stage->border));
}

/* ---- programs ---- */

/* Where a program calls the fetch program, or NULL. */
static const struct sq_cf *find_call(const struct sq_program *p)
{
	for (unsigned int i = 0; i < p->cfs - p->dead; i++)
		if (p->cf[i].op == &sq_ops[SQ_CALL_FS])
			return &p->cf[i];
	return NULL;
}

static bool take_fetch_program(struct stage *stage, const struct sq_cf *call)
{
	struct sq_state *s = &stage->state;

	stage->fetch = program_get(cp_of(stage->regs.gpu)->programs, stage->vmid,
				   stage_address(&stage->regs, PGM_START_FS), call->addr, stage->gprs);
	if (!stage->fetch)
		return false;
	s->fetch.shader = &stage->fetch->shader;
	s->fetch.resource = (const uint32_t (*)[8])stage->fetched;
	s->fetch.resources = STAGE_FETCHES;
	take_table(stage, stage->fetched[0], RESOURCES + 32 * FS_RESOURCES, STAGE_FETCHES, 8);
	take_table(stage, s->semantic, VTX_SEMANTIC, SQ_SEMANTICS, 1);
	return true;
}

/**
 * stage_take_program() - read a stage's program, and the one that it calls
 * @stage: the stage, which has its state
 *
 * Return: whether there is one; if not, that was told.
 */
bool stage_take_program(struct stage *stage)
{
	const struct sq_cf *call;

	stage->program = program_get(cp_of(stage->regs.gpu)->programs, stage->vmid, stage->addr, 0, stage->gprs);
	if (!stage->program)
		return false;
	call = find_call(&stage->program->shader.program);
	if (!call || take_fetch_program(stage, call))
		return true;
	stage_put(stage);
	return false;
}

/**
 * stage_put() - a stage's programs are not needed any more
 * @stage: the stage
 */
void stage_put(struct stage *stage)
{
	program_put(stage->program);
	program_put(stage->fetch);
	stage->program = NULL;
	stage->fetch = NULL;
}

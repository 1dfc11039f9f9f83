// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: stages of the shader core
 *
 * Each stage has registers for its program, its constants, its scratch memory, and a range of
 * resources, samplers and loop constants. An export shader (ES) has those of VS but for the program
 * and scratch memory; compute has the registers of LS, and resources of its own.
 *
 * No driver has a dispatch call a fetch program, so which one it would find is not known.
 *
 * A watcher may give another program in the place of one in memory, and is told of each access
 * before it is made.
 *
 * Sources: AMD's register guides, Mesa for which ranges are whose.
 */
#include <string.h>

#include "cp.h"
#include "crew.h"
#include "page_cache.h"
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
#define MOST_DWORDS	65536u		/* of a program that is given */

static const struct {
	uint32_t start, resources;	/* SQ_PGM_START, SQ_PGM_RESOURCES */
	uint32_t base, size;		/* of constants, the first of 16 */
	uint32_t ring, item;		/* of scratch memory; the size is behind its base */
	uint32_t resource, slots, sampler;	/* the first one, and how many */
	uint32_t constant;		/* which set of loop and bool constants, and of border colours */
} places[] = {
	[STAGE_PS] = { 0x28840, 0x28844, 0x28940, 0x28140, 0x8c68, 0x28914, 0, 176, 0, 0 },
	[STAGE_VS] = { 0x2885c, 0x28860, 0x28980, 0x28180, 0x8c60, 0x28910, 176, 160, 18, 1 },
	[STAGE_ES] = { 0x2888c, 0x28890, 0x28980, 0x28180, 0x8c50, 0x28908, 176, 160, 18, 1 },
	[STAGE_GS] = { 0x28874, 0x28878, 0x289c0, 0x281c0, 0x8c58, 0x2890c, 336, 160, 36, 2 },
	[STAGE_HS] = { 0x288b8, 0x288bc, 0x28f00, 0x28f80, 0x8e18, 0x28834, 496, 160, 54, 3 },
	[STAGE_LS] = { 0x288d0, 0x288d4, 0x28f40, 0x28fc0, 0x8e10, 0x28830, 656, 160, 72, 4 },
	[STAGE_CS] = { 0x288d0, 0x288d4, 0x28f40, 0x28fc0, 0x8e10, 0x28830, 816, 176, 90, 5 },
};

/**
 * stage_reg() - what a stage finds in a register
 * @regs: whose
 * @offset: of the register, in bytes
 */
uint32_t stage_reg(const struct stage_regs *regs, uint32_t offset)
{
	if (regs->file)
		return regs->file[offset / 4];
	return regs->compute ? cp_compute_reg(regs->compute, offset) : cp_draw_reg(cp_of(regs->gpu), offset);
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

/* ---- the way to memory ---- */

/**
 * stage_tell_access() - tell who watches that memory is going to be accessed
 * @gpu: the card
 * @stage: whose program does it; NULL: a block that draws
 * @path: on which way
 * @addr: first byte
 * @size: how many
 * @write: it is written
 */
void stage_tell_access(struct gpu *gpu, const struct stage *stage, enum sq_path path, uint64_t addr, size_t size,
		       bool write)
{
	const struct gpu_watch *watch = gpu_config(gpu)->watch;

	if (watch && watch->access)
		watch->access(watch->opaque, stage, path, addr, size, write);
}

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	const struct stage *stage = opaque;
	struct crew *crew = gpu_config(stage->regs.gpu)->crew;
	bool read;

	crew_enter(crew);
	stage_tell_access(stage->regs.gpu, stage, path, addr, size, false);
	read = stage->pages ? page_cache_read(stage->pages, addr, data, size) :
	       gpu_mc_read(stage->regs.gpu, CLIENT_GFX, stage->vmid, addr, data, size);
	crew_leave(crew);
	return read;
}

static bool port_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	const struct stage *stage = opaque;
	struct crew *crew = gpu_config(stage->regs.gpu)->crew;
	bool written;

	crew_enter(crew);
	stage_tell_access(stage->regs.gpu, stage, path, addr, size, true);
	written = gpu_mc_write(stage->regs.gpu, CLIENT_GFX, stage->vmid, addr, data, size);
	crew_leave(crew);
	return written;
}

static void port_wrong(void *opaque, const struct sq_violation *v)
{
	const struct stage *stage = opaque;
	struct crew *crew = gpu_config(stage->regs.gpu)->crew;

	crew_enter(crew);
	gpu_violation(stage->regs.gpu, "SQ: program 0x%llx, word %u, lane %d: %s: %s",
		      (unsigned long long)stage->addr, v->at, v->lane, v->instruction, v->text);
	crew_leave(crew);
}

/* ---- registers ---- */

/*
 * A SIMD of these has eight lanes for each cycle instead of sixteen (80 of AMD's stream processors in two
 * SIMDs; LLVM, and Mesa where it asks for stack). Mesa counts Caicos as one of them where it dispatches.
 */
static bool is_narrow(const struct gpu_chip *chip)
{
	return !strcmp(chip->name, "cedar") || !strcmp(chip->name, "palm");
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
	const uint32_t *file = stage->regs.file;

	if (file)
		memcpy(to, file + offset / 4, (size_t)n * dwords * sizeof(*to));
	for (uint32_t i = 0; !file && i < n * dwords; i++)
		to[i] = stage_reg(&stage->regs, offset + 4 * i);
}

/**
 * stage_take_state() - read a stage's registers
 * @stage: out; its state refers to it
 * @kind: which one
 * @regs: whose registers
 * @vmid: in which address space it runs
 * @pages: those that a draw keeps, or NULL
 */
void stage_take_state(struct stage *stage, enum stage_kind kind, const struct stage_regs *regs, unsigned int vmid,
		      struct page_cache *pages)
{
	const struct gpu_config *config = gpu_config(regs->gpu);
	uint32_t resources = stage_reg(regs, places[kind].resources);
	struct sq_state *s = &stage->state;

	*stage = (struct stage){ .kind = kind, .regs = *regs, .vmid = vmid, .pages = pages };
	stage->addr = stage_address(regs, places[kind].start);
	stage->gprs = resources & 0xff;
	*s = (struct sq_state){
		.port = { stage, port_read, port_write, port_wrong, config->watch ? &stage->inst : NULL },
		.resource = (const uint32_t (*)[8])stage->resource, .resources = places[kind].slots,
		.sampler = (const uint32_t (*)[3])stage->sampler, .samplers = STAGE_SAMPLERS,
		.border = (const uint32_t (*)[4])stage->border, .quads = kind == STAGE_PS,
		.keeps_texels = pages && !config->watch, .memory = stage_memory(regs),
		.scratch = { stage_address(regs, places[kind].ring), stage_address(regs, places[kind].ring + 4),
			     stage_reg(regs, places[kind].item) & 0x7fff },
		.bools = stage_reg(regs, BOOL_CONST + 4 * places[kind].constant),
		.base_vertex = stage_reg(regs, BASE_VERTEX), .start_instance = stage_reg(regs, START_INSTANCE),
		.wave_lanes = is_narrow(config->chip) ? 32 : 64, .stack = resources >> 8 & 0xff, .columns = is_narrow(config->chip) ? 8 : 4,
		.lds = take_lds(regs), .dx10_clamp = resources >> 21 & 1,
		.budget = config->shader_budget,
	};
	take_gds(stage);
	for (uint32_t i = 0; i < SQ_BANKS; i++) {
		s->bank[i].base = stage_address(regs, places[kind].base + 4 * i);
		s->bank[i].size = stage_reg(regs, places[kind].size + 4 * i) << 8;
	}
	take_table(stage, s->loop, LOOP_CONST + 4 * 32 * places[kind].constant, 32, 1);
	take_table(stage, stage->resource[0], RESOURCES + 32 * places[kind].resource, places[kind].slots, 8);
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

/* Of one that a watcher gives in its place the first instruction has to be there, as that of any. */
static struct program *find_program(const struct stage *stage, bool fetch, uint64_t addr, uint32_t entry)
{
	const struct gpu_watch *watch = gpu_config(stage->regs.gpu)->watch;
	struct programs *programs = cp_of(stage->regs.gpu)->programs;
	static uint32_t words[MOST_DWORDS];
	size_t n;

	if (!watch || !watch->program)
		return program_get(programs, stage->vmid, addr, entry, stage->gprs);
	if (!gpu_mc_read(stage->regs.gpu, CLIENT_GFX, stage->vmid, addr, words, 8))
		return NULL;
	n = watch->program(watch->opaque, stage, fetch, words, MOST_DWORDS);
	return program_given(programs, addr, words, 4 * n, stage->gprs);
}

static bool take_fetch_program(struct stage *stage, const struct sq_cf *call)
{
	struct sq_state *s = &stage->state;

	s->fetch.resource = (const uint32_t (*)[8])stage->fetched;
	s->fetch.resources = STAGE_FETCHES;
	take_table(stage, stage->fetched[0], RESOURCES + 32 * FS_RESOURCES, STAGE_FETCHES, 8);
	take_table(stage, s->semantic, VTX_SEMANTIC, SQ_SEMANTICS, 1);
	stage->fetch = find_program(stage, true, stage_address(&stage->regs, PGM_START_FS), call->addr);
	if (!stage->fetch)
		return false;
	s->fetch.shader = &stage->fetch->shader;
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

	stage->program = find_program(stage, false, stage->addr, 0);
	if (!stage->program)
		return false;
	call = find_call(&stage->program->shader.program);
	if (!call || (stage->kind != STAGE_CS && take_fetch_program(stage, call)))
		return true;
	if (stage->kind == STAGE_CS)
		gpu_violation(stage->regs.gpu, "SQ: fetch programs of dispatches are not modelled");
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

/* ---- for those who watch ---- */

/* Is it one of the fetch program's? */
static bool is_fetched(const struct stage *stage, const struct sq_fetch *f)
{
	const struct sq_program *p = stage->fetch ? &stage->fetch->shader.program : NULL;

	for (unsigned int i = 0; p && i < p->clauses; i++)
		if (!p->clause[i].alu && f >= p->clause[i].fetch && f < p->clause[i].fetch + p->clause[i].n)
			return true;
	return false;
}

static void describe_resource(const struct stage *stage, const struct sq_fetch *f, FILE *out)
{
	bool fetched = is_fetched(stage, f);

	fprintf(out, "; %sresource", fetched ? "fetch program's " : "");
	for (unsigned int i = 0; f->buffer_id < (fetched ? STAGE_FETCHES : STAGE_RESOURCES) && i < 8; i++)
		fprintf(out, " %x", fetched ? stage->fetched[f->buffer_id][i] : stage->resource[f->buffer_id][i]);
}

/**
 * stage_describe() - which instruction accesses memory, and what it finds in registers
 * @stage: whose program
 * @path: enum sq_path
 * @out: where the text goes
 */
void stage_describe(const struct stage *stage, unsigned int path, FILE *out)
{
	const struct sq_state *s = &stage->state;
	const struct sq_cf *cf = stage->inst;

	sq_print_instruction(out, stage->inst);
	switch (path) {
	case SQ_CONSTANT:
		for (unsigned int i = 0; i < 2; i++)
			fprintf(out, "; bank %u at 0x%llx + 0x%x", cf->kbank[i],
				(unsigned long long)s->bank[cf->kbank[i]].base, s->bank[cf->kbank[i]].size);
		return;
	case SQ_RAT:
	case SQ_RAT_RETURN:
		stage_describe_target(&stage->regs, cf->rat_id, out);
		return;
	case SQ_SCRATCH:
		fprintf(out, "; ring at 0x%llx + 0x%llx, items of %u dwords", (unsigned long long)s->scratch.base,
			(unsigned long long)s->scratch.size, s->scratch.item);
		return;
	case SQ_RING:
		return;
	default:
		describe_resource(stage, stage->inst, out);
	}
}

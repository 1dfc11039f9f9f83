// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: footprints
 *
 * What a draw or a dispatch touches depends on its programs. What it may
 * touch at most is: a shader reaches memory by what is bound in registers, and each
 * of those has a place and an end there. A footprint is all of that, told range by
 * range to whoever watches (&gpu_watch.touch): colour targets with their masks,
 * random access targets with what they return, depth, stencil and HTILE, textures
 * with all levels, slices and samples, vertex buffers, constants, programs, rings,
 * stream-out, exports, and the indices, which pm4_draw.c fetches. Where registers
 * leave something without an end, the range is the rest of the address space.
 *
 * A part is worked out again when one of its registers has changed since the last
 * time. Registers of shader engines go apart when GRBM_GFX_INDEX selects one of
 * them; from then on each engine has a copy and a footprint of its own. So do those of
 * draws and of dispatches, if the watcher asks for two states: which chips have one
 * and which have two is not known for sure, nor what of them a CLEAR_STATE of
 * compute clears.
 *
 * Rings, export memory and tessellation factors lie in configuration registers, which
 * a draw in flight does not latch: they are told after each write as well.
 *
 * Sources: fields are those of AMD's register reference and the kernel's evergreend.h,
 * how large things are comes from what Mesa allocates for them; each file says more.
 *
 * That addresses which a shader computes end where the resource does, and more of the
 * kind, are exceptions to the worst reading: trust.c names them, and a watcher may have
 * any of them left out.
 */
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "footprint.h"

#define GRBM_GFX_INDEX	0x802cu
#define SE_BROADCAST	(1u << 31)
#define REG_FIRST	0x8000u		/* of those that engines have a copy of */
#define REG_END		0xac00u
#define CONTEXT_FIRST	0x28000u
#define CONTEXT_LAST	0x28fffu
#define RESOURCES	0x30000u
#define SLOT_BYTES	32u
#define TYPE_WORD	28u		/* bytes into a slot */
#define COMPUTE_SLOT	816u		/* the first of compute, and how many */
#define COMPUTE_SLOTS	176u
#define N_CONFIG	((REG_END - REG_FIRST) / 4)
#define N_CONTEXT	((CONTEXT_LAST + 1 - CONTEXT_FIRST) / 4)
#define N_REGS		(N_CONFIG + N_CONTEXT)
#define ADDRESS_END	(1ull << 40)

struct part {
	void (*tell)(struct footprint *f);
	struct { uint32_t first, last; } regs[11];
	bool at_once;			/* a draw in flight sees a change */
};

static const struct part parts[] = {
	{ footprint_programs, { { 0x28840, 0x288d8 }, { 0x28b54, 0x28b54 } }, false },
	{ footprint_constants, { { 0x28140, 0x281fc }, { 0x28940, 0x289fc },
				 { 0x28f00, 0x28ffc } }, false },
	{ footprint_rings, { { 0x8c40, 0x8c6c }, { 0x8e10, 0x8e1c } }, true },
	{ footprint_items, { { 0x8c40, 0x8c6c }, { 0x8e10, 0x8e1c }, { 0x28830, 0x28834 },
			     { 0x28900, 0x28934 }, { 0x28b54, 0x28b54 } }, false },
	{ footprint_exports, { { 0x8988, 0x8988 }, { 0x89b0, 0x89b8 }, { 0x9010, 0x9014 },
			       { 0x28358, 0x2835c } }, true },
	{ footprint_strmout, { { 0x28ad0, 0x28b08 }, { 0x28b94, 0x28b98 } }, false },
	{ footprint_color, { { 0x28c60, 0x28eac }, { 0x28808, 0x28808 }, { 0x28c04, 0x28c04 },
			     { 0x28be0, 0x28be0 }, { 0x28b9c, 0x28bc8 }, { 0x28780, 0x28780 },
			     { 0x28000, 0x28000 }, { 0x2881c, 0x2881c }, { 0x28030, 0x28034 },
			     { 0x28200, 0x28208 }, { 0x28234, 0x28244 } }, false },
	{ footprint_depth, { { 0x28000, 0x28014 }, { 0x28040, 0x2805c }, { 0x28abc, 0x28abc },
			     { 0x28c04, 0x28c04 }, { 0x28be0, 0x28be0 }, { 0x28804, 0x28804 },
			     { 0x28030, 0x28034 }, { 0x28200, 0x28208 }, { 0x28234, 0x28234 },
			     { 0x28240, 0x28244 } }, false },
};

#define N_PARTS (ARRAY_SIZE(parts))
#define ALL_PARTS	((1u << N_PARTS) - 1)

enum { DRAWS, COMPUTE, STATES };

struct footprint {
	struct gpu *gpu;
	const struct gpu_watch *watch;
	uint32_t changed[STATES];		/* parts */
	uint64_t slots[FOOTPRINT_SLOTS / 64];	/* resources that changed */
	uint16_t part_of[N_REGS];		/* parts, by register */
	bool apart;				/* registers are in @regs */
	bool two_states;
	unsigned int cleared;			/* CLEARS_* */
	const struct footprint_value *clean;	/* in the state of compute, at first */
	size_t n_clean;
	unsigned int engine, state;		/* whose registers are looked at */
	unsigned int runs_on;			/* engine whose registers draws and dispatches run with */
	uint32_t regs[STATES][FOOTPRINT_ENGINES][N_REGS];
	uint32_t resources[FOOTPRINT_SLOTS * SLOT_BYTES / 4];	/* whichever state's */
};

static uint32_t reg_index(uint32_t offset)
{
	if (offset >= REG_FIRST && offset < REG_END)
		return (offset - REG_FIRST) / 4;
	if (offset >= CONTEXT_FIRST && offset <= CONTEXT_LAST)
		return N_CONFIG + (offset - CONTEXT_FIRST) / 4;
	return N_REGS;
}

static void index_part(struct footprint *f, size_t part)
{
	for (size_t r = 0; r < ARRAY_SIZE(parts[0].regs); r++)
		for (uint32_t reg = parts[part].regs[r].first; reg && reg <= parts[part].regs[r].last;
		     reg += 4)
			f->part_of[reg_index(reg)] |= (uint16_t)(1u << part);
}

/**
 * footprint_new() - for a card that somebody watches
 * @gpu: the card
 *
 * Return: what draws are to be told to, or NULL if nobody asks for them.
 */
struct footprint *footprint_new(struct gpu *gpu)
{
	const struct gpu_watch *watch = gpu_config(gpu)->watch;
	struct footprint *f;

	if (!watch || !watch->touch)
		return NULL;
	f = calloc(1, sizeof(*f));
	if (!f)
		abort();
	f->gpu = gpu;
	f->watch = watch;
	for (size_t i = 0; i < N_PARTS; i++)
		index_part(f, i);
	footprint_all(f);
	return f;
}

void footprint_free(struct footprint *f)
{
	free(f);
}

static void all_changed(struct footprint *f)
{
	f->changed[DRAWS] = ALL_PARTS;
	f->changed[COMPUTE] = ALL_PARTS;
}

static void take_slot(struct footprint *f, uint32_t slot)
{
	f->slots[slot / 64] |= 1ull << slot % 64;
	for (uint32_t i = slot * SLOT_BYTES / 4; i < (slot + 1) * SLOT_BYTES / 4; i++)
		f->resources[i] = gpu_reg_get(f->gpu, RESOURCES + 4 * i);
}

/**
 * footprint_all() - registers have changed in bulk, and for all shader engines
 * @f: the footprint, or NULL
 */
void footprint_all(struct footprint *f)
{
	if (!f)
		return;
	all_changed(f);
	f->apart = false;
	f->engine = 0;
	f->state = DRAWS;
	memset(f->slots, 0, sizeof(f->slots));
	memset(f->resources, 0, sizeof(f->resources));
	for (uint32_t slot = 0; slot < FOOTPRINT_SLOTS; slot++)
		if (gpu_reg_get(f->gpu, RESOURCES + slot * SLOT_BYTES + TYPE_WORD) >> 30 ||
		    !footprint_trusts(f, TRUST_EMPTY_SLOT))
			take_slot(f, slot);
}

static unsigned int engines(const struct footprint *f)
{
	unsigned int n = gpu_config(f->gpu)->chip->shader_engines;

	return n < FOOTPRINT_ENGINES ? n : FOOTPRINT_ENGINES;
}

static void put_all(struct footprint *f, unsigned int state, uint32_t index, uint32_t value)
{
	for (unsigned int se = 0; se < engines(f); se++)
		f->regs[state][se][index] = value;
}

/* From now on, each engine and each state has its own. */
static void set_apart(struct footprint *f)
{
	const uint32_t *values = gpu_reg_values(f->gpu);

	if (f->apart)
		return;
	f->apart = true;
	for (unsigned int state = 0; state < STATES; state++)
		for (unsigned int se = 0; se < engines(f); se++) {
			uint32_t *regs = f->regs[state][se];

			memcpy(regs, values + REG_FIRST / 4, 4ul * N_CONFIG);
			memcpy(regs + N_CONFIG, values + CONTEXT_FIRST / 4, 4ul * N_CONTEXT);
		}
	for (size_t i = 0; i < f->n_clean; i++)
		put_all(f, COMPUTE, reg_index(f->clean[i].offset), f->clean[i].value);
}

/**
 * footprint_states() - how many states there are
 * @f: the footprint, whose registers have just changed in bulk, or NULL
 * @two: one for draws and one for dispatches
 * @clean: if there are two, what that of dispatches holds unlike the other
 * @n: rows in @clean, which stays
 * @cleared: what a CLEAR_STATE of compute clears
 */
void footprint_states(struct footprint *f, bool two, const struct footprint_value *clean,
		      size_t n, unsigned int cleared)
{
	if (!f)
		return;
	f->two_states = two;
	f->cleared = cleared;
	f->clean = clean;
	f->n_clean = two ? n : 0;
	if (two)
		set_apart(f);
}

/**
 * footprint_clear() - a CLEAR_STATE of compute
 * @f: the footprint, or NULL
 * @values: of the context registers
 *
 * Return: false if the caller has to clear the registers, because nobody watches.
 */
bool footprint_clear(struct footprint *f, const uint32_t *values)
{
	if (!f)
		return false;
	set_apart(f);
	all_changed(f);
	for (uint32_t i = N_CONFIG; i < N_REGS; i++) {
		if (f->cleared & CLEARS_COMPUTE)
			put_all(f, COMPUTE, i, values[i - N_CONFIG]);
		if (f->cleared & CLEARS_DRAWS)
			put_all(f, DRAWS, i, values[i - N_CONFIG]);
	}
	return true;
}

static bool reaches(const struct footprint *f, unsigned int state, bool compute, uint32_t index)
{
	return index < N_CONFIG || !f->two_states || (state == COMPUTE) == compute;
}

static void write_apart(struct footprint *f, bool compute, uint32_t index, uint32_t value)
{
	uint32_t select = gpu_reg_get(f->gpu, GRBM_GFX_INDEX);

	/* The register file has no state of compute on some chips. */
	if (!f->apart && select & SE_BROADCAST && !compute)
		return;
	set_apart(f);
	for (unsigned int state = 0; state < STATES; state++)
		for (unsigned int se = 0; se < engines(f); se++)
			if (reaches(f, state, compute, index) &&
			    (select & SE_BROADCAST || (select >> 16 & 0xff) == se))
				f->regs[state][se][index] = value;
}

static void tell_parts(struct footprint *f, uint32_t which)
{
	for (f->engine = 0; f->engine < (f->apart ? engines(f) : 1); f->engine++)
		for (size_t i = 0; i < N_PARTS; i++)
			if (which >> i & 1)
				parts[i].tell(f);
	f->engine = 0;
}

/**
 * footprint_reg() - a packet is about to write a register
 * @f: the footprint, or NULL
 * @compute: the packet has the bit of compute
 * @offset: the register
 * @value: what it will hold
 */
void footprint_reg(struct footprint *f, bool compute, uint32_t offset, uint32_t value)
{
	uint32_t slot = (offset - RESOURCES) / SLOT_BYTES, index = reg_index(offset);

	if (f && offset >= RESOURCES && slot < FOOTPRINT_SLOTS) {
		f->slots[slot / 64] |= 1ull << slot % 64;
		f->resources[(offset - RESOURCES) / 4] = value;
	}
	if (!f || index == N_REGS)
		return;
	write_apart(f, compute, index, value);
	f->changed[DRAWS] |= f->part_of[index];
	f->changed[COMPUTE] |= f->part_of[index];
}

/**
 * footprint_written() - a packet has written its registers
 * @f: the footprint, or NULL
 */
void footprint_written(struct footprint *f)
{
	for (size_t i = 0; f && f->changed[DRAWS] && i < N_PARTS; i++)
		if (parts[i].at_once && f->changed[DRAWS] >> i & 1)
			tell_parts(f, 1u << i);
}

static void tell_resources(struct footprint *f)
{
	for (unsigned int i = 0; i < FOOTPRINT_SLOTS / 64; i++)
		for (; f->slots[i]; f->slots[i] &= f->slots[i] - 1)
			footprint_resource(f, i * 64 + (unsigned int)__builtin_ctzll(f->slots[i]));
}

static void tell(struct footprint *f, unsigned int state)
{
	if (!f)
		return;
	f->state = state;
	tell_parts(f, f->changed[state]);
	f->changed[state] = 0;
	f->state = DRAWS;
	tell_resources(f);
}

/* Of what runs, all is told: what it touches is compared with that. */
static void all_of(struct footprint *f, unsigned int state)
{
	if (!f || !gpu_config(f->gpu)->shaders)
		return;
	f->changed[state] = ALL_PARTS;
	for (uint32_t slot = 0; slot < FOOTPRINT_SLOTS; slot++)
		if ((slot - COMPUTE_SLOT < COMPUTE_SLOTS) == (state == COMPUTE) &&
		    footprint_get(f, RESOURCES + slot * SLOT_BYTES + TYPE_WORD) >> 30)
			f->slots[slot / 64] |= 1ull << slot % 64;
}

/**
 * footprint_draw() - a draw begins
 * @f: the footprint, or NULL
 */
void footprint_draw(struct footprint *f)
{
	all_of(f, DRAWS);
	tell(f, DRAWS);
}

/**
 * footprint_dispatch() - a dispatch begins
 * @f: the footprint, or NULL
 */
void footprint_dispatch(struct footprint *f)
{
	all_of(f, COMPUTE);
	tell(f, COMPUTE);
}

/**
 * footprint_run_on() - draws and dispatches run with the registers of one shader engine
 * @f: the footprint, or NULL
 * @engine: which one
 */
void footprint_run_on(struct footprint *f, unsigned int engine)
{
	if (f)
		f->runs_on = engine % engines(f);
}

/**
 * footprint_run_reg() - what a draw or a dispatch that runs finds in a register
 * @f: the footprint, which has the registers of engines and states that are apart
 * @compute: a dispatch
 * @offset: the register
 *
 * Those that have no part in it may have been written by packets of their own.
 */
uint32_t footprint_run_reg(struct footprint *f, bool compute, uint32_t offset)
{
	uint32_t index = reg_index(offset), value;

	if (index < N_CONFIG && !f->part_of[index])
		return gpu_reg_get(f->gpu, offset);
	f->state = compute ? COMPUTE : DRAWS;
	f->engine = f->runs_on;
	value = footprint_get(f, offset);
	f->state = DRAWS;
	f->engine = 0;
	return value;
}

/* ---- for the parts ---- */

/**
 * footprint_get() - a register of the shader engine in question
 * @f: the footprint
 * @offset: the register
 */
uint32_t footprint_get(struct footprint *f, uint32_t offset)
{
	uint32_t index = reg_index(offset);

	if (offset - RESOURCES < sizeof(f->resources))
		return f->resources[(offset - RESOURCES) / 4];
	if (f->apart && index < N_REGS)
		return f->regs[f->state][f->engine][index];
	return gpu_reg_get(f->gpu, offset);
}

/* A dispatch has the LS stage, resources, and targets. */
bool footprint_is_dispatch(const struct footprint *f)
{
	return f->state == COMPUTE && footprint_trusts(f, TRUST_DISPATCH);
}

struct gpu *footprint_gpu(struct footprint *f)
{
	return f->gpu;
}

/**
 * footprint_touch() - a range that may be touched
 * @f: the footprint, or NULL
 * @what: for those who read about it
 * @addr: first byte
 * @bytes: how many; 0 touches nothing
 * @write: it may be written, too
 *
 * Return: whether somebody was told.
 */
bool footprint_touch(struct footprint *f, const char *what, uint64_t addr, uint64_t bytes,
		     bool write)
{
	if (f && bytes)
		f->watch->touch(f->watch->opaque, what, addr, bytes, write);
	return f;
}

void footprint_range(struct footprint *f, const char *what, uint64_t addr, uint64_t bytes,
		     unsigned int access)
{
	footprint_touch(f, what, addr, bytes, access & WRITES);
}

/**
 * footprint_trusts() - is the chip trusted to keep a limit?
 * @f: the footprint, or NULL
 * @trust: which limit
 */
bool footprint_trusts(const struct footprint *f, enum gpu_trust trust)
{
	return !f || !(f->watch->distrusted >> trust & 1);
}

/* Registers give it a beginning and no end. */
void footprint_unbounded(struct footprint *f, const char *what, uint64_t addr, unsigned int access)
{
	footprint_range(f, what, addr, ADDRESS_END, access);
}

/* A size in a register is its end; or, with 0, says that it is not there. */
void footprint_kept(struct footprint *f, enum gpu_trust trust, const char *what, uint64_t addr,
		    uint64_t bytes, unsigned int access)
{
	if (footprint_trusts(f, bytes ? trust : TRUST_SIZE_0))
		footprint_range(f, what, addr, bytes, access);
	else
		footprint_unbounded(f, what, addr, access);
}

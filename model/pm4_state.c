// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: packets that set state
 *
 * SET_* and LOAD_* packets each reach one register space, a row of the table
 * below; a dword outside of the space is a violation and is not written. With
 * shadowing on (CONTEXT_CONTROL), SET_* also writes the value to the memory that
 * the LOAD_* of the same space has named.
 *
 * Between the markers of PREAMBLE_CNTL that begin and end the clear state,
 * SET_CONTEXT_REG goes to a second copy of the context registers. CLEAR_STATE
 * loads the registers from it; the clearing registers (context_regs.c) can be part of it,
 * and null constants then. The eight hardware
 * contexts are one here: a client cannot read them.
 *
 * On Cayman, compute shaders have states of their own, one for each ring here: what packets
 * with their shader type set goes there, and dispatches read it from there. Configuration
 * registers are no state. Before Cayman, that holds for the context registers that have been set
 * so; of the others a dispatch finds what draws have. The first part is from Mesa, which sets targets
 * of dispatches among the state of draws, and whose tests of images in compute shaders pass on a
 * Turks: the draw that reads such an image back would otherwise go to the image. The second is a
 * guess.
 *
 * On rings 1 and 2 a compute state has to be allocated before anything is dispatched
 * and is held until it is freed; they say so by CLEAR_STATE and DEALLOC_STATE with the
 * shader type of compute (AMD, 9.4.1 and 9.4.2). That a ring can hold only one is a
 * guess. Ring 0 is not held to it: Mesa dispatches there first and frees and
 * allocates afterwards.
 *
 * Sources: the bounds of the spaces are the kernel's checker's, the rest is AMD's
 * acceleration guide.
 */
#include <string.h>

#include "array.h"
#include "cp.h"
#include "footprint.h"

#define ENABLE		(1u << 31)
#define CONTROL_BITS	(ENABLE | 0x1fff)

#define GFX_ONLY	0xff	/* enable bit: none for compute */

struct space {
	uint8_t set, load;		/* opcodes */
	uint32_t base, end;		/* byte offsets */
	uint8_t enable, compute_enable;	/* bits of CONTEXT_CONTROL */
	enum gpu_source source;
};

static const struct space spaces[] = {
	{ 0x68, 0x60, CONFIG_BASE, 0xac00, 0, GFX_ONLY, SRC_KERNEL },
	{ 0x69, 0x61, CONTEXT_BASE, CONTEXT_END, 1, 8, SRC_KERNEL },
	{ 0x6b, 0x63, 0x3a500, 0x3a518, 3, 9, SRC_KERNEL },
	{ 0x6c, 0x64, 0x3a200, 0x3a500, 4, 10, SRC_KERNEL },
	{ 0x6d, 0x65, 0x30000, 0x38000, 5, 11, SRC_KERNEL },
	{ 0x6e, 0x66, 0x3c000, 0x3c600, 6, 12, SRC_KERNEL },
	{ 0x6f, 0x67, 0x3cff0, 0x3ff0c, 7, GFX_ONLY, SRC_KERNEL },
};

#define N_SPACES (ARRAY_SIZE(spaces))

/* The row of a SET or LOAD packet; pm4.c sends no others here. */
static const struct space *space_of(const struct pm4 *p)
{
	uint32_t opcode = p->header >> 8 & 0xff;
	size_t i;

	for (i = 0; i < N_SPACES - 1; i++)
		if (spaces[i].set == opcode || spaces[i].load == opcode)
			break;
	return &spaces[i];
}

static uint64_t *base_of(struct pm4 *p, const struct space *space)
{
	return &p->cp->me.space_base[space - spaces];
}

static bool enabled(const struct pm4 *p, const struct space *space, uint32_t mask)
{
	uint8_t bit = p->header & 2 ? space->compute_enable : space->enable;

	return bit != GFX_ONLY && mask >> bit & 1;
}

/* Whoever watches is told of a register outside, which is not written. */
static bool in_space(struct pm4 *p, const struct space *space, uint32_t offset, uint32_t n)
{
	uint64_t first = space->base + 4ull * offset;

	if (first + 4ull * n <= space->end)
		return true;
	cp_reg_named(p, (uint32_t)first + 4 * n - 4, 0);
	pm4_complain(p, "%u dwords from 0x%llx leave 0x%x..0x%x", n, (unsigned long long)first,
		     space->base, space->end);
	return false;
}

static uint32_t *state_reg(const struct cp_ring *ring, uint32_t offset)
{
	return &ring->cp->compute_state[ring->index][(offset - CONTEXT_BASE) / 4];
}

/**
 * cp_compute_reg() - what a dispatch finds in a register
 * @ring: the ring that it is on
 * @offset: the register, in bytes
 *
 * A footprint knows more than one answer to what states there are: its one counts.
 */
uint32_t cp_compute_reg(const struct cp_ring *ring, uint32_t offset)
{
	struct gpu *gpu = ring->cp->gpu;

	if (ring->cp->footprint && offset < FOOTPRINT_END)
		return footprint_run_reg(ring->cp->footprint, true, offset);
	if (offset < CONTEXT_BASE)
		return gpu_reg_get(gpu, offset);
	if (gpu_config(gpu)->chip->cayman)
		return *state_reg(ring, offset);
	if (offset >= CONTEXT_END || !ring->cp->compute_has[(offset - CONTEXT_BASE) / 4])
		return gpu_reg_get(gpu, offset);
	return *state_reg(ring, offset);
}

/**
 * cp_draw_reg() - what a draw finds in a register
 * @cp: the command processor
 * @offset: the register, in bytes
 *
 * A watcher may put another value in its place.
 */
uint32_t cp_draw_reg(struct cp *cp, uint32_t offset)
{
	const struct gpu_watch *watch = gpu_config(cp->gpu)->watch;
	uint32_t value = cp->footprint && offset < FOOTPRINT_END ?
			 footprint_run_reg(cp->footprint, false, offset) : gpu_reg_get(cp->gpu, offset);

	return watch && watch->draw_reg ? watch->draw_reg(watch->opaque, offset, value) : value;
}

static bool to_compute_state(const struct pm4 *p)
{
	return p->header & 2 && gpu_config(p->gpu)->chip->cayman;
}

/* False: it is a register of draws, too. */
static bool set_compute_reg(struct pm4 *p, uint32_t offset, uint32_t value)
{
	bool cayman = gpu_config(p->gpu)->chip->cayman;

	if (!(p->header & 2) || offset < CONTEXT_BASE || !strcmp(gpu_reg_name(p->gpu, offset), "?"))
		return false;
	if (!cayman && (offset >= CONTEXT_END || p->cp->me.in_clear_state))
		return false;
	*state_reg(p->ring, offset) = value;
	if (!cayman) {
		p->cp->compute_has[(offset - CONTEXT_BASE) / 4] = true;
		inherit_set(p, offset);
	}
	return true;
}

/* Clear state under construction takes context registers only. */
static void write_reg(struct pm4 *p, uint32_t offset, uint32_t value)
{
	struct cp_me *me = &p->cp->me;

	cp_reg_named(p, offset, value);
	if (set_compute_reg(p, offset, value))
		return;
	if (me->in_clear_state && offset - CP_NULL_BASE < 4 * CP_NULLS) {
		me->nulls[(offset - CP_NULL_BASE) / 4] = true;
		return;
	}
	if (!me->in_clear_state || offset < CONTEXT_BASE || offset >= CONTEXT_END) {
		gpu_reg_write(p->gpu, offset, value);
		inherit_set(p, offset);
		return;
	}
	if (!strcmp(gpu_reg_name(p->gpu, offset), "?"))
		pm4_complain(p, "unknown register 0x%05x in the clear state", offset);
	me->clear_state[(offset - CONTEXT_BASE) / 4] = value;
	me->clear_state_has[(offset - CONTEXT_BASE) / 4] = true;
}

enum pm4_result pm4_set(struct pm4 *p)
{
	const struct space *space = space_of(p);
	uint32_t offset = p->body[0] & 0xffff, n = p->n - 1;

	if (pm4_reserved(p, 0, 0xffff) || !in_space(p, space, offset, n))
		return PM4_DONE;
	for (uint32_t i = 0; i < n; i++)
		write_reg(p, space->base + 4 * (offset + i), p->body[1 + i]);
	footprint_written(p->cp->footprint);
	if (n && enabled(p, space, p->cp->me.shadow_enable))
		cp_mem_write(p, *base_of(p, space) + 4ull * offset, p->body + 1,
			     (size_t)4 * n);
	return PM4_DONE;
}

static void load_range(struct pm4 *p, const struct space *space, uint32_t offset, uint32_t n)
{
	uint32_t value;

	if (!in_space(p, space, offset, n))
		return;
	for (uint32_t i = 0; i < n; i++) {
		cp_mem_read(p, *base_of(p, space) + 4ull * (offset + i), &value, 4);
		write_reg(p, space->base + 4 * (offset + i), value);
	}
}

/* Names the shadow memory always; loads from it when CONTEXT_CONTROL lets it. */
enum pm4_result pm4_load(struct pm4 *p)
{
	const struct space *space = space_of(p);
	uint32_t wait = space->base == CONFIG_BASE ? ENABLE : 0;
	uint32_t left = (space->end - space->base) / 4;

	if (pm4_reserved(p, 0, ~3u) || pm4_reserved(p, 1, 0xff | wait))
		return PM4_DONE;
	*base_of(p, space) = pm4_address(p, 0, ~3u);
	for (uint32_t dw = 2; dw < p->n; dw += 2) {
		if (pm4_reserved(p, dw, 0xffff) || pm4_reserved(p, dw + 1, 0x3fff))
			return PM4_DONE;
		/* That may be thousands of times all that there are, in which nobody is answered. */
		if (p->body[dw + 1] > left) {
			pm4_complain(p, "more registers than there are");
			return PM4_DONE;
		}
		left -= p->body[dw + 1];
		if (enabled(p, space, p->cp->me.load_enable))
			load_range(p, space, p->body[dw], p->body[dw + 1]);
	}
	return PM4_DONE;
}

/* Address bits 39:17 in the upper bits; the eight constant buffers it feeds are for shaders. */
enum pm4_result pm4_load_alu_const(struct pm4 *p)
{
	if (!pm4_reserved(p, 0, 0xfffffe01))
		p->cp->me.alu_const_base = (uint64_t)(p->body[0] & 0xfffffe00) << 8;
	return PM4_DONE;
}

enum pm4_result pm4_context_control(struct pm4 *p)
{
	struct cp_me *me = &p->cp->me;

	if (pm4_reserved(p, 0, CONTROL_BITS) || pm4_reserved(p, 1, CONTROL_BITS))
		return PM4_DONE;
	if (p->body[0] & ENABLE)
		me->load_enable = p->body[0];
	if (p->body[1] & ENABLE)
		me->shadow_enable = p->body[1];
	return PM4_DONE;
}

enum pm4_result pm4_mode_control(struct pm4 *p)
{
	if (p->body[0] != 1)
		pm4_complain(p, "command %u is reserved", p->body[0]);
	return PM4_DONE;
}

enum pm4_result pm4_me_initialize(struct pm4 *p)
{
	struct cp_me *me = &p->cp->me;
	uint32_t max_context = p->body[2] & 7;

	if (p->ring->index) {
		pm4_complain(p, "belongs on ring 0");
		return PM4_DONE;
	}
	if (pm4_reserved(p, 0, 1) || pm4_reserved(p, 1, 0) || pm4_reserved(p, 2, 7) ||
	    pm4_reserved(p, 3, 0x00ff0003) || pm4_reserved(p, 4, 0xfffffff3) ||
	    pm4_reserved(p, 5, 0xbfffffff))
		return PM4_DONE;
	if (!max_context)
		pm4_complain(p, "context 0 is the clear state's, 1 to 7 are valid");
	if (p->body[3] & 3 || p->body[5])
		pm4_complain(p, "swapped headers and the header dump are not modelled");
	*me = (struct cp_me){
		.initialized = true, .fresh = true, .device_id = p->body[3] >> 16 & 0xff,
		.index_max = UINT32_MAX,
	};
	return PM4_DONE;
}

static void begin_clear_state(struct pm4 *p)
{
	struct cp_me *me = &p->cp->me;

	if (!me->fresh)
		pm4_complain(p, "the clear state comes right after ME_INITIALIZE");
	memset(me->clear_state, 0, sizeof(me->clear_state));
	memset(me->clear_state_has, 0, sizeof(me->clear_state_has));
	memset(me->nulls, 0, sizeof(me->nulls));
	me->in_clear_state = true;
}

static void mark(struct pm4 *p, bool *inside, bool begin)
{
	if (*inside == begin)
		pm4_complain(p, begin ? "begins what has begun" : "ends what has not begun");
	*inside = begin;
}

enum pm4_result pm4_preamble_cntl(struct pm4 *p)
{
	struct cp_me *me = &p->cp->me;
	uint32_t command = p->body[0] >> 28;

	if (pm4_reserved(p, 0, 0x300fffff))
		return PM4_DONE;
	if (command < 2) {
		mark(p, &me->in_preamble, command == 0);
		return PM4_DONE;
	}
	mark(p, &me->in_clear_state, command == 2);
	if (command == 2)
		begin_clear_state(p);
	else
		me->clear_state_done = true;
	return PM4_DONE;
}

static void allocate_compute_state(struct pm4 *p)
{
	if (p->ring->index && p->ring->compute_state) {
		gpu_guess(p->gpu, "CP: a ring holds one compute state");
		pm4_complain(p, "this ring holds a compute state already");
	}
	p->ring->compute_state = true;
	inherit_compute_state(p->ring);
}

enum pm4_result pm4_clear_state(struct pm4 *p)
{
	struct cp_me *me = &p->cp->me;

	if (!me->clear_state_done || me->in_clear_state) {
		pm4_complain(p, "no clear state was set up");
		return PM4_DONE;
	}
	if (p->header & 2)
		allocate_compute_state(p);
	if (p->header & 2 && footprint_clear(p->cp->footprint, me->clear_state))
		return PM4_DONE;
	if (to_compute_state(p)) {
		memcpy(state_reg(p->ring, CONTEXT_BASE), me->clear_state, sizeof(me->clear_state));
		return PM4_DONE;
	}
	for (uint32_t i = 0; i < CONTEXT_REGS; i++) {
		gpu_reg_set(p->gpu, CONTEXT_BASE + 4 * i, me->clear_state[i]);
		inherit_set(p, CONTEXT_BASE + 4 * i);
	}
	for (unsigned int i = 0; i < CP_NULLS; i++)
		if (me->nulls[i])
			context_null_constants(p->gpu, i);
	footprint_all(p->cp->footprint);
	return PM4_DONE;
}

/* The driver has to see to it that no compute shader runs any more (AMD, 9.4.2). */
enum pm4_result pm4_dealloc_state(struct pm4 *p)
{
	struct cp_ring *ring = p->ring;

	if (!(p->header & 2))
		pm4_complain(p, "is for compute, the header says graphics");
	else if (ring->index && !ring->compute_state)
		pm4_complain(p, "this ring holds no compute state");
	else if (ring->dispatched)
		pm4_complain(p, "shaders may run: no CS_PARTIAL_FLUSH since the last dispatch");
	ring->compute_state = false;
	ring->dispatched = false;
	return PM4_DONE;
}

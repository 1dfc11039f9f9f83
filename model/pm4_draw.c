// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: draws and dispatches
 *
 * Each is decoded as far as the CP and the VGT's index fetch go: registers take
 * the values of the packet, index buffers and indirect arguments are read, and a
 * counter grows. With --shaders draws and dispatches also run (draw_run.c, dispatch_run.c), and
 * the packet is done when they have ended. Without, the pipe is empty again at once.
 *
 * Sources: AMD's acceleration guide, register numbers from the kernel's and
 * Mesa's headers.
 */
#include "array.h"
#include "cp.h"
#include "dispatch_run.h"
#include "draw/vgt.h"
#include "draw_run.h"
#include "footprint.h"

#define VGT_PRIMITIVE_TYPE	0x8958
#define VGT_INDEX_TYPE		0x895c
#define VGT_NUM_INDICES		0x8970
#define VGT_NUM_INSTANCES	0x8974
#define VGT_DMA_BASE_HI		0x287e4
#define VGT_DMA_BASE		0x287e8
#define VGT_DRAW_INITIATOR	0x287f0
#define VGT_DMA_SIZE		0x28a74
#define VGT_DMA_MAX_SIZE	0x28a78
#define VGT_DISPATCH_INITIATOR	0x28b74
#define SQ_VTX_BASE_VTX_LOC	0x3cff0
#define SQ_VTX_START_INST_LOC	0x3cff4

#define VGT_OPAQUE_OFFSET	0x28b28		/* VGT_STRMOUT_DRAW_OPAQUE_* */
#define VGT_OPAQUE_FILLED	0x28b2c
#define VGT_OPAQUE_STRIDE	0x28b30
#define USE_OPAQUE		(1u << 6)	/* of VGT_DRAW_INITIATOR */
#define RECTANGLE_LIST		0x11		/* of VGT_PRIMITIVE_TYPE */

/* VGT_DRAW_INITIATOR.SOURCE_SELECT */
enum { SOURCE_DMA, SOURCE_IMMEDIATE, SOURCE_AUTO, SOURCE_RESERVED };

/* What a draw packet amounts to, whatever its form. */
struct draw {
	uint64_t base;
	uint32_t max, count, first, initiator;
	uint32_t immediate;		/* dwords of indices in the packet */
	bool firsts;			/* of three, each of these */
	unsigned int source;
};

static unsigned int index_bytes(struct gpu *gpu)
{
	return gpu_reg_get(gpu, VGT_INDEX_TYPE) & 1 ? 4 : 2;
}

/* The pages that the VGT would fetch from must be there, if no draw runs that fetches. */
static void fetch_indices(struct pm4 *p, const struct draw *draw)
{
	uint64_t addr = draw->base + (uint64_t)draw->first * index_bytes(p->gpu);
	bool ends = footprint_trusts(p->cp->footprint, TRUST_INDICES);
	uint64_t left = (uint64_t)(draw->count < draw->max || !ends ? draw->count : draw->max) *
			index_bytes(p->gpu);
	uint64_t end = addr + left;
	uint8_t byte;

	if (footprint_touch(p->cp->footprint, "indices", addr, left, false) || gpu_config(p->gpu)->shaders)
		return;
	for (; addr < end; addr = (addr | 4095) + 1, p->cp->spent++)
		if (!gpu_mc_read(p->gpu, CLIENT_GFX, p->vmid, addr, &byte, sizeof(byte)))
			return;
}

static void set_dma_registers(struct gpu *gpu, const struct draw *draw)
{
	uint64_t addr = draw->base + (uint64_t)draw->first * index_bytes(gpu);

	gpu_reg_set(gpu, VGT_DMA_BASE, (uint32_t)addr);
	gpu_reg_set(gpu, VGT_DMA_BASE_HI, (uint32_t)(addr >> 32));
	gpu_reg_set(gpu, VGT_DMA_SIZE, draw->count);
	gpu_reg_set(gpu, VGT_DMA_MAX_SIZE, draw->max);
}

static enum pm4_result continue_draw(struct cp_ring *ring)
{
	if (draw_run_continue(ring->draw))
		return PM4_MORE;
	draw_run_end(ring->draw);
	ring->draw = NULL;
	cp_shaders_changed(ring->cp);
	return PM4_DONE;
}

static enum pm4_result continue_dispatch(struct cp_ring *ring)
{
	if (dispatch_run_continue(ring->dispatch))
		return dispatch_run_spins(ring->dispatch) ? PM4_SPINS : PM4_MORE;
	dispatch_run_end(ring->dispatch);
	ring->dispatch = NULL;
	cp_shaders_changed(ring->cp);
	return PM4_DONE;
}

/**
 * pm4_continue() - a slice of the draw or dispatch that a ring has under way
 * @ring: the ring
 *
 * Its packet was taken as a whole when it began: neither memory nor the predicate is asked again.
 *
 * Return: done, or to be asked again.
 */
enum pm4_result pm4_continue(struct cp_ring *ring)
{
	struct gpu *gpu = ring->cp->gpu;
	enum pm4_result result;

	gpu_violations_of(gpu, ring->draw ? "draw" : "dispatch", ring->index, ring->number);
	result = ring->draw ? continue_draw(ring) : continue_dispatch(ring);
	gpu_violations_of(gpu, NULL, 0, 0);
	return result;
}

/* Its programs may have been looked at for long before: that was enough for this step. */
static enum pm4_result refused(struct pm4 *p)
{
	p->cp->spent = BUDGET_PAGES;
	return PM4_DONE;
}

/* Units that hang start no wave. */
static enum pm4_result start_draw(struct pm4 *p, const struct draw *draw)
{
	const struct vgt_source source = {
		.from = (enum vgt_from)draw->source,
		.base = draw->base + (uint64_t)draw->first * index_bytes(p->gpu),
		.count = draw->count, .max = draw->source == SOURCE_IMMEDIATE ? draw->immediate : draw->max,
		.words = p->body + 2, .firsts = draw->firsts, .instances = gpu_reg_get(p->gpu, VGT_NUM_INSTANCES),
	};

	if (p->cp->gfx_hangs)
		return PM4_DONE;
	p->ring->draw = draw_run_begin(p, &source);
	if (!p->ring->draw)
		return refused(p);
	cp_shaders_changed(p->cp);
	return PM4_MORE;
}

static enum pm4_result carry_out(struct pm4 *p, const struct draw *draw)
{
	inherit_check(p, false);
	gpu_reg_set(p->gpu, VGT_NUM_INDICES, draw->count);
	gpu_reg_write(p->gpu, VGT_DRAW_INITIATOR, draw->initiator);
	if (draw->source == SOURCE_DMA) {
		set_dma_registers(p->gpu, draw);
		fetch_indices(p, draw);
	}
	footprint_draw(p->cp->footprint);
	cp_bottom_hang(p);
	gpu_trace(p->gpu, "cp%u   draw %llu: %u indices%s", p->ring->index, (unsigned long long)p->cp->draws,
		  draw->count, gpu_config(p->gpu)->shaders ? "" : "; no shader runs");
	return gpu_config(p->gpu)->shaders ? start_draw(p, draw) : PM4_DONE;
}

static enum pm4_result finish_draw(struct pm4 *p, const struct draw *draw)
{
	enum pm4_result result;

	if ((draw->initiator & 3) != draw->source) {
		pm4_complain(p, "source select %u in the initiator", draw->initiator & 3);
		return PM4_DONE;
	}
	p->ring->number = ++p->cp->draws;
	gpu_violations_of(p->gpu, "draw", p->ring->index, p->ring->number);
	result = carry_out(p, draw);
	gpu_violations_of(p->gpu, NULL, 0, 0);
	return result;
}

static bool word_aligned(struct pm4 *p, uint64_t addr)
{
	if (addr % 2 == 0)
		return true;
	pm4_complain(p, "odd index address");
	return false;
}

/*
 * AMD's guide, 9.3: what does not say how many indices there are at most leaves VGT_DMA_MAX_SIZE as
 * it is. After a reset there is no limit: a guess, for the kernel's driver sets none.
 */
static uint32_t set_limit(struct pm4 *p, uint32_t indices)
{
	inherit_limit(p);
	p->cp->me.index_max = indices;
	return indices;
}

static uint32_t find_limit(struct pm4 *p)
{
	inherit_limited(p);
	return p->cp->me.index_max;
}

static bool take_index(struct pm4 *p, struct draw *draw)
{
	draw->base = pm4_address(p, 0, ~0u);
	draw->count = p->body[2];
	draw->max = find_limit(p);
	draw->initiator = p->body[3];
	return !pm4_reserved(p, 1, 0xff) && word_aligned(p, draw->base);
}

static bool take_index_2(struct pm4 *p, struct draw *draw)
{
	draw->max = set_limit(p, p->body[0]);
	draw->base = pm4_address(p, 1, ~0u);
	draw->count = p->body[3];
	draw->initiator = p->body[4];
	return !pm4_reserved(p, 2, 0xff) && word_aligned(p, draw->base);
}

/* As many vertices as stream out has written, from dwords. */
static uint32_t opaque_count(struct pm4 *p)
{
	uint32_t filled = gpu_reg_get(p->gpu, VGT_OPAQUE_FILLED), offset = gpu_reg_get(p->gpu, VGT_OPAQUE_OFFSET);
	uint32_t stride = gpu_reg_get(p->gpu, VGT_OPAQUE_STRIDE);

	if (!stride && gpu_config(p->gpu)->shaders)
		pm4_complain(p, "vertices of no dword are drawn as many as there are");
	return stride && filled > offset ? (filled - offset) / stride : 0;
}

static bool take_auto(struct pm4 *p, struct draw *draw)
{
	draw->count = p->body[1] & USE_OPAQUE ? opaque_count(p) : p->body[0];
	draw->initiator = p->body[1];
	draw->source = SOURCE_AUTO;
	return true;
}

static bool take_immediate(struct pm4 *p, struct draw *draw)
{
	uint64_t dwords;

	draw->count = p->body[0];
	draw->initiator = p->body[1];
	draw->source = SOURCE_IMMEDIATE;
	draw->immediate = p->n - 2;
	dwords = ((uint64_t)draw->count * index_bytes(p->gpu) + 3) / 4;
	if (dwords == draw->immediate)
		return true;
	pm4_complain(p, "%u indices in %u dwords", draw->count, draw->immediate);
	return false;
}

static bool take_offset(struct pm4 *p, struct draw *draw)
{
	draw->base = p->cp->me.index_base;
	draw->max = find_limit(p);
	draw->first = p->body[0];
	draw->count = p->body[1];
	draw->initiator = p->body[2];
	return true;
}

static bool take_offset_2(struct pm4 *p, struct draw *draw)
{
	draw->base = p->cp->me.index_base;
	draw->max = set_limit(p, p->body[0]);
	draw->first = p->body[1];
	draw->count = p->body[2];
	draw->initiator = p->body[3];
	return true;
}

/*
 * AMD's guide, 9.3.11: each dword is the first index of a rectangle, whose two others follow it, and the
 * count is of all of them. They are of 32 bits, and primitives should be rectangles.
 */
static bool take_mpeg(struct pm4 *p, struct draw *draw)
{
	uint32_t type = gpu_reg_get(p->gpu, VGT_PRIMITIVE_TYPE);

	draw->count = p->body[0];
	draw->initiator = p->body[1];
	draw->source = SOURCE_IMMEDIATE;
	draw->immediate = p->n - 2;
	draw->firsts = true;
	if (draw->count > 0x3fff || draw->immediate * 3 != draw->count) {
		pm4_complain(p, "%u indices in %u dwords", draw->count, draw->immediate);
		return false;
	}
	if (index_bytes(p->gpu) != 4) {
		pm4_complain(p, "indices of 16 bits");
		return false;
	}
	if (type != RECTANGLE_LIST)
		pm4_complain(p, "primitives of type %u", type);
	return true;
}

static bool indirect_arguments(struct pm4 *p, uint32_t *args, unsigned int n)
{
	if (p->body[0] & 3) {
		pm4_complain(p, "offset 0x%x", p->body[0]);
		return false;
	}
	cp_mem_read(p, p->cp->me.indirect_base + p->body[0], args, (size_t)4 * n);
	return true;
}

/* What fetches add to indices. */
static void set_first(struct gpu *gpu, uint32_t vertex, uint32_t instance)
{
	gpu_reg_set(gpu, SQ_VTX_BASE_VTX_LOC, vertex);
	gpu_reg_set(gpu, SQ_VTX_START_INST_LOC, instance);
}

/* {count, instances, first vertex, first instance} */
static bool take_indirect(struct pm4 *p, struct draw *draw)
{
	uint32_t args[4];

	if (!indirect_arguments(p, args, 4))
		return false;
	draw->count = args[0];
	draw->initiator = p->body[1];
	draw->source = SOURCE_AUTO;
	gpu_reg_set(p->gpu, VGT_NUM_INSTANCES, args[1]);
	set_first(p->gpu, args[2], args[3]);
	return true;
}

/* {count, instances, first index, first vertex, first instance} */
static bool take_index_indirect(struct pm4 *p, struct draw *draw)
{
	uint32_t args[5];

	if (!indirect_arguments(p, args, 5))
		return false;
	draw->base = p->cp->me.index_base;
	draw->max = find_limit(p);
	draw->count = args[0];
	draw->first = args[2];
	gpu_guess(p->gpu, "CP: INDEX_BUFFER_SIZE counts from INDEX_BASE, not from the first index");
	if (footprint_trusts(p->cp->footprint, TRUST_FIRST_INDEX))
		draw->max = draw->max > draw->first ? draw->max - draw->first : 0;
	draw->initiator = p->body[1];
	gpu_reg_set(p->gpu, VGT_NUM_INSTANCES, args[1]);
	set_first(p->gpu, args[3], args[4]);
	return true;
}

static const struct {
	uint8_t opcode;
	bool (*take)(struct pm4 *p, struct draw *draw);
	enum gpu_source source;
} forms[] = {
	{ 0x24, take_indirect, SRC_KERNEL },
	{ 0x25, take_index_indirect, SRC_KERNEL },
	{ 0x27, take_index_2, SRC_AMD_DOC },
	{ 0x29, take_offset, SRC_AMD_DOC },
	{ 0x2b, take_index, SRC_AMD_DOC },
	{ 0x2d, take_auto, SRC_AMD_DOC },
	{ 0x2e, take_immediate, SRC_AMD_DOC },
	{ 0x35, take_offset_2, SRC_AMD_DOC },
	{ 0x3a, take_mpeg, SRC_AMD_DOC },
};

enum pm4_result pm4_draw(struct pm4 *p)
{
	uint32_t opcode = p->header >> 8 & 0xff;
	struct draw draw = { .source = SOURCE_DMA };

	if (p->ring->index) {
		pm4_complain(p, "only ring 0 draws");
		return PM4_DONE;
	}
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].opcode == opcode && forms[i].take(p, &draw))
			return finish_draw(p, &draw);
	return PM4_DONE;
}

/* Units that hang start no wave. */
static enum pm4_result start_dispatch(struct pm4 *p, const uint32_t dim[3])
{
	if (!gpu_config(p->gpu)->shaders || p->cp->gfx_hangs)
		return PM4_DONE;
	gpu_violations_of(p->gpu, "dispatch", p->ring->index, p->ring->number);
	p->ring->dispatch = dispatch_run_begin(p, dim);
	gpu_violations_of(p->gpu, NULL, 0, 0);
	if (!p->ring->dispatch)
		return refused(p);
	cp_shaders_changed(p->cp);
	return PM4_MORE;
}

/*
 * The arguments of the indirect form lie behind the base of SET_BASE, like those of
 * draws: AMD's guide calls what the packet holds an offset, and Mesa uses the next
 * generation so. The kernel adds the address of a buffer to it, and no base.
 */
enum pm4_result pm4_dispatch(struct pm4 *p)
{
	bool indirect = (p->header >> 8 & 0xff) == 0x16;
	uint32_t dim[3], initiator = p->body[indirect ? 1 : 3];

	if (!(p->header & 2)) {
		pm4_complain(p, "is for compute, the header says graphics");
		return PM4_DONE;
	}
	if (p->ring->index && !p->ring->compute_state)
		pm4_complain(p, "no compute state is allocated on this ring");
	inherit_check(p, true);
	p->ring->dispatched = true;
	for (unsigned int i = 0; i < 3 && !indirect; i++)
		dim[i] = p->body[i];
	if (indirect) {
		gpu_guess(p->gpu, "CP: arguments of DISPATCH_INDIRECT lie behind SET_BASE's address");
		cp_mem_read(p, p->cp->me.indirect_base + (p->body[0] & ~3u), dim, sizeof(dim));
	}
	gpu_reg_write(p->gpu, VGT_DISPATCH_INITIATOR, initiator);
	p->ring->number = ++p->cp->dispatches;
	footprint_dispatch(p->cp->footprint);
	cp_bottom_hang(p);
	gpu_trace(p->gpu, "cp%u   dispatch %llu: %u x %u x %u groups%s", p->ring->index,
		  (unsigned long long)p->cp->dispatches, dim[0], dim[1], dim[2],
		  gpu_config(p->gpu)->shaders ? "" : "; no shader runs");
	return start_dispatch(p, dim);
}

enum pm4_result pm4_index_base(struct pm4 *p)
{
	uint64_t base = pm4_address(p, 0, ~0u);

	if (!pm4_reserved(p, 1, 0xff) && word_aligned(p, base))
		p->cp->me.index_base = base;
	return PM4_DONE;
}

enum pm4_result pm4_index_buffer_size(struct pm4 *p)
{
	set_limit(p, p->body[0]);
	gpu_reg_set(p->gpu, VGT_DMA_MAX_SIZE, p->body[0]);
	return PM4_DONE;
}

enum pm4_result pm4_index_type(struct pm4 *p)
{
	if (!pm4_reserved(p, 0, 0xd))
		gpu_reg_write(p->gpu, VGT_INDEX_TYPE, p->body[0]);
	return PM4_DONE;
}

/* 0 counts as 1. */
enum pm4_result pm4_num_instances(struct pm4 *p)
{
	gpu_reg_write(p->gpu, VGT_NUM_INSTANCES, p->body[0] ? p->body[0] : 1);
	return PM4_DONE;
}

/* Base 1, the arguments of indirect draws, is the only one described. */
enum pm4_result pm4_set_base(struct pm4 *p)
{
	if (p->body[0] != 1) {
		pm4_complain(p, "base %u", p->body[0]);
		return PM4_DONE;
	}
	if (!pm4_reserved(p, 1, ~7u) && !pm4_reserved(p, 2, 0xff))
		p->cp->me.indirect_base = pm4_address(p, 1, ~7u);
	return PM4_DONE;
}

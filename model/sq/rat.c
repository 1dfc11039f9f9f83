// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: writes of programs: random access targets and scratch memory
 *
 * Targets are buffers; images are not modelled. Lanes go in order, so that an atomic operation
 * is one. All writes are there at once: WAIT_ACK has nothing to wait for.
 *
 * Sources: Mesa and LLVM. What is outside of a target is dropped. What is returned is the
 * element as it was, at the place that the program gives. Guesses: where in scratch memory a
 * lane has its part; it is dropped past the array.
 */
#include <string.h>

#include "wave.h"

enum {
	STORE_TYPED = 0x01, STORE_RAW = 0x02, CMPXCHG = 0x04, ADD = 0x07, SUB = 0x08, RSUB = 0x09,
	MIN_INT = 0x0a, MIN_UINT = 0x0b, MAX_INT = 0x0c, MAX_UINT = 0x0d, AND = 0x0e, OR = 0x0f,
	XOR = 0x10, MSKOR = 0x11, INC = 0x12, DEC = 0x13, STORE_DWORD = 0x14,
	RETURNS = 0x20, XCHG = 0x22,
};

#define INDEXED		1u	/* bit of TYPE */

static bool read_dword(const struct sq_wave *wave, enum sq_path path, uint64_t addr, uint32_t *value)
{
	*value = 0;
	return wave->state->port.read(wave->state->port.opaque, path, addr, value, sizeof(*value));
}

static void write_bytes(const struct sq_wave *wave, enum sq_path path, uint64_t addr, const void *data,
			size_t size)
{
	wave->state->port.write(wave->state->port.opaque, path, addr, data, size);
}

/* By RAT_INST without RETURNS. */
static const enum sq_atomic atomics[RETURNS] = {
	[XCHG & ~RETURNS] = SQ_ATOMIC_XCHG, [CMPXCHG] = SQ_ATOMIC_CMPXCHG,
	[ADD] = SQ_ATOMIC_ADD, [SUB] = SQ_ATOMIC_SUB, [RSUB] = SQ_ATOMIC_RSUB,
	[MIN_INT] = SQ_ATOMIC_MIN_INT, [MIN_UINT] = SQ_ATOMIC_MIN_UINT,
	[MAX_INT] = SQ_ATOMIC_MAX_INT, [MAX_UINT] = SQ_ATOMIC_MAX_UINT,
	[AND] = SQ_ATOMIC_AND, [OR] = SQ_ATOMIC_OR, [XOR] = SQ_ATOMIC_XOR, [MSKOR] = SQ_ATOMIC_MSKOR,
	[INC] = SQ_ATOMIC_INC, [DEC] = SQ_ATOMIC_DEC,
};

struct access {
	const struct sq_cf *cf;
	const struct sq_rat *rat;
	int lane;
	uint32_t data[4];
	uint64_t at;			/* bytes from the target's base */
};

static bool store_typed(struct sq_wave *wave, const struct access *a)
{
	unsigned int size = sq_format_size(a->rat->format);
	uint32_t all = (1u << sq_format_components(a->rat->format)) - 1;
	uint8_t bytes[16];

	if (!size || a->rat->swap || ~a->cf->comp_mask & all ||
	    !sq_pack(a->rat->format, a->rat->number_type, a->data, bytes))
		return sq_violated(wave, a->cf->at, a->cf, a->lane,
				   "a store of format %#x, type %u, order %u, mask %#x is not modelled",
				   a->rat->format, a->rat->number_type, a->rat->swap, a->cf->comp_mask);
	if (a->at * size < a->rat->size && size <= a->rat->size - a->at * size)
		write_bytes(wave, SQ_RAT, a->rat->base + a->at * size, bytes, size);
	return true;
}

static bool store_dwords(struct sq_wave *wave, const struct access *a)
{
	for (unsigned int c = 0; c < 4; c++)
		if (a->cf->comp_mask & 1u << c && 4 * (a->at + c) + 4 <= a->rat->size)
			write_bytes(wave, SQ_RAT, a->rat->base + 4 * (a->at + c), &a->data[c], 4);
	return true;
}

static bool run_atomic(struct sq_wave *wave, const struct access *a)
{
	unsigned int op = a->cf->rat_inst, wanted = wave->shader->program.isa == SQ_CAYMAN ? 2 : 3;
	enum sq_atomic atomic = atomics[op & ~RETURNS];
	bool only_returns = op == RETURNS;
	uint32_t value, old;

	if (op != MSKOR && sq_format_size(a->rat->format) != 4)
		return sq_violated(wave, a->cf->at, a->cf, a->lane, "an atomic operation on format %#x",
				   a->rat->format);
	if (4 * a->at + 4 > a->rat->size)
		return true;
	if (!read_dword(wave, SQ_RAT, a->rat->base + 4 * a->at, &old))
		return true;
	if (!only_returns && atomic == SQ_NO_ATOMIC)
		return sq_violated(wave, a->cf->at, a->cf, a->lane, "RAT_INST %#x is not modelled", op);
	value = sq_combine(atomic, old, a->data[0],
			   a->data[atomic == SQ_ATOMIC_CMPXCHG ? wanted : 3]);
	if (!only_returns)
		write_bytes(wave, SQ_RAT, a->rat->base + 4 * a->at, &value, 4);
	if (op & RETURNS)
		write_bytes(wave, SQ_RAT_RETURN, a->rat->returns + 4ull * a->data[1], &old, 4);
	return true;
}

static bool check_rat(struct sq_wave *wave, const struct sq_cf *cf)
{
	bool cayman = wave->shader->program.isa == SQ_CAYMAN;

	if (cf->rat_index_mode || cf->rw_rel || cf->burst)
		return sq_violated(wave, cf->at, cf, -1,
				   "indexed targets, relative registers and bursts are not modelled");
	if (!(cf->type & INDEXED))
		return sq_violated(wave, cf->at, cf, -1, "TYPE %u has no index", cf->type);
	if (cf->rat_id >= SQ_RATS || !wave->state->rat[cf->rat_id].bound)
		return sq_violated(wave, cf->at, cf, -1, "target %u is not bound, or is no buffer",
				   cf->rat_id);
	if (cf->rat_inst == (cayman ? STORE_RAW : STORE_DWORD))
		return sq_violated(wave, cf->at, cf, -1, "RAT_INST %#x is one of the other kind of chip",
				   cf->rat_inst);
	return true;
}

static uint64_t lanes_of(const struct sq_wave *wave, const struct sq_cf *cf)
{
	return cf->vpm ? wave->active & wave->valid : wave->active;
}

bool sq_run_rat(struct sq_wave *wave, const struct sq_cf *cf)
{
	uint64_t mask = lanes_of(wave, cf);
	struct access a = { .cf = cf };
	uint32_t (*data)[SQ_LANES], (*index)[SQ_LANES];

	if (!mask)
		return true;
	data = sq_register(wave, cf->at, cf, cf->rw_gpr);
	index = data ? sq_register(wave, cf->at, cf, cf->index_gpr) : NULL;
	if (!index || !check_rat(wave, cf))
		return false;
	a.rat = &wave->state->rat[cf->rat_id];
	while (mask) {
		bool good;

		a.lane = sq_next_lane(&mask);
		a.at = index[0][a.lane];
		for (unsigned int c = 0; c < 4; c++)
			a.data[c] = data[c][a.lane];
		if (cf->rat_inst == STORE_TYPED)
			good = store_typed(wave, &a);
		else if (cf->rat_inst == STORE_RAW || cf->rat_inst == STORE_DWORD)
			good = store_dwords(wave, &a);
		else
			good = run_atomic(wave, &a);
		if (!good)
			return false;
	}
	return true;
}

/* ---- scratch ---- */

/* Where element @index of a lane is; false past the array, the lane's part or the memory. */
static bool scratch_at(const struct sq_wave *wave, int lane, uint32_t base, uint32_t size,
		       uint64_t index, unsigned int dwords, uint64_t *at)
{
	uint64_t first = (base + index) * dwords, item = wave->state->scratch.item;

	if (index > size || first + dwords > item)
		return false;
	*at = 4 * ((wave->id * (uint64_t)SQ_LANES + (unsigned int)lane) * item + first);
	return *at + 4ull * dwords <= wave->state->scratch.size;
}

bool sq_write_scratch(struct sq_wave *wave, const struct sq_cf *cf)
{
	unsigned int dwords = cf->elem_size + 1;
	uint32_t (*data)[SQ_LANES], (*index)[SQ_LANES];
	uint64_t base = wave->state->scratch.base;

	if (cf->rw_rel)
		return sq_violated(wave, cf->at, cf, -1, "relative registers are not modelled");
	for (unsigned int b = 0; b <= cf->burst; b++) {
		uint64_t mask = lanes_of(wave, cf), at;

		data = sq_register(wave, cf->at, cf, cf->rw_gpr + b);
		if (!data)
			return false;
		index = sq_register(wave, cf->at, cf, cf->type & INDEXED ? cf->index_gpr : 0);
		if (!index)
			return false;
		while (mask) {
			int lane = sq_next_lane(&mask);
			uint64_t i = cf->type & INDEXED ? index[0][lane] : 0;

			if (!scratch_at(wave, lane, cf->array_base, cf->array_size, i + b, dwords, &at))
				continue;
			for (unsigned int c = 0; c < dwords; c++)
				if (cf->comp_mask & 1u << c)
					write_bytes(wave, SQ_SCRATCH, base + at + 4ull * c,
						    &data[c][lane], 4);
		}
	}
	return true;
}

bool sq_read_scratch(struct sq_wave *wave, const struct sq_fetch *f)
{
	unsigned int dwords = f->elem_size + 1;
	uint32_t (*dst)[SQ_LANES], (*src)[SQ_LANES];
	uint64_t base = wave->state->scratch.base;

	if (f->mem_op || f->src_rel || f->dst_rel || f->whole_quad)
		return sq_violated(wave, f->at, f, -1,
				   "MEM_OP %u, whole quads and relative registers are not modelled",
				   f->mem_op);
	for (unsigned int b = 0; b <= f->burst; b++) {
		uint64_t mask = wave->active, at;

		dst = sq_register(wave, f->at, f, f->dst_gpr + b);
		src = dst ? sq_register(wave, f->at, f, f->src_gpr) : NULL;
		if (!src)
			return false;
		while (mask) {
			int lane = sq_next_lane(&mask);
			uint64_t i = f->indexed ? src[f->src_sel[0]][lane] : 0;
			bool is_there = scratch_at(wave, lane, f->array_base, f->array_size, i + b,
						   dwords, &at);
			uint32_t value[4] = { 0 };

			for (unsigned int c = 0; is_there && c < dwords; c++)
				if (!read_dword(wave, SQ_SCRATCH, base + at + 4ull * c, &value[c]))
					value[c] = 0;
			for (unsigned int c = 0; c < 4; c++)
				if (f->dst_sel[c] < 6)
					dst[c][lane] = sq_choose(value, f->dst_sel[c], false);
		}
	}
	return true;
}

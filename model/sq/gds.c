// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: memory that all groups share, append counters, and tessellation factors
 *
 * Operations have the numbers of those of LDS. They work on a dword of GDS at a byte address
 * in source x; or, on Evergreen, with ALLOC_CONSUME, on the append counter of UAV_ID, which is a
 * register. y and z are operands. Lanes go in order. TF_WRITE, which is another MEM_OP, puts a
 * tessellation factor in y at a byte address in x.
 *
 * Sources: AMD's instruction set guides for the fields; Mesa for what its atomic counters use:
 * counters on Evergreen, memory on Cayman, y compares and z is new in CMP_XCHG. What is past
 * the end reads 0 and is not written, as in LDS: a guess.
 */
#include "wave.h"

#define MEM_GDS		4u		/* of MEM_OP */
#define MEM_TF_WRITE	5u
#define RETURNS		0x20u
#define OP_READ		0x32u
#define SEL_KEEP	7u
#define SEL_RESERVED	6u

static bool check_gds(struct sq_wave *wave, const struct sq_fetch *f)
{
	if (f->mem_op != MEM_GDS || f->src_rel || f->dst_rel || f->src2_gpr || f->broadcast)
		return sq_violated(wave, f->at, f, -1,
				   "MEM_OP %u, relative and second registers and broadcasts are not modelled", f->mem_op);
	if (f->gds_op != OP_READ && sq_lds_atomic(f->gds_op) == SQ_NO_ATOMIC)
		return sq_violated(wave, f->at, f, -1, "operation %#x of GDS is not modelled", f->gds_op);
	if (f->index_mode == 3)
		return sq_violated(wave, f->at, f, -1, "UAV_INDEX_MODE 3 is reserved");
	if (f->alloc_consume && wave->shader->program.isa == SQ_CAYMAN)
		return sq_violated(wave, f->at, f, -1, "append counters are Evergreen's");
	if (f->alloc_consume ? !wave->state->counter : !wave->state->gds.memory)
		return sq_violated(wave, f->at, f, -1, "a part of GDS that does not begin at 0 is not modelled");
	for (unsigned int c = 0; c < 4; c++)
		if (f->dst_sel[c] == SEL_RESERVED)
			return sq_violated(wave, f->at, f, -1, "DST_SEL 6 is reserved");
	return true;
}

static uint32_t *find_counter(struct sq_wave *wave, const struct sq_fetch *f)
{
	uint64_t counter = f->uav_id;

	if (f->index_mode)
		counter += wave->cf_idx[f->index_mode - 1];
	if (counter < SQ_COUNTERS)
		return &wave->state->counter[counter];
	sq_complain(wave, f->at, f, -1, "append counter %llu does not exist", (unsigned long long)counter);
	return NULL;
}

/* What was there before. @dword is NULL past the end. */
static uint32_t operate(unsigned int op, uint32_t *dword, uint32_t y, uint32_t z)
{
	enum sq_atomic atomic = sq_lds_atomic(op);
	bool two = atomic == SQ_ATOMIC_MSKOR || atomic == SQ_ATOMIC_CMPXCHG;
	uint32_t old = dword ? *dword : 0;

	if (dword)
		*dword = sq_combine(atomic, old, two ? z : y, y);
	return old;
}

static void give(uint32_t (*dst)[SQ_LANES], const struct sq_fetch *f, int lane, uint32_t old)
{
	uint32_t got[4] = { old };

	for (unsigned int c = 0; f->gds_op & RETURNS && c < 4; c++)
		if (f->dst_sel[c] != SEL_KEEP)
			dst[c][lane] = sq_choose(got, f->dst_sel[c], true);
}

static bool write_factors(struct sq_wave *wave, const struct sq_fetch *f, uint32_t (*src)[SQ_LANES])
{
	const struct sq_factors *factors = wave->factors;
	uint64_t mask = wave->active;

	if (!factors)
		return sq_violated(wave, f->at, f, -1, "this stage has no tessellation factors");
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t in[4] = { src[0][lane], src[1][lane], src[2][lane], src[3][lane] };
		uint32_t addr = sq_choose(in, f->src_sel[0], true), at = addr - factors->base;

		if (at % 4 || at / 4 >= factors->n)
			return sq_violated(wave, f->at, f, lane, "no factor of the group has the address %#x", addr);
		factors->value[at / 4] = sq_choose(in, f->src_sel[1], false);
	}
	return true;
}

bool sq_run_gds(struct sq_wave *wave, const struct sq_fetch *f)
{
	uint32_t (*src)[SQ_LANES] = sq_register(wave, f->at, f, f->src_gpr);
	uint32_t (*dst)[SQ_LANES] = src ? sq_register(wave, f->at, f, f->dst_gpr) : NULL;
	uint64_t mask = wave->active;
	uint32_t *counter = NULL, *dword;

	if (src && f->mem_op == MEM_TF_WRITE)
		return write_factors(wave, f, src);
	if (!dst || !check_gds(wave, f))
		return false;
	if (f->alloc_consume)
		counter = find_counter(wave, f);
	if (f->alloc_consume && !counter)
		return false;
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t in[4] = { src[0][lane], src[1][lane], src[2][lane], src[3][lane] }, xyz[3];

		for (unsigned int c = 0; c < 3; c++)
			xyz[c] = sq_choose(in, f->src_sel[c], true);
		if (!counter && xyz[0] % 4)
			return sq_violated(wave, f->at, f, lane, "address %#x of GDS is not aligned", xyz[0]);
		dword = counter;
		if (!counter && xyz[0] / 4 < wave->state->gds.dwords)
			dword = &wave->state->gds.memory[xyz[0] / 4];
		give(dst, f, lane, operate(f->gds_op, dword, xyz[1], xyz[2]));
	}
	return true;
}

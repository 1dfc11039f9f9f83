// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: local memory of a group
 *
 * Lanes go in order. What an operation returns goes to queue A, of READ2 the second dword to
 * queue B; later groups of the same clause read it from there.
 *
 * Sources: AMD's instruction set guides; numbers of operations: Mesa. What is past the end
 * reads 0 and is not written. How long a queue is on the hardware is not known.
 */
#include <string.h>

#include "wave.h"

/* Numbers without the bit of the forms that return. Those below are atomic operations. */
enum {
	OP_MSKOR = 0x0c, OP_WRITE = 0x0d, OP_WRITE_REL = 0x0e, OP_CMP_STORE = 0x10, OP_BYTE_WRITE = 0x12, OP_SHORT_WRITE = 0x13,
};

enum {
	RETURNS = 0x20, OP_READ = 0x32, OP_READ_REL = 0x33, OP_READ2 = 0x34, OP_BYTE_READ = 0x36,
	OP_UBYTE_READ = 0x37, OP_SHORT_READ = 0x38, OP_USHORT_READ = 0x39,
};

static bool inside(const struct sq_wave *wave, uint64_t at, unsigned int bytes)
{
	return at + bytes <= 4ull * wave->state->lds;
}

static uint32_t load(const struct sq_wave *wave, uint64_t at, unsigned int bytes)
{
	uint32_t value = 0;

	if (inside(wave, at, bytes))
		memcpy(&value, wave->team->lds + at, bytes);
	return value;
}

static void store(struct sq_wave *wave, uint64_t at, uint32_t value, unsigned int bytes)
{
	if (inside(wave, at, bytes))
		memcpy(wave->team->lds + at, &value, bytes);
}

static const enum sq_atomic atomics[] = {
	SQ_ATOMIC_ADD, SQ_ATOMIC_SUB, SQ_ATOMIC_RSUB, SQ_ATOMIC_INC, SQ_ATOMIC_DEC,
	SQ_ATOMIC_MIN_INT, SQ_ATOMIC_MAX_INT, SQ_ATOMIC_MIN_UINT, SQ_ATOMIC_MAX_UINT,
	SQ_ATOMIC_AND, SQ_ATOMIC_OR, SQ_ATOMIC_XOR, [OP_MSKOR] = SQ_ATOMIC_MSKOR,
	[OP_WRITE] = SQ_ATOMIC_XCHG, [OP_CMP_STORE] = SQ_ATOMIC_CMPXCHG,
};

enum sq_atomic sq_lds_atomic(unsigned int op)
{
	return (op & ~RETURNS) <= OP_CMP_STORE ? atomics[op & ~RETURNS] : SQ_NO_ATOMIC;
}

/* One lane. False: the operation is not modelled. */
static bool run_lane(struct sq_wave *wave, unsigned int op, uint32_t offset, const uint32_t *src,
		     uint32_t *got)
{
	enum sq_atomic atomic = sq_lds_atomic(op);
	uint64_t at = src[0];
	bool two;

	switch (op) {
	case OP_WRITE_REL:
		store(wave, at, src[1], 4);
		store(wave, at + 4ull * offset, src[2], 4);
		return true;
	case OP_BYTE_WRITE:
		store(wave, at, src[1], 1);
		return true;
	case OP_SHORT_WRITE:
		store(wave, at, src[1], 2);
		return true;
	case OP_READ:
		got[0] = load(wave, at, 4);
		return true;
	case OP_READ_REL:
		got[0] = load(wave, at, 4);
		got[1] = load(wave, at + 4ull * offset, 4);
		return true;
	case OP_READ2:
		got[0] = load(wave, at, 4);
		got[1] = load(wave, src[1], 4);
		return true;
	case OP_BYTE_READ:
		got[0] = (uint32_t)(int8_t)load(wave, at, 1);
		return true;
	case OP_UBYTE_READ:
		got[0] = load(wave, at, 1);
		return true;
	case OP_SHORT_READ:
		got[0] = (uint32_t)(int16_t)load(wave, at, 2);
		return true;
	case OP_USHORT_READ:
		got[0] = load(wave, at, 2);
		return true;
	default:
		if (atomic == SQ_NO_ATOMIC)
			return false;
		two = atomic == SQ_ATOMIC_MSKOR || atomic == SQ_ATOMIC_CMPXCHG;
		got[0] = load(wave, at, 4);
		store(wave, at, sq_combine(atomic, got[0], src[two ? 2 : 1], src[1]), 4);
		return true;
	}
}

static uint32_t *push(struct sq_wave *wave, unsigned int queue)
{
	unsigned int at = (wave->queue[queue].first + wave->queue[queue].n++) % SQ_QUEUE;
	uint32_t *row = wave->queue[queue].row[at];

	for (unsigned int i = 0; i < SQ_LANES; i++)
		row[i] = SQ_POISON;
	return row;
}

bool sq_run_lds(struct sq_wave *wave, uint32_t at, const struct sq_alu *alu, const uint32_t *const *in,
		uint64_t mask)
{
	bool two = alu->lds_op == OP_READ_REL || alu->lds_op == OP_READ2;
	uint32_t *row[2] = { NULL, NULL };

	if (alu->lds_offset && alu->lds_op != OP_WRITE_REL && alu->lds_op != OP_READ_REL)
		return sq_violated(wave, at, alu, -1, "an offset is of use to the relative forms only");
	for (unsigned int q = 0; q < 2; q++) {
		if (!(alu->lds_op & RETURNS) || (q && !two))
			continue;
		if (wave->queue[q].n == SQ_QUEUE)
			return sq_violated(wave, at, alu, -1, "queue %c of LDS is full", "AB"[q]);
		row[q] = push(wave, q);
	}
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t src[3] = { in[0][lane], in[1][lane], in[2][lane] }, got[2] = { 0 };

		if (src[0] % 4 && alu->lds_op != OP_BYTE_WRITE && alu->lds_op != OP_BYTE_READ &&
		    alu->lds_op != OP_UBYTE_READ &&
		    (src[0] % 2 || (alu->lds_op != OP_SHORT_WRITE && alu->lds_op != OP_SHORT_READ &&
				    alu->lds_op != OP_USHORT_READ)))
			return sq_violated(wave, at, alu, lane, "address %#x of LDS is not aligned",
					   src[0]);
		if (!run_lane(wave, alu->lds_op, alu->lds_offset, src, got))
			return sq_violated(wave, at, alu, lane, "this operation of LDS is not modelled");
		for (unsigned int q = 0; q < 2; q++)
			if (row[q])
				row[q][lane] = got[q];
	}
	return true;
}

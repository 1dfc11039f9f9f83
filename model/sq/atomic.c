// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: atomic operations
 *
 * LDS and random access targets have the same ones, under numbers of their own.
 *
 * Sources: AMD's instruction set guides, Mesa.
 */
#include "wave.h"

uint32_t sq_combine(enum sq_atomic op, uint32_t old, uint32_t x, uint32_t other)
{
	bool less = (int32_t)x < (int32_t)old;

	switch (op) {
	case SQ_ATOMIC_ADD:
		return old + x;
	case SQ_ATOMIC_SUB:
		return old - x;
	case SQ_ATOMIC_RSUB:
		return x - old;
	case SQ_ATOMIC_INC:
		return old >= x ? 0 : old + 1;
	case SQ_ATOMIC_DEC:
		return old == 0 || old > x ? x : old - 1;
	case SQ_ATOMIC_MIN_INT:
		return less ? x : old;
	case SQ_ATOMIC_MAX_INT:
		return less ? old : x;
	case SQ_ATOMIC_MIN_UINT:
		return x < old ? x : old;
	case SQ_ATOMIC_MAX_UINT:
		return x > old ? x : old;
	case SQ_ATOMIC_AND:
		return old & x;
	case SQ_ATOMIC_OR:
		return old | x;
	case SQ_ATOMIC_XOR:
		return old ^ x;
	case SQ_ATOMIC_MSKOR:
		return (old & ~other) | x;
	case SQ_ATOMIC_XCHG:
		return x;
	case SQ_ATOMIC_CMPXCHG:
		return old == other ? x : old;
	case SQ_NO_ATOMIC:
		break;
	}
	return old;
}

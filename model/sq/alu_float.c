// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: rows of floats
 *
 * Compiled without contraction, so that a product is rounded before it is added to. Denormals
 * are flushed by the processor, which wave.c tells to.
 *
 * Sources: AMD's instruction set guides. What is a guess: the sign of 0 * x (+0), and NaN as
 * an integer (0).
 */
#include <math.h>

#include "wave.h"

#define ROW(name, type, result) \
SQ_CLONES static void name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
{ \
	(void)b; \
	(void)c; \
	SQ_ANY_ORDER SQ_EACH_LANE \
		d[i] = type(result); \
}
#define X		sq_float(a[i])
#define Y		sq_float(b[i])
#define Z		sq_float(c[i])
#define FLOAT(name, result)	ROW(name, sq_bits, result)
#define BITS(name, result)	ROW(name, (uint32_t), result)
/* True as a float, and as an integer; false is 0 in both. PRED has it the other way round. */
#define YES(condition)	((condition) ? 0x3f800000u : 0u)
#define NOT(condition)	((condition) ? 0u : 0x3f800000u)
#define MINUS(condition)	((condition) ? UINT32_MAX : 0u)

/* 0 times anything is 0. */
static inline float legacy(float x, float y)
{
	float product = x * y;

	return x == 0.0f || y == 0.0f ? 0.0f : product;
}

static inline uint32_t to_int(float x)
{
	float low = x >= -2147483648.0f ? x : -2147483648.0f;	/* NaN, too */
	float in = low < 2147483648.0f ? low : 0.0f;
	uint32_t value = (uint32_t)(int32_t)in;

	value = low < 2147483648.0f ? value : 0x7fffffffu;
	return x == x ? value : 0;
}

FLOAT(add, X + Y)
FLOAT(mul, legacy(X, Y))
FLOAT(mul_ieee, X * Y)
FLOAT(max, X >= Y ? X : Y)
FLOAT(min, X < Y ? X : Y)
FLOAT(max_dx10, X >= Y || Y != Y ? X : Y)
FLOAT(min_dx10, X < Y || Y != Y ? X : Y)
BITS(sete, YES(X == Y))
BITS(setgt, YES(X > Y))
BITS(setge, YES(X >= Y))
BITS(setne, YES(X != Y))
BITS(sete_dx10, MINUS(X == Y))
BITS(setgt_dx10, MINUS(X > Y))
BITS(setge_dx10, MINUS(X >= Y))
BITS(setne_dx10, MINUS(X != Y))
BITS(pred_sete, NOT(X == Y))
BITS(pred_setgt, NOT(X > Y))
BITS(pred_setge, NOT(X >= Y))
BITS(pred_setne, NOT(X != Y))
FLOAT(fract, X - floorf(X))
FLOAT(trunc_row, truncf(X))
FLOAT(ceil_row, ceilf(X))
FLOAT(rndne, rintf(X))
FLOAT(floor_row, floorf(X))
BITS(mov, a[i])
BITS(flt_to_int, to_int(truncf(X)))
BITS(flt_to_int_rpi, to_int(floorf(X + 0.5f)))
BITS(flt_to_int_floor, to_int(floorf(X)))
BITS(flt32_to_flt16, sq_float_to_half(a[i]))
FLOAT(flt16_to_flt32, sq_half_to_float(a[i] & 0xffff))
FLOAT(fma_row, fmaf(X, Y, Z))
FLOAT(muladd, legacy(X, Y) + Z)
FLOAT(muladd_m2, (legacy(X, Y) + Z) * 2.0f)
FLOAT(muladd_m4, (legacy(X, Y) + Z) * 4.0f)
FLOAT(muladd_d2, (legacy(X, Y) + Z) * 0.5f)
FLOAT(muladd_ieee, X * Y + Z)
BITS(cnde, X == 0.0f ? b[i] : c[i])
BITS(cndgt, X > 0.0f ? b[i] : c[i])
BITS(cndge, X >= 0.0f ? b[i] : c[i])

sq_row_fn *const sq_float_rows[SQ_OPCODES] = {
	[SQ_INTERP_LOAD_P0] = mov, [SQ_INTERP_LOAD_P10] = mov, [SQ_INTERP_LOAD_P20] = mov,
	[SQ_ADD] = add, [SQ_MUL] = mul, [SQ_MUL_IEEE] = mul_ieee, [SQ_MAX] = max, [SQ_MIN] = min,
	[SQ_MAX_DX10] = max_dx10, [SQ_MIN_DX10] = min_dx10, [SQ_SETE] = sete, [SQ_SETGT] = setgt,
	[SQ_SETGE] = setge, [SQ_SETNE] = setne, [SQ_SETE_DX10] = sete_dx10,
	[SQ_SETGT_DX10] = setgt_dx10, [SQ_SETGE_DX10] = setge_dx10, [SQ_SETNE_DX10] = setne_dx10,
	[SQ_FRACT] = fract, [SQ_TRUNC] = trunc_row, [SQ_CEIL] = ceil_row, [SQ_RNDNE] = rndne,
	[SQ_FLOOR] = floor_row, [SQ_MOV] = mov, [SQ_PRED_SETE] = pred_sete,
	[SQ_PRED_SETGT] = pred_setgt, [SQ_PRED_SETGE] = pred_setge, [SQ_PRED_SETNE] = pred_setne,
	[SQ_KILLE] = sete, [SQ_KILLGT] = setgt, [SQ_KILLGE] = setge, [SQ_KILLNE] = setne,
	[SQ_FLT_TO_INT] = flt_to_int, [SQ_FLT_TO_INT_TRUNC] = flt_to_int,
	[SQ_FLT_TO_INT_RPI] = flt_to_int_rpi, [SQ_FLT_TO_INT_FLOOR] = flt_to_int_floor,
	[SQ_FLT32_TO_FLT16] = flt32_to_flt16, [SQ_FLT16_TO_FLT32] = flt16_to_flt32,
	[SQ_FMA] = fma_row, [SQ_MULADD] = muladd, [SQ_MULADD_M2] = muladd_m2,
	[SQ_MULADD_M4] = muladd_m4, [SQ_MULADD_D2] = muladd_d2, [SQ_MULADD_IEEE] = muladd_ieee,
	[SQ_CNDE] = cnde, [SQ_CNDGT] = cndgt, [SQ_CNDGE] = cndge,
};

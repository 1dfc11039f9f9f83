// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: rows of integers
 *
 * Sources: AMD's instruction set guides. RECIP_UINT and RECIP_INT are a guess: programs correct
 * what they get.
 */
#include "wave.h"

#define ROW(name, result) \
SQ_CLONES static void name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
{ \
	(void)b; \
	(void)c; \
	SQ_ANY_ORDER SQ_EACH_LANE \
		d[i] = (uint32_t)(result); \
}
#define X		a[i]
#define Y		b[i]
#define Z		c[i]
#define SX		((int32_t)a[i])
#define SY		((int32_t)b[i])
#define YES(condition)	((condition) ? 0x3f800000u : 0u)
#define NOT(condition)	((condition) ? 0u : 0x3f800000u)
#define MINUS(condition)	((condition) ? UINT32_MAX : 0u)

static inline uint32_t reversed(uint32_t x)
{
	x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
	x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
	x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
	return __builtin_bswap32(x);
}

static inline int32_t low24(uint32_t x)
{
	return (int32_t)(x << 8) >> 8;
}

static inline uint32_t extract(uint32_t x, uint32_t offset, uint32_t width)
{
	return x >> (offset & 31) & ((1u << (width & 31)) - 1);
}

static inline uint32_t extract_signed(uint32_t x, uint32_t offset, uint32_t width)
{
	uint32_t o = offset & 31, w = width & 31, left = o + w < 32 ? 32 - w - o : 0;

	return w ? (uint32_t)((int32_t)(x << left) >> (o + w < 32 ? 32 - w : o)) : 0;
}

static inline uint32_t first_from_top(uint32_t x)
{
	return x ? (uint32_t)__builtin_clz(x) : UINT32_MAX;
}

static inline uint32_t sum_of_differences(uint32_t x, uint32_t y)
{
	uint32_t sum = 0;

	for (unsigned int k = 0; k < 32; k += 8) {
		uint32_t p = x >> k & 0xff, q = y >> k & 0xff;

		sum += p > q ? p - q : q - p;
	}
	return sum;
}

ROW(ashr, SX >> (Y & 31))
ROW(lshr, X >> (Y & 31))
ROW(lshl, X << (Y & 31))
ROW(and, X & Y)
ROW(or, X | Y)
ROW(xor, X ^ Y)
ROW(not, ~X)
ROW(add, X + Y)
ROW(sub, X - Y)
ROW(max, SX > SY ? X : Y)
ROW(min, SX < SY ? X : Y)
ROW(max_uint, X > Y ? X : Y)
ROW(min_uint, X < Y ? X : Y)
ROW(sete, MINUS(X == Y))
ROW(setgt, MINUS(SX > SY))
ROW(setge, MINUS(SX >= SY))
ROW(setne, MINUS(X != Y))
ROW(setgt_uint, MINUS(X > Y))
ROW(setge_uint, MINUS(X >= Y))
ROW(pred_sete, NOT(X == Y))
ROW(pred_setgt, NOT(SX > SY))
ROW(pred_setge, NOT(SX >= SY))
ROW(pred_setne, NOT(X != Y))
ROW(pred_setgt_uint, NOT(X > Y))
ROW(pred_setge_uint, NOT(X >= Y))
ROW(kille, YES(X == Y))
ROW(killgt, YES(SX > SY))
ROW(killge, YES(SX >= SY))
ROW(killne, YES(X != Y))
ROW(killgt_uint, YES(X > Y))
ROW(killge_uint, YES(X >= Y))
ROW(bfrev, reversed(X))
ROW(addc, X + Y < X)
ROW(subb, X < Y)
ROW(mullo, X * Y)
ROW(mulhi, (uint64_t)((int64_t)SX * SY) >> 32)
ROW(mulhi_uint, (uint64_t)X * Y >> 32)
ROW(mul_int24, low24(X) * (int64_t)low24(Y))
ROW(mulhi_int24, (uint64_t)(low24(X) * (int64_t)low24(Y)) >> 32)
ROW(mul_uint24, (X & 0xffffff) * (uint64_t)(Y & 0xffffff))
ROW(mulhi_uint24, (X & 0xffffff) * (uint64_t)(Y & 0xffffff) >> 32)
ROW(recip_uint, X ? UINT32_MAX / X : UINT32_MAX)
ROW(recip_int, X ? 0x7fffffff / SX : 0x7fffffff)
ROW(int_to_flt, sq_bits((float)SX))
ROW(uint_to_flt, sq_bits((float)X))
ROW(ubyte0, sq_bits((float)(X & 0xff)))
ROW(ubyte1, sq_bits((float)(X >> 8 & 0xff)))
ROW(ubyte2, sq_bits((float)(X >> 16 & 0xff)))
ROW(ubyte3, sq_bits((float)(X >> 24)))
ROW(bfm, ((1u << (X & 31)) - 1) << (Y & 31))
ROW(bcnt, __builtin_popcount(X))
ROW(ffbh_uint, first_from_top(X))
ROW(ffbh_int, first_from_top(X ^ (uint32_t)(SX >> 31)))
ROW(ffbl, X ? (uint32_t)__builtin_ctz(X) : UINT32_MAX)
ROW(mbcnt_hi, i < 32 ? 0 : __builtin_popcount(X & (uint32_t)((1ull << (i - 32)) - 1)))
ROW(bfe_uint, extract(X, Y, Z))
ROW(bfe_int, extract_signed(X, Y, Z))
ROW(bfi, (X & Y) | (~X & Z))
ROW(bit_align, ((uint64_t)X << 32 | Y) >> (Z & 31))
ROW(byte_align, ((uint64_t)X << 32 | Y) >> 8 * (Z & 3))
ROW(sad, sum_of_differences(X, Y) + Z)
ROW(sad_hi, (sum_of_differences(X, Y) << 16) + Z)
ROW(muladd_int24, low24(X) * (int64_t)low24(Y) + (int64_t)(int32_t)Z)
ROW(muladd_uint24, (X & 0xffffff) * (uint64_t)(Y & 0xffffff) + Z)
ROW(cnde, X == 0 ? Y : Z)
ROW(cndgt, SX > 0 ? Y : Z)
ROW(cndge, SX >= 0 ? Y : Z)

sq_row_fn *const sq_int_rows[SQ_OPCODES] = {
	[SQ_ASHR] = ashr, [SQ_LSHR] = lshr, [SQ_LSHL] = lshl, [SQ_AND_INT] = and, [SQ_OR_INT] = or,
	[SQ_XOR_INT] = xor, [SQ_NOT_INT] = not, [SQ_ADD_INT] = add, [SQ_SUB_INT] = sub,
	[SQ_MAX_INT] = max, [SQ_MIN_INT] = min, [SQ_MAX_UINT] = max_uint, [SQ_MIN_UINT] = min_uint,
	[SQ_SETE_INT] = sete, [SQ_SETGT_INT] = setgt, [SQ_SETGE_INT] = setge, [SQ_SETNE_INT] = setne,
	[SQ_SETGT_UINT] = setgt_uint, [SQ_SETGE_UINT] = setge_uint,
	[SQ_PRED_SETE_INT] = pred_sete, [SQ_PRED_SETGT_INT] = pred_setgt,
	[SQ_PRED_SETGE_INT] = pred_setge, [SQ_PRED_SETNE_INT] = pred_setne,
	[SQ_PRED_SETGT_UINT] = pred_setgt_uint, [SQ_PRED_SETGE_UINT] = pred_setge_uint,
	[SQ_KILLE_INT] = kille, [SQ_KILLGT_INT] = killgt, [SQ_KILLGE_INT] = killge,
	[SQ_KILLNE_INT] = killne, [SQ_KILLGT_UINT] = killgt_uint, [SQ_KILLGE_UINT] = killge_uint,
	[SQ_BFREV_INT] = bfrev, [SQ_ADDC_UINT] = addc, [SQ_SUBB_UINT] = subb,
	[SQ_MULLO_INT] = mullo, [SQ_MULLO_UINT] = mullo, [SQ_MULHI_INT] = mulhi,
	[SQ_MULHI_UINT] = mulhi_uint, [SQ_MUL_INT24] = mul_int24, [SQ_MULHI_INT24] = mulhi_int24,
	[SQ_MUL_UINT24] = mul_uint24, [SQ_MULHI_UINT24] = mulhi_uint24,
	[SQ_RECIP_UINT] = recip_uint, [SQ_RECIP_INT] = recip_int, [SQ_INT_TO_FLT] = int_to_flt,
	[SQ_UINT_TO_FLT] = uint_to_flt, [SQ_UBYTE0_FLT] = ubyte0, [SQ_UBYTE1_FLT] = ubyte1,
	[SQ_UBYTE2_FLT] = ubyte2, [SQ_UBYTE3_FLT] = ubyte3, [SQ_BFM_INT] = bfm, [SQ_BCNT_INT] = bcnt,
	[SQ_FFBH_UINT] = ffbh_uint, [SQ_FFBH_INT] = ffbh_int, [SQ_FFBL_INT] = ffbl,
	[SQ_MBCNT_32HI_INT] = mbcnt_hi, [SQ_BFE_UINT] = bfe_uint, [SQ_BFE_INT] = bfe_int,
	[SQ_BFI_INT] = bfi, [SQ_BIT_ALIGN_INT] = bit_align, [SQ_BYTE_ALIGN_INT] = byte_align,
	[SQ_SAD_UINT] = sad, [SQ_SAD_HI_UINT] = sad_hi, [SQ_MULADD_INT24] = muladd_int24,
	[SQ_MULADD_UINT24] = muladd_uint24, [SQ_CNDE_INT] = cnde, [SQ_CNDGT_INT] = cndgt,
	[SQ_CNDGE_INT] = cndge,
};

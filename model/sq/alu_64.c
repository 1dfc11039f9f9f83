// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: rows of doubles
 *
 * A double takes two slots: the first one's sources are the high dwords and its result is the
 * low one, the second has it the other way round. Products take four, of which the first three
 * have the high dwords and the last the low ones. Functions of one double take three and have
 * both dwords as sources of each.
 *
 * Source: Mesa, which ran on hardware; a guess beyond that. Denormals are flushed as those of
 * floats are, which is what Mesa asks for. It adds 0.0 to clamp a double, and says so in the first
 * slot only, so what that says of the result is taken to be of the double.
 */
#include <math.h>

#include "wave.h"

union pair {
	uint64_t u;
	double d;
};

static inline double pair(uint32_t high, uint32_t low)
{
	union pair it = { .u = (uint64_t)high << 32 | low };

	return it.d;
}

static inline void give(uint32_t *const *out, unsigned int i, double value)
{
	union pair it = { .d = value };

	out[0][i] = (uint32_t)it.u;
	out[1][i] = (uint32_t)(it.u >> 32);
}

/* Source s of a pair of slots, of four, and of three. */
#define TWO(s)		pair(in[0][s][i], in[1][s][i])
#define FOUR(s)		pair(in[0][s][i], in[3][s][i])
#define THREE		pair(in[0][0][i], in[0][1][i])

#define PAIR(name, result) \
static void name(uint32_t *const *out, const uint32_t *const (*in)[3]) \
{ \
	for (unsigned int i = 0; i < SQ_LANES; i++) \
		give(out, i, result); \
}

#define COMPARE(name, condition) \
static void name(uint32_t *const *out, const uint32_t *const (*in)[3]) \
{ \
	for (unsigned int i = 0; i < SQ_LANES; i++) { \
		out[0][i] = (condition) ? UINT32_MAX : 0; \
		out[1][i] = out[0][i]; \
	} \
}

PAIR(add, TWO(0) + TWO(1))
PAIR(min, fmin(TWO(0), TWO(1)))
PAIR(max, fmax(TWO(0), TWO(1)))
PAIR(fract, TWO(0) - floor(TWO(0)))
PAIR(mul, FOUR(0) * FOUR(1))
PAIR(fma_row, fma(FOUR(0), FOUR(1), FOUR(2)))
PAIR(recip, 1.0 / THREE)
PAIR(rsq, 1.0 / sqrt(THREE))
PAIR(sqrt_row, sqrt(THREE))
PAIR(widen, (double)sq_float(in[0][0][i]))
COMPARE(sete, TWO(0) == TWO(1))
COMPARE(setne, TWO(0) != TWO(1))
COMPARE(setgt, TWO(0) > TWO(1))
COMPARE(setge, TWO(0) >= TWO(1))

static void narrow(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	for (unsigned int i = 0; i < SQ_LANES; i++) {
		out[0][i] = sq_bits((float)TWO(0));
		out[1][i] = out[0][i];
	}
}

void sq_finish_double(uint32_t *const *out, const struct sq_alu *alu, bool no_nan)
{
	static const double scales[] = { 1, 2, 4, 0.5 };

	for (unsigned int i = 0; i < SQ_LANES; i++) {
		double x = pair(out[1][i], out[0][i]) * scales[alu->omod];

		if (alu->clamp)
			x = x > 1 ? 1 : x < 0 || (no_nan && x != x) ? 0 : x;
		give(out, i, x);
	}
}

const struct sq_wide sq_double_rows[SQ_OPCODES] = {
	[SQ_ADD_64] = { add, 2 }, [SQ_MIN_64] = { min, 2 }, [SQ_MAX_64] = { max, 2 },
	[SQ_FRACT_64] = { fract, 2 }, [SQ_FLT32_TO_FLT64] = { widen, 2 },
	[SQ_MUL_64] = { mul, 4 }, [SQ_FMA_64] = { fma_row, 4 }, [SQ_RECIP_64] = { recip, 3 },
	[SQ_RECIPSQRT_64] = { rsq, 3 }, [SQ_SQRT_64] = { sqrt_row, 3 },
};

const struct sq_wide sq_from_double_rows[SQ_OPCODES] = {
	[SQ_SETE_64] = { sete, 2 }, [SQ_SETNE_64] = { setne, 2 }, [SQ_SETGT_64] = { setgt, 2 },
	[SQ_SETGE_64] = { setge, 2 }, [SQ_FLT64_TO_FLT32] = { narrow, 2 },
};

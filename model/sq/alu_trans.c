// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: rows of transcendental operations
 *
 * Computed in double and rounded once. The bits of the hardware are not known; about one unit
 * in the last place is assumed.
 *
 * Sources: AMD's instruction set guides. Guesses: the precision; FLT_TO_UINT of NaN (0).
 */
#include <float.h>
#include <math.h>

#include "wave.h"

#define ROW(name, result) \
SQ_CLONES static void name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
{ \
	(void)b; \
	(void)c; \
	SQ_ANY_ORDER SQ_EACH_LANE { \
		double x = (double)sq_float(a[i]); \
		d[i] = sq_bits((float)(result)); \
	} \
}

/* The largest number in place of an infinity. */
static inline float bounded(double x)
{
	float f = (float)x;

	return f > FLT_MAX ? FLT_MAX : f < -FLT_MAX ? -FLT_MAX : f;
}

/* 0 in place of an infinity. */
static inline float zeroed(double x)
{
	float f = (float)x;

	return f > FLT_MAX || f < -FLT_MAX ? 0.0f : f;
}

static inline double turns(double x)
{
	return (x - floor(x)) * 6.283185307179586;
}

ROW(exp_ieee, exp2(x))
ROW(log_ieee, log2(x))
ROW(log_clamped, bounded(log2(x)))
ROW(recip, 1.0 / x)
ROW(recip_clamped, bounded(1.0 / x))
ROW(recip_ff, zeroed(1.0 / x))
ROW(rsq, 1.0 / sqrt(x))
ROW(rsq_clamped, bounded(1.0 / sqrt(x)))
ROW(rsq_ff, zeroed(1.0 / sqrt(x)))
ROW(sqrt_ieee, sqrt(x))
ROW(sine, sin(turns(x)))
ROW(cosine, cos(turns(x)))

static void flt_to_uint(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
	(void)b;
	(void)c;
	SQ_ANY_ORDER SQ_EACH_LANE {
		float x = sq_float(a[i]);

		d[i] = x >= 4294967296.0f ? UINT32_MAX : x >= 0.0f ? (uint32_t)x : 0;
	}
}

sq_row_fn *const sq_trans_rows[SQ_OPCODES] = {
	[SQ_EXP_IEEE] = exp_ieee, [SQ_LOG_IEEE] = log_ieee, [SQ_LOG_CLAMPED] = log_clamped,
	[SQ_RECIP_IEEE] = recip, [SQ_RECIP_CLAMPED] = recip_clamped, [SQ_RECIP_FF] = recip_ff,
	[SQ_RECIPSQRT_IEEE] = rsq, [SQ_RECIPSQRT_CLAMPED] = rsq_clamped, [SQ_RECIPSQRT_FF] = rsq_ff,
	[SQ_SQRT_IEEE] = sqrt_ieee, [SQ_SIN] = sine, [SQ_COS] = cosine,
	[SQ_FLT_TO_UINT] = flt_to_uint,
};

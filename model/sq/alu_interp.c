// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: rows of operations that interpolate
 *
 * Of each component of a parameter there are three rows, one behind the other: P0, P10 and P20
 * (struct sq_params). An operation takes several slots: in those at even places the first source
 * is J, in the others I. Slots that only lend their source have no result of their own.
 *
 * Sources: programs that ran on a Cedar, and pictures of it; AMD's instruction set guides. That
 * sum and products are rounded one by one is a guess.
 */
#include "wave.h"

enum { P0, P10, P20 };

#define ROW(param, chan, which)	((param) + (size_t)(3 * (chan) + (which)) * SQ_LANES)

SQ_CLONES static void component(uint32_t *d, const uint32_t *param, unsigned int chan, const uint32_t *ri,
				const uint32_t *rj)
{
	const uint32_t *p0 = ROW(param, chan, P0), *p10 = ROW(param, chan, P10), *p20 = ROW(param, chan, P20);

	SQ_ANY_ORDER SQ_EACH_LANE {
		float sum = sq_float(p0[i]) + sq_float(ri[i]) * sq_float(p10[i]);

		d[i] = sq_bits(sum + sq_float(rj[i]) * sq_float(p20[i]));
	}
}

static void lend(uint32_t *d)
{
	for (unsigned int i = 0; i < SQ_LANES; i++)
		d[i] = SQ_POISON;
}

static void xy(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	component(out[0], in[0][1], 0, in[1][0], in[0][0]);
	component(out[1], in[0][1], 1, in[1][0], in[0][0]);
	lend(out[2]);
	lend(out[3]);
}

static void zw(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	component(out[2], in[2][1], 2, in[3][0], in[2][0]);
	component(out[3], in[2][1], 3, in[3][0], in[2][0]);
	lend(out[0]);
	lend(out[1]);
}

static void only_x(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	component(out[0], in[0][1], 0, in[1][0], in[0][0]);
	lend(out[1]);
}

static void only_z(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	component(out[0], in[0][1], 2, in[1][0], in[0][0]);
	lend(out[1]);
}

const struct sq_wide sq_interp_rows[SQ_OPCODES] = {
	[SQ_INTERP_XY] = { xy, 4 }, [SQ_INTERP_ZW] = { zw, 4 },
	[SQ_INTERP_X] = { only_x, 2 }, [SQ_INTERP_Z] = { only_z, 2 },
};

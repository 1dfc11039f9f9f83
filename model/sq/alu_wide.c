// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: rows of operations that take several slots
 *
 * DOT4, MAX4 and CUBE take x, y, z and w and give each of them a result.
 *
 * Sources: AMD's instruction set guides, Mesa for how CUBE's results are used. The order in
 * which DOT4 adds is a guess.
 */
#include <math.h>

#include "wave.h"

static inline float legacy(float x, float y)
{
	float product = x * y;

	return x == 0.0f || y == 0.0f ? 0.0f : product;
}

#define PRODUCT(slot)	legacy(sq_float(in[slot][0][i]), sq_float(in[slot][1][i]))
#define IEEE(slot)	(sq_float(in[slot][0][i]) * sq_float(in[slot][1][i]))

SQ_CLONES static void dot4(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	SQ_ANY_ORDER SQ_EACH_LANE {
		uint32_t sum = sq_bits(((PRODUCT(0) + PRODUCT(1)) + PRODUCT(2)) + PRODUCT(3));

		for (unsigned int s = 0; s < 4; s++)
			out[s][i] = sum;
	}
}

SQ_CLONES static void dot4_ieee(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	SQ_ANY_ORDER SQ_EACH_LANE {
		uint32_t sum = sq_bits(((IEEE(0) + IEEE(1)) + IEEE(2)) + IEEE(3));

		for (unsigned int s = 0; s < 4; s++)
			out[s][i] = sum;
	}
}

static void max4(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	for (unsigned int i = 0; i < SQ_LANES; i++) {
		float most = sq_float(in[0][0][i]);

		for (unsigned int s = 1; s < 4; s++)
			most = sq_float(in[s][0][i]) >= most ? sq_float(in[s][0][i]) : most;
		for (unsigned int s = 0; s < 4; s++)
			out[s][i] = sq_bits(most);
	}
}

/*
 * First sources are z, z, x, y. The results are T, S, twice the major axis, and the face. Of
 * axes that are alike z comes first, then y.
 */
static void cube(uint32_t *const *out, const uint32_t *const (*in)[3])
{
	for (unsigned int i = 0; i < SQ_LANES; i++) {
		float x = sq_float(in[2][0][i]), y = sq_float(in[3][0][i]), z = sq_float(in[0][0][i]);
		float s, t, major, face;

		if (fabsf(z) >= fabsf(x) && fabsf(z) >= fabsf(y)) {
			s = z < 0 ? -x : x;
			t = -y;
			major = z;
			face = z < 0 ? 5 : 4;
		} else if (fabsf(y) >= fabsf(x)) {
			s = x;
			t = y < 0 ? -z : z;
			major = y;
			face = y < 0 ? 3 : 2;
		} else {
			s = x < 0 ? z : -z;
			t = -y;
			major = x;
			face = x < 0 ? 1 : 0;
		}
		out[0][i] = sq_bits(t);
		out[1][i] = sq_bits(s);
		out[2][i] = sq_bits(2.0f * major);
		out[3][i] = sq_bits(face);
	}
}

const struct sq_wide sq_wide_rows[SQ_OPCODES] = {
	[SQ_DOT4] = { dot4, 4 }, [SQ_DOT4_IEEE] = { dot4_ieee, 4 }, [SQ_MAX4] = { max4, 4 },
	[SQ_CUBE] = { cube, 4 },
};

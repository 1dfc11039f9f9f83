// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: exports
 *
 * A vector of a register, and of those behind it, goes to where the stage's results are kept. A
 * component that is masked out is not written: what is there then is noise on a real card, and
 * poison here.
 *
 * Sources: AMD's instruction set guides for types and numbers; a Cedar showed the noise.
 */
#include <string.h>

#include "wave.h"

#define SEL_ZERO	4u
#define SEL_MASK	7u
#define DEPTH		61u
#define FIRST_POSITION	60u

/* The vector that an export of this type and number goes to, or SQ_EXPORTS. */
static unsigned int vector_of(unsigned int type, unsigned int number)
{
	switch (type) {
	case 0:
		return number < 8 ? SQ_EXPORT_COLOR + number : number == DEPTH ? SQ_EXPORT_DEPTH : SQ_EXPORTS;
	case 1:
		return number >= FIRST_POSITION && number < FIRST_POSITION + 4 ?
			SQ_EXPORT_POSITION + number - FIRST_POSITION : SQ_EXPORTS;
	case 2:
		return number < 32 ? SQ_EXPORT_PARAM + number : SQ_EXPORTS;
	default:
		return SQ_EXPORTS;
	}
}

static void export_component(const struct sq_wave *wave, uint32_t *to, const uint32_t *from, uint64_t lanes)
{
	if (lanes == wave->all) {
		memcpy(to, from, SQ_LANES * sizeof(*to));
		return;
	}
	while (lanes) {
		int lane = sq_next_lane(&lanes);

		to[lane] = from[lane];
	}
}

static bool export_vector(struct sq_wave *wave, const struct sq_cf *cf, unsigned int i)
{
	static const uint32_t zero_one[2][SQ_LANES] = { [1] = { [0 ... SQ_LANES - 1] = 0x3f800000 } };
	struct sq_exports *exports = wave->exports;
	unsigned int vector = vector_of(cf->type, cf->array_base + i);
	uint32_t (*reg)[SQ_LANES] = sq_register(wave, cf->at, cf, cf->rw_gpr + i);

	if (!reg)
		return false;
	if (vector == SQ_EXPORTS)
		return sq_violated(wave, cf->at, cf, -1, "export %u of type %u does not exist", cf->array_base + i,
				   cf->type);
	if (!(exports->written >> vector & 1))
		sq_poison_rows(exports->row[vector], 4);
	exports->written |= 1ull << vector;
	for (unsigned int c = 0; c < 4; c++)
		if (cf->sel[c] < SEL_MASK)
			export_component(wave, exports->row[vector][c],
					 cf->sel[c] < SEL_ZERO ? reg[cf->sel[c]] : zero_one[cf->sel[c] - SEL_ZERO],
					 sq_lanes_of(wave, cf));
	return true;
}

bool sq_export(struct sq_wave *wave, const struct sq_cf *cf)
{
	if (!wave->exports)
		return sq_violated(wave, cf->at, cf, -1, "this stage exports nothing");
	if (cf->rw_rel)
		return sq_violated(wave, cf->at, cf, -1, "exports of relative registers are not modelled");
	for (unsigned int c = 0; c < 4; c++)
		if (cf->sel[c] == 6)
			return sq_violated(wave, cf->at, cf, -1, "SEL 6 is reserved");
	for (unsigned int i = 0; i <= cf->burst; i++)
		if (!export_vector(wave, cf, i))
			return false;
	return true;
}

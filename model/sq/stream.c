// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: stream out, as programs see it
 *
 * Where a vertex goes in a buffer depends on its primitive, so what a program writes is kept until
 * it has ended.
 *
 * Sources: AMD's instruction set guides; Mesa for what ARRAY_BASE counts.
 */
#include <string.h>

#include "wave.h"

bool sq_stream_out(struct sq_wave *wave, const struct sq_cf *cf)
{
	unsigned int number = (unsigned int)(cf->op - &sq_ops[SQ_MEM_STREAM0_BUF0]);
	struct sq_streamed *s = wave->streamed;
	uint32_t (*data)[SQ_LANES];

	if (!s)
		return sq_violated(wave, cf->at, cf, -1, "this stage has no stream out");
	if (cf->type || cf->rw_rel)
		return sq_violated(wave, cf->at, cf, -1, "TYPE %u and relative registers are not modelled", cf->type);
	for (uint32_t b = 0; b <= cf->burst; b++) {
		data = sq_register(wave, cf->at, cf, cf->rw_gpr + b);
		if (!data)
			return false;
		if (s->n == SQ_STREAMED)
			return sq_violated(wave, cf->at, cf, -1, "more than %u writes to streams are not modelled",
					   SQ_STREAMED);
		s->write[s->n].stream = number / 4;
		s->write[s->n].buffer = number % 4;
		s->write[s->n].mask = cf->comp_mask;
		s->write[s->n].at = cf->array_base + b * (cf->elem_size + 1);
		s->write[s->n].lanes = sq_lanes_of(wave, cf);
		memcpy(s->write[s->n].row, data, sizeof(s->write[s->n].row));
		s->n++;
	}
	return true;
}

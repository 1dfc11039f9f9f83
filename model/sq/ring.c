// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: rings between stages
 *
 * An export program writes its vertex to a ring from where a geometry program fetches it; that
 * writes the vertices that it makes to another ring, from where the program behind it fetches them.
 * In an address ARRAY_BASE counts dwords, and an index elements. How many vertices there are is
 * what EMIT counts: what has been written by then is theirs if it is at their place.
 *
 * Sources: AMD's instruction set guides; Mesa for units, and that a CUT without a vertex before it
 * has no effect. Guesses: what is past a lane's part is dropped, and so are vertices past the most
 * of them, which count for each stream.
 */
#include "wave.h"

#define INDEXED		1u	/* bit of TYPE */

static unsigned int stream_of(const struct sq_cf *cf)
{
	return cf->op == &sq_ops[SQ_MEM_RING] ? 0 : 1 + (unsigned int)(cf->op - &sq_ops[SQ_MEM_RING1]);
}

/* @dword: of the lane's part. */
static void write_dword(const struct sq_wave *wave, int lane, uint64_t dword, const uint32_t *value)
{
	const struct sq_port *port = &wave->state->port;
	const struct sq_ring *ring = wave->ring;
	uint64_t at = 4 * ((uint64_t)lane * ring->item + dword);

	if (dword < ring->item && at + 4 <= ring->size)
		port->write(port->opaque, SQ_RING, ring->base + at, value, sizeof(*value));
}

bool sq_write_ring(struct sq_wave *wave, const struct sq_cf *cf)
{
	uint32_t dwords = cf->elem_size + 1, (*data)[SQ_LANES], (*index)[SQ_LANES];

	if (!wave->ring)
		return sq_violated(wave, cf->at, cf, -1, "this stage has no ring");
	if (cf->rw_rel)
		return sq_violated(wave, cf->at, cf, -1, "relative registers are not modelled");
	sq_say(wave, cf);
	for (uint32_t b = 0; b <= cf->burst; b++) {
		uint64_t mask = sq_lanes_of(wave, cf);

		data = sq_register(wave, cf->at, cf, cf->rw_gpr + b);
		index = data ? sq_register(wave, cf->at, cf, cf->type & INDEXED ? cf->index_gpr : 0) : NULL;
		if (!index)
			return false;
		while (mask) {
			int lane = sq_next_lane(&mask);
			uint64_t i = b + (cf->type & INDEXED ? (uint64_t)index[0][lane] : 0);
			uint64_t at = wave->ring->first[stream_of(cf)] + cf->array_base + i * dwords;

			for (unsigned int c = 0; c < dwords; c++)
				if (cf->comp_mask & 1u << c)
					write_dword(wave, lane, at + c, &data[c][lane]);
		}
	}
	return true;
}

bool sq_emit(struct sq_wave *wave, const struct sq_cf *cf)
{
	bool emits = cf->op != &sq_ops[SQ_CUT_VERTEX], cuts = cf->op != &sq_ops[SQ_EMIT_VERTEX];
	struct sq_emitted *e = wave->emitted;
	uint64_t mask = sq_lanes_of(wave, cf);
	uint32_t stream = cf->count;

	if (!e)
		return sq_violated(wave, cf->at, cf, -1, "this stage emits no vertices");
	if (stream >= SQ_STREAMS)
		return sq_violated(wave, cf->at, cf, -1, "stream %u does not exist", stream);
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint16_t *n = &e->n[stream][lane];

		if (emits && *n < e->most)
			++*n;
		if (cuts && *n < SQ_EMITS)
			e->cut[stream][lane][*n / 32] |= 1u << *n % 32;
	}
	return true;
}

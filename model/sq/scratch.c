// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: scratch memory
 *
 * Each lane has a part of its own. All writes are there at once.
 *
 * Sources: AMD's instruction set guides, Mesa. Guesses: where in scratch memory a lane has its
 * part; what is past the array is dropped.
 */
#include <string.h>

#include "wave.h"

#define INDEXED		1u	/* bit of TYPE */

/* 0 where nothing is to be had. */
static void read_element(const struct sq_wave *wave, uint64_t addr, unsigned int dwords, uint32_t value[4])
{
	const struct sq_port *port = &wave->state->port;

	if (!port->read(port->opaque, SQ_SCRATCH, addr, value, 4ul * dwords))
		memset(value, 0, 4ul * dwords);
}

/* Those dwords whose bits are in @mask: mostly all of them, at once. */
static void write_element(const struct sq_wave *wave, uint64_t addr, unsigned int dwords, uint32_t mask,
			  const uint32_t value[4])
{
	const struct sq_port *port = &wave->state->port;
	uint32_t all = (1u << dwords) - 1;

	if ((mask & all) == all) {
		port->write(port->opaque, SQ_SCRATCH, addr, value, 4ul * dwords);
		return;
	}
	for (unsigned int c = 0; c < dwords; c++)
		if (mask >> c & 1)
			port->write(port->opaque, SQ_SCRATCH, addr + 4ull * c, &value[c], sizeof(value[c]));
}

/* Where element @index of a lane is; false past the array, the lane's part or the memory. */
static bool scratch_at(const struct sq_wave *wave, int lane, uint32_t base, uint32_t size,
		       uint64_t index, unsigned int dwords, uint64_t *at)
{
	uint64_t first = (base + index) * dwords, item = wave->state->scratch.item;

	if (index > size || first + dwords > item)
		return false;
	*at = 4 * ((wave->id * (uint64_t)SQ_LANES + (unsigned int)lane) * item + first);
	return *at + 4ull * dwords <= wave->state->scratch.size;
}

bool sq_write_scratch(struct sq_wave *wave, const struct sq_cf *cf)
{
	unsigned int dwords = cf->elem_size + 1;
	uint32_t (*data)[SQ_LANES], (*index)[SQ_LANES];
	uint64_t base = wave->state->scratch.base;

	if (cf->rw_rel)
		return sq_violated(wave, cf->at, cf, -1, "relative registers are not modelled");
	sq_say(wave, cf);
	for (unsigned int b = 0; b <= cf->burst; b++) {
		uint64_t mask = sq_lanes_of(wave, cf), at;

		data = sq_register(wave, cf->at, cf, cf->rw_gpr + b);
		if (!data)
			return false;
		index = sq_register(wave, cf->at, cf, cf->type & INDEXED ? cf->index_gpr : 0);
		if (!index)
			return false;
		while (mask) {
			int lane = sq_next_lane(&mask);
			uint64_t i = cf->type & INDEXED ? index[0][lane] : 0;
			uint32_t value[4];

			if (!scratch_at(wave, lane, cf->array_base, cf->array_size, i + b, dwords, &at))
				continue;
			for (unsigned int c = 0; c < dwords; c++)
				value[c] = data[c][lane];
			write_element(wave, base + at, dwords, cf->comp_mask, value);
		}
	}
	return true;
}

bool sq_read_scratch(struct sq_wave *wave, const struct sq_fetch *f)
{
	unsigned int dwords = f->elem_size + 1;
	uint32_t (*dst)[SQ_LANES], (*src)[SQ_LANES];
	uint64_t base = wave->state->scratch.base;

	if (f->mem_op || f->src_rel || f->dst_rel || f->whole_quad)
		return sq_violated(wave, f->at, f, -1,
				   "MEM_OP %u, whole quads and relative registers are not modelled",
				   f->mem_op);
	for (unsigned int b = 0; b <= f->burst; b++) {
		uint64_t mask = wave->active, at;

		dst = sq_register(wave, f->at, f, f->dst_gpr + b);
		src = dst ? sq_register(wave, f->at, f, f->src_gpr) : NULL;
		if (!src)
			return false;
		while (mask) {
			int lane = sq_next_lane(&mask);
			uint64_t i = f->indexed ? src[f->src_sel[0]][lane] : 0;
			bool is_there = scratch_at(wave, lane, f->array_base, f->array_size, i + b,
						   dwords, &at);
			uint32_t value[4] = { 0 };

			if (is_there)
				read_element(wave, base + at, dwords, value);
			for (unsigned int c = 0; c < 4; c++)
				if (f->dst_sel[c] < 6)
					dst[c][lane] = sq_choose(value, f->dst_sel[c], false);
		}
	}
	return true;
}

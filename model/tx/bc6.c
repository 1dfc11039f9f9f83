// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: BC6
 *
 * Blocks of half floats without alpha, with a sign or without. A mode says how many bits the ends
 * have; the bits of an end are spread over the block, so each mode has a list of runs. In most
 * modes all ends but the first are differences to it.
 *
 * Source: the Khronos Data Format Specification. A block in a mode that is reserved is black.
 */
#include <string.h>

#include "block.h"
#include "bptc.h"

enum { R0, R1, R2, R3, G0, G1, G2, G3, B0, B1, B2, B3, PARTITION, PARTS };

/* Some bits of a part, from @first on; less than 0 of them: the highest comes first. */
struct run {
	uint8_t part, first;
	int8_t n;
};

struct mode {
	uint8_t bits, delta[3];		/* of the first end; of the others, by component */
	bool two, differences;		/* subsets */
};

static const struct mode modes[32] = {
	[0] = { 10, { 5, 5, 5 }, true, true }, [1] = { 7, { 6, 6, 6 }, true, true },
	[2] = { 11, { 5, 4, 4 }, true, true }, [6] = { 11, { 4, 5, 4 }, true, true },
	[10] = { 11, { 4, 4, 5 }, true, true }, [14] = { 9, { 5, 5, 5 }, true, true },
	[18] = { 8, { 6, 5, 5 }, true, true }, [22] = { 8, { 5, 6, 5 }, true, true },
	[26] = { 8, { 5, 5, 6 }, true, true }, [30] = { 6, { 6, 6, 6 }, true, false },
	[3] = { 10, { 10, 10, 10 }, false, false }, [7] = { 11, { 9, 9, 9 }, false, true },
	[11] = { 12, { 8, 8, 8 }, false, true }, [15] = { 16, { 4, 4, 4 }, false, true },
};

static const struct run runs[32][25] = {
	[0] = {
		{ G2, 4, 1 }, { B2, 4, 1 }, { B3, 4, 1 }, { R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 5 },
		{ G3, 4, 1 }, { G2, 0, 4 }, { G1, 0, 5 }, { B3, 0, 1 }, { G3, 0, 4 }, { B1, 0, 5 }, { B3, 1, 1 },
		{ B2, 0, 4 }, { R2, 0, 5 }, { B3, 2, 1 }, { R3, 0, 5 }, { B3, 3, 1 }, { PARTITION, 0, 5 }
	},
	[1] = {
		{ G2, 5, 1 }, { G3, 4, 1 }, { G3, 5, 1 }, { R0, 0, 7 }, { B3, 0, 1 }, { B3, 1, 1 }, { B2, 4, 1 },
		{ G0, 0, 7 }, { B2, 5, 1 }, { B3, 2, 1 }, { G2, 4, 1 }, { B0, 0, 7 }, { B3, 3, 1 }, { B3, 5, 1 },
		{ B3, 4, 1 }, { R1, 0, 6 }, { G2, 0, 4 }, { G1, 0, 6 }, { G3, 0, 4 }, { B1, 0, 6 }, { B2, 0, 4 },
		{ R2, 0, 6 }, { R3, 0, 6 }, { PARTITION, 0, 5 }
	},
	[2] = {
		{ R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 5 }, { R0, 10, 1 }, { G2, 0, 4 }, { G1, 0, 4 },
		{ G0, 10, 1 }, { B3, 0, 1 }, { G3, 0, 4 }, { B1, 0, 4 }, { B0, 10, 1 }, { B3, 1, 1 }, { B2, 0, 4 },
		{ R2, 0, 5 }, { B3, 2, 1 }, { R3, 0, 5 }, { B3, 3, 1 }, { PARTITION, 0, 5 }
	},
	[6] = {
		{ R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 4 }, { R0, 10, 1 }, { G3, 4, 1 }, { G2, 0, 4 },
		{ G1, 0, 5 }, { G0, 10, 1 }, { G3, 0, 4 }, { B1, 0, 4 }, { B0, 10, 1 }, { B3, 1, 1 }, { B2, 0, 4 },
		{ R2, 0, 4 }, { B3, 0, 1 }, { B3, 2, 1 }, { R3, 0, 4 }, { G2, 4, 1 }, { B3, 3, 1 }, { PARTITION, 0, 5 }
	},
	[10] = {
		{ R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 4 }, { R0, 10, 1 }, { B2, 4, 1 }, { G2, 0, 4 },
		{ G1, 0, 4 }, { G0, 10, 1 }, { B3, 0, 1 }, { G3, 0, 4 }, { B1, 0, 5 }, { B0, 10, 1 }, { B2, 0, 4 },
		{ R2, 0, 4 }, { B3, 1, 1 }, { B3, 2, 1 }, { R3, 0, 4 }, { B3, 4, 1 }, { B3, 3, 1 }, { PARTITION, 0, 5 }
	},
	[14] = {
		{ R0, 0, 9 }, { B2, 4, 1 }, { G0, 0, 9 }, { G2, 4, 1 }, { B0, 0, 9 }, { B3, 4, 1 }, { R1, 0, 5 },
		{ G3, 4, 1 }, { G2, 0, 4 }, { G1, 0, 5 }, { B3, 0, 1 }, { G3, 0, 4 }, { B1, 0, 5 }, { B3, 1, 1 },
		{ B2, 0, 4 }, { R2, 0, 5 }, { B3, 2, 1 }, { R3, 0, 5 }, { B3, 3, 1 }, { PARTITION, 0, 5 }
	},
	[18] = {
		{ R0, 0, 8 }, { G3, 4, 1 }, { B2, 4, 1 }, { G0, 0, 8 }, { B3, 2, 1 }, { G2, 4, 1 }, { B0, 0, 8 },
		{ B3, 3, 1 }, { B3, 4, 1 }, { R1, 0, 6 }, { G2, 0, 4 }, { G1, 0, 5 }, { B3, 0, 1 }, { G3, 0, 4 },
		{ B1, 0, 5 }, { B3, 1, 1 }, { B2, 0, 4 }, { R2, 0, 6 }, { R3, 0, 6 }, { PARTITION, 0, 5 }
	},
	[22] = {
		{ R0, 0, 8 }, { B3, 0, 1 }, { B2, 4, 1 }, { G0, 0, 8 }, { G2, 5, 1 }, { G2, 4, 1 }, { B0, 0, 8 },
		{ G3, 5, 1 }, { B3, 4, 1 }, { R1, 0, 5 }, { G3, 4, 1 }, { G2, 0, 4 }, { G1, 0, 6 }, { G3, 0, 4 },
		{ B1, 0, 5 }, { B3, 1, 1 }, { B2, 0, 4 }, { R2, 0, 5 }, { B3, 2, 1 }, { R3, 0, 5 }, { B3, 3, 1 },
		{ PARTITION, 0, 5 }
	},
	[26] = {
		{ R0, 0, 8 }, { B3, 1, 1 }, { B2, 4, 1 }, { G0, 0, 8 }, { B2, 5, 1 }, { G2, 4, 1 }, { B0, 0, 8 },
		{ B3, 5, 1 }, { B3, 4, 1 }, { R1, 0, 5 }, { G3, 4, 1 }, { G2, 0, 4 }, { G1, 0, 5 }, { B3, 0, 1 },
		{ G3, 0, 4 }, { B1, 0, 6 }, { B2, 0, 4 }, { R2, 0, 5 }, { B3, 2, 1 }, { R3, 0, 5 }, { B3, 3, 1 },
		{ PARTITION, 0, 5 }
	},
	[30] = {
		{ R0, 0, 6 }, { G3, 4, 1 }, { B3, 0, 1 }, { B3, 1, 1 }, { B2, 4, 1 }, { G0, 0, 6 }, { G2, 5, 1 },
		{ B2, 5, 1 }, { B3, 2, 1 }, { G2, 4, 1 }, { B0, 0, 6 }, { G3, 5, 1 }, { B3, 3, 1 }, { B3, 5, 1 },
		{ B3, 4, 1 }, { R1, 0, 6 }, { G2, 0, 4 }, { G1, 0, 6 }, { G3, 0, 4 }, { B1, 0, 6 }, { B2, 0, 4 },
		{ R2, 0, 6 }, { R3, 0, 6 }, { PARTITION, 0, 5 }
	},
	[3] = {
		{ R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 10 }, { G1, 0, 10 }, { B1, 0, 10 }
	},
	[7] = {
		{ R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 9 }, { R0, 10, 1 }, { G1, 0, 9 }, { G0, 10, 1 },
		{ B1, 0, 9 }, { B0, 10, 1 }
	},
	[11] = {
		{ R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 8 }, { R0, 10, -2 }, { G1, 0, 8 },
		{ G0, 10, -2 }, { B1, 0, 8 }, { B0, 10, -2 }
	},
	[15] = {
		{ R0, 0, 10 }, { G0, 0, 10 }, { B0, 0, 10 }, { R1, 0, 4 }, { R0, 10, -6 }, { G1, 0, 4 },
		{ G0, 10, -6 }, { B1, 0, 4 }, { B0, 10, -6 }
	},
};

static int32_t sign_extend(uint32_t value, unsigned int bits)
{
	return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

static void take_parts(struct bptc_block *block, unsigned int mode, uint32_t part[PARTS])
{
	memset(part, 0, PARTS * sizeof(*part));
	for (const struct run *r = runs[mode]; r->n; r++) {
		int n = r->n < 0 ? -r->n : r->n;

		for (int i = 0; i < n; i++)
			part[r->part] |= bptc_bits(block, 1) << (r->first + (r->n < 0 ? n - 1 - i : i));
	}
}

/* An end of one component, on the scale of all modes. */
static int32_t unquantize(int32_t x, unsigned int bits, bool is_signed)
{
	int32_t size = x < 0 ? -x : x, most = (1 << (is_signed ? bits - 1 : bits)) - 1;

	if (bits == 16)
		return x;
	if (size && size < most)
		size = ((size << 15) + 0x4000) >> (bits - 1);
	else if (size)
		size = is_signed ? 0x7fff : 0xffff;
	return x < 0 ? -size : size;
}

static int32_t take_end(const struct mode *m, const uint32_t part[PARTS], size_t c, size_t end, bool is_signed)
{
	uint32_t first = part[4 * c], value = part[4 * c + end];

	if (end && m->differences) {
		value = first + (uint32_t)sign_extend(value, m->delta[c]);
		value &= (1u << m->bits) - 1;
	}
	return unquantize(is_signed ? sign_extend(value, m->bits) : (int32_t)value, m->bits, is_signed);
}

static uint16_t to_half(int32_t value, bool is_signed)
{
	if (!is_signed)
		return (uint16_t)(value * 31 >> 6);
	return (uint16_t)(value < 0 ? (-value * 31 >> 5) | 0x8000 : value * 31 >> 5);
}

void tx_decode_bc6(const uint8_t *bytes, unsigned int texel, bool is_signed, uint16_t rgb[3])
{
	struct bptc_block block = bptc_take(bytes);
	unsigned int n = bytes[0] & 3, subsets, first, weight;
	const struct mode *m;
	uint32_t part[PARTS];

	n = n < 2 ? n : bytes[0] & 31;
	m = &modes[n];
	memset(rgb, 0, 3 * sizeof(*rgb));
	if (!m->bits)
		return;
	bptc_bits(&block, n < 2 ? 2 : 5);
	take_parts(&block, n, part);
	subsets = m->two ? 2 : 1;
	first = 2 * bptc_subset(subsets, part[PARTITION], texel);
	weight = bptc_weight(&block, subsets, part[PARTITION], texel, m->two ? 3 : 4);
	for (unsigned int c = 0; c < 3; c++)
		rgb[c] = to_half(bptc_mix(take_end(m, part, c, first, is_signed), take_end(m, part, c, first + 1, is_signed), weight),
				 is_signed);
}

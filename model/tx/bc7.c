// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: BC7
 *
 * A block is in one of eight modes, which say how many subsets there are and how many bits each
 * part has. Some ends have another bit below their own, one for each end or one for both.
 * Where alpha has an index of its own, it may have changed places with another component.
 *
 * Source: the Khronos Data Format Specification. A block without a mode is all 0.
 */
#include <string.h>

#include "block.h"
#include "bptc.h"

struct mode {
	uint8_t subsets, partition, rotation, selection, color, alpha, own_p, shared_p, index, second;
};

static const struct mode modes[8] = {
	{ 3, 4, 0, 0, 4, 0, 1, 0, 3, 0 },
	{ 2, 6, 0, 0, 6, 0, 0, 1, 3, 0 },
	{ 3, 6, 0, 0, 5, 0, 0, 0, 2, 0 },
	{ 2, 6, 0, 0, 7, 0, 1, 0, 2, 0 },
	{ 1, 0, 2, 1, 5, 6, 0, 0, 2, 3 },
	{ 1, 0, 2, 0, 7, 8, 0, 0, 2, 2 },
	{ 1, 0, 0, 0, 7, 7, 1, 0, 4, 0 },
	{ 2, 6, 0, 0, 5, 5, 1, 0, 2, 0 },
};

/* To 8 bits: the highest ones come again below. */
static uint8_t widen(uint32_t value, unsigned int bits)
{
	value <<= 8 - bits;
	return (uint8_t)(value | value >> bits);
}

/* Ends of all subsets, by twos. */
static void take_ends(struct bptc_block *block, const struct mode *m, uint8_t ends[6][4])
{
	unsigned int n = 2u * m->subsets, with_p = m->own_p || m->shared_p;
	uint32_t raw[6][4], p[6] = { 0 };

	for (unsigned int c = 0; c < 4; c++)
		for (unsigned int i = 0; i < n; i++)
			raw[i][c] = bptc_bits(block, c < 3 ? m->color : m->alpha);
	for (unsigned int i = 0; i < n; i++)
		p[i] = !with_p ? 0 : m->shared_p && i % 2 ? p[i - 1] : bptc_bits(block, 1);
	for (unsigned int i = 0; i < n; i++)
		for (unsigned int c = 0; c < 4; c++) {
			unsigned int bits = c < 3 ? m->color : m->alpha;

			ends[i][c] = !bits ? 255 : with_p ? widen(raw[i][c] << 1 | p[i], bits + 1) : widen(raw[i][c], bits);
		}
}

void tx_decode_bc7(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4])
{
	unsigned int n = bytes[0] ? (unsigned int)__builtin_ctz(bytes[0]) : 8, partition, rotation, weight, second;
	struct bptc_block block = bptc_take(bytes);
	const struct mode *m = &modes[n & 7];
	const uint8_t (*pair)[4];
	uint8_t ends[6][4], kept;
	bool swapped;

	memset(rgba, 0, 4);
	if (n == 8)
		return;
	bptc_bits(&block, n + 1);
	partition = bptc_bits(&block, m->partition);
	rotation = bptc_bits(&block, m->rotation);
	swapped = bptc_bits(&block, m->selection);
	take_ends(&block, m, ends);
	weight = bptc_weight(&block, m->subsets, partition, texel, m->index);
	second = m->second ? bptc_weight(&block, m->subsets, partition, texel, m->second) : weight;
	pair = (const uint8_t (*)[4])&ends[2 * (size_t)bptc_subset(m->subsets, partition, texel)];
	for (unsigned int c = 0; c < 4; c++)
		rgba[c] = (uint8_t)bptc_mix(pair[0][c], pair[1][c], (c == 3) != swapped ? second : weight);
	if (!rotation)
		return;
	kept = rgba[3];
	rgba[3] = rgba[rotation - 1];
	rgba[rotation - 1] = kept;
}

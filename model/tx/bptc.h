/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What BC6 and BC7 have in common: blocks of 128 bits, subsets of their texels, and weights.
 */
#ifndef TX_BPTC_H
#define TX_BPTC_H

#include <stdbool.h>
#include <stdint.h>

struct bptc_block {
	uint64_t bits[2];
	unsigned int at;		/* what is read next */
};

struct bptc_block bptc_take(const uint8_t *bytes);
/* The next bits, at most 32 of them. */
uint32_t bptc_bits(struct bptc_block *block, unsigned int n);
/* Which subset a texel is in; @texel counts row by row. */
unsigned int bptc_subset(unsigned int subsets, unsigned int partition, unsigned int texel);
/* The weight of a texel, of 64; the indices begin here, @bits wide. Skips all of them. */
unsigned int bptc_weight(struct bptc_block *block, unsigned int subsets, unsigned int partition, unsigned int texel,
			 unsigned int bits);

static inline int32_t bptc_mix(int32_t a, int32_t b, unsigned int weight)
{
	return (a * (64 - (int32_t)weight) + b * (int32_t)weight + 32) >> 6;
}

#endif

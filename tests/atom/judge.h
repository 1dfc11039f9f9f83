/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef JUDGE_H
#define JUDGE_H

#include <stddef.h>
#include <stdint.h>

#include "world.h"

/* What an interpreter leaves behind, besides the parameters and the memory. */
struct judge_state {
	uint32_t quotient, remainder, data_block, fb_base, attributes, reg_block, shift;
};

/* NULL, or what went wrong. */
const char *ours_run(const uint8_t *image, size_t size, unsigned int table, struct world *world,
		     uint32_t *parameters, uint32_t count, uint32_t *memory, uint32_t memory_count,
		     struct judge_state *state);
const char *stock_run(uint8_t *image, unsigned int table, struct world *world,
		      uint32_t *parameters, uint32_t count, uint32_t *memory,
		      uint32_t memory_count, struct judge_state *state);

#endif

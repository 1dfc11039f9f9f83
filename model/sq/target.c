// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: colour slots
 *
 * Sources: AMD's register guides; Mesa for what pitch, slice and view are: padding counts in
 * pitch and slice, the view's first slice is z = 0. Of LINEAR_GENERAL that is no slice but the low
 * bits of the address, says AMD's register reference of the next generation. DIM ends random
 * access only: a Cedar draws into a target whose DIM is 0.
 */
#include <stddef.h>

#include "target.h"

#define BASE		0x28c60u
#define STEP		0x3cu
#define BASE_8		0x28e40u
#define STEP_8		0x1cu

uint32_t sq_slot_register(unsigned int n)
{
	return n < 8 ? BASE + n * STEP : BASE_8 + (n - 8) * STEP_8;
}

void sq_slot_surface(struct sq_surface *s, const struct sq_slot *slot, const struct tiling *memory)
{
	uint32_t pitch = ((slot->pitch & 0x7ff) + 1) * 8, slice = ((slot->slice & 0x3fffff) + 1) * 64;
	uint32_t first = slot->view & 0x7ff, last = slot->view >> 13 & 0x7ff;

	*s = (struct sq_surface){
		.base = (uint64_t)slot->base << 8, .width = pitch, .height = slice / pitch,
		.first = first, .slices = last < first ? 0 : last - first + 1, .tiling = *memory,
		.problem = slice % pitch ? "slice is no multiple of the pitch" : NULL,
	};
	s->tiling.mode = slot->info >> 8 & 0xf;
	if (s->tiling.mode == LINEAR_GENERAL && first)
		s->problem = "a linear target that begins at no slice is not modelled";
	s->tiling.non_displayable = slot->attrib >> 4 & 1;
	s->tiling.pitch = pitch;
	s->tiling.height = slice / pitch;
	s->tiling.split = 64u << (slot->attrib >> 5 & 0xf);
	s->tiling.banks = 2u << (slot->attrib >> 10 & 3);
	s->tiling.bank_width = 1u << (slot->attrib >> 13 & 3);
	s->tiling.bank_height = 1u << (slot->attrib >> 16 & 3);
	s->tiling.aspect = 1u << (slot->attrib >> 19 & 3);
}

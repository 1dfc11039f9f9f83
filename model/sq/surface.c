// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: images in memory
 *
 * Sources: tiling.c has them. A base that is not aligned has bits of a pipe or bank in it,
 * which is not modelled.
 */
#include <stddef.h>

#include "surface.h"

#define ELEMENT_MOST	16u

void sq_surface_check(struct sq_surface *s, unsigned int bytes)
{
	if (s->problem)
		return;
	if (!bytes || bytes > ELEMENT_MOST || bytes & (bytes - 1)) {
		s->problem = "the format is none of images";
		return;
	}
	s->tiling.element_log2 = (unsigned int)__builtin_ctz(bytes);
	s->problem = tiling_problem(&s->tiling);
	if (s->problem)
		return;
	if (s->base % tiling_base_alignment(&s->tiling))
		s->problem = "base is not aligned";
	else if (s->width > s->tiling.pitch || s->height > s->tiling.height)
		s->problem = "it is larger than what its pitch and slice leave room for";
}

bool sq_surface_find_sample(const struct sq_surface *s, uint32_t x, uint32_t y, uint32_t z, uint32_t sample,
			    uint64_t *addr)
{
	if (x >= s->width || y >= s->height || z >= s->slices || sample >> s->tiling.samples_log2)
		return false;
	*addr = s->base + tiling_sample_offset(&s->tiling, x, y, s->first + z, sample);
	return true;
}

bool sq_surface_find(const struct sq_surface *s, uint32_t x, uint32_t y, uint32_t z, uint64_t *addr)
{
	return sq_surface_find_sample(s, x, y, z, 0, addr);
}

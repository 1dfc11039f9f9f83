/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * An image in memory: a target, or a level of a texture.
 */
#ifndef SQ_SURFACE_H
#define SQ_SURFACE_H

#include "../tiling.h"

struct sq_surface {
	const char *problem;		/* why nobody can use it, or NULL */
	uint64_t base;
	struct tiling tiling;
	uint32_t width, height, slices;	/* what is there to see, in elements; from first on */
	uint32_t first;			/* slice */
};

/* Of an element of @bytes; the tiling's element size and the problem are filled in. */
void sq_surface_check(struct sq_surface *surface, unsigned int bytes);
/* Where an element is. False: outside. */
bool sq_surface_find(const struct sq_surface *surface, uint32_t x, uint32_t y, uint32_t z, uint64_t *addr);
bool sq_surface_find_sample(const struct sq_surface *surface, uint32_t x, uint32_t y, uint32_t z, uint32_t sample,
			    uint64_t *addr);

#endif

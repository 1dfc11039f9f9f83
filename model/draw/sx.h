/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The shader export: what the alpha of target 0 leaves of a pixel.
 */
#ifndef SX_H
#define SX_H

#include "sc.h"

struct sx_state {
	const struct draw_card *card;
	unsigned int samples;
	bool tests, masks;		/* alpha test, alpha to mask */
	bool cut;			/* exports have 16 bits */
	unsigned int function;
	float reference;
	unsigned int offset[DRAW_QUAD];	/* quarters of a sample */
};

/* Is there alpha to mask? */
bool sx_makes_masks(const struct draw_card *card);
/* @samples: of the rasterizer. */
void sx_take_state(struct sx_state *s, const struct draw_card *card, unsigned int samples);
/* Takes samples out of the quad; after the program of pixels, and before DB if that is late. */
void sx_test(const struct sx_state *s, struct draw_quad *quad, const struct draw_colors *colors);

#endif

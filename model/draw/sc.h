/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The scan converter: which pixels and samples a primitive on the screen covers.
 */
#ifndef SC_H
#define SC_H

#include "draw.h"

struct sc_state {
	const struct draw_card *card;
	unsigned int samples;		/* 1 to 16 */
	/* of pixel of a quad, and sample, from the pixel's centre; 16ths of a pixel */
	struct { int8_t x, y; } at[DRAW_QUAD][DRAW_SAMPLES];
};

typedef void sc_out_fn(void *opaque, const struct draw_quad *quad);

void sc_take_state(struct sc_state *s, const struct draw_card *card);
void sc_convert(const struct sc_state *s, const struct draw_screen *screen, sc_out_fn *out, void *opaque);

#endif

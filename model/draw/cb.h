/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The colour block: blending, logic operations, and the store.
 */
#ifndef CB_H
#define CB_H

#include "draw.h"

struct cb_state {
	const struct draw_card *card;
	unsigned int samples;
};

/* @samples: of the rasterizer. */
void cb_take_state(struct cb_state *s, const struct draw_card *card, unsigned int samples);
/* All modes: those that resolve and decompress take the quad's place, and no colours. */
void cb_quad(const struct cb_state *s, const struct draw_quad *quad, const struct draw_colors *colors);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Primitive assembly: clip space to the screen.
 */
#ifndef PA_H
#define PA_H

#include "draw.h"

#define PA_VIEWPORTS	16u
#define PA_PLANES	6u

struct pa_state {
	const struct draw_card *card;
	uint32_t clip, vte, out, mode, vtx;	/* PA_CL_CLIP_CNTL, _VTE_CNTL, _VS_OUT_CNTL, PA_SU_SC_MODE_CNTL, _VTX_CNTL */
};

typedef void pa_out_fn(void *opaque, const struct draw_screen *screen);

/* @s refers to @card. */
void pa_take_state(struct pa_state *s, const struct draw_card *card);
/* Calls @out for what is left of the primitive, which lasts until it returns. */
void pa_primitive(const struct pa_state *s, const struct draw_primitive *p, pa_out_fn *out, void *opaque);

#endif

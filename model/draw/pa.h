/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Primitive assembly: clip space to the screen.
 */
#ifndef PA_H
#define PA_H

#include "draw.h"

#define PA_VIEWPORTS	16u
#define PA_PLANES	6u
#define PA_CORNERS	32u	/* three, and one more for each of at most 21 planes */
#define PA_LIMIT	32768	/* pixels, to all sides: the screen ends there */

#define PA_RASTERIZATION_KILL	(1u << 22)	/* of PA_CL_CLIP_CNTL */
#define PA_MISC_VECTOR		(1u << 21)	/* of PA_CL_VS_OUT_CNTL: point size and more are exported */

struct pa_viewport {
	double scale[3], offset[3];
	float z_min, z_max;
};

/* By how much depth is moved: slope * @scale + @units, the latter in steps of depth. */
struct pa_offset {
	bool on;
	double scale, units;
};

struct pa_state {
	const struct draw_card *card;
	uint32_t clip, vte, out, mode;		/* PA_CL_CLIP_CNTL, _VTE_CNTL, _VS_OUT_CNTL, PA_SU_SC_MODE_CNTL */
	struct pa_viewport viewport[PA_VIEWPORTS];
	bool z_clamped;
	float plane[PA_PLANES][4];		/* of the user */
	float band[2], discard[2];		/* in x and y: what is cut off there, and what is not drawn at all */
	unsigned int quantum, round;		/* DRAW_UNITS to which x and y are cut; ROUND_MODE */
	int32_t move[2];			/* DRAW_UNITS */
	int32_t point_half[2], point_min, point_max, line_half;	/* DRAW_UNITS */
	struct pa_offset front, back, para;
	double offset_step, offset_clamp;	/* a step of 0: of floats */
};

typedef void pa_out_fn(void *opaque, const struct draw_screen *screen);

/* @s refers to @card. */
void pa_take_state(struct pa_state *s, const struct draw_card *card);
/* Calls @out for what is left of the primitive, which lasts until it returns. */
void pa_primitive(const struct pa_state *s, const struct draw_primitive *p, pa_out_fn *out, void *opaque);

/* ---- between the files of PA ---- */

/* A point of the primitive, as what it has of each vertex; linear in clip space. */
struct pa_corner {
	double weight[3];
	bool edge;			/* from here to the next one */
};

struct pa_polygon {
	const struct draw_primitive *of;
	double position[3][4];		/* of vertices, in clip space */
	unsigned int vertices;
	unsigned int corners;		/* of a point 1, of a line 2 */
	struct pa_corner corner[PA_CORNERS];
	bool clipped;
};

static inline double pa_combine(const struct pa_corner *c, double v0, double v1, double v2)
{
	/* In this order whatever the primitive: neighbours find the same on their common edge. */
	return c->weight[0] * v0 + c->weight[1] * v1 + c->weight[2] * v2;
}

/* clip.c: takes off what is outside; false if nothing is left. */
bool pa_clip(const struct pa_state *s, struct pa_polygon *p);

/* setup.c: what is left, on the screen. */
void pa_setup(const struct pa_state *s, const struct pa_polygon *p, pa_out_fn *out, void *opaque);

#endif

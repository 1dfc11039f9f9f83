// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: primitive assembly
 *
 * Primitives come with positions as programs have exported them; what is left after clipping goes
 * to the screen. This file reads the registers and brings positions into clip space: an x, y or z
 * that is divided by w already is multiplied by it, and a w that is the reciprocal is turned over.
 *
 * Sources: AMD's register guides for fields and places, which differ for Cayman in PA_SU_VTX_CNTL
 * and the guard band.
 *
 * That the flag that kills a vertex is in z of the vector of point size, where the layer is, says
 * AMD's register guide of the next generation. That it is not 0 then, whatever its sign, and that
 * VTX_KILL_OR has a single such vertex kill its primitive, which else takes all of them, is from
 * emulators of an older one. Here these are guesses, as is that nothing depends on CLIP_DISABLE.
 *
 * Guesses: a primitive with a position that is not finite is dropped; a
 * rectangle is in front, not culled and not clipped, as corners of Mesa's clears and copies lie far
 * outside; of viewport numbers four bits count.
 */
#include <math.h>
#include <string.h>

#include "pa.h"

#define SIGN			(1u << 31)
#define UNITS_OF_16TH(n)	((int32_t)(n) * (DRAW_UNITS / 16))

enum {
	/* PA_CL_VTE_CNTL */
	XY_FMT = 1 << 8, Z_FMT = 1 << 9, W0_FMT = 1 << 10,
	/* PA_CL_CLIP_CNTL */
	VTX_KILL_OR = 1 << 21,
	/* PA_CL_VS_OUT_CNTL */
	USE_VTX_EDGE_FLAG = 1 << 17, USE_VTX_RENDER_TARGET_INDX = 1 << 18, USE_VTX_KILL_FLAG = 1 << 20,
	/* PA_SU_SC_MODE_CNTL */
	OFFSET_FRONT = 1 << 11, OFFSET_BACK = 1 << 12, OFFSET_PARA = 1 << 13, VTX_WINDOW_OFFSET = 1 << 16,
	/* PA_SU_VTX_CNTL */
	PIX_CENTER_HALF = 1 << 0,
	/* PA_SU_POLY_OFFSET_DB_FMT_CNTL */
	OFFSET_IS_FLOAT = 1 << 8,
	/* DB_RENDER_OVERRIDE */
	DISABLE_VIEWPORT_CLAMP = 1 << 16,
};

static void take_viewports(struct pa_state *s)
{
	for (unsigned int i = 0; i < PA_VIEWPORTS; i++) {
		struct pa_viewport *v = &s->viewport[i];

		for (unsigned int c = 0; c < 3; c++) {
			uint32_t at = 0x2843c + 24 * i + 8 * c;

			v->scale[c] = s->vte >> 2 * c & 1 ? (double)draw_reg_float(s->card, at) : 1;
			v->offset[c] = s->vte >> 2 * c & 2 ? (double)draw_reg_float(s->card, at + 4) : 0;
		}
		v->z_min = draw_reg_float(s->card, 0x282d0 + 8 * i);
		v->z_max = draw_reg_float(s->card, 0x282d4 + 8 * i);
	}
	s->z_clamped = !(draw_reg(s->card, 0x2800c) & DISABLE_VIEWPORT_CLAMP);
}

static void take_planes(struct pa_state *s)
{
	uint32_t band = s->card->cayman ? 0x28be8 : 0x28c0c;

	for (unsigned int i = 0; i < PA_PLANES; i++)
		for (unsigned int c = 0; c < 4; c++)
			s->plane[i][c] = draw_reg_float(s->card, 0x285bc + 16 * i + 4 * c);
	for (unsigned int c = 0; c < 2; c++) {	/* vertical comes first */
		s->band[c] = draw_reg_float(s->card, band + 8 * !c);
		s->discard[c] = draw_reg_float(s->card, band + 8 * !c + 4);
	}
}

static void take_grid(struct pa_state *s)
{
	static const uint16_t quanta[8] = { 256, 512, 1024, 2048, 4096, 16, 4, 1 };
	uint32_t vtx = draw_reg(s->card, s->card->cayman ? 0x28be4 : 0x28c08);
	uint32_t window = draw_reg(s->card, 0x28200);

	s->round = vtx >> 1 & 3;
	s->quantum = quanta[vtx >> 3 & 7];
	for (unsigned int c = 0; c < 2; c++) {
		if (!(vtx & PIX_CENTER_HALF))
			s->move[c] = DRAW_UNITS / 2;
		if (s->mode & VTX_WINDOW_OFFSET)
			s->move[c] += (int16_t)(window >> 16 * c) * DRAW_UNITS;
	}
}

static void take_sizes(struct pa_state *s)
{
	uint32_t size = draw_reg(s->card, 0x28a00), range = draw_reg(s->card, 0x28a04);

	s->point_half[0] = UNITS_OF_16TH(size >> 16);
	s->point_half[1] = UNITS_OF_16TH(size & 0xffff);
	s->point_min = UNITS_OF_16TH(range & 0xffff);
	s->point_max = UNITS_OF_16TH(range >> 16);
	s->line_half = UNITS_OF_16TH(draw_reg(s->card, 0x28a08) & 0xffff);
}

static struct pa_offset take_offset(const struct pa_state *s, uint32_t enable, uint32_t at)
{
	return (struct pa_offset){
		.on = s->mode & enable, .scale = (double)draw_reg_float(s->card, at) / 16,
		.units = (double)draw_reg_float(s->card, at + 4),
	};
}

static void take_offsets(struct pa_state *s)
{
	uint32_t format = draw_reg(s->card, 0x28b78);

	s->front = take_offset(s, OFFSET_FRONT, 0x28b80);
	s->back = take_offset(s, OFFSET_BACK, 0x28b88);
	s->para = take_offset(s, OFFSET_PARA, 0x28b80);
	s->offset_step = format & OFFSET_IS_FLOAT ? 0 : ldexp(1, (int8_t)format);
	s->offset_clamp = (double)draw_reg_float(s->card, 0x28b7c);
}

void pa_take_state(struct pa_state *s, const struct draw_card *card)
{
	memset(s, 0, sizeof(*s));
	s->card = card;
	s->clip = draw_reg(card, 0x28810);
	s->vte = draw_reg(card, 0x28818);
	s->out = draw_reg(card, 0x2881c);
	s->mode = draw_reg(card, 0x28814);
	if (s->out & USE_VTX_KILL_FLAG)
		card->guess(card->opaque, "PA: a vertex is killed by z of the vector of point size");
	if (s->out & USE_VTX_KILL_FLAG && !(s->out & PA_MISC_VECTOR))
		draw_violation(card, "PA: the flag that kills is in the vector of point size, which is off");
	if (s->out & USE_VTX_KILL_FLAG && s->out & USE_VTX_RENDER_TARGET_INDX)
		draw_violation(card, "PA: z of the vector of point size is a layer, and a flag that kills");
	take_viewports(s);
	take_planes(s);
	take_grid(s);
	take_sizes(s);
	take_offsets(s);
}

static bool take_position(const struct pa_state *s, const float from[4], double to[4])
{
	double w = s->vte & W0_FMT ? (double)from[3] : 1 / (double)from[3];
	double xy = s->vte & XY_FMT ? w : 1, z = s->vte & Z_FMT ? w : 1;

	to[0] = (double)from[0] * xy;
	to[1] = (double)from[1] * xy;
	to[2] = (double)from[2] * z;
	to[3] = w;
	return isfinite(to[0]) && isfinite(to[1]) && isfinite(to[2]) && isfinite(w);
}

static bool has_edge(const struct pa_state *s, const struct draw_primitive *p, unsigned int vertex)
{
	if (p->shape != DRAW_TRIANGLE)
		return true;
	return p->edge[vertex] && (!(s->out & USE_VTX_EDGE_FLAG) || p->vertex[vertex]->edge);
}

static bool is_killed(const struct pa_state *s, const struct draw_primitive *p)
{
	unsigned int n = draw_vertices_of(p->shape), killed = 0;

	for (unsigned int i = 0; i < n; i++)
		killed += (p->vertex[i]->layer & ~SIGN) != 0;
	return s->clip & VTX_KILL_OR ? killed : killed == n;
}

/* Of a rectangle there are three corners, too. */
static bool take_polygon(const struct pa_state *s, const struct draw_primitive *p, struct pa_polygon *polygon)
{
	polygon->of = p;
	polygon->clipped = false;
	polygon->vertices = polygon->corners = draw_vertices_of(p->shape);
	for (unsigned int i = 0; i < polygon->vertices; i++) {
		struct pa_corner *c = &polygon->corner[i];

		if (!take_position(s, p->vertex[i]->position, polygon->position[i]))
			return false;
		*c = (struct pa_corner){ .edge = has_edge(s, p, i) };
		c->weight[i] = 1;
	}
	for (unsigned int i = polygon->vertices; i < 3; i++)	/* weighs nothing */
		memcpy(polygon->position[i], polygon->position[0], sizeof(polygon->position[i]));
	return true;
}

void pa_primitive(const struct pa_state *s, const struct draw_primitive *p, pa_out_fn *out, void *opaque)
{
	struct pa_polygon polygon;

	if (s->clip & PA_RASTERIZATION_KILL)
		return;
	draw_count(s->card, DRAW_C_INVOCATIONS, 1);
	if (s->out & USE_VTX_KILL_FLAG && is_killed(s, p))
		return;
	if (!take_polygon(s, p, &polygon) || (p->shape != DRAW_RECTANGLE && !pa_clip(s, &polygon)))
		return;
	draw_count(s->card, DRAW_C_PRIMITIVES, 1);
	pa_setup(s, &polygon, out, opaque);
}

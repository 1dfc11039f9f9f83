// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: setup of primitives
 *
 * Corners go through the viewport and are cut to the grid of the screen; area, face and all
 * planes are those of the cut corners. A plane through two points is constant across them, one
 * through a single point everywhere.
 *
 * I and J are for differences to the vertex that provokes: AMD's acceleration guide (5.2) has P0 as
 * that of this vertex.
 *
 * Sources: a HD 7350's pictures: positions are cut, in ROUND_MODE 0 towards smaller numbers, from
 * a transform that has not been rounded before; planes through cut corners. AMD's register
 * guides for fields; OpenGL for the offset of polygons, in units that Mesa's values imply. For
 * rectangles, the command buffers of that card, which have the middle corner first, and the 2D
 * driver of X11, which has it second.
 * Guesses: which of two nearest numbers ROUND_MODEs 1 to 3 take (upper, even, odd); vertex
 * sizes are cut to sixteenths; edges of polygons in the mode of lines have planes of lines;
 * viewport and layer come from the provoking vertex, and vertex 0 is in its place for P10 or P20;
 * corners that clipping makes are no points.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pa.h"

#define TINY	1e-30		/* in place of a vertex's w of nought, for what is linear on the screen */

enum {
	USE_VTX_POINT_SIZE = 1 << 16, USE_VTX_RENDER_TARGET_INDX = 1 << 18, USE_VTX_VIEWPORT_INDX = 1 << 19,
	CULL_FRONT = 1 << 0, CULL_BACK = 1 << 1, FACE_CW = 1 << 2,
};

enum { AS_POINTS, AS_LINES, AS_TRIANGLES };

/* A corner on the screen. */
struct spot {
	int32_t x, y;
	double z, over_w, i, j;
	const struct pa_corner *corner;
};

struct setup {
	const struct pa_state *state;
	const struct pa_polygon *polygon;
	struct draw_screen screen;		/* with what all pieces share */
	struct pa_offset offset;
	double z_most;
	struct spot spot[PA_CORNERS];
	pa_out_fn *out;
	void *opaque;
};

/* ---- corners ---- */

static double round_to(double n, unsigned int mode)
{
	double down = floor(n), rest = n - down;

	if (mode == 0 || rest < 0.5)
		return down;
	if (rest > 0.5 || mode == 1)
		return down + 1;
	return (fmod(down, 2) != 0) == (mode == 3) ? down : down + 1;
}

/* In units; false if it is not on the screen, however large that is. */
static bool cut_to_grid(const struct pa_state *s, double pixels, int32_t move, int32_t *units)
{
	double cut = round_to(pixels * DRAW_UNITS / s->quantum, s->round) * s->quantum + move;

	if (!(fabs(cut) <= (double)PA_LIMIT * DRAW_UNITS))
		return false;
	*units = (int32_t)cut;
	return true;
}

static bool find_spot(const struct setup *setup, const struct pa_corner *c, struct spot *spot)
{
	const struct pa_state *s = setup->state;
	const double (*v)[4] = setup->polygon->position;
	const struct pa_viewport *port = &s->viewport[setup->screen.viewport];
	double w = pa_combine(c, v[0][3], v[1][3], v[2][3]), at[3];

	for (unsigned int n = 0; n < 3; n++)
		at[n] = pa_combine(c, v[0][n], v[1][n], v[2][n]) / w * port->scale[n] + port->offset[n];
	spot->corner = c;
	spot->z = at[2];
	spot->over_w = 1 / w;
	spot->i = c->weight[setup->screen.order[1]] / w / setup->screen.inverse_w[1];
	spot->j = c->weight[setup->screen.order[2]] / w / setup->screen.inverse_w[2];
	return cut_to_grid(s, at[0], s->move[0], &spot->x) && cut_to_grid(s, at[1], s->move[1], &spot->y);
}

static bool find_spots(struct setup *setup)
{
	const struct pa_polygon *p = setup->polygon;

	setup->z_most = -INFINITY;
	for (unsigned int i = 0; i < p->corners; i++) {
		if (!find_spot(setup, &p->corner[i], &setup->spot[i])) {
			if (!p->clipped)	/* else rounding has done it, at the eye */
				draw_violation(setup->state->card, "PA: a vertex is further away than %d pixels", PA_LIMIT);
			return false;
		}
		setup->z_most = fmax(setup->z_most, setup->spot[i].z);
	}
	return true;
}

/* ---- planes ---- */

/* How a value changes with x and y: sums of differences to the first corner times these. */
struct slopes {
	double x[2], y[2];
};

static struct slopes find_slopes(const struct spot *const spot[3], unsigned int n)
{
	double x[2] = { 0 }, y[2] = { 0 }, size;

	for (unsigned int i = 1; i < n; i++) {
		x[i - 1] = (double)(spot[i]->x - spot[0]->x) / DRAW_UNITS;
		y[i - 1] = (double)(spot[i]->y - spot[0]->y) / DRAW_UNITS;
	}
	size = n == 3 ? x[0] * y[1] - x[1] * y[0] : x[0] * x[0] + y[0] * y[0];
	if (size == 0)
		return (struct slopes){ { 0, 0 }, { 0, 0 } };
	if (n == 3)
		return (struct slopes){ { y[1] / size, -y[0] / size }, { -x[1] / size, x[0] / size } };
	return (struct slopes){ { x[0] / size, 0 }, { y[0] / size, 0 } };
}

static struct draw_plane plane_through(const struct slopes *s, double v0, double v1, double v2)
{
	return (struct draw_plane){
		.at = v0, .dx = (v1 - v0) * s->x[0] + (v2 - v0) * s->x[1], .dy = (v1 - v0) * s->y[0] + (v2 - v0) * s->y[1],
	};
}

static double find_offset(const struct setup *setup, const struct draw_plane *z)
{
	const struct pa_state *s = setup->state;
	double step = s->offset_step, clamp = s->offset_clamp, by;
	int exponent;

	if (!setup->offset.on)
		return 0;
	if (step == 0) {
		frexp(setup->z_most, &exponent);	/* of a fraction below one */
		step = ldexp(1, exponent - 1 - 23);
	}
	by = fmax(fabs(z->dx), fabs(z->dy)) * setup->offset.scale + setup->offset.units * step;
	return clamp > 0 ? fmin(by, clamp) : clamp < 0 ? fmax(by, clamp) : by;
}

/* Hands on a shape of one to three corners. */
static void emit(struct setup *setup, enum draw_shape shape, const struct spot *a, const struct spot *b,
		 const struct spot *c)
{
	const struct spot *spot[3] = { a, b ? b : a, c ? c : a };
	struct draw_screen *to = &setup->screen;
	struct slopes s;

	to->shape = shape;
	for (unsigned int i = 0; i < 3; i++) {
		to->x[i] = spot[i]->x;
		to->y[i] = spot[i]->y;
	}
	to->x0 = (double)a->x / DRAW_UNITS;
	to->y0 = (double)a->y / DRAW_UNITS;
	s = find_slopes(spot, 1 + !!b + !!c);
	to->z = plane_through(&s, a->z, spot[1]->z, spot[2]->z);
	to->over_w = plane_through(&s, a->over_w, spot[1]->over_w, spot[2]->over_w);
	to->i = plane_through(&s, a->i, spot[1]->i, spot[2]->i);
	to->j = plane_through(&s, a->j, spot[1]->j, spot[2]->j);
	to->z.at += find_offset(setup, &to->z);
	setup->out(setup->opaque, to);
	to->first = false;
}

/* ---- shapes ---- */

static int32_t vertex_half(const struct pa_state *s, float size)
{
	double half = floor((double)size * 8) * DRAW_UNITS / 16;

	if (!(half > s->point_min))
		return s->point_min;
	return half < s->point_max ? (int32_t)half : s->point_max;
}

static void emit_point(struct setup *setup, const struct spot *spot)
{
	const struct pa_state *s = setup->state;
	struct draw_screen *to = &setup->screen;
	unsigned int vertex = 0;

	while (vertex < 2 && spot->corner->weight[vertex] != 1)
		vertex++;
	to->corner = to->order[vertex];		/* of two that change places each is where the other was */
	to->half_width = s->point_half[0];
	to->half_height = s->point_half[1];
	if (s->out & USE_VTX_POINT_SIZE)
		to->half_width = to->half_height = vertex_half(s, setup->polygon->of->vertex[vertex]->point_size);
	emit(setup, DRAW_POINT, spot, NULL, NULL);
}

static void emit_line(struct setup *setup, const struct spot *a, const struct spot *b)
{
	setup->screen.half_width = setup->screen.half_height = setup->state->line_half;
	emit(setup, DRAW_LINE, a, b, NULL);
}

/* Twice the area, positive if the corners come clockwise with y down. */
static int64_t area_of(const struct spot *a, const struct spot *b, const struct spot *c)
{
	return (int64_t)(b->x - a->x) * (c->y - a->y) - (int64_t)(c->x - a->x) * (b->y - a->y);
}

static bool is_vertex(const struct pa_corner *c)
{
	return c->weight[0] == 1 || c->weight[1] == 1 || c->weight[2] == 1;
}

static void emit_outline(struct setup *setup, bool points)
{
	unsigned int n = setup->polygon->corners;

	setup->screen.first = true;
	for (unsigned int i = 0; i < n; i++) {
		const struct spot *a = &setup->spot[i];

		if (!a->corner->edge)
			continue;
		if (!points)
			emit_line(setup, a, &setup->spot[(i + 1) % n]);
		else if (is_vertex(a->corner))
			emit_point(setup, a);
	}
}

static void emit_polygon(struct setup *setup, int64_t area)
{
	const struct spot *spot = setup->spot;

	for (unsigned int i = 2; i < setup->polygon->corners; i++) {
		int64_t piece = area_of(&spot[0], &spot[i - 1], &spot[i]);

		if (piece && (piece > 0) == (area > 0))
			emit(setup, DRAW_TRIANGLE, &spot[0], &spot[i - 1], &spot[i]);
	}
}

static void set_up_triangle(struct setup *setup)
{
	const struct pa_state *s = setup->state;
	unsigned int as = AS_TRIANGLES;
	int64_t area = 0;
	bool front;

	for (unsigned int i = 2; i < setup->polygon->corners; i++)
		area += area_of(&setup->spot[0], &setup->spot[i - 1], &setup->spot[i]);
	front = (area > 0) == !!(s->mode & FACE_CW);
	if (!area || s->mode & (front ? CULL_FRONT : CULL_BACK))
		return;
	setup->screen.front = front;
	setup->offset = front ? s->front : s->back;
	if ((s->mode >> 3 & 3) == 1)
		as = s->mode >> (front ? 5 : 8) & 7;
	if (as > AS_TRIANGLES)
		draw_violation(s->card, "PA: polygons are drawn as the reserved type %u", as);
	else if (as == AS_TRIANGLES)
		emit_polygon(setup, area);
	else
		emit_outline(setup, as == AS_POINTS);
}

static int64_t distance(const struct spot *a, const struct spot *b)
{
	int64_t x = (int64_t)a->x - b->x, y = (int64_t)a->y - b->y;

	return x * x + y * y;
}

/* SC wants the middle corner first: it is across from the longest side. */
static void set_up_rectangle(struct setup *setup)
{
	const struct spot *spot = setup->spot;
	unsigned int middle = 0;

	for (unsigned int i = 1; i < 3; i++)
		if (distance(&spot[(i + 1) % 3], &spot[(i + 2) % 3]) >
		    distance(&spot[(middle + 1) % 3], &spot[(middle + 2) % 3]))
			middle = i;
	setup->offset = setup->state->front;
	if (area_of(&spot[0], &spot[1], &spot[2]))
		emit(setup, DRAW_RECTANGLE, &spot[middle], &spot[(middle + 1) % 3], &spot[(middle + 2) % 3]);
}

static void set_up_line(struct setup *setup)
{
	setup->offset = setup->state->para;
	emit_line(setup, &setup->spot[0], &setup->spot[1]);
}

static void set_up_point(struct setup *setup)
{
	setup->offset = setup->state->para;
	emit_point(setup, &setup->spot[0]);
}

static void start_screen(const struct pa_state *s, const struct pa_polygon *p, struct draw_screen *to)
{
	const struct draw_primitive *of = p->of;
	const struct draw_vertex *provoking = of->vertex[of->provoking];

	*to = (struct draw_screen){
		.vertices = p->vertices, .front = true, .first = of->first, .id = of->id, .order = { 0, 1, 2 },
	};
	to->order[of->provoking] = 0;
	to->order[0] = of->provoking;
	if (s->out & USE_VTX_VIEWPORT_INDX)
		to->viewport = provoking->viewport % PA_VIEWPORTS;
	if (s->out & USE_VTX_RENDER_TARGET_INDX)
		to->layer = provoking->layer;
	to->z_clamped = s->z_clamped;
	to->z_min = s->viewport[to->viewport].z_min;
	to->z_max = s->viewport[to->viewport].z_max;
	for (unsigned int i = 0; i < 3; i++) {
		unsigned int vertex = to->order[i];
		double w = p->position[vertex][3];

		to->param[i] = of->vertex[vertex < p->vertices ? vertex : 0]->param;
		to->inverse_w[i] = 1 / (w == 0 ? TINY : w);
	}
}

void pa_setup(const struct pa_state *s, const struct pa_polygon *p, pa_out_fn *out, void *opaque)
{
	static void (*const set_up[])(struct setup *setup) = {
		[DRAW_POINT] = set_up_point, [DRAW_LINE] = set_up_line, [DRAW_TRIANGLE] = set_up_triangle,
		[DRAW_RECTANGLE] = set_up_rectangle,
	};
	struct setup setup;

	setup.state = s;
	setup.polygon = p;
	setup.out = out;
	setup.opaque = opaque;
	start_screen(s, p, &setup.screen);
	if (find_spots(&setup))
		set_up[p->of->shape](&setup);
}

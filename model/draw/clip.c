// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: clipping
 *
 * Each plane gives every vertex a distance, which is negative outside: those of the view volume,
 * planes of the user, and distances that programs export. Some planes only reject what is
 * outside as a whole: distances to cull by, and beyond which sides nothing is drawn at all. Others
 * cut: a primitive is a polygon whose corners are sums of its vertices, and a plane replaces those
 * outside with where it meets the edges. Parameters of vertices are not touched by this, as what
 * becomes of corners is found from their weights; so nothing is spent on unused ones, and a flat
 * one is that of its vertex whether that is still there or not.
 *
 * An edge is always cut from its inner end, so that neighbours get the same corner.
 *
 * Sources: AMD's register guides for the bits; OpenGL and Direct3D 10 for volumes and distances,
 * whose rules the bits name. Guesses: a distance that is no number is outside; the least w that is
 * inside is 2^-32; points are clipped by their centre whatever PS_UCP_MODE; CLIP_DISABLE goes for
 * all planes; what is linear on the screen is so after clipping, too, DX_LINEAR_ATTR_CLIP_ENA or not.
 */
#include <math.h>

#include "pa.h"

#define MOST_PLANES	40u
#define FAR		1e38	/* sums of distances stay finite */
#define LEAST_W		0x1p-32	/* more than rounding errors of w */

enum {
	UCP_CULL_ONLY = 1 << 17, CLIP_DISABLE = 1 << 16, BOUNDARY_EDGE_FLAG = 1 << 18, DX_CLIP_SPACE = 1 << 19,
	ZNEAR_DISABLE = 1 << 26, ZFAR_DISABLE = 1 << 27,
};

struct planes {
	unsigned int n;
	struct plane {
		double distance[3];	/* of vertices */
		bool rejects;		/* only */
	} plane[MOST_PLANES];
};

static void add_plane(struct planes *planes, const struct pa_polygon *p, const double by[4], bool rejects)
{
	struct plane *plane = &planes->plane[planes->n++];

	for (unsigned int i = 0; i < p->vertices; i++) {
		const double *at = p->position[i];

		plane->distance[i] = by[0] * at[0] + by[1] * at[1] + by[2] * at[2] + by[3] * at[3];
	}
	plane->rejects = rejects;
}

static void add_sides(struct planes *planes, const struct pa_polygon *p, const float at[2], bool rejects)
{
	for (unsigned int c = 0; c < 2; c++)
		for (int side = -1; side <= 1; side += 2) {
			double by[4] = { 0, 0, 0, (double)at[c] };

			by[c] = side;
			add_plane(planes, p, by, rejects);
		}
}

static void add_volume(const struct pa_state *s, struct planes *planes, const struct pa_polygon *p)
{
	add_sides(planes, p, s->discard, true);
	if (p->of->shape != DRAW_POINT)
		add_sides(planes, p, s->band, false);
	if (!(s->clip & ZNEAR_DISABLE))
		add_plane(planes, p, (double[]){ 0, 0, 1, s->clip & DX_CLIP_SPACE ? 0 : 1 }, false);
	if (!(s->clip & ZFAR_DISABLE))
		add_plane(planes, p, (double[]){ 0, 0, -1, 1 }, false);
}

static void add_user_planes(const struct pa_state *s, struct planes *planes, const struct pa_polygon *p)
{
	for (unsigned int i = 0; i < PA_PLANES; i++) {
		const float *by = s->plane[i];

		if (s->clip >> i & 1)
			add_plane(planes, p, (double[]){ (double)by[0], (double)by[1], (double)by[2], (double)by[3] },
				  s->clip & UCP_CULL_ONLY);
	}
}

/* What is inside of all sides has no negative w, but for the sides' own corner. */
static void add_eye(struct planes *planes, const struct pa_polygon *p)
{
	struct plane *plane = &planes->plane[planes->n++];

	for (unsigned int i = 0; i < p->vertices; i++)
		plane->distance[i] = p->position[i][3] - LEAST_W;
	plane->rejects = false;
}

/* @enabled: bits of those exported. */
static void add_distances(struct planes *planes, const struct pa_polygon *p, uint32_t enabled, bool rejects)
{
	for (unsigned int i = 0; i < DRAW_DISTANCES; i++) {
		struct plane *plane = &planes->plane[planes->n];

		if (!(enabled >> i & 1))
			continue;
		for (unsigned int v = 0; v < p->vertices; v++)
			plane->distance[v] = (double)p->of->vertex[v]->distance[i];
		plane->rejects = rejects;
		planes->n++;
	}
}

static double limited(double distance)
{
	return isnan(distance) || distance < -FAR ? -FAR : distance > FAR ? FAR : distance;
}

static double distance_of(const struct plane *plane, const struct pa_corner *c)
{
	return pa_combine(c, plane->distance[0], plane->distance[1], plane->distance[2]);
}

static struct pa_corner cut(const struct plane *plane, const struct pa_corner *in, const struct pa_corner *out, bool edge)
{
	double inner = distance_of(plane, in), share = inner / (inner - distance_of(plane, out));
	struct pa_corner c = { .edge = edge };

	for (unsigned int i = 0; i < 3; i++)
		c.weight[i] = in->weight[i] + share * (out->weight[i] - in->weight[i]);
	return c;
}

static void cut_line(const struct plane *plane, struct pa_polygon *p)
{
	unsigned int outer = distance_of(plane, &p->corner[0]) < 0 ? 0 : 1;

	p->corner[outer] = cut(plane, &p->corner[!outer], &p->corner[outer], true);
}

static void cut_polygon(const struct plane *plane, struct pa_polygon *p, bool boundary)
{
	struct pa_corner to[PA_CORNERS];
	unsigned int n = 0;

	for (unsigned int i = 0; i < p->corners; i++) {
		const struct pa_corner *a = &p->corner[i], *b = &p->corner[(i + 1) % p->corners];
		bool a_in = distance_of(plane, a) >= 0, b_in = distance_of(plane, b) >= 0;

		if (a_in)
			to[n++] = *a;
		if (a_in && !b_in)
			to[n++] = cut(plane, a, b, boundary);
		if (!a_in && b_in)
			to[n++] = cut(plane, b, a, a->edge);
		if (n > PA_CORNERS - 2)		/* rounding can make it less than convex */
			break;
	}
	for (unsigned int i = 0; i < n; i++)
		p->corner[i] = to[i];
	p->corners = n;
}

static bool apply(const struct pa_state *s, const struct plane *plane, struct pa_polygon *p)
{
	unsigned int outside = 0;

	for (unsigned int i = 0; i < p->corners; i++)
		outside += distance_of(plane, &p->corner[i]) < 0;
	if (outside == p->corners)
		return false;
	if (!outside || plane->rejects)
		return true;
	p->clipped = true;
	if (p->corners == 2)
		cut_line(plane, p);
	else
		cut_polygon(plane, p, s->clip & BOUNDARY_EDGE_FLAG);
	return p->corners > 1;
}

bool pa_clip(const struct pa_state *s, struct pa_polygon *p)
{
	struct planes planes;

	if (s->clip & CLIP_DISABLE)
		return true;
	planes.n = 0;
	add_distances(&planes, p, s->out >> 8 & 0xff, true);
	add_volume(s, &planes, p);
	add_user_planes(s, &planes, p);
	add_distances(&planes, p, s->out & 0xff, false);
	add_eye(&planes, p);
	for (unsigned int i = 0; i < planes.n; i++) {
		struct plane *plane = &planes.plane[i];

		for (unsigned int v = 0; v < 3; v++)
			plane->distance[v] = v < p->vertices ? limited(plane->distance[v]) : 0;
		if (!apply(s, plane, p))
			return false;
	}
	return true;
}

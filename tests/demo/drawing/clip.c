// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A triangle seen in perspective that the volume of sight cuts: at the near plane, where two of its
 * corners are behind the eye, at the far plane, and at all four sides.
 *
 * The CPU does not clip. Of a pixel's center it computes how much of each corner is there, which
 * is linear in x and y of the picture before the division by w; a pixel is seen if no share is
 * negative and its depth is between the planes. Edges that clipping makes are not exact, so
 * pixels next to any edge are left out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests.h"

#define WIDTH		400
#define HEIGHT		300
#define NEAR		0.5f
#define FAR		4.0f
#define EDGE_DOUBT	(4.0 / 256)	/* pixels */

/* Places as the eye sees them: to the right, up, and ahead. */
static const struct {
	const char *name;
	float corner[3][3];
} triangles[] = {
	{ "clip, nothing", { { -1, -0.8f, 2 }, { 1.2f, -0.7f, 3 }, { 0.1f, 0.9f, 2.5f } } },
	{ "clip, a corner is too near", { { -0.7f, -0.5f, 1.5f }, { 0.9f, -0.5f, 2 }, { 0.3f, 0.4f, 0.2f } } },
	{ "clip, two corners are behind the eye", { { -0.6f, -0.5f, -1 }, { 0.8f, -0.5f, -2 }, { 0.2f, 0.6f, 3.5f } } },
	{ "clip, a corner is too far", { { -0.8f, -0.6f, 1.2f }, { 0.9f, -0.5f, 1.4f }, { 0.5f, 2, 9 } } },
	{ "clip, all sides, near and far", { { -9, -6, -3 }, { 8, -7, 6 }, { 1, 12, 6 } } },
};

static const float corner_colors[3][4] = { { 1, 0, 0, 1 }, { 0, 0, 1, 1 }, { 0, 1, 0, 1 } };
static const double background[4] = { 26 / 255.0, 26 / 255.0, 38 / 255.0, 1 };

/* The eye sees 90 degrees from the left to the right; z is -1 at the near plane and 1 at the far one. */
static const float perspective[4][4] = {
	{ 1, 0, 0, 0 },
	{ 0, (float)WIDTH / HEIGHT, 0, 0 },
	{ 0, 0, (FAR + NEAR) / (FAR - NEAR), -2 * NEAR * FAR / (FAR - NEAR) },
	{ 0, 0, 1, 0 },
};

/* What is linear in x and y of a picture. */
struct plane {
	double x, y, one;
};

static double at(const struct plane *p, double x, double y)
{
	return p->x * x + p->y * y + p->one;
}

static double distance(const struct plane *p, double x, double y)
{
	return fabs(at(p, x, y)) / hypot(p->x, p->y);
}

/* x, y and z are of the picture, times w. */
static void project(const float corner[3], double xyzw[4])
{
	const double place[4] = { (double)corner[0], (double)corner[1], (double)corner[2], 1 };

	for (unsigned int i = 0; i < 4; i++) {
		xyzw[i] = 0;
		for (unsigned int k = 0; k < 4; k++)
			xyzw[i] += (double)perspective[i][k] * place[k];
	}
	xyzw[0] = (xyzw[0] + xyzw[3]) * WIDTH / 2;
	xyzw[1] = (xyzw[3] - xyzw[1]) * HEIGHT / 2;
}

enum { NEAR_SIDE = 3, FAR_SIDE, SIDES };

/* Positive inside: the shares of the corners, then what is ahead of the near plane, and before the far one. */
static void find_sides(const double v[3][4], struct plane side[SIDES])
{
	double whole;

	for (unsigned int i = 0; i < 3; i++) {
		const double *a = v[(i + 1) % 3], *b = v[(i + 2) % 3];

		side[i] = (struct plane){
			a[1] * b[3] - b[1] * a[3], a[3] * b[0] - b[3] * a[0], a[0] * b[1] - b[0] * a[1],
		};
	}
	whole = v[0][0] * side[0].x + v[0][1] * side[0].y + v[0][3] * side[0].one;
	side[NEAR_SIDE] = (struct plane){ 0 };
	for (unsigned int i = 0; i < 3; i++) {
		side[i] = (struct plane){ side[i].x / whole, side[i].y / whole, side[i].one / whole };
		side[NEAR_SIDE].x += side[i].x * v[i][2];
		side[NEAR_SIDE].y += side[i].y * v[i][2];
		side[NEAR_SIDE].one += side[i].one * v[i][2];
	}
	side[FAR_SIDE] = (struct plane){ -side[NEAR_SIDE].x, -side[NEAR_SIDE].y, 1 - side[NEAR_SIDE].one };
	side[NEAR_SIDE].one += 1;
}

static void expect_pixel(struct canvas *c, size_t pixel, const struct plane side[SIDES], double x, double y)
{
	double share[3], whole = 0, color[4] = { 0 };

	for (unsigned int i = 0; i < SIDES; i++)
		if (distance(&side[i], x, y) < EDGE_DOUBT) {
			c->slack[pixel] = UINT8_MAX;
			return;
		}
	for (unsigned int i = 0; i < SIDES; i++)
		if (at(&side[i], x, y) < 0)
			return;
	for (unsigned int i = 0; i < 3; i++) {
		share[i] = at(&side[i], x, y);
		whole += share[i];
	}
	for (unsigned int k = 0; k < 4; k++)
		for (unsigned int i = 0; i < 3; i++)
			color[k] += (double)corner_colors[i][k] * share[i] / whole;
	c->code[pixel] = surface_code(c->format, color);
	c->slack[pixel] = 1;
}

static void expect(struct canvas *c, const float corner[3][3])
{
	struct plane side[SIDES];
	double v[3][4];

	for (unsigned int i = 0; i < 3; i++)
		project(corner[i], v[i]);
	find_sides(v, side);
	for (uint32_t y = 0; y < HEIGHT; y++)
		for (uint32_t x = 0; x < WIDTH; x++)
			expect_pixel(c, (size_t)y * WIDTH + x, side, x + 0.5, y + 0.5);
}

static void draw_one(struct draw *d, const struct surface *s, const float corner[3][3])
{
	struct vertex v[3] = { 0 };

	for (unsigned int i = 0; i < 3; i++) {
		memcpy(v[i].position, corner[i], sizeof(corner[i]));
		v[i].position[3] = 1;
		memcpy(v[i].value, corner_colors[i], sizeof(v[i].value));
	}
	draw_begin_on(d, s, background);
	draw_viewport(d, s);
	draw_clip(d, true);
	draw_programs(d, PROGRAM_TURN, PROGRAM_COLOR);
	draw_matrix(d, perspective);
	draw_vertices(d, TRIANGLES, v, 3);
}

static bool clip(struct tests *t, const struct surface *s, size_t n)
{
	char picture[20];
	struct canvas c;
	bool good;

	canvas_create(s->format, WIDTH, HEIGHT, &c);
	canvas_clear(&c, surface_code(s->format, background));
	expect(&c, triangles[n].corner);
	draw_one(&t->draw, s, triangles[n].corner);
	snprintf(picture, sizeof(picture), "clip-%zu", n);
	good = test_finish(t) && test_judge(t, s, &c, triangles[n].name, picture);
	canvas_free(&c);
	return good;
}

bool test_clip(struct tests *t)
{
	struct surface s;
	bool good = true;

	if (!test_surface(t, BGRA8, TILED_2D, WIDTH, HEIGHT, &s))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(triangles); i++)
		good &= clip(t, &s, i);
	surface_free(&s);
	return good;
}

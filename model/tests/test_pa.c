// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * PA: viewport, grid, faces, what is clipped, and planes; 64 by 64 pixels, so that a pixel is a
 * 32nd of clip space.
 */
#include <math.h>

#include "array.h"
#include "test_draw_regs.h"
#include "test_tiled.h"

#define SHAPES	64
#define UCP(n)	(1u << (n))

static struct bench bench;
static struct draw_vertex vertex[3];
static struct draw_screen shape[SHAPES];
static unsigned int shapes;

static void take(void *opaque, const struct draw_screen *screen)
{
	(void)opaque;
	if (shapes < SHAPES)
		shape[shapes] = *screen;
	shapes++;
}

static void fresh(void)
{
	bench_start(&bench, false);
	memset(vertex, 0, sizeof(vertex));
}

static void place(unsigned int i, double x, double y, double z, double w)
{
	vertex[i].position[0] = (float)x;
	vertex[i].position[1] = (float)y;
	vertex[i].position[2] = (float)z;
	vertex[i].position[3] = (float)w;
}

static void draw_as(struct draw_primitive p)
{
	for (unsigned int i = 0; i < 3; i++) {
		p.vertex[i] = &vertex[i];
		p.edge[i] = true;
	}
	p.first = p.shape != DRAW_TRIANGLE;
	bench_take(&bench);
	shapes = 0;
	pa_primitive(&bench.pa, &p, take, NULL);
}

static void draw(enum draw_shape as)
{
	draw_as((struct draw_primitive){ .shape = as });
}

/* In pixels, with a z and a w of its own; clip space has y down here, too. */
static void place_pixel(unsigned int i, double x, double y, double z, double w)
{
	place(i, (x / 32 - 1) * w, (y / 32 - 1) * w, z * w, w);
}

static void place_triangle(void)
{
	place_pixel(0, 8, 8, 0, 1);
	place_pixel(1, 40, 8, 0.5, 2);
	place_pixel(2, 8, 40, 0.25, 4);
}

static bool is_near(double a, double b)
{
	return fabs(a - b) < 1e-6;
}

static bool is_at(const struct draw_screen *s, unsigned int i, double x, double y)
{
	return s->x[i] == (int32_t)(x * DRAW_UNITS) && s->y[i] == (int32_t)(y * DRAW_UNITS);
}

/* ---- viewport and grid ---- */

static void test_viewport(void)
{
	fresh();
	place_triangle();
	draw(DRAW_TRIANGLE);
	check(shapes == 1 && is_at(&shape[0], 0, 8, 8) && is_at(&shape[0], 1, 40, 8) && is_at(&shape[0], 2, 8, 40),
	      "x and y are divided by w, scaled and moved");
	check(is_near(draw_plane_at(&shape[0], &shape[0].z, 8, 8), 0.5) &&
	      is_near(draw_plane_at(&shape[0], &shape[0].z, 40, 8), 0.75), "so is z");
	for (unsigned int i = 0; i < 6; i++) {
		static const double without[6][3] = { { 31.25, 8, 0.5 }, { -24, 8, 0.5 }, { 8, 31.25, 0.5 },
						      { 8, -24, 0.5 }, { 8, 8, 0.5 }, { 8, 8, 0 } };

		set(&bench, 0x28818, 0x43f & ~(1u << i));
		draw(DRAW_TRIANGLE);
		check(is_at(&shape[0], 0, without[i][0], without[i][1]) && is_near(shape[0].z.at, without[i][2]),
		      "without bit %u of PA_CL_VTE_CNTL", i);
	}
}

static void test_formats(void)
{
	fresh();
	set(&bench, 0x28810, 1 << 16);
	place(0, -0.75, -0.75, 0, 0.5);
	place(1, 0.25, -0.75, 0, 0.5);
	place(2, -0.75, 0.25, 0.5, 0.5);
	set(&bench, 0x28818, 0x53f);
	draw(DRAW_TRIANGLE);
	check(is_at(&shape[0], 0, 8, 8) && is_near(draw_plane_at(&shape[0], &shape[0].z, 8, 40), 1), "x and y divided already");
	set(&bench, 0x28818, 0x73f);
	draw(DRAW_TRIANGLE);
	check(is_at(&shape[0], 0, 8, 8) && is_near(draw_plane_at(&shape[0], &shape[0].z, 8, 40), 0.75), "z, too");
	check(is_near(shape[0].over_w.at, 2) && is_near(shape[0].inverse_w[1], 2), "w is turned over");
	set(&bench, 0x28818, 0x33f);
	draw(DRAW_TRIANGLE);
	check(is_at(&shape[0], 0, 8, 8) && is_near(shape[0].over_w.at, 0.5), "or was already");
	set(&bench, 0x28818, 0x3f);
	draw(DRAW_TRIANGLE);
	check(is_at(&shape[0], 0, 20, 20), "and x and y are multiplied by it");
}

static void test_viewports(void)
{
	fresh();
	set_viewport(&bench, 3, (const float[]){ 16, 16, 16, 32, 1, 0 });
	set_float(&bench, 0x282d0 + 24, 0.25f);
	set_float(&bench, 0x282d4 + 24, 0.75f);
	place_triangle();
	vertex[1].viewport = 3;
	vertex[1].layer = 7;
	draw_as((struct draw_primitive){ .shape = DRAW_TRIANGLE, .provoking = 1 });
	check(shape[0].viewport == 0 && shape[0].layer == 0 && shape[0].z_max == 1, "numbers that are not exported");
	set(&bench, 0x2881c, 3 << 18);
	draw_as((struct draw_primitive){ .shape = DRAW_TRIANGLE, .provoking = 1 });
	check(shape[0].viewport == 3 && is_at(&shape[0], 0, 4, 20) && shape[0].z_min == 0.25f && shape[0].z_max == 0.75f,
	      "the provoking vertex's viewport");
	check(shape[0].layer == 7 && shape[0].order[0] == 1, "and its layer");
	check(shape[0].z_clamped, "depth is clamped to the viewport's");
	set(&bench, 0x2800c, 1 << 16);
	draw(DRAW_TRIANGLE);
	check(!shape[0].z_clamped, "but with DISABLE_VIEWPORT_CLAMP");
}

/* Where a vertex at x (of 4096ths) lands, in units. */
static int32_t lands(uint32_t vtx, double x)
{
	set(&bench, 0x28c08, vtx);
	place(0, x / 4096, 0.25, 0, 1);
	place(1, 0.5, 0.25, 0, 1);
	draw(DRAW_LINE);
	return shape[0].x[0];
}

static void test_grid(void)
{
	static const struct { uint32_t vtx; double at; int32_t to; const char *what; } rows[] = {
		{ 0x29, 31, 16, "truncated" }, { 0x29, -1, -16, "truncated, below nought" }, { 0x2b, 8, 16, "half of a step" },
		{ 0x2b, 7, 0, "less" }, { 0x2d, 8, 0, "to even" }, { 0x2d, 24, 32, "to even, upwards" },
		{ 0x2f, 8, 16, "to odd" }, { 0x2f, 24, 16, "to odd, downwards" }, { 0x01, 511, 256, "16ths" },
		{ 0x09, 1023, 512, "eighths" }, { 0x11, 2047, 1024, "quarters" }, { 0x19, 4095, 2048, "halves" },
		{ 0x21, 8191, 4096, "pixels" }, { 0x31, 7, 4, "1024ths" }, { 0x39, 7, 7, "4096ths" },
		{ 0x38, 7, 2055, "a pixel's centre is a whole number" },
	};

	fresh();
	set(&bench, 0x28810, 1 << 16);
	set_viewport(&bench, 0, (const float[]){ 1, 0, 1, 0, 1, 0 });
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check(lands(rows[i].vtx, rows[i].at) == rows[i].to, "PA_SU_VTX_CNTL %x: %s", rows[i].vtx, rows[i].what);
	set(&bench, 0x28200, 3 << 16 | 0x7ffe);
	check(lands(0x39, 0) == 0, "the window's offset is not added");
	set(&bench, 0x28200, 3 << 16 | 0xfffe);
	set(&bench, 0x28814, 1 << 16 | 0x240);
	check(lands(0x39, 0) == -2 * DRAW_UNITS && shape[0].y[0] == 3 * DRAW_UNITS + DRAW_UNITS / 4, "but if it should");
	bench.card.cayman = true;
	set(&bench, 0x28be4, 0x21);
	set(&bench, 0x28814, 0x240);
	check(lands(0x39, 8191) == DRAW_UNITS, "Cayman has it in another place");
}

/* ---- what was drawn ---- */

/* In pixels. */
static double area(void)
{
	double sum = 0;

	for (unsigned int i = 0; i < shapes; i++) {
		const int32_t *x = shape[i].x, *y = shape[i].y;

		sum += fabs((double)(x[1] - x[0]) * (y[2] - y[0]) - (double)(x[2] - x[0]) * (y[1] - y[0])) / 2;
	}
	return sum / DRAW_UNITS / DRAW_UNITS;
}

static bool covers(double pixels)
{
	return fabs(area() - pixels) < 0.2;
}

static void test_far(void)
{
	fresh();
	set(&bench, 0x28810, 1 << 16);
	place(0, 0, 0, 0, 1);
	place(1, 1, 0, 0, 1);
	place(2, 0, 2000, 0, 1);
	draw(DRAW_TRIANGLE);
	check(!shapes && bench.violations == 1, "the screen has an end");
}

/* ---- faces ---- */

static void test_faces(void)
{
	for (unsigned int mode = 0; mode < 8; mode++)
		for (unsigned int clockwise = 0; clockwise < 2; clockwise++) {
			bool front = clockwise == mode >> 2, gone = mode >> !front & 1;

			fresh();
			set(&bench, 0x28814, mode | 0x240);
			place_triangle();
			if (!clockwise) {
				place_pixel(1, 8, 40, 0, 1);
				place_pixel(2, 40, 8, 0, 1);
			}
			draw(DRAW_TRIANGLE);
			check(shapes == !gone && (gone || shape[0].front == front), "mode %u, %s clockwise", mode,
			      clockwise ? "" : "not");
		}
	fresh();
	place_triangle();
	place_pixel(2, 24, 8.001, 0, 1);
	draw(DRAW_TRIANGLE);
	check(!shapes, "no area is left on the grid");
}

/* Of the corners in the order round it one is missing, and the others begin anywhere. */
static void test_corners(void)
{
	static const double corner[4][2] = { { 8, 8 }, { 24, 8 }, { 24, 16 }, { 8, 16 } };
	bool good = true;

	fresh();
	for (unsigned int missing = 0; missing < 4; missing++)
		for (unsigned int first = 0; first < 3; first++) {
			const double *opposite = corner[(missing + 2) % 4];

			for (unsigned int i = 0; i < 3; i++) {
				const double *at = corner[(missing + 1 + (first + i) % 3) % 4];

				place_pixel(i, at[0], at[1], 0, 1);
			}
			draw(DRAW_RECTANGLE);
			good &= shapes == 1 && is_at(&shape[0], 0, opposite[0], opposite[1]);
		}
	check(good, "three corners of a rectangle come in any order");
}

static void test_rectangle(void)
{
	fresh();
	set(&bench, 0x28814, 0x243);
	place_pixel(0, 8, 8, 0, 1);
	place_pixel(1, 8, 16, 0, 1);
	place_pixel(2, 24, 8, 0, 1);
	draw(DRAW_RECTANGLE);
	check(shapes == 1 && shape[0].shape == DRAW_RECTANGLE && is_at(&shape[0], 1, 8, 16) && is_at(&shape[0], 2, 24, 8),
	      "a rectangle has three corners, and no other side");
	check(is_near(draw_plane_at(&shape[0], &shape[0].i, 24, 16), 1) && is_near(draw_plane_at(&shape[0], &shape[0].j, 24, 16), 1),
	      "the fourth has the sum of two, less the first one");
	place_pixel(1, 8, 720, 9, 1);
	draw(DRAW_RECTANGLE);
	check(shapes == 1 && is_at(&shape[0], 1, 8, 720), "it is not clipped");
	place_pixel(1, 40, 8, 0, 1);
	draw(DRAW_RECTANGLE);
	check(!shapes, "it has an area");
}

/* ---- planes ---- */

static void test_planes(void)
{
	const struct draw_screen *s = &shape[0];
	double x, y, i, j;

	fresh();
	place_triangle();
	draw(DRAW_TRIANGLE);
	check(is_near(s->i.at, 0) && is_near(draw_plane_at(s, &s->i, 40, 8), 1) && is_near(draw_plane_at(s, &s->i, 8, 40), 0) &&
	      is_near(draw_plane_at(s, &s->j, 8, 40), 1) && is_near(draw_plane_at(s, &s->j, 40, 8), 0), "i and j at vertices");
	check(is_near(s->over_w.at, 1) && is_near(draw_plane_at(s, &s->over_w, 40, 8), 0.5) &&
	      is_near(draw_plane_at(s, &s->over_w, 8, 40), 0.25), "1 / w at vertices");
	/* Half of vertex 1 and a quarter of each other one, in clip space. */
	x = (0.25 * (-0.75 * 1) + 0.5 * (0.25 * 2) + 0.25 * (-0.75 * 4)) / (0.25 + 1 + 1) * 32 + 32;
	y = (0.25 * (-0.75 * 1) + 0.5 * (-0.75 * 2) + 0.25 * (0.25 * 4)) / (0.25 + 1 + 1) * 32 + 32;
	i = draw_plane_at(s, &s->i, x, y) * s->inverse_w[1] / draw_plane_at(s, &s->over_w, x, y);
	j = draw_plane_at(s, &s->j, x, y) * s->inverse_w[2] / draw_plane_at(s, &s->over_w, x, y);
	check(is_near(i, 0.5) && is_near(j, 0.25), "i and j in space");
	check(s->param[0] == vertex[0].param && s->param[1] == vertex[1].param && s->param[2] == vertex[2].param,
	      "parameters are where the vertices have them");
	draw(DRAW_LINE);
	check(shapes == 1 && is_near(s->i.at, 0) && is_near(draw_plane_at(s, &s->i, 40, 8), 1) && s->i.dy == 0 &&
	      is_near(draw_plane_at(s, &s->j, 24, 30), 0) && s->param[2] == vertex[0].param, "along a line");
	draw(DRAW_POINT);
	check(shapes == 1 && s->z.at == 0.5 && s->z.dx == 0 && s->i.at == 0 && s->over_w.at == 1, "at a point");
}

/* ---- clipping ---- */

static void test_volume(void)
{
	static const struct { const char *what; double z[3]; uint32_t clip; double left; } rows[] = {
		{ "all of it", { -1, 1, 1 }, 0, 512 },
		{ "what is nearer", { -3, 1, 1 }, 0, 512 * 0.75 },
		{ "nearer than nought", { -3, 1, 1 }, 1 << 19, 512 * (1 - 9.0 / 16) },
		{ "nearer, which is allowed", { -3, 1, 1 }, 1 << 26, 512 },
		{ "what is further", { -1, -1, 3 }, 0, 512 * 0.75 },
		{ "further, which is allowed", { -1, -1, 3 }, 1 << 27, 512 },
		{ "all of it, nearer", { -2, -3, -2 }, 0, 0 },
		{ "everything is allowed", { -2, -3, 5 }, 1 << 16, 512 },
		{ "nothing is rasterized", { 0, 0, 0 }, 1 << 22, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		fresh();
		set(&bench, 0x28810, rows[i].clip);
		place_pixel(0, 8, 8, rows[i].z[0], 1);
		place_pixel(1, 40, 8, rows[i].z[1], 1);
		place_pixel(2, 8, 40, rows[i].z[2], 1);
		draw(DRAW_TRIANGLE);
		check(covers(rows[i].left), "depth: %s, %.1f pixels", rows[i].what, area());
	}
}

static void test_band(void)
{
	fresh();
	place_pixel(0, 0, 8, 0, 1);
	place_pixel(1, 128, 8, 0, 1);
	place_pixel(2, 0, 40, 0, 1);
	draw(DRAW_TRIANGLE);
	check(covers(2048 - 512) && shape[0].x[1] <= 64 * DRAW_UNITS, "clipped at the viewport's side");
	set_float(&bench, 0x28c14, 2);
	draw(DRAW_TRIANGLE);
	check(covers(2048 - 128), "at the guard band's");
	set_float(&bench, 0x28c14, 4);
	draw(DRAW_TRIANGLE);
	check(shapes == 1 && covers(2048), "inside of it");
	place_pixel(0, 65, 8, 0, 1);
	draw(DRAW_TRIANGLE);
	check(shapes == 1, "one vertex inside of what is discarded");
	place_pixel(2, 65, 40, 0, 1);
	draw(DRAW_TRIANGLE);
	check(!shapes, "all outside");
	set_float(&bench, 0x28c18, 2);
	draw(DRAW_TRIANGLE);
	check(shapes == 1, "of a wider one not");
	set_float(&bench, 0x28c14, 1);
	draw(DRAW_POINT);
	check(shapes == 1, "that is all that goes for points");
	set_float(&bench, 0x28c14, 4);
	place_triangle();
	place_pixel(2, 8, 72, 0, 1);
	set_float(&bench, 0x28c0c, 0.5f);
	draw(DRAW_TRIANGLE);
	check(shape[0].y[0] == 16 * DRAW_UNITS, "up and down it is another one");
	bench.card.cayman = true;
	set(&bench, 0x28be4, 0x2d);
	for (unsigned int i = 0; i < 4; i++)
		set_float(&bench, 0x28be8 + 4 * i, i == 2 ? 0.25f : 1);
	draw(DRAW_TRIANGLE);
	check(shapes && shape[0].x[0] == 24 * DRAW_UNITS, "Cayman has it in another place");
}

static void test_eye(void)
{
	fresh();
	place(0, -0.5, -0.5, 0, 1);
	place(1, 0.5, -0.5, 0, 1);
	place(2, 0, 1, 0, -1);
	draw(DRAW_TRIANGLE);
	check(shapes > 0 && area() > 100, "a vertex behind the eye: %.1f pixels are left", area());
	for (unsigned int i = 0; i < shapes; i++)
		check(shape[i].inverse_w[2] == -1 && draw_plane_at(&shape[i], &shape[i].over_w, shape[i].x0, shape[i].y0) > 0,
		      "what is left is in front");
	place(0, 0, 0, 0, 0);
	place(1, 0.5, -0.5, 0, 1);
	place(2, 0.5, 0.5, 0, 1);
	draw(DRAW_LINE);
	check(shapes == 1 && is_at(&shape[0], 0, 48, 16), "a vertex at the eye is where the other one is");
	place(1, 0.5, -0.5, 0, 1e12);
	draw(DRAW_LINE);
	check(!shapes && !bench.violations, "or nowhere, for rounding");
	place(1, 0, 0, 0, 0);
	place(2, 0, 0, 0, 0);
	draw(DRAW_TRIANGLE);
	check(!shapes && !bench.violations, "all at the eye");
	place_triangle();
	vertex[1].position[1] = NAN;
	draw(DRAW_TRIANGLE);
	check(!shapes, "no number");
	vertex[1].position[1] = INFINITY;
	draw(DRAW_TRIANGLE);
	check(!shapes, "without end");
	place_triangle();
	vertex[1].position[3] = INFINITY;
	draw(DRAW_TRIANGLE);
	check(!shapes && !bench.violations, "a w without end");
}

static void test_user_planes(void)
{
	fresh();
	place_triangle();
	set_float(&bench, 0x285bc + 16 * 4, 1);		/* x >= -w / 4, from pixel 24 on */
	set_float(&bench, 0x285bc + 16 * 4 + 12, 0.25f);
	draw(DRAW_TRIANGLE);
	check(covers(512), "a plane that is not enabled");
	set(&bench, 0x28810, UCP(4));
	draw(DRAW_TRIANGLE);
	check(covers(128), "a plane of the user");
	set(&bench, 0x28810, UCP(4) | 1 << 17);
	draw(DRAW_TRIANGLE);
	check(covers(512), "it culls only, and something is inside");
	set_float(&bench, 0x285bc + 16 * 4 + 12, -0.5f);
	draw(DRAW_TRIANGLE);
	check(!shapes, "nothing is");
}

static void test_distances(void)
{
	fresh();
	for (unsigned int i = 0; i < 3; i++)
		place_pixel(i, i == 1 ? 40 : 8, i == 2 ? 40 : 8, 0, 1);
	vertex[0].distance[6] = -1;
	vertex[1].distance[6] = vertex[2].distance[6] = 1;
	draw(DRAW_TRIANGLE);
	check(covers(512), "a distance that is not enabled");
	set(&bench, 0x2881c, 1 << 6);
	draw(DRAW_TRIANGLE);
	check(covers(512 - 128), "a distance to clip by");
	set(&bench, 0x2881c, 1 << 14);
	draw(DRAW_TRIANGLE);
	check(covers(512), "to cull by, and something is inside");
	vertex[1].distance[6] = vertex[2].distance[6] = -0.5f;
	draw(DRAW_TRIANGLE);
	check(!shapes, "nothing is");
	vertex[1].distance[6] = NAN;
	draw(DRAW_TRIANGLE);
	check(!shapes, "no number is not inside");
	set(&bench, 0x2881c, 1 << 6);
	vertex[0].distance[6] = 1;
	draw(DRAW_TRIANGLE);
	check(!bench.violations && area() < 512, "nor when clipped by");
	vertex[0].distance[6] = -1;
	vertex[1].distance[6] = 1;
	draw(DRAW_LINE);
	check(shapes == 1 && is_at(&shape[0], 0, 24, 8) && is_at(&shape[0], 1, 40, 8), "half of a line");
	check(is_near(shape[0].i.at, 0.5), "whose parameters are the line's");
	draw(DRAW_POINT);
	check(!shapes, "a point outside");
}

/* Values of clipped pieces are those of the whole: what depends on x and y in space is there. */
static void test_clipped_planes(void)
{
	double x, y, i, j, w, linear;
	unsigned int pieces = 0, wrong = 0;

	for (unsigned int n = 0; n < 3000; n++) {
		fresh();
		set(&bench, 0x28c08, 0x3b);
		for (unsigned int v = 0; v < 3; v++)
			place(v, (double)(ref_random() % 4096) / 1024 - 2, (double)(ref_random() % 4096) / 1024 - 2,
			      (double)(ref_random() % 4096) / 1024 - 2, (double)(ref_random() % 4096) / 1024 - 1);
		draw(DRAW_TRIANGLE);
		for (unsigned int k = 0; k < shapes; k++, pieces++) {
			const struct draw_screen *s = &shape[k];

			if (area() < 20)
				continue;
			x = ((double)s->x[0] + s->x[1] + s->x[2]) / 3 / DRAW_UNITS;
			y = ((double)s->y[0] + s->y[1] + s->y[2]) / 3 / DRAW_UNITS;
			w = 1 / draw_plane_at(s, &s->over_w, x, y);
			i = draw_plane_at(s, &s->i, x, y) * s->inverse_w[1] * w;
			j = draw_plane_at(s, &s->j, x, y) * s->inverse_w[2] * w;
			linear = (1 - i - j) * vertex[0].position[0] + i * vertex[1].position[0] + j * vertex[2].position[0];
			wrong += fabs(linear - (x / 32 - 1) * w) > 0.01 * fmax(1, fabs(w));
		}
	}
	check(pieces > 1000 && !wrong, "of %u pieces %u have other planes than the whole", pieces, wrong);
}

/* On a grid as coarse as pixels, corners are not always in an order round what is left. */
static void test_pieces(void)
{
	unsigned int pieces = 0, wrong = 0;

	for (unsigned int n = 0; n < 3000; n++) {
		fresh();
		set(&bench, 0x28c08, 0x25);
		for (unsigned int v = 0; v < 3; v++)
			place_pixel(v, ref_random() % 256 / 2.0 - 32, ref_random() % 256 / 2.0 - 32, 0, 1 + ref_random() % 4);
		draw(DRAW_TRIANGLE);
		for (unsigned int k = 0; k < shapes; k++, pieces++) {
			const int32_t *x = shape[k].x, *y = shape[k].y;
			int64_t turn = (int64_t)(x[1] - x[0]) * (y[2] - y[0]) - (int64_t)(x[2] - x[0]) * (y[1] - y[0]);

			wrong += shape[k].front ? turn >= 0 : turn <= 0;
		}
	}
	check(pieces > 1000 && !wrong, "of %u pieces %u have another face", pieces, wrong);
}

/* ---- a ground that goes on behind the eye, in cells ---- */

static uint8_t seen[SIDE][SIDE];

static void see_quad(void *opaque, const struct draw_quad *quad)
{
	(void)opaque;
	for (unsigned int i = 0; i < DRAW_QUAD; i++)
		seen[quad->y + (int32_t)(i >> 1)][quad->x + (int32_t)(i & 1)] += quad->covered[i] & 1;
}

static void see(void *opaque, const struct draw_screen *screen)
{
	int32_t row = SC_FIRST_ROW;

	while (sc_convert(&bench.sc, screen, &row, &(const struct sc_out){ .quad = see_quad, .opaque = opaque }))
		;
}

#define CELLS	6

/* A plane in clip space: at + u * du + v * dv, u and v from -CELLS to CELLS. */
static void draw_ground(const double at[4], const double du[4], const double dv[4])
{
	for (int u = -CELLS; u < CELLS; u++)
		for (int v = -CELLS; v < CELLS; v++)
			for (int half = 0; half < 2; half++) {
				static const int corner[2][3][2] = { { { 0, 0 }, { 1, 0 }, { 0, 1 } }, { { 1, 1 }, { 0, 1 }, { 1, 0 } } };
				struct draw_primitive p = { .shape = DRAW_TRIANGLE, .vertex = { &vertex[0], &vertex[1], &vertex[2] } };

				for (unsigned int i = 0; i < 3; i++)
					for (unsigned int c = 0; c < 4; c++)
						vertex[i].position[c] = (float)(at[c] + (u + corner[half][i][0]) * du[c] +
									 (v + corner[half][i][1]) * dv[c]);
				pa_primitive(&bench.pa, &p, see, NULL);
			}
}

/* Whether the ground is seen at a pixel, away from its ends: where the ray meets the plane. */
static bool is_ground(const double at[4], const double du[4], const double dv[4], double x, double y)
{
	double nx = x / 32 - 1, ny = y / 32 - 1;
	double a = du[0] - nx * du[3], b = dv[0] - nx * dv[3], c = nx * at[3] - at[0];
	double d = du[1] - ny * du[3], e = dv[1] - ny * dv[3], f = ny * at[3] - at[1];
	double size = a * e - b * d, u = (c * e - b * f) / size, v = (a * f - c * d) / size;
	double edge = CELLS - 0.25;

	return fabs(u) < edge && fabs(v) < edge && at[3] + u * du[3] + v * dv[3] > 0.01;
}

static void test_ground(void)
{
	unsigned int twice = 0, holes = 0, total = 0;

	for (unsigned int n = 0; n < 200; n++) {
		double plane[3][4];

		fresh();
		set(&bench, 0x28810, 3u << 26);		/* any depth */
		for (unsigned int i = 0; i < 3; i++)
			for (unsigned int c = 0; c < 4; c++)
				plane[i][c] = (double)(ref_random() % 4096) / 2048 - 1;
		bench_take(&bench);
		memset(seen, 0, sizeof(seen));
		draw_ground(plane[0], plane[1], plane[2]);
		for (unsigned int y = 0; y < SIDE; y++)
			for (unsigned int x = 0; x < SIDE; x++) {
				bool ground = is_ground(plane[0], plane[1], plane[2], x + 0.5, y + 0.5);

				twice += seen[y][x] > 1;
				holes += ground && !seen[y][x];
				total += ground;
			}
	}
	check(total > 10000 && !twice && !holes, "of %u pixels of clipped meshes %u come twice, %u not at all", total, twice, holes);
}

/* ---- modes ---- */

static void test_polygon_modes(void)
{
	fresh();
	place_triangle();
	set(&bench, 0x28814, 1 << 3 | 0x220);			/* front lines, back triangles */
	draw(DRAW_TRIANGLE);
	check(shapes == 1 && shape[0].shape == DRAW_TRIANGLE && !shape[0].front, "the back's mode");
	set(&bench, 0x28814, 0x100);
	draw(DRAW_TRIANGLE);
	check(shapes == 1 && shape[0].shape == DRAW_TRIANGLE, "modes have to be enabled");
	set(&bench, 0x28a08, 24);
	set(&bench, 0x28814, 1 << 3 | 0x140);
	draw(DRAW_TRIANGLE);
	check(shapes == 3 && shape[1].shape == DRAW_LINE && is_at(&shape[1], 0, 40, 8) && is_at(&shape[1], 1, 8, 40) &&
	      shape[1].half_width == DRAW_UNITS * 3 / 2, "lines");
	check(is_near(shape[1].i.at, 1) && is_near(draw_plane_at(&shape[1], &shape[1].j, 8, 40), 1), "with the triangle's values");
	check(shape[0].first && !shape[1].first && !shape[2].first, "one strip of them");
	vertex[1].edge = 1;
	set(&bench, 0x2881c, 1 << 17);
	draw(DRAW_TRIANGLE);
	check(shapes == 1 && is_at(&shape[0], 0, 40, 8), "edges that vertices flag");
	set(&bench, 0x28814, 1 << 3);
	set(&bench, 0x28a00, 8 << 16 | 16);
	draw(DRAW_TRIANGLE);
	check(shapes == 1 && shape[0].shape == DRAW_POINT && is_at(&shape[0], 0, 40, 8) && is_near(shape[0].i.at, 1), "points");
	check(shape[0].half_width == DRAW_UNITS / 2 && shape[0].half_height == DRAW_UNITS, "of the register's size");
	vertex[1].point_size = 3;
	set(&bench, 0x28a04, 0xffffu << 16);
	set(&bench, 0x2881c, 3 << 16);
	draw(DRAW_TRIANGLE);
	check(shape[0].half_width == DRAW_UNITS * 3 / 2, "or of the vertex's");
	set(&bench, 0x28814, 1 << 3 | 0x300);
	draw(DRAW_TRIANGLE);
	check(!shapes && bench.violations == 1, "there is no mode 3");
	place_pixel(2, 24, 8, 0, 1);
	set(&bench, 0x28814, 1 << 3 | 0x120);
	set(&bench, 0x2881c, 0);
	draw(DRAW_TRIANGLE);
	check(!shapes, "no area, no lines");
}

static void test_killed(void)
{
	uint64_t statistics[DRAW_STATISTICS] = { 0 };

	fresh();
	bench.card.statistics = statistics;
	place_triangle();
	vertex[1].layer = sq_bits(1.0f);
	set(&bench, 0x28810, 1 << 21);
	draw(DRAW_TRIANGLE);
	check(shapes == 1, "a flag that is not enabled kills nothing");
	set(&bench, 0x2881c, 1 << 20 | 1 << 21);
	draw(DRAW_TRIANGLE);
	check(!shapes && bench.guesses == 1, "one killed vertex kills its triangle, with VTX_KILL_OR");
	draw(DRAW_RECTANGLE);
	check(!shapes, "and its rectangle");
	draw(DRAW_POINT);
	check(shapes == 1, "but not a point that it is not of");
	set(&bench, 0x28810, 0);
	draw(DRAW_TRIANGLE);
	check(shapes == 1, "else it does not");
	vertex[0].layer = vertex[2].layer = 1;
	draw(DRAW_TRIANGLE);
	check(!shapes, "but three do");
	vertex[2].layer = 1u << 31;
	draw(DRAW_TRIANGLE);
	check(shapes == 1, "a nought below nought kills nothing");
	draw(DRAW_LINE);
	check(!shapes, "of a line two do");
	check(statistics[DRAW_C_INVOCATIONS] == 8 && statistics[DRAW_C_PRIMITIVES] == 4,
	      "what is killed enters the clipper, and does not leave it");
	check(!bench.violations, "nothing is complained of");
	set(&bench, 0x2881c, 1 << 21 | 1 << 20 | 1 << 18);
	draw(DRAW_TRIANGLE);
	check(bench.violations == 1, "that the flag is a layer, too, is told");
	set(&bench, 0x2881c, 1 << 20);
	draw(DRAW_TRIANGLE);
	check(bench.violations == 2, "and that its vector is off");
}

static void test_clipped_edges(void)
{
	fresh();
	place_pixel(0, 8, 8, 0, 1);
	place_pixel(1, 120, 8, 0, 1);
	place_pixel(2, 8, 40, 0, 1);
	set(&bench, 0x28814, 1 << 3 | 0x140);
	draw(DRAW_TRIANGLE);
	check(shapes == 3, "what clipping cuts is no edge");
	set(&bench, 0x28810, 1 << 18);
	draw(DRAW_TRIANGLE);
	check(shapes == 4, "but with BOUNDARY_EDGE_FLAG_ENA");
	set(&bench, 0x28814, 1 << 3);
	draw(DRAW_TRIANGLE);
	check(shapes == 2, "and no points");
}

static void test_sizes(void)
{
	static const struct { float size; int32_t sixteenths; } rows[] = {
		{ 3, 24 }, { 0, 8 }, { 1000, 80 }, { 1.19f, 9 }, { NAN, 8 },
	};

	fresh();
	place_triangle();
	set(&bench, 0x28a04, 80 << 16 | 8);
	set(&bench, 0x2881c, 1 << 16);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		vertex[0].point_size = rows[i].size;
		draw(DRAW_POINT);
		check(shape[0].half_width == rows[i].sixteenths * (DRAW_UNITS / 16) && shape[0].half_height == shape[0].half_width,
		      "a vertex's size of %g", (double)rows[i].size);
	}
}

/* ---- offset ---- */

static double offset_of(uint32_t mode, enum draw_shape as)
{
	double before;

	set(&bench, 0x28814, 0x240);
	draw(as);
	before = shape[0].z.at;
	set(&bench, 0x28814, 0x240 | mode);
	draw(as);
	return shape[0].z.at - before;
}

static void test_offset(void)
{
	const float units = 4;

	fresh();
	place_pixel(0, 8, 8, -1, 1);
	place_pixel(1, 40, 8, 0, 1);		/* a 64th a pixel */
	place_pixel(2, 8, 40, -0.5, 1);
	set_float(&bench, 0x28b80, 32);
	set_float(&bench, 0x28b88, 48);
	set_float(&bench, 0x28b84, units);
	set(&bench, 0x28b78, 0xf8);		/* -8 */
	check(is_near(offset_of(1 << 11, DRAW_TRIANGLE), 0), "front faces' offset leaves back ones alone");
	check(is_near(offset_of(1 << 12, DRAW_TRIANGLE), 3.0 / 64), "slope, in 16ths of a pixel");
	set(&bench, 0x28814, 0x244);
	check(is_near(offset_of(1 << 11 | 4, DRAW_TRIANGLE), 2.0 / 64 + 4.0 / 256), "front faces, and units");
	set_float(&bench, 0x28b7c, 1.0f / 32);
	check(is_near(offset_of(1 << 11 | 4, DRAW_TRIANGLE), 1.0 / 32), "at most so much");
	set_float(&bench, 0x28b7c, -1.0f / 32);
	set_float(&bench, 0x28b84, -8 * units);
	check(is_near(offset_of(1 << 11 | 4, DRAW_TRIANGLE), -1.0 / 32), "or at least");
	set_float(&bench, 0x28b7c, 0);
	set(&bench, 0x28b78, 1 << 8);
	set_float(&bench, 0x28b80, 0);
	set_float(&bench, 0x28b84, 1 << 20);
	check(is_near(offset_of(1 << 11 | 4, DRAW_TRIANGLE), 1.0 / 16), "steps of floats: those of a half are 2^-24");
	check(is_near(offset_of(1 << 11, DRAW_POINT), 0) && is_near(offset_of(1 << 13, DRAW_LINE), 1.0 / 16),
	      "lines and points have a bit of their own");
}

int main(void)
{
	test_viewport();
	test_formats();
	test_viewports();
	test_grid();
	test_far();
	test_faces();
	test_corners();
	test_rectangle();
	test_planes();
	test_volume();
	test_band();
	test_eye();
	test_user_planes();
	test_distances();
	test_clipped_planes();
	test_pieces();
	test_ground();
	test_polygon_modes();
	test_clipped_edges();
	test_killed();
	test_sizes();
	test_offset();
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Three gears that turn: matrices for the program of vertices, and depth. The CPU has no exact
 * idea of positions that the card computes; it looks at all pixels but those at edges.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests.h"

#define SIDE		400
#define FRAMES		3
#define SEGMENTS(teeth)	(4 * (teeth))
#define MOST_TEETH	20
#define FACES		4		/* front, outside, back, inside */
#define MOST_VERTICES	(SEGMENTS(MOST_TEETH) * FACES * 6)
#define THICKNESS	0.12
#define TEETH_DEPTH	0.09

static const struct gear {
	unsigned int teeth;
	double x, y, inside, outside, speed, phase;
	double color[3];
} gears[] = {
	{ 20, -0.22, -0.22, 0.16, 0.46, 1, 0, { 0.9, 0.2, 0.12 } },
	{ 10, 0.49, -0.24, 0.08, 0.23, -2, M_PI / 20, { 0.15, 0.8, 0.25 } },
	{ 10, -0.23, 0.49, 0.10, 0.23, -2, M_PI / 10, { 0.3, 0.4, 1 } },
};

static const double light[3] = { -0.35, 0.25, 0.9 };

/* Where all of it is seen from: a little from above, and from the right. */
static void view(double m[3][3])
{
	double a = 0.45, b = -0.35;
	const double turned[3][3] = {
		{ cos(b), 0, sin(b) },
		{ sin(a) * sin(b), cos(a), -sin(a) * cos(b) },
		{ -cos(a) * sin(b), sin(a), cos(a) * cos(b) },
	};

	memcpy(m, turned, sizeof(turned));
}

/* Of a gear that has turned: to the space of the viewport, nearest z first. */
static void make_matrix(const struct gear *g, double angle, double m[4][4])
{
	static const double scales[3] = { 1.2, 1.2, -0.5 };
	double v[3][3], c = cos(angle), s = sin(angle);

	view(v);
	memset(m, 0, 16 * sizeof(m[0][0]));
	for (unsigned int i = 0; i < 3; i++) {
		double scale = scales[i];

		m[i][0] = scale * (v[i][0] * c + v[i][1] * s);
		m[i][1] = scale * (v[i][1] * c - v[i][0] * s);
		m[i][2] = scale * v[i][2];
		m[i][3] = scale * (v[i][0] * g->x + v[i][1] * g->y);
	}
	m[3][3] = 1;
}

/* Half of a tooth's four segments are outside; the others lead there and back. */
static double radius(const struct gear *g, unsigned int segment)
{
	return segment % 4 == 1 || segment % 4 == 2 ? g->outside + TEETH_DEPTH / 2 : g->outside - TEETH_DEPTH / 2;
}

static void corner(const struct gear *g, unsigned int segment, unsigned int ring, double at[3])
{
	double angle = 2 * M_PI * segment / SEGMENTS(g->teeth);
	bool outer = ring == 1 || ring == 2;
	double r = outer ? radius(g, segment) : g->inside;

	at[0] = r * cos(angle);
	at[1] = r * sin(angle);
	at[2] = ring < 2 ? THICKNESS / 2 : -THICKNESS / 2;
}

/* How much light the face with these corners gets, of a gear that has turned. */
static double brightness(const double a[3], const double b[3], const double c[3], double angle)
{
	double u[3], w[3], n[3], v[3][3], sum = 0, length;

	for (unsigned int i = 0; i < 3; i++) {
		u[i] = b[i] - a[i];
		w[i] = c[i] - a[i];
	}
	for (unsigned int i = 0; i < 3; i++)
		n[i] = u[(i + 1) % 3] * w[(i + 2) % 3] - u[(i + 2) % 3] * w[(i + 1) % 3];
	length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
	view(v);
	for (unsigned int i = 0; i < 3; i++)
		sum += light[i] * (v[i][0] * (n[0] * cos(angle) - n[1] * sin(angle)) +
				   v[i][1] * (n[0] * sin(angle) + n[1] * cos(angle)) + v[i][2] * n[2]);
	return 0.25 + 0.75 * fmax(sum / length, 0);
}

static void make_face(const struct gear *g, double angle, unsigned int segment, unsigned int ring, struct vertex v[6])
{
	static const uint8_t order[6] = { 0, 1, 2, 2, 1, 3 };
	unsigned int next = (segment + 1) % SEGMENTS(g->teeth), beside = (ring + 1) % FACES;
	double at[4][3], bright;

	corner(g, segment, ring, at[0]);
	corner(g, segment, beside, at[1]);
	corner(g, next, ring, at[2]);
	corner(g, next, beside, at[3]);
	bright = brightness(at[0], at[1], at[2], angle);
	for (unsigned int i = 0; i < 6; i++) {
		v[i] = (struct vertex){ .position = { 0, 0, 0, 1 }, .value = { 0, 0, 0, 1 } };
		for (unsigned int k = 0; k < 3; k++) {
			v[i].position[k] = (float)at[order[i]][k];
			v[i].value[k] = (float)(bright * g->color[k]);
		}
	}
}

static uint32_t make_gear(const struct gear *g, double angle, struct vertex *v)
{
	uint32_t n = 0;

	for (unsigned int segment = 0; segment < SEGMENTS(g->teeth); segment++)
		for (unsigned int ring = 0; ring < FACES; ring++, n += 6)
			make_face(g, angle, segment, ring, &v[n]);
	return n;
}

static void expect_gear(struct canvas *c, const double m[4][4], const struct vertex *v, uint32_t n)
{
	static const struct canvas_paint paint = {
		.shade = canvas_shade_value, .slack = 1, .tests_depth = true, .vague = true,
	};

	for (uint32_t i = 0; i < n; i += 3) {
		struct vertex moved[3];

		for (unsigned int k = 0; k < 3; k++) {
			moved[k] = v[i + k];
			for (unsigned int row = 0; row < 3; row++) {
				const float *p = v[i + k].position;

				moved[k].position[row] = (float)(m[row][0] * (double)p[0] + m[row][1] * (double)p[1] +
								 m[row][2] * (double)p[2] + m[row][3]);
			}
		}
		canvas_triangle(c, moved, true, &paint);
	}
}

static void draw_gear(struct draw *d, struct canvas *c, const struct gear *g, unsigned int frame)
{
	static struct vertex v[MOST_VERTICES];
	double angle = g->phase + g->speed * 0.2 * frame, m[4][4];
	uint32_t n = make_gear(g, angle, v);
	float rows[4][4];

	make_matrix(g, angle, m);
	for (unsigned int i = 0; i < 16; i++)
		rows[i / 4][i % 4] = (float)m[i / 4][i % 4];
	draw_matrix(d, rows);
	draw_vertices(d, TRIANGLES, v, n);
	expect_gear(c, m, v, n);
}

static void clear_all(struct draw *d)
{
	static const float background[4] = { 26 / 255.f, 26 / 255.f, 38 / 255.f, 1 };
	struct vertex v[3] = {
		{ .position = { -1, -1, 1, 1 } }, { .position = { -1, 1, 1, 1 } }, { .position = { 1, -1, 1, 1 } },
	};

	draw_programs(d, PROGRAM_VERTEX, PROGRAM_SOLID);
	draw_color(d, background);
	draw_vertices(d, RECTANGLES, v, 3);
}

static bool frame(struct tests *t, const struct surface *s, const struct surface *depth, unsigned int n)
{
	static const double background[4] = { 26 / 255.0, 26 / 255.0, 38 / 255.0, 1 };
	struct canvas c;
	char what[80], picture[20];
	bool good;

	canvas_create(s->format, SIDE, SIDE, &c);
	canvas_clear(&c, surface_code(s->format, background));
	draw_begin(&t->draw);
	draw_viewport(&t->draw, s);
	draw_depth(&t->draw, depth, ALWAYS);
	clear_all(&t->draw);
	draw_depth(&t->draw, depth, LESS);
	draw_programs(&t->draw, PROGRAM_TURN, PROGRAM_COLOR);
	for (size_t i = 0; i < ARRAY_SIZE(gears); i++)
		draw_gear(&t->draw, &c, &gears[i], n);
	snprintf(what, sizeof(what), "gears, frame %u", n);
	snprintf(picture, sizeof(picture), "gears-%u", n);
	good = test_finish(t) && test_judge(t, s, &c, what, picture);
	canvas_free(&c);
	return good;
}

bool test_gears(struct tests *t)
{
	struct surface s = { 0 }, depth = { 0 };
	bool good = test_surface(t, BGRA8, TILED_2D, SIDE, SIDE, &s) &&
		    test_surface(t, DEPTH_FLOAT, TILED_2D, SIDE, SIDE, &depth);

	for (unsigned int i = 0; i < FRAMES && good; i++)
		good = frame(t, &s, &depth, i);
	surface_free(&s);
	surface_free(&depth);
	return good;
}

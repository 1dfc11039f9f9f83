// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A target is cleared in four ways: all of it by CP_DMA, which knows nothing of pixels, and
 * three parts by a rectangle, two triangles, and one triangle that the scissor cuts.
 */
#include <stdio.h>
#include <string.h>

#include "pm4.h"
#include "tests.h"

#define WIDTH	320
#define HEIGHT	180
#define WAYS	3

static const float colors[1 + WAYS][4] = {
	{ 51 / 255.f, 76 / 255.f, 76 / 255.f, 1 }, { 1, 0.5, 0, 1 }, { 0, 1, 0.25, 0 }, { 0.25, 0, 1, 0.5 },
};

static const int32_t parts[WAYS][4] = {
	{ 10, 10, 111, 170 }, { 111, 10, 209, 121 }, { 203, 90, 320, 180 },
};

static void fill_all(struct draw *d, const struct surface *s, uint32_t code)
{
	uint32_t value = surface_forms[s->format].bytes_log2 == 1 ? code << 16 | code : code;

	pm4_cp_dma_fill(&d->cs, &s->bo, 0, value, (uint32_t)s->bo.size);
}

static void corner(struct vertex *v, int32_t x, int32_t y)
{
	*v = (struct vertex){ .position = { (float)x, (float)y, 0, 1 } };
}

/* The middle corner first. */
static void by_rectangle(struct draw *d, const int32_t at[4])
{
	struct vertex v[3];

	corner(&v[0], at[0], at[3]);
	corner(&v[1], at[0], at[1]);
	corner(&v[2], at[2], at[3]);
	draw_vertices(d, RECTANGLES, v, 3);
}

static void by_two_triangles(struct draw *d, const int32_t at[4])
{
	struct vertex v[4];

	for (unsigned int i = 0; i < 4; i++)
		corner(&v[i], at[i & 1 ? 2 : 0], at[i & 2 ? 3 : 1]);
	draw_vertices(d, TRIANGLE_STRIP, v, 4);
}

static void by_scissor(struct draw *d, const int32_t at[4])
{
	struct vertex v[3];

	corner(&v[0], -1000, -1000);
	corner(&v[1], -1000, 3000);
	corner(&v[2], 3000, -1000);
	draw_scissor(d, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2], (uint32_t)at[3]);
	draw_vertices(d, TRIANGLES, v, 3);
}

static void clear_parts(struct tests *t, const struct surface *s, struct canvas *c)
{
	static void (*const ways[WAYS])(struct draw *d, const int32_t at[4]) = {
		by_rectangle, by_two_triangles, by_scissor,
	};
	double color[4];

	draw_to(&t->draw, s);
	draw_programs(&t->draw, PROGRAM_VERTEX, PROGRAM_SOLID);
	for (unsigned int i = 0; i < WAYS; i++) {
		for (unsigned int k = 0; k < 4; k++)
			color[k] = (double)colors[1 + i][k];
		draw_color(&t->draw, colors[1 + i]);
		ways[i](&t->draw, parts[i]);
		canvas_rectangle(c, parts[i], color, false);
	}
}

static bool clear(struct tests *t, enum surface_format format, uint32_t mode)
{
	struct surface s;
	struct canvas c;
	char what[80];
	double background[4];
	bool good;

	if (!test_surface(t, format, mode, WIDTH, HEIGHT, &s))
		return false;
	for (unsigned int k = 0; k < 4; k++)
		background[k] = (double)colors[0][k];
	canvas_create(format, WIDTH, HEIGHT, &c);
	canvas_clear(&c, surface_code(format, background));
	draw_begin(&t->draw);
	fill_all(&t->draw, &s, c.code[0]);
	clear_parts(t, &s, &c);
	snprintf(what, sizeof(what), "clear, %s %s", surface_forms[format].name, surface_mode_name(&s));
	good = test_finish(t) && test_judge(t, &s, &c, what, "clear");
	canvas_free(&c);
	surface_free(&s);
	return good;
}

bool test_clear(struct tests *t)
{
	static const uint32_t modes[] = { LINEAR_ALIGNED, TILED_2D };
	bool good = true;

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		good &= clear(t, RGB565, modes[i]);
		good &= clear(t, BGRA8, modes[i]);
	}
	return good;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A triangle with a color at each corner: its edges and the colors between them. The first two
 * are those of which there are pictures of a real card, see canvas.c.
 */
#include <string.h>

#include "tests.h"

static const struct {
	const char *name, *picture;
	uint32_t width, height, mode;
	enum surface_format format;
	float corner[3][2];
} triangles[] = {
	{ "triangle, BGRA8 linear, the first of the HD 7350", "triangle", 1280, 720, LINEAR_ALIGNED, BGRA8,
	  { { 0.9f, -0.9f }, { -0.9f, -0.9f }, { 0, 0.9f } } },
	{ "triangle, BGRA8 tiled, the second of the HD 7350", NULL, 1280, 720, TILED_2D, BGRA8,
	  { { 0.5846f, -0.9f }, { -0.5846f, -0.9f }, { 0, 0.9f } } },
	{ "triangle, RGB565 tiled, thin", NULL, 320, 240, TILED_2D, RGB565,
	  { { -0.95f, -0.33f }, { 0.97f, 0.61f }, { -0.91f, -0.35f } } },
	{ "triangle, RGB565 linear, larger than the target", NULL, 320, 240, LINEAR_ALIGNED, RGB565,
	  { { -3.1f, 1.2f }, { 0.7f, -2.9f }, { 2.5f, 2.3f } } },
};

static const float corner_colors[3][4] = { { 1, 0, 0, 1 }, { 0, 0, 1, 1 }, { 0, 1, 0, 1 } };
static const double background[4] = { 51 / 255.0, 76 / 255.0, 76 / 255.0, 1 };
static const struct canvas_paint paint = { .shade = canvas_shade_value, .slack = 1 };

static void draw_one(struct draw *d, const struct surface *s, const struct vertex v[3])
{
	draw_begin_on(d, s, background);
	draw_viewport(d, s);
	draw_programs(d, PROGRAM_VERTEX, PROGRAM_COLOR);
	draw_vertices(d, TRIANGLES, v, 3);
}

static bool triangle(struct tests *t, size_t n)
{
	struct vertex v[3] = { 0 };
	struct surface s;
	struct canvas c;
	bool good;

	if (!test_surface(t, triangles[n].format, triangles[n].mode, triangles[n].width, triangles[n].height, &s))
		return false;
	for (unsigned int i = 0; i < 3; i++) {
		v[i].position[0] = triangles[n].corner[i][0];
		v[i].position[1] = triangles[n].corner[i][1];
		v[i].position[3] = 1;
		memcpy(v[i].value, corner_colors[i], sizeof(v[i].value));
	}
	canvas_create(s.format, s.width, s.height, &c);
	canvas_clear(&c, surface_code(s.format, background));
	canvas_triangle(&c, v, true, &paint);
	draw_one(&t->draw, &s, v);
	good = test_finish(t) && test_judge(t, &s, &c, triangles[n].name, triangles[n].picture);
	canvas_free(&c);
	surface_free(&s);
	return good;
}

bool test_triangle(struct tests *t)
{
	bool good = true;

	for (size_t i = 0; i < ARRAY_SIZE(triangles); i++)
		good &= triangle(t, i);
	return good;
}

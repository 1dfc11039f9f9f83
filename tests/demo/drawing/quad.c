// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A quad with a texture: upright with the nearest texels, exactly, and turned with a linear
 * filter. Coordinates are rounded to 1/256 of a texel, as pictures of a real card show (see
 * canvas.c); from texel to texel of the texture colors differ by so little that a coordinate
 * which a card rounds to the other side costs less than a code.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests.h"

#define TEXELS	64
#define SIDE	384
#define STEPS	256.0		/* between two texels */

static const double background[4] = { 32 / 255.0, 32 / 255.0, 48 / 255.0, 1 };

struct texture {
	struct surface surface;
	uint32_t code[TEXELS * TEXELS];
};

/* Rings, and colors that go from side to side. */
static void fill_texture(struct texture *texture)
{
	for (unsigned int i = 0; i < TEXELS * TEXELS; i++) {
		unsigned int column = i % TEXELS, row = i / TEXELS;
		double x = (column + 0.5) / TEXELS, y = (row + 0.5) / TEXELS;
		double ring = 0.5 + 0.5 * cos(40 * hypot(x - 0.5, y - 0.5));
		const double color[4] = { ring * (1 - 0.5 * y), ring * x, 0.3 + 0.7 * (1 - ring) * y, 1 };

		texture->code[i] = surface_code(texture->surface.format, color);
	}
}

static void texel(const struct texture *texture, int x, int y, double color[4])
{
	x = x < 0 ? 0 : x >= TEXELS ? TEXELS - 1 : x;
	y = y < 0 ? 0 : y >= TEXELS ? TEXELS - 1 : y;
	surface_color(texture->surface.format, texture->code[y * TEXELS + x], color);
}

static void shade_nearest(const void *opaque, const double value[4], double color[4])
{
	texel(opaque, (int)floor(value[0] * TEXELS), (int)floor(value[1] * TEXELS), color);
}

static void shade_linear(const void *opaque, const double value[4], double color[4])
{
	double x = floor((value[0] * TEXELS - 0.5) * STEPS + 0.5) / STEPS, left = floor(x);
	double y = floor((value[1] * TEXELS - 0.5) * STEPS + 0.5) / STEPS, top = floor(y);
	double corner[4][4];

	for (int i = 0; i < 4; i++)
		texel(opaque, (int)left + (i & 1), (int)top + (i >> 1), corner[i]);
	for (unsigned int k = 0; k < 4; k++)
		color[k] = (corner[0][k] * (1 - (x - left)) + corner[1][k] * (x - left)) * (1 - (y - top)) +
			   (corner[2][k] * (1 - (x - left)) + corner[3][k] * (x - left)) * (y - top);
}

/* A strip of two triangles around the middle; a side has so many pixels in x and y. */
static void make_quad(struct vertex v[4], float x, float y)
{
	for (unsigned int i = 0; i < 4; i++) {
		float across = i & 1 ? 0.5f : -0.5f, down = i & 2 ? 0.5f : -0.5f;

		v[i] = (struct vertex){
			.position = { SIDE / 2.f + across * x - down * y, SIDE / 2.f + across * y + down * x, 0, 1 },
			.value = { i & 1 ? 1 : 0, i & 2 ? 1 : 0 },
		};
	}
}

static void draw_quad(struct draw *d, const struct surface *s, const struct surface *texture,
		      enum filter filter, const struct vertex v[4])
{
	draw_begin_on(d, s, background);
	draw_programs(d, PROGRAM_VERTEX, PROGRAM_TEXTURE);
	draw_texture(d, texture, filter);
	draw_vertices(d, TRIANGLE_STRIP, v, 4);
}

static bool judge_quad(struct tests *t, const struct surface *s, const struct texture *texture,
		       enum filter filter, const struct vertex v[4])
{
	const struct canvas_paint paint = {
		.shade = filter == LINEAR ? shade_linear : shade_nearest, .opaque = texture, .slack = filter == LINEAR,
	};
	struct canvas c;
	char what[80];
	bool good;

	canvas_create(s->format, SIDE, SIDE, &c);
	canvas_clear(&c, surface_code(s->format, background));
	canvas_strip(&c, v, 2, &paint);
	snprintf(what, sizeof(what), "quad, %s %s, %s", surface_forms[s->format].name, surface_mode_name(s),
		 filter == LINEAR ? "turned, linear filter" : "upright, nearest texels");
	good = test_judge(t, s, &c, what, filter == LINEAR && s->format == BGRA8 ? "quad" : NULL);
	canvas_free(&c);
	return good;
}

static bool quad(struct tests *t, enum surface_format format, uint32_t mode, uint32_t texture_mode)
{
	struct texture texture = { 0 };
	struct surface s = { 0 };
	struct vertex upright[4], turned[4];
	bool good;

	if (!test_surface(t, format, texture_mode, TEXELS, TEXELS, &texture.surface))
		return false;
	fill_texture(&texture);
	make_quad(upright, 4 * TEXELS, 0);
	make_quad(turned, 250, 110);
	good = test_write(t, &texture.surface, texture.code) && test_surface(t, format, mode, SIDE, SIDE, &s);
	if (good) {
		draw_quad(&t->draw, &s, &texture.surface, NEAREST, upright);
		good = test_finish(t) && judge_quad(t, &s, &texture, NEAREST, upright);
	}
	if (good) {
		draw_quad(&t->draw, &s, &texture.surface, LINEAR, turned);
		good = test_finish(t) && judge_quad(t, &s, &texture, LINEAR, turned);
	}
	surface_free(&s);
	surface_free(&texture.surface);
	return good;
}

bool test_quad(struct tests *t)
{
	bool good = quad(t, BGRA8, TILED_2D, LINEAR_ALIGNED);

	good &= quad(t, RGB565, LINEAR_ALIGNED, TILED_2D);
	return good;
}

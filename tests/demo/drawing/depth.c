// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Triangles that run through each other: what is seen is what is nearest, in whatever order it
 * is drawn. Depth itself is read, too.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"

#define WIDTH		320
#define HEIGHT		240
#define COUNT		24
#define DEPTH_SLACK	1e-5

static const struct canvas_paint paint = { .shade = canvas_shade_value, .slack = 1, .tests_depth = true };

static void random_triangle(uint32_t *seed, struct vertex v[3])
{
	for (unsigned int i = 0; i < 3; i++) {
		v[i] = (struct vertex){
			.position = {
				(float)test_random(seed, WIDTH * 16) / 16, (float)test_random(seed, HEIGHT * 16) / 16,
				(float)test_random(seed, 1 << 20) / (1 << 20), 1,
			},
		};
		for (unsigned int k = 0; k < 4; k++)
			v[i].value[k] = (float)test_random(seed, 256) / 255;
	}
}

/* All of it black, and as far as it can be. */
static void clear_all(struct draw *d)
{
	static const float black[4];
	struct vertex v[3] = {
		{ .position = { 0, 0, 1, 1 } }, { .position = { 0, HEIGHT, 1, 1 } }, { .position = { WIDTH, 0, 1, 1 } },
	};

	draw_programs(d, PROGRAM_VERTEX, PROGRAM_SOLID);
	draw_color(d, black);
	draw_vertices(d, RECTANGLES, v, 3);
}

static bool judge_depth(struct tests *t, const struct surface *depth, const struct canvas *c)
{
	uint32_t *bits = malloc(sizeof(*bits) * WIDTH * HEIGHT);
	size_t wrong = 0;
	float z;
	int ret = bits ? surface_read(depth, &t->draw.tiling, bits) : -1;

	for (size_t i = 0; i < (size_t)WIDTH * HEIGHT && !ret; i++) {
		memcpy(&z, &bits[i], sizeof(z));
		wrong += !(fabs((double)z - c->depth[i]) < DEPTH_SLACK);
	}
	printf("  %-52s %7d of %7d pixels  %s\n", "depth, as floats", WIDTH * HEIGHT, WIDTH * HEIGHT,
	       ret || wrong ? "WRONG" : "ok");
	if (ret || wrong)
		printf("      %zu are wrong%s\n", wrong, ret ? ", they cannot be read" : "");
	free(bits);
	return !ret && !wrong;
}

static bool run(struct tests *t, const struct surface *s, const struct surface *depth)
{
	struct vertex v[3 * COUNT];
	uint32_t seed = 5;
	struct canvas c;
	bool good;

	canvas_create(s->format, WIDTH, HEIGHT, &c);
	canvas_clear(&c, 0);
	draw_begin(&t->draw);
	draw_to(&t->draw, s);
	draw_depth(&t->draw, depth, ALWAYS);
	clear_all(&t->draw);
	draw_depth(&t->draw, depth, LESS);
	draw_programs(&t->draw, PROGRAM_VERTEX, PROGRAM_COLOR);
	for (size_t i = 0; i < COUNT; i++) {
		random_triangle(&seed, &v[3 * i]);
		canvas_triangle(&c, &v[3 * i], false, &paint);
	}
	draw_vertices(&t->draw, TRIANGLES, v, ARRAY_SIZE(v));
	good = test_finish(t) && test_judge(t, s, &c, "depth, BGRA8 tiled, triangles through each other", "depth") &&
	       judge_depth(t, depth, &c);
	canvas_free(&c);
	return good;
}

bool test_depth(struct tests *t)
{
	struct surface s = { 0 }, depth = { 0 };
	bool good = test_surface(t, BGRA8, TILED_2D, WIDTH, HEIGHT, &s) &&
		    test_surface(t, DEPTH_FLOAT, TILED_2D, WIDTH, HEIGHT, &depth) && run(t, &s, &depth);

	surface_free(&s);
	surface_free(&depth);
	return good;
}

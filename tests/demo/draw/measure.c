// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * How fast: batches of the same draws for half a second each. Nothing is compared, neither
 * pixels nor figures; those of a modelled card tell of the model.
 */
#include <stdio.h>
#include <time.h>

#include "tests.h"

#define SIDE	512
#define SECONDS	0.5
#define DRAWS	32		/* of a batch */
#define EACH	128		/* rectangles or triangles of a draw */

struct scene {
	struct surface target, source;
};

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void small_rectangles(struct draw *d, uint32_t side, bool copies)
{
	int32_t at[EACH][4];
	uint32_t seed = 3;

	for (unsigned int i = 0; i < EACH; i++) {
		at[i][0] = (int32_t)test_random(&seed, SIDE - side + 1);
		at[i][1] = (int32_t)test_random(&seed, SIDE - side + 1);
		at[i][2] = at[i][0] + (int32_t)side;
		at[i][3] = at[i][1] + (int32_t)side;
	}
	draw_rectangles(d, at, copies ? at : NULL, EACH);
}

static void small_triangles(struct draw *d)
{
	struct vertex v[3 * EACH];
	uint32_t seed = 4;

	for (unsigned int i = 0; i < 3 * EACH; i++)
		v[i] = (struct vertex){
			.position = { (float)test_random(&seed, SIDE), (float)test_random(&seed, SIDE), 0, 1 },
			.value = { 1, (float)(i % 3), 0, 1 },
		};
	for (unsigned int i = 0; i < 3 * EACH; i++)
		for (unsigned int k = 0; k < 2; k++)	/* ten pixels from the first corner */
			v[i].position[k] = v[i / 3 * 3].position[k] + (i % 3 == k + 1 ? 10 : 0);
	draw_vertices(d, TRIANGLES, v, 3 * EACH);
}

static void fill_small(struct draw *d)
{
	small_rectangles(d, 10, false);
}

static void fill_large(struct draw *d)
{
	small_rectangles(d, 500, false);
}

static void copy_small(struct draw *d)
{
	small_rectangles(d, 10, true);
}

static void copy_large(struct draw *d)
{
	small_rectangles(d, 500, true);
}

static const struct {
	const char *what;
	enum program pixel;
	uint32_t pixels;		/* of each */
	unsigned int draws;		/* of a batch */
	void (*draw)(struct draw *d);
} kinds[] = {
	{ "fill, 10x10", PROGRAM_SOLID, 100, DRAWS, fill_small },
	{ "fill, 500x500", PROGRAM_SOLID, 250000, 1, fill_large },
	{ "copy, 10x10", PROGRAM_TEXELS, 100, DRAWS, copy_small },
	{ "copy, 500x500", PROGRAM_TEXELS, 250000, 1, copy_large },
	{ "triangles, 50 pixels", PROGRAM_COLOR, 50, DRAWS, small_triangles },
};

static bool measure_kind(struct tests *t, const struct scene *scene, size_t kind)
{
	static const float color[4] = { 1, 0.5, 0.25, 1 };
	double began = now(), seconds, count = 0;

	do {
		draw_begin(&t->draw);
		draw_to(&t->draw, &scene->target);
		draw_programs(&t->draw, PROGRAM_VERTEX, kinds[kind].pixel);
		draw_color(&t->draw, color);
		draw_texture(&t->draw, &scene->source, NEAREST);
		for (unsigned int i = 0; i < kinds[kind].draws; i++)
			kinds[kind].draw(&t->draw);
		if (!test_finish(t))
			return false;
		count += EACH * kinds[kind].draws;
		seconds = now() - began;
	} while (seconds < SECONDS);
	printf("  %-24s %12.0f a second %12.2f Mpixel/s\n", kinds[kind].what, count / seconds,
	       count * kinds[kind].pixels / seconds * 1e-6);
	return true;
}

bool measure(struct tests *t)
{
	struct scene scene = { 0 };
	bool good = test_surface(t, BGRA8, TILED_2D, SIDE, SIDE, &scene.target) &&
		    test_surface(t, BGRA8, TILED_2D, SIDE, SIDE, &scene.source);

	for (size_t i = 0; i < ARRAY_SIZE(kinds) && good; i++)
		good = measure_kind(t, &scene, i);
	surface_free(&scene.target);
	surface_free(&scene.source);
	return good;
}

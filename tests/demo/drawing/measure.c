// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * How fast: batches of the same draws, each twice as large as the one before, until one takes
 * so long that it says something. Nothing is compared, neither pixels nor figures; those of a
 * modelled card tell of the model.
 */
#include <stdio.h>

#include "clock.h"
#include "tests.h"

#define SIDE	512
#define SECONDS	0.3
#define MOST_EACH	64u	/* rectangles or triangles of a draw */

struct scene {
	struct surface target, source;
};

static void rectangles(struct draw *d, uint32_t side, uint32_t n, bool copies)
{
	int32_t at[MOST_EACH][4];
	uint32_t seed = 3;

	for (unsigned int i = 0; i < n; i++) {
		at[i][0] = (int32_t)test_random(&seed, SIDE - side + 1);
		at[i][1] = (int32_t)test_random(&seed, SIDE - side + 1);
		at[i][2] = at[i][0] + (int32_t)side;
		at[i][3] = at[i][1] + (int32_t)side;
	}
	draw_rectangles(d, at, copies ? at : NULL, n);
}

/* Half of a square of @side. */
static void triangles(struct draw *d, uint32_t side, uint32_t n)
{
	struct vertex v[3 * MOST_EACH];
	uint32_t seed = 4;

	for (unsigned int i = 0; i < n; i++) {
		float x = (float)test_random(&seed, SIDE - side), y = (float)test_random(&seed, SIDE - side);

		for (unsigned int k = 0; k < 3; k++)
			v[3 * i + k] = (struct vertex){
				.position = { x + (k == 1 ? (float)side : 0), y + (k == 2 ? (float)side : 0), 0, 1 },
				.value = { 1, (float)k / 2, 0, 1 },
			};
	}
	draw_vertices(d, TRIANGLES, v, 3 * n);
}

static const struct {
	const char *what;
	enum program pixel;
	uint32_t side, each;
} kinds[] = {
	{ "rectangles of a color, 10 x 10", PROGRAM_SOLID, 10, MOST_EACH },
	{ "rectangles of a color, 500 x 500", PROGRAM_SOLID, 500, 1 },
	{ "copies, 10 x 10", PROGRAM_TEXELS, 10, MOST_EACH },
	{ "copies, 500 x 500", PROGRAM_TEXELS, 500, 1 },
	{ "triangles, half of 10 x 10", PROGRAM_COLOR, 10, MOST_EACH },
	{ "triangles, half of 500 x 500", PROGRAM_COLOR, 500, 1 },
	{ "MULADD in all slots, 500 x 500", PROGRAM_MULADD, 500, 1 },
};

#define MOST_DRAWS	128u		/* of a batch: what a stream has room for */

/* Seconds that a batch takes; negative if it fails. */
static double time_batch(struct tests *t, const struct scene *scene, size_t kind, uint32_t draws)
{
	static const float color[4] = { 1, 0.5, 0.25, 1 };
	enum program pixel = kinds[kind].pixel;
	struct draw *d = &t->draw;
	double began = now();

	draw_begin(d);
	draw_to(d, &scene->target);
	draw_programs(d, PROGRAM_VERTEX, pixel);
	draw_color(d, color);
	draw_texture(d, &scene->source, NEAREST);
	for (uint32_t i = 0; i < draws; i++)
		if (pixel == PROGRAM_COLOR)
			triangles(d, kinds[kind].side, kinds[kind].each);
		else
			rectangles(d, kinds[kind].side, kinds[kind].each, pixel == PROGRAM_TEXELS);
	return test_finish(t) ? now() - began : -1;
}

static bool measure_kind(struct tests *t, const struct scene *scene, size_t kind)
{
	double seconds = 0, count, pixels = (double)kinds[kind].side * kinds[kind].side;
	double flops = program_muladd_flops(t->draw.cayman ? ISA_CAYMAN : ISA_EVERGREEN);
	uint32_t draws;

	for (draws = 1; draws <= MOST_DRAWS && seconds < SECONDS; draws *= 2) {
		seconds = time_batch(t, scene, kind, draws);
		if (seconds < 0)
			return false;
	}
	count = (double)draws / 2 * kinds[kind].each / seconds;
	pixels *= kinds[kind].pixel == PROGRAM_COLOR ? 0.5 : 1;
	printf("  %-36s %10.0f a second, %10.2f Mpixel/s", kinds[kind].what, count, count * pixels * 1e-6);
	if (kinds[kind].pixel == PROGRAM_MULADD)
		printf(", %.2f GFLOPS", count * pixels * flops * 1e-9);
	printf("\n");
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

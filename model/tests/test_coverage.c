// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * PA and SC against pictures of a Radeon HD 7350: which pixels, and how many samples of each, two
 * triangles cover. The registers are those of the command buffer that drew them.
 * Pictures and buffers are in GOLDENS, see its README.md.
 */
#include <math.h>
#include <png.h>
#include <zlib.h>

#include "test_draw_regs.h"
#include "tiling.h"

#define WIDTH	1280
#define HEIGHT	720
#define ROWS	768			/* of the tiled target */

static struct bench bench;
static unsigned int samples[HEIGHT][WIDTH];
static float color[HEIGHT][WIDTH][3];
static uint8_t picture[HEIGHT][WIDTH][4];	/* red first */

/* ---- what is given ---- */

static void take_picture(const char *name)
{
	png_image image = { .version = PNG_IMAGE_VERSION };

	check(png_image_begin_read_from_file(&image, name) && image.width == WIDTH && image.height == HEIGHT, "%s", name);
	image.format = PNG_FORMAT_RGBA;
	if (!png_image_finish_read(&image, NULL, picture, 0, NULL))
		abort();
}

static void take_memory(const char *name)
{
	const struct tiling tiling = {
		.mode = TILED_2D_THIN1, .element_log2 = 2, .pitch = WIDTH, .height = ROWS, .pipes = 2, .banks = 8,
		.bank_width = 1, .bank_height = 2, .aspect = 2, .split = 1024, .group = 256, .bank_interleave = 1,
	};
	static uint8_t memory[WIDTH * ROWS * 4];
	gzFile file = gzopen(name, "rb");

	check(file && gzread(file, memory, sizeof(memory)) == sizeof(memory), "%s", name);
	gzclose(file);
	for (uint32_t y = 0; y < HEIGHT; y++)
		for (uint32_t x = 0; x < WIDTH; x++) {
			const uint8_t *from = &memory[tiling_offset(&tiling, x, y, 0)];

			for (unsigned int c = 0; c < 3; c++)	/* blue comes first there */
				picture[y][x][c] = from[2 - c];
		}
}

/* Registers that packets of a command buffer set. */
static void take_commands(const char *name)
{
	uint32_t words[1024];
	FILE *file = fopen(name, "rb");
	size_t n = file ? fread(words, 4, 1024, file) : 0, length;

	check(n > 0, "%s", name);
	if (file)
		fclose(file);
	bench_start(&bench, false);
	memset(bench.reg, 0, sizeof(bench.reg));
	for (size_t i = 0; i < n; i += length) {
		uint32_t op = words[i] >> 8 & 0xff, base = op == 0x69 ? 0x28000 : 0x8000;

		length = words[i] >> 30 == 2 ? 1 : 2 + (words[i] >> 16 & 0x3fff);
		for (size_t k = 2; k < length && words[i] >> 30 == 3 && (op == 0x69 || op == 0x68); k++)
			set(&bench, base + 4 * (words[i + 1] + (uint32_t)k - 2), words[i + k]);
	}
	bench_take(&bench);
}

/* ---- the triangle ---- */

static void count_quad(void *opaque, const struct draw_quad *quad)
{
	(void)opaque;
	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		int32_t x = quad->x + (int32_t)(i & 1), y = quad->y + (int32_t)(i >> 1);
		double along[2] = { draw_plane_at(quad->of, &quad->of->i, x + 0.5, y + 0.5),
				    draw_plane_at(quad->of, &quad->of->j, x + 0.5, y + 0.5) };

		if (!quad->covered[i])
			continue;
		samples[y][x] += (unsigned int)__builtin_popcount(quad->covered[i]);
		for (unsigned int c = 0; c < 3; c++) {
			float v[3];

			for (unsigned int n = 0; n < 3; n++)
				v[n] = sq_float(quad->of->param[n][0][c]);
			color[y][x][c] = (float)(v[0] + along[0] * (v[1] - v[0]) + along[1] * (v[2] - v[0]));
		}
	}
}

static void convert(void *opaque, const struct draw_screen *screen)
{
	int32_t row = SC_FIRST_ROW;

	(void)opaque;
	while (sc_convert(&bench.sc, screen, &row, &(const struct sc_out){ .quad = count_quad }))
		;
}

/* Red, blue and green corners; @x: of the first. */
static void draw(float x)
{
	const float one = 1;
	struct draw_vertex v[3] = {
		{ .position = { x, -0.9f, 0, 1 } }, { .position = { -x, -0.9f, 0, 1 } }, { .position = { 0, 0.9f, 0, 1 } },
	};
	struct draw_primitive p = { .shape = DRAW_TRIANGLE, .vertex = { &v[0], &v[1], &v[2] } };

	v[0].param[0][0] = v[1].param[0][2] = v[2].param[0][1] = sq_bits(one);
	memset(samples, 0, sizeof(samples));
	pa_primitive(&bench.pa, &p, convert, NULL);
}

static void test_pixels(const char *name, float x)
{
	unsigned int wrong = 0;

	take_picture(name);
	draw(x);
	for (unsigned int y = 0; y < HEIGHT; y++)
		for (unsigned int n = 0; n < WIDTH; n++) {
			bool drawn = picture[y][n][0] || picture[y][n][1] || picture[y][n][2];

			wrong += samples[y][n] != drawn;
		}
	check(!wrong, "of %d pixels %u are wrong", WIDTH * HEIGHT, wrong);
}

/* ---- eight samples ---- */

/* How far a pixel is from the mean of so many samples of the triangle and the background. */
static double distance_of(const uint8_t is[3], const float of[3], unsigned int n)
{
	static const uint8_t background[3] = { 51, 76, 76 };
	double most = 0, mean;

	for (unsigned int c = 0; c < 3; c++) {
		/* A pixel's centre can be outside of the triangle, where colours are less than nought. */
		mean = (n * floor(fmin(fmax((double)of[c], 0), 1) * 255 + 0.5) + (8 - n) * background[c]) / 8;
		most = fmax(most, fabs(mean - is[c]));
	}
	return most;
}

static unsigned int samples_seen(const uint8_t is[3], const float of[3])
{
	unsigned int best = 0;

	for (unsigned int n = 1; n <= 8; n++)
		if (distance_of(is, of, n) < distance_of(is, of, best))
			best = n;
	return best;
}

static void test_samples(void)
{
	static const int8_t at[8][2] = { { -1, 1 }, { 1, 5 }, { 3, -5 }, { 5, 3 }, { -7, -1 }, { -3, -7 }, { 7, -3 }, { -5, 7 } };
	unsigned int edge = 0, good = 0, wrong = 0;

	set(&bench, 0x28c04, 3);
	set(&bench, 0x28a48, 1);
	set(&bench, 0x28c3c, ~0u);
	for (unsigned int pixel = 0; pixel < 4; pixel++)
		for (unsigned int i = 0; i < 8; i++)
			bench.reg[0x28c1c / 4 + 2 * pixel + i / 4] |=
				(uint32_t)((at[i][0] & 15) | (at[i][1] & 15) << 4) << 8 * (i % 4);
	bench_take(&bench);
	take_memory(GOLDENS "eg.1.bin.gz");
	draw(0.5846f);
	for (unsigned int y = 0; y < HEIGHT; y++)
		for (unsigned int x = 0; x < WIDTH; x++) {
			unsigned int n = samples[y][x];
			/* The mean is rounded, and of the samples a code can be one off. */
			bool fits = n ? distance_of(picture[y][x], color[y][x], n) <= 1.5 :
				    picture[y][x][0] == 51 && picture[y][x][1] == 76 && picture[y][x][2] == 76;

			wrong += !fits;
			edge += n && n < 8;
			good += n && n < 8 && fits && n == samples_seen(picture[y][x], color[y][x]);
		}
	check(edge == 1300 && good == edge, "of %u pixels of edges %u have the right samples", edge, good);
	check(!wrong, "%u pixels have another mean", wrong);
}

int main(void)
{
	take_commands(GOLDENS "eg.cmds.0.bin");
	test_pixels(GOLDENS "eg.0.png", 0.9f);
	test_pixels(GOLDENS "eg.1.png", 0.5846f);
	test_samples();
	check(!bench.violations && !bench.guesses, "nothing was undefined or guessed");
	return test_end();
}

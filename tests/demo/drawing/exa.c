// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What a 2D driver of X11 asks of a card: rectangles of a color, opaque ones and such that are
 * blended, and copies of rectangles from picture to picture.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests.h"

#define WIDTH	480
#define HEIGHT	360

/* ---- rectangles of a color ---- */

#define COLORS		32
#define BLENDED		8		/* the last ones */
#define EACH		6		/* rectangles of a color */

static void random_rectangle(uint32_t *seed, int32_t at[4])
{
	at[2] = 1 + (int32_t)test_random(seed, WIDTH / 3);
	at[3] = 1 + (int32_t)test_random(seed, HEIGHT / 3);
	at[0] = (int32_t)test_random(seed, WIDTH - (uint32_t)at[2]);
	at[1] = (int32_t)test_random(seed, HEIGHT - (uint32_t)at[3]);
	at[2] += at[0];
	at[3] += at[1];
}

static void fill_color(struct draw *d, struct canvas *c, uint32_t *seed, bool blend)
{
	int32_t at[EACH][4];
	double color[4];
	float floats[4];

	/* One that the format has: others would be a question of rounding. */
	surface_color(c->format, test_random(seed, 1u << 24), color);
	color[3] = test_random(seed, 256) / 255.0;
	for (unsigned int k = 0; k < 4; k++)
		floats[k] = (float)color[k];
	draw_blend(d, blend);
	draw_color(d, floats);
	for (unsigned int i = 0; i < EACH; i++) {
		random_rectangle(seed, at[i]);
		canvas_rectangle(c, at[i], color, blend);
	}
	draw_rectangles(d, at, NULL, EACH);
}

static bool fill(struct tests *t, enum surface_format format, uint32_t mode, enum program program)
{
	static const int32_t all[1][4] = { { 0, 0, WIDTH, HEIGHT } };
	static const double white[4] = { 1, 1, 1, 1 };
	static const float white_color[4] = { 1, 1, 1, 1 };
	uint32_t seed = 1 + format;
	struct surface s;
	struct canvas c;
	char what[80];
	bool good;

	if (!test_surface(t, format, mode, WIDTH, HEIGHT, &s))
		return false;
	canvas_create(format, WIDTH, HEIGHT, &c);
	canvas_clear(&c, surface_code(format, white));
	draw_begin(&t->draw);
	draw_to(&t->draw, &s);
	draw_programs(&t->draw, PROGRAM_VERTEX, program);
	draw_color(&t->draw, white_color);
	draw_rectangles(&t->draw, all, NULL, 1);
	for (unsigned int i = 0; i < COLORS; i++)
		fill_color(&t->draw, &c, &seed, i >= COLORS - BLENDED);
	snprintf(what, sizeof(what), "fill, %s %s, %d rectangles, %d blended%s", surface_forms[format].name,
		 surface_mode_name(&s), COLORS * EACH, BLENDED * EACH, program == PROGRAM_MULADD ? ", muladd" : "");
	good = test_finish(t) && test_judge(t, &s, &c, what, "fill");
	canvas_free(&c);
	surface_free(&s);
	return good;
}

bool test_fill(struct tests *t)
{
	bool good = fill(t, RGB565, TILED_2D, PROGRAM_SOLID);

	good &= fill(t, BGRA8, LINEAR_ALIGNED, PROGRAM_SOLID);
	good &= fill(t, BGRA8, TILED_2D, PROGRAM_MULADD);
	return good;
}

/* ---- copies ---- */

#define ACROSS		8		/* rectangles of a picture that is cut up */
#define DOWN		6
#define PIECES		(ACROSS * DOWN)

/* Something to see; noise where there is no room for both. */
static void make_picture(struct canvas *c)
{
	uint32_t seed = 7;

	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			double ring = 0.5 + 0.5 * cos(hypot(x - WIDTH / 2.0, y - HEIGHT / 2.0) / 8);
			uint32_t noise = test_random(&seed, 1u << 16);
			const double color[4] = { ring, (double)x / WIDTH, (double)y / HEIGHT, noise % 256 / 255.0 };

			c->code[y * WIDTH + x] = c->format == RGB565 ? noise : surface_code(c->format, color);
		}
}

static void piece(uint32_t n, int32_t at[4])
{
	at[0] = (int32_t)(n % ACROSS * (WIDTH / ACROSS));
	at[1] = (int32_t)(n / ACROSS * (HEIGHT / DOWN));
	at[2] = at[0] + WIDTH / ACROSS;
	at[3] = at[1] + HEIGHT / DOWN;
}

static void copy_pieces(struct draw *d, const struct surface *to, const struct surface *from,
			const uint32_t to_piece[PIECES], const uint32_t from_piece[PIECES])
{
	int32_t at[PIECES][4], texel[PIECES][4];

	for (uint32_t i = 0; i < PIECES; i++) {
		piece(to_piece[i], at[i]);
		piece(from_piece[i], texel[i]);
	}
	draw_to(d, to);
	draw_programs(d, PROGRAM_VERTEX, PROGRAM_TEXELS);
	draw_texture(d, from, NEAREST);
	draw_rectangles(d, at, texel, PIECES);
}

static void shuffle(uint32_t order[PIECES], uint32_t *seed)
{
	for (uint32_t i = PIECES - 1; i > 0; i--) {
		uint32_t other = test_random(seed, i + 1), kept = order[i];

		order[i] = order[other];
		order[other] = kept;
	}
}

/* Where each pixel of the pieces is to be. */
static void move_pieces(struct canvas *to, const struct canvas *from, const uint32_t order[PIECES])
{
	for (uint32_t i = 0; i < PIECES; i++) {
		int32_t at[4], there[4];

		piece(i, at);
		piece(order[i], there);
		for (int32_t y = 0; y < HEIGHT / DOWN; y++)
			memcpy(&to->code[(there[1] + y) * WIDTH + there[0]], &from->code[(at[1] + y) * WIDTH + at[0]],
			       WIDTH / ACROSS * sizeof(to->code[0]));
	}
}

struct copies {
	struct surface source, pieces, back;
	struct canvas whole, cut;
};

static bool copy(struct tests *t, enum surface_format format, uint32_t mode, uint32_t pieces_mode)
{
	uint32_t order[PIECES], plain[PIECES], seed = 1;
	struct copies k = { 0 };
	char what[80];
	bool good;

	canvas_create(format, WIDTH, HEIGHT, &k.whole);
	canvas_create(format, WIDTH, HEIGHT, &k.cut);
	make_picture(&k.whole);
	for (uint32_t i = 0; i < PIECES; i++)
		plain[i] = order[i] = i;
	shuffle(order, &seed);
	move_pieces(&k.cut, &k.whole, order);
	good = test_surface(t, format, mode, WIDTH, HEIGHT, &k.source) &&
	       test_surface(t, format, pieces_mode, WIDTH, HEIGHT, &k.pieces) &&
	       test_surface(t, format, mode, WIDTH, HEIGHT, &k.back) && test_write(t, &k.source, k.whole.code);
	if (good) {
		draw_begin(&t->draw);
		copy_pieces(&t->draw, &k.pieces, &k.source, order, plain);
		draw_flush(&t->draw);
		copy_pieces(&t->draw, &k.back, &k.pieces, plain, order);
		good = test_finish(t);
	}
	snprintf(what, sizeof(what), "copy, %s %s to %s, %d pieces", surface_forms[format].name,
		 surface_mode_name(&k.source), surface_mode_name(&k.pieces), PIECES);
	good = good && test_judge(t, &k.pieces, &k.cut, what, "copy");
	snprintf(what, sizeof(what), "copy, %s %s to %s, and back", surface_forms[format].name,
		 surface_mode_name(&k.pieces), surface_mode_name(&k.back));
	good = good && test_judge(t, &k.back, &k.whole, what, NULL);
	canvas_free(&k.whole);
	canvas_free(&k.cut);
	surface_free(&k.source);
	surface_free(&k.pieces);
	surface_free(&k.back);
	return good;
}

bool test_copy(struct tests *t)
{
	static const uint32_t modes[][2] = {	/* of the picture, of its pieces */
		{ TILED_2D, LINEAR_ALIGNED }, { LINEAR_ALIGNED, TILED_2D }, { TILED_2D, TILED_2D },
	};
	bool good = true;

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		good &= copy(t, RGB565, modes[i][0], modes[i][1]);
		good &= copy(t, BGRA8, modes[i][0], modes[i][1]);
	}
	return good;
}

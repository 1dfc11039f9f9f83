/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Draws without a library of OpenGL: state, targets, programs, vertices and textures as
 * packets of the card.
 *
 * A batch begins with draw_begin() and is over with draw_finish(), which submits it and waits
 * for it; what lies between takes effect in its order. A stream has room for some 250 draws.
 */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include "card.h"
#include "cs.h"
#include "programs.h"
#include "surface.h"

/* VGT_PRIMITIVE_TYPE. Of a rectangle there are three corners. */
enum primitive { TRIANGLES = 0x04, TRIANGLE_STRIP = 0x06, RECTANGLES = 0x11 };

/* Functions of tests: how what is drawn compares with what is there. */
enum compare { LESS = 1, ALWAYS = 7 };

enum filter { NEAREST, LINEAR };

#define RECTANGLES_MOST	256u	/* of a draw */

struct vertex {
	float position[4];
	float value[4];		/* what pixels get */
};

/**
 * struct draw - a card, and a batch for it
 * @card: the card
 * @cs: the batch
 * @cayman: it has Cayman's registers and programs
 * @tiling: how the card lays out tiles
 * @programs: all of them
 * @data: vertices and constants of the batch
 * @used: bytes of @data
 * @batches: submitted so far
 * @draws: likewise
 */
struct draw {
	struct card card;
	struct cs cs;
	bool cayman;
	struct tiling tiling;
	struct bo programs, data;
	uint32_t used;
	unsigned int batches, draws;
};

/* All of them: 0 or a negative errno. */
int draw_open(struct draw *d);
void draw_close(struct draw *d);

void draw_begin(struct draw *d);
int draw_finish(struct draw *d);

/* Where colors go: all of the surface, positions being pixels of it. */
void draw_to(struct draw *d, const struct surface *s);
/* Likewise, where x, y and z from -1 to 1 are all of it, y upwards, and depth is 0 to 1. */
void draw_viewport(struct draw *d, const struct surface *s);
/* NULL: none, which is so at the beginning. */
void draw_depth(struct draw *d, const struct surface *s, enum compare compare);
void draw_scissor(struct draw *d, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom);
/* Of what is drawn after draw_viewport(), only what is from -1 to 1; or all, which is so at the beginning. */
void draw_clip(struct draw *d, bool clip);
/* By the source's alpha, or not, which is so at the beginning. */
void draw_blend(struct draw *d, bool blend);

void draw_programs(struct draw *d, enum program vertex, enum program pixel);
/* KC0 of the program of pixels; of that of vertices. */
void draw_color(struct draw *d, const float color[4]);
void draw_matrix(struct draw *d, const float rows[4][4]);
void draw_texture(struct draw *d, const struct surface *s, enum filter filter);

void draw_vertices(struct draw *d, enum primitive primitive, const struct vertex *v, uint32_t n);
/*
 * At left, top, right and bottom of each, of pixels that get texels of such rectangles, if there
 * are any: one draw.
 */
void draw_rectangles(struct draw *d, const int32_t (*at)[4], const int32_t (*texel)[4], uint32_t n);
/* A batch begins, and draws to a surface all of which has this color, at its pixels. */
void draw_begin_on(struct draw *d, const struct surface *s, const double color[4]);
/* What was drawn is in memory before anything that follows is fetched. */
void draw_flush(struct draw *d);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What a picture has to be: the CPU draws it, too, and knows for each pixel how much a card may
 * differ.
 */
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include "draw.h"

/**
 * struct canvas - a picture by the CPU
 * @format: of its codes
 * @width: pixels
 * @height: pixels
 * @code: of each pixel
 * @slack: of each pixel: by how much any component may differ
 * @depth: of each pixel
 */
struct canvas {
	enum surface_format format;
	uint32_t width, height;
	uint32_t *code;
	uint8_t *slack;
	double *depth;
};

/* What a pixel gets between the vertices becomes a color. */
typedef void canvas_shade_fn(const void *opaque, const double value[4], double color[4]);

struct canvas_paint {
	canvas_shade_fn *shade;
	const void *opaque;
	uint8_t slack;
	bool tests_depth;	/* LESS, and written */
	bool vague;		/* the card has computed the positions, and is not exact about them */
};

void canvas_create(enum surface_format format, uint32_t width, uint32_t height, struct canvas *c);
void canvas_free(struct canvas *c);

/* All pixels the same; depth is 1. */
void canvas_clear(struct canvas *c, uint32_t code);
/* Left, top, right, bottom; the same for all pixels. */
void canvas_rectangle(struct canvas *c, const int32_t at[4], const double color[4], bool blend);
/* Vertices as they are drawn after draw_to(), or after draw_viewport(). */
void canvas_triangle(struct canvas *c, const struct vertex *v, bool viewport, const struct canvas_paint *paint);
/* @n triangles of a strip. */
void canvas_strip(struct canvas *c, const struct vertex *v, uint32_t n, const struct canvas_paint *paint);

/* A paint: the pixel has what is between the vertices. */
void canvas_shade_value(const void *opaque, const double value[4], double color[4]);

/**
 * canvas_judge() - is a surface as it should be?
 * @c: how it should be
 * @codes: how it is
 * @what: for people
 *
 * Return: true, or it says how many pixels are wrong, and which is the first.
 */
bool canvas_judge(const struct canvas *c, const uint32_t *codes, const char *what);

/* A file for people, with one pixel of the picture a pixel. */
bool picture_write(const char *directory, const char *name, const struct canvas *like, const uint32_t *codes);

#endif

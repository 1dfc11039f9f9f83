/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Pictures in memory of the card: linear or tiled, read and written as rows of codes.
 */
#ifndef DRAW_SURFACE_H
#define DRAW_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "bo.h"

/* ARRAY_MODE. */
#define LINEAR_ALIGNED	1u
#define TILED_2D	4u

/* A bank's tiles, and the shape of a macro tile: one choice that any of these chips takes. */
#define BANK_HEIGHT_LOG2	2u
#define ASPECT_LOG2		2u
#define TILE_SPLIT_LOG2		4u	/* of 64 bytes */

enum surface_format { BGRA8, RGB565, DEPTH_FLOAT, SURFACE_FORMATS };

/**
 * struct tiling - how a card lays out tiles
 * @banks_log2: minus 1, as registers have it
 */
struct tiling {
	uint32_t banks_log2;
};

/**
 * struct surface - a picture
 * @bo: its memory
 * @format: of a pixel
 * @mode: ARRAY_MODE
 * @width: pixels
 * @height: pixels
 * @pitch: pixels from row to row
 * @rows: all of them, with padding
 */
struct surface {
	struct bo bo;
	enum surface_format format;
	uint32_t mode;
	uint32_t width, height, pitch, rows;
};

/**
 * struct surface_form - what a format is in the words of the card
 * @name: for people
 * @bytes_log2: of a pixel
 * @code: of CB and of fetches
 * @swap: COMP_SWAP of CB
 * @select: DST_SEL of a texture, x lowest
 * @bits: of red, green, blue and alpha, the lowest component last; 0: of none
 */
struct surface_form {
	const char *name;
	uint32_t bytes_log2, code, swap, select;
	uint8_t bits[4], shift[4];
};

extern const struct surface_form surface_forms[SURFACE_FORMATS];

const char *surface_mode_name(const struct surface *s);

int surface_create(int fd, enum surface_format format, uint32_t mode, uint32_t width,
		   uint32_t height, struct surface *s);
void surface_free(struct surface *s);

/* A code for each pixel, without padding. Of a tiled surface by the DMA engine. */
int surface_read(const struct surface *s, const struct tiling *tiling, uint32_t *codes);
int surface_write(const struct surface *s, const struct tiling *tiling, const uint32_t *codes);

/* The code of a color, components 0 to 1 in the order red, green, blue, alpha, and back. */
uint32_t surface_code(enum surface_format format, const double color[4]);
void surface_color(enum surface_format format, uint32_t code, double color[4]);

#endif

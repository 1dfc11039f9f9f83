/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The scan converter: which pixels and samples a primitive on the screen covers.
 */
#ifndef SC_H
#define SC_H

#include "../crew.h"
#include "draw.h"

#define SC_VIEWPORTS	16u
#define SC_CLIPRECTS	4u
#define SC_EDGES	4u
#define SC_FIRST_ROW	INT32_MIN
#define SC_AT_ONCE	0x4000	/* pixels, about: what sc_convert() looks at before it returns */
#define SC_TILE		32	/* pixels to a side that one backend has: no byte of CMASK is for more than 16 x 8 */

/* Pixels: the second pair is exclusive. */
struct sc_box {
	int32_t x0, y0, x1, y1;
};

struct sc_stipple {
	bool on;
	uint16_t pattern;		/* bit 0 comes first */
	unsigned int repeat, reset;	/* steps for each bit; AUTO_RESET_CNTL */
	unsigned int step;		/* since it began: the only thing here that drawing changes */
};

struct sc_state {
	const struct draw_card *card;
	unsigned int samples;		/* 1 to 16 */
	bool multisampling;		/* else all samples are where the pixel is */
	/* of pixel of a quad, and sample, from the pixel's centre; 16ths of a pixel */
	struct { int8_t x, y; } at[DRAW_QUAD][DRAW_SAMPLES];
	uint16_t mask[DRAW_QUAD];	/* samples that are drawn */
	bool mask_moves_centroid;
	struct sc_box scissor[SC_VIEWPORTS], cliprect[SC_CLIPRECTS];
	uint16_t cliprect_rule;
	bool expands_lines, last_pixel;
	struct sc_stipple stipple;
	unsigned int index, of;		/* of so many backends, the one whose tiles it converts */
};

/* Who gets quads, and tiles in place of theirs. */
struct sc_out {
	void (*quad)(void *opaque, const struct draw_quad *quad);
	/* Of a tile all samples are covered; NULL, or false: its quads are wanted. */
	bool (*tile)(void *opaque, const struct draw_screen *screen, int32_t x, int32_t y);
	void *opaque;
};

/* What both boxes have. */
struct sc_box sc_common(struct sc_box a, struct sc_box b);
void sc_take_state(struct sc_state *s, const struct draw_card *card);
/*
 * Calls @out for quads from row *@row on, and moves that forward: a primitive may cover all of the
 * screen. True: there is more to convert.
 */
bool sc_convert(struct sc_state *s, const struct draw_screen *screen, int32_t *row, const struct sc_out *out);
/* So many pixels it may cover; of a line nobody asks. */
uint64_t sc_most_pixels(const struct sc_state *s, const struct draw_screen *screen);

/* ---- between the files of SC ---- */

struct sc_target {
	const struct sc_state *state;
	const struct draw_screen *screen;
	struct sc_box box;		/* that the scissors leave */
	const struct sc_out *out;
};

/* Is the tile of this pixel one of those that are converted? */
static inline bool sc_is_own(const struct sc_state *s, int32_t x, int32_t y)
{
	return s->of == 1 || ((uint32_t)x / SC_TILE + (CREW_MOST - 1) * ((uint32_t)y / SC_TILE)) % s->of == s->index;
}

/* Hands on what scissors, clip rectangles and masks leave of a quad. */
void sc_emit(const struct sc_target *to, int32_t x, int32_t y, const uint16_t covered[DRAW_QUAD]);
/* Pixels among which all are that a polygon with these corners can cover. */
struct sc_box sc_box_of(const int32_t (*at)[2], unsigned int corners);
/* A tile that is covered as a whole. False: its quads are wanted. */
bool sc_emit_tile(const struct sc_target *to, int32_t x, int32_t y);
/*
 * Limits @box to what these corners span, and of that to rows from *@row on, SC_AT_ONCE pixels or a row of tiles;
 * moves *@row behind them. It may be empty. True: there are more.
 */
bool sc_next_band(struct sc_box *box, const int32_t (*at)[2], unsigned int corners, int32_t *row);
/* Samples in a convex polygon of three or four corners, either way round. */
void sc_polygon(const struct sc_target *to, const int32_t (*at)[2], unsigned int corners);
bool sc_line(struct sc_state *s, const struct sc_target *to, int32_t *row);

static inline uint16_t sc_all_samples(const struct sc_state *s)
{
	return (uint16_t)((1u << s->samples) - 1);
}

#endif

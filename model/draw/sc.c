// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the scan converter
 *
 * Shapes on the screen become quads of two by two pixels, with a bit for each sample that is
 * covered. Triangles, rectangles and points are polygons, see sc_polygon.c; of a line, sc_line.c
 * makes polygons, or pixels. This file has registers, and what takes samples off: scissors, all of
 * which must hold, clip rectangles, whose rule has a bit for each set of them that a pixel can be
 * in, and the mask of samples.
 *
 * Sources: AMD's register guides for fields; Mesa for places of samples (a dword for each pixel of
 * the quad with up to four samples, two with eight; four on Cayman) and masks; it and
 * xf86-video-ati for what scissors they avoid. Guesses: what they avoid cuts nothing; the
 * window's offset moves clip rectangles, too; without MSAA_ENABLE all samples are where the pixel
 * is; the rule of edges is the usual one, there is no other to be seen.
 */
#include <string.h>

#include "sc.h"

#define AS_IT_IS	0xaaaaaaaau	/* PA_SC_EDGERULE */
#define TILE		8
#define NO_SCISSOR	0x8000

enum {
	TL_NO_WINDOW_OFFSET = 1u << 31,
	/* PA_SC_MODE_CNTL_0 */
	MSAA_ENABLE = 1 << 0, VPORT_SCISSOR_ENABLE = 1 << 1, LINE_STIPPLE_ENABLE = 1 << 2,
	/* PA_SC_LINE_CNTL */
	EXPAND_LINE_WIDTH = 1 << 9, LAST_PIXEL = 1 << 10, DX10_DIAMOND_TEST = 1 << 12,
	/* PA_SC_LINE_STIPPLE */
	BIG_BIT_ORDER = 1 << 28,
	/* PA_SC_AA_CONFIG */
	AA_MASK_CENTROID = 1 << 4,
};

/* ---- registers ---- */

static struct sc_box take_box(const struct draw_card *card, uint32_t at, bool window)
{
	uint32_t tl = draw_reg(card, at), br = draw_reg(card, at + 4), offset = 0;

	if (window)
		offset = draw_reg(card, 0x28200);
	return (struct sc_box){
		(int32_t)(tl & 0x7fff) + (int16_t)offset, (int32_t)(tl >> 16 & 0x7fff) + (int16_t)(offset >> 16),
		(int32_t)(br & 0x7fff) + (int16_t)offset, (int32_t)(br >> 16 & 0x7fff) + (int16_t)(offset >> 16),
	};
}

/*
 * A scissor that ends where it begins, at 0, and on Cayman one of the first pixel, has to be written
 * in another way: drivers begin at 1 then, or end at 2.
 */
static void heed_bugs(const struct draw_card *card, uint32_t at, struct sc_box *box)
{
	uint32_t tl = draw_reg(card, at), br = draw_reg(card, at + 4);
	bool one = card->cayman && (br & 0x7fff7fff) == 0x10001;

	if (one || !((tl | br) & 0x7fff))
		box->x1 = NO_SCISSOR;
	if (one || !((tl | br) >> 16 & 0x7fff))
		box->y1 = NO_SCISSOR;
}

/* TL says whether the window moves it. */
static struct sc_box take_scissor(const struct draw_card *card, uint32_t at)
{
	struct sc_box box = take_box(card, at, !(draw_reg(card, at) & TL_NO_WINDOW_OFFSET));

	heed_bugs(card, at, &box);
	return box;
}

static int32_t least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

struct sc_box sc_common(struct sc_box a, struct sc_box b)
{
	return (struct sc_box){ most(a.x0, b.x0), most(a.y0, b.y0), least(a.x1, b.x1), least(a.y1, b.y1) };
}

static void take_scissors(struct sc_state *s, bool viewports)
{
	struct sc_box box = take_box(s->card, 0x28030, false);

	heed_bugs(s->card, 0x28030, &box);
	box = sc_common(box, take_scissor(s->card, 0x28204));
	box = sc_common(box, take_scissor(s->card, 0x28240));
	for (unsigned int i = 0; i < SC_VIEWPORTS; i++)
		s->scissor[i] = viewports ? sc_common(box, take_scissor(s->card, 0x28250 + 8 * i)) : box;
	s->cliprect_rule = (uint16_t)draw_reg(s->card, 0x2820c);
	for (unsigned int i = 0; i < SC_CLIPRECTS; i++)
		s->cliprect[i] = take_box(s->card, 0x28210 + 8 * i, true);
}

static unsigned int take_samples(const struct draw_card *card, uint32_t config)
{
	unsigned int log2 = config & (card->cayman ? 7 : 3);

	if (log2 <= 4)
		return 1u << log2;
	draw_violation(card, "SC: 2^%u samples", log2);
	return DRAW_SAMPLES;
}

static int8_t nibble(uint32_t n)
{
	return (int8_t)((int8_t)(n << 4) >> 4);
}

static void take_places(struct sc_state *s)
{
	unsigned int dwords = s->card->cayman ? 4 : s->samples > 4 ? 2 : 1;
	uint32_t at = s->card->cayman ? 0x28bf8 : 0x28c1c;

	for (unsigned int pixel = 0; pixel < DRAW_QUAD; pixel++) {
		for (unsigned int i = 0; i < s->samples; i++) {
			uint32_t dword = draw_reg(s->card, at + 4 * (pixel * dwords + i / 4));

			s->at[pixel][i].x = nibble(dword >> 8 * (i % 4));
			s->at[pixel][i].y = nibble(dword >> (8 * (i % 4) + 4));
		}
	}
}

static void take_mask(struct sc_state *s)
{
	for (unsigned int pixel = 0; pixel < DRAW_QUAD; pixel++) {
		if (s->card->cayman)
			s->mask[pixel] = (uint16_t)(draw_reg(s->card, 0x28c38 + 4 * (pixel / 2)) >> 16 * (pixel % 2));
		else
			s->mask[pixel] = draw_reg(s->card, 0x28c3c) >> 8 * pixel & 0xff;
	}
}

static uint16_t turn_round(uint16_t bits)
{
	uint16_t turned = 0;

	for (unsigned int i = 0; i < 16; i++)
		turned = (uint16_t)(turned | (bits >> i & 1) << (15 - i));
	return turned;
}

static void take_lines(struct sc_state *s, bool stipple)
{
	uint32_t control = draw_reg(s->card, s->card->cayman ? 0x28bdc : 0x28c00);
	uint32_t word = draw_reg(s->card, 0x28a0c);

	s->expands_lines = control & EXPAND_LINE_WIDTH;
	s->last_pixel = control & (s->card->cayman ? LAST_PIXEL | DX10_DIAMOND_TEST : LAST_PIXEL);
	s->stipple = (struct sc_stipple){
		.on = stipple, .pattern = (uint16_t)word, .repeat = (word >> 16 & 0xff) + 1, .reset = word >> 29 & 3,
	};
	if (word & BIG_BIT_ORDER)
		s->stipple.pattern = turn_round((uint16_t)word);
}

void sc_take_state(struct sc_state *s, const struct draw_card *card)
{
	uint32_t mode = draw_reg(card, 0x28a48), config = draw_reg(card, card->cayman ? 0x28be0 : 0x28c04);

	memset(s, 0, sizeof(*s));
	s->card = card;
	s->of = 1;
	s->samples = take_samples(card, config);
	s->multisampling = s->samples > 1 && mode & MSAA_ENABLE;
	s->mask_moves_centroid = config & AA_MASK_CENTROID;
	if (s->multisampling)
		take_places(s);
	take_mask(s);
	take_scissors(s, mode & VPORT_SCISSOR_ENABLE);
	take_lines(s, mode & LINE_STIPPLE_ENABLE);
	if (draw_reg(card, 0x28230) != AS_IT_IS)
		card->guess(card->opaque, "SC: the rule of edges");
}

/* ---- quads ---- */

static bool is_in(const struct sc_box *box, int32_t x, int32_t y)
{
	return x >= box->x0 && x < box->x1 && y >= box->y0 && y < box->y1;
}

static bool cliprects_leave(const struct sc_state *s, int32_t x, int32_t y)
{
	unsigned int set = 0;

	for (unsigned int i = 0; i < SC_CLIPRECTS; i++)
		set |= (unsigned int)is_in(&s->cliprect[i], x, y) << i;
	return s->cliprect_rule >> set & 1;
}

static bool is_whole(const struct sc_target *to, int32_t x, int32_t y)
{
	return x >= to->box.x0 && x + 1 < to->box.x1 && y >= to->box.y0 && y + 1 < to->box.y1 &&
	       to->state->cliprect_rule == 0xffff;
}

/* The pixels of a quad are parts of a word. */
void sc_emit(const struct sc_target *to, int32_t x, int32_t y, const uint16_t covered[DRAW_QUAD])
{
	const struct sc_state *s = to->state;
	struct draw_quad quad = { .of = to->screen, .x = x, .y = y };
	bool whole = is_whole(to, x, y);
	uint64_t all, mask;

	if (!sc_is_own(s, x, y))
		return;
	memcpy(&all, covered, sizeof(all));
	memcpy(&mask, s->mask, sizeof(mask));
	for (unsigned int i = 0; !whole && i < DRAW_QUAD; i++) {
		int32_t px = x + (int32_t)(i & 1), py = y + (int32_t)(i >> 1);

		if (!is_in(&to->box, px, py) || !cliprects_leave(s, px, py))
			all &= ~(0xffffull << 16 * i);
	}
	mask &= all;
	if (!mask)
		return;
	memcpy(quad.covered, &mask, sizeof(mask));
	memcpy(quad.shaded, s->mask_moves_centroid ? &mask : &all, sizeof(all));
	to->out->quad(to->out->opaque, &quad);
}

bool sc_emit_tile(const struct sc_target *to, int32_t x, int32_t y)
{
	const struct sc_state *s = to->state;
	int32_t last = DRAW_TILE - 2;

	for (unsigned int i = 0; i < DRAW_QUAD; i++)
		if ((s->mask[i] & sc_all_samples(s)) != sc_all_samples(s))
			return false;
	return to->out->tile && is_whole(to, x, y) && is_whole(to, x + last, y + last) &&
	       to->out->tile(to->out->opaque, to->screen, x, y);
}

/* ---- shapes ---- */

static unsigned int triangle_corners(const struct draw_screen *s, int32_t (*at)[2])
{
	for (unsigned int i = 0; i < 3; i++) {
		at[i][0] = s->x[i];
		at[i][1] = s->y[i];
	}
	return 3;
}

static unsigned int rectangle_corners(const struct draw_screen *s, int32_t (*at)[2])
{
	triangle_corners(s, at);
	at[3][0] = s->x[2];
	at[3][1] = s->y[2];
	at[2][0] = s->x[1] + s->x[2] - s->x[0];
	at[2][1] = s->y[1] + s->y[2] - s->y[0];
	return 4;
}

static unsigned int point_corners(const struct draw_screen *s, int32_t (*at)[2])
{
	for (unsigned int i = 0; i < 4; i++) {
		at[i][0] = s->x[0] + (i == 0 || i == 3 ? -s->half_width : s->half_width);
		at[i][1] = s->y[0] + (i < 2 ? -s->half_height : s->half_height);
	}
	return 4;
}

static unsigned int (*const find_corners[])(const struct draw_screen *s, int32_t (*at)[2]) = {
	[DRAW_POINT] = point_corners, [DRAW_TRIANGLE] = triangle_corners, [DRAW_RECTANGLE] = rectangle_corners,
};

/* Whole tiles of rows, about SC_AT_ONCE pixels, or all if these are fewer. */
static int32_t last_row(const struct sc_box *box)
{
	int64_t width = box->x1 - box->x0, rows = SC_AT_ONCE / width & -TILE;

	if (width * (box->y1 - box->y0) <= SC_AT_ONCE)
		return box->y1;
	return least(box->y1, (box->y0 & -TILE) + most((int32_t)rows, TILE));
}

bool sc_next_band(struct sc_box *box, const int32_t (*at)[2], unsigned int corners, int32_t *row)
{
	int32_t end;

	*box = sc_common(*box, sc_box_of(at, corners));
	box->y0 = most(box->y0, *row);
	if (box->x0 >= box->x1 || box->y0 >= box->y1) {
		box->y1 = box->y0;
		return false;
	}
	end = box->y1;
	box->y1 = last_row(box);
	*row = box->y1;
	return box->y1 < end;
}

static bool has_own_tile(const struct sc_state *s, const struct sc_box *box)
{
	for (int32_t y = box->y0 & -SC_TILE; y < box->y1; y += SC_TILE)
		for (int32_t x = box->x0 & -SC_TILE; x < box->x1; x += SC_TILE)
			if (sc_is_own(s, x, y))
				return true;
	return false;
}

uint64_t sc_most_pixels(const struct sc_state *s, const struct draw_screen *screen)
{
	int32_t at[4][2];
	struct sc_box box;

	if (screen->shape == DRAW_LINE)
		return 0;
	box = sc_box_of(at, find_corners[screen->shape](screen, at));
	box = sc_common(box, s->scissor[screen->viewport]);
	return box.x0 < box.x1 && box.y0 < box.y1 ? (uint64_t)(box.x1 - box.x0) * (uint64_t)(box.y1 - box.y0) : 0;
}

bool sc_convert(struct sc_state *s, const struct draw_screen *screen, int32_t *row, const struct sc_out *out)
{
	struct sc_target to = {
		.state = s, .screen = screen, .box = s->scissor[screen->viewport], .out = out,
	};
	unsigned int corners;
	int32_t at[4][2];
	bool more;

	if (screen->shape == DRAW_LINE)
		return sc_line(s, &to, row);
	corners = find_corners[screen->shape](screen, at);
	more = sc_next_band(&to.box, at, corners, row);
	if (has_own_tile(s, &to.box))
		sc_polygon(&to, at, corners);
	return more;
}

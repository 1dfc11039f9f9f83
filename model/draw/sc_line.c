// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: lines
 *
 * With several samples a line is a rectangle, or with a stipple one for each run of bits that are
 * set, a bit being as long as a pixel. Else it has a pixel in each column, or row if it is steeper:
 * that through whose diamond it goes, around the centre, if it comes out again. A wider line begins
 * so much further up, or left, and has as many pixels in each column.
 *
 * In a column a line goes through a diamond where it passes the column's centre; behind it, it can
 * only come out of that in which it began.
 *
 * Sources: AMD's register guides for fields; OpenGL and Direct3D 10 for the rules. Guesses: the
 * borders of diamonds are Direct3D 10's (lower edges belong to it, and the right corner where lines
 * are steep); without EXPAND_LINE_WIDTH the width of rectangles counts along the axis, as that of
 * pixels does; LAST_PIXEL allows the pixel in which a line ends, if it comes out of its diamond. So
 * does DX10_DIAMOND_TEST_ENA on Cayman, where Mesa sets that alone; before, it sets only LAST_PIXEL.
 * A stipple that never begins again does so with a draw.
 */
#include <math.h>
#include <stdlib.h>

#include "sc.h"

#define HALF	(DRAW_UNITS / 2)

enum { RESET_NEVER, RESET_LINE };	/* AUTO_RESET_CNTL; above: where a strip begins */

/* A bit of the stipple, steps after where it is. */
static bool stipple_bit(const struct sc_stipple *s, unsigned int after)
{
	return !s->on || s->pattern >> (s->step + after) / s->repeat % 16 & 1;
}

/* ---- pixels ---- */

/* Pixels of an axis; the second is exclusive. */
struct span {
	int32_t from, to;
};

static struct span span_of(const struct sc_box *box, unsigned int axis)
{
	return axis ? (struct span){ box->y0, box->y1 } : (struct span){ box->x0, box->x1 };
}

/* Two columns, or rows: which pixels each has. */
struct pair {
	const struct sc_target *to;
	unsigned int along;		/* the axis: 0 x, 1 y */
	struct span within;		/* across: others are not asked for */
	int32_t at;			/* even */
	struct span part[2];
};

static int32_t floor_div(int64_t a, int64_t by)
{
	return (int32_t)(a / by - (a % by < 0));
}

static int32_t center(int32_t pixel)
{
	return pixel * DRAW_UNITS + HALF;
}

static bool part_has(const struct pair *p, unsigned int n, int32_t at)
{
	return at >= p->part[n].from && at < p->part[n].to;
}

static void flush(struct pair *p)
{
	int32_t from = INT32_MAX, to = INT32_MIN;

	for (unsigned int n = 0; n < 2; n++) {
		if (p->part[n].from >= p->part[n].to)
			continue;
		from = p->part[n].from < from ? p->part[n].from : from;
		to = p->part[n].to > to ? p->part[n].to : to;
	}
	for (int32_t at = from & ~1; at < to; at += 2) {
		uint16_t covered[DRAW_QUAD];

		for (unsigned int i = 0; i < DRAW_QUAD; i++) {
			unsigned int n = p->along ? i >> 1 : i & 1, across = p->along ? i & 1 : i >> 1;

			covered[i] = part_has(p, n, at + (int32_t)across) ? sc_all_samples(p->to->state) : 0;
		}
		sc_emit(p->to, p->along ? at : p->at, p->along ? p->at : at, covered);
	}
	p->part[0].from = p->part[0].to = p->part[1].from = p->part[1].to = 0;
}

/* How many of these may be seen. */
static int32_t add_pixels(struct pair *p, int32_t column, int32_t from, int32_t to)
{
	if (p->at != (column & ~1))
		flush(p);
	p->at = column & ~1;
	from = from < p->within.from ? p->within.from : from;
	to = to > p->within.to ? p->within.to : to;
	p->part[column & 1] = (struct span){ from, to };
	return from < to ? to - from : 0;
}

/* A line, and what is along and across it. */
struct line {
	int32_t at[2][2];		/* of its ends; x and y */
	unsigned int along;
	int64_t length, rise;		/* along, not negative, and across */
	int32_t sign;			/* of the direction along */
};

static bool in_diamond(const struct line *l, const int32_t at[2], const int32_t pixel[2])
{
	int32_t x = at[0] - center(pixel[0]), y = at[1] - center(pixel[1]);
	int64_t distance = llabs(x) + llabs(y);

	if (distance != HALF)
		return distance < HALF;
	return y > 0 || (l->along && x > 0 && !y);
}

/* Which pixel of a column the line has, if any. */
static bool find_pixel(const struct line *l, int32_t column, int32_t pixel[2])
{
	unsigned int along = l->along, across = !along;
	int32_t middle = center(column);
	int64_t begun = (int64_t)l->sign * (middle - l->at[0][along]), left = (int64_t)l->sign * (l->at[1][along] - middle);

	pixel[along] = column;
	if (begun >= 0) {
		/* Between two pixels it is that with the smaller number. */
		pixel[across] = floor_div(l->at[0][across] * l->length + l->rise * begun - 1, l->length * DRAW_UNITS);
		if (left < 0)
			return false;
	} else {
		pixel[across] = floor_div(l->at[0][across], DRAW_UNITS);
		if (!in_diamond(l, l->at[0], pixel))
			return false;
	}
	return !in_diamond(l, l->at[1], pixel);
}

static bool is_end(const struct line *l, const int32_t pixel[2])
{
	return pixel[0] == floor_div(l->at[1][0], DRAW_UNITS) && pixel[1] == floor_div(l->at[1][1], DRAW_UNITS);
}

static void take_line(const struct draw_screen *screen, int32_t width, struct line *l)
{
	int32_t dx = screen->x[1] - screen->x[0], dy = screen->y[1] - screen->y[0];

	l->along = abs(dy) > abs(dx);
	l->sign = (l->along ? dy : dx) < 0 ? -1 : 1;
	l->length = llabs(l->along ? dy : dx);
	l->rise = l->along ? dx : dy;
	for (unsigned int i = 0; i < 2; i++) {
		l->at[i][0] = screen->x[i];
		l->at[i][1] = screen->y[i];
		l->at[i][!l->along] -= (width - 1) * HALF;
	}
}

/*
 * The first of @n columns from the @k-th on that can have pixels in the box. Between the first and the last two,
 * each has some, and is a step of the stipple.
 */
static int32_t skip_columns(const struct line *l, const struct span *box, int32_t k, int32_t n)
{
	int32_t first = floor_div(l->at[0][l->along], DRAW_UNITS), to = k;

	if (l->sign > 0 ? first + k < box->from : first - k >= box->to)
		to = l->sign > 0 ? box->from - first : first - box->to + 1;
	else if (l->sign > 0 ? first + k >= box->to : first - k < box->from)
		to = n - 1;
	return k < 1 || k >= n - 1 ? k : to < n - 1 ? to : n - 1;
}

/* Some columns, from *@row on. True: there are more. */
static bool convert_pixels(struct sc_state *s, const struct sc_target *to, int32_t *row)
{
	int32_t width = (2 * to->screen->half_width + HALF) / DRAW_UNITS, first, n, pixel[2];
	int32_t k = *row == SC_FIRST_ROW ? 0 : *row;
	struct pair pair = { .to = to };
	int64_t pixels = 0;
	struct span box;
	struct line l;

	width = width ? width : 1;
	take_line(to->screen, width, &l);
	if (!l.length)
		return false;
	pair.along = l.along;
	pair.within = span_of(&to->box, !l.along);
	box = span_of(&to->box, l.along);
	first = floor_div(l.at[0][l.along], DRAW_UNITS);
	n = l.sign * (floor_div(l.at[1][l.along], DRAW_UNITS) - first);
	for (; k <= n; k++) {
		int32_t skipped = skip_columns(&l, &box, k, n) - k, at;

		s->stipple.step += (unsigned int)skipped;
		k += skipped;
		at = first + l.sign * k;
		if (pixels >= SC_AT_ONCE && (at & 1) == (l.sign < 0))
			break;
		pixels++;
		if (!find_pixel(&l, at, pixel) || (!s->last_pixel && is_end(&l, pixel)))
			continue;
		if (stipple_bit(&s->stipple, 0))
			pixels += add_pixels(&pair, at, pixel[!l.along], pixel[!l.along] + width);
		s->stipple.step++;
	}
	flush(&pair);
	*row = k;
	return k <= n;
}

/* ---- rectangles ---- */

/* Of the part of the line between @from and @end, which are shares of it; @side: half of its width. */
static void find_corners(const struct draw_screen *s, double from, double end, const double side[2], int32_t (*at)[2])
{
	double dx = s->x[1] - s->x[0], dy = s->y[1] - s->y[0];

	for (unsigned int i = 0; i < 4; i++) {
		double share = i == 1 || i == 2 ? end : from, sign = i < 2 ? 1 : -1;

		at[i][0] = (int32_t)lrint(s->x[0] + dx * share + sign * side[0]);
		at[i][1] = (int32_t)lrint(s->y[0] + dy * share + sign * side[1]);
	}
}

static void convert_part(const struct sc_target *to, double from, double end, const double side[2])
{
	int32_t at[4][2];

	find_corners(to->screen, from, end, side, at);
	sc_polygon(to, (const int32_t (*)[2])at, 4);
}

/* Limits shares of the line to those where an axis is within pixels of the box, or as much as @margin from it. */
static void limit_shares(double from, double to, struct span box, double margin, double share[2])
{
	double low = (double)box.from * DRAW_UNITS - margin, high = (double)box.to * DRAW_UNITS + margin;
	double a = (low - from) / (to - from), b = (high - from) / (to - from);

	if (from == to) {
		if (from < low || from > high)
			share[1] = -1;
		return;
	}
	share[0] = fmax(share[0], fmin(a, b));
	share[1] = fmin(share[1], fmax(a, b));
}

/* Steps of the stipple, one for a pixel of the line's length; parts are runs of those that are set. */
static void convert_parts(const struct sc_state *s, const struct sc_target *to, double pixels, const double side[2])
{
	const struct draw_screen *screen = to->screen;
	unsigned int steps = (unsigned int)ceil(pixels), i, begin, end;
	double share[2] = { 0, 1 };

	limit_shares(screen->x[0], screen->x[1], span_of(&to->box, 0), fabs(side[0]) + 2 * DRAW_UNITS, share);
	limit_shares(screen->y[0], screen->y[1], span_of(&to->box, 1), fabs(side[1]) + 2 * DRAW_UNITS, share);
	if (share[0] > share[1])
		return;
	i = (unsigned int)(share[0] * pixels);
	end = (unsigned int)ceil(share[1] * pixels);
	while (i && stipple_bit(&s->stipple, i - 1))
		i--;
	for (begin = i; i < steps && (i <= end || begin < i); i++) {
		if (!stipple_bit(&s->stipple, i)) {
			begin = i + 1;
			continue;
		}
		if (i + 1 == steps || !stipple_bit(&s->stipple, i + 1)) {
			convert_part(to, begin / pixels, fmin(i + 1, pixels) / pixels, side);
			begin = i + 1;
		}
	}
}

/* Some rows, from *@row on. True: there are more. */
static bool convert_rectangles(struct sc_state *s, const struct sc_target *to, int32_t *row)
{
	const struct draw_screen *screen = to->screen;
	double dx = screen->x[1] - screen->x[0], dy = screen->y[1] - screen->y[0], length = hypot(dx, dy);
	double half = screen->half_width, side[2], pixels = length / DRAW_UNITS;
	struct sc_target band = *to;
	int32_t at[4][2];
	bool more;

	if (length == 0)
		return false;
	if (!s->expands_lines)
		half *= fmax(fabs(dx), fabs(dy)) / length;
	side[0] = dy / length * half;
	side[1] = -dx / length * half;
	find_corners(screen, 0, 1, side, at);
	more = sc_next_band(&band.box, (const int32_t (*)[2])at, 4, row);
	if (band.box.y0 < band.box.y1)
		convert_parts(s, &band, pixels, side);
	if (!more)
		s->stipple.step += (unsigned int)ceil(pixels);
	return more;
}

bool sc_line(struct sc_state *s, const struct sc_target *to, int32_t *row)
{
	bool begins = *row == SC_FIRST_ROW;

	if (begins && (s->stipple.reset == RESET_LINE || (s->stipple.reset > RESET_LINE && to->screen->first)))
		s->stipple.step = 0;
	return s->multisampling ? convert_rectangles(s, to, row) : convert_pixels(s, to, row);
}

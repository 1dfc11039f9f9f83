// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the tessellator
 *
 * An edge is divided by its factor, the inside by other factors: of a triangle into rings, of a quad
 * into a grid. What is between an edge and the inside is filled with triangles that use the points of
 * both, so patches with the same factor on a common edge fit together.
 *
 * Where points are on an edge is D3D11's rule, in steps of 1/65536: symmetrical to the middle, and
 * with fractional spacing a segment appears in each half that grows until it is as long as the
 * others. Inside a triangle, a ring has its points below those of the ring around it, as GL says.
 *
 * Sources: AMD's register guides; D3D11 and GL; D3D11's reference tessellator for the order of a
 * triangle's points, ring by ring from v over w to u; Mesa for the order of the factors and for which
 * code is clockwise. Guesses: powers of two are rounded as integers; the order of other points and
 * of primitives, and which points a triangle between an edge and the inside has, which D3D11 and GL
 * leave open.
 */
#include <math.h>

#include "tess.h"

#define TF_PARAM	0x28b6cu
#define MAX_LEVEL	0x28a18u
#define MIN_LEVEL	0x28a1cu
#define STEPS		65536.0
#define A_LITTLE_OVER_1	(1 + 1 / 65536.0f)

/* A division of what is 1 long: point i is at t[i]. */
struct division {
	unsigned int n;			/* segments */
	double t[TESS_MOST + 1];
};

/* Points in a row, by number. */
struct row {
	unsigned int n;
	uint16_t point[TESS_MOST + 1];
};

/* ---- divisions ---- */

static float clamp(float x, float least, float most)
{
	return fminf(fmaxf(x, least), most);
}

static float clamp_factor(const struct tess *t, float factor)
{
	float least = t->spacing == TESS_EVEN ? 2 : 1, most = t->spacing == TESS_ODD ? 63 : 64;

	factor = clamp(clamp(factor, t->least, t->most), least, most);
	return t->spacing < TESS_ODD ? ceilf(factor) : factor;
}

static unsigned int without_top_bit(unsigned int n)
{
	return n ? n & ~(1u << (31 - __builtin_clz(n))) : 0;
}

static double rounded(double t)
{
	return floor(t * STEPS + 0.5) / STEPS;
}

/* Between what the whole numbers below and above the factor give; @factor is clamped. */
static void divide_fractionally(struct division *d, float factor, bool odd)
{
	double half = ((double)factor + odd) / 2, part = half - floor(half);
	unsigned int below = (unsigned int)floor(half), above = (unsigned int)ceil(half);
	unsigned int appears = below == 1 && odd ? 0 : 2 * without_top_bit(below - odd) + 1;

	d->n = 2 * above - odd;
	for (unsigned int i = 0; i <= d->n / 2; i++) {
		unsigned int was = part > 0 && i > appears ? i - 1 : i;
		double t = was / (2.0 * below - odd) * (1 - part) + i / (double)d->n * part;

		d->t[i] = 2 * i == d->n ? 0.5 : rounded(t);
		d->t[d->n - i] = 1 - d->t[i];
	}
}

static void divide_evenly(struct division *d, unsigned int n)
{
	d->n = n;
	for (unsigned int i = 0; i <= n / 2; i++) {
		d->t[i] = rounded(i / (double)n);
		d->t[n - i] = 1 - d->t[i];
	}
}

static void divide(const struct tess *t, struct division *d, float factor)
{
	factor = clamp_factor(t, factor);
	if (t->spacing < TESS_ODD)
		divide_evenly(d, (unsigned int)factor);
	else
		divide_fractionally(d, factor, t->spacing == TESS_ODD);
}

/* An inside that is not divided would not meet an edge that is. */
static float inside_factor(const struct tess *t, float factor, bool alone)
{
	factor = clamp_factor(t, factor);
	return factor <= 1 && !alone ? A_LITTLE_OVER_1 : factor;
}

/* ---- points and primitives ---- */

static uint16_t add_point(struct tess *t, double u, double v)
{
	t->point[t->points].u = (float)u;
	t->point[t->points].v = (float)v;
	return (uint16_t)t->points++;
}

/* Against the clock. */
static void add_triangle(struct tess *t, unsigned int a, unsigned int b, unsigned int c)
{
	bool cw = t->output == TESS_OUT_CW;

	t->index[t->indices++] = (uint16_t)a;
	t->index[t->indices++] = (uint16_t)(cw ? c : b);
	t->index[t->indices++] = (uint16_t)(cw ? b : c);
}

/* Between two rows that run against the clock, the inner one on the left. */
static void stitch(struct tess *t, const struct row *outer, const struct row *inner)
{
	unsigned int i = 0, k = 0, n = outer->n - 1, m = inner->n - 1;

	while (i < n || k < m) {
		if (k == m || (i < n && (2 * i + 1) * m <= (2 * k + 1) * n)) {
			add_triangle(t, outer->point[i], outer->point[i + 1], inner->point[k]);
			i++;
		} else {
			add_triangle(t, outer->point[i], inner->point[k + 1], inner->point[k]);
			k++;
		}
	}
}

static bool all_one(const struct tess *t, const float *factor, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		if (clamp_factor(t, factor[i]) > 1)
			return false;
	return true;
}

/* ---- triangles ---- */

/* Which of u, v, w grows along an edge, against the clock, and which does not leave its ring. */
static const struct { uint8_t grows, stays, shrinks, factor; } sides[3] = {
	{ 2, 0, 1, 0 }, { 0, 1, 2, 1 }, { 1, 2, 0, 2 },
};

static uint16_t add_on_side(struct tess *t, unsigned int side, double grows, double stays)
{
	double c[3];

	c[sides[side].grows] = grows;
	c[sides[side].stays] = stays;
	c[sides[side].shrinks] = 1 - grows - stays;
	return add_point(t, c[0], c[1]);
}

/* The ring that is @k segments inside. One of no segments is the point in the middle. */
static void add_ring(struct tess *t, const struct division *d, unsigned int k, struct row row[3])
{
	unsigned int n = d->n - 2 * k;

	if (!n) {
		row[0] = (struct row){ 1, { add_point(t, 1 / 3.0, 1 / 3.0) } };
		row[1] = row[0];
		row[2] = row[0];
		return;
	}
	for (unsigned int side = 0; side < 3; side++) {
		row[side].n = n + 1;
		for (unsigned int i = 0; i < n; i++)
			row[side].point[i] = add_on_side(t, side, d->t[k + i] - d->t[k] / 3, d->t[k] * 2 / 3);
	}
	for (unsigned int side = 0; side < 3; side++)
		row[side].point[n] = row[(side + 1) % 3].point[0];
}

static void make_triangle(struct tess *t, const float *factor)
{
	struct row row[2][3] = { 0 };
	struct division d;
	unsigned int k;

	for (unsigned int side = 0; side < 3; side++) {
		divide(t, &d, factor[sides[side].factor]);
		row[0][side].n = d.n + 1;
		for (unsigned int i = 0; i < d.n; i++)
			row[0][side].point[i] = add_on_side(t, side, d.t[i], 0);
	}
	for (unsigned int side = 0; side < 3; side++)
		row[0][side].point[row[0][side].n - 1] = row[0][(side + 1) % 3].point[0];
	divide(t, &d, inside_factor(t, factor[3], all_one(t, factor, 3)));
	for (k = 1; 2 * k <= d.n; k++) {
		struct row *outer = row[(k + 1) & 1], *inner = row[k & 1];

		add_ring(t, &d, k, inner);
		for (unsigned int side = 0; side < 3; side++)
			stitch(t, &outer[side], &inner[side]);
	}
	if (d.n & 1)
		add_triangle(t, row[(k + 1) & 1][0].point[0], row[(k + 1) & 1][1].point[0], row[(k + 1) & 1][2].point[0]);
}

/* ---- quads ---- */

static void add_grid(struct tess *t, unsigned int first, unsigned int wide, unsigned int high)
{
	for (unsigned int y = 0; y + 1 < high; y++)
		for (unsigned int x = 0; x + 1 < wide; x++) {
			unsigned int a = first + y * wide + x;

			add_triangle(t, a, a + 1, a + wide + 1);
			add_triangle(t, a, a + wide + 1, a + wide);
		}
}

/* The border of a grid, from its lower left corner against the clock. */
static void take_border(struct row row[4], unsigned int first, unsigned int wide, unsigned int high)
{
	const struct { unsigned int at, n; int step; } border[4] = {
		{ first, wide, 1 }, { first + wide - 1, high, (int)wide },
		{ first + wide * high - 1, wide, -1 }, { first + wide * (high - 1), high, -(int)wide },
	};

	for (unsigned int side = 0; side < 4; side++) {
		row[side].n = border[side].n;
		for (unsigned int i = 0; i < border[side].n; i++)
			row[side].point[i] = (uint16_t)((int)border[side].at + (int)i * border[side].step);
	}
}

static void add_quad_edges(struct tess *t, const float *factor, struct row row[4])
{
	static const uint8_t factor_of[4] = { 1, 2, 3, 0 };
	struct division d;

	for (unsigned int side = 0; side < 4; side++) {
		divide(t, &d, factor[factor_of[side]]);
		row[side].n = d.n + 1;
		for (unsigned int i = 0; i < d.n; i++) {
			double a = side < 2 ? d.t[i] : d.t[d.n - i];
			double b = side == 1 || side == 2;

			row[side].point[i] = side & 1 ? add_point(t, b, a) : add_point(t, a, b);
		}
	}
	for (unsigned int side = 0; side < 4; side++)
		row[side].point[row[side].n - 1] = row[(side + 1) % 4].point[0];
}

static void make_quad(struct tess *t, const float *factor)
{
	bool alone = all_one(t, factor, 6);
	struct row outer[4], inner[4];
	struct division u, v;
	unsigned int first;

	add_quad_edges(t, factor, outer);
	if (alone) {
		add_triangle(t, 0, 1, 2);
		add_triangle(t, 0, 2, 3);
		return;
	}
	divide(t, &u, inside_factor(t, factor[4], false));
	divide(t, &v, inside_factor(t, factor[5], false));
	first = t->points;
	for (unsigned int y = 1; y < v.n; y++)
		for (unsigned int x = 1; x < u.n; x++)
			add_point(t, u.t[x], v.t[y]);
	take_border(inner, first, u.n - 1, v.n - 1);
	for (unsigned int side = 0; side < 4; side++)
		stitch(t, &outer[side], &inner[side]);
	add_grid(t, first, u.n - 1, v.n - 1);
}

/* ---- lines ---- */

/* The second factor is how many, which are whole ones. */
static void make_isolines(struct tess *t, const float *factor)
{
	unsigned int lines = (unsigned int)ceilf(clamp(clamp(factor[1], t->least, t->most), 1, 64));
	struct division d;

	divide(t, &d, factor[0]);
	for (unsigned int y = 0; y < lines; y++)
		for (unsigned int x = 0; x <= d.n; x++) {
			uint16_t point = add_point(t, d.t[x], rounded(y / (double)lines));

			if (x) {
				t->index[t->indices++] = (uint16_t)(point - 1);
				t->index[t->indices++] = point;
			}
		}
}

/* ---- patches ---- */

void tess_take_state(struct tess *t, const struct draw_card *card)
{
	static const uint8_t corners[TESS_OUTPUTS] = { 1, 2, 3, 3 };
	uint32_t param = draw_reg(card, TF_PARAM);

	t->domain = (enum tess_domain)(param & 3);
	t->spacing = (enum tess_spacing)(param >> 2 & 7);
	t->output = (enum tess_output)(param >> 5 & 7);
	t->least = draw_reg_float(card, MIN_LEVEL);
	t->most = draw_reg_float(card, MAX_LEVEL);
	t->good = t->domain < TESS_DOMAINS && t->spacing < TESS_SPACINGS && t->output < TESS_OUTPUTS &&
		  (t->output == TESS_OUT_POINTS || (t->output == TESS_OUT_LINES) == (t->domain == TESS_ISOLINE));
	if (t->good)
		t->corners = corners[t->output];
	else
		draw_violation(card, "VGT: tessellation %#x is not defined", param);
}

unsigned int tess_factors(const struct tess *t)
{
	static const uint8_t factors[TESS_DOMAINS] = { 2, 4, 6 };

	return factors[t->domain];
}

void tess_make(struct tess *t, const float *factor)
{
	static const uint8_t outer[TESS_DOMAINS] = { 2, 3, 4 };
	static void (*const make[TESS_DOMAINS])(struct tess *t, const float *factor) = {
		make_isolines, make_triangle, make_quad,
	};

	t->points = 0;
	t->indices = 0;
	for (unsigned int i = 0; i < outer[t->domain]; i++)
		if (!(factor[i] > 0))
			return;
	make[t->domain](t, factor);
	if (t->output != TESS_OUT_POINTS)
		return;
	for (t->indices = 0; t->indices < t->points; t->indices++)
		t->index[t->indices] = (uint16_t)t->indices;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: filters
 *
 * A sample is a mean of up to eight texels of a level, of two levels, and of several probes. With
 * a compare each texel first becomes 1 or 0. What needs one texel only is that texel, to the bit.
 *
 * Sources: AMD's register guides; fractions of eight bits were seen on hardware. Guesses: levels
 * are blended with eight bits too; the texel that is missing where three faces of a cube meet
 * is the mean of the three that are there.
 */
#include <string.h>

#include "unit.h"

/* One level, one place. */
struct spot {
	const struct tx_op *op;
	const struct tx_sampler *s;
	const struct tx_place *place;
	unsigned int level;
	bool compares, seamless;
	struct tx_taps taps[3];
};

/* ---- texels of a spot ---- */

static bool is_outside(int32_t at, uint32_t size)
{
	return at < 0 || (uint32_t)at >= size;
}

static const uint32_t *read_texel(const struct spot *spot, int32_t x, int32_t y, int32_t z)
{
	return tx_read(spot->op, tx_key(spot->op, spot->level, 0, 0, (uint32_t)z, 0), (uint32_t)x, (uint32_t)y);
}

static const uint32_t *read_face(const struct spot *spot, int32_t x, int32_t y)
{
	const struct tx_level *level = &spot->op->t->level[spot->level];
	unsigned int slice = spot->place->slice, face = slice % 6;
	int32_t at[2] = { x, y };

	if (is_outside(x, level->width) || is_outside(y, level->height)) {
		tx_cube_neighbour(level->width, &face, at);
		slice = slice / 6 * 6 + face;
	}
	return read_texel(spot, at[0], at[1], (int32_t)slice);
}

static int32_t inside(int32_t at, uint32_t size)
{
	return at < 0 ? 0 : (uint32_t)at < size ? at : (int32_t)size - 1;
}

static void read_corner(const struct spot *spot, int32_t x, int32_t y, uint32_t value[4])
{
	const struct tx_level *level = &spot->op->t->level[spot->level];
	int32_t column = inside(x, level->width), row = inside(y, level->height);
	float sum[4];

	for (unsigned int c = 0; c < 4; c++)
		sum[c] = sq_float(read_face(spot, column, row)[c]);
	for (unsigned int c = 0; c < 4; c++)
		sum[c] += sq_float(read_face(spot, x, row)[c]);
	for (unsigned int c = 0; c < 4; c++)
		value[c] = sq_bits((sum[c] + sq_float(read_face(spot, column, y)[c])) / 3);
}

static void read_tap(const struct spot *spot, int32_t x, int32_t y, int32_t z, uint32_t value[4])
{
	const struct tx_level *level = &spot->op->t->level[spot->level];
	const uint32_t *from = spot->s->border;

	if (spot->seamless && is_outside(x, level->width) && is_outside(y, level->height)) {
		read_corner(spot, x, y, value);
		return;
	}
	if (spot->seamless)
		from = read_face(spot, x, y);
	else if (x != TX_BORDER && y != TX_BORDER && z != TX_BORDER)
		from = read_texel(spot, x, y, z);
	memcpy(value, from, 4 * sizeof(*value));
}

static void compare(const struct spot *spot, uint32_t value[4])
{
	bool passes = tx_compare(spot->s->compare, spot->place->reference, sq_float(value[0]));

	for (unsigned int c = 0; c < 4; c++)
		value[c] = passes ? sq_bits(1.0f) : 0;
}

/* ---- where they are ---- */

static bool is_linear(const struct tx_sampler *s, bool mag, unsigned int axis)
{
	if (axis == 2 && s->has_z)
		return s->z == TX_LINEAR;
	return (mag ? s->mag : s->min) == TX_LINEAR;
}

/* Of a face, from 0 to its size. */
static double on_face(float at, uint32_t size)
{
	double u = ((double)at - 1) * size;

	return u > 0 ? u < size ? u : size : 0;
}

/* Both neighbours, as they are: those outside are on other faces. */
static struct tx_taps find_seamless(double u, uint32_t size, bool linear, bool truncates)
{
	struct tx_taps taps = tx_find_taps(u, size, TX_EDGE, linear, truncates);
	int64_t at;

	if (!linear)
		return taps;
	at = (int64_t)floor((u - 0.5) * TX_ONE + 0.5) >> 8;
	taps.at[0] = (int32_t)at;
	taps.at[1] = (int32_t)at + 1;
	return taps;
}

/* @part: of the step, from its middle. */
static void find_taps(struct spot *spot, bool mag, float part)
{
	const struct tx_level *level = &spot->op->t->level[spot->level];
	const uint32_t size[3] = { level->width, level->height, level->slices };
	const struct tx_place *place = spot->place;
	const struct tx_sampler *s = spot->s;
	unsigned int axes = tx_axes(spot->op->t);

	for (unsigned int c = 0; c < 3 && c < axes; c++) {
		float at = place->at[c] + part * place->step[c];
		bool linear = is_linear(s, mag, c);
		double u = (double)at * (spot->op->f->coord_type[c] ? size[c] : 1) + (double)place->offset[c] / 2;

		if (spot->op->t->dim == TX_CUBE)
			u = on_face(at, size[c]);
		spot->taps[c] = spot->seamless ? find_seamless(u, size[c], linear, s->truncates) :
				tx_find_taps(u, size[c], s->clamp[c], linear, s->truncates);
	}
	if (axes < 2)
		spot->taps[1] = (struct tx_taps){ { 0, 0 }, 0 };
	if (axes < 3)
		spot->taps[2] = (struct tx_taps){ { (int32_t)place->slice, 0 }, 0 };
}

static struct spot start_spot(const struct tx_op *op, const struct tx_sampler *s, const struct tx_place *place,
			      unsigned int level)
{
	return (struct spot){
		.op = op, .s = s, .place = place, .level = level,
		.seamless = op->t->dim == TX_CUBE && !s->no_cube_wrap,
	};
}

/* ---- means ---- */

/* Of the texels of a spot. */
static void blend_taps(const struct spot *spot, uint32_t value[4])
{
	const struct tx_taps *t = spot->taps;
	unsigned int n[3] = { t[0].second ? 2 : 1, t[1].second ? 2 : 1, t[2].second ? 2 : 1 };
	double sum[4] = { 0 };

	for (unsigned int k = 0; k < n[2]; k++)
		for (unsigned int j = 0; j < n[1]; j++)
			for (unsigned int i = 0; i < n[0]; i++) {
				double weight = (double)(i ? t[0].second : TX_ONE - t[0].second) *
						(j ? t[1].second : TX_ONE - t[1].second) *
						(k ? t[2].second : TX_ONE - t[2].second);

				read_tap(spot, t[0].at[i], t[1].at[j], t[2].at[k], value);
				if (spot->compares)
					compare(spot, value);
				for (unsigned int c = 0; c < 4; c++)
					sum[c] += weight * (double)sq_float(value[c]);
			}
	if (n[0] * n[1] * n[2] == 1)		/* as it is, which may be an integer */
		return;
	for (unsigned int c = 0; c < 4; c++)
		value[c] = sq_bits((float)(sum[c] / ((double)TX_ONE * TX_ONE * TX_ONE)));
}

static void sample_probes(struct spot *spot, bool mag, uint32_t value[4])
{
	unsigned int probes = (mag ? spot->s->mag_aniso : spot->s->min_aniso) ? spot->place->probes : 1;
	double sum[4] = { 0 };

	for (unsigned int i = 0; i < probes; i++) {
		find_taps(spot, mag, ((float)i + 0.5f) / (float)probes - 0.5f);
		blend_taps(spot, value);
		for (unsigned int c = 0; probes > 1 && c < 4; c++)
			sum[c] += (double)sq_float(value[c]);
	}
	for (unsigned int c = 0; probes > 1 && c < 4; c++)
		value[c] = sq_bits((float)(sum[c] / probes));
}

static bool sample_level(const struct tx_op *op, const struct tx_sampler *s, const struct tx_place *place,
			 bool compares, unsigned int level, uint32_t value[4])
{
	struct spot spot = start_spot(op, s, place, level);

	if (!tx_check_level(op, level))
		return false;
	memset(value, 0, 4 * sizeof(*value));
	spot.compares = compares;
	if (op->t->level[level].slices)
		sample_probes(&spot, place->lod <= 0, value);
	return true;
}

bool tx_filter(const struct tx_op *op, const struct tx_sampler *s, const struct tx_place *place, bool compares,
	       uint32_t value[4])
{
	uint32_t fixed = tx_find_level(tx_last_level(op, s), s->mip, place->lod), next[4];
	unsigned int level = op->t->base_level + fixed / TX_ONE;
	float fraction = (float)(fixed % TX_ONE) / TX_ONE;

	if (!sample_level(op, s, place, compares, level, value))
		return false;
	if (fraction == 0)
		return true;
	if (!sample_level(op, s, place, compares, level + 1, next))
		return false;
	for (unsigned int c = 0; c < 4; c++)
		value[c] = sq_bits(sq_float(value[c]) * (1 - fraction) + sq_float(next[c]) * fraction);
	return true;
}

bool tx_filter_taps(const struct tx_op *op, const struct tx_sampler *s, const struct tx_place *place,
		    uint32_t value[4][4])
{
	struct spot spot = start_spot(op, s, place, op->t->base_level);

	if (!tx_check_level(op, spot.level))
		return false;
	memset(value, 0, 4 * sizeof(*value));
	if (!op->t->level[spot.level].slices)
		return true;
	find_taps(&spot, true, 0);
	for (unsigned int i = 0; i < 4; i++)
		read_tap(&spot, spot.taps[0].at[i & 1], spot.taps[1].at[i >> 1], spot.taps[2].at[0], value[i]);
	return true;
}

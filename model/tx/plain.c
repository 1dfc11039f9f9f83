// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: plain samples
 *
 * What filter.c does for one lane, for all lanes at once, where nothing is special: textures of two
 * dimensions and their arrays, without borders, comparisons and anisotropy. Most samples are like
 * that, and the results are the same to the bit.
 */
#include <string.h>

#include "unit.h"

/* Rows of struct tx_taps. */
struct rows {
	int32_t at[2][SQ_LANES];
	int32_t second[SQ_LANES];
};

bool tx_is_plain(const struct tx_op *op, const struct tx_sampler *s)
{
	unsigned int dim = op->t->dim;

	return (dim == TX_2D || dim == TX_2D_ARRAY) && s->clamp[0] < TX_HALF_BORDER && s->clamp[1] < TX_HALF_BORDER &&
	       !s->mag_aniso && !s->min_aniso;
}

/* ---- where texels are ---- */

/* Coordinates in 256ths of a texel, half of one back. */
SQ_CLONES static void find_fixed(const uint32_t at[SQ_LANES], double size, double offset, double most,
				 double fixed[SQ_LANES])
{
	SQ_EACH_LANE {
		double u = (double)sq_float(at[i]) * size + offset;

		u = u == u ? u : 0;
		u = u > most ? most : u < -most ? -most : u;
		fixed[i] = floor((u - 0.5) * TX_ONE + 0.5);
	}
}

SQ_CLONES static void wrap(const double fixed[SQ_LANES], int32_t size, struct rows *rows)
{
	double all = (double)size * TX_ONE;

	SQ_EACH_LANE {
		double left = fixed[i] - floor(fixed[i] / all) * all;
		int32_t at, next;

		left = left < 0 ? left + all : left >= all ? left - all : left;
		at = (int32_t)left;
		next = (at >> 8) + 1;
		rows->second[i] = at & (TX_ONE - 1);
		rows->at[0][i] = at >> 8;
		rows->at[1][i] = next < size ? next : 0;
	}
}

SQ_CLONES static void keep_inside(const double fixed[SQ_LANES], int32_t size, struct rows *rows)
{
	double most = (double)size * TX_ONE;

	SQ_EACH_LANE {
		double left = fixed[i] < -TX_ONE ? -TX_ONE : fixed[i] > most ? most : fixed[i];
		int32_t at = (int32_t)left, first = at >> 8, next = first + 1;

		rows->second[i] = at & (TX_ONE - 1);
		rows->at[0][i] = first < 0 ? 0 : first < size ? first : size - 1;
		rows->at[1][i] = next < size ? next : size - 1;
	}
}

static void find_rows(const struct tx_op *op, const struct tx_sampler *s, unsigned int axis, uint32_t size, bool linear,
		      struct rows *rows)
{
	double scale = op->f->coord_type[axis] ? size : 1, offset = (double)((int32_t)(op->f->offset_xyz[axis] << 27) >> 27) / 2;
	double fixed[SQ_LANES];

	if (linear && (s->clamp[axis] == TX_WRAP || s->clamp[axis] == TX_EDGE)) {
		find_fixed(op->in[axis], scale, offset, TX_FAR * size, fixed);
		if (s->clamp[axis] == TX_WRAP)
			wrap(fixed, (int32_t)size, rows);
		else
			keep_inside(fixed, (int32_t)size, rows);
		return;
	}
	SQ_EACH_LANE {
		double u = (double)sq_float(op->in[axis][i]) * scale + offset;
		struct tx_taps taps = tx_find_taps(u, size, s->clamp[axis], linear, s->truncates);

		rows->at[0][i] = taps.at[0];
		rows->at[1][i] = taps.at[1];
		rows->second[i] = (int32_t)taps.second;
	}
}

/* ---- what they come to ---- */

/* Adds a texel's part. GCC knows an instruction that widens four floats, but not as a conversion of a vector. */
static inline void add(sq_d4 *sum, int32_t weight, const uint32_t texel[4])
{
	sq_f4 f = *(const sq_f4 *)texel;

	*sum += (double)weight * (sq_d4){ (double)f[0], (double)f[1], (double)f[2], (double)f[3] };
}

/* What a lane samples: two texels both ways, and how much of the second. */
struct taps {
	uint32_t x[2], y[2];
	int32_t fx, fy;
};

static inline struct taps taps_of(const struct rows *rows, int lane)
{
	return (struct taps){
		{ (uint32_t)rows[0].at[0][lane], (uint32_t)rows[0].at[1][lane] },
		{ (uint32_t)rows[1].at[0][lane], (uint32_t)rows[1].at[1][lane] },
		rows[0].second[lane], rows[1].second[lane],
	};
}

/* The texels that have a part in it are read, from @from, which compilers know as they do @read. */
typedef const uint32_t *read_fn(const void *from, uint64_t rest, uint32_t x, uint32_t y);

static inline __attribute__((always_inline)) void sample_lane(read_fn *read, const void *from, uint64_t rest,
							      const struct taps *t, uint32_t value[4])
{
	const uint32_t *first = read(from, rest, t->x[0], t->y[0]);
	int32_t fx = t->fx, fy = t->fy;
	sq_d4 sum = { 0 };

	if (!fx && !fy) {
		memcpy(value, first, 4 * sizeof(*first));
		return;
	}
	add(&sum, (TX_ONE - fx) * (TX_ONE - fy), first);
	if (fx)
		add(&sum, fx * (TX_ONE - fy), read(from, rest, t->x[1], t->y[0]));
	if (fy)
		add(&sum, (TX_ONE - fx) * fy, read(from, rest, t->x[0], t->y[1]));
	if (fx && fy)
		add(&sum, fx * fy, read(from, rest, t->x[1], t->y[1]));
	sum /= (double)TX_ONE * TX_ONE;
	*(sq_f4 *)value = __builtin_convertvector(sum, sq_f4);
}

static inline const uint32_t *read_texel(const void *op, uint64_t rest, uint32_t x, uint32_t y)
{
	return tx_read(op, rest, x, y);
}

static inline const uint32_t *read_any_tile(const void *op, uint64_t rest, uint32_t x, uint32_t y)
{
	return tx_tile_of(op, rest, x, y)[x % TX_TILE + y % TX_TILE * TX_TILE];
}

static inline const uint32_t *read_tile(const void *tile, uint64_t rest, uint32_t x, uint32_t y)
{
	(void)rest;
	return ((const uint32_t (*)[4])tile)[x % TX_TILE + y % TX_TILE * TX_TILE];
}

static inline uint64_t slice_of(const struct tx_op *op, unsigned int level, int lane)
{
	return tx_key(op, level, 0, 0, tx_has_layers(op->t) ? tx_find_slice(op, lane) : 0, 0);
}

/* Lanes of @mask. */
SQ_CLONES static void sample_texels(const struct tx_op *op, unsigned int level, const struct rows *rows, uint64_t mask,
				    uint32_t value[SQ_LANES][4])
{
	while (mask) {
		int lane = sq_next_lane(&mask);
		struct taps taps = taps_of(rows, lane);

		sample_lane(read_texel, op, slice_of(op, level, lane), &taps, value[lane]);
	}
}

/* Most need one tile only. */
SQ_CLONES static void sample_tiles(const struct tx_op *op, unsigned int level, const struct rows *rows, uint64_t mask,
				   uint32_t value[SQ_LANES][4])
{
	uint64_t rest = slice_of(op, level, 0);
	bool layers = tx_has_layers(op->t);

	while (mask) {
		int lane = sq_next_lane(&mask);
		struct taps taps = taps_of(rows, lane);

		if (layers)
			rest = slice_of(op, level, lane);
		if (((taps.x[0] ^ taps.x[1]) | (taps.y[0] ^ taps.y[1])) < TX_TILE)
			sample_lane(read_tile, tx_tile_of(op, rest, taps.x[0], taps.y[0]), rest, &taps, value[lane]);
		else
			sample_lane(read_any_tile, op, rest, &taps, value[lane]);
	}
}

/* Those lanes of one level and one filter; the level is there. */
static bool sample_level(const struct tx_op *op, const struct tx_sampler *s, unsigned int level, bool linear,
			 uint64_t mask, uint32_t value[SQ_LANES][4])
{
	const struct tx_level *l = &op->t->level[level];
	struct rows rows[2];

	if (!tx_check_level(op, level))
		return false;
	if (!l->slices)
		return true;
	find_rows(op, s, 0, l->width, linear, &rows[0]);
	find_rows(op, s, 1, l->height, linear, &rows[1]);
	if (tx_has_whole_tiles(op, level))
		sample_tiles(op, level, rows, mask, value);
	else
		sample_texels(op, level, rows, mask, value);
	return true;
}

/* ---- levels ---- */

/* Rows: which level, twice, and whether the filter is linear; how much of the next level. */
struct level_rows {
	uint32_t filter[SQ_LANES], second[SQ_LANES];
};

SQ_CLONES static void find_levels(const struct tx_op *op, const struct tx_sampler *s, const float lod[SQ_LANES],
				  struct level_rows *rows)
{
	uint32_t last = tx_last_level(op, s), mip = s->mip, mag = s->mag == TX_LINEAR, min = s->min == TX_LINEAR;

	SQ_EACH_LANE {
		uint32_t fixed = tx_find_level(last, mip, lod[i]);

		rows->filter[i] = fixed / TX_ONE * 2 | (lod[i] <= 0 ? mag : min);
		rows->second[i] = fixed % TX_ONE;
	}
}

/* Lanes in which the row is @value; of 32 bits there are rows. */
SQ_CLONES static uint64_t lanes_with(const uint32_t row[SQ_LANES], uint32_t value)
{
	uint32_t half[2] = { 0 };

	for (unsigned int i = 0; i < SQ_LANES / 2; i++) {
		half[0] |= (uint32_t)(row[i] == value) << i;
		half[1] |= (uint32_t)(row[SQ_LANES / 2 + i] == value) << i;
	}
	return half[0] | (uint64_t)half[1] << 32;
}

/* Lanes that have level and filter in common go together. */
static bool sample_levels(const struct tx_op *op, const struct tx_sampler *s, const uint32_t filter[SQ_LANES],
			  unsigned int next, uint64_t mask, uint32_t value[SQ_LANES][4])
{
	while (mask) {
		uint32_t of = filter[__builtin_ctzll(mask)];
		uint64_t alike = mask & lanes_with(filter, of);

		if (!sample_level(op, s, op->t->base_level + of / 2 + next, of & 1, alike, value))
			return false;
		mask &= ~alike;
	}
	return true;
}

/* @next: of the level after the one that @value has. */
static void blend_levels(uint32_t value[4], const uint32_t next[4], uint32_t second)
{
	float fraction = (float)second / TX_ONE;

	*(sq_f4 *)value = *(const sq_f4 *)value * (1 - fraction) + *(const sq_f4 *)next * fraction;
}

bool tx_filter_plain(const struct tx_op *op, const struct tx_sampler *s, const float lod[SQ_LANES])
{
	uint32_t value[SQ_LANES][4] __attribute__((aligned(64))) = { { 0 } };
	uint32_t next[SQ_LANES][4] __attribute__((aligned(64)));
	uint64_t mask = op->wave->active, between;
	struct level_rows rows;

	find_levels(op, s, lod, &rows);
	between = mask & ~lanes_with(rows.second, 0);
	if (!sample_levels(op, s, rows.filter, 0, mask, value) ||
	    !sample_levels(op, s, rows.filter, 1, between, next))
		return false;
	while (between) {
		int lane = sq_next_lane(&between);

		blend_levels(value[lane], next[lane], rows.second[lane]);
	}
	tx_give_colors(op, value, mask);
	return true;
}

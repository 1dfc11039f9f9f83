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

/* Lanes next to each other, which have a level and a filter in common; rows are computed for so many at once. */
#define AT_ONCE	8u

struct some {
	unsigned int n;
	uint8_t lane[SQ_LANES];
	uint32_t in[2][SQ_LANES];	/* their coordinates; behind the last, as far as rows go, nought */
};

#define EACH_OF_SOME(some)	for (unsigned int i = 0, end = ((some)->n + AT_ONCE - 1) / AT_ONCE * AT_ONCE; i < end; i++)

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

static void take_some(const struct tx_op *op, uint64_t mask, struct some *some)
{
	unsigned int n = 0;

	while (mask) {
		int lane = sq_next_lane(&mask);

		some->lane[n] = (uint8_t)lane;
		some->in[0][n] = op->in[0][lane];
		some->in[1][n++] = op->in[1][lane];
	}
	some->n = n;
	for (; n % AT_ONCE; n++)
		some->in[0][n] = some->in[1][n] = 0;
}

/* Coordinates in 256ths of a texel, half of one back. */
SQ_CLONES static void find_fixed(const struct some *some, unsigned int axis, double size, double offset, double most,
				 double fixed[SQ_LANES])
{
	EACH_OF_SOME(some) {
		double u = (double)sq_float(some->in[axis][i]) * size + offset;

		u = u == u ? u : 0;
		u = u > most ? most : u < -most ? -most : u;
		fixed[i] = floor((u - 0.5) * TX_ONE + 0.5);
	}
}

SQ_CLONES static void wrap(const struct some *some, const double fixed[SQ_LANES], int32_t size, struct rows *rows)
{
	double all = (double)size * TX_ONE;

	EACH_OF_SOME(some) {
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

SQ_CLONES static void keep_inside(const struct some *some, const double fixed[SQ_LANES], int32_t size, struct rows *rows)
{
	double most = (double)size * TX_ONE;

	EACH_OF_SOME(some) {
		double left = fixed[i] < -TX_ONE ? -TX_ONE : fixed[i] > most ? most : fixed[i];
		int32_t at = (int32_t)left, first = at >> 8, next = first + 1;

		rows->second[i] = at & (TX_ONE - 1);
		rows->at[0][i] = first < 0 ? 0 : first < size ? first : size - 1;
		rows->at[1][i] = next < size ? next : size - 1;
	}
}

static void find_rows(const struct tx_op *op, const struct tx_sampler *s, const struct some *some, unsigned int axis,
		      uint32_t size, bool linear, struct rows *rows)
{
	double scale = op->f->coord_type[axis] ? size : 1, offset = (double)((int32_t)(op->f->offset_xyz[axis] << 27) >> 27) / 2;
	double fixed[SQ_LANES];

	if (linear && (s->clamp[axis] == TX_WRAP || s->clamp[axis] == TX_EDGE)) {
		find_fixed(some, axis, scale, offset, TX_FAR * size, fixed);
		if (s->clamp[axis] == TX_WRAP)
			wrap(some, fixed, (int32_t)size, rows);
		else
			keep_inside(some, fixed, (int32_t)size, rows);
		return;
	}
	for (unsigned int i = 0; i < some->n; i++) {
		double u = (double)sq_float(some->in[axis][i]) * scale + offset;
		struct tx_taps taps = tx_find_taps(u, size, s->clamp[axis], linear, s->truncates);

		rows->at[0][i] = taps.at[0];
		rows->at[1][i] = taps.at[1];
		rows->second[i] = (int32_t)taps.second;
	}
}

/* ---- what they come to ---- */

/* Adds a texel's part. GCC knows an instruction that widens four floats, but not as a conversion of a vector. */
static inline void add(sq_d4 *sum, double weight, const uint32_t texel[4])
{
	/* NOLINTNEXTLINE(clang-analyzer-core.*): see sample_tiles(). */
	sq_f4 f = *(const sq_f4 *)texel;

	*sum += weight * (sq_d4){ (double)f[0], (double)f[1], (double)f[2], (double)f[3] };
}

/* What a lane samples: two texels both ways, and how much of the second. */
struct taps {
	uint32_t x[2], y[2];
	int32_t fx, fy;
};

static inline struct taps taps_of(const struct rows *rows, unsigned int i)
{
	return (struct taps){
		{ (uint32_t)rows[0].at[0][i], (uint32_t)rows[0].at[1][i] },
		{ (uint32_t)rows[1].at[0][i], (uint32_t)rows[1].at[1][i] },
		rows[0].second[i], rows[1].second[i],
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

static inline uint64_t slice_of(const struct tx_op *op, unsigned int level, int lane)
{
	return tx_key(op, level, 0, 0, tx_has_layers(op->t) ? tx_find_slice(op, lane) : 0, 0);
}

SQ_CLONES static void sample_texels(const struct tx_op *op, unsigned int level, const struct some *some,
				    const struct rows *rows, uint32_t value[SQ_LANES][4])
{
	for (unsigned int i = 0; i < some->n; i++) {
		struct taps taps = taps_of(rows, i);

		sample_lane(read_texel, op, slice_of(op, level, some->lane[i]), &taps, value[some->lane[i]]);
	}
}

/* ---- in one tile ---- */

#define NO_TILE	UINT32_MAX

/* Rows: the tile, as a part of its key, if all four texels have a part in it and are there; and these. */
struct in_tile {
	uint32_t tile[SQ_LANES], texel[4][SQ_LANES];
	double weight[4][SQ_LANES];
};

SQ_CLONES static void find_in_tile(const struct some *some, const struct rows *x, const struct rows *y,
				   struct in_tile *in)
{
	EACH_OF_SOME(some) {
		int32_t x0 = x->at[0][i], x1 = x->at[1][i], y0 = y->at[0][i], y1 = y->at[1][i];
		bool one = ((x0 ^ x1) | (y0 ^ y1)) < (int32_t)TX_TILE && x->second[i] && y->second[i];

		in->tile[i] = one ? (uint32_t)x0 / TX_TILE | (uint32_t)y0 / TX_TILE << 14 : NO_TILE;
		in->texel[0][i] = (uint32_t)x0 % TX_TILE + (uint32_t)y0 % TX_TILE * TX_TILE;
		in->texel[1][i] = (uint32_t)x1 % TX_TILE + (uint32_t)y0 % TX_TILE * TX_TILE;
		in->texel[2][i] = (uint32_t)x0 % TX_TILE + (uint32_t)y1 % TX_TILE * TX_TILE;
		in->texel[3][i] = (uint32_t)x1 % TX_TILE + (uint32_t)y1 % TX_TILE * TX_TILE;
	}
	EACH_OF_SOME(some) {
		double fx = x->second[i] / (double)TX_ONE, fy = y->second[i] / (double)TX_ONE;

		in->weight[0][i] = (1 - fx) * (1 - fy);
		in->weight[1][i] = fx * (1 - fy);
		in->weight[2][i] = (1 - fx) * fy;
		in->weight[3][i] = fx * fy;
	}
}

/* Most need one tile only, which is mostly their neighbour's. */
SQ_CLONES static void sample_tiles(const struct tx_op *op, unsigned int level, const struct some *some,
				   const struct rows *rows, uint32_t value[SQ_LANES][4])
{
	uint64_t rest = slice_of(op, level, 0), kept = UINT64_MAX;
	bool layers = tx_has_layers(op->t);
	const uint32_t (*tile)[4] = NULL;
	struct in_tile in;

	find_in_tile(some, &rows[0], &rows[1], &in);
	for (unsigned int i = 0; i < some->n; i++) {
		sq_d4 sum = { 0 };

		if (layers)
			rest = slice_of(op, level, some->lane[i]);
		if (in.tile[i] == NO_TILE) {
			struct taps taps = taps_of(rows, i);

			sample_lane(read_any_tile, op, rest, &taps, value[some->lane[i]]);
			kept = UINT64_MAX;	/* others may be where it was */
			continue;
		}
		/*
		 * clang does not know that the lanes up to some->n have texels and weights, nor that
		 * no tile is what is kept at first.
		 */
		if (kept != (rest | in.tile[i]))	/* NOLINTNEXTLINE(clang-analyzer-core.*) */
			tile = tx_tile_of(op, rest, (uint32_t)rows[0].at[0][i], (uint32_t)rows[1].at[0][i]);
		kept = rest | in.tile[i];
		for (unsigned int n = 0; n < 4; n++)
			add(&sum, in.weight[n][i], tile[in.texel[n][i]]);	/* NOLINT(clang-analyzer-core.*) */
		*(sq_f4 *)value[some->lane[i]] = __builtin_convertvector(sum, sq_f4);
	}
}

/* Those lanes of one level and one filter; the level is there. */
static bool sample_level(const struct tx_op *op, const struct tx_sampler *s, unsigned int level, bool linear,
			 uint64_t mask, uint32_t value[SQ_LANES][4])
{
	const struct tx_level *l = &op->t->level[level];
	struct rows rows[2];
	struct some some;

	if (!tx_check_level(op, level))
		return false;
	if (!l->slices) {
		while (mask)
			memset(value[sq_next_lane(&mask)], 0, sizeof(value[0]));
		return true;
	}
	take_some(op, mask, &some);
	find_rows(op, s, &some, 0, l->width, linear, &rows[0]);
	find_rows(op, s, &some, 1, l->height, linear, &rows[1]);
	if (tx_has_whole_tiles(op, level))
		sample_tiles(op, level, &some, rows, value);
	else
		sample_texels(op, level, &some, rows, value);
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

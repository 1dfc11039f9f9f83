// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: samples of textures
 *
 * A coordinate names a texel, or with the linear filter two in each direction and how much of
 * the second; fractions have eight bits. What lies outside is brought back or is the border, as
 * the sampler says. In programs of compute nothing has a neighbour, so that SAMPLE and
 * SAMPLE_LB find no gradients and use the least level that the sampler allows.
 *
 * Sources: AMD's register guides and Mesa for the sampler, with Z_FILTER 0 as that of x and y;
 * fractions are rounded to eight bits on hardware. Guesses: levels are blended with eight bits
 * too; the coordinate of a layer is rounded; no gradients in compute.
 */
#include <math.h>
#include <string.h>

#include "texture.h"

#define ONE		256		/* of a fraction */
#define FAR		1099511627776.0	/* 2^40 texels: nobody knows more of a float */
#define LOD_BITS(w)	((float)(w) / 256)

enum { WRAP, MIRROR, EDGE, MIRROR_EDGE, HALF_BORDER, MIRROR_HALF_BORDER, BORDER, MIRROR_BORDER };
enum { POINT, LINEAR };			/* of filters in a level; more are anisotropic */
enum { MIP_NONE, MIP_POINT, MIP_LINEAR };	/* of levels, and of z: 0 there is that of x and y */
enum { BLACK, OPAQUE_BLACK, WHITE, FROM_REGISTER };

struct sampler {
	unsigned int clamp[3], mag, min, z, mip, border;
	float min_lod, max_lod;
	bool bias, valid;
};

static struct sampler take_sampler(const uint32_t w[3])
{
	return (struct sampler){
		.clamp = { w[0] & 7, w[0] >> 3 & 7, w[0] >> 6 & 7 }, .mag = w[0] >> 9 & 3, .min = w[0] >> 11 & 3,
		.z = w[0] >> 13 & 3, .mip = w[0] >> 15 & 3, .border = w[0] >> 20 & 3,
		.min_lod = LOD_BITS(w[1] & 0xfff), .max_lod = LOD_BITS(w[1] >> 12 & 0xfff), .bias = w[2] & 0x3fff,
		.valid = w[2] >> 31,
	};
}

static const uint32_t *find_sampler(const struct sq_wave *wave, const struct sq_fetch *f)
{
	uint64_t id = f->sampler;

	if (f->sampler_index_mode == 3)
		return NULL;
	if (f->sampler_index_mode)
		id += wave->cf_idx[f->sampler_index_mode - 1];
	return id < wave->state->samplers ? wave->state->sampler[id] : NULL;
}

static bool has_level(const struct sq_fetch *f)
{
	return f->op == &sq_ops[SQ_SAMPLE_L] || f->op == &sq_ops[SQ_SAMPLE_LZ];
}

static bool needs_border(const struct sq_texture *t, const struct sampler *s)
{
	for (unsigned int c = 0; c < sq_texture_axes(t); c++)
		if (s->clamp[c] >= HALF_BORDER)
			return true;
	return false;
}

static const char *problem_of(const struct sq_fetch *f, const struct sq_texture *t, const struct sampler *s)
{
	bool linear = s->mag == LINEAR || s->min == LINEAR || s->mip == MIP_LINEAR || s->z == MIP_LINEAR;

	if (!s->valid)
		return "the sampler is none";
	if (t->dim == SQ_TEX_CUBE)
		return "cubes are not modelled";
	if (s->mag > LINEAR || s->min > LINEAR)
		return "anisotropic filters are not modelled";
	if (s->mip > MIP_LINEAR || s->z > MIP_LINEAR)
		return "a reserved filter";
	if (linear && t->num_format == SQ_INT)
		return "a filter of integers is not modelled";
	if (has_level(f) && (s->bias || f->lod_bias))
		return "a bias of a given level is not modelled";
	if (needs_border(t, s) && s->border == FROM_REGISTER)
		return "colours of borders from registers are not modelled";
	return NULL;
}

bool sq_check_sample(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t)
{
	const uint32_t *words = find_sampler(wave, f);
	struct sampler s;

	if (!words)
		return sq_violated(wave, f->at, f, -1, "sampler %u does not exist", f->sampler);
	s = take_sampler(words);
	if (problem_of(f, t, &s))
		return sq_violated(wave, f->at, f, -1, "%s", problem_of(f, t, &s));
	return true;
}

/* ---- coordinates ---- */

/* Texels in one direction, and how much of the second, in 256ths. */
struct taps {
	int64_t at[2];			/* -1: the border */
	unsigned int second;
};

static int64_t between(int64_t n, int64_t most)
{
	return n < 0 ? 0 : n > most ? most : n;
}

static int64_t modulo(int64_t n, int64_t by)
{
	return (n % by + by) % by;
}

static int64_t bring_back(int64_t at, int64_t size, unsigned int mode)
{
	int64_t mirrored = at < 0 ? -1 - at : at;

	switch (mode) {
	case WRAP:
		return modulo(at, size);
	case MIRROR:
		at = modulo(at, 2 * size);
		return at < size ? at : 2 * size - 1 - at;
	case EDGE:
		return between(at, size - 1);
	case MIRROR_EDGE:
		return between(mirrored, size - 1);
	case MIRROR_HALF_BORDER:
	case MIRROR_BORDER:
		return mirrored < size ? mirrored : -1;
	default:
		return at >= 0 && at < size ? at : -1;
	}
}

/* @u counts texels. */
static struct taps find_taps(double u, uint32_t size, unsigned int mode, bool linear)
{
	bool half = mode == HALF_BORDER || mode == MIRROR_HALF_BORDER;
	struct taps taps = { { 0, 0 }, 0 };
	int64_t at;

	u = isnan(u) ? 0 : u > FAR ? FAR : u < -FAR ? -FAR : u;
	if (mode == MIRROR_HALF_BORDER)
		u = fabs(u);
	if (half)
		u = u < 0 ? 0 : u > size ? size : u;
	if (!linear) {
		at = (int64_t)floor(u);
		taps.at[0] = bring_back(half ? between(at, (int64_t)size - 1) : at, size, mode);
		return taps;
	}
	at = (int64_t)floor((u - 0.5) * ONE + 0.5);
	taps.second = (unsigned int)modulo(at, ONE);
	at = (at - taps.second) / ONE;
	taps.at[0] = bring_back(at, size, mode);
	taps.at[1] = bring_back(at + 1, size, mode);
	return taps;
}

/* ---- filters ---- */

static void border_of(const struct sq_texture *t, const struct sampler *s, uint32_t value[4])
{
	uint32_t one = t->num_format == SQ_INT ? 1 : sq_bits(1.0f);

	for (unsigned int c = 0; c < 4; c++)
		value[c] = s->border == WHITE || (s->border == OPAQUE_BLACK && c == 3) ? one : 0;
}

static bool read_tap(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t,
		     const struct sampler *s, unsigned int level, const int64_t at[3], uint32_t value[4])
{
	const uint32_t xyz[3] = { (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2] };

	if (at[0] >= 0 && at[1] >= 0 && at[2] >= 0)
		return sq_read_texel(wave, f, t, level, xyz, value);
	border_of(t, s, value);
	return true;
}

static bool is_linear(const struct sampler *s, bool mag, unsigned int axis)
{
	if (axis == 2 && s->z != MIP_NONE)
		return s->z == MIP_LINEAR;
	return (mag ? s->mag : s->min) == LINEAR;
}

static void find_all_taps(const struct sq_fetch *f, const struct sq_texture *t, const struct sampler *s, bool mag,
			  unsigned int level, const uint32_t in[4], struct taps taps[3])
{
	const struct sq_surface *surface = &t->level[level];
	const uint32_t size[3] = { surface->width, surface->height, surface->slices };
	unsigned int axes = sq_texture_axes(t);

	memset(taps, 0, 3 * sizeof(*taps));
	for (unsigned int c = 0; c < 3 && c < axes; c++) {
		double u = (double)sq_float(in[c]) * (f->coord_type[c] ? size[c] : 1);

		u += (double)((int32_t)(f->offset_xyz[c] << 27) >> 27) / 2;
		taps[c] = find_taps(u, size[c], s->clamp[c], is_linear(s, mag, c));
	}
	if (sq_texture_has_layers(t))
		taps[2] = find_taps((double)sq_float(in[2]) + 0.5, size[2], EDGE, false);
}

static bool sample_level(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t,
			 const struct sampler *s, bool mag, unsigned int level, const uint32_t in[4],
			 uint32_t value[4])
{
	double sum[4] = { 0 };
	struct taps taps[3];

	if (!t->level[level].slices) {
		memset(value, 0, 4 * sizeof(*value));
		return true;
	}
	find_all_taps(f, t, s, mag, level, in, taps);
	for (unsigned int i = 0; i < 8; i++) {
		int64_t at[3];
		double weight = 1;

		for (unsigned int c = 0; c < 3; c++) {
			at[c] = taps[c].at[i >> c & 1];
			weight *= (double)(i >> c & 1 ? taps[c].second : ONE - taps[c].second) / ONE;
		}
		if (weight == 0)
			continue;
		if (!read_tap(wave, f, t, s, level, at, value))
			return false;
		if (weight == 1)		/* as it is, which may be an integer */
			return true;
		for (unsigned int c = 0; c < 4; c++)
			sum[c] += weight * (double)sq_float(value[c]);
	}
	for (unsigned int c = 0; c < 4; c++)
		value[c] = sq_bits((float)sum[c]);
	return true;
}

static float level_of(const struct sq_fetch *f, const struct sampler *s, const uint32_t in[4])
{
	float lod = f->op == &sq_ops[SQ_SAMPLE_L] ? sq_float(in[3]) : has_level(f) ? 0 : -INFINITY;

	if (!(lod > s->min_lod))
		return s->min_lod;
	return lod < s->max_lod ? lod : s->max_lod;
}

bool sq_sample(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t, const uint32_t in[4],
	       uint32_t value[4])
{
	struct sampler s = take_sampler(find_sampler(wave, f));
	float lod = level_of(f, &s, in), fraction;
	int64_t last = t->last_level - t->base_level, fixed;
	unsigned int level;
	uint32_t next[4];
	bool mag = lod <= 0;

	if (s.mip == MIP_NONE)
		return sample_level(wave, f, t, &s, mag, t->base_level, in, value);
	fixed = (int64_t)floor((double)lod * ONE + 0.5);
	if (s.mip == MIP_POINT)
		fixed = (fixed + ONE / 2) / ONE * ONE;
	fixed = between(fixed, last * ONE);
	level = t->base_level + (unsigned int)(fixed / ONE);
	fraction = (float)(fixed % ONE) / ONE;
	if (!sample_level(wave, f, t, &s, mag, level, in, value))
		return false;
	if (fraction == 0)
		return true;
	if (!sample_level(wave, f, t, &s, mag, level + 1, in, next))
		return false;
	for (unsigned int c = 0; c < 4; c++)
		value[c] = sq_bits(sq_float(value[c]) * (1 - fraction) + sq_float(next[c]) * fraction);
	return true;
}

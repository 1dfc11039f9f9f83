// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: resolving samples
 *
 * A covered pixel of target 1 becomes the mean of the samples of target 0.
 *
 * Sources: AMD's register guides for the two targets. Pictures of a Cedar: what is averaged are the
 * codes as they are stored, those of sRGB too; the mean is rounded to the nearest, and exact
 * ties go up in 763 of 868 cases. Guess: in the others, too; floats are averaged in floats.
 */
#include <string.h>

#include "cb.h"

/* Rounded to the nearest, ties up. */
static uint32_t mean_of_codes(int64_t sum, unsigned int samples)
{
	int64_t twice = 2 * sum + samples, n = 2 * (int64_t)samples;

	if (!samples)
		__builtin_unreachable();
	return (uint32_t)(twice >= 0 ? twice / n : -((-twice + n - 1) / n));
}

static int64_t code_of(enum sq_number_type number, uint32_t value, unsigned int bits)
{
	if (number == CB_SNORM || number == CB_SSCALED || number == CB_SINT)
		return (int32_t)(value << (32 - bits)) >> (32 - bits);
	return value;
}

/* One field of one pixel; @element are those of its samples. */
static uint32_t mean_of_field(const struct sq_packer *p, unsigned int f, const uint32_t *element, unsigned int samples)
{
	unsigned int shift = p->field[f].shift;
	int64_t sum = 0;

	for (unsigned int i = 0; i < samples; i++)
		sum += code_of(p->field[f].number, (element[i] & p->field[f].mask) >> shift, p->field[f].bits);
	return mean_of_codes(sum, samples) << shift & p->field[f].mask;
}

static void mean_of_codes_four(const struct sq_packer *p, sq_four *sample, unsigned int samples, sq_four out)
{
	uint32_t element[DRAW_SAMPLES];

	memset(out, 0, sizeof(sq_four));
	for (unsigned int f = 0; f < p->fields; f++)
		for (unsigned int i = 0; i < DRAW_QUAD; i++) {
			for (unsigned int n = 0; n < samples; n++)
				element[n] = sample[n][p->field[f].dword][i];
			out[p->field[f].dword][i] |= mean_of_field(p, f, element, samples);
		}
}

static void mean_of_floats_four(const struct sq_packer *p, sq_four *sample, unsigned int samples, sq_four out)
{
	sq_four value, sum = { { 0 } };

	for (unsigned int n = 0; n < samples; n++) {
		sq_unpack_four(p, sample[n], value);
		for (unsigned int c = 0; c < 4; c++)
			sum[c] = (sq_u4)((sq_f4)sum[c] + (sq_f4)value[c]);
	}
	for (unsigned int c = 0; c < 4; c++)
		sum[c] = (sq_u4)((sq_f4)sum[c] / (float)samples);
	sq_pack_four(p, sum, out);
}

void cb_resolve(struct cb_state *s, const struct draw_quad *quad)
{
	struct cb_target *from = &s->target[0], *to = &s->target[1];
	unsigned int lanes = cb_enter(s, 0, quad) & cb_enter(s, 1, quad);
	sq_four sample[DRAW_SAMPLES], out;

	if (!lanes)
		return;
	if (from->meta.used)
		cb_expand(from, quad);
	for (unsigned int n = 0; n < s->samples; n++)
		draw_surface_load(&from->surface, lanes, n, sample[n]);
	if (from->pack.field[0].number == CB_FLOAT)
		mean_of_floats_four(&from->pack, sample, s->samples, out);
	else
		mean_of_codes_four(&from->pack, sample, s->samples, out);
	draw_surface_store(&to->surface, lanes, 0, out);
}

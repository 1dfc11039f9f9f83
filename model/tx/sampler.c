// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: samplers
 *
 * Colours of borders are transparent black, opaque black, white, or one of the stage's registers,
 * which hold floats; of integers they are parts of the largest one.
 *
 * Sources: AMD's register guides; Mesa for registers of borders, with Z_FILTER 0 as that of x and
 * y. Guesses: a border is what the program sees, whatever order the texture has; white of integers
 * is 1; a reference is limited to 0 and 1 where the texture is.
 */
#include "unit.h"

#define LOD_BITS(w)	((float)(w) / TX_ONE)
#define RESERVED	3u

enum { BLACK, OPAQUE_BLACK, WHITE, FROM_REGISTER };
enum { NEVER, LESS, EQUAL, LESS_EQUAL, GREATER, NOT_EQUAL, GREATER_EQUAL, ALWAYS };

/* A colour of the program, where the texture has it. */
static void order_border(const struct tx_texture *t, const uint32_t color[4], uint32_t border[4])
{
	for (unsigned int c = 4; c-- > 0;)
		if (t->sel[c] < 4)
			border[t->sel[c]] = color[c];
}

static uint32_t border_integer(const struct tx_texture *t, unsigned int c, uint32_t part)
{
	unsigned int bits = sq_format_bits(t->format, c);
	bool is_signed = t->signs >> c & 1;
	double most = bits ? (double)((1ull << (bits - is_signed)) - 1) : 0, least = is_signed ? -most - 1 : 0;
	double n = (double)sq_float(part) * most;

	n = n > least ? n < most ? n : most : least;
	return (uint32_t)(int64_t)floor(n + 0.5);
}

static void take_border(const struct tx_texture *t, struct tx_sampler *s, const uint32_t color[4])
{
	uint32_t one = t->num_format == SQ_INT ? 1 : sq_bits(1.0f);
	uint32_t fixed[4] = { 0 };

	if (s->border_type == FROM_REGISTER) {
		order_border(t, color, s->border);
		for (unsigned int c = 0; t->num_format == SQ_INT && c < 4; c++)
			s->border[c] = border_integer(t, c, s->border[c]);
		return;
	}
	for (unsigned int c = 0; c < 4; c++)
		fixed[c] = s->border_type == WHITE || (s->border_type == OPAQUE_BLACK && c == 3) ? one : 0;
	order_border(t, fixed, s->border);
}

static bool needs_border(const struct tx_texture *t, const struct tx_sampler *s)
{
	for (unsigned int c = 0; c < tx_axes(t); c++)
		if (s->clamp[c] >= TX_HALF_BORDER)
			return true;
	return false;
}

static const char *problem_of(const struct tx_op *op, const struct tx_sampler *s, const uint32_t w[3])
{
	if (!(w[2] >> 31))
		return "the sampler is none";
	if ((w[0] >> 13 & 3) == RESERVED || s->mip == RESERVED)
		return "a reserved filter";
	if (s->border_type == FROM_REGISTER && needs_border(op->t, s) && !op->wave->state->border)
		return "colours of borders from registers are not modelled";
	return NULL;
}

static bool find_sampler(const struct tx_op *op, uint64_t *id)
{
	const struct sq_fetch *f = op->f;

	*id = f->sampler;
	if (f->sampler_index_mode == RESERVED)
		return false;
	if (f->sampler_index_mode)
		*id += op->wave->cf_idx[f->sampler_index_mode - 1];
	return *id < op->wave->state->samplers;
}

bool tx_take_sampler(const struct tx_op *op, struct tx_sampler *s)
{
	const struct sq_state *state = op->wave->state;
	const char *problem;
	const uint32_t *w;
	uint64_t id;

	if (!find_sampler(op, &id))
		return tx_violated(op, "sampler %u does not exist", op->f->sampler);
	w = state->sampler[id];
	*s = (struct tx_sampler){
		.clamp = { w[0] & 7, w[0] >> 3 & 7, w[0] >> 6 & 7 }, .mag = w[0] >> 9 & 1, .mag_aniso = w[0] >> 10 & 1,
		.min = w[0] >> 11 & 1, .min_aniso = w[0] >> 12 & 1, .has_z = w[0] >> 13 & 3,
		.z = (w[0] >> 13 & 3) == TX_MIP_LINEAR ? TX_LINEAR : TX_POINT, .mip = w[0] >> 15 & 3,
		.aniso_log2 = w[0] >> 17 & 7, .border_type = w[0] >> 20 & 3, .compare = w[0] >> 22 & 7,
		.min_lod = LOD_BITS(w[1] & 0xfff), .max_lod = LOD_BITS(w[1] >> 12 & 0xfff),
		.bias = LOD_BITS((int32_t)(w[2] << 18) >> 18), .truncates = w[2] >> 28 & 1, .no_cube_wrap = w[2] >> 29 & 1,
	};
	problem = problem_of(op, s, w);
	if (problem)
		return tx_violated(op, "%s", problem);
	take_border(op->t, s, state->border ? state->border[id] : s->border);
	return true;
}

bool tx_compare(unsigned int function, float reference, float value)
{
	switch (function) {
	case NEVER:
		return false;
	case LESS:
		return reference < value;
	case EQUAL:
		return reference == value;
	case LESS_EQUAL:
		return reference <= value;
	case GREATER:
		return reference > value;
	case NOT_EQUAL:
		return reference != value;
	case GREATER_EQUAL:
		return reference >= value;
	default:
		return true;
	}
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: blending
 *
 * In floats of 32 bits, whatever the target is; what is stored is clamped when it is packed.
 *
 * Sources: AMD's register guides for factors and functions; Mesa for what it sets them to.
 * Guess: the factor ZERO leaves nothing, not even of what is no number.
 */
#include "cb.h"

#define CB_BLEND_CONTROL	0x28780u	/* of target 0 */
#define CB_BLEND_RED		0x28414u
#define BLEND_ENABLE		(1u << 30)
#define SEPARATE_ALPHA		(1u << 29)

enum { ADD, SUBTRACT, MIN, MAX, REVERSE_SUBTRACT };
enum { ZERO = 0, SRC_ALPHA = 4, ONE_MINUS_SRC_ALPHA = 5, SATURATE = 10, BOTH = 11, BOTH_INVERSE = 12 };

enum operand { NOTHING, SRC, DST, SECOND, CONSTANT, OPERANDS };

/* What a factor is: of which operand, its alpha or the same component, and one minus that. */
static const struct {
	bool known;
	enum operand of;
	bool alpha, inverse;
} factors[32] = {
	[0x00] = { true, NOTHING, false, false }, [0x01] = { true, NOTHING, false, true },
	[0x02] = { true, SRC, false, false }, [0x03] = { true, SRC, false, true },
	[0x04] = { true, SRC, true, false }, [0x05] = { true, SRC, true, true },
	[0x06] = { true, DST, true, false }, [0x07] = { true, DST, true, true },
	[0x08] = { true, DST, false, false }, [0x09] = { true, DST, false, true },
	[SATURATE] = { true, SRC, true, false },
	[0x0d] = { true, CONSTANT, false, false }, [0x0e] = { true, CONSTANT, false, true },
	[0x0f] = { true, SECOND, false, false }, [0x10] = { true, SECOND, false, true },
	[0x11] = { true, SECOND, true, false }, [0x12] = { true, SECOND, true, true },
	[0x13] = { true, CONSTANT, true, false }, [0x14] = { true, CONSTANT, true, true },
};

static void take_half(struct cb_blend *b, const struct draw_card *card, uint32_t bits, bool is_alpha)
{
	unsigned int src = bits & 0x1f, function = bits >> 5 & 7, dst = bits >> 8 & 0x1f;

	if (src == BOTH || src == BOTH_INVERSE) {
		dst = src == BOTH ? ONE_MINUS_SRC_ALPHA : SRC_ALPHA;
		src = src == BOTH ? SRC_ALPHA : ONE_MINUS_SRC_ALPHA;
	}
	if (!factors[src].known || !factors[dst].known || function > REVERSE_SUBTRACT) {
		draw_violation(card, "CB: blending of %s has a reserved factor or function: %#x",
			       is_alpha ? "alpha" : "colour", bits & 0x1fff);
		b->enabled = false;
		return;
	}
	if (is_alpha) {
		b->alpha.src = src;
		b->alpha.dst = dst;
		b->alpha.function = function;
	} else {
		b->color.src = src;
		b->color.dst = dst;
		b->color.function = function;
	}
}

void cb_take_blend(struct cb_blend *b, const struct draw_card *card, unsigned int target, enum sq_number_type number)
{
	uint32_t control = draw_reg(card, CB_BLEND_CONTROL + 4 * target);

	*b = (struct cb_blend){
		.enabled = control & BLEND_ENABLE, .least = number == CB_SNORM ? -1.0f : 0.0f,
	};
	if (!b->enabled)
		return;
	for (unsigned int c = 0; c < 4; c++)
		b->constant[c] = draw_reg_float(card, CB_BLEND_RED + 4 * c);
	take_half(b, card, control, false);
	if (b->enabled)
		take_half(b, card, control & SEPARATE_ALPHA ? control >> 16 : control, true);
}

bool cb_has_second_source(const struct cb_blend *b)
{
	return b->enabled && (factors[b->color.src].of == SECOND || factors[b->color.dst].of == SECOND ||
			      factors[b->alpha.src].of == SECOND || factors[b->alpha.dst].of == SECOND);
}

/* Component @c of an operand times a factor. */
static inline sq_f4 multiply(sq_f4 (*operand)[4], enum operand what, unsigned int factor, unsigned int c)
{
	sq_f4 of = operand[factors[factor].of][factors[factor].alpha ? 3 : c], value = operand[what][c];
	sq_f4 room = 1.0f - operand[DST][3];

	if (factor == ZERO)
		return (sq_f4){ 0 };
	if (factor == SATURATE)
		return c == 3 ? value : value * sq_pick(of < room, of, room);
	return value * (factors[factor].inverse ? 1.0f - of : of);
}

static inline sq_f4 combine(unsigned int function, sq_f4 src, sq_f4 dst)
{
	switch (function) {
	case ADD:
		return src + dst;
	case SUBTRACT:
		return src - dst;
	case REVERSE_SUBTRACT:
		return dst - src;
	case MIN:
		return sq_pick(src < dst, src, dst);
	default:
		return sq_pick(src > dst, src, dst);
	}
}

/* A source, as far as BLEND_CLAMP lets it. */
static inline sq_f4 clamp(const struct cb_blend *b, sq_f4 x)
{
	const sq_f4 zero = { 0 }, most = zero + 1.0f, least = zero + b->least;

	if (!b->clamps)
		return x;
	x = sq_pick(x > least, x, least);
	return sq_pick(x < most, x, most);
}

SQ_CLONES
void cb_blend_four(const struct cb_blend *b, sq_four src, sq_four second, sq_four dst)
{
	sq_f4 operand[OPERANDS][4];
	const sq_f4 zero = { 0 };

	for (unsigned int c = 0; c < 4; c++) {
		operand[NOTHING][c] = zero;
		operand[SRC][c] = clamp(b, (sq_f4)src[c]);
		operand[DST][c] = (sq_f4)dst[c];
		operand[SECOND][c] = clamp(b, (sq_f4)second[c]);
		operand[CONSTANT][c] = clamp(b, zero + b->constant[c]);
	}
	for (unsigned int c = 0; c < 4; c++) {
		unsigned int function = c == 3 ? b->alpha.function : b->color.function;
		sq_f4 s = operand[SRC][c], d = operand[DST][c];

		if (function != MIN && function != MAX) {
			s = multiply(operand, SRC, c == 3 ? b->alpha.src : b->color.src, c);
			d = multiply(operand, DST, c == 3 ? b->alpha.dst : b->color.dst, c);
		}
		src[c] = (sq_u4)combine(function, s, d);
	}
}

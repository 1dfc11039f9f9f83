// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: alpha test and alpha to mask
 *
 * Sources: AMD's register guides. With exports of 16 bits Mesa takes the reference's low
 * bits away, so what is compared are the bits that are exported. Guesses: alpha becomes so many
 * samples as alpha times their number and the offset of the pixel, in quarters, have whole
 * ones; the lowest samples come first; ROUND changes nothing.
 */
#include "../sq/target.h"
#include "sx.h"

#define SX_ALPHA_TEST_CONTROL	0x28410u
#define SX_ALPHA_REF		0x28438u
#define DB_SHADER_CONTROL	0x2880cu
#define DB_ALPHA_TO_MASK	0x28b70u
#define CB_COLOR0_INFO		0x28c70u
#define ALPHA_TEST_ENABLE	(1u << 3)
#define ALPHA_TEST_BYPASS	(1u << 8)
#define ALPHA_TO_MASK_ENABLE	(1u << 0)
#define ALPHA_TO_MASK_DISABLE	(1u << 12)

/* Mesa disables it where target 0 has integers, whose alpha is no share of anything. */
bool sx_makes_masks(const struct draw_card *card)
{
	return draw_reg(card, DB_ALPHA_TO_MASK) & ALPHA_TO_MASK_ENABLE &&
	       !(draw_reg(card, DB_SHADER_CONTROL) & ALPHA_TO_MASK_DISABLE);
}

void sx_take_state(struct sx_state *s, const struct draw_card *card, unsigned int samples)
{
	uint32_t test = draw_reg(card, SX_ALPHA_TEST_CONTROL), mask = draw_reg(card, DB_ALPHA_TO_MASK);

	*s = (struct sx_state){
		.card = card, .samples = samples,
		.tests = test & ALPHA_TEST_ENABLE && !(test & ALPHA_TEST_BYPASS),
		.masks = sx_makes_masks(card),
		.cut = SQ_SLOT_SOURCE(draw_reg(card, CB_COLOR0_INFO)) == SQ_EXPORT_16, .function = test & 7,
		.reference = draw_reg_float(card, SX_ALPHA_REF),
	};
	for (unsigned int i = 0; i < DRAW_QUAD; i++)
		s->offset[i] = mask >> (8 + 2 * i) & 3;
	if (s->masks)
		card->guess(card->opaque, "SX: how many samples an alpha is");
}

/* No number fails all functions but those that ask for nothing, or for what is not equal. */
static bool passes(const struct sx_state *s, float alpha)
{
	if (alpha != alpha)
		return s->function == 7 || s->function == 5;
	return s->function >> (alpha < s->reference ? 0 : alpha == s->reference ? 1 : 2) & 1;
}

static uint16_t mask_of(const struct sx_state *s, float alpha, unsigned int pixel)
{
	double in = alpha > 1.0f ? 1.0 : alpha > 0.0f ? (double)alpha : 0.0;
	unsigned int n = (unsigned int)(in * s->samples + s->offset[pixel] / 4.0);

	return (uint16_t)((1u << n) - 1);
}

void sx_test(const struct sx_state *s, struct draw_quad *quad, const struct draw_colors *colors)
{
	if (!s->tests && !s->masks)
		return;
	if (!(colors->exported & 1)) {
		draw_violation(s->card, "SX: alpha counts, but nothing is exported to target 0");
		return;
	}
	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		uint32_t bits = colors->value[0][3][i];
		float alpha = sq_float(s->cut ? sq_cut_to_half(bits) : bits);

		if (s->tests && !passes(s, alpha))
			quad->covered[i] = 0;
		if (s->masks)
			quad->covered[i] &= mask_of(s, alpha, i);
	}
}

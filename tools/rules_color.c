// SPDX-License-Identifier: MIT OR GPL-2.0
/* Rules of the guide on colour targets in normal operation: 8.1, 8.2, 8.3, 8.6. */

#include <stdarg.h>
#include <string.h>

#include <linux/array_size.h>

#include "rules_target.h"

__attribute__((format(printf, 2, 3)))
static bool because(char *why, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, LINT_FINDING_BYTES, format, args);
	va_end(args);
	return true;
}

static bool is_normal(const struct lint_state *st)
{
	return lint_mode(st) == MODE_NORMAL;
}

/* ---- what has to be set, 8.1.1 ---- */

static bool need(const struct lint_state *st, u32 i, const u32 *regs, u32 count, char *why)
{
	char name[LINT_NAME_BYTES];
	u32 r, offset;

	for (r = 0; r < count; r++) {
		offset = lint_target(i, regs[r]);
		if (lint_is_set(st, offset))
			continue;
		lint_register_name(lint_find_register(st->class, offset), offset, name);
		return because(why, "target %u is drawn to, and %s is not set", i, name);
	}
	return false;
}

static bool target_unset(const struct lint_state *st, char *why)
{
	static const u32 regs[] = { CB_ATTRIB, 0, CB_PITCH, CB_SLICE, CB_VIEW };
	u32 i;

	for (i = 0; is_normal(st) && i < NUM_MRTS; i++) {
		if (!lint_is_drawn(st, i))
			continue;
		if (need(st, i, regs, ARRAY_SIZE(regs), why))
			return true;
		if (!lint_is_set(st, CB_BLEND0_CONTROL + 4 * i))
			return because(why, "CB_BLEND%u_CONTROL is not set", i);
	}
	return false;
}

static bool compression_unset(const struct lint_state *st, char *why)
{
	static const u32 regs[] = { CB_CMASK, CB_FMASK, CB_CMASK_SLICE, CB_FMASK_SLICE };
	u32 i;

	for (i = 0; is_normal(st) && i < NUM_MRTS; i++)
		if (lint_is_drawn(st, i) && lint_info(st, i) & INFO_COMPRESSION &&
		    need(st, i, regs, ARRAY_SIZE(regs), why))
			return true;
	return false;
}

/* ---- random access targets beside others, 8.6 ---- */

static bool rat_order(const struct lint_state *st, char *why)
{
	u32 i, first = NUM_RATS;

	for (i = 0; i < NUM_RATS; i++) {
		if (lint_info(st, i) & INFO_RAT && FIELD_GET(INFO_FORMAT, lint_info(st, i)))
			first = i < first ? i : first;
		else if (first < i && i < NUM_MRTS && is_normal(st) && lint_is_drawn(st, i))
			return because(why, "target %u is behind random access target %u", i,
				       first);
	}
	return false;
}

/* ---- blending ---- */

/**
 * lint_blends() - is a target blended?
 * @st: the state
 * @i: the target
 *
 * Return: true if it is drawn to, and its blender is enabled and not bypassed.
 */
bool lint_blends(const struct lint_state *st, u32 i)
{
	return lint_is_drawn(st, i) && !(lint_info(st, i) & INFO_BLEND_BYPASS) &&
	       lint_value(st, CB_BLEND0_CONTROL + 4 * i) & BLEND_ENABLE;
}

/* Factors as sets: bit n is factor n. */
#define FACTORS_CONSTANT	(BIT(13) | BIT(14) | BIT(19) | BIT(20))
#define FACTORS_SRC1		GENMASK(18, 15)

static bool has_factor(u32 blend, u32 factors)
{
	u32 used = BIT(FIELD_GET(BLEND_COLOR_SRC, blend)) | BIT(FIELD_GET(BLEND_COLOR_DST, blend));

	if (blend & BLEND_SEPARATE_ALPHA)
		used |= BIT(FIELD_GET(BLEND_ALPHA_SRC, blend)) |
			BIT(FIELD_GET(BLEND_ALPHA_DST, blend));
	return used & factors;
}

static bool constant_unset(const struct lint_state *st, char *why)
{
	u32 i, c;

	for (i = 0; is_normal(st) && i < NUM_MRTS; i++) {
		if (!lint_blends(st, i) ||
		    !has_factor(lint_value(st, CB_BLEND0_CONTROL + 4 * i), FACTORS_CONSTANT))
			continue;
		for (c = 0; c < 4; c++)
			if (!lint_is_set(st, CB_BLEND_RED + 4 * c))
				return because(why, "target %u wants a constant", i);
	}
	return false;
}

static bool rop3_with_blending(const struct lint_state *st, char *why)
{
	u32 rop3 = FIELD_GET(COLOR_CONTROL_ROP3, lint_value(st, CB_COLOR_CONTROL));
	u32 i;

	for (i = 0; is_normal(st) && rop3 != ROP3_COPY && i < NUM_MRTS; i++)
		if (lint_blends(st, i))
			return because(why, "target %u is blended, and ROP3 is 0x%02x", i, rop3);
	return false;
}

/* ---- combinations, 8.1.2 ---- */

static bool samples_1d(const struct lint_state *st, char *why)
{
	u32 i;

	for (i = 0; is_normal(st) && i < NUM_MRTS; i++)
		if (lint_is_drawn(st, i) && lint_samples(st, i) > 1 &&
		    FIELD_GET(INFO_ARRAY_MODE, lint_info(st, i)) == R600_CS_1D_THIN1)
			return because(why, "target %u has %u samples in ARRAY_1D_TILED_THIN1", i,
				       lint_samples(st, i));
	return false;
}

static bool linear_endian(const struct lint_state *st, char *why)
{
	u32 i;

	for (i = 0; st->class == R600_CS_CAYMAN && is_normal(st) && i < NUM_MRTS; i++) {
		u32 info = lint_info(st, i);

		if (lint_is_drawn(st, i) && info & INFO_ENDIAN &&
		    FIELD_GET(INFO_ARRAY_MODE, info) == R600_CS_LINEAR_GENERAL)
			return because(why, "target %u is ARRAY_LINEAR_GENERAL with ENDIAN %u", i,
				       (u32)FIELD_GET(INFO_ENDIAN, info));
	}
	return false;
}

/* ---- dual source, 8.2 ---- */

static bool is_dual_source(const struct lint_state *st)
{
	u32 blend = lint_value(st, CB_BLEND0_CONTROL);
	u32 add_or_sub = BIT(0) | BIT(1) | BIT(4);

	return is_normal(st) && lint_blends(st, 0) && has_factor(blend, FACTORS_SRC1) &&
	       BIT(FIELD_GET(BLEND_COLOR_COMB, blend)) & add_or_sub;
}

static u32 count_outputs(u32 mask)
{
	u32 i, n = 0;

	for (i = 0; i < NUM_MRTS; i++)
		n += mask >> (4 * i) & 0xf ? 1 : 0;
	return n;
}

/* A second source is an export, too, but not an output of the mask. */
static bool shader_mask(const struct lint_state *st, char *why)
{
	u32 exports = FIELD_GET(EXPORT_COLORS, lint_value(st, SQ_PGM_EXPORTS_PS));
	u32 outputs = count_outputs(lint_value(st, CB_SHADER_MASK));

	if (!is_normal(st) || is_dual_source(st) || !lint_is_set(st, SQ_PGM_EXPORTS_PS) ||
	    !lint_is_set(st, CB_SHADER_MASK) || exports == outputs)
		return false;
	return because(why, "the shader exports %u colours, and CB_SHADER_MASK has %u outputs",
		       exports, outputs);
}

static bool dual_source_mask(const struct lint_state *st, char *why)
{
	u32 mask = lint_value(st, CB_SHADER_MASK);
	u32 i;

	/* The guide wants OUTPUT1_ENABLE to be 0, too, but says that nothing looks at it. */
	for (i = 2; is_dual_source(st) && i < NUM_MRTS; i++)
		if (mask >> (4 * i) & 0xf && !(lint_info(st, i) & INFO_RAT))
			return because(why, "with two sources, OUTPUT%u_ENABLE is %u", i,
				       mask >> (4 * i) & 0xf);
	return false;
}

static bool dual_source_format(const struct lint_state *st, char *why)
{
	u32 first = FIELD_GET(INFO_SOURCE_FORMAT, lint_info(st, 0));
	u32 second = FIELD_GET(INFO_SOURCE_FORMAT, lint_info(st, 1));

	return is_dual_source(st) && lint_is_set(st, lint_target(1, CB_INFO)) && first != second &&
	       because(why, "SOURCE_FORMAT of targets 0 and 1 is %u and %u", first, second);
}

/* ---- fast clear, 8.3 ---- */

/* The first target that is drawn to, is to be cleared fast, and @bad. */
static bool fast_cleared(const struct lint_state *st, u32 *at,
			 bool (*bad)(const struct lint_state *st, u32 i))
{
	for (*at = 0; lint_mode(st) != MODE_DISABLE && *at < NUM_MRTS; (*at)++)
		if (lint_is_drawn(st, *at) && lint_info(st, *at) & INFO_FAST_CLEAR && bad(st, *at))
			return true;
	return false;
}

static bool has_no_cmask(const struct lint_state *st, u32 i)
{
	return !lint_is_set(st, lint_target(i, CB_CMASK)) ||
	       !lint_is_set(st, lint_target(i, CB_CMASK_SLICE));
}

static bool fast_clear_cmask(const struct lint_state *st, char *why)
{
	u32 i;

	return fast_cleared(st, &i, has_no_cmask) &&
	       because(why, "target %u has no CB_COLOR%u_CMASK or its slice", i, i);
}

/* Without FMASK, its registers repeat those of the surface. */
static bool has_other_fmask(const struct lint_state *st, u32 i)
{
	u32 attrib = lint_value(st, lint_target(i, CB_ATTRIB));

	if (lint_info(st, i) & INFO_COMPRESSION)
		return false;
	return lint_value(st, lint_target(i, CB_FMASK)) != lint_value(st, lint_target(i, 0)) ||
	       lint_value(st, lint_target(i, CB_FMASK_SLICE)) !=
	       lint_value(st, lint_target(i, CB_SLICE)) ||
	       FIELD_GET(ATTRIB_FMASK_BANK_HEIGHT, attrib) !=
	       FIELD_GET(ATTRIB_BANK_HEIGHT, attrib);
}

static bool fast_clear_fmask(const struct lint_state *st, char *why)
{
	u32 i;

	return fast_cleared(st, &i, has_other_fmask) &&
	       because(why, "target %u has no FMASK, and its registers do not repeat the surface's",
		       i);
}

static bool is_plain_msaa(const struct lint_state *st, u32 i)
{
	return lint_samples(st, i) > 1 && !(lint_info(st, i) & INFO_COMPRESSION);
}

static bool fast_clear_msaa(const struct lint_state *st, char *why)
{
	u32 i;

	return fast_cleared(st, &i, is_plain_msaa) &&
	       because(why, "target %u has %u samples and is not compressed", i,
		       lint_samples(st, i));
}

static bool target_is_linear(const struct lint_state *st, u32 i)
{
	return lint_is_linear(lint_info(st, i));
}

static bool fast_clear_linear(const struct lint_state *st, char *why)
{
	u32 i;

	return fast_cleared(st, &i, target_is_linear) && because(why, "target %u is linear", i);
}

static bool has_x24(const struct lint_state *st, u32 i)
{
	return st->class == R600_CS_EVERGREEN &&
	       FIELD_GET(INFO_FORMAT, lint_info(st, i)) == FORMAT_X24_8_32_FLOAT &&
	       lint_value(st, lint_target(i, CB_CLEAR_WORD1)) & ~0xffu;
}

static bool fast_clear_x24(const struct lint_state *st, char *why)
{
	u32 i;

	return fast_cleared(st, &i, has_x24) &&
	       because(why, "target %u is X24_8_32, and CB_COLOR%u_CLEAR_WORD1 is 0x%x", i, i,
		       lint_value(st, lint_target(i, CB_CLEAR_WORD1)));
}

const struct lint_rule lint_color_rules[] = {
	{ "target-unset", "8.1.1", "what a target is made of has to be set", LINT_AT_DRAW,
	  target_unset },
	{ "compression-unset", "8.1.1", "a compressed target has CMASK and FMASK", LINT_AT_DRAW,
	  compression_unset },
	{ "shader-mask", "8.1.1", "there are as many outputs as exports", LINT_AT_DRAW,
	  shader_mask },
	{ "constant-unset", "8.1.1", "a blend constant that is used has to be set", LINT_AT_DRAW,
	  constant_unset },
	{ "rop3-with-blending", "8.1.2", "if any target is blended, ROP3 is 0xCC", LINT_AT_DRAW,
	  rop3_with_blending },
	{ "samples-1d", "8.1.2", "samples cannot be tiled in one dimension", LINT_AT_DRAW,
	  samples_1d },
	{ "linear-endian", "8.1.2", "ARRAY_LINEAR_GENERAL swaps no bytes (Cayman)", LINT_AT_DRAW,
	  linear_endian },
	{ "dual-source-mask", "8.2", "with two sources there are no outputs 2 to 7", LINT_AT_DRAW,
	  dual_source_mask },
	{ "dual-source-format", "8.2", "both sources have the same SOURCE_FORMAT", LINT_AT_DRAW,
	  dual_source_format },
	{ "fast-clear-cmask", "8.3", "fast clear needs a CMASK", LINT_AT_DRAW, fast_clear_cmask },
	{ "fast-clear-fmask", "8.3", "without FMASK its registers are the surface's", LINT_AT_DRAW,
	  fast_clear_fmask },
	{ "fast-clear-msaa", "8.3", "samples are compressed where fast clear is on", LINT_AT_DRAW,
	  fast_clear_msaa },
	{ "fast-clear-linear", "8.3", "there is no fast clear of linear surfaces", LINT_AT_DRAW,
	  fast_clear_linear },
	{ "rat-order", "8.6", "random access targets are behind all others", LINT_AT_DRAW,
	  rat_order },
	{ "fast-clear-x24", "8.3", "X24 is masked in CLEAR_WORD1 (Evergreen)", LINT_AT_DRAW,
	  fast_clear_x24 },
	{}
};

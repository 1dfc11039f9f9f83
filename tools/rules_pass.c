// SPDX-License-Identifier: MIT OR GPL-2.0
/* Rules of the guide on passes that the colour block makes over a surface: 8.1.3, 8.4, 8.5. */

#include "rules_target.h"

static bool is_pass(const struct lint_state *st)
{
	return lint_mode(st) >= MODE_ELIMINATE_FAST_CLEAR;
}

static bool is_resolve(const struct lint_state *st)
{
	return lint_mode(st) == MODE_RESOLVE;
}

static bool pass_shader_mask(const struct lint_state *st, char *why)
{
	u32 mask = lint_value(st, CB_SHADER_MASK);

	if (!is_pass(st) || !lint_is_set(st, CB_SHADER_MASK) || mask == 0xf)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "CB_SHADER_MASK is 0x%08x in mode %u", mask,
		 lint_mode(st));
	return true;
}

static bool pass_target_mask(const struct lint_state *st, char *why)
{
	u32 mask = lint_value(st, CB_TARGET_MASK) & 0xf;

	if (!is_pass(st) || !lint_is_set(st, CB_TARGET_MASK) || mask == 0xf)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "TARGET0_ENABLE is 0x%x in mode %u", mask,
		 lint_mode(st));
	return true;
}

static bool pass_blending(const struct lint_state *st, char *why)
{
	if (!is_pass(st) || !(lint_value(st, CB_BLEND0_CONTROL) & BLEND_ENABLE))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "CB_BLEND0_CONTROL.ENABLE is set in mode %u",
		 lint_mode(st));
	return true;
}

static bool pass_rop3(const struct lint_state *st, char *why)
{
	u32 rop3 = FIELD_GET(COLOR_CONTROL_ROP3, lint_value(st, CB_COLOR_CONTROL));

	if (!is_pass(st) || rop3 == ROP3_COPY)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "ROP3 is 0x%02x in mode %u", rop3, lint_mode(st));
	return true;
}

static bool decompress_plain(const struct lint_state *st, char *why)
{
	if (lint_mode(st) != MODE_DECOMPRESS || !lint_is_set(st, lint_target(0, CB_INFO)) ||
	    lint_info(st, 0) & INFO_COMPRESSION)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "target 0 is not compressed");
	return true;
}

static bool both_known(const struct lint_state *st)
{
	return is_resolve(st) && lint_is_set(st, lint_target(0, CB_INFO)) &&
	       lint_is_set(st, lint_target(1, CB_INFO));
}

static bool resolve_samples(const struct lint_state *st, char *why)
{
	u32 from = lint_samples(st, 0), to = lint_samples(st, 1);

	if (!both_known(st) || !from || !to || (from > 1 && to == 1))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "targets 0 and 1 have %u and %u samples", from, to);
	return true;
}

static bool resolve_fast_clear(const struct lint_state *st, char *why)
{
	if (!both_known(st) || !(lint_info(st, 1) & INFO_FAST_CLEAR))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "target 1 has FAST_CLEAR");
	return true;
}

static bool resolve_format(const struct lint_state *st, char *why)
{
	u32 same = INFO_ENDIAN | INFO_FORMAT | INFO_NUMBER_TYPE | INFO_COMP_SWAP;
	u32 differ = (lint_info(st, 0) ^ lint_info(st, 1)) & same;

	if (!both_known(st) || !differ)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "CB_COLOR0_INFO and CB_COLOR1_INFO differ in 0x%x",
		 differ);
	return true;
}

static bool resolve_blendable(const struct lint_state *st, char *why)
{
	u32 type = FIELD_GET(INFO_NUMBER_TYPE, lint_info(st, 0));

	if (!both_known(st) || (type != NUMBER_TYPE_UINT && type != NUMBER_TYPE_SINT))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "target 0 holds integers");
	return true;
}

static bool resolve_linear(const struct lint_state *st, char *why)
{
	u32 i = lint_is_linear(lint_info(st, 0)) ? 0 : 1;

	if (!both_known(st) || !lint_is_linear(lint_info(st, i)))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "target %u is linear", i);
	return true;
}

const struct lint_rule lint_pass_rules[] = {
	{ "pass-shader-mask", "8.4.4", "a pass enables all of OUTPUT0 and nothing else",
	  LINT_AT_DRAW, pass_shader_mask },
	{ "pass-target-mask", "8.4.4", "a pass enables all of TARGET0", LINT_AT_DRAW,
	  pass_target_mask },
	{ "pass-blending", "8.4.4", "a pass does not blend", LINT_AT_DRAW, pass_blending },
	{ "pass-rop3", "8.4.4", "a pass has no ROP3", LINT_AT_DRAW, pass_rop3 },
	{ "decompress-plain", "8.1.3", "only a compressed surface can be decompressed",
	  LINT_AT_DRAW, decompress_plain },
	{ "resolve-samples", "8.5", "a resolve goes from several samples to one", LINT_AT_DRAW,
	  resolve_samples },
	{ "resolve-fast-clear", "8.5", "the target of a resolve is not fast cleared", LINT_AT_DRAW,
	  resolve_fast_clear },
	{ "resolve-format", "8.5", "both surfaces of a resolve have the same format", LINT_AT_DRAW,
	  resolve_format },
	{ "resolve-blendable", "8.5", "the format of a resolve can be blended", LINT_AT_DRAW,
	  resolve_blendable },
	{ "resolve-linear", "8.5", "no surface of a resolve is linear", LINT_AT_DRAW,
	  resolve_linear },
	{}
};

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_RULES_TARGET_H
#define TOOLS_RULES_TARGET_H

#include <linux/bitfield.h>
#include <linux/types.h>

#include "checker/surface.h"
#include "checker/track.h"
#include "rules.h"
#include "rules_regs.h"

/* A register of colour target @i, @reg being one of CB_PITCH and the like. */
static inline u32 lint_target(u32 i, u32 reg)
{
	return i < NUM_MRTS ? CB_COLOR0_BASE + i * CB_COLOR0_STRIDE + reg :
		CB_COLOR8_BASE + (i - NUM_MRTS) * CB_COLOR8_STRIDE + reg;
}

static inline u32 lint_info(const struct lint_state *st, u32 i)
{
	return lint_value(st, lint_target(i, CB_INFO));
}

static inline u32 lint_mode(const struct lint_state *st)
{
	return FIELD_GET(COLOR_CONTROL_MODE, lint_value(st, CB_COLOR_CONTROL));
}

/*
 * Samples of target @i, or 0 if they are not known. A target of Cayman has its own number; on
 * Evergreen all have the rasteriser's, but for the one that a resolve writes.
 */
static inline u32 lint_samples(const struct lint_state *st, u32 i)
{
	bool cayman = st->class == R600_CS_CAYMAN;
	u32 reg = cayman ? lint_target(i, CB_ATTRIB) : PA_SC_AA_CONFIG_EVERGREEN;
	u32 value = lint_value(st, reg);

	if (!lint_is_set(st, reg))
		return 0;
	if (cayman)
		return 1u << FIELD_GET(ATTRIB_NUM_SAMPLES, value);
	return i == 1 && lint_mode(st) == MODE_RESOLVE ? 1 : 1u << FIELD_GET(AA_NUM_SAMPLES, value);
}

static inline bool lint_is_linear(u32 info)
{
	return FIELD_GET(INFO_ARRAY_MODE, info) <= R600_CS_LINEAR_ALIGNED;
}

/* Pixels go to target @i: it has a format, shaders export to it, it is not masked. */
static inline bool lint_is_drawn(const struct lint_state *st, u32 i)
{
	u32 mask = lint_value(st, CB_TARGET_MASK) & lint_value(st, CB_SHADER_MASK);

	return mask >> (4 * i) & 0xf && FIELD_GET(INFO_FORMAT, lint_info(st, i)) &&
	       !(lint_info(st, i) & INFO_RAT);
}

bool lint_blends(const struct lint_state *st, u32 i);

#endif

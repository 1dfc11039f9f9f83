/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DEFAULT_STATE_H
#define EVERGREEN_DEFAULT_STATE_H

#include <linux/types.h>

struct evergreen_state_run;

/**
 * struct evergreen_state_extent - registers that a default state covers
 */
struct evergreen_state_extent {
	/** @reg: offset of the first, in bytes */
	u32 reg;

	/** @count: number of registers */
	u32 count;
};

/**
 * struct evergreen_state - what registers hold before anybody has set them
 */
struct evergreen_state {
	/** @extents: the registers */
	const struct evergreen_state_extent *extents;

	/** @num_extents: how many extents */
	u32 num_extents;

	/** @runs: values of those that are not zero */
	const struct evergreen_state_run *runs;

	/** @num_runs: how many runs */
	u32 num_runs;
};

extern const struct evergreen_state evergreen_preamble_state, cayman_preamble_state;
extern const struct evergreen_state evergreen_rlc_state, cayman_rlc_state;

u32 evergreen_state_value(const struct evergreen_state *state, u32 reg);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_STATE_H
#define EVERGREEN_STATE_H

#include <linux/types.h>

struct evergreen_state_run;

/**
 * struct evergreen_state_extent - registers that a default state covers
 * @reg: offset of the first, in bytes
 * @count: how many
 */
struct evergreen_state_extent {
	u32 reg;
	u32 count;
};

/**
 * struct evergreen_state - what registers hold before anybody has set them
 * @extents: the registers
 * @num_extents: how many extents
 * @runs: values of those that are not zero
 * @num_runs: how many runs
 */
struct evergreen_state {
	const struct evergreen_state_extent *extents;
	u32 num_extents;
	const struct evergreen_state_run *runs;
	u32 num_runs;
};

extern const struct evergreen_state evergreen_preamble_state, cayman_preamble_state;
extern const struct evergreen_state evergreen_rlc_state, cayman_rlc_state;

u32 evergreen_state_value(const struct evergreen_state *state, u32 reg);

#endif

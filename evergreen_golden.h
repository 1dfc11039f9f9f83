/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GOLDEN_H
#define EVERGREEN_GOLDEN_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_golden - one correction
 * @reg: offset of the register
 * @mask: bits to replace
 * @value: what with
 */
struct evergreen_golden {
	u32 reg;
	u32 mask;
	u32 value;
};

/**
 * struct evergreen_golden_run - a piece of a family's list
 * @regs: the corrections
 * @count: how many; 0 ends the list
 */
struct evergreen_golden_run {
	const struct evergreen_golden *regs;
	u16 count;
};

extern const struct evergreen_golden_run evergreen_golden_cedar[];
extern const struct evergreen_golden_run evergreen_golden_redwood[];
extern const struct evergreen_golden_run evergreen_golden_juniper[];
extern const struct evergreen_golden_run evergreen_golden_cypress[];
extern const struct evergreen_golden_run evergreen_golden_palm[];
extern const struct evergreen_golden_run evergreen_golden_sumo[];
extern const struct evergreen_golden_run evergreen_golden_sumo2[];
extern const struct evergreen_golden_run evergreen_golden_barts[];
extern const struct evergreen_golden_run evergreen_golden_turks[];
extern const struct evergreen_golden_run evergreen_golden_caicos[];
extern const struct evergreen_golden_run evergreen_golden_cayman[];
extern const struct evergreen_golden_run evergreen_golden_aruba[];
extern const struct evergreen_golden_run evergreen_golden_aruba_small[];

void evergreen_golden_apply(struct evergreen_device *edev);

#endif

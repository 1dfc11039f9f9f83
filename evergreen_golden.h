/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GOLDEN_H
#define EVERGREEN_GOLDEN_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_golden - one correction
 */
struct evergreen_golden {
	/** @reg: offset of the register */
	u32 reg;

	/** @mask: bits to replace */
	u32 mask;

	/** @value: what with */
	u32 value;
};

/**
 * struct evergreen_golden_run - a piece of a family's list
 */
struct evergreen_golden_run {
	/** @regs: the corrections */
	const struct evergreen_golden *regs;

	/** @count: number of registers; 0 ends the list */
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

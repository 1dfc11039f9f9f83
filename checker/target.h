/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_TARGET_H
#define CHECKER_TARGET_H

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/types.h>

#include "run.h"
#include "surface.h"

/* CB_COLORn_VIEW and DB_DEPTH_VIEW. */
#define VIEW_SLICE_START	GENMASK(10, 0)
#define VIEW_SLICE_MAX		GENMASK(23, 13)
#define VIEW_BITS		(VIEW_SLICE_START | VIEW_SLICE_MAX)
/* CB_COLORn_INFO. */
#define INFO_FORMAT		GENMASK(7, 2)
#define INFO_ARRAY_MODE		GENMASK(11, 8)
#define INFO_FAST_CLEAR		BIT(17)
#define INFO_COMPRESSION	BIT(18)
#define INFO_RAT		BIT(26)
#define INFO_RESOURCE_TYPE	GENMASK(29, 27)
/* CB_COLOR_CONTROL. */
#define CONTROL_DEGAMMA		BIT(3)
#define CONTROL_MODE		GENMASK(6, 4)
#define  CONTROL_MODE_NORMAL	1
#define  CONTROL_MODE_RESOLVE	3
/* FMASK_DECOMPRESS. The field has room for 6 and 7, to which AMD gives no name on these chips. */
#define  CONTROL_MODE_LAST	5
#define CONTROL_ROP3		GENMASK(23, 16)
#define CONTROL_BITS		(CONTROL_ROP3 | CONTROL_MODE | CONTROL_DEGAMMA)

/**
 * struct r600_cs_target - one of the twelve targets, as its registers say
 */
struct r600_cs_target {
	/** @index: number of the colour target */
	u32 index;

	/** @base: its first register, in bytes */
	u32 base;

	/** @info: CB_COLORn_INFO */
	u32 info;

	/** @layers: slices that can be reached */
	u32 layers;

	/** @surface: one of them */
	struct r600_cs_surface surface;

	/** @layout: what its mode asks for */
	struct r600_cs_layout layout;
};

/* checker/target.c */
int r600_cs_check_color(struct r600_cs_run *run);
u32 r600_cs_color_mode(const struct r600_cs_run *run);
u32 r600_cs_log_samples(const struct r600_cs_run *run);
bool r600_cs_is_masked(const struct r600_cs_run *run, u32 index);
int r600_cs_refuse_target(struct r600_cs_run *run, u32 reg, const char *rule);
int r600_cs_reserved_bits(struct r600_cs_run *run, u32 reg, u32 allowed);
int r600_cs_check_fields(struct r600_cs_run *run, const u32 (*fields)[2], u32 count);
int r600_cs_check_first_slice(struct r600_cs_run *run, u32 reg);
int r600_cs_decode_target(struct r600_cs_run *run,
			  struct r600_cs_target *target);

/* Slices up to the last one that a draw can reach, see r600_cs_check_first_slice(). */
static inline u32 r600_cs_num_layers(u32 view)
{
	return FIELD_GET(VIEW_SLICE_MAX, view) + 1;
}

/* checker/depth.c */
int r600_cs_check_depth(struct r600_cs_run *run);
bool r600_cs_copies_depth(const struct r600_cs_run *run);

/* checker/rat.c */
int r600_cs_check_rat(struct r600_cs_run *run, struct r600_cs_target *target);

#endif

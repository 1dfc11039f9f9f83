/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A card that draws squares to a target, with a test of depth and a parameter.
 */
#ifndef TEST_SCREEN_H
#define TEST_SCREEN_H

#include "test_pipeline.h"

#define TARGET	0x700000u
#define DEPTH	0x740000u
#define STRIP	0x06u

/* (0,0) (1,0) (0,1) (1,1), as a position from -1 to 1 and as parameter 0. */
#define VERTICES \
	"ALU addr:4 count:7\n" \
	"EXPORT_DONE type:1 array_base:60 rw_gpr:1 sel_x:0 sel_y:1 sel_z:4 sel_w:5\n" \
	"EXPORT_DONE type:2 rw_gpr:2 sel_x:0 sel_y:1 sel_z:4 sel_w:5 eop:1\n" \
	"@4:\n" \
	"AND_INT T2.X, T0.X, literal.x\n" \
	"LSHR * T2.Y, T0.X, literal.x\n1, 0\n" \
	"INT_TO_FLT * T2.X, T2.X\n" \
	"INT_TO_FLT * T2.Y, T2.Y\n" \
	"MULADD T1.X, T2.X, literal.x, literal.y\n" \
	"MULADD * T1.Y, T2.Y, literal.x, literal.y\n0x40000000, 0xbf800000\n"

#define PIXELS \
	"ALU addr:3 count:3\n" \
	"EXPORT_DONE rw_gpr:1 sel_x:0 sel_y:1 sel_z:0 sel_w:5 eop:1\n" \
	"@3:\n" \
	"INTERP_XY T1.X, T0.Y, PARAM[0].X bank_swizzle:5\n" \
	"INTERP_XY T1.Y, T0.X, PARAM[0].X bank_swizzle:5\n" \
	"INTERP_XY T1.Z, T0.Y, PARAM[0].X write_mask:0 bank_swizzle:5\n" \
	"INTERP_XY * T1.W, T0.X, PARAM[0].X write_mask:0 bank_swizzle:5\n"

/* Target and depth are @pitch pixels wide and high, of which squares have @side from the corner on. */
static inline void start_screen(const char *chip, uint32_t pitch, uint32_t side)
{
	uint32_t band;				/* PA_CL_GB_VERT_CLIP_ADJ and three more */

	start(chip);
	band = gpu_config(card.gpu)->chip->cayman ? 0x28be8 : 0x28c0c;
	load(VS, VERTICES);
	load(PS, PIXELS);
	rasterize();
	for (uint32_t i = 0; i < 4; i++) {
		set_float(0x2843c + 4 * i, (float)side / 2);
		set_float(band + 4 * i, 1);		/* the guard band is the screen */
	}
	set_float(0x282d4, 1);
	set(0x286cc, 1);				/* one input, with this number at both ends */
	set(0x286e0, 1);
	set(0x2861c, 7);
	set(0x28644, 7);
	set(0x28c60, TARGET >> 8);
	set(0x28c64, pitch / 8 - 1);
	set(0x28c68, pitch * pitch / 64 - 1);
	set(0x28c70, 0x1a << 2 | 2 << 8);
	set(0x28238, 0xf);
	set(0x2823c, 0xf);
	set(0x28808, 0xcc0010);
	set(0x28040, 3 | 2 << 4);
	set(0x28048, DEPTH >> 8);
	set(0x28050, DEPTH >> 8);
	set(0x28058, (pitch / 8 - 1) | (pitch / 8 - 1) << 11);
	set(0x2805c, pitch * pitch / 64 - 1);
	set(0x28800, 2 | 4 | 3 << 4);			/* less or equal */
	set(0x2880c, 1 << 4);
	set(0x28b94, 0);
	set(0x28b98, 0);
	set(0x8958, STRIP);
	complaints(&card);
}

#endif

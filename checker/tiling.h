/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_TILING_H
#define CHECKER_TILING_H

#include "run.h"

/* Dwords that say how a surface is tiled. */
enum r600_cs_tiled_dword {
	R600_CS_TILED_DB_Z_INFO,
	R600_CS_TILED_CB_INFO,
	R600_CS_TILED_CB_ATTRIB,
	R600_CS_TILED_TEX_WORD1,
	R600_CS_TILED_TEX_WORD6,
	R600_CS_TILED_TEX_WORD7,
};

/* checker/tiling.c */
u32 r600_cs_tiled(const struct r600_cs_chip *chip, enum r600_cs_tiled_dword which,
		  u32 tiling, u32 value);
int r600_cs_tile(struct r600_cs_run *run, enum r600_cs_tiled_dword which, u32 dw,
		 u32 buffer, u32 *value);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Programs: what vertices and pixels are made of. Their texts are in programs/. */
#ifndef DRAW_PROGRAMS_H
#define DRAW_PROGRAMS_H

#include <stdint.h>

/* Behind a program there has to be something, for the card fetches ahead. */
#define PROGRAM_DWORDS	512u

enum program {
	PROGRAM_VERTEX, PROGRAM_TURN,			/* of vertices */
	PROGRAM_COLOR, PROGRAM_SOLID, PROGRAM_TEXTURE, PROGRAM_TEXELS, PROGRAM_MULADD,	/* of pixels */
	PROGRAMS
};

enum program_isa { ISA_EVERGREEN, ISA_CAYMAN, ISAS };

extern const uint32_t program_words[PROGRAMS][ISAS][PROGRAM_DWORDS];

/* Multiplications and additions that PROGRAM_MULADD has for a pixel. */
uint32_t program_muladd_flops(enum program_isa isa);

/* How many registers it uses. */
uint32_t program_gprs(enum program program);

#endif

// SPDX-License-Identifier: MIT OR GPL-2.0
#include "programs.h"

const uint32_t program_words[PROGRAMS][ISAS][PROGRAM_DWORDS] = {
#include "programs.inc"
};

uint32_t program_muladd_flops(enum program_isa isa)
{
	const uint32_t clauses = 24, groups = 16, slots = isa == ISA_CAYMAN ? 4 : 5;

	return clauses * groups * slots * 2;
}

uint32_t program_gprs(enum program program)
{
	static const uint8_t gprs[PROGRAMS] = {
		[PROGRAM_VERTEX] = 3, [PROGRAM_TURN] = 4, [PROGRAM_COLOR] = 2, [PROGRAM_SOLID] = 1,
		[PROGRAM_TEXTURE] = 2, [PROGRAM_TEXELS] = 2, [PROGRAM_MULADD] = 3,
	};

	return gprs[program];
}

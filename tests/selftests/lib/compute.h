/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* State of compute: registers that a dispatch needs, and packets with the compute bit. */
#ifndef SELFTEST_COMPUTE_H
#define SELFTEST_COMPUTE_H

#include "pm4.h"

#define COMPUTE			(1u << 1)	/* of a header */
#define SQ_PGM_START_LS		0x288d0u	/* its resources follow */
#define VGT_GS_MODE		0x28a40u
#define GS_MODE_COMPUTE		(1u << 14)
#define VGT_SHADER_STAGES_EN	0x28b54u
#define STAGES_COMPUTE		2

static inline void compute_set(struct cs *cs, uint32_t reg, uint32_t value)
{
	cs_emit(cs, pm4_type3(PM4_SET_CONTEXT_REG, 2) | COMPUTE);
	cs_emit(cs, (reg - CONTEXT_REG_BASE) / 4);
	cs_emit(cs, value);
}

/* The stage and its mode; where the program is comes from the caller. */
static inline void compute_stage(struct cs *cs)
{
	compute_set(cs, VGT_SHADER_STAGES_EN, STAGES_COMPUTE);
	compute_set(cs, VGT_GS_MODE, GS_MODE_COMPUTE);
}

#endif

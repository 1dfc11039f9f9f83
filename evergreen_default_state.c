// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: default state
 *
 * What the context registers hold before a client has set them. There are two
 * such states: one that the command processor is given at start, between the
 * markers of PREAMBLE_CNTL, and loads whenever it meets CLEAR_STATE; and a
 * fuller one that the RLC of APUs restores after the shader core has been without
 * power.
 *
 * Most of the values are zero. A state is therefore a list of extents of
 * registers, and a list of runs that are not zero. Offsets are in bytes.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/array_size.h>
#include <linux/build_bug.h>

#include "evergreen_default_state.h"

/* Registers from @reg on whose values take turns between two. */
struct evergreen_state_run {
	u32 reg;
	u32 count;
	u32 value[2];
};

#define ONE(reg, value)			{ reg, 1, { value, value } }
#define ALL(reg, count, value)		{ reg, count, { value, value } }
#define PAIRS(reg, count, even, odd)	{ reg, count, { even, odd } }

static const struct evergreen_state_extent evergreen_preamble_state_extents[] = {
	{ 0x288ec, 1 }, { 0x28900, 6 }, { 0x2891c, 4 }, { 0x28040, 2 }, { 0x28800, 1 },
	{ 0x28000, 6 }, { 0x28028, 2 }, { 0x28b70, 1 }, { 0x28200, 1 }, { 0x2820c, 13 },
	{ 0x28250, 34 }, { 0x28350, 1 }, { 0x28a48, 2 }, { 0x28c00, 16 }, { 0x28808, 13 },
	{ 0x28b78, 6 }, { 0x288a4, 1 }, { 0x288a8, 1 }, { 0x28400, 9 }, { 0x28aa0, 2 },
	{ 0x28ab4, 2 }, { 0x28a00, 17 }, { 0x28a84, 1 }, { 0x28a94, 1 }, { 0x28b54, 1 },
	{ 0x28b94, 2 }, { 0x28780, 1 }, { 0x286c4, 1 }, { 0x2861c, 1 }, { 0x28644, 1 },
	{ 0x286cc, 11 }, { 0x28c58, 2 },
};

static const struct evergreen_state_run evergreen_preamble_state_runs[] = {
	ONE(0x28000, 0x00000060),	/* DB_RENDER_CONTROL */
	ONE(0x2800c, 0x0000002a),	/* DB_RENDER_OVERRIDE */
	ONE(0x28b70, 0x0000aa00),	/* DB_ALPHA_TO_MASK */
	ONE(0x2820c, 0x0000ffff),	/* PA_SC_CLIPRECT_RULE */
	PAIRS(0x28210, 8, 0x00000000, 0x20002000),	/* PA_SC_CLIPRECT_0_TL */
	ONE(0x28230, 0xaaaaaaaa),	/* PA_SC_EDGERULE */
	ALL(0x28238, 2, 0x0000000f),	/* CB_TARGET_MASK */
	PAIRS(0x28250, 32, 0x80000000, 0x20002000),	/* PA_SC_VPORT_SCISSOR_0_TL */
	ONE(0x282d4, 0x3f800000),	/* PA_SC_VPORT_ZMAX_0 */
	ONE(0x28c08, 0x00000005),	/* PA_SU_VTX_CNTL */
	ALL(0x28c0c, 4, 0x3f800000),	/* PA_CL_GB_VERT_CLIP_ADJ */
	ONE(0x28c3c, 0xffffffff),	/* PA_SC_AA_MASK */
	ONE(0x28808, 0x00cc0010),	/* CB_COLOR_CONTROL */
	ONE(0x2880c, 0x00000210),	/* DB_SHADER_CONTROL */
	ONE(0x28810, 0x00010000),	/* PA_CL_CLIP_CNTL */
	ONE(0x28814, 0x00000004),	/* PA_SU_SC_MODE_CNTL */
	ONE(0x28818, 0x00000100),	/* PA_CL_VTE_CNTL */
	ONE(0x28400, 0x00ffffff),	/* VGT_MAX_VTX_INDX */
	ONE(0x28a08, 0x00000008),	/* PA_SU_LINE_CNTL */
	ONE(0x28644, 0x00000100),	/* SPI_PS_INPUT_CNTL_0 */
	ONE(0x286cc, 0x20000001),	/* SPI_PS_IN_CONTROL_0 */
	ONE(0x286e0, 0x00100000),	/* SPI_BARYC_CNTL */
	ONE(0x28c58, 0x0000000e),	/* VGT_VERTEX_REUSE_BLOCK_CNTL */
	ONE(0x28c5c, 0x00000010),	/* VGT_OUT_DEALLOC_CNTL */
};

static const struct evergreen_state_extent cayman_preamble_state_extents[] = {
	{ 0x28000, 6 }, { 0x28028, 2 }, { 0x2803c, 3 }, { 0x28200, 1 }, { 0x2820c, 13 },
	{ 0x28250, 34 }, { 0x28350, 1 }, { 0x28364, 2 }, { 0x28400, 9 }, { 0x2861c, 1 },
	{ 0x28644, 2 }, { 0x286c4, 1 }, { 0x286cc, 16 }, { 0x28780, 1 }, { 0x28800, 14 },
	{ 0x288a4, 2 }, { 0x288ec, 1 }, { 0x28900, 6 }, { 0x2891c, 4 }, { 0x28a00, 17 },
	{ 0x28a48, 2 }, { 0x28a84, 1 }, { 0x28a94, 1 }, { 0x28aa0, 2 }, { 0x28ab4, 2 },
	{ 0x28b54, 1 }, { 0x28b70, 1 }, { 0x28b78, 6 }, { 0x28b94, 2 }, { 0x28bd4, 27 },
	{ 0x28c58, 2 },
};

static const struct evergreen_state_run cayman_preamble_state_runs[] = {
	ONE(0x28000, 0x00000060),	/* DB_RENDER_CONTROL */
	ONE(0x2800c, 0x0000002a),	/* DB_RENDER_OVERRIDE */
	ONE(0x2820c, 0x0000ffff),	/* PA_SC_CLIPRECT_RULE */
	PAIRS(0x28210, 8, 0x00000000, 0x20002000),	/* PA_SC_CLIPRECT_0_TL */
	ONE(0x28230, 0xaaaaaaaa),	/* PA_SC_EDGERULE */
	ALL(0x28238, 2, 0x0000000f),	/* CB_TARGET_MASK */
	PAIRS(0x28250, 32, 0x80000000, 0x20002000),	/* PA_SC_VPORT_SCISSOR_0_TL */
	ONE(0x282d4, 0x3f800000),	/* PA_SC_VPORT_ZMAX_0 */
	ONE(0x28400, 0x00ffffff),	/* VGT_MAX_VTX_INDX */
	ONE(0x2861c, 0x00000100),	/* SPI_VS_OUT_ID_0 */
	ONE(0x28644, 0x00000100),	/* SPI_PS_INPUT_CNTL_0 */
	ONE(0x28648, 0x00000101),	/* SPI_PS_INPUT_CNTL_1 */
	ONE(0x286cc, 0x20000001),	/* SPI_PS_IN_CONTROL_0 */
	ONE(0x286e0, 0x00100000),	/* SPI_BARYC_CNTL */
	ONE(0x28808, 0x00cc0010),	/* CB_COLOR_CONTROL */
	ONE(0x2880c, 0x00000210),	/* DB_SHADER_CONTROL */
	ONE(0x28810, 0x00010000),	/* PA_CL_CLIP_CNTL */
	ONE(0x28814, 0x00000004),	/* PA_SU_SC_MODE_CNTL */
	ONE(0x28818, 0x00000100),	/* PA_CL_VTE_CNTL */
	ONE(0x28a08, 0x00000008),	/* PA_SU_LINE_CNTL */
	ONE(0x28b70, 0x0000aa00),	/* DB_ALPHA_TO_MASK */
	ONE(0x28bd4, 0x76543210),	/* PA_SC_CENTROID_PRIORITY_0 */
	ONE(0x28bd8, 0xfedcba98),	/* PA_SC_CENTROID_PRIORITY_1 */
	ONE(0x28be4, 0x00000005),	/* PA_SU_VTX_CNTL */
	ALL(0x28be8, 4, 0x3f800000),	/* PA_CL_GB_VERT_CLIP_ADJ */
	ALL(0x28c38, 2, 0xffffffff),	/* PA_SC_AA_MASK_X0Y0_X1Y0 */
	ONE(0x28c58, 0x0000000e),	/* VGT_VERTEX_REUSE_BLOCK_CNTL */
	ONE(0x28c5c, 0x00000010),	/* VGT_OUT_DEALLOC_CNTL */
};

static const struct evergreen_state_extent evergreen_rlc_state_extents[] = {
	{ 0x28000, 488 }, { 0x287d4, 6 }, { 0x28800, 55 }, { 0x288e8, 98 }, { 0x28a78, 5 },
	{ 0x28a94, 56 }, { 0x28b78, 290 }, { 0x3ff00, 3 }, { 0x3cff0, 2 },
};

static const struct evergreen_state_run evergreen_rlc_state_runs[] = {
	ONE(0x28034, 0x40004000),	/* PA_SC_SCREEN_SCISSOR_BR */
	ONE(0x28204, 0x80000000),	/* PA_SC_WINDOW_SCISSOR_TL */
	ONE(0x28208, 0x40004000),	/* PA_SC_WINDOW_SCISSOR_BR */
	ONE(0x2820c, 0x0000ffff),	/* PA_SC_CLIPRECT_RULE */
	PAIRS(0x28210, 8, 0x00000000, 0x40004000),	/* PA_SC_CLIPRECT_0_TL */
	ONE(0x28230, 0xaa99aaaa),	/* PA_SC_EDGERULE */
	ALL(0x28238, 2, 0xffffffff),	/* CB_TARGET_MASK */
	ONE(0x28240, 0x80000000),	/* PA_SC_GENERIC_SCISSOR_TL */
	ONE(0x28244, 0x40004000),	/* PA_SC_GENERIC_SCISSOR_BR */
	PAIRS(0x28250, 32, 0x80000000, 0x40004000),	/* PA_SC_VPORT_SCISSOR_0_TL */
	PAIRS(0x282d0, 32, 0x00000000, 0x3f800000),	/* PA_SC_VPORT_ZMIN_0 */
	ONE(0x28400, 0xffffffff),	/* VGT_MAX_VTX_INDX */
	ONE(0x286c8, 0x00000001),	/* SPI_THREAD_GROUPING */
	ONE(0x28724, 0x00003fff),	/* GDS_ADDR_SIZE */
	ONE(0x28728, 0x00000001),	/* GDS_ORDERED_WAVE_PER_SE */
	ONE(0x2880c, 0x00000200),	/* DB_SHADER_CONTROL */
	ONE(0x28c00, 0x00001000),	/* PA_SC_LINE_CNTL */
	ONE(0x28c08, 0x00000005),	/* PA_SU_VTX_CNTL */
	ALL(0x28c0c, 4, 0x3f800000),	/* PA_CL_GB_VERT_CLIP_ADJ */
	ONE(0x28c3c, 0xffffffff),	/* PA_SC_AA_MASK */
	ONE(0x28c58, 0x0000000e),	/* VGT_VERTEX_REUSE_BLOCK_CNTL */
	ONE(0x28c5c, 0x00000010),	/* VGT_OUT_DEALLOC_CNTL */
	ALL(0x3ff00, 3, 0xffffffff),	/* SQ_TEX_SAMPLER_CLEAR */
};

static const struct evergreen_state_extent cayman_rlc_state_extents[] = {
	{ 0x28000, 488 }, { 0x287d4, 6 }, { 0x28800, 55 }, { 0x288e8, 99 }, { 0x28a78, 5 },
	{ 0x28a94, 56 }, { 0x28b78, 290 }, { 0x3ff00, 3 }, { 0x3cff0, 2 },
};

static const struct evergreen_state_run cayman_rlc_state_runs[] = {
	ONE(0x28034, 0x40004000),	/* PA_SC_SCREEN_SCISSOR_BR */
	ONE(0x28204, 0x80000000),	/* PA_SC_WINDOW_SCISSOR_TL */
	ONE(0x28208, 0x40004000),	/* PA_SC_WINDOW_SCISSOR_BR */
	ONE(0x2820c, 0x0000ffff),	/* PA_SC_CLIPRECT_RULE */
	PAIRS(0x28210, 8, 0x00000000, 0x40004000),	/* PA_SC_CLIPRECT_0_TL */
	ONE(0x28230, 0xaa99aaaa),	/* PA_SC_EDGERULE */
	ALL(0x28238, 2, 0xffffffff),	/* CB_TARGET_MASK */
	ONE(0x28240, 0x80000000),	/* PA_SC_GENERIC_SCISSOR_TL */
	ONE(0x28244, 0x40004000),	/* PA_SC_GENERIC_SCISSOR_BR */
	PAIRS(0x28250, 32, 0x80000000, 0x40004000),	/* PA_SC_VPORT_SCISSOR_0_TL */
	PAIRS(0x282d0, 32, 0x00000000, 0x3f800000),	/* PA_SC_VPORT_ZMIN_0 */
	ONE(0x28400, 0xffffffff),	/* VGT_MAX_VTX_INDX */
	ONE(0x286c8, 0x00000001),	/* SPI_THREAD_GROUPING */
	ONE(0x286cc, 0x00000002),	/* SPI_PS_IN_CONTROL_0 */
	ONE(0x28724, 0x00003fff),	/* GDS_ADDR_SIZE */
	ONE(0x2880c, 0x00000200),	/* DB_SHADER_CONTROL */
	ONE(0x28a54, 0x00000100),	/* VGT_GS_PER_ES */
	ONE(0x28a58, 0x00000080),	/* VGT_ES_PER_GS */
	ONE(0x28a5c, 0x00000002),	/* VGT_GS_PER_VS */
	ONE(0x28aa8, 0x000000ff),	/* IA_MULTI_VGT_PARAM */
	ONE(0x28bdc, 0x00001000),	/* PA_SC_LINE_CNTL */
	ONE(0x28be4, 0x00000005),	/* PA_SU_VTX_CNTL */
	ALL(0x28be8, 4, 0x3f800000),	/* PA_CL_GB_VERT_CLIP_ADJ */
	ALL(0x28c38, 2, 0xffffffff),	/* PA_SC_AA_MASK_X0Y0_X1Y0 */
	ONE(0x28c58, 0x0000000e),	/* VGT_VERTEX_REUSE_BLOCK_CNTL */
	ONE(0x28c5c, 0x00000010),	/* VGT_OUT_DEALLOC_CNTL */
	ALL(0x3ff00, 3, 0xffffffff),	/* SQ_TEX_SAMPLER_CLEAR */
};

#define STATE(name)								\
	const struct evergreen_state name = {					\
		.extents = name##_extents,					\
		.num_extents = ARRAY_SIZE(name##_extents),			\
		.runs = name##_runs,						\
		.num_runs = ARRAY_SIZE(name##_runs),				\
	}

STATE(evergreen_preamble_state);
STATE(cayman_preamble_state);
STATE(evergreen_rlc_state);
STATE(cayman_rlc_state);

/**
 * evergreen_state_value() - value of a register in a default state
 * @state: the state
 * @reg: offset of the register
 *
 * Return: the value; 0 for registers that the state does not cover.
 */
u32 evergreen_state_value(const struct evergreen_state *state, u32 reg)
{
	const struct evergreen_state_run *run;
	u32 i, index;

	for (i = 0; i < state->num_runs; i++) {
		run = &state->runs[i];
		index = (reg - run->reg) / sizeof(u32);
		if (reg >= run->reg && index < run->count)
			return run->value[index & 1];
	}
	return 0;
}

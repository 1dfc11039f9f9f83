// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: common state
 *
 * Registers keep what others have left, so all that a draw depends on is set. One sample, no
 * clipping, no culling, nothing between vertices and primitives, and one color target; what
 * pixels get from vertices is one value of four floats, in perspective.
 *
 * Evergreen's SQ is divided between stages: registers by demand, threads and stack as for the
 * smallest chip. Cayman does that by itself.
 *
 * Sources: the command buffers of a Radeon HD 7350 that A. Surati has published (CC BY 4.0) for
 * what is divided and how vertices are cut; AMD's register guides for the rest; Mesa's r600 for
 * what Cayman has elsewhere.
 */
#include <stddef.h>

#include "pm4.h"
#include "regs.h"
#include "state.h"

#define WAIT_3D_IDLE	(1u << 15)
#define ONE		0x3f800000u	/* as a float */
/* Pixels are where their centers are; positions are cut to 1/256 of one. */
#define VERTICES_CUT	0x29u

/* @n registers in a row have the value. */
struct run {
	uint32_t reg, n, value;
};

static const struct run config_evergreen[] = {
	{ SQ_CONFIG, 1, 0xe4f00002 },			/* priorities; color exports of 16 bits */
	{ SQ_GPR_RESOURCE_MGMT_1, 1, 4u << 28 },	/* temporaries of clauses; the rest by demand */
	{ SQ_GPR_RESOURCE_MGMT_2, 2, 0 },
	{ SQ_GLOBAL_GPR_RESOURCE_MGMT_1, 2, 0 },
	{ SQ_THREAD_RESOURCE_MGMT, 1, 0x10101060 },	/* PS 96, VS, GS and ES 16 */
	{ SQ_THREAD_RESOURCE_MGMT + 4, 1, 0x00001010 },
	{ SQ_STACK_RESOURCE_MGMT_1, 3, 0x002a002a },	/* a sixth of 256 entries each */
	{ SQ_LDS_RESOURCE_MGMT, 1, 0x10001000 },
};

static const struct run config_cayman[] = {
	{ SQ_CONFIG, 1, 0x00000002 },
	{ SQ_GPR_RESOURCE_MGMT_1, 1, 4u << 28 },
	{ SQ_GLOBAL_GPR_RESOURCE_MGMT_1, 2, 0 },
};

static const struct run config_all[] = {
	{ SQ_DYN_GPR_CNTL_PS_FLUSH_REQ, 1, 1u << 8 },	/* by demand */
	{ SPI_CONFIG_CNTL, 1, 0 },
	{ SPI_CONFIG_CNTL_1, 1, 4 },
	{ PA_CL_ENHANCE, 1, 7 },			/* three clippers, reordered */
};

static const struct run context_all[] = {
	{ DB_RENDER_CONTROL, 1, 0 },
	{ DB_RENDER_CONTROL + 4, 1, 1 },		/* nothing is counted */
	{ DB_RENDER_CONTROL + 8, 1, 0 },
	{ DB_RENDER_OVERRIDE, 1, 0x2a },		/* no hierarchies of depth and stencil */
	{ DB_RENDER_OVERRIDE + 4, 1, 0 },
	{ DB_STENCIL_CLEAR, 2, 0 },
	{ DB_STENCILREFMASK, 2, 0 },
	{ DB_SHADER_CONTROL, 1, 1u << 4 },		/* before the program if that makes no difference */
	{ DB_HTILE_SURFACE, 1, 0 },
	{ DB_SRESULTS_COMPARE_STATE0, 3, 0 },
	{ DB_ALPHA_TO_MASK, 1, 0 },

	{ PA_SC_SCREEN_SCISSOR_TL, 1, 0 },
	{ PA_SC_SCREEN_SCISSOR_TL + 4, 1, 0x40004000 },
	{ PA_SC_WINDOW_OFFSET, 1, 0 },
	{ PA_SC_CLIPRECT_RULE, 1, 0xffff },		/* wherever the clip rectangles are */
	{ PA_SC_EDGERULE, 1, 0xaaaaaaaa },
	{ PA_SU_HARDWARE_SCREEN_OFFSET, 1, 0 },
	{ PA_SC_GENERIC_SCISSOR_TL, 1, 0 },
	{ PA_SC_GENERIC_SCISSOR_TL + 4, 1, 0x40004000 },
	{ PA_SC_MODE_CNTL_0, 2, 0 },			/* one sample, no scissor of viewports */

	{ PA_SC_VPORT_ZMIN_0, 1, 0 },
	{ PA_SC_VPORT_ZMIN_0 + 4, 1, ONE },
	{ PA_CL_CLIP_CNTL, 1, CLIP_NOTHING },
	{ PA_SU_SC_MODE_CNTL, 1, 0x00080240 },		/* filled from both sides; the last vertex provokes */
	{ PA_CL_VS_OUT_CNTL, 1, 0 },
	{ PA_CL_NANINF_CNTL, 1, 0 },
	{ PA_SU_POINT_SIZE, 2, 0x00080008 },
	{ PA_SU_LINE_CNTL, 1, 8 },
	{ PA_SU_POLY_OFFSET_DB_FMT_CNTL, 6, 0 },

	{ VGT_MAX_VTX_INDX, 1, 0xffffffff },
	{ VGT_MAX_VTX_INDX + 4, 3, 0 },
	{ VGT_OUTPUT_PATH_CNTL, 13, 0 },
	{ VGT_PRIMITIVEID_EN, 1, 0 },
	{ VGT_MULTI_PRIM_IB_RESET_EN, 1, 0 },
	{ VGT_REUSE_OFF, 2, 0 },
	{ VGT_SHADER_STAGES_EN, 2, 0 },
	{ VGT_TF_PARAM, 1, 0 },
	{ VGT_STRMOUT_CONFIG, 2, 0 },

	{ SQ_ALU_CONST_BUFFER_SIZE_PS_0, 48, 0 },
	{ SQ_ALU_CONST_BUFFER_SIZE_HS_0, 32, 0 },
	{ SQ_PGM_RESOURCES_FS, 1, 0 },
	{ SQ_LDS_ALLOC, 1, 0 },
	{ SQ_VTX_SEMANTIC_CLEAR, 1, 0xffffffff },
	{ SQ_ESGS_RING_ITEMSIZE, 6, 0 },
	{ SQ_GS_VERT_ITEMSIZE, 4, 0 },

	{ SPI_VS_OUT_ID_0, 1, 1 },			/* the value is number 1, */
	{ SPI_VS_OUT_ID_0 + 4, 9, 0 },
	{ SPI_PS_INPUT_CNTL_0, 1, 1 },			/* and pixels want that */
	{ SPI_VS_OUT_CONFIG, 1, 0 },
	{ SPI_THREAD_GROUPING, 1, 0 },
	{ SPI_PS_IN_CONTROL_0, 1, PERSPECTIVE_GRADIENT | 1 },
	{ SPI_PS_IN_CONTROL_0 + 4, 1, 0 },
	{ SPI_INTERP_CONTROL_0, 3, 0 },
	{ SPI_BARYC_CNTL, 1, PERSPECTIVE_CENTER },
	{ SPI_BARYC_CNTL + 4, 1, 0 },

	{ CB_TARGET_MASK, 2, 0xf },
	{ SX_MISC, 1, 0 },
	{ SX_SURFACE_SYNC, 1, 0xf },
	{ SX_ALPHA_TEST_CONTROL, 1, 0 },
	{ CB_BLEND_RED, 4, 0 },
	{ CB_COLOR_CONTROL, 1, NORMAL_COPY },
	{ CB_COLOR0_INFO + 1 * CB_COLOR_STEP, 1, 0 },
	{ CB_COLOR0_INFO + 2 * CB_COLOR_STEP, 1, 0 },
	{ CB_COLOR0_INFO + 3 * CB_COLOR_STEP, 1, 0 },
	{ CB_COLOR0_INFO + 4 * CB_COLOR_STEP, 1, 0 },
	{ CB_COLOR0_INFO + 5 * CB_COLOR_STEP, 1, 0 },
	{ CB_COLOR0_INFO + 6 * CB_COLOR_STEP, 1, 0 },
	{ CB_COLOR0_INFO + 7 * CB_COLOR_STEP, 1, 0 },
	{ CB_COLOR8_INFO + 0 * CB_COLOR8_STEP, 1, 0 },
	{ CB_COLOR8_INFO + 1 * CB_COLOR8_STEP, 1, 0 },
	{ CB_COLOR8_INFO + 2 * CB_COLOR8_STEP, 1, 0 },
	{ CB_COLOR8_INFO + 3 * CB_COLOR8_STEP, 1, 0 },
};

static const struct run context_evergreen[] = {
	{ SQ_DYN_GPR_RESOURCE_LIMIT_1, 1, 0x3def7bde },	/* no limits */
	{ PA_SC_LINE_CNTL, 1, 0 },
	{ PA_SC_AA_CONFIG, 1, 0 },
	{ PA_SC_AA_MASK, 1, 0x01010101 },
	{ PA_SU_VTX_CNTL, 1, VERTICES_CUT },
	{ PA_CL_GB_VERT_CLIP_ADJ, 4, ONE },
};

static const struct run context_cayman[] = {
	{ DB_EQAA_CAYMAN, 1, 0 },
	{ PA_SC_LINE_CNTL_CAYMAN, 1, 0 },
	{ PA_SC_AA_CONFIG_CAYMAN, 1, 0 },
	{ PA_SC_AA_MASK_CAYMAN, 2, 0x00010001 },
	{ PA_SU_VTX_CNTL_CAYMAN, 1, VERTICES_CUT },
	{ PA_CL_GB_VERT_CLIP_ADJ_CAYMAN, 4, ONE },
};

static void set_runs(struct cs *cs, enum pm4_opcode op, uint32_t base, const struct run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		cs_emit(cs, pm4_type3(op, runs[i].n + 1));
		cs_emit(cs, (runs[i].reg - base) / 4);
		for (uint32_t k = 0; k < runs[i].n; k++)
			cs_emit(cs, runs[i].value);
	}
}

#define SET_CONFIG(cs, runs)	set_runs(cs, PM4_SET_CONFIG_REG, CONFIG_REG_BASE, runs, ARRAY_SIZE(runs))
#define SET_CONTEXT(cs, runs)	set_runs(cs, PM4_SET_CONTEXT_REG, CONTEXT_REG_BASE, runs, ARRAY_SIZE(runs))

void set_config_reg(struct cs *cs, uint32_t reg, uint32_t value)
{
	const struct run run[] = { { reg, 1, value } };

	SET_CONFIG(cs, run);
}

void set_context_reg(struct cs *cs, uint32_t reg, uint32_t value)
{
	pm4_set_context_regs(cs, reg, &value, 1);
}

void set_common_state(struct cs *cs, bool cayman)
{
	set_config_reg(cs, WAIT_UNTIL, WAIT_3D_IDLE);
	if (cayman)
		SET_CONFIG(cs, config_cayman);
	else
		SET_CONFIG(cs, config_evergreen);
	SET_CONFIG(cs, config_all);
	SET_CONTEXT(cs, context_all);
	if (cayman)
		SET_CONTEXT(cs, context_cayman);
	else
		SET_CONTEXT(cs, context_evergreen);
}

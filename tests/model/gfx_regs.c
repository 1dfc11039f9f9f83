// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: registers that command streams set: configuration and constants
 *
 * SET_CONFIG_REG reaches 0x8000..0xac00. The rows here store what is written: no
 * shader runs, so nothing reads them. A register that another block has a row
 * for (GRBM_GFX_INDEX, what gfx.c gives the driver to program) is left to it.
 *
 * Resources, samplers, loop, boolean and control constants have no names of
 * their own; a row each covers the space.
 *
 * Source: the register lists that the kernel's checker is built from, and its
 * evergreend.h and nid.h; Mesa for what only Mesa names. All bits of these
 * registers store: which ones are reserved is in no list that is complete.
 */
#include <string.h>

#include "cp.h"
#include "gfx_regs.h"

static const struct gpu_reg common_config[] = {
	K(0x088b0, "VGT_VTX_VECT_EJECT_REG"),
	K(0x088c4, "VGT_CACHE_INVALIDATION"),
	K(0x088d4, "VGT_GS_VERTEX_REUSE"),
	K(0x08958, "VGT_PRIMITIVE_TYPE"),
	K(0x0895c, "VGT_INDEX_TYPE"),
	K(0x08970, "VGT_NUM_INDICES"),
	K(0x08974, "VGT_NUM_INSTANCES"),
	K(0x08990, "VGT_COMPUTE_DIM_X"),
	K(0x08994, "VGT_COMPUTE_DIM_Y"),
	K(0x08998, "VGT_COMPUTE_DIM_Z"),
	K(0x0899c, "VGT_COMPUTE_START_X"),
	K(0x089a0, "VGT_COMPUTE_START_Y"),
	K(0x089a4, "VGT_COMPUTE_START_Z"),
	K(0x089ac, "VGT_COMPUTE_THREAD_GROUP_SIZE"),
	K(0x08a14, "PA_CL_ENHANCE"),
	K(0x08a60, "PA_SU_LINE_STIPPLE_VALUE"),
	K(0x08b10, "PA_SC_LINE_STIPPLE_STATE"),
	K(0x08bf0, "PA_SC_ENHANCE"),
	K(0x08c00, "SQ_CONFIG"),
	K(0x08c04, "SQ_GPR_RESOURCE_MGMT_1"),
	K(0x08c10, "SQ_GLOBAL_GPR_RESOURCE_MGMT_1"),
	K(0x08c14, "SQ_GLOBAL_GPR_RESOURCE_MGMT_2"),
	K(0x08c40, "SQ_ESGS_RING_BASE"),
	K(0x08c44, "SQ_ESGS_RING_SIZE"),
	K(0x08c48, "SQ_GSVS_RING_BASE"),
	K(0x08c4c, "SQ_GSVS_RING_SIZE"),
	K(0x08c68, "SQ_PSTMP_RING_BASE"),
	K(0x08c6c, "SQ_PSTMP_RING_SIZE"),
	K(0x08d8c, "SQ_DYN_GPR_CNTL_PS_FLUSH_REQ"),
	K(0x08d94, "SQ_DYN_GPR_SIMD_LOCK_EN"),
	K(0x08df8, "SQ_CONST_MEM_BASE"),
	KS(0x08e20, "SQ_STATIC_THREAD_MGMT_1", 3, 0x04),
	K(0x08e48, "SQ_EX_ALLOC_TABLE_SLOTS"),
	K(0x09100, "SPI_CONFIG_CNTL"),
	K(0x0913c, "SPI_CONFIG_CNTL_1"),
	K(0x09508, "TA_CNTL_AUX"),
	K(0x09830, "DB_DEBUG"),
	KS(0x09834, "DB_DEBUG2", 3, 0x04),
	K(0x09854, "DB_WATERMARKS"),
	K(0x0a400, "TD_PS_BORDER_COLOR_INDEX"),
	K(0x0a404, "TD_PS_BORDER_COLOR_RED"),
	K(0x0a408, "TD_PS_BORDER_COLOR_GREEN"),
	K(0x0a40c, "TD_PS_BORDER_COLOR_BLUE"),
	K(0x0a410, "TD_PS_BORDER_COLOR_ALPHA"),
	K(0x0a414, "TD_VS_BORDER_COLOR_INDEX"),
	K(0x0a418, "TD_VS_BORDER_COLOR_RED"),
	K(0x0a41c, "TD_VS_BORDER_COLOR_GREEN"),
	K(0x0a420, "TD_VS_BORDER_COLOR_BLUE"),
	K(0x0a424, "TD_VS_BORDER_COLOR_ALPHA"),
	K(0x0a428, "TD_GS_BORDER_COLOR_INDEX"),
	K(0x0a42c, "TD_GS_BORDER_COLOR_RED"),
	K(0x0a430, "TD_GS_BORDER_COLOR_GREEN"),
	K(0x0a434, "TD_GS_BORDER_COLOR_BLUE"),
	K(0x0a438, "TD_GS_BORDER_COLOR_ALPHA"),
	K(0x0a43c, "TD_HS_BORDER_COLOR_INDEX"),
	K(0x0a440, "TD_HS_BORDER_COLOR_RED"),
	K(0x0a444, "TD_HS_BORDER_COLOR_GREEN"),
	K(0x0a448, "TD_HS_BORDER_COLOR_BLUE"),
	K(0x0a44c, "TD_HS_BORDER_COLOR_ALPHA"),
	K(0x0a450, "TD_LS_BORDER_COLOR_INDEX"),
	K(0x0a454, "TD_LS_BORDER_COLOR_RED"),
	K(0x0a458, "TD_LS_BORDER_COLOR_GREEN"),
	K(0x0a45c, "TD_LS_BORDER_COLOR_BLUE"),
	K(0x0a460, "TD_LS_BORDER_COLOR_ALPHA"),
	K(0x0a464, "TD_CS_BORDER_COLOR_INDEX"),
	K(0x0a468, "TD_CS_BORDER_COLOR_RED"),
	K(0x0a46c, "TD_CS_BORDER_COLOR_GREEN"),
	K(0x0a470, "TD_CS_BORDER_COLOR_BLUE"),
	K(0x0a474, "TD_CS_BORDER_COLOR_ALPHA"),
};

static const struct gpu_reg evergreen_config[] = {
	K(0x08044, "WAIT_UNTIL_POLL_CNTL"),
	K(0x08048, "WAIT_UNTIL_POLL_MASK"),
	K(0x0804c, "WAIT_UNTIL_POLL_REFDATA"),
	K(0x08c08, "SQ_GPR_RESOURCE_MGMT_2"),
	K(0x08c0c, "SQ_GPR_RESOURCE_MGMT_3"),
	K(0x08c18, "SQ_THREAD_RESOURCE_MGMT"),
	K(0x08c1c, "SQ_THREAD_RESOURCE_MGMT_2"),
	KS(0x08c20, "SQ_STACK_RESOURCE_MGMT_1", 3, 0x04),
	K(0x08d90, "SQ_DYN_GPR_OPTIMIZATION"),
	K(0x08d98, "SQ_DYN_GPR_THREAD_LIMIT"),
	K(0x08d9c, "SQ_DYN_GPR_LDS_LIMIT"),
	K(0x08e2c, "SQ_LDS_RESOURCE_MGMT"),
	K(0x09014, "SX_MEMORY_EXPORT_SIZE"),
	K(0x09700, "VC_CNTL"),
	K(0x09714, "VC_ENHANCE"),
};

static const struct gpu_reg cayman_config[] = {
	K(0x089a8, "VGT_COMPUTE_INDEX"),
	K(0x089b0, "VGT_HS_OFFCHIP_PARAM"),
};

static const struct gpu_reg read_only[] = {
	{ .offset = 0x8960, .name = "VGT_STRMOUT_BUFFER_FILLED_SIZE_0", .source = SRC_MESA,
	  .count = 4, .stride = 4 },
};

/* Dwords; the ends are those of the kernel's checker. */
static const struct gpu_reg constants[] = {
	KS(0x30000, "SQ_TEX_RESOURCE_WORD0_0", 8192, 4),
	KS(0x3a200, "SQ_LOOP_CONST_0", 192, 4),
	KS(0x3a500, "SQ_BOOL_CONST_0", 6, 4),
	KS(0x3c000, "SQ_TEX_SAMPLER_WORD0_0", 384, 4),
	KS(0x3cff0, "SQ_VTX_BASE_VTX_LOC", 3015, 4),
};

/* A row may be a series: it is left out only if its first member is taken. */
static void add_unclaimed(struct gpu *gpu, const struct gpu_reg *table, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(gpu_reg_name(gpu, table[i].offset), "?"))
			gpu_regs_add(gpu, &table[i], 1);
}

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

void gfx_regs_add(struct gpu *gpu)
{
	bool cayman = gpu_config(gpu)->chip->cayman;

	add_unclaimed(gpu, common_config, COUNT(common_config));
	if (cayman)
		add_unclaimed(gpu, cayman_config, COUNT(cayman_config));
	else
		add_unclaimed(gpu, evergreen_config, COUNT(evergreen_config));
	gpu_regs_add(gpu, read_only, COUNT(read_only));
	gpu_regs_add(gpu, constants, COUNT(constants));
	gfx_context_regs_add(gpu);
}

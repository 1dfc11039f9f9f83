// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: configuration registers of the graphics units
 *
 * Registers of the vertex, shader, texture and render-backend units outside the
 * context: what drivers program once, and what command streams may write by
 * SET_CONFIG_REG. Most rows are storage, and which of their bits exist is not
 * checked. With --shaders, a draw or a dispatch reads those that it goes by when
 * it begins (draw/, stage.c). Without, packets and the DMA engines look at a few,
 * and no unit acts on them.
 *
 * Rows without a public name (tuning and clock gating, which the kernel's golden
 * tables write) are listed by offset at the end: that the register exists is all
 * that is known of it.
 *
 * Source of all rows but one, which names Mesa: the kernel's radeon driver, its headers
 * and its lists of registers that command streams may write.
 */
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "gpu.h"

#define ALL 0xffffffffu

#define SE_BROADCAST	(1u << 31)
#define GB_ADDR_CONFIG	0x98f8

static void check_engine(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint32_t engines = gpu_config(gpu)->chip->shader_engines;

	if (!(value & SE_BROADCAST) && (value >> 16 & 0xff) >= engines)
		gpu_violation(gpu, "%s = 0x%08x: the chip has %u shader engines", reg->name, value,
			      engines);
}

/*
 * When the CP starts, the layout of tiled memory must be the chip's: another one
 * would scatter what is drawn. Golden tables write other values on the way there.
 */
void gpu_check_tiling(struct gpu *gpu)
{
	uint32_t value = gpu_reg_get(gpu, GB_ADDR_CONFIG);
	uint32_t golden = gpu_config(gpu)->chip->gb_addr_config;

	if (value != golden)
		gpu_violation(gpu, "CP started with GB_ADDR_CONFIG 0x%08x, the chip has 0x%08x",
			      value, golden);
}

static const struct gpu_reg config_regs[] = {
	{ 0x3f90, "CGTS_SYS_TCC_DISABLE", 0, ALL, SRC_KERNEL },
	{ 0x3f94, "CGTS_USER_SYS_TCC_DISABLE", 0, ALL, SRC_KERNEL },
	{ 0x3fc4, "RLC_GFX_INDEX", 0xc0000000, ALL, SRC_KERNEL, .write = check_engine },
	{ 0x802c, "GRBM_GFX_INDEX", 0xc0000000, ALL, SRC_KERNEL, .write = check_engine },
	{ 0x8044, "WAIT_UNTIL_POLL_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x8048, "WAIT_UNTIL_POLL_MASK", 0, ALL, SRC_KERNEL },
	{ 0x804c, "WAIT_UNTIL_POLL_REFDATA", 0, ALL, SRC_KERNEL },
	{ 0x8760, "CP_QUEUE_THRESHOLDS", 0, ALL, SRC_KERNEL },
	{ 0x8764, "CP_MEQ_THRESHOLDS", 0, ALL, SRC_KERNEL },
	{ 0x87fc, "CP_PERFMON_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x88b0, "VGT_VTX_VECT_EJECT_REG", 0, ALL, SRC_KERNEL },
	{ 0x88c4, "VGT_CACHE_INVALIDATION", 0, ALL, SRC_KERNEL },
	{ 0x88d4, "VGT_GS_VERTEX_REUSE", 0, ALL, SRC_KERNEL },
	{ 0x8950, "CC_GC_SHADER_PIPE_CONFIG", 0, 0, SRC_KERNEL },
	{ 0x8958, "VGT_PRIMITIVE_TYPE", 0, ALL, SRC_KERNEL },
	{ 0x895c, "VGT_INDEX_TYPE", 0, ALL, SRC_KERNEL },
	{ 0x8960, "VGT_STRMOUT_BUFFER_FILLED_SIZE_0", 0, 0, SRC_MESA, .count = 4, .stride = 4 },
	{ 0x8970, "VGT_NUM_INDICES", 0, ALL, SRC_KERNEL },
	{ 0x8974, "VGT_NUM_INSTANCES", 0, ALL, SRC_KERNEL },
	{ 0x8988, "VGT_TF_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8990, "VGT_COMPUTE_DIM_X", 0, ALL, SRC_KERNEL },
	{ 0x8994, "VGT_COMPUTE_DIM_Y", 0, ALL, SRC_KERNEL },
	{ 0x8998, "VGT_COMPUTE_DIM_Z", 0, ALL, SRC_KERNEL },
	{ 0x899c, "VGT_COMPUTE_START_X", 0, ALL, SRC_KERNEL },
	{ 0x89a0, "VGT_COMPUTE_START_Y", 0, ALL, SRC_KERNEL },
	{ 0x89a4, "VGT_COMPUTE_START_Z", 0, ALL, SRC_KERNEL },
	{ 0x89a8, "VGT_COMPUTE_INDEX", 0, ALL, SRC_KERNEL },
	{ 0x89ac, "VGT_COMPUTE_THREAD_GROUP_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x89b0, "VGT_HS_OFFCHIP_PARAM", 0, ALL, SRC_KERNEL },
	{ 0x89b4, "VGT_OFFCHIP_LDS_BASE", 0, ALL, SRC_KERNEL },
	{ 0x89b8, "VGT_TF_MEMORY_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8a14, "PA_CL_ENHANCE", 0, ALL, SRC_KERNEL },
	{ 0x8a60, "PA_SU_LINE_STIPPLE_VALUE", 0, ALL, SRC_KERNEL },
	{ 0x8b10, "PA_SC_LINE_STIPPLE_STATE", 0, ALL, SRC_KERNEL },
	{ 0x8b24, "PA_SC_FORCE_EOV_MAX_CNTS", 0, ALL, SRC_KERNEL },
	{ 0x8bcc, "PA_SC_FIFO_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8bf0, "PA_SC_ENHANCE", 0, ALL, SRC_KERNEL },
	{ 0x8c00, "SQ_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0x8c04, "SQ_GPR_RESOURCE_MGMT_1", 0, ALL, SRC_KERNEL },
	{ 0x8c08, "SQ_GPR_RESOURCE_MGMT_2", 0, ALL, SRC_KERNEL },
	{ 0x8c0c, "SQ_GPR_RESOURCE_MGMT_3", 0, ALL, SRC_KERNEL },
	{ 0x8c10, "SQ_GLOBAL_GPR_RESOURCE_MGMT_1", 0, ALL, SRC_KERNEL, .count = 2, .stride = 4 },
	{ 0x8c18, "SQ_THREAD_RESOURCE_MGMT", 0, ALL, SRC_KERNEL },
	{ 0x8c1c, "SQ_THREAD_RESOURCE_MGMT_2", 0, ALL, SRC_KERNEL },
	{ 0x8c20, "SQ_STACK_RESOURCE_MGMT_1", 0, ALL, SRC_KERNEL },
	{ 0x8c24, "SQ_STACK_RESOURCE_MGMT_2", 0, ALL, SRC_KERNEL },
	{ 0x8c28, "SQ_STACK_RESOURCE_MGMT_3", 0, ALL, SRC_KERNEL },
	{ 0x8c40, "SQ_ESGS_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8c44, "SQ_ESGS_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8c48, "SQ_GSVS_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8c4c, "SQ_GSVS_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8c50, "SQ_ESTMP_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8c54, "SQ_ESTMP_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8c58, "SQ_GSTMP_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8c5c, "SQ_GSTMP_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8c60, "SQ_VSTMP_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8c64, "SQ_VSTMP_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8c68, "SQ_PSTMP_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8c6c, "SQ_PSTMP_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8cf0, "SQ_MS_FIFO_SIZES", 0, ALL, SRC_KERNEL },
	{ 0x8d8c, "SQ_DYN_GPR_CNTL_PS_FLUSH_REQ", 0, ALL, SRC_KERNEL },
	{ 0x8d90, "SQ_DYN_GPR_OPTIMIZATION", 0, ALL, SRC_KERNEL },
	{ 0x8d94, "SQ_DYN_GPR_SIMD_LOCK_EN", 0, ALL, SRC_KERNEL },
	{ 0x8d98, "SQ_DYN_GPR_THREAD_LIMIT", 0, ALL, SRC_KERNEL },
	{ 0x8d9c, "SQ_DYN_GPR_LDS_LIMIT", 0, ALL, SRC_KERNEL },
	{ 0x8db0, "SQ_DYN_GPR_SIZE_SIMD_AB_0", 0, ALL, SRC_KERNEL },
	{ 0x8db4, "SQ_DYN_GPR_SIZE_SIMD_AB_1", 0, ALL, SRC_KERNEL },
	{ 0x8db8, "SQ_DYN_GPR_SIZE_SIMD_AB_2", 0, ALL, SRC_KERNEL },
	{ 0x8dbc, "SQ_DYN_GPR_SIZE_SIMD_AB_3", 0, ALL, SRC_KERNEL },
	{ 0x8dc0, "SQ_DYN_GPR_SIZE_SIMD_AB_4", 0, ALL, SRC_KERNEL },
	{ 0x8dc4, "SQ_DYN_GPR_SIZE_SIMD_AB_5", 0, ALL, SRC_KERNEL },
	{ 0x8dc8, "SQ_DYN_GPR_SIZE_SIMD_AB_6", 0, ALL, SRC_KERNEL },
	{ 0x8dcc, "SQ_DYN_GPR_SIZE_SIMD_AB_7", 0, ALL, SRC_KERNEL },
	{ 0x8df8, "SQ_CONST_MEM_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8e10, "SQ_LSTMP_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8e14, "SQ_LSTMP_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8e18, "SQ_HSTMP_RING_BASE", 0, ALL, SRC_KERNEL },
	{ 0x8e1c, "SQ_HSTMP_RING_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x8e20, "SQ_STATIC_THREAD_MGMT_1", 0, ALL, SRC_KERNEL },
	{ 0x8e24, "SQ_STATIC_THREAD_MGMT_2", 0, ALL, SRC_KERNEL },
	{ 0x8e28, "SQ_STATIC_THREAD_MGMT_3", 0, ALL, SRC_KERNEL },
	{ 0x8e2c, "SQ_LDS_RESOURCE_MGMT", 0, ALL, SRC_KERNEL },
	{ 0x8e48, "SQ_EX_ALLOC_TABLE_SLOTS", 0, ALL, SRC_KERNEL },
	{ 0x8e4c, "SQ_CAC_THRESHOLD", 0, ALL, SRC_KERNEL },
	{ 0x900c, "SX_EXPORT_BUFFER_SIZES", 0, ALL, SRC_KERNEL },
	{ 0x9010, "SX_MEMORY_EXPORT_BASE", 0, ALL, SRC_KERNEL },
	{ 0x9014, "SX_MEMORY_EXPORT_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x9058, "SX_DEBUG_1", 0, ALL, SRC_KERNEL },
	{ 0x90e8, "SPI_STATIC_THREAD_MGMT_3", 0, ALL, SRC_KERNEL },
	{ 0x9100, "SPI_CONFIG_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x913c, "SPI_CONFIG_CNTL_1", 0, ALL, SRC_KERNEL },
	{ 0x9148, "CGTS_TCC_DISABLE", 0, ALL, SRC_KERNEL },
	{ 0x914c, "CGTS_USER_TCC_DISABLE", 0, ALL, SRC_KERNEL },
	{ 0x9150, "CGTS_SM_CTRL_REG", 0, ALL, SRC_KERNEL },
	{ 0x9508, "TA_CNTL_AUX", 0, ALL, SRC_KERNEL },
	{ 0x960c, "TCP_CHAN_STEER_LO", 0, ALL, SRC_KERNEL },
	{ 0x9610, "TCP_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x9700, "VC_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x9714, "VC_ENHANCE", 0, ALL, SRC_KERNEL },
	{ 0x9830, "DB_DEBUG", 0, ALL, SRC_KERNEL },
	{ 0x9834, "DB_DEBUG2", 0, ALL, SRC_KERNEL },
	{ 0x9838, "DB_DEBUG3", 0, ALL, SRC_KERNEL },
	{ 0x983c, "DB_DEBUG4", 0, ALL, SRC_KERNEL },
	{ 0x9854, "DB_WATERMARKS", 0, ALL, SRC_KERNEL },
	{ 0x98b0, "DB_DEBUG3", 0, ALL, SRC_KERNEL },
	{ 0x98f4, "CC_RB_BACKEND_DISABLE", 0, 0, SRC_KERNEL },
	{ GB_ADDR_CONFIG, "GB_ADDR_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0x98fc, "GB_BACKEND_MAP", 0, ALL, SRC_KERNEL },
	{ 0x9a20, "CB_PERF_CTR0_SEL_0", 0, ALL, SRC_KERNEL },
	{ 0x9a24, "CB_PERF_CTR0_SEL_1", 0, ALL, SRC_KERNEL },
	{ 0x9a28, "CB_PERF_CTR1_SEL_0", 0, ALL, SRC_KERNEL },
	{ 0x9a2c, "CB_PERF_CTR1_SEL_1", 0, ALL, SRC_KERNEL },
	{ 0x9a30, "CB_PERF_CTR2_SEL_0", 0, ALL, SRC_KERNEL },
	{ 0x9a34, "CB_PERF_CTR2_SEL_1", 0, ALL, SRC_KERNEL },
	{ 0x9a38, "CB_PERF_CTR3_SEL_0", 0, ALL, SRC_KERNEL },
	{ 0x9a3c, "CB_PERF_CTR3_SEL_1", 0, ALL, SRC_KERNEL },
	{ 0x9a60, "CB_CGTT_SCLK_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x9b7c, "GC_USER_RB_BACKEND_DISABLE", 0, ALL, SRC_KERNEL },
	{ 0x9b8c, "DB_DEBUG4", 0, ALL, SRC_KERNEL },
	{ 0xa008, "SMX_SAR_CTL0", 0, ALL, SRC_KERNEL },
	{ 0xa020, "SMX_DC_CTL0", 0, ALL, SRC_KERNEL },
	{ 0xa02c, "SMX_EVENT_CTL", 0, ALL, SRC_KERNEL },
};

static const uint32_t unnamed[] = {
	0x010c, 0x04d4, 0x04d8, 0x0c78, 0x160c, 0x240c, 0x30cc, 0x3e48, 0x3e4c, 0x3e50, 0x3e5c, 0x3e60,
	0x3e64, 0x3f80,
	0x53b0, 0x53b4, 0x53b8, 0x53bc, 0x53c0, 0x53c4, 0x53c8, 0x53cc,
	0x5448, 0x5494, 0x5498, 0x549c, 0x54f0, 0x54f4, 0x55e4, 0x5644,
	0x5bb0, 0x5bc0, 0x5eb4, 0x8030, 0x88d0, 0x8978, 0x897c, 0x8a18,
	0x8b28, 0x8c30, 0x8d00, 0x8d04, 0x8d58, 0x9030, 0x9034, 0x9038,
	0x903c, 0x9040, 0x9144, 0x915c, 0x9160, 0x9178, 0x917c, 0x9180,
	0x918c, 0x9190, 0x9194, 0x9198, 0x919c, 0x91a8, 0x91ac, 0x91b0,
	0x91b4, 0x91b8, 0x91c4, 0x91c8, 0x91cc, 0x91d0, 0x91d4, 0x91e0,
	0x91e4, 0x91e8, 0x91ec, 0x91f0, 0x91f4, 0x9200, 0x9204, 0x9208,
	0x920c, 0x9210, 0x921c, 0x9220, 0x9224, 0x9228, 0x922c, 0x9238,
	0x923c, 0x9240, 0x9244, 0x9248, 0x9254, 0x9258, 0x925c, 0x9260,
	0x9264, 0x9270, 0x9274, 0x9278, 0x927c, 0x9280, 0x928c, 0x9290,
	0x9294, 0x929c, 0x949c, 0x9510, 0x9654, 0x9688, 0x9698, 0x971c,
	0x977c, 0x9784, 0x9868, 0xa200, 0xa204, 0xa208, 0xa20c, 0xa210,
	0xa214, 0xc164, 0xd0c0, 0x2408,
};

#define N_UNNAMED (ARRAY_SIZE(unnamed))

struct unnamed_rows {
	struct gpu_reg regs[N_UNNAMED];
	char names[N_UNNAMED][12];
};

static void config_regs_init(struct gpu *gpu, void *state)
{
	struct unnamed_rows *rows = state;

	gpu_regs_add(gpu, config_regs, ARRAY_SIZE(config_regs));
	for (size_t i = 0; i < N_UNNAMED; i++) {
		snprintf(rows->names[i], sizeof(rows->names[i]), "reg_%05x", unnamed[i]);
		rows->regs[i] = (struct gpu_reg){
			.offset = unnamed[i], .name = rows->names[i], .writable = ALL,
			.source = SRC_KERNEL,
		};
	}
	gpu_regs_add(gpu, rows->regs, N_UNNAMED);
}

const struct gpu_block gpu_block_config_regs = {
	.name = "config_regs",
	.state_size = sizeof(struct unnamed_rows),
	.init = config_regs_init,
};

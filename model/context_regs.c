// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: context registers and constants
 *
 * The context registers, 0x28000..0x29000, which SET_CONTEXT_REG reaches; resources,
 * samplers, loop, boolean and control constants, which have no names of their own: a
 * row covers each space.
 *
 * Writing three of the control constants zeroes the other constants: samplers,
 * resources, and loop and boolean constants (AMD, 9.4.1; offsets and the value from
 * the kernel).
 *
 * All others are plain storage. With --shaders, a draw or a dispatch reads those that it
 * goes by when it begins (draw/, stage.c). Without, no unit acts on them. A client has no
 * way to read them back but the index/data pair of the bus. All bits store, as no complete
 * list says which are reserved.
 *
 * Source: the register lists that the kernel's checker is built from, its headers
 * and the default state it sends; Mesa for what only Mesa names. Evergreen and
 * Cayman agree but for two tables; Cayman moved the multisample registers.
 */
#include <string.h>

#include "array.h"
#include "cp.h"

/* Storage: one line per register, or per series of equal ones named after its first member. */
#define STORE(off, nm, n, step, src) \
	{ .offset = (off), .name = (nm), .writable = UINT32_MAX, .source = (src), \
	  .count = (n), .stride = (step) }
#define K(off, nm)		STORE(off, nm, 1, 4, SRC_KERNEL)
#define KS(off, nm, n, step)	STORE(off, nm, n, step, SRC_KERNEL)
#define M(off, nm)		STORE(off, nm, 1, 4, SRC_MESA)
#define MS(off, nm, n, step)	STORE(off, nm, n, step, SRC_MESA)

/* What each clearing register reaches, from byte offset to byte offset. */
static const struct {
	uint32_t base, end;
} clears[CP_NULLS] = {
	{ 0x3c000, 0x3c600 },
	{ 0x30000, 0x38000 },
	{ 0x3a200, 0x3a518 },
};

/**
 * context_null_constants() - null what a clearing register reaches
 * @gpu: the card
 * @n: which: of samplers, of resources, of loop and boolean constants
 */
void context_null_constants(struct gpu *gpu, unsigned int n)
{
	memset(gpu_reg_values(gpu) + clears[n].base / 4, 0, clears[n].end - clears[n].base);
}

static void clear_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	if (value != UINT32_MAX) {
		gpu_violation(gpu, "%s = 0x%08x: which bits clear what is not known, all clear all",
			      reg->name, value);
		return;
	}
	context_null_constants(gpu, (reg->offset - CP_NULL_BASE) / 4);
}

#define CLEAR(off, nm) \
	{ .offset = (off), .name = (nm), .writable = UINT32_MAX, .source = SRC_AMD_DOC, \
	  .write = clear_write }

/* Dwords; the ends are those of the kernel's checker. */
static const struct gpu_reg constants[] = {
	KS(0x30000, "SQ_TEX_RESOURCE_WORD0_0", 8192, 4),
	KS(0x3a200, "SQ_LOOP_CONST_0", 192, 4),
	KS(0x3a500, "SQ_BOOL_CONST_0", 6, 4),
	KS(0x3c000, "SQ_TEX_SAMPLER_WORD0_0", 384, 4),
	KS(0x3cff0, "SQ_VTX_BASE_VTX_LOC", 3012, 4),
	CLEAR(CP_NULL_BASE, "SQ_TEX_SAMPLER_CLEAR"),
	CLEAR(0x3ff04, "SQ_TEX_RESOURCE_CLEAR"),
	CLEAR(0x3ff08, "SQ_LOOP_BOOL_CLEAR"),
};

static const struct gpu_reg common_context[] = {
	K(0x28000, "DB_RENDER_CONTROL"),
	K(0x28004, "DB_COUNT_CONTROL"),
	K(0x28008, "DB_DEPTH_VIEW"),
	K(0x2800c, "DB_RENDER_OVERRIDE"),
	K(0x28010, "DB_RENDER_OVERRIDE2"),
	K(0x28014, "DB_HTILE_DATA_BASE"),
	K(0x28028, "DB_STENCIL_CLEAR"),
	K(0x2802c, "DB_DEPTH_CLEAR"),
	K(0x28030, "PA_SC_SCREEN_SCISSOR_TL"),
	K(0x28034, "PA_SC_SCREEN_SCISSOR_BR"),
	K(0x28040, "DB_Z_INFO"),
	K(0x28044, "DB_STENCIL_INFO"),
	K(0x28048, "DB_Z_READ_BASE"),
	K(0x2804c, "DB_STENCIL_READ_BASE"),
	K(0x28050, "DB_Z_WRITE_BASE"),
	K(0x28054, "DB_STENCIL_WRITE_BASE"),
	K(0x28058, "DB_DEPTH_SIZE"),
	K(0x2805c, "DB_DEPTH_SLICE"),
	KS(0x28140, "SQ_ALU_CONST_BUFFER_SIZE_PS_0", 16, 0x04),
	KS(0x28180, "SQ_ALU_CONST_BUFFER_SIZE_VS_0", 16, 0x04),
	KS(0x281c0, "SQ_ALU_CONST_BUFFER_SIZE_GS_0", 16, 0x04),
	K(0x28200, "PA_SC_WINDOW_OFFSET"),
	K(0x28204, "PA_SC_WINDOW_SCISSOR_TL"),
	K(0x28208, "PA_SC_WINDOW_SCISSOR_BR"),
	K(0x2820c, "PA_SC_CLIPRECT_RULE"),
	KS(0x28210, "PA_SC_CLIPRECT_0_TL", 4, 0x08),
	KS(0x28214, "PA_SC_CLIPRECT_0_BR", 4, 0x08),
	K(0x28230, "PA_SC_EDGERULE"),
	K(0x28234, "PA_SU_HARDWARE_SCREEN_OFFSET"),
	K(0x28238, "CB_TARGET_MASK"),
	K(0x2823c, "CB_SHADER_MASK"),
	K(0x28240, "PA_SC_GENERIC_SCISSOR_TL"),
	K(0x28244, "PA_SC_GENERIC_SCISSOR_BR"),
	KS(0x28250, "PA_SC_VPORT_SCISSOR_0_TL", 16, 0x08),
	KS(0x28254, "PA_SC_VPORT_SCISSOR_0_BR", 16, 0x08),
	KS(0x282d0, "PA_SC_VPORT_ZMIN_0", 16, 0x08),
	KS(0x282d4, "PA_SC_VPORT_ZMAX_0", 16, 0x08),
	K(0x28350, "SX_MISC"),
	K(0x28354, "SX_SURFACE_SYNC"),
	KS(0x28380, "SQ_VTX_SEMANTIC_0", 32, 0x04),
	K(0x28400, "VGT_MAX_VTX_INDX"),
	K(0x28404, "VGT_MIN_VTX_INDX"),
	K(0x28408, "VGT_INDX_OFFSET"),
	K(0x2840c, "VGT_MULTI_PRIM_IB_RESET_INDX"),
	K(0x28410, "SX_ALPHA_TEST_CONTROL"),
	K(0x28414, "CB_BLEND_RED"),
	K(0x28418, "CB_BLEND_GREEN"),
	K(0x2841c, "CB_BLEND_BLUE"),
	K(0x28420, "CB_BLEND_ALPHA"),
	K(0x28430, "DB_STENCILREFMASK"),
	K(0x28434, "DB_STENCILREFMASK_BF"),
	K(0x28438, "SX_ALPHA_REF"),
	KS(0x2843c, "PA_CL_VPORT_XSCALE_0", 16, 0x18),
	KS(0x28440, "PA_CL_VPORT_XOFFSET_0", 16, 0x18),
	KS(0x28444, "PA_CL_VPORT_YSCALE_0", 16, 0x18),
	KS(0x28448, "PA_CL_VPORT_YOFFSET_0", 16, 0x18),
	KS(0x2844c, "PA_CL_VPORT_ZSCALE_0", 16, 0x18),
	KS(0x28450, "PA_CL_VPORT_ZOFFSET_0", 16, 0x18),
	KS(0x285bc, "PA_CL_UCP_0_X", 6, 0x10),
	KS(0x285c0, "PA_CL_UCP_0_Y", 6, 0x10),
	KS(0x285c4, "PA_CL_UCP_0_Z", 6, 0x10),
	KS(0x285c8, "PA_CL_UCP_0_W", 6, 0x10),
	KS(0x2861c, "SPI_VS_OUT_ID_0", 10, 0x04),
	KS(0x28644, "SPI_PS_INPUT_CNTL_0", 32, 0x04),
	K(0x286c4, "SPI_VS_OUT_CONFIG"),
	K(0x286c8, "SPI_THREAD_GROUPING"),
	K(0x286cc, "SPI_PS_IN_CONTROL_0"),
	K(0x286d0, "SPI_PS_IN_CONTROL_1"),
	K(0x286d4, "SPI_INTERP_CONTROL_0"),
	K(0x286d8, "SPI_INPUT_Z"),
	K(0x286dc, "SPI_FOG_CNTL"),
	K(0x286e0, "SPI_BARYC_CNTL"),
	K(0x286e4, "SPI_PS_IN_CONTROL_2"),
	K(0x286e8, "SPI_COMPUTE_INPUT_CNTL"),
	K(0x286ec, "SPI_COMPUTE_NUM_THREAD_X"),
	K(0x286f0, "SPI_COMPUTE_NUM_THREAD_Y"),
	K(0x286f4, "SPI_COMPUTE_NUM_THREAD_Z"),
	K(0x28720, "GDS_ADDR_BASE"),
	K(0x28724, "GDS_ADDR_SIZE"),
	KS(0x2872c, "GDS_APPEND_COUNT_0", 12, 0x04),
	KS(0x28780, "CB_BLEND0_CONTROL", 8, 0x04),
	K(0x287cc, "CS_COPY_STATE"),
	K(0x287d0, "GFX_COPY_STATE"),
	K(0x287d4, "PA_CL_POINT_X_RAD"),
	K(0x287d8, "PA_CL_POINT_Y_RAD"),
	K(0x287dc, "PA_CL_POINT_SIZE"),
	K(0x287e0, "PA_CL_POINT_CULL_RAD"),
	M(0x287e4, "VGT_DMA_BASE_HI"),
	M(0x287e8, "VGT_DMA_BASE"),
	M(0x287f0, "VGT_DRAW_INITIATOR"),
	M(0x287f4, "VGT_IMMED_DATA"),
	K(0x28800, "DB_DEPTH_CONTROL"),
	K(0x28808, "CB_COLOR_CONTROL"),
	K(0x2880c, "DB_SHADER_CONTROL"),
	K(0x28810, "PA_CL_CLIP_CNTL"),
	K(0x28814, "PA_SU_SC_MODE_CNTL"),
	K(0x28818, "PA_CL_VTE_CNTL"),
	K(0x2881c, "PA_CL_VS_OUT_CNTL"),
	K(0x28820, "PA_CL_NANINF_CNTL"),
	K(0x28824, "PA_SU_LINE_STIPPLE_CNTL"),
	K(0x28828, "PA_SU_LINE_STIPPLE_SCALE"),
	K(0x2882c, "PA_SU_PRIM_FILTER_CNTL"),
	K(0x28830, "SQ_LSTMP_RING_ITEMSIZE"),
	K(0x28834, "SQ_HSTMP_RING_ITEMSIZE"),
	K(0x28840, "SQ_PGM_START_PS"),
	K(0x28844, "SQ_PGM_RESOURCES_PS"),
	K(0x28848, "SQ_PGM_RESOURCES_2_PS"),
	K(0x2884c, "SQ_PGM_EXPORTS_PS"),
	K(0x2885c, "SQ_PGM_START_VS"),
	K(0x28860, "SQ_PGM_RESOURCES_VS"),
	K(0x28864, "SQ_PGM_RESOURCES_2_VS"),
	K(0x28874, "SQ_PGM_START_GS"),
	K(0x28878, "SQ_PGM_RESOURCES_GS"),
	K(0x2887c, "SQ_PGM_RESOURCES_2_GS"),
	K(0x2888c, "SQ_PGM_START_ES"),
	K(0x28890, "SQ_PGM_RESOURCES_ES"),
	K(0x28894, "SQ_PGM_RESOURCES_2_ES"),
	K(0x288a4, "SQ_PGM_START_FS"),
	K(0x288a8, "SQ_PGM_RESOURCES_FS"),
	K(0x288b8, "SQ_PGM_START_HS"),
	K(0x288bc, "SQ_PGM_RESOURCES_HS"),
	K(0x288c0, "SQ_PGM_RESOURCES_2_HS"),
	K(0x288d0, "SQ_PGM_START_LS"),
	K(0x288d4, "SQ_PGM_RESOURCES_LS"),
	K(0x288d8, "SQ_PGM_RESOURCES_2_LS"),
	K(0x288e8, "SQ_LDS_ALLOC"),
	K(0x288ec, "SQ_LDS_ALLOC_PS"),
	K(0x288f0, "SQ_VTX_SEMANTIC_CLEAR"),
	K(0x28900, "SQ_ESGS_RING_ITEMSIZE"),
	K(0x28904, "SQ_GSVS_RING_ITEMSIZE"),
	K(0x28908, "SQ_ESTMP_RING_ITEMSIZE"),
	K(0x2890c, "SQ_GSTMP_RING_ITEMSIZE"),
	K(0x28910, "SQ_VSTMP_RING_ITEMSIZE"),
	K(0x28914, "SQ_PSTMP_RING_ITEMSIZE"),
	K(0x2891c, "SQ_GS_VERT_ITEMSIZE"),
	KS(0x28920, "SQ_GS_VERT_ITEMSIZE_1", 3, 0x04),
	KS(0x2892c, "SQ_GSVS_RING_OFFSET_1", 3, 0x04),
	KS(0x28940, "SQ_ALU_CONST_CACHE_PS_0", 16, 0x04),
	KS(0x28980, "SQ_ALU_CONST_CACHE_VS_0", 16, 0x04),
	KS(0x289c0, "SQ_ALU_CONST_CACHE_GS_0", 16, 0x04),
	K(0x28a00, "PA_SU_POINT_SIZE"),
	K(0x28a04, "PA_SU_POINT_MINMAX"),
	K(0x28a08, "PA_SU_LINE_CNTL"),
	K(0x28a0c, "PA_SC_LINE_STIPPLE"),
	K(0x28a10, "VGT_OUTPUT_PATH_CNTL"),
	K(0x28a14, "VGT_HOS_CNTL"),
	K(0x28a18, "VGT_HOS_MAX_TESS_LEVEL"),
	K(0x28a1c, "VGT_HOS_MIN_TESS_LEVEL"),
	K(0x28a20, "VGT_HOS_REUSE_DEPTH"),
	K(0x28a24, "VGT_GROUP_PRIM_TYPE"),
	K(0x28a28, "VGT_GROUP_FIRST_DECR"),
	K(0x28a2c, "VGT_GROUP_DECR"),
	K(0x28a30, "VGT_GROUP_VECT_0_CNTL"),
	K(0x28a34, "VGT_GROUP_VECT_1_CNTL"),
	K(0x28a38, "VGT_GROUP_VECT_0_FMT_CNTL"),
	K(0x28a3c, "VGT_GROUP_VECT_1_FMT_CNTL"),
	K(0x28a40, "VGT_GS_MODE"),
	K(0x28a48, "PA_SC_MODE_CNTL_0"),
	K(0x28a4c, "PA_SC_MODE_CNTL_1"),
	K(0x28a50, "VGT_ENHANCE"),
	K(0x28a54, "VGT_GS_PER_ES"),
	K(0x28a58, "VGT_ES_PER_GS"),
	K(0x28a5c, "VGT_GS_PER_VS"),
	K(0x28a6c, "VGT_GS_OUT_PRIM_TYPE"),
	M(0x28a74, "VGT_DMA_SIZE"),
	M(0x28a78, "VGT_DMA_MAX_SIZE"),
	K(0x28a84, "VGT_PRIMITIVEID_EN"),
	K(0x28a90, "VGT_EVENT_INITIATOR"),
	K(0x28a94, "VGT_MULTI_PRIM_IB_RESET_EN"),
	K(0x28aa0, "VGT_INSTANCE_STEP_RATE_0"),
	K(0x28aa4, "VGT_INSTANCE_STEP_RATE_1"),
	K(0x28ab4, "VGT_REUSE_OFF"),
	K(0x28ab8, "VGT_VTX_CNT_EN"),
	K(0x28abc, "DB_HTILE_SURFACE"),
	K(0x28ac0, "DB_SRESULTS_COMPARE_STATE0"),
	K(0x28ac4, "DB_SRESULTS_COMPARE_STATE1"),
	K(0x28ac8, "DB_PRELOAD_CONTROL"),
	KS(0x28ad0, "VGT_STRMOUT_BUFFER_SIZE_0", 4, 0x10),
	KS(0x28ad4, "VGT_STRMOUT_VTX_STRIDE_0", 4, 0x10),
	KS(0x28ad8, "VGT_STRMOUT_BUFFER_BASE_0", 4, 0x10),
	MS(0x28adc, "VGT_STRMOUT_BUFFER_OFFSET_0", 4, 0x10),
	K(0x28b28, "VGT_STRMOUT_DRAW_OPAQUE_OFFSET"),
	K(0x28b2c, "VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE"),
	K(0x28b30, "VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE"),
	K(0x28b38, "VGT_GS_MAX_VERT_OUT"),
	K(0x28b54, "VGT_SHADER_STAGES_EN"),
	K(0x28b58, "VGT_LS_HS_CONFIG"),
	K(0x28b6c, "VGT_TF_PARAM"),
	K(0x28b70, "DB_ALPHA_TO_MASK"),
	K(0x28b74, "VGT_DISPATCH_INITIATOR"),
	K(0x28b78, "PA_SU_POLY_OFFSET_DB_FMT_CNTL"),
	K(0x28b7c, "PA_SU_POLY_OFFSET_CLAMP"),
	K(0x28b80, "PA_SU_POLY_OFFSET_FRONT_SCALE"),
	K(0x28b84, "PA_SU_POLY_OFFSET_FRONT_OFFSET"),
	K(0x28b88, "PA_SU_POLY_OFFSET_BACK_SCALE"),
	K(0x28b8c, "PA_SU_POLY_OFFSET_BACK_OFFSET"),
	K(0x28b90, "VGT_GS_INSTANCE_CNT"),
	K(0x28b94, "VGT_STRMOUT_CONFIG"),
	K(0x28b98, "VGT_STRMOUT_BUFFER_CONFIG"),
	KS(0x28b9c, "CB_IMMED0_BASE", 12, 0x04),
	K(0x28c58, "VGT_VERTEX_REUSE_BLOCK_CNTL"),
	K(0x28c5c, "VGT_OUT_DEALLOC_CNTL"),
	KS(0x28c60, "CB_COLOR0_BASE", 9, 0x3c),
	KS(0x28c64, "CB_COLOR0_PITCH", 9, 0x3c),
	KS(0x28c68, "CB_COLOR0_SLICE", 9, 0x3c),
	KS(0x28c6c, "CB_COLOR0_VIEW", 9, 0x3c),
	KS(0x28c70, "CB_COLOR0_INFO", 9, 0x3c),
	KS(0x28c74, "CB_COLOR0_ATTRIB", 9, 0x3c),
	KS(0x28c78, "CB_COLOR0_DIM", 9, 0x3c),
	KS(0x28c7c, "CB_COLOR0_CMASK", 8, 0x3c),
	KS(0x28c80, "CB_COLOR0_CMASK_SLICE", 8, 0x3c),
	KS(0x28c84, "CB_COLOR0_FMASK", 8, 0x3c),
	KS(0x28c88, "CB_COLOR0_FMASK_SLICE", 8, 0x3c),
	KS(0x28c8c, "CB_COLOR0_CLEAR_WORD0", 8, 0x3c),
	KS(0x28c90, "CB_COLOR0_CLEAR_WORD1", 8, 0x3c),
	KS(0x28c94, "CB_COLOR0_CLEAR_WORD2", 8, 0x3c),
	KS(0x28c98, "CB_COLOR0_CLEAR_WORD3", 8, 0x3c),
	KS(0x28e5c, "CB_COLOR9_BASE", 3, 0x1c),
	KS(0x28e60, "CB_COLOR9_PITCH", 3, 0x1c),
	KS(0x28e64, "CB_COLOR9_SLICE", 3, 0x1c),
	KS(0x28e68, "CB_COLOR9_VIEW", 3, 0x1c),
	KS(0x28e6c, "CB_COLOR9_INFO", 3, 0x1c),
	KS(0x28e70, "CB_COLOR9_ATTRIB", 3, 0x1c),
	KS(0x28e74, "CB_COLOR9_DIM", 3, 0x1c),
	KS(0x28f00, "SQ_ALU_CONST_CACHE_HS_0", 16, 0x04),
	KS(0x28f40, "SQ_ALU_CONST_CACHE_LS_0", 16, 0x04),
	KS(0x28f80, "SQ_ALU_CONST_BUFFER_SIZE_HS_0", 16, 0x04),
	KS(0x28fc0, "SQ_ALU_CONST_BUFFER_SIZE_LS_0", 16, 0x04),
};

static const struct gpu_reg evergreen_context[] = {
	K(0x28728, "GDS_ORDERED_WAVE_PER_SE"),
	K(0x28838, "SQ_DYN_GPR_RESOURCE_LIMIT_1"),
	K(0x28b5c, "VGT_LS_SIZE"),
	K(0x28b60, "VGT_HS_SIZE"),
	K(0x28b64, "VGT_LS_HS_ALLOC"),
	K(0x28b68, "VGT_HS_PATCH_CONST"),
	K(0x28c00, "PA_SC_LINE_CNTL"),
	K(0x28c04, "PA_SC_AA_CONFIG"),
	K(0x28c08, "PA_SU_VTX_CNTL"),
	K(0x28c0c, "PA_CL_GB_VERT_CLIP_ADJ"),
	K(0x28c10, "PA_CL_GB_VERT_DISC_ADJ"),
	K(0x28c14, "PA_CL_GB_HORZ_CLIP_ADJ"),
	K(0x28c18, "PA_CL_GB_HORZ_DISC_ADJ"),
	KS(0x28c1c, "PA_SC_AA_SAMPLE_LOCS_0", 8, 0x04),
	K(0x28c3c, "PA_SC_AA_MASK"),
};

static const struct gpu_reg cayman_context[] = {
	K(0x2803c, "DB_DEPTH_INFO"),
	K(0x28358, "SX_SCATTER_EXPORT_BASE"),
	K(0x2835c, "SX_SCATTER_EXPORT_SIZE"),
	K(0x28364, "CP_RINGID"),
	K(0x28368, "CP_VMID"),
	K(0x286f8, "SPI_GPR_MGMT"),
	K(0x286fc, "SPI_LDS_MGMT"),
	K(0x28700, "SPI_STACK_MGMT"),
	K(0x28704, "SPI_WAVE_MGMT_1"),
	K(0x28708, "SPI_WAVE_MGMT_2"),
	K(0x28804, "DB_EQAA"),
	K(0x28a70, "IA_ENHANCE"),
	K(0x28aa8, "IA_MULTI_VGT_PARAM"),
	K(0x28bd4, "PA_SC_CENTROID_PRIORITY_0"),
	K(0x28bd8, "PA_SC_CENTROID_PRIORITY_1"),
	K(0x28bdc, "PA_SC_LINE_CNTL"),
	K(0x28be0, "PA_SC_AA_CONFIG"),
	K(0x28be4, "PA_SU_VTX_CNTL"),
	K(0x28be8, "PA_CL_GB_VERT_CLIP_ADJ"),
	K(0x28bec, "PA_CL_GB_VERT_DISC_ADJ"),
	K(0x28bf0, "PA_CL_GB_HORZ_CLIP_ADJ"),
	K(0x28bf4, "PA_CL_GB_HORZ_DISC_ADJ"),
	KS(0x28bf8, "PA_SC_AA_SAMPLE_LOCS_PIXEL_X0_Y0_0", 4, 0x04),
	KS(0x28c08, "PA_SC_AA_SAMPLE_LOCS_PIXEL_X1_Y0_0", 4, 0x04),
	KS(0x28c18, "PA_SC_AA_SAMPLE_LOCS_PIXEL_X0_Y1_0", 4, 0x04),
	KS(0x28c28, "PA_SC_AA_SAMPLE_LOCS_PIXEL_X1_Y1_0", 4, 0x04),
	K(0x28c38, "PA_SC_AA_MASK_X0_Y0_X1_Y0"),
	K(0x28c3c, "PA_SC_AA_MASK_X0_Y1_X1_Y1"),
};


/**
 * context_regs_add() - make the registers of this file known
 * @gpu: the card; Evergreen and Cayman differ
 */
void context_regs_add(struct gpu *gpu)
{
	gpu_regs_add(gpu, constants, ARRAY_SIZE(constants));
	gpu_regs_add(gpu, common_context, ARRAY_SIZE(common_context));
	if (gpu_config(gpu)->chip->cayman)
		gpu_regs_add(gpu, cayman_context, ARRAY_SIZE(cayman_context));
	else
		gpu_regs_add(gpu, evergreen_context, ARRAY_SIZE(evergreen_context));
}

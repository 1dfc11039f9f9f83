/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * DOC: registers of a draw
 *
 * By byte address, and the fields of those that are not the same for all draws. Registers
 * that Cayman has elsewhere have two names.
 *
 * Sources: AMD's Evergreen and Cayman 3D register guides; Linux's evergreend.h and nid.h.
 */
#ifndef DRAW_REGS_H
#define DRAW_REGS_H

/* Configuration. */
#define WAIT_UNTIL			0x08040u
#define VGT_PRIMITIVE_TYPE		0x08958u
#define PA_CL_ENHANCE			0x08a14u
#define SQ_CONFIG			0x08c00u
#define SQ_GPR_RESOURCE_MGMT_1		0x08c04u
#define SQ_GPR_RESOURCE_MGMT_2		0x08c08u	/* and _3 */
#define SQ_GLOBAL_GPR_RESOURCE_MGMT_1	0x08c10u	/* and _2 */
#define SQ_THREAD_RESOURCE_MGMT		0x08c18u	/* and _2 */
#define SQ_STACK_RESOURCE_MGMT_1	0x08c20u	/* and _2, _3 */
#define SQ_DYN_GPR_CNTL_PS_FLUSH_REQ	0x08d8cu
#define SQ_LDS_RESOURCE_MGMT		0x08e2cu
#define SPI_CONFIG_CNTL			0x09100u
#define SPI_CONFIG_CNTL_1		0x0913cu

/* Depth. */
#define DB_RENDER_CONTROL		0x28000u	/* up to DB_DEPTH_VIEW, in a row */
#define DB_RENDER_OVERRIDE		0x2800cu	/* and DB_RENDER_OVERRIDE2 */
#define DB_STENCIL_CLEAR		0x28028u
#define DB_DEPTH_CLEAR			0x2802cu
#define DB_Z_INFO			0x28040u	/* and DB_STENCIL_INFO */
#define DB_Z_READ_BASE			0x28048u
#define DB_STENCIL_READ_BASE		0x2804cu
#define DB_Z_WRITE_BASE			0x28050u
#define DB_STENCIL_WRITE_BASE		0x28054u
#define DB_DEPTH_SIZE			0x28058u	/* and DB_DEPTH_SLICE */
#define DB_STENCILREFMASK		0x28430u	/* and that of the back */
#define DB_DEPTH_CONTROL		0x28800u
#define DB_EQAA_CAYMAN			0x28804u
#define DB_SHADER_CONTROL		0x2880cu
#define DB_HTILE_SURFACE		0x28abcu
#define DB_SRESULTS_COMPARE_STATE0	0x28ac0u	/* and the other, and DB_PRELOAD_CONTROL */
#define DB_ALPHA_TO_MASK		0x28b70u

#define DEPTH_TEST			(1u << 1)
#define DEPTH_WRITE			(1u << 2)
#define DEPTH_FUNC(f)			((uint32_t)(f) << 4)
#define Z_FORMAT_32_FLOAT		3u

/* From the screen to quads. */
#define PA_SC_SCREEN_SCISSOR_TL		0x28030u	/* and _BR */
#define PA_SC_WINDOW_OFFSET		0x28200u
#define PA_SC_WINDOW_SCISSOR_TL		0x28204u	/* and _BR */
#define PA_SC_CLIPRECT_RULE		0x2820cu
#define PA_SC_EDGERULE			0x28230u
#define PA_SU_HARDWARE_SCREEN_OFFSET	0x28234u
#define PA_SC_GENERIC_SCISSOR_TL	0x28240u	/* and _BR */
#define PA_SC_MODE_CNTL_0		0x28a48u	/* and _1 */
#define PA_SC_AA_CONFIG			0x28c04u
#define PA_SC_AA_CONFIG_CAYMAN		0x28be0u
#define PA_SC_AA_MASK			0x28c3cu
#define PA_SC_AA_MASK_CAYMAN		0x28c38u	/* two */
#define PA_SC_LINE_CNTL			0x28c00u
#define PA_SC_LINE_CNTL_CAYMAN		0x28bdcu

/* From clip space to the screen. */
#define PA_SC_VPORT_ZMIN_0		0x282d0u	/* and ZMAX */
#define PA_CL_VPORT_XSCALE_0		0x2843cu	/* and offset; then y and z */
#define PA_CL_CLIP_CNTL			0x28810u
#define PA_SU_SC_MODE_CNTL		0x28814u
#define PA_CL_VTE_CNTL			0x28818u
#define PA_CL_VS_OUT_CNTL		0x2881cu
#define PA_CL_NANINF_CNTL		0x28820u
#define PA_SU_POINT_SIZE		0x28a00u	/* and its limits */
#define PA_SU_LINE_CNTL			0x28a08u
#define PA_SU_POLY_OFFSET_DB_FMT_CNTL	0x28b78u	/* and all of the offsets */
#define PA_SU_VTX_CNTL			0x28c08u
#define PA_SU_VTX_CNTL_CAYMAN		0x28be4u
#define PA_CL_GB_VERT_CLIP_ADJ		0x28c0cu	/* four */
#define PA_CL_GB_VERT_CLIP_ADJ_CAYMAN	0x28be8u

#define CLIP_NOTHING			(1u << 16)

#define VTE_ALL				0x3fu		/* scale and offset of x, y and z */
#define VTE_ON_SCREEN			(3u << 8)	/* positions are where they have to be */
#define VTE_W_IS_NOT_INVERTED		(1u << 10)

/* Vertices. */
#define VGT_MAX_VTX_INDX		0x28400u	/* and MIN, INDX_OFFSET, RESET_INDX */
#define VGT_OUTPUT_PATH_CNTL		0x28a10u	/* up to VGT_GS_MODE, in a row */
#define VGT_PRIMITIVEID_EN		0x28a84u
#define VGT_MULTI_PRIM_IB_RESET_EN	0x28a94u
#define VGT_REUSE_OFF			0x28ab4u	/* and VGT_VTX_CNT_EN */
#define VGT_SHADER_STAGES_EN		0x28b54u
#define VGT_LS_HS_CONFIG		0x28b58u
#define VGT_TF_PARAM			0x28b6cu
#define VGT_STRMOUT_CONFIG		0x28b94u	/* and that of the buffers */

/* Programs. */
#define SQ_ALU_CONST_BUFFER_SIZE_PS_0	0x28140u	/* VS and GS follow */
#define SQ_ALU_CONST_BUFFER_SIZE_VS_0	0x28180u
#define SQ_DYN_GPR_RESOURCE_LIMIT_1	0x28838u
#define SQ_PGM_START_PS			0x28840u
#define SQ_PGM_RESOURCES_PS		0x28844u	/* and _2, and SQ_PGM_EXPORTS_PS */
#define SQ_PGM_START_VS			0x2885cu
#define SQ_PGM_RESOURCES_VS		0x28860u	/* and _2 */
#define SQ_PGM_START_FS			0x288a4u
#define SQ_PGM_RESOURCES_FS		0x288a8u
#define SQ_LDS_ALLOC			0x288e8u
#define SQ_VTX_SEMANTIC_CLEAR		0x288f0u
#define SQ_ESGS_RING_ITEMSIZE		0x28900u	/* to that of the spilled registers of PS */
#define SQ_GS_VERT_ITEMSIZE		0x2891cu	/* four */
#define SQ_ALU_CONST_CACHE_PS_0		0x28940u
#define SQ_ALU_CONST_CACHE_VS_0		0x28980u
#define SQ_ALU_CONST_BUFFER_SIZE_HS_0	0x28f80u	/* LS follows */

#define DX10_CLAMP			(1u << 21)
#define EXPORT_ONE_COLOR		2u

/* From vertices to pixels. */
#define SPI_VS_OUT_ID_0			0x2861cu	/* ten */
#define SPI_PS_INPUT_CNTL_0		0x28644u
#define SPI_VS_OUT_CONFIG		0x286c4u
#define SPI_THREAD_GROUPING		0x286c8u
#define SPI_PS_IN_CONTROL_0		0x286ccu	/* and _1 */
#define SPI_INTERP_CONTROL_0		0x286d4u	/* and INPUT_Z, FOG_CNTL */
#define SPI_BARYC_CNTL			0x286e0u	/* and SPI_PS_IN_CONTROL_2 */

#define PERSPECTIVE_GRADIENT		(1u << 28)
#define PERSPECTIVE_CENTER		1u

/* Colors. */
#define CB_TARGET_MASK			0x28238u	/* and that of the program */
#define SX_MISC				0x28350u
#define SX_SURFACE_SYNC			0x28354u
#define SX_ALPHA_TEST_CONTROL		0x28410u
#define CB_BLEND_RED			0x28414u	/* four */
#define CB_BLEND0_CONTROL		0x28780u	/* eight */
#define CB_COLOR_CONTROL		0x28808u
#define CB_COLOR0_BASE			0x28c60u	/* pitch, slice, view, INFO, ATTRIB, DIM */
#define CB_COLOR0_INFO			0x28c70u
#define CB_COLOR_STEP			0x3cu
#define CB_COLOR8_INFO			0x28e50u
#define CB_COLOR8_STEP			0x1cu

#define NORMAL_COPY			0x00cc0010u
#define BLEND_OVER			(1u << 30 | 5u << 8 | 4u)	/* by the source's alpha */
#define COLOR_FORMAT(f)			((uint32_t)(f) << 2)
#define COLOR_MODE(m)			((uint32_t)(m) << 8)
#define COLOR_SWAP(s)			((uint32_t)(s) << 15)
#define COLOR_BLEND_CLAMP		(1u << 19)
#define COLOR_EXPORT_4C_16BPC		(1u << 24)

/* Resources: which slots a stage's begin at, and words. */
#define PS_RESOURCES			0u
#define VS_RESOURCES			176u
#define BUFFER_XYZW			(1u << 6 | 2u << 9 | 3u << 12)
#define TYPE_TEXTURE			(2u << 30)
#define TYPE_BUFFER			(3u << 30)
#define DIM_2D				1u
#define CLAMP_TO_EDGE			(2u | 2u << 3 | 2u << 6)
#define LINEAR_FILTER			(1u << 9 | 1u << 11)
#define SAMPLER_TYPE			(1u << 31)

#endif

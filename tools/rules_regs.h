/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_RULES_REGS_H
#define TOOLS_RULES_REGS_H

#include <linux/bits.h>

/*
 * Registers and fields that rules look at, beyond those that the checker follows
 * (checker/track.h). Facts: evergreend.h of the kernel's radeon driver, Mesa's r600.
 */

#define VGT_PRIMITIVE_TYPE		0x8958
#define   PRIM_TYPE_POINTLIST		1
#define VGT_NUM_INDICES			0x8970
#define VGT_COMPUTE_THREAD_GROUP_SIZE	0x89ac
#define DB_RENDER_CONTROL		0x28000
#define   DEPTH_COPY			BIT(2)
#define   STENCIL_COPY			BIT(3)
#define   STENCIL_COMPRESS_DISABLE	BIT(5)
#define   DEPTH_COMPRESS_DISABLE	BIT(6)
#define   COPY_CENTROID			BIT(7)
#define   COLOR_DISABLE			BIT(12)
#define DB_RENDER_OVERRIDE		0x2800c
#define   DISABLE_PIXEL_RATE_TILES	BIT(26)
#define   Z_INFO_TILE_SURFACE_ENABLE	BIT(29)
#define   HTILE_WIDTH_8			BIT(0)
#define   HTILE_HEIGHT_8		BIT(1)
#define   HTILE_FULL_CACHE		BIT(3)
#define CB_TARGET_MASK			0x28238
#define CB_SHADER_MASK			0x2823c
#define CB_BLEND_RED			0x28414
#define SPI_COMPUTE_NUM_THREAD_X	0x286ec
#define CB_BLEND0_CONTROL		0x28780
#define   BLEND_COLOR_SRC		GENMASK(4, 0)
#define   BLEND_COLOR_COMB		GENMASK(7, 5)
#define   BLEND_COLOR_DST		GENMASK(12, 8)
#define   BLEND_ALPHA_SRC		GENMASK(20, 16)
#define   BLEND_ALPHA_COMB		GENMASK(23, 21)
#define   BLEND_ALPHA_DST		GENMASK(28, 24)
#define   BLEND_SEPARATE_ALPHA		BIT(29)
#define   BLEND_ENABLE			BIT(30)
#define   COLOR_CONTROL_MODE		GENMASK(6, 4)
#define   COLOR_CONTROL_ROP3		GENMASK(23, 16)
#define   ROP3_COPY			0xcc
#define DB_DEPTH_CONTROL		0x28800
#define   STENCIL_ENABLE		BIT(0)
#define   Z_ENABLE			BIT(1)
#define PA_SU_SC_MODE_CNTL		0x28814
#define   CULL_FRONT			BIT(0)
#define   CULL_BACK			BIT(1)
#define   FACE				BIT(2)
#define SQ_PGM_EXPORTS_PS		0x2884c
#define   EXPORT_COLORS			GENMASK(4, 1)
#define   GS_MODE			GENMASK(1, 0)
#define   GS_COMPUTE_MODE		BIT(14)
#define   GS_PARTIAL_THD_AT_EOI		BIT(17)
#define   STAGES_LS			GENMASK(1, 0)
#define   STAGES_LS_IS_CS		2
#define   STAGES_REST			GENMASK(7, 2)
#define   INFO_ENDIAN			GENMASK(1, 0)
#define   INFO_FORMAT			GENMASK(7, 2)
#define   FORMAT_X24_8_32_FLOAT		0x1c
#define   INFO_ARRAY_MODE		GENMASK(11, 8)
#define   INFO_NUMBER_TYPE		GENMASK(14, 12)
#define   NUMBER_TYPE_UINT		4
#define   NUMBER_TYPE_SINT		5
#define   INFO_COMP_SWAP		GENMASK(16, 15)
#define   INFO_FAST_CLEAR		BIT(17)
#define   INFO_COMPRESSION		BIT(18)
#define   INFO_BLEND_BYPASS		BIT(20)
#define   INFO_SOURCE_FORMAT		GENMASK(25, 24)
#define   INFO_RAT			BIT(26)
#define   INFO_RESOURCE_TYPE		GENMASK(29, 27)
#define   RESOURCE_BUFFER		0
#define   RESOURCE_TEXTURE1D		1
#define   ATTRIB_NON_DISP		BIT(4)
#define   ATTRIB_BANK_HEIGHT		GENMASK(17, 16)
#define   ATTRIB_FMASK_BANK_HEIGHT	GENMASK(23, 22)
#define   ATTRIB_NUM_SAMPLES		GENMASK(26, 24)	/* Cayman */
#define   AA_NUM_SAMPLES		GENMASK(1, 0)	/* Evergreen */

/* CB_COLOR_CONTROL.MODE. */
enum {
	MODE_DISABLE,
	MODE_NORMAL,
	MODE_ELIMINATE_FAST_CLEAR,
	MODE_RESOLVE,
	MODE_DECOMPRESS,
	MODE_FMASK_DECOMPRESS,
};

/* From the base of a target, beyond those in checker/track.h. */
#define CB_CLEAR_WORD1			0x30

#define NUM_MRTS			8
#define NUM_RATS			12

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Packets, events and registers of a dispatch. Sources: AMD's guide "Evergreen and Northern
 * Islands acceleration", chapters 3 and 9, and AMD's register guides; Mesa's r600 for values
 * that they do not tell.
 */
#ifndef CTM_PM4_H
#define CTM_PM4_H

enum pm4_opcode {
	PM4_NOP = 0x10, PM4_CLEAR_STATE = 0x12, PM4_DEALLOC_STATE = 0x14, PM4_DISPATCH_DIRECT = 0x15,
	PM4_CONTEXT_CONTROL = 0x28, PM4_SURFACE_SYNC = 0x43, PM4_EVENT_WRITE = 0x46,
	PM4_EVENT_WRITE_EOP = 0x47, PM4_SET_CONFIG_REG = 0x68, PM4_SET_CONTEXT_REG = 0x69,
	PM4_SET_BOOL_CONST = 0x6b, PM4_SET_LOOP_CONST = 0x6c, PM4_SET_RESOURCE = 0x6d,
};

#define PM4_COMPUTE		(1u << 1)	/* of a header */
#define PM4_FILLER		0x80000000u
#define CONTROL_OFF		0x80000000u	/* nothing is loaded, nothing shadowed */
#define COMPUTE_SHADER_EN	1u
#define WHOLE_RANGE		0xffffffffu
#define POLL_INTERVAL		10u

/* Event types, with the index that tells the CP how to treat them. */
#define CS_PARTIAL_FLUSH	0x407u
#define PS_PARTIAL_FLUSH	0x410u
#define CACHE_FLUSH_AND_INV	0x016u
#define CACHE_FLUSH_AND_INV_TS	0x514u
#define BOTTOM_OF_PIPE_TS	0x528u
/* What EVENT_WRITE_EOP stores. */
#define EOP_DATA32		(1u << 29)
#define EOP_CLOCK		(3u << 29)

/* Caches of SURFACE_SYNC: those that only read, and all. */
#define COHER_TC		(1u << 23)
#define COHER_VC		(1u << 24)
#define COHER_SH		(1u << 27)
#define COHER_READ		(COHER_TC | COHER_VC | COHER_SH)
/* Targets, depth, FULL_CACHE, CB, DB and SX beside them. */
#define COHER_ALL		0x1f97ffc0u

/* Byte addresses. */
#define CONFIG_REGS		0x8000u
#define WAIT_UNTIL		0x8040u
#define  WAIT_3D_IDLE		(1u << 15)
#define VGT_PRIMITIVE_TYPE	0x8958u
#define  POINTS			1u
#define VGT_NUM_INDICES		0x8970u
#define VGT_COMPUTE_START_X	0x899cu
#define VGT_COMPUTE_THREAD_GROUP_SIZE	0x89acu
#define SQ_GPR_RESOURCE_MGMT_1	0x8c04u
#define  CLAUSE_TEMPORARIES	(4u << 28)
#define SQ_THREAD_RESOURCE_MGMT	0x8c18u
#define  LS_THREADS		(128u << 8)
#define  LS_STACK(entries)	((entries) << 16)
#define SQ_DYN_GPR_CNTL		0x8d8cu
#define  DYN_GPR_ENABLE		(1u << 8)
#define SQ_LDS_RESOURCE_MGMT	0x8e2cu
#define  LS_LDS			(8192u << 16)

#define CONTEXT_REGS		0x28000u
#define DB_RENDER_CONTROL	0x28000u
#define  COLOR_DISABLE		(1u << 12)
#define CB_TARGET_MASK		0x28238u
#define SPI_COMPUTE_INPUT_CNTL	0x286e8u
#define  IDS			7u	/* of thread and group, in two registers */
#define SPI_COMPUTE_NUM_THREAD_X	0x286ecu
#define SPI_LDS_MGMT		0x286fcu
#define  LS_LDS_CAYMAN		(255u << 8)
#define DB_DEPTH_CONTROL	0x28800u
#define CB_COLOR_CONTROL	0x28808u
#define  NORMAL_COPY		0x00cc0010u
#define PA_SU_SC_MODE_CNTL	0x28814u
#define  CULL_ALL		0x247u	/* both faces, filled */
#define SQ_DYN_GPR_RESOURCE_LIMIT_1	0x28838u
#define  NO_GPR_LIMITS		0x3def7bdeu
#define SQ_PGM_START_LS		0x288d0u
#define  DX10_CLAMP		(1u << 21)
#define SQ_LDS_ALLOC		0x288e8u
#define VGT_GS_MODE		0x28a40u
#define  GS_COMPUTE		0x24000u	/* COMPUTE_MODE, PARTIAL_THD_AT_EOI */
#define VGT_SHADER_STAGES_EN	0x28b54u
#define  STAGES_COMPUTE		2u
#define CB_IMMED0_BASE		0x28b9cu
#define CB_COLOR0_BASE		0x28c60u
#define CB_COLOR0_STEP		0x3cu
#define CB_COLOR8_BASE		0x28e40u
#define CB_COLOR8_STEP		0x1cu
#define CB_COLOR_INFO		0x10u	/* from the base */
/* RAT, BLEND_BYPASS, NUMBER_UINT, ARRAY_LINEAR_ALIGNED, COLOR_32. */
#define  RAT_OF_DWORDS		0x04104134u
#define  NON_DISP_ORDER		(1u << 4)	/* of ATTRIB */
#define SQ_ALU_CONST_CACHE_LS_0	0x28f40u
#define SQ_ALU_CONST_BUFFER_SIZE_LS_0	0x28fc0u

/* The stage's constants and resources, by number. */
#define CS_STAGE		5u
#define LOOP_CONSTANTS		32u
#define FIRST_RESOURCE		816u
#define RESOURCE_DWORDS		8u
#define  VALID_BUFFER		(3u << 30)
#define  NUM_FORMAT_INT		(1u << 26)
#define  XYZW			0x3440u	/* where components go */

#endif

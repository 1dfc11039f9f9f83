/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PM4_PACKETS_H
#define PM4_PACKETS_H

#include <linux/bitfield.h>
#include <linux/bits.h>

/**
 * DOC: PM4
 *
 * The command processor's language. A packet is a header dword and a body:
 *
 * * type 0: write the body to consecutive registers;
 * * type 2: a filler of one dword;
 * * type 3: an opcode and its operands. The header's count is the number of body
 *   dwords less one.
 *
 * Each opcode that AMD's guide names is here once, for the driver, for the command
 * checker and for the text of a core dump. Operands are here if the driver itself sends
 * the packet (evergreen_emit.h); those of clients' packets are known to the checker alone.
 * Of events, all that the checker accepts are here.
 *
 * Facts: AMD's "Radeon Evergreen / Northern Islands Acceleration" guide, chapter
 * on PM4, and the radeon driver in Linux 6.12.
 */
#define PACKET_TYPE				GENMASK(31, 30)
#define PACKET_COUNT				GENMASK(29, 16)
#define PACKET0_REGISTER			GENMASK(15, 0)
#define PACKET3_OPCODE				GENMASK(15, 8)
#define PACKET3_COMPUTE				BIT(1)
#define PACKET3_PREDICATE			BIT(0)

#define PACKET0(reg, n)	(FIELD_PREP(PACKET_TYPE, 0) | FIELD_PREP(PACKET_COUNT, n) |	\
			 FIELD_PREP(PACKET0_REGISTER, (reg) >> 2))
#define PACKET2		FIELD_PREP_CONST(PACKET_TYPE, 2)
/* n is the number of body dwords less one. */
#define PACKET3(op, n)	((u32)(FIELD_PREP(PACKET_TYPE, 3) | FIELD_PREP(PACKET_COUNT, n) |	\
			       FIELD_PREP(PACKET3_OPCODE, op)))

#define PACKET3_NOP				0x10
#define PACKET3_SET_BASE			0x11
#define PACKET3_CLEAR_STATE			0x12
#define PACKET3_INDEX_BUFFER_SIZE		0x13
#define PACKET3_DEALLOC_STATE			0x14
#define PACKET3_DISPATCH_DIRECT			0x15
#define PACKET3_DISPATCH_INDIRECT		0x16
#define PACKET3_MODE_CONTROL			0x18
#define   MODE_CONTROL_DX10			1
#define PACKET3_SET_PREDICATION			0x20
#define PACKET3_REG_RMW				0x21
#define PACKET3_COND_EXEC			0x22
#define PACKET3_PRED_EXEC			0x23
#define PACKET3_DRAW_INDIRECT			0x24
#define PACKET3_DRAW_INDEX_INDIRECT		0x25
#define PACKET3_INDEX_BASE			0x26
#define PACKET3_DRAW_INDEX_2			0x27
#define PACKET3_CONTEXT_CONTROL			0x28
#define PACKET3_DRAW_INDEX_OFFSET		0x29
#define PACKET3_INDEX_TYPE			0x2a
#define PACKET3_DRAW_INDEX			0x2b
#define PACKET3_DRAW_INDEX_AUTO			0x2d
#define PACKET3_DRAW_INDEX_IMMD			0x2e
#define PACKET3_NUM_INSTANCES			0x2f
#define PACKET3_DRAW_INDEX_MULTI_AUTO		0x30
#define PACKET3_INDIRECT_BUFFER			0x32
#define   PACKET3_IB_LENGTH			GENMASK(19, 0)
#define   PACKET3_IB_VMID			GENMASK(27, 24)	/* Cayman and Aruba */
#define PACKET3_STRMOUT_BUFFER_UPDATE		0x34
#define PACKET3_DRAW_INDEX_OFFSET_2		0x35
#define PACKET3_DRAW_INDEX_MULTI_ELEMENT	0x36
#define PACKET3_MEM_SEMAPHORE			0x39
#define   PACKET3_SEM_WAIT_ON_SIGNAL		BIT(12)	/* reserved on Cayman and Aruba */
#define   PACKET3_SEM_SEL			GENMASK(31, 29)
#define     SEM_SEL_SIGNAL			6
#define     SEM_SEL_WAIT			7
#define PACKET3_MPEG_INDEX			0x3a
#define PACKET3_COPY_DW				0x3b
#define PACKET3_WAIT_REG_MEM			0x3c
#define   WAIT_REG_MEM_ALWAYS			0
#define   WAIT_REG_MEM_POLL_INTERVAL		0x20
#define PACKET3_MEM_WRITE			0x3d
#define   MEM_WRITE_DW				5
#define   PACKET3_MEM_WRITE_32_BITS		BIT(18)
#define PACKET3_COPY_DATA			0x40
#define PACKET3_CP_DMA				0x41
#define   PACKET3_CP_DMA_SRC_SEL		GENMASK(30, 29)
#define     CP_DMA_SRC_DATA			2
#define   PACKET3_CP_DMA_SYNC			BIT(31)
#define PACKET3_PFP_SYNC_ME			0x42
#define PACKET3_SURFACE_SYNC			0x43
#define   PACKET3_FULL_CACHE_ENA		BIT(20)
#define   PACKET3_TC_ACTION_ENA			BIT(23)
#define   PACKET3_VC_ACTION_ENA			BIT(24)
#define   PACKET3_SH_ACTION_ENA			BIT(27)
#define   PACKET3_ENGINE_ME			BIT(31)	/* Cayman and Aruba */
#define   PACKET3_SYNC_ALL_MEMORY		0xffffffff
#define   PACKET3_SYNC_VMID			GENMASK(27, 24)	/* Cayman and Aruba */
#define   PACKET3_SYNC_POLL_INTERVAL		10
#define PACKET3_ME_INITIALIZE			0x44
#define   PACKET3_ME_INITIALIZE_DEVICE_ID	GENMASK(31, 16)
#define PACKET3_COND_WRITE			0x45
#define PACKET3_EVENT_WRITE			0x46
#define PACKET3_EVENT_WRITE_EOP			0x47
#define   PACKET3_EVENT_TYPE			GENMASK(5, 0)
#define     SAMPLE_STREAMOUTSTATS1		0x01
#define     SAMPLE_STREAMOUTSTATS2		0x02
#define     SAMPLE_STREAMOUTSTATS3		0x03
#define     CACHE_FLUSH_TS			0x04
#define     CACHE_FLUSH				0x06
#define     CS_PARTIAL_FLUSH			0x07
#define     VS_PARTIAL_FLUSH			0x0f
#define     PS_PARTIAL_FLUSH			0x10
#define     CACHE_FLUSH_AND_INV_TS_EVENT	0x14
#define     ZPASS_DONE				0x15
#define     CACHE_FLUSH_AND_INV_EVENT		0x16
#define     PIPELINESTAT_START			0x19
#define     PIPELINESTAT_STOP			0x1a
#define     SAMPLE_PIPELINESTAT			0x1e
#define     SO_VGTSTREAMOUT_FLUSH		0x1f
#define     SAMPLE_STREAMOUTSTATS		0x20
#define     VGT_FLUSH				0x24
#define     BOTTOM_OF_PIPE_TS			0x28
#define     DB_CACHE_FLUSH_AND_INV		0x2a
#define     FLUSH_AND_INV_DB_META		0x2c
#define     FLUSH_AND_INV_CB_META		0x2e
#define     CS_DONE				0x2f
#define     PS_DONE				0x30
#define   PACKET3_EVENT_INDEX			GENMASK(11, 8)
#define     EVENT_INDEX_NONE			0
#define     EVENT_INDEX_ZPASS			1
#define     EVENT_INDEX_PIPELINESTAT		2
#define     EVENT_INDEX_STREAMOUTSTATS		3
#define     EVENT_INDEX_PARTIAL_FLUSH		4
#define     EVENT_INDEX_TIMESTAMP		5
#define     EVENT_INDEX_EOS			6
#define   PACKET3_EOP_INT_SEL			GENMASK(25, 24)
#define     EOP_INT_AFTER_WRITE			2
#define   PACKET3_EOP_DATA_SEL			GENMASK(31, 29)
#define     EOP_DATA_32_BITS			1
#define PACKET3_EVENT_WRITE_EOS			0x48
#define PACKET3_PREAMBLE_CNTL			0x4a
#define   PREAMBLE_COMMAND			GENMASK(31, 28)
#define     PREAMBLE_BEGIN_CLEAR_STATE		2
#define     PREAMBLE_END_CLEAR_STATE		3
#define PACKET3_ONE_REG_WRITE			0x57
/* LOAD packets lie 8 below their SET: the numbers of R6xx and of Sea Islands. */
#define PACKET3_LOAD_CONFIG_REG			0x60
#define PACKET3_LOAD_CONTEXT_REG		0x61
#define PACKET3_LOAD_ALU_CONST			0x62
#define PACKET3_LOAD_BOOL_CONST			0x63
#define PACKET3_LOAD_LOOP_CONST			0x64
#define PACKET3_LOAD_RESOURCE			0x65
#define PACKET3_LOAD_SAMPLER			0x66
#define PACKET3_LOAD_CTL_CONST			0x67
#define PACKET3_SET_CONFIG_REG			0x68
#define   SET_CONFIG_REG_START			0x08000
#define PACKET3_SET_CONTEXT_REG			0x69
#define   SET_CONTEXT_REG_START			0x28000
#define PACKET3_SET_ALU_CONST			0x6a
#define PACKET3_SET_BOOL_CONST			0x6b
#define PACKET3_SET_LOOP_CONST			0x6c
#define PACKET3_SET_RESOURCE			0x6d
#define PACKET3_SET_SAMPLER			0x6e
#define PACKET3_SET_CTL_CONST			0x6f
#define   SET_CTL_CONST_START			0x3cff0
/* CTL constants by offset: vertex and instance start; what clears other constants */
#define   CTL_CONST_VTX_BASE			0x3cff0
#define   CTL_CONST_CLEAR			0x3ff00
#define   NUM_CTL_CONST_CLEAR			3
#define PACKET3_SET_RESOURCE_OFFSET		0x70
#define PACKET3_SET_ALU_CONST_VS		0x71
#define PACKET3_SET_ALU_CONST_DI		0x72
#define PACKET3_SET_CONTEXT_REG_INDIRECT	0x73
#define PACKET3_SET_RESOURCE_INDIRECT		0x74
#define PACKET3_SET_APPEND_CNT			0x75

/**
 * DOC: DMA packets
 *
 * The language of the asynchronous DMA engines. A packet is a header dword and a
 * body whose length follows from the header; there are no types. The header has a
 * command, a sub-command and a count. Command and sub-command are one number here.
 * Addresses have 40 bits. The swap fields, which would reverse bytes, stay 0.
 *
 * Facts: AMD's list of DMA packets (dma_packets.txt), its part on
 * Evergreen and Northern Islands; the value that a fence writes is missing there
 * and is taken from the radeon driver in Linux 6.12.
 */
#define DMA_CODE				GENMASK(31, 20)
#define   DMA_CODE_COMMAND			0xf00	/* any sub-command */
#define   DMA_CODE_ALL				0xfff
#define DMA_COUNT				GENMASK(19, 0)
#define   DMA_COUNT_MAX				FIELD_MAX(DMA_COUNT)
#define   DMA_COUNT_TILES			GENMASK(15, 0)	/* of packets that count tiles */

#define DMA_PACKET(code, n)	((u32)(FIELD_PREP(DMA_CODE, code) | FIELD_PREP(DMA_COUNT, n)))

#define DMA_PACKET_WRITE			0x200
#define DMA_PACKET_WRITE_TILED			0x208
#define DMA_PACKET_WRITE_PTE			0x242
#define DMA_PACKET_COPY_LINEAR			0x300
#define DMA_PACKET_COPY_TILED			0x308
#define DMA_PACKET_COPY_BYTE			0x340
#define DMA_PACKET_COPY_PARTIAL			0x341	/* Cayman and Aruba */
#define DMA_PACKET_COPY_BROADCAST		0x344
#define DMA_PACKET_COPY_FRAME_TO_FIELD		0x348
#define DMA_PACKET_COPY_TILED_PARTIAL		0x349	/* Cayman and Aruba */
#define DMA_PACKET_COPY_TILED_BROADCAST		0x34b
#define DMA_PACKET_COPY_TILES			0x34c
#define DMA_PACKET_COPY_T2T			0x34d	/* Cayman and Aruba */
#define DMA_PACKET_COPY_TILES_BROADCAST		0x34f
#define DMA_PACKET_INDIRECT_BUFFER		0x400
#define   DMA_IB_LENGTH				GENMASK(31, 12)	/* dwords */
#define DMA_PACKET_SEMAPHORE			0x500
#define   DMA_SEMAPHORE_SIGNAL			BIT(2)		/* of the code; else wait */
#define DMA_PACKET_FENCE			0x600
#define DMA_PACKET_TRAP				0x700
#define DMA_PACKET_SRBM_WRITE			0x900
#define   DMA_SRBM_ALL_BYTES			(0xf << 16)
#define DMA_PACKET_SRBM_READ			0x980
#define   DMA_SRBM_READ_RETRIES			(0xffu << 20)
#define DMA_PACKET_CONSTANT_FILL		0xd00
#define   DMA_FILL_ADDRESS_HI			GENMASK(23, 16)
#define DMA_PACKET_POLL				0xe00	/* no packet of these chips */
#define DMA_PACKET_NOP				0xf00
#define   DMA_FILLER				FIELD_PREP_CONST(DMA_CODE, DMA_PACKET_NOP)

/* The packet that calls an indirect buffer ends at a multiple of this in the ring. */
#define DMA_IB_ALIGN_DW				8

#endif

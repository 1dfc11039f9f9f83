/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PM4_PACKETS_H
#define PM4_PACKETS_H

#include <linux/bits.h>
#include <linux/bitfield.h>
#include <linux/types.h>
#include <linux/wordpart.h>

#include "evergreen_ring.h"

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
 * For each packet that the driver itself sends there is an emit function, which
 * writes it to a ring in which the caller has reserved room. Opcodes that only
 * clients send are known to the command checker alone.
 *
 * Facts: AMD's "Radeon Evergreen / Northern Islands Acceleration" guide, chapter
 * on PM4, and the radeon driver in Linux 6.12.
 */
#define PACKET_TYPE				GENMASK(31, 30)
#define PACKET_COUNT				GENMASK(29, 16)
#define PACKET0_REGISTER			GENMASK(15, 0)
#define PACKET3_OPCODE				GENMASK(15, 8)
#define PACKET3_COMPUTE				BIT(1)

#define PACKET0(reg, n)	(FIELD_PREP(PACKET_TYPE, 0) | FIELD_PREP(PACKET_COUNT, n) |	\
			 FIELD_PREP(PACKET0_REGISTER, (reg) >> 2))
#define PACKET2		FIELD_PREP_CONST(PACKET_TYPE, 2)
/* n is the number of body dwords less one. */
#define PACKET3(op, n)	((u32)(FIELD_PREP(PACKET_TYPE, 3) | FIELD_PREP(PACKET_COUNT, n) |	\
			       FIELD_PREP(PACKET3_OPCODE, op)))

/* The engines fetch the ring in blocks; what is committed ends at one's end. */
#define PM4_RING_ALIGN_DW			16

#define PACKET3_CLEAR_STATE			0x12
#define PACKET3_DEALLOC_STATE			0x14
#define PACKET3_MODE_CONTROL			0x18
#define   MODE_CONTROL_DX10			1
#define PACKET3_INDIRECT_BUFFER			0x32
#define   PACKET3_IB_LENGTH			GENMASK(19, 0)
#define   PACKET3_IB_VMID			GENMASK(27, 24)	/* Cayman and Aruba */
#define PACKET3_MEM_WRITE			0x3d
#define   MEM_WRITE_DW				5
#define   PACKET3_MEM_WRITE_CONFIRM		BIT(17)
#define   PACKET3_MEM_WRITE_32_BITS		BIT(18)
#define PACKET3_MEM_SEMAPHORE			0x39
#define   PACKET3_SEM_WAIT_ON_SIGNAL		BIT(12)	/* reserved on Cayman and Aruba */
#define   PACKET3_SEM_SEL			GENMASK(31, 29)
#define     SEM_SEL_SIGNAL			6
#define     SEM_SEL_WAIT			7
#define PACKET3_WAIT_REG_MEM			0x3c
#define   WAIT_REG_MEM_ALWAYS			0
#define   WAIT_REG_MEM_POLL_INTERVAL		0x20
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
#define PACKET3_EVENT_WRITE			0x46
#define PACKET3_EVENT_WRITE_EOP			0x47
#define   PACKET3_EVENT_TYPE			GENMASK(5, 0)
#define     CS_PARTIAL_FLUSH			0x07
#define     VS_PARTIAL_FLUSH			0x0f
#define     PS_PARTIAL_FLUSH			0x10
#define     CACHE_FLUSH_AND_INV_EVENT_TS	0x14
#define     VGT_FLUSH				0x24
#define   PACKET3_EVENT_INDEX			GENMASK(11, 8)
#define     EVENT_INDEX_NONE			0
#define     EVENT_INDEX_PARTIAL_FLUSH		4
#define     EVENT_INDEX_TIMESTAMP		5
#define   PACKET3_EOP_INT_SEL			GENMASK(25, 24)
#define     EOP_INT_AFTER_WRITE			2
#define   PACKET3_EOP_DATA_SEL			GENMASK(31, 29)
#define     EOP_DATA_32_BITS			1
#define PACKET3_PREAMBLE_CNTL			0x4a
#define   PREAMBLE_COMMAND			GENMASK(31, 28)
#define     PREAMBLE_BEGIN_CLEAR_STATE		2
#define     PREAMBLE_END_CLEAR_STATE		3
#define PACKET3_SET_CONFIG_REG			0x68
#define   SET_CONFIG_REG_START			0x08000
#define PACKET3_SET_CONTEXT_REG			0x69
#define   SET_CONTEXT_REG_START			0x28000
#define PACKET3_SET_CTL_CONST			0x6f
#define   SET_CTL_CONST_START			0x3cff0
/* CTL constants by offset: vertex and instance start; what clears other constants */
#define   CTL_CONST_VTX_BASE			0x3cff0
#define   CTL_CONST_CLEAR			0x3ff00
#define   NUM_CTL_CONST_CLEAR			3

/* ME_INITIALIZE's operands. The meaning of the first two is not published. */
#define ME_INITIALIZE_DW			7
static inline void emit_me_initialize(struct evergreen_ring *ring, u32 hw_contexts)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_ME_INITIALIZE, 5));
	evergreen_ring_write(ring, 1);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, hw_contexts - 1);
	evergreen_ring_write(ring, FIELD_PREP(PACKET3_ME_INITIALIZE_DEVICE_ID, 1));
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, 0);
}

#define PREAMBLE_DW				2
static inline void emit_preamble(struct evergreen_ring *ring, u32 command)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_PREAMBLE_CNTL, 0));
	evergreen_ring_write(ring, FIELD_PREP(PREAMBLE_COMMAND, command));
}

#define CLEAR_STATE_DW				2
static inline void emit_clear_state(struct evergreen_ring *ring)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_CLEAR_STATE, 0));
	evergreen_ring_write(ring, 0);
}

/* CLEAR_STATE takes a state set for compute shaders, DEALLOC_STATE gives it back. */
#define COMPUTE_STATE_PACKET_DW			2
static inline void emit_compute_state(struct evergreen_ring *ring, u32 op)
{
	evergreen_ring_write(ring, PACKET3(op, 0) | PACKET3_COMPUTE);
	evergreen_ring_write(ring, 0);
}

/* The header of SET_*: n values for consecutive registers from @reg follow. */
#define SET_REG_DW(n)				(2 + (n))
static inline void emit_set_config_regs(struct evergreen_ring *ring, u32 reg, u32 n)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_SET_CONFIG_REG, n));
	evergreen_ring_write(ring, (reg - SET_CONFIG_REG_START) >> 2);
}

static inline void emit_set_context_regs(struct evergreen_ring *ring, u32 reg, u32 n)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_SET_CONTEXT_REG, n));
	evergreen_ring_write(ring, (reg - SET_CONTEXT_REG_START) >> 2);
}

/* The same for compute shaders. */
static inline void emit_set_compute_regs(struct evergreen_ring *ring, u32 reg, u32 n)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_SET_CONTEXT_REG, n) | PACKET3_COMPUTE);
	evergreen_ring_write(ring, (reg - SET_CONTEXT_REG_START) >> 2);
}

static inline void emit_set_ctl_consts(struct evergreen_ring *ring, u32 reg, u32 n)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_SET_CTL_CONST, n));
	evergreen_ring_write(ring, (reg - SET_CTL_CONST_START) >> 2);
}

/*
 * SQ_TEX_SAMPLER_CLEAR, SQ_TEX_RESOURCE_CLEAR and SQ_LOOP_BOOL_CLEAR: what their bits
 * stand for is not published, and all of them clear all.
 */
#define CLEAR_CONSTANTS_DW			SET_REG_DW(NUM_CTL_CONST_CLEAR)
static inline void emit_clear_constants(struct evergreen_ring *ring)
{
	u32 i;

	emit_set_ctl_consts(ring, CTL_CONST_CLEAR, NUM_CTL_CONST_CLEAR);
	for (i = 0; i < NUM_CTL_CONST_CLEAR; i++)
		evergreen_ring_write(ring, U32_MAX);
}

#define WRITE_REG_DW				2
static inline void emit_write_reg(struct evergreen_ring *ring, u32 reg, u32 value)
{
	evergreen_ring_write(ring, PACKET0(reg, 0));
	evergreen_ring_write(ring, value);
}

/* Read a register and go on whatever it says: writes before it have arrived then. */
#define READ_REG_DW				7
static inline void emit_read_reg(struct evergreen_ring *ring, u32 reg)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_WAIT_REG_MEM, 5));
	evergreen_ring_write(ring, WAIT_REG_MEM_ALWAYS);
	evergreen_ring_write(ring, reg >> 2);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, WAIT_REG_MEM_POLL_INTERVAL);
}

/* The PFP fetches nothing more before the ME has come this far. */
#define PFP_SYNC_ME_DW				2
static inline void emit_pfp_sync_me(struct evergreen_ring *ring)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_PFP_SYNC_ME, 0));
	evergreen_ring_write(ring, 0);
}

#define MODE_CONTROL_DW				2
static inline void emit_mode_control(struct evergreen_ring *ring)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_MODE_CONTROL, 0));
	evergreen_ring_write(ring, MODE_CONTROL_DX10);
}

#define INDIRECT_BUFFER_DW			4
static inline void emit_indirect_buffer(struct evergreen_ring *ring, u64 addr, u32 ndw, u32 vmid)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_INDIRECT_BUFFER, 2));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr));
	evergreen_ring_write(ring, FIELD_PREP(PACKET3_IB_LENGTH, ndw) |
			     FIELD_PREP(PACKET3_IB_VMID, vmid));
}

/* Make the caches named in @coher_cntl forget all of memory. */
#define SURFACE_SYNC_DW				5
static inline void emit_surface_sync(struct evergreen_ring *ring, u32 coher_cntl, u32 vmid)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_SURFACE_SYNC, 3));
	evergreen_ring_write(ring, coher_cntl);
	evergreen_ring_write(ring, PACKET3_SYNC_ALL_MEMORY);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, FIELD_PREP(PACKET3_SYNC_VMID, vmid) |
			     PACKET3_SYNC_POLL_INTERVAL);
}

#define EVENT_WRITE_DW				2
static inline void emit_event_write(struct evergreen_ring *ring, u32 type, u32 index)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_EVENT_WRITE, 0));
	evergreen_ring_write(ring, FIELD_PREP(PACKET3_EVENT_TYPE, type) |
			     FIELD_PREP(PACKET3_EVENT_INDEX, index));
}

/* When all work is done and caches are written back: store @value, then interrupt. */
#define EVENT_WRITE_EOP_DW			6
static inline void emit_event_write_eop(struct evergreen_ring *ring, u64 addr, u32 value)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_EVENT_WRITE_EOP, 4));
	evergreen_ring_write(ring, FIELD_PREP(PACKET3_EVENT_TYPE, CACHE_FLUSH_AND_INV_EVENT_TS) |
			     FIELD_PREP(PACKET3_EVENT_INDEX, EVENT_INDEX_TIMESTAMP));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr) |
			     FIELD_PREP(PACKET3_EOP_INT_SEL, EOP_INT_AFTER_WRITE) |
			     FIELD_PREP(PACKET3_EOP_DATA_SEL, EOP_DATA_32_BITS));
	evergreen_ring_write(ring, value);
	evergreen_ring_write(ring, 0);
}

/*
 * Add one to the 64 bits at @addr when the work before has ended, or wait until
 * they are not 0 and take one. The PFP must not run ahead of a wait.
 */
#define MEM_SEMAPHORE_DW			5
static inline void emit_mem_semaphore(struct evergreen_ring *ring, u64 addr, bool wait, u32 flags)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_MEM_SEMAPHORE, 1));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr) | flags |
			     FIELD_PREP(PACKET3_SEM_SEL, wait ? SEM_SEL_WAIT : SEM_SEL_SIGNAL));
	if (!wait)
		return;
	evergreen_ring_write(ring, PACKET3(PACKET3_PFP_SYNC_ME, 0));
	evergreen_ring_write(ring, 0);
}

/**
 * DOC: DMA packets
 *
 * The language of the asynchronous DMA engines. A packet is a header dword with a
 * command, a variant of it and a count, and a body whose length follows from
 * these; there are no types. Addresses have 40 bits. The swap fields, which would
 * reverse bytes, stay 0.
 *
 * Packets for the ring are emitted like those above. What the driver puts into
 * indirect buffers of its own is written by put functions, which return where the
 * next packet goes.
 *
 * Facts: AMD's list of packets of the asynchronous DMA engines, its part on
 * Evergreen and Northern Islands; the value that a fence writes is missing there
 * and is taken from the radeon driver in Linux 6.12.
 */
#define DMA_COMMAND				GENMASK(31, 28)
#define DMA_VARIANT				GENMASK(27, 20)
#define DMA_COUNT				GENMASK(19, 0)
#define   DMA_COUNT_MAX				FIELD_MAX(DMA_COUNT)

#define DMA_PACKET(command, variant, n)						\
	((u32)(FIELD_PREP(DMA_COMMAND, command) | FIELD_PREP(DMA_VARIANT, variant) |	\
	       FIELD_PREP(DMA_COUNT, n)))

#define DMA_CMD_WRITE				0x2
#define DMA_CMD_COPY				0x3
#define DMA_CMD_INDIRECT			0x4
#define   DMA_IB_LENGTH				GENMASK(31, 12)	/* dwords */
#define DMA_CMD_SEMAPHORE			0x5
#define   DMA_SEMAPHORE_WAIT			0
#define   DMA_SEMAPHORE_SIGNAL			BIT(2)
#define DMA_CMD_FENCE				0x6
#define DMA_CMD_TRAP				0x7
#define DMA_CMD_SRBM_WRITE			0x9
#define   DMA_SRBM_ALL_BYTES			(0xf << 16)
#define   DMA_SRBM_READ				BIT(7)		/* variant */
#define   DMA_SRBM_READ_RETRIES			(0xffu << 20)
#define DMA_CMD_FILL				0xd
#define   DMA_FILL_ADDRESS_HI			GENMASK(23, 16)
#define DMA_CMD_NOP				0xf

#define DMA_NOP					0xf0000000u
#define DMA_TRAP				0x70000000u

/* The packet that calls an indirect buffer ends at a multiple of this in the ring. */
#define DMA_IB_ALIGN_DW				8

#define DMA_INDIRECT_DW				3
static inline void emit_dma_indirect(struct evergreen_ring *ring, u64 addr, u32 ndw, u32 vmid)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_CMD_INDIRECT, vmid, 0));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, FIELD_PREP(DMA_IB_LENGTH, ndw) | upper_32_bits(addr));
}

/* The 64 bits at @addr are the same as those of MEM_SEMAPHORE. */
#define DMA_SEMAPHORE_DW			3
static inline void emit_dma_semaphore(struct evergreen_ring *ring, u64 addr, bool wait)
{
	u32 variant = wait ? DMA_SEMAPHORE_WAIT : DMA_SEMAPHORE_SIGNAL;

	evergreen_ring_write(ring, DMA_PACKET(DMA_CMD_SEMAPHORE, variant, 0));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr));
}

#define DMA_FENCE_DW				4
static inline void emit_dma_fence(struct evergreen_ring *ring, u64 addr, u32 value)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_CMD_FENCE, 0, 0));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr));
	evergreen_ring_write(ring, value);
}

#define DMA_TRAP_DW				1

#define DMA_SRBM_WRITE_DW			3
static inline void emit_dma_srbm_write(struct evergreen_ring *ring, u32 reg, u32 value)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_CMD_SRBM_WRITE, 0, 0));
	evergreen_ring_write(ring, DMA_SRBM_ALL_BYTES | reg >> 2);
	evergreen_ring_write(ring, value);
}

/* @n dwords, up to DMA_COUNT_MAX. */
#define DMA_COPY_DW				5
static inline void emit_dma_copy(struct evergreen_ring *ring, u64 dst, u64 src, u32 n)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_CMD_COPY, 0, n));
	evergreen_ring_write(ring, lower_32_bits(dst));
	evergreen_ring_write(ring, lower_32_bits(src));
	evergreen_ring_write(ring, upper_32_bits(dst));
	evergreen_ring_write(ring, upper_32_bits(src));
}

#define DMA_FILL_DW				4
static inline void emit_dma_fill(struct evergreen_ring *ring, u64 dst, u32 value, u32 n)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_CMD_FILL, 0, n));
	evergreen_ring_write(ring, lower_32_bits(dst));
	evergreen_ring_write(ring, value);
	evergreen_ring_write(ring, FIELD_PREP(DMA_FILL_ADDRESS_HI, upper_32_bits(dst)));
}

/* Poll a register until it is 0 under a mask of 0: read it once. */
#define DMA_SRBM_READ_DW			4
static inline void emit_dma_srbm_read(struct evergreen_ring *ring, u32 reg)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_CMD_SRBM_WRITE, DMA_SRBM_READ, 0));
	evergreen_ring_write(ring, DMA_SRBM_READ_RETRIES | reg >> 2);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, 0);
}

/* The header of a write: @n dwords follow. */
#define DMA_WRITE_DW(n)				(3 + (n))
static inline u32 *put_dma_write(u32 *to, u64 dst, u32 n)
{
	*to++ = DMA_PACKET(DMA_CMD_WRITE, 0, n);
	*to++ = lower_32_bits(dst);
	*to++ = upper_32_bits(dst);
	return to;
}


#endif

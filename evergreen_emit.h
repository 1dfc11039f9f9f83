/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_EMIT_H
#define EVERGREEN_EMIT_H

#include <linux/bitfield.h>
#include <linux/limits.h>
#include <linux/types.h>
#include <linux/wordpart.h>

#include "evergreen_ring.h"
#include "pm4_packets.h"

/**
 * DOC: Emitted packets
 *
 * For each packet that the driver itself sends there is an emit function, which writes
 * it to a ring in which the caller has reserved room: as many dwords as the constant
 * before the function says. What the driver puts into indirect buffers of its own is
 * written by put functions, which return where the next packet goes.
 */

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

static inline void emit_config_reg(struct evergreen_ring *ring, u32 reg, u32 value)
{
	emit_set_config_regs(ring, reg, 1);
	evergreen_ring_write(ring, value);
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

#define CP_DMA_DW				6
/* A dword is filled, once all copies before it are done: they are made one after another. */
static inline void emit_cp_dma_sync(struct evergreen_ring *ring, u64 addr)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_CP_DMA, 4));
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, PACKET3_CP_DMA_SYNC |
			     FIELD_PREP(PACKET3_CP_DMA_SRC_SEL, CP_DMA_SRC_DATA));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr));
	evergreen_ring_write(ring, sizeof(u32));
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

/*
 * HTILE, CMASK and FMASK. That the event of EVENT_WRITE_EOP writes them back, too, nobody says;
 * Mesa ends its streams with these.
 */
#define META_FLUSH_DW				(2 * EVENT_WRITE_DW)
static inline void emit_meta_flush(struct evergreen_ring *ring)
{
	emit_event_write(ring, FLUSH_AND_INV_DB_META, EVENT_INDEX_NONE);
	emit_event_write(ring, FLUSH_AND_INV_CB_META, EVENT_INDEX_NONE);
}

/* When all work is done and caches are written back: store @value, then interrupt. */
#define EVENT_WRITE_EOP_DW			6
static inline void emit_event_write_eop(struct evergreen_ring *ring, u64 addr, u32 value)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_EVENT_WRITE_EOP, 4));
	evergreen_ring_write(ring, FIELD_PREP(PACKET3_EVENT_TYPE, CACHE_FLUSH_AND_INV_TS_EVENT) |
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
#define MEM_SEMAPHORE_DW			(3 + PFP_SYNC_ME_DW)
static inline void emit_mem_semaphore(struct evergreen_ring *ring, u64 addr, bool wait, u32 flags)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_MEM_SEMAPHORE, 1));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr) | flags |
			     FIELD_PREP(PACKET3_SEM_SEL, wait ? SEM_SEL_WAIT : SEM_SEL_SIGNAL));
	if (wait)
		emit_pfp_sync_me(ring);
}

#define DMA_INDIRECT_DW				3
static inline void emit_dma_indirect(struct evergreen_ring *ring, u64 addr, u32 ndw, u32 vmid)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_PACKET_INDIRECT_BUFFER | vmid, 0));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, FIELD_PREP(DMA_IB_LENGTH, ndw) | upper_32_bits(addr));
}

/* The 64 bits at @addr are the same as those of MEM_SEMAPHORE. */
#define DMA_SEMAPHORE_DW			3
static inline void emit_dma_semaphore(struct evergreen_ring *ring, u64 addr, bool wait)
{
	u32 code = DMA_PACKET_SEMAPHORE | (wait ? 0 : DMA_SEMAPHORE_SIGNAL);

	evergreen_ring_write(ring, DMA_PACKET(code, 0));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr));
}

#define DMA_FENCE_DW				4
static inline void emit_dma_fence(struct evergreen_ring *ring, u64 addr, u32 value)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_PACKET_FENCE, 0));
	evergreen_ring_write(ring, lower_32_bits(addr));
	evergreen_ring_write(ring, upper_32_bits(addr));
	evergreen_ring_write(ring, value);
}

#define DMA_TRAP_DW				1
static inline void emit_dma_trap(struct evergreen_ring *ring)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_PACKET_TRAP, 0));
}

#define DMA_SRBM_WRITE_DW			3
static inline void emit_dma_srbm_write(struct evergreen_ring *ring, u32 reg, u32 value)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_PACKET_SRBM_WRITE, 0));
	evergreen_ring_write(ring, DMA_SRBM_ALL_BYTES | reg >> 2);
	evergreen_ring_write(ring, value);
}

/* @n dwords, up to DMA_COUNT_MAX. */
#define DMA_COPY_DW				5
static inline void emit_dma_copy(struct evergreen_ring *ring, u64 dst, u64 src, u32 n)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_PACKET_COPY_LINEAR, n));
	evergreen_ring_write(ring, lower_32_bits(dst));
	evergreen_ring_write(ring, lower_32_bits(src));
	evergreen_ring_write(ring, upper_32_bits(dst));
	evergreen_ring_write(ring, upper_32_bits(src));
}

#define DMA_FILL_DW				4
static inline void emit_dma_fill(struct evergreen_ring *ring, u64 dst, u32 value, u32 n)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_PACKET_CONSTANT_FILL, n));
	evergreen_ring_write(ring, lower_32_bits(dst));
	evergreen_ring_write(ring, value);
	evergreen_ring_write(ring, FIELD_PREP(DMA_FILL_ADDRESS_HI, upper_32_bits(dst)));
}

/* Poll a register until it is 0 under a mask of 0: read it once. */
#define DMA_SRBM_READ_DW			4
static inline void emit_dma_srbm_read(struct evergreen_ring *ring, u32 reg)
{
	evergreen_ring_write(ring, DMA_PACKET(DMA_PACKET_SRBM_READ, 0));
	evergreen_ring_write(ring, DMA_SRBM_READ_RETRIES | reg >> 2);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, 0);
}

/* The header of a write: @n dwords follow. */
#define DMA_WRITE_DW(n)				(3 + (n))
static inline u32 *put_dma_write(u32 *to, u64 dst, u32 n)
{
	*to++ = DMA_PACKET(DMA_PACKET_WRITE, n);
	*to++ = lower_32_bits(dst);
	*to++ = upper_32_bits(dst);
	return to;
}

#endif

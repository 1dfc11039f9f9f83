/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * PM4 packets as user space writes them, after chapter 9 of AMD's "Evergreen
 * and Northern Islands acceleration" guide; CP_DMA, which the guide leaves
 * out, after what Mesa sends. Written down separately from the driver's and
 * the model's, so that a slip in one of the three does not pass unseen.
 *
 * Addresses in a stream are byte offsets into the buffer that the NOP packet
 * after the packet names; the kernel adds where the buffer is.
 */
#ifndef SELFTEST_PM4_H
#define SELFTEST_PM4_H

#include "cs.h"

#define PM4_TYPE2		0x80000000u

enum pm4_opcode {
	PM4_NOP			= 0x10,
	PM4_DISPATCH_DIRECT	= 0x15,
	PM4_CONTEXT_CONTROL	= 0x28,
	PM4_DRAW_INDEX_AUTO	= 0x2d,
	PM4_NUM_INSTANCES	= 0x2f,
	PM4_INDIRECT_BUFFER	= 0x32,
	PM4_MEM_SEMAPHORE	= 0x39,
	PM4_WAIT_REG_MEM	= 0x3c,
	PM4_MEM_WRITE		= 0x3d,
	PM4_CP_DMA		= 0x41,
	PM4_SURFACE_SYNC	= 0x43,
	PM4_ME_INITIALIZE	= 0x44,
	PM4_EVENT_WRITE		= 0x46,
	PM4_EVENT_WRITE_EOP	= 0x47,
	PM4_PREAMBLE_CNTL	= 0x4a,
	PM4_SET_CONFIG_REG	= 0x68,
	PM4_SET_CONTEXT_REG	= 0x69,
	PM4_SET_RESOURCE	= 0x6d,
	PM4_SET_SAMPLER		= 0x6e,
	PM4_SET_CTL_CONST	= 0x6f,
};

/* Header of a packet with @payload dwords after it. */
static inline uint32_t pm4_type3(enum pm4_opcode op, uint32_t payload)
{
	return 3u << 30 | ((payload - 1) & 0x3fff) << 16 | (uint32_t)op << 8;
}

/* Registers: byte addresses. */
#define CONFIG_REG_BASE		0x8000u
#define CONTEXT_REG_BASE	0x28000u
#define CP_SCRATCH_REG0		0x8500u
#define CP_RB_BASE		0xc100u
#define SX_MISC			0x28350u
/* 96 registers in a row that hold plain numbers on every chip. */
#define PA_CL_VPORT_XSCALE_0	0x2843cu
#define PA_CL_VPORT_REGS	96u

static inline void pm4_set_context_regs(struct cs *cs, uint32_t reg,
					const uint32_t *values, uint32_t n)
{
	uint32_t i;

	cs_emit(cs, pm4_type3(PM4_SET_CONTEXT_REG, n + 1));
	cs_emit(cs, (reg - CONTEXT_REG_BASE) / 4);
	for (i = 0; i < n; i++)
		cs_emit(cs, values[i]);
}

#define PM4_RESOURCE_DW		8

/* One resource; its relocations are for the caller to add. */
static inline void pm4_set_resource(struct cs *cs, uint32_t slot,
				    const uint32_t word[PM4_RESOURCE_DW])
{
	uint32_t i;

	cs_emit(cs, pm4_type3(PM4_SET_RESOURCE, 1 + PM4_RESOURCE_DW));
	cs_emit(cs, slot * PM4_RESOURCE_DW);
	for (i = 0; i < PM4_RESOURCE_DW; i++)
		cs_emit(cs, word[i]);
}

/* Event types, and the index that tells the CP how to treat them. */
#define EVENT_CS_PARTIAL_FLUSH		(0x07u | 4u << 8)
#define EVENT_PS_PARTIAL_FLUSH		(0x10u | 4u << 8)
#define EVENT_CACHE_FLUSH_AND_INV	(0x16u | 0u << 8)
#define EVENT_CACHE_FLUSH_AND_INV_TS	(0x14u | 5u << 8)
#define EVENT_BOTTOM_OF_PIPE_TS		(0x28u | 5u << 8)

static inline void pm4_event_write(struct cs *cs, uint32_t event)
{
	cs_emit(cs, pm4_type3(PM4_EVENT_WRITE, 1));
	cs_emit(cs, event);
}

/* DATA_SEL of EVENT_WRITE_EOP. */
enum pm4_eop_data {
	EOP_NOTHING	= 0,
	EOP_DATA32	= 1,
	EOP_DATA64	= 2,
	EOP_CLOCK	= 3,
};

/* When all work before it is done, write @data to @offset of @bo. */
static inline void pm4_eop(struct cs *cs, const struct bo *bo, uint64_t offset,
			   enum pm4_eop_data sel, uint64_t data)
{
	cs_emit(cs, pm4_type3(PM4_EVENT_WRITE_EOP, 5));
	cs_emit(cs, EVENT_CACHE_FLUSH_AND_INV_TS);
	cs_emit(cs, (uint32_t)offset);
	cs_emit(cs, ((uint32_t)(offset >> 32) & 0xff) | (uint32_t)sel << 29);
	cs_emit(cs, (uint32_t)data);
	cs_emit(cs, (uint32_t)(data >> 32));
	cs_reloc(cs, bo, true);
}

#define MEM_WRITE_CONFIRM	(1u << 17)
#define MEM_WRITE_DATA32	(1u << 18)

/* Write two dwords (one with MEM_WRITE_DATA32) at the top of the pipe. */
static inline void pm4_mem_write(struct cs *cs, const struct bo *bo,
				 uint64_t offset, uint32_t flags, uint64_t data)
{
	cs_emit(cs, pm4_type3(PM4_MEM_WRITE, 4));
	cs_emit(cs, (uint32_t)offset);
	cs_emit(cs, ((uint32_t)(offset >> 32) & 0xff) | MEM_WRITE_CONFIRM | flags);
	cs_emit(cs, (uint32_t)data);
	cs_emit(cs, (uint32_t)(data >> 32));
	cs_reloc(cs, bo, true);
}

/* FUNCTION of WAIT_REG_MEM: value at the address, compared with the reference. */
enum pm4_wait {
	WAIT_ALWAYS	= 0,
	WAIT_LT		= 1,
	WAIT_LE		= 2,
	WAIT_EQ		= 3,
	WAIT_NE		= 4,
	WAIT_GE		= 5,
	WAIT_GT		= 6,
};

#define WAIT_MEMORY	(1u << 4)
#define WAIT_ON_PFP	(1u << 8)

static inline void pm4_wait_mem(struct cs *cs, const struct bo *bo,
				uint64_t offset, uint32_t function,
				uint32_t reference)
{
	cs_emit(cs, pm4_type3(PM4_WAIT_REG_MEM, 6));
	cs_emit(cs, function | WAIT_MEMORY);
	cs_emit(cs, (uint32_t)offset);
	cs_emit(cs, (uint32_t)(offset >> 32) & 0xff);
	cs_emit(cs, reference);
	cs_emit(cs, 0xffffffff);
	cs_emit(cs, 4);
	cs_reloc(cs, bo, false);
}

#define CP_DMA_SYNC		(1u << 31)	/* the CP waits for it to finish */
#define CP_DMA_SRC_DATA		(2u << 29)
#define CP_DMA_MAX_BYTES	0x1fffffu

static inline void pm4_cp_dma_copy(struct cs *cs, const struct bo *dst,
				   uint64_t dst_offset, const struct bo *src,
				   uint64_t src_offset, uint32_t bytes)
{
	cs_emit(cs, pm4_type3(PM4_CP_DMA, 5));
	cs_emit(cs, (uint32_t)src_offset);
	cs_emit(cs, ((uint32_t)(src_offset >> 32) & 0xff) | CP_DMA_SYNC);
	cs_emit(cs, (uint32_t)dst_offset);
	cs_emit(cs, (uint32_t)(dst_offset >> 32) & 0xff);
	cs_emit(cs, bytes & CP_DMA_MAX_BYTES);
	cs_reloc(cs, src, false);
	cs_reloc(cs, dst, true);
}

/* Fill with a dword; @bytes is a multiple of 4. */
static inline void pm4_cp_dma_fill(struct cs *cs, const struct bo *dst,
				   uint64_t dst_offset, uint32_t value,
				   uint32_t bytes)
{
	cs_emit(cs, pm4_type3(PM4_CP_DMA, 5));
	cs_emit(cs, value);
	cs_emit(cs, CP_DMA_SYNC | CP_DMA_SRC_DATA);
	cs_emit(cs, (uint32_t)dst_offset);
	cs_emit(cs, (uint32_t)(dst_offset >> 32) & 0xff);
	cs_emit(cs, bytes & CP_DMA_MAX_BYTES);
	cs_reloc(cs, dst, true);
}

#define COHER_ALL	(1u << 20 | 0x1fu << 23)	/* FULL_CACHE, TC VC CB DB SH */
#define COHER_ON_ME	(1u << 31)

/* Make the caches coherent with all of memory. */
static inline void pm4_surface_sync(struct cs *cs)
{
	cs_emit(cs, pm4_type3(PM4_SURFACE_SYNC, 4));
	cs_emit(cs, COHER_ALL | COHER_ON_ME);
	cs_emit(cs, 0xffffffff);
	cs_emit(cs, 0);
	cs_emit(cs, 10);
}

#endif

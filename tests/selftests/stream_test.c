// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What is in the indirect buffer: streams that must be refused with -EINVAL
 * before the card sees them, and their neighbours that must pass. These rows
 * hold for stock radeon, too; where evergreen looks closer, see
 * stream_strict_test.c.
 */
#include "stream.h"

#define NOP1	STREAM_NOP_HEADER	/* a relocation follows */

static const struct stream_row rows[] = {
	{ "type-2 filler", 0, 2, { PM4_TYPE2, PM4_TYPE2 } },
	{ "NOP with payload", 0, 4,
	  { pm4_header(PM4_NOP, 3), 0xdeadbeef, 0xdeadbeef, 0xdeadbeef } },
	{ "CONTEXT_CONTROL as Mesa sends it", 0, 3,
	  { pm4_header(PM4_CONTEXT_CONTROL, 2), 0x80000000, 0x80000000 } },
	{ "MEM_WRITE at the end of the buffer", 0, 7,
	  { pm4_header(PM4_MEM_WRITE, 4), 4088, 1 << 17, 1, 2, NOP1, 0 } },
	{ "SURFACE_SYNC of everything", 0, 5,
	  { pm4_header(PM4_SURFACE_SYNC, 4), COHER_ALL | COHER_ON_ME,
	    0xffffffff, 0, 10 } },
	{ "EVENT_WRITE without an address", 0, 2,
	  { pm4_header(PM4_EVENT_WRITE, 1), EVENT_PS_PARTIAL_FLUSH } },
	{ "a safe context register", 0, 3,
	  { pm4_header(PM4_SET_CONTEXT_REG, 2), VPORT_INDEX, 0x3f800000 } },
	{ "SET_CONTEXT_REG without a value", 0, 2,
	  { pm4_header(PM4_SET_CONTEXT_REG, 1), (0x28644 - 0x28000) / 4 } },

	{ "type 0", -EINVAL, 2, { CP_SCRATCH_REG0 / 4, 0 } },
	{ "type 1", -EINVAL, 2, { 0x40000000, 0 } },
	{ "header with nothing after it", -EINVAL, 1,
	  { pm4_header(PM4_NOP, 1) } },
	{ "packet that ends after the stream", -EINVAL, 3,
	  { pm4_header(PM4_NOP, 8), 0, 0 } },
	{ "longest packet in a short stream", -EINVAL, 2, { 0xffff1000, 0 } },
	{ "opcode 0x00", -EINVAL, 2, { 0xc0000000, 0 } },
	{ "opcode 0xff", -EINVAL, 2, { 0xc000ff00, 0 } },
	{ "ME_INITIALIZE", -EINVAL, 7,
	  { pm4_header(PM4_ME_INITIALIZE, 6), 1, 0, 7, 0x10000, 0, 0 } },
	{ "PREAMBLE_CNTL", -EINVAL, 2,
	  { pm4_header(PM4_PREAMBLE_CNTL, 1), 2u << 28 } },
	{ "INDIRECT_BUFFER", -EINVAL, 4,
	  { pm4_header(PM4_INDIRECT_BUFFER, 3), 0x1000, 0, 16 } },
	{ "MEM_SEMAPHORE", -EINVAL, 3,
	  { pm4_header(PM4_MEM_SEMAPHORE, 2), 0x1000, 7u << 29 } },
	{ "a config register of the kernel", -EINVAL, 3,
	  { pm4_header(PM4_SET_CONFIG_REG, 2),
	    (CP_SCRATCH_REG0 - CONFIG_REG_BASE) / 4, 0 } },
	{ "a config register beyond the range", -EINVAL, 3,
	  { pm4_header(PM4_SET_CONFIG_REG, 2),
	    (CP_RB_BASE - CONFIG_REG_BASE) / 4, 0 } },
	{ "a config register that wraps around", -EINVAL, 3,
	  { pm4_header(PM4_SET_CONFIG_REG, 2), 0x3fffffff, 0 } },
	{ "an unknown context register", -EINVAL, 3,
	  { pm4_header(PM4_SET_CONTEXT_REG, 2), 0xeb0 / 4, 0 } },
	{ "a context register beyond the range", -EINVAL, 3,
	  { pm4_header(PM4_SET_CONTEXT_REG, 2), 0x1000 / 4, 0 } },
	{ "context registers that run out of the range", -EINVAL, 4,
	  { pm4_header(PM4_SET_CONTEXT_REG, 3), 0xffc / 4, 0, 0 } },

	{ "MEM_WRITE without a relocation", -EINVAL, 6,
	  { pm4_header(PM4_MEM_WRITE, 4), 0, 0, 1, 2, PM4_TYPE2 } },
	{ "MEM_WRITE at the very end, no relocation", -EINVAL, 5,
	  { pm4_header(PM4_MEM_WRITE, 4), 0, 0, 1, 2 } },
	{ "MEM_WRITE of the wrong length", -EINVAL, 6,
	  { pm4_header(PM4_MEM_WRITE, 3), 0, 0, 1, NOP1, 0 } },
	{ "MEM_WRITE unaligned", -EINVAL, 7,
	  { pm4_header(PM4_MEM_WRITE, 4), 4, 0, 1, 2, NOP1, 0 } },
	{ "MEM_WRITE across the end of the buffer", -EINVAL, 7,
	  { pm4_header(PM4_MEM_WRITE, 4), 4096, 0, 1, 2, NOP1, 0 } },
	{ "MEM_WRITE 4 GiB behind the buffer", -EINVAL, 7,
	  { pm4_header(PM4_MEM_WRITE, 4), 0, 1, 1, 2, NOP1, 0 } },
	{ "relocation behind the list", -EINVAL, 7,
	  { pm4_header(PM4_MEM_WRITE, 4), 0, 0, 1, 2, STREAM_NOP_HEADER, 4 } },
	{ "relocation 0xffffffff", -EINVAL, 7,
	  { pm4_header(PM4_MEM_WRITE, 4), 0, 0, 1, 2, STREAM_NOP_HEADER,
	    0xffffffff } },
	{ "relocation cut short", -EINVAL, 6,
	  { pm4_header(PM4_MEM_WRITE, 4), 0, 0, 1, 2, STREAM_NOP_HEADER } },

	{ "EVENT_WRITE_EOP without a relocation", -EINVAL, 6,
	  { pm4_header(PM4_EVENT_WRITE_EOP, 5), EVENT_BOTTOM_OF_PIPE_TS, 0,
	    1u << 29, 1, 0 } },
	{ "EVENT_WRITE_EOP of the wrong length", -EINVAL, 7,
	  { pm4_header(PM4_EVENT_WRITE_EOP, 4), EVENT_BOTTOM_OF_PIPE_TS, 0,
	    1u << 29, 1, NOP1, 0 } },
	{ "EVENT_WRITE of the wrong length", -EINVAL, 3,
	  { pm4_header(PM4_EVENT_WRITE, 2), EVENT_PS_PARTIAL_FLUSH, 0 } },
	{ "SURFACE_SYNC of a part, no relocation", -EINVAL, 5,
	  { pm4_header(PM4_SURFACE_SYNC, 4), COHER_ALL, 16, 0, 10 } },
	{ "SURFACE_SYNC of the wrong length", -EINVAL, 4,
	  { pm4_header(PM4_SURFACE_SYNC, 3), COHER_ALL, 0xffffffff, 0 } },
	{ "WAIT_REG_MEM of the wrong length", -EINVAL, 8,
	  { pm4_header(PM4_WAIT_REG_MEM, 5), WAIT_MEMORY, 0, 0, 0, 0, NOP1, 0 } },
	{ "WAIT_REG_MEM without a relocation", -EINVAL, 7,
	  { pm4_header(PM4_WAIT_REG_MEM, 6), WAIT_MEMORY, 0, 0, 0, 0, 4 } },
	{ "WAIT_REG_MEM on a register by the PFP", -EINVAL, 7,
	  { pm4_header(PM4_WAIT_REG_MEM, 6), WAIT_GE | WAIT_ON_PFP, 0x2004, 0,
	    0, 0, 4 } },

	{ "CP_DMA of the wrong length", -EINVAL, 9,
	  { pm4_header(PM4_CP_DMA, 4), 0, CP_DMA_SYNC, 0, 0, NOP1, 0, NOP1, 0 } },
	{ "CP_DMA with one relocation for two addresses", -EINVAL, 8,
	  { pm4_header(PM4_CP_DMA, 5), 0, CP_DMA_SYNC, 0, 0, 16, NOP1, 0 } },
	{ "CP_DMA that reads behind the buffer", -EINVAL, 10,
	  { pm4_header(PM4_CP_DMA, 5), 4092, CP_DMA_SYNC, 0, 0, 8, NOP1, 0, NOP1, 0 } },
	{ "CP_DMA that writes behind the buffer", -EINVAL, 10,
	  { pm4_header(PM4_CP_DMA, 5), 0, CP_DMA_SYNC, 4092, 0, 8, NOP1, 0, NOP1, 0 } },
	{ "CP_DMA at the top of the address space", -EINVAL, 10,
	  { pm4_header(PM4_CP_DMA, 5), 0, CP_DMA_SYNC, 0xfffffffc, 0xff, 8, NOP1, 0,
	    NOP1, 0 } },
	{ "CP_DMA fill of three bytes", -EINVAL, 8,
	  { pm4_header(PM4_CP_DMA, 5), 0, CP_DMA_SYNC | CP_DMA_SRC_DATA, 0, 0,
	    3, NOP1, 0 } },
	{ "CP_DMA to registers", -EINVAL, 10,
	  { pm4_header(PM4_CP_DMA, 5), 0, CP_DMA_SYNC, 0, 0, 4 | 1u << 27, NOP1, 0,
	    NOP1, 0 } },
	{ "CP_DMA from registers", -EINVAL, 10,
	  { pm4_header(PM4_CP_DMA, 5), 0, CP_DMA_SYNC, 0, 0, 4 | 1u << 26, NOP1, 0,
	    NOP1, 0 } },
	{ "CP_DMA from the fourth kind of source", -EINVAL, 8,
	  { pm4_header(PM4_CP_DMA, 5), 0, CP_DMA_SYNC | 3u << 29, 0, 0, 4, NOP1, 0 } },
};

TEST_F_TIMEOUT(on_card, rows, SLOW)
{
	stream_rows(_metadata, &self->cs, rows, ARRAY_SIZE(rows));
}

/*
 * Every packet that is accepted alone is refused when it is cut at any dword:
 * the walk never looks behind the end of the stream.
 */
TEST_F_TIMEOUT(on_card, cut_anywhere, SLOW)
{
	uint32_t full, n;
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	pm4_cp_dma_copy(&self->cs, &bo, 64, &bo, 0, 32);
	full = self->cs.ndw;
	ASSERT_EQ(0, cs_submit(&self->cs));
	for (n = 1; n < full; n++) {
		self->cs.ndw = n;
		EXPECT_EQ(-EINVAL, cs_submit(&self->cs))
			TH_LOG("cut after %u dwords", n);
	}
	ASSERT_EQ(0, bo_wait(&bo));
}

/* A refused stream has not been executed in part. */
TEST_F_TIMEOUT(on_card, all_or_nothing, SLOW)
{
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	bo.u64[0] = 0;
	pm4_mem_write(&self->cs, &bo, 0, 0, 0xbad);
	cs_emit(&self->cs, pm4_type3(PM4_ME_INITIALIZE, 1));
	cs_emit(&self->cs, 0);
	EXPECT_EQ(-EINVAL, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0, bo.u64[0]);
}

CARD_TEST_MAIN(CARD_ANY)

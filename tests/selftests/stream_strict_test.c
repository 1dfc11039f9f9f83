// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Where evergreen's checker and its CS ioctl look closer than stock radeon:
 * addresses of events and waits are held against the buffer, fields that must
 * be zero are, and lengths that make no sense are refused before anything is
 * allocated for them.
 */
#include "stream.h"

#define NOP1	STREAM_NOP_HEADER	/* a relocation follows */

static const struct stream_row rows[] = {
	{ "EVENT_WRITE_EOP behind the buffer", -EINVAL, 8,
	  { pm4_header(PM4_EVENT_WRITE_EOP, 5), EVENT_BOTTOM_OF_PIPE_TS, 4096,
	    1u << 29, 1, 0, NOP1, 0 } },
	{ "EVENT_WRITE_EOP, 64 bits across the end", -EINVAL, 8,
	  { pm4_header(PM4_EVENT_WRITE_EOP, 5), EVENT_BOTTOM_OF_PIPE_TS, 4092,
	    2u << 29, 1, 0, NOP1, 0 } },
	{ "EVENT_WRITE_EOP, reserved data selector", -EINVAL, 8,
	  { pm4_header(PM4_EVENT_WRITE_EOP, 5), EVENT_BOTTOM_OF_PIPE_TS, 0,
	    7u << 29, 1, 0, NOP1, 0 } },
	{ "EVENT_WRITE_EOP with an interrupt", -EINVAL, 8,
	  { pm4_header(PM4_EVENT_WRITE_EOP, 5), EVENT_BOTTOM_OF_PIPE_TS, 0,
	    1u << 29 | 3u << 24, 1, 0, NOP1, 0 } },
	{ "WAIT_REG_MEM behind the buffer", -EINVAL, 9,
	  { pm4_header(PM4_WAIT_REG_MEM, 6), WAIT_EQ | WAIT_MEMORY, 4096, 0, 0,
	    0, 4, NOP1, 0 } },
	{ "WAIT_REG_MEM on a register of the kernel", -EINVAL, 7,
	  { pm4_header(PM4_WAIT_REG_MEM, 6), WAIT_EQ, CP_RB_BASE / 4, 0, 0, 0,
	    4 } },
	{ "WAIT_REG_MEM on the PFP, not by >=", -EINVAL, 9,
	  { pm4_header(PM4_WAIT_REG_MEM, 6), WAIT_EQ | WAIT_MEMORY | WAIT_ON_PFP,
	    0, 0, 0, 0, 4, NOP1, 0 } },
	{ "EVENT_WRITE of an event that does not exist", -EINVAL, 2,
	  { pm4_header(PM4_EVENT_WRITE, 1), 0x3f } },
	{ "relocation index that is not a multiple of 4", -EINVAL, 7,
	  { pm4_header(PM4_MEM_WRITE, 4), 0, 0, 1, 2, STREAM_NOP_HEADER, 1 } },
	{ "register offset with bits above the field", -EINVAL, 3,
	  { pm4_header(PM4_SET_CONTEXT_REG, 2), 1u << 31 | VPORT_INDEX, 0 } },
};

TEST_F_TIMEOUT(on_card, rows, SLOW)
{
	stream_rows(_metadata, &self->cs, rows, ARRAY_SIZE(rows));
}

/* A stream may write only to a buffer that its list says it writes to. */
TEST_F_TIMEOUT(on_card, write_to_read_only, SLOW)
{
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	pm4_mem_write(&self->cs, &bo, 0, 0, 1);
	self->cs.relocs[0].write_domain = 0;
	EXPECT_EQ(-EINVAL, cs_submit(&self->cs));
	stream_alive(_metadata, &self->cs, &bo, 1, "write to read-only");
}

static const uint32_t domains[][2] = {
	{ 0, 0 },
	{ 0, RADEON_GEM_DOMAIN_CPU },
	{ RADEON_GEM_DOMAIN_CPU, RADEON_GEM_DOMAIN_GTT },
	{ 8, 8 },
	{ 0xffffffff, 0xffffffff },
};

/* Relocations must name a place that the card can reach. */
TEST_F_TIMEOUT(on_card, domains, SLOW)
{
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < ARRAY_SIZE(domains); i++) {
		cs_clear(&self->cs);
		pm4_mem_write(&self->cs, &bo, 0, 0, 1);
		self->cs.relocs[0].read_domains = domains[i][0];
		self->cs.relocs[0].write_domain = domains[i][1];
		EXPECT_EQ(-EINVAL, cs_submit(&self->cs))
			TH_LOG("read 0x%x, write 0x%x", domains[i][0],
			       domains[i][1]);
		stream_alive(_metadata, &self->cs, &bo, i + 1, "bad domain");
	}
}

/* Counts that would need gigabytes: an error, no warning, no time lost. */
TEST_F_TIMEOUT(on_card, huge_counts, SLOW)
{
	static const uint32_t huge[] = {
		0x10000, 0x1000000, 0x20000000, 0x40000001, 0x80000000,
		0xffffffff,
	};
	uint32_t ids[] = {
		RADEON_CHUNK_ID_IB, RADEON_CHUNK_ID_RELOCS,
		RADEON_CHUNK_ID_FLAGS,
	};
	struct drm_radeon_cs_chunk chunk[2];
	uint64_t pointer[2] = { (uintptr_t)&chunk[0], (uintptr_t)&chunk[1] };
	uint32_t dw[8] = { PM4_TYPE2, PM4_TYPE2, PM4_TYPE2, PM4_TYPE2 };
	uint32_t i, k, first;
	int want;

	for (i = 0; i < ARRAY_SIZE(huge); i++) {
		EXPECT_GT(0, cs_ioctl(self->card.fd, huge[i], pointer))
			TH_LOG("%u chunks", huge[i]);
		for (k = 0; k < ARRAY_SIZE(ids); k++) {
			chunk[0].chunk_id = RADEON_CHUNK_ID_IB;
			chunk[0].length_dw = 4;
			chunk[0].chunk_data = (uintptr_t)dw;
			chunk[1].chunk_id = ids[k];
			chunk[1].length_dw = huge[i];
			chunk[1].chunk_data = 4096;
			/* The first is the only one that may be: its memory is what there is not. */
			want = huge[i] == 0x10000 && ids[k] != RADEON_CHUNK_ID_FLAGS ? -EFAULT : -EINVAL;
			first = ids[k] == RADEON_CHUNK_ID_IB;
			EXPECT_EQ(want, cs_ioctl(self->card.fd, 2 - first, pointer + first))
				TH_LOG("chunk %u of %u dwords", ids[k], huge[i]);
		}
	}
}

/* One dword more than the largest indirect buffer may have. */
TEST_F_TIMEOUT(on_card, ib_too_large, SLOW)
{
	static const uint32_t ndw[] = { 262145, 300000, 524288 };
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < ARRAY_SIZE(ndw); i++) {
		cs_clear(&self->cs);
		while (self->cs.ndw < ndw[i])
			cs_emit(&self->cs, PM4_TYPE2);
		EXPECT_EQ(-EINVAL, cs_submit(&self->cs))
			TH_LOG("%u dwords", ndw[i]);
		stream_alive(_metadata, &self->cs, &bo, i + 1, "large IB");
	}
}

/* Without KEEP_TILING, a texture is tiled as SET_TILING said. */
static void texture(struct cs *cs, const struct bo *bo)
{
	/* 64 times 64 pixels of 4 bytes, 2D tiled with 8 banks. */
	static const uint32_t word[PM4_RESOURCE_DW] = {
		0x00fc01c1, 0x4000003f, 0, 0, 0, 0, 0x80000000, 0x8002001a,
	};

	pm4_set_resource(cs, 0, word);
	cs_reloc(cs, bo, false);
	cs_reloc(cs, bo, false);
	cs_pad(cs, 8);
}

TEST_F_TIMEOUT(on_card, tiling_of_buffers, SLOW)
{
	struct drm_radeon_gem_set_tiling args = { .pitch = 256 };
	struct bo bo;

	ASSERT_EQ(0, bo_create_aligned(self->card.fd, 16384, 16384, VRAM, &bo));
	texture(&self->cs, &bo);
	self->cs.nflags = 0;
	EXPECT_EQ(0, cs_submit(&self->cs));
	/* Banks that are two tiles wide make a macro tile wider than the texture. */
	args.handle = bo.handle;
	args.tiling_flags = RADEON_TILING_MACRO | 2 << RADEON_TILING_EG_BANKW_SHIFT;
	ASSERT_EQ(0, card_ioctl(self->card.fd, DRM_IOCTL_RADEON_GEM_SET_TILING, &args));
	EXPECT_EQ(-EINVAL, cs_submit(&self->cs));
	self->cs.flags[0] = RADEON_CS_KEEP_TILING_FLAGS;
	self->cs.nflags = 1;
	EXPECT_EQ(0, cs_submit(&self->cs));
}

CARD_TEST_MAIN(CARD_EVERGREEN)

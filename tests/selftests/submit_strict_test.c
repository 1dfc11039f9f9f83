// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The CS ioctl's envelope where evergreen refuses what stock radeon ignores:
 * chunks given twice, ids and flags without a meaning, lengths that do not fit.
 */
#include "on_card.h"

#define MAX_CHUNKS	4
#define MAX_RELOCS	16384u

struct chunk {
	uint32_t id, length_dw;
	uint32_t flags[4];	/* data of a FLAGS chunk */
};

struct row {
	const char *name;
	int expect;
	uint32_t num_chunks;
	struct chunk chunk[MAX_CHUNKS];
};

/* Eight dwords of filler, no relocations, the plain flags. */
#define IB	{ RADEON_CHUNK_ID_IB, 8 }
#define RELOCS	{ RADEON_CHUNK_ID_RELOCS, 0 }
#define FLAGS	{ RADEON_CHUNK_ID_FLAGS, 2, { RADEON_CS_KEEP_TILING_FLAGS } }

static const struct row rows[] = {
	{ "all in order", 0, 3, { IB, RELOCS, FLAGS } },
	{ "two IBs", -EINVAL, 4, { IB, IB, RELOCS, FLAGS } },
	{ "two relocation chunks", -EINVAL, 4, { IB, RELOCS, RELOCS, FLAGS } },
	{ "two flags chunks", -EINVAL, 4, { IB, RELOCS, FLAGS, FLAGS } },
	{ "chunk id 0", -EINVAL, 4, { IB, RELOCS, FLAGS, { 0, 1 } } },
	{ "a constant IB", -EINVAL, 4,
	  { IB, RELOCS, FLAGS, { RADEON_CHUNK_ID_CONST_IB, 8 } } },
	{ "chunk id 5", -EINVAL, 4, { IB, RELOCS, FLAGS, { 5, 1 } } },
	{ "chunk id 0xffffffff", -EINVAL, 4,
	  { IB, RELOCS, FLAGS, { 0xffffffff, 1 } } },
	{ "no IB", -EINVAL, 2, { RELOCS, FLAGS } },
	{ "unknown flag", -EINVAL, 3,
	  { IB, RELOCS, { RADEON_CHUNK_ID_FLAGS, 2, { 0x8 } } } },
	{ "flag 31", -EINVAL, 3,
	  { IB, RELOCS, { RADEON_CHUNK_ID_FLAGS, 2, { 1u << 31 } } } },
	{ "four dwords of flags", -EINVAL, 3,
	  { IB, RELOCS, { RADEON_CHUNK_ID_FLAGS, 4 } } },
	{ "the video ring", -EINVAL, 3,
	  { IB, RELOCS, { RADEON_CHUNK_ID_FLAGS, 2,
			  { 1, RADEON_CS_RING_UVD } } } },
	{ "half a relocation", -EINVAL, 3,
	  { IB, { RADEON_CHUNK_ID_RELOCS, 2 }, FLAGS } },
};

static int submit_row(int fd, const struct row *row, const void *data)
{
	struct drm_radeon_cs_chunk chunk[MAX_CHUNKS];
	uint64_t pointer[MAX_CHUNKS];
	uint32_t i;

	for (i = 0; i < row->num_chunks; i++) {
		const struct chunk *c = &row->chunk[i];
		const void *p = c->id == RADEON_CHUNK_ID_FLAGS ? c->flags : data;

		chunk[i].chunk_id = c->id;
		chunk[i].length_dw = c->length_dw;
		chunk[i].chunk_data = (uintptr_t)p;
		pointer[i] = (uintptr_t)&chunk[i];
	}
	return cs_ioctl(fd, row->num_chunks, pointer);
}

TEST_F_TIMEOUT(on_card, rows, SLOW)
{
	const uint32_t filler[8] = {
		PM4_TYPE2, PM4_TYPE2, PM4_TYPE2, PM4_TYPE2,
		PM4_TYPE2, PM4_TYPE2, PM4_TYPE2, PM4_TYPE2,
	};
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	pm4_eop(&self->cs, &bo, 0, EOP_DATA32, 0);
	cs_pad(&self->cs, 8);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		EXPECT_EQ(rows[i].expect,
			  submit_row(self->card.fd, &rows[i], filler))
			TH_LOG("row: %s", rows[i].name);
		self->cs.ib[4] = i + 1;
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&bo));
		ASSERT_EQ(i + 1, bo.u32[0]) TH_LOG("after: %s", rows[i].name);
	}
}

/* As many relocations as there may be, all of one buffer, and one more. */
TEST_F_TIMEOUT(on_card, most_relocations, SLOW)
{
	struct drm_radeon_cs_reloc *relocs;
	struct drm_radeon_cs_chunk chunk[2];
	uint64_t pointer[2] = { (uintptr_t)&chunk[0], (uintptr_t)&chunk[1] };
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	pm4_mem_write(&self->cs, &bo, 0, 0, 0x77);
	cs_pad(&self->cs, 8);
	relocs = calloc(MAX_RELOCS + 1, sizeof(*relocs));
	ASSERT_NE(NULL, relocs);
	for (i = 0; i <= MAX_RELOCS; i++)
		relocs[i] = self->cs.relocs[0];
	self->cs.ib[6] = 4 * (MAX_RELOCS - 1);	/* the write uses the last */
	chunk[0] = (struct drm_radeon_cs_chunk){
		RADEON_CHUNK_ID_IB, self->cs.ndw, (uintptr_t)self->cs.ib,
	};
	chunk[1] = (struct drm_radeon_cs_chunk){
		RADEON_CHUNK_ID_RELOCS, 4 * MAX_RELOCS, (uintptr_t)relocs,
	};
	EXPECT_EQ(0, cs_ioctl(self->card.fd, 2, pointer));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x77, bo.u32[0]);
	chunk[1].length_dw += 4;
	EXPECT_EQ(-EINVAL, cs_ioctl(self->card.fd, 2, pointer));
	free(relocs);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

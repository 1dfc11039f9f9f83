// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The TLB of the GART stops to flush while buffers come and go. Whoever runs this has
 * planted the fault: at some flush before BUFFERS of them, and after those of the probe.
 */
#include "gate.h"
#include "own_memory.h"
#include "patience.h"
#include "rings.h"

#define BUFFERS		300
#define SIZE		65536u

/* A buffer for one job: its pages are shown to the card and taken back. */
static int use_pages(struct cs *cs, struct bo *bo, uint32_t value)
{
	int ret;

	cs_restart(cs, RADEON_CS_RING_DMA);
	ring_write(cs, bo, SIZE - 4, value);
	ret = ring_submit(cs);
	if (!ret)
		ret = bo_wait(bo);
	if (!ret && bo->u32[SIZE / 4 - 1] != value)
		ret = -EILSEQ;
	bo_free(bo);
	return ret;
}

static int use_buffer(struct cs *cs, uint32_t value)
{
	struct bo bo;

	return bo_create_mapped(cs->fd, SIZE, GTT, &bo) ?: use_pages(cs, &bo, value);
}

static int use_own_memory(struct cs *cs, uint32_t value)
{
	struct bo bo;

	return bo_userptr(cs->fd, map_at(NULL, SIZE), SIZE, OWN, &bo) ?:
	       use_pages(cs, &bo, value);
}

/* The card is reset, and nobody loses anything: what runs meanwhile runs again. */
static void check_innocent(struct __test_metadata *_metadata, FIXTURE_DATA(on_card) *self,
			   int (*use)(struct cs *cs, uint32_t value))
{
	struct bo gate, out, over;
	struct cs dma;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &out));
	/* The reset takes this mapping from the process, so it calls the notifier of @over. */
	ASSERT_EQ(0, bo_userptr(self->card.fd, out.map, 4096, RADEON_GEM_USERPTR_READONLY,
				&over));
	gate.u32[0] = 0;
	pm4_wait_mem(&self->cs, &gate, 0, WAIT_EQ, 1);
	pm4_mem_write(&self->cs, &out, 0, MEM_WRITE_DATA32, 0x1234);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));

	cs_init(&dma, self->card.fd);
	for (i = 1; i <= BUFFERS; i++) {
		ASSERT_EQ(0, use(&dma, i)) TH_LOG("buffer %u", i);
	}
	cs_fini(&dma);
	EXPECT_EQ(-EBUSY, bo_busy(&out, NULL));
	gate.u32[0] = 1;
	EXPECT_EQ(0, bo_wait(&out));
	EXPECT_EQ(0x1234, out.u32[0]);
	EXPECT_EQ(0, card_resets(self->card.fd));
}

TEST_F_TIMEOUT(on_card, innocent, VERY_SLOW)
{
	check_innocent(_metadata, self, use_buffer);
}

/* Pages that a process takes back. */
TEST_F_TIMEOUT(on_card, innocent_process, VERY_SLOW)
{
	check_innocent(_metadata, self, use_own_memory);
}

/* No reset helps: then the card is dead, and says so to everybody. */
TEST_F_TIMEOUT(on_card, dead, VERY_SLOW)
{
	uint32_t i, value = 1;
	int ret = 0;

	for (i = 1; i <= BUFFERS && !ret; i++)
		ret = use_buffer(&self->cs, i);
	EXPECT_TRUE(ret == -EIO || ret == -EILSEQ) TH_LOG("%d at buffer %u", ret, i - 1);
	EXPECT_EQ(-EIO, use_buffer(&self->cs, 0));
	EXPECT_EQ(0, card_info(self->card.fd, RADEON_INFO_ACCEL_WORKING2, &value));
	EXPECT_EQ(0, value);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

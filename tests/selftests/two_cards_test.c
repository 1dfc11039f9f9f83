// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Buffers that two cards share: contents, whose turn it is, and what is left when one
 * of them goes away.
 */
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <xf86drm.h>

#include "gate.h"
#include "rings.h"
#include "selftest.h"

#define SIZE	(64 * 1024)
#define GATE_MS	300
#define CANARY		(192ull * 1024 * 1024)

FIXTURE(two_cards) {
	struct card card[2];
	struct cs cs[2];
	/* Each card's own buffer, and the same in the hands of the other. */
	struct bo own[2], theirs[2];
};

static int open_at(const char *pci, struct card *card)
{
	setenv("EVERGREEN_PCI", pci, 1);
	return card_open(card);
}

/* The other card's name for a buffer. */
FIXTURE_SETUP(two_cards)
{
	glob_t found;
	int i;

	ASSERT_EQ(0, glob("/sys/bus/pci/drivers/evergreen/0000:*", 0, NULL, &found));
	if (found.gl_pathc < 2)
		SKIP(return, "there is one card only");
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, open_at(strrchr(found.gl_pathv[i], '/') + 1, &self->card[i]));
		cs_init(&self->cs[i], self->card[i].fd);
		ASSERT_EQ(0, bo_create_mapped(self->card[i].fd, SIZE, i ? GTT : VRAM,
					      &self->own[i]));
	}
	ASSERT_NE(self->card[0].device, self->card[1].device);
	globfree(&found);
	for (i = 0; i < 2; i++) {
		scramble(self->own[i].map, SIZE, (uint32_t)i);
		ASSERT_EQ(0, bo_share(&self->own[i], self->card[!i].fd, &self->theirs[i]));
		/* Another card's memory is never VRAM. */
		self->theirs[i].domain = GTT;
	}
}

FIXTURE_TEARDOWN(two_cards)
{
	int i;

	for (i = 0; i < 2; i++) {
		cs_fini(&self->cs[i]);
		card_close(&self->card[i]);
	}
}

/* Each card reads what the other owns and writes back what it is not. */
TEST_F_TIMEOUT(two_cards, contents, SLOW)
{
	uint32_t domain, i, at, *expect = malloc(SIZE);
	struct bo mine;

	ASSERT_NE(NULL, expect);
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, bo_busy(&self->own[i], &domain));
		EXPECT_EQ(GTT, domain) TH_LOG("card %u: out of the other's reach", i);
		memcpy(expect, self->own[i].map, SIZE);
		ASSERT_EQ(0, bo_create_mapped(self->card[!i].fd, SIZE, VRAM, &mine));
		for (at = 0; at < SIZE; at += SIZE / 4)
			pm4_cp_dma_copy(&self->cs[!i], &mine, at, &self->theirs[i], at, SIZE / 4);
		pm4_cp_dma_fill(&self->cs[!i], &self->theirs[i], 4096, 0xabcd0000 + i, 4096);
		cs_pad(&self->cs[!i], 8);
		ASSERT_EQ(0, cs_submit(&self->cs[!i]));
		ASSERT_EQ(0, bo_wait(&mine));
		EXPECT_EQ(0, memcmp(expect, mine.map, SIZE)) TH_LOG("read by card %u", !i);
		ASSERT_EQ(0, bo_wait(&self->own[i]));
		EXPECT_EQ(0xabcd0000 + i, self->own[i].u32[1024]);
		EXPECT_EQ(0xabcd0000 + i, self->own[i].u32[2047]);
		EXPECT_EQ(expect[1023], self->own[i].u32[1023]);
		EXPECT_EQ(expect[2048], self->own[i].u32[2048]);
		cs_clear(&self->cs[!i]);
		bo_free(&mine);
	}
	free(expect);
}

/* A card waits for what the other is still to write, whoever owns the buffer. */
TEST_F_TIMEOUT(two_cards, turns, SLOW)
{
	uint32_t writer, owner;

	for (writer = 0; writer < 2; writer++)
		for (owner = 0; owner < 2; owner++) {
			const struct bo *written = owner == writer ? &self->own[owner] :
								     &self->theirs[owner];
			const struct bo *read = owner == writer ? &self->theirs[owner] :
								  &self->own[owner];
			struct gate_timer timer;
			struct bo gate, out;

			ASSERT_EQ(0, bo_create_mapped(self->card[writer].fd, 4096, GTT, &gate));
			ASSERT_EQ(0, bo_create_mapped(self->card[!writer].fd, 4096, GTT, &out));
			gate.u32[0] = 0;
			cs_clear(&self->cs[writer]);
			pm4_wait_mem(&self->cs[writer], &gate, 0, WAIT_EQ, 1);
			pm4_mem_write(&self->cs[writer], written, 8, MEM_WRITE_DATA32, 0x1234);
			cs_pad(&self->cs[writer], 8);
			ASSERT_EQ(0, cs_submit(&self->cs[writer]));
			cs_restart(&self->cs[!writer], RADEON_CS_RING_GFX);
			ring_copy(&self->cs[!writer], &out, 0, read, 8);
			ASSERT_EQ(0, ring_submit(&self->cs[!writer]));
			EXPECT_EQ(-EBUSY, bo_busy(&out, NULL)) TH_LOG("did not wait");
			ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, GATE_MS));
			ASSERT_EQ(0, bo_wait(&out));
			EXPECT_EQ(0x1234, out.u32[0]) TH_LOG("card %u wrote, owner %u", writer,
							     owner);
			gate_join(&timer);
			self->own[owner].u32[2] = 0;
			bo_free(&gate);
			bo_free(&out);
		}
}

/* A value goes from dword to dword, by one card and the other: no step may be early. */
TEST_F_TIMEOUT(two_cards, ping_pong, VERY_SLOW)
{
	enum { STEPS = 1500 };
	uint32_t step;

	self->own[0].u32[0] = 0x7777;
	for (step = 0; step < STEPS; step++) {
		uint32_t i = step % 2;
		const struct bo *bo = i ? &self->theirs[0] : &self->own[0];

		cs_restart(&self->cs[i], step % 3 ? RADEON_CS_RING_GFX : RADEON_CS_RING_DMA);
		/* The owner uses it where the other has it. */
		((struct bo *)bo)->domain = GTT;
		ring_copy(&self->cs[i], bo, 4 * (step + 1), bo, 4 * step);
		ASSERT_EQ(0, ring_submit(&self->cs[i])) TH_LOG("step %u", step);
	}
	ASSERT_EQ(0, bo_wait(&self->own[0]));
	ASSERT_EQ(0, bo_wait(&self->theirs[0]));
	EXPECT_EQ(0x7777, self->own[0].u32[STEPS]);
}

/* The memory that the other card still has is nobody else's: fresh memory stays as it is. */
static void check_writes(struct __test_metadata *_metadata, struct cs *cs, const struct bo *bo)
{
	uint32_t *fresh = mmap(NULL, CANARY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			       -1, 0);
	uint64_t i, bad = 0;
	struct bo out;

	ASSERT_NE(MAP_FAILED, (void *)fresh);
	/* The smallest free pieces of memory are taken first, unless large pages are. */
	madvise(fresh, CANARY, MADV_NOHUGEPAGE);
	memset(fresh, 0x55, CANARY);
	ASSERT_EQ(0, bo_create_mapped(bo->fd, 4096, GTT, &out));
	cs_clear(cs);
	pm4_cp_dma_fill(cs, bo, 0, 0xaaaaaaaa, SIZE);
	pm4_cp_dma_copy(cs, &out, 0, bo, SIZE - 4096, 4096);
	cs_pad(cs, 8);
	ASSERT_EQ(0, cs_submit(cs));
	ASSERT_EQ(0, bo_wait(&out));
	EXPECT_EQ(0xaaaaaaaa, out.u32[0]);
	for (i = 0; i < CANARY / 4; i++)
		bad += fresh[i] != 0x55555555;
	EXPECT_EQ(0, bad) TH_LOG("the card has written into memory that is not its own");
	munmap(fresh, CANARY);
	bo_free(&out);
}

/* Its card is gone, the buffer is not: the other one goes on to use it. */
TEST_F_TIMEOUT(two_cards, owner_leaves, VERY_SLOW)
{
	struct gate_timer timer;
	struct bo gate;

	/* A job of the one that stays is under way, which is none of the other's. */
	ASSERT_EQ(0, bo_create_mapped(self->card[1].fd, 4096, GTT, &gate));
	gate.u32[0] = 0;
	cs_clear(&self->cs[1]);
	pm4_wait_mem(&self->cs[1], &gate, 0, WAIT_EQ, 1);
	pm4_mem_write(&self->cs[1], &self->theirs[0], 0, MEM_WRITE_DATA32, 0x1234);
	cs_pad(&self->cs[1], 8);
	ASSERT_EQ(0, cs_submit(&self->cs[1]));
	ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, GATE_MS));
	ASSERT_EQ(0, card_bind(&self->card[0], false));
	EXPECT_EQ(-ENODEV, bo_wait(&self->own[0]));
	gate_join(&timer);
	ASSERT_EQ(0, bo_wait(&self->theirs[0]));
	check_writes(_metadata, &self->cs[1], &self->theirs[0]);
	EXPECT_EQ(0, gem_close(self->theirs[0].fd, self->theirs[0].handle));
	ASSERT_EQ(0, card_bind(&self->card[0], true));
	bo_free(&gate);
}

/* Nobody had its pages when the card went, and nobody gets them now. */
TEST_F_TIMEOUT(two_cards, owner_has_left, VERY_SLOW)
{
	struct bo late, shared = { 0 };
	int file;

	ASSERT_EQ(0, bo_create_mapped(self->card[0].fd, SIZE, GTT, &late));
	late.u32[0] = 1;
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card[0].fd, late.handle, DRM_CLOEXEC | DRM_RDWR,
					&file));
	ASSERT_EQ(0, card_bind(&self->card[0], false));
	EXPECT_EQ(-1, drmPrimeFDToHandle(self->card[1].fd, file, &shared.handle));
	EXPECT_EQ(ENODEV, errno);
	close(file);
	ASSERT_EQ(0, card_bind(&self->card[0], true));
}

/* The one that borrowed it leaves; the owner goes on. */
TEST_F_TIMEOUT(two_cards, borrower_leaves, VERY_SLOW)
{
	cs_restart(&self->cs[0], RADEON_CS_RING_GFX);
	ring_write(&self->cs[0], &self->theirs[1], 0, 0x1111);
	ASSERT_EQ(0, ring_submit(&self->cs[0]));
	ASSERT_EQ(0, bo_wait(&self->theirs[1]));
	ASSERT_EQ(0, card_bind(&self->card[0], false));
	ASSERT_EQ(0, bo_wait(&self->own[1]));
	EXPECT_EQ(0x1111, self->own[1].u32[0]);
	check_writes(_metadata, &self->cs[1], &self->own[1]);
	EXPECT_EQ(0xaaaaaaaa, self->own[1].u32[0]);
	ASSERT_EQ(0, card_bind(&self->card[0], true));
}

CARD_TEST_MAIN(CARD_EVERGREEN)

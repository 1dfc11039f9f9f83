// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Buffers that change place because there is not room for all of them in VRAM:
 * none loses its contents, whoever moves them, and however many clients push.
 */
#include "selftest.h"
#include "dma.h"
#include "meminfo.h"
#include "stamps.h"
#include "together.h"

#define MIB		(1024ull * 1024)
#define SIZE		(16 * MIB)
#define SPARE		4	/* buffers more than fit */
#define MAX_BUFFERS	80
#define LEAP		83	/* prime, and more than buffers: with it all have their turn */
#define STRIDE		(SIZE / 64 + 4096 + 8)	/* odd pages, odd places in them */

FIXTURE(move) {
	struct card card;
	struct cs cs;
	struct bo out;
	struct bo bo[MAX_BUFFERS];
	uint32_t n;
};

FIXTURE_SETUP(move)
{
	struct drm_radeon_gem_info info;

	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	self->n = (uint32_t)(info.vram_size / SIZE) + SPARE;
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &self->out));
}

FIXTURE_TEARDOWN(move)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

static void stamp_all(struct bo *bo, uint32_t buffer, uint32_t version)
{
	uint64_t at;

	for (at = 0; at < SIZE; at += STRIDE)
		bo->u64[at / 8] = stamp(buffer, version, at);
}

/* Use a buffer in VRAM: the card copies its stamps out. */
static int fetch(struct cs *cs, const struct bo *bo, const struct bo *out)
{
	uint64_t at, slot = 0;

	cs_clear(cs);
	for (at = 0; at < SIZE; at += STRIDE)
		pm4_cp_dma_copy(cs, out, 8 * slot++, bo, at, 8);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static uint64_t fetched_wrong(const struct bo *out, uint32_t buffer, uint32_t version)
{
	uint64_t at, slot = 0;

	for (at = 0; at < SIZE; at += STRIDE, slot++)
		if (out->u64[slot] != stamp(buffer, version, at))
			return at + 1;
	return 0;
}

#define ENOUGH_MEMORY(buffers)							\
	do {									\
		if ((buffers) > MAX_BUFFERS)					\
			SKIP(return, "too much VRAM to fill");			\
		if (available_memory() < 2 * SPARE * SIZE)			\
			SKIP(return, "too little memory to move buffers to");	\
	} while (0)

/*
 * In turn, so that each has to push out the one that will be needed next but for
 * a few. The CPU changes every second one where it is.
 */
TEST_F_TIMEOUT(move, in_turn, VERY_SLOW)
{
	enum { ROUNDS = 3 };
	uint32_t i, round;

	ENOUGH_MEMORY(self->n);
	for (i = 0; i < self->n; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, VRAM, &self->bo[i]));
		stamp_all(&self->bo[i], i, 0);
	}
	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < self->n; i++) {
			ASSERT_EQ(0, fetch(&self->cs, &self->bo[i], &self->out));
			ASSERT_EQ(0, bo_wait(&self->out));
			ASSERT_EQ(0, fetched_wrong(&self->out, i, round))
				TH_LOG("round %u, buffer %u, by the card", round, i);
			ASSERT_EQ(0, stamps_wrong(&self->bo[i], STRIDE, i, round))
				TH_LOG("round %u, buffer %u, by the CPU", round, i);
			stamp_all(&self->bo[i], i, round + 1);
		}
	}
	for (i = 0; i < self->n; i++) {
		ASSERT_EQ(0, stamps_wrong(&self->bo[i], STRIDE, i, ROUNDS)) TH_LOG("buffer %u", i);
	}
}

/* Nobody waits between submissions: moves and what uses the buffers overlap. */
TEST_F_TIMEOUT(move, without_waiting, VERY_SLOW)
{
	uint32_t works = RADEON_CS_RING_DMA, i;
	struct cs dma;

	ENOUGH_MEMORY(self->n);
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_RING_WORKING, &works));
	if (!works)
		SKIP(return, "no DMA ring");
	dma_init(&dma, self->card.fd);
	for (i = 0; i < self->n; i++)
		ASSERT_EQ(0, bo_create(self->card.fd, SIZE, VRAM, 0, &self->bo[i]));
	for (i = 0; i < 3 * self->n; i++) {
		struct bo *bo = &self->bo[i * LEAP % self->n];
		struct bo *next = &self->bo[(i + 1) * LEAP % self->n];

		if (!i)
			dma_fill(&dma, bo, SIZE - 4096, 1, 1024);
		dma_copy(&dma, DMA_COPY, next, SIZE - 4096, bo, SIZE - 4096, 1024);
		ASSERT_EQ(0, cs_submit(&dma)) TH_LOG("step %u", i);
		cs_clear(&dma);
	}
	for (i = 0; i < self->n; i++) {
		ASSERT_EQ(0, bo_map(&self->bo[i]));
		ASSERT_EQ(0, bo_wait(&self->bo[i]));
		ASSERT_EQ(1, self->bo[i].u32[SIZE / 4 - 1024]) TH_LOG("buffer %u", i);
		ASSERT_EQ(1, self->bo[i].u32[SIZE / 4 - 1]) TH_LOG("buffer %u", i);
	}
	cs_fini(&dma);
}

/* One of several clients, who together need more than there is. */
static int push(const struct card *card, uint32_t who, uint32_t buffers)
{
	struct bo bo[MAX_BUFFERS], out;
	int fd = card_reopen(card);
	uint32_t i, round;
	struct cs cs;

	if (fd < 0 || bo_create_mapped(fd, 4096, GTT, &out))
		return 1;
	cs_init(&cs, fd);
	for (i = 0; i < buffers; i++) {
		if (bo_create_mapped(fd, SIZE, VRAM, &bo[i]))
			return 2;
		stamp_all(&bo[i], i, who);
	}
	for (round = 0; round < 3; round++) {
		for (i = 0; i < buffers; i++) {
			if (fetch(&cs, &bo[i], &out) || bo_wait(&out))
				return 3;
			if (fetched_wrong(&out, i, who))
				return 4;
			if (round == 1 && stamps_wrong(&bo[i], STRIDE, i, who))
				return 5;
		}
	}
	return 0;
}

TEST_F_TIMEOUT(move, pushing_clients, VERY_SLOW)
{
	enum { CLIENTS = 3 };
	uint32_t each = self->n / 2;
	int status;

	ENOUGH_MEMORY(self->n);
	if (available_memory() < (CLIENTS * each - self->n + 2 * SPARE) * SIZE)
		SKIP(return, "too little memory for several clients");
	status = clients_together(&self->card, CLIENTS, push, each);
	EXPECT_EQ(0, status) TH_LOG("a client says %d", status >> 8);
}

CARD_TEST_MAIN(CARD_ANY)

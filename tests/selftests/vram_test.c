// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * VRAM that the CPU cannot map: it is used, and a buffer there comes to where the
 * CPU reaches it when that touches it.
 */
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "selftest.h"
#include "stamps.h"
#include "together.h"

#define MIB	(1024ull * 1024)
#define SIZE	(4 * MIB)
#define STRIDE	(SIZE / 8 + 4096 + 8)	/* odd pages, odd places in them */
#define MANY	128

FIXTURE(vram) {
	struct card card;
	struct cs cs;
	struct bo bo[MANY];
	uint64_t visible;
	uint32_t n;		/* this many of SIZE fit into VRAM */
};

FIXTURE_SETUP(vram)
{
	struct drm_radeon_gem_info info;

	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	if (info.vram_size < info.vram_visible + 32 * SIZE || info.vram_visible < 4 * SIZE)
		SKIP(return, "there is no VRAM to speak of that the CPU does not reach");
	self->visible = info.vram_visible;
	self->n = (uint32_t)(info.vram_size / SIZE);
	if (self->n > MANY)
		self->n = MANY;
}

FIXTURE_TEARDOWN(vram)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* The card writes the stamps. */
static int stamp_by_card(struct cs *cs, const struct bo *bo, uint32_t buffer, uint32_t version)
{
	uint64_t at;

	cs_clear(cs);
	for (at = 0; at < SIZE; at += STRIDE)
		pm4_mem_write(cs, bo, at, 0, stamp(buffer, version, at));
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static int create_far(const struct card *card, struct bo *bo)
{
	return bo_create(card->fd, SIZE, VRAM, RADEON_GEM_NO_CPU_ACCESS, bo);
}

/*
 * More than the CPU's window holds, all in VRAM. Then the CPU looks at all of them,
 * with room for it and without.
 */
TEST_F_TIMEOUT(vram, fill, VERY_SLOW)
{
	uint64_t used = 0, in_vram = 0;
	uint32_t n = self->n - 4, i, domain;

	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, create_far(&self->card, &self->bo[i]));
		ASSERT_EQ(0, stamp_by_card(&self->cs, &self->bo[i], i, 1));
	}
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, bo_wait(&self->bo[i]));
		ASSERT_EQ(0, bo_busy(&self->bo[i], &domain));
		in_vram += domain == VRAM ? SIZE : 0;
	}
	EXPECT_LT(self->visible, in_vram);
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_VRAM_USAGE, &used));
	EXPECT_LE(in_vram, used);
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, bo_map(&self->bo[i]));
		ASSERT_EQ(0, stamps_wrong(&self->bo[i], STRIDE, i, 1)) TH_LOG("buffer %u", i);
		if (i % 4)
			bo_free(&self->bo[i]);
	}
	for (i = 0; i < n; i += 4) {
		ASSERT_EQ(0, stamps_wrong(&self->bo[i], STRIDE, i, 1)) TH_LOG("again, buffer %u", i);
	}
}

/* Card and CPU take turns: each finds what the other has written. */
TEST_F_TIMEOUT(vram, turns, SLOW)
{
	struct bo *bo = self->bo, out;
	uint32_t round;

	ASSERT_EQ(0, create_far(&self->card, bo));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	ASSERT_EQ(0, bo_map(bo));
	for (round = 0; round < 4; round++) {
		ASSERT_EQ(0, stamp_by_card(&self->cs, bo, 7, round));
		ASSERT_EQ(0, bo_wait(bo));
		ASSERT_EQ(0, stamps_wrong(bo, STRIDE, 7, round)) TH_LOG("round %u", round);
		bo->u64[SIZE / 8 - 1] = round;
		cs_clear(&self->cs);
		pm4_cp_dma_copy(&self->cs, &out, 8ull * round, bo, SIZE - 8, 8);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&out));
		EXPECT_EQ(round, out.u64[round]);
	}
}

/* A small one, every word of it. */
TEST_F_TIMEOUT(vram, small, SLOW)
{
	enum { SMALL = 16 * 4096 };
	struct bo *bo = self->bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create(self->card.fd, SMALL, VRAM, RADEON_GEM_NO_CPU_ACCESS, bo));
	cs_clear(&self->cs);
	for (i = 0; i < SMALL / 8; i += 512)
		pm4_cp_dma_fill(&self->cs, bo, 8ull * i, i + 1, 4096);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_map(bo));
	for (i = 0; i < SMALL / 4; i++)
		if (bo->u32[i] != i / 1024 * 512 + 1)
			break;
	EXPECT_EQ(SMALL / 4, i);
}

/* Hold the card until the gate's dword is 1, then stamp. */
static int stamp_gated(struct cs *cs, const struct bo *gate, const struct bo *bo)
{
	uint64_t at;

	cs_clear(cs);
	pm4_wait_mem(cs, gate, 0, WAIT_EQ, 1);
	for (at = 0; at < SIZE; at += STRIDE)
		pm4_mem_write(cs, bo, at, 0, stamp(3, 1, at));
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static void open_later(const struct bo *gate)
{
	usleep(300 * 1000);
	gate->u32[0] = 1;
	_exit(0);
}

static volatile sig_atomic_t ticks;

static void tick(int sig)
{
	(void)sig;
	ticks++;
}

/* The first touch of a buffer that the card is still busy with, while signals come. */
TEST_F_TIMEOUT(vram, touch_busy, SLOW)
{
	const struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };
	const struct itimerval every = { { 0, 5000 }, { 0, 5000 } }, never = { 0 };
	struct bo gate, *bo = self->bo;
	uint64_t wrong;
	pid_t child;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, create_far(&self->card, bo));
	ASSERT_EQ(0, bo_map(bo));
	ASSERT_EQ(0, stamp_gated(&self->cs, &gate, bo));
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		open_later(&gate);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
	wrong = stamps_wrong(bo, STRIDE, 3, 1);
	setitimer(ITIMER_REAL, &never, NULL);
	EXPECT_EQ(0, wrong);
	EXPECT_LT(0, ticks);
	EXPECT_EQ(child, waitpid(child, NULL, 0));
}

/* Several clients touch what is theirs at the same time. */
static int touch(const struct card *card, uint32_t who, uint32_t n)
{
	int fd = card_reopen(card);
	struct bo bo[MANY];
	struct cs cs;
	uint32_t i;

	cs_init(&cs, fd);
	for (i = 0; i < n; i++)
		if (bo_create(fd, SIZE, VRAM, RADEON_GEM_NO_CPU_ACCESS, &bo[i]) ||
		    bo_map(&bo[i]) || stamp_by_card(&cs, &bo[i], i, who))
			return 1;
	for (i = 0; i < n; i++)
		if (bo_wait(&bo[i]) || stamps_wrong(&bo[i], STRIDE, i, who))
			return 2;
	return 0;
}

TEST_F_TIMEOUT(vram, touch_together, VERY_SLOW)
{
	enum { CLIENTS = 4 };
	int status = clients_together(&self->card, CLIENTS, touch, self->n / CLIENTS);

	EXPECT_EQ(0, status) TH_LOG("a client says %d", status >> 8);
}

CARD_TEST_MAIN(CARD_ANY)

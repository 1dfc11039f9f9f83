// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Jobs that never end: they are thrown out after lockup_timeout, the jobs of
 * others are not.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/ioctl.h>

#include <linux/sync_file.h>

#include "coredump.h"
#include "dma.h"
#include "fence_file.h"
#include "patience.h"

/*
 * The endless job is thrown out, the jobs of another client behind it run and the
 * card works afterwards. The client that hung it is told of the reset and banned;
 * the other is not; who comes anew starts clean.
 */
TEST_F_TIMEOUT(on_card, endless_job, VERY_SLOW)
{
	struct bo bad, good;
	struct cs other;
	int fd;

	ASSERT_LT(0, lockup_timeout(&self->card));
	EXPECT_EQ(0, card_resets(self->card.fd));
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	cs_init(&other, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &good));

	ASSERT_EQ(0, submit_endless(&self->cs, &bad));
	ASSERT_EQ(0, submit_write(&other, &good, 1));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &good));
	EXPECT_EQ(1, good.u32[0]) TH_LOG("an innocent job was lost");
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bad));
	EXPECT_EQ(0, bad.u64[1]) TH_LOG("the endless job went on");

	ASSERT_EQ(0, submit_write(&other, &good, 2));
	EXPECT_EQ(0, bo_wait(&good));
	EXPECT_EQ(2, good.u32[0]);
	EXPECT_EQ(0, card_resets(fd));
	EXPECT_EQ(1, card_resets(self->card.fd));
	EXPECT_EQ(-ECANCELED, submit_write(&self->cs, &bad, 1));
	EXPECT_EQ(0, bo_wait(&bad));
	cs_fini(&other);
	close(fd);

	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	EXPECT_EQ(0, card_resets(fd));
	close(fd);
}

/* Three in a row: recovery leaves nothing behind that the next one trips over. */
TEST_F_TIMEOUT(on_card, endless_again, VERY_SLOW)
{
	struct bo bad, good;
	struct cs other;
	unsigned int i;
	int fd;

	ASSERT_LT(0, lockup_timeout(&self->card));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &good));
	for (i = 0; i < 3; i++) {
		fd = card_reopen(&self->card);
		ASSERT_LE(0, fd);
		cs_init(&other, fd);
		ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &bad));
		ASSERT_EQ(0, submit_endless(&other, &bad));
		ASSERT_EQ(0, submit_write(&self->cs, &good, i + 1));
		EXPECT_EQ(0, wait_for_recovery(&self->card, &good));
		EXPECT_EQ(i + 1, good.u32[0]);
		cs_fini(&other);
		bo_free(&bad);
		close(fd);
	}
}

struct writer {
	uint32_t *words;
	atomic_bool stop;
	unsigned int rounds, wrong;
};

/* What it has just written it reads again, for as long as it may. */
static void *write_and_look(void *arg)
{
	struct writer *w = arg;

	while (!atomic_load(&w->stop)) {
		volatile uint32_t *word = &w->words[w->rounds % 1024];

		*word = ++w->rounds;
		w->wrong += *word != w->rounds;
	}
	return NULL;
}

/* Who writes into VRAM during a reset loses nothing. */
TEST_F_TIMEOUT(on_card, vram_is_kept, VERY_SLOW)
{
	struct writer w = { 0 };
	struct bo bad, mine;
	pthread_t thread;

	ASSERT_LT(0, lockup_timeout(&self->card));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &mine));
	w.words = mine.u32;
	ASSERT_EQ(0, pthread_create(&thread, NULL, write_and_look, &w));
	EXPECT_EQ(0, submit_endless(&self->cs, &bad));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bad));
	atomic_store(&w.stop, true);
	ASSERT_EQ(0, pthread_join(thread, NULL));
	EXPECT_LT(0, w.rounds);
	EXPECT_EQ(0, w.wrong);
}

struct maker {
	int fd;
	atomic_bool stop;
	unsigned int made, wrong;
};

/* Buffers of VRAM that the CPU reaches, and so clears, each of which leaves something for the next one. */
static void *make_and_look(void *arg)
{
	enum { BYTES = 65536, STEP = 1024 };
	struct maker *m = arg;
	struct bo bo;

	while (!atomic_load(&m->stop)) {
		if (bo_create(m->fd, BYTES, VRAM, RADEON_GEM_CPU_ACCESS, &bo) || bo_map(&bo)) {
			m->wrong++;
			continue;
		}
		for (uint32_t i = 0; i < BYTES / 4; i += STEP) {
			m->wrong += bo.u32[i] != 0;
			bo.u32[i] = ~i;
		}
		bo_free(&bo);
		m->made++;
	}
	return NULL;
}

/* Whoever makes buffers during a reset finds nothing in them. */
TEST_F_TIMEOUT(on_card, vram_is_cleared, VERY_SLOW)
{
	struct maker m = { .fd = self->card.fd };
	pthread_t thread;
	struct bo bad;

	if (!card_is_evergreen(&self->card))
		SKIP(return, "radeon.ko clears no VRAM");
	ASSERT_LT(0, lockup_timeout(&self->card));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, pthread_create(&thread, NULL, make_and_look, &m));
	EXPECT_EQ(0, submit_endless(&self->cs, &bad));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bad));
	atomic_store(&m.stop, true);
	ASSERT_EQ(0, pthread_join(thread, NULL));
	EXPECT_LT(0, m.made);
	EXPECT_EQ(0, m.wrong);
}

/* 1 when it has been reached, 0 before, a negative errno if it never will be. */
static int fence_status(int fence)
{
	struct sync_file_info info = { 0 };

	return ioctl(fence, SYNC_IOC_FILE_INFO, &info) ? -1000 : info.status;
}

/* More than a ring takes: the last of as many jobs is in a queue. */
#define QUEUED_JOBS	40u

static int submit_writes(struct cs *cs, const struct bo *bo)
{
	uint32_t i;
	int ret = 0;

	for (i = 1; i <= QUEUED_JOBS && !ret; i++)
		ret = submit_write(cs, bo, i);
	return ret;
}

/* A fence tells how its job ended: hung, cancelled with its client on the ring or before, or well. */
TEST_F_TIMEOUT(on_card, fences_tell, VERY_SLOW)
{
	int hung_fence, on_ring_fence, queued_fence, good_fence, fd;
	struct bo hung, on_ring, queued, good;
	struct cs other;

	ASSERT_LT(0, lockup_timeout(&self->card));
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	cs_init(&other, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &hung));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &on_ring));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &queued));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &good));

	ASSERT_EQ(0, submit_endless(&self->cs, &hung));
	ASSERT_EQ(0, submit_write(&self->cs, &on_ring, 1));
	ASSERT_EQ(0, submit_writes(&self->cs, &queued));
	ASSERT_EQ(0, submit_writes(&other, &good));
	hung_fence = fence_of(&hung);
	on_ring_fence = fence_of(&on_ring);
	queued_fence = fence_of(&queued);
	good_fence = fence_of(&good);
	ASSERT_LE(0, hung_fence);
	ASSERT_LE(0, on_ring_fence);
	ASSERT_LE(0, queued_fence);
	ASSERT_LE(0, good_fence);
	EXPECT_EQ(0, fence_status(hung_fence));

	EXPECT_EQ(0, wait_for_recovery(&self->card, &hung));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &on_ring));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &queued));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &good));
	EXPECT_EQ(-ETIME, fence_status(hung_fence));
	EXPECT_EQ(-ECANCELED, fence_status(on_ring_fence));
	EXPECT_EQ(-ECANCELED, fence_status(queued_fence));
	EXPECT_EQ(1, fence_status(good_fence));
	EXPECT_EQ(0, on_ring.u32[0]);
	EXPECT_EQ(0, queued.u32[0]);
	EXPECT_EQ(QUEUED_JOBS, good.u32[0]);
	close(hung_fence);
	close(on_ring_fence);
	close(queued_fence);
	close(good_fence);
	cs_fini(&other);
	close(fd);
}

/* A buffer of one client in the hands of another. */
FIXTURE(waiter) {
	struct card card;
	struct cs bad, good;
	struct bo shared, theirs, out;
	int fd;
};

FIXTURE_VARIANT(waiter) {
	uint32_t hangs, waits;
};

FIXTURE_VARIANT_ADD(waiter, dma_for_gfx) {
	.hangs = RADEON_CS_RING_GFX, .waits = RADEON_CS_RING_DMA,
};
FIXTURE_VARIANT_ADD(waiter, compute_for_gfx) {
	.hangs = RADEON_CS_RING_GFX, .waits = RADEON_CS_RING_COMPUTE,
};
FIXTURE_VARIANT_ADD(waiter, gfx_for_compute) {
	.hangs = RADEON_CS_RING_COMPUTE, .waits = RADEON_CS_RING_GFX,
};

FIXTURE_SETUP(waiter)
{
	ASSERT_EQ(0, card_open(&self->card));
	self->fd = card_reopen(&self->card);
	ASSERT_LE(0, self->fd);
	cs_init(&self->bad, self->card.fd);
	cs_init(&self->good, self->fd);
	self->bad.flags[1] = variant->hangs;
	self->good.flags[1] = variant->waits;
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &self->shared));
	ASSERT_EQ(0, bo_share(&self->shared, self->fd, &self->theirs));
	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &self->out));
}

FIXTURE_TEARDOWN(waiter)
{
	cs_fini(&self->bad);
	cs_fini(&self->good);
	close(self->fd);
	card_close(&self->card);
}

static int submit_copy(struct cs *cs, const struct bo *to, const struct bo *from)
{
	cs_clear(cs);
	if (cs->flags[1] == RADEON_CS_RING_DMA) {
		dma_copy(cs, DMA_COPY, to, 0, from, 0, 16);
	} else {
		pm4_cp_dma_copy(cs, to, 0, from, 0, 64);
		cs_pad(cs, 8);
	}
	return cs_submit(cs);
}

/*
 * Another client's ring waits for the one that hangs, and hangs as long. It is
 * innocent: its job runs when the guilty one is gone.
 */
TEST_F_TIMEOUT(waiter, is_innocent, VERY_SLOW)
{
	ASSERT_LT(0, lockup_timeout(&self->card));
	self->shared.u32[4] = 0x5eed;
	ASSERT_EQ(0, submit_endless(&self->bad, &self->shared));
	ASSERT_EQ(0, submit_copy(&self->good, &self->out, &self->theirs));
	EXPECT_EQ(-EBUSY, bo_busy(&self->out, NULL));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &self->out));
	EXPECT_EQ(0x5eed, self->out.u32[4]);
	EXPECT_EQ(0, self->out.u32[2]) TH_LOG("the endless job went on");
	EXPECT_EQ(0, card_resets(self->fd));
	EXPECT_EQ(1, card_resets(self->card.fd));

	self->shared.u32[5] = 0xfeed;
	ASSERT_EQ(0, submit_copy(&self->good, &self->out, &self->theirs));
	EXPECT_EQ(0, bo_wait(&self->out));
	EXPECT_EQ(0xfeed, self->out.u32[5]);
	EXPECT_EQ(-ECANCELED, submit_write(&self->bad, &self->shared, 1));
}

/* Is there a line in the dump that is made by this format? */
__attribute__((format(printf, 2, 3)))
static bool has_line(const char *dump, const char *format, ...)
{
	char line[160];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	return strstr(dump, line);
}

/* It hangs while a copy of its own may be under way. */
TEST_F_TIMEOUT(on_card, endless_copy, VERY_SLOW)
{
	struct bo bad, good;
	struct cs other;
	int fd;

	ASSERT_LT(0, lockup_timeout(&self->card));
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	cs_init(&other, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 3 * 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &good));
	cs_clear(&self->cs);
	pm4_cp_dma_copy(&self->cs, &bad, 4096, &bad, 8192, 4096);
	self->cs.ib[2] &= ~CP_DMA_SYNC;
	pm4_wait_mem(&self->cs, &bad, 0, WAIT_EQ, 0xdead);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, submit_write(&other, &good, 1));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &good));
	EXPECT_EQ(1, good.u32[0]);
	cs_fini(&other);
	close(fd);
}

/* Root finds all about the hang: who, where, with what. */
TEST_F_TIMEOUT(on_card, core_dump, VERY_SLOW)
{
	struct bo bad, other;
	char *dump;

	ASSERT_LT(0, lockup_timeout(&self->card));
	coredump_drop(&self->card);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create(self->card.fd, 65536, VRAM, 0, &other));
	cs_clear(&self->cs);
	pm4_wait_mem(&self->cs, &bad, 0, WAIT_EQ, 0xdead);
	pm4_mem_write(&self->cs, &other, 8, 0, 0x12345678);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bad));

	dump = coredump_take(&self->card, 10);
	ASSERT_NE(NULL, dump);
	EXPECT_TRUE(has_line(dump, "\nprocess: hang_test[%d], client ", getpid()));
	EXPECT_TRUE(has_line(dump, "\nhang: ring gfx, job "));
	EXPECT_TRUE(has_line(dump, "\noutcome: reset of the engine, its client is banned, 0 others"));
	EXPECT_TRUE(has_line(dump, "\n  GRBM_STATUS = 0x"));
	EXPECT_TRUE(has_line(dump, "\nring gfx: "));
	EXPECT_TRUE(has_line(dump, "INDIRECT_BUFFER"));
	EXPECT_TRUE(has_line(dump, "\nbuffers: 2\n"));
	EXPECT_TRUE(has_line(dump, "\n  handle %u: 4096 bytes at 0x", bad.handle));
	EXPECT_TRUE(has_line(dump, "\n  handle %u: 65536 bytes at 0x", other.handle));
	EXPECT_TRUE(has_line(dump, " in VRAM, written\n"));
	EXPECT_TRUE(has_line(dump, "\nstream: %u dwords at 0x", self->cs.ndw));
	EXPECT_TRUE(has_line(dump, "WAIT_REG_MEM"));
	EXPECT_TRUE(has_line(dump, " 12345678"));
	free(dump);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

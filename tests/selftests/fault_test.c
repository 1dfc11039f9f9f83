// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What happens when the card misbehaves: jobs that never end, interrupts that
 * get lost, waits that take longer than the kernel lets them. Each test says
 * what it needs; the lost interrupt needs a card that loses some, which only
 * the model does (GPU_FAULT=lost-irq, see card.h).
 */
#include <time.h>

#include "on_card.h"

/* Seconds that recovery may take after the driver's own patience has run out. */
#define GRACE	30

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* The driver's patience in seconds. */
static double lockup_timeout(const struct card *card)
{
	return (double)card_parameter(card, "lockup_timeout", 10000) / 1000;
}

/* A job that waits for a value that nobody writes. */
static int submit_endless(struct cs *cs, const struct bo *bo)
{
	cs_clear(cs);
	pm4_wait_mem(cs, bo, 0, WAIT_EQ, 0xdead);
	pm4_mem_write(cs, bo, 8, 0, 1);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static int submit_write(struct cs *cs, const struct bo *bo, uint32_t value)
{
	cs_clear(cs);
	pm4_eop(cs, bo, 0, EOP_DATA32, value);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

/* Wait for a buffer through as many 30 s limits as it takes to recover. */
static int wait_for_recovery(const struct card *card, const struct bo *bo)
{
	double end = now() + lockup_timeout(card) + GRACE;
	int ret;

	do {
		ret = bo_wait(bo);
	} while (ret == -EBUSY && now() < end);
	return ret;
}

/*
 * The endless job is thrown out, the jobs of another client behind it run, the
 * card works afterwards, and the reset is counted.
 */
TEST_F_TIMEOUT(on_card, endless_job, VERY_SLOW)
{
	uint32_t before = 0, after = 0;
	struct bo bad, good;
	struct cs other;
	int fd;

	if (!card_is_evergreen(&self->card))
		SKIP(return, "about evergreen's recovery");
	if (lockup_timeout(&self->card) <= 0)
		SKIP(return, "lockup detection is off");
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_GPU_RESET_COUNTER,
			       &before));
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
	ASSERT_EQ(0, card_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &after));
	EXPECT_EQ(before + 1, after);
	cs_fini(&other);
}

/* Three in a row: recovery leaves nothing behind that the next one trips over. */
TEST_F_TIMEOUT(on_card, endless_again, VERY_SLOW)
{
	struct bo bad, good;
	struct cs other;
	unsigned int i;
	int fd;

	if (!card_is_evergreen(&self->card))
		SKIP(return, "about evergreen's recovery");
	if (lockup_timeout(&self->card) <= 0)
		SKIP(return, "lockup detection is off");
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

/* Some interrupts get lost; every wait ends all the same, with the right value. */
TEST_F_TIMEOUT(on_card, lost_interrupt, VERY_SLOW)
{
	double start, slowest = 0;
	struct bo bo;
	uint32_t i;

	if (!card_fault("lost-irq"))
		SKIP(return, "the card loses no interrupts");
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 1; i <= 64; i++) {
		ASSERT_EQ(0, submit_write(&self->cs, &bo, i));
		start = now();
		ASSERT_EQ(0, wait_for_recovery(&self->card, &bo));
		EXPECT_EQ(i, bo.u32[0]);
		if (now() - start > slowest)
			slowest = now() - start;
	}
	TH_LOG("slowest wait: %.3f s", slowest);
	EXPECT_GT(lockup_timeout(&self->card) + GRACE, slowest);
}

/*
 * GEM_WAIT_IDLE gives up after 30 s with -EBUSY and the job goes on. Only to
 * be seen if the driver does not lose patience before that.
 */
TEST_F_TIMEOUT(on_card, wait_idle_gives_up, SLOW)
{
	double patience = lockup_timeout(&self->card), start;
	struct bo bo;

	if (patience > 0 && patience < 60)
		SKIP(return, "needs lockup_timeout=0 or above 60000");
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, submit_endless(&self->cs, &bo));
	start = now();
	EXPECT_EQ(-EBUSY, bo_wait(&bo));
	EXPECT_LT(25, now() - start);
	EXPECT_EQ(-EBUSY, bo_busy(&bo, NULL));
	bo.u32[0] = 0xdead;
	EXPECT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(1, bo.u64[1]);
}

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_ANY);
	return test_harness_run(argc, argv);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Who floods the card with jobs does not keep others from it. Everything here is
 * counted in jobs: each writes the card's clock when it ends, while a gate holds
 * the first of them until all that matters has been submitted.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "on_card.h"

#define FLOOD		400u	/* jobs, more than a client may have unfinished */
#define BOUND		128u	/* that many */
#define BOUND_LOW	8u
#define ON_RING		32u	/* jobs that have left the queues at a time */

struct flood {
	pthread_t thread;
	struct bo gate, times;
	int32_t priority;
	int fd, error;
	atomic_uint sent;
};

/* One job of @cs's client that waits for the gate and notes when it ended. */
static int submit_timed(struct cs *cs, const struct bo *gate, const struct bo *times,
			uint32_t slot, int32_t priority)
{
	cs_clear(cs);
	cs->flags[2] = (uint32_t)priority;
	cs->nflags = 3;
	pm4_wait_mem(cs, gate, 0, WAIT_EQ, 1);
	pm4_eop(cs, times, 8 * slot, EOP_CLOCK, 0);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static void *flood(void *arg)
{
	struct flood *f = arg;
	struct cs cs;
	uint32_t i;

	cs_init(&cs, f->fd);
	for (i = 0; i < FLOOD && !f->error; i++) {
		f->error = submit_timed(&cs, &f->gate, &f->times, i, f->priority);
		atomic_store(&f->sent, i + 1);
	}
	cs_fini(&cs);
	return NULL;
}

/* Returns when the flood is held up, or through. */
static void wait_until_stuck(struct flood *f)
{
	uint32_t seen = ~0u, still = 0;

	for (; still < 4; still++) {
		usleep(100 * 1000);
		if (atomic_load(&f->sent) != seen)
			still = 0;
		seen = atomic_load(&f->sent);
	}
}

static int flood_start(const struct card *card, struct flood *f, int32_t priority)
{
	f->priority = priority;
	f->fd = card_reopen(card);
	if (f->fd < 0)
		return f->fd;
	return bo_create_mapped(f->fd, 4096, GTT, &f->gate) ?:
	       bo_create_mapped(f->fd, 8 * FLOOD, GTT, &f->times) ?:
	       pthread_create(&f->thread, NULL, flood, f);
}

static void flood_release(struct flood *f)
{
	__atomic_store_n(&f->gate.u32[0], 1, __ATOMIC_SEQ_CST);
}

static int flood_end(struct flood *f)
{
	int ret;

	pthread_join(f->thread, NULL);
	ret = f->error ?: bo_wait(&f->times);
	close(f->fd);
	return ret;
}

/* Jobs of the flood that ended before @time. */
static uint32_t jobs_before(const struct flood *f, uint64_t time)
{
	uint32_t i, n = 0;

	for (i = 0; i < FLOOD; i++)
		n += f->times.u64[i] < time;
	return n;
}

/* One job of a client of its own, whose gate is open: when did it end? */
static int light_job(int fd, int32_t priority, struct bo *times)
{
	struct bo gate;
	struct cs cs;
	int ret;

	ret = bo_create_mapped(fd, 4096, GTT, &gate) ?: bo_create_mapped(fd, 4096, GTT, times);
	if (ret)
		return ret;
	gate.u32[0] = 1;
	cs_init(&cs, fd);
	ret = submit_timed(&cs, &gate, times, 0, priority);
	cs_fini(&cs);
	return ret;
}

/* The flood is stopped at its bound, not by anything that is shared. */
TEST_F_TIMEOUT(on_card, bounded, SLOW)
{
	struct flood f = { 0 };

	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	wait_until_stuck(&f);
	EXPECT_EQ(BOUND, atomic_load(&f.sent));
	flood_release(&f);
	EXPECT_EQ(0, flood_end(&f));
}

TEST_F_TIMEOUT(on_card, low_is_bounded_lower, SLOW)
{
	struct flood f = { 0 };

	ASSERT_EQ(0, flood_start(&self->card, &f, -1));
	wait_until_stuck(&f);
	EXPECT_EQ(BOUND_LOW, atomic_load(&f.sent));
	flood_release(&f);
	EXPECT_EQ(0, flood_end(&f));
}

/*
 * A light client beside two that flood: its submission is not held up, and its job
 * comes after no more jobs than were there before it.
 */
TEST_F_TIMEOUT(on_card, light_client, SLOW)
{
	struct flood f[2] = { { 0 } };
	struct bo times;
	uint32_t i, before = 0;

	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, flood_start(&self->card, &f[i], 0)) TH_LOG("at %u", i);
	for (i = 0; i < 2; i++)
		wait_until_stuck(&f[i]);
	ASSERT_EQ(0, light_job(self->card.fd, 0, &times));
	for (i = 0; i < 2; i++)
		flood_release(&f[i]);
	EXPECT_EQ(0, bo_wait(&times));
	for (i = 0; i < 2; i++) {
		EXPECT_EQ(0, flood_end(&f[i]));
		before += jobs_before(&f[i], times.u64[0]);
	}
	TH_LOG("%u jobs came before it", before);
	EXPECT_GE(2 * BOUND, before);
}

/* Low priority is not starved by a flood, and normal work is not held up by low. */
TEST_F_TIMEOUT(on_card, low_gets_its_turn, SLOW)
{
	struct flood f = { 0 };
	struct bo times;

	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	wait_until_stuck(&f);
	ASSERT_EQ(0, light_job(self->card.fd, -1, &times));
	flood_release(&f);
	EXPECT_EQ(0, bo_wait(&times));
	EXPECT_EQ(0, flood_end(&f));
	EXPECT_GE(BOUND, jobs_before(&f, times.u64[0]));
}

/* High priority passes what waits in the queues, but not what is on the ring. */
TEST_F_TIMEOUT(on_card, high_goes_first, SLOW)
{
	struct flood f = { 0 };
	struct bo times;
	uint32_t before;

	if (geteuid())
		SKIP(return, "only root may ask for it");
	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	wait_until_stuck(&f);
	ASSERT_EQ(0, light_job(self->card.fd, 1, &times));
	flood_release(&f);
	EXPECT_EQ(0, bo_wait(&times));
	EXPECT_EQ(0, flood_end(&f));
	before = jobs_before(&f, times.u64[0]);
	TH_LOG("%u jobs came before it", before);
	EXPECT_GE(ON_RING + 1, before);
}

/* Who may not raise priorities does not get what it asks for, and no error. */
TEST_F_TIMEOUT(on_card, high_needs_permission, SLOW)
{
	struct flood f = { 0 };
	struct bo times;
	uid_t uid = geteuid();
	int ret;

	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	wait_until_stuck(&f);
	if (!uid)
		ASSERT_EQ(0, seteuid(65534));
	ret = light_job(self->card.fd, 1, &times);
	if (!uid)
		ASSERT_EQ(0, seteuid(0));
	flood_release(&f);
	ASSERT_EQ(0, ret);
	EXPECT_EQ(0, bo_wait(&times));
	EXPECT_EQ(0, flood_end(&f));
	EXPECT_LT(ON_RING + 1, jobs_before(&f, times.u64[0]));
}

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}

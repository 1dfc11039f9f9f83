// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Who floods the card with jobs does not keep others from it. Everything here is
 * counted in jobs: each writes the card's clock when it ends, while a gate of its own
 * holds it until all that matters has been submitted.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asleep.h"
#include "dma.h"
#include "on_card.h"

#define FLOOD		400u	/* jobs, more than a client may have unfinished */
#define BOUND		128u	/* that many */
#define BOUND_LOW	8u
#define ON_RING		32u	/* jobs that have left the queues at a time */
#define LARGE		16384u	/* dwords of a large one */
#define BOUND_LARGE	8u	/* such jobs */
#define FILLERS		8u	/* clients whose large jobs fill the pool of indirect buffers */

struct flood {
	pthread_t thread;
	struct bo gate, times;
	int32_t priority;
	uint32_t jobs, ndw;
	int fd, error;
	atomic_int tid;
	atomic_uint sent;
};

/* A job of @cs's client, of @ndw dwords or more, waits for its gate and notes when it ended. */
static int submit_timed(struct cs *cs, const struct bo *gate, const struct bo *times,
			uint32_t slot, int32_t priority, uint32_t ndw)
{
	cs_clear(cs);
	cs->flags[2] = (uint32_t)priority;
	cs->nflags = 3;
	pm4_wait_mem(cs, gate, 4 * slot, WAIT_EQ, 1);
	pm4_eop(cs, times, 8 * slot, EOP_CLOCK, 0);
	while (cs->ndw < ndw)
		cs_emit(cs, PM4_TYPE2);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static void *flood(void *arg)
{
	struct flood *f = arg;
	struct cs cs;
	uint32_t i;

	atomic_store(&f->tid, (int)gettid());
	cs_init(&cs, f->fd);
	for (i = 0; i < (f->jobs ?: FLOOD) && !f->error; i++) {
		f->error = submit_timed(&cs, &f->gate, &f->times, i, f->priority, f->ndw);
		atomic_store(&f->sent, i + 1);
	}
	cs_fini(&cs);
	return NULL;
}

/* Returns when the flood has sent as many jobs, and then is held up, or through. */
static void wait_until_stuck(struct flood *f, uint32_t sent)
{
	uint32_t seen = ~0u, still = 0;

	while (atomic_load(&f->sent) < sent)
		usleep(10 * 1000);
	for (; still < 4; still++) {
		usleep(100 * 1000);
		if (atomic_load(&f->sent) != seen)
			still = 0;
		seen = atomic_load(&f->sent);
	}
}

/* By the client whose file is @fd. */
static int flood_begin(struct flood *f, int fd, int32_t priority)
{
	f->priority = priority;
	f->fd = fd;
	return bo_create_mapped(f->fd, 4 * FLOOD, GTT, &f->gate) ?:
	       bo_create_mapped(f->fd, 8 * FLOOD, GTT, &f->times) ?:
	       pthread_create(&f->thread, NULL, flood, f);
}

/* By a client of its own. */
static int flood_start(const struct card *card, struct flood *f, int32_t priority)
{
	int fd = card_reopen(card);

	return fd < 0 ? fd : flood_begin(f, fd, priority);
}

/* The first @n jobs may go on. */
static void flood_release_some(struct flood *f, uint32_t n)
{
	while (n--)
		__atomic_store_n(&f->gate.u32[n], 1, __ATOMIC_SEQ_CST);
}

static void flood_release(struct flood *f)
{
	flood_release_some(f, FLOOD);
}

static int flood_join(struct flood *f)
{
	pthread_join(f->thread, NULL);
	return f->error ?: bo_wait(&f->times);
}

static int flood_end(struct flood *f)
{
	int ret = flood_join(f);

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
	ret = submit_timed(&cs, &gate, times, 0, priority, 0);
	cs_fini(&cs);
	return ret;
}

/* The flood is stopped at its bound, not by anything that is shared. */
TEST_F_TIMEOUT(on_card, bounded, SLOW)
{
	struct flood f = { 0 };

	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	wait_until_stuck(&f, BOUND);
	EXPECT_EQ(BOUND, atomic_load(&f.sent));
	flood_release(&f);
	EXPECT_EQ(0, flood_end(&f));
}

TEST_F_TIMEOUT(on_card, low_is_bounded_lower, SLOW)
{
	struct flood f = { 0 };

	ASSERT_EQ(0, flood_start(&self->card, &f, -1));
	wait_until_stuck(&f, BOUND_LOW);
	EXPECT_EQ(BOUND_LOW, atomic_load(&f.sent));
	flood_release(&f);
	EXPECT_EQ(0, flood_end(&f));
}

/* Who has been stopped goes on when half of its jobs are done, and takes as many then. */
TEST_F_TIMEOUT(on_card, goes_on_in_batches, SLOW)
{
	struct flood f = { 0 };

	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	wait_until_stuck(&f, BOUND);
	flood_release_some(&f, BOUND / 2 - 1);
	wait_until_stuck(&f, BOUND);
	EXPECT_EQ(BOUND, atomic_load(&f.sent));
	flood_release_some(&f, BOUND / 2);
	wait_until_stuck(&f, BOUND + BOUND / 2);
	EXPECT_EQ(BOUND + BOUND / 2, atomic_load(&f.sent));
	flood_release(&f);
	EXPECT_EQ(0, flood_end(&f));
}

/* A thread that comes meanwhile does not take the places that another one waits for. */
TEST_F_TIMEOUT(on_card, threads_wait_alike, SLOW)
{
	struct flood f[2] = { { 0 } };

	ASSERT_EQ(0, flood_start(&self->card, &f[0], 0));
	wait_until_stuck(&f[0], BOUND);
	flood_release_some(&f[0], BOUND / 4);
	wait_until_stuck(&f[0], BOUND);
	ASSERT_EQ(0, flood_begin(&f[1], f[0].fd, 0));
	wait_until_stuck(&f[1], 0);
	EXPECT_EQ(BOUND, atomic_load(&f[0].sent));
	EXPECT_EQ(0, atomic_load(&f[1].sent));
	flood_release(&f[0]);
	flood_release(&f[1]);
	EXPECT_EQ(0, flood_join(&f[1]));
	EXPECT_EQ(0, flood_end(&f[0]));
}

/* Large jobs reach another bound first, so a client alone does not fill the pool. */
TEST_F_TIMEOUT(on_card, large_is_bounded_lower, SLOW)
{
	struct flood largest = { .ndw = 16 * LARGE, .jobs = 2 };
	struct flood f = { .ndw = LARGE, .jobs = 3 * BOUND_LARGE };
	struct bo times;

	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	ASSERT_EQ(0, flood_start(&self->card, &largest, 0));
	wait_until_stuck(&f, BOUND_LARGE);
	wait_until_stuck(&largest, 1);
	EXPECT_EQ(BOUND_LARGE, atomic_load(&f.sent));
	EXPECT_EQ(1, atomic_load(&largest.sent));
	EXPECT_EQ(0, light_job(self->card.fd, 0, &times));
	flood_release(&f);
	flood_release(&largest);
	EXPECT_EQ(0, flood_end(&f));
	EXPECT_EQ(0, flood_end(&largest));
	EXPECT_EQ(0, bo_wait(&times));
}

/* Another one, the last, waits for the pool. */
static int fill_pool(const struct card *card, struct flood f[FILLERS + 1])
{
	uint32_t i, sent = 0;
	int ret;

	for (i = 0; i <= FILLERS; i++) {
		f[i].ndw = LARGE;
		f[i].jobs = 3 * BOUND_LARGE;
		ret = flood_start(card, &f[i], 0);
		if (ret)
			return ret;
		wait_until_stuck(&f[i], i < FILLERS ? BOUND_LARGE - (i == FILLERS - 1) : 0);
		sent += atomic_load(&f[i].sent);
	}
	/* There may be less than one piece left at both ends. */
	if (sent < FILLERS * BOUND_LARGE - 1 || atomic_load(&f[FILLERS].sent)) {
		fprintf(stderr, "%u large jobs do not fill the pool\n", sent);
		return -ENOTSUP;
	}
	return 0;
}

/* All of @n may go on, and end. */
static int end_all(struct flood *f, uint32_t n)
{
	int ret = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		flood_release(&f[i]);
	for (i = 0; i < n; i++)
		ret = flood_end(&f[i]) ?: ret;
	return ret;
}

/*
 * While others take each piece of the pool that comes back, somebody wants a quarter of it in
 * one piece, and gets that when half of the pool has come back.
 */
TEST_F_TIMEOUT(on_card, large_client, SLOW)
{
	struct flood f[FILLERS + 1] = { { 0 } };
	struct flood one = { .ndw = 16 * LARGE, .jobs = 1 };
	uint32_t i, jobs;

	ASSERT_EQ(0, fill_pool(&self->card, f));
	ASSERT_EQ(0, flood_start(&self->card, &one, 0));
	wait_until_stuck(&one, 0);
	EXPECT_EQ(0, atomic_load(&one.sent));
	/* In the order of the ring, and two more for those who came before it. */
	for (i = 0; i <= FILLERS / 2; i++) {
		for (jobs = 1; jobs <= (i < FILLERS / 2 ? BOUND_LARGE : 2); jobs++) {
			flood_release_some(&f[i], jobs);
			usleep(20 * 1000);
		}
	}
	wait_until_stuck(&one, 1);
	EXPECT_EQ(1, atomic_load(&one.sent));
	flood_release(&one);
	EXPECT_EQ(0, end_all(f, FILLERS + 1));
	EXPECT_EQ(0, flood_end(&one));
}

/*
 * Jobs of four clients, of @ndw dwords each, that do not end; between them were large ones, which
 * have ended. It fills the ring first, so that those, of high priority, come before the others.
 */
static int leave_pieces(const struct card *card, struct flood pieces[4], uint32_t ndw)
{
	struct flood first = { .jobs = BOUND }, large[4] = { { 0 } };
	int error = flood_start(card, &first, 0);
	uint32_t i;

	if (error)
		return error;
	wait_until_stuck(&first, BOUND);
	for (i = 0; i < 4; i++) {
		large[i] = (struct flood) { .ndw = 14 * LARGE, .jobs = 1 };
		pieces[i] = (struct flood) { .ndw = ndw, .jobs = 1 };
		error = flood_start(card, &large[i], 1);
		if (error)
			return error;
		wait_until_stuck(&large[i], 1);
		error = flood_start(card, &pieces[i], 0);
		if (error)
			return error;
		wait_until_stuck(&pieces[i], 1);
	}
	for (i = 0; i < 4; i++)
		flood_release(&large[i]);
	return end_all(&first, 1) ?: end_all(large, 4);
}

/*
 * There is room in the pool, but in pieces that are too small for one client, since jobs that do
 * not end lie between them. The others find it large enough.
 */
TEST_F_TIMEOUT(on_card, pieces_between, SLOW)
{
	struct flood one = { .ndw = 16 * LARGE, .jobs = 1 }, pieces[4];
	struct bo times;

	if (geteuid())
		SKIP(return, "only root may ask for high priority");
	ASSERT_EQ(0, leave_pieces(&self->card, pieces, 2048));
	ASSERT_EQ(0, flood_start(&self->card, &one, 0));
	wait_until_stuck(&one, 0);
	EXPECT_EQ(0, light_job(self->card.fd, 0, &times));
	EXPECT_EQ(0, atomic_load(&one.sent));

	EXPECT_EQ(0, end_all(pieces, 4));
	EXPECT_EQ(0, end_all(&one, 1));
	EXPECT_EQ(0, bo_wait(&times));
}

/* Pieces of a page or less do not lie between large ones, whatever their jobs wait for. */
TEST_F_TIMEOUT(on_card, small_pieces, SLOW)
{
	struct flood one = { .ndw = 16 * LARGE, .jobs = 1 }, pieces[4];

	if (geteuid())
		SKIP(return, "only root may ask for high priority");
	ASSERT_EQ(0, leave_pieces(&self->card, pieces, 0));
	ASSERT_EQ(0, flood_start(&self->card, &one, 0));
	wait_until_stuck(&one, 1);

	EXPECT_EQ(0, end_all(pieces, 4));
	EXPECT_EQ(0, end_all(&one, 1));
}

/* Who is killed while it waits for room in the pool takes nothing with it. */
TEST_F_TIMEOUT(on_card, killed_in_the_queue, SLOW)
{
	struct flood f[FILLERS + 1] = { { 0 } }, *killed;
	pid_t child;
	int status;

	killed = mmap(NULL, sizeof(*killed), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	ASSERT_NE(MAP_FAILED, killed);
	killed->ndw = LARGE;
	ASSERT_EQ(0, fill_pool(&self->card, f));
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(flood_start(&self->card, killed, 0) ?: flood_end(killed));
	EXPECT_TRUE(falls_asleep(&killed->tid, 20));
	ASSERT_EQ(0, waitpid(child, &status, WNOHANG));
	ASSERT_EQ(0, kill(child, SIGKILL));
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, end_all(f, FILLERS + 1));
}

/* A stream of @ndw dwords, for which @behind has to be idle. */
static int submit_behind(struct cs *cs, uint32_t ring, const struct bo *behind, uint32_t ndw)
{
	bool dma = ring == RADEON_CS_RING_DMA;

	cs_clear(cs);
	cs->flags[1] = ring;
	cs->nflags = 2;
	if (dma)
		dma_fill(cs, behind, 16, 0, 1);
	else
		pm4_mem_write(cs, behind, 8, 0, 1);
	while (cs->ndw < ndw)
		cs_emit(cs, dma ? DMA_NOP : PM4_TYPE2);
	return cs_submit(cs);
}

struct largest {
	pthread_t thread;
	struct cs cs;
	struct bo bo;
	atomic_int tid;
	atomic_bool sent;
	int error;
};

static void *send_largest(void *arg)
{
	struct largest *l = arg;

	atomic_store(&l->tid, (int)gettid());
	l->error = submit_behind(&l->cs, RADEON_CS_RING_DMA, &l->bo, 16 * LARGE);
	atomic_store(&l->sent, true);
	return NULL;
}

/* As large as one may be: a client has no two, not of different kinds either. */
TEST_F_TIMEOUT(on_card, largest_of_each_kind, SLOW)
{
	struct flood f = { .ndw = 16 * LARGE, .jobs = 1 };
	struct largest l = { 0 };

	ASSERT_EQ(0, flood_begin(&f, self->card.fd, 0));
	wait_until_stuck(&f, 1);
	cs_init(&l.cs, self->card.fd);
	ASSERT_EQ(0, bo_create(self->card.fd, 4096, GTT, 0, &l.bo));
	ASSERT_EQ(0, pthread_create(&l.thread, NULL, send_largest, &l));
	EXPECT_TRUE(falls_asleep(&l.tid, 20));
	EXPECT_FALSE(atomic_load(&l.sent));
	flood_release(&f);
	pthread_join(l.thread, NULL);
	EXPECT_EQ(0, l.error);
	EXPECT_EQ(0, bo_wait(&l.bo));
	EXPECT_EQ(0, flood_join(&f));
	cs_fini(&l.cs);
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
		wait_until_stuck(&f[i], BOUND);
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

/* Low priority is not starved by a flood. */
TEST_F_TIMEOUT(on_card, low_gets_its_turn, SLOW)
{
	struct flood f = { 0 };
	struct bo times;

	ASSERT_EQ(0, flood_start(&self->card, &f, 0));
	wait_until_stuck(&f, BOUND);
	ASSERT_EQ(0, light_job(self->card.fd, -1, &times));
	flood_release(&f);
	EXPECT_EQ(0, bo_wait(&times));
	EXPECT_EQ(0, flood_end(&f));
	EXPECT_GE(BOUND, jobs_before(&f, times.u64[0]));
}

/* A client of low priority holds normal work up by no more jobs than it may have unfinished. */
TEST_F_TIMEOUT(on_card, low_holds_nobody_up, SLOW)
{
	struct flood f = { 0 };
	struct bo times;

	ASSERT_EQ(0, flood_start(&self->card, &f, -1));
	wait_until_stuck(&f, BOUND_LOW);
	ASSERT_EQ(0, light_job(self->card.fd, 0, &times));
	flood_release(&f);
	EXPECT_EQ(0, bo_wait(&times));
	EXPECT_EQ(0, flood_end(&f));
	EXPECT_GE(BOUND_LOW, jobs_before(&f, times.u64[0]));
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
	wait_until_stuck(&f, BOUND);
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
	wait_until_stuck(&f, BOUND);
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

/* A client has a buffer copied that its own jobs use. Others' copies do not wait for these. */
TEST_F_TIMEOUT(on_card, copies_of_others, SLOW)
{
	struct bo gate, used, theirs;
	int fd = card_reopen(&self->card);
	uint32_t domain;
	struct cs cs;

	ASSERT_LE(0, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create(self->card.fd, 4096, VRAM, 0, &used));
	cs_init(&cs, self->card.fd);
	pm4_wait_mem(&cs, &gate, 0, WAIT_EQ, 1);
	pm4_mem_write(&cs, &used, 0, MEM_WRITE_DATA32, 1);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	cs_fini(&cs);
	used.domain = GTT;
	dma_init(&cs, self->card.fd);
	dma_fill(&cs, &used, 4, 2, 1);
	ASSERT_EQ(0, cs_submit(&cs));
	cs_fini(&cs);

	ASSERT_EQ(0, bo_create_mapped(fd, 4096, VRAM, &theirs));
	theirs.u32[0] = 3;
	theirs.domain = GTT;
	dma_init(&cs, fd);
	dma_fill(&cs, &theirs, 4, 4, 1);
	ASSERT_EQ(0, cs_submit(&cs));
	cs_fini(&cs);
	EXPECT_EQ(0, bo_wait(&theirs));
	EXPECT_EQ(3, theirs.u32[0]);
	EXPECT_EQ(4, theirs.u32[1]);
	EXPECT_EQ(0, bo_busy(&theirs, &domain));
	EXPECT_EQ(GTT, domain);
	EXPECT_EQ(-EBUSY, bo_busy(&used, NULL)) TH_LOG("they have waited");

	gate.u32[0] = 1;
	ASSERT_EQ(0, bo_map(&used));
	ASSERT_EQ(0, bo_wait(&used));
	EXPECT_EQ(1, used.u32[0]);
	EXPECT_EQ(2, used.u32[1]);
	close(fd);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

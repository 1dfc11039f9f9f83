// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The machine suspends while clients work. Whoever runs this has seen to it that
 * it wakes up: /sys/power/pm_test. How it sleeps is said by the environment: SLEEP=mem, or
 * freeze, or disk.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <xf86drm.h>

#include "own_memory.h"
#include "patience.h"
#include "slow_fence.h"

#define MIB	(1024u * 1024)

static int suspend(void)
{
	int fd = open("/sys/power/state", O_WRONLY | O_CLOEXEC);
	const char *state = getenv("SLEEP");
	ssize_t len;
	int ret;

	if (fd < 0)
		return -errno;
	if (!state)
		state = "freeze";
	len = (ssize_t)strlen(state);
	ret = write(fd, state, (size_t)len) == len ? 0 : -errno;
	close(fd);
	return ret;
}

/* Buffers keep their contents, in either place. */
TEST_F_TIMEOUT(on_card, contents, VERY_SLOW)
{
	struct bo gtt, vram;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, GTT, &gtt));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, VRAM, &vram));
	for (i = 0; i < MIB / 4; i++) {
		gtt.u32[i] = i;
		vram.u32[i] = ~i;
	}
	ASSERT_EQ(0, suspend());
	for (i = 0; i < MIB / 4; i++)
		if (gtt.u32[i] != i || vram.u32[i] != ~i)
			break;
	EXPECT_EQ(MIB / 4, i);
	ASSERT_EQ(0, submit_write(&self->cs, &vram, 1));
	EXPECT_EQ(0, bo_wait(&vram));
	EXPECT_EQ(1, vram.u32[0]);
}

/* Memory of the process, anew where there was some before. */
/* The card finds memory of a process again, and what the process has in its place. */
TEST_F_TIMEOUT(on_card, own_memory, VERY_SLOW)
{
	uint32_t i, wrong = 0;
	struct bo own, vram;
	void *at;

	at = map_at(NULL, MIB);
	ASSERT_NE(MAP_FAILED, at);
	ASSERT_EQ(0, bo_userptr(self->card.fd, at, MIB, OWN, &own));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, VRAM, &vram));
	scramble(at, MIB, 1);
	cs_clear(&self->cs);
	pm4_cp_dma_copy(&self->cs, &vram, 0, &own, 0, MIB);
	pm4_mem_write(&self->cs, &own, 0, MEM_WRITE_DATA32, 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, suspend());
	EXPECT_EQ(1, own.u32[0]);
	for (i = 1; i < MIB / 4; i++)
		wrong += own.u32[i] != vram.u32[i];
	EXPECT_EQ(0, wrong);

	ASSERT_EQ(0, submit_write(&self->cs, &own, 2));
	EXPECT_EQ(0, bo_wait(&own));
	EXPECT_EQ(2, own.u32[0]);
	ASSERT_EQ(at, map_at(at, MIB));
	ASSERT_EQ(0, suspend());
	cs_clear(&self->cs);
	pm4_cp_dma_copy(&self->cs, &own, 0, &vram, 0, MIB);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	EXPECT_EQ(0, bo_wait(&own));
	EXPECT_EQ(0, memcmp(own.map, vram.map, MIB));
}

/*
 * Copies a mark to and fro until it is killed or something is wrong, and counts the rounds;
 * @owns: between pages of its own.
 */
static void work(const struct card *card, uint32_t mark, bool owns, atomic_uint *rounds)
{
	struct bo in, mid, out;
	struct cs cs;
	uint32_t i;
	int fd = card_reopen(card);

	if (fd < 0 || bo_create(fd, 4096, VRAM, 0, &mid))
		_exit(1);
	if (owns ? bo_userptr(fd, map_at(NULL, 4096), 4096, OWN, &in) ||
		   bo_userptr(fd, map_at(NULL, 4096), 4096, OWN, &out) :
		   bo_create_mapped(fd, 4096, GTT, &in) || bo_create_mapped(fd, 4096, GTT, &out))
		_exit(1);
	cs_init(&cs, fd);
	for (i = 0;; i++) {
		if (owns && map_at(in.map, 4096) != in.map)
			_exit(1);
		in.u32[0] = mark + i;
		cs_clear(&cs);
		pm4_cp_dma_copy(&cs, &mid, 0, &in, 0, 8);
		pm4_cp_dma_copy(&cs, &out, 0, &mid, 0, 8);
		cs_pad(&cs, 8);
		if (cs_submit(&cs) || bo_wait(&out) || out.u32[0] != mark + i)
			_exit(1);
		atomic_fetch_add(rounds, 1);
	}
}

/* Does each client begin and end a round from now on? */
static bool go_on(atomic_uint *rounds, unsigned int clients)
{
	double end = now() + GRACE;
	unsigned int i, before[8];

	for (i = 0; i < clients; i++)
		before[i] = atomic_load(&rounds[i]);
	for (i = 0; i < clients; i++) {
		/* One may have been all but done. */
		while (atomic_load(&rounds[i]) - before[i] < 2) {
			if (now() > end)
				return false;
			usleep(1000);
		}
	}
	return true;
}

/* Clients that work all the time do not notice; the last has another page each time. */
TEST_F_TIMEOUT(on_card, busy, VERY_SLOW)
{
	atomic_uint *rounds;
	pid_t pid[4];
	unsigned int i;
	int status;

	rounds = mmap(NULL, sizeof(*rounds) * ARRAY_SIZE(pid), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, (void *)rounds);
	for (i = 0; i < ARRAY_SIZE(pid); i++) {
		pid[i] = fork();
		ASSERT_LE(0, pid[i]);
		if (!pid[i])
			work(&self->card, i << 28, i == 3, &rounds[i]);
	}
	for (i = 0; i < 3; i++) {
		EXPECT_TRUE(go_on(rounds, ARRAY_SIZE(pid))) TH_LOG("before suspend %u", i);
		EXPECT_EQ(0, suspend());
	}
	EXPECT_TRUE(go_on(rounds, ARRAY_SIZE(pid))) TH_LOG("after the last suspend");
	for (i = 0; i < ARRAY_SIZE(pid); i++) {
		ASSERT_EQ(0, kill(pid[i], SIGKILL));
		ASSERT_EQ(pid[i], waitpid(pid[i], &status, 0));
		EXPECT_TRUE(WIFSIGNALED(status)) TH_LOG("client %u failed", i);
	}
}

/* A job that hangs is dealt with before the machine sleeps; others run. */
TEST_F_TIMEOUT(on_card, hang, VERY_SLOW)
{
	struct bo bad, good;
	uint32_t value = 1;
	struct cs other;
	int fd;

	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	cs_init(&other, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &good));
	ASSERT_EQ(0, submit_endless(&self->cs, &bad));
	ASSERT_EQ(0, submit_write(&other, &good, 1));
	ASSERT_EQ(0, suspend());
	EXPECT_EQ(0, bo_wait(&good));
	EXPECT_EQ(1, good.u32[0]);
	EXPECT_EQ(-ECANCELED, submit_write(&self->cs, &bad, 1));
	ASSERT_EQ(0, card_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &value));
	EXPECT_EQ(0, value);
	ASSERT_EQ(0, submit_write(&other, &good, 2));
	EXPECT_EQ(0, bo_wait(&good));
	EXPECT_EQ(2, good.u32[0]);
	cs_fini(&other);
}

/* Without power no job can wait, so the machine stays awake until the other device is done. */
TEST_F_TIMEOUT(on_card, waits, VERY_SLOW)
{
	struct bo shared;
	int file, slow;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &shared));
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, shared.handle, DRM_CLOEXEC, &file));
	slow = slow_write(file);
	close(file);
	if (slow < 0)
		SKIP(return, "slow_fence is not loaded");
	ASSERT_EQ(0, submit_write(&self->cs, &shared, 1));
	EXPECT_EQ(-EBUSY, suspend());
	close(slow);
	EXPECT_EQ(0, bo_wait(&shared));
	EXPECT_EQ(1, shared.u32[0]);
	EXPECT_EQ(0, suspend());
	ASSERT_EQ(0, submit_write(&self->cs, &shared, 2));
	EXPECT_EQ(0, bo_wait(&shared));
	EXPECT_EQ(2, shared.u32[0]);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

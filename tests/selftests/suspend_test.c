// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The machine suspends while clients work. Whoever runs this has seen to it that
 * it wakes up: /sys/power/pm_test. How it sleeps is said by the environment: SLEEP=mem, or
 * freeze, or disk.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <xf86drm.h>

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

/* Copies a mark to and fro until it is killed or something is wrong. */
static void work(const struct card *card, uint32_t mark)
{
	struct bo in, mid, out;
	struct cs cs;
	uint32_t i;
	int fd = card_reopen(card);

	if (fd < 0 || bo_create_mapped(fd, 4096, GTT, &in) ||
	    bo_create(fd, 4096, VRAM, 0, &mid) || bo_create_mapped(fd, 4096, GTT, &out))
		_exit(1);
	cs_init(&cs, fd);
	for (i = 0;; i++) {
		in.u32[0] = mark + i;
		cs_clear(&cs);
		pm4_cp_dma_copy(&cs, &mid, 0, &in, 0, 8);
		pm4_cp_dma_copy(&cs, &out, 0, &mid, 0, 8);
		cs_pad(&cs, 8);
		if (cs_submit(&cs) || bo_wait(&out) || out.u32[0] != mark + i)
			_exit(1);
	}
}

/* Clients that work all the time do not notice. */
TEST_F_TIMEOUT(on_card, busy, VERY_SLOW)
{
	pid_t pid[3];
	unsigned int i;
	int status;

	for (i = 0; i < 3; i++) {
		pid[i] = fork();
		ASSERT_LE(0, pid[i]);
		if (!pid[i])
			work(&self->card, i << 28);
	}
	for (i = 0; i < 3; i++) {
		usleep(300000);
		EXPECT_EQ(0, suspend());
	}
	usleep(300000);
	for (i = 0; i < 3; i++) {
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

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}

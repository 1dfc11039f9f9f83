// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The device is unbound from its driver while clients use it: their ioctls
 * fail at once, their mappings stay readable, their files can be closed, and
 * the driver takes the card again.
 */
#include <signal.h>
#include <sys/wait.h>

#include "dma.h"
#include "on_card.h"
#include "patience.h"

#define CLIENTS		4

/* What a client may expect of a card that has gone. */
static void check_gone(struct __test_metadata *_metadata, int fd, struct cs *cs,
		       const struct bo *bo)
{
	uint32_t value = 0;
	struct bo more;

	EXPECT_EQ(-ENODEV, card_info(fd, RADEON_INFO_DEVICE_ID, &value));
	EXPECT_EQ(-ENODEV, bo_create(fd, 4096, GTT, 0, &more));
	EXPECT_EQ(-ENODEV, cs_submit(cs));
	EXPECT_EQ(-ENODEV, bo_wait(bo));
	EXPECT_EQ(-ENODEV, bo_busy(bo, NULL));
}

/* The card comes back and works, for a client that opens it anew. */
static void check_back(struct __test_metadata *_metadata, const struct card *old)
{
	struct card card;
	struct cs cs;
	struct bo bo;

	ASSERT_EQ(0, card_bind(old, true));
	ASSERT_EQ(0, card_open(&card));
	ASSERT_EQ(0, bo_create_mapped(card.fd, 4096, GTT, &bo));
	cs_init(&cs, card.fd);
	ASSERT_EQ(0, submit_write(&cs, &bo, 0x1234));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x1234, bo.u32[0]);
	cs_fini(&cs);
	bo_free(&bo);
	card_close(&card);
}

/* A client with buffers in both places, mapped, one job done and one never. */
TEST_F_TIMEOUT(on_card, idle_client, VERY_SLOW)
{
	struct bo gtt, vram;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 65536, GTT, &gtt));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 65536, VRAM, &vram));
	ASSERT_EQ(0, submit_write(&self->cs, &vram, 1));
	ASSERT_EQ(0, bo_wait(&vram));
	gtt.u32[0] = 2;

	ASSERT_EQ(0, card_bind(&self->card, false));
	check_gone(_metadata, self->card.fd, &self->cs, &gtt);
	/* Reading and writing what was mapped harms nobody. */
	gtt.u32[0] = vram.u32[0];
	vram.u32[0] = gtt.u32[1];
	check_back(_metadata, &self->card);
	/* The old file still knows only the old device. */
	check_gone(_metadata, self->card.fd, &self->cs, &gtt);
}

/* Jobs hang on the rings, or wait for those that do, while the device goes. */
TEST_F_TIMEOUT(on_card, jobs_in_flight, VERY_SLOW)
{
	double start = now();
	struct bo bo, other;
	struct cs dma;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &other));
	ASSERT_EQ(0, submit_endless(&self->cs, &bo));
	self->cs.flags[1] = RADEON_CS_RING_COMPUTE;
	ASSERT_EQ(0, submit_endless(&self->cs, &other));
	dma_init(&dma, self->card.fd);
	dma_copy(&dma, DMA_COPY, &other, 0, &bo, 0, 16);
	ASSERT_EQ(0, cs_submit(&dma));
	cs_fini(&dma);
	ASSERT_EQ(0, card_bind(&self->card, false));
	EXPECT_GT(GRACE, now() - start);
	check_gone(_metadata, self->card.fd, &self->cs, &bo);
	check_back(_metadata, &self->card);
}

/* Submits until that fails; tells whether it failed as it should. */
static int submit_until_gone(const struct card *card)
{
	struct bo gtt, vram;
	struct cs cs;
	uint32_t i;
	int ret = 0, fd = card_reopen(card);

	if (fd < 0 || bo_create_mapped(fd, 65536, GTT, &gtt) ||
	    bo_create_mapped(fd, 65536, VRAM, &vram))
		return 1;
	cs_init(&cs, fd);
	for (i = 0; !ret; i++) {
		ret = submit_write(&cs, i % 2 ? &gtt : &vram, i);
		if (!ret && i % 16 == 0)
			ret = bo_wait(&gtt);
	}
	gtt.u32[0] = vram.u32[0];
	cs_fini(&cs);
	return ret != -ENODEV && ret != -EIO;
}

/* Several clients are in the middle of it. */
TEST_F_TIMEOUT(on_card, busy_clients, VERY_SLOW)
{
	pid_t pid[CLIENTS];
	int i, status;

	for (i = 0; i < CLIENTS; i++) {
		pid[i] = fork();
		ASSERT_LE(0, pid[i]);
		if (!pid[i])
			_exit(submit_until_gone(&self->card));
	}
	usleep(500000);
	ASSERT_EQ(0, card_bind(&self->card, false));
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(pid[i], waitpid(pid[i], &status, 0));
		EXPECT_EQ(0, status);
	}
	check_back(_metadata, &self->card);
}

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}

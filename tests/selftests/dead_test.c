// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A card that no reset brings back: every ioctl of every client returns at once.
 * Whoever runs this has planted the fault.
 */
#include "patience.h"

#define FAR_SIZE	(8u << 20)

/* Seconds that a call may sleep, for a lock or for RCU. What would be waited for takes longer. */
#define AT_ONCE	1.0

/* What an ioctl answers, and that it does not wait. */
#define SOON(want, call) do {						\
	double before = slept();					\
	EXPECT_EQ(want, call);						\
	EXPECT_GT(AT_ONCE, slept() - before) TH_LOG("%s waits", #call);	\
} while (0)

/* @resets: what GPU_RESET_COUNTER tells this client. */
static void check_client(struct __test_metadata *_metadata, int fd, struct cs *cs,
			 struct bo *bo, uint32_t resets)
{
	uint32_t value = 1;
	struct bo more;

	SOON(-EIO, submit_write(cs, bo, 1));
	SOON(0, bo_wait(bo));
	SOON(0, bo_busy(bo, NULL));
	SOON(0, bo_set_domain(bo, GTT, 0));
	bo->u32[0] = 1;
	SOON(0, card_info(fd, RADEON_INFO_ACCEL_WORKING2, &value));
	EXPECT_EQ(0, value);
	SOON(0, card_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &value));
	EXPECT_EQ(resets, value);
	SOON(0, card_info(fd, RADEON_INFO_DEVICE_ID, &value));
	SOON(-EIO, bo_create(fd, 65536, GTT, 0, &more));
	SOON(-EIO, bo_create(fd, 65536, VRAM, 0, &more));
}

/* Until buffers do not find room any more where the CPU reaches VRAM. */
static int fill_window(int fd)
{
	uint32_t domain = VRAM;
	struct bo bo;
	int ret = 0;

	while (!ret && domain == VRAM) {
		ret = bo_create(fd, FAR_SIZE, VRAM, RADEON_GEM_CPU_ACCESS, &bo);
		if (!ret)
			ret = bo_wait(&bo) ?: bo_busy(&bo, &domain);
	}
	return ret;
}

TEST_F_TIMEOUT(on_card, nobody_waits, VERY_SLOW)
{
	struct bo bad, good, vram, far, again;
	struct cs other;
	int fd, third;

	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	cs_init(&other, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &good));
	ASSERT_EQ(0, bo_create_mapped(fd, 65536, VRAM, &vram));
	ASSERT_EQ(0, bo_create(fd, FAR_SIZE, VRAM, RADEON_GEM_NO_CPU_ACCESS, &far));
	ASSERT_EQ(0, bo_map(&far));
	ASSERT_EQ(0, fill_window(fd));
	ASSERT_EQ(0, submit_endless(&self->cs, &bad));
	ASSERT_EQ(0, submit_write(&other, &good, 1));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bad));
	EXPECT_EQ(0, bo_wait(&good));

	/* The client that hung the card counts two resets: of its job, and of the dead card. */
	check_client(_metadata, self->card.fd, &self->cs, &bad, 2);
	check_client(_metadata, fd, &other, &good, 1);
	SOON(0, gem_close(fd, vram.handle));
	/* The dead card keeps what is out of reach: a process finds zeroes instead. */
	EXPECT_EQ(0, far.u32[0]);
	EXPECT_EQ(0, far.u32[FAR_SIZE / 4 - 1]);
	/* In one page, however often they map it. */
	again = far;
	again.map = NULL;
	ASSERT_EQ(0, bo_map(&again));
	far.u32[1] = 0x1234;
	EXPECT_EQ(0x1234, again.u32[1]);
	EXPECT_EQ(0, munmap(again.map, FAR_SIZE));
	cs_fini(&other);
	third = card_reopen(&self->card);
	ASSERT_LE(0, third);
	SOON(-EIO, bo_create(third, 4096, GTT, 0, &vram));
	SOON(0, close(third));
	SOON(0, close(fd));
}

CARD_TEST_MAIN(CARD_EVERGREEN)

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Jobs that never end: they are thrown out after lockup_timeout, the jobs of
 * others are not.
 */
#include "patience.h"

/* What a client is told of resets; -1 if it is told nothing. */
static int resets(int fd)
{
	uint32_t value = 0;

	return card_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &value) ? -1 : (int)value;
}

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
	EXPECT_EQ(0, resets(self->card.fd));
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
	EXPECT_EQ(0, resets(fd));
	EXPECT_EQ(1, resets(self->card.fd));
	EXPECT_EQ(-ECANCELED, submit_write(&self->cs, &bad, 1));
	EXPECT_EQ(0, bo_wait(&bad));
	cs_fini(&other);
	close(fd);

	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	EXPECT_EQ(0, resets(fd));
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

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}

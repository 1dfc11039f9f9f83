// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The end of the kernel's patience in GEM_WAIT_IDLE: 30 s. To be seen only if
 * the driver does not take the job for hung before that.
 */
#include "patience.h"

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

CARD_TEST_MAIN(CARD_ANY)

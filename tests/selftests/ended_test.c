// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A job that has had more time than any may take, and that ends while the driver makes the core
 * dump of its hang: nothing hangs any more. Whoever runs this has loaded fail_nth, which has that
 * take seconds.
 */
#include "patience.h"

static bool has_begun_to_dump(void)
{
	return module_parameter("fail_nth", "hits", 0);
}

static bool dump_begins(const struct card *card)
{
	double end = now() + lockup_timeout(card) + GRACE;

	while (!has_begun_to_dump() && now() < end)
		usleep(1000);
	return has_begun_to_dump();
}

TEST_F_TIMEOUT(on_card, while_it_is_dumped, VERY_SLOW)
{
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, submit_endless(&self->cs, &bo));
	ASSERT_TRUE(has_begun(&bo));
	ASSERT_TRUE(dump_begins(&self->card));
	bo.u32[0] = 0xdead;
	EXPECT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(1, bo.u32[2]);
	EXPECT_EQ(0, card_resets(self->card.fd)) TH_LOG("the card was reset for it");

	ASSERT_EQ(0, submit_write(&self->cs, &bo, 2)) TH_LOG("its client is banned");
	EXPECT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(2, bo.u32[0]);
	bo_free(&bo);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

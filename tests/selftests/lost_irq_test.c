// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A card that loses some of its interrupts. Only the model does that, and
 * whoever told it to has to say so here, too: GPU_FAULT=lost-irq (see card.h).
 */
#include "patience.h"

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

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_ANY);
	return test_harness_run(argc, argv);
}

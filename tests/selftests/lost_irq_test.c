// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A card that loses some of its interrupts. Only the model does that, and
 * whoever told it to has to say so here, too: GPU_FAULT=lost-irq (see card.h).
 */
#include <stdio.h>

#include "gate.h"
#include "patience.h"

#define WAITS	40u

/* Jobs that the driver's timer has found ended, without an interrupt; 0 where it does not say. */
static unsigned long long found_by_timer(const struct card *card)
{
	unsigned long long n, sum = 0;
	char line[256];
	FILE *f = card_debugfs(card, "evergreen_fences");
	const char *at;

	while (f && fgets(line, sizeof(line), f)) {
		at = strstr(line, "without an interrupt ");
		if (at && sscanf(at, "without an interrupt %llu", &n) == 1)
			sum += n;
	}
	if (f)
		fclose(f);
	return sum;
}

/*
 * Some interrupts get lost; every wait ends all the same, with the right value.
 * Each job ends only after the waiter has gone to sleep.
 */
TEST_F_TIMEOUT(on_card, lost_interrupt, VERY_SLOW)
{
	double start, slowest = 0;
	struct gate_timer timer;
	struct bo bo, gate;
	unsigned long long before = found_by_timer(&self->card);
	uint32_t i;

	if (!card_fault("lost-irq"))
		SKIP(return, "the card loses no interrupts");
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	for (i = 1; i <= WAITS; i++) {
		cs_clear(&self->cs);
		pm4_wait_mem(&self->cs, &gate, 0, WAIT_EQ, i);
		pm4_eop(&self->cs, &bo, 0, EOP_DATA32, i);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, gate_open_later(&timer, &gate, i, 10));
		start = now();
		ASSERT_EQ(0, wait_for_recovery(&self->card, &bo));
		EXPECT_EQ(i, bo.u32[0]);
		gate_join(&timer);
		if (now() - start > slowest)
			slowest = now() - start;
	}
	TH_LOG("slowest wait: %.3f s, %llu without an interrupt", slowest,
	       found_by_timer(&self->card) - before);
	/* One in four is lost, and those that come are used. */
	if (card_is_evergreen(&self->card)) {
		EXPECT_LT(0, found_by_timer(&self->card) - before);
		EXPECT_GT(WAITS, found_by_timer(&self->card) - before);
	}
	EXPECT_GT(lockup_timeout(&self->card) + GRACE, slowest);
}

CARD_TEST_MAIN(CARD_ANY)

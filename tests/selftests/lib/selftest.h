/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What every test program has in common: the harness of the kernel's
 * selftests and a fixture with an open card.
 * The harness is not part of this project; the Makefile says where it is.
 */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <kselftest_harness.h>

#include "bo.h"
#include "card.h"
#include "cs.h"
#include "pm4.h"

/* Every test starts with an open card and an empty stream. */
FIXTURE(on_card) {
	struct card card;
	struct cs cs;
};

FIXTURE_SETUP(on_card)
{
	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
}

FIXTURE_TEARDOWN(on_card)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* Seconds, above the harness's 30: a wait may take as long as the kernel lets it. */
#define SLOW	120
#define VERY_SLOW	600

#endif

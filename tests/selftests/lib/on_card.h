/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* The fixture of tests that need an open card and nothing else. */
#ifndef SELFTEST_ON_CARD_H
#define SELFTEST_ON_CARD_H

#include "selftest.h"

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

#endif

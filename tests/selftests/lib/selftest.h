/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What every test program has in common. The harness is the kernel's and no
 * part of this project; the Makefile says where it is.
 */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <kselftest_harness.h>

#include "bo.h"
#include "card.h"
#include "cs.h"
#include "pm4.h"

/*
 * Seconds, above the harness's 30: a wait may take as long as the kernel lets it, and a machine
 * that has much else to do is no failure. What lasts longer does not end.
 */
#define SLOW	300
#define VERY_SLOW	600

/* As TEST_HARNESS_MAIN; without the card that is @WANT of enum card_want all tests are skipped. */
#define CARD_TEST_MAIN(WANT)					\
	int main(int argc, char **argv)				\
	{							\
		card_require(argc, argv, WANT);			\
		return test_harness_run(argc, argv);		\
	}

#endif

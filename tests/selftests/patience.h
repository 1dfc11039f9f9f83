/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What the tests of misbehaving cards and streams share. */
#ifndef SELFTEST_PATIENCE_H
#define SELFTEST_PATIENCE_H

#include <stdio.h>

#include "clock.h"
#include "on_card.h"

/* Seconds that recovery may take after the driver's own patience has run out. */
#define GRACE	30

/*
 * Seconds that this thread has slept, but for a constant: those in which it neither ran nor waited
 * for a processor. They do not grow with what else a machine has to do.
 */
static inline double slept(void)
{
	unsigned long long ran = 0, waited = 0;
	FILE *f = fopen("/proc/thread-self/schedstat", "re");

	if (f) {
		if (fscanf(f, "%llu %llu", &ran, &waited) != 2)
			ran = waited = 0;
		fclose(f);
	}
	return now() - (double)(ran + waited) / 1e9;
}

/* The driver's patience in seconds. */
static inline double lockup_timeout(const struct card *card)
{
	return (double)card_parameter(card, "lockup_timeout", 10000) / 1000;
}

/* Where an endless job says that it has begun. */
#define BEGUN	64

/* A job that waits for a value that nobody writes. */
static inline int submit_endless(struct cs *cs, const struct bo *bo)
{
	cs_clear(cs);
	pm4_mem_write(cs, bo, BEGUN, 0, 1);
	pm4_wait_mem(cs, bo, 0, WAIT_EQ, 0xdead);
	pm4_mem_write(cs, bo, 8, 0, 1);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

/* False if it does not begin: one that the card does not have yet is cancelled, not cut off. */
static inline bool has_begun(const struct bo *bo)
{
	double end = now() + GRACE;

	while (!bo->u32[BEGUN / 4] && now() < end)
		usleep(1000);
	return bo->u32[BEGUN / 4];
}

static inline int submit_write(struct cs *cs, const struct bo *bo,
			       uint32_t value)
{
	cs_clear(cs);
	pm4_eop(cs, bo, 0, EOP_DATA32, value);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

/* Wait for a buffer through as many 30 s limits as it takes to recover. */
static inline int wait_for_recovery(const struct card *card,
				    const struct bo *bo)
{
	double end = now() + lockup_timeout(card) + GRACE;
	int ret;

	do {
		ret = bo_wait(bo);
	} while (ret == -EBUSY && now() < end);
	return ret;
}

#endif

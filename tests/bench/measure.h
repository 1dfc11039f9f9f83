/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What a submission costs. In a guest with one CPU under "-accel tcg,thread=single
 * -icount shift=0,sleep=off" a nanosecond of the clocks is an instruction, and
 * the result is nearly the same in every run. Elsewhere the numbers are times.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "cs.h"

/**
 * struct runs - how often
 * @warmup: submissions before the count starts
 * @measured: submissions counted, at least one
 */
struct runs {
	unsigned int warmup, measured;
};

/**
 * struct cost - of a submission
 * @own: median of what the calling thread itself spends in one ioctl, with the card
 *	idle before it
 * @elapsed: median of what passes until the ioctl returns: also what else gets the
 *	CPU in between, a scheduler's thread or an interrupt
 * @slow: 95% of them take no more than this
 * @all_in: mean of a submission when many go out without a wait: the ioctl, and all
 *	that the kernel does for it outside (scheduler thread, interrupt), until
 *	the last one is done; time that a slow card makes the guest wait counts, too
 */
struct cost {
	double own, elapsed, slow, all_in;
};

static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

int by_value(const void *a, const void *b);

/**
 * cost_measure - send a stream again and again
 * @cs: the stream
 * @lead: one that @cs has to wait for, sent before it each time, or NULL
 * @bo: a buffer that both use
 * @runs: how often
 * @cost: the result, of @cs alone but for &cost.all_in, which includes @lead
 *
 * Return: 0 or a negative errno.
 */
int cost_measure(struct cs *cs, struct cs *lead, const struct bo *bo, const struct runs *runs,
		 struct cost *cost);

void cost_header(void);
void cost_row(const char *driver, const char *name, const struct cost *cost);

/* The options -w, -n and -H of the programs; false if there are others. */
bool take_options(int argc, char **argv, struct runs *runs, bool *header);

#endif

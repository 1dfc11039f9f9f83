/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What a submission costs, or another round of calls. In a guest with one CPU under
 * "-accel tcg,thread=single -icount shift=0,sleep=off" a nanosecond of the clocks is an
 * instruction, and the result is nearly the same in every run. Elsewhere the numbers are
 * times.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "card.h"
#include "cs.h"

/**
 * struct runs - what the options say
 * @warmup: submissions before the count starts
 * @measured: submissions counted, at least one
 * @header: lines that name the columns are wanted
 */
struct runs {
	unsigned int warmup, measured;
	bool header;
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

/* Does a stream go to the GFX ring? */
static inline bool cs_is_gfx(const struct cs *cs)
{
	return cs->flags[1] == RADEON_CS_RING_GFX;
}

int by_value(const void *a, const void *b);

/**
 * struct buffer_kind - a buffer to measure with
 * @name: for the row
 * @size: bytes
 * @domain: GTT or VRAM
 */
struct buffer_kind {
	const char *name;
	uint64_t size;
	uint32_t domain;
};

#define MAX_PARTS	4

/* A round that has some parts, and what each took: 0 or a negative errno. */
typedef int parts_body(void *load, uint64_t took[MAX_PARTS]);

/**
 * struct parts - what a round consists of
 * @what: heading of the rows' names
 * @names: headings of the parts' columns; the first NULL ends them
 * @round: does one
 */
struct parts {
	const char *what;
	const char *names[MAX_PARTS + 1];
	parts_body *round;
};

void parts_header(const struct parts *parts, const struct runs *runs);

/**
 * parts_measure - do rounds, and print the median of each part and the mean of all
 * @parts: what a round consists of
 * @load: for &parts.round
 * @driver: for the row
 * @name: likewise
 * @runs: how often
 *
 * Return: 0 or a negative errno.
 */
int parts_measure(const struct parts *parts, void *load, const char *driver, const char *name,
		  const struct runs *runs);

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

void cost_header(const struct runs *runs);
void cost_row(const char *driver, const char *name, const struct cost *cost);

/* What a program measures: 0 or a negative errno. */
typedef int bench_body(const struct card *card, char **operands, const struct runs *runs);

/**
 * bench_main - the main function of a program with the options -w, -n and -H (no header)
 * @argc: as main() gets it
 * @argv: likewise
 * @runs: how often, if the options do not say
 * @operands: how many there are
 * @body: what it measures, on the card that is opened for it
 *
 * Return: the exit status: 0, 1 if @body fails, 2 for a wrong command line, 4 without
 * a card.
 */
int bench_main(int argc, char **argv, struct runs runs, int operands, bench_body *body);

#endif

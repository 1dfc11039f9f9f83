// SPDX-License-Identifier: MIT OR GPL-2.0
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define ROUNDS	5

/* One figure of all that were measured, beside the same of another kind. */
struct samples {
	uint64_t *own, *elapsed;
	unsigned int n;
};

int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* What so many percent do not exceed. */
static double percentile(uint64_t *values, unsigned int n, unsigned int percent)
{
	size_t i = (size_t)n * percent / 100;

	qsort(values, n, sizeof(*values), by_value);
	return (double)values[i];
}

/* One ioctl; the card is idle when it starts, but for what it is to follow. */
static int one(struct cs *cs, struct cs *lead, const struct bo *bo, struct samples *s)
{
	uint64_t own, start;
	int ret = bo_wait(bo);

	if (!ret && lead)
		ret = cs_submit(lead);
	if (ret)
		return ret;
	own = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	start = clock_ns(CLOCK_MONOTONIC);
	ret = cs_submit(cs);
	s->elapsed[s->n] = clock_ns(CLOCK_MONOTONIC) - start;
	s->own[s->n] = clock_ns(CLOCK_THREAD_CPUTIME_ID) - own;
	return ret;
}

/* What reading the clocks costs, to be taken off again. */
static uint64_t clock_cost(void)
{
	uint64_t own = clock_ns(CLOCK_THREAD_CPUTIME_ID);

	clock_ns(CLOCK_MONOTONIC);
	clock_ns(CLOCK_MONOTONIC);
	return clock_ns(CLOCK_THREAD_CPUTIME_ID) - own;
}

/* Many without a wait in between: the mean of all that they cost. */
static int many(struct cs *cs, struct cs *lead, const struct bo *bo, unsigned int n,
		uint64_t *mean)
{
	uint64_t start = clock_ns(CLOCK_MONOTONIC);
	unsigned int i;
	int ret = 0;

	for (i = 0; i < n && !ret; i++)
		ret = (lead ? cs_submit(lead) : 0) ?: cs_submit(cs);
	if (!ret)
		ret = bo_wait(bo);
	*mean = (clock_ns(CLOCK_MONOTONIC) - start) / n;
	return ret;
}

/* A guest that has nothing to do skips time: the median of some rounds has none of it. */
static int rounds(struct cs *cs, struct cs *lead, const struct bo *bo, const struct runs *runs,
		  double *all_in)
{
	unsigned int i, n = runs->measured / ROUNDS ?: 1;
	uint64_t means[ROUNDS];
	int ret = 0;

	for (i = 0; i < ROUNDS && !ret; i++)
		ret = many(cs, lead, bo, n, &means[i]);
	if (ret)
		return ret;
	*all_in = percentile(means, ROUNDS, 50);
	return 0;
}

static void summarise(struct samples *s, struct cost *cost)
{
	double own = percentile(s->own, s->n, 50), clocks = (double)clock_cost();

	cost->own = own > clocks ? own - clocks : 0;
	cost->elapsed = percentile(s->elapsed, s->n, 50);
	cost->slow = percentile(s->elapsed, s->n, 95);
}

static int measure_single(struct cs *cs, struct cs *lead, const struct bo *bo,
			  const struct runs *runs, struct samples *s)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < runs->warmup && !ret; i++)
		ret = one(cs, lead, bo, s);
	for (; s->n < runs->measured && !ret; s->n++)
		ret = one(cs, lead, bo, s);
	return ret;
}

int cost_measure(struct cs *cs, struct cs *lead, const struct bo *bo, const struct runs *runs,
		 struct cost *cost)
{
	struct samples s = { .own = calloc(2ul * runs->measured, sizeof(*s.own)) };
	int ret;

	if (!s.own)
		return -ENOMEM;
	s.elapsed = s.own + runs->measured;
	ret = measure_single(cs, lead, bo, runs, &s);
	if (!ret)
		ret = rounds(cs, lead, bo, runs, &cost->all_in);
	if (!ret)
		summarise(&s, cost);
	free(s.own);
	return ret;
}

void cost_header(const struct runs *runs)
{
	if (!runs->header)
		return;
	printf("%-10s %-46s %10s %10s %10s %12s\n", "driver", "submission", "ioctl", "elapsed",
	       "95%", "all in");
}

void cost_row(const char *driver, const char *name, const struct cost *cost)
{
	printf("%-10s %-46s %10.0f %10.0f %10.0f %12.0f\n", driver, name, cost->own,
	       cost->elapsed, cost->slow, cost->all_in);
}

/* ---- rounds of several parts ---- */

void parts_header(const struct parts *parts, const struct runs *runs)
{
	unsigned int part;

	if (!runs->header)
		return;
	printf("%-10s %-20s", "driver", parts->what);
	for (part = 0; parts->names[part]; part++)
		printf(" %10s", parts->names[part]);
	printf(" %12s\n", "all");
}

/* Those of a part lie side by side. */
static int repeat(const struct parts *parts, void *load, unsigned int n, uint64_t *took)
{
	uint64_t one[MAX_PARTS] = { 0 };
	size_t i, part;
	int ret = 0;

	for (i = 0; i < n && !ret; i++) {
		ret = parts->round(load, one);
		for (part = 0; part < MAX_PARTS; part++)
			took[part * n + i] = one[part];
	}
	return ret;
}

static void parts_row(const struct parts *parts, const char *driver, const char *name,
		      uint64_t *took, unsigned int n, uint64_t all)
{
	size_t part;

	printf("%-10s %-20s", driver, name);
	for (part = 0; parts->names[part]; part++)
		printf(" %10.0f", percentile(took + part * n, n, 50));
	printf(" %12llu\n", (unsigned long long)(all / n));
}

int parts_measure(const struct parts *parts, void *load, const char *driver, const char *name,
		  const struct runs *runs)
{
	unsigned int most = runs->warmup > runs->measured ? runs->warmup : runs->measured;
	uint64_t start, *took = calloc(most, MAX_PARTS * sizeof(*took));
	int ret;

	if (!took)
		return -ENOMEM;
	ret = repeat(parts, load, runs->warmup, took);
	start = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = repeat(parts, load, runs->measured, took);
	if (!ret)
		parts_row(parts, driver, name, took, runs->measured,
			  clock_ns(CLOCK_MONOTONIC) - start);
	free(took);
	return ret;
}

/* ---- the program ---- */

static bool take_options(int argc, char **argv, struct runs *runs)
{
	int c;

	while ((c = getopt(argc, argv, "w:n:H")) != -1) {
		if (c == 'w')
			runs->warmup = (unsigned int)strtoul(optarg, NULL, 0);
		else if (c == 'n')
			runs->measured = (unsigned int)strtoul(optarg, NULL, 0);
		else if (c == 'H')
			runs->header = false;
		else
			return false;
	}
	return runs->measured != 0;
}

int bench_main(int argc, char **argv, struct runs runs, int operands, bench_body *body)
{
	struct card card;
	int ret;

	runs.header = true;
	if (!take_options(argc, argv, &runs) || optind + operands != argc)
		return 2;
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	ret = body(&card, argv + optind, &runs);
	if (ret)
		fprintf(stderr, "%s: %s\n", argv[0], strerror(-ret));
	card_close(&card);
	return ret != 0;
}

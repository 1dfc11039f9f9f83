// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * ring_fill - more submissions than a ring holds, timed
 *
 * For whoever wants to know whether a driver on this card gets interrupts and
 * read-pointer updates: passing tests do not tell, because a driver may poll.
 * This program submits small indirect buffers, one at a time with a wait after
 * each, then in bulk, prints how long a submission takes, and fails if the
 * card has sent too few interrupts.
 *
 *   ring_fill [-n bulk] [-s single] [-i percent]
 *
 * -n  submissions in bulk (default 40000: a 1 MiB ring twice over)
 * -s  submissions with a wait each (default 100)
 * -i  how many of those have to bring an interrupt, in per cent (default 1). Unless it
 *     is 0, there has to be one of each pass at least. evergreen.ko asks for one with
 *     each submission, and two that come close together share one. radeon.ko asks for
 *     one only if the waiter is there before the work is done, which on a busy machine
 *     it may not be
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card.h"
#include "clock.h"
#include "number.h"
#include "pm4.h"

#define IN_FLIGHT	64u

struct options {
	uint32_t bulk, single;
	uint32_t interrupts;	/* per cent of the single ones */
};

static int submit_value(struct cs *cs, const struct bo *bo, uint32_t value)
{
	cs_clear(cs);
	pm4_mem_write(cs, bo, 0, 0, value);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static int run(struct cs *cs, struct bo *bo, uint32_t n, uint32_t in_flight)
{
	uint32_t i;
	int ret;

	for (i = 0; i < n; i++) {
		struct bo *b = &bo[i % in_flight];

		ret = submit_value(cs, b, i + 1);
		if (!ret && (i % in_flight == in_flight - 1 || i == n - 1))
			ret = bo_wait(b);
		if (ret) {
			fprintf(stderr, "submission %u: %s\n", i, strerror(-ret));
			return ret;
		}
	}
	for (i = 0; i < in_flight && i < n; i++) {
		uint32_t last = n - 1 - (n - 1 - i) % in_flight;

		if (bo_wait(&bo[i]) || bo[i].u32[0] != last + 1) {
			fprintf(stderr, "buffer %u has %u, not %u\n", i,
				bo[i].u32[0], last + 1);
			return -EIO;
		}
	}
	return 0;
}

/* One pass with its report; the number of interrupts, or a negative errno. */
static long long pass(const struct card *card, struct cs *cs, struct bo *bo,
		      uint32_t n, uint32_t in_flight)
{
	long long irqs = card_interrupts(card);
	double start = now(), mean;
	int ret = run(cs, bo, n, in_flight);

	if (ret)
		return ret;
	mean = (now() - start) * 1e3 / n;
	irqs = card_interrupts(card) - irqs;
	printf("%6u submissions, %2u in flight: %8.3f ms each, %lld interrupts\n",
	       n, in_flight, mean, irqs);
	return irqs;
}

static int test(const struct card *card, const struct options *opt)
{
	struct bo bo[IN_FLIGHT];
	long long irqs;
	struct cs cs;
	uint32_t i;

	cs_init(&cs, card->fd);
	for (i = 0; i < IN_FLIGHT; i++) {
		if (bo_create_mapped(card->fd, 4096, GTT, &bo[i])) {
			perror("buffer");
			return 1;
		}
	}
	irqs = pass(card, &cs, bo, opt->single, 1);
	if (irqs < 0)
		return 1;
	if (irqs * 100 < (long long)opt->single * opt->interrupts) {
		fprintf(stderr, "%lld interrupts for %u submissions: polling?\n", irqs,
			opt->single);
		return 1;
	}
	irqs = pass(card, &cs, bo, opt->bulk, IN_FLIGHT);
	cs_fini(&cs);
	if (!irqs && opt->interrupts) {
		fprintf(stderr, "no interrupts in bulk\n");
		return 1;
	}
	return irqs < 0;
}

static bool take_options(int argc, char **argv, struct options *opt)
{
	int c;

	while ((c = getopt(argc, argv, "n:s:i:")) != -1) {
		uint32_t *number = c == 'n' ? &opt->bulk :
				   c == 's' ? &opt->single : &opt->interrupts;

		if (c == '?' || !take_number(optarg, number))
			return false;
	}
	return optind == argc && opt->bulk && opt->single && opt->interrupts <= 100;
}

int main(int argc, char **argv)
{
	struct options opt = { .bulk = 40000, .single = 100, .interrupts = 1 };
	struct card card;
	int ret;

	if (!take_options(argc, argv, &opt)) {
		fprintf(stderr, "usage: ring_fill [-n submissions in bulk] [-s single ones] [-i per cent]\n");
		return 2;
	}
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	ret = test(&card, &opt);
	card_close(&card);
	return ret;
}

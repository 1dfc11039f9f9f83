// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * va_bench - what mapping a buffer into an address space costs
 *
 * For Cayman and Aruba; to be run as cs_bench is, where a nanosecond is an
 * instruction. Elsewhere the numbers are times.
 *
 *   va_bench [-n measured]
 *
 * -n  rounds counted (default 200), after a tenth as many that are not
 *
 * A round maps a buffer, submits a stream that names it, waits, and unmaps it.
 * Drivers write page tables at different times: radeon at map and unmap, and by a
 * job of its own, evergreen when the buffer is named. So besides the
 * three ioctls, of which the median of what passes until they return is given,
 * there is the mean of the whole round.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card.h"
#include "measure.h"
#include "vm.h"

#define VA	(1ull << 30)

enum part { MAP, SUBMIT, UNMAP, NUM_PARTS };

struct load {
	const char *name;
	uint64_t size;
	uint32_t domain;
};

static const struct load loads[] = {
	{ "4 KiB of GTT", 4096, GTT },
	{ "64 MiB of GTT", 64ull << 20, GTT },
	{ "4 KiB of VRAM", 4096, VRAM },
	{ "64 MiB of VRAM", 64ull << 20, VRAM },
};

static int round_trip(struct cs *cs, const struct bo *bo, uint64_t took[NUM_PARTS])
{
	uint64_t t[NUM_PARTS + 2];
	int ret;

	t[0] = clock_ns(CLOCK_MONOTONIC);
	ret = va_map(bo, VA, VA_RW);
	t[1] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = cs_submit(cs);
	t[2] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = bo_wait(bo);
	t[3] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = va_unmap(bo, VA);
	t[4] = clock_ns(CLOCK_MONOTONIC);
	took[MAP] = t[1] - t[0];
	took[SUBMIT] = t[2] - t[1];
	took[UNMAP] = t[4] - t[3];
	return ret;
}

static int rounds(struct cs *cs, const struct bo *bo, unsigned int n,
		  uint64_t *took[NUM_PARTS])
{
	uint64_t one[NUM_PARTS];
	unsigned int i, part;
	int ret = 0;

	for (i = 0; i < n && !ret; i++) {
		ret = round_trip(cs, bo, one);
		for (part = 0; part < NUM_PARTS; part++)
			took[part][i] = one[part];
	}
	return ret;
}

static int measure(const struct card *card, const struct load *load, unsigned int n,
		   uint64_t *took[NUM_PARTS])
{
	uint64_t start, all;
	unsigned int part;
	struct bo bo;
	struct cs cs;
	int ret;

	ret = bo_create(card->fd, load->size, load->domain, 0, &bo);
	if (ret)
		return ret;
	vm_cs_init(&cs, card->fd);
	vm_write(&cs, VA, 1);
	cs_add_bo(&cs, &bo, true);
	cs_pad(&cs, 8);
	ret = rounds(&cs, &bo, n / 10 + 1, took);
	start = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = rounds(&cs, &bo, n, took);
	all = clock_ns(CLOCK_MONOTONIC) - start;
	cs_fini(&cs);
	bo_free(&bo);
	if (ret)
		return ret;

	printf("%-10s %-20s", card->driver, load->name);
	for (part = 0; part < NUM_PARTS; part++) {
		qsort(took[part], n, sizeof(*took[part]), by_value);
		printf(" %10llu", (unsigned long long)took[part][n / 2]);
	}
	printf(" %12llu\n", (unsigned long long)(all / n));
	return 0;
}

static int bench(const struct card *card, unsigned int n)
{
	uint64_t *took[NUM_PARTS];
	unsigned int i;
	int ret = 0;

	took[0] = calloc(NUM_PARTS * (n + 1), sizeof(*took[0]));
	if (!took[0])
		return -ENOMEM;
	for (i = 1; i < NUM_PARTS; i++)
		took[i] = took[0] + i * (n + 1);
	printf("%-10s %-20s %10s %10s %10s %12s\n", "driver", "mapped, named, freed", "map",
	       "submit", "unmap", "all");
	for (i = 0; i < ARRAY_SIZE(loads) && !ret; i++)
		ret = measure(card, &loads[i], n, took);
	free(took[0]);
	return ret;
}

int main(int argc, char **argv)
{
	unsigned int n = 200;
	struct card card;
	int c, ret;

	while ((c = getopt(argc, argv, "n:")) != -1) {
		if (c != 'n')
			return 2;
		n = (unsigned int)strtoul(optarg, NULL, 0);
	}
	if (n < 2)
		return 2;
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	if (!card_is_cayman(&card)) {
		card_close(&card);
		return 0;
	}
	ret = bench(&card, n);
	if (ret)
		fprintf(stderr, "va_bench: %s\n", strerror(-ret));
	card_close(&card);
	return ret != 0;
}

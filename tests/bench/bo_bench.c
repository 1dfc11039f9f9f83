// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * bo_bench - what a buffer costs, in instructions and in the kernel's memory
 *
 *   bo_bench [-w warm-up] [-n measured] [-H]
 *
 * -w  rounds before the count starts (default 50)
 * -n  rounds counted (default 200)
 * -H  no header line
 *
 * To be run as cs_bench is, where a nanosecond is an instruction. A round makes a
 * buffer, maps it, touches its first page, unmaps and closes it; the median of each
 * part is given, and the mean of all. Then BUFFERS buffers of a page are made in GTT
 * and kept: what the kernel has more of for each, besides the page itself.
 */
#include <stdio.h>

#include "card.h"
#include "measure.h"
#include "meminfo.h"

#define BUFFERS	10000

static const struct buffer_kind kinds[] = {
	{ "4 KiB of GTT", 4096, GTT },
	{ "1 MiB of GTT", 1 << 20, GTT },
	{ "4 KiB of VRAM", 4096, VRAM },
	{ "64 KiB of VRAM", 64 << 10, VRAM },
	{ "1 MiB of VRAM", 1 << 20, VRAM },
};

/* A buffer of a client. */
struct life {
	int fd;
	const struct buffer_kind *kind;
};

static int life(void *arg, uint64_t took[MAX_PARTS])
{
	const struct life *l = arg;
	uint64_t t[MAX_PARTS + 1];
	struct bo bo;
	int ret, part;

	t[0] = clock_ns(CLOCK_MONOTONIC);
	ret = bo_create(l->fd, l->kind->size, l->kind->domain, 0, &bo);
	if (ret)
		return ret;
	t[1] = clock_ns(CLOCK_MONOTONIC);
	ret = bo_map(&bo);
	t[2] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		bo.u8[0] = 1;
	t[3] = clock_ns(CLOCK_MONOTONIC);
	bo_free(&bo);
	t[4] = clock_ns(CLOCK_MONOTONIC);
	for (part = 0; part < MAX_PARTS; part++)
		took[part] = t[part + 1] - t[part];
	return ret;
}

static const struct parts parts = {
	.what = "buffer", .names = { "create", "map", "touch", "close" }, .round = life,
};

static int measure_all(const struct card *card, const struct runs *runs)
{
	struct life client = { .fd = card->fd };
	unsigned int i;
	int ret = 0;

	parts_header(&parts, runs);
	for (i = 0; i < ARRAY_SIZE(kinds) && !ret; i++) {
		client.kind = &kinds[i];
		ret = parts_measure(&parts, &client, card->driver, kinds[i].name, runs);
	}
	return ret;
}

/* What is not freed goes with the file. */
static int measure_memory(const struct card *card)
{
	static const char *const names[] = { "Slab", "VmallocUsed", "MemFree" };
	long long before[ARRAY_SIZE(names)];
	unsigned int i;
	struct bo bo;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		before[i] = meminfo_kib(names[i]);
	for (i = 0; i < BUFFERS && !ret; i++)
		ret = bo_create(card->fd, 4096, GTT, 0, &bo);
	printf("%-10s bytes for each of %u buffers of a page:", card->driver, BUFFERS);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		printf(" %s %lld", names[i], (meminfo_kib(names[i]) - before[i]) * 1024 / BUFFERS);
	printf("\n");
	return ret;
}

static int body(const struct card *card, char **operands, const struct runs *runs)
{
	(void)operands;
	return measure_all(card, runs) ?: measure_memory(card);
}

int main(int argc, char **argv)
{
	const struct runs runs = { .warmup = 50, .measured = 200 };

	return bench_main(argc, argv, runs, 0, body);
}

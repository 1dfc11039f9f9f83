// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * va_bench - what mapping a buffer into an address space costs
 *
 * For Cayman and Aruba; to be run as cs_bench is, where a nanosecond is an
 * instruction. Elsewhere the numbers are times.
 *
 *   va_bench [-w warm-up] [-n measured] [-H]
 *
 * -w  rounds before the count starts (default 20)
 * -n  rounds counted (default 200)
 * -H  no header line
 *
 * A round maps a buffer, submits a stream that names it, waits, and unmaps it.
 * Drivers write page tables at different times: radeon at map and unmap, and by a
 * job of its own, evergreen when the buffer is named. So besides the
 * three ioctls, of which the median of what passes until they return is given,
 * there is the mean of the whole round.
 */
#include "card.h"
#include "measure.h"
#include "vm.h"

#define VA	(1ull << 30)

static const struct buffer_kind kinds[] = {
	{ "4 KiB of GTT", 4096, GTT },
	{ "64 MiB of GTT", 64ull << 20, GTT },
	{ "4 KiB of VRAM", 4096, VRAM },
	{ "64 MiB of VRAM", 64ull << 20, VRAM },
};

/* A stream that names the buffer. */
struct use {
	struct cs cs;
	struct bo bo;
};

static int round_trip(void *arg, uint64_t took[MAX_PARTS])
{
	struct use *use = arg;
	uint64_t t[5];
	int ret;

	t[0] = clock_ns(CLOCK_MONOTONIC);
	ret = va_map(&use->bo, VA, VA_RW);
	t[1] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = cs_submit(&use->cs);
	t[2] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = bo_wait(&use->bo);
	t[3] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = va_unmap(&use->bo, VA);
	t[4] = clock_ns(CLOCK_MONOTONIC);
	took[0] = t[1] - t[0];
	took[1] = t[2] - t[1];
	took[2] = t[4] - t[3];
	return ret;
}

static const struct parts parts = {
	.what = "mapped, named, freed", .names = { "map", "submit", "unmap" },
	.round = round_trip,
};

static int measure(const struct card *card, const struct buffer_kind *kind, const struct runs *runs)
{
	struct use use;
	int ret = bo_create(card->fd, kind->size, kind->domain, 0, &use.bo);

	if (ret)
		return ret;
	vm_cs_init(&use.cs, card->fd);
	vm_write(&use.cs, VA, 1);
	cs_add_bo(&use.cs, &use.bo, true);
	cs_pad(&use.cs, 8);
	ret = parts_measure(&parts, &use, card->driver, kind->name, runs);
	cs_fini(&use.cs);
	bo_free(&use.bo);
	return ret;
}

static int bench(const struct card *card, char **operands, const struct runs *runs)
{
	unsigned int i;
	int ret = 0;

	(void)operands;
	if (!card_is_cayman(card))
		return 0;
	parts_header(&parts, runs);
	for (i = 0; i < ARRAY_SIZE(kinds) && !ret; i++)
		ret = measure(card, &kinds[i], runs);
	return ret;
}

int main(int argc, char **argv)
{
	const struct runs runs = { .warmup = 20, .measured = 200 };

	return bench_main(argc, argv, runs, 0, bench);
}

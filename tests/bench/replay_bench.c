// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * replay_bench - what the CS ioctl costs for streams that Mesa has sent
 *
 *   replay_bench [-w warm-up] [-n measured] [-H] RECORDINGS
 *
 * Options and columns are those of cs_bench. RECORDINGS is the directory with the
 * submissions that replay_test sends, too (recordings/pick says how they were
 * chosen): each has a row. The last row is the mean of those for the GFX ring.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"
#include "recording.h"

/* All that went to the GFX ring, added up. */
struct total {
	struct cost cost;
	uint32_t n, ndw, relocs;
};

static void add(struct total *total, const struct cs *cs, const struct cost *cost)
{
	total->n++;
	total->ndw += cs->ndw;
	total->relocs += cs->nrelocs;
	total->cost.own += cost->own;
	total->cost.elapsed += cost->elapsed;
	total->cost.slow += cost->slow;
	total->cost.all_in += cost->all_in;
}

static void print_mean(const char *driver, const struct total *total)
{
	const double n = total->n;
	const struct cost mean = {
		.own = total->cost.own / n,
		.elapsed = total->cost.elapsed / n,
		.slow = total->cost.slow / n,
		.all_in = total->cost.all_in / n,
	};
	char name[64];

	snprintf(name, sizeof(name), "mean: GFX, %.0f dw, %.1f relocations", total->ndw / n,
		 total->relocs / n);
	cost_row(driver, name, &mean);
}

static int bench_one(struct recording *rec, const struct runs *runs, const char *driver,
		     struct total *total)
{
	const struct cs *cs = &rec->cs;
	struct cost cost = { 0 };
	char name[64];
	int ret;

	ret = cost_measure(&rec->cs, NULL, &rec->bos[0], runs, &cost);
	if (ret)
		return ret;
	snprintf(name, sizeof(name), "Mesa: %s, %u dw, %u relocations",
		 cs_is_gfx(cs) ? "GFX" : "DMA", cs->ndw, cs->nrelocs);
	cost_row(driver, name, &cost);
	if (cs_is_gfx(cs))
		add(total, cs, &cost);
	return 0;
}

static int bench(const struct card *card, char **operands, const struct runs *runs)
{
	struct total total = { 0 };
	struct recording rec;
	int ret, more = 0;

	ret = recording_open(&rec, operands[0], card);
	if (ret)
		return ret;
	cost_header(runs);
	while (!ret && (more = recording_next(&rec)) > 0)
		ret = bench_one(&rec, runs, card->driver, &total);
	recording_close(&rec);
	if (!ret)
		ret = more;
	if (!ret && total.n)
		print_mean(card->driver, &total);
	return ret;
}

int main(int argc, char **argv)
{
	const struct runs runs = { .warmup = 20, .measured = 100 };

	return bench_main(argc, argv, runs, 1, bench);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What the checker costs on this machine, beside memcpy of the same dwords in
 * the same run. Streams of one kind of packet each, 4,096 dwords long.
 *
 * usage: checker_bench [MILLISECONDS [KIND]]
 *
 * With a KIND (a number from 0) only that one runs, a thousand times, and the
 * copy does not: then callgrind's count of instructions in r600_cs_check()
 * divided by 4,096,000 is instructions per dword.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux/array_size.h>

#include "stream_file.h"

#define DWORDS		4096

struct kind {
	const char *name;
	u32 ndw;		/* of the unit that is repeated */
	u32 dw[20];
};

static const struct kind kinds[] = {
	{ "SET_CONTEXT_REG, 1 register", 3, { 0xc0016900, 0x10f, 0x3f800000 } },
	{ "SET_CONTEXT_REG, 6 registers", 8, { 0xc0066900, 0x10f } },
	{ "SET_CONTEXT_REG, 16 registers", 18, { 0xc0106900, 0x191 } },
	{ "SET_CONFIG_REG, 1 register", 3, { 0xc0016800, 0x256, 4 } },
	{ "MEM_WRITE, 1 relocation", 7, { 0xc0033d00, 0, 0, 0, 0, 0xc0001000 } },
	{ "CP_DMA, 2 relocations", 10, { 0xc0044100, 0, 0, 0, 0, 16,
					 0xc0001000, 0, 0xc0001000, 0 } },
	{ "SET_RESOURCE, buffer", 12, { 0xc0086d00, 0, 0, 255, 0, 0, 0, 0, 0, 0xc0000000,
					0xc0001000, 0 } },
	{ "SET_RESOURCE, texture", 14, { 0xc0086d00, 0, 7 << 18 | 1, 7, 0, 0, 0, 0, 0, 0x80000001,
					 0xc0001000, 0, 0xc0001000, 0 } },
	{ "EVENT_WRITE, flush", 2, { 0xc0004600, 0x16 } },
	{ "padding", 1, { 0x80000000 } },
};

#define NUM_KINDS	ARRAY_SIZE(kinds)

static u32 ib[DWORDS], copy[DWORDS];
static struct r600_cs_patch patches[DWORDS / 2];

static const struct r600_cs_buffer buffer = {
	.size = 4096, .read_domains = 6, .write_domain = 4,
};

static struct r600_cs_workspace workspace;

static const struct r600_cs_input input = {
	.chip = &stream_file_cypress,
	.ib = ib,
	.ndw = DWORDS,
	.buffers = &buffer,
	.num_buffers = 1,
	.keep_tiling = true,
};

static void make_stream(const struct kind *kind)
{
	u32 at;

	for (at = 0; at + kind->ndw <= DWORDS; at += kind->ndw)
		memcpy(&ib[at], kind->dw, kind->ndw * 4ul);
	for (; at < DWORDS; at++)
		ib[at] = 0x80000000;
}

static void run_check(void)
{
	struct r600_cs_result res = {
		.patches = patches,
		.max_patches = r600_cs_max_patches(DWORDS),
		.workspace = &workspace,
	};

	if (r600_cs_check(&input, &res)) {
		fprintf(stderr, "refused: %s\n", res.report.rule);
		exit(1);
	}
}

static void run_copy(void)
{
	memcpy(copy, ib, sizeof(copy));
	/* The compiler must believe that somebody reads it. */
	__asm__ volatile("" : : "r"(copy) : "memory");
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* The fastest of many runs: what a quiet machine would need. */
static double best(void (*run)(void), double budget)
{
	double end = now() + budget, least = 1e18, start, took;

	do {
		start = now();
		run();
		took = now() - start;
		if (took < least)
			least = took;
	} while (now() < end);
	return least;
}

static void count_only(u32 kind)
{
	u32 i;

	make_stream(&kinds[kind]);
	for (i = 0; i < 1000; i++)
		run_check();
	printf("%s: 1000 times %d dwords\n", kinds[kind].name, DWORDS);
}

int main(int argc, char **argv)
{
	double budget = (argc > 1 ? atof(argv[1]) : 100) * 1e6;
	u32 i;

	if (argc > 2) {
		i = strtoul(argv[2], NULL, 10);
		if (i >= NUM_KINDS)
			return 2;
		count_only(i);
		return 0;
	}
	printf("%-32s %10s %8s %8s\n", "4096 dwords of", "ns/dword", "GB/s",
	       "memcpy");
	for (i = 0; i < NUM_KINDS; i++) {
		double check, plain;

		make_stream(&kinds[i]);
		check = best(run_check, budget);
		plain = best(run_copy, budget / 4);
		printf("%-32s %10.3f %8.2f %7.1fx\n", kinds[i].name,
		       check / DWORDS, DWORDS * 4 / check, check / plain);
	}
	return 0;
}

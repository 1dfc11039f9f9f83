// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * How the CPU's mappings are cached: as the flags of a buffer ask for. What the kernel
 * puts into the page table is seen by a probe, which the scenario "caching" has set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "on_card.h"

#define TRACE	"/sys/kernel/tracing/trace"

/* Bits 4:3 of a page table entry of x86, as Linux sets up the table behind them. */
enum caching { CACHED, WRITE_COMBINED, UNCACHED };

struct row {
	const char *name;
	uint32_t domain, flags;
	enum caching expect;
};

/* Of the last page that was mapped since the trace was emptied, or -1. */
static int mapped_as(void)
{
	char line[512], *prot;
	FILE *f = fopen(TRACE, "re");
	int caching = -1;

	while (f && fgets(line, sizeof(line), f)) {
		prot = strstr(line, "prot=");
		if (prot)
			caching = (int)(strtoull(prot + 5, NULL, 16) >> 3 & 3);
	}
	if (f)
		fclose(f);
	return caching;
}

static void forget(void)
{
	FILE *f = fopen(TRACE, "we");

	if (f)
		fclose(f);
}

TEST_F_TIMEOUT(on_card, flags, SLOW)
{
	static const struct row rows[] = {
		{ "GTT", GTT, 0, CACHED },
		{ "GTT, write-combined", GTT, RADEON_GEM_GTT_WC, WRITE_COMBINED },
		{ "GTT, uncached", GTT, RADEON_GEM_GTT_UC, UNCACHED },
		{ "VRAM", VRAM, 0, WRITE_COMBINED },
		{ "VRAM, uncached when in GTT", VRAM, RADEON_GEM_GTT_UC, WRITE_COMBINED },
		{ "VRAM, for the CPU", VRAM, RADEON_GEM_CPU_ACCESS, WRITE_COMBINED },
		{ "VRAM, not for the CPU", VRAM, RADEON_GEM_NO_CPU_ACCESS, WRITE_COMBINED },
		{ "GTT, without backing store", GTT, RADEON_GEM_NO_BACKING_STORE, CACHED },
	};
	struct bo bo;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		ASSERT_EQ(0, bo_create(self->card.fd, 8192, rows[i].domain, rows[i].flags, &bo))
			TH_LOG("%s", rows[i].name);
		ASSERT_EQ(0, bo_map(&bo));
		forget();
		bo.u32[0] = 1;
		EXPECT_EQ((int)rows[i].expect, mapped_as()) TH_LOG("%s", rows[i].name);
		bo_free(&bo);
	}
}

CARD_TEST_MAIN(CARD_ANY)

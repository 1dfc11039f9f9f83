// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * fdinfo: what a client is charged for, time of engines and memory by domain; and
 * what it was refused, there and in debugfs.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include <xf86drm.h>

#include "clock.h"
#include "on_card.h"
#include "vm.h"

/* The number behind a key of DRM's fdinfo, in bytes or ns; -1 without the key. */
static long long fdinfo(int fd, const char *key)
{
	char path[64], line[256];
	long long value = -1;
	char unit[8] = "";
	size_t len = strlen(key);
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	f = fopen(path, "r");
	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, key, len) && line[len] == ':')
			sscanf(line + len + 1, "%lld %7s", &value, unit);
	fclose(f);
	if (!strcmp(unit, "KiB"))
		return value << 10;
	return strcmp(unit, "MiB") ? value : value << 20;
}

/* A directory, a table for the client's streams, one for what it maps. */
TEST_F(on_card, page_tables)
{
	struct bo bo;

	EXPECT_EQ(-1, fdinfo(self->card.fd, "evergreen-page-tables"));
	if (!card_is_cayman(&self->card))
		return;
	ASSERT_EQ(0, bo_create(self->card.fd, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, va_map(&bo, 1ull << 30, VA_RW));
	EXPECT_EQ(4096 + 2 * 32768, fdinfo(self->card.fd, "evergreen-page-tables"));
	bo_free(&bo);
}

/* Time that has passed is charged, to who used it, and never more than has passed. */
TEST_F(on_card, engine_time)
{
	long long before, after, others;
	double start, passed;
	struct bo bo;
	int other;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	other = card_reopen(&self->card);
	ASSERT_LE(0, other);
	before = fdinfo(self->card.fd, "drm-engine-gfx");
	others = fdinfo(other, "drm-engine-gfx");
	ASSERT_LE(0, before);
	ASSERT_EQ(0, others) TH_LOG("a new client has used something");

	start = now();
	pm4_eop(&self->cs, &bo, 0, EOP_DATA32, 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&bo));
	after = fdinfo(self->card.fd, "drm-engine-gfx");
	passed = now() - start;
	EXPECT_LT(before, after) TH_LOG("a job took no time");
	EXPECT_GE(passed * 1e9, (double)(after - before)) TH_LOG("more than has passed");
	EXPECT_EQ(others, fdinfo(other, "drm-engine-gfx")) TH_LOG("another client paid");
	close(other);
	bo_free(&bo);
}

TEST_F(on_card, engines_of_the_card)
{
	long long compute = fdinfo(self->card.fd, "drm-engine-capacity-compute");
	long long dma = fdinfo(self->card.fd, "drm-engine-capacity-dma");

	EXPECT_LE(0, fdinfo(self->card.fd, "drm-engine-gfx"));
	EXPECT_LE(0, fdinfo(self->card.fd, "drm-engine-dma"));
	EXPECT_EQ(card_is_cayman(&self->card) ? 2 : -1, dma);
	if (compute >= 0)
		EXPECT_EQ(2, compute);
}

/**
 * struct use - what fdinfo says of one region, in bytes
 * @total: where buffers are wanted
 * @shared: how much of that others know of, too
 * @resident: where they are
 * @active: how much of that is in use
 */
struct use {
	long long total, shared, resident, active;
};

static struct use use_of(int fd, const char *region)
{
	static const char *const stats[] = { "total", "shared", "resident", "active" };
	long long value[ARRAY_SIZE(stats)];
	char key[32];
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(stats); i++) {
		snprintf(key, sizeof(key), "drm-%s-%s", stats[i], region);
		value[i] = fdinfo(fd, key);
	}
	return (struct use) { value[0], value[1], value[2], value[3] };
}

static void expect_use(struct __test_metadata *_metadata, int fd, const char *region,
		       struct use want)
{
	struct use is = use_of(fd, region);

	EXPECT_EQ(want.total, is.total) TH_LOG("total of %s", region);
	EXPECT_EQ(want.shared, is.shared) TH_LOG("shared of %s", region);
	EXPECT_EQ(want.resident, is.resident) TH_LOG("resident of %s", region);
	EXPECT_EQ(want.active, is.active) TH_LOG("active of %s", region);
}

#define MIB	(1 << 20)

/* A client alone has what it has made, no more and no less. */
TEST_F_TIMEOUT(on_card, memory, SLOW)
{
	struct bo gtt, vram, gate;
	uint32_t again;
	int fd = self->card.fd, other, file;

	expect_use(_metadata, fd, "vram", (struct use) { 0 });
	expect_use(_metadata, fd, "gtt", (struct use) { 0 });
	expect_use(_metadata, fd, "cpu", (struct use) { 0 });
	EXPECT_EQ(-1, fdinfo(fd, "drm-purgeable-vram"));

	ASSERT_EQ(0, bo_create_mapped(fd, MIB, GTT, &gtt));
	ASSERT_EQ(0, bo_create_mapped(fd, 2 * MIB + 4096, VRAM, &vram));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &gate));
	gate.u32[0] = 0;
	ASSERT_EQ(0, bo_wait(&vram));
	expect_use(_metadata, fd, "gtt", (struct use) { MIB + 4096, 0, MIB + 4096, 0 });
	expect_use(_metadata, fd, "vram", (struct use) { 2 * MIB + 4096, 0, 2 * MIB + 4096, 0 });

	/* In use. */
	pm4_wait_mem(&self->cs, &gate, 0, WAIT_EQ, 1);
	pm4_cp_dma_copy(&self->cs, &vram, 0, &gtt, 0, 4096);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	expect_use(_metadata, fd, "gtt", (struct use) { MIB + 4096, 0, MIB + 4096, MIB + 4096 });
	expect_use(_metadata, fd, "vram", (struct use) { 2 * MIB + 4096, 0, 2 * MIB + 4096,
							 2 * MIB + 4096 });
	gate.u32[0] = 1;
	ASSERT_EQ(0, bo_wait(&vram));
	ASSERT_EQ(0, bo_wait(&gtt));

	/* Known to another client. */
	other = card_reopen(&self->card);
	ASSERT_LE(0, other);
	ASSERT_EQ(0, drmPrimeHandleToFD(fd, gtt.handle, DRM_CLOEXEC, &file));
	ASSERT_EQ(0, drmPrimeFDToHandle(other, file, &again));
	expect_use(_metadata, fd, "gtt", (struct use) { MIB + 4096, MIB, MIB + 4096, 0 });
	expect_use(_metadata, other, "gtt", (struct use) { MIB, MIB, MIB, 0 });
	expect_use(_metadata, other, "vram", (struct use) { 0 });
	close(file);
	close(other);

	bo_free(&gtt);
	bo_free(&vram);
	expect_use(_metadata, fd, "gtt", (struct use) { 4096, 0, 4096, 0 });
	expect_use(_metadata, fd, "vram", (struct use) { 0 });
	bo_free(&gate);
}

/* Wanted in VRAM, used in GTT: told where it is. */
TEST_F_TIMEOUT(on_card, elsewhere, SLOW)
{
	int fd = self->card.fd;
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(fd, MIB, VRAM, &bo));
	bo.domain = GTT;
	pm4_mem_write(&self->cs, &bo, 0, MEM_WRITE_DATA32, 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&bo));
	expect_use(_metadata, fd, "vram", (struct use) { MIB, 0, 0, 0 });
	expect_use(_metadata, fd, "gtt", (struct use) { 0, 0, MIB, 0 });

	/* Nothing is behind a buffer that nobody has used. */
	ASSERT_EQ(0, bo_create(fd, MIB, RADEON_GEM_DOMAIN_CPU, 0, &bo));
	expect_use(_metadata, fd, "cpu", (struct use) { MIB, 0, 0, 0 });
}

#define KEPT	8	/* sentences of each client */

/* The lines of a client in evergreen_refusals: how many there are, or -1. */
static int read_refusals(const struct card *card, long long client, unsigned long long *count,
			 char lines[][256])
{
	unsigned long long id, n;
	FILE *f = card_debugfs(card, "evergreen_refusals");
	bool found = false;
	char line[256];
	int i = 0;

	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "client %llu: %llu refused", &id, &n) == 2) {
			found = id == (unsigned long long)client;
			if (found)
				*count = n;
		} else if (found && i < KEPT) {
			snprintf(lines[i++], sizeof(line), "%s", line);
		}
	}
	fclose(f);
	return i;
}

/* The latest sentences are kept, the oldest first, and other clients have none. */
TEST_F_TIMEOUT(on_card, refusals, SLOW)
{
	char lines[KEPT][256], begin[32];
	unsigned long long count = 0;
	uint32_t bad, i;
	int other;

	other = card_reopen(&self->card);
	ASSERT_LE(0, other);
	for (bad = 0; bad < KEPT + 3; bad++) {
		cs_clear(&self->cs);
		for (i = 0; i < bad; i++)
			cs_emit(&self->cs, PM4_TYPE2);
		cs_emit(&self->cs, pm4_type3(PM4_ME_INITIALIZE, 1));
		cs_emit(&self->cs, 0);
		ASSERT_EQ(-EINVAL, cs_submit(&self->cs));
	}
	EXPECT_EQ(KEPT + 3, fdinfo(self->card.fd, "evergreen-refused"));
	EXPECT_EQ(0, fdinfo(other, "evergreen-refused"));

	ASSERT_EQ(KEPT, read_refusals(&self->card, fdinfo(self->card.fd, "drm-client-id"),
				      &count, lines));
	EXPECT_EQ(KEPT + 3, count);
	for (i = 0; i < KEPT; i++) {
		snprintf(begin, sizeof(begin), "  dword %u: ME_INITIALIZE ", i + 3);
		EXPECT_EQ(0, strncmp(lines[i], begin, strlen(begin))) TH_LOG("%s", lines[i]);
	}
	EXPECT_EQ(0, read_refusals(&self->card, fdinfo(other, "drm-client-id"), &count, lines));
	EXPECT_EQ(0, count);
	close(other);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

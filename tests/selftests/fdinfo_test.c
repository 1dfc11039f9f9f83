// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * fdinfo: what a client is charged for, time of engines and memory by domain; and
 * what it was refused, there and in debugfs.
 */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "on_card.h"

/* The number behind a key of DRM's fdinfo, or -1 if the key is not there. */
static long long fdinfo(int fd, const char *key)
{
	char path[64], line[256];
	long long value = -1;
	size_t len = strlen(key);
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	f = fopen(path, "r");
	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, key, len) && line[len] == ':')
			sscanf(line + len + 1, "%lld", &value);
	fclose(f);
	return value;
}

/* Time that has passed is charged, to who used it, and never more than has passed. */
TEST_F(on_card, engine_time)
{
	long long before, after, others;
	struct bo bo;
	int other;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	other = card_reopen(&self->card);
	ASSERT_LE(0, other);
	before = fdinfo(self->card.fd, "drm-engine-gfx");
	others = fdinfo(other, "drm-engine-gfx");
	ASSERT_LE(0, before);
	ASSERT_EQ(0, others) TH_LOG("a new client has used something");

	pm4_eop(&self->cs, &bo, 0, EOP_DATA32, 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&bo));
	after = fdinfo(self->card.fd, "drm-engine-gfx");
	EXPECT_LT(before, after) TH_LOG("a job took no time");
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

TEST_F(on_card, memory)
{
	long long before = fdinfo(self->card.fd, "drm-total-gtt");
	struct bo bo;

	ASSERT_LE(0, before);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 1 << 20, GTT, &bo));
	EXPECT_EQ(before + 1024, fdinfo(self->card.fd, "drm-total-gtt"));
	bo_free(&bo);
	EXPECT_EQ(before, fdinfo(self->card.fd, "drm-total-gtt"));
}

#define KEPT	8	/* sentences of each client */

/* The lines of a client in evergreen_refusals: how many there are, or -1. */
static int read_refusals(long long client, unsigned long long *count, char lines[][256])
{
	unsigned long long id, n;
	bool found = false;
	char line[256];
	glob_t files;
	FILE *f;
	int i = 0;

	if (glob("/sys/kernel/debug/dri/*/evergreen_refusals", 0, NULL, &files))
		return -1;
	f = fopen(files.gl_pathv[0], "r");
	globfree(&files);
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "client %llu: %llu refused", &id, &n) == 2) {
			found = id == (unsigned long long)client;
			if (found)
				*count = n;
		} else if (found && i < KEPT) {
			snprintf(lines[i++], sizeof(line), "%s", line);
		}
	}
	if (f)
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

	ASSERT_EQ(KEPT, read_refusals(fdinfo(self->card.fd, "drm-client-id"), &count, lines));
	EXPECT_EQ(KEPT + 3, count);
	for (i = 0; i < KEPT; i++) {
		snprintf(begin, sizeof(begin), "  dword %u: ME_INITIALIZE ", i + 3);
		EXPECT_EQ(0, strncmp(lines[i], begin, strlen(begin))) TH_LOG("%s", lines[i]);
	}
	EXPECT_EQ(0, read_refusals(fdinfo(other, "drm-client-id"), &count, lines));
	EXPECT_EQ(0, count);
	close(other);
}

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * fdinfo: what a client is charged for, time of engines and memory by domain.
 */
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

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}

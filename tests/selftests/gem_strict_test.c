// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Buffers where evergreen promises more than stock radeon: sizes, domains and
 * flags that make no sense are refused, and no client reads what another left
 * in VRAM.
 */
#include "on_card.h"

#define MIB	(1024ull * 1024)

struct create_row {
	const char *name;
	uint64_t size;
	uint32_t domain, flags;
	int expect;
};

TEST_F(on_card, create)
{
	static const struct create_row rows[] = {
		{ "size 0", 0, GTT, 0, -EINVAL },
		{ "size that wraps to 0", ~0ull, GTT, 0, -EINVAL },
		{ "size that nearly wraps", ~0ull - 4095, GTT, 0, -ENOMEM },
		{ "unknown domain", 4096, 0x100, 0, -EINVAL },
		{ "unknown domain next to GTT", 4096, GTT | 0x8, 0, -EINVAL },
		{ "unknown flag", 4096, GTT, 0x80000000, -EINVAL },
	};
	struct bo bo;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		EXPECT_EQ(rows[i].expect,
			  bo_create(self->card.fd, rows[i].size, rows[i].domain,
				    rows[i].flags, &bo))
			TH_LOG("row: %s", rows[i].name);
	}
}

/* What one client wrote to VRAM, the next does not find there. */
TEST_F_TIMEOUT(on_card, vram_is_zeroed, SLOW)
{
	enum { BUFFERS = 8 };
	struct bo bo[BUFFERS];
	uint32_t i, k, round;
	int fd;

	for (round = 0; round < 3; round++) {
		fd = card_reopen(&self->card);
		ASSERT_LE(0, fd);
		for (i = 0; i < BUFFERS; i++) {
			ASSERT_EQ(0, bo_create_mapped(fd, MIB, VRAM, &bo[i]));
			for (k = 0; k < MIB / 8; k++)
				if (bo[i].u64[k])
					break;
			ASSERT_EQ(MIB / 8, k) TH_LOG("round %u", round);
			memset(bo[i].map, 0xa5, MIB);
		}
		for (i = 0; i < BUFFERS; i++)
			bo_free(&bo[i]);
		close(fd);
	}
}

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}

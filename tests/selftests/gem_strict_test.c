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
	uint64_t size, alignment;
	uint32_t domain, flags;
	int expect;
};

/* The bare ioctl, with everything that can be wrong. */
static int create(int fd, const struct create_row *row)
{
	struct drm_radeon_gem_create args = {
		.size = row->size,
		.alignment = row->alignment,
		.initial_domain = row->domain,
		.flags = row->flags,
	};
	int ret = card_ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &args);

	if (!ret)
		gem_close(fd, args.handle);
	return ret;
}

TEST_F(on_card, create_rows)
{
	static const struct create_row rows[] = {
		{ "plain", 4096, 4096, GTT, 0, 0 },
		{ "no alignment", 4096, 0, GTT, 0, 0 },
		{ "alignment of 64 KiB", 4096, 65536, VRAM, 0, 0 },
		{ "alignment of 1 MiB", 4096, MIB, VRAM, 0, 0 },
		{ "size 0", 0, 4096, GTT, 0, -EINVAL },
		{ "size that wraps to 0", ~0ull, 4096, GTT, 0, -EINVAL },
		{ "size that nearly wraps", ~0ull - 4095, 4096, GTT, 0, -ENOMEM },
		{ "unknown domain", 4096, 4096, 0x100, 0, -EINVAL },
		{ "unknown domain beside GTT", 4096, 4096, GTT | 0x8, 0, -EINVAL },
		{ "unknown flag", 4096, 4096, GTT, 0x80000000, -EINVAL },
		{ "alignment of 3", 4096, 3, GTT, 0, -EINVAL },
		{ "alignment of 2 MiB", 4096, 2 * MIB, GTT, 0, -EINVAL },
		{ "alignment of 2^32", 4096, 1ull << 32, GTT, 0, -EINVAL },
	};
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		EXPECT_EQ(rows[i].expect, create(self->card.fd, &rows[i]))
			TH_LOG("row: %s", rows[i].name);
	}
}

/* SET_DOMAIN knows three domains. */
TEST_F(on_card, unknown_domain)
{
	struct bo bo;

	ASSERT_EQ(0, bo_create(self->card.fd, 4096, GTT, 0, &bo));
	EXPECT_EQ(-EINVAL, bo_set_domain(&bo, 0x8, 0));
	EXPECT_EQ(-EINVAL, bo_set_domain(&bo, 0, 0x80000000));
	EXPECT_EQ(-EINVAL, bo_set_domain(&bo, GTT | 0x10, GTT));
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

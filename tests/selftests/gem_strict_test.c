// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Buffers where evergreen promises more than stock radeon: sizes, domains and
 * flags that make no sense are refused, no client reads what another left
 * in VRAM, and a buffer for the CPU stays where that reaches it.
 */
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "debugger.h"
#include "gate.h"
#include "on_card.h"
#include "own_memory.h"

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

/* Flags of tiling without a meaning are kept, as radeon keeps them. */
TEST_F(on_card, tiling_without_a_meaning)
{
	const uint32_t flags = 1 << 6 | 1 << 7 | 0xf << 20;
	struct drm_radeon_gem_set_tiling set = { .tiling_flags = flags, .pitch = 256 };
	struct drm_radeon_gem_get_tiling get = { };
	struct bo bo;

	ASSERT_EQ(0, bo_create(self->card.fd, 4096, VRAM, 0, &bo));
	set.handle = bo.handle;
	get.handle = bo.handle;
	ASSERT_EQ(0, card_ioctl(self->card.fd, DRM_IOCTL_RADEON_GEM_SET_TILING, &set));
	ASSERT_EQ(0, card_ioctl(self->card.fd, DRM_IOCTL_RADEON_GEM_GET_TILING, &get));
	EXPECT_EQ(flags, get.tiling_flags);
	EXPECT_EQ(256, get.pitch);
}

TEST_F(on_card, address_spaces_of_cayman_only)
{
	struct drm_radeon_gem_va va = { .operation = RADEON_VA_MAP };

	if (!card_is_cayman(&self->card))
		EXPECT_EQ(-ENOTTY, card_ioctl(self->card.fd, DRM_IOCTL_RADEON_GEM_VA, &va));
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

static int gem_op(const struct bo *bo, uint32_t op, uint64_t *value)
{
	struct drm_radeon_gem_op args = { .handle = bo->handle, .op = op, .value = *value };
	int ret = card_ioctl(bo->fd, DRM_IOCTL_RADEON_GEM_OP, &args);

	*value = args.value;
	return ret;
}

/* GEM_OP keeps the domain that a buffer is meant for, and no other than there are. */
TEST_F(on_card, domain_by_op)
{
	static const uint64_t unknown[] = { 0x8, 0x80000000, 1ull << 32, ~0ull };
	uint64_t value;
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create(self->card.fd, 4096, GTT, 0, &bo));
	value = VRAM;
	EXPECT_EQ(0, gem_op(&bo, RADEON_GEM_OP_SET_INITIAL_DOMAIN, &value));
	for (i = 0; i < ARRAY_SIZE(unknown); i++) {
		value = unknown[i];
		EXPECT_EQ(-EINVAL, gem_op(&bo, RADEON_GEM_OP_SET_INITIAL_DOMAIN, &value));
	}
	value = 0;
	EXPECT_EQ(-EINVAL, gem_op(&bo, 2, &value));
	EXPECT_EQ(0, gem_op(&bo, RADEON_GEM_OP_GET_INITIAL_DOMAIN, &value));
	EXPECT_EQ(VRAM, value);
	bo.handle = 0x12345;
	EXPECT_EQ(-ENOENT, gem_op(&bo, RADEON_GEM_OP_GET_INITIAL_DOMAIN, &value));
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

/* For VRAM alone, but larger than it: in GTT, as on radeon.ko. No buffer is larger than GTT. */
TEST_F(on_card, larger_than_vram)
{
	struct drm_radeon_gem_info info;
	uint32_t domain = 0;
	struct bo bo;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	ASSERT_LT(info.vram_size, info.gart_size);
	ASSERT_EQ(0, bo_create(self->card.fd, info.vram_size + 4096, VRAM, 0, &bo));
	cs_clear(&self->cs);
	pm4_mem_write(&self->cs, &bo, info.vram_size, 0, 1);
	cs_pad(&self->cs, 8);
	EXPECT_EQ(0, cs_submit(&self->cs));
	EXPECT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0, bo_busy(&bo, &domain));
	EXPECT_EQ(GTT, domain);
	bo_free(&bo);
	EXPECT_EQ(-ENOMEM, bo_create(self->card.fd, info.gart_size + 4096, VRAM, 0, &bo));
}

/* Send a stream that writes into the buffer, wait, and have the CPU write, too. */
static int use_and_touch(struct cs *cs, const struct bo *bo)
{
	int ret;

	cs_clear(cs);
	pm4_mem_write(cs, bo, 0, 0, 1);
	cs_pad(cs, 8);
	ret = cs_submit(cs) ?: bo_wait(bo);
	bo->u64[1] = 2;
	return ret;
}

/* A buffer that the CPU has touched once is kept where that reaches it. */
TEST_F_TIMEOUT(on_card, comes_once, SLOW)
{
	struct drm_radeon_gem_info info;
	uint64_t moved;
	struct bo bo;
	int i;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	ASSERT_EQ(0, bo_create(self->card.fd, MIB, VRAM, RADEON_GEM_NO_CPU_ACCESS, &bo));
	ASSERT_EQ(0, bo_map(&bo));
	moved = card_bytes_moved(self->card.fd);
	ASSERT_EQ(0, use_and_touch(&self->cs, &bo));
	EXPECT_EQ(info.vram_visible < info.vram_size - 32 * MIB ? MIB : 0,
		  card_bytes_moved(self->card.fd) - moved);
	moved = card_bytes_moved(self->card.fd);
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, use_and_touch(&self->cs, &bo));
	EXPECT_EQ(moved, card_bytes_moved(self->card.fd));
}

/* A buffer made for the CPU is where it can be touched, however far VRAM goes. */
TEST_F_TIMEOUT(on_card, cpu_access, SLOW)
{
	enum { BUFFERS = 40 };
	struct bo bo[BUFFERS];
	uint64_t moved = card_bytes_moved(self->card.fd);
	uint32_t i;

	for (i = 0; i < BUFFERS; i++) {
		ASSERT_EQ(0, bo_create(self->card.fd, 8 * MIB, VRAM,
				       RADEON_GEM_CPU_ACCESS, &bo[i]));
		ASSERT_EQ(0, bo_map(&bo[i]));
		bo[i].u64[MIB - 1] = i;
	}
	EXPECT_EQ(moved, card_bytes_moved(self->card.fd));
	for (i = 0; i < BUFFERS; i++)
		bo_free(&bo[i]);
}

/* What was in VRAM that only the card reaches is not there for the next, either. */
TEST_F_TIMEOUT(on_card, far_vram_is_zeroed, SLOW)
{
	const uint32_t sizes[] = { 4096, MIB };
	struct bo bo;
	uint32_t i, k;

	for (i = 0; i < 8; i++) {
		ASSERT_EQ(0, bo_create(self->card.fd, sizes[i % 2], VRAM,
				       RADEON_GEM_NO_CPU_ACCESS, &bo));
		ASSERT_EQ(0, bo_map(&bo));
		for (k = 0; k < sizes[i % 2] / 8; k++)
			if (bo.u64[k])
				break;
		EXPECT_EQ(sizes[i % 2] / 8, k);
		bo_free(&bo);
		ASSERT_EQ(0, bo_create(self->card.fd, sizes[i % 2], VRAM,
				       RADEON_GEM_NO_CPU_ACCESS, &bo));
		cs_clear(&self->cs);
		pm4_cp_dma_fill(&self->cs, &bo, 0, 0xa5a5a5a5, sizes[i % 2]);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		bo_free(&bo);
	}
}

/* From before kernel modesetting, and two that never came to be. */
TEST_F(on_card, numbers_without_meaning)
{
	uint64_t args[32] = { 0 };
	uint32_t nr;

	for (nr = 0; nr <= DRM_RADEON_SURF_FREE; nr++)
		EXPECT_EQ(-EINVAL, card_ioctl(self->card.fd,
					      DRM_IOWR(DRM_COMMAND_BASE + nr, args), args))
			TH_LOG("ioctl 0x%02x", nr);
	EXPECT_EQ(-EINVAL, card_ioctl(self->card.fd, DRM_IOCTL_RADEON_GEM_PREAD, args));
	EXPECT_EQ(-EINVAL, card_ioctl(self->card.fd, DRM_IOCTL_RADEON_GEM_PWRITE, args));
	for (nr = DRM_RADEON_GEM_USERPTR + 1; nr < DRM_COMMAND_END - DRM_COMMAND_BASE; nr++)
		EXPECT_EQ(-EINVAL, card_ioctl(self->card.fd,
					      DRM_IOWR(DRM_COMMAND_BASE + nr, args), args))
			TH_LOG("ioctl 0x%02x", nr);
}

/* Wanted in VRAM, but larger than what of it the CPU reaches: it is not tried with force. */
TEST_F_TIMEOUT(on_card, pushes_nobody_in_vain, SLOW)
{
	enum { SMALL = 8 };
	struct drm_radeon_gem_info info;
	struct bo small[SMALL], big;
	uint32_t i, domain;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	for (i = 0; i < SMALL; i++)
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, VRAM, &small[i]));
	ASSERT_EQ(0, bo_create(self->card.fd, info.vram_visible + 32 * MIB, VRAM | GTT,
			       RADEON_GEM_CPU_ACCESS, &big));
	big.domain = VRAM;
	cs_clear(&self->cs);
	pm4_mem_write(&self->cs, &big, 0, 0, 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&big));
	ASSERT_EQ(0, bo_busy(&big, &domain));
	EXPECT_EQ(GTT, domain);
	for (i = 0; i < SMALL; i++) {
		ASSERT_EQ(0, bo_busy(&small[i], &domain));
		EXPECT_EQ(VRAM, domain) TH_LOG("buffer %u had to go", i);
	}
}

/* A submission moves no more than half of what is free in VRAM, and takes the others as they are. */
TEST_F_TIMEOUT(on_card, move_budget, SLOW)
{
	enum { MOST = 64, FREED = 4, WANT = 20, BIG = 16 * MIB, SIZE = 4 * MIB };
	struct bo fill[MOST], bo[WANT];
	struct drm_radeon_gem_info info;
	uint64_t used, before, moved;
	uint32_t domain, i, n = 0;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	if (info.vram_size > MOST * (uint64_t)BIG || info.gart_size < 2 * WANT * (uint64_t)SIZE)
		SKIP(return, "too much VRAM to fill, or too little GTT");
	do {
		ASSERT_GT(MOST, n);
		ASSERT_EQ(0, bo_create(self->card.fd, BIG, VRAM, 0, &fill[n]));
		ASSERT_EQ(0, bo_wait(&fill[n]));
		ASSERT_EQ(0, bo_busy(&fill[n++], &domain));
	} while (domain == VRAM);
	ASSERT_LT(FREED, n);
	cs_clear(&self->cs);
	for (i = 0; i < WANT; i++) {
		ASSERT_EQ(0, bo_create(self->card.fd, SIZE, VRAM, 0, &bo[i]));
		if (i)
			cs_add_bo(&self->cs, &bo[i], true);
		else
			pm4_mem_write(&self->cs, &bo[0], 0, 0, 1);
	}
	cs_pad(&self->cs, 8);
	for (i = 0; i < FREED; i++)
		bo_free(&fill[i]);
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_VRAM_USAGE, &used));
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_NUM_BYTES_MOVED, &before));
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&bo[0]));
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_NUM_BYTES_MOVED, &moved));
	moved -= before;
	EXPECT_LE((info.vram_size - used) / 2, moved + SIZE);
	EXPECT_GE((info.vram_size - used) / 2 + SIZE, moved);
}

/* 0 if another user can make a buffer with the same file. */
static int create_as_another(int fd, const struct create_row *row)
{
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(setuid(12345) || create(fd, row));
	return pid < 0 || waitpid(pid, &status, 0) != pid ? -1 : status;
}

/* Buffers cost before anybody touches them; how much a user may have of them together is bounded. */
TEST_F_TIMEOUT(on_card, buffers_of_a_user, SLOW)
{
	enum { MOST = 4096 };
	struct drm_radeon_gem_info info;
	struct create_row row = { .name = "half of GTT", .domain = RADEON_GEM_DOMAIN_CPU };
	struct bo bo[MOST], mine;
	void *at;
	uint32_t n;
	int ret = 0;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	row.size = info.gart_size / 2 / MIB * MIB;
	at = map_at(NULL, row.size);
	ASSERT_NE(MAP_FAILED, at);
	for (n = 0; n < MOST; n++) {
		ret = bo_create(self->card.fd, row.size, row.domain, 0, &bo[n]);
		if (ret)
			break;
	}
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_LT(1, n);
	EXPECT_EQ(-ENOMEM, bo_userptr(self->card.fd, at, row.size, OWN, &mine));
	EXPECT_EQ(0, create_as_another(self->card.fd, &row));
	while (n--)
		bo_free(&bo[n]);
	EXPECT_EQ(0, create(self->card.fd, &row));
	ASSERT_EQ(0, bo_userptr(self->card.fd, at, row.size, OWN, &mine));
	gem_close(self->card.fd, mine.handle);
	munmap(at, row.size);
}

/* So is how many: the smallest cost more than their pages. */
TEST_F_TIMEOUT(on_card, small_buffers_of_a_user, SLOW)
{
	static const struct create_row page = { .size = 4096, .domain = RADEON_GEM_DOMAIN_CPU };
	struct drm_radeon_gem_info info;
	struct sysinfo system;
	uint64_t bound, n = 0;
	struct bo bo;
	int ret, fd;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	ASSERT_EQ(0, sysinfo(&system));
	bound = 4 * (system.totalram * system.mem_unit + info.vram_size + info.gart_size) / 0x10000;
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	do
		ret = bo_create(fd, page.size, page.domain, 0, &bo);
	while (!ret && n++ < bound + bound / 8);
	TH_LOG("%llu buffers of about %llu", (unsigned long long)n, (unsigned long long)bound);
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_LT(bound / 2, n);
	EXPECT_NE(0, create(self->card.fd, &page));
	EXPECT_EQ(0, create_as_another(self->card.fd, &page));
	close(fd);
	EXPECT_EQ(0, create(self->card.fd, &page));
}

/* A debugger sees what the process sees, pages and ends of pages and all. */
TEST_F_TIMEOUT(on_card, debugger, SLOW)
{
	enum { AT = 4096 + 100, BYTES = 3 * 4096 + 200, SIZE = 8 * 4096 };
	static const uint32_t domains[] = { GTT, VRAM };
	static uint8_t seen[BYTES];
	struct bo bo;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(domains); i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, domains[i], &bo));
		scramble(bo.map, SIZE, i);
		ASSERT_EQ(0, debugger_access(&bo.u8[AT], seen, BYTES, 0));
		EXPECT_EQ(0, memcmp(seen, &bo.u8[AT], BYTES)) TH_LOG("domain %u", domains[i]);
		memset(seen, 0x5a, BYTES);
		ASSERT_EQ(0, debugger_access(&bo.u8[AT], seen, BYTES, 1));
		EXPECT_EQ(0, memcmp(seen, &bo.u8[AT], BYTES)) TH_LOG("domain %u", domains[i]);
		bo_free(&bo);
	}
}

/* What the card is still to write is waited for, wherever the buffer goes meanwhile. */
TEST_F_TIMEOUT(on_card, debugger_waits, SLOW)
{
	struct gate_timer timer;
	uint32_t word = 0;
	struct bo gate, bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, VRAM, &bo));
	bo.u32[1000] = 0x1234;
	gate.u32[0] = 0;
	pm4_wait_mem(&self->cs, &gate, 0, WAIT_EQ, 1);
	pm4_cp_dma_fill(&self->cs, &bo, 0, 0x77, MIB);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	bo.domain = GTT;
	cs_clear(&self->cs);
	pm4_mem_write(&self->cs, &bo, MIB - 8, 0, 1);
	cs_pad(&self->cs, 8);
	/* Without an engine for moves, this waits for the first job already. */
	ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, 300));
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, debugger_access(&bo.u32[1000], &word, 4, 0));
	EXPECT_EQ(0x77, word);
	gate_join(&timer);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

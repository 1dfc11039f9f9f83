// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Buffers: where they live, how long, who can reach them, and what happens
 * when there are too many.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

#include <xf86drm.h>

#include "meminfo.h"
#include "on_card.h"

#define MIB		(1024ull * 1024)

/* Hold the card until dword 0 of @gate is 1, then fill @bo with @value. */
static int submit_gated_fill(struct cs *cs, const struct bo *gate,
			     const struct bo *bo, uint32_t value)
{
	cs_clear(cs);
	pm4_wait_mem(cs, gate, 0, WAIT_EQ, 1);
	pm4_cp_dma_fill(cs, bo, 0, value, (uint32_t)bo->size);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

TEST_F(on_card, info)
{
	struct drm_radeon_gem_info info;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	EXPECT_LE(64 * MIB, info.vram_size);
	EXPECT_LT(0, info.vram_visible);
	EXPECT_LE(info.vram_visible, info.vram_size);
	EXPECT_LE(64 * MIB, info.gart_size);
}

struct place {
	uint32_t domain, flags;
	uint64_t size;
	uint32_t expect;	/* 0: either */
};

/* Each domain, odd sizes: the CPU writes, the card copies, the CPU reads. */
TEST_F_TIMEOUT(on_card, domains, SLOW)
{
	static const struct place places[] = {
		{ VRAM, 0, 4096, VRAM },
		{ VRAM, RADEON_GEM_GTT_WC, 65536, VRAM },
		{ VRAM, RADEON_GEM_CPU_ACCESS, 1, VRAM },
		{ VRAM, 0, 12345, VRAM },
		{ GTT, 0, 4096, GTT },
		{ GTT, 0, 1, GTT },
		{ GTT, RADEON_GEM_GTT_WC, 3 * 4096 + 1, GTT },
		{ GTT, RADEON_GEM_GTT_UC, 65536, GTT },
		{ VRAM | GTT, 0, 4096, 0 },
		{ RADEON_GEM_DOMAIN_CPU, 0, 4096, 0 },
	};
	struct bo bo, out;
	uint32_t i, domain;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		const struct place *p = &places[i];

		ASSERT_EQ(0, bo_create(self->card.fd, p->size, p->domain,
				       p->flags, &bo)) TH_LOG("row %u", i);
		ASSERT_EQ(0, bo_busy(&bo, &domain));
		if (p->expect) {
			EXPECT_EQ(p->expect, domain)
				TH_LOG("row %u", i);
		}
		bo.domain = p->expect ? p->expect : GTT;
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
		ASSERT_EQ(0, bo_map(&bo));
		bo.u8[0] = 0x40 + i;
		cs_clear(&self->cs);
		pm4_cp_dma_copy(&self->cs, &out, 0, &bo, 0, 1);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&out));
		EXPECT_EQ(0x40 + i, out.u8[0]) TH_LOG("row %u", i);
		bo_free(&bo);
		bo_free(&out);
	}
}

TEST_F(on_card, close_twice)
{
	struct bo bo;

	ASSERT_EQ(0, bo_create(self->card.fd, 4096, GTT, 0, &bo));
	EXPECT_EQ(0, gem_close(self->card.fd, bo.handle));
	EXPECT_EQ(-EINVAL, gem_close(self->card.fd, bo.handle));
	EXPECT_EQ(-EINVAL, gem_close(self->card.fd, 0));
	EXPECT_EQ(-EINVAL, gem_close(self->card.fd, 0xffffffff));
}

/* Every ioctl that takes a handle knows one that is not there. */
TEST_F(on_card, no_such_handle)
{
	const uint32_t handles[] = { 0, 12345, 0xffffffff };
	uint64_t offset;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(handles); i++) {
		struct bo bo = { .fd = self->card.fd, .handle = handles[i] };

		EXPECT_EQ(-ENOENT, bo_wait(&bo));
		EXPECT_EQ(-ENOENT, bo_busy(&bo, NULL));
		EXPECT_EQ(-ENOENT, bo_set_domain(&bo, GTT, 0));
		EXPECT_EQ(-ENOENT, gem_mmap_offset(bo.fd, bo.handle, &offset));
	}
}

/* A mapping outlives its handle; a new one cannot be had. */
TEST_F(on_card, map_and_close)
{
	uint64_t offset, again;
	struct bo bo;
	uint32_t i;

	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 8192,
					      i ? VRAM : GTT, &bo));
		ASSERT_EQ(0, gem_mmap_offset(bo.fd, bo.handle, &offset));
		bo.u32[2047] = 0xcafe;
		ASSERT_EQ(0, gem_close(bo.fd, bo.handle));
		EXPECT_EQ(0xcafe, bo.u32[2047]);
		bo.u32[0] = 0xbabe;
		EXPECT_EQ(0xbabe, bo.u32[0]);
		EXPECT_EQ(-ENOENT, gem_mmap_offset(bo.fd, bo.handle, &again));
		EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED,
					   bo.fd, (off_t)offset));
		bo_unmap(&bo);
		EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED,
					   bo.fd, (off_t)offset));
	}
}

/* Mappings end where the buffer ends. */
TEST_F(on_card, map_bounds)
{
	uint64_t offset;
	struct bo bo;

	ASSERT_EQ(0, bo_create(self->card.fd, 8192, GTT, 0, &bo));
	ASSERT_EQ(0, gem_mmap_offset(bo.fd, bo.handle, &offset));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 12288, PROT_READ, MAP_SHARED, bo.fd,
				   (off_t)offset));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, bo.fd,
				   (off_t)offset + 8192));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, bo.fd, 0));
}

/*
 * The handle and the mapping go while the card is about to write: the write
 * must not hit whoever gets the memory next.
 */
TEST_F_TIMEOUT(on_card, close_in_flight, SLOW)
{
	struct bo gate, victim, next;
	uint32_t i, k;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	for (i = 0; i < 2; i++) {
		gate.u32[0] = 0;
		ASSERT_EQ(0, bo_create(self->card.fd, MIB, i ? VRAM : GTT, 0,
				       &victim));
		ASSERT_EQ(0, submit_gated_fill(&self->cs, &gate, &victim,
					       0xbadbad));
		bo_free(&victim);
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB,
					      i ? VRAM : GTT, &next));
		memset(next.map, 0x5a, MIB);
		gate.u32[0] = 1;
		ASSERT_EQ(0, bo_wait(&gate));
		for (k = 0; k < MIB / 4; k++)
			if (next.u32[k] != 0x5a5a5a5a)
				break;
		EXPECT_EQ(MIB / 4, k);
		bo_free(&next);
	}
}

/* System memory comes cleared, also when it has been used before. */
TEST_F_TIMEOUT(on_card, gtt_is_zeroed, SLOW)
{
	struct bo bo;
	uint32_t i, k;

	for (i = 0; i < 4; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, GTT, &bo));
		for (k = 0; k < MIB / 8; k++)
			if (bo.u64[k])
				break;
		ASSERT_EQ(MIB / 8, k);
		memset(bo.map, 0xff, MIB);
		bo_free(&bo);
	}
}

TEST_F(on_card, too_large)
{
	struct drm_radeon_gem_info info;
	struct bo bo;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	EXPECT_EQ(-ENOMEM, bo_create(self->card.fd, 1ull << 40, GTT, 0, &bo));
	EXPECT_EQ(-ENOMEM, bo_create(self->card.fd, 1ull << 40, VRAM, 0, &bo));
	EXPECT_EQ(-ENOMEM, bo_create(self->card.fd, 1ull << 62, GTT, 0, &bo));
}

/* Many handles, all different, all gone afterwards. */
TEST_F_TIMEOUT(on_card, many_handles, SLOW)
{
	enum { MANY = 5000 };
	uint64_t before = 0, after = 0;
	uint32_t handle[MANY];
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_VRAM_USAGE, &before));
	for (i = 0; i < MANY; i++) {
		ASSERT_EQ(0, bo_create(self->card.fd, 4096, i % 2 ? GTT : VRAM,
				       0, &bo)) TH_LOG("after %u", i);
		handle[i] = bo.handle;
		if (i) {
			ASSERT_LT(handle[i - 1], handle[i])
				TH_LOG("at %u", i);
		}
	}
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_VRAM_USAGE, &after));
	EXPECT_LE(before + MANY / 2 * 4096, after);
	for (i = 0; i < MANY; i++) {
		ASSERT_EQ(0, gem_close(self->card.fd, handle[i]))
			TH_LOG("at %u", i);
	}
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_VRAM_USAGE, &after));
	EXPECT_EQ(before, after);
}

struct domain_row {
	uint32_t read, write;
	int expect;
};

TEST_F_TIMEOUT(on_card, set_domain, SLOW)
{
	static const struct domain_row rows[] = {
		{ GTT, 0, 0 }, { VRAM, 0, 0 }, { 0, GTT, 0 }, { 0, VRAM, 0 },
		{ RADEON_GEM_DOMAIN_CPU, 0, 0 }, { 0, RADEON_GEM_DOMAIN_CPU, 0 },
	};
	struct bo gate, bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		EXPECT_EQ(rows[i].expect, bo_set_domain(&bo, rows[i].read,
							rows[i].write))
			TH_LOG("row %u", i);
	}

	/* GTT and VRAM do not wait, the CPU's domain does. */
	ASSERT_EQ(0, submit_gated_fill(&self->cs, &gate, &bo, 0x77));
	EXPECT_EQ(0, bo_set_domain(&bo, GTT, GTT));
	EXPECT_EQ(-EBUSY, bo_busy(&bo, NULL));
	gate.u32[0] = 1;
	EXPECT_EQ(0, bo_set_domain(&bo, RADEON_GEM_DOMAIN_CPU,
				   RADEON_GEM_DOMAIN_CPU));
	EXPECT_EQ(0, bo_busy(&bo, NULL));
	EXPECT_EQ(0x77, bo.u32[1023]);
}

#define EVICT_SIZE	(16 * MIB)
#define EVICT_SPARE	4
#define STRIDE		MIB

static uint64_t stamp(uint32_t buffer, uint64_t offset)
{
	return ((uint64_t)buffer + 1) << 32 | offset;
}

/*
 * More buffers in VRAM than there is VRAM: some move out, none loses its
 * contents, and the card finds each of them.
 */
TEST_F_TIMEOUT(on_card, eviction, VERY_SLOW)
{
	struct drm_radeon_gem_info info;
	struct bo *bo, out;
	uint64_t offset;
	uint32_t i, n;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	if (available_memory() < 2 * EVICT_SPARE * EVICT_SIZE)
		SKIP(return, "too little memory to move buffers to");
	n = (uint32_t)(info.vram_size / EVICT_SIZE) + EVICT_SPARE;
	if (n > 256)
		SKIP(return, "too much VRAM to fill");
	bo = calloc(n, sizeof(*bo));
	ASSERT_NE(NULL, bo);
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, bo_create(self->card.fd, EVICT_SIZE, VRAM, 0,
				       &bo[i])) TH_LOG("%u of %u", i, n);
		ASSERT_EQ(0, bo_map(&bo[i]));
		for (offset = 0; offset < EVICT_SIZE; offset += STRIDE)
			bo[i].u64[offset / 8] = stamp(i, offset);
	}
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	for (i = 0; i < n; i++) {
		cs_clear(&self->cs);
		for (offset = 0; offset < EVICT_SIZE; offset += STRIDE)
			pm4_cp_dma_copy(&self->cs, &out, offset / STRIDE * 8,
					&bo[i], offset, 8);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs)) TH_LOG("%u of %u", i, n);
		ASSERT_EQ(0, bo_wait(&out));
		for (offset = 0; offset < EVICT_SIZE; offset += STRIDE) {
			ASSERT_EQ(stamp(i, offset), out.u64[offset / STRIDE]);
			ASSERT_EQ(stamp(i, offset), bo[i].u64[offset / 8]);
		}
	}
	for (i = 0; i < n; i++)
		bo_free(&bo[i]);
	free(bo);
}

/* The same buffer under two handles of two clients, by way of a file. */
TEST_F_TIMEOUT(on_card, prime, SLOW)
{
	struct bo mine, theirs = { 0 };
	uint64_t cap = 0;
	int fd, prime;

	ASSERT_EQ(0, drmGetCap(self->card.fd, DRM_CAP_PRIME, &cap));
	EXPECT_EQ(DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT, cap);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &mine));
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, mine.handle, DRM_CLOEXEC,
					&prime));
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, drmPrimeFDToHandle(fd, prime, &theirs.handle));
	theirs.fd = fd;
	theirs.size = 4096;
	theirs.domain = GTT;

	self->cs.fd = fd;
	pm4_mem_write(&self->cs, &theirs, 0, 0, 0x1234);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&mine));
	EXPECT_EQ(0x1234, mine.u32[0]);
	close(prime);
	close(fd);
	EXPECT_EQ(0x1234, mine.u32[0]);
}

CARD_TEST_MAIN(CARD_ANY)

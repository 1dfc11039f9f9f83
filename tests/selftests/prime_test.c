// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Buffers shared with another device, for which the kernel's vgem stands in:
 * ours in its hands, its in ours, written on one side and read on the other.
 */
#include <fcntl.h>
#include <sys/mman.h>

#include <xf86drm.h>

#include "debugger.h"
#include "selftest.h"
#include "vgem.h"

#define SIZE	(4 * 4096)
#define PIECES	2	/* of half of GTT; part of it has the kernel */

FIXTURE(prime) {
	struct card card;
	struct cs cs;
	int vgem;
};

FIXTURE_SETUP(prime)
{
	self->vgem = vgem_open();
	if (self->vgem < 0)
		SKIP(return, "vgem is not loaded");
	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
}

FIXTURE_TEARDOWN(prime)
{
	cs_fini(&self->cs);
	card_close(&self->card);
	close(self->vgem);
}

static void write_value(struct __test_metadata *_metadata, struct cs *cs,
			const struct bo *bo, uint32_t offset, uint32_t value)
{
	cs_clear(cs);
	pm4_mem_write(cs, bo, offset, 0, value);
	cs_pad(cs, 8);
	ASSERT_EQ(0, cs_submit(cs));
	ASSERT_EQ(0, bo_wait(bo));
}

/* Their memory, our command stream; a request for VRAM does not move it. */
TEST_F_TIMEOUT(prime, import, SLOW)
{
	struct bo theirs, mine = { .fd = self->card.fd, .size = SIZE };
	uint32_t domain;
	int file = -1;

	ASSERT_EQ(0, vgem_create(self->vgem, SIZE, &theirs, &file));
	ASSERT_EQ(0, drmPrimeFDToHandle(self->card.fd, file, &mine.handle));
	close(file);

	mine.domain = GTT;
	write_value(_metadata, &self->cs, &mine, 8, 0x11);
	EXPECT_EQ(0x11, theirs.u32[2]);
	mine.domain = VRAM;
	write_value(_metadata, &self->cs, &mine, SIZE - 8, 0x22);
	EXPECT_EQ(0x22, theirs.u32[SIZE / 4 - 2]);
	ASSERT_EQ(0, bo_busy(&mine, &domain));
	EXPECT_EQ(GTT, domain);
	EXPECT_EQ(-EINVAL, bo_set_domain(&mine, VRAM, 0));
	EXPECT_EQ(0, gem_close(self->card.fd, mine.handle));
	EXPECT_EQ(0x11, theirs.u32[2]);
	munmap(theirs.map, SIZE);
}

/* A debugger gets an error instead of pages that are not the process's. */
TEST_F_TIMEOUT(prime, debugger_of_import, SLOW)
{
	struct bo theirs, mine = { .fd = self->card.fd, .size = SIZE };
	uint32_t word = 0;
	int file = -1;

	ASSERT_EQ(0, vgem_create(self->vgem, SIZE, &theirs, &file));
	ASSERT_EQ(0, drmPrimeFDToHandle(self->card.fd, file, &mine.handle));
	close(file);
	ASSERT_EQ(0, bo_map(&mine));
	EXPECT_EQ(-EIO, debugger_access(mine.map, &word, 4, 0));
	EXPECT_EQ(-EIO, debugger_access(mine.map, &word, 4, 1));
	bo_free(&mine);
	munmap(theirs.map, SIZE);
}

/* What does not fit into GTT is refused; that its owner closes it at once harms nobody. */
TEST_F_TIMEOUT(prime, import_too_large, SLOW)
{
	struct drm_radeon_gem_info info;
	struct bo theirs;
	uint32_t i, handle;
	int file;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	ASSERT_GT(256ull << 20, info.gart_size) TH_LOG("load with a small gtt_size");
	for (i = 0; i < 40; i++) {
		ASSERT_EQ(0, vgem_create(self->vgem, (uint32_t)info.gart_size + 4096, &theirs,
					 &file));
		EXPECT_EQ(-1, drmPrimeFDToHandle(self->card.fd, file, &handle));
		EXPECT_EQ(ENOMEM, errno);
		munmap(theirs.map, theirs.size);
		gem_close(self->vgem, theirs.handle);
		close(file);
	}
}

/* Our memory, their mapping; it leaves VRAM for them with what is in it. */
TEST_F_TIMEOUT(prime, export, SLOW)
{
	struct bo mine, theirs = { .fd = self->vgem, .size = SIZE };
	uint32_t domain, word = 0;
	int file = -1;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, VRAM, &mine));
	mine.u32[0] = 0x33;
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, mine.handle,
					DRM_CLOEXEC | DRM_RDWR, &file));
	theirs.map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	ASSERT_NE(MAP_FAILED, theirs.map);
	EXPECT_EQ(0x33, theirs.u32[0]);
	ASSERT_EQ(0, mprotect(theirs.map, SIZE, PROT_READ));
	EXPECT_EQ(-EIO, debugger_access(theirs.map, &word, 4, 1));
	EXPECT_EQ(0x33, theirs.u32[0]);
	ASSERT_EQ(0, mprotect(theirs.map, SIZE, PROT_READ | PROT_WRITE));

	ASSERT_EQ(0, drmPrimeFDToHandle(self->vgem, file, &theirs.handle));
	ASSERT_EQ(0, bo_busy(&mine, &domain));
	EXPECT_EQ(GTT, domain);
	write_value(_metadata, &self->cs, &mine, 8, 0x44);
	EXPECT_EQ(0x33, theirs.u32[0]);
	EXPECT_EQ(0x44, theirs.u32[2]);
	ASSERT_EQ(0, bo_busy(&mine, &domain));
	EXPECT_EQ(GTT, domain) TH_LOG("moved away under an attached device");

	close(file);
	munmap(theirs.map, SIZE);
	EXPECT_EQ(0, gem_close(self->vgem, theirs.handle));
	write_value(_metadata, &self->cs, &mine, 16, 0x55);
	EXPECT_EQ(0x55, mine.u32[4]);
	ASSERT_EQ(0, bo_busy(&mine, &domain));
	EXPECT_EQ(VRAM, domain) TH_LOG("did not come back after the device had left");
}

/* Likewise, from where the CPU does not reach it. */
TEST_F_TIMEOUT(prime, export_far, SLOW)
{
	struct bo mine, theirs = { .fd = self->vgem, .size = SIZE };
	int file = -1;

	ASSERT_EQ(0, bo_create(self->card.fd, SIZE, VRAM, RADEON_GEM_NO_CPU_ACCESS, &mine));
	write_value(_metadata, &self->cs, &mine, SIZE - 8, 0x77);
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, mine.handle,
					DRM_CLOEXEC | DRM_RDWR, &file));
	ASSERT_EQ(0, drmPrimeFDToHandle(self->vgem, file, &theirs.handle));
	theirs.map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	ASSERT_NE(MAP_FAILED, theirs.map);
	EXPECT_EQ(0x77, theirs.u32[SIZE / 4 - 2]);
	close(file);
	munmap(theirs.map, SIZE);
	EXPECT_EQ(0, gem_close(self->vgem, theirs.handle));
}

/* What stays in GTT for other devices is at most half of it; the rest is for all others. */
TEST_F_TIMEOUT(prime, export_too_much, SLOW)
{
	struct drm_radeon_gem_info info;
	uint32_t theirs[PIECES + 1];
	struct bo mine[PIECES + 1];
	int i, file[PIECES + 1];
	uint32_t size;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	ASSERT_GT(256ull << 20, info.gart_size) TH_LOG("load with a small gtt_size");
	size = (uint32_t)info.gart_size / 2 / PIECES;
	for (i = 0; i <= PIECES; i++) {
		ASSERT_EQ(0, bo_create(self->card.fd, size, GTT, 0, &mine[i]));
		ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, mine[i].handle, DRM_CLOEXEC, &file[i]));
	}
	for (i = 0; i < PIECES; i++) {
		ASSERT_EQ(0, drmPrimeFDToHandle(self->vgem, file[i], &theirs[i]));
	}
	EXPECT_EQ(-1, drmPrimeFDToHandle(self->vgem, file[PIECES], &theirs[PIECES]));
	EXPECT_EQ(ENOMEM, errno);

	/* It does all else, and makes way for others. */
	write_value(_metadata, &self->cs, &mine[PIECES], 8, 0x66);
	ASSERT_EQ(0, gem_close(self->vgem, theirs[0]));
	ASSERT_EQ(0, drmPrimeFDToHandle(self->vgem, file[PIECES], &theirs[PIECES]));
	EXPECT_EQ(-1, drmPrimeFDToHandle(self->vgem, file[0], &theirs[0]));
	for (i = 1; i <= PIECES; i++) {
		EXPECT_EQ(0, gem_close(self->vgem, theirs[i]));
	}
	for (i = 0; i <= PIECES; i++)
		close(file[i]);
}

/* Whoever comes first with a file and whoever with a handle: one buffer. */
TEST_F_TIMEOUT(prime, back_again, SLOW)
{
	uint32_t again;
	struct bo mine;
	int file = -1;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &mine));
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, mine.handle,
					DRM_CLOEXEC, &file));
	ASSERT_EQ(0, drmPrimeFDToHandle(self->card.fd, file, &again));
	EXPECT_EQ(mine.handle, again);
	EXPECT_EQ(0, gem_close(self->card.fd, mine.handle));
	ASSERT_EQ(0, drmPrimeFDToHandle(self->card.fd, file, &mine.handle));
	write_value(_metadata, &self->cs, &mine, 0, 0x66);
	EXPECT_EQ(0x66, mine.u32[0]);
	close(file);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

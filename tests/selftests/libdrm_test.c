// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A client that goes through libdrm_radeon, as xf86-video-ati does: streams of two
 * chunks (without FLAGS, so the kernel fills in how surfaces are tiled), buffers that
 * are written or read in a stream but not both, room counted beforehand, and surfaces
 * as its surface manager lays them out.
 */
#include <fcntl.h>

#include <radeon_bo_gem.h>
#include <radeon_cs_gem.h>
#include <radeon_surface.h>

#include "selftest.h"

#define IB_DW		(16 * 1024)
#define SIZE		(256 * 1024)
#define BEGIN(cs, n)	radeon_cs_begin(cs, n, __FILE__, __func__, __LINE__)
#define END(cs)		radeon_cs_end(cs, __FILE__, __func__, __LINE__)

FIXTURE(libdrm) {
	struct card card;
	struct radeon_bo_manager *bos;
	struct radeon_cs_manager *css;
	struct radeon_cs *cs;
	struct drm_radeon_gem_info info;
};

FIXTURE_SETUP(libdrm)
{
	ASSERT_EQ(0, card_open(&self->card));
	ASSERT_EQ(0, gem_info(self->card.fd, &self->info));
	self->bos = radeon_bo_manager_gem_ctor(self->card.fd);
	ASSERT_NE(NULL, self->bos);
	self->css = radeon_cs_manager_gem_ctor(self->card.fd);
	ASSERT_NE(NULL, self->css);
	self->cs = radeon_cs_create(self->css, IB_DW);
	ASSERT_NE(NULL, self->cs);
	radeon_cs_set_limit(self->cs, GTT, (uint32_t)self->info.gart_size);
	radeon_cs_set_limit(self->cs, VRAM, (uint32_t)self->info.vram_visible);
}

FIXTURE_TEARDOWN(libdrm)
{
	radeon_cs_destroy(self->cs);
	radeon_cs_manager_gem_dtor(self->css);
	radeon_bo_manager_gem_dtor(self->bos);
	card_close(&self->card);
}

static struct radeon_bo *new_bo(struct __test_metadata *_metadata,
				struct radeon_bo_manager *bos, uint32_t size, uint32_t domain)
{
	struct radeon_bo *bo = radeon_bo_open(bos, 0, size, 4096, domain, 0);

	ASSERT_NE(NULL, bo);
	ASSERT_EQ(0, radeon_bo_map(bo, 1));
	return bo;
}

/* Source first, as the packet's relocations are. */
static void copy(struct __test_metadata *_metadata, struct radeon_cs *cs,
		 struct radeon_bo *dst, uint32_t to, uint32_t to_domain,
		 struct radeon_bo *src, uint32_t from, uint32_t from_domain, uint32_t bytes)
{
	BEGIN(cs, 10);
	radeon_cs_write_dword(cs, pm4_type3(PM4_CP_DMA, 5));
	radeon_cs_write_dword(cs, from);
	radeon_cs_write_dword(cs, CP_DMA_SYNC);
	radeon_cs_write_dword(cs, to);
	radeon_cs_write_dword(cs, 0);
	radeon_cs_write_dword(cs, bytes);
	ASSERT_EQ(0, radeon_cs_write_reloc(cs, src, from_domain, 0, 0));
	ASSERT_EQ(0, radeon_cs_write_reloc(cs, dst, 0, to_domain, 0));
	END(cs);
}

static int send(struct radeon_cs *cs)
{
	int ret;

	while (cs->cdw % 8)
		radeon_cs_write_dword(cs, PM4_TYPE2);
	ret = radeon_cs_emit(cs);
	radeon_cs_erase(cs);
	return ret;
}

static void want_room(struct __test_metadata *_metadata, struct radeon_cs *cs,
		      struct radeon_bo *dst, uint32_t to, struct radeon_bo *src, uint32_t from)
{
	radeon_cs_space_reset_bos(cs);
	radeon_cs_space_add_persistent_bo(cs, src, from, 0);
	radeon_cs_space_add_persistent_bo(cs, dst, 0, to);
	ASSERT_EQ(RADEON_CS_SPACE_OK, radeon_cs_space_check(cs));
}

/* GTT to VRAM and back, in pieces, through two streams that follow each other. */
TEST_F_TIMEOUT(libdrm, contents, SLOW)
{
	struct radeon_bo *src = new_bo(_metadata, self->bos, SIZE, GTT);
	struct radeon_bo *vram = new_bo(_metadata, self->bos, SIZE, VRAM);
	struct radeon_bo *dst = new_bo(_metadata, self->bos, SIZE, GTT);
	uint32_t at, domain;

	scramble(src->ptr, SIZE, 1);
	want_room(_metadata, self->cs, vram, VRAM, src, GTT);
	for (at = 0; at < SIZE; at += SIZE / 16)
		copy(_metadata, self->cs, vram, at, VRAM, src, at, GTT, SIZE / 16);
	EXPECT_EQ(1, radeon_bo_is_referenced_by_cs(vram, self->cs));
	ASSERT_EQ(0, send(self->cs));

	want_room(_metadata, self->cs, dst, GTT, vram, VRAM);
	for (at = 0; at < SIZE; at += SIZE / 16)
		copy(_metadata, self->cs, dst, at, GTT, vram, at, VRAM, SIZE / 16);
	ASSERT_EQ(0, send(self->cs));
	ASSERT_EQ(0, radeon_bo_wait(dst));
	EXPECT_EQ(0, memcmp(src->ptr, dst->ptr, SIZE));
	ASSERT_EQ(0, radeon_bo_wait(vram));
	EXPECT_EQ(0, memcmp(src->ptr, vram->ptr, SIZE));
	EXPECT_EQ(0, radeon_bo_is_busy(vram, &domain));
	EXPECT_EQ(VRAM, domain);
	radeon_bo_unref(src);
	radeon_bo_unref(vram);
	radeon_bo_unref(dst);
}

/* One stream object, used again and again without waiting. */
TEST_F_TIMEOUT(libdrm, many_streams, SLOW)
{
	enum { STREAMS = 300 };
	struct radeon_bo *src = new_bo(_metadata, self->bos, 4096, GTT);
	struct radeon_bo *dst = new_bo(_metadata, self->bos, 4096, GTT);
	uint32_t *from = src->ptr, *to = dst->ptr;
	uint32_t i;

	for (i = 0; i < STREAMS; i++)
		from[i] = 0x1000 + i;
	for (i = 0; i < STREAMS; i++) {
		want_room(_metadata, self->cs, dst, GTT, src, GTT);
		copy(_metadata, self->cs, dst, 4 * i, GTT, src, 4 * i, GTT, 4);
		ASSERT_EQ(0, send(self->cs)) TH_LOG("stream %u", i);
	}
	ASSERT_EQ(0, radeon_bo_wait(dst));
	for (i = 0; i < STREAMS; i++)
		EXPECT_EQ(0x1000 + i, to[i]);
	radeon_bo_unref(src);
	radeon_bo_unref(dst);
}

static void count_flush(void *data)
{
	(*(uint32_t *)data)++;
}

/* libdrm counts before the kernel does; what it lets through, the kernel takes. */
TEST_F(libdrm, room)
{
	struct radeon_bo *a = new_bo(_metadata, self->bos, SIZE, GTT);
	struct radeon_bo *b = new_bo(_metadata, self->bos, SIZE, GTT);
	uint32_t flushes = 0;

	radeon_cs_set_limit(self->cs, GTT, SIZE + SIZE / 2);
	radeon_cs_space_set_flush(self->cs, count_flush, &flushes);
	radeon_cs_space_reset_bos(self->cs);
	radeon_cs_space_add_persistent_bo(self->cs, a, 0, GTT);
	EXPECT_EQ(RADEON_CS_SPACE_OK, radeon_cs_space_check(self->cs));
	EXPECT_EQ(0, flushes);
	radeon_cs_space_add_persistent_bo(self->cs, b, 0, GTT);
	EXPECT_NE(RADEON_CS_SPACE_OK, radeon_cs_space_check(self->cs));
	radeon_bo_unref(a);
	radeon_bo_unref(b);
}

/* A stream that the kernel refuses: the client is told, and goes on. */
TEST_F(libdrm, refused)
{
	struct radeon_bo *src = new_bo(_metadata, self->bos, 4096, GTT);
	struct radeon_bo *dst = new_bo(_metadata, self->bos, 4096, GTT);

	scramble(src->ptr, 4096, 4);
	want_room(_metadata, self->cs, dst, GTT, src, GTT);
	copy(_metadata, self->cs, dst, 0, GTT, src, 4096, GTT, 64);
	EXPECT_EQ(-EINVAL, send(self->cs));
	want_room(_metadata, self->cs, dst, GTT, src, GTT);
	copy(_metadata, self->cs, dst, 0, GTT, src, 0, GTT, 64);
	ASSERT_EQ(0, send(self->cs));
	ASSERT_EQ(0, radeon_bo_wait(dst));
	EXPECT_EQ(0, memcmp(src->ptr, dst->ptr, 64));
	radeon_bo_unref(src);
	radeon_bo_unref(dst);
}

/* ---- surfaces ---- */

static uint32_t tiling_of(const struct radeon_surface *s)
{
	uint32_t split = s->tile_split >> 7, code = 0;

	while (split) {
		split >>= 1;
		code++;
	}
	return RADEON_TILING_MACRO | RADEON_TILING_MICRO |
	       s->bankw << RADEON_TILING_EG_BANKW_SHIFT |
	       s->bankh << RADEON_TILING_EG_BANKH_SHIFT |
	       s->mtilea << RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT |
	       code << RADEON_TILING_EG_TILE_SPLIT_SHIFT;
}

/* Made by one client as the surface manager says, filled, and read by another. */
TEST_F_TIMEOUT(libdrm, surface, SLOW)
{
	struct radeon_surface_manager *manager = radeon_surface_manager_new(self->card.fd);
	struct radeon_surface s = {
		.npix_x = 640, .npix_y = 480, .npix_z = 1,
		.blk_w = 1, .blk_h = 1, .blk_d = 1,
		.array_size = 1, .bpe = 4, .nsamples = 1,
		.flags = RADEON_SURF_SET(RADEON_SURF_TYPE_2D, TYPE) |
			 RADEON_SURF_SET(RADEON_SURF_MODE_2D, MODE),
	};
	struct radeon_bo_manager *others;
	struct radeon_bo *bo, *src, *seen;
	uint32_t flags = 0, pitch = 0, at, len;
	int other, file = -1;

	ASSERT_NE(NULL, manager) TH_LOG("it knows neither the chip nor its tiling");
	ASSERT_EQ(0, radeon_surface_best(manager, &s));
	ASSERT_EQ(0, radeon_surface_init(manager, &s));
	EXPECT_EQ(RADEON_SURF_MODE_2D, s.level[0].mode);
	EXPECT_LE(640 * 4, s.level[0].pitch_bytes);
	EXPECT_LE(s.level[0].pitch_bytes * 480ull, s.bo_size);

	bo = radeon_bo_open(self->bos, 0, (uint32_t)s.bo_size, (uint32_t)s.bo_alignment, VRAM, 0);
	ASSERT_NE(NULL, bo);
	ASSERT_EQ(0, radeon_bo_set_tiling(bo, tiling_of(&s), s.level[0].pitch_bytes));
	src = new_bo(_metadata, self->bos, (uint32_t)s.bo_size, GTT);
	scramble(src->ptr, s.bo_size, 5);
	want_room(_metadata, self->cs, bo, VRAM, src, GTT);
	for (at = 0; at < s.bo_size; at += len) {
		len = s.bo_size - at < 1 << 20 ? (uint32_t)s.bo_size - at : 1 << 20;
		copy(_metadata, self->cs, bo, at, VRAM, src, at, GTT, len);
	}
	ASSERT_EQ(0, send(self->cs));

	other = card_reopen(&self->card);
	ASSERT_LE(0, other);
	others = radeon_bo_manager_gem_ctor(other);
	ASSERT_EQ(0, radeon_gem_prime_share_bo(bo, &file));
	seen = radeon_gem_bo_open_prime(others, file, (uint32_t)s.bo_size);
	ASSERT_NE(NULL, seen);
	close(file);
	ASSERT_EQ(0, radeon_bo_get_tiling(seen, &flags, &pitch));
	EXPECT_EQ(tiling_of(&s), flags);
	EXPECT_EQ(s.level[0].pitch_bytes, pitch);
	ASSERT_EQ(0, radeon_bo_map(seen, 0));
	ASSERT_EQ(0, radeon_bo_wait(seen));
	EXPECT_EQ(0, memcmp(src->ptr, seen->ptr, s.bo_size));

	radeon_bo_unref(seen);
	radeon_bo_unref(src);
	radeon_bo_unref(bo);
	radeon_bo_manager_gem_dtor(others);
	close(other);
	radeon_surface_manager_free(manager);
}

/* The kernel has room, and the alignment, for whatever the surface manager asks for. */
TEST_F(libdrm, every_layout)
{
	static const struct {
		uint32_t width, height, bpe, samples, levels, mode;
	} rows[] = {
		{ 1, 1, 4, 1, 0, RADEON_SURF_MODE_LINEAR_ALIGNED },
		{ 17, 33, 1, 1, 0, RADEON_SURF_MODE_1D },
		{ 1024, 768, 4, 1, 10, RADEON_SURF_MODE_2D },
		{ 1920, 1080, 8, 4, 0, RADEON_SURF_MODE_2D },
		{ 256, 256, 16, 1, 8, RADEON_SURF_MODE_2D },
	};
	struct radeon_surface_manager *manager = radeon_surface_manager_new(self->card.fd);
	struct radeon_bo *bo;
	uint32_t i;

	ASSERT_NE(NULL, manager);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct radeon_surface s = {
			.npix_x = rows[i].width, .npix_y = rows[i].height, .npix_z = 1,
			.blk_w = 1, .blk_h = 1, .blk_d = 1, .array_size = 1,
			.last_level = rows[i].levels, .bpe = rows[i].bpe,
			.nsamples = rows[i].samples,
			.flags = RADEON_SURF_SET(RADEON_SURF_TYPE_2D, TYPE) |
				 RADEON_SURF_SET(rows[i].mode, MODE),
		};

		ASSERT_EQ(0, radeon_surface_best(manager, &s)) TH_LOG("row %u", i);
		ASSERT_EQ(0, radeon_surface_init(manager, &s)) TH_LOG("row %u", i);
		EXPECT_LE((uint64_t)rows[i].width * rows[i].height * rows[i].bpe *
			  rows[i].samples, s.bo_size);
		bo = radeon_bo_open(self->bos, 0, (uint32_t)s.bo_size,
				    (uint32_t)s.bo_alignment, VRAM, 0);
		ASSERT_NE(NULL, bo) TH_LOG("row %u: %llu bytes at %llu", i,
					   (unsigned long long)s.bo_size,
					   (unsigned long long)s.bo_alignment);
		radeon_bo_unref(bo);
	}
	radeon_surface_manager_free(manager);
}

CARD_TEST_MAIN(CARD_ANY)

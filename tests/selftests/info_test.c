// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * INFO: how much each query writes, on which chips it exists, what values make
 * sense, and the calls that Mesa makes when it creates a screen, in its order.
 */
#include <string.h>

#include <xf86drm.h>

#include "clock.h"
#include "on_card.h"
#include "pm4.h"

#define CANARY	0x5ca1ab1eu

enum chips { ALL, CAYMAN_ONLY, NONE };

struct query {
	const char *name;
	uint32_t request;
	uint32_t bytes;		/* of the answer */
	enum chips on;
	uint32_t input;
	uint64_t min, max;	/* of a sensible answer */
};

#define Q(name, bytes, on, input, min, max) \
	{ #name, RADEON_INFO_##name, bytes, on, input, min, max }
#define MAX	~0ull

static const struct query queries[] = {
	Q(DEVICE_ID, 4, ALL, 0, 0x6000, 0x9fff),
	Q(NUM_GB_PIPES, 4, ALL, 0, 0, 0),
	Q(NUM_Z_PIPES, 4, ALL, 0, 0, 0),
	Q(ACCEL_WORKING, 4, ALL, 0, 0, 1),
	Q(ACCEL_WORKING2, 4, ALL, 0, 1, 1),
	Q(TILING_CONFIG, 4, ALL, 0, 0, 0xffff),
	Q(WANT_HYPERZ, 4, ALL, 0, 0, 0),
	Q(WANT_CMASK, 4, ALL, 0, 0, 0),
	Q(CLOCK_CRYSTAL_FREQ, 4, ALL, 0, 1000, 200000),
	Q(NUM_BACKENDS, 4, ALL, 0, 1, 16),
	Q(NUM_TILE_PIPES, 4, ALL, 0, 1, 8),
	Q(FUSION_GART_WORKING, 4, ALL, 0, 1, 1),
	Q(BACKEND_MAP, 4, ALL, 0, 0, MAX),
	Q(VA_START, 4, CAYMAN_ONLY, 0, 4096, 8 << 20),
	Q(IB_VM_MAX_SIZE, 4, CAYMAN_ONLY, 0, 16384, 1 << 20),
	Q(MAX_PIPES, 4, ALL, 0, 1, 64),
	Q(TIMESTAMP, 8, ALL, 0, 0, MAX),
	Q(MAX_SE, 4, ALL, 0, 1, 2),
	Q(MAX_SH_PER_SE, 4, NONE, 0, 0, MAX),
	Q(FASTFB_WORKING, 4, ALL, 0, 0, 1),
	Q(RING_WORKING, 4, ALL, RADEON_CS_RING_GFX, 1, 1),
	Q(SI_TILE_MODE_ARRAY, 4, NONE, 0, 0, MAX),
	Q(SI_CP_DMA_COMPUTE, 4, ALL, 0, 1, 1),
	Q(CIK_MACROTILE_MODE_ARRAY, 4, NONE, 0, 0, MAX),
	Q(SI_BACKEND_ENABLED_MASK, 4, NONE, 0, 0, MAX),
	Q(MAX_SCLK, 4, ALL, 0, 0, 3000000),
	Q(VCE_FW_VERSION, 4, ALL, 0, 0, MAX),
	Q(VCE_FB_VERSION, 4, ALL, 0, 0, MAX),
	Q(NUM_BYTES_MOVED, 8, ALL, 0, 0, MAX),
	Q(VRAM_USAGE, 8, ALL, 0, 1, 1ull << 36),
	Q(GTT_USAGE, 8, ALL, 0, 1, 1ull << 36),
	Q(ACTIVE_CU_COUNT, 4, ALL, 0, 1, 24),
	Q(CURRENT_GPU_TEMP, 4, ALL, 0, 0, 150000),
	Q(CURRENT_GPU_SCLK, 4, ALL, 0, 0, 3000),
	Q(CURRENT_GPU_MCLK, 4, ALL, 0, 0, 3000),
	Q(READ_REG, 4, ALL, 0x8010, 0, MAX),
	Q(VA_UNMAP_WORKING, 4, ALL, 0, 1, 1),
	Q(GPU_RESET_COUNTER, 4, ALL, 0, 0, 0),
};

static bool query_exists(const struct query *q, const struct card *card)
{
	if (q->on == CAYMAN_ONLY)
		return card_is_cayman(card);
	return q->on == ALL;
}

/* One query: the result, the value, and not a byte more. */
static void ask(struct __test_metadata *_metadata, const struct card *card,
		const struct query *q)
{
	bool exists = query_exists(q, card);
	uint32_t buf[4] = { q->input, CANARY, CANARY, CANARY };
	uint64_t value;

	EXPECT_EQ(exists ? 0 : -EINVAL, card_info(card->fd, q->request, buf))
		TH_LOG("%s", q->name);
	EXPECT_EQ(CANARY, buf[2]) TH_LOG("%s", q->name);
	if (!exists || q->bytes == 4) {
		EXPECT_EQ(CANARY, buf[1])
			TH_LOG("%s", q->name);
	}
	if (!exists) {
		EXPECT_EQ(q->input, buf[0]) TH_LOG("%s", q->name);
		return;
	}
	value = buf[0] | (q->bytes == 8 ? (uint64_t)buf[1] << 32 : 0);
	EXPECT_LE(q->min, value) TH_LOG("%s", q->name);
	EXPECT_GE(q->max, value) TH_LOG("%s", q->name);
}

TEST_F(on_card, every_query)
{
	struct bo bo;
	uint32_t i;

	/* So that some memory is in use. */
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < ARRAY_SIZE(queries); i++)
		ask(_metadata, &self->card, &queries[i]);
}

/* The numbers behind the last query, and the pointer that is no pointer. */
TEST_F(on_card, refused)
{
	static const uint32_t unknown[] = { 0x27, 0x28, 0x100, 0xffffffff };
	uint32_t value = 0, i;

	for (i = 0; i < ARRAY_SIZE(unknown); i++) {
		EXPECT_EQ(-EINVAL, card_info(self->card.fd, unknown[i], &value))
			TH_LOG("at %u", i);
	}
	for (i = 0; i < ARRAY_SIZE(queries); i++) {
		if (queries[i].on != ALL)
			continue;
		EXPECT_EQ(-EFAULT, card_info(self->card.fd, queries[i].request,
					     NULL)) TH_LOG("%s", queries[i].name);
		EXPECT_EQ(-EFAULT, card_info(self->card.fd, queries[i].request,
					     (void *)0xffff888000000000))
			TH_LOG("%s", queries[i].name);
	}
}

TEST_F(on_card, device)
{
	bool old = self->card.device >= 0x6880 && self->card.device < 0x6900;
	uint32_t id = 0, accel = 7;

	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_DEVICE_ID, &id));
	EXPECT_EQ(self->card.device, id);
	/* Programs older than these chips must not try. */
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_ACCEL_WORKING, &accel));
	EXPECT_EQ(!old, accel);
}

/* Each field of TILING_CONFIG has a value that Mesa understands. */
TEST_F(on_card, tiling_config)
{
	uint32_t config = 0, pipes = 0;

	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_TILING_CONFIG,
			       &config));
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_NUM_TILE_PIPES,
			       &pipes));
	EXPECT_GE(3, config & 0xf);
	EXPECT_EQ(pipes, 1u << (config & 0xf));
	EXPECT_GE(2, config >> 4 & 0xf);
	EXPECT_GE(1, config >> 8 & 0xf);
	EXPECT_GE(2, config >> 12 & 0xf);
}

/* What Documentation/uapi.rst lists as other than radeon.ko's: no displays, no video. */
TEST_F(on_card, what_there_is_not)
{
	uint32_t value = RADEON_CS_RING_VCE;

	if (!card_is_evergreen(&self->card))
		return;
	EXPECT_EQ(-EINVAL, card_info(self->card.fd, RADEON_INFO_RING_WORKING, &value));
	value = 0;
	EXPECT_EQ(-EINVAL, card_info(self->card.fd, RADEON_INFO_CRTC_FROM_ID, &value));
	value = 1;
	EXPECT_EQ(0, card_info(self->card.fd, RADEON_INFO_VCE_FW_VERSION, &value));
	EXPECT_EQ(0, value);
	value = 1;
	EXPECT_EQ(0, card_info(self->card.fd, RADEON_INFO_VCE_FB_VERSION, &value));
	EXPECT_EQ(0, value);
}

struct reg_row {
	uint32_t reg;
	int expect;
};

TEST_F(on_card, read_reg)
{
	static const struct reg_row rows[] = {
		{ 0x8010, 0 }, { 0x8014, 0 }, { 0x8018, 0 }, { 0x0e50, 0 },
		{ 0x0ec4, 0 }, { 0xd034, 0 },
		{ 0, -EINVAL }, { 0x8011, -EINVAL }, { 0xc100, -EINVAL },
		{ 0x8500, -EINVAL }, { 0x20000, -EINVAL },
		{ 0xffffffff, -EINVAL },
	};
	uint32_t i, value;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		value = rows[i].reg;
		EXPECT_EQ(rows[i].expect,
			  card_info(self->card.fd, RADEON_INFO_READ_REG, &value))
			TH_LOG("register 0x%x", rows[i].reg);
	}
	value = 0xd834;
	EXPECT_EQ(card_is_cayman(&self->card) ? 0 : -EINVAL,
		  card_info(self->card.fd, RADEON_INFO_READ_REG, &value));
	/* UVD_STATUS: radeon runs the video decoder, evergreen leaves it without a clock. */
	value = 0xf6bc;
	EXPECT_EQ(card_is_evergreen(&self->card) ? -EINVAL : 0,
		  card_info(self->card.fd, RADEON_INFO_READ_REG, &value));
}

TEST_F(on_card, timestamp_goes_on)
{
	uint64_t last = 0, now = 0;
	uint32_t i;

	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_TIMESTAMP, &last));
	for (i = 0; i < 20; i++) {
		usleep(1000);
		ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_TIMESTAMP,
				       &now));
		EXPECT_LT(last, now);
		last = now;
	}
}

/*
 * Clients divide it by CLOCK_CRYSTAL_FREQ. The clock of a guest may be off, but not by
 * half, and a crystal is not another one by less.
 */
TEST_F(on_card, timestamp_unit)
{
	uint64_t first = 0, last = 0;
	double inner, outer, ticked;
	uint32_t khz = 0;

	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &khz));
	outer = now();
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_TIMESTAMP, &first));
	inner = now();
	usleep(200000);
	inner = now() - inner;
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_TIMESTAMP, &last));
	outer = now() - outer;
	ticked = (double)(last - first) / khz / 1e3;
	EXPECT_LT(inner / 2, ticked);
	EXPECT_GT(outer * 2, ticked);
}

/* What a client allocates shows, and what has to change place. */
TEST_F(on_card, usage)
{
	enum { SIZE = 4 << 20 };
	uint64_t before = 0, with = 0, moved = 0, then = 0;
	struct bo bo;

	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_GTT_USAGE, &before));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &bo));
	bo.u32[0] = 1;
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_GTT_USAGE, &with));
	EXPECT_LE(before + SIZE, with);
	bo_free(&bo);
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_GTT_USAGE, &with));
	EXPECT_EQ(before, with);

	/* Written where it is, then wanted elsewhere. */
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &bo));
	bo.u32[0] = 1;
	bo.domain = VRAM;
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_NUM_BYTES_MOVED, &moved));
	pm4_mem_write(&self->cs, &bo, 8, 0, 1);
	cs_pad(&self->cs, 8);
	EXPECT_EQ(0, cs_submit(&self->cs));
	EXPECT_EQ(0, bo_wait(&bo));
	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_NUM_BYTES_MOVED, &then));
	EXPECT_LE(moved + SIZE, then);
	bo_free(&bo);
}

TEST_F(on_card, rings)
{
	uint32_t value;

	value = RADEON_CS_RING_COMPUTE;
	EXPECT_EQ(0, card_info(self->card.fd, RADEON_INFO_RING_WORKING, &value));
	EXPECT_EQ(1, value);
	value = 5;
	EXPECT_EQ(-EINVAL, card_info(self->card.fd, RADEON_INFO_RING_WORKING,
				     &value));
	value = 0xffffffff;
	EXPECT_EQ(-EINVAL, card_info(self->card.fd, RADEON_INFO_RING_WORKING,
				     &value));
	if (!card_is_evergreen(&self->card))
		return;
	/* Mesa takes success for presence, whatever the value. */
	value = RADEON_CS_RING_UVD;
	EXPECT_EQ(-EINVAL, card_info(self->card.fd, RADEON_INFO_RING_WORKING,
				     &value));
}

/* HyperZ and CMASK belong to one client at a time. */
TEST_F(on_card, one_owner)
{
	static const uint32_t request[] = {
		RADEON_INFO_WANT_HYPERZ, RADEON_INFO_WANT_CMASK,
	};
	int mine = self->card.fd, other = card_reopen(&self->card);
	uint32_t i, value;

	ASSERT_LE(0, other);
	for (i = 0; i < ARRAY_SIZE(request); i++) {
		value = 1;
		ASSERT_EQ(0, card_info(mine, request[i], &value));
		EXPECT_EQ(1, value);
		value = 1;
		ASSERT_EQ(0, card_info(other, request[i], &value));
		EXPECT_EQ(0, value) TH_LOG("two owners");
		value = 0;
		ASSERT_EQ(0, card_info(mine, request[i], &value));
		EXPECT_EQ(0, value);
		value = 1;
		ASSERT_EQ(0, card_info(other, request[i], &value));
		EXPECT_EQ(1, value) TH_LOG("not given up");
		value = 2;
		EXPECT_EQ(-EINVAL, card_info(mine, request[i], &value));
	}
	/* The owner goes without a word. */
	close(other);
	value = 1;
	ASSERT_EQ(0, card_info(mine, RADEON_INFO_WANT_HYPERZ, &value));
	EXPECT_EQ(1, value);
}

/* Mesa 25.0.7's calls at screen creation; those marked must not fail. */
struct step {
	uint32_t request;
	uint32_t input;
	bool must;
};

static const struct step mesa_steps[] = {
	{ RADEON_INFO_DEVICE_ID, 0, true },
	{ RADEON_INFO_RING_WORKING, RADEON_CS_RING_UVD, false },
	{ RADEON_INFO_RING_WORKING, RADEON_CS_RING_VCE, false },
	{ RADEON_INFO_MAX_SCLK, 0, false },
	{ RADEON_INFO_NUM_BACKENDS, 0, true },
	{ RADEON_INFO_CLOCK_CRYSTAL_FREQ, 0, true },
	{ RADEON_INFO_TILING_CONFIG, 0, true },
	{ RADEON_INFO_NUM_TILE_PIPES, 0, false },
	{ RADEON_INFO_BACKEND_MAP, 0, false },
	{ RADEON_INFO_VA_START, 0, false },
	{ RADEON_INFO_IB_VM_MAX_SIZE, 0, false },
	{ RADEON_INFO_VA_UNMAP_WORKING, 0, false },
	{ RADEON_INFO_MAX_PIPES, 0, false },
	{ RADEON_INFO_ACTIVE_CU_COUNT, 0, false },
	{ RADEON_INFO_MAX_SE, 0, false },
	{ RADEON_INFO_MAX_SH_PER_SE, 0, false },
	{ RADEON_INFO_ACCEL_WORKING2, 0, true },
	{ RADEON_INFO_DEVICE_ID, 0, true },
	{ RADEON_INFO_TILING_CONFIG, 0, true },
	{ RADEON_INFO_GPU_RESET_COUNTER, 0, true },
};

/* DRM_VERSION as Mesa checks it. */
static void check_version(struct __test_metadata *_metadata, int fd)
{
	drmVersionPtr v = drmGetVersion(fd);

	ASSERT_NE(NULL, v);
	EXPECT_STREQ("radeon", v->name);
	EXPECT_EQ(2, v->version_major);
	EXPECT_LE(50, v->version_minor);
	drmFreeVersion(v);
}

TEST_F_TIMEOUT(on_card, mesa_screen, SLOW)
{
	struct drm_radeon_gem_userptr userptr = { 0 };
	struct drm_radeon_gem_info info;
	struct bo small, large;
	uint64_t cap = 0;
	uint32_t i, value;
	int fd = self->card.fd;

	check_version(_metadata, fd);
	/* Anything but -EACCES means to Mesa that there is no userptr. */
	EXPECT_GT(0, card_ioctl(fd, DRM_IOCTL_RADEON_GEM_USERPTR, &userptr));
	ASSERT_EQ(0, gem_info(fd, &info));
	for (i = 0; i < ARRAY_SIZE(mesa_steps); i++) {
		value = mesa_steps[i].input;
		if (card_info(fd, mesa_steps[i].request, &value)) {
			EXPECT_FALSE(mesa_steps[i].must)
				TH_LOG("step %u", i);
		}
	}
	ASSERT_EQ(0, drmGetCap(fd, DRM_CAP_PRIME, &cap));
	EXPECT_EQ(3, cap);
	ASSERT_EQ(0, bo_create(fd, 4096, VRAM, RADEON_GEM_GTT_WC, &small));
	ASSERT_EQ(0, bo_create(fd, 65536, VRAM, RADEON_GEM_GTT_WC, &large));
	ASSERT_EQ(0, bo_map(&small));
	ASSERT_EQ(0, bo_map(&large));
	EXPECT_EQ(0, bo_busy(&small, NULL));
	EXPECT_EQ(0, bo_wait(&small));
	bo_free(&small);
	bo_free(&large);
}

CARD_TEST_MAIN(CARD_ANY)

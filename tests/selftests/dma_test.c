// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The packets of the DMA ring between all places, the linear ones checked byte for byte
 * against the CPU, with what lies around the target; and what the ring itself has
 * to stand: lengths that fill no block, more submissions than it holds, clients
 * on two rings at once.
 */
#include "selftest.h"
#include "dma.h"

#define ROOM		(5u * 1024 * 1024)
#define SMALL_ROOM	(512u * 1024)	/* as far as small copies read */
#define MARGIN		64u
#define UNTOUCHED	0xee

FIXTURE(dma) {
	struct card card;
	struct cs cs;
	struct bo src, dst;
	uint8_t *expect;
};

FIXTURE_VARIANT(dma) {
	uint32_t from, to;
};

FIXTURE_VARIANT_ADD(dma, gtt_to_gtt) { .from = GTT, .to = GTT };
FIXTURE_VARIANT_ADD(dma, gtt_to_vram) { .from = GTT, .to = VRAM };
FIXTURE_VARIANT_ADD(dma, vram_to_gtt) { .from = VRAM, .to = GTT };
FIXTURE_VARIANT_ADD(dma, vram_to_vram) { .from = VRAM, .to = VRAM };

FIXTURE_SETUP(dma)
{
	ASSERT_EQ(0, card_open(&self->card));
	dma_init(&self->cs, self->card.fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, ROOM, variant->from,
				      &self->src));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, ROOM, variant->to,
				      &self->dst));
	self->expect = malloc(ROOM);
	ASSERT_NE(NULL, self->expect);
	scramble(self->src.map, SMALL_ROOM, 1);
}

FIXTURE_TEARDOWN(dma)
{
	free(self->expect);
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* Both the target and what it should be, before packets are written. */
static void blank(struct bo *dst, uint8_t *expect, uint64_t used)
{
	memset(dst->map, UNTOUCHED, used);
	memset(expect, UNTOUCHED, used);
}

static void run(struct __test_metadata *_metadata, struct cs *cs, const struct bo *dst,
		const uint8_t *expect, uint64_t used, const char *what)
{
	uint64_t i;

	ASSERT_EQ(0, cs_submit(cs)) TH_LOG("%s", what);
	cs_clear(cs);
	ASSERT_EQ(0, bo_wait(dst));
	if (!memcmp(dst->map, expect, used))
		return;
	for (i = 0; i < used; i++)
		if (dst->u8[i] != expect[i])
			break;
	ASSERT_EQ(used, i)
		TH_LOG("%s: byte %llu is 0x%02x, not 0x%02x", what,
		       (unsigned long long)i, dst->u8[i], expect[i]);
}

/* All sizes from 1 to 120 dwords, one packet each, from odd places to odd places. */
TEST_F_TIMEOUT(dma, copies_of_dwords, VERY_SLOW)
{
	enum { SLOT = 512, SIZES = 120 };
	uint32_t n;

	blank(&self->dst, self->expect, SLOT * (SIZES + 1));
	for (n = 1; n <= SIZES; n++) {
		uint32_t to = SLOT * n + n % 5 * 4, from = 4092 * n;

		dma_copy(&self->cs, DMA_COPY, &self->dst, to, &self->src, from, n);
		memcpy(self->expect + to, self->src.u8 + from, 4 * n);
	}
	run(_metadata, &self->cs, &self->dst, self->expect, SLOT * (SIZES + 1),
	    "copies of dwords");
}

/* All sizes from 1 to 120 bytes at all alignments of both ends. */
TEST_F_TIMEOUT(dma, copies_of_bytes, VERY_SLOW)
{
	enum { SLOT = 160, SIZES = 120 };
	uint32_t align, n;

	for (align = 0; align < 16; align++) {
		blank(&self->dst, self->expect, SLOT * (SIZES + 1));
		for (n = 1; n <= SIZES; n++) {
			uint32_t to = SLOT * n + align / 4, from = 4093 * n + align % 4;

			dma_copy(&self->cs, DMA_COPY_BYTES, &self->dst, to, &self->src,
				 from, n);
			memcpy(self->expect + to, self->src.u8 + from, n);
		}
		run(_metadata, &self->cs, &self->dst, self->expect, SLOT * (SIZES + 1),
		    "copies of bytes");
	}
}

static const uint32_t counts[] = {
	1023, 1024, 1025, 4095, 65535, 65536, DMA_MAX_COUNT - 1, DMA_MAX_COUNT,
};

/* Counts around pages, and the largest that a packet can say. */
TEST_F_TIMEOUT(dma, large_copies, VERY_SLOW)
{
	enum dma_code codes[] = { DMA_COPY, DMA_COPY_BYTES };
	uint32_t i, c;

	scramble(self->src.map, ROOM, 1);
	for (c = 0; c < ARRAY_SIZE(codes); c++) {
		for (i = 0; i < ARRAY_SIZE(counts); i++) {
			uint32_t bytes = counts[i] * (codes[c] == DMA_COPY ? 4 : 1);
			uint64_t used = 2 * MARGIN + bytes;

			blank(&self->dst, self->expect, used);
			memcpy(self->expect + MARGIN, self->src.u8 + 4000, bytes);
			dma_copy(&self->cs, codes[c], &self->dst, MARGIN, &self->src,
				 4000, counts[i]);
			run(_metadata, &self->cs, &self->dst, self->expect, used,
			    "a large copy");
		}
	}
}

/* Fills of all small sizes, and the largest. */
TEST_F_TIMEOUT(dma, fills, VERY_SLOW)
{
	enum { SLOT = 512, SIZES = 120 };
	uint32_t n, i, value = 0x12345678;

	blank(&self->dst, self->expect, SLOT * (SIZES + 1));
	for (n = 1; n <= SIZES; n++) {
		uint32_t to = SLOT * n + n % 7 * 4;

		value = value * 1664525 + 1;
		dma_fill(&self->cs, &self->dst, to, value, n);
		for (i = 0; i < n; i++)
			memcpy(self->expect + to + 4 * i, &value, 4);
	}
	run(_metadata, &self->cs, &self->dst, self->expect, SLOT * (SIZES + 1), "fills");

	blank(&self->dst, self->expect, 4ull * DMA_MAX_COUNT + 8);
	memset(self->expect + 4, 0x42, 4ull * DMA_MAX_COUNT);
	dma_fill(&self->cs, &self->dst, 4, 0x42424242, DMA_MAX_COUNT);
	run(_metadata, &self->cs, &self->dst, self->expect, 4ull * DMA_MAX_COUNT + 8,
	    "the largest fill");
}

/* Data in the stream: all small sizes, and as much as a large stream holds. */
TEST_F_TIMEOUT(dma, writes, VERY_SLOW)
{
	enum { SLOT = 512, SIZES = 120, LARGE = 60000 };
	uint32_t n;

	blank(&self->dst, self->expect, SLOT * (SIZES + 1));
	for (n = 1; n <= SIZES; n++) {
		uint32_t to = SLOT * n + n % 3 * 4;
		const uint32_t *data = &self->src.u32[n * 1000];

		dma_write(&self->cs, &self->dst, to, data, n);
		memcpy(self->expect + to, data, 4 * n);
	}
	run(_metadata, &self->cs, &self->dst, self->expect, SLOT * (SIZES + 1), "writes");

	blank(&self->dst, self->expect, 4 * LARGE + 2 * MARGIN);
	dma_write(&self->cs, &self->dst, MARGIN, self->src.u32, LARGE);
	memcpy(self->expect + MARGIN, self->src.map, 4 * LARGE);
	run(_metadata, &self->cs, &self->dst, self->expect, 4 * LARGE + 2 * MARGIN,
	    "a large write");
}

/* One source, two targets. */
TEST_F_TIMEOUT(dma, broadcasts, VERY_SLOW)
{
	enum { SLOT = 512, SIZES = 80, HALF = SLOT * (SIZES + 1) };
	uint32_t n;

	blank(&self->dst, self->expect, 2 * HALF);
	for (n = 1; n <= SIZES; n++) {
		uint32_t to = SLOT * n + n % 4 * 4, from = 4092 * n;

		dma_broadcast(&self->cs, &self->dst, to, &self->dst, HALF + to,
			      &self->src, from, n);
		memcpy(self->expect + to, self->src.u8 + from, 4 * n);
		memcpy(self->expect + HALF + to, self->src.u8 + from, 4 * n);
	}
	run(_metadata, &self->cs, &self->dst, self->expect, 2 * HALF, "broadcasts");
}

/* Each packet reads what the one before has written. */
TEST_F_TIMEOUT(dma, chain, VERY_SLOW)
{
	enum { LINK = 4100, LINKS = 100 };
	uint32_t i;

	memcpy(self->expect, self->src.map, LINK);
	for (i = 0; dma_has_room(&self->cs, 4) && i < LINKS; i++) {
		dma_copy(&self->cs, DMA_COPY, &self->dst, LINK * i, &self->src, LINK * i,
			 LINK / 4);
		dma_copy(&self->cs, DMA_COPY, &self->src, LINK * (i + 1), &self->dst,
			 LINK * i, LINK / 4);
	}
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&self->src));
	for (; i; i--) {
		ASSERT_EQ(0, memcmp(self->src.u8 + LINK * i, self->expect, LINK))
			TH_LOG("link %u", i);
	}
}

/* A surface that is a whole number of macro tiles in each of the geometries below. */
#define TILED_WIDTH	512u
#define TILED_HEIGHT	256u

struct geometry {
	uint32_t mode;				/* ARRAY_MODE: 2 is 1D, 4 is 2D */
	uint32_t bank_width, bank_height, aspect, split;	/* log2; the split 64 << n */
};

static const struct geometry geometries[] = {
	{ 2, 0, 0, 0, 0 },
	{ 4, 0, 0, 0, 3 }, { 4, 1, 0, 0, 3 }, { 4, 0, 1, 0, 4 }, { 4, 0, 1, 1, 4 },
	{ 4, 1, 1, 0, 4 }, { 4, 1, 1, 1, 5 },
};

static void dma_tiled(struct cs *cs, const struct bo *tiled, const struct bo *linear,
		      const struct geometry *g, uint32_t banks, uint32_t log_bytes, bool detile)
{
	cs_emit(cs, dma_header(DMA_COPY_TILED,
			       (TILED_WIDTH * TILED_HEIGHT << log_bytes) / 4));
	cs_emit(cs, 0);
	cs_emit(cs, (uint32_t)detile << 31 | g->mode << 27 | log_bytes << 24 |
		g->bank_height << 21 | g->bank_width << 18 | g->aspect << 16);
	cs_emit(cs, (TILED_HEIGHT - 1) << 16 | (TILED_WIDTH / 8 - 1));
	cs_emit(cs, TILED_WIDTH * TILED_HEIGHT / 64 - 1);
	cs_emit(cs, 0);
	cs_emit(cs, banks << 25 | g->split << 21);
	cs_emit(cs, 0);
	cs_emit(cs, 0);
	dma_reloc(cs, detile ? tiled : linear, false);
	dma_reloc(cs, detile ? linear : tiled, true);
}

/* What lies in one bank must fill a group of 256 bytes, before the next one begins. */
static bool geometry_ok(const struct geometry *g, uint32_t log_bytes)
{
	return g->mode != 4 || 64u << log_bytes << g->bank_width << g->bank_height >= 256;
}

/* A whole macro tile of any of them, so that the surface begins with one. */
static int create_aligned(int fd, uint32_t domain, struct bo *bo)
{
	struct drm_radeon_gem_create args = {
		.size = ROOM,
		.alignment = 1024 * 1024,
		.initial_domain = domain,
	};
	int ret = card_ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &args);

	if (ret)
		return ret;
	*bo = (struct bo) { .fd = fd, .handle = args.handle, .size = ROOM, .domain = domain };
	return bo_map(bo);
}

/* Into a tiled surface and back: the same, over all element sizes and geometries. */
TEST_F_TIMEOUT(dma, tiled_round_trips, VERY_SLOW)
{
	uint32_t config = 0, banks, log_bytes, i;
	struct bo tiled, back;

	ASSERT_EQ(0, card_info(self->card.fd, RADEON_INFO_TILING_CONFIG, &config));
	banks = (config >> 4 & 0xf) + 1;
	scramble(self->src.map, ROOM, 1);
	ASSERT_EQ(0, create_aligned(self->card.fd, variant->to, &tiled));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, ROOM, variant->from, &back));
	for (i = 0; i < ARRAY_SIZE(geometries); i++) {
		for (log_bytes = 0; log_bytes <= 4; log_bytes++) {
			uint64_t size = TILED_WIDTH * TILED_HEIGHT << log_bytes;

			if (!geometry_ok(&geometries[i], log_bytes))
				continue;
			memset(back.map, UNTOUCHED, size);
			cs_clear(&self->cs);
			dma_tiled(&self->cs, &tiled, &self->src, &geometries[i], banks,
				  log_bytes, false);
			dma_tiled(&self->cs, &tiled, &back, &geometries[i], banks,
				  log_bytes, true);
			ASSERT_EQ(0, cs_submit(&self->cs))
				TH_LOG("geometry %u, %u bytes", i, 1 << log_bytes);
			ASSERT_EQ(0, bo_wait(&back));
			ASSERT_EQ(0, memcmp(self->src.map, back.map, size))
				TH_LOG("geometry %u, %u bytes", i, 1 << log_bytes);
			/* and it was not simply left in order */
			ASSERT_NE(0, memcmp(self->src.map, tiled.map, size));
		}
	}
	bo_free(&back);
	bo_free(&tiled);
}

/* Every test below has one client with a small buffer. */
FIXTURE(dma_ring) {
	struct card card;
	struct cs cs;
	struct bo bo;
};

FIXTURE_SETUP(dma_ring)
{
	ASSERT_EQ(0, card_open(&self->card));
	dma_init(&self->cs, self->card.fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 64 * 1024, GTT, &self->bo));
}

FIXTURE_TEARDOWN(dma_ring)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* The driver says that the ring is there. */
TEST_F(dma_ring, works)
{
	uint32_t value = RADEON_CS_RING_DMA;

	EXPECT_EQ(0, card_info(self->card.fd, RADEON_INFO_RING_WORKING, &value));
	EXPECT_EQ(1, value);
}

/* Streams of 4 to 40 dwords: the rest of a block is the driver's business. */
TEST_F_TIMEOUT(dma_ring, streams_of_all_lengths, SLOW)
{
	uint32_t n, i, round;

	for (round = 0; round < 4; round++) {
		memset(self->bo.map, 0, self->bo.size);
		for (n = 0; n < 37; n++) {
			uint32_t value = round << 16 | n;

			cs_clear(&self->cs);
			for (i = 0; i < n; i++)
				cs_emit(&self->cs, DMA_NOP);
			dma_write(&self->cs, &self->bo, 4 * n, &value, 1);
			ASSERT_EQ(0, cs_submit(&self->cs)) TH_LOG("%u dwords", n + 4);
		}
		ASSERT_EQ(0, bo_wait(&self->bo));
		for (n = 0; n < 37; n++)
			ASSERT_EQ(round << 16 | n, self->bo.u32[n]);
	}
}

/* More jobs than the ring holds, several times over: none lost, all in order. */
TEST_F_TIMEOUT(dma_ring, wraps, VERY_SLOW)
{
	enum { JOBS = 3000, WORDS = 8192 };
	uint32_t i;

	for (i = 0; i < JOBS; i++) {
		uint32_t both[2] = { i, ~i };

		cs_clear(&self->cs);
		dma_write(&self->cs, &self->bo, 4, both, 1);
		dma_write(&self->cs, &self->bo, 8 + i % WORDS * 4, &both[1], 1);
		ASSERT_EQ(0, cs_submit(&self->cs)) TH_LOG("job %u", i);
	}
	ASSERT_EQ(0, bo_wait(&self->bo));
	EXPECT_EQ(JOBS - 1, self->bo.u32[1]);
	for (i = 0; i < JOBS; i++) {
		ASSERT_EQ(~i, self->bo.u32[2 + i]) TH_LOG("job %u", i);
	}
}

/* A copy on the DMA ring reads what the GFX ring writes, and the other way round. */
TEST_F_TIMEOUT(dma_ring, takes_turns_with_gfx, SLOW)
{
	struct cs gfx;
	uint32_t i;

	cs_init(&gfx, self->card.fd);
	for (i = 1; i <= 200; i++) {
		cs_clear(&gfx);
		pm4_eop(&gfx, &self->bo, 0, EOP_DATA32, i);
		cs_pad(&gfx, 8);
		ASSERT_EQ(0, cs_submit(&gfx));

		cs_clear(&self->cs);
		dma_copy(&self->cs, DMA_COPY, &self->bo, 4 * i, &self->bo, 0, 1);
		ASSERT_EQ(0, cs_submit(&self->cs));
	}
	ASSERT_EQ(0, bo_wait(&self->bo));
	for (i = 1; i <= 200; i++) {
		ASSERT_EQ(i, self->bo.u32[i]) TH_LOG("turn %u", i);
	}
	cs_fini(&gfx);
}

struct refusal {
	const char *what;
	uint32_t dw[8];
	uint32_t ndw, relocs;
};

/* The buffer has 64 KiB. */
static const struct refusal refusals[] = {
	{ "a copy without addresses", { 0x30000001, 0, 0, 0, 0 }, 5, 0 },
	{ "a copy with one address", { 0x30000001, 0, 0, 0, 0 }, 5, 1 },
	{ "a copy from behind the end", { 0x30000002, 0, 0xfffc, 0, 0 }, 5, 2 },
	{ "a copy to behind the end", { 0x30000002, 0xfffc, 0, 0, 0 }, 5, 2 },
	{ "a byte copy behind the end", { 0x34000002, 0xffff, 0, 0, 0 }, 5, 2 },
	{ "a fill behind the end", { 0xd0000002, 0xfffc, 1, 0 }, 4, 1 },
	{ "a write behind the end", { 0x20000002, 0xfffc, 0, 1, 1 }, 5, 1 },
	{ "a fence", { 0x60000000, 0, 0, 1 }, 4, 1 },
	{ "a trap", { 0x70000000 }, 1, 0 },
	{ "a semaphore", { 0x50400000, 0, 0 }, 3, 1 },
	{ "an indirect buffer", { 0x40000000, 0, 8 << 12 }, 3, 1 },
	{ "a register write", { 0x90000000, 0x000f2150, 0 }, 3, 0 },
};

/* What a client may not say is refused, and the ring goes on. */
TEST_F_TIMEOUT(dma_ring, refuses, SLOW)
{
	uint32_t value = 0xc0ffee, i, k;

	for (i = 0; i < ARRAY_SIZE(refusals); i++) {
		const struct refusal *r = &refusals[i];

		cs_clear(&self->cs);
		for (k = 0; k < r->ndw; k++)
			cs_emit(&self->cs, r->dw[k]);
		for (k = 0; k < r->relocs; k++)
			dma_reloc(&self->cs, &self->bo, true);
		EXPECT_NE(0, cs_submit(&self->cs)) TH_LOG("%s", r->what);
	}
	cs_clear(&self->cs);
	dma_write(&self->cs, &self->bo, 0, &value, 1);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&self->bo));
	EXPECT_EQ(value, self->bo.u32[0]);
}

CARD_TEST_MAIN(CARD_ANY)

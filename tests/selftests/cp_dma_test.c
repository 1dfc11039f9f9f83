// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * CP_DMA between all places, all small sizes and alignments, checked byte for
 * byte, with a margin around the target that must stay as it was.
 */
#include "selftest.h"

#define ROOM		(4ull * 1024 * 1024)
#define SMALL_ROOM	(512u * 1024)	/* as far as small copies read */
#define MARGIN		64u
#define UNTOUCHED	0xee

FIXTURE(cp_dma) {
	struct card card;
	struct cs cs;
	struct bo src, dst;
	uint8_t *expect;
};

FIXTURE_VARIANT(cp_dma) {
	uint32_t from, to;
};

FIXTURE_VARIANT_ADD(cp_dma, gtt_to_gtt) { .from = GTT, .to = GTT };
FIXTURE_VARIANT_ADD(cp_dma, gtt_to_vram) { .from = GTT, .to = VRAM };
FIXTURE_VARIANT_ADD(cp_dma, vram_to_gtt) { .from = VRAM, .to = GTT };
FIXTURE_VARIANT_ADD(cp_dma, vram_to_vram) { .from = VRAM, .to = VRAM };

FIXTURE_SETUP(cp_dma)
{
	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, ROOM, variant->from,
				      &self->src));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, ROOM, variant->to,
				      &self->dst));
	self->expect = malloc(ROOM);
	ASSERT_NE(NULL, self->expect);
	scramble(self->src.map, SMALL_ROOM, 1);
}

FIXTURE_TEARDOWN(cp_dma)
{
	free(self->expect);
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* The first @used bytes of the target, against what they should be. */
static void check(struct __test_metadata *_metadata, const struct bo *dst,
		  const uint8_t *expect, uint64_t used, const char *what)
{
	uint64_t i;

	if (!memcmp(dst->map, expect, used))
		return;
	for (i = 0; i < used; i++)
		if (dst->u8[i] != expect[i])
			break;
	ASSERT_EQ(used, i)
		TH_LOG("%s: byte %llu is 0x%02x, not 0x%02x", what,
		       (unsigned long long)i, dst->u8[i], expect[i]);
}

/* All sizes from 1 to 260 at all alignments of both ends: one packet each. */
TEST_F_TIMEOUT(cp_dma, small, VERY_SLOW)
{
	enum { SLOT = 320, SIZES = 260 };
	uint32_t align, size;

	for (align = 0; align < 16; align++) {
		uint32_t s = align % 4, d = align / 4;

		memset(self->dst.map, UNTOUCHED, SLOT * (SIZES + 1));
		memset(self->expect, UNTOUCHED, SLOT * (SIZES + 1));
		cs_clear(&self->cs);
		for (size = 1; size <= SIZES; size++) {
			uint32_t at = SLOT * size + d, from = 1024 * size + s;

			pm4_cp_dma_copy(&self->cs, &self->dst, at, &self->src,
					from, size);
			memcpy(self->expect + at,
			       (uint8_t *)self->src.map + from, size);
		}
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&self->dst));
		check(_metadata, &self->dst, self->expect, SLOT * (SIZES + 1),
		      "small copies");
	}
}

static const uint32_t sizes[] = {
	4095, 4096, 4097, 8191, 65535, 65536, 65537, 1048575, 1048576,
	CP_DMA_MAX_BYTES - 3, CP_DMA_MAX_BYTES,
};

/* Sizes around pages, and the largest that one packet can say. */
TEST_F_TIMEOUT(cp_dma, large, VERY_SLOW)
{
	uint32_t i;

	scramble(self->src.map, ROOM, 1);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		uint64_t used = 2ull * MARGIN + sizes[i];

		memset(self->dst.map, UNTOUCHED, used);
		memset(self->expect, UNTOUCHED, used);
		memcpy(self->expect + MARGIN, (uint8_t *)self->src.map + 4000,
		       sizes[i]);
		cs_clear(&self->cs);
		pm4_cp_dma_copy(&self->cs, &self->dst, MARGIN, &self->src, 4000,
				sizes[i]);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&self->dst));
		check(_metadata, &self->dst, self->expect, used, "large copy");
	}
}

/* Fills of all small sizes, and large ones. */
TEST_F_TIMEOUT(cp_dma, fill, VERY_SLOW)
{
	enum { SLOT = 512, FILLS = 64 };
	uint32_t i, k, value = 0x12345678;

	memset(self->dst.map, UNTOUCHED, SLOT * (FILLS + 1));
	memset(self->expect, UNTOUCHED, SLOT * (FILLS + 1));
	for (i = 1; i <= FILLS; i++) {
		value = value * 1664525 + 1;
		pm4_cp_dma_fill(&self->cs, &self->dst, SLOT * i, value, 4 * i);
		for (k = 0; k < i; k++)
			memcpy(self->expect + SLOT * i + 4 * k, &value, 4);
	}
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&self->dst));
	check(_metadata, &self->dst, self->expect, SLOT * (FILLS + 1), "fills");

	cs_clear(&self->cs);
	pm4_cp_dma_fill(&self->cs, &self->dst, 0, 0xc0ffee42, 0x1ffffc);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&self->dst));
	for (k = 0; k < 0x1ffffc / 4; k++)
		if (self->dst.u32[k] != 0xc0ffee42)
			break;
	EXPECT_EQ(0x1ffffc / 4, k);
}

/* A buffer as large as several packets can carry, in one stream. */
TEST_F_TIMEOUT(cp_dma, whole_buffer, VERY_SLOW)
{
	const uint32_t step = 0x1fffe0;
	uint64_t at;

	scramble(self->src.map, ROOM, 1);
	memset(self->dst.map, UNTOUCHED, ROOM);
	for (at = 0; at < ROOM; at += step)
		pm4_cp_dma_copy(&self->cs, &self->dst, at, &self->src, at,
				ROOM - at < step ? (uint32_t)(ROOM - at) : step);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&self->dst));
	check(_metadata, &self->dst, self->src.map, ROOM, "whole buffer");
}

/* Without CP_SYNC the CP goes on, but the fence does not come before the copy is done. */
TEST_F_TIMEOUT(cp_dma, not_synced, VERY_SLOW)
{
	uint32_t at;

	if (!card_is_evergreen(&self->card))
		SKIP(return, "radeon.ko leaves that to its clients");
	scramble(self->src.map, ROOM, 1);
	memset(self->dst.map, UNTOUCHED, ROOM);
	for (at = 0; at < 4; at++) {
		uint32_t begin = self->cs.ndw;

		pm4_cp_dma_copy(&self->cs, &self->dst, at << 20, &self->src, at << 20, 1 << 20);
		self->cs.ib[begin + 2] &= ~CP_DMA_SYNC;
	}
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&self->dst));
	check(_metadata, &self->dst, self->src.map, ROOM, "copies without CP_SYNC");
}

/* Each packet reads what the one before has written. */
TEST_F_TIMEOUT(cp_dma, chain, VERY_SLOW)
{
	enum { LINK = 4096, LINKS = 200 };
	uint32_t i;

	memcpy(self->expect, self->src.map, LINK);
	for (i = 0; i < LINKS; i++) {
		pm4_cp_dma_copy(&self->cs, &self->dst, LINK * i, &self->src,
				LINK * i, LINK);
		pm4_cp_dma_copy(&self->cs, &self->src, LINK * (i + 1),
				&self->dst, LINK * i, LINK);
	}
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&self->src));
	for (i = 0; i <= LINKS; i++) {
		ASSERT_EQ(0, memcmp((uint8_t *)self->src.map + LINK * i,
				    self->expect, LINK)) TH_LOG("link %u", i);
	}
}

/* What the card wrote, the CPU changes, the card reads again: no stale cache. */
TEST_F_TIMEOUT(cp_dma, ping_pong, VERY_SLOW)
{
	uint32_t i;

	for (i = 0; i < 100; i++) {
		self->src.u32[i] = i ^ 0x5555aaaa;
		cs_clear(&self->cs);
		pm4_cp_dma_copy(&self->cs, &self->dst, 4 * i, &self->src, 4 * i,
				4);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&self->dst));
		ASSERT_EQ(i ^ 0x5555aaaa, self->dst.u32[i]) TH_LOG("round %u", i);
	}
}

CARD_TEST_MAIN(CARD_ANY)

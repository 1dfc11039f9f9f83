// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DMA packets with tiled surfaces: what they leave in memory is compared, byte by
 * byte, with what the reference of test_tiled.h makes of the same words.
 */
#include "array.h"
#include "test_dma.h"
#include "test_tiled.h"

#define TILED		0x800000u
#define TILED_2		0xa00000u
#define LINEAR		0xc00000u
#define BACK		0xe00000u
#define AREA		0x200000u	/* bytes of each of them */
#define PACKETS		60

/* A place in a surface, and what the packet says about its rows. */
struct at {
	uint32_t x, y, z, rows;
};

static uint8_t expected[AREA], expected_2[AREA];

static unsigned int pipes_of(struct card *card)
{
	return 1u << (gpu_config(card->gpu)->chip->gb_addr_config & 7);
}

static void fill_random(struct card *card, uint32_t at)
{
	for (uint32_t i = 0; i < AREA; i += 4)
		poke32(card, at + i, ref_random() << 8 ^ ref_random());
}

static uint32_t attributes(const struct tiling *t)
{
	return t->mode << 27 | t->element_log2 << 24 | ref_log2(t->bank_height) << 21 |
	       ref_log2(t->bank_width) << 18 | ref_log2(t->aspect) << 16;
}

static uint32_t size(const struct tiling *t, uint32_t rows)
{
	return (rows - 1) << 16 | (t->pitch / 8 - 1);
}

static uint32_t slice(const struct tiling *t)
{
	return t->pitch / 8 * (t->height / 8) - 1;
}

static uint32_t rest(const struct tiling *t, uint32_t y)
{
	return y | ref_log2(t->split / 64) << 21 | (ref_log2(t->banks) - 1) << 25 |
	       (uint32_t)t->non_displayable << 28;
}

#define SURFACE(t, at)	DWORDS(attributes(t), size(t, (at)->rows), slice(t), (at)->z << 18 | (at)->x, \
			       rest(t, (at)->y))
#define DETILE(t, at)	DWORDS(attributes(t) | 1u << 31, size(t, (at)->rows), slice(t), \
			       (at)->z << 18 | (at)->x, rest(t, (at)->y))

static struct tiling any_tiling(struct card *card)
{
	static const unsigned int modes[] = {
		LINEAR_ALIGNED, TILED_1D_THIN1, TILED_1D_THICK, TILED_2D_THIN1, TILED_2D_THIN1,
		TILED_2D_THICK,
	};
	struct tiling t = { 0 };

	do {
		t = (struct tiling){
			.mode = modes[ref_random() % 6], .element_log2 = ref_random() % 5,
			.non_displayable = ref_random() % 2, .pipes = pipes_of(card),
			.banks = 2u << ref_random() % 4, .bank_width = 1u << ref_random() % 3,
			.bank_height = 1u << ref_random() % 3, .aspect = 1u << ref_random() % 4,
			.split = 64u << ref_random() % 7, .group = 256, .bank_interleave = 1,
		};
		t.pitch = 64 * (1 + ref_random() % 8);
		t.height = 8 * (1 + ref_random() % 32);
	} while (tiling_problem(&t) || 4 * tiling_slice_bytes(&t) > AREA || t.height % 8);
	return t;
}

static uint32_t slices_of(const struct tiling *t)
{
	return t->mode == TILED_1D_THICK || t->mode == TILED_2D_THICK ? 8 : 3;
}

static struct at any_place(const struct tiling *t)
{
	uint32_t dword = t->element_log2 < 2 ? 4u >> t->element_log2 : 1;
	struct at at = {
		.x = ref_random() % (t->pitch / dword) * dword, .rows = 1 + ref_random() % t->height,
		.z = ref_random() % slices_of(t),
	};

	at.y = ref_random() % at.rows;
	return at;
}

/* Dwords from a place on, at most to the end of the last slice but one. */
static uint32_t any_count(const struct tiling *t, const struct at *at)
{
	uint64_t rows = at->rows - at->y + (uint64_t)(slices_of(t) - 1 - at->z) * at->rows;
	uint64_t bytes = (rows * t->pitch - at->x) << t->element_log2, dwords = bytes / 4;
	uint32_t unit = t->element_log2 > 2 ? 1u << (t->element_log2 - 2) : 1, count;

	count = (1 + ref_random() % dwords) / unit * unit;
	return count ? count : unit;
}

/* What @dwords of @data do to @surface from @at on: the reference. */
static void expect(uint8_t *surface, const struct tiling *t, struct at at, const uint8_t *data,
		   uint32_t dwords)
{
	uint32_t element = 1u << t->element_log2;
	struct ref ref;

	ref_new(&ref, t, slices_of(t));
	for (uint64_t done = 0; done < 4ull * dwords; done += element) {
		memcpy(surface + ref_offset(&ref, at.x, at.y, at.z), data + done, element);
		if (++at.x < t->pitch)
			continue;
		at.x = 0;
		if (++at.y < at.rows)
			continue;
		at.y = 0;
		at.z++;
	}
	ref_free(&ref);
}

static bool same(struct card *card, uint32_t at, const uint8_t *bytes)
{
	return !memcmp(card->vram + at, bytes, AREA);
}

/* One random surface: written, read back. */
static bool round_trip(struct card *card)
{
	struct tiling t = any_tiling(card);
	struct at at = any_place(&t);
	uint32_t n = any_count(&t, &at);

	memcpy(expected, card->vram + TILED, AREA);
	expect(expected, &t, at, card->vram + LINEAR, n);
	DMA_RUN(card, 0, DMA(3, 8, n), TILED >> 8, SURFACE(&t, &at), LINEAR, 0);
	if (!same(card, TILED, expected))
		return false;
	memset(expected, 0, AREA);
	memset(card->vram + BACK, 0, AREA);
	memcpy(expected, card->vram + LINEAR, 4ul * n);
	DMA_RUN(card, 0, DMA(3, 8, n), TILED >> 8, DETILE(&t, &at), BACK, 0);
	return same(card, BACK, expected);
}

static void test_round_trips(const char *chip)
{
	struct card card;
	int good = 0;

	dma_start(&card, chip, 0, NULL);
	fill_random(&card, LINEAR);
	fill_random(&card, TILED);
	for (int i = 0; i < PACKETS; i++)
		good += round_trip(&card);
	check(good == PACKETS, "%s, %u pipes: %d of %d surfaces tiled and back", chip, pipes_of(&card),
	      good, PACKETS);
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_write(struct card *card)
{
	uint32_t n, words[256];
	bool good = true;

	for (int i = 0; i < 20 && good; i++) {
		struct tiling t = any_tiling(card);
		struct at at = any_place(&t);

		n = any_count(&t, &at);
		if (n > 256)
			n = 256;
		for (uint32_t w = 0; w < n; w++)
			words[w] = ref_random();
		memcpy(expected, card->vram + TILED, AREA);
		expect(expected, &t, at, (uint8_t *)words, n);
		DMA_EMIT(card, 0, DMA(2, 8, n), TILED >> 8, SURFACE(&t, &at));
		dma_emit(card, 0, words, n);
		dma_kick(card, 0);
		settle(card);
		good = same(card, TILED, expected);
	}
	check(good && complaints(card) == 0, "WRITE tiled");
}

static void test_broadcast(struct card *card)
{
	struct tiling t = any_tiling(card);
	struct at at = any_place(&t);
	uint32_t n = any_count(&t, &at);

	memcpy(expected, card->vram + TILED, AREA);
	memcpy(expected_2, card->vram + TILED_2, AREA);
	expect(expected, &t, at, card->vram + LINEAR, n);
	expect(expected_2, &t, at, card->vram + LINEAR, n);
	DMA_RUN(card, 0, DMA(3, 0x4b, n), TILED >> 8, TILED_2 >> 8, SURFACE(&t, &at), LINEAR, 0);
	check(same(card, TILED, expected) && same(card, TILED_2, expected_2) && complaints(card) == 0,
	      "L2T broadcast");
}

static struct tiling plain(struct card *card)
{
	return (struct tiling){
		.mode = TILED_2D_THIN1, .element_log2 = 2, .pitch = 256, .height = 128,
		.pipes = pipes_of(card), .banks = 8, .bank_width = 1, .bank_height = 1, .aspect = 2,
		.split = 1024, .group = 256, .bank_interleave = 1,
	};
}

/* 100 lines of a frame of 101, from line 1 on: an odd one first. */
static void test_fields(struct card *card)
{
	struct tiling t = plain(card);
	struct at at = { .y = 1, .rows = 101 }, field = { .rows = 128 };

	memcpy(expected, card->vram + TILED, AREA);
	memcpy(expected_2, card->vram + TILED_2, AREA);
	for (uint32_t line = 1; line <= 100; line++) {
		field.y = line / 2;
		expect(line % 2 ? expected : expected_2, &t, field,
		       card->vram + LINEAR + (line - 1) * 1024, 256);
	}
	DMA_RUN(card, 0, DMA(3, 0x48, 25600), TILED >> 8, TILED_2 >> 8, SURFACE(&t, &at), LINEAR, 0);
	check(same(card, TILED, expected) && same(card, TILED_2, expected_2) && complaints(card) == 0,
	      "L2T frame to fields");
}

/* Tiles from column 240 on, with row 8 first: two of that row, then the next rows. */
static void expect_tiles(uint8_t *surface, const struct tiling *t, const uint8_t *data, uint32_t tiles)
{
	uint32_t x = 240, y = 8;

	for (; tiles; tiles--) {
		for (uint32_t dy = 0; dy < 8; dy++)
			expect(surface, t, (struct at){ x, y + dy, 1, 128 },
			       data + 4 * ((int)(y + dy - 8) * 256 + (int)x - 240), 8);
		x = (x + 8) % 256;
		y += x ? 0 : 8;
	}
}

static void test_tiles(struct card *card)
{
	struct tiling t = plain(card);
	struct at at = { .x = 240, .y = 8, .z = 1, .rows = 128 };

	memcpy(expected, card->vram + TILED, AREA);
	expect_tiles(expected, &t, card->vram + LINEAR + 0x1000, 70);
	DMA_RUN(card, 0, DMA(3, 0x4c, 70), TILED >> 8, SURFACE(&t, &at), LINEAR + 0x1000, 0);
	check(same(card, TILED, expected) && complaints(card) == 0, "L2T in tiles");
	memset(card->vram + BACK, 0, AREA);
	DMA_RUN(card, 0, DMA(3, 0x4c, 70), TILED >> 8, DETILE(&t, &at), BACK + 0x1000, 0);
	check(!memcmp(card->vram + BACK + 0x1000, card->vram + LINEAR + 0x1000, 64) &&
	      !memcmp(card->vram + BACK + 0x1000 + 8 * 1024 - 960, card->vram + LINEAR + 0x1000 + 8 * 1024 - 960,
		      960) && peek32(card, BACK + 0x1000 + 64) == 0 && complaints(card) == 0, "T2L in tiles");
	memcpy(expected_2, card->vram + TILED_2, AREA);
	expect_tiles(expected_2, &t, card->vram + LINEAR + 0x1000, 40);
	DMA_RUN(card, 0, DMA(3, 0x4f, 40), TILED >> 8, TILED_2 >> 8, SURFACE(&t, &at), LINEAR + 0x1000, 0);
	check(same(card, TILED_2, expected_2) && complaints(card) == 0, "L2T in tiles, broadcast");
}

/* Windows with pitches of their own. */
static void test_partial(struct card *card)
{
	struct tiling t = plain(card);
	struct at at = { .x = 12, .y = 5, .z = 1, .rows = 128 };
	uint32_t n = 40 * 30 * 2;
	bool good = true;

	memcpy(expected, card->vram + TILED, AREA);
	for (uint32_t z = 0; z < 2; z++)
		for (uint32_t y = 0; y < 30; y++)
			expect(expected, &t, (struct at){ 12, 5 + y, 1 + z, 128 },
			       card->vram + LINEAR + z * 0x8004 + y * 172, 40);
	DMA_RUN(card, 1, DMA(3, 0x49, n), TILED >> 8, SURFACE(&t, &at), LINEAR, 172 << 13, 0x8004,
		30 << 16 | 40, 2);
	check(same(card, TILED, expected) && complaints(card) == 0, "L2T partial");
	memset(card->vram + BACK, 0, AREA);
	DMA_RUN(card, 1, DMA(3, 0x49, n), TILED >> 8, DETILE(&t, &at), BACK, 200 << 13, 0x4000,
		30 << 16 | 40, 2);
	for (uint32_t z = 0; z < 2; z++)
		for (uint32_t y = 0; y < 30; y++)
			good &= !memcmp(card->vram + BACK + z * 0x4000 + y * 200,
					card->vram + LINEAR + z * 0x8004 + y * 172, 160) &&
				peek32(card, BACK + z * 0x4000 + y * 200 + 160) == 0;
	check(good && complaints(card) == 0, "T2L partial");
	DMA_RUN(card, 1, DMA(3, 0x49, n - 1), TILED >> 8, DETILE(&t, &at), BACK, 200 << 13, 0x4000,
		30 << 16 | 40, 2);
	check(complaints(card) == 1, "its count is that of the window");
	DMA_RUN(card, 1, DMA(3, 0x49, n), TILED >> 8, DETILE(&t, &at), BACK, 156 << 13, 0x4000,
		30 << 16 | 40, 2);
	check(complaints(card) == 1, "its pitch not less than a row");
}

static void test_linear_partial(struct card *card)
{
	bool good = true;

	memset(card->vram + BACK, 0, AREA);
	DMA_RUN(card, 0, DMA(3, 0x41, 0), LINEAR + 4, 300 << 13, 0x4000, BACK + 8, 260 << 13, 0x3000,
		20 << 16 | 60, 1u << 29 | 3);
	for (uint32_t z = 0; z < 3; z++)
		for (uint32_t y = 0; y < 20; y++)
			good &= !memcmp(card->vram + BACK + 8 + z * 0x3000 + y * 260,
					card->vram + LINEAR + 4 + z * 0x4000 + y * 300, 120) &&
				peek32(card, BACK + 8 + z * 0x3000 + y * 260 + 120) == 0;
	check(good && complaints(card) == 0, "L2L partial");
	DMA_RUN(card, 0, DMA(3, 0x41, 0), LINEAR, 300 << 13, 0x4000, BACK, 260 << 13, 0x3000,
		20 << 16 | 60, 5u << 29 | 3);
	check(complaints(card) == 1, "pixels of 32 bytes are none");
	DMA_RUN(card, 0, DMA(3, 0x41, 0), LINEAR, 100 << 13, 0x4000, BACK, 260 << 13, 0x3000,
		20 << 16 | 60, 1u << 29 | 3);
	check(complaints(card) == 1, "rows do not overlap");
	DMA_RUN(card, 0, DMA(3, 0x41, 0), LINEAR, 300 << 13, 0x4000, BACK, 260 << 13, 0x3000, 60, 3);
	check(complaints(card) == 1, "a window has rows");
}

static uint32_t pair_attributes(const struct tiling *t)
{
	return attributes(t) | (uint32_t)t->non_displayable << 10 | (ref_log2(t->banks) - 1) << 7 |
	       ref_log2(t->split / 64) << 3;
}

/* From a surface of 256 x 128 to one of 128 x 192. */
static void test_tiled_to_tiled(struct card *card)
{
	struct tiling from = plain(card), to = plain(card);
	struct ref a, b;

	to.pitch = 128;
	to.height = 192;
	ref_new(&a, &from, 3);
	ref_new(&b, &to, 3);
	memcpy(expected_2, card->vram + TILED_2, AREA);
	for (uint32_t y = 0; y < 80; y++)
		for (uint32_t x = 0; x < 72; x++)
			memcpy(expected_2 + ref_offset(&b, 8 + x, 16 + y, 1),
			       card->vram + TILED + ref_offset(&a, 176 + x, 40 + y, 2), 4);
	DMA_RUN(card, 0, DMA(3, 0x4d, 0), TILED >> 8, size(&from, 128), slice(&from), TILED_2 >> 8,
		size(&to, 192), slice(&to), pair_attributes(&from), 176 << 16 | 8, 40 << 16 | 16,
		2 << 16 | 1, 80 << 16 | 72, 1);
	check(same(card, TILED_2, expected_2) && complaints(card) == 0, "T2T partial");
	DMA_RUN(card, 0, DMA(3, 0x4d, 0), TILED >> 8, size(&from, 128), slice(&from), TILED_2 >> 8,
		size(&to, 192), slice(&to), pair_attributes(&from), 4, 0, 0, 80 << 16 | 72, 1);
	check(complaints(card) == 1, "from a tile's start");
	DMA_RUN(card, 0, DMA(3, 0x4d, 0), TILED >> 8, size(&from, 128), slice(&from), TILED_2 >> 8,
		size(&to, 192), slice(&to), pair_attributes(&from), 64, 0, 0, 80 << 16 | 72, 1);
	check(complaints(card) == 1, "inside of both");
	ref_free(&a);
	ref_free(&b);
}

static void test_swaps(struct card *card)
{
	struct tiling t = plain(card);
	struct at at = { .rows = 128 };
	uint32_t word = peek32(card, LINEAR);

	DMA_RUN(card, 0, DMA(3, 8, 1), TILED >> 8, SURFACE(&t, &at), LINEAR, 2u << 30);
	check(peek32(card, TILED) == __builtin_bswap32(word), "8-in-32 of the linear side");
	DMA_RUN(card, 0, DMA(3, 0x4b, 1), TILED >> 8, TILED_2 >> 8, attributes(&t), size(&t, 128), slice(&t), 0,
		rest(&t, 0) | 1u << 30 | 2u << 19, LINEAR, 0);
	check(peek32(card, TILED) == __builtin_bswap32(word) &&
	      peek32(card, TILED_2) == ((word & 0x00ff00ff) << 8 | (word >> 8 & 0x00ff00ff)),
	      "each surface of a broadcast has its own");
	DMA_RUN(card, 0, DMA(3, 0, 1), TILED, LINEAR, 1 << 8, 2 << 8);
	check(peek32(card, TILED) == (word >> 16 | word << 16), "a linear copy two");
	check(complaints(card) == 0, "no complaint");
	DMA_RUN(card, 0, DMA(3, 0, 1), TILED, LINEAR, 3 << 8, 0);
	check(complaints(card) == 1, "8-in-64 is said not to be modelled");
}

static uint64_t refused(struct card *card, const struct tiling *t, struct at at, uint32_t n, uint32_t base)
{
	memcpy(expected, card->vram + TILED, AREA);
	DMA_RUN(card, 0, DMA(3, 8, n), base >> 8, SURFACE(t, &at), LINEAR, 0);
	return same(card, TILED, expected) ? complaints(card) : 0;
}

static void test_refused(struct card *card)
{
	struct tiling t = plain(card);
	struct at at = { .rows = 128 };

	check(refused(card, &t, at, 0, TILED) == 1, "a copy of nothing is refused");
	check(refused(card, &t, at, 16, TILED + 256) == 1, "a base off a macro tile");
	at.y = 128;
	check(refused(card, &t, at, 16, TILED) == 1, "a start below the surface");
	at.rows = 256;
	at.y = 130;
	check(refused(card, &t, at, 16, TILED) == 1, "a start below the slice");
	at = (struct at){ .x = 256, .rows = 128 };
	check(refused(card, &t, at, 16, TILED) == 1, "a start right of the surface");
	at.x = 0;
	t.pitch = 200;
	check(refused(card, &t, at, 16, TILED) == 1, "a pitch that is no macro tile");
	t.mode = 5;
	check(refused(card, &t, at, 16, TILED) == 1, "array mode 5");
	t = plain(card);
	t.element_log2 = 5;
	check(refused(card, &t, at, 16, TILED) == 1, "elements of 32 bytes");
	t.element_log2 = 4;
	check(refused(card, &t, at, 17, TILED) == 1, "half an element");
	t.element_log2 = 0;
	at.x = 2;
	t.mode = TILED_1D_THIN1;
	check(refused(card, &t, at, 16, TILED) == 1, "a start inside a dword");
	t = plain(card);
	t.split = 8192;
	at.x = 0;
	check(refused(card, &t, at, 16, TILED) == 1, "a split of 8192 bytes");
	t = plain(card);
	t.banks = 2;
	t.aspect = 4;
	check(refused(card, &t, at, 16, TILED) == 1, "an aspect of more than the banks");
	t = plain(card);
	DMA_RUN(card, 0, DMA(3, 8, 16), TILED >> 8, attributes(&t), size(&t, 128), slice(&t) + 1, 0,
		rest(&t, 0), LINEAR, 0);
	check(complaints(card) == 1, "a slice that is no multiple of the pitch");
	DMA_RUN(card, 0, DMA(3, 8, 16), TILED >> 8, attributes(&t), size(&t, 128), slice(&t), 0,
		rest(&t, 0) | 1 << 15, LINEAR, 0);
	check(complaints(card) == 1, "a bit that means nothing");
	DMA_RUN(card, 0, DMA(3, 0x4b, 16), TILED >> 8, TILED_2 >> 8, DETILE(&t, &at), LINEAR, 0);
	check(complaints(card) == 1, "a broadcast from tiled to linear");
	at.x = 4;
	DMA_RUN(card, 0, DMA(3, 0x4c, 16), TILED >> 8, SURFACE(&t, &at), LINEAR, 0);
	check(complaints(card) == 1, "tiles from the middle of one");
	reg(card, 0xd0b8, 0);
	at.x = 0;
	check(refused(card, &t, at, 16, TILED) == 1, "an engine that was not told the tiling");
}

/* Copies that Mesa has sent, as recorded; from 8 pipes and 8 banks. */
static void test_mesa(const char *chip)
{
	static const uint32_t rows[][6] = {
		{ 0x1000, 0x10610000, 0x001f003f, 0x0ff, 0, 0x4a00000 },
		{ 0x1000, 0x10620000, 0x001f003f, 0x0ff, 0, 0x4a00000 },
		{ 0x2000, 0x12200000, 0x003f000f, 0x07f, 0, 0x4a00000 },
		{ 0x1000, 0x12230000, 0x000f001f, 0x03f, 0, 0x4800000 },
		{ 0x1000, 0x13000000, 0x007f0007, 0x01f, 0, 0x4a00000 },
		{ 0x5000, 0x21410000, 0x009f001f, 0x3ff, 0, 0x4a00000 },
		{ 0x3200, 0x22200000, 0x00c6000f, 0x1ff, 0, 0x4a00000 },
		{ 0x8000, 0x22200000, 0x007f001f, 0x1ff, 0, 0x4a00000 },
		{ 0x40000, 0x22200000, 0x01ff003f, 0xfff, 0, 0x4a00000 },
		{ 0x57800, 0x22210000, 0x022f004f, 0x167f, 0, 0x4a00000 },
		{ 0x6400, 0x22210000, 0x0063001f, 0x1ff, 0, 0x4a00000 },
		{ 0xf000, 0x23000000, 0x009f0017, 0x23f, 0, 0x4a00000 },
		{ 0x4000, 0x24000000, 0x003f0007, 0x03f, 0, 0x4a00000 },
		{ 0x1e000, 0x24000000, 0x009f0017, 0x23f, 0, 0x4a00000 },
	};
	struct card card;
	bool good = true;

	dma_start(&card, chip, 0, NULL);
	fill_random(&card, LINEAR);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const uint32_t *r = rows[i];

		DMA_RUN(&card, 0, DMA(3, 8, r[0]), TILED >> 8, r[1], r[2], r[3], r[4], r[5], LINEAR, 0);
		DMA_RUN(&card, 0, DMA(3, 8, r[0]), TILED >> 8, r[1] | 1u << 31, r[2], r[3], r[4], r[5], BACK, 0);
		good &= !memcmp(card.vram + LINEAR, card.vram + BACK, 4ul * r[0]);
	}
	check(good && complaints(&card) == 0, "%s: what Mesa sends", chip);
	card_free(&card);
}

/* An IB of VMID 2, whose pages lie backwards in VRAM. */
static void test_vmid(void)
{
	uint32_t directory = 0x20000, table = 0x21000, ib[16];
	struct at at = { .rows = 128 };
	struct tiling t;
	struct card card;
	bool good = true;

	dma_start(&card, "cayman", 0, NULL);
	t = plain(&card);
	fill_random(&card, LINEAR);
	poke64(&card, directory, table | 1);
	for (uint32_t i = 0; i < 512; i++)
		poke64(&card, table + 8 * i, (uint64_t)(TILED + (511 - i) * 4096) | 0x61);
	for (uint32_t i = 0; i < 16; i++)	/* the IB and its linear side */
		poke64(&card, table + 8 * (256 + i), (uint64_t)(LINEAR + i * 4096) | 0x61);
	reg(&card, 0x2064, 3 << 3 | 1);
	reg(&card, 0x1544, directory >> 12);
	reg(&card, 0x1564, 0);
	reg(&card, 0x1584, 511);
	reg(&card, 0x1414, 1 | 1 << 1);
	reg(&card, 0x1478, 4);
	memcpy(ib, (uint32_t[]){ DMA(3, 8, 256), 0, SURFACE(&t, &at), 256 * 4096, 0, NOP, NOP, NOP, NOP, NOP,
				 NOP, NOP }, sizeof(ib));
	memcpy(card.vram + LINEAR + 0x8000, ib, sizeof(ib));
	DMA_RUN(&card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 2, 0), 264 * 4096, 16 << 12);
	for (uint32_t x = 0; x < 256; x++) {
		uint32_t offset = (uint32_t)tiling_offset(&t, x, 0, 0);
		uint32_t at_vram = TILED + (511 - offset / 4096) * 4096 + offset % 4096;

		good &= peek32(&card, at_vram) == peek32(&card, LINEAR + 4 * x);
	}
	check(good && complaints(&card) == 0, "an IB with a VMID finds both sides through its tables");
	card_free(&card);
}

static void with_card(const char *chip, void (*test)(struct card *card))
{
	struct card card;

	dma_start(&card, chip, 0, NULL);
	fill_random(&card, LINEAR);
	fill_random(&card, TILED);
	fill_random(&card, TILED_2);
	complaints(&card);
	test(&card);
	card_free(&card);
}

int main(void)
{
	static const char *const chips[] = { "cedar", "redwood", "cypress", "cayman", "aruba" };

	for (size_t i = 0; i < ARRAY_SIZE(chips); i++)
		test_round_trips(chips[i]);
	for (int i = 0; i < 10; i++)
		with_card("cypress", test_broadcast);
	with_card("redwood", test_write);
	with_card("cypress", test_fields);
	with_card("cypress", test_tiles);
	with_card("cayman", test_partial);
	with_card("cayman", test_linear_partial);
	with_card("cayman", test_tiled_to_tiled);
	with_card("cypress", test_swaps);
	with_card("cypress", test_refused);
	test_mesa("cypress");
	test_mesa("cayman");
	test_vmid();
	return test_end();
}

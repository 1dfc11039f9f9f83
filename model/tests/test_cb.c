// SPDX-License-Identifier: MIT OR GPL-2.0
/* The colour block: what a pixel becomes, where it goes, and what else of memory is touched. */
#include "array.h"
#include "test_target.h"

enum { FORMAT_8 = 1, FORMAT_16 = 5, FORMAT_16F = 6, FORMAT_5_6_5 = 8, FORMAT_32 = 0xd, FORMAT_32F = 0xe,
       FORMAT_11F = 0x16, FORMAT_2_10 = 0x19, FORMAT_8888 = 0x1a, FORMAT_16X4 = 0x1f, FORMAT_16X4F = 0x20,
       FORMAT_32X4 = 0x22, FORMAT_32X4F = 0x23 };

#define EXPORT_16	(1u << 24)
#define LINEAR		LINEAR_GENERAL
#define TILED		TILED_2D_THIN1

static uint64_t store(struct target_rig *rig, unsigned int format, unsigned int number, uint32_t bits,
		      unsigned int bytes, const uint32_t value[4])
{
	rig_target(rig, 0, LINEAR, format, number);
	add(rig, INFO(0), bits);
	export(rig, 0, value);
	draw_pixel(rig, 6, 5, 1);
	return stored(rig, 0, LINEAR, bytes, 6, 5, 0);
}

static void test_places(void)
{
	static const unsigned int modes[] = { LINEAR_GENERAL, TILED_1D_THIN1, TILED_2D_THIN1 };
	static const struct { unsigned int format, bytes; } sizes[] = {
		{ FORMAT_8, 1 }, { FORMAT_16, 2 }, { FORMAT_8888, 4 }, { FORMAT_16X4, 8 }, { FORMAT_32X4, 16 },
	};
	static const uint32_t ones[4] = { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff };

	for (size_t m = 0; m < ARRAY_SIZE(modes); m++)
		for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
			unsigned int wrong = 0, pixels = 0;
			struct target_rig rig;

			rig_start(&rig);
			rig_target(&rig, 0, modes[m], sizes[i].format, CB_UINT);
			export(&rig, 0, ones);
			for (uint32_t y = 0; y < 64; y += 7)
				for (uint32_t x = 0; x < 128; x += 11, pixels++) {
					memset(surface(&rig, 0), 0, 128 * 64 * 16);
					memset(rig.touched, 0, (size_t)SURFACE_SIZE);
					draw_pixel(&rig, x, y, 1);
					for (size_t at = 0; at < 128 * 64 * 16; at++)
						wrong += (surface(&rig, 0)[at] != 0) !=
							 (rig.touched[at] != 0);
					for (unsigned int b = 0; b < sizes[i].bytes; b++)
						wrong += element(&rig, 0, modes[m], sizes[i].bytes, x, y, 0)[b] != 0xff;
					wrong += rig.reads || rig.writes != pixels + 1;
				}
			check(!wrong && !rig.violations && !rig.outside,
			      "mode %u, %u bytes: a pixel is written at its place, and nothing else is touched %s",
			      modes[m], sizes[i].bytes, rig.violation);
			rig_end(&rig);
		}
}

static void test_floats_to_codes(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	for (unsigned int i = 0; i < 4000; i++) {
		float x = (float)i / 3777.0f - 0.03f;
		double in = x < 0 ? 0 : x > 1 ? 1 : (double)x;
		uint32_t v = sq_bits(x);

		wrong += store(&rig, FORMAT_8888, CB_UNORM, 0, 4, (const uint32_t[4]) { v, 0, 0, v }) !=
			 (uint32_t)floor(255 * in + 0.5) * 0x01000001u;
	}
	check(!wrong, "UNORM of 8 bits: 255 x + 1/2, without its fraction");
	check(store(&rig, FORMAT_8, CB_UNORM, 0, 1, (const uint32_t[4]) { 0x7fc00000 }) == 0, "no number is 0");
	check(store(&rig, FORMAT_8, CB_UNORM, 1u << 22, 1, (const uint32_t[4]) { sq_bits(0.999f) }) == 254 &&
	      rig.guesses,
	      "ROUND_MODE truncates, which is a guess");
	check(store(&rig, FORMAT_8, CB_SNORM, 0, 1, (const uint32_t[4]) { sq_bits(-2.0f) }) == 0x81 &&
	      store(&rig, FORMAT_8, CB_SNORM, 0, 1, (const uint32_t[4]) { sq_bits(0.5f) }) == 64, "SNORM of 8 bits");
	check(store(&rig, FORMAT_8, CB_USCALED, 0, 1, (const uint32_t[4]) { sq_bits(300.0f) }) == 255 &&
	      store(&rig, FORMAT_8, CB_SSCALED, 0, 1, (const uint32_t[4]) { sq_bits(-3.0f) }) == 0xfd, "scaled numbers");
	check(store(&rig, FORMAT_8, CB_UINT, 0, 1, (const uint32_t[4]) { 300 }) == 255 &&
	      store(&rig, FORMAT_8, CB_SINT, 0, 1, (const uint32_t[4]) { (uint32_t)-300 }) == 0x80,
	      "integers are clamped");
	check(store(&rig, FORMAT_32, CB_UINT, EXPORT_16, 4, (const uint32_t[4]) { 70000 }) == 0xffff &&
	      store(&rig, FORMAT_32, CB_SINT, EXPORT_16, 4, (const uint32_t[4]) { (uint32_t)-70000 }) == 0xffff8000,
	      "integers of 16 bits, if exports have no more");
	check(store(&rig, FORMAT_32F, CB_FLOAT, EXPORT_16, 4, (const uint32_t[4]) { 0x3f801fff }) == 0x3f800000,
	      "an export of 16 bits is cut");
	check(store(&rig, FORMAT_32F, CB_FLOAT, 0, 4, (const uint32_t[4]) { 0x3f801fff }) == 0x3f801fff,
	      "an export of 32 bits is not");
	check(store(&rig, FORMAT_16F, CB_FLOAT, 0, 2, (const uint32_t[4]) { 0x3f801001 }) == 0x3c01,
	      "halves are rounded to the nearest");
	check(store(&rig, FORMAT_5_6_5, CB_UNORM, 0, 2, (const uint32_t[4]) { 0x3f800000, 0, 0 }) == 0x001f &&
	      store(&rig, FORMAT_2_10, CB_UNORM, 0, 4, (const uint32_t[4]) { 0, 0, 0, 0x3f800000 }) == 0xc0000000,
	      "the first component is in the lowest bits");
	check(store(&rig, FORMAT_11F, CB_FLOAT, 0, 4, (const uint32_t[4]) { 0x3f800000, 0x3f800000, 0x3f800000 }) ==
	      (0x3c0u | 0x3c0u << 11 | 0x1e0u << 22), "small floats");
	rig_end(&rig);
}

static void test_orders(void)
{
	static const uint32_t value[4] = { 1, 2, 3, 4 };
	static const uint32_t want[4] = { 0x04030201, 0x04010203, 0x01020304, 0x03020104 };
	struct target_rig rig;

	rig_start(&rig);
	for (uint32_t swap = 0; swap < 4; swap++)
		check(store(&rig, FORMAT_8888, CB_UINT, swap << 15, 4, value) == want[swap], "COMP_SWAP %u", swap);
	check(store(&rig, FORMAT_8, CB_UINT, 3u << 15, 1, value) == 4, "one component: ALT_REV is alpha");
	check(store(&rig, FORMAT_8, CB_UINT, 0, 1, value) == 1, "and STD is red");
	rig_end(&rig);
}

/* On silicon: from which half on a code is stored. */
static void test_srgb(void)
{
	FILE *in = fopen("tests/goldens/hd7350/srgb8-thresholds.txt", "r");
	unsigned int code, from, wrong = 0, codes = 0;
	struct target_rig rig;
	char line[200];

	if (!in)
		in = fopen("model/tests/goldens/hd7350/srgb8-thresholds.txt", "r");
	rig_start(&rig);
	while (in && fgets(line, sizeof(line), in)) {
		if (sscanf(line, "%u %x", &code, &from) != 2)
			continue;
		codes++;
		for (unsigned int i = 0; i < 2; i++) {
			uint32_t v = sq_bits(sq_half_to_float(from - i));

			/* What 16 bits cut off does not matter. */
			wrong += store(&rig, FORMAT_8888, CB_SRGB, EXPORT_16, 4,
				       (const uint32_t[4]) { v | 0x7, v, v, v }) % 0x1000000 != (code - i) * 0x010101;
		}
	}
	check(codes == 255 && !wrong, "sRGB: the codes begin where a Cedar's do");
	check(store(&rig, FORMAT_8888, CB_SRGB, 0, 4, (const uint32_t[4]) { 0, 0xbf800000, 0x7f800000, 0x3f000000 }) ==
	      0x80ff0000, "sRGB: alpha is linear, and the ends are 0 and 255");
	if (in)
		fclose(in);
	rig_end(&rig);
}

static void test_masks(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig_target(&rig, 0, LINEAR, FORMAT_8888, CB_UINT);
	memset(surface(&rig, 0), 0x55, 4096);
	set(&rig, 0x28238, 0x5);
	export(&rig, 0, (const uint32_t[4]) { 1, 2, 3, 4 });
	draw_pixel(&rig, 6, 5, 1);
	check(stored(&rig, 0, LINEAR, 4, 6, 5, 0) == 0x55035501, "CB_TARGET_MASK keeps components");
	set(&rig, 0x28238, 0xf);
	set(&rig, 0x2823c, 0x2);
	draw_pixel(&rig, 6, 5, 1);
	check(stored(&rig, 0, LINEAR, 4, 6, 5, 0) == 0x55030201, "CB_SHADER_MASK does, too");
	set(&rig, 0x2823c, 0);
	rig.writes = 0;
	draw_pixel(&rig, 6, 5, 1);
	check(!rig.writes && !rig.violations, "without a component nothing is written");
	rig_target(&rig, 1, LINEAR, FORMAT_8888, CB_UINT);
	set(&rig, 0x2823c, 0xff);
	draw_pixel(&rig, 6, 5, 1);
	check(rig.violations == 1 && strstr(rig.violation, "exported"), "a target of the mask must be exported to");
	rig_end(&rig);
}

static uint32_t rop_of(unsigned int op, uint32_t src, uint32_t dst)
{
	uint32_t out = 0;

	for (unsigned int bit = 0; bit < 32; bit++)
		out |= (op >> ((src >> bit & 1) * 2 + (dst >> bit & 1)) & 1u) << bit;
	return out;
}

static void test_logic(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	for (uint32_t op = 0; op < 16; op++) {
		rig_target(&rig, 0, LINEAR, FORMAT_8888, CB_UINT);
		memset(surface(&rig, 0), 0x55, 4096);
		set(&rig, 0x28808, 0x10 | op << 16 | op << 20);
		wrong += store(&rig, FORMAT_8888, CB_UINT, 0, 4, (const uint32_t[4]) { 0x33, 0x33, 0x33, 0x33 }) !=
			 rop_of(op, 0x33333333, 0x55555555);
	}
	check(!wrong && !rig.violations, "all sixteen logic operations");
	set(&rig, 0x28808, 0xf00010);
	draw_pixel(&rig, 0, 0, 1);
	check(rig.violations == 1, "none with a pattern");
	rig_end(&rig);
}

static void test_ends(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig_target(&rig, 0, LINEAR, FORMAT_8888, CB_UINT);
	export(&rig, 0, (const uint32_t[4]) { 1, 2, 3, 4 });
	draw_pixel(&rig, 127, 63, 1);
	check(rig.writes == 1, "the last pixel is written");
	draw_pixel(&rig, 128, 0, 1);
	draw_pixel(&rig, 0, 64, 1);
	check(rig.writes == 3 && rig.violations == 2, "what is outside is written all the same, and a violation");
	rig.screen.layer = 1;
	draw_pixel(&rig, 5, 0, 1);
	check(surface(&rig, 0)[5 * 4] == 1, "a target without layers is drawn to, whatever the layer");
	add(&rig, INFO(0), LINEAR_ALIGNED << 8);
	set(&rig, 0x28c6c, 1 | 2 << 13);
	draw_pixel(&rig, 3, 0, 1);
	check(surface(&rig, 0)[2 * 128 * 64 * 4 + 3 * 4] == 1, "layers count from the first slice of the view");
	rig_target(&rig, 0, LINEAR_GENERAL, FORMAT_8888, CB_UINT);
	set(&rig, 0x28c6c, 8 | 8 << 13);
	rig.screen.layer = 0;
	draw_pixel(&rig, 9, 0, 1);
	check(rig.violations == 3, "of a linear one that is its address, and not modelled");
	set(&rig, 0x28c6c, 0);
	set(&rig, 0x28c68, 2 * 128 / 64 + 1 - 1);
	draw_pixel(&rig, 0, 0, 1);
	check(rig.violations == 4, "a slice of half a row is a violation");
	set(&rig, 0x28c68, 3 * 128 / 64 - 1);
	rig.writes = 0;
	draw_pixel(&rig, 0, 2, 1);
	draw_pixel(&rig, 0, 3, 1);
	check(rig.writes == 2 && rig.violations == 5, "the lower half of a quad can be outside");
	rig_end(&rig);
}

/* A pixel of bytes, with a register set to something else. */
static void draw_with(struct target_rig *rig, uint32_t offset, uint32_t value)
{
	rig_start(rig);
	rig_target(rig, 0, LINEAR, FORMAT_8888, CB_UINT);
	set(rig, offset, value);
	export(rig, 0, (const uint32_t[4]) { 1, 2, 3, 4 });
	draw_pixel(rig, 0, 0, 1);
}

static void test_off(void)
{
	static const struct { uint32_t offset, value; const char *what; } ways[] = {
		{ 0x28808, 0xcc0000, "mode 0" }, { 0x28000, 1u << 12, "COLOR_DISABLE" },
		{ 0x2800c, 1u << 10, "FORCE_COLOR_KILL" }, { 0x28c70, 0, "no format" },
		{ 0x28c70, FORMAT_8888 << 2 | 1u << 26, "a random access target" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		struct target_rig rig;

		draw_with(&rig, ways[i].offset, ways[i].value);
		check(!rig.writes && !rig.violations, "nothing is drawn: %s", ways[i].what);
		rig_end(&rig);
	}
}

static void test_refused(void)
{
	static const struct { uint32_t offset, value; const char *what; } ways[] = {
		{ 0x28808, 0xcc0060, "mode 6" }, { 0x28808, 0xcc0018, "DEGAMMA" },
		{ 0x28c70, FORMAT_8888 << 2 | LINEAR_ALIGNED << 8 | 1, "another order of bytes" },
		{ 0x28c70, FORMAT_8888 << 2 | LINEAR_ALIGNED << 8 | 2u << 24, "EXPORT_2C" },
		{ 0x28c70, FORMAT_8888 << 2 | LINEAR_ALIGNED << 8 | 7u << 12, "floats of 8 bits" },
		{ 0x28c70, FORMAT_8888 << 2 | 5u << 8, "array mode 5" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		struct target_rig rig;

		draw_with(&rig, ways[i].offset, ways[i].value);
		check(rig.violations == 1, "a violation: %s", ways[i].what);
		rig_end(&rig);
	}
}

static void test_samples(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	for (rig.sc.samples = 2; rig.sc.samples <= 8; rig.sc.samples *= 2) {
		rig_target(&rig, 0, TILED, FORMAT_8888, CB_UINT);
		memset(surface(&rig, 0), 0, SURFACE_SIZE);
		export(&rig, 0, (const uint32_t[4]) { 1, 2, 3, 4 });
		draw_pixel(&rig, 21, 13, 0xaaaa);
		for (uint32_t n = 0; n < rig.sc.samples; n++)
			wrong += stored(&rig, 0, TILED, 4, 21, 13, n) != (n % 2 ? 0x04030201 : 0);
	}
	check(!wrong && !rig.violations, "each sample that is covered is written, and no other");
	rig.sc.samples = 2;
	rig.card.cayman = true;
	draw_pixel(&rig, 21, 13, 1);
	check(rig.violations == 1, "Cayman: the target must have the samples of the rasterizer");
	add(&rig, 0x28c74, 1u << 24 | 1u << 27);
	draw_pixel(&rig, 21, 13, 1);
	check(rig.violations == 1 && stored(&rig, 0, TILED, 4, 21, 13, 0), "and can say so");
	rig.sc.samples = 16;
	rig.reg[0xc74 / 4] += 3u << 24 | 2u << 27;	/* log2: 4, but fragments can only be 3 */
	draw_pixel(&rig, 21, 13, 1);
	check(rig.violations == 2, "but not 16 of them");
	rig_end(&rig);
}

/* A tile has 8 x 8 x 8 x 16 bytes, and a run of it is as short as runs are. */
static void test_short_runs(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;
	struct tiling t;

	rig_start(&rig);
	rig.sc.samples = 8;
	rig_target(&rig, 0, TILED, 0x22, CB_UINT);
	set(&rig, INFO(0) + 4, 2u << 10 | 1u << 13 | 1u << 16 | 1u << 19);
	t = rig.card.memory;
	t.mode = TILED;
	t.element_log2 = 4;
	t.pitch = 128;
	t.height = 64;
	t.banks = 8;
	t.bank_width = t.bank_height = t.aspect = 2;
	t.split = 64;
	t.samples_log2 = 3;
	memset(&rig.cb, 0xff, sizeof(rig.cb));		/* memory has held something else */
	cb_take_state(&rig.cb, &rig.card, 8);
	for (uint32_t at = 0; at < 16 * 16 * 8; at++) {
		struct draw_quad quad = pixel_quad(&rig, at % 16, at / 16 % 16, (uint16_t)(1u << at / 256));

		export(&rig, 0, (const uint32_t[4]) { at + 1, ~at, at << 8, 7 });
		cb_quad(&rig.cb, &quad, &rig.colors);
	}
	cb_flush(&rig.cb);
	for (uint32_t at = 0; at < 16 * 16 * 8; at++) {
		const uint32_t want[4] = { at + 1, ~at, at << 8, 7 };

		wrong += memcmp(surface(&rig, 0) + tiling_sample_offset(&t, at % 16, at / 16 % 16, 0, at / 256), want, 16) != 0;
	}
	check(!wrong && !rig.violations && !rig.outside, "tiles that are split into 64 bytes: %u of 2048 samples are wrong", wrong);
	rig_end(&rig);
}

/* Many tiles, more than the cache has room for, and each comes twice. */
static void test_cache(void)
{
	struct draw_quad quad;
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	for (unsigned int n = 0; n < 3; n++)
		rig_target(&rig, n, TILED, FORMAT_16X4, CB_UINT);
	cb_take_state(&rig.cb, &rig.card, 1);
	for (uint32_t turn = 0; turn < 2; turn++)
		for (uint32_t at = turn; at < 128 * 64; at += 2) {
			quad = pixel_quad(&rig, at % 128, at / 128, 1);
			for (unsigned int n = 0; n < 3; n++)
				export(&rig, n, (const uint32_t[4]) { at, n, turn, 7 });
			cb_quad(&rig.cb, &quad, &rig.colors);
		}
	cb_flush(&rig.cb);
	for (uint32_t at = 0; at < 128 * 64; at++)
		for (uint32_t n = 0; n < 3; n++)
			wrong += stored(&rig, n, TILED, 8, at % 128, at / 128, 0) !=
				 (at | (uint64_t)n << 16 | (uint64_t)(at & 1) << 32 | 7ull << 48);
	check(!wrong && !rig.reads && !rig.outside, "what leaves the cache and comes back is kept");
	rig_end(&rig);
}

/* ---- waves ---- */

/* Sixteen quads of one row, with colours that differ. */
static void draw_row(struct target_rig *rig, bool packs)
{
	uint32_t row[DRAW_TARGETS][4][SQ_LANES] __attribute__((aligned(64)));
	uint32_t seed = 1;

	for (unsigned int n = 0; n < 2; n++)
		for (unsigned int c = 0; c < 4; c++)
			for (unsigned int i = 0; i < SQ_LANES; i++) {
				seed = seed * 1664525 + 1013904223;
				row[n][c][i] = seed >> 31 ? seed : sq_bits((float)(seed >> 8) * 0x1.4p-24f);
			}
	cb_take_state(&rig->cb, &rig->card, 1);
	rig->colors.exported = 3;
	rig->colors.packed = packs ? cb_pack(&rig->cb, row, 3, SQ_LANES) : 0;
	for (unsigned int q = 0; q < SQ_LANES / DRAW_QUAD; q++) {
		struct draw_quad quad = {
			.of = &rig->screen, .x = (int32_t)(2 * q), .y = 6, .covered = { 1, 1, 1, 1 },
		};

		for (unsigned int n = 0; n < 2; n++)
			for (unsigned int c = 0; c < 4; c++)
				memcpy(&rig->colors.value[n][c], &row[n][c][DRAW_QUAD * q], sizeof(sq_u4));
		cb_quad(&rig->cb, &quad, &rig->colors);
	}
	cb_flush(&rig->cb);
}

static void test_waves(void)
{
	static const struct { unsigned int format, number; uint32_t info, blend; uint32_t packed; } rows[] = {
		{ 0x1a, CB_UNORM, 0, 0, 3 }, { 0x1a, CB_SRGB, 0, 0, 3 }, { 0x1a, CB_UNORM, 1u << 22, 0, 3 },
		{ 0x08, CB_UNORM, 0, 0, 3 }, { 0x20, CB_FLOAT, 0, 0, 3 }, { FORMAT_16X4, CB_SNORM, 0, 0, 3 },
		{ FORMAT_16X4, CB_SINT, 0, 0, 3 }, { FORMAT_16X4, CB_UINT, 0, 0, 3 }, { 0x22, CB_UINT, 0, 0, 3 },
		{ 0x1a, CB_UNORM, 0, 1u << 30 | 4 | 5 << 8, 2 },
	};

	for (size_t i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
		struct target_rig rig[2];

		for (unsigned int n = 0; n < 2; n++) {
			rig_start(&rig[n]);
			rig_target(&rig[n], 0, TILED, rows[i / 2].format, rows[i / 2].number);
			rig_target(&rig[n], 1, TILED, rows[i / 2].format, rows[i / 2].number);
			add(&rig[n], INFO(0), rows[i / 2].info);
			if (i % 2)
				add(&rig[n], INFO(0), SQ_EXPORT_16 << 24);
			set(&rig[n], 0x28780, rows[i / 2].blend);
			draw_row(&rig[n], n);
		}
		check(rig[1].colors.packed == rows[i / 2].packed, "format %#x: packed are %u", rows[i / 2].format,
		      rig[1].colors.packed);
		check(!memcmp(rig[0].memory, rig[1].memory, (size_t)SURFACES * SURFACE_SIZE) && rig[1].writes &&
		      !rig[1].violations,
		      "format %#x, numbers %u, %u bits: a wave stores what its quads do", rows[i / 2].format,
		      rows[i / 2].number, i % 2 ? 16 : 32);
		rig_end(&rig[0]);
		rig_end(&rig[1]);
	}
}

int main(void)
{
	test_places();
	test_floats_to_codes();
	test_orders();
	test_srgb();
	test_masks();
	test_logic();
	test_ends();
	test_off();
	test_refused();
	test_samples();
	test_short_runs();
	test_cache();
	test_waves();
	return test_end();
}

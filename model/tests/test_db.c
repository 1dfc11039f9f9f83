// SPDX-License-Identifier: MIT OR GPL-2.0
/* The depth block: every function and operation, formats, clears, copies, and when it comes. */
#include "array.h"
#include "test_target.h"

#define DEPTH_CONTROL	0x28800u
#define RENDER_CONTROL	0x28000u
#define SHADER_CONTROL	0x2880cu
#define TILED		TILED_2D_THIN1

enum { Z16 = 1, Z24 = 2, Z32F = 3 };
enum { STENCIL = 1, Z = 2, WRITE = 4 };

static const unsigned int bytes_of[4] = { 0, 2, 4, 4 };

static void put(struct target_rig *rig, unsigned int n, unsigned int bytes, uint32_t x, uint32_t y, uint32_t sample,
		uint32_t value)
{
	memcpy(element(rig, n, TILED, bytes, x, y, sample), &value, bytes);
}

/* One pixel at a depth; which of its samples are left. */
static uint16_t test_at(struct target_rig *rig, uint32_t x, uint32_t y, uint16_t samples, double depth,
			const struct draw_depth_export *e)
{
	struct draw_quad quad = pixel_quad(rig, x, y, samples);

	rig->screen.z.at = depth;
	db_take_state(&rig->db, &rig->card, &rig->sc);
	db_test(&rig->db, &quad, e);
	db_flush(&rig->db);
	return quad.covered[(x & 1) | (y & 1) << 1];
}

/* What a function says, in words of its own. */
static bool holds(unsigned int function, double a, double b)
{
	switch (function) {
	case 0:
		return false;
	case 1:
		return a < b;
	case 2:
		return a == b;
	case 3:
		return a <= b;
	case 4:
		return a > b;
	case 5:
		return a != b;
	case 6:
		return a >= b;
	default:
		return true;
	}
}

static void test_functions(unsigned int format)
{
	static const double depths[] = { 0.25, 0.5, 0.75 };
	struct target_rig rig;
	unsigned int wrong = 0;
	uint32_t old;

	rig_start(&rig);
	rig_depth(&rig, format, false);
	old = format == Z16 ? 32768 : format == Z24 ? 8388608 : 0x3f000000;
	for (unsigned int function = 0; function < 8; function++)
		for (unsigned int i = 0; i < 3; i++) {
			uint16_t left;

			put(&rig, 4, bytes_of[format], 9, 3, 0, old);
			set(&rig, DEPTH_CONTROL, Z | function << 4);
			left = test_at(&rig, 9, 3, 1, depths[i], NULL);
			wrong += left != holds(function, depths[i], 0.5);
			wrong += stored(&rig, 4, TILED, bytes_of[format], 9, 3, 0) != old;
			set(&rig, DEPTH_CONTROL, Z | WRITE | function << 4);
			test_at(&rig, 9, 3, 1, depths[i], NULL);
			wrong += (stored(&rig, 4, TILED, bytes_of[format], 9, 3, 0) != old) !=
				 (left && depths[i] != 0.5);
		}
	check(!wrong && !rig.violations && !rig.outside,
	      "depth format %u: each function, with and without a write", format);
	rig_end(&rig);
}

static void test_codes(void)
{
	static const struct { unsigned int format; double depth; uint32_t code; } rows[] = {
		{ Z16, 0.3, 19661 }, { Z16, 1.5, 0xffff }, { Z16, -1, 0 }, { Z24, 0.3, 5033165 },
		{ Z24, 1.0, 0xffffff },
		{ Z24, 0.6 / 16777215, 1 }, { Z32F, 0.3, 0x3e99999a }, { Z32F, 1.5, 0x3fc00000 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct target_rig rig;

		rig_start(&rig);
		rig_depth(&rig, rows[i].format, false);
		put(&rig, 4, bytes_of[rows[i].format], 2, 2, 0, 0xaaaaaaaa);
		set(&rig, DEPTH_CONTROL, Z | WRITE | 7 << 4);
		test_at(&rig, 2, 2, 1, rows[i].depth, NULL);
		check(stored(&rig, 4, TILED, bytes_of[rows[i].format], 2, 2, 0) == rows[i].code,
		      "format %u: %g is stored as %#x", rows[i].format, rows[i].depth, rows[i].code);
		rig_end(&rig);
	}
}

static void test_planes(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	rig.sc.samples = 4;
	for (unsigned int n = 0; n < 4; n++)
		for (unsigned int i = 0; i < DRAW_QUAD; i++) {
			rig.sc.at[i][n].x = (int8_t)(4 * n + i - 8);
			rig.sc.at[i][n].y = (int8_t)(3 - 2 * n);
		}
	rig.screen.x0 = 4;
	rig.screen.y0 = 6;
	rig.screen.z.dx = 1.0 / 64;
	rig.screen.z.dy = -1.0 / 256;
	rig_depth(&rig, Z32F, false);
	set(&rig, DEPTH_CONTROL, Z | WRITE | 7 << 4);
	test_at(&rig, 11, 8, 0xf, 0.5, NULL);
	for (unsigned int n = 0; n < 4; n++) {
		double x = 11.5 + (4.0 * n + 1 - 8) / 16 - 4, y = 8.5 + (3 - 2.0 * n) / 16 - 6;

		wrong += stored(&rig, 4, TILED, 4, 11, 8, n) != sq_bits((float)(0.5 + x / 64 - y / 256));
	}
	check(!wrong, "each sample has the depth of its own place");
	rig.screen.z_clamped = true;
	rig.screen.z_min = 0.25f;
	rig.screen.z_max = 0.375f;
	test_at(&rig, 11, 8, 1, 0.5, NULL);
	check(stored(&rig, 4, TILED, 4, 11, 8, 0) == sq_bits(0.375f), "depth is clamped to the viewport's range");
	test_at(&rig, 11, 8, 1, -0.5, &(struct draw_depth_export){ .has_depth = true });
	check(stored(&rig, 4, TILED, 4, 11, 8, 0) == sq_bits(0.25f), "what is exported, too");
	rig.screen.z_clamped = false;
	test_at(&rig, 11, 8, 1, 0.5, &(struct draw_depth_export){ .has_depth = true, .depth = { 0, 0.125f } });
	check(stored(&rig, 4, TILED, 4, 11, 8, 0) == sq_bits(0.125f), "the program's depth replaces the plane's");
	rig_end(&rig);
}

/* ---- stencil ---- */

/* What an operation leaves of a value. */
static unsigned int after(unsigned int op, unsigned int reference, int old)
{
	const int table[8] = {
		old, 0, (int)reference, old + 1 > 255 ? 255 : old + 1, old - 1 < 0 ? 0 : old - 1, 255 - old,
		(old + 1) % 256, (old + 255) % 256,
	};

	return (unsigned int)table[op];
}

static void test_stencil(bool back)
{
	static const unsigned int olds[] = { 0, 1, 0x5a, 0xfe, 0xff };
	unsigned int shift = back ? 12 : 0, wrong = 0;
	struct target_rig rig;

	rig_start(&rig);
	rig_depth(&rig, Z24, true);
	rig.screen.front = !back;
	set(&rig, back ? 0x28434 : 0x28430, 0x5b | 0xff << 8 | 0xff << 16);
	for (unsigned int outcome = 0; outcome < 3; outcome++)		/* fail, zpass, zfail */
		for (unsigned int op = 0; op < 8; op++)
			for (size_t i = 0; i < ARRAY_SIZE(olds); i++) {
				uint32_t function = outcome ? 7 : 0, z = outcome == 2 ? 0 : 7;
				uint16_t left;

				put(&rig, 5, 1, 3, 9, 0, olds[i]);
				set(&rig, DEPTH_CONTROL, STENCIL | Z | z << 4 | back << 7 |
				    (function << 8 | op << (11 + 3 * outcome)) << shift);
				left = test_at(&rig, 3, 9, 1, 0.5, NULL);
				wrong += left != (outcome == 1) ||
					 stored(&rig, 5, TILED, 1, 3, 9, 0) != after(op, 0x5b, (int)olds[i]);
			}
	for (unsigned int function = 0; function < 8; function++)
		for (unsigned int old = 0x5a; old < 0x5d; old++) {
			put(&rig, 5, 1, 3, 9, 0, old | 0x80);
			set(&rig, back ? 0x28434 : 0x28430, 0x5b | 0x7f << 8);
			set(&rig, DEPTH_CONTROL, STENCIL | back << 7 | function << (8 + shift));
			wrong += test_at(&rig, 3, 9, 1, 0.5, NULL) != holds(function, 0x5b, old);
		}
	check(!wrong && !rig.violations, "%s: functions under a mask, and operations", back ? "back" : "front");
	put(&rig, 5, 1, 3, 9, 0, 0xaa);
	set(&rig, back ? 0x28434 : 0x28430, 0x0f | 0xff << 8 | 0x3c << 16);
	set(&rig, DEPTH_CONTROL, STENCIL | back << 7 | (7u << 8 | 2u << 14) << shift);
	test_at(&rig, 3, 9, 1, 0.5, NULL);
	check(stored(&rig, 5, TILED, 1, 3, 9, 0) == 0x8e, "the write mask keeps bits");
	test_at(&rig, 3, 9, 1, 0.5, &(struct draw_depth_export){ .has_stencil = true, .stencil = { 0, 0, 0, 0x130 } });
	check(stored(&rig, 5, TILED, 1, 3, 9, 0) == 0xb2, "what the program exports is the reference");
	rig_end(&rig);
}

static void test_one_face(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig_depth(&rig, 0, true);
	rig.screen.front = false;
	set(&rig, 0x28430, 0x11 | 0xff << 8 | 0xff << 16);
	set(&rig, 0x28434, 0x22 | 0xff << 8 | 0xff << 16);
	set(&rig, DEPTH_CONTROL, STENCIL | 7u << 8 | 2u << 14);
	test_at(&rig, 3, 9, 1, 0.5, NULL);
	check(stored(&rig, 5, TILED, 1, 3, 9, 0) == 0x11, "without BACKFACE_ENABLE the front's state is that of both");
	rig_end(&rig);
}

/* ---- clears, copies, counts ---- */

static void test_clears(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig_depth(&rig, Z24, true);
	set_float(&rig, 0x2802c, 0.75f);
	set(&rig, 0x28028, 0x42);
	put(&rig, 5, 1, 3, 9, 0, 7);
	set(&rig, RENDER_CONTROL, 1);
	check(test_at(&rig, 3, 9, 1, 0.5, NULL) == 1 && stored(&rig, 4, TILED, 4, 3, 9, 0) == 12582911 &&
	      stored(&rig, 5, TILED, 1, 3, 9, 0) == 7, "DEPTH_CLEAR: depth only");
	set(&rig, RENDER_CONTROL, 2);
	test_at(&rig, 3, 9, 1, 0.5, NULL);
	check(stored(&rig, 5, TILED, 1, 3, 9, 0) == 0x42, "STENCIL_CLEAR");
	set(&rig, RENDER_CONTROL, 0);
	test_at(&rig, 3, 9, 1, 0.5, NULL);
	check(stored(&rig, 4, TILED, 4, 3, 9, 0) == 12582911, "nothing changes if nothing is enabled");
	rig_end(&rig);
}

/* A clear of one plane beside a test of the other: that one goes on, and what is cleared is not tested. */
static void test_clear_beside_test(void)
{
	const uint32_t depth = 4194304, cleared = 12582911, drawn = 8388608;
	struct target_rig rig;

	rig_start(&rig);
	rig_depth(&rig, Z24, true);
	set_float(&rig, 0x2802c, 0.75f);
	set(&rig, 0x28028, 0x42);
	set(&rig, 0x28430, 7 | 0xff << 8 | 0xff << 16);
	put(&rig, 4, 4, 3, 9, 0, depth);
	put(&rig, 5, 1, 3, 9, 0, 7);
	set(&rig, RENDER_CONTROL, 1);
	set(&rig, DEPTH_CONTROL, STENCIL | Z | WRITE | 5u << 8 | 5u << 11);	/* no depth passes, nor does 7 */
	check(!test_at(&rig, 3, 9, 1, 0.5, NULL) && stored(&rig, 4, TILED, 4, 3, 9, 0) == cleared &&
	      stored(&rig, 5, TILED, 1, 3, 9, 0) == 0xf8,
	      "depth is cleared where the test of stencil fails, which is updated");
	put(&rig, 5, 1, 3, 9, 0, 7);
	set(&rig, DEPTH_CONTROL, STENCIL | Z | WRITE | 2u << 8 | 3u << 14 | 2u << 17);
	check(test_at(&rig, 3, 9, 1, 0.5, NULL) == 1 && stored(&rig, 4, TILED, 4, 3, 9, 0) == cleared &&
	      stored(&rig, 5, TILED, 1, 3, 9, 0) == 8,
	      "and where it passes: depth that is cleared does not fail, and is not drawn");
	put(&rig, 4, 4, 3, 9, 0, depth);
	set(&rig, RENDER_CONTROL, 2);
	set(&rig, DEPTH_CONTROL, STENCIL | Z | WRITE | 4u << 4 | 2u << 14);	/* no stencil passes */
	check(test_at(&rig, 3, 9, 1, 0.5, NULL) == 1 && stored(&rig, 4, TILED, 4, 3, 9, 0) == drawn &&
	      stored(&rig, 5, TILED, 1, 3, 9, 0) == 0x42, "stencil is cleared, and depth tested and written");
	put(&rig, 5, 1, 3, 9, 0, 7);
	check(!test_at(&rig, 3, 9, 1, 0.25, NULL) && stored(&rig, 4, TILED, 4, 3, 9, 0) == drawn &&
	      stored(&rig, 5, TILED, 1, 3, 9, 0) == 0x42, "also where depth fails");
	put(&rig, 5, 1, 3, 9, 0, 7);
	set(&rig, RENDER_CONTROL, 3);
	set(&rig, DEPTH_CONTROL, STENCIL | Z | WRITE | 2u << 14);
	check(test_at(&rig, 3, 9, 1, 0.5, NULL) == 1 && stored(&rig, 4, TILED, 4, 3, 9, 0) == cleared &&
	      stored(&rig, 5, TILED, 1, 3, 9, 0) == 0x42, "both are cleared, and neither is tested");
	check(!rig.violations && !rig.outside, "all in bounds");
	rig_end(&rig);
}

/* With and without a test, which go ways of their own. */
static void test_clear_samples(uint32_t control)
{
	static const struct draw_depth_export e = { .has_mask = true, .mask = { 0, 0, 0, 0xe } };
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	rig.sc.samples = 4;
	rig_depth(&rig, Z24, true);
	set_float(&rig, 0x2802c, 0.75f);
	set(&rig, 0x28028, 0x42);
	set(&rig, RENDER_CONTROL, (control & Z ? 0 : 1) | (control & STENCIL ? 0 : 2));
	set(&rig, DEPTH_CONTROL, control | 7u << 4 | 7u << 8);
	for (uint32_t n = 0; n < 4; n++) {
		put(&rig, 4, 4, 3, 9, n, 0x123456);
		put(&rig, 5, 1, 3, 9, n, 7);
	}
	wrong += test_at(&rig, 3, 9, 0xb, 0.5, &e) != 0xa;
	for (uint32_t n = 0; n < 4; n++) {
		bool covered = 0xa >> n & 1;

		wrong += stored(&rig, 4, TILED, 4, 3, 9, n) != (covered && !(control & Z) ? 12582911 : 0x123456);
		wrong += stored(&rig, 5, TILED, 1, 3, 9, n) != (covered && !(control & STENCIL) ? 0x42 : 7);
	}
	for (uint32_t x = 2; x < 4; x++)
		wrong += stored(&rig, 4, TILED, 4, x, 8, 1) || stored(&rig, 5, TILED, 1, x, 8, 1);
	check(!wrong && rig.samples == 2, "DEPTH_CONTROL %u: samples are cleared and counted if they are left", control);
	rig_end(&rig);
}

/* Through the CB, into a format with both. */
static void test_copy(unsigned int format, unsigned int color, unsigned int number, uint64_t want)
{
	unsigned int size = color == 0x1c ? 8 : 4;
	struct draw_quad quad;
	struct target_rig rig;

	rig_start(&rig);
	rig.sc.samples = 2;
	rig_depth(&rig, format, true);
	rig_target(&rig, 0, TILED, color, number);
	put(&rig, 4, 4, 7, 3, 1, format == Z24 ? 0xabcdef : 0x3eabcdef);
	put(&rig, 5, 1, 7, 3, 1, 0x5a);
	set(&rig, RENDER_CONTROL, 4 | 8 | 1u << 8);
	quad = pixel_quad(&rig, 7, 3, 2);
	db_take_state(&rig.db, &rig.card, &rig.sc);
	cb_take_state(&rig.cb, &rig.card, 2);
	db_test(&rig.db, &quad, NULL);
	db_copy(&rig.db, &quad, &rig.colors);
	cb_quad(&rig.cb, &quad, &rig.colors);
	db_flush(&rig.db);
	cb_flush(&rig.cb);
	check(rig.db.copies && stored(&rig, 0, TILED, size, 7, 3, 1) == want && !stored(&rig, 0, TILED, size, 7, 3, 0),
	      "depth and stencil of a sample go to target 0, format %#x", color);
	set(&rig, RENDER_CONTROL, 8 | 1u << 7);
	memset(surface(&rig, 0), 0, SURFACE_SIZE);
	db_take_state(&rig.db, &rig.card, &rig.sc);
	cb_take_state(&rig.cb, &rig.card, 2);
	db_copy(&rig.db, &quad, &rig.colors);
	cb_quad(&rig.cb, &quad, &rig.colors);
	cb_flush(&rig.cb);
	want = color == 0x13 ? 0x5a : color == 0x11 ? 0x5a000000 : 0x5a00000000;
	check(stored(&rig, 0, TILED, size, 7, 3, 1) == want && !rig.violations,
	      "only what is copied; COPY_CENTROID takes a sample that is covered");
	rig_end(&rig);
}

static void test_copy_refused(void)
{
	struct draw_quad quad;
	struct target_rig rig;

	rig_start(&rig);
	rig_depth(&rig, Z24, false);
	rig_target(&rig, 0, TILED, 0x1f, CB_UINT);
	set(&rig, RENDER_CONTROL, 4);
	quad = pixel_quad(&rig, 7, 3, 1);
	db_take_state(&rig.db, &rig.card, &rig.sc);
	cb_take_state(&rig.cb, &rig.card, 1);
	db_copy(&rig.db, &quad, &rig.colors);
	cb_quad(&rig.cb, &quad, &rig.colors);
	cb_quad(&rig.cb, &quad, &rig.colors);
	check(rig.violations == 1, "a copy to where no field has 24 bits is a violation, and told once");
	rig_end(&rig);
}

/* Which of two samples, if it is none of them. */
static void test_copy_sample(void)
{
	struct draw_quad quad;
	struct target_rig rig;

	rig_start(&rig);
	rig.sc.samples = 2;
	rig_depth(&rig, Z32F, false);
	rig_target(&rig, 0, TILED, 0x0e, CB_FLOAT);
	set(&rig, RENDER_CONTROL, 4 | 7 << 8);
	quad = pixel_quad(&rig, 7, 7, 3);
	put(&rig, 4, 4, 7, 7, 0, 0x3f000000);
	db_take_state(&rig.db, &rig.card, &rig.sc);
	cb_take_state(&rig.cb, &rig.card, 2);
	db_copy(&rig.db, &quad, &rig.colors);
	check(rig.violations == 1 && rig.colors.value[0][0][3] == 0x3f000000, "a sample that there is none of is told, and is the first");
	set(&rig, RENDER_CONTROL, 7 << 8);
	db_take_state(&rig.db, &rig.card, &rig.sc);
	check(rig.violations == 1, "nobody asks where nothing is copied");
	rig_end(&rig);
}

/* Banks that are smaller than a group have gaps between them: a tile lies behind what the slice is long. */
static void test_stencil_gaps(void)
{
	struct target_rig rig;
	uint64_t behind;

	rig_start(&rig);
	rig_depth(&rig, 0, true);
	set(&rig, 0x28040, 4u << 4);
	set(&rig, 0x28044, 1);
	set(&rig, 0x28058, 1 | 1 << 11);
	set(&rig, 0x2805c, 3);
	memset(surface(&rig, 5), 0x21, SURFACE_SIZE);
	set(&rig, 0x28430, 0xff << 8 | 0xff << 16);
	set(&rig, DEPTH_CONTROL, STENCIL | 7 << 8 | 5 << 14);	/* ZPASS: INVERT */
	test_at(&rig, 8, 0, 1, 0.5, NULL);
	behind = 0;
	for (size_t i = 256; i < SURFACE_SIZE; i++)
		behind += surface(&rig, 5)[i] == 0xde;
	check(!rig.violations && behind == 1, "what is there is turned around");
	rig_end(&rig);
}

static void test_counts(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig.sc.samples = 4;
	test_at(&rig, 0, 0, 0xb, 0.5, NULL);
	check(rig.samples == 3, "samples are counted where there is no depth");
	rig_depth(&rig, Z32F, false);
	put(&rig, 4, 4, 0, 0, 1, 0x3f800000);
	set(&rig, DEPTH_CONTROL, Z | 1 << 4);
	check(test_at(&rig, 0, 0, 0xb, 0.5, NULL) == 2 && rig.samples == 4, "those that pass are");
	test_at(&rig, 0, 0, 0xf, 0.5, &(struct draw_depth_export){ .has_mask = true, .mask = { 5 } });
	check(rig.samples == 4, "those that the program's mask leaves out are not");
	set(&rig, 0x28004, 1);
	test_at(&rig, 0, 0, 0xf, 0.5, NULL);
	check(rig.samples == 4, "ZPASS_INCREMENT_DISABLE");
	check(!rig.violations && !rig.outside, "all in bounds");
	rig_end(&rig);
}

static void test_bases(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig_depth(&rig, Z32F, false);
	set(&rig, 0x28050, surface_base(6));
	set(&rig, 0x28008, 1 | 3u << 13);
	rig.screen.layer = 1;
	set(&rig, DEPTH_CONTROL, Z | WRITE | 4 << 4);
	rig.slice = 2;
	put(&rig, 4, 4, 0, 0, 0, 0x3e800000);
	check(test_at(&rig, 0, 0, 1, 0.5, NULL) == 1 && test_at(&rig, 0, 0, 1, 0.125, NULL) == 0,
	      "read from the read base, in a slice behind the view's first");
	check(stored(&rig, 4, TILED, 4, 0, 0, 0) == 0x3e800000, "not written there");
	rig_depth(&rig, Z32F, false);
	set(&rig, 0x28048, surface_base(5));
	set(&rig, 0x28040, Z32F | 4u << 4 | 4u << 8 | 2u << 12 | 1u << 16 | 1u << 20 | 1u << 24);
	test_at(&rig, 0, 0, 1, 0.5, NULL);
	check(stored(&rig, 4, TILED, 4, 0, 0, 0) == 0x3f000000, "but to the write base");
	rig.screen.layer = 0;
	check(test_at(&rig, 0, 64, 1, 0.5, NULL) == 1 && rig.violations == 1, "pixels outside are stored, and a violation");
	rig_depth(&rig, Z32F, false);
	set(&rig, 0x28008, 0);
	rig.slice = 0;
	put(&rig, 4, 4, 0, 0, 0, 0x3e800000);
	rig.screen.layer = 2;
	check(test_at(&rig, 0, 0, 1, 0.5, NULL) == 1 && test_at(&rig, 0, 0, 1, 0.125, NULL) == 0,
	      "depth without layers is looked at, whatever the layer");
	rig_end(&rig);
}

static void test_early(void)
{
	static const struct { uint32_t offset, value; bool early; const char *what; } rows[] = {
		{ SHADER_CONTROL, 1 << 4, true, "early, then late: nothing in the way" },
		{ SHADER_CONTROL, 0, false, "late Z_ORDER" },
		{ SHADER_CONTROL, 1 << 4 | 1 << 0, false, "depth is exported" },
		{ SHADER_CONTROL, 1 << 4 | 1 << 1, false, "stencil is exported" },
		{ SHADER_CONTROL, 1 << 4 | 1 << 6, false, "pixels are killed" },
		{ SHADER_CONTROL, 1 << 4 | 1 << 8, false, "a mask is exported" },
		{ SHADER_CONTROL, 1 << 4 | 1 << 10, false, "the program runs for what fails" },
		{ SHADER_CONTROL, 1 << 15 | 1 << 6, true, "DEPTH_BEFORE_SHADER" },
		{ 0x28b70, 1, false, "alpha to mask" },
		{ 0x28410, 1 << 3, false, "alpha test" },
		{ 0x28410, 1 << 3 | 1 << 8, true, "alpha test, bypassed" },
	};
	struct target_rig rig;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		rig_start(&rig);
		set(&rig, SHADER_CONTROL, 1 << 4);
		set(&rig, rows[i].offset, rows[i].value);
		db_take_state(&rig.db, &rig.card, &rig.sc);
		check(rig.db.early == rows[i].early, "%s: %s", rows[i].early ? "early" : "late", rows[i].what);
		rig_end(&rig);
	}
	rig_start(&rig);
	set(&rig, SHADER_CONTROL, 1 << 4 | 1 << 12);
	set(&rig, 0x28b70, 1);
	db_take_state(&rig.db, &rig.card, &rig.sc);
	check(rig.db.early, "early: alpha to mask, disabled");
	rig_end(&rig);
}

static void test_htile(void)
{
	unsigned int touched = 0, wrong = 0;
	struct target_rig rig;

	rig_start(&rig);
	rig_depth(&rig, Z24, false);
	set(&rig, 0x28014, surface_base(6));
	set(&rig, 0x28abc, 3);
	set(&rig, DEPTH_CONTROL, Z | WRITE | 7 << 4);
	test_at(&rig, 9, 9, 1, 0.5, NULL);
	for (size_t i = 0; i < SURFACE_SIZE; i++)
		touched += rig.touched[6 * SURFACE_SIZE + i] != 0;
	check(!touched, "HTILE is left alone if it is off");
	add(&rig, 0x28040, 1u << 29);
	for (uint32_t y = 0; y < 64; y += 4)
		for (uint32_t x = 0; x < 128; x += 4)
			test_at(&rig, x, y, 1, 0.5, NULL);
	for (size_t i = 0; i < SURFACE_SIZE; i += 4) {
		uint32_t value;

		memcpy(&value, surface(&rig, 6) + i, 4);
		touched += value == 0xfffc000f;
		wrong += value != 0 && value != 0xfffc000f;
	}
	check(touched == 16 * 8 && !wrong && !rig.outside,
	      "each tile of 8 x 8 has a dword of its own, which says expanded");
	rig_end(&rig);
}

/* As the scan converter would: tile by tile, or quad by quad. How many tiles were cleared at once. */
static unsigned int clear_all(struct target_rig *rig, bool tiles)
{
	uint16_t all = sc_all_samples(&rig->sc);
	unsigned int cleared = 0;

	db_take_state(&rig->db, &rig->card, &rig->sc);
	for (uint32_t y = 0; y < 64; y += 2)
		for (uint32_t x = 0; x < 128; x += 2) {
			struct draw_quad quad = {
				.of = &rig->screen, .x = (int32_t)x, .y = (int32_t)y, .covered = { all, all, all, all },
			};

			if (!tiles)
				db_test(&rig->db, &quad, NULL);
			else if (x % DRAW_TILE + y % DRAW_TILE == 0)
				cleared += db_clear_tile(&rig->db, x, y, 0);
		}
	db_flush(&rig->db);
	return cleared;
}

static void start_clear(struct target_rig *rig, unsigned int format, unsigned int samples, uint32_t control)
{
	rig_start(rig);
	rig->sc.samples = samples;
	rig_depth(rig, format, true);
	set(rig, 0x28014, surface_base(6));
	add(rig, 0x28040, 1u << 29);
	set_float(rig, 0x2802c, 0.3f);
	set(rig, 0x28028, 0x5a);
	set(rig, RENDER_CONTROL, control);
	set(rig, DEPTH_CONTROL, Z | STENCIL | WRITE | 7 << 4);
}

static void test_clear_tiles(unsigned int format, unsigned int samples, uint32_t control)
{
	struct target_rig quads, tiles;
	unsigned int cleared;

	start_clear(&quads, format, samples, control);
	clear_all(&quads, false);
	start_clear(&tiles, format, samples, control);
	cleared = clear_all(&tiles, true);
	check(cleared == 16 * 8 && !memcmp(quads.memory, tiles.memory, (size_t)SURFACES * SURFACE_SIZE) &&
	      !memcmp(quads.touched, tiles.touched, (size_t)SURFACES * SURFACE_SIZE) && tiles.writes,
	      "format %u, %u samples, clears %u: tiles leave what quads do", format, samples, control);
	check(quads.samples == 128 * 64 * samples && tiles.samples == quads.samples, "and count as many samples");
	rig_end(&quads);
	rig_end(&tiles);
}

static void test_clear_no_tiles(void)
{
	static const struct { uint32_t offset, value; const char *what; } rows[] = {
		{ RENDER_CONTROL, 0, "nothing is cleared" }, { RENDER_CONTROL, 1, "stencil is tested" },
		{ RENDER_CONTROL, 3 | 1 << 2, "a copy" }, { RENDER_CONTROL, 3 | 1 << 5, "stencil is written anew" },
		{ 0x28058, (128 / 8 - 1) | (32 / 8 - 1) << 11, "the tile is outside" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct target_rig rig;

		start_clear(&rig, Z24, 1, 3);
		set(&rig, rows[i].offset, rows[i].value);
		db_take_state(&rig.db, &rig.card, &rig.sc);
		check(!db_clear_tile(&rig.db, 16, 40, 0), "not at once: %s", rows[i].what);
		check(!rig.samples && !rig.db.passed, "and nothing is counted");
		rig_end(&rig);
	}
}

static void test_refused(void)
{
	struct target_rig rig;

	rig_start(&rig);
	for (uint32_t mode = 0; mode < 2; mode++) {
		rig_depth(&rig, Z24, false);
		set(&rig, 0x28040, Z24 | mode << 4);
		rig.violations = 0;
		db_take_state(&rig.db, &rig.card, &rig.sc);
		check(rig.violations == 1 && !rig.db.tests_z, "linear depth is a violation: mode %u", mode);
	}
	rig_depth(&rig, Z24, false);
	rig.card.cayman = true;
	rig.sc.samples = 2;
	db_take_state(&rig.db, &rig.card, &rig.sc);
	check(rig.violations == 2, "Cayman: samples must be those of the rasterizer");
	add(&rig, 0x28040, 1u << 2);
	db_take_state(&rig.db, &rig.card, &rig.sc);
	check(rig.violations == 2 && rig.db.z.there, "and can be");
	rig_end(&rig);
}

int main(void)
{
	test_functions(Z16);
	test_functions(Z24);
	test_functions(Z32F);
	test_codes();
	test_planes();
	test_stencil(false);
	test_stencil(true);
	test_one_face();
	test_clears();
	test_clear_beside_test();
	test_clear_samples(0);
	test_clear_samples(STENCIL);
	test_clear_samples(Z);
	test_copy(Z24, 0x11, CB_UNORM, 0x5aabcdef);
	test_copy(Z24, 0x13, CB_UNORM, 0xabcdef5a);
	test_copy(Z32F, 0x1c, CB_FLOAT, 0x5a3eabcdef);
	test_copy_refused();
	test_copy_sample();
	test_stencil_gaps();
	test_counts();
	test_bases();
	test_early();
	test_htile();
	test_clear_tiles(Z24, 1, 3);
	test_clear_tiles(Z16, 4, 3);
	test_clear_tiles(Z32F, 8, 3);
	test_clear_no_tiles();
	test_refused();
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/* CMASK, FMASK and what resolves samples. */
#include "array.h"
#include "test_target.h"

enum { FORMAT_8 = 1, FORMAT_8888 = 0x1a, FORMAT_16X4F = 0x20, FORMAT_32X4F = 0x23, FORMAT_2_10 = 0x19 };
enum { COLOR = 0, RESULT = 1, CMASK = 2, FMASK = 3 };
enum { ELIMINATE = 2, RESOLVE = 3, DECOMPRESS = 4, DECOMPRESS_FMASK = 5 };

#define TILED		TILED_2D_THIN1
#define FAST_CLEAR	(1u << 17)
#define COMPRESSED	(1u << 18)

static void prepare(struct target_rig *rig, unsigned int samples, uint32_t masks)
{
	rig_start(rig);
	rig->sc.samples = samples;
	rig_target(rig, 0, TILED, FORMAT_8888, CB_UINT);
	add(rig, INFO(0), masks);
	set(rig, 0x28c7c, surface_base(CMASK));
	set(rig, 0x28c80, 128 * 64 / (128 * 128));
	set(rig, 0x28c84, surface_base(FMASK));
	set(rig, 0x28c88, 128 * 64 / 64 - 1);
	add(rig, 0x28c74, 1u << 22);				/* its banks are two tiles high, too */
	for (unsigned int i = 0; i < 4; i++)
		set(rig, 0x28c8c + 4 * i, 0x11223344 + i);
	export(rig, 0, (const uint32_t[4]) { 1, 2, 3, 4 });
	memset(surface(rig, COLOR), 0x99, SURFACE_SIZE);
	memset(surface(rig, FMASK), 0x77, SURFACE_SIZE);
}

static void set_mode(struct target_rig *rig, unsigned int mode)
{
	set(rig, 0x28808, 0xcc0000 | mode << 4);
}

/* How many bytes of a surface were touched that way: 1 reads, 2 writes. */
static unsigned int touched(const struct target_rig *rig, unsigned int n, unsigned int how)
{
	unsigned int count = 0;

	for (size_t i = 0; i < SURFACE_SIZE; i++)
		count += (rig->touched[(size_t)n * SURFACE_SIZE + i] & how) == how;
	return count;
}

static uint32_t identity(unsigned int samples)
{
	uint32_t bits = samples == 2 ? 1 : samples == 4 ? 2 : 4, value = 0;

	for (uint32_t n = 0; n < samples; n++)
		value |= n << bits * n;
	return value;
}

static void test_fast_clear(unsigned int samples)
{
	unsigned int wrong = 0, size = samples > 4 ? 4 : 1;
	struct target_rig rig;

	prepare(&rig, samples, samples > 1 ? FAST_CLEAR | COMPRESSED : FAST_CLEAR);
	draw_pixel(&rig, 21, 13, 1);
	for (uint32_t y = 0; y < 24; y++)
		for (uint32_t x = 0; x < 32; x++)
			for (uint32_t n = 0; n < samples; n++) {
				bool drawn = x == 21 && y == 13 && n == 0, in_tile = x / 8 == 2 && y / 8 == 1;

				wrong += stored(&rig, COLOR, TILED, 4, x, y, n) !=
					 (drawn ? 0x04030201 : in_tile ? 0x11223344 : 0x99999999);
			}
	check(!wrong && !rig.violations && !rig.outside,
	      "%u samples: a tile that was cleared has the clear colour around what is drawn", samples);
	check(touched(&rig, CMASK, 2) == 1, "CMASK changes where the tile is");
	rig.sc.samples = 1;
	for (uint32_t y = 0; y < 24; y++)
		for (uint32_t x = 0; x < 32; x++)
			wrong += stored(&rig, FMASK, TILED, size, x, y, 0) !=
				 (samples > 1 && x / 8 == 2 && y / 8 == 1 ? identity(samples) :
				  size == 1 ? 0x77 : 0x77777777);
	check(!wrong, "FMASK says that each sample is its own fragment");
	rig.sc.samples = samples;
	draw_pixel(&rig, 22, 13, 1);
	check(stored(&rig, COLOR, TILED, 4, 21, 13, 0) == 0x04030201 && touched(&rig, CMASK, 2) == 1,
	      "once expanded, a tile stays so");
	rig_end(&rig);
}

/* Each tile has four bits of its own. */
static void test_cmask_places(void)
{
	struct target_rig rig;
	unsigned int full = 0, other = 0;

	prepare(&rig, 1, FAST_CLEAR);
	for (uint32_t y = 0; y < 64; y += 8)
		for (uint32_t x = 0; x < 128; x += 8)
			draw_pixel(&rig, x, y, 1);
	for (size_t i = 0; i < SURFACE_SIZE; i++) {
		full += surface(&rig, CMASK)[i] == 0xff;
		other += surface(&rig, CMASK)[i] != 0xff && surface(&rig, CMASK)[i] != 0;
	}
	check(full == 16 * 8 / 2 && !other, "CMASK: half a byte for each tile");
	check(touched(&rig, CMASK, 1) <= 256 && !rig.outside, "in one cache line of two pipes");
	rig_end(&rig);
}

static void test_not_cleared(void)
{
	struct target_rig rig;

	prepare(&rig, 4, COMPRESSED);
	draw_pixel(&rig, 21, 13, 1);
	check(stored(&rig, COLOR, TILED, 4, 20, 13, 0) == 0x99999999, "without FAST_CLEAR 0 means no clear");
	rig_end(&rig);
	prepare(&rig, 4, COMPRESSED | FAST_CLEAR);
	memset(surface(&rig, CMASK), 0xcc, SURFACE_SIZE);
	draw_pixel(&rig, 21, 13, 1);
	check(stored(&rig, COLOR, TILED, 4, 20, 13, 0) == 0x99999999, "nor does C");
	rig.sc.samples = 1;
	check(stored(&rig, FMASK, TILED, 1, 20, 13, 0) == 0xe4, "but FMASK is filled then");
	rig_end(&rig);
	prepare(&rig, 1, 0);
	draw_pixel(&rig, 21, 13, 1);
	check(!touched(&rig, CMASK, 1) && !touched(&rig, FMASK, 1) && !touched(&rig, CMASK, 2),
	      "masks that are not used are left alone");
	rig_end(&rig);
}

static void test_modes(void)
{
	static const struct { unsigned int mode; uint32_t masks; bool fills, fmask; const char *what; } rows[] = {
		{ ELIMINATE, FAST_CLEAR, true, false, "eliminate a fast clear" },
		{ ELIMINATE, FAST_CLEAR | COMPRESSED, true, true, "of a compressed target" },
		{ DECOMPRESS, FAST_CLEAR | COMPRESSED, true, true, "decompress" },
		{ DECOMPRESS_FMASK, COMPRESSED, false, true, "decompress FMASK" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct target_rig rig;
		bool filled;

		prepare(&rig, 4, rows[i].masks);
		set_mode(&rig, rows[i].mode);
		rig.colors.exported = 0;
		draw_pixel(&rig, 21, 13, 1);
		filled = stored(&rig, COLOR, TILED, 4, 21, 13, 3) == 0x11223344;
		rig.sc.samples = 1;
		check(filled == rows[i].fills && !rig.violations &&
		      (stored(&rig, FMASK, TILED, 1, 21, 13, 0) == 0xe4) == rows[i].fmask, "%s", rows[i].what);
		rig_end(&rig);
	}
}

/* ---- resolve ---- */

/* The pixel of target 1, which has one sample, after those of target 0 were set. */
static uint32_t resolved(struct target_rig *rig, unsigned int format, unsigned int number, unsigned int bytes,
			 const uint32_t *sample)
{
	unsigned int samples = rig->sc.samples;
	uint32_t value;

	rig_target(rig, 0, TILED, format, number);
	rig_target(rig, 1, TILED, format, number);
	set_mode(rig, RESOLVE);
	for (uint32_t n = 0; n < samples; n++)
		memcpy(element(rig, 0, TILED, bytes, 21, 13, n), &sample[n], bytes);
	draw_pixel(rig, 21, 13, 1);
	rig->sc.samples = 1;
	value = (uint32_t)stored(rig, 1, TILED, bytes, 21, 13, 0);
	rig->sc.samples = samples;
	return value;
}

static void test_resolve(void)
{
	static const uint32_t floats[4] = { 0x3f800000, 0x40000000, 0x40800000, 0x40a00000 };
	struct target_rig rig;

	rig_start(&rig);
	rig.sc.samples = 4;
	check(resolved(&rig, FORMAT_8888, CB_UNORM, 4,
		       (const uint32_t[4]) { 0x00ff0001, 0x01ff0100, 0x00ff0200, 0x00fd0300 }) == 0x00ff0200,
	      "the mean of codes, rounded to the nearest; ties go up");
	check(resolved(&rig, FORMAT_8888, CB_SRGB, 4,
		       (const uint32_t[4]) { 0, 0, 0x00ffffff, 0x00ffffff }) == 0x00808080, "codes of sRGB, too");
	check(resolved(&rig, FORMAT_8888, CB_SNORM, 4,
		       (const uint32_t[4]) { 0x81, 0x81, 0x83, 0x7f }) == 0xc1, "signed codes");
	check(resolved(&rig, 0xe, CB_FLOAT, 4, floats) == sq_bits(3.0f), "the mean of floats");
	check(resolved(&rig, FORMAT_2_10, CB_UNORM, 4,
		       (const uint32_t[4]) { 0xc0000000, 0xc00003ff, 0x400003ff, 0x400003ff }) == 0x800002ff,
		       "fields of 10 bits");
	check(!rig.violations && !rig.outside && !rig.colors.exported, "no colours are needed");
	rig_end(&rig);
}

static void test_resolve_refused(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig.sc.samples = 2;
	rig_target(&rig, 0, TILED, FORMAT_8888, CB_UNORM);
	set_mode(&rig, RESOLVE);
	draw_pixel(&rig, 0, 0, 1);
	check(rig.violations == 1, "nothing to resolve into");
	rig_target(&rig, 1, TILED, FORMAT_2_10, CB_UNORM);
	draw_pixel(&rig, 0, 0, 1);
	check(rig.violations == 2 && !rig.writes, "another format");
	rig_end(&rig);
}

/* What was cleared and never drawn is resolved as it was cleared. */
static void test_resolve_cleared(void)
{
	struct target_rig rig;

	prepare(&rig, 4, FAST_CLEAR | COMPRESSED);
	rig_target(&rig, 1, TILED, FORMAT_8888, CB_UINT);
	set_mode(&rig, RESOLVE);
	draw_pixel(&rig, 21, 13, 1);
	rig.sc.samples = 1;
	check(stored(&rig, 1, TILED, 4, 21, 13, 0) == 0x11223344 && !rig.violations,
	      "a tile that was cleared is resolved");
	rig_end(&rig);
}

static void test_masks_refused(void)
{
	struct target_rig rig;

	prepare(&rig, 4, COMPRESSED);
	set(&rig, 0x28c88, 0);
	draw_pixel(&rig, 0, 0, 1);
	check(rig.violations == 1 && !rig.writes, "an FMASK smaller than the target");
	set(&rig, 0x28c88, 128 * 64 / 64 - 1);
	set(&rig, 0x28c84, surface_base(FMASK) + 1);
	draw_pixel(&rig, 0, 0, 1);
	check(rig.violations == 2 && !rig.writes, "one whose base is not aligned");
	rig_end(&rig);
}

/* Where these have masks is not known. */
static void test_beyond(void)
{
	struct target_rig rig;

	prepare(&rig, 1, COMPRESSED);
	draw_pixel(&rig, 128, 0, 1);
	check(rig.violations == 1 && !rig.writes, "pixels beyond a target that has masks are left out");
	set_mode(&rig, 2);
	draw_pixel(&rig, 0, 64, 1);
	check(rig.violations == 2 && !rig.writes, "by what makes masks good, too");
	rig_end(&rig);
}

int main(void)
{
	test_fast_clear(1);
	test_fast_clear(2);
	test_fast_clear(4);
	test_fast_clear(8);
	test_cmask_places();
	test_not_cleared();
	test_modes();
	test_resolve();
	test_resolve_refused();
	test_resolve_cleared();
	test_masks_refused();
	test_beyond();
	return test_end();
}

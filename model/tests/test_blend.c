// SPDX-License-Identifier: MIT OR GPL-2.0
/* Blending, against the formulae in doubles; alpha test and alpha to mask. */
#include "draw/sx.h"
#include "test_target.h"

enum { FORMAT_8888 = 0x1a, FORMAT_16X4F = 0x20, FORMAT_32X4F = 0x23, FORMAT_5_6_5 = 8, FORMAT_8_8 = 7 };

#define LINEAR		LINEAR_GENERAL
#define ENABLE		(1u << 30)
#define SEPARATE	(1u << 29)

static double pick(double a, double b, bool first)
{
	return first ? a : b;
}

/* What the name of a factor says; @c: 0 to 3. */
static double factor(unsigned int code, unsigned int c, const double *src, const double *dst, const double *second,
		     const double *constant)
{
	switch (code) {
	case 0x00:
		return 0;
	case 0x01:
		return 1;
	case 0x02:
		return src[c];
	case 0x03:
		return 1 - src[c];
	case 0x04:
		return src[3];
	case 0x05:
		return 1 - src[3];
	case 0x06:
		return dst[3];
	case 0x07:
		return 1 - dst[3];
	case 0x08:
		return dst[c];
	case 0x09:
		return 1 - dst[c];
	case 0x0a:
		return c == 3 ? 1 : pick(src[3], 1 - dst[3], src[3] < 1 - dst[3]);
	case 0x0d:
		return constant[c];
	case 0x0e:
		return 1 - constant[c];
	case 0x0f:
		return second[c];
	case 0x10:
		return 1 - second[c];
	case 0x11:
		return second[3];
	case 0x12:
		return 1 - second[3];
	case 0x13:
		return constant[3];
	case 0x14:
		return 1 - constant[3];
	default:
		return NAN;
	}
}

static double blended(unsigned int function, double s, double sf, double d, double df)
{
	switch (function) {
	case 0:
		return s * sf + d * df;
	case 1:
		return s * sf - d * df;
	case 2:
		return s < d ? s : d;
	case 3:
		return s > d ? s : d;
	default:
		return d * df - s * sf;
	}
}

static const double source[4] = { 0.75, 0.125, 0.5, 0.375 }, below[4] = { 0.25, 0.875, 0.0625, 0.625 },
		    other[4] = { 0.5, 0.25, 0.75, 0.8125 }, constants[4] = { 0.3125, 0.6875, 0.4375, 0.9375 };

static void prepare(struct target_rig *rig, unsigned int format, unsigned int number)
{
	rig_start(rig);
	rig_target(rig, 0, LINEAR, format, number);
	export_floats(rig, 0, (float)source[0], (float)source[1], (float)source[2], (float)source[3]);
	export_floats(rig, 1, (float)other[0], (float)other[1], (float)other[2], (float)other[3]);
	for (unsigned int c = 0; c < 4; c++)
		set_float(rig, 0x28414 + 4 * c, (float)constants[c]);
}

/* What is left of pixel 3, 2 in a target of four floats. */
static void blend_floats(struct target_rig *rig, uint32_t control, double out[4])
{
	float in[4], result[4];

	for (unsigned int c = 0; c < 4; c++)
		in[c] = (float)below[c];
	memcpy(element(rig, 0, LINEAR, 16, 3, 2, 0), in, sizeof(in));
	set(rig, 0x28780, control);
	draw_pixel(rig, 3, 2, 1);
	memcpy(result, element(rig, 0, LINEAR, 16, 3, 2, 0), sizeof(result));
	for (unsigned int c = 0; c < 4; c++)
		out[c] = (double)result[c];
}

static bool known(unsigned int code)
{
	return code < 0x15 && code != 0xb && code != 0xc;
}

/* All pairs for colour, and their mirror image for alpha. */
static void test_factors(void)
{
	unsigned int wrong = 0, tried = 0;
	struct target_rig rig;
	double got[4];

	prepare(&rig, FORMAT_32X4F, CB_FLOAT);
	for (uint32_t src = 0; src < 0x15; src++)
		for (uint32_t dst = 0; dst < 0x15; dst++) {
			if (!known(src) || !known(dst))
				continue;
			blend_floats(&rig, ENABLE | SEPARATE | src | dst << 8 | dst << 16 | src << 24, got);
			for (unsigned int c = 0; c < 4; c++, tried++) {
				double sf = factor(c < 3 ? src : dst, c, source, below, other, constants);
				double df = factor(c < 3 ? dst : src, c, source, below, other, constants);

				wrong += fabs(got[c] - blended(0, source[c], sf, below[c], df)) > 1e-7;
			}
		}
	check(tried == 19 * 19 * 4 && !wrong && !rig.violations, "all factors, for colour and for alpha");
	wrong = 0;
	for (uint32_t function = 0; function < 5; function++) {
		blend_floats(&rig, ENABLE | 4 | function << 5 | 9 << 8, got);
		for (unsigned int c = 0; c < 4; c++)
			wrong += fabs(got[c] - blended(function, source[c], source[3], below[c], 1 - below[c])) > 1e-7;
		blend_floats(&rig, ENABLE | SEPARATE | 1 | 4u << 16 | function << 21 | 1u << 24, got);
		wrong += fabs(got[3] - blended(function, source[3], source[3], below[3], 1)) > 1e-7;
		wrong += got[0] != source[0];
	}
	check(!wrong && !rig.violations, "all functions; minimum and maximum have no factors");
	blend_floats(&rig, ENABLE | 0xb | 0 << 8, got);
	check(fabs(got[1] - (source[1] * source[3] + below[1] * (1 - source[3]))) < 1e-7, "BOTH_SRC_ALPHA");
	blend_floats(&rig, ENABLE | 0xc | 0 << 8, got);
	check(fabs(got[1] - (source[1] * (1 - source[3]) + below[1] * source[3])) < 1e-7, "BOTH_INV_SRC_ALPHA");
	blend_floats(&rig, 4 | 5 << 8, got);
	check(got[0] == source[0], "nothing is blended if that is not enabled");
	add(&rig, INFO(0), 1u << 20);
	blend_floats(&rig, ENABLE | 4 | 5 << 8, got);
	check(got[0] == source[0], "nor if it is bypassed");
	blend_floats(&rig, ENABLE | 0x15, got);
	check(!rig.violations, "a bypassed factor may be anything");
	rig_target(&rig, 0, LINEAR, FORMAT_32X4F, CB_FLOAT);
	blend_floats(&rig, ENABLE | 0x15, got);
	check(rig.violations == 1, "but no factor is 15h");
	blend_floats(&rig, ENABLE | 1 | 5 << 5, got);
	check(rig.violations == 2, "and no function 5");
	rig_end(&rig);
}

static void test_nothing(void)
{
	static const float nans[4] = { NAN, NAN, NAN, NAN };
	struct target_rig rig;
	float got;

	prepare(&rig, FORMAT_32X4F, CB_FLOAT);
	memcpy(element(&rig, 0, LINEAR, 16, 3, 2, 0), nans, sizeof(nans));
	set(&rig, 0x28780, ENABLE | 1);
	draw_pixel(&rig, 3, 2, 1);
	memcpy(&got, element(&rig, 0, LINEAR, 16, 3, 2, 0), sizeof(got));
	check((double)got == source[0], "ZERO leaves nothing of what is no number");
	rig_end(&rig);
}

static void test_codes(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;

	prepare(&rig, FORMAT_8888, CB_UNORM);
	set(&rig, 0x28780, ENABLE | 4 | 5 << 8);
	for (unsigned int old = 0; old < 256; old++) {
		uint32_t want = 0, got;

		memset(element(&rig, 0, LINEAR, 4, 3, 2, 0), (int)old, 4);
		draw_pixel(&rig, 3, 2, 1);
		got = (uint32_t)stored(&rig, 0, LINEAR, 4, 3, 2, 0);
		for (unsigned int c = 0; c < 4; c++)
			want |= (uint32_t)floor(255 * (source[c] * source[3] + old / 255.0 * (1 - source[3])) + 0.5)
				<< 8 * c;
		wrong += got != want;
	}
	check(wrong < 3, "UNORM: codes are blended as what they stand for (%u at a tie)", wrong);
	rig_target(&rig, 0, LINEAR, FORMAT_8888, CB_UINT);
	draw_pixel(&rig, 3, 2, 1);
	check(stored(&rig, 0, LINEAR, 4, 3, 2, 0) == 0xffffffff, "integers are not blended");
	rig_end(&rig);
}

static void test_srgb(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;

	/* One half of what is there and nothing else. */
	prepare(&rig, FORMAT_8888, CB_SRGB);
	export_floats(&rig, 0, 0, 0, 0, 0.5f);
	set(&rig, 0x28780, ENABLE | 0 | 4 << 8);
	for (unsigned int old = 0; old < 256; old++) {
		double x = old / 255.0, linear = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4), code;
		uint32_t got;

		memset(element(&rig, 0, LINEAR, 4, 3, 2, 0), (int)old, 4);
		draw_pixel(&rig, 3, 2, 1);
		got = (uint32_t)stored(&rig, 0, LINEAR, 4, 3, 2, 0);
		linear /= 2;
		code = 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055);
		wrong += fabs((got & 0xff) - code) > 0.6 || (got >> 24) != (unsigned int)floor(old * 0.5 + 0.5);
	}
	check(!wrong, "sRGB: what is there is decoded before it is blended, but for alpha");
	rig_end(&rig);
}

static void test_clamps(void)
{
	struct target_rig rig;

	prepare(&rig, FORMAT_8888, CB_UNORM);
	export_floats(&rig, 0, 4.0f, -4.0f, 0.5f, 2.0f);
	memset(element(&rig, 0, LINEAR, 4, 3, 2, 0), 0xff, 4);
	set(&rig, 0x28780, ENABLE | 1 | 4 << 5 | 1 << 8);	/* dst - src */
	draw_pixel(&rig, 3, 2, 1);
	check(stored(&rig, 0, LINEAR, 4, 3, 2, 0) == 0x0080ff00, "what is stored is clamped");
	memset(element(&rig, 0, LINEAR, 4, 3, 2, 0), 0xff, 4);
	set(&rig, 0x28780, ENABLE | 0xd | 1 << 8);
	set_float(&rig, 0x28414, -0.5f);
	draw_pixel(&rig, 3, 2, 1);
	check((stored(&rig, 0, LINEAR, 4, 3, 2, 0) & 0xff) == 0, "a constant below 0 counts");
	memset(element(&rig, 0, LINEAR, 4, 3, 2, 0), 0xff, 4);
	add(&rig, INFO(0), 1u << 19);
	draw_pixel(&rig, 3, 2, 1);
	check((stored(&rig, 0, LINEAR, 4, 3, 2, 0) & 0xff) == 0xff, "but not with BLEND_CLAMP");
	memset(element(&rig, 0, LINEAR, 4, 3, 2, 0), 0x40, 4);
	set(&rig, 0x28780, ENABLE | 1 | 1 << 5 | 1 << 8);	/* src - dst */
	draw_pixel(&rig, 3, 2, 1);
	check((stored(&rig, 0, LINEAR, 4, 3, 2, 0) & 0xff) == 0xbf, "nor does more than 1 of the source");
	rig_end(&rig);
}

static void test_lacking(void)
{
	struct target_rig rig;

	prepare(&rig, FORMAT_8_8, CB_UNORM);
	memset(element(&rig, 0, LINEAR, 2, 3, 2, 0), 0, 2);
	set(&rig, 0x28780, ENABLE | 6);				/* times alpha below */
	draw_pixel(&rig, 3, 2, 1);
	check(stored(&rig, 0, LINEAR, 2, 3, 2, 0) == (191 | 32 << 8), "an alpha that the format lacks is 1");
	rig_target(&rig, 0, LINEAR, FORMAT_8888, CB_UNORM);
	memset(element(&rig, 0, LINEAR, 4, 3, 2, 0), 0, 4);
	draw_pixel(&rig, 3, 2, 1);
	check(stored(&rig, 0, LINEAR, 4, 3, 2, 0) == 0, "one that it has is what is there");
	add(&rig, 0x28c74, 1u << 31);
	draw_pixel(&rig, 3, 2, 1);
	check(stored(&rig, 0, LINEAR, 4, 3, 2, 0) == 0, "bit 31 of ATTRIB means nothing on Evergreen");
	rig.card.cayman = true;
	draw_pixel(&rig, 3, 2, 1);
	check((stored(&rig, 0, LINEAR, 4, 3, 2, 0) & 0xff) == 191, "on Cayman it is FORCE_DST_ALPHA_1");
	rig_end(&rig);
}

static void test_no_second_source(void)
{
	struct target_rig rig;

	rig_start(&rig);
	rig_target(&rig, 0, TILED_2D_THIN1, 0x1a, CB_UNORM);
	set(&rig, 0x28780, 1u << 30 | 15);		/* SRC1_COLOR */
	export_floats(&rig, 0, 1, 1, 1, 1);
	memset(rig.colors.value[1], 0x3f, sizeof(rig.colors.value[1]));
	memset(surface(&rig, 0), 0xff, SURFACE_SIZE);
	draw_pixel(&rig, 3, 3, 1);
	check(rig.violations == 1 && stored(&rig, 0, TILED_2D_THIN1, 4, 3, 3, 0) == 0, "a second source that nobody exports is told, and is 0");
	rig_end(&rig);
}

static void test_dual_source(void)
{
	struct target_rig rig;
	uint32_t before;

	prepare(&rig, FORMAT_8888, CB_UNORM);
	rig_target(&rig, 1, LINEAR, FORMAT_8888, CB_UNORM);
	before = (uint32_t)stored(&rig, 1, LINEAR, 4, 3, 2, 0);
	set(&rig, 0x28780, ENABLE | 0x0f);
	draw_pixel(&rig, 3, 2, 1);
	check((stored(&rig, 0, LINEAR, 4, 3, 2, 0) & 0xff) == (uint32_t)floor(255 * source[0] * other[0] + 0.5),
	      "the second export is a factor");
	check(stored(&rig, 1, LINEAR, 4, 3, 2, 0) == before && !rig.violations, "and target 1 gets nothing then");
	rig_end(&rig);
}

/* ---- alpha ---- */

static uint16_t left_of(struct target_rig *rig, float alpha, unsigned int pixel)
{
	struct draw_quad quad = pixel_quad(rig, pixel & 1, pixel >> 1, 0xff);
	struct sx_state sx;

	export_floats(rig, 0, 0, 0, 0, alpha);
	sx_take_state(&sx, &rig->card, rig->sc.samples);
	sx_test(&sx, &quad, &rig->colors);
	return quad.covered[pixel];
}

static void test_alpha(void)
{
	static const float alphas[] = { 0.25f, 0.5f, 0.75f };
	static const char *const passes[8] = { "000", "100", "010", "110", "001", "101", "011", "111" };
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	set_float(&rig, 0x28438, 0.5f);
	for (uint32_t function = 0; function < 8; function++)
		for (unsigned int i = 0; i < 3; i++) {
			set(&rig, 0x28410, function | 8);
			wrong += !left_of(&rig, alphas[i], 0) != (passes[function][i] == '0');
			set(&rig, 0x28410, function | 8 | 1 << 8);
			wrong += left_of(&rig, alphas[i], 0) != 0xff;
			set(&rig, 0x28410, function);
			wrong += left_of(&rig, alphas[i], 0) != 0xff;
		}
	check(!wrong, "alpha test: each function; only if enabled and not bypassed");
	set(&rig, 0x28410, 2 | 8);
	check(!left_of(&rig, 0x1.0001p-1f, 0), "32 bits are compared");
	add(&rig, INFO(0), 1u << 24);
	check(left_of(&rig, 0x1.0001p-1f, 0), "or 16, if exports have no more");
	check(!left_of(&rig, NAN, 0), "no number is equal to nothing");
	set(&rig, 0x28410, 0);
	rig.colors.exported = 0;
	rig_end(&rig);
}

static void test_alpha_to_mask(void)
{
	struct target_rig rig;
	unsigned int wrong = 0;

	rig_start(&rig);
	rig.sc.samples = 8;
	set(&rig, 0x28b70, 1 | 0 << 8 | 1 << 10 | 2 << 12 | 3 << 14);
	for (unsigned int pixel = 0; pixel < 4; pixel++)
		for (unsigned int i = 0; i <= 64; i++)
			wrong += left_of(&rig, (float)i / 64, pixel) != (1u << (2 * i + 4 * pixel) / 16) - 1;
	check(!wrong && rig.guesses, "alpha to mask: so many samples, with the pixel's offset, which is a guess");
	check(left_of(&rig, -1.0f, 0) == 0 && left_of(&rig, 2.0f, 0) == 0xff, "alpha is clamped");
	set(&rig, 0x2880c, 1 << 12);
	rig.guesses = 0;
	check(left_of(&rig, 0.25f, 0) == 0xff && !rig.guesses, "ALPHA_TO_MASK_DISABLE leaves all samples");
	rig_end(&rig);
}

int main(void)
{
	test_factors();
	test_nothing();
	test_codes();
	test_srgb();
	test_clamps();
	test_lacking();
	test_dual_source();
	test_no_second_source();
	test_alpha();
	test_alpha_to_mask();
	return test_end();
}

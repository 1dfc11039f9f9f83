// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: what is stored in colour targets
 *
 * Numbers of a program to fields of an element, and back for those who blend: four pixels at
 * a time, so that a compiler finds rows.
 *
 * Sources: AMD's register guides, and Mesa for orders of components. Pictures of a Cedar (A.
 * Surati, licence CC BY 4.0, model/tests/goldens/hd7350/README.md): UNORM is floor(255 x + 0.5),
 * and codes of sRGB begin at the halves below, which are within 0.09 codes of the curve. No rule
 * was found that has them all. Guesses: those hold for floats of 32 bits, and for what was blended,
 * too; ROUND_MODE truncates UNORM; halves and smaller floats are rounded to the nearest, ties to
 * even; scaled numbers are rounded like UNORM; the orders "g", "b", "rga" and "agr".
 */
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "wave.h"

unsigned int sq_swapped(unsigned int format, unsigned int swap, unsigned int c)
{
	/* By count of components: standard, alternate, and both reversed. */
	static const char *const orders[5][4] = {
		{ "", "", "", "" }, { "r", "g", "b", "a" }, { "rg", "ra", "gr", "ar" },
		{ "rgb", "rga", "bgr", "agr" }, { "rgba", "bgra", "abgr", "argb" },
	};
	static const char components[] = "rgba";

	return (unsigned int)(strchr(components, orders[sq_format_components(format)][swap & 3][c]) - components);
}

/* ---- floats ---- */

/* The nearest one, ties to even; @size is a float without its sign. */
static uint32_t to_small_float(uint32_t size, unsigned int mantissa)
{
	uint32_t infinity = 31u << mantissa, shift = 23 - mantissa, kept, rest;

	if (size > 0x7f800000)
		return infinity | 1u << (mantissa - 1);
	if (size >= 0x47800000)
		return infinity;
	if (size >= 0x38800000) {
		size -= 112u << 23;
	} else {
		shift += 113 - (size >> 23);
		size = (size & 0x7fffff) | 0x800000;
	}
	if (shift > 24)			/* less than half of the smallest */
		return 0;
	kept = size >> shift;
	rest = size & ((1u << shift) - 1);
	return kept + (rest > 1u << (shift - 1) || (rest == 1u << (shift - 1) && kept & 1));
}

uint32_t sq_float_to_half(uint32_t bits)
{
	return (bits >> 16 & 0x8000) | to_small_float(bits & 0x7fffffff, 10);
}

/* Those of 10 and 11 bits have no sign: what is less than 0 becomes 0. 8 and 24 bits are none. */
static uint32_t to_float(uint32_t value, unsigned int bits)
{
	if (bits == 16)
		return sq_float_to_half(value);
	if (bits > 11 || bits == 8)
		return value;
	if (value > 0x80000000 && value <= 0xff800000)
		return 0;
	return to_small_float(value & 0x7fffffff, bits == 11 ? 6 : 5);
}

SQ_CLONES
void sq_cut_four(sq_four value)
{
	for (unsigned int c = 0; c < 4; c++)
		for (unsigned int i = 0; i < 4; i++)
			value[c][i] = sq_cut_to_half(value[c][i]);
}

/* ---- sRGB ---- */

/* From which half on a code is stored; that of code 0 is 0. */
static const uint16_t srgb_from[256] = { 0,
	0x0900, 0x0f80, 0x1200, 0x1440, 0x1580, 0x16c0, 0x1800, 0x18a0, 0x1940, 0x19e0, 0x1a80, 0x1b30, 0x1be0, 0x1c50,
	0x1cb0, 0x1d20, 0x1d80, 0x1e00, 0x1e70, 0x1ee0, 0x1f60, 0x1ff0, 0x2040, 0x2088, 0x20d0, 0x2120, 0x2170, 0x21c0,
	0x2220, 0x2270, 0x22d0, 0x2330, 0x2390, 0x2400, 0x2430, 0x2468, 0x24a0, 0x24d8, 0x2510, 0x2550, 0x2590, 0x25d0,
	0x2610, 0x2650, 0x2690, 0x26e0, 0x2720, 0x2770, 0x27b8, 0x2800, 0x2828, 0x2850, 0x2878, 0x28a0, 0x28d0, 0x28f8,
	0x2928, 0x2950, 0x2980, 0x29b0, 0x29e0, 0x2a10, 0x2a40, 0x2a78, 0x2aa8, 0x2ae0, 0x2b10, 0x2b48, 0x2b80, 0x2bb8,
	0x2bf0, 0x2c18, 0x2c34, 0x2c54, 0x2c70, 0x2c90, 0x2cb0, 0x2cd0, 0x2cf0, 0x2d10, 0x2d34, 0x2d58, 0x2d78, 0x2d98,
	0x2dc0, 0x2de0, 0x2e08, 0x2e2c, 0x2e50, 0x2e78, 0x2ea0, 0x2ec8, 0x2ef0, 0x2f18, 0x2f40, 0x2f68, 0x2f90, 0x2fbc,
	0x2fe8, 0x3008, 0x3020, 0x3034, 0x304c, 0x3064, 0x3078, 0x3090, 0x30a8, 0x30c0, 0x30d8, 0x30f0, 0x3108, 0x3124,
	0x313c, 0x3154, 0x3170, 0x3188, 0x31a4, 0x31c0, 0x31d8, 0x31f4, 0x3210, 0x322c, 0x3248, 0x3264, 0x3280, 0x32a0,
	0x32bc, 0x32d8, 0x32f8, 0x3318, 0x3334, 0x3354, 0x3370, 0x3390, 0x33b0, 0x33d0, 0x33f0, 0x3408, 0x3418, 0x342a,
	0x343c, 0x344c, 0x345c, 0x346e, 0x3480, 0x3490, 0x34a2, 0x34b4, 0x34c6, 0x34d8, 0x34ea, 0x34fc, 0x3510, 0x3522,
	0x3534, 0x3548, 0x355c, 0x3570, 0x3582, 0x3596, 0x35aa, 0x35be, 0x35d2, 0x35e8, 0x35fc, 0x3610, 0x3624, 0x3638,
	0x3650, 0x3664, 0x3678, 0x3690, 0x36a4, 0x36bc, 0x36d0, 0x36e8, 0x36fc, 0x3714, 0x372c, 0x3740, 0x3758, 0x3770,
	0x3788, 0x37a0, 0x37b8, 0x37d0, 0x37e8, 0x3800, 0x380c, 0x3818, 0x3824, 0x3832, 0x383e, 0x384a, 0x3858, 0x3864,
	0x3870, 0x387e, 0x388c, 0x3898, 0x38a6, 0x38b4, 0x38c0, 0x38ce, 0x38dc, 0x38e8, 0x38f8, 0x3904, 0x3914, 0x3920,
	0x3930, 0x393c, 0x394c, 0x395a, 0x3968, 0x3978, 0x3986, 0x3994, 0x39a4, 0x39b2, 0x39c0, 0x39d0, 0x39e0, 0x39f0,
	0x39fe, 0x3a0e, 0x3a1c, 0x3a2c, 0x3a3c, 0x3a4c, 0x3a5c, 0x3a6c, 0x3a7c, 0x3a8c, 0x3a9c, 0x3aae, 0x3abe, 0x3ad0,
	0x3ae0, 0x3af0, 0x3b00, 0x3b12, 0x3b24, 0x3b34, 0x3b44, 0x3b58, 0x3b68, 0x3b7a, 0x3b8c, 0x3b9c, 0x3bb0, 0x3bc0,
	0x3bd4, 0x3be4, 0x3bf8,
};

/* The bits of floats that are not negative compare as integers. */
static uint32_t to_srgb(uint32_t value)
{
	uint32_t half, code = 0;

	if (value >= 0x7f800000)	/* negative, infinite or no number */
		return value == 0x7f800000 ? 255 : 0;
	half = value >= 0x3f800000 ? 0x3c00 : value < 0x38800000 ?
	       (uint32_t)(sq_float(value) * 0x1p24f) : (value >> 13) - (112u << 10);
	for (uint32_t step = 128; step; step /= 2)
		code += half >= srgb_from[code + step] ? step : 0;
	return code;
}

static float from_srgb(unsigned int code)
{
	double x = code / 255.0;

	return (float)(x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
}

/* Of each code; who stores makes a packer for each element, and must not wait for it. */
static float linear[256];
static pthread_once_t linear_once = PTHREAD_ONCE_INIT;

static void make_linear(void)
{
	for (unsigned int i = 0; i < 256; i++)
		linear[i] = from_srgb(i);
}

/* ---- integers of any kind ---- */

static uint32_t ones(unsigned int bits)
{
	return bits < 32 ? (1u << bits) - 1 : UINT32_MAX;
}

/* Also no number at all becomes 0. */
static sq_u4 to_norm(sq_u4 in, double least, double most, double scale, double bias)
{
	sq_u4 out;

	for (unsigned int i = 0; i < 4; i++) {
		double x = (double)sq_float(in[i]);

		x = x > most ? most : x >= least ? x : x < least ? least : 0.0;
		out[i] = (uint32_t)(int64_t)floor(x * scale + bias);
	}
	return out;
}

/* The same without floor() and 64 bits, which few processors have for rows. */
static inline sq_u4 to_unorm(sq_u4 in, double scale, double bias)
{
	sq_f4 x = (sq_f4)in, zero = { 0 }, one = zero + 1.0f;

	x = sq_pick(x > zero, x, zero);
	x = sq_pick(x < one, x, one);
	return (sq_u4)__builtin_convertvector(__builtin_convertvector(x, sq_d4) * scale + bias, sq_i4);
}

static sq_u4 to_uint(sq_u4 in, uint32_t most)
{
	for (unsigned int i = 0; i < 4; i++)
		in[i] = in[i] < most ? in[i] : most;
	return in;
}

static sq_u4 to_sint(sq_u4 in, uint32_t all)
{
	int32_t most = (int32_t)(all >> 1);

	for (unsigned int i = 0; i < 4; i++) {
		int32_t value = (int32_t)in[i];

		in[i] = (uint32_t)(value > most ? most : value < -most - 1 ? -most - 1 : value);
	}
	return in;
}

static inline __attribute__((always_inline)) sq_u4 to_field(const struct sq_packer *p, unsigned int f, sq_u4 in)
{
	unsigned int bits = p->field[f].bits;
	uint32_t all = ones(bits);
	double bias = p->truncates ? 0.0 : 0.5;

	switch (p->field[f].number) {
	case CB_UNORM:
		return bits < 32 ? to_unorm(in, all, bias) : to_norm(in, 0, 1, all, bias);
	case CB_SNORM:
		return to_norm(in, -1, 1, all >> 1, 0.5);
	case CB_USCALED:
		return to_norm(in, 0, all, 1, 0.5);
	case CB_SSCALED:
		return to_norm(in, -(double)(all >> 1) - 1, all >> 1, 1, 0.5);
	case CB_UINT:
		return to_uint(in, all);
	case CB_SINT:
		return to_sint(in, all);
	case CB_SRGB:
		return (sq_u4){ to_srgb(in[0]), to_srgb(in[1]), to_srgb(in[2]), to_srgb(in[3]) };
	default:
		return (sq_u4){ to_float(in[0], bits), to_float(in[1], bits), to_float(in[2], bits),
				to_float(in[3], bits) };
	}
}

/* By far the most. */
static inline void pack_unorm(const struct sq_packer *p, sq_four in, sq_four out)
{
	double bias = p->truncates ? 0.0 : 0.5;
	sq_u4 sum = { 0 };

	for (unsigned int f = 0; f < p->fields; f++)
		sum |= to_unorm(in[p->field[f].component], ones(p->field[f].bits), bias) << p->field[f].shift;
	memset(out, 0, sizeof(sq_four));
	out[0] = sum;
}

static inline __attribute__((always_inline)) void pack_any(const struct sq_packer *p, sq_four in, sq_four out)
{
	sq_four sum = { { 0 } };

	for (unsigned int f = 0; f < p->fields; f++)
		sum[p->field[f].dword] |= to_field(p, f, in[p->field[f].component]) << p->field[f].shift &
					  p->field[f].mask;
	memcpy(out, sum, sizeof(sum));
}

SQ_CLONES
void sq_pack_four(const struct sq_packer *p, sq_four in, sq_four out)
{
	if (p->unorm)
		pack_unorm(p, in, out);
	else
		pack_any(p, in, out);
}

static inline void pack_unorm_rows(const struct sq_packer *p, uint32_t (*row)[SQ_LANES], unsigned int lanes)
{
	double bias = p->truncates ? 0.0 : 0.5;
	uint32_t sum[SQ_LANES] = { 0 };

	for (unsigned int f = 0; f < p->fields; f++) {
		const uint32_t *in = row[p->field[f].component];
		double scale = ones(p->field[f].bits);

		for (unsigned int i = 0; i < lanes; i++) {
			float x = sq_float(in[i]);

			x = x > 0 ? x : 0;
			x = x < 1 ? x : 1;
			sum[i] |= (uint32_t)(int32_t)((double)x * scale + bias) << p->field[f].shift;
		}
	}
	memcpy(row[0], sum, lanes * sizeof(sum[0]));
}

SQ_CLONES
void sq_pack_rows(const struct sq_packer *p, uint32_t (*row)[SQ_LANES], unsigned int lanes, bool cut)
{
	for (unsigned int c = 0; cut && c < 4; c++)
		for (unsigned int i = 0; i < lanes; i++)
			row[c][i] = sq_cut_to_half(row[c][i]);
	if (p->unorm) {
		pack_unorm_rows(p, row, lanes);
		return;
	}
	for (unsigned int at = 0; at < lanes; at += 4) {
		sq_four four;

		for (unsigned int c = 0; c < 4; c++)
			four[c] = *(const sq_u4 *)&row[c][at];
		pack_any(p, four, four);
		for (unsigned int c = 0; c < 4; c++)
			*(sq_u4 *)&row[c][at] = four[c];
	}
}

static inline sq_u4 from_signed(sq_u4 value, unsigned int bits, double scale)
{
	for (unsigned int i = 0; i < 4; i++) {
		double x = (int32_t)(value[i] << (32 - bits)) >> (32 - bits);

		value[i] = sq_bits((float)(x * scale < -1.0 && scale < 1.0 ? -1.0 : x * scale));
	}
	return value;
}

/* Up to 31 bits are rows. */
static inline sq_u4 from_unsigned(sq_u4 value, unsigned int bits, double scale)
{
	if (bits < 32)
		return (sq_u4)__builtin_convertvector(__builtin_convertvector((sq_i4)value, sq_d4) * scale,
						      sq_f4);
	for (unsigned int i = 0; i < 4; i++)
		value[i] = sq_bits((float)(value[i] * scale));
	return value;
}

static inline __attribute__((always_inline)) sq_u4 from_field(const struct sq_packer *p, unsigned int f, sq_u4 value)
{
	unsigned int bits = p->field[f].bits;

	switch (p->field[f].number) {
	case CB_UNORM:
		return from_unsigned(value, bits, 1.0 / ones(bits));
	case CB_SNORM:
		return from_signed(value, bits, 1.0 / (ones(bits) >> 1));
	case CB_SSCALED:
		return from_signed(value, bits, 1.0);
	case CB_SRGB:
		for (unsigned int i = 0; i < 4; i++)
			value[i] = sq_bits(linear[value[i] & 0xff]);
		return value;
	case CB_FLOAT:
		for (unsigned int i = 0; i < 4; i++)
			value[i] = sq_from_float(value[i], bits);
		return value;
	default:
		return from_unsigned(value, bits, 1.0);
	}
}

SQ_CLONES
void sq_unpack_four(const struct sq_packer *p, sq_four in, sq_four out)
{
	const sq_u4 zero = { 0 };

	for (unsigned int c = 0; c < 4; c++)
		out[c] = c < 3 ? zero : zero + sq_bits(1.0f);
	for (unsigned int f = 0; f < p->fields; f++)
		out[p->field[f].component] = from_field(p, f, (in[p->field[f].dword] & p->field[f].mask) >>
							      p->field[f].shift);
}

/* ---- formats ---- */

bool sq_packer_make(struct sq_packer *p, unsigned int format, enum sq_number_type number, unsigned int swap)
{
	const struct sq_format *f = sq_format_of(format);
	unsigned int at = 0;

	*p = (struct sq_packer){ .fields = sq_format_components(format) };
	/* "32 as" less is for fetches. */
	if ((f->unused && f->kind == SQ_BITS) || (f->kind != SQ_BITS) != (number == CB_FLOAT) ||
	    (number == CB_SRGB && f->bits[0] != 8))
		return false;
	for (unsigned int c = 0; c < p->fields; at += f->bits[c++]) {
		unsigned int component = sq_swapped(format, swap, c);

		p->field[c].number = number == CB_SRGB && component == 3 ? CB_UNORM : number;
		p->field[c].bits = f->bits[c];
		p->field[c].dword = (uint8_t)(at / 32);
		p->field[c].shift = at % 32;
		p->field[c].component = (uint8_t)component;
		p->field[c].mask = ones(f->bits[c]) << at % 32;
	}
	p->bytes = (at + f->unused) / 8;
	p->unorm = number == CB_UNORM && p->bytes <= 4 && p->fields > 1;
	if (number == CB_SRGB)
		pthread_once(&linear_once, make_linear);
	return p->bytes != 0;
}

bool sq_pack(unsigned int format, enum sq_number_type number, const uint32_t in[4], uint8_t *bytes)
{
	sq_four value = { { 0 } }, element;
	struct sq_packer p;

	if (!sq_packer_make(&p, format, number, 0))
		return false;
	for (unsigned int c = 0; c < p.fields; c++)
		value[p.field[c].component][0] = in[c];
	sq_pack_four(&p, value, element);
	for (unsigned int i = 0; i < p.bytes; i++)
		bytes[i] = (uint8_t)(element[i / 4][0] >> i % 4 * 8);
	return true;
}

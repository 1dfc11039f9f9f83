// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: formats of buffers and images
 *
 * An element is a row of fields, from the lowest bit on; names of formats begin with the
 * highest one. The numbers are those of fetch resources and of the CB. Of depth and stencil in one
 * element only the depth can be a float.
 *
 * Sources: AMD's register guides; which end comes first, and orders of components: Mesa.
 * Guesses: halves and smaller floats are rounded to the nearest, ties to even; the orders
 * "g", "b", "rga" and "agr"; a depth of 24 bits that is a float has 4 bits of exponent, and is
 * less than 2; 32 bits "as" less have them in their lowest ones.
 */
#include <math.h>
#include <string.h>

#include "wave.h"

enum { BITS, FLOATS, DEPTH_X, DEPTH_Y };	/* which component is the float of depth */

struct format {
	uint8_t kind, bits[4];
	uint8_t unused;			/* above them */
};

static const struct format formats[64] = {
	[0x01] = { BITS, { 8 } }, [0x02] = { BITS, { 4, 4 } }, [0x03] = { BITS, { 2, 3, 3 } },
	[0x05] = { BITS, { 16 } }, [0x06] = { FLOATS, { 16 } }, [0x07] = { BITS, { 8, 8 } },
	[0x08] = { BITS, { 5, 6, 5 } }, [0x09] = { BITS, { 5, 5, 6 } },
	[0x0a] = { BITS, { 5, 5, 5, 1 } }, [0x0b] = { BITS, { 4, 4, 4, 4 } },
	[0x0c] = { BITS, { 1, 5, 5, 5 } }, [0x0d] = { BITS, { 32 } }, [0x0e] = { FLOATS, { 32 } },
	[0x0f] = { BITS, { 16, 16 } }, [0x10] = { FLOATS, { 16, 16 } },
	[0x11] = { BITS, { 24, 8 } }, [0x12] = { DEPTH_X, { 24, 8 } },
	[0x13] = { BITS, { 8, 24 } }, [0x14] = { DEPTH_Y, { 8, 24 } },
	[0x15] = { BITS, { 11, 11, 10 } }, [0x16] = { FLOATS, { 11, 11, 10 } },
	[0x17] = { BITS, { 10, 11, 11 } }, [0x18] = { FLOATS, { 10, 11, 11 } },
	[0x19] = { BITS, { 10, 10, 10, 2 } }, [0x1a] = { BITS, { 8, 8, 8, 8 } },
	[0x1b] = { BITS, { 2, 10, 10, 10 } }, [0x1c] = { DEPTH_X, { 32, 8 }, 24 }, [0x1d] = { BITS, { 32, 32 } },
	[0x1e] = { FLOATS, { 32, 32 } }, [0x1f] = { BITS, { 16, 16, 16, 16 } },
	[0x20] = { FLOATS, { 16, 16, 16, 16 } }, [0x22] = { BITS, { 32, 32, 32, 32 } },
	[0x23] = { FLOATS, { 32, 32, 32, 32 } }, [0x29] = { BITS, { 8 }, 24 }, [0x2a] = { BITS, { 8, 8 }, 16 },
	[0x2c] = { BITS, { 8, 8, 8 } },
	[0x2d] = { BITS, { 16, 16, 16 } }, [0x2e] = { FLOATS, { 16, 16, 16 } },
	[0x2f] = { BITS, { 32, 32, 32 } }, [0x30] = { FLOATS, { 32, 32, 32 } },
};

unsigned int sq_format_size(unsigned int format)
{
	unsigned int bits = format < 64 ? formats[format].unused : 0;

	for (unsigned int c = 0; format < 64 && c < 4; c++)
		bits += formats[format].bits[c];
	return bits / 8;
}

unsigned int sq_format_bits(unsigned int format, unsigned int c)
{
	return format < 64 ? formats[format].bits[c] : 0;
}

unsigned int sq_format_components(unsigned int format)
{
	unsigned int n = 0;

	while (format < 64 && n < 4 && formats[format].bits[n])
		n++;
	return n;
}

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

/* ---- numbers ---- */

/* An exponent of 5 bits and @mantissa bits behind it; no sign. */
static float small_float(uint32_t bits, unsigned int mantissa)
{
	uint32_t fraction = bits & ((1u << mantissa) - 1), exponent = bits >> mantissa & 31;

	if (exponent == 31)
		return sq_float(0x7f800000 | fraction << (23 - mantissa));
	if (!exponent)
		return (float)fraction * sq_float((127 - 14 - mantissa) << 23);
	return sq_float((exponent + 127 - 15) << 23 | fraction << (23 - mantissa));
}

float sq_half_to_float(uint32_t half)
{
	float size = small_float(half & 0x7fff, 10);

	return half & 0x8000 ? -size : size;
}

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

static uint32_t from_bits(uint32_t value, unsigned int bits, enum sq_number number, bool is_signed, bool srf)
{
	int32_t sv = (int32_t)(value << (32 - bits)) >> (32 - bits);
	double most = (double)((1ull << (bits - is_signed)) - 1), x = is_signed ? (double)sv : (double)value;

	if (number == SQ_INT)
		return is_signed ? (uint32_t)sv : value;
	if (number == SQ_SCALED)
		return sq_bits((float)x);
	if (is_signed && srf)
		return sq_bits((float)((2 * x + 1) / (double)((1ull << bits) - 1)));
	return sq_bits((float)(x / most < -1 ? -1 : x / most));
}

/* 20 bits of fraction below four of exponent; no sign. */
static float depth_float(uint32_t bits)
{
	uint32_t fraction = bits & 0xfffff, exponent = bits >> 20;

	if (!exponent)
		return (float)fraction * sq_float((127 - 34) << 23);
	return sq_float((exponent + 127 - 15) << 23 | fraction << 3);
}

static uint32_t from_float(uint32_t value, unsigned int bits)
{
	if (bits == 32)
		return value;
	if (bits == 24)
		return sq_bits(depth_float(value));
	return sq_bits(bits == 16 ? sq_half_to_float(value) : small_float(value, bits == 11 ? 6 : 5));
}

/* Those of 10 and 11 bits have no sign: what is less than 0 becomes 0. */
static uint32_t to_float(uint32_t value, unsigned int bits)
{
	if (bits == 32)
		return value;
	if (bits == 16)
		return sq_float_to_half(value);
	if (value > 0x80000000 && value <= 0xff800000)
		return 0;
	return to_small_float(value & 0x7fffffff, bits == 11 ? 6 : 5);
}

static uint32_t take_bits(const uint8_t *bytes, unsigned int at, unsigned int bits)
{
	uint32_t value = 0;

	for (unsigned int i = 0; i < bits; i++)
		value |= (uint32_t)(bytes[(at + i) / 8] >> (at + i) % 8 & 1) << i;
	return value;
}

static void put_bits(uint8_t *bytes, unsigned int at, unsigned int bits, uint32_t value)
{
	for (unsigned int i = 0; i < bits; i++)
		bytes[(at + i) / 8] |= (uint8_t)((value >> i & 1) << (at + i) % 8);
}

/* Whole bytes at a byte: by far the most. */
static uint32_t take_field(const uint8_t *bytes, unsigned int at, unsigned int bits)
{
	uint32_t value = 0;

	if ((at | bits) % 8)
		return take_bits(bytes, at, bits);
	for (unsigned int i = 0; i < bits; i += 8)
		value |= (uint32_t)bytes[(at + i) / 8] << i;
	return value;
}

static bool is_float(const struct format *f, unsigned int c)
{
	return f->kind == FLOATS || (f->kind == DEPTH_X && !c) || (f->kind == DEPTH_Y && c == 1);
}

bool sq_format_is_float(unsigned int format, unsigned int c)
{
	return is_float(&formats[format & 63], c);
}

void sq_unpack_signs(unsigned int format, enum sq_number number, unsigned int signs, bool srf, const uint8_t *bytes,
		     uint32_t out[4])
{
	const struct format *f = &formats[format & 63];
	unsigned int at = 0;

	for (unsigned int c = 0; c < 4; c++) {
		unsigned int bits = f->bits[c];

		out[c] = 0;
		if (bits)
			out[c] = is_float(f, c) ? from_float(take_field(bytes, at, bits), bits) :
				 from_bits(take_field(bytes, at, bits), bits, number, signs >> c & 1, srf);
		else if (c == 3)
			out[c] = f->kind == BITS && number == SQ_INT ? 1 : 0x3f800000;
		at += bits;
	}
}

void sq_unpack(unsigned int format, enum sq_number number, bool is_signed, bool srf, const uint8_t *bytes,
	       uint32_t out[4])
{
	sq_unpack_signs(format, number, is_signed ? 0xf : 0, srf, bytes, out);
}

/* ---- what the CB's numbers become ---- */

enum { CB_UNORM = 0, CB_SNORM = 1, CB_UINT = 4, CB_SINT = 5, CB_FLOAT = 7 };

static uint32_t to_norm(float x, float least, double most)
{
	float in = x > 1.0f ? 1.0f : x >= least ? x : x < least ? least : 0.0f;

	return (uint32_t)(int64_t)floor((double)in * most + 0.5);
}

static uint32_t to_bits(uint32_t value, unsigned int bits, unsigned int number_type)
{
	uint32_t all = (uint32_t)((1ull << bits) - 1);
	int32_t most = (int32_t)(all >> 1), sv = (int32_t)value;

	switch (number_type) {
	case CB_UNORM:
		return to_norm(sq_float(value), 0.0f, all);
	case CB_SNORM:
		return to_norm(sq_float(value), -1.0f, most) & all;
	case CB_SINT:
		return (uint32_t)(sv > most ? most : sv < -most - 1 ? -most - 1 : sv) & all;
	default:
		return value < all ? value : all;
	}
}

bool sq_pack(unsigned int format, unsigned int number_type, const uint32_t in[4], uint8_t *bytes)
{
	const struct format *f = &formats[format & 63];
	bool floats = number_type == CB_FLOAT;
	unsigned int at = 0;

	if (f->kind > FLOATS || floats != (f->kind == FLOATS))
		return false;
	if (!floats && number_type > CB_SNORM && number_type != CB_UINT && number_type != CB_SINT)
		return false;
	memset(bytes, 0, sq_format_size(format));
	for (unsigned int c = 0; c < 4 && f->bits[c]; c++) {
		uint32_t value = in[c];

		value = floats ? to_float(value, f->bits[c]) : to_bits(value, f->bits[c], number_type);
		put_bits(bytes, at, f->bits[c], value);
		at += f->bits[c];
	}
	return true;
}

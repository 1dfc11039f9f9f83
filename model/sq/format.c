// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: formats of buffers and images
 *
 * An element is a row of fields, from the lowest bit on; names of formats begin with the
 * highest one. The numbers are those of fetch resources and of the CB. Of depth and stencil in one
 * element only the depth can be a float.
 *
 * Sources: AMD's register guides; which end comes first: Mesa. Integers of 32 bits are not scaled:
 * AMD's talk on r6xx and r7xx says that it does not work, Mesa has no such format for vertices, and
 * its programs of tessellation fetch integers that way which they need as they are. Guesses: a
 * depth of 24 bits that is a float has 4 bits of exponent, and is less than 2; 32_AS_8 and
 * 32_AS_8_8 have their 8 or 16 bits lowest in the dword.
 */
#include "wave.h"

static const struct sq_format formats[64] = {
	[0x01] = { SQ_BITS, { 8 } }, [0x02] = { SQ_BITS, { 4, 4 } }, [0x03] = { SQ_BITS, { 2, 3, 3 } },
	[0x05] = { SQ_BITS, { 16 } }, [0x06] = { SQ_FLOATS, { 16 } }, [0x07] = { SQ_BITS, { 8, 8 } },
	[0x08] = { SQ_BITS, { 5, 6, 5 } }, [0x09] = { SQ_BITS, { 5, 5, 6 } },
	[0x0a] = { SQ_BITS, { 5, 5, 5, 1 } }, [0x0b] = { SQ_BITS, { 4, 4, 4, 4 } },
	[0x0c] = { SQ_BITS, { 1, 5, 5, 5 } }, [0x0d] = { SQ_BITS, { 32 } }, [0x0e] = { SQ_FLOATS, { 32 } },
	[0x0f] = { SQ_BITS, { 16, 16 } }, [0x10] = { SQ_FLOATS, { 16, 16 } },
	[0x11] = { SQ_BITS, { 24, 8 } }, [0x12] = { SQ_DEPTH_X, { 24, 8 } },
	[0x13] = { SQ_BITS, { 8, 24 } }, [0x14] = { SQ_DEPTH_Y, { 8, 24 } },
	[0x15] = { SQ_BITS, { 11, 11, 10 } }, [0x16] = { SQ_FLOATS, { 11, 11, 10 } },
	[0x17] = { SQ_BITS, { 10, 11, 11 } }, [0x18] = { SQ_FLOATS, { 10, 11, 11 } },
	[0x19] = { SQ_BITS, { 10, 10, 10, 2 } }, [0x1a] = { SQ_BITS, { 8, 8, 8, 8 } },
	[0x1b] = { SQ_BITS, { 2, 10, 10, 10 } }, [0x1c] = { SQ_DEPTH_X, { 32, 8 }, 24 }, [0x1d] = { SQ_BITS, { 32, 32 } },
	[0x1e] = { SQ_FLOATS, { 32, 32 } }, [0x1f] = { SQ_BITS, { 16, 16, 16, 16 } },
	[0x20] = { SQ_FLOATS, { 16, 16, 16, 16 } }, [0x22] = { SQ_BITS, { 32, 32, 32, 32 } },
	[0x23] = { SQ_FLOATS, { 32, 32, 32, 32 } }, [0x29] = { SQ_BITS, { 8 }, 24 }, [0x2a] = { SQ_BITS, { 8, 8 }, 16 },
	[0x2c] = { SQ_BITS, { 8, 8, 8 } },
	[0x2d] = { SQ_BITS, { 16, 16, 16 } }, [0x2e] = { SQ_FLOATS, { 16, 16, 16 } },
	[0x2f] = { SQ_BITS, { 32, 32, 32 } }, [0x30] = { SQ_FLOATS, { 32, 32, 32 } },
};

const struct sq_format *sq_format_of(unsigned int format)
{
	return &formats[format & 63];
}

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

static uint32_t from_bits(uint32_t value, unsigned int bits, enum sq_number number, bool is_signed, bool srf)
{
	int32_t sv = (int32_t)(value << (32 - bits)) >> (32 - bits);
	double most = (double)((1ull << (bits - is_signed)) - 1), x = is_signed ? (double)sv : (double)value;

	if (number == SQ_INT || (number == SQ_SCALED && bits == 32))
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

uint32_t sq_from_float(uint32_t value, unsigned int bits)
{
	if (bits == 32 || bits == 8)
		return value;
	if (bits == 24)
		return sq_bits(depth_float(value));
	return sq_bits(bits == 16 ? sq_half_to_float(value) : small_float(value, bits == 11 ? 6 : 5));
}

static uint32_t take_bits(const uint8_t *bytes, unsigned int at, unsigned int bits)
{
	uint32_t value = 0;

	for (unsigned int i = 0; i < bits; i++)
		value |= (uint32_t)(bytes[(at + i) / 8] >> (at + i) % 8 & 1) << i;
	return value;
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

static bool is_float(const struct sq_format *f, unsigned int c)
{
	return f->kind == SQ_FLOATS || (f->kind == SQ_DEPTH_X && !c) || (f->kind == SQ_DEPTH_Y && c == 1);
}

bool sq_format_is_float(unsigned int format, unsigned int c)
{
	return is_float(&formats[format & 63], c);
}

void sq_unpack_signs(unsigned int format, enum sq_number number, unsigned int signs, bool srf, const uint8_t *bytes,
		     uint32_t out[4])
{
	const struct sq_format *f = &formats[format & 63];
	unsigned int at = 0;

	for (unsigned int c = 0; c < 4; c++) {
		unsigned int bits = f->bits[c];

		out[c] = 0;
		if (bits)
			out[c] = is_float(f, c) ? sq_from_float(take_field(bytes, at, bits), bits) :
				 from_bits(take_field(bytes, at, bits), bits, number, signs >> c & 1, srf);
		else if (c == 3)
			out[c] = f->kind == SQ_BITS && number == SQ_INT ? 1 : 0x3f800000;
		at += bits;
	}
}

void sq_unpack(unsigned int format, enum sq_number number, bool is_signed, bool srf, const uint8_t *bytes,
	       uint32_t out[4])
{
	sq_unpack_signs(format, number, is_signed ? 0xf : 0, srf, bytes, out);
}

void sq_swap_bytes(uint8_t *bytes, unsigned int size, unsigned int endian)
{
	unsigned int step = 1u << endian;

	for (unsigned int i = 0; i + step <= size; i += step)
		for (unsigned int k = 0; k < step / 2; k++) {
			uint8_t byte = bytes[i + k];

			bytes[i + k] = bytes[i + step - 1 - k];
			bytes[i + step - 1 - k] = byte;
		}
}

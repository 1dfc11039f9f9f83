// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: formats of buffers and images
 *
 * An element is a row of fields, from the lowest bit on; names of formats begin with the
 * highest one. The numbers are those of fetch resources and of the CB.
 *
 * Sources: AMD's register guides; which end comes first: Mesa.
 */
#include "wave.h"

enum { BITS, FLOATS };

static const struct sq_format formats[64] = {
	[0x01] = { BITS, { 8 } }, [0x02] = { BITS, { 4, 4 } }, [0x03] = { BITS, { 2, 3, 3 } },
	[0x05] = { BITS, { 16 } }, [0x06] = { FLOATS, { 16 } }, [0x07] = { BITS, { 8, 8 } },
	[0x08] = { BITS, { 5, 6, 5 } }, [0x09] = { BITS, { 5, 5, 6 } },
	[0x0a] = { BITS, { 5, 5, 5, 1 } }, [0x0b] = { BITS, { 4, 4, 4, 4 } },
	[0x0c] = { BITS, { 1, 5, 5, 5 } }, [0x0d] = { BITS, { 32 } }, [0x0e] = { FLOATS, { 32 } },
	[0x0f] = { BITS, { 16, 16 } }, [0x10] = { FLOATS, { 16, 16 } },
	[0x11] = { BITS, { 24, 8 } }, [0x13] = { BITS, { 8, 24 } },
	[0x15] = { BITS, { 11, 11, 10 } }, [0x16] = { FLOATS, { 11, 11, 10 } },
	[0x17] = { BITS, { 10, 11, 11 } }, [0x18] = { FLOATS, { 10, 11, 11 } },
	[0x19] = { BITS, { 10, 10, 10, 2 } }, [0x1a] = { BITS, { 8, 8, 8, 8 } },
	[0x1b] = { BITS, { 2, 10, 10, 10 } }, [0x1c] = { FLOATS, { 32, 8, 24 } }, [0x1d] = { BITS, { 32, 32 } },
	[0x1e] = { FLOATS, { 32, 32 } }, [0x1f] = { BITS, { 16, 16, 16, 16 } },
	[0x20] = { FLOATS, { 16, 16, 16, 16 } }, [0x22] = { BITS, { 32, 32, 32, 32 } },
	[0x23] = { FLOATS, { 32, 32, 32, 32 } }, [0x2c] = { BITS, { 8, 8, 8 } },
	[0x2d] = { BITS, { 16, 16, 16 } }, [0x2e] = { FLOATS, { 16, 16, 16 } },
	[0x2f] = { BITS, { 32, 32, 32 } }, [0x30] = { FLOATS, { 32, 32, 32 } },
};

const struct sq_format *sq_format_of(unsigned int format)
{
	return &formats[format & 63];
}

unsigned int sq_format_size(unsigned int format)
{
	unsigned int bits = 0;

	for (unsigned int c = 0; format < 64 && c < 4; c++)
		bits += formats[format].bits[c];
	return bits / 8;
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

	if (number == SQ_INT)
		return is_signed ? (uint32_t)sv : value;
	if (number == SQ_SCALED)
		return sq_bits((float)x);
	if (is_signed && srf)
		return sq_bits((float)((2 * x + 1) / (double)((1ull << bits) - 1)));
	return sq_bits((float)(x / most < -1 ? -1 : x / most));
}

uint32_t sq_from_float(uint32_t value, unsigned int bits)
{
	if (bits == 32 || bits == 8 || bits == 24)
		return value;
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

void sq_unpack(unsigned int format, enum sq_number number, bool is_signed, bool srf, const uint8_t *bytes,
	       uint32_t out[4])
{
	const struct sq_format *f = &formats[format & 63];
	unsigned int at = 0;

	for (unsigned int c = 0; c < 4; c++) {
		unsigned int bits = f->bits[c];

		out[c] = 0;
		if (bits)
			out[c] = f->floats ? sq_from_float(take_field(bytes, at, bits), bits) :
				 from_bits(take_field(bytes, at, bits), bits, number, is_signed, srf);
		else if (c == 3)
			out[c] = !f->floats && number == SQ_INT ? 1 : 0x3f800000;
		at += bits;
	}
}

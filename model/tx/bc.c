// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: BC1 to BC5
 *
 * A block of colours has two ends of 16 bits, and two bits for each texel. In BC1 the order of the
 * ends tells whether the line has four colours, or three and a transparent black. BC2 has four
 * bits of alpha for each texel; BC3's alpha, and the components of BC4 and BC5, have two ends of
 * eight bits and three bits for each texel, where the order of the ends says again what there is.
 *
 * Source: the Khronos Data Format Specification. Guesses: what lies between two ends of 8 bits is
 * a whole number, cut, but for BC4 and BC5, which keep what is behind the point.
 */
#include <string.h>

#include "block.h"

static uint32_t dword(const uint8_t *bytes)
{
	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void widen(uint32_t color, uint8_t rgba[4])
{
	uint32_t r = color >> 11 & 31, g = color >> 5 & 63, b = color & 31;

	rgba[0] = (uint8_t)(r << 3 | r >> 2);
	rgba[1] = (uint8_t)(g << 2 | g >> 4);
	rgba[2] = (uint8_t)(b << 3 | b >> 2);
	rgba[3] = 255;
}

/* @three: the order of the ends counts. */
static void decode_color(const uint8_t *bytes, unsigned int texel, bool three, uint8_t rgba[4])
{
	uint32_t ends = dword(bytes), first = ends & 0xffff, second = ends >> 16, index = dword(bytes + 4) >> 2 * texel & 3;
	uint8_t a[4], b[4];

	widen(first, a);
	widen(second, b);
	three = three && first <= second;
	if (index < 2) {
		memcpy(rgba, index ? b : a, 4);
		return;
	}
	for (unsigned int c = 0; c < 3; c++) {
		if (three)
			rgba[c] = (uint8_t)(index == 2 ? (a[c] + b[c]) / 2 : 0);
		else
			rgba[c] = (uint8_t)(index == 2 ? (2 * a[c] + b[c]) / 3 : (a[c] + 2 * b[c]) / 3);
	}
	rgba[3] = three && index == 3 ? 0 : 255;
}

/* The value is *value / *over; @least and @most are what two of the indices stand for. */
static void decode_line(const uint8_t *bytes, unsigned int texel, int a, int b, int least, int most, int *value, int *over)
{
	uint64_t indices = dword(bytes + 2) | (uint64_t)(bytes[6] | (uint32_t)bytes[7] << 8) << 32;
	int index = (int)(indices >> 3 * texel & 7), steps = a > b ? 7 : 5;

	*over = index < 2 || (steps == 5 && index > 5) ? 1 : steps;
	if (index < 2)
		*value = index ? b : a;
	else if (*over == 1)
		*value = index == 6 ? least : most;
	else
		*value = a * (steps + 1 - index) + b * (index - 1);
}

void tx_decode_bc1(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4])
{
	decode_color(bytes, texel, true, rgba);
}

void tx_decode_bc2(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4])
{
	decode_color(bytes + 8, texel, false, rgba);
	rgba[3] = (uint8_t)((bytes[texel / 2] >> 4 * (texel % 2) & 15) * 17);
}

void tx_decode_bc3(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4])
{
	int value, over;

	decode_color(bytes + 8, texel, false, rgba);
	decode_line(bytes, texel, bytes[0], bytes[1], 0, 255, &value, &over);
	rgba[3] = (uint8_t)(value / over);
}

static int at_least(int value, int least)
{
	return value < least ? least : value;
}

float tx_decode_bc4(const uint8_t *bytes, unsigned int texel, bool is_signed)
{
	int value, over;

	if (is_signed)
		decode_line(bytes, texel, at_least((int8_t)bytes[0], -127), at_least((int8_t)bytes[1], -127), -127, 127,
			    &value, &over);
	else
		decode_line(bytes, texel, bytes[0], bytes[1], 0, 255, &value, &over);
	return (float)((double)value / (over * (is_signed ? 127 : 255)));
}

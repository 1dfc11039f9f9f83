// SPDX-License-Identifier: MIT OR GPL-2.0
/* Formats of textures: from bytes to numbers. */
#include "array.h"
#include "test_texture.h"

static void test_formats(void)
{
	static const struct { struct fields f; uint8_t bytes[16]; uint32_t x, y, z, w; } formats[] = {
		{ { .format = 0x1a }, { 0, 255, 51, 255 }, 0, ONE, 0x3e4ccccd, ONE },
		{ { .format = 0x1a, .sign = 0x55 }, { 0x81, 127, 0, 0x80 }, 0xbf800000, ONE, 0, 0xbf800000 },
		{ { .format = 0x1a, .num_format = 1, .sign = 0x55 }, { 0xff, 1, 2, 3 }, -1u, 1, 2, 3 },
		{ { .format = 0x1a, .num_format = 2 }, { 7, 1, 2, 3 }, 0x40e00000, ONE, 0x40000000, 0x40400000 },
		{ { .format = 0x07, .num_format = 1 }, { 7, 8 }, 7, 8, 0, 1 }, { { .format = 0x05 }, { 255, 255 }, ONE, 0, 0, ONE },
		{ { .format = 0x08 }, { 0x1f, 0xf8 }, ONE, 0, ONE, ONE },
		{ { .format = 0x0e }, { 0, 0, 0x80, 0x3f }, ONE, 0, 0, ONE },
		{ { .format = 0x16 }, { 0xc0, 0x03, 0x1e, 0x78 }, ONE, ONE, ONE, ONE },
		{ { .format = 0x20 }, { 0, 0x3c, 0, 0xc0, 0, 0, 0, 0x38 }, ONE, 0xc0000000, 0, 0x3f000000 },
		{ { .format = 0x23 }, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 }, 0x04030201, 0x08070605, 0x0c0b0a09,
		  0x100f0e0d },
		/* the other order, and constants */
		{ { .format = 0x1a, .num_format = 1, .sel = 2 | 1 << 3 | 0 << 6 | 5 << 9 }, { 1, 2, 3, 4 }, 3, 2, 1, 1 },
		{ { .format = 0x1a, .sel = 3 | 4 << 3 | 5 << 6 | 0 << 9 }, { 255, 2, 3, 0 }, 0, 0, ONE, ONE },
		/* sRGB: 0 and 1 stay, alpha is as it was; SRF_MODE */
		{ { .format = 0x1a, .degamma = 1 }, { 0, 255, 10, 51 }, 0, ONE, 0x3b46eb61, 0x3e4ccccd },
		{ { .format = 0x01, .sign = 0x55, .srf = 1 }, { 0x7f }, ONE, 0, 0, ONE },
		/* each component has its sign */
		{ { .format = 0x1a, .sign = 0x11 }, { 0x81, 255, 0x81, 255 }, 0xbf800000, ONE, 0xbf800000, ONE },
		{ { .format = 0x07, .num_format = 1, .sign = 4 }, { 0xff, 0xff }, 255, -1u, 0, 1 },
		/* the order of bytes: in two of them, in four */
		{ { .format = 0x0f, .num_format = 1, .endian = 1 }, { 1, 2, 3, 4 }, 0x0102, 0x0304, 0, 1 },
		{ { .format = 0x1d, .num_format = 1, .endian = 2 }, { 1, 2, 3, 4, 5, 6, 7, 8 }, 0x01020304, 0x05060708, 0, 1 },
		{ { .format = 0x1a, .num_format = 1, .endian = 2 }, { 1, 2, 3, 4 }, 4, 3, 2, 1 },
		/* depth and stencil */
		{ { .format = 0x11 }, { 255, 255, 255, 51 }, ONE, 0x3e4ccccd, 0, ONE },
		{ { .format = 0x11, .num_format = 1 }, { 1, 2, 3, 77 }, 0x030201, 77, 0, 1 },
		{ { .format = 0x13 }, { 51, 255, 255, 255 }, 0x3e4ccccd, ONE, 0, ONE },
		{ { .format = 0x13, .num_format = 1 }, { 77, 1, 2, 3 }, 77, 0x030201, 0, 1 },
		{ { .format = 0x12, .num_format = 1 }, { 0, 0, 0xf0, 77 }, ONE, 77, 0, ONE },
		{ { .format = 0x14, .num_format = 1 }, { 77, 0, 0, 0xe8 }, 77, 0x3f400000, 0, ONE },
		{ { .format = 0x1c, .num_format = 1 }, { 0, 0, 0x80, 0x3f, 77, 9, 9, 9 }, ONE, 77, 0, ONE },
		/* a shared exponent: 1, 2, 511/512 of 2^16 and less */
		{ { .format = 0x2b }, { 0x00, 0x05, 0x00, 0x80 }, ONE, 0x3c000000, 0, ONE },
		/* 32 bits as less, and as more of them */
		{ { .format = 0x29, .num_format = 1 }, { 7, 8, 9, 10 }, 7, 0, 0, 1 },
		{ { .format = 0x2a, .num_format = 1 }, { 7, 8, 9, 10 }, 7, 8, 0, 1 },
		{ { .format = 0x38, .num_format = 1 }, { 1, 2, 3, 4 }, 0x04030201, 0x04030201, 0x04030201, 0x04030201 },
	};

	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(formats); i++) {
		enum sq_isa isa = i % 2 ? SQ_CAYMAN : SQ_EVERGREEN;
		struct fields f = formats[i / 2].f;
		unsigned int size = sq_format_size(f.format) ? sq_format_size(f.format) : 4;
		bool good;

		f.dim = 1;
		f.mode = 1;
		f.pitch = 256;
		f.width = f.height = 8;
		f.depth = 1;
		start(isa, &f);
		memcpy((uint8_t *)rig.memory + (TEXTURE_AT - MEMORY_AT) + size * (256ul * 2 + 3), formats[i / 2].bytes, size);
		good = fetch(isa, LD, (struct in){ { 3, 2 } });
		check(good && is(formats[i / 2].x, formats[i / 2].y, formats[i / 2].z, formats[i / 2].w),
		      "format %#x, %u: %#x %#x %#x %#x %s", f.format, f.num_format, rig.memory[0], rig.memory[1], rig.memory[2],
		      rig.memory[3], rig.problem);
	}
}

/* Elements of more than one texel: the third column of a row, or where it is in a block. */
static void test_elements(void)
{
	static const struct { struct fields f; uint8_t bytes[32]; uint32_t x, wanted[4]; } elements[] = {
		{ { .format = 0x25 }, { 0x08 }, 3, { ONE, 0, 0, ONE } }, { { .format = 0x25 }, { 0xf7 }, 3, { 0, 0, 0, ONE } },
		{ { .format = 0x26 }, { 0x10 }, 3, { ONE, 0, 0, ONE } }, { { .format = 0x25 }, { 0, 0x20 }, 13, { ONE, 0, 0, ONE } },
		{ { .format = 0x27, .num_format = 1 }, { 0, 0, 0, 0, 1, 2, 3, 4 }, 2, { 1, 2, 3, 255 } },
		{ { .format = 0x27, .num_format = 1 }, { 0, 0, 0, 0, 1, 2, 3, 4 }, 3, { 1, 4, 3, 255 } },
		{ { .format = 0x28, .num_format = 1 }, { 0, 0, 0, 0, 1, 2, 3, 4 }, 2, { 2, 1, 4, 255 } },
		{ { .format = 0x28, .num_format = 1 }, { 0, 0, 0, 0, 1, 2, 3, 4 }, 3, { 2, 3, 4, 255 } },
		/* red, and a blue for texel 3; then the second block of a row */
		{ { .format = 0x31 }, { 0, 0xf8, 0x1f, 0, 0x40 }, 0, { ONE, 0, 0, ONE } },
		{ { .format = 0x31 }, { 0, 0xf8, 0x1f, 0, 0x40 }, 3, { 0, 0, ONE, ONE } },
		{ { .format = 0x31 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0x1f, 0, 0x40 }, 7, { 0, 0, ONE, ONE } },
		{ { .format = 0x31, .degamma = 1 }, { 0, 0xf8, 0x1f, 0, 0x40 }, 0, { ONE, 0, 0, ONE } },
		{ { .format = 0x32 }, { 0x0f, 0, 0, 0, 0, 0, 0, 0, 0, 0xf8 }, 0, { ONE, 0, 0, ONE } },
		{ { .format = 0x33 }, { 255, 0, 0, 0, 0, 0, 0, 0, 0, 0xf8 }, 0, { ONE, 0, 0, ONE } },
		{ { .format = 0x34 }, { 255, 0 }, 0, { ONE, 0, 0, ONE } },
		{ { .format = 0x34, .sign = 1 }, { 0x81, 0 }, 0, { 0xbf800000, 0, 0, ONE } },
		{ { .format = 0x35, .sign = 4 }, { 255, 0, 0, 0, 0, 0, 0, 0, 0x81, 0 }, 0, { ONE, 0xbf800000, 0, ONE } },
		/* 10 bits each for both ends, and they are the largest; mode 3 */
		{ { .format = 0x36 }, { 0xe3, 0x7f, 0, 0, 0xf8, 0x1f }, 0, { 0x477fe000, 0, 0, ONE } },
		/* mode 5 without a rotation: ends of 7 bits, alpha of 8 */
		{ { .format = 0x37 }, { 0x20, 0xff, 0x3f, 0, 0, 0, 0xfc, 0xff, 0x03 }, 0, { ONE, 0, 0, ONE } },
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(elements); i++) {
		struct fields f = elements[i].f;
		bool good;

		f.dim = 1;
		f.mode = 1;
		f.pitch = 2048;
		f.width = 16;
		f.height = 8;
		f.depth = 1;
		start(SQ_EVERGREEN, &f);
		memcpy(texture_memory(), elements[i].bytes, sizeof(elements[i].bytes));
		good = fetch(SQ_EVERGREEN, LD, (struct in){ { elements[i].x } });
		check(good && is(elements[i].wanted[0], elements[i].wanted[1], elements[i].wanted[2], elements[i].wanted[3]),
		      "format %#x, texel %u: %#x %#x %#x %#x %s", f.format, elements[i].x, rig.memory[0], rig.memory[1],
		      rig.memory[2], rig.memory[3], rig.problem);
	}
}

/* Levels of blocks: 16 x 16 texels in 4 x 4 blocks, then 2 x 2, 1, 1; rows of 256 bytes. */
static void test_levels(void)
{
	struct fields f = { .dim = 1, .mode = 1, .format = 0x31, .pitch = 256, .width = 16, .height = 16, .depth = 1, .last_level = 4 };
	static const uint32_t at[5] = { 0, 0, 2 * 512, 3 * 512, 4 * 512 };
	bool good = true;

	for (unsigned int level = 0; level < 5; level++) {
		unsigned int last = level < 4 ? (16u >> level) - 1 : 0;
		uint8_t *block;

		start(SQ_CAYMAN, &f);
		block = level ? (uint8_t *)rig.memory + (MIPS_AT - MEMORY_AT) + at[level] : texture_memory();
		block += 512 * (last / 4) + 8 * (last / 4);
		block[1] = 0xf8;
		good &= fetch(SQ_CAYMAN, LD, (struct in){ { last, last, 0, level } }) && is(ONE, 0, 0, ONE);
		good &= fetch(SQ_CAYMAN, LD, (struct in){ { last + 1, last, 0, level } }) && is(0, 0, 0, 0);
		check(good, "the last block of level %u: %#x %s", level, rig.memory[0], rig.problem);
	}
}

int main(void)
{
	test_formats();
	test_elements();
	test_levels();
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/* Formats of textures: from bytes to numbers. */
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
	};

	for (unsigned int i = 0; i < 2 * sizeof(formats) / sizeof(formats[0]); i++) {
		enum sq_isa isa = i % 2 ? SQ_CAYMAN : SQ_EVERGREEN;
		struct fields f = formats[i / 2].f;
		unsigned int size = sq_format_size(f.format);
		bool good;

		f.dim = 1;
		f.mode = 1;
		f.pitch = 256;
		f.width = f.height = 8;
		f.depth = 1;
		start(isa, &f);
		memcpy((uint8_t *)rig.memory + (TEXTURE_AT - MEMORY_AT) + size * (256u * 2 + 3), formats[i / 2].bytes, size);
		good = fetch(isa, LD, (struct in){ { 3, 2 } });
		check(good && is(formats[i / 2].x, formats[i / 2].y, formats[i / 2].z, formats[i / 2].w),
		      "format %#x, %u: %#x %#x %#x %#x %s", f.format, f.num_format, rig.memory[0], rig.memory[1], rig.memory[2],
		      rig.memory[3], rig.problem);
	}
}

int main(void)
{
	test_formats();
	return test_end();
}

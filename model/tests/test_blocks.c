// SPDX-License-Identifier: MIT OR GPL-2.0
/* Texels of compressed blocks. */
#include <math.h>
#include <string.h>

#include "array.h"
#include "test_card.h"
#include "tx/block.h"

#define BLOCKS	100000u

static uint32_t random_bits(void)
{
	static uint64_t state = 1;

	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(state >> 32);
}

static void fill(uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)random_bits();
}

static uint64_t hash(uint64_t h, const void *data, size_t n)
{
	const uint8_t *bytes = data;

	for (size_t i = 0; i < n; i++)
		h = (h ^ bytes[i]) * 0x100000001b3ull;
	return h;
}

#define HASH	0xcbf29ce484222325ull

/* ---- BC1 to BC3, by another reading: palettes of all colours, then indices ---- */

static void make_palette(const uint8_t *bytes, bool can_be_three, uint8_t palette[4][4])
{
	unsigned int ends[2] = { bytes[0] + 256u * bytes[1], bytes[2] + 256u * bytes[3] };
	bool three = can_be_three && ends[0] <= ends[1];

	memset(palette, 255, 16);
	for (unsigned int e = 0; e < 2; e++) {
		palette[e][0] = (uint8_t)((ends[e] / 2048) * 8 + (ends[e] / 2048) / 4);
		palette[e][1] = (uint8_t)((ends[e] / 32 % 64) * 4 + (ends[e] / 32 % 64) / 16);
		palette[e][2] = (uint8_t)((ends[e] % 32) * 8 + (ends[e] % 32) / 4);
	}
	for (unsigned int c = 0; c < 3; c++) {
		palette[2][c] = (uint8_t)(three ? (palette[0][c] + palette[1][c]) / 2 : (palette[0][c] * 2 + palette[1][c]) / 3);
		palette[3][c] = (uint8_t)(three ? 0 : (palette[0][c] + palette[1][c] * 2) / 3);
	}
	palette[3][3] = three ? 0 : 255;
}

static void make_alphas(const uint8_t *bytes, uint8_t alphas[8])
{
	unsigned int a = bytes[0], b = bytes[1];

	alphas[0] = bytes[0];
	alphas[1] = bytes[1];
	for (unsigned int i = 1; i < 7; i++)
		alphas[i + 1] = (uint8_t)(a > b ? ((7 - i) * a + i * b) / 7 : i < 5 ? ((5 - i) * a + i * b) / 5 : i == 5 ? 0 : 255);
}

static unsigned int bits_of(const uint8_t *bytes, unsigned int at, unsigned int n)
{
	unsigned int value = 0;

	while (n--)
		value = 2 * value + (bytes[(at + n) / 8] >> (at + n) % 8 & 1u);
	return value;
}

static bool is_same(unsigned int kind, const uint8_t *block)
{
	const uint8_t *colors = kind > 1 ? block + 8 : block;
	uint8_t palette[4][4], alphas[8], wanted[4], got[4];
	bool same = true;

	make_palette(colors, kind == 1, palette);
	make_alphas(block, alphas);
	for (unsigned int texel = 0; texel < 16; texel++) {
		memcpy(wanted, palette[bits_of(colors, 32 + 2 * texel, 2)], 4);
		if (kind == 2)
			wanted[3] = (uint8_t)(bits_of(block, 4 * texel, 4) * 255 / 15);
		if (kind == 3)
			wanted[3] = alphas[bits_of(block, 16 + 3 * texel, 3)];
		(kind == 1 ? tx_decode_bc1 : kind == 2 ? tx_decode_bc2 : tx_decode_bc3)(block, texel, got);
		same &= !memcmp(wanted, got, 4);
	}
	return same;
}

static void test_colors(void)
{
	for (unsigned int kind = 1; kind < 4; kind++) {
		unsigned int bad = 0;

		for (unsigned int i = 0; i < BLOCKS; i++) {
			uint8_t block[16];

			fill(block, sizeof(block));
			bad += !is_same(kind, block);
		}
		check(!bad, "BC%u: %u of %u blocks are wrong", kind, bad, BLOCKS);
	}
}

/* Worked out by hand: texels 0 to 7 have the indices 0 to 7. */
static void test_lines(void)
{
	static const struct { uint8_t a, b; bool is_signed; float wanted[8]; } lines[] = {
		{ 255, 0, false, { 1, 0, 6 / 7.0f, 5 / 7.0f, 4 / 7.0f, 3 / 7.0f, 2 / 7.0f, 1 / 7.0f } },
		{ 0, 255, false, { 0, 1, 0.2f, 0.4f, 0.6f, 0.8f, 0, 1 } },
		{ 127, 0x81, true, { 1, -1, 5 / 7.0f, 3 / 7.0f, 1 / 7.0f, -1 / 7.0f, -3 / 7.0f, -5 / 7.0f } },
		{ 0x80, 127, true, { -1, 1, -0.6f, -0.2f, 0.2f, 0.6f, -1, 1 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		const uint8_t block[8] = { lines[i].a, lines[i].b, 0x88, 0xc6, 0xfa };
		bool good = true;

		for (unsigned int texel = 0; texel < 8; texel++)
			good &= fabsf(tx_decode_bc4(block, texel, lines[i].is_signed) - lines[i].wanted[texel]) < 1e-6f;
		check(good, "BC4 from %u to %u%s", lines[i].a, lines[i].b, lines[i].is_signed ? " with a sign" : "");
	}
}

/* ---- BC6 and BC7: blocks of each mode, and what other decoders make of them ---- */

/*
 * Hashes of 16 texels, red first, without a sign and with one. The other decoder goes by the tables
 * of the specification that say which bit of the block is which bit of an end, where this one goes
 * by its lists.
 */
static const struct { const char *block; uint64_t unsigned_hash, signed_hash; } halves[] = {
	{ "a44dca182530bb1d6d132cded6237b2e", 0xc741d851be4344f8, 0x518d5022568b82c5 },
	{ "d91e3f721fcb1971174494d6493c9d5c", 0x0c35f9c7343b3d17, 0xc6a51b3bbc06cec4 },
	{ "2260be31201e69fedaa0eee8b9997f5c", 0x97bf4e529122d1ed, 0xe77f906f3350e8f1 },
	{ "662999fdafe593253cd654af4dfad714", 0x14f8017b015fc80f, 0xc15631b22f8641f3 },
	{ "2aa0aeb3fee9232f8af2211f9ee491c5", 0x64040ae11a260d27, 0x249b1c166a9245f6 },
	{ "ae0becb5563bfc1e6f93427ecbc8fe29", 0x37eaa1bd1efd7173, 0x0eb730cbc2fe337d },
	{ "52e5cd8e46dc8ed4b7c2764d2a5a4d76", 0xc76df44d82fcd866, 0x0ea7fbb7296a3be3 },
	{ "7606f85d8690024ad6bda3401be9c8cb", 0xfd4a54321bedd894, 0x14c394a3d4ad4418 },
	{ "dac935f6cd1f61226ae15338ae1a3400", 0x84caaea0d3f6e9bc, 0xf26408afb2512b98 },
	{ "5e33ba0d246ac04c81b1baf23e3bf9ee", 0x05801db7ac9c0397, 0x3073fe4553148a5d },
	{ "e3f79f2b4934af87f5520b69b94b0d98", 0x9bde72728f42e7d7, 0x1d6d5ca064ce1457 },
	{ "2785bb55b672a872637acd7466fcb60e", 0x5f34967353c32bac, 0xee99d09c572d1b25 },
	{ "0b8ff18463b0e4b2ba29703474f064ac", 0xdda42dd405f2abb4, 0x7ba637cea253c872 },
	{ "6ff700f5b02b3dc666f45bdeaa2ccaed", 0xa8fc12cd41f09092, 0x2462cc60571d9e12 },
	{ "cc2b5157410e4dee4af2b34f430a0734", 0x646c5d5feda03256, 0x054abe2d6aa7560a },
	{ "45de636c0e806c957ba684d6431fb5ea", 0x6042f9277309d14b, 0x7b22cb0933f547e6 },
	{ "c2424d09e15d024c5848f23d1fa6f736", 0xb6d559cbe3b68e0a, 0xfc3be6b497b96eaf },
	{ "067f618d1532e70e20e2a6668de7f47e", 0x412d757968a7e44f, 0x7a381626fe5d9923 },
	{ "8a67e546d53ec8e2a1257bdb256c9b3e", 0x30c41682698ada60, 0xebc6bb851abad0d9 },
	{ "4ebb498146ef7030cbf9537252dccead", 0x1b2a6ff409d1d2eb, 0x317765f7dbe38cae },
	{ "d264b6a32fbb09adeae109c4a9972039", 0x1a8c24541f36c0ed, 0xc55d9093ba843c81 },
	{ "76352b878b145c8a42d884cf4cfda72d", 0x635d4f3b3bf4334e, 0xc9e9196f0ad18d93 },
	{ "9a1d5dd92589082d852a7122873ee805", 0xfa0b2e94029b336a, 0x0bc50165832e29aa },
	{ "bed58942167a385286195c679f9c6994", 0x04d8c583492fe14a, 0xb60ec3ca6f19243f },
	{ "e35b8ab1098012070961f37de436ddfd", 0x5c054462d221dee6, 0xf4e5957f7d7cb5e4 },
	{ "c79d6e75af6547cfb11b42072482dc53", 0x575a1f4acaa5308e, 0xc47bec78026baf31 },
	{ "0b2bc3907c9617eb5e5089e40186baa8", 0x6ab8edbae07c8e49, 0x96cb64b0f8425765 },
	{ "af7d119e6fb65d00abc32af38e667f02", 0x99d866535f0856cd, 0xd4446cbd0b4aaa64 },
};

/* Hashes of 16 texels; the other decoder is that of the Python Imaging Library. */
static const struct { const char *block; uint64_t hash; } colors[] = {
	{ "2f872d49cc15c90b999b772b4fc7a6fd", 0xa252320f636af1be },
	{ "4e914a16db4708752b0f1544b835c0e7", 0xcd777a1b30217633 },
	{ "1c097dfa8701e9232f21f28126877869", 0xa43d917bd18bfa9e },
	{ "78ebfcc327f5931765274ba9829b4406", 0xb9914a64b443999e },
	{ "f01ff889326ffa9492edeeee3c669f2b", 0x52426db1d95b1188 },
	{ "e00894ea27e689c66b6b262e4886b843", 0xf84c332d6a6a7659 },
	{ "c039ba76fef8c90c5101fbe6cf9a48d5", 0x93fd599946c3cfa7 },
	{ "80c0a13da900a6adcb3d64069481be21", 0xcff6817271cd2710 },
	{ "c9c727b8db8c188f341a924c7f88dfa1", 0x3e015367c1355b06 },
	{ "62bfdb0ecc682919d2e64692f8194157", 0x7f1cba15d70f3cd2 },
	{ "f4d4af90988285cf7a9af7c93d555226", 0xf9a6dfd3919ffe4c },
	{ "68fe70e7aae6da47627c2e59af2ea37a", 0xfc427227914e8b61 },
	{ "b084670ad3c4d36bc08aad1fff8eb840", 0x6945981ec89ad4f1 },
	{ "602f8a7fc4cce4dd9f0b4110d9f2fa00", 0x4c35b8db9687375c },
	{ "40c8efe57f37724f4d37ea2b14004077", 0x0d71eae45448679a },
	{ "809b4180df3932249962c6857200059a", 0x19fbcf673bc7dd65 },
	{ "eb8ea17cf3787e0ed29d1c0b63ffd729", 0x651698569069b033 },
	{ "8274d9bd74fc11add7b9ca6503952269", 0x491983cdffc16416 },
	{ "fc669f6376ee71879737fd5f72f8d51c", 0xbb81a799dc9c6e0c },
	{ "48c91b6d0c48d41a1e5ec9e6a0392854", 0x7c4e4ccaad6fd6c9 },
	{ "b0615eef109fc1bfa9e2563701288f29", 0x00aecf225501414f },
	{ "a0d73f6ac2b69edd2c19f264bee462a5", 0xeab40dc7613a0515 },
	{ "c0f20fd27ecf14c011ed201f836320ad", 0x7a6e0e6d77eb58a1 },
	{ "808bab1686a28d9801210c7736f3eec5", 0xe10a05c6083298a7 },
};

static void take_block(const char *text, uint8_t *block)
{
	for (unsigned int i = 0; i < 16; i++)
		sscanf(text + 2 * (size_t)i, "%2hhx", &block[i]);
}

static uint64_t hash_halves(const uint8_t *block, bool is_signed)
{
	uint64_t h = HASH;

	for (unsigned int texel = 0; texel < 16; texel++) {
		uint16_t rgb[3];

		tx_decode_bc6(block, texel, is_signed, rgb);
		h = hash(h, rgb, sizeof(rgb));
	}
	return h;
}

static void test_halves(void)
{
	static const uint8_t reserved[4] = { 19, 23, 27, 31 };
	uint16_t rgb[3] = { 1, 1, 1 };
	uint8_t block[16];
	bool good = true;

	for (size_t i = 0; i < ARRAY_SIZE(halves); i++) {
		take_block(halves[i].block, block);
		check(hash_halves(block, false) == halves[i].unsigned_hash && hash_halves(block, true) == halves[i].signed_hash,
		      "BC6 %s", halves[i].block);
	}
	for (unsigned int i = 0; i < 4; i++) {
		memset(block, 0xff, sizeof(block));
		block[0] = (uint8_t)(0xe0 | reserved[i]);
		tx_decode_bc6(block, i, false, rgb);
		good &= !rgb[0] && !rgb[1] && !rgb[2];
	}
	check(good, "BC6: reserved modes are black");
}

static void test_bytes(void)
{
	uint8_t block[16], rgba[4];

	for (size_t i = 0; i < ARRAY_SIZE(colors); i++) {
		uint64_t h = HASH;

		take_block(colors[i].block, block);
		for (unsigned int texel = 0; texel < 16; texel++) {
			tx_decode_bc7(block, texel, rgba);
			h = hash(h, rgba, sizeof(rgba));
		}
		check(h == colors[i].hash, "BC7 %s", colors[i].block);
	}
	memset(block, 0xff, sizeof(block));
	block[0] = 0;
	tx_decode_bc7(block, 5, rgba);
	check(!rgba[0] && !rgba[1] && !rgba[2] && !rgba[3], "BC7: no mode, no colour");
}

int main(void)
{
	test_colors();
	test_lines();
	test_halves();
	test_bytes();
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What the CPU makes of each work. Floats are rounded after every operation on both sides: the
 * Makefile tells the compiler not to fuse, the programs say "precise". Their data holds no
 * numbers so small that the card would flush them.
 */
#include <string.h>

#include "works.h"

#define SUMS		1048576u
#define NUMBERS		1000000u
#define SIDE		256u		/* of a matrix */
#define TILE		16u
#define BYTES		1048576u
#define HISTOGRAM_THREADS	256u
#define HISTOGRAM_ROUNDS	16u
#define MESSAGES	1024u
#define MESSAGE_WORDS	256u

/* ---- data: the same in each run ---- */

static uint32_t scramble(uint32_t x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}

static void give_numbers(uint32_t *given, size_t n)
{
	for (size_t i = 0; i < n; i++)
		given[i] = scramble((uint32_t)i + 1);
}

/* Between -1000 and 1000. */
static void give_floats(uint32_t *given, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		float x = (float)(int32_t)scramble((uint32_t)i + 1) / 2147483648.0f * 1000.0f;

		memcpy(&given[i], &x, sizeof(x));
	}
}

/* ---- sum ---- */

static void give_sum(uint32_t *given)
{
	give_floats(given, (size_t)2 * SUMS);
}

static void make_sum(const uint32_t *given, uint32_t *made)
{
	const float *a = (const float *)given, *b = a + SUMS;
	float *sum = (float *)made;

	for (size_t i = 0; i < SUMS; i++)
		sum[i] = a[i] + b[i];
}

/* ---- reduction ---- */

static void give_reduction(uint32_t *given)
{
	give_numbers(given, NUMBERS);
}

static void make_reduction(const uint32_t *given, uint32_t *made)
{
	made[0] = 0;
	made[1] = 0;
	for (size_t i = 0; i < NUMBERS; i++) {
		made[0] += given[i];
		made[1] = given[i] > made[1] ? given[i] : made[1];
	}
}

/* ---- matrix ---- */

static const uint32_t matrix_sizes[4] = { SIDE, TILE };

static void give_matrix(uint32_t *given)
{
	give_floats(given, (size_t)2 * SIDE * SIDE);
}

static void make_matrix(const uint32_t *given, uint32_t *made)
{
	const float *a = (const float *)given, *b = a + (size_t)SIDE * SIDE;
	float *product = (float *)made;

	for (size_t row = 0; row < SIDE; row++)
		for (size_t column = 0; column < SIDE; column++) {
			float sum = 0.0f;

			for (size_t k = 0; k < SIDE; k++)
				sum += a[row * SIDE + k] * b[k * SIDE + column];
			product[row * SIDE + column] = sum;
		}
}

/* ---- histogram ---- */

static const uint32_t histogram_sizes[4] = { HISTOGRAM_THREADS, HISTOGRAM_ROUNDS };

static void give_histogram(uint32_t *given)
{
	give_numbers(given, BYTES / 4);
}

static void make_histogram(const uint32_t *given, uint32_t *made)
{
	memset(made, 0, 256 * sizeof(*made));
	for (size_t i = 0; i < BYTES / 4; i++)
		for (unsigned int byte = 0; byte < 4; byte++)
			made[given[i] >> 8 * byte & 0xff]++;
}

/* ---- SHA-256, FIPS 180-4 ---- */

static const struct {
	uint32_t round[64], start[8];
} sha = {
	{
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
		0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
		0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
		0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
		0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
		0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	},
	{ 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 },
};

static uint32_t rotate(uint32_t x, unsigned int by)
{
	return x >> by | x << (32 - by);
}

static void sha_block(uint32_t hash[8], const uint32_t block[16])
{
	uint32_t w[64], s[8];

	memcpy(s, hash, sizeof(s));
	for (unsigned int i = 0; i < 64; i++) {
		uint32_t one, two;

		w[i] = i < 16 ? block[i] :
		       w[i - 16] + w[i - 7] +
		       (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
		one = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
		      ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha.round[i] + w[i];
		two = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
		      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof(s[0]));
		s[4] += one;
		s[0] = one + two;
	}
	for (unsigned int i = 0; i < 8; i++)
		hash[i] += s[i];
}

static void give_sha256(uint32_t *given)
{
	give_numbers(given, (size_t)MESSAGES * MESSAGE_WORDS);
}

static void make_sha256(const uint32_t *given, uint32_t *made)
{
	const uint32_t last[16] = { 0x80000000, [15] = 32 * MESSAGE_WORDS };
	uint32_t block[16];

	for (size_t m = 0; m < MESSAGES; m++, made += 8) {
		memcpy(made, sha.start, sizeof(sha.start));
		for (size_t b = 0; b < MESSAGE_WORDS; b += 16) {
			for (size_t i = 0; i < 16; i++)
				block[i] = __builtin_bswap32(given[m * MESSAGE_WORDS + b + i]);
			sha_block(made, block);
		}
		sha_block(made, last);
	}
}

/* ---- Mandelbrot ---- */

static const struct {
	float corner[2], step;
	uint32_t most, side;
} view = { { -2.25f, -1.5f }, 3.0f / PICTURE_SIDE, PICTURE_ROUNDS, PICTURE_SIDE };

static uint32_t rounds_of(float cx, float cy)
{
	float x = 0.0f, y = 0.0f;
	uint32_t n;

	for (n = 0; n < PICTURE_ROUNDS; n++) {
		float xx = x * x, yy = y * y, xy = x * y;

		if (xx + yy > 4.0f)
			break;
		x = xx - yy + cx;
		y = xy + xy + cy;
	}
	return n;
}

static void make_mandelbrot(const uint32_t *given, uint32_t *made)
{
	(void)given;
	for (uint32_t y = 0; y < PICTURE_SIDE; y++)
		for (uint32_t x = 0; x < PICTURE_SIDE; x++)
			*made++ = rounds_of(view.corner[0] + view.step * (float)x,
					    view.corner[1] + view.step * (float)y);
}

/* ---- all ---- */

const struct work works[] = {
	{
		.name = "sum", .title = "vector sum", .size = "1,048,576 floats",
		.given = (size_t)2 * SUMS, .made = SUMS, .groups = { SUMS / 64, 1, 1 }, .indirect = true,
		.give = give_sum, .reference = make_sum,
	},
	{
		.name = "reduction", .title = "reduction", .size = "1,000,000 integers",
		.given = NUMBERS, .made = 2, .groups = { (NUMBERS + 4095) / 4096, 1, 1 },
		.give = give_reduction, .reference = make_reduction,
	},
	{
		.name = "matrix", .title = "matrix product", .size = "256 x 256 floats",
		.given = (size_t)2 * SIDE * SIDE, .made = (size_t)SIDE * SIDE, .groups = { SIDE / TILE, SIDE / TILE, 1 },
		.constants = matrix_sizes, .constant_bytes = sizeof(matrix_sizes),
		.give = give_matrix, .reference = make_matrix,
	},
	{
		.name = "histogram", .title = "histogram", .size = "1,048,576 bytes",
		.given = BYTES / 4, .made = 256,
		.groups = { BYTES / 4 / (HISTOGRAM_THREADS * HISTOGRAM_ROUNDS), 1, 1 },
		.constants = histogram_sizes, .constant_bytes = sizeof(histogram_sizes),
		.give = give_histogram, .reference = make_histogram,
	},
	{
		.name = "sha256", .title = "SHA-256", .size = "1,024 x 1,024 bytes",
		.given = (size_t)MESSAGES * MESSAGE_WORDS, .made = (size_t)8 * MESSAGES,
		.groups = { MESSAGES / 64, 1, 1 }, .constants = &sha, .constant_bytes = sizeof(sha),
		.give = give_sha256, .reference = make_sha256,
	},
	{
		.name = "mandelbrot", .title = "Mandelbrot", .size = "512 x 512 points",
		.made = (size_t)PICTURE_SIDE * PICTURE_SIDE, .picture = true,
		.groups = { PICTURE_SIDE / 8, PICTURE_SIDE / 8, 1 },
		.constants = &view, .constant_bytes = sizeof(view), .reference = make_mandelbrot,
	},
};

const size_t work_count = sizeof(works) / sizeof(works[0]);

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * How long the texture unit takes for waves of fragments, in time of the processor: 8 x 8 of them
 * each, texel by texel over a texture of 512 x 512, halfway between its texels.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tx/tx.h"

#define EDGE	512u
#define ROUNDS	8u
#define BASE	0x100000u

static uint8_t memory[2 * 4 * EDGE * EDGE];
static uint32_t rows[3][4][SQ_LANES] __attribute__((aligned(64)));

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	(void)opaque;
	(void)path;
	memcpy(data, memory + (addr - BASE), size);
	return true;
}

static void set_lanes(uint32_t left, uint32_t top)
{
	SQ_EACH_LANE {
		uint32_t x = left + ((i & 1) | (i >> 1 & 6)), y = top + ((i >> 1 & 1) | (i >> 4 & 2) | (i >> 4 & 4));

		rows[1][0][i] = sq_bits(((float)x + 0.25f) / EDGE);
		rows[1][1][i] = sq_bits(((float)y + 0.75f) / EDGE);
	}
}

static double run(const uint32_t resource[8], uint32_t filters)
{
	const uint32_t sampler[1][3] = { { filters, 0xfffu << 12, 1u << 31 | 0x80 } };	/* between levels */
	const struct sq_state state = {
		.port = { .read = port_read }, .sampler = sampler, .samplers = 1, .quads = true,
		.memory = { .pipes = 4, .group = 256, .bank_interleave = 1 },
	};
	const struct sq_fetch f = {
		.op = &sq_ops[SQ_SAMPLE], .src_gpr = 1, .src_sel = { 0, 1, 7, 7 }, .dst_gpr = 2, .dst_sel = { 0, 1, 2, 3 },
		.coord_type = { 1, 1, 1, 1 },
	};
	const struct sq_shader shader = { .gprs = 3 };
	struct sq_wave wave = { .shader = &shader, .state = &state, .row = rows[0], .active = UINT64_MAX };
	unsigned int waves = 0;
	clock_t begin = clock();

	for (unsigned int round = 0; round < ROUNDS; round++)
		for (uint32_t y = 0; y < EDGE; y += 8)
			for (uint32_t x = 0; x < EDGE; x += 8) {
				set_lanes(x, y);
				waves += tx_run(&wave, &f, resource);
			}
	free(wave.tx);
	return (double)(clock() - begin) / CLOCKS_PER_SEC * 1e6 / waves;
}

/* 2D tiled, 8 banks; levels are behind it. */
static void measure(const char *what, uint32_t format, uint32_t last_level, uint32_t filters)
{
	const uint32_t resource[8] = {
		1 | (EDGE / 8 - 1) << 6 | (EDGE - 1) << 18, (EDGE - 1) | 4u << 28, BASE >> 8, (BASE + 4 * EDGE * EDGE) >> 8,
		0x688 << 16, last_level, 4u << 29, format | 2 << 16 | 2u << 30,
	};

	printf("%-28s %6.1f us a wave\n", what, run(resource, filters));
}

int main(void)
{
	for (size_t i = 0; i < sizeof(memory); i++)
		memory[i] = (uint8_t)(i * 2654435761u >> 11);
	measure("8_8_8_8, point", 0x1a, 0, 0);
	measure("8_8_8_8, bilinear", 0x1a, 0, 5u << 9);
	measure("8_8_8_8, trilinear", 0x1a, 9, 5u << 9 | 2u << 15);
	measure("BC1, bilinear", 0x31, 0, 5u << 9);
	measure("BC7, bilinear", 0x37, 0, 5u << 9);
	return 0;
}

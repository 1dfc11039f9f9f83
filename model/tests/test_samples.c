// SPDX-License-Identifier: MIT OR GPL-2.0
/* Samples of textures by one lane: clamps, filters, borders, given levels. */
#include "array.h"
#include "test_texture.h"

/* Points of a row of 1, 2, 4, 8 in each mode of the sampler. */
static void test_clamps(void)
{
	static const float at[] = { -2.5f, -1.5f, -0.5f, 0.5f, 3.5f, 4.5f, 5.5f, 8.5f };
	/* opaque black is the border: 0 */
	static const float found[8][8] = {
		{ 2, 4, 8, 1, 8, 1, 2, 1 }, { 4, 2, 1, 1, 8, 8, 4, 1 }, { 1, 1, 1, 1, 8, 8, 8, 8 },
		{ 4, 2, 1, 1, 8, 8, 8, 8 }, { 1, 1, 1, 1, 8, 8, 8, 8 }, { 4, 2, 1, 1, 8, 8, 8, 8 },
		{ 0, 0, 0, 1, 8, 0, 0, 0 }, { 4, 2, 1, 1, 8, 0, 0, 0 },
	};

	for (unsigned int mode = 0; mode < 8; mode++) {
		unsigned int bad = 0;

		for (unsigned int i = 0; i < 8; i++)
			for (unsigned int unit = 0; unit < 2; unit++) {
				start_floats(SQ_EVERGREEN, 1, 4, 2, 1);
				sampler[1][0] = mode | 2 << 3 | 1 << 20;
				bad += !fetch(SQ_EVERGREEN, unit ? "SAMPLE_LZ buffer_id:1 sampler:1" XY : "SAMPLE_LZ buffer_id:1 sampler:1",
					      (struct in){ { F(unit ? at[i] / 4 : at[i]), 0 } });
				bad += sq_float(rig.memory[0]) != found[mode][i];
			}
		check(!bad, "clamp mode %u: %u of 16 are wrong, %g %s", mode, bad, (double)sq_float(rig.memory[0]), rig.problem);
	}
}

static void test_linear(void)
{
	static const struct { unsigned int mode; float x, y, found; } points[] = {
		{ 2, 1, 0.5f, 1.5f }, { 2, 2.25f, 0.5f, 3.5f }, { 2, 0, 0.5f, 1 }, { 2, 4, 0.5f, 8 }, { 2, 1, 1, 75.75f },
		{ 0, 0, 0.5f, 4.5f }, { 0, 4, 0.5f, 4.5f }, { 1, 0, 0.5f, 1 }, { 6, 0, 0.5f, 0.5f }, { 6, -0.25f, 0.5f, 0.25f },
		{ 4, -0.25f, 0.5f, 0.5f }, { 4, 4.25f, 0.5f, 4 }, { 6, 4.25f, 0.5f, 2 }, { 5, -0.25f, 0.5f, 1 },
		{ 7, -1, 0.5f, 1.5f },
		/* fractions are rounded to 256ths */
		{ 2, 0.5f + 0.4f / 256, 0.5f, 1 }, { 2, 0.5f + 0.6f / 256, 0.5f, 1 + 1.0f / 256 },
		{ 2, 1.5f - 0.4f / 256, 0.5f, 2 },
		{ 2, INFINITY, 0.5f, 8 }, { 2, -INFINITY, 0.5f, 1 }, { 2, NAN, 0.5f, 1 }, { 0, 1e30f, 0.5f, 4.5f },
	};

	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(points); i++) {
		enum sq_isa isa = i % 2 ? SQ_CAYMAN : SQ_EVERGREEN;

		start_floats(isa, 1, 4, 2, 1);
		sampler[1][0] = points[i / 2].mode | 2 << 3 | BOTH_LINEAR;
		check(sampled(isa, SAMPLE_LZ, points[i / 2].x, points[i / 2].y, 0, 0, points[i / 2].found),
		      "linear at (%g, %g), mode %u: %g %s", (double)points[i / 2].x, (double)points[i / 2].y, points[i / 2].mode,
		      (double)sq_float(rig.memory[0]), rig.problem);
	}
}

/* Borders of three kinds; offsets; kinds of textures. */
static void test_samples(void)
{
	static const uint32_t borders[3][4] = { { 0, 0, 0, 0 }, { 0, 0, 0, ONE }, { ONE, ONE, ONE, ONE } };
	bool good = true;

	for (unsigned int i = 0; i < 3; i++) {
		start_floats(SQ_EVERGREEN, 1, 4, 2, 1);
		sampler[1][0] = CLAMP(6u) | i << 20;
		good &= fetch(SQ_EVERGREEN, SAMPLE_LZ, (struct in){ { F(-1.0f), 0 } }) &&
			is(borders[i][0], borders[i][1], borders[i][2], borders[i][3]);
	}
	check(good, "borders are black, opaque black and white %s", rig.problem);
	start_floats(SQ_CAYMAN, 1, 4, 2, 1);
	sampler[1][0] = CLAMP(2u);
	check(sampled(SQ_CAYMAN, SAMPLE_LZ " offset_x:2 offset_y:31", 1.5f, 1, 0, 0, 4), "offsets are half texels %s", rig.problem);
	start_floats(SQ_CAYMAN, 0, 4, 1, 1);
	sampler[1][0] = CLAMP(2u) | BOTH_LINEAR;
	check(sampled(SQ_CAYMAN, SAMPLE_LZ X, 0.5f, 77, 88, 0, 3), "one dimension: %g %s",
	      (double)sq_float(rig.memory[0]), rig.problem);
	start_floats(SQ_EVERGREEN, 2, 4, 2, 2);
	sampler[1][0] = CLAMP(2u) | BOTH_LINEAR;
	check(sampled(SQ_EVERGREEN, SAMPLE_LZ XYZ, 0.125f, 0.25f, 0.5f, 0, 25001), "three dimensions: %g %s",
	      (double)sq_float(rig.memory[0]), rig.problem);
	sampler[1][0] |= 1u << 13;
	check(sampled(SQ_EVERGREEN, SAMPLE_LZ XYZ, 0.125f, 0.25f, 0.5f, 0, 50001), "a point of z: %g %s",
	      (double)sq_float(rig.memory[0]), rig.problem);
	start_floats(SQ_EVERGREEN, 5, 4, 2, 3);
	sampler[1][0] = BOTH_LINEAR;
	good = sampled(SQ_EVERGREEN, SAMPLE_LZ XY, 0.125f, 0.25f, 1, 0, 50001) &&
	       sampled(SQ_EVERGREEN, SAMPLE_LZ XY, 0.125f, 0.25f, 7, 0, 100001) &&
	       sampled(SQ_EVERGREEN, SAMPLE_LZ XY, 0.125f, 0.25f, -2, 0, 1);
	check(good, "layers are clamped: %g %s", (double)sq_float(rig.memory[0]), rig.problem);
}

/* 8 x 8, 4 x 4, 2 x 2, all of them 10, 20, 40, but for a 30 at the origin of level 1. */
static void start_levels(uint32_t filters, uint32_t lods)
{
	struct fields f = { .dim = 1, .mode = 1, .format = 0xe, .pitch = 64, .width = 8, .height = 8, .depth = 1, .last_level = 2 };
	float *levels[3] = { (float *)rig.memory + (TEXTURE_AT - MEMORY_AT) / 4, (float *)rig.memory + (MIPS_AT - MEMORY_AT) / 4,
			     (float *)rig.memory + (MIPS_AT + 1024 - MEMORY_AT) / 4 };

	start(SQ_EVERGREEN, &f);
	for (unsigned int i = 0; i < 3; i++)
		for (unsigned int k = 0; k < 64u * (8 >> i); k++)
			levels[i][k] = (float)(10 << i);
	levels[1][0] = 30;
	sampler[1][0] = CLAMP(2u) | filters;
	sampler[1][1] = lods;
}

static void test_lods(void)
{
	static const struct { uint32_t filters, lods; const char *inst; float lod, x, found; } points[] = {
		{ 0, 0xfff000, "SAMPLE_L", 1.7f, 1, 10 },
		{ 1 << 15, 0xfff000, "SAMPLE_L", 0.4f, 1, 10 }, { 1 << 15, 0xfff000, "SAMPLE_L", 0.5f, 1, 20 },
		{ 1 << 15, 0xfff000, "SAMPLE_L", 1.6f, 1, 40 }, { 1 << 15, 0xfff000, "SAMPLE_L", 9, 1, 40 },
		{ 1 << 15, 0xfff000, "SAMPLE_L", -3, 1, 10 }, { 1 << 15, 0xfff000, "SAMPLE_L", NAN, 1, 10 },
		{ 1 << 15, 0x100000, "SAMPLE_L", 9, 1, 20 }, { 1 << 15, 0xfff200, "SAMPLE_L", 0, 1, 40 },
		{ 2 << 15, 0xfff000, "SAMPLE_L", 0.5f, 1, 15 }, { 2 << 15, 0xfff000, "SAMPLE_L", 1.25f, 1, 25 },
		{ 2 << 15, 0xfff000, "SAMPLE_L", 5, 1, 40 }, { 1 << 15, 0xfff000, "SAMPLE_LZ", 9, 1, 10 },
		/* no gradients in compute: level 0, and then the bias */
		{ 1 << 15, 0xfff000, "SAMPLE", 9, 1, 10 }, { 1 << 15, 0xfff100, "SAMPLE", 9, 1, 20 },
		{ 1 << 15, 0xfff000, "SAMPLE_LB", 1, 1, 20 }, { 1 << 15, 0x100000, "SAMPLE_LB", 9, 1, 20 },
		/* level 1, between its first two texels: the filter for smaller ones; the other one is for 0 */
		{ 1 << 15 | 1 << 11, 0xfff000, "SAMPLE_L", 1, 0.25f, 25 }, { 1 << 15 | 1 << 9, 0xfff000, "SAMPLE_L", 1, 0.2f, 30 },
	};
	char inst[64];

	for (size_t i = 0; i < ARRAY_SIZE(points); i++) {
		start_levels(points[i].filters, points[i].lods);
		snprintf(inst, sizeof(inst), "%s buffer_id:1 sampler:1" XY, points[i].inst);
		check(sampled(SQ_EVERGREEN, inst, points[i].x, 0.125f, 0, points[i].lod, points[i].found),
		      "%s of level %g: %g, %g expected %s", points[i].inst, (double)points[i].lod,
		      (double)sq_float(rig.memory[0]), (double)points[i].found, rig.problem);
	}
}

/* ---- all lanes at once ---- */

static float random_float(float most)
{
	static uint32_t state = 1;

	state = state * 1664525 + 1013904223;
	return ((float)(state >> 8) / 8388608 - 1) * most;
}

static void start_noise(enum sq_isa isa, unsigned int dim, uint32_t filters, uint32_t width)
{
	struct fields f = { .dim = dim, .mode = 1, .format = 0x1a, .pitch = 64, .width = width, .height = 17, .depth = 1, .last_level = 3 };

	start(isa, &f);
	rig.state.quads = true;
	for (unsigned int i = 0; i < MEMORY - (TEXTURE_AT - MEMORY_AT); i++)
		texture_memory()[i] = (uint8_t)(i * 2654435761u >> 13);
	sampler[1][0] = filters | 1u << 13;
	sampler[1][2] |= filters & 1 ? 1u << 28 : 0;
}

/* With three dimensions, one texel deep, each lane has its own way through the filters. */
static void test_rows(void)
{
	static const uint32_t filters[] = { 0, BOTH_LINEAR, 1u << 9 | 1u << 15, BOTH_LINEAR | 1u << 15, BOTH_LINEAR | 2u << 15 };
	uint32_t given_rows[4][SQ_LANES], coordinates[3][SQ_LANES] = { { 0 } };
	unsigned int bad = 0, n = 0;

	for (; n < 5 * 4 * 8; n++) {
		uint32_t all = filters[n % 5] | CLAMP(n / 5 % 4);
		float most = n / 20 < 3 ? 0.1f : n / 20 < 6 ? 2 : 3e6f;

		SQ_EACH_LANE
			for (unsigned int c = 0; c < 2; c++)
				coordinates[c][i] = F(random_float(most));
		coordinates[0][7] = F(NAN);
		coordinates[1][8] = F(-INFINITY);
		for (unsigned int dim = 1; dim < 3; dim++) {
			start_noise(SQ_EVERGREEN, dim, all, 13 + 3 * (n % 2));
			memcpy(lanes[3], coordinates, sizeof(coordinates));
			bad += !run_lanes(SQ_EVERGREEN, n % 3 ? SAMPLE XY " offset_x:3" TAKES GIVES : SAMPLE TAKES GIVES, UINT64_MAX);
			if (dim == 1)
				memcpy(given_rows, lanes[2], sizeof(given_rows));
		}
		bad += memcmp(given_rows, lanes[2], sizeof(given_rows)) != 0;
	}
	check(!bad, "%u of %u waves differ from their lanes, one by one %s", bad, n, rig.problem);
}

static unsigned int reads;

static bool count_reads(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	reads += path == SQ_TEXTURE;
	return rig_read(opaque, path, addr, data, size);
}

static void test_reads(void)
{
	bool good;

	start_noise(SQ_EVERGREEN, 1, CLAMP(2u) | BOTH_LINEAR, 16);
	rig.state.port.read = count_reads;
	SQ_EACH_LANE {
		lanes[3][0][i] = F(2.25f);
		lanes[3][1][i] = F(3.25f);
	}
	reads = 0;
	good = run_lanes(SQ_EVERGREEN, SAMPLE TAKES GIVES, UINT64_MAX);
	check(good && reads == 4, "lanes share texels: %u reads of 4 %s", reads, rig.problem);
	reads = 0;
	good = run_lanes(SQ_EVERGREEN, SAMPLE TAKES GIVES SAMPLE TAKES GIVES, UINT64_MAX);
	check(good && reads == 8, "instructions do not: %u reads %s", reads, rig.problem);
	SQ_EACH_LANE
		lanes[3][0][i] = F(2.5f);
	reads = 0;
	good = run_lanes(SQ_EVERGREEN, SAMPLE TAKES GIVES, UINT64_MAX);
	check(good && reads == 2, "what has no part is not read: %u reads %s", reads, rig.problem);
}

int main(void)
{
	test_clamps();
	test_linear();
	test_samples();
	test_lods();
	test_rows();
	test_reads();
	return test_end();
}

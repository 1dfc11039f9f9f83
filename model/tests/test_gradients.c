// SPDX-License-Identifier: MIT OR GPL-2.0
/* Quads: gradients, levels of detail, anisotropy; those that an instruction gives. */
#include "array.h"
#include "test_texture.h"

#define ALL	UINT64_MAX

/* 64 x 64 down to 1 x 1; each level is its number everywhere. */
static void start_pyramid(enum sq_isa isa, uint32_t filters, uint32_t base)
{
	struct fields f = { .dim = 1, .mode = 1, .format = 0xe, .pitch = 64, .width = 64, .height = 64, .depth = 1, .last_level = 6,
			    .base_level = base, .aniso = 4 };
	float *at = (float *)texture_memory();

	start(isa, &f);
	rig.state.quads = true;
	sampler[1][0] = filters;
	memset(at, 0, 4ul * 64 * 64);
	at = (float *)rig.memory + (MIPS_AT - MEMORY_AT) / 4;
	for (unsigned int level = 1; level <= 6; level++)
		for (unsigned int i = 0; i < 64u * (64u >> level); i++)
			*at++ = (float)level;
}

/* Coordinates of all quads: 0.5, and so many texels from column to column and row to row. */
static void set_quads(float s_right, float t_right, float s_down, float t_down)
{
	SQ_EACH_LANE {
		float column = i & 1, row = i >> 1 & 1;

		lanes[3][0][i] = F(0.5f + (column * s_right + row * s_down) / 64);
		lanes[3][1][i] = F(0.5f + (column * t_right + row * t_down) / 64);
	}
}

#define MIP_LINEAR	(2u << 15)

static void test_lods(void)
{
	static const struct { float s_right, t_right, s_down, t_down, level; } quads[] = {
		{ 1, 0, 0, 1, 0 }, { 2, 0, 0, 1, 1 }, { 1, 0, 0, 4, 2 }, { 0, 8, 1, 0, 3 }, { 3, 4, 1, 0, 2.3203125f },
		{ 0.5f, 0, 0, 0.5f, 0 }, { 0, 0, 0, 0, 0 }, { 64, 0, 0, 0, 6 }, { 500, 0, 0, 0, 6 }, { -2, 0, 0, 1, 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(quads); i++) {
		bool good;

		start_pyramid(i % 2 ? SQ_CAYMAN : SQ_EVERGREEN, MIP_LINEAR | BOTH_LINEAR | CLAMP(2u), 0);
		set_quads(quads[i].s_right, quads[i].t_right, quads[i].s_down, quads[i].t_down);
		good = run_lanes(rig.isa, SAMPLE XY TAKES GIVES, ALL);
		for (unsigned int lane = 0; lane < SQ_LANES; lane++)
			good &= fabsf(given(0, lane) - quads[i].level) < 0.004f;
		check(good, "gradients (%g, %g), (%g, %g): level %g, got %g %s", (double)quads[i].s_right, (double)quads[i].t_right,
		      (double)quads[i].s_down, (double)quads[i].t_down, (double)quads[i].level, (double)given(0, 0), rig.problem);
	}
}

/* From the first lane of a quad, for all of it. */
static void test_quad_level(void)
{
	bool good;

	start_pyramid(SQ_EVERGREEN, MIP_LINEAR | BOTH_LINEAR | CLAMP(2u), 0);
	set_quads(2, 0, 0, 1);
	for (unsigned int lane = 3; lane < SQ_LANES; lane += 4)
		lanes[3][0][lane] = F(0.9f);
	good = run_lanes(SQ_EVERGREEN, SAMPLE XY TAKES GIVES, ALL);
	for (unsigned int lane = 0; lane < SQ_LANES; lane++)
		good &= given(0, lane) == 1;
	check(good, "the pixel across from the first has no part in the level of its quad: %g %s", (double)given(0, 0),
	      rig.problem);
}

/* Biases of sampler, instruction and program add up; limits come after them; levels count from the base. */
static void test_biases(void)
{
	static const struct { uint32_t w1, w2, base; const char *inst; float w, level; } biased[] = {
		{ 0xfff000, 0x080, 0, SAMPLE, 9, 1.5f }, { 0xfff000, 0x3f80, 0, SAMPLE, 9, 0.5f },
		{ 0xfff000, 0, 0, SAMPLE " lod_bias:8", 9, 1.5f }, { 0xfff000, 0, 0, SAMPLE " lod_bias:120", 9, 0.5f },
		{ 0xfff000, 0x100, 0, "SAMPLE_LB buffer_id:1 sampler:1 lod_bias:16", 0.5f, 3.5f },
		{ 0x200000, 0x500, 0, SAMPLE, 9, 2 }, { 0xfff280, 0, 0, SAMPLE, 9, 2.5f }, { 0xfff000, 0, 2, SAMPLE, 9, 3 },
		{ 0xfff000, 0x100, 0, "SAMPLE_L buffer_id:1 sampler:1", 2, 3 },
		{ 0xfff000, 0x100, 0, "SAMPLE_LZ buffer_id:1 sampler:1 lod_bias:16", 2, 0 },
	};
	char text[256];

	for (size_t i = 0; i < ARRAY_SIZE(biased); i++) {
		bool good;

		start_pyramid(SQ_EVERGREEN, MIP_LINEAR | BOTH_LINEAR | CLAMP(2u), biased[i].base);
		sampler[1][1] = biased[i].w1;
		sampler[1][2] |= biased[i].w2;
		set_quads(biased[i].base ? 8 : 2, 0, 0, 1);	/* level 1, from the base */
		for (unsigned int lane = 0; lane < SQ_LANES; lane++)
			lanes[3][3][lane] = F(biased[i].w);
		snprintf(text, sizeof(text), "%s" XY TAKES GIVES, biased[i].inst);
		good = run_lanes(SQ_EVERGREEN, text, ALL);
		check(good && given(0, 17) == biased[i].level, "bias %zu: level %g, got %g %s", i, (double)biased[i].level,
		      (double)given(0, 17), rig.problem);
	}
}

/* The filter of larger texels up to level 0, that of smaller ones from there on. */
static void test_switch(void)
{
	float *at = (float *)texture_memory();
	bool good = true;

	for (unsigned int k = 0; k < 4; k++) {
		start_pyramid(SQ_EVERGREEN, CLAMP(2u) | 1u << (k & 1 ? 11 : 9), 0);
		for (unsigned int i = 0; i < 64 * 64; i++)
			at[i] = (float)(i % 64);
		set_quads(k & 2 ? 1.5f : 0.5f, 0, 0, 0.5f);
		good &= run_lanes(SQ_EVERGREEN, SAMPLE XY TAKES GIVES, ALL);
		/* between texels 31 and 32 */
		good &= given(0, 0) == (!(k & 1) == !(k & 2) ? 31.5f : 32);
	}
	check(good, "filters of larger and smaller texels: %g %s", (double)given(0, 0), rig.problem);
}

/* No neighbours: level 0, and no gradients. */
static void test_no_quads(void)
{
	bool good;

	start_pyramid(SQ_EVERGREEN, MIP_LINEAR | CLAMP(2u), 0);
	rig.state.quads = false;
	set_quads(8, 0, 0, 8);
	good = run_lanes(SQ_EVERGREEN, SAMPLE XY TAKES GIVES, ALL) && given(0, 3) == 0;
	good &= run_lanes(SQ_EVERGREEN, "GET_GRADIENTS_H" TAKES GIVES, ALL) && given(0, 3) == 0;
	good &= run_lanes(SQ_EVERGREEN, "KEEP_GRADIENTS" TAKES " dst_gpr:2\nSAMPLE_G buffer_id:1 sampler:1" XY TAKES GIVES, ALL) &&
		given(0, 3) == 0;
	check(good, "without quads: %g %s", (double)given(0, 3), rig.problem);
}

static void test_get_gradients(void)
{
	static const char *const insts[] = { "GET_GRADIENTS_H", "GET_GRADIENTS_V" };
	bool good = true;

	start_pyramid(SQ_EVERGREEN, 0, 0);
	memset(rig.resource[0], 0, sizeof(rig.resource[0]));	/* no resource counts */
	for (unsigned int c = 0; c < 4; c++)
		SQ_EACH_LANE
			lanes[3][c][i] = F((float)((c + 1) * (i & 3) * (i & 3) + i));
	for (unsigned int down = 0; down < 2; down++)
		for (unsigned int fine = 0; fine < 2; fine++) {
			char text[160];

			snprintf(text, sizeof(text), "%s inst_mod:%u" TAKES GIVES, insts[down], fine);
			good &= run_lanes(SQ_EVERGREEN, text, ALL);
			for (unsigned int c = 0; c < 4; c++)
				SQ_EACH_LANE {
					unsigned int own = fine ? i & 3 : 0, step = down ? 2 : 1, at = own & ~step, to = own | step;

					good &= given(c, i) == (float)((c + 1) * (to * to - at * at) + step);
				}
		}
	check(good, "gradients of four components, of the quad or of each lane %s", rig.problem);
	/* lanes that do not run are neighbours, and keep what they have */
	lanes[2][0][1] = 77;
	good = run_lanes(SQ_EVERGREEN, "GET_GRADIENTS_H" TAKES GIVES, 1) && given(0, 0) == 2 && lanes[2][0][1] == 77;
	check(good, "a lane that does not run is a neighbour: %g %s", (double)given(0, 0), rig.problem);
}

#define SET_H	"SET_GRADIENTS_H src_gpr:4 src_sel_x:0 src_sel_y:1 src_sel_z:2 src_sel_w:7" XY "\n"
#define SET_V	"SET_GRADIENTS_V src_gpr:5 src_sel_x:0 src_sel_y:1 src_sel_z:2 src_sel_w:7" XY "\n"

static void test_given_gradients(void)
{
	bool good;

	start_pyramid(SQ_EVERGREEN, MIP_LINEAR | CLAMP(2u), 0);
	rig.state.quads = false;
	SQ_EACH_LANE {
		lanes[4][0][i] = F(i % 2 ? 4.0f / 64 : 0);
		lanes[5][1][i] = F(i % 2 ? 0 : 8.0f / 64);
	}
	good = run_lanes(SQ_EVERGREEN, SET_H SET_V "SAMPLE_G buffer_id:1 sampler:1" XY TAKES GIVES, ALL);
	check(good && given(0, 4) == 3 && given(0, 5) == 2, "SAMPLE_G takes what was set: %g, %g %s", (double)given(0, 4),
	      (double)given(0, 5), rig.problem);
	good = run_lanes(SQ_EVERGREEN, SET_H "SAMPLE_G buffer_id:1 sampler:1" XY TAKES GIVES, ALL);
	check(!good && strstr(rig.problem, "no gradients"), "both have to be: %s", rig.problem);
	rig.state.quads = true;
	set_quads(2, 0, 0, 1);
	good = run_lanes(SQ_EVERGREEN, "KEEP_GRADIENTS" TAKES "\n"
			 "SAMPLE_G buffer_id:1 sampler:1 src_gpr:6 src_sel_x:0 src_sel_y:1" XY GIVES, ALL);
	check(good && given(0, 9) == 1, "KEEP_GRADIENTS keeps those of its source: %g %s", (double)given(0, 9), rig.problem);
}

/* Those of a clause are not those of the next one. */
static void test_clauses(void)
{
	bool good;

	start_pyramid(SQ_EVERGREEN, MIP_LINEAR | CLAMP(2u), 0);
	good = run_lanes(SQ_EVERGREEN, SET_H SET_V "SAMPLE_G buffer_id:1 sampler:1" XY TAKES GIVES, ALL);
	good &= !run_clauses(SQ_EVERGREEN, SET_H SET_V, "SAMPLE_G buffer_id:1 sampler:1" XY TAKES GIVES, ALL);
	check(good && strstr(rig.problem, "no gradients"), "gradients go with their clause: %s", rig.problem);
}

static void test_get_lod(void)
{
	static const struct { uint32_t filters, w1, w2; float texels, computed, used; } lods[] = {
		{ MIP_LINEAR, 0xfff000, 0, 4, 2, 2 }, { MIP_LINEAR, 0x180000, 0, 4, 2, 1.5f }, { MIP_LINEAR, 0xfff000, 0, 0.25f, -2, 0 },
		{ MIP_LINEAR, 0xfff000, 0x100, 4, 3, 3 }, { MIP_LINEAR, 0xfff000, 0, 1024, 10, 6 },
		{ 1u << 15, 0xfff000, 0x80, 4, 2.5f, 3 }, { 0, 0xfff000, 0, 4, 2, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lods); i++) {
		bool good;

		start_pyramid(SQ_EVERGREEN, lods[i].filters, 0);
		sampler[1][1] = lods[i].w1;
		sampler[1][2] |= lods[i].w2;
		set_quads(lods[i].texels, 0, 0, 0.125f);
		good = run_lanes(SQ_EVERGREEN, "GET_LOD buffer_id:1 sampler:1" XY TAKES GIVES, ALL);
		check(good && given(0, 2) == lods[i].computed && given(1, 2) == lods[i].used, "GET_LOD %zu: %g and %g %s", i,
		      (double)given(0, 2), (double)given(1, 2), rig.problem);
	}
}

/* Probes along the longer gradient, whose level is that of the shorter one as far as they reach. */
static void test_anisotropy(void)
{
	static const struct { unsigned int ratio_log2; float right, down, level; } probes[] = {
		{ 0, 8, 1, 3 }, { 1, 8, 1, 2 }, { 2, 8, 1, 1 }, { 3, 8, 1, 0 }, { 4, 8, 1, 0 }, { 4, 8, 4, 2 }, { 4, 8, 8, 3 }, { 4, 16, 0, 0 },
		{ 4, 64, 0, 2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(probes); i++) {
		bool good;

		start_pyramid(SQ_EVERGREEN, MIP_LINEAR | CLAMP(2u) | 3u << 9 | 3u << 11 | probes[i].ratio_log2 << 17, 0);
		set_quads(probes[i].right, 0, 0, probes[i].down);
		good = run_lanes(SQ_EVERGREEN, SAMPLE XY TAKES GIVES, ALL);
		check(good && given(0, 0) == probes[i].level, "up to %u probes, %g to %g: level %g %s", 1u << probes[i].ratio_log2,
		      (double)probes[i].right, (double)probes[i].down, (double)given(0, 0), rig.problem);
	}
	/* a slope, and what lies in the middle of it; a bright texel has a fourth of four probes */
	start_pyramid(SQ_EVERGREEN, CLAMP(2u) | 2u << 9 | 2u << 11 | 2u << 17, 0);
	((float *)texture_memory())[64 * 32 + 33] = 1;
	set_quads(4, 0, 0, 1);
	check(run_lanes(SQ_EVERGREEN, SAMPLE XY TAKES GIVES, ALL) && given(0, 0) == 0.25f, "one probe of four: %g %s",
	      (double)given(0, 0), rig.problem);
	rig.resource[1][6] &= ~7u;
	check(run_lanes(SQ_EVERGREEN, SAMPLE XY TAKES GIVES, ALL) && given(0, 0) == 0, "a texture may have none: %g %s",
	      (double)given(0, 0), rig.problem);
}

int main(void)
{
	test_lods();
	test_quad_level();
	test_biases();
	test_switch();
	test_no_quads();
	test_get_gradients();
	test_given_gradients();
	test_clauses();
	test_get_lod();
	test_anisotropy();
	return test_end();
}

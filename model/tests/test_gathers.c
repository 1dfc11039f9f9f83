// SPDX-License-Identifier: MIT OR GPL-2.0
/* Comparisons, GATHER4, and borders from registers. */
#include "array.h"
#include "test_texture.h"

static uint32_t border[2][4];

/* ---- comparisons ---- */

/* Texels 1, 2, 4, 8, ...; the float format does not limit the reference. */
static void test_functions(void)
{
	static const bool passes[8][3] = {
		/* reference less than the texel, equal, greater */
		{ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 },
	};
	unsigned int bad = 0;

	for (unsigned int function = 0; function < 8; function++)
		for (unsigned int i = 0; i < 3; i++) {
			start_floats(SQ_EVERGREEN, 1, 4, 2, 1);
			sampler[1][0] = CLAMP(2u) | function << 22;
			bad += !sampled(SQ_EVERGREEN, "SAMPLE_C_LZ buffer_id:1 sampler:1", 1.5f, 0.5f, 99, 1 + (float)i, passes[function][i]);
		}
	check(!bad, "functions of comparison: %u of 24 are wrong %s", bad, rig.problem);
}

static void test_references(void)
{
	static const struct { const char *inst; float z, w; } refs[] = {
		{ "SAMPLE_C", 9, 2 }, { "SAMPLE_C_LZ", 9, 2 }, { "SAMPLE_C_L", 2, 0 }, { "SAMPLE_C_LB", 2, 0 },
	};
	char text[64];
	bool good;

	for (unsigned int i = 0; i < 4; i++) {
		start_floats(SQ_CAYMAN, 1, 4, 2, 1);
		sampler[1][0] = CLAMP(2u) | 2u << 22;
		snprintf(text, sizeof(text), "%s buffer_id:1 sampler:1", refs[i].inst);
		good = sampled(SQ_CAYMAN, text, 1.5f, 0.5f, refs[i].z, refs[i].w, 1) && is(ONE, ONE, ONE, ONE);
		check(good, "%s: its reference %s", refs[i].inst, rig.problem);
	}
	/* each texel is compared, and then filtered: 1 < 3, 2 < 3, 4, 8 */
	start_floats(SQ_CAYMAN, 1, 4, 2, 1);
	sampler[1][0] = CLAMP(2u) | BOTH_LINEAR | 4u << 22;
	good = sampled(SQ_CAYMAN, "SAMPLE_C_LZ buffer_id:1 sampler:1", 2.25f, 0.5f, 0, 3, 0.25f);
	check(good, "comparisons are filtered: %g %s", (double)sq_float(rig.memory[0]), rig.problem);
}

/* UNORM: a reference of 1.5 is 1, and -1 is 0. */
static void test_limits(void)
{
	static const uint32_t depths[2] = { 0x12ffffff, 0x34000000 };
	struct fields f = { .dim = 1, .mode = 1, .format = 0x11, .pitch = 64, .width = 2, .height = 1, .depth = 1 };
	bool good;

	start(SQ_EVERGREEN, &f);
	memcpy(texture_memory(), depths, sizeof(depths));
	sampler[1][0] = CLAMP(2u) | 2u << 22;
	good = sampled(SQ_EVERGREEN, "SAMPLE_C_LZ buffer_id:1 sampler:1", 0.5f, 0.5f, 0, 1.5f, 1);
	good &= sampled(SQ_EVERGREEN, "SAMPLE_C_LZ buffer_id:1 sampler:1", 1.5f, 0.5f, 0, -1, 1);
	check(good, "references of depths are between 0 and 1 %s", rig.problem);
}

/* ---- gathers ---- */

/* 8 bits: x + 16 y, and 64 more for each next component. */
static void start_numbers(enum sq_isa isa, unsigned int num_format, uint32_t sel)
{
	struct fields f = { .dim = 1, .mode = 1, .format = 0x1a, .num_format = num_format, .pitch = 64, .width = 4, .height = 4,
			    .depth = 1, .sel = sel };

	start(isa, &f);
	for (unsigned int y = 0; y < 4; y++)
		for (unsigned int x = 0; x < 4; x++)
			for (unsigned int c = 0; c < 4; c++)
				texture_memory()[4 * (64 * y + x) + c] = (uint8_t)(x + 16 * y + 64 * c);
	sampler[1][0] = CLAMP(2u);
}

#define GATHER4	"GATHER4 buffer_id:1 sampler:1"

static void test_orders(void)
{
	/* (i1,j0) (i0,j1) (i1,j1) (i0,j0) with (i0,j0) = (1,2) */
	const float eg[4] = { 0x22, 0x31, 0x32, 0x21 }, cm[4] = { 0x31, 0x32, 0x22, 0x21 };
	const struct in at = { { F(2.25f), F(2.75f) } };
	bool good;

	start_numbers(SQ_EVERGREEN, 2, 0);
	good = fetch(SQ_EVERGREEN, GATHER4, at);
	check(good && is(F(eg[0]), F(eg[1]), F(eg[2]), F(eg[3])), "Evergreen's order %s", rig.problem);
	start_numbers(SQ_CAYMAN, 2, 0);
	good = fetch(SQ_CAYMAN, GATHER4, at);
	check(good && is(F(cm[0]), F(cm[1]), F(cm[2]), F(cm[3])), "Cayman's order %s", rig.problem);
	good = fetch(SQ_CAYMAN, GATHER4 " inst_mod:2", at);
	check(good && is(F(cm[0] + 128), F(cm[1] + 128), F(cm[2] + 128), F(cm[3] + 128)), "the third component %s", rig.problem);
	start_numbers(SQ_CAYMAN, 2, 2 | 1 << 3 | 0 << 6 | 5 << 9);
	good = fetch(SQ_CAYMAN, GATHER4 " inst_mod:2", at) && is(F(cm[0]), F(cm[1]), F(cm[2]), F(cm[3]));
	good &= fetch(SQ_CAYMAN, GATHER4 " inst_mod:3", at) && is(ONE, ONE, ONE, ONE);
	check(good, "components are those of the program %s", rig.problem);
}

static void test_places(void)
{
	bool good;

	/* integers: the position is that of a point */
	start_numbers(SQ_CAYMAN, 1, 0);
	good = fetch(SQ_CAYMAN, GATHER4, (struct in){ { F(1.75f), F(2.25f) } });
	check(good && is(0x31, 0x32, 0x22, 0x21), "integers have no half texel: %#x %#x %s", rig.memory[0], rig.memory[3], rig.problem);
	/* a clamp, and an offset of texels in the instruction */
	start_numbers(SQ_CAYMAN, 2, 0);
	good = fetch(SQ_CAYMAN, GATHER4 " offset_x:2 offset_y:28", (struct in){ { F(2.25f), F(2.75f) } });
	check(good && is(F(0x12), F(0x13), F(0x03), F(0x02)), "offsets of the instruction %s", rig.problem);
	good = fetch(SQ_CAYMAN, GATHER4, (struct in){ { F(4), F(0) } });
	check(good && is(F(3), F(3), F(3), F(3)), "what is outside is brought back %s", rig.problem);
}

static void test_offsets(void)
{
	bool good;

	start_numbers(SQ_CAYMAN, 2, 0);
	SQ_EACH_LANE {
		lanes[3][0][i] = F(2.25f);
		lanes[3][1][i] = F(2.75f);
		lanes[4][0][i] = i % 2 ? 1 : -1u;
		lanes[4][1][i] = i % 2 ? 0 : -1u;
	}
	good = run_lanes(SQ_CAYMAN, "SET_TEXTURE_OFFSETS src_gpr:4 src_sel_x:0 src_sel_y:1\n"
			 "GATHER4_O buffer_id:1 sampler:1" TAKES GIVES, UINT64_MAX);
	for (unsigned int lane = 0; lane < SQ_LANES; lane++)
		good &= given(3, lane) == (lane % 2 ? 0x22 : 0x10);
	check(good, "each lane's own offsets: %g, %g %s", (double)given(3, 0), (double)given(3, 1), rig.problem);
	SQ_EACH_LANE
		lanes[4][0][i] = i % 2 ? 0x40000000 : 0x7fffffff;
	check(run_lanes(SQ_CAYMAN, "SET_TEXTURE_OFFSETS src_gpr:4 src_sel_x:0 src_sel_y:1\n"
			"GATHER4_O buffer_id:1 sampler:1" TAKES GIVES, UINT64_MAX), "offsets that are no such: %s", rig.problem);
}

static void test_compared(void)
{
	bool good;

	start_numbers(SQ_EVERGREEN, 2, 0);
	sampler[1][0] |= 1u << 22;		/* reference < texel */
	good = fetch(SQ_EVERGREEN, "GATHER4_C buffer_id:1 sampler:1", (struct in){ { F(2.25f), F(2.75f), 0, F(0x22) } });
	check(good && is(0, ONE, ONE, 0), "four comparisons %s", rig.problem);
	lanes[3][0][0] = F(2.25f);
	lanes[3][1][0] = F(2.75f);
	lanes[3][3][0] = F(0x12);
	lanes[4][1][0] = -1u;
	good = run_lanes(SQ_EVERGREEN, "SET_TEXTURE_OFFSETS src_gpr:4 src_sel_x:0 src_sel_y:1\n"
			 "GATHER4_C_O buffer_id:1 sampler:1" TAKES GIVES, 1);
	check(good && given(0, 0) == 0 && given(1, 0) == 1 && given(2, 0) == 1 && given(3, 0) == 0, "with offsets %s", rig.problem);
}

/* ---- borders ---- */

static void test_registers(void)
{
	static const uint32_t color[4] = { 0x3e800000, 0x3f000000, 0xbf800000, 0x40000000 };
	static const struct { unsigned int format, num_format, sign; uint32_t sel, wanted[4]; } kinds[] = {
		{ 0x1a, 0, 0, 0, { 0x3e800000, 0x3f000000, 0xbf800000, 0x40000000 } },
		/* what the program sees, whatever order the texture has */
		{ 0x1a, 0, 0, 2 | 1 << 3 | 0 << 6 | 3 << 9, { 0x3e800000, 0x3f000000, 0xbf800000, 0x40000000 } },
		{ 0x01, 0, 0, 4 | 4 << 3 | 4 << 6 | 0 << 9, { 0, 0, 0, 0x40000000 } },
		/* parts of the largest integer */
		{ 0x1a, 1, 0, 0, { 64, 128, 0, 255 } }, { 0x1a, 1, 0x55, 0, { 32, 64, (uint32_t)-127, 127 } },
		{ 0x22, 1, 0, 0, { 0x40000000, 0x80000000, 0, 0xffffffff } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct fields f = { .dim = 1, .mode = 1, .format = kinds[i].format, .num_format = kinds[i].num_format,
				    .sign = kinds[i].sign, .sel = kinds[i].sel, .pitch = 256, .width = 4, .height = 4, .depth = 1 };
		bool good;

		start(SQ_EVERGREEN, &f);
		memcpy(border[1], color, sizeof(color));
		rig.state.border = (const uint32_t (*)[4])border;
		sampler[1][0] = CLAMP(6u) | 3u << 20;
		good = fetch(SQ_EVERGREEN, SAMPLE_LZ, (struct in){ { F(-1.0f), F(1.0f) } });
		check(good && is(kinds[i].wanted[0], kinds[i].wanted[1], kinds[i].wanted[2], kinds[i].wanted[3]),
		      "border %zu: %#x %#x %#x %#x %s", i, rig.memory[0], rig.memory[1], rig.memory[2], rig.memory[3], rig.problem);
	}
	start_floats(SQ_EVERGREEN, 1, 4, 2, 1);
	rig.state.border = (const uint32_t (*)[4])border;
	border[1][0] = F(9.0f);
	sampler[1][0] = CLAMP(6u) | 3u << 20 | BOTH_LINEAR;
	check(sampled(SQ_EVERGREEN, SAMPLE_LZ, 0, 0.5f, 0, 0, 5), "half of a border: %g %s", (double)sq_float(rig.memory[0]),
	      rig.problem);
}

int main(void)
{
	test_functions();
	test_references();
	test_limits();
	test_orders();
	test_places();
	test_offsets();
	test_compared();
	test_registers();
	return test_end();
}

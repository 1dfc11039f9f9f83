// SPDX-License-Identifier: MIT OR GPL-2.0
/* Targets that are images: where elements are, what they become, what is returned. */
#include "array.h"
#include "test_wave.h"
#include "test_tiled.h"

#define IMAGE_AT	(MEMORY_AT + 0x2000)
#define STORE		"MEM_RAT rat_inst:1 type:1 rw_gpr:2 index_gpr:4 comp_mask:15 mark:1\n"
#define RETURN		"MEM_RAT rat_inst:32 type:3 rw_gpr:3 index_gpr:4 comp_mask:15 mark:1\nWAIT_ACK\n"
#define JUNK		77u

static struct rig rig;

static const char *end_of(enum sq_isa isa)
{
	return isa == SQ_CAYMAN ? "CF_END\n" : "NOP eop:1\n";
}

/* Two slices, behind another one. With 4 pipes and 4 banks a macro tile is 32 x 32 elements. */
static void start(enum sq_isa isa, unsigned int mode, unsigned int bytes, unsigned int format, unsigned int number)
{
	struct sq_rat *rat = &rig.state.rat[0];

	rig_start(&rig, isa);
	*rat = (struct sq_rat){
		.bound = true, .type = SQ_RAT_2D_ARRAY, .base = IMAGE_AT, .format = format, .number_type = number,
		.returns = MEMORY_AT + RETURNS_AT + 0x6000,
		.surface = {
			.base = IMAGE_AT, .width = 27, .height = 30, .first = 1, .slices = 2,
			.tiling = { .mode = mode, .pitch = mode == LINEAR_ALIGNED ? 64 : 32, .height = 32, .pipes = 4,
				    .banks = 4, .bank_width = 1, .bank_height = 1, .aspect = 1, .split = 1024,
				    .group = 256, .bank_interleave = 1 },
		},
	};
	sq_surface_check(&rat->surface, bytes);
	check(!rat->surface.problem, "mode %u, %u bytes: %s", mode, bytes, rat->surface.problem ? rat->surface.problem : "good");
}

/* ---- places ---- */

/* Each thread stores a number of its own at (x, @y, @z), where it may be, and JUNK if that is no register. */
static bool store_numbers(enum sq_isa isa, const char *y, const char *z)
{
	char text[640];

	rig.grid = (struct sq_grid){ { 1, 35, 4 }, { 40, 1, 1 } };
	snprintf(text, sizeof(text),
		 "ALU addr:4 count:10\n" STORE "%s@4:\nMOV T4.X, T0.X\nMOV T4.Y, %s bank_swizzle:2\nMOV T4.Z, %s\n"
		 "LSHL * T4.W, T1.Y, literal.y\n%u, 8\nOR_INT T2.X, T0.X, T4.W\nLSHL * T3.Y, T1.Z, literal.x\n16, 0\n"
		 "OR_INT * T2.X, T2.X, T3.Y\nOR_INT * T2.X, T2.X, literal.x\n%u, 0\n", end_of(isa), y, z, JUNK, 1u << 24);
	return rig_run(&rig, text);
}

static uint32_t number_of(uint32_t x, uint32_t y, uint32_t z)
{
	return x | y << 8 | z << 16 | 1u << 24;
}

static unsigned int written(void)
{
	unsigned int n = 0;

	for (size_t i = 0; i < sizeof(rig.memory) / 4; i++)
		n += rig.memory[i] != 0;
	return n;
}

/* In which the target has rows and slices beside the first ones, and what a thread stored last. */
struct places {
	unsigned int type;
	const char *y, *z;
	bool rows, slices;
};

static void test_places(enum sq_isa isa, unsigned int mode, const struct places *p)
{
	const struct sq_surface *s = &rig.state.rat[0].surface;
	uint32_t rows, slices, wrong = 0;
	struct ref ref;
	bool ended;

	start(isa, mode, 4, 0xd, 4);
	rig.state.rat[0].type = p->type;
	ended = store_numbers(isa, p->y, p->z);
	rows = p->rows ? s->height : 1;
	slices = p->slices ? s->slices : 1;
	ref_new(&ref, &s->tiling, 4);
	for (uint32_t z = 0; z < slices; z++)
		for (uint32_t y = 0; y < rows; y++)
			for (uint32_t x = 0; x < s->width; x++)
				wrong += rig.memory[(IMAGE_AT - MEMORY_AT + ref_offset(&ref, x, y, z + s->first)) / 4] !=
					 number_of(x, p->rows ? y : 34, p->slices ? z : 3);
	ref_free(&ref);
	check(ended && !wrong && written() == s->width * rows * slices,
	      "chip %d, mode %u, type %u: each element in its place, nothing elsewhere: %u wrong %s", (int)isa, mode,
	      p->type, wrong, rig.problem);
}

static void test_all_places(void)
{
	static const struct places places[] = {
		{ SQ_RAT_1D, "literal.x", "literal.x", false, false }, { SQ_RAT_1D_ARRAY, "literal.x", "T1.Z", false, true },
		{ SQ_RAT_2D, "T1.Y", "literal.x", true, false }, { SQ_RAT_2D_ARRAY, "T1.Y", "T1.Z", true, true },
		{ SQ_RAT_3D, "T1.Y", "T1.Z", true, true },
	};
	static const unsigned int modes[] = { LINEAR_GENERAL, LINEAR_ALIGNED, TILED_1D_THIN1, TILED_2D_THIN1 };

	for (unsigned int i = 0; i < 2 * 4 * 5; i++)
		test_places(i % 2 ? SQ_CAYMAN : SQ_EVERGREEN, modes[i / 2 % 4], &places[i / 8]);
}

/* ---- formats ---- */

/* T2 is a vector, stored at (1, 2, 0); what is there comes back to place 5. */
static bool store_vector(enum sq_isa isa, const uint32_t v[4])
{
	char text[640];

	rig.grid = (struct sq_grid){ { 1, 1, 1 }, { 1, 1, 1 } };
	snprintf(text, sizeof(text),
		 "ALU addr:6 count:11\n" STORE RETURN "%s@6:\nMOV T2.X, literal.x\nMOV T2.Y, literal.y\nMOV T2.Z, literal.z\n"
		 "MOV * T2.W, literal.w\n%u, %u\n%u, %u\nMOV T4.X, 1\nMOV T4.Y, literal.x\nMOV * T4.Z, 0.0\n2, 0\n"
		 "MOV * T3.Y, literal.x\n5, 0\n", end_of(isa), v[0], v[1], v[2], v[3]);
	return rig_run(&rig, text);
}

#define Q	0x3e800000u	/* 0.25 */
#define H	0x3f000000u
#define TWO	0x40000000u
#define M2	0xc0000000u

static const uint32_t floats[4] = { Q, M2, TWO, H }, ints[4] = { 5, -3u, 70000, -70000u };

static const struct { uint8_t format, number, swap, bytes; const uint32_t *in; uint8_t out[16]; } stores[] = {
	/* floats */
	{ 0x23, 7, 0, 16, floats, { 0, 0, 0x80, 0x3e, 0, 0, 0, 0xc0, 0, 0, 0, 0x40, 0, 0, 0, 0x3f } },
	{ 0x1e, 7, 0, 8, floats, { 0, 0, 0x80, 0x3e, 0, 0, 0, 0xc0 } },
	{ 0x0e, 7, 0, 4, floats, { 0, 0, 0x80, 0x3e } },
	{ 0x20, 7, 0, 8, floats, { 0, 0x34, 0, 0xc0, 0, 0x40, 0, 0x38 } },
	{ 0x10, 7, 0, 4, floats, { 0, 0x34, 0, 0xc0 } },
	{ 0x06, 7, 0, 2, floats, { 0, 0x34 } },
	/* 0.25 is 0x340 in 11 bits, -2 is 0, 2 is 0x200 in 10 */
	{ 0x16, 7, 0, 4, floats, { 0x40, 0x03, 0x00, 0x80 } },
	/* fractions: 0.25, 0, 1, 0.5 */
	{ 0x1a, 0, 0, 4, floats, { 64, 0, 255, 128 } }, { 0x07, 0, 0, 2, floats, { 64, 0 } },
	{ 0x01, 0, 0, 1, floats, { 64 } },
	{ 0x1f, 0, 0, 8, floats, { 0, 0x40, 0, 0, 0xff, 0xff, 0, 0x80 } }, { 0x0f, 0, 0, 4, floats, { 0, 0x40, 0, 0 } },
	{ 0x05, 0, 0, 2, floats, { 0, 0x40 } },
	{ 0x19, 0, 0, 4, floats, { 0x00, 0x01, 0xf0, 0xbf } },
	/* with a sign: 32, -127, 127, 64 */
	{ 0x1a, 1, 0, 4, floats, { 32, 0x81, 127, 64 } }, { 0x07, 1, 0, 2, floats, { 32, 0x81 } },
	{ 0x01, 1, 0, 1, floats, { 32 } },
	{ 0x1f, 1, 0, 8, floats, { 0, 0x20, 0x01, 0x80, 0xff, 0x7f, 0, 0x40 } },
	{ 0x0f, 1, 0, 4, floats, { 0, 0x20, 0x01, 0x80 } }, { 0x05, 1, 0, 2, floats, { 0, 0x20 } },
	/* integers are clamped */
	{ 0x22, 4, 0, 16, ints, { 5, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff, 0x70, 0x11, 1, 0, 0x90, 0xee, 0xfe, 0xff } },
	{ 0x1d, 4, 0, 8, ints, { 5, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff } }, { 0x0d, 4, 0, 4, ints, { 5 } },
	{ 0x1f, 4, 0, 8, ints, { 5, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff } },
	{ 0x0f, 4, 0, 4, ints, { 5, 0, 0xff, 0xff } }, { 0x05, 4, 0, 2, ints, { 5, 0 } },
	{ 0x1a, 4, 0, 4, ints, { 5, 255, 255, 255 } }, { 0x07, 4, 0, 2, ints, { 5, 255 } }, { 0x01, 4, 0, 1, ints, { 5 } },
	{ 0x19, 4, 0, 4, ints, { 0x05, 0xfc, 0xff, 0xff } },
	{ 0x22, 5, 0, 16, ints, { 5, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff, 0x70, 0x11, 1, 0, 0x90, 0xee, 0xfe, 0xff } },
	{ 0x1f, 5, 0, 8, ints, { 5, 0, 0xfd, 0xff, 0xff, 0x7f, 0, 0x80 } }, { 0x0f, 5, 0, 4, ints, { 5, 0, 0xfd, 0xff } },
	{ 0x1a, 5, 0, 4, ints, { 5, 0xfd, 127, 128 } }, { 0x07, 5, 0, 2, ints, { 5, 0xfd } },
	/* orders of components */
	{ 0x1a, 0, 1, 4, floats, { 255, 0, 64, 128 } }, { 0x1a, 0, 2, 4, floats, { 128, 255, 0, 64 } },
	{ 0x1a, 0, 3, 4, floats, { 128, 64, 0, 255 } }, { 0x07, 0, 1, 2, floats, { 64, 128 } },
	{ 0x07, 0, 2, 2, floats, { 0, 64 } }, { 0x07, 0, 3, 2, floats, { 128, 64 } }, { 0x01, 0, 3, 1, floats, { 128 } },
};

static void test_formats(void)
{
	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(stores); i++) {
		unsigned int k = i / 2, bytes = stores[k].bytes, size;
		enum sq_isa isa = i % 2 ? SQ_CAYMAN : SQ_EVERGREEN;
		uint8_t *memory = (uint8_t *)rig.memory, *at;
		struct ref ref;
		bool ended;

		start(isa, TILED_1D_THIN1, bytes, stores[k].format, stores[k].number);
		rig.state.rat[0].swap = stores[k].swap;
		size = sq_format_size(stores[k].format);
		ended = store_vector(isa, stores[k].in);
		ref_new(&ref, &rig.state.rat[0].surface.tiling, 4);
		at = memory + (IMAGE_AT - MEMORY_AT) + ref_offset(&ref, 1, 2, 1);
		ref_free(&ref);
		check(ended && size == bytes && !memcmp(at, stores[k].out, bytes) &&
		      !memcmp(memory + RETURNS_AT + 0x6000 + 5ull * bytes, stores[k].out, bytes),
		      "format %#x, number type %u, order %u: stored and returned, %02x %02x %02x %02x %s", stores[k].format,
		      stores[k].number, stores[k].swap, at[0], at[1], at[2], at[3], rig.problem);
	}
}

/* 1 + 2^-10 + 2^-11 lies between two halves, nearer to none; SOURCE_FORMAT cuts it before. */
static void test_halves(void)
{
	const uint32_t v[4] = { 0x3f803000, 0x3f803001, 0x33800001, 0x337fffff };
	uint16_t got[2][4];

	for (unsigned int cut = 0; cut < 2; cut++) {
		start(SQ_EVERGREEN, LINEAR_ALIGNED, 8, 0x20, 7);
		rig.state.rat[0].halves = cut;
		store_vector(SQ_EVERGREEN, v);
		memcpy(got[cut], (uint8_t *)rig.memory + RETURNS_AT + 0x6000 + 40, 8);
	}
	check(got[0][0] == 0x3c02 && got[0][1] == 0x3c02 && got[0][2] == 1 && got[0][3] == 1 && got[1][0] == 0x3c01 &&
	      got[1][1] == 0x3c01 && got[1][2] == 1 && got[1][3] == 0, "halves: rounded, or cut: %#x %#x %#x %#x",
	      got[1][0], got[1][1], got[1][2], got[1][3]);
}

/* ---- atomic operations ---- */

static void test_atomics(void)
{
	static const struct { unsigned int inst; uint32_t after; } ops[] = { { 39, 5 + 9 * 64 }, { 34, 9 }, { 36, 9 }, { 7, 5 + 9 * 64 } };
	char text[640];

	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(ops); i++) {
		enum sq_isa isa = i % 2 ? SQ_CAYMAN : SQ_EVERGREEN;
		uint32_t *at, *returned = rig.memory + (RETURNS_AT + 0x6000) / 4;
		unsigned int inst = ops[i / 2].inst;
		struct ref ref;
		bool good;

		start(isa, TILED_2D_THIN1, 4, 0xd, 4);
		ref_new(&ref, &rig.state.rat[0].surface.tiling, 4);
		at = rig.memory + (IMAGE_AT - MEMORY_AT + ref_offset(&ref, 26, 29, 2)) / 4;
		ref_free(&ref);
		*at = 5;
		snprintf(text, sizeof(text),
			 "ALU addr:4 count:8\nMEM_RAT rat_inst:%u type:3 rw_gpr:2 index_gpr:4 comp_mask:15 mark:1\n%s@4:\n"
			 "MOV T2.X, literal.x\nMOV T2.Y, T0.X\nMOV T2.Z, literal.y\nMOV * T2.W, literal.y\n9, 5\n"
			 "MOV T4.X, literal.x\nMOV T4.Y, literal.y\nMOV * T4.Z, 1\n26, 29\n", inst, end_of(isa));
		good = rig_run(&rig, text) && *at == ops[i / 2].after;
		if (inst & 0x20)
			good &= returned[0] == 5 && returned[63] == (inst == 39 ? 5 + 9 * 63u : 9);
		else
			good &= !returned[0];
		check(good, "RAT_INST %u on an image: %u, %u %s", inst, *at, returned[63], rig.problem);
	}
}

/* As GL's buffers of shaders are: each dword a store of its own. */
static void test_buffer(void)
{
	bool good = true;

	for (unsigned int i = 0; i < 2; i++) {
		rig_start(&rig, i ? SQ_CAYMAN : SQ_EVERGREEN);
		rig.state.rat[0].size = 32;
		good &= rig_run(&rig, i ? "MEM_RAT rat_inst:1 type:1 comp_mask:1\nCF_END\n" :
				"MEM_RAT rat_inst:1 type:1 comp_mask:1 eop:1\n");
		for (uint32_t l = 0; l < 64; l++)
			good &= rig.memory[l] == (l < 8 ? l : 0);
	}
	check(good, "typed stores of one component to a buffer %s", rig.problem);
	rig_start(&rig, SQ_EVERGREEN);
	rig.state.rat[2] = rig.state.rat[0];
	rig.state.rat[0].bound = false;
	rig.memory[5] = 0;
	good = rig_run(&rig, "ALU addr:4 count:3\nMEM_RAT rat_inst:1 type:1 comp_mask:1 rat_index_mode:1 eop:1\n"
		       "@4:\nMOVA_INT * T3.X, literal.x\n2, 0\nSET_CF_IDX0 * T3.X\nMOV * T3.X, 0.0\n");
	check(good && rig.memory[5] == 5, "the target is chosen by an index, too %s", rig.problem);
}

/* Past the image: nothing is stored, and nothing returned. */
static void test_outside(void)
{
	static const struct { const char *x, *y, *z; } places[] = {
		{ "literal.x", "0.0", "0.0" }, { "0.0", "literal.y", "0.0" }, { "0.0", "0.0", "literal.z" },
		{ "M_1", "0.0", "0.0" }, { "0.0", "M_1", "0.0" }, { "0.0", "0.0", "M_1" },
	};
	static const unsigned int insts[] = { 1, 7, 39, 32 };
	char text[640];

	for (unsigned int i = 0; i < 6 * 4; i++) {
		start(SQ_EVERGREEN, TILED_2D_THIN1, 4, 0xd, 4);
		snprintf(text, sizeof(text),
			 "ALU addr:4 count:7\nMEM_RAT rat_inst:%u type:1 rw_gpr:2 index_gpr:4 comp_mask:15\nNOP eop:1\n@4:\n"
			 "MOV T4.X, %s\nMOV T4.Y, %s\nMOV T4.Z, %s\nMOV * T4.W, literal.z\n27, 30\n2, 0\nMOV T2.X, 1\nMOV * T2.Y, 0.0\n",
			 insts[i / 6], places[i % 6].x, places[i % 6].y, places[i % 6].z);
		check(rig_run(&rig, text) && !written() && !rig.refused, "RAT_INST %u past the image in %c %s", insts[i / 6],
		      "xyz"[i % 3], rig.problem);
	}
}

/* ---- what is told ---- */

static void test_violations(void)
{
	static const struct { const char *inst, *says; } bad[] = {
		{ "rat_inst:2 type:1 comp_mask:15", "a store of dwords to an image" },
		{ "rat_inst:1 type:1 comp_mask:2", "mask 0x2" },
		{ "rat_inst:7 type:1 rat_id:1", "an atomic operation on format 0x1f" },
		{ "rat_inst:17 type:1 rat_id:1", "an atomic operation on format 0x1f" },
		{ "rat_inst:1 type:1 rat_id:2 comp_mask:15", "target 2: reason" },
		{ "rat_inst:1 type:1 rat_id:3 comp_mask:15", "reserved type" },
		{ "rat_inst:32 type:1 rat_id:4 comp_mask:15", "format 0 is none" },
	};
	char text[128];

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		start(SQ_EVERGREEN, TILED_1D_THIN1, 4, 0xd, 4);
		for (unsigned int n = 1; n < 5; n++)
			rig.state.rat[n] = rig.state.rat[0];
		rig.state.rat[1].format = 0x1f;
		rig.state.rat[2].surface.problem = "reason";
		rig.state.rat[3].type = 6;
		rig.state.rat[4].format = 0;
		snprintf(text, sizeof(text), "MEM_RAT %s eop:1", bad[i].inst);
		rig_run(&rig, text);
		check(rig.violations == 1 && strstr(rig.violation.text, bad[i].says), "%s: %s", bad[i].inst, rig.problem);
	}
}

static void test_surfaces(void)
{
	static const struct { const char *says; struct sq_surface s; unsigned int bytes; } bad[] = {
		{ "none of images", { .width = 8, .height = 8 }, 12 },
		{ "base is not aligned", { .base = 256 + 128, .width = 8, .height = 8 }, 4 },
		{ "larger than", { .width = 65, .height = 8 }, 4 },
		{ "larger than", { .width = 8, .height = 9 }, 4 },
		{ "pitch is not aligned", { .width = 8, .height = 8, .tiling = { .pitch = 40 } }, 4 },
		{ "mine", { .problem = "mine" }, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct sq_surface s = bad[i].s;

		s.tiling = (struct tiling){
			.mode = LINEAR_ALIGNED, .pitch = s.tiling.pitch ? s.tiling.pitch : 64, .height = 8, .pipes = 2,
			.banks = 4, .bank_width = 1, .bank_height = 1, .aspect = 1, .split = 1024, .group = 256,
			.bank_interleave = 1,
		};
		sq_surface_check(&s, bad[i].bytes);
		check(s.problem && strstr(s.problem, bad[i].says), "%s: %s", bad[i].says, s.problem ? s.problem : "good");
	}
}

int main(void)
{
	test_all_places();
	test_formats();
	test_halves();
	test_atomics();
	test_buffer();
	test_outside();
	test_violations();
	test_surfaces();
	return test_end();
}

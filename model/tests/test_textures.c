// SPDX-License-Identifier: MIT OR GPL-2.0
/* Textures: where texels of each level are, formats, sizes, samples. */
#include <math.h>

#define MEMORY		0x80000u
#include "test_wave.h"
#include "test_tiled.h"

#define TEXTURE_AT	(MEMORY_AT + 0x40000)
#define MIPS_AT		(MEMORY_AT + 0x60000)
#define STRAIGHT	(1u << 3 | 2u << 6 | 3u << 9)
#define F(x)		sq_bits(x)

static struct rig rig;
static uint32_t sampler[2][3];

/* Fields of a resource, which words() puts where AMD's guide has them. */
struct fields {
	unsigned int dim, mode, format, num_format, sign, srf, degamma, endian, base_level, last_level, type, other_order;
	uint32_t pitch, width, height, depth, first, last, sel;
};

static void words(uint32_t w[8], enum sq_isa isa, const struct fields *f)
{
	w[0] = f->dim | f->other_order << (isa == SQ_CAYMAN ? 4 : 5) | (f->pitch / 8 - 1) << 6 | (f->width - 1) << 18;
	w[1] = (f->height - 1) | (f->depth - 1) << 14 | f->mode << 28;
	w[2] = (uint32_t)(TEXTURE_AT >> 8);
	w[3] = (uint32_t)(MIPS_AT >> 8);
	w[4] = f->sign | f->num_format << 8 | f->srf << 10 | f->degamma << 11 | f->endian << 12 |
	       (f->sel ? f->sel : STRAIGHT) << 16 | f->base_level << 28;
	w[5] = f->last_level | f->first << 4 | f->last << 17;
	w[6] = 4u << 29;		/* split 1024 */
	w[7] = f->format | 1 << 16 | (f->type ? f->type : 2u) << 30;	/* 4 banks */
}

static void start(enum sq_isa isa, const struct fields *f)
{
	rig_start(&rig, isa);
	words(rig.resource[1], isa, f);
	memset(sampler, 0, sizeof(sampler));
	sampler[1][1] = 0xfffu << 12;
	sampler[1][2] = 1u << 31;
	rig.state.sampler = (const uint32_t (*)[3])sampler;
	rig.state.samplers = 2;
	rig.state.memory = (struct tiling){ .pipes = 4, .group = 256, .bank_interleave = 1 };
}

/* ---- levels ---- */

#define LEVELS	7

struct layout {
	const char *name;
	struct fields f;
	unsigned int levels, axes, slices;	/* slices: in memory, of level 0 */
	struct { unsigned int mode; uint32_t pitch, height, at; } level[LEVELS];	/* at: from MIPS_AT on */
};

/* Sizes as Mesa's radeon_surface.c has them, worked out by hand; a macro tile is 32 x 32. */
static const struct layout layouts[] = {
	{ "2D, 2D tiled", { .dim = 1, .mode = 4, .pitch = 128, .width = 100, .height = 60, .depth = 1 }, 7, 2, 1,
	  { { 4, 128, 64, 0 }, { 4, 64, 32, 0 }, { 2, 32, 16, 8192 }, { 2, 16, 8, 10240 }, { 2, 8, 8, 10752 },
	    { 2, 8, 8, 11008 }, { 2, 8, 8, 11264 } } },
	{ "2D array, 1D tiled", { .dim = 5, .mode = 2, .pitch = 24, .width = 20, .height = 12, .depth = 4, .first = 1, .last = 2 },
	  3, 2, 4, { { 2, 24, 16, 0 }, { 2, 16, 8, 0 }, { 2, 8, 8, 2048 } } },
	{ "2D array, 2D tiled", { .dim = 5, .mode = 4, .pitch = 64, .width = 40, .height = 33, .depth = 2, .last = 1 },
	  2, 2, 2, { { 4, 64, 64, 0 }, { 2, 32, 16, 0 } } },
	{ "3D, 2D tiled", { .dim = 2, .mode = 4, .pitch = 64, .width = 40, .height = 40, .depth = 5 }, 3, 3, 5,
	  { { 4, 64, 64, 0 }, { 4, 32, 32, 0 }, { 2, 16, 16, 8192 } } },
	{ "3D, linear", { .dim = 2, .mode = 1, .pitch = 64, .width = 40, .height = 3, .depth = 7 }, 3, 3, 7,
	  { { 1, 64, 3, 0 }, { 1, 64, 1, 0 }, { 1, 64, 1, 1024 } } },
	{ "1D, linear", { .dim = 0, .mode = 1, .pitch = 128, .width = 60, .height = 1, .depth = 1 }, 3, 1, 1,
	  { { 1, 128, 1, 0 }, { 1, 64, 1, 0 }, { 1, 64, 1, 256 } } },
	{ "1D array, linear", { .dim = 4, .mode = 1, .pitch = 64, .width = 60, .height = 1, .depth = 3, .last = 2 }, 3, 1, 3,
	  { { 1, 64, 1, 0 }, { 1, 64, 1, 0 }, { 1, 64, 1, 1024 } } },
	{ "2D array of 5, 1D tiled", { .dim = 5, .mode = 2, .pitch = 24, .width = 20, .height = 12, .depth = 5, .first = 3, .last = 4 },
	  3, 2, 5, { { 2, 24, 16, 0 }, { 2, 16, 8, 0 }, { 2, 8, 8, 4096 } } },
	{ "2D, linear", { .dim = 1, .mode = 1, .pitch = 128, .width = 70, .height = 5, .depth = 1 }, 3, 2, 1,
	  { { 1, 128, 5, 0 }, { 1, 64, 2, 0 }, { 1, 64, 1, 512 } } },
	{ "2D view of a layer, 2D tiled", { .dim = 1, .mode = 4, .pitch = 32, .width = 32, .height = 32, .depth = 3, .first = 2,
	  .last = 2 }, 1, 2, 3, { { 4, 32, 32, 0 } } },
};

static uint32_t edge(uint32_t size, unsigned int level)
{
	return size >> level ? size >> level : 1;
}

static uint32_t number_of(unsigned int level, uint32_t x, uint32_t y, uint32_t z)
{
	return 1u << 31 | level << 24 | z << 16 | y << 8 | x;
}

/* What a fetch finds at (x, y, z), where z counts from the first layer. */
static uint32_t expected(const struct layout *l, unsigned int level, uint32_t x, uint32_t y, uint32_t z)
{
	const struct fields *f = &l->f;
	bool layers = f->dim == 4 || f->dim == 5;

	if (level < f->base_level || level > f->last_level || x >= edge(f->width, level))
		return 0;
	if (l->axes < 2)
		y = 0;
	if (l->axes < 3 && !layers)
		z = 0;
	if (y >= edge(l->axes > 1 ? f->height : 1, level) ||
	    z >= (l->axes == 3 ? edge(f->depth, level) : f->last - f->first + 1))
		return 0;
	return number_of(level, x, y, z + f->first);
}

static void fill(const struct layout *l, bool other_order)
{
	for (unsigned int i = 0; i < l->levels; i++) {
		struct tiling t = {
			.mode = l->level[i].mode, .element_log2 = 2, .pitch = l->level[i].pitch, .height = l->level[i].height,
			.pipes = 4, .banks = 4, .bank_width = 1, .bank_height = 1, .aspect = 1, .split = 1024, .group = 256,
			.bank_interleave = 1, .non_displayable = other_order,
		};
		uint64_t at = i ? MIPS_AT + l->level[i].at : TEXTURE_AT;
		uint32_t slices = l->axes == 3 ? edge(l->slices, i) : l->slices;
		struct ref ref;

		ref_new(&ref, &t, slices);
		for (uint32_t z = 0; z < slices; z++)
			for (uint32_t y = 0; y < t.height && y < 256; y++)
				for (uint32_t x = 0; x < t.pitch; x++)
					rig.memory[(at - MEMORY_AT + ref_offset(&ref, x, y, z)) / 4] = number_of(i, x, y, z);
		ref_free(&ref);
	}
}

static const char *end_of(enum sq_isa isa)
{
	return isa == SQ_CAYMAN ? "MEM_RAT_CACHELESS rat_inst:20 type:1 rw_gpr:2 comp_mask:1 index_gpr:4\nCF_END\n" :
	       "MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 comp_mask:1 index_gpr:4 eop:1\n";
}

/* Lane x of group (y, z, level) stores what it finds there to dword x + 64 * (y + 64 * (z + 2 * level)). */
static void test_levels(enum sq_isa isa, const struct layout *l, unsigned int base_level, bool other_order)
{
	struct layout own = *l;
	char text[640];
	uint32_t wrong = 0;
	bool ended;

	own.f.format = 0xd;
	own.f.num_format = 1;
	own.f.base_level = base_level;
	own.f.last_level = l->levels - 1;
	own.f.other_order = other_order;
	start(isa, &own.f);
	rig.grid = (struct sq_grid){ { 62, 2, 8 }, { 64, 1, 1 } };
	fill(l, other_order);
	snprintf(text, sizeof(text),
		 "ALU addr:6 count:10\nTEX addr:18\n%s@6:\nMOV T3.X, T0.X\nMOV T3.Y, T1.X\nMOV T3.Z, T1.Y\nMOV * T3.W, T1.Z\n"
		 "LSHL T4.X, T1.Z, 1\nLSHL * T4.Z, T1.X, literal.x\n6, 0\n"
		 "ADD_INT * T4.X, T4.X, T1.Y\nMULADD_UINT24 * T4.X, T4.X, literal.x, T4.Z\n4096, 0\nADD_INT * T4.X, T4.X, T0.X\n"
		 "@18:\nLD buffer_id:1 src_gpr:3 src_sel_x:0 src_sel_y:1 src_sel_z:2 src_sel_w:3 dst_gpr:2 dst_sel_y:7 dst_sel_z:7 "
		 "dst_sel_w:7\n", end_of(isa));
	ended = rig_run(&rig, text);
	for (uint32_t i = 0; i < 8 * 2 * 62 * 64; i++) {
		uint32_t x = i % 64, y = i / 64 % 62, z = i / 64 / 62 % 2, level = i / 64 / 62 / 2;

		wrong += rig.memory[x + 64 * (y + 64 * (z + 2 * level))] != expected(&own, level + base_level, x, y, z);
	}
	check(ended && !wrong && !rig.refused, "chip %d, %s, from level %u: %u texels are wrong %s", (int)isa, l->name,
	      base_level, wrong, rig.problem);
}

static void test_all_levels(void)
{
	for (unsigned int i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
		for (unsigned int k = 0; k < 4; k++)
			if (k / 2 < layouts[i].levels)
				test_levels(k % 2 ? SQ_CAYMAN : SQ_EVERGREEN, &layouts[i], k / 2, k == 1 || k == 2);
}

/* ---- one fetch ---- */

struct in {
	uint32_t c[4];
};

/* T3 is @in; all of what an instruction gives is in T2, and comes to dwords 0 to 3. */
static bool fetch(enum sq_isa isa, const char *inst, struct in in)
{
	char text[640];

	rig.grid.threads[0] = 1;
	snprintf(text, sizeof(text),
		 "ALU addr:6 count:6\nTEX addr:14\nMEM_RAT_CACHELESS rat_inst:%s type:1 rw_gpr:2 comp_mask:15 index_gpr:4%s@6:\n"
		 "MOV T3.X, literal.x\nMOV T3.Y, literal.y\nMOV T3.Z, literal.z\nMOV * T3.W, literal.w\n%u, %u\n%u, %u\n"
		 "MOV * T4.X, 0.0\n@14:\n%s src_gpr:3 src_sel_x:0 src_sel_y:1 src_sel_z:2 src_sel_w:3 dst_gpr:2 dst_sel_x:0 "
		 "dst_sel_y:1 dst_sel_z:2 dst_sel_w:3\n", isa == SQ_CAYMAN ? "20" : "2", isa == SQ_CAYMAN ? "\nCF_END\n" : " eop:1\n",
		 in.c[0], in.c[1], in.c[2], in.c[3], inst);
	return rig_run(&rig, text);
}

#define LD	"LD buffer_id:1"
#define SIZE	"GET_TEXTURE_RESINFO buffer_id:1"

static bool is(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
	return rig.memory[0] == x && rig.memory[1] == y && rig.memory[2] == z && rig.memory[3] == w;
}

static void test_sizes(void)
{
	static const struct { struct fields f; uint32_t lod, x, y, z, w; } sizes[] = {
		{ { .dim = 0, .width = 100, .last_level = 3 }, 0, 100, 0, 0, 4 },
		{ { .dim = 1, .width = 100, .height = 60, .last_level = 6 }, 0, 100, 60, 0, 7 },
		{ { .dim = 1, .width = 100, .height = 60, .last_level = 6 }, 5, 3, 1, 0, 7 },
		{ { .dim = 1, .width = 100, .height = 60, .last_level = 6 }, 7, 0, 0, 0, 7 },
		{ { .dim = 1, .width = 100, .height = 60, .last_level = 6, .base_level = 2 }, 1, 12, 7, 0, 5 },
		{ { .dim = 2, .width = 100, .height = 60, .depth = 9, .last_level = 2 }, 1, 50, 30, 4, 3 },
		{ { .dim = 3, .width = 64, .height = 64, .depth = 1, .last = 5 }, 0, 64, 64, 0, 1 },
		{ { .dim = 4, .width = 64, .depth = 7, .first = 1, .last = 4 }, 0, 64, 4, 4, 1 },
		{ { .dim = 5, .width = 64, .height = 32, .depth = 7, .first = 1, .last = 6 }, 0, 64, 32, 6, 1 },
	};

	for (unsigned int i = 0; i < 2 * sizeof(sizes) / sizeof(sizes[0]); i++) {
		enum sq_isa isa = i % 2 ? SQ_CAYMAN : SQ_EVERGREEN;
		struct fields f = sizes[i / 2].f;
		bool good;

		f.mode = 1;
		f.format = 0x1a;
		f.pitch = 128;
		f.height = f.height ? f.height : 1;
		f.depth = f.depth ? f.depth : 1;
		f.sel = 4 | 4 << 3 | 4 << 6 | 4 << 9;	/* counts for texels only */
		start(isa, &f);
		good = fetch(isa, SIZE, (struct in){ { sizes[i / 2].lod } });
		check(good && is(sizes[i / 2].x, sizes[i / 2].y, sizes[i / 2].z, sizes[i / 2].w),
		      "the size of level %u of a texture of kind %u: %u, %u, %u, %u %s", sizes[i / 2].lod, f.dim, rig.memory[0],
		      rig.memory[1], rig.memory[2], rig.memory[3], rig.problem);
	}
}

#define ONE	0x3f800000u

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

/* A row of @n floats 1, 2, 4, ... and rows of 100 times as much each. */
static void start_floats(enum sq_isa isa, unsigned int dim, uint32_t width, uint32_t height, uint32_t depth)
{
	struct fields f = { .dim = dim, .mode = 1, .format = 0xe, .pitch = 64, .width = width, .height = height, .depth = depth,
			    .last = dim == 5 || dim == 4 ? depth - 1 : 0 };
	float *at = (float *)rig.memory + (TEXTURE_AT - MEMORY_AT) / 4;

	start(isa, &f);
	for (uint32_t z = 0; z < depth; z++)
		for (uint32_t y = 0; y < height; y++)
			for (uint32_t x = 0; x < width; x++)
				at[64 * (height * z + y) + x] = (float)(1u << x) * (float)pow(100, y) + 50000.0f * (float)z;
}

static void test_offsets(void)
{
	bool good = true;

	for (unsigned int i = 0; i < 2; i++) {
		enum sq_isa isa = i ? SQ_CAYMAN : SQ_EVERGREEN;

		start_floats(isa, 1, 4, 2, 1);
		good &= fetch(isa, LD " offset_x:4 offset_y:30", (struct in){ { 1, 1 } }) && is(F(8.0f), 0, 0, ONE);
		good &= fetch(isa, LD " offset_x:30", (struct in){ { 0, 1 } }) && is(0, 0, 0, 0);
	}
	check(good, "LD: offsets are added, in half texels: %#x %s", rig.memory[0], rig.problem);
}

/* ---- samples ---- */

#define X		" norm_x:1"
#define XY		" norm_x:1 norm_y:1"
#define XYZ		" norm_x:1 norm_y:1 norm_z:1"

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

static bool sampled(enum sq_isa isa, const char *inst, float x, float y, float z, float w, float expected_value)
{
	return fetch(isa, inst, (struct in){ { F(x), F(y), F(z), F(w) } }) && sq_float(rig.memory[0]) == expected_value;
}

#define SAMPLE_LZ	"SAMPLE_LZ buffer_id:1 sampler:1"
#define BOTH_LINEAR	(1u << 9 | 1u << 11)
#define CLAMP(mode)	((mode) | (mode) << 3 | (mode) << 6)

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

	for (unsigned int i = 0; i < 2 * sizeof(points) / sizeof(points[0]); i++) {
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
		/* no gradients in compute */
		{ 1 << 15, 0xfff000, "SAMPLE", 9, 1, 10 }, { 1 << 15, 0xfff100, "SAMPLE", 9, 1, 20 },
		{ 1 << 15, 0xfff100, "SAMPLE_LB", 9, 1, 20 },
		/* level 1, between its first two texels: the filter for smaller ones; the other one is for 0 */
		{ 1 << 15 | 1 << 11, 0xfff000, "SAMPLE_L", 1, 0.25f, 25 }, { 1 << 15 | 1 << 9, 0xfff000, "SAMPLE_L", 1, 0.2f, 30 },
	};
	char inst[64];

	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		start_levels(points[i].filters, points[i].lods);
		snprintf(inst, sizeof(inst), "%s buffer_id:1 sampler:1" XY, points[i].inst);
		check(sampled(SQ_EVERGREEN, inst, points[i].x, 0.125f, 0, points[i].lod, points[i].found),
		      "%s of level %g: %g, %g expected %s", points[i].inst, (double)points[i].lod,
		      (double)sq_float(rig.memory[0]), (double)points[i].found, rig.problem);
	}
}

/* ---- what is told ---- */

static void test_violations(void)
{
	static const struct { struct fields f; const char *inst, *says; uint32_t w0, w2; } bad[] = {
		{ { .dim = 6 }, LD, "samples are not modelled" }, { { .endian = 1 }, LD, "order of bytes" },
		{ { .num_format = 3 }, LD, "reserved number format" }, { { .sign = 2 }, LD, "reserved number format" },
		{ { .sign = 1 }, LD, "with and without a sign" }, { { .sel = 6 }, LD, "reserved DST_SEL" },
		{ { .base_level = 1 }, LD, "end before they begin" }, { { .format = 0x31 }, LD, "format is not modelled" },
		{ { .mode = 5 }, LD, "no such array mode" }, { { .pitch = 8 }, LD, "pitch is not aligned" },
		{ { .format = 0x2f }, LD, "none of images" }, { { .dim = 3 }, LD, "cubes are not modelled" },
		{ { .type = 3 }, SIZE, "is no texture" }, { { .type = 1 }, LD, "is no buffer" },
		{ { 0 }, LD " offset_x:1", "half texels" }, { { 0 }, LD " index_mode:3", "INDEX_MODE 3" },
		{ { 0 }, "SAMPLE_G buffer_id:1", "SAMPLE_G is not modelled" }, { { 0 }, "GATHER4 buffer_id:1", "GATHER4 is not modelled" },
		{ { 0 }, SAMPLE_LZ " sampler_index_mode:3", "does not exist" },
		{ { 0 }, "SAMPLE_LZ buffer_id:1 sampler:2", "sampler 2 does not exist" },
		{ { 0 }, "SAMPLE_LZ buffer_id:1 sampler:0", "the sampler is none" },
		{ { .dim = 3 }, SAMPLE_LZ, "cubes are not modelled" }, { { 0 }, SAMPLE_LZ, "anisotropic", 2 << 9 },
		{ { 0 }, SAMPLE_LZ, "reserved filter", 3 << 15 }, { { 0 }, SAMPLE_LZ, "reserved filter", 3 << 13 },
		{ { .num_format = 1 }, SAMPLE_LZ, "filter of integers", 1 << 9 }, { { 0 }, SAMPLE_LZ, "a bias", 0, 1 },
		{ { 0 }, SAMPLE_LZ " lod_bias:1", "a bias" }, { { 0 }, SAMPLE_LZ, "borders from registers", 6 | 3 << 20 },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct fields f = bad[i].f;

		f.dim = f.dim ? f.dim : 1;
		f.mode = f.mode ? f.mode : 1;
		f.format = f.format ? f.format : 0x1a;
		f.pitch = f.pitch ? f.pitch : 64;
		f.width = f.height = f.depth = 8;
		start(SQ_EVERGREEN, &f);
		sampler[1][0] = bad[i].w0;
		sampler[1][2] |= bad[i].w2;
		fetch(SQ_EVERGREEN, bad[i].inst, (struct in){ { 0 } });
		check(rig.violations == 1 && strstr(rig.violation.text, bad[i].says), "%s: %s", bad[i].says, rig.problem);
	}
}

int main(void)
{
	test_all_levels();
	test_sizes();
	test_formats();
	test_offsets();
	test_clamps();
	test_linear();
	test_samples();
	test_lods();
	test_violations();
	return test_end();
}

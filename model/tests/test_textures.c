// SPDX-License-Identifier: MIT OR GPL-2.0
/* Textures: where texels of each level are, loads, sizes, and what is told. */
#include "array.h"
#include "test_texture.h"
#include "test_tiled.h"

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
		 "ALU addr:6 count:10\nTEX addr:18\n%s@6:\nMOV T3.X, T0.X\nMOV T3.Y, T1.X bank_swizzle:2\nMOV T3.Z, T1.Y\nMOV * T3.W, T1.Z\n"
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
	for (unsigned int i = 0; i < ARRAY_SIZE(layouts); i++)
		for (unsigned int k = 0; k < 4; k++)
			if (k / 2 < layouts[i].levels)
				test_levels(k % 2 ? SQ_CAYMAN : SQ_EVERGREEN, &layouts[i], k / 2, k == 1 || k == 2);
}

/* ---- one fetch ---- */

#define SIZE	"GET_TEXTURE_RESINFO buffer_id:1"

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

	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(sizes); i++) {
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

/* ---- what is told ---- */

static void test_violations(void)
{
	static const struct { struct fields f; const char *inst, *says; uint32_t w0; } bad[] = {
		{ { .endian = 3 }, LD, "order of bytes" }, { { .num_format = 3 }, LD, "reserved number format" },
		{ { .sign = 2 << 4 }, LD, "reserved sign" }, { { .sel = 6 }, LD, "reserved DST_SEL" },
		{ { .base_level = 1 }, LD, "end before they begin" }, { { .format = 0x24 }, LD, "format is reserved" },
		{ { .mode = 5 }, LD, "no such array mode" }, { { .pitch = 8 }, LD, "pitch is not aligned" },
		{ { .format = 0x2f }, LD, "none of images" }, { { .dim = 3 }, LD, "cubes are not modelled" },
		{ { .dim = 6, .last_level = 5 }, LD, "number of samples" },
		{ { .dim = 6, .last_level = 1 }, SAMPLE_LZ, "has no filter" },
		{ { .type = 3 }, SIZE, "is no texture" }, { { .type = 1 }, LD, "is no buffer" },
		{ { 0 }, LD " offset_x:1", "half texels" }, { { 0 }, LD " index_mode:3", "INDEX_MODE 3" },
		{ { 0 }, LD " inst_mod:1", "has no samples" }, { { .type = 3 }, LD " inst_mod:1", "is no texture" },
		{ { 0 }, SAMPLE " inst_mod:1", "INST_MOD 1 of SAMPLE is reserved" },
		{ { 0 }, "SAMPLE_G buffer_id:1 sampler:1", "no gradients were set" },
		{ { 0 }, "SAMPLE_C_G buffer_id:1 sampler:1", "no gradients were set" },
		{ { 0 }, "GATHER4_O buffer_id:1 sampler:1", "no offsets were set" },
		{ { 0 }, "GATHER4_C_O buffer_id:1 sampler:1", "no offsets were set" },
		{ { .dim = 2 }, "GATHER4 buffer_id:1 sampler:1", "three dimensions" },
		{ { .dim = 5 }, "SAMPLE_C_L buffer_id:1 sampler:1", "both in z" },
		{ { .dim = 2 }, "SAMPLE_C_LB buffer_id:1 sampler:1", "both in z" },
		{ { .dim = 3 }, "SAMPLE_C_L buffer_id:1 sampler:1", "both in z" },
		{ { 0 }, SAMPLE_LZ " sampler_index_mode:3", "does not exist" },
		{ { 0 }, "SAMPLE_LZ buffer_id:1 sampler:2", "sampler 2 does not exist" },
		{ { 0 }, "SAMPLE_LZ buffer_id:1 sampler:0", "the sampler is none" },
		{ { 0 }, SAMPLE_LZ, "reserved filter", 3 << 15 }, { { 0 }, SAMPLE_LZ, "reserved filter", 3 << 13 },
		{ { .num_format = 1 }, SAMPLE_LZ, "filter of integers", 1 << 9 },
		{ { .num_format = 1 }, SAMPLE_LZ, "filter of integers", 2 << 11 },
		{ { 0 }, SAMPLE_LZ, "borders from registers", 6 | 3 << 20 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct fields f = bad[i].f;

		f.dim = f.dim ? f.dim : 1;
		f.mode = f.mode ? f.mode : 1;
		f.format = f.format ? f.format : 0x1a;
		f.pitch = f.pitch ? f.pitch : 64;
		f.width = f.height = f.depth = 8;
		start(SQ_EVERGREEN, &f);
		sampler[1][0] = bad[i].w0;
		fetch(SQ_EVERGREEN, bad[i].inst, (struct in){ { 0 } });
		check(rig.violations == 1 && strstr(rig.violation.text, bad[i].says), "%s: %s", bad[i].says, rig.problem);
	}
}

/* Nothing is there, whatever the rest of the words says. */
static void test_null(void)
{
	static const char *const insts[] = { LD, SIZE, SAMPLE_LZ, "GATHER4 buffer_id:1 sampler:1" };
	bool good = true;

	for (unsigned int i = 0; i < ARRAY_SIZE(insts); i++) {
		start_floats(SQ_EVERGREEN, 1, 4, 2, 1);
		rig.resource[1][7] &= 0x3fffffff;
		rig.memory[0] = 1;
		good &= fetch(SQ_EVERGREEN, insts[i], (struct in){ { 0 } }) && is(0, 0, 0, 0) && !rig.refused;
	}
	check(good, "a null resource reads 0: %s", rig.problem);
}

/* A wave keeps resources in fields, as long as their words stay. */
static void test_kept(void)
{
	struct sq_fetch f = { .op = &sq_ops[SQ_LD], .buffer_id = 1, .src_gpr = 3, .src_sel = { 0, 1, 2, 3 }, .dst_gpr = 2,
			      .dst_sel = { 0, 1, 2, 3 } };
	struct sq_shader shader = { .gprs = 8 };
	static struct sq_wave wave;
	uint32_t other[8];
	bool good;

	start_floats(SQ_EVERGREEN, 1, 4, 2, 1);
	wave = (struct sq_wave){ .shader = &shader, .state = &rig.state, .row = lanes[0], .active = 1 };
	lanes[3][0][0] = 1;
	memcpy(other, rig.resource[1], sizeof(other));
	other[2]++;
	good = tx_run(&wave, &f, rig.resource[1]) && given(0, 0) == 2;
	good &= tx_run(&wave, &f, other) && given(0, 0) == 200;
	good &= tx_run(&wave, &f, rig.resource[1]) && given(0, 0) == 2;
	check(good, "another resource with the same number: %g", (double)given(0, 0));
	free(wave.tx);
}

/* Without keeps_texels each instruction looks at memory again. */
static void test_kept_texels(void)
{
	struct sq_fetch f = { .op = &sq_ops[SQ_LD], .buffer_id = 1, .src_gpr = 3, .src_sel = { 0, 1, 2, 3 }, .dst_gpr = 2,
			      .dst_sel = { 0, 1, 2, 3 } };
	struct sq_shader shader = { .gprs = 8 };
	static struct sq_wave wave;

	for (unsigned int keeps = 0; keeps < 2; keeps++) {
		float was, is;

		start_floats(SQ_EVERGREEN, 1, 4, 2, 1);
		rig.state.keeps_texels = keeps;
		wave = (struct sq_wave){ .shader = &shader, .state = &rig.state, .row = lanes[0], .active = 1 };
		was = tx_run(&wave, &f, rig.resource[1]) ? given(0, 0) : 0;
		*(float *)texture_memory() = 7;
		is = tx_run(&wave, &f, rig.resource[1]) ? given(0, 0) : 0;
		check(was == 1 && is == (keeps ? 1 : 7), "a texel that changes, if waves %s: %g, then %g",
		      keeps ? "keep it" : "do not keep it", (double)was, (double)is);
		free(wave.tx);
	}
}

/* What waves keep by tiles gives what is read texel by texel, over edges of tiles and of the texture. */
static void test_whole_tiles(void)
{
	static const struct fields f = { .dim = 5, .mode = 2, .format = 0x1a, .pitch = 32, .width = 27, .height = 19,
					 .depth = 2, .last = 1 };
	static const char *const names[] = { "coordinates that wrap", "coordinates that end at the edge" };
	static uint32_t want[4][SQ_LANES];

	for (unsigned int clamp = 0; clamp < 2; clamp++) {
		unsigned int lane;

		start(SQ_EVERGREEN, &f);
		sampler[1][0] = BOTH_LINEAR | CLAMP(2 * clamp);
		for (uint32_t i = 0; i < 2 * 32 * 24 * 4; i++)
			texture_memory()[i] = (uint8_t)(i * 2654435761u >> 13);
		for (lane = 0; lane < SQ_LANES; lane++) {
			lanes[3][0][lane] = F((float)lane * 0.037f - 0.6f);
			lanes[3][1][lane] = F((float)(lane * 29 % 64) * 0.041f - 0.7f);
			lanes[3][2][lane] = F((float)(lane % 2));
		}
		check(run_lanes(SQ_EVERGREEN, SAMPLE_LZ XY TAKES GIVES, UINT64_MAX), "texels: %s", rig.problem);
		memcpy(want, lanes[2], sizeof(want));
		rig.state.keeps_texels = true;
		check(run_lanes(SQ_EVERGREEN, SAMPLE_LZ XY TAKES GIVES, UINT64_MAX), "tiles: %s", rig.problem);
		check(!memcmp(want, lanes[2], sizeof(want)) && !rig.refused, "both are the same: %s", names[clamp]);
	}
}

int main(void)
{
	test_all_levels();
	test_sizes();
	test_offsets();
	test_null();
	test_kept();
	test_kept_texels();
	test_whole_tiles();
	test_violations();
	return test_end();
}

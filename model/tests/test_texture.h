/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Textures in a test: a resource, a sampler, and fetches of one lane or of all of them.
 */
#ifndef TEST_TEXTURE_H
#define TEST_TEXTURE_H

#include <math.h>

#define MEMORY		0x80000u
#include "test_wave.h"
#include "tx/tx.h"

#define TEXTURE_AT	(MEMORY_AT + 0x40000)
#define MIPS_AT		(MEMORY_AT + 0x60000)
#define STRAIGHT	(1u << 3 | 2u << 6 | 3u << 9)
#define F(x)		sq_bits(x)
#define ONE		0x3f800000u

static struct rig rig;
static uint32_t sampler[2][3];
/* Registers of a wave; T3 is what a fetch takes, T2 what it gives. */
static uint32_t lanes[8][4][SQ_LANES] __attribute__((aligned(64)));

/* Fields of a resource, which words() puts where AMD's guide has them. */
struct fields {
	unsigned int dim, mode, format, num_format, sign, srf, degamma, endian, base_level, last_level, type, other_order;
	uint32_t pitch, width, height, depth, first, last, sel;
	unsigned int aniso, depth_order, fmask_bank_height, bank_height, fragments;
};

static inline void words(uint32_t w[8], enum sq_isa isa, const struct fields *f)
{
	w[0] = f->dim | f->other_order << (isa == SQ_CAYMAN ? 4 : 5) | (f->pitch / 8 - 1) << 6 | (f->width - 1) << 18;
	w[1] = (f->height - 1) | (f->depth - 1) << 14 | f->mode << 28;
	w[2] = (uint32_t)(TEXTURE_AT >> 8);
	w[3] = (uint32_t)(MIPS_AT >> 8);
	w[4] = f->sign | f->num_format << 8 | f->srf << 10 | f->degamma << 11 | f->endian << 12 | f->fragments << 14 |
	       (f->sel ? f->sel : STRAIGHT) << 16 | f->base_level << 28;
	w[5] = f->last_level | f->first << 4 | f->last << 17;
	w[6] = 4u << 29 | f->aniso | f->fmask_bank_height;	/* split 1024 */
	w[7] = f->format | f->bank_height << 10 | f->depth_order << 15 | 1 << 16 |	/* 4 banks */
	       (f->type ? f->type : 2u) << 30;
}

static inline void start(enum sq_isa isa, const struct fields *f)
{
	rig_start(&rig, isa);
	words(rig.resource[1], isa, f);
	memset(sampler, 0, sizeof(sampler));
	memset(lanes, 0, sizeof(lanes));
	sampler[1][1] = 0xfffu << 12;
	sampler[1][2] = 1u << 31;
	rig.state.sampler = (const uint32_t (*)[3])sampler;
	rig.state.samplers = 2;
	rig.state.memory = (struct tiling){ .pipes = 4, .group = 256, .bank_interleave = 1 };
}

static inline uint8_t *texture_memory(void)
{
	return (uint8_t *)rig.memory + (TEXTURE_AT - MEMORY_AT);
}

/* ---- one fetch of one lane, by a program ---- */

struct in {
	uint32_t c[4];
};

/* T3 is @in; all of what an instruction gives is in T2, and comes to dwords 0 to 3. */
static inline bool fetch(enum sq_isa isa, const char *inst, struct in in)
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

static inline bool is(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
	return rig.memory[0] == x && rig.memory[1] == y && rig.memory[2] == z && rig.memory[3] == w;
}

static inline bool sampled(enum sq_isa isa, const char *inst, float x, float y, float z, float w, float expected_value)
{
	return fetch(isa, inst, (struct in){ { F(x), F(y), F(z), F(w) } }) && sq_float(rig.memory[0]) == expected_value;
}

/* ---- a clause, by all lanes of @active, which are neighbours by fours ---- */

#define TAKES	" src_gpr:3 src_sel_x:0 src_sel_y:1 src_sel_z:2 src_sel_w:3"
#define GIVES	" dst_gpr:2 dst_sel_x:0 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3\n"

static inline bool run_shader(const struct sq_shader *shader, uint64_t active)
{
	struct sq_team team = { .state = &rig.state };
	static struct sq_wave wave;
	bool good = true;

	wave = (struct sq_wave){
		.shader = shader, .state = &rig.state, .team = &team, .row = lanes[0], .all = active, .active = active,
		.valid = active,
	};
	for (unsigned int i = 0; good && i < shader->program.clauses; i++)
		good = sq_run_fetches(&wave, &shader->program.clause[i]);
	free(wave.tx);
	return good;
}

static inline bool run_text(enum sq_isa isa, const char *text, uint64_t active)
{
	struct sq_asm_error error = { 0 };
	struct sq_problem problem = { 0 };
	struct sq_shader shader;
	size_t n = 0;
	uint32_t *code = sq_assemble(isa, text, &n, &error);
	bool good;

	rig.violations = 0;
	rig.problem[0] = '\0';
	if (!code || !sq_shader_make(&shader, isa, code, n, rig.gprs, &problem)) {
		snprintf(rig.problem, sizeof(rig.problem), "%u:%u: %.60s %.60s", error.line, error.column, error.text, problem.text);
		free(code);
		return false;
	}
	good = run_shader(&shader, active);
	if (rig.violations)
		snprintf(rig.problem, sizeof(rig.problem), "%.120s", rig.violation.text);
	sq_shader_free(&shader);
	free(code);
	return good;
}

static inline unsigned int count_lines(const char *text)
{
	unsigned int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static inline bool run_lanes(enum sq_isa isa, const char *clause, uint64_t active)
{
	char text[1024];

	snprintf(text, sizeof(text), "TEX addr:2 count:%u\n%s\n@2:\n%s", count_lines(clause) - 1,
		 isa == SQ_CAYMAN ? "CF_END" : "NOP eop:1", clause);
	return run_text(isa, text, active);
}

/* Two of them, one after the other. */
static inline bool run_clauses(enum sq_isa isa, const char *first, const char *second, uint64_t active)
{
	char text[1024];
	unsigned int n = count_lines(first);

	snprintf(text, sizeof(text), "TEX addr:4 count:%u\nTEX addr:%u count:%u\n%s\n@4:\n%s@%u:\n%s", n - 1, 4 + 2 * n,
		 count_lines(second) - 1, isa == SQ_CAYMAN ? "CF_END" : "NOP eop:1", first, 4 + 2 * n, second);
	return run_text(isa, text, active);
}

static inline float given(unsigned int c, unsigned int lane)
{
	return sq_float(lanes[2][c][lane]);
}

/* ---- textures of floats ---- */

#define LD		"LD buffer_id:1"
#define SAMPLE_LZ	"SAMPLE_LZ buffer_id:1 sampler:1"
#define SAMPLE		"SAMPLE buffer_id:1 sampler:1"
#define BOTH_LINEAR	(1u << 9 | 1u << 11)
#define CLAMP(mode)	((mode) | (mode) << 3 | (mode) << 6)
#define X		" norm_x:1"
#define XY		" norm_x:1 norm_y:1"
#define XYZ		" norm_x:1 norm_y:1 norm_z:1"

/* A row of @n floats 1, 2, 4, ... and rows of 100 times as much each. */
static inline void start_floats(enum sq_isa isa, unsigned int dim, uint32_t width, uint32_t height, uint32_t depth)
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

#endif

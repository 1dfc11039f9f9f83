// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Fuzz target for the model's shader core: programs are decoded and run, from a copy of their
 * exact length.
 *
 * An input is words as they are, or it chooses operations and fields of a program that has a
 * shape: control flow, four ALU clauses, four fetch clauses. Most of those decode and run. In front
 * of them it has a texture, a sampler and an image.
 * What must hold is that nothing but the memory behind the port is touched, which the
 * sanitizers see, that every program ends within its budget, and that what ends early is told
 * once.
 */
#include <stdlib.h>
#include <string.h>

#include "sq/wave.h"

#define MEMORY		4096u
#define HEAD		4u
#define CF_WORDS	16u
#define ALU_AT		16u
#define ALU_WORDS	8u
#define FETCH_AT	48u
#define FETCH_WORDS	4u
#define WORDS		64u
#define BUDGET		300u

static const uint8_t *next;
static size_t left;
static uint8_t memory[MEMORY];
static uint32_t gds[16], counters[SQ_COUNTERS];
static unsigned int told;

static uint32_t take(void)
{
	if (!left)
		return 0;
	left--;
	return *next++;
}

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	(void)opaque;
	(void)path;
	if (addr > MEMORY || size > MEMORY - addr)
		return false;
	memcpy(data, memory + addr, size);
	return true;
}

static bool port_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	(void)opaque;
	(void)path;
	if (addr > MEMORY || size > MEMORY - addr)
		return false;
	memcpy(memory + addr, data, size);
	return true;
}

static void port_wrong(void *opaque, const struct sq_violation *violation)
{
	(void)opaque;
	told += violation->text[0] != '\0';
}

union instruction {
	const struct sq_op *op;
	struct sq_cf cf;
	struct sq_alu alu;
	struct sq_fetch fetch;
};

/* Operations of some forms, those of either kind of chip. */
struct choice {
	enum sq_form first, last;
	unsigned int n[2];
	const struct sq_op *op[2][SQ_OPCODES];
};

static struct choice flow = { SQ_FORM_CF, SQ_FORM_CF_RAT }, alu = { SQ_FORM_OP2, SQ_FORM_LDS },
	fetch = { SQ_FORM_VTX, SQ_FORM_MEM }, share = { SQ_FORM_GDS, SQ_FORM_GDS };

static void collect(struct choice *from, enum sq_isa isa)
{
	for (const struct sq_op *op = sq_ops; op < sq_ops + SQ_OPCODES; op++)
		if (op->form >= from->first && op->form <= from->last &&
		    !(op->flags & (isa == SQ_CAYMAN ? SQ_EG_ONLY : SQ_CM_ONLY)))
			from->op[isa][from->n[isa]++] = op;
}

/* One of them, and fields of which a third is not 0. */
static void choose(union instruction *inst, enum sq_isa isa, struct choice *from)
{
	const struct sq_layout *layout;

	if (!from->n[isa])
		collect(from, isa);
	memset(inst, 0, sizeof(*inst));
	inst->op = from->op[isa][(take() << 8 | take()) % from->n[isa]];
	layout = &sq_layouts[inst->op->form];
	for (unsigned int i = 0; i < layout->fields; i++) {
		uint32_t value = take();

		if (value % 3 == 0)
			*sq_field_of(inst, &layout->field[i]) |=
				(value / 3 & (uint32_t)((1ull << layout->field[i].bits) - 1)) << layout->field[i].shift;
	}
}

static void make_alu(enum sq_isa isa, uint32_t *words)
{
	static const uint16_t sources[] = {
		0, 1, 2, 3, 4, 5, 6, 7, 127, SQ_SRC_KC0, SQ_SRC_KC1, SQ_SRC_OQA_POP, SQ_SRC_TIME_LO, SQ_SRC_0, SQ_SRC_1,
		SQ_SRC_M_1_INT, SQ_SRC_PV, SQ_SRC_PS, SQ_SRC_LOOP_IDX,
	};
	unsigned int slot = 0;
	union instruction inst;

	for (unsigned int i = 0; i < ALU_WORDS; i++) {
		choose(&inst, isa, &alu);
		for (unsigned int s = 0; s < 3; s++)
			inst.alu.src[s].sel = sources[take() % (sizeof(sources) / sizeof(sources[0]))];
		inst.alu.dst_gpr &= 7;
		inst.alu.dst_chan = slot++;
		inst.alu.last |= slot == 4 || i + 1 == ALU_WORDS ||
				 (inst.op->slots >= SQ_TRANS && inst.op->slots <= SQ_CONVERT);
		slot = inst.alu.last ? 0 : slot;
		sq_encode(&inst, words + 2 * (size_t)i);
	}
}

static void make_cf(enum sq_isa isa, unsigned int at, uint32_t *words)
{
	static const enum sq_opcode ends[] = { SQ_NOP, SQ_CF_END };
	unsigned int loop = at + 2 + take() % 4;
	union instruction inst;

	choose(&inst, isa, &flow);
	if (inst.op->form == SQ_FORM_CF_ALU) {
		inst.cf.addr = ALU_AT + ALU_WORDS * (take() % 4);
		inst.cf.count = ALU_WORDS - 1;
	} else if (inst.op->flags & SQ_FETCHES) {
		inst.cf.addr = FETCH_AT + FETCH_WORDS * (inst.op == &sq_ops[SQ_GDS] ? 3 : take() % 3);
		inst.cf.count = FETCH_WORDS / 2 - 1;
	} else {
		inst.cf.addr %= CF_WORDS;
		inst.cf.rw_gpr &= 7;
		inst.cf.index_gpr &= 7;
	}
	inst.cf.eop = 0;
	if (at == CF_WORDS - 1) {
		memset(&inst, 0, sizeof(inst));
		inst.op = &sq_ops[ends[isa == SQ_CAYMAN]];
		inst.cf.eop = isa == SQ_EVERGREEN;
	} else if (inst.op == &sq_ops[SQ_LOOP_START_DX10] && loop < CF_WORDS - 1) {
		/* Its end is made with it, and is not made over. */
		inst.cf.addr = loop + 1;
		sq_encode(&inst, words + 2 * (size_t)at);
		memset(&inst, 0, sizeof(inst));
		inst.op = &sq_ops[SQ_END_LOOP];
		inst.cf.addr = at + 1;
		at = loop;
	}
	if (!words[2 * at] && !words[2 * at + 1])
		sq_encode(&inst, words + 2 * (size_t)at);
}

static size_t make_program(enum sq_isa isa, uint32_t *words)
{
	union instruction inst;

	memset(words, 0, 8 * WORDS);
	for (unsigned int at = 0; at < CF_WORDS; at++)
		make_cf(isa, at, words);
	for (unsigned int i = 0; i < 4; i++)
		make_alu(isa, words + 2 * (size_t)(ALU_AT + ALU_WORDS * i));
	for (unsigned int i = 0; i < 8; i++) {
		choose(&inst, isa, i < 6 ? &fetch : &share);
		inst.fetch.mem_op = i < 6 ? inst.fetch.mem_op : 4;
		inst.fetch.src_gpr &= 7;
		inst.fetch.dst_gpr &= 7;
		sq_encode(&inst, words + 2 * (size_t)(FETCH_AT + 2 * i));
	}
	return WORDS;
}

static uint32_t take_dword(void)
{
	uint32_t value = take() << 24;

	return value | take() << 16 | take() << 8 | take();
}

/* Words as they come, but of a texture and of a sampler. */
static void take_texture(uint32_t texture[8], uint32_t sampler[3])
{
	for (unsigned int i = 0; i < 8; i++)
		texture[i] = take_dword();
	for (unsigned int i = 0; i < 3; i++)
		sampler[i] = take_dword();
	texture[7] = (texture[7] & 0x3fffffff) | 2u << 30;
	sampler[2] |= 1u << 31;
}

/* Four tiles of an image, of any kind. */
static void take_image(struct sq_rat *rat, const struct tiling *chip)
{
	struct sq_surface *s = &rat->surface;

	*rat = (struct sq_rat){
		.bound = true, .type = 1 + take() % 6, .format = take() % 64, .number_type = take() % 8, .swap = take() % 4,
		.halves = take() % 2, .returns = 2048,
	};
	s->tiling = *chip;
	s->tiling.mode = take() % 16;
	s->tiling.non_displayable = take() % 2;
	s->tiling.pitch = 8u << take() % 4;
	s->tiling.height = 8u << take() % 4;
	s->tiling.banks = 2u << take() % 4;
	s->tiling.bank_width = 1u << take() % 4;
	s->tiling.bank_height = 1u << take() % 4;
	s->tiling.aspect = 1u << take() % 4;
	s->tiling.split = 64u << take() % 16;
	s->width = 1 + take() % 16;
	s->height = 1 + take() % 16;
	s->first = take() % 2;
	s->slices = take() % 4;
	sq_surface_check(s, sq_format_size(rat->format));
}

static size_t copy_words(uint32_t *words)
{
	size_t n = left / 8 < WORDS ? left / 8 : WORDS;

	if (n)
		memcpy(words, next, 8 * n);
	return n;
}

static void require(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t resources[3][8] = {
		{ 0, MEMORY / 2 - 1, 4u << 8 | 0xdu << 20, 0, 64, 0, 0, 3u << 30 },
		{ MEMORY / 2, 255, 1u << 8 | 0x1au << 20, 0xa98, 64, 0, 0, 3u << 30 },
	};
	static const uint32_t border[1][4] = { { 0x3f000000, 0x7fc00000, 0xff800000, 1 } };
	uint32_t samplers[1][3];
	struct sq_state state = {
		.port = { NULL, port_read, port_write, port_wrong }, .bank[0] = { 0, 512 }, .bank[1] = { 512, MEMORY },
		.resource = (const uint32_t (*)[8])resources, .resources = 3, .samplers = 1,
		.sampler = (const uint32_t (*)[3])samplers, .memory = { .pipes = 4, .group = 256, .bank_interleave = 1 },
		.scratch = { 3072, 1024, 4 }, .loop[0] = 3 | 1 << 24, .bools = 2,
		.lds = 64, .gds = { gds, 16 }, .counter = counters, .dx10_clamp = true, .budget = BUDGET,
		.rat[0] = { .bound = true, .base = 1024, .size = 1024, .format = 0xd, .number_type = 4, .returns = 2048 },
		.rat[1] = { .bound = true, .base = 2048, .size = MEMORY, .format = 0x1a, .number_type = 0 },
	};
	struct sq_grid grid = { { 1, 1, 1 }, { 1, 1, 1 } };
	uint32_t words[2 * WORDS], *copy;
	struct sq_problem problem = { 0 };
	struct sq_shader shader;
	enum sq_wave_is is;
	enum sq_isa isa;
	size_t n;

	if (size < HEAD)
		return 0;
	isa = data[0] & 1 ? SQ_CAYMAN : SQ_EVERGREEN;
	state.wave_lanes = data[0] & 2 ? 32 : 64;
	state.stack = data[1] % 8;
	state.columns = data[0] & 32 ? 8 : 4;
	state.border = data[0] & 8 ? border : NULL;
	state.quads = data[0] & 16;
	grid.threads[0] = 1 + data[2] % 80;
	grid.groups[1] = 1 + data[1] / 128;
	next = data + HEAD;
	left = size - HEAD;
	take_texture(resources[2], samplers[0]);
	take_image(&state.rat[2], &state.memory);
	n = data[0] & 4 ? copy_words(words) : make_program(isa, words);
	copy = malloc(8 * n + 1);
	require(copy);
	memcpy(copy, words, 8 * n);
	memset(memory, 0x11, sizeof(memory));
	told = 0;
	if (sq_shader_make(&shader, isa, copy, n, data[3] % 9, &problem)) {
		is = sq_dispatch(&shader, &state, &grid);
		require(is == SQ_ENDED || is == SQ_WRONG || is == SQ_EXHAUSTED);
		require(told == (is != SQ_ENDED));
		sq_shader_free(&shader);
	} else {
		require(problem.text[0]);
	}
	free(copy);
	return 0;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A program of the shader core in a test: text, assembled and run over an array.
 * Target 0 is the array, fetch resource 0 too, with a stride of 4; bank 0 are its first 256
 * bytes; its last quarter is scratch memory.
 */
#ifndef TEST_WAVE_H
#define TEST_WAVE_H

#include "test_card.h"
#include "sq/wave.h"

#ifndef MEMORY
#define MEMORY		0x10000u
#endif
#define MEMORY_AT	0x7000000000ull	/* 40 bits */
#define RETURNS_AT	0x8000u
#define SCRATCH_AT	0xc000u
#define DWORD_STRIDE	(4u << 8)

struct rig {
	enum sq_isa isa;
	uint32_t memory[MEMORY / 4];
	uint32_t resource[2][8];
	struct sq_state state;
	struct sq_grid grid;
	unsigned int gprs;
	enum sq_wave_is is;
	unsigned int violations, refused;	/* refused: accesses outside of the array */
	struct sq_violation violation;
	char problem[160];
};

static inline bool rig_inside(struct rig *rig, uint64_t addr, size_t size)
{
	bool good = addr >= MEMORY_AT && addr - MEMORY_AT <= MEMORY && size <= MEMORY - (addr - MEMORY_AT);

	rig->refused += !good;
	return good;
}

static inline bool rig_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	struct rig *rig = opaque;

	(void)path;
	if (!rig_inside(rig, addr, size))
		return false;
	memcpy(data, (uint8_t *)rig->memory + (addr - MEMORY_AT), size);
	return true;
}

static inline bool rig_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	struct rig *rig = opaque;

	(void)path;
	if (!rig_inside(rig, addr, size))
		return false;
	memcpy((uint8_t *)rig->memory + (addr - MEMORY_AT), data, size);
	return true;
}

static inline void rig_wrong(void *opaque, const struct sq_violation *violation)
{
	struct rig *rig = opaque;

	rig->violations++;
	rig->violation = *violation;
}

static inline void rig_start(struct rig *rig, enum sq_isa isa)
{
	memset(rig, 0, sizeof(*rig));
	rig->isa = isa;
	rig->gprs = 8;
	rig->grid = (struct sq_grid){ { 1, 1, 1 }, { 64, 1, 1 } };
	rig->state = (struct sq_state){
		.port = { rig, rig_read, rig_write, rig_wrong },
		.bank[0] = { MEMORY_AT, 256 }, .resource = (const uint32_t (*)[8])rig->resource, .resources = 2,
		.rat[0] = { .bound = true, .base = MEMORY_AT, .size = MEMORY / 2, .format = 0xd, .number_type = 4,
			    .returns = MEMORY_AT + RETURNS_AT },
		.scratch = { MEMORY_AT + SCRATCH_AT, MEMORY - SCRATCH_AT, 16 },
		.wave_lanes = 64, .stack = 4, .columns = 4, .lds = 256, .budget = 100000,
	};
	rig->resource[0][0] = (uint32_t)MEMORY_AT;
	rig->resource[0][1] = MEMORY / 2 - 1;
	rig->resource[0][2] = (uint32_t)(MEMORY_AT >> 32) | DWORD_STRIDE;
	rig->resource[0][4] = 77;
	rig->resource[0][7] = 3u << 30;
}

/* False: the program is none, or did not end; rig->problem says which. */
static inline bool rig_run(struct rig *rig, const char *text)
{
	struct sq_asm_error error = { 0 };
	struct sq_problem problem = { 0 };
	struct sq_shader shader;
	size_t n = 0;
	uint32_t *words = sq_assemble(rig->isa, text, &n, &error);
	bool made = words && sq_shader_make(&shader, rig->isa, words, n, rig->gprs, &problem);

	rig->violations = 0;
	rig->problem[0] = '\0';
	rig->is = SQ_WRONG;
	if (!words)
		snprintf(rig->problem, sizeof(rig->problem), "%u:%u: %s", error.line, error.column, error.text);
	else if (!made)
		snprintf(rig->problem, sizeof(rig->problem), "word %u: %s", problem.at, problem.text);
	if (made) {
		rig->is = sq_dispatch(&shader, &rig->state, &rig->grid);
		if (rig->violations)
			snprintf(rig->problem, sizeof(rig->problem), "word %u: %.120s", rig->violation.at,
				 rig->violation.text);
		sq_shader_free(&shader);
	}
	free(words);
	return rig->is == SQ_ENDED;
}

/* The end of a program: component X of T2, or all of T2, to the dword or vector of R0.X. */
#define END_EG(mask)	"MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 comp_mask:" mask " eop:1 vpm:1\n"
#define END_CM(mask)	"MEM_RAT_CACHELESS rat_inst:20 type:1 rw_gpr:2 comp_mask:" mask " vpm:1\nCF_END\n"

static inline const char *rig_end(const struct rig *rig)
{
	return rig->isa == SQ_CAYMAN ? END_CM("1") : END_EG("1");
}

#endif

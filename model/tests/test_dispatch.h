/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* A card with a program, a constant and a target for dispatches. */
#ifndef TEST_DISPATCH_H
#define TEST_DISPATCH_H

#include "test_card.h"
#include "cp.h"
#include "sq/isa.h"

#define PROGRAM		0x500000u
#define CONSTANTS	0x510000u
#define COMPUTE(header)	((header) | 2)

#define STORE_EG	"MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 comp_mask:1 eop:1\n"
#define STORE_CM	"MEM_RAT_CACHELESS rat_inst:20 type:1 rw_gpr:2 comp_mask:1\nCF_END\n"
/* Dword 64 * group + lane of the target becomes that number and a constant. */
#define NUMBERS(store) \
	"ALU addr:4 kmode0:1 count:3\n" store \
	"@4:\nLSHL * T3.X, T1.X, literal.x\n6, 0\nADD_INT * T0.X, T3.X, T0.X\nADD_INT * T2.X, PV.X, KC0[0].X\n"

#define ENDLESS	"LOOP_START_DX10 addr:2\nEND_LOOP addr:1\n"

/* What dispatches of ring 0 find in a register. */
static inline void set_state(struct card *card, uint32_t offset, uint32_t value)
{
	if (gpu_config(card->gpu)->chip->cayman && offset >= CONTEXT_BASE)
		cp_of(card->gpu)->compute_state[0][(offset - CONTEXT_BASE) / 4] = value;
	else
		gpu_reg_set(card->gpu, offset, value);
}

static inline void load(struct card *card, const char *text, uint32_t at)
{
	enum sq_isa isa = gpu_config(card->gpu)->chip->cayman ? SQ_CAYMAN : SQ_EVERGREEN;
	struct sq_asm_error error = { 0 };
	uint32_t *words;
	size_t n = 0;

	words = sq_assemble(isa, text, &n, &error);
	check(words != NULL, "a program of %zu words %s", n, error.text);
	memset(card->vram + at, 0, 8192);
	if (words)
		memcpy(card->vram + at, words, 8 * n);
	free(words);
	set_state(card, 0x288d0, at >> 8);
}

static inline void start_with(struct card *card, const char *chip, const char *faults)
{
	card_start(card, chip, 0, faults);
	set_state(card, 0x288d4, 4 | 1 << 8);	/* registers, stack */
	set_state(card, 0x286ec, 64);
	set_state(card, 0x286f0, 1);
	set_state(card, 0x286f4, 1);
	set_state(card, 0x28f40, CONSTANTS >> 8);
	set_state(card, 0x28fc0, 1);
	set_state(card, 0x28c60, DATA >> 8);
	set_state(card, 0x28c70, 1 << 26 | 4 << 12 | 0xd << 2);
	set_state(card, 0x28c78, 1023);
	poke32(card, CONSTANTS, 7);
	complaints(card);
}

static inline void start(struct card *card, const char *chip)
{
	start_with(card, chip, NULL);
}

static inline bool numbers(struct card *card, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < 1024; i++)
		if (peek32(card, DATA + 4 * i) != (i >= from && i < to ? i + 7 : 0))
			return false;
	return true;
}

#endif

// SPDX-License-Identifier: MIT OR GPL-2.0
/* Dispatches that run: from a packet to memory, and what stops them. */
#include "test_card.h"
#include "cp.h"
#include "sq/isa.h"

#define PROGRAM		0x500000u
#define CONSTANTS	0x510000u
#define COMPUTE(header)	((header) | 2)
#define GRBM_STATUS	0x8010
#define SH_BUSY		(1u << 21)
#define LOOP_CONST	(0x3a200 + 4 * 32 * 5)

#define STORE_EG	"MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 comp_mask:1 eop:1\n"
#define STORE_CM	"MEM_RAT_CACHELESS rat_inst:20 type:1 rw_gpr:2 comp_mask:1\nCF_END\n"
/* Dword 64 * group + lane of the target becomes that number and a constant. */
#define NUMBERS(store) \
	"ALU addr:4 kmode0:1 count:3\n" store \
	"@4:\nLSHL * T3.X, T1.X, literal.x\n6, 0\nADD_INT * T0.X, T3.X, T0.X\nADD_INT * T2.X, PV.X, KC0[0].X\n"

#define LATE_NUMBERS(store) \
	"LOOP_START addr:2\nEND_LOOP addr:1\nALU addr:6 kmode0:1 count:3\n" store \
	"@6:\nLSHL * T3.X, T1.X, literal.x\n6, 0\nADD_INT * T0.X, T3.X, T0.X\nADD_INT * T2.X, PV.X, KC0[0].X\n"
#define ENDLESS	"LOOP_START_DX10 addr:2\nEND_LOOP addr:1\n"

static void load(struct card *card, const char *text, uint32_t at)
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
	gpu_reg_set(card->gpu, 0x288d0, at >> 8);
}

static void start(struct card *card, const char *chip)
{
	card_start(card, chip, 0, NULL);
	gpu_reg_set(card->gpu, 0x288d4, 4 | 1 << 8);	/* registers, stack */
	gpu_reg_set(card->gpu, 0x286ec, 64);
	gpu_reg_set(card->gpu, 0x286f0, 1);
	gpu_reg_set(card->gpu, 0x286f4, 1);
	gpu_reg_set(card->gpu, 0x28f40, CONSTANTS >> 8);
	gpu_reg_set(card->gpu, 0x28fc0, 1);
	gpu_reg_set(card->gpu, 0x28c60, DATA >> 8);
	gpu_reg_set(card->gpu, 0x28c70, 1 << 26 | 4 << 12 | 0xd << 2);
	gpu_reg_set(card->gpu, 0x28c78, 1023);
	poke32(card, CONSTANTS, 7);
	complaints(card);
}

static bool numbers(struct card *card, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < 1024; i++)
		if (peek32(card, DATA + 4 * i) != (i >= from && i < to ? i + 7 : 0))
			return false;
	return true;
}

static void test_numbers(const char *chip)
{
	struct card card;

	start(&card, chip);
	load(&card, gpu_config(card.gpu)->chip->cayman ? NUMBERS(STORE_CM) : NUMBERS(STORE_EG), PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 3, 1, 1, 1);
	check(numbers(&card, 0, 192) && !complaints(&card), "%s: three groups of 64 write their numbers", chip);
	memset(card.vram + DATA, 0, 4096);
	for (uint32_t i = 0; i < 3; i++)
		poke32(&card, IB + 4 * i, i ? 1 : 2);
	RUN(&card, PKT3(0x11, 3), 1, IB, 0, COMPUTE(PKT3(0x16, 2)), 0, 1);
	check(numbers(&card, 0, 128) && !complaints(&card), "%s: an indirect dispatch of two groups", chip);
	memset(card.vram + DATA, 0, 4096);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 20, 1, 1, 1);
	check(numbers(&card, 0, 1024) && !complaints(&card), "%s: what lies past the target is dropped", chip);
	card_free(&card);
}

static bool shaders_busy(struct card *card)
{
	return gpu_mmio_read(card->gpu, GRBM_STATUS) & SH_BUSY;
}

static void test_refused(void)
{
	struct card card;

	start(&card, "cypress");
	load(&card, "ALU addr:4\nNOP eop:1\n@4:\nMOV * T9.X, 0.0\n", PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 3, 1, 1, 1);
	check(complaints(&card) == 1, "a register that the program has not is told once");
	load(&card, "NOP", PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "a program without an end");
	load(&card, NUMBERS(STORE_EG), PROGRAM);
	gpu_reg_set(card.gpu, 0x286ec, 0);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "groups without threads");
	gpu_reg_set(card.gpu, 0x286ec, 2048);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "groups of too many threads");
	gpu_reg_set(card.gpu, 0x286ec, 64);
	gpu_reg_set(card.gpu, 0x288d0, VRAM_SIZE >> 8);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "a program outside of memory");
	load(&card, NUMBERS(STORE_EG), PROGRAM);
	gpu_reg_set(card.gpu, 0x28c60, (VRAM_SIZE - 128) >> 8);
	gpu_reg_set(card.gpu, 0x28c78, 127);
	check(numbers(&card, 0, 0), "nothing of that has run");
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 2, 1, 1, 1);
	check(complaints(&card) == 64, "stores outside of memory");
	card_free(&card);
}

/* 4,095 empty rounds in front of the numbers: more than is run at once. */
static void test_slices(const char *chip)
{
	struct card card;
	bool cayman;

	start(&card, chip);
	cayman = gpu_config(card.gpu)->chip->cayman;
	gpu_reg_set(card.gpu, LOOP_CONST, 4095);
	load(&card, cayman ? LATE_NUMBERS(STORE_CM) : LATE_NUMBERS(STORE_EG), PROGRAM);
	EMIT(&card, COMPUTE(PKT3(0x15, 4)), 16, 1, 1, 1);
	kick(&card);
	step(&card);
	check(peek32(&card, DATA + 4 * 1023) == 0 && shaders_busy(&card),
	      "%s: after a step groups are still to come", chip);
	settle(&card);
	check(numbers(&card, 0, 1024) && !complaints(&card) && !shaders_busy(&card),
	      "%s: a dispatch that takes many steps", chip);
	card_free(&card);
}

static void start_endless(struct card *card, const char *chip)
{
	start(card, chip);
	load(card, gpu_config(card->gpu)->chip->cayman ? ENDLESS "CF_END\n" : ENDLESS "NOP eop:1\n", PROGRAM);
	EMIT(card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	EMIT(card, PKT3(0x3d, 4), DATA, 1u << 18, 9, 0);
	kick(card);
	for (int i = 0; i < 20; i++)
		step(card);
}

static void test_endless(const char *chip)
{
	struct card card;

	start_endless(&card, chip);
	check(!complaints(&card) && shaders_busy(&card) && !peek32(&card, DATA),
	      "%s: a program that does not end keeps its ring, without a complaint", chip);
	gpu_gfx_soft_reset(card.gpu);
	check(!shaders_busy(&card), "%s: it goes with the reset of the units", chip);
	settle(&card);
	check(peek32(&card, DATA) == 9, "%s: the ring goes on", chip);
	card_free(&card);

	start_endless(&card, chip);
	gpu_cp_soft_reset(card.gpu);
	settle(&card);
	check(shaders_busy(&card) && !peek32(&card, DATA), "%s: it outlives a reset of the CP alone", chip);
	gpu_gfx_soft_reset(card.gpu);
	check(!shaders_busy(&card), "%s: and goes with that of the units", chip);
	card_free(&card);

	start_endless(&card, chip);
	card_free(&card);		/* nothing is leaked, see the sanitizer */
}

static void test_page_end(void)
{
	struct card card;

	start(&card, "cypress");
	load(&card, "ALU addr:44 kmode0:1 count:3\n" STORE_EG
	     "@44:\nLSHL * T3.X, T1.X, literal.x\n6, 0\nADD_INT * T0.X, T3.X, T0.X\nADD_INT * T2.X, PV.X, KC0[0].X\n",
	     PROGRAM + 4096 - 256);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(numbers(&card, 0, 64) && !complaints(&card), "a program that goes on in the next page");
	card_free(&card);
}

static void test_off(void)
{
	struct card card;

	card_shaders = false;
	start(&card, "cypress");
	load(&card, NUMBERS(STORE_EG), PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 3, 1, 1, 1);
	check(numbers(&card, 0, 0) && !complaints(&card) && cp_of(card.gpu)->dispatches == 1,
	      "nothing runs, if the configuration does not say so");
	card_free(&card);
}

int main(void)
{
	card_shaders = true;
	test_numbers("cypress");
	test_numbers("cedar");
	test_numbers("cayman");
	test_refused();
	test_slices("cypress");
	test_slices("cayman");
	test_endless("cypress");
	test_endless("cayman");
	test_page_end();
	test_off();
	return test_end();
}

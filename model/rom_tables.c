// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: command tables of the synthetic VBIOS
 *
 * What a driver executes of a VBIOS, each table in a few instructions: ASIC_Init posts the
 * card; SetVoltage, SetEngineClock, SetMemoryClock and the tables that tell these clocks do
 * what their names say, to the registers of clocks.c. Which table calls which is as in the
 * lists of real ones. None of the code is from a real VBIOS.
 *
 * Called tables find their parameters behind those of the caller. radeon.ko has room for
 * three dwords where it sets a clock, and all that are called have to do with these.
 *
 * A memory clock above that of the boot state wants a sequencer that runs. Without,
 * SetMemoryClock does nothing and says nothing, which is what a real Turks was seen to do.
 *
 * APUs have their PLLs and the control of their voltages elsewhere: the firmware of the
 * machine sets them. So what is left to ASIC_Init there is to show the memory.
 *
 * Source of parameters and revisions: the structures of the kernel's radeon driver.
 * Of registers: its headers, see clocks.c.
 */
#include "array.h"
#include "rom.h"
#include "rom_asm.h"

#define R_SPLL_FUNC_CNTL	rom_reg(0x0600)
#define R_SPLL_FUNC_CNTL_3	rom_reg(0x0608)
#define R_SPLL_STATUS		rom_reg(0x060c)
#define R_MPLL_AD_FUNC_CNTL	rom_reg(0x0624)
#define R_MPLL_DQ_FUNC_CNTL	rom_reg(0x062c)
#define R_GENERAL_PWRMGT	rom_reg(0x063c)
#define R_S1_VID_LOWER_SMIO	rom_reg(0x067c)
#define R_BIOS_7_SCRATCH	rom_reg(0x1740)
#define R_FB_LOCATION		rom_reg(0x2024)
#define R_ARB_DRAM_TIMING	rom_reg(0x2774)
#define R_ARB_DRAM_TIMING2	rom_reg(0x2778)
#define R_ARB_RFSH_RATE		rom_reg(0x27b0)
#define R_FUS_VM_FB_OFFSET	rom_reg(0x2898)
#define R_SEQ_SUP_CNTL		rom_reg(0x28c8)
#define R_SEQ_STATUS_M		rom_reg(0x29f4)
#define R_SEQ_MISC0		rom_reg(0x2a00)
#define R_NONSURFACE_BASE	rom_reg(0x2c04)
#define R_CONFIG_MEMSIZE	rom_reg(0x5428)

#define SPLL_FIELDS		0x07f003fbu	/* dividers, and what would keep it from running */
#define SPLL_FB_DIV		0x03ffffffu
#define SPLL_CHG_STATUS		0x2u
#define MPLL_FIELDS		0x0007ffffu
#define MPLL_PDNB		(1u << 31)
#define PMG_PWRSTATE		(1u << 16)
#define SEQ_RUN			0x1u
#define SMIO_FIELDS		0x4c0u		/* VOLT_PWRMGT_EN, SW_SMIO_INDEX */
#define SMIO_1			0x440u
#define ASIC_INIT_COMPLETE	0x200u

#define MEMORY_TYPE		0x500026a9u	/* GDDR5; the rest as a Turks had it */

#define POST_DIV		4u
#define CLOCK			0x00ffffffu
#define ENGINE			0x02000000u	/* which PLL, above the clock */
#define MEMORY			0x01000000u

/* Labels. */
enum { DONE, WAIT, LOOP, CONSTANTS, OTHER, VDDC, VDDCI, ANSWER };

static struct rom_operand ws_byte(uint32_t n, enum rom_part part)
{
	return rom_part(rom_ws(n), part);
}

static struct rom_operand byte_imm(uint32_t value)
{
	return rom_part(rom_imm(value), ROM_BYTE0);
}

static struct rom_operand word_imm(uint32_t value)
{
	return rom_part(rom_imm(value), ROM_WORD0);
}

static void finish(struct rom_asm *a)
{
	rom_label(a, DONE);
	rom_end_of_code(a);
}

/* @what = @what * @by, of 32 bits. */
static void multiply(struct rom_asm *a, struct rom_operand what, uint32_t by)
{
	rom_do(a, ROM_MUL, what, rom_imm(by));
	rom_do(a, ROM_MOVE, what, rom_ws(ROM_QUOTIENT));
}

static void divide(struct rom_asm *a, struct rom_operand what, uint32_t by)
{
	rom_do(a, ROM_DIV, what, rom_imm(by));
	rom_do(a, ROM_MOVE, what, rom_ws(ROM_QUOTIENT));
}

/* Constants in pairs: index of a register, value; 0xffff ends them. */
static void registers_init(struct rom_asm *a, const struct rom_card *card)
{
	static const struct {
		uint16_t reg;
		uint32_t value;
	} values[] = {
		{ 0x0604, 0x00000002 },		/* the engine runs from its PLL */
		{ 0x061c, 0x00001910 },		/* and so does memory */
	};
	const unsigned int n = card->chip->igp ? 0 : ARRAY_SIZE(values);

	rom_own_data(a, CONSTANTS);
	rom_label(a, LOOP);
	rom_clear(a, rom_ws(0));
	rom_do(a, ROM_MOVE, rom_part(rom_ws(0), ROM_WORD0), rom_part(rom_id(0), ROM_WORD0));
	rom_do(a, ROM_COMPARE, rom_part(rom_ws(0), ROM_WORD0), word_imm(0xffff));
	rom_jump(a, ROM_EQUAL, DONE);
	rom_do(a, ROM_MOVE, rom_ws(ROM_REG_POINTER), rom_ws(0));
	rom_do(a, ROM_MOVE, rom_reg(0), rom_id(2));
	rom_clear(a, rom_ws(ROM_REG_POINTER));
	rom_do(a, ROM_ADD, rom_part(rom_ws(ROM_DATA_POINTER), ROM_WORD0), word_imm(6));
	rom_jump(a, ROM_ALWAYS, LOOP);
	finish(a);
	rom_data(a, CONSTANTS, (uint16_t)(6 * n + 2));
	for (unsigned int i = 0; i < n; i++) {
		rom_emit(a, values[i].reg / 4, 2);
		rom_emit(a, values[i].value, 4);
	}
	rom_emit(a, 0xffff, 2);
}

static void call_set_voltage(struct rom_asm *a, uint8_t type, uint16_t mv)
{
	rom_do(a, ROM_MOVE, rom_ps(2), rom_imm((uint32_t)mv << 16 | type));
	rom_call(a, CMD_SET_VOLTAGE);
}

/*
 * Parameters: engine clock, memory clock. Memory has its size when all else is done. The CPU is not
 * let into VRAM (BIF_FB_EN): nobody says that a VBIOS does, and the kernel's radeon driver always does.
 */
static void asic_init(struct rom_asm *a, const struct rom_card *card)
{
	const struct gpu_chip *chip = card->chip;
	uint32_t units = (card->vram_mb + 15) / 16;

	rom_call(a, CMD_REGISTERS_INIT);
	if (!chip->igp) {
		call_set_voltage(a, ROM_VDDC, chip->boot.vddc);
		call_set_voltage(a, ROM_VDDCI, chip->boot.vddci);
		rom_do(a, ROM_MOVE, rom_ps(2), rom_ps(1));
		rom_call(a, CMD_MEMORY_CONTROLLER_INIT);
		rom_do(a, ROM_MOVE, rom_ps(2), rom_ps(0));
		rom_call(a, CMD_SET_ENGINE_CLOCK);
	}
	rom_port(a, ROM_PORT);
	if (chip->igp && !chip->cayman) {
		/* 3 MiB later, see mc.c. */
		units = (card->vram_mb + 3 + 15) / 16;
		rom_do(a, ROM_MOVE, R_FUS_VM_FB_OFFSET,
		       rom_imm(((card->vram_mb + 2) & 0xf) << 24 | 3u << 20));
	}
	rom_do(a, ROM_MOVE, R_FB_LOCATION, rom_imm((0x40 + units - 1) << 16 | 0x40));
	rom_port(a, 0);
	rom_do(a, ROM_MOVE, R_NONSURFACE_BASE,
	       rom_imm(chip->igp && !chip->cayman ? 0x403000 : 0x400000));
	rom_do(a, ROM_MOVE, R_CONFIG_MEMSIZE,
	       rom_imm(chip->memsize_in_bytes ? card->vram_mb << 20 : card->vram_mb));
	rom_do(a, ROM_OR, R_BIOS_7_SCRATCH, rom_imm(ASIC_INIT_COMPLETE));
	finish(a);
}

/* Parameter: memory clock. */
static void memory_controller_init(struct rom_asm *a, const struct rom_card *card)
{
	(void)card;
	rom_do(a, ROM_MOVE, R_SEQ_MISC0, rom_imm(MEMORY_TYPE));
	rom_do(a, ROM_MOVE, rom_ps(1), rom_ps(0));
	rom_do(a, ROM_AND, rom_ps(1), rom_imm(CLOCK));
	rom_do(a, ROM_OR, rom_ps(1), rom_imm(MEMORY));
	rom_call(a, CMD_MEMORY_PLL_INIT);
	finish(a);
}

/* ps(0) = ws(0) / @by: the integer from bit @at on, below it a fraction of @bits. */
static void divide_finely(struct rom_asm *a, uint32_t by, uint8_t at, uint8_t bits)
{
	rom_do(a, ROM_DIV, rom_ws(0), rom_imm(by));
	rom_do(a, ROM_MOVE, rom_ps(0), rom_ws(ROM_QUOTIENT));
	rom_do(a, ROM_MOVE, rom_ws(1), rom_ws(ROM_REMAINDER));
	rom_shift(a, ROM_SHIFT_LEFT, rom_ps(0), at);
	multiply(a, rom_ws(1), 1u << bits);
	divide(a, rom_ws(1), by);
	rom_do(a, ROM_OR, rom_ps(0), rom_ws(1));
}

/*
 * Parameters: clock and which; then feedback, and in bytes reference divider and post
 * divider, as revisions 3 and 5 have them. A fraction is rounded down.
 */
static void compute_pll(struct rom_asm *a, const struct rom_card *card)
{
	uint32_t reference = card->chip->reference_clock;

	rom_do(a, ROM_MOVE, rom_ws(0), rom_ps(0));
	rom_do(a, ROM_AND, rom_ws(0), rom_imm(CLOCK));
	rom_clear(a, rom_ps(1));
	rom_do(a, ROM_COMPARE, rom_part(rom_ps(0), ROM_BYTE3), byte_imm(ENGINE >> 24));
	rom_jump(a, ROM_NOT_EQUAL, OTHER);
	rom_do(a, ROM_MOVE, rom_part(rom_ps(1), ROM_BYTE1), byte_imm(POST_DIV));
	multiply(a, rom_ws(0), POST_DIV);
	divide_finely(a, reference, 14, 14);
	rom_jump(a, ROM_ALWAYS, DONE);
	rom_label(a, OTHER);
	divide_finely(a, reference, 16, 5);
	finish(a);
}

/* Parameter: the clock. */
static void set_engine_clock(struct rom_asm *a, const struct rom_card *card)
{
	(void)card;
	rom_do(a, ROM_AND, rom_ps(0), rom_imm(CLOCK));
	rom_do(a, ROM_MOVE, rom_ps(1), rom_ps(0));
	rom_do(a, ROM_OR, rom_ps(1), rom_imm(ENGINE));
	rom_call(a, CMD_COMPUTE_PLL);
	rom_clear(a, rom_ws(0));
	rom_do(a, ROM_MOVE, ws_byte(0, ROM_BYTE0), rom_part(rom_ps(2), ROM_BYTE1));
	rom_shift(a, ROM_SHIFT_LEFT, rom_ws(0), 20);
	rom_mask(a, R_SPLL_FUNC_CNTL, ~SPLL_FIELDS, rom_ws(0));
	rom_mask(a, R_SPLL_FUNC_CNTL_3, ~SPLL_FB_DIV, rom_ps(1));
	rom_label(a, WAIT);
	rom_delay_us(a, 10);
	rom_do(a, ROM_TEST, R_SPLL_STATUS, rom_imm(SPLL_CHG_STATUS));
	rom_jump(a, ROM_EQUAL, WAIT);
	rom_call(a, CMD_GET_MEMORY_CLOCK);
	rom_do(a, ROM_MOVE, rom_ps(2), rom_ps(1));
	rom_do(a, ROM_MOVE, rom_ps(1), rom_ps(0));
	rom_do(a, ROM_OR, rom_ps(1), rom_imm(ENGINE));
	rom_call(a, CMD_DYNAMIC_MEMORY_SETTINGS);
	finish(a);
}

/* Parameter: the clock. */
static void set_memory_clock(struct rom_asm *a, const struct rom_card *card)
{
	rom_do(a, ROM_AND, rom_ps(0), rom_imm(CLOCK));
	if (card->chip->mc_ucode) {
		rom_do(a, ROM_TEST, R_SEQ_SUP_CNTL, rom_imm(SEQ_RUN));
		rom_jump(a, ROM_EQUAL, DONE);
	}
	rom_do(a, ROM_MOVE, rom_ps(1), rom_ps(0));
	rom_do(a, ROM_OR, rom_ps(1), rom_imm(MEMORY));
	rom_call(a, CMD_MEMORY_PLL_INIT);
	rom_call(a, CMD_GET_ENGINE_CLOCK);
	rom_do(a, ROM_OR, rom_ps(1), rom_imm(ENGINE));
	rom_do(a, ROM_MOVE, rom_ps(2), rom_ps(0));
	rom_call(a, CMD_DYNAMIC_MEMORY_SETTINGS);
	finish(a);
}

/* Parameters: those of ComputeMemoryEnginePLL. A clock that is there is not set again. */
static void memory_pll_init(struct rom_asm *a, const struct rom_card *card)
{
	(void)card;
	rom_call(a, CMD_COMPUTE_PLL);
	rom_clear(a, rom_ws(0));
	rom_do(a, ROM_MOVE, rom_part(rom_ws(0), ROM_WORD0), rom_part(rom_ps(0), ROM_WORD0));
	rom_shift(a, ROM_SHIFT_LEFT, rom_ws(0), 12);
	rom_do(a, ROM_OR, rom_part(rom_ws(0), ROM_BYTE0), rom_part(rom_ps(0), ROM_BYTE2));
	rom_do(a, ROM_OR, rom_ws(0), rom_imm(MPLL_PDNB));
	rom_do(a, ROM_MOVE, rom_ws(1), R_MPLL_AD_FUNC_CNTL);
	rom_do(a, ROM_AND, rom_ws(1), rom_imm(MPLL_PDNB | MPLL_FIELDS));
	rom_do(a, ROM_COMPARE, rom_ws(1), rom_ws(0));
	rom_jump(a, ROM_EQUAL, DONE);
	rom_mask(a, R_MPLL_DQ_FUNC_CNTL, ~MPLL_FIELDS, rom_ws(0));
	rom_mask(a, R_MPLL_AD_FUNC_CNTL, ~MPLL_FIELDS, rom_ws(0));
	rom_label(a, WAIT);
	rom_delay_us(a, 10);
	rom_do(a, ROM_TEST, R_SEQ_STATUS_M, rom_imm(PMG_PWRSTATE));
	rom_jump(a, ROM_EQUAL, WAIT);
	finish(a);
}

/* Parameter: out, the clock. Rounded up, so that what was set is what is told. */
static void get_engine_clock(struct rom_asm *a, const struct rom_card *card)
{
	uint32_t reference = card->chip->reference_clock;

	rom_do(a, ROM_MOVE, rom_ws(0), R_SPLL_FUNC_CNTL_3);
	rom_do(a, ROM_AND, rom_ws(0), rom_imm(SPLL_FB_DIV));
	rom_do(a, ROM_MOVE, rom_ws(1), rom_ws(0));
	rom_do(a, ROM_AND, rom_ws(1), rom_imm(0x3fff));
	multiply(a, rom_ws(1), reference);
	rom_do(a, ROM_ADD, rom_ws(1), rom_imm(0x3fff));
	rom_shift(a, ROM_SHIFT_RIGHT, rom_ws(1), 14);
	rom_shift(a, ROM_SHIFT_RIGHT, rom_ws(0), 14);
	multiply(a, rom_ws(0), reference);
	rom_do(a, ROM_ADD, rom_ws(0), rom_ws(1));
	rom_do(a, ROM_MOVE, rom_ws(1), R_SPLL_FUNC_CNTL);
	rom_shift(a, ROM_SHIFT_RIGHT, rom_ws(1), 20);
	rom_do(a, ROM_AND, rom_ws(1), rom_imm(0x7f));
	rom_do(a, ROM_DIV, rom_ws(0), rom_ws(1));
	rom_do(a, ROM_MOVE, rom_ps(0), rom_ws(ROM_QUOTIENT));
	finish(a);
}

static void get_memory_clock(struct rom_asm *a, const struct rom_card *card)
{
	uint32_t reference = card->chip->reference_clock;

	rom_do(a, ROM_MOVE, rom_ws(0), R_MPLL_AD_FUNC_CNTL);
	rom_do(a, ROM_MOVE, rom_ws(1), rom_ws(0));
	rom_do(a, ROM_AND, rom_ws(0), rom_imm(0x7f));
	multiply(a, rom_ws(0), reference);
	rom_shift(a, ROM_SHIFT_RIGHT, rom_ws(1), 12);
	rom_do(a, ROM_AND, rom_ws(1), rom_imm(0x1f));
	multiply(a, rom_ws(1), reference);
	rom_shift(a, ROM_SHIFT_RIGHT, rom_ws(1), 5);
	rom_do(a, ROM_ADD, rom_ws(0), rom_ws(1));
	rom_do(a, ROM_MOVE, rom_ps(0), rom_ws(0));
	finish(a);
}

/*
 * Parameters: the engine's clock, with what tells that it is in the highest byte, and
 * memory's. What arbiter and refresh want of the two is made up; that they follow is not.
 */
static void dynamic_memory_settings(struct rom_asm *a, const struct rom_card *card)
{
	(void)card;
	rom_do(a, ROM_MOVE, rom_ws(0), rom_ps(0));
	rom_do(a, ROM_AND, rom_ws(0), rom_imm(CLOCK));
	rom_do(a, ROM_MOVE, rom_ws(1), rom_ps(1));
	multiply(a, rom_ws(1), 16);
	rom_do(a, ROM_DIV, rom_ws(1), rom_ws(0));
	rom_do(a, ROM_MOVE, R_ARB_DRAM_TIMING, rom_ws(ROM_QUOTIENT));
	rom_do(a, ROM_MOVE, R_ARB_DRAM_TIMING2, rom_ws(ROM_REMAINDER));
	divide(a, rom_ws(0), 1560);
	rom_do(a, ROM_MOVE, R_ARB_RFSH_RATE, rom_ws(0));
	finish(a);
}

/*
 * Parameters in a dword: type, mode, mV. A type, or from revision 3 on a mode, of 6 asks
 * for a voltage instead, and gets the highest.
 */
static void set_voltage(struct rom_asm *a, const struct rom_card *card)
{
	const enum rom_part asks = card->chip->mc_ucode ? ROM_BYTE1 : ROM_BYTE0;

	rom_do(a, ROM_COMPARE, rom_part(rom_ps(0), asks), byte_imm(6));
	rom_jump(a, ROM_EQUAL, ANSWER);
	rom_do(a, ROM_MOVE, rom_ws(0), rom_ps(0));
	rom_shift(a, ROM_SHIFT_RIGHT, rom_ws(0), 16);
	rom_do(a, ROM_SUB, rom_ws(0), rom_imm(ROM_LOWEST_MV));
	divide(a, rom_ws(0), ROM_STEP_MV);
	rom_do(a, ROM_AND, rom_ws(0), rom_imm(ROM_VID_MASK));
	rom_switch(a, rom_part(rom_ps(0), ROM_BYTE0));
	rom_case(a, ROM_VDDC, VDDC);
	rom_case(a, ROM_VDDCI, VDDCI);
	rom_switch_end(a);
	rom_jump(a, ROM_ALWAYS, DONE);
	rom_label(a, VDDC);
	rom_mask(a, R_S1_VID_LOWER_SMIO, ~(uint32_t)ROM_VID_MASK, rom_ws(0));
	rom_jump(a, ROM_ALWAYS, OTHER);
	rom_label(a, VDDCI);
	rom_shift(a, ROM_SHIFT_LEFT, rom_ws(0), ROM_VDDCI_SHIFT);
	rom_mask(a, R_S1_VID_LOWER_SMIO, ~((uint32_t)ROM_VID_MASK << ROM_VDDCI_SHIFT), rom_ws(0));
	rom_label(a, OTHER);
	rom_mask(a, R_GENERAL_PWRMGT, ~SMIO_FIELDS, rom_imm(SMIO_1));
	rom_delay_us(a, 20);
	rom_jump(a, ROM_ALWAYS, DONE);
	rom_label(a, ANSWER);
	rom_do(a, ROM_MOVE, rom_part(rom_ps(0), ROM_WORD2),
	       word_imm(card->chip->performance.vddc));
	finish(a);
}

static const struct {
	enum rom_command command;
	struct rom_shape shape;
	void (*write)(struct rom_asm *a, const struct rom_card *card);
	bool apus;
} tables[] = {
	{ CMD_ASIC_INIT, { 1, 0, 2 }, asic_init, true },
	{ CMD_REGISTERS_INIT, { 1, 1, 0 }, registers_init, true },
	{ CMD_MEMORY_CONTROLLER_INIT, { 1, 0, 1 }, memory_controller_init },
	{ CMD_SET_ENGINE_CLOCK, { 1, 1, 1 }, set_engine_clock },
	{ CMD_SET_MEMORY_CLOCK, { 1, 0, 1 }, set_memory_clock },
	{ CMD_MEMORY_PLL_INIT, { 1, 2, 0 }, memory_pll_init },
	{ CMD_GET_MEMORY_CLOCK, { 1, 2, 0 }, get_memory_clock },
	{ CMD_GET_ENGINE_CLOCK, { 1, 2, 0 }, get_engine_clock },
	{ CMD_COMPUTE_PLL, { 0, 2, 0 }, compute_pll },
	{ CMD_DYNAMIC_MEMORY_SETTINGS, { 1, 2, 0 }, dynamic_memory_settings },
	{ CMD_SET_VOLTAGE, { 0, 1, 0 }, set_voltage },
};

/* Two of them have another revision for Northern Islands. */
static struct rom_shape shape_of(size_t n, const struct gpu_chip *chip)
{
	struct rom_shape shape = tables[n].shape;

	if (tables[n].command == CMD_COMPUTE_PLL)
		shape.content = chip->mc_ucode ? 5 : 3;
	else if (tables[n].command == CMD_SET_VOLTAGE)
		shape.content = chip->mc_ucode ? 3 : 2;
	return shape;
}

void rom_put_commands(uint8_t *rom, uint32_t list, uint32_t at, const struct rom_card *card)
{
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		const struct rom_shape shape = shape_of(i, card->chip);
		uint32_t entry = list + 4 + 2 * tables[i].command;
		struct rom_asm a;

		if (card->chip->igp && !tables[i].apus)
			continue;
		rom[entry] = (uint8_t)at;
		rom[entry + 1] = (uint8_t)(at >> 8);
		rom_begin(&a, rom, at, &shape);
		tables[i].write(&a, card);
		at = rom_end(&a);
	}
}

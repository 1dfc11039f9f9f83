// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The driver's interpreter executes the model's VBIOS on the modelled card, which notices:
 * a card that ASIC_Init has posted is as one that starts posted, in each register but the one
 * that lets the CPU into VRAM, which is the driver's to set; clocks
 * and voltages are what they are set to, and the model complains of what would harm a card.
 * And the power states are read out of each chip's image.
 */
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>
#include <linux/types.h>

#include "../../model/gpu.h"
#include "../../model/rom.h"
#include "evergreen_atom.h"
#include "evergreen_atom_exec.h"
#include "evergreen_atom_powerplay.h"
#include "tap.h"

#define VRAM_SIZE	(64u << 20)
#define N_REGS		0x10000u
#define MM_INDEX	0u
#define BIF_FB_EN		0x5490u
#define MPLL_AD_FUNC_CNTL	0x0624u
#define PRIORITY_A_CNT		0x6b18u

#define SET_ENGINE_CLOCK	10
#define SET_MEMORY_CLOCK	11
#define GET_MEMORY_CLOCK	47
#define GET_ENGINE_CLOCK	48
#define SET_VOLTAGE		67

struct card {
	struct gpu *gpu;
	const struct gpu_chip *chip;
	void *vram;
	u8 rom[ROM_SIZE];
	struct evergreen_atom_machine m;
};

static unsigned int complaints;

static void complain(void *opaque, const char *text)
{
	(void)opaque;
	printf("# %s\n", text);
	complaints++;
}

static u32 card_read(void *card, enum evergreen_atom_bus bus, u32 index)
{
	(void)bus;
	return gpu_mmio_read(((struct card *)card)->gpu, 4 * index);
}

static void card_write(void *card, enum evergreen_atom_bus bus, u32 index, u32 value)
{
	(void)bus;
	gpu_mmio_write(((struct card *)card)->gpu, 4 * index, value);
}

static void card_delay(void *card, u32 us)
{
	(void)us;
	gpu_step(((struct card *)card)->gpu);
}

static const struct evergreen_atom_card_ops ops = { card_read, card_write, card_delay };
static const struct gpu_watch watch = { .complaint = complain };

static void card_new(struct card *card, const struct gpu_chip *chip, bool posted, bool console,
		     const char *faults)
{
	const struct gpu_config config = {
		.chip = chip, .vram_size = VRAM_SIZE, .visible_size = VRAM_SIZE, .posted = posted,
		.console = console, .celsius = 45, .faults = faults, .watch = &watch,
		.vram = card->vram = malloc(VRAM_SIZE),
	};

	if (!card->vram)
		abort();
	complaints = 0;
	card->chip = chip;
	card->gpu = gpu_new(&config);
	rom_build(card->rom, &(struct rom_card){ chip, chip->device_id, VRAM_SIZE >> 20, false });
	if (evergreen_atom_load(&card->m, card->rom, sizeof(card->rom), &ops, card))
		abort();
}

static void card_free(struct card *card)
{
	gpu_free(card->gpu);
	free(card->vram);
}

/* NULL if it ends well. */
static const char *execute(struct card *card, u8 table, u32 first, u32 second, u32 *answer)
{
	u32 parameters[16] = { first, second };
	const char *wrong;

	card->m.steps = EVERGREEN_ATOM_STEPS;
	card->m.delay_us = EVERGREEN_ATOM_DELAY_US;
	wrong = evergreen_atom_execute(&card->m, table, parameters, ARRAY_SIZE(parameters));
	if (answer)
		*answer = parameters[0];
	return wrong;
}

static const char *post(struct card *card)
{
	return execute(card, 0, card->chip->boot.engine, card->chip->boot.memory, NULL);
}

static u32 ask(struct card *card, u8 table)
{
	u32 answer;

	return execute(card, table, 0, 0, &answer) ? 0 : answer;
}

static u32 voltage(u8 type, u16 mv)
{
	return (u32)mv << 16 | type;
}

/* 27 MHz / 32 is the finest that the memory's PLL can do. */
static bool is_near(u32 clock, u32 wanted)
{
	return clock <= wanted && wanted - clock < 85;
}

static bool registers_are_equal(struct card *a, struct card *b)
{
	const u32 *x = gpu_reg_values(a->gpu), *y = gpu_reg_values(b->gpu);

	for (u32 i = MM_INDEX + 1; i < N_REGS; i++) {
		if (x[i] == y[i] || 4 * i == BIF_FB_EN)
			continue;
		printf("# register 0x%05x (%s): 0x%08x and 0x%08x\n", 4 * i,
		       gpu_reg_name(a->gpu, 4 * i), x[i], y[i]);
		return false;
	}
	return true;
}

static void posts(const struct gpu_chip *chip)
{
	static struct card cold, warm;
	u32 word = 0;

	card_new(&cold, chip, false, false, NULL);
	gpu_bar0_read(cold.gpu, 0, &word, sizeof(word));
	tap_ok(gpu_memory_unfit(cold.gpu) && !gpu_mmio_read(cold.gpu, 0x5428) && word == 0xffffffff &&
	       complaints == 1, "%s: memory of a card that is not posted reads as ones", chip->name);
	complaints = 0;
	tap_ok(!post(&cold) && !gpu_memory_unfit(cold.gpu) && !complaints, "%s: ASIC_Init posts it",
	       chip->name);
	memcpy(&word, cold.vram, sizeof(word));
	tap_ok(word != 0 && word != 0xffffffff, "%s: memory holds what it likes", chip->name);
	card_new(&warm, chip, true, false, NULL);
	tap_ok(registers_are_equal(&cold, &warm) &&
	       gpu_engine_clock(cold.gpu) == gpu_engine_clock(warm.gpu) &&
	       gpu_memory_clock(cold.gpu) == gpu_memory_clock(warm.gpu),
	       "%s: as one that starts posted", chip->name);
	tap_ok(!post(&cold) && !complaints && registers_are_equal(&cold, &warm),
	       "%s: once more does no harm", chip->name);
	gpu_reset(cold.gpu);
	tap_ok(gpu_memory_unfit(cold.gpu) && !gpu_mmio_read(cold.gpu, 0x5428),
	       "%s: a reset undoes it", chip->name);
	card_free(&cold);
	card_free(&warm);
}

/* A sequencer that runs, with no microcode: as if loaded. */
static void run_sequencer(struct card *card)
{
	if (card->chip->mc_ucode)
		gpu_reg_set(card->gpu, 0x28c8, 1);
}

static void changes(const struct gpu_chip *chip)
{
	const struct gpu_level *best = &chip->performance;
	static struct card card;

	card_new(&card, chip, true, false, NULL);
	tap_ok(ask(&card, GET_ENGINE_CLOCK) == chip->boot.engine &&
	       gpu_engine_clock(card.gpu) == chip->boot.engine, "%s: boot clock of the engine",
	       chip->name);
	tap_ok(is_near(ask(&card, GET_MEMORY_CLOCK), chip->boot.memory) &&
	       gpu_memory_clock(card.gpu) == ask(&card, GET_MEMORY_CLOCK), "%s: and of memory",
	       chip->name);
	if (chip->mc_ucode && best->memory > chip->boot.memory)
		tap_ok(!execute(&card, SET_MEMORY_CLOCK, best->memory, 0, NULL) &&
		       is_near(ask(&card, GET_MEMORY_CLOCK), chip->boot.memory),
		       "%s: which stays without a sequencer, in silence", chip->name);
	run_sequencer(&card);
	tap_ok(!execute(&card, SET_VOLTAGE, voltage(1, best->vddc), 0, NULL) &&
	       !execute(&card, SET_VOLTAGE, voltage(4, best->vddci), 0, NULL) &&
	       !execute(&card, SET_ENGINE_CLOCK, best->engine, 0, NULL) &&
	       !execute(&card, SET_MEMORY_CLOCK, best->memory, 0, NULL) && !complaints,
	       "%s: voltages, then clocks", chip->name);
	tap_ok(gpu_engine_clock(card.gpu) == best->engine &&
	       ask(&card, GET_ENGINE_CLOCK) == best->engine &&
	       is_near(gpu_memory_clock(card.gpu), best->memory) &&
	       gpu_memory_clock(card.gpu) == ask(&card, GET_MEMORY_CLOCK),
	       "%s: engine %u, memory %u", chip->name, gpu_engine_clock(card.gpu),
	       gpu_memory_clock(card.gpu));
	if (best->vddc > chip->boot.vddc) {
		execute(&card, SET_VOLTAGE, voltage(1, chip->boot.vddc), 0, NULL);
		tap_ok(complaints, "%s: a voltage that is too low is one", chip->name);
	}
	card_free(&card);
}

static void orders(void)
{
	const struct gpu_chip *chip = gpu_chip_find("turks");
	static struct card card;
	u32 level;

	card_new(&card, chip, true, false, NULL);
	execute(&card, SET_ENGINE_CLOCK, chip->performance.engine, 0, NULL);
	tap_ok(complaints == 1, "a clock before its voltage");
	card_free(&card);

	card_new(&card, chip, true, true, NULL);
	run_sequencer(&card);
	execute(&card, SET_VOLTAGE, voltage(4, chip->performance.vddci), 0, NULL);
	execute(&card, SET_MEMORY_CLOCK, chip->performance.memory, 0, NULL);
	tap_ok(complaints == 1, "a clock of memory that a display reads");
	complaints = 0;
	execute(&card, SET_VOLTAGE, voltage(1, chip->performance.vddc), 0, NULL);
	execute(&card, SET_ENGINE_CLOCK, chip->performance.engine, 0, NULL);
	tap_ok(complaints == 1, "a clock of the engine, and a display without marks");
	execute(&card, SET_ENGINE_CLOCK, chip->boot.engine, 0, NULL);
	gpu_mmio_write(card.gpu, PRIORITY_A_CNT, 1 << 20);
	execute(&card, SET_ENGINE_CLOCK, chip->performance.engine, 0, NULL);
	tap_ok(complaints == 1, "which does no harm where the display has priority");
	complaints = 0;
	tap_ok(!execute(&card, SET_VOLTAGE, 0x00000601, 0, &level) &&
	       level >> 16 == chip->performance.vddc, "a voltage is asked for, by mode");
	card_free(&card);

	card_new(&card, chip, true, false, NULL);
	gpu_bar0_read(card.gpu, 0, &level, sizeof(level));
	tap_ok(!complaints, "memory that has its clock may be read");
	gpu_mmio_write(card.gpu, MPLL_AD_FUNC_CNTL, gpu_mmio_read(card.gpu, MPLL_AD_FUNC_CNTL) + 1);
	gpu_bar0_read(card.gpu, 0, &level, sizeof(level));
	tap_ok(complaints == 1, "and not before its PLL has locked");
	card_free(&card);

	card_new(&card, gpu_chip_find("cypress"), true, false, NULL);
	tap_ok(!execute(&card, SET_VOLTAGE, 6, 0, &level) &&
	       level >> 16 == card.chip->performance.vddc, "and by type");
	card_free(&card);
}

/* A poll ends, and what is said of it names the table. */
static void dead_plls(void)
{
	static const struct {
		const char *fault;
		u8 table;
	} rows[] = { { "pll-dead@engine", SET_ENGINE_CLOCK }, { "pll-dead@memory", 16 } };
	static struct card card;
	const char *wrong;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		card_new(&card, gpu_chip_find("turks"), false, false, rows[i].fault);
		wrong = post(&card);
		tap_ok(wrong && card.m.table == rows[i].table && gpu_memory_unfit(card.gpu) &&
		       !complaints, "%s: %s", rows[i].fault, wrong ? wrong : "nothing");
		card_free(&card);
	}
}

static void damage(void)
{
	static struct card card;

	card_new(&card, gpu_chip_find("turks"), false, false, NULL);
	gpu_mmio_write(card.gpu, 0x5428, VRAM_SIZE >> 20);
	tap_ok(complaints == 1 && gpu_mmio_read(card.gpu, 0x5428), "a size before a clock");
	card_free(&card);

	card_new(&card, gpu_chip_find("turks"), false, false, NULL);
	gpu_mmio_write(card.gpu, 0x5428, 1);
	tap_ok(complaints == 1 && gpu_memory_unfit(card.gpu), "another size");
	card_free(&card);

	card_new(&card, gpu_chip_find("turks"), false, false, NULL);
	memset(card.vram, 0, 4);
	tap_ok(!post(&card) && complaints == 1, "a store before there was memory shows");
	card_free(&card);
}

/* Three levels, of which two are the same. */
static bool state_is(const struct evergreen_atom_state *state, u32 classes,
		     const struct gpu_level *wanted, const struct gpu_level *last)
{
	for (u32 i = 0; i < state->count; i++) {
		const struct evergreen_atom_level *level = &state->levels[i];
		const struct gpu_level *its = i < 2 ? wanted : last;

		if (level->engine != 10 * its->engine || level->memory != 10 * its->memory ||
		    level->vddc != its->vddc || level->vddci != its->vddci)
			return false;
	}
	return state->classes == classes && state->count == 3;
}

static void power_states(const struct gpu_chip *chip)
{
	static struct evergreen_atom_powerplay powerplay;
	struct gpu_level best = chip->performance;
	u8 rom[ROM_SIZE];

	if (chip->vddc_by_number)
		best.vddc = 0xff01;
	if (chip->vddci_by_number)
		best.vddci = 0xff01;

	rom_build(rom, &(struct rom_card){ chip, chip->device_id, 512, true });
	tap_ok(!evergreen_atom_read_powerplay(rom, sizeof(rom), false, &powerplay) &&
	       powerplay.revision == 4 && powerplay.count == (chip->slow.engine ? 3 : 2) &&
	       state_is(&powerplay.states[0], ATOM_STATE_BOOT,
			chip->full_boot_state ? &best : &chip->boot, &best) &&
	       state_is(&powerplay.states[1], ATOM_STATE_PERFORMANCE, &best, &best) &&
	       (!chip->slow.engine ||
		state_is(&powerplay.states[2], ATOM_STATE_BATTERY, &chip->slow, &chip->slow)),
	       "%s: power states", chip->name);
}

int main(void)
{
	const struct gpu_chip *chip;

	for (size_t i = 0; (chip = gpu_chip_nth(i)); i++) {
		posts(chip);
		if (chip->igp)
			continue;
		changes(chip);
		power_states(chip);
	}
	orders();
	dead_plls();
	damage();
	return tap_done();
}

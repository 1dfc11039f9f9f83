// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: PLLs, voltages, power-on
 *
 * The clocks of a card follow from the registers of two PLLs. Whoever writes these, as a rule
 * a command table of the VBIOS, has to wait until the PLL has locked, which a status register
 * tells; from then on the clock is another. Two voltages follow from pins, which tell the
 * board's regulators how far to go above the lowest.
 *
 * Violations:
 * - a voltage below that of the slowest level which has the clock of the engine or of memory;
 * - a memory clock above that of ASIC_Init while its sequencer does not run;
 * - a change of the memory clock while a display reads memory;
 * - an access of memory before its PLL has locked.
 *
 * What a PLL does with dividers that give no clock is not modelled, and neither is what the
 * arbiter of memory wants.
 *
 * A card that is not posted (--unposted) has no clocks, no voltage, and memory of which the
 * size is not known, that reads as ones and takes nothing. It is there when the size is
 * written, for which memory must have its clock and type. Stores through a mapped BAR0 cannot
 * be seen; they show when memory is then found to be anything but ones.
 *
 * APUs have their PLLs elsewhere, and memory is the machine's.
 *
 * Sources: offsets and fields, the kernel's radeon driver, also for which register has SMIO
 * pins as software has chosen. What the memory's PLL puts out, that MC_SEQ_STATUS_M tells of
 * it, and how the pins are wired are guesses.
 */
#include <string.h>

#include "array.h"
#include "gpu.h"
#include "rom.h"

#define SPLL_FUNC_CNTL		0x0600
#define   SPLL_OFF			0xbu	/* reset, sleep, bypass */
#define SPLL_FUNC_CNTL_2	0x0604
#define   SCLK_MUX			0x1ffu
#define   SCLK_MUX_SPLL			2u
#define SPLL_FUNC_CNTL_3	0x0608
#define SPLL_STATUS		0x060c
#define   SPLL_CHG_STATUS		0x2u
#define MPLL_CNTL_MODE		0x061c
#define MPLL_AD_FUNC_CNTL	0x0624
#define   MPLL_PDNB			(1u << 31)
#define MPLL_DQ_FUNC_CNTL	0x062c
#define GENERAL_PWRMGT		0x063c
#define   VOLT_PWRMGT_EN		(1u << 10)
#define S1_VID_LOWER_SMIO	0x067c
#define BIOS_7_SCRATCH		0x1740
#define   ASIC_INIT_COMPLETE		0x200u
#define ARB_DRAM_TIMING		0x2774
#define ARB_DRAM_TIMING2	0x2778
#define ARB_RFSH_RATE		0x27b0
#define SEQ_SUP_CNTL		0x28c8
#define   SEQ_RUN			0x1u
#define SEQ_STATUS_M		0x29f4
#define   PMG_PWRSTATE			(1u << 16)
#define SEQ_MISC0		0x2a00
#define   MEMORY_GDDR5			0x500026a9u

#define POST_DIV		4u
#define FRACTION		16384u
#define MPLL_FRACTION		32u
#define LOCK_NS			20000
#define ALL			0xffffffffu
#define MIB			(1ull << 20)
#define PATTERN			0xdeadca7eu

struct pll {
	uint32_t clock;			/* 10 kHz; 0: it does not run */
	uint64_t change;		/* the last one asked for */
	uint64_t due;			/* when it has locked; 0: it has */
};

struct clocks {
	struct pll engine, memory;
	uint32_t mpll;			/* what its register was when it was written last */
	bool posted;
};

static struct clocks *clocks_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_CLOCKS);
}

static const struct gpu_chip *chip_of(struct gpu *gpu)
{
	return gpu_config(gpu)->chip;
}

uint32_t gpu_engine_clock(struct gpu *gpu)
{
	return clocks_of(gpu)->engine.clock;
}

uint32_t gpu_memory_clock(struct gpu *gpu)
{
	return clocks_of(gpu)->memory.clock;
}

/**
 * gpu_memory_unfit() - why must nobody access memory?
 * @gpu: the card
 *
 * Return: what memory is like, to go behind "memory", or NULL if it may be accessed.
 */
const char *gpu_memory_unfit(struct gpu *gpu)
{
	const struct clocks *clocks = clocks_of(gpu);
	const struct pll *pll = &clocks->memory;

	if (!clocks->posted)
		return "is not set up";
	if (chip_of(gpu)->igp || (pll->clock && gpu_now(gpu) >= pll->due))
		return NULL;
	return "has no clock now";
}

/* ---- voltages ---- */

/* The pins of the SMIO register that software has chosen; of the first one nothing is known. */
static uint32_t pins(struct gpu *gpu)
{
	uint32_t general = gpu_reg_get(gpu, GENERAL_PWRMGT), index = general >> 6 & 3;

	return general & VOLT_PWRMGT_EN && index ?
	       gpu_reg_get(gpu, S1_VID_LOWER_SMIO + 4 * (index - 1)) : 0;
}

/* The slowest level that the VBIOS names for at least those clocks, and the full one for any above. */
static const struct gpu_level *level_of(const struct gpu_chip *chip, uint32_t engine, uint32_t memory)
{
	const struct gpu_level *const levels[] = { &chip->slow, &chip->boot, &chip->performance };
	size_t i = 0;

	while (i < 2 && (levels[i]->engine < engine || levels[i]->memory < memory))
		i++;
	return levels[i];
}

static void check_voltages(struct gpu *gpu)
{
	uint32_t engine = clocks_of(gpu)->engine.clock, memory = clocks_of(gpu)->memory.clock;
	uint32_t vddc = ROM_LOWEST_MV + ROM_STEP_MV * (pins(gpu) & ROM_VID_MASK);
	uint32_t vddci = ROM_LOWEST_MV + ROM_STEP_MV * (pins(gpu) >> ROM_VDDCI_SHIFT & ROM_VID_MASK);

	if (engine && vddc < level_of(chip_of(gpu), engine, 0)->vddc)
		gpu_violation(gpu, "the engine runs at %u MHz with %u mV", engine / 100, vddc);
	if (memory && vddci < level_of(chip_of(gpu), 0, memory)->vddci)
		gpu_violation(gpu, "memory runs at %u MHz with %u mV", memory / 100, vddci);
}

/* Nothing lets go of the pins before somebody has told them anything. */
static void write_voltage(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	(void)value;
	if (!chip_of(gpu)->igp && pins(gpu))
		check_voltages(gpu);
}

/* ---- PLLs ---- */

/* Rounded up: the feedback divider of a wanted clock is rounded down. */
static uint32_t spll_clock(struct gpu *gpu)
{
	uint32_t cntl = gpu_reg_get(gpu, SPLL_FUNC_CNTL);
	uint64_t feedback = gpu_reg_get(gpu, SPLL_FUNC_CNTL_3) & 0x3ffffff;
	uint64_t divider = ((cntl >> 4 & 0x3f) + 1) * (uint64_t)(cntl >> 20 & 0x7f) * FRACTION;

	if (cntl & SPLL_OFF || !divider ||
	    (gpu_reg_get(gpu, SPLL_FUNC_CNTL_2) & SCLK_MUX) != SCLK_MUX_SPLL)
		return 0;
	return (uint32_t)((feedback * chip_of(gpu)->reference_clock + divider - 1) / divider);
}

static uint32_t mpll_clock(struct gpu *gpu)
{
	uint32_t cntl = gpu_reg_get(gpu, MPLL_AD_FUNC_CNTL);
	uint32_t feedback = (cntl & 0x7f) * MPLL_FRACTION + (cntl >> 12 & 0x1f);

	return cntl & MPLL_PDNB ? feedback * chip_of(gpu)->reference_clock / MPLL_FRACTION : 0;
}

static void ask(struct gpu *gpu, struct pll *pll, void (*locked)(struct gpu *gpu, uint64_t change))
{
	pll->due = gpu_now(gpu) + LOCK_NS;
	gpu_after(gpu, LOCK_NS, locked, ++pll->change);
}

/* Does it lock at @clock, after that change? Not if there was another since. */
static bool locks(struct gpu *gpu, struct pll *pll, uint64_t change, uint32_t clock,
		  const char *which)
{
	if (change != pll->change)
		return false;
	pll->due = 0;
	/* Software writes several registers, of which the first may change nothing. */
	if (clock != pll->clock && gpu_fault_hit_at(gpu, "pll-dead", which))
		clock = 0;
	pll->clock = clock;
	return clock;
}

static void engine_locked(struct gpu *gpu, uint64_t change)
{
	struct clocks *clocks = clocks_of(gpu);

	if (!locks(gpu, &clocks->engine, change, spll_clock(gpu), "engine"))
		return;
	gpu_reg_set(gpu, SPLL_STATUS, gpu_reg_get(gpu, SPLL_STATUS) | SPLL_CHG_STATUS);
	gpu_trace(gpu, "clock engine %u MHz", clocks->engine.clock / 100);
	check_voltages(gpu);
	if (clocks->engine.clock > chip_of(gpu)->boot.engine)
		gpu_display_hurried(gpu);
}

static void write_spll(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct clocks *clocks = clocks_of(gpu);

	(void)reg;
	(void)value;
	if (chip_of(gpu)->igp)
		return;
	gpu_reg_set(gpu, SPLL_STATUS, gpu_reg_get(gpu, SPLL_STATUS) & ~SPLL_CHG_STATUS);
	ask(gpu, &clocks->engine, engine_locked);
}

static void memory_locked(struct gpu *gpu, uint64_t change)
{
	const struct gpu_chip *chip = chip_of(gpu);
	struct clocks *clocks = clocks_of(gpu);

	if (!locks(gpu, &clocks->memory, change, mpll_clock(gpu), "memory"))
		return;
	gpu_reg_set(gpu, SEQ_STATUS_M, gpu_reg_get(gpu, SEQ_STATUS_M) | PMG_PWRSTATE);
	gpu_trace(gpu, "clock memory %u MHz", clocks->memory.clock / 100);
	check_voltages(gpu);
	if (chip->mc_ucode && clocks->memory.clock > chip->boot.memory &&
	    !(gpu_reg_get(gpu, SEQ_SUP_CNTL) & SEQ_RUN))
		gpu_violation(gpu, "memory runs at %u MHz and its sequencer does not",
			      clocks->memory.clock / 100);
}

static void write_mpll(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct clocks *clocks = clocks_of(gpu);

	(void)reg;
	if (chip_of(gpu)->igp || value == clocks->mpll)
		return;
	clocks->mpll = value;
	if (gpu_display_reads(gpu))
		gpu_violation(gpu, "the clock of memory changes while a display reads it");
	gpu_guess(gpu, "what the memory's PLL puts out");
	gpu_reg_set(gpu, SEQ_STATUS_M, gpu_reg_get(gpu, SEQ_STATUS_M) & ~PMG_PWRSTATE);
	ask(gpu, &clocks->memory, memory_locked);
}

/* ---- power-on ---- */

/* What is likely to be used, beginning and end, as all of it would cost a gigabyte of the machine's memory. */
struct likely {
	uint64_t first, last;		/* words; the second not included */
};

static void find_likely(const struct gpu_config *config, struct likely part[2])
{
	uint64_t words = config->vram_size / 4, beginning = 16 * MIB / 4, end = MIB / 4;

	part[0] = (struct likely){ 0, words < beginning ? words : beginning };
	part[1] = (struct likely){ words > beginning + end ? words - end : part[0].last, words };
}

/* What memory holds at power-on is anything but zero. */
void gpu_memory_fill(struct gpu *gpu)
{
	const struct gpu_config *config = gpu_config(gpu);
	bool posted = clocks_of(gpu)->posted;
	uint32_t *words = config->vram;
	struct likely part[2];

	find_likely(config, part);
	for (unsigned int p = 0; p < 2; p++)
		for (uint64_t i = part[p].first; i < part[p].last; i++)
			words[i] = posted ? PATTERN ^ (uint32_t)i * 2654435761u : ALL;
}

static bool all_ones(const struct gpu_config *config)
{
	const uint32_t *words = config->vram;
	struct likely part[2];

	find_likely(config, part);
	for (unsigned int p = 0; p < 2; p++)
		for (uint64_t i = part[p].first; i < part[p].last; i++)
			if (words[i] != ALL)
				return false;
	return true;
}

void gpu_memory_sized(struct gpu *gpu)
{
	struct clocks *clocks = clocks_of(gpu);

	if (clocks->posted)
		return;
	if (!chip_of(gpu)->igp && (!clocks->memory.clock || !clocks->engine.clock ||
				   gpu_reg_get(gpu, SEQ_MISC0) != MEMORY_GDDR5))
		gpu_violation(gpu, "memory has a size, and no clock or no type");
	if (!all_ones(gpu_config(gpu)))
		gpu_violation(gpu, "somebody has written to memory that was not there yet");
	clocks->posted = true;
	gpu_display_posted(gpu);
	gpu_memory_fill(gpu);
	gpu_trace(gpu, "post  memory is there");
}

static const struct gpu_reg clock_regs[] = {
	{ SPLL_FUNC_CNTL, "CG_SPLL_FUNC_CNTL", 0, ALL, SRC_KERNEL, .write = write_spll },
	{ SPLL_FUNC_CNTL_2, "CG_SPLL_FUNC_CNTL_2", 0, ALL, SRC_KERNEL, .write = write_spll },
	{ SPLL_FUNC_CNTL_3, "CG_SPLL_FUNC_CNTL_3", 0, ALL, SRC_KERNEL, .write = write_spll },
	{ SPLL_STATUS, "CG_SPLL_STATUS", 0, ~SPLL_CHG_STATUS, SRC_KERNEL },
	{ MPLL_CNTL_MODE, "MPLL_CNTL_MODE", 0, ALL, SRC_KERNEL },
	{ MPLL_AD_FUNC_CNTL, "MPLL_AD_FUNC_CNTL", 0, ALL, SRC_KERNEL, .write = write_mpll },
	{ 0x0628, "MPLL_AD_FUNC_CNTL_2", 0, ALL, SRC_KERNEL },
	{ MPLL_DQ_FUNC_CNTL, "MPLL_DQ_FUNC_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0630, "MPLL_DQ_FUNC_CNTL_2", 0, ALL, SRC_KERNEL },
	{ GENERAL_PWRMGT, "GENERAL_PWRMGT", 0, ALL, SRC_KERNEL, .write = write_voltage },
	{ S1_VID_LOWER_SMIO, "Sn_VID_LOWER_SMIO_CNTL", 0, ALL, SRC_KERNEL, .write = write_voltage,
	  .count = 3 },
	{ SEQ_STATUS_M, "MC_SEQ_STATUS_M", 0, ~PMG_PWRSTATE, SRC_GUESS },
};

static void clocks_init(struct gpu *gpu, void *state)
{
	(void)state;
	gpu_regs_add(gpu, clock_regs, ARRAY_SIZE(clock_regs));
}

/* As the VBIOS leaves them: what its tables write. */
static void set_registers(struct gpu *gpu)
{
	const struct gpu_config *config = gpu_config(gpu);
	const struct gpu_level *boot = &config->chip->boot;
	uint32_t reference = config->chip->reference_clock;
	uint32_t engine = config->engine_mhz ? (uint32_t)config->engine_mhz * 100u : boot->engine;
	uint32_t mpll = boot->memory / reference |
			boot->memory % reference * MPLL_FRACTION / reference << 12;

	gpu_reg_set(gpu, SPLL_FUNC_CNTL, POST_DIV << 20);
	gpu_reg_set(gpu, SPLL_FUNC_CNTL_2, SCLK_MUX_SPLL);
	gpu_reg_set(gpu, SPLL_FUNC_CNTL_3,
		    (uint32_t)((uint64_t)engine * POST_DIV * FRACTION / reference) & 0x3ffffff);
	gpu_reg_set(gpu, SPLL_STATUS, SPLL_CHG_STATUS);
	gpu_reg_set(gpu, MPLL_CNTL_MODE, 0x1910);
	gpu_reg_set(gpu, MPLL_AD_FUNC_CNTL, MPLL_PDNB | mpll);
	gpu_reg_set(gpu, MPLL_DQ_FUNC_CNTL, MPLL_PDNB | mpll);
	gpu_reg_set(gpu, SEQ_STATUS_M, PMG_PWRSTATE);
	gpu_reg_set(gpu, SEQ_MISC0, MEMORY_GDDR5);
	gpu_reg_set(gpu, GENERAL_PWRMGT, VOLT_PWRMGT_EN | 1u << 6);
	gpu_reg_set(gpu, S1_VID_LOWER_SMIO, (boot->vddc - ROM_LOWEST_MV) / ROM_STEP_MV |
		    (boot->vddci - ROM_LOWEST_MV) / ROM_STEP_MV << ROM_VDDCI_SHIFT);
	gpu_reg_set(gpu, ARB_DRAM_TIMING, 16 * mpll_clock(gpu) / boot->engine);
	gpu_reg_set(gpu, ARB_DRAM_TIMING2, 16 * mpll_clock(gpu) % boot->engine);
	gpu_reg_set(gpu, ARB_RFSH_RATE, boot->engine / 1560);
}

static void clocks_reset(struct gpu *gpu, void *state)
{
	struct clocks *clocks = state;

	*clocks = (struct clocks){ .posted = gpu_config(gpu)->posted };
	if (!clocks->posted) {
		gpu_memory_fill(gpu);
		return;
	}
	gpu_reg_set(gpu, BIOS_7_SCRATCH, ASIC_INIT_COMPLETE);
	if (gpu_config(gpu)->chip->igp)
		return;
	set_registers(gpu);
	clocks->engine.clock = spll_clock(gpu);
	clocks->memory.clock = mpll_clock(gpu);
	clocks->mpll = gpu_reg_get(gpu, MPLL_AD_FUNC_CNTL);
}

const struct gpu_block gpu_block_clocks = {
	.name = "clocks",
	.state_size = sizeof(struct clocks),
	.init = clocks_init,
	.reset = clocks_reset,
};

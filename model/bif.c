// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: bus interface
 *
 * What the host needs to reach the rest: the index/data pair through which
 * registers beyond BAR2 and VRAM (bit 31 of the index) are accessed, also from
 * the I/O BAR; the size of VRAM; the scratch registers that the VBIOS and the
 * driver talk through.
 *
 * Who lets the card master the bus must have switched off what was on when it was not:
 * somebody else has left that running, and nobody knows at whose memory. The kernel's
 * radeon never looks, which no gate of its sees, as it is given a card at rest.
 */
#include "array.h"
#include "cp.h"

#define MM_INDEX		0x0000
#define MM_DATA			0x0004
#define MM_INDEX_HI		0x0018	/* VRAM address >> 31 */
#define INDEX_VRAM		(1u << 31)
#define CONFIG_MEMSIZE		0x5428
#define BIF_FB_EN		0x5490

static uint64_t vram_offset(struct gpu *gpu)
{
	return (uint64_t)gpu_reg_get(gpu, MM_INDEX_HI) << 31 |
	       (gpu_reg_get(gpu, MM_INDEX) & ~INDEX_VRAM);
}

static uint32_t read_mm_data(struct gpu *gpu, const struct gpu_reg *reg)
{
	uint32_t index = gpu_reg_get(gpu, MM_INDEX), value = 0;

	(void)reg;
	if (index & INDEX_VRAM) {
		gpu_bar0_read(gpu, vram_offset(gpu), &value, sizeof(value));
		return value;
	}
	if (index == MM_INDEX || index == MM_DATA)
		return 0;
	return gpu_reg_read(gpu, index);
}

static void write_mm_data(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint32_t index = gpu_reg_get(gpu, MM_INDEX);

	(void)reg;
	if (index & INDEX_VRAM)
		gpu_bar0_write(gpu, vram_offset(gpu), &value, sizeof(value));
	else if (index != MM_INDEX && index != MM_DATA)
		gpu_reg_write(gpu, index, value);
}

/* All but the CP and the video decoder have a bit 0 that has them run. */
static const struct {
	const char *name;
	uint32_t reg;
	bool cayman;
} switches[SWITCH_COUNT] = {
	[SWITCH_RLC] = { "the RLC", 0x3f00 },
	[SWITCH_IH] = { "the interrupt handler", 0x3e00 },
	[SWITCH_DMA0] = { "DMA engine 0", 0xd000 },
	[SWITCH_DMA1] = { "DMA engine 1", 0xd800, true },
	[SWITCH_CP] = { "the CP", 0 },
	[SWITCH_UVD] = { "the video decoder", 0 },
};

struct bif {
	bool left[SWITCH_COUNT];	/* on since before the card was taken off the bus */
};

static struct bif *bif_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_BIF);
}

/**
 * gpu_switched_on() - does the host let an engine run?
 * @gpu: the card
 * @which: the engine
 */
bool gpu_switched_on(struct gpu *gpu, enum gpu_switch which)
{
	if (which == SWITCH_CP)
		return cp_ready(cp_of(gpu));
	if (which == SWITCH_UVD)
		return gpu_uvd_runs(gpu);
	return (!switches[which].cayman || gpu_config(gpu)->chip->cayman) &&
	       gpu_reg_get(gpu, switches[which].reg) & 1;
}

/**
 * gpu_switched_off() - the host has switched an engine off
 * @gpu: the card
 * @which: the engine; who switches it on from now on is its master
 */
void gpu_switched_off(struct gpu *gpu, enum gpu_switch which)
{
	bif_of(gpu)->left[which] = false;
}

static void check_rest(struct gpu *gpu)
{
	static const enum gpu_unit units[] = { UNIT_CP, UNIT_SHADERS, UNIT_DMA0, UNIT_DMA1 };

	for (unsigned int i = 0; i < SWITCH_COUNT; i++)
		if (bif_of(gpu)->left[i])
			gpu_violation(gpu, "bus mastering is switched on, somebody has left %s on",
				      switches[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (gpu_busy(gpu, units[i]))
			gpu_violation(gpu, "bus mastering is switched on while an engine is busy");
}

/**
 * gpu_bus_mastered() - the host has let the card on the bus, or taken it off
 * @gpu: the card
 * @on: which of them
 */
void gpu_bus_mastered(struct gpu *gpu, bool on)
{
	if (on)
		check_rest(gpu);
	for (unsigned int i = 0; i < SWITCH_COUNT; i++)
		bif_of(gpu)->left[i] = !on && gpu_switched_on(gpu, i);
}

static uint32_t memsize(const struct gpu_config *config)
{
	return (uint32_t)(config->chip->memsize_in_bytes ? config->vram_size :
							   config->vram_size >> 20);
}

/* What the VBIOS has found out about memory; it is for nobody else to say. */
static void write_memsize(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	if (value != memsize(gpu_config(gpu))) {
		gpu_violation(gpu, "%s = %u, memory has %u", reg->name, value,
			      memsize(gpu_config(gpu)));
		return;
	}
	gpu_reg_set(gpu, CONFIG_MEMSIZE, value);
	gpu_memory_sized(gpu);
}

#define ALL 0xffffffffu

static const struct gpu_reg bif_regs[] = {
	{ MM_INDEX, "MM_INDEX", 0, ALL, SRC_KERNEL },
	{ MM_DATA, "MM_DATA", 0, 0, SRC_KERNEL, read_mm_data, write_mm_data, .ignored = ALL },
	{ MM_INDEX_HI, "MM_INDEX_HI", 0, ALL, SRC_KERNEL },
	{ 0x1724, "BIOS_n_SCRATCH", 0, ALL, SRC_KERNEL, .count = 8 },
	{ 0x5420, "BUS_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x5424, "CONFIG_CNTL", 0, ALL, SRC_KERNEL },
	{ CONFIG_MEMSIZE, "CONFIG_MEMSIZE", 0, 0, SRC_KERNEL, .write = write_memsize,
	  .ignored = ALL },
	{ 0x5430, "CONFIG_APER_SIZE", 0, 0, SRC_KERNEL },
	{ BIF_FB_EN, "BIF_FB_EN", 0, 3, SRC_KERNEL },
};

static void bif_init(struct gpu *gpu, void *state)
{
	(void)state;
	gpu_regs_add(gpu, bif_regs, ARRAY_SIZE(bif_regs));
}

static void bif_reset(struct gpu *gpu, void *state)
{
	const struct gpu_config *config = gpu_config(gpu);

	*(struct bif *)state = (struct bif){ 0 };
	gpu_reg_set(gpu, 0x5430, (uint32_t)config->visible_size);
	if (!config->posted)
		return;
	gpu_reg_set(gpu, CONFIG_MEMSIZE, memsize(config));
	gpu_reg_set(gpu, BIF_FB_EN, 3);
}

const struct gpu_block gpu_block_bif = {
	.name = "bif",
	.state_size = sizeof(struct bif),
	.init = bif_init,
	.reset = bif_reset,
};

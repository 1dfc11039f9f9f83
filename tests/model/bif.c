// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: bus interface
 *
 * What the host needs to reach the rest: the index/data pair through which
 * registers beyond BAR2 and VRAM (bit 31 of the index) are accessed, also from
 * the I/O BAR; the size of VRAM; the scratch registers that the VBIOS and the
 * driver talk through; PCIe port registers behind an index pair of their own.
 */
#include "gpu.h"

#define MM_INDEX		0x0000
#define MM_DATA			0x0004
#define INDEX_VRAM		(1u << 31)
#define CONFIG_MEMSIZE		0x5428
#define PCIE_PORT_INDEX		0x0038
#define PCIE_PORT_DATA		0x003c
#define BIF_FB_EN		0x5490

#define N_PORT_REGS		256u

struct bif {
	uint32_t port[N_PORT_REGS];
};

static uint32_t read_mm_data(struct gpu *gpu, const struct gpu_reg *reg)
{
	uint32_t index = gpu_reg_get(gpu, MM_INDEX), value = 0;

	(void)reg;
	if (index & INDEX_VRAM) {
		gpu_bar0_read(gpu, index & ~INDEX_VRAM, &value, sizeof(value));
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
		gpu_bar0_write(gpu, index & ~INDEX_VRAM, &value, sizeof(value));
	else if (index != MM_INDEX && index != MM_DATA)
		gpu_reg_write(gpu, index, value);
}

static struct bif *bif_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, &gpu_block_bif);
}

/* Which port registers exist is not public; radeon touches the link controls. */
static uint32_t read_port_data(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return bif_of(gpu)->port[gpu_reg_get(gpu, PCIE_PORT_INDEX) % N_PORT_REGS];
}

static void write_port_data(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	bif_of(gpu)->port[gpu_reg_get(gpu, PCIE_PORT_INDEX) % N_PORT_REGS] = value;
}

#define ALL 0xffffffffu

static const struct gpu_reg bif_regs[] = {
	{ MM_INDEX, "MM_INDEX", 0, ALL, SRC_KERNEL },
	{ MM_DATA, "MM_DATA", 0, 0, SRC_KERNEL, read_mm_data, write_mm_data, .ignored = ALL },
	{ PCIE_PORT_INDEX, "PCIE_PORT_INDEX", 0, ALL, SRC_KERNEL },
	{ PCIE_PORT_DATA, "PCIE_PORT_DATA", 0, 0, SRC_KERNEL, read_port_data, write_port_data,
	  .ignored = ALL },
	{ 0x1724, "BIOS_n_SCRATCH", 0, ALL, SRC_KERNEL, .count = 8 },
	{ 0x5420, "BUS_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x5424, "CONFIG_CNTL", 0, ALL, SRC_KERNEL },
	{ CONFIG_MEMSIZE, "CONFIG_MEMSIZE", 0, 0, SRC_KERNEL },
	{ 0x5430, "CONFIG_APER_SIZE", 0, 0, SRC_KERNEL },
	{ BIF_FB_EN, "BIF_FB_EN", 0, 3, SRC_KERNEL },
};

static void bif_init(struct gpu *gpu, void *state)
{
	(void)state;
	gpu_regs_add(gpu, bif_regs, sizeof(bif_regs) / sizeof(bif_regs[0]));
}

static void bif_reset(struct gpu *gpu, void *state)
{
	const struct gpu_config *config = gpu_config(gpu);
	struct bif *bif = state;

	*bif = (struct bif){ 0 };
	if (!config->posted)
		return;
	gpu_reg_set(gpu, CONFIG_MEMSIZE, config->chip->memsize_in_bytes ?
		    (uint32_t)config->vram_size : (uint32_t)(config->vram_size >> 20));
	gpu_reg_set(gpu, 0x5430, (uint32_t)config->visible_size);
	gpu_reg_set(gpu, BIF_FB_EN, 3);
}

const struct gpu_block gpu_block_bif = {
	.name = "bif",
	.state_size = sizeof(struct bif),
	.init = bif_init,
	.reset = bif_reset,
};

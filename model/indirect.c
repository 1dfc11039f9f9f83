// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: register spaces behind index and data
 *
 * PCIe port, PCIe PHYs, ring control unit (fuses), clock generator and SMC of
 * APUs have registers that are reached by writing an index first. Their maps
 * are not public: each space is plain storage that reads 0 until written.
 * Fuses that read 0 mean that nothing is fused off. The SMC of Aruba keeps the
 * temperature of the die there, see power.c.
 */
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "gpu.h"

#define SPACE 4096u

#define SMC_DATA		0x0204
#define SMC_GNB_TEMPERATURE	0x1f390

static const struct {
	uint32_t index, data;
	const char *index_name, *data_name;
} pairs[] = {
	{ 0x0008, 0x000c, "PIF_PHY0_INDEX", "PIF_PHY0_DATA" },
	{ 0x0010, 0x0014, "PIF_PHY1_INDEX", "PIF_PHY1_DATA" },
	{ 0x0038, 0x003c, "PCIE_PORT_INDEX", "PCIE_PORT_DATA" },
	{ 0x0100, 0x0104, "RCU_INDEX", "RCU_DATA" },
	{ 0x0200, SMC_DATA, "SMC_IND_INDEX_0", "SMC_IND_DATA_0" },
	{ 0x08f8, 0x08fc, "CG_IND_ADDR", "CG_IND_DATA" },
};

#define N_PAIRS (ARRAY_SIZE(pairs))

struct indirect {
	struct gpu_reg regs[2 * N_PAIRS];
	uint32_t space[N_PAIRS][SPACE];
};

static size_t pair_of(uint32_t data)
{
	size_t i = 0;

	while (pairs[i].data != data)
		i++;
	return i;
}

static uint32_t *slot(struct gpu *gpu, uint32_t data)
{
	struct indirect *indirect = gpu_block_state(gpu, BLOCK_INDIRECT);
	size_t i = pair_of(data);

	return &indirect->space[i][gpu_reg_get(gpu, pairs[i].index) % SPACE];
}

static uint32_t read_data(struct gpu *gpu, const struct gpu_reg *reg)
{
	return *slot(gpu, reg->offset);
}

static void write_data(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	*slot(gpu, reg->offset) = value;
}

static void indirect_init(struct gpu *gpu, void *state)
{
	struct indirect *indirect = state;

	for (size_t i = 0; i < N_PAIRS; i++) {
		indirect->regs[2 * i] = (struct gpu_reg){
			.offset = pairs[i].index, .name = pairs[i].index_name,
			.writable = UINT32_MAX, .source = SRC_KERNEL,
		};
		indirect->regs[2 * i + 1] = (struct gpu_reg){
			.offset = pairs[i].data, .name = pairs[i].data_name,
			.ignored = UINT32_MAX, .source = SRC_KERNEL,
			.read = read_data, .write = write_data,
		};
	}
	gpu_regs_add(gpu, indirect->regs, 2 * N_PAIRS);
}

static void indirect_reset(struct gpu *gpu, void *state)
{
	struct indirect *indirect = state;

	memset(indirect->space, 0, sizeof(indirect->space));
	indirect->space[pair_of(SMC_DATA)][SMC_GNB_TEMPERATURE % SPACE] = gpu_smc_temperature(gpu);
}

const struct gpu_block gpu_block_indirect = {
	.name = "indirect",
	.state_size = sizeof(struct indirect),
	.init = indirect_init,
	.reset = indirect_reset,
};

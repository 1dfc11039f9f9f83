// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: run-list controller, memory sequencer, GPU clock
 *
 * The RLC runs only with a complete microcode image: each dword is written by
 * its index while the RLC is stopped. The memory sequencer of boards with GDDR5
 * is loaded dword after dword, and reports that training is over a while after
 * it was started. While a display reads memory there is nothing to train with: that is a
 * violation, and does not end. What the images contain does not matter to the model.
 *
 * The GPU clock counts at the reference clock that the synthetic VBIOS names; a
 * capture freezes both halves.
 */
#include <string.h>

#include "array.h"
#include "gpu.h"

#define RLC_CNTL		0x3f00
#define RLC_UCODE_ADDR		0x3f2c
#define RLC_UCODE_DATA		0x3f30
#define CLOCK_LSB		0x3f38
#define CLOCK_MSB		0x3f3c
#define RLC_ENABLE		0x1u

#define MC_SEQ_SUP_CNTL		0x28c8
#define MC_SEQ_SUP_PGM		0x28cc
#define MC_IO_PAD_CNTL_D0	0x29d0
#define MEM_FALL_OUT_CMD	(1u << 8)
#define SUP_RUN			0x1u
#define SUP_WRITABLE		0x10u
#define TRAINING_NS		50000

#define MAX_RLC			2048u

struct rlc {
	uint8_t loaded[MAX_RLC];
	uint32_t mc_loaded;
	bool mc_writable;
};

static struct rlc *rlc_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_RLC);
}

static void write_ucode_data(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint32_t index = gpu_reg_get(gpu, RLC_UCODE_ADDR);

	(void)value;
	if (gpu_reg_get(gpu, RLC_CNTL) & RLC_ENABLE)
		gpu_violation(gpu, "%s is written while the RLC runs", reg->name);
	if (index >= gpu_config(gpu)->chip->rlc_dw)
		gpu_violation(gpu, "RLC microcode has %u dwords, index %u is written",
			      gpu_config(gpu)->chip->rlc_dw, index);
	else
		rlc_of(gpu)->loaded[index] = 1;
}

static void write_rlc_cntl(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	const struct rlc *rlc = rlc_of(gpu);
	uint32_t missing = 0;

	(void)reg;
	if (!(value & RLC_ENABLE)) {
		gpu_busy_set(gpu, UNIT_RLC, false);
		gpu_switched_off(gpu, SWITCH_RLC);
		return;
	}
	if (gpu_fault_hit(gpu, "rlc-busy"))
		gpu_busy_set(gpu, UNIT_RLC, true);
	for (uint32_t i = 0; i < gpu_config(gpu)->chip->rlc_dw; i++)
		missing += !rlc->loaded[i];
	if (missing)
		gpu_violation(gpu, "RLC started, %u of %u dwords of its microcode are missing",
			      missing, gpu_config(gpu)->chip->rlc_dw);
}

uint64_t gpu_clock(struct gpu *gpu)
{
	return gpu_now(gpu) * gpu_config(gpu)->chip->reference_clock / 100000;
}

/* While the clock stands still, as "rlc-dead" asks, two captures are equal. */
static void write_capture(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint64_t ticks = gpu_clock(gpu);

	(void)reg;
	if (!(value & 1) || gpu_fault_hit(gpu, "rlc-dead"))
		return;
	gpu_reg_set(gpu, CLOCK_LSB, (uint32_t)ticks);
	gpu_reg_set(gpu, CLOCK_MSB, (uint32_t)(ticks >> 32));
}

static void training_done(struct gpu *gpu, uint64_t arg)
{
	(void)arg;
	gpu_reg_set(gpu, MC_IO_PAD_CNTL_D0,
		    gpu_reg_get(gpu, MC_IO_PAD_CNTL_D0) | MEM_FALL_OUT_CMD);
}

static void write_sup_cntl(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct rlc *rlc = rlc_of(gpu);
	uint32_t want = gpu_config(gpu)->chip->mc_dw;

	(void)reg;
	if (value & SUP_WRITABLE) {
		rlc->mc_writable = true;
		rlc->mc_loaded = 0;
	}
	if (!(value & SUP_RUN))
		return;
	rlc->mc_writable = false;
	if (rlc->mc_loaded != want) {
		gpu_violation(gpu, "memory sequencer started with %u dwords of microcode, has %u",
			      rlc->mc_loaded, want);
		return;
	}
	if (gpu_display_reads(gpu)) {
		gpu_violation(gpu, "memory sequencer started while a display reads memory");
		return;
	}
	if (gpu_fault_hit(gpu, "mc-dead"))
		return;
	gpu_after(gpu, TRAINING_NS, training_done, 0);
}

static void write_sup_pgm(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct rlc *rlc = rlc_of(gpu);

	(void)value;
	if (!rlc->mc_writable)
		gpu_violation(gpu, "%s is written while the sequencer is not writable", reg->name);
	rlc->mc_loaded++;
}

#define ALL 0xffffffffu

static const struct gpu_reg rlc_regs[] = {
	{ RLC_CNTL, "RLC_CNTL", 0, 0x7ff, SRC_KERNEL, .write = write_rlc_cntl },
	{ 0x3f0c, "RLC_HB_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x3f10, "RLC_HB_BASE", 0, ALL, SRC_KERNEL },
	{ 0x3f14, "RLC_HB_WPTR_LSB_ADDR", 0, ALL, SRC_KERNEL },
	{ 0x3f18, "RLC_HB_WPTR_MSB_ADDR", 0, ALL, SRC_KERNEL },
	{ 0x3f1c, "RLC_HB_WPTR", 0, ALL, SRC_KERNEL },
	{ 0x3f20, "RLC_HB_RPTR", 0, ALL, SRC_KERNEL },
	{ RLC_UCODE_ADDR, "RLC_UCODE_ADDR", 0, 0x7ff, SRC_KERNEL },
	{ RLC_UCODE_DATA, "RLC_UCODE_DATA", 0, ALL, SRC_KERNEL, .write = write_ucode_data },
	{ CLOCK_LSB, "RLC_GPU_CLOCK_COUNT_LSB", 0, 0, SRC_KERNEL },
	{ CLOCK_MSB, "RLC_GPU_CLOCK_COUNT_MSB", 0, 0, SRC_KERNEL },
	{ 0x3f40, "RLC_CAPTURE_GPU_CLOCK_COUNT", 0, 1, SRC_KERNEL, .write = write_capture },
	{ 0x3f44, "RLC_MC_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x3f48, "RLC_UCODE_CNTL", 0, ALL, SRC_KERNEL },
};

/* Aruba's load balancer. */
static const struct gpu_reg rlc_regs_trinity[] = {
	{ 0x3fe4, "RLC_LB_INIT_SIMD_MASK", 0, ALL, SRC_KERNEL },
	{ 0x3fe8, "RLC_LB_ALWAYS_ACTIVE_SIMD_MASK", 0, ALL, SRC_KERNEL },
	{ 0x3fec, "RLC_LB_PARAMS", 0, ALL, SRC_KERNEL },
};

static const struct gpu_reg sequencer_regs[] = {
	{ MC_SEQ_SUP_CNTL, "MC_SEQ_SUP_CNTL", 0, 0x1f, SRC_KERNEL, .write = write_sup_cntl },
	{ MC_SEQ_SUP_PGM, "MC_SEQ_SUP_PGM", 0, ALL, SRC_KERNEL, .write = write_sup_pgm },
	{ MC_IO_PAD_CNTL_D0, "MC_IO_PAD_CNTL_D0", 0, 0xfffffeff, SRC_KERNEL },
	{ 0x2a44, "MC_SEQ_IO_DEBUG_INDEX", 0, ALL, SRC_KERNEL },
	{ 0x2a48, "MC_SEQ_IO_DEBUG_DATA", 0, ALL, SRC_KERNEL },
};

#define ADD(table) gpu_regs_add(gpu, table, ARRAY_SIZE(table))

static void rlc_init(struct gpu *gpu, void *state)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;

	(void)state;
	ADD(rlc_regs);
	if (chip->cayman && chip->igp)
		ADD(rlc_regs_trinity);
	if (chip->mc_ucode)
		ADD(sequencer_regs);
}

static void rlc_reset(struct gpu *gpu, void *state)
{
	const struct gpu_config *config = gpu_config(gpu);

	memset(state, 0, sizeof(struct rlc));
	if (config->chip->mc_ucode && config->mc_running) {
		gpu_reg_set(gpu, MC_SEQ_SUP_CNTL, SUP_RUN);
		gpu_reg_set(gpu, MC_IO_PAD_CNTL_D0, MEM_FALL_OUT_CMD);
	}
}

const struct gpu_block gpu_block_rlc = {
	.name = "rlc",
	.state_size = sizeof(struct rlc),
	.init = rlc_init,
	.reset = rlc_reset,
};

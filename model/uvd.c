// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: video decoder
 *
 * As much of UVD as makes stock drivers believe that it is there: the VCPU
 * reports that it runs once it has a clock and is out of reset, the ring executes type 0
 * packets, and the two commands with which a driver fences are obeyed. Nothing
 * is decoded. Source: the kernel's radeon driver.
 *
 * While its bit in SRBM_SOFT_RESET is set, it does nothing, and when that is taken back,
 * the VCPU has no clock. The first is what the kernel takes away before it starts UVD, the
 * second is a guess.
 */
#include <string.h>

#include "array.h"
#include "gpu.h"

#define ALL			0xffffffffu
#define VCPU_CNTL		0xf660
#define SOFT_RESET		0xf680
#define RB_BASE			0xf68c
#define RB_RPTR			0xf690
#define RB_WPTR			0xf694
#define RB_CNTL			0xf6a4
#define STATUS			0xf6bc
#define CONTEXT_ID		0xf6f4
#define LMI_EXT40_ADDR		0xf498
#define GPCOM_CMD		0xef0c
#define GPCOM_DATA0		0xef10
#define GPCOM_DATA1		0xef14
#define SEMA_ADDR_LOW		0xef00
#define SEMA_ADDR_HIGH		0xef04
#define SEMA_CMD		0xef08

#define VCPU_CLOCK		(1u << 9)
#define VCPU_SOFT_RESET		(1u << 3)
#define STATUS_RUNNING		0x2u
#define RB_NO_FETCH		(1u << 16)
#define SEMA_WAIT		0x1u
#define CMD_FENCE		0u
#define CMD_TRAP		2u
#define IV_UVD			124
#define BUDGET			64

struct uvd {
	bool held;		/* in reset, by SRBM_SOFT_RESET */
};

static struct uvd *uvd_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_UVD);
}

/**
 * gpu_uvd_runs() - does the VCPU execute its microcode?
 * @gpu: the card
 */
bool gpu_uvd_runs(struct gpu *gpu)
{
	return !uvd_of(gpu)->held && (gpu_reg_get(gpu, VCPU_CNTL) & VCPU_CLOCK) &&
	       !(gpu_reg_get(gpu, SOFT_RESET) & VCPU_SOFT_RESET);
}

static void stop(struct gpu *gpu)
{
	gpu_reg_set(gpu, VCPU_CNTL, 0);
	gpu_reg_set(gpu, RB_CNTL, RB_NO_FETCH);
	gpu_reg_set(gpu, SOFT_RESET, VCPU_SOFT_RESET);
	gpu_switched_off(gpu, SWITCH_UVD);
}

/**
 * gpu_uvd_soft_reset() - the bit for UVD in SRBM_SOFT_RESET has been written
 * @gpu: the card
 * @held: what it is now
 */
void gpu_uvd_soft_reset(struct gpu *gpu, bool held)
{
	if (held)
		stop(gpu);
	uvd_of(gpu)->held = held;
}

static uint32_t read_status(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return gpu_uvd_runs(gpu) ? STATUS_RUNNING : 0;
}

/* The clock or the reset of the VCPU; a block in reset does not take them. */
static void write_switch(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	(void)value;
	if (uvd_of(gpu)->held)
		stop(gpu);
	else if (!gpu_uvd_runs(gpu))
		gpu_switched_off(gpu, SWITCH_UVD);
}

static void write_command(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint64_t addr = (uint64_t)(gpu_reg_get(gpu, GPCOM_DATA1) & 0xff) << 32 |
			gpu_reg_get(gpu, GPCOM_DATA0);
	uint32_t seq = gpu_reg_get(gpu, CONTEXT_ID);

	(void)reg;
	if (value == CMD_FENCE)
		gpu_mc_write(gpu, CLIENT_GFX, 0, addr, &seq, sizeof(seq));
	else if (value == CMD_TRAP)
		gpu_ih_raise(gpu, IV_UVD, 0, 0, 0);
}

static const struct gpu_reg uvd_regs[] = {
	{ 0xef00, "UVD_SEMA_ADDR_LOW", 0, ALL, SRC_KERNEL },
	{ 0xef04, "UVD_SEMA_ADDR_HIGH", 0, ALL, SRC_KERNEL },
	{ SEMA_CMD, "UVD_SEMA_CMD", 0, ALL, SRC_KERNEL },
	{ GPCOM_CMD, "UVD_GPCOM_VCPU_CMD", 0, ALL, SRC_KERNEL, .write = write_command },
	{ GPCOM_DATA0, "UVD_GPCOM_VCPU_DATA0", 0, ALL, SRC_KERNEL },
	{ GPCOM_DATA1, "UVD_GPCOM_VCPU_DATA1", 0, ALL, SRC_KERNEL },
	{ 0xeffc, "UVD_NO_OP", 0, 0, SRC_KERNEL, .ignored = ALL },
	{ 0xf400, "UVD_SEMA_CNTL", 0, ALL, SRC_KERNEL },
	{ 0xf684, "UVD_RBC_IB_BASE", 0, ALL, SRC_KERNEL },
	{ 0xf688, "UVD_RBC_IB_SIZE", 0, ALL, SRC_KERNEL },
	{ 0xf6c0, "UVD_SEMA_TIMEOUT_STATUS", 0, ALL, SRC_KERNEL },
	{ 0xf6c4, "UVD_SEMA_WAIT_INCOMPLETE_TIMEOUT_CNTL", 0, ALL, SRC_KERNEL },
	{ 0xf6c8, "UVD_SEMA_WAIT_FAULT_TIMEOUT_CNTL", 0, ALL, SRC_KERNEL },
	{ 0xf6cc, "UVD_SEMA_SIGNAL_INCOMPLETE_TIMEOUT_CNTL", 0, ALL, SRC_KERNEL },
	{ STATUS, "UVD_STATUS", 0, 0, SRC_KERNEL, read_status },
	{ RB_RPTR, "UVD_RBC_RB_RPTR", 0, ALL, SRC_KERNEL },
	{ RB_WPTR, "UVD_RBC_RB_WPTR", 0, ALL, SRC_KERNEL },
	{ 0xef40, "UVD_UDEC_TILING_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0xef44, "UVD_UDEC_DB_TILING_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0xef48, "UVD_UDEC_DBW_TILING_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0xef4c, "UVD_UDEC_ADDR_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0xef50, "UVD_UDEC_DB_ADDR_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0xef54, "UVD_UDEC_DBW_ADDR_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0xf480, "UVD_RB_ARB_CTRL", 0, ALL, SRC_KERNEL },
	{ 0xf498, "UVD_LMI_EXT40_ADDR", 0, ALL, SRC_KERNEL },
	{ 0xf4a8, "UVD_CGC_GATE", 0, ALL, SRC_KERNEL },
	{ 0xf4d4, "UVD_VCPU_CHIP_ID", 0, ALL, SRC_KERNEL },
	{ 0xf4d8, "UVD_VCPU_CACHE_OFFSET0", 0, ALL, SRC_KERNEL },
	{ 0xf4dc, "UVD_VCPU_CACHE_SIZE0", 0, ALL, SRC_KERNEL },
	{ 0xf4e0, "UVD_VCPU_CACHE_OFFSET1", 0, ALL, SRC_KERNEL },
	{ 0xf4e4, "UVD_VCPU_CACHE_SIZE1", 0, ALL, SRC_KERNEL },
	{ 0xf4e8, "UVD_VCPU_CACHE_OFFSET2", 0, ALL, SRC_KERNEL },
	{ 0xf4ec, "UVD_VCPU_CACHE_SIZE2", 0, ALL, SRC_KERNEL },
	{ 0xf4f4, "UVD_LMI_CTRL2", 0, ALL, SRC_KERNEL },
	{ 0xf500, "UVD_MASTINT_EN", 0, ALL, SRC_KERNEL },
	{ 0xf51c, "UVD_FW_START", 0, ALL, SRC_KERNEL },
	{ 0xf594, "UVD_LMI_ADDR_EXT", 0, ALL, SRC_KERNEL },
	{ 0xf598, "UVD_LMI_CTRL", 0, ALL, SRC_KERNEL },
	{ 0xf5b4, "UVD_LMI_SWAP_CNTL", 0, ALL, SRC_KERNEL },
	{ 0xf5bc, "UVD_MP_SWAP_CNTL", 0, ALL, SRC_KERNEL },
	{ 0xf5e4, "UVD_MPC_SET_MUXA0", 0, ALL, SRC_KERNEL },
	{ 0xf5e8, "UVD_MPC_SET_MUXA1", 0, ALL, SRC_KERNEL },
	{ 0xf5ec, "UVD_MPC_SET_MUXB0", 0, ALL, SRC_KERNEL },
	{ 0xf5f0, "UVD_MPC_SET_MUXB1", 0, ALL, SRC_KERNEL },
	{ 0xf5f4, "UVD_MPC_SET_MUX", 0, ALL, SRC_KERNEL },
	{ 0xf5f8, "UVD_MPC_SET_ALU", 0, ALL, SRC_KERNEL },
	{ 0xf608, "UVD_VCPU_CACHE_OFFSET0", 0, ALL, SRC_KERNEL },
	{ 0xf60c, "UVD_VCPU_CACHE_SIZE0", 0, ALL, SRC_KERNEL },
	{ 0xf610, "UVD_VCPU_CACHE_OFFSET1", 0, ALL, SRC_KERNEL },
	{ 0xf614, "UVD_VCPU_CACHE_SIZE1", 0, ALL, SRC_KERNEL },
	{ 0xf618, "UVD_VCPU_CACHE_OFFSET2", 0, ALL, SRC_KERNEL },
	{ 0xf61c, "UVD_VCPU_CACHE_SIZE2", 0, ALL, SRC_KERNEL },
	{ VCPU_CNTL, "UVD_VCPU_CNTL", 0, ALL, SRC_KERNEL, .write = write_switch },
	{ SOFT_RESET, "UVD_SOFT_RESET", 0, ALL, SRC_KERNEL, .write = write_switch },
	{ 0xf68c, "UVD_RBC_RB_BASE", 0, ALL, SRC_KERNEL },
	{ 0xf698, "UVD_RBC_RB_WPTR_CNTL", 0, ALL, SRC_KERNEL },
	{ 0xf6a4, "UVD_RBC_RB_CNTL", 0, ALL, SRC_KERNEL },
	{ 0xf6f4, "UVD_CONTEXT_ID", 0, ALL, SRC_KERNEL },
};

/* Encoder of Aruba: its firmware is never found valid, so drivers give it up. */
static const struct gpu_reg vce_regs[] = {
	{ 0x20004, "VCE_STATUS", 0, ALL, SRC_KERNEL },
	{ 0x20014, "VCE_VCPU_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x20024, "VCE_VCPU_CACHE_OFFSET0", 0, ALL, SRC_KERNEL },
	{ 0x20028, "VCE_VCPU_CACHE_SIZE0", 0, ALL, SRC_KERNEL },
	{ 0x2002c, "VCE_VCPU_CACHE_OFFSET1", 0, ALL, SRC_KERNEL },
	{ 0x20030, "VCE_VCPU_CACHE_SIZE1", 0, ALL, SRC_KERNEL },
	{ 0x20034, "VCE_VCPU_CACHE_OFFSET2", 0, ALL, SRC_KERNEL },
	{ 0x20038, "VCE_VCPU_CACHE_SIZE2", 0, ALL, SRC_KERNEL },
	{ 0x200dc, "VCE_VCPU_SCRATCH7", 0, ALL, SRC_KERNEL },
	{ 0x20120, "VCE_SOFT_RESET", 0, ALL, SRC_KERNEL },
	{ 0x2015c, "reg_2015c", 0, ALL, SRC_KERNEL },
	{ 0x2016c, "VCE_RB_BASE_LO2", 0, ALL, SRC_KERNEL },
	{ 0x20170, "VCE_RB_BASE_HI2", 0, ALL, SRC_KERNEL },
	{ 0x20174, "VCE_RB_SIZE2", 0, ALL, SRC_KERNEL },
	{ 0x20178, "VCE_RB_RPTR2", 0, ALL, SRC_KERNEL },
	{ 0x2017c, "VCE_RB_WPTR2", 0, ALL, SRC_KERNEL },
	{ 0x20180, "VCE_RB_BASE_LO", 0, ALL, SRC_KERNEL },
	{ 0x20184, "VCE_RB_BASE_HI", 0, ALL, SRC_KERNEL },
	{ 0x20188, "VCE_RB_SIZE", 0, ALL, SRC_KERNEL },
	{ 0x2018c, "VCE_RB_RPTR", 0, ALL, SRC_KERNEL },
	{ 0x20190, "VCE_RB_WPTR", 0, ALL, SRC_KERNEL },
	{ 0x202f8, "VCE_CLOCK_GATING_A", 0, ALL, SRC_KERNEL },
	{ 0x202fc, "VCE_CLOCK_GATING_B", 0, ALL, SRC_KERNEL },
	{ 0x205bc, "VCE_UENC_CLOCK_GATING", 0, ALL, SRC_KERNEL },
	{ 0x205c0, "VCE_UENC_REG_CLOCK_GATING", 0, ALL, SRC_KERNEL },
	{ 0x20e10, "VCE_FW_REG_STATUS", 0, 0, SRC_KERNEL },
	{ 0x20e18, "VCE_LMI_FW_START_KEYSEL", 0, ALL, SRC_KERNEL },
	{ 0x20e20, "VCE_LMI_FW_PERIODIC_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x20e74, "VCE_LMI_CTRL2", 0, ALL, SRC_KERNEL },
	{ 0x20e98, "VCE_LMI_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x20ea0, "VCE_LMI_VM_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x20eb4, "VCE_LMI_SWAP_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x20eb8, "VCE_LMI_SWAP_CNTL1", 0, ALL, SRC_KERNEL },
	{ 0x20ef4, "VCE_LMI_CACHE_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x20ef8, "reg_20ef8", 0, ALL, SRC_KERNEL },
};

static uint32_t ring_dword(struct gpu *gpu, uint32_t index, uint32_t mask)
{
	uint64_t base = gpu_reg_get(gpu, RB_BASE) |
			(uint64_t)(gpu_reg_get(gpu, LMI_EXT40_ADDR) & 0xff) << 32;
	uint32_t value;

	gpu_mc_read(gpu, CLIENT_GFX, 0, base + 4ull * (index & mask), &value, sizeof(value));
	return value;
}

/* A wait that finds no signal stalls the ring at that packet. */
static bool semaphore_passes(struct gpu *gpu, uint32_t command)
{
	uint64_t addr = (uint64_t)gpu_reg_get(gpu, SEMA_ADDR_LOW) << 3 |
			(uint64_t)gpu_reg_get(gpu, SEMA_ADDR_HIGH) << 23;
	uint64_t cell;

	if (!gpu_mc_read(gpu, CLIENT_GFX, 0, addr, &cell, sizeof(cell)))
		return true;
	if ((command & SEMA_WAIT) && !cell)
		return false;
	cell += command & SEMA_WAIT ? UINT64_MAX : 1;
	gpu_mc_write(gpu, CLIENT_GFX, 0, addr, &cell, sizeof(cell));
	return true;
}

/* One register write of the ring; false to stall. */
static bool execute_write(struct gpu *gpu, uint32_t offset, uint32_t value)
{
	if (offset == SEMA_CMD && !semaphore_passes(gpu, value))
		return false;
	gpu_reg_write(gpu, offset, value);
	return true;
}

/* Returns the number of dwords of the packet at @rptr, 0 to stall. */
static uint32_t execute_packet(struct gpu *gpu, uint32_t rptr, uint32_t mask)
{
	uint32_t header = ring_dword(gpu, rptr, mask);
	uint32_t count = (header >> 16 & 0x3fff) + 1;

	if (header >> 30 == 2)
		return 1;
	if (header >> 30) {
		gpu_violation(gpu, "UVD ring: packet 0x%08x is not of type 0 or 2", header);
		return 1;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!execute_write(gpu, 4 * ((header & 0xffff) + i),
				   ring_dword(gpu, rptr + 1 + i, mask)))
			return 0;
	return 1 + count;
}

static enum gpu_progress uvd_run(struct gpu *gpu, void *state)
{
	uint32_t cntl = gpu_reg_get(gpu, RB_CNTL);
	uint32_t mask = (1u << (cntl & 0x1f)) / 4 - 1;
	uint32_t rptr = gpu_reg_get(gpu, RB_RPTR);

	(void)state;
	if (!gpu_uvd_runs(gpu) || (cntl & RB_NO_FETCH) || (cntl & 0x1f) < 4)
		return GPU_IDLE;
	for (unsigned int n = 0; n < BUDGET; n++) {
		uint32_t len;

		if (rptr == (gpu_reg_get(gpu, RB_WPTR) & mask))
			return GPU_IDLE;
		len = execute_packet(gpu, rptr, mask);
		if (!len)
			return GPU_STALLED;
		rptr = (rptr + len) & mask;
		gpu_reg_set(gpu, RB_RPTR, rptr);
	}
	return GPU_MORE;
}

static void uvd_init(struct gpu *gpu, void *state)
{
	gpu_regs_add(gpu, uvd_regs, ARRAY_SIZE(uvd_regs));
	if (gpu_config(gpu)->chip->cayman && gpu_config(gpu)->chip->igp)
		gpu_regs_add(gpu, vce_regs, ARRAY_SIZE(vce_regs));
	gpu_engine_add(gpu, "uvd", uvd_run, state);
}

static void uvd_reset(struct gpu *gpu, void *state)
{
	*(struct uvd *)state = (struct uvd){ 0 };
	stop(gpu);
}

const struct gpu_block gpu_block_uvd = {
	.name = "uvd",
	.state_size = sizeof(struct uvd),
	.init = uvd_init,
	.reset = uvd_reset,
};

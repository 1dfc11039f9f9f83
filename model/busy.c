// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: who is busy, and how to stop it
 *
 * Engines tell when they work; the status registers are composed from that each
 * time they are read. Idle values are those that logs of real boards agree on.
 * The soft-reset registers are level-triggered on hardware: a unit is held in
 * reset while its bit is set. The model resets it when the bit rises, which no
 * driver can tell apart, as they halt the unit first. A CP or a DMA engine that is started or
 * fetches while its bit is still set commits a violation, and runs nevertheless.
 *
 * A reset cures what its bits name and nothing else: the CP of a hung ring, the
 * shader units (SPI and SH together) of a hung draw, one DMA engine, the VM cache.
 * The other bits are accepted: their units do not hang here.
 *
 * Requests to memory that a unit has under way are lost with it, so memory is to be
 * blacked out for a reset. Exempt are the resets by which drivers start the CP, the
 * DMA engines and the video decoder. With halt_first, RLC and interrupt handler must be
 * off by then, too.
 *
 * Which unit shows how: names of the bits are the kernel's; that a ring of Cayman
 * with work shows in RINGn_RQ_PENDING, a wait for a semaphore in SEM_BUSY and an RLC that runs in
 * RLC_BUSY are guesses.
 */
#include <stdio.h>

#include "array.h"
#include "gpu.h"

#define GRBM_STATUS		0x8010
#define GRBM_STATUS_IDLE	0x00003828u	/* hardware: public logs of several boards */
#define SRBM_STATUS_IDLE	0x200000c0u	/* hardware: same */
#define SE_IDLE			0x00000007u	/* hardware: SX, DB and CB clean */

#define GRBM_CP_BUSY		(1u << 29)
#define GRBM_GUI_ACTIVE		(1u << 31)
#define GRBM_SPI_SX_BUSY	(1u << 22 | 1u << 20)
#define GRBM_SH_TA_BUSY		(1u << 21 | 1u << 14)
#define GRBM_RING1_PENDING	(1u << 6)
#define GRBM_RING2_PENDING	(1u << 4)
#define SE_SX_SPI_SH_BUSY	(7u << 26)	/* hardware: a hung board's log */
#define GRBM_COHERENCY_BUSY	(1u << 28)
#define RLC_CNTL		0x3f00
#define RLC_ENABLE		0x1u
#define SRBM_VMC_BUSY		(1u << 8)
#define SRBM_SEM_BUSY		(1u << 14)
#define SRBM_RLC_BUSY		(1u << 15)
#define SRBM_UVD_BUSY		(1u << 19)
#define SRBM2_DMA_BUSY		(1u << 5)
#define SRBM2_DMA1_BUSY		(1u << 6)

#define SOFT_RESET_CP		(1u << 0)
#define SOFT_RESET_SHADERS	(1u << 8 | 1u << 9)	/* SPI and SH */
#define SRBM_RESET_IH		(1u << 10)
#define SRBM_RESET_VMC		(1u << 17)
#define SRBM_RESET_UVD		(1u << 18)
#define SRBM_RESET_DMA		(1u << 20)
#define SRBM_RESET_DMA1		(1u << 6)

/* CP, PA, SPI, SH, SX and VGT; both DMA engines and UVD. Source: the kernel. */
#define GRBM_RESET_START	(1u << 0 | 1u << 5 | 1u << 8 | 1u << 9 | 1u << 10 | 1u << 14)
#define SRBM_RESET_START	(SRBM_RESET_DMA | SRBM_RESET_DMA1 | SRBM_RESET_UVD)

/* Bits that evergreend.h and nid.h name. GRBM: Cayman has GDS (4), IA (19). */
#define GRBM_RESET_BITS		0x0000ffffu
#define GRBM_RESET_CAYMAN	0x000fffffu
#define SRBM_RESET_BITS		0x00feefa6u
#define SRBM_RESET_CAYMAN	(SRBM_RESET_BITS | SRBM_RESET_DMA1)

struct busy {
	unsigned int count[UNIT_COUNT];
	uint32_t grbm_reset, srbm_reset;
};

static struct busy *busy_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_BUSY);
}

void gpu_busy_set(struct gpu *gpu, enum gpu_unit unit, bool busy)
{
	busy_of(gpu)->count[unit] = busy;
}

bool gpu_busy(struct gpu *gpu, enum gpu_unit unit)
{
	return busy_of(gpu)->count[unit] != 0;
}

/**
 * gpu_held_in_reset() - is the bit of an engine set in a soft-reset register?
 * @gpu: the card
 * @unit: UNIT_CP, UNIT_DMA0 or UNIT_DMA1
 */
bool gpu_held_in_reset(struct gpu *gpu, enum gpu_unit unit)
{
	const struct busy *busy = busy_of(gpu);

	if (unit == UNIT_CP)
		return busy->grbm_reset & SOFT_RESET_CP;
	return busy->srbm_reset & (unit == UNIT_DMA0 ? SRBM_RESET_DMA : SRBM_RESET_DMA1);
}

static uint32_t if_busy(struct gpu *gpu, enum gpu_unit unit, uint32_t bits)
{
	return gpu_busy(gpu, unit) ? bits : 0;
}

static uint32_t read_grbm_status(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return GRBM_STATUS_IDLE |
	       if_busy(gpu, UNIT_CP, GRBM_GUI_ACTIVE | GRBM_CP_BUSY) |
	       if_busy(gpu, UNIT_CP_DMA, GRBM_GUI_ACTIVE | GRBM_CP_BUSY | GRBM_COHERENCY_BUSY) |
	       if_busy(gpu, UNIT_GFX, GRBM_GUI_ACTIVE | GRBM_SPI_SX_BUSY) |
	       if_busy(gpu, UNIT_SHADERS, GRBM_GUI_ACTIVE | GRBM_SPI_SX_BUSY | GRBM_SH_TA_BUSY) |
	       if_busy(gpu, UNIT_RING1, GRBM_RING1_PENDING) |
	       if_busy(gpu, UNIT_RING2, GRBM_RING2_PENDING);
}

/* Of the second shader engine, where there is one, as of the first. */
static uint32_t read_se_status(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return SE_IDLE | if_busy(gpu, UNIT_SHADERS, SE_SX_SPI_SH_BUSY);
}

static uint32_t read_srbm_status(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return SRBM_STATUS_IDLE |
	       if_busy(gpu, UNIT_VM, SRBM_VMC_BUSY) |
	       if_busy(gpu, UNIT_RLC, SRBM_RLC_BUSY) |
	       (gpu_reg_get(gpu, RLC_CNTL) & RLC_ENABLE ? SRBM_RLC_BUSY : 0) |
	       if_busy(gpu, UNIT_SEM_CP, SRBM_SEM_BUSY) |
	       if_busy(gpu, UNIT_SEM_DMA0, SRBM_SEM_BUSY) |
	       if_busy(gpu, UNIT_SEM_DMA1, SRBM_SEM_BUSY) |
	       if_busy(gpu, UNIT_UVD, SRBM_UVD_BUSY);
}

static uint32_t read_srbm_status2(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return if_busy(gpu, UNIT_DMA0, SRBM2_DMA_BUSY) | if_busy(gpu, UNIT_DMA1, SRBM2_DMA1_BUSY);
}

/* What a plan of faults can keep from being reset, and by which bits. */
struct kind {
	const char *fault;
	uint32_t bits;
};

static const struct kind grbm_kinds[] = {
	{ "reset-fails@cp", SOFT_RESET_CP }, { "reset-fails@gfx", ~SOFT_RESET_CP },
};

static const struct kind srbm_kinds[] = {
	{ "reset-fails@dma0", SRBM_RESET_DMA }, { "reset-fails@dma1", SRBM_RESET_DMA1 },
	{ "reset-fails@vmc", SRBM_RESET_VMC },
};

/* Which of the bits that rise take effect. */
static uint32_t effective(struct gpu *gpu, uint32_t rising, const struct kind *kinds, size_t n)
{
	if (rising && gpu_fault_hit(gpu, "reset-fails"))
		return 0;
	for (size_t i = 0; i < n; i++)
		if (rising & kinds[i].bits && gpu_fault_hit(gpu, kinds[i].fault))
			rising &= ~kinds[i].bits;
	return rising;
}

static void check_reset(struct gpu *gpu, const struct gpu_reg *reg, uint32_t reset)
{
	if (!reset)
		return;
	if (!gpu_mc_blacked_out(gpu))
		gpu_violation(gpu, "%s: 0x%x is reset while memory is not blacked out", reg->name,
			      reset);
	if (!gpu_config(gpu)->halt_first)
		return;
	if (gpu_switched_on(gpu, SWITCH_RLC))
		gpu_violation(gpu, "%s: 0x%x is reset while the RLC is on", reg->name, reset);
	if (gpu_switched_on(gpu, SWITCH_IH))
		gpu_violation(gpu, "%s: 0x%x is reset while the interrupt handler is on",
			      reg->name, reset);
}

static void write_grbm_soft_reset(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct busy *busy = busy_of(gpu);
	uint32_t begins = value & ~busy->grbm_reset, reset = effective(gpu, begins, grbm_kinds, 2);

	check_reset(gpu, reg, begins & ~GRBM_RESET_START);
	if (begins & SOFT_RESET_CP && gpu_busy(gpu, UNIT_CP_DMA) && !gpu_mc_blacked_out(gpu))
		gpu_violation(gpu, "the CP is reset while it copies, and memory is not blacked out");
	busy->grbm_reset = value;
	if (reset)
		gpu_trace(gpu, "grbm  soft reset %08x", reset);
	if ((reset & SOFT_RESET_SHADERS) == SOFT_RESET_SHADERS)
		gpu_gfx_soft_reset(gpu);
	if (reset & SOFT_RESET_CP)
		gpu_cp_soft_reset(gpu);
}

static void write_srbm_soft_reset(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct busy *busy = busy_of(gpu);
	uint32_t reset = effective(gpu, value & ~busy->srbm_reset, srbm_kinds, 3);

	check_reset(gpu, reg, value & ~busy->srbm_reset & ~SRBM_RESET_START);
	busy->srbm_reset = value;
	if (reset)
		gpu_trace(gpu, "srbm  soft reset %08x", reset);
	if (reset & SRBM_RESET_DMA)
		gpu_dma_soft_reset(gpu, 0);
	if ((reset & SRBM_RESET_DMA1) && gpu_config(gpu)->chip->cayman)
		gpu_dma_soft_reset(gpu, 1);
	if (reset & SRBM_RESET_VMC)
		gpu_vm_soft_reset(gpu);
	if (reset & SRBM_RESET_IH)
		gpu_ih_soft_reset(gpu);
	gpu_uvd_soft_reset(gpu, value & SRBM_RESET_UVD);
}

static const struct gpu_reg status_regs[] = {
	{ 0x8000, "GRBM_CNTL", 0xff, 0xff, SRC_KERNEL },
	{ GRBM_STATUS, "GRBM_STATUS", GRBM_STATUS_IDLE, 0, SRC_HW, .read = read_grbm_status },
	{ 0x8014, "GRBM_STATUS_SE0", SE_IDLE, 0, SRC_HW, .read = read_se_status },
	{ 0x8018, "GRBM_STATUS_SE1", SE_IDLE, 0, SRC_HW, .read = read_se_status },
	{ 0x8008, "GRBM_STATUS2", 0, 0, SRC_GUESS },
	{ 0x0e50, "SRBM_STATUS", SRBM_STATUS_IDLE, 0, SRC_HW, .read = read_srbm_status },
	{ 0x0ec4, "SRBM_STATUS2", 0, 0, SRC_HW, .read = read_srbm_status2 },
	{ 0x0e98, "SRBM_READ_ERROR", 0, 0, SRC_KERNEL },
	{ 0x0ea0, "SRBM_INT_CNTL", 0, 0x1, SRC_KERNEL },
	{ 0x0ea8, "SRBM_INT_ACK", 0, 0, SRC_KERNEL, .ignored = 0x1 },
	{ 0x8060, "GRBM_INT_CNTL", 0, 0x00080001, SRC_KERNEL },
};

static const struct gpu_reg reset_regs[] = {
	{ 0x8020, "GRBM_SOFT_RESET", 0, GRBM_RESET_BITS, SRC_KERNEL, .write = write_grbm_soft_reset },
	{ 0x0e60, "SRBM_SOFT_RESET", 0, SRBM_RESET_BITS, SRC_KERNEL, .write = write_srbm_soft_reset },
};

static const struct gpu_reg reset_regs_cayman[] = {
	{ 0x0e44, "SRBM_GFX_CNTL", 0, 0x3f, SRC_KERNEL },	/* bits 1:0 ring, 5:2 VM context */
	{ 0x8020, "GRBM_SOFT_RESET", 0, GRBM_RESET_CAYMAN, SRC_KERNEL,
	  .write = write_grbm_soft_reset },
	{ 0x0e60, "SRBM_SOFT_RESET", 0, SRBM_RESET_CAYMAN, SRC_KERNEL,
	  .write = write_srbm_soft_reset },
};

static void busy_init(struct gpu *gpu, void *state)
{
	(void)state;
	gpu_regs_add(gpu, status_regs, ARRAY_SIZE(status_regs));
	if (gpu_config(gpu)->chip->cayman)
		gpu_regs_add(gpu, reset_regs_cayman, 3);
	else
		gpu_regs_add(gpu, reset_regs, 2);
}

static void busy_reset(struct gpu *gpu, void *state)
{
	struct busy *busy = state;

	(void)gpu;
	*busy = (struct busy){ 0 };
}

const struct gpu_block gpu_block_busy = {
	.name = "busy",
	.state_size = sizeof(struct busy),
	.init = busy_init,
	.reset = busy_reset,
};

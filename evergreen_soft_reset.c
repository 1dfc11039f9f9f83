// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Soft resets
 *
 * A card that hangs is brought back by resetting as little of it as may help, and
 * more if it did not:
 *
 * 1. engine: each ring is stopped and started anew. The start of the CP resets
 *    the CP and the blocks that it feeds. DMA engines have to have come to rest, and so has what
 *    the CP reads and writes itself.
 * 2. 3D engine: all blocks behind GRBM_SOFT_RESET, and the DMA engines.
 * 3. chip: these, and by SRBM_SOFT_RESET semaphores, memory translation, RLC and
 *    interrupt handler.
 *
 * What the status registers say when all rings and the RLC have been stopped tells
 * the first level: one that resets all blocks that are still busy. Whether a level has
 * helped, the ring tests tell, and that no block is busy that only a higher one
 * resets. After each, what it took from the card is programmed
 * again by the steps that the card is brought up with, see struct step.
 *
 * Blocks that are reset lose the requests to memory that they have under way, and the
 * memory controller the answers. So from the second level on the interrupt handler is
 * stopped, too, the memory controller is waited for, and nobody may use memory until
 * the reset is over, see evergreen_blackout.c. The first level does without, as stock
 * radeon's start of the CP does. A DMA engine that hangs, or waits for a semaphore that will not
 * come, is not at rest and takes the second: stock does not reset one without waiting for the
 * memory controller.
 *
 * Displays, the memory controller, the host data path, clocks and the bus
 * interface are never reset: they would need their VBIOS tables, and the console
 * would go dark. Stock radeon leaves a busy memory controller alone, too. For the same
 * reason there is no level that resets the card through PCI configuration space: it would
 * lose VRAM, and be as if never posted.
 *
 * Two cards need this before they have ever run a job. One may be handed over by
 * somebody who has died, such as a guest that had it by VFIO: its engines still run, on
 * rings at addresses that belong to others by now. So before the card may use the bus,
 * all of them are halted, and if anything is busy then, all is reset. The video decoder,
 * which this driver does not use, is held in reset from then on: its processor works without
 * any ring. Its own registers are not touched, as it may have no clock. Aruba's encoder,
 * VCE, is left alone: which bit resets it is known of later chips only. And an engine that
 * looks idle may be stuck: if a ring test fails when the driver is loaded, or later a
 * ring's first job, the card is reset, once for each.
 *
 * Where CP1 or CP2 of a Cayman or an Aruba does not start at any level, the chip's is tried again
 * without these two (cayman_rings.c): GFX may work without them. What is on them fails, and
 * clients' compute work goes to GFX from then on (evergreen_queue.c).
 *
 * Source of the facts: which bits reset what, which status bits ask for it, and what
 * comes before a reset, from the radeon driver in Linux 6.12. The order of the levels is
 * not from there: stock suspends the card, resets everything that is busy at once, and has the
 * VBIOS run each time, with VRAM as it is. When it is loaded, it resets what is busy on all but
 * Cayman and Aruba, and goes on whatever comes of it.
 */
#include <linux/iopoll.h>

#include "evergreen_blackout.h"
#include "evergreen_cp.h"
#include "evergreen_dma.h"
#include "evergreen_gart.h"
#include "evergreen_irq.h"
#include "evergreen_memory_hold.h"
#include "evergreen_mmio.h"
#include "evergreen_queue.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"
#include "evergreen_rlc.h"
#include "evergreen_soft_reset.h"
#include "evergreen_trace.h"

/* Work that is under way when the rings are stopped ends within this time, or hangs. */
#define DRAIN_MS		10

#define GFX_COMMON	(SOFT_RESET_CP | SOFT_RESET_CB | SOFT_RESET_DB | SOFT_RESET_PA |	\
			 SOFT_RESET_SC | SOFT_RESET_SPI | SOFT_RESET_SH | SOFT_RESET_SX |	\
			 SOFT_RESET_TC | SOFT_RESET_TA | SOFT_RESET_VGT)
#define GFX_EVERGREEN	(GFX_COMMON | SOFT_RESET_VC)
#define GFX_CAYMAN	(GFX_COMMON | SOFT_RESET_GDS | SOFT_RESET_IA)

#define SYS_EVERGREEN	(SRBM_RESET_GRBM | SRBM_RESET_DMA)
#define SYS_CAYMAN	(SYS_EVERGREEN | SRBM_RESET_DMA1)
#define SYS_CHIP	(SRBM_RESET_SEM | SRBM_RESET_VMC | SRBM_RESET_RLC | SRBM_RESET_IH)

/* Bits of GRBM_SOFT_RESET and SRBM_SOFT_RESET; the second of each is Cayman's. */
static const struct level {
	const char *name;
	u32 grbm[2], srbm[2];
} levels[] = {
	[EVERGREEN_RESET_ENGINE] = { "engine" },
	[EVERGREEN_RESET_GFX] = {
		"3D engine", { GFX_EVERGREEN, GFX_CAYMAN }, { SYS_EVERGREEN, SYS_CAYMAN },
	},
	[EVERGREEN_RESET_CHIP] = {
		"chip", { GFX_EVERGREEN, GFX_CAYMAN },
		{ SYS_EVERGREEN | SYS_CHIP, SYS_CAYMAN | SYS_CHIP },
	},
};

#define GFX_BUSY	(GRBM_CB_BUSY | GRBM_DB_BUSY | GRBM_PA_BUSY | GRBM_SC_BUSY |	\
			 GRBM_SPI_BUSY | GRBM_SH_BUSY | GRBM_SX_BUSY | GRBM_TA_BUSY |	\
			 GRBM_VGT_BUSY | GRBM_VGT_BUSY_NO_DMA | GRBM_EE_BUSY)
#define GFX_BUSY_CAYMAN	(GRBM_GDS_BUSY | GRBM_IA_BUSY | GRBM_IA_BUSY_NO_DMA)
#define SYS_BUSY	(SRBM_VMC_BUSY | SRBM_IH_BUSY)
#define RLC_BUSY	(SRBM_RLC_BUSY | SRBM_RLC_RQ_PENDING)
/*
 * What the CP has asked for and not got, by the names of the bits; a CP that is parked has asked
 * for nothing. radeon stops the memory controller before it resets a CP that has any of these set.
 */
#define CP_REQUESTS	(GRBM_CF_RQ_PENDING | GRBM_PF_RQ_PENDING | GRBM_CP_COHERENCY_BUSY)
#define CP_BUSY		(CP_REQUESTS | GRBM_CP_BUSY)

/* When the status registers are looked at. */
enum moment {
	FOUND = BIT(0),		/* everything is halted that somebody else has left running */
	STOPPED = BIT(1),	/* rings and RLC have been stopped */
	STARTED = BIT(2),	/* they have been started anew */
};

/*
 * A status bit that stays asks for the level that resets the block behind it. Rings
 * that wait for each other keep the semaphores busy until they are started anew, and an
 * RLC that runs may be busy. @idle are those of @bits that are set in an idle block.
 */
static const struct busy_block {
	u32 reg;
	u32 bits, cayman_bits, idle;
	enum evergreen_reset_level level;
	u32 moments;
} busy_blocks[] = {
	{ SRBM_STATUS, SYS_BUSY, 0, 0, EVERGREEN_RESET_CHIP, FOUND | STOPPED | STARTED },
	{ SRBM_STATUS, RLC_BUSY, 0, 0, EVERGREEN_RESET_CHIP, FOUND | STOPPED },
	{ SRBM_STATUS, SRBM_SEM_BUSY, 0, 0, EVERGREEN_RESET_CHIP, FOUND | STARTED },
	{ VM_L2_STATUS, L2_BUSY, 0, 0, EVERGREEN_RESET_CHIP, FOUND | STOPPED | STARTED },
	{
		SRBM_STATUS, SRBM_GRBM_RQ_PENDING, 0, 0, EVERGREEN_RESET_GFX,
		FOUND | STOPPED | STARTED
	},
	{
		GRBM_STATUS, GFX_BUSY, GFX_BUSY_CAYMAN, 0, EVERGREEN_RESET_GFX,
		FOUND | STOPPED | STARTED
	},
	{ DMA_STATUS(0), DMA_IDLE, 0, DMA_IDLE, EVERGREEN_RESET_GFX, FOUND | STOPPED },
	{ DMA_STATUS(1), 0, DMA_IDLE, DMA_IDLE, EVERGREEN_RESET_GFX, FOUND | STOPPED },
	{ SRBM_STATUS2, SRBM_DMA_BUSY, SRBM_DMA1_BUSY, 0, EVERGREEN_RESET_GFX, FOUND | STOPPED },
	{ GRBM_STATUS, CP_REQUESTS, 0, 0, EVERGREEN_RESET_GFX, STOPPED },
	{ GRBM_STATUS, CP_BUSY, 0, 0, EVERGREEN_RESET_ENGINE, FOUND },
};

/**
 * evergreen_reset_level_name() - what a level resets
 * @level: the level
 *
 * Return: a noun for messages.
 */
const char *evergreen_reset_level_name(enum evergreen_reset_level level)
{
	return levels[level].name;
}

/* Of all that is busy what only the highest level resets, or NULL. */
static const struct busy_block *find_busy(struct evergreen_device *edev, enum moment moment)
{
	const struct busy_block *block = busy_blocks;
	u32 bits;

	for (; block < busy_blocks + ARRAY_SIZE(busy_blocks); block++) {
		bits = block->bits;
		if (evergreen_is_cayman(edev->chip))
			bits |= block->cayman_bits;
		if (!bits || !(block->moments & moment))
			continue;
		if ((evergreen_read(edev, block->reg) ^ block->idle) & bits)
			return block;
	}
	return NULL;
}

/* Blocks that stay busy although they have been given time. */
static const struct busy_block *find_stuck(struct evergreen_device *edev, enum moment moment)
{
	const struct busy_block *block;

	read_poll_timeout(find_busy, block, !block, USEC_PER_MSEC, DRAIN_MS * USEC_PER_MSEC, false,
			  edev, moment);
	return block;
}

static enum evergreen_reset_level stuck_level(struct evergreen_device *edev, enum moment moment)
{
	const struct busy_block *block = find_stuck(edev, moment);

	return block ? block->level : EVERGREEN_RESET_ENGINE;
}

static void stop(struct evergreen_device *edev)
{
	evergreen_rings_stop(edev);
	evergreen_rlc_stop(edev);
}

/* A memory controller that does not get idle is no reason to let the blocks hang. */
static void reset_blocks(struct evergreen_device *edev, enum evergreen_reset_level level)
{
	bool cayman = evergreen_is_cayman(edev->chip);
	struct evergreen_displays displays;

	evergreen_blackout_begin(edev, false, &displays);
	evergreen_pulse(edev, GRBM_SOFT_RESET, levels[level].grbm[cayman]);
	evergreen_pulse(edev, SRBM_SOFT_RESET, levels[level].srbm[cayman]);
	evergreen_blackout_end(edev, &displays);
}

static int try_level(struct evergreen_device *edev, enum evergreen_reset_level level)
{
	int ret;

	stop(edev);
	if (level == EVERGREEN_RESET_ENGINE) {
		evergreen_gart_hold(edev);
		ret = evergreen_device_restore(edev, level);
		evergreen_gart_unlock(edev);
	} else {
		evergreen_memory_hold(edev);
		evergreen_irq_suspend(edev);
		reset_blocks(edev, level);
		ret = evergreen_device_restore(edev, level);
		evergreen_memory_release(edev);
	}
	if (!ret && stuck_level(edev, STARTED) > level)
		ret = -EBUSY;
	trace_evergreen_reset_level(levels[level].name, ret);
	return ret;
}

/* Blocks are left as the last level has left them. */
static int climb(struct evergreen_device *edev, enum evergreen_reset_level level)
{
	int ret;

	for (; level < EVERGREEN_NUM_RESET_LEVELS; level++) {
		ret = try_level(edev, level);
		if (!ret)
			return level;
		if (evergreen_gone(edev))
			return -ENODEV;
		drm_warn(&edev->drm, "a reset of the %s does not help (%d)\n", levels[level].name,
			 ret);
	}
	return -EIO;
}

/* One of CP1 and CP2 that did not start, or was not reached because GFX did not. */
static struct evergreen_ring *failed_compute_ring(struct evergreen_device *edev)
{
	enum evergreen_ring_id id;
	struct evergreen_ring *ring;

	for (id = EVERGREEN_RING_CP1; id <= EVERGREEN_RING_CP2; id++) {
		ring = edev->rings[id];
		if (ring && !ring->given_up && !ring->ready)
			return ring;
	}
	return NULL;
}

/**
 * evergreen_soft_reset() - bring the card back
 * @edev: the card; its schedulers are stopped
 * @from: the level to begin with, if what is busy does not ask for a higher one
 *
 * All rings are empty and started afterwards, but for those that have been given up: CP1
 * and CP2 are if no level helps that starts them, too. Context: may sleep; allocates
 * nothing.
 *
 * Return: the level that helped, or -ENODEV or -EIO if none did.
 */
int evergreen_soft_reset(struct evergreen_device *edev, enum evergreen_reset_level from)
{
	struct evergreen_ring *compute;
	int level;

	if (evergreen_gone(edev))
		return -ENODEV;
	stop(edev);
	from = max(from, stuck_level(edev, STOPPED));
	level = climb(edev, from);
	compute = failed_compute_ring(edev);
	if (level == -EIO && compute) {
		evergreen_queue_drop_ring(compute);
		/* The last attempt may have ended before steps that no lower level does again. */
		level = climb(edev, EVERGREEN_RESET_CHIP);
	}
	if (level < 0)
		stop(edev);
	return level;
}

/**
 * evergreen_soft_reset_restore() - program a card that has kept its memory
 * @edev: the card, quiesced, as after a sleep
 *
 * If it does not work then, it is reset, and so it is if something in it is still busy, which what
 * is programmed here would disturb.
 *
 * Return: 0 or the error of evergreen_soft_reset().
 */
int evergreen_soft_reset_restore(struct evergreen_device *edev)
{
	int ret;

	if (stuck_level(edev, STOPPED) > EVERGREEN_RESET_ENGINE)
		return min(evergreen_soft_reset(edev, EVERGREEN_RESET_CHIP), 0);

	/* Memory that is not where the driver wants it is moved, in a blackout. */
	evergreen_memory_hold(edev);
	ret = evergreen_device_restore(edev, EVERGREEN_RESET_CHIP);
	evergreen_memory_release(edev);
	/* What comes behind the step that has failed is not programmed: no lower level does that. */
	if (ret)
		ret = evergreen_soft_reset(edev, EVERGREEN_RESET_CHIP);
	return min(ret, 0);
}

/**
 * evergreen_soft_reset_quiet() - stop what somebody else has left running
 * @edev: the card, of which only the chip and the registers are known
 *
 * Whatever is busy then is reset. All that this takes from the card is programmed by
 * the steps that bring it up. Sleeps.
 *
 * Return: 0; -EBUSY if the card must not be let on the bus; -ENODEV if it is gone.
 */
int evergreen_soft_reset_quiet(struct evergreen_device *edev)
{
	const struct busy_block *block;

	evergreen_cp_halt(edev);
	evergreen_dma_halt(edev, 0);
	if (evergreen_is_cayman(edev->chip))
		evergreen_dma_halt(edev, 1);
	evergreen_rlc_stop(edev);
	evergreen_irq_halt(edev);
	/* It is never used here: its processor stays in reset. */
	evergreen_rmw(edev, SRBM_SOFT_RESET, 0, SRBM_RESET_UVD);

	block = find_stuck(edev, FOUND);
	if (!block)
		return 0;
	drm_info(&edev->drm, "the card is at work for somebody else and is reset: register 0x%x = 0x%08x\n",
		 block->reg, evergreen_read(edev, block->reg));
	reset_blocks(edev, EVERGREEN_RESET_CHIP);
	block = find_stuck(edev, FOUND);
	if (!block)
		return 0;
	drm_err(&edev->drm, "the card does not come to rest: register 0x%x = 0x%08x\n",
		block->reg, evergreen_read(edev, block->reg));
	return evergreen_gone(edev) ? -ENODEV : -EBUSY;
}

// SPDX-License-Identifier: MIT OR GPL-2.0

#include <linux/delay.h>

#include "evergreen_irq.h"
#include "evergreen_ladder.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"
#include "evergreen_trace.h"

/**
 * DOC: The ladder of resets
 *
 * A card that hangs is brought back by resetting as little of it as may help, and
 * more if it did not:
 *
 * 1. engine: each ring is stopped and started anew. The start of the CP resets
 *    the CP and the blocks that it feeds; the start of a DMA engine resets it if it
 *    is not idle.
 * 2. 3D engine: all blocks behind GRBM_SOFT_RESET, and the DMA engines.
 * 3. chip: these, and by SRBM_SOFT_RESET semaphores, memory translation, RLC and
 *    interrupt handler.
 *
 * What the status registers say when all rings have been stopped tells the first
 * rung: one that resets all blocks that are still busy. Whether a rung has
 * helped, the ring tests tell, and that no block is busy that only a higher one
 * resets. After each, what it took from the card is programmed
 * again by the steps that the card is brought up with, see struct step.
 *
 * Displays, the memory controller, the host data path, clocks and the bus
 * interface are never reset: they would need their VBIOS tables, and the console
 * would go dark. Stock radeon leaves a busy memory controller alone, too; it does
 * stop displays and memory clients for a reset, which is not done here, as nobody
 * would restart them. For the same reason there is no rung that resets the card
 * through PCI configuration space: it would be as if never posted, and this
 * driver cannot run the VBIOS.
 *
 * Source of the facts: which bits reset what, and which status bits ask for it, from
 * the radeon driver in Linux 6.12. The order of the rungs is not from there: stock
 * resets everything that is busy at once.
 */

/* What is under way when the rings are stopped ends within this, or hangs. */
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
static const struct rung {
	const char *name;
	u32 grbm[2], srbm[2];
} rungs[] = {
	[EVERGREEN_RUNG_ENGINE] = { "engine" },
	[EVERGREEN_RUNG_GFX] = {
		"3D engine", { GFX_EVERGREEN, GFX_CAYMAN }, { SYS_EVERGREEN, SYS_CAYMAN },
	},
	[EVERGREEN_RUNG_CHIP] = {
		"chip", { GFX_EVERGREEN, GFX_CAYMAN },
		{ SYS_EVERGREEN | SYS_CHIP, SYS_CAYMAN | SYS_CHIP },
	},
};

#define GFX_BUSY	(GRBM_CB_BUSY | GRBM_DB_BUSY | GRBM_PA_BUSY | GRBM_SC_BUSY |	\
			 GRBM_SPI_BUSY | GRBM_SH_BUSY | GRBM_SX_BUSY | GRBM_TA_BUSY |	\
			 GRBM_VGT_BUSY | GRBM_VGT_BUSY_NO_DMA | GRBM_EE_BUSY)
#define GFX_BUSY_CAYMAN	(GRBM_GDS_BUSY | GRBM_IA_BUSY | GRBM_IA_BUSY_NO_DMA)
#define SYS_BUSY	(SRBM_VMC_BUSY | SRBM_RLC_BUSY | SRBM_RLC_RQ_PENDING | SRBM_IH_BUSY)

/*
 * A status bit that stays asks for the rung that resets the block behind it. Rings
 * that wait for each other keep the semaphores busy until they are started anew.
 */
static const struct busy_block {
	u32 reg;
	u32 bits, cayman_bits;
	enum evergreen_rung rung;
	bool only_after;
} busy_blocks[] = {
	{ SRBM_STATUS, SYS_BUSY, 0, EVERGREEN_RUNG_CHIP },
	{ SRBM_STATUS, SRBM_SEM_BUSY, 0, EVERGREEN_RUNG_CHIP, true },
	{ VM_L2_STATUS, L2_BUSY, 0, EVERGREEN_RUNG_CHIP },
	{ SRBM_STATUS, SRBM_GRBM_RQ_PENDING, 0, EVERGREEN_RUNG_GFX },
	{ GRBM_STATUS, GFX_BUSY, GFX_BUSY_CAYMAN, EVERGREEN_RUNG_GFX },
};

/**
 * evergreen_rung_name() - what a rung resets
 * @rung: the rung
 *
 * Return: a noun for messages.
 */
const char *evergreen_rung_name(enum evergreen_rung rung)
{
	return rungs[rung].name;
}

/* The rung that resets all that is busy; @after: a reset. */
static enum evergreen_rung busy_rung(struct evergreen_device *edev, bool after)
{
	const struct busy_block *block = busy_blocks;
	u32 bits;

	for (; block < busy_blocks + ARRAY_SIZE(busy_blocks); block++) {
		if (block->only_after && !after)
			continue;
		bits = block->bits;
		if (evergreen_is_cayman(edev->chip))
			bits |= block->cayman_bits;
		if (evergreen_read(edev, block->reg) & bits)
			return block->rung;
	}
	return EVERGREEN_RUNG_ENGINE;
}

static enum evergreen_rung stuck_rung(struct evergreen_device *edev, bool after)
{
	enum evergreen_rung rung = busy_rung(edev, after);
	u32 ms;

	for (ms = 0; ms < DRAIN_MS && rung != EVERGREEN_RUNG_ENGINE; ms++) {
		usleep_range(1000, 1500);
		rung = busy_rung(edev, after);
	}
	return rung;
}

static void stop_rings(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		ring->ops->stop(ring);
}

static int climb(struct evergreen_device *edev, enum evergreen_rung rung)
{
	bool cayman = evergreen_is_cayman(edev->chip);
	int ret;

	stop_rings(edev);
	/* Nobody else may ask for translations to be flushed while there are none. */
	mutex_lock(&edev->gart.lock);
	evergreen_pulse(edev, GRBM_SOFT_RESET, rungs[rung].grbm[cayman]);
	evergreen_pulse(edev, SRBM_SOFT_RESET, rungs[rung].srbm[cayman]);
	ret = evergreen_device_restore(edev, rung);
	mutex_unlock(&edev->gart.lock);
	if (!ret && stuck_rung(edev, true) > rung)
		ret = -EBUSY;
	trace_evergreen_rung(rungs[rung].name, ret);
	return ret;
}

/**
 * evergreen_ladder_climb() - bring the card back
 * @edev: the card; its schedulers are stopped
 * @from: the rung to begin with, if what is busy does not ask for a higher one
 *
 * All rings are empty and started afterwards. Context: may sleep; allocates
 * nothing.
 *
 * Return: the rung that helped, or -ENODEV or -EIO if none did.
 */
int evergreen_ladder_climb(struct evergreen_device *edev, enum evergreen_rung from)
{
	enum evergreen_rung rung;
	int ret;

	if (evergreen_gone(edev))
		return -ENODEV;
	stop_rings(edev);
	for (rung = max(from, stuck_rung(edev, false)); rung < EVERGREEN_NUM_RUNGS; rung++) {
		ret = climb(edev, rung);
		if (!ret)
			return rung;
		if (evergreen_gone(edev))
			return -ENODEV;
		drm_warn(&edev->drm, "a reset of the %s does not help (%d)\n", rungs[rung].name,
			 ret);
	}
	stop_rings(edev);
	return -EIO;
}

/**
 * evergreen_ladder_restore() - program a card that has kept its memory
 * @edev: the card, quiesced, as after a sleep
 *
 * If it does not work then, it is reset.
 *
 * Return: 0 or the error of evergreen_ladder_climb().
 */
int evergreen_ladder_restore(struct evergreen_device *edev)
{
	int ret;

	mutex_lock(&edev->gart.lock);
	ret = evergreen_device_restore(edev, EVERGREEN_RUNG_CHIP);
	mutex_unlock(&edev->gart.lock);
	if (ret)
		ret = evergreen_ladder_climb(edev, EVERGREEN_RUNG_ENGINE);
	return min(ret, 0);
}

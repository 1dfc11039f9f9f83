// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: what interrupts
 *
 * Each source of interrupts has a switch in its own block. Fences need the end-of-pipe event
 * of the command processor's rings and the trap of the DMA engines, which each ring switches
 * on when it starts. Displays and hot-plug detection are silenced, since nobody would answer
 * them. Those of the sensors are off unless another driver has left them on, and pass unheeded.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/bitfield.h>

#include "evergreen_device.h"
#include "evergreen_display.h"
#include "evergreen_irq_sources.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"

static void write_cp_int_cntl(struct evergreen_device *edev, u32 ring, u32 val)
{
	if (evergreen_is_cayman(edev->chip))
		evergreen_write(edev, SRBM_GFX_CNTL, FIELD_PREP(SRBM_GFX_RINGID, ring));
	evergreen_write(edev, CP_INT_CNTL, val);
	if (ring)
		evergreen_write(edev, SRBM_GFX_CNTL, 0);
}

/* The RLC needs these two interrupts, so they stay on. The driver ignores them. */
#define CP_INT_ALWAYS	(CNTX_BUSY_INT_ENABLE | CNTX_EMPTY_INT_ENABLE)

static void silence_displays(struct evergreen_device *edev)
{
	u32 i;

	for (i = 0; i < edev->chip->num_crtcs; i++) {
		evergreen_write(edev, CRTC_INT_MASK + evergreen_display_offset(i), 0);
		evergreen_write(edev, GRPH_INT_CONTROL + evergreen_display_offset(i), 0);
	}
	if (!(edev->chip->features & EVERGREEN_ONE_DAC))
		evergreen_write(edev, DACA_AUTODETECT_INT_CONTROL, 0);
	evergreen_write(edev, DACB_AUTODETECT_INT_CONTROL, 0);
	for (i = 0; i < NUM_HPDS; i++)
		evergreen_rmw(edev, DC_HPD_INT_CONTROL(i), (u32)~DC_HPD_INT_POLARITY, 0);
}

/**
 * evergreen_irq_sources_silence() - keep everything from interrupting
 * @edev: the card, also one of which nothing else is known
 */
void evergreen_irq_sources_silence(struct evergreen_device *edev)
{
	if (evergreen_is_cayman(edev->chip)) {
		write_cp_int_cntl(edev, 1, 0);
		write_cp_int_cntl(edev, 2, 0);
		evergreen_rmw(edev, DMA_CNTL(1), TRAP_ENABLE, 0);
	}
	write_cp_int_cntl(edev, 0, CP_INT_ALWAYS);
	evergreen_rmw(edev, DMA_CNTL(0), TRAP_ENABLE, 0);
	evergreen_write(edev, GRBM_INT_CNTL, 0);
	evergreen_write(edev, SRBM_INT_CNTL, 0);
	evergreen_write(edev, SRBM_INT_ACK, 1);
	silence_displays(edev);
}

/**
 * evergreen_irq_sources_enable_ring() - let a ring interrupt when a fence is written
 * @ring: the ring
 *
 * Has to be repeated after the engine has been reset.
 */
void evergreen_irq_sources_enable_ring(const struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	u32 val = TIME_STAMP_INT_ENABLE;

	if (evergreen_ring_is_dma(ring)) {
		evergreen_rmw(edev, DMA_CNTL(ring->index), 0, TRAP_ENABLE);
		return;
	}
	if (ring->id == EVERGREEN_RING_GFX)
		val |= CP_INT_ALWAYS;
	if (!evergreen_is_cayman(edev->chip))
		val |= RB_INT_ENABLE;
	write_cp_int_cntl(edev, ring->index, val);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: blackout
 *
 * While memory is trained or moved, and while blocks that have requests to it are reset,
 * nobody may use it. Engines are stopped by whoever asks for a blackout. What is left are
 * the displays, the VGA engine and the CPU. Each display that is lit is told to send no
 * more read requests; that takes effect with its next frame. The VGA engine is switched
 * off. When the memory controller is idle, the CPU is shut out of VRAM, and the memory
 * controller is told to serve nobody. At the end all of this is undone.
 *
 * A display keeps its mode and its place in VRAM, and is black for some frames. Stock
 * radeon does the same, but switches the display off then, which it can afford as it sets
 * modes: this driver could not bring back what a display loses with that, should it lose
 * anything. Whether memory is trained well while displays keep their timing is not known
 * from any source, so the module's parameter training_displays_off has them switched off
 * for that, and on again afterwards.
 *
 * What the CPU writes into VRAM meanwhile is lost, and it reads ones. So processes have no
 * buffers mapped during a reset, see evergreen_ttm_shut(), and page tables are not written
 * as evergreen_gart.lock is held; what the console draws then is lost. That the memory
 * controller is not told before the CPU is shut out is as in stock: a write that the
 * memory controller does not take would hold up all that the CPU writes behind it, the
 * end of the blackout included.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/delay.h>

#include "evergreen_blackout.h"
#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

#define IDLE_TIMEOUT_US		100000
#define FRAME_TIMEOUT_MS	100

static const u32 crtc_offsets[NUM_CRTCS] = CRTC_OFFSETS;

/**
 * evergreen_display_lit() - tell whether a display runs
 * @edev: the card
 * @crtc: which controller, below evergreen_chip.num_crtcs
 *
 * Return: true if it is enabled.
 */
bool evergreen_display_lit(struct evergreen_device *edev, unsigned int crtc)
{
	return evergreen_read(edev, CRTC_CONTROL + crtc_offsets[crtc]) & CRTC_MASTER_EN;
}

static void change_locked(struct evergreen_device *edev, unsigned int crtc, u32 reg, u32 clear,
			  u32 set)
{
	u32 offset = crtc_offsets[crtc];

	evergreen_write(edev, CRTC_UPDATE_LOCK + offset, 1);
	evergreen_rmw(edev, reg + offset, clear, set);
	evergreen_write(edev, CRTC_UPDATE_LOCK + offset, 0);
}

/* The bit that keeps a display from reading, and its register. */
static u32 unread_bit(struct evergreen_device *edev, u32 *reg)
{
	bool dce6 = edev->chip->features & EVERGREEN_DCE6_BLANK;

	*reg = dce6 ? CRTC_BLANK_CONTROL : CRTC_CONTROL;
	return dce6 ? CRTC_BLANK_DATA_EN : CRTC_DISP_READ_REQUEST_DISABLE;
}

static void wait_for_frame(struct evergreen_device *edev, unsigned int crtc)
{
	u32 reg = CRTC_STATUS_FRAME_COUNT + crtc_offsets[crtc];
	u32 frame = evergreen_read(edev, reg);
	unsigned int ms;

	for (ms = 0; ms < FRAME_TIMEOUT_MS && evergreen_read(edev, reg) == frame; ms++)
		usleep_range(1000, 2000);
}

/* Returns whether it has read until now. */
static bool stop_reading(struct evergreen_device *edev, unsigned int crtc)
{
	u32 reg, bit = unread_bit(edev, &reg);

	if (evergreen_read(edev, reg + crtc_offsets[crtc]) & bit)
		return false;
	change_locked(edev, crtc, reg, 0, bit);
	wait_for_frame(edev, crtc);
	return true;
}

static void stop_displays(struct evergreen_device *edev, bool off,
			  struct evergreen_blackout *blackout)
{
	unsigned int i;

	for (i = 0; i < edev->chip->num_crtcs; i++) {
		if (!evergreen_display_lit(edev, i))
			continue;
		if (stop_reading(edev, i))
			blackout->unread |= BIT(i);
		if (!off)
			continue;
		change_locked(edev, i, CRTC_CONTROL, CRTC_MASTER_EN, 0);
		blackout->off |= BIT(i);
	}
}

static int wait_for_idle(struct evergreen_device *edev)
{
	int ret = evergreen_mmio_wait(edev, SRBM_STATUS, SRBM_MEMORY_BUSY, 0, IDLE_TIMEOUT_US);

	if (ret)
		drm_warn(&edev->drm, "the memory controller does not become idle: SRBM_STATUS = 0x%08x\n",
			 evergreen_read(edev, SRBM_STATUS));
	return ret;
}

/**
 * evergreen_blackout_begin() - keep everybody from the card's memory
 * @edev: the card, its engines stopped
 * @off: switch displays off, too
 * @blackout: what evergreen_blackout_end() has to know, which has to follow in any case
 *
 * Context: sleeps, up to 100 ms for each display that is lit.
 *
 * Return: 0, or the error of evergreen_mmio_wait() if the memory controller does not get idle.
 */
int evergreen_blackout_begin(struct evergreen_device *edev, bool off,
			     struct evergreen_blackout *blackout)
{
	int ret;

	*blackout = (struct evergreen_blackout) {
		.vga_render = evergreen_read(edev, VGA_RENDER_CONTROL),
		.vga_hdp = evergreen_read(edev, VGA_HDP_CONTROL),
	};
	evergreen_write(edev, VGA_RENDER_CONTROL, 0);
	evergreen_write(edev, VGA_HDP_CONTROL, blackout->vga_hdp | VGA_MEMORY_DISABLE);
	stop_displays(edev, off, blackout);

	ret = wait_for_idle(edev);
	evergreen_write(edev, BIF_FB_EN, 0);
	evergreen_rmw(edev, MC_SHARED_BLACKOUT_CNTL, BLACKOUT_MODE,
		      FIELD_PREP(BLACKOUT_MODE, BLACKOUT_ALL));
	usleep_range(100, 200);
	return ret ?: wait_for_idle(edev);
}

/**
 * evergreen_blackout_keep_dark() - displays have lost their place: leave them off
 * @blackout: of evergreen_blackout_begin()
 */
void evergreen_blackout_keep_dark(struct evergreen_blackout *blackout)
{
	blackout->unread = 0;
	blackout->off = 0;
	blackout->vga_render = 0;
	blackout->vga_hdp |= VGA_MEMORY_DISABLE;
}

/**
 * evergreen_blackout_end() - let everybody go on
 * @edev: the card
 * @blackout: of evergreen_blackout_begin()
 */
void evergreen_blackout_end(struct evergreen_device *edev,
			    const struct evergreen_blackout *blackout)
{
	u32 reg, bit = unread_bit(edev, &reg);
	unsigned int i;

	evergreen_rmw(edev, MC_SHARED_BLACKOUT_CNTL, BLACKOUT_MODE, 0);
	evergreen_write(edev, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
	for (i = 0; i < edev->chip->num_crtcs; i++) {
		if (blackout->off & BIT(i))
			change_locked(edev, i, CRTC_CONTROL, 0, CRTC_MASTER_EN);
		if (blackout->unread & BIT(i))
			change_locked(edev, i, reg, bit, 0);
	}
	evergreen_write(edev, VGA_HDP_CONTROL, blackout->vga_hdp);
	evergreen_write(edev, VGA_RENDER_CONTROL, blackout->vga_render);
}

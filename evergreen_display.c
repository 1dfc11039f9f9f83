// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: displays
 *
 * This driver sets no modes, but firmware has: the console may be on a display, which reads
 * VRAM all the time. A display that is lit is kept from that by telling it to send no more
 * read requests. It is told between two frames, for a frame that ends early may be seen, and
 * this takes effect with the next one. The VGA engine is switched off. Both go on with the
 * mode and at the place that they had.
 *
 * Stock radeon does the same, but switches the display off then, which it can afford as it
 * sets modes: this driver could not bring back what a display loses with that, should it
 * lose anything. Whether memory is trained well while displays keep their timing is not
 * known from any source, so the module's parameter training_displays_off has them switched
 * off for that, and on again afterwards.
 *
 * How urgent a display's requests are is told by its marks: how full its buffer is when they
 * become so, and how long an answer may take. A VBIOS leaves them at 0, which does for its
 * own clocks; a report of a real Turks has stripes on the display at the clocks of its
 * performance state. The right values follow from the mode, of which this driver does not
 * know the clock. So displays have the highest priority at all times, as stock gives it where
 * its calculation shows that nothing less would do.
 *
 * Source of the facts: the radeon driver in Linux 6.12; of the stripes, the journal of
 * RadeonNI-OSX.
 */
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/delay.h>
#include <linux/iopoll.h>

#include "evergreen_device.h"
#include "evergreen_display.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

#define FRAME_TIMEOUT_US	(100 * USEC_PER_MSEC)

static const u32 crtc_offsets[NUM_CRTCS] = { 0x0, 0xc00, 0x9800, 0xa400, 0xb000, 0xbc00 };

/* D1VGA_CONTROL to D6VGA_CONTROL. */
static const u32 vga_controls[NUM_CRTCS] = { 0x330, 0x338, 0x3e0, 0x3e4, 0x3e8, 0x3ec };

/**
 * evergreen_display_offset() - find the registers of a display controller
 * @crtc: which, below evergreen_chip.num_crtcs
 *
 * Return: bytes from a register of the first one to the same register of this one.
 */
u32 evergreen_display_offset(unsigned int crtc)
{
	return crtc_offsets[crtc];
}

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

/**
 * evergreen_displays_any_lit() - tell whether any display runs
 * @edev: the card
 *
 * Return: true if one is enabled.
 */
bool evergreen_displays_any_lit(struct evergreen_device *edev)
{
	unsigned int i;

	for (i = 0; i < edev->chip->num_crtcs; i++)
		if (evergreen_display_lit(edev, i))
			return true;
	return false;
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

/* Wait until a frame ends. A busy machine may miss that, for a blank takes half a millisecond. */
static void wait_for_blank(struct evergreen_device *edev, unsigned int crtc)
{
	u32 reg = CRTC_STATUS + crtc_offsets[crtc];

	if (!evergreen_mmio_wait(edev, reg, CRTC_V_BLANK, 0, FRAME_TIMEOUT_US))
		evergreen_mmio_wait(edev, reg, CRTC_V_BLANK, CRTC_V_BLANK, FRAME_TIMEOUT_US);
}

/* Wait until the next one begins. */
static void wait_for_frame(struct evergreen_device *edev, unsigned int crtc)
{
	u32 reg = CRTC_STATUS_FRAME_COUNT + crtc_offsets[crtc];
	u32 frame = evergreen_read(edev, reg);
	u32 now;

	read_poll_timeout(evergreen_read, now, now != frame, USEC_PER_MSEC, FRAME_TIMEOUT_US, false,
			  edev, reg);
}

/**
 * evergreen_display_hide() - keep a display from memory
 * @edev: the card
 * @crtc: which controller, below evergreen_chip.num_crtcs
 *
 * It keeps its timing: the stream of a DisplayPort would have to end before that, which this
 * driver knows nothing of.
 *
 * Context: sleeps, two frames as a rule, 200 ms if its timing stands still.
 *
 * Return: whether it has read until now.
 */
bool evergreen_display_hide(struct evergreen_device *edev, unsigned int crtc)
{
	u32 reg, bit = unread_bit(edev, &reg);

	if (evergreen_read(edev, reg + crtc_offsets[crtc]) & bit)
		return false;
	wait_for_blank(edev, crtc);
	change_locked(edev, crtc, reg, 0, bit);
	wait_for_frame(edev, crtc);
	return true;
}

/**
 * evergreen_display_shows_vga() - tell whether a display shows what the VGA engine draws
 * @edev: the card
 * @crtc: which controller, below evergreen_chip.num_crtcs
 *
 * Return: true if it does, and does not look at its own surface.
 */
bool evergreen_display_shows_vga(struct evergreen_device *edev, unsigned int crtc)
{
	return evergreen_read(edev, vga_controls[crtc]) & DVGA_CONTROL_MODE_ENABLE;
}

/**
 * evergreen_displays_stop() - keep the displays and the VGA engine from memory
 * @edev: the card
 * @off: switch displays off, too
 * @displays: what evergreen_displays_go_on() has to know
 *
 * Context: sleeps, as evergreen_display_hide() for each display that is lit.
 */
void evergreen_displays_stop(struct evergreen_device *edev, bool off,
			     struct evergreen_displays *displays)
{
	unsigned int i;

	*displays = (struct evergreen_displays) {
		.vga_render = evergreen_read(edev, VGA_RENDER_CONTROL),
		.vga_hdp = evergreen_read(edev, VGA_HDP_CONTROL),
	};
	evergreen_write(edev, VGA_RENDER_CONTROL, 0);
	evergreen_write(edev, VGA_HDP_CONTROL, displays->vga_hdp | VGA_MEMORY_DISABLE);
	for (i = 0; i < edev->chip->num_crtcs; i++) {
		if (!evergreen_display_lit(edev, i))
			continue;
		if (evergreen_display_hide(edev, i))
			displays->unread |= BIT(i);
		if (!off)
			continue;
		change_locked(edev, i, CRTC_CONTROL, CRTC_MASTER_EN, 0);
		displays->off |= BIT(i);
	}
}

/**
 * evergreen_displays_keep_dark() - displays have lost their place: leave them off
 * @displays: of evergreen_displays_stop()
 */
void evergreen_displays_keep_dark(struct evergreen_displays *displays)
{
	displays->unread = 0;
	displays->off = 0;
	displays->vga_render = 0;
	displays->vga_hdp |= VGA_MEMORY_DISABLE;
}

/**
 * evergreen_displays_go_on() - undo evergreen_displays_stop()
 * @edev: the card
 * @displays: what that has stopped
 *
 * They read again when it returns, so that the next stop finds them as they were.
 *
 * Context: sleeps, up to 100 ms for each of them.
 */
void evergreen_displays_go_on(struct evergreen_device *edev,
			      const struct evergreen_displays *displays)
{
	u32 reg, bit = unread_bit(edev, &reg);
	unsigned int i;

	for (i = 0; i < edev->chip->num_crtcs; i++) {
		if (displays->off & BIT(i))
			change_locked(edev, i, CRTC_CONTROL, 0, CRTC_MASTER_EN);
		if (!(displays->unread & BIT(i)))
			continue;
		change_locked(edev, i, reg, bit, 0);
		wait_for_frame(edev, i);
	}
	evergreen_write(edev, VGA_HDP_CONTROL, displays->vga_hdp);
	evergreen_write(edev, VGA_RENDER_CONTROL, displays->vga_render);
}

/**
 * evergreen_displays_vga_off() - no text mode draws into VRAM any more
 * @edev: the card
 *
 * Nor does the CPU, by the addresses of the VGA, where the kernel's text console goes on to write.
 */
void evergreen_displays_vga_off(struct evergreen_device *edev)
{
	evergreen_rmw(edev, VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0);
	evergreen_rmw(edev, VGA_HDP_CONTROL, 0, VGA_MEMORY_DISABLE);
}

/* A pipe has two sets of marks, and a register says which of them is written. */
static void set_marks(struct evergreen_device *edev, unsigned int crtc)
{
	u32 select = PIPE_ARBITRATION_CONTROL3(crtc);
	u32 before = evergreen_read(edev, select);
	unsigned int set;

	for (set = 1; set <= 2; set++) {
		evergreen_write(edev, select, (before & ~LATENCY_WATERMARK_MASK) |
				FIELD_PREP(LATENCY_WATERMARK_MASK, set));
		evergreen_write(edev, PIPE_LATENCY_CONTROL(crtc),
				LATENCY_LOW_WATERMARK | LATENCY_HIGH_WATERMARK);
	}
	evergreen_write(edev, select, before);
	evergreen_write(edev, PRIORITY_A_CNT + crtc_offsets[crtc],
			PRIORITY_ALWAYS_ON | PRIORITY_MARK);
	evergreen_write(edev, PRIORITY_B_CNT + crtc_offsets[crtc],
			PRIORITY_ALWAYS_ON | PRIORITY_MARK);
}

/**
 * evergreen_displays_favour() - serve displays before all others from now on
 * @edev: a card, not an APU
 *
 * For clocks that the VBIOS has not chosen.
 */
void evergreen_displays_favour(struct evergreen_device *edev)
{
	unsigned int i;

	for (i = 0; i < edev->chip->num_crtcs; i++)
		if (evergreen_display_lit(edev, i))
			set_marks(edev, i);
}

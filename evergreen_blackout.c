// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: blackout
 *
 * While memory is trained or moved, while its clock changes, and while blocks that have
 * requests to it are reset, nobody may use it. Engines are stopped by whoever asks for that.
 * What is left are the displays, the VGA engine (evergreen_display.c) and the CPU. When they
 * have been stopped and the memory controller is idle, the CPU is shut out of VRAM: then
 * memory is quiet, which is enough for a change of its clock. In a blackout the memory
 * controller is also told to serve nobody. At the end all of this is undone.
 *
 * What the CPU writes into VRAM meanwhile is lost, and it reads ones. So during a reset
 * processes have no buffers mapped, and the driver neither clears nor copies any, see
 * evergreen_memory_hold(). Page tables are not written, as evergreen_gart.lock is held; what the
 * console draws then is lost. That the memory controller is not told before the CPU is shut out
 * is as in stock: a write that the memory controller does not take would hold up all that the
 * CPU writes behind it, the end of the blackout included.
 *
 * Source of the facts: the radeon driver in Linux 6.12. For a change of clocks it stops the
 * displays, and takes the mappings of VRAM from processes; that the CPU is shut out, too, is
 * for the console.
 */
#include <linux/bitfield.h>
#include <linux/delay.h>

#include "evergreen_blackout.h"
#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

#define IDLE_TIMEOUT_US		100000

/**
 * evergreen_memory_wait_idle() - wait until the memory controller has nothing to do
 * @edev: the card
 *
 * The log tells if that does not come.
 *
 * Return: 0 or the error of evergreen_mmio_wait().
 */
int evergreen_memory_wait_idle(struct evergreen_device *edev)
{
	int ret = evergreen_mmio_wait(edev, SRBM_STATUS, SRBM_MEMORY_BUSY, 0, IDLE_TIMEOUT_US);

	if (ret)
		drm_warn(&edev->drm, "the memory controller does not become idle: SRBM_STATUS = 0x%08x\n",
			 evergreen_read(edev, SRBM_STATUS));
	return ret;
}

/**
 * evergreen_memory_open() - let the CPU and the card's blocks use memory
 * @edev: the card
 *
 * A driver that died in a blackout may have left memory shut, and a VBIOS need not open it.
 */
void evergreen_memory_open(struct evergreen_device *edev)
{
	evergreen_rmw(edev, MC_SHARED_BLACKOUT_CNTL, BLACKOUT_MODE, 0);
	evergreen_write(edev, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
}

/**
 * evergreen_quiet_begin() - let nobody ask for the card's memory
 * @edev: the card, its engines stopped
 * @off: switch displays off, too
 * @displays: what evergreen_quiet_end() has to know, which has to follow in any case
 *
 * Context: that of evergreen_displays_stop().
 *
 * Return: 0, or the error of evergreen_mmio_wait() if the memory controller does not get idle.
 */
int evergreen_quiet_begin(struct evergreen_device *edev, bool off,
			  struct evergreen_displays *displays)
{
	int ret;

	evergreen_displays_stop(edev, off, displays);
	ret = evergreen_memory_wait_idle(edev);
	evergreen_write(edev, BIF_FB_EN, 0);
	return ret;
}

/**
 * evergreen_quiet_end() - let everybody go on
 * @edev: the card
 * @displays: of evergreen_quiet_begin()
 *
 * Context: that of evergreen_displays_go_on().
 */
void evergreen_quiet_end(struct evergreen_device *edev, const struct evergreen_displays *displays)
{
	evergreen_write(edev, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
	evergreen_displays_go_on(edev, displays);
}

/**
 * evergreen_blackout_begin() - keep everybody from the card's memory
 * @edev: the card, its engines stopped
 * @off: switch displays off, too
 * @displays: what evergreen_blackout_end() has to know, which has to follow in any case
 *
 * Context: that of evergreen_quiet_begin().
 *
 * Return: 0, or the error of evergreen_mmio_wait() if the memory controller does not get idle.
 */
int evergreen_blackout_begin(struct evergreen_device *edev, bool off,
			     struct evergreen_displays *displays)
{
	int ret = evergreen_quiet_begin(edev, off, displays);

	evergreen_rmw(edev, MC_SHARED_BLACKOUT_CNTL, BLACKOUT_MODE,
		      FIELD_PREP(BLACKOUT_MODE, BLACKOUT_ALL));
	usleep_range(100, 200);
	return ret ?: evergreen_memory_wait_idle(edev);
}

/**
 * evergreen_blackout_end() - let everybody go on
 * @edev: the card
 * @displays: of evergreen_blackout_begin()
 *
 * Context: that of evergreen_displays_go_on().
 */
void evergreen_blackout_end(struct evergreen_device *edev,
			    const struct evergreen_displays *displays)
{
	evergreen_memory_open(edev);
	evergreen_displays_go_on(edev, displays);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Suspend
 *
 * When the machine sleeps, clients have been frozen. No more jobs are put on rings, and
 * those that are there are seen to their end; what hangs is reset as ever. Then rings and
 * interrupts are stopped. How deep the sleep is decides about the rest.
 *
 * Suspend to idle: the card stays in D0 with its memory. Jobs that could not end in time
 * stay where they are and run again. On resume the card is looked at. If it is there,
 * posted, and its page table has not changed, it is programmed from the beginning by the
 * steps that brought it up, and work goes on. If not, somebody has taken its power all the
 * same: it is declared dead, and can be used again when the machine has been started anew.
 *
 * Suspend to RAM and hibernation: the card will be without power. While the machine gets
 * ready, and everything else still works, all jobs are waited for, and contents of VRAM go
 * to system memory; before hibernation TTM gives them to the kernel as pages of files, that
 * the image of memory does not have to hold them. (Linux 6.12 has set memory aside for the image
 * by then. With much in VRAM that may be too little, and the machine does not hibernate.) So
 * nothing of a client is in a page table when the card goes, and nobody has reason to change one
 * while it is away.
 * What the driver itself has in VRAM, page tables above all, is copied at the last moment.
 * On resume the card is posted by its VBIOS (evergreen_post.c), its memory is trained, and
 * clocks are set; what was copied comes back, and then the steps follow as above. Buffers
 * return to VRAM when jobs want them there. If the machine turns back before it sleeps, the card
 * was not even in D3hot, and takes the same steps without being posted. If firmware has resumed
 * the machine, a card with a VBIOS image is always posted: an APU, or a card that another kernel has
 * used to load the image of this one, may have a register that says it is posted, and is not as
 * this kernel has left it. One whose memory does not hold the page tables that
 * have been copied back is dead. While an image of memory is made for hibernation, the card
 * stays in D0, and wakes up as from suspend to idle.
 *
 * Sleep is refused, with one message, if jobs still wait for another device after some time,
 * or if there is no room for VRAM's contents. A card that does not come back is dead, and
 * the machine goes on without it. What displays showed is lost with the card's power, and
 * the driver does not switch them on again.
 *
 * When root has the PCI core reset the card ("reset" in sysfs), work comes to its end
 * likewise, but the card is dead from then on: clients are not frozen, and what the kernel
 * itself writes into VRAM meanwhile is lost, page tables included, so that nobody can vouch
 * for them. Unbinding and binding revives it; a card that is not posted then is posted.
 *
 * Context: what touches jobs runs on the workqueue of the timeout handlers, so
 * that none of them is in the middle of a reset.
 */
#include <linux/io-64-nonatomic-lo-hi.h>
#include <linux/pci.h>
#include <linux/sched/mm.h>
#include <linux/suspend.h>

#include "evergreen_clocks.h"
#include "evergreen_dead.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_heat.h"
#include "evergreen_hold.h"
#include "evergreen_job.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mc.h"
#include "evergreen_memory_hold.h"
#include "evergreen_mmio.h"
#include "evergreen_pm.h"
#include "evergreen_post.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"
#include "evergreen_soft_reset.h"
#include "evergreen_ttm_sleep.h"

#define SETTLE_MS	5000

/*
 * A number by which to know the contents of VRAM again, from entries of the GART that never
 * change: those of the GFX ring, which is pinned.
 */
static u64 vram_mark(struct evergreen_device *edev)
{
	const struct evergreen_ring *ring = edev->rings[EVERGREEN_RING_GFX];
	u64 first = (ring->mem.gpu_addr - edev->mc.gtt_start) >> PAGE_SHIFT;
	u64 pages = ring->size_dw * sizeof(u32) >> PAGE_SHIFT;
	u64 mark = 0;
	u64 i;

	for (i = first; i < first + pages; i++)
		mark = 31 * mark + readq(&edev->gart.table.entries[i]);
	return mark;
}

static void put_to_sleep(struct evergreen_device *edev)
{
	if (evergreen_device_hold(edev))
		edev->sleep_mark = vram_mark(edev);
}

/* A card whose page tables nobody can vouch for must not run a job. */
static const char *repower(struct evergreen_device *edev)
{
	unsigned int noreclaim;
	int ret;

	evergreen_gart_hold(edev);
	/* MMU notifiers take the lock, and to post the card takes memory. */
	noreclaim = memalloc_noreclaim_save();
	ret = evergreen_device_repower(edev);
	memalloc_noreclaim_restore(noreclaim);
	evergreen_gart_unlock(edev);
	return ret ? "it does not come back from where it was without power" : NULL;
}

/* Processes and the driver itself do not touch VRAM meanwhile. */
static void rest_clocks(struct evergreen_device *edev)
{
	evergreen_memory_hold(edev);
	evergreen_clocks_rest(edev);
	evergreen_memory_release(edev);
}

static const char *find_loss(struct evergreen_device *edev)
{
	const char *loss = NULL;

	if (evergreen_gone(edev))
		return "it is gone since the machine slept";
	if (edev->powerless)
		loss = repower(edev);
	else if (!evergreen_mc_posted(edev))
		loss = "it has been without power while the machine slept";
	if (!loss && vram_mark(edev) != edev->sleep_mark)
		loss = edev->powerless ? "its memory does not keep what is written" :
					 "it has been without power while the machine slept";
	if (!loss && (evergreen_heat_follow(edev) || evergreen_soft_reset_restore(edev)))
		loss = "it does not work any more since the machine slept";
	return loss;
}

static void wake_up_card(struct evergreen_device *edev)
{
	const char *loss = NULL;

	/* If it died while it slept, it is on the bus again with what the PCI core has restored. */
	if (READ_ONCE(edev->dead))
		pci_clear_master(to_pci_dev(edev->drm.dev));
	else
		loss = find_loss(edev);
	if (loss)
		evergreen_device_dead(edev, loss);
	evergreen_jobs_go_on(edev);
}

/* ---- what the kernel calls ---- */

static bool sleeps_with_power(void)
{
	return pm_suspend_target_state == PM_SUSPEND_TO_IDLE;
}

static bool hibernates(void)
{
	return pm_suspend_target_state == PM_SUSPEND_ON;
}

/* Other devices still work, and so do swap space and this card. */
static int prepare(struct device *dev)
{
	struct evergreen_device *edev = pci_get_drvdata(to_pci_dev(dev));
	u32 ms = SETTLE_MS + evergreen_jobs_hold_ms(edev);
	int ret;

	if (sleeps_with_power() || READ_ONCE(edev->dead))
		return 0;
	if (!evergreen_jobs_wait(edev, msecs_to_jiffies(ms))) {
		drm_err(&edev->drm, "no sleep: jobs do not end, or wait for another device\n");
		return -EBUSY;
	}
	ret = evergreen_ttm_move_out(edev);
	if (ret) {
		drm_err(&edev->drm, "no sleep: the contents of VRAM cannot be moved (%d)\n", ret);
		return ret;
	}
	if (hibernates())
		evergreen_ttm_swap_out(edev);
	return 0;
}

static int resume(struct device *dev)
{
	struct evergreen_device *edev = pci_get_drvdata(to_pci_dev(dev));

	evergreen_reset_call(edev, wake_up_card);
	edev->powerless = false;
	edev->was_in_d3 = false;
	evergreen_kernel_bos_forget(edev);
	return 0;
}

static int suspend(struct device *dev)
{
	struct pci_dev *pdev = to_pci_dev(dev);
	struct evergreen_device *edev = pci_get_drvdata(pdev);
	int ret;

	evergreen_reset_call(edev, put_to_sleep);
	/* The PCI core leaves a device in D0 whose driver saves the state. */
	if (sleeps_with_power())
		return pci_save_state(pdev);
	if (READ_ONCE(edev->dead))
		return 0;
	ret = evergreen_kernel_bos_save(edev);
	if (ret) {
		drm_err(&edev->drm, "no sleep: no memory to save page tables\n");
		resume(dev);
		return ret;
	}
	evergreen_post_keep(edev);
	/* Another kernel may find the card before this one does. */
	pci_clear_master(pdev);
	edev->powerless = true;
	return 0;
}

/*
 * Before the image of a hibernating machine is made, and before the kernel that has loaded one
 * gives way to it. That one finds a card that is posted, and has the VBIOS run: as after a
 * reset, at clocks that the VBIOS knows.
 */
static int freeze(struct device *dev)
{
	struct evergreen_device *edev = pci_get_drvdata(to_pci_dev(dev));
	int ret = suspend(dev);

	if (!ret && edev->powerless)
		evergreen_reset_call(edev, rest_clocks);
	return ret;
}

/* The PCI core puts the card into D3hot next. */
static int suspend_noirq(struct device *dev)
{
	struct evergreen_device *edev = pci_get_drvdata(to_pci_dev(dev));

	edev->was_in_d3 = edev->powerless;
	return 0;
}

/*
 * The image of memory is made, or not. The card was in D0 all the time, with its displays, so the
 * VBIOS must not run, whatever firmware has done for others.
 */
static int thaw(struct device *dev)
{
	struct pci_dev *pdev = to_pci_dev(dev);
	struct evergreen_device *edev = pci_get_drvdata(pdev);

	if (edev->powerless && !READ_ONCE(edev->dead) && evergreen_mc_posted(edev)) {
		pci_set_master(pdev);
		edev->powerless = false;
	}
	return resume(dev);
}

const struct dev_pm_ops evergreen_pm_ops = {
	.prepare = pm_sleep_ptr(prepare),
	.suspend = pm_sleep_ptr(suspend),
	.suspend_noirq = pm_sleep_ptr(suspend_noirq),
	.resume = pm_sleep_ptr(resume),
	.freeze = pm_sleep_ptr(freeze),
	.thaw = pm_sleep_ptr(thaw),
	.poweroff = pm_sleep_ptr(suspend),
	.restore = pm_sleep_ptr(resume),
};

/* ---- resets by the PCI core ---- */

static void forsake(struct evergreen_device *edev)
{
	evergreen_device_hold(edev);
	evergreen_device_dead(edev, "its PCI function is being reset");
	evergreen_jobs_go_on(edev);
}

static void pci_reset_prepare(struct pci_dev *pdev)
{
	evergreen_reset_call(pci_get_drvdata(pdev), forsake);
}

const struct pci_error_handlers evergreen_pci_resets = {
	.reset_prepare = pci_reset_prepare,
};

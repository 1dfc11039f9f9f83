// SPDX-License-Identifier: MIT OR GPL-2.0

#include <linux/pci.h>
#include <linux/suspend.h>

#include "evergreen_dead.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_soft_reset.h"
#include "evergreen_mc.h"
#include "evergreen_mmio.h"
#include "evergreen_pm.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"

/**
 * DOC: Suspend
 *
 * When the machine suspends to idle, clients have been frozen. No more jobs are
 * put on rings, and those that are there are seen to their end; what hangs is
 * reset as ever. Then rings and interrupts are stopped. The card stays in D0 with
 * its memory: a card that has been in D3 has lost all that its VBIOS has set up,
 * and this driver cannot run the VBIOS. Jobs that could not end in time stay where
 * they are and run again.
 *
 * On resume the card is looked at. If it is there, posted, and its page table
 * has not changed, it is programmed from the beginning by the steps that brought
 * it up, and work goes on. If not, somebody has taken its power all the same: it
 * is declared dead, and can be used again when the machine has been started anew.
 *
 * When root has the PCI core reset the card ("reset" in sysfs), work comes to its end
 * likewise, but the card is dead from then on: clients are not frozen, and what the kernel
 * itself writes into VRAM meanwhile is lost, page tables included, so that nobody can vouch
 * for them. Unbinding and binding revives a card that is posted then; a real one is not.
 *
 * Suspend to RAM and hibernation, which take the power for sure, are refused while
 * the driver is bound. To save VRAM first would not help, for the reason above; to
 * let the card die was rejected, as clients would lose their work without having
 * been asked. Tools that find suspend to RAM refused take suspend to idle.
 *
 * Context: what touches jobs runs on the workqueue of the timeout handlers, so
 * that none of them is in the middle of a reset.
 */

static void put_to_sleep(struct evergreen_device *edev)
{
	evergreen_jobs_hold(edev);
	if (READ_ONCE(edev->dead))
		return;
	evergreen_device_quiesce(edev);
	edev->sleep_mark = evergreen_gart_mark(edev);
}

static const char *find_loss(struct evergreen_device *edev)
{
	if (evergreen_gone(edev))
		return "it is gone since the machine slept";
	if (!evergreen_mc_posted(edev) || evergreen_gart_mark(edev) != edev->sleep_mark)
		return "it has been without power while the machine slept";
	if (evergreen_soft_reset_restore(edev))
		return "it does not work any more since the machine slept";
	return NULL;
}

static void wake_up_card(struct evergreen_device *edev)
{
	const char *loss = READ_ONCE(edev->dead) ? NULL : find_loss(edev);

	if (loss)
		evergreen_device_dead(edev, loss);
	evergreen_jobs_go_on(edev);
}

/* ---- what the kernel calls ---- */

static int refuse(struct device *dev)
{
	dev_err(dev, "the card would be without power and could not be started again: use suspend to idle\n");
	return -EOPNOTSUPP;
}

static int prepare(struct device *dev)
{
	return pm_suspend_target_state == PM_SUSPEND_MEM ? refuse(dev) : 0;
}

/* The PCI core leaves a device in D0 whose driver saves the state. */
static int suspend(struct device *dev)
{
	struct pci_dev *pdev = to_pci_dev(dev);

	evergreen_reset_call(pci_get_drvdata(pdev), put_to_sleep);
	return pci_save_state(pdev);
}

static int resume(struct device *dev)
{
	evergreen_reset_call(pci_get_drvdata(to_pci_dev(dev)), wake_up_card);
	return 0;
}

const struct dev_pm_ops evergreen_pm_ops = {
	.prepare = pm_sleep_ptr(prepare),
	.suspend = pm_sleep_ptr(suspend),
	.resume = pm_sleep_ptr(resume),
	.freeze = pm_sleep_ptr(refuse),
};

/* ---- resets by the PCI core ---- */

static void forsake(struct evergreen_device *edev)
{
	evergreen_jobs_hold(edev);
	if (!READ_ONCE(edev->dead))
		evergreen_device_quiesce(edev);
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

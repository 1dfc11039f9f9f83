// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Dead cards
 *
 * Whoever finds that a card cannot be used any more says so here, whatever layer it is in. From
 * then on &evergreen_device.dead is set, the card is off the bus, and those that can do
 * something about what is pending are notified (&struct evergreen_reset_ops). There is no
 * way back but to bind the driver again.
 */
#include <linux/pci.h>

#include <drm/drm_print.h>

#include "evergreen_dead.h"
#include "evergreen_device.h"
#include "evergreen_reset.h"

/**
 * evergreen_device_dead() - declare a card dead
 * @edev: the card; &evergreen_reset.ops is set
 * @why: what happened, as the tail of a sentence
 *
 * Its engines may still be busy, and what they work on is given back now: so it is cut
 * off from the bus first. Everything that is on its rings has failed when this returns.
 *
 * Context: any, interrupts included.
 */
void evergreen_device_dead(struct evergreen_device *edev, const char *why)
{
	bool first;

	/* Whoever finds it dead may give back memory at once. */
	pci_clear_master(to_pci_dev(edev->drm.dev));
	first = !xchg(&edev->dead, true);
	if (first)
		drm_err(&edev->drm, "giving up on the card: %s\n", why);
	edev->reset.ops->dead(edev, first);
}

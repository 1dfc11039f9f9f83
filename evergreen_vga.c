// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: VGA arbiter
 *
 * All VGA cards of a machine answer at the same legacy addresses, so only one may at a
 * time. Who wants them asks the kernel's arbiter, which switches the others off: by the
 * bridge above a card, or, if another card is behind the same bridge, by the memory and
 * I/O enables in the card's PCI command register. The latter would take the registers
 * and VRAM away from this driver too.
 *
 * A driver that is a client of the arbiter is asked before that happens for the first
 * time, and stops its card from decoding legacy addresses; from then on the arbiter
 * leaves the card's own BARs alone. With a single VGA card it is never asked.
 *
 * Source of the facts: drivers/pci/vgaarb.c, and the radeon driver in Linux 6.12 for the
 * register.
 */
#include <linux/errno.h>
#include <linux/pci.h>
#include <linux/vgaarb.h>

#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_vga.h"

/* Context: a spinlock of the arbiter is held. */
static unsigned int set_decode(struct pci_dev *pdev, bool decode)
{
	struct evergreen_device *edev = pci_get_drvdata(pdev);

	if (decode) {
		evergreen_rmw(edev, CONFIG_CNTL, CONFIG_VGA_DIS, 0);
		return VGA_RSRC_LEGACY_IO | VGA_RSRC_LEGACY_MEM |
		       VGA_RSRC_NORMAL_IO | VGA_RSRC_NORMAL_MEM;
	}
	evergreen_rmw(edev, CONFIG_CNTL, CONFIG_VGA_RAM_EN, CONFIG_VGA_DIS);
	return VGA_RSRC_NORMAL_IO | VGA_RSRC_NORMAL_MEM;
}

/**
 * evergreen_vga_init() - become a client of the VGA arbiter
 * @edev: the card, whose registers can be reached
 *
 * Return: 0, also for a card of which the arbiter knows nothing: it is no VGA card.
 */
int evergreen_vga_init(struct evergreen_device *edev)
{
	int ret = vga_client_register(to_pci_dev(edev->drm.dev), set_decode);

	return ret == -ENODEV ? 0 : ret;
}

/**
 * evergreen_vga_fini() - be no client any more
 * @edev: the card
 *
 * Decoding stays as it is, and as the arbiter knows it.
 */
void evergreen_vga_fini(struct evergreen_device *edev)
{
	vga_client_unregister(to_pci_dev(edev->drm.dev));
}

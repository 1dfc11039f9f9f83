/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_PCI_H
#define EVERGREEN_COMPAT_PCI_H

#include <linux/version.h>

#include_next <linux/pci.h>

/* Older kernels know only 32 and 64 bits for the address of an MSI. */
static inline void evergreen_compat_limit_msi(struct pci_dev *pdev, u64 mask)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 0, 0)
	pdev->no_64bit_msi = mask != U64_MAX;
#else
	pdev->msi_addr_mask = mask;
#endif
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_PCI_H
#define EVERGREEN_COMPAT_PCI_H

#include_next <linux/pci.h>

/* Older kernels know only 32 and 64 bits for the address of an MSI. */
static inline void evergreen_compat_limit_msi(struct pci_dev *pdev, u64 mask)
{
#ifdef EVERGREEN_KERNEL_HAS_MSI_ADDR_MASK
	pdev->msi_addr_mask = mask;
#else
	pdev->no_64bit_msi = mask != U64_MAX;
#endif
}

#endif

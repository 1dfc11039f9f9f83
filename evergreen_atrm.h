/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATRM_H
#define EVERGREEN_ATRM_H

#include <linux/types.h>

struct pci_dev;

#ifdef CONFIG_ACPI
size_t evergreen_atrm_read(struct pci_dev *display, void *image, size_t size, const char **wrong);
#else
static inline size_t evergreen_atrm_read(struct pci_dev *display, void *image, size_t size,
					 const char **wrong)
{
	return 0;
}
#endif

#endif

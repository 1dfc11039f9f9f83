/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_PM_H
#define EVERGREEN_PM_H

#include <linux/pci.h>
#include <linux/pm.h>

extern const struct dev_pm_ops evergreen_pm_ops;
extern const struct pci_error_handlers evergreen_pci_resets;

#endif

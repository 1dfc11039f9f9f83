/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_PM_H
#define EVERGREEN_PM_H

#include <linux/pm.h>

extern const struct dev_pm_ops evergreen_pm_ops;

#endif

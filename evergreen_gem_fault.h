/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GEM_FAULT_H
#define EVERGREEN_GEM_FAULT_H

#include <linux/mm.h>

extern const struct vm_operations_struct evergreen_gem_vm_ops;

#endif

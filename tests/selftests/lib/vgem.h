/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* The kernel's vgem stands in for another device that shares buffers. */
#ifndef SELFTEST_VGEM_H
#define SELFTEST_VGEM_H

#include "bo.h"

/* The node of vgem, among those of all cards, or -1. */
int vgem_open(void);

/*
 * A buffer of vgem's, mapped at @bo->map, and in @file a file that stands for
 * it: 0 or -errno.
 */
int vgem_create(int vgem, uint32_t size, struct bo *bo, int *file);

#endif

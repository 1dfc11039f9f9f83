/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_TTM_ALLOCATION_H
#define EVERGREEN_COMPAT_TTM_ALLOCATION_H

/* Older kernels give ttm_device_init() two truth values instead of flags. */
#ifdef EVERGREEN_KERNEL_HAS_TTM_ALLOCATION_FLAGS
#include_next <drm/ttm/ttm_allocation.h>
#else
#include <linux/bits.h>

#define EVERGREEN_COMPAT_TTM_BOOLS
#define TTM_ALLOCATION_POOL_USE_DMA_ALLOC	BIT(8)
#define TTM_ALLOCATION_POOL_USE_DMA32		BIT(9)
#endif

#endif

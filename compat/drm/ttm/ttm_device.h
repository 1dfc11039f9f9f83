/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_TTM_DEVICE_H
#define EVERGREEN_COMPAT_TTM_DEVICE_H

#include <drm/ttm/ttm_allocation.h>
#include <drm/ttm/ttm_bo.h>
#include_next <drm/ttm/ttm_device.h>

#ifdef EVERGREEN_COMPAT_TTM_BOOLS
static inline int
evergreen_compat_ttm_device_init(struct ttm_device *bdev,
				 const struct ttm_device_funcs *funcs,
				 struct device *dev, struct address_space *mapping,
				 struct drm_vma_offset_manager *vma_manager,
				 unsigned int alloc_flags)
{
	return ttm_device_init(bdev, funcs, dev, mapping, vma_manager,
			       alloc_flags & TTM_ALLOCATION_POOL_USE_DMA_ALLOC,
			       alloc_flags & TTM_ALLOCATION_POOL_USE_DMA32);
}

#define ttm_device_init evergreen_compat_ttm_device_init
#endif

#ifndef EVERGREEN_KERNEL_HAS_TTM_PREPARE_HIBERNATION
/* Pages of buffers become those of files, of which hibernation writes some to swap space. */
static inline int ttm_device_prepare_hibernation(struct ttm_device *bdev)
{
	struct ttm_operation_ctx ctx = { };
	int ret;

	do {
		ret = ttm_device_swapout(bdev, &ctx, GFP_KERNEL);
	} while (ret > 0);
	return ret;
}
#endif

#endif

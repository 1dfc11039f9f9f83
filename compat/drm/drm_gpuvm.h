/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_DRM_GPUVM_H
#define EVERGREEN_COMPAT_DRM_GPUVM_H

#include <linux/version.h>

#include_next <drm/drm_gpuvm.h>

/* The same under another name: the lock is the reservation lock in both. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 0, 0)
#define drm_gpuvm_bo_obtain_locked drm_gpuvm_bo_obtain
#endif

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_DRM_GPUVM_H
#define EVERGREEN_COMPAT_DRM_GPUVM_H

#include_next <drm/drm_gpuvm.h>

/* The same under another name: the lock is the reservation lock in both. */
#ifndef EVERGREEN_KERNEL_HAS_GPUVM_BO_OBTAIN_LOCKED
#define drm_gpuvm_bo_obtain_locked drm_gpuvm_bo_obtain
#endif

#endif

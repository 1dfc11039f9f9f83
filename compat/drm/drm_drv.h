/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_DRM_DRV_H
#define EVERGREEN_COMPAT_DRM_DRV_H

#include <linux/version.h>

#include_next <drm/drm_drv.h>

/* Older kernels hand a date to user space and warn if there is none. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 14, 0)
#define EVERGREEN_COMPAT_DRIVER_DATE .date = "0",
#else
#define EVERGREEN_COMPAT_DRIVER_DATE
#endif

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_DRM_GEM_H
#define EVERGREEN_COMPAT_DRM_GEM_H

#include <linux/bits.h>
#include <linux/version.h>

#include_next <drm/drm_gem.h>

/* Older kernels print what is active without being told that it is known. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
#define DRM_GEM_OBJECT_ACTIVE 0
#endif

#endif

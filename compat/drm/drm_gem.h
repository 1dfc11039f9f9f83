/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_DRM_GEM_H
#define EVERGREEN_COMPAT_DRM_GEM_H

#include_next <drm/drm_gem.h>

/* Older kernels print what is active without being told that it is known. */
#ifndef EVERGREEN_KERNEL_HAS_GEM_OBJECT_ACTIVE
#define DRM_GEM_OBJECT_ACTIVE 0
#endif

#endif

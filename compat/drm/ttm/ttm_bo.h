/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_TTM_BO_H
#define EVERGREEN_COMPAT_TTM_BO_H

#include_next <drm/ttm/ttm_bo.h>

#ifndef EVERGREEN_KERNEL_HAS_TTM_BO_FINI
/* The GEM object's last reference is gone: drop the one that it held. */
static inline void ttm_bo_fini(struct ttm_buffer_object *bo)
{
	ttm_bo_put(bo);
}
#endif

#endif

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

/*
 * Mappings of processes have references of TTM's, which outlive the GEM object's: takes one more, if there is
 * any. Where TTM has none to give away, mappings keep the GEM object instead.
 */
static inline bool ttm_bo_compat_hold(struct ttm_buffer_object *bo)
{
	return kref_get_unless_zero(&bo->kref);
}

static inline void ttm_bo_compat_release(struct ttm_buffer_object *bo)
{
	ttm_bo_put(bo);
}
#else
static inline bool ttm_bo_compat_hold(struct ttm_buffer_object *bo)
{
	return false;
}

static inline void ttm_bo_compat_release(struct ttm_buffer_object *bo)
{
}
#endif

#endif

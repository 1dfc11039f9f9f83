/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_TTM_RESOURCE_H
#define EVERGREEN_COMPAT_TTM_RESOURCE_H

#include <linux/cgroup_dmem.h>

#include_next <drm/ttm/ttm_resource.h>

/* See linux/cgroup_dmem.h; without its field nothing is charged to anybody. */
#ifndef EVERGREEN_KERNEL_HAS_TTM_DMEM_RECLAIM
#define ttm_resource_manager_dmem_reclaim	NULL

static inline void ttm_resource_manager_set_dmem_region(struct ttm_resource_manager *man,
							struct dmem_cgroup_region *region)
{
#ifdef EVERGREEN_KERNEL_HAS_TTM_MANAGER_CG
	man->cg = region;
#endif
}
#endif

#endif

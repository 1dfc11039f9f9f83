/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_TTM_RESOURCE_H
#define EVERGREEN_COMPAT_TTM_RESOURCE_H

#include <linux/cgroup_dmem.h>
#include <linux/version.h>

#include_next <drm/ttm/ttm_resource.h>

/* See linux/cgroup_dmem.h; before 6.14 nothing is charged to anybody. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 3, 0)
#define ttm_resource_manager_dmem_reclaim	NULL

static inline void ttm_resource_manager_set_dmem_region(struct ttm_resource_manager *man,
							struct dmem_cgroup_region *region)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 14, 0)
	man->cg = region;
#endif
}
#endif

#endif

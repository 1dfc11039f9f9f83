/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_DRM_DRV_H
#define EVERGREEN_COMPAT_DRM_DRV_H

#include <linux/bits.h>
#include <linux/cgroup_dmem.h>
#include <linux/errno.h>
#include <linux/sched.h>

#include_next <drm/drm_drv.h>

/* Older kernels hand a date to user space and warn if there is none. */
#ifdef EVERGREEN_KERNEL_HAS_DRIVER_DATE
#define EVERGREEN_COMPAT_DRIVER_DATE .date = "0",
#else
#define EVERGREEN_COMPAT_DRIVER_DATE
#endif

/* The uevent "WEDGED=", which older kernels do not send. */
#ifndef EVERGREEN_KERNEL_HAS_WEDGE_TASK_INFO
#ifndef DRM_WEDGE_RECOVERY_NONE
#define DRM_WEDGE_RECOVERY_NONE		BIT(0)
#define DRM_WEDGE_RECOVERY_REBIND	BIT(1)
#endif

struct drm_wedge_task_info {
	pid_t pid;
	char comm[TASK_COMM_LEN];
};

static inline int
evergreen_compat_drm_dev_wedged_event(struct drm_device *drm, unsigned long method,
				      struct drm_wedge_task_info *info)
{
	return -EOPNOTSUPP;
}

#define drm_dev_wedged_event evergreen_compat_drm_dev_wedged_event
#endif

/* Older kernels have no cgroup controller for device memory. */
#ifndef EVERGREEN_KERNEL_HAS_CGROUP_DMEM
static inline struct dmem_cgroup_region *
drmm_cgroup_register_region(struct drm_device *drm, const char *name,
			    const struct dmem_cgroup_init *init)
{
	return NULL;
}
#elif !defined(EVERGREEN_KERNEL_HAS_CGROUP_DMEM_INIT)
static inline struct dmem_cgroup_region *
evergreen_compat_register_region(struct drm_device *drm, const char *name,
				 const struct dmem_cgroup_init *init)
{
	return drmm_cgroup_register_region(drm, name, init->size);
}

#define drmm_cgroup_register_region evergreen_compat_register_region
#endif

/* Older kernels give objects a list of mappings only to drivers that ask for it. */
#ifdef EVERGREEN_KERNEL_HAS_DRIVER_GEM_GPUVA
#define EVERGREEN_COMPAT_DRIVER_FEATURES DRIVER_GEM_GPUVA
#else
#define EVERGREEN_COMPAT_DRIVER_FEATURES 0
#endif

#endif

# SPDX-License-Identifier: MIT OR GPL-2.0
#
# What the kernel's headers offer. Stable releases take changed interfaces, too (6.12.117
# has 6.15's drm_sched_init()), so that no version tells; the header does.

kernel-has = $(if $(shell grep -sE '$(3)' $(srctree)/include/$(2)),-DEVERGREEN_KERNEL_HAS_$(1))

ccflags-y += $(call kernel-has,SCHED_INIT_ARGS,drm/gpu_scheduler.h,^struct drm_sched_init_args)
ccflags-y += $(call kernel-has,SCHED_START_ERROR,drm/gpu_scheduler.h,drm_sched_start.*int errno)
ccflags-y += $(call kernel-has,SCHED_CLIENT_ID,drm/gpu_scheduler.h,drm_client_id)
ccflags-y += $(call kernel-has,SCHED_STAT_RESET,drm/gpu_scheduler.h,DRM_GPU_SCHED_STAT_RESET)
ccflags-y += $(call kernel-has,DRIVER_DATE,drm/drm_drv.h,char [*]date;)
ccflags-y += $(call kernel-has,DRIVER_GEM_GPUVA,drm/drm_drv.h,DRIVER_GEM_GPUVA)
ccflags-y += $(call kernel-has,WEDGE_TASK_INFO,drm/drm_device.h,^struct drm_wedge_task_info)
ccflags-y += $(call kernel-has,GEM_OBJECT_ACTIVE,drm/drm_gem.h,DRM_GEM_OBJECT_ACTIVE)
ccflags-y += $(call kernel-has,GPUVM_BO_OBTAIN_LOCKED,drm/drm_gpuvm.h,drm_gpuvm_bo_obtain_locked)
ccflags-y += $(call kernel-has,TTM_ALLOCATION_FLAGS,drm/ttm/ttm_allocation.h,TTM_ALLOCATION_)
ccflags-y += $(call kernel-has,TTM_BO_FINI,drm/ttm/ttm_bo.h,ttm_bo_fini)
ccflags-y += $(call kernel-has,TTM_MANAGER_CG,drm/ttm/ttm_resource.h,dmem_cgroup_region [*]cg)
ccflags-y += $(call kernel-has,TTM_DMEM_RECLAIM,drm/ttm/ttm_resource.h,ttm_resource_manager_dmem_reclaim)
ccflags-y += $(call kernel-has,TTM_PREPARE_HIBERNATION,drm/ttm/ttm_device.h,ttm_device_prepare_hibernation)
ccflags-y += $(call kernel-has,CGROUP_DMEM,linux/cgroup_dmem.h,dmem_cgroup_region)
ccflags-y += $(call kernel-has,CGROUP_DMEM_INIT,linux/cgroup_dmem.h,^struct dmem_cgroup_init)
ccflags-y += $(call kernel-has,MSI_ADDR_MASK,linux/pci.h,msi_addr_mask)
ccflags-y += $(call kernel-has,SYSFB_DISPLAY_INFO,linux/sysfb.h,^struct sysfb_display_info)

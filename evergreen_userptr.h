/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_USERPTR_H
#define EVERGREEN_USERPTR_H

#include <linux/list.h>
#include <linux/mmu_notifier.h>

#include <drm/drm_file.h>

#include "evergreen_bo.h"

/**
 * struct evergreen_userptr - a process's memory that the card works on
 * @notifier: tells when the process loses pages of it; knows whose it is
 * @edev: the card
 * @bo: the buffer
 * @start: its first address, a multiple of a page
 * @num_pages: how many
 * @flags: RADEON_GEM_USERPTR_*
 * @node: in &evergreen_device.userptrs
 *
 * The rest is guarded by &evergreen_device.userptr_lock:
 *
 * @pages: bus addresses of its pages, or NULL while they are not known
 * @valid: they are, and jobs may be started that use them
 * @generation: counts the times that they have been looked up
 * @placed: TTM has given the buffer entries of the GART
 * @first_page: the first of these
 * @bound: they show @pages
 * @shown: mappings of Cayman's address spaces that do
 * @hopeless: a job that a process has waited for in vain to take these pages back, or NULL
 */
struct evergreen_userptr {
	struct mmu_interval_notifier notifier;
	struct evergreen_device *edev;
	struct evergreen_bo *bo;
	unsigned long start;
	u32 num_pages;
	u32 flags;
	struct list_head node;
	dma_addr_t *pages;
	bool valid, placed, bound;
	u64 generation;
	u32 first_page;
	struct list_head shown;
	struct dma_fence *hopeless;
};

#ifdef CONFIG_HMM_MIRROR

int evergreen_userptr_init(struct evergreen_device *edev);
void evergreen_userptr_fini(struct evergreen_device *edev);
void evergreen_userptr_free(struct evergreen_bo *bo);

int evergreen_userptr_look_up(struct evergreen_bo *bo, u64 *generation);
int evergreen_userptr_bind(struct evergreen_bo *bo);
bool evergreen_userptr_valid(const struct evergreen_bo *bo, u64 generation);
bool evergreen_userptr_readonly(const struct evergreen_bo *bo);
void evergreen_userptr_place(struct evergreen_bo *bo, u32 first_page);
void evergreen_userptr_displace(struct evergreen_bo *bo);

int evergreen_gem_userptr_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);

#define EVERGREEN_USERPTR_IOCTL \
	DRM_IOCTL_DEF_DRV(RADEON_GEM_USERPTR, evergreen_gem_userptr_ioctl, \
			  DRM_AUTH | DRM_RENDER_ALLOW),

#else /* no such buffers, so nobody calls the rest */

static inline int evergreen_userptr_init(struct evergreen_device *edev)
{
	mutex_init(&edev->userptr_lock);
	return 0;
}

static inline void evergreen_userptr_fini(struct evergreen_device *edev) { }
static inline void evergreen_userptr_free(struct evergreen_bo *bo) { }
static inline int evergreen_userptr_look_up(struct evergreen_bo *bo, u64 *generation)
{
	return -ENODEV;
}

static inline int evergreen_userptr_bind(struct evergreen_bo *bo)
{
	return -ENODEV;
}

static inline bool evergreen_userptr_valid(const struct evergreen_bo *bo, u64 generation)
{
	return false;
}

static inline bool evergreen_userptr_readonly(const struct evergreen_bo *bo)
{
	return false;
}

static inline void evergreen_userptr_place(struct evergreen_bo *bo, u32 first_page) { }
static inline void evergreen_userptr_displace(struct evergreen_bo *bo) { }

#define EVERGREEN_USERPTR_IOCTL

#endif

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_USERPTR_H
#define EVERGREEN_USERPTR_H

#include <linux/list.h>
#include <linux/mmu_notifier.h>

#include <drm/drm_file.h>
#include <drm/radeon_drm.h>

#include "evergreen_bo.h"

/* How long a process that takes back memory waits for jobs, at most. */
#define EVERGREEN_USERPTR_MS	30000

/**
 * struct evergreen_userptr - a process's memory that the card works on
 *
 * &evergreen_userptrs.lock guards all members from @pages on but two: the buffer's reservation
 * lock guards @space, and @taking is a lock itself.
 */
struct evergreen_userptr {
	/** @notifier: tells when the process loses pages of it; knows whose it is */
	struct mmu_interval_notifier notifier;

	/** @edev: the card */
	struct evergreen_device *edev;

	/** @bo: the buffer */
	struct evergreen_bo *bo;

	/** @start: its first address, a multiple of a page */
	unsigned long start;

	/** @num_pages: entries of @pages */
	u32 num_pages;

	/** @flags: RADEON_GEM_USERPTR_* */
	u32 flags;

	/** @node: in &evergreen_userptrs.list */
	struct list_head node;

	/**
	 * @pages: bus addresses of its pages, or NULL while they are not known; changes
	 * with &evergreen_userptrs.known_lock held, too
	 */
	dma_addr_t *pages;

	/** @valid: @pages are known, and jobs may be started that use them */
	bool valid;

	/** @placed: TTM has given the buffer entries of the GART */
	bool placed;

	/** @bound: the GART shows @pages */
	bool bound;

	/** @generation: counts the times that @pages have been looked up */
	u64 generation;

	/** @first_page: first entry of the GART, if @placed */
	u32 first_page;

	/** @shown: mappings of Cayman's address spaces that show @pages */
	struct list_head shown;

	/**
	 * @space: the address space that has mapped it, or NULL; set once, with the buffer
	 * reserved, and only compared
	 */
	const struct cayman_vm *space;

	/**
	 * @stale: that address space, if it does not show @pages any more, and its jobs may still
	 * find them in a TLB; or NULL; referenced, under &evergreen_userptrs.lock
	 */
	struct cayman_vm *stale;

	/** @taking: held by the notifier that takes @pages back, to the end */
	struct mutex taking;

	/**
	 * @hopeless: a job that a process has waited for in vain to take these pages back, or NULL
	 */
	struct dma_fence *hopeless;

	/** @in_vain: entry of &evergreen_userptrs.in_vain from the first hopeless job on */
	struct list_head in_vain;
};

/**
 * evergreen_userptr_readonly() - may the card only read a buffer?
 * @bo: any buffer
 *
 * Return: true if it is a process's and was given to be read.
 */
static inline bool evergreen_userptr_readonly(const struct evergreen_bo *bo)
{
	return bo->userptr && bo->userptr->flags & RADEON_GEM_USERPTR_READONLY;
}

#ifdef CONFIG_HMM_MIRROR

int evergreen_userptr_init(struct evergreen_device *edev);
void evergreen_userptr_fini(struct evergreen_device *edev);

int evergreen_userptr_look_up(struct evergreen_bo *bo, u64 *generation);
int evergreen_userptr_bind(struct evergreen_bo *bo);
bool evergreen_userptr_valid(const struct evergreen_bo *bo, u64 generation);
void evergreen_userptr_place(struct evergreen_bo *bo, u32 first_page);

int evergreen_gem_userptr_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);

#define EVERGREEN_USERPTR_IOCTL \
	DRM_IOCTL_DEF_DRV(RADEON_GEM_USERPTR, evergreen_gem_userptr_ioctl, \
			  DRM_AUTH | DRM_RENDER_ALLOW),

#else /* no such buffers, so nobody calls the rest */

static inline int evergreen_userptr_init(struct evergreen_device *edev)
{
	mutex_init(&edev->userptrs.lock);
	return 0;
}

static inline void evergreen_userptr_fini(struct evergreen_device *edev) { }
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

static inline void evergreen_userptr_place(struct evergreen_bo *bo, u32 first_page) { }

#define EVERGREEN_USERPTR_IOCTL

#endif

#endif

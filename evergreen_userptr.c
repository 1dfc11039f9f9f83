// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory of processes
 *
 * GEM_USERPTR makes a buffer of memory that a process has anyway. Its pages stay
 * the process's: they are neither pinned nor referenced, and what the process does
 * to them (munmap, mprotect, mremap, fork, exit) and what the kernel does (swap,
 * migration, merging) goes on as if there was no card. For that, three things are
 * kept true:
 *
 * 1. A job starts only if the buffer shows the pages that the process has at that
 *    moment. hmm_range_fault() looks them up, before anything is locked, as the
 *    process itself would touch them: a buffer that the card may write gets pages of
 *    its own after a fork. Under &evergreen_userptrs.lock, where the job gets
 *    its fence, it is seen whether they have changed since; if so, all begins anew.
 * 2. Before a page goes, the kernel calls the buffer's MMU notifier. It sees to
 *    it that no further job starts, waits for those that use the buffer, empties the
 *    buffer's entries in the GART and in address spaces, and drops them from the
 *    TLBs; if the card does not say that it has forgotten them, it also waits for the
 *    other jobs of these address spaces that are on a ring. Where these do not end, the card is
 *    reset, and who has kept a ring busy for all that time is banned. When it returns, nothing of
 *    the card's knows the page.
 * 3. The notifier lives as long as a job may run: not until the last handle is
 *    closed, but until TTM frees the buffer, which it does when its fences have
 *    signalled.
 *
 * Memory that the card may not write is protected twice: a relocation with a write
 * domain is refused, which the checker wants for whatever writes, and the entries
 * lack GPU_PTE_WRITEABLE. The card is not told of dirty pages, so all that it may write
 * are dirty from the moment when it may. For memory that belongs to a file that would
 * not be enough (the file system wants to know when the writing begins), so only
 * anonymous memory can be written, as radeon has it.
 *
 * Jobs that name the buffer are taken from the process itself only: it is the one whose
 * rights the pages are looked up with. Who else has its file descriptor reaches what an
 * address space shows, as with all buffers. The memory is used in GTT, and cannot be mapped
 * or exported; a shadow stack and secret memory are refused.
 *
 * Rejected: pin_user_pages(). The pages would stay in memory (RLIMIT_MEMLOCK would
 * have to bound them), and after munmap() or fork() the card would go on in pages that
 * are no longer those of the process.
 *
 * Missing: kernels without CONFIG_HMM_MIRROR have none of this; the ioctl is unknown then.
 *
 * Pages that come: evergreen_userptr_pages.c; pages that go: evergreen_userptr_notifier.c.
 *
 * Locking: &evergreen_userptr.taking, held by notifiers alone; reservation locks, then
 * userptrs.lock, then the GART's. Notifiers may come from within the allocation of memory, so
 * none is allocated under userptrs.lock, and they take no reservation lock. Nor do they take
 * userptrs.lock for a buffer without pages, as one over a mapping of the card's memory is: that
 * lock may be held over a reset, which takes such mappings from processes, and so calls their
 * notifiers.
 */
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/uaccess.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_place.h"
#include "evergreen_reg.h"
#include "evergreen_userptr_inner.h"

#define USERPTR_FLAGS	(RADEON_GEM_USERPTR_READONLY | RADEON_GEM_USERPTR_ANONONLY | \
			 RADEON_GEM_USERPTR_VALIDATE | RADEON_GEM_USERPTR_REGISTER)
#define USERPTR_OWN	(RADEON_GEM_USERPTR_ANONONLY | RADEON_GEM_USERPTR_REGISTER)

/**
 * evergreen_userptr_init() - get ready for memory of processes
 * @edev: the card
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_userptr_init(struct evergreen_device *edev)
{
	spin_lock_init(&edev->userptrs.known_lock);
	INIT_LIST_HEAD(&edev->userptrs.list);
	INIT_LIST_HEAD(&edev->userptrs.in_vain);
	return drmm_mutex_init(&edev->drm, &edev->userptrs.lock);
}

/**
 * evergreen_userptr_fini() - the card goes
 * @edev: the card, its jobs done, and nobody submits any more
 *
 * Buffers of files that are still open stay; they have no pages from now on.
 */
void evergreen_userptr_fini(struct evergreen_device *edev)
{
	struct evergreen_userptr *u;

	guard(mutex)(&edev->userptrs.lock);
	list_for_each_entry(u, &edev->userptrs.list, node)
		evergreen_userptr_forget(u);
}

/* The buffer dies: no job uses it any more. */
static void free_memory(struct evergreen_bo *bo)
{
	struct evergreen_userptr *u = bo->userptr;

	mmu_interval_notifier_remove(&u->notifier);
	mutex_lock(&u->edev->userptrs.lock);
	list_del(&u->node);
	list_del(&u->in_vain);
	evergreen_userptr_forget(u);
	mutex_unlock(&u->edev->userptrs.lock);
	dma_fence_put(u->hopeless);
	kfree(u);
}

/* ---- the GART ---- */

/**
 * evergreen_userptr_place() - TTM gives a buffer entries of the GART
 * @bo: a buffer of a process's memory, reserved
 * @first_page: the first of them
 */
void evergreen_userptr_place(struct evergreen_bo *bo, u32 first_page)
{
	struct evergreen_userptr *u = bo->userptr;

	guard(mutex)(&u->edev->userptrs.lock);
	u->first_page = first_page;
	u->placed = true;
}

static void displace(struct evergreen_bo *bo)
{
	struct evergreen_userptr *u = bo->userptr;

	guard(mutex)(&u->edev->userptrs.lock);
	evergreen_userptr_unbind(u);
	u->placed = false;
}

static const struct evergreen_userptr_ops userptr_bo_ops = {
	.free = free_memory,
	.displace = displace,
};

/**
 * evergreen_userptr_bind() - have the GART show a buffer's pages
 * @bo: a buffer of a process's memory, reserved and in GTT
 *
 * Return: 0; -EAGAIN if the pages have to be looked up again; or the error of
 * evergreen_gart_bind().
 */
int evergreen_userptr_bind(struct evergreen_bo *bo)
{
	u64 may_write = evergreen_userptr_readonly(bo) ? 0 : GPU_PTE_WRITEABLE;
	struct evergreen_userptr *u = bo->userptr;
	int ret;

	guard(mutex)(&u->edev->userptrs.lock);
	if (!u->valid)
		return -EAGAIN;
	if (u->bound)
		return 0;
	if (WARN_ON_ONCE(!u->placed))
		return -EINVAL;
	ret = evergreen_gart_bind(u->edev, u->first_page, u->pages, u->num_pages,
				  GPU_PTE_SNOOPED | may_write);
	u->bound = !ret;
	return ret;
}

/* ---- the interface ---- */

static int check_args(struct evergreen_device *edev, const struct drm_radeon_gem_userptr *args)
{
	u64 end;

	if (offset_in_page(args->addr | args->size) || args->flags & ~USERPTR_FLAGS)
		return -EINVAL;
	if (!(args->flags & RADEON_GEM_USERPTR_READONLY) &&
	    (args->flags & USERPTR_OWN) != USERPTR_OWN)
		return -EACCES;
	if (!args->size || check_add_overflow(args->addr, args->size, &end))
		return -EINVAL;
	if (args->size > evergreen_gtt_managed(edev))
		return -ENOMEM;
	return access_ok(u64_to_user_ptr(args->addr), args->size) ? 0 : -EFAULT;
}

static int attach(struct evergreen_device *edev, struct evergreen_bo *bo,
		  const struct drm_radeon_gem_userptr *args)
{
	struct evergreen_userptr *u;
	int ret;

	u = kzalloc(sizeof(*u), GFP_KERNEL_ACCOUNT);
	if (!u)
		return -ENOMEM;
	u->edev = edev;
	u->bo = bo;
	u->start = args->addr;
	u->num_pages = args->size >> PAGE_SHIFT;
	u->flags = args->flags;
	INIT_LIST_HEAD(&u->shown);
	INIT_LIST_HEAD(&u->in_vain);
	mutex_init(&u->taking);

	ret = mmu_interval_notifier_insert(&u->notifier, current->mm, u->start, args->size,
					   &evergreen_userptr_notifier);
	if (ret) {
		kfree(u);
		return ret;
	}
	evergreen_bo_set_userptr(bo, u, &userptr_bo_ops);
	mutex_lock(&edev->userptrs.lock);
	list_add_tail(&u->node, &edev->userptrs.list);
	mutex_unlock(&edev->userptrs.lock);
	return 0;
}

static int place_and_bind(struct evergreen_bo *bo)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	int ret;

	ret = ttm_bo_reserve(&bo->tbo, true, false, NULL);
	if (ret)
		return ret;
	ret = evergreen_bo_validate(bo, RADEON_GEM_DOMAIN_GTT, RADEON_GEM_DOMAIN_GTT, &ctx) ?:
	      evergreen_userptr_bind(bo);
	ttm_bo_unreserve(&bo->tbo);
	return ret;
}

static int validate_once(struct evergreen_bo *bo)
{
	u64 generation;
	int idx, ret;

	ret = evergreen_userptr_look_up(bo, &generation);
	if (ret)
		return ret;
	if (!drm_dev_enter(bo->tbo.base.dev, &idx))
		return -ENODEV;
	ret = place_and_bind(bo);
	drm_dev_exit(idx);
	return ret;
}

static int validate(struct evergreen_bo *bo)
{
	int ret;

	do {
		ret = validate_once(bo);
	} while (ret == -EAGAIN && !signal_pending(current));
	return ret == -EAGAIN ? -ERESTARTSYS : ret;
}

static int make(struct evergreen_device *edev, struct drm_radeon_gem_userptr *args,
		struct drm_file *filp)
{
	const struct evergreen_bo_params params = {
		.size = args->size,
		.domain = RADEON_GEM_DOMAIN_CPU,
		.type = ttm_bo_type_device,
	};
	struct evergreen_bo *bo;
	int ret;

	bo = evergreen_bo_create(edev, &params);
	if (IS_ERR(bo))
		return PTR_ERR(bo);
	ret = attach(edev, bo, args);
	if (ret)
		goto put;
	if (args->flags & RADEON_GEM_USERPTR_VALIDATE) {
		ret = validate(bo);
		if (ret)
			goto put;
	}
	ret = drm_gem_handle_create(filp, &bo->tbo.base, &args->handle);
put:
	drm_gem_object_put(&bo->tbo.base);
	return ret;
}

/**
 * evergreen_gem_userptr_ioctl() - make a buffer of the process's own memory
 * @drm: the device
 * @data: struct drm_radeon_gem_userptr
 * @filp: the client
 *
 * With VALIDATE the memory has to be there and gets its place in the GART now, else
 * when a job first uses it.
 *
 * Return: 0 with the handle; -EINVAL for an address or a size that is no multiple of a
 * page, a size of 0 or one that wraps, unknown flags; -EACCES unless READONLY or both
 * ANONONLY and REGISTER are given, which clients probe for; -EFAULT for memory that is
 * not the process's; -ENOMEM, also for more than GTT has; -EIO; -ENODEV; with VALIDATE
 * also what evergreen_userptr_look_up() says.
 */
int evergreen_gem_userptr_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct evergreen_device *edev = to_evergreen(drm);
	struct drm_radeon_gem_userptr *args = data;
	int ret;

	args->addr = untagged_addr(args->addr);
	ret = check_args(edev, args);
	if (ret)
		return ret;
	return READ_ONCE(edev->dead) ? -EIO : make(edev, args, filp);
}

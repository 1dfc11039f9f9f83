// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory of processes: pages that come
 *
 * Pages are looked up without a lock, and given to the buffer only if the process has lost none
 * of them meanwhile, else they are looked up again.
 *
 * Missing: bounce buffers. A page that the card cannot reach but by a copy cannot be
 * shared with it: -EFAULT. (With DMA_API_DEBUG behind an IOMMU, and under Xen, the kernel
 * says so of pages that are within reach, too.)
 */
#include <linux/dma-mapping.h>
#include <linux/fs.h>
#include <linux/hmm.h>
#include <linux/magic.h>
#include <linux/memremap.h>
#include <linux/sched/signal.h>

#include <drm/drm_drv.h>

#include "evergreen_device.h"
#include "evergreen_userptr_inner.h"

/* A copy beside the page would be no page of the process's. */
static int map_page(struct evergreen_userptr *u, struct page *page, dma_addr_t *addr)
{
	struct device *dev = u->edev->drm.dev;

	if (is_zone_device_page(page))
		return -EFAULT;
	*addr = dma_map_page_attrs(dev, page, 0, PAGE_SIZE, evergreen_userptr_direction(u),
				   DMA_ATTR_SKIP_CPU_SYNC);
	if (dma_mapping_error(dev, *addr))
		return -ENOMEM;
	if (dma_need_sync(dev, *addr)) {
		evergreen_userptr_unmap(u, addr, 1);
		return -EFAULT;
	}
	if (!evergreen_userptr_readonly(u->bo))
		set_page_dirty(page);
	return 0;
}

/* The pages are the process's: its notifier waits for the lock. */
static int map_pages(struct evergreen_userptr *u, const unsigned long *pfns, dma_addr_t *pages)
{
	u32 i;
	int ret;

	for (i = 0; i < u->num_pages; i++) {
		ret = map_page(u, hmm_pfn_to_page(pfns[i]), &pages[i]);
		if (ret) {
			evergreen_userptr_unmap(u, pages, i);
			return ret;
		}
	}
	return 0;
}

/*
 * From now on the notifier waits for userptrs.lock. False if the process has lost some of the
 * pages since they were looked up.
 */
static bool announce(struct evergreen_userptr *u, const struct hmm_range *range, dma_addr_t *pages)
{
	bool still;

	spin_lock(&u->edev->userptrs.known_lock);
	still = !mmu_interval_read_retry(&u->notifier, range->notifier_seq);
	if (still && !u->valid)
		u->pages = pages;
	spin_unlock(&u->edev->userptrs.known_lock);
	return still;
}

/* Takes over @pages if it succeeds, and unless somebody else has been faster. */
static int adopt(struct evergreen_userptr *u, const struct hmm_range *range, dma_addr_t **pages)
{
	int ret;

	lockdep_assert_held(&u->edev->userptrs.lock);
	if (!announce(u, range, *pages))
		return -EBUSY;
	if (u->valid)
		return 0;
	ret = map_pages(u, range->hmm_pfns, *pages);
	if (ret) {
		evergreen_userptr_set_pages(u, NULL);
		return ret;
	}
	*pages = NULL;
	u->valid = true;
	u->generation++;
	return 0;
}

/* hmm_range_fault() would give these away, too; pin_user_pages() does not. */
static bool is_private_to_cpu(const struct vm_area_struct *vma)
{
	return vma->vm_flags & VM_SHADOW_STACK ||
	       (vma->vm_file && file_inode(vma->vm_file)->i_sb->s_magic == SECRETMEM_MAGIC);
}

static int check_mappings(const struct evergreen_userptr *u)
{
	VMA_ITERATOR(vmi, current->mm, u->start);
	struct vm_area_struct *vma;

	for_each_vma_range(vmi, vma, u->start + ((unsigned long)u->num_pages << PAGE_SHIFT)) {
		if (u->flags & RADEON_GEM_USERPTR_ANONONLY && !vma_is_anonymous(vma))
			return -EPERM;
		if (is_private_to_cpu(vma))
			return -EFAULT;
	}
	return 0;
}

static int fault_in(struct evergreen_userptr *u, struct hmm_range *range)
{
	int ret;

	range->notifier_seq = mmu_interval_read_begin(&u->notifier);
	if (mmap_read_lock_killable(current->mm))
		return -ERESTARTSYS;
	ret = check_mappings(u);
	if (ret)
		goto unlock;
	ret = hmm_range_fault(range);
	/* As if the process had touched it. */
	if (ret && ret != -EBUSY && ret != -ENOMEM)
		ret = -EFAULT;
unlock:
	mmap_read_unlock(current->mm);
	return ret;
}

static int look_up_once(struct evergreen_userptr *u, struct hmm_range *range, dma_addr_t **pages,
			u64 *generation)
{
	int idx, ret;

	ret = fault_in(u, range);
	if (ret)
		return ret;
	if (!drm_dev_enter(&u->edev->drm, &idx))
		return -ENODEV;
	mutex_lock(&u->edev->userptrs.lock);
	ret = adopt(u, range, pages);
	*generation = u->generation;
	mutex_unlock(&u->edev->userptrs.lock);
	drm_dev_exit(idx);
	return ret;
}

static int look_up(struct evergreen_userptr *u, u64 *generation)
{
	bool readonly = evergreen_userptr_readonly(u->bo);
	struct hmm_range range = {
		.notifier = &u->notifier,
		.start = u->start,
		.end = u->start + ((unsigned long)u->num_pages << PAGE_SHIFT),
		.default_flags = HMM_PFN_REQ_FAULT | (readonly ? 0 : HMM_PFN_REQ_WRITE),
	};
	dma_addr_t *pages;
	int ret = -ENOMEM;

	range.hmm_pfns = kvmalloc_array(u->num_pages, sizeof(*range.hmm_pfns),
					GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	pages = kvmalloc_array(u->num_pages, sizeof(*pages), GFP_KERNEL_ACCOUNT);
	if (range.hmm_pfns && pages)
		do {
			ret = look_up_once(u, &range, &pages, generation);
		} while (ret == -EBUSY && !signal_pending(current));
	kvfree(range.hmm_pfns);
	kvfree(pages);
	return ret == -EBUSY ? -ERESTARTSYS : ret;
}

/**
 * evergreen_userptr_look_up() - find the pages that a process has there now
 * @bo: a buffer of a process's memory
 * @generation: out: what evergreen_userptr_valid() is to be asked for
 *
 * Context: no lock is held that the process's page faults may want, reservation locks
 * among them; in no drm_dev_enter() section, for whoever stands behind a mapping (FUSE)
 * may never answer.
 *
 * Return: 0; -EPERM for another process, or for memory of a file that the card would
 * write; -EFAULT if the process could not touch all of it, or the card cannot reach
 * it; -ENOMEM; -ENODEV; -ERESTARTSYS.
 */
int evergreen_userptr_look_up(struct evergreen_bo *bo, u64 *generation)
{
	struct evergreen_userptr *u = bo->userptr;
	bool valid;

	if (current->mm != u->notifier.mm)
		return -EPERM;
	mutex_lock(&u->edev->userptrs.lock);
	valid = u->valid;
	*generation = u->generation;
	mutex_unlock(&u->edev->userptrs.lock);
	return valid ? 0 : look_up(u, generation);
}

/**
 * evergreen_userptr_valid() - may a job start that uses a buffer's pages?
 * @bo: a buffer of a process's memory
 * @generation: what evergreen_userptr_look_up() said of them
 *
 * Context: &evergreen_userptrs.lock is held, until the job's fence is in the
 * buffer's reservation object.
 *
 * Return: true if they have been the process's pages all the time.
 */
bool evergreen_userptr_valid(const struct evergreen_bo *bo, u64 generation)
{
	lockdep_assert_held(&bo->userptr->edev->userptrs.lock);
	return bo->userptr->valid && bo->userptr->generation == generation;
}

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
 * The notifier waits 30 s at most for the jobs that use the buffer, and as long for the others.
 * A job that uses it and still runs then (the user may have switched off the search for hangs)
 * reads and writes the GART's dummy page instead, if the card says that it has forgotten the pages;
 * if it does not, it is reset here, too. Such a job is not waited for again for the sake of other
 * buffers: the buffer remembers its fence, and lives at least until that has signalled.
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
 * are no longer those of the process. Rejected, too: to hold userptrs.lock while the
 * notifier waits, as amdgpu does; one client's hanging job would stop all others.
 *
 * Missing: bounce buffers. A page that the card cannot reach but by a copy cannot be
 * shared with it: -EFAULT. (With DMA_API_DEBUG behind an IOMMU, and under Xen, the kernel
 * says so of pages that are within reach, too.) Kernels without CONFIG_HMM_MIRROR have
 * none of this; the ioctl is unknown then.
 *
 * Locking: &evergreen_userptr.taking, held by notifiers alone; reservation locks, then
 * userptrs.lock, then the GART's. Notifiers may come from within the allocation of memory, so
 * none is allocated under userptrs.lock, and they take no reservation lock. Nor do they take
 * userptrs.lock for a buffer without pages, as one over a mapping of the card's memory is: that
 * lock may be held over a reset, which takes such mappings from processes, and so calls their
 * notifiers.
 */
#include <linux/dma-mapping.h>
#include <linux/fs.h>
#include <linux/hmm.h>
#include <linux/magic.h>
#include <linux/memremap.h>
#include <linux/overflow.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_hiding.h"
#include "cayman_running.h"
#include "cayman_vm.h"
#include "evergreen_gart.h"
#include "evergreen_place.h"
#include "evergreen_reg.h"
#include "evergreen_reset.h"
#include "evergreen_userptr.h"

#define USERPTR_TIMEOUT	msecs_to_jiffies(EVERGREEN_USERPTR_MS)
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

/* ---- pages that go ---- */

static enum dma_data_direction direction(const struct evergreen_userptr *u)
{
	return evergreen_userptr_readonly(u->bo) ? DMA_TO_DEVICE : DMA_BIDIRECTIONAL;
}

static void unmap_pages(const struct evergreen_userptr *u, const dma_addr_t *pages, u32 n)
{
	while (n--)
		dma_unmap_page_attrs(u->edev->drm.dev, pages[n], PAGE_SIZE, direction(u),
				     DMA_ATTR_SKIP_CPU_SYNC);
}

static void unbind(struct evergreen_userptr *u)
{
	if (!u->bound)
		return;
	u->bound = false;
	evergreen_gart_unbind(u->edev, u->first_page, u->num_pages);
}

/* Nobody who finds the buffer without pages has to wait for the card. */
static void set_pages(struct evergreen_userptr *u, dma_addr_t *pages)
{
	spin_lock(&u->edev->userptrs.known_lock);
	u->pages = pages;
	spin_unlock(&u->edev->userptrs.known_lock);
}

/*
 * To be called until it returns NULL: an address space, referenced, whose jobs may still find the
 * pages. None shows them then.
 */
static struct cayman_vm *next_stale(struct evergreen_userptr *u)
{
	struct cayman_vm *vm = u->stale;

	u->stale = NULL;
	return vm ?: cayman_hide_userptr(u);
}

/* The card forgets the pages. */
static void forget(struct evergreen_userptr *u)
{
	dma_addr_t *pages = u->pages;
	struct cayman_vm *vm;

	lockdep_assert_held(&u->edev->userptrs.lock);
	u->valid = false;
	while ((vm = next_stale(u)))
		cayman_vm_put_async(vm);
	unbind(u);
	if (pages)
		unmap_pages(u, pages, u->num_pages);
	/* A notifier that finds none gives them back at once. */
	set_pages(u, NULL);
	kvfree(pages);
}

/* Has it been waited for in vain, for whatever buffer? */
static bool is_hopeless(struct evergreen_device *edev, const struct dma_fence *fence)
{
	const struct evergreen_userptr *u;

	guard(mutex)(&edev->userptrs.lock);
	list_for_each_entry(u, &edev->userptrs.in_vain, in_vain)
		if (u->hopeless == fence)
			return true;
	return false;
}

static void give_up_on(struct evergreen_userptr *u, struct dma_fence *fence)
{
	guard(mutex)(&u->edev->userptrs.lock);
	if (u->hopeless && !dma_fence_is_signaled(u->hopeless))
		return;
	dma_fence_put(u->hopeless);
	u->hopeless = dma_fence_get(fence);
	list_move(&u->in_vain, &u->edev->userptrs.in_vain);
}

/* Nobody waits a second time for a job that has not ended in time. */
static long wait_for_job(struct evergreen_userptr *u, struct dma_fence *fence, long left)
{
	left = is_hopeless(u->edev, fence) ? 0 : dma_fence_wait_timeout(fence, false, left);
	if (left <= 0)
		give_up_on(u, fence);
	return left;
}

static long wait_for_users(struct evergreen_userptr *u, long left)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;

	dma_resv_iter_begin(&cursor, u->bo->tbo.base.resv, DMA_RESV_USAGE_BOOKKEEP);
	dma_resv_for_each_fence_unlocked(&cursor, fence) {
		left = wait_for_job(u, fence, left);
		if (left <= 0)
			break;
	}
	dma_resv_iter_end(&cursor);
	return left;
}

/* Jobs that have not named the buffer may still find it in the TLBs: true if all have ended. */
static bool wait_for_others(struct evergreen_userptr *u, struct cayman_vm *vm, long *left)
{
	struct dma_fence *fence;
	bool ended = true;
	int ring;

	for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++) {
		fence = cayman_running(vm, ring);
		if (!fence)
			continue;
		*left = wait_for_job(u, fence, max(*left, 0L));
		ended &= *left > 0;
		dma_fence_put(fence);
	}
	return ended;
}

/*
 * No address space shows it any more. False: of one that did, the card has not said that it has
 * forgotten that, and a job there has not ended.
 */
static bool hide(struct evergreen_userptr *u)
{
	long left = USERPTR_TIMEOUT;
	struct cayman_vm *vm;
	bool gone = true;

	mutex_lock(&u->edev->userptrs.lock);
	while ((vm = next_stale(u))) {
		mutex_unlock(&u->edev->userptrs.lock);
		if (!wait_for_others(u, vm, &left)) {
			WRITE_ONCE(vm->outlived, READ_ONCE(vm->stale));
			gone = false;
		}
		cayman_vm_put_async(vm);
		mutex_lock(&u->edev->userptrs.lock);
	}
	mutex_unlock(&u->edev->userptrs.lock);
	return gone;
}

/*
 * The GART's window does not show it any more either. False: it did, the card does not say that
 * it has forgotten that, and a job that uses it has not ended.
 */
static bool unshow(struct evergreen_userptr *u)
{
	struct evergreen_device *edev = u->edev;

	guard(mutex)(&edev->userptrs.lock);
	if (!u->bound || evergreen_gart_confirms(edev))
		return true;
	unbind(u);
	WRITE_ONCE(edev->gart.outlived, atomic64_read(&edev->jobs.emitted));
	return false;
}

/* Whoever is about to give the buffer pages has to look them up again. */
static bool has_pages(struct evergreen_userptr *u, unsigned long seq)
{
	bool has;

	spin_lock(&u->edev->userptrs.known_lock);
	mmu_interval_set_seq(&u->notifier, seq);
	has = u->pages;
	spin_unlock(&u->edev->userptrs.known_lock);
	return has;
}

static void take_back(struct evergreen_userptr *u)
{
	struct evergreen_device *edev = u->edev;
	bool gone = true;

	mutex_lock(&edev->userptrs.lock);
	u->valid = false;
	mutex_unlock(&edev->userptrs.lock);

	if (wait_for_users(u, USERPTR_TIMEOUT) <= 0) {
		dev_warn_ratelimited(edev->drm.dev,
				     "a process takes back memory from a job that does not end\n");
		gone = unshow(u);
	}
	if (!hide(u) || !gone)
		edev->reset.ops->pages_outlived(edev);

	mutex_lock(&edev->userptrs.lock);
	forget(u);
	mutex_unlock(&edev->userptrs.lock);
}

static bool invalidate(struct mmu_interval_notifier *notifier,
		       const struct mmu_notifier_range *range, unsigned long seq)
{
	struct evergreen_userptr *u = container_of(notifier, struct evergreen_userptr, notifier);

	if (!mmu_notifier_range_blockable(range))
		return false;
	if (!has_pages(u, seq))
		return true;

	/* Other threads of the process may give back other pages of it meanwhile. */
	guard(mutex)(&u->taking);
	if (has_pages(u, seq))
		take_back(u);
	return true;
}

static const struct mmu_interval_notifier_ops userptr_ops = {
	.invalidate = invalidate,
};

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
		forget(u);
}

/* The buffer dies: no job uses it any more. */
static void free_memory(struct evergreen_bo *bo)
{
	struct evergreen_userptr *u = bo->userptr;

	mmu_interval_notifier_remove(&u->notifier);
	mutex_lock(&u->edev->userptrs.lock);
	list_del(&u->node);
	list_del(&u->in_vain);
	forget(u);
	mutex_unlock(&u->edev->userptrs.lock);
	dma_fence_put(u->hopeless);
	kfree(u);
}

/* ---- pages that come ---- */

/* A copy beside the page would be no page of the process's. */
static int map_page(struct evergreen_userptr *u, struct page *page, dma_addr_t *addr)
{
	struct device *dev = u->edev->drm.dev;

	if (is_zone_device_page(page))
		return -EFAULT;
	*addr = dma_map_page_attrs(dev, page, 0, PAGE_SIZE, direction(u), DMA_ATTR_SKIP_CPU_SYNC);
	if (dma_mapping_error(dev, *addr))
		return -ENOMEM;
	if (dma_need_sync(dev, *addr)) {
		unmap_pages(u, addr, 1);
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
			unmap_pages(u, pages, i);
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
		set_pages(u, NULL);
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
	unbind(u);
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
					   &userptr_ops);
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

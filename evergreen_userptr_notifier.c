// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory of processes: pages that go
 *
 * The notifier waits 30 s at most for the jobs that use the buffer, and as long for the others.
 * A job that uses it and still runs then (the user may have switched off the search for hangs)
 * reads and writes the GART's dummy page instead, if the card says that it has forgotten the pages;
 * if it does not, it is reset here, too. Such a job is not waited for again for the sake of other
 * buffers: the buffer remembers its fence, and lives at least until that has signalled.
 *
 * Rejected: to hold userptrs.lock while the notifier waits, as amdgpu does; one client's hanging
 * job would stop all others.
 */
#include <linux/dma-mapping.h>

#include "cayman_hiding.h"
#include "cayman_running.h"
#include "cayman_vm.h"
#include "evergreen_gart.h"
#include "evergreen_reset.h"
#include "evergreen_userptr_inner.h"

#define USERPTR_TIMEOUT	msecs_to_jiffies(EVERGREEN_USERPTR_MS)

/**
 * evergreen_userptr_unmap() - pages have no bus addresses for the card any more
 * @u: whose pages
 * @pages: the bus addresses
 * @n: how many of them
 */
void evergreen_userptr_unmap(const struct evergreen_userptr *u, const dma_addr_t *pages, u32 n)
{
	while (n--)
		dma_unmap_page_attrs(u->edev->drm.dev, pages[n], PAGE_SIZE,
				     evergreen_userptr_direction(u), DMA_ATTR_SKIP_CPU_SYNC);
}

/**
 * evergreen_userptr_unbind() - the GART does not show the pages any more
 * @u: the memory; nothing happens if the GART does not show it
 *
 * Context: &evergreen_userptrs.lock is held.
 */
void evergreen_userptr_unbind(struct evergreen_userptr *u)
{
	if (!u->bound)
		return;
	u->bound = false;
	evergreen_gart_unbind(u->edev, u->first_page, u->num_pages);
}

/**
 * evergreen_userptr_set_pages() - pages are known now, or not any more
 * @u: the memory
 * @pages: their bus addresses, or NULL
 *
 * A notifier that finds the memory without pages does not wait for the card.
 *
 * Context: &evergreen_userptrs.lock is held.
 */
void evergreen_userptr_set_pages(struct evergreen_userptr *u, dma_addr_t *pages)
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

/**
 * evergreen_userptr_forget() - the card forgets the pages
 * @u: the memory
 *
 * Context: &evergreen_userptrs.lock is held.
 */
void evergreen_userptr_forget(struct evergreen_userptr *u)
{
	dma_addr_t *pages = u->pages;
	struct cayman_vm *vm;

	lockdep_assert_held(&u->edev->userptrs.lock);
	u->valid = false;
	while ((vm = next_stale(u)))
		cayman_vm_put_async(vm);
	evergreen_userptr_unbind(u);
	if (pages)
		evergreen_userptr_unmap(u, pages, u->num_pages);
	/* A notifier that finds none gives them back at once. */
	evergreen_userptr_set_pages(u, NULL);
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
	evergreen_userptr_unbind(u);
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
	evergreen_userptr_forget(u);
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

const struct mmu_interval_notifier_ops evergreen_userptr_notifier = {
	.invalidate = invalidate,
};

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Mappings
 *
 * Mapping a buffer reserves addresses and makes page tables, but leaves their
 * entries empty. They are written for submissions that name the buffer
 * (cayman_entries.c).
 *
 * Unmapping takes effect for submissions at once. If jobs still use the buffer,
 * its entries and the buffer itself stay until these are done: a worker
 * sees to that. Whoever maps something else there meanwhile waits for them.
 *
 * Locking: &cayman_vm.lock, then reservation locks.
 */
#include <linux/dma-fence.h>

#include "cayman_entries.h"
#include "cayman_hiding.h"
#include "cayman_mapping.h"
#include "cayman_quota.h"
#include "cayman_vm.h"
#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_trace.h"
#include "evergreen_userptr.h"

/* What has still to hide the mapping; the buffer is reserved. A reference, or NULL. */
static struct dma_fence *hider_of(struct cayman_mapping *m)
{
	return m->hider && !dma_fence_is_signaled(m->hider) ? dma_fence_get(m->hider) : NULL;
}

static void set_busy(struct cayman_mapping *m, struct dma_fence *fence)
{
	if (m->called_back)
		dma_fence_remove_callback(m->busy, &m->cb);
	m->called_back = false;
	dma_fence_put(m->busy);
	m->busy = fence;
}

/*
 * False: a job that moves the buffer, made after the mapping was retired, looks at the mapping
 * before it runs, and the mapping waits for that job. The caller has a reference to the
 * address space.
 */
static bool free_mapping(struct cayman_mapping *m)
{
	struct drm_gem_object *obj = m->base.gem.obj;
	struct dma_fence *hider;

	lockdep_assert_held(&m->vm->lock);
	drm_gem_object_get(obj);
	dma_resv_lock(obj->resv, NULL);
	hider = READ_ONCE(m->vm->over) ? NULL : hider_of(m);
	if (!hider) {
		cayman_hide(m);
		drm_gpuva_unlink(&m->base);
	}
	dma_resv_unlock(obj->resv);
	drm_gem_object_put(obj);

	set_busy(m, hider);
	if (hider)
		return false;
	dma_fence_put(m->hider);
	list_del(&m->node);
	drm_gpuva_remove(&m->base);
	kfree(m);
	return true;
}

/*
 * Once the card goes, nobody would call back. But a job may be about to be put on its ring,
 * and to look at the mapping: cayman_vm_fini() frees it when there is none.
 */
static bool left_to_fini(struct cayman_mapping *m)
{
	list_move_tail(&m->node, &m->vm->dying);
	/* Either this sees that it has been, or it sees the mapping. */
	smp_mb();
	return !READ_ONCE(m->vm->over);
}

/* The mapping itself holds the address space, so the put here is not the last. */
static void mapping_idle(struct dma_fence *fence, struct dma_fence_cb *cb)
{
	struct cayman_vm *vm = container_of(cb, struct cayman_mapping, cb)->vm;
	int idx;

	if (!drm_dev_enter(&vm->edev->drm, &idx))
		return;
	drm_gpuvm_get(&vm->base);
	if (!queue_work(vm->edev->vms.wq, &vm->reap))
		drm_gpuvm_put(&vm->base);
	drm_dev_exit(idx);
}

/* Will somebody free the mapping when what it waits for has signalled? */
static bool is_watched(struct cayman_mapping *m)
{
	if (!left_to_fini(m))
		return false;
	m->called_back = !dma_fence_add_callback(m->busy, &m->cb, mapping_idle);
	return m->called_back;
}

/* What it has waited for has signalled. */
static void let_go(struct cayman_mapping *m)
{
	while (!free_mapping(m))
		if (is_watched(m))
			return;
}

static void reap_locked(struct cayman_vm *vm, bool all)
{
	struct cayman_mapping *m, *next;

	list_for_each_entry_safe(m, next, &vm->dying, node)
		if (all || dma_fence_is_signaled(m->busy))
			let_go(m);
}

/**
 * cayman_reap() - free the mappings of an address space that have waited long enough
 * @work: &cayman_vm.reap; its address space is referenced, and the reference goes
 */
void cayman_reap(struct work_struct *work)
{
	struct cayman_vm *vm = container_of(work, struct cayman_vm, reap);

	scoped_guard(mutex, &vm->lock)
		reap_locked(vm, false);
	drm_gpuvm_put(&vm->base);
}

/**
 * cayman_reap_all() - free all mappings that jobs have still used
 * @vm: the address space, with &cayman_vm.over
 */
void cayman_reap_all(struct cayman_vm *vm)
{
	guard(mutex)(&vm->lock);
	reap_locked(vm, true);
}

/* What jobs still do with a buffer: a reference to a fence, or NULL. */
static struct dma_fence *users_of(struct drm_gem_object *obj)
{
	struct dma_fence *fence;

	if (!dma_resv_get_singleton(obj->resv, DMA_RESV_USAGE_BOOKKEEP, &fence))
		return fence;
	/* There is no memory for the array of fences. */
	dma_resv_wait_timeout(obj->resv, DMA_RESV_USAGE_BOOKKEEP, false, MAX_SCHEDULE_TIMEOUT);
	return NULL;
}

static void retire(struct cayman_mapping *m)
{
	struct drm_gem_object *obj = m->base.gem.obj;

	trace_evergreen_vm_unmap(m->vm->client, m->base.va.addr, m->base.va.range, m->access);
	dma_resv_lock(obj->resv, NULL);
	m->dying = true;
	m->busy = m->named ? users_of(obj) : hider_of(m);
	dma_resv_unlock(obj->resv);

	if (!m->busy || !is_watched(m))
		let_go(m);
}

/*
 * 0 if nothing is mapped there, not even something that is on its way out; -EBUSY with a
 * reference to what that waits for.
 */
static int make_room(struct cayman_vm *vm, u64 addr, u64 size, struct dma_fence **busy)
{
	struct cayman_mapping *m;
	struct drm_gpuva *va;

	for (;;) {
		va = drm_gpuva_find_first(&vm->base, addr, size);
		if (!va)
			return 0;
		m = to_cayman_mapping(va);
		if (!m->dying)
			return -EINVAL;
		if (!dma_fence_is_signaled(m->busy)) {
			*busy = dma_fence_get(m->busy);
			return -EBUSY;
		}
		let_go(m);
	}
}

/* A process's memory is for the address space that maps it first, see &evergreen_userptr.stale. */
static int claim_userptr(struct cayman_vm *vm, struct evergreen_userptr *u)
{
	if (!u)
		return 0;
	if (u->space && u->space != vm)
		return -EPERM;
	u->space = vm;
	return 0;
}

static int insert_mapping(struct cayman_vm *vm, struct evergreen_bo *bo, u64 addr, u64 access)
{
	struct drm_gem_object *obj = &bo->tbo.base;
	struct drm_gpuvm_bo *vm_bo;
	struct cayman_mapping *m;
	int ret;

	m = kzalloc(sizeof(*m), GFP_KERNEL_ACCOUNT);
	if (!m)
		return -ENOMEM;
	m->vm = vm;
	m->access = access;
	m->base.va.addr = addr;
	m->base.va.range = obj->size;
	m->base.gem.obj = obj;
	INIT_LIST_HEAD(&m->node);
	INIT_LIST_HEAD(&m->userptr_node);

	dma_resv_lock(obj->resv, NULL);
	ret = claim_userptr(vm, bo->userptr);
	if (ret)
		goto err_unlock;
	vm_bo = drm_gpuvm_bo_obtain_locked(&vm->base, obj);
	ret = PTR_ERR_OR_ZERO(vm_bo);
	if (ret)
		goto err_unlock;
	ret = drm_gpuva_insert(&vm->base, &m->base);
	if (ret)
		goto err_put;
	drm_gpuva_link(&m->base, vm_bo);
	drm_gpuvm_bo_put(vm_bo);
	dma_resv_unlock(obj->resv);
	return 0;

err_put:
	drm_gpuvm_bo_put(vm_bo);
err_unlock:
	dma_resv_unlock(obj->resv);
	kfree(m);
	return ret;
}

static bool is_mapped(struct cayman_vm *vm, struct evergreen_bo *bo, u64 *addr)
{
	struct cayman_mapping *m;

	dma_resv_lock(bo->tbo.base.resv, NULL);
	m = cayman_find_mapping(vm, bo);
	if (m)
		*addr = m->base.va.addr;
	dma_resv_unlock(bo->tbo.base.resv);
	return m;
}

static int map_locked(struct cayman_vm *vm, struct evergreen_bo *bo, u64 addr, u64 access,
		      struct dma_fence **busy)
{
	u64 size = evergreen_bo_size(bo);
	int ret;

	ret = make_room(vm, addr, size, busy);
	if (ret)
		return ret;
	ret = cayman_quota_make_tables(vm, addr, size);
	if (ret)
		return ret;
	ret = insert_mapping(vm, bo, addr, access);
	if (ret)
		return ret;
	trace_evergreen_vm_map(vm->client, addr, size, access);
	return 0;
}

/**
 * cayman_map() - give a buffer an address
 * @vm: the address space
 * @bo: the buffer
 * @addr: where, a multiple of a page
 * @access: GPU_PTE_READABLE, GPU_PTE_WRITEABLE, both or none
 * @existing: out: its address, if it has one already
 * @busy: out: where jobs use what was there before, a reference to what they end with; else
 *	untouched
 *
 * Context: sleeps; in a drm_dev_enter() section.
 *
 * Return: 0; -EEXIST if it has an address; -EINVAL if the range is not the client's or not free;
 * -EBUSY with @busy; -EPERM for memory of a process that another address space has mapped;
 * -ENOMEM; -ERESTARTSYS; or the error of cayman_quota_make_tables().
 */
int cayman_map(struct cayman_vm *vm, struct evergreen_bo *bo, u64 addr, u64 access, u64 *existing,
	       struct dma_fence **busy)
{
	u64 size = evergreen_bo_size(bo);
	int ret;

	if (mutex_lock_interruptible(&vm->lock))
		return -ERESTARTSYS;
	if (is_mapped(vm, bo, existing))
		ret = -EEXIST;
	else if (addr < CAYMAN_VA_START || addr > CAYMAN_VA_END || size > CAYMAN_VA_END - addr)
		ret = -EINVAL;
	else
		ret = map_locked(vm, bo, addr, access, busy);
	mutex_unlock(&vm->lock);
	return ret;
}

static void unmap_locked(struct cayman_vm *vm, struct evergreen_bo *bo)
{
	struct cayman_mapping *m;

	dma_resv_lock(bo->tbo.base.resv, NULL);
	m = cayman_find_mapping(vm, bo);
	dma_resv_unlock(bo->tbo.base.resv);
	if (!m)
		return;

	retire(m);
}

/**
 * cayman_unmap() - take a buffer's address away
 * @vm: the address space
 * @bo: the buffer, mapped or not
 *
 * Context: sleeps.
 */
void cayman_unmap(struct cayman_vm *vm, struct evergreen_bo *bo)
{
	guard(mutex)(&vm->lock);
	unmap_locked(vm, bo);
}

/**
 * cayman_unmap_interruptible() - take a buffer's address away, unless a signal comes first
 * @vm: the address space
 * @bo: the buffer, mapped or not
 *
 * Return: 0 or -ERESTARTSYS.
 */
int cayman_unmap_interruptible(struct cayman_vm *vm, struct evergreen_bo *bo)
{
	if (mutex_lock_interruptible(&vm->lock))
		return -ERESTARTSYS;
	unmap_locked(vm, bo);
	mutex_unlock(&vm->lock);
	return 0;
}

/**
 * cayman_unmap_all() - take all buffers' addresses away
 * @vm: the address space
 *
 * Context: sleeps.
 */
void cayman_unmap_all(struct cayman_vm *vm)
{
	struct drm_gpuva *va, *next;

	guard(mutex)(&vm->lock);
	drm_gpuvm_for_each_va_safe(va, next, &vm->base)
		if (!to_cayman_mapping(va)->dying)
			retire(to_cayman_mapping(va));
}

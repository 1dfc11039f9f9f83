// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Address spaces
 *
 * On Cayman and Aruba a client may have an address space of its own, made when it
 * first maps a buffer or submits a job with USE_VM. DRM's GPUVM keeps which buffer
 * is where; a buffer has one place in it at most.
 *
 * Mapping a buffer reserves addresses and makes page tables, but leaves their
 * entries empty. They are written for submissions that name the buffer
 * (cayman_entries.c).
 *
 * Unmapping takes effect for submissions at once. If jobs still use the buffer,
 * its entries and the buffer itself stay until these are done: a worker
 * sees to that. Whoever maps something else there meanwhile waits for them.
 *
 * The kernel's own: streams are copied to a pool of system memory that each address space
 * has for itself, shown read-only below what the client may use. Fences,
 * semaphores, rings and tables are in no address space.
 *
 * An address space lives as long as its file, its jobs and its dying mappings;
 * page tables and the pool go with it.
 *
 * Rejected: one pool of streams for all, as radeon has it, where each client's shaders
 * can read what the others draw.
 *
 * Locking: &cayman_vm.lock, then reservation locks; &cayman_vms.lock is taken under the former,
 * which may only be tried under it.
 */
#include <linux/dma-fence.h>
#include <linux/fs.h>
#include <linux/seq_file.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_entries.h"
#include "cayman_fault.h"
#include "cayman_quota.h"
#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_file.h"
#include "evergreen_ib.h"
#include "evergreen_lifetime.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_trace.h"
#include "evergreen_userptr.h"

static struct cayman_vm *to_cayman_vm(struct drm_gpuvm *base)
{
	return container_of(base, struct cayman_vm, base);
}

/* ---- mappings ---- */

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

static void reap_work(struct work_struct *work)
{
	struct cayman_vm *vm = container_of(work, struct cayman_vm, reap);

	mutex_lock(&vm->lock);
	reap_locked(vm, false);
	mutex_unlock(&vm->lock);
	drm_gpuvm_put(&vm->base);
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

	while ((va = drm_gpuva_find_first(&vm->base, addr, size))) {
		m = to_cayman_mapping(va);
		if (!m->dying)
			return -EINVAL;
		if (!dma_fence_is_signaled(m->busy)) {
			*busy = dma_fence_get(m->busy);
			return -EBUSY;
		}
		let_go(m);
	}
	return 0;
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

	m = kzalloc(sizeof(*m), GFP_KERNEL);
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

static int make_tables(struct cayman_vm *vm, u64 addr, u64 size)
{
	u64 first = addr >> PAGE_SHIFT, n = size >> PAGE_SHIFT;
	int ret;

	ret = cayman_quota_take(vm, RADEON_GEM_DOMAIN_VRAM, cayman_pt_missing(&vm->pt, first, n));
	if (ret)
		return ret;
	ret = cayman_pt_alloc(vm->edev, &vm->pt, first, n);
	if (ret)
		cayman_quota_give_back(vm, RADEON_GEM_DOMAIN_VRAM,
				       cayman_pt_missing(&vm->pt, first, n));
	return ret;
}

static int map_locked(struct cayman_vm *vm, struct evergreen_bo *bo, u64 addr, u64 access,
		      struct dma_fence **busy)
{
	u64 size = evergreen_bo_size(bo);
	int ret;

	ret = make_room(vm, addr, size, busy);
	if (ret)
		return ret;
	ret = make_tables(vm, addr, size);
	if (ret)
		return ret;
	ret = insert_mapping(vm, bo, addr, access);
	if (ret)
		return ret;
	trace_evergreen_vm_map(vm->client, addr, size, access);
	return 0;
}

/*
 * Give a buffer an address, a multiple of a page; @access: GPU_PTE_READABLE, GPU_PTE_WRITEABLE,
 * both or none. In a drm_dev_enter() section.
 * -EEXIST: it has one already, see @existing; -EINVAL: the range is not the client's or not free.
 * Where jobs use what was there before, @busy is set to a reference to what they end with.
 */
static int map_buffer(struct cayman_vm *vm, struct evergreen_bo *bo, u64 addr, u64 access,
		      u64 *existing, struct dma_fence **busy)
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

/* Does the client know the buffer by another handle? The one being closed is gone. */
static bool has_handle(struct drm_file *filp, struct drm_gem_object *obj)
{
	struct drm_gem_object *other;
	int id;

	spin_lock(&filp->table_lock);
	idr_for_each_entry(&filp->object_idr, other, id)
		if (other == obj)
			break;
	spin_unlock(&filp->table_lock);
	return other;
}

/**
 * cayman_vm_close_handle() - a client closes a handle
 * @obj: the buffer
 * @filp: the client
 *
 * With its last handle, the buffer loses its place in the client's address space. When the file
 * itself is closed, cayman_vm_close() takes care of all of them; to look for another handle of each
 * among all the others would take hours with very many.
 */
void cayman_vm_close_handle(struct drm_gem_object *obj, struct drm_file *filp)
{
	struct evergreen_file *file = filp->driver_priv;
	struct cayman_vm *vm = READ_ONCE(file->vm);

	if (!vm || !file_count(filp->filp))
		return;
	if (READ_ONCE(obj->handle_count) > 1 && has_handle(filp, obj))
		return;
	mutex_lock(&vm->lock);
	unmap_locked(vm, gem_to_evergreen_bo(obj));
	mutex_unlock(&vm->lock);
}

/* ---- address spaces ---- */

static void vm_free(struct drm_gpuvm *base)
{
	struct cayman_vm *vm = to_cayman_vm(base);
	struct evergreen_device *edev = vm->edev;
	int ring;

	mutex_lock(&edev->vms.lock);
	list_del(&vm->node);
	mutex_unlock(&edev->vms.lock);

	cayman_vmid_release(vm);
	for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++)
		dma_fence_put(vm->running[ring]);
	if (vm->ib_pool.mem.bo)
		evergreen_ib_pool_stop(&vm->ib_pool);
	evergreen_kernel_bo_free(&vm->ib_pool.mem);
	cayman_pt_fini(&vm->pt);
	mutex_destroy(&vm->lock);
	kvfree(vm);
}

static const struct drm_gpuvm_ops vm_ops = {
	.vm_free = vm_free,
};

static void put_work(struct work_struct *work)
{
	struct cayman_vm *vm = container_of(work, struct cayman_vm, put);
	struct evergreen_device *edev = vm->edev;

	drm_gpuvm_put(&vm->base);
	evergreen_device_put(edev);
}

/* An error leaves what has been taken to the end of the address space. */
static int make_directory(struct cayman_vm *vm)
{
	return cayman_quota_take(vm, RADEON_GEM_DOMAIN_VRAM, CAYMAN_PT_DIR_BYTES) ?:
	       cayman_pt_init(vm->edev, &vm->pt);
}

static_assert(CAYMAN_VM_IB_MAX_DW * 4 <= CAYMAN_VM_IB_POOL_SIZE / 2, "see evergreen_ib_alloc()");

static int make_ib_pool(struct cayman_vm *vm)
{
	struct evergreen_device *edev = vm->edev;
	int ret;

	ret = cayman_quota_take(vm, RADEON_GEM_DOMAIN_GTT, CAYMAN_VM_IB_POOL_SIZE);
	if (ret)
		return ret;
	ret = evergreen_kernel_bo_create_unbound(edev, &vm->ib_pool.mem, CAYMAN_VM_IB_POOL_SIZE);
	if (ret)
		return ret;
	evergreen_ib_pool_start(&vm->ib_pool, CAYMAN_VM_IB_POOL_SIZE);

	ret = make_tables(vm, CAYMAN_VM_IB_ADDR, CAYMAN_VM_IB_POOL_SIZE);
	if (ret)
		return ret;
	return cayman_show_kernel_bo(vm, vm->ib_pool.mem.bo, CAYMAN_VM_IB_ADDR, GPU_PTE_READABLE);
}

static struct cayman_vm *alloc_vm(struct evergreen_device *edev, struct evergreen_file *file)
{
	struct drm_gem_object *resv;
	struct cayman_vm *vm;

	vm = kvzalloc(sizeof(*vm), GFP_KERNEL_ACCOUNT);
	if (!vm)
		return NULL;
	resv = drm_gpuvm_resv_object_alloc(&edev->drm);
	if (!resv) {
		kvfree(vm);
		return NULL;
	}

	vm->edev = edev;
	mutex_init(&vm->lock);
	atomic64_set(&vm->generation, 1);
	cayman_tenant_init(&vm->tenant);
	spin_lock_init(&vm->running_lock);
	vm->client = file->drm->client_id;
	vm->pid = task_tgid_nr(current);
	get_task_comm(vm->comm, current);
	vm->uid = current_uid();
	INIT_LIST_HEAD(&vm->dying);
	INIT_WORK(&vm->reap, reap_work);
	INIT_WORK(&vm->put, put_work);
	INIT_WORK(&vm->report, cayman_fault_report);
	ratelimit_state_init(&vm->fault_lines, CAYMAN_FAULT_INTERVAL, 1);
	ratelimit_set_flags(&vm->fault_lines, RATELIMIT_MSG_ON_RELEASE);

	drm_gpuvm_init(&vm->base, "cayman", 0, &edev->drm, resv, CAYMAN_VA_START,
		       CAYMAN_VA_END - CAYMAN_VA_START, 0, 0, &vm_ops);
	drm_gem_object_put(resv);
	mutex_lock(&edev->vms.lock);
	list_add_tail(&vm->node, &edev->vms.list);
	mutex_unlock(&edev->vms.lock);
	return vm;
}

static struct cayman_vm *create_vm(struct evergreen_device *edev, struct evergreen_file *file)
{
	struct cayman_vm *vm = alloc_vm(edev, file);
	int idx, ret = -ENODEV;

	if (!vm)
		return ERR_PTR(-ENOMEM);
	if (drm_dev_enter(&edev->drm, &idx)) {
		ret = make_directory(vm) ?: make_ib_pool(vm);
		drm_dev_exit(idx);
	}
	if (ret) {
		drm_gpuvm_put(&vm->base);
		return ERR_PTR(ret);
	}
	return vm;
}

/**
 * cayman_vm_of() - the address space of a client
 * @file: the client; the card has address spaces
 *
 * Made if there is none yet.
 *
 * Return: the address space, which lives as long as the file, or an ERR_PTR:
 * -ENOMEM, -EBUSY if VRAM for its tables is not cleared in time, or -ENODEV.
 */
struct cayman_vm *cayman_vm_of(struct evergreen_file *file)
{
	struct cayman_vm *vm = READ_ONCE(file->vm), *other;

	if (vm)
		return vm;
	vm = create_vm(to_evergreen(file->drm->minor->dev), file);
	if (IS_ERR(vm))
		return vm;

	other = cmpxchg(&file->vm, NULL, vm);
	if (!other)
		return vm;
	drm_gpuvm_put(&vm->base);
	return other;
}

/**
 * cayman_vm_close() - a client leaves
 * @file: the client, all its handles closed
 *
 * Its mappings are removed, see cayman_vm_close_handle().
 */
void cayman_vm_close(struct evergreen_file *file)
{
	struct cayman_vm *vm = file->vm;
	struct drm_gpuva *va, *next;

	if (!vm)
		return;
	mutex_lock(&vm->lock);
	drm_gpuvm_for_each_va_safe(va, next, &vm->base)
		if (!to_cayman_mapping(va)->dying)
			retire(to_cayman_mapping(va));
	mutex_unlock(&vm->lock);
	file->vm = NULL;
	drm_gpuvm_put(&vm->base);
}

/**
 * cayman_vm_put_async() - drop a reference where nothing may sleep
 * @vm: the address space
 */
void cayman_vm_put_async(struct cayman_vm *vm)
{
	if (refcount_dec_not_one(&vm->base.kref.refcount))
		return;
	drm_dev_get(&vm->edev->drm);
	queue_work(vm->edev->vms.wq, &vm->put);
}

/* Jobs that end after the card has gone still put their address spaces there. */
static void release_wq(struct drm_device *drm, void *wq)
{
	destroy_workqueue(wq);
}

/**
 * cayman_vm_init() - get ready for address spaces
 * @edev: the card
 *
 * Return: 0, also for a card without them, or -ENOMEM.
 */
int cayman_vm_init(struct evergreen_device *edev)
{
	int ret;

	INIT_LIST_HEAD(&edev->vms.list);
	ret = drmm_mutex_init(&edev->drm, &edev->vms.lock);
	if (ret || !evergreen_is_cayman(edev->chip))
		return ret;

	if (edev->chip->features & EVERGREEN_IGP)
		edev->vms.vram_base = (u64)evergreen_read(edev, FUS_MC_VM_FB_OFFSET) << 22;
	cayman_fault_init(edev);
	ret = cayman_vmid_init(edev);
	if (ret)
		return ret;
	edev->vms.wq = alloc_workqueue("evergreen-vm", WQ_UNBOUND, 0);
	ret = edev->vms.wq ? drmm_add_action_or_reset(&edev->drm, release_wq, edev->vms.wq) : -ENOMEM;
	if (ret)
		cayman_vmid_fini(edev);
	return ret;
}

static struct cayman_vm *get_dying(struct evergreen_device *edev)
{
	struct cayman_vm *vm, *found = NULL;

	mutex_lock(&edev->vms.lock);
	list_for_each_entry(vm, &edev->vms.list, node)
		if (!list_empty(&vm->dying) && kref_get_unless_zero(&vm->base.kref)) {
			found = vm;
			break;
		}
	mutex_unlock(&edev->vms.lock);
	return found;
}

/**
 * cayman_vm_fini() - the card goes
 * @edev: the card, its jobs done
 *
 * Address spaces of files that are still open stay; they are bookkeeping from
 * now on. Mappings that wait for other devices wait no longer.
 */
void cayman_vm_fini(struct evergreen_device *edev)
{
	struct cayman_vm *vm;

	if (!edev->vms.wq)
		return;
	mutex_lock(&edev->vms.lock);
	list_for_each_entry(vm, &edev->vms.list, node)
		WRITE_ONCE(vm->over, true);
	mutex_unlock(&edev->vms.lock);
	/* See left_to_fini(). */
	smp_mb();
	while ((vm = get_dying(edev))) {
		mutex_lock(&vm->lock);
		reap_locked(vm, true);
		mutex_unlock(&vm->lock);
		drm_gpuvm_put(&vm->base);
	}
	flush_workqueue(edev->vms.wq);
	cayman_vmid_fini(edev);
}

/* ---- the interface ---- */

#define VA_FLAGS	(RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_WRITEABLE | \
			 RADEON_VM_PAGE_SNOOPED)

static int check_va(struct evergreen_device *edev, const struct drm_radeon_gem_va *args)
{
	if (!evergreen_is_cayman(edev->chip))
		return -ENOTTY;
	if (args->vm_id || args->offset < CAYMAN_VA_START || args->offset & ~PAGE_MASK)
		return -EINVAL;
	/* VALID and SYSTEM are the kernel's to set; others have no meaning. */
	if (args->flags & ~VA_FLAGS)
		return -EINVAL;
	if (args->operation != RADEON_VA_MAP && args->operation != RADEON_VA_UNMAP)
		return -EINVAL;
	return 0;
}

static u64 access_of(u32 flags)
{
	return (flags & RADEON_VM_PAGE_READABLE ? GPU_PTE_READABLE : 0) |
	       (flags & RADEON_VM_PAGE_WRITEABLE ? GPU_PTE_WRITEABLE : 0);
}

static int try_map(struct evergreen_device *edev, struct evergreen_file *file,
		   struct evergreen_bo *bo, struct drm_radeon_gem_va *args,
		   struct dma_fence **busy)
{
	struct cayman_vm *vm;
	int idx, ret;

	if (READ_ONCE(edev->dead))
		return -EIO;
	if (!drm_dev_enter(&edev->drm, &idx))
		return -ENODEV;
	vm = cayman_vm_of(file);
	ret = IS_ERR(vm) ? PTR_ERR(vm) :
	      map_buffer(vm, bo, args->offset, access_of(args->flags), &args->offset, busy);
	drm_dev_exit(idx);
	return ret;
}

/*
 * A client's jobs may take as long as it likes. Meanwhile neither the address space is locked, for
 * which workers of all of them would wait, nor is a card kept, this or any other one, from going.
 */
static int map_va(struct evergreen_device *edev, struct evergreen_file *file,
		  struct evergreen_bo *bo, struct drm_radeon_gem_va *args)
{
	struct dma_fence *busy;
	int ret;

	for (;;) {
		busy = NULL;
		ret = try_map(edev, file, bo, args, &busy);
		if (!busy)
			return ret;
		ret = dma_fence_wait(busy, true);
		dma_fence_put(busy);
		if (ret)
			return ret;
	}
}

static int unmap_va(struct evergreen_file *file, struct evergreen_bo *bo)
{
	struct cayman_vm *vm = READ_ONCE(file->vm);

	if (!vm)
		return 0;
	if (mutex_lock_interruptible(&vm->lock))
		return -ERESTARTSYS;
	unmap_locked(vm, bo);
	mutex_unlock(&vm->lock);
	return 0;
}

/*
 * Another thread may have closed the handle since it was looked up, and would not have found the
 * mapping then. Handles are gone before cayman_vm_close_handle() is called.
 */
static void undo_if_closed(struct drm_file *filp, struct drm_gem_object *obj, u32 handle)
{
	struct evergreen_file *file = filp->driver_priv;
	struct drm_gem_object *now = drm_gem_object_lookup(filp, handle);
	struct cayman_vm *vm = file->vm;

	if (now)
		drm_gem_object_put(now);
	if (now == obj || has_handle(filp, obj))
		return;
	mutex_lock(&vm->lock);
	unmap_locked(vm, gem_to_evergreen_bo(obj));
	mutex_unlock(&vm->lock);
}

static int do_va(struct drm_device *drm, struct drm_file *filp, struct drm_radeon_gem_va *args)
{
	struct drm_gem_object *obj;
	struct evergreen_bo *bo;
	int ret;

	obj = drm_gem_object_lookup(filp, args->handle);
	if (!obj)
		return -ENOENT;
	bo = gem_to_evergreen_bo(obj);
	if (args->operation == RADEON_VA_MAP) {
		ret = map_va(to_evergreen(drm), filp->driver_priv, bo, args);
		if (!ret)
			undo_if_closed(filp, obj, args->handle);
	} else {
		ret = unmap_va(filp->driver_priv, bo);
	}
	drm_gem_object_put(obj);
	return ret;
}

/**
 * cayman_gem_va_ioctl() - map a buffer into the client's address space, or unmap it
 * @drm: the device
 * @data: struct drm_radeon_gem_va; operation says how it went, too
 * @filp: the client
 *
 * SNOOPED changes nothing: whether the CPU's caches are looked at follows from how
 * the buffer's pages are cached. Unmapping needs no offset but a valid one.
 *
 * Return: 0, also if the buffer is mapped already, whose offset is returned then;
 * -EINVAL for arguments without meaning or a range that is not free; -ENOENT;
 * -ENOMEM; -EBUSY if room for page tables is not there within 15 s; -ENOTTY on chips without
 * address spaces; -EIO; -ENODEV; -ERESTARTSYS, and then the arguments are untouched.
 */
int cayman_gem_va_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct drm_radeon_gem_va *args = data;
	int ret;

	ret = check_va(to_evergreen(drm), args) ?: do_va(drm, filp, args);
	if (ret == -ERESTARTSYS)
		return ret;
	if (ret == -EEXIST) {
		args->operation = RADEON_VA_RESULT_VA_EXIST;
		return 0;
	}
	args->operation = ret ? RADEON_VA_RESULT_ERROR : RADEON_VA_RESULT_OK;
	return ret;
}

static void show_mapping(struct seq_file *m, const struct cayman_mapping *mapping)
{
	const struct drm_gpuva *va = &mapping->base;

	seq_printf(m, "  0x%09llx..0x%09llx %c%c%s%s\n", va->va.addr,
		   va->va.addr + va->va.range - 1,
		   mapping->access & GPU_PTE_READABLE ? 'r' : '-',
		   mapping->access & GPU_PTE_WRITEABLE ? 'w' : '-',
		   READ_ONCE(mapping->shown) ? "" : ", not shown",
		   mapping->dying ? ", unmapped while busy" : "");
}

/* Whoever holds the lock may wait for the card. */
static void show_vm(struct seq_file *m, struct cayman_vm *vm)
{
	struct drm_gpuva *va;

	seq_printf(m,
		   "client %llu (%s, pid %d): vmid %u, directory 0x%llx, tables %llu KiB, generation %lld, faults %llu\n",
		   vm->client, vm->comm, vm->pid, READ_ONCE(vm->tenant.vmid), vm->pt.dir.gpu_addr,
		   vm->pinned_vram / SZ_1K, (long long)atomic64_read(&vm->generation),
		   READ_ONCE(vm->num_faults));
	if (!mutex_trylock(&vm->lock)) {
		seq_puts(m, "  mappings are being changed\n");
		return;
	}
	drm_gpuvm_for_each_va(va, &vm->base)
		show_mapping(m, to_cayman_mapping(va));
	mutex_unlock(&vm->lock);
}

/**
 * cayman_vm_show() - print all address spaces
 * @m: where to
 * @edev: the card
 *
 * Waits for no client; of one that is mapping or unmapping, only the head is shown.
 */
void cayman_vm_show(struct seq_file *m, struct evergreen_device *edev)
{
	struct cayman_vm *vm;

	mutex_lock(&edev->vms.lock);
	list_for_each_entry(vm, &edev->vms.list, node)
		show_vm(m, vm);
	mutex_unlock(&edev->vms.lock);
}

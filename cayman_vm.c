// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Address spaces
 *
 * On Cayman and Aruba a client may have an address space of its own, made when it
 * first maps a buffer or submits a job with USE_VM. DRM's GPUVM keeps which buffer
 * is where; a buffer has one place in it at most.
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
#include <linux/seq_file.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_entries.h"
#include "cayman_fault.h"
#include "cayman_mapping.h"
#include "cayman_quota.h"
#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_device.h"
#include "evergreen_file.h"
#include "evergreen_ib.h"
#include "evergreen_lifetime.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

static struct cayman_vm *to_cayman_vm(struct drm_gpuvm *base)
{
	return container_of(base, struct cayman_vm, base);
}

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

	ret = cayman_quota_make_tables(vm, CAYMAN_VM_IB_ADDR, CAYMAN_VM_IB_POOL_SIZE);
	if (ret)
		return ret;
	return cayman_show_ib_pool(vm);
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
	INIT_WORK(&vm->reap, cayman_reap);
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
 * Its mappings are removed, see cayman_gem_close().
 */
void cayman_vm_close(struct evergreen_file *file)
{
	struct cayman_vm *vm = file->vm;

	if (!vm)
		return;
	cayman_unmap_all(vm);
	file->vm = NULL;
	drm_gpuvm_put(&vm->base);
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
 * Return: 0, also for a card without them, or -ENOMEM, or the error of cayman_vmid_init().
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
	ret = edev->vms.wq ?
	      drmm_add_action_or_reset(&edev->drm, release_wq, edev->vms.wq) : -ENOMEM;
	if (ret)
		cayman_vmid_fini(edev);
	return ret;
}

static struct cayman_vm *get_dying(struct evergreen_device *edev)
{
	struct cayman_vm *vm;

	guard(mutex)(&edev->vms.lock);
	list_for_each_entry(vm, &edev->vms.list, node)
		if (!list_empty(&vm->dying) && kref_get_unless_zero(&vm->base.kref))
			return vm;
	return NULL;
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
	/* See left_to_fini() in cayman_mapping.c. */
	smp_mb();
	for (vm = get_dying(edev); vm; vm = get_dying(edev)) {
		cayman_reap_all(vm);
		drm_gpuvm_put(&vm->base);
	}
	flush_workqueue(edev->vms.wq);
	cayman_vmid_fini(edev);
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

	guard(mutex)(&edev->vms.lock);
	list_for_each_entry(vm, &edev->vms.list, node)
		show_vm(m, vm);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Mapped buffers
 *
 * A mapping shows the buffer where it is. The first touch of one that lies in VRAM
 * beyond BAR0 moves it to where the CPU reaches it, and it is kept there from then
 * on, see Placement. While the CPU is kept away from VRAM (evergreen_memory_hold.c), who touches
 * a mapping waits; when the card has gone, a page of zeroes stands in.
 */
#include <linux/delay.h>
#include <linux/dma-resv.h>
#include <linux/iosys-map.h>
#include <linux/mm.h>

#include <drm/drm_drv.h>
#include <drm/drm_vma_manager.h>
#include <drm/ttm/ttm_bo.h>

#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_gem.h"
#include "evergreen_gem_fault.h"

/*
 * A reset may have begun to shut the CPU out of VRAM since this fault has. Where TTM has waited
 * without the lock of the address space, and says so, nothing is mapped, and the mapping and
 * the buffer may be gone.
 */
static vm_fault_t fault_insert(struct evergreen_bo *bo, struct vm_fault *vmf)
{
	struct ttm_device *ttm = bo->tbo.bdev;
	vm_fault_t ret = ttm_bo_vm_fault_reserved(vmf, vmf->vma->vm_page_prot,
						  TTM_BO_VM_NUM_PREFAULT);

	if (ret == VM_FAULT_RETRY && !(vmf->flags & FAULT_FLAG_RETRY_NOWAIT))
		return ret;
	if (READ_ONCE(to_evergreen(bo->tbo.base.dev)->mman.cpu_access.shut))
		drm_vma_node_unmap(&bo->tbo.base.vma_node, ttm->dev_mapping);
	return ret;
}

/*
 * The card has gone, or the buffer with it. A page for each buffer, which its mappings keep:
 * TTM's own, one for each mapping, stay until the device is freed, and processes may map as
 * often as they like.
 */
static vm_fault_t fault_stand_in(struct evergreen_bo *bo, struct vm_fault *vmf)
{
	struct vm_area_struct *vma = vmf->vma;

	if (!bo->stand_in)
		bo->stand_in = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (!bo->stand_in)
		return VM_FAULT_OOM;
	return vmf_insert_pfn_prot(vma, vmf->address, page_to_pfn(bo->stand_in), vma->vm_page_prot);
}

static vm_fault_t fault_reserved(struct evergreen_bo *bo, struct vm_fault *vmf)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	int ret = evergreen_bo_reach(bo, &ctx);

	switch (ret) {
	case 0:
		/* It moves, by now: the next fault waits for that. */
		if (!dma_resv_test_signaled(bo->tbo.base.resv, DMA_RESV_USAGE_KERNEL))
			return VM_FAULT_NOPAGE;
		/* Or what would have cleared it has failed with the card. */
		if (evergreen_bo_lost(bo))
			return fault_stand_in(bo, vmf);
		return fault_insert(bo, vmf);
	case -EBUSY:		/* a job takes long, but ends */
	case -EINTR:
	case -ERESTARTSYS:
		return VM_FAULT_NOPAGE;
	default:
		break;
	}
	/* As if the card were gone; a dead one makes no room either. */
	if (ret == -ENODEV || READ_ONCE(to_evergreen(bo->tbo.base.dev)->dead))
		return fault_stand_in(bo, vmf);
	return VM_FAULT_SIGBUS;
}

/*
 * TTM would wait for moves with the buffer reserved, and a move may wait for all jobs that a client
 * has queued: who shares the buffer would stand still. So they are waited for before. The fence
 * is all that is touched once the address space is unlocked.
 */
static vm_fault_t wait_for_moves(struct dma_resv *resv, struct vm_fault *vmf)
{
	struct mm_struct *mm = vmf->vma->vm_mm;
	bool retry = fault_flag_allow_retry_first(vmf->flags);
	struct dma_fence *moves;
	long ret;

	if (dma_resv_test_signaled(resv, DMA_RESV_USAGE_KERNEL))
		return 0;
	if (retry && vmf->flags & FAULT_FLAG_RETRY_NOWAIT)
		return VM_FAULT_RETRY;
	if (dma_resv_get_singleton(resv, DMA_RESV_USAGE_KERNEL, &moves))
		return VM_FAULT_OOM;
	if (retry)
		mmap_read_unlock(mm);
	ret = moves ? dma_fence_wait(moves, true) : 0;
	dma_fence_put(moves);
	if (retry)
		return VM_FAULT_RETRY;
	return ret ? VM_FAULT_NOPAGE : 0;
}

static vm_fault_t gem_fault(struct vm_fault *vmf)
{
	struct ttm_buffer_object *tbo = vmf->vma->vm_private_data;
	vm_fault_t ret;
	int idx;

	if (READ_ONCE(to_evergreen(tbo->base.dev)->mman.cpu_access.shut)) {
		usleep_range(500, 1000);
		return VM_FAULT_NOPAGE;
	}
	ret = wait_for_moves(tbo->base.resv, vmf);
	if (!ret)
		ret = ttm_bo_vm_reserve(tbo, vmf);
	if (ret)
		return ret;
	if (drm_dev_enter(tbo->base.dev, &idx)) {
		ret = fault_reserved(to_evergreen_bo(tbo), vmf);
		drm_dev_exit(idx);
	} else {
		ret = fault_stand_in(to_evergreen_bo(tbo), vmf);
	}
	/* Then it has been unlocked, and so has the address space. */
	if (ret != VM_FAULT_RETRY || vmf->flags & FAULT_FLAG_RETRY_NOWAIT)
		dma_resv_unlock(tbo->base.resv);
	return ret;
}

static int access_page(struct evergreen_bo *bo, u64 at, void *buf, int len, bool write)
{
	struct ttm_bo_kmap_obj kmap;
	struct iosys_map map;
	bool iomem;
	void *cpu;
	int ret;

	ret = ttm_bo_kmap(&bo->tbo, at >> PAGE_SHIFT, 1, &kmap);
	if (ret)
		return ret;
	cpu = ttm_kmap_obj_virtual(&kmap, &iomem);
	if (iomem)
		iosys_map_set_vaddr_iomem(&map, (__force void __iomem *)cpu);
	else
		iosys_map_set_vaddr(&map, cpu);
	scoped_guard(rwsem_read, &to_evergreen(bo->tbo.base.dev)->mman.cpu_access.lock) {
		if (write)
			iosys_map_memcpy_to(&map, offset_in_page(at), buf, len);
		else
			iosys_map_memcpy_from(buf, &map, offset_in_page(at), len);
	}
	ttm_bo_kunmap(&kmap);
	return len;
}

static int access_reserved(struct evergreen_bo *bo, u64 at, void *buf, int len,
			   bool write)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	int ret;

	ret = evergreen_bo_reach(bo, &ctx);
	if (ret)
		return ret;
	if (!dma_resv_test_signaled(bo->tbo.base.resv, DMA_RESV_USAGE_KERNEL))
		return -EAGAIN;
	/* The card may have died meanwhile. */
	return evergreen_bo_lost(bo) ? -ENODEV : access_page(bo, at, buf, len, write);
}

/* Moves are waited for as in wait_for_moves(): with the buffer unlocked. */
static int access_buffer(struct ttm_buffer_object *tbo, u64 at, void *buf, int len, bool write)
{
	long left = EVERGREEN_WAIT_TIMEOUT;
	int ret;

	while (left > 0) {
		if (ttm_bo_reserve(tbo, true, false, NULL))
			return -EIO;
		ret = access_reserved(to_evergreen_bo(tbo), at, buf, len, write);
		ttm_bo_unreserve(tbo);
		if (ret != -EAGAIN)
			return ret;
		left = dma_resv_wait_timeout(tbo->base.resv, DMA_RESV_USAGE_KERNEL, true, left);
	}
	return left ?: -EBUSY;
}

/*
 * A debugger, or another reader or writer of /proc/PID/mem. TTM's own function for this
 * does not wait for moves, and mistakes imported pages for pages of its own. The caller
 * asks again for bytes beyond the end of a page.
 */
static int gem_access(struct vm_area_struct *vma, unsigned long addr, void *buf,
		      int len, int write)
{
	struct ttm_buffer_object *tbo = vma->vm_private_data;
	u64 at = addr - vma->vm_start +
		 ((vma->vm_pgoff - drm_vma_node_start(&tbo->base.vma_node)) << PAGE_SHIFT);
	int idx, ret = -EIO;

	if (write && !(vma->vm_flags & VM_WRITE))
		return -EACCES;
	len = min_t(int, len, PAGE_SIZE - offset_in_page(addr));
	if (len < 1 || at >= tbo->base.size || !drm_dev_enter(tbo->base.dev, &idx))
		return -EIO;
	if (tbo->type != ttm_bo_type_sg)
		ret = access_buffer(tbo, at, buf, len, write);
	drm_dev_exit(idx);
	return ret;
}

const struct vm_operations_struct evergreen_gem_vm_ops = {
	.fault = gem_fault,
	.open = ttm_bo_vm_open,
	.close = ttm_bo_vm_close,
	.access = gem_access,
};

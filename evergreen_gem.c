// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Buffer ioctls
 *
 * Handles, mappings, waiting and tiling notes of buffers. Arguments are checked
 * before anything is done: bits that have no meaning are refused, not masked off.
 *
 * Waiting is bounded: after 30 seconds the answer is -EBUSY, and clients ask
 * again. Since every fence signals in the end, if only with an error after a
 * reset, nobody waits for ever.
 *
 * A mapping shows the buffer where it is. The first touch of one that lies in VRAM
 * beyond BAR0 moves it to where the CPU reaches it, and it is kept there from then
 * on, see Placement.
 *
 * Buffers can be exported to other devices, which attach to them in GTT and pin
 * them there for as long as they are attached, and buffers of others can be
 * imported, usable in GTT only. If the card goes meanwhile, the pages stay for those who
 * have them. (Behind an IOMMU their mapping for this card stays, too, until then.)
 *
 * GEM_VA is in cayman_gem_va.c, GEM_USERPTR in evergreen_userptr.c. Not there: GEM_PREAD
 * and GEM_PWRITE, which the radeon interface has never had.
 */
#include <linux/delay.h>
#include <linux/dma-buf.h>
#include <linux/log2.h>
#include <linux/nospec.h>

#include <drm/drm_gem_ttm_helper.h>
#include <drm/drm_prime.h>
#include <drm/radeon_drm.h>
#include <drm/ttm/ttm_tt.h>

#include "cayman_gem_va.h"
#include "evergreen_account.h"
#include "evergreen_bo.h"
#include "evergreen_gem.h"
#include "evergreen_mc.h"
#include "evergreen_place.h"
#include "evergreen_userptr.h"

#define EVERGREEN_WAIT_TIMEOUT	(30 * HZ)

#define EVERGREEN_GEM_FLAGS	(RADEON_GEM_NO_BACKING_STORE | RADEON_GEM_GTT_UC | \
				 RADEON_GEM_GTT_WC | RADEON_GEM_CPU_ACCESS | \
				 RADEON_GEM_NO_CPU_ACCESS)
#define EVERGREEN_GEM_DOMAINS	(RADEON_GEM_DOMAIN_CPU | RADEON_GEM_DOMAIN_GTT | \
				 RADEON_GEM_DOMAIN_VRAM)

/* More than any surface needs. */
#define EVERGREEN_MAX_ALIGN	(1024 * 1024)

static int alive(struct drm_device *drm)
{
	return READ_ONCE(to_evergreen(drm)->dead) ? -EIO : 0;
}

static struct evergreen_bo *lookup(struct drm_file *filp, u32 handle)
{
	struct drm_gem_object *obj = drm_gem_object_lookup(filp, handle);

	return obj ? gem_to_evergreen_bo(obj) : NULL;
}

static void put_object(struct evergreen_bo *bo)
{
	drm_gem_object_put(&bo->tbo.base);
}

/* An ERR_PTR is -ENOENT or -ERESTARTSYS. */
static struct evergreen_bo *lookup_reserved(struct drm_file *filp, u32 handle)
{
	struct evergreen_bo *bo = lookup(filp, handle);
	int ret;

	if (!bo)
		return ERR_PTR(-ENOENT);
	ret = ttm_bo_reserve(&bo->tbo, true, false, NULL);
	if (ret) {
		put_object(bo);
		return ERR_PTR(ret);
	}
	return bo;
}

static void put_reserved(struct evergreen_bo *bo)
{
	ttm_bo_unreserve(&bo->tbo);
	put_object(bo);
}

/**
 * evergreen_gem_info_ioctl() - sizes of the domains
 * @drm: the device
 * @data: struct drm_radeon_gem_info
 * @filp: the client
 *
 * Return: 0.
 */
int evergreen_gem_info_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct evergreen_device *edev = to_evergreen(drm);
	struct drm_radeon_gem_info *args = data;

	args->vram_size = evergreen_vram_managed(edev);
	args->vram_visible = edev->mc.visible_size - atomic64_read(&edev->mman.pinned_vram);
	args->gart_size = evergreen_gtt_managed(edev);
	return 0;
}

static int check_create(struct evergreen_device *edev,
			const struct drm_radeon_gem_create *args)
{
	if (!PAGE_ALIGN(args->size) || args->flags & ~EVERGREEN_GEM_FLAGS ||
	    args->initial_domain & ~EVERGREEN_GEM_DOMAINS)
		return -EINVAL;
	if (args->alignment &&
	    (args->alignment > EVERGREEN_MAX_ALIGN || !is_power_of_2(args->alignment)))
		return -EINVAL;
	/* Larger than GTT is larger than it can ever be placed when evicted. */
	if (args->size > evergreen_gtt_managed(edev))
		return -ENOMEM;
	if (args->initial_domain == RADEON_GEM_DOMAIN_VRAM &&
	    args->size > evergreen_vram_managed(edev))
		return -ENOMEM;
	return 0;
}

/**
 * evergreen_gem_create_ioctl() - make a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_create
 * @filp: the client
 *
 * No domain at all means CPU.
 *
 * Return: 0 with the handle; -EINVAL for size 0, flags or domains without meaning, an alignment
 * that is no power of two or above 1 MiB; -ENOMEM, also if it is larger than GTT, or for VRAM
 * alone and larger than that; -EBUSY if jobs do not let go of the room that it needs; -EIO;
 * -ENODEV; -EINTR and -ERESTARTSYS on a signal.
 */
int evergreen_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct evergreen_device *edev = to_evergreen(drm);
	struct drm_radeon_gem_create *args = data;
	struct evergreen_bo_params params = { .type = ttm_bo_type_device };
	struct evergreen_bo *bo;
	int ret;

	ret = alive(drm) ?: check_create(edev, args);
	if (ret)
		return ret;

	params.size = PAGE_ALIGN(args->size);
	params.align = args->alignment;
	params.domain = args->initial_domain;
	params.flags = args->flags;
	bo = evergreen_bo_create(edev, &params);
	if (IS_ERR(bo))
		return PTR_ERR(bo);

	ret = drm_gem_handle_create(filp, &bo->tbo.base, &args->handle);
	put_object(bo);
	return ret;
}

/**
 * evergreen_gem_mmap_ioctl() - where to map a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_mmap; offset and size are ignored
 * @filp: the client
 *
 * Return: 0 with the offset for mmap(2) in addr_ptr; -ENOENT; -EPERM for a process's
 * own memory.
 */
int evergreen_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct drm_radeon_gem_mmap *args = data;
	struct evergreen_bo *bo = lookup(filp, args->handle);
	bool allowed;

	if (!bo)
		return -ENOENT;

	allowed = !bo->userptr;
	if (allowed)
		args->addr_ptr = drm_vma_node_offset_addr(&bo->tbo.base.vma_node);
	put_object(bo);
	return allowed ? 0 : -EPERM;
}

/* 0, -EBUSY after the timeout, -ERESTARTSYS. */
static int wait_idle(struct evergreen_bo *bo, enum dma_resv_usage usage)
{
	long left = dma_resv_wait_timeout(bo->tbo.base.resv, usage, true,
					  EVERGREEN_WAIT_TIMEOUT);

	if (left < 0)
		return left;
	return left ? 0 : -EBUSY;
}

/**
 * evergreen_gem_set_domain_ioctl() - announce where a buffer will be used
 * @drm: the device
 * @data: struct drm_radeon_gem_set_domain
 * @filp: the client
 *
 * The write domain counts if there is one, else the read domains. For the CPU
 * this waits for the card; others and none do nothing, submissions place buffers.
 *
 * Return: 0; -ENOENT; -EINVAL for domains without meaning or VRAM for a buffer
 * that belongs to another device or a process; -EBUSY after 30 s; -ERESTARTSYS.
 */
int evergreen_gem_set_domain_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp)
{
	const struct drm_radeon_gem_set_domain *args = data;
	u32 domain = args->write_domain ?: args->read_domains;
	struct evergreen_bo *bo;
	int ret = 0;

	if ((args->read_domains | args->write_domain) & ~EVERGREEN_GEM_DOMAINS)
		return -EINVAL;

	bo = lookup(filp, args->handle);
	if (!bo)
		return -ENOENT;

	if (domain & RADEON_GEM_DOMAIN_CPU)
		ret = wait_idle(bo, DMA_RESV_USAGE_BOOKKEEP);
	else if (domain & RADEON_GEM_DOMAIN_VRAM &&
		 (bo->tbo.base.import_attach || bo->userptr))
		ret = -EINVAL;
	put_object(bo);
	return ret;
}

/**
 * evergreen_gem_wait_idle_ioctl() - wait until nothing uses a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_wait_idle
 * @filp: the client
 *
 * Return: 0, and then the CPU sees what the card wrote; -ENOENT; -EBUSY after
 * 30 s; -ERESTARTSYS.
 */
int evergreen_gem_wait_idle_ioctl(struct drm_device *drm, void *data,
				  struct drm_file *filp)
{
	const struct drm_radeon_gem_wait_idle *args = data;
	struct evergreen_bo *bo = lookup(filp, args->handle);
	int idx, ret;

	if (!bo)
		return -ENOENT;

	ret = wait_idle(bo, DMA_RESV_USAGE_READ);
	if (!ret && evergreen_bo_placement(bo) == RADEON_GEM_DOMAIN_VRAM &&
	    drm_dev_enter(drm, &idx)) {
		evergreen_hdp_flush(to_evergreen(drm));
		drm_dev_exit(idx);
	}
	put_object(bo);
	return ret;
}

/**
 * evergreen_gem_busy_ioctl() - ask whether something uses a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_busy
 * @filp: the client
 *
 * Return: 0 if it is idle, -EBUSY if not, both with the domain where it is;
 * -ENOENT.
 */
int evergreen_gem_busy_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct drm_radeon_gem_busy *args = data;
	struct evergreen_bo *bo = lookup(filp, args->handle);
	bool idle;

	if (!bo)
		return -ENOENT;

	idle = dma_resv_test_signaled(bo->tbo.base.resv, DMA_RESV_USAGE_READ);
	args->domain = evergreen_bo_placement(bo);
	put_object(bo);
	return idle ? 0 : -EBUSY;
}

static u32 tiling_field(u32 flags, u32 shift)
{
	return flags >> shift & 0xf;
}

static bool bank_field_ok(u32 flags, u32 shift)
{
	u32 value = tiling_field(flags, shift);

	return !value || (is_power_of_2(value) && value <= 8);
}

static bool tiling_ok(u32 flags)
{
	return bank_field_ok(flags, RADEON_TILING_EG_BANKW_SHIFT) &&
	       bank_field_ok(flags, RADEON_TILING_EG_BANKH_SHIFT) &&
	       bank_field_ok(flags, RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT) &&
	       tiling_field(flags, RADEON_TILING_EG_TILE_SPLIT_SHIFT) <= 6 &&
	       tiling_field(flags, RADEON_TILING_EG_STENCIL_TILE_SPLIT_SHIFT) <= 6;
}

/**
 * evergreen_gem_set_tiling_ioctl() - note how a buffer is tiled
 * @drm: the device
 * @data: struct drm_radeon_gem_set_tiling
 * @filp: the client
 *
 * Return: 0; -EINVAL if the bank width, bank height or aspect is not 0, 1, 2, 4
 * or 8 or a tile split is above 6; -ENOENT; -ERESTARTSYS.
 */
int evergreen_gem_set_tiling_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp)
{
	const struct drm_radeon_gem_set_tiling *args = data;
	struct evergreen_bo *bo;

	if (!tiling_ok(args->tiling_flags))
		return -EINVAL;

	bo = lookup_reserved(filp, args->handle);
	if (IS_ERR(bo))
		return PTR_ERR(bo);
	bo->tiling = args->tiling_flags;
	bo->pitch = args->pitch;
	put_reserved(bo);
	return 0;
}

/**
 * evergreen_gem_get_tiling_ioctl() - read that note
 * @drm: the device
 * @data: struct drm_radeon_gem_get_tiling
 * @filp: the client
 *
 * Return: 0; -ENOENT; -ERESTARTSYS.
 */
int evergreen_gem_get_tiling_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp)
{
	struct drm_radeon_gem_get_tiling *args = data;
	struct evergreen_bo *bo = lookup_reserved(filp, args->handle);

	if (IS_ERR(bo))
		return PTR_ERR(bo);
	args->tiling_flags = bo->tiling;
	args->pitch = bo->pitch;
	put_reserved(bo);
	return 0;
}

static int op_get_domain(struct evergreen_bo *bo, u64 *value)
{
	*value = bo->domain;
	return 0;
}

static int op_set_domain(struct evergreen_bo *bo, u64 *value)
{
	if (*value & ~(u64)EVERGREEN_GEM_DOMAINS)
		return -EINVAL;

	bo->domain = *value;
	return 0;
}

/**
 * evergreen_gem_op_ioctl() - get or set the domain that a buffer is meant for
 * @drm: the device
 * @data: struct drm_radeon_gem_op
 * @filp: the client
 *
 * Return: 0; -EINVAL for another operation or domain; -ENOENT; -EPERM for a process's
 * own memory; -ERESTARTSYS.
 */
int evergreen_gem_op_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	static int (*const ops[])(struct evergreen_bo *bo, u64 *value) = {
		[RADEON_GEM_OP_GET_INITIAL_DOMAIN] = op_get_domain,
		[RADEON_GEM_OP_SET_INITIAL_DOMAIN] = op_set_domain,
	};
	struct drm_radeon_gem_op *args = data;
	struct evergreen_bo *bo;
	u32 op;
	int ret;

	if (args->op >= ARRAY_SIZE(ops))
		return -EINVAL;
	op = array_index_nospec(args->op, ARRAY_SIZE(ops));

	bo = lookup_reserved(filp, args->handle);
	if (IS_ERR(bo))
		return PTR_ERR(bo);
	ret = bo->userptr ? -EPERM : ops[op](bo, &args->value);
	put_reserved(bo);
	return ret;
}

static void gem_free(struct drm_gem_object *obj)
{
	evergreen_bo_free(gem_to_evergreen_bo(obj));
}

/* It has a place in GTT, and what it is there. */
static int get_here(struct evergreen_bo *bo)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	int ret = 0;

	if (!bo->tbo.pin_count)
		ret = evergreen_bo_validate(bo, RADEON_GEM_DOMAIN_GTT,
					    RADEON_GEM_DOMAIN_GTT, &ctx);
	if (!ret && bo->moving)
		ret = ttm_bo_wait_ctx(&bo->tbo, &ctx);
	return ret;
}

static int pin_here(struct evergreen_bo *bo)
{
	struct evergreen_device *edev = to_evergreen(bo->tbo.base.dev);
	u64 bytes = bo->tbo.pin_count ? 0 : evergreen_bo_size(bo);
	int ret;

	ret = evergreen_account_pin(edev, bo->account, bytes);
	if (ret)
		return ret;
	ret = get_here(bo);
	if (ret) {
		evergreen_account_unpin(edev, bo->account, bytes);
		return ret;
	}
	evergreen_bo_pin(bo);
	evergreen_bo_lend(bo, true);
	return 0;
}

/*
 * Another device attaches: it reaches system pages, and those must stay. When the card has
 * gone, those that are not lent already have gone, too.
 */
static int gem_pin(struct drm_gem_object *obj)
{
	int idx, ret;

	if (!drm_dev_enter(obj->dev, &idx))
		return -ENODEV;
	ret = pin_here(gem_to_evergreen_bo(obj));
	drm_dev_exit(idx);
	return ret;
}

static void gem_unpin(struct drm_gem_object *obj)
{
	struct evergreen_bo *bo = gem_to_evergreen_bo(obj);

	evergreen_bo_unpin(bo);
	if (bo->tbo.pin_count)
		return;
	evergreen_bo_lend(bo, false);
	evergreen_account_unpin(to_evergreen(obj->dev), bo->account, evergreen_bo_size(bo));
}

/* The kernel's own mapping, for another driver; GTT is always within its reach. */
static int gem_vmap(struct drm_gem_object *obj, struct iosys_map *map)
{
	int ret = gem_pin(obj);

	if (ret)
		return ret;
	ret = drm_gem_ttm_vmap(obj, map);
	if (ret)
		gem_unpin(obj);
	return ret;
}

static void gem_vunmap(struct drm_gem_object *obj, struct iosys_map *map)
{
	drm_gem_ttm_vunmap(obj, map);
	gem_unpin(obj);
}

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
	if (READ_ONCE(to_evergreen(bo->tbo.base.dev)->mman.shut))
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
		/* Or what would have cleared it was given up with the card. */
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

	if (READ_ONCE(to_evergreen(tbo->base.dev)->mman.shut)) {
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
	scoped_guard(rwsem_read, &to_evergreen(bo->tbo.base.dev)->mman.shut_lock) {
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
	long left;
	int ret;

	ret = evergreen_bo_reach(bo, &ctx);
	if (ret)
		return ret;
	left = dma_resv_wait_timeout(bo->tbo.base.resv, DMA_RESV_USAGE_KERNEL, true,
				     EVERGREEN_WAIT_TIMEOUT);
	if (left <= 0)
		return left ?: -EBUSY;
	/* The card may have died meanwhile. */
	return evergreen_bo_lost(bo) ? -ENODEV : access_page(bo, at, buf, len, write);
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
	if (tbo->type != ttm_bo_type_sg && !ttm_bo_reserve(tbo, true, false, NULL)) {
		ret = access_reserved(to_evergreen_bo(tbo), at, buf, len, write);
		ttm_bo_unreserve(tbo);
	}
	drm_dev_exit(idx);
	return ret;
}

static const struct vm_operations_struct evergreen_gem_vm_ops = {
	.fault = gem_fault,
	.open = ttm_bo_vm_open,
	.close = ttm_bo_vm_close,
	.access = gem_access,
};

static struct sg_table *gem_get_sg_table(struct drm_gem_object *obj)
{
	struct ttm_tt *tt = gem_to_evergreen_bo(obj)->tbo.ttm;

	return drm_prime_pages_to_sg(obj->dev, tt->pages, tt->num_pages);
}

/*
 * Other devices may add fences to the buffer from now on. DRM holds
 * &drm_device.object_name_lock here, and whoever makes a handle waits for that. A reservation may
 * be held for long, by a page fault for one, so none is taken.
 */
static struct dma_buf *gem_export(struct drm_gem_object *obj, int flags)
{
	struct evergreen_bo *bo = gem_to_evergreen_bo(obj);

	if (bo->userptr)
		return ERR_PTR(-EPERM);
	WRITE_ONCE(bo->user, EVERGREEN_MANY_USERS);
	return drm_gem_prime_export(obj, flags);
}

/**
 * evergreen_gem_prime_import_sg_table() - wrap another device's buffer
 * @drm: the device
 * @attach: our attachment to it
 * @sg: its pages
 *
 * It is bound in GTT when a submission first names it. Making room may take long, and DRM holds
 * &drm_device.object_name_lock here, for which whoever makes a handle waits.
 *
 * Return: the buffer, usable in GTT, or an ERR_PTR: -EINVAL for a size that is not one of pages,
 * -ENOMEM, -ENODEV.
 */
struct drm_gem_object *evergreen_gem_prime_import_sg_table(struct drm_device *drm,
							   struct dma_buf_attachment *attach,
							   struct sg_table *sg)
{
	struct evergreen_bo_params params = {
		.size = attach->dmabuf->size,
		.domain = RADEON_GEM_DOMAIN_CPU,
		.type = ttm_bo_type_sg,
		.sg = sg,
		.lender = attach->dmabuf,
	};
	struct evergreen_device *edev = to_evergreen(drm);
	struct evergreen_bo *bo;

	if (!params.size || params.size & ~PAGE_MASK)
		return ERR_PTR(-EINVAL);
	/* It would have all others make room, in vain. */
	if (params.size > evergreen_gtt_managed(edev))
		return ERR_PTR(-ENOMEM);

	dma_resv_lock(params.lender->resv, NULL);
	bo = evergreen_bo_create(edev, &params);
	if (!IS_ERR(bo))
		bo->domain = RADEON_GEM_DOMAIN_GTT;
	dma_resv_unlock(params.lender->resv);
	return IS_ERR(bo) ? ERR_CAST(bo) : &bo->tbo.base;
}

/* A process has its own memory mapped already. */
static int gem_mmap(struct drm_gem_object *obj, struct vm_area_struct *vma)
{
	return gem_to_evergreen_bo(obj)->userptr ? -EPERM : drm_gem_ttm_mmap(obj, vma);
}

const struct drm_gem_object_funcs evergreen_gem_object_funcs = {
	.free = gem_free,
	.close = cayman_gem_close,
	.export = gem_export,
	.pin = gem_pin,
	.unpin = gem_unpin,
	.get_sg_table = gem_get_sg_table,
	.vmap = gem_vmap,
	.vunmap = gem_vunmap,
	.mmap = gem_mmap,
	.vm_ops = &evergreen_gem_vm_ops,
	.print_info = drm_gem_ttm_print_info,
};

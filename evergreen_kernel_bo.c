// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory of the driver
 *
 * Rings, page tables, indirect buffers and what the card reports into are buffers of the
 * kernel: pinned, mapped by the kernel, and zeroed when they are made. No client has a handle
 * of one.
 *
 * As they are pinned, they are not moved out of VRAM when the card loses its power. Those that
 * are there are listed (&evergreen_kernel_bos.vram), and copied before and afterwards.
 */
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/vmalloc.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_bo.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_place.h"

/**
 * evergreen_kernel_bos_init() - the driver has nothing in VRAM yet
 * @edev: the card
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_kernel_bos_init(struct evergreen_device *edev)
{
	struct evergreen_kernel_bos *kernel_bos = &edev->mman.kernel_bos;

	xa_init(&kernel_bos->vram);
	return drmm_mutex_init(&edev->drm, &kernel_bos->lock);
}

/**
 * evergreen_kernel_bos_fini() - undo evergreen_kernel_bos_init()
 * @edev: the card, its buffers freed
 */
void evergreen_kernel_bos_fini(struct evergreen_device *edev)
{
	xa_destroy(&edev->mman.kernel_bos.vram);
}

static struct evergreen_bo *new_pinned(struct evergreen_device *edev,
				       const struct evergreen_bo_params *params,
				       struct ttm_placement *placement)
{
	struct evergreen_bo *bo = evergreen_bo_new(edev, params, placement);

	if (!IS_ERR(bo))
		evergreen_bo_pin(bo);
	return bo;
}

/* The buffer is reserved. */
static int map(struct evergreen_kernel_bo *mem)
{
	struct ttm_buffer_object *tbo = &mem->bo->tbo;
	struct ttm_operation_ctx ctx = { };
	bool iomem;
	int ret;

	/* What was in its place may still be on its way out. */
	ret = ttm_bo_wait_ctx(tbo, &ctx) ?:
	      ttm_bo_kmap(tbo, 0, PFN_UP(tbo->base.size), &mem->bo->kmap);
	if (ret)
		return ret;
	mem->cpu = ttm_kmap_obj_virtual(&mem->bo->kmap, &iomem);
	if (!iomem) {
		memset(mem->cpu, 0, tbo->base.size);
		return 0;
	}
	/* Page tables among them: what was there before must not be taken for entries. */
	scoped_guard(rwsem_read, &tbo_to_evergreen(tbo)->mman.cpu_access.lock)
		memset_io(mem->io, 0, tbo->base.size);
	return 0;
}

/*
 * Without &evergreen_kernel_bos.lock, which must not be held across an allocation: it is taken under
 * &evergreen_gart.lock, for which MMU notifiers wait. No buffer is added while all are copied.
 */
static int add_to_vram_list(struct evergreen_bo *bo)
{
	struct evergreen_kernel_bos *kernel_bos = &tbo_to_evergreen(&bo->tbo)->mman.kernel_bos;

	if (bo->tbo.resource->mem_type != TTM_PL_VRAM)
		return 0;
	return xa_err(xa_store(&kernel_bos->vram, bo->tbo.resource->start, bo, GFP_KERNEL));
}

static void del_from_vram_list(struct evergreen_bo *bo)
{
	struct evergreen_kernel_bos *kernel_bos = &tbo_to_evergreen(&bo->tbo)->mman.kernel_bos;

	if (bo->tbo.resource->mem_type != TTM_PL_VRAM)
		return;
	guard(mutex)(&kernel_bos->lock);
	xa_erase(&kernel_bos->vram, bo->tbo.resource->start);
	bo->saved = NULL;
}

static int create(struct evergreen_device *edev, struct evergreen_kernel_bo *mem, u64 size,
		  u32 align, u32 domain, bool bind)
{
	const struct evergreen_bo_params params = {
		.size = PAGE_ALIGN(size),
		.align = align,
		.domain = domain,
		.flags = RADEON_GEM_CPU_ACCESS,
		.type = ttm_bo_type_kernel,
	};
	struct ttm_place places[EVERGREEN_MAX_PLACES];
	struct ttm_placement placement = { .placement = places };
	struct evergreen_bo *bo;
	int ret;

	*mem = (struct evergreen_kernel_bo) { };
	placement.num_placement = evergreen_places(edev, params.size, params.flags, domain,
						   places);
	if (!placement.num_placement)
		return -ENOMEM;
	bo = new_pinned(edev, &params, &placement);
	if (IS_ERR(bo))
		return PTR_ERR(bo);

	mem->bo = bo;
	ret = map(mem) ?: add_to_vram_list(bo);
	if (!ret && bind)
		ret = evergreen_bo_bind(bo, bo->tbo.resource);
	ttm_bo_unreserve(&bo->tbo);
	if (ret)
		evergreen_kernel_bo_free(mem);
	else if (bind)
		mem->gpu_addr = evergreen_bo_gpu_addr(edev, bo);
	return ret;
}

/**
 * evergreen_kernel_bo_create() - make memory that the card finds
 * @edev: the card
 * @mem: out: the memory; zero if this fails
 * @size: bytes; rounded up to pages
 * @align: bytes, a power of two; at least a page whatever it says
 * @domain: RADEON_GEM_DOMAIN_VRAM or RADEON_GEM_DOMAIN_GTT
 *
 * Return: 0 or -ENOMEM, -EBUSY if VRAM is not cleared, or jobs do not let go of the room that
 * this needs, in time, or the errors of evergreen_bo_bind().
 */
int evergreen_kernel_bo_create(struct evergreen_device *edev, struct evergreen_kernel_bo *mem,
			       u64 size, u32 align, u32 domain)
{
	return create(edev, mem, size, align, domain, true);
}

/**
 * evergreen_kernel_bo_create_unbound() - make memory that only an address space will show
 * @edev: the card
 * @mem: out: the memory, of the system; zero if this fails
 * @size: bytes; rounded up to pages
 *
 * It takes no range of GTT, where pinned pieces would leave no room for large buffers.
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_kernel_bo_create_unbound(struct evergreen_device *edev,
				       struct evergreen_kernel_bo *mem, u64 size)
{
	return create(edev, mem, size, 0, RADEON_GEM_DOMAIN_CPU, false);
}

/**
 * evergreen_kernel_bo_cover() - keep others away from memory that is in use
 * @edev: the card
 * @mem: out: the memory, not mapped and left as it is; zero if this fails
 * @start: where in VRAM, in bytes from its start, a multiple of a page
 * @size: bytes, a multiple of a page
 *
 * Return: 0, or -ENOMEM, also if something else is there.
 */
int evergreen_kernel_bo_cover(struct evergreen_device *edev, struct evergreen_kernel_bo *mem,
			      u64 start, u64 size)
{
	const struct evergreen_bo_params params = {
		.size = size,
		.domain = RADEON_GEM_DOMAIN_VRAM,
		.type = ttm_bo_type_kernel,
	};
	const struct ttm_place place = {
		.fpfn = start >> PAGE_SHIFT,
		.lpfn = (start + size) >> PAGE_SHIFT,
		.mem_type = TTM_PL_VRAM,
	};
	struct ttm_placement placement = { .placement = &place, .num_placement = 1 };
	struct evergreen_bo *bo;

	*mem = (struct evergreen_kernel_bo) { };
	bo = new_pinned(edev, &params, &placement);
	if (IS_ERR(bo))
		return PTR_ERR(bo);
	ttm_bo_unreserve(&bo->tbo);
	mem->bo = bo;
	mem->gpu_addr = evergreen_bo_gpu_addr(edev, bo);
	return 0;
}

/**
 * evergreen_kernel_bo_free() - undo the making of memory
 * @mem: the memory, or nothing; zero afterwards
 */
void evergreen_kernel_bo_free(struct evergreen_kernel_bo *mem)
{
	struct evergreen_bo *bo = mem->bo;

	*mem = (struct evergreen_kernel_bo) { };
	if (!bo)
		return;

	ttm_bo_reserve(&bo->tbo, false, false, NULL);
	del_from_vram_list(bo);
	if (bo->kmap.virtual)
		ttm_bo_kunmap(&bo->kmap);
	evergreen_bo_unpin(bo);
	ttm_bo_unreserve(&bo->tbo);
	drm_gem_object_put(&bo->tbo.base);
}

/* ---- without power ---- */

/**
 * evergreen_kernel_bos_forget() - what has been saved is not needed any more
 * @edev: the card
 */
void evergreen_kernel_bos_forget(struct evergreen_device *edev)
{
	struct evergreen_kernel_bos *kernel_bos = &edev->mman.kernel_bos;
	struct evergreen_bo *bo;
	unsigned long i;

	scoped_guard(mutex, &kernel_bos->lock)
		xa_for_each(&kernel_bos->vram, i, bo)
			bo->saved = NULL;
	vfree(kernel_bos->saved);
	kernel_bos->saved = NULL;
}

static size_t listed_bytes(struct evergreen_kernel_bos *kernel_bos)
{
	struct evergreen_bo *bo;
	size_t bytes = 0;
	unsigned long i;

	guard(mutex)(&kernel_bos->lock);
	xa_for_each(&kernel_bos->vram, i, bo)
		bytes += bo->tbo.base.size;
	return bytes;
}

/**
 * evergreen_kernel_bos_save() - copy what the driver has in VRAM to system memory
 * @edev: the card, which does nothing
 *
 * Nobody changes it from now on until evergreen_kernel_bos_restore(). Clients are frozen, so
 * buffers may go meanwhile, and none comes. Memory for all is allocated at once and without
 * the lock: the kernel may have to take pages of processes for it, whose notifier waits for
 * the page table's lock, under which this one is taken when the card is restored.
 *
 * Context: sleeps.
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_kernel_bos_save(struct evergreen_device *edev)
{
	struct evergreen_kernel_bos *kernel_bos = &edev->mman.kernel_bos;
	struct evergreen_bo *bo;
	unsigned long i;
	u8 *to;

	kernel_bos->saved = vmalloc(listed_bytes(kernel_bos));
	if (!kernel_bos->saved)
		return -ENOMEM;
	to = kernel_bos->saved;
	evergreen_hdp_flush(edev);
	guard(mutex)(&kernel_bos->lock);
	xa_for_each(&kernel_bos->vram, i, bo) {
		memcpy_fromio(to, (void __iomem *)bo->kmap.virtual, bo->tbo.base.size);
		bo->saved = to;
		to += bo->tbo.base.size;
	}
	return 0;
}

/**
 * evergreen_kernel_bos_restore() - copy it back
 * @edev: the card, with memory at the place where it was
 *
 * Context: sleeps; allocates nothing.
 *
 * Return: 0.
 */
int evergreen_kernel_bos_restore(struct evergreen_device *edev)
{
	struct evergreen_kernel_bos *kernel_bos = &edev->mman.kernel_bos;
	struct evergreen_bo *bo;
	unsigned long i;

	scoped_guard(mutex, &kernel_bos->lock)
		xa_for_each(&kernel_bos->vram, i, bo)
			if (bo->saved)
				memcpy_toio((void __iomem *)bo->kmap.virtual, bo->saved,
					    bo->tbo.base.size);
	wmb();		/* VRAM is written through write-combining */
	evergreen_hdp_flush(edev);
	return 0;
}

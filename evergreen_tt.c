// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Pages in the GART
 *
 * TTM asks for a buffer's system pages when it needs them first: they come from TTM's pool, from
 * the device that has lent the buffer, or are a process's.
 *
 * A page of GTT has one place in the GART for as long as the buffer is placed
 * there. It is bound when somebody needs its address first, a job that brings its contents
 * included, and unbound when nothing, the job that takes them away included, uses it
 * any more. The pages of processes go their own way (evergreen_userptr.c).
 */
#include <drm/drm_cache.h>
#include <drm/drm_prime.h>
#include <drm/radeon_drm.h>

#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_reg.h"
#include "evergreen_tt.h"

/* ---- their place in the GART ---- */

static void unbind(struct evergreen_device *edev, struct evergreen_tt *tt)
{
	if (!tt->bound)
		return;

	tt->bound = false;
	evergreen_gart_unbind(edev, tt->first_page, tt->base.num_pages);
}

/**
 * evergreen_tt_bind() - have the GART show pages
 * @edev: the card
 * @tt: the pages, not bound yet; not a process's
 * @res: their place in GTT
 *
 * Return: 0, or the error of evergreen_gart_bind().
 */
int evergreen_tt_bind(struct evergreen_device *edev, struct evergreen_tt *tt,
		      const struct ttm_resource *res)
{
	u64 flags = GPU_PTE_WRITEABLE | (tt->base.caching == ttm_cached ? GPU_PTE_SNOOPED : 0);
	int ret;

	ret = evergreen_gart_bind(edev, res->start, tt->base.dma_address, tt->base.num_pages,
				  flags);
	if (ret)
		return ret;

	tt->first_page = res->start;
	tt->bound = true;
	return 0;
}

/**
 * evergreen_tt_leave_gart() - a buffer gives its entries of the GART back
 * @edev: the card
 * @tt: the pages, bound or not; they may get another use as soon as this returns
 */
void evergreen_tt_leave_gart(struct evergreen_device *edev, struct evergreen_tt *tt)
{
	if (!tt->process) {
		unbind(edev, tt);
	} else if (tt->bound) {
		tt->bound = false;
		tt->process->userptr_ops->displace(tt->process);
	}
}

/* ---- what TTM asks for ---- */

/*
 * Where the kernel's own mapping of a page stays cached, another kind of mapping beside it
 * gives wrong data, if the architecture has one at all. On x86 without PAT, and on 32 bits,
 * radeon does not do it either.
 */
static bool may_be_uncached(void)
{
	return drm_arch_can_wc_memory() && !IS_ENABLED(CONFIG_X86_32) &&
	       (!IS_ENABLED(CONFIG_X86) || IS_ENABLED(CONFIG_X86_PAT));
}

/**
 * evergreen_tt_create() - TTM asks for what holds a buffer's pages
 * @tbo: the buffer, reserved
 * @page_flags: TTM_TT_FLAG_*
 *
 * Return: it, without pages, or NULL if there is no memory.
 */
struct ttm_tt *evergreen_tt_create(struct ttm_buffer_object *tbo, u32 page_flags)
{
	struct evergreen_bo *bo = to_evergreen_bo(tbo);
	enum ttm_caching caching = ttm_cached;
	struct evergreen_tt *tt;

	/* Even if the contents that are to come here never do, nobody finds somebody else's. */
	if (tbo->type == ttm_bo_type_device)
		page_flags |= TTM_TT_FLAG_ZERO_ALLOC;
	if (may_be_uncached() && bo->flags & RADEON_GEM_GTT_UC)
		caching = ttm_uncached;
	else if (may_be_uncached() && bo->flags & RADEON_GEM_GTT_WC)
		caching = ttm_write_combined;

	tt = kzalloc(sizeof(*tt), GFP_KERNEL);
	if (!tt)
		return NULL;

	if (ttm_sg_tt_init(&tt->base, tbo, page_flags, caching)) {
		kfree(tt);
		return NULL;
	}
	return &tt->base;
}

/**
 * evergreen_tt_populate() - TTM asks for a buffer's pages
 * @bdev: TTM's part of the card
 * @tt: what is to hold them
 * @ctx: how to wait
 *
 * Return: 0; -ENODEV for pages that are kept, which are not there for TTM any more; -EINVAL for an
 * imported buffer without pages; or the error of ttm_pool_alloc() or
 * drm_prime_sg_to_dma_addr_array().
 */
int evergreen_tt_populate(struct ttm_device *bdev, struct ttm_tt *tt,
			  struct ttm_operation_ctx *ctx)
{
	if (to_evergreen_tt(tt)->kept)
		return -ENODEV;
	if (!(tt->page_flags & TTM_TT_FLAG_EXTERNAL))
		return ttm_pool_alloc(&bdev->pool, tt, ctx);
	if (to_evergreen_tt(tt)->process)
		return 0;

	if (!tt->sg)
		return -EINVAL;

	return drm_prime_sg_to_dma_addr_array(tt->sg, tt->dma_address, tt->num_pages);
}

/**
 * evergreen_tt_unpopulate() - undo evergreen_tt_populate()
 * @bdev: TTM's part of the card
 * @tt: what holds the pages
 */
void evergreen_tt_unpopulate(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct evergreen_device *edev = bdev_to_evergreen(bdev);

	evergreen_tt_leave_gart(edev, to_evergreen_tt(tt));
	if (tt->page_flags & TTM_TT_FLAG_EXTERNAL)
		return;
	/* A card that goes takes all pages from its buffers, those of pinned ones, too. */
	if (to_evergreen_tt(tt)->lent)
		to_evergreen_tt(tt)->kept = true;
	else
		ttm_pool_free(&bdev->pool, tt);
}

/**
 * evergreen_tt_end_begins() - a buffer or a ghost ends
 * @tbo: which, reserved
 *
 * If it has pages, TTM unpopulates and destroys them as soon as this returns; until then
 * &evergreen_mman.end_lock is held for reading.
 */
void evergreen_tt_end_begins(struct ttm_buffer_object *tbo)
{
	struct evergreen_device *edev = tbo_to_evergreen(tbo);

	if (!tbo->ttm)
		return;
	down_read(&edev->mman.end_lock);
	to_evergreen_tt(tbo->ttm)->ending = true;
}

/**
 * evergreen_tt_destroy() - undo evergreen_tt_create()
 * @bdev: TTM's part of the card
 * @tt: what has held pages
 */
void evergreen_tt_destroy(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct evergreen_device *edev = bdev_to_evergreen(bdev);
	bool ending = to_evergreen_tt(tt)->ending;

	evergreen_tt_leave_gart(edev, to_evergreen_tt(tt));
	if (to_evergreen_tt(tt)->kept)
		ttm_pool_free(&bdev->pool, tt);
	ttm_tt_fini(tt);
	kfree(to_evergreen_tt(tt));
	if (ending)
		up_read(&edev->mman.end_lock);
}

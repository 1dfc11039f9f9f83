// SPDX-License-Identifier: MIT OR GPL-2.0

#include <linux/cgroup_dmem.h>
#include <linux/dma-buf.h>
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/sort.h>
#include <linux/workqueue.h>

#include <drm/drm_cache.h>
#include <drm/drm_managed.h>
#include <drm/drm_prime.h>
#include <drm/radeon_drm.h>
#include <drm/ttm/ttm_allocation.h>
#include <drm/ttm/ttm_range_manager.h>
#include <drm/ttm/ttm_tt.h>

#include "cayman_entries.h"
#include "evergreen_gart.h"
#include "evergreen_gem.h"
#include "evergreen_mc.h"
#include "evergreen_move.h"
#include "evergreen_place.h"
#include "evergreen_trace.h"
#include "evergreen_ttm.h"
#include "evergreen_userptr.h"

/**
 * DOC: Memory
 *
 * Buffers live in one of three places, which TTM calls memory types and
 * radeon's user interface calls domains: VRAM, GTT (system pages that the GART
 * makes visible to the card) and CPU (system pages that it does not see, which
 * TTM may swap out).
 *
 * VRAM is managed as one range; the CPU may reach only the first part of it, see
 * Placement. Within that a plain CPU copy through the write-combined mapping of BAR0 is
 * always possible (see Moves). Memory that the display controllers still scan out is
 * covered with pinned buffers before anything else is allocated.
 *
 * Where the kernel has the cgroup controller dmem, VRAM is charged to it as the region
 * "vram". A buffer beyond the limit of its cgroup is placed in GTT, as when VRAM is full.
 *
 * A page of GTT has one place in the GART for as long as the buffer is placed
 * there. It is bound when somebody needs its address first, a job that brings its contents
 * included, and unbound when nothing, the job that takes them away included, uses it
 * any more.
 *
 * Nobody sees another client's bytes: pages are zeroes when they come, VRAM
 * is cleared when a buffer is first placed there. The kernel's own buffers are
 * cleared by evergreen_bo_create_kernel().
 *
 * Rejected: reserving pages by a manager of our own (TTM's range manager does
 * what is needed); clearing VRAM when it is freed (the same work, but paid for
 * by buffers that nobody replaces).
 *
 * Units: bytes unless a name says pages; a page is 4 KiB for the CPU and the
 * GART alike. Placement changes under the buffer's reservation lock.
 */

#define EVERGREEN_CLEAR_CPU_MAX		SZ_64K

static_assert(PAGE_SIZE == 4096, "the GART maps pages of 4 KiB");

/**
 * struct evergreen_tt - system pages of a buffer
 * @base: TTM's part
 * @process: the buffer, if the pages are a process's: evergreen_userptr.c has them
 * @first_page: GART entry of the first page, while @bound
 * @bound: the GART points to the pages; of a process's: it has a place for them
 * @lent: other devices have their addresses
 * @kept: the card went while they had; the pages go with the buffer
 */
struct evergreen_tt {
	struct ttm_tt base;
	struct evergreen_bo *process;
	u32 first_page;
	bool bound, lent, kept;
};

static struct evergreen_device *tbo_to_evergreen(struct ttm_buffer_object *tbo)
{
	return container_of(tbo->bdev, struct evergreen_device, ttm);
}

static struct evergreen_tt *to_evergreen_tt(struct ttm_tt *tt)
{
	return container_of(tt, struct evergreen_tt, base);
}

static struct ttm_tt *evergreen_tt_create(struct ttm_buffer_object *tbo, u32 page_flags)
{
	struct evergreen_bo *bo = to_evergreen_bo(tbo);
	enum ttm_caching caching = ttm_cached;
	struct evergreen_tt *tt;

	/* Even if the contents that are to come here never do, nobody finds somebody else's. */
	if (tbo->type == ttm_bo_type_device)
		page_flags |= TTM_TT_FLAG_ZERO_ALLOC;
	if (bo->flags & RADEON_GEM_GTT_UC)
		caching = ttm_uncached;
	else if (bo->flags & RADEON_GEM_GTT_WC)
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

/* The pages may get another use as soon as this returns. */
static void evergreen_tt_unbind(struct evergreen_device *edev, struct evergreen_tt *tt)
{
	if (!tt->bound)
		return;

	tt->bound = false;
	if (tt->process) {
		evergreen_userptr_displace(tt->process);
		return;
	}
	evergreen_gart_unbind(edev, tt->first_page, tt->base.num_pages);
	evergreen_gart_flush(edev);
}

static int evergreen_tt_bind(struct evergreen_device *edev, struct evergreen_tt *tt,
			     const struct ttm_resource *res)
{
	int ret;

	ret = evergreen_gart_bind(edev, res->start, tt->base.dma_address,
				  tt->base.num_pages,
				  tt->base.caching == ttm_cached, true);
	if (ret)
		return ret;

	tt->first_page = res->start;
	tt->bound = true;
	ret = evergreen_gart_flush(edev);
	if (ret)
		evergreen_tt_unbind(edev, tt);
	return ret;
}

/**
 * evergreen_bo_bind() - see that the card finds a buffer's pages in the GART
 * @bo: the buffer, reserved
 * @res: where it is, or is about to be
 *
 * Nothing happens for VRAM.
 *
 * Return: 0; -EAGAIN if the pages of a process's memory have to be looked up again; or the
 * errors of evergreen_gart_bind() and evergreen_gart_flush().
 */
int evergreen_bo_bind(struct evergreen_bo *bo, const struct ttm_resource *res)
{
	struct evergreen_tt *tt;

	if (res->mem_type != TTM_PL_TT)
		return 0;
	if (bo->userptr)
		return evergreen_userptr_bind(bo);
	tt = to_evergreen_tt(bo->tbo.ttm);
	return tt->bound ? 0 : evergreen_tt_bind(tbo_to_evergreen(&bo->tbo), tt, res);
}

/* Pages that are kept are not there for TTM any more. */
static int evergreen_tt_populate(struct ttm_device *bdev, struct ttm_tt *tt,
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

static void evergreen_tt_unpopulate(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct evergreen_device *edev = container_of(bdev, struct evergreen_device, ttm);

	evergreen_tt_unbind(edev, to_evergreen_tt(tt));
	if (tt->page_flags & TTM_TT_FLAG_EXTERNAL)
		return;
	/* A card that goes takes all pages from its buffers, those of pinned ones, too. */
	if (to_evergreen_tt(tt)->lent)
		to_evergreen_tt(tt)->kept = true;
	else
		ttm_pool_free(&bdev->pool, tt);
}

static void evergreen_tt_destroy(struct ttm_device *bdev, struct ttm_tt *tt)
{
	struct evergreen_device *edev = container_of(bdev, struct evergreen_device, ttm);

	evergreen_tt_unbind(edev, to_evergreen_tt(tt));
	if (to_evergreen_tt(tt)->kept)
		ttm_pool_free(&bdev->pool, tt);
	ttm_tt_fini(tt);
	kfree(to_evergreen_tt(tt));
}

static int evergreen_clear_vram(struct evergreen_device *edev, u64 start, u64 size)
{
	u64 done, len;

	if (!edev->mman.vram)
		return -ENODEV;

	for (done = 0; done < size; done += len) {
		len = min_t(u64, size - done, SZ_1M);
		memset_io(edev->mman.vram + start + done, 0, len);
		cond_resched();
	}
	return 0;
}

/* A buffer that has no contents yet arrives at its first place. */
static int evergreen_first_place(struct evergreen_device *edev,
				 struct ttm_buffer_object *tbo,
				 struct ttm_resource *res)
{
	int ret = 0;

	if (res->mem_type == TTM_PL_VRAM && tbo->type == ttm_bo_type_device) {
		ret = evergreen_clear_vram(edev, (u64)res->start << PAGE_SHIFT,
					   tbo->base.size);
		trace_evergreen_move("clear", true, tbo->base.size, "cpu");
	}
	if (!ret)
		ttm_bo_move_null(tbo, res);
	return ret;
}

static int evergreen_leave_gart(struct evergreen_device *edev,
				struct ttm_buffer_object *tbo,
				struct ttm_resource *res)
{
	evergreen_tt_unbind(edev, to_evergreen_tt(tbo->ttm));
	ttm_resource_free(tbo, &tbo->resource);
	ttm_bo_assign_mem(tbo, res);
	return 0;
}

static int evergreen_copy(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			  struct ttm_operation_ctx *ctx, struct ttm_resource *res)
{
	int ret;

	/* What the card wrote must be behind BAR0 before the CPU reads it. */
	if (tbo->resource->mem_type == TTM_PL_VRAM)
		evergreen_hdp_flush(edev);

	ret = ttm_bo_move_memcpy(tbo, ctx, res);
	if (ret)
		return ret;
	atomic64_add(tbo->base.size, &edev->mman.bytes_moved);
	trace_evergreen_move("copy", res->mem_type == TTM_PL_VRAM, tbo->base.size, "cpu");
	return 0;
}

static u32 evergreen_mem_type(const struct ttm_buffer_object *tbo)
{
	return tbo->resource ? tbo->resource->mem_type : TTM_PL_SYSTEM;
}

/* It has no contents yet. */
static bool evergreen_is_new(const struct ttm_buffer_object *tbo)
{
	return !tbo->resource || (tbo->resource->mem_type == TTM_PL_SYSTEM && !tbo->ttm);
}

static int evergreen_move_idle(struct evergreen_device *edev,
			       struct ttm_buffer_object *tbo,
			       struct ttm_operation_ctx *ctx, struct ttm_resource *res)
{
	u32 from = evergreen_mem_type(tbo);

	if (evergreen_is_new(tbo))
		return evergreen_first_place(edev, tbo, res);

	if (from == TTM_PL_SYSTEM && res->mem_type == TTM_PL_TT) {
		ttm_bo_move_null(tbo, res);
		return 0;
	}

	if (from == TTM_PL_TT && res->mem_type == TTM_PL_SYSTEM)
		return evergreen_leave_gart(edev, tbo, res);

	return evergreen_copy(edev, tbo, ctx, res);
}

/*
 * A few pages are cleared by the CPU sooner than a job is made for them, and the
 * new buffer is not busy then. Larger ones, those whose place somebody may still be
 * leaving, and those that the CPU does not reach, are for the card.
 */
static bool evergreen_clears_by_card(struct evergreen_device *edev,
				     const struct ttm_buffer_object *tbo,
				     const struct ttm_resource *res)
{
	return tbo->type == ttm_bo_type_device &&
	       (tbo->base.size > EVERGREEN_CLEAR_CPU_MAX || !evergreen_in_reach(edev, res) ||
		!dma_resv_test_signaled(tbo->base.resv, DMA_RESV_USAGE_BOOKKEEP));
}

/* By the card, without waiting, if both ends are where it can reach them. */
static int evergreen_move_busy(struct evergreen_device *edev,
			       struct ttm_buffer_object *tbo, bool evict,
			       struct ttm_resource *res)
{
	u32 from = evergreen_mem_type(tbo), to = res->mem_type;
	int ret;

	if (evergreen_is_new(tbo))
		return to == TTM_PL_VRAM && evergreen_clears_by_card(edev, tbo, res) ?
			evergreen_move_clear(edev, tbo, res) : -EOPNOTSUPP;

	if (from != TTM_PL_VRAM && to != TTM_PL_VRAM)
		return -EOPNOTSUPP;

	ret = evergreen_move_copy(edev, tbo, evict, res);
	if (!ret)
		atomic64_add(tbo->base.size, &edev->mman.bytes_moved);
	return ret;
}

/* Between VRAM and pages that the card does not see, contents go by way of GTT. */
static bool evergreen_needs_hop(struct evergreen_device *edev,
				const struct ttm_buffer_object *tbo,
				const struct ttm_resource *res)
{
	u32 from = evergreen_mem_type(tbo), to = res->mem_type;

	return edev->mman.move_ring && !evergreen_is_new(tbo) &&
	       ((from == TTM_PL_SYSTEM && to == TTM_PL_VRAM) ||
		(from == TTM_PL_VRAM && to == TTM_PL_SYSTEM));
}

static bool evergreen_only_by_card(struct evergreen_device *edev,
				   const struct ttm_buffer_object *tbo,
				   const struct ttm_resource *res)
{
	return tbo->type == ttm_bo_type_device &&
	       (!evergreen_in_reach(edev, res) ||
		(tbo->resource && !evergreen_in_reach(edev, tbo->resource)));
}

static int evergreen_move_contents(struct evergreen_device *edev,
				   struct ttm_buffer_object *tbo, bool evict,
				   struct ttm_operation_ctx *ctx, struct ttm_resource *res)
{
	int ret = evergreen_move_busy(edev, tbo, evict, res);

	if (!ret || evergreen_only_by_card(edev, tbo, res))
		return ret;
	return cayman_hide_bo(to_evergreen_bo(tbo), ctx) ?:
	       evergreen_move_idle(edev, tbo, ctx, res);
}

static int evergreen_bo_move_here(struct ttm_buffer_object *tbo, bool evict,
				  struct ttm_operation_ctx *ctx, struct ttm_resource *res,
				  struct ttm_place *hop)
{
	struct evergreen_device *edev = tbo_to_evergreen(tbo);
	int ret;

	if (evergreen_needs_hop(edev, tbo, res)) {
		*hop = (struct ttm_place) {
			.mem_type = TTM_PL_TT,
			.flags = TTM_PL_FLAG_TEMPORARY,
		};
		return -EMULTIHOP;
	}

	if (res->mem_type == TTM_PL_TT && to_evergreen_bo(tbo)->userptr) {
		evergreen_userptr_place(to_evergreen_bo(tbo), res->start);
		to_evergreen_tt(tbo->ttm)->bound = true;
	}

	ret = evergreen_move_contents(edev, tbo, evict, ctx, res);
	if (!ret)
		WRITE_ONCE(to_evergreen_bo(tbo)->place,
			   evergreen_mem_type_domain(res->mem_type));
	else if (res->mem_type == TTM_PL_TT)
		evergreen_tt_unbind(edev, to_evergreen_tt(tbo->ttm));
	return ret;
}

/* Who makes room for another device comes from outside. */
static int evergreen_bo_move(struct ttm_buffer_object *tbo, bool evict,
			     struct ttm_operation_ctx *ctx, struct ttm_resource *res,
			     struct ttm_place *hop)
{
	int idx, ret;

	if (!drm_dev_enter(tbo->base.dev, &idx))
		return -ENODEV;
	ret = evergreen_bo_move_here(tbo, evict, ctx, res, hop);
	drm_dev_exit(idx);
	return ret;
}

static int evergreen_io_mem_reserve(struct ttm_device *bdev, struct ttm_resource *res)
{
	struct evergreen_device *edev = container_of(bdev, struct evergreen_device, ttm);
	u64 offset = (u64)res->start << PAGE_SHIFT;

	if (res->mem_type != TTM_PL_VRAM)
		return 0;
	if (!edev->mman.vram)
		return -ENODEV;
	if (!evergreen_in_reach(edev, res))
		return -EINVAL;

	res->bus.offset = edev->mc.aper_base + offset;
	res->bus.addr = (__force void *)edev->mman.vram + offset;
	res->bus.is_iomem = true;
	res->bus.caching = ttm_write_combined;
	return 0;
}

static void evergreen_bo_destroy(struct ttm_buffer_object *tbo)
{
	struct evergreen_bo *bo = to_evergreen_bo(tbo);

	evergreen_userptr_free(bo);
	if (tbo->base.import_attach)
		drm_prime_gem_destroy(&tbo->base, tbo->sg);
	drm_gem_object_release(&tbo->base);
	if (bo->lender)
		dma_buf_put(bo->lender);
	kfree(bo);
}

/* TTM's ghosts are no buffers of ours; they are about to go by themselves. */
static bool evergreen_eviction_valuable(struct ttm_buffer_object *tbo,
					const struct ttm_place *place)
{
	return (tbo->deleted || tbo->destroy == evergreen_bo_destroy) &&
	       ttm_bo_eviction_valuable(tbo, place);
}

static struct ttm_device_funcs evergreen_ttm_funcs = {
	.ttm_tt_create = evergreen_tt_create,
	.ttm_tt_populate = evergreen_tt_populate,
	.ttm_tt_unpopulate = evergreen_tt_unpopulate,
	.ttm_tt_destroy = evergreen_tt_destroy,
	.eviction_valuable = evergreen_eviction_valuable,
	.evict_flags = evergreen_place_evicted,
	.move = evergreen_bo_move,
	.io_mem_reserve = evergreen_io_mem_reserve,
};

/* On success the buffer is reserved; on failure it is gone. */
static struct evergreen_bo *evergreen_bo_new(struct evergreen_device *edev,
					     const struct evergreen_bo_params *params,
					     struct ttm_placement *placement)
{
	struct dma_resv *resv = params->lender ? params->lender->resv : NULL;
	struct ttm_operation_ctx ctx = {
		.interruptible = params->type != ttm_bo_type_kernel,
	};
	struct evergreen_bo *bo;
	int ret;

	bo = kzalloc(sizeof(*bo), GFP_KERNEL);
	if (!bo)
		return ERR_PTR(-ENOMEM);

	drm_gem_private_object_init(&edev->drm, &bo->tbo.base, params->size);
	bo->tbo.base.funcs = &evergreen_gem_object_funcs;
	bo->domain = params->domain;
	bo->place = RADEON_GEM_DOMAIN_CPU;
	bo->flags = params->flags;
	/* Should this fail, TTM still holds on to the reservation object for a while. */
	if (params->lender) {
		get_dma_buf(params->lender);
		bo->lender = params->lender;
		bo->user = EVERGREEN_MANY_USERS;
	}

	ret = ttm_bo_init_reserved(&edev->ttm, &bo->tbo, params->type, placement,
				   params->align >> PAGE_SHIFT, &ctx, params->sg,
				   resv, evergreen_bo_destroy);
	return ret ? ERR_PTR(ret) : bo;
}

/**
 * evergreen_bo_create() - make a buffer
 * @edev: the card
 * @params: what it is to be
 *
 * A buffer asked for in VRAM falls back to GTT when VRAM has no room, before it
 * pushes others out: it moves when a submission uses it.
 *
 * Return: the buffer with one reference, or an ERR_PTR: -ENOMEM, -ENODEV, or -EINTR and
 * -ERESTARTSYS on a signal.
 */
struct evergreen_bo *evergreen_bo_create(struct evergreen_device *edev,
					 const struct evergreen_bo_params *params)
{
	u32 domain = params->domain ?: RADEON_GEM_DOMAIN_CPU;
	struct ttm_place places[EVERGREEN_MAX_PLACES];
	struct ttm_placement placement = { .placement = places };
	struct evergreen_bo *bo;
	int idx;

	if (domain & RADEON_GEM_DOMAIN_VRAM)
		domain |= RADEON_GEM_DOMAIN_GTT;
	placement.num_placement = evergreen_places(edev, params->size, params->flags, domain,
						   domain, places);

	if (!drm_dev_enter(&edev->drm, &idx))
		return ERR_PTR(-ENODEV);
	bo = evergreen_bo_new(edev, params, &placement);
	drm_dev_exit(idx);
	if (!IS_ERR(bo) && !params->lender)
		ttm_bo_unreserve(&bo->tbo);
	return bo;
}

/**
 * evergreen_bo_set_userptr() - a new buffer shows a process's memory
 * @bo: the buffer, that nobody knows yet, in the domain CPU
 * @u: the memory
 *
 * From now on TTM has no pages for it.
 */
void evergreen_bo_set_userptr(struct evergreen_bo *bo, struct evergreen_userptr *u)
{
	ttm_bo_reserve(&bo->tbo, false, false, NULL);
	bo->userptr = u;
	bo->tbo.ttm->page_flags |= TTM_TT_FLAG_EXTERNAL;
	to_evergreen_tt(bo->tbo.ttm)->process = bo;
	ttm_bo_unreserve(&bo->tbo);
}

/* Beyond the window nothing is pinned but what a display scans out there. */
static void evergreen_count_pinned(struct evergreen_bo *bo, s64 bytes)
{
	struct evergreen_device *edev = tbo_to_evergreen(&bo->tbo);

	if (bo->tbo.resource->mem_type != TTM_PL_VRAM)
		atomic64_add(bytes, &edev->mman.pinned_gtt);
	else if (evergreen_in_reach(edev, bo->tbo.resource))
		atomic64_add(bytes, &edev->mman.pinned_vram);
}

/**
 * evergreen_bo_pin() - keep a buffer where it is
 * @bo: the buffer, reserved
 */
void evergreen_bo_pin(struct evergreen_bo *bo)
{
	ttm_bo_pin(&bo->tbo);
	if (bo->tbo.pin_count == 1)
		evergreen_count_pinned(bo, evergreen_bo_size(bo));
}

/**
 * evergreen_bo_lend() - other devices get the addresses of a buffer's pages
 * @bo: the buffer, reserved, pinned in GTT
 * @lent: false when the last of them has forgotten them
 *
 * The pages outlive the card if need be.
 */
void evergreen_bo_lend(struct evergreen_bo *bo, bool lent)
{
	if (bo->tbo.ttm)
		to_evergreen_tt(bo->tbo.ttm)->lent = lent;
}

/**
 * evergreen_bo_lost() - did a dead card leave something else in a buffer's place?
 * @bo: the buffer, reserved
 *
 * Moves and clears that a card does not end any more are made up for where a reset fails,
 * but not where the card is given up for another reason.
 *
 * Return: true if that may be so. Pages of GTT are zeroes then.
 */
bool evergreen_bo_lost(const struct evergreen_bo *bo)
{
	return bo->moving && bo->tbo.resource && bo->tbo.resource->mem_type == TTM_PL_VRAM &&
	       READ_ONCE(to_evergreen(bo->tbo.base.dev)->dead);
}

/**
 * evergreen_bo_unpin() - undo evergreen_bo_pin()
 * @bo: the buffer, reserved
 */
void evergreen_bo_unpin(struct evergreen_bo *bo)
{
	if (bo->tbo.pin_count == 1)
		evergreen_count_pinned(bo, -(s64)evergreen_bo_size(bo));
	ttm_bo_unpin(&bo->tbo);
}

static void evergreen_bo_clear(struct evergreen_bo *bo, void *cpu)
{
	if (bo->tbo.resource->bus.is_iomem)
		memset_io((__force void __iomem *)cpu, 0, evergreen_bo_size(bo));
	else
		memset(cpu, 0, evergreen_bo_size(bo));
}

/**
 * evergreen_bo_create_kernel_aligned() - make a pinned, mapped, zeroed buffer
 * @edev: the card
 * @size: bytes; rounded up to pages
 * @align: bytes, a power of two; at least a page whatever it says
 * @domain: RADEON_GEM_DOMAIN_VRAM or RADEON_GEM_DOMAIN_GTT
 * @bo: out: the buffer
 * @gpu_addr: out: its GPU address; may be NULL, and then GTT is not bound in the GART
 * @cpu: out: its kernel mapping; I/O memory if it is in VRAM; may be NULL
 *
 * Return: 0 or -ENOMEM, and then *@bo is NULL.
 */
int evergreen_bo_create_kernel_aligned(struct evergreen_device *edev, u64 size, u32 align,
				       u32 domain, struct evergreen_bo **bo,
				       u64 *gpu_addr, void **cpu)
{
	struct evergreen_bo_params params = {
		.size = PAGE_ALIGN(size),
		.align = align,
		.domain = domain,
		.flags = RADEON_GEM_CPU_ACCESS,
		.type = ttm_bo_type_kernel,
	};
	struct ttm_place places[EVERGREEN_MAX_PLACES];
	struct ttm_placement placement = { .placement = places };
	struct ttm_operation_ctx ctx = { };
	struct evergreen_bo *new;
	bool iomem;
	void *map;
	int ret;

	*bo = NULL;
	placement.num_placement = evergreen_places(edev, params.size, params.flags, domain, domain,
						   places);
	if (!placement.num_placement)
		return -ENOMEM;
	new = evergreen_bo_new(edev, &params, &placement);
	if (IS_ERR(new))
		return PTR_ERR(new);

	evergreen_bo_pin(new);
	/* What was in its place may still be on its way out. */
	ret = ttm_bo_wait_ctx(&new->tbo, &ctx) ?:
	      ttm_bo_kmap(&new->tbo, 0, PFN_UP(params.size), &new->kmap);
	if (!ret && gpu_addr)
		ret = evergreen_bo_bind(new, new->tbo.resource);
	ttm_bo_unreserve(&new->tbo);
	*bo = new;
	if (ret) {
		evergreen_bo_free_kernel(bo);
		return ret;
	}

	map = ttm_kmap_obj_virtual(&new->kmap, &iomem);
	evergreen_bo_clear(new, map);
	if (gpu_addr)
		*gpu_addr = evergreen_bo_gpu_addr(edev, new);
	if (cpu)
		*cpu = map;
	return 0;
}

/**
 * evergreen_bo_create_kernel() - make one that need be aligned to pages only
 * @edev: the card
 * @size: bytes; rounded up to pages
 * @domain: RADEON_GEM_DOMAIN_VRAM or RADEON_GEM_DOMAIN_GTT
 * @bo: out: the buffer
 * @gpu_addr: out: its GPU address; may be NULL
 * @cpu: out: its kernel mapping; I/O memory if it is in VRAM; may be NULL
 *
 * Return: as evergreen_bo_create_kernel_aligned().
 */
int evergreen_bo_create_kernel(struct evergreen_device *edev, u64 size, u32 domain,
			       struct evergreen_bo **bo, u64 *gpu_addr, void **cpu)
{
	return evergreen_bo_create_kernel_aligned(edev, size, 0, domain, bo, gpu_addr, cpu);
}

/**
 * evergreen_bo_free_kernel() - undo evergreen_bo_create_kernel()
 * @bo: the buffer, or a pointer to NULL; NULL afterwards
 */
void evergreen_bo_free_kernel(struct evergreen_bo **bo)
{
	struct evergreen_bo *old = *bo;

	*bo = NULL;
	if (!old)
		return;

	ttm_bo_reserve(&old->tbo, false, false, NULL);
	if (old->kmap.virtual)
		ttm_bo_kunmap(&old->kmap);
	evergreen_bo_unpin(old);
	ttm_bo_unreserve(&old->tbo);
	drm_gem_object_put(&old->tbo.base);
}

static int evergreen_range_cmp(const void *a, const void *b)
{
	const struct evergreen_range *x = a, *y = b;

	if (x->start == y->start)
		return 0;
	return x->start < y->start ? -1 : 1;
}

/* Sort the ranges, merge those that touch, cut what is not managed. */
static int evergreen_merge_ranges(struct evergreen_range *ranges, int n, u64 limit)
{
	int i, out = 0;

	sort(ranges, n, sizeof(*ranges), evergreen_range_cmp, NULL);
	for (i = 0; i < n; i++) {
		u64 start = ranges[i].start;
		u64 end = min(start + ranges[i].size, limit);
		struct evergreen_range *prev = out ? &ranges[out - 1] : NULL;

		if (start >= end)
			continue;
		if (prev && start <= prev->start + prev->size) {
			prev->size = max(prev->start + prev->size, end) - prev->start;
			continue;
		}
		ranges[out].start = start;
		ranges[out++].size = end - start;
	}
	return out;
}

static int evergreen_reserve_range(struct evergreen_device *edev,
				   const struct evergreen_range *range)
{
	struct evergreen_bo_params params = {
		.size = range->size,
		.domain = RADEON_GEM_DOMAIN_VRAM,
		.type = ttm_bo_type_kernel,
	};
	struct ttm_place place = {
		.fpfn = range->start >> PAGE_SHIFT,
		.lpfn = (range->start + range->size) >> PAGE_SHIFT,
		.mem_type = TTM_PL_VRAM,
	};
	struct ttm_placement placement = { .placement = &place, .num_placement = 1 };
	struct evergreen_bo *bo;

	bo = evergreen_bo_new(edev, &params, &placement);
	if (IS_ERR(bo))
		return PTR_ERR(bo);

	evergreen_bo_pin(bo);
	ttm_bo_unreserve(&bo->tbo);
	edev->mman.reserved[edev->mman.num_reserved++] = bo;
	return 0;
}

static int evergreen_reserve_scanout(struct evergreen_device *edev)
{
	struct evergreen_range ranges[EVERGREEN_MAX_SCANOUT_RANGES];
	int i, n, ret;

	n = evergreen_mc_scanout_ranges(edev, ranges, ARRAY_SIZE(ranges));
	if (n < 0)
		return n;

	n = evergreen_merge_ranges(ranges, n, edev->mc.vram_size);
	for (i = 0; i < n; i++) {
		ret = evergreen_reserve_range(edev, &ranges[i]);
		if (ret)
			return ret;
		drm_dbg(&edev->drm, "VRAM 0x%llx..0x%llx stays with the display\n",
			ranges[i].start, ranges[i].start + ranges[i].size - 1);
	}
	return 0;
}

static void evergreen_ttm_release(struct drm_device *drm, void *arg)
{
	struct evergreen_device *edev = arg;

	ttm_range_man_fini(&edev->ttm, TTM_PL_VRAM);
	ttm_range_man_fini(&edev->ttm, TTM_PL_TT);
	ttm_device_fini(&edev->ttm);
}

static void evergreen_ttm_drain(struct drm_device *drm, void *arg)
{
	struct evergreen_device *edev = arg;

	drain_workqueue(edev->ttm.wq);
}

/**
 * evergreen_ttm_keep() - let the DRM device wait for buffers that are being freed
 * @edev: the card; everything that the end of a buffer needs has been set up
 *
 * A buffer that has fences left when it is freed is freed by a worker of TTM, which
 * waits for them and has no reference to the device. Those of another device may come
 * after everything else has gone. So the last reference to the device drains these
 * workers, before it takes anything else down.
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_ttm_keep(struct evergreen_device *edev)
{
	return drmm_add_action(&edev->drm, evergreen_ttm_drain, edev);
}

static int evergreen_map_vram(struct evergreen_device *edev)
{
	struct device *dev = edev->drm.dev;
	resource_size_t base = edev->mc.aper_base;
	resource_size_t size = edev->mc.visible_size;

	/* Both only make it faster. */
	devm_arch_io_reserve_memtype_wc(dev, base, size);
	devm_arch_phys_wc_add(dev, base, size);

	edev->mman.vram = devm_ioremap_wc(dev, base, size);
	return edev->mman.vram ? 0 : -ENOMEM;
}

static int evergreen_ttm_device_init(struct evergreen_device *edev)
{
	struct drm_device *drm = &edev->drm;
	unsigned int flags = 0;

	if (drm_need_swiotlb(40))
		flags |= TTM_ALLOCATION_POOL_USE_DMA_ALLOC;
	if (dma_addressing_limited(drm->dev))
		flags |= TTM_ALLOCATION_POOL_USE_DMA32;

	return ttm_device_init(&edev->ttm, &evergreen_ttm_funcs, drm->dev,
			       drm->anon_inode->i_mapping, drm->vma_offset_manager,
			       flags);
}

/* VRAM is charged to cgroups, where the kernel has the controller dmem. */
static int evergreen_account_vram(struct evergreen_device *edev)
{
	static const struct dmem_cgroup_ops ops = {
		.reclaim = ttm_resource_manager_dmem_reclaim,
	};
	struct ttm_resource_manager *man = ttm_manager_type(&edev->ttm, TTM_PL_VRAM);
	const struct dmem_cgroup_init init = {
		.size = edev->mc.vram_size,
		.ops = &ops,
		.reclaim_priv = man,
	};
	struct dmem_cgroup_region *region;

	region = drmm_cgroup_register_region(&edev->drm, "vram", &init);
	if (IS_ERR(region))
		return PTR_ERR(region);
	edev->mman.charged = region;
	ttm_resource_manager_set_dmem_region(man, region);
	return 0;
}

/**
 * evergreen_ttm_init() - start memory management
 * @edev: the card, with its address map known
 *
 * Everything but what has to outlive the device is undone by
 * evergreen_ttm_fini(); the rest goes with the last reference to the DRM
 * device, because open files may hold buffers until then.
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_ttm_init(struct evergreen_device *edev)
{
	int ret;

	ret = evergreen_map_vram(edev);
	if (ret)
		return ret;

	ret = evergreen_ttm_device_init(edev);
	if (ret)
		return ret;
	ret = drmm_add_action_or_reset(&edev->drm, evergreen_ttm_release, edev);
	if (ret)
		return ret;

	evergreen_place_init(edev);
	ret = ttm_range_man_init(&edev->ttm, TTM_PL_VRAM, false,
				 edev->mc.vram_size >> PAGE_SHIFT);
	if (ret)
		return ret;
	ret = ttm_range_man_init(&edev->ttm, TTM_PL_TT, true,
				 edev->mc.gtt_size >> PAGE_SHIFT);
	if (ret)
		return ret;
	ret = evergreen_account_vram(edev);
	if (ret)
		return ret;

	ret = evergreen_reserve_scanout(edev);
	if (ret)
		evergreen_ttm_fini(edev);
	return ret;
}

/**
 * evergreen_ttm_fini() - let go of the device
 * @edev: the card, its own buffers freed
 *
 * Buffers of files that are still open lose their pages, but for those that are lent to
 * other devices, and the CPU's view of VRAM; touching such a mapping gives zeroes from then
 * on.
 */
void evergreen_ttm_fini(struct evergreen_device *edev)
{
	while (edev->mman.num_reserved)
		evergreen_bo_free_kernel(&edev->mman.reserved[--edev->mman.num_reserved]);

	unmap_mapping_range(edev->drm.anon_inode->i_mapping, 0, 0, 1);
	ttm_device_clear_dma_mappings(&edev->ttm);
	edev->mman.vram = NULL;
}

/**
 * evergreen_ttm_shut() - take buffers out of processes' address spaces
 * @edev: the card, from whose VRAM the CPU is going to be shut out
 *
 * Who touches one waits until evergreen_ttm_open(). A fault that is under way may map
 * some pages again, for as long as it takes to look whether this has been called.
 *
 * Context: may sleep; no lock is held under which a process's memory is given back.
 */
void evergreen_ttm_shut(struct evergreen_device *edev)
{
	WRITE_ONCE(edev->mman.shut, true);
	unmap_mapping_range(edev->drm.anon_inode->i_mapping, 0, 0, 1);
}

/**
 * evergreen_ttm_open() - the opposite of evergreen_ttm_shut()
 * @edev: the card
 */
void evergreen_ttm_open(struct evergreen_device *edev)
{
	WRITE_ONCE(edev->mman.shut, false);
}

/**
 * evergreen_domain_usage() - how full a domain is
 * @edev: the card
 * @domain: RADEON_GEM_DOMAIN_VRAM or RADEON_GEM_DOMAIN_GTT
 *
 * Return: bytes in use.
 */
u64 evergreen_domain_usage(struct evergreen_device *edev, u32 domain)
{
	u32 mem_type = domain == RADEON_GEM_DOMAIN_VRAM ? TTM_PL_VRAM : TTM_PL_TT;

	return ttm_resource_manager_usage(ttm_manager_type(&edev->ttm, mem_type));
}

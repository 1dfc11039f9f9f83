// SPDX-License-Identifier: MIT OR GPL-2.0
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
 * always possible (see Moves).
 *
 * Where the kernel has the cgroup controller dmem, VRAM is charged to it as the region
 * "vram". A buffer beyond the limit of its cgroup is placed in GTT, as when VRAM is full.
 *
 * Nobody sees what another client has had in a buffer: pages are zeroes when they come, VRAM
 * is cleared when a buffer is first placed there. The kernel's own buffers are
 * cleared by evergreen_kernel_bo_create().
 *
 * Rejected: reserving pages by a manager of our own (TTM's range manager does
 * what is needed); clearing VRAM when it is freed (the same work, but paid for
 * by buffers that nobody replaces).
 *
 * Units: bytes unless a name says pages; a page is 4 KiB for the CPU and the
 * GART alike. Placement changes under the buffer's reservation lock.
 */
#include <linux/cgroup_dmem.h>
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/workqueue.h>

#include <drm/drm_cache.h>
#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>
#include <drm/ttm/ttm_allocation.h>
#include <drm/ttm/ttm_range_manager.h>
#include <drm/ttm/ttm_tt.h>

#include "cayman_hiding.h"
#include "evergreen_gem.h"
#include "evergreen_memory_hold.h"
#include "evergreen_mmio.h"
#include "evergreen_move.h"
#include "evergreen_place.h"
#include "evergreen_room.h"
#include "evergreen_scanout.h"
#include "evergreen_trace.h"
#include "evergreen_tt.h"
#include "evergreen_ttm.h"
#include "evergreen_userptr.h"

#define EVERGREEN_CLEAR_CPU_MAX		SZ_64K

static int clear_vram(struct evergreen_device *edev, u64 start, u64 size)
{
	u64 done, len;

	if (!edev->mman.vram)
		return -ENODEV;

	for (done = 0; done < size; done += len) {
		len = min_t(u64, size - done, SZ_1M);
		scoped_guard(rwsem_read, &edev->mman.cpu_access.lock)
			memset_io(edev->mman.vram + start + done, 0, len);
		cond_resched();
	}
	return 0;
}

/* A buffer that has no contents yet arrives at its first place. */
static int first_place(struct ttm_buffer_object *tbo, struct ttm_resource *res)
{
	int ret;

	if (res->mem_type == TTM_PL_VRAM && tbo->type == ttm_bo_type_device) {
		ret = clear_vram(tbo_to_evergreen(tbo), (u64)res->start << PAGE_SHIFT,
				 tbo->base.size);
		if (ret)
			return ret;
		trace_evergreen_move("clear", true, tbo->base.size, "cpu");
	}
	ttm_bo_move_null(tbo, res);
	return 0;
}

static void move_out_of_gart(struct ttm_buffer_object *tbo, struct ttm_resource *res)
{
	evergreen_tt_leave_gart(tbo_to_evergreen(tbo), to_evergreen_tt(tbo->ttm));
	ttm_resource_free(tbo, &tbo->resource);
	ttm_bo_assign_mem(tbo, res);
}

/*
 * What the CPU writes into VRAM during a reset is lost. The pages are there, since contents
 * go by way of GTT, and the GART has forgotten them: nothing in here waits for a reset.
 */
static int copy_by_cpu(struct ttm_buffer_object *tbo, struct ttm_operation_ctx *ctx,
		       struct ttm_resource *res)
{
	struct evergreen_device *edev = tbo_to_evergreen(tbo);
	bool leaves_vram = tbo->resource->mem_type == TTM_PL_VRAM;
	int ret;

	if (!leaves_vram)
		evergreen_tt_leave_gart(edev, to_evergreen_tt(tbo->ttm));
	/* It would be what somebody else has left in its place. */
	if (evergreen_bo_lost(to_evergreen_bo(tbo)))
		clear_vram(edev, (u64)tbo->resource->start << PAGE_SHIFT, tbo->base.size);
	scoped_guard(rwsem_read, &edev->mman.cpu_access.lock) {
		/* What the card wrote must be behind BAR0 before the CPU reads it. */
		if (leaves_vram)
			evergreen_hdp_flush(edev);
		ret = ttm_bo_move_memcpy(tbo, ctx, res);
	}
	if (ret)
		return ret;
	atomic64_add(tbo->base.size, &edev->mman.bytes_moved);
	trace_evergreen_move("copy", res->mem_type == TTM_PL_VRAM, tbo->base.size, "cpu");
	return 0;
}

static u32 type_of(const struct ttm_buffer_object *tbo)
{
	return tbo->resource ? tbo->resource->mem_type : TTM_PL_SYSTEM;
}

/* It has no contents yet. */
static bool is_new(const struct ttm_buffer_object *tbo)
{
	return !tbo->resource || (tbo->resource->mem_type == TTM_PL_SYSTEM && !tbo->ttm);
}

static int move_idle(struct ttm_buffer_object *tbo, struct ttm_operation_ctx *ctx,
		     struct ttm_resource *res)
{
	u32 from = type_of(tbo);

	if (is_new(tbo))
		return first_place(tbo, res);

	if (from == TTM_PL_TT && res->mem_type == TTM_PL_SYSTEM) {
		move_out_of_gart(tbo, res);
		return 0;
	}

	return copy_by_cpu(tbo, ctx, res);
}

/*
 * A few pages are cleared by the CPU sooner than a job is made for them, and the
 * new buffer is not busy then. Larger ones, those whose place somebody may still be
 * leaving, and those that the CPU does not reach, are for the card.
 */
static bool clears_by_card(const struct ttm_buffer_object *tbo, const struct ttm_resource *res)
{
	return tbo->type == ttm_bo_type_device &&
	       (tbo->base.size > EVERGREEN_CLEAR_CPU_MAX ||
		!evergreen_in_reach(tbo_to_evergreen(tbo), res) ||
		!dma_resv_test_signaled(tbo->base.resv, DMA_RESV_USAGE_BOOKKEEP));
}

/* By the card, without waiting, if both ends are where it can reach them. */
static int move_busy(struct ttm_buffer_object *tbo, bool evict, struct ttm_resource *res)
{
	struct evergreen_device *edev = tbo_to_evergreen(tbo);
	u32 from = type_of(tbo), to = res->mem_type;
	int ret;

	if (is_new(tbo))
		return to == TTM_PL_VRAM && clears_by_card(tbo, res) ?
			evergreen_move_clear(edev, tbo, res) : -EOPNOTSUPP;

	if (from != TTM_PL_VRAM && to != TTM_PL_VRAM)
		return -EOPNOTSUPP;

	ret = evergreen_move_copy(edev, tbo, evict, res);
	if (ret)
		return ret;
	atomic64_add(tbo->base.size, &edev->mman.bytes_moved);
	return 0;
}

/* Between VRAM and pages that the card does not see, contents go by way of GTT. */
static bool needs_hop(const struct ttm_buffer_object *tbo, const struct ttm_resource *res)
{
	u32 from = type_of(tbo), to = res->mem_type;

	return !is_new(tbo) &&
	       ((from == TTM_PL_SYSTEM && to == TTM_PL_VRAM) ||
		(from == TTM_PL_VRAM && to == TTM_PL_SYSTEM));
}

static bool only_by_card(const struct ttm_buffer_object *tbo, const struct ttm_resource *res)
{
	struct evergreen_device *edev = tbo_to_evergreen(tbo);

	return tbo->type == ttm_bo_type_device &&
	       (!evergreen_in_reach(edev, res) ||
		(tbo->resource && !evergreen_in_reach(edev, tbo->resource)));
}

/* No job of ours uses pages that the card has not seen, and other devices do not mind. */
static bool is_shown_now(const struct ttm_buffer_object *tbo, const struct ttm_resource *res)
{
	return !is_new(tbo) && type_of(tbo) == TTM_PL_SYSTEM && res->mem_type == TTM_PL_TT;
}

static int move_contents(struct ttm_buffer_object *tbo, bool evict,
			 struct ttm_operation_ctx *ctx, struct ttm_resource *res)
{
	int ret;

	if (is_shown_now(tbo, res)) {
		ttm_bo_move_null(tbo, res);
		return 0;
	}
	ret = move_busy(tbo, evict, res);
	if (!ret || only_by_card(tbo, res))
		return ret;
	/* What has no contents yet is shown to nobody. */
	ret = is_new(tbo) ? ttm_bo_wait_ctx(tbo, ctx) :
			    cayman_hide_bo(to_evergreen_bo(tbo), ctx);
	return ret ?: move_idle(tbo, ctx, res);
}

static int bo_move_here(struct ttm_buffer_object *tbo, bool evict,
			struct ttm_operation_ctx *ctx, struct ttm_resource *res,
			struct ttm_place *hop)
{
	int ret;

	if (needs_hop(tbo, res)) {
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

	ret = move_contents(tbo, evict, ctx, res);
	if (ret) {
		if (res->mem_type == TTM_PL_TT)
			evergreen_tt_leave_gart(tbo_to_evergreen(tbo), to_evergreen_tt(tbo->ttm));
		return ret;
	}
	WRITE_ONCE(to_evergreen_bo(tbo)->place, evergreen_mem_type_domain(res->mem_type));
	return 0;
}

/* Another device that needs system memory calls this from outside of our ioctls. */
static int bo_move(struct ttm_buffer_object *tbo, bool evict,
		   struct ttm_operation_ctx *ctx, struct ttm_resource *res,
		   struct ttm_place *hop)
{
	int idx, ret;

	if (!drm_dev_enter(tbo->base.dev, &idx))
		return -ENODEV;
	ret = bo_move_here(tbo, evict, ctx, res, hop);
	drm_dev_exit(idx);
	return ret;
}

static int io_mem_reserve(struct ttm_device *bdev, struct ttm_resource *res)
{
	struct evergreen_device *edev = bdev_to_evergreen(bdev);
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

/*
 * What the CPU moves has to be idle. Jobs of an address space may reach a buffer that they have
 * not named, so it is taken out of there first, and they are waited for likewise.
 */
static bool may_go(struct evergreen_device *edev, struct ttm_buffer_object *tbo)
{
	if (!evergreen_room_may_go(edev, tbo))
		return false;
	if (tbo->deleted || (type_of(tbo) != TTM_PL_TT && READ_ONCE(edev->mman.moves.ring)) ||
	    !cayman_is_shown(to_evergreen_bo(tbo)))
		return true;
	if (evergreen_room_is_over(edev, tbo))
		return false;
	cayman_hide_idle(to_evergreen_bo(tbo));
	return evergreen_room_may_go(edev, tbo);
}

/*
 * TTM's ghosts are no buffers of ours; they are about to go by themselves. When the card goes,
 * other cards' drivers and the kernel, which may be short of memory, leave to take_pages() what
 * buffers have. (One that is in the midst of it is not waited for.)
 */
static bool eviction_valuable(struct ttm_buffer_object *tbo,
			      const struct ttm_place *place)
{
	return (tbo->deleted || (evergreen_bo_is(tbo) && !drm_dev_is_unplugged(tbo->base.dev))) &&
	       ttm_bo_eviction_valuable(tbo, place) &&
	       may_go(bdev_to_evergreen(tbo->bdev), tbo);
}

static struct ttm_device_funcs evergreen_ttm_funcs = {
	.ttm_tt_create = evergreen_tt_create,
	.ttm_tt_populate = evergreen_tt_populate,
	.ttm_tt_unpopulate = evergreen_tt_unpopulate,
	.ttm_tt_destroy = evergreen_tt_destroy,
	.delete_mem_notify = evergreen_tt_end_begins,
	.eviction_valuable = eviction_valuable,
	.evict_flags = evergreen_place_evicted,
	.move = bo_move,
	.io_mem_reserve = io_mem_reserve,
};

static void ttm_release(struct drm_device *drm, void *arg)
{
	struct evergreen_device *edev = arg;

	ttm_range_man_fini(&edev->ttm, TTM_PL_VRAM);
	ttm_range_man_fini(&edev->ttm, TTM_PL_TT);
	ttm_device_fini(&edev->ttm);
	evergreen_kernel_bos_fini(edev);
}

static void ttm_drain(struct drm_device *drm, void *arg)
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
	return drmm_add_action(&edev->drm, ttm_drain, edev);
}

static int map_vram(struct evergreen_device *edev)
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

/* Four times as many as TTM would have. */
#define EVERGREEN_MAX_FREEING	64

static int init_device(struct evergreen_device *edev)
{
	struct drm_device *drm = &edev->drm;
	unsigned int flags = 0;
	int ret;

	if (drm_need_swiotlb(EVERGREEN_BUS_ADDRESS_BITS))
		flags |= TTM_ALLOCATION_POOL_USE_DMA_ALLOC;
	if (dma_addressing_limited(drm->dev))
		flags |= TTM_ALLOCATION_POOL_USE_DMA32;

	ret = ttm_device_init(&edev->ttm, &evergreen_ttm_funcs, drm->dev,
			      drm->anon_inode->i_mapping, drm->vma_offset_manager,
			      flags);
	if (ret)
		return ret;
	/* Each worker waits for one freed buffer, and one client may have many that stay busy. */
	workqueue_set_max_active(edev->ttm.wq, EVERGREEN_MAX_FREEING);
	return 0;
}

/* VRAM is charged to cgroups, where the kernel has the controller dmem. */
static int account_vram(struct evergreen_device *edev)
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
	edev->mman.eviction.charged = region;
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
	struct evergreen_mman *mman = &edev->mman;
	int ret;

	mman->object_funcs = &evergreen_gem_object_funcs;
	init_rwsem(&mman->end_lock);
	evergreen_memory_hold_init(edev);
	evergreen_bo_frees_init(edev);
	evergreen_rooms_init(edev);

	ret = evergreen_kernel_bos_init(edev) ?: map_vram(edev);
	if (ret)
		return ret;

	ret = init_device(edev);
	if (ret)
		return ret;
	ret = drmm_add_action_or_reset(&edev->drm, ttm_release, edev);
	if (ret)
		return ret;

	evergreen_accounts_init(edev);
	evergreen_place_init(edev);
	ret = ttm_range_man_init(&edev->ttm, TTM_PL_VRAM, false,
				 edev->mc.vram_size >> PAGE_SHIFT);
	if (ret)
		return ret;
	ret = ttm_range_man_init(&edev->ttm, TTM_PL_TT, true,
				 edev->mc.gtt_size >> PAGE_SHIFT);
	if (ret)
		return ret;
	ret = account_vram(edev);
	if (ret)
		return ret;

	ret = evergreen_scanout_reserve(edev);
	if (ret)
		evergreen_ttm_fini(edev);
	return ret;
}

/*
 * ttm_device_clear_dma_mappings() takes the pages of buffers without their reservation locks.
 * TTM's workers, which free buffers whose jobs have ended, would free the same pages once
 * more (Linux 6.12 to 7.3), so none begins meanwhile. One that has left evergreen_tt_destroy()
 * is about to forget the pages, and does not sleep before that: this is what the grace period is
 * for.
 */
static void take_pages(struct evergreen_device *edev)
{
	evergreen_bo_hold_frees(edev);
	down_write(&edev->mman.end_lock);
	synchronize_rcu_tasks();
	ttm_device_clear_dma_mappings(&edev->ttm);
	up_write(&edev->mman.end_lock);
	evergreen_bo_let_free(edev);
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
	evergreen_scanout_release(edev);

	flush_work(&edev->mman.cpu_access.unmap);
	unmap_mapping_range(edev->drm.anon_inode->i_mapping, 0, 0, 1);
	take_pages(edev);
	edev->mman.vram = NULL;
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

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Buffer objects
 *
 * A buffer is a GEM object with TTM's bookkeeping of where it is. Those of clients are made by
 * evergreen_bo_create(), cleared before anybody sees them, and move as TTM wants. Those of the
 * kernel are made by evergreen_kernel_bo.c.
 *
 * Units: bytes unless a name says pages.
 *
 * Buffers have a slab cache: the next size of kmalloc() is two thirds larger, and all of it
 * would be cleared for each buffer.
 *
 * Locking: what is written here of a buffer is under its reservation lock.
 */
#include <linux/delay.h>
#include <linux/dma-buf.h>
#include <linux/slab.h>

#include <drm/drm_prime.h>
#include <drm/radeon_drm.h>

#include "evergreen_account.h"
#include "evergreen_bo.h"
#include "evergreen_place.h"
#include "evergreen_room.h"
#include "evergreen_tt.h"

static struct kmem_cache *bo_cache;

/**
 * evergreen_bo_cache_create() - the module comes
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_bo_cache_create(void)
{
	bo_cache = KMEM_CACHE(evergreen_bo, SLAB_ACCOUNT);
	return bo_cache ? 0 : -ENOMEM;
}

/**
 * evergreen_bo_cache_destroy() - the module goes, its last device has gone
 */
void evergreen_bo_cache_destroy(void)
{
	kmem_cache_destroy(bo_cache);
}

static void destroy(struct ttm_buffer_object *tbo)
{
	struct evergreen_bo_frees *frees = &tbo_to_evergreen(tbo)->mman.frees;
	struct evergreen_bo *bo = to_evergreen_bo(tbo);

	scoped_guard(spinlock, &frees->list_lock)
		list_del(&bo->dying);
	if (bo->userptr)
		bo->userptr_ops->free(bo);
	if (tbo->base.import_attach)
		drm_prime_gem_destroy(&tbo->base, tbo->sg);
	drm_gem_object_release(&tbo->base);
	if (bo->lender)
		dma_buf_put(bo->lender);
	if (bo->stand_in)
		__free_page(bo->stand_in);
	if (bo->account)
		evergreen_account_uncharge(tbo_to_evergreen(tbo), bo->account, tbo->base.size);
	kmem_cache_free(bo_cache, bo);
}

/**
 * evergreen_bo_is() - tell buffers from TTM's own, the ghosts of moves
 * @tbo: what TTM speaks of
 *
 * Return: whether it is a buffer of ours.
 */
bool evergreen_bo_is(const struct ttm_buffer_object *tbo)
{
	return tbo->destroy == destroy;
}

static struct evergreen_bo *new_bo(struct evergreen_device *edev,
				   const struct evergreen_bo_params *params,
				   struct ttm_placement *placement)
{
	struct dma_resv *resv = params->lender ? params->lender->resv : NULL;
	struct ttm_operation_ctx ctx = {
		.interruptible = params->type != ttm_bo_type_kernel,
	};
	struct evergreen_account *account;
	struct evergreen_bo *bo;
	int ret;

	bo = kmem_cache_zalloc(bo_cache, GFP_KERNEL);
	if (!bo)
		return ERR_PTR(-ENOMEM);
	if (params->type != ttm_bo_type_kernel) {
		account = evergreen_account_charge(edev, params->size);
		if (IS_ERR(account)) {
			kmem_cache_free(bo_cache, bo);
			return ERR_CAST(account);
		}
		bo->account = account;
	}

	drm_gem_private_object_init(&edev->drm, &bo->tbo.base, params->size);
	bo->tbo.base.funcs = edev->mman.object_funcs;
	INIT_LIST_HEAD(&bo->dying);
	INIT_LIST_HEAD(&bo->held);
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
				   resv, destroy);
	return ret ? ERR_PTR(ret) : bo;
}

/**
 * evergreen_bo_new() - make a buffer of whatever type
 * @edev: the card
 * @params: what it is to be
 * @placement: where it may be
 *
 * Return: the buffer, reserved, with one reference; or an ERR_PTR.
 */
struct evergreen_bo *evergreen_bo_new(struct evergreen_device *edev,
				      const struct evergreen_bo_params *params,
				      struct ttm_placement *placement)
{
	struct evergreen_room room;
	struct evergreen_bo *bo;
	int ret;

	evergreen_room_begin(&room, edev, EVERGREEN_ROOM_BRIEFLY,
			     params->type != ttm_bo_type_kernel);
	do {
		/* TTM frees what it has no room for. */
		bo = new_bo(edev, params, placement);
		ret = PTR_ERR_OR_ZERO(bo);
	} while (evergreen_room_again(&room, &ret));
	/* -EDQUOT ends the retries: no room helps a user over quota. User space gets -ENOMEM. */
	if (ret == -EDQUOT)
		ret = -ENOMEM;
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
 * Return: the buffer with one reference, or an ERR_PTR: -ENOMEM, -EBUSY, -ENODEV, or -EINTR and
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
						   places);

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
 * @ops: what is done with it
 *
 * From now on TTM has no pages for it.
 */
void evergreen_bo_set_userptr(struct evergreen_bo *bo, struct evergreen_userptr *u,
			      const struct evergreen_userptr_ops *ops)
{
	ttm_bo_reserve(&bo->tbo, false, false, NULL);
	bo->userptr = u;
	bo->userptr_ops = ops;
	bo->tbo.ttm->page_flags |= TTM_TT_FLAG_EXTERNAL;
	to_evergreen_tt(bo->tbo.ttm)->process = bo;
	ttm_bo_unreserve(&bo->tbo);
}

/* ---- its end ---- */

/**
 * evergreen_bo_frees_init() - no buffer is being freed yet
 * @edev: the card
 */
void evergreen_bo_frees_init(struct evergreen_device *edev)
{
	struct evergreen_bo_frees *frees = &edev->mman.frees;

	init_rwsem(&frees->lock);
	INIT_LIST_HEAD(&frees->dying);
	INIT_LIST_HEAD(&frees->held);
	spin_lock_init(&frees->list_lock);
}

/**
 * evergreen_bo_free() - nobody has a handle of a buffer any more
 * @bo: the buffer; its memory is given back now, or when its fences have signalled
 */
void evergreen_bo_free(struct evergreen_bo *bo)
{
	struct evergreen_bo_frees *frees = &tbo_to_evergreen(&bo->tbo)->mman.frees;

	guard(rwsem_read)(&frees->lock);
	scoped_guard(spinlock, &frees->list_lock)
		list_add(&bo->dying, &frees->dying);
	ttm_bo_fini(&bo->tbo);
}

/*
 * TTM keeps a reference of its own to those whose fences it waits for. Others may stay for
 * long: moves that wait for another device have one, and on Linux 6.12 mappings of processes.
 */
static bool frees_under_way(struct evergreen_bo_frees *frees)
{
	struct evergreen_bo *bo;
	bool any = false;

	spin_lock(&frees->list_lock);
	list_for_each_entry(bo, &frees->dying, dying) {
		bool stays = READ_ONCE(bo->tbo.deleted) && kref_read(&bo->tbo.kref);

		if (stays || !list_empty(&bo->held))
			continue;
		if (kref_get_unless_zero(&bo->tbo.kref))
			list_add(&bo->held, &frees->held);
		else
			any = true;
	}
	spin_unlock(&frees->list_lock);
	return any;
}

/**
 * evergreen_bo_hold_frees() - have nobody free a buffer for a while
 * @edev: the card; no buffer moves any more
 *
 * When this returns, each buffer in TTM's lists has a reference, and keeps it until
 * evergreen_bo_let_free(), or until it is not in these lists any more.
 * ttm_device_clear_dma_mappings() needs that: where it finds a buffer without a reference,
 * it looks at it again and again with the lock that whoever frees the buffer waits for (Linux
 * 6.12 to 7.3).
 *
 * A move that began before the device left may have a reference, too, which is the last when it is
 * dropped. So one is added to those that have any; that others are freed is waited for.
 */
void evergreen_bo_hold_frees(struct evergreen_device *edev)
{
	struct evergreen_bo_frees *frees = &edev->mman.frees;

	down_write(&frees->lock);
	while (frees_under_way(frees))
		usleep_range(100, 1000);
}

/**
 * evergreen_bo_let_free() - undo evergreen_bo_hold_frees()
 * @edev: the card
 */
void evergreen_bo_let_free(struct evergreen_device *edev)
{
	struct evergreen_bo_frees *frees = &edev->mman.frees;
	struct evergreen_bo *bo, *next;
	LIST_HEAD(held);

	/* The end of a buffer may be that of another one, whose lender it was. */
	list_splice_init(&frees->held, &held);
	up_write(&frees->lock);
	list_for_each_entry_safe(bo, next, &held, held) {
		list_del_init(&bo->held);
		ttm_bo_fini(&bo->tbo);
	}
}

/* ---- where it is ---- */

static int validate(struct evergreen_bo *bo, u32 domains, struct ttm_operation_ctx *ctx)
{
	struct ttm_place places[EVERGREEN_MAX_PLACES];
	struct ttm_placement placement = { .placement = places };

	if (evergreen_bo_lost(bo))
		return -ENODEV;
	placement.num_placement = evergreen_places(to_evergreen(bo->tbo.base.dev),
						   evergreen_bo_size(bo), bo->flags,
						   domains, places);
	if (!placement.num_placement)
		return -EFBIG;
	return ttm_bo_validate(&bo->tbo, &placement, ctx);
}

/**
 * evergreen_bo_validate() - see that a buffer is where it may be used
 * @bo: the buffer, reserved
 * @prefer: RADEON_GEM_DOMAIN_* where it should be
 * @allow: domains where it may be
 * @ctx: how to wait; counts the bytes that moved
 *
 * A buffer that is in one of the preferred domains stays there, at the cost of
 * a comparison. To get there, it may push out others; where that fails, and only
 * there, what is allowed is good enough. TTM is not told of both at once: a buffer that is
 * already in the latter would not push, and where another submission has locked what is in
 * the way, TTM ends with an error before it looks at the second place.
 *
 * Return: 0, or -ENOMEM if no allowed domain has room, -EBUSY if it is pinned
 * somewhere else, or jobs do not let go of it or of the room that it needs, -ENODEV if its
 * contents are lost, -ERESTARTSYS or -EINTR on a signal.
 */
int evergreen_bo_validate(struct evergreen_bo *bo, u32 prefer, u32 allow,
			  struct ttm_operation_ctx *ctx)
{
	struct evergreen_room room;
	int ret;

	if (bo->place & prefer)
		return 0;
	if (bo->tbo.pin_count)
		return bo->place & allow ? 0 : -EBUSY;

	evergreen_room_begin(&room, to_evergreen(bo->tbo.base.dev), EVERGREEN_ROOM_BRIEFLY,
			     ctx->interruptible);
	do {
		ret = validate(bo, prefer, ctx);
		if ((evergreen_room_lacks(ret) || ret == -EFBIG) && allow & ~prefer)
			ret = validate(bo, allow & ~prefer, ctx);
	} while (evergreen_room_again(&room, &ret));
	return ret == -EFBIG ? -ENOMEM : ret;
}

/**
 * evergreen_bo_reach() - see that the CPU can map a buffer
 * @bo: the buffer, reserved
 * @ctx: how to wait
 *
 * What moves it may still be under way afterwards.
 *
 * Return: 0; -EBUSY if it is pinned out of reach, or busy buffers are in the way; the errors of
 * ttm_bo_validate();
 * -ENODEV if the card is dead and did not bring its contents, or cannot take them away.
 */
int evergreen_bo_reach(struct evergreen_bo *bo, struct ttm_operation_ctx *ctx)
{
	struct evergreen_device *edev = to_evergreen(bo->tbo.base.dev);
	struct ttm_place places[2];
	struct ttm_placement placement = { .placement = places };
	struct evergreen_room room;
	int ret;

	if (evergreen_bo_lost(bo))
		return -ENODEV;
	if (!bo->tbo.resource || evergreen_in_reach(edev, bo->tbo.resource))
		return 0;
	if (bo->tbo.pin_count)
		return -EBUSY;

	bo->flags |= RADEON_GEM_CPU_ACCESS;
	bo->flags &= ~RADEON_GEM_NO_CPU_ACCESS;
	placement.num_placement = evergreen_places_in_reach(edev, evergreen_bo_size(bo),
							    bo->flags, places);
	evergreen_room_begin(&room, edev, EVERGREEN_ROOM_BRIEFLY, ctx->interruptible);
	do {
		ret = ttm_bo_validate(&bo->tbo, &placement, ctx);
	} while (evergreen_room_again(&room, &ret));
	return ret;
}

/**
 * evergreen_bo_bind() - see that the card finds a buffer's pages in the GART
 * @bo: the buffer, reserved; not a process's memory, see evergreen_userptr_bind()
 * @res: where it is, or is about to be
 *
 * Nothing happens for VRAM.
 *
 * Return: 0, or the error of evergreen_gart_bind().
 */
int evergreen_bo_bind(struct evergreen_bo *bo, const struct ttm_resource *res)
{
	struct evergreen_tt *tt;

	if (res->mem_type != TTM_PL_TT)
		return 0;
	tt = to_evergreen_tt(bo->tbo.ttm);
	return tt->bound ? 0 : evergreen_tt_bind(tbo_to_evergreen(&bo->tbo), tt, res);
}

/**
 * evergreen_bo_lost() - did a dead card leave something else in a buffer's place?
 * @bo: the buffer, reserved; the caller has looked at its fences before, if it does at all
 *
 * Moves and clears that a card does not end any more are made up for where a reset fails,
 * but not where the card is dead for another reason.
 *
 * Return: true if that may be so. Pages of GTT are zeroes then.
 */
bool evergreen_bo_lost(const struct evergreen_bo *bo)
{
	/* The card is dead before its fences signal. */
	smp_rmb();
	return bo->moving && bo->tbo.resource && bo->tbo.resource->mem_type == TTM_PL_VRAM &&
	       READ_ONCE(to_evergreen(bo->tbo.base.dev)->dead);
}

/*
 * Beyond the window nothing is pinned but what a display scans out there. What only an address
 * space shows is in nobody's way.
 */
static void count_pinned(struct evergreen_bo *bo, s64 bytes)
{
	struct evergreen_device *edev = tbo_to_evergreen(&bo->tbo);
	const struct ttm_resource *res = bo->tbo.resource;

	if (res->mem_type == TTM_PL_TT)
		atomic64_add(bytes, &edev->mman.pinned_gtt);
	else if (res->mem_type == TTM_PL_VRAM && evergreen_in_reach(edev, res))
		atomic64_add(bytes, &edev->mman.pinned_vram);
}

/**
 * evergreen_bo_pin() - keep a buffer where it is
 * @bo: the buffer, reserved
 */
void evergreen_bo_pin(struct evergreen_bo *bo)
{
	ttm_bo_pin(&bo->tbo);
	/* Linux 6.12 leaves it in the list of those that a sleep moves out. */
	ttm_bo_move_to_lru_tail_unlocked(&bo->tbo);
	if (bo->tbo.pin_count == 1)
		count_pinned(bo, evergreen_bo_size(bo));
}

/**
 * evergreen_bo_unpin() - undo evergreen_bo_pin()
 * @bo: the buffer, reserved
 */
void evergreen_bo_unpin(struct evergreen_bo *bo)
{
	if (bo->tbo.pin_count == 1)
		count_pinned(bo, -(s64)evergreen_bo_size(bo));
	ttm_bo_unpin(&bo->tbo);
	ttm_bo_move_to_lru_tail_unlocked(&bo->tbo);
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

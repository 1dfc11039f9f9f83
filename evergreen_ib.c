// SPDX-License-Identifier: MIT OR GPL-2.0

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_device.h"
#include "evergreen_ib.h"
#include "evergreen_kernel_bo.h"

/**
 * DOC: Indirect buffers
 *
 * Streams of all clients are copied into one pinned buffer in GTT, from which
 * DRM's suballocator takes pieces. A piece is returned with the finished fence of
 * its job, so finding room is also what slows down clients that submit faster
 * than the card executes. They wait for it in a queue. No client can map the pool or
 * name it in a submission.
 *
 * The pieces are counted for as long as the DRM device is there, since jobs have them that
 * wait for other devices when the card goes; the buffer goes with the card.
 *
 * The pool is cached by the CPU: it is written once and read by the card, which
 * snoops.
 */

/* Whoever has waited for half of the pool finds room in it. */
static_assert(EVERGREEN_IB_MAX_DW * 4 <= EVERGREEN_IB_POOL_SIZE / 2);

/**
 * evergreen_ib_pool_start() - hand out pieces of a pool from now on
 * @pool: zeroed but for its memory
 * @size: of that in bytes
 */
void evergreen_ib_pool_start(struct evergreen_ib_pool *pool, u32 size)
{
	mutex_init(&pool->lock);
	init_waitqueue_head(&pool->room);
	drm_suballoc_manager_init(&pool->suballoc, size, EVERGREEN_IB_ALIGN);
}

/**
 * evergreen_ib_pool_stop() - undo evergreen_ib_pool_start()
 * @pool: all its pieces have been returned
 */
void evergreen_ib_pool_stop(struct evergreen_ib_pool *pool)
{
	WARN_ON(atomic_read(&pool->used));
	drm_suballoc_manager_fini(&pool->suballoc);
	mutex_destroy(&pool->lock);
}

static void ib_pool_release(struct drm_device *drm, void *pool)
{
	evergreen_ib_pool_stop(pool);
}

/**
 * evergreen_ib_pool_init() - make the pool
 * @edev: the card, its GART enabled
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_ib_pool_init(struct evergreen_device *edev)
{
	int ret;

	ret = evergreen_kernel_bo_create(edev, &edev->ib_pool.mem, EVERGREEN_IB_POOL_SIZE, 0,
					 RADEON_GEM_DOMAIN_GTT);
	if (ret)
		return ret;

	evergreen_ib_pool_start(&edev->ib_pool, EVERGREEN_IB_POOL_SIZE);
	ret = drmm_add_action_or_reset(&edev->drm, ib_pool_release, &edev->ib_pool);
	if (ret)
		evergreen_ib_pool_fini(edev);
	return ret;
}

/**
 * evergreen_ib_pool_fini() - free the pool's memory
 * @edev: the card, drained
 */
void evergreen_ib_pool_fini(struct evergreen_device *edev)
{
	evergreen_kernel_bo_free(&edev->ib_pool.mem);
}

/* Jobs may wait for another device for ever, but the card can be given back meanwhile. */
static int wait_for_half(struct evergreen_device *edev, struct evergreen_ib_pool *pool)
{
	long ret = 0;

	while (!ret && !drm_dev_is_unplugged(&edev->drm))
		ret = wait_event_interruptible_timeout(pool->room, atomic_read(&pool->used) <=
						       pool->suballoc.size / 2, HZ / 10);
	if (ret < 0)
		return ret;
	return ret ? 0 : -ENODEV;
}

/**
 * evergreen_ib_alloc() - take a piece of a pool
 * @edev: the card
 * @pool: the card's or an address space's
 * @bytes: of the indirect buffer, up to half of the pool
 *
 * Waits if the pool has no room, and then until half of it has come back. Only one client
 * waits for that, and the others for @pool's lock, so they are served in about the order in which
 * they came, and large pieces as well as small ones. In drm_suballoc_new() each fence would wake
 * all of them, and one would find room.
 *
 * The caller gives the piece back with drm_suballoc_free(), and says so with
 * evergreen_ib_returned() when that takes effect.
 *
 * Return: the piece, or an ERR_PTR: -ENOMEM, -ERESTARTSYS on a signal, -ENODEV if the card is
 * unplugged meanwhile.
 */
struct drm_suballoc *evergreen_ib_alloc(struct evergreen_device *edev,
					struct evergreen_ib_pool *pool, u32 bytes)
{
	struct drm_suballoc *ib;
	int ret;

	bytes = round_up(bytes, EVERGREEN_IB_ALIGN);
	if (mutex_lock_interruptible(&pool->lock))
		return ERR_PTR(-ERESTARTSYS);

	if (atomic_read(&pool->used) + bytes > pool->suballoc.size) {
		ret = wait_for_half(edev, pool);
		ib = ERR_PTR(ret);
		if (ret)
			goto unlock;
	}
	/* This waits, too, while there is room, but not in one piece. */
	ib = drm_suballoc_new(&pool->suballoc, bytes, GFP_KERNEL, true, EVERGREEN_IB_ALIGN);
	if (!IS_ERR(ib))
		atomic_add(bytes, &pool->used);
unlock:
	mutex_unlock(&pool->lock);
	return ib;
}

/**
 * evergreen_ib_returned() - what used a piece of a pool has ended
 * @pool: the pool
 * @bytes: of the indirect buffer, or 0
 */
void evergreen_ib_returned(struct evergreen_ib_pool *pool, u32 bytes)
{
	bytes = round_up(bytes, EVERGREEN_IB_ALIGN);
	if (atomic_sub_return(bytes, &pool->used) <= pool->suballoc.size / 2 &&
	    wq_has_sleeper(&pool->room))
		wake_up(&pool->room);
}

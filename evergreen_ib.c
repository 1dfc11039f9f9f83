// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Indirect buffers
 *
 * Streams of all clients are copied into one pinned buffer in GTT, from which drm_mm takes
 * pieces. A piece comes back when its job is freed, so finding room is also what slows down
 * clients that submit faster than the card executes. They wait for it in a queue. No client can
 * map the pool or name it in a submission.
 *
 * The pieces are counted for as long as the DRM device is there, since jobs have them that
 * wait for other devices when the card goes; the buffer goes with the card.
 *
 * The pool is cached by the CPU: it is written once and read by the card, which
 * snoops.
 *
 * Rejected: DRM's suballocator. It looks for room at one place, and waits there for the fences of
 * whoever comes next, even with most of the pool free: a few jobs that wait for another device
 * would keep all clients waiting.
 */
#include <linux/delay.h>
#include <linux/sizes.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_device.h"
#include "evergreen_ib.h"
#include "evergreen_kernel_bo.h"

/* Pieces up to this come from the end of the pool, and do not lie between the larger ones. */
#define SMALL_BYTES	SZ_4K

/* How soon somebody looks again for a hole that is large enough. */
#define HOLE_POLL_MS	10

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
	spin_lock_init(&pool->pieces_lock);
	init_waitqueue_head(&pool->room);
	drm_mm_init(&pool->pieces, 0, size);
	pool->size = size;
}

/**
 * evergreen_ib_pool_stop() - undo evergreen_ib_pool_start()
 * @pool: all its pieces have been returned
 */
void evergreen_ib_pool_stop(struct evergreen_ib_pool *pool)
{
	drm_mm_takedown(&pool->pieces);
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
 * Return: 0, -ENOMEM, or an error of evergreen_kernel_bo_create().
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

static bool has_room(const struct evergreen_ib_pool *pool, u32 bytes)
{
	return READ_ONCE(pool->used) + bytes <= pool->size;
}

/*
 * Jobs may wait for another device for ever, but the card can be given back meanwhile. And a
 * client's largest jobs may have more than half of the pool, for as long as they like.
 */
static int wait_for_half(struct evergreen_device *edev, struct evergreen_ib_pool *pool, u32 bytes)
{
	long ret = 0;

	while (!ret && !drm_dev_is_unplugged(&edev->drm)) {
		ret = wait_event_interruptible_timeout(pool->room, READ_ONCE(pool->used) <=
						       pool->size / 2, HZ / 10);
		if (!ret && has_room(pool, bytes))
			return 0;
	}
	if (ret < 0)
		return ret;
	return ret ? 0 : -ENODEV;
}

static int take(struct evergreen_ib_pool *pool, struct drm_mm_node *ib, u32 bytes)
{
	enum drm_mm_insert_mode end = bytes <= SMALL_BYTES ? DRM_MM_INSERT_HIGH : DRM_MM_INSERT_LOW;
	int ret;

	spin_lock(&pool->pieces_lock);
	ret = drm_mm_insert_node_generic(&pool->pieces, ib, bytes, 0, 0, end);
	if (!ret)
		WRITE_ONCE(pool->used, pool->used + bytes);
	spin_unlock(&pool->pieces_lock);
	return ret;
}

static int take_in_turn(struct evergreen_device *edev, struct evergreen_ib_pool *pool,
			struct drm_mm_node *ib, u32 bytes)
{
	int ret = 0;

	if (mutex_lock_interruptible(&pool->lock))
		return -ERESTARTSYS;
	if (!has_room(pool, bytes))
		ret = wait_for_half(edev, pool, bytes);
	if (!ret)
		ret = take(pool, ib, bytes);
	mutex_unlock(&pool->lock);
	return ret;
}

/* There is room, but in several pieces, which others may find large enough. */
static int step_aside(struct evergreen_device *edev)
{
	if (drm_dev_is_unplugged(&edev->drm))
		return -ENODEV;
	return msleep_interruptible(HOLE_POLL_MS) ? -ERESTARTSYS : 0;
}

/**
 * evergreen_ib_alloc() - take a piece of a pool
 * @edev: the card
 * @pool: the card's or an address space's
 * @ib: out: the piece, zeroed before; its start is in bytes from that of the pool
 * @bytes: of the indirect buffer, up to half of the pool
 *
 * Waits if the pool has no room, and then until half of it has come back, or a tenth of a
 * second has gone by and there is room. Only one client waits for that, and the others for
 * @pool's lock, so they are served in about the order in which they came, and large pieces as
 * well as small ones. If each piece that comes back woke all of them, one would find room.
 *
 * Whoever finds no hole that is large enough, although there is room, does not keep others
 * waiting, since jobs may have the pieces around that hole for as long as they like.
 *
 * Return: 0, -ERESTARTSYS on a signal, -ENODEV if the card is unplugged meanwhile.
 */
int evergreen_ib_alloc(struct evergreen_device *edev, struct evergreen_ib_pool *pool,
		       struct drm_mm_node *ib, u32 bytes)
{
	int ret;

	bytes = round_up(bytes, EVERGREEN_IB_ALIGN);
	for (;;) {
		ret = take_in_turn(edev, pool, ib, bytes);
		if (ret != -ENOSPC)
			return ret;
		ret = step_aside(edev);
		if (ret)
			return ret;
	}
}

/**
 * evergreen_ib_free() - give a piece of a pool back
 * @pool: the pool
 * @ib: the piece, whose job has ended, or one that has not been taken
 */
void evergreen_ib_free(struct evergreen_ib_pool *pool, struct drm_mm_node *ib)
{
	if (!drm_mm_node_allocated(ib))
		return;
	spin_lock(&pool->pieces_lock);
	WRITE_ONCE(pool->used, pool->used - ib->size);
	drm_mm_remove_node(ib);
	spin_unlock(&pool->pieces_lock);
	if (READ_ONCE(pool->used) <= pool->size / 2 && wq_has_sleeper(&pool->room))
		wake_up(&pool->room);
}

/**
 * evergreen_ib_print() - list the pieces of a pool
 * @pool: the pool
 * @p: where to
 */
void evergreen_ib_print(struct evergreen_ib_pool *pool, struct drm_printer *p)
{
	spin_lock(&pool->pieces_lock);
	drm_mm_print(&pool->pieces, p);
	spin_unlock(&pool->pieces_lock);
}

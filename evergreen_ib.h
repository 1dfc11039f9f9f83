/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_IB_H
#define EVERGREEN_IB_H

#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include <drm/drm_mm.h>

#include "evergreen_kernel_bo.h"

struct drm_printer;
struct evergreen_device;

/* Bytes of GTT that indirect buffers of all clients share: a thousand of a usual size. */
#define EVERGREEN_IB_POOL_SIZE	SZ_4M
/* The engines fetch indirect buffers from addresses that are multiples of this. */
#define EVERGREEN_IB_ALIGN	256
/* Dwords of one at most, as radeon.ko has it. */
#define EVERGREEN_IB_MAX_DW	(SZ_1M / 4)

/**
 * struct evergreen_ib_pool - where streams are copied to
 */
struct evergreen_ib_pool {
	/** @mem: GTT that no client can map */
	struct evergreen_kernel_bo mem;

	/** @size: of it in bytes */
	u32 size;

	/** @lock: held by the one who takes a piece or waits for room; others wait for it */
	struct mutex lock;

	/** @pieces_lock: held while @pieces and @used change */
	spinlock_t pieces_lock;

	/** @pieces: of @mem, in bytes */
	struct drm_mm pieces;

	/** @used: bytes that jobs have; grows under @lock */
	u32 used;

	/** @room: woken when half of the pool is free */
	wait_queue_head_t room;
};

void evergreen_ib_pool_start(struct evergreen_ib_pool *pool, u32 size);
void evergreen_ib_pool_stop(struct evergreen_ib_pool *pool);
int evergreen_ib_alloc(struct evergreen_device *edev, struct evergreen_ib_pool *pool,
		       struct drm_mm_node *ib, u32 bytes);
void evergreen_ib_free(struct evergreen_ib_pool *pool, struct drm_mm_node *ib);
void evergreen_ib_print(struct evergreen_ib_pool *pool, struct drm_printer *p);

int evergreen_ib_pool_init(struct evergreen_device *edev);
void evergreen_ib_pool_fini(struct evergreen_device *edev);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_IB_H
#define EVERGREEN_IB_H

#include <linux/atomic.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/types.h>
#include <linux/wait.h>

#include <drm/drm_suballoc.h>

#include "evergreen_kernel_bo.h"

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

	/** @suballoc: hands out pieces of @mem */
	struct drm_suballoc_manager suballoc;

	/** @lock: held by the one who takes a piece or waits for room; others wait for it */
	struct mutex lock;

	/** @used: bytes of pieces, until their jobs are freed; grows under @lock */
	atomic_t used;

	/** @room: woken when half of the pool is free */
	wait_queue_head_t room;
};

void evergreen_ib_pool_start(struct evergreen_ib_pool *pool, u32 size);
void evergreen_ib_pool_stop(struct evergreen_ib_pool *pool);
struct drm_suballoc *evergreen_ib_alloc(struct evergreen_device *edev,
					struct evergreen_ib_pool *pool, u32 bytes);
void evergreen_ib_returned(struct evergreen_ib_pool *pool, u32 bytes);

int evergreen_ib_pool_init(struct evergreen_device *edev);
void evergreen_ib_pool_fini(struct evergreen_device *edev);

#endif

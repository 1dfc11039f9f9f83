/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_IB_H
#define EVERGREEN_IB_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

struct evergreen_bo;
struct evergreen_device;
struct evergreen_ring;
struct seq_file;

/* Bytes of GTT that indirect buffers of all clients share. */
#define EVERGREEN_IB_POOL_SIZE	(1024 * 1024)
/* The engines fetch indirect buffers from addresses that are multiples of this. */
#define EVERGREEN_IB_ALIGN	256
/* A single indirect buffer may fill the pool. */
#define EVERGREEN_IB_MAX_DW	(EVERGREEN_IB_POOL_SIZE / 4)

/**
 * struct evergreen_ib - a piece of the pool
 * @node: entry of evergreen_ib_pool.pieces
 * @start: its first byte, from the start of the pool
 * @end: the byte behind it
 */
struct evergreen_ib {
	struct list_head node;
	u32 start;
	u32 end;
};

/**
 * struct evergreen_ib_pool - memory for indirect buffers
 * @bo: the memory, in GTT
 * @cpu: its kernel mapping
 * @gpu_addr: its GPU address
 * @lock: guards the following three
 * @pieces: what is in use, by address
 * @last: the piece that was taken last, or the head of @pieces
 * @free: bytes not in use
 * @waiters: how many wait or are about to
 * @queue: held by the first of them, so that they are served in order
 * @wait: woken when a piece comes back
 */
struct evergreen_ib_pool {
	struct evergreen_bo *bo;
	u32 *cpu;
	u64 gpu_addr;
	spinlock_t lock;	/* see above */
	struct list_head pieces;
	struct list_head *last;
	u32 free;
	atomic_t waiters;
	struct mutex queue;	/* see above */
	wait_queue_head_t wait;
};

int evergreen_ib_pool_init(struct evergreen_device *edev);
void evergreen_ib_pool_fini(struct evergreen_device *edev);
void evergreen_ib_pool_show(struct evergreen_ib_pool *pool, struct seq_file *m);

int evergreen_ib_alloc(struct evergreen_ib_pool *pool, struct evergreen_ib *ib, u32 ndw);
void evergreen_ib_free(struct evergreen_ib_pool *pool, struct evergreen_ib *ib);

int evergreen_ib_test(struct evergreen_ring *ring);

#endif

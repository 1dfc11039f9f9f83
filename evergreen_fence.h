/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_FENCE_H
#define EVERGREEN_FENCE_H

#include <linux/dma-fence.h>
#include <linux/list.h>
#include <linux/spinlock.h>

struct evergreen_device;
struct evergreen_job;
struct evergreen_ring;

/**
 * struct evergreen_fence - one fence value on a ring
 */
struct evergreen_fence {
	/** @base: what the kernel sees of it */
	struct dma_fence base;

	/** @node: entry of evergreen_fence_context.pending */
	struct list_head node;

	/** @emitted_ns: when it was put on the ring, by ktime_get_ns() */
	u64 emitted_ns;
};

/**
 * struct evergreen_fence_context - the fences of one ring
 */
struct evergreen_fence_context {
	/** @context: dma_fence context number */
	u64 context;

	/**
	 * @lock: guards everything below, and is the lock of the fences themselves; taken in hard
	 * interrupts
	 */
	spinlock_t lock;

	/** @emitted: sequence number of the last fence put on the ring */
	u64 emitted;

	/** @signalled: highest sequence number that the card has reported */
	u64 signalled;

	/** @pending: emitted and not yet signalled, oldest first */
	struct list_head pending;

	/** @reached_ns: when a fence was last found reached, by ktime_get_ns() */
	u64 reached_ns;

	/** @recovered: fences that evergreen_fence_watch.c found and no interrupt had announced */
	u64 recovered;
};

void evergreen_fence_init(struct evergreen_ring *ring);
void evergreen_fence_fini(struct evergreen_ring *ring);
void evergreen_fence_emit(struct evergreen_ring *ring, struct evergreen_fence *fence);
void evergreen_fence_replay(struct evergreen_ring *ring, struct evergreen_fence *fence);
void evergreen_fence_process(struct evergreen_ring *ring);
void evergreen_fence_process_all(struct evergreen_device *edev);
u32 evergreen_fence_recover(struct evergreen_ring *ring, bool *more);
struct evergreen_job *evergreen_fence_head(struct evergreen_ring *ring);
void evergreen_fence_fail(struct evergreen_ring *ring, struct evergreen_fence *fence,
			  int error);
void evergreen_fence_fail_all(struct evergreen_ring *ring, int error);

#endif

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Fences
 *
 * The last packet of every job makes the card write a number into the
 * write-back page and raise an interrupt. The number is 32 bits wide and counts
 * up by one per job of a ring; the kernel keeps 64 bits and extends what it
 * reads by its distance from the last value seen. A distance that would lead
 * beyond what has been emitted is no progress but rubbish (a card that is gone,
 * a page not yet written) and is ignored. Counting starts shortly before the
 * 32 bits wrap, so that every run of the driver passes that point; the parameter
 * fence_start places it elsewhere.
 *
 * An interrupt can get lost, and a job can hang: evergreen_fence_watch.c looks after that.
 *
 * The time that a job kept its engine is from when it was put on the ring, or from
 * when the one before it was found finished, to when it is found finished itself.
 * Waiting for another ring is part of it. Jobs that are found together count as
 * the first of them.
 *
 * The memory of a fence is that of the job (evergreen_job.c): one allocation
 * per submission. A fence of ours is held by its job, by the pending list and by
 * the scheduler's fence that stands for it, not by other drivers.
 *
 * Locking: &evergreen_fence_context.lock, taken with interrupts off.
 * Errors: a fence that will never be reached is failed with -ETIME (it hung the
 * ring), -ECANCELED (its client is banned), -EIO (it cannot run again behind a reset)
 * or -ENODEV (the card is gone).
 */
#include <linux/cleanup.h>
#include <linux/moduleparam.h>

#include "evergreen_client.h"
#include "evergreen_device.h"
#include "evergreen_fence.h"
#include "evergreen_job.h"
#include "evergreen_job_pool.h"
#include "evergreen_ring.h"
#include "evergreen_trace.h"

static uint fence_start = U32_MAX - 200;
module_param(fence_start, uint, 0444);
MODULE_PARM_DESC(fence_start,
		 "fence value that rings count from, for tests (default: 200 before the last)");

static struct evergreen_job *to_fence_job(struct dma_fence *fence)
{
	return container_of(fence, struct evergreen_job, fence.base);
}

static const char *fence_driver_name(struct dma_fence *fence)
{
	return "evergreen";
}

static const char *fence_timeline_name(struct dma_fence *fence)
{
	return to_fence_job(fence)->ring->name;
}

static void fence_release(struct dma_fence *fence)
{
	evergreen_job_put(to_fence_job(fence));
}

static const struct dma_fence_ops evergreen_fence_ops = {
	.get_driver_name = fence_driver_name,
	.get_timeline_name = fence_timeline_name,
	.release = fence_release,
};

static u32 *fence_report(struct evergreen_ring *ring)
{
	return ring->edev->wb.dwords + ring->fence_wb / 4;
}

/* The sequence number that the card has reported, extended to 64 bits. */
static u64 fence_reached_locked(struct evergreen_ring *ring)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	u32 report = READ_ONCE(*fence_report(ring));
	u64 reached = ctx->signalled + (u32)(report - lower_32_bits(ctx->signalled));

	lockdep_assert_held(&ctx->lock);
	return reached > ctx->emitted ? ctx->signalled : reached;
}

static void fence_signal_locked(struct evergreen_ring *ring,
				struct evergreen_fence *fence)
{
	lockdep_assert_held(&ring->fences.lock);

	trace_evergreen_fence_signal(ring->name, fence->base.seqno, fence->base.error);
	list_del_init(&fence->node);
	dma_fence_signal_locked(&fence->base);
	dma_fence_put(&fence->base);
}

static void fence_account_locked(struct evergreen_ring *ring,
				 struct evergreen_fence *fence)
{
	struct evergreen_job *job = to_fence_job(&fence->base);
	struct evergreen_fence_context *ctx = &ring->fences;
	u64 now = ktime_get_ns();
	u64 since = max(fence->emitted_ns, ctx->reached_ns);

	lockdep_assert_held(&ctx->lock);

	ctx->reached_ns = now;
	if (job->client)
		atomic64_add(now - since, &job->client->busy_ns[ring->engine]);
}

static u32 fence_process_locked(struct evergreen_ring *ring)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	struct evergreen_fence *fence, *next;
	u32 count = 0;

	lockdep_assert_held(&ctx->lock);

	ctx->signalled = fence_reached_locked(ring);
	/* What a job wrote must not be read before the fence value was. */
	rmb();

	list_for_each_entry_safe(fence, next, &ctx->pending, node) {
		if (fence->base.seqno > ctx->signalled)
			break;
		fence_account_locked(ring, fence);
		fence_signal_locked(ring, fence);
		count++;
	}
	return count;
}

/**
 * evergreen_fence_process() - signal what the card has reported
 * @ring: the ring
 *
 * Context: any, interrupts included.
 */
void evergreen_fence_process(struct evergreen_ring *ring)
{
	scoped_guard(spinlock_irqsave, &ring->fences.lock)
		fence_process_locked(ring);
}

/**
 * evergreen_fence_process_all() - signal what the card has reported for any ring
 * @edev: the card
 *
 * Context: any, interrupts included.
 */
void evergreen_fence_process_all(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		evergreen_fence_process(ring);
}

/**
 * evergreen_fence_recover() - signal what the card has reported without an interrupt
 * @ring: the ring
 * @more: out: fences are pending still
 *
 * Context: any, interrupts included.
 *
 * Return: how many have been signalled.
 */
u32 evergreen_fence_recover(struct evergreen_ring *ring, bool *more)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	unsigned long flags;
	u32 found;

	spin_lock_irqsave(&ctx->lock, flags);
	found = fence_process_locked(ring);
	ctx->recovered += found;
	*more = !list_empty(&ctx->pending);
	spin_unlock_irqrestore(&ctx->lock, flags);
	return found;
}

/**
 * evergreen_fence_head() - the job that a ring is at
 * @ring: the ring
 *
 * Context: any, interrupts included.
 *
 * Return: the oldest job that has not signalled, with a reference to its fence, which
 * keeps its memory; or NULL.
 */
struct evergreen_job *evergreen_fence_head(struct evergreen_ring *ring)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	struct evergreen_fence *fence;
	unsigned long flags;

	spin_lock_irqsave(&ctx->lock, flags);
	fence = list_first_entry_or_null(&ctx->pending, struct evergreen_fence, node);
	if (fence)
		dma_fence_get(&fence->base);
	spin_unlock_irqrestore(&ctx->lock, flags);
	return fence ? to_fence_job(&fence->base) : NULL;
}

/**
 * evergreen_fence_init() - start counting on a ring
 * @ring: the ring, before anything is emitted on it
 *
 * Needs the write-back page.
 */
void evergreen_fence_init(struct evergreen_ring *ring)
{
	struct evergreen_fence_context *ctx = &ring->fences;

	spin_lock_init(&ctx->lock);
	INIT_LIST_HEAD(&ctx->pending);
	ctx->emitted = fence_start;
	ctx->signalled = ctx->emitted;
	ctx->context = dma_fence_context_alloc(1);
	WRITE_ONCE(*fence_report(ring), lower_32_bits(ctx->emitted));
}

/**
 * evergreen_fence_fini() - see that no fence is left
 * @ring: the ring, drained
 */
void evergreen_fence_fini(struct evergreen_ring *ring)
{
	WARN_ON_ONCE(!list_empty(&ring->fences.pending));
}

static void write_packet(struct evergreen_ring *ring, struct evergreen_fence *fence)
{
	ring->ops->emit_fence(ring, ring->edev->wb.gpu_addr + ring->fence_wb,
			      lower_32_bits(fence->base.seqno));
}

/**
 * evergreen_fence_replay() - emit a pending fence again after a reset
 * @ring: the ring, empty but for what was replayed before
 * @fence: still pending; keeps its number
 *
 * evergreen_fence_watch_start() has to follow.
 */
void evergreen_fence_replay(struct evergreen_ring *ring, struct evergreen_fence *fence)
{
	fence->emitted_ns = ktime_get_ns();
	write_packet(ring, fence);
}

/**
 * evergreen_fence_emit() - have the card report the end of a job
 * @ring: the ring, with room begun for it
 * @fence: to initialise; its one reference is the caller's
 *
 * evergreen_fence_watch_start() has to follow.
 *
 * Context: whoever may write to the ring; nothing runs before the commit.
 */
void evergreen_fence_emit(struct evergreen_ring *ring, struct evergreen_fence *fence)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	unsigned long flags;

	/* The memory may be that of an earlier job, by whose time this one would be overdue. */
	fence->emitted_ns = ktime_get_ns();
	spin_lock_irqsave(&ctx->lock, flags);
	dma_fence_init(&fence->base, &evergreen_fence_ops, &ctx->lock, ctx->context,
		       ++ctx->emitted);
	list_add_tail(&fence->node, &ctx->pending);
	dma_fence_get(&fence->base);
	spin_unlock_irqrestore(&ctx->lock, flags);

	write_packet(ring, fence);
}

/**
 * evergreen_fence_fail() - give up on a fence
 * @ring: its ring
 * @fence: the fence; nothing happens if it has signalled
 * @error: negative errno that waiters will see
 */
void evergreen_fence_fail(struct evergreen_ring *ring, struct evergreen_fence *fence,
			  int error)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	unsigned long flags;

	spin_lock_irqsave(&ctx->lock, flags);
	if (!list_empty(&fence->node)) {
		dma_fence_set_error(&fence->base, error);
		fence_signal_locked(ring, fence);
	}
	spin_unlock_irqrestore(&ctx->lock, flags);
}

/**
 * evergreen_fence_fail_all() - give up on everything that is on a ring
 * @ring: the ring
 * @error: negative errno that waiters will see
 */
void evergreen_fence_fail_all(struct evergreen_ring *ring, int error)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	struct evergreen_fence *fence, *next;
	unsigned long flags;

	spin_lock_irqsave(&ctx->lock, flags);
	list_for_each_entry_safe(fence, next, &ctx->pending, node) {
		dma_fence_set_error(&fence->base, error);
		fence_signal_locked(ring, fence);
	}
	spin_unlock_irqrestore(&ctx->lock, flags);
}

// SPDX-License-Identifier: MIT OR GPL-2.0

#include <linux/seq_file.h>

#include <drm/radeon_drm.h>

#include "evergreen_ib.h"
#include "evergreen_ring.h"
#include "evergreen_sched.h"
#include "evergreen_ttm.h"
#include "pm4_packets.h"

/**
 * DOC: Indirect buffers
 *
 * Streams of all clients are copied into one pinned buffer in GTT. A job takes a
 * piece of it before it locks anything and gives it back when the scheduler
 * frees the job. Finding room is also what slows down a client that submits
 * faster than the card executes. No client can map the pool or name it in a
 * submission. It is cached by the CPU: written once, and read by the card, which
 * snoops.
 *
 * Pieces in use form a list by address. The next one is looked for behind the
 * last one taken, then in the gaps that follow. As jobs end about in the order in
 * which they began, the first look nearly always succeeds, and a piece that stays
 * long (its job waits for another device) is stepped over. The list's nodes are
 * part of the jobs. DRM's suballocator does the same with an allocation of its own
 * and a fence for each piece; it was used at first and took 800 of 5000
 * instructions of a small submission.
 *
 * Whoever finds no room waits in a queue, so that a large piece is not starved by
 * small ones.
 */

#define EVERGREEN_IB_TEST_TIMEOUT	(2 * HZ)
#define EVERGREEN_IB_TEST_VALUE		0x600dcafe

/**
 * evergreen_ib_pool_init() - make the pool
 * @edev: the card, its GART enabled
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_ib_pool_init(struct evergreen_device *edev)
{
	struct evergreen_ib_pool *pool = &edev->ib_pool;
	void *cpu;
	int ret;

	ret = evergreen_bo_create_kernel(edev, EVERGREEN_IB_POOL_SIZE,
					 RADEON_GEM_DOMAIN_GTT, &pool->bo,
					 &pool->gpu_addr, &cpu);
	if (ret)
		return ret;

	pool->cpu = cpu;
	pool->free = EVERGREEN_IB_POOL_SIZE;
	pool->last = &pool->pieces;
	INIT_LIST_HEAD(&pool->pieces);
	spin_lock_init(&pool->lock);
	mutex_init(&pool->queue);
	atomic_set(&pool->waiters, 0);
	init_waitqueue_head(&pool->wait);
	return 0;
}

/**
 * evergreen_ib_pool_fini() - undo evergreen_ib_pool_init()
 * @edev: the card, drained
 */
void evergreen_ib_pool_fini(struct evergreen_device *edev)
{
	struct evergreen_ib_pool *pool = &edev->ib_pool;

	WARN_ON_ONCE(!list_empty(&pool->pieces));
	mutex_destroy(&pool->queue);
	pool->cpu = NULL;
	evergreen_bo_free_kernel(&pool->bo);
}

/* Take the start of the gap behind @pos, which is a piece or the list's head. */
static bool evergreen_ib_fit_locked(struct evergreen_ib_pool *pool, struct evergreen_ib *ib,
				    struct list_head *pos, u32 size)
{
	u32 start = 0, end = EVERGREEN_IB_POOL_SIZE;

	if (pos != &pool->pieces)
		start = list_entry(pos, struct evergreen_ib, node)->end;
	if (pos->next != &pool->pieces)
		end = list_entry(pos->next, struct evergreen_ib, node)->start;
	if (end - start < size)
		return false;

	ib->start = start;
	ib->end = start + size;
	list_add(&ib->node, pos);
	pool->last = &ib->node;
	pool->free -= size;
	return true;
}

static bool evergreen_ib_try(struct evergreen_ib_pool *pool, struct evergreen_ib *ib,
			     u32 size)
{
	struct list_head *pos;
	bool found = false;

	spin_lock(&pool->lock);
	if (size <= pool->free) {
		pos = pool->last;
		do {
			found = evergreen_ib_fit_locked(pool, ib, pos, size);
			pos = pos->next;
		} while (!found && pos != pool->last);
	}
	spin_unlock(&pool->lock);
	return found;
}

static int evergreen_ib_wait(struct evergreen_ib_pool *pool, struct evergreen_ib *ib,
			     u32 size)
{
	int ret;

	ret = mutex_lock_interruptible(&pool->queue);
	if (ret)
		return -ERESTARTSYS;
	ret = wait_event_interruptible(pool->wait, evergreen_ib_try(pool, ib, size));
	mutex_unlock(&pool->queue);
	return ret;
}

/**
 * evergreen_ib_alloc() - find room for a stream
 * @pool: the pool
 * @ib: to fill in
 * @ndw: dwords of the stream, 1 to EVERGREEN_IB_MAX_DW
 *
 * Waits for other jobs while there is none.
 *
 * Return: 0, or -ERESTARTSYS on a signal.
 */
int evergreen_ib_alloc(struct evergreen_ib_pool *pool, struct evergreen_ib *ib, u32 ndw)
{
	u32 size = ALIGN(ndw * 4, EVERGREEN_IB_ALIGN);
	int ret;

	if (!atomic_read(&pool->waiters) && evergreen_ib_try(pool, ib, size))
		return 0;

	atomic_inc(&pool->waiters);
	ret = evergreen_ib_wait(pool, ib, size);
	atomic_dec(&pool->waiters);
	return ret;
}

/**
 * evergreen_ib_free() - give a piece back
 * @pool: the pool
 * @ib: the piece; the card does not read it any more
 */
void evergreen_ib_free(struct evergreen_ib_pool *pool, struct evergreen_ib *ib)
{
	spin_lock(&pool->lock);
	if (pool->last == &ib->node)
		pool->last = ib->node.prev;
	list_del(&ib->node);
	pool->free += ib->end - ib->start;
	spin_unlock(&pool->lock);

	if (wq_has_sleeper(&pool->wait))
		wake_up(&pool->wait);
}

/**
 * evergreen_ib_pool_show() - print what is in use
 * @pool: the pool
 * @m: where to
 */
void evergreen_ib_pool_show(struct evergreen_ib_pool *pool, struct seq_file *m)
{
	struct evergreen_ib *ib;
	u32 pieces = 0, largest = 0, free;

	spin_lock(&pool->lock);
	list_for_each_entry(ib, &pool->pieces, node) {
		pieces++;
		largest = max(largest, ib->end - ib->start);
	}
	free = pool->free;
	spin_unlock(&pool->lock);

	seq_printf(m, "%u of %u bytes free, %u pieces in use, the largest of %u bytes, %d waiting\n",
		   free, EVERGREEN_IB_POOL_SIZE, pieces, largest,
		   atomic_read(&pool->waiters));
}

/* One MEM_WRITE of 32 bits into the test words of the write-back page. */
static void evergreen_ib_test_fill(struct evergreen_device *edev, u32 *ib)
{
	u64 addr = edev->wb.gpu_addr + EVERGREEN_WB_TEST;

	ib[0] = PACKET3(PACKET3_MEM_WRITE, 3);
	ib[1] = lower_32_bits(addr);
	ib[2] = upper_32_bits(addr) | PACKET3_MEM_WRITE_32_BITS;
	ib[3] = EVERGREEN_IB_TEST_VALUE;
	ib[4] = 0;
}

static int evergreen_ib_test_wait(struct evergreen_ring *ring, struct dma_fence *fence)
{
	long left = dma_fence_wait_timeout(fence, false, EVERGREEN_IB_TEST_TIMEOUT);
	u32 value = READ_ONCE(ring->edev->wb.cpu[EVERGREEN_WB_TEST / 4]);

	if (left < 0)
		return left;
	if (!left)
		return -ETIMEDOUT;
	if (fence->error)
		return fence->error;
	return value == EVERGREEN_IB_TEST_VALUE ? 0 : -EIO;
}

static int evergreen_ib_test_run(struct evergreen_ring *ring,
				 struct drm_sched_entity *entity)
{
	struct evergreen_device *edev = ring->edev;
	struct evergreen_job *job;
	struct dma_fence *fence;
	int ret;

	job = evergreen_job_create(ring, entity, 0, 5);
	if (IS_ERR(job))
		return PTR_ERR(job);

	WRITE_ONCE(edev->wb.cpu[EVERGREEN_WB_TEST / 4], 0);
	evergreen_ib_test_fill(edev, evergreen_job_ib(job));
	fence = dma_fence_get(evergreen_job_arm(job));
	evergreen_job_push(job);

	ret = evergreen_ib_test_wait(ring, fence);
	dma_fence_put(fence);
	return ret;
}

/**
 * evergreen_ib_test() - run a job through everything that jobs go through
 * @ring: the ring, with its scheduler
 *
 * Says so if the fence came without an interrupt: the driver works then, but
 * slowly.
 *
 * Return: 0, -ETIMEDOUT if the fence did not come, -EIO if the job did not do
 * its work, -ENOMEM.
 */
int evergreen_ib_test(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	struct drm_gpu_scheduler *sched = &ring->sched;
	u64 recovered = ring->fences.recovered;
	struct drm_sched_entity entity;
	int ret;

	ret = drm_sched_entity_init(&entity, DRM_SCHED_PRIORITY_NORMAL, &sched, 1, NULL);
	if (ret)
		return ret;

	ret = evergreen_ib_test_run(ring, &entity);
	drm_sched_entity_destroy(&entity);

	if (ret)
		drm_err(&edev->drm, "ring %s: IB test failed: %d\n", ring->name, ret);
	else if (ring->fences.recovered != recovered)
		drm_warn(&edev->drm, "ring %s: no interrupt from the card, polling instead\n",
			 ring->name);
	return ret;
}

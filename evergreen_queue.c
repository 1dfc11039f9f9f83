// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Queues
 *
 * A client has one queue (drm_sched entity) for each kind of work and each
 * priority that it uses, made when it first does. Where two rings do the same
 * work, CP1 and CP2 or the two DMA engines, a queue feeds both: drm_sched puts a
 * queue that has run empty on the ring with less to do, and keeps it there while
 * jobs of it are under way, so jobs of a queue run in their order. Rings that do
 * not work are left out; compute work is done by GFX then, as it is on chips
 * without compute rings. If rings are given up later, at a reset, the queues that they
 * fed go to GFX likewise.
 *
 * A client has a bounded number of unfinished jobs of each kind (evergreen_job_limit.c). So a
 * job of somebody else finds a bounded number of jobs before it: at most
 * EVERGREEN_RING_JOBS on the ring, and the bound for each client in the queue.
 *
 * High priority is drm_sched's, and for those who may raise the priority of
 * processes. drm_sched serves priorities strictly, so whatever is below others may
 * starve, the clearing of new buffers included (evergreen_move.c);
 * therefore low is not a priority there, but a much lower bound: a share
 * that is small next to others', and all of the card when there are no others.
 */
#include <linux/capability.h>
#include <linux/nospec.h>
#include <linux/slab.h>

#include <drm/radeon_drm.h>

#include "evergreen_client.h"
#include "evergreen_fence.h"
#include "evergreen_file.h"
#include "evergreen_queue.h"
#include "evergreen_ring.h"

/* What queued jobs of a client that leaves have to come onto a ring. */
#define EVERGREEN_DRAIN_TIME	HZ

static const enum drm_sched_priority sched_priorities[EVERGREEN_NUM_PRIORITIES] = {
	[EVERGREEN_PRIORITY_LOW] = DRM_SCHED_PRIORITY_NORMAL,
	[EVERGREEN_PRIORITY_NORMAL] = DRM_SCHED_PRIORITY_NORMAL,
	[EVERGREEN_PRIORITY_HIGH] = DRM_SCHED_PRIORITY_HIGH,
};

static const struct evergreen_cs_ring cs_rings[] = {
	[RADEON_CS_RING_GFX] = { EVERGREEN_ENGINE_GFX, R600_CS_GFX },
	[RADEON_CS_RING_COMPUTE] = { EVERGREEN_ENGINE_COMPUTE, R600_CS_COMPUTE },
	[RADEON_CS_RING_DMA] = { EVERGREEN_ENGINE_DMA, R600_CS_DMA },
};

/* Rings by the work that they do; those of the second set count if none of the first works. */
static const u32 work_rings[EVERGREEN_NUM_ENGINES][2] = {
	[EVERGREEN_ENGINE_GFX] = { BIT(EVERGREEN_RING_GFX) },
	[EVERGREEN_ENGINE_COMPUTE] = {
		BIT(EVERGREEN_RING_CP1) | BIT(EVERGREEN_RING_CP2),
		BIT(EVERGREEN_RING_GFX),
	},
	[EVERGREEN_ENGINE_DMA] = { BIT(EVERGREEN_RING_DMA0) | BIT(EVERGREEN_RING_DMA1) },
};

static u32 find_rings(struct evergreen_device *edev, u32 ids, struct evergreen_ring **rings)
{
	struct evergreen_ring *ring;
	u32 n = 0;

	evergreen_for_each_ring(ring, edev)
		if (ids & BIT(ring->id) && !ring->given_up)
			rings[n++] = ring;
	return n;
}

static u32 rings_of(struct evergreen_device *edev, enum evergreen_engine engine,
		    struct evergreen_ring **rings)
{
	return find_rings(edev, work_rings[engine][0], rings) ?:
	       find_rings(edev, work_rings[engine][1], rings);
}

/**
 * evergreen_cs_ring() - find a ring of the interface
 * @id: RADEON_CS_RING_*, as user space says it
 *
 * Return: what it stands for, or NULL if there is no such ring.
 */
const struct evergreen_cs_ring *evergreen_cs_ring(u64 id)
{
	return id < ARRAY_SIZE(cs_rings) ?
	       &cs_rings[array_index_nospec((u32)id, ARRAY_SIZE(cs_rings))] : NULL;
}

/**
 * evergreen_engine_served() - is there a ring for a kind of work?
 * @edev: the card
 * @engine: the kind
 *
 * Return: whether one works.
 */
bool evergreen_engine_served(struct evergreen_device *edev, enum evergreen_engine engine)
{
	struct evergreen_ring *rings[EVERGREEN_QUEUE_RINGS];

	return rings_of(edev, engine, rings);
}

/**
 * evergreen_queue_priority() - what a wish comes to
 * @wish: below 0, 0, or above 0
 *
 * Return: the priority; a wish for more than normal counts only with CAP_SYS_NICE.
 */
enum evergreen_priority evergreen_queue_priority(s32 wish)
{
	if (wish < 0)
		return EVERGREEN_PRIORITY_LOW;
	if (wish > 0 && capable(CAP_SYS_NICE))
		return EVERGREEN_PRIORITY_HIGH;
	return EVERGREEN_PRIORITY_NORMAL;
}

/* What is on it fails, and so does what its scheduler has for it. */
static void drop(struct evergreen_ring *ring)
{
	WRITE_ONCE(ring->given_up, true);
	ring->ops->stop(ring);
	evergreen_fence_fail_all(ring, -EIO);
}

/**
 * evergreen_queue_drop_ring() - use a ring no more
 * @ring: any but GFX, without which nothing works; its scheduler is stopped or unused
 *
 * CP1 and CP2 go together: what one of them has left may keep the processors from the other
 * rings, until the caller has started the CP anew.
 */
void evergreen_queue_drop_ring(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;

	if (evergreen_ring_is_compute(ring)) {
		evergreen_queue_drop_compute(edev, ring->name, "does not work");
	} else {
		drm_warn(&edev->drm, "ring %s does not work and is not used\n", ring->name);
		drop(ring);
	}
}

/**
 * evergreen_queue_drop_compute() - use CP1 and CP2 no more
 * @edev: a card that has them; their schedulers are stopped or unused
 * @what: for the log: what is wrong
 * @how: and how
 */
void evergreen_queue_drop_compute(struct evergreen_device *edev, const char *what, const char *how)
{
	drm_warn(&edev->drm, "rings cp1 and cp2 are not used: %s %s\n", what, how);
	drop(edev->rings[EVERGREEN_RING_CP1]);
	drop(edev->rings[EVERGREEN_RING_CP2]);
}

/* Returns how many rings there are for it. */
static u32 point_to_rings(struct evergreen_queue *queue, struct evergreen_device *edev,
			  enum evergreen_engine engine)
{
	struct evergreen_ring *rings[EVERGREEN_QUEUE_RINGS];
	u32 i, n = rings_of(edev, engine, rings);

	for (i = 0; i < n; i++)
		queue->scheds[i] = &rings[i]->sched;
	if (n)
		queue->ring = rings[0];
	return n;
}

static struct evergreen_queue *create_queue(struct evergreen_file *file,
					    enum evergreen_engine engine,
					    enum evergreen_priority priority)
{
	struct evergreen_device *edev = to_evergreen(file->drm->minor->dev);
	struct evergreen_queue *queue;
	int ret;
	u32 n;

	queue = kzalloc(sizeof(*queue), GFP_KERNEL_ACCOUNT);
	if (!queue)
		return ERR_PTR(-ENOMEM);
	n = point_to_rings(queue, edev, engine);
	if (!n) {
		drm_dbg(&edev->drm, "%s[%d]: CS: there is no such ring\n", current->comm,
			task_pid_nr(current));
		kfree(queue);
		return ERR_PTR(-EINVAL);
	}

	ret = drm_sched_entity_init(&queue->entity, sched_priorities[priority], queue->scheds, n,
				    &file->client->guilty);
	if (ret) {
		kfree(queue);
		return ERR_PTR(ret);
	}
	return queue;
}

/*
 * Its rings have been given up. Others take the jobs as soon as those that wait for the
 * old ones are out, which fail. drm_sched looks at the rings of a queue when a job is armed,
 * which the client's lock is held for.
 */
static void redirect(struct evergreen_queue *queue, struct evergreen_device *edev,
		     enum evergreen_engine engine)
{
	u32 n = point_to_rings(queue, edev, engine);

	if (n)
		drm_sched_entity_modify_sched(&queue->entity, queue->scheds, n);
}

/**
 * evergreen_queue_get() - the queue for a submission
 * @file: the client, its lock held
 * @engine: the kind of engine that is to do the work
 * @priority: how urgently
 *
 * Return: the queue; -EINVAL if no ring does such work, -ENOMEM.
 */
struct evergreen_queue *evergreen_queue_get(struct evergreen_file *file,
					    enum evergreen_engine engine,
					    enum evergreen_priority priority)
{
	struct evergreen_queue **slot = &file->queues[engine][priority];
	struct evergreen_queue *queue;

	lockdep_assert_held(&file->lock);
	if (*slot) {
		if (READ_ONCE((*slot)->ring->given_up))
			redirect(*slot, to_evergreen(file->drm->minor->dev), engine);
		return *slot;
	}
	queue = create_queue(file, engine, priority);
	if (!IS_ERR(queue))
		*slot = queue;
	return queue;
}

static void drain(struct drm_sched_entity *entity, unsigned long end)
{
	struct drm_gpu_scheduler *sched = entity->rq->sched;
	long left = end - jiffies;

	wait_event_timeout(sched->job_scheduled,
			   !spsc_queue_count(&entity->job_queue) || READ_ONCE(entity->stopped),
			   max(left, 0));
}

/**
 * evergreen_queues_destroy() - a client leaves
 * @file: the client
 *
 * Jobs that are on a ring run to their end; those still queued get a second, all together, to
 * reach it, then they are dropped. drm_sched_entity_flush() would wait without a limit for a
 * process that goes on, and for a kernel thread that closes the files of many.
 */
void evergreen_queues_destroy(struct evergreen_file *file)
{
	struct evergreen_queue **slot = &file->queues[0][0];
	unsigned long end = jiffies + EVERGREEN_DRAIN_TIME;
	u32 i;

	for (i = 0; i < EVERGREEN_NUM_ENGINES * EVERGREEN_NUM_PRIORITIES; i++) {
		if (!slot[i])
			continue;
		drain(&slot[i]->entity, end);
		drm_sched_entity_fini(&slot[i]->entity);
		/* drm_sched_entity_wakeup() may still be in it, with the lock of a fence held. */
		kfree_rcu(slot[i], rcu);
		slot[i] = NULL;
	}
}

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SCHED_H
#define EVERGREEN_SCHED_H

#include <linux/refcount.h>
#include <linux/sched.h>

#include <drm/drm_suballoc.h>
#include <drm/gpu_scheduler.h>

#include "cayman_contexts.h"
#include "cayman_entries.h"
#include "evergreen_fence.h"
#include "evergreen_move.h"
#include "evergreen_queue.h"

struct cayman_hiding;
struct cayman_vm;
struct evergreen_client;
struct evergreen_device;
struct evergreen_ring;

/**
 * struct evergreen_job_buffer - a buffer that a job refers to
 * @addr: its GPU address
 * @size: bytes
 * @handle: the client's name for it
 * @domain: where it was, RADEON_GEM_DOMAIN_*
 * @write: the stream may have written to it
 * @unseen: its place in the job's address space, if the page tables may not show the
 *	buffer there yet
 */
struct evergreen_job_buffer {
	u64 addr, size;
	struct cayman_unseen unseen;
	u32 handle;
	u32 domain : 8;
	u32 write : 1;
};

/**
 * struct evergreen_job - one indirect buffer on its way through a ring
 * @base: the scheduler's part
 * @refs: its memory is held by itself until it is freed, by @fence and by @turn
 * @ring: where it runs; before it is armed, one of the rings that it may run on
 * @emitted: order in which the jobs of all rings were first put on their rings; 0
 *	if it has not been yet
 * @waits: rings, a bit for each &enum evergreen_ring_id, whose jobs with a smaller
 *	@emitted it was made to wait for when it was last put on its ring
 * @cells: which of the semaphores are its own, -1 if none
 * @engine: the kind of engine by which @client counts it
 * @client: whose it is, referenced; NULL for the driver's own
 * @pid: process that submitted it
 * @comm: its name
 * @ring_start: dword of the ring where it begins
 * @runs_since: when it was first seen to wait for no other ring any more, by
 *	ktime_get_ns(); 0 before
 * @replay: entry of the list of jobs that run again after a reset
 * @retried: the driver's own job has hung once and was given another try
 * @hopeless: it has hung again, and will not be put on the ring any more
 * @buffers: what the stream refers to, for a core dump and for the page tables
 * @num_buffers: how many
 * @fence: signals when the card has executed it
 * @fence_live: @fence has been initialised
 * @vm: the address space that it runs in, referenced, or NULL for the GART
 * @stay: its time in a context of the memory controller; under &cayman_vmids.lock
 * @turn: signals when it is given a context; initialised only if it has to wait
 * @ib: piece of the IB pool; handed back to the pool with the finished fence
 * @ib_cpu: kernel mapping of the stream
 * @ib_addr: its address, in @vm if there is one
 * @ib_dw: dwords of it, with fillers; 0 if there is no stream
 * @move: what it does if there is none
 * @hiding: what address spaces have to forget before that, or NULL
 */
struct evergreen_job {
	struct drm_sched_job base;
	refcount_t refs;
	struct evergreen_ring *ring;
	u64 emitted;
	u32 waits;
	int cells;
	enum evergreen_engine engine;
	struct evergreen_client *client;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	u32 ring_start;
	u64 runs_since;
	struct list_head replay;
	bool retried, hopeless;
	struct evergreen_job_buffer *buffers;
	u32 num_buffers;
	struct evergreen_fence fence;
	bool fence_live;
	struct cayman_vm *vm;
	struct cayman_stay stay;
	struct dma_fence turn;
	struct drm_suballoc *ib;
	u32 *ib_cpu;
	u64 ib_addr;
	u32 ib_dw;
	struct evergreen_move move;
	struct cayman_hiding *hiding;
};

static inline struct evergreen_job *to_evergreen_job(struct drm_sched_job *job)
{
	return container_of(job, struct evergreen_job, base);
}

static inline void evergreen_job_get(struct evergreen_job *job)
{
	refcount_inc(&job->refs);
}

/* It is on the ring, and its end has not been reported. */
static inline bool evergreen_job_running(struct evergreen_job *job)
{
	return job->fence_live && !dma_fence_is_signaled(&job->fence.base);
}

int evergreen_sched_init(struct evergreen_ring *ring);
void evergreen_sched_drain(struct evergreen_device *edev);

struct evergreen_job *evergreen_job_create(struct evergreen_ring *ring,
					   struct drm_sched_entity *entity,
					   struct cayman_vm *vm,
					   struct evergreen_client *client, u32 ib_dw);
u32 *evergreen_job_ib(struct evergreen_job *job);
struct dma_fence *evergreen_job_arm(struct evergreen_job *job);
void evergreen_job_push(struct evergreen_job *job);
void evergreen_job_destroy(struct evergreen_job *job);
void evergreen_job_put(struct evergreen_job *job);
void evergreen_jobs_wait_for_memory(void);
int evergreen_job_emit(struct evergreen_job *job);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_JOB_H
#define EVERGREEN_JOB_H

#include <linux/refcount.h>
#include <linux/sched.h>

#include <drm/drm_mm.h>
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
 */
struct evergreen_job_buffer {
	/** @addr: its GPU address */
	u64 addr;

	/** @size: bytes */
	u64 size;

	/**
	 * @unseen: its place in the job's address space, if the page tables may not show the buffer
	 * there yet
	 */
	struct cayman_unseen unseen;

	/** @handle: the client's name for it */
	u32 handle;

	/** @domain: where it was, RADEON_GEM_DOMAIN_* */
	u8 domain;

	/** @write: the stream may have written to it */
	bool write;
};

/**
 * struct evergreen_job - a stream, or the move of a buffer, on its way through a ring
 */
struct evergreen_job {
	/** @fence: signals when the card has executed it; comes first, see evergreen_job_alloc() */
	struct evergreen_fence fence;

	/** @base: the scheduler's part */
	struct drm_sched_job base;

	/** @spare: the next in the list of memory for jobs that are to come */
	struct evergreen_job *spare;

	/** @refs: its memory is held by itself until it is freed, by @fence and by @turn */
	refcount_t refs;

	/** @ring: where it runs; before it is armed, one of the rings that it may run on */
	struct evergreen_ring *ring;

	/**
	 * @emitted: order in which the jobs of all rings were first put on their rings; 0 if it has
	 * not been yet
	 */
	u64 emitted;

	/** @emitted_last: number of the same count that it got when it was last put on its ring */
	u64 emitted_last;

	/**
	 * @waits: rings, a bit for each &enum evergreen_ring_id, whose jobs with a smaller @emitted
	 * it was made to wait for when it was last put on its ring
	 */
	u32 waits;

	/** @cells: which of the semaphores are its own, -1 if none */
	int cells;

	/** @engine: the kind of engine by which @client counts it */
	enum evergreen_engine engine;

	/** @counted_dw: dwords that @client counts for it */
	u32 counted_dw;

	/** @client: whose it is, referenced; NULL for the driver's own */
	struct evergreen_client *client;

	/** @pid: process that submitted it */
	pid_t pid;

	/** @comm: name of the process @pid */
	char comm[TASK_COMM_LEN];

	/** @ring_start: dword of the ring where it begins */
	u32 ring_start;

	/**
	 * @ring_clears: what &evergreen_ring.clears was when it was last put on its ring; if that
	 * has changed, the ring was made empty since, and the job is not on it
	 */
	u32 ring_clears;

	/**
	 * @runs_since: when it was first seen to wait for no other ring any more, by
	 * ktime_get_ns(); 0 before
	 */
	u64 runs_since;

	/** @replay: entry of the list of jobs that run again after a reset */
	struct list_head replay;

	/** @retried: the driver's own job has hung once and was given another try */
	bool retried;

	/** @hopeless: it has hung again, and will not be put on the ring any more */
	bool hopeless;

	/** @buffers: what the stream refers to, for a core dump and for the page tables */
	struct evergreen_job_buffer *buffers;

	/** @num_buffers: entries of @buffers */
	u32 num_buffers;

	/** @max_buffers: entries that @buffers has room for */
	u32 max_buffers;

	/** @fence_live: @fence has been initialised */
	bool fence_live;

	/** @vm: the address space that it runs in, referenced, or NULL for the GART */
	struct cayman_vm *vm;

	/** @stay: its time in a context of the memory controller; under &cayman_vmids.lock */
	struct cayman_stay stay;

	/** @turn: signals when it is given a context; initialised only if it has to wait */
	struct dma_fence turn;

	/** @ib: piece of the IB pool */
	struct drm_mm_node ib;

	/** @ib_fillers: fillers at the end of the stream, in dwords, which the engine wants */
	u32 ib_fillers;

	/** @ib_cpu: kernel mapping of the stream */
	u32 *ib_cpu;

	/** @ib_addr: its address, in @vm if there is one */
	u64 ib_addr;

	/** @ib_dw: dwords of it, with fillers; 0 if there is no stream */
	u32 ib_dw;

	/** @cp_dma: the stream has CP_DMA, which its end has to wait for */
	bool cp_dma;

	/** @move: what the job copies or clears if it has no stream */
	struct evergreen_move move;

	/** @hiding: mappings that have to be hidden before @move begins, or NULL */
	struct cayman_hiding *hiding;
};

static inline struct evergreen_job *to_evergreen_job(struct drm_sched_job *job)
{
	return container_of(job, struct evergreen_job, base);
}

/* It is on the ring, and its end has not been reported. */
static inline bool evergreen_job_running(struct evergreen_job *job)
{
	return job->fence_live && !dma_fence_is_signaled(&job->fence.base);
}

struct evergreen_job *evergreen_job_create(struct evergreen_ring *ring,
					   struct drm_sched_entity *entity,
					   struct cayman_vm *vm,
					   struct evergreen_client *client, u32 ib_dw);
int evergreen_job_reserve_buffers(struct evergreen_job *job, u32 n);
u32 *evergreen_job_ib(struct evergreen_job *job);
int evergreen_job_add_full_dependency(struct evergreen_job *job, struct dma_fence *fence);
struct dma_fence *evergreen_job_arm(struct evergreen_job *job);
void evergreen_job_push(struct evergreen_job *job);
void evergreen_job_destroy(struct evergreen_job *job);
int evergreen_job_emit(struct evergreen_job *job);
void evergreen_job_end(struct evergreen_job *job);
bool evergreen_jobs_wait(struct evergreen_device *edev, unsigned long timeout);

#endif

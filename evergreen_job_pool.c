// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory of jobs
 *
 * The memory of some jobs that are over is kept for others (at most MAX_SPARE_JOBS, some
 * hundred KiB), with room for their buffers. To free each one behind a grace period and to
 * allocate it again takes ten times as many instructions, and at times slabs of memory that
 * thousands of short jobs wait in.
 */
#include <linux/cleanup.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "evergreen_job.h"
#include "evergreen_job_pool.h"

/* Memory of jobs that is kept for others. */
#define MAX_SPARE_JOBS	128

/* Linked by &evergreen_job.spare; only its beginning is ever looked at. */
static struct evergreen_job *spare_jobs;
static DEFINE_SPINLOCK(spare_lock);
static u32 num_spare_jobs;

static void free_memory(struct rcu_head *rcu)
{
	struct evergreen_job *job = container_of(rcu, struct evergreen_job, fence.base.rcu);

	kvfree(job->buffers);
	kfree(job);
}

/**
 * evergreen_job_alloc() - get memory for a job
 *
 * A fence's memory may be read after its last reference is gone:
 * drm_sched_fence_set_deadline_finished() calls dma_fence_set_deadline() for
 * &drm_sched_fence.parent without a reference, while evergreen_job_end() drops the last one. Only
 * &dma_fence.ops is read, and all jobs have the same operations. So the memory may be used for
 * the next job at once. No fence of a job is looked up under RCU.
 *
 * Return: the job, with one reference, zero but for &evergreen_job.fence and room for
 * buffers; or NULL.
 */
struct evergreen_job *evergreen_job_alloc(void)
{
	struct evergreen_job_buffer *buffers = NULL;
	struct evergreen_job *job;
	u32 max_buffers = 0;

	scoped_guard(spinlock_irqsave, &spare_lock) {
		job = spare_jobs;
		if (job) {
			spare_jobs = job->spare;
			num_spare_jobs--;
		}
	}
	if (job) {
		buffers = job->buffers;
		max_buffers = job->max_buffers;
		memset_after(job, 0, fence);
	} else {
		job = kzalloc(sizeof(*job), GFP_KERNEL);
		if (!job)
			return NULL;
	}
	job->buffers = buffers;
	job->max_buffers = max_buffers;
	refcount_set(&job->refs, 1);
	return job;
}

/**
 * evergreen_job_put() - drop a reference to a job's memory
 * @job: freed by the scheduler, or one of its fences is released
 *
 * The memory is kept for another job, or freed if there is enough of that, and then not
 * before those who may still read in it (evergreen_job_alloc()) are through: only the grace
 * period of RCU tasks waits for them.
 *
 * Context: any, interrupts included.
 */
void evergreen_job_put(struct evergreen_job *job)
{
	bool keep;

	if (!refcount_dec_and_test(&job->refs))
		return;
	scoped_guard(spinlock_irqsave, &spare_lock) {
		keep = num_spare_jobs < MAX_SPARE_JOBS;
		if (keep) {
			job->spare = spare_jobs;
			spare_jobs = job;
			num_spare_jobs++;
		}
	}
	if (!keep)
		call_rcu_tasks(&job->fence.base.rcu, free_memory);
}

/**
 * evergreen_job_pool_free() - free the memory of all jobs
 *
 * There are no jobs any more, nor devices. Sleeps until all of it is free.
 */
void evergreen_job_pool_free(void)
{
	struct evergreen_job *job;

	while ((job = spare_jobs)) {
		spare_jobs = job->spare;
		call_rcu_tasks(&job->fence.base.rcu, free_memory);
	}
	if (IS_ENABLED(CONFIG_TASKS_RCU))
		rcu_barrier_tasks();
	else
		rcu_barrier();
}

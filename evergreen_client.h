/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_CLIENT_H
#define EVERGREEN_CLIENT_H

#include <linux/atomic.h>
#include <linux/kref.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "evergreen_job_limit.h"
#include "evergreen_queue.h"

/**
 * struct evergreen_client - what jobs know of whoever submitted them
 */
struct evergreen_client {
	/** @ref: one of the open file, one of each of its jobs */
	struct kref ref;

	/** @id: DRM's number of the client, for messages and traces */
	u64 id;

	/**
	 * @guilty: resets that its jobs have caused; from the first on it is banned. drm_sched
	 * looks at it, too, and cancels the jobs that are still queued
	 */
	atomic_t guilty;

	/** @busy_ns: how long its jobs have kept each kind of engine, nanoseconds */
	atomic64_t busy_ns[EVERGREEN_NUM_ENGINES];

	/** @jobs_lock: guards @jobs */
	spinlock_t jobs_lock;

	/** @jobs: for each kind of engine */
	struct evergreen_client_jobs jobs[EVERGREEN_NUM_ENGINES];

	/** @room: woken when a client may have more jobs again */
	wait_queue_head_t room;
};

struct evergreen_client *evergreen_client_create(u64 id);
struct evergreen_client *evergreen_client_get(struct evergreen_client *client);
void evergreen_client_put(struct evergreen_client *client);

static inline bool evergreen_client_banned(struct evergreen_client *client)
{
	return atomic_read(&client->guilty);
}

#endif

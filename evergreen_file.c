// SPDX-License-Identifier: MIT OR GPL-2.0

#include <linux/sched.h>
#include <linux/slab.h>

#include "cayman_vm.h"
#include "evergreen_file.h"
#include "evergreen_trace.h"

/**
 * DOC: Clients
 *
 * A client is an open file. It owns the queues of its jobs, the memory
 * that its submissions are unpacked into, and a budget of lines in the kernel's
 * log: a client whose streams are refused hears why each time it does not exceed
 * the budget, however noisy others are.
 */

/* Lines in the kernel log per client, and the time after which they come anew. */
#define EVERGREEN_REFUSAL_BURST		5
#define EVERGREEN_REFUSAL_INTERVAL	(10 * HZ)

/* Scratch memory above this goes back after the submission that needed it. */
#define EVERGREEN_SCRATCH_KEEP		(512 * 1024)
#define EVERGREEN_SCRATCH_MAX		(64 * 1024 * 1024)

/**
 * evergreen_file_open() - a client arrives
 * @drm: the device
 * @filp: its open file
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_file_open(struct drm_device *drm, struct drm_file *filp)
{
	struct evergreen_file *file;

	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;

	file->client = evergreen_client_create(filp->client_id);
	if (!file->client) {
		kfree(file);
		return -ENOMEM;
	}
	file->drm = filp;
	mutex_init(&file->lock);
	ratelimit_state_init(&file->refusals, EVERGREEN_REFUSAL_INTERVAL,
			     EVERGREEN_REFUSAL_BURST);
	ratelimit_set_flags(&file->refusals, RATELIMIT_MSG_ON_RELEASE);
	filp->driver_priv = file;
	return 0;
}

/**
 * evergreen_file_close() - a client leaves
 * @drm: the device
 * @filp: its open file
 *
 * Jobs that are on a ring run to their end; those still queued get a second to
 * reach it, then they are dropped.
 */
void evergreen_file_close(struct drm_device *drm, struct drm_file *filp)
{
	struct evergreen_device *edev = to_evergreen(drm);
	struct evergreen_file *file = filp->driver_priv;

	cmpxchg(&edev->hyperz_owner, file, NULL);
	cmpxchg(&edev->cmask_owner, file, NULL);
	evergreen_queues_destroy(file);
	cayman_vm_close(file);
	kvfree(file->scratch.mem);
	evergreen_client_put(file->client);
	mutex_destroy(&file->lock);
	kfree(file);
}

/**
 * evergreen_scratch_get() - have enough scratch memory
 * @scratch: the client's, whose lock is held
 * @size: bytes that are needed
 *
 * The contents are undefined.
 *
 * Return: the memory, aligned for any type, or NULL.
 */
void *evergreen_scratch_get(struct evergreen_scratch *scratch, size_t size)
{
	if (size <= scratch->size)
		return scratch->mem;

	kvfree(scratch->mem);
	scratch->mem = NULL;
	scratch->size = 0;
	if (size > EVERGREEN_SCRATCH_MAX)
		return NULL;

	size = PAGE_ALIGN(size);
	scratch->mem = kvmalloc(size, GFP_KERNEL);
	scratch->size = scratch->mem ? size : 0;
	return scratch->mem;
}

/**
 * evergreen_scratch_put() - scratch memory is no longer needed
 * @scratch: the client's, whose lock is held
 *
 * It is kept for the next submission unless it is unusually large.
 */
void evergreen_scratch_put(struct evergreen_scratch *scratch)
{
	if (scratch->size <= EVERGREEN_SCRATCH_KEEP)
		return;

	kvfree(scratch->mem);
	scratch->mem = NULL;
	scratch->size = 0;
}

/**
 * evergreen_file_refuse() - tell why a stream was refused
 * @file: the client, its lock held
 * @report: the checker's report
 *
 * To the debug log, to the tracepoint, and as far as the client's budget goes to
 * the kernel's log. The stream itself is not shown to anybody.
 */
void evergreen_file_refuse(struct evergreen_file *file,
			   const struct r600_cs_report *report)
{
	struct drm_device *drm = file->drm->minor->dev;
	char text[R600_CS_REPORT_BYTES];

	lockdep_assert_held(&file->lock);

	file->refused++;
	file->last_refusal = *report;
	trace_evergreen_refuse(file->drm->client_id, report);
	r600_cs_describe(report, text, sizeof(text));
	drm_dbg(drm, "%s[%d]: refused: %s\n", current->comm,
		task_pid_nr(current), text);
	if (__ratelimit(&file->refusals))
		drm_notice(drm, "%s[%d]: refused: %s\n", current->comm,
			   task_pid_nr(current), text);
}

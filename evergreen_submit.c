// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Submission
 *
 * The CS ioctl takes a stream of commands in an indirect buffer (IB), and a list of
 * relocations, which name the buffers that it uses. What it does, in this order:
 *
 * 1. copy everything from user space, once (evergreen_chunks.c);
 * 2. look the handles up and describe the buffers to the checker
 *    (evergreen_submit_buffers.c);
 * 3. have the private copy of the stream checked, which yields a verdict and a
 *    list of addresses to fill in; nothing has been locked or moved so far;
 * 4. look up the pages of processes' memory (evergreen_userptr_pages.c), then make the job,
 *    which may wait for room in the IB pool;
 * 5. lock the buffers (drm_exec), place them, turn the fences in their
 *    reservation objects into dependencies of the job;
 * 6. fill in the addresses, copy the stream into the pool, arm the job, put its
 *    fence into the reservation objects, push it.
 *
 * Everything that can fail comes before the job is armed; if a process has lost pages
 * meanwhile, it begins again with step 4. What the ioctl needs
 * besides the job lies in one piece of memory that the client keeps from one
 * submission to the next; its mutex serialises the submissions of one client and
 * keeps jobs of an entity in order.
 *
 * With USE_VM, addresses in the stream are those that the client has mapped its
 * buffers at (cayman_mapping.c): the checker leaves them alone, and the page tables show the
 * buffers that the relocations name before the job is put on its ring.
 *
 * Without KEEP_TILING, the checker has tiling fields filled in from what
 * GEM_SET_TILING noted with the buffers; it looks at the note once.
 */
#include <linux/cleanup.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>

#include <drm/drm_exec.h>
#include <drm/radeon_drm.h>

#include "cayman_vm.h"
#include "evergreen_client.h"
#include "evergreen_file.h"
#include "evergreen_job.h"
#include "evergreen_job_limit.h"
#include "evergreen_queue.h"
#include "evergreen_ring.h"
#include "evergreen_submit.h"
#include "evergreen_submit_inner.h"
#include "r600_cs_checker.h"

/* Read once for each submission; a change holds for those that come after it. */
static bool random_access = true;
module_param(random_access, bool, 0644);
MODULE_PARM_DESC(random_access,
		 "accept random access targets without a VM, whose mailboxes have no bound (default Y)");

/* Further tries for room that another submission holds, see is_worth_another_try(). */
#define EVERGREEN_ROOM_TRIES		2

/* Not on CP1 and CP2 (evergreen_clean_start.c), which the older chips do not have. */
static bool can_start_clean(const struct evergreen_submit *s)
{
	return s->rules == R600_CS_GFX || !evergreen_is_cayman(s->edev->chip);
}

static int check_stream(struct evergreen_submit *s)
{
	const struct r600_cs_input input = {
		.chip = &s->edev->cs_chip,
		.engine = s->rules,
		.ib = s->ib,
		.ndw = s->ndw,
		.buffers = s->checked,
		.num_buffers = s->num_buffers,
		.keep_tiling = s->keep_tiling,
		.clean_start = can_start_clean(s),
		.no_rats = !random_access,
		.vm = s->use_vm,
	};
	int ret;

	ret = r600_cs_check(&input, &s->verdict);
	if (ret)
		evergreen_refusals_add(&s->file->refusals, s->file->drm, &s->verdict.report);
	else if (s->verdict.ndw > evergreen_chunks_max_ndw(s))
		ret = evergreen_submit_refuse(s, "length of the IB with what has to be in it",
					      s->verdict.ndw);
	return ret;
}

static void patch_stream(struct evergreen_submit *s)
{
	r600_cs_apply(s->ib, s->verdict.patches, s->verdict.num_patches, s->addresses);
	r600_cs_copy(evergreen_job_ib(s->job), s->ib, s->ndw, &s->verdict);
}

static int make_job(struct evergreen_submit *s)
{
	struct evergreen_queue *queue;
	int ret;

	queue = evergreen_queue_get(s->file, s->engine, s->priority);
	if (IS_ERR(queue))
		return PTR_ERR(queue);
	s->job = evergreen_job_create(queue->ring, &queue->entity, s->vm, s->file->client,
				      s->verdict.ndw);
	if (IS_ERR(s->job))
		return PTR_ERR(s->job);
	s->job->engine = s->engine;
	s->job->counted_dw = s->ndw;
	s->job->cp_dma = s->verdict.cp_dma;
	ret = evergreen_job_reserve_buffers(s->job, s->num_buffers);
	if (ret)
		evergreen_job_destroy(s->job);
	return ret;
}

/* -EAGAIN if a process has lost pages since they were looked up. */
static int queue_job(struct evergreen_submit *s)
{
	int ret;

	drm_exec_init(&s->exec, DRM_EXEC_INTERRUPTIBLE_WAIT, max(s->num_buffers, 1u));
	ret = evergreen_submit_buffers_lock(s) ?: evergreen_submit_buffers_prepare(s);
	if (ret)
		goto out;

	/* No process loses pages between the last look at them and the job's fence. */
	if (s->userptrs)
		mutex_lock(&s->edev->userptrs.lock);
	if (evergreen_submit_userptrs_valid(s)) {
		/* Only once: it adds addresses to what the stream says. */
		patch_stream(s);
		evergreen_submit_buffers_publish(s, evergreen_job_arm(s->job));
		evergreen_job_push(s->job);
	} else {
		ret = -EAGAIN;
	}
	if (s->userptrs)
		mutex_unlock(&s->edev->userptrs.lock);
out:
	drm_exec_fini(&s->exec);
	return ret;
}

/*
 * Two submissions that need each other's place both find it locked, which TTM tells as a lack of
 * memory. The locks have been let go of then, and one of the two goes on.
 */
static bool is_worth_another_try(int ret, unsigned int *tries)
{
	return (ret == -EAGAIN || (ret == -ENOMEM && (*tries)++ < EVERGREEN_ROOM_TRIES)) &&
	       !signal_pending(current);
}

static int run(struct evergreen_submit *s)
{
	unsigned int tries = 0;
	int idx, ret;

	do {
		ret = evergreen_submit_userptrs_look_up(s) ?: make_job(s);
		if (ret)
			break;
		ret = -ENODEV;
		if (drm_dev_enter(&s->edev->drm, &idx)) {
			ret = queue_job(s);
			drm_dev_exit(idx);
		}
		if (ret)
			evergreen_job_destroy(s->job);
	} while (is_worth_another_try(ret, &tries));
	/* Whoever waits for a lock says -EINTR. */
	return ret == -EAGAIN || ret == -EINTR ? -ERESTARTSYS : ret;
}

/*
 * The client's memory may be somebody's who never answers (userfaultfd, FUSE). So it is
 * copied, and looked up, where an unplug does not wait for it. Nor does one wait for room in the
 * IB pool.
 */
static int submit(struct evergreen_submit *s)
{
	int ret;

	lockdep_assert_held(&s->file->lock);
	if (READ_ONCE(s->edev->dead))
		return -EIO;
	if (evergreen_client_banned(s->file->client))
		return -ECANCELED;
	if (s->use_vm) {
		s->vm = cayman_vm_of(s->file);
		if (IS_ERR(s->vm))
			return PTR_ERR(s->vm);
	}

	ret = evergreen_chunks_copy(s);
	if (ret)
		goto put_scratch;
	ret = evergreen_submit_buffers_get(s);
	if (ret)
		goto put_buffers;
	ret = evergreen_submit_buffers_describe(s);
	if (ret)
		goto put_buffers;
	ret = check_stream(s);
	if (ret)
		goto put_buffers;
	ret = run(s);

put_buffers:
	evergreen_submit_buffers_put(s);
put_scratch:
	evergreen_scratch_put(&s->file->scratch);
	return ret;
}

/**
 * evergreen_cs_ioctl() - run a command stream
 * @drm: the device
 * @data: struct drm_radeon_cs
 * @filp: the client
 *
 * No chunks at all is no work, and succeeds.
 *
 * Return: 0 when the job is queued; -EINVAL (arguments or stream), -ENOENT (a
 * handle), -EFAULT, -EPERM (memory of another process, or of a file and to be written),
 * -ENOMEM, -ERESTARTSYS, -ECANCELED (this client has hung the card), -EBUSY (jobs do not let
 * go of a buffer that has to move), -EIO (the card is dead) or -ENODEV.
 */
int evergreen_cs_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct evergreen_submit s = {
		.edev = to_evergreen(drm),
		.file = filp->driver_priv,
	};
	const struct drm_radeon_cs *args = data;
	int ret;

	if (!args->num_chunks)
		return 0;

	ret = evergreen_chunks_take(&s, args);
	if (ret)
		return ret;
	ret = evergreen_client_enter_job(s.file->client, s.engine, s.priority, s.ndw);
	if (ret)
		return ret;
	scoped_cond_guard(mutex_intr, ret = -ERESTARTSYS, &s.file->lock)
		ret = submit(&s);
	if (ret)
		evergreen_client_leave_job(s.file->client, s.engine, s.ndw);
	return ret;
}

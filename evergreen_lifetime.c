// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What outlives the driver's part in a device
 *
 * A device may live longer than its driver is bound, if jobs wait for fences of others
 * (evergreen_sched.c). So the module, whose functions they will call, does not go before its
 * last device, nor before the memory of the last job is free.
 */
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include <drm/drm_managed.h>

#include "evergreen_device.h"
#include "evergreen_lifetime.h"
#include "evergreen_sched.h"

static atomic_t devices;
static DECLARE_WAIT_QUEUE_HEAD(devices_gone);
static struct workqueue_struct *put_wq;

/**
 * evergreen_lifetime_init() - the module comes
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_lifetime_init(void)
{
	put_wq = alloc_workqueue("evergreen-put", WQ_UNBOUND, 0);
	return put_wq ? 0 : -ENOMEM;
}

/**
 * evergreen_lifetime_exit() - the module goes
 *
 * Waits for all devices and jobs. No device is added any more.
 */
void evergreen_lifetime_exit(void)
{
	wait_event(devices_gone, !atomic_read(&devices));
	destroy_workqueue(put_wq);
	if (IS_ENABLED(CONFIG_TASKS_RCU))
		rcu_barrier_tasks();
	else
		rcu_barrier();
}

static void forget_device(struct drm_device *drm, void *arg)
{
	if (atomic_dec_and_test(&devices))
		wake_up_all(&devices_gone);
}

static void put_device_now(struct work_struct *work)
{
	struct evergreen_device *edev = container_of(work, struct evergreen_device, put_work);

	drm_dev_put(&edev->drm);
}

/**
 * evergreen_lifetime_begin() - have the module wait for a device
 * @edev: the card, new
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_lifetime_begin(struct evergreen_device *edev)
{
	INIT_WORK(&edev->put_work, put_device_now);
	atomic_inc(&devices);
	return drmm_add_action_or_reset(&edev->drm, forget_device, NULL);
}

/**
 * evergreen_device_put() - drop a reference to the DRM device from a worker of its own
 * @edev: the card
 *
 * The last one takes the schedulers and workqueues with it, so it goes elsewhere.
 */
void evergreen_device_put(struct evergreen_device *edev)
{
	if (!refcount_dec_not_one(&edev->drm.ref.refcount))
		queue_work(put_wq, &edev->put_work);
}

static void free_memory(struct rcu_head *rcu)
{
	kfree(container_of(rcu, struct evergreen_job, fence.base.rcu));
}

/**
 * evergreen_job_put() - drop a reference to a job's memory
 * @job: freed by the scheduler, or one of its fences is released
 *
 * Somebody who has no reference may still read in a fence of it: whoever looks one up under
 * RCU, and whoever sets a deadline for the scheduler's fence, which passes it on to ours
 * with nothing held, while free_job() takes ours away. Only the grace period of RCU tasks
 * waits for the latter.
 */
void evergreen_job_put(struct evergreen_job *job)
{
	if (refcount_dec_and_test(&job->refs))
		call_rcu_tasks(&job->fence.base.rcu, free_memory);
}

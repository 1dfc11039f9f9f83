// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What outlives the driver's part in a device
 *
 * A device may live longer than its driver is bound, if jobs wait for fences of others
 * (evergreen_job.c). So the module, whose functions they will call, does not go before its
 * last device, nor before the memory of the last job is free (evergreen_job_pool.c).
 */
#include <linux/wait_bit.h>
#include <linux/workqueue.h>

#include <drm/drm_managed.h>

#include "evergreen_device.h"
#include "evergreen_job_pool.h"
#include "evergreen_lifetime.h"

static atomic_t devices;
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
	wait_var_event(&devices, !atomic_read(&devices));
	destroy_workqueue(put_wq);
	evergreen_job_pool_free();
}

static void forget_device(struct drm_device *drm, void *arg)
{
	if (atomic_dec_and_test(&devices))
		wake_up_var(&devices);
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

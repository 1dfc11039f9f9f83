// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Finished fences
 *
 * A scheduler's fence, in a sync file or in a buffer that another device has, may outlive the
 * scheduler, which goes with its device, and the module. It points to it all the same. Kernels
 * before dma_fence_timeline_name() read its name there when somebody asks for that of the fence,
 * and amdgpu, on all kernels, reads whether the scheduler is one of its own. So a fence that is done
 * is given a scheduler that has a name and nothing else. It stays in memory for good, less than
 * 2 KiB for each time that the module is loaded, as nobody can tell when the last of these fences
 * goes.
 *
 * That leaves who has read the old pointer just before, and not yet what is there; and the functions
 * of the fence, which are gpu_sched's: there the kernel lets that module go with its fences alive.
 */
#include <linux/errno.h>
#include <linux/kmemleak.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <drm/gpu_scheduler.h>

#include "evergreen_finished_fence.h"

static struct nobody {
	/*
	 * amdgpu takes each scheduler for one that lies in a ring of its own, and compares the
	 * device that stands there, in front of it, with its own.
	 */
	u8 ring_of_amdgpu[SZ_1K];
	struct drm_gpu_scheduler sched;
	char name[16];
} *nobody;

/**
 * evergreen_finished_fences_init() - the module comes
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_finished_fences_init(void)
{
	nobody = kzalloc(sizeof(*nobody), GFP_KERNEL);
	if (!nobody)
		return -ENOMEM;
	kmemleak_not_leak(nobody);
	strscpy(nobody->name, "evergreen", sizeof(nobody->name));
	nobody->sched.name = nobody->name;
	return 0;
}

/**
 * evergreen_finished_fences_unused() - the module does not come after all
 *
 * Nobody has a fence.
 */
void evergreen_finished_fences_unused(void)
{
	kfree(nobody);
}

/**
 * evergreen_finished_fence() - a job is done: its fence outlives its scheduler from now on
 * @fence: signalled; drm_sched_job_cleanup() of its job follows
 */
void evergreen_finished_fence(struct drm_sched_fence *fence)
{
	WRITE_ONCE(fence->sched, &nobody->sched);
}

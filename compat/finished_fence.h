/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_FINISHED_FENCE_H
#define EVERGREEN_COMPAT_FINISHED_FENCE_H

struct drm_sched_fence;

#ifdef EVERGREEN_KERNEL_HAS_FENCE_TIMELINE_NAME
static inline int evergreen_finished_fences_init(void)
{
	return 0;
}

static inline void evergreen_finished_fences_unused(void)
{
}

static inline void evergreen_finished_fence(struct drm_sched_fence *fence)
{
}
#else
int evergreen_finished_fences_init(void);
void evergreen_finished_fences_unused(void);
void evergreen_finished_fence(struct drm_sched_fence *fence);
#endif

#endif

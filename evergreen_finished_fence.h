/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_FINISHED_FENCE_H
#define EVERGREEN_FINISHED_FENCE_H

struct drm_sched_fence;

int evergreen_finished_fences_init(void);
void evergreen_finished_fences_unused(void);
void evergreen_finished_fence(struct drm_sched_fence *fence);

#endif

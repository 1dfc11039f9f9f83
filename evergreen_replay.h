/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_REPLAY_H
#define EVERGREEN_REPLAY_H

#include <linux/types.h>

struct drm_sched_job;
struct evergreen_device;
struct evergreen_ring;

void evergreen_scheds_stop(struct evergreen_device *edev, struct drm_sched_job *bad);
void evergreen_scheds_start(struct evergreen_device *edev);
bool evergreen_rings_busy(struct evergreen_device *edev, struct evergreen_ring *except);
void evergreen_rings_settle(struct evergreen_device *edev, struct evergreen_ring *except);
void evergreen_jobs_cancel(struct evergreen_device *edev);
u32 evergreen_jobs_replay(struct evergreen_device *edev);

#endif

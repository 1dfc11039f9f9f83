/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_RESET_H
#define EVERGREEN_RESET_H

#include <drm/gpu_scheduler.h>

struct evergreen_device;
struct evergreen_ring;

int evergreen_reset_init(struct evergreen_device *edev);
void evergreen_reset_fini(struct evergreen_device *edev);
void evergreen_reset_watch(struct evergreen_ring *ring);
void evergreen_reset_call(struct evergreen_device *edev,
			  void (*run)(struct evergreen_device *edev));
int evergreen_reset_tlb(struct evergreen_device *edev);
int evergreen_reset_rings(struct evergreen_device *edev);
enum drm_gpu_sched_stat evergreen_reset_timedout(struct drm_sched_job *sched_job);
void evergreen_jobs_hold(struct evergreen_device *edev);
void evergreen_jobs_go_on(struct evergreen_device *edev);
void evergreen_device_dead(struct evergreen_device *edev, const char *why);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_RESET_H
#define EVERGREEN_RESET_H

#include <drm/gpu_scheduler.h>

struct evergreen_device;

/**
 * struct evergreen_reset_ops - what lower layers ask of those who reset the card
 *
 * They find it at &evergreen_reset.ops.
 */
struct evergreen_reset_ops {
	/** @timedout: &drm_sched_backend_ops.timedout_job of each ring's scheduler */
	enum drm_gpu_sched_stat (*timedout)(struct drm_sched_job *sched_job);

	/**
	 * @tlb: the TLB does not flush; called where evergreen_reset_call() may be. Returns 0, or
	 * -EIO if the card is dead.
	 */
	int (*tlb)(struct evergreen_device *edev);

	/**
	 * @forget: a job that does not end may have what it has lost in a TLB, of which the card
	 * does not say that it has been flushed. Where @tlb may be called.
	 */
	void (*forget)(struct evergreen_device *edev);

	/**
	 * @dead: &evergreen_device.dead is set, and was not before if the argument is true. Called
	 * in any context, interrupts included.
	 */
	void (*dead)(struct evergreen_device *edev, bool first);
};

int evergreen_reset_init(struct evergreen_device *edev);
void evergreen_reset_fini(struct evergreen_device *edev);
void evergreen_reset_call(struct evergreen_device *edev,
			  void (*run)(struct evergreen_device *edev));
int evergreen_reset_rings(struct evergreen_device *edev);
u32 evergreen_jobs_hold_ms(const struct evergreen_device *edev);
void evergreen_jobs_hold(struct evergreen_device *edev);
void evergreen_jobs_go_on(struct evergreen_device *edev);

#endif

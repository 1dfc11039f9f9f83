/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_RESET_H
#define EVERGREEN_RESET_H

#include <linux/atomic.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include <drm/gpu_scheduler.h>

struct evergreen_coredump;
struct evergreen_device;
struct evergreen_job;

/* What a reset takes from the card: each more than the one before. */
enum evergreen_reset_level {
	EVERGREEN_RESET_ENGINE,
	EVERGREEN_RESET_GFX,
	EVERGREEN_RESET_CHIP,
	EVERGREEN_NUM_RESET_LEVELS,
};

/**
 * struct evergreen_reset_ops - what lower layers ask of those who reset the card
 *
 * They find it at &evergreen_reset.ops.
 */
struct evergreen_reset_ops {
	/** @timedout: &drm_sched_backend_ops.timedout_job of each ring's scheduler */
	enum drm_gpu_sched_stat (*timedout)(struct drm_sched_job *sched_job);

	/**
	 * @resolve: a job is overdue; the caller has a reference to its fence and has stopped the
	 * schedulers. On evergreen_reset.wq; allocates nothing.
	 */
	void (*resolve)(struct evergreen_job *overdue);

	/**
	 * @flush_failed: the TLB does not flush; called where evergreen_reset_call() may be.
	 * Returns 0, or -EIO if the card is dead.
	 */
	int (*flush_failed)(struct evergreen_device *edev);

	/**
	 * @pages_outlived: a job that does not end may have what it has lost in a TLB, of which the
	 * card does not say that it has been flushed. Where @flush_failed may be called.
	 */
	void (*pages_outlived)(struct evergreen_device *edev);

	/**
	 * @dead: &evergreen_device.dead is set, and was not before if the argument is true. Called
	 * in any context, interrupts included.
	 */
	void (*dead)(struct evergreen_device *edev, bool first);
};

/**
 * struct evergreen_reset - what resets a card, and tells of it
 */
struct evergreen_reset {
	/** @ops: who does it; set at probe */
	const struct evergreen_reset_ops *ops;

	/** @wq: runs the timeout handlers of all rings one after the other */
	struct workqueue_struct *wq;

	/** @counter: resets since probe */
	atomic_t counter;

	/** @report: tells user space of a reset, or that the card is dead */
	struct work_struct report;

	/** @coredump: dump that @report publishes, or NULL */
	struct evergreen_coredump *coredump;

	/** @resolving: it is being found out which job hangs; no others are looked for */
	bool resolving;
};

int evergreen_reset_init(struct evergreen_device *edev);
void evergreen_reset_fini(struct evergreen_device *edev);
void evergreen_reset_call(struct evergreen_device *edev,
			  void (*run)(struct evergreen_device *edev));
int evergreen_reset_rings(struct evergreen_device *edev);
enum drm_gpu_sched_stat evergreen_reset_timedout(struct drm_sched_job *sched_job);
void evergreen_reset_resolve(struct evergreen_job *overdue);
void evergreen_reset_report(struct evergreen_device *edev);
void evergreen_reset_give_up(struct evergreen_device *edev);
void evergreen_reset_fail_all(struct evergreen_device *edev, bool first);

#endif

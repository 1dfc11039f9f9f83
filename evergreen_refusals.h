/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_REFUSALS_H
#define EVERGREEN_REFUSALS_H

#include <linux/mutex.h>
#include <linux/ratelimit.h>
#include <linux/types.h>

#include "r600_cs_checker.h"

struct drm_file;
struct seq_file;

/* Reports that are kept of each client; a power of two. */
#define EVERGREEN_REFUSALS_KEPT	8

/**
 * struct evergreen_refusals - what a client was refused
 */
struct evergreen_refusals {
	/** @lock: guards @count and @last */
	struct mutex lock;

	/** @budget: how often this client may write into the kernel's log */
	struct ratelimit_state budget;

	/** @count: streams refused so far */
	u64 count;

	/**
	 * @last: the reports of the latest ones; that of the nth refusal, from 0, is at n modulo
	 * the length
	 */
	struct r600_cs_report last[EVERGREEN_REFUSALS_KEPT];
};

void evergreen_refusals_init(struct evergreen_refusals *refusals);
void evergreen_refusals_fini(struct evergreen_refusals *refusals);
void evergreen_refusals_add(struct evergreen_refusals *refusals, struct drm_file *filp,
			    const struct r600_cs_report *report);
void evergreen_refusals_show(struct evergreen_refusals *refusals, struct drm_file *filp,
			     struct seq_file *m);

#endif

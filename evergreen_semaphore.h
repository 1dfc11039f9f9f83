/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SEMAPHORE_H
#define EVERGREEN_SEMAPHORE_H

#include <linux/idr.h>
#include <linux/types.h>

#include "evergreen_kernel_bo.h"

struct dma_fence;
struct evergreen_device;
struct evergreen_job;

/* Jobs that may wait for other rings on the card at a time. */
#define EVERGREEN_SEMAPHORE_JOBS	256

/**
 * struct evergreen_semaphores - cells by which rings wait for each other
 */
struct evergreen_semaphores {
	/** @cells: in GTT, for each taker a cell of 64 bits for each ring that signals */
	struct evergreen_kernel_bo cells;

	/** @takers: takers that are in use */
	struct ida takers;
};

int evergreen_semaphores_init(struct evergreen_device *edev);
int evergreen_semaphores_test(struct evergreen_device *edev);
void evergreen_semaphores_fini(struct evergreen_device *edev);
int evergreen_semaphores_add_dependency(struct evergreen_job *job, struct dma_fence *fence);
int evergreen_semaphores_emit_signals(struct evergreen_job *job);
void evergreen_semaphores_emit_waits(struct evergreen_job *job);
void evergreen_semaphores_put(struct evergreen_job *job);

#endif

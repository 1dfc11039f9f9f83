/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_FILE_H
#define EVERGREEN_FILE_H

#include <linux/mutex.h>

#include <drm/drm_file.h>

#include "evergreen_client.h"
#include "evergreen_device.h"
#include "evergreen_queue.h"
#include "evergreen_refusals.h"

struct cayman_vm;

/**
 * struct evergreen_scratch - memory that submissions of one client reuse
 */
struct evergreen_scratch {
	/** @mem: one block */
	void *mem;

	/** @size: its bytes */
	size_t size;
};

/**
 * struct evergreen_file - what the driver keeps for one open file
 */
struct evergreen_file {
	/** @drm: DRM's part, whose client id names this client */
	struct drm_file *drm;

	/** @client: what its jobs keep of it */
	struct evergreen_client *client;

	/**
	 * @lock: held for the whole of a submission: guards @scratch, and keeps jobs in the order
	 * in which they were armed
	 */
	struct mutex lock;

	/** @queues: the client's queues by engine and priority; NULL if not used yet */
	struct evergreen_queue *queues[EVERGREEN_NUM_ENGINES][EVERGREEN_NUM_PRIORITIES];

	/** @scratch: memory that submissions work in */
	struct evergreen_scratch scratch;

	/** @vm: its address space, or NULL as long as it has used none; set once */
	struct cayman_vm *vm;

	/** @refusals: streams that were refused, and why */
	struct evergreen_refusals refusals;
};

int evergreen_file_open(struct drm_device *drm, struct drm_file *filp);
void evergreen_file_close(struct drm_device *drm, struct drm_file *filp);
void *evergreen_scratch_get(struct evergreen_scratch *scratch, size_t size);
void evergreen_scratch_put(struct evergreen_scratch *scratch);

#endif

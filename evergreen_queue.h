/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_QUEUE_H
#define EVERGREEN_QUEUE_H

#include <drm/gpu_scheduler.h>

#include "evergreen_device.h"
#include "r600_cs_checker.h"

struct evergreen_file;
struct evergreen_ring;

/* Kinds of engines: what a client asks for. Which rings do it is the card's business. */
enum evergreen_engine {
	EVERGREEN_ENGINE_GFX,
	EVERGREEN_ENGINE_COMPUTE,
	EVERGREEN_ENGINE_DMA,
	EVERGREEN_NUM_ENGINES,
};

/**
 * struct evergreen_cs_ring - what a ring of the interface, RADEON_CS_RING_*, stands for
 */
struct evergreen_cs_ring {
	/** @engine: the kind of engine */
	enum evergreen_engine engine;

	/** @rules: which rules the checker applies to its streams */
	enum r600_cs_engine rules;
};

enum evergreen_priority {
	EVERGREEN_PRIORITY_LOW,
	EVERGREEN_PRIORITY_NORMAL,
	EVERGREEN_PRIORITY_HIGH,
	EVERGREEN_NUM_PRIORITIES,
};

/* Rings that do the same work. */
#define EVERGREEN_QUEUE_RINGS	2

/**
 * struct evergreen_queue - jobs of one client for one kind of work, in their order
 */
struct evergreen_queue {
	/** @entity: the scheduler's part */
	struct drm_sched_entity entity;

	/** @scheds: those that take jobs from it; the entity points here */
	struct drm_gpu_scheduler *scheds[EVERGREEN_QUEUE_RINGS];

	/** @ring: ring of the first entry of @scheds */
	struct evergreen_ring *ring;

	/** @rcu: for its end */
	struct rcu_head rcu;
};

const struct evergreen_cs_ring *evergreen_cs_ring(u64 id);
enum evergreen_priority evergreen_queue_priority(s32 wish);
bool evergreen_engine_served(struct evergreen_device *edev, enum evergreen_engine engine);
struct evergreen_queue *evergreen_queue_get(struct evergreen_file *file,
					    enum evergreen_engine engine,
					    enum evergreen_priority priority);
void evergreen_queue_drop_ring(struct evergreen_ring *ring);
void evergreen_queue_drop_compute(struct evergreen_device *edev, const char *what, const char *how);
void evergreen_queues_destroy(struct evergreen_file *file);

#endif

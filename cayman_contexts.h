/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_CONTEXTS_H
#define CAYMAN_CONTEXTS_H

#include <linux/list.h>
#include <linux/types.h>

/* The first is the GART's and is never given to anybody. */
#define CAYMAN_NUM_CONTEXTS	8

/**
 * struct cayman_stay - a job's time in a context
 */
struct cayman_stay {
	/** @vmid: the context, from when the job has been given it; 0 before */
	u32 vmid;

	/** @node: in &cayman_tenant.waiting while it has to wait */
	struct list_head node;
};

/**
 * struct cayman_tenant - an address space, as the contexts see it
 */
struct cayman_tenant {
	/** @vmid: the context that takes more of its jobs, or 0 */
	u32 vmid;

	/** @waiting: its jobs that have to wait for a context */
	struct list_head waiting;

	/** @node: in &cayman_contexts.queue while there are such jobs */
	struct list_head node;
};

/**
 * struct cayman_context - a context of the memory controller
 */
struct cayman_context {
	/** @owner: whose jobs are in it or were last, or NULL; changes only without jobs */
	struct cayman_tenant *owner;

	/** @closed: takes no more jobs of @owner, since somebody else waits */
	bool closed;

	/** @jobs: jobs that have this context and have not left it */
	u32 jobs;

	/** @stamp: when it was given to a job last, counts up */
	u64 stamp;
};

/**
 * struct cayman_contexts - all contexts of a card
 */
struct cayman_contexts {
	/** @stamp: the last one given */
	u64 stamp;

	/** @queue: tenants with jobs that wait; the first gets the next context */
	struct list_head queue;

	/** @num_waiting: tenants in @queue */
	u32 num_waiting;

	/** @by_vmid: the contexts */
	struct cayman_context by_vmid[CAYMAN_NUM_CONTEXTS];
};

static inline bool cayman_stay_waits(const struct cayman_stay *stay)
{
	return !list_empty(&stay->node);
}

void cayman_contexts_init(struct cayman_contexts *contexts);
void cayman_tenant_init(struct cayman_tenant *tenant);
void cayman_stay_init(struct cayman_stay *stay);

bool cayman_contexts_enter(struct cayman_contexts *contexts, struct cayman_tenant *tenant,
			   struct cayman_stay *stay);
void cayman_contexts_leave(struct cayman_contexts *contexts, struct cayman_tenant *tenant,
			   struct cayman_stay *stay, struct list_head *admitted);
void cayman_contexts_forget(struct cayman_contexts *contexts, struct cayman_tenant *tenant);

#endif

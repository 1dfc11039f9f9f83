// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Who has which context
 *
 * Seven contexts serve any number of address spaces, the tenants. A job enters a
 * context before it is put on its ring and leaves it when the scheduler frees it. What
 * is counted is jobs, not fences: a context has one owner as long as there are jobs in
 * it, and only an empty one changes hands.
 *
 * A tenant keeps its context until another one needs it. One without a context takes
 * the empty one that has not been used for longest. If none is empty, its jobs wait:
 * the tenant joins the queue, and for each tenant in the queue one context is closed,
 * the least recently used one first. A closed one takes no more jobs. When its last job
 * leaves, the first tenant of the queue gets it, and all jobs of that tenant that wait
 * are in it from that moment on. So a job asks twice at most, and no job is overtaken
 * for ever.
 *
 * A job that has been let in may still wait for its ring, and keeps the context
 * meanwhile. If the ring is kept busy by others of a higher priority, those who wait
 * for the context wait as long.
 *
 * Rejected: to reuse a context while its old jobs are still on the ring of the new
 * owner. A ring executes packets in order, but draws may end after later packets have
 * begun. Their last writes could then go through the new page tables. The event of a
 * job's fence says that the job is over, and the rest of the driver relies on it, too.
 *
 * This file knows nothing of the kernel and is tested outside it. The caller locks.
 */
#include "cayman_contexts.h"

/**
 * cayman_contexts_init() - nobody has a context, nobody waits
 * @contexts: to initialise
 */
void cayman_contexts_init(struct cayman_contexts *contexts)
{
	*contexts = (struct cayman_contexts) { 0 };
	INIT_LIST_HEAD(&contexts->queue);
}

/**
 * cayman_tenant_init() - an address space without jobs
 * @tenant: to initialise
 */
void cayman_tenant_init(struct cayman_tenant *tenant)
{
	tenant->vmid = 0;
	INIT_LIST_HEAD(&tenant->waiting);
	INIT_LIST_HEAD(&tenant->node);
}

/**
 * cayman_stay_init() - a job that has not asked yet
 * @stay: to initialise
 */
void cayman_stay_init(struct cayman_stay *stay)
{
	stay->vmid = 0;
	INIT_LIST_HEAD(&stay->node);
}

/*
 * The one not used for longest of those without jobs, or of those with jobs that are
 * not closed; 0 if there is none.
 */
static u32 oldest(const struct cayman_contexts *contexts, bool with_jobs)
{
	const struct cayman_context *context;
	u32 i, best = 0;

	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++) {
		context = &contexts->by_vmid[i];
		if (!!context->jobs != with_jobs || (with_jobs && context->closed))
			continue;
		if (!best || context->stamp < contexts->by_vmid[best].stamp)
			best = i;
	}
	return best;
}

static void give(struct cayman_contexts *contexts, u32 vmid, struct cayman_tenant *tenant)
{
	struct cayman_context *context = &contexts->by_vmid[vmid];

	if (context->owner && context->owner->vmid == vmid)
		context->owner->vmid = 0;
	context->owner = tenant;
	context->closed = false;
	tenant->vmid = vmid;
}

static void let_in(struct cayman_contexts *contexts, u32 vmid, struct cayman_stay *stay)
{
	struct cayman_context *context = &contexts->by_vmid[vmid];

	context->jobs++;
	context->stamp = ++contexts->stamp;
	stay->vmid = vmid;
}

/* An empty one is not closed while somebody waits: it would have been given away. */
static u32 num_closed(const struct cayman_contexts *contexts)
{
	u32 i, n = 0;

	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++)
		n += contexts->by_vmid[i].closed;
	return n;
}

/* One for each tenant that waits, as far as there are enough. */
static void close_some(struct cayman_contexts *contexts)
{
	u32 vmid;

	while (contexts->num_waiting > num_closed(contexts)) {
		vmid = oldest(contexts, true);
		if (!vmid)
			return;
		contexts->by_vmid[vmid].closed = true;
		contexts->by_vmid[vmid].owner->vmid = 0;
	}
}

static void leave_queue(struct cayman_contexts *contexts, struct cayman_tenant *tenant)
{
	list_del_init(&tenant->node);
	contexts->num_waiting--;
}

/**
 * cayman_contexts_enter() - a job wants a context
 * @contexts: those of the card
 * @tenant: the job's address space
 * @stay: the job's, initialised
 *
 * Return: true if it has one now, &cayman_stay.vmid; false if it has to wait until
 * cayman_contexts_leave() of another job lets it in.
 */
bool cayman_contexts_enter(struct cayman_contexts *contexts, struct cayman_tenant *tenant,
			   struct cayman_stay *stay)
{
	u32 empty;

	if (!tenant->vmid) {
		empty = oldest(contexts, false);
		if (empty)
			give(contexts, empty, tenant);
	}
	if (tenant->vmid) {
		let_in(contexts, tenant->vmid, stay);
		return true;
	}

	if (list_empty(&tenant->waiting)) {
		list_add_tail(&tenant->node, &contexts->queue);
		contexts->num_waiting++;
	}
	list_add_tail(&stay->node, &tenant->waiting);
	close_some(contexts);
	return false;
}

static void serve_next(struct cayman_contexts *contexts, u32 vmid, struct list_head *admitted)
{
	struct cayman_tenant *next;
	struct cayman_stay *stay;

	next = list_first_entry(&contexts->queue, struct cayman_tenant, node);
	leave_queue(contexts, next);
	give(contexts, vmid, next);
	list_for_each_entry(stay, &next->waiting, node)
		let_in(contexts, vmid, stay);
	list_splice_init(&next->waiting, admitted);
	close_some(contexts);
}

/**
 * cayman_contexts_leave() - a job needs no context any more
 * @contexts: those of the card
 * @tenant: the job's address space
 * @stay: the job's, which may have a context, wait for one, or not have asked
 * @admitted: gets the &cayman_stay.node of those who waited and have a context now
 */
void cayman_contexts_leave(struct cayman_contexts *contexts, struct cayman_tenant *tenant,
			   struct cayman_stay *stay, struct list_head *admitted)
{
	u32 vmid = stay->vmid;

	if (cayman_stay_waits(stay)) {
		list_del_init(&stay->node);
		if (list_empty(&tenant->waiting))
			leave_queue(contexts, tenant);
	}
	if (!vmid)
		return;

	stay->vmid = 0;
	contexts->by_vmid[vmid].jobs--;
	if (!contexts->by_vmid[vmid].jobs && contexts->num_waiting)
		serve_next(contexts, vmid, admitted);
}

/**
 * cayman_contexts_forget() - an address space dies
 * @contexts: those of the card
 * @tenant: without jobs
 */
void cayman_contexts_forget(struct cayman_contexts *contexts, struct cayman_tenant *tenant)
{
	u32 i;

	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++)
		if (contexts->by_vmid[i].owner == tenant)
			contexts->by_vmid[i].owner = NULL;
	tenant->vmid = 0;
}

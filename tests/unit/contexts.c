// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Who gets which context of the memory controller: the rules one by one, and then any
 * order of jobs that come, end, and are killed in their queue, for numbers of clients
 * around that of the contexts, with all that must hold looked at after each step.
 */

#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "cayman_contexts.h"
#include "tap.h"

#define USABLE		(CAYMAN_NUM_CONTEXTS - 1)
#define MAX_TENANTS	64
#define MAX_JOBS	8	/* of a tenant: one for each of its queues */
#define STEPS		20000

struct job {
	struct cayman_stay stay;
	bool exists, was_let_in;
	unsigned int handovers;	/* since it waits */
};

struct client {
	struct cayman_tenant tenant;
	struct job jobs[MAX_JOBS];
};

static struct cayman_contexts contexts;
static struct client clients[MAX_TENANTS];
static unsigned int num_clients;
static const char *wrong;

static void start(unsigned int n)
{
	unsigned int i;

	memset(clients, 0, sizeof(clients));
	num_clients = n;
	wrong = NULL;
	cayman_contexts_init(&contexts);
	for (i = 0; i < n; i++)
		cayman_tenant_init(&clients[i].tenant);
}

static void must(bool holds, const char *what)
{
	if (!holds && !wrong)
		wrong = what;
}

static bool enter(unsigned int client, unsigned int nr)
{
	struct job *job = &clients[client].jobs[nr];

	*job = (struct job) { .exists = true };
	cayman_stay_init(&job->stay);
	job->was_let_in = cayman_contexts_enter(&contexts, &clients[client].tenant, &job->stay);
	must(job->was_let_in == !!job->stay.vmid, "what is said and what is given differ");
	must(job->was_let_in != cayman_stay_waits(&job->stay), "it neither waits nor is in");
	return job->was_let_in;
}

static void let_in(struct list_head *admitted)
{
	struct job *job;

	while (!list_empty(admitted)) {
		job = list_first_entry(admitted, struct job, stay.node);
		list_del_init(&job->stay.node);
		must(job->exists && !job->was_let_in, "one is let in that does not wait");
		must(job->stay.vmid, "one is let in without a context");
		job->was_let_in = true;
	}
}

static void count_handover(void)
{
	unsigned int i, k;

	for (i = 0; i < num_clients; i++)
		for (k = 0; k < MAX_JOBS; k++)
			clients[i].jobs[k].handovers++;
}

static void leave(unsigned int client, unsigned int nr)
{
	struct job *job = &clients[client].jobs[nr];
	struct list_head admitted;

	INIT_LIST_HEAD(&admitted);
	cayman_contexts_leave(&contexts, &clients[client].tenant, &job->stay, &admitted);
	must(!job->stay.vmid && !cayman_stay_waits(&job->stay), "it has left and is still there");
	job->exists = false;
	if (!list_empty(&admitted))
		count_handover();
	let_in(&admitted);
}

static unsigned int empty_contexts(void)
{
	unsigned int i, n = 0;

	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++)
		n += !contexts.by_vmid[i].jobs;
	return n;
}

static void look_at_job(const struct client *client, const struct job *job,
			unsigned int *jobs_in)
{
	if (!job->exists)
		return;
	if (!job->was_let_in) {
		must(!job->stay.vmid && cayman_stay_waits(&job->stay), "a job is forgotten");
		must(!empty_contexts(), "a job waits although a context is empty");
		must(job->handovers <= num_clients, "a job is overtaken too often");
		return;
	}
	must(job->stay.vmid && job->stay.vmid < CAYMAN_NUM_CONTEXTS, "a job has no context");
	must(contexts.by_vmid[job->stay.vmid].owner == &client->tenant,
	     "a job is in the context of somebody else");
	jobs_in[job->stay.vmid]++;
}

/* What must hold after each step. */
static void look(void)
{
	unsigned int jobs_in[CAYMAN_NUM_CONTEXTS] = { 0 };
	unsigned int i, k, closed = 0, waiting = 0;
	const struct client *client;
	const struct cayman_context *context;

	for (i = 0; i < num_clients; i++) {
		client = &clients[i];
		for (k = 0; k < MAX_JOBS; k++)
			look_at_job(client, &client->jobs[k], jobs_in);
		if (client->tenant.vmid) {
			context = &contexts.by_vmid[client->tenant.vmid];
			must(context->owner == &client->tenant && !context->closed,
			     "jobs go to a context that is closed or another's");
		}
		must(!client->tenant.vmid || list_empty(&client->tenant.waiting),
		     "jobs wait although there is a context for them");
		waiting += !list_empty(&client->tenant.waiting);
	}
	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++) {
		context = &contexts.by_vmid[i];
		must(context->jobs == jobs_in[i], "the jobs of a context are miscounted");
		closed += context->jobs && context->closed;
	}
	must(!jobs_in[0], "a job is in the kernel's context");
	must(contexts.num_waiting == waiting, "those who wait are miscounted");
	must(closed >= (waiting < USABLE ? waiting : USABLE), "too few are closed");
}

static void result(const char *name)
{
	look();
	tap_ok(!wrong, "%s%s%s", name, wrong ? ": " : "", wrong ? wrong : "");
}

static void fill(void)
{
	unsigned int i;

	for (i = 0; i < USABLE; i++)
		must(enter(i, 0), "there are too few contexts");
}

static void seven_at_once(void)
{
	unsigned int i, k;

	start(USABLE + 1);
	fill();
	for (i = 0; i < USABLE; i++)
		for (k = 0; k < i; k++)
			must(clients[i].tenant.vmid != clients[k].tenant.vmid, "two in one");
	must(!enter(USABLE, 0), "one more than there are contexts is let in");
	result("as many clients as contexts, and one more has to wait");
}

static void keeps_its_context(void)
{
	u32 vmid;

	start(3);
	enter(1, 0);
	vmid = clients[1].jobs[0].stay.vmid;
	leave(1, 0);
	enter(0, 0);
	must(clients[0].jobs[0].stay.vmid != vmid, "an unused context is not taken first");
	enter(1, 0);
	must(clients[1].jobs[0].stay.vmid == vmid, "the context was taken away");
	must(enter(1, 1) && clients[1].jobs[1].stay.vmid == vmid, "a second job is elsewhere");
	result("a client keeps its context while nobody needs it");
}

static void least_recently_used(void)
{
	u32 third;

	start(USABLE + 1);
	fill();
	third = clients[2].jobs[0].stay.vmid;
	enter(0, 1);
	enter(1, 1);
	enter(USABLE, 0);
	must(!clients[2].tenant.vmid, "another context is closed than the least recently used");
	must(clients[0].tenant.vmid && clients[1].tenant.vmid, "more than one is closed");
	must(!enter(2, 1), "a closed context takes another job");
	leave(2, 0);
	must(clients[USABLE].jobs[0].stay.vmid == third, "it did not get the context");
	result("one who waits gets the context that is least recently used");
}

/* Each in its turn, with all its jobs; whoever has had it goes to the end of the queue. */
static void in_turn(void)
{
	unsigned int i;

	start(USABLE + 2);
	fill();
	enter(USABLE, 0);
	enter(USABLE + 1, 0);
	enter(USABLE, 1);
	leave(1, 0);
	must(clients[USABLE].jobs[1].was_let_in, "not all its jobs are let in");
	must(!clients[USABLE + 1].jobs[0].was_let_in, "two are let in");
	enter(1, 0);
	for (i = 2; i < USABLE && !clients[USABLE + 1].jobs[0].was_let_in; i++)
		leave(i, 0);
	must(clients[USABLE + 1].jobs[0].was_let_in && !clients[1].jobs[0].was_let_in,
	     "a client overtakes another");
	result("clients are served in turn");
}

static void killed_in_the_queue(void)
{
	start(USABLE + 2);
	fill();
	enter(USABLE, 0);
	enter(USABLE + 1, 0);
	leave(USABLE, 0);
	leave(0, 0);
	must(clients[USABLE + 1].jobs[0].was_let_in, "a dead one gets the context");
	leave(USABLE + 1, 0);
	result("a job that is killed while it waits leaves nothing behind");
}

/* It had one, lost it, got another; the first one's next owner must not take that away. */
static void old_owner_elsewhere(void)
{
	u32 vmid;

	start(USABLE + 2);
	fill();
	enter(USABLE, 0);	/* closes that of client 0 */
	leave(USABLE, 0);
	leave(1, 0);
	must(enter(0, 1), "an empty context is not given");
	vmid = clients[0].tenant.vmid;
	leave(0, 0);
	must(enter(USABLE + 1, 0), "the closed context is not given when it is empty");
	must(clients[0].tenant.vmid == vmid, "the context was taken from its owner");
	result("a context that was left has nothing to do with its last owner");
}

static void dead_client(void)
{
	u32 vmid;

	start(USABLE + 1);
	fill();
	vmid = clients[3].tenant.vmid;
	leave(3, 0);
	cayman_contexts_forget(&contexts, &clients[3].tenant);
	must(!clients[3].tenant.vmid && !contexts.by_vmid[vmid].owner, "it is remembered");
	must(enter(USABLE, 0), "the context of a dead client is lost");
	result("a dead client is forgotten");
}

/* Jobs end at random, or soon, or late; some are killed before they were let in. */
static void any_order(unsigned int n, unsigned int one_in)
{
	unsigned int i, client, nr, waited = 0;
	char name[80];

	start(n);
	for (i = 0; i < STEPS && !wrong; i++) {
		client = (unsigned int)rand() % n;
		nr = (unsigned int)rand() % MAX_JOBS;
		if (!clients[client].jobs[nr].exists)
			waited += !enter(client, nr);
		else if (clients[client].jobs[nr].was_let_in || rand() % (int)one_in == 0)
			leave(client, nr);
		look();
	}
	for (client = 0; client < n; client++)
		for (nr = 0; nr < MAX_JOBS; nr++)
			if (clients[client].jobs[nr].exists)
				leave(client, nr);
	must(empty_contexts() == USABLE && !contexts.num_waiting, "something is left at the end");
	must(!waited == (n <= USABLE), "nobody ever waits, or somebody needlessly");
	snprintf(name, sizeof(name), "%u clients in any order, 1 in %u killed", n, one_in);
	result(name);
}

int main(void)
{
	static const unsigned int numbers[] = { 1, 6, 7, 8, 9, 14, 16, 32, 64 };
	static const unsigned int kills[] = { 2, 50, 100000 };
	unsigned int i, k;

	srand(1);
	seven_at_once();
	keeps_its_context();
	least_recently_used();
	in_turn();
	killed_in_the_queue();
	old_owner_elsewhere();
	dead_client();
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		for (k = 0; k < ARRAY_SIZE(kills); k++)
			any_order(numbers[i], kills[k]);
	return tap_done();
}

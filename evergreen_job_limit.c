// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Limits of unfinished jobs
 *
 * The unfinished jobs of a client are limited for each kind of engine, in number and in dwords. At
 * the limit the ioctl blocks, before it holds anything that others could need: a client that
 * floods the card with work, or whose jobs wait for another card's, does not fill the IB pool
 * or the memory. Who has reached the limit goes on when half of it is free again: to wake a
 * client costs more than a submission, so it is not done for each. Half of the jobs still fill
 * a ring.
 *
 * Missing: a limit for a user, who may open the card several times. Three files whose jobs wait for
 * another card's have the IB pool, and who has no address space waits for them.
 */
#include <linux/sizes.h>

#include "evergreen_client.h"
#include "evergreen_ib.h"
#include "evergreen_job_limit.h"
#include "evergreen_ring.h"

#define MAX_UNFINISHED		128
#define MAX_UNFINISHED_LOW	8
/*
 * A single job may be larger than that. It waits until the client's jobs on all engines leave
 * room for it. The client's jobs for other kinds of engines do not wait for it.
 */
#define MAX_UNFINISHED_DW	(SZ_512K / 4)
#define MAX_UNFINISHED_ALL_DW	(EVERGREEN_NUM_ENGINES * MAX_UNFINISHED_DW)
static_assert(EVERGREEN_IB_MAX_DW <= MAX_UNFINISHED_ALL_DW);
static_assert(MAX_UNFINISHED_ALL_DW * 4 < EVERGREEN_IB_POOL_SIZE / 2,
	      "a client alone keeps others waiting for the pool");
static_assert(MAX_UNFINISHED / 2 >= EVERGREEN_RING_JOBS, "the ring may run empty meanwhile");

static u32 all_dw(const struct evergreen_client *client)
{
	u32 engine, ndw = 0;

	for (engine = 0; engine < EVERGREEN_NUM_ENGINES; engine++)
		ndw += client->jobs[engine].ndw;
	return ndw;
}

/* One more, unless there are as many as there may be. */
static bool count_job(struct evergreen_client *client, enum evergreen_engine engine,
		      enum evergreen_priority priority, u32 ndw)
{
	struct evergreen_client_jobs *jobs = &client->jobs[engine];
	u32 bound = priority == EVERGREEN_PRIORITY_LOW ? MAX_UNFINISHED_LOW : MAX_UNFINISHED;
	bool counted;
	u32 before;

	spin_lock(&client->jobs_lock);
	before = all_dw(client);
	if (jobs->unfinished >= MAX_UNFINISHED ||
	    (jobs->unfinished && jobs->ndw + ndw > MAX_UNFINISHED_DW))
		jobs->full = true;
	counted = !jobs->full && jobs->unfinished < bound &&
		  (!before || before + ndw <= MAX_UNFINISHED_ALL_DW);
	if (counted) {
		jobs->unfinished++;
		jobs->ndw += ndw;
	}
	spin_unlock(&client->jobs_lock);
	return counted;
}

/**
 * evergreen_client_enter_job() - wait until a client may have another job
 * @client: the client
 * @engine: the kind of engine that it is for
 * @priority: of the job
 * @ndw: dwords of its stream
 *
 * evergreen_client_leave_job() undoes it: evergreen_job_end() for a job that has been pushed.
 *
 * Context: sleeps; the caller holds nothing that another client could wait for.
 *
 * Return: 0 or -ERESTARTSYS.
 */
int evergreen_client_enter_job(struct evergreen_client *client, enum evergreen_engine engine,
			       enum evergreen_priority priority, u32 ndw)
{
	return wait_event_interruptible(client->room, count_job(client, engine, priority, ndw));
}

/**
 * evergreen_client_leave_job() - a job is finished, or did not come about
 * @client: whose
 * @engine: the kind of engine that it is for
 * @ndw: as at evergreen_client_enter_job()
 */
void evergreen_client_leave_job(struct evergreen_client *client, enum evergreen_engine engine,
				u32 ndw)
{
	struct evergreen_client_jobs *jobs = &client->jobs[engine];
	bool room;

	spin_lock(&client->jobs_lock);
	jobs->unfinished--;
	jobs->ndw -= ndw;
	room = jobs->unfinished <= MAX_UNFINISHED / 2 && jobs->ndw <= MAX_UNFINISHED_DW / 2;
	if (room)
		jobs->full = false;
	spin_unlock(&client->jobs_lock);
	if (room && wq_has_sleeper(&client->room))
		wake_up(&client->room);
}

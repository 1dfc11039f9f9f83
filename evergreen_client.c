// SPDX-License-Identifier: MIT OR GPL-2.0

#include <linux/slab.h>

#include "evergreen_client.h"

/**
 * DOC: Guilt
 *
 * Jobs outlive the file that they came through, and when one of them hangs, it
 * has to be known whose it was. So that much of a client is counted by
 * references and held by its jobs.
 *
 * A client whose job had to be killed by a reset is banned: its jobs that are
 * queued or on a ring are cancelled and its later submissions get -ECANCELED. Its
 * state on the card is lost, and that of what it computed is unknown, so letting it
 * go on would draw rubbish or hang the card again. Nobody else is told of the
 * reset. A file that is opened anew, by the same process too, starts clean.
 *
 * The number of unfinished jobs of a client is limited for each kind of engine. Above the
 * limit the ioctl blocks, before it holds anything that others could need: a client that
 * floods the card with work fills neither the pool of indirect buffers nor the memory.
 */

#define MAX_UNFINISHED		128
#define MAX_UNFINISHED_LOW	8

/**
 * evergreen_client_create() - begin a client
 * @id: DRM's number of it
 *
 * Return: the client with one reference, or NULL without memory.
 */
struct evergreen_client *evergreen_client_create(u64 id)
{
	struct evergreen_client *client = kzalloc(sizeof(*client), GFP_KERNEL);

	if (!client)
		return NULL;
	kref_init(&client->ref);
	init_waitqueue_head(&client->room);
	client->id = id;
	return client;
}

static void client_release(struct kref *ref)
{
	kfree(container_of(ref, struct evergreen_client, ref));
}

/**
 * evergreen_client_get() - take a reference
 * @client: the client, or NULL for the driver itself
 *
 * Return: @client.
 */
struct evergreen_client *evergreen_client_get(struct evergreen_client *client)
{
	if (client)
		kref_get(&client->ref);
	return client;
}

/**
 * evergreen_client_put() - drop a reference
 * @client: the client or NULL
 */
void evergreen_client_put(struct evergreen_client *client)
{
	if (client)
		kref_put(&client->ref, client_release);
}

/* ---- how many jobs ---- */

/* One more, unless there are as many as there may be. */
static bool count_job(atomic_t *unfinished, int bound)
{
	int n = atomic_read(unfinished);

	do {
		if (n >= bound)
			return false;
	} while (!atomic_try_cmpxchg(unfinished, &n, n + 1));
	return true;
}

/**
 * evergreen_client_enter_job() - wait until a client may have another job
 * @client: the client
 * @engine: the kind of engine that it is for
 * @priority: of the job
 *
 * evergreen_client_leave_job() undoes it: free_job() for a job that has been pushed.
 *
 * Context: sleeps; the caller holds nothing that another client could wait for.
 *
 * Return: 0 or -ERESTARTSYS.
 */
int evergreen_client_enter_job(struct evergreen_client *client, enum evergreen_engine engine,
			       enum evergreen_priority priority)
{
	int bound = priority == EVERGREEN_PRIORITY_LOW ? MAX_UNFINISHED_LOW : MAX_UNFINISHED;

	return wait_event_interruptible(client->room,
					count_job(&client->unfinished[engine], bound));
}

/**
 * evergreen_client_leave_job() - a job is finished, or did not come about
 * @client: whose
 * @engine: the kind of engine that it is for
 */
void evergreen_client_leave_job(struct evergreen_client *client, enum evergreen_engine engine)
{
	atomic_dec(&client->unfinished[engine]);
	/* The decrement is seen by whoever goes to sleep now. */
	smp_mb__after_atomic();
	if (waitqueue_active(&client->room))
		wake_up(&client->room);
}

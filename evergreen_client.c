// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Clients and guilt
 *
 * Jobs outlive the file that they came through, and when one of them hangs, it
 * has to be known whose it was. So struct evergreen_client is reference counted,
 * and each job holds a reference.
 *
 * A client whose job had to be killed by a reset is banned: its jobs that are
 * queued or on a ring are cancelled and its later submissions get -ECANCELED. Its
 * state on the card is lost, and that of what it computed is unknown, so letting it
 * go on would draw rubbish or hang the card again. Nobody else is told of the
 * reset. A file that is opened anew, by the same process too, starts clean.
 */
#include <linux/slab.h>

#include "evergreen_client.h"

/**
 * evergreen_client_create() - begin a client
 * @id: DRM's number of it
 *
 * Return: the client with one reference, or NULL without memory.
 */
struct evergreen_client *evergreen_client_create(u64 id)
{
	struct evergreen_client *client = kzalloc(sizeof(*client), GFP_KERNEL_ACCOUNT);

	if (!client)
		return NULL;
	kref_init(&client->ref);
	spin_lock_init(&client->jobs_lock);
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

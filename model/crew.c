// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: a crew of threads
 *
 * The model has one thread that answers registers and runs rings. It calls others for what can be
 * done side by side, takes its share, and goes on when all is done: outside of crew_run() nothing
 * else runs. A thread that comes late finds that the others have done its part.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "crew.h"

struct crew {
	pthread_mutex_t lock;		/* of what follows */
	pthread_cond_t called, done;
	void (*work)(void *item);
	void *const *items;
	unsigned int next, n, left;	/* next: which nobody has begun; left: which have not ended */
	bool ends;
	pthread_mutex_t alone;
	unsigned int threads;		/* beside the caller's */
	pthread_t thread[CREW_MOST - 1];
};

/* With the lock, which is given away meanwhile. False: all have been begun. */
static bool work_on_next(struct crew *crew)
{
	void *item;

	if (crew->next == crew->n)
		return false;
	item = crew->items[crew->next++];
	pthread_mutex_unlock(&crew->lock);
	crew->work(item);
	pthread_mutex_lock(&crew->lock);
	if (!--crew->left)
		pthread_cond_signal(&crew->done);
	return true;
}

static void *live(void *opaque)
{
	struct crew *crew = opaque;

	pthread_mutex_lock(&crew->lock);
	while (!crew->ends)
		if (!work_on_next(crew))
			pthread_cond_wait(&crew->called, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

struct crew *crew_start(unsigned int threads)
{
	struct crew *crew = threads > 1 ? calloc(1, sizeof(*crew)) : NULL;

	if (!crew)
		return NULL;
	pthread_mutex_init(&crew->lock, NULL);
	pthread_mutex_init(&crew->alone, NULL);
	pthread_cond_init(&crew->called, NULL);
	pthread_cond_init(&crew->done, NULL);
	threads = threads < CREW_MOST ? threads : CREW_MOST;
	while (crew->threads < threads - 1 && !pthread_create(&crew->thread[crew->threads], NULL, live, crew))
		crew->threads++;
	return crew;
}

void crew_end(struct crew *crew)
{
	if (!crew)
		return;
	pthread_mutex_lock(&crew->lock);
	crew->ends = true;
	pthread_cond_broadcast(&crew->called);
	pthread_mutex_unlock(&crew->lock);
	for (unsigned int i = 0; i < crew->threads; i++)
		pthread_join(crew->thread[i], NULL);
	pthread_cond_destroy(&crew->called);
	pthread_cond_destroy(&crew->done);
	pthread_mutex_destroy(&crew->alone);
	pthread_mutex_destroy(&crew->lock);
	free(crew);
}

unsigned int crew_size(const struct crew *crew)
{
	return crew ? crew->threads + 1 : 1;
}

void crew_run(struct crew *crew, void (*work)(void *item), void *const *items, unsigned int n)
{
	pthread_mutex_lock(&crew->lock);
	crew->work = work;
	crew->items = items;
	crew->next = 0;
	crew->n = n;
	crew->left = n;
	pthread_cond_broadcast(&crew->called);
	while (work_on_next(crew))
		;
	while (crew->left)
		pthread_cond_wait(&crew->done, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
}

void crew_enter(struct crew *crew)
{
	if (crew)
		pthread_mutex_lock(&crew->alone);
}

void crew_leave(struct crew *crew)
{
	if (crew)
		pthread_mutex_unlock(&crew->alone);
}

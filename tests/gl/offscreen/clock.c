// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A clock by which each frame takes a 60th of a second. Mesa in the same process sees it, too, and
 * may wait for longer for what is not ready, but for nothing that never comes.
 */
#include <sys/time.h>
#include <time.h>

#include "offscreen.h"

#define RATE		60u
#define BEGINNING	1000000		/* programs take 0 for no time at all */

unsigned int frames_done;

int clock_gettime(clockid_t clock, struct timespec *ts)
{
	*ts = (struct timespec){
		.tv_sec = BEGINNING + frames_done / RATE,
		.tv_nsec = 1000000000L / RATE * (frames_done % RATE),
	};
	return 0;
}

int gettimeofday(struct timeval *tv, void *zone)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	*tv = (struct timeval){ .tv_sec = ts.tv_sec, .tv_usec = ts.tv_nsec / 1000 };
	return 0;
}

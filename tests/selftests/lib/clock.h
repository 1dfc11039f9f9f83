/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* The clock of tests and demonstrations. */
#ifndef SELFTEST_CLOCK_H
#define SELFTEST_CLOCK_H

#include <time.h>

/* Seconds, from a begin of its own. */
static inline double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

#endif

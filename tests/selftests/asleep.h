/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Whether somebody else waits for something. */
#ifndef SELFTEST_ASLEEP_H
#define SELFTEST_ASLEEP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static inline bool is_asleep(int tid)
{
	char path[64], state = 0;
	FILE *stat;

	snprintf(path, sizeof(path), "/proc/%d/stat", tid);
	stat = fopen(path, "re");
	if (!stat)
		return false;
	if (fscanf(stat, "%*d %*s %c", &state) != 1)
		state = 0;
	fclose(stat);
	return state == 'S' || state == 'D';
}

/*
 * @tid: of a thread or of another process, 0 as long as that has not begun. It is asleep each of
 * @times that one looks, 10 ms apart, so it does not only wait for a page or a lock. False if that
 * never happens.
 */
static inline bool falls_asleep(const atomic_int *tid, int times)
{
	int i, looks = 0;

	for (i = 0; i < 3000 && looks < times; i++) {
		usleep(10000);
		looks = atomic_load(tid) && is_asleep(atomic_load(tid)) ? looks + 1 : 0;
	}
	return looks == times;
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Whether another thread of the test waits for something. */
#ifndef SELFTEST_ASLEEP_H
#define SELFTEST_ASLEEP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

/* @tid: of the thread, 0 as long as it has not begun. */
static inline bool is_asleep(const atomic_int *tid)
{
	char path[64], state = 0;
	FILE *stat;

	if (!atomic_load(tid))
		return false;
	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", atomic_load(tid));
	stat = fopen(path, "re");
	if (!stat)
		return false;
	if (fscanf(stat, "%*d %*s %c", &state) != 1)
		state = 0;
	fclose(stat);
	return state == 'S' || state == 'D';
}

#endif

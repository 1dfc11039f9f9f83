/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* The other device that tests/failnth/slow_fence.c is. */
#ifndef SLOW_FENCE_H
#define SLOW_FENCE_H

#include <fcntl.h>
#include <unistd.h>

/* Somebody else is writing to a DMA-BUF until the file is closed that is returned; or -1. */
static inline int slow_write(int buffer)
{
	int slow = open("/dev/slow_fence", O_WRONLY | O_CLOEXEC);

	if (slow >= 0 && write(slow, &buffer, sizeof(buffer)) == sizeof(buffer))
		return slow;
	close(slow);
	return -1;
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* A debugger's view of this process: its memory as a file. */
#ifndef SELFTEST_DEBUGGER_H
#define SELFTEST_DEBUGGER_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

/* Read, or write, @size bytes at @at: 0, or -errno of the first part that failed. */
static inline int debugger_access(void *at, void *buf, size_t size, int write)
{
	int fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC), ret = 0;
	size_t done = 0;
	ssize_t n;

	if (fd < 0)
		return -errno;
	while (done < size && !ret) {
		off_t where = (off_t)((uintptr_t)at + done);

		n = write ? pwrite(fd, (char *)buf + done, size - done, where) :
			    pread(fd, (char *)buf + done, size - done, where);
		if (n > 0)
			done += (size_t)n;
		else
			ret = n ? -errno : -EIO;
	}
	close(fd);
	return ret;
}

#endif

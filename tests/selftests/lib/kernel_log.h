/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What the kernel says while a test runs. */
#ifndef SELFTEST_KERNEL_LOG_H
#define SELFTEST_KERNEL_LOG_H

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Longer than any record of the kernel's log. */
#define LOG_RECORD	8192

/* The log from here on, or -1 if it cannot be read. */
static inline int log_open(void)
{
	int log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (log >= 0)
		lseek(log, 0, SEEK_END);
	return log;
}

/* Records that hold @text, of those that have come meanwhile; the last of them in @line. */
static inline int log_count(int log, const char *text, char line[LOG_RECORD])
{
	char record[LOG_RECORD];
	int found = 0;
	ssize_t n;

	while ((n = read(log, record, sizeof(record) - 1)) > 0) {
		record[n] = '\0';
		if (!strstr(record, text))
			continue;
		found++;
		memcpy(line, record, (size_t)n + 1);
	}
	return found;
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What the kernel says of its memory. */
#ifndef SELFTEST_MEMINFO_H
#define SELFTEST_MEMINFO_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* KiB of a line of /proc/meminfo, or 0 if there is none. */
static inline long long meminfo_kib(const char *name)
{
	FILE *f = fopen("/proc/meminfo", "re");
	size_t length = strlen(name);
	long long kib = 0;
	char line[128];

	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, name, length) && line[length] == ':')
			kib = strtoll(line + length + 1, NULL, 10);
	if (f)
		fclose(f);
	return kib;
}

/* Bytes that can take what leaves VRAM, or 0. */
static inline uint64_t available_memory(void)
{
	return (uint64_t)meminfo_kib("MemAvailable") * 1024;
}

#endif

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * ioctl_cost - counts what a program spends in ioctls of DRM
 *
 * A library for LD_PRELOAD. When the program ends, $IOCTL_COST is written: for each
 * ioctl its number, how often it was called, and the time that the calling threads spent
 * in it, without waiting. In a guest with one CPU and -icount that time is instructions.
 *
 * What the kernel does for a submission outside of the ioctl is not in it, nor are page
 * faults; the clocks' own share is taken off.
 */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <drm.h>

#define NUMBERS		256	/* of ioctls of a type */
#define TRIALS		64	/* to find out what the clock costs */

struct cost {
	atomic_ulong calls, spent;
};

static struct cost costs[NUMBERS];
static uint64_t clock_share = UINT64_MAX;

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

__attribute__((constructor)) static void find_clock_share(void)
{
	uint64_t start, spent;
	int i;

	for (i = 0; i < TRIALS; i++) {
		start = now();
		spent = now() - start;
		if (spent < clock_share)
			clock_share = spent;
	}
}

__attribute__((destructor)) static void tell(void)
{
	const char *path = getenv("IOCTL_COST");
	FILE *f = path ? fopen(path, "w") : NULL;
	unsigned int i;

	if (!f)
		return;
	for (i = 0; i < NUMBERS; i++)
		if (costs[i].calls)
			fprintf(f, "0x%02x %lu %lu\n", i, costs[i].calls, costs[i].spent);
	fclose(f);
}

/* In the place of the C library's. */
int ioctl(int fd, unsigned long request, ...)
{
	struct cost *cost = &costs[_IOC_NR(request)];
	uint64_t start, spent;
	va_list args;
	void *arg;
	long ret;

	va_start(args, request);
	arg = va_arg(args, void *);
	va_end(args);
	start = now();
	ret = syscall(SYS_ioctl, fd, request, arg);
	spent = now() - start;
	if (_IOC_TYPE(request) == DRM_IOCTL_BASE) {
		cost->calls++;
		cost->spent += spent > clock_share ? spent - clock_share : 0;
	}
	return (int)ret;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Test Anything Protocol, with the count of passed and failed tests as the last
 * line. One program, one file that includes this.
 */

static unsigned int tap_passed, tap_failed;

__attribute__((format(printf, 2, 3)))
static inline bool tap_ok(bool ok, const char *name, ...)
{
	va_list args;

	printf("%sok %u - ", ok ? "" : "not ", tap_passed + tap_failed + 1);
	va_start(args, name);
	vprintf(name, args);
	va_end(args);
	putchar('\n');
	if (ok)
		tap_passed++;
	else
		tap_failed++;
	return ok;
}

/* Returns the exit status of the program. */
static inline int tap_done(void)
{
	printf("1..%u\n", tap_passed + tap_failed);
	printf("%u passed, %u failed\n", tap_passed, tap_failed);
	return tap_failed || !tap_passed;
}

#endif

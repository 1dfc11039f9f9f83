/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>

/* The last that a program does: text that a full disk has swallowed makes any status a 1. */
static inline int finish_output(const char *program, int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	fprintf(stderr, "%s: standard output cannot be written\n", program);
	return 1;
}

#endif

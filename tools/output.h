/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdio.h>

/**
 * finish_output() - the last that a program does with its standard output
 * @program: its name
 * @status: what it would end with
 * @bad: what it ends with if something has not been written, as on a full disk
 *
 * Return: one of the two; the latter was told.
 */
static inline int finish_output(const char *program, int status, int bad)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	fprintf(stderr, "%s: standard output cannot be written\n", program);
	return bad;
}

#endif

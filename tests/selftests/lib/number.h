/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Numbers of a command line. */
#ifndef SELFTEST_NUMBER_H
#define SELFTEST_NUMBER_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

/* All of @text is one, decimal or with 0x, and not too large. */
static inline bool take_number(const char *text, unsigned int *value)
{
	unsigned long number;
	char *end;

	errno = 0;
	number = strtoul(text, &end, 0);
	if (errno || *end || !isdigit((unsigned char)*text) || number > UINT_MAX)
		return false;
	*value = (unsigned int)number;
	return true;
}

#endif

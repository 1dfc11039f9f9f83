// SPDX-License-Identifier: MIT OR GPL-2.0
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "coredump.h"

#define DUMPS	"/sys/class/devcoredump/devcd*/data"

/* Anything written to a dump drops it. */
static void drop(const char *path)
{
	FILE *f = fopen(path, "we");

	if (!f)
		return;
	fputc('0', f);
	fclose(f);
}

void coredump_drop(void)
{
	glob_t found;
	size_t i;

	if (glob(DUMPS, 0, NULL, &found))
		return;
	for (i = 0; i < found.gl_pathc; i++)
		drop(found.gl_pathv[i]);
	globfree(&found);
}

static char *read_all(const char *path)
{
	size_t size = 0, room = 0, n;
	char *text = NULL, *more;
	FILE *f = fopen(path, "re");

	if (!f)
		return NULL;
	do {
		room += 65536;
		more = realloc(text, room + 1);
		if (!more)
			abort();
		text = more;
		n = fread(text + size, 1, room - size, f);
		size += n;
	} while (size == room);
	text[size] = '\0';
	fclose(f);
	return text;
}

char *coredump_take(unsigned int seconds)
{
	unsigned int tenths;
	char *text = NULL;
	glob_t found;

	for (tenths = 0; tenths < 10 * seconds && !text; tenths++) {
		if (!glob(DUMPS, 0, NULL, &found)) {
			text = read_all(found.gl_pathv[0]);
			drop(found.gl_pathv[0]);
			globfree(&found);
		}
		if (!text)
			usleep(100000);
	}
	return text;
}

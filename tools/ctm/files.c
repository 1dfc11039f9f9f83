// SPDX-License-Identifier: MIT OR GPL-2.0
/* Files of the command: read and written whole. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "request.h"

#define FIRST_ROOM	65536u
#define MOST_BYTES	(FIRST_ROOM << 14)	/* all of the driver's gtt_size */

void die(const char *fmt, ...)
{
	va_list args;

	fflush(stdout);
	fputs("evergreen-ctm: ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	exit(STATUS_BAD);
}

static char *read_stream(FILE *in, const char *path, size_t *size)
{
	char *data = NULL, *more;
	size_t room = 0;

	*size = 0;
	do {
		room = room ? 2 * room : FIRST_ROOM;
		more = realloc(data, room + 1);
		if (!more)
			die("%s: no memory for it", path);
		data = more;
		*size += fread(data + *size, 1, room - *size, in);
	} while (*size == room && room < MOST_BYTES);
	if (ferror(in))
		die("%s: it cannot be read", path);
	if (*size == MOST_BYTES)
		die("%s: it has 1 GiB or more", path);
	data[*size] = '\0';
	return data;
}

void *read_file(const char *path, size_t *size)
{
	char *data;
	FILE *in;

	if (!strcmp(path, "-"))
		return read_stream(stdin, "standard input", size);
	in = fopen(path, "rb");
	if (!in)
		die("%s: %s", path, strerror(errno));
	data = read_stream(in, path, size);
	fclose(in);
	return data;
}

void write_file(const char *path, const void *data, size_t size)
{
	FILE *out = fopen(path, "wb");
	bool good;

	if (!out)
		die("%s: %s", path, strerror(errno));
	good = fwrite(data, 1, size, out) == size;
	if (fclose(out) || !good)
		die("%s: it cannot be written", path);
}

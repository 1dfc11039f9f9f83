// SPDX-License-Identifier: MIT OR GPL-2.0
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coredump.h"

#define DUMPS	"/sys/class/devcoredump/devcd*/data"

/* Is a dump the card's? By the name of the device, which may have gone since. */
static bool is_of(const char *path, const struct card *card)
{
	char link[128], target[256];
	const char *slash;
	ssize_t n;

	snprintf(link, sizeof(link), "%.*s/failing_device", (int)(strrchr(path, '/') - path), path);
	n = readlink(link, target, sizeof(target) - 1);
	if (n < 0)
		return false;
	target[n] = '\0';
	slash = strrchr(target, '/');
	return slash && !strcmp(slash + 1, card->pci);
}

/* Anything written to a dump drops it. */
static void drop(const char *path)
{
	FILE *f = fopen(path, "we");

	if (!f)
		return;
	fputc('0', f);
	fclose(f);
}

void coredump_drop(const struct card *card)
{
	glob_t found;
	size_t i;

	if (glob(DUMPS, 0, NULL, &found))
		return;
	for (i = 0; i < found.gl_pathc; i++)
		if (is_of(found.gl_pathv[i], card))
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

char *coredump_take(const struct card *card, unsigned int seconds)
{
	unsigned int tenths;
	char *text = NULL;
	glob_t found;
	size_t i;

	for (tenths = 0; tenths < 10 * seconds && !text; tenths++) {
		if (!glob(DUMPS, 0, NULL, &found)) {
			for (i = 0; i < found.gl_pathc && !text; i++) {
				if (!is_of(found.gl_pathv[i], card))
					continue;
				text = read_all(found.gl_pathv[i]);
				drop(found.gl_pathv[i]);
			}
			globfree(&found);
		}
		if (!text)
			usleep(100000);
	}
	return text;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/* Files as lines. Whatever is in them, nothing is read behind their end. */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* More than that is no dump that somebody made of a stream. */
#define MAX_BYTES	(1ul << 30)
#define FIRST_BYTES	(1ul << 16)

/**
 * lint_text_fail() - say what is wrong with a file
 * @text: the file; the first message stays
 * @format: as for printf
 *
 * Return: false, to be handed up.
 */
bool lint_text_fail(struct lint_text *text, const char *format, ...)
{
	char message[160];
	va_list args;

	if (text->error[0])
		return false;
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	if (text->line)
		snprintf(text->error, sizeof(text->error), "%.80s:%u: %s", text->path, text->line,
			 message);
	else
		snprintf(text->error, sizeof(text->error), "%.80s: %s", text->path, message);
	return false;
}

/* A pipe has no length, so the memory grows as long as there is something. */
static bool read_all(struct lint_text *text, FILE *file)
{
	size_t room = FIRST_BYTES, got;
	char *data;

	for (;; room *= 2) {
		data = realloc(text->data, room);
		if (!data)
			return lint_text_fail(text, "no memory for the file");
		text->data = data;
		got = fread(data + text->size, 1, room - 1 - text->size, file);
		text->size += got;
		data[text->size] = 0;
		if (ferror(file))
			return lint_text_fail(text, "%s", strerror(errno));
		if (text->size < room - 1)
			return true;
		if (room >= MAX_BYTES)
			return lint_text_fail(text, "is larger than 1 GiB");
	}
}

/**
 * lint_text_load() - read a file
 * @text: filled in; to be freed whatever comes of it
 * @path: the file, or "-" for standard input
 *
 * Return: true, or false with the error filled in.
 */
bool lint_text_load(struct lint_text *text, const char *path)
{
	bool is_stdin = !strcmp(path, "-");
	FILE *file;
	bool ok;

	*text = (struct lint_text) { .path = path };
	file = is_stdin ? stdin : fopen(path, "rb");
	if (!file)
		return lint_text_fail(text, "%s", strerror(errno));
	ok = read_all(text, file);
	if (!is_stdin)
		fclose(file);
	return ok;
}

/**
 * lint_text_free() - forget a file
 * @text: the file
 */
void lint_text_free(struct lint_text *text)
{
	free(text->data);
	text->data = NULL;
}

/**
 * lint_text_line() - the next line
 * @text: the file
 *
 * Return: the line without its end, which may be changed, or NULL behind the last.
 */
char *lint_text_line(struct lint_text *text)
{
	char *line = text->data + text->at;
	char *end;

	if (text->at >= text->size)
		return NULL;
	end = memchr(line, '\n', text->size - text->at);
	if (!end)
		end = text->data + text->size;
	text->at = (size_t)(end - text->data) + 1;
	*end = 0;
	if (end > line && end[-1] == '\r')
		end[-1] = 0;
	text->line++;
	return line;
}

/**
 * lint_text_has() - does what was not read begin so?
 * @text: the file
 * @start: what to look for
 *
 * Return: true if it does.
 */
bool lint_text_has(const struct lint_text *text, const char *start)
{
	size_t len = strlen(start);

	return text->at + len <= text->size && !memcmp(text->data + text->at, start, len);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/**
 * lint_parse_hex() - the next hexadecimal dword of a line
 * @at: where to look; out: behind the dword
 * @value: out: the dword
 *
 * Blanks and commas separate dwords; 0x before them is allowed.
 *
 * Return: true, or false if there is none.
 */
bool lint_parse_hex(const char **at, u32 *value)
{
	const char *p = *at + strspn(*at, " \t,");
	u32 digits;

	if (p[0] == '0' && (p[1] | 0x20) == 'x')
		p += 2;
	*value = 0;
	for (digits = 0; hex_digit(*p) >= 0; digits++, p++)
		*value = *value << 4 | (u32)hex_digit(*p);
	if (!digits || digits > 8 || !strchr(" \t,", *p))
		return false;
	*at = p;
	return true;
}

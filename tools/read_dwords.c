// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Bare streams: hexadecimal dwords, little-endian bytes, and what Mesa writes with
 * RADEON_DUMP_CS=1 when the kernel refuses a stream: a line that ends in
 * "dumping...", then a dword a line (radeon_drm_cs.c of its winsys).
 */

#include <string.h>

#include "read.h"

static bool add_line(struct lint_reading *r, const char *line)
{
	u32 value;

	while (*(line += strspn(line, " \t,"))) {
		if (!lint_parse_hex(&line, &value))
			return lint_text_fail(&r->text, "not a hexadecimal dword: %.20s", line);
		if (!lint_add_dword(r, value))
			return false;
	}
	return true;
}

/**
 * lint_read_dwords() - hexadecimal dwords, any number a line; # starts a comment
 * @r: the reading
 *
 * Return: true, or false with the error filled in.
 */
bool lint_read_dwords(struct lint_reading *r)
{
	char *line;

	lint_begin_bare(r);
	while ((line = lint_text_line(&r->text))) {
		line[strcspn(line, "#")] = 0;
		if (!add_line(r, line))
			return false;
	}
	return lint_end_bare(r);
}

/**
 * lint_read_binary() - dwords as the card reads them
 * @r: the reading
 *
 * Return: true, or false with the error filled in.
 */
bool lint_read_binary(struct lint_reading *r)
{
	const u8 *bytes = (const u8 *)r->text.data;
	size_t i;

	if (r->text.size % 4)
		return lint_text_fail(&r->text, "%zu bytes are no whole dwords", r->text.size);
	lint_begin_bare(r);
	for (i = 0; i < r->text.size; i += 4)
		if (!lint_add_dword(r, bytes[i] | bytes[i + 1] << 8 | bytes[i + 2] << 16 |
				    (u32)bytes[i + 3] << 24))
			return false;
	return lint_end_bare(r);
}

/* A line that is one dword and nothing else. */
static bool dump_line(const char *line, u32 *value)
{
	if (strncmp(line, "0x", 2) != 0 || !lint_parse_hex(&line, value))
		return false;
	return !*line;
}

/* Leaves the line behind it, which may be the head of the next, unless it begins like a dword. */
static bool read_one_dump(struct lint_reading *r)
{
	const char *line;
	u32 value;

	lint_begin_bare(r);
	while (lint_text_has(&r->text, "0x") && (line = lint_text_line(&r->text)) &&
	       dump_line(line, &value))
		if (!lint_add_dword(r, value))
			return false;
	return lint_end_bare(r);
}

/**
 * lint_read_dump() - what Mesa wrote to its standard error
 * @r: the reading
 *
 * Other lines may be around the dumps, but not within.
 *
 * Return: true, or false with the error filled in.
 */
bool lint_read_dump(struct lint_reading *r)
{
	const char *line;

	while ((line = lint_text_line(&r->text)))
		if (strstr(line, "dumping...") && !read_one_dump(r))
			return false;
	if (!r->sub.number)
		return lint_text_fail(&r->text, "has no stream that Mesa dumped");
	return true;
}

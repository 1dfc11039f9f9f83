// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Core dumps of the driver (evergreen_coredump.c). They name the chip and the ring,
 * and have the stream as it ran, addresses filled in, and where its buffers were.
 * The checker is given stand-ins, so its verdict is about everything but bounds.
 */

#include <stdio.h>
#include <string.h>

#include <linux/array_size.h>

#include "chips.h"
#include "read.h"

static bool read_chip(struct lint_reading *r, const char *line)
{
	char name[16];

	if (sscanf(line, "chip: %15[^, ]", name) != 1 || !lint_chip(name, &r->sub.chip))
		return lint_text_fail(&r->text, "not a chip: %.40s", line);
	if (r->source->chip_given)
		r->sub.chip = r->source->chip;
	r->sub.chip_known = true;
	return true;
}

static bool read_ring(struct lint_reading *r, const char *line)
{
	static const struct {
		const char *name;
		enum r600_cs_engine engine;
	} rings[] = {
		{ "hang: ring gfx", R600_CS_GFX },
		{ "hang: ring cp", R600_CS_COMPUTE },
		{ "hang: ring dma", R600_CS_DMA },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rings); i++) {
		if (strncmp(line, rings[i].name, strlen(rings[i].name)) != 0)
			continue;
		r->sub.engine = rings[i].engine;
		return true;
	}
	return lint_text_fail(&r->text, "not a ring: %.40s", line);
}

static bool read_buffer(struct lint_reading *r, const char *line)
{
	unsigned long long size, address;
	struct lint_buffer about = {};
	struct r600_cs_buffer buffer;
	char domain[8];

	if (sscanf(line, "  handle %u: %llu bytes at 0x%llx in %7[A-Z]", &about.handle, &size,
		   &address, domain) != 4)
		return lint_text_fail(&r->text, "not a buffer: %.60s", line);
	about.address = address;
	buffer = (struct r600_cs_buffer) { .size = size };
	buffer.read_domains = domain[0] == 'V' ? R600_CS_DOMAIN_VRAM : R600_CS_DOMAIN_GTT;
	if (strstr(line, "written"))
		buffer.write_domain = buffer.read_domains;
	if (!lint_add_buffer(&r->sub, &buffer, &about))
		return lint_text_fail(&r->text, "no memory for the buffers");
	return true;
}

static bool read_length(struct lint_reading *r, const char *line)
{
	if (sscanf(line, "stream: %u dwords", &r->sub.total_ndw) != 1)
		return lint_text_fail(&r->text, "not the length of a stream: %.40s", line);
	return true;
}

/* Up to the end of the file. */
static bool read_numbers(struct lint_reading *r)
{
	const char *line;
	u32 value;

	while ((line = lint_text_line(&r->text)))
		while (*(line += strspn(line, " "))) {
			if (!lint_parse_hex(&line, &value))
				return lint_text_fail(&r->text, "not a dword: %.20s", line);
			if (!lint_add_dword(r, value))
				return false;
		}
	return true;
}

static bool read_head(struct lint_reading *r, const char *line)
{
	static const struct {
		const char *start;
		bool (*read)(struct lint_reading *r, const char *line);
	} heads[] = {
		{ "chip: ", read_chip },
		{ "hang: ", read_ring },
		{ "  handle ", read_buffer },
		{ "stream: ", read_length },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(heads); i++)
		if (!strncmp(line, heads[i].start, strlen(heads[i].start)))
			return heads[i].read(r, line);
	return true;
}

/**
 * lint_read_coredump() - read a core dump
 * @r: the reading
 *
 * Return: true, or false with the error filled in.
 */
bool lint_read_coredump(struct lint_reading *r)
{
	const char *line;

	lint_begin_bare(r);
	r->sub.sizes_known = true;
	while ((line = lint_text_line(&r->text)) && strcmp(line, "stream, as numbers:") != 0)
		if (!read_head(r, line))
			return false;
	if (!line)
		return lint_text_fail(&r->text, "has no stream");
	if (!read_numbers(r))
		return false;
	if (!r->sub.ib.n)
		return lint_text_fail(&r->text, "has no dwords");
	return lint_emit(r);
}

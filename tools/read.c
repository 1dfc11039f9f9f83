// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Reading streams
 *
 * One reader for each way in which streams are written down. A reader puts one
 * submission together after the other and hands each on, so that a recording of any
 * length needs the memory of its longest submission. Files are hostile: a reader
 * takes no count, length or handle for granted, and a file that is not what it
 * seems costs one message.
 */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <linux/array_size.h>

#include "read.h"

/* As much as the walker of the checker takes. */
#define MAX_DWORDS	(1u << 24)

static const struct {
	const char *start;
	enum lint_format format;
} openings[] = {
	{ "CHUNK ", LINT_RECORDING },
	{ "evergreen core dump", LINT_COREDUMP },
	{ "accept\n", LINT_STREAM },
	{ "refuse ", LINT_STREAM },
};

static bool (*const readers[])(struct lint_reading *r) = {
	[LINT_RECORDING] = lint_read_recording,
	[LINT_DUMP] = lint_read_dump,
	[LINT_COREDUMP] = lint_read_coredump,
	[LINT_DWORDS] = lint_read_dwords,
	[LINT_BINARY] = lint_read_binary,
	[LINT_STREAM] = lint_read_stream,
};

/**
 * lint_add_dword() - append to the stream that is being read
 * @r: the reading
 * @value: the dword
 *
 * Return: true, or false with the error filled in.
 */
bool lint_add_dword(struct lint_reading *r, u32 value)
{
	if (r->sub.ib.n >= MAX_DWORDS)
		return lint_text_fail(&r->text, "the stream has more than %u dwords", MAX_DWORDS);
	if (!lint_words_add(&r->sub.ib, value))
		return lint_text_fail(&r->text, "no memory for the stream");
	return true;
}

/**
 * lint_emit() - the submission is complete
 * @r: the reading; its submission is empty after that
 *
 * Return: true, or false with the error filled in.
 */
bool lint_emit(struct lint_reading *r)
{
	r->sub.number++;
	r->sub.no_rats |= r->source->no_rats;
	if (r->sub.total_ndw < r->sub.ib.n)
		r->sub.total_ndw = r->sub.ib.n;
	if (!r->sink(&r->sub, r->data))
		return lint_text_fail(&r->text, "no memory for the submission");
	lint_reset_submission(&r->sub);
	return true;
}

/**
 * lint_begin_bare() - a stream begins whose relocations are not known
 * @r: the reading
 */
void lint_begin_bare(struct lint_reading *r)
{
	lint_reset_submission(&r->sub);
	r->sub.chip = r->source->chip;
	r->sub.chip_known = r->source->chip_given;
	r->sub.submitted = true;
	r->sub.no_relocs = true;
	r->sub.flags = LINT_FLAG_KEEP_TILING | (r->source->vm ? LINT_FLAG_USE_VM : 0);
}

/*
 * DMA packets have commands 2 to 15 in bits 31:28. PM4 of clients is type 3 with
 * less than 4096 dwords, or type 2, and DMA has no commands 8 and 12.
 */
static enum r600_cs_engine guess_engine(const struct lint_words *ib)
{
	u32 first = ib->n ? ib->dw[0] >> 28 : 0xc;

	return first == 0xc || first == 0x8 ? R600_CS_GFX : R600_CS_DMA;
}

/**
 * lint_end_bare() - such a stream ends
 * @r: the reading
 *
 * Return: true, or false with the error filled in.
 */
bool lint_end_bare(struct lint_reading *r)
{
	if (!r->sub.ib.n)
		return lint_text_fail(&r->text, "has no dwords");
	r->sub.engine = r->source->engine_given ? r->source->engine : guess_engine(&r->sub.ib);
	return lint_emit(r);
}

static enum lint_format recognize(const struct lint_text *text)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(openings); i++)
		if (lint_text_has(text, openings[i].start))
			return openings[i].format;
	if (strlen(text->data) < text->size)
		return LINT_BINARY;
	return strstr(text->data, "dumping...") ? LINT_DUMP : LINT_DWORDS;
}

/**
 * lint_read() - read a file
 * @source: the file
 * @sink: called for each submission
 * @data: for @sink
 * @error: out: what is wrong with the file
 * @error_size: bytes of @error
 *
 * Return: true, or false with @error filled in.
 */
bool lint_read(const struct lint_source *source, lint_sink *sink, void *data, char *error,
	       size_t error_size)
{
	struct lint_reading r = { .source = source, .sink = sink, .data = data };
	enum lint_format format = source->format;
	bool ok = lint_text_load(&r.text, source->path);

	if (ok && !r.text.size)
		ok = lint_text_fail(&r.text, "is empty");
	if (ok && format == LINT_AUTO)
		format = recognize(&r.text);
	if (ok && source->ioctls && format != LINT_RECORDING)
		ok = lint_text_fail(&r.text, "only a recording has a log of ioctls");
	ok = ok && readers[format](&r);
	if (!ok)
		snprintf(error, error_size, "%s", r.text.error);
	lint_text_free(&r.text);
	lint_free_submission(&r.sub);
	return ok;
}

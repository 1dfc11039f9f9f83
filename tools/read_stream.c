// SPDX-License-Identifier: MIT OR GPL-2.0
/* Streams as the tests have them, tests/unit/stream_file.h. */

#include <stdio.h>

#include "../tests/unit/stream_file.h"
#include "read.h"

static bool take_over(struct lint_reading *r, const struct stream_file *stream)
{
	struct lint_submission *sub = &r->sub;
	u32 i;

	lint_reset_submission(sub);
	sub->chip = stream->chip;
	sub->chip_known = true;
	sub->engine = stream->engine;
	sub->clean_start = stream->clean_start;
	sub->no_rats = stream->no_rats;
	sub->sizes_known = true;
	sub->flags = (stream->keep_tiling ? LINT_FLAG_KEEP_TILING : 0) |
		     (stream->vm ? LINT_FLAG_USE_VM : 0);
	for (i = 0; i < stream->ndw; i++)
		if (!lint_add_dword(r, stream->ib[i]))
			return false;
	for (i = 0; i < stream->num_buffers; i++)
		if (!lint_add_buffer(sub, &stream->buffers[i], &(struct lint_buffer) {}))
			return lint_text_fail(&r->text, "no memory for the buffers");
	return true;
}

/**
 * lint_read_stream() - read one of tests/streams
 * @r: the reading; chip and engine come from the file
 *
 * What was read already is read once more: a pipe gives it only once.
 *
 * Return: true, or false with the error filled in.
 */
bool lint_read_stream(struct lint_reading *r)
{
	static struct stream_file stream;
	FILE *file = fmemopen(r->text.data, r->text.size, "r");
	const char *error;
	int line;

	if (!file)
		return lint_text_fail(&r->text, "no memory for the file");
	error = stream_file_read_from(&stream, file, &line);
	fclose(file);
	r->text.line = line;
	if (error)
		return lint_text_fail(&r->text, "%s", error);
	return take_over(r, &stream) && lint_emit(r);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/* Reads the text form of streams; stream_file.h describes it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "stream_file.h"

const struct r600_cs_chip stream_file_cypress = {
	.class = R600_CS_EVERGREEN,
	.num_backends = 8,
	.num_se = 2,
	.num_pipes = 8,
	.num_banks = 8,
	.group_bytes = 256,
};

const struct r600_cs_chip stream_file_cayman = {
	.class = R600_CS_CAYMAN,
	.num_backends = 8,
	.num_se = 2,
	.num_pipes = 8,
	.num_banks = 8,
	.group_bytes = 512,
};

static const char blanks[] = " \t\n";

static bool next_number(char **at, int base, unsigned long long *value)
{
	char *word = strtok_r(NULL, blanks, at);
	char *end;

	if (!word)
		return false;
	*value = strtoull(word, &end, base);
	return !*end;
}

static const char *read_verdict(struct stream_file *stream, char *line)
{
	int text = 0;

	if (!strcmp(line, "accept\n")) {
		stream->accept = true;
		return NULL;
	}
	if (sscanf(line, "refuse %u %n", &stream->refused_dw, &text) != 1 ||
	    !text)
		return "the first line must be the verdict";
	line[strcspn(line, "\n")] = 0;
	snprintf(stream->refusal, sizeof(stream->refusal), "%s", line + text);
	return NULL;
}

static const char *read_chip(struct stream_file *stream, char **at)
{
	const char *name = strtok_r(NULL, blanks, at);

	if (!name)
		return "a chip needs a name";
	if (!strcmp(name, "cayman"))
		stream->chip = stream_file_cayman;
	else if (strcmp(name, "cypress") != 0)
		return "there is no such chip";
	return NULL;
}

static const char *read_engine(struct stream_file *stream, char **at)
{
	static const char *const names[] = {
		[R600_CS_GFX] = "gfx",
		[R600_CS_COMPUTE] = "compute",
		[R600_CS_DMA] = "dma",
	};
	const char *name = strtok_r(NULL, blanks, at);
	u32 i;

	for (i = 0; name && i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) != 0)
			continue;
		stream->engine = i;
		return NULL;
	}
	return "there is no such engine";
}

static const char *read_backends(struct stream_file *stream, char **at)
{
	unsigned long long n;

	if (!next_number(at, 10, &n))
		return "backends needs a number";
	stream->chip.num_backends = n;
	return NULL;
}

static const char *read_buffer(struct stream_file *stream, char **at)
{
	unsigned long long size, read, write, align;

	if (stream->num_buffers == STREAM_FILE_BUFFERS)
		return "too many buffers";
	if (!next_number(at, 0, &size) || !next_number(at, 16, &read) ||
	    !next_number(at, 16, &write))
		return "a buffer needs its size and two domains";
	stream->buffers[stream->num_buffers++] = (struct r600_cs_buffer) {
		.size = size, .read_domains = read, .write_domain = write,
	};
	if (next_number(at, 0, &align))
		stream->buffers[stream->num_buffers - 1].align = align;
	return NULL;
}

static const char *read_tiling(struct stream_file *stream, char **at)
{
	const char *who = strtok_r(NULL, blanks, at);

	if (!who || (strcmp(who, "stream") != 0 && strcmp(who, "buffer") != 0))
		return "tiling is of the stream or the buffer";
	stream->keep_tiling = !strcmp(who, "stream");
	return NULL;
}

static const char *read_start(struct stream_file *stream, char **at)
{
	const char *how = strtok_r(NULL, blanks, at);

	if (!how || (strcmp(how, "clean") != 0 && strcmp(how, "dirty") != 0))
		return "a start is clean or dirty";
	stream->clean_start = !strcmp(how, "clean");
	return NULL;
}

static const char *read_tiled(struct stream_file *stream, char **at)
{
	unsigned long long index, flags;

	if (!next_number(at, 0, &index) || !next_number(at, 16, &flags) ||
	    index >= stream->num_buffers)
		return "tiled needs a buffer and its flags";
	stream->buffers[index].tiling = flags;
	return NULL;
}

static const char *read_no_rats(struct stream_file *stream, char **at)
{
	stream->no_rats = true;
	return NULL;
}

static const char *read_vm(struct stream_file *stream, char **at)
{
	stream->vm = true;
	return NULL;
}

static bool read_kind(const char *word, u32 *kind)
{
	static const char *const names[] = {
		[R600_CS_PATCH_LO_HI8] = "pair",
		[R600_CS_PATCH_BASE256] = "base256",
		[R600_CS_PATCH_VERTEX] = "vertex",
		[R600_CS_PATCH_VERTEX_BYTE] = "byte",
		[R600_CS_PATCH_DMA_COPY] = "copy",
		[R600_CS_PATCH_DMA_BROADCAST] = "broadcast",
		[R600_CS_PATCH_DMA_FILL] = "fill",
		[R600_CS_PATCH_VALUE] = "value",
		[R600_CS_PATCH_START256] = "start",
		[R600_CS_PATCH_CLEAR_STATE] = "clear",
	};

	for (*kind = 0; word && *kind < ARRAY_SIZE(names); (*kind)++)
		if (!strcmp(word, names[*kind]))
			return true;
	return false;
}

static const char *read_patch(struct stream_file *stream, char **at)
{
	unsigned long long dw, buffer, value = 0;
	u32 kind;

	if (stream->num_patches == STREAM_FILE_PATCHES)
		return "too many patches";
	if (!next_number(at, 10, &dw))
		return "a patch needs its dword";
	if (!read_kind(strtok_r(NULL, blanks, at), &kind))
		return "a patch is of no such kind";
	if (!next_number(at, 10, &buffer))
		return "a patch needs a buffer";
	if ((kind == R600_CS_PATCH_VERTEX || kind == R600_CS_PATCH_VALUE ||
	     kind == R600_CS_PATCH_START256) &&
	    !next_number(at, 16, &value))
		return "this kind of patch needs a value";
	stream->patches[stream->num_patches++] = (struct r600_cs_patch) {
		.dw = dw,
		.kind = kind,
		.buffer = buffer,
		.value = value,
	};
	return NULL;
}

static const char *add_dwords(struct stream_file *stream, u64 count, u32 value)
{
	if (count > STREAM_FILE_DWORDS - stream->ndw)
		return "too many dwords";
	while (count--)
		stream->ib[stream->ndw++] = value;
	return NULL;
}

static const char *read_fill(struct stream_file *stream, char **at)
{
	unsigned long long count, value;

	if (!next_number(at, 10, &count) || !next_number(at, 16, &value))
		return "fill needs a count and a dword";
	return add_dwords(stream, count, value);
}

static const struct {
	const char *word;
	const char *(*read)(struct stream_file *stream, char **at);
} directives[] = {
	{ "chip", read_chip },
	{ "engine", read_engine },
	{ "backends", read_backends },
	{ "tiling", read_tiling },
	{ "start", read_start },
	{ "no-rats", read_no_rats },
	{ "tiled", read_tiled },
	{ "vm", read_vm },
	{ "buffer", read_buffer },
	{ "patch", read_patch },
	{ "fill", read_fill },
};

static const char *read_dwords(struct stream_file *stream, char *word,
			       char **at)
{
	const char *error = NULL;
	char *end;

	for (; word && !error; word = strtok_r(NULL, blanks, at)) {
		u32 value = strtoul(word, &end, 16);

		if (*end)
			return "neither a directive nor a hexadecimal dword";
		error = add_dwords(stream, 1, value);
	}
	return error;
}

static const char *read_line(struct stream_file *stream, char *line)
{
	char *at = NULL, *word;
	u32 i;

	line[strcspn(line, "#")] = 0;
	word = strtok_r(line, blanks, &at);
	if (!word)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(directives); i++)
		if (!strcmp(word, directives[i].word))
			return directives[i].read(stream, &at);
	return read_dwords(stream, word, &at);
}

const char *stream_file_read_from(struct stream_file *stream, FILE *file,
				  int *line)
{
	const char *error = NULL;
	char text[512];

	*line = 0;
	memset(stream, 0, sizeof(*stream));
	stream->chip = stream_file_cypress;
	stream->keep_tiling = true;
	stream->clean_start = true;
	while (!error && fgets(text, sizeof(text), file)) {
		/* What is left of a longer line would be read as another. */
		if (strlen(text) == sizeof(text) - 1 && text[sizeof(text) - 2] != '\n') {
			(*line)++;
			return "the line is too long";
		}
		if (!(*line)++)
			error = read_verdict(stream, text);
		else
			error = read_line(stream, text);
	}
	return !error && !*line ? "is empty" : error;
}

const char *stream_file_read(struct stream_file *stream, const char *path,
			     int *line)
{
	FILE *file = fopen(path, "r");
	const char *error;

	*line = 0;
	if (!file)
		return "cannot be opened";
	error = stream_file_read_from(stream, file, line);
	fclose(file);
	return error;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Turns streams in text files (tests/streams), and the recorded ones of Mesa that the
 * selftests replay (tests/selftests/recordings), into inputs of the fuzzer.
 *
 * usage: make_corpus DIRECTORY FILE...
 */

#include <stdio.h>
#include <string.h>

#include <linux/array_size.h>

#include "fuzz_input.h"
#include "stream_file.h"

static struct stream_file stream;
static u8 data[FUZZ_HEADER + FUZZ_MAX_BUFFERS * FUZZ_BUFFER +
	       FUZZ_MAX_DWORDS * 4ul];

static int write_input(const char *directory, const char *name, size_t size)
{
	char path[512];
	FILE *file;
	int ok;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = fopen(path, "wb");
	if (!file)
		return 0;
	ok = fwrite(data, 1, size, file) == size;
	return !fclose(file) && ok;
}

static int convert(const char *directory, const char *path)
{
	struct r600_cs_input in = {
		.chip = &stream.chip,
		.ib = stream.ib,
		.buffers = stream.buffers,
	};
	const char *slash = strrchr(path, '/'), *error;
	int line;
	size_t size;

	error = stream_file_read(&stream, path, &line);
	if (error) {
		fprintf(stderr, "%s:%d: %s\n", path, line, error);
		return 0;
	}
	in.engine = stream.engine;
	in.clean_start = stream.clean_start;
	in.keep_tiling = stream.keep_tiling;
	in.vm = stream.vm;
	in.ndw = stream.ndw;
	in.num_buffers = stream.num_buffers;
	size = fuzz_input_encode(&in, data, sizeof(data));
	if (!size)
		return 1;	/* too long to be worth mutating */
	return write_input(directory, slash ? slash + 1 : path, size);
}

/* ---- recordings: recordings/pick says what is in them ---- */

#define KEEP_TILING	1

struct recorded {
	u32 ndw, num_buffers, num_relocs, flags, ring;
};

struct recorded_buffer {
	u32 size, alignment, domain;
};

struct recorded_reloc {
	u32 buffer, read_domains, write_domain, flags;
};

static int read_relocs(FILE *file, const struct recorded *head, struct r600_cs_buffer *entries)
{
	struct recorded_buffer buffers[256];
	struct recorded_reloc reloc;
	u32 i;

	if (head->num_buffers > ARRAY_SIZE(buffers) ||
	    fread(buffers, sizeof(*buffers), head->num_buffers, file) != head->num_buffers)
		return 0;
	for (i = 0; i < head->num_relocs; i++) {
		if (fread(&reloc, sizeof(reloc), 1, file) != 1 ||
		    reloc.buffer >= head->num_buffers)
			return 0;
		if (i < FUZZ_MAX_BUFFERS)
			entries[i] = (struct r600_cs_buffer) {
				.size = buffers[reloc.buffer].size,
				.read_domains = reloc.read_domains,
				.write_domain = reloc.write_domain,
			};
	}
	return 1;
}

/* One with more entries than an input can have is left out. */
static int convert_recorded(const char *directory, const char *name, FILE *file,
			    const struct recorded *head)
{
	static const enum r600_cs_engine engines[] = { R600_CS_GFX, R600_CS_COMPUTE, R600_CS_DMA };
	struct r600_cs_buffer entries[FUZZ_MAX_BUFFERS];
	struct r600_cs_input in = {
		.chip = strstr(name, "cayman") ? &stream_file_cayman : &stream_file_cypress,
		.ib = stream.ib, .ndw = head->ndw,
		.buffers = entries, .num_buffers = head->num_relocs,
		.keep_tiling = head->flags & KEEP_TILING, .clean_start = true,
	};
	size_t size;

	if (head->ring >= ARRAY_SIZE(engines) || head->ndw > ARRAY_SIZE(stream.ib) ||
	    !read_relocs(file, head, entries) ||
	    fread(stream.ib, 4, head->ndw, file) != head->ndw)
		return 0;
	in.engine = engines[head->ring];
	size = fuzz_input_encode(&in, data, sizeof(data));
	return !size || write_input(directory, name, size);
}

static int convert_recording(const char *directory, const char *path)
{
	const char *slash = strrchr(path, '/');
	FILE *file = fopen(path, "rb");
	struct recorded head;
	char name[64];
	u32 i;
	int ok = !!file;

	for (i = 0; ok && fread(&head, sizeof(head), 1, file) == 1; i++) {
		snprintf(name, sizeof(name), "%.32s-%u.txt", slash ? slash + 1 : path, i);
		ok = convert_recorded(directory, name, file, &head);
	}
	if (file)
		fclose(file);
	if (!ok)
		fprintf(stderr, "%s: is no recording\n", path);
	return ok;
}

static int is_row(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && !strcmp(dot, ".txt");
}

int main(int argc, char **argv)
{
	int i;

	for (i = 2; i < argc; i++)
		if (!(is_row(argv[i]) ? convert : convert_recording)(argv[1], argv[i]))
			return 1;
	return argc < 3;
}

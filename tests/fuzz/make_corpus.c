// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Turns streams in text files (tests/streams) into inputs of the fuzzer.
 *
 * usage: make_corpus DIRECTORY FILE...
 */

#include <stdio.h>
#include <string.h>

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

int main(int argc, char **argv)
{
	int i;

	for (i = 2; i < argc; i++)
		if (!convert(argv[1], argv[i]))
			return 1;
	return argc < 3;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Turns streams in text files (tests/streams), and the recorded ones of Mesa that the
 * selftests replay (tests/selftests/recordings), into inputs of the fuzzer.
 *
 * usage: make_corpus DIRECTORY FILE...
 */

#include <stdio.h>
#include <string.h>

#include "fuzz_input.h"
#include "picked_file.h"
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

/* ---- recordings ---- */

/* One with more entries than an input can have is left out. */
static int convert_picked(const char *directory, const char *name,
			  const struct picked_file *picked)
{
	const struct r600_cs_input in = {
		.chip = strstr(name, "cayman") ? &stream_file_cayman : &stream_file_cypress,
		.engine = picked->engine,
		.ib = picked->ib, .ndw = picked->ndw,
		.buffers = picked->buffers, .num_buffers = picked->num_buffers,
		.keep_tiling = picked->keep_tiling, .clean_start = true,
	};
	size_t size = fuzz_input_encode(&in, data, sizeof(data));

	return !size || write_input(directory, name, size);
}

static int convert_recording(const char *directory, const char *path)
{
	static struct picked_file picked;
	const char *slash = strrchr(path, '/');
	FILE *file = fopen(path, "rb");
	int more = file ? 1 : -1;
	char name[64];
	u32 i;

	for (i = 0; more > 0; i++) {
		more = picked_file_next(file, &picked);
		snprintf(name, sizeof(name), "%.32s-%u.txt", slash ? slash + 1 : path, i);
		if (more > 0 && !convert_picked(directory, name, &picked))
			more = -1;
	}
	if (file)
		fclose(file);
	if (more)
		fprintf(stderr, "%s: is no recording\n", path);
	return !more;
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

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_READ_H
#define TOOLS_READ_H

#include <linux/types.h>

#include "submission.h"
#include "text.h"

/* How a stream was written down. */
enum lint_format {
	LINT_AUTO,
	LINT_RECORDING,
	LINT_DUMP,
	LINT_COREDUMP,
	LINT_DWORDS,
	LINT_BINARY,
	LINT_STREAM,
};

/* What is done with each submission; false ends the reading. */
typedef bool lint_sink(const struct lint_submission *sub, void *data);

/**
 * struct lint_source - a file with streams, and what the user says about it
 * @path: the file
 * @ioctls: log of the ioctls that belongs to a recording, or NULL
 * @format: of @path
 * @chip: the card, as far as the file does not tell
 * @chip_given: the user named it
 * @engine: the ring, as far as the file does not tell
 * @engine_given: the user named it
 * @vm: addresses are those of an address space, as far as the file does not tell
 * @no_rats: the driver refuses random access targets
 */
struct lint_source {
	const char *path;
	const char *ioctls;
	enum lint_format format;
	struct r600_cs_chip chip;
	bool chip_given;
	enum r600_cs_engine engine;
	bool engine_given;
	bool vm;
	bool no_rats;
};

/**
 * struct lint_reading - one file on its way
 * @source: the file
 * @text: its contents, and its error
 * @sub: the submission that is being put together
 * @sink: where submissions go
 * @data: for @sink
 */
struct lint_reading {
	const struct lint_source *source;
	struct lint_text text;
	struct lint_submission sub;
	lint_sink *sink;
	void *data;
};

/* Each returns false with the error of the text filled in. */
bool lint_read_recording(struct lint_reading *r);
bool lint_read_dump(struct lint_reading *r);
bool lint_read_coredump(struct lint_reading *r);
bool lint_read_dwords(struct lint_reading *r);
bool lint_read_binary(struct lint_reading *r);
bool lint_read_stream(struct lint_reading *r);

bool lint_add_dword(struct lint_reading *r, u32 value);
void lint_begin_bare(struct lint_reading *r);
bool lint_end_bare(struct lint_reading *r);
bool lint_emit(struct lint_reading *r);
bool lint_read(const struct lint_source *source, lint_sink *sink, void *data, char *error,
	       size_t error_size);

#endif

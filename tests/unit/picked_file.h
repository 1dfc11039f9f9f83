/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PICKED_FILE_H
#define PICKED_FILE_H

#include <stdio.h>

#include "r600_cs_checker.h"

/* Submissions of Mesa as tests/selftests/recordings/pick writes them. */

#define PICKED_FILE_DWORDS	0x1000
#define PICKED_FILE_BUFFERS	256

struct picked_file {
	enum r600_cs_engine engine;
	bool keep_tiling;
	u32 num_buffers, ndw;
	struct r600_cs_buffer buffers[PICKED_FILE_BUFFERS];	/* one for each relocation */
	u32 ib[PICKED_FILE_DWORDS];
};

/* What the flags and the ring of a CS ioctl mean. */
#define PICKED_FILE_KEEP_TILING	0x1
enum r600_cs_engine picked_file_engine(u32 ring);

/* The next submission: 1, 0 at the end, or -1 if that is something else. */
int picked_file_next(FILE *file, struct picked_file *picked);

#endif

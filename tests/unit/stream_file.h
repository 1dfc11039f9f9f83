/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef STREAM_FILE_H
#define STREAM_FILE_H

#include <stdio.h>

#include "r600_cs_checker.h"

/*
 * Streams as text. The first line is the verdict, "accept" or "refuse DWORD
 * TEXT", where TEXT occurs in the report. Then, in any order:
 *
 *	chip cypress|cayman		default cypress
 *	engine gfx|compute|dma		default gfx
 *	backends N			default 8
 *	tiling stream|buffer		who says how surfaces are tiled, default stream
 *	start clean|dirty		whether the card's state was reset, default clean
 *	no-rats				random access is switched off, default not
 *	vm				addresses are virtual, default not
 *	buffer BYTES READ WRITE [ALIGN]	one relocation entry, domains in hex
 *	tiled BUFFER FLAGS		RADEON_TILING_* of an entry above, in hex
 *	patch DWORD KIND BUFFER		an accepted stream has exactly these; KIND is
 *					pair, base256, copy, broadcast or fill
 *	patch DWORD vertex BUFFER LAST	the same, with the last byte in hex
 *	patch DWORD value BUFFER VALUE	the same, with what the dword becomes
 *	patch DWORD start BUFFER VALUE	the same, with what is added to the address
 *	patch DWORD clear 0		a CLEAR_STATE in front of the dword
 *	fill N DWORD			the same dword N times
 *	DWORD ...			hexadecimal
 *
 * A # starts a comment. A line has 510 characters at most.
 */

#define STREAM_FILE_DWORDS	0x8000
#define STREAM_FILE_BUFFERS	256	/* as many as evergreen-ctm shows */
#define STREAM_FILE_PATCHES	64

struct stream_file {
	bool accept;
	u32 refused_dw;
	char refusal[128];
	struct r600_cs_chip chip;
	enum r600_cs_engine engine;
	bool keep_tiling;
	bool clean_start;
	bool no_rats;
	bool vm;
	u32 num_buffers, num_patches, ndw;
	struct r600_cs_buffer buffers[STREAM_FILE_BUFFERS];
	struct r600_cs_patch patches[STREAM_FILE_PATCHES];
	u32 ib[STREAM_FILE_DWORDS];
};

extern const struct r600_cs_chip stream_file_cypress;
extern const struct r600_cs_chip stream_file_cayman;

/* Each returns NULL, or what is wrong with the file and at which line. */
const char *stream_file_read(struct stream_file *stream, const char *path,
			     int *line);
const char *stream_file_read_from(struct stream_file *stream, FILE *file,
				  int *line);

#endif

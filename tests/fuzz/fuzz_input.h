/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include "r600_cs_checker.h"

/*
 * A submission as bytes, so that a fuzzer can write it:
 *
 *	byte 0		bit 0: Cayman; bits 2:1: log2 of the backends;
 *			bits 4:3: engine, 3 is taken for 0; bit 5: the card's
 *			state was not reset; bit 6: an address space of its own;
 *			bit 7: buffers say how they are tiled
 *	byte 1		bits 3:0: number of buffers
 *	8 bytes each	size (40 bits, little endian), read domains, write
 *			domain, tiling: bit 0 macro, bit 1 micro, bits 3:2, 5:4
 *			and 7:6 log2 of bank width, height and aspect
 *	the rest	dwords, little endian; an incomplete last one is ignored
 *
 * Anything that has the first two bytes and the buffers is a submission.
 */

#define FUZZ_HEADER		2
#define FUZZ_DIRTY_START	0x20
#define FUZZ_VM			0x40
#define FUZZ_BUFFER_TILING	0x80
#define FUZZ_BUFFER		8ul
#define FUZZ_MAX_BUFFERS	15
#define FUZZ_MAX_DWORDS		4096

struct fuzz_input {
	struct r600_cs_chip chip;
	struct r600_cs_buffer buffers[FUZZ_MAX_BUFFERS];
	struct r600_cs_input in;
	u32 ib[FUZZ_MAX_DWORDS];
};

bool fuzz_input_decode(struct fuzz_input *input, const u8 *data, size_t size);
/* Returns the bytes written, or 0 if they do not fit. */
size_t fuzz_input_encode(const struct r600_cs_input *in, u8 *data, size_t size);

#endif

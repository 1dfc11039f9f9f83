// SPDX-License-Identifier: MIT OR GPL-2.0
/* Submissions to and from bytes; fuzz_input.h describes them. */

#include <string.h>

#include "fuzz_input.h"

/* RADEON_TILING_*: a number of two bits for each of three fields of four bits. */
static u32 decode_tiling(u8 byte)
{
	u32 i, tiling = byte & 3;

	for (i = 0; i < 3; i++)
		tiling |= 1u << (byte >> (2 + 2 * i) & 3) << (8 + 4 * i);
	return tiling;
}

/* Of a split, nothing is kept. */
static u8 encode_tiling(u32 tiling)
{
	u32 i, log, byte = tiling & 3;

	for (i = 0; i < 3; i++) {
		for (log = 3; log && !(tiling >> (8 + 4 * i + log) & 1); log--)
			;
		byte |= log << (2 + 2 * i);
	}
	return byte;
}

static void decode_buffer(struct r600_cs_buffer *buffer, const u8 *data)
{
	memset(buffer, 0, sizeof(*buffer));
	buffer->size = data[0] | data[1] << 8 | data[2] << 16 |
		(u64)data[3] << 24 | (u64)data[4] << 32;
	buffer->read_domains = data[5] & 7;
	buffer->write_domain = data[6] & 7;
	buffer->tiling = decode_tiling(data[7]);
}

bool fuzz_input_decode(struct fuzz_input *input, const u8 *data, size_t size)
{
	u32 i, n, at = FUZZ_HEADER;

	if (size < FUZZ_HEADER)
		return false;
	n = data[1] & 0xf;
	if (size < FUZZ_HEADER + n * FUZZ_BUFFER)
		return false;
	for (i = 0; i < n; i++, at += FUZZ_BUFFER)
		decode_buffer(&input->buffers[i], data + at);
	input->chip = (struct r600_cs_chip) {
		.class = data[0] & 1 ? R600_CS_CAYMAN : R600_CS_EVERGREEN,
		.num_backends = 1u << (data[0] >> 1 & 3),
		.num_se = 2,
		.num_pipes = 8,
		.num_banks = 8,
		.group_bytes = data[0] & 1 ? 512 : 256,
	};
	input->in = (struct r600_cs_input) {
		.chip = &input->chip,
		.engine = (data[0] >> 3 & 3) % 3,
		.ib = input->ib,
		.buffers = input->buffers,
		.num_buffers = n,
		.keep_tiling = !(data[0] & FUZZ_BUFFER_TILING),
		.clean_start = !(data[0] & FUZZ_DIRTY_START),
		.vm = data[0] & FUZZ_VM,
	};
	while (size - at >= 4 && input->in.ndw < FUZZ_MAX_DWORDS) {
		memcpy(&input->ib[input->in.ndw++], data + at, 4);
		at += 4;
	}
	return true;
}

static u8 log2_backends(u32 n)
{
	return n >= 8 ? 3 : n >= 4 ? 2 : n >= 2 ? 1 : 0;
}

size_t fuzz_input_encode(const struct r600_cs_input *in, u8 *data, size_t size)
{
	size_t at = FUZZ_HEADER;
	u32 i;

	if (in->num_buffers > FUZZ_MAX_BUFFERS || in->ndw > FUZZ_MAX_DWORDS ||
	    size < at + in->num_buffers * FUZZ_BUFFER + in->ndw * 4ul)
		return 0;
	data[0] = (in->chip->class == R600_CS_CAYMAN) |
		log2_backends(in->chip->num_backends) << 1 | in->engine << 3 |
		(in->clean_start ? 0 : FUZZ_DIRTY_START) |
		(in->keep_tiling ? 0 : FUZZ_BUFFER_TILING) |
		(in->vm ? FUZZ_VM : 0);
	data[1] = in->num_buffers;
	for (i = 0; i < in->num_buffers; i++, at += FUZZ_BUFFER) {
		memcpy(data + at, &in->buffers[i].size, 5);
		data[at + 5] = in->buffers[i].read_domains;
		data[at + 6] = in->buffers[i].write_domain;
		data[at + 7] = encode_tiling(in->buffers[i].tiling);
	}
	memcpy(data + at, in->ib, in->ndw * 4ul);
	return at + in->ndw * 4ul;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The oracle's part for the DMA engine: places the elements that a copy moves
 * one after the other, as the document describes the surfaces, and asks of each
 * whether it lies inside the buffer.
 */

#include <linux/array_size.h>

#include "oracle.h"

struct dma {
	const struct r600_cs_input *in;
	const struct r600_cs_result *res;
	u32 at;
	u32 patch;
};

/* Kinds of patches by distance of the high byte, as documents number dwords. */
enum {
	NEXT = R600_CS_PATCH_LO_HI8,
	COPY = R600_CS_PATCH_DMA_COPY,
	BROADCAST = R600_CS_PATCH_DMA_BROADCAST,
	FILL = R600_CS_PATCH_DMA_FILL,
	TILED = R600_CS_PATCH_BASE256,
};

/* Entries are used up in order, one for each patch. */
static const struct r600_cs_buffer *take(struct dma *dma, u32 dw, u32 kind,
					 bool write)
{
	const struct r600_cs_patch *patch = &dma->res->patches[dma->patch];
	const struct r600_cs_buffer *buffer;

	if (dma->patch >= dma->res->num_patches ||
	    dma->patch >= dma->in->num_buffers ||
	    patch->dw != dma->at + dw || patch->kind != kind ||
	    patch->buffer != dma->patch)
		return NULL;
	buffer = &dma->in->buffers[dma->patch++];
	if (!((write ? buffer->write_domain : buffer->read_domains) & 6))
		return NULL;
	return buffer;
}

static const char *linear(struct dma *dma, u32 lo, u32 hi, u32 shift, u32 kind,
			  bool write, u64 size)
{
	const u32 *ib = &dma->in->ib[dma->at];
	const struct r600_cs_buffer *buffer = take(dma, lo, kind, write);
	u64 first = ib[lo] | (u64)(ib[hi] >> shift & 0xff) << 32;

	if (!buffer)
		return "a linear end without a buffer that allows it";
	if (first > buffer->size || size > buffer->size - first)
		return "a linear end behind its buffer";
	return NULL;
}

/* A tiled surface as its dwords say, all sizes in elements or bytes. */
struct surface {
	u32 mode, bytes, pitch, height;
	u64 slice;
	u32 macro_width, macro_height, split;
};

static void read_surface(const struct dma *dma, u32 info, u32 extent, u32 slice,
			 u32 banks, u32 split, struct surface *s)
{
	u32 aspect = 1u << (info >> 16 & 3);

	s->mode = info >> 27 & 15;
	s->bytes = 1u << (info >> 24 & 7);
	s->pitch = (extent % 2048 + 1) * 8;
	s->height = (extent >> 16 & 0x3fff) + 1;
	s->slice = ((slice & 0x3fffff) + 1ull) * 64 * s->bytes;
	s->macro_width = (8 * dma->in->chip->num_pipes << (info >> 18 & 3)) * aspect;
	s->macro_height = (8u * (2 << banks) << (info >> 21 & 3)) / aspect;
	s->split = 64u << split;
}

/*
 * The furthest byte that surely belongs to the tile of an element: in a 2D mode,
 * of the first tile of its macro tile. A tile that is split has its last part in
 * the last of as many slices.
 */
static u64 tile_end(const struct surface *s, u32 x, u32 y, u32 z)
{
	u64 tile = 64ull * s->bytes, parts = 1, at;

	if (s->mode == 2) {
		at = (y / 8 * (u64)(s->pitch / 8) + x / 8) * tile;
		return z * s->slice + at + tile;
	}
	if (tile > s->split) {
		parts = tile / s->split;
		tile = s->split;
	}
	at = y / s->macro_height * (u64)(s->pitch / s->macro_width) +
		x / s->macro_width;
	at *= (u64)s->macro_width * s->macro_height / 64 * tile;
	return (z * parts + parts - 1) * (s->slice / parts) + at + tile;
}

static const char *tiled(struct dma *dma, u32 dw, const struct surface *s,
			 bool write, u64 end)
{
	const struct r600_cs_buffer *buffer = take(dma, dw, TILED, write);
	u64 base = (u64)dma->in->ib[dma->at + dw] << 8;

	if (s->mode != 2 && s->mode != 4)
		return "another array mode";
	if (!buffer)
		return "a tiled end without a buffer that allows it";
	if (base > buffer->size || end > buffer->size - base)
		return "a tiled end behind its buffer";
	return NULL;
}

/* One or two tiled ends and a linear one; counts are of dwords or tiles. */
static const char *run_tiled(struct dma *dma, u32 bases, bool tiles, bool data)
{
	const u32 *ib = &dma->in->ib[dma->at], *d = ib + 1 + bases;
	u32 count = *ib & 0xfffff, z = d[3] >> 18 & 0x7ff;
	u64 x = d[3] & 0x3fff, y = d[4] & 0x3fff, last, end = 0, i;
	u64 size = tiles ? (u64)count << (d[0] >> 24 & 7) << 6 : count * 4ull;
	bool detile = d[0] >> 31;
	const char *error = NULL;
	struct surface s;

	read_surface(dma, d[0], d[1], d[2], d[4] >> 25 & 3, d[4] >> 21 & 7, &s);
	/* Where each row that is reached ends, in scan order. */
	last = tiles ? (y / 8 * (s.pitch / 8) + x / 8 + count - 1) :
		y * s.pitch + x + size / s.bytes - 1;
	for (i = tiles ? y / 8 : y; i <= last / (tiles ? s.pitch / 8 : s.pitch); i++) {
		u64 row = tiles ? i * 8 : i, at = tile_end(&s, s.pitch - 1, row, z);

		if (row > s.height - 1)
			return "a row behind the height";
		if (i == last / (tiles ? s.pitch / 8 : s.pitch))
			at = tile_end(&s, tiles ? last % (s.pitch / 8) * 8 :
				      last % s.pitch, row, z);
		end = at > end ? at : end;
	}
	if (!detile && !data)
		error = linear(dma, 6 + bases, 7 + bases, 0, NEXT, false, size);
	for (i = 0; i < bases && !error; i++)
		error = tiled(dma, 1 + i, &s, !detile, end);
	if (detile && !data && !error)
		error = linear(dma, 6 + bases, 7 + bases, 0, NEXT, true, size);
	return error;
}

/* Lowest and highest corner of a box; rows in between lie in between. */
static u64 box_end(const struct surface *s, u32 x, u32 y, u32 z, u32 dx, u32 dy,
		   u32 dz)
{
	u64 end = 0, at;
	u32 i;

	for (i = 0; i < dy; i++) {
		at = tile_end(s, x + dx - 1, y + i, z + dz - 1);
		end = at > end ? at : end;
	}
	return end;
}

static u64 linear_box(const u32 *ib, u32 hi, u64 dx, u64 dy, u64 dz, u32 bytes)
{
	return (dz - 1) * ib[hi + 1] + (dy - 1) * (ib[hi] >> 13) + dx * bytes;
}

static const char *run_partial(struct dma *dma)
{
	const u32 *ib = &dma->in->ib[dma->at];
	u32 dx = ib[7] & 0x3fff, dy = ib[7] >> 16 & 0x3fff, dz = ib[8] & 0x7ff;
	u32 bytes = 1u << (ib[8] >> 29);
	const char *error;

	if (!dx || !dy || !dz)
		return "an empty box";
	error = linear(dma, 1, 2, 0, NEXT, false,
		       linear_box(ib, 2, dx, dy, dz, bytes));
	return error ? error : linear(dma, 4, 5, 0, NEXT, true,
				      linear_box(ib, 5, dx, dy, dz, bytes));
}

static const char *run_tiled_partial(struct dma *dma)
{
	const u32 *ib = &dma->in->ib[dma->at];
	u32 dx = ib[10] & 0x3fff, dy = ib[10] >> 16 & 0x3fff, dz = ib[11] & 0x7ff;
	u32 x = ib[5] & 0x3fff, y = ib[6] & 0x3fff, z = ib[5] >> 18 & 0x7ff;
	bool detile = ib[2] >> 31;
	const char *error = NULL;
	struct surface s;
	u64 size;

	if (!dx || !dy || !dz)
		return "an empty box";
	read_surface(dma, ib[2], ib[3], ib[4], ib[6] >> 25 & 3, ib[6] >> 21 & 7, &s);
	if (x + dx > s.pitch || y + dy > s.height)
		return "a box outside of the surface";
	size = linear_box(ib, 8, dx, dy, dz, s.bytes);
	if (!detile)
		error = linear(dma, 7, 8, 0, NEXT, false, size);
	if (!error)
		error = tiled(dma, 1, &s, !detile, box_end(&s, x, y, z, dx, dy, dz));
	if (detile && !error)
		error = linear(dma, 7, 8, 0, NEXT, true, size);
	return error;
}

static const char *run_t2t(struct dma *dma)
{
	const u32 *ib = &dma->in->ib[dma->at];
	u32 dx = ib[11] & 0x3fff, dy = ib[11] >> 16 & 0x3fff, dz = ib[12] & 0x7ff;
	const char *error = NULL;
	struct surface s;
	u32 end;

	if (!dx || !dy || !dz || ib[11] & 0x70007)
		return "an empty box, or one that is not of tiles";
	for (end = 0; end < 2 && !error; end++) {
		u32 shift = end ? 0 : 16;
		u32 x = ib[8] >> shift & 0x3fff, y = ib[9] >> shift & 0x3fff;

		read_surface(dma, ib[7], ib[2 + end * 3], ib[3 + end * 3],
			     ib[7] >> 7 & 3, ib[7] >> 3 & 7, &s);
		if (x + dx > s.pitch || y + dy > ((s.height + 7) & ~7u))
			return "a box outside of the surface";
		error = tiled(dma, 1 + end * 3, &s, end,
			      box_end(&s, x, y, ib[10] >> shift & 0x7ff, dx, dy, dz));
	}
	return error;
}

static const char *run_copy(struct dma *dma, u32 unit)
{
	u64 size = (u64)(dma->in->ib[dma->at] & 0xfffff) * unit;
	const char *error = linear(dma, 2, 4, 0, COPY, false, size);

	return error ? error : linear(dma, 1, 3, 0, COPY, true, size);
}

static const char *run_broadcast(struct dma *dma)
{
	u64 size = (dma->in->ib[dma->at] & 0xfffff) * 4ull;
	const char *error = linear(dma, 3, 6, 0, BROADCAST, false, size);

	if (!error)
		error = linear(dma, 1, 4, 0, BROADCAST, true, size);
	return error ? error : linear(dma, 2, 5, 0, BROADCAST, true, size);
}

static const char *run_code(struct dma *dma, u32 code)
{
	u64 size = (dma->in->ib[dma->at] & 0xfffff) * 4ull;

	switch (code) {
	case 0x200:
		return linear(dma, 1, 2, 0, NEXT, true, size);
	case 0x208:
		return run_tiled(dma, 1, false, true);
	case 0x300:
		return run_copy(dma, 4);
	case 0x340:
		return run_copy(dma, 1);
	case 0x344:
		return run_broadcast(dma);
	case 0x341:
		return run_partial(dma);
	case 0x308:
		return run_tiled(dma, 1, false, false);
	case 0x348:
	case 0x34b:
		return run_tiled(dma, 2, false, false);
	case 0x34c:
		return run_tiled(dma, 1, true, false);
	case 0x34f:
		return run_tiled(dma, 2, true, false);
	case 0x349:
		return run_tiled_partial(dma);
	case 0x34d:
		return run_t2t(dma);
	case 0xd00:
		return linear(dma, 1, 3, 16, FILL, true, size);
	}
	return NULL;
}

/* Dwords of each packet, without data; whether the count matters. */
static const struct {
	u32 code, dwords;
	bool counts, data, cayman;
} packets[] = {
	{ 0x200, 3, true, true, false }, { 0x208, 7, true, true, false },
	{ 0x300, 5, true, false, false }, { 0x340, 5, true, false, false },
	{ 0x344, 7, true, false, false }, { 0x341, 9, false, false, true },
	{ 0x308, 9, true, false, false }, { 0x348, 10, true, false, false },
	{ 0x34b, 10, true, false, false }, { 0x34c, 9, true, false, false },
	{ 0x34f, 10, true, false, false }, { 0x349, 12, true, false, true },
	{ 0x34d, 13, false, false, true }, { 0xd00, 4, true, false, false },
	{ 0xf00, 1, false, false, false },
};

static const char *run_packet(struct dma *dma)
{
	u32 header = dma->in->ib[dma->at], count = header & 0xfffff, i, n;
	const char *error = NULL;

	for (i = 0; i < ARRAY_SIZE(packets); i++)
		if (packets[i].code == header >> 20)
			break;
	if (i == ARRAY_SIZE(packets))
		return "a packet that must not be accepted";
	if (packets[i].cayman && dma->in->chip->class != R600_CS_CAYMAN)
		return "a packet that this chip does not have";
	if (packets[i].counts != !!count)
		return "a count that means nothing, or none";
	n = packets[i].dwords + (packets[i].data ? count : 0);
	if (n > dma->in->ndw - dma->at)
		return "a packet behind the end";
	if (!dma->in->vm)
		error = run_code(dma, header >> 20);
	dma->at += n;
	return error;
}

const char *oracle_judge_dma(const struct r600_cs_input *in,
			     const struct r600_cs_result *res)
{
	struct dma dma = { .in = in, .res = res };
	const char *error;

	while (dma.at < in->ndw) {
		error = run_packet(&dma);
		if (error)
			return error;
	}
	return dma.patch == res->num_patches ? NULL : "patches left over";
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Streams of the DMA engine
 *
 * The DMA engine has packets of its own: a header with a command, a sub-command
 * and a count, and behind it addresses. There are no registers, nothing is
 * remembered from packet to packet, and there are no relocations in the stream:
 * addresses take the entries of the list in order, one each, first what is read
 * and then what is written. Behind the last one a client may list more, for the
 * fences on them.
 *
 * A range without tiling is as long as the count says. Of a tiled surface nobody
 * but the chip knows where an element lies, so a copy is bounded by all slices
 * up to the last that it can reach, which is one rule for all array modes and
 * needs no knowledge of banks and pipes but for whole macro tiles. A copy that
 * runs off the last row of its slice is refused: whether it would go on in the
 * next slice, or in rows that do not exist, is written down nowhere.
 *
 * Where a document leaves room, the larger reading is bounded: a copy in units
 * of tiles may touch as much of the linear end as of the tiled one, and each
 * field of a frame is taken to receive all lines. Byte swaps, thick tiles and
 * boxes whose rows are no whole dwords are refused, since no client uses them
 * and each would need an argument of its own.
 *
 * How a surface is tiled is said in the packet. The kernel's radeon driver does
 * not replace that by the buffer's tiling in these streams, with or without
 * RADEON_CS_KEEP_TILING_FLAGS, and neither does this.
 *
 * Sources: AMD's list of DMA packets, section evergreen/ni/si; which of them
 * only Cayman has, and the order of the relocations, from the kernel's radeon
 * driver; what a copy between linear and tiled covers from Mesa's r600.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "r600_cs_state.h"
#include "r600_cs_surface.h"

/* Bits 31:20 of a header, command and sub-command, are one number here. */
#define DMA_CODE		GENMASK(31, 20)
#define DMA_COUNT		GENMASK(19, 0)
#define DMA_COUNT_TILES		GENMASK(15, 0)
#define DMA_ANY_SUB		0xf00
#define DMA_EXACT		0xfff

#define ADDRESS_DWORD		GENMASK(31, 2)
#define ADDRESS_HI		GENMASK(7, 0)
#define FILL_ADDRESS_HI		GENMASK(23, 16)
#define ALL_BITS		GENMASK(31, 0)

/* A tiled surface, and where in it a copy begins. */
#define TILED_DETILE		BIT(31)
#define TILED_MODE		GENMASK(30, 27)
#define TILED_SIZE		GENMASK(26, 24)
#define TILED_BANK_HEIGHT	GENMASK(22, 21)
#define TILED_BANK_WIDTH	GENMASK(19, 18)
#define TILED_ASPECT		GENMASK(17, 16)
#define TILED_INFO		(TILED_MODE | TILED_SIZE | TILED_BANK_HEIGHT | \
				 TILED_BANK_WIDTH | TILED_ASPECT)
#define TILED_HEIGHT_MAX	GENMASK(29, 16)
#define TILED_PITCH_TILE_MAX	GENMASK(10, 0)
#define TILED_SLICE_TILE_MAX	GENMASK(21, 0)
#define TILED_Z			GENMASK(28, 18)
#define TILED_X			GENMASK(13, 0)
#define TILED_NON_DISP		GENMASK(28, 27)
#define TILED_NUM_BANKS		GENMASK(26, 25)
#define TILED_SPLIT		GENMASK(23, 21)
#define TILED_Y			GENMASK(13, 0)
#define TILED_DWORDS		5

/* What a copy between two tiled surfaces has elsewhere. */
#define T2T_NON_DISP		GENMASK(10, 9)
#define T2T_NUM_BANKS		GENMASK(8, 7)
#define T2T_SPLIT		GENMASK(5, 3)
#define T2T_SRC			GENMASK(29, 16)
#define T2T_DST			GENMASK(13, 0)
#define T2T_SRC_Z		GENMASK(26, 16)
#define T2T_DST_Z		GENMASK(10, 0)
#define T2T_TILES		(GENMASK(29, 19) | GENMASK(13, 3))

/* A box of elements. */
#define BOX_PITCH		GENMASK(31, 13)
#define BOX_HEIGHT		GENMASK(29, 16)
#define BOX_WIDTH		GENMASK(13, 0)
#define BOX_DEPTH		GENMASK(10, 0)
#define BOX_SIZE		GENMASK(31, 29)

#define TILE_EDGE		8
#define TILE_ELEMENTS		64
/* Elements of up to 16 bytes. */
#define MAX_LOG_BYTES		4

struct r600_cs_dma_packet;

/**
 * struct r600_cs_dma_dword - one dword of a payload
 * @name: for the report
 * @bits: those that a field covers
 */
struct r600_cs_dma_dword {
	const char *name;
	u32 bits;
};

/**
 * struct r600_cs_dma_end - a linear address, in the order of relocations
 * @field: for the report; NULL ends a list
 * @dw: payload index of its low dword
 * @kind: where its high bits are
 * @direction: what happens there
 */
struct r600_cs_dma_end {
	const char *field;
	u8 dw;
	u8 kind;
	u8 direction;
};

typedef int r600_cs_dma_check(struct r600_cs_state *st,
			      const struct r600_cs_dma_packet *packet,
			      const u32 *body);

/**
 * struct r600_cs_dma_packet - one row of the packet table
 * @name: AMD's name
 * @refusal: why it is refused, as the tail of a sentence; NULL if it is not
 * @check: called with the payload, which is inside the IB
 * @fields: a row for each dword of the payload but data
 * @ends: linear addresses of a packet that has no others
 * @code: what DMA_CODE must be
 * @mask: bits of it that count
 * @dwords: payload, data not counted
 * @bases: tiled addresses at the start of the payload
 * @unit: bytes or tiles that one of the count stands for; 0 if it must be 0
 * @data: as many dwords as the count says follow
 * @tiles: the count is of tiles
 * @cayman: only Cayman and Aruba have it
 */
struct r600_cs_dma_packet {
	const char *name;
	const char *refusal;
	r600_cs_dma_check *check;
	const struct r600_cs_dma_dword *fields;
	const struct r600_cs_dma_end *ends;
	u16 code;
	u16 mask;
	u8 dwords;
	u8 bases;
	u8 unit;
	bool data;
	bool tiles;
	bool cayman;
};

/* An address takes the next relocation. */
static int r600_cs_dma_access(struct r600_cs_state *st,
			      const struct r600_cs_access *access)
{
	u32 buffer = st->next_buffer;
	int ret;

	if (buffer >= st->in->num_buffers)
		return r600_cs_refuse(st, "relocation", buffer,
				      st->in->num_buffers,
				      "each address needs an entry of its own");
	st->next_buffer++;
	ret = r600_cs_fits(st, access, buffer);
	if (ret)
		return ret;
	return r600_cs_patch(st, access, buffer);
}

/* @size bytes from the linear address in dword @dw of the payload on. */
static int r600_cs_dma_linear(struct r600_cs_state *st, const u32 *body,
			      const struct r600_cs_dma_end *end, u64 size)
{
	return r600_cs_dma_access(st, &(struct r600_cs_access) {
		.field = end->field,
		.offset = r600_cs_patch_offset(&body[end->dw], end->kind),
		.size = size,
		.align = 1,
		.dw = end->dw,
		.kind = end->kind,
		.direction = end->direction,
	});
}

static u32 r600_cs_dma_count(const struct r600_cs_state *st)
{
	return FIELD_GET(DMA_COUNT, st->header);
}

static int r600_cs_dma_check_nop(struct r600_cs_state *st,
				 const struct r600_cs_dma_packet *packet,
				 const u32 *body)
{
	return 0;
}

/* Write, fill and copies whose ends are all as long as the count says. */
static int r600_cs_dma_check_linear(struct r600_cs_state *st,
				    const struct r600_cs_dma_packet *packet,
				    const u32 *body)
{
	u64 size = (u64)r600_cs_dma_count(st) * packet->unit;
	const struct r600_cs_dma_end *end;
	int ret = 0;

	for (end = packet->ends; !ret && end->field; end++)
		ret = r600_cs_dma_linear(st, body, end, size);
	return ret;
}

/**
 * struct r600_cs_dma_box - elements that a partial copy moves
 * @width: in elements
 * @height: in rows
 * @depth: in slices
 * @bytes: of an element
 */
struct r600_cs_dma_box {
	u32 width;
	u32 height;
	u32 depth;
	u32 bytes;
};

static int r600_cs_dma_read_box(struct r600_cs_state *st, u32 size, u32 depth,
				u32 log_bytes, struct r600_cs_dma_box *box)
{
	*box = (struct r600_cs_dma_box) {
		.width = FIELD_GET(BOX_WIDTH, size),
		.height = FIELD_GET(BOX_HEIGHT, size),
		.depth = FIELD_GET(BOX_DEPTH, depth),
		.bytes = 1u << log_bytes,
	};
	if (log_bytes > MAX_LOG_BYTES)
		return r600_cs_refuse(st, "SIZE", log_bytes, MAX_LOG_BYTES,
				      "must not exceed the limit");
	if (!box->width || !box->height || !box->depth)
		return r600_cs_refuse(st, "DX, DY, DZ", size, 0,
				      "none may be 0");
	if (box->width * box->bytes % 4)
		return r600_cs_refuse(st, "DX", box->width, 0,
				      "rows must be whole dwords");
	return 0;
}

/*
 * The linear end of a box: an address, a pitch beside its high bits, and a slice
 * pitch behind it. Rows and slices that overlap are refused, so that a pitch of
 * 0 means nothing.
 */
static int r600_cs_dma_linear_box(struct r600_cs_state *st, const u32 *body,
				  const struct r600_cs_dma_end *end,
				  const struct r600_cs_dma_box *box)
{
	u32 pitch = FIELD_GET(BOX_PITCH, body[end->dw + 1]);
	u32 slice = body[end->dw + 2];
	u64 row = (u64)box->width * box->bytes;
	u64 rows = (u64)(box->height - 1) * pitch + row;

	if (pitch % 4 || slice % 4)
		return r600_cs_refuse(st, "PITCH", pitch, 4,
				      "pitches must be multiples of the limit");
	if (box->height > 1 && pitch < row)
		return r600_cs_refuse(st, "PITCH", pitch, row,
				      "must hold a row");
	if (box->depth > 1 && slice < rows)
		return r600_cs_refuse(st, "SLICE_PITCH", slice, rows,
				      "must hold all rows");
	return r600_cs_dma_linear(st, body, end,
				  (u64)(box->depth - 1) * slice + rows);
}

static int r600_cs_dma_check_partial(struct r600_cs_state *st,
				     const struct r600_cs_dma_packet *packet,
				     const u32 *body)
{
	struct r600_cs_dma_box box;
	int ret;

	ret = r600_cs_dma_read_box(st, body[6], body[7],
				   FIELD_GET(BOX_SIZE, body[7]), &box);
	if (ret)
		return ret;
	ret = r600_cs_dma_linear_box(st, body, &packet->ends[0], &box);
	if (ret)
		return ret;
	return r600_cs_dma_linear_box(st, body, &packet->ends[1], &box);
}

/**
 * struct r600_cs_dma_tiled - a tiled surface
 * @surface: its height is what the slice has, which the packet cannot exceed
 * @base_align: bytes that its address must be a multiple of
 * @rows: that a copy may reach
 */
struct r600_cs_dma_tiled {
	struct r600_cs_surface surface;
	u32 base_align;
	u32 rows;
};

static int r600_cs_dma_tiling(struct r600_cs_state *st, u32 info, u32 split,
			      u32 banks, struct r600_cs_surface *surface)
{
	u32 log_bytes = FIELD_GET(TILED_SIZE, info);

	*surface = (struct r600_cs_surface) {
		.mode = FIELD_GET(TILED_MODE, info),
		.tiling.split = split,
		.tiling.banks = banks,
		.tiling.bank_width = FIELD_GET(TILED_BANK_WIDTH, info),
		.tiling.bank_height = FIELD_GET(TILED_BANK_HEIGHT, info),
		.tiling.aspect = FIELD_GET(TILED_ASPECT, info),
		.bytes = 1u << log_bytes,
		.samples = 1,
	};
	if (log_bytes > MAX_LOG_BYTES)
		return r600_cs_refuse(st, "SIZE", log_bytes, MAX_LOG_BYTES,
				      "must not exceed the limit");
	if (surface->mode != R600_CS_1D_THIN1 &&
	    surface->mode != R600_CS_2D_THIN1)
		return r600_cs_refuse(st, "ARRAY_MODE", surface->mode, 0,
				      "must be 2 or 4, tiled and thin");
	return 0;
}

/* Pitch, slice and height; the surface has its tiling already. */
static int r600_cs_dma_extent(struct r600_cs_state *st, u32 extent, u32 slice,
			      struct r600_cs_dma_tiled *tiled)
{
	u32 elements = (FIELD_GET(TILED_SLICE_TILE_MAX, slice) + 1) *
		TILE_ELEMENTS;
	struct r600_cs_surface *surface = &tiled->surface;
	struct r600_cs_layout layout;
	const char *rule;

	surface->width = (FIELD_GET(TILED_PITCH_TILE_MAX, extent) + 1) *
		TILE_EDGE;
	surface->height = elements / surface->width;
	if (elements % surface->width)
		return r600_cs_refuse(st, "SLICE_TILE_MAX", slice, 0,
				      "the slice must be a whole number of rows");
	rule = r600_cs_surface_layout(st->in->chip, surface, &layout);
	if (!rule)
		rule = r600_cs_surface_aligned(surface, &layout);
	if (!rule)
		rule = r600_cs_surface_banks(st->in->chip, surface);
	if (rule)
		return r600_cs_refuse(st, "surface", extent, 0, rule);
	tiled->base_align = layout.base_align;
	tiled->rows = min(surface->height,
			  (u32)FIELD_GET(TILED_HEIGHT_MAX, extent) + 1);
	return 0;
}

static int r600_cs_dma_read_tiled(struct r600_cs_state *st, const u32 *at,
				  struct r600_cs_dma_tiled *tiled)
{
	int ret;

	ret = r600_cs_dma_tiling(st, at[0], FIELD_GET(TILED_SPLIT, at[4]),
				 FIELD_GET(TILED_NUM_BANKS, at[4]),
				 &tiled->surface);
	if (ret)
		return ret;
	return r600_cs_dma_extent(st, at[1], at[2], tiled);
}

/* All slices up to the last one, at the base in dword @dw of the payload. */
static int r600_cs_dma_slices(struct r600_cs_state *st, const u32 *body, u32 dw,
			      const struct r600_cs_dma_tiled *tiled, u32 slices,
			      enum r600_cs_direction direction)
{
	return r600_cs_dma_access(st, &(struct r600_cs_access) {
		.field = "BASE_256",
		.offset = (u64)body[dw] << 8,
		.size = r600_cs_surface_bytes(&tiled->surface, slices),
		.align = tiled->base_align,
		.dw = dw,
		.kind = R600_CS_PATCH_BASE256,
		.direction = direction,
	});
}

static int r600_cs_dma_refuse_rows(struct r600_cs_state *st, u32 end, u32 rows)
{
	return r600_cs_refuse(st, "last row", end, rows,
			      "the copy must end in the slice where it begins");
}

/*
 * A run of elements, row after row from x and y on: it must begin inside the
 * surface, on a dword, and end in the same slice.
 */
static int r600_cs_dma_run(struct r600_cs_state *st, u32 x, u32 y,
			   const struct r600_cs_dma_tiled *tiled)
{
	u32 bytes = r600_cs_dma_count(st) * 4;
	u32 size = tiled->surface.bytes, pitch = tiled->surface.width;
	u32 end = y + (x + bytes / size + pitch - 1) / pitch;

	if (x >= pitch)
		return r600_cs_refuse(st, "X", x, pitch,
				      "must be less than the limit");
	if (x * size % 4 || bytes % size)
		return r600_cs_refuse(st, "X", x, 0,
				      "the copy must be of whole dwords and elements");
	if (end > tiled->rows)
		return r600_cs_dma_refuse_rows(st, end, tiled->rows);
	return 0;
}

/*
 * The same with tiles; the last row of tiles may stick out of the height. Where the
 * linear end of a copy continues that begins within a row of tiles and goes on in
 * the next is written down nowhere, and might be before its address.
 */
static int r600_cs_dma_tile_run(struct r600_cs_state *st, u32 x, u32 y,
				const struct r600_cs_dma_tiled *tiled)
{
	u32 tiles = FIELD_GET(DMA_COUNT_TILES, st->header);
	u32 pitch = tiled->surface.width / TILE_EDGE;
	u32 rows = (tiled->rows + TILE_EDGE - 1) & ~(TILE_EDGE - 1);
	u32 end;

	if (x % TILE_EDGE || y % TILE_EDGE)
		return r600_cs_refuse(st, "X, Y", x % TILE_EDGE ? x : y,
				      TILE_EDGE,
				      "must be multiples of the limit");
	x /= TILE_EDGE;
	if (x >= pitch)
		return r600_cs_refuse(st, "X", x, pitch,
				      "must be less than the limit");
	if (x && tiles > pitch - x)
		return r600_cs_refuse(st, "COUNT", tiles, pitch - x,
				      "must end in the row of tiles that it begins within");
	end = y + (x + tiles + pitch - 1) / pitch * TILE_EDGE;
	if (end > rows)
		return r600_cs_dma_refuse_rows(st, end, rows);
	return 0;
}

/* The linear end of a packet with a tiled one is behind the latter. */
static int r600_cs_dma_other_end(struct r600_cs_state *st,
				 const struct r600_cs_dma_packet *packet,
				 const u32 *body, u64 size,
				 enum r600_cs_direction direction)
{
	const struct r600_cs_dma_end end = {
		.field = "LINEAR_ADDRESS",
		.dw = packet->bases + TILED_DWORDS,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = direction,
	};

	if (packet->data)
		return 0;
	return r600_cs_dma_linear(st, body, &end, size);
}

/* One or two tiled surfaces that are alike, and a linear end or data. */
static int r600_cs_dma_check_tiled(struct r600_cs_state *st,
				   const struct r600_cs_dma_packet *packet,
				   const u32 *body)
{
	const u32 *at = &body[packet->bases];
	bool detile = at[0] & TILED_DETILE;
	u32 x = FIELD_GET(TILED_X, at[3]), y = FIELD_GET(TILED_Y, at[4]);
	u32 slices = FIELD_GET(TILED_Z, at[3]) + 1;
	struct r600_cs_dma_tiled tiled;
	u32 i;
	u64 size;
	int ret;

	ret = r600_cs_dma_read_tiled(st, at, &tiled);
	if (ret)
		return ret;
	ret = packet->tiles ? r600_cs_dma_tile_run(st, x, y, &tiled) :
		r600_cs_dma_run(st, x, y, &tiled);
	if (ret)
		return ret;
	size = packet->tiles ? r600_cs_surface_bytes(&tiled.surface, slices) :
		(u64)r600_cs_dma_count(st) * packet->unit;
	if (!detile)
		ret = r600_cs_dma_other_end(st, packet, body, size, R600_CS_READ);
	for (i = 0; !ret && i < packet->bases; i++)
		ret = r600_cs_dma_slices(st, body, i, &tiled, slices,
					 detile ? R600_CS_READ : R600_CS_WRITE);
	if (!ret && detile)
		ret = r600_cs_dma_other_end(st, packet, body, size, R600_CS_WRITE);
	return ret;
}

/* Does a box lie inside the slices of a surface? */
static int r600_cs_dma_inside(struct r600_cs_state *st, u32 x, u32 y,
			      const struct r600_cs_dma_tiled *tiled,
			      const struct r600_cs_dma_box *box)
{
	if (x + box->width > tiled->surface.width)
		return r600_cs_refuse(st, "X + DX", x + box->width,
				      tiled->surface.width,
				      "must not exceed the pitch");
	if (y + box->height > tiled->rows)
		return r600_cs_dma_refuse_rows(st, y + box->height,
					       tiled->rows);
	return 0;
}

/*
 * Whether the count means anything beside the size of the box is not written
 * down; where it is the same number of dwords, it makes no difference.
 */
static int r600_cs_dma_box_count(struct r600_cs_state *st,
				 const struct r600_cs_dma_box *box)
{
	u64 dwords = (u64)box->width * box->height * box->depth * box->bytes / 4;

	if (r600_cs_dma_count(st) == dwords)
		return 0;
	return r600_cs_refuse(st, "COUNT", r600_cs_dma_count(st), dwords,
			      "must be the dwords of the box");
}

static int r600_cs_dma_partial_ends(struct r600_cs_state *st, const u32 *body,
				    const struct r600_cs_dma_tiled *tiled,
				    const struct r600_cs_dma_box *box)
{
	bool detile = body[1] & TILED_DETILE;
	u32 slices = FIELD_GET(TILED_Z, body[4]) + box->depth;
	const struct r600_cs_dma_end linear = {
		.field = "LINEAR_ADDRESS",
		.dw = 6,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = detile ? R600_CS_WRITE : R600_CS_READ,
	};
	int ret = 0;

	if (!detile)
		ret = r600_cs_dma_linear_box(st, body, &linear, box);
	if (!ret)
		ret = r600_cs_dma_slices(st, body, 0, tiled, slices,
					 detile ? R600_CS_READ : R600_CS_WRITE);
	if (!ret && detile)
		ret = r600_cs_dma_linear_box(st, body, &linear, box);
	return ret;
}

static int r600_cs_dma_check_tiled_partial(struct r600_cs_state *st,
					   const struct r600_cs_dma_packet *packet,
					   const u32 *body)
{
	struct r600_cs_dma_tiled tiled;
	struct r600_cs_dma_box box;
	int ret;

	ret = r600_cs_dma_read_tiled(st, &body[1], &tiled);
	if (ret)
		return ret;
	ret = r600_cs_dma_read_box(st, body[9], body[10],
				   FIELD_GET(TILED_SIZE, body[1]), &box);
	if (ret)
		return ret;
	ret = r600_cs_dma_box_count(st, &box);
	if (ret)
		return ret;
	ret = r600_cs_dma_inside(st, FIELD_GET(TILED_X, body[4]),
				 FIELD_GET(TILED_Y, body[5]), &tiled, &box);
	if (ret)
		return ret;
	return r600_cs_dma_partial_ends(st, body, &tiled, &box);
}

/* One end of a copy between tiled surfaces; @dw is the index of its base. */
static int r600_cs_dma_t2t_end(struct r600_cs_state *st, const u32 *body, u32 dw,
			       const struct r600_cs_dma_box *box)
{
	bool source = dw == 0;
	u32 x = source ? FIELD_GET(T2T_SRC, body[7]) : FIELD_GET(T2T_DST, body[7]);
	u32 y = source ? FIELD_GET(T2T_SRC, body[8]) : FIELD_GET(T2T_DST, body[8]);
	u32 z = source ? FIELD_GET(T2T_SRC_Z, body[9]) :
		FIELD_GET(T2T_DST_Z, body[9]);
	struct r600_cs_dma_tiled tiled;
	int ret;

	ret = r600_cs_dma_tiling(st, body[6], FIELD_GET(T2T_SPLIT, body[6]),
				 FIELD_GET(T2T_NUM_BANKS, body[6]),
				 &tiled.surface);
	if (ret)
		return ret;
	ret = r600_cs_dma_extent(st, body[dw + 1], body[dw + 2], &tiled);
	if (ret)
		return ret;
	/* It works in whole tiles, so it may end in the last one's padding. */
	tiled.rows = min(tiled.surface.height, (tiled.rows + TILE_EDGE - 1) &
			 ~(TILE_EDGE - 1));
	ret = r600_cs_dma_inside(st, x, y, &tiled, box);
	if (ret)
		return ret;
	return r600_cs_dma_slices(st, body, dw, &tiled, z + box->depth,
				  source ? R600_CS_READ : R600_CS_WRITE);
}

static int r600_cs_dma_check_t2t(struct r600_cs_state *st,
				 const struct r600_cs_dma_packet *packet,
				 const u32 *body)
{
	struct r600_cs_dma_box box;
	int ret;

	ret = r600_cs_dma_read_box(st, body[10], body[11],
				   FIELD_GET(TILED_SIZE, body[6]), &box);
	if (ret)
		return ret;
	ret = r600_cs_dma_t2t_end(st, body, 0, &box);
	if (ret)
		return ret;
	return r600_cs_dma_t2t_end(st, body, 3, &box);
}

/* Payloads. */

#define LO(NAME)		{ NAME "_LO", ADDRESS_DWORD }
#define BYTE_LO(NAME)		{ NAME "_LO", ALL_BITS }
#define HI(NAME)		{ NAME "_HI", ADDRESS_HI }
#define BASE(NAME)		{ NAME, ALL_BITS }
#define INFO(MORE)		{ "INFO", TILED_INFO | (MORE) }
#define EXTENT			{ "EXTENT", TILED_HEIGHT_MAX | \
				  TILED_PITCH_TILE_MAX }
#define SLICE			{ "SLICE_TILE_MAX", TILED_SLICE_TILE_MAX }
#define X_Z			{ "X, Z", TILED_X | TILED_Z }
#define Y_TILING		{ "Y", TILED_Y | TILED_SPLIT | TILED_NUM_BANKS | \
				  TILED_NON_DISP }
#define PITCH_HI(NAME)		{ NAME "_HI", BOX_PITCH | ADDRESS_HI }
#define SLICE_PITCH		{ "SLICE_PITCH", ALL_BITS }
#define BOX			{ "DX, DY", BOX_WIDTH | BOX_HEIGHT }

static const struct r600_cs_dma_dword dma_write_fields[] = {
	LO("DST"), HI("DST"),
};

static const struct r600_cs_dma_dword dma_fill_fields[] = {
	LO("DST"), { "DATA", ALL_BITS }, { "DST_HI", FILL_ADDRESS_HI },
};

static const struct r600_cs_dma_dword dma_copy_fields[] = {
	LO("DST"), LO("SRC"), HI("DST"), HI("SRC"),
};

static const struct r600_cs_dma_dword dma_byte_fields[] = {
	BYTE_LO("DST"), BYTE_LO("SRC"), HI("DST"), HI("SRC"),
};

static const struct r600_cs_dma_dword dma_broadcast_fields[] = {
	LO("DST"), LO("DST2"), LO("SRC"), HI("DST"), HI("DST2"), HI("SRC"),
};

static const struct r600_cs_dma_dword dma_partial_fields[] = {
	LO("SRC"), PITCH_HI("SRC"), SLICE_PITCH,
	LO("DST"), PITCH_HI("DST"), SLICE_PITCH,
	BOX, { "SIZE, DZ", BOX_SIZE | BOX_DEPTH },
};

static const struct r600_cs_dma_dword dma_tiled_fields[] = {
	BASE("BASE_256"), INFO(TILED_DETILE), EXTENT, SLICE, X_Z, Y_TILING,
	LO("LINEAR_ADDRESS"), HI("LINEAR_ADDRESS"),
};

static const struct r600_cs_dma_dword dma_write_tiled_fields[] = {
	BASE("BASE_256"), INFO(0), EXTENT, SLICE, X_Z, Y_TILING,
};

static const struct r600_cs_dma_dword dma_two_tiled_fields[] = {
	BASE("BASE_256"), BASE("BASE2_256"), INFO(0), EXTENT, SLICE, X_Z,
	Y_TILING, LO("LINEAR_ADDRESS"), HI("LINEAR_ADDRESS"),
};

static const struct r600_cs_dma_dword dma_tiled_partial_fields[] = {
	BASE("BASE_256"), INFO(TILED_DETILE), EXTENT, SLICE, X_Z, Y_TILING,
	LO("LINEAR_ADDRESS"), PITCH_HI("LINEAR_ADDRESS"), SLICE_PITCH,
	BOX, { "DZ", BOX_DEPTH },
};

static const struct r600_cs_dma_dword dma_t2t_fields[] = {
	BASE("SRC_BASE_256"), EXTENT, SLICE, BASE("DST_BASE_256"), EXTENT, SLICE,
	INFO(T2T_NON_DISP | T2T_NUM_BANKS | T2T_SPLIT),
	{ "SRC_X, DST_X", T2T_TILES }, { "SRC_Y, DST_Y", T2T_TILES },
	{ "SRC_Z, DST_Z", T2T_SRC_Z | T2T_DST_Z },
	{ "DX, DY", T2T_TILES }, { "DZ", BOX_DEPTH },
};

static const struct r600_cs_dma_end dma_write_ends[] = {
	{ "DST", 0, R600_CS_PATCH_LO_HI8, R600_CS_WRITE }, {},
};

static const struct r600_cs_dma_end dma_fill_ends[] = {
	{ "DST", 0, R600_CS_PATCH_DMA_FILL, R600_CS_WRITE }, {},
};

static const struct r600_cs_dma_end dma_copy_ends[] = {
	{ "SRC", 1, R600_CS_PATCH_DMA_COPY, R600_CS_READ },
	{ "DST", 0, R600_CS_PATCH_DMA_COPY, R600_CS_WRITE }, {},
};

static const struct r600_cs_dma_end dma_broadcast_ends[] = {
	{ "SRC", 2, R600_CS_PATCH_DMA_BROADCAST, R600_CS_READ },
	{ "DST", 0, R600_CS_PATCH_DMA_BROADCAST, R600_CS_WRITE },
	{ "DST2", 1, R600_CS_PATCH_DMA_BROADCAST, R600_CS_WRITE }, {},
};

static const struct r600_cs_dma_end dma_partial_ends[] = {
	{ "SRC", 0, R600_CS_PATCH_LO_HI8, R600_CS_READ },
	{ "DST", 3, R600_CS_PATCH_LO_HI8, R600_CS_WRITE }, {},
};

#define ACCEPTED(NAME, CODE, CHECK, FIELDS, ...) {			\
	.name = (NAME), .code = (CODE), .mask = DMA_EXACT,		\
	.check = r600_cs_dma_check_##CHECK, .fields = (FIELDS),		\
	.dwords = ARRAY_SIZE(FIELDS), __VA_ARGS__			\
}

#define REFUSED(NAME, CODE, MASK, WHY) {				\
	.name = (NAME), .code = (CODE), .mask = (MASK), .refusal = (WHY), \
}

#define KERNEL_ONLY	"not accepted, only the kernel may send it"

/* What clients send most comes first. */
static const struct r600_cs_dma_packet r600_cs_dma_packets[] = {
	{ .name = "DMA_NOP", .code = 0xf00, .mask = DMA_EXACT,
	  .check = r600_cs_dma_check_nop },
	ACCEPTED("DMA_COPY_TILED", 0x308, tiled, dma_tiled_fields,
		 .bases = 1, .unit = 4),
	ACCEPTED("DMA_COPY_LINEAR", 0x300, linear, dma_copy_fields,
		 .ends = dma_copy_ends, .unit = 4),
	ACCEPTED("DMA_COPY_BYTE", 0x340, linear, dma_byte_fields,
		 .ends = dma_copy_ends, .unit = 1),
	ACCEPTED("DMA_COPY_PARTIAL", 0x341, partial, dma_partial_fields,
		 .ends = dma_partial_ends, .cayman = true),
	ACCEPTED("DMA_COPY_BROADCAST", 0x344, linear, dma_broadcast_fields,
		 .ends = dma_broadcast_ends, .unit = 4),
	ACCEPTED("DMA_COPY_FRAME_TO_FIELD", 0x348, tiled, dma_two_tiled_fields,
		 .bases = 2, .unit = 4),
	ACCEPTED("DMA_COPY_TILED_PARTIAL", 0x349, tiled_partial,
		 dma_tiled_partial_fields, .unit = 4, .cayman = true),
	ACCEPTED("DMA_COPY_TILED_BROADCAST", 0x34b, tiled, dma_two_tiled_fields,
		 .bases = 2, .unit = 4),
	ACCEPTED("DMA_COPY_TILES", 0x34c, tiled, dma_tiled_fields,
		 .bases = 1, .unit = 1, .tiles = true),
	ACCEPTED("DMA_COPY_T2T", 0x34d, t2t, dma_t2t_fields, .cayman = true),
	ACCEPTED("DMA_COPY_TILES_BROADCAST", 0x34f, tiled, dma_two_tiled_fields,
		 .bases = 2, .unit = 1, .tiles = true),
	ACCEPTED("DMA_WRITE", 0x200, linear, dma_write_fields,
		 .ends = dma_write_ends, .unit = 4, .data = true),
	ACCEPTED("DMA_WRITE_TILED", 0x208, tiled, dma_write_tiled_fields,
		 .bases = 1, .unit = 4, .data = true),
	ACCEPTED("DMA_CONSTANT_FILL", 0xd00, linear, dma_fill_fields,
		 .ends = dma_fill_ends, .unit = 4),
	REFUSED("DMA_WRITE_PTE", 0x242, DMA_EXACT, KERNEL_ONLY),
	REFUSED("DMA_INDIRECT_BUFFER", 0x400, DMA_ANY_SUB, KERNEL_ONLY),
	REFUSED("DMA_SEMAPHORE", 0x500, DMA_ANY_SUB, KERNEL_ONLY),
	REFUSED("DMA_FENCE", 0x600, DMA_ANY_SUB, KERNEL_ONLY),
	REFUSED("DMA_TRAP", 0x700, DMA_ANY_SUB, KERNEL_ONLY),
	REFUSED("DMA_SRBM", 0x900, DMA_ANY_SUB, KERNEL_ONLY),
	REFUSED("DMA_POLL", 0xe00, DMA_ANY_SUB,
		"not accepted, these chips do not use it"),
};

static const struct r600_cs_dma_packet *r600_cs_dma_find(u32 header)
{
	u32 code = FIELD_GET(DMA_CODE, header), i;

	for (i = 0; i < ARRAY_SIZE(r600_cs_dma_packets); i++)
		if ((code & r600_cs_dma_packets[i].mask) ==
		    r600_cs_dma_packets[i].code)
			return &r600_cs_dma_packets[i];
	return NULL;
}

static int r600_cs_dma_refuse_packet(struct r600_cs_state *st,
				     const struct r600_cs_dma_packet *packet)
{
	if (!packet)
		return r600_cs_refuse(st, NULL, st->header, 0,
				      "not accepted, there is no such packet");
	if (packet->refusal)
		return r600_cs_refuse(st, NULL, st->header, 0, packet->refusal);
	return r600_cs_refuse(st, NULL, st->header, 0,
			      "not accepted, only Cayman has it");
}

/* The count means nothing without a unit, and must not be 0 with one. */
static int r600_cs_dma_check_count(struct r600_cs_state *st,
				   const struct r600_cs_dma_packet *packet)
{
	u32 count = r600_cs_dma_count(st);

	if (!packet->unit && count)
		return r600_cs_refuse(st, "COUNT", count, 0, "must be 0");
	if (packet->unit && !count)
		return r600_cs_refuse(st, "COUNT", 0, DMA_COUNT,
				      "must not be 0");
	if (packet->tiles && count > DMA_COUNT_TILES)
		return r600_cs_refuse(st, "COUNT", count, DMA_COUNT_TILES,
				      "must not exceed the limit");
	return 0;
}

static int r600_cs_dma_check_fields(struct r600_cs_state *st,
				    const struct r600_cs_dma_packet *packet,
				    const u32 *body)
{
	int ret = 0;
	u32 i;

	for (i = 0; !ret && i < packet->dwords; i++)
		ret = r600_cs_reserved(st, packet->fields[i].name, body[i],
				       packet->fields[i].bits);
	return ret;
}

/**
 * r600_cs_check_dma() - check the packet at r600_cs_state.dw
 * @st: the run
 *
 * With a VM there is no address to bound.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_dma(struct r600_cs_state *st)
{
	const struct r600_cs_dma_packet *packet = r600_cs_dma_find(st->header);
	const u32 *body = &st->ib[st->dw + 1];
	int ret;

	st->name = packet ? packet->name : NULL;
	if (!packet || packet->refusal ||
	    (packet->cayman && st->in->chip->class != R600_CS_CAYMAN))
		return r600_cs_dma_refuse_packet(st, packet);
	ret = r600_cs_dma_check_count(st, packet);
	if (ret)
		return ret;
	st->len = packet->dwords + (packet->data ? r600_cs_dma_count(st) : 0);
	ret = r600_cs_claim(st);
	if (ret)
		return ret;
	ret = r600_cs_dma_check_fields(st, packet, body);
	if (ret || st->in->vm)
		return ret;
	return packet->check(st, packet, body);
}

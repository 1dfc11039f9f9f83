// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DMA packets with a tiled surface; what is accepted of them and why is in
 * checker/dma.c.
 */

#include <linux/bitfield.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "dma.h"
#include "run.h"
#include "surface.h"

/**
 * struct r600_cs_dma_tiled - a tiled surface
 */
struct r600_cs_dma_tiled {
	/** @surface: its height is what the slice has, which the packet cannot exceed */
	struct r600_cs_surface surface;

	/** @base_align: bytes that its address must be a multiple of */
	u32 base_align;

	/** @rows: that a copy may reach */
	u32 rows;
};

static int dma_tiling(struct r600_cs_run *run, u32 info, u32 split,
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
		return r600_cs_refuse(run, "SIZE", log_bytes, MAX_LOG_BYTES,
				      "must not exceed the limit");
	if (surface->mode != R600_CS_1D_THIN1 &&
	    surface->mode != R600_CS_2D_THIN1)
		return r600_cs_refuse(run, "ARRAY_MODE", surface->mode, 0,
				      "must be 2 or 4, tiled and thin");
	return 0;
}

/* Pitch, slice and height; the surface has its tiling already. */
static int dma_extent(struct r600_cs_run *run, u32 extent, u32 slice,
		      struct r600_cs_dma_tiled *tiled)
{
	struct r600_cs_surface *surface = &tiled->surface;
	struct r600_cs_layout layout;
	const char *rule;

	rule = r600_cs_surface_rows(surface, extent, slice);
	if (rule)
		return r600_cs_refuse(run, "SLICE_TILE_MAX", slice, 0, rule);
	rule = r600_cs_surface_layout(run->in->chip, surface, &layout);
	if (!rule)
		rule = r600_cs_surface_whole(run->in->chip, surface, &layout);
	if (rule)
		return r600_cs_refuse(run, "surface", extent, 0, rule);
	tiled->base_align = layout.base_align;
	tiled->rows = min(surface->height,
			  (u32)FIELD_GET(TILED_HEIGHT_MAX, extent) + 1);
	return 0;
}

static int dma_read_tiled(struct r600_cs_run *run, const u32 *at,
			  struct r600_cs_dma_tiled *tiled)
{
	int ret;

	ret = dma_tiling(run, at[0], FIELD_GET(TILED_SPLIT, at[4]),
			 FIELD_GET(TILED_NUM_BANKS, at[4]),
			 &tiled->surface);
	if (ret)
		return ret;
	return dma_extent(run, at[1], at[2], tiled);
}

/* All slices up to the last one, at the base in dword @dw of the payload. */
static int dma_slices(struct r600_cs_run *run, const u32 *body, u32 dw,
		      const struct r600_cs_dma_tiled *tiled, u32 slices,
		      enum r600_cs_direction direction)
{
	return r600_cs_dma_access(run, &(struct r600_cs_access) {
		.field = "BASE_256",
		.offset = (u64)body[dw] << 8,
		.size = r600_cs_surface_bytes(&tiled->surface, slices),
		.align = tiled->base_align,
		.dw = dw,
		.kind = R600_CS_PATCH_BASE256,
		.direction = direction,
	});
}

static int dma_refuse_rows(struct r600_cs_run *run, u32 end, u32 rows)
{
	return r600_cs_refuse(run, "last row", end, rows,
			      "the copy must end in the slice where it begins");
}

/*
 * A run of elements, row after row from x and y on: it must begin inside the
 * surface, on a dword, and end in the same slice.
 */
static int dma_run(struct r600_cs_run *run, u32 x, u32 y,
		   const struct r600_cs_dma_tiled *tiled)
{
	u32 bytes = r600_cs_dma_count(run) * 4;
	u32 size = tiled->surface.bytes, pitch = tiled->surface.width;
	u32 end = y + (x + bytes / size + pitch - 1) / pitch;

	if (x >= pitch)
		return r600_cs_refuse(run, "X", x, pitch,
				      "must be less than the limit");
	if (x * size % 4 || bytes % size)
		return r600_cs_refuse(run, "X", x, 0,
				      "the copy must be of whole dwords and elements");
	if (end > tiled->rows)
		return dma_refuse_rows(run, end, tiled->rows);
	return 0;
}

/*
 * The same with tiles; the last row of tiles may stick out of the height. Where the
 * linear end of a copy continues that begins within a row of tiles and goes on in
 * the next is written down nowhere, and might be before its address.
 */
static int dma_tile_run(struct r600_cs_run *run, u32 x, u32 y,
			const struct r600_cs_dma_tiled *tiled)
{
	u32 tiles = FIELD_GET(DMA_COUNT_TILES, run->header);
	u32 pitch = tiled->surface.width / R600_CS_TILE_EDGE;
	u32 rows = (tiled->rows + R600_CS_TILE_EDGE - 1) & ~(R600_CS_TILE_EDGE - 1);
	u32 end;

	if (x % R600_CS_TILE_EDGE || y % R600_CS_TILE_EDGE)
		return r600_cs_refuse(run, "X, Y", x % R600_CS_TILE_EDGE ? x : y,
				      R600_CS_TILE_EDGE,
				      "must be multiples of the limit");
	x /= R600_CS_TILE_EDGE;
	if (x >= pitch)
		return r600_cs_refuse(run, "X", x, pitch,
				      "must be less than the limit");
	if (x && tiles > pitch - x)
		return r600_cs_refuse(run, "COUNT", tiles, pitch - x,
				      "must end in the row of tiles that it begins within");
	/* So x does not count. */
	end = y + (tiles + pitch - 1) / pitch * R600_CS_TILE_EDGE;
	if (end > rows)
		return dma_refuse_rows(run, end, rows);
	return 0;
}

/* The linear end of a packet with a tiled one is behind the latter. */
static int dma_other_end(struct r600_cs_run *run,
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
	return r600_cs_dma_linear(run, body, &end, size);
}

/* One or two tiled surfaces that are alike, and a linear end or data. */
int r600_cs_dma_check_tiled(struct r600_cs_run *run,
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

	ret = dma_read_tiled(run, at, &tiled);
	if (ret)
		return ret;
	ret = packet->tiles ? dma_tile_run(run, x, y, &tiled) :
		dma_run(run, x, y, &tiled);
	if (ret)
		return ret;
	size = packet->tiles ? r600_cs_surface_bytes(&tiled.surface, slices) :
		(u64)r600_cs_dma_count(run) * packet->unit;
	if (!detile)
		ret = dma_other_end(run, packet, body, size, R600_CS_READ);
	for (i = 0; !ret && i < packet->bases; i++)
		ret = dma_slices(run, body, i, &tiled, slices,
				 detile ? R600_CS_READ : R600_CS_WRITE);
	if (!ret && detile)
		ret = dma_other_end(run, packet, body, size, R600_CS_WRITE);
	return ret;
}

/* Does a box lie inside the slices of a surface? */
static int dma_inside(struct r600_cs_run *run, u32 x, u32 y,
		      const struct r600_cs_dma_tiled *tiled,
		      const struct r600_cs_dma_box *box)
{
	if (x + box->width > tiled->surface.width)
		return r600_cs_refuse(run, "X + DX", x + box->width,
				      tiled->surface.width,
				      "must not exceed the pitch");
	if (y + box->height > tiled->rows)
		return dma_refuse_rows(run, y + box->height,
				       tiled->rows);
	return 0;
}

/*
 * Whether the count means anything beside the size of the box is not written
 * down; where it is the same number of dwords, it makes no difference.
 */
static int dma_box_count(struct r600_cs_run *run,
			 const struct r600_cs_dma_box *box)
{
	u64 dwords = (u64)box->width * box->height * box->depth * box->bytes / 4;

	if (r600_cs_dma_count(run) == dwords)
		return 0;
	return r600_cs_refuse(run, "COUNT", r600_cs_dma_count(run), dwords,
			      "must be the dwords of the box");
}

/* AMD's list gives the linear pitch no unit: it may count elements. */
static int dma_partial_ends(struct r600_cs_run *run, const u32 *body,
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
	int ret;

	/* The source comes first. */
	if (!detile) {
		ret = r600_cs_dma_linear_box(run, body, &linear, box, box->bytes);
		if (ret)
			return ret;
		return dma_slices(run, body, 0, tiled, slices, R600_CS_WRITE);
	}
	ret = dma_slices(run, body, 0, tiled, slices, R600_CS_READ);
	if (ret)
		return ret;
	return r600_cs_dma_linear_box(run, body, &linear, box, box->bytes);
}

int r600_cs_dma_check_tiled_partial(struct r600_cs_run *run,
				    const struct r600_cs_dma_packet *packet,
				    const u32 *body)
{
	u32 x = FIELD_GET(TILED_X, body[4]);
	struct r600_cs_dma_tiled tiled;
	struct r600_cs_dma_box box;
	int ret;

	ret = dma_read_tiled(run, &body[1], &tiled);
	if (ret)
		return ret;
	/* Else an engine that moves dwords would move one more than the box has. */
	if (x * tiled.surface.bytes % 4)
		return r600_cs_refuse(run, "X", x, 4, "the window must begin on a dword");
	ret = r600_cs_dma_read_box(run, body[9], body[10],
				   FIELD_GET(TILED_SIZE, body[1]), &box);
	if (ret)
		return ret;
	ret = dma_box_count(run, &box);
	if (ret)
		return ret;
	ret = dma_inside(run, x, FIELD_GET(TILED_Y, body[5]), &tiled, &box);
	if (ret)
		return ret;
	return dma_partial_ends(run, body, &tiled, &box);
}

/* One end of a copy between tiled surfaces; @dw is the index of its base. */
static int dma_t2t_end(struct r600_cs_run *run, const u32 *body, u32 dw,
		       const struct r600_cs_dma_box *box)
{
	bool source = dw == 0;
	u32 x = source ? FIELD_GET(T2T_SRC, body[7]) : FIELD_GET(T2T_DST, body[7]);
	u32 y = source ? FIELD_GET(T2T_SRC, body[8]) : FIELD_GET(T2T_DST, body[8]);
	u32 z = source ? FIELD_GET(T2T_SRC_Z, body[9]) :
		FIELD_GET(T2T_DST_Z, body[9]);
	struct r600_cs_dma_tiled tiled;
	int ret;

	ret = dma_tiling(run, body[6], FIELD_GET(T2T_SPLIT, body[6]),
			 FIELD_GET(T2T_NUM_BANKS, body[6]),
			 &tiled.surface);
	if (ret)
		return ret;
	ret = dma_extent(run, body[dw + 1], body[dw + 2], &tiled);
	if (ret)
		return ret;
	/* It works in whole tiles, so it may end in the last one's padding. */
	tiled.rows = min(tiled.surface.height, (tiled.rows + R600_CS_TILE_EDGE - 1) &
			 ~(R600_CS_TILE_EDGE - 1));
	ret = dma_inside(run, x, y, &tiled, box);
	if (ret)
		return ret;
	return dma_slices(run, body, dw, &tiled, z + box->depth,
			  source ? R600_CS_READ : R600_CS_WRITE);
}

int r600_cs_dma_check_t2t(struct r600_cs_run *run,
			  const struct r600_cs_dma_packet *packet,
			  const u32 *body)
{
	struct r600_cs_dma_box box;
	int ret;

	ret = r600_cs_dma_read_box(run, body[10], body[11],
				   FIELD_GET(TILED_SIZE, body[6]), &box);
	if (ret)
		return ret;
	ret = dma_t2t_end(run, body, 0, &box);
	if (ret)
		return ret;
	return dma_t2t_end(run, body, 3, &box);
}

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
#include <linux/types.h>

#include "pm4_packets.h"
#include "r600_cs_checker.h"
#include "dma.h"
#include "run.h"
#include "surface.h"

#define ADDRESS_DWORD		GENMASK(31, 2)
#define ALL_BITS		GENMASK(31, 0)

/**
 * r600_cs_dma_access() - an address takes the next relocation
 * @run: the run
 * @access: what is touched there
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_dma_access(struct r600_cs_run *run,
		       const struct r600_cs_access *access)
{
	u32 buffer = run->next_buffer;

	if (buffer >= run->in->num_buffers)
		return r600_cs_refuse(run, "relocation", buffer,
				      run->in->num_buffers,
				      "each address needs an entry of its own");
	run->next_buffer++;
	return r600_cs_access_in(run, access, buffer);
}

/**
 * r600_cs_dma_linear() - an end without tiling
 * @run: the run
 * @body: the payload
 * @end: where in it the address is, and what happens there
 * @size: bytes from there on
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_dma_linear(struct r600_cs_run *run, const u32 *body,
		       const struct r600_cs_dma_end *end, u64 size)
{
	return r600_cs_dma_access(run, &(struct r600_cs_access) {
		.field = end->field,
		.offset = r600_cs_patch_offset(&body[end->dw], end->kind),
		.size = size,
		.align = 1,
		.dw = end->dw,
		.kind = end->kind,
		.direction = end->direction,
	});
}

/**
 * r600_cs_dma_count() - bits 19:0 of the header of the DMA packet in hand
 * @run: the run
 *
 * Return: the count, in the unit of the packet.
 */
u32 r600_cs_dma_count(const struct r600_cs_run *run)
{
	return FIELD_GET(DMA_COUNT, run->header);
}

static int dma_check_nop(struct r600_cs_run *run,
			 const struct r600_cs_dma_packet *packet,
			 const u32 *body)
{
	return 0;
}

/* Write, fill and copies whose ends are all as long as the count says. */
static int dma_check_linear(struct r600_cs_run *run,
			    const struct r600_cs_dma_packet *packet,
			    const u32 *body)
{
	u64 size = (u64)r600_cs_dma_count(run) * packet->unit;
	const struct r600_cs_dma_end *end;
	int ret = 0;

	for (end = packet->ends; !ret && end->field; end++)
		ret = r600_cs_dma_linear(run, body, end, size);
	return ret;
}

/**
 * r600_cs_dma_read_box() - what a partial copy moves
 * @run: the run
 * @size: dword with the width, in elements, and the height, in rows
 * @depth: dword with the number of slices
 * @log_bytes: of an element
 * @box: out
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_dma_read_box(struct r600_cs_run *run, u32 size, u32 depth,
			 u32 log_bytes, struct r600_cs_dma_box *box)
{
	*box = (struct r600_cs_dma_box) {
		.width = FIELD_GET(BOX_WIDTH, size),
		.height = FIELD_GET(BOX_HEIGHT, size),
		.depth = FIELD_GET(BOX_DEPTH, depth),
		.bytes = 1u << log_bytes,
	};
	if (log_bytes > MAX_LOG_BYTES)
		return r600_cs_refuse(run, "SIZE", log_bytes, MAX_LOG_BYTES,
				      "must not exceed the limit");
	if (!box->width || !box->height || !box->depth)
		return r600_cs_refuse(run, "DX, DY, DZ", size, 0,
				      "none may be 0");
	if (box->width * box->bytes % 4)
		return r600_cs_refuse(run, "DX", box->width, 0,
				      "rows must be whole dwords");
	return 0;
}

/**
 * r600_cs_dma_linear_box() - the linear end of a box
 * @run: the run
 * @body: the payload
 * @end: an address, with a pitch beside its high bits, and a slice pitch in bytes behind it
 * @box: what is moved
 * @pitch_unit: bytes, the largest that a pitch may count in
 *
 * Rows and slices that overlap are refused, so that a pitch of 0 means nothing.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_dma_linear_box(struct r600_cs_run *run, const u32 *body,
			   const struct r600_cs_dma_end *end,
			   const struct r600_cs_dma_box *box, u32 pitch_unit)
{
	u32 pitch = FIELD_GET(BOX_PITCH, body[end->dw + 1]);
	u32 slice = body[end->dw + 2];
	u64 row = (u64)box->width * box->bytes;
	u64 rows = (u64)(box->height - 1) * pitch + row;

	if (pitch % 4 || slice % 4)
		return r600_cs_refuse(run, "PITCH", pitch, 4,
				      "pitches must be multiples of the limit");
	if (box->height > 1 && pitch < row)
		return r600_cs_refuse(run, "PITCH", pitch, row,
				      "must hold a row");
	if (box->depth > 1 && slice < rows)
		return r600_cs_refuse(run, "SLICE_PITCH", slice, rows,
				      "must hold all rows");
	return r600_cs_dma_linear(run, body, end, (u64)(box->depth - 1) * slice +
				  (u64)(box->height - 1) * pitch * pitch_unit + row);
}

static int dma_check_partial(struct r600_cs_run *run,
			     const struct r600_cs_dma_packet *packet,
			     const u32 *body)
{
	struct r600_cs_dma_box box;
	int ret;

	ret = r600_cs_dma_read_box(run, body[6], body[7],
				   FIELD_GET(BOX_SIZE, body[7]), &box);
	if (ret)
		return ret;
	ret = r600_cs_dma_linear_box(run, body, &packet->ends[0], &box, 1);
	if (ret)
		return ret;
	return r600_cs_dma_linear_box(run, body, &packet->ends[1], &box, 1);
}

/* Payloads. */

#define LO(NAME)		{ NAME "_LO", ADDRESS_DWORD }
#define BYTE_LO(NAME)		{ NAME "_LO", ALL_BITS }
#define HI(NAME)		{ NAME "_HI", R600_CS_ADDRESS_HI }
#define BASE(NAME)		{ NAME, ALL_BITS }
#define INFO(MORE)		{ "INFO", TILED_INFO | (MORE) }
#define EXTENT			{ "EXTENT", TILED_HEIGHT_MAX | \
				  R600_CS_PITCH_TILE_MAX }
#define SLICE			{ "SLICE_TILE_MAX", R600_CS_SLICE_TILE_MAX }
#define X_Z			{ "X, Z", TILED_X | TILED_Z }
#define Y_TILING		{ "Y", TILED_Y | TILED_SPLIT | TILED_NUM_BANKS | \
				  TILED_NON_DISP }
#define PITCH_HI(NAME)		{ NAME "_HI", BOX_PITCH | R600_CS_ADDRESS_HI }
#define SLICE_PITCH		{ "SLICE_PITCH", ALL_BITS }
#define BOX			{ "DX, DY", BOX_WIDTH | BOX_HEIGHT }

static const struct r600_cs_dma_dword dma_write_fields[] = {
	LO("DST"), HI("DST"),
};

static const struct r600_cs_dma_dword dma_fill_fields[] = {
	LO("DST"), { "DATA", ALL_BITS }, { "DST_HI", DMA_FILL_ADDRESS_HI },
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

#define ACCEPTED(NAME, CHECK, FIELDS, ...) {				\
	.name = "DMA_" #NAME, .code = DMA_PACKET_##NAME, .mask = DMA_CODE_ALL,	\
	.check = (CHECK), .fields = (FIELDS),				\
	.dwords = ARRAY_SIZE(FIELDS), __VA_ARGS__			\
}

#define REFUSED(NAME, MASK, DWORDS, WHY) {				\
	.name = "DMA_" #NAME, .code = DMA_PACKET_##NAME, .mask = (MASK), \
	.dwords = (DWORDS), .refusal = (WHY),				\
}

/* The most frequent packets come first. */
static const struct r600_cs_dma_packet dma_packets[] = {
	{ .name = "DMA_NOP", .code = DMA_PACKET_NOP, .mask = DMA_CODE_ALL,
	  .check = dma_check_nop },
	ACCEPTED(COPY_TILED, r600_cs_dma_check_tiled, dma_tiled_fields,
		 .bases = 1, .unit = 4),
	ACCEPTED(COPY_LINEAR, dma_check_linear, dma_copy_fields,
		 .ends = dma_copy_ends, .unit = 4),
	ACCEPTED(COPY_BYTE, dma_check_linear, dma_byte_fields,
		 .ends = dma_copy_ends, .unit = 1),
	ACCEPTED(COPY_PARTIAL, dma_check_partial, dma_partial_fields,
		 .ends = dma_partial_ends, .cayman = true),
	ACCEPTED(COPY_BROADCAST, dma_check_linear, dma_broadcast_fields,
		 .ends = dma_broadcast_ends, .unit = 4),
	ACCEPTED(COPY_FRAME_TO_FIELD, r600_cs_dma_check_tiled, dma_two_tiled_fields,
		 .bases = 2, .unit = 4),
	ACCEPTED(COPY_TILED_PARTIAL, r600_cs_dma_check_tiled_partial, dma_tiled_partial_fields,
		 .unit = 4, .cayman = true),
	ACCEPTED(COPY_TILED_BROADCAST, r600_cs_dma_check_tiled, dma_two_tiled_fields,
		 .bases = 2, .unit = 4),
	ACCEPTED(COPY_TILES, r600_cs_dma_check_tiled, dma_tiled_fields,
		 .bases = 1, .unit = 1, .tiles = true),
	ACCEPTED(COPY_T2T, r600_cs_dma_check_t2t, dma_t2t_fields, .cayman = true),
	ACCEPTED(COPY_TILES_BROADCAST, r600_cs_dma_check_tiled, dma_two_tiled_fields,
		 .bases = 2, .unit = 1, .tiles = true),
	ACCEPTED(WRITE, dma_check_linear, dma_write_fields,
		 .ends = dma_write_ends, .unit = 4, .data = true),
	ACCEPTED(WRITE_TILED, r600_cs_dma_check_tiled, dma_write_tiled_fields,
		 .bases = 1, .unit = 4, .data = true),
	ACCEPTED(CONSTANT_FILL, dma_check_linear, dma_fill_fields,
		 .ends = dma_fill_ends, .unit = 4),
	REFUSED(WRITE_PTE, DMA_CODE_ALL, 8, R600_CS_KERNEL_ONLY),
	REFUSED(INDIRECT_BUFFER, DMA_CODE_COMMAND, 2, R600_CS_KERNEL_ONLY),
	REFUSED(SEMAPHORE, DMA_CODE_COMMAND, 2, R600_CS_KERNEL_ONLY),
	REFUSED(FENCE, DMA_CODE_COMMAND, 3, R600_CS_KERNEL_ONLY),
	REFUSED(TRAP, DMA_CODE_COMMAND, 0, R600_CS_KERNEL_ONLY),
	REFUSED(SRBM_READ, DMA_CODE_ALL, 3, R600_CS_KERNEL_ONLY),
	REFUSED(SRBM_WRITE, DMA_CODE_COMMAND, 2, R600_CS_KERNEL_ONLY),
	REFUSED(POLL, DMA_CODE_COMMAND, 5,
		"not accepted, these chips do not use it"),
};

static const struct r600_cs_dma_packet *dma_find(u32 header)
{
	u32 code = FIELD_GET(DMA_CODE, header), i;

	for (i = 0; i < ARRAY_SIZE(dma_packets); i++)
		if ((code & dma_packets[i].mask) ==
		    dma_packets[i].code)
			return &dma_packets[i];
	return NULL;
}

/* With data. */
static u32 payload_dwords(const struct r600_cs_dma_packet *packet, u32 header)
{
	return packet->dwords + (packet->data ? FIELD_GET(DMA_COUNT, header) : 0);
}

/**
 * r600_cs_dma_packet_name() - what a packet of the DMA engine is called
 * @header: its header
 * @dwords: out, if there is such a packet: its length with header and data
 *
 * Return: its name, or NULL if there is no such packet.
 */
const char *r600_cs_dma_packet_name(u32 header, u32 *dwords)
{
	const struct r600_cs_dma_packet *packet = dma_find(header);

	if (!packet)
		return NULL;
	*dwords = 1 + payload_dwords(packet, header);
	return packet->name;
}

static int dma_refuse_packet(struct r600_cs_run *run,
			     const struct r600_cs_dma_packet *packet)
{
	if (!packet)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "not accepted, there is no such packet");
	if (packet->refusal)
		return r600_cs_refuse(run, NULL, run->header, 0, packet->refusal);
	return r600_cs_refuse(run, NULL, run->header, 0,
			      "not accepted, only Cayman has it");
}

/* The count means nothing without a unit, and must not be 0 with one. */
static int dma_check_count(struct r600_cs_run *run,
			   const struct r600_cs_dma_packet *packet)
{
	u32 count = r600_cs_dma_count(run);

	if (!packet->unit && count)
		return r600_cs_refuse(run, "COUNT", count, 0, "must be 0");
	if (packet->unit && !count)
		return r600_cs_refuse(run, "COUNT", 0, DMA_COUNT,
				      "must not be 0");
	if (packet->tiles && count > DMA_COUNT_TILES)
		return r600_cs_refuse(run, "COUNT", count, DMA_COUNT_TILES,
				      "must not exceed the limit");
	return 0;
}

static int dma_check_fields(struct r600_cs_run *run,
			    const struct r600_cs_dma_packet *packet,
			    const u32 *body)
{
	int ret = 0;
	u32 i;

	for (i = 0; !ret && i < packet->dwords; i++)
		ret = r600_cs_reserved(run, packet->fields[i].name, body[i],
				       packet->fields[i].bits);
	return ret;
}

/* The packet in hand. With a VM there is no address to bound. */
static int dma_check_packet(struct r600_cs_run *run)
{
	const struct r600_cs_dma_packet *packet = dma_find(run->header);
	const u32 *body = &run->ib[run->dw + 1];
	int ret;

	if (!packet || packet->refusal ||
	    (packet->cayman && !r600_cs_is_cayman(run)))
		return dma_refuse_packet(run, packet);
	ret = dma_check_count(run, packet);
	if (ret)
		return ret;
	run->len = payload_dwords(packet, run->header);
	if (run->ndw - run->dw <= run->len)
		return r600_cs_refuse_length(run);
	run->next = run->dw + 1 + run->len;
	ret = dma_check_fields(run, packet, body);
	if (ret || run->in->vm)
		return ret;
	return packet->check(run, packet, body);
}

/**
 * r600_cs_check_dma() - check all packets of a stream for the DMA engine
 * @run: the run
 *
 * A NOP without a count, which streams are padded with, asks for nothing.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_dma(struct r600_cs_run *run)
{
	int ret = 0;

	while (run->next < run->ndw && !ret) {
		run->dw = run->next;
		run->header = run->ib[run->dw];
		if (run->header == DMA_PACKET(DMA_PACKET_NOP, 0))
			run->next++;
		else
			ret = dma_check_packet(run);
	}
	return ret;
}

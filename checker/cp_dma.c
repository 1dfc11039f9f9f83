// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Transfers of the CP
 *
 * CP_DMA copies memory, fills it with a value, or loads the global data share from it. A
 * transfer is as long as its packet says, and runs upwards on both sides.
 *
 * Source: the guide leaves the packet out, so fields are those of the kernel's register header
 * (evergreend.h).
 */

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "pm4_packets.h"
#include "r600_cs_checker.h"
#include "run.h"

/* SRC_SEL. */
#define CP_DMA_SRC_MEMORY	0
#define CP_DMA_DST_SEL		GENMASK(21, 20)
#define  CP_DMA_DST_GDS		1
#define CP_DMA_BYTES		GENMASK(20, 0)
#define CP_DMA_DST_ON_CHIP	BIT(27)

static bool dma_to_gds(const struct r600_cs_run *run, const u32 *body)
{
	return r600_cs_is_cayman(run) &&
	       FIELD_GET(CP_DMA_DST_SEL, body[1]) == CP_DMA_DST_GDS;
}

/* The global data share is loaded from memory: counters of shaders. */
static int dma_selects(struct r600_cs_run *run, const u32 *body)
{
	u32 select = FIELD_GET(PACKET3_CP_DMA_SRC_SEL, body[1]);

	if (select != CP_DMA_SRC_MEMORY && select != CP_DMA_SRC_DATA)
		return r600_cs_refuse(run, "SRC_SEL", select, CP_DMA_SRC_DATA,
				      "must be 0 (memory) or 2 (data)");
	if (body[1] & CP_DMA_DST_SEL && !dma_to_gds(run, body))
		return r600_cs_refuse(run, "DST_SEL",
				      FIELD_GET(CP_DMA_DST_SEL, body[1]), 0,
				      "must be 0 (memory), or 1 (GDS) on Cayman");
	if (body[1] & CP_DMA_DST_SEL && select != CP_DMA_SRC_MEMORY)
		return r600_cs_refuse(run, "SRC_SEL", select, CP_DMA_SRC_MEMORY,
				      "must be 0 (memory) for the GDS");
	return 0;
}

/*
 * The address space and increment bits, byte swaps and the engine bit are among
 * the bits that must be zero: a transfer here runs upwards through memory on
 * both sides, or fills it with one value. DST_SEL is in the source's dword, and
 * the GDS goes with the bit for an address space on the chip.
 */
static int dma_fields(struct r600_cs_run *run, const u32 *body)
{
	bool fill = FIELD_GET(PACKET3_CP_DMA_SRC_SEL, body[1]) == CP_DMA_SRC_DATA;
	u32 on_chip = dma_to_gds(run, body) ? CP_DMA_DST_ON_CHIP : 0;
	int ret;

	ret = dma_selects(run, body);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "SRC_ADDR_HI", body[1],
			       PACKET3_CP_DMA_SYNC | PACKET3_CP_DMA_SRC_SEL | CP_DMA_DST_SEL |
			       (fill ? 0 : R600_CS_ADDRESS_HI));
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "DST_ADDR_HI", body[3], R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "COMMAND", body[4] ^ on_chip, CP_DMA_BYTES);
	if (ret)
		return ret;
	if (!(body[4] & CP_DMA_BYTES))
		return r600_cs_refuse(run, "BYTE_COUNT", 0, CP_DMA_BYTES,
				      "must not be zero");
	return 0;
}

static int dma_source(struct r600_cs_run *run, const u32 *body)
{
	return r600_cs_access(run, &(struct r600_cs_access) {
		.field = "SRC_ADDR",
		.offset = r600_cs_offset(body[0], body[1]),
		.size = FIELD_GET(CP_DMA_BYTES, body[4]),
		.align = 1,
		.dw = 0,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_READ,
	});
}

/* Nobody's memory is on the chip, but only so much of it is there. */
static int dma_gds(struct r600_cs_run *run, const u32 *body)
{
	u64 offset = r600_cs_offset(body[2], body[3]);
	u32 size = FIELD_GET(CP_DMA_BYTES, body[4]);

	if (offset % 4 || size % 4)
		return r600_cs_refuse(run, "DST_ADDR", offset, 4,
				      "the GDS works in multiples of the limit");
	if (offset + size > R600_CS_GDS_BYTES)
		return r600_cs_refuse(run, "DST_ADDR", offset, R600_CS_GDS_BYTES,
				      "the access must end inside the GDS");
	return 0;
}

/*
 * A fill works in dwords, so its ends must fall on dwords: nobody has written
 * down what the last, incomplete one would do. Copies work in bytes.
 */
static int dma_destination(struct r600_cs_run *run, const u32 *body,
			   bool fill)
{
	u32 size = FIELD_GET(CP_DMA_BYTES, body[4]);

	if (fill && size % 4)
		return r600_cs_refuse(run, "BYTE_COUNT", size, 4,
				      "must be a multiple of 4 for a fill");
	return r600_cs_access(run, &(struct r600_cs_access) {
		.field = "DST_ADDR",
		.offset = r600_cs_offset(body[2], body[3]),
		.size = size,
		.align = fill ? 4 : 1,
		.dw = 2,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_WRITE,
	});
}

int r600_cs_check_cp_dma(struct r600_cs_run *run, const u32 *body)
{
	bool fill = FIELD_GET(PACKET3_CP_DMA_SRC_SEL, body[1]) == CP_DMA_SRC_DATA;
	int ret;

	run->res->cp_dma = true;
	ret = dma_fields(run, body);
	if (ret)
		return ret;
	if (!fill) {
		ret = dma_source(run, body);
		if (ret)
			return ret;
	}
	if (dma_to_gds(run, body))
		return dma_gds(run, body);
	return dma_destination(run, body, fill);
}

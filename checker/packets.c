// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Checks of single packets
 *
 * One function per packet. The walker has seen to it that the payload has the
 * length of the packet and lies inside the IB. Field layouts are those of
 * AMD's acceleration guide, chapter 9; CP_DMA, which the guide leaves out, is
 * from the kernel's register header (evergreend.h).
 */

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "track.h"

#define POLL_INTERVAL		GENMASK(15, 0)

int r600_cs_check_nop(struct r600_cs_run *run, const u32 *body)
{
	if (run->len > R600_CS_NOP_MAX_DWORDS)
		return r600_cs_refuse(run, "payload dwords", run->len,
				      R600_CS_NOP_MAX_DWORDS, "must not exceed the limit");
	return 0;
}

/*
 * Compute has a state of its own on Cayman, from a pool. A client frees it after
 * a dispatch and takes another one. Some, like Mesa's r600 before 23.0, leave that to
 * the chip, and nothing says what the next dispatch finds then. So there is always one:
 * where the client takes none, a CLEAR_STATE is put behind its DEALLOC_STATE. Neither
 * may be skipped.
 */
static int check_state_packet(struct r600_cs_run *run)
{
	if (run->in->chip->class != R600_CS_CAYMAN)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "is not accepted on chips without state of compute");
	if (run->span_end)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must not depend on a condition");
	return 0;
}

/**
 * r600_cs_take_compute_state() - from here on there must be a state of compute
 * @run: the run
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_take_compute_state(struct r600_cs_run *run)
{
	if (!run->no_compute_state)
		return 0;
	run->no_compute_state = false;
	run->took_state = true;
	return r600_cs_insert_clear_state(run, run->freed);
}

int r600_cs_check_clear_state(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = check_state_packet(run);
	if (ret)
		return ret;
	/* Mesa from 25.0 on sends it behind the dispatch if there is no barrier before that. */
	if (run->took_state) {
		run->took_state = false;
		return r600_cs_skip(run);
	}
	if (!run->no_compute_state)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must come after a DEALLOC_STATE");
	run->no_compute_state = false;
	r600_cs_track_clear(run, false);
	return 0;
}

/* If the CLEAR_STATE is put here, what is written behind it counts. */
int r600_cs_check_dealloc_state(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = check_state_packet(run);
	if (ret)
		return ret;
	if (run->threads)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must come after CS_PARTIAL_FLUSH, threads may still run");
	ret = r600_cs_take_compute_state(run);
	if (ret)
		return ret;
	run->no_compute_state = true;
	run->took_state = false;
	run->freed = run->next;
	r600_cs_track_clear(run, true);
	return 0;
}

/*
 * The load and shadow enables make later packets read or write memory at bases
 * that only LOAD packets set. Bit 31 alone switches all of them off.
 */
#define CONTEXT_CONTROL_UPDATE	BIT(31)

int r600_cs_check_context_control(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "LOAD_CONTROL", body[0],
			       CONTEXT_CONTROL_UPDATE);
	if (ret)
		return ret;
	return r600_cs_reserved(run, "SHADOW_ENABLE", body[1],
				CONTEXT_CONTROL_UPDATE);
}

/* Constant buffers from registers, as the clean start has it; guide 9.4.3. */
#define MODE_CONTROL_CONSTANT_BUFFERS	1

int r600_cs_check_mode_control(struct r600_cs_run *run, const u32 *body)
{
	if (body[0] == MODE_CONTROL_CONSTANT_BUFFERS)
		return 0;
	return r600_cs_refuse(run, "CMD", body[0], MODE_CONTROL_CONSTANT_BUFFERS,
			      "must be 1, constant buffers");
}

#define WAIT_FUNCTION		GENMASK(2, 0)
#define  WAIT_FUNCTION_GEQUAL	5
#define  WAIT_FUNCTION_RESERVED	7
#define WAIT_MEMORY		BIT(4)
#define WAIT_ENGINE_PFP		BIT(8)

/* Dword numbers of registers that a stream may wait on. */
static const u16 wait_registers[] = {
	0x84fc >> 2,	/* CP_STRMOUT_CNTL, bit 0: offset update done */
};

static int wait_register(struct r600_cs_run *run, const u32 *body)
{
	u32 i;

	for (i = 0; i < sizeof(wait_registers) / sizeof(u16); i++)
		if (body[1] == wait_registers[i])
			return r600_cs_reserved(run, "POLL_ADDRESS_HI", body[2],
						0);
	return r600_cs_refuse(run, "register", (u64)body[1] << 2, 0,
			      "only CP_STRMOUT_CNTL may be waited for");
}

static int wait_function(struct r600_cs_run *run, u32 control)
{
	u32 function = FIELD_GET(WAIT_FUNCTION, control);

	if (function == WAIT_FUNCTION_RESERVED)
		return r600_cs_refuse(run, "FUNCTION", function,
				      WAIT_FUNCTION_RESERVED, "is reserved");
	if (!(control & WAIT_ENGINE_PFP))
		return 0;
	if (!(control & WAIT_MEMORY))
		return r600_cs_refuse(run, "MEM_SPACE", 0, 1,
				      "the PFP can only wait for memory");
	if (function != WAIT_FUNCTION_GEQUAL)
		return r600_cs_refuse(run, "FUNCTION", function,
				      WAIT_FUNCTION_GEQUAL,
				      "the PFP can only wait for >=");
	return 0;
}

int r600_cs_check_wait_reg_mem(struct r600_cs_run *run, const u32 *body)
{
	const struct r600_cs_access access = r600_cs_pair(body, 1, 4, "POLL_ADDRESS", R600_CS_READ);
	int ret;

	ret = r600_cs_reserved(run, "control", body[0],
			       WAIT_FUNCTION | WAIT_MEMORY | WAIT_ENGINE_PFP);
	if (ret)
		return ret;
	ret = wait_function(run, body[0]);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "POLL_INTERVAL", body[5], POLL_INTERVAL);
	if (ret)
		return ret;
	if (!(body[0] & WAIT_MEMORY))
		return wait_register(run, body);
	ret = r600_cs_reserved(run, "POLL_ADDRESS_HI", body[2], R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	return r600_cs_access(run, &access);
}

/*
 * DATA32 writes half as much and is bounded as if it did not. CNTR_SEL with
 * CNTR64_SEL would write the CP's performance counter, which belongs to all
 * clients together; without it, it is the GPU clock that INFO gives to everyone.
 */
#define MEM_WRITE_CNTR_SEL	BIT(16)
#define MEM_WRITE_CONFIRM	BIT(17)
#define MEM_WRITE_DATA32	BIT(18)

int r600_cs_check_mem_write(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "ADDRESS_HI", body[1],
			       R600_CS_ADDRESS_HI | MEM_WRITE_CNTR_SEL |
			       MEM_WRITE_CONFIRM | MEM_WRITE_DATA32);
	if (ret)
		return ret;
	return r600_cs_access(run, &(struct r600_cs_access) {
		.field = "ADDRESS",
		.offset = r600_cs_offset(body[0], body[1]),
		.size = 8,
		.align = 8,
		.dw = 0,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_WRITE,
	});
}

#define CP_DMA_SRC_SEL		GENMASK(30, 29)
#define  CP_DMA_SRC_MEMORY	0
#define  CP_DMA_SRC_DATA	2
#define CP_DMA_DST_SEL		GENMASK(21, 20)
#define  CP_DMA_DST_GDS		1
#define CP_DMA_SYNC		BIT(31)
#define CP_DMA_BYTES		GENMASK(20, 0)
#define CP_DMA_DST_ON_CHIP	BIT(27)

static bool dma_to_gds(const struct r600_cs_run *run, const u32 *body)
{
	return run->in->chip->class == R600_CS_CAYMAN &&
	       FIELD_GET(CP_DMA_DST_SEL, body[1]) == CP_DMA_DST_GDS;
}

/* The global data share is loaded from memory: counters of shaders. */
static int dma_selects(struct r600_cs_run *run, const u32 *body)
{
	u32 select = FIELD_GET(CP_DMA_SRC_SEL, body[1]);

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
	bool fill = FIELD_GET(CP_DMA_SRC_SEL, body[1]) == CP_DMA_SRC_DATA;
	u32 on_chip = dma_to_gds(run, body) ? CP_DMA_DST_ON_CHIP : 0;
	int ret;

	ret = dma_selects(run, body);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "SRC_ADDR_HI", body[1],
			       CP_DMA_SYNC | CP_DMA_SRC_SEL | CP_DMA_DST_SEL |
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
	bool fill = FIELD_GET(CP_DMA_SRC_SEL, body[1]) == CP_DMA_SRC_DATA;
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

/* The payload is a dummy dword, guide 9.6.5. */
int r600_cs_check_pfp_sync_me(struct r600_cs_run *run, const u32 *body)
{
	return 0;
}

#define COHER_CNTL		GENMASK(28, 0)
#define COHER_ENGINE_ME		BIT(31)
#define COHER_WHOLE		0xffffffff

/*
 * The packet moves data between caches and the memory that they hold already;
 * its range is bounded all the same. On Cayman the last dword has a VMID in
 * bits 31:24, which must be that of the shared address space.
 */
int r600_cs_check_surface_sync(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "COHER_CNTL", body[0],
			       COHER_CNTL | COHER_ENGINE_ME);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "POLL_INTERVAL", body[3], POLL_INTERVAL);
	if (ret)
		return ret;
	if (body[1] == COHER_WHOLE && body[2] == 0)
		return 0;
	return r600_cs_access(run, &(struct r600_cs_access) {
		.field = "COHER_BASE",
		.offset = (u64)body[2] << 8,
		.size = (u64)body[1] << 8,
		.align = 256,
		.dw = 2,
		.kind = R600_CS_PATCH_BASE256,
		.direction = R600_CS_SYNC,
	});
}

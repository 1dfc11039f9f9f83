// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Checks of single packets
 *
 * One function per packet. The walker has seen to it that the payload has the
 * length of the packet and lies inside the IB. The packets here leave no state behind
 * that a later one depends on; others are in a file with what they are about.
 *
 * Source: AMD's acceleration guide, chapter 9.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "pm4_packets.h"
#include "r600_cs_checker.h"
#include "run.h"

#define POLL_INTERVAL		GENMASK(15, 0)

int r600_cs_check_nop(struct r600_cs_run *run, const u32 *body)
{
	if (run->len > R600_CS_NOP_MAX_DWORDS)
		return r600_cs_refuse(run, "payload dwords", run->len,
				      R600_CS_NOP_MAX_DWORDS, "must not exceed the limit");
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
int r600_cs_check_mode_control(struct r600_cs_run *run, const u32 *body)
{
	if (body[0] == MODE_CONTROL_DX10)
		return 0;
	return r600_cs_refuse(run, "CMD", body[0], MODE_CONTROL_DX10,
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

	for (i = 0; i < ARRAY_SIZE(wait_registers); i++)
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
 * With PACKET3_MEM_WRITE_32_BITS half as much is written, and bounded as if it were all. CNTR_SEL
 * with CNTR64_SEL would write the CP's performance counter, which belongs to all
 * clients together; without it, it is the GPU clock that INFO gives to everyone.
 */
#define MEM_WRITE_CNTR_SEL	BIT(16)
#define MEM_WRITE_CONFIRM	BIT(17)

int r600_cs_check_mem_write(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "ADDRESS_HI", body[1],
			       R600_CS_ADDRESS_HI | MEM_WRITE_CNTR_SEL |
			       MEM_WRITE_CONFIRM | PACKET3_MEM_WRITE_32_BITS);
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

/* The payload is a dummy dword, guide 9.6.5. */
int r600_cs_check_pfp_sync_me(struct r600_cs_run *run, const u32 *body)
{
	return 0;
}

#define COHER_CNTL		GENMASK(28, 0)

/*
 * The packet moves data between caches and the memory that they hold already;
 * its range is bounded all the same. On Cayman the last dword has a VMID in
 * bits 31:24, which must be that of the shared address space.
 */
int r600_cs_check_surface_sync(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "COHER_CNTL", body[0],
			       COHER_CNTL | PACKET3_ENGINE_ME);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "POLL_INTERVAL", body[3], POLL_INTERVAL);
	if (ret)
		return ret;
	if (body[1] == PACKET3_SYNC_ALL_MEMORY && body[2] == 0)
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

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Conditions
 *
 * Packets that depend on memory: COND_EXEC skips what follows it, COND_WRITE may
 * write a dword, COPY_DW moves one. Where they name registers instead of memory,
 * they are refused: a comparison reads a register one bit at a time, a write
 * goes past the table of registers. The one exception is the register that a draw
 * from stream-out takes its count from, which may have any value.
 *
 * What COND_EXEC skips is checked as executed. To be sound as skipped as well, the
 * span must end where a packet does, so that the same dwords are packets either way;
 * and nothing in it may change what is followed from packet to packet. So packets
 * that set an address or a size for later ones, and registers that draws depend on,
 * are refused inside a span without a VM; draws, dispatches and all that stands for
 * itself may be skipped. A span must not lie in another one.
 *
 * Sources: guide 9.5.1 and 9.5.2; Mesa's r600 for COPY_DW, and for the relocation,
 * which it counts as part of the span.
 */

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"

#define EXEC_COUNT		GENMASK(13, 0)

/*
 * The span begins behind the packet, so the relocation is part of it.
 * check_span() sees to it that it ends where a packet does.
 */
int r600_cs_check_cond_exec(struct r600_cs_run *run, const u32 *body)
{
	u32 count = FIELD_GET(EXEC_COUNT, body[2]), first = run->dw + 1 + run->len;
	int ret;

	ret = r600_cs_access_pair(run, body, 0, 8, "BOOL_ADDR", R600_CS_READ);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "EXEC_COUNT", body[2], EXEC_COUNT);
	if (ret)
		return ret;
	/* A CP that counts before it looks would skip nearly all that can follow. */
	if (!count)
		return r600_cs_refuse(run, "EXEC_COUNT", count, 1, "must not be 0");
	if (run->span_end)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must not lie inside another one's span");
	if (count > run->ndw - first)
		return r600_cs_refuse(run, "EXEC_COUNT", count, run->ndw - first,
				      "the span must end inside the IB");
	run->span_end = first + count;
	return 0;
}

#define COND_FUNCTION		GENMASK(2, 0)
#define  COND_FUNCTION_RESERVED	7
#define COND_POLL_MEMORY	BIT(4)
#define COND_WRITE_MEMORY	BIT(8)

int r600_cs_check_cond_write(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "control", body[0], COND_FUNCTION |
			       COND_POLL_MEMORY | COND_WRITE_MEMORY);
	if (ret)
		return ret;
	if (FIELD_GET(COND_FUNCTION, body[0]) == COND_FUNCTION_RESERVED)
		return r600_cs_refuse(run, "FUNCTION", COND_FUNCTION_RESERVED,
				      COND_FUNCTION_RESERVED, "is reserved");
	if (!(body[0] & COND_POLL_MEMORY))
		return r600_cs_refuse(run, "POLL_SPACE", 0, 1,
				      "registers may not be compared");
	if (!(body[0] & COND_WRITE_MEMORY))
		return r600_cs_refuse(run, "WRITE_SPACE", 0, 1,
				      "registers may not be written");
	ret = r600_cs_access_pair(run, body, 1, 4, "POLL_ADDRESS", R600_CS_READ);
	if (ret)
		return ret;
	return r600_cs_access_pair(run, body, 5, 4, "WRITE_ADDRESS", R600_CS_WRITE);
}

#define COPY_DW_FROM_MEMORY	BIT(0)
#define COPY_DW_TO_MEMORY	BIT(1)
/* VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE, a dword number. */
#define COPY_DW_FILLED_SIZE	(0x28b2c >> 2)

int r600_cs_check_copy_dw(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "SELECT", body[0],
			       COPY_DW_FROM_MEMORY | COPY_DW_TO_MEMORY);
	if (ret)
		return ret;
	if (!(body[0] & COPY_DW_FROM_MEMORY))
		return r600_cs_refuse(run, "SRC_SELECT", 0, 1,
				      "registers may not be read");
	ret = r600_cs_access_pair(run, body, 1, 4, "SRC_ADDRESS", R600_CS_READ);
	if (ret)
		return ret;
	if (body[0] & COPY_DW_TO_MEMORY)
		return r600_cs_access_pair(run, body, 3, 4, "DST_ADDRESS", R600_CS_WRITE);
	if (body[3] != COPY_DW_FILLED_SIZE)
		return r600_cs_refuse(run, "register", (u64)body[3] << 2, 0,
				      "must be VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE");
	return r600_cs_reserved(run, "DST_ADDRESS_HI", body[4], 0);
}

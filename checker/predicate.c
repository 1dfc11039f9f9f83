// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Predication, stream-out offsets and append counters
 *
 * Packets that move a count between memory and the chip. All of them carry their
 * address with a relocation, so none depends on a register.
 *
 * Sources: guide 9.5.3 and 9.6.6; SET_APPEND_CNT from the kernel's radeon driver
 * and Mesa's r600.
 */

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "track.h"

#define PREDICATION_OP		GENMASK(18, 16)
#define  PREDICATION_CLEAR	0
#define  PREDICATION_PRIMCOUNT	2
#define PREDICATION_HINT	BIT(12)
#define PREDICATION_BOOLEAN	BIT(8)
#define PREDICATION_CONTINUE	BIT(31)

/* Two counters of 64 bits, each at the start and at the end of a query. */
#define PRIMCOUNT_BYTES		32

int r600_cs_check_set_predication(struct r600_cs_run *run, const u32 *body)
{
	u32 op = FIELD_GET(PREDICATION_OP, body[1]);
	int ret;

	if (op > PREDICATION_PRIMCOUNT)
		return r600_cs_refuse(run, "PRED_OP", op, PREDICATION_PRIMCOUNT,
				      "must not exceed the limit");
	ret = r600_cs_reserved(run, "START_ADDR_HI", body[1],
			       PREDICATION_OP | PREDICATION_HINT |
			       PREDICATION_BOOLEAN | PREDICATION_CONTINUE |
			       (op == PREDICATION_CLEAR ? 0 : R600_CS_ADDRESS_HI));
	if (ret)
		return ret;
	if (op == PREDICATION_CLEAR)
		return r600_cs_reserved(run, "START_ADDR_LO", body[0], 0);
	/* What it would go on from is another client's. */
	if (body[1] & PREDICATION_CONTINUE && !run->predicated)
		return r600_cs_refuse(run, "CONTINUE", body[1], 0,
				      "must follow a predicate of this stream");
	if (!run->span_end)
		run->predicated = true;
	return r600_cs_access(run, &(struct r600_cs_access) {
		.field = "START_ADDR",
		.offset = r600_cs_offset(body[0], body[1]),
		.size = op == PREDICATION_PRIMCOUNT ? PRIMCOUNT_BYTES :
			(u64)R600_CS_ZPASS_BYTES * run->in->chip->num_backends,
		.align = 16,
		.dw = 0,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_READ,
	});
}

#define STRMOUT_BUFFER		GENMASK(9, 8)
#define STRMOUT_SOURCE		GENMASK(2, 1)
#define  STRMOUT_SOURCE_MEMORY	2
#define STRMOUT_UPDATE_MEMORY	BIT(0)

int r600_cs_check_strmout_buffer_update(struct r600_cs_run *run,
					const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "CONTROL", body[0],
			       STRMOUT_BUFFER | STRMOUT_SOURCE |
			       STRMOUT_UPDATE_MEMORY);
	if (ret)
		return ret;
	if (body[0] & STRMOUT_UPDATE_MEMORY) {
		ret = r600_cs_access_pair(run, body, 1, 4, "DST_ADDRESS",
					     R600_CS_WRITE);
		if (ret)
			return ret;
	}
	if (FIELD_GET(STRMOUT_SOURCE, body[0]) != STRMOUT_SOURCE_MEMORY)
		return 0;
	return r600_cs_access_pair(run, body, 3, 4, "SRC_ADDRESS", R600_CS_READ);
}

/* GDS_APPEND_COUNT_0 and 11, in bytes. */
#define APPEND_COUNT_FIRST	0x2872c
#define APPEND_COUNT_LAST	0x28758

/**
 * r600_cs_check_append_count() - a packet names an append counter
 * @run: the run
 * @dword: number of its register in the packet
 * @start: register that this counts from, in bytes
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_append_count(struct r600_cs_run *run, u32 dword, u32 start)
{
	u64 offset = start + 4ull * dword;

	if (offset >= APPEND_COUNT_FIRST && offset <= APPEND_COUNT_LAST)
		return 0;
	return r600_cs_refuse(run, "REG_ADDR", 4ull * dword, 0,
			      "must be GDS_APPEND_COUNT_0 to 11");
}

#define APPEND_REGISTER		GENMASK(31, 16)
#define APPEND_SOURCE		GENMASK(15, 0)
#define  APPEND_SOURCE_MEMORY	3

int r600_cs_check_set_append_cnt(struct r600_cs_run *run, const u32 *body)
{
	const struct r600_cs_access access = r600_cs_pair(body, 1, 4, "ADDRESS", R600_CS_READ);
	u32 source = FIELD_GET(APPEND_SOURCE, body[0]);
	int ret;

	ret = r600_cs_check_append_count(run, FIELD_GET(APPEND_REGISTER, body[0]),
					 R600_CS_CONTEXT_START);
	if (ret)
		return ret;
	if (source != APPEND_SOURCE_MEMORY)
		return r600_cs_refuse(run, "SRC_SEL", source,
				      APPEND_SOURCE_MEMORY,
				      "must be 3 (memory)");
	ret = r600_cs_reserved(run, "ADDRESS", body[2], R600_CS_ADDRESS_HI);
	return ret ?: r600_cs_access_or_skip(run, &access);
}

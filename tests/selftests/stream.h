/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Tables of indirect buffers with the answer that each must get. Every stream
 * finds one relocation entry, for a GTT buffer of 4,096 bytes.
 */
#ifndef SELFTEST_STREAM_H
#define SELFTEST_STREAM_H

#include "on_card.h"

/* pm4_type3() as a constant expression. */
#define pm4_header(op, payload)						\
	(3u << 30 | ((uint32_t)(payload) - 1) << 16 | (uint32_t)(op) << 8)

#define STREAM_NOP_HEADER	pm4_header(PM4_NOP, 1)
#define STREAM_MAX_DW		12
#define VPORT_INDEX		((PA_CL_VPORT_XSCALE_0 - CONTEXT_REG_BASE) / 4)

/**
 * struct stream_row - one stream
 * @name: what is special about it
 * @expect: what the CS ioctl answers
 * @ndw: its length
 * @dw: its dwords
 */
struct stream_row {
	const char *name;
	int expect;
	uint32_t ndw;
	uint32_t dw[STREAM_MAX_DW];
};

/* Prove that the card still does its work. */
static void stream_alive(struct __test_metadata *_metadata, struct cs *cs,
			 struct bo *bo, uint32_t value, const char *after)
{
	cs_clear(cs);
	pm4_eop(cs, bo, 64, EOP_DATA32, value);
	cs_pad(cs, 8);
	ASSERT_EQ(0, cs_submit(cs)) TH_LOG("after: %s", after);
	ASSERT_EQ(0, bo_wait(bo));
	ASSERT_EQ(value, bo->u32[16]) TH_LOG("after: %s", after);
}

static void stream_rows(struct __test_metadata *_metadata, struct cs *cs,
			const struct stream_row *rows, uint32_t n)
{
	struct bo bo;
	uint32_t i, k;

	ASSERT_EQ(0, bo_create_mapped(cs->fd, 4096, GTT, &bo));
	for (i = 0; i < n; i++) {
		cs_clear(cs);
		cs_add_bo(cs, &bo, true);
		for (k = 0; k < rows[i].ndw; k++)
			cs_emit(cs, rows[i].dw[k]);
		EXPECT_EQ(rows[i].expect, cs_submit(cs))
			TH_LOG("row: %s", rows[i].name);
		stream_alive(_metadata, cs, &bo, i + 1, rows[i].name);
	}
	bo_free(&bo);
}

#endif

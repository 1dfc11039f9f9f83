// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: what stages of draws hand on
 *
 * In front of its accesses, a probe does what its stage is there for, so that the next one runs, and
 * at its ends: ES and GS write to the last dwords of their parts of rings, GS emits vertices, HS says
 * what the factors are, VS writes for stream out and exports a position and the layer, PS exports to
 * all targets.
 *
 * Where a vertex is depends on two bits of its number, so that three in a row are a triangle; one
 * program in eight has it anywhere.
 *
 * Sources: those of model/draw and model/sq.
 */
#include <string.h>

#include "draw/draw.h"
#include "words.h"

#define ES_ITEM		0x28900u
#define GS_ITEM		0x28904u
#define TF_PARAM	0x28b6cu
#define STREAM_STRIDE(b)	(0x28ad4u + 16 * (b))
#define STRMOUT_CONFIG	0x28b94u
#define BUFFER_CONFIG	0x28b98u
#define FIRST_FACTOR	0x100u		/* bytes */
#define TF_WRITE	5u		/* MEM_OP */
#define FIRST_POSITION	60u
#define DEPTH		61u
#define TWO_POINT_0	0x40000000u

enum { EXPORT_PIXEL, EXPORT_POSITION, EXPORT_PARAM };

static void export_register(struct probe *p, enum sq_opcode op, uint32_t type, uint32_t number, unsigned int gpr)
{
	struct sq_cf *cf = add_cf(p, op);

	cf->type = type;
	cf->array_base = number;
	cf->rw_gpr = gpr;
	for (unsigned int c = 0; c < 4; c++)
		cf->sel[c] = c;
}

/* ---- VS ---- */

/* x and y are 0 or 2, by bits 0 and 1 of R0.x; z is 0.5, w is 1. */
static void find_corner(struct probe *p)
{
	struct sq_alu slot[6] = {
		{ .op = &sq_ops[SQ_LSHL], .src = { { .chan = 0 }, { .sel = SQ_SRC_LITERAL, .chan = 0 } } },
		{ .op = &sq_ops[SQ_LSHL], .src = { { .chan = 0 }, { .sel = SQ_SRC_LITERAL, .chan = 1 } }, .last = 1 },
		{ .op = &sq_ops[SQ_AND_INT], .src = { { .sel = DATA_GPR, .chan = 0 }, { .sel = SQ_SRC_LITERAL, .chan = 0 } } },
		{ .op = &sq_ops[SQ_AND_INT], .src = { { .sel = DATA_GPR, .chan = 1 }, { .sel = SQ_SRC_LITERAL, .chan = 0 } } },
		{ .op = &sq_ops[SQ_MOV], .src = { { .sel = SQ_SRC_0_5 } } },
		{ .op = &sq_ops[SQ_MOV], .src = { { .sel = SQ_SRC_1 } }, .last = 1 },
	};
	static const uint8_t at[6] = { 0, 2, 6, 8, 10, 12 };	/* dwords: behind two of them come literals */
	uint32_t words[16];
	struct sq_cf *cf = add_cf(p, SQ_ALU);

	for (unsigned int i = 0; i < 6; i++) {
		slot[i].write_mask = 1;
		slot[i].dst_gpr = DATA_GPR;
		slot[i].dst_chan = i < 2 ? i : i - 2;
		sq_encode(&slot[i], words + at[i]);
	}
	words[4] = 30;
	words[5] = 29;
	words[14] = TWO_POINT_0;
	words[15] = 0;
	cf->count = 16 / 2 - 1;
	add_clause(p, cf, words, 16);
}

/* Without GS, vertices are of stream 0. */
static void write_streams(struct probe *p)
{
	uint32_t buffers = stage_reg(&p->what->stage->regs, BUFFER_CONFIG), any[4] = { 1, 2, 3, 4 };

	set_register(p, DATA_GPR, any);
	for (unsigned int i = 0; i < 8; i++) {
		uint32_t buffer = below(p, 4), stream = below(p, 4) ? 0 : below(p, SQ_STREAMS);
		uint32_t stride = stage_reg(&p->what->stage->regs, STREAM_STRIDE(buffer)) & 0x3ff;
		struct sq_cf *cf;

		if (!(buffers >> (4 * stream + buffer) & 1) && below(p, 8))
			continue;
		cf = add_cf(p, (enum sq_opcode)(SQ_MEM_STREAM0_BUF0 + 4 * stream + buffer));
		cf->array_base = near_edge(p, stride) & 0x1fff;
		cf->elem_size = 3;
		cf->rw_gpr = DATA_GPR;
		cf->comp_mask = 1 + below(p, 15);
	}
}

static void hand_on_vertices(struct probe *p)
{
	uint32_t place[4], misc[4] = { below(p, 8) * TWO_POINT_0, 1, p->what->layer, 0 };

	if (below(p, 8)) {
		find_corner(p);
	} else {
		for (unsigned int c = 0; c < 4; c++)
			place[c] = below(p, UINT32_MAX);
		set_register(p, DATA_GPR, place);
	}
	export_register(p, SQ_EXPORT, EXPORT_POSITION, FIRST_POSITION, DATA_GPR);
	set_register(p, DATA_GPR, misc);
	export_register(p, SQ_EXPORT_DONE, EXPORT_POSITION, FIRST_POSITION + 1, DATA_GPR);
	export_register(p, SQ_EXPORT_DONE, EXPORT_PARAM, 0, DATA_GPR);
	if (stage_reg(&p->what->stage->regs, STRMOUT_CONFIG) & 0xf || !below(p, 8))
		write_streams(p);
	if (below(p, 2))
		add_cf(p, SQ_CALL_FS);
}

/* ---- PS ---- */

static void hand_on_pixels(struct probe *p)
{
	uint32_t color[4];

	for (unsigned int c = 0; c < 4; c++)
		color[c] = sq_bits((float)below(p, 64) / 32);
	set_register(p, DATA_GPR, color);
	if (!below(p, 4))
		export_register(p, SQ_EXPORT, EXPORT_PIXEL, DEPTH, DATA_GPR);
	for (unsigned int i = 0; i < DRAW_TARGETS; i++)
		export_register(p, i + 1 < DRAW_TARGETS ? SQ_EXPORT : SQ_EXPORT_DONE, EXPORT_PIXEL, i, DATA_GPR);
}

/* ---- ES, GS ---- */

/* Of a lane's part, which is @item dwords long, or may be. */
static void write_ring(struct probe *p, enum sq_opcode op, uint32_t item)
{
	uint32_t size = below(p, 4), at[4] = { near_edge(p, item / (size + 1)) };
	struct sq_cf *cf;

	set_register(p, DATA_GPR, at);
	cf = add_cf(p, op);
	cf->type = below(p, 2) ? INDEXED : 0;
	cf->index_gpr = DATA_GPR;
	cf->rw_gpr = DATA_GPR;
	cf->elem_size = size;
	cf->comp_mask = 0xf;
	cf->array_base = (cf->type || below(p, 2) ? below(p, 4) : at[0]) & 0x1fff;
	if (!cf->type && !below(p, 2))	/* to the last byte */
		cf->array_base = (item - (size + 1)) & 0x1fff;
}

static void hand_on_exports(struct probe *p)
{
	uint32_t item = stage_reg(&p->what->stage->regs, ES_ITEM) & 0x7fff;

	for (unsigned int i = 0; i < 4; i++)
		write_ring(p, SQ_MEM_RING, item);
}

static void hand_on_primitives(struct probe *p)
{
	uint32_t item = stage_reg(&p->what->stage->regs, GS_ITEM) & 0x7fff;

	for (unsigned int i = 0; i < 4; i++) {
		uint32_t stream = below(p, 4) ? 0 : below(p, SQ_STREAMS);

		write_ring(p, stream ? (enum sq_opcode)(SQ_MEM_RING1 + stream - 1) : SQ_MEM_RING, item);
		add_cf(p, i == 2 ? SQ_EMIT_CUT_VERTEX : SQ_EMIT_VERTEX)->count = below(p, 4) ? 0 : stream;
	}
}

/* ---- HS ---- */

/* Of the only patch of its group. */
static void hand_on_factors(struct probe *p)
{
	static const uint8_t factors[4] = { 2, 4, 6, 0 };
	uint32_t domain = stage_reg(&p->what->stage->regs, TF_PARAM) & 3;

	for (uint32_t i = 0; i < factors[domain]; i++) {
		uint32_t factor[4] = { FIRST_FACTOR + 4 * i, sq_bits((float)(1 + below(p, 2))) };
		struct sq_fetch f = {
			.op = &sq_ops[SQ_GDS_OP], .mem_op = TF_WRITE, .src_gpr = DATA_GPR, .src_sel = { 0, 1, 2, 3 },
			.dst_gpr = DATA_GPR, .dst_sel = { 7, 7, 7, 7 },
		};

		set_register(p, DATA_GPR, factor);
		add_fetch(p, &f);
	}
}

void hand_on(struct probe *p)
{
	static void (*const stages[])(struct probe *p) = {
		[STAGE_PS] = hand_on_pixels, [STAGE_VS] = hand_on_vertices, [STAGE_ES] = hand_on_exports,
		[STAGE_GS] = hand_on_primitives, [STAGE_HS] = hand_on_factors, [STAGE_CS] = NULL,
	};

	if (!p->what->fetch && stages[p->what->stage->kind] && p->gprs > DATA_GPR)
		stages[p->what->stage->kind](p);
}

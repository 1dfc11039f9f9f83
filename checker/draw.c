// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Draws
 *
 * A draw is accepted if everything that it may make the chip touch is bounded:
 * indices by their packet, which is cut to what there are, resources when they were
 * set, and the rest by tables of checks here, each of which runs only if a register of
 * its group has been written since the last draw.
 *
 * - Programs: the address of each stage that is on comes from this stream.
 * - Rings between stages and for spilled registers: checker/ring.c.
 * - Constant buffers: all 80, since any shader may read any of its stage, and ask for those of
 *   another. OpenGL lets an application bind a range that ends behind its buffer and asks for no
 *   particular picture then: the draw, or the dispatch, becomes a NOP.
 * - Stream-out: each buffer that a stream writes to.
 * - Targets: checker/target.c and checker/depth.c, and checker/rat.c for random access. What
 *   is drawn lies inside of them: checker/scissor.c.
 *
 * Sources: guide chapter 9; field layouts from the kernel's evergreend.h and
 * Mesa's r600.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "draw.h"
#include "ring.h"
#include "run.h"
#include "target.h"
#include "track.h"

/* ---- state ---- */

#define STAGES_LS		GENMASK(1, 0)
#define  STAGES_LS_ON		1
#define STAGES_HS		BIT(2)
#define STAGES_ES		GENMASK(4, 3)
#define STAGES_GS		BIT(5)
#define STAGES_VS_COPY		BIT(7)
#define STAGES_BITS		GENMASK(7, 0)

/* Programs by the stages that need them; those of 0 are always there. */
static const struct {
	u32 stages;
	u32 reg;
} r600_cs_programs[] = {
	{ 0, SQ_PGM_START_PS },
	{ 0, SQ_PGM_START_VS },
	{ 0, SQ_PGM_START_FS },
	{ STAGES_LS, SQ_PGM_START_LS },
	{ STAGES_HS, SQ_PGM_START_HS },
	{ STAGES_ES, SQ_PGM_START_ES },
	{ STAGES_GS, SQ_PGM_START_GS },
};

static int check_stages(struct r600_cs_run *run)
{
	static const u32 needed[] = { VGT_SHADER_STAGES_EN, VGT_GS_MODE };
	u32 i, stages, mode;
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	stages = r600_cs_value(run, VGT_SHADER_STAGES_EN);
	mode = r600_cs_value(run, VGT_GS_MODE);
	ret = r600_cs_reserved(run, "VGT_SHADER_STAGES_EN", stages, STAGES_BITS);
	if (ret)
		return ret;
	ret = r600_cs_reserved(run, "VGT_GS_MODE", mode, GS_MODE_BITS);
	if (ret)
		return ret;
	if ((stages & STAGES_LS) > STAGES_LS_ON)
		return r600_cs_refuse(run, "VGT_SHADER_STAGES_EN", stages, 0,
				      "a draw has no compute stage");
	if (mode & (GS_MODE_COMPUTE | GS_MODE_FAST_COMPUTE))
		return r600_cs_refuse(run, "VGT_GS_MODE", mode, 0,
				      "a draw is not in compute mode");
	if (FIELD_GET(GS_MODE_MODE, mode) > GS_MODE_SCENARIO_A && !(stages & STAGES_GS))
		return r600_cs_refuse(run, "VGT_GS_MODE", mode, GS_MODE_SCENARIO_A,
				      "the mode must be 0 or 1 without a geometry stage");
	for (i = 0; i < ARRAY_SIZE(r600_cs_programs) && !ret; i++) {
		if (r600_cs_programs[i].stages &&
		    !(stages & r600_cs_programs[i].stages))
			continue;
		ret = r600_cs_bound(run, r600_cs_programs[i].reg, 8, 256,
				    R600_CS_READ);
	}
	return ret;
}

static int check_stage_rings(struct r600_cs_run *run)
{
	/* The check of stages comes first and needs the register. */
	if (!(r600_cs_value(run, VGT_SHADER_STAGES_EN) &
	      (STAGES_ES | STAGES_GS | STAGES_VS_COPY)))
		return 0;
	return r600_cs_check_rings(run);
}

#define CONSTANT_UNIT		256
#define CONSTANT_BUFFERS	16

/* Base and size registers of a stage. */
static const struct {
	u32 base;
	u32 size;
} r600_cs_constants[] = {
	{ SQ_ALU_CONST_CACHE_PS_0, SQ_ALU_CONST_BUFFER_SIZE_PS_0 },
	{ SQ_ALU_CONST_CACHE_VS_0, SQ_ALU_CONST_BUFFER_SIZE_VS_0 },
	{ SQ_ALU_CONST_CACHE_GS_0, SQ_ALU_CONST_BUFFER_SIZE_GS_0 },
	{ SQ_ALU_CONST_CACHE_HS_0, SQ_ALU_CONST_BUFFER_SIZE_HS_0 },
	{ SQ_ALU_CONST_CACHE_LS_0, SQ_ALU_CONST_BUFFER_SIZE_LS_0 },
};

static_assert(!((SQ_ALU_CONST_BUFFER_SIZE_PS_0 | SQ_ALU_CONST_BUFFER_SIZE_VS_0 |
		 SQ_ALU_CONST_BUFFER_SIZE_GS_0 | SQ_ALU_CONST_BUFFER_SIZE_HS_0 |
		 SQ_ALU_CONST_BUFFER_SIZE_LS_0) / 4 % CONSTANT_BUFFERS) &&
	      !(R600_CS_CONFIG_REGS % CONSTANT_BUFFERS) && !(R600_CS_CONTEXT_START % 64),
	      "r600_cs_bank_has_16() looks at the sizes of a stage");

/* What an application binds need not end in its buffer, and Mesa passes it on. */
static int check_constant(struct r600_cs_run *run, u32 base, u32 size)
{
	const u32 needed[] = { size, base };
	struct r600_cs_access access = { .reg = base, .align = 256, .direction = R600_CS_READ };
	u32 buffer;
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	buffer = r600_cs_origin(run, base);
	access.offset = (u64)r600_cs_value(run, base) << 8;
	access.size = (u64)r600_cs_value(run, size) * CONSTANT_UNIT;
	if (access.offset + access.size > run->in->buffers[buffer].size) {
		run->absent = true;
		return 0;
	}
	return r600_cs_fits(run, &access, buffer);
}

/* The sizes of most stages, two at a time. */
static bool are_zero(const u32 *sizes)
{
	u64 two, all = 0;
	u32 i;

	for (i = 0; i < CONSTANT_BUFFERS; i += 2) {
		__builtin_memcpy(&two, &sizes[i], sizeof(two));
		all |= two;
	}
	return !all;
}

static int check_stage_constants(struct r600_cs_run *run, u32 base, u32 size)
{
	const struct r600_cs_bank *bank = &run->ws->bank[run->bank];
	u32 i, first = r600_cs_index(size);
	bool all_set = r600_cs_bank_has_16(bank, first);
	int ret;

	if (all_set && are_zero(&bank->value[first]))
		return 0;
	for (i = 0; i < CONSTANT_BUFFERS; i++) {
		/* Most are empty. */
		if ((all_set || r600_cs_bank_has(bank, first + i)) && !bank->value[first + i])
			continue;
		ret = check_constant(run, base + i * 4, size + i * 4);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * r600_cs_check_constants() - bound the constant buffers of all stages
 * @run: the run, with the bank that counts
 *
 * Those of a dispatch, too: ALT_CONST in a program asks for the constants of another stage.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_constants(struct r600_cs_run *run)
{
	u32 stage;
	int ret = 0;

	for (stage = 0; stage < ARRAY_SIZE(r600_cs_constants) && !ret; stage++)
		ret = check_stage_constants(run, r600_cs_constants[stage].base,
					    r600_cs_constants[stage].size);
	return ret;
}

#define STRMOUT_STREAMS		GENMASK(3, 0)
#define STRMOUT_BUFFERS		4
#define STRMOUT_SIZE_UNIT	4
#define STRMOUT_MAX_STRIDE	0x3ff

/* Buffers that the streams which are on write to. */
static u32 strmout_buffers(const struct r600_cs_run *run)
{
	u32 streams = FIELD_GET(STRMOUT_STREAMS,
				r600_cs_value(run, VGT_STRMOUT_CONFIG));
	u32 config = r600_cs_value(run, VGT_STRMOUT_BUFFER_CONFIG);
	u32 i, buffers = 0;

	for (i = 0; i < STRMOUT_BUFFERS; i++)
		if (streams >> i & 1)
			buffers |= config >> i * STRMOUT_BUFFERS & 0xf;
	return buffers;
}

/*
 * The VGT lets a primitive write if its vertices, each as long as the stride says, fit behind what
 * is full. By a stride of 0, or a stranger's, a full buffer would always have room.
 */
static int check_strmout_pair(struct r600_cs_run *run, u32 size)
{
	const u32 needed[] = { size, size + 4 };
	u32 stride;
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	stride = r600_cs_value(run, size + 4);
	if (stride && stride <= STRMOUT_MAX_STRIDE)
		return 0;
	return r600_cs_refuse_reg(run, size + 4, stride, STRMOUT_MAX_STRIDE,
				  "must be at least one dword and within its bits");
}

static int check_strmout(struct r600_cs_run *run)
{
	static const u32 needed[] = {
		VGT_STRMOUT_CONFIG, VGT_STRMOUT_BUFFER_CONFIG,
	};
	u32 i, size, buffers;
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	buffers = strmout_buffers(run);
	for (i = 0; i < STRMOUT_BUFFERS; i++) {
		if (!(buffers >> i & 1))
			continue;
		size = VGT_STRMOUT_BUFFER_SIZE_0 + i * VGT_STRMOUT_BUFFER_STRIDE;
		ret = check_strmout_pair(run, size);
		if (ret)
			return ret;
		ret = r600_cs_bound(run, VGT_STRMOUT_BUFFER_BASE_0 + i * VGT_STRMOUT_BUFFER_STRIDE,
				    (u64)r600_cs_value(run, size) * STRMOUT_SIZE_UNIT, 256,
				    R600_CS_WRITE);
		if (ret)
			return ret;
	}
	return 0;
}

/* By the bits of R600_CS_DIRTY_*. */
static const r600_cs_state_check state_checks[] = {
	check_stages,
	check_stage_rings,
	r600_cs_check_constants,
	check_strmout,
	r600_cs_check_color,
	r600_cs_check_depth,
	r600_cs_check_spill,
};

/* The checks of what has changed in one bank since they last passed, of all that there is. */
static int check_bank(struct r600_cs_run *run, u32 bank, u32 *dirty,
		      const r600_cs_state_check *checks)
{
	u32 i;
	int ret = 0;

	run->bank = bank;
	for (i = 0; *dirty >> i && !ret; i++)
		if (*dirty >> i & 1 && checks[i])
			ret = checks[i](run);
	if (ret)
		return ret;
	*dirty &= run->absent ? R600_CS_DIRTY_CONSTANTS : 0;
	return 0;
}

/* The same in the other reading of the bank, in which the last CLEAR_STATE has reset it. */
static int check_cleared(struct r600_cs_run *run, u32 bank, u32 *dirty,
			 const r600_cs_state_check *checks)
{
	struct r600_cs_reading left;
	int ret;

	if (!run->cleared || !*dirty)
		return 0;
	r600_cs_read_cleared(&run->ws->bank[bank], &left);
	ret = check_bank(run, bank, dirty, checks);
	r600_cs_read_left(&run->ws->bank[bank], &left);
	return ret;
}

/**
 * r600_cs_check_work() - is the state of a draw or dispatch bounded?
 * @run: the run
 * @bank: whose registers it finds, R600_CS_DRAW or R600_CS_DISPATCH
 * @checks: by the bits of R600_CS_DIRTY_*; NULL if there is nothing of it
 *
 * The state that draws and compute may have in common is checked as well. Until there
 * is state of compute, it is that of draws. Behind a CLEAR_STATE, both states of a dispatch
 * are checked as that leaves them, and as it resets them. Without all of its constants the
 * packet in hand becomes a NOP.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_work(struct r600_cs_run *run, u32 bank,
		       const r600_cs_state_check *checks)
{
	struct r600_cs_dirty *dirty = &run->dirty[bank];
	int ret;

	if (!run->in->clean_start)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "is not accepted on a card whose state is not reset");
	/* Else a later CLEAR_STATE would leave a third reading, of what was set since the last. */
	ret = r600_cs_take_compute_state(run);
	if (ret)
		return ret;
	if (bank == R600_CS_DISPATCH)
		r600_cs_track_split(run);
	run->draws = bank == R600_CS_DRAW;
	run->worked = true;
	run->absent = false;
	ret = check_bank(run, bank, &dirty->own, checks);
	if (!ret && run->split)
		ret = check_bank(run, R600_CS_BOTH, &dirty->both, checks);
	if (!ret && bank == R600_CS_DISPATCH)
		ret = check_cleared(run, bank, &dirty->own_cleared, checks);
	if (!ret)
		ret = check_cleared(run, R600_CS_BOTH, &dirty->both_cleared, checks);
	return ret || !run->absent ? ret : r600_cs_skip(run);
}

static int check_state(struct r600_cs_run *run)
{
	if (run->in->vm)
		return 0;
	return r600_cs_check_work(run, R600_CS_DRAW, state_checks);
}

/* ---- indices ---- */

#define INDEX_TYPE_32		BIT(0)
#define INDEX_TYPE_SWAP		GENMASK(3, 2)

int r600_cs_check_index_type(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "INDEX_TYPE", body[0],
			       INDEX_TYPE_32 | INDEX_TYPE_SWAP);
	if (ret)
		return ret;
	/* The length of a packet with indices goes by it, or so it may be on the card. */
	if (run->span_end)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must not depend on a condition");
	run->index_bytes = body[0] & INDEX_TYPE_32 ? 4 : 2;
	return 0;
}

static int need_index_type(struct r600_cs_run *run)
{
	if (run->index_bytes)
		return 0;
	return r600_cs_refuse(run, "INDEX_TYPE", 0, 0,
			      "must be set earlier in the stream");
}

int r600_cs_check_num_instances(struct r600_cs_run *run, const u32 *body)
{
	return 0;
}

/* Remembers how far it is to the end of the buffer. */
static int check_base(struct r600_cs_run *run,
		      const struct r600_cs_access *access, u64 *limit)
{
	u32 buffer;
	int ret;

	*limit = 0;
	ret = r600_cs_access_of(run, access, &buffer);
	if (!ret && !run->in->vm)
		*limit = run->in->buffers[buffer].size - access->offset;
	return ret;
}

int r600_cs_check_index_base(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_reserved(run, "INDEX_BASE_HI", body[1], R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	run->index_base_unknown = false;
	return check_base(run, &(struct r600_cs_access) {
		.field = "INDEX_BASE",
		.offset = (u64)body[1] << 32 | body[0],
		.align = 4,
		.dw = 0,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_READ,
	}, &run->index_limit);
}

int r600_cs_check_index_buffer_size(struct r600_cs_run *run, const u32 *body)
{
	run->index_count = body[0];
	run->index_count_set = true;
	return 0;
}

#define BASE_INDEX_INDIRECT	1

int r600_cs_check_set_base(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	if (body[0] != BASE_INDEX_INDIRECT)
		return r600_cs_refuse(run, "BASE_INDEX", body[0],
				      BASE_INDEX_INDIRECT,
				      "must be 1, the arguments of draws");
	ret = r600_cs_reserved(run, "ADDRESS_HI", body[2], R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	return check_base(run, &(struct r600_cs_access) {
		.field = "ADDRESS",
		.offset = (u64)body[2] << 32 | body[1],
		.align = 8,
		.dw = 1,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_READ,
	}, &run->indirect_limit);
}

/* ---- draws ---- */

#define INITIATOR_SOURCE	GENMASK(1, 0)
#define  SOURCE_DMA		0
#define  SOURCE_IMMEDIATE	1
#define  SOURCE_AUTO		2
#define INITIATOR_OPAQUE	BIT(6)

static int check_initiator(struct r600_cs_run *run, u32 initiator,
			   u32 source)
{
	int ret;

	ret = r600_cs_reserved(run, "DRAW_INITIATOR", initiator,
			       INITIATOR_SOURCE |
			       (source == SOURCE_AUTO ? INITIATOR_OPAQUE : 0));
	if (ret)
		return ret;
	if (FIELD_GET(INITIATOR_SOURCE, initiator) != source)
		return r600_cs_refuse(run, "SOURCE_SELECT", initiator, source,
				      "the packet needs the value of the limit");
	return check_state(run);
}

/*
 * The chip keeps this end for later draws, whoever sets it. Draws that have none may
 * set it as well, so that what an earlier one had does not end theirs.
 */
static void forget_index_count(struct r600_cs_run *run)
{
	run->index_count_set = false;
}

/*
 * An end and a count, each of which fetches no further than the buffer. Nobody says that a draw
 * of no indices fetches none.
 */
static u64 index_extent(const struct r600_cs_run *run, u32 first,
			u32 max_size, u32 count)
{
	return ((u64)first + max(max(max_size, count), 1u)) * run->index_bytes;
}

/* A number of indices, at payload dword @dw, of which @fit are in the buffer. */
static int cut_count(struct r600_cs_run *run, const u32 *body, u32 dw, u64 fit)
{
	if (body[dw] <= fit)
		return 0;
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw + 1 + dw,
		.kind = R600_CS_PATCH_VALUE,
		.value = fit,
	});
}

/*
 * Mesa sends what the application asks for, and that may be more indices than there are.
 * A draw ends where its buffer does, and without any index in it there is no draw.
 */
static int bound_indices(struct r600_cs_run *run, const u32 *body, u32 dw)
{
	struct r600_cs_access access = {
		.field = "INDEX_BASE",
		.offset = r600_cs_offset(body[dw], body[dw + 1]),
		.align = run->index_bytes,
		.dw = dw,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_READ,
	};
	u64 size, fit;
	u32 buffer;
	int ret;

	ret = r600_cs_reloc(run, &buffer);
	if (ret)
		return ret;
	size = run->in->buffers[buffer].size;
	/* By 2 or 4: 32-bit kernels do not divide u64. */
	fit = access.offset < size ? (size - access.offset) >> run->index_bytes / 2 : 0;
	if (!fit)
		return r600_cs_skip(run);
	access.size = min(index_extent(run, 0, dw ? body[0] : 0, body[dw + 2]),
			  fit * run->index_bytes);
	ret = r600_cs_access_in(run, &access, buffer);
	if (!ret && dw)
		ret = cut_count(run, body, 0, fit);
	return ret ? ret : cut_count(run, body, dw + 2, fit);
}

/*
 * A draw with the address of its indices at payload dword @dw, their number behind it, and
 * MAX_SIZE in front, if there is room for that.
 */
static int check_indices(struct r600_cs_run *run, const u32 *body, u32 dw)
{
	int ret;

	ret = r600_cs_reserved(run, "INDEX_BASE_HI", body[dw + 1], R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	ret = need_index_type(run);
	if (ret)
		return ret;
	/* This base may take the place of INDEX_BASE's. */
	run->index_limit = 0;
	forget_index_count(run);
	if (run->in->vm)
		return r600_cs_access(run, &(struct r600_cs_access) {
			.field = "INDEX_BASE",
			.offset = r600_cs_offset(body[dw], body[dw + 1]),
			.align = run->index_bytes,
		});
	return bound_indices(run, body, dw);
}

/* Address, count, initiator. */
int r600_cs_check_draw_index(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = check_indices(run, body, 0);
	return ret ? ret : check_initiator(run, body[3], SOURCE_DMA);
}

/* The same with MAX_SIZE in front. */
int r600_cs_check_draw_index_2(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = check_indices(run, body, 1);
	return ret ? ret : check_initiator(run, body[4], SOURCE_DMA);
}

/* Indices from INDEX_BASE's address on. */
static int check_offset(struct r600_cs_run *run, u32 offset, u64 end)
{
	int ret;

	ret = need_index_type(run);
	if (ret || run->in->vm)
		return ret;
	if (run->index_base_unknown)
		return r600_cs_refuse(run, "INDEX_OFFSET", offset, 0,
				      "needs an INDEX_BASE behind DRAW_INDEX_INDIRECT");
	if (end <= run->index_limit)
		return 0;
	return r600_cs_refuse(run, "INDEX_OFFSET", offset, run->index_limit,
			      "the indices must end inside the buffer of INDEX_BASE");
}

/* First index, count, initiator. */
int r600_cs_check_draw_index_offset(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	forget_index_count(run);
	ret = check_offset(run, body[0],
			   index_extent(run, body[0], 0, body[1]));
	return ret ? ret : check_initiator(run, body[2], SOURCE_DMA);
}

/* The same with MAX_SIZE in front. */
int r600_cs_check_draw_index_offset_2(struct r600_cs_run *run, const u32 *body)
{
	u64 end = index_extent(run, body[1], body[0], body[2]);
	int ret;

	forget_index_count(run);
	ret = check_offset(run, body[1], end);
	return ret ? ret : check_initiator(run, body[3], SOURCE_DMA);
}

int r600_cs_check_draw_index_auto(struct r600_cs_run *run, const u32 *body)
{
	return check_initiator(run, body[1], SOURCE_AUTO);
}

/* Count and initiator, then the indices. */
#define IMMEDIATE_FIRST		2

int r600_cs_check_draw_index_immd(struct r600_cs_run *run, const u32 *body)
{
	u64 bytes;
	int ret;

	ret = need_index_type(run);
	if (ret)
		return ret;
	bytes = (u64)body[0] * run->index_bytes;
	if ((bytes + 3) / 4 != run->len - IMMEDIATE_FIRST)
		return r600_cs_refuse(run, "INDEX_COUNT", body[0],
				      run->len - IMMEDIATE_FIRST,
				      "the indices must fill the payload");
	return check_initiator(run, body[1], SOURCE_IMMEDIATE);
}

/* Bytes of arguments. */
#define DRAW_ARGUMENTS		16
#define DRAW_INDEX_ARGUMENTS	20

/**
 * r600_cs_check_arguments() - a packet reads its arguments from memory
 * @run: the run
 * @offset: from the address of SET_BASE, in bytes
 * @bytes: how many it reads
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_arguments(struct r600_cs_run *run, u32 offset, u32 bytes)
{
	if (offset % 4)
		return r600_cs_refuse(run, "DATA_OFFSET", offset, 4,
				      "must be a multiple of the limit");
	if (!run->in->vm && (u64)offset + bytes > run->indirect_limit)
		return r600_cs_refuse(run, "DATA_OFFSET", offset,
				      run->indirect_limit,
				      "the arguments must end inside the buffer of SET_BASE");
	return 0;
}

int r600_cs_check_draw_indirect(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_check_arguments(run, body[0], DRAW_ARGUMENTS);
	return ret ? ret : check_initiator(run, body[1], SOURCE_AUTO);
}

/* Whatever the arguments say, the chip fetches no index behind the size. */
int r600_cs_check_draw_index_indirect(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = r600_cs_check_arguments(run, body[0], DRAW_INDEX_ARGUMENTS);
	if (ret)
		return ret;
	ret = need_index_type(run);
	if (ret)
		return ret;
	if (!run->index_count_set)
		return r600_cs_refuse(run, "INDEX_BUFFER_SIZE", 0, 0,
				      "must be set earlier in the stream");
	if (!run->in->vm &&
	    index_extent(run, 0, 0, run->index_count) > run->index_limit)
		return r600_cs_refuse(run, "INDEX_BUFFER_SIZE", run->index_count,
				      run->index_limit,
				      "must fit the buffer of INDEX_BASE");
	/* The first index, which memory holds, may have been added to it for good. */
	run->index_base_unknown = true;
	return check_initiator(run, body[1], SOURCE_DMA);
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: State of draws and dispatches
 *
 * A draw or a dispatch finds registers that the stream has set. They are checked in groups, and
 * a group only if one of its registers has been written since its check last passed. Which groups
 * count is in a table of the draw, and in one of the dispatch.
 *
 * - Programs: the address of each stage that is on comes from this stream.
 * - Constant buffers: all 80, since any shader may read any of its stage, and ask for those of
 *   another. OpenGL lets an application bind a range that ends behind its buffer and asks for no
 *   particular picture then: the draw, or the dispatch, becomes a NOP.
 * - Stream-out: each buffer that a stream writes to.
 *
 * Sources: guide chapter 9; field layouts from the kernel's evergreend.h and
 * Mesa's r600.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "ring.h"
#include "run.h"
#include "track.h"
#include "work.h"

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

/**
 * r600_cs_check_stages() - the stages of a draw, and that each of them has a program
 * @run: the run, with the bank that counts
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_stages(struct r600_cs_run *run)
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

/**
 * r600_cs_check_stage_rings() - bound the rings between the stages of a draw, if it uses them
 * @run: the run, with the bank that counts and whose stages are checked
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_stage_rings(struct r600_cs_run *run)
{
	/* r600_cs_check_stages() comes first and needs the register. */
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

/* The sizes of four constant buffers. */
static bool are_zero(const u32 *sizes)
{
	u64 two[2];

	__builtin_memcpy(two, sizes, sizeof(two));
	return !(two[0] | two[1]);
}

static int check_stage_constants(struct r600_cs_run *run, u32 base, u32 size)
{
	const struct r600_cs_bank *bank = &run->ws->bank[run->bank];
	u32 four, i, first = r600_cs_index(size);
	const u32 *sizes = &bank->value[first];
	bool all_set = r600_cs_bank_has_16(bank, first);
	int ret;

	for (four = 0; four < CONSTANT_BUFFERS; four += 4) {
		/* Most are empty. */
		if (all_set && are_zero(&sizes[four]))
			continue;
		for (i = four; i < four + 4; i++) {
			if (r600_cs_bank_has(bank, first + i) && !sizes[i])
				continue;
			ret = check_constant(run, base + i * 4, size + i * 4);
			if (ret)
				return ret;
		}
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

/**
 * r600_cs_check_strmout() - bound the buffers of stream-out that a draw writes to
 * @run: the run, with the bank that counts
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_strmout(struct r600_cs_run *run)
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

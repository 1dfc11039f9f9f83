// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Draws
 *
 * A draw is accepted if everything that it may make the chip touch is bounded:
 * indices by their packet, which is cut to what there are, resources when they were
 * set, and the rest by a table of checks, each of which runs only if a register of
 * its group has been written since the last draw (checker/work.c).
 *
 * - Programs, constant buffers and stream-out: checker/work.c.
 * - Rings between stages and for spilled registers: checker/ring.c.
 * - Targets: checker/target.c and checker/depth.c, and checker/rat.c for random access. What
 *   is drawn lies inside of them: checker/scissor.c.
 *
 * Source: guide chapter 9.
 */

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "draw.h"
#include "ring.h"
#include "run.h"
#include "target.h"
#include "track.h"
#include "work.h"

/* ---- state ---- */

/* By the bits of R600_CS_DIRTY_*. */
static const r600_cs_state_check draw_checks[] = {
	r600_cs_check_stages,
	r600_cs_check_stage_rings,
	r600_cs_check_constants,
	r600_cs_check_strmout,
	r600_cs_check_color,
	r600_cs_check_depth,
	r600_cs_check_spill,
};

static int check_state(struct r600_cs_run *run)
{
	if (run->in->vm)
		return 0;
	return r600_cs_check_work(run, R600_CS_DRAW, draw_checks);
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
		.offset = r600_cs_offset(body[0], body[1]),
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
		.offset = r600_cs_offset(body[1], body[2]),
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
	return ret ?: cut_count(run, body, dw + 2, fit);
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
	return ret ?: check_initiator(run, body[3], SOURCE_DMA);
}

/* The same with MAX_SIZE in front. */
int r600_cs_check_draw_index_2(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = check_indices(run, body, 1);
	return ret ?: check_initiator(run, body[4], SOURCE_DMA);
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
	return ret ?: check_initiator(run, body[2], SOURCE_DMA);
}

/* The same with MAX_SIZE in front. */
int r600_cs_check_draw_index_offset_2(struct r600_cs_run *run, const u32 *body)
{
	u64 end = index_extent(run, body[1], body[0], body[2]);
	int ret;

	forget_index_count(run);
	ret = check_offset(run, body[1], end);
	return ret ?: check_initiator(run, body[3], SOURCE_DMA);
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
	return ret ?: check_initiator(run, body[1], SOURCE_AUTO);
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

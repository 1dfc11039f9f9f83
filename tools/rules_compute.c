// SPDX-License-Identifier: MIT OR GPL-2.0
/* Rules of the guide on dispatches: 3.2 and 8.6. */

#include "rules_target.h"

static bool color_enabled(const struct lint_state *st, char *why)
{
	if (!lint_is_set(st, DB_RENDER_CONTROL) ||
	    lint_value(st, DB_RENDER_CONTROL) & COLOR_DISABLE)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "DB_RENDER_CONTROL.COLOR_DISABLE is 0");
	return true;
}

static bool compute_gs_mode(const struct lint_state *st, char *why)
{
	u32 mode = lint_value(st, VGT_GS_MODE);
	u32 want = GS_COMPUTE_MODE | GS_PARTIAL_THD_AT_EOI;

	if (!lint_is_set(st, VGT_GS_MODE) || (mode & (want | GS_MODE)) == want)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "VGT_GS_MODE is 0x%08x", mode);
	return true;
}

static bool compute_stages(const struct lint_state *st, char *why)
{
	u32 stages = lint_value(st, VGT_SHADER_STAGES_EN);

	if (!lint_is_set(st, VGT_SHADER_STAGES_EN) ||
	    (!(stages & STAGES_REST) && FIELD_GET(STAGES_LS, stages) == STAGES_LS_IS_CS))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "VGT_SHADER_STAGES_EN is 0x%08x", stages);
	return true;
}

static bool compute_culling(const struct lint_state *st, char *why)
{
	u32 mode = lint_value(st, PA_SU_SC_MODE_CNTL);
	u32 want = CULL_FRONT | CULL_BACK | FACE;

	if (!lint_is_set(st, PA_SU_SC_MODE_CNTL) || (mode & want) == want)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "PA_SU_SC_MODE_CNTL is 0x%08x", mode);
	return true;
}

static bool compute_primitive(const struct lint_state *st, char *why)
{
	u32 type = lint_value(st, VGT_PRIMITIVE_TYPE) & 0x3f;

	if (!lint_is_set(st, VGT_PRIMITIVE_TYPE) || type == PRIM_TYPE_POINTLIST)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "VGT_PRIMITIVE_TYPE is %u", type);
	return true;
}

static bool compute_group(const struct lint_state *st, char *why)
{
	u32 group = lint_value(st, VGT_COMPUTE_THREAD_GROUP_SIZE);
	u32 indices = lint_value(st, VGT_NUM_INDICES);

	if (!lint_is_set(st, VGT_COMPUTE_THREAD_GROUP_SIZE) ||
	    !lint_is_set(st, VGT_NUM_INDICES) || group == indices)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "VGT_NUM_INDICES is %u, a group has %u threads", indices,
		 group);
	return true;
}

static bool compute_threads(const struct lint_state *st, char *why)
{
	u64 threads = 1;
	u32 i;

	for (i = 0; i < 3; i++) {
		if (!lint_is_set(st, SPI_COMPUTE_NUM_THREAD_X + 4 * i))
			return false;
		threads *= lint_value(st, SPI_COMPUTE_NUM_THREAD_X + 4 * i) & 0xffff;
	}
	if (!lint_is_set(st, VGT_COMPUTE_THREAD_GROUP_SIZE) ||
	    threads == lint_value(st, VGT_COMPUTE_THREAD_GROUP_SIZE))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "SPI_COMPUTE_NUM_THREAD_* make %llu, a group has %u",
		 (unsigned long long)threads, lint_value(st, VGT_COMPUTE_THREAD_GROUP_SIZE));
	return true;
}

/* The first random access target that is @bad. */
static bool find_rat(const struct lint_state *st, u32 *at, bool (*bad)(u32 info, u32 attrib))
{
	for (*at = 0; *at < NUM_RATS; (*at)++)
		if (lint_info(st, *at) & INFO_RAT && FIELD_GET(INFO_FORMAT, lint_info(st, *at)) &&
		    bad(lint_info(st, *at), lint_value(st, lint_target(*at, CB_ATTRIB))))
			return true;
	return false;
}

static bool has_source_format(u32 info, u32 attrib)
{
	return info & INFO_SOURCE_FORMAT;
}

static bool rat_source_format(const struct lint_state *st, char *why)
{
	u32 i;

	if (!find_rat(st, &i, has_source_format))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "SOURCE_FORMAT of random access target %u is %u", i,
		 (u32)FIELD_GET(INFO_SOURCE_FORMAT, lint_info(st, i)));
	return true;
}

static bool is_buffer_tiled(u32 info, u32 attrib)
{
	u32 type = FIELD_GET(INFO_RESOURCE_TYPE, info);

	if (type != RESOURCE_BUFFER && type != RESOURCE_TEXTURE1D)
		return false;
	return FIELD_GET(INFO_ARRAY_MODE, info) != R600_CS_LINEAR_ALIGNED ||
	       !(attrib & ATTRIB_NON_DISP);
}

static bool rat_buffer(const struct lint_state *st, char *why)
{
	u32 i;

	if (!find_rat(st, &i, is_buffer_tiled))
		return false;
	snprintf(why, LINT_FINDING_BYTES,
		 "random access target %u: CB_COLOR%u_INFO 0x%08x, _ATTRIB 0x%08x",
		 i, i, lint_info(st, i), lint_value(st, lint_target(i, CB_ATTRIB)));
	return true;
}

static bool is_fast_cleared(u32 info, u32 attrib)
{
	return info & INFO_FAST_CLEAR;
}

static bool rat_fast_clear(const struct lint_state *st, char *why)
{
	u32 i;

	if (!find_rat(st, &i, is_fast_cleared))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "random access target %u has FAST_CLEAR", i);
	return true;
}

const struct lint_rule lint_compute_rules[] = {
	{ "compute-color", "3.2", "a dispatch has COLOR_DISABLE set", LINT_AT_DISPATCH,
	  color_enabled },
	{ "compute-gs-mode", "3.2", "a dispatch has the GS off and in compute mode",
	  LINT_AT_DISPATCH, compute_gs_mode },
	{ "compute-stages", "3.2", "a dispatch has no stage but CS in place of LS",
	  LINT_AT_DISPATCH, compute_stages },
	{ "compute-culling", "3.2", "a dispatch culls both faces", LINT_AT_DISPATCH,
	  compute_culling },
	{ "compute-primitive", "3.2", "a dispatch draws points", LINT_AT_DISPATCH,
	  compute_primitive },
	{ "compute-group", "3.2", "there are as many indices as threads in a group",
	  LINT_AT_DISPATCH, compute_group },
	{ "compute-threads", "3.2", "dimensions of a group make its size", LINT_AT_DISPATCH,
	  compute_threads },
	{ "rat-source-format", "8.6", "random access targets have EXPORT_4C_32BPC",
	  LINT_AT_DISPATCH, rat_source_format },
	{ "rat-buffer", "8.6", "buffers are linear, in the order of no display", LINT_AT_DISPATCH,
	  rat_buffer },
	{ "rat-fast-clear", "8.6", "random access targets are not fast cleared", LINT_AT_DISPATCH,
	  rat_fast_clear },
	{}
};

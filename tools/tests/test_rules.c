// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Each rule of cs-lint with state that breaks it and state that does not. A row
 * changes a few registers of a state that breaks no rule; good changes must leave it
 * so, bad changes must break the rule of the row and no other.
 */

#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "../../tests/unit/tap.h"
#include "chips.h"
#include "rules_target.h"

#define MAX_CHANGES	8

struct change {
	u32 reg;
	u32 value;
	bool unset;
};

struct row {
	const char *rule;
	enum r600_cs_class class;
	struct change good[MAX_CHANGES];
	struct change bad[MAX_CHANGES];
	bool evergreen_only;
};

#define INFO(i)		(CB_COLOR0_BASE + (i) * CB_COLOR0_STRIDE + CB_INFO)
#define ATTRIB(i)	(CB_COLOR0_BASE + (i) * CB_COLOR0_STRIDE + CB_ATTRIB)
#define TARGET(reg)	(CB_COLOR0_BASE + (reg))

/* COLOR_8_8_8_8, ARRAY_2D_TILED_THIN1, EXPORT_4C_16BPC. */
#define PLAIN_INFO	0x01000468
#define MSAA_ATTRIB	0x02000000
#define MODE(mode)	(0xcc0000 | (mode) << 4)
#define BLEND(src, dst)	(BLEND_ENABLE | (src) | (dst) << 8)
#define UNSET		.unset = true

/* Draws to target 0 and, below, a dispatch beside it. */
static const struct change plain_state[] = {
	{ CB_TARGET_MASK, 0xf },
	{ CB_SHADER_MASK, 0xf }, { SQ_PGM_EXPORTS_PS, 2 },
	{ CB_COLOR_CONTROL, MODE(MODE_NORMAL) },
	{ CB_BLEND0_CONTROL, 0 },
	{ CB_BLEND_RED, 0 }, { CB_BLEND_RED + 4, 0 }, { CB_BLEND_RED + 8, 0 },
	{ CB_BLEND_RED + 12, 0 },
	{ CB_COLOR0_BASE, 0x100 },
	{ TARGET(CB_PITCH), 7 }, { TARGET(CB_SLICE), 63 }, { TARGET(CB_VIEW), 0 },
	{ INFO(0), PLAIN_INFO }, { ATTRIB(0), 0 },
	{ TARGET(CB_CMASK), 0 }, { TARGET(CB_CMASK_SLICE), 0 },
	{ TARGET(CB_FMASK), 0x100 }, { TARGET(CB_FMASK_SLICE), 63 },
	{ TARGET(CB_CLEAR_WORD1), 0 },
	{ INFO(1), PLAIN_INFO }, { ATTRIB(1), 0 },
	{ DB_RENDER_CONTROL, COLOR_DISABLE },
	{ DB_DEPTH_CONTROL, 0 }, { DB_Z_INFO, 0 }, { DB_HTILE_SURFACE, 0xf },
	{ DB_RENDER_OVERRIDE, DISABLE_PIXEL_RATE_TILES },
	{ VGT_GS_MODE, GS_COMPUTE_MODE | GS_PARTIAL_THD_AT_EOI },
	{ VGT_SHADER_STAGES_EN, STAGES_LS_IS_CS },
	{ PA_SU_SC_MODE_CNTL, 7 },
	{ VGT_PRIMITIVE_TYPE, PRIM_TYPE_POINTLIST },
	{ VGT_NUM_INDICES, 64 }, { VGT_COMPUTE_THREAD_GROUP_SIZE, 64 },
	{ SPI_COMPUTE_NUM_THREAD_X, 16 }, { SPI_COMPUTE_NUM_THREAD_X + 4, 4 },
	{ SPI_COMPUTE_NUM_THREAD_X + 8, 1 },
};

/* What compute and fast clear have in common with a good state. */
#define RAT(bits)	(0x10000134 | INFO_RAT | (bits))
#define RAT_BUFFER	(0x00000134 | INFO_RAT)

static const struct row rows[] = {
	{ "target-unset", 0,
	  { { TARGET(CB_VIEW), 0, UNSET }, { CB_TARGET_MASK, 0 } },
	  { { TARGET(CB_VIEW), 0, UNSET } } },
	{ "target-unset", 0,
	  { { CB_BLEND0_CONTROL, 0, UNSET }, { CB_SHADER_MASK, 0 }, { SQ_PGM_EXPORTS_PS, 1 } },
	  { { CB_BLEND0_CONTROL, 0, UNSET } } },
	{ "compression-unset", 0,
	  { { INFO(0), PLAIN_INFO | INFO_COMPRESSION }, { ATTRIB(0), MSAA_ATTRIB } },
	  { { INFO(0), PLAIN_INFO | INFO_COMPRESSION }, { TARGET(CB_FMASK), 0, UNSET } } },
	{ "shader-mask", 0,
	  { { CB_SHADER_MASK, 0xf0f }, { SQ_PGM_EXPORTS_PS, 5 } },
	  { { CB_SHADER_MASK, 0xf0f } } },
	{ "shader-mask", 0,
	  { { SQ_PGM_EXPORTS_PS, 0, UNSET }, { CB_SHADER_MASK, 0xff } },
	  { { SQ_PGM_EXPORTS_PS, 4 } } },
	{ "constant-unset", 0,
	  { { CB_BLEND0_CONTROL, BLEND(4, 5) }, { CB_BLEND_RED, 0, UNSET } },
	  { { CB_BLEND0_CONTROL, BLEND(13, 5) }, { CB_BLEND_RED, 0, UNSET } } },
	{ "rop3-with-blending", 0,
	  { { CB_COLOR_CONTROL, 0x5a0010 } },
	  { { CB_COLOR_CONTROL, 0x5a0010 }, { CB_BLEND0_CONTROL, BLEND(4, 5) } } },
	{ "rop3-with-blending", 0,
	  { { CB_COLOR_CONTROL, 0x5a0010 }, { CB_BLEND0_CONTROL, BLEND(4, 5) },
	    { INFO(0), PLAIN_INFO | INFO_BLEND_BYPASS } },
	  { { CB_COLOR_CONTROL, 0x000010 }, { CB_BLEND0_CONTROL, BLEND(1, 1) } } },
	{ "samples-1d", 0,
	  { { INFO(0), 0x01000268 } },
	  { { INFO(0), 0x01000268 }, { ATTRIB(0), MSAA_ATTRIB } } },
	{ "linear-endian", R600_CS_CAYMAN,
	  { { INFO(0), 0x0100016a } },
	  { { INFO(0), 0x0100006a } } },
	{ "dual-source-mask", 0,
	  { { CB_BLEND0_CONTROL, BLEND(1, 15) }, { CB_SHADER_MASK, 0xff } },
	  { { CB_BLEND0_CONTROL, BLEND(1, 15) }, { CB_SHADER_MASK, 0xf0f } } },
	{ "dual-source-format", 0,
	  { { CB_BLEND0_CONTROL, BLEND(1, 5) }, { INFO(1), 0x00000468 } },
	  { { CB_BLEND0_CONTROL, BLEND(1, 17) }, { INFO(1), 0x00000468 } } },
	{ "fast-clear-cmask", 0,
	  { { INFO(0), PLAIN_INFO | INFO_FAST_CLEAR } },
	  { { INFO(0), PLAIN_INFO | INFO_FAST_CLEAR }, { TARGET(CB_CMASK), 0, UNSET } } },
	{ "fast-clear-fmask", 0,
	  { { INFO(0), PLAIN_INFO }, { TARGET(CB_FMASK), 0x200 } },
	  { { INFO(0), PLAIN_INFO | INFO_FAST_CLEAR }, { TARGET(CB_FMASK), 0x200 } } },
	{ "fast-clear-fmask", 0,
	  { { INFO(0), PLAIN_INFO | INFO_FAST_CLEAR }, { ATTRIB(0), 0x410000 } },
	  { { INFO(0), PLAIN_INFO | INFO_FAST_CLEAR }, { ATTRIB(0), 0x010000 } } },
	{ "fast-clear-msaa", 0,
	  { { INFO(0), PLAIN_INFO | INFO_FAST_CLEAR | INFO_COMPRESSION },
	    { ATTRIB(0), MSAA_ATTRIB } },
	  { { INFO(0), PLAIN_INFO | INFO_FAST_CLEAR }, { ATTRIB(0), MSAA_ATTRIB } } },
	{ "fast-clear-linear", 0,
	  { { INFO(0), 0x01000168 } },
	  { { INFO(0), 0x01000168 | INFO_FAST_CLEAR } } },
	{ "fast-clear-x24", R600_CS_EVERGREEN,
	  { { INFO(0), 0x01000470 | INFO_FAST_CLEAR }, { TARGET(CB_CLEAR_WORD1), 0xff } },
	  { { INFO(0), 0x01000470 | INFO_FAST_CLEAR }, { TARGET(CB_CLEAR_WORD1), 0x100 } },
	  .evergreen_only = true },
	{ "pass-shader-mask", 0,
	  { { CB_COLOR_CONTROL, MODE(MODE_ELIMINATE_FAST_CLEAR) } },
	  { { CB_COLOR_CONTROL, MODE(MODE_ELIMINATE_FAST_CLEAR) }, { CB_SHADER_MASK, 0xff } } },
	{ "pass-target-mask", 0,
	  { { CB_COLOR_CONTROL, MODE(MODE_FMASK_DECOMPRESS) } },
	  { { CB_COLOR_CONTROL, MODE(MODE_FMASK_DECOMPRESS) }, { CB_TARGET_MASK, 0x7 } } },
	{ "pass-blending", 0,
	  { { CB_BLEND0_CONTROL, BLEND(4, 5) } },
	  { { CB_COLOR_CONTROL, MODE(MODE_FMASK_DECOMPRESS) },
	    { CB_BLEND0_CONTROL, BLEND(4, 5) } } },
	{ "pass-rop3", 0,
	  { { CB_COLOR_CONTROL, 0x5a0010 } },
	  { { CB_COLOR_CONTROL, 0x5a0020 } } },
	{ "decompress-plain", 0,
	  { { CB_COLOR_CONTROL, MODE(MODE_DECOMPRESS) },
	    { INFO(0), PLAIN_INFO | INFO_COMPRESSION } },
	  { { CB_COLOR_CONTROL, MODE(MODE_DECOMPRESS) } } },
	{ "resolve-samples", R600_CS_CAYMAN, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) },
	    { ATTRIB(0), MSAA_ATTRIB } }, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) },
	    { ATTRIB(0), MSAA_ATTRIB }, { ATTRIB(1), MSAA_ATTRIB } } },
	{ "resolve-samples", R600_CS_EVERGREEN,
	  { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) }, { PA_SC_AA_CONFIG_EVERGREEN, 0, UNSET } },
	  { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) }, { PA_SC_AA_CONFIG_EVERGREEN, 0x10 } },
	  .evergreen_only = true },
	{ "resolve-samples", 0, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) },
	    { ATTRIB(0), MSAA_ATTRIB } }, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) } } },
	{ "resolve-fast-clear", 0, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) },
	    { ATTRIB(0), MSAA_ATTRIB } },
	  { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) }, { ATTRIB(0), MSAA_ATTRIB },
	    { INFO(1), PLAIN_INFO | INFO_FAST_CLEAR } } },
	{ "resolve-format", 0,
	  { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) }, { ATTRIB(0), MSAA_ATTRIB },
	    { INFO(1), 0x00000268 } },
	  { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) }, { ATTRIB(0), MSAA_ATTRIB },
	    { INFO(1), 0x0100046c } } },
	{ "resolve-blendable", 0, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) },
	    { ATTRIB(0), MSAA_ATTRIB } },
	  { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) }, { ATTRIB(0), MSAA_ATTRIB },
	    { INFO(0), PLAIN_INFO | 4 << 12 }, { INFO(1), PLAIN_INFO | 4 << 12 } } },
	{ "resolve-linear", 0, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) },
	    { ATTRIB(0), MSAA_ATTRIB } }, { { CB_COLOR_CONTROL, MODE(MODE_RESOLVE) },
	    { ATTRIB(0), MSAA_ATTRIB }, { INFO(1), 0x01000168 } } },
	{ "htile-size", 0,
	  { { DB_HTILE_SURFACE, 0x8 } },
	  { { DB_HTILE_SURFACE, 0xa }, { DB_Z_INFO, Z_INFO_TILE_SURFACE_ENABLE } } },
	{ "htile-cache", 0,
	  { { DB_Z_INFO, Z_INFO_TILE_SURFACE_ENABLE } },
	  { { DB_HTILE_SURFACE, 0x7 }, { DB_Z_INFO, Z_INFO_TILE_SURFACE_ENABLE } } },
	{ "decompress-tests", 0,
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | DEPTH_COMPRESS_DISABLE },
	    { CB_COLOR_CONTROL, MODE(MODE_DISABLE) } },
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | DEPTH_COMPRESS_DISABLE },
	    { CB_COLOR_CONTROL, MODE(MODE_DISABLE) }, { DB_DEPTH_CONTROL, Z_ENABLE } } },
	{ "decompress-color", 0,
	  { { DB_RENDER_CONTROL, COLOR_DISABLE }, { CB_COLOR_CONTROL, MODE(MODE_NORMAL) } },
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | STENCIL_COMPRESS_DISABLE },
	    { CB_COLOR_CONTROL, MODE(MODE_NORMAL) } } },
	{ "decompress-tiles", 0,
	  { { DB_RENDER_OVERRIDE, 0 } },
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | DEPTH_COMPRESS_DISABLE },
	    { CB_COLOR_CONTROL, MODE(MODE_DISABLE) }, { DB_RENDER_OVERRIDE, 0 } } },
	{ "copy-tests", 0,
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | DEPTH_COPY | COPY_CENTROID },
	    { CB_COLOR_CONTROL, MODE(MODE_NORMAL) }, { INFO(0), 0x468 } },
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | DEPTH_COPY | COPY_CENTROID },
	    { CB_COLOR_CONTROL, MODE(MODE_NORMAL) }, { INFO(0), 0x468 },
	    { DB_DEPTH_CONTROL, STENCIL_ENABLE } } },
	{ "copy-centroid", 0,
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | STENCIL_COPY | COPY_CENTROID },
	    { CB_COLOR_CONTROL, MODE(MODE_NORMAL) }, { INFO(0), 0x468 } },
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | STENCIL_COPY },
	    { CB_COLOR_CONTROL, MODE(MODE_NORMAL) }, { INFO(0), 0x468 } } },
	{ "copy-blending", 0,
	  { { CB_BLEND0_CONTROL, BLEND(4, 5) } },
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | DEPTH_COPY | COPY_CENTROID },
	    { CB_COLOR_CONTROL, MODE(MODE_NORMAL) }, { INFO(0), 0x468 },
	    { CB_BLEND0_CONTROL, BLEND(4, 5) } } },
	{ "copy-source-format", 0,
	  { { INFO(0), PLAIN_INFO } },
	  { { DB_RENDER_CONTROL, COLOR_DISABLE | DEPTH_COPY | COPY_CENTROID },
	    { CB_COLOR_CONTROL, MODE(MODE_NORMAL) } } },
	{ "compute-color", 0, {}, { { DB_RENDER_CONTROL, 0 } } },
	{ "compute-gs-mode", 0, {}, { { VGT_GS_MODE, GS_COMPUTE_MODE } } },
	{ "compute-stages", 0, {}, { { VGT_SHADER_STAGES_EN, 0x42 } } },
	{ "compute-culling", 0, {}, { { PA_SU_SC_MODE_CNTL, CULL_BACK } } },
	{ "compute-primitive", 0, {}, { { VGT_PRIMITIVE_TYPE, 4 } } },
	{ "compute-group", 0, {}, { { VGT_NUM_INDICES, 1 } } },
	{ "compute-threads", 0, {}, { { SPI_COMPUTE_NUM_THREAD_X, 17 } } },
	{ "rat-source-format", 0,
	  { { INFO(0), RAT(0) } },
	  { { INFO(0), RAT(1 << 24) } } },
	{ "rat-buffer", 0,
	  { { INFO(0), RAT_BUFFER }, { ATTRIB(0), ATTRIB_NON_DISP } },
	  { { INFO(0), RAT_BUFFER } } },
	{ "rat-order", 0,
	  { { INFO(1), RAT(0) } },
	  { { INFO(0), RAT(0) }, { CB_SHADER_MASK, 0xf0 }, { CB_TARGET_MASK, 0xff },
	    { CB_COLOR0_BASE + CB_COLOR0_STRIDE, 0 },
	    { CB_COLOR0_BASE + CB_COLOR0_STRIDE + CB_PITCH, 7 },
	    { CB_COLOR0_BASE + CB_COLOR0_STRIDE + CB_SLICE, 63 },
	    { CB_COLOR0_BASE + CB_COLOR0_STRIDE + CB_VIEW, 0 },
	    { CB_BLEND0_CONTROL + 4, 0 } } },
	{ "rat-fast-clear", 0,
	  { { INFO(0), RAT(0) } },
	  { { INFO(0), RAT(INFO_FAST_CLEAR) } } },
};

static void add(struct lint_submission *sub, u32 value)
{
	if (!lint_words_add(&sub->ib, value))
		exit(2);
}

static const struct change *changed(const struct change *changes, u32 reg)
{
	u32 i;

	for (i = 0; i < MAX_CHANGES && changes[i].reg; i++)
		if (changes[i].reg == reg)
			return &changes[i];
	return NULL;
}

/* Compute state and the rest, so that it makes no difference whose it is. */
static void set(struct lint_submission *sub, u32 reg, u32 value)
{
	bool config = reg < LINT_CONTEXT_START;
	u32 compute;

	for (compute = 0; compute <= 2; compute += 2) {
		add(sub, (config ? 0xc0016800 : 0xc0016900) | compute);
		add(sub, (reg - (config ? LINT_CONFIG_START : LINT_CONTEXT_START)) / 4);
		add(sub, value);
	}
}

/* Rows have the number of samples where Cayman has it; Evergreen has it in a register. */
static void set_for_class(struct lint_submission *sub, const struct change *changes,
			  const struct change *change)
{
	u32 value = change->value;

	if (change->reg == ATTRIB(0) && sub->chip.class == R600_CS_EVERGREEN) {
		if (!changed(changes, PA_SC_AA_CONFIG_EVERGREEN))
			set(sub, PA_SC_AA_CONFIG_EVERGREEN, FIELD_GET(ATTRIB_NUM_SAMPLES, value));
		value &= ~ATTRIB_NUM_SAMPLES;
	}
	set(sub, change->reg, value);
}

static void build(struct lint_submission *sub, const struct change *changes)
{
	u32 i;

	sub->ib.n = 0;
	for (i = 0; i < ARRAY_SIZE(plain_state); i++)
		if (!changed(changes, plain_state[i].reg))
			set_for_class(sub, changes, &plain_state[i]);
	for (i = 0; i < MAX_CHANGES && changes[i].reg; i++)
		if (!changes[i].unset)
			set_for_class(sub, changes, &changes[i]);
	add(sub, 0xc0012d00);	/* DRAW_INDEX_AUTO */
	add(sub, 3);
	add(sub, 2);
	add(sub, 0xc0031502);	/* DISPATCH_DIRECT */
	for (i = 0; i < 4; i++)
		add(sub, 1);
}

static u32 found(struct lint_submission *sub, const struct change *changes,
		 struct lint_finding *findings)
{
	u32 i, n;

	build(sub, changes);
	n = lint_run_rules(sub, findings, LINT_MAX_RULES);
	for (i = 0; i < n; i++)
		printf("# %s: %s\n", findings[i].rule->name, findings[i].why);
	return n;
}

static void test_row(const struct row *row, enum r600_cs_class class)
{
	static struct lint_finding findings[LINT_MAX_RULES];
	static struct lint_submission sub;
	const char *chip = class == R600_CS_CAYMAN ? "cayman" : "evergreen";
	u32 n;

	sub.chip.class = class;
	n = found(&sub, row->good, findings);
	tap_ok(!n, "%s, %s: kept", row->rule, chip);
	n = found(&sub, row->bad, findings);
	tap_ok(n == 1 && !strcmp(findings[0].rule->name, row->rule), "%s, %s: broken", row->rule,
	       chip);
	free(sub.ib.dw);
	memset(&sub, 0, sizeof(sub));
}

static bool is_tested(const struct lint_rule *rule)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (!strcmp(rows[i].rule, rule->name))
			return true;
	return false;
}

static void test_all_tested(void)
{
	static const struct lint_rule *const lists[] = {
		lint_color_rules, lint_pass_rules, lint_depth_rules, lint_compute_rules,
	};
	const struct lint_rule *rule;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		for (rule = lists[i]; rule->name; rule++)
			tap_ok(is_tested(rule), "%s has a row", rule->name);
}

/* A backend has its place in a query by its number, and the one that a chip has may be the second. */
static void test_query_pairs(void)
{
	static const struct {
		const char *chip;
		u32 pairs;
	} chips[] = {
		{ "cedar", 2 }, { "palm", 2 }, { "caicos", 2 }, { "redwood", 2 }, { "aruba", 2 },
		{ "juniper", 8 }, { "cypress", 8 }, { "cayman", 8 },
	};
	struct r600_cs_chip chip;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(chips); i++)
		tap_ok(lint_chip(chips[i].chip, &chip) && chip.num_backends == chips[i].pairs,
		       "%s: a query has %u places", chips[i].chip, chips[i].pairs);
}

int main(void)
{
	u32 i;

	test_query_pairs();

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		test_row(&rows[i], rows[i].class);
		if (!rows[i].evergreen_only && !rows[i].class)
			test_row(&rows[i], R600_CS_CAYMAN);
	}
	test_all_tested();
	return tap_done();
}

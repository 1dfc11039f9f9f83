// SPDX-License-Identifier: MIT OR GPL-2.0
/* Rules of the guide on depth and stencil: 6.1 and 7.3. */

#include "rules_target.h"

static bool has_htile(const struct lint_state *st)
{
	return lint_value(st, DB_Z_INFO) & Z_INFO_TILE_SURFACE_ENABLE &&
	       lint_is_set(st, DB_HTILE_SURFACE);
}

static bool htile_size(const struct lint_state *st, char *why)
{
	u32 both = HTILE_WIDTH_8 | HTILE_HEIGHT_8;
	u32 size = lint_value(st, DB_HTILE_SURFACE) & both;

	if (!has_htile(st) || size == both)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "DB_HTILE_SURFACE says %ux%u",
		 size & HTILE_WIDTH_8 ? 8 : 4, size & HTILE_HEIGHT_8 ? 8 : 4);
	return true;
}

static bool htile_cache(const struct lint_state *st, char *why)
{
	if (!has_htile(st) || lint_value(st, DB_HTILE_SURFACE) & HTILE_FULL_CACHE)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "DB_HTILE_SURFACE.FULL_CACHE is 0");
	return true;
}

static bool control_has(const struct lint_state *st, u32 bits)
{
	return lint_value(st, DB_RENDER_CONTROL) & bits && lint_is_set(st, DB_DEPTH_CONTROL);
}

/* While the DB decompresses or copies, it may not test. */
static bool tests(const struct lint_state *st, char *why)
{
	u32 tests = lint_value(st, DB_DEPTH_CONTROL) & (Z_ENABLE | STENCIL_ENABLE);

	if (!tests)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "DB_DEPTH_CONTROL enables the test of%s%s",
		 tests & Z_ENABLE ? " depth" : "", tests & STENCIL_ENABLE ? " stencil" : "");
	return true;
}

#define DECOMPRESS	(STENCIL_COMPRESS_DISABLE | DEPTH_COMPRESS_DISABLE)
#define COPY		(DEPTH_COPY | STENCIL_COPY)

static bool decompress_tests(const struct lint_state *st, char *why)
{
	return control_has(st, DECOMPRESS) && !control_has(st, COPY) && tests(st, why);
}

static bool decompress_color(const struct lint_state *st, char *why)
{
	if (!control_has(st, DECOMPRESS) || control_has(st, COPY) ||
	    !lint_is_set(st, CB_COLOR_CONTROL) || lint_mode(st) == MODE_DISABLE)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "CB_COLOR_CONTROL.MODE is %u", lint_mode(st));
	return true;
}

static bool decompress_tiles(const struct lint_state *st, char *why)
{
	if (!control_has(st, DECOMPRESS) || control_has(st, COPY) ||
	    !lint_is_set(st, DB_RENDER_OVERRIDE) ||
	    lint_value(st, DB_RENDER_OVERRIDE) & DISABLE_PIXEL_RATE_TILES)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "DB_RENDER_OVERRIDE.DISABLE_PIXEL_RATE_TILES is 0");
	return true;
}

static bool copy_tests(const struct lint_state *st, char *why)
{
	return control_has(st, COPY) && tests(st, why);
}

static bool copy_centroid(const struct lint_state *st, char *why)
{
	if (!control_has(st, COPY) || lint_value(st, DB_RENDER_CONTROL) & COPY_CENTROID)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "DB_RENDER_CONTROL.COPY_CENTROID is 0");
	return true;
}

static bool copy_blending(const struct lint_state *st, char *why)
{
	if (!control_has(st, COPY) || !lint_blends(st, 0))
		return false;
	snprintf(why, LINT_FINDING_BYTES, "target 0 is blended");
	return true;
}

static bool copy_source_format(const struct lint_state *st, char *why)
{
	u32 format = FIELD_GET(INFO_SOURCE_FORMAT, lint_info(st, 0));

	if (!control_has(st, COPY) || !format)
		return false;
	snprintf(why, LINT_FINDING_BYTES, "SOURCE_FORMAT of target 0 is %u", format);
	return true;
}

const struct lint_rule lint_depth_rules[] = {
	{ "htile-size", "7.3", "an HTILE is 8x8 pixels", LINT_AT_DRAW, htile_size },
	{ "htile-cache", "7.3", "HTILE uses the full cache", LINT_AT_DRAW, htile_cache },
	{ "decompress-tests", "6.1.1", "depth is not tested while it is decompressed",
	  LINT_AT_DRAW, decompress_tests },
	{ "decompress-color", "6.1.1", "the CB is off while depth is decompressed", LINT_AT_DRAW,
	  decompress_color },
	{ "decompress-tiles", "6.1.1", "no tiles at pixel rate while depth is decompressed",
	  LINT_AT_DRAW, decompress_tiles },
	{ "copy-tests", "6.1.3", "depth is not tested while it is copied", LINT_AT_DRAW,
	  copy_tests },
	{ "copy-centroid", "6.1.3", "a copy of depth is of the centroid", LINT_AT_DRAW,
	  copy_centroid },
	{ "copy-blending", "6.1.3", "a copy of depth is not blended", LINT_AT_DRAW,
	  copy_blending },
	{ "copy-source-format", "6.1.3", "a copy of depth is exported as EXPORT_4C_32BPC",
	  LINT_AT_DRAW, copy_source_format },
	{}
};

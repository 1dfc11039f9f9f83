/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Fields of texture resources, vertex resources and samplers, by word; words that
 * are not here are addresses or plain numbers. Included by names.c only, behind
 * fields_regs.h, whose names of values it uses.
 *
 * Facts: evergreend.h and r600d.h of the kernel's radeon driver, Mesa's r600.
 */

static const struct lint_value v_tex_dim[] = {
	{ 0, "SQ_TEX_DIM_1D" },
	{ 1, "SQ_TEX_DIM_2D" },
	{ 2, "SQ_TEX_DIM_3D" },
	{ 3, "SQ_TEX_DIM_CUBEMAP" },
	{ 4, "SQ_TEX_DIM_1D_ARRAY" },
	{ 5, "SQ_TEX_DIM_2D_ARRAY" },
	{ 6, "SQ_TEX_DIM_2D_MSAA" },
	{ 7, "SQ_TEX_DIM_2D_ARRAY_MSAA" },
	{}
};

static const struct lint_value v_tex_format_comp_x[] = {
	{ 0, "SQ_FORMAT_COMP_UNSIGNED" },
	{ 1, "SQ_FORMAT_COMP_SIGNED" },
	{ 2, "SQ_FORMAT_COMP_UNSIGNED_BIASED" },
	{}
};

static const struct lint_value v_tex_num_format_all[] = {
	{ 0, "SQ_NUM_FORMAT_NORM" },
	{ 1, "SQ_NUM_FORMAT_INT" },
	{ 2, "SQ_NUM_FORMAT_SCALED" },
	{}
};

static const struct lint_value v_tex_srf_mode_all[] = {
	{ 0, "SRF_MODE_ZERO_CLAMP_MINUS_ONE" },
	{ 1, "SRF_MODE_NO_ZERO" },
	{}
};

static const struct lint_value v_tex_dst_sel_x[] = {
	{ 0, "SQ_SEL_X" },
	{ 1, "SQ_SEL_Y" },
	{ 2, "SQ_SEL_Z" },
	{ 3, "SQ_SEL_W" },
	{ 4, "SQ_SEL_0" },
	{ 5, "SQ_SEL_1" },
	{}
};

static const struct lint_value v_tex_data_format[] = {
	{ 0, "FMT_INVALID" },
	{ 1, "FMT_8" },
	{ 2, "FMT_4_4" },
	{ 3, "FMT_3_3_2" },
	{ 5, "FMT_16" },
	{ 6, "FMT_16_FLOAT" },
	{ 7, "FMT_8_8" },
	{ 8, "FMT_5_6_5" },
	{ 9, "FMT_6_5_5" },
	{ 10, "FMT_1_5_5_5" },
	{ 11, "FMT_4_4_4_4" },
	{ 12, "FMT_5_5_5_1" },
	{ 13, "FMT_32" },
	{ 14, "FMT_32_FLOAT" },
	{ 15, "FMT_16_16" },
	{ 16, "FMT_16_16_FLOAT" },
	{ 17, "FMT_8_24" },
	{ 18, "FMT_8_24_FLOAT" },
	{ 19, "FMT_24_8" },
	{ 20, "FMT_24_8_FLOAT" },
	{ 21, "FMT_10_11_11" },
	{ 22, "FMT_10_11_11_FLOAT" },
	{ 23, "FMT_11_11_10" },
	{ 24, "FMT_11_11_10_FLOAT" },
	{ 25, "FMT_2_10_10_10" },
	{ 26, "FMT_8_8_8_8" },
	{ 27, "FMT_10_10_10_2" },
	{ 28, "FMT_X24_8_32_FLOAT" },
	{ 29, "FMT_32_32" },
	{ 30, "FMT_32_32_FLOAT" },
	{ 31, "FMT_16_16_16_16" },
	{ 32, "FMT_16_16_16_16_FLOAT" },
	{ 34, "FMT_32_32_32_32" },
	{ 35, "FMT_32_32_32_32_FLOAT" },
	{ 37, "FMT_1" },
	{ 39, "FMT_GB_GR" },
	{ 40, "FMT_BG_RG" },
	{ 41, "FMT_32_AS_8" },
	{ 42, "FMT_32_AS_8_8" },
	{ 43, "FMT_5_9_9_9_SHAREDEXP" },
	{ 44, "FMT_8_8_8" },
	{ 45, "FMT_16_16_16" },
	{ 46, "FMT_16_16_16_FLOAT" },
	{ 47, "FMT_32_32_32" },
	{ 48, "FMT_32_32_32_FLOAT" },
	{ 49, "FMT_BC1" },
	{ 50, "FMT_BC2" },
	{ 51, "FMT_BC3" },
	{ 52, "FMT_BC4" },
	{ 53, "FMT_BC5" },
	{ 54, "FMT_BC6" },
	{ 55, "FMT_BC7" },
	{ 56, "FMT_32_AS_32_32_32_32" },
	{}
};

static const struct lint_value v_tex_type[] = {
	{ 0, "SQ_TEX_VTX_INVALID_TEXTURE" },
	{ 1, "SQ_TEX_VTX_INVALID_BUFFER" },
	{ 2, "SQ_TEX_VTX_VALID_TEXTURE" },
	{ 3, "SQ_TEX_VTX_VALID_BUFFER" },
	{}
};

static const struct lint_value v_sampler_clamp_x[] = {
	{ 0, "SQ_TEX_WRAP" },
	{ 1, "SQ_TEX_MIRROR" },
	{ 2, "SQ_TEX_CLAMP_LAST_TEXEL" },
	{ 3, "SQ_TEX_MIRROR_ONCE_LAST_TEXEL" },
	{ 4, "SQ_TEX_CLAMP_HALF_BORDER" },
	{ 5, "SQ_TEX_MIRROR_ONCE_HALF_BORDER" },
	{ 6, "SQ_TEX_CLAMP_BORDER" },
	{ 7, "SQ_TEX_MIRROR_ONCE_BORDER" },
	{}
};

static const struct lint_value v_sampler_xy_mag_filter[] = {
	{ 0, "SQ_TEX_XY_FILTER_POINT" },
	{ 1, "SQ_TEX_XY_FILTER_BILINEAR" },
	{}
};

static const struct lint_value v_sampler_z_filter[] = {
	{ 0, "SQ_TEX_Z_FILTER_NONE" },
	{ 1, "SQ_TEX_Z_FILTER_POINT" },
	{ 2, "SQ_TEX_Z_FILTER_LINEAR" },
	{}
};

static const struct lint_value v_sampler_border_color_type[] = {
	{ 0, "SQ_TEX_BORDER_COLOR_TRANS_BLACK" },
	{ 1, "SQ_TEX_BORDER_COLOR_OPAQUE_BLACK" },
	{ 2, "SQ_TEX_BORDER_COLOR_OPAQUE_WHITE" },
	{ 3, "SQ_TEX_BORDER_COLOR_REGISTER" },
	{}
};

static const struct lint_value v_sampler_depth_compare_function[] = {
	{ 0, "SQ_TEX_DEPTH_COMPARE_NEVER" },
	{ 1, "SQ_TEX_DEPTH_COMPARE_LESS" },
	{ 2, "SQ_TEX_DEPTH_COMPARE_EQUAL" },
	{ 3, "SQ_TEX_DEPTH_COMPARE_LESSEQUAL" },
	{ 4, "SQ_TEX_DEPTH_COMPARE_GREATER" },
	{ 5, "SQ_TEX_DEPTH_COMPARE_NOTEQUAL" },
	{ 6, "SQ_TEX_DEPTH_COMPARE_GREATEREQUAL" },
	{ 7, "SQ_TEX_DEPTH_COMPARE_ALWAYS" },
	{}
};

static const struct lint_value v_sampler_chroma_key[] = {
	{ 0, "SQ_TEX_CHROMA_KEY_DISABLE" },
	{ 1, "SQ_TEX_CHROMA_KEY_KILL" },
	{ 2, "SQ_TEX_CHROMA_KEY_BLEND" },
	{}
};

static const struct lint_field tex_word0[] = {
	{ "DIM", 2, 0, v_tex_dim },
	/* Evergreen has bit 5 of it only. */
	{ "NON_DISP_TILING_ORDER", 5, 4 },
	{ "PITCH", 17, 6 },
	{ "TEX_WIDTH", 31, 18 },
	{}
};

static const struct lint_field tex_word1[] = {
	{ "TEX_HEIGHT", 13, 0 },
	{ "TEX_DEPTH", 26, 14 },
	{ "ARRAY_MODE", 31, 28, v_array_mode },
	{}
};

static const struct lint_field tex_word4[] = {
	{ "FORMAT_COMP_X", 1, 0, v_tex_format_comp_x },
	{ "FORMAT_COMP_Y", 3, 2 },
	{ "FORMAT_COMP_Z", 5, 4 },
	{ "FORMAT_COMP_W", 7, 6 },
	{ "NUM_FORMAT_ALL", 9, 8, v_tex_num_format_all },
	{ "SRF_MODE_ALL", 10, 10, v_tex_srf_mode_all },
	{ "FORCE_DEGAMMA", 11, 11 },
	{ "ENDIAN_SWAP", 13, 12 },
	{ "LOG2_NUM_FRAGMENTS", 15, 14 },
	{ "DST_SEL_X", 18, 16, v_tex_dst_sel_x },
	{ "DST_SEL_Y", 21, 19, v_tex_dst_sel_x },
	{ "DST_SEL_Z", 24, 22, v_tex_dst_sel_x },
	{ "DST_SEL_W", 27, 25, v_tex_dst_sel_x },
	{ "BASE_LEVEL", 31, 28 },
	{}
};

static const struct lint_field tex_word5[] = {
	{ "LAST_LEVEL", 3, 0 },
	{ "BASE_ARRAY", 16, 4 },
	{ "LAST_ARRAY", 29, 17 },
	{}
};

static const struct lint_field tex_word6[] = {
	{ "MAX_ANISO", 2, 0 },
	{ "PERF_MODULATION", 5, 3 },
	{ "INTERLACED", 6, 6 },
	{ "TILE_SPLIT", 31, 29 },
	{}
};

static const struct lint_field tex_word7[] = {
	{ "DATA_FORMAT", 5, 0, v_tex_data_format },
	{ "MACRO_TILE_ASPECT", 7, 6 },
	{ "BANK_WIDTH", 9, 8 },
	{ "BANK_HEIGHT", 11, 10 },
	{ "DEPTH_SAMPLE_ORDER", 15, 15 },
	{ "NUM_BANKS", 17, 16 },
	{ "TYPE", 31, 30, v_tex_type },
	{}
};

static const struct lint_field vtx_word2[] = {
	{ "BASE_ADDRESS_HI", 7, 0 },
	{ "STRIDE", 18, 8 },
	{ "CLAMP_X", 19, 19 },
	{ "DATA_FORMAT", 25, 20, v_tex_data_format },
	{ "NUM_FORMAT_ALL", 27, 26, v_tex_num_format_all },
	{ "FORMAT_COMP_ALL", 28, 28 },
	{ "SRF_MODE_ALL", 29, 29 },
	{ "ENDIAN_SWAP", 31, 30 },
	{}
};

static const struct lint_field vtx_word3[] = {
	{ "UNCACHED", 2, 2 },
	{ "DST_SEL_X", 5, 3, v_tex_dst_sel_x },
	{ "DST_SEL_Y", 8, 6, v_tex_dst_sel_x },
	{ "DST_SEL_Z", 11, 9, v_tex_dst_sel_x },
	{ "DST_SEL_W", 14, 12, v_tex_dst_sel_x },
	{}
};

static const struct lint_field vtx_word7[] = {
	{ "TYPE", 31, 30, v_tex_type },
	{}
};

static const struct lint_field sampler_word0[] = {
	{ "CLAMP_X", 2, 0, v_sampler_clamp_x },
	{ "CLAMP_Y", 5, 3, v_sampler_clamp_x },
	{ "CLAMP_Z", 8, 6, v_sampler_clamp_x },
	{ "XY_MAG_FILTER", 10, 9, v_sampler_xy_mag_filter },
	{ "XY_MIN_FILTER", 12, 11 },
	{ "Z_FILTER", 14, 13, v_sampler_z_filter },
	{ "MIP_FILTER", 16, 15 },
	{ "MAX_ANISO", 19, 17 },
	{ "BORDER_COLOR_TYPE", 21, 20, v_sampler_border_color_type },
	{ "DEPTH_COMPARE_FUNCTION", 24, 22, v_sampler_depth_compare_function },
	{ "CHROMA_KEY", 26, 25, v_sampler_chroma_key },
	{}
};

static const struct lint_field sampler_word1[] = {
	{ "MIN_LOD", 11, 0 },
	{ "MAX_LOD", 23, 12 },
	{ "PERF_MIP", 27, 24 },
	{ "PERF_Z", 31, 28 },
	{}
};

static const struct lint_field sampler_word2[] = {
	{ "LOD_BIAS", 13, 0 },
	{ "LOD_BIAS_SEC", 19, 14 },
	{ "MC_COORD_TRUNCATE", 20, 20 },
	{ "FORCE_DEGAMMA", 21, 21 },
	{ "ANISO_BIAS", 27, 22 },
	{ "TRUNCATE_COORD", 28, 28 },
	{ "DISABLE_CUBE_WRAP", 29, 29 },
	{ "TYPE", 31, 31 },
	{}
};

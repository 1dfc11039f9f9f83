/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Fields of the registers that clients write most: name, highest bit, lowest bit,
 * and names of values. Included by names.c only.
 *
 * Facts: evergreend.h of the kernel's radeon driver and of Mesa's r600.
 */

static const struct lint_value v_prim_type[] = {
	{ 0, "DI_PT_NONE" },
	{ 1, "DI_PT_POINTLIST" },
	{ 2, "DI_PT_LINELIST" },
	{ 3, "DI_PT_LINESTRIP" },
	{ 4, "DI_PT_TRILIST" },
	{ 5, "DI_PT_TRIFAN" },
	{ 6, "DI_PT_TRISTRIP" },
	{ 7, "DI_PT_UNUSED_0" },
	{ 8, "DI_PT_UNUSED_1" },
	{ 9, "DI_PT_UNUSED_2" },
	{ 10, "DI_PT_LINELIST_ADJ" },
	{ 11, "DI_PT_LINESTRIP_ADJ" },
	{ 12, "DI_PT_TRILIST_ADJ" },
	{ 13, "DI_PT_TRISTRIP_ADJ" },
	{ 14, "DI_PT_UNUSED_3" },
	{ 15, "DI_PT_UNUSED_4" },
	{ 16, "DI_PT_TRI_WITH_WFLAGS" },
	{ 17, "DI_PT_RECTLIST" },
	{ 18, "DI_PT_LINELOOP" },
	{ 19, "DI_PT_QUADLIST" },
	{ 20, "DI_PT_QUADSTRIP" },
	{ 21, "DI_PT_POLYGON" },
	{ 22, "DI_PT_2D_COPY_RECT_LIST_V0" },
	{ 23, "DI_PT_2D_COPY_RECT_LIST_V1" },
	{ 24, "DI_PT_2D_COPY_RECT_LIST_V2" },
	{ 25, "DI_PT_2D_COPY_RECT_LIST_V3" },
	{ 26, "DI_PT_2D_FILL_RECT_LIST" },
	{ 27, "DI_PT_2D_LINE_STRIP" },
	{ 28, "DI_PT_2D_TRI_STRIP" },
	{}
};

static const struct lint_value v_z_format[] = {
	{ 0, "Z_INVALID" },
	{ 1, "Z_16" },
	{ 2, "Z_24" },
	{ 3, "Z_32_FLOAT" },
	{}
};

static const struct lint_value v_array_mode[] = {
	{ 0, "ARRAY_LINEAR_GENERAL" },
	{ 1, "ARRAY_LINEAR_ALIGNED" },
	{ 2, "ARRAY_1D_TILED_THIN1" },
	{ 4, "ARRAY_2D_TILED_THIN1" },
	{}
};

static const struct lint_value v_stencil_format[] = {
	{ 0, "STENCIL_INVALID" },
	{ 1, "STENCIL_8" },
	{}
};

static const struct lint_value v_blend[] = {
	{ 0, "BLEND_ZERO" },
	{ 1, "BLEND_ONE" },
	{ 2, "BLEND_SRC_COLOR" },
	{ 3, "BLEND_ONE_MINUS_SRC_COLOR" },
	{ 4, "BLEND_SRC_ALPHA" },
	{ 5, "BLEND_ONE_MINUS_SRC_ALPHA" },
	{ 6, "BLEND_DST_ALPHA" },
	{ 7, "BLEND_ONE_MINUS_DST_ALPHA" },
	{ 8, "BLEND_DST_COLOR" },
	{ 9, "BLEND_ONE_MINUS_DST_COLOR" },
	{ 10, "BLEND_SRC_ALPHA_SATURATE" },
	{ 11, "BLEND_BOTH_SRC_ALPHA" },
	{ 12, "BLEND_BOTH_INV_SRC_ALPHA" },
	{ 13, "BLEND_CONST_COLOR" },
	{ 14, "BLEND_ONE_MINUS_CONST_COLOR" },
	{ 15, "BLEND_SRC1_COLOR" },
	{ 16, "BLEND_INV_SRC1_COLOR" },
	{ 17, "BLEND_SRC1_ALPHA" },
	{ 18, "BLEND_INV_SRC1_ALPHA" },
	{ 19, "BLEND_CONST_ALPHA" },
	{ 20, "BLEND_ONE_MINUS_CONST_ALPHA" },
	{}
};

static const struct lint_value v_comb_fcn[] = {
	{ 0, "COMB_DST_PLUS_SRC" },
	{ 1, "COMB_SRC_MINUS_DST" },
	{ 2, "COMB_MIN_DST_SRC" },
	{ 3, "COMB_MAX_DST_SRC" },
	{ 4, "COMB_DST_MINUS_SRC" },
	{}
};

static const struct lint_value v_source_select[] = {
	{ 0, "DI_SRC_SEL_DMA" },
	{ 1, "DI_SRC_SEL_IMMEDIATE" },
	{ 2, "DI_SRC_SEL_AUTO_INDEX" },
	{}
};

static const struct lint_value v_frag_func[] = {
	{ 0, "FRAG_NEVER" },
	{ 1, "FRAG_LESS" },
	{ 2, "FRAG_EQUAL" },
	{ 3, "FRAG_LEQUAL" },
	{ 4, "FRAG_GREATER" },
	{ 5, "FRAG_NOTEQUAL" },
	{ 6, "FRAG_GEQUAL" },
	{ 7, "FRAG_ALWAYS" },
	{}
};

static const struct lint_value v_ref_func[] = {
	{ 0, "REF_NEVER" },
	{ 1, "REF_LESS" },
	{ 2, "REF_EQUAL" },
	{ 3, "REF_LEQUAL" },
	{ 4, "REF_GREATER" },
	{ 5, "REF_NOTEQUAL" },
	{ 6, "REF_GEQUAL" },
	{ 7, "REF_ALWAYS" },
	{}
};

static const struct lint_value v_stencil_op[] = {
	{ 0, "STENCIL_KEEP" },
	{ 1, "STENCIL_ZERO" },
	{ 2, "STENCIL_REPLACE" },
	{ 3, "STENCIL_INCR" },
	{ 4, "STENCIL_DECR" },
	{ 5, "STENCIL_INVERT" },
	{ 6, "STENCIL_INCR_WRAP" },
	{ 7, "STENCIL_DECR_WRAP" },
	{}
};

static const struct lint_value v_cb_mode[] = {
	{ 0, "CB_DISABLE" },
	{ 1, "CB_NORMAL" },
	{ 2, "CB_ELIMINATE_FAST_CLEAR" },
	{ 3, "CB_RESOLVE" },
	{ 4, "CB_DECOMPRESS" },
	{ 5, "CB_FMASK_DECOMPRESS" },
	{}
};

static const struct lint_value v_z_order[] = {
	{ 0, "LATE_Z" },
	{ 1, "EARLY_Z_THEN_LATE_Z" },
	{ 2, "RE_Z" },
	{ 3, "EARLY_Z_THEN_RE_Z" },
	{}
};

static const struct lint_value v_db_source_format[] = {
	{ 0, "EXPORT_DB_FULL" },
	{ 1, "EXPORT_DB_FOUR16" },
	{ 2, "EXPORT_DB_TWO" },
	{}
};

static const struct lint_value v_gs_mode[] = {
	{ 0, "GS_OFF" },
	{ 1, "GS_SCENARIO_A" },
	{ 2, "GS_SCENARIO_B" },
	{ 3, "GS_SCENARIO_G" },
	{}
};

static const struct lint_value v_outprim_type[] = {
	{ 0, "OUTPRIM_TYPE_POINTLIST" },
	{ 1, "OUTPRIM_TYPE_LINESTRIP" },
	{ 2, "OUTPRIM_TYPE_TRISTRIP" },
	{}
};

static const struct lint_value v_ls_en[] = {
	{ 0, "LS_STAGE_OFF" },
	{ 1, "LS_STAGE_ON" },
	{ 2, "CS_STAGE_ON" },
	{}
};

static const struct lint_value v_es_en[] = {
	{ 0, "ES_STAGE_OFF" },
	{ 1, "ES_STAGE_DS" },
	{ 2, "ES_STAGE_REAL" },
	{}
};

static const struct lint_value v_vs_en[] = {
	{ 0, "VS_STAGE_REAL" },
	{ 1, "VS_STAGE_DS" },
	{ 2, "VS_STAGE_COPY_SHADER" },
	{}
};

static const struct lint_value v_type[] = {
	{ 0, "TESS_ISOLINE" },
	{ 1, "TESS_TRIANGLE" },
	{ 2, "TESS_QUAD" },
	{}
};

static const struct lint_value v_partitioning[] = {
	{ 0, "PART_INTEGER" },
	{ 1, "PART_POW2" },
	{ 2, "PART_FRAC_ODD" },
	{ 3, "PART_FRAC_EVEN" },
	{}
};

static const struct lint_value v_topology[] = {
	{ 0, "OUTPUT_POINT" },
	{ 1, "OUTPUT_LINE" },
	{ 2, "OUTPUT_TRIANGLE_CW" },
	{ 3, "OUTPUT_TRIANGLE_CCW" },
	{}
};

static const struct lint_value v_quant_mode[] = {
	{ 0, "X_1_16TH" },
	{ 1, "X_1_8TH" },
	{ 2, "X_1_4TH" },
	{ 3, "X_1_2" },
	{ 4, "X_1" },
	{ 5, "X_1_256TH" },
	{ 6, "X_1_1024TH" },
	{ 7, "X_1_4096TH" },
	{}
};

static const struct lint_value v_color_format[] = {
	{ 0, "COLOR_INVALID" },
	{ 1, "COLOR_8" },
	{ 2, "COLOR_4_4" },
	{ 3, "COLOR_3_3_2" },
	{ 5, "COLOR_16" },
	{ 6, "COLOR_16_FLOAT" },
	{ 7, "COLOR_8_8" },
	{ 8, "COLOR_5_6_5" },
	{ 9, "COLOR_6_5_5" },
	{ 10, "COLOR_1_5_5_5" },
	{ 11, "COLOR_4_4_4_4" },
	{ 12, "COLOR_5_5_5_1" },
	{ 13, "COLOR_32" },
	{ 14, "COLOR_32_FLOAT" },
	{ 15, "COLOR_16_16" },
	{ 16, "COLOR_16_16_FLOAT" },
	{ 17, "COLOR_8_24" },
	{ 18, "COLOR_8_24_FLOAT" },
	{ 19, "COLOR_24_8" },
	{ 20, "COLOR_24_8_FLOAT" },
	{ 21, "COLOR_10_11_11" },
	{ 22, "COLOR_10_11_11_FLOAT" },
	{ 23, "COLOR_11_11_10" },
	{ 24, "COLOR_11_11_10_FLOAT" },
	{ 25, "COLOR_2_10_10_10" },
	{ 26, "COLOR_8_8_8_8" },
	{ 27, "COLOR_10_10_10_2" },
	{ 28, "COLOR_X24_8_32_FLOAT" },
	{ 29, "COLOR_32_32" },
	{ 30, "COLOR_32_32_FLOAT" },
	{ 31, "COLOR_16_16_16_16" },
	{ 32, "COLOR_16_16_16_16_FLOAT" },
	{ 34, "COLOR_32_32_32_32" },
	{ 35, "COLOR_32_32_32_32_FLOAT" },
	{ 48, "COLOR_32_32_32_FLOAT" },
	{}
};

static const struct lint_value v_number_type[] = {
	{ 0, "NUMBER_UNORM" },
	{ 1, "NUMBER_SNORM" },
	{ 2, "NUMBER_USCALED" },
	{ 3, "NUMBER_SSCALED" },
	{ 4, "NUMBER_UINT" },
	{ 5, "NUMBER_SINT" },
	{ 6, "NUMBER_SRGB" },
	{ 7, "NUMBER_FLOAT" },
	{}
};

static const struct lint_value v_comp_swap[] = {
	{ 0, "SWAP_STD" },
	{ 1, "SWAP_ALT" },
	{ 2, "SWAP_STD_REV" },
	{ 3, "SWAP_ALT_REV" },
	{}
};

static const struct lint_value v_source_format[] = {
	{ 0, "EXPORT_4C_32BPC" },
	{ 1, "EXPORT_4C_16BPC" },
	{ 2, "EXPORT_2C_32BPC" },
	{}
};

static const struct lint_value v_resource_type[] = {
	{ 0, "BUFFER" },
	{ 1, "TEXTURE1D" },
	{ 2, "TEXTURE1DARRAY" },
	{ 3, "TEXTURE2D" },
	{ 4, "TEXTURE2DARRAY" },
	{ 5, "TEXTURE3D" },
	{}
};

static const struct lint_field grbm_gfx_index[] = {
	{ "INSTANCE_INDEX", 15, 0 },
	{ "SE_INDEX", 23, 16 },
	{ "INSTANCE_BROADCAST_WRITES", 30, 30 },
	{ "SE_BROADCAST_WRITES", 31, 31 },
	{}
};

static const struct lint_field wait_until[] = {
	{ "WAIT_CP_DMA_IDLE", 8, 8 },
	{ "WAIT_CMDFIFO", 10, 10 },
	{ "WAIT_2D_IDLE", 14, 14 },
	{ "WAIT_3D_IDLE", 15, 15 },
	{ "WAIT_2D_IDLECLEAN", 16, 16 },
	{ "WAIT_3D_IDLECLEAN", 17, 17 },
	{ "WAIT_EXTERN_SIG", 19, 19 },
	{ "CMDFIFO_ENTRIES", 24, 20 },
	{}
};

static const struct lint_field cp_strmout_cntl[] = {
	{ "OFFSET_UPDATE_DONE", 0, 0 },
	{}
};

static const struct lint_field vgt_primitive_type[] = {
	{ "PRIM_TYPE", 5, 0, v_prim_type },
	{}
};

static const struct lint_field sq_config[] = {
	{ "VC_ENABLE", 0, 0 },
	{ "EXPORT_SRC_C", 1, 1 },
	{ "CS_PRIO", 19, 18 },
	{ "LS_PRIO", 21, 20 },
	{ "HS_PRIO", 23, 22 },
	{ "PS_PRIO", 25, 24 },
	{ "VS_PRIO", 27, 26 },
	{ "GS_PRIO", 29, 28 },
	{ "ES_PRIO", 31, 30 },
	{}
};

static const struct lint_field sq_gpr_resource_mgmt_1[] = {
	{ "NUM_PS_GPRS", 7, 0 },
	{ "NUM_VS_GPRS", 23, 16 },
	{ "NUM_CLAUSE_TEMP_GPRS", 31, 28 },
	{}
};

static const struct lint_field sq_gpr_resource_mgmt_2[] = {
	{ "NUM_GS_GPRS", 7, 0 },
	{ "NUM_ES_GPRS", 23, 16 },
	{}
};

static const struct lint_field sq_gpr_resource_mgmt_3[] = {
	{ "NUM_HS_GPRS", 7, 0 },
	{ "NUM_LS_GPRS", 23, 16 },
	{}
};

static const struct lint_field sq_thread_resource_mgmt[] = {
	{ "NUM_PS_THREADS", 7, 0 },
	{ "NUM_VS_THREADS", 15, 8 },
	{ "NUM_GS_THREADS", 23, 16 },
	{ "NUM_ES_THREADS", 31, 24 },
	{}
};

static const struct lint_field sq_thread_resource_mgmt_2[] = {
	{ "NUM_HS_THREADS", 7, 0 },
	{ "NUM_LS_THREADS", 15, 8 },
	{}
};

static const struct lint_field sq_stack_resource_mgmt_1[] = {
	{ "NUM_PS_STACK_ENTRIES", 11, 0 },
	{ "NUM_VS_STACK_ENTRIES", 27, 16 },
	{}
};

static const struct lint_field sq_stack_resource_mgmt_2[] = {
	{ "NUM_GS_STACK_ENTRIES", 11, 0 },
	{ "NUM_ES_STACK_ENTRIES", 27, 16 },
	{}
};

static const struct lint_field sq_stack_resource_mgmt_3[] = {
	{ "NUM_HS_STACK_ENTRIES", 11, 0 },
	{ "NUM_LS_STACK_ENTRIES", 27, 16 },
	{}
};

static const struct lint_field sq_lds_resource_mgmt[] = {
	{ "NUM_PS_LDS", 15, 0 },
	{ "NUM_LS_LDS", 31, 16 },
	{}
};

static const struct lint_field spi_config_cntl_1[] = {
	{ "VTX_DONE_DELAY", 3, 0 },
	{}
};

static const struct lint_field db_render_control[] = {
	{ "DEPTH_CLEAR_ENABLE", 0, 0 },
	{ "STENCIL_CLEAR_ENABLE", 1, 1 },
	{ "DEPTH_COPY_ENABLE", 2, 2 },
	{ "STENCIL_COPY_ENABLE", 3, 3 },
	{ "RESUMMARIZE_ENABLE", 4, 4 },
	{ "STENCIL_COMPRESS_DISABLE", 5, 5 },
	{ "DEPTH_COMPRESS_DISABLE", 6, 6 },
	{ "COPY_CENTROID", 7, 7 },
	{ "COPY_SAMPLE", 10, 8 },
	{ "COLOR_DISABLE", 12, 12 },
	{}
};

static const struct lint_field db_count_control[] = {
	{ "ZPASS_INCREMENT_DISABLE", 0, 0 },
	{ "PERFECT_ZPASS_COUNTS", 1, 1 },
	{ "SAMPLE_RATE", 6, 4 },
	{}
};

static const struct lint_field db_depth_view[] = {
	{ "SLICE_START", 10, 0 },
	{ "SLICE_MAX", 23, 13 },
	{}
};

static const struct lint_field db_render_override[] = {
	{ "FORCE_HIZ_ENABLE", 1, 0 },
	{ "FORCE_HIS_ENABLE0", 3, 2 },
	{ "FORCE_HIS_ENABLE1", 5, 4 },
	{ "FORCE_SHADER_Z_ORDER", 6, 6 },
	{ "FAST_Z_DISABLE", 7, 7 },
	{ "FAST_STENCIL_DISABLE", 8, 8 },
	{ "NOOP_CULL_DISABLE", 9, 9 },
	{ "FORCE_COLOR_KILL", 10, 10 },
	{ "FORCE_Z_READ", 11, 11 },
	{ "FORCE_STENCIL_READ", 12, 12 },
	{ "FORCE_FULL_Z_RANGE", 14, 13 },
	{ "FORCE_QC_SMASK_CONFLICT", 15, 15 },
	{ "DISABLE_VIEWPORT_CLAMP", 16, 16 },
	{ "IGNORE_SC_ZRANGE", 17, 17 },
	{ "DISABLE_PIXEL_RATE_TILES", 26, 26 },
	{}
};

static const struct lint_field pa_sc_screen_scissor_tl[] = {
	{ "TL_X", 15, 0 },
	{ "TL_Y", 31, 16 },
	{}
};

static const struct lint_field pa_sc_screen_scissor_br[] = {
	{ "BR_X", 15, 0 },
	{ "BR_Y", 31, 16 },
	{}
};

static const struct lint_field db_z_info[] = {
	{ "FORMAT", 1, 0, v_z_format },
	{ "NUM_SAMPLES", 3, 2 },
	{ "ARRAY_MODE", 7, 4, v_array_mode },
	{ "TILE_SPLIT", 10, 8 },
	{ "NUM_BANKS", 13, 12 },
	{ "BANK_WIDTH", 17, 16 },
	{ "BANK_HEIGHT", 21, 20 },
	{ "MACRO_TILE_ASPECT", 25, 24 },
	{ "READ_SIZE", 28, 28 },
	{ "TILE_SURFACE_ENABLE", 29, 29 },
	{ "ZRANGE_PRECISION", 31, 31 },
	{}
};

static const struct lint_field db_stencil_info[] = {
	{ "FORMAT", 0, 0, v_stencil_format },
	{ "TILE_SPLIT", 10, 8 },
	{}
};

static const struct lint_field db_depth_size[] = {
	{ "PITCH_TILE_MAX", 10, 0 },
	{ "HEIGHT_TILE_MAX", 21, 11 },
	{}
};

static const struct lint_field db_depth_slice[] = {
	{ "SLICE_TILE_MAX", 21, 0 },
	{}
};

static const struct lint_field pa_sc_window_scissor_tl[] = {
	{ "TL_X", 14, 0 },
	{ "TL_Y", 30, 16 },
	{ "WINDOW_OFFSET_DISABLE", 31, 31 },
	{}
};

static const struct lint_field pa_sc_window_scissor_br[] = {
	{ "BR_X", 14, 0 },
	{ "BR_Y", 30, 16 },
	{}
};

static const struct lint_field cb_target_mask[] = {
	{ "TARGET0_ENABLE", 3, 0 },
	{ "TARGET1_ENABLE", 7, 4 },
	{ "TARGET2_ENABLE", 11, 8 },
	{ "TARGET3_ENABLE", 15, 12 },
	{ "TARGET4_ENABLE", 19, 16 },
	{ "TARGET5_ENABLE", 23, 20 },
	{ "TARGET6_ENABLE", 27, 24 },
	{ "TARGET7_ENABLE", 31, 28 },
	{}
};

static const struct lint_field cb_shader_mask[] = {
	{ "OUTPUT0_ENABLE", 3, 0 },
	{ "OUTPUT1_ENABLE", 7, 4 },
	{ "OUTPUT2_ENABLE", 11, 8 },
	{ "OUTPUT3_ENABLE", 15, 12 },
	{ "OUTPUT4_ENABLE", 19, 16 },
	{ "OUTPUT5_ENABLE", 23, 20 },
	{ "OUTPUT6_ENABLE", 27, 24 },
	{ "OUTPUT7_ENABLE", 31, 28 },
	{}
};

static const struct lint_field sx_misc[] = {
	{ "MULTIPASS", 0, 0 },
	{}
};

static const struct lint_field sx_surface_sync[] = {
	{ "SURFACE_SYNC_MASK", 8, 0 },
	{}
};

static const struct lint_field sx_alpha_test_control[] = {
	{ "ALPHA_FUNC", 2, 0 },
	{ "ALPHA_TEST_ENABLE", 3, 3 },
	{ "ALPHA_TEST_BYPASS", 8, 8 },
	{}
};

static const struct lint_field db_stencilrefmask[] = {
	{ "STENCILREF", 7, 0 },
	{ "STENCILMASK", 15, 8 },
	{ "STENCILWRITEMASK", 23, 16 },
	{}
};

static const struct lint_field db_stencilrefmask_bf[] = {
	{ "STENCILREF_BF", 7, 0 },
	{ "STENCILMASK_BF", 15, 8 },
	{ "STENCILWRITEMASK_BF", 23, 16 },
	{}
};

static const struct lint_field spi_ps_input_cntl_0[] = {
	{ "SEMANTIC", 7, 0 },
	{ "DEFAULT_VAL", 9, 8 },
	{ "FLAT_SHADE", 10, 10 },
	{ "SEL_CENTROID", 11, 11 },
	{ "SEL_LINEAR", 12, 12 },
	{ "CYL_WRAP", 16, 13 },
	{ "PT_SPRITE_TEX", 17, 17 },
	{ "SEL_SAMPLE", 18, 18 },
	{}
};

static const struct lint_field spi_vs_out_config[] = {
	{ "VS_PER_COMPONENT", 0, 0 },
	{ "VS_EXPORT_COUNT", 5, 1 },
	{ "VS_EXPORTS_FOG", 8, 8 },
	{ "VS_OUT_FOG_VEC_ADDR", 13, 9 },
	{}
};

static const struct lint_field spi_ps_in_control_0[] = {
	{ "NUM_INTERP", 5, 0 },
	{ "POSITION_ENA", 8, 8 },
	{ "POSITION_CENTROID", 9, 9 },
	{ "POSITION_ADDR", 14, 10 },
	{ "PARAM_GEN", 18, 15 },
	{ "PERSP_GRADIENT_ENA", 28, 28 },
	{ "LINEAR_GRADIENT_ENA", 29, 29 },
	{ "POSITION_SAMPLE", 30, 30 },
	{}
};

static const struct lint_field spi_ps_in_control_1[] = {
	{ "FRONT_FACE_ENA", 8, 8 },
	{ "FRONT_FACE_CHAN", 10, 9 },
	{ "FRONT_FACE_ALL_BITS", 11, 11 },
	{ "FRONT_FACE_ADDR", 16, 12 },
	{ "FOG_ADDR", 23, 17 },
	{ "FIXED_PT_POSITION_ENA", 24, 24 },
	{ "FIXED_PT_POSITION_ADDR", 29, 25 },
	{}
};

static const struct lint_field spi_interp_control_0[] = {
	{ "FLAT_SHADE_ENA", 0, 0 },
	{ "PNT_SPRITE_ENA", 1, 1 },
	{ "PNT_SPRITE_OVRD_X", 4, 2 },
	{ "PNT_SPRITE_OVRD_Y", 7, 5 },
	{ "PNT_SPRITE_OVRD_Z", 10, 8 },
	{ "PNT_SPRITE_OVRD_W", 13, 11 },
	{ "PNT_SPRITE_TOP_1", 14, 14 },
	{}
};

static const struct lint_field spi_baryc_cntl[] = {
	{ "PERSP_CENTER_ENA", 1, 0 },
	{ "PERSP_CENTROID_ENA", 5, 4 },
	{ "PERSP_SAMPLE_ENA", 9, 8 },
	{ "PERSP_PULL_MODEL_ENA", 13, 12 },
	{ "LINEAR_CENTER_ENA", 17, 16 },
	{ "LINEAR_CENTROID_ENA", 21, 20 },
	{ "LINEAR_SAMPLE_ENA", 25, 24 },
	{}
};

static const struct lint_field spi_compute_input_cntl[] = {
	{ "TID_IN_GROUP_ENA", 0, 0 },
	{ "TGID_ENA", 1, 1 },
	{ "DISABLE_INDEX_PACK", 2, 2 },
	{}
};

static const struct lint_field spi_lds_mgmt[] = {
	{ "NUM_PS_LDS", 7, 0 },
	{ "NUM_LS_LDS", 15, 8 },
	{}
};

static const struct lint_field cb_blend_control[] = {
	{ "COLOR_SRCBLEND", 4, 0, v_blend },
	{ "COLOR_COMB_FCN", 7, 5, v_comb_fcn },
	{ "COLOR_DESTBLEND", 12, 8, v_blend },
	{ "OPACITY_WEIGHT", 13, 13 },
	{ "ALPHA_SRCBLEND", 20, 16, v_blend },
	{ "ALPHA_COMB_FCN", 23, 21, v_comb_fcn },
	{ "ALPHA_DESTBLEND", 28, 24, v_blend },
	{ "SEPARATE_ALPHA_BLEND", 29, 29 },
	{ "BLEND_CONTROL_ENABLE", 30, 30 },
	{}
};

static const struct lint_field vgt_draw_initiator[] = {
	{ "SOURCE_SELECT", 1, 0, v_source_select },
	{ "MAJOR_MODE", 3, 2 },
	{ "SPRITE_EN", 4, 4 },
	{ "NOT_EOP", 5, 5 },
	{ "USE_OPAQUE", 6, 6 },
	{}
};

static const struct lint_field db_depth_control[] = {
	{ "STENCIL_ENABLE", 0, 0 },
	{ "Z_ENABLE", 1, 1 },
	{ "Z_WRITE_ENABLE", 2, 2 },
	{ "ZFUNC", 6, 4, v_frag_func },
	{ "BACKFACE_ENABLE", 7, 7 },
	{ "STENCILFUNC", 10, 8, v_ref_func },
	{ "STENCILFAIL", 13, 11, v_stencil_op },
	{ "STENCILZPASS", 16, 14, v_stencil_op },
	{ "STENCILZFAIL", 19, 17, v_stencil_op },
	{ "STENCILFUNC_BF", 22, 20, v_ref_func },
	{ "STENCILFAIL_BF", 25, 23, v_stencil_op },
	{ "STENCILZPASS_BF", 28, 26, v_stencil_op },
	{ "STENCILZFAIL_BF", 31, 29, v_stencil_op },
	{}
};

static const struct lint_field db_eqaa[] = {
	{ "MAX_ANCHOR_SAMPLES", 2, 0 },
	{ "PS_ITER_SAMPLES", 6, 4 },
	{ "MASK_EXPORT_NUM_SAMPLES", 10, 8 },
	{ "ALPHA_TO_MASK_NUM_SAMPLES", 14, 12 },
	{ "HIGH_QUALITY_INTERSECTIONS", 16, 16 },
	{ "INCOHERENT_EQAA_READS", 17, 17 },
	{ "INTERPOLATE_COMP_Z", 18, 18 },
	{ "INTERPOLATE_SRC_Z", 19, 19 },
	{ "STATIC_ANCHOR_ASSOCIATIONS", 20, 20 },
	{ "ALPHA_TO_MASK_EQAA_DISABLE", 21, 21 },
	{}
};

static const struct lint_field cb_color_control[] = {
	{ "DEGAMMA_ENABLE", 3, 3 },
	{ "MODE", 6, 4, v_cb_mode },
	{ "ROP3", 23, 16 },
	{}
};

static const struct lint_field db_shader_control[] = {
	{ "Z_EXPORT_ENABLE", 0, 0 },
	{ "STENCIL_EXPORT_ENABLE", 1, 1 },
	{ "Z_ORDER", 5, 4, v_z_order },
	{ "KILL_ENABLE", 6, 6 },
	{ "DUAL_EXPORT_ENABLE", 9, 9 },
	{ "EXEC_ON_HIER_FAIL", 10, 10 },
	{ "EXEC_ON_NOOP", 11, 11 },
	{ "ALPHA_TO_MASK_DISABLE", 12, 12 },
	{ "DB_SOURCE_FORMAT", 14, 13, v_db_source_format },
	{}
};

static const struct lint_field pa_cl_clip_cntl[] = {
	{ "UCP_ENA_0", 0, 0 },
	{ "UCP_ENA_1", 1, 1 },
	{ "UCP_ENA_2", 2, 2 },
	{ "UCP_ENA_3", 3, 3 },
	{ "UCP_ENA_4", 4, 4 },
	{ "UCP_ENA_5", 5, 5 },
	{ "PS_UCP_Y_SCALE_NEG", 13, 13 },
	{ "PS_UCP_MODE", 15, 14 },
	{ "CLIP_DISABLE", 16, 16 },
	{ "UCP_CULL_ONLY_ENA", 17, 17 },
	{ "BOUNDARY_EDGE_FLAG_ENA", 18, 18 },
	{ "DX_CLIP_SPACE_DEF", 19, 19 },
	{ "DIS_CLIP_ERR_DETECT", 20, 20 },
	{ "VTX_KILL_OR", 21, 21 },
	{ "DX_RASTERIZATION_KILL", 22, 22 },
	{ "DX_LINEAR_ATTR_CLIP_ENA", 24, 24 },
	{ "VTE_VPORT_PROVOKE_DISABLE", 25, 25 },
	{ "ZCLIP_NEAR_DISABLE", 26, 26 },
	{ "ZCLIP_FAR_DISABLE", 27, 27 },
	{}
};

static const struct lint_field pa_su_sc_mode_cntl[] = {
	{ "CULL_FRONT", 0, 0 },
	{ "CULL_BACK", 1, 1 },
	{ "FACE", 2, 2 },
	{ "POLY_MODE", 4, 3 },
	{ "POLYMODE_FRONT_PTYPE", 7, 5 },
	{ "POLYMODE_BACK_PTYPE", 10, 8 },
	{ "POLY_OFFSET_FRONT_ENABLE", 11, 11 },
	{ "POLY_OFFSET_BACK_ENABLE", 12, 12 },
	{ "POLY_OFFSET_PARA_ENABLE", 13, 13 },
	{ "VTX_WINDOW_OFFSET_ENABLE", 16, 16 },
	{ "PROVOKING_VTX_LAST", 19, 19 },
	{ "PERSP_CORR_DIS", 20, 20 },
	{ "MULTI_PRIM_IB_ENA", 21, 21 },
	{}
};

static const struct lint_field pa_cl_vte_cntl[] = {
	{ "VPORT_X_SCALE_ENA", 0, 0 },
	{ "VPORT_X_OFFSET_ENA", 1, 1 },
	{ "VPORT_Y_SCALE_ENA", 2, 2 },
	{ "VPORT_Y_OFFSET_ENA", 3, 3 },
	{ "VPORT_Z_SCALE_ENA", 4, 4 },
	{ "VPORT_Z_OFFSET_ENA", 5, 5 },
	{ "VTX_XY_FMT", 8, 8 },
	{ "VTX_Z_FMT", 9, 9 },
	{ "VTX_W0_FMT", 10, 10 },
	{}
};

static const struct lint_field pa_cl_vs_out_cntl[] = {
	{ "CLIP_DIST_ENA_0", 0, 0 },
	{ "CLIP_DIST_ENA_1", 1, 1 },
	{ "CLIP_DIST_ENA_2", 2, 2 },
	{ "CLIP_DIST_ENA_3", 3, 3 },
	{ "CLIP_DIST_ENA_4", 4, 4 },
	{ "CLIP_DIST_ENA_5", 5, 5 },
	{ "CLIP_DIST_ENA_6", 6, 6 },
	{ "CLIP_DIST_ENA_7", 7, 7 },
	{ "CULL_DIST_ENA_0", 8, 8 },
	{ "CULL_DIST_ENA_1", 9, 9 },
	{ "CULL_DIST_ENA_2", 10, 10 },
	{ "CULL_DIST_ENA_3", 11, 11 },
	{ "CULL_DIST_ENA_4", 12, 12 },
	{ "CULL_DIST_ENA_5", 13, 13 },
	{ "CULL_DIST_ENA_6", 14, 14 },
	{ "CULL_DIST_ENA_7", 15, 15 },
	{ "USE_VTX_POINT_SIZE", 16, 16 },
	{ "USE_VTX_EDGE_FLAG", 17, 17 },
	{ "USE_VTX_RENDER_TARGET_INDX", 18, 18 },
	{ "USE_VTX_VIEWPORT_INDX", 19, 19 },
	{ "USE_VTX_KILL_FLAG", 20, 20 },
	{ "VS_OUT_MISC_VEC_ENA", 21, 21 },
	{ "VS_OUT_CCDIST0_VEC_ENA", 22, 22 },
	{ "VS_OUT_CCDIST1_VEC_ENA", 23, 23 },
	{}
};

static const struct lint_field sq_dyn_gpr_resource_limit_1[] = {
	{ "PS_GPRS", 4, 0 },
	{ "VS_GPRS", 9, 5 },
	{ "GS_GPRS", 14, 10 },
	{ "ES_GPRS", 19, 15 },
	{ "HS_GPRS", 24, 20 },
	{ "LS_GPRS", 29, 25 },
	{}
};

static const struct lint_field sq_pgm_resources_ps[] = {
	{ "NUM_GPRS", 7, 0 },
	{ "STACK_SIZE", 15, 8 },
	{ "DX10_CLAMP", 21, 21 },
	{ "PRIME_CACHE_ON_DRAW", 23, 23 },
	{ "UNCACHED_FIRST_INST", 28, 28 },
	{ "CLAMP_CONSTS", 31, 31 },
	{}
};

static const struct lint_field sq_pgm_resources_2_ps[] = {
	{ "SINGLE_ROUND", 1, 0 },
	{ "DOUBLE_ROUND", 3, 2 },
	{ "ALLOW_SINGLE_DENORM_IN", 4, 4 },
	{ "ALLOW_SINGLE_DENORM_OUT", 5, 5 },
	{ "ALLOW_DOUBLE_DENORM_IN", 6, 6 },
	{ "ALLOW_DOUBLE_DENORM_OUT", 7, 7 },
	{}
};

static const struct lint_field sq_pgm_exports_ps[] = {
	{ "EXPORT_Z", 0, 0 },
	{ "EXPORT_COLORS", 4, 1 },
	{}
};

static const struct lint_field sq_pgm_resources_vs[] = {
	{ "NUM_GPRS", 7, 0 },
	{ "STACK_SIZE", 15, 8 },
	{ "DX10_CLAMP", 21, 21 },
	{ "UNCACHED_FIRST_INST", 28, 28 },
	{}
};

static const struct lint_field sq_lds_alloc[] = {
	{ "SIZE", 13, 0 },
	{ "HS_NUM_WAVES", 19, 14 },
	{}
};

static const struct lint_field pa_su_point_size[] = {
	{ "HEIGHT", 15, 0 },
	{ "WIDTH", 31, 16 },
	{}
};

static const struct lint_field pa_su_point_minmax[] = {
	{ "MIN_SIZE", 15, 0 },
	{ "MAX_SIZE", 31, 16 },
	{}
};

static const struct lint_field pa_su_line_cntl[] = {
	{ "WIDTH", 15, 0 },
	{}
};

static const struct lint_field pa_sc_line_stipple[] = {
	{ "LINE_PATTERN", 15, 0 },
	{ "REPEAT_COUNT", 23, 16 },
	{ "PATTERN_BIT_ORDER", 28, 28 },
	{ "AUTO_RESET_CNTL", 30, 29 },
	{}
};

static const struct lint_field vgt_gs_mode[] = {
	{ "MODE", 1, 0, v_gs_mode },
	{ "ES_PASSTHRU", 2, 2 },
	{ "CUT_MODE", 4, 3 },
	{ "COMPUTE_MODE", 14, 14 },
	{ "PARTIAL_THD_AT_EOI", 17, 17 },
	{}
};

static const struct lint_field pa_sc_mode_cntl_0[] = {
	{ "MSAA_ENABLE", 0, 0 },
	{ "VPORT_SCISSOR_ENABLE", 1, 1 },
	{ "LINE_STIPPLE_ENABLE", 2, 2 },
	{}
};

static const struct lint_field vgt_gs_out_prim_type[] = {
	{ "OUTPRIM_TYPE", 5, 0, v_outprim_type },
	{}
};

static const struct lint_field vgt_multi_prim_ib_reset_en[] = {
	{ "RESET_EN", 0, 0 },
	{}
};

static const struct lint_field ia_multi_vgt_param[] = {
	{ "PRIMGROUP_SIZE", 15, 0 },
	{ "PARTIAL_VS_WAVE_ON", 16, 16 },
	{ "SWITCH_ON_EOP", 17, 17 },
	{}
};

static const struct lint_field db_htile_surface[] = {
	{ "HTILE_WIDTH", 0, 0 },
	{ "HTILE_HEIGHT", 1, 1 },
	{ "LINEAR", 2, 2 },
	{ "FULL_CACHE", 3, 3 },
	{ "HTILE_USES_PRELOAD_WIN", 4, 4 },
	{ "PRELOAD", 5, 5 },
	{ "PREFETCH_WIDTH", 11, 6 },
	{ "PREFETCH_HEIGHT", 17, 12 },
	{}
};

static const struct lint_field db_preload_control[] = {
	{ "MAX_X", 23, 16 },
	{ "MAX_Y", 31, 24 },
	{}
};

static const struct lint_field vgt_shader_stages_en[] = {
	{ "LS_EN", 1, 0, v_ls_en },
	{ "HS_EN", 2, 2 },
	{ "ES_EN", 4, 3, v_es_en },
	{ "GS_EN", 5, 5 },
	{ "VS_EN", 7, 6, v_vs_en },
	{}
};

static const struct lint_field vgt_ls_hs_config[] = {
	{ "NUM_PATCHES", 7, 0 },
	{ "HS_NUM_INPUT_CP", 13, 8 },
	{ "HS_NUM_OUTPUT_CP", 19, 14 },
	{}
};

static const struct lint_field vgt_tf_param[] = {
	{ "TYPE", 1, 0, v_type },
	{ "PARTITIONING", 4, 2, v_partitioning },
	{ "TOPOLOGY", 7, 5, v_topology },
	{}
};

static const struct lint_field db_alpha_to_mask[] = {
	{ "ALPHA_TO_MASK_ENABLE", 0, 0 },
	{ "ALPHA_TO_MASK_OFFSET0", 9, 8 },
	{ "ALPHA_TO_MASK_OFFSET1", 11, 10 },
	{ "ALPHA_TO_MASK_OFFSET2", 13, 12 },
	{ "ALPHA_TO_MASK_OFFSET3", 15, 14 },
	{ "OFFSET_ROUND", 16, 16 },
	{}
};

static const struct lint_field pa_su_poly_offset_db_fmt_cntl[] = {
	{ "POLY_OFFSET_NEG_NUM_DB_BITS", 7, 0 },
	{ "POLY_OFFSET_DB_IS_FLOAT_FMT", 8, 8 },
	{}
};

static const struct lint_field vgt_strmout_config[] = {
	{ "STREAMOUT_0_EN", 0, 0 },
	{ "STREAMOUT_1_EN", 1, 1 },
	{ "STREAMOUT_2_EN", 2, 2 },
	{ "STREAMOUT_3_EN", 3, 3 },
	{ "RAST_STREAM", 6, 4 },
	{}
};

static const struct lint_field vgt_strmout_buffer_config[] = {
	{ "STREAM_0_BUFFER_EN", 3, 0 },
	{ "STREAM_1_BUFFER_EN", 7, 4 },
	{ "STREAM_2_BUFFER_EN", 11, 8 },
	{ "STREAM_3_BUFFER_EN", 15, 12 },
	{}
};

static const struct lint_field pa_sc_aa_config_cayman[] = {
	{ "MSAA_NUM_SAMPLES", 2, 0 },
	{ "AA_MASK_CENTROID_DTMN", 4, 4 },
	{ "MAX_SAMPLE_DIST", 16, 13 },
	{ "MSAA_EXPOSED_SAMPLES", 22, 20 },
	{ "DETAIL_TO_EXPOSED_MODE", 25, 24 },
	{}
};

static const struct lint_field pa_sc_line_cntl[] = {
	{ "EXPAND_LINE_WIDTH", 9, 9 },
	{ "LAST_PIXEL", 10, 10 },
	{ "PERPENDICULAR_ENDCAP_ENA", 11, 11 },
	{ "DX10_DIAMOND_TEST_ENA", 12, 12 },
	{}
};

static const struct lint_field pa_sc_aa_config_evergreen[] = {
	{ "MSAA_NUM_SAMPLES", 1, 0 },
	{ "AA_MASK_CENTROID_DTMN", 4, 4 },
	{ "MAX_SAMPLE_DIST", 16, 13 },
	{}
};

static const struct lint_field pa_su_vtx_cntl[] = {
	{ "PIX_CENTER_HALF", 0, 0 },
	{ "ROUND_MODE", 2, 1 },
	{ "QUANT_MODE", 5, 3, v_quant_mode },
	{}
};

static const struct lint_field cb_color_pitch[] = {
	{ "PITCH_TILE_MAX", 10, 0 },
	{}
};

static const struct lint_field cb_color_info[] = {
	{ "ENDIAN", 1, 0 },
	{ "FORMAT", 7, 2, v_color_format },
	{ "ARRAY_MODE", 11, 8, v_array_mode },
	{ "NUMBER_TYPE", 14, 12, v_number_type },
	{ "COMP_SWAP", 16, 15, v_comp_swap },
	{ "FAST_CLEAR", 17, 17 },
	{ "COMPRESSION", 18, 18 },
	{ "BLEND_CLAMP", 19, 19 },
	{ "BLEND_BYPASS", 20, 20 },
	{ "SIMPLE_FLOAT", 21, 21 },
	{ "ROUND_MODE", 22, 22 },
	{ "TILE_COMPACT", 23, 23 },
	{ "SOURCE_FORMAT", 25, 24, v_source_format },
	{ "RAT", 26, 26 },
	{ "RESOURCE_TYPE", 29, 27, v_resource_type },
	{}
};

static const struct lint_field cb_color_attrib[] = {
	{ "NON_DISP_TILING_ORDER", 4, 4 },
	{ "TILE_SPLIT", 8, 5 },
	{ "NUM_BANKS", 11, 10 },
	{ "BANK_WIDTH", 14, 13 },
	{ "BANK_HEIGHT", 17, 16 },
	{ "MACRO_TILE_ASPECT", 20, 19 },
	{ "FMASK_BANK_HEIGHT", 23, 22 },
	{ "NUM_SAMPLES", 26, 24 },
	{ "NUM_FRAGMENTS", 28, 27 },
	{ "FORCE_DST_ALPHA_1", 31, 31 },
	{}
};

static const struct lint_field cb_color_dim[] = {
	{ "WIDTH_MAX", 15, 0 },
	{ "HEIGHT_MAX", 31, 16 },
	{}
};

static const struct lint_field cb_color_cmask_slice[] = {
	{ "TILE_MAX", 13, 0 },
	{}
};

static const struct lint_field cb_color_fmask_slice[] = {
	{ "TILE_MAX", 21, 0 },
	{}
};

/*
 * Which registers have them: first, how many, bytes from one to the next; and which
 * chips, if others have something else there.
 */
static const struct lint_register_fields lint_register_fields[] = {
	{ 0x802c, 1, 0x0, grbm_gfx_index },
	{ 0x8040, 1, 0x0, wait_until },
	{ 0x84fc, 1, 0x0, cp_strmout_cntl },
	{ 0x8958, 1, 0x0, vgt_primitive_type },
	{ 0x8c00, 1, 0x0, sq_config },
	{ 0x8c04, 1, 0x0, sq_gpr_resource_mgmt_1 },
	{ 0x8c08, 1, 0x0, sq_gpr_resource_mgmt_2 },
	{ 0x8c0c, 1, 0x0, sq_gpr_resource_mgmt_3 },
	{ 0x8c18, 1, 0x0, sq_thread_resource_mgmt },
	{ 0x8c1c, 1, 0x0, sq_thread_resource_mgmt_2 },
	{ 0x8c20, 1, 0x0, sq_stack_resource_mgmt_1 },
	{ 0x8c24, 1, 0x0, sq_stack_resource_mgmt_2 },
	{ 0x8c28, 1, 0x0, sq_stack_resource_mgmt_3 },
	{ 0x8e2c, 1, 0x0, sq_lds_resource_mgmt },
	{ 0x913c, 1, 0x0, spi_config_cntl_1 },
	{ 0x28000, 1, 0x0, db_render_control },
	{ 0x28004, 1, 0x0, db_count_control },
	{ 0x28008, 1, 0x0, db_depth_view },
	{ 0x2800c, 1, 0x0, db_render_override },
	{ 0x28030, 1, 0x0, pa_sc_screen_scissor_tl },
	{ 0x28034, 1, 0x0, pa_sc_screen_scissor_br },
	{ 0x28040, 1, 0x0, db_z_info },
	{ 0x28044, 1, 0x0, db_stencil_info },
	{ 0x28058, 1, 0x0, db_depth_size },
	{ 0x2805c, 1, 0x0, db_depth_slice },
	{ 0x28204, 1, 0x0, pa_sc_window_scissor_tl },
	{ 0x28208, 1, 0x0, pa_sc_window_scissor_br },
	{ 0x28238, 1, 0x0, cb_target_mask },
	{ 0x2823c, 1, 0x0, cb_shader_mask },
	{ 0x28240, 1, 0x0, pa_sc_window_scissor_tl },
	{ 0x28244, 1, 0x0, pa_sc_window_scissor_br },
	{ 0x28250, 16, 0x8, pa_sc_window_scissor_tl },
	{ 0x28254, 16, 0x8, pa_sc_window_scissor_br },
	{ 0x28350, 1, 0x0, sx_misc },
	{ 0x28354, 1, 0x0, sx_surface_sync },
	{ 0x28410, 1, 0x0, sx_alpha_test_control },
	{ 0x28430, 1, 0x0, db_stencilrefmask },
	{ 0x28434, 1, 0x0, db_stencilrefmask_bf },
	{ 0x28644, 32, 0x4, spi_ps_input_cntl_0 },
	{ 0x286c4, 1, 0x0, spi_vs_out_config },
	{ 0x286cc, 1, 0x0, spi_ps_in_control_0 },
	{ 0x286d0, 1, 0x0, spi_ps_in_control_1 },
	{ 0x286d4, 1, 0x0, spi_interp_control_0 },
	{ 0x286e0, 1, 0x0, spi_baryc_cntl },
	{ 0x286e8, 1, 0x0, spi_compute_input_cntl },
	{ 0x286fc, 1, 0x0, spi_lds_mgmt, ONLY_CAYMAN },
	{ 0x28780, 8, 0x4, cb_blend_control },
	{ 0x287f0, 1, 0x0, vgt_draw_initiator },
	{ 0x28800, 1, 0x0, db_depth_control },
	{ 0x28804, 1, 0x0, db_eqaa, ONLY_CAYMAN },
	{ 0x28808, 1, 0x0, cb_color_control },
	{ 0x2880c, 1, 0x0, db_shader_control },
	{ 0x28810, 1, 0x0, pa_cl_clip_cntl },
	{ 0x28814, 1, 0x0, pa_su_sc_mode_cntl },
	{ 0x28818, 1, 0x0, pa_cl_vte_cntl },
	{ 0x2881c, 1, 0x0, pa_cl_vs_out_cntl },
	{ 0x28838, 1, 0x0, sq_dyn_gpr_resource_limit_1 },
	{ 0x28844, 1, 0x0, sq_pgm_resources_ps },
	{ 0x28848, 1, 0x0, sq_pgm_resources_2_ps },
	{ 0x2884c, 1, 0x0, sq_pgm_exports_ps },
	{ 0x28860, 1, 0x0, sq_pgm_resources_vs },
	{ 0x28864, 1, 0x0, sq_pgm_resources_2_ps },
	{ 0x28878, 1, 0x0, sq_pgm_resources_vs },
	{ 0x2887c, 1, 0x0, sq_pgm_resources_2_ps },
	{ 0x28890, 1, 0x0, sq_pgm_resources_vs },
	{ 0x28894, 1, 0x0, sq_pgm_resources_2_ps },
	{ 0x288bc, 1, 0x0, sq_pgm_resources_vs },
	{ 0x288c0, 1, 0x0, sq_pgm_resources_2_ps },
	{ 0x288d4, 1, 0x0, sq_pgm_resources_ps },
	{ 0x288d8, 1, 0x0, sq_pgm_resources_2_ps },
	{ 0x288e8, 1, 0x0, sq_lds_alloc },
	{ 0x28a00, 1, 0x0, pa_su_point_size },
	{ 0x28a04, 1, 0x0, pa_su_point_minmax },
	{ 0x28a08, 1, 0x0, pa_su_line_cntl },
	{ 0x28a0c, 1, 0x0, pa_sc_line_stipple },
	{ 0x28a40, 1, 0x0, vgt_gs_mode },
	{ 0x28a48, 1, 0x0, pa_sc_mode_cntl_0 },
	{ 0x28a6c, 1, 0x0, vgt_gs_out_prim_type },
	{ 0x28a94, 1, 0x0, vgt_multi_prim_ib_reset_en },
	{ 0x28aa8, 1, 0x0, ia_multi_vgt_param, ONLY_CAYMAN },
	{ 0x28abc, 1, 0x0, db_htile_surface },
	{ 0x28ac8, 1, 0x0, db_preload_control },
	{ 0x28b54, 1, 0x0, vgt_shader_stages_en },
	{ 0x28b58, 1, 0x0, vgt_ls_hs_config },
	{ 0x28b6c, 1, 0x0, vgt_tf_param },
	{ 0x28b70, 1, 0x0, db_alpha_to_mask },
	{ 0x28b78, 1, 0x0, pa_su_poly_offset_db_fmt_cntl },
	{ 0x28b94, 1, 0x0, vgt_strmout_config },
	{ 0x28b98, 1, 0x0, vgt_strmout_buffer_config },
	{ 0x28bdc, 1, 0x0, pa_sc_line_cntl, ONLY_CAYMAN },
	{ 0x28be0, 1, 0x0, pa_sc_aa_config_cayman, ONLY_CAYMAN },
	{ 0x28be4, 1, 0x0, pa_su_vtx_cntl, ONLY_CAYMAN },
	{ 0x28c00, 1, 0x0, pa_sc_line_cntl, ONLY_EVERGREEN },
	{ 0x28c04, 1, 0x0, pa_sc_aa_config_evergreen, ONLY_EVERGREEN },
	{ 0x28c08, 1, 0x0, pa_su_vtx_cntl, ONLY_EVERGREEN },
	{ 0x28c64, 8, 0x3c, cb_color_pitch },
	{ 0x28c68, 8, 0x3c, db_depth_slice },
	{ 0x28c6c, 8, 0x3c, db_depth_view },
	{ 0x28c70, 8, 0x3c, cb_color_info },
	{ 0x28c74, 8, 0x3c, cb_color_attrib },
	{ 0x28c78, 8, 0x3c, cb_color_dim },
	{ 0x28c80, 8, 0x3c, cb_color_cmask_slice },
	{ 0x28c88, 8, 0x3c, cb_color_fmask_slice },
	{ 0x28e44, 4, 0x1c, cb_color_pitch },
	{ 0x28e48, 4, 0x1c, db_depth_slice },
	{ 0x28e4c, 4, 0x1c, db_depth_view },
	{ 0x28e50, 4, 0x1c, cb_color_info },
	{ 0x28e54, 4, 0x1c, cb_color_attrib },
	{ 0x28e58, 4, 0x1c, cb_color_dim },
};

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Payloads of PM4 packets by dword. Included by disasm_pm4.c only. Packets that
 * write registers, constants and resources are not here: what they hold depends on
 * where it goes.
 *
 * Facts: guide, chapter 9; bits that it leaves out of CP_DMA, COPY_DW and
 * SET_BASE, and event numbers: the kernel's evergreend.h and Mesa's r600.
 */

static const struct lint_value v_event[] = {
	{ 0x01, "SAMPLE_STREAMOUTSTATS1" },
	{ 0x02, "SAMPLE_STREAMOUTSTATS2" },
	{ 0x03, "SAMPLE_STREAMOUTSTATS3" },
	{ 0x04, "CACHE_FLUSH_TS" },
	{ 0x06, "CACHE_FLUSH" },
	{ 0x07, "CS_PARTIAL_FLUSH" },
	{ 0x0f, "VS_PARTIAL_FLUSH" },
	{ 0x10, "PS_PARTIAL_FLUSH" },
	{ 0x14, "CACHE_FLUSH_AND_INV_TS_EVENT" },
	{ 0x15, "ZPASS_DONE" },
	{ 0x16, "CACHE_FLUSH_AND_INV_EVENT" },
	{ 0x19, "PIPELINESTAT_START" },
	{ 0x1a, "PIPELINESTAT_STOP" },
	{ 0x1e, "SAMPLE_PIPELINESTAT" },
	{ 0x1f, "SO_VGTSTREAMOUT_FLUSH" },
	{ 0x20, "SAMPLE_STREAMOUTSTATS" },
	{ 0x24, "VGT_FLUSH" },
	{ 0x28, "BOTTOM_OF_PIPE_TS" },
	{ 0x2a, "DB_CACHE_FLUSH_AND_INV" },
	{ 0x2c, "FLUSH_AND_INV_DB_META" },
	{ 0x2e, "FLUSH_AND_INV_CB_META" },
	{ 0x2f, "CS_DONE" },
	{ 0x30, "PS_DONE" },
	{}
};

static const struct lint_value v_function[] = {
	{ 0, "ALWAYS" },
	{ 1, "LESS" },
	{ 2, "LEQUAL" },
	{ 3, "EQUAL" },
	{ 4, "NOTEQUAL" },
	{ 5, "GEQUAL" },
	{ 6, "GREATER" },
	{}
};

static const struct lint_value v_eop_data[] = {
	{ 0, "NONE" },
	{ 1, "DATA_LO" },
	{ 2, "DATA_64" },
	{ 3, "GPU_CLOCK" },
	{ 4, "CP_PERFCOUNTER" },
	{}
};

static const struct lint_value v_eos_command[] = {
	{ 0, "APPEND_COUNT" },
	{ 1, "GDS" },
	{ 2, "DATA" },
	{}
};

static const struct lint_value v_predicate[] = {
	{ 0, "CLEAR" },
	{ 1, "ZPASS" },
	{ 2, "PRIMCOUNT" },
	{}
};

static const struct lint_value v_strmout_source[] = {
	{ 0, "BUFFER_OFFSET" },
	{ 1, "BUFFER_FILLED_SIZE" },
	{ 2, "SRC_ADDRESS" },
	{ 3, "NONE" },
	{}
};

static const struct lint_value v_dma_source[] = {
	{ 0, "ADDRESS" },
	{ 1, "GDS" },
	{ 2, "DATA" },
	{}
};

static const struct lint_value v_dma_destination[] = {
	{ 0, "ADDRESS" },
	{ 1, "GDS" },
	{}
};

static const struct lint_field p_event[] = {
	{ "EVENT_TYPE", 5, 0, v_event },
	{ "EVENT_INDEX", 11, 8 },
	{}
};

static const struct lint_field p_eop_hi[] = {
	{ "INT_SEL", 25, 24 },
	{ "DATA_SEL", 31, 29, v_eop_data },
	{}
};

static const struct lint_field p_eos_hi[] = {
	{ "CMD", 31, 29, v_eos_command },
	{}
};

static const struct lint_field p_predication_hi[] = {
	{ "DRAW_VISIBLE", 8, 8 },
	{ "HINT", 12, 12 },
	{ "PRED_OP", 18, 16, v_predicate },
	{ "CONTINUE", 31, 31 },
	{}
};

static const struct lint_field p_wait[] = {
	{ "FUNCTION", 2, 0, v_function },
	{ "MEMORY", 4, 4 },
	{ "PFP", 8, 8 },
	{}
};

static const struct lint_field p_condition[] = {
	{ "FUNCTION", 2, 0, v_function },
	{ "POLL_MEMORY", 4, 4 },
	{ "WRITE_MEMORY", 8, 8 },
	{}
};

static const struct lint_field p_mem_write_hi[] = {
	{ "CNTR64_SEL", 14, 14 },
	{ "CNTR_SEL", 16, 16 },
	{ "WR_CONFIRM", 17, 17 },
	{ "DATA32", 18, 18 },
	{}
};

static const struct lint_field p_cp_dma_src_hi[] = {
	{ "DST_SEL", 21, 20, v_dma_destination },
	{ "PFP", 27, 27 },
	{ "SRC_SEL", 30, 29, v_dma_source },
	{ "CP_SYNC", 31, 31 },
	{}
};

static const struct lint_field p_cp_dma_command[] = {
	{ "BYTE_COUNT", 20, 0 },
	{ "DIS_WC", 21, 21 },
	{ "SRC_SWAP", 23, 22 },
	{ "DST_SWAP", 25, 24 },
	{ "SAS", 26, 26 },
	{ "DAS", 27, 27 },
	{ "SAIC", 28, 28 },
	{ "DAIC", 29, 29 },
	{}
};

static const struct lint_field p_coher_cntl[] = {
	{ "DEST_BASE_0_ENA", 0, 0 },
	{ "DEST_BASE_1_ENA", 1, 1 },
	{ "SO0_DEST_BASE_ENA", 2, 2 },
	{ "SO1_DEST_BASE_ENA", 3, 3 },
	{ "SO2_DEST_BASE_ENA", 4, 4 },
	{ "SO3_DEST_BASE_ENA", 5, 5 },
	{ "CB0_DEST_BASE_ENA", 6, 6 },
	{ "CB1_DEST_BASE_ENA", 7, 7 },
	{ "CB2_DEST_BASE_ENA", 8, 8 },
	{ "CB3_DEST_BASE_ENA", 9, 9 },
	{ "CB4_DEST_BASE_ENA", 10, 10 },
	{ "CB5_DEST_BASE_ENA", 11, 11 },
	{ "CB6_DEST_BASE_ENA", 12, 12 },
	{ "CB7_DEST_BASE_ENA", 13, 13 },
	{ "DB_DEST_BASE_ENA", 14, 14 },
	{ "CB8_DEST_BASE_ENA", 15, 15 },
	{ "CB9_DEST_BASE_ENA", 16, 16 },
	{ "CB10_DEST_BASE_ENA", 17, 17 },
	{ "CB11_DEST_BASE_ENA", 18, 18 },
	{ "FULL_CACHE_ENA", 20, 20 },
	{ "TC_ACTION_ENA", 23, 23 },
	{ "VC_ACTION_ENA", 24, 24 },
	{ "CB_ACTION_ENA", 25, 25 },
	{ "DB_ACTION_ENA", 26, 26 },
	{ "SH_ACTION_ENA", 27, 27 },
	{ "SX_ACTION_ENA", 28, 28 },
	{ "ENGINE_ME", 31, 31 },
	{}
};

static const struct lint_field p_strmout[] = {
	{ "UPDATE_MEMORY", 0, 0 },
	{ "SOURCE_SELECT", 2, 1, v_strmout_source },
	{ "BUFFER_SELECT", 9, 8 },
	{}
};

static const struct lint_field p_copy_dw[] = {
	{ "SRC_MEMORY", 0, 0 },
	{ "DST_MEMORY", 1, 1 },
	{}
};

static const struct lint_field p_index_type[] = {
	{ "INDEX_32", 0, 0 },
	{ "SWAP_MODE", 3, 2 },
	{}
};

static const struct lint_field p_initiator[] = {
	{ "SOURCE_SELECT", 1, 0 },
	{ "MAJOR_MODE", 3, 2 },
	{ "NOT_EOP", 5, 5 },
	{ "USE_OPAQUE", 6, 6 },
	{}
};

static const struct lint_field p_dispatch[] = {
	{ "COMPUTE_SHADER_EN", 0, 0 },
	{}
};

static const struct lint_field p_append[] = {
	{ "REG_OFFSET", 31, 16 },
	{ "SOURCE", 15, 0 },
	{}
};

static const struct lint_field p_base_index[] = {
	{ "BASE_INDEX", 3, 0 },
	{}
};

/*
 * ADDRESS: the low dword of one, in memory if the bits MASK of payload dword DW
 * are VALUE; SWAP if its bits 1:0 swap bytes. The dword behind it has bits 39:32 and
 * the fields of its own row.
 */
#define HEX(NAME)			{ .name = (NAME), .kind = DW_HEX }
#define DEC(NAME)			{ .name = (NAME), .kind = DW_DEC }
#define BITS(NAME, FIELDS)		{ .name = (NAME), .kind = DW_FIELDS, .fields = (FIELDS) }
#define ADDRESS(NAME)			{ .name = (NAME), .kind = DW_ADDRESS }
#define ADDRESS_SWAP(NAME)		{ .name = (NAME), .kind = DW_ADDRESS, .swap = 3 }
#define ADDRESS_IF(NAME, DW, MASK, VALUE)					\
	{ .name = (NAME), .kind = DW_ADDRESS, .if_dw = (DW), .if_mask = (MASK),	\
	  .if_value = (VALUE) }
#define ADDRESS_SWAP_IF(NAME, DW, MASK, VALUE)					\
	{ .name = (NAME), .kind = DW_ADDRESS, .swap = 3, .if_dw = (DW),		\
	  .if_mask = (MASK), .if_value = (VALUE) }
#define HIGH(NAME)			{ .name = (NAME), .kind = DW_HIGH }
#define HIGH_BITS(NAME, FIELDS)	{ .name = (NAME), .kind = DW_HIGH, .fields = (FIELDS) }

static const struct packet_layout packet_layouts[256] = {
	[0x11] = { {
		BITS("BASE_INDEX", p_base_index), ADDRESS("ADDRESS_LO"), HIGH("ADDRESS_HI"),
	} },
	[0x13] = { { DEC("INDEX_BUFFER_SIZE") } },
	[0x15] = { {
		DEC("DIM_X"), DEC("DIM_Y"), DEC("DIM_Z"), BITS("DISPATCH_INITIATOR", p_dispatch),
	} },
	[0x16] = { { DEC("DATA_OFFSET"), BITS("DISPATCH_INITIATOR", p_dispatch) } },
	[0x18] = { { HEX("CMD") } },
	[0x20] = { { ADDRESS("START_ADDR_LO"), HIGH_BITS("START_ADDR_HI", p_predication_hi) } },
	[0x22] = { { ADDRESS("BOOL_ADDR_LO"), HIGH("BOOL_ADDR_HI"), DEC("EXEC_COUNT") } },
	[0x24] = { { DEC("DATA_OFFSET"), BITS("DRAW_INITIATOR", p_initiator) } },
	[0x25] = { { DEC("DATA_OFFSET"), BITS("DRAW_INITIATOR", p_initiator) } },
	[0x26] = { { ADDRESS("INDEX_BASE_LO"), HIGH("INDEX_BASE_HI") } },
	[0x27] = { {
		DEC("MAX_SIZE"), ADDRESS("INDEX_BASE_LO"), HIGH("INDEX_BASE_HI"),
		DEC("INDEX_COUNT"), BITS("DRAW_INITIATOR", p_initiator),
	} },
	[0x28] = { { HEX("LOAD_CONTROL"), HEX("SHADOW_ENABLE") } },
	[0x29] = { {
		DEC("INDEX_OFFSET"), DEC("INDEX_COUNT"), BITS("DRAW_INITIATOR", p_initiator),
	} },
	[0x2a] = { { BITS("INDEX_TYPE", p_index_type) } },
	[0x2b] = { {
		ADDRESS("INDEX_BASE_LO"), HIGH("INDEX_BASE_HI"), DEC("INDEX_COUNT"),
		BITS("DRAW_INITIATOR", p_initiator),
	} },
	[0x2d] = { { DEC("INDEX_COUNT"), BITS("DRAW_INITIATOR", p_initiator) } },
	[0x2e] = { { DEC("INDEX_COUNT"), BITS("DRAW_INITIATOR", p_initiator) } },
	[0x2f] = { { DEC("NUM_INSTANCES") } },
	[0x34] = { {
		BITS("CONTROL", p_strmout),
		ADDRESS_SWAP_IF("DST_ADDRESS_LO", 0, 0x1, 0x1), HIGH("DST_ADDRESS_HI"),
		ADDRESS_SWAP_IF("SRC_ADDRESS_LO", 0, 0x6, 0x4), HIGH("SRC_ADDRESS_HI"),
	} },
	[0x35] = { {
		DEC("MAX_SIZE"), DEC("INDEX_OFFSET"), DEC("INDEX_COUNT"),
		BITS("DRAW_INITIATOR", p_initiator),
	} },
	[0x3b] = { {
		BITS("CONTROL", p_copy_dw),
		ADDRESS_IF("SRC_ADDRESS_LO", 0, 0x1, 0x1), HIGH("SRC_ADDRESS_HI"),
		ADDRESS_IF("DST_ADDRESS_LO", 0, 0x2, 0x2), HIGH("DST_ADDRESS_HI"),
	} },
	[0x3c] = { {
		BITS("CONTROL", p_wait),
		ADDRESS_SWAP_IF("POLL_ADDRESS_LO", 0, 0x10, 0x10), HIGH("POLL_ADDRESS_HI"),
		HEX("REFERENCE"), HEX("MASK"), DEC("POLL_INTERVAL"),
	} },
	[0x3d] = { {
		ADDRESS_SWAP("ADDRESS_LO"), HIGH_BITS("ADDRESS_HI", p_mem_write_hi), HEX("DATA_LO"),
		HEX("DATA_HI"),
	} },
	[0x41] = { {
		ADDRESS_IF("SRC_ADDRESS_LO", 1, 0x60000000, 0),
		HIGH_BITS("SRC_ADDRESS_HI", p_cp_dma_src_hi),
		ADDRESS_IF("DST_ADDRESS_LO", 1, 0x00300000, 0), HIGH("DST_ADDRESS_HI"),
		BITS("COMMAND", p_cp_dma_command),
	} },
	[0x43] = { {
		BITS("COHER_CNTL", p_coher_cntl), HEX("COHER_SIZE"),
		{ .name = "COHER_BASE", .kind = DW_BASE256 }, HEX("POLL_INTERVAL"),
	} },
	[0x45] = { {
		BITS("CONTROL", p_condition),
		ADDRESS_SWAP_IF("POLL_ADDRESS_LO", 0, 0x10, 0x10), HIGH("POLL_ADDRESS_HI"),
		HEX("REFERENCE"), HEX("MASK"),
		ADDRESS_SWAP_IF("WRITE_ADDRESS_LO", 0, 0x100, 0x100), HIGH("WRITE_ADDRESS_HI"),
		HEX("WRITE_DATA"),
	} },
	[0x46] = { { BITS("EVENT", p_event), ADDRESS("ADDRESS_LO"), HIGH("ADDRESS_HI") } },
	[0x47] = { {
		BITS("EVENT", p_event), ADDRESS("ADDRESS_LO"), HIGH_BITS("ADDRESS_HI", p_eop_hi),
		HEX("DATA_LO"), HEX("DATA_HI"),
	} },
	[0x48] = { {
		BITS("EVENT", p_event), ADDRESS("ADDRESS_LO"), HIGH_BITS("ADDRESS_HI", p_eos_hi),
		HEX("DATA"),
	} },
	[0x75] = { { BITS("CONTROL", p_append), ADDRESS("ADDRESS_LO"), HIGH("ADDRESS_HI") } },
};

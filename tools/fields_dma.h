/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Packets of the DMA engines in four dialects. Included by disasm_dma.c only.
 *
 * Facts: AMD's list of async DMA packets. Where it numbers a dword twice, those
 * behind it are one further on; FENCE and SRBM_READ are as long as the radeon driver
 * of Linux 6.12 sends them. The list's PIPE_CONFIG and POLL_REG_MEM are of Southern
 * Islands only.
 *
 * Fields: dword, highest bit, lowest bit, name. Packets: name, header, bits of the
 * header that count, dwords, fields; for those with data also the dword that has
 * the count of it, and the bits of that.
 */

static const struct dma_field no_fields[] = {
	{}
};

static const struct dma_field r600_write_linear[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 9, 8, "SWAP" },
	{ 2, 7, 0, "DST_ADDR_HI" },
	{}
};

static const struct dma_field r600_write_tiled[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 0, "BASE_256" }, { 2, 30, 27, "ARRAY_MODE" },
	{ 2, 26, 24, "SIZE" }, { 2, 22, 10, "HEIGHT_MAX" }, { 2, 9, 0, "PITCH_TILE_MAX" },
	{ 3, 31, 12, "SLICE_TILE_MAX" }, { 3, 10, 0, "Z" }, { 4, 29, 17, "Y" },
	{ 4, 15, 3, "X" }, { 4, 2, 1, "SWAP" },
	{}
};

static const struct dma_field r600_copy_linear[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 31, 2, "SRC_ADDR_LO" },
	{ 3, 25, 24, "SWAP" }, { 3, 23, 16, "DST_ADDR_HI" }, { 3, 9, 8, "SWAP" },
	{ 3, 7, 0, "SRC_ADDR_HI" },
	{}
};

static const struct dma_field r600_copy_tiled[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 0, "BASE_256" }, { 2, 31, 31, "DETILE" },
	{ 2, 30, 27, "ARRAY_MODE" }, { 2, 26, 24, "SIZE" }, { 2, 22, 10, "HEIGHT_MAX" },
	{ 2, 9, 0, "PITCH_TILE_MAX" }, { 3, 31, 12, "SLICE_TILE_MAX" }, { 3, 10, 0, "Z" },
	{ 4, 29, 17, "Y" }, { 4, 15, 3, "X" }, { 4, 2, 1, "SWAP" },
	{ 5, 31, 2, "LINEAR_ADDR_LO" }, { 6, 9, 8, "SWAP" }, { 6, 7, 0, "LINEAR_ADDR_HI" },
	{}
};

static const struct dma_field r600_indirect_buffer[] = {
	{ 1, 31, 8, "IB_BASE_LO" }, { 2, 31, 16, "IB_SIZE" }, { 2, 7, 0, "IB_BASE_HI" },
	{}
};

static const struct dma_field r600_semaphore[] = {
	{ 0, 22, 22, "SIGNAL" }, { 1, 31, 3, "SEMAPHORE_ADDR_LO" },
	{ 2, 7, 0, "SEMAPHORE_ADDR_HI" },
	{}
};

static const struct dma_field r600_fence[] = {
	{ 1, 31, 2, "FENCE_ADDR_LO" }, { 2, 7, 0, "FENCE_ADDR_HI" }, { 3, 31, 0, "DATA" },
	{}
};

static const struct dma_field r700_copy_linear[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 31, 2, "SRC_ADDR_LO" },
	{ 3, 9, 8, "SWAP" }, { 3, 7, 0, "DST_ADDR_HI" }, { 4, 9, 8, "SWAP" },
	{ 4, 7, 0, "SRC_ADDR_HI" },
	{}
};

static const struct dma_field r700_constant_fill[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 31, 0, "CONSTANT_DATA" },
	{ 3, 23, 16, "DST_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_write_linear[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 9, 8, "SWAP" },
	{ 2, 7, 0, "DST_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_write_tiled[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 0, "BASE_256" }, { 2, 30, 27, "ARRAY_MODE" },
	{ 2, 26, 24, "SIZE" }, { 2, 22, 21, "BANK_HEIGHT" }, { 2, 19, 18, "BANK_WIDTH" },
	{ 2, 17, 16, "MT_ASPECT" }, { 3, 29, 16, "HEIGHT_MAX" },
	{ 3, 10, 0, "PITCH_TILE_MAX" }, { 4, 30, 26, "PIPE_CONFIG" },
	{ 4, 21, 0, "SLICE_TILE_MAX" }, { 5, 28, 18, "Z" }, { 5, 13, 0, "X" },
	{ 6, 31, 30, "SWAP" }, { 6, 28, 27, "NON_DISP" }, { 6, 26, 25, "NUM_BANKS" },
	{ 6, 23, 21, "TILE_SPLIT" }, { 6, 13, 0, "Y" },
	{}
};

static const struct dma_field evergreen_write_pte_pde[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 7, 0, "DST_ADDR_HI" },
	{ 3, 31, 0, "MASK_LO" }, { 4, 31, 0, "MASK_HI" }, { 5, 31, 0, "VALUE_LO" },
	{ 6, 31, 0, "VALUE_HI" }, { 7, 31, 0, "INCREMENT_LO" }, { 8, 31, 0, "INCREMENT_HI" },
	{}
};

static const struct dma_field evergreen_copy_linear[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 31, 2, "SRC_ADDR_LO" },
	{ 3, 9, 8, "SWAP" }, { 3, 7, 0, "DST_ADDR_HI" }, { 4, 9, 8, "SWAP" },
	{ 4, 7, 0, "SRC_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_linear_bytes[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 0, "DST_ADDR_LO" }, { 2, 31, 0, "SRC_ADDR_LO" },
	{ 3, 9, 8, "SWAP" }, { 3, 7, 0, "DST_ADDR_HI" }, { 4, 9, 8, "SWAP" },
	{ 4, 7, 0, "SRC_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_linear_broadcast[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR1_LO" }, { 2, 31, 2, "DST_ADDR2_LO" },
	{ 3, 31, 2, "SRC_ADDR_LO" }, { 4, 9, 8, "SWAP" }, { 4, 7, 0, "DST_ADDR1_HI" },
	{ 5, 9, 8, "SWAP" }, { 5, 7, 0, "DST_ADDR2_HI" }, { 6, 9, 8, "SWAP" },
	{ 6, 7, 0, "SRC_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_linear_partial[] = {
	{ 1, 31, 2, "SRC_ADDR_LO" }, { 2, 31, 13, "SRC_PITCH" }, { 2, 9, 8, "SWAP" },
	{ 2, 7, 0, "SRC_ADDR_HI" }, { 3, 31, 0, "SRC_SLICE_PITCH" },
	{ 4, 31, 2, "DST_ADDR_LO" }, { 5, 31, 13, "DST_PITCH" }, { 5, 9, 8, "SWAP" },
	{ 5, 7, 0, "DST_ADDR_HI" }, { 6, 31, 0, "DST_SLICE_PITCH" }, { 7, 29, 16, "DY" },
	{ 7, 13, 0, "DX" }, { 8, 31, 29, "SIZE" }, { 8, 10, 0, "DZ" },
	{}
};

static const struct dma_field evergreen_copy_tiled[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 0, "BASE_256" }, { 2, 31, 31, "DETILE" },
	{ 2, 30, 27, "ARRAY_MODE" }, { 2, 26, 24, "SIZE" }, { 2, 22, 21, "BANK_HEIGHT" },
	{ 2, 19, 18, "BANK_WIDTH" }, { 2, 17, 16, "MT_ASPECT" }, { 3, 29, 16, "HEIGHT_MAX" },
	{ 3, 10, 0, "PITCH_TILE_MAX" }, { 4, 30, 26, "PIPE_CONFIG" },
	{ 4, 21, 0, "SLICE_TILE_MAX" }, { 5, 28, 18, "Z" }, { 5, 13, 0, "X" },
	{ 6, 31, 30, "SWAP" }, { 6, 28, 27, "NON_DISP" }, { 6, 26, 25, "NUM_BANKS" },
	{ 6, 23, 21, "TILE_SPLIT" }, { 6, 13, 0, "Y" }, { 7, 31, 2, "LINEAR_ADDR_LO" },
	{ 8, 31, 30, "SWAP" }, { 8, 7, 0, "LINEAR_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_frame_to_field[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 0, "ODD_BASE_256" }, { 2, 31, 0, "EVEN_BASE_256" },
	{ 3, 30, 27, "ARRAY_MODE" }, { 3, 26, 24, "SIZE" }, { 3, 22, 21, "BANK_HEIGHT" },
	{ 3, 19, 18, "BANK_WIDTH" }, { 3, 17, 16, "MT_ASPECT" }, { 4, 29, 16, "HEIGHT_MAX" },
	{ 4, 10, 0, "PITCH_TILE_MAX" }, { 5, 30, 26, "PIPE_CONFIG" },
	{ 5, 21, 0, "SLICE_TILE_MAX" }, { 6, 28, 18, "Z" }, { 6, 13, 0, "X" },
	{ 7, 31, 30, "SWAP" }, { 7, 28, 27, "NON_DISP" }, { 7, 26, 25, "NUM_BANKS" },
	{ 7, 23, 21, "TILE_SPLIT" }, { 7, 13, 0, "Y" }, { 8, 31, 2, "LINEAR_ADDR_LO" },
	{ 9, 31, 30, "SWAP" }, { 9, 7, 0, "LINEAR_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_tiled_broadcast[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 0, "DST0_BASE_256" }, { 2, 31, 0, "DST1_BASE_256" },
	{ 3, 30, 27, "ARRAY_MODE" }, { 3, 26, 24, "SIZE" }, { 3, 22, 21, "BANK_HEIGHT" },
	{ 3, 19, 18, "BANK_WIDTH" }, { 3, 17, 16, "MT_ASPECT" }, { 4, 29, 16, "HEIGHT_MAX" },
	{ 4, 10, 0, "PITCH_TILE_MAX" }, { 5, 30, 26, "PIPE_CONFIG" },
	{ 5, 21, 0, "SLICE_TILE_MAX" }, { 6, 28, 18, "Z" }, { 6, 13, 0, "X" },
	{ 7, 31, 30, "SWAP1" }, { 7, 28, 27, "NON_DISP" }, { 7, 26, 25, "NUM_BANKS" },
	{ 7, 23, 21, "TILE_SPLIT" }, { 7, 20, 19, "SWAP0" }, { 7, 13, 0, "Y" },
	{ 8, 31, 2, "LINEAR_ADDR_LO" }, { 9, 31, 30, "SWAP" }, { 9, 7, 0, "LINEAR_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_tiles[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 0, "BASE_256" }, { 2, 31, 31, "DETILE" },
	{ 2, 30, 27, "ARRAY_MODE" }, { 2, 26, 24, "SIZE" }, { 2, 22, 21, "BANK_HEIGHT" },
	{ 2, 19, 18, "BANK_WIDTH" }, { 2, 17, 16, "MT_ASPECT" }, { 3, 29, 16, "HEIGHT_MAX" },
	{ 3, 10, 0, "PITCH_TILE_MAX" }, { 4, 30, 26, "PIPE_CONFIG" },
	{ 4, 21, 0, "SLICE_TILE_MAX" }, { 5, 28, 18, "Z" }, { 5, 13, 0, "X" },
	{ 6, 31, 30, "SWAP" }, { 6, 28, 27, "NON_DISP" }, { 6, 26, 25, "NUM_BANKS" },
	{ 6, 23, 21, "TILE_SPLIT" }, { 6, 13, 0, "Y" }, { 7, 31, 2, "LINEAR_ADDR_LO" },
	{ 8, 31, 30, "SWAP" }, { 8, 7, 0, "LINEAR_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_tiles_broadcast[] = {
	{ 0, 15, 0, "COUNT" }, { 1, 31, 0, "DST0_BASE_256" }, { 2, 31, 0, "DST1_BASE_256" },
	{ 3, 30, 27, "ARRAY_MODE" }, { 3, 26, 24, "SIZE" }, { 3, 22, 21, "BANK_HEIGHT" },
	{ 3, 19, 18, "BANK_WIDTH" }, { 3, 17, 16, "MT_ASPECT" }, { 4, 29, 16, "HEIGHT_MAX" },
	{ 4, 10, 0, "PITCH_TILE_MAX" }, { 5, 30, 26, "PIPE_CONFIG" },
	{ 5, 21, 0, "SLICE_TILE_MAX" }, { 6, 28, 18, "Z" }, { 6, 13, 0, "X" },
	{ 7, 31, 30, "SWAP1" }, { 7, 28, 27, "NON_DISP" }, { 7, 26, 25, "NUM_BANKS" },
	{ 7, 23, 21, "TILE_SPLIT" }, { 7, 20, 19, "SWAP0" }, { 7, 13, 0, "Y" },
	{ 8, 31, 2, "LINEAR_ADDR_LO" }, { 9, 31, 30, "SWAP" }, { 9, 7, 0, "LINEAR_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_copy_tiled_partial[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 0, "BASE_256" }, { 2, 31, 31, "DETILE" },
	{ 2, 30, 27, "ARRAY_MODE" }, { 2, 26, 24, "SIZE" }, { 2, 22, 21, "BANK_HEIGHT" },
	{ 2, 19, 18, "BANK_WIDTH" }, { 2, 17, 16, "MT_ASPECT" }, { 3, 29, 16, "HEIGHT_MAX" },
	{ 3, 10, 0, "PITCH_TILE_MAX" }, { 4, 30, 26, "PIPE_CONFIG" },
	{ 4, 21, 0, "SLICE_TILE_MAX" }, { 5, 28, 18, "Z" }, { 5, 13, 0, "X" },
	{ 6, 31, 30, "SWAP" }, { 6, 28, 27, "NON_DISP" }, { 6, 26, 25, "NUM_BANKS" },
	{ 6, 23, 21, "TILE_SPLIT" }, { 6, 13, 0, "Y" }, { 7, 31, 2, "LINEAR_ADDR_LO" },
	{ 8, 31, 13, "LINEAR_PITCH" }, { 8, 9, 8, "SWAP" }, { 8, 7, 0, "LINEAR_ADDR_HI" },
	{ 9, 31, 0, "LINEAR_SLICE_PITCH" }, { 10, 29, 16, "DY" }, { 10, 13, 0, "DX" },
	{ 11, 10, 0, "DZ" },
	{}
};

static const struct dma_field evergreen_copy_tiled_to_tiled[] = {
	{ 1, 31, 0, "SRC_BASE_256" }, { 2, 29, 16, "SRC_HEIGHT_MAX" },
	{ 2, 10, 0, "SRC_PITCH_TILE_MAX" }, { 3, 21, 0, "SRC_SLICE_TILE_MAX" },
	{ 4, 31, 0, "DST_BASE_256" }, { 5, 29, 16, "DST_HEIGHT_MAX" },
	{ 5, 10, 0, "DST_PITCH_TILE_MAX" }, { 6, 30, 26, "PIPE_CONFIG" },
	{ 6, 21, 0, "DST_SLICE_TILE_MAX" }, { 7, 31, 31, "DETILE" },
	{ 7, 30, 27, "ARRAY_MODE" }, { 7, 26, 24, "SIZE" }, { 7, 22, 21, "BANK_HEIGHT" },
	{ 7, 19, 18, "BANK_WIDTH" }, { 7, 17, 16, "MT_ASPECT" }, { 7, 13, 12, "SWAP1" },
	{ 7, 10, 9, "NON_DISP" }, { 7, 8, 7, "NUM_BANKS" }, { 7, 5, 3, "TILE_SPLIT" },
	{ 7, 2, 1, "SWAP0" }, { 8, 29, 16, "SRC_X" }, { 8, 13, 0, "DST_X" },
	{ 9, 29, 16, "SRC_Y" }, { 9, 13, 0, "DST_Y" }, { 10, 26, 16, "SRC_Z" },
	{ 10, 10, 0, "DST_Z" }, { 11, 29, 16, "DY" }, { 11, 13, 0, "DX" }, { 12, 10, 0, "DZ" },
	{}
};

static const struct dma_field evergreen_indirect_buffer[] = {
	{ 0, 22, 20, "VMID" }, { 1, 31, 5, "IB_BASE_LO" }, { 2, 31, 12, "IB_SIZE" },
	{ 2, 7, 0, "IB_BASE_HI" },
	{}
};

static const struct dma_field evergreen_semaphore[] = {
	{ 0, 23, 23, "MAILBOX" }, { 0, 22, 22, "SIGNAL" }, { 1, 31, 3, "SEMAPHORE_ADDR_LO" },
	{ 2, 7, 0, "SEMAPHORE_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_constant_fill[] = {
	{ 0, 19, 0, "COUNT" }, { 1, 31, 2, "DST_ADDR_LO" }, { 2, 31, 0, "CONSTANT_DATA" },
	{ 3, 23, 16, "DST_ADDR_HI" },
	{}
};

static const struct dma_field evergreen_srbm_write[] = {
	{ 1, 19, 16, "BYTE_ENABLE" }, { 1, 15, 0, "REGISTER" }, { 2, 31, 0, "DATA" },
	{}
};

static const struct dma_field evergreen_srbm_read[] = {
	{ 0, 26, 26, "POLL" }, { 1, 31, 20, "RETRY_COUNT" }, { 1, 15, 0, "REGISTER" },
	{ 2, 31, 0, "MASK" }, { 3, 31, 0, "VALUE" },
	{}
};

static const struct dma_field evergreen_poll_reg_mem[] = {
	{ 0, 27, 27, "MEMORY" }, { 1, 31, 2, "ADDR_LO" }, { 2, 27, 16, "RETRY_COUNT" },
	{ 2, 7, 0, "ADDR_HI" }, { 3, 31, 0, "MASK" }, { 4, 31, 0, "REFERENCE" },
	{ 5, 30, 28, "FUNC" }, { 5, 16, 0, "POLL_INTERVAL" },
	{}
};

static const struct dma_field cik_copy_linear[] = {
	{ 1, 21, 0, "COUNT" }, { 2, 25, 24, "SRC_SWAP" }, { 2, 17, 16, "DST_SWAP" },
	{ 3, 31, 0, "SRC_ADDR_LO" }, { 4, 31, 0, "SRC_ADDR_HI" }, { 5, 31, 0, "DST_ADDR_LO" },
	{ 6, 31, 0, "DST_ADDR_HI" },
	{}
};

static const struct dma_field cik_copy_linear_broadcast[] = {
	{ 1, 21, 0, "COUNT" }, { 2, 25, 24, "SRC_SWAP" }, { 2, 17, 16, "DST1_SWAP" },
	{ 2, 9, 8, "DST2_SWAP" }, { 3, 31, 0, "SRC_ADDR_LO" }, { 4, 31, 0, "SRC_ADDR_HI" },
	{ 5, 31, 0, "DST1_ADDR_LO" }, { 6, 31, 0, "DST1_ADDR_HI" },
	{ 7, 31, 0, "DST2_ADDR_LO" }, { 8, 31, 0, "DST2_ADDR_HI" },
	{}
};

static const struct dma_field cik_copy_linear_window[] = {
	{ 0, 31, 29, "ELEMENT_SIZE" }, { 1, 31, 0, "SRC_ADDR_LO" },
	{ 2, 31, 0, "SRC_ADDR_HI" }, { 3, 29, 16, "SRC_Y" }, { 3, 13, 0, "SRC_X" },
	{ 4, 29, 16, "SRC_PITCH" }, { 4, 11, 0, "SRC_Z" }, { 5, 27, 0, "SRC_SLICE_PITCH" },
	{ 6, 31, 0, "DST_ADDR_LO" }, { 7, 31, 0, "DST_ADDR_HI" }, { 8, 29, 16, "DST_Y" },
	{ 8, 13, 0, "DST_X" }, { 9, 29, 16, "DST_PITCH" }, { 9, 11, 0, "DST_Z" },
	{ 10, 27, 0, "DST_SLICE_PITCH" }, { 11, 29, 16, "RECT_Y" }, { 11, 13, 0, "RECT_X" },
	{ 12, 25, 24, "SRC_SWAP" }, { 12, 17, 16, "DST_SWAP" }, { 12, 11, 0, "RECT_Z" },
	{}
};

static const struct dma_field cik_copy_tiled[] = {
	{ 0, 31, 31, "DETILE" }, { 1, 31, 0, "TILED_ADDR_LO" }, { 2, 31, 0, "TILED_ADDR_HI" },
	{ 3, 29, 16, "HEIGHT" }, { 3, 10, 0, "PITCH" }, { 4, 21, 0, "SLICE_PITCH" },
	{ 5, 30, 26, "PIPE_CONFIG" }, { 5, 25, 24, "MACRO_TILE_ASPECT" },
	{ 5, 22, 21, "NUM_BANKS" }, { 5, 19, 18, "BANK_HEIGHT" }, { 5, 16, 15, "BANK_WIDTH" },
	{ 5, 13, 11, "TILE_SPLIT" }, { 5, 10, 8, "MICRO_TILE_MODE" },
	{ 5, 6, 3, "ARRAY_MODE" }, { 5, 2, 0, "ELEMENT_SIZE" }, { 6, 29, 16, "Y" },
	{ 6, 13, 0, "X" }, { 7, 25, 24, "TILED_SWAP" }, { 7, 17, 16, "LINEAR_SWAP" },
	{ 7, 11, 0, "Z" }, { 8, 31, 0, "LINEAR_ADDR_LO" }, { 9, 31, 0, "LINEAR_ADDR_HI" },
	{ 10, 18, 0, "LINEAR_PITCH" }, { 11, 19, 0, "COUNT" },
	{}
};

static const struct dma_field cik_copy_tiled_broadcast[] = {
	{ 1, 31, 0, "TILED_ADDR_1_LO" }, { 2, 31, 0, "TILED_ADDR_1_HI" },
	{ 3, 31, 0, "TILED_ADDR_2_LO" }, { 4, 31, 0, "TILED_ADDR_2_HI" },
	{ 5, 29, 16, "HEIGHT" }, { 5, 10, 0, "PITCH" }, { 6, 21, 0, "SLICE_PITCH" },
	{ 7, 30, 26, "PIPE_CONFIG" }, { 7, 25, 24, "MACRO_TILE_ASPECT" },
	{ 7, 22, 21, "NUM_BANKS" }, { 7, 19, 18, "BANK_HEIGHT" }, { 7, 16, 15, "BANK_WIDTH" },
	{ 7, 13, 11, "TILE_SPLIT" }, { 7, 10, 8, "MICRO_TILE_MODE" },
	{ 7, 6, 3, "ARRAY_MODE" }, { 7, 2, 0, "ELEMENT_SIZE" }, { 8, 29, 16, "Y" },
	{ 8, 13, 0, "X" }, { 9, 11, 0, "Z" }, { 10, 25, 24, "TILED_1_SWAP" },
	{ 10, 17, 16, "LINEAR_SWAP" }, { 10, 9, 8, "TILED_2_SWAP" },
	{ 11, 31, 0, "LINEAR_ADDR_LO" }, { 12, 31, 0, "LINEAR_ADDR_HI" },
	{ 13, 18, 0, "LINEAR_PITCH" }, { 14, 19, 0, "COUNT" },
	{}
};

static const struct dma_field cik_copy_frame_to_field[] = {
	{ 1, 31, 0, "TILED_ADDR_1_LO" }, { 2, 31, 0, "TILED_ADDR_1_HI" },
	{ 3, 31, 0, "TILED_ADDR_2_LO" }, { 4, 31, 0, "TILED_ADDR_2_HI" },
	{ 5, 29, 16, "HEIGHT" }, { 5, 10, 0, "PITCH" }, { 6, 21, 0, "SLICE_PITCH" },
	{ 7, 30, 26, "PIPE_CONFIG" }, { 7, 25, 24, "MACRO_TILE_ASPECT" },
	{ 7, 22, 21, "NUM_BANKS" }, { 7, 19, 18, "BANK_HEIGHT" }, { 7, 16, 15, "BANK_WIDTH" },
	{ 7, 13, 11, "TILE_SPLIT" }, { 7, 10, 8, "MICRO_TILE_MODE" },
	{ 7, 6, 3, "ARRAY_MODE" }, { 7, 2, 0, "ELEMENT_SIZE" }, { 8, 29, 16, "Y" },
	{ 8, 13, 0, "X" }, { 9, 11, 0, "Z" }, { 10, 25, 24, "TILED_1_SWAP" },
	{ 10, 17, 16, "LINEAR_SWAP" }, { 10, 9, 8, "TILED_2_SWAP" },
	{ 11, 31, 0, "LINEAR_ADDR_LO" }, { 12, 31, 0, "LINEAR_ADDR_HI" },
	{ 13, 19, 0, "COUNT" },
	{}
};

static const struct dma_field cik_copy_tiled_window[] = {
	{ 0, 31, 31, "DETILE" }, { 1, 31, 0, "TILED_ADDR_LO" }, { 2, 31, 0, "TILED_ADDR_HI" },
	{ 3, 29, 16, "TILED_Y" }, { 3, 13, 0, "TILED_X" }, { 4, 26, 16, "PITCH" },
	{ 4, 11, 0, "TILED_Z" }, { 5, 21, 0, "SLICE_PITCH" }, { 6, 30, 26, "PIPE_CONFIG" },
	{ 6, 25, 24, "MACRO_TILE_ASPECT" }, { 6, 22, 21, "NUM_BANKS" },
	{ 6, 19, 18, "BANK_HEIGHT" }, { 6, 16, 15, "BANK_WIDTH" }, { 6, 13, 11, "TILE_SPLIT" },
	{ 6, 10, 8, "MICRO_TILE_MODE" }, { 6, 6, 3, "ARRAY_MODE" },
	{ 6, 2, 0, "ELEMENT_SIZE" }, { 7, 31, 0, "LINEAR_ADDR_LO" },
	{ 8, 31, 0, "LINEAR_ADDR_HI" }, { 9, 29, 16, "LINEAR_Y" }, { 9, 13, 0, "LINEAR_X" },
	{ 10, 29, 16, "LINEAR_PITCH" }, { 10, 11, 0, "LINEAR_Z" },
	{ 11, 27, 0, "LINEAR_SLICE_PITCH" }, { 12, 29, 16, "RECT_Y" }, { 12, 13, 0, "RECT_X" },
	{ 13, 25, 24, "TILED_SWAP" }, { 13, 17, 16, "LINEAR_SWAP" }, { 13, 11, 0, "RECT_Z" },
	{}
};

static const struct dma_field cik_copy_tiled_to_tiled[] = {
	{ 1, 31, 0, "SRC_ADDR_LO" }, { 2, 31, 0, "SRC_ADDR_HI" }, { 3, 29, 16, "SRC_Y" },
	{ 3, 13, 0, "SRC_X" }, { 4, 26, 16, "SRC_PITCH" }, { 4, 11, 0, "SRC_Z" },
	{ 5, 21, 0, "SRC_SLICE_PITCH" }, { 6, 30, 26, "SRC_PIPE_CONFIG" },
	{ 6, 25, 24, "SRC_MACRO_TILE_ASPECT" }, { 6, 22, 21, "SRC_NUM_BANKS" },
	{ 6, 19, 18, "SRC_BANK_HEIGHT" }, { 6, 16, 15, "SRC_BANK_WIDTH" },
	{ 6, 13, 11, "SRC_TILE_SPLIT" }, { 6, 10, 8, "SRC_MICRO_TILE_MODE" },
	{ 6, 6, 3, "SRC_ARRAY_MODE" }, { 6, 2, 0, "SRC_ELEMENT_SIZE" },
	{ 7, 31, 0, "DST_ADDR_LO" }, { 8, 31, 0, "DST_ADDR_HI" }, { 9, 29, 16, "DST_Y" },
	{ 9, 13, 0, "DST_X" }, { 10, 26, 16, "DST_PITCH" }, { 10, 11, 0, "DST_Z" },
	{ 11, 21, 0, "DST_SLICE_PITCH" }, { 12, 30, 26, "DST_PIPE_CONFIG" },
	{ 12, 25, 24, "DST_MACRO_TILE_ASPECT" }, { 12, 22, 21, "DST_NUM_BANKS" },
	{ 12, 19, 18, "DST_BANK_HEIGHT" }, { 12, 16, 15, "DST_BANK_WIDTH" },
	{ 12, 13, 11, "DST_TILE_SPLIT" }, { 12, 10, 8, "DST_MICRO_TILE_MODE" },
	{ 12, 6, 3, "DST_ARRAY_MODE" }, { 12, 2, 0, "DST_ELEMENT_SIZE" },
	{ 13, 29, 16, "RECT_Y" }, { 13, 13, 0, "RECT_X" }, { 14, 25, 24, "SRC_SWAP" },
	{ 14, 17, 16, "DST_SWAP" }, { 14, 11, 0, "RECT_Z" },
	{}
};

static const struct dma_field cik_copy_structured[] = {
	{ 0, 31, 31, "DIRECTION" }, { 1, 31, 0, "STRUCTURED_BUFFER_ADDR_LO" },
	{ 2, 31, 0, "STRUCTURED_BUFFER_ADDR_HI" }, { 3, 31, 0, "START_INDEX" },
	{ 4, 31, 0, "COUNT" }, { 5, 25, 24, "STRUCTURED_BUFFER_SWAP" },
	{ 5, 17, 16, "LINEAR_SWAP" }, { 5, 10, 0, "STRIDE" }, { 6, 31, 0, "LINEAR_ADDR_LO" },
	{ 7, 31, 0, "LINEAR_ADDR_HI" },
	{}
};

static const struct dma_field cik_write_linear[] = {
	{ 1, 31, 0, "ADDR_LO" }, { 2, 31, 0, "ADDR_HI" }, { 3, 25, 24, "SWAP" },
	{ 3, 19, 0, "COUNT" },
	{}
};

static const struct dma_field cik_write_tiled[] = {
	{ 1, 31, 0, "TILED_ADDR_LO" }, { 2, 31, 0, "TILED_ADDR_HI" }, { 3, 29, 16, "HEIGHT" },
	{ 3, 10, 0, "PITCH" }, { 4, 21, 0, "SLICE_PITCH" }, { 5, 30, 26, "PIPE_CONFIG" },
	{ 5, 25, 24, "MACRO_TILE_ASPECT" }, { 5, 22, 21, "NUM_BANKS" },
	{ 5, 19, 18, "BANK_HEIGHT" }, { 5, 16, 15, "BANK_WIDTH" }, { 5, 13, 11, "TILE_SPLIT" },
	{ 5, 10, 8, "MICRO_TILE_MODE" }, { 5, 6, 3, "ARRAY_MODE" },
	{ 5, 2, 0, "ELEMENT_SIZE" }, { 6, 29, 16, "Y" }, { 6, 13, 0, "X" },
	{ 7, 25, 24, "TILED_SWAP" }, { 7, 11, 0, "Z" }, { 8, 19, 0, "COUNT" },
	{}
};

static const struct dma_field cik_constant_fill[] = {
	{ 0, 31, 30, "SIZE" }, { 0, 17, 16, "SWAP" }, { 1, 31, 0, "ADDR_LO" },
	{ 2, 31, 0, "ADDR_HI" }, { 3, 31, 0, "DATA" }, { 4, 21, 0, "COUNT" },
	{}
};

static const struct dma_field cik_indirect_buffer[] = {
	{ 0, 19, 16, "VMID" }, { 1, 31, 0, "IB_BASE_LO" }, { 2, 31, 0, "IB_BASE_HI" },
	{ 3, 19, 0, "IB_SIZE" },
	{}
};

static const struct dma_field cik_fence[] = {
	{ 1, 31, 0, "ADDR_LO" }, { 2, 31, 0, "ADDR_HI" }, { 3, 31, 0, "DATA" },
	{}
};

static const struct dma_field cik_semaphore[] = {
	{ 0, 31, 31, "MAILBOX" }, { 0, 30, 30, "SIGNAL" }, { 1, 31, 3, "SEMAPHORE_ADDR_LO" },
	{ 2, 31, 0, "SEMAPHORE_ADDR_HI" },
	{}
};

static const struct dma_field cik_poll_reg_mem[] = {
	{ 0, 31, 31, "MEMORY" }, { 0, 30, 28, "FUNC" }, { 0, 27, 26, "OP" },
	{ 1, 31, 2, "ADDR_LO" }, { 2, 31, 0, "ADDR_HI" }, { 3, 31, 0, "REFERENCE" },
	{ 4, 31, 0, "MASK" }, { 5, 27, 16, "RETRY_COUNT" }, { 5, 15, 0, "POLL_INTERVAL" },
	{}
};

static const struct dma_field cik_conditional_execution[] = {
	{ 1, 31, 0, "BOOL_ADDR_LO" }, { 2, 31, 0, "BOOL_ADDR_HI" }, { 3, 13, 0, "EXEC_COUNT" },
	{}
};

static const struct dma_field cik_write_pte_pde[] = {
	{ 1, 31, 0, "DST_ADDR_LO" }, { 2, 31, 0, "DST_ADDR_HI" }, { 3, 31, 0, "MASK_LO" },
	{ 4, 31, 0, "MASK_HI" }, { 5, 31, 0, "VALUE_LO" }, { 6, 31, 0, "VALUE_HI" },
	{ 7, 31, 0, "INCREMENT_LO" }, { 8, 31, 0, "INCREMENT_HI" }, { 9, 18, 0, "COUNT" },
	{}
};

static const struct dma_field cik_srbm_write[] = {
	{ 0, 31, 28, "BYTE_ENABLE" }, { 1, 15, 0, "REGISTER" }, { 2, 31, 0, "DATA" },
	{}
};

static const struct dma_field cik_set_local_timestamp[] = {
	{ 1, 31, 0, "DATA_LO" }, { 2, 31, 0, "DATA_HI" },
	{}
};

static const struct dma_field cik_get_local_timestamp[] = {
	{ 1, 31, 3, "ADDR_LO" }, { 2, 31, 0, "ADDR_HI" },
	{}
};

static const struct dma_packet r600_packets[] = {
	{ "WRITE_LINEAR", 0x20000000, 0xf0800000, 3, r600_write_linear, 0, 16 },
	{ "WRITE_TILED", 0x20800000, 0xf0800000, 5, r600_write_tiled, 0, 16 },
	{ "COPY_LINEAR", 0x30000000, 0xf0800000, 4, r600_copy_linear },
	{ "COPY_TILED", 0x30800000, 0xf0800000, 7, r600_copy_tiled },
	{ "INDIRECT_BUFFER", 0x40000000, 0xf0000000, 3, r600_indirect_buffer },
	{ "SEMAPHORE", 0x50000000, 0xf0000000, 3, r600_semaphore },
	{ "FENCE", 0x60000000, 0xf0000000, 4, r600_fence },
	{ "TRAP", 0x70000000, 0xf0000000, 1, no_fields },
	{ "NOP", 0xf0000000, 0xf0000000, 1, no_fields },
	{}
};

static const struct dma_packet r700_packets[] = {
	{ "WRITE_LINEAR", 0x20000000, 0xf0800000, 3, r600_write_linear, 0, 16 },
	{ "WRITE_TILED", 0x20800000, 0xf0800000, 5, r600_write_tiled, 0, 16 },
	{ "COPY_LINEAR", 0x30000000, 0xf0800000, 5, r700_copy_linear },
	{ "COPY_TILED", 0x30800000, 0xf0800000, 7, r600_copy_tiled },
	{ "INDIRECT_BUFFER", 0x40000000, 0xf0000000, 3, r600_indirect_buffer },
	{ "SEMAPHORE", 0x50000000, 0xf0000000, 3, r600_semaphore },
	{ "FENCE", 0x60000000, 0xf0000000, 4, r600_fence },
	{ "TRAP", 0x70000000, 0xf0000000, 1, no_fields },
	{ "NOP", 0xf0000000, 0xf0000000, 1, no_fields },
	{ "CONSTANT_FILL", 0xd0000000, 0xf0800000, 4, r700_constant_fill },
	{}
};

static const struct dma_packet evergreen_packets[] = {
	{ "WRITE_LINEAR", 0x20000000, 0xfff00000, 3, evergreen_write_linear, 0, 20 },
	{ "WRITE_TILED", 0x20800000, 0xfff00000, 7, evergreen_write_tiled, 0, 20 },
	{ "WRITE_PTE_PDE", 0x24200000, 0xfff00000, 9, evergreen_write_pte_pde },
	{ "COPY_LINEAR", 0x30000000, 0xfff00000, 5, evergreen_copy_linear },
	{ "COPY_LINEAR_BYTES", 0x34000000, 0xfff00000, 5, evergreen_copy_linear_bytes },
	{ "COPY_LINEAR_BROADCAST", 0x34400000, 0xfff00000, 7, evergreen_copy_linear_broadcast },
	{ "COPY_LINEAR_PARTIAL", 0x34100000, 0xfff00000, 9, evergreen_copy_linear_partial },
	{ "COPY_TILED", 0x30800000, 0xfff00000, 9, evergreen_copy_tiled },
	{ "COPY_FRAME_TO_FIELD", 0x34800000, 0xfff00000, 10, evergreen_copy_frame_to_field },
	{ "COPY_TILED_BROADCAST", 0x34b00000, 0xfff00000, 10, evergreen_copy_tiled_broadcast },
	{ "COPY_TILES", 0x34c00000, 0xfff00000, 9, evergreen_copy_tiles },
	{ "COPY_TILES_BROADCAST", 0x34f00000, 0xfff00000, 10, evergreen_copy_tiles_broadcast },
	{ "COPY_TILED_PARTIAL", 0x34900000, 0xfff00000, 12, evergreen_copy_tiled_partial },
	{ "COPY_TILED_TO_TILED", 0x34d00000, 0xfff00000, 13, evergreen_copy_tiled_to_tiled },
	{ "INDIRECT_BUFFER", 0x40000000, 0xf0000000, 3, evergreen_indirect_buffer },
	{ "SEMAPHORE", 0x50000000, 0xf0000000, 3, evergreen_semaphore },
	{ "FENCE", 0x60000000, 0xf0000000, 4, r600_fence },
	{ "TRAP", 0x70000000, 0xf0000000, 1, no_fields },
	{ "NOP", 0xf0000000, 0xf0000000, 1, no_fields },
	{ "CONSTANT_FILL", 0xd0000000, 0xf0800000, 4, evergreen_constant_fill },
	{ "SRBM_WRITE", 0x90000000, 0xfc000000, 3, evergreen_srbm_write },
	{ "SRBM_READ", 0x98000000, 0xf8000000, 4, evergreen_srbm_read },
	{ "POLL_REG_MEM", 0xe0000000, 0xf0000000, 6, evergreen_poll_reg_mem },
	{}
};

static const struct dma_packet cik_packets[] = {
	{ "COPY_LINEAR", 0x00000001, 0xffffffff, 7, cik_copy_linear },
	{ "COPY_LINEAR_BROADCAST", 0x08000001, 0xffffffff, 9, cik_copy_linear_broadcast },
	{ "COPY_LINEAR_WINDOW", 0x00000401, 0x0000ffff, 13, cik_copy_linear_window },
	{ "COPY_TILED", 0x00000101, 0x7fffffff, 12, cik_copy_tiled },
	{ "COPY_TILED_BROADCAST", 0x08000101, 0xffffffff, 15, cik_copy_tiled_broadcast },
	{ "COPY_FRAME_TO_FIELD", 0x04000101, 0xffffffff, 14, cik_copy_frame_to_field },
	{ "COPY_TILED_WINDOW", 0x00000501, 0x0000ffff, 14, cik_copy_tiled_window },
	{ "COPY_TILED_TO_TILED", 0x00000601, 0x0000ffff, 15, cik_copy_tiled_to_tiled },
	{ "COPY_STRUCTURED", 0x00000301, 0x0000ffff, 8, cik_copy_structured },
	{ "WRITE_LINEAR", 0x00000002, 0x0000ffff, 4, cik_write_linear, 3, 20 },
	{ "WRITE_TILED", 0x00000102, 0x0000ffff, 9, cik_write_tiled, 8, 20 },
	{ "CONSTANT_FILL", 0x0000000b, 0x0000ffff, 5, cik_constant_fill },
	{ "INDIRECT_BUFFER", 0x00000004, 0x0000ffff, 4, cik_indirect_buffer },
	{ "FENCE", 0x00000005, 0x0000ffff, 4, cik_fence },
	{ "TRAP", 0x00000006, 0x0000ffff, 1, no_fields },
	{ "SEMAPHORE", 0x00000007, 0x0000ffff, 3, cik_semaphore },
	{ "POLL_REG_MEM", 0x00000008, 0x0000ffff, 6, cik_poll_reg_mem },
	{ "CONDITIONAL_EXECUTION", 0x00000009, 0x0000ffff, 4, cik_conditional_execution },
	{ "WRITE_PTE_PDE", 0x0000000c, 0x0000ffff, 10, cik_write_pte_pde },
	{ "SRBM_WRITE", 0x0000000e, 0x0000ffff, 3, cik_srbm_write },
	{ "NOP", 0x00000000, 0x0000ffff, 1, no_fields },
	{ "SET_LOCAL_TIMESTAMP", 0x0000000d, 0x0000ffff, 3, cik_set_local_timestamp },
	{ "GET_LOCAL_TIMESTAMP", 0x0000010d, 0x0000ffff, 3, cik_get_local_timestamp },
	{ "GET_GLOBAL_TIMESTAMP", 0x0000020d, 0x0000ffff, 3, cik_get_local_timestamp },
	{}
};

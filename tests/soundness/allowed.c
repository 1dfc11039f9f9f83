// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: registers that a stream may write
 *
 * Written from AMD's register reference, by name and by what a register is for: state
 * of a draw or a dispatch that holds no address; that holds one, or a size, and is
 * part of a footprint; and nothing else. What is not here starts work, belongs to
 * all clients, or has an effect that nobody has written down.
 *
 * A star at the end stands for the rest of a name; the first line that fits counts.
 */
#include <string.h>

#include "allowed.h"

static const struct {
	const char *name;
	enum allowed rule;
} names[] = {
	/* Who gets the next writes, and waiting. */
	{ "GRBM_GFX_INDEX", ALLOWED_ENGINES },
	{ "WAIT_UNTIL", ALLOWED_IDLE_WAIT },
	{ "CP_STRMOUT_CNTL", ALLOWED_ANY },
	/* Vertex grouper: what starts it, and where it reads, comes by packets. */
	{ "VGT_DMA_*", ALLOWED_NOT },
	{ "VGT_DRAW_INITIATOR", ALLOWED_NOT },
	{ "VGT_DISPATCH_INITIATOR", ALLOWED_NOT },
	{ "VGT_EVENT_INITIATOR", ALLOWED_NOT },
	{ "VGT_IMMED_DATA", ALLOWED_NOT },
	{ "VGT_INDEX_TYPE", ALLOWED_NOT },
	{ "VGT_ENHANCE", ALLOWED_NOT },
	{ "VGT_CACHE_INVALIDATION", ALLOWED_NOT },
	{ "VGT_VTX_VECT_EJECT_REG", ALLOWED_NOT },
	{ "VGT_GS_VERTEX_REUSE", ALLOWED_NOT },
	{ "VGT_COMPUTE_DIM_*", ALLOWED_NOT },
	{ "VGT_COMPUTE_INDEX", ALLOWED_NOT },
	{ "VGT_STRMOUT_BUFFER_OFFSET_*", ALLOWED_NOT },
	{ "VGT_STRMOUT_BUFFER_FILLED_SIZE_*", ALLOWED_NOT },
	{ "VGT_TF_RING_SIZE", ALLOWED_NOT },
	{ "VGT_TF_MEMORY_BASE", ALLOWED_NOT },
	{ "VGT_HS_OFFCHIP_PARAM", ALLOWED_NOT },
	{ "VGT_OFFCHIP_LDS_BASE", ALLOWED_NOT },
	{ "VGT_PRIMITIVE_TYPE", ALLOWED_PRIMITIVES },
	{ "VGT_OUTPUT_PATH_CNTL", ALLOWED_ZERO },
	{ "VGT_GROUP_PRIM_TYPE", ALLOWED_ZERO },
	{ "VGT_*", ALLOWED_ANY },
	{ "IA_MULTI_VGT_PARAM", ALLOWED_ANY },
	/* Clipper, set-up, scan converter: geometry and no memory. */
	{ "PA_SC_ENHANCE", ALLOWED_NOT },
	{ "PA_SC_FIFO_SIZE", ALLOWED_NOT },
	{ "PA_SC_FORCE_EOV_MAX_CNTS", ALLOWED_NOT },
	{ "PA_SC_WINDOW_OFFSET", ALLOWED_ZERO },
	{ "PA_SC_MODE_CNTL_1", ALLOWED_SCAN },
	{ "PA_SU_HARDWARE_SCREEN_OFFSET", ALLOWED_ZERO },
	{ "PA_*", ALLOWED_ANY },
	/* Interpolators. */
	{ "SPI_STATIC_THREAD_MGMT_*", ALLOWED_NOT },
	{ "SPI_LDS_MGMT", ALLOWED_LDS },
	{ "SPI_GPR_MGMT", ALLOWED_ZERO },
	{ "SPI_STACK_MGMT", ALLOWED_ZERO },
	{ "SPI_WAVE_MGMT_*", ALLOWED_ZERO },
	{ "SPI_*", ALLOWED_ANY },
	/* Shader core: shares of its storage, programs, constants, rings. */
	{ "SQ_CONFIG", ALLOWED_SQ_CONFIG },
	{ "SQ_GPR_RESOURCE_MGMT_*", ALLOWED_ANY },
	{ "SQ_GLOBAL_GPR_RESOURCE_MGMT_*", ALLOWED_ZERO },
	{ "SQ_THREAD_RESOURCE_MGMT*", ALLOWED_ANY },
	{ "SQ_STACK_RESOURCE_MGMT_*", ALLOWED_ANY },
	{ "SQ_STATIC_THREAD_MGMT_*", ALLOWED_SIMDS },
	{ "SQ_LDS_*", ALLOWED_ANY },
	{ "SQ_DYN_GPR_CNTL_PS_FLUSH_REQ", ALLOWED_ANY },
	{ "SQ_DYN_GPR_RESOURCE_LIMIT_1", ALLOWED_ANY },
	{ "SQ_VTX_SEMANTIC_*", ALLOWED_ANY },
	{ "SQ_PGM_*", ALLOWED_ANY },
	{ "SQ_ALU_CONST_*", ALLOWED_ANY },
	{ "SQ_ESGS_RING_ITEMSIZE", ALLOWED_ANY },
	{ "SQ_GSVS_RING_ITEMSIZE", ALLOWED_ANY },
	{ "SQ_GSVS_RING_OFFSET_*", ALLOWED_ANY },
	{ "SQ_GS_VERT_ITEMSIZE*", ALLOWED_ANY },
	{ "SQ_ESGS_RING_*", ALLOWED_CLEAN },
	{ "SQ_GSVS_RING_*", ALLOWED_CLEAN },
	{ "SQ_ESTMP_RING_*", ALLOWED_CLEAN },
	{ "SQ_GSTMP_RING_*", ALLOWED_CLEAN },
	{ "SQ_VSTMP_RING_*", ALLOWED_CLEAN },
	{ "SQ_PSTMP_RING_*", ALLOWED_CLEAN },
	{ "SQ_LSTMP_RING_*", ALLOWED_CLEAN },
	{ "SQ_HSTMP_RING_*", ALLOWED_CLEAN },
	{ "SQ_TEX_RESOURCE_WORD0_0", ALLOWED_CLEAN },
	{ "SQ_TEX_SAMPLER_WORD0_0", ALLOWED_ANY },
	{ "SQ_LOOP_CONST_0", ALLOWED_ANY },
	{ "SQ_BOOL_CONST_0", ALLOWED_ANY },
	{ "SQ_VTX_BASE_VTX_LOC", ALLOWED_ANY },
	/* Colours of texture borders. */
	{ "TD_*", ALLOWED_ANY },
	/* Exports; the memory that they can go to is not for clients. */
	{ "SX_MISC", ALLOWED_ANY },
	{ "SX_SURFACE_SYNC", ALLOWED_ANY },
	{ "SX_ALPHA_*", ALLOWED_ANY },
	{ "GDS_ADDR_*", ALLOWED_ANY },
	{ "GDS_ORDERED_WAVE_PER_SE", ALLOWED_ANY },
	{ "GDS_APPEND_COUNT_0", ALLOWED_ANY },
	/* Depth and colour blocks. */
	{ "DB_DEBUG*", ALLOWED_NOT },
	{ "DB_WATERMARKS", ALLOWED_NOT },
	{ "DB_RENDER_OVERRIDE", ALLOWED_UNFORCED },
	{ "DB_*", ALLOWED_ANY },
	{ "CB_PERF_*", ALLOWED_NOT },
	{ "CB_CGTT_*", ALLOWED_NOT },
	{ "CB_COLOR0_INFO", ALLOWED_CLEAN },	/* to 8 */
	{ "CB_COLOR9_INFO", ALLOWED_CLEAN },
	{ "CB_*", ALLOWED_ANY },
};

/* What the ring's owner needs is not for clients: calls, semaphores, set-up, loads. */
static const char *const packets[] = {
	"NOP", "SET_BASE", "CLEAR_STATE", "DEALLOC_STATE", "CONTEXT_CONTROL", "MODE_CONTROL",
	"INDEX_*", "NUM_INSTANCES", "DRAW_*", "DISPATCH_*", "SET_PREDICATION", "COND_EXEC",
	"COND_WRITE", "COPY_DW", "MEM_WRITE", "CP_DMA", "STRMOUT_BUFFER_UPDATE", "SET_APPEND_CNT",
	"WAIT_REG_MEM", "PFP_SYNC_ME", "SURFACE_SYNC", "EVENT_WRITE", "EVENT_WRITE_EOP",
	"EVENT_WRITE_EOS", "SET_CONFIG_REG", "SET_CONTEXT_REG", "SET_BOOL_CONST", "SET_LOOP_CONST",
	"SET_RESOURCE", "SET_SAMPLER", "SET_CTL_CONST",
};

/* No fences either: those of clients are the kernel's. */
static const char *const dma_packets[] = {
	"NOP", "WRITE", "WRITE tiled", "COPY", "COPY *", "FILL",
};

/* Counters that a stream has set itself, or may wait for. */
static const char *const readable[] = {
	"CP_STRMOUT_CNTL", "GDS_APPEND_COUNT_0",
};

static bool fits(const char *pattern, const char *name)
{
	size_t n = strlen(pattern);

	if (pattern[n - 1] == '*')
		return strncmp(pattern, name, n - 1) == 0;
	return strcmp(pattern, name) == 0;
}

/**
 * allowed_name() - may a stream write this register?
 * @name: what AMD calls it, or the first of the series that it belongs to
 *
 * Return: with which values.
 */
enum allowed allowed_name(const char *name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fits(names[i].name, name))
			return names[i].rule;
	return ALLOWED_NOT;
}

static bool listed(const char *const *list, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (fits(list[i], name))
			return true;
	return false;
}

#define LISTED(list, name)	listed(list, sizeof(list) / sizeof((list)[0]), name)

/**
 * allowed_packet() - may this packet be in a stream?
 * @name: what AMD calls it, of the DMA engine the model; NULL if it has no name
 * @dma: it is of the DMA engine
 */
bool allowed_packet(const char *name, bool dma)
{
	return name && (dma ? LISTED(dma_packets, name) : LISTED(packets, name));
}

/**
 * allowed_read() - may a stream get to know what a register holds?
 * @name: as for allowed_name()
 */
bool allowed_read(const char *name)
{
	return LISTED(readable, name);
}

#define WAIT_IDLE	0x0003c100u	/* CP DMA, 2D and 3D idle, and clean */
#define FORCE_ENABLE	0x00000015u	/* in three fields of two bits, of which 2 is off */
#define FORCE_PLANES	0xf8181800u	/* reads and writes of depth, stencil and summaries */
#define SCAN		0x06010000u	/* samples, and ends of vertices */
#define SQ_NAMED	0xfffc0003u
#define POLYGON		0x15u
#define FIRST_SIMDS	0x00010001u	/* of the two stages that share a register */
#define ALL_LS_LDS	0x0000ff00u	/* Cayman: 255 units for the stage of dispatches */
#define ALL_INSTANCES	0x40000000u
#define ALL_ENGINES	0x80000000u

/**
 * allowed_bits() - what of a register is free
 * @rule: of the register
 *
 * Return: bits that may have any value while the others are those of allowed_ones().
 */
uint32_t allowed_bits(enum allowed rule)
{
	switch (rule) {
	case ALLOWED_ANY:
	case ALLOWED_CLEAN:
		return UINT32_MAX;
	case ALLOWED_IDLE_WAIT:
		return WAIT_IDLE;
	case ALLOWED_UNFORCED:
		return ~(FORCE_ENABLE | FORCE_PLANES);
	case ALLOWED_SCAN:
		return SCAN;
	case ALLOWED_SQ_CONFIG:
		return SQ_NAMED;
	case ALLOWED_PRIMITIVES:
		return 0xf;
	case ALLOWED_SIMDS:
		return FIRST_SIMDS;
	default:
		return 0;
	}
}

/**
 * allowed_ones() - what of a register is not free, and set
 * @rule: of the register
 *
 * A stage without a SIMD never ends its work, and the register is not restored for the
 * next client. All chips have two SIMDs at least.
 *
 * Return: bits that have to be 1.
 */
uint32_t allowed_ones(enum allowed rule)
{
	return rule == ALLOWED_SIMDS ? ~FIRST_SIMDS : 0;
}

/**
 * allowed_value() - may a register get this value?
 * @rule: of the register
 * @value: what is written
 * @engines: shader engines of the chip
 */
bool allowed_value(enum allowed rule, uint32_t value, unsigned int engines)
{
	if (rule == ALLOWED_NOT)
		return false;
	if (rule == ALLOWED_ENGINES)
		return value == (ALL_INSTANCES | ALL_ENGINES) ||
		       ((value & ~0xff0000u) == ALL_INSTANCES && (value >> 16 & 0xff) < engines);
	if (rule == ALLOWED_PRIMITIVES)
		return value <= POLYGON;
	if (rule == ALLOWED_LDS)
		return !value || value == ALL_LS_LDS;
	return (value & ~allowed_bits(rule)) == allowed_ones(rule);
}

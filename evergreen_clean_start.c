// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Clean start
 *
 * Registers keep their values from stream to stream. The checker requires a stream to
 * set most of the state that its draws and dispatches use. Streams do not set the state
 * of features that they leave off. The driver therefore sets that state before each
 * stream on the GFX ring without an address space of its own;
 * &r600_cs_input.clean_start tells the checker so. Its packets put into a known state
 *
 * - the resources, and samplers, loop and boolean constants with them: a shader may
 *   index any slot, and one that a stranger has set leads to the stranger's memory;
 * - the rings between stages and of spilled registers: sizes and, for spilled registers,
 *   item sizes are 0, which turns a ring off;
 * - where tessellation factors go, if they leave the chip: memory of the driver's, for no client
 *   can set that. Their ring's size is left at what it is after a reset, which Mesa's
 *   tessellation relies on, as neither it nor the radeon driver writes one;
 * - export memory, likewise, and off-chip tessellation;
 * - targets: Mesa with images in some of its slots writes the INFO of those, and of the
 *   slots between them nothing;
 * - GRBM_GFX_INDEX, first of all, so that the others reach all shader engines;
 * - how many indices there are at most: of Mesa's draws some say it, and others go by what is
 *   left from those before;
 * - the predicate: whether packets with that bit run would tell what another client has counted;
 * - what most clients never write, as they count on its reset value, and what would change or
 *   stop their draws: point sizes, line stipple, the filter of primitives, instance step rates,
 *   where GDS begins and ends, and on Cayman the limits of each stage;
 * - of the state of compute, constant buffers, targets and what says how to use
 *   them. The older chips have one state, or let packets with the compute bit reach
 *   another: not known, so it is written with that bit too. Cayman has sets of it,
 *   and what happens to the GFX ring's is what Mesa does there between dispatches:
 *   DEALLOC_STATE and CLEAR_STATE. So the default state, which that loads, has what
 *   the default state of the radeon driver leaves out.
 *
 * A program may call the fetch program, of which the checker knows for draws where it is. For
 * dispatches, which Mesa's never do, SQ_PGM_START_FS leads to one that returns at once.
 *
 * Mailboxes of random access cannot be turned off: no register has their size. Clover,
 * the OpenCL of Mesa 22.3 and before, sets targets and leaves them out, as its shaders
 * ask for nothing to be returned. So those of compute get an address, behind which there is
 * room for what the largest dispatch returns in the widest format
 * (R600_CS_MAILBOX_BYTES), and one is enough for all, since nobody reads it: no
 * client can name that memory. Draws have no such client, so theirs stay as they are.
 *
 * Bases of what is off point to a page of GTT that has no other purpose but to begin with that
 * fetch program. Nobody writes to it, since no ring that is there has a size. Not taken:
 * the page behind unbound GART entries, which stray accesses of all clients share,
 * and address 0, where VRAM begins.
 *
 * Rings, export memory and GRBM_GFX_INDEX are configuration registers. There is one
 * copy of each, and draws that still run see a change. Hence the wait for an idle
 * engine before it, and VGT_FLUSH, which makes the VGT forget how far it had come
 * in a ring; and both again before a draw can follow. The rest are context
 * registers and constants, which wait for nothing: each draw keeps its own. Mesa
 * ends its streams with the same wait, so the pipe is empty here anyway.
 *
 * The wait is WAIT_UNTIL. On Cayman it may wait for nothing any more: events that end
 * the work of all shaders come before it there, one for each kind of work.
 *
 * A stream with an address space of its own may change these registers, too, and
 * finds what others have left in them: whatever they name is looked up in its own page
 * tables. But draws of others that still run would use its values, and those of
 * streams without an address space with the GART. So it waits for an idle engine
 * if the stream before it on the GFX ring was another client's, and before its
 * page tables are loaded, since its VMID may have been that client's. From one stream to
 * the next of the same client, nothing is waited for.
 *
 * It is done for every stream. To find out what the streams before have left would
 * take more than the packets do, and would have to be right. They are the same each time,
 * so they are made once and copied. They are on the ring itself, where dumps show them; an
 * indirect buffer, filled once, would save the CPU the copy, and cost the CP a fetch.
 * CLEAR_STATE would be shorter, and AMD's guide has it for this purpose; but configuration
 * registers are out of its reach, and on the generation that followed it hangs the card when
 * it comes with each stream (Mesa, radeonsi), so that of draws is used once, when the CP
 * starts.
 *
 * CP1 and CP2 have no clean start: configuration registers belong to all rings, and
 * what runs there runs beside GFX. So the checker gets no promise for streams of
 * these rings, and lets none of them write what GFX counts on. A dispatch there has an
 * address space. If it spilled registers, it would do so where a client of GFX has put
 * the ring, in memory of its own; a client that needs one sends the stream to GFX,
 * where it can set it.
 *
 * Rejected: to wait in memory for the fence of the job before. It proves the same, and
 * would have to be right about jobs that a reset has skipped.
 *
 * Sources: guide 9.4.1 and 9.4.2, and the radeon driver for the clearing registers
 * and for which registers there are; Mesa's r600 for the sequence of wait and flush
 * around a change of rings, for size 0 as off, for the pair on Cayman's GFX ring, and
 * for WAIT_UNTIL: it calls that deprecated on Cayman, where it sends PS_PARTIAL_FLUSH
 * instead. Inference: that a size of 0 keeps a shader from the ring whatever it
 * executes, that the clearing registers may be part of the default state, and that
 * the three partial flushes together leave no shader running.
 */
#include <linux/bitfield.h>
#include <linux/cleanup.h>
#include <linux/log2.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_vm.h"
#include "evergreen_clean_start.h"
#include "evergreen_device.h"
#include "evergreen_emit.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"
#include "r600_cs_checker.h"

/* CF_INST and BARRIER of the second word of a control flow instruction (AMD's guide of them). */
#define CF_RETURN		(BIT(31) | 0x14 << 22)

/*
 * A page for what is off, the mailbox, and as many factors as VGT_TF_RING_SIZE can say: twice, as no
 * document says whether the two shader engines that there may be share the ring.
 */
#define PARK_FACTORS		(EVERGREEN_PARK_MAILBOX + R600_CS_MAILBOX_BYTES)
#define PARK_BYTES		(PARK_FACTORS + 2 * SZ_512K)
static_assert(!(PARK_FACTORS & 255), "addresses are in units of 256 bytes");

/*
 * Writes @n registers of draws, or of compute, from @reg on: zeroes, or what the caller puts behind
 * the packet's head.
 */
typedef void (*emit_regs_fn)(struct evergreen_ring *ring, u32 reg, u32 n);

static bool is_cayman(const struct evergreen_ring *ring)
{
	return evergreen_is_cayman(ring->edev->chip);
}

static void emit_zeros(struct evergreen_ring *ring, u32 n)
{
	while (n--)
		evergreen_ring_write(ring, 0);
}

static void emit_context_zeros(struct evergreen_ring *ring, u32 reg, u32 n)
{
	emit_set_context_regs(ring, reg, n);
	emit_zeros(ring, n);
}

static void emit_compute_zeros(struct evergreen_ring *ring, u32 reg, u32 n)
{
	emit_set_compute_regs(ring, reg, n);
	emit_zeros(ring, n);
}

/* Changes take effect before a draw can follow, and the VGT begins its rings anew. */
#define SETTLED_DW(cayman)	((cayman) * EVENT_WRITE_DW + SET_REG_DW(1) + EVENT_WRITE_DW)
static void emit_settled(struct evergreen_ring *ring)
{
	if (is_cayman(ring))
		emit_event_write(ring, PS_PARTIAL_FLUSH, EVENT_INDEX_PARTIAL_FLUSH);
	emit_config_reg(ring, WAIT_UNTIL, WAIT_3D_IDLE);
	emit_event_write(ring, VGT_FLUSH, EVENT_INDEX_NONE);
}

/* The same, and nothing runs any more. */
#define IDLE_DW(cayman)		((cayman) * 2 * EVENT_WRITE_DW + SETTLED_DW(cayman))
static void emit_idle(struct evergreen_ring *ring)
{
	if (is_cayman(ring)) {
		emit_event_write(ring, VS_PARTIAL_FLUSH, EVENT_INDEX_PARTIAL_FLUSH);
		emit_event_write(ring, CS_PARTIAL_FLUSH, EVENT_INDEX_PARTIAL_FLUSH);
	}
	emit_settled(ring);
}

static u32 park_base(const struct evergreen_ring *ring, u32 offset)
{
	return (ring->edev->park.gpu_addr + offset) >> 8;
}

/* Payload of a SET packet: @n pieces of memory, a base and a size of 0 for each. */
static void emit_off(struct evergreen_ring *ring, u32 n)
{
	while (n--) {
		evergreen_ring_write(ring, park_base(ring, 0));
		evergreen_ring_write(ring, 0);
	}
}

#define RINGS_DW		(SET_REG_DW(2 * NUM_SQ_ESGS_TO_PSTMP_RINGS) +		\
				 SET_REG_DW(2 * NUM_SQ_LSTMP_TO_HSTMP_RINGS) + SET_REG_DW(1))
static void emit_rings_off(struct evergreen_ring *ring)
{
	emit_set_config_regs(ring, SQ_ESGS_RING_BASE, 2 * NUM_SQ_ESGS_TO_PSTMP_RINGS);
	emit_off(ring, NUM_SQ_ESGS_TO_PSTMP_RINGS);
	emit_set_config_regs(ring, SQ_LSTMP_RING_BASE, 2 * NUM_SQ_LSTMP_TO_HSTMP_RINGS);
	emit_off(ring, NUM_SQ_LSTMP_TO_HSTMP_RINGS);
	emit_config_reg(ring, VGT_TF_MEMORY_BASE, park_base(ring, PARK_FACTORS));
}

#define SCATTER_DW		SET_REG_DW(2)
static void emit_scatter_off(struct evergreen_ring *ring)
{
	emit_set_context_regs(ring, SX_SCATTER_EXPORT_BASE, 2);
	emit_off(ring, 1);
}

#define EXPORTS_DW(cayman)	((cayman) ? SET_REG_DW(1) + SCATTER_DW : SET_REG_DW(2))
static void emit_exports_off(struct evergreen_ring *ring)
{
	if (is_cayman(ring)) {
		emit_config_reg(ring, VGT_HS_OFFCHIP_PARAM, 0);
		emit_scatter_off(ring);
		return;
	}
	emit_set_config_regs(ring, SX_MEMORY_EXPORT_BASE, 2);
	emit_off(ring, 1);
}

/* Item sizes of the rings for spilled registers. */
#define ITEMS_DW		(SET_REG_DW(NUM_SQ_ESTMP_TO_PSTMP_ITEMSIZES) +		\
				 SET_REG_DW(NUM_SQ_LSTMP_TO_HSTMP_RINGS))
static void emit_items_off(struct evergreen_ring *ring, emit_regs_fn zeros)
{
	zeros(ring, SQ_ESTMP_RING_ITEMSIZE, NUM_SQ_ESTMP_TO_PSTMP_ITEMSIZES);
	zeros(ring, SQ_LSTMP_RING_ITEMSIZE, NUM_SQ_LSTMP_TO_HSTMP_RINGS);
}

#define TARGETS_DW		((NUM_CB_COLORS + NUM_CB_SMALL_COLORS) * SET_REG_DW(1))
static void emit_targets_off(struct evergreen_ring *ring, emit_regs_fn zeros)
{
	u32 i;

	for (i = 0; i < NUM_CB_COLORS; i++)
		zeros(ring, CB_COLOR_INFO(i), 1);
	for (i = 0; i < NUM_CB_SMALL_COLORS; i++)
		zeros(ring, CB_SMALL_COLOR_INFO(i), 1);
}

/*
 * What compute shaders read constants from, and write to. ALT_CONST in a program asks for constants
 * of another stage, and which those of compute are is not known.
 */
#define BUFFERS_DW		(SET_REG_DW(NUM_ALU_CONST_BUFFERS_PS_TO_GS) +		\
				 SET_REG_DW(NUM_ALU_CONST_BUFFERS_HS_TO_LS) + TARGETS_DW)
static void emit_buffers_off(struct evergreen_ring *ring, emit_regs_fn zeros)
{
	zeros(ring, SQ_ALU_CONST_BUFFER_SIZE_PS(0), NUM_ALU_CONST_BUFFERS_PS_TO_GS);
	zeros(ring, SQ_ALU_CONST_BUFFER_SIZE_HS(0), NUM_ALU_CONST_BUFFERS_HS_TO_LS);
	emit_targets_off(ring, zeros);
}

#define MAILBOXES_DW		SET_REG_DW(NUM_CB_IMMED_BASES)
static void emit_mailboxes_parked(struct evergreen_ring *ring, emit_regs_fn set)
{
	u32 i;

	set(ring, CB_IMMED0_BASE, NUM_CB_IMMED_BASES);
	for (i = 0; i < NUM_CB_IMMED_BASES; i++)
		evergreen_ring_write(ring, park_base(ring, EVERGREEN_PARK_MAILBOX));
}

/* Cayman, idle: the set that the GFX ring has is given back, and a clean one taken. */
#define COMPUTE_SET_DW		(2 * COMPUTE_STATE_PACKET_DW)
static void emit_compute_set(struct evergreen_ring *ring)
{
	emit_compute_state(ring, PACKET3_DEALLOC_STATE);
	emit_compute_state(ring, PACKET3_CLEAR_STATE);
}

/* Draws that do not say how many indices their buffer has find no limit. */
#define INDICES_DW		2
static void emit_indices_unlimited(struct evergreen_ring *ring)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_INDEX_BUFFER_SIZE, 0));
	evergreen_ring_write(ring, ~0u);
}

/* Whether predicated packets run is what the stream before has counted. */
#define PREDICATE_DW		3
static void emit_predicate_off(struct evergreen_ring *ring)
{
	evergreen_ring_write(ring, PACKET3(PACKET3_SET_PREDICATION, 1));
	emit_zeros(ring, 2);
}

/* Registers of draws that few clients write, from which one on and how many. */
static const struct seldom_written {
	u32 reg, n;
	u32 value;	/* of each */
	bool cayman;	/* has them, others do not */
} seldom_written[] = {
	{ SPI_GPR_MGMT, NUM_SPI_MGMT, .cayman = true },
	{ GDS_ADDR_BASE, 1 },
	{ GDS_ADDR_SIZE, 1, .value = GDS_ADDR_SIZE_MAX },
	{ PA_CL_POINT_X_RAD, NUM_PA_CL_POINTS },
	{ PA_SU_LINE_STIPPLE_CNTL, NUM_PA_SU_LINE_STIPPLE_TO_FILTER },
	{ VGT_INSTANCE_STEP_RATE_0, NUM_VGT_INSTANCE_STEP_RATES },
};

#define SELDOM_WRITTEN_DW(cayman)							\
	((cayman) * SET_REG_DW(NUM_SPI_MGMT) + 2 * SET_REG_DW(1) + SET_REG_DW(NUM_PA_CL_POINTS) + \
	 SET_REG_DW(NUM_PA_SU_LINE_STIPPLE_TO_FILTER) + SET_REG_DW(NUM_VGT_INSTANCE_STEP_RATES))
static void emit_seldom_written(struct evergreen_ring *ring)
{
	const struct seldom_written *s;
	u32 i;

	for (s = seldom_written; s < seldom_written + ARRAY_SIZE(seldom_written); s++) {
		if (s->cayman && !is_cayman(ring))
			continue;
		emit_set_context_regs(ring, s->reg, s->n);
		for (i = 0; i < s->n; i++)
			evergreen_ring_write(ring, s->value);
	}
}

/* What the stream before has left is gone, and nothing of it runs any more. */
#define TAKE_OVER_DW(cayman)	(PREDICATE_DW + INDICES_DW + SELDOM_WRITTEN_DW(cayman) +	\
				 IDLE_DW(cayman))
static void emit_take_over(struct evergreen_ring *ring)
{
	emit_predicate_off(ring);
	emit_indices_unlimited(ring);
	emit_seldom_written(ring);
	emit_idle(ring);
}

#define FETCH_PROGRAM_DW	SET_REG_DW(1)
static void emit_fetch_program_parked(struct evergreen_ring *ring, emit_regs_fn set)
{
	set(ring, SQ_PGM_START_FS, 1);
	evergreen_ring_write(ring, park_base(ring, 0));
}

#define COMPUTE_DW		(ITEMS_DW + BUFFERS_DW + MAILBOXES_DW + FETCH_PROGRAM_DW +	\
				 4 * SET_REG_DW(1))
static void emit_compute_off(struct evergreen_ring *ring)
{
	emit_items_off(ring, emit_compute_zeros);
	emit_buffers_off(ring, emit_compute_zeros);
	emit_mailboxes_parked(ring, emit_set_compute_regs);
	emit_fetch_program_parked(ring, emit_set_compute_regs);
	emit_compute_zeros(ring, PA_SC_AA_CONFIG, 1);
	emit_compute_zeros(ring, VGT_SHADER_STAGES_EN, 1);
	emit_compute_zeros(ring, VGT_GS_MODE, 1);
	emit_set_compute_regs(ring, CB_COLOR_CONTROL, 1);
	evergreen_ring_write(ring, FIELD_PREP(COLOR_MODE, COLOR_MODE_NORMAL) |
			     FIELD_PREP(COLOR_ROP3, COLOR_ROP3_COPY));
}

static_assert(BUFFERS_DW + MAILBOXES_DW + FETCH_PROGRAM_DW + SCATTER_DW + CLEAR_CONSTANTS_DW <=
	      EVERGREEN_CLEAN_DEFAULT_DW);

/**
 * evergreen_clean_start_emit_default() - what the default state leaves out
 * @ring: the GFX ring, between the markers of the default state, with
 *	EVERGREEN_CLEAN_DEFAULT_DW reserved
 */
void evergreen_clean_start_emit_default(struct evergreen_ring *ring)
{
	emit_buffers_off(ring, emit_context_zeros);
	emit_mailboxes_parked(ring, emit_set_context_regs);
	emit_fetch_program_parked(ring, emit_set_context_regs);
	if (is_cayman(ring))
		emit_scatter_off(ring);
	emit_clear_constants(ring);
}

static_assert(COMPUTE_SET_DW <= COMPUTE_DW);
#define DRAWS_DW(cayman)	(SET_REG_DW(1) + TAKE_OVER_DW(cayman) + SETTLED_DW(cayman) +	\
				 RINGS_DW + EXPORTS_DW(cayman) + ITEMS_DW + TARGETS_DW +	\
				 CLEAR_CONSTANTS_DW)
static_assert(DRAWS_DW(0) + COMPUTE_DW <= EVERGREEN_CLEAN_START_DW);
static_assert(DRAWS_DW(1) + COMPUTE_SET_DW <= CAYMAN_CLEAN_START_DW);

static void emit_all(struct evergreen_ring *ring)
{
	emit_config_reg(ring, GRBM_GFX_INDEX, GFX_SE_BROADCAST | GFX_INSTANCE_BROADCAST);
	emit_take_over(ring);
	emit_rings_off(ring);
	emit_exports_off(ring);
	emit_items_off(ring, emit_context_zeros);
	emit_targets_off(ring, emit_context_zeros);
	emit_clear_constants(ring);
	if (is_cayman(ring))
		emit_compute_set(ring);
	else
		emit_compute_off(ring);
	emit_settled(ring);
}

/* The packets, written to memory that no engine reads. */
static int write_down(struct evergreen_device *edev)
{
	struct evergreen_ring *paper __free(kfree) = kzalloc(sizeof(*paper), GFP_KERNEL);
	u32 size_dw = roundup_pow_of_two(EVERGREEN_CLEAN_START_DW);

	edev->clean_start = drmm_kcalloc(&edev->drm, size_dw, sizeof(u32), GFP_KERNEL);
	if (!paper || !edev->clean_start)
		return -ENOMEM;

	paper->edev = edev;
	paper->mem.dwords = edev->clean_start;
	paper->size_dw = size_dw;
	emit_all(paper);
	edev->clean_start_dw = paper->wptr;
	return 0;
}

/**
 * evergreen_clean_start_init() - allocate memory that nobody needs, and make the packets
 * @edev: the card; the GART is enabled
 *
 * Return: 0, -ENOMEM, or an error of evergreen_kernel_bo_create().
 */
int evergreen_clean_start_init(struct evergreen_device *edev)
{
	int ret = evergreen_kernel_bo_create(edev, &edev->park, PARK_BYTES, 0,
					     RADEON_GEM_DOMAIN_GTT);

	if (ret)
		return ret;
	edev->park.dwords[0] = 0;
	edev->park.dwords[1] = CF_RETURN;
	wmb();		/* before the card reads it */
	ret = write_down(edev);
	if (ret)
		evergreen_kernel_bo_free(&edev->park);
	return ret;
}

/**
 * evergreen_clean_start_fini() - free that memory
 * @edev: the card, whose engines are stopped
 */
void evergreen_clean_start_fini(struct evergreen_device *edev)
{
	evergreen_kernel_bo_free(&edev->park);
}

/**
 * evergreen_clean_start_emit() - let the next stream find what the checker assumes
 * @ring: the GFX ring, in which EVERGREEN_CLEAN_START_DW are reserved, or
 *	CAYMAN_CLEAN_START_DW on Cayman and Aruba
 */
void evergreen_clean_start_emit(struct evergreen_ring *ring)
{
	evergreen_ring_write_all(ring, ring->edev->clean_start, ring->edev->clean_start_dw);
	ring->owner = 0;
}

static_assert(TAKE_OVER_DW(1) <= CAYMAN_TAKE_OVER_DW);

/**
 * evergreen_clean_start_take_over() - let a stream change what exists once
 * @ring: the GFX ring, in which CAYMAN_TAKE_OVER_DW are reserved; nothing of the
 *	stream has been emitted, its page tables included
 * @vm: the address space that the stream runs in
 */
void evergreen_clean_start_take_over(struct evergreen_ring *ring, const struct cayman_vm *vm)
{
	if (ring->owner == vm->client)
		return;
	emit_take_over(ring);
	ring->owner = vm->client;
}

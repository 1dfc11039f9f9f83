// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: inherited state
 *
 * Registers and resources that decide which memory a draw touches outlive the
 * stream that has set them. This file watches where they come from.
 *
 * Always, for what the driver itself puts on ring 0: memory of the sequencer and
 * the VGT is configuration, of which there is one copy, so it may change only while
 * nothing is drawn, behind a wait for an idle engine and VGT_FLUSH, and before
 * the next draw both have to come again. That is how Mesa changes its rings. The wait
 * is WAIT_UNTIL. On Cayman it is three events, which end what draws and dispatches
 * have begun of pixels, vertices and compute: Mesa calls WAIT_UNTIL deprecated there
 * and sends PS_PARTIAL_FLUSH instead. That WAIT_UNTIL waits for nothing at all on
 * Cayman, and that each event ends no more than its name says, is the worst reading.
 *
 * The following is checked only if the configuration asks for it (own_state): it is what this
 * driver promises, and stock's does not.
 *
 * - While draws of another client may run, a stream changes none of that configuration. While work
 *   may run in an address space, it does not get other page tables. Clients without page tables of
 *   their own cannot be told apart, so each of their submissions counts as a client. For page
 *   tables, which the driver changes when it has seen a fence, a fence that has come out of the
 *   pipe proves that work is over. On the ring only waits and events prove that.
 * - The fence's own event does not write back HTILE, CMASK and FMASK, in the worst reading. So
 *   before a fence on ring 0 two events have come that do.
 * - Nor does it wait for threads that go on behind their last export, or have none, in the worst
 *   reading: AMD promises no more (9.6.2). So the events that end shaders have come, too.
 * - What draws and dispatches have written is flushed by the fence's event or one before it. What
 *   they have read is thrown out of the caches by SURFACE_SYNC, of all memory and of their address
 *   space: who comes next may have written there. The kernel's driver has both before its fences.
 * - A draw or dispatch of a stream in address space 0 finds only what has been set since the last
 *   fence on its ring, by the stream or by the driver before it. Rings 1 and 2 take no such work,
 *   as ring 0 changes the configuration under it.
 * - On Cayman, a dispatch finds the compute state of its ring, which has to be new since that
 *   fence. It begins as the clear state, which must have all of it. On the other chips a register
 *   counts for both, whether packets of draws or of compute have set it.
 * - A predicated packet goes by a predicate of its own client, and a draw that does not say how
 *   many indices there are at most, by a limit of its own client.
 * - Registers of draws that few clients write are watched in the same way, with address spaces and
 *   without: a draw finds the value after a reset, or what its own client has written. They hold
 *   no address; but with limits of a stage that are too low, a draw is wrong or never ends.
 * - GRBM_GFX_INDEX selects the shader engine whose registers are written. One may be selected
 *   between packets of a stream, as Mesa does for rings of spilled registers, but not when the CP
 *   is started or a stream begins or ends, nor when there is work: what is written then would be
 *   missing in one half of the chip. Here there is one copy all the same. Rings of Cayman share
 *   the selection; a stream is not to blame for what another ring has selected.
 *
 * Which registers: those that the kernel's driver wants a relocation for or that
 * size such memory, in its evergreen_cs.c; the factor ring and the off-chip
 * parameter by Mesa's names; for dispatches those that say which constant buffers and
 * targets there are, and where random access returns something. That each of them
 * counts even when nothing uses it is on purpose: a shader can do what its state does
 * not say.
 */
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "cp.h"

#define GRBM_GFX_INDEX		0x802c
#define ALL_ENGINES		(3u << 30)	/* broadcast to shader engines, and to instances */
#define PT_BASE(vmid)		(0x153cu + 4 * (vmid))
#define SQ_CONFIG		0x8c00
#define COHER_TC		(1u << 23)
#define COHER_VC		(1u << 24)
#define COHER_SH		(1u << 27)
#define WAIT_3D			(1u << 15 | 1u << 17)	/* idle, idle and clean */
#define EVENT_CS_PARTIAL_FLUSH	0x07

#define RESOURCES		0x30000
#define RESOURCE_BYTES		32

enum { BOTH, EVERGREEN, CAYMAN };

/* @step: bytes from one to the next. The last rows matter to dispatches alone. */
static const struct watched {
	uint32_t first, count, step;
	unsigned int chips;
	enum gpu_source source;
	bool compute;
} watched[] = {
	{ GRBM_GFX_INDEX, 1, 4, BOTH, SRC_KERNEL },
	{ 0x089b0, 1, 4, CAYMAN, SRC_KERNEL },		/* VGT_HS_OFFCHIP_PARAM */
	{ 0x089b8, 1, 4, BOTH, SRC_MESA },		/* VGT_TF_MEMORY_BASE */
	{ 0x08c40, 12, 4, BOTH, SRC_KERNEL },		/* SQ_ESGS_RING_BASE to SQ_PSTMP_RING_SIZE */
	{ 0x08e10, 4, 4, BOTH, SRC_KERNEL },		/* SQ_LSTMP_RING_BASE to SQ_HSTMP_RING_SIZE */
	{ 0x09010, 2, 4, EVERGREEN, SRC_KERNEL },	/* SX_MEMORY_EXPORT_BASE, _SIZE */
	{ 0x28358, 2, 4, CAYMAN, SRC_KERNEL },		/* SX_SCATTER_EXPORT_BASE, _SIZE */
	{ 0x28830, 2, 4, BOTH, SRC_KERNEL },		/* SQ_LSTMP_RING_ITEMSIZE, HSTMP */
	{ 0x28908, 4, 4, BOTH, SRC_KERNEL },		/* SQ_ESTMP_RING_ITEMSIZE to PSTMP */
	{ 0x28c70, 8, 0x3c, BOTH, SRC_KERNEL },		/* CB_COLOR0_INFO to 7 */
	{ 0x28e50, 4, 0x1c, BOTH, SRC_KERNEL },		/* CB_COLOR8_INFO to 11 */
	{ 0x28140, 48, 4, BOTH, SRC_KERNEL, true },	/* SQ_ALU_CONST_BUFFER_SIZE_PS, VS, GS */
	{ 0x28f80, 32, 4, BOTH, SRC_KERNEL, true },	/* the same of HS and LS */
	{ 0x28b9c, 12, 4, BOTH, SRC_KERNEL, true },	/* CB_IMMED0_BASE to 11 */
	{ 0x288a4, 1, 4, BOTH, SRC_KERNEL, true },		/* SQ_PGM_START_FS */
	{ 0x28c04, 1, 4, EVERGREEN, SRC_KERNEL, true },		/* PA_SC_AA_CONFIG */
	{ 0x28be0, 1, 4, CAYMAN, SRC_KERNEL, true },		/* the same */
	{ 0x28808, 1, 4, BOTH, SRC_KERNEL, true },		/* CB_COLOR_CONTROL */
	{ 0x28a40, 1, 4, BOTH, SRC_KERNEL, true },		/* VGT_GS_MODE */
	{ 0x28b54, 1, 4, BOTH, SRC_KERNEL, true },		/* VGT_SHADER_STAGES_EN */
};

/* No draw of Mesa 25 has set them, by its recorded streams. */
static const struct {
	uint32_t first, count;
	unsigned int chips;
} seldom[] = {
	{ 0x286f8, 5, CAYMAN },		/* SPI_GPR_MGMT to SPI_WAVE_MGMT_2 */
	{ 0x28720, 2, BOTH },		/* GDS_ADDR_BASE, _SIZE */
	{ 0x287d4, 4, BOTH },		/* PA_CL_POINT_X_RAD to PA_CL_POINT_CULL_RAD */
	{ 0x28824, 3, BOTH },		/* PA_SU_LINE_STIPPLE_CNTL, _SCALE, PA_SU_PRIM_FILTER_CNTL */
	{ 0x28aa0, 2, BOTH },		/* VGT_INSTANCE_STEP_RATE_0, _1 */
};

#define N_WATCHED (ARRAY_SIZE(watched))

/* The place of a row's first register among all; they are stored in this order. */
static unsigned int place_of(const struct watched *row)
{
	unsigned int place = 0;

	for (const struct watched *w = watched; w < row; w++)
		place += w->count;
	if (place + row->count > CP_WATCHED)
		abort();
	return place;
}

static bool on_chip(struct gpu *gpu, const struct watched *row)
{
	return row->chips == BOTH || row->chips == (gpu_config(gpu)->chip->cayman ? CAYMAN : EVERGREEN);
}

/* The row of a register of this chip, or NULL. */
static const struct watched *row_of(struct gpu *gpu, uint32_t offset)
{
	for (size_t i = 0; i < N_WATCHED; i++) {
		const struct watched *row = &watched[i];

		if (offset >= row->first && (offset - row->first) % row->step == 0 &&
		    (offset - row->first) / row->step < row->count && on_chip(gpu, row))
			return row;
	}
	return NULL;
}

/* Numbers are given when they are needed first, so a reset makes all old. */
static uint32_t submission_of(struct cp_ring *ring)
{
	if (!ring->submission)
		ring->submission = ++ring->cp->submissions;
	return ring->submission;
}

/*
 * Who answers for what the stream does: a client is known by its page tables, and one
 * without only for as long as its submission lasts.
 */
static uint64_t owner_of(struct pm4 *p)
{
	if (!p->vmid)
		return submission_of(p->ring);
	return 1ull << 63 | (uint64_t)p->vmid << 32 | gpu_reg_get(p->gpu, PT_BASE(p->vmid));
}

static void check_change(struct pm4 *p, uint32_t offset)
{
	struct cp *cp = p->cp;

	if (cp->unsettled & STATE_RUNS)
		pm4_complain(p, "%s changes while draws may run", gpu_reg_name(p->gpu, offset));
	if (cp->unsettled & STATE_VGT)
		pm4_complain(p, "%s changes without a VGT_FLUSH since the last draw",
			     gpu_reg_name(p->gpu, offset));
	cp->unsettled |= STATE_MEMORY_WAIT | STATE_MEMORY_FLUSH;
}

/* The same by a stream: its own draws it may disturb. */
static void check_change_by_stream(struct pm4 *p, uint32_t offset)
{
	const struct cp *cp = p->cp;

	if (gpu_config(p->gpu)->own_state && cp->unsettled & STATE_RUNS &&
	    (cp->drawn_by_more || cp->drawn_by != owner_of(p)))
		pm4_complain(p, "%s changes while draws of another client may run",
			     gpu_reg_name(p->gpu, offset));
}

/* By whom a register of draws has been set; the driver's answer for everybody. */
static void note_seldom(struct pm4 *p, uint32_t offset)
{
	uint64_t *by = p->cp->seldom_by;

	for (size_t i = 0; i < ARRAY_SIZE(seldom); by += seldom[i++].count)
		if (offset - seldom[i].first < 4 * seldom[i].count &&
		    (seldom[i].chips == BOTH || gpu_config(p->gpu)->chip->cayman))
			by[(offset - seldom[i].first) / 4] = p->ring->depth ? owner_of(p) : 0;
}

/* Nobody sets one that the chip has not. */
static void check_seldom(struct pm4 *p)
{
	const uint64_t *by = p->cp->seldom_by;

	for (size_t i = 0; i < ARRAY_SIZE(seldom); i++)
		for (uint32_t k = 0; k < seldom[i].count; k++, by++)
			if (*by && *by != owner_of(p))
				pm4_complain(p, "%s is what another client left",
					     gpu_reg_name(p->gpu, seldom[i].first + 4 * k));
}

/**
 * inherit_set() - a SET packet writes a register or a constant
 * @p: the packet
 * @offset: byte offset
 */
void inherit_set(struct pm4 *p, uint32_t offset)
{
	const struct watched *row = row_of(p->gpu, offset);
	uint32_t slot = (offset - RESOURCES) / RESOURCE_BYTES;

	note_seldom(p, offset);
	if (offset >= RESOURCES && slot < CP_RESOURCES)
		p->cp->slot_set[slot] = submission_of(p->ring);
	if (offset == GRBM_GFX_INDEX)
		p->cp->selected_by = p->ring->index;
	if (!row)
		return;
	p->cp->watched_set[place_of(row) + (offset - row->first) / row->step] =
		submission_of(p->ring);
	if (offset >= CONTEXT_BASE || offset == GRBM_GFX_INDEX)
		return;
	if (p->ring->depth)
		check_change_by_stream(p, offset);
	else
		check_change(p, offset);
}

static void check_selected(const struct cp_ring *ring, const char *when)
{
	const struct cp *cp = ring->cp;
	uint32_t value = gpu_reg_get(cp->gpu, GRBM_GFX_INDEX);

	if (!gpu_config(cp->gpu)->own_state || (value & ALL_ENGINES) == ALL_ENGINES ||
	    (cp->selected_by != ring->index && cp->ring[cp->selected_by].depth))
		return;
	gpu_violation(cp->gpu, "CP ring %u: %s while GRBM_GFX_INDEX 0x%08x selects a part of the chip",
		      ring->index, when, value);
}

/**
 * inherit_start() - the CP is started
 * @cp: the command processor
 */
void inherit_start(struct cp *cp)
{
	check_selected(&cp->ring[0], "it is started");
}

/**
 * inherit_stream() - a ring calls a buffer, or comes back from it
 * @ring: the ring
 */
void inherit_stream(struct cp_ring *ring)
{
	check_selected(ring, ring->depth ? "a stream begins" : "a stream ends");
}

/**
 * inherit_compute_state() - CLEAR_STATE has given a ring a new compute state
 * @ring: the ring
 */
void inherit_compute_state(struct cp_ring *ring)
{
	ring->compute_set = submission_of(ring);
}

static void no_work(struct cp *cp, unsigned int ring)
{
	memset(cp->last_work[ring], 0, sizeof(cp->last_work[ring]));
}

/**
 * inherit_predicate() - a packet sets the predicate
 * @p: the packet
 */
void inherit_predicate(struct pm4 *p)
{
	p->cp->predicate_by = owner_of(p);
}

/**
 * inherit_predicated() - whether a packet is carried out goes by the predicate
 * @p: the packet
 */
void inherit_predicated(struct pm4 *p)
{
	if (gpu_config(p->gpu)->own_state && p->cp->predicate_by != owner_of(p))
		pm4_complain(p, "goes by the predicate of another client");
}

/**
 * inherit_limit() - a packet sets how many indices there are at most
 * @p: the packet, a client's or the driver's
 */
void inherit_limit(struct pm4 *p)
{
	p->cp->limit_by = p->ring->depth ? owner_of(p) : 0;
}

/**
 * inherit_limited() - a draw goes by the limit that it finds
 * @p: the packet
 */
void inherit_limited(struct pm4 *p)
{
	uint64_t by = p->cp->limit_by;

	if (gpu_config(p->gpu)->own_state && by && by != owner_of(p))
		pm4_complain(p, "goes by the number of indices that another client has");
}

/**
 * inherit_wait() - WAIT_UNTIL is written
 * @cp: the command processor
 * @value: what to wait for
 */
void inherit_wait(struct cp *cp, uint32_t value)
{
	if (!(value & WAIT_3D))
		return;
	if (gpu_config(cp->gpu)->chip->cayman) {
		gpu_guess(cp->gpu, "CP: WAIT_UNTIL waits for no draw on Cayman");
		return;
	}
	cp->unsettled &= ~(STATE_RUNS | STATE_MEMORY_WAIT);
	cp->ring[0].threads = 0;
	no_work(cp, 0);
}

/* By their names: CACHE_FLUSH_TS, CACHE_FLUSH, CACHE_FLUSH_AND_INV_EVENT_TS and the same without TS. */
static bool flushes_data(uint32_t type)
{
	return type == 0x04 || type == 0x06 || type == 0x14 || type == 0x16;
}

/* What each event ends, of what ring 0 has begun. */
static const struct {
	uint32_t type;
	unsigned int ends, on_cayman;
} settling[] = {
	{ EVENT_CS_PARTIAL_FLUSH, STATE_COMPUTE, 0 },
	{ 0x0f, STATE_VERTICES, 0 },			/* VS_PARTIAL_FLUSH */
	{ 0x10, STATE_PIXELS, STATE_MEMORY_WAIT },	/* PS_PARTIAL_FLUSH */
	{ 0x24, STATE_VGT | STATE_MEMORY_FLUSH, 0 },	/* VGT_FLUSH */
	{ 0x2c, STATE_DEPTH_META, 0 },			/* FLUSH_AND_INV_DB_META */
	{ 0x2e, STATE_COLOUR_META, 0 },			/* FLUSH_AND_INV_CB_META */
};

/**
 * inherit_event() - an event goes down the pipe
 * @p: the packet
 * @type: its number
 */
void inherit_event(struct pm4 *p, uint32_t type)
{
	struct cp *cp = p->cp;

	if (flushes_data(type))
		p->ring->unflushed = false;
	for (size_t i = 0; i < ARRAY_SIZE(settling); i++) {
		if (settling[i].type != type)
			continue;
		p->ring->threads &= ~settling[i].ends;
		if (!p->ring->index)
			cp->unsettled &= ~(settling[i].ends | (gpu_config(p->gpu)->chip->cayman ?
							       settling[i].on_cayman : 0));
	}
	if (p->ring->index ? type == EVENT_CS_PARTIAL_FLUSH : !(cp->unsettled & STATE_RUNS))
		no_work(cp, p->ring->index);
}

/* The vertex cache is read if SQ_CONFIG says so, and not at all on Cayman (Mesa). */
static uint32_t read_caches(struct gpu *gpu)
{
	bool vertices = !gpu_config(gpu)->chip->cayman && gpu_reg_get(gpu, SQ_CONFIG) & 1;

	return COHER_TC | COHER_SH | (vertices ? COHER_VC : 0);
}

/**
 * inherit_sync() - SURFACE_SYNC, as it says, throws something out of caches
 * @p: the packet, well formed
 *
 * Threads that still run read into them again.
 */
void inherit_sync(struct pm4 *p)
{
	uint32_t wanted = read_caches(p->gpu);

	if (!p->ring->threads && (p->body[0] & wanted) == wanted && p->body[1] == ~0u && !p->body[2])
		p->ring->read_in &= ~(1u << (p->body[3] >> 24));
}

/**
 * inherit_bottom() - an end-of-pipe event has come out
 * @cp: the command processor
 * @b: the event; what its ring has begun before it is over
 */
void inherit_bottom(struct cp *cp, const struct cp_bottom *b)
{
	for (unsigned int vmid = 0; b->kind != BOTTOM_SAMPLES && vmid < CP_VMIDS; vmid++)
		if (cp->last_work[b->ring][vmid] <= b->works)
			cp->last_work[b->ring][vmid] = 0;
}

/**
 * gpu_cp_pages_change() - an address space has been given page tables
 * @gpu: the card
 * @vmid: which address space
 *
 * If they are others, what still runs in it goes on in memory of somebody else.
 */
void gpu_cp_pages_change(struct gpu *gpu, unsigned int vmid)
{
	const struct cp *cp = cp_of(gpu);

	if (!gpu_config(gpu)->own_state || gpu_reg_get(gpu, PT_BASE(vmid)) == cp->work_pages[vmid])
		return;
	for (unsigned int ring = 0; ring < cp->n_rings; ring++)
		if (cp->last_work[ring][vmid])
			gpu_violation(gpu, "VMID %u gets other page tables while work of CP ring %u may run in it",
				      vmid, ring);
}

/**
 * inherit_fence() - a submission ends
 * @ring: the ring, on which, and not in a buffer, EVENT_WRITE_EOP has come
 */
void inherit_fence(struct cp_ring *ring)
{
	struct gpu *gpu = ring->cp->gpu;
	bool left = !ring->index && ring->cp->unsettled & (STATE_DEPTH_META | STATE_COLOUR_META);

	if (left && gpu_config(gpu)->own_state)
		gpu_violation(gpu, "a fence comes while HTILE, CMASK or FMASK of draws may be in caches");
	if (ring->threads && gpu_config(gpu)->own_state)
		gpu_violation(gpu, "a fence comes while threads of a %s may run",
			      ring->threads & STATE_COMPUTE ? "dispatch" : "draw");
	if (ring->unflushed && gpu_config(gpu)->own_state)
		gpu_violation(gpu, "a fence comes while what has been written may be in caches");
	/* Threads read on, which has been told. */
	if (ring->read_in && !ring->threads && gpu_config(gpu)->own_state)
		gpu_violation(gpu, "a fence comes while what has been read may be in caches (VMIDs 0x%02x)",
			      ring->read_in);
	ring->threads = 0;
	ring->unflushed = false;
	ring->read_in = 0;
	ring->submission = 0;
	ring->slots_checked = false;
}

static bool slot_is_null(struct gpu *gpu, uint32_t slot)
{
	for (uint32_t i = 0; i < RESOURCE_BYTES; i += 4)
		if (gpu_reg_get(gpu, RESOURCES + slot * RESOURCE_BYTES + i))
			return false;
	return true;
}

/* Once for each submission: what it sets afterwards is its own. */
static void check_slots(struct pm4 *p, uint32_t submission)
{
	if (p->ring->slots_checked)
		return;
	p->ring->slots_checked = true;
	for (uint32_t slot = 0; slot < CP_RESOURCES; slot++)
		if (p->cp->slot_set[slot] != submission && !slot_is_null(p->gpu, slot)) {
			pm4_complain(p, "resource %u is another stream's", slot);
			return;
		}
}

static void check_watched(struct pm4 *p, uint32_t submission, bool compute)
{
	for (size_t i = 0; i < N_WATCHED; i++) {
		const uint32_t *set = &p->cp->watched_set[place_of(&watched[i])];

		if (!on_chip(p->gpu, &watched[i]) || (watched[i].compute && !compute))
			continue;
		for (uint32_t k = 0; k < watched[i].count; k++)
			if (set[k] != submission)
				pm4_complain(p, "%s is what another stream left",
					     gpu_reg_name(p->gpu, watched[i].first + k * watched[i].step));
	}
}

/* Resources are nulled by a register that is part of the clear state, too (AMD, 9.4.1). */
static void check_compute_state(struct pm4 *p, uint32_t submission)
{
	const struct cp_me *me = &p->cp->me;

	if (p->ring->compute_set != submission)
		pm4_complain(p, "the compute state is another stream's");
	if (!me->nulls[1])
		pm4_complain(p, "the clear state does not null resources");
	for (const struct watched *row = watched; row < watched + N_WATCHED; row++)
		for (uint32_t k = 0; k < row->count; k++) {
			uint32_t offset = row->first + k * row->step;

			if (offset >= CONTEXT_BASE && on_chip(p->gpu, row) &&
			    !me->clear_state_has[(offset - CONTEXT_BASE) / 4])
				pm4_complain(p, "%s is not in the clear state",
					     gpu_reg_name(p->gpu, offset));
		}
}

static void check_settled(struct pm4 *p)
{
	struct cp *cp = p->cp;

	if (cp->unsettled & (STATE_MEMORY_WAIT | STATE_MEMORY_FLUSH))
		pm4_complain(p, "rings have changed, and %s has not come",
			     cp->unsettled & STATE_MEMORY_WAIT ? "a wait" : "VGT_FLUSH");
	cp->unsettled &= ~(STATE_MEMORY_WAIT | STATE_MEMORY_FLUSH);
}

/* From now on, it may run. */
static void begin_work(struct pm4 *p, bool compute)
{
	struct cp *cp = p->cp;
	uint64_t owner;

	p->ring->threads |= compute ? STATE_COMPUTE : STATE_PIXELS | STATE_VERTICES;
	p->ring->unflushed = true;
	p->ring->read_in |= 1u << p->vmid;
	cp->last_work[p->ring->index][p->vmid] = ++cp->works;
	cp->work_pages[p->vmid] = gpu_reg_get(p->gpu, PT_BASE(p->vmid));
	if (p->ring->index)
		return;
	owner = owner_of(p);
	cp->drawn_by_more = cp->unsettled & STATE_RUNS &&
			    (cp->drawn_by_more || cp->drawn_by != owner);
	cp->drawn_by = owner;
	cp->unsettled |= STATE_VGT | (compute ? STATE_COMPUTE : STATE_PIXELS | STATE_VERTICES |
				      STATE_DEPTH_META | STATE_COLOUR_META);
}

/**
 * inherit_check() - a draw or dispatch begins
 * @p: the packet
 * @compute: which of them
 */
void inherit_check(struct pm4 *p, bool compute)
{
	bool sets = compute && gpu_config(p->gpu)->chip->cayman;
	uint32_t submission = submission_of(p->ring);

	if (!p->ring->index)
		check_settled(p);
	check_selected(p->ring, compute ? "a dispatch begins" : "a draw begins");
	begin_work(p, compute);
	if (gpu_config(p->gpu)->own_state && p->ring->depth && !compute)
		check_seldom(p);
	if (!gpu_config(p->gpu)->own_state || !p->ring->depth || p->vmid)
		return;
	if (p->ring->index) {
		pm4_complain(p, "without an address space, where ring 0 sets the configuration");
		return;
	}
	check_watched(p, submission, compute && !sets);
	if (sets)
		check_compute_state(p, submission);
	else
		check_slots(p, submission);
}

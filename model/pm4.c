// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: command processor, the packets
 *
 * One row per type-3 packet: name, how many dwords the body may have, which
 * engine acts on it, on which chips it exists, what executes it, and where the
 * description comes from. Everything else about a packet is in the function of
 * its row: pm4_state.c (registers), pm4_sync.c (events, waits), pm4_copy.c (data
 * movement), pm4_predicate.c (what is skipped) and pm4_draw.c.
 *
 * A packet without a row is a violation and is stepped over. That includes those
 * the kernel's header names but no public text describes: INDIRECT_BUFFER_END,
 * REG_RMW, DRAW_INDEX_MULTI_*, RB_OFFSET, ALU_*_CONST_*, ONE_REG_WRITE,
 * SET_ALU_CONST*, SET_RESOURCE_OFFSET, SET_*_INDIRECT.
 *
 * Draws and dispatches are decoded, checked and counted. With --shaders they also run
 * (draw_run.c, dispatch_run.c). Without, they leave memory as it was, and everything that
 * waits for them is satisfied.
 */
#include <stdarg.h>
#include <stdio.h>

#include "cp.h"

enum { ENGINE_PFP = 1, ENGINE_ME = 2 };

#define ANY	0x3fff		/* body of any length */

struct packet {
	const char *name;
	uint16_t min, max, step;	/* dwords; step: max and min may differ by multiples of it */
	uint8_t engines;
	bool cayman, shader_type;	/* only on Cayman; header bit 1 may be set */
	pm4_fn execute;
	enum gpu_source source;
};

static enum pm4_result pm4_nop(struct pm4 *p)
{
	(void)p;
	return PM4_DONE;
}

static enum pm4_result pm4_indirect_buffer(struct pm4 *p)
{
	bool cayman = gpu_config(p->gpu)->chip->cayman;
	uint64_t base = pm4_address(p, 0, ~3u);
	uint32_t dwords = p->body[2] & IB_DWORDS;
	unsigned int vmid = cayman ? p->body[2] >> 24 : 0;

	if (pm4_reserved(p, 1, 0xff) ||
	    pm4_reserved(p, 2, IB_DWORDS | (cayman ? IB_VMID : 0)))
		return PM4_DONE;
	gpu_trace(p->gpu, "cp%u   IB 0x%llx, %u dwords, vmid %u", p->ring->index,
		  (unsigned long long)base, dwords, vmid);
	if (!dwords) {
		pm4_complain(p, "calls an empty buffer");
		return PM4_DONE;
	}
	if (!cp_enter_ib(p, base, dwords, vmid, p->body[0] & 3))
		return p->ring->dead ? PM4_DEAD : PM4_DONE;
	return PM4_DONE;
}

#define P(op, nm, lo, hi, eng, fn, src) \
	[op] = { .name = #nm, .min = (lo), .max = (hi), .step = 1, .engines = (eng), \
		 .execute = (fn), .source = (src) }
#define PS(op, nm, lo, hi, st, eng, fn, src) \
	[op] = { .name = #nm, .min = (lo), .max = (hi), .step = (st), .engines = (eng), \
		 .shader_type = true, .execute = (fn), .source = (src) }

static const struct packet packets[256] = {
	[0x10] = { "NOP", 1, ANY, 1, ENGINE_PFP, false, true, pm4_nop, SRC_AMD_DOC },
	PS(0x11, SET_BASE, 3, 3, 1, ENGINE_PFP, pm4_set_base, SRC_KERNEL),
	PS(0x12, CLEAR_STATE, 1, 1, 1, ENGINE_ME, pm4_clear_state, SRC_AMD_DOC),
	P(0x13, INDEX_BUFFER_SIZE, 1, 1, ENGINE_ME, pm4_index_buffer_size, SRC_KERNEL),
	[0x14] = { "DEALLOC_STATE", 1, 1, 1, ENGINE_ME, true, true, pm4_dealloc_state, SRC_AMD_DOC },
	PS(0x15, DISPATCH_DIRECT, 4, 4, 1, ENGINE_ME, pm4_dispatch, SRC_AMD_DOC),
	PS(0x16, DISPATCH_INDIRECT, 2, 2, 1, ENGINE_PFP | ENGINE_ME, pm4_dispatch, SRC_AMD_DOC),
	P(0x18, MODE_CONTROL, 1, 1, ENGINE_ME, pm4_mode_control, SRC_AMD_DOC),
	P(0x20, SET_PREDICATION, 2, 2, ENGINE_ME, pm4_set_predication, SRC_AMD_DOC),
	P(0x22, COND_EXEC, 3, 3, ENGINE_PFP, pm4_cond_exec, SRC_AMD_DOC),
	P(0x23, PRED_EXEC, 1, 1, ENGINE_PFP, pm4_pred_exec, SRC_AMD_DOC),
	P(0x24, DRAW_INDIRECT, 2, 2, ENGINE_PFP | ENGINE_ME, pm4_draw, SRC_KERNEL),
	P(0x25, DRAW_INDEX_INDIRECT, 2, 2, ENGINE_PFP | ENGINE_ME, pm4_draw, SRC_KERNEL),
	P(0x26, INDEX_BASE, 2, 2, ENGINE_PFP, pm4_index_base, SRC_AMD_DOC),
	P(0x27, DRAW_INDEX_2, 5, 5, ENGINE_PFP | ENGINE_ME, pm4_draw, SRC_AMD_DOC),
	PS(0x28, CONTEXT_CONTROL, 2, 2, 1, ENGINE_PFP, pm4_context_control, SRC_AMD_DOC),
	P(0x29, DRAW_INDEX_OFFSET, 3, 3, ENGINE_PFP | ENGINE_ME, pm4_draw, SRC_AMD_DOC),
	P(0x2a, INDEX_TYPE, 1, 1, ENGINE_PFP, pm4_index_type, SRC_AMD_DOC),
	P(0x2b, DRAW_INDEX, 4, 4, ENGINE_PFP | ENGINE_ME, pm4_draw, SRC_AMD_DOC),
	P(0x2d, DRAW_INDEX_AUTO, 2, 2, ENGINE_ME, pm4_draw, SRC_AMD_DOC),
	P(0x2e, DRAW_INDEX_IMMD, 3, ANY, ENGINE_ME, pm4_draw, SRC_AMD_DOC),
	P(0x2f, NUM_INSTANCES, 1, 1, ENGINE_ME, pm4_num_instances, SRC_AMD_DOC),
	P(0x32, INDIRECT_BUFFER, 3, 3, ENGINE_PFP, pm4_indirect_buffer, SRC_AMD_DOC),
	P(0x34, STRMOUT_BUFFER_UPDATE, 5, 5, ENGINE_ME, pm4_strmout_buffer_update, SRC_AMD_DOC),
	P(0x35, DRAW_INDEX_OFFSET_2, 4, 4, ENGINE_PFP | ENGINE_ME, pm4_draw, SRC_AMD_DOC),
	PS(0x39, MEM_SEMAPHORE, 2, 2, 1, ENGINE_ME, pm4_mem_semaphore, SRC_AMD_DOC),
	P(0x3a, MPEG_INDEX, 3, ANY, ENGINE_ME, pm4_draw, SRC_AMD_DOC),
	PS(0x3b, COPY_DW, 5, 5, 1, ENGINE_ME, pm4_copy_dw, SRC_KERNEL),
	PS(0x3c, WAIT_REG_MEM, 6, 6, 1, ENGINE_PFP | ENGINE_ME, pm4_wait_reg_mem, SRC_AMD_DOC),
	PS(0x3d, MEM_WRITE, 4, 4, 1, ENGINE_ME, pm4_mem_write, SRC_AMD_DOC),
	PS(0x41, CP_DMA, 5, 5, 1, ENGINE_PFP | ENGINE_ME, pm4_cp_dma, SRC_KERNEL),
	PS(0x42, PFP_SYNC_ME, 1, 1, 1, ENGINE_PFP, pm4_pfp_sync_me, SRC_AMD_DOC),
	PS(0x43, SURFACE_SYNC, 4, 4, 1, ENGINE_PFP | ENGINE_ME, pm4_surface_sync, SRC_AMD_DOC),
	P(0x44, ME_INITIALIZE, 6, 6, ENGINE_ME, pm4_me_initialize, SRC_AMD_DOC),
	PS(0x45, COND_WRITE, 8, 8, 1, ENGINE_ME, pm4_cond_write, SRC_AMD_DOC),
	PS(0x46, EVENT_WRITE, 1, 3, 2, ENGINE_ME, pm4_event_write, SRC_AMD_DOC),
	PS(0x47, EVENT_WRITE_EOP, 5, 5, 1, ENGINE_ME, pm4_event_write_eop, SRC_AMD_DOC),
	PS(0x48, EVENT_WRITE_EOS, 4, 4, 1, ENGINE_ME, pm4_event_write_eos, SRC_AMD_DOC),
	P(0x4a, PREAMBLE_CNTL, 1, 1, ENGINE_PFP, pm4_preamble_cntl, SRC_AMD_DOC),
	/* LOAD opcodes lie 8 below their SET; the numbers are those of R6xx. */
	[0x60] = { "LOAD_CONFIG_REG", 4, ANY, 2, ENGINE_PFP, false, false, pm4_load, SRC_AMD_DOC },
	PS(0x61, LOAD_CONTEXT_REG, 4, ANY, 2, ENGINE_PFP, pm4_load, SRC_AMD_DOC),
	PS(0x62, LOAD_ALU_CONST, 1, 1, 1, ENGINE_PFP, pm4_load_alu_const, SRC_AMD_DOC),
	PS(0x63, LOAD_BOOL_CONST, 4, ANY, 2, ENGINE_PFP, pm4_load, SRC_AMD_DOC),
	PS(0x64, LOAD_LOOP_CONST, 4, ANY, 2, ENGINE_PFP, pm4_load, SRC_AMD_DOC),
	PS(0x65, LOAD_RESOURCE, 4, ANY, 2, ENGINE_PFP, pm4_load, SRC_AMD_DOC),
	PS(0x66, LOAD_SAMPLER, 4, ANY, 2, ENGINE_PFP, pm4_load, SRC_AMD_DOC),
	[0x67] = { "LOAD_CTL_CONST", 4, ANY, 2, ENGINE_PFP, false, false, pm4_load, SRC_AMD_DOC },
	P(0x68, SET_CONFIG_REG, 1, ANY, ENGINE_ME, pm4_set, SRC_AMD_DOC),
	PS(0x69, SET_CONTEXT_REG, 1, ANY, 1, ENGINE_ME, pm4_set, SRC_AMD_DOC),
	PS(0x6b, SET_BOOL_CONST, 1, ANY, 1, ENGINE_ME, pm4_set, SRC_AMD_DOC),
	PS(0x6c, SET_LOOP_CONST, 1, ANY, 1, ENGINE_ME, pm4_set, SRC_AMD_DOC),
	PS(0x6d, SET_RESOURCE, 1, ANY, 8, ENGINE_ME, pm4_set, SRC_AMD_DOC),
	PS(0x6e, SET_SAMPLER, 1, ANY, 3, ENGINE_ME, pm4_set, SRC_AMD_DOC),
	P(0x6f, SET_CTL_CONST, 1, ANY, ENGINE_ME, pm4_set, SRC_AMD_DOC),
	PS(0x75, SET_APPEND_CNT, 3, 3, 1, ENGINE_ME, pm4_set_append_cnt, SRC_KERNEL),
};

/**
 * pm4_packet_name() - what the table calls a packet
 * @opcode: bits 15:8 of a type-3 header
 *
 * Return: its name, NULL where no row is.
 */
const char *pm4_packet_name(uint8_t opcode)
{
	return packets[opcode].name;
}

/**
 * pm4_complain() - report a violation by a packet
 * @p: the packet; ring, place in memory and header are printed along
 * @fmt: what is wrong, as for printf()
 */
void pm4_complain(struct pm4 *p, const char *fmt, ...)
{
	const struct cp_stream *s = p->stream;
	char what[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	gpu_violation(p->gpu, "CP ring %u%s, 0x%llx: %s (%08x): %s", p->ring->index,
		      s == &p->ring->level[0] ? "" : " IB",
		      (unsigned long long)(s->base + 4ull * s->pos), p->name, p->header, what);
}

/**
 * pm4_reserved() - check a dword of a packet for reserved bits
 * @p: the packet
 * @dw: which dword of its body, from 0
 * @allowed: bits that mean something
 *
 * Return: true, after a complaint, if others are set.
 */
bool pm4_reserved(struct pm4 *p, unsigned int dw, uint32_t allowed)
{
	uint32_t bad = p->body[dw] & ~allowed;

	if (bad)
		pm4_complain(p, "reserved bits 0x%x in dword %u (0x%08x)", bad, dw + 2, p->body[dw]);
	return bad;
}

/**
 * pm4_address() - the 40-bit address in two dwords of a packet
 * @p: the packet
 * @dw: which dword of its body has the low part; the next has bits 39:32
 * @low_mask: bits of the low part that belong to the address
 */
uint64_t pm4_address(const struct pm4 *p, unsigned int dw, uint32_t low_mask)
{
	return (uint64_t)(p->body[dw + 1] & 0xff) << 32 | (p->body[dw] & low_mask);
}

static enum pm4_result type0(struct pm4 *p)
{
	uint32_t base = (p->header & 0xffff) * 4;

	p->name = "type 0";
	if (p->n > 0x10000 - base / 4) {
		pm4_complain(p, "runs out of the register space");
		return PM4_DONE;
	}
	for (uint32_t i = 0; i < p->n; i++)
		cp_reg_write(p, base + 4 * i, p->body[i]);
	return PM4_DONE;
}

static bool length_fits(const struct packet *packet, uint32_t n)
{
	return n >= packet->min && (n <= packet->max || packet->max == ANY) &&
	       (n - packet->min) % packet->step == 0;
}

/* After this, the function of the row can rely on the length of its body. */
static bool well_formed(struct pm4 *p, const struct packet *packet)
{
	if (!packet->execute || (packet->cayman && !gpu_config(p->gpu)->chip->cayman)) {
		pm4_complain(p, "no such packet on this chip");
		return false;
	}
	if (p->header & 0xfc || (p->header & 2 && !packet->shader_type)) {
		pm4_complain(p, "reserved bits in the header");
		return false;
	}
	if (!length_fits(packet, p->n)) {
		pm4_complain(p, "%u dwords of body", p->n);
		return false;
	}
	return true;
}

static void trace_packet(struct pm4 *p)
{
	char text[5 * 10 + 1] = "";

	if (!gpu_tracing(p->gpu) || p->ring->stalled)
		return;
	for (size_t i = 0; i < p->n && i < 5; i++)
		snprintf(text + 9 * i, sizeof(text) - 9 * i, " %08x", p->body[i]);
	gpu_trace(p->gpu, "cp%u%s %-22s%s%s", p->ring->index, p->ring->depth ? " ib" : "   ",
		  p->name, text, p->n > 5 ? " ..." : "");
}

/* Only ME_INITIALIZE, and fillers around it, can come first after a reset. */
static void check_initialized(struct pm4 *p, uint32_t opcode)
{
	struct cp_me *me = &p->cp->me;

	if (opcode == 0x10)
		return;
	if (!me->initialized && opcode != 0x44) {
		pm4_complain(p, "comes before ME_INITIALIZE");
		me->initialized = true;
	}
	if (opcode != 0x44 && opcode != 0x4a)
		me->fresh = false;
}

static enum pm4_result type3(struct pm4 *p)
{
	uint32_t opcode = p->header >> 8 & 0xff;
	const struct packet *packet = &packets[opcode];

	p->name = packet->name ? packet->name : "type 3";
	trace_packet(p);
	if (!well_formed(p, packet))
		return PM4_DONE;
	check_initialized(p, opcode);
	if (p->header & 1 && p->cp->me.predicated) {
		inherit_predicated(p);
		if (!p->cp->me.predicate)
			return PM4_DONE;
	}
	return packet->execute(p);
}

/**
 * pm4_execute() - carry out the packet at the front of a ring or its buffer
 * @ring: the ring
 * @header: first dword of the packet
 * @body: the others
 * @n: how many others
 *
 * A ring has one packet under way at a time. One that stalls is executed again
 * from its start, so until it is done it changes nothing. One that runs programs is
 * executed once, and pm4_continue() does the rest.
 *
 * Return: done, to be asked again, or hung for good.
 */
enum pm4_result pm4_execute(struct cp_ring *ring, uint32_t header, const uint32_t *body, uint32_t n)
{
	struct cp_stream *stream = &ring->level[ring->depth];
	struct pm4 p = {
		.gpu = ring->cp->gpu, .cp = ring->cp, .ring = ring, .stream = stream,
		.header = header, .body = body, .n = n, .vmid = stream->vmid, .name = "type 1",
	};

	switch (header >> 30) {
	case 0:
		return type0(&p);
	case 2:
		return PM4_DONE;
	case 3:
		return type3(&p);
	default:
		pm4_complain(&p, "no such packet type");
		return PM4_DEAD;
	}
}

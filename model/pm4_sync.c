// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: events, fences, semaphores and waits
 *
 * What happens at the end of the pipe goes through one queue per CP: end-of-pipe
 * writes and interrupts, semaphore signals, counter samples. Entries come out in
 * the order in which they went in, each not before the completion delay of the
 * configuration has passed. With a delay, the CP is far ahead of its fences, as
 * on hardware.
 *
 * Waits stall their ring at the packet; the packet is executed again at the next
 * step. A wait for a register or for memory is re-read each time.
 *
 * SURFACE_SYNC and the flush events are checked, counted and, with own_state, missed where a
 * fence comes without them (inherit.c). No cache of shaders, depth or colour outlives a draw or a
 * dispatch. What can be stale is what the CP has prefetched (PFP_SYNC_ME), address translations
 * (vm_tlb.c) and HDP (hdp.c).
 *
 * Sources: AMD's acceleration guide for the packets, Mesa and the kernel for the
 * event numbers.
 */
#include <string.h>

#include "cp.h"
#include "dispatch_run.h"
#include "draw_run.h"

#define VALID			(1ull << 63)
#define IV_CP_EOP		181
#define CS_PARTIAL_FLUSH	0x07
#define RST_PIX_CNT		0x0d
#define PIPELINESTAT_START	0x19
#define PIPELINESTAT_STOP	0x1a
#define SO_VGTSTREAMOUT_FLUSH	0x1f
#define TIME_STAMP_INT_ENABLE	(1u << 26)
#define CP_STRMOUT_CNTL		0x84fc
#define VGT_EVENT_INITIATOR	0x28a90

/* ---- the queue of the pipe's end ---- */

/**
 * cp_bottom_reset() - forget what the end of the pipe still had to do
 * @cp: the command processor
 */
void cp_bottom_reset(struct cp *cp)
{
	cp->bottom_first = 0;
	cp->bottom_count = 0;
	gpu_busy_set(cp->gpu, UNIT_GFX, false);
	cp_shaders_changed(cp);
}

/**
 * cp_shaders_changed() - waves have started or ended, or will never end
 * @cp: the CP
 */
void cp_shaders_changed(struct cp *cp)
{
	bool busy = cp->gfx_hangs;

	for (unsigned int i = 0; i < CP_RINGS; i++)
		busy |= dispatch_run_has_waves(cp->ring[i].dispatch) || draw_run_has_waves(cp->ring[i].draw);
	gpu_busy_set(cp->gpu, UNIT_SHADERS, busy);
}

/**
 * cp_hang_shaders() - nothing leaves the pipe before the shader units are reset
 * @cp: the CP
 */
void cp_hang_shaders(struct cp *cp)
{
	cp->gfx_hangs = true;
	cp_shaders_changed(cp);
}

/**
 * cp_bottom_hang() - "gfx-hang": does the work of this packet ever end?
 * @p: a draw or a dispatch
 *
 * If the plan says no, nothing leaves the pipe before the shader units are reset.
 */
void cp_bottom_hang(struct pm4 *p)
{
	if (gpu_fault_hit_at(p->gpu, "gfx-hang", cp_ring_name(p->ring)))
		cp_hang_shaders(p->cp);
}

static void interrupt(struct cp *cp, const struct cp_bottom *b)
{
	bool cayman = gpu_config(cp->gpu)->chip->cayman;

	if (cp->int_cntl[b->ring] & TIME_STAMP_INT_ENABLE)
		gpu_ih_raise(cp->gpu, IV_CP_EOP, cayman ? b->ring : 0, b->ring, b->vmid);
}

static void bottom_signal(struct cp *cp, const struct cp_bottom *b)
{
	struct cp_ring *ring = &cp->ring[b->ring];
	uint64_t count;

	if (b->mailbox && ring->mailbox == MAILBOX_PENDING)
		ring->mailbox = MAILBOX_SENT;
	if (!gpu_mc_read(cp->gpu, CLIENT_CP, b->vmid, b->addr, &count, sizeof(count)))
		return;
	count = b->set_to_one ? 1 : count + 1;
	gpu_mc_write(cp->gpu, CLIENT_CP, b->vmid, b->addr, &count, sizeof(count));
}

static void bottom_write(struct cp *cp, const struct cp_bottom *b, uint64_t data)
{
	const char *ring = cp_ring_name(&cp->ring[b->ring]);
	bool lost = b->bytes && gpu_fault_hit_at(cp->gpu, "drop-eop", ring);

	if (b->bytes && !lost && b->by_driver)
		gpu_mc_report(cp->gpu, CLIENT_CP, b->addr, &data, b->bytes);
	else if (b->bytes && !lost)
		gpu_mc_write(cp->gpu, CLIENT_CP, b->vmid, b->addr, &data, b->bytes);
	if (b->interrupt)
		interrupt(cp, b);
}

static void bottom_samples(struct cp *cp, const struct cp_bottom *b)
{
	for (unsigned int i = 0; i < b->slots; i++) {
		uint64_t counter = b->counter[i] | (b->valid_bit ? VALID : 0);

		gpu_mc_write(cp->gpu, CLIENT_GFX, b->vmid, b->addr + (uint64_t)i * b->stride, &counter,
			     sizeof(counter));
	}
}

static void bottom_pop(struct gpu *gpu, uint64_t generation)
{
	struct cp *cp = cp_of(gpu);
	struct cp_bottom b;

	if (generation != cp->generation || !cp->bottom_count || cp->gfx_hangs)
		return;
	b = cp->bottom[cp->bottom_first];
	cp->bottom_first = (cp->bottom_first + 1) % CP_BOTTOM;
	cp->bottom_count--;
	inherit_bottom(cp, &b);
	gpu_trace(gpu, "cp%u   end of pipe: kind %u, 0x%llx", b.ring, b.kind,
		  (unsigned long long)b.addr);
	if (b.kind == BOTTOM_SIGNAL)
		bottom_signal(cp, &b);
	else if (b.kind == BOTTOM_SAMPLES)
		bottom_samples(cp, &b);
	else
		bottom_write(cp, &b, b.kind == BOTTOM_CLOCK ? gpu_clock(gpu) : b.data);
	if (!cp->bottom_count)
		gpu_busy_set(gpu, UNIT_GFX, false);
}

/* All entries wait equally long, so the events that pop them come in order. */
static enum pm4_result bottom_push(struct pm4 *p, struct cp_bottom b)
{
	struct cp *cp = p->cp;

	if (cp->bottom_count == CP_BOTTOM)
		return PM4_STALL;
	b.ring = p->ring->index;
	b.vmid = p->vmid;
	b.works = cp->works;
	b.by_driver = !p->ring->depth;
	cp->bottom[(cp->bottom_first + cp->bottom_count++) % CP_BOTTOM] = b;
	gpu_busy_set(p->gpu, UNIT_GFX, true);
	gpu_after_on_bus(p->gpu, gpu_config(p->gpu)->delay_ns, bottom_pop, cp->generation);
	return PM4_DONE;
}

/* ---- events ---- */

enum event_form { FORM_PLAIN, FORM_ZPASS, FORM_PIPELINE, FORM_STREAMOUT, FORM_PARTIAL, FORM_EOP, FORM_EOS };

struct event_row {
	const char *name;
	enum event_form form;		/* the value of EVENT_INDEX as well */
	enum gpu_source source;
	unsigned int stream;
};

static const struct event_row events[64] = {
	[0x01] = { "SAMPLE_STREAMOUTSTATS1", FORM_STREAMOUT, SRC_MESA, 1 },
	[0x02] = { "SAMPLE_STREAMOUTSTATS2", FORM_STREAMOUT, SRC_MESA, 2 },
	[0x03] = { "SAMPLE_STREAMOUTSTATS3", FORM_STREAMOUT, SRC_MESA, 3 },
	[0x04] = { "CACHE_FLUSH_TS", FORM_EOP, SRC_AMD_DOC },
	[0x05] = { "CONTEXT_DONE", FORM_PLAIN, SRC_MESA },
	[0x06] = { "CACHE_FLUSH", FORM_PLAIN, SRC_MESA },
	[0x07] = { "CS_PARTIAL_FLUSH", FORM_PARTIAL, SRC_AMD_DOC },
	[0x0a] = { "VGT_STREAMOUT_RESET", FORM_PLAIN, SRC_MESA },
	[0x0d] = { "RST_PIX_CNT", FORM_PLAIN, SRC_MESA },
	[0x0f] = { "VS_PARTIAL_FLUSH", FORM_PARTIAL, SRC_AMD_DOC },
	[0x10] = { "PS_PARTIAL_FLUSH", FORM_PARTIAL, SRC_AMD_DOC },
	[0x11] = { "FLUSH_HS_OUTPUT", FORM_PLAIN, SRC_MESA },
	[0x12] = { "FLUSH_LS_OUTPUT", FORM_PLAIN, SRC_MESA },
	[0x14] = { "CACHE_FLUSH_AND_INV_EVENT_TS", FORM_EOP, SRC_AMD_DOC },
	[0x15] = { "ZPASS_DONE", FORM_ZPASS, SRC_AMD_DOC },
	[0x16] = { "CACHE_FLUSH_AND_INV_EVENT", FORM_PLAIN, SRC_MESA },
	[0x17] = { "PERFCOUNTER_START", FORM_PLAIN, SRC_MESA },
	[0x18] = { "PERFCOUNTER_STOP", FORM_PLAIN, SRC_MESA },
	[0x19] = { "PIPELINESTAT_START", FORM_PLAIN, SRC_MESA },
	[0x1a] = { "PIPELINESTAT_STOP", FORM_PLAIN, SRC_MESA },
	[0x1b] = { "PERFCOUNTER_SAMPLE", FORM_PLAIN, SRC_MESA },
	[0x1c] = { "FLUSH_ES_OUTPUT", FORM_PLAIN, SRC_MESA },
	[0x1d] = { "FLUSH_GS_OUTPUT", FORM_PLAIN, SRC_MESA },
	[0x1e] = { "SAMPLE_PIPELINESTAT", FORM_PIPELINE, SRC_AMD_DOC },
	[0x1f] = { "SO_VGTSTREAMOUT_FLUSH", FORM_PLAIN, SRC_MESA },
	[0x20] = { "SAMPLE_STREAMOUTSTATS", FORM_STREAMOUT, SRC_AMD_DOC },
	[0x21] = { "RESET_VTX_CNT", FORM_PLAIN, SRC_MESA },
	[0x22] = { "BLOCK_CONTEXT_DONE", FORM_PLAIN, SRC_MESA },
	[0x24] = { "VGT_FLUSH", FORM_PLAIN, SRC_MESA },
	[0x28] = { "BOTTOM_OF_PIPE_TS", FORM_EOP, SRC_AMD_DOC },
	[0x2a] = { "DB_CACHE_FLUSH_AND_INV", FORM_PLAIN, SRC_MESA },
	[0x2b] = { "FLUSH_AND_INV_DB_DATA_TS", FORM_EOP, SRC_MESA },
	[0x2c] = { "FLUSH_AND_INV_DB_META", FORM_PLAIN, SRC_MESA },
	[0x2d] = { "FLUSH_AND_INV_CB_DATA_TS", FORM_EOP, SRC_MESA },
	[0x2e] = { "FLUSH_AND_INV_CB_META", FORM_PLAIN, SRC_MESA },
	[0x2f] = { "CS_DONE", FORM_EOS, SRC_AMD_DOC },
	[0x30] = { "PS_DONE", FORM_EOS, SRC_AMD_DOC },
	[0x31] = { "FLUSH_AND_INV_CB_PIXEL_DATA", FORM_PLAIN, SRC_MESA },
};

/* NULL after a complaint; the initiator register takes the type of a good event. */
static const struct event_row *take_event(struct pm4 *p)
{
	uint32_t type = p->body[0] & 0x3f, index = p->body[0] >> 8 & 0xf;
	const struct event_row *event = &events[type];

	if (pm4_reserved(p, 0, 0xf3f))
		return NULL;
	if (!event->name) {
		pm4_complain(p, "unknown event 0x%x", type);
		return NULL;
	}
	if (event->form != index) {
		pm4_complain(p, "%s with event index %u", event->name, index);
		return NULL;
	}
	gpu_reg_set(p->gpu, VGT_EVENT_INITIATOR, type);
	if (type == CS_PARTIAL_FLUSH)
		p->ring->dispatched = false;
	return event;
}

static enum pm4_result sample(struct pm4 *p, const struct event_row *event)
{
	const struct cp_counters *c = &p->cp->counters;
	struct cp_bottom b = { .kind = BOTTOM_SAMPLES, .addr = pm4_address(p, 1, ~7u) };

	if (pm4_reserved(p, 1, ~7u) || pm4_reserved(p, 2, 0xff))
		return PM4_DONE;
	if (event->form == FORM_ZPASS) {
		b.slots = gpu_config(p->gpu)->chip->backends;
		b.stride = 16;
		b.valid_bit = true;
		b.counter[0] = c->samples;	/* all of them are the first backend's */
	} else if (event->form == FORM_PIPELINE) {
		b.slots = CP_STATISTICS;
		b.stride = 8;
		memcpy(b.counter, c->statistics, sizeof(c->statistics));
	} else {
		b.slots = 2;
		b.stride = 8;
		b.valid_bit = true;
		b.counter[0] = c->needed[event->stream];
		b.counter[1] = c->written[event->stream];
	}
	return bottom_push(p, b);
}

/*
 * Does a wait for compute work find some on another ring, and wait for that, too? At worst it
 * does not see the pause between two dispatches.
 */
static bool idle_of_all(struct pm4 *p)
{
	bool work = false;

	for (unsigned int i = 0; i < p->cp->n_rings; i++)
		work |= i != p->ring->index && cp_ring_goes_on(&p->cp->ring[i]);
	return work && (p->ring->stalled || gpu_fault_hit(p->gpu, "idle-of-all"));
}

enum pm4_result pm4_event_write(struct pm4 *p)
{
	uint32_t type = p->body[0] & 0x3f;
	const struct event_row *event;
	bool samples;

	if (type == CS_PARTIAL_FLUSH && idle_of_all(p))
		return PM4_STALL;
	event = take_event(p);
	if (!event)
		return PM4_DONE;
	samples = event->form == FORM_ZPASS || event->form == FORM_PIPELINE ||
		  event->form == FORM_STREAMOUT;
	if (event->form >= FORM_EOP || samples != (p->n == 3)) {
		pm4_complain(p, "%s in %u dwords", event->name, p->n);
		return PM4_DONE;
	}
	if (samples)
		return sample(p, event);
	if (type == SO_VGTSTREAMOUT_FLUSH)
		gpu_reg_set(p->gpu, CP_STRMOUT_CNTL, 1);
	if (type == PIPELINESTAT_START || type == PIPELINESTAT_STOP)
		p->cp->counters.counting = type == PIPELINESTAT_START;
	if (type == RST_PIX_CNT)
		p->cp->counters.pixels = 0;
	inherit_event(p, type);
	return PM4_DONE;
}

static bool eop_is_well_formed(struct pm4 *p, uint32_t data_sel, uint32_t int_sel)
{
	bool wide = data_sel == 2 || data_sel == 3 || data_sel == 4;

	if (pm4_reserved(p, 1, wide ? ~7u : ~3u) || pm4_reserved(p, 2, 0xe30000ff))
		return false;
	if (data_sel > 4 || int_sel == 3) {
		pm4_complain(p, "data select %u, interrupt select %u", data_sel, int_sel);
		return false;
	}
	if (data_sel == 4)
		pm4_complain(p, "the CP's performance counters are not modelled");
	/* By the comments in radeon's sid.h, for the next generation: 1 is without data, 2 when it is written. */
	if (int_sel == 1 && data_sel)
		pm4_complain(p, "the interrupt may come before the data");
	return data_sel != 4;
}

enum pm4_result pm4_event_write_eop(struct pm4 *p)
{
	static const unsigned int bytes[] = { 0, 4, 8, 8 };
	const struct event_row *event = take_event(p);
	uint32_t data_sel = p->body[2] >> 29, int_sel = p->body[2] >> 24 & 3;
	enum pm4_result result;

	if (!event || !eop_is_well_formed(p, data_sel, int_sel))
		return PM4_DONE;
	if (event->form != FORM_EOP) {
		pm4_complain(p, "%s is no end-of-pipe event", event->name);
		return PM4_DONE;
	}
	result = bottom_push(p, (struct cp_bottom){
		.kind = data_sel == 3 ? BOTTOM_CLOCK : BOTTOM_WRITE,
		.addr = pm4_address(p, 1, ~3u), .bytes = bytes[data_sel],
		.data = (uint64_t)p->body[4] << 32 | p->body[3], .interrupt = int_sel,
	});
	if (result != PM4_DONE)
		return result;
	inherit_event(p, p->body[0] & 0x3f);
	if (!p->ring->depth)
		inherit_fence(p->ring);
	return PM4_DONE;
}

/* A dword of GDS, of a register, or of the packet once shaders are done: at once here. */
static enum pm4_result eos_store(struct pm4 *p, uint32_t command, uint64_t addr)
{
	uint32_t size = p->body[3] >> 16 & 0x7fff, at = p->body[3] & 0xffff;

	if (command == 2)
		return bottom_push(p, (struct cp_bottom){ .kind = BOTTOM_WRITE, .addr = addr,
							  .bytes = 4, .data = p->body[3] });
	if (command == 0)
		return bottom_push(p, (struct cp_bottom){ .kind = BOTTOM_WRITE, .addr = addr, .bytes = 4,
							  .data = cp_reg_read(p, 4 * at) });
	if (!size || at + size > CP_GDS_SIZE / 4) {
		pm4_complain(p, "%u dwords of GDS from %u", size, at);
		return PM4_DONE;
	}
	if (!p->cp->gfx_hangs)		/* else shaders are never done */
		cp_mem_write(p, addr, &p->cp->gds[at], (size_t)4 * size);
	return PM4_DONE;
}

enum pm4_result pm4_event_write_eos(struct pm4 *p)
{
	const struct event_row *event = take_event(p);
	uint32_t command = p->body[2] >> 29;

	if (!event || pm4_reserved(p, 1, ~3u) || pm4_reserved(p, 2, 0xe00000ff))
		return PM4_DONE;
	if (event->form != FORM_EOS || command > 2) {
		pm4_complain(p, "%s with command %u", event->name, command);
		return PM4_DONE;
	}
	return eos_store(p, command, pm4_address(p, 1, ~3u));
}

/* ---- semaphores ---- */

#define SEM_SIGNAL	6
#define SEM_WAIT	7
#define SEM_WRITE_ONE	(1u << 20)
#define SEM_MAILBOX	(1u << 16)
#define SEM_ON_SIGNAL	(1u << 12)

static enum pm4_result sem_wait(struct pm4 *p, uint64_t addr)
{
	bool cayman = gpu_config(p->gpu)->chip->cayman;
	uint64_t count;

	if (!cayman && !(p->body[1] & SEM_ON_SIGNAL) && !p->ring->stalled)
		pm4_complain(p, "a wait wants WAIT_ON_SIGNAL on this chip");
	if (p->body[1] & SEM_ON_SIGNAL && p->cp->bottom_count)
		return PM4_STALL;
	cp_mem_read(p, addr, &count, sizeof(count));
	p->ring->waits = !count;
	if (!count)
		return PM4_STALL;
	count--;
	cp_mem_write(p, addr, &count, sizeof(count));
	return PM4_DONE;
}

/* With a mailbox, by guess, nothing goes on before the signal was sent. */
static enum pm4_result sem_signal(struct pm4 *p, uint64_t addr)
{
	const struct cp_bottom signal = {
		.kind = BOTTOM_SIGNAL, .addr = addr, .set_to_one = p->body[1] & SEM_WRITE_ONE,
		.mailbox = p->body[1] & SEM_MAILBOX,
	};
	struct cp_ring *ring = p->ring;
	enum pm4_result result;

	if (ring->mailbox == MAILBOX_PENDING)
		return PM4_STALL;
	if (ring->mailbox == MAILBOX_SENT) {
		ring->mailbox = MAILBOX_NONE;
		return PM4_DONE;
	}
	result = bottom_push(p, signal);
	if (!signal.mailbox || result == PM4_STALL)
		return result;
	gpu_guess(p->gpu, "CP: with a mailbox, nothing goes on before its signal");
	ring->mailbox = MAILBOX_PENDING;
	return PM4_STALL;
}

enum pm4_result pm4_mem_semaphore(struct pm4 *p)
{
	uint32_t on_signal = gpu_config(p->gpu)->chip->cayman ? 0 : SEM_ON_SIGNAL;
	uint32_t select = p->body[1] >> 29;
	uint64_t addr = pm4_address(p, 0, ~7u);

	if (pm4_reserved(p, 0, ~7u) ||
	    pm4_reserved(p, 1, 0xe30000ff | SEM_WRITE_ONE | SEM_MAILBOX | on_signal))
		return PM4_DONE;
	if (select == SEM_WAIT)
		return sem_wait(p, addr);
	if (select == SEM_SIGNAL)
		return sem_signal(p, addr);
	pm4_complain(p, "select %u is reserved", select);
	return PM4_DONE;
}

/* ---- waits ---- */

enum pm4_result pm4_pfp_sync_me(struct pm4 *p)
{
	cp_drop_prefetch(p->ring);
	return PM4_DONE;
}

#define COHER_CNTL	0x85f0
#define COHER_SIZE	0x85f4
#define COHER_BASE	0x85f8

/* COHER_CNTL: SO, CB and DB destinations, full cache, TC, VC, CB, DB, SH, SX. */
#define COHER_BITS	0x1f97ffff

/* Whose caches are meant. */
static void tell_vmid(struct pm4 *p, unsigned int vmid)
{
	const struct gpu_watch *watch = gpu_config(p->gpu)->watch;

	if (vmid && watch && watch->vmid && p->ring->depth)
		watch->vmid(watch->opaque, vmid);
}

enum pm4_result pm4_surface_sync(struct pm4 *p)
{
	uint32_t vmid = gpu_config(p->gpu)->chip->cayman ? 0x07000000 : 0;

	if (pm4_reserved(p, 0, 1u << 31 | COHER_BITS) || pm4_reserved(p, 3, 0xffff | vmid))
		return PM4_DONE;
	tell_vmid(p, p->body[3] >> 24);
	gpu_reg_set(p->gpu, COHER_CNTL, p->body[0] & COHER_BITS);
	gpu_reg_set(p->gpu, COHER_SIZE, p->body[1]);
	gpu_reg_set(p->gpu, COHER_BASE, p->body[2]);
	inherit_sync(p);
	p->cp->syncs++;
	return PM4_DONE;
}

/**
 * pm4_compare() - the compare functions of WAIT_REG_MEM and COND_WRITE
 * @function: 0 always, then <, <=, ==, !=, >=, >
 * @value: what was read, masked
 * @reference: what the packet gives; both unsigned
 */
bool pm4_compare(unsigned int function, uint32_t value, uint32_t reference)
{
	switch (function) {
	case 0: return true;
	case 1: return value < reference;
	case 2: return value <= reference;
	case 3: return value == reference;
	case 4: return value != reference;
	case 5: return value >= reference;
	case 6: return value > reference;
	default: return false;
	}
}

#define WAIT_MEMORY	(1u << 4)
#define WAIT_PFP	(1u << 8)

static bool wait_is_well_formed(struct pm4 *p, uint32_t function)
{
	bool memory = p->body[0] & WAIT_MEMORY, pfp = p->body[0] & WAIT_PFP;

	if (pm4_reserved(p, 0, 0x117) || pm4_reserved(p, 5, 0xffff) ||
	    (memory && pm4_reserved(p, 2, 0xff)) || (!memory && pm4_reserved(p, 1, 0xffff)))
		return false;
	if (function == 7 || (pfp && (!memory || function != 5))) {
		pm4_complain(p, "function %u on %s by the %s", function,
			     memory ? "memory" : "a register", pfp ? "PFP" : "ME");
		return false;
	}
	return true;
}

enum pm4_result pm4_wait_reg_mem(struct pm4 *p)
{
	uint32_t function = p->body[0] & 7, value;

	if (!wait_is_well_formed(p, function))
		return PM4_DONE;
	if (p->body[0] & WAIT_MEMORY) {
		cp_mem_read(p, pm4_address(p, 1, ~3u), &value, sizeof(value));
		value = cp_swap(value, p->body[1] & 3);
	} else {
		value = cp_reg_read(p, p->body[1] * 4);
	}
	return pm4_compare(function, value & p->body[4], p->body[3]) ? PM4_DONE : PM4_STALL;
}

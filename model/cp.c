// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: command processor, the fetching half
 *
 * The CP fetches packets from up to three rings (one before Cayman) and the
 * indirect buffers they call, and hands them to pm4.c. It does not run before a
 * complete PFP and a complete ME image were uploaded (cp_regs.c).
 *
 * Rings advance only between CP_ME_CNTL leaving halt and the next halt. The read
 * pointer goes to memory when it crosses a block of 2^RB_BLKSZ quadwords, as
 * AMD describes the field, and when the ring has run empty (a guess from what
 * later chips show). In between, memory is behind.
 *
 * Fetches are done in blocks of CP_CACHE dwords and stay as they were read until
 * used or until PFP_SYNC_ME: the prefetch parser has run ahead by then. While
 * the ME waits, the PFP goes on to the next indirect buffer and reads its first
 * block, unless PFP_SYNC_ME comes before. This is the visible half of the PFP/ME
 * split; a second thread was rejected, no run could be repeated.
 *
 * Rings 1 and 2 of Cayman are for compute. Each ring has a state of compute (pm4_state.c);
 * that of draws is ring 0's alone.
 *
 * The three have one PFP and one ME (AMD), so one that hangs leaves none for the others,
 * however much they have to do; "cp-stop" is the other kind of failure, a ring that is not
 * served any more. A ring that waits holds up no other, which is a guess: with "me-stays"
 * it does until its wait is over. CS_PARTIAL_FLUSH waits for work of its own ring, likewise
 * a guess: with "idle-of-all" until the other rings run nothing.
 *
 * Sources: the kernel's driver; "AMD" is the Evergreen/Northern Islands
 * acceleration guide.
 */
#include <string.h>

#include "cp.h"
#include "dispatch_run.h"
#include "draw_run.h"
#include "footprint.h"
#include "program.h"

#define RB_BLKSZ(x)		((x) >> 8 & 0x3f)	/* log2 quadwords */
#define RB_NO_UPDATE		(1u << 27)

#define INDIRECT_BUFFER		0x32u
#define PFP_SYNC_ME		0x42u
#define IS_PACKET3(header, op)	((header) >> 30 == 3 && ((header) >> 8 & 0xff) == (op))

#define BUDGET			256	/* packets per step */
#define GDS_POISON		0xbadf00d5u	/* what was never written */

/**
 * cp_of() - the command processor of a card
 * @gpu: the card
 */
struct cp *cp_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_CP);
}

/**
 * cp_ring_name() - what plans of faults call a ring
 * @ring: the ring
 */
const char *cp_ring_name(const struct cp_ring *ring)
{
	static const char *const names[CP_RINGS] = { "0", "1", "2" };

	return names[ring->index];
}

/**
 * cp_swap() - byte swapping as the two low bits of an address ask for
 * @value: a dword
 * @mode: 0 none, 1 8-in-16, 2 8-in-32; 3 (8-in-64) leaves it, as it needs a pair
 *
 * Return: the dword, its bytes reordered.
 */
uint32_t cp_swap(uint32_t value, unsigned int mode)
{
	if (mode == 1)
		return (value & 0x00ff00ff) << 8 | (value >> 8 & 0x00ff00ff);
	return mode == 2 ? __builtin_bswap32(value) : value;
}

/* ---- fetching ---- */

static void drop_cache(struct cp_stream *s)
{
	s->cached = 0;
}

/**
 * cp_drop_prefetch() - forget what was fetched ahead: PFP_SYNC_ME
 * @ring: the ring; what its buffers have fetched goes as well
 */
void cp_drop_prefetch(struct cp_ring *ring)
{
	for (unsigned int i = 0; i <= ring->depth; i++)
		drop_cache(&ring->level[i]);
	drop_cache(&ring->ahead);
}

static uint32_t available(const struct cp_stream *s, bool is_ring)
{
	return is_ring ? (s->end - s->pos) & (s->size - 1) : s->end - s->pos;
}

static bool fill_cache(struct cp_ring *ring, struct cp_stream *s, uint32_t pos, uint32_t left)
{
	uint32_t n = left < CP_CACHE ? left : CP_CACHE;

	if (n > s->size - pos)
		n = s->size - pos;
	if (gpu_mc_blacked_out(ring->cp->gpu))
		gpu_violation(ring->cp->gpu, "CP ring %u fetches during a blackout of memory",
			      ring->index);
	if (gpu_held_in_reset(ring->cp->gpu, UNIT_CP))
		gpu_violation(ring->cp->gpu, "CP ring %u fetches while the CP is held in reset",
			      ring->index);
	if (!gpu_mc_read(ring->cp->gpu, CLIENT_CP, s->vmid, s->base + 4ull * pos, s->cache,
			 (size_t)4 * n))
		return false;
	s->cached_pos = pos;
	s->cached = n;
	return true;
}

/* Copies @n dwords that follow @pos; they are known to be there. */
static bool peek(struct cp_ring *ring, uint32_t skip, uint32_t *to, uint32_t n)
{
	struct cp_stream *s = &ring->level[ring->depth];
	uint32_t left = available(s, ring->depth == 0) - skip;
	uint32_t pos = s->pos + skip;

	for (uint32_t i = 0; i < n; i++, left--, pos++) {
		if (pos >= s->size)
			pos -= s->size;
		if ((pos < s->cached_pos || pos >= s->cached_pos + s->cached) &&
		    !fill_cache(ring, s, pos, left))
			return false;
		to[i] = cp_swap(s->cache[pos - s->cached_pos], s->swap);
	}
	return true;
}

/* Unless it is told not to, the CP lets the host know how far it has come. */
static void report_rptr(struct cp_ring *ring)
{
	const struct cp_ring_regs *regs = &cp_ring_regs[ring->index];
	struct gpu *gpu = ring->cp->gpu;
	uint32_t rptr = ring->level[0].pos, lo = gpu_reg_get(gpu, regs->rptr_addr);
	uint64_t addr = (uint64_t)gpu_reg_get(gpu, regs->rptr_addr + 4) << 32 | (lo & ~3u);

	if (gpu_reg_get(gpu, regs->cntl) & RB_NO_UPDATE || rptr == ring->reported)
		return;
	ring->reported = rptr;
	rptr = cp_swap(rptr, lo & 3);
	gpu_mc_report(gpu, CLIENT_CP, addr, &rptr, sizeof(rptr));
}

static bool crossed_block(struct cp_ring *ring)
{
	uint32_t cntl = gpu_reg_get(ring->cp->gpu, cp_ring_regs[ring->index].cntl);
	uint32_t block = 2u << (RB_BLKSZ(cntl) % 24);

	return ring->level[0].pos / block != ring->reported / block;
}

static void advance(struct cp_ring *ring, unsigned int depth, uint32_t dwords)
{
	struct cp_stream *s = &ring->level[depth];

	s->pos += dwords;
	if (depth)
		return;
	s->pos &= s->size - 1;
	gpu_reg_set(ring->cp->gpu, cp_ring_regs[ring->index].rptr, s->pos);
	if (s->pos == s->end || crossed_block(ring))
		report_rptr(ring);
}

/* What runs next, @at dwords on; only buffers are anybody's business. */
static void tell_packet(const struct cp_ring *ring, uint32_t at, const char *name)
{
	const struct gpu_watch *watch = gpu_config(ring->cp->gpu)->watch;
	const struct cp_stream *s = &ring->level[ring->depth];

	if (watch && watch->packet && ring->depth)
		watch->packet(watch->opaque, s->base + 4ull * (s->pos + (uint64_t)at), name);
}

/**
 * cp_skip() - leave the stream of a packet further on than its own end
 * @p: the packet
 * @dwords: how many to step over; more than there are is a violation
 */
void cp_skip(struct pm4 *p, uint32_t dwords)
{
	uint32_t left = available(p->stream, p->stream == &p->ring->level[0]) - 1 - p->n;

	if (dwords > left) {
		tell_packet(p->ring, p->n + 1 + dwords, NULL);
		pm4_complain(p, "skips %u dwords, %u are left", dwords, left);
		dwords = left;
	}
	advance(p->ring, p->ring->depth, dwords);
}

/* The buffer that @s calls for was read while the ME waited: that is what will run. */
static void use_ahead(struct cp_ring *ring, struct cp_stream *s)
{
	const struct cp_stream *a = &ring->ahead;

	if (a->cached && a->base == s->base && a->size == s->size && a->vmid == s->vmid)
		*s = *a;
	drop_cache(&ring->ahead);
}

/**
 * cp_enter_ib() - go on fetching in an indirect buffer
 * @p: the packet that calls it
 * @base: GPU address, a multiple of 4
 * @dwords: its length, not 0
 * @vmid: address space of the buffer and of what its packets access
 * @swap: byte order of the buffer, see cp_swap()
 *
 * Return: false if it is not entered: nested too deep, which was complained
 * about, or stopped by a fault asked for, when the ring is dead.
 */
bool cp_enter_ib(struct pm4 *p, uint64_t base, uint32_t dwords, unsigned int vmid, unsigned int swap)
{
	struct cp_ring *ring = p->ring;

	if (ring->depth + 1 == CP_LEVELS) {
		pm4_complain(p, "nested too deep: an IB2 calls no further buffer");
		return false;
	}
	if (gpu_fault_hit_at(p->gpu, "cp-hang", cp_ring_name(ring))) {
		gpu_trace(p->gpu, "cp    fault: hangs at IB 0x%llx", (unsigned long long)base);
		ring->dead = true;
		return false;
	}
	ring->depth++;
	ring->level[ring->depth] = (struct cp_stream){
		.base = base, .size = dwords, .end = dwords, .vmid = vmid, .swap = swap,
	};
	use_ahead(ring, &ring->level[ring->depth]);
	if (ring->depth == 1)
		inherit_stream(ring);
	return true;
}

/**
 * cp_mem_read() - read memory on behalf of a packet
 * @p: the packet, in whose address space @addr is
 * @addr: GPU address
 * @buf: where the data goes
 * @len: bytes
 *
 * A fault has been reported by the memory controller, which may redirect it to the
 * default page: the packet finds what is there, or zeros, and the CP goes on.
 */
void cp_mem_read(struct pm4 *p, uint64_t addr, void *buf, size_t len)
{
	gpu_mc_read(p->gpu, CLIENT_CP, p->vmid, addr, buf, len);
}

/**
 * cp_mem_write() - write memory on behalf of a packet
 * @p: the packet, in whose address space @addr is
 * @addr: GPU address
 * @buf: the data
 * @len: bytes
 *
 * What faults is lost; see cp_mem_read().
 */
void cp_mem_write(struct pm4 *p, uint64_t addr, const void *buf, size_t len)
{
	gpu_mc_write(p->gpu, CLIENT_CP, p->vmid, addr, buf, len);
}

/**
 * cp_reg_named() - a packet is about to set a register that it names
 * @p: the packet
 * @offset: which one, in bytes
 * @value: what it gets
 *
 * Whoever watches is told, whichever state the register is of.
 */
void cp_reg_named(struct pm4 *p, uint32_t offset, uint32_t value)
{
	const struct gpu_watch *watch = gpu_config(p->gpu)->watch;

	if (watch && watch->reg)
		watch->reg(watch->opaque, offset, value);
	footprint_reg(p->cp->footprint, p->header >> 30 == 3 && p->header & 2, offset, value);
}

/**
 * cp_reg_write() - set a register that a packet names
 * @p: the packet
 * @offset: which one, in bytes
 * @value: what it gets
 */
void cp_reg_write(struct pm4 *p, uint32_t offset, uint32_t value)
{
	cp_reg_named(p, offset, value);
	gpu_reg_write(p->gpu, offset, value);
}

/**
 * cp_reg_read() - read a register that a packet names
 * @p: the packet
 * @offset: which one, in bytes
 */
uint32_t cp_reg_read(struct pm4 *p, uint32_t offset)
{
	const struct gpu_watch *watch = gpu_config(p->gpu)->watch;

	if (watch && watch->reg_read)
		watch->reg_read(watch->opaque, offset);
	return gpu_reg_read(p->gpu, offset);
}

/* ---- the engine ---- */

static uint32_t body_dwords(uint32_t header)
{
	return header >> 30 == 2 ? 0 : (header >> 16 & 0x3fff) + 1;
}

/* What a fetch from the default page would make the CP do is anybody's guess. */
static enum gpu_progress fetch_fault(struct cp_ring *ring)
{
	gpu_trace(ring->cp->gpu, "cp%u   hangs: fetch faulted", ring->index);
	ring->dead = true;
	return GPU_IDLE;
}

static enum gpu_progress wedge(struct cp_ring *ring, const char *why)
{
	const struct cp_stream *s = &ring->level[ring->depth];

	gpu_violation(ring->cp->gpu, "CP ring %u hangs at 0x%llx: %s", ring->index,
		      (unsigned long long)(s->base + 4ull * s->pos), why);
	ring->dead = true;
	return GPU_IDLE;
}

/* A packet with reserved bits will be refused when it comes: it names no buffer. */
static void prefetch_ib(struct cp_ring *ring, const uint32_t *body)
{
	bool cayman = gpu_config(ring->cp->gpu)->chip->cayman;
	struct cp_stream *a = &ring->ahead;

	drop_cache(a);
	if (body[1] & ~0xffu || body[2] & ~(IB_DWORDS | (cayman ? IB_VMID : 0)))
		return;
	*a = (struct cp_stream){
		.base = (uint64_t)body[1] << 32 | (body[0] & ~3u), .swap = body[0] & 3,
		.size = body[2] & IB_DWORDS, .end = body[2] & IB_DWORDS, .vmid = body[2] >> 24,
	};
	if (a->size)
		fill_cache(ring, a, 0, a->size);
}

/* The ME has begun to wait at a packet of @n dwords: what does the PFP reach? */
static void run_ahead(struct cp_ring *ring, uint32_t n)
{
	uint32_t left = available(&ring->level[ring->depth], ring->depth == 0);
	uint32_t header, body[3];

	for (uint32_t at = 1 + n; at < left; at += 1 + body_dwords(header)) {
		if (at > CP_CACHE || !peek(ring, at, &header, 1) || IS_PACKET3(header, PFP_SYNC_ME))
			return;
		if (!IS_PACKET3(header, INDIRECT_BUFFER))
			continue;
		if (at + 3 < left && peek(ring, at + 1, body, 3))
			prefetch_ib(ring, body);
		return;
	}
}

/**
 * cp_give_up_waiting() - what the packet at the front waits for will not come: go on
 * @ring: the ring, stalled
 */
void cp_give_up_waiting(struct cp_ring *ring)
{
	uint32_t header;

	if (!ring->stalled || !peek(ring, 0, &header, 1))
		return;
	ring->stalled = false;
	advance(ring, ring->depth, 1 + body_dwords(header));
}

/* Type 2 is filler. */
static const char *name_of(uint32_t header)
{
	if (header >> 30 == 3)
		return pm4_packet_name(header >> 8 & 0xff);
	return header >> 30 == 2 ? "NOP" : NULL;
}

/*
 * What came of the packet at the front, which was found @depth buffers deep, or of the work that it has
 * begun. A dead ring keeps its place: that is what a driver finds when it looks.
 */
static enum gpu_progress after_packet(struct cp_ring *ring, unsigned int depth, enum pm4_result result)
{
	switch (result) {
	case PM4_STALL:
		if (!ring->stalled && depth + 1 < CP_LEVELS)
			run_ahead(ring, ring->dwords - 1);
		if (!ring->stalled)
			ring->keeps_me = gpu_fault_hit_at(ring->cp->gpu, "me-stays",
							  cp_ring_name(ring));
		ring->stalled = true;
		return GPU_STALLED;
	case PM4_MORE:
		return GPU_MORE;
	case PM4_SPINS:			/* there is no use in looking at once */
		return GPU_STALLED;
	case PM4_DEAD:
		ring->dead = true;
		return GPU_IDLE;
	default:
		ring->stalled = false;
		advance(ring, depth, ring->dwords);
		return GPU_MORE;
	}
}

static enum gpu_progress run_packet(struct cp_ring *ring, uint32_t header, uint32_t n)
{
	unsigned int depth = ring->depth;
	uint64_t resets = ring->cp->resets;
	enum pm4_result result;

	tell_packet(ring, 0, name_of(header));
	ring->dwords = 1 + n;
	result = pm4_execute(ring, header, ring->cp->body, n);
	if (ring->cp->resets != resets)
		return GPU_IDLE;	/* the packet has reset the CP, and is lost with all else */
	return after_packet(ring, depth, result);
}

static enum gpu_progress one_packet(struct cp_ring *ring)
{
	struct cp_stream *s = &ring->level[ring->depth];
	uint32_t left = available(s, ring->depth == 0), header = 0, n;

	if (cp_ring_works(ring))
		return after_packet(ring, ring->depth, pm4_continue(ring));
	if (!left && ring->depth) {
		ring->depth--;
		if (!ring->depth)
			inherit_stream(ring);
		return GPU_MORE;
	}
	if (!left)
		return GPU_IDLE;
	if (!peek(ring, 0, &header, 1))
		return fetch_fault(ring);
	n = body_dwords(header);
	if (n >= left && ring->depth)
		return wedge(ring, "packet goes beyond its buffer");
	if (n >= left)
		return GPU_IDLE;	/* the rest comes with the next write pointer */
	if (n && !peek(ring, 1, ring->cp->body, n))
		return fetch_fault(ring);
	return run_packet(ring, header, n);
}

static bool cp_hangs(const struct cp *cp)
{
	for (unsigned int i = 0; i < cp->n_rings; i++)
		if (cp->ring[i].dead)
			return true;
	return false;
}

/* Does the ME stay with another ring, which waits? */
static bool kept_back(const struct cp_ring *ring)
{
	const struct cp *cp = ring->cp;

	for (unsigned int i = 0; i < cp->n_rings; i++)
		if (i != ring->index && cp->ring[i].stalled && cp->ring[i].keeps_me)
			return true;
	return false;
}

static bool ring_busy(const struct cp_ring *ring)
{
	const struct cp_stream *s = &ring->level[0];

	if (ring->dead)
		return true;
	return cp_ready(ring->cp) && !ring->stopped &&
	       (ring->depth || (s->size && available(s, true)));
}

static void update_busy(struct cp *cp)
{
	static const enum gpu_unit units[CP_RINGS] = { UNIT_RING0, UNIT_RING1, UNIT_RING2 };
	bool busy = false, waits = false, hangs = false;

	for (unsigned int i = 0; i < CP_RINGS && i < cp->n_rings; i++) {
		const struct cp_ring *ring = &cp->ring[i];

		gpu_busy_set(cp->gpu, units[i], ring_busy(ring));
		busy |= ring_busy(ring);
		waits |= ring->waits;
		hangs |= ring->dead;
	}
	gpu_busy_set(cp->gpu, UNIT_CP, busy || cp->bottom_count);
	gpu_busy_set(cp->gpu, UNIT_CP_HANG, hangs);
	gpu_busy_set(cp->gpu, UNIT_SEM_CP, waits);
	gpu_busy_set(cp->gpu, UNIT_CP_DMA, cp->copy_count);
}

/**
 * cp_ring_goes_on() - has it work, or packets that are not to wait?
 * @ring: the ring
 */
bool cp_ring_goes_on(const struct cp_ring *ring)
{
	return cp_ring_works(ring) || (ring_busy(ring) && !ring->stalled);
}

static enum gpu_progress run_ring(struct gpu *gpu, void *state)
{
	enum gpu_progress progress = GPU_IDLE;
	struct cp_ring *ring = state;

	if (cp_ready(ring->cp) && !cp_hangs(ring->cp) && ring->level[0].size) {
		if (available(&ring->level[0], true)) {
			gpu_display_check_woken(gpu);
			if (!ring->stalled && !ring->stopped)
				ring->stopped = gpu_fault_hit_at(gpu, "cp-stop", cp_ring_name(ring));
		}
		ring->cp->spent = 0;
		for (unsigned int i = 0; i < BUDGET && ring->cp->spent < BUDGET_PAGES && !ring->stopped; i++) {
			if (kept_back(ring)) {
				progress = GPU_STALLED;
				break;
			}
			progress = one_packet(ring);
			if (progress != GPU_MORE || cp_ring_works(ring))
				break;
		}
	}
	update_busy(ring->cp);
	return progress;
}

/* ---- the block ---- */

/* Waves that run outlive the CP that has started them. */
static void forget_work(struct cp *cp)
{
	for (unsigned int i = 0; i < CP_RINGS; i++) {
		struct cp_ring *ring = &cp->ring[i];

		cp->gfx_hangs |= dispatch_run_has_waves(ring->dispatch) || draw_run_has_waves(ring->draw);
		dispatch_run_end(ring->dispatch);
		draw_run_end(ring->draw);
		*ring = (struct cp_ring){ .cp = cp, .index = i };
	}
	memset(&cp->me, 0, sizeof(cp->me));
	cp->me.index_max = UINT32_MAX;
	cp_bottom_reset(cp);
	cp->copy_first = 0;
	cp->copy_count = 0;
	cp->copy_awaited = false;
	cp->unsettled = 0;
	memset(cp->last_work, 0, sizeof(cp->last_work));
	cp->generation++;
	cp->resets++;
}

/**
 * gpu_cp_soft_reset() - bit 0 of GRBM_SOFT_RESET
 * @gpu: the card
 *
 * What is under way is lost, and the pointers; the images stay in their RAMs and
 * the ring registers keep what the host wrote (the kernel resets the CP between
 * the upload and the start of the ring). Shaders that hang go on doing so.
 */
void gpu_cp_soft_reset(struct gpu *gpu)
{
	struct cp *cp = cp_of(gpu);

	forget_work(cp);
	cp_regs_restart(cp);
	update_busy(cp);
	gpu_trace(gpu, "cp    soft reset");
}

/**
 * gpu_gfx_soft_reset() - the bits of the shader units in GRBM_SOFT_RESET
 * @gpu: the card
 *
 * If the pipe hangs, or a program runs, what was in it is lost; its end will not come.
 */
void gpu_gfx_soft_reset(struct gpu *gpu)
{
	struct cp *cp = cp_of(gpu);

	if (!gpu_busy(gpu, UNIT_SHADERS))
		return;
	for (unsigned int i = 0; i < CP_RINGS; i++) {
		dispatch_run_give_up(cp->ring[i].dispatch);
		draw_run_give_up(cp->ring[i].draw);
	}
	cp->gfx_hangs = false;
	cp->unsettled = 0;
	memset(cp->last_work, 0, sizeof(cp->last_work));
	cp->generation++;
	cp_copy_drain(cp);
	cp_bottom_reset(cp);
	update_busy(cp);
	gpu_trace(gpu, "cp    shaders reset");
}

static void cp_init(struct gpu *gpu, void *state)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;
	static const char *const names[CP_RINGS] = { "cp0", "cp1", "cp2" };
	struct cp *cp = state;

	cp->gpu = gpu;
	cp->n_rings = chip->cayman ? CP_RINGS : 1;
	cp->pfp = (struct cp_ucode){ .name = "PFP", .size = chip->pfp_dw };
	cp->me_ram = (struct cp_ucode){ .name = "ME", .size = chip->me_dw };
	cp->footprint = footprint_new(gpu);
	cp->programs = programs_new(gpu);
	cp_regs_add(gpu);
	context_regs_add(gpu);
	for (unsigned int i = 0; i < CP_RINGS && i < cp->n_rings; i++)
		gpu_engine_add(gpu, names[i], run_ring, &cp->ring[i]);
}

static void cp_reset(struct gpu *gpu, void *state)
{
	struct cp *cp = state;

	(void)gpu;
	forget_work(cp);
	cp->gfx_hangs = false;
	cp_shaders_changed(cp);
	cp_regs_reset(cp);
	for (size_t i = 0; i < CP_GDS_SIZE / 4; i++)
		cp->gds[i] = GDS_POISON;
}

static void cp_fini(struct gpu *gpu, void *state)
{
	struct cp *cp = state;

	(void)gpu;
	for (unsigned int i = 0; i < CP_RINGS; i++) {
		dispatch_run_end(cp->ring[i].dispatch);
		draw_run_end(cp->ring[i].draw);
	}
	footprint_free(cp->footprint);
	programs_free(cp->programs);
}

const struct gpu_block gpu_block_cp = {
	.name = "cp",
	.state_size = sizeof(struct cp),
	.init = cp_init,
	.reset = cp_reset,
	.fini = cp_fini,
};

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: command processor, the fetching half
 *
 * The CP fetches packets from up to three rings (one before Cayman) and the
 * indirect buffers they call, and hands them to pm4.c. It does not run before a
 * complete PFP and a complete ME image were uploaded: dwords are counted, their
 * contents are not looked at, because the model executes packets and not
 * microcode; an image of the right size with any contents will do.
 *
 * Rings advance only between CP_ME_CNTL leaving halt and the next halt. The read
 * pointer goes to memory when it crosses a block of 2^RB_BLKSZ quadwords, as
 * AMD describes the field, and when the ring has run empty (a guess from what
 * later chips show). In between, memory is behind.
 *
 * Fetches are done in blocks of CP_CACHE dwords and stay as they were read until
 * used or until PFP_SYNC_ME: the prefetch parser has run ahead by then. This is
 * the visible half of the PFP/ME split; a second thread was rejected, no run
 * could be repeated.
 *
 * Rings 1 and 2 of Cayman fetch and execute, but share state with ring 0 as
 * clients cannot tell apart: one set of context registers serves all three.
 *
 * Sources: register offsets and fields are the kernel's evergreend.h and nid.h;
 * "AMD" marks the Evergreen/Northern Islands acceleration guide.
 */
#include <string.h>

#include "cp.h"

#define BIT(n)			(1u << (n))

/* CP_ME_CNTL */
#define ME_HALT			BIT(28)
#define PFP_HALT		BIT(26)

/* CP_RBn_CNTL */
#define RB_BUFSZ(x)		((x) & 0x3f)		/* log2 quadwords */
#define RB_BLKSZ(x)		((x) >> 8 & 0x3f)	/* log2 quadwords */
#define RB_SWAP(x)		((x) >> 16 & 3)
#define RB_NO_UPDATE		BIT(27)
#define RB_RPTR_WR_ENA		BIT(31)

#define SRBM_GFX_CNTL		0x0e44
#define SCRATCH_REG0		0x8500
#define SCRATCH_UMSK		0x8540
#define SCRATCH_ADDR		0x8544
#define CP_ME_CNTL		0x86d8

#define BUDGET			256	/* packets per step */

struct ring_regs {
	uint32_t base, cntl, rptr_addr, wptr, rptr;
};

static const struct ring_regs ring_regs[CP_RINGS] = {
	{ 0xc100, 0xc104, 0xc10c, 0xc114, 0x8700 },
	{ 0xc180, 0xc184, 0xc188, 0xc190, 0x86fc },
	{ 0xc194, 0xc198, 0xc19c, 0xc1a4, 0x86f8 },
};

struct cp *cp_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, &gpu_block_cp);
}

/* The 100 MHz counter that EVENT_WRITE_EOP and the RLC's capture report. */
uint64_t cp_clock(struct gpu *gpu)
{
	return gpu_now(gpu) / 10;
}

/* Swap codes of addresses: none, 8 in 16, 8 in 32; 8 in 64 needs a pair of dwords. */
uint32_t cp_swap(uint32_t value, unsigned int mode)
{
	if (mode == 1)
		return (value & 0x00ff00ff) << 8 | (value >> 8 & 0x00ff00ff);
	return mode == 2 ? __builtin_bswap32(value) : value;
}

/* ---- microcode ---- */

static bool ucode_complete(const struct cp_ucode *u)
{
	return u->count == u->size;
}

static bool halted(struct gpu *gpu)
{
	return gpu_reg_get(gpu, CP_ME_CNTL) & (ME_HALT | PFP_HALT);
}

/* Both images whole and both engines let go. */
bool cp_ready(struct cp *cp)
{
	return !halted(cp->gpu) && !cp->stopped && ucode_complete(&cp->pfp) &&
	       ucode_complete(&cp->me_ram);
}

/* A new upload starts with the dword at address 0; what was there before is gone. */
static void ucode_write(struct gpu *gpu, struct cp_ucode *u, uint32_t value)
{
	if (!halted(gpu))
		gpu_violation(gpu, "%s microcode written while the CP runs", u->name);
	if (u->waddr == 0) {
		memset(u->have, 0, sizeof(u->have));
		u->count = 0;
	}
	if (u->waddr >= u->size) {
		gpu_violation(gpu, "%s microcode: dword %u of %u", u->name, u->waddr, u->size);
		u->waddr++;
		return;
	}
	u->count += !u->have[u->waddr];
	u->have[u->waddr] = true;
	u->data[u->waddr++] = value;
}

static uint32_t ucode_read(struct cp_ucode *u, uint32_t *addr)
{
	uint32_t at = (*addr)++;

	return at < u->size ? u->data[at] : 0;
}

static void pfp_addr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	cp_of(gpu)->pfp.waddr = value;
	cp_of(gpu)->pfp.raddr = value;
}

static void pfp_data_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	ucode_write(gpu, &cp_of(gpu)->pfp, value);
}

static uint32_t pfp_data_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	struct cp_ucode *u = &cp_of(gpu)->pfp;

	(void)reg;
	return ucode_read(u, &u->raddr);
}

static void me_waddr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	cp_of(gpu)->me_ram.waddr = value;
}

static void me_raddr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	cp_of(gpu)->me_ram.raddr = value;
}

static void me_data_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	ucode_write(gpu, &cp_of(gpu)->me_ram, value);
}

static uint32_t me_data_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	struct cp_ucode *u = &cp_of(gpu)->me_ram;

	(void)reg;
	return ucode_read(u, &u->raddr);
}

static void check_ucode(struct gpu *gpu, const struct cp_ucode *u)
{
	if (!ucode_complete(u))
		gpu_violation(gpu, "CP started with %u of %u dwords of %s microcode", u->count,
			      u->size, u->name);
}

static void me_cntl_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct cp *cp = cp_of(gpu);

	(void)reg;
	gpu_trace(gpu, "cp    ME %s, PFP %s", value & ME_HALT ? "halted" : "runs",
		  value & PFP_HALT ? "halted" : "runs");
	if (value & (ME_HALT | PFP_HALT))
		return;
	check_ucode(gpu, &cp->pfp);
	check_ucode(gpu, &cp->me_ram);
}

/* ---- ring registers ---- */

static struct cp_ring *ring_with(struct cp *cp, uint32_t offset, uint32_t delta)
{
	for (unsigned int i = 0; i < CP_RINGS; i++) {
		const uint32_t *reg = (const uint32_t *)&ring_regs[i];

		if (reg[delta] == offset)
			return &cp->ring[i];
	}
	return NULL;
}

enum { RING_BASE, RING_CNTL, RING_RPTR_ADDR, RING_WPTR, RING_RPTR };

static void drop_cache(struct cp_stream *s)
{
	s->cached = 0;
}

void cp_drop_prefetch(struct cp_ring *ring)
{
	for (unsigned int i = 0; i <= ring->depth; i++)
		drop_cache(&ring->level[i]);
}

static void set_rptr(struct gpu *gpu, struct cp_ring *ring, uint32_t rptr)
{
	ring->level[0].pos = rptr;
	ring->reported = rptr;
	ring->depth = 0;
	drop_cache(&ring->level[0]);
	gpu_reg_set(gpu, ring_regs[ring->index].rptr, rptr);
}

static uint32_t ring_size(struct gpu *gpu, const struct cp_ring *ring)
{
	unsigned int log2 = RB_BUFSZ(gpu_reg_get(gpu, ring_regs[ring->index].cntl));

	return log2 < 29 ? 2u << log2 : 0;
}

static void cntl_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct cp_ring *ring = ring_with(cp_of(gpu), reg->offset, RING_CNTL);
	struct cp_stream *s = &ring->level[0];

	if (RB_SWAP(value) == 1 || RB_SWAP(value) == 3)
		gpu_violation(gpu, "%s: swap %u is no ring's", reg->name, RB_SWAP(value));
	if (cp_ready(ring->cp) && s->size && s->size != ring_size(gpu, ring))
		gpu_violation(gpu, "%s: size changed while the CP runs", reg->name);
	s->size = ring_size(gpu, ring);
	s->swap = RB_SWAP(value);
}

/* On Cayman a new base restarts all rings; before, it only moves the one (kernel). */
static void base_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct cp *cp = cp_of(gpu);
	struct cp_ring *ring = ring_with(cp, reg->offset, RING_BASE);

	ring->level[0].base = (uint64_t)value << 8;
	drop_cache(&ring->level[0]);
	if (!gpu_config(gpu)->chip->cayman)
		return;
	for (unsigned int i = 0; i < cp->n_rings; i++) {
		set_rptr(gpu, &cp->ring[i], 0);
		cp->ring[i].level[0].end = 0;
		gpu_reg_set(gpu, ring_regs[i].wptr, 0);
	}
}

static void rptr_write(struct gpu *gpu, struct cp_ring *ring, uint32_t value)
{
	if (!(gpu_reg_get(gpu, ring_regs[ring->index].cntl) & RB_RPTR_WR_ENA)) {
		gpu_violation(gpu, "rptr of CP ring %u written without RB_RPTR_WR_ENA", ring->index);
		set_rptr(gpu, ring, ring->level[0].pos);
		return;
	}
	if (value >= ring->level[0].size)
		gpu_violation(gpu, "rptr of CP ring %u is 0x%x of 0x%x", ring->index, value,
			      ring->level[0].size);
	set_rptr(gpu, ring, ring->level[0].size ? value % ring->level[0].size : 0);
}

static void rptr_reg_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	rptr_write(gpu, ring_with(cp_of(gpu), reg->offset, RING_RPTR), value);
}

static void rptr_wr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	rptr_write(gpu, &cp_of(gpu)->ring[0], value);
}

static uint32_t rptr_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	return ring_with(cp_of(gpu), reg->offset, RING_RPTR)->level[0].pos;
}

static void wptr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct cp_ring *ring = ring_with(cp_of(gpu), reg->offset, RING_WPTR);
	struct cp_stream *s = &ring->level[0];

	if (value && value >= s->size) {
		gpu_violation(gpu, "%s = 0x%x in a ring of 0x%x dwords", reg->name, value, s->size);
		return;
	}
	s->end = value;
}

/* ---- scratch registers and interrupts ---- */

/* With its bit in SCRATCH_UMSK set, a scratch register shows up in memory as well. */
static void scratch_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	unsigned int n = (reg->offset - SCRATCH_REG0) / 4;
	uint64_t addr = ((uint64_t)gpu_reg_get(gpu, SCRATCH_ADDR) << 8) + 4 * n;

	if (gpu_reg_get(gpu, SCRATCH_UMSK) & BIT(n))
		gpu_mc_write(gpu, CLIENT_CP, 0, addr, &value, sizeof(value));
}

static unsigned int int_bank(struct gpu *gpu)
{
	unsigned int bank;

	if (!gpu_config(gpu)->chip->cayman)
		return 0;
	bank = gpu_reg_get(gpu, SRBM_GFX_CNTL) & 3;
	if (bank < CP_RINGS)
		return bank;
	gpu_violation(gpu, "SRBM_GFX_CNTL selects ring %u", bank);
	return 0;
}

static uint32_t int_cntl_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return cp_of(gpu)->int_cntl[int_bank(gpu)];
}

static void int_cntl_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	cp_of(gpu)->int_cntl[int_bank(gpu)] = value & reg->ignored;
}

/* WAIT_UNTIL with WAIT_CP_DMA_IDLE: copies under way are finished first (kernel, blits). */
static void wait_until_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	if (value & BIT(8))
		cp_copy_drain(cp_of(gpu));
}

static uint32_t busy_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return gpu_busy(gpu, UNIT_CP) ? BIT(31) : 0;
}

#define RW(off, nm, bits, src)	{ .offset = (off), .name = (nm), .writable = (bits), .source = (src) }

#define INT_BITS	(BIT(19) | BIT(20) | BIT(25) | BIT(26) | BIT(29) | BIT(30) | BIT(31))
#define CNTL_BITS	(0x00033f3f | RB_NO_UPDATE | RB_RPTR_WR_ENA)

static const struct gpu_reg common_regs[] = {
	{ .offset = 0xc150, .name = "CP_PFP_UCODE_ADDR", .writable = 0xffff, .source = SRC_KERNEL,
	  .write = pfp_addr_write },
	{ .offset = 0xc154, .name = "CP_PFP_UCODE_DATA", .ignored = UINT32_MAX, .source = SRC_KERNEL,
	  .read = pfp_data_read, .write = pfp_data_write },
	{ .offset = 0xc158, .name = "CP_ME_RAM_RADDR", .writable = 0xffff, .source = SRC_KERNEL,
	  .write = me_raddr_write },
	{ .offset = 0xc15c, .name = "CP_ME_RAM_WADDR", .writable = 0xffff, .source = SRC_KERNEL,
	  .write = me_waddr_write },
	{ .offset = 0xc160, .name = "CP_ME_RAM_DATA", .ignored = UINT32_MAX, .source = SRC_KERNEL,
	  .read = me_data_read, .write = me_data_write },
	{ .offset = CP_ME_CNTL, .name = "CP_ME_CNTL", .reset = ME_HALT | PFP_HALT,
	  .writable = ME_HALT | PFP_HALT | 0xff, .source = SRC_KERNEL, .write = me_cntl_write },
	{ .offset = 0xc100, .name = "CP_RB0_BASE", .writable = UINT32_MAX, .source = SRC_KERNEL,
	  .write = base_write },
	{ .offset = 0xc104, .name = "CP_RB0_CNTL", .writable = CNTL_BITS, .source = SRC_KERNEL,
	  .write = cntl_write },
	RW(0xc10c, "CP_RB0_RPTR_ADDR", UINT32_MAX, SRC_KERNEL),
	RW(0xc110, "CP_RB0_RPTR_ADDR_HI", 0xff, SRC_KERNEL),
	{ .offset = 0xc114, .name = "CP_RB0_WPTR", .writable = 0xfffff, .source = SRC_KERNEL,
	  .write = wptr_write },
	{ .offset = 0xc124, .name = "CP_INT_CNTL", .ignored = INT_BITS, .source = SRC_KERNEL,
	  .read = int_cntl_read, .write = int_cntl_write },
	RW(0xc128, "CP_INT_STATUS", 0, SRC_KERNEL),
	RW(0xc1fc, "CP_DEBUG", UINT32_MAX, SRC_KERNEL),
	{ .offset = SCRATCH_REG0, .name = "SCRATCH_REG", .writable = UINT32_MAX, .source = SRC_KERNEL,
	  .write = scratch_write, .count = 8, .stride = 4 },
	RW(SCRATCH_UMSK, "SCRATCH_UMSK", 0xff, SRC_KERNEL),
	RW(SCRATCH_ADDR, "SCRATCH_ADDR", UINT32_MAX, SRC_KERNEL),
	{ .offset = 0x8040, .name = "WAIT_UNTIL", .writable = UINT32_MAX, .source = SRC_KERNEL,
	  .write = wait_until_write },
	RW(0x84fc, "CP_STRMOUT_CNTL", BIT(0), SRC_MESA),
	RW(0x85bc, "CP_SEM_WAIT_TIMER", UINT32_MAX, SRC_KERNEL),
	RW(0x85c8, "CP_SEM_INCOMPLETE_TIMER_CNTL", UINT32_MAX, SRC_KERNEL),
	RW(0x85f0, "CP_COHER_CNTL", 0x1fffffff, SRC_AMD_DOC),
	RW(0x85f4, "CP_COHER_SIZE", UINT32_MAX, SRC_AMD_DOC),
	RW(0x85f8, "CP_COHER_BASE", UINT32_MAX, SRC_AMD_DOC),
	{ .offset = 0x8674, .name = "CP_STALLED_STAT1", .source = SRC_KERNEL },
	{ .offset = 0x8678, .name = "CP_STALLED_STAT2", .source = SRC_KERNEL },
	{ .offset = 0x867c, .name = "CP_BUSY_STAT", .source = SRC_KERNEL },
	{ .offset = 0x8680, .name = "CP_STAT", .source = SRC_KERNEL, .read = busy_read },
	RW(0x8704, "CP_RB_WPTR_DELAY", UINT32_MAX, SRC_KERNEL),
};

static const struct gpu_reg evergreen_regs[] = {
	{ .offset = 0xc108, .name = "CP_RB_RPTR_WR", .writable = 0xfffff, .source = SRC_KERNEL,
	  .write = rptr_wr_write },
	RW(0xc118, "CP_RB_WPTR_ADDR", UINT32_MAX, SRC_KERNEL),
	RW(0xc11c, "CP_RB_WPTR_ADDR_HI", 0xff, SRC_KERNEL),
	{ .offset = 0x8700, .name = "CP_RB_RPTR", .source = SRC_KERNEL, .read = rptr_read },
};

static const struct gpu_reg cayman_regs[] = {
	{ .offset = 0x8700, .name = "CP_RB0_RPTR", .ignored = 0xfffff, .source = SRC_KERNEL,
	  .read = rptr_read, .write = rptr_reg_write },
	{ .offset = 0x86fc, .name = "CP_RB1_RPTR", .ignored = 0xfffff, .source = SRC_KERNEL,
	  .read = rptr_read, .write = rptr_reg_write },
	{ .offset = 0x86f8, .name = "CP_RB2_RPTR", .ignored = 0xfffff, .source = SRC_KERNEL,
	  .read = rptr_read, .write = rptr_reg_write },
	{ .offset = 0xc180, .name = "CP_RB1_BASE", .writable = UINT32_MAX, .source = SRC_KERNEL,
	  .write = base_write },
	{ .offset = 0xc184, .name = "CP_RB1_CNTL", .writable = CNTL_BITS, .source = SRC_KERNEL,
	  .write = cntl_write },
	RW(0xc188, "CP_RB1_RPTR_ADDR", UINT32_MAX, SRC_KERNEL),
	RW(0xc18c, "CP_RB1_RPTR_ADDR_HI", 0xff, SRC_KERNEL),
	{ .offset = 0xc190, .name = "CP_RB1_WPTR", .writable = 0xfffff, .source = SRC_KERNEL,
	  .write = wptr_write },
	{ .offset = 0xc194, .name = "CP_RB2_BASE", .writable = UINT32_MAX, .source = SRC_KERNEL,
	  .write = base_write },
	{ .offset = 0xc198, .name = "CP_RB2_CNTL", .writable = CNTL_BITS, .source = SRC_KERNEL,
	  .write = cntl_write },
	RW(0xc19c, "CP_RB2_RPTR_ADDR", UINT32_MAX, SRC_KERNEL),
	RW(0xc1a0, "CP_RB2_RPTR_ADDR_HI", 0xff, SRC_KERNEL),
	{ .offset = 0xc1a4, .name = "CP_RB2_WPTR", .writable = 0xfffff, .source = SRC_KERNEL,
	  .write = wptr_write },
	RW(0x85e8, "CP_COHER_CNTL2", UINT32_MAX, SRC_KERNEL),
};

/* ---- fetching ---- */

static uint32_t available(const struct cp_stream *s, bool is_ring)
{
	return is_ring ? (s->end - s->pos) & (s->size - 1) : s->end - s->pos;
}

static bool fill_cache(struct cp_ring *ring, struct cp_stream *s, uint32_t pos, uint32_t left)
{
	uint32_t n = left < CP_CACHE ? left : CP_CACHE;

	if (n > s->size - pos)
		n = s->size - pos;
	if (!gpu_mc_read(ring->cp->gpu, CLIENT_CP, s->vmid, s->base + 4ull * pos, s->cache, 4 * n))
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
	const struct ring_regs *regs = &ring_regs[ring->index];
	struct gpu *gpu = ring->cp->gpu;
	uint32_t rptr = ring->level[0].pos, lo = gpu_reg_get(gpu, regs->rptr_addr);
	uint64_t addr = (uint64_t)gpu_reg_get(gpu, regs->rptr_addr + 4) << 32 | (lo & ~3u);

	if (gpu_reg_get(gpu, regs->cntl) & RB_NO_UPDATE || rptr == ring->reported)
		return;
	ring->reported = rptr;
	rptr = cp_swap(rptr, lo & 3);
	gpu_mc_write(gpu, CLIENT_CP, 0, addr, &rptr, sizeof(rptr));
}

static bool crossed_block(struct cp_ring *ring)
{
	uint32_t cntl = gpu_reg_get(ring->cp->gpu, ring_regs[ring->index].cntl);
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
	gpu_reg_set(ring->cp->gpu, ring_regs[ring->index].rptr, s->pos);
	if (s->pos == s->end || crossed_block(ring))
		report_rptr(ring);
}

/* Leaves the packet's stream @dwords further on than its own end. */
void cp_skip(struct pm4 *p, uint32_t dwords)
{
	uint32_t left = available(p->stream, p->stream == &p->ring->level[0]) - 1 - p->n;

	if (dwords > left) {
		pm4_complain(p, "skips %u dwords, %u are left", dwords, left);
		dwords = left;
	}
	advance(p->ring, p->ring->depth, dwords);
}

/* False after a complaint: the buffer may not be entered. */
bool cp_enter_ib(struct pm4 *p, uint64_t base, uint32_t dwords, unsigned int vmid, unsigned int swap)
{
	struct cp_ring *ring = p->ring;

	if (ring->depth + 1 == CP_LEVELS) {
		pm4_complain(p, "nested too deep: an IB2 calls no further buffer");
		return false;
	}
	if (gpu_fault_hit(p->gpu, "cp-hang")) {
		gpu_trace(p->gpu, "cp    fault: hangs at IB 0x%llx", (unsigned long long)base);
		ring->dead = true;
		return false;
	}
	ring->depth++;
	ring->level[ring->depth] = (struct cp_stream){
		.base = base, .size = dwords, .end = dwords, .vmid = vmid, .swap = swap,
	};
	return true;
}

/*
 * Faulting accesses have been reported by the memory controller, which redirects
 * them to the default page: reads find zeros, writes are lost, the CP goes on.
 */
void cp_mem_read(struct pm4 *p, uint64_t addr, void *buf, size_t len)
{
	if (!gpu_mc_read(p->gpu, CLIENT_CP, p->vmid, addr, buf, len))
		memset(buf, 0, len);
}

void cp_mem_write(struct pm4 *p, uint64_t addr, const void *buf, size_t len)
{
	gpu_mc_write(p->gpu, CLIENT_CP, p->vmid, addr, buf, len);
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

/* A dead ring keeps its place: that is what a driver finds when it looks. */
static enum gpu_progress run_packet(struct cp_ring *ring, uint32_t header, uint32_t n)
{
	unsigned int depth = ring->depth;

	switch (pm4_execute(ring, header, ring->cp->body, n)) {
	case PM4_STALL:
		ring->stalled = true;
		return GPU_STALLED;
	case PM4_DEAD:
		ring->dead = true;
		return GPU_IDLE;
	default:
		ring->stalled = false;
		advance(ring, depth, 1 + n);
		return GPU_MORE;
	}
}

static enum gpu_progress one_packet(struct cp_ring *ring)
{
	struct cp_stream *s = &ring->level[ring->depth];
	uint32_t left = available(s, ring->depth == 0), header, n;

	if (!left && ring->depth) {
		ring->depth--;
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

static bool ring_busy(const struct cp_ring *ring)
{
	const struct cp_stream *s = &ring->level[0];

	return ring->dead || ring->depth || (s->size && available(s, true));
}

static void update_busy(struct cp *cp)
{
	bool busy = false, runs = cp_ready(cp);

	for (unsigned int i = 0; i < cp->n_rings; i++)
		busy |= cp->ring[i].dead || (runs && ring_busy(&cp->ring[i]));
	gpu_busy_set(cp->gpu, UNIT_CP, busy || cp->bottom_count);
	gpu_busy_set(cp->gpu, UNIT_CP_DMA, cp->copy_count);
}

static enum gpu_progress run_ring(struct gpu *gpu, void *state)
{
	enum gpu_progress progress = GPU_IDLE;
	struct cp_ring *ring = state;

	if (cp_ready(ring->cp) && !ring->dead && ring->level[0].size) {
		if (available(&ring->level[0], true) && !ring->stalled &&
		    gpu_fault_hit(gpu, "cp-stop"))
			ring->cp->stopped = true;
		for (unsigned int i = 0; i < BUDGET && !ring->cp->stopped; i++) {
			progress = one_packet(ring);
			if (progress != GPU_MORE)
				break;
		}
	}
	update_busy(ring->cp);
	return progress;
}

/* ---- the block ---- */

static void forget_work(struct cp *cp)
{
	for (unsigned int i = 0; i < CP_RINGS; i++) {
		struct cp_ring *ring = &cp->ring[i];

		*ring = (struct cp_ring){ .cp = cp, .index = i };
	}
	memset(&cp->me, 0, sizeof(cp->me));
	cp_bottom_reset(cp);
	cp->copy_first = 0;
	cp->copy_count = 0;
	cp->generation++;
	cp->stopped = false;
}

/*
 * What is under way is lost, and the pointers; the images stay in their RAMs and
 * the ring registers keep what the host wrote (the kernel resets the CP between
 * the upload and the start of the ring).
 */
void gpu_cp_soft_reset(struct gpu *gpu)
{
	struct cp *cp = cp_of(gpu);

	forget_work(cp);
	for (unsigned int i = 0; i < cp->n_rings; i++) {
		struct cp_ring *ring = &cp->ring[i];
		uint32_t cntl = gpu_reg_get(gpu, ring_regs[i].cntl);

		ring->level[0].base = (uint64_t)gpu_reg_get(gpu, ring_regs[i].base) << 8;
		ring->level[0].size = ring_size(gpu, ring);
		ring->level[0].swap = RB_SWAP(cntl);
		gpu_reg_set(gpu, ring_regs[i].rptr, 0);
		gpu_reg_set(gpu, ring_regs[i].wptr, 0);
	}
	update_busy(cp);
	gpu_trace(gpu, "cp    soft reset");
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
	gpu_regs_add(gpu, common_regs, sizeof(common_regs) / sizeof(common_regs[0]));
	if (chip->cayman)
		gpu_regs_add(gpu, cayman_regs, sizeof(cayman_regs) / sizeof(cayman_regs[0]));
	else
		gpu_regs_add(gpu, evergreen_regs, sizeof(evergreen_regs) / sizeof(evergreen_regs[0]));
	gfx_regs_add(gpu);
	for (unsigned int i = 0; i < cp->n_rings; i++)
		gpu_engine_add(gpu, names[i], run_ring, &cp->ring[i]);
}

static void cp_reset(struct gpu *gpu, void *state)
{
	struct cp *cp = state;

	(void)gpu;
	forget_work(cp);
	cp->pfp.count = 0;
	cp->me_ram.count = 0;
	memset(cp->pfp.have, 0, sizeof(cp->pfp.have));
	memset(cp->me_ram.have, 0, sizeof(cp->me_ram.have));
	memset(cp->int_cntl, 0, sizeof(cp->int_cntl));
	memset(cp->gds, 0, sizeof(cp->gds));
}

const struct gpu_block gpu_block_cp = {
	.name = "cp",
	.state_size = sizeof(struct cp),
	.init = cp_init,
	.reset = cp_reset,
};

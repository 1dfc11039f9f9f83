// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: command processor, the registers
 *
 * Microcode goes into two RAMs by address and data registers. Dwords are counted,
 * their contents are not looked at, because the model executes packets and not
 * microcode: an image of the right size with any contents will do. Neither the
 * dwords of an earlier upload nor those beyond the end of the RAM count.
 *
 * Each ring has a base, a control register and two pointers; the read pointer can
 * be set while RB_RPTR_WR_ENA is. CP_INT_CNTL exists once per ring on Cayman,
 * SRBM_GFX_CNTL selects which.
 *
 * Sources: offsets and fields are those of the kernel's evergreend.h and nid.h;
 * that a new base restarts all of Cayman's rings is a comment in its ni.c.
 */
#include <string.h>

#include "array.h"
#include "cp.h"

#define BIT(n)			(1u << (n))

/* CP_ME_CNTL */
#define ME_HALT			BIT(28)
#define PFP_HALT		BIT(26)

/* CP_RBn_CNTL */
#define RB_BUFSZ(x)		((x) & 0x3f)		/* log2 quadwords */
#define RB_SWAP(x)		((x) >> 16 & 3)
#define RB_NO_UPDATE		BIT(27)
#define RB_RPTR_WR_ENA		BIT(31)

#define SRBM_GFX_CNTL		0x0e44
#define SCRATCH_REG0		0x8500
#define SCRATCH_UMSK		0x8540
#define SCRATCH_ADDR		0x8544
#define CP_ME_CNTL		0x86d8

/* A hung board in a public log; what the bits mean is not known. */
#define STAT_HUNG		0x80878647u
#define BUSY_STAT_HUNG		0x00068404u

const struct cp_ring_regs cp_ring_regs[CP_RINGS] = {
	{ 0xc100, 0xc104, 0xc10c, 0xc114, 0x8700 },
	{ 0xc180, 0xc184, 0xc188, 0xc190, 0x86fc },
	{ 0xc194, 0xc198, 0xc19c, 0xc1a4, 0x86f8 },
};

/* ---- microcode ---- */

static bool ucode_complete(const struct cp_ucode *u)
{
	return u->count == u->size;
}

static bool halted(struct gpu *gpu)
{
	return gpu_reg_get(gpu, CP_ME_CNTL) & (ME_HALT | PFP_HALT);
}

/**
 * cp_ready() - may rings run?
 * @cp: the command processor
 *
 * Return: true if both images are whole and neither engine is halted.
 */
bool cp_ready(struct cp *cp)
{
	return !halted(cp->gpu) && ucode_complete(&cp->pfp) &&
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

	gpu_trace(gpu, "cp    ME %s, PFP %s", value & ME_HALT ? "halted" : "runs",
		  value & PFP_HALT ? "halted" : "runs");
	if (value & (ME_HALT | PFP_HALT)) {
		gpu_switched_off(gpu, SWITCH_CP);
		return;
	}
	check_ucode(gpu, &cp->pfp);
	check_ucode(gpu, &cp->me_ram);
	if (gpu_held_in_reset(gpu, UNIT_CP))
		gpu_violation(gpu, "%s: the CP is started while it is held in reset", reg->name);
	gpu_check_tiling(gpu);
	inherit_start(cp);
}

/* ---- ring registers ---- */

/* The ring that has a register at @offset; asked for those of the tables below only. */
static struct cp_ring *ring_with(struct cp *cp, uint32_t offset)
{
	unsigned int i;

	for (i = 0; i < CP_RINGS - 1; i++) {
		const struct cp_ring_regs *regs = &cp_ring_regs[i];

		if (offset == regs->base || offset == regs->cntl || offset == regs->wptr ||
		    offset == regs->rptr)
			break;
	}
	return &cp->ring[i];
}

static void set_rptr(struct gpu *gpu, struct cp_ring *ring, uint32_t rptr)
{
	ring->level[0].pos = rptr;
	ring->reported = rptr;
	ring->depth = 0;
	if (cp_ring_works(ring))
		ring->dwords = 0;	/* what runs has left its packet behind */
	cp_drop_prefetch(ring);
	gpu_reg_set(gpu, cp_ring_regs[ring->index].rptr, rptr);
}

static uint32_t ring_size(struct gpu *gpu, const struct cp_ring *ring)
{
	unsigned int log2 = RB_BUFSZ(gpu_reg_get(gpu, cp_ring_regs[ring->index].cntl));

	return log2 < 29 ? 2u << log2 : 0;
}

static void cntl_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct cp_ring *ring = ring_with(cp_of(gpu), reg->offset);
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
	struct cp_ring *ring = ring_with(cp, reg->offset);

	ring->level[0].base = (uint64_t)value << 8;
	cp_drop_prefetch(ring);
	if (!gpu_config(gpu)->chip->cayman)
		return;
	for (unsigned int i = 0; i < cp->n_rings; i++) {
		set_rptr(gpu, &cp->ring[i], 0);
		cp->ring[i].level[0].end = 0;
		gpu_reg_set(gpu, cp_ring_regs[i].wptr, 0);
	}
}

static void rptr_write(struct gpu *gpu, struct cp_ring *ring, uint32_t value)
{
	if (!(gpu_reg_get(gpu, cp_ring_regs[ring->index].cntl) & RB_RPTR_WR_ENA)) {
		gpu_violation(gpu, "rptr of CP ring %u written without RB_RPTR_WR_ENA", ring->index);
		gpu_reg_set(gpu, cp_ring_regs[ring->index].rptr, ring->level[0].pos);
		return;
	}
	if (value >= ring->level[0].size)
		gpu_violation(gpu, "rptr of CP ring %u is 0x%x of 0x%x", ring->index, value,
			      ring->level[0].size);
	set_rptr(gpu, ring, ring->level[0].size ? value % ring->level[0].size : 0);
}

static void rptr_reg_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	rptr_write(gpu, ring_with(cp_of(gpu), reg->offset), value);
}

static void rptr_wr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	rptr_write(gpu, &cp_of(gpu)->ring[0], value);
}

static uint32_t rptr_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	return ring_with(cp_of(gpu), reg->offset)->level[0].pos;
}

static void wptr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct cp_ring *ring = ring_with(cp_of(gpu), reg->offset);
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
	uint64_t addr = ((uint64_t)gpu_reg_get(gpu, SCRATCH_ADDR) << 8) + 4ull * n;

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

/*
 * WAIT_UNTIL with WAIT_CP_DMA_IDLE: copies under way are finished first (kernel, blits). On
 * Cayman Mesa calls it deprecated; there it waits for nothing, which is the worst reading.
 */
static void wait_until_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	if (value & BIT(8) && !gpu_config(gpu)->chip->cayman)
		cp_copy_drain(cp_of(gpu));
	inherit_wait(cp_of(gpu), value);
}

static uint32_t busy_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	if (gpu_busy(gpu, UNIT_CP_HANG))
		return STAT_HUNG;
	return gpu_busy(gpu, UNIT_CP) ? BIT(31) : 0;
}

static uint32_t busy_stat_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return gpu_busy(gpu, UNIT_CP_HANG) ? BUSY_STAT_HUNG : 0;
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
	{ .offset = 0x867c, .name = "CP_BUSY_STAT", .source = SRC_HW,
	  .read = busy_stat_read },
	{ .offset = 0x8680, .name = "CP_STAT", .source = SRC_HW, .read = busy_read },
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


/**
 * cp_regs_add() - make the registers of this file known
 * @gpu: the card
 */
void cp_regs_add(struct gpu *gpu)
{
	gpu_regs_add(gpu, common_regs, ARRAY_SIZE(common_regs));
	if (gpu_config(gpu)->chip->cayman)
		gpu_regs_add(gpu, cayman_regs, ARRAY_SIZE(cayman_regs));
	else
		gpu_regs_add(gpu, evergreen_regs, ARRAY_SIZE(evergreen_regs));
}

/**
 * cp_regs_reset() - what a PCI reset does besides resetting the register file
 * @cp: the command processor; its microcode is gone
 */
void cp_regs_reset(struct cp *cp)
{
	cp->pfp.count = 0;
	cp->me_ram.count = 0;
	memset(cp->pfp.have, 0, sizeof(cp->pfp.have));
	memset(cp->me_ram.have, 0, sizeof(cp->me_ram.have));
	memset(cp->int_cntl, 0, sizeof(cp->int_cntl));
}

/**
 * cp_regs_restart() - after a soft reset: rings where their registers say, empty
 * @cp: the command processor
 */
void cp_regs_restart(struct cp *cp)
{
	for (unsigned int i = 0; i < cp->n_rings; i++) {
		const struct cp_ring_regs *regs = &cp_ring_regs[i];
		struct cp_stream *s = &cp->ring[i].level[0];

		s->base = (uint64_t)gpu_reg_get(cp->gpu, regs->base) << 8;
		s->size = ring_size(cp->gpu, &cp->ring[i]);
		s->swap = RB_SWAP(gpu_reg_get(cp->gpu, regs->cntl));
		gpu_reg_set(cp->gpu, regs->rptr, 0);
		gpu_reg_set(cp->gpu, regs->wptr, 0);
	}
}

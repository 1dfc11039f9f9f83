// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: interrupt handler
 *
 * A ring of 16-byte vectors in GPU memory; pointers count bytes. The vector is
 * written first, then the write pointer, then its copy in memory, then the
 * interrupt goes out. After one message the handler waits until the host has
 * written the read pointer (RPTR_REARM); if vectors are left then, the next
 * message follows at once.
 *
 * A full ring overwrites its oldest vector and says so in bit 0 of the write
 * pointer, until IH_RB_CNTL's bit 31 clears that; no mark is made as long as that bit is set.
 * If overflows are not enabled the new vector is lost instead, and nobody is told: a violation.
 *
 * Without RPTR_REARM the line is a level: asserted while the pointers differ.
 * Sources: the kernel's radeon driver. Guesses: a vector without interrupt enable is still
 * written to the ring; bit 31 keeps its value, since amdgpu takes it back on later chips.
 */
#include <string.h>

#include "array.h"
#include "gpu.h"

#define IH_RB_CNTL		0x3e00
#define IH_RB_BASE		0x3e04
#define IH_RB_RPTR		0x3e08
#define IH_RB_WPTR		0x3e0c
#define IH_RB_WPTR_ADDR_HI	0x3e10
#define IH_RB_WPTR_ADDR_LO	0x3e14
#define IH_CNTL			0x3e18

#define RB_ENABLE		0x1u
#define RB_SIZE(cntl)		((uint32_t)((cntl) >> 1) & 0x1f)	/* log2 of dwords */
#define WPTR_WRITEBACK		(1u << 8)
#define OVERFLOW_ENABLE		(1u << 16)
#define OVERFLOW_CLEAR		(1u << 31)
#define ENABLE_INTR		0x1u
#define RPTR_REARM		(1u << 4)
#define WPTR_OVERFLOW		0x1u

#define VECTOR			16u
#define PTR_MASK		0x0003fffcu

struct ih {
	bool waiting;		/* for the read pointer, before the next message */
	bool overflow;
	bool asserted;
};

static struct ih *ih_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_IH);
}

static uint32_t ring_bytes(struct gpu *gpu)
{
	uint32_t log2 = RB_SIZE(gpu_reg_get(gpu, IH_RB_CNTL));

	return log2 > 16 ? 1u << 18 : 4u << log2;
}

static void set_line(struct gpu *gpu, bool asserted)
{
	const struct gpu_bus *bus = &gpu_config(gpu)->bus;

	ih_of(gpu)->asserted = asserted;
	if (bus->interrupt)
		bus->interrupt(bus->opaque, asserted);
}

/* Send what is due. @news: a vector has just been written. */
static void signal_host(struct gpu *gpu, bool news)
{
	uint32_t cntl = gpu_reg_get(gpu, IH_CNTL);
	struct ih *ih = ih_of(gpu);
	bool work = gpu_reg_get(gpu, IH_RB_RPTR) != (gpu_reg_get(gpu, IH_RB_WPTR) & PTR_MASK);

	if (!work || !(cntl & ENABLE_INTR)) {
		if (ih->asserted)
			set_line(gpu, false);
		return;
	}
	if (cntl & RPTR_REARM ? ih->waiting : ih->asserted && !news)
		return;
	ih->waiting = true;
	if (gpu_fault_hit(gpu, "lost-irq"))
		return;
	set_line(gpu, true);
}

static void put_wptr(struct gpu *gpu, uint32_t wptr)
{
	uint32_t value = wptr | (ih_of(gpu)->overflow ? WPTR_OVERFLOW : 0);
	uint64_t addr = (uint64_t)(gpu_reg_get(gpu, IH_RB_WPTR_ADDR_HI) & 0xff) << 32 |
			gpu_reg_get(gpu, IH_RB_WPTR_ADDR_LO);

	gpu_reg_set(gpu, IH_RB_WPTR, value);
	if (gpu_reg_get(gpu, IH_RB_CNTL) & WPTR_WRITEBACK)
		gpu_mc_report(gpu, CLIENT_IH, addr, &value, sizeof(value));
}

void gpu_ih_raise(struct gpu *gpu, uint32_t src_id, uint32_t src_data, unsigned int ring_id,
		  unsigned int vmid)
{
	uint32_t vector[4] = { src_id & 0xff, src_data & 0x0fffffff, ring_id | vmid << 8, 0 };
	uint32_t cntl = gpu_reg_get(gpu, IH_RB_CNTL);
	uint32_t wptr = gpu_reg_get(gpu, IH_RB_WPTR) & PTR_MASK;
	uint32_t next = (wptr + VECTOR) & (ring_bytes(gpu) - 1);
	uint64_t base = (uint64_t)gpu_reg_get(gpu, IH_RB_BASE) << 8;

	gpu_trace(gpu, "ih    vector %u data %x ring %u vmid %u%s", src_id, src_data, ring_id,
		  vmid, cntl & RB_ENABLE ? "" : " (ring off)");
	if (!(cntl & RB_ENABLE))
		return;
	if (!gpu_mc_report(gpu, CLIENT_IH, base + wptr, vector, sizeof(vector)))
		return;
	if (next == gpu_reg_get(gpu, IH_RB_RPTR) || gpu_fault_hit(gpu, "ih-overflow")) {
		if (!(cntl & OVERFLOW_ENABLE)) {
			gpu_violation(gpu, "the interrupt ring is full and may not overflow: vector %u is lost",
				      src_id);
			return;
		}
		ih_of(gpu)->overflow = !(cntl & OVERFLOW_CLEAR);
	}
	put_wptr(gpu, next);
	signal_host(gpu, true);
	if (gpu_fault_hit(gpu, "spurious-irq"))
		set_line(gpu, true);
}

/**
 * gpu_ih_soft_reset() - the bit for the interrupt handler in SRBM_SOFT_RESET
 * @gpu: the card
 *
 * It waits for nobody and asserts nothing; its registers stay (a guess).
 */
void gpu_ih_soft_reset(struct gpu *gpu)
{
	ih_of(gpu)->waiting = false;
	ih_of(gpu)->overflow = false;
	if (ih_of(gpu)->asserted)
		set_line(gpu, false);
}

static void write_rb_cntl(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	if (!(value & RB_ENABLE))
		gpu_switched_off(gpu, SWITCH_IH);
	if (value & OVERFLOW_CLEAR) {
		ih_of(gpu)->overflow = false;
		gpu_reg_set(gpu, IH_RB_WPTR, gpu_reg_get(gpu, IH_RB_WPTR) & PTR_MASK);
	}
}

static void write_rptr(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	if (value >= ring_bytes(gpu))
		gpu_violation(gpu, "%s 0x%x is outside the ring of 0x%x bytes", reg->name, value,
			      ring_bytes(gpu));
	ih_of(gpu)->waiting = false;
	signal_host(gpu, false);
}

static void write_wptr(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	(void)value;
	signal_host(gpu, false);
}

static void write_ih_cntl(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	(void)value;
	signal_host(gpu, false);
}

static const struct gpu_reg ih_regs[] = {
	{ IH_RB_CNTL, "IH_RB_CNTL", 0, 0x8001ff7f, SRC_KERNEL, .write = write_rb_cntl },
	{ IH_RB_BASE, "IH_RB_BASE", 0, 0xffffffff, SRC_KERNEL },
	{ IH_RB_RPTR, "IH_RB_RPTR", 0, PTR_MASK, SRC_KERNEL, .write = write_rptr },
	{ IH_RB_WPTR, "IH_RB_WPTR", 0, PTR_MASK | WPTR_OVERFLOW, SRC_KERNEL, .write = write_wptr },
	{ IH_RB_WPTR_ADDR_HI, "IH_RB_WPTR_ADDR_HI", 0, 0xff, SRC_KERNEL },
	{ IH_RB_WPTR_ADDR_LO, "IH_RB_WPTR_ADDR_LO", 0, 0xfffffffc, SRC_KERNEL },
	{ IH_CNTL, "IH_CNTL", 0, 0x01ff8fff, SRC_KERNEL, .write = write_ih_cntl },
	{ 0x5468, "INTERRUPT_CNTL", 0, 0xffffffff, SRC_KERNEL },
	{ 0x546c, "INTERRUPT_CNTL2", 0, 0xffffffff, SRC_KERNEL },
};

static void ih_init(struct gpu *gpu, void *state)
{
	(void)state;
	gpu_regs_add(gpu, ih_regs, ARRAY_SIZE(ih_regs));
}

static void ih_reset(struct gpu *gpu, void *state)
{
	struct ih *ih = state;
	const struct gpu_bus *bus = &gpu_config(gpu)->bus;

	*ih = (struct ih){ 0 };
	if (bus->interrupt)
		bus->interrupt(bus->opaque, false);
}

const struct gpu_block gpu_block_ih = {
	.name = "ih",
	.state_size = sizeof(struct ih),
	.init = ih_init,
	.reset = ih_reset,
};

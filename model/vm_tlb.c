// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: page tables and translation lookaside buffers
 *
 * Context 0 has one flat page table, that of the GART. Contexts 1 to 7 of Cayman and Aruba
 * have a two-level table each.
 *
 * Translations of all contexts, also those of invalid entries, and entries of
 * directories, likewise, are kept until the TLB is flushed
 * (VM_CONTEXT0_REQUEST_RESPONSE, VM_INVALIDATE_REQUEST), so a driver that forgets
 * a flush sees old pages. The host writes page tables through HDP, see page_tables.c: a flush
 * of a context that no HDP flush has gone before leaves the TLB as it is, because
 * on hardware the new entries may not have reached VRAM then.
 *
 * Flushes of contexts 1 to 7 take their time. They are done when VM_INVALIDATE_REQUEST
 * or VM_INVALIDATE_RESPONSE has been read, which is how radeon waits for them on its
 * rings, and how amdkfd's support of the next generation does on the CPU; else later. For
 * context 0 radeon.ko waits for nothing, so its flushes are done at once.
 *
 * Missing: fragments, which only save work.
 * Sources: the kernel's radeon driver, but where a comment says otherwise.
 */
#include "array.h"
#include "mc.h"

#define VM_L2_STATUS		0x140c
#define VM_REQUEST_RESPONSE	0x1470
#define VM_INVALIDATE_REQUEST	0x1478
#define VM_INVALIDATE_RESPONSE	0x147c
#define PT_BASE(vmid)		(0x153cu + 4 * (vmid))

#define ALL			0xffffffffu
#define TLB_SIZE		65536u
#define PDES			4096u
#define ALL_CONTEXTS		0xffu
#define FLUSH_NS		100000	/* unless somebody looks; a guess */
#define LATE_FLUSH_NS		5000000000ull

struct tlb_entry {
	uint64_t tag;		/* page << 3 | vmid, plus one; 0 is empty */
	uint64_t pte;
	uint32_t fault;		/* FAULT_DIRECTORY if there was no table */
};

struct vm {
	struct tlb_entry tlb[TLB_SIZE];
	struct tlb_entry pdes[PDES];	/* tags count tables instead of pages */
	uint32_t filled;	/* contexts that have entries in them */
	uint32_t hdp_flushed;	/* contexts that have not been flushed since */
	uint32_t flushing;	/* contexts whose flush is not done yet */
	uint32_t late;		/* fault: those whose flush is not done by looking */
	bool hangs;		/* fault: no flush ends */
};

static struct vm *vm_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_VM);
}

/* The flat table of context 0; a table outside VRAM is no table. */
static uint64_t walk_flat(struct gpu *gpu, uint64_t page)
{
	uint64_t base = (uint64_t)gpu_reg_get(gpu, PT_BASE(0)) << 12;
	uint64_t index = page - gpu_reg_get(gpu, PT_START(0));
	uint64_t pte;

	return mc_read_entry(gpu, base + 8 * index, &pte) ? pte : 0;
}

static struct tlb_entry *slot(struct tlb_entry *entries, size_t n, unsigned int vmid, uint64_t page)
{
	return &entries[(page + vmid * 8191ull) % n];
}

static uint64_t tag_of(unsigned int vmid, uint64_t page)
{
	return (page << 3 | vmid) + 1;
}

/* The directory's entry for a table, or 0. */
static uint64_t lookup_pde(struct gpu *gpu, unsigned int vmid, uint64_t table)
{
	struct tlb_entry *e = slot(vm_of(gpu)->pdes, PDES, vmid, table);
	uint64_t base = (uint64_t)gpu_reg_get(gpu, PT_BASE(vmid)) << 12;
	uint64_t tag = tag_of(vmid, table), pde;

	if (e->tag == tag)
		return e->pte;
	if (!mc_read_entry(gpu, base + 8 * table, &pde))
		pde = 0;
	*e = (struct tlb_entry){ .tag = tag, .pte = pde };
	return pde;
}

static uint64_t walk_two_level(struct gpu *gpu, unsigned int vmid, uint64_t page, uint32_t *fault)
{
	unsigned int bits = (gpu_reg_get(gpu, VM_CONTEXT1_CNTL) >> 24 & 0xf) + 9;
	uint64_t pde = lookup_pde(gpu, vmid, page >> bits), pte;

	if (!(pde & PTE_VALID)) {
		*fault = FAULT_DIRECTORY;
		return 0;
	}
	page &= (1ull << bits) - 1;
	return mc_read_entry(gpu, (pde & PTE_ADDR) + 8 * page, &pte) ? pte : 0;
}

/**
 * vm_lookup() - the entry of a page, from the TLB or else from the tables
 * @gpu: the card
 * @vmid: the context
 * @page: number of the page in its address space
 * @fault: 0 from the caller; FAULT_DIRECTORY if there is no table
 *
 * Return: the entry, or 0 if there is none.
 */
uint64_t vm_lookup(struct gpu *gpu, unsigned int vmid, uint64_t page, uint32_t *fault)
{
	struct tlb_entry *e = slot(vm_of(gpu)->tlb, TLB_SIZE, vmid, page);
	uint64_t tag = tag_of(vmid, page), pte;

	if (e->tag != tag) {
		pte = vmid ? walk_two_level(gpu, vmid, page, fault) : walk_flat(gpu, page);
		*e = (struct tlb_entry){ tag, pte, *fault };
		vm_of(gpu)->filled |= 1u << vmid;
	}
	*fault = e->fault;
	return e->pte;
}

/**
 * gpu_vm_hdp_flushed() - what the host has stored is in VRAM
 * @gpu: the card
 */
void gpu_vm_hdp_flushed(struct gpu *gpu)
{
	vm_of(gpu)->hdp_flushed = ALL_CONTEXTS;
}

static void drop(struct tlb_entry *entries, size_t n, uint32_t vmids)
{
	for (size_t i = 0; i < n; i++)
		if (entries[i].tag && (vmids >> ((entries[i].tag - 1) & 7) & 1))
			entries[i].tag = 0;
}

/* Looks at all entries, which are more than a megabyte, so not without need. */
static void forget(struct vm *vm, uint32_t vmids)
{
	if (!(vmids & vm->filled))
		return;
	drop(vm->tlb, TLB_SIZE, vmids);
	drop(vm->pdes, PDES, vmids);
	vm->filled &= ~vmids;
}

static void flush_done(struct gpu *gpu, uint64_t vmids)
{
	struct vm *vm = vm_of(gpu);

	vmids &= vm->flushing & ~vm->late;
	if (!vmids || vm->hangs)
		return;
	vm->flushing &= (uint32_t)~vmids;
	forget(vm, (uint32_t)vmids);
}

static void late_flush_done(struct gpu *gpu, uint64_t vmids)
{
	vm_of(gpu)->late &= (uint32_t)~vmids;
	flush_done(gpu, vmids);
}

/*
 * "vm-flush-late": one that the host asks for takes so long that jobs end before it.
 * "vm-flush-never": it does not end before a ring asks for one, or the VM cache is reset.
 */
static bool flush_is_late(struct gpu *gpu, uint32_t vmids)
{
	struct vm *vm = vm_of(gpu);
	bool late;

	if (!gpu_by_host(gpu) || !(vmids & ~1u))
		return false;
	late = gpu_fault_hit(gpu, "vm-flush-late");
	if (!late && !gpu_fault_hit(gpu, "vm-flush-never"))
		return false;
	vm->late |= vmids & ~1u;
	if (late)
		gpu_after(gpu, LATE_FLUSH_NS, late_flush_done, vmids & ~1u);
	return true;
}

static void flush_tlb(struct gpu *gpu, uint32_t vmids)
{
	struct vm *vm = vm_of(gpu);
	uint32_t early = vmids & ~vm->hdp_flushed;

	if (early)
		gpu_trace(gpu, "mc    TLB flush of contexts %02x without an HDP flush before it: no effect",
			  early);
	vm->hdp_flushed &= ~vmids;
	vm->flushing |= vmids & ~early;
	/* Who asks again on a ring gets it now. */
	if (!flush_is_late(gpu, vmids & ~early))
		vm->late &= ~(vmids & ~early);
	flush_done(gpu, 1);
	if (vm->flushing & ~vm->late)
		gpu_after(gpu, FLUSH_NS, flush_done, vm->flushing);
}

/* "vm-hang": from one flush on, none ends before the VM cache is reset. */
static bool flush_hangs(struct gpu *gpu)
{
	struct vm *vm = vm_of(gpu);

	if (!vm->hangs && gpu_fault_hit(gpu, "vm-hang")) {
		vm->hangs = true;
		gpu_busy_set(gpu, UNIT_VM, true);
	}
	return vm->hangs;
}

static void start_over(struct vm *vm)
{
	forget(vm, ALL_CONTEXTS);
	vm->flushing = 0;
	vm->late = 0;
	vm->hangs = false;
}

/**
 * gpu_vm_soft_reset() - the bit for VMC in SRBM_SOFT_RESET
 * @gpu: the card
 *
 * Flushes end again, and nothing is kept of translations (a guess). The registers
 * of the contexts stay.
 */
void gpu_vm_soft_reset(struct gpu *gpu)
{
	start_over(vm_of(gpu));
	gpu_busy_set(gpu, UNIT_VM, false);
	gpu_trace(gpu, "mc    VM soft reset");
}

static uint32_t read_l2_status(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return gpu_busy(gpu, UNIT_VM);	/* L2_BUSY */
}

/* "vm-mute": neither register says anything. No driver of these chips has relied on them. */
static bool is_mute(struct gpu *gpu)
{
	return gpu_fault_hit(gpu, "vm-mute");
}

/* Reads back what was asked for until it is done, which is now but by a fault. */
static uint32_t read_invalidate_request(struct gpu *gpu, const struct gpu_reg *reg)
{
	flush_done(gpu, ALL_CONTEXTS);
	if (is_mute(gpu))
		return 0;
	return vm_of(gpu)->hangs ? gpu_reg_get(gpu, reg->offset) : vm_of(gpu)->flushing;
}

/* The contexts of which no flush is under way. */
static uint32_t read_invalidate_response(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	flush_done(gpu, ALL_CONTEXTS);
	if (is_mute(gpu))
		return 0;
	return ALL_CONTEXTS & ~(vm_of(gpu)->hangs ? gpu_reg_get(gpu, VM_INVALIDATE_REQUEST) :
				vm_of(gpu)->flushing);
}

static void write_request_response(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	bool fails;

	if (flush_hangs(gpu)) {
		gpu_reg_set(gpu, reg->offset, value & 0xf);
		return;
	}
	fails = gpu_fault_hit(gpu, "tlb-flush-fails");
	if ((value & 0xf) == 1 && !fails)
		flush_tlb(gpu, 1);
	gpu_reg_set(gpu, reg->offset, (value & 0xf) | (fails ? 2u : 1u) << 4);
}

static void write_page_table_base(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)value;
	gpu_cp_pages_change(gpu, (reg->offset - PT_BASE(0)) / 4);
}

static void write_invalidate_request(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	if (flush_hangs(gpu))
		gpu_reg_set(gpu, reg->offset, value & 0xff);
	else if (!gpu_fault_hit(gpu, "tlb-flush-fails"))
		flush_tlb(gpu, value & ALL_CONTEXTS);
}

static void write_l2_cntl2(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	if (value & 3)
		flush_tlb(gpu, ALL_CONTEXTS);
}

static const struct gpu_reg vm_regs[] = {
	{ 0x1400, "VM_L2_CNTL", 0, 0x001fffff, SRC_KERNEL },
	{ 0x1404, "VM_L2_CNTL2", 0, 0, SRC_KERNEL, .write = write_l2_cntl2, .ignored = 3 },
	{ 0x1408, "VM_L2_CNTL3", 0, 0x01ffffff, SRC_KERNEL },
	{ VM_L2_STATUS, "VM_L2_STATUS", 0, 0, SRC_KERNEL, .read = read_l2_status },
	{ VM_CONTEXT0_CNTL, "VM_CONTEXT0_CNTL", 0, 0x0fffffff, SRC_KERNEL },
	{ VM_CONTEXT1_CNTL, "VM_CONTEXT1_CNTL", 0, 0x0fffffff, SRC_KERNEL },
	{ VM_REQUEST_RESPONSE, "VM_CONTEXT0_REQUEST_RESPONSE", 0, 0xf, SRC_KERNEL,
	  .write = write_request_response },
};

static const struct gpu_reg vm_regs_evergreen[] = {
	{ PT_BASE(0), "VM_CONTEXT0_PAGE_TABLE_BASE_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ PT_START(0), "VM_CONTEXT0_PAGE_TABLE_START_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ PT_END(0), "VM_CONTEXT0_PAGE_TABLE_END_ADDR", 0, 0x0fffffff, SRC_KERNEL },
};

static const struct gpu_reg vm_regs_cayman[] = {
	{ VM_INVALIDATE_REQUEST, "VM_INVALIDATE_REQUEST", 0, 0, SRC_KERNEL,
	  .read = read_invalidate_request, .write = write_invalidate_request, .ignored = 0xff },
	{ VM_INVALIDATE_RESPONSE, "VM_INVALIDATE_RESPONSE", 0, 0, SRC_KERNEL,
	  .read = read_invalidate_response },
	{ 0x15d4, "0x15d4", 0, ALL, SRC_KERNEL, .count = 3 },	/* radeon writes 0, no name is known */
	{ PT_BASE(0), "VM_CONTEXTn_PAGE_TABLE_BASE_ADDR", 0, 0x0fffffff, SRC_KERNEL,
	  .write = write_page_table_base, .count = 8 },
	{ PT_START(0), "VM_CONTEXTn_PAGE_TABLE_START_ADDR", 0, 0x0fffffff, SRC_KERNEL, .count = 8 },
	{ PT_END(0), "VM_CONTEXTn_PAGE_TABLE_END_ADDR", 0, 0x0fffffff, SRC_KERNEL, .count = 8 },
};

#define ADD(table) gpu_regs_add(gpu, table, ARRAY_SIZE(table))

static void vm_init(struct gpu *gpu, void *state)
{
	(void)state;
	ADD(vm_regs);
	if (gpu_config(gpu)->chip->cayman)
		ADD(vm_regs_cayman);
	else
		ADD(vm_regs_evergreen);
}

static void vm_reset(struct gpu *gpu, void *state)
{
	struct vm *vm = state;

	(void)gpu;
	start_over(vm);
	vm->hdp_flushed = 0;
}

const struct gpu_block gpu_block_vm = {
	.name = "vm",
	.state_size = sizeof(struct vm),
	.init = vm_init,
	.reset = vm_reset,
};

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: accesses that lead nowhere
 *
 * In context 0 they are violations, as only the driver is there. In contexts 1 to 7 they are a
 * client's affair: registers tell the first of them, until they are cleared, and a
 * vector goes to the interrupt handler. What becomes of the access is for the bits of
 * VM_CONTEXTn_CNTL to say: it goes to the default page, or nowhere.
 *
 * Sources: the kernel's radeon driver, but where a comment says otherwise.
 */
#include "array.h"
#include "mc.h"

#define VM_CONTEXT1_CNTL2	0x1434
#define FAULT_STATUS(c)		((c) ? 0x14dcu : 0x14d8u)
#define FAULT_ADDR(c)		((c) ? 0x14fcu : 0x14f8u)
#define FAULT_DEFAULT_PAGE(c)	((c) ? 0x151cu : 0x1518u)
#define FAULT_CLEAR		0x1u

/* Client ids in FAULT_STATUS; source: the decoder of Cayman's faults in radeon. */
static const struct {
	const char *name;
	uint32_t id;
} clients[] = {
	[CLIENT_HDP] = { "HDP", 56 }, [CLIENT_CP] = { "CP", 112 }, [CLIENT_DMA] = { "DMA", 55 },
	[CLIENT_IH] = { "IH", 178 }, [CLIENT_RLC] = { "RLC", 51 }, [CLIENT_GFX] = { "GFX", 32 },
};

/*
 * A fault of a kind, FAULT_*: which bits of VM_CONTEXTn_CNTL have it redirected to the
 * default page and reported, and the vector. That invalid pages raise 146 and
 * protections 147 is how the kernel names the two on the chips that came next.
 */
static const struct fault_kind {
	uint32_t redirect, interrupt, vector;
} fault_kinds[] = {
	[FAULT_RANGE] = { 1u << 4, 1u << 3, 146 },
	[FAULT_DIRECTORY] = { 1u << 10, 1u << 9, 146 },
	[FAULT_INVALID] = { 1u << 13, 1u << 12, 146 },
	[FAULT_READ] = { 1u << 16, 1u << 15, 147 },
	[FAULT_WRITE] = { 1u << 19, 1u << 18, 147 },
};

static uint32_t status_of(enum gpu_client client, unsigned int vmid, bool write, uint32_t fault)
{
	uint32_t protection = fault == FAULT_READ || fault == FAULT_WRITE ? FAULT_ACCESS : fault;

	return protection | clients[client].id << 12 | (uint32_t)write << 24 | vmid << 25;
}

/**
 * vm_client_name() - what complaints call who accesses memory
 * @client: who
 */
const char *vm_client_name(enum gpu_client client)
{
	return clients[client].name;
}

/**
 * vm_report_fault() - tell of an access that leads nowhere
 * @gpu: the card
 * @client: whose access it is
 * @vmid: the context
 * @addr: GPU address
 * @write: or read
 * @fault: why, FAULT_*
 *
 * The registers tell the first fault, and only it interrupts, until they are cleared.
 */
void vm_report_fault(struct gpu *gpu, enum gpu_client client, unsigned int vmid, uint64_t addr,
		     bool write, uint32_t fault)
{
	const struct fault_kind *kind = &fault_kinds[fault];
	unsigned int c = vmid != 0;

	if (!vmid)
		gpu_violation(gpu, "%s %s at 0x%010llx: no such memory (fault %u)",
			      clients[client].name, write ? "writes" : "reads",
			      (unsigned long long)addr, fault);
	else
		gpu_trace(gpu, "mc    vm fault %u: %s vmid %u %s %010llx", fault,
			  clients[client].name, vmid, write ? "write" : "read",
			  (unsigned long long)addr);
	if (!gpu_config(gpu)->chip->cayman || gpu_reg_get(gpu, FAULT_STATUS(c)))
		return;
	gpu_reg_set(gpu, FAULT_ADDR(c), (uint32_t)(addr >> 12));
	gpu_reg_set(gpu, FAULT_STATUS(c), status_of(client, vmid, write, fault));
	if (c && gpu_reg_get(gpu, VM_CONTEXT1_CNTL) & kind->interrupt) {
		gpu_guess(gpu, "MC: protection bits; vector 146 for pages, 147 for protections");
		gpu_ih_raise(gpu, kind->vector, 0, 0, vmid);
	}
}

/**
 * vm_redirect() - to the default page of the context, if faults of the kind go there
 * @gpu: the card
 * @vmid: the context
 * @addr: GPU address
 * @fault: FAULT_*
 * @place: becomes the place in that page, which is one of the host's; its length stays
 *
 * Return: whether they go there.
 */
bool vm_redirect(struct gpu *gpu, unsigned int vmid, uint64_t addr, uint32_t fault,
		 struct place *place)
{
	uint32_t cntl = gpu_reg_get(gpu, vmid ? VM_CONTEXT1_CNTL : VM_CONTEXT0_CNTL);
	uint64_t page = gpu_reg_get(gpu, FAULT_DEFAULT_PAGE(vmid));

	if (!(cntl & fault_kinds[fault].redirect))
		return false;
	place->system = true;
	place->addr = page << 12 | addr % MC_PAGE;
	return true;
}

static void write_context1_cntl2(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	if (value & FAULT_CLEAR) {
		gpu_reg_set(gpu, FAULT_STATUS(1), 0);
		gpu_reg_set(gpu, FAULT_ADDR(1), 0);
	}
}

static const struct gpu_reg fault_regs[] = {
	{ FAULT_DEFAULT_PAGE(0), "VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR", 0, 0x0fffffff,
	  SRC_KERNEL },
	{ FAULT_DEFAULT_PAGE(1), "VM_CONTEXT1_PROTECTION_FAULT_DEFAULT_ADDR", 0, 0x0fffffff,
	  SRC_KERNEL },
};

static const struct gpu_reg fault_regs_cayman[] = {
	{ 0x1430, "VM_CONTEXT0_CNTL2", 0, 0x7, SRC_KERNEL },
	{ VM_CONTEXT1_CNTL2, "VM_CONTEXT1_CNTL2", 0, 0x6, SRC_KERNEL,
	  .write = write_context1_cntl2, .ignored = FAULT_CLEAR },
	{ FAULT_STATUS(0), "VM_CONTEXT0_PROTECTION_FAULT_STATUS", 0, 0, SRC_KERNEL, .count = 2 },
	{ FAULT_ADDR(0), "VM_CONTEXT0_PROTECTION_FAULT_ADDR", 0, 0, SRC_KERNEL, .count = 2 },
};

static void vm_fault_init(struct gpu *gpu, void *state)
{
	(void)state;
	gpu_regs_add(gpu, fault_regs, ARRAY_SIZE(fault_regs));
	if (gpu_config(gpu)->chip->cayman)
		gpu_regs_add(gpu, fault_regs_cayman, ARRAY_SIZE(fault_regs_cayman));
}

const struct gpu_block gpu_block_vm_fault = {
	.name = "vm_fault",
	.init = vm_fault_init,
};

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What the files of the memory controller share: mc.c says where an address leads, vm_tlb.c
 * walks page tables and keeps what it has found, vm_fault.c reports what leads nowhere.
 */
#ifndef MC_H
#define MC_H

#include "gpu.h"

#define MC_PAGE			4096u

#define VM_CONTEXT0_CNTL	0x1410
#define VM_CONTEXT1_CNTL	0x1414
#define PT_START(vmid)		(0x155cu + 4 * (vmid))
#define PT_END(vmid)		(0x157cu + 4 * (vmid))

#define PTE_VALID		0x01u
#define PTE_SYSTEM		0x02u
#define PTE_SNOOPED		0x04u
#define PTE_READ		0x20u
#define PTE_WRITE		0x40u
#define PTE_ADDR		0x000000fffffff000ull

/* FAULT_STATUS bits 3:0, which radeon calls protections. Meaning of each: guess. */
#define FAULT_RANGE		0x1u
#define FAULT_DIRECTORY		0x2u
#define FAULT_INVALID		0x4u
#define FAULT_ACCESS		0x8u
#define FAULT_READ		0x9u	/* FAULT_ACCESS in the register */
#define FAULT_WRITE		0xau

/* Where an access ends up, and how far that holds. */
struct place {
	bool system;
	uint64_t addr;		/* bus address, or offset in VRAM */
	size_t len;
};

bool mc_read_entry(struct gpu *gpu, uint64_t addr, uint64_t *entry);

uint64_t vm_lookup(struct gpu *gpu, unsigned int vmid, uint64_t page, uint32_t *fault);

const char *vm_client_name(enum gpu_client client);
void vm_report_fault(struct gpu *gpu, enum gpu_client client, unsigned int vmid, uint64_t addr,
		     bool write, uint32_t fault);
bool vm_redirect(struct gpu *gpu, unsigned int vmid, uint64_t addr, uint32_t fault,
		 struct place *place);

#endif

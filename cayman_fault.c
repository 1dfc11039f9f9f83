// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: VM faults
 *
 * An access that the page tables do not allow goes to the default page, which
 * takes any write and gives what was written there last: it holds nothing but
 * what such accesses leave in it. The job is not disturbed and not killed: a
 * shader that reads past its buffer gets rubbish, as it does elsewhere.
 *
 * The card keeps the address of the first fault until it is told to forget it, and
 * interrupts. The interrupt notes what the registers say and whose address space
 * it was; a worker looks for the nearest buffer and writes one line for a burst of
 * faults of one client. Each interrupt is a tracepoint event.
 *
 * A shader may fault all the time, and each fault would interrupt as soon as the one before has
 * been forgotten. After a few in a tenth of a second a worker tells the card to forget, and those
 * that come in between are not told.
 *
 * Source of the facts, and of the names of memory clients: the radeon driver in
 * Linux 6.12.
 */
#include <linux/bitfield.h>
#include <linux/ratelimit.h>
#include <linux/workqueue.h>

#include "cayman_fault.h"
#include "cayman_mapping.h"
#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_trace.h"

/*
 * Lines in the kernel's log for all clients together: each has a budget of its own, but a process
 * can be as many of them as it likes, one after another.
 */
static DEFINE_RATELIMIT_STATE(all_fault_lines, CAYMAN_FAULT_INTERVAL, 10);

/* So many faults may interrupt in FAULTS_WINDOW, one after the other. */
#define FAULTS_AT_ONCE		10
#define FAULTS_WINDOW		(HZ / 10)

/* Blocks of the 3D engine, of which there are several: the low four bits. */
static const char *const gfx_clients[16] = {
	"CB", "CB_FMASK", "CB_CMASK", "CB_IMMED", "DB", "DB_HTILE", "SX", "DB_STEN",
	"TC_TFETCH", "TC_VFETCH", "VC",
};

/* The high four bits that stand for these blocks. */
#define GFX_CLIENT_GROUPS	(BIT(1) | BIT(2) | BIT(5) | BIT(6) | BIT(9) | BIT(10) | \
				 BIT(13) | BIT(14))

static const struct {
	u32 id;
	const char *name;
} other_clients[] = {
	{ 51, "RLC" }, { 55, "DMA" }, { 56, "HDP" }, { 112, "CP" }, { 113, "SH" },
	{ 114, "SH" }, { 115, "VGT" }, { 178, "IH" },
};

static const char *client_name(u32 id)
{
	int i;

	if (GFX_CLIENT_GROUPS & BIT(id >> 4) && gfx_clients[id & 15])
		return gfx_clients[id & 15];
	for (i = 0; i < ARRAY_SIZE(other_clients); i++)
		if (other_clients[i].id == id)
			return other_clients[i].name;
	return "unknown";
}

/* Bytes between an address and a mapping; 0 inside. */
static u64 distance(const struct drm_gpuva *va, u64 addr)
{
	if (addr < va->va.addr)
		return va->va.addr - addr;
	return addr - va->va.addr < va->va.range ? 0 : addr - va->va.addr - va->va.range + 1;
}

static struct cayman_mapping *nearest(struct cayman_vm *vm, u64 addr)
{
	struct drm_gpuva *va, *best = NULL;

	drm_gpuvm_for_each_va(va, &vm->base)
		if (!best || distance(va, addr) < distance(best, addr))
			best = va;
	return best ? to_cayman_mapping(best) : NULL;
}

static void describe_nearest(struct cayman_vm *vm, u64 addr)
{
	struct cayman_mapping *m;
	struct drm_gpuva *va;

	mutex_lock(&vm->lock);
	m = nearest(vm, addr);
	if (m) {
		va = &m->base;
		drm_dbg(&vm->edev->drm, "nearest buffer: 0x%llx..0x%llx, %llu bytes away%s\n",
			va->va.addr, va->va.addr + va->va.range - 1, distance(va, addr),
			m->dying ? ", unmapped" : m->shown ? "" : ", not named since it moved");
	}
	mutex_unlock(&vm->lock);
}

/**
 * cayman_fault_report() - tell of a fault
 * @work: &cayman_vm.report
 */
void cayman_fault_report(struct work_struct *work)
{
	struct cayman_vm *vm = container_of(work, struct cayman_vm, report);
	struct cayman_fault fault = vm->fault;
	u32 id = FIELD_GET(FAULT_CLIENT_ID, fault.status);

	clear_bit_unlock(0, &vm->reporting);
	if (__ratelimit(&vm->fault_lines) && __ratelimit(&all_fault_lines)) {
		drm_notice(&vm->edev->drm,
			   "%s[%d]: VM fault: %s of 0x%llx by %s (%u), protections 0x%x\n",
			   vm->comm, vm->pid, fault.status & FAULT_WRITE ? "write" : "read",
			   fault.addr, client_name(id), id,
			   (u32)FIELD_GET(FAULT_PROTECTIONS, fault.status));
		describe_nearest(vm, fault.addr);
	}
	drm_gpuvm_put(&vm->base);
}

static void note(struct cayman_vm *vm, u64 addr, u32 status)
{
	WRITE_ONCE(vm->num_faults, vm->num_faults + 1);
	trace_evergreen_vm_fault(vm->client, FIELD_GET(FAULT_VMID, status), addr,
				 status & FAULT_WRITE,
				 client_name(FIELD_GET(FAULT_CLIENT_ID, status)));
	if (test_and_set_bit_lock(0, &vm->reporting)) {
		cayman_vm_put_async(vm);
		return;
	}
	vm->fault.addr = addr;
	vm->fault.status = status;
	queue_work(vm->edev->vms.wq, &vm->report);
}

static void forget_late(struct work_struct *work)
{
	struct evergreen_device *edev =
		container_of(to_delayed_work(work), struct evergreen_device, vms.forget_fault);

	/* A dead card may be without power. */
	if (!READ_ONCE(edev->dead))
		evergreen_gart_forget_fault(edev);
}

/**
 * cayman_fault_init() - get ready for faults
 * @edev: the card, of the chips with address spaces
 */
void cayman_fault_init(struct evergreen_device *edev)
{
	INIT_DELAYED_WORK(&edev->vms.forget_fault, forget_late);
	ratelimit_state_init(&edev->vms.faults, FAULTS_WINDOW, FAULTS_AT_ONCE);
	ratelimit_set_flags(&edev->vms.faults, RATELIMIT_MSG_ON_RELEASE);
}

/**
 * cayman_fault_stop() - leave the card alone
 * @edev: the card, which interrupts no more; evergreen_gart_enable() has it forget its faults
 */
void cayman_fault_stop(struct evergreen_device *edev)
{
	if (evergreen_is_cayman(edev->chip))
		cancel_delayed_work_sync(&edev->vms.forget_fault);
}

/**
 * cayman_fault_interrupt() - take a fault from the card
 * @edev: the card
 *
 * Context: the interrupt handler.
 */
void cayman_fault_interrupt(struct evergreen_device *edev)
{
	u32 page = evergreen_read(edev, VM_CONTEXT1_PROTECTION_FAULT_ADDR);
	u32 status = evergreen_read(edev, VM_CONTEXT1_PROTECTION_FAULT_STATUS);
	u64 addr = (u64)page << PAGE_SHIFT;
	struct cayman_vm *vm;

	if (!page && !status)
		return;
	if (__ratelimit(&edev->vms.faults))
		evergreen_gart_forget_fault(edev);
	else
		queue_delayed_work(edev->vms.wq, &edev->vms.forget_fault, FAULTS_WINDOW);
	vm = cayman_vmid_lookup(edev, FIELD_GET(FAULT_VMID, status));
	if (vm)
		note(vm, addr, status);
	else
		dev_err_ratelimited(edev->drm.dev, "VM fault of nobody: status 0x%08x, 0x%llx\n",
				    status, addr);
}

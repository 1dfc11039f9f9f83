/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_VM_H
#define CAYMAN_VM_H

#include <linux/mutex.h>
#include <linux/ratelimit.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/uidgid.h>
#include <linux/workqueue.h>

#include <drm/drm_file.h>
#include <drm/drm_gpuvm.h>
#include <drm/drm_suballoc.h>

#include "cayman_contexts.h"
#include "cayman_pt.h"
#include "evergreen_device.h"

struct evergreen_bo;
struct evergreen_file;
struct seq_file;

/* Where clients may map: what is below is the kernel's. */
#define CAYMAN_VA_START		SZ_8M
#define CAYMAN_VA_END		((u64)CAYMAN_VM_PAGES << PAGE_SHIFT)
/* A client's indirect buffers in its address space. */
#define CAYMAN_VM_IB_ADDR	SZ_1M
#define CAYMAN_VM_IB_POOL_SIZE	SZ_512K
/* Dwords of one at most. */
#define CAYMAN_VM_IB_MAX_DW	65536

/* How long a client's faults are taken for one burst, with one line in the log. */
#define CAYMAN_FAULT_INTERVAL	(5 * HZ)

/**
 * struct cayman_fault - an access that an address space does not allow
 * @addr: its page's address
 * @status: VM_CONTEXT1_PROTECTION_FAULT_STATUS
 */
struct cayman_fault {
	u64 addr;
	u32 status;
};

/**
 * struct cayman_vm - the address space of a client
 * @base: DRM's part: the mappings by address, under @lock
 * @edev: the card
 * @lock: guards the mappings, @dying and the making of page tables; taken before
 *	reservation locks
 * @pt: the page tables; entries are written under the reservation lock of the
 *	buffer that they show
 * @generation: counts up when a ring's TLBs may not know the tables any more
 * @tenant: its context, and its jobs that wait for one; under &cayman_vmids.lock
 * @running_lock: guards @running
 * @running: finished fence of the last job on each ring, or NULL
 * @ib_bo: GTT that the streams of this client are copied to
 * @ib_cpu: its kernel mapping
 * @ib_pool: its suballocator
 * @client: DRM's id of the client
 * @pid: its process
 * @comm: name of that
 * @uid: its user
 * @pinned_vram: bytes of page tables, under &evergreen_device.vms_lock
 * @pinned_gtt: bytes of @ib_bo, under &evergreen_device.vms_lock
 * @node: in &evergreen_device.vms
 * @dying: mappings that jobs still use although the client has unmapped them
 * @over: the card is gone, and its jobs are done: no mapping is in use
 * @reap: frees those of @dying whose time has come
 * @put: drops the last reference where that must not sleep
 * @report: tells of @fault
 * @fault: the first fault since @report ran; the interrupt's while bit 0 of
 *	@reporting is clear, @report's while it is set
 * @reporting: see there
 * @num_faults: interrupts about faults so far
 * @fault_lines: how often a fault is worth a line in the kernel log
 */
struct cayman_vm {
	struct drm_gpuvm base;
	struct evergreen_device *edev;
	struct mutex lock;	/* see above */
	struct cayman_pt pt;
	atomic64_t generation;
	struct cayman_tenant tenant;
	spinlock_t running_lock;	/* guards @running */
	struct dma_fence *running[EVERGREEN_NUM_RINGS];
	struct evergreen_bo *ib_bo;
	u32 *ib_cpu;
	struct drm_suballoc_manager ib_pool;
	u64 client;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	kuid_t uid;
	u64 pinned_vram, pinned_gtt;
	struct list_head node;
	struct list_head dying;
	bool over;
	struct work_struct reap, put, report;
	struct cayman_fault fault;
	unsigned long reporting;
	u64 num_faults;
	struct ratelimit_state fault_lines;
};

/**
 * struct cayman_mapping - a buffer's place in an address space
 * @base: DRM's part: address, size, buffer
 * @vm: the address space
 * @access: GPU_PTE_READABLE, GPU_PTE_WRITEABLE
 * @named: a submission has named the buffer, and it has not been hidden since, nor has a
 *	job been made that will do so; under the buffer's reservation lock
 * @shown: the page tables show the buffer; with evergreen_gart_lock(), for a process's
 *	memory also under &evergreen_device.userptr_lock
 * @dying: the client has unmapped it; set under that lock and &cayman_vm.lock
 * @busy: what has to signal before a dying one can go
 * @cb: on @busy, if @called_back
 * @called_back: @cb has been added, so its callback runs unless it is removed
 * @node: in &cayman_vm.dying
 * @userptr_node: in &evergreen_userptr.shown, while @shown
 */
struct cayman_mapping {
	struct drm_gpuva base;
	struct cayman_vm *vm;
	u64 access;
	bool named, shown, dying;
	struct dma_fence *busy;
	struct dma_fence_cb cb;
	bool called_back;
	struct list_head node;
	struct list_head userptr_node;
};

static inline struct cayman_mapping *to_cayman_mapping(struct drm_gpuva *va)
{
	return container_of(va, struct cayman_mapping, base);
}

int cayman_vm_init(struct evergreen_device *edev);
void cayman_vm_fini(struct evergreen_device *edev);

struct cayman_vm *cayman_vm_of(struct evergreen_file *file);
void cayman_vm_close(struct evergreen_file *file);
void cayman_vm_put_async(struct cayman_vm *vm);

int cayman_vm_map(struct cayman_vm *vm, struct evergreen_bo *bo, u64 addr, u64 access,
		  u64 *existing);
int cayman_vm_unmap(struct cayman_vm *vm, struct evergreen_bo *bo);
void cayman_vm_close_handle(struct drm_gem_object *obj, struct drm_file *filp);

int cayman_gem_va_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);

/* cayman_fault.c */
void cayman_fault_interrupt(struct evergreen_device *edev);
void cayman_fault_report(struct work_struct *work);

void cayman_vm_show(struct seq_file *m, struct evergreen_device *edev);

#endif

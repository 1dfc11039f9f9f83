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

#include "cayman_contexts.h"
#include "cayman_pt.h"
#include "evergreen_device.h"
#include "evergreen_kernel_bo.h"

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
 */
struct cayman_fault {
	/** @addr: GPU virtual address of the page */
	u64 addr;

	/** @status: VM_CONTEXT1_PROTECTION_FAULT_STATUS */
	u32 status;
};

/**
 * struct cayman_vm - the address space of a client
 */
struct cayman_vm {
	/** @base: DRM's part: the mappings by address, under @lock */
	struct drm_gpuvm base;

	/** @edev: the card */
	struct evergreen_device *edev;

	/**
	 * @lock: guards the mappings, @dying and the making of page tables; taken before
	 * reservation locks
	 */
	struct mutex lock;

	/** @pt: the page tables; entries are written with evergreen_gart_lock() */
	struct cayman_pt pt;

	/** @generation: counts up when a ring's TLBs may not know the tables any more */
	atomic64_t generation;

	/** @tenant: its context, and its jobs that wait for one; under &cayman_vmids.lock */
	struct cayman_tenant tenant;

	/** @running_lock: guards @running */
	spinlock_t running_lock;

	/** @running: finished fence of the last job on each ring, or NULL */
	struct dma_fence *running[EVERGREEN_NUM_RINGS];

	/** @ib_pool: where the streams of this client are copied to; only its tables show it */
	struct evergreen_ib_pool ib_pool;

	/** @client: DRM's id of the client */
	u64 client;

	/** @pid: process that first used the address space */
	pid_t pid;

	/** @comm: name of its thread that did */
	char comm[TASK_COMM_LEN];

	/** @uid: user that the page tables are charged to */
	kuid_t uid;

	/** @pinned_vram: bytes of page tables, under &cayman_vms.lock */
	u64 pinned_vram;

	/** @pinned_gtt: bytes of @ib_pool, under &cayman_vms.lock */
	u64 pinned_gtt;

	/** @node: in &cayman_vms.list */
	struct list_head node;

	/** @dying: mappings that jobs still use although the client has unmapped them */
	struct list_head dying;

	/**
	 * @stale: jobs whose &evergreen_job.emitted_last is not above this may find in a TLB what
	 * a process takes back; grows with evergreen_gart_lock()
	 */
	u64 stale;

	/** @outlived: @stale when a process has waited in vain; a reset follows */
	u64 outlived;

	/** @over: the card is gone, and its jobs are done: no mapping is in use */
	bool over;

	/** @reap: frees those of @dying whose time has come */
	struct work_struct reap;

	/** @put: drops the last reference where that must not sleep */
	struct work_struct put;

	/** @report: tells of @fault */
	struct work_struct report;

	/**
	 * @fault: the first fault since @report ran; the interrupt's while bit 0 of @reporting is
	 * clear, @report's while it is set
	 */
	struct cayman_fault fault;

	/** @reporting: bit 0: @fault belongs to @report */
	unsigned long reporting;

	/** @num_faults: interrupts about faults so far */
	u64 num_faults;

	/** @fault_lines: how often a fault is worth a line in the kernel log */
	struct ratelimit_state fault_lines;
};

/**
 * cayman_vm_put_async() - drop a reference where nothing may sleep
 * @vm: the address space
 */
static inline void cayman_vm_put_async(struct cayman_vm *vm)
{
	if (refcount_dec_not_one(&vm->base.kref.refcount))
		return;
	drm_dev_get(&vm->edev->drm);
	queue_work(vm->edev->vms.wq, &vm->put);
}

int cayman_vm_init(struct evergreen_device *edev);
void cayman_vm_fini(struct evergreen_device *edev);

struct cayman_vm *cayman_vm_of(struct evergreen_file *file);
void cayman_vm_close(struct evergreen_file *file);

void cayman_vm_show(struct seq_file *m, struct evergreen_device *edev);

#endif

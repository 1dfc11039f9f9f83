// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: VMIDs
 *
 * The memory controller of Cayman and Aruba has eight contexts. Context 0 is the
 * GART; each of the others translates all accesses of jobs that run with its
 * number, the VMID, by the page tables of one client. There may be more clients
 * than contexts, so they are handed out by use: an address space keeps its VMID
 * until another one needs it.
 *
 * A job is given its VMID when everything else that it depends on is done
 * (prepare_job), and gives it back when it is freed; cayman_contexts.c says who gets
 * which. A job that has to wait gets a fence of its own to wait for, which signals
 * when it has been given a VMID. It cannot be the fence of another job: drm_sched
 * takes a fence of its own scheduler, and of the same queue, for one that is over as
 * soon as that job is on the ring, and asks again without a pause.
 *
 * The ring itself loads the page directory's address and drops what the TLBs
 * hold, before the first job on this ring after the VMID has changed hands or the
 * tables have gained entries. That is remembered for each ring, since another
 * ring's flush may come too late for this one. Entries that are taken away are
 * dropped from the TLBs at once, by the CPU.
 *
 * A job keeps its VMID over a reset, so it can be put on its ring again as it was.
 *
 * Locking: &cayman_vmids.lock, taken in interrupts too. It guards everything
 * here, &cayman_vm.tenant and &evergreen_job.stay, and is the lock of the fences.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/dma-fence.h>
#include <linux/seq_file.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_contexts.h"
#include "cayman_pt.h"
#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_job.h"
#include "evergreen_job_pool.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"
#include "evergreen_trace.h"

/**
 * struct cayman_flush - when a ring has flushed
 */
struct cayman_flush {
	/** @generation: &cayman_vm.generation of then, or 0 if it never has */
	u64 generation;

	/**
	 * @clears: &evergreen_ring.clears of then; what a ring was told before it was cleared is
	 * lost
	 */
	u32 clears;
};

/**
 * struct cayman_vmid - what a context of the memory controller knows
 */
struct cayman_vmid {
	/** @loaded: whose tables the last flush has loaded, or NULL */
	struct cayman_vm *loaded;

	/** @flushed: what each ring has seen of @loaded's tables */
	struct cayman_flush flushed[EVERGREEN_NUM_RINGS];
};

/**
 * struct cayman_vmids - all contexts of a card
 */
struct cayman_vmids {
	/** @lock: guards everything here, &cayman_vm.tenant and &evergreen_job.stay */
	spinlock_t lock;

	/** @contexts: which address space has which context */
	struct cayman_contexts contexts;

	/** @asked: how often jobs have asked for a VMID */
	u64 asked;

	/** @jobs: jobs that have left their VMID */
	u64 jobs;

	/** @ids: by VMID; the first is the GART's and not used */
	struct cayman_vmid ids[CAYMAN_NUM_CONTEXTS];
};

/**
 * cayman_vmid_init() - prepare to hand out VMIDs
 * @edev: the card
 *
 * Return: 0 or -ENOMEM, or the error of evergreen_kernel_bo_create().
 */
int cayman_vmid_init(struct evergreen_device *edev)
{
	struct cayman_vmids *ids;

	ids = drmm_kzalloc(&edev->drm, sizeof(*ids), GFP_KERNEL);
	if (!ids)
		return -ENOMEM;
	spin_lock_init(&ids->lock);
	cayman_contexts_init(&ids->contexts);
	edev->vms.vmids = ids;
	return evergreen_kernel_bo_create(edev, &edev->gart.empty_dir, CAYMAN_PT_DIR_BYTES,
					  CAYMAN_PT_DIR_ALIGN, RADEON_GEM_DOMAIN_VRAM);
}

/**
 * cayman_vmid_fini() - undo cayman_vmid_init()
 * @edev: the card, its jobs done
 */
void cayman_vmid_fini(struct evergreen_device *edev)
{
	evergreen_kernel_bo_free(&edev->gart.empty_dir);
}

/* ---- handing out ---- */

static const char *turn_driver_name(struct dma_fence *fence)
{
	return "evergreen";
}

static const char *turn_timeline_name(struct dma_fence *fence)
{
	return "vmid";
}

static void turn_release(struct dma_fence *fence)
{
	evergreen_job_put(container_of(fence, struct evergreen_job, turn));
}

static const struct dma_fence_ops turn_ops = {
	.get_driver_name = turn_driver_name,
	.get_timeline_name = turn_timeline_name,
	.release = turn_release,
};

/**
 * cayman_vmid_prepare() - give a job its VMID
 * @job: a job with an address space, armed, all other dependencies done;
 *	cayman_vmid_leave() has to follow
 *
 * Context: the scheduler's work item; does not sleep.
 *
 * Return: NULL if it may run, with &evergreen_job.stay set, or a reference to a
 * fence to wait for before this is called again.
 */
struct dma_fence *cayman_vmid_prepare(struct evergreen_job *job)
{
	struct cayman_vmids *ids = job->ring->edev->vms.vmids;
	struct dma_fence *turn = NULL;
	unsigned long flags;

	spin_lock_irqsave(&ids->lock, flags);
	ids->asked++;
	if (!job->stay.vmid &&
	    !cayman_contexts_enter(&ids->contexts, &job->vm->tenant, &job->stay)) {
		evergreen_job_get(job);
		dma_fence_init(&job->turn, &turn_ops, &ids->lock, dma_fence_context_alloc(1), 1);
		turn = dma_fence_get(&job->turn);
	}
	spin_unlock_irqrestore(&ids->lock, flags);
	return turn;
}

/*
 * With &cayman_vmids.lock, which is the fences' own. A job in the list is not freed before it has
 * left.
 */
static void signal_turns(struct cayman_vmids *ids, struct list_head *admitted)
{
	struct evergreen_job *job, *next;

	lockdep_assert_held(&ids->lock);
	list_for_each_entry_safe(job, next, admitted, stay.node) {
		list_del_init(&job->stay.node);
		dma_fence_signal_locked(&job->turn);
		dma_fence_put(&job->turn);
	}
}

/**
 * cayman_vmid_leave() - a job is over
 * @job: a job with an address space that has run, has failed or was killed in its
 *	queue, whether it was given a VMID or not
 */
void cayman_vmid_leave(struct evergreen_job *job)
{
	struct cayman_vmids *ids = job->ring->edev->vms.vmids;
	LIST_HEAD(admitted);
	unsigned long flags;
	bool waited;

	spin_lock_irqsave(&ids->lock, flags);
	waited = cayman_stay_waits(&job->stay);
	ids->jobs += !!job->stay.vmid;
	cayman_contexts_leave(&ids->contexts, &job->vm->tenant, &job->stay, &admitted);
	signal_turns(ids, &admitted);
	spin_unlock_irqrestore(&ids->lock, flags);
	/* Nobody has signalled it: its queue is gone, and waits no longer. */
	if (waited)
		dma_fence_put(&job->turn);
}

/**
 * cayman_vmid_holds() - the last look before a job is put on its ring
 * @job: a job with an address space
 *
 * Return: true if it has a VMID and nobody else has the same.
 */
bool cayman_vmid_holds(struct evergreen_job *job)
{
	struct cayman_vmids *ids = job->ring->edev->vms.vmids;
	u32 vmid = job->stay.vmid;
	unsigned long flags;
	bool own;

	spin_lock_irqsave(&ids->lock, flags);
	own = vmid && ids->contexts.by_vmid[vmid].owner == &job->vm->tenant;
	spin_unlock_irqrestore(&ids->lock, flags);
	return own;
}

/**
 * cayman_vmid_must_flush() - tell whether a ring has to load a job's tables
 * @job: a job with a VMID, about to be written to its ring, which nobody clears meanwhile
 *
 * Return: true if the ring's flush has to be emitted before the job.
 */
bool cayman_vmid_must_flush(struct evergreen_job *job)
{
	struct evergreen_ring *ring = job->ring;
	struct cayman_vmids *ids = ring->edev->vms.vmids;
	struct cayman_vmid *id = &ids->ids[job->stay.vmid];
	const struct cayman_flush now = {
		.generation = atomic64_read(&job->vm->generation),
		.clears = ring->clears,
	};
	struct cayman_flush *last = &id->flushed[ring->id];
	unsigned long flags;
	bool flush;

	spin_lock_irqsave(&ids->lock, flags);
	if (id->loaded != job->vm)
		memset(id->flushed, 0, sizeof(id->flushed));
	id->loaded = job->vm;
	flush = last->generation != now.generation || last->clears != now.clears;
	*last = now;
	spin_unlock_irqrestore(&ids->lock, flags);

	if (flush)
		trace_evergreen_vm_flush(ring->name, job->vm->client, job->stay.vmid,
					 job->vm->pt.dir.gpu_addr);
	return flush;
}

/**
 * cayman_vmid_release() - an address space dies
 * @vm: which; none of its jobs are left
 */
void cayman_vmid_release(struct cayman_vm *vm)
{
	struct cayman_vmids *ids = vm->edev->vms.vmids;
	struct cayman_vmid *id;
	unsigned long flags;

	spin_lock_irqsave(&ids->lock, flags);
	for (id = ids->ids; id < ids->ids + CAYMAN_NUM_CONTEXTS; id++)
		if (id->loaded == vm)
			id->loaded = NULL;
	cayman_contexts_forget(&ids->contexts, &vm->tenant);
	spin_unlock_irqrestore(&ids->lock, flags);
}

/* ---- for others ---- */

/**
 * cayman_vmid_invalidate() - drop what the TLBs hold of an address space
 * @vm: whose entries have been taken away
 *
 * Context: with evergreen_gart_lock().
 *
 * Return: true if jobs of @vm that are on a ring are known to find the entries as they are
 * now; false if they may not, or if there are none.
 */
bool cayman_vmid_invalidate(struct cayman_vm *vm)
{
	struct evergreen_device *edev = vm->edev;
	struct cayman_vmids *ids = edev->vms.vmids;
	unsigned long flags;
	u32 i, contexts = 0;

	spin_lock_irqsave(&ids->lock, flags);
	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++)
		if (ids->ids[i].loaded == vm)
			contexts |= BIT(i);
	spin_unlock_irqrestore(&ids->lock, flags);

	wmb();		/* the tables are written through write-combining */
	evergreen_hdp_flush(edev);
	return contexts && evergreen_gart_flush_contexts(edev, contexts);
}

/**
 * cayman_vmid_lookup() - find out who runs in a context
 * @edev: the card
 * @vmid: the context
 *
 * Context: any, interrupts included.
 *
 * Return: a reference to its address space, or NULL.
 */
struct cayman_vm *cayman_vmid_lookup(struct evergreen_device *edev, u32 vmid)
{
	struct cayman_vmids *ids = edev->vms.vmids;
	struct cayman_vm *vm = NULL;
	unsigned long flags;

	if (!ids || vmid >= CAYMAN_NUM_CONTEXTS)
		return NULL;
	spin_lock_irqsave(&ids->lock, flags);
	vm = ids->ids[vmid].loaded;
	if (vm && !kref_get_unless_zero(&vm->base.kref))
		vm = NULL;
	spin_unlock_irqrestore(&ids->lock, flags);
	return vm;
}

/**
 * cayman_vmid_show() - print who has which VMID
 * @m: where to
 * @edev: the card
 */
void cayman_vmid_show(struct seq_file *m, struct evergreen_device *edev)
{
	struct cayman_vmids *ids = edev->vms.vmids;
	struct cayman_context *context;
	int i;

	spin_lock_irq(&ids->lock);
	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++) {
		context = &ids->contexts.by_vmid[i];
		seq_printf(m, "vmid %d: ", i);
		if (context->owner)
			seq_printf(m, "client %llu", container_of(context->owner, struct cayman_vm,
								  tenant)->client);
		else
			seq_puts(m, "free");
		seq_printf(m, ", %u jobs%s\n", context->jobs,
			   context->jobs && context->closed ? ", waited for" : "");
	}
	seq_printf(m, "jobs with a VMID: %llu, asked %llu times, waiting clients: %u\n",
		   ids->jobs, ids->asked, ids->contexts.num_waiting);
	spin_unlock_irq(&ids->lock);
}

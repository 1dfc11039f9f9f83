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
 * (prepare_job). If the address space has none, it takes one that no job uses;
 * if there is none, the one whose owner has not used it for longest. That one is
 * its own from then on, so that the old owner cannot keep it busy for ever, but
 * it has to wait for the jobs that still run in it. These are known by their
 * finished fences, the last of each ring.
 *
 * The ring itself loads the page directory's address and drops what the TLBs
 * hold, before the first job on this ring after the VMID has changed hands or the
 * tables have gained entries. That is remembered for each ring, since another
 * ring's flush may come too late for this one. Entries that are taken away are
 * dropped from the TLBs at once, by the CPU.
 *
 * Locking: &cayman_vmids.lock, taken in interrupts too. It guards everything
 * here and &cayman_vm.vmid.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/bitfield.h>
#include <linux/dma-fence.h>
#include <linux/seq_file.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_pt.h"
#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"
#include "evergreen_sched.h"
#include "evergreen_trace.h"
#include "evergreen_ttm.h"

#define NUM_VMIDS	8

/**
 * struct cayman_vmid - a context of the memory controller
 * @owner: whose next jobs run in it, or NULL
 * @loaded: whose tables the last flush has loaded, or NULL
 * @claimed: @owner has it, but may have to wait for jobs of the one before
 * @stamp: when it was given to a job last, counts up
 * @busy: finished fences of the last job in it on each ring, or NULL
 * @flushed: generation of @owner's tables that each ring has seen
 */
struct cayman_vmid {
	struct cayman_vm *owner, *loaded;
	bool claimed;
	u64 stamp;
	struct dma_fence *busy[EVERGREEN_NUM_RINGS];
	u64 flushed[EVERGREEN_NUM_RINGS];
};

/**
 * struct cayman_vmids - all contexts of a card
 * @lock: see above
 * @stamp: the last one given
 * @empty: page directory of a context that no ring has loaded one into: zeroes
 * @empty_addr: its GPU address
 * @ids: by VMID; the first is the GART's and not used
 */
struct cayman_vmids {
	spinlock_t lock;	/* see above */
	u64 stamp;
	struct evergreen_bo *empty;
	u64 empty_addr;
	struct cayman_vmid ids[NUM_VMIDS];
};

/**
 * cayman_vmid_init() - prepare to hand out VMIDs
 * @edev: the card
 *
 * Return: 0 or -ENOMEM.
 */
int cayman_vmid_init(struct evergreen_device *edev)
{
	struct cayman_vmids *ids;

	ids = drmm_kzalloc(&edev->drm, sizeof(*ids), GFP_KERNEL);
	if (!ids)
		return -ENOMEM;
	spin_lock_init(&ids->lock);
	edev->vmids = ids;
	return evergreen_bo_create_kernel_aligned(edev, CAYMAN_PT_DIR_BYTES, CAYMAN_PT_DIR_ALIGN,
						  RADEON_GEM_DOMAIN_VRAM, &ids->empty,
						  &ids->empty_addr, NULL);
}

/**
 * cayman_vmid_fini() - undo cayman_vmid_init()
 * @edev: the card, its jobs done
 */
void cayman_vmid_fini(struct evergreen_device *edev)
{
	struct cayman_vmids *ids = edev->vmids;
	struct cayman_vmid *id;
	int ring;

	if (!ids)
		return;
	evergreen_bo_free_kernel(&ids->empty);
	for (id = ids->ids; id < ids->ids + NUM_VMIDS; id++)
		for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++) {
			dma_fence_put(id->busy[ring]);
			id->busy[ring] = NULL;
		}
}

#define FAULTS_INTERRUPT						\
	(RANGE_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 DUMMY_PAGE_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 PDE0_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 VALID_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 READ_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 WRITE_PROTECTION_FAULT_ENABLE_INTERRUPT)

#define FAULTS_SHOW_DEFAULT_PAGE					\
	(RANGE_PROTECTION_FAULT_ENABLE_DEFAULT |			\
	 DUMMY_PAGE_PROTECTION_FAULT_ENABLE_DEFAULT |			\
	 PDE0_PROTECTION_FAULT_ENABLE_DEFAULT |				\
	 VALID_PROTECTION_FAULT_ENABLE_DEFAULT |			\
	 READ_PROTECTION_FAULT_ENABLE_DEFAULT |				\
	 WRITE_PROTECTION_FAULT_ENABLE_DEFAULT)

/**
 * cayman_vmid_enable() - set contexts 1 to 7 up
 * @edev: the card; the GART's table has been allocated
 *
 * A fault raises an interrupt, and the access goes to the default page.
 */
void cayman_vmid_enable(struct evergreen_device *edev)
{
	int i;

	for (i = 1; i < NUM_VMIDS; i++) {
		evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_START_ADDR(i), 0);
		evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_END_ADDR(i), CAYMAN_VM_PAGES - 1);
		evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_BASE_ADDR(i),
				edev->vmids->empty_addr >> 12);
	}
	evergreen_write(edev, VM_CONTEXT1_PROTECTION_FAULT_DEFAULT_ADDR,
			edev->gart.dummy_dma >> 12);
	evergreen_write(edev, VM_CONTEXT1_CNTL2, CNTL2_REDIRECT_TO_DEFAULT_PAGE);
	evergreen_write(edev, VM_CONTEXT1_CNTL, ENABLE_CONTEXT | FIELD_PREP(PAGE_TABLE_DEPTH, 1) |
			FIELD_PREP(PAGE_TABLE_BLOCK_SIZE, CAYMAN_PT_SHIFT - 9) |
			FAULTS_INTERRUPT | FAULTS_SHOW_DEFAULT_PAGE);
}

/* ---- handing out ---- */

/* A job that still runs in it, or NULL. */
static struct dma_fence *busy_fence(const struct cayman_vmid *id)
{
	int ring;

	for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++)
		if (id->busy[ring] && !dma_fence_is_signaled(id->busy[ring]))
			return id->busy[ring];
	return NULL;
}

/* The one not used for longest among those of a kind, or 0. */
static u32 oldest(struct cayman_vmids *ids, bool busy, bool claimed)
{
	struct cayman_vmid *id;
	u32 i, best = 0;

	for (i = 1; i < NUM_VMIDS; i++) {
		id = &ids->ids[i];
		if (id->claimed != claimed || !!busy_fence(id) != busy)
			continue;
		if (!best || id->stamp < ids->ids[best].stamp)
			best = i;
	}
	return best;
}

static void give(struct cayman_vmids *ids, u32 vmid, struct cayman_vm *vm)
{
	struct cayman_vmid *id = &ids->ids[vmid];

	if (id->owner)
		id->owner->vmid = 0;
	id->owner = vm;
	id->claimed = true;
	id->stamp = ++ids->stamp;
	memset(id->flushed, 0, sizeof(id->flushed));
	vm->vmid = vmid;
}

/*
 * Idle ones first; then a busy one that is waited for; one that another waits for
 * only if its time has come. With no luck at all, wait until that is so.
 */
static struct dma_fence *find(struct cayman_vmids *ids, struct cayman_vm *vm)
{
	u32 vmid = oldest(ids, false, false) ?: oldest(ids, true, false) ?:
		   oldest(ids, false, true);

	if (!vmid)
		return busy_fence(&ids->ids[oldest(ids, true, true)]);
	give(ids, vmid, vm);
	return NULL;
}

static struct dma_fence *prepare_locked(struct cayman_vmids *ids, struct evergreen_job *job)
{
	struct cayman_vm *vm = job->vm;
	struct dma_fence *wait, **last;
	struct cayman_vmid *id;

	lockdep_assert_held(&ids->lock);

	wait = vm->vmid ? NULL : find(ids, vm);
	if (wait)
		return wait;
	id = &ids->ids[vm->vmid];
	wait = id->claimed ? busy_fence(id) : NULL;
	if (wait)
		return wait;

	id->claimed = false;
	id->stamp = ++ids->stamp;
	job->vmid = vm->vmid;
	last = &id->busy[job->ring->id];
	dma_fence_put(*last);
	*last = dma_fence_get(&job->base.s_fence->finished);
	return NULL;
}

/**
 * cayman_vmid_prepare() - give a job its VMID
 * @job: a job with an address space, armed, all other dependencies done
 *
 * Context: the scheduler's work item; does not sleep.
 *
 * Return: NULL if it may run, with &evergreen_job.vmid set, or a reference to a
 * fence to wait for before this is called again.
 */
struct dma_fence *cayman_vmid_prepare(struct evergreen_job *job)
{
	struct cayman_vmids *ids = job->ring->edev->vmids;
	struct dma_fence *wait;
	unsigned long flags;

	spin_lock_irqsave(&ids->lock, flags);
	wait = dma_fence_get(prepare_locked(ids, job));
	spin_unlock_irqrestore(&ids->lock, flags);
	return wait;
}

/**
 * cayman_vmid_must_flush() - tell whether a ring has to load a job's tables
 * @job: a job with a VMID, about to be written to its ring
 *
 * Return: true if the ring's flush has to be emitted before the job.
 */
bool cayman_vmid_must_flush(struct evergreen_job *job)
{
	struct evergreen_ring *ring = job->ring;
	struct cayman_vmids *ids = ring->edev->vmids;
	struct cayman_vmid *id = &ids->ids[job->vmid];
	u64 generation = atomic64_read(&job->vm->generation);
	unsigned long flags;
	bool flush = true;

	spin_lock_irqsave(&ids->lock, flags);
	id->loaded = job->vm;
	/* Unless another waits for it, when nothing is remembered. */
	if (id->owner == job->vm) {
		flush = id->flushed[ring->id] != generation;
		id->flushed[ring->id] = generation;
	}
	spin_unlock_irqrestore(&ids->lock, flags);

	if (flush)
		trace_evergreen_vm_flush(ring->name, job->vm->client, job->vmid,
					 job->vm->pt.dir_addr);
	return flush;
}

/**
 * cayman_vmid_ring_cleared() - what a ring has been told is lost
 * @ring: the ring, whose engine is stopped
 */
void cayman_vmid_ring_cleared(struct evergreen_ring *ring)
{
	struct cayman_vmids *ids = ring->edev->vmids;
	unsigned long flags;
	int i;

	if (!ids)
		return;
	spin_lock_irqsave(&ids->lock, flags);
	for (i = 1; i < NUM_VMIDS; i++)
		ids->ids[i].flushed[ring->id] = 0;
	spin_unlock_irqrestore(&ids->lock, flags);
}

/**
 * cayman_vmid_release() - an address space dies
 * @vm: which; none of its jobs are left
 */
void cayman_vmid_release(struct cayman_vm *vm)
{
	struct cayman_vmids *ids = vm->edev->vmids;
	struct cayman_vmid *id;
	unsigned long flags;

	spin_lock_irqsave(&ids->lock, flags);
	for (id = ids->ids; id < ids->ids + NUM_VMIDS; id++) {
		if (id->loaded == vm)
			id->loaded = NULL;
		if (id->owner != vm)
			continue;
		id->owner = NULL;
		id->claimed = false;
	}
	spin_unlock_irqrestore(&ids->lock, flags);
}

/* ---- for others ---- */

/**
 * cayman_vmid_invalidate() - drop what the TLBs hold of an address space
 * @vm: whose entries have been taken away
 *
 * Context: with evergreen_gart_lock().
 */
void cayman_vmid_invalidate(struct cayman_vm *vm)
{
	struct evergreen_device *edev = vm->edev;
	struct cayman_vmids *ids = edev->vmids;
	unsigned long flags;
	u32 i, contexts = 0;

	spin_lock_irqsave(&ids->lock, flags);
	for (i = 1; i < NUM_VMIDS; i++)
		if (ids->ids[i].loaded == vm)
			contexts |= BIT(i);
	spin_unlock_irqrestore(&ids->lock, flags);

	wmb();		/* the tables are written through write-combining */
	evergreen_hdp_flush(edev);
	if (!contexts)
		return;
	evergreen_write(edev, VM_INVALIDATE_REQUEST, contexts);
	/* The write has arrived when this read comes back. */
	evergreen_read(edev, VM_INVALIDATE_REQUEST);
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
	struct cayman_vmids *ids = edev->vmids;
	struct cayman_vm *vm = NULL;
	unsigned long flags;

	if (!ids || vmid >= NUM_VMIDS)
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
	struct cayman_vmids *ids = edev->vmids;
	struct cayman_vmid *id;
	int i;

	spin_lock_irq(&ids->lock);
	for (i = 1; i < NUM_VMIDS; i++) {
		id = &ids->ids[i];
		seq_printf(m, "vmid %d: ", i);
		if (id->owner)
			seq_printf(m, "client %llu", id->owner->client);
		else
			seq_puts(m, "free");
		seq_printf(m, "%s%s\n", busy_fence(id) ? ", busy" : "",
			   id->claimed ? ", waited for" : "");
	}
	spin_unlock_irq(&ids->lock);
}

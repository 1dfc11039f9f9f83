// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What address spaces show
 *
 * The entries of a mapping are written for the first submission that names its buffer in
 * the relocation list, and emptied before the buffer moves or loses its memory. So an
 * access to what no submission has named since it moved faults, and finds the default
 * page; no entry ever shows memory that is not the buffer's.
 *
 * The CPU writes the entries. A process's memory is shown in the ioctl that names it. For other
 * buffers nobody waits in an ioctl: their entries are written when the first job that names the
 * buffer is about to be put on its ring (run_job). Everything that this job depends on is done then,
 * so the place has been filled or cleared. Where the buffer is has been noted when it was named: a
 * move that is asked for later waits for the job, but TTM speaks of the new place at once.
 * cayman_hiding.c says when entries are emptied.
 *
 * Rejected: entries that the card writes in order with the jobs, from tables made ready for
 * each buffer. The job that moves a buffer would have to empty them on its own ring, before
 * jobs of the address space come to another ring, and again by the CPU where the engine
 * hangs. It would save a worker some instructions for each page (Documentation/testing.rst).
 *
 * Locking: evergreen_gart_lock() for the entries and for what the TLBs hold of them. It comes
 * behind reservation locks, which a job that is prepared, and a notifier of a process's memory,
 * do not hold.
 */
#include <drm/ttm/ttm_tt.h>

#include "cayman_entries.h"
#include "cayman_mapping.h"
#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_job.h"
#include "evergreen_reg.h"
#include "evergreen_userptr.h"

static u64 system_flags(const struct evergreen_bo *bo)
{
	return GPU_PTE_VALID | GPU_PTE_SYSTEM |
	       (bo->tbo.ttm->caching == ttm_cached ? GPU_PTE_SNOOPED : 0);
}

static struct cayman_pt_source describe_place(const struct evergreen_bo *bo, u64 access)
{
	const struct evergreen_device *edev = to_evergreen(bo->tbo.base.dev);
	const struct ttm_resource *res = bo->tbo.resource;

	if (evergreen_userptr_readonly(bo))
		access &= ~GPU_PTE_WRITEABLE;
	if (res->mem_type == TTM_PL_VRAM)
		return (struct cayman_pt_source) {
			.base = edev->vms.vram_base + ((u64)res->start << PAGE_SHIFT),
			.flags = GPU_PTE_VALID | access,
		};
	return (struct cayman_pt_source) {
		.pages = bo->userptr ? bo->userptr->pages : bo->tbo.ttm->dma_address,
		.flags = system_flags(bo) | access,
	};
}

/* With evergreen_gart_lock(). */
static void write_entries(struct cayman_mapping *m, const struct cayman_pt_source *source)
{
	cayman_pt_write(&m->vm->pt, m->base.va.addr >> PAGE_SHIFT,
			m->base.va.range >> PAGE_SHIFT, source);
}

/* TLBs may hold entries for a process's memory until the jobs on the rings now are done. */
static void note_stale(struct cayman_mapping *m)
{
	struct cayman_vm *vm = m->vm;

	if (!gem_to_evergreen_bo(m->base.gem.obj)->userptr)
		return;
	/* A job that is not counted here finds the new generation, see cayman_vmid_must_flush(). */
	smp_mb();
	WRITE_ONCE(vm->stale, atomic64_read(&vm->edev->jobs.emitted));
}

/**
 * cayman_entries_empty() - take a buffer out of the page tables
 * @m: where the buffer is in them; cayman_hiding.c sees to what else has to be done
 *
 * Jobs that are put on a ring after this do not find the buffer by this mapping.
 *
 * Context: takes evergreen_gart_lock(), so it sleeps; for a process's memory with
 * &evergreen_userptrs.lock.
 *
 * Return: true if those that are there already do not find it either.
 */
bool cayman_entries_empty(struct cayman_mapping *m)
{
	static const struct cayman_pt_source nothing;
	bool forgotten;

	if (!m->shown)
		return true;
	WRITE_ONCE(m->shown, false);
	list_del_init(&m->userptr_node);
	if (!evergreen_gart_lock(m->vm->edev))
		return true;
	write_entries(m, &nothing);
	forgotten = cayman_vmid_invalidate(m->vm);
	atomic64_inc(&m->vm->generation);
	if (!forgotten)
		note_stale(m);
	evergreen_gart_unlock(m->vm->edev);
	return forgotten;
}

/**
 * cayman_find_mapping() - find a buffer in an address space
 * @vm: the address space
 * @bo: the buffer, reserved
 *
 * Return: its mapping that has not been unmapped, or NULL.
 */
struct cayman_mapping *cayman_find_mapping(struct cayman_vm *vm, struct evergreen_bo *bo)
{
	struct drm_gpuvm_bo *vm_bo;
	struct drm_gpuva *va;

	dma_resv_assert_held(bo->tbo.base.resv);
	drm_gem_for_each_gpuvm_bo(vm_bo, &bo->tbo.base) {
		if (vm_bo->vm != &vm->base)
			continue;
		drm_gpuvm_bo_for_each_va(va, vm_bo)
			if (!to_cayman_mapping(va)->dying)
				return to_cayman_mapping(va);
	}
	return NULL;
}

/**
 * cayman_show_ib_pool() - have an address space show its pool of streams for good
 * @vm: the address space; its page tables reach over CAYMAN_VM_IB_ADDR, and its pool is pinned
 *
 * Read-only.
 *
 * Return: 0, or -ENODEV if the card has gone.
 */
int cayman_show_ib_pool(struct cayman_vm *vm)
{
	const struct cayman_pt_source source = describe_place(vm->ib_pool.mem.bo, GPU_PTE_READABLE);

	if (!evergreen_gart_lock(vm->edev))
		return -ENODEV;
	cayman_pt_write(&vm->pt, CAYMAN_VM_IB_ADDR >> PAGE_SHIFT,
			CAYMAN_VM_IB_POOL_SIZE >> PAGE_SHIFT, &source);
	evergreen_gart_unlock(vm->edev);
	return 0;
}

static void show(struct cayman_mapping *m, const struct cayman_pt_source *source)
{
	if (cayman_mapping_is_shown(m) || !evergreen_gart_lock(m->vm->edev))
		return;
	/* Two jobs on two rings may be about to do this. */
	if (!m->shown) {
		write_entries(m, source);
		/*
		 * The entries have to be visible before @shown is: a job that finds it set neither
		 * writes nor flushes them.
		 */
		wmb();
		atomic64_inc(&m->vm->generation);
		smp_store_release(&m->shown, true);
	}
	evergreen_gart_unlock(m->vm->edev);
}

/*
 * The pages are the process's own, nothing has to be filled or cleared first. An MMU
 * notifier that comes before the job is put on its ring waits for it, so it has to find
 * them; and run_job() must not wait for userptrs.lock, which is held over a reset for a
 * TLB that does not flush.
 */
static int show_userptr(struct cayman_mapping *m, struct evergreen_bo *bo)
{
	struct evergreen_userptr *u = bo->userptr;
	struct cayman_pt_source source;

	guard(mutex)(&u->edev->userptrs.lock);
	if (!u->valid)
		return -EAGAIN;
	if (m->shown)
		return 0;
	/* The array of pages is freed under the lock. */
	source = describe_place(bo, m->access);
	show(m, &source);
	if (!m->shown)
		return -ENODEV;
	list_add(&m->userptr_node, &u->shown);
	return 0;
}

/**
 * cayman_name_bo() - a submission names a buffer
 * @vm: the address space of the submission
 * @bo: the buffer, reserved and placed in VRAM or GTT
 * @unseen: out: what &evergreen_job_buffer.unseen has to be
 *
 * The memory that the buffer has now stays its own until the submission's job is done. The
 * page tables show a process's memory when this returns.
 *
 * Return: 0; -EINVAL if it is not mapped; -EAGAIN if the pages of a process's memory have to
 * be looked up again; -ENODEV.
 */
int cayman_name_bo(struct cayman_vm *vm, struct evergreen_bo *bo, struct cayman_unseen *unseen)
{
	struct cayman_mapping *m = cayman_find_mapping(vm, bo);

	unseen->mapping = NULL;
	if (!m) {
		drm_dbg(&vm->edev->drm, "client %llu: a named buffer is not mapped\n",
			vm->client);
		return -EINVAL;
	}
	m->named = true;
	if (bo->userptr)
		return show_userptr(m, bo);
	/* The entries of a moving buffer may show the place that it is going to leave. */
	if (bo->moving || !cayman_mapping_is_shown(m))
		*unseen = (struct cayman_unseen) {
			.mapping = m,
			.source = describe_place(bo, m->access),
		};
	return 0;
}

/**
 * cayman_show_named() - have the page tables show what a job has named
 * @job: a job with an address space, about to be put on its ring
 *
 * What filled or cleared the buffers' places, and what hid their old ones, is done: the job
 * has depended on it in full.
 *
 * Context: the scheduler's work item. Waits for nobody but those who write page tables,
 * allocates nothing.
 */
void cayman_show_named(struct evergreen_job *job)
{
	struct cayman_unseen *unseen;
	u32 i;

	for (i = 0; i < job->num_buffers; i++) {
		unseen = &job->buffers[i].unseen;
		if (unseen->mapping)
			show(unseen->mapping, &unseen->source);
	}
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What address spaces show
 *
 * The entries of a mapping are written for the first submission that names its buffer in
 * the relocation list, and emptied before the buffer moves or loses its memory. So an
 * access to what no submission has named since it moved faults, and finds the default
 * page; no entry ever shows memory that is not the buffer's.
 *
 * The CPU writes the entries, and nobody waits for that in an ioctl:
 *
 * - Those of a named buffer are written when the first job that names it is about to be put
 *   on its ring (run_job). Everything that this job depends on is done then, so the place
 *   has been filled or cleared. Where the buffer is has been noted when it was named: a
 *   move that is asked for later waits for the job, but TTM speaks of the new place at once.
 * - Those of a buffer that an engine moves are emptied when the job that moves it is about
 *   to be put on its ring (prepare_job): all jobs that have named the buffer are done then.
 *   Meanwhile other submissions may name the buffer. They depend on the move, and show the
 *   new place.
 * - Where the CPU moves a buffer, it waits for the buffer's jobs first, and empties the
 *   entries then.
 *
 * A job that has not named a buffer may reach it as long as the entries show it, and on
 * behind that: what the card keeps of them is dropped by the CPU at once, but when that
 * takes effect under running jobs is not known for certain. So the buffer's old place has
 * to outlive the jobs of the address space that are on the rings when it has been hidden:
 * the move waits for those on other rings before it is put on its own. (An MMU notifier
 * waits for them only if the card does not say that it has forgotten: a process that gives
 * memory back has nothing to do with them.) Those that come to a ring later flush its TLBs
 * first. A job that uses a buffer which it has not named affects its own client alone.
 *
 * Rejected: entries that the card writes in order with the jobs, from tables made ready for
 * each buffer. The job that moves a buffer would have to empty them on its own ring, before
 * jobs of the address space come to another ring, and again by the CPU where the engine
 * hangs. It would save a worker some instructions for each page (Documentation/testing.rst).
 *
 * Locking: reservation locks, then evergreen_gart_lock() for the entries and for what the
 * TLBs hold of them.
 */
#include <linux/dma-fence.h>

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
#include "evergreen_ring.h"
#include "evergreen_userptr.h"

/* A mapping that is hidden, and the jobs that may still reach what it has shown. */
struct cayman_hidden {
	struct cayman_mapping *mapping;
	struct dma_fence *running[EVERGREEN_NUM_RINGS];
};

/**
 * struct cayman_hiding - what a job does to address spaces before it moves a buffer
 */
struct cayman_hiding {
	/** @done: it has been done */
	bool done;

	/** @num: number of mappings */
	u32 num;

	/**
	 * @hidden: the mappings. They are not looked at once the card has gone, and live until the
	 * job is done otherwise.
	 */
	struct cayman_hidden hidden[] __counted_by(num);
};

/* ---- the entries of a mapping ---- */

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

/* What the card may have of process memory it has until jobs that are on a ring now are done. */
static void note_stale(struct cayman_mapping *m)
{
	struct cayman_vm *vm = m->vm;

	if (!gem_to_evergreen_bo(m->base.gem.obj)->userptr)
		return;
	/* A job that is not counted here finds the new generation, see cayman_vmid_must_flush(). */
	smp_mb();
	WRITE_ONCE(vm->stale, atomic64_read(&vm->edev->jobs.emitted));
}

/*
 * Jobs that are put on a ring after this do not find the buffer by this mapping. Neither do
 * those that are there already, if this returns true.
 */
static bool do_hide(struct cayman_mapping *m)
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

/* The memory stays the buffer's until the jobs that are on the rings now are done. */
static void outlive_running(struct cayman_vm *vm, struct dma_resv *resv)
{
	struct dma_fence *fence;
	int ring;

	for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++) {
		fence = cayman_running(vm, ring);
		if (!fence)
			continue;
		if (!dma_resv_reserve_fences(resv, 1))
			dma_resv_add_fence(resv, fence, DMA_RESV_USAGE_BOOKKEEP);
		else
			dma_fence_wait(fence, false);
		dma_fence_put(fence);
	}
}

/**
 * cayman_hide() - empty the entries of a mapping
 * @m: the mapping; the buffer is reserved, and the jobs that have named it are done
 *
 * When this returns, no job that starts later reaches the buffer's present place by this
 * mapping. Whoever gives that away has to wait for the buffer's fences first, those with
 * DMA_RESV_USAGE_BOOKKEEP included.
 */
void cayman_hide(struct cayman_mapping *m)
{
	struct evergreen_device *edev = m->vm->edev;
	struct drm_gem_object *obj = m->base.gem.obj;
	struct evergreen_userptr *u = gem_to_evergreen_bo(obj)->userptr;
	bool shown;

	if (u)
		mutex_lock(&edev->userptrs.lock);
	m->named = false;
	shown = m->shown;
	/* Whoever gives the pages back has to know. */
	if (!do_hide(m) && u && !u->stale) {
		drm_gpuvm_get(&m->vm->base);
		u->stale = m->vm;
	}
	if (u)
		mutex_unlock(&edev->userptrs.lock);
	if (shown)
		outlive_running(m->vm, obj->resv);
}

/**
 * cayman_hide_userptr() - a process loses memory that address spaces show
 * @u: the memory; &evergreen_userptrs.lock is held
 *
 * To be called until it returns NULL. No job that starts later reaches the memory by any
 * address space then.
 *
 * Return: an address space, referenced, whose jobs on the rings may still reach it.
 */
struct cayman_vm *cayman_hide_userptr(struct evergreen_userptr *u)
{
	struct cayman_mapping *m, *next;

	list_for_each_entry_safe(m, next, &u->shown, userptr_node)
		if (!do_hide(m)) {
			drm_gpuvm_get(&m->vm->base);
			return m->vm;
		}
	return NULL;
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

/* Whoever finds it shown finds the generation that knows so, too. */
static bool is_shown(const struct cayman_mapping *m)
{
	return smp_load_acquire(&m->shown);
}

static void show(struct cayman_mapping *m, const struct cayman_pt_source *source)
{
	if (is_shown(m) || !evergreen_gart_lock(m->vm->edev))
		return;
	/* Two jobs on two rings may be about to do this. */
	if (!m->shown) {
		write_entries(m, source);
		/* Whoever finds it shown does not write entries, and so flushes none. */
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
	if (bo->moving || !is_shown(m))
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

/* ---- buffers that move ---- */

/**
 * cayman_is_shown() - tell whether an address space shows a buffer
 * @bo: the buffer, reserved
 *
 * Return: true if one does.
 */
bool cayman_is_shown(struct evergreen_bo *bo)
{
	struct drm_gpuvm_bo *vm_bo;
	struct drm_gpuva *va;

	drm_gem_for_each_gpuvm_bo(vm_bo, &bo->tbo.base)
		drm_gpuvm_bo_for_each_va(va, vm_bo)
			if (is_shown(to_cayman_mapping(va)))
				return true;
	return false;
}

/**
 * cayman_hide_idle() - the CPU would like to move a buffer
 * @bo: the buffer, reserved; no job that has named it is left
 *
 * Jobs that are on the rings, and have not named it, may reach its present place until the
 * fences signal that the buffer has after this.
 */
void cayman_hide_idle(struct evergreen_bo *bo)
{
	struct drm_gpuvm_bo *vm_bo;
	struct drm_gpuva *va;

	drm_gem_for_each_gpuvm_bo(vm_bo, &bo->tbo.base)
		drm_gpuvm_bo_for_each_va(va, vm_bo)
			cayman_hide(to_cayman_mapping(va));
}

/**
 * cayman_hide_bo() - the CPU is about to move a buffer
 * @bo: the buffer, reserved
 * @ctx: how to wait
 *
 * When this returns, no job reaches the buffer's present place by any address space.
 *
 * Return: 0, or the error of ttm_bo_wait_ctx().
 */
int cayman_hide_bo(struct evergreen_bo *bo, struct ttm_operation_ctx *ctx)
{
	int ret;

	ret = ttm_bo_wait_ctx(&bo->tbo, ctx);
	if (ret)
		return ret;
	cayman_hide_idle(bo);
	return ttm_bo_wait_ctx(&bo->tbo, ctx);
}

static u32 num_named(struct evergreen_bo *bo)
{
	struct drm_gpuvm_bo *vm_bo;
	struct drm_gpuva *va;
	u32 num = 0;

	drm_gem_for_each_gpuvm_bo(vm_bo, &bo->tbo.base)
		drm_gpuvm_bo_for_each_va(va, vm_bo)
			num += to_cayman_mapping(va)->named;
	return num;
}

/**
 * cayman_hiding_create() - an engine is going to move a buffer
 * @bo: the buffer, reserved
 *
 * The job that does so has to depend in full on all fences of the buffer. It takes the
 * result as its &evergreen_job.hiding.
 *
 * Return: what the job has to hide, NULL if there is nothing, or an ERR_PTR: -ENOMEM.
 */
struct cayman_hiding *cayman_hiding_create(struct evergreen_bo *bo)
{
	u32 num = num_named(bo), n = 0;
	struct cayman_hiding *hiding;
	struct drm_gpuvm_bo *vm_bo;
	struct cayman_mapping *m;
	struct drm_gpuva *va;

	if (!num)
		return NULL;
	hiding = kzalloc(struct_size(hiding, hidden, num), GFP_KERNEL);
	if (!hiding)
		return ERR_PTR(-ENOMEM);
	hiding->num = num;
	drm_gem_for_each_gpuvm_bo(vm_bo, &bo->tbo.base)
		drm_gpuvm_bo_for_each_va(va, vm_bo) {
			m = to_cayman_mapping(va);
			if (!m->named)
				continue;
			m->named = false;
			hiding->hidden[n++].mapping = m;
		}
	return hiding;
}

/**
 * cayman_hiding_cancel() - undo cayman_hiding_create()
 * @hiding: its result, or NULL; the buffer is still reserved, and the job has not been armed
 */
void cayman_hiding_cancel(struct cayman_hiding *hiding)
{
	u32 i;

	if (!hiding)
		return;
	for (i = 0; i < hiding->num; i++)
		hiding->hidden[i].mapping->named = true;
	kfree(hiding);
}

/**
 * cayman_hiding_armed() - the job will run
 * @hiding: what it has to hide, or NULL; the buffer is still reserved
 * @fence: signals when the job is over
 *
 * The mappings are not freed before.
 */
void cayman_hiding_armed(struct cayman_hiding *hiding, struct dma_fence *fence)
{
	struct cayman_mapping *m;
	u32 i;

	for (i = 0; hiding && i < hiding->num; i++) {
		m = hiding->hidden[i].mapping;
		dma_fence_put(m->hider);
		m->hider = dma_fence_get(fence);
	}
}

/* Jobs on the mover's own ring come before it anyway. */
static void hide_and_note(struct cayman_hidden *hidden, int mover)
{
	struct cayman_vm *vm = hidden->mapping->vm;
	int ring;

	if (!is_shown(hidden->mapping))
		return;
	do_hide(hidden->mapping);
	for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++)
		if (ring != mover)
			hidden->running[ring] = cayman_running(vm, ring);
}

static void hide_all(struct cayman_hiding *hiding, struct evergreen_ring *mover)
{
	int idx;
	u32 i;

	hiding->done = true;
	if (!drm_dev_enter(&mover->edev->drm, &idx))
		return;
	for (i = 0; i < hiding->num; i++)
		hide_and_note(&hiding->hidden[i], mover->id);
	drm_dev_exit(idx);
}

/**
 * cayman_hiding_prepare() - hide a buffer before it is moved
 * @job: the job that moves it, armed, all that it depends on done; it has
 *	&evergreen_job.hiding
 *
 * Context: the scheduler's work item. Waits for nobody but those who write page tables,
 * allocates nothing.
 *
 * Return: NULL if the job may run, or a reference to a fence to wait for before this is
 * called again.
 */
struct dma_fence *cayman_hiding_prepare(struct evergreen_job *job)
{
	struct cayman_hiding *hiding = job->hiding;
	struct dma_fence *fence;
	u32 i;
	int ring;

	if (!hiding->done)
		hide_all(hiding, job->ring);
	for (i = 0; i < hiding->num; i++)
		for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++) {
			fence = hiding->hidden[i].running[ring];
			hiding->hidden[i].running[ring] = NULL;
			if (fence && !dma_fence_is_signaled(fence))
				return fence;
			dma_fence_put(fence);
		}
	return NULL;
}

/**
 * cayman_hiding_free() - a job that has hidden a buffer is over
 * @hiding: what it had to hide, whether it has been done or not; or NULL
 */
void cayman_hiding_free(struct cayman_hiding *hiding)
{
	u32 i;
	int ring;

	if (!hiding)
		return;
	for (i = 0; i < hiding->num; i++)
		for (ring = 0; ring < EVERGREEN_NUM_RINGS; ring++)
			dma_fence_put(hiding->hidden[i].running[ring]);
	kfree(hiding);
}

/* ---- jobs that run ---- */

/**
 * cayman_job_starts() - a job is about to be put on its ring
 * @job: a job with an address space, before it is seen whether the ring has to flush
 */
void cayman_job_starts(struct evergreen_job *job)
{
	struct dma_fence **last = &job->vm->running[job->ring->id];

	spin_lock(&job->vm->running_lock);
	dma_fence_put(*last);
	*last = dma_fence_get(&job->base.s_fence->finished);
	spin_unlock(&job->vm->running_lock);
	/* Who hides something from now on finds the job here, or the job the new generation. */
	smp_mb();
}

/**
 * cayman_running() - find the last job of an address space on a ring
 * @vm: the address space
 * @ring: the ring's number
 *
 * Return: a reference to its finished fence, or NULL if none is on the ring.
 */
struct dma_fence *cayman_running(struct cayman_vm *vm, int ring)
{
	struct dma_fence *fence;

	spin_lock(&vm->running_lock);
	fence = vm->running[ring];
	fence = fence && !dma_fence_is_signaled(fence) ? dma_fence_get(fence) : NULL;
	spin_unlock(&vm->running_lock);
	return fence;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What address spaces hide
 *
 * Before a buffer moves or loses its memory, all address spaces hide it: its entries are emptied.
 * The CPU does that, and nobody waits for it in an ioctl but where the CPU moves the buffer, too:
 *
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
 * Locking: as in cayman_entries.c.
 */
#include <linux/dma-fence.h>

#include "cayman_entries.h"
#include "cayman_hiding.h"
#include "cayman_mapping.h"
#include "cayman_running.h"
#include "cayman_vm.h"
#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_job.h"
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

/* ---- by the CPU ---- */

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
	if (!cayman_entries_empty(m) && u && !u->stale) {
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
		if (!cayman_entries_empty(m)) {
			drm_gpuvm_get(&m->vm->base);
			return m->vm;
		}
	return NULL;
}

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
			if (cayman_mapping_is_shown(to_cayman_mapping(va)))
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

/* ---- before an engine moves a buffer ---- */

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

	if (!cayman_mapping_is_shown(hidden->mapping))
		return;
	cayman_entries_empty(hidden->mapping);
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

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Buffers of a submission
 *
 * The buffers that the relocations of a submission (evergreen_submit.c) name are looked up and
 * described to the checker; later they are locked and placed, their users become dependencies
 * of the job, and the job's fence goes into their reservation objects.
 *
 * A handle may appear any number of times: where a buffer is first met is remembered in the
 * buffer itself while it is locked, so merging needs no search.
 *
 * Buffers that are not where the relocation wants them move only as long as the
 * submission stays within a budget; beyond it, they are used where they are if
 * the card can reach them there. So two clients that together do not fit into
 * VRAM do not spend their time pushing each other out.
 */
#include <drm/drm_exec.h>
#include <drm/radeon_drm.h>

#include "cayman_entries.h"
#include "evergreen_bo.h"
#include "evergreen_file.h"
#include "evergreen_job.h"
#include "evergreen_place.h"
#include "evergreen_ring.h"
#include "evergreen_semaphore.h"
#include "evergreen_submit_inner.h"
#include "evergreen_ttm.h"
#include "evergreen_userptr.h"
#include "r600_cs_checker.h"

#define EVERGREEN_RELOC_DOMAINS		(RADEON_GEM_DOMAIN_GTT | RADEON_GEM_DOMAIN_VRAM)

/*
 * A submission may move half of what is free in VRAM, but at least this many
 * bytes, before it takes buffers as they are.
 */
#define EVERGREEN_MOVE_MIN		(1024 * 1024ull)

/**
 * evergreen_submit_buffers_get() - look all handles up
 * @s: the submission, after evergreen_chunks_copy()
 *
 * All under one lock, with one reference for each entry, which
 * evergreen_submit_buffers_put() drops, also after an error.
 *
 * Return: 0 or -ENOENT.
 */
int evergreen_submit_buffers_get(struct evergreen_submit *s)
{
	const struct drm_radeon_cs_reloc *relocs = s->relocs;
	struct evergreen_submit_buffer *buffers = s->buffers;
	struct drm_file *filp = s->file->drm;
	struct drm_gem_object *obj;
	u32 i, n = s->num_buffers;

	spin_lock(&filp->table_lock);
	for (i = 0; i < n; i++) {
		obj = idr_find(&filp->object_idr, relocs[i].handle);
		if (!obj)
			break;
		drm_gem_object_get(obj);
		buffers[i].bo = gem_to_evergreen_bo(obj);
	}
	spin_unlock(&filp->table_lock);

	s->num_referenced = i;
	if (i == n)
		return 0;

	drm_dbg(&s->edev->drm, "%s[%d]: CS: no buffer has handle %u\n", current->comm,
		task_pid_nr(current), s->relocs[i].handle);
	return -ENOENT;
}

/**
 * evergreen_submit_buffers_put() - drop the references of evergreen_submit_buffers_get()
 * @s: the submission
 */
void evergreen_submit_buffers_put(const struct evergreen_submit *s)
{
	const struct evergreen_submit_buffer *buffers = s->buffers;
	u32 i, n = s->num_referenced;

	for (i = 0; i < n; i++)
		drm_gem_object_put(&buffers[i].bo->tbo.base);
}

static int check_userptr(struct evergreen_submit *s, const struct evergreen_bo *bo,
			 const struct drm_radeon_cs_reloc *reloc, u32 wanted)
{
	if (!(wanted & RADEON_GEM_DOMAIN_GTT))
		return evergreen_submit_refuse(s, "domains of a process's memory", wanted);
	if (reloc->write_domain && evergreen_userptr_readonly(bo))
		return evergreen_submit_refuse(s, "write domain of read-only memory", wanted);
	return 0;
}

/**
 * evergreen_submit_buffers_describe() - check the relocations and tell the checker of them
 * @s: the submission, after evergreen_submit_buffers_get()
 *
 * Return: 0 or -EINVAL.
 */
int evergreen_submit_buffers_describe(struct evergreen_submit *s)
{
	const struct drm_radeon_cs_reloc *reloc = s->relocs;
	struct evergreen_submit_buffer *buf = s->buffers;
	struct r600_cs_buffer *checked = s->checked;
	u32 i, n = s->num_buffers;

	for (i = 0; i < n; i++, reloc++, buf++, checked++) {
		u32 domains = reloc->read_domains | reloc->write_domain;
		u32 wanted = reloc->write_domain ?: reloc->read_domains;
		const struct evergreen_bo *bo = buf->bo;

		if (!domains || domains & ~EVERGREEN_RELOC_DOMAINS)
			return evergreen_submit_refuse(s, "domains of a relocation", domains);
		if (bo->userptr) {
			if (check_userptr(s, bo, reloc, wanted))
				return -EINVAL;
			s->userptrs = true;
		}

		buf->first = i;
		buf->unseen.mapping = NULL;
		buf->prefer = evergreen_bo_gtt_only(bo) ? RADEON_GEM_DOMAIN_GTT : wanted;
		buf->write = reloc->write_domain;
		*checked = (struct r600_cs_buffer) {
			.size = evergreen_bo_size(bo),
			.read_domains = reloc->read_domains,
			.write_domain = reloc->write_domain,
			.tiling = READ_ONCE(bo->tiling),
			.align = max(bo->tbo.page_alignment, 1u) << PAGE_SHIFT,
		};
	}
	return 0;
}

/* The buffer is locked already: find out whether by an earlier entry of it. */
static int merge_entry(struct evergreen_submit *s, u32 i)
{
	struct evergreen_submit_buffer *buf = &s->buffers[i];
	u32 first = buf->bo->submit_index;

	if (first < i && s->buffers[first].bo == buf->bo) {
		buf->first = first;
		s->buffers[first].write |= buf->write;
		if (s->buffers[first].prefer & buf->prefer)
			s->buffers[first].prefer &= buf->prefer;
		return 0;
	}

	/* No: another buffer that shares its reservation object is. */
	buf->bo->submit_index = i;
	return dma_resv_reserve_fences(buf->bo->tbo.base.resv, s->num_buffers);
}

static int lock_entry(struct evergreen_submit *s, u32 i)
{
	struct evergreen_submit_buffer *buf = &s->buffers[i];
	int ret;

	ret = drm_exec_lock_obj(&s->exec, &buf->bo->tbo.base);
	if (ret == -EALREADY)
		return merge_entry(s, i);
	if (!ret)
		buf->bo->submit_index = i;
	return ret;
}

/**
 * evergreen_submit_buffers_lock() - lock all buffers and find those that are named again
 * @s: the submission, whose drm_exec has been initialised
 *
 * Context: sleeps. The end of the drm_exec unlocks them, also after an error.
 *
 * Return: 0, -EINTR or -ENOMEM.
 */
int evergreen_submit_buffers_lock(struct evergreen_submit *s)
{
	int ret;
	u32 i;

	drm_exec_until_all_locked(&s->exec) {
		for (i = 0; i < s->num_buffers; i++) {
			ret = lock_entry(s, i);
			drm_exec_retry_on_contention(&s->exec);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Bytes that a submission may move: half of what is free before the first buffer moves. */
static u64 move_budget(struct evergreen_device *edev)
{
	u64 used = evergreen_domain_usage(edev, RADEON_GEM_DOMAIN_VRAM);
	u64 managed = evergreen_vram_managed(edev);

	/* Displays may use VRAM beyond the window, which is not managed without a mover. */
	return max((managed - min(used, managed)) / 2, EVERGREEN_MOVE_MIN);
}

static int move_buffer(struct evergreen_submit *s, const struct evergreen_submit_buffer *buf)
{
	u32 allow = buf->prefer | RADEON_GEM_DOMAIN_GTT;
	u32 prefer = buf->prefer;

	if (!s->move_budget)
		s->move_budget = move_budget(s->edev);
	if (s->ctx.bytes_moved >= s->move_budget)
		prefer = allow;
	return evergreen_bo_validate(buf->bo, prefer, allow, &s->ctx);
}

/* Of the fences that show when a job of the same queue is done: the second of its entity's. */
static u64 own_context(const struct evergreen_job *job)
{
	return job->base.entity->fence_context + 1;
}

/* Those of @usage, and what it includes, that are not of the job's own queue. */
static int add_fences(struct evergreen_job *job, struct dma_resv *resv, enum dma_resv_usage usage)
{
	u64 own = own_context(job);
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	int ret;

	dma_resv_for_each_fence(&cursor, resv, usage, fence) {
		if (fence->context == own || dma_fence_is_signaled(fence))
			continue;
		if (job->vm && dma_resv_iter_usage(&cursor) == DMA_RESV_USAGE_KERNEL)
			ret = evergreen_job_add_full_dependency(job, dma_fence_get(fence));
		else
			ret = evergreen_semaphores_add_dependency(job, dma_fence_get(fence));
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Wait for what others, or the kernel's moves, do with a buffer. Our own earlier
 * jobs on this ring come first anyway; most buffers are never used by anybody
 * else, and need no look. With an address space, moves have to be done before the job is
 * put on its ring, since the CPU has the page tables show their results then.
 */
static int add_dependencies(struct evergreen_job *job, u64 own, struct evergreen_bo *bo,
			    const struct evergreen_submit_buffer *buf)
{
	struct dma_resv *resv = bo->tbo.base.resv;
	u64 user;

	if (bo->moving && dma_resv_test_signaled(resv, DMA_RESV_USAGE_KERNEL)) {
		/* As evergreen_bo_lost(). */
		smp_rmb();
		bo->moving = READ_ONCE(job->ring->edev->dead);
	}
	user = READ_ONCE(bo->user);
	if (user && user != own)
		return add_fences(job, resv, dma_resv_usage_rw(buf->write));
	if (bo->moving || buf->unseen.mapping)
		return add_fences(job, resv, DMA_RESV_USAGE_KERNEL);
	return 0;
}

/* Place it, and have the job wait for whoever uses it. */
static int prepare_buffer(struct evergreen_submit *s, u64 own, struct evergreen_bo *bo,
			  struct evergreen_submit_buffer *buf)
{
	int ret;

	if (!(evergreen_bo_placement(bo) & buf->prefer)) {
		ret = move_buffer(s, buf);
		if (ret)
			return ret;
	}
	/* For the job's fence; the move's may have taken room. */
	ret = dma_resv_reserve_fences(bo->tbo.base.resv, 1);
	if (ret)
		return ret;
	if (s->vm)
		ret = cayman_name_bo(s->vm, bo, &buf->unseen);
	else if (bo->userptr)
		ret = evergreen_userptr_bind(bo);
	else
		ret = evergreen_bo_bind(bo, bo->tbo.resource);
	return ret ?: add_dependencies(s->job, own, bo, buf);
}

/* What a core dump will tell, should this job hang. */
static void record(struct evergreen_job_buffer *to, const struct evergreen_bo *bo,
		   const struct evergreen_submit_buffer *buf, u32 handle, u64 addr)
{
	to->addr = addr;
	to->size = evergreen_bo_size(bo);
	to->handle = handle;
	to->domain = evergreen_bo_placement(bo);
	to->write = buf->write;
	to->unseen.mapping = buf->unseen.mapping;
	if (buf->unseen.mapping)
		to->unseen.source = buf->unseen.source;
}

/* Used last, evicted last. What happens within one tick happens at the same time. */
static void touch(struct evergreen_bo *bo, u32 now)
{
	if (bo->touched == now)
		return;
	bo->touched = now;
	ttm_bo_move_to_lru_tail_unlocked(&bo->tbo);
}

/**
 * evergreen_submit_buffers_prepare() - place all buffers and have the job wait for their users
 * @s: the submission, with a job, after evergreen_submit_buffers_lock()
 *
 * Fills in &evergreen_submit.addresses. Context: sleeps.
 *
 * Return: 0, -EINTR, -ERESTARTSYS, -ENOMEM or -EBUSY; -EAGAIN if a process has lost pages.
 */
int evergreen_submit_buffers_prepare(struct evergreen_submit *s)
{
	struct evergreen_job_buffer *to = s->job->buffers;
	struct evergreen_submit_buffer *buf = s->buffers;
	u32 i, n = s->num_buffers, now = jiffies;
	u64 addr, own = own_context(s->job);
	struct evergreen_bo *bo;
	int ret;

	s->ctx.interruptible = true;
	for (i = 0; i < n; i++, buf++) {
		if (buf->first != i) {
			s->addresses[i] = s->addresses[buf->first];
			continue;
		}
		bo = buf->bo;
		ret = prepare_buffer(s, own, bo, buf);
		if (ret)
			return ret;
		addr = evergreen_bo_gpu_addr(s->edev, bo);
		s->addresses[i] = addr;
		record(to++, bo, buf, s->relocs[i].handle, addr);
		touch(bo, now);
	}
	s->job->num_buffers = to - s->job->buffers;
	return 0;
}

/**
 * evergreen_submit_buffers_publish() - have later users of the buffers wait for a job
 * @s: the submission, its buffers locked and prepared
 * @fence: of its job, which has been armed
 */
void evergreen_submit_buffers_publish(struct evergreen_submit *s, struct dma_fence *fence)
{
	const struct evergreen_submit_buffer *buf = s->buffers;
	u32 i, n = s->num_buffers;

	for (i = 0; i < n; i++, buf++) {
		struct evergreen_bo *bo = buf->bo;

		if (buf->first != i)
			continue;
		dma_resv_add_fence(bo->tbo.base.resv, fence,
				   buf->write ? DMA_RESV_USAGE_WRITE :
						DMA_RESV_USAGE_READ);
		if (READ_ONCE(bo->user) != fence->context &&
		    cmpxchg64(&bo->user, 0, fence->context))
			WRITE_ONCE(bo->user, EVERGREEN_MANY_USERS);
	}
}

/**
 * evergreen_submit_userptrs_valid() - do processes still have the pages that were looked up?
 * @s: the submission, after evergreen_submit_userptrs_look_up()
 *
 * Context: &evergreen_userptrs.lock is held if the submission uses such memory.
 *
 * Return: true if they have had all of them since then.
 */
bool evergreen_submit_userptrs_valid(const struct evergreen_submit *s)
{
	u32 i;

	for (i = 0; i < s->num_buffers && s->userptrs; i++)
		if (s->buffers[i].bo->userptr &&
		    !evergreen_userptr_valid(s->buffers[i].bo, s->buffers[i].generation))
			return false;
	return true;
}

/**
 * evergreen_submit_userptrs_look_up() - find the pages of processes' memory
 * @s: the submission, after evergreen_submit_buffers_describe()
 *
 * Context: sleeps; no buffer is locked.
 *
 * Return: 0 or the error of evergreen_userptr_look_up().
 */
int evergreen_submit_userptrs_look_up(struct evergreen_submit *s)
{
	int ret = 0;
	u32 i;

	for (i = 0; i < s->num_buffers && s->userptrs && !ret; i++)
		if (s->buffers[i].bo->userptr)
			ret = evergreen_userptr_look_up(s->buffers[i].bo,
							&s->buffers[i].generation);
	return ret;
}

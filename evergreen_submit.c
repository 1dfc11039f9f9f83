// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Submission
 *
 * The CS ioctl takes chunks: one indirect buffer (IB), one list of relocations,
 * one of flags, each at most once. What it does, in this order:
 *
 * 1. copy everything from user space, once;
 * 2. look the handles up and describe the buffers to the checker;
 * 3. have the private copy of the stream checked, which yields a verdict and a
 *    list of addresses to fill in; nothing has been locked or moved so far;
 * 4. look up the pages of processes' memory (evergreen_userptr.c), then make the job,
 *    which may wait for room in the IB pool;
 * 5. lock the buffers (drm_exec), place them, turn the fences in their
 *    reservation objects into dependencies of the job;
 * 6. fill in the addresses, copy the stream into the pool, arm the job, put its
 *    fence into the reservation objects, push it.
 *
 * Everything that can fail comes before the job is armed; if a process has lost pages
 * meanwhile, it begins again with step 4. What the ioctl needs
 * besides the job lies in one piece of memory that the client keeps from one
 * submission to the next; its mutex serialises the submissions of one client and
 * keeps jobs of an entity in order. A handle may appear any number of times:
 * where a buffer is first met is remembered in the buffer itself while it is
 * locked, so merging needs no search.
 *
 * Buffers that are not where the relocation wants them move only as long as the
 * submission stays within a budget; beyond it, they are used where they are if
 * the card can reach them there. So two clients that together do not fit into
 * VRAM do not spend their time pushing each other out.
 *
 * With USE_VM, addresses in the stream are those that the client has mapped its
 * buffers at (cayman_vm.c): the checker leaves them alone, and the page tables show the
 * buffers that the relocations name before the job is put on its ring.
 *
 * Without KEEP_TILING, the checker has tiling fields filled in from what
 * GEM_SET_TILING noted with the buffers; it looks at the note once.
 *
 * Not taken: the UVD and VCE rings, constant IBs, unknown flags and
 * chunks: -EINVAL.
 */
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/overflow.h>
#include <linux/uaccess.h>

#include <drm/drm_exec.h>
#include <drm/radeon_drm.h>

#include "cayman_entries.h"
#include "cayman_vm.h"
#include "evergreen_bo.h"
#include "evergreen_client.h"
#include "evergreen_file.h"
#include "evergreen_ib.h"
#include "evergreen_place.h"
#include "evergreen_ring.h"
#include "evergreen_queue.h"
#include "evergreen_sched.h"
#include "evergreen_semaphore.h"
#include "evergreen_submit.h"
#include "evergreen_ttm.h"
#include "evergreen_userptr.h"
#include "r600_cs_checker.h"

/* Read once for each submission; a change holds for those that come after it. */
static bool random_access = true;
module_param(random_access, bool, 0644);
MODULE_PARM_DESC(random_access,
		 "accept random access targets without a VM, whose mailboxes have no bound (default Y)");

#define EVERGREEN_CS_MAX_RELOCS		16384
#define EVERGREEN_CS_RELOC_DW		4
#define EVERGREEN_CS_FLAGS		(RADEON_CS_KEEP_TILING_FLAGS | \
					 RADEON_CS_USE_VM | RADEON_CS_END_OF_FRAME)
#define EVERGREEN_RELOC_DOMAINS		(RADEON_GEM_DOMAIN_GTT | RADEON_GEM_DOMAIN_VRAM)

/*
 * A submission may move half of what is free in VRAM, but at least this many
 * bytes, before it takes buffers as they are.
 */
#define EVERGREEN_MOVE_MIN		(1024 * 1024ull)

/* Further tries for room that another submission holds, see is_worth_another_try(). */
#define EVERGREEN_ROOM_TRIES		2

/**
 * struct evergreen_submit_buffer - one relocation entry
 */
struct evergreen_submit_buffer {
	/** @bo: the buffer, referenced */
	struct evergreen_bo *bo;

	/** @first: entry that stands for this buffer: the first that names it */
	u32 first;

	/** @prefer: where this or a later entry for the same buffer wants it */
	u8 prefer;

	/** @write: the stream may write to it by this or a later entry */
	bool write;

	/** @generation: which pages of a process's memory this submission counts on */
	u64 generation;

	/** @unseen: its place in the address space, if the page tables may not show it yet */
	struct cayman_unseen unseen;
};

/**
 * struct evergreen_submit - a submission on its way through the ioctl
 */
struct evergreen_submit {
	/** @edev: the card */
	struct evergreen_device *edev;

	/** @file: the client */
	struct evergreen_file *file;

	/** @chunks: copies of the chunk headers, by chunk id; length 0 if not given */
	struct drm_radeon_cs_chunk chunks[RADEON_CHUNK_ID_FLAGS + 1];

	/** @engine: the kind of engine that it is for */
	enum evergreen_engine engine;

	/** @rules: which rules the checker applies */
	enum r600_cs_engine rules;

	/** @keep_tiling: the stream says how its surfaces are tiled */
	bool keep_tiling;

	/** @use_vm: addresses in the stream are in the client's address space */
	bool use_vm;

	/** @vm: the client's address space if @use_vm, else NULL */
	struct cayman_vm *vm;

	/** @priority: the priority that it asks for */
	enum evergreen_priority priority;

	/** @ib: private copy of the stream, in the client's scratch memory */
	u32 *ib;

	/** @ndw: its dwords */
	u32 ndw;

	/** @relocs: private copy of the relocation chunk, in the scratch memory */
	struct drm_radeon_cs_reloc *relocs;

	/** @checked: what the checker is told of each relocation, in the scratch memory */
	struct r600_cs_buffer *checked;

	/** @buffers: what the driver knows of each relocation, in the scratch memory */
	struct evergreen_submit_buffer *buffers;

	/** @addresses: where each relocation's buffer is, in the scratch memory */
	u64 *addresses;

	/** @num_buffers: relocations: entries of @relocs, @checked, @buffers and @addresses */
	u32 num_buffers;

	/** @num_referenced: entries of @buffers whose reference is held */
	u32 num_referenced;

	/** @userptrs: some of them are a process's memory */
	bool userptrs;

	/** @verdict: the checker's answer; its patches lie in scratch memory as well */
	struct r600_cs_result verdict;

	/** @exec: holds the reservation locks */
	struct drm_exec exec;

	/** @job: what it becomes */
	struct evergreen_job *job;
};

static int refuse_arg(struct evergreen_submit *s, const char *what, u64 value)
{
	drm_dbg(&s->edev->drm, "%s[%d]: CS: %s: 0x%llx\n", current->comm,
		task_pid_nr(current), what, value);
	return -EINVAL;
}

static int take_chunk(struct evergreen_submit *s, u64 header)
{
	const struct drm_radeon_cs_chunk __user *user = u64_to_user_ptr(header);
	struct drm_radeon_cs_chunk chunk;

	if (get_user(chunk.chunk_id, &user->chunk_id) ||
	    get_user(chunk.length_dw, &user->length_dw) ||
	    get_user(chunk.chunk_data, &user->chunk_data))
		return -EFAULT;

	if (!chunk.chunk_id || chunk.chunk_id >= ARRAY_SIZE(s->chunks))
		return refuse_arg(s, "unknown chunk", chunk.chunk_id);
	chunk.chunk_id = array_index_nospec(chunk.chunk_id, ARRAY_SIZE(s->chunks));
	if (s->chunks[chunk.chunk_id].chunk_id)
		return refuse_arg(s, "chunk given twice", chunk.chunk_id);

	s->chunks[chunk.chunk_id] = chunk;
	return 0;
}

/* An id that comes back ends this, so their number needs no limit. */
static int take_chunks(struct evergreen_submit *s,
		       const struct drm_radeon_cs *args)
{
	u64 __user *headers = u64_to_user_ptr(args->chunks);
	u64 header;
	int ret;
	u32 i;

	for (i = 0; i < args->num_chunks; i++) {
		if (get_user(header, &headers[i]))
			return -EFAULT;
		ret = take_chunk(s, header);
		if (ret)
			return ret;
	}
	return 0;
}

static int copy_chunk(const struct drm_radeon_cs_chunk *chunk, void *to)
{
	size_t size = chunk->length_dw * sizeof(u32);

	return copy_from_user(to, u64_to_user_ptr(chunk->chunk_data), size) ? -EFAULT : 0;
}

/* Rings of the interface. */
static const struct cs_ring {
	enum evergreen_engine engine;
	enum r600_cs_engine rules;
} cs_rings[] = {
	[RADEON_CS_RING_GFX] = { EVERGREEN_ENGINE_GFX, R600_CS_GFX },
	[RADEON_CS_RING_COMPUTE] = { EVERGREEN_ENGINE_COMPUTE, R600_CS_COMPUTE },
	[RADEON_CS_RING_DMA] = { EVERGREEN_ENGINE_DMA, R600_CS_DMA },
};

/* Flags, ring and priority; all have defaults. */
static int take_flags(struct evergreen_submit *s)
{
	const struct drm_radeon_cs_chunk *chunk = &s->chunks[RADEON_CHUNK_ID_FLAGS];
	const u32 __user *user = u64_to_user_ptr(chunk->chunk_data);
	u32 flags[3] = { 0, RADEON_CS_RING_GFX, 0 };
	const struct cs_ring *ring;
	u32 i;

	if (chunk->chunk_id) {
		if (!chunk->length_dw || chunk->length_dw > ARRAY_SIZE(flags))
			return refuse_arg(s, "length of the flags chunk",
					  chunk->length_dw);
		for (i = 0; i < chunk->length_dw; i++)
			if (get_user(flags[i], &user[i]))
				return -EFAULT;
	}

	if (flags[0] & ~EVERGREEN_CS_FLAGS)
		return refuse_arg(s, "unknown flags", flags[0]);
	if (flags[0] & RADEON_CS_USE_VM && !evergreen_is_cayman(s->edev->chip))
		return refuse_arg(s, "the card has no address spaces", flags[0]);
	if (flags[1] >= ARRAY_SIZE(cs_rings))
		return refuse_arg(s, "no such ring", flags[1]);
	ring = &cs_rings[array_index_nospec(flags[1], ARRAY_SIZE(cs_rings))];
	if (!evergreen_engine_served(s->edev, ring->engine))
		return refuse_arg(s, "no such ring", flags[1]);

	s->engine = ring->engine;
	s->priority = evergreen_queue_priority((s32)flags[2]);
	s->rules = ring->rules;
	s->keep_tiling = flags[0] & RADEON_CS_KEEP_TILING_FLAGS;
	s->use_vm = flags[0] & RADEON_CS_USE_VM;
	return 0;
}

static u32 max_ndw(const struct evergreen_submit *s)
{
	return s->use_vm ? CAYMAN_VM_IB_MAX_DW : EVERGREEN_IB_MAX_DW;
}

static int check_lengths(struct evergreen_submit *s)
{
	u32 ndw = s->chunks[RADEON_CHUNK_ID_IB].length_dw;
	u32 relocs_dw = s->chunks[RADEON_CHUNK_ID_RELOCS].length_dw;

	if (!ndw || ndw > max_ndw(s))
		return refuse_arg(s, "length of the IB in dwords", ndw);
	if (relocs_dw % EVERGREEN_CS_RELOC_DW ||
	    relocs_dw / EVERGREEN_CS_RELOC_DW > EVERGREEN_CS_MAX_RELOCS)
		return refuse_arg(s, "length of the relocations in dwords",
				  relocs_dw);

	s->ndw = ndw;
	s->num_buffers = relocs_dw / EVERGREEN_CS_RELOC_DW;
	return 0;
}

/* Everything in one block; what has the strictest alignment comes first. */
static int layout_scratch(struct evergreen_submit *s)
{
	u32 max_patches = r600_cs_max_patches(s->ndw);
	size_t buffers = array_size(s->num_buffers, sizeof(*s->buffers));
	size_t checked = array_size(s->num_buffers, sizeof(*s->checked));
	size_t addresses = array_size(s->num_buffers, sizeof(*s->addresses));
	size_t patches = array_size(max_patches, sizeof(*s->verdict.patches));
	size_t relocs = array_size(s->num_buffers, sizeof(*s->relocs));
	size_t size = size_add(size_add(buffers, checked), size_add(patches, relocs));
	void *mem;

	size = size_add(size, addresses);
	size = size_add(size, sizeof(*s->verdict.workspace));
	size = size_add(size, array_size(s->ndw, sizeof(*s->ib)));
	mem = evergreen_scratch_get(&s->file->scratch, size);
	if (!mem)
		return -ENOMEM;

	s->buffers = mem;
	mem += buffers;
	s->checked = mem;
	mem += checked;
	s->addresses = mem;
	mem += addresses;
	s->verdict.patches = mem;
	s->verdict.max_patches = max_patches;
	mem += patches;
	s->relocs = mem;
	mem += relocs;
	s->verdict.workspace = mem;
	s->ib = (void *)(s->verdict.workspace + 1);
	return 0;
}

static int copy_in(struct evergreen_submit *s)
{
	int ret;

	ret = layout_scratch(s);
	if (ret)
		return ret;

	ret = copy_chunk(&s->chunks[RADEON_CHUNK_ID_IB], s->ib);
	if (ret || !s->num_buffers)
		return ret;
	return copy_chunk(&s->chunks[RADEON_CHUNK_ID_RELOCS], s->relocs);
}

/* All handles under one lock, with one reference for each entry. */
static int lookup_buffers(struct evergreen_submit *s)
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

static void put_buffers(const struct evergreen_submit *s)
{
	const struct evergreen_submit_buffer *buffers = s->buffers;
	u32 i, n = s->num_referenced;

	for (i = 0; i < n; i++)
		drm_gem_object_put(&buffers[i].bo->tbo.base);
}

/* The pages of an imported buffer are where its exporter has them, a process's likewise. */
static u32 preferred_domains(const struct evergreen_bo *bo,
			     const struct drm_radeon_cs_reloc *reloc)
{
	if (bo->tbo.type == ttm_bo_type_sg || bo->userptr)
		return RADEON_GEM_DOMAIN_GTT;
	return reloc->write_domain ?: reloc->read_domains;
}

static int check_userptr(struct evergreen_submit *s, const struct evergreen_bo *bo,
			 const struct drm_radeon_cs_reloc *reloc)
{
	u32 domains = reloc->write_domain ?: reloc->read_domains;

	s->userptrs = true;
	if (!(domains & RADEON_GEM_DOMAIN_GTT))
		return refuse_arg(s, "domains of a process's memory", domains);
	if (reloc->write_domain && evergreen_userptr_readonly(bo))
		return refuse_arg(s, "write domain of read-only memory", domains);
	return 0;
}

static int describe_buffers(struct evergreen_submit *s)
{
	const struct drm_radeon_cs_reloc *reloc = s->relocs;
	struct evergreen_submit_buffer *buf = s->buffers;
	struct r600_cs_buffer *checked = s->checked;
	u32 i, n = s->num_buffers;

	for (i = 0; i < n; i++, reloc++, buf++, checked++) {
		u32 domains = reloc->read_domains | reloc->write_domain;
		const struct evergreen_bo *bo = buf->bo;

		if (!domains || domains & ~EVERGREEN_RELOC_DOMAINS)
			return refuse_arg(s, "domains of a relocation", domains);
		if (bo->userptr && check_userptr(s, bo, reloc))
			return -EINVAL;

		buf->first = i;
		buf->unseen.mapping = NULL;
		buf->prefer = preferred_domains(bo, reloc);
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

/* Not on CP1 and CP2 (evergreen_clean_start.c), which the older chips do not have. */
static bool can_start_clean(const struct evergreen_submit *s)
{
	return s->rules == R600_CS_GFX || !evergreen_is_cayman(s->edev->chip);
}

static int check_stream(struct evergreen_submit *s)
{
	const struct r600_cs_input input = {
		.chip = &s->edev->cs_chip,
		.engine = s->rules,
		.ib = s->ib,
		.ndw = s->ndw,
		.buffers = s->checked,
		.num_buffers = s->num_buffers,
		.keep_tiling = s->keep_tiling,
		.clean_start = can_start_clean(s),
		.no_rats = !random_access,
		.vm = s->use_vm,
	};
	int ret;

	ret = r600_cs_check(&input, &s->verdict);
	if (ret)
		evergreen_refusals_add(&s->file->refusals, s->file->drm, &s->verdict.report);
	else if (s->verdict.ndw > max_ndw(s))
		ret = refuse_arg(s, "length of the IB with what has to be in it",
				 s->verdict.ndw);
	return ret;
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

static int lock_all(struct evergreen_submit *s)
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

static u64 move_budget(struct evergreen_device *edev)
{
	u64 used = evergreen_domain_usage(edev, RADEON_GEM_DOMAIN_VRAM);
	u64 managed = evergreen_vram_managed(edev);

	/* Displays may use VRAM beyond the window, which is not managed without a mover. */
	return max((managed - min(used, managed)) / 2, EVERGREEN_MOVE_MIN);
}

static int move_buffer(struct evergreen_device *edev,
		       const struct evergreen_submit_buffer *buf,
		       struct ttm_operation_ctx *ctx)
{
	u32 allow = buf->prefer | RADEON_GEM_DOMAIN_GTT;
	u32 prefer = buf->prefer;

	if (ctx->bytes_moved >= move_budget(edev))
		prefer = allow;
	return evergreen_bo_validate(buf->bo, prefer, allow, ctx);
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
static int add_dependencies(struct evergreen_job *job,
			    const struct evergreen_submit_buffer *buf)
{
	u64 own = own_context(job);
	struct evergreen_bo *bo = buf->bo;
	struct dma_resv *resv = bo->tbo.base.resv;
	u64 user = READ_ONCE(bo->user);

	if (bo->moving && dma_resv_test_signaled(resv, DMA_RESV_USAGE_KERNEL)) {
		/* As evergreen_bo_lost(). */
		smp_rmb();
		bo->moving = READ_ONCE(job->ring->edev->dead);
	}
	if (user && user != own)
		return add_fences(job, resv, dma_resv_usage_rw(buf->write));
	if (bo->moving || buf->unseen.mapping)
		return add_fences(job, resv, DMA_RESV_USAGE_KERNEL);
	return 0;
}

/* Place it, and have the job wait for whoever uses it. */
static int prepare_buffer(struct evergreen_submit *s, struct evergreen_submit_buffer *buf,
			  struct ttm_operation_ctx *ctx)
{
	struct evergreen_bo *bo = buf->bo;
	int ret;

	if (!(evergreen_bo_placement(bo) & buf->prefer)) {
		ret = move_buffer(s->edev, buf, ctx);
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
	return ret ?: add_dependencies(s->job, buf);
}

/* What a core dump will tell, should this job hang. */
static void record(struct evergreen_job *job, const struct evergreen_submit_buffer *buf,
		   u32 handle, u64 addr)
{
	struct evergreen_job_buffer *to = &job->buffers[job->num_buffers++];
	const struct evergreen_bo *bo = buf->bo;

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

static int prepare_buffers(struct evergreen_submit *s)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	struct evergreen_submit_buffer *buf = s->buffers;
	u32 i, n = s->num_buffers, now = jiffies;
	int ret;

	for (i = 0; i < n; i++, buf++) {
		if (buf->first != i) {
			s->addresses[i] = s->addresses[buf->first];
			continue;
		}
		ret = prepare_buffer(s, buf, &ctx);
		if (ret)
			return ret;
		s->addresses[i] = evergreen_bo_gpu_addr(s->edev, buf->bo);
		record(s->job, buf, s->relocs[i].handle, s->addresses[i]);
		touch(buf->bo, now);
	}
	return 0;
}

static void patch_stream(struct evergreen_submit *s)
{
	r600_cs_apply(s->ib, s->verdict.patches, s->verdict.num_patches, s->addresses);
	r600_cs_copy(evergreen_job_ib(s->job), s->ib, s->ndw, &s->verdict);
}

static void publish(struct evergreen_submit *s, struct dma_fence *fence)
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

static bool userptrs_valid(const struct evergreen_submit *s)
{
	u32 i;

	for (i = 0; i < s->num_buffers && s->userptrs; i++)
		if (s->buffers[i].bo->userptr &&
		    !evergreen_userptr_valid(s->buffers[i].bo, s->buffers[i].generation))
			return false;
	return true;
}

static int make_job(struct evergreen_submit *s)
{
	struct evergreen_queue *queue;
	int ret;

	queue = evergreen_queue_get(s->file, s->engine, s->priority);
	if (IS_ERR(queue))
		return PTR_ERR(queue);
	s->job = evergreen_job_create(queue->ring, &queue->entity, s->vm, s->file->client,
				      s->verdict.ndw);
	if (IS_ERR(s->job))
		return PTR_ERR(s->job);
	s->job->engine = s->engine;
	s->job->counted_dw = s->ndw;
	s->job->cp_dma = s->verdict.cp_dma;
	ret = evergreen_job_reserve_buffers(s->job, s->num_buffers);
	if (ret)
		evergreen_job_destroy(s->job);
	return ret;
}

static int look_up_userptrs(struct evergreen_submit *s)
{
	int ret = 0;
	u32 i;

	for (i = 0; i < s->num_buffers && s->userptrs && !ret; i++)
		if (s->buffers[i].bo->userptr)
			ret = evergreen_userptr_look_up(s->buffers[i].bo,
							&s->buffers[i].generation);
	return ret;
}

/* -EAGAIN if a process has lost pages since they were looked up. */
static int queue_job(struct evergreen_submit *s)
{
	int ret;

	drm_exec_init(&s->exec, DRM_EXEC_INTERRUPTIBLE_WAIT, max(s->num_buffers, 1u));
	ret = lock_all(s) ?: prepare_buffers(s);
	if (ret)
		goto out;

	/* No process loses pages between the last look at them and the job's fence. */
	if (s->userptrs)
		mutex_lock(&s->edev->userptrs.lock);
	if (userptrs_valid(s)) {
		/* Only once: it adds addresses to what the stream says. */
		patch_stream(s);
		publish(s, evergreen_job_arm(s->job));
		evergreen_job_push(s->job);
	} else {
		ret = -EAGAIN;
	}
	if (s->userptrs)
		mutex_unlock(&s->edev->userptrs.lock);
out:
	drm_exec_fini(&s->exec);
	return ret;
}

/*
 * Two submissions that need each other's place both find it locked, which TTM tells as a lack of
 * memory. The locks have been let go of then, and one of the two goes on.
 */
static bool is_worth_another_try(int ret, unsigned int *tries)
{
	return (ret == -EAGAIN || (ret == -ENOMEM && (*tries)++ < EVERGREEN_ROOM_TRIES)) &&
	       !signal_pending(current);
}

static int run(struct evergreen_submit *s)
{
	unsigned int tries = 0;
	int idx, ret;

	do {
		ret = look_up_userptrs(s) ?: make_job(s);
		if (ret)
			break;
		ret = -ENODEV;
		if (drm_dev_enter(&s->edev->drm, &idx)) {
			ret = queue_job(s);
			drm_dev_exit(idx);
		}
		if (ret)
			evergreen_job_destroy(s->job);
	} while (is_worth_another_try(ret, &tries));
	/* Whoever waits for a lock says -EINTR. */
	return ret == -EAGAIN || ret == -EINTR ? -ERESTARTSYS : ret;
}

/*
 * The client's memory may be somebody's who never answers (userfaultfd, FUSE). So it is
 * copied, and looked up, where an unplug does not wait for it. Nor does one wait for room in the
 * IB pool.
 */
static int submit(struct evergreen_submit *s)
{
	int ret;

	lockdep_assert_held(&s->file->lock);
	if (READ_ONCE(s->edev->dead))
		return -EIO;
	if (evergreen_client_banned(s->file->client))
		return -ECANCELED;
	if (s->use_vm) {
		s->vm = cayman_vm_of(s->file);
		if (IS_ERR(s->vm))
			return PTR_ERR(s->vm);
	}

	ret = copy_in(s);
	if (ret)
		goto put_scratch;
	ret = lookup_buffers(s);
	if (ret)
		goto put_buffers;
	ret = describe_buffers(s);
	if (ret)
		goto put_buffers;
	ret = check_stream(s);
	if (ret)
		goto put_buffers;
	ret = run(s);

put_buffers:
	put_buffers(s);
put_scratch:
	evergreen_scratch_put(&s->file->scratch);
	return ret;
}

/**
 * evergreen_cs_ioctl() - run a command stream
 * @drm: the device
 * @data: struct drm_radeon_cs
 * @filp: the client
 *
 * No chunks at all is no work, and succeeds.
 *
 * Return: 0 when the job is queued; -EINVAL (arguments or stream), -ENOENT (a
 * handle), -EFAULT, -ENOMEM, -ERESTARTSYS, -ECANCELED (this client has hung the
 * card), -EBUSY (jobs do not let go of a buffer that has to move), -EIO (the card is dead)
 * or -ENODEV.
 */
int evergreen_cs_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct evergreen_submit s = {
		.edev = to_evergreen(drm),
		.file = filp->driver_priv,
	};
	const struct drm_radeon_cs *args = data;
	int ret;

	if (!args->num_chunks)
		return 0;

	ret = take_chunks(&s, args);
	if (ret)
		return ret;
	ret = take_flags(&s);
	if (ret)
		return ret;
	ret = check_lengths(&s);
	if (ret)
		return ret;

	ret = evergreen_client_enter_job(s.file->client, s.engine, s.priority, s.ndw);
	if (ret)
		return ret;
	scoped_cond_guard(mutex_intr, ret = -ERESTARTSYS, &s.file->lock)
		ret = submit(&s);
	if (ret)
		evergreen_client_leave_job(s.file->client, s.engine, s.ndw);
	return ret;
}

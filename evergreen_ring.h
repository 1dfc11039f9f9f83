/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_RING_H
#define EVERGREEN_RING_H

#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <linux/types.h>

#include <drm/drm_util.h>
#include <drm/gpu_scheduler.h>

#include "evergreen_client.h"
#include "evergreen_device.h"
#include "evergreen_fence.h"
#include "evergreen_kernel_bo.h"

/* Where the card reports into the write-back page, in bytes from its start. */
#define EVERGREEN_WB_SCRATCH		0	/* SCRATCH_REG0..7, 32 bytes */
#define EVERGREEN_WB_CP_RPTR(n)		(1024 + 256 * (n))
#define EVERGREEN_WB_DMA_RPTR(n)	(1792 + 512 * (n))
#define EVERGREEN_WB_IH_WPTR		2048
#define EVERGREEN_WB_FENCE(ring)	(3072 + 4 * (ring))
#define EVERGREEN_WB_TEST		3584	/* 16 bytes that tests may overwrite */
#define EVERGREEN_WB_RING_TEST(ring)	(3600 + 4 * (ring))

#define EVERGREEN_GFX_RING_SIZE		(1024 * 1024)
#define EVERGREEN_COMPUTE_RING_SIZE	(64 * 1024)
#define EVERGREEN_DMA_RING_SIZE		(64 * 1024)

struct cayman_vm;
struct evergreen_ring;

/**
 * struct evergreen_ring_ops - what differs between the kinds of rings
 */
struct evergreen_ring_ops {
	/** @start: bring the engine up on an empty ring: microcode, registers, state */
	int (*start)(struct evergreen_ring *ring);

	/** @stop: halt it; may be called in any state */
	void (*stop)(struct evergreen_ring *ring);

	/**
	 * @emit_ib: run @ndw dwords at @gpu_addr in the address space @vmid, 0 for the GART; at
	 * most EVERGREEN_RING_JOB_DW, or EVERGREEN_GFX_JOB_DW, together with all that a job needs
	 */
	void (*emit_ib)(struct evergreen_ring *ring, u64 gpu_addr, u32 ndw, u32 vmid);

	/**
	 * @emit_cp_dma_wait: wait for all CP_DMA of the stream before, which goes on behind the end
	 * of the pipe otherwise; NULL on engines that have none
	 */
	void (*emit_cp_dma_wait)(struct evergreen_ring *ring);

	/**
	 * @emit_vm_flush: load the page directory at @pd_addr into the context @vmid and forget its
	 * cached translations; NULL on chips without
	 */
	void (*emit_vm_flush)(struct evergreen_ring *ring, u32 vmid, u64 pd_addr);

	/** @emit_fence: once all before it is done, write @seq to @gpu_addr and interrupt */
	void (*emit_fence)(struct evergreen_ring *ring, u64 gpu_addr, u32 seq);

	/**
	 * @emit_semaphore: signal (once all before it is done), or wait for and take, the 64 bits
	 * at @gpu_addr, which all engines understand alike
	 */
	void (*emit_semaphore)(struct evergreen_ring *ring, u64 gpu_addr, bool wait);
};

/* All engines fetch a ring in blocks; what is committed ends at one's end. */
#define EVERGREEN_RING_ALIGN_DW		16

/* Commits whose place is remembered, to show the packets in them. */
#define EVERGREEN_RING_COMMITS		32

/* Dwords that all operations together put on the ring for one job, with padding: GFX, others. */
#define EVERGREEN_GFX_JOB_DW		352
#define EVERGREEN_RING_JOB_DW		256
/* Jobs on a ring at a time keep the engine busy. An urgent one waits for as many at most. */
#define EVERGREEN_RING_JOBS		32

/**
 * struct evergreen_ring - a queue of packets between the CPU and one engine
 */
struct evergreen_ring {
	/** @edev: the card */
	struct evergreen_device *edev;

	/** @ops: the kind of ring */
	const struct evergreen_ring_ops *ops;

	/** @name: for messages */
	const char *name;

	/** @id: place in evergreen_device.rings */
	enum evergreen_ring_id id;

	/** @engine: what its jobs' time counts as */
	enum evergreen_engine engine;

	/** @index: which of its kind: 0 to 2 of the CP, 0 or 1 of the DMA engines */
	u32 index;

	/** @nop: filler of one dword */
	u32 nop;

	/** @ib_align_dw: dwords that the length of an indirect buffer is a multiple of */
	u32 ib_align_dw;

	/** @wptr_reg: register that tells the engine how far the ring is filled */
	u32 wptr_reg;

	/**
	 * @ptr_shift: log2 of the unit of that register and of the report, 0 for dwords, 2 for
	 * bytes
	 */
	u32 ptr_shift;

	/** @mem: the ring's memory, in GTT */
	struct evergreen_kernel_bo mem;

	/** @size_dw: its length in dwords, a power of two */
	u32 size_dw;

	/**
	 * @lock: held from evergreen_ring_begin() to evergreen_ring_commit() by whoever writes
	 * while the schedulers run
	 */
	struct mutex lock;

	/** @wptr: dword that the next write goes to */
	u32 wptr;

	/** @reserved_end: dword behind the last that may be written before commit */
	u32 reserved_end;

	/** @clears: times that the ring was made empty */
	u32 clears;

	/** @commits: times that the ring was begun since it was last cleared */
	u32 commits;

	/** @commit_start: where the last of them began, dwords, by their number */
	u32 commit_start[EVERGREEN_RING_COMMITS];

	/** @rptr_wb: where the engine reports how far it has read, bytes in the write-back page */
	u32 rptr_wb;

	/** @fence_wb: where it writes fence values, bytes in the write-back page */
	u32 fence_wb;

	/**
	 * @owner: &cayman_vm.client of the last stream's address space, or 0 if it had none; of the
	 * GFX ring
	 */
	u64 owner;

	/** @ready: the ring test has passed and nothing stopped it since */
	bool ready;

	/**
	 * @given_up: it does not work, or the user does not want it; never started again, and
	 * never taken back
	 */
	bool given_up;

	/** @fences: fences emitted on this ring */
	struct evergreen_fence_context fences;

	/** @fence_watch: looks after @fences while one is pending: evergreen_fence_watch.c */
	struct timer_list fence_watch;

	/** @sched: the scheduler that feeds it */
	struct drm_gpu_scheduler sched;
};

struct evergreen_ring *evergreen_ring_create(struct evergreen_device *edev,
					     enum evergreen_ring_id id);
void evergreen_ring_destroy(struct evergreen_ring *ring);
void evergreen_rings_stop(struct evergreen_device *edev);
void evergreen_ring_clear(struct evergreen_ring *ring);
int evergreen_ring_begin(struct evergreen_ring *ring, u32 ndw);
void evergreen_ring_commit(struct evergreen_ring *ring);
int evergreen_ring_put_mark(struct evergreen_ring *ring);
int evergreen_ring_wait_mark(struct evergreen_ring *ring);
int evergreen_ring_restart(struct evergreen_ring *ring);

/* Visits the rings that the card has, GFX first. */
#define evergreen_for_each_ring(ring, edev)					\
	for (struct evergreen_ring **ring##_slot = (edev)->rings;		\
	     ring##_slot < (edev)->rings + EVERGREEN_NUM_RINGS; ring##_slot++)	\
		for_each_if(((ring) = *ring##_slot))

/**
 * evergreen_ring_write() - write a dword
 * @ring: the ring, in which room is left of what has been reserved
 * @dw: the dword
 *
 * Whether there was room is found out by evergreen_ring_commit(): there are a
 * few dozen of these for each job.
 */
static inline void evergreen_ring_write(struct evergreen_ring *ring, u32 dw)
{
	ring->mem.dwords[ring->wptr] = dw;
	ring->wptr = (ring->wptr + 1) & (ring->size_dw - 1);
}

/**
 * evergreen_ring_write_all() - write several dwords
 * @ring: as for evergreen_ring_write()
 * @dw: the dwords
 * @n: how many, fewer than the ring has
 */
static inline void evergreen_ring_write_all(struct evergreen_ring *ring, const u32 *dw, u32 n)
{
	u32 here = min(n, ring->size_dw - ring->wptr);

	memcpy(ring->mem.dwords + ring->wptr, dw, here * sizeof(u32));
	memcpy(ring->mem.dwords, dw + here, (n - here) * sizeof(u32));
	ring->wptr = (ring->wptr + n) & (ring->size_dw - 1);
}

/* How far the engine says that it has read, in dwords; there is a write-back page. */
static inline u32 evergreen_ring_rptr(const struct evergreen_ring *ring)
{
	return READ_ONCE(ring->edev->wb.dwords[ring->rptr_wb / sizeof(u32)]) >> ring->ptr_shift;
}

/**
 * evergreen_ring_job_dw() - the room that a job needs on its ring
 * @ring: the ring
 *
 * Return: dwords.
 */
static inline u32 evergreen_ring_job_dw(const struct evergreen_ring *ring)
{
	return ring->id == EVERGREEN_RING_GFX ? EVERGREEN_GFX_JOB_DW : EVERGREEN_RING_JOB_DW;
}

static inline bool evergreen_ring_is_dma(const struct evergreen_ring *ring)
{
	return ring->id == EVERGREEN_RING_DMA0 || ring->id == EVERGREEN_RING_DMA1;
}

/* CP1 and CP2, which share the processors of GFX. */
static inline bool evergreen_ring_is_compute(const struct evergreen_ring *ring)
{
	return ring->id == EVERGREEN_RING_CP1 || ring->id == EVERGREEN_RING_CP2;
}

/* evergreen_cp.c, cayman_rings.c, evergreen_dma.c */
extern const struct evergreen_ring_ops evergreen_gfx_ring_ops;
extern const struct evergreen_ring_ops cayman_gfx_ring_ops;
extern const struct evergreen_ring_ops cayman_compute_ring_ops;
extern const struct evergreen_ring_ops evergreen_dma_ring_ops;

#endif

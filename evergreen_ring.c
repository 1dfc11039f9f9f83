// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: rings
 *
 * A ring is a piece of system memory that the driver fills with packets and one
 * engine empties. The driver's position (wptr) is told to the engine by a
 * register; the engine reports its own (rptr) into the write-back page from time
 * to time, so the driver sees at least as much filled as there is.
 *
 * Packets are written between evergreen_ring_begin(), which makes sure that there
 * is room and never waits, and evergreen_ring_commit(), which pads to the block
 * that the engine fetches, flushes the host data path so that the engine sees
 * what the CPU has written to VRAM, and moves wptr.
 *
 * Whoever writes holds the ring's lock: its scheduler's submit worker, and those
 * of other rings that want to be told of the end of a job. While the schedulers
 * do not run, because the driver is being loaded, reset or unloaded, there is one
 * writer, and no lock is needed. That there is room is owed to the scheduler's
 * credit limit, which admits no more jobs than the ring holds.
 *
 * Packets are written in the CPU's byte order, which must be the card's.
 */
#include <linux/iopoll.h>
#include <linux/moduleparam.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_device.h"
#include "evergreen_emit.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"

#ifdef __BIG_ENDIAN
#error "the card would have to swap the bytes of rings, indirect buffers and fences"
#endif

static bool compute_rings = true;
module_param(compute_rings, bool, 0444);
MODULE_PARM_DESC(compute_rings,
		 "use the rings for compute of Cayman and Aruba, which no other driver uses (default Y)");

#define RING_TEST_PRESET	0xcafedead
#define RING_TEST_VALUE		0xdeadbeef
#define RING_TEST_TIMEOUT_US	100000

/* A ring without operations for a kind of chip does not exist there. */
struct ring_desc {
	const char *name;
	enum evergreen_engine engine;
	u32 index;
	u32 size;
	u32 rptr_wb;
	u32 wptr_reg;
	u32 ptr_shift;
	u32 nop;
	u32 ib_align_dw;
	const struct evergreen_ring_ops *evergreen, *cayman;
};

static const struct ring_desc ring_descs[EVERGREEN_NUM_RINGS] = {
	[EVERGREEN_RING_GFX] = {
		.name = "gfx",
		.engine = EVERGREEN_ENGINE_GFX,
		.size = EVERGREEN_GFX_RING_SIZE,
		.rptr_wb = EVERGREEN_WB_CP_RPTR(0),
		.wptr_reg = CP_RB0_WPTR,
		.nop = PACKET2,
		.ib_align_dw = 1,
		.evergreen = &evergreen_gfx_ring_ops,
		.cayman = &cayman_gfx_ring_ops,
	},
	[EVERGREEN_RING_CP1] = {
		.name = "cp1",
		.engine = EVERGREEN_ENGINE_COMPUTE,
		.index = 1,
		.size = EVERGREEN_COMPUTE_RING_SIZE,
		.rptr_wb = EVERGREEN_WB_CP_RPTR(1),
		.wptr_reg = CP_RB1_WPTR,
		.nop = PACKET2,
		.ib_align_dw = 1,
		.cayman = &cayman_compute_ring_ops,
	},
	[EVERGREEN_RING_CP2] = {
		.name = "cp2",
		.engine = EVERGREEN_ENGINE_COMPUTE,
		.index = 2,
		.size = EVERGREEN_COMPUTE_RING_SIZE,
		.rptr_wb = EVERGREEN_WB_CP_RPTR(2),
		.wptr_reg = CP_RB2_WPTR,
		.nop = PACKET2,
		.ib_align_dw = 1,
		.cayman = &cayman_compute_ring_ops,
	},
	[EVERGREEN_RING_DMA0] = {
		.name = "dma0",
		.engine = EVERGREEN_ENGINE_DMA,
		.size = EVERGREEN_DMA_RING_SIZE,
		.rptr_wb = EVERGREEN_WB_DMA_RPTR(0),
		.wptr_reg = DMA_RB_WPTR(0),
		.ptr_shift = 2,
		.nop = DMA_FILLER,
		.ib_align_dw = DMA_IB_ALIGN_DW,
		.evergreen = &evergreen_dma_ring_ops,
		.cayman = &evergreen_dma_ring_ops,
	},
	[EVERGREEN_RING_DMA1] = {
		.name = "dma1",
		.engine = EVERGREEN_ENGINE_DMA,
		.index = 1,
		.size = EVERGREEN_DMA_RING_SIZE,
		.rptr_wb = EVERGREEN_WB_DMA_RPTR(1),
		.wptr_reg = DMA_RB_WPTR(1),
		.ptr_shift = 2,
		.nop = DMA_FILLER,
		.ib_align_dw = DMA_IB_ALIGN_DW,
		.cayman = &evergreen_dma_ring_ops,
	},
};

/**
 * evergreen_ring_create() - allocate a ring
 * @edev: the card; the GART is enabled
 * @id: which
 *
 * The engine is not touched. The struct lives as long as the DRM device.
 *
 * Return: the ring, NULL if the card does not have it, or an ERR_PTR: -ENOMEM, or an error of
 * evergreen_kernel_bo_create().
 */
struct evergreen_ring *evergreen_ring_create(struct evergreen_device *edev,
					     enum evergreen_ring_id id)
{
	const struct ring_desc *desc = &ring_descs[id];
	const struct evergreen_ring_ops *ops;
	struct evergreen_ring *ring;
	int ret;

	ops = evergreen_is_cayman(edev->chip) ? desc->cayman : desc->evergreen;
	if (!ops)
		return NULL;
	ring = drmm_kzalloc(&edev->drm, sizeof(*ring), GFP_KERNEL);
	if (!ring)
		return ERR_PTR(-ENOMEM);

	ring->edev = edev;
	ring->id = id;
	ring->name = desc->name;
	ring->engine = desc->engine;
	ring->index = desc->index;
	ring->ops = ops;
	ring->nop = desc->nop;
	ring->ib_align_dw = desc->ib_align_dw;
	ring->wptr_reg = desc->wptr_reg;
	ring->ptr_shift = desc->ptr_shift;
	ring->size_dw = desc->size / sizeof(u32);
	ring->rptr_wb = desc->rptr_wb;
	ring->fence_wb = EVERGREEN_WB_FENCE(id);
	ring->given_up = evergreen_ring_is_compute(ring) && !compute_rings;
	ret = drmm_mutex_init(&edev->drm, &ring->lock) ?:
	      evergreen_kernel_bo_create(edev, &ring->mem, desc->size, 0, RADEON_GEM_DOMAIN_GTT);
	return ret ? ERR_PTR(ret) : ring;
}

/**
 * evergreen_ring_destroy() - free a ring's memory
 * @ring: the ring, whose engine is stopped
 */
void evergreen_ring_destroy(struct evergreen_ring *ring)
{
	evergreen_kernel_bo_free(&ring->mem);
}

/**
 * evergreen_rings_stop() - halt all engines
 * @edev: the card, in any state
 */
void evergreen_rings_stop(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		ring->ops->stop(ring);
}

/**
 * evergreen_ring_clear() - make a ring empty
 * @ring: the ring, whose engine is stopped
 */
void evergreen_ring_clear(struct evergreen_ring *ring)
{
	ring->wptr = 0;
	ring->reserved_end = 0;
	ring->commits = 0;
	ring->clears++;
	ring->owner = 0;
	WRITE_ONCE(ring->edev->wb.dwords[ring->rptr_wb / sizeof(u32)], 0);
}

/**
 * evergreen_ring_begin() - reserve room
 * @ring: the ring
 * @ndw: dwords that will be written at most
 *
 * Return: 0 or -ENOSPC.
 */
int evergreen_ring_begin(struct evergreen_ring *ring, u32 ndw)
{
	u32 mask = ring->size_dw - 1;
	u32 room = (evergreen_ring_rptr(ring) - ring->wptr - 1) & mask;

	/* Packets may be overwritten only after the engine has reported them read. */
	rmb();
	if (ndw + EVERGREEN_RING_ALIGN_DW > room)
		return -ENOSPC;

	ring->reserved_end = (ring->wptr + ndw) & mask;
	ring->commit_start[ring->commits++ % EVERGREEN_RING_COMMITS] = ring->wptr;
	return 0;
}

/**
 * evergreen_ring_commit() - let the engine run what has been written
 * @ring: the ring
 */
void evergreen_ring_commit(struct evergreen_ring *ring)
{
	u32 mask = ring->size_dw - 1;

	/* Reservations are far smaller than half a ring. */
	WARN_ON_ONCE(((ring->reserved_end - ring->wptr) & mask) > mask / 2);
	while (ring->wptr & (EVERGREEN_RING_ALIGN_DW - 1))
		ring->mem.dwords[ring->wptr++] = ring->nop;
	ring->wptr &= mask;
	ring->reserved_end = ring->wptr;

	/* The ring and everything that it refers to are written before wptr is. */
	wmb();
	evergreen_hdp_flush(ring->edev);
	evergreen_write(ring->edev, ring->wptr_reg, ring->wptr << ring->ptr_shift);
}

static u32 *test_word(const struct evergreen_ring *ring)
{
	return &ring->edev->wb.dwords[EVERGREEN_WB_RING_TEST(ring->id) / sizeof(u32)];
}

/**
 * evergreen_ring_put_mark() - put a fence on a ring that no job belongs to
 * @ring: the ring, started, its scheduler stopped
 *
 * Return: 0 or -ENOSPC.
 */
int evergreen_ring_put_mark(struct evergreen_ring *ring)
{
	int ret;

	WRITE_ONCE(*test_word(ring), RING_TEST_PRESET);
	ret = evergreen_ring_begin(ring, EVERGREEN_RING_JOB_DW);
	if (ret)
		return ret;
	ring->ops->emit_fence(ring, ring->edev->wb.gpu_addr + EVERGREEN_WB_RING_TEST(ring->id),
			      RING_TEST_VALUE);
	evergreen_ring_commit(ring);
	return 0;
}

/**
 * evergreen_ring_wait_mark() - poll until the engine is there
 * @ring: the ring, after evergreen_ring_put_mark()
 *
 * Return: 0 or -ETIMEDOUT.
 */
int evergreen_ring_wait_mark(struct evergreen_ring *ring)
{
	u32 val;

	return read_poll_timeout(READ_ONCE, val, val == RING_TEST_VALUE, 10, RING_TEST_TIMEOUT_US,
				 false, *test_word(ring));
}

/*
 * Prove by polling that an engine executes its ring. A fence is the shortest job there is, and
 * what everything else relies on.
 */
static int test_ring(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	int ret;

	ret = evergreen_ring_put_mark(ring);
	if (ret)
		return ret;
	ret = evergreen_ring_wait_mark(ring);
	if (ret)
		drm_err(&edev->drm, "ring %s does not run: word 0x%08x, GRBM_STATUS 0x%08x, DMA_STATUS 0x%08x\n",
			ring->name, READ_ONCE(*test_word(ring)), evergreen_read(edev, GRBM_STATUS),
			evergreen_read(edev, DMA_STATUS(0)));
	if (ret && evergreen_gone(edev))
		ret = -ENODEV;
	ring->ready = !ret;
	return ret;
}

/**
 * evergreen_ring_restart() - start an engine on an empty ring and test it
 * @ring: the ring, whose engine is stopped
 *
 * One that has been given up is left alone.
 *
 * Return: 0; -ETIMEDOUT, -ENODEV if the card is gone, -ENOSPC; or the error of the start.
 */
int evergreen_ring_restart(struct evergreen_ring *ring)
{
	ring->ready = false;
	if (ring->given_up)
		return 0;
	return ring->ops->start(ring) ?: test_ring(ring);
}

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
 * There is no lock. A ring has one writer at a time: the scheduler's submit
 * worker, or, while that does not run because the driver is being loaded, reset
 * or unloaded, whoever does it. That there is room is owed to the scheduler's
 * credit limit, which admits no more jobs than the ring holds.
 *
 * Packets are written in the CPU's byte order, which must be the card's.
 */
#include <linux/log2.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_device.h"
#include "evergreen_mc.h"
#include "evergreen_ring.h"
#include "evergreen_ttm.h"
#include "pm4_packets.h"

#ifdef __BIG_ENDIAN
#error "the card would have to swap the bytes of rings, indirect buffers and fences"
#endif

struct ring_desc {
	const char *name;
	u32 size;
	u32 rptr_wb;
	const struct evergreen_ring_ops *evergreen, *cayman;
};

static const struct ring_desc ring_descs[EVERGREEN_NUM_RINGS] = {
	[EVERGREEN_RING_GFX] = {
		.name = "gfx",
		.size = EVERGREEN_GFX_RING_SIZE,
		.rptr_wb = EVERGREEN_WB_CP_RPTR,
		.evergreen = &evergreen_gfx_ring_ops,
		.cayman = &cayman_gfx_ring_ops,
	},
};

/**
 * evergreen_ring_create() - allocate a ring
 * @edev: the card; the GART is enabled
 * @id: which
 *
 * The engine is not touched. The struct lives as long as the DRM device.
 *
 * Return: the ring, or an error pointer with -ENOMEM.
 */
struct evergreen_ring *evergreen_ring_create(struct evergreen_device *edev,
					     enum evergreen_ring_id id)
{
	const struct ring_desc *desc = &ring_descs[id];
	struct evergreen_ring *ring;
	void *cpu;
	int ret;

	ring = drmm_kzalloc(&edev->drm, sizeof(*ring), GFP_KERNEL);
	if (!ring)
		return ERR_PTR(-ENOMEM);

	ring->edev = edev;
	ring->id = id;
	ring->name = desc->name;
	ring->ops = evergreen_is_cayman(edev->chip) ? desc->cayman : desc->evergreen;
	ring->size_dw = desc->size / sizeof(u32);
	ring->rptr_wb = desc->rptr_wb;
	ring->fence_wb = EVERGREEN_WB_FENCE(id);
	ret = evergreen_bo_create_kernel(edev, desc->size, RADEON_GEM_DOMAIN_GTT, &ring->bo,
					 &ring->gpu_addr, &cpu);
	if (ret)
		return ERR_PTR(ret);

	ring->cpu = cpu;
	return ring;
}

/**
 * evergreen_ring_destroy() - free a ring's memory
 * @ring: the ring, whose engine is stopped
 */
void evergreen_ring_destroy(struct evergreen_ring *ring)
{
	ring->cpu = NULL;
	evergreen_bo_free_kernel(&ring->bo);
}

/**
 * evergreen_ring_clear() - make a ring empty
 * @ring: the ring, whose engine is stopped
 */
void evergreen_ring_clear(struct evergreen_ring *ring)
{
	ring->wptr = 0;
	ring->reserved_end = 0;
	WRITE_ONCE(ring->edev->wb.cpu[ring->rptr_wb / sizeof(u32)], 0);
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
	u32 rptr = READ_ONCE(ring->edev->wb.cpu[ring->rptr_wb / sizeof(u32)]) & mask;
	u32 room = (rptr - ring->wptr - 1) & mask;

	/* Packets may be overwritten only after the engine has reported them read. */
	rmb();
	if (ndw + PM4_RING_ALIGN_DW > room)
		return -ENOSPC;

	ring->reserved_end = (ring->wptr + ndw) & mask;
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
	while (ring->wptr & (PM4_RING_ALIGN_DW - 1))
		ring->cpu[ring->wptr++] = PACKET2;
	ring->wptr &= mask;
	ring->reserved_end = ring->wptr;

	/* The ring and everything that it refers to are written before wptr is. */
	wmb();
	evergreen_hdp_flush(ring->edev);
	ring->ops->write_wptr(ring);
}

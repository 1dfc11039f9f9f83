// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: asynchronous DMA
 *
 * Beside the command processor there is an engine, two on Cayman and Aruba, that
 * copies, fills and writes memory without the 3D engine and without microcode. It
 * has a ring, a packet language of its own (pm4_packets.h) and its own trap
 * interrupt. Its pointers count bytes.
 *
 * Its ring is 64 KiB, the size that radeon.ko runs it with: that is room for
 * EVERGREEN_RING_JOBS in half of it, of which the other half is slack for a report of its
 * position that comes late. The pointer registers could not count beyond 256 KiB.
 *
 * An indirect buffer has two rules of alignment: it starts at a multiple of 32
 * bytes, and the packet that calls it must end where a block of eight dwords of
 * the ring ends. Its own length is made a multiple of eight dwords by
 * evergreen_job_create(), since the engine fetches in such blocks.
 *
 * Everything that a fence promises is in memory when its value is, for the engine
 * executes packets in order and has no caches that outlive one. The trap behind it
 * raises the interrupt, and a register write flushes the host data path, for what
 * the CPU reads through BAR0 afterwards.
 *
 * An engine that is hung, or that waits for a semaphore which will not come,
 * does not forget that when its ring is disabled. evergreen_ring_ops.start()
 * therefore resets an engine that it does not find idle.
 *
 * Source of the facts: AMD's list of DMA packets (dma_packets.txt), and the radeon
 * driver in Linux 6.12.
 */
#include <linux/bitfield.h>
#include <linux/log2.h>

#include "evergreen_device.h"
#include "evergreen_dma.h"
#include "evergreen_emit.h"
#include "evergreen_irq_sources.h"
#include "evergreen_mmio.h"
#include "evergreen_move.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"

/* Packets in flight when a ring is disabled end within this time, or hang. */
#define STOP_TIMEOUT_US		10000

/* Also if the card is gone. */
static bool is_idle(struct evergreen_device *edev, u32 index)
{
	return evergreen_read(edev, DMA_STATUS(index)) & DMA_IDLE;
}

/**
 * evergreen_dma_halt() - let an engine take no more from its ring, nor interrupt
 * @edev: the card
 * @index: 0 or 1
 *
 * Packets in flight go on.
 */
void evergreen_dma_halt(struct evergreen_device *edev, u32 index)
{
	evergreen_rmw(edev, DMA_CNTL(index), TRAP_ENABLE, 0);
	evergreen_rmw(edev, DMA_RB_CNTL(index), DMA_RB_ENABLE, 0);
}

/*
 * The engine forgets everything and is disabled afterwards; nothing else on the card notices.
 * Nobody else may write SRBM_SOFT_RESET at the same time.
 */
static void soft_reset(struct evergreen_device *edev, u32 index)
{
	evergreen_rmw(edev, DMA_RB_CNTL(index), DMA_RB_ENABLE, 0);
	evergreen_pulse(edev, SRBM_SOFT_RESET, index ? SRBM_RESET_DMA1 : SRBM_RESET_DMA);
}

static void dma_stop(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;

	ring->ready = false;
	evergreen_dma_halt(edev, ring->index);
	if (!evergreen_mmio_wait(edev, DMA_STATUS(ring->index), DMA_IDLE, DMA_IDLE, STOP_TIMEOUT_US))
		return;
	drm_dbg(&edev->drm, "ring %s: the engine is busy while it is stopped\n", ring->name);
	if (ring->given_up)
		soft_reset(edev, ring->index);
}

/* The ring is switched on last, when everything that it needs is in place. */
static int dma_start(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	u64 report = edev->wb.gpu_addr + ring->rptr_wb;
	u32 cntl = FIELD_PREP(DMA_RB_SIZE, ilog2(ring->size_dw));
	bool cayman = evergreen_is_cayman(edev->chip);
	u32 n = ring->index;

	dma_stop(ring);
	if (!is_idle(edev, n))
		soft_reset(edev, n);
	evergreen_ring_clear(ring);

	/* As in program_tiling(). Stock radeon writes it after each reset of a DMA engine, too. */
	evergreen_write(edev, DMA_TILING_CONFIG(n), edev->chip->gb_addr_config);
	evergreen_write(edev, DMA_SEM_INCOMPLETE_TIMER_CNTL(n), 0);
	evergreen_write(edev, DMA_SEM_WAIT_FAIL_TIMER_CNTL(n), 0);
	evergreen_write(edev, DMA_RB_CNTL(n), cntl);
	evergreen_write(edev, DMA_RB_RPTR(n), 0);
	evergreen_write(edev, DMA_RB_WPTR(n), 0);
	evergreen_write(edev, DMA_RB_RPTR_ADDR_HI(n), upper_32_bits(report));
	evergreen_write(edev, DMA_RB_RPTR_ADDR_LO(n), lower_32_bits(report));
	evergreen_write(edev, DMA_RB_BASE(n), ring->mem.gpu_addr >> 8);
	evergreen_write(edev, DMA_IB_CNTL(n), DMA_IB_ENABLE | (cayman ? CMD_VMID_FORCE : 0));
	evergreen_rmw(edev, DMA_CNTL(n), CTXEMPTY_INT_ENABLE, 0);
	if (!cayman)
		evergreen_write(edev, DMA_MODE(n), 1);
	evergreen_write(edev, DMA_RB_CNTL(n), cntl | DMA_RPTR_WRITEBACK_ENABLE | DMA_RB_ENABLE);
	evergreen_irq_sources_enable_ring(ring);
	return 0;
}

#define VM_FLUSH_DW	(3 * DMA_SRBM_WRITE_DW + DMA_SRBM_READ_DW)

static_assert((EVERGREEN_NUM_RINGS - 1) * DMA_SEMAPHORE_DW + VM_FLUSH_DW + DMA_IB_ALIGN_DW +
	      DMA_INDIRECT_DW + DMA_FENCE_DW + DMA_TRAP_DW + DMA_SRBM_WRITE_DW +
	      EVERGREEN_RING_ALIGN_DW <= EVERGREEN_RING_JOB_DW);

static void dma_emit_ib(struct evergreen_ring *ring, u64 gpu_addr, u32 ndw, u32 vmid)
{
	while ((ring->wptr + DMA_INDIRECT_DW) % DMA_IB_ALIGN_DW)
		evergreen_ring_write(ring, DMA_FILLER);
	emit_dma_indirect(ring, gpu_addr, ndw, vmid);
}

/* Cayman and Aruba. The read comes back when the writes before it have arrived. */
static void dma_emit_vm_flush(struct evergreen_ring *ring, u32 vmid, u64 pd_addr)
{
	emit_dma_srbm_write(ring, VM_CONTEXT_PAGE_TABLE_BASE_ADDR(vmid), pd_addr >> 12);
	emit_dma_srbm_write(ring, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	emit_dma_srbm_write(ring, VM_INVALIDATE_REQUEST, BIT(vmid));
	emit_dma_srbm_read(ring, VM_INVALIDATE_REQUEST);
}

static void emit_move_packet(struct evergreen_ring *ring, const struct evergreen_move *move,
			     u64 done, u32 n)
{
	if (move->clear)
		emit_dma_fill(ring, move->dst.gpu_addr + done, 0, n);
	else
		emit_dma_copy(ring, move->dst.gpu_addr + done, move->src.gpu_addr + done, n);
}

/**
 * evergreen_dma_emit_move() - write the packets of a move
 * @ring: a DMA ring, with room for a job begun
 * @move: what to do
 */
void evergreen_dma_emit_move(struct evergreen_ring *ring, const struct evergreen_move *move)
{
	u64 done, len;

	for (done = 0; done < move->size; done += len) {
		len = min_t(u64, move->size - done, EVERGREEN_DMA_MOVE_BYTES);
		emit_move_packet(ring, move, done, len / sizeof(u32));
	}
}

static void dma_emit_fence(struct evergreen_ring *ring, u64 gpu_addr, u32 seq)
{
	emit_dma_fence(ring, gpu_addr, seq);
	emit_dma_trap(ring);
	emit_dma_srbm_write(ring, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
}

const struct evergreen_ring_ops evergreen_dma_ring_ops = {
	.start = dma_start,
	.stop = dma_stop,
	.emit_ib = dma_emit_ib,
	.emit_vm_flush = dma_emit_vm_flush,
	.emit_fence = dma_emit_fence,
	.emit_semaphore = emit_dma_semaphore,
};

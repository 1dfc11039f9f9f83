// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Cayman's rings
 *
 * The CP of Cayman and Aruba has three rings: ring 0 (GFX) for graphics and
 * compute, rings 1 and 2 (CP1, CP2) for compute. Each has memory, pointers, a
 * report of its position and an interrupt enable of its own; the processors that
 * execute them are one pair, and start and halt together. Writing the base of any
 * ring makes the CP reset all three, so the start of GFX gives all of them their
 * registers, and the start of CP1 and CP2, which comes after it, only has to let
 * them interrupt. ME_INITIALIZE goes to GFX alone.
 *
 * What a compute shader runs with is a state set, which the kernel has to allocate
 * and free around each indirect buffer: CLEAR_STATE and DEALLOC_STATE with the
 * compute bit, on the ring itself. No shader may be running when a state is freed,
 * hence CS_PARTIAL_FLUSH before it. GFX takes one when it starts, and exchanges it
 * before each stream without a VM (evergreen_clean_start.c); streams may do so, too.
 *
 * Known from AMD's guide: that the rings exist, which of them gets ME_INITIALIZE, the two
 * packets and who sends them. Known from stock radeon: the registers, the interrupt's ring
 * number, the reset by any base. Stock never puts anything on CP1 and CP2. Inference: that
 * EVENT_WRITE_EOP, semaphores, MODE_CONTROL and SURFACE_SYNC work there as on GFX, and that the
 * flush is enough of a guarantee. If they do not, the ring test or the IB test fails, or a
 * later reset does not help. Then both are given up, for what has wedged one may have wedged
 * the processors that they share with GFX: the CP is started anew with CP1 and CP2 empty, and
 * compute work goes to GFX. The parameter compute_rings leaves them out from the beginning. Not
 * known either is whether the processors go on with other rings while one waits; see
 * evergreen_semaphore.c.
 *
 * An indirect buffer names the address space (VMID) that it runs in; 0 is the
 * GART, in which everything else on the ring runs. The read caches are thrown away
 * after each indirect buffer, for they are tagged with the VMID and not with the
 * buffer.
 *
 * Source of the facts: AMD's acceleration guide, 9.2.1, 9.4.1, 9.4.2, and the
 * radeon driver in Linux 6.12.
 */
#include <linux/delay.h>

#include "evergreen_clean_start.h"
#include "evergreen_cp.h"
#include "evergreen_default_state.h"
#include "evergreen_device.h"
#include "evergreen_emit.h"
#include "evergreen_irq_sources.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"

struct ring_regs {
	u32 base, cntl, rptr_addr, rptr_addr_hi, wptr, rptr;
};

static const struct ring_regs ring_regs[] = {
	{
		CP_RB0_BASE, CP_RB0_CNTL, CP_RB0_RPTR_ADDR, CP_RB0_RPTR_ADDR_HI,
		CP_RB0_WPTR, CP_RB_RPTR(0),
	},
	{
		CP_RB1_BASE, CP_RB1_CNTL, CP_RB1_RPTR_ADDR, CP_RB1_RPTR_ADDR_HI,
		CP_RB1_WPTR, CP_RB_RPTR(1),
	},
	{
		CP_RB2_BASE, CP_RB2_CNTL, CP_RB2_RPTR_ADDR, CP_RB2_RPTR_ADDR_HI,
		CP_RB2_WPTR, CP_RB_RPTR(2),
	},
};

/* The rings of the CP come first in the card's table, in the CP's order. */
static_assert(EVERGREEN_RING_GFX == 0 && EVERGREEN_RING_CP1 == 1 && EVERGREEN_RING_CP2 == 2);

static void point_to_memory(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	const struct ring_regs *regs = &ring_regs[ring->index];
	u64 rptr_addr = edev->wb.gpu_addr + ring->rptr_wb;

	evergreen_ring_clear(ring);
	evergreen_write(edev, regs->cntl, evergreen_cp_rb_cntl(ring));
	evergreen_write(edev, regs->rptr_addr, lower_32_bits(rptr_addr));
	evergreen_write(edev, regs->rptr_addr_hi, upper_32_bits(rptr_addr));
}

static void reset_pointers(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	const struct ring_regs *regs = &ring_regs[ring->index];
	u32 cntl = evergreen_cp_rb_cntl(ring);

	evergreen_write(edev, regs->cntl, cntl | RB_RPTR_WR_ENA);
	evergreen_write(edev, regs->rptr, 0);
	evergreen_write(edev, regs->wptr, 0);
	usleep_range(1000, 2000);
	evergreen_write(edev, regs->cntl, cntl);
}

static void program_rings(struct evergreen_device *edev)
{
	struct evergreen_ring **rings = edev->rings;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ring_regs); i++)
		point_to_memory(rings[i]);
	for (i = 0; i < ARRAY_SIZE(ring_regs); i++)
		evergreen_write(edev, ring_regs[i].base, rings[i]->mem.gpu_addr >> 8);
	for (i = 0; i < ARRAY_SIZE(ring_regs); i++)
		reset_pointers(rings[i]);
}

static int start(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;

	evergreen_cp_load_ucode(edev);
	evergreen_cp_reset(edev);
	evergreen_cp_init_common(edev);
	evergreen_write(edev, CP_DEBUG, CP_DEBUG_CAYMAN);
	program_rings(edev);
	return evergreen_cp_run(ring, CP_ME_RUN_CAYMAN, &cayman_preamble_state);
}

/* GFX has been started since the CP was last halted: its pointers are reset. */
static int compute_start(struct evergreen_ring *ring)
{
	evergreen_irq_sources_enable_ring(ring);
	return 0;
}

/* The processors go on for the other rings; whoever stops GFX halts them. */
static void compute_stop(struct evergreen_ring *ring)
{
	ring->ready = false;
}

#define READ_CACHES	(PACKET3_ENGINE_ME | PACKET3_FULL_CACHE_ENA |		\
			 PACKET3_TC_ACTION_ENA | PACKET3_SH_ACTION_ENA)

#define COMPUTE_STATE_DW	(2 * COMPUTE_STATE_PACKET_DW)
#define VM_FLUSH_DW		(3 * WRITE_REG_DW + READ_REG_DW + PFP_SYNC_ME_DW)
#define SHADERS_END_DW		(3 * EVENT_WRITE_DW)

#define JOB_DW			((EVERGREEN_NUM_RINGS - 1) * MEM_SEMAPHORE_DW +		\
				 MODE_CONTROL_DW + INDIRECT_BUFFER_DW + SHADERS_END_DW +	\
				 CP_DMA_DW + META_FLUSH_DW + 2 * SURFACE_SYNC_DW +		\
				 EVENT_WRITE_EOP_DW + EVERGREEN_RING_ALIGN_DW)

/* GFX has either a VM to flush, and others to wait for, or a clean start to make. */
static_assert(JOB_DW + VM_FLUSH_DW + COMPUTE_STATE_DW <= EVERGREEN_RING_JOB_DW);
static_assert(JOB_DW + VM_FLUSH_DW + CAYMAN_TAKE_OVER_DW <= EVERGREEN_RING_JOB_DW);
static_assert(JOB_DW + CAYMAN_CLEAN_START_DW <= EVERGREEN_RING_JOB_DW);

static void emit_vm_flush(struct evergreen_ring *ring, u32 vmid, u64 pd_addr)
{
	emit_write_reg(ring, VM_CONTEXT_PAGE_TABLE_BASE_ADDR(vmid), pd_addr >> 12);
	emit_write_reg(ring, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	emit_write_reg(ring, VM_INVALIDATE_REQUEST, BIT(vmid));
	emit_read_reg(ring, VM_INVALIDATE_REQUEST);
	emit_pfp_sync_me(ring);
}

/* As WAIT_UNTIL on the chips before, which is deprecated here. */
static void emit_shaders_end(struct evergreen_ring *ring)
{
	emit_event_write(ring, VS_PARTIAL_FLUSH, EVENT_INDEX_PARTIAL_FLUSH);
	emit_event_write(ring, PS_PARTIAL_FLUSH, EVENT_INDEX_PARTIAL_FLUSH);
	emit_event_write(ring, CS_PARTIAL_FLUSH, EVENT_INDEX_PARTIAL_FLUSH);
}

static void emit_ib(struct evergreen_ring *ring, u64 gpu_addr, u32 ndw, u32 vmid)
{
	emit_mode_control(ring);
	emit_indirect_buffer(ring, gpu_addr, ndw, vmid);
}

/* Registers that a stream with a VM finds set lead into its page tables. */
static void gfx_emit_ib(struct evergreen_ring *ring, u64 gpu_addr, u32 ndw, u32 vmid)
{
	if (!vmid)
		evergreen_clean_start_emit(ring);
	emit_ib(ring, gpu_addr, ndw, vmid);
	emit_shaders_end(ring);
	emit_surface_sync(ring, READ_CACHES, vmid);
}

static void compute_emit_ib(struct evergreen_ring *ring, u64 gpu_addr, u32 ndw, u32 vmid)
{
	emit_compute_state(ring, PACKET3_CLEAR_STATE);
	emit_ib(ring, gpu_addr, ndw, vmid);
	emit_event_write(ring, CS_PARTIAL_FLUSH, EVENT_INDEX_PARTIAL_FLUSH);
	emit_surface_sync(ring, READ_CACHES, vmid);
	emit_compute_state(ring, PACKET3_DEALLOC_STATE);
}

/*
 * WAIT_UNTIL is deprecated here. The fill is the last of the copies, and nobody looks at what it
 * leaves.
 */
static void emit_cp_dma_wait(struct evergreen_ring *ring)
{
	emit_cp_dma_sync(ring, ring->edev->park.gpu_addr + EVERGREEN_PARK_MAILBOX);
}

static void emit_fence(struct evergreen_ring *ring, u64 gpu_addr, u32 seq)
{
	emit_surface_sync(ring, READ_CACHES, 0);
	emit_event_write_eop(ring, gpu_addr, seq);
}

static void gfx_emit_fence(struct evergreen_ring *ring, u64 gpu_addr, u32 seq)
{
	emit_meta_flush(ring);
	emit_fence(ring, gpu_addr, seq);
}

static void emit_semaphore(struct evergreen_ring *ring, u64 gpu_addr, bool wait)
{
	emit_mem_semaphore(ring, gpu_addr, wait, 0);
}

const struct evergreen_ring_ops cayman_gfx_ring_ops = {
	.start = start,
	.stop = evergreen_cp_stop,
	.emit_ib = gfx_emit_ib,
	.emit_cp_dma_wait = emit_cp_dma_wait,
	.emit_vm_flush = emit_vm_flush,
	.emit_fence = gfx_emit_fence,
	.emit_semaphore = emit_semaphore,
};

const struct evergreen_ring_ops cayman_compute_ring_ops = {
	.start = compute_start,
	.stop = compute_stop,
	.emit_ib = compute_emit_ib,
	.emit_cp_dma_wait = emit_cp_dma_wait,
	.emit_vm_flush = emit_vm_flush,
	.emit_fence = emit_fence,
	.emit_semaphore = emit_semaphore,
};

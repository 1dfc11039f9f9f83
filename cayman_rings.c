// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Cayman's rings
 *
 * The CP of Cayman and Aruba has three rings: ring 0 for graphics and compute,
 * rings 1 and 2 for compute. Rings 1 and 2 are given registers, because writing
 * the base of any ring makes the CP reset all of them and stock radeon has never
 * run it otherwise, but nothing is ever put on them: their pointers stay equal.
 * They borrow the memory and the report of ring 0.
 *
 * An indirect buffer names the address space (VMID) that it runs in. Until
 * clients have address spaces of their own that is always 0, the GART. The read
 * caches are thrown away after each indirect buffer, for they are tagged with
 * the VMID and not with the buffer.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/delay.h>

#include "evergreen_cp.h"
#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"
#include "evergreen_state.h"
#include "pm4_packets.h"

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

static void program_rings(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	u64 rptr_addr = edev->wb.gpu_addr + ring->rptr_wb;
	u32 cntl = evergreen_cp_rb_cntl(ring);
	const struct ring_regs *regs;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ring_regs); i++) {
		regs = &ring_regs[i];
		evergreen_write(edev, regs->cntl, cntl);
		evergreen_write(edev, regs->rptr_addr, lower_32_bits(rptr_addr));
		evergreen_write(edev, regs->rptr_addr_hi, upper_32_bits(rptr_addr));
	}
	for (i = 0; i < ARRAY_SIZE(ring_regs); i++)
		evergreen_write(edev, ring_regs[i].base, ring->gpu_addr >> 8);
	for (i = 0; i < ARRAY_SIZE(ring_regs); i++) {
		regs = &ring_regs[i];
		evergreen_write(edev, regs->cntl, cntl | RB_RPTR_WR_ENA);
		evergreen_write(edev, regs->rptr, 0);
		evergreen_write(edev, regs->wptr, 0);
		usleep_range(1000, 2000);
		evergreen_write(edev, regs->cntl, cntl);
	}
}

static int cayman_start(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;

	evergreen_cp_load_ucode(edev);
	evergreen_cp_reset(edev);
	evergreen_cp_init_common(edev);
	evergreen_write(edev, CP_DEBUG, CP_DEBUG_CAYMAN);
	evergreen_ring_clear(ring);
	program_rings(ring);
	return evergreen_cp_run(ring, CP_ME_RUN_CAYMAN, &cayman_preamble_state);
}

#define READ_CACHES	(PACKET3_ENGINE_ME | PACKET3_FULL_CACHE_ENA |		\
			 PACKET3_TC_ACTION_ENA | PACKET3_SH_ACTION_ENA)

static_assert(2 * MEM_SEMAPHORE_DW + MODE_CONTROL_DW + INDIRECT_BUFFER_DW +
	      2 * SURFACE_SYNC_DW + EVENT_WRITE_EOP_DW + PM4_RING_ALIGN_DW <= EVERGREEN_RING_JOB_DW);

static void cayman_emit_ib(struct evergreen_ring *ring, u64 gpu_addr, u32 ndw, u32 vmid)
{
	emit_mode_control(ring);
	emit_indirect_buffer(ring, gpu_addr, ndw, vmid);
	emit_surface_sync(ring, READ_CACHES, vmid);
}

static void cayman_emit_fence(struct evergreen_ring *ring, u64 gpu_addr, u32 seq)
{
	emit_surface_sync(ring, READ_CACHES, 0);
	emit_event_write_eop(ring, gpu_addr, seq);
}

static void cayman_emit_semaphore(struct evergreen_ring *ring, u64 gpu_addr, bool wait)
{
	emit_mem_semaphore(ring, gpu_addr, wait, 0);
}

const struct evergreen_ring_ops cayman_gfx_ring_ops = {
	.start = cayman_start,
	.stop = evergreen_cp_stop,
	.emit_ib = cayman_emit_ib,
	.emit_fence = cayman_emit_fence,
	.emit_semaphore = cayman_emit_semaphore,
};

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: command processor
 *
 * The CP takes packets from its ring and from the indirect buffers that these
 * call, and drives the 3D engine with them. Two processors share the work: the
 * PFP fetches and prepares, the ME executes; each runs microcode that the driver
 * uploads through a register while both are halted.
 *
 * Starting it is a fixed sequence: microcode, a reset together with the blocks that
 * it feeds, ring registers, then ME_INITIALIZE as the first packet on the ring,
 * and only then are the processors released. The next packets record the default
 * state between two PREAMBLE_CNTL markers and load it with CLEAR_STATE.
 *
 * A fence is EVENT_WRITE_EOP: when the caches that hold the results of draws are
 * written back, a 32-bit value goes to memory, and when the write has been
 * confirmed an interrupt is raised. A fence says that the buffers of a job may change
 * owner. But the event promises only that what has been exported is in memory (guide,
 * 9.6.2): a thread may go on behind its last export, and those of a dispatch export
 * nothing. So a wait for an idle 3D engine comes before it, as Mesa has it at the end of
 * its streams, and SURFACE_SYNC, which throws away what the read caches hold.
 *
 * This file has what all chips share, and the single ring of the chips before
 * Cayman; cayman_rings.c has the ring registers of Cayman and Aruba.
 *
 * Source of the facts: AMD's acceleration guide and the radeon driver in Linux
 * 6.12.
 */
#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/log2.h>
#include <linux/sizes.h>

#include "evergreen_clean_start.h"
#include "evergreen_cp.h"
#include "evergreen_default_state.h"
#include "evergreen_device.h"
#include "evergreen_emit.h"
#include "evergreen_fw.h"
#include "evergreen_irq_sources.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"

/* Bytes that the CP reads between two reports of its position. */
#define RPTR_REPORT_BYTES	SZ_4K

/**
 * evergreen_cp_halt() - keep both processors from going on, and scratch from memory
 * @edev: the card, also one of which nothing else is known
 */
void evergreen_cp_halt(struct evergreen_device *edev)
{
	evergreen_write(edev, CP_ME_CNTL, CP_PFP_HALT | CP_ME_HALT);
	evergreen_write(edev, SCRATCH_UMSK, 0);
}

/**
 * evergreen_cp_reset() - reset the CP and the blocks that it feeds
 * @edev: the card, whose CP is halted
 *
 * These have to be reset together. Sleeps for 15 ms.
 */
void evergreen_cp_reset(struct evergreen_device *edev)
{
	evergreen_write(edev, GRBM_SOFT_RESET, SOFT_RESET_CP | SOFT_RESET_PA | SOFT_RESET_SH |
			SOFT_RESET_VGT | SOFT_RESET_SPI | SOFT_RESET_SX);
	evergreen_read(edev, GRBM_SOFT_RESET);
	usleep_range(15000, 20000);
	evergreen_write(edev, GRBM_SOFT_RESET, 0);
	evergreen_read(edev, GRBM_SOFT_RESET);
}

static void upload(struct evergreen_device *edev, enum evergreen_fw_id id, u32 addr_reg,
		   u32 data_reg)
{
	u32 n = evergreen_fw_dwords(edev, id);
	u32 i;

	evergreen_write(edev, addr_reg, 0);
	for (i = 0; i < n; i++)
		evergreen_write(edev, data_reg, evergreen_fw_dword(edev, id, i));
	evergreen_write(edev, addr_reg, 0);
}

/**
 * evergreen_cp_load_ucode() - halt both processors and give them their microcode
 * @edev: the card
 */
void evergreen_cp_load_ucode(struct evergreen_device *edev)
{
	evergreen_cp_halt(edev);
	upload(edev, EVERGREEN_FW_PFP, CP_PFP_UCODE_ADDR, CP_PFP_UCODE_DATA);
	upload(edev, EVERGREEN_FW_ME, CP_ME_RAM_WADDR, CP_ME_RAM_DATA);
	evergreen_write(edev, CP_ME_RAM_RADDR, 0);
}

/**
 * evergreen_cp_rb_cntl() - value of a ring's control register
 * @ring: the ring
 *
 * Return: its size and how often the CP reports its position.
 */
u32 evergreen_cp_rb_cntl(const struct evergreen_ring *ring)
{
	return FIELD_PREP(RB_BUFSZ, ilog2(ring->size_dw / 2)) |
	       FIELD_PREP(RB_BLKSZ, ilog2(RPTR_REPORT_BYTES / sizeof(u64)));
}

/**
 * evergreen_cp_init_common() - registers that do not belong to a ring
 * @edev: the card, whose CP is halted
 */
void evergreen_cp_init_common(struct evergreen_device *edev)
{
	/* What hung may have selected one shader engine, and the default state is for all. */
	evergreen_write(edev, GRBM_GFX_INDEX, GFX_SE_BROADCAST | GFX_INSTANCE_BROADCAST);
	evergreen_write(edev, CP_SEM_WAIT_TIMER, 0);
	evergreen_write(edev, CP_SEM_INCOMPLETE_TIMER_CNTL, 0);
	evergreen_write(edev, CP_RB_WPTR_DELAY, 0);
	evergreen_write(edev, SCRATCH_ADDR, (edev->wb.gpu_addr + EVERGREEN_WB_SCRATCH) >> 8);
	evergreen_write(edev, SCRATCH_UMSK, SCRATCH_UMSK_ALL);
}

static u32 preamble_dw(const struct evergreen_state *state)
{
	u32 n = 2 * PREAMBLE_DW + CLEAR_STATE_DW + EVERGREEN_CLEAN_DEFAULT_DW;
	u32 i;

	for (i = 0; i < state->num_extents; i++)
		n += SET_REG_DW(state->extents[i].count);
	return n;
}

static void emit_preamble_state(struct evergreen_ring *ring, const struct evergreen_state *state)
{
	u32 i, reg, end;

	emit_preamble(ring, PREAMBLE_BEGIN_CLEAR_STATE);
	for (i = 0; i < state->num_extents; i++) {
		reg = state->extents[i].reg;
		end = reg + state->extents[i].count * sizeof(u32);
		emit_set_context_regs(ring, reg, state->extents[i].count);
		for (; reg < end; reg += sizeof(u32))
			evergreen_ring_write(ring, evergreen_state_value(state, reg));
	}
	evergreen_clean_start_emit_default(ring);
	emit_preamble(ring, PREAMBLE_END_CLEAR_STATE);
	emit_clear_state(ring);
}

/* Registers that CLEAR_STATE does not reach. */
#define AFTER_CLEAR_DW	(SET_REG_DW(2) + CLEAR_CONSTANTS_DW + SET_REG_DW(2) +	\
			 COMPUTE_STATE_PACKET_DW)
static void emit_after_clear(struct evergreen_ring *ring)
{
	emit_set_ctl_consts(ring, CTL_CONST_VTX_BASE, 2);
	evergreen_ring_write(ring, 0);
	evergreen_ring_write(ring, 0);

	emit_clear_constants(ring);

	/* and VGT_OUT_DEALLOC_CNTL behind it */
	emit_set_context_regs(ring, VGT_VERTEX_REUSE_BLOCK_CNTL, 2);
	evergreen_ring_write(ring, VERTEX_REUSE_DEPTH);
	evergreen_ring_write(ring, OUT_DEALLOC_DISTANCE);

	/* The set of compute state that each clean start exchanges. */
	if (evergreen_is_cayman(ring->edev->chip))
		emit_compute_state(ring, PACKET3_CLEAR_STATE);
}

/**
 * evergreen_cp_run() - release the processors and give them the default state
 * @ring: the GFX ring, empty, its registers programmed
 * @me_cntl: what to write to CP_ME_CNTL
 * @preamble: the default state
 *
 * Return: 0, or -ENOSPC if the ring is too small.
 */
int evergreen_cp_run(struct evergreen_ring *ring, u32 me_cntl,
		     const struct evergreen_state *preamble)
{
	int ret;

	ret = evergreen_ring_begin(ring, ME_INITIALIZE_DW);
	if (ret)
		return ret;
	emit_me_initialize(ring, ring->edev->limits.hw_contexts);
	evergreen_ring_commit(ring);
	evergreen_write(ring->edev, CP_ME_CNTL, me_cntl);

	ret = evergreen_ring_begin(ring, preamble_dw(preamble) + AFTER_CLEAR_DW);
	if (ret)
		return ret;
	emit_preamble_state(ring, preamble);
	emit_after_clear(ring);
	evergreen_ring_commit(ring);
	evergreen_irq_sources_enable_ring(ring);
	return 0;
}

/* ---- ring operations ---- */

/**
 * evergreen_cp_stop() - halt the CP
 * @ring: the GFX ring
 */
void evergreen_cp_stop(struct evergreen_ring *ring)
{
	ring->ready = false;
	evergreen_cp_halt(ring->edev);
	/* The write has arrived when this read comes back. */
	evergreen_read(ring->edev, CP_ME_CNTL);
}

static void program_ring(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	u64 rptr_addr = edev->wb.gpu_addr + ring->rptr_wb;
	u32 cntl = evergreen_cp_rb_cntl(ring);

	evergreen_write(edev, CP_RB0_CNTL, cntl | RB_RPTR_WR_ENA);
	evergreen_write(edev, CP_RB_RPTR_WR, 0);
	evergreen_write(edev, CP_RB0_WPTR, 0);
	evergreen_write(edev, CP_RB0_RPTR_ADDR, lower_32_bits(rptr_addr));
	evergreen_write(edev, CP_RB0_RPTR_ADDR_HI, upper_32_bits(rptr_addr));
	usleep_range(1000, 2000);
	evergreen_write(edev, CP_RB0_CNTL, cntl);
	evergreen_write(edev, CP_RB0_BASE, ring->mem.gpu_addr >> 8);
	evergreen_write(edev, CP_DEBUG, CP_DEBUG_EVERGREEN);
}

static int cp_start(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;

	/* Before the ring has its place, the CP must not report how far it has read. */
	evergreen_write(edev, CP_RB0_CNTL, RB_NO_UPDATE | evergreen_cp_rb_cntl(ring));
	evergreen_cp_load_ucode(edev);
	evergreen_cp_reset(edev);
	evergreen_cp_init_common(edev);
	evergreen_ring_clear(ring);
	program_ring(ring);
	return evergreen_cp_run(ring, CP_ME_RUN_EVERGREEN, &evergreen_preamble_state);
}

static_assert(MEM_SEMAPHORE_DW + EVERGREEN_CLEAN_START_DW + MODE_CONTROL_DW +
	      INDIRECT_BUFFER_DW + 2 * SET_REG_DW(1) + META_FLUSH_DW + SURFACE_SYNC_DW +
	      EVENT_WRITE_EOP_DW + EVERGREEN_RING_ALIGN_DW <=
	      EVERGREEN_GFX_JOB_DW);

/* These chips have one address space. */
static void cp_emit_ib(struct evergreen_ring *ring, u64 gpu_addr, u32 ndw, u32 vmid)
{
	evergreen_clean_start_emit(ring);
	emit_mode_control(ring);
	emit_indirect_buffer(ring, gpu_addr, ndw, 0);
	emit_config_reg(ring, WAIT_UNTIL, WAIT_3D_IDLE);
}

/* As stock radeon has it before the fence of its own copies, and Mesa at the end of its streams. */
static void cp_emit_cp_dma_wait(struct evergreen_ring *ring)
{
	emit_config_reg(ring, WAIT_UNTIL, WAIT_CP_DMA_IDLE);
}

static void cp_emit_fence(struct evergreen_ring *ring, u64 gpu_addr, u32 seq)
{
	emit_meta_flush(ring);
	emit_surface_sync(ring, PACKET3_FULL_CACHE_ENA | PACKET3_TC_ACTION_ENA |
			  PACKET3_VC_ACTION_ENA | PACKET3_SH_ACTION_ENA, 0);
	emit_event_write_eop(ring, gpu_addr, seq);
}

static void cp_emit_semaphore(struct evergreen_ring *ring, u64 gpu_addr, bool wait)
{
	emit_mem_semaphore(ring, gpu_addr, wait, PACKET3_SEM_WAIT_ON_SIGNAL);
}

const struct evergreen_ring_ops evergreen_gfx_ring_ops = {
	.start = cp_start,
	.stop = evergreen_cp_stop,
	.emit_ib = cp_emit_ib,
	.emit_cp_dma_wait = cp_emit_cp_dma_wait,
	.emit_fence = cp_emit_fence,
	.emit_semaphore = cp_emit_semaphore,
};

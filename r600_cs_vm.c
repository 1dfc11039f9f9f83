// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Streams with an address space of their own
 *
 * On Cayman and Aruba the kernel can run a stream with page tables of its client
 * (RADEON_CS_USE_VM). Then the stream holds virtual addresses, there are no
 * relocations, and what it touches is decided by the page tables. The packets
 * stay the same, so most rows of the table here name the checks of streams
 * without a VM, whose accesses then ask for alignment only.
 *
 * What is trusted: every access of packets, of shaders and of all that is bound
 * to them goes through the page tables of the VMID with which the kernel started
 * the stream, and no page of the kernel or of another client is mapped there:
 * neither page tables nor rings, indirect buffers, fences and semaphores. Then
 * draws and dispatches can do no harm whatever the state, and nothing of that is
 * followed.
 *
 * What the page tables do not protect is checked as always: that only dwords are
 * executed which were checked as packets, also behind a COND_EXEC that skips;
 * that no packet changes the VMID, names another one or leaves the stream; that
 * the kernel gets no interrupt which it did not ask for; and registers. Their
 * policies are those of r600_cs_regs.c, but for those that bound a draw or
 * dispatch, which may have any value. A shader engine may be selected as long as
 * a client likes, but at the end all have to be (r600_cs_ring.c). The global data
 * share lies on the chip, without page tables, and keeps counters of all clients
 * while they run; it holds nothing that anybody keeps there.
 *
 * Source: guide chapter 9.
 */

#include <linux/bits.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "r600_cs_state.h"

#define TABLE(NAME, CHECK, MIN, MAX, BITS)				\
	R600_CS_ACCEPTED(NAME, r600_cs_check_##CHECK, MIN, MAX, BITS)
#define DRAW(NAME, CHECK, MIN, MAX)					\
	TABLE(NAME, CHECK, MIN, MAX, R600_CS_MAY_PREDICATE | R600_CS_GFX_ONLY)

#define NO_CLIENT	"not accepted, no client sends it"

/* Packets of streams with a VM; opcodes and lengths as in r600_cs_packets. */
const struct r600_cs_packet r600_cs_vm_packets[256] = {
	[0x10] = TABLE("NOP", nop, 1, 0x4000, R600_CS_MAY_COMPUTE),
	[0x11] = TABLE("SET_BASE", set_base, 3, 3, R600_CS_GFX_ONLY),
	[0x12] = TABLE("CLEAR_STATE", clear_state, 1, 1,
		       R600_CS_MUST_COMPUTE),
	[0x13] = TABLE("INDEX_BUFFER_SIZE", index_buffer_size, 1, 1, R600_CS_GFX_ONLY),
	[0x14] = TABLE("DEALLOC_STATE", dealloc_state, 1, 1,
		       R600_CS_MUST_COMPUTE),
	[0x15] = TABLE("DISPATCH_DIRECT", dispatch_direct, 4, 4,
		       R600_CS_MUST_COMPUTE | R600_CS_MAY_PREDICATE),
	[0x16] = TABLE("DISPATCH_INDIRECT", dispatch_indirect, 2, 2,
		       R600_CS_MUST_COMPUTE | R600_CS_MAY_PREDICATE),
	[0x18] = TABLE("MODE_CONTROL", mode_control, 1, 1, 0),
	[0x20] = TABLE("SET_PREDICATION", set_predication, 2, 2, 0),
	[0x21] = R600_CS_REFUSED("REG_RMW", R600_CS_KERNEL_ONLY),
	[0x22] = TABLE("COND_EXEC", cond_exec, 3, 3, 0),
	[0x23] = R600_CS_REFUSED("PRED_EXEC", R600_CS_KERNEL_ONLY),
	[0x24] = DRAW("DRAW_INDIRECT", draw_indirect, 2, 2),
	[0x25] = DRAW("DRAW_INDEX_INDIRECT", draw_index_indirect, 2, 2),
	[0x26] = TABLE("INDEX_BASE", index_base, 2, 2, R600_CS_GFX_ONLY),
	[0x27] = DRAW("DRAW_INDEX_2", draw_index_2, 5, 5),
	[0x28] = TABLE("CONTEXT_CONTROL", context_control, 2, 2, 0),
	[0x29] = DRAW("DRAW_INDEX_OFFSET", draw_index_offset, 3, 3),
	[0x2a] = TABLE("INDEX_TYPE", index_type, 1, 1, R600_CS_GFX_ONLY),
	[0x2b] = DRAW("DRAW_INDEX", draw_index, 4, 4),
	[0x2d] = DRAW("DRAW_INDEX_AUTO", draw_index_auto, 2, 2),
	[0x2e] = DRAW("DRAW_INDEX_IMMD", draw_index_immd, 3, 0x4000),
	[0x2f] = TABLE("NUM_INSTANCES", num_instances, 1, 1, R600_CS_GFX_ONLY),
	[0x30] = R600_CS_REFUSED("DRAW_INDEX_MULTI_AUTO", NO_CLIENT),
	[0x32] = R600_CS_REFUSED("INDIRECT_BUFFER", R600_CS_KERNEL_ONLY),
	[0x34] = TABLE("STRMOUT_BUFFER_UPDATE", strmout_buffer_update, 5, 5, R600_CS_GFX_ONLY),
	[0x35] = DRAW("DRAW_INDEX_OFFSET_2", draw_index_offset_2, 4, 4),
	[0x36] = R600_CS_REFUSED("DRAW_INDEX_MULTI_ELEMENT", NO_CLIENT),
	[0x39] = R600_CS_REFUSED("MEM_SEMAPHORE", R600_CS_KERNEL_ONLY),
	[0x3a] = R600_CS_REFUSED("MPEG_INDEX", R600_CS_OTHER_CHIPS),
	[0x3b] = TABLE("COPY_DW", copy_dw, 5, 5, R600_CS_GFX_ONLY),
	[0x3c] = TABLE("WAIT_REG_MEM", wait_reg_mem, 6, 6, R600_CS_MAY_COMPUTE),
	[0x3d] = TABLE("MEM_WRITE", mem_write, 4, 4, 0),
	[0x40] = R600_CS_REFUSED("COPY_DATA", R600_CS_OTHER_CHIPS),
	[0x41] = TABLE("CP_DMA", cp_dma, 5, 5, R600_CS_MAY_COMPUTE),
	[0x42] = TABLE("PFP_SYNC_ME", pfp_sync_me, 1, 1, 0),
	[0x43] = TABLE("SURFACE_SYNC", surface_sync, 4, 4, 0),
	[0x44] = R600_CS_REFUSED("ME_INITIALIZE", R600_CS_KERNEL_ONLY),
	[0x45] = TABLE("COND_WRITE", cond_write, 8, 8, 0),
	[0x46] = TABLE("EVENT_WRITE", event_write, 1, 3, R600_CS_MAY_COMPUTE),
	[0x47] = TABLE("EVENT_WRITE_EOP", event_write_eop, 5, 5, 0),
	[0x48] = TABLE("EVENT_WRITE_EOS", event_write_eos, 4, 4,
		       R600_CS_MAY_COMPUTE),
	[0x4a] = R600_CS_REFUSED("PREAMBLE_CNTL", R600_CS_KERNEL_ONLY),
	[0x57] = R600_CS_REFUSED("ONE_REG_WRITE", R600_CS_KERNEL_ONLY),
	[0x5f] = R600_CS_REFUSED("LOAD_CONFIG_REG", R600_CS_READS_REGS),
	[0x60] = R600_CS_REFUSED("LOAD_CONTEXT_REG", R600_CS_READS_REGS),
	[0x61] = R600_CS_REFUSED("LOAD_ALU_CONST", R600_CS_READS_REGS),
	[0x62] = R600_CS_REFUSED("LOAD_BOOL_CONST", R600_CS_READS_REGS),
	[0x63] = R600_CS_REFUSED("LOAD_LOOP_CONST", R600_CS_READS_REGS),
	[0x64] = R600_CS_REFUSED("LOAD_RESOURCE", R600_CS_READS_REGS),
	[0x65] = R600_CS_REFUSED("LOAD_SAMPLER", R600_CS_READS_REGS),
	[0x66] = R600_CS_REFUSED("LOAD_CTL_CONST", R600_CS_READS_REGS),
	[0x68] = TABLE("SET_CONFIG_REG", set_config_reg, 1, 0x4000, 0),
	[0x69] = TABLE("SET_CONTEXT_REG", set_context_reg, 1, 0x4000,
		       R600_CS_PIPE_STATE),
	[0x6a] = R600_CS_REFUSED("SET_ALU_CONST", R600_CS_OTHER_CHIPS),
	[0x6b] = TABLE("SET_BOOL_CONST", set_bool_const, 2, 0x4000,
		       R600_CS_PIPE_STATE),
	[0x6c] = TABLE("SET_LOOP_CONST", set_loop_const, 2, 0x4000,
		       R600_CS_PIPE_STATE),
	[0x6d] = TABLE("SET_RESOURCE", set_resource, 9, 0x4000,
		       R600_CS_PIPE_STATE),
	[0x6e] = TABLE("SET_SAMPLER", set_sampler, 4, 0x4000,
		       R600_CS_PIPE_STATE),
	[0x6f] = TABLE("SET_CTL_CONST", set_ctl_const, 2, 3, R600_CS_GFX_ONLY),
	[0x70] = R600_CS_REFUSED("SET_RESOURCE_OFFSET", R600_CS_OTHER_CHIPS),
	[0x71] = R600_CS_REFUSED("SET_ALU_CONST_VS", R600_CS_OTHER_CHIPS),
	[0x72] = R600_CS_REFUSED("SET_ALU_CONST_DI", R600_CS_OTHER_CHIPS),
	[0x73] = R600_CS_REFUSED("SET_CONTEXT_REG_INDIRECT", R600_CS_READS_REGS),
	[0x74] = R600_CS_REFUSED("SET_RESOURCE_INDIRECT", R600_CS_READS_REGS),
	[0x75] = TABLE("SET_APPEND_CNT", set_append_cnt, 3, 3,
		       R600_CS_MAY_COMPUTE),
};

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Command-stream checker
 *
 * All clients of these chips share one GPU address space (Evergreen always,
 * Cayman as long as no VM is asked for, which is the default of its only GL
 * driver). Only this checker keeps those who may open a render node from all of VRAM, all of
 * GTT and the page table.
 *
 * Promise
 * ~~~~~~~
 *
 * For each stream that is accepted, whatever the registers held before and
 * whatever other clients do, the GPU
 *
 * 1. reads and writes only memory of the buffers in the relocation list of this
 *    submission, and writes only where an entry has a write domain;
 * 2. writes only registers that are on the list, with values on which this
 *    promise does not depend or which were checked;
 * 3. executes only the dwords that were checked, as the packets that they were
 *    checked as.
 *
 * What no checker can reach
 * ~~~~~~~~~~~~~~~~~~~~~~~~~
 *
 * - A shader is a program, and it is not decoded. What it can touch is what is
 *   bound to it, and all of that is bounded. No register holds the length of a
 *   program: a jump can lead the chip to fetch instructions, and a clause of
 *   arithmetic to fetch constants among them, from behind the buffer of the program.
 *   A client can change the program after the check, so to decode it would prove
 *   nothing.
 * - Limits that the chip is trusted to keep: a target ends at its pitch, slice
 *   and last slice; a ring, a stream-out buffer, a constant buffer, a vertex
 *   buffer, an index fetch end at their size, whatever offset a shader or memory
 *   names; a texture coordinate, level and slice is clamped to the resource, and the
 *   kind of fetch compared with its type. Nobody has published a promise that each
 *   of them is kept; the names of the fields say so, and AMD's own checkers
 *   have rested on them for years. Documentation/command-checker.rst numbers them,
 *   and says what escapes if one is false; the soundness test shows it.
 * - The mailbox of random access: an operation that returns something writes it to
 *   where the shader says, counted from CB_IMMEDn_BASE, and no register is known
 *   that ends it. As many elements as a correct shader uses are bounded.
 *   &r600_cs_input.no_rats refuses random access, and closes this.
 * - Time. A stream may wait for a value that never comes, or keep the engine
 *   busy for ever. Ending that is the work of hang recovery.
 * - What the chip keeps between submissions without being memory: contents of
 *   general purpose registers, local and global data share, counters. They can
 *   carry information from one client to the next.
 * - Order between clients. The driver's fences see to it, by the domains that
 *   the relocation list declares and that are enforced here.
 * - Errors in the microcode and in the silicon.
 *
 * Design
 * ~~~~~~
 *
 * The checker is free of the kernel: it includes a few constant headers and
 * compiles as it is into the module, the unit tests, the fuzzer and the
 * benchmark. It sees a private copy of the stream, which neither user space nor
 * the GPU can change any more, allocates nothing, takes no lock, and goes over
 * each dword once. Addresses stay what the client wrote, offsets into a buffer;
 * the result is a list of patches, so that checking happens before any buffer
 * is locked or moved.
 *
 * There are two languages: PM4 and that of the DMA engine (checker/dma.c). Each
 * has one packet table with a row per opcode, and there is one register table with
 * a byte per register; what has no row is refused. Sizes and addresses are u64,
 * sums are tested for overflow. A field is masked out of its dword before it is
 * used, and bits that no field claims must be zero, so that a later chip or a
 * document that nobody here has seen cannot give them a meaning.
 *
 * Registers persist between submissions. Those on which the promise depends are
 * followed (checker/track.c), and a draw that depends on one which the stream
 * has not set is refused. What a stream cannot set, or does not, because there
 * are a thousand resource slots, must have been reset by the kernel before it;
 * a caller says so with &r600_cs_input.clean_start, and without it there are no
 * draws and no dispatches. A register is *plain* if it neither holds an address or a size, nor
 * enables an access to memory, nor starts work, nor changes which registers later
 * writes reach.
 *
 * Clean start
 * ~~~~~~~~~~~
 *
 * &r600_cs_input.clean_start is the kernel's word that before the stream
 *
 * - no resource slot, of draws or of compute, holds anything
 *   (SQ_TEX_RESOURCE_CLEAR);
 * - the sizes of all rings of the sequencer and of the export memory are 0, in each
 *   shader engine, and their bases name memory that nobody needs;
 * - tessellation factors that leave the chip go to memory that nobody needs, too;
 * - there is no off-chip tessellation, constant buffers come from registers
 *   (MODE_CONTROL), and register writes reach all shader engines;
 * - in the state of draws and in that of compute, SQ_*TMP_RING_ITEMSIZE and
 *   CB_COLOR0_INFO to CB_COLOR11_INFO are 0;
 * - in the state of compute (SET_CONTEXT_REG with the compute bit),
 *   SQ_ALU_CONST_BUFFER_SIZE_LS_0 to 15, PA_SC_AA_CONFIG, VGT_SHADER_STAGES_EN and
 *   VGT_GS_MODE are 0, and CB_COLOR_CONTROL is 0x00cc0010, and CB_IMMED0_BASE to
 *   CB_IMMED11_BASE name R600_CS_MAILBOX_BYTES of memory that nobody needs, and
 *   SQ_PGM_START_FS names a program of the kernel's that returns at once.
 *
 * A CLEAR_STATE with the compute bit in the stream leaves or makes the registers of the
 * last two so.
 *
 * All else must come from the stream itself.
 *
 * Rejected: copying the stream while checking it, which costs more than the
 * check; a switch over opcodes, which cannot be listed in documentation or
 * walked by a test; taking over the list of safe registers that the kernel's
 * own driver has, since it holds registers that start a dispatch
 * (VGT_DISPATCH_INITIATOR), that copy the state of another context
 * (GFX_COPY_STATE), that let later writes reach one shader engine only
 * (GRBM_GFX_INDEX), and sizes.
 *
 * Sources: guide means AMD's acceleration guide for Evergreen and Cayman.
 */

/**
 * DOC: Streams with an address space of their own
 *
 * On Cayman and Aruba the kernel can run a stream with page tables of its client
 * (RADEON_CS_USE_VM). Then the stream holds virtual addresses, there are no
 * relocations, and what it touches is decided by the page tables. Packets and
 * their checks stay the same, but accesses ask for alignment only.
 *
 * What is trusted: every access of packets, of shaders and of all that is bound
 * to them goes through the page tables of the VMID with which the kernel started
 * the stream, and no page of the kernel or of another client is mapped there:
 * neither page tables nor rings, indirect buffers, fences and semaphores. Then
 * draws and dispatches can do no harm whatever the state, and nothing of that is
 * followed. Bases and sizes of rings exist once: the caller sees to it that no work
 * of another client runs any more when a stream that may change them begins.
 *
 * What the page tables do not protect is checked as always: that only dwords are
 * executed which were checked as packets, also behind a COND_EXEC that skips;
 * that no packet changes the VMID, names another one or leaves the stream; that
 * the kernel gets no interrupt which it did not ask for; and registers. Their
 * policies are those of checker/regs.c, but for those that bound a draw or
 * dispatch, which may have any value. What may stand between the choice of a
 * shader engine and that of all of them is the same, too (checker/ring.c): CP1 and
 * CP2, whose clients' registers would reach one half of the chip, go on meanwhile.
 * A packet that bounds others may stand in a span that is skipped. The global data
 * share lies on the chip, without page tables, and keeps counters of all clients
 * while they run; it holds nothing that anybody keeps there.
 *
 * Source: guide chapter 9.
 */

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "pm4_packets.h"
#include "r600_cs_checker.h"
#include "checker/run.h"
#include "checker/track.h"

/* No sum of dword indices overflows, and no ring takes so many. */
#define R600_CS_MAX_DWORDS	BIT(24)

#define ACCEPTED(NAME, CHECK, MIN, MAX, BITS, FLAGS)			\
	[PACKET3_##NAME] = {						\
	.name = #NAME, .check = (CHECK),				\
	.min_dwords = (MIN), .max_dwords = (MAX),			\
	.no_bits = R600_CS_HEADER_BITS & ~(BITS), .flags = (FLAGS),	\
}

#define REFUSED(NAME, WHY)						\
	[PACKET3_##NAME] = {						\
	.name = #NAME, .refusal = (WHY),				\
}

/* Why packets are refused whatever they hold. */
#define READS_REGS	"not accepted, it loads registers from memory"
#define OTHER_CHIPS	"not accepted, these chips do not use it"
#define NO_LAYOUT	"not accepted, nothing says what is in it"

/* Opcodes and lengths: guide chapter 9 and the kernel's radeon driver. */
const struct r600_cs_packet r600_cs_packets[256] = {
	ACCEPTED(NOP, r600_cs_check_nop, 1, 0x4000, PACKET3_COMPUTE, R600_CS_ONE_SE),
	ACCEPTED(SET_BASE, r600_cs_check_set_base, 3, 3,
		 0, R600_CS_GFX_ONLY | R600_CS_UNCONDITIONAL),
	ACCEPTED(CLEAR_STATE, r600_cs_check_clear_state, 1, 1,
		 PACKET3_COMPUTE, R600_CS_MUST_COMPUTE),
	ACCEPTED(INDEX_BUFFER_SIZE, r600_cs_check_index_buffer_size, 1, 1,
		 0, R600_CS_GFX_ONLY | R600_CS_UNCONDITIONAL),
	ACCEPTED(DEALLOC_STATE, r600_cs_check_dealloc_state, 1, 1,
		 PACKET3_COMPUTE, R600_CS_MUST_COMPUTE),
	ACCEPTED(DISPATCH_DIRECT, r600_cs_check_dispatch_direct, 4, 4,
		 PACKET3_COMPUTE | PACKET3_PREDICATE, R600_CS_MUST_COMPUTE),
	ACCEPTED(DISPATCH_INDIRECT, r600_cs_check_dispatch_indirect, 2, 2,
		 PACKET3_COMPUTE | PACKET3_PREDICATE, R600_CS_MUST_COMPUTE),
	ACCEPTED(MODE_CONTROL, r600_cs_check_mode_control, 1, 1, 0, 0),
	ACCEPTED(SET_PREDICATION, r600_cs_check_set_predication, 2, 2, 0, R600_CS_GFX_ONLY),
	REFUSED(REG_RMW, R600_CS_KERNEL_ONLY),
	ACCEPTED(COND_EXEC, r600_cs_check_cond_exec, 3, 3, 0, 0),
	REFUSED(PRED_EXEC, R600_CS_KERNEL_ONLY),
	ACCEPTED(DRAW_INDIRECT, r600_cs_check_draw_indirect, 2, 2,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	ACCEPTED(DRAW_INDEX_INDIRECT, r600_cs_check_draw_index_indirect, 2, 2,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	ACCEPTED(INDEX_BASE, r600_cs_check_index_base, 2, 2,
		 0, R600_CS_GFX_ONLY | R600_CS_UNCONDITIONAL),
	ACCEPTED(DRAW_INDEX_2, r600_cs_check_draw_index_2, 5, 5,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	ACCEPTED(CONTEXT_CONTROL, r600_cs_check_context_control, 2, 2, 0, 0),
	ACCEPTED(DRAW_INDEX_OFFSET, r600_cs_check_draw_index_offset, 3, 3,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	ACCEPTED(INDEX_TYPE, r600_cs_check_index_type, 1, 1, 0, R600_CS_GFX_ONLY),
	ACCEPTED(DRAW_INDEX, r600_cs_check_draw_index, 4, 4,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	ACCEPTED(DRAW_INDEX_AUTO, r600_cs_check_draw_index_auto, 2, 2,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	ACCEPTED(DRAW_INDEX_IMMD, r600_cs_check_draw_index_immd, 3, 0x4000,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	ACCEPTED(NUM_INSTANCES, r600_cs_check_num_instances, 1, 1, 0, R600_CS_GFX_ONLY),
	REFUSED(DRAW_INDEX_MULTI_AUTO, NO_LAYOUT),
	REFUSED(INDIRECT_BUFFER, R600_CS_KERNEL_ONLY),
	ACCEPTED(STRMOUT_BUFFER_UPDATE, r600_cs_check_strmout_buffer_update, 5, 5,
		 0, R600_CS_GFX_ONLY),
	ACCEPTED(DRAW_INDEX_OFFSET_2, r600_cs_check_draw_index_offset_2, 4, 4,
		 PACKET3_PREDICATE, R600_CS_GFX_ONLY),
	REFUSED(DRAW_INDEX_MULTI_ELEMENT, NO_LAYOUT),
	REFUSED(MEM_SEMAPHORE, R600_CS_KERNEL_ONLY),
	REFUSED(MPEG_INDEX, OTHER_CHIPS),
	ACCEPTED(COPY_DW, r600_cs_check_copy_dw, 5, 5, 0, R600_CS_GFX_ONLY),
	ACCEPTED(WAIT_REG_MEM, r600_cs_check_wait_reg_mem, 6, 6, PACKET3_COMPUTE, 0),
	ACCEPTED(MEM_WRITE, r600_cs_check_mem_write, 4, 4, 0, 0),
	REFUSED(COPY_DATA, OTHER_CHIPS),
	ACCEPTED(CP_DMA, r600_cs_check_cp_dma, 5, 5, PACKET3_COMPUTE, 0),
	ACCEPTED(PFP_SYNC_ME, r600_cs_check_pfp_sync_me, 1, 1, 0, 0),
	ACCEPTED(SURFACE_SYNC, r600_cs_check_surface_sync, 4, 4, 0, 0),
	REFUSED(ME_INITIALIZE, R600_CS_KERNEL_ONLY),
	ACCEPTED(COND_WRITE, r600_cs_check_cond_write, 8, 8, 0, 0),
	ACCEPTED(EVENT_WRITE, r600_cs_check_event_write, 1, 3, PACKET3_COMPUTE, 0),
	ACCEPTED(EVENT_WRITE_EOP, r600_cs_check_event_write_eop, 5, 5, 0, 0),
	ACCEPTED(EVENT_WRITE_EOS, r600_cs_check_event_write_eos, 4, 4, PACKET3_COMPUTE, 0),
	REFUSED(PREAMBLE_CNTL, R600_CS_KERNEL_ONLY),
	REFUSED(ONE_REG_WRITE, R600_CS_KERNEL_ONLY),
	REFUSED(LOAD_CONFIG_REG, READS_REGS),
	REFUSED(LOAD_CONTEXT_REG, READS_REGS),
	REFUSED(LOAD_ALU_CONST, READS_REGS),
	REFUSED(LOAD_BOOL_CONST, READS_REGS),
	REFUSED(LOAD_LOOP_CONST, READS_REGS),
	REFUSED(LOAD_RESOURCE, READS_REGS),
	REFUSED(LOAD_SAMPLER, READS_REGS),
	REFUSED(LOAD_CTL_CONST, READS_REGS),
	ACCEPTED(SET_CONFIG_REG, r600_cs_check_set_config_reg, 1, 0x4000, 0, R600_CS_ONE_SE),
	ACCEPTED(SET_CONTEXT_REG, r600_cs_check_set_context_reg, 1, 0x4000,
		 PACKET3_COMPUTE, R600_CS_PIPE_STATE | R600_CS_ONE_SE),
	REFUSED(SET_ALU_CONST, OTHER_CHIPS),
	ACCEPTED(SET_BOOL_CONST, r600_cs_check_set_bool_const, 2, 0x4000,
		 PACKET3_COMPUTE, R600_CS_PIPE_STATE),
	ACCEPTED(SET_LOOP_CONST, r600_cs_check_set_loop_const, 2, 0x4000,
		 PACKET3_COMPUTE, R600_CS_PIPE_STATE),
	ACCEPTED(SET_RESOURCE, r600_cs_check_set_resource, 9, 0x4000,
		 PACKET3_COMPUTE, R600_CS_PIPE_STATE),
	ACCEPTED(SET_SAMPLER, r600_cs_check_set_sampler, 4, 0x4000,
		 PACKET3_COMPUTE, R600_CS_PIPE_STATE),
	ACCEPTED(SET_CTL_CONST, r600_cs_check_set_ctl_const, 2, 3, 0, R600_CS_GFX_ONLY),
	REFUSED(SET_RESOURCE_OFFSET, OTHER_CHIPS),
	REFUSED(SET_ALU_CONST_VS, OTHER_CHIPS),
	REFUSED(SET_ALU_CONST_DI, OTHER_CHIPS),
	REFUSED(SET_CONTEXT_REG_INDIRECT, READS_REGS),
	REFUSED(SET_RESOURCE_INDIRECT, READS_REGS),
	ACCEPTED(SET_APPEND_CNT, r600_cs_check_set_append_cnt, 3, 3, PACKET3_COMPUTE,
		 R600_CS_PIPE_STATE),
};

/**
 * r600_cs_packet_name() - what a packet of type 3 is called
 * @opcode: 0 to 255
 *
 * Return: its name in AMD's guide, or NULL if it has none there.
 */
const char *r600_cs_packet_name(u8 opcode)
{
	return r600_cs_packets[opcode].name;
}

/* A header bit that this packet may not carry. */
static int refuse_header(struct r600_cs_run *run)
{
	if (run->header & PACKET3_PREDICATE)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "only a draw or dispatch may be predicated");
	if (run->header & R600_CS_HEADER_RESERVED)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "bits 7:2 must be zero");
	return r600_cs_refuse(run, NULL, run->header, 0,
			      "the compute bit does not go with this packet");
}

/* Does the packet fit the engine, and what it stands between? */
static int check_engine(struct r600_cs_run *run, u32 flags)
{
	bool compute = run->header & PACKET3_COMPUTE;

	if (run->compute_engine && flags & R600_CS_GFX_ONLY)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "the compute engine does not draw");
	if (run->compute_engine && run->header & PACKET3_PREDICATE)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "the predicate is that of the GFX ring");
	if (run->one_se && !(flags & R600_CS_ONE_SE))
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "not while one shader engine is selected");
	if (run->span_end && !run->in->vm && flags & R600_CS_UNCONDITIONAL)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must not depend on a condition");
	if (!compute && flags & R600_CS_MUST_COMPUTE)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "needs the compute bit");
	if (run->compute_engine && !compute && flags & R600_CS_PIPE_STATE)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "needs the compute bit on the compute engine");
	return 0;
}

/* Something is wrong with the packet, whatever it holds. */
static int refuse_type3(struct r600_cs_run *run, const struct r600_cs_packet *packet)
{
	if (!packet->check)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      packet->refusal ?: "not accepted, there is no such packet");
	if (run->header & packet->no_bits)
		return refuse_header(run);
	if (run->len < packet->min_dwords || run->len > packet->max_dwords)
		return r600_cs_refuse(run, "payload dwords", run->len, packet->max_dwords,
				      "this packet has another length");
	return r600_cs_refuse_length(run);
}

/* A packet that is refused, or does not exist, has no length that would do. */
static int check_type3(struct r600_cs_run *run, u32 dw, u32 header)
{
	const struct r600_cs_packet *packet = &r600_cs_packets[FIELD_GET(PACKET3_OPCODE, header)];
	u32 len = FIELD_GET(PACKET_COUNT, header) + 1;
	int ret;

	run->len = len;
	if (header & packet->no_bits || len < packet->min_dwords || len > packet->max_dwords ||
	    run->ndw - dw <= len)
		return refuse_type3(run, packet);
	if (packet->flags & R600_CS_MUST_COMPUTE || run->one_se || run->span_end ||
	    run->compute_engine) {
		ret = check_engine(run, packet->flags);
		if (ret)
			return ret;
	}
	run->next = dw + 1 + len;
	return packet->check(run, &run->ib[dw + 1]);
}

/* Type 2 is padding; the guide (9.1.3) gives its other bits no meaning. */
static int check_other(struct r600_cs_run *run, u32 dw, u32 header)
{
	run->next = dw + 1;
	if (FIELD_GET(PACKET_TYPE, header) == 2)
		return 0;
	return r600_cs_refuse(run, NULL, header, 0,
			      FIELD_GET(PACKET_TYPE, header) ?
			      "type 1 does not exist on these chips" :
			      "type 0 writes any register, use SET_*_REG");
}

/* A COND_EXEC may skip whole packets only. */
static int check_span(struct r600_cs_run *run)
{
	if (run->next > run->span_end)
		return r600_cs_refuse(run, "EXEC_COUNT", run->next, run->span_end,
				      "the span of COND_EXEC must end where a packet does");
	if (run->next == run->span_end)
		run->span_end = 0;
	return 0;
}

static int check_pm4(struct r600_cs_run *run)
{
	int ret;

	while (run->next < run->ndw) {
		u32 dw = run->next, header = run->ib[dw];

		run->dw = dw;
		run->header = header;
		ret = FIELD_GET(PACKET_TYPE, header) == 3 ? check_type3(run, dw, header) :
						  check_other(run, dw, header);
		if (ret)
			return ret;
		if (!run->span_end)
			continue;
		ret = check_span(run);
		if (ret)
			return ret;
	}
	return 0;
}

/* What the next client must find as it was. */
static int check_end(struct r600_cs_run *run)
{
	if (run->one_se)
		return r600_cs_refuse(run, "GRBM_GFX_INDEX", 0, 0,
				      "must select all shader engines at the end");
	return r600_cs_take_compute_state(run);
}

/* What is wrong before the first packet. */
static int check_whole(struct r600_cs_run *run)
{
	if (!run->ws)
		return r600_cs_refuse(run, "workspace", 0, 0,
				      "the caller must give some");
	if (!run->in->chip->num_backends)
		return r600_cs_refuse(run, "render backends", 0, 1,
				      "the chip must have some");
	if (!run->in->chip->num_se || run->in->chip->num_se > R600_CS_MAX_SE)
		return r600_cs_refuse(run, "shader engines",
				      run->in->chip->num_se, R600_CS_MAX_SE,
				      "the chip must have 1 or 2");
	if (run->in->vm && !r600_cs_is_cayman(run))
		return r600_cs_refuse(run, "VM", 1, 0,
				      "these chips have one address space");
	if (run->in->ndw > R600_CS_MAX_DWORDS)
		return r600_cs_refuse(run, "IB dwords", run->in->ndw,
				      R600_CS_MAX_DWORDS,
				      "must not be longer than the limit");
	if (run->in->num_buffers > R600_CS_MAX_BUFFERS)
		return r600_cs_refuse(run, "relocation entries", run->in->num_buffers,
				      R600_CS_MAX_BUFFERS,
				      "must not be more than the limit");
	return 0;
}

/* Of the packet in hand; NULL if it has none. */
static const char *packet_name(const struct r600_cs_run *run)
{
	u32 dwords;

	if (run->in->engine == R600_CS_DMA)
		return r600_cs_dma_packet_name(run->header, &dwords);
	return FIELD_GET(PACKET_TYPE, run->header) == 3 ?
		r600_cs_packet_name(FIELD_GET(PACKET3_OPCODE, run->header)) : NULL;
}

static int check_packets(struct r600_cs_run *run)
{
	/* DMA packets set no registers, so there is no state to follow. */
	if (run->in->engine == R600_CS_DMA)
		return r600_cs_check_dma(run);
	r600_cs_track_init(run);
	return check_pm4(run);
}

/**
 * r600_cs_check() - the verdict on one stream
 * @in: the stream and what it may touch; constant while the check runs
 * @res: where patches and report go; the patches count only on acceptance
 *
 * Takes time linear in the stream, allocates nothing and may sleep or not, as
 * the caller likes: it takes no lock.
 *
 * Return: 0 if it may run after the patches are applied, or -EINVAL with
 * r600_cs_result.report filled in.
 */
int r600_cs_check(const struct r600_cs_input *in, struct r600_cs_result *res)
{
	struct r600_cs_run run = {
		.in = in, .res = res, .ib = in->ib, .ndw = in->ndw,
		.ws = res->workspace,
		.policies = r600_cs_policies(in),
		.compute_engine = in->engine == R600_CS_COMPUTE,
		/*
		 * Between streams of one address space the driver waits for threads of CP1 and CP2
		 * only, and where these are not used, a stream for them runs on GFX.
		 */
		.threads = in->vm,
	};
	int ret;

	res->num_patches = 0;
	res->ndw = in->ndw;
	res->cp_dma = false;
	res->report = (struct r600_cs_report) {};
	ret = check_whole(&run) ?: check_packets(&run) ?: check_end(&run);
	if (ret)
		res->report.packet = packet_name(&run);
	return ret;
}

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_RUN_H
#define CHECKER_RUN_H

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/overflow.h>
#include <linux/types.h>

#include "pm4_packets.h"
#include "r600_cs_checker.h"

/*
 * What the files of the checker share. Nothing here is seen by its callers.
 *
 * Lengths are in dwords and addresses in bytes, unless a name says otherwise.
 * Every check returns 0 to accept and -EINVAL to refuse; whoever refuses has
 * filled in the report before.
 */

/* Of a type 3 header, guide 9.1.4. */
#define R600_CS_HEADER_RESERVED		GENMASK(7, 2)

/* Global data share. */
#define R600_CS_GDS_BYTES		0x10000

/* A relocation: NOP with one dword. The compute bit makes no difference. */
#define R600_CS_RELOC_HEADER		PACKET3(PACKET3_NOP, 0)
#define R600_CS_RELOC_DWORDS		2
/* The index in it counts dwords of the chunk; an entry has this many. */
#define R600_CS_RELOC_ENTRY_DWORDS	4

/* The high half of an address in a packet. */
#define R600_CS_ADDRESS_HI		GENMASK(7, 0)
/* A backend has these for itself, and ZPASS_DONE writes the first or the second half. */
#define R600_CS_ZPASS_BYTES		16
/* Why a packet is refused. */
#define R600_CS_KERNEL_ONLY		"not accepted, only the kernel may send it"

/* Domains that the GPU reaches. */
#define R600_CS_MEMORY_DOMAINS		(R600_CS_DOMAIN_GTT | R600_CS_DOMAIN_VRAM)

struct r600_cs_run;

/* Rings for spilled registers: of ES, GS, VS, PS, LS and HS. */
#define R600_CS_SPILL_RINGS		6
#define R600_CS_MAX_SE			2

/**
 * struct r600_cs_ring - a ring of one shader engine, or between stages
 */
struct r600_cs_ring {
	/** @base: address, in units of 256 bytes */
	u32 base;

	/** @size: length, in units of 256 bytes */
	u32 size;

	/** @seen: the largest length that work of the stream may have found */
	u32 seen;

	/** @buffer: relocation that came with the address */
	u32 buffer;

	/** @has_base: there was one */
	bool has_base;
};

/**
 * struct r600_cs_dirty - R600_CS_DIRTY_*, what changed since the last draw, or dispatch
 */
struct r600_cs_dirty {
	/** @own: in its own state */
	u32 own;

	/** @both: in the state that draws and dispatches may have in common */
	u32 both;

	/** @own_cleared: in its own, if a CLEAR_STATE resets it */
	u32 own_cleared;

	/** @both_cleared: in the common one, if a CLEAR_STATE resets it */
	u32 both_cleared;
};

/* The low byte of a header: what may be set besides opcode and count. */
#define R600_CS_HEADER_BITS		GENMASK(7, 0)

/* Flags of a packet: it must carry the compute bit. */
#define R600_CS_MUST_COMPUTE		BIT(0)
/* The compute bit says whose state it sets, and on the compute engine there is one. */
#define R600_CS_PIPE_STATE		BIT(1)
/* It has no place on the compute engine. */
#define R600_CS_GFX_ONLY		BIT(2)
/* Without a VM, it may come while register writes reach one shader engine only. */
#define R600_CS_ONE_SE			BIT(3)
/* Without a VM, later packets are bounded by it, so it must not be skipped. */
#define R600_CS_UNCONDITIONAL		BIT(4)

/**
 * typedef r600_cs_packet_check - the check of a kind of packet
 * @run: the run, at the packet
 * @body: its payload, as long as the row of the packet says, and inside the IB
 *
 * What the packet depends on, may touch and leaves for later ones is followed or bounded. The
 * functions of this type are named after their packets; r600_cs_packets has them all.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
typedef int r600_cs_packet_check(struct r600_cs_run *run, const u32 *body);

/**
 * struct r600_cs_packet - one row of the packet table
 */
struct r600_cs_packet {
	/** @name: AMD's name; NULL for an opcode that does not exist */
	const char *name;

	/**
	 * @check: called with a payload as long as @min_dwords and @max_dwords say; NULL for a
	 * packet that is refused
	 */
	r600_cs_packet_check *check;

	/** @refusal: why it is refused, as the tail of a sentence */
	const char *refusal;

	/** @min_dwords: shortest payload, header not counted */
	u16 min_dwords;

	/** @max_dwords: longest payload */
	u16 max_dwords;

	/** @no_bits: those of R600_CS_HEADER_BITS that its header may not carry */
	u8 no_bits;

	/** @flags: R600_CS_MUST_COMPUTE and the others, where it may stand */
	u8 flags;
};

/**
 * struct r600_cs_run - one run of the checker
 */
struct r600_cs_run {
	/** @in: what is checked */
	const struct r600_cs_input *in;

	/** @res: where patches and report go */
	struct r600_cs_result *res;

	/** @ib: the stream, as in @in */
	const u32 *ib;

	/** @ndw: its length, as in @in */
	u32 ndw;

	/** @dw: where the packet in hand starts in the IB */
	u32 dw;

	/** @next: first dword that no packet and no relocation has claimed */
	u32 next;

	/** @header: the header of the packet in hand */
	u32 header;

	/** @len: dwords of the payload of the packet in hand */
	u32 len;

	/** @next_buffer: relocation entry that the next address of a DMA stream takes */
	u32 next_buffer;

	/** @skipped: payload of the last packet that becomes a NOP, in dwords of the IB; or 0 */
	u32 skipped;

	/** @absent: the draw or dispatch in hand lacks constants, and does not run */
	bool absent;

	/** @predicated: a SET_PREDICATION of this stream has counted, in no span */
	bool predicated;

	/** @span_end: where the span of a COND_EXEC ends, or 0 */
	u32 span_end;

	/** @one_se: register writes do not reach all shader engines */
	bool one_se;

	/** @se: the one that they reach then */
	u32 se;

	/** @compute_engine: the stream is for CP1 or CP2 */
	bool compute_engine;

	/** @no_compute_state: a DEALLOC_STATE waits for a CLEAR_STATE */
	bool no_compute_state;

	/** @freed: where the packet behind that DEALLOC_STATE starts in the IB */
	u32 freed;

	/** @took_state: the CLEAR_STATE that belongs to it has been put there */
	bool took_state;

	/** @threads: those of a dispatch may run, of this stream or of one before */
	bool threads;

	/** @policies: of the registers of the chip, see checker/regs.c */
	const u8 *policies;

	/** @ws: values of registers */
	struct r600_cs_workspace *ws;

	/** @bank: of those that the check in hand looks at */
	u32 bank;

	/** @draws: that is the one of a draw, not of a dispatch */
	bool draws;

	/** @split: there is state of compute, and with it three banks */
	bool split;

	/** @cleared: a CLEAR_STATE of compute was executed, after which a bank has two readings */
	bool cleared;

	/** @dirty: by R600_CS_DRAW and R600_CS_DISPATCH, what their next one has to check */
	struct r600_cs_dirty dirty[2];

	/** @rings: rings for spilled registers, by shader engine */
	struct r600_cs_ring rings[R600_CS_SPILL_RINGS][R600_CS_MAX_SE];

	/** @stage_rings: ESGS and GSVS, whose bases are tracked as registers */
	struct r600_cs_ring stage_rings[2];

	/** @worked: the stream had a draw or a dispatch, which may still run */
	bool worked;

	/** @index_bytes: bytes of an index as INDEX_TYPE said, or 0 */
	u32 index_bytes;

	/** @index_count: indices that INDEX_BUFFER_SIZE allows */
	u32 index_count;

	/** @index_count_set: the stream had an INDEX_BUFFER_SIZE */
	bool index_count_set;

	/** @index_base_unknown: the card may have changed it since the last INDEX_BASE */
	bool index_base_unknown;

	/** @index_limit: bytes from INDEX_BASE to the end of its buffer, or 0 */
	u64 index_limit;

	/** @indirect_limit: bytes from SET_BASE's address to the end of its buffer, or 0 */
	u64 indirect_limit;
};

/* Cayman and Aruba, not the older chips. */
static inline bool r600_cs_is_cayman(const struct r600_cs_run *run)
{
	return run->in->chip->class == R600_CS_CAYMAN;
}

/* Bits, each of which needs a domain. */
enum r600_cs_direction {
	R600_CS_SYNC,
	R600_CS_READ = BIT(0),
	R600_CS_WRITE = BIT(1),
	R600_CS_READ_WRITE = R600_CS_READ | R600_CS_WRITE,
};

/**
 * struct r600_cs_access - a range of memory that a packet touches
 */
struct r600_cs_access {
	/** @field: what the address is called in a report, or NULL */
	const char *field;

	/** @reg: the register that holds it instead, in bytes */
	u32 reg;

	/** @offset: first byte, counted from the start of the buffer */
	u64 offset;

	/** @size: bytes */
	u64 size;

	/** @align: power of two that @offset must be a multiple of */
	u32 align;

	/** @dw: payload index of the address dword to patch */
	u32 dw;

	/** @kind: how to patch it */
	enum r600_cs_patch_kind kind;

	/** @direction: R600_CS_SYNC only names memory and needs no domain */
	enum r600_cs_direction direction;
};

/* r600_cs_checker.c */
extern const struct r600_cs_packet r600_cs_packets[256];

/* checker/access.c */
int r600_cs_refuse(struct r600_cs_run *run, const char *field, u64 value,
		   u64 limit, const char *rule);
int r600_cs_refuse_bits(struct r600_cs_run *run, const char *field, u32 value, u32 allowed);
int r600_cs_access(struct r600_cs_run *run,
		   const struct r600_cs_access *access);
int r600_cs_refuse_length(struct r600_cs_run *run);
int r600_cs_refuse_reloc(struct r600_cs_run *run);
int r600_cs_access_in(struct r600_cs_run *run, const struct r600_cs_access *access, u32 buffer);
int r600_cs_access_of(struct r600_cs_run *run,
		      const struct r600_cs_access *access, u32 *buffer);

/*
 * Later chips of AMD take a NOP with a count of all ones for a bare header, and
 * would execute its payload. Nothing says that these chips do not, and no client
 * sends it.
 */
#define R600_CS_NOP_MAX_DWORDS		0x3fff

int r600_cs_skip(struct r600_cs_run *run);
int r600_cs_access_or_skip(struct r600_cs_run *run, const struct r600_cs_access *access);
int r600_cs_refuse_access(struct r600_cs_run *run, const struct r600_cs_access *access,
			  const struct r600_cs_buffer *buffer);

/**
 * r600_cs_reserved() - refuse bits that no accepted field claims
 * @run: the run
 * @field: name of the dword
 * @value: the dword
 * @allowed: bits that fields cover
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
static inline int r600_cs_reserved(struct r600_cs_run *run, const char *field, u32 value,
				   u32 allowed)
{
	if (value & ~allowed)
		return r600_cs_refuse_bits(run, field, value, allowed);
	return 0;
}

/**
 * r600_cs_next_is_reloc() - is there a relocation behind the packet?
 * @run: the run
 *
 * It may be missing where the address is optional.
 *
 * Return: whether there are its two dwords, whatever the second holds.
 */
static inline bool r600_cs_next_is_reloc(const struct r600_cs_run *run)
{
	return run->ndw - run->next >= R600_CS_RELOC_DWORDS &&
	       (run->ib[run->next] & ~PACKET3_COMPUTE) == R600_CS_RELOC_HEADER;
}

/**
 * r600_cs_reloc() - take the next relocation
 * @run: the run; relocations follow their packet in the order of its addresses
 * @buffer: out: index of the relocation entry
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
static inline int r600_cs_reloc(struct r600_cs_run *run, u32 *buffer)
{
	u32 index;

	*buffer = 0;
	if (!r600_cs_next_is_reloc(run))
		return r600_cs_refuse_reloc(run);
	index = run->ib[run->next + 1];
	if (index % R600_CS_RELOC_ENTRY_DWORDS ||
	    index / R600_CS_RELOC_ENTRY_DWORDS >= run->in->num_buffers)
		return r600_cs_refuse_reloc(run);
	run->next += R600_CS_RELOC_DWORDS;
	*buffer = index / R600_CS_RELOC_ENTRY_DWORDS;
	return 0;
}

/* Is this inside of a buffer that allows it? @align is a power of two. */
static inline bool r600_cs_is_inside(const struct r600_cs_buffer *buffer, u64 offset, u64 size,
				     u32 align, enum r600_cs_direction direction)
{
	u64 end;

	if ((direction & R600_CS_READ && !(buffer->read_domains & R600_CS_MEMORY_DOMAINS)) ||
	    (direction & R600_CS_WRITE && !(buffer->write_domain & R600_CS_MEMORY_DOMAINS)) ||
	    offset & (align - 1) || (buffer->align && align > buffer->align))
		return false;
	return !check_add_overflow(offset, size, &end) && end <= buffer->size;
}

/**
 * r600_cs_fits() - would this access stay inside a buffer that allows it?
 * @run: the run
 * @access: what is touched
 * @index: of the relocation entry
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
static inline int r600_cs_fits(struct r600_cs_run *run, const struct r600_cs_access *access,
			       u32 index)
{
	const struct r600_cs_buffer *buffer = &run->in->buffers[index];

	if (!r600_cs_is_inside(buffer, access->offset, access->size, access->align,
			       access->direction))
		return r600_cs_refuse_access(run, access, buffer);
	return 0;
}

/**
 * r600_cs_take_alike() - go on to the next packet if it is like the one in hand
 * @run: the run; the packet in hand and its relocations are done
 *
 * With the same header, all that the walker asks of a packet has been answered, but for
 * whether it ends inside the IB, and whether a span ends in front of it.
 *
 * Return: whether it is the one in hand now.
 */
static inline bool r600_cs_take_alike(struct r600_cs_run *run)
{
	u32 dw = run->next;

	if (run->span_end || run->ndw - dw <= run->len || run->ib[dw] != run->header)
		return false;
	run->dw = dw;
	run->next = dw + 1 + run->len;
	return true;
}

/* The 40-bit byte offset in a pair of dwords. */
static inline u64 r600_cs_offset(u32 lo, u32 hi)
{
	return (u64)(hi & R600_CS_ADDRESS_HI) << 32 | lo;
}

/* An access to where the pair at payload dword @dw says, of so many bytes and aligned to them. */
static inline struct r600_cs_access r600_cs_pair(const u32 *body, u32 dw, u32 bytes,
						 const char *field,
						 enum r600_cs_direction direction)
{
	return (struct r600_cs_access) {
		.field = field,
		.offset = r600_cs_offset(body[dw], body[dw + 1]),
		.size = bytes,
		.align = bytes,
		.dw = dw,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = direction,
	};
}

int r600_cs_access_pair(struct r600_cs_run *run, const u32 *body, u32 dw,
			u32 bytes, const char *field,
			enum r600_cs_direction direction);

/* checker/patch.c */
int r600_cs_refuse_patch(struct r600_cs_run *run);

/**
 * r600_cs_add_patch() - note a dword of the stream that has to change before it runs
 * @run: the run
 * @patch: what to do to it
 *
 * Return: 0, or -EINVAL with the report filled in if the caller's list is full.
 */
static inline int r600_cs_add_patch(struct r600_cs_run *run, const struct r600_cs_patch *patch)
{
	struct r600_cs_result *res = run->res;
	struct r600_cs_patch *to;

	if (res->num_patches >= res->max_patches)
		return r600_cs_refuse_patch(run);
	/* For one without a value, a copy of the whole would be put together on the stack. */
	to = &res->patches[res->num_patches++];
	to->dw = patch->dw;
	to->buffer = patch->buffer;
	to->kind = patch->kind;
	to->value = patch->value;
	return 0;
}

/**
 * r600_cs_patch() - note an address of the packet in hand
 * @run: the run
 * @access: what is touched, and which dword of the payload says where
 * @buffer: index of the relocation entry
 *
 * Return: 0, or -EINVAL with the report filled in if the caller's list is full.
 */
static inline int r600_cs_patch(struct r600_cs_run *run, const struct r600_cs_access *access,
				u32 buffer)
{
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw + 1 + access->dw,
		.kind = access->kind,
		.buffer = buffer,
	});
}

u64 r600_cs_patch_offset(const u32 *dw, enum r600_cs_patch_kind kind);
int r600_cs_insert_clear_state(struct r600_cs_run *run, u32 dw);

/* checker/compute_state.c */
int r600_cs_take_compute_state(struct r600_cs_run *run);
r600_cs_packet_check r600_cs_check_clear_state;
r600_cs_packet_check r600_cs_check_dealloc_state;

/* checker/condition.c */
r600_cs_packet_check r600_cs_check_cond_exec;
r600_cs_packet_check r600_cs_check_cond_write;
r600_cs_packet_check r600_cs_check_copy_dw;

/* checker/cp_dma.c */
r600_cs_packet_check r600_cs_check_cp_dma;

/* checker/dma.c */
int r600_cs_check_dma(struct r600_cs_run *run);

/* checker/draw.c */
r600_cs_packet_check r600_cs_check_set_base;
r600_cs_packet_check r600_cs_check_index_buffer_size;
r600_cs_packet_check r600_cs_check_index_base;
r600_cs_packet_check r600_cs_check_index_type;
r600_cs_packet_check r600_cs_check_num_instances;
r600_cs_packet_check r600_cs_check_draw_index;
r600_cs_packet_check r600_cs_check_draw_index_2;
r600_cs_packet_check r600_cs_check_draw_index_offset;
r600_cs_packet_check r600_cs_check_draw_index_offset_2;
r600_cs_packet_check r600_cs_check_draw_index_auto;
r600_cs_packet_check r600_cs_check_draw_index_immd;
r600_cs_packet_check r600_cs_check_draw_indirect;
r600_cs_packet_check r600_cs_check_draw_index_indirect;

/* checker/dispatch.c */
r600_cs_packet_check r600_cs_check_dispatch_direct;
r600_cs_packet_check r600_cs_check_dispatch_indirect;

/* checker/resource.c */
r600_cs_packet_check r600_cs_check_set_resource;
r600_cs_packet_check r600_cs_check_set_sampler;
r600_cs_packet_check r600_cs_check_set_bool_const;
r600_cs_packet_check r600_cs_check_set_loop_const;
r600_cs_packet_check r600_cs_check_set_ctl_const;

/* checker/predicate.c */
r600_cs_packet_check r600_cs_check_set_predication;
r600_cs_packet_check r600_cs_check_strmout_buffer_update;
r600_cs_packet_check r600_cs_check_set_append_cnt;
int r600_cs_check_append_count(struct r600_cs_run *run, u32 dword, u32 start);

/* checker/packets.c */
r600_cs_packet_check r600_cs_check_nop;
r600_cs_packet_check r600_cs_check_context_control;
r600_cs_packet_check r600_cs_check_mode_control;
r600_cs_packet_check r600_cs_check_wait_reg_mem;
r600_cs_packet_check r600_cs_check_mem_write;
r600_cs_packet_check r600_cs_check_pfp_sync_me;
r600_cs_packet_check r600_cs_check_surface_sync;

/* checker/events.c */
r600_cs_packet_check r600_cs_check_event_write;
r600_cs_packet_check r600_cs_check_event_write_eop;
r600_cs_packet_check r600_cs_check_event_write_eos;

/* checker/reg_names.c */
const char *r600_cs_reg_name(enum r600_cs_class class, u32 offset);
int r600_cs_refuse_reg(struct r600_cs_run *run, u32 offset, u64 value,
		       u64 limit, const char *rule);

/* checker/regs.c */
const u8 *r600_cs_policies(const struct r600_cs_input *in);
r600_cs_packet_check r600_cs_check_set_config_reg;
r600_cs_packet_check r600_cs_check_set_context_reg;

#endif

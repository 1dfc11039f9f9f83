/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef R600_CS_CHECKER_H
#define R600_CS_CHECKER_H

#include <linux/types.h>

/*
 * Interface of the command-stream checker. The checker is kernel-free: it sees
 * a private copy of the stream and a description of the buffers, and answers
 * with a verdict and a list of addresses to fill in. It takes no lock, allocates
 * nothing and needs no GPU address.
 */

enum r600_cs_class {
	R600_CS_EVERGREEN,	/* Cedar to Caicos, Palm, Sumo, Sumo2 */
	R600_CS_CAYMAN,		/* Cayman and Aruba */
};

enum r600_cs_engine {
	R600_CS_GFX,
	R600_CS_COMPUTE,
	R600_CS_DMA,
};

/**
 * struct r600_cs_chip - what the rules depend on, constant for a card
 * @class: command language
 * @num_backends: render backends, counting those that are fused off: each
 *	has its 16 bytes in what ZPASS_DONE writes; at least 1
 * @num_se: shader engines, 1 or 2
 * @num_pipes: tile pipes: 1, 2, 4 or 8
 * @num_banks: DRAM banks: 4, 8 or 16
 * @group_bytes: pipe interleave: 256 or 512
 * @row_bytes: DRAM row: 1024, 2048 or 4096
 */
struct r600_cs_chip {
	enum r600_cs_class class;
	u32 num_backends;
	u32 num_se;
	u32 num_pipes;
	u32 num_banks;
	u32 group_bytes;
	u32 row_bytes;
};

/* Domains as in radeon_drm.h, repeated here to stay free of UAPI headers. */
#define R600_CS_DOMAIN_CPU	0x1
#define R600_CS_DOMAIN_GTT	0x2
#define R600_CS_DOMAIN_VRAM	0x4

/**
 * struct r600_cs_buffer - one relocation entry, resolved
 * @size: bytes that the stream may touch
 * @read_domains: R600_CS_DOMAIN_* that reads may use; 0 means not readable
 * @write_domain: R600_CS_DOMAIN_* for writes; 0 means not writable
 * @tiling: RADEON_TILING_* flags of the buffer, as GEM_SET_TILING stored them
 * @pitch: pitch in bytes that goes with @tiling
 * @align: bytes that its address will be a multiple of, a power of two; 0 if
 *	that is as much as any surface needs
 */
struct r600_cs_buffer {
	u64 size;
	u32 read_domains;
	u32 write_domain;
	u32 tiling;
	u32 pitch;
	u32 align;
};

/* How an address is filled in once the buffer has one. */
enum r600_cs_patch_kind {
	R600_CS_PATCH_LO_HI8,	/* dw: bits 31:0; dw + 1: bits 39:32 in 7:0 */
	R600_CS_PATCH_BASE256,	/* dw: address >> 8 */
	R600_CS_PATCH_VERTEX,	/* as LO_HI8, but bits 39:32 are in dw + 2; */
				/* dw + 1: last byte, from @value */
	R600_CS_PATCH_DMA_COPY,	/* as LO_HI8, but bits 39:32 are in dw + 2 */
	R600_CS_PATCH_DMA_BROADCAST,	/* the same with dw + 3 */
	R600_CS_PATCH_DMA_FILL,	/* the same with dw + 2, in 23:16 */
	R600_CS_PATCH_VALUE,	/* dw: @value, whatever the address */
	R600_CS_PATCH_START256,	/* dw: (address >> 8) + @value, whatever is there */
	R600_CS_PATCH_CLEAR_STATE,	/* before dw, which may be the end: a */
				/* CLEAR_STATE, see r600_cs_copy() */
};

/**
 * struct r600_cs_patch - one address in the stream that belongs to a buffer
 * @dw: dword index in the IB of the low (or only) address dword
 * @kind: enum r600_cs_patch_kind
 * @buffer: index into r600_cs_input.buffers
 * @value: what else the kind needs
 *
 * The stream holds the offset into the buffer; applying the patch adds the
 * buffer's GPU address to it, but for the last three kinds. R600_CS_PATCH_CLEAR_STATE
 * has no buffer. Of R600_CS_PATCH_VALUE, the stream holds a size that goes
 * beyond the buffer, and gets one that does not, or fields that get the tiling of
 * the buffer.
 */
struct r600_cs_patch {
	u32 dw : 24;
	u32 kind : 8;
	u32 buffer;
	u32 value;
};

/**
 * struct r600_cs_report - why a stream was refused
 * @dw: dword index where the offending packet starts
 * @header: its header
 * @packet: packet name, or NULL if it has none
 * @field: the register or field that is wrong, or NULL for the header
 * @value: its value
 * @limit: the bound that it broke, or 0 if the rule has none
 * @rule: what would be accepted, as the tail of a sentence
 *
 * All strings are constants of the checker.
 */
struct r600_cs_report {
	u32 dw;
	u32 header;
	const char *packet;
	const char *field;
	u64 value;
	u64 limit;
	const char *rule;
};

/* What a mailbox of &r600_cs_input.clean_start has room for: any dispatch, see checker/rat.c. */
#define R600_CS_MAILBOX_BYTES	0x80000

/* Bytes that hold any sentence of r600_cs_describe(). */
#define R600_CS_REPORT_BYTES	256

/* Registers that are followed; a multiple of 32. */
#define R600_CS_TRACKED_REGS	1184

/**
 * struct r600_cs_bank - what registers hold
 * @set: a bit for each register whose value is known
 * @value: that value
 * @note: the relocation that came with it, or where in the IB it is
 */
struct r600_cs_bank {
	u32 set[R600_CS_TRACKED_REGS / 32];
	u32 value[R600_CS_TRACKED_REGS];
	u32 note[R600_CS_TRACKED_REGS];
};

/**
 * struct r600_cs_workspace - memory of one check, 30 KiB
 * @bank: state of draws, of compute, and of both if they have it in common
 *
 * Nobody but the checker looks into it, and nobody has to clear it: what another stream
 * has left there makes no difference to a verdict.
 */
struct r600_cs_workspace {
	struct r600_cs_bank bank[3];
};

/**
 * struct r600_cs_input - one indirect buffer to check
 * @chip: the card
 * @engine: the ring that it is for
 * @ib: private copy of the stream; never written by the checker
 * @ndw: its length in dwords
 * @buffers: the relocation entries
 * @num_buffers: how many
 * @keep_tiling: the stream says how its surfaces are tiled; without it the
 *	buffers do (checker/tiling.c)
 * @clean_start: what the kernel has seen to before the stream, see
 *	"Clean start" in r600_cs_checker.c; without it draws and dispatches are
 *	refused
 * @no_rats: random access targets are refused, which are bounded but for where a
 *	shader has results returned; with @vm it does not count
 * @vm: the stream runs in an address space of its own (Cayman and Aruba), whose
 *	page tables bound what it touches: it holds addresses, not offsets, no
 *	patch with a buffer comes of it and @buffers do not count
 */
struct r600_cs_input {
	const struct r600_cs_chip *chip;
	enum r600_cs_engine engine;
	const u32 *ib;
	u32 ndw;
	const struct r600_cs_buffer *buffers;
	u32 num_buffers;
	bool keep_tiling;
	bool clean_start;
	bool no_rats;
	bool vm;
};

/**
 * struct r600_cs_result - the verdict
 * @patches: caller's array
 * @max_patches: its length; r600_cs_max_patches() is always enough
 * @num_patches: out: how many are used
 * @ndw: out: dwords of the stream once r600_cs_copy() has copied it
 * @workspace: caller's memory for the time of the check
 * @report: out: filled in when the stream is refused
 */
struct r600_cs_result {
	struct r600_cs_patch *patches;
	u32 max_patches;
	u32 num_patches;
	u32 ndw;
	struct r600_cs_workspace *workspace;
	struct r600_cs_report report;
};

u32 r600_cs_max_patches(u32 ndw);
const char *r600_cs_packet_name(u8 opcode);
int r600_cs_check(const struct r600_cs_input *in, struct r600_cs_result *res);
void r600_cs_describe(const struct r600_cs_report *report, char *buf,
		      size_t size);
void r600_cs_copy(u32 *to, const u32 *ib, u32 ndw,
		  const struct r600_cs_result *res);
void r600_cs_apply(u32 *ib, const struct r600_cs_patch *patch, u64 gpu_addr);

#endif

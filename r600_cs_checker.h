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
 */
struct r600_cs_chip {
	/** @class: command language */
	enum r600_cs_class class;

	/**
	 * @num_backends: render backends, counting those that are fused off: each has its 16 bytes
	 * in what ZPASS_DONE writes and SET_PREDICATION reads; at least 1
	 */
	u32 num_backends;

	/** @num_se: shader engines, 1 or 2 */
	u32 num_se;

	/** @num_pipes: tile pipes: 1, 2, 4 or 8 */
	u32 num_pipes;

	/** @num_banks: DRAM banks: 4, 8 or 16 */
	u32 num_banks;

	/** @group_bytes: pipe interleave: 256 or 512 */
	u32 group_bytes;
};

/* Domains as in radeon_drm.h, repeated here to stay free of UAPI headers. */
#define R600_CS_DOMAIN_CPU	0x1
#define R600_CS_DOMAIN_GTT	0x2
#define R600_CS_DOMAIN_VRAM	0x4

/**
 * struct r600_cs_buffer - one relocation entry, resolved
 */
struct r600_cs_buffer {
	/** @size: bytes that the stream may touch */
	u64 size;

	/** @read_domains: R600_CS_DOMAIN_* that reads may use; 0 means not readable */
	u32 read_domains;

	/** @write_domain: R600_CS_DOMAIN_* for writes; 0 means not writable */
	u32 write_domain;

	/** @tiling: RADEON_TILING_* flags of the buffer, as GEM_SET_TILING stored them */
	u32 tiling;

	/**
	 * @align: bytes that its address will be a multiple of, a power of two; 0 if that is as
	 * much as any surface needs
	 */
	u32 align;
};

/* How an address is filled in once the buffer has one: in two dwords, from BASE256 on in one. */
enum r600_cs_patch_kind {
	R600_CS_PATCH_LO_HI8,	/* dw: bits 31:0; dw + 1: bits 39:32 in 7:0 */
	R600_CS_PATCH_VERTEX,	/* as LO_HI8, but bits 39:32 are in dw + 2; */
				/* dw + 1: last byte, from @value */
	R600_CS_PATCH_VERTEX_BYTE,	/* the same, but the first byte of the buffer alone, */
				/* whatever is there */
	R600_CS_PATCH_DMA_COPY,	/* as LO_HI8, but bits 39:32 are in dw + 2 */
	R600_CS_PATCH_DMA_BROADCAST,	/* the same with dw + 3 */
	R600_CS_PATCH_DMA_FILL,	/* the same with dw + 2, in 23:16 */
	R600_CS_PATCH_BASE256,	/* dw: address >> 8 */
	R600_CS_PATCH_START256,	/* dw: (address >> 8) + @value, whatever is there */
	R600_CS_PATCH_VALUE,	/* dw: @value, whatever the address */
	R600_CS_PATCH_CLEAR_STATE,	/* before dw, which may be the end: a */
				/* CLEAR_STATE, see r600_cs_copy() */
};

/**
 * struct r600_cs_patch - one address in the stream that belongs to a buffer
 *
 * The stream holds the offset into the buffer; applying the patch adds the
 * buffer's GPU address to it, but for R600_CS_PATCH_VERTEX_BYTE and the last three
 * kinds. R600_CS_PATCH_CLEAR_STATE has no buffer. Of R600_CS_PATCH_VALUE, the stream
 * holds a size that goes beyond the buffer, and gets one that does not, or fields that
 * get the tiling of the buffer, or the header of a packet that becomes a NOP.
 */
struct r600_cs_patch {
	/** @dw: dword index in the IB of the low (or only) address dword */
	u32 dw;

	/** @buffer: index into r600_cs_input.buffers */
	u16 buffer;

	/** @kind: enum r600_cs_patch_kind */
	u8 kind;

	/** @value: what else the kind needs */
	u32 value;
};

/**
 * struct r600_cs_report - why a stream was refused
 *
 * All strings are constants of the checker.
 */
struct r600_cs_report {
	/** @dw: dword index where the offending packet starts */
	u32 dw;

	/** @header: its header */
	u32 header;

	/** @packet: packet name, or NULL if it has none */
	const char *packet;

	/** @field: the register or field that is wrong, or NULL for the header */
	const char *field;

	/** @value: its value */
	u64 value;

	/** @limit: the bound that it broke, or 0 if the rule has none */
	u64 limit;

	/** @rule: what would be accepted, as the tail of a sentence */
	const char *rule;
};

/* What a mailbox of &r600_cs_input.clean_start has room for: any dispatch, see checker/rat.c. */
#define R600_CS_MAILBOX_BYTES	0x80000

/* Relocation entries of a stream: a patch has 16 bits for the index of one. */
#define R600_CS_MAX_BUFFERS	0x10000

/* Bytes that hold any sentence of r600_cs_describe(). */
#define R600_CS_REPORT_BYTES	256

/* Registers that are followed; a multiple of 32. */
#define R600_CS_TRACKED_REGS	1184

/**
 * struct r600_cs_bank - registers of one state
 */
struct r600_cs_bank {
	/** @set: a bit for each register whose value is known */
	u32 set[R600_CS_TRACKED_REGS / 32];

	/** @value: what was written last to those registers */
	u32 value[R600_CS_TRACKED_REGS];

	/**
	 * @origin: of those with an address, the relocation that came with it; of CB_COLORn_DIM,
	 * where in the IB it is, or 0
	 */
	u32 origin[R600_CS_TRACKED_REGS];

	/** @since: a bit for each register that a CLEAR_STATE has not reset, or that is set since */
	u32 since[R600_CS_TRACKED_REGS / 32];
};

/**
 * struct r600_cs_workspace - memory of one check, 30 KiB
 *
 * Nobody but the checker looks into it, and nobody has to clear it: what another stream
 * has left there makes no difference to a verdict.
 */
struct r600_cs_workspace {
	/**
	 * @bank: state of draws, of compute, and of both if they have it in common; the last two
	 * once a stream has state of compute
	 */
	struct r600_cs_bank bank[3];
};

/**
 * struct r600_cs_input - one indirect buffer to check
 */
struct r600_cs_input {
	/** @chip: the card */
	const struct r600_cs_chip *chip;

	/** @engine: the ring that it is for */
	enum r600_cs_engine engine;

	/** @ib: private copy of the stream; never written by the checker */
	const u32 *ib;

	/** @ndw: its length in dwords */
	u32 ndw;

	/** @buffers: the relocation entries */
	const struct r600_cs_buffer *buffers;

	/** @num_buffers: entries of @buffers, at most R600_CS_MAX_BUFFERS */
	u32 num_buffers;

	/**
	 * @keep_tiling: the stream says how its surfaces are tiled; without it the buffers do
	 * (checker/tiling.c)
	 */
	bool keep_tiling;

	/**
	 * @clean_start: what the kernel has seen to before the stream, see "Clean start" in
	 * r600_cs_checker.c; without it draws and dispatches are refused
	 */
	bool clean_start;

	/**
	 * @no_rats: random access targets are refused, which are bounded but for where a shader has
	 * results returned; with @vm it does not count
	 */
	bool no_rats;

	/**
	 * @vm: the stream runs in an address space of its own (Cayman and Aruba), whose page tables
	 * bound what it touches: it holds addresses, not offsets, no patch with a buffer comes of
	 * it and @buffers do not count
	 */
	bool vm;
};

/**
 * struct r600_cs_result - the verdict
 */
struct r600_cs_result {
	/** @patches: caller's array */
	struct r600_cs_patch *patches;

	/** @max_patches: its length; r600_cs_max_patches() is always enough */
	u32 max_patches;

	/** @num_patches: out: how many are used */
	u32 num_patches;

	/** @ndw: out: dwords of the stream once r600_cs_copy() has copied it */
	u32 ndw;

	/** @cp_dma: out: it has CP_DMA, which the end of the pipe does not wait for */
	bool cp_dma;

	/** @workspace: caller's memory for the time of the check */
	struct r600_cs_workspace *workspace;

	/** @report: out: filled in when the stream is refused */
	struct r600_cs_report report;
};

u32 r600_cs_max_patches(u32 ndw);
const char *r600_cs_packet_name(u8 opcode);
const char *r600_cs_dma_packet_name(u32 header, u32 *dwords);
int r600_cs_check(const struct r600_cs_input *in, struct r600_cs_result *res);
void r600_cs_describe(const struct r600_cs_report *report, char *buf,
		      size_t size);
void r600_cs_copy(u32 *to, const u32 *ib, u32 ndw,
		  const struct r600_cs_result *res);
void r600_cs_apply(u32 *ib, const struct r600_cs_patch *patches, u32 num_patches,
		   const u64 *addresses);

#endif

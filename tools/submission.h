/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_SUBMISSION_H
#define TOOLS_SUBMISSION_H

#include <linux/types.h>

#include "r600_cs_checker.h"

/* Bits of the flags chunk, radeon_drm.h. */
#define LINT_FLAG_KEEP_TILING	0x1
#define LINT_FLAG_USE_VM	0x2
#define LINT_FLAG_END_OF_FRAME	0x4
/* Dwords of an entry of the relocation chunk: handle, read, write, flags. */
#define LINT_RELOC_DWORDS	4

/**
 * struct lint_words - dwords that are being collected
 * @dw: the dwords
 * @n: how many
 * @max: how many there is room for
 */
struct lint_words {
	u32 *dw;
	u32 n;
	u32 max;
};

/**
 * struct lint_buffer - what is known of a buffer besides what the checker sees
 * @handle: number that the client has for it, or 0
 * @address: of its first byte on the card or in the address space, or 0
 */
struct lint_buffer {
	u32 handle;
	u64 address;
};

/**
 * struct lint_submission - a stream with all that belongs to it
 * @number: from 1 within its file
 * @chip: the card
 * @chip_known: somebody said which
 * @submitted: the CS ioctl was given it, so that its rules hold, too
 * @engine: the ring that it is for
 * @ring: number of that ring in the flags chunk; 0 to 2 are those of @engine
 * @flags: LINT_FLAG_*
 * @clean_start: see struct r600_cs_input
 * @no_rats: likewise
 * @sizes_known: those of @buffers are not made up
 * @no_relocs: its relocations are not known, and the stream may hold addresses;
 *	@buffers, if any, are those that it used
 * @total_ndw: dwords that it had; more than @ib has if the dump is cut
 * @ib: the stream
 * @relocs_dwords: length of the relocation chunk
 * @buffers: by relocation entry
 * @about: the same
 * @num_buffers: how many
 * @max_buffers: how many there is room for
 */
struct lint_submission {
	u32 number;
	struct r600_cs_chip chip;
	bool chip_known;
	bool submitted;
	enum r600_cs_engine engine;
	u32 ring;
	u32 flags;
	bool clean_start;
	bool no_rats;
	bool sizes_known;
	bool no_relocs;
	u32 total_ndw;
	struct lint_words ib;
	u32 relocs_dwords;
	struct r600_cs_buffer *buffers;
	struct lint_buffer *about;
	u32 num_buffers;
	u32 max_buffers;
};

/**
 * struct lint_verdict - what the kernel would say
 * @accepted: it would run
 * @text: if not, why, as a sentence
 * @patches: where which buffer's address goes; up to the packet that is refused
 * @num_patches: how many
 * @max_patches: how many there is room for
 * @stand_ins: for a submission without relocations
 * @num_stand_ins: how many
 */
struct lint_verdict {
	bool accepted;
	char text[R600_CS_REPORT_BYTES];
	struct r600_cs_patch *patches;
	u32 num_patches;
	u32 max_patches;
	struct r600_cs_buffer *stand_ins;
	u32 num_stand_ins;
};

bool lint_words_add(struct lint_words *words, u32 value);
bool lint_add_buffer(struct lint_submission *sub, const struct r600_cs_buffer *buffer,
		     const struct lint_buffer *about);
void lint_reset_submission(struct lint_submission *sub);
void lint_free_submission(struct lint_submission *sub);
void lint_check(const struct lint_submission *sub, struct lint_verdict *verdict);
void lint_free_verdict(struct lint_verdict *verdict);
bool lint_uses_vm(const struct lint_submission *sub);

#endif

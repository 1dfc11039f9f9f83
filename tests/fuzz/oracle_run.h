/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ORACLE_RUN_H
#define ORACLE_RUN_H

#include "r600_cs_checker.h"

/* The executor of oracle.c while it runs a stream without a VM. */
struct run {
	const struct r600_cs_input *in;
	const struct r600_cs_result *res;
	u32 at;			/* the packet */
	u32 patch;		/* next patch to be used */
	u32 reloc;		/* next relocation to be used */
	bool predicated;	/* a predicate of this stream has counted */
	u32 index_bytes;
	u64 indirect_bytes;	/* behind SET_BASE's address */
	u64 index_base_bytes;	/* behind INDEX_BASE's address */
	u64 index_buffer_size;
	bool state_freed;	/* of compute */
	bool one_state;		/* of draws and compute together */
	bool clears;		/* CLEAR_STATE does */
	bool computes;		/* there was a packet of compute */
	u32 taken;		/* a bit for each condition in turn */
	bool depends;		/* there was one */
	u32 selected;		/* a bit for each shader engine */
	/* by dword offset from 0x8000 and from 0x28000, for draws and compute */
	struct reg {
		bool set;
		u32 value;
		u32 dw;		/* where it was written */
		u64 left;	/* bytes behind the address to the buffer's end */
		bool reads, writes;
	} regs[2][0x2c00 / 4 + 0x1000 / 4];
	struct {
		struct reg base, size;
		u32 item[2];
	} spill[2][6];		/* by shader engine */
	bool dispatch;		/* whose state the checks look at */
};

static inline struct reg *reg_of(struct run *run, bool compute, u32 offset)
{
	if (offset < 0x28000)
		return &run->regs[0][(offset - 0x8000) / 4];
	return &run->regs[compute && !run->one_state]
			 [(0x2c00 + offset - 0x28000) / 4];
}

/* As the draw or dispatch in hand finds it. */
static inline struct reg *reg(struct run *run, u32 offset)
{
	return reg_of(run, run->dispatch, offset);
}

/* What the dword of a register becomes. */
u32 oracle_patched(const struct run *run, u32 dw, u32 value);

/* What a draw or dispatch would do wrong with these registers, or NULL. */
const char *oracle_draw(struct run *run);
const char *oracle_dispatch(struct run *run);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Tables of plain storage: one line per register or per series of equal ones,
 * named after its first member.
 */
#ifndef GFX_REGS_H
#define GFX_REGS_H

#include "gpu.h"

#define STORE(off, nm, n, step, src) \
	{ .offset = (off), .name = (nm), .writable = UINT32_MAX, .source = (src), \
	  .count = (n), .stride = (step) }

/* From the kernel, from Mesa; S: a series of @n, @step bytes apart. */
#define K(off, nm)		STORE(off, nm, 1, 4, SRC_KERNEL)
#define KS(off, nm, n, step)	STORE(off, nm, n, step, SRC_KERNEL)
#define M(off, nm)		STORE(off, nm, 1, 4, SRC_MESA)
#define MS(off, nm, n, step)	STORE(off, nm, n, step, SRC_MESA)

/* gfx_regs_context.c */
void gfx_context_regs_add(struct gpu *gpu);

#endif

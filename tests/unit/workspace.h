/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef WORKSPACE_H
#define WORKSPACE_H

#include "r600_cs_checker.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define WORKSPACE_MSAN	1
#endif
#endif
#ifndef WORKSPACE_MSAN
#define WORKSPACE_MSAN	0
#define __msan_poison(memory, bytes)	do { } while (0)
#endif

/*
 * Give a workspace what other streams may have left in it, before each check: the same
 * word everywhere, which is a value, a relocation or a place in the IB to whoever reads
 * it. Under MSan nobody may.
 */
static inline void workspace_fill(struct r600_cs_workspace *ws, u32 word)
{
	u32 i, *at = (u32 *)ws;

	for (i = 0; i < sizeof(*ws) / sizeof(*at); i++)
		at[i] = word;
	__msan_poison(ws, sizeof(*ws));
}

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The registers of a colour slot, for those who draw into it and those who store to it.
 */
#ifndef SQ_TARGET_H
#define SQ_TARGET_H

#include "surface.h"

#define SQ_SLOT_FORMAT(info)	((info) >> 2 & 0x3f)
#define SQ_SLOT_NUMBER(info)	((info) >> 12 & 7)
#define SQ_SLOT_SWAP(info)	((info) >> 15 & 3)
#define SQ_SLOT_SOURCE(info)	((info) >> 24 & 3)
#define SQ_SLOT_ENDIAN		3u
#define SQ_SLOT_MASKS		(3u << 17)	/* FAST_CLEAR, COMPRESSION */
#define SQ_SLOT_RAT		(1u << 26)

enum { SQ_EXPORT_32 = 0, SQ_EXPORT_16 = 1 };	/* SOURCE_FORMAT */

/* In the order of their addresses. */
struct sq_slot {
	uint32_t base, pitch, slice, view, info, attrib, dim;
};

#define SQ_SLOT_REGISTERS	7u

/* Where the registers of slot @n begin. */
uint32_t sq_slot_register(unsigned int n);
/*
 * Surface and view, as wide and high as pitch and slice are; not checked. @memory has what
 * registers of the slot do not say: pipes, groups, samples.
 */
void sq_slot_surface(struct sq_surface *s, const struct sq_slot *slot, const struct tiling *memory);

#endif

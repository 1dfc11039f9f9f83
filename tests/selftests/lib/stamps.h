/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Stamps tell what a buffer has to hold: words at odd places that are of one buffer, one
 * version of its contents, and one place in it.
 */
#ifndef SELFTEST_STAMPS_H
#define SELFTEST_STAMPS_H

#include "bo.h"

static inline uint64_t stamp(uint32_t buffer, uint32_t version, uint64_t offset)
{
	return ((uint64_t)buffer << 16 | version) << 32 | offset;
}

/* The CPU reads those that lie @stride bytes apart: 0, or 1 + the first offset that is wrong. */
static inline uint64_t stamps_wrong(const struct bo *bo, uint64_t stride, uint32_t buffer,
				    uint32_t version)
{
	uint64_t at;

	for (at = 0; at < bo->size; at += stride)
		if (bo->u64[at / 8] != stamp(buffer, version, at))
			return at + 1;
	return 0;
}

#endif

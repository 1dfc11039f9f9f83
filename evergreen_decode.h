/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DECODE_H
#define EVERGREEN_DECODE_H

#include <linux/types.h>

struct drm_printer;
struct evergreen_ring;

/**
 * struct evergreen_words - packets to be shown
 */
struct evergreen_words {
	/** @words: memory that holds them */
	const u32 *words;

	/** @mask: of an index into @words: a ring wraps, for anything else U32_MAX */
	u32 mask;

	/** @first: index of the first packet's header */
	u32 first;

	/** @count: dwords from there on */
	u32 count;

	/** @dma: the language is that of the DMA engines, else PM4 */
	bool dma;
};

void evergreen_decode(struct drm_printer *p, const struct evergreen_words *words);
void evergreen_decode_ring(struct drm_printer *p, struct evergreen_ring *ring);

#endif

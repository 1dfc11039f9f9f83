/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Pages that a slice of a draw reads and writes.
 */
#ifndef PAGE_CACHE_H
#define PAGE_CACHE_H

#include "gpu.h"

#define PAGES	512u

struct page_cache {
	struct gpu *gpu;
	unsigned int vmid;
	uint64_t slice;		/* the first has number 1 */
	/* To read from, and to write to; at is NULL: it is not to be had. The key has the slice, too. */
	struct { uint64_t key; uint8_t *at; } kept[2][PAGES];
};

/* Before a slice: whatever was kept may have moved. The first time, all is zero. */
void page_cache_start(struct page_cache *pages, struct gpu *gpu, unsigned int vmid);
/* As gpu_mc_read() of CLIENT_GFX. */
bool page_cache_read(struct page_cache *pages, uint64_t addr, void *data, size_t size);
/* Likewise gpu_mc_write(). */
bool page_cache_write(struct page_cache *pages, uint64_t addr, const void *data, size_t size);

#endif

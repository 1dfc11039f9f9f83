/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Pages that a slice of a draw reads.
 */
#ifndef PAGES_H
#define PAGES_H

#include "gpu.h"

#define PAGES	64u

struct pages {
	struct gpu *gpu;
	unsigned int vmid;
	struct { uint64_t page; const uint8_t *at; } kept[PAGES];	/* at is NULL: it is not to be had */
};

/* Before a slice: whatever was kept may have moved. */
void pages_start(struct pages *pages, struct gpu *gpu, unsigned int vmid);
/* As gpu_mc_read() of CLIENT_GFX. */
bool pages_read(struct pages *pages, uint64_t addr, void *data, size_t size);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whose memory lies behind the page tables. */
enum pages_of { PAGES_STRANGER, PAGES_CLIENT, PAGES_STREAM };

#define PAGES_VRAM	0x100000u	/* bytes of VRAM that it takes */
#define PAGES_IB	0x100000ull	/* where clients see their stream; it may not be written */
#define PAGES_IB_BUS	0x4000000000ull	/* where it really is */
#define PAGES_IB_BYTES	0x100000u

struct gpu;

void pages_init(struct gpu *gpu, void *vram);
enum pages_of pages_find(bool system, uint64_t addr, size_t len);

#endif

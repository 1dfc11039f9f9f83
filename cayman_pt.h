/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_PT_H
#define CAYMAN_PT_H

#include <linux/sizes.h>
#include <linux/types.h>

#include "evergreen_kernel_bo.h"

struct evergreen_device;

/* Pages of 4 KiB in an address space: 8 GiB. */
#define CAYMAN_VM_PAGES		(1u << 21)
/* Entries in one table, 32 KiB of them, as a power of two. */
#define CAYMAN_PT_SHIFT		12
#define CAYMAN_PT_ENTRIES	(1u << CAYMAN_PT_SHIFT)
#define CAYMAN_PT_TABLES	(CAYMAN_VM_PAGES / CAYMAN_PT_ENTRIES)
/* A directory, in bytes. */
#define CAYMAN_PT_DIR_BYTES	(CAYMAN_PT_TABLES * sizeof(u64))
#define CAYMAN_PT_DIR_ALIGN	SZ_32K

/**
 * struct cayman_pt - the page tables of one address space
 */
struct cayman_pt {
	/** @dir: the directory, in VRAM */
	struct evergreen_kernel_bo dir;

	/** @tables: what it points to; none as long as nothing has been mapped in its range */
	struct evergreen_kernel_bo tables[CAYMAN_PT_TABLES];
};

/**
 * struct cayman_pt_source - what a range of pages is to show
 */
struct cayman_pt_source {
	/** @pages: bus addresses of the pages, or NULL if they follow each other */
	const dma_addr_t *pages;

	/** @base: address of the first page if so */
	u64 base;

	/** @flags: GPU_PTE_* bits; 0 makes the entries invalid */
	u64 flags;
};

int cayman_pt_init(struct evergreen_device *edev, struct cayman_pt *pt);
void cayman_pt_fini(struct cayman_pt *pt);
u64 cayman_pt_missing(const struct cayman_pt *pt, u64 first, u64 n);
int cayman_pt_alloc(struct evergreen_device *edev, struct cayman_pt *pt, u64 first, u64 n);
void cayman_pt_write(struct cayman_pt *pt, u64 first, u64 n,
		     const struct cayman_pt_source *source);

#endif

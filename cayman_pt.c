// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Page tables
 *
 * An address space has 2^21 pages of 4 KiB. A directory of 512 entries in VRAM
 * points to page tables of 4096 entries, 32 KiB each, which are made when
 * something is mapped in their range and stay until the address space dies. All
 * are pinned: the directory's entries never change once they are set.
 *
 * The CPU writes them through BAR0. A directory's or table's address is a GPU
 * address; an entry holds a bus address, or an offset into the card's memory:
 * what counts there is the memory's own address, not where the GPU's address map
 * shows it (Aruba's lies in system memory, FUS_MC_VM_FB_OFFSET says where).
 *
 * How much a user can pin with them is limited (cayman_quota.c).
 *
 * Missing: fragments, which let one TLB entry serve for several pages in a row.
 *
 * Source of the facts: the radeon driver in Linux 6.12; for what an entry for
 * VRAM holds, the amdgpu driver on the next generation of this memory controller.
 */
#include <linux/io-64-nonatomic-lo-hi.h>

#include <drm/radeon_drm.h>

#include "cayman_pt.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

#define TABLE_BYTES	(CAYMAN_PT_ENTRIES * sizeof(u64))

/**
 * cayman_pt_init() - make an empty directory
 * @edev: the card
 * @pt: zeroed
 *
 * Return: 0 or the error of evergreen_kernel_bo_create().
 */
int cayman_pt_init(struct evergreen_device *edev, struct cayman_pt *pt)
{
	return evergreen_kernel_bo_create(edev, &pt->dir, CAYMAN_PT_DIR_BYTES, CAYMAN_PT_DIR_ALIGN,
					  RADEON_GEM_DOMAIN_VRAM);
}

/**
 * cayman_pt_fini() - free the tables
 * @pt: tables that no job uses any more, or that cayman_pt_init() has not made
 */
void cayman_pt_fini(struct cayman_pt *pt)
{
	u32 i;

	for (i = 0; i < CAYMAN_PT_TABLES; i++)
		evergreen_kernel_bo_free(&pt->tables[i]);
	evergreen_kernel_bo_free(&pt->dir);
}

static int add_table(struct evergreen_device *edev, struct cayman_pt *pt, u32 index)
{
	struct evergreen_kernel_bo *table = &pt->tables[index];
	int ret;

	ret = evergreen_kernel_bo_create(edev, table, TABLE_BYTES, 0, RADEON_GEM_DOMAIN_VRAM);
	if (ret)
		return ret;
	if (!evergreen_gart_lock(edev)) {
		evergreen_kernel_bo_free(table);
		return -ENODEV;
	}

	/* That the table is empty must be seen before the table is. */
	wmb();
	evergreen_hdp_flush(edev);
	writeq((table->gpu_addr & GPU_PTE_ADDRESS) | GPU_PTE_VALID, &pt->dir.entries[index]);
	evergreen_gart_unlock(edev);
	return 0;
}

/**
 * cayman_pt_missing() - find out what the tables for a range will take
 * @pt: the tables
 * @first: first page
 * @n: how many, not 0; the range is in the address space
 *
 * Context: as cayman_pt_alloc().
 *
 * Return: bytes of VRAM.
 */
u64 cayman_pt_missing(const struct cayman_pt *pt, u64 first, u64 n)
{
	u32 last = (first + n - 1) >> CAYMAN_PT_SHIFT;
	u64 bytes = 0;
	u32 i;

	for (i = first >> CAYMAN_PT_SHIFT; i <= last; i++)
		bytes += pt->tables[i].bo ? 0 : TABLE_BYTES;
	return bytes;
}

/**
 * cayman_pt_alloc() - have tables for a range
 * @edev: the card
 * @pt: the tables
 * @first: first page
 * @n: how many, not 0; the range is in the address space
 *
 * Context: one caller at a time for each address space.
 *
 * Return: 0, or an error of evergreen_kernel_bo_create(); tables that were made by then stay.
 */
int cayman_pt_alloc(struct evergreen_device *edev, struct cayman_pt *pt, u64 first, u64 n)
{
	u32 last = (first + n - 1) >> CAYMAN_PT_SHIFT;
	u32 i;
	int ret;

	for (i = first >> CAYMAN_PT_SHIFT; i <= last; i++) {
		ret = pt->tables[i].bo ? 0 : add_table(edev, pt, i);
		if (ret)
			return ret;
	}
	return 0;
}

/* Loops of their own, unrolled: there may be 16384 entries to write for one submission. */
static void write_pages(u64 __iomem *to, u32 n, const dma_addr_t *pages, u64 flags)
{
	u32 i;

#pragma GCC unroll 8
	for (i = 0; i < n; i++)
		writeq((pages[i] & GPU_PTE_ADDRESS) | flags, &to[i]);
}

static void write_range(u64 __iomem *to, u32 n, u64 entry)
{
	u32 i;

#pragma GCC unroll 8
	for (i = 0; i < n; i++, entry += PAGE_SIZE)
		writeq(entry, &to[i]);
}

/* Entries that lie in one table; @source counts from @from. */
static void write_run(u64 __iomem *to, u32 n, const struct cayman_pt_source *source, u64 from)
{
	if (!source->flags)
		memset_io(to, 0, n * sizeof(*to));
	else if (source->pages)
		write_pages(to, n, source->pages + from, source->flags);
	else
		write_range(to, n, (source->base + (from << PAGE_SHIFT)) | source->flags);
}

/**
 * cayman_pt_write() - write entries
 * @pt: the tables
 * @first: first page; its tables and those of the others exist
 * @n: how many
 * @source: what they are to show
 *
 * The card sees them after the next flush of the host data path, and what it has
 * in its TLBs until these are flushed.
 *
 * Context: with evergreen_gart_lock().
 */
void cayman_pt_write(struct cayman_pt *pt, u64 first, u64 n,
		     const struct cayman_pt_source *source)
{
	u64 done, page;
	u32 index, run;

	for (done = 0; done < n; done += run) {
		page = first + done;
		index = page & (CAYMAN_PT_ENTRIES - 1);
		run = min_t(u64, n - done, CAYMAN_PT_ENTRIES - index);
		write_run(&pt->tables[page >> CAYMAN_PT_SHIFT].entries[index], run, source, done);
	}
}

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GART_H
#define EVERGREEN_GART_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "evergreen_kernel_bo.h"

struct evergreen_device;
struct page;

/**
 * struct evergreen_gart - the flat page table of context 0
 */
struct evergreen_gart {
	/** @table: the page table, 8 bytes per 4 KiB page, in VRAM */
	struct evergreen_kernel_bo table;

	/** @num_pages: entries */
	u32 num_pages;

	/** @num_bound: entries that show a page of a buffer; under @lock */
	u32 num_bound;

	/** @dummy: page that unbound entries point to */
	struct page *dummy;

	/** @dummy_dma: its bus address */
	dma_addr_t dummy_dma;

	/**
	 * @empty_dir: Cayman and Aruba: a page directory of zeroes, of the contexts that no ring has
	 * loaded one into
	 */
	struct evergreen_kernel_bo empty_dir;

	/** @lock: held while page tables or TLBs change, see evergreen_gart_lock() */
	struct mutex lock;

	/** @tells: Cayman and Aruba: the card tells when a flush has ended */
	bool tells;

	/**
	 * @outlived: jobs without an address space whose &evergreen_job.emitted_last is not above
	 * this may find in a TLB what a process takes back; a reset follows
	 */
	u64 outlived;

	/** @silent: the card reaches no memory any more; under @lock */
	bool silent;
};

int evergreen_gart_init(struct evergreen_device *edev);
void evergreen_gart_fini(struct evergreen_device *edev);
bool evergreen_gart_lock(struct evergreen_device *edev);
void evergreen_gart_hold(struct evergreen_device *edev);
void evergreen_gart_unlock(struct evergreen_device *edev);
void evergreen_gart_silence(struct evergreen_device *edev);
int evergreen_gart_enable(struct evergreen_device *edev);
void evergreen_gart_forget_fault(struct evergreen_device *edev);
void evergreen_gart_disable(struct evergreen_device *edev);
int evergreen_gart_bind(struct evergreen_device *edev, u32 first_page,
			const dma_addr_t *pages, u32 n, u64 flags);
void evergreen_gart_unbind(struct evergreen_device *edev, u32 first_page, u32 n);
bool evergreen_gart_confirms(const struct evergreen_device *edev);
int evergreen_gart_try_flush(struct evergreen_device *edev);
bool evergreen_gart_flush_contexts(struct evergreen_device *edev, u32 contexts);

#endif

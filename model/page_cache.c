// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: pages that are read again and again
 *
 * From an address to memory there is a long way, past apertures, a TLB and clocks. None of these
 * changes within a slice of a draw, for nothing else runs then. So where a page of VRAM is, is found
 * once in a slice. Memory of the host is asked for each time.
 */
#include <string.h>

#include "page_cache.h"

#define PAGE		4096u
#define NO_PAGE		UINT64_MAX

void page_cache_start(struct page_cache *pages, struct gpu *gpu, unsigned int vmid)
{
	pages->gpu = gpu;
	pages->vmid = vmid;
	for (unsigned int i = 0; i < PAGES; i++)
		pages->kept[i].page = NO_PAGE;
}

bool page_cache_read(struct page_cache *pages, uint64_t addr, void *data, size_t size)
{
	uint64_t page = addr / PAGE;
	unsigned int i = page % PAGES;

	if (pages->kept[i].page == page && pages->kept[i].at && size <= PAGE - addr % PAGE) {
		memcpy(data, pages->kept[i].at + addr % PAGE, size);
		return true;
	}
	if (!gpu_mc_read(pages->gpu, CLIENT_GFX, pages->vmid, addr, data, size))
		return false;
	if (pages->kept[i].page != page) {
		pages->kept[i].page = page;
		pages->kept[i].at = gpu_mc_page(pages->gpu, pages->vmid, page * PAGE);
	}
	return true;
}

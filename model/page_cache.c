// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: pages that are read and written again and again
 *
 * From an address to memory there is a long way, past apertures, a TLB and clocks. None of these
 * changes within a slice of a draw, for nothing else runs then. So where a page of VRAM is, is found
 * once in a slice. Memory of the host is asked for each time.
 */
#include <string.h>

#include "page_cache.h"

#define PAGE		4096u
#define PAGE_BITS	28u		/* of a number: the card has 40 bits for addresses */

void page_cache_start(struct page_cache *pages, struct gpu *gpu, unsigned int vmid)
{
	pages->gpu = gpu;
	pages->vmid = vmid;
	pages->slice++;
}

/* No page if the address has more bits. */
static uint64_t key_of(const struct page_cache *pages, uint64_t page)
{
	return page >> PAGE_BITS ? 0 : pages->slice << PAGE_BITS | page;
}

/* NULL: the long way has to be gone. */
static uint8_t *find(const struct page_cache *pages, bool write, uint64_t addr, size_t size)
{
	uint64_t page = addr / PAGE;
	uint8_t *at = pages->kept[write][page % PAGES].at;

	if (pages->kept[write][page % PAGES].key != key_of(pages, page) || !at || size > PAGE - addr % PAGE)
		return NULL;
	return at + addr % PAGE;
}

static void keep(struct page_cache *pages, bool write, uint64_t addr)
{
	uint64_t page = addr / PAGE;
	unsigned int i = page % PAGES;

	if (pages->kept[write][i].key == key_of(pages, page))
		return;
	pages->kept[write][i].key = key_of(pages, page);
	pages->kept[write][i].at = gpu_mc_page(pages->gpu, pages->vmid, page * PAGE, write);
}

bool page_cache_read(struct page_cache *pages, uint64_t addr, void *data, size_t size)
{
	const uint8_t *at = find(pages, false, addr, size);

	if (at) {
		memcpy(data, at, size);
		return true;
	}
	if (!gpu_mc_read(pages->gpu, CLIENT_GFX, pages->vmid, addr, data, size))
		return false;
	keep(pages, false, addr);
	return true;
}

bool page_cache_write(struct page_cache *pages, uint64_t addr, const void *data, size_t size)
{
	uint8_t *at = find(pages, true, addr, size);

	if (at) {
		memcpy(at, data, size);
		gpu_page_tables_written(pages->gpu,
					(uint64_t)(at - (uint8_t *)gpu_config(pages->gpu)->vram), data, size);
		return true;
	}
	if (!gpu_mc_write(pages->gpu, CLIENT_GFX, pages->vmid, addr, data, size))
		return false;
	keep(pages, true, addr);
	return true;
}

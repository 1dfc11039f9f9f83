// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: what the memory controller sees of page tables
 *
 * What the host stores to VRAM goes through HDP, and the memory controller is sure to
 * see it after an HDP flush only. Stores through a mapped BAR0 reach the model's VRAM
 * unseen, so what is kept back here is the sight of them: a page of VRAM that a walk has
 * met is copied, later walks read the copy, and the next HDP flush copies it again. What
 * the card itself writes goes to both.
 *
 * A page that no walk has met yet is seen as it is, whatever the host has flushed: what
 * was there before is not known. For that case, vm_tlb.c has a rule about the order of both
 * flushes.
 *
 * Source: the kernel's radeon driver, which flushes HDP between the stores and the TLB's
 * flush wherever the host writes tables. That nothing gets through earlier is the worst
 * reading.
 */
#include <string.h>

#include "gpu.h"

#define PAGE	4096u
#define COPIES	1024u

struct page_tables {
	uint64_t tags[COPIES];		/* number of the page plus one; 0 is no copy */
	unsigned int used[COPIES], n_used;	/* those that have a tag */
	uint8_t data[COPIES][PAGE];
};

static struct page_tables *page_tables_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_PAGE_TABLES);
}

static const uint8_t *vram_page(struct gpu *gpu, uint64_t page)
{
	return (const uint8_t *)gpu_config(gpu)->vram + page * PAGE;
}

static uint8_t *find_copy(struct page_tables *tables, uint64_t page)
{
	return tables->tags[page % COPIES] == page + 1 ? tables->data[page % COPIES] : NULL;
}

/**
 * gpu_page_tables_read() - an entry, as the memory controller sees it
 * @gpu: the card
 * @offset: in VRAM, which is there; a multiple of 8
 *
 * Return: the entry.
 */
uint64_t gpu_page_tables_read(struct gpu *gpu, uint64_t offset)
{
	struct page_tables *tables = page_tables_of(gpu);
	uint64_t page = offset / PAGE, entry;
	uint8_t *copy = find_copy(tables, page);

	if (!copy) {
		if (!tables->tags[page % COPIES])
			tables->used[tables->n_used++] = page % COPIES;
		tables->tags[page % COPIES] = page + 1;
		copy = tables->data[page % COPIES];
		memcpy(copy, vram_page(gpu, page), PAGE);
	}
	memcpy(&entry, copy + offset % PAGE, sizeof(entry));
	return entry;
}

/**
 * gpu_page_tables_written() - the card has written to VRAM
 * @gpu: the card
 * @offset: where, not across the end of a page
 * @len: bytes
 */
void gpu_page_tables_written(struct gpu *gpu, uint64_t offset, const void *buf, size_t len)
{
	uint8_t *copy = find_copy(page_tables_of(gpu), offset / PAGE);

	if (copy)
		memcpy(copy + offset % PAGE, buf, len);
}

/**
 * gpu_page_tables_hdp_flushed() - what the host has stored is in VRAM
 * @gpu: the card
 */
void gpu_page_tables_hdp_flushed(struct gpu *gpu)
{
	struct page_tables *tables = page_tables_of(gpu);

	for (unsigned int i = 0; i < tables->n_used; i++) {
		unsigned int used = tables->used[i];

		memcpy(tables->data[used], vram_page(gpu, tables->tags[used] - 1), PAGE);
	}
}

static void page_tables_reset(struct gpu *gpu, void *state)
{
	struct page_tables *tables = state;

	(void)gpu;
	memset(tables->tags, 0, sizeof(tables->tags));
	tables->n_used = 0;
}

const struct gpu_block gpu_block_page_tables = {
	.name = "page_tables",
	.state_size = sizeof(struct page_tables),
	.reset = page_tables_reset,
};

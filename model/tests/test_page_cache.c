// SPDX-License-Identifier: MIT OR GPL-2.0
/* Pages that a slice reads: what is there now, until a slice begins; and each fault is told. */
#include "test_card.h"
#include "page_cache.h"

#define FB_LOCATION	0x2024u
#define AT		0x400ff8u	/* eight bytes, and a page ends */

static uint64_t value(struct page_cache *pages, uint64_t addr)
{
	uint64_t value = 0;

	page_cache_read(pages, addr, &value, sizeof(value));
	return value;
}

int main(void)
{
	struct page_cache pages;
	struct card card;
	uint64_t word;

	card_new(&card, "turks", 0, NULL);
	poke64(&card, AT, 0x1111111111111111);
	poke64(&card, AT + 8, 0x2222222222222222);
	page_cache_start(&pages, card.gpu, 0);
	check(value(&pages, AT) == 0x1111111111111111, "memory is read");
	poke64(&card, AT, 0x3333333333333333);
	check(value(&pages, AT) == 0x3333333333333333, "and again, as it is now");
	check(value(&pages, AT + 4) == 0x2222222233333333, "across the end of a page");
	check(value(&pages, AT + PAGES * 0x1000) == 0, "a page that takes its place");
	check(value(&pages, AT) == 0x3333333333333333, "and the first one once more");
	check(!complaints(&card), "nothing is complained of");
	check(!page_cache_read(&pages, VRAM_SIZE, &word, sizeof(word)) && !page_cache_read(&pages, VRAM_SIZE, &word, sizeof(word)) &&
	      complaints(&card) == 2, "what is not there is told each time");
	gpu_reg_set(card.gpu, FB_LOCATION, 1 | ((1u + ((VRAM_SIZE - 1) >> 24)) << 16));
	page_cache_start(&pages, card.gpu, 0);
	check(value(&pages, (1u << 24) + AT) == 0x3333333333333333, "a slice begins: VRAM is elsewhere now");
	check(!page_cache_read(&pages, AT, &word, sizeof(word)), "and not where it was");
	card_free(&card);
	return test_end();
}

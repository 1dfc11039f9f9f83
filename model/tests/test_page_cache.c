// SPDX-License-Identifier: MIT OR GPL-2.0
/* Pages that a slice reads and writes: what is there now, until a slice begins; and each fault is told. */
#include "test_card.h"
#include "page_cache.h"

#define FB_LOCATION	0x2024u
#define AT		0x400ff8u	/* eight bytes, and a page ends */
#define TABLE		0x10000u
#define GART		0x40000000u

static uint64_t value(struct page_cache *pages, uint64_t addr)
{
	uint64_t value = 0;

	page_cache_read(pages, addr, &value, sizeof(value));
	return value;
}

static void test_writes(void)
{
	const uint64_t first = 0x1111111111111111, second = 0x2222222222222222;
	struct page_cache pages = { 0 };
	struct card card;

	card_new(&card, "turks", 0, NULL);
	page_cache_start(&pages, card.gpu, 0);
	check(page_cache_write(&pages, AT, &first, sizeof(first)) && peek64(&card, AT) == first, "memory is written");
	check(page_cache_write(&pages, AT, &second, sizeof(second)) && peek64(&card, AT) == second, "and again");
	check(page_cache_write(&pages, AT + 4, &first, sizeof(first)) && peek64(&card, AT) == 0x1111111122222222 &&
	      (uint32_t)peek64(&card, AT + 8) == 0x11111111, "across the end of a page");
	gpu_page_tables_read(card.gpu, AT);
	page_cache_write(&pages, AT, &second, sizeof(second));
	check(gpu_page_tables_read(card.gpu, AT) == second, "a page of which there is a copy");
	check(!complaints(&card), "nothing is complained of");
	for (unsigned int i = 1; i < 3; i++)
		check(!page_cache_write(&pages, VRAM_SIZE, &first, sizeof(first)) && complaints(&card) == 1,
		      "what is not there is told each time");
	card_free(&card);
}

/* Of context 0, one page that is in VRAM. */
static void test_read_only(void)
{
	const uint64_t word = 0x1111111111111111;
	struct page_cache pages = { 0 };
	struct card card;

	card_new(&card, "turks", 0, NULL);
	reg(&card, 0x2654, 3 << 3 | 1);
	reg(&card, 0x153c, TABLE >> 12);
	reg(&card, 0x155c, GART >> 12);
	reg(&card, 0x157c, GART >> 12);
	reg(&card, 0x1410, 1);
	poke64(&card, TABLE, (gpu_reg_get(card.gpu, FB_LOCATION) & 0xffffull) << 24 | 0x400000 | 0x21);
	reg(&card, 0x5480, 1);
	reg(&card, 0x1470, 1);
	poke64(&card, 0x400008, word);
	complaints(&card);
	page_cache_start(&pages, card.gpu, 0);
	check(value(&pages, GART + 8) == word && value(&pages, GART + 8) == word && !complaints(&card),
	      "a page that may be read is read");
	for (unsigned int i = 1; i < 3; i++)
		check(!page_cache_write(&pages, GART + 8, &word, sizeof(word)) && complaints(&card) == 1,
		      "and not written, which is told each time");
	card_free(&card);
}

int main(void)
{
	struct page_cache pages = { 0 };
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
	test_writes();
	test_read_only();
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Address spaces of clients on Cayman: walks, faults and what becomes of them, and
 * that rings and buffers see what was invalidated, by whomever.
 */
#include "test_dma.h"

#define DIRECTORY	0x20000u
#define TABLES		0x30000u
#define DEFAULT_PAGE	0x40000u	/* in system memory */
#define IH_RING		0x700000u
#define VRAM_PTE	0x61ull
#define SYSTEM_PTE	0x67ull
#define ALL_FAULTS	0x000db6d8u	/* interrupt and default page, of every kind */
#define STATUS		0x14dc
#define PAGE_TOLD	0x14fc
#define CLEAR_FAULT	0x1434
#define INVALIDATE	0x1478

/* By the host, and flushed through HDP. */
static void set_pte(struct card *card, uint32_t page, uint64_t pte)
{
	poke64(card, TABLES + 8 * page, pte);
	reg(card, 0x5480, 1);
}

/* VMID 3, with tables of 512 << @log2 entries that lie behind each other; all pages of VRAM at DATA. */
static void vm_start(struct card *card, unsigned int log2)
{
	uint32_t entries = 512u << log2;

	dma_start(card, "cayman", 0, NULL);
	reg(card, 0x2c04, 0);
	reg(card, 0x2064, 3 << 3 | 1);
	reg(card, 0x153c + 4 * 3, DIRECTORY >> 12);
	reg(card, 0x155c + 4 * 3, 0);
	reg(card, 0x157c + 4 * 3, 2 * entries - 1);
	reg(card, 0x151c, DEFAULT_PAGE >> 12);
	reg(card, CLEAR_FAULT, 4);
	reg(card, 0x1414, 1 | 1 << 1 | log2 << 24 | ALL_FAULTS);
	reg(card, 0x3e04, IH_RING >> 8);
	reg(card, 0x3e00, 1 | 14 << 1);
	reg(card, 0x3e18, 1);
	for (uint32_t i = 0; i < 2; i++)
		poke64(card, DIRECTORY + 8 * i, (TABLES + 8 * entries * i) | 1);
	for (uint32_t i = 0; i < 2 * entries; i++)
		set_pte(card, i, (DATA + i % 512 * 4096) | VRAM_PTE);
	reg(card, INVALIDATE, 1 << 3);
	complaints(card);
}

static bool write32(struct card *card, uint64_t addr, uint32_t value)
{
	return gpu_mc_write(card->gpu, CLIENT_CP, 3, addr, &value, sizeof(value));
}

static uint32_t read32(struct card *card, uint64_t addr)
{
	uint32_t value;

	gpu_mc_read(card->gpu, CLIENT_CP, 3, addr, &value, sizeof(value));
	return value;
}

static uint32_t vectors(struct card *card)
{
	return gpu_mmio_read(card->gpu, 0x3e0c) / 16;
}

static void test_walk(unsigned int log2)
{
	uint32_t entries = 512u << log2;
	struct card card;

	vm_start(&card, log2);
	check(write32(&card, (entries - 1) * 4096ull, 1) && peek32(&card, DATA + 511 * 4096) == 1,
	      "blocks of %u: the last page of the first table", entries);
	check(write32(&card, entries * 4096ull + 4, 2) && peek32(&card, DATA + 4) == 2,
	      "the first one of the second");
	check(!write32(&card, 2 * entries * 4096ull, 3) && vectors(&card) == 1, "nothing behind it");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

/* One fault: its vector, what the registers say, where the access went. */
static void test_fault(const char *what, uint64_t addr, bool write, uint32_t vector, uint32_t protection)
{
	struct card card;
	uint32_t value = 0x5eed, there;

	vm_start(&card, 0);
	set_pte(&card, 1, 0);
	set_pte(&card, 2, (DATA + 0x2000) | 0x21);
	set_pte(&card, 3, (DATA + 0x3000) | 0x41);
	poke64(&card, DIRECTORY + 8, TABLES + 0x1000);
	reg(&card, 0x155c + 4 * 3, 0);
	memcpy(card.ram + DEFAULT_PAGE + addr % 4096, &value, sizeof(value));
	if (write)
		write32(&card, addr, 77);
	else
		check(read32(&card, addr) == value, "%s: reads the default page", what);
	memcpy(&there, card.ram + DEFAULT_PAGE + addr % 4096, sizeof(there));
	check(there == (write ? 77 : value), "%s: %s", what, write ? "goes to the default page" : "as it was");
	check(vectors(&card) == 1 && peek32(&card, IH_RING) == vector &&
	      peek32(&card, IH_RING + 8) >> 8 == 3, "%s: vector %u of VMID 3", what, vector);
	check(gpu_mmio_read(card.gpu, PAGE_TOLD) == addr >> 12 &&
	      gpu_mmio_read(card.gpu, STATUS) == (protection | 112u << 12 | (uint32_t)write << 24 | 3u << 25),
	      "%s: page and status", what);
	check(complaints(&card) == 0, "%s: is no violation", what);
	card_free(&card);
}

static void test_burst(void)
{
	struct card card;

	vm_start(&card, 0);
	set_pte(&card, 1, 0);
	set_pte(&card, 2, 0);
	for (int i = 0; i < 5; i++)
		write32(&card, 0x1000 + 0x1000 * (i % 2), 1);
	check(vectors(&card) == 1 && gpu_mmio_read(card.gpu, PAGE_TOLD) == 1, "a burst of faults: one vector");
	reg(&card, CLEAR_FAULT, 5);
	check(gpu_mmio_read(card.gpu, STATUS) == 0, "cleared");
	write32(&card, 0x2000, 1);
	check(vectors(&card) == 2 && gpu_mmio_read(card.gpu, PAGE_TOLD) == 2, "the next one interrupts again");
	reg(&card, CLEAR_FAULT, 5);
	reg(&card, 0x1414, 1 | 1 << 1);
	check(read32(&card, 0x2000) == 0 && vectors(&card) == 2, "neither vector nor page unless it is enabled");
	check(gpu_mmio_read(card.gpu, STATUS) != 0, "but the registers tell");
	card_free(&card);
}

static void test_range(void)
{
	struct card card;

	vm_start(&card, 0);
	reg(&card, 0x155c + 4 * 3, 4);
	reg(&card, 0x157c + 4 * 3, 7);
	check(!write32(&card, 0x3ffc, 1) && write32(&card, 0x4000, 1), "from START on");
	check(write32(&card, 0x7ffc, 1) && !write32(&card, 0x8000, 1), "up to END");
	check(!gpu_mc_write(card.gpu, CLIENT_CP, 4, 0x4000, "xxxx", 4),
	      "another VMID has nothing there");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

/* A page goes from VRAM to system memory; @invalidate tells the card. */
static void test_invalidate(const char *by, void (*invalidate)(struct card *card))
{
	struct card card;
	uint32_t value;

	vm_start(&card, 0);
	write32(&card, 0x5000, 1);
	set_pte(&card, 5, 0x9000 | SYSTEM_PTE);
	write32(&card, 0x5000, 2);
	check(peek32(&card, DATA + 0x5000) == 2, "%s: stale before", by);
	invalidate(&card);
	write32(&card, 0x5000, 3);
	memcpy(&value, card.ram + 0x9000, sizeof(value));
	check(value == 3 && peek32(&card, DATA + 0x5000) == 2, "%s: not after", by);
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void by_host(struct card *card)
{
	reg(card, INVALIDATE, 1 << 3);
	gpu_mmio_read(card->gpu, INVALIDATE);
}

/* As a flush of the kernel's goes: base, invalidate, wait for nothing. */
static void by_cp(struct card *card)
{
	RUN(card, (0x153c + 12) / 4, DIRECTORY >> 12, INVALIDATE / 4, 1 << 3,
	    PKT3(0x3c, 6), 0, INVALIDATE / 4, 0, 0, 0, 0x20);
}

static void by_dma(struct card *card)
{
	DMA_RUN(card, 0, DMA(9, 0, 0), 0xf << 16 | INVALIDATE / 4, 1 << 3,
		DMA(9, 0xc0, 0), 0xffu << 20 | INVALIDATE / 4, 0, 0);
}

/* A buffer at page 6 that writes to page 7, by either kind of engine. */
static void test_buffers(void)
{
	static const uint32_t cp_ib[] = { PKT3(0x3d, 4), 0x7000, 1 << 18, 11, 0 };
	static const uint32_t dma_ib[] = { WRITE1(0x7004, 22), NOP, NOP, NOP, NOP };
	uint32_t there[2];
	struct card card;

	vm_start(&card, 0);
	set_pte(&card, 7, 0xa000 | SYSTEM_PTE);
	reg(&card, INVALIDATE, 1 << 3);
	memcpy(card.vram + DATA + 0x6000, cp_ib, sizeof(cp_ib));
	memcpy(card.vram + DATA + 0x6100, dma_ib, sizeof(dma_ib));
	RUN(&card, PKT3(0x32, 3), 0x6000, 0, 5 | 3u << 24);
	DMA_RUN(&card, 1, NOP, NOP, NOP, NOP, NOP, DMA(4, 3, 0), 0x6100, 8 << 12);
	memcpy(there, card.ram + 0xa000, sizeof(there));
	check(there[0] == 11 && there[1] == 22, "buffers are found and write through their tables");
	check(complaints(&card) == 0 && vectors(&card) == 0, "no complaint, no fault");
	set_pte(&card, 7, 0);
	by_host(&card);
	DMA_RUN(&card, 1, NOP, NOP, NOP, NOP, NOP, DMA(4, 3, 0), 0x6100, 8 << 12);
	check(vectors(&card) == 1 && (gpu_mmio_read(card.gpu, STATUS) >> 12 & 0xff) == 55, "DMA faults as DMA");
	check(gpu_mmio_read(card.gpu, 0xd834) & 1, "and goes on");
	card_free(&card);
}

int main(void)
{
	for (unsigned int log2 = 0; log2 < 4; log2++)
		test_walk(log2);
	test_fault("a page that is not there", 0x1008, true, 146, 4);
	test_fault("one that is read only", 0x2008, true, 147, 8);
	test_fault("one that is write only", 0x3008, false, 147, 8);
	test_fault("a table that is not there", 0x200010, false, 146, 2);
	test_fault("an address past the end", 0x400020, true, 146, 1);
	test_burst();
	test_range();
	test_invalidate("by the host", by_host);
	test_invalidate("by the CP", by_cp);
	test_invalidate("by DMA", by_dma);
	test_buffers();
	return test_end();
}

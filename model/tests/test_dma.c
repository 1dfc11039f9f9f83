// SPDX-License-Identifier: MIT OR GPL-2.0
/* The DMA engines: rings, packets, what is malformed, and order with the CP. */
#include "test_dma.h"

#define SRC		0x500000u
#define DST		0x600000u

static void test_ring(const char *chip, unsigned int engine)
{
	struct card card;
	bool good = true;

	dma_start(&card, chip, 0, NULL);
	for (uint32_t i = 0; i < 1500 && good; i++) {
		DMA_RUN(&card, engine, WRITE1(DST, i), NOP);
		good = peek32(&card, DST) == i;
	}
	check(good, "%s: engine %u, packets across the end of the ring", chip, engine);
	check(gpu_mmio_read(card.gpu, 0xd008 + 0x800 * engine) == 4 * wptr[engine],
	      "read pointer in bytes");
	check(peek32(&card, DMA_RPTR + 0x100 * engine) == 4 * wptr[engine], "and in memory");
	check(gpu_mmio_read(card.gpu, 0xd034 + 0x800 * engine) & 1, "idle");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_copies(struct card *card)
{
	for (uint32_t i = 0; i < 0x10000; i++)
		poke32(card, SRC + 4 * i, i * 3);
	DMA_RUN(card, 0, DMA(3, 0, 0x8001), DST, SRC + 4, 0, 0);
	check(!memcmp(card->vram + DST, card->vram + SRC + 4, 4ul * 0x8001), "COPY counts dwords");
	check(peek32(card, DST + 4 * 0x8001) == 0, "and stops there");
	DMA_RUN(card, 0, DMA(3, 0x40, 777), DST + 0x100001, SRC + 3, 0, 0);
	check(!memcmp(card->vram + DST + 0x100001, card->vram + SRC + 3, 777), "COPY of bytes");
	DMA_RUN(card, 0, DMA(3, 0x44, 16), DST + 0x200000, DST + 0x201000, SRC, 0, 0, 0);
	check(!memcmp(card->vram + DST + 0x200000, card->vram + SRC, 64) &&
	      !memcmp(card->vram + DST + 0x201000, card->vram + SRC, 64), "COPY broadcast");
	DMA_RUN(card, 0, DMA(0xd, 0, 3000), DST, 0xa5a5a5a5, 0);
	check(peek32(card, DST) == 0xa5a5a5a5 && peek32(card, DST + 4 * 2999) == 0xa5a5a5a5 &&
	      peek32(card, DST + 4 * 3000) == 3000 * 3 + 3, "FILL");
	DMA_RUN(card, 0, DMA(2, 0, 3), DST, 0, 7, 8, 9);
	check(peek32(card, DST) == 7 && peek32(card, DST + 8) == 9, "WRITE");
	check(complaints(card) == 0, "no complaint");
}

/* Whoever reads a register meanwhile is not to wait for all of a large texture. */
static void test_steps(struct card *card)
{
	DMA_EMIT(card, 0, DMA(0xd, 0, 0x40000), 0x800000, 1, 0, DMA(0xd, 0, 0x40000), 0x900000, 2, 0);
	dma_kick(card, 0);
	step(card);
	check(peek32(card, 0x8ffffc) == 1 && peek32(card, 0x900000) != 2, "a step ends behind a megabyte");
	settle(card);
	check(peek32(card, 0x9ffffc) == 2 && complaints(card) == 0, "and the next goes on");
}

static void test_large_write(struct card *card)
{
	bool good = true;

	for (int round = 0; round < 2; round++) {
		DMA_EMIT(card, 0, DMA(2, 0, 700), DST, 0);
		for (uint32_t i = 0; i < 700; i++)
			DMA_EMIT(card, 0, i + 1000 * (uint32_t)round);
		dma_kick(card, 0);
		settle(card);
	}
	for (uint32_t i = 0; i < 700; i++)
		good &= peek32(card, DST + 4 * i) == i + 1000;
	check(good && complaints(card) == 0, "WRITE of 700 dwords, across the end of the ring");
}

static void test_indirect(struct card *card)
{
	static const uint32_t ib[] = { WRITE1(DST, 11), WRITE1(DST + 4, 22) };
	static const uint32_t nested[] = { NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 8 << 12 };

	memcpy(card->vram + IB, ib, sizeof(ib));
	DMA_RUN(card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 8 << 12);
	check(peek32(card, DST) == 11 && peek32(card, DST + 4) == 22, "an IB");
	check(complaints(card) == 0, "no complaint");
	DMA_RUN(card, 0, DMA(4, 0, 0), IB, 8 << 12, NOP, NOP, NOP, NOP, NOP);
	check(complaints(card) == 1, "its packet ends at eight dwords");
	DMA_RUN(card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB + 4, 8 << 12);
	check(complaints(card) == 1, "it lies at 32 bytes");
	DMA_RUN(card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 0);
	check(complaints(card) == 1, "it is not empty");
	memcpy(card->vram + IB, nested, sizeof(nested));
	DMA_RUN(card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 8 << 12);
	check(complaints(card) == 1, "it calls no other");
	reg(card, 0xd024, 0);
	DMA_RUN(card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 8 << 12);
	check(complaints(card) == 1, "it wants DMA_IB_CNTL");
}

static void test_fence(void)
{
	struct card card;
	uint32_t ih = 0x700000;

	dma_start(&card, "cayman", 1000000, NULL);
	reg(&card, 0x3e04, ih >> 8);
	reg(&card, 0x3e00, 1 | 14 << 1);
	reg(&card, 0x3e18, 1);
	reg(&card, 0xd82c, 1);
	DMA_EMIT(&card, 1, DMA(6, 0, 0), DST, 0, 99, DMA(7, 0, 0), WRITE1(DST + 4, 1));
	dma_kick(&card, 1);
	step(&card);
	check(peek32(&card, DST + 4) == 1 && peek32(&card, DST) == 0, "a fence comes late");
	check(!(gpu_mmio_read(card.gpu, 0xd834) & 1), "the engine is busy until then");
	settle(&card);
	check(peek32(&card, DST) == 99, "and comes");
	check(gpu_mmio_read(card.gpu, 0x3e0c) == 16 && (peek32(&card, ih) & 0xff) == 244,
	      "with the trap behind it");
	DMA_RUN(&card, 0, DMA(7, 0, 0));
	check(gpu_mmio_read(card.gpu, 0x3e0c) == 16, "engine 0 has its own enable");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_srbm(struct card *card)
{
	DMA_RUN(card, 0, DMA(9, 0, 0), 0xf << 16 | 0x8500 / 4, 0x1234);
	check(gpu_reg_get(card->gpu, 0x8500) == 0x1234, "SRBM WRITE");
	DMA_RUN(card, 0, DMA(9, 0x80, 0), 0xffu << 20 | 0x8500 / 4, 0, 0, WRITE1(DST, 1));
	check(peek32(card, DST) == 1, "SRBM READ has four dwords");
	DMA_RUN(card, 0, DMA(9, 0xc0, 0), 0xffu << 20 | 0x8504 / 4, 0xff, 0x55, WRITE1(DST, 2));
	check(peek32(card, DST) == 1, "SRBM POLL waits");
	reg(card, 0x8504, 0xff55);
	settle(card);
	check(peek32(card, DST) == 2, "for the value under the mask");
	reg(card, 0x8500, 0x11223344);
	DMA_RUN(card, 0, DMA(9, 0, 0), 0x5 << 16 | 0x8500 / 4, 0xaabbccdd);
	check(gpu_reg_get(card->gpu, 0x8500) == 0x11bb33dd, "SRBM WRITE of the bytes that are enabled");
	check(complaints(card) == 0, "no complaint");
	DMA_RUN(card, 0, DMA(9, 0, 0), 0x8500 / 4, 0x1234);
	check(complaints(card) == 1 && gpu_reg_get(card->gpu, 0x8500) == 0x11bb33dd, "at least one");
}

static void test_ptes(void)
{
	struct card card;

	dma_start(&card, "cayman", 0, NULL);
	DMA_RUN(&card, 0, DMA(2, 0x42, 6), DST, 0, 0x61, 0, 0x10000, 1, 0x1000, 0);
	check(peek64(&card, DST) == 0x100010061ull && peek64(&card, DST + 8) == 0x100011061ull &&
	      peek64(&card, DST + 16) == 0x100012061ull && peek64(&card, DST + 24) == 0,
	      "three page-table entries");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_malformed(const char *chip, uint32_t header, uint32_t lo, const char *what, bool hangs)
{
	struct card card;

	dma_start(&card, chip, 0, NULL);
	DMA_RUN(&card, 0, header, lo, 0, 0, 0, 0, 0, 0, 0, WRITE1(DST, 1));
	check(complaints(&card) > 0, "%s: %s is a violation", chip, what);
	if (hangs)
		check(!(gpu_mmio_read(card.gpu, 0xd034) & 1), "and hangs the engine");
	card_free(&card);
}

static void test_reset(void)
{
	struct card card;

	dma_start(&card, "cypress", 0, NULL);
	DMA_RUN(&card, 0, DMA(1, 0, 0));
	check(!(gpu_mmio_read(card.gpu, 0xd034) & 1), "a hung engine is busy");
	reg(&card, 0x0e60, 1 << 20);
	reg(&card, 0x0e60, 0);
	check(gpu_mmio_read(card.gpu, 0xd034) & 1, "until it is reset");
	complaints(&card);
	dma_setup(&card, 0);
	DMA_RUN(&card, 0, WRITE1(DST, 5));
	check(peek32(&card, DST) == 5 && complaints(&card) == 0, "then it works again");
	DMA_RUN(&card, 0, DMA(9, 0, 0), 0xf << 16 | 0x0e60 / 4, 1 << 20, WRITE1(DST, 6));
	check(peek32(&card, DST) == 5 && gpu_mmio_read(card.gpu, 0xd008) == 0,
	      "a packet that resets its engine is the last");
	card_free(&card);
	dma_start(&card, "cypress", 0, "dma-stuck=1");
	DMA_RUN(&card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 8 << 12, WRITE1(DST, 1));
	check(peek32(&card, DST) == 0 && !(gpu_mmio_read(card.gpu, 0xd034) & 1), "dma-stuck hangs at the IB");
	card_free(&card);
	dma_start(&card, "cypress", 0, "dma-drop-fence=1");
	DMA_RUN(&card, 0, DMA(6, 0, 0), DST, 0, 1, DMA(6, 0, 0), DST + 4, 0, 2);
	check(peek32(&card, DST) == 0 && peek32(&card, DST + 4) == 2, "dma-drop-fence loses the first");
	card_free(&card);
}

static void test_rptr(void)
{
	struct card card;

	dma_start(&card, "cypress", 0, NULL);
	reg(&card, 0xd000, 10 << 1);
	complaints(&card);
	reg(&card, 0xd008, 4 * (DMA_DWORDS - 1));
	check(complaints(&card) == 0, "a read pointer at the end of the ring");
	reg(&card, 0xd008, 4 * DMA_DWORDS);
	check(complaints(&card) == 1, "one beyond it is a violation");
	reg(&card, 0xd00c, 4 * (DMA_DWORDS - 1));
	reg(&card, 0xd000, 10 << 1 | 1);
	settle(&card);
	check(complaints(&card) == 0 && gpu_mmio_read(card.gpu, 0xd034) & 1, "and changes nothing");
	card_free(&card);
}

/* A driver that has forgotten to take the bit back, or has taken that of the other engine. */
static void test_held_in_reset(void)
{
	struct card card;

	dma_start(&card, "cayman", 0, NULL);
	complaints(&card);
	reg(&card, 0x0e60, 1 << 6);
	check(complaints(&card) == 0, "an engine may be reset");
	dma_setup(&card, 1);
	check(complaints(&card) == 1, "not started while it is held in reset");
	DMA_RUN(&card, 0, WRITE1(DST, 1));
	check(complaints(&card) == 0, "the other one may run");
	DMA_RUN(&card, 1, NOP);
	check(complaints(&card) == 2, "header and packet of one that may not");
	reg(&card, 0x0e60, 0);
	DMA_RUN(&card, 1, WRITE1(DST, 2));
	check(peek32(&card, DST) == 2 && complaints(&card) == 0, "no complaint afterwards");
	card_free(&card);
}

#define CP_SEM(sel)	DWORDS(PKT3(0x39, 2), DATA, (uint32_t)(sel) << 29 | 1u << 12)
#define DMA_WAIT	DWORDS(DMA(5, 0, 0), DATA, 0)
#define DMA_SIGNAL	DWORDS(DMA(5, 4, 0), DATA, 0)

/* CP and DMA wait for each other, both late. */
static void test_cp_and_dma(void)
{
	struct card card;

	dma_start(&card, "cypress", 100000, NULL);
	DMA_RUN(&card, 0, DMA_WAIT, WRITE1(DST, 1));
	check(peek32(&card, DST) == 0, "DMA waits for the CP");
	RUN(&card, PKT3(0x3d, 4), DST + 8, 1 << 18, 2, 0, CP_SEM(6));
	check(peek32(&card, DST) == 1 && peek64(&card, DATA) == 0, "and goes on");
	RUN(&card, CP_SEM(7), PKT3(0x3d, 4), DST + 16, 1 << 18, 3, 0);
	check(peek32(&card, DST + 16) == 0, "the CP waits for DMA");
	DMA_EMIT(&card, 0, DMA(6, 0, 0), DST + 24, 0, 4, DMA_SIGNAL);
	dma_kick(&card, 0);
	step(&card);
	check(peek64(&card, DATA) == 0, "DMA signals when what was before is done");
	settle(&card);
	check(peek32(&card, DST + 16) == 3 && peek32(&card, DST + 24) == 4,
	      "whose signal comes behind its fence");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

/* A packet that copies a row to the same place for 2047 slices, and then one dword. */
static void test_long_copy(void)
{
	struct card card;

	dma_start(&card, "cayman", 0, NULL);
	poke32(&card, SRC + 0xfffc, 0x1234);
	DMA_EMIT(&card, 0, DMA(3, 0x41, 0), SRC, 0, 0, DST, 0, 0, 0x1000 | 1 << 16, 2047 | 4u << 29,
		 WRITE1(DST, 5));
	dma_kick(&card, 0);
	step(&card);
	check(peek32(&card, DST + 0xfffc) == 0x1234 && gpu_reg_get(card.gpu, 0xd008) == 0, "a long copy goes on for steps");
	gpu_reg_write(card.gpu, 0xd000, 10 << 1);
	step(&card);
	check(!(gpu_reg_read(card.gpu, 0xd034) & 1), "a ring that is switched off in its middle is not idle");
	gpu_reg_write(card.gpu, 0xd000, 10 << 1 | 1 << 12 | 1);
	settle(&card);
	check(peek32(&card, DST) == 5 && gpu_reg_get(card.gpu, 0xd008) == 4 * 13, "until it is done");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void with_card(void (*test)(struct card *card))
{
	struct card card;

	dma_start(&card, "cypress", 0, NULL);
	test(&card);
	card_free(&card);
}

int main(void)
{
	test_ring("cypress", 0);
	test_ring("cayman", 0);
	test_ring("cayman", 1);
	with_card(test_copies);
	with_card(test_steps);
	with_card(test_large_write);
	with_card(test_indirect);
	test_fence();
	with_card(test_srbm);
	test_ptes();
	test_malformed("cypress", DMA(1, 0, 0), 0, "an unknown packet", true);
	test_malformed("cypress", DMA(2, 0x42, 2), DST, "a page-table packet", true);
	test_malformed("cypress", DMA(3, 0x41, 0), SRC, "a partial copy", true);
	test_malformed("cypress", DMA(3, 0x49, 0), SRC, "a partial tiled copy", true);
	test_malformed("cypress", DMA(3, 0x4d, 0), SRC, "a copy from tiled to tiled", true);
	test_malformed("cayman", DMA(3, 0x41, 1), SRC, "a partial copy with a count", false);
	test_malformed("cayman", DMA(3, 0x4c, 0x10000), SRC, "a copy of 65536 tiles", false);
	test_malformed("cypress", DMA(3, 0, 1), DST + 1, "an odd address", false);
	test_malformed("cypress", DMA(6, 0, 1), DST, "a fence with a count", false);
	test_malformed("cypress", DMA(4, 1, 0), IB, "a VMID", true);
	test_reset();
	test_rptr();
	test_held_in_reset();
	test_cp_and_dma();
	test_long_copy();
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/* The interrupt ring: vectors, wrap, overflow, messages and when they come. */
#include "test_card.h"

#define IH_RING		0x8000u
#define IH_BYTES	256u		/* 64 dwords, 16 vectors */
#define IH_WPTR		0x9000u
#define CNTL		(1u | 6u << 1 | 1u << 8 | 1u << 16)
#define REARM		(1u << 4)

static void ih_start(struct card *card, uint32_t ih_cntl, const char *faults)
{
	card_new(card, "cypress", 0, faults);
	reg(card, 0x3e04, IH_RING >> 8);
	reg(card, 0x3e10, 0);
	reg(card, 0x3e14, IH_WPTR);
	reg(card, 0x3e00, CNTL);
	reg(card, 0x3e08, 0);
	reg(card, 0x3e0c, 0);
	reg(card, 0x3e18, ih_cntl);
	card->interrupts = 0;
	complaints(card);
}

static void raise_n(struct card *card, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		gpu_ih_raise(card->gpu, 181, i, 0, 0);
}

static void test_vector(void)
{
	struct card card;

	ih_start(&card, 1 | REARM, NULL);
	gpu_ih_raise(card.gpu, 224, 0xf1234567, 2, 3);
	check(peek32(&card, IH_RING) == 224 && peek32(&card, IH_RING + 4) == 0x01234567 &&
	      peek32(&card, IH_RING + 8) == 0x302, "a vector");
	check(peek32(&card, IH_WPTR) == 16 && gpu_mmio_read(card.gpu, 0x3e0c) == 16,
	      "the write pointer, in memory as well");
	check(card.interrupts == 1, "a message");
	card_free(&card);
}

static void test_rearm(void)
{
	struct card card;

	ih_start(&card, 1 | REARM, NULL);
	raise_n(&card, 3);
	check(card.interrupts == 1, "one message until the host has read");
	reg(&card, 0x3e08, 16);
	check(card.interrupts == 2, "the next at once if something is left");
	reg(&card, 0x3e08, 48);
	check(card.interrupts == 2, "none if nothing is");
	raise_n(&card, 1);
	check(card.interrupts == 3, "one for the next vector");
	reg(&card, 0x3e08, 512);
	check(complaints(&card) == 1, "a read pointer outside the ring");
	card_free(&card);
}

static void test_level(void)
{
	struct card card;

	ih_start(&card, 1, NULL);
	raise_n(&card, 1);
	check(card.interrupts == 1, "without re-arm the line is a level");
	reg(&card, 0x3e08, 16);
	raise_n(&card, 1);
	check(card.interrupts == 2, "which falls and rises");
	card_free(&card);
}

static void test_enables(void)
{
	struct card card;

	ih_start(&card, 0, NULL);
	raise_n(&card, 1);
	check(card.interrupts == 0 && peek32(&card, IH_WPTR) == 16, "no enable, no message");
	reg(&card, 0x3e18, 1 | REARM);
	check(card.interrupts == 1, "it comes when enabled");
	reg(&card, 0x3e00, CNTL & ~1u);
	raise_n(&card, 1);
	check(peek32(&card, IH_WPTR) == 16, "a ring that is off takes nothing");
	card_free(&card);
}

static void test_wrap(void)
{
	struct card card;

	ih_start(&card, 1 | REARM, NULL);
	for (unsigned int i = 0; i < 40; i++) {
		gpu_ih_raise(card.gpu, 181, i, 0, 0);
		reg(&card, 0x3e08, 16 * (i + 1) % IH_BYTES);
	}
	check(peek32(&card, IH_WPTR) == 40 * 16 % IH_BYTES, "the write pointer wraps");
	check(peek32(&card, IH_RING + 39 * 16 % IH_BYTES + 4) == 39, "and so do vectors");
	check(card.interrupts == 40 && complaints(&card) == 0, "none is lost");
	card_free(&card);
}

static void test_overflow(void)
{
	struct card card;

	ih_start(&card, 1 | REARM, NULL);
	raise_n(&card, 15);
	check(peek32(&card, IH_WPTR) == 15 * 16, "15 vectors fit");
	raise_n(&card, 1);
	check(peek32(&card, IH_WPTR) == 1, "the 16th overflows, bit 0 says so");
	raise_n(&card, 1);
	check(peek32(&card, IH_WPTR) == 17 && peek32(&card, IH_RING + 4) == 0,
	      "the oldest is overwritten");
	check(gpu_mmio_read(card.gpu, 0x3e0c) == 17, "the register agrees");
	reg(&card, 0x3e08, 32);
	reg(&card, 0x3e00, CNTL | 1u << 31);
	check(gpu_mmio_read(card.gpu, 0x3e0c) == 16, "bit 31 clears that");
	reg(&card, 0x3e08, 48);
	raise_n(&card, 1);
	check(peek32(&card, IH_WPTR) == 32, "and as long as it is set, nothing is marked");
	reg(&card, 0x3e00, CNTL);
	raise_n(&card, 1);
	check(peek32(&card, IH_WPTR) == 49, "a ring that is full behind that is marked again");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);

	ih_start(&card, 1 | REARM, NULL);
	reg(&card, 0x3e00, CNTL & ~(1u << 16));
	raise_n(&card, 15);
	check(complaints(&card) == 0, "15 vectors fit where overflows are not enabled");
	raise_n(&card, 1);
	check(peek32(&card, IH_WPTR) == 15 * 16 && complaints(&card) == 1, "the 16th is lost");
	card_free(&card);
}

static void test_lost(void)
{
	struct card card;

	ih_start(&card, 1 | REARM, "lost-irq=2,spurious-irq=3");
	raise_n(&card, 1);
	reg(&card, 0x3e08, 16);
	raise_n(&card, 1);
	check(card.interrupts == 1 && peek32(&card, IH_WPTR) == 32,
	      "a lost interrupt leaves its vector");
	reg(&card, 0x3e08, 32);
	raise_n(&card, 1);
	check(card.interrupts == 3, "a spurious one comes in addition");
	card_free(&card);
}

int main(void)
{
	test_vector();
	test_rearm();
	test_level();
	test_enables();
	test_wrap();
	test_overflow();
	test_lost();
	return test_end();
}

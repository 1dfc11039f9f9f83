// SPDX-License-Identifier: MIT OR GPL-2.0
/* What has to be at rest before the card is on the bus, is trained or reset. */
#include "test_card.h"

#define CRTC_CONTROL	0x6e70u
#define UPDATE_LOCK	0x6ed4u
#define BLACKOUT	0x20acu
#define FRAME_NS	16666667u
#define CRTC_STATUS	0x6e8c

static void start(struct card *card, const char *chip, bool halt_first, const char *faults)
{
	struct gpu_config config = {
		.chip = gpu_chip_find(chip), .vram_size = VRAM_SIZE, .visible_size = VRAM_SIZE,
		.posted = true, .console = true, .halt_first = halt_first, .faults = faults,
		.bus = { .opaque = card, .dma = card_dma, .interrupt = card_interrupt },
	};

	*card = (struct card){ .vram = card_memory(VRAM_SIZE), .ram = card_memory(RAM_SIZE) };
	config.vram = card->vram;
	card->gpu = gpu_new(&config);
}

static void start_rlc(struct card *card)
{
	for (uint32_t i = 0; i < gpu_config(card->gpu)->chip->rlc_dw; i++) {
		reg(card, 0x3f2c, i);
		reg(card, 0x3f30, 0);
	}
	reg(card, 0x3f00, 1);
}

/* As left.c leaves them; a driver halts one after the other. */
static void test_left(const char *chip)
{
	struct card card;

	start(&card, chip, true, NULL);
	gpu_bus_mastered(card.gpu, true);
	check(complaints(&card) == 0, "%s: a card at rest may master the bus", chip);
	gpu_leave_busy(card.gpu);
	check(complaints(&card) == 0, "leaving it busy is no violation");
	gpu_bus_mastered(card.gpu, true);
	check(complaints(&card) == 8, "RLC, IH, DMA, CP and UVD are on, three units are busy");
	gpu_bus_mastered(card.gpu, false);
	reg(&card, 0x86d8, 1u << 28 | 1u << 26);
	reg(&card, 0xd000, 10 << 1);
	reg(&card, 0x3f00, 0);
	reg(&card, 0x3e00, 8 << 1);
	check(gpu_mmio_read(card.gpu, 0xf6bc) == 2, "UVD says that it runs");
	reg(&card, 0x0e60, 1 << 18);
	check(gpu_mmio_read(card.gpu, 0xf6bc) == 0, "and does not while it is in reset");
	reg(&card, 0xf660, 1 << 9);
	reg(&card, 0xf680, 0);
	check(gpu_mmio_read(card.gpu, 0xf6bc) == 0, "whatever is written to it");
	gpu_bus_mastered(card.gpu, true);
	check(complaints(&card) == 3, "halted, they are still in the middle of something");
	check(!(gpu_mmio_read(card.gpu, 0xd034) & 1), "as DMA's status says");
	reg(&card, BLACKOUT, 1);
	reg(&card, 0x8020, 0x7fff & ~4u & ~0x90u);
	reg(&card, 0x8020, 0);
	reg(&card, 0x0e60, 1 << 20);
	reg(&card, 0x0e60, 0);
	reg(&card, BLACKOUT, 0);
	gpu_bus_mastered(card.gpu, true);
	check(complaints(&card) == 0, "reset, they are at rest");
	card_free(&card);

	start(&card, chip, false, NULL);
	gpu_leave_busy(card.gpu);
	settle(&card);
	check(complaints(&card) != 0, "left alone, the engines go on where they were");
	card_free(&card);

	start(&card, chip, false, NULL);
	start_rlc(&card);
	gpu_bus_mastered(card.gpu, true);
	check(complaints(&card) == 0, "who starts the RLC first knows what it does");
	gpu_bus_mastered(card.gpu, false);
	gpu_bus_mastered(card.gpu, true);
	check(complaints(&card) == 1, "but not whether somebody else has");
	card_free(&card);
}

static void pulse(struct card *card, uint32_t offset, uint32_t bits)
{
	reg(card, offset, bits);
	reg(card, offset, 0);
}

static void test_blackout(void)
{
	struct card card;

	start(&card, "cypress", true, NULL);
	pulse(&card, 0x8020, 1 << 0 | 1 << 5 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 14);
	pulse(&card, 0x0e60, 1 << 20);
	check(complaints(&card) == 0, "starting CP and DMA takes no blackout");
	pulse(&card, 0x8020, 1 << 1);
	check(complaints(&card) == 1, "resetting the color blocks does");
	pulse(&card, 0x0e60, 1 << 17);
	check(complaints(&card) == 1, "and so does the VM cache");
	reg(&card, BLACKOUT, 1);
	pulse(&card, 0x8020, 1 << 1);
	pulse(&card, 0x0e60, 1 << 17);
	check(complaints(&card) == 0, "no complaint in a blackout");
	start_rlc(&card);
	pulse(&card, 0x0e60, 1 << 13);
	check(complaints(&card) == 1, "but for an RLC that is on");
	reg(&card, 0x3f00, 0);
	reg(&card, 0x3e00, 8 << 1 | 1);
	pulse(&card, 0x0e60, 1 << 13);
	check(complaints(&card) == 1, "and an interrupt handler that is");
	card_free(&card);

	card_start(&card, "cypress", 0, NULL);
	complaints(&card);
	reg(&card, BLACKOUT, 1);
	RUN(&card, PKT3(0x10, 1), 0);
	check(complaints(&card) != 0, "the CP must not fetch in a blackout");
	card_free(&card);
}

static void test_shut_out(void)
{
	uint32_t value = 42, back = 0;
	struct card card;

	start(&card, "cypress", false, NULL);
	gpu_bar0_write(card.gpu, DATA, &value, 4);
	reg(&card, 0x5490, 0);
	gpu_bar0_write(card.gpu, DATA, &back, 4);
	check(complaints(&card) == 1 && peek32(&card, DATA) == 42, "the host is shut out of VRAM");
	gpu_bar0_read(card.gpu, DATA, &back, 4);
	check(complaints(&card) == 1 && back == UINT32_MAX, "and reads ones");
	reg(&card, 0x5490, 3);
	gpu_bar0_read(card.gpu, DATA, &back, 4);
	check(complaints(&card) == 0 && back == 42, "until it is let in again");
	card_free(&card);
}

static void load_sequencer(struct card *card)
{
	reg(card, 0x28c8, 0x8);
	reg(card, 0x28c8, 0x10);
	for (unsigned int i = 0; i < gpu_config(card->gpu)->chip->mc_dw; i++)
		reg(card, 0x28cc, i);
	reg(card, 0x28c8, 0x8);
	reg(card, 0x28c8, 0x4);
	reg(card, 0x28c8, 0x1);
}

static bool trained(struct card *card)
{
	settle(card);
	return gpu_mmio_read(card->gpu, 0x29d0) & 0x100;
}

static void change_locked(struct card *card, uint32_t offset, uint32_t value)
{
	reg(card, UPDATE_LOCK, 1);
	reg(card, offset, value);
	check(gpu_display_reads(card->gpu), "under the lock nothing changes");
	reg(card, UPDATE_LOCK, 0);
}

static void nothing(struct gpu *gpu, uint64_t arg)
{
	(void)gpu;
	(void)arg;
}

static void test_display(const char *chip, uint32_t offset, uint32_t value)
{
	struct card card;

	start(&card, chip, false, NULL);
	check(gpu_display_reads(card.gpu), "%s: the console's display reads", chip);
	if (gpu_config(card.gpu)->chip->mc_ucode) {
		load_sequencer(&card);
		check(complaints(&card) == 1 && !trained(&card), "no training while it does");
	}
	change_locked(&card, offset, value);
	check(gpu_display_reads(card.gpu), "the frame is read to its end");
	gpu_after(card.gpu, FRAME_NS, nothing, 0);
	settle(&card);
	check(!gpu_display_reads(card.gpu), "the next is not read");
	if (gpu_config(card.gpu)->chip->mc_ucode) {
		load_sequencer(&card);
		check(complaints(&card) == 0 && trained(&card), "memory is trained then");
	}
	card_free(&card);
}

static void test_blank_missed(void)
{
	struct card card;

	start(&card, "turks", false, "blank-missed=2");
	check(!(gpu_mmio_read(card.gpu, CRTC_STATUS) & 1), "a display begins in its picture");
	gpu_after(card.gpu, FRAME_NS - FRAME_NS / 50 - gpu_now(card.gpu) % FRAME_NS, nothing, 0);
	settle(&card);
	check(gpu_mmio_read(card.gpu, CRTC_STATUS) & 1, "it is blank before the next frame");
	check(!(gpu_mmio_read(card.gpu, CRTC_STATUS) & 1), "blank-missed: the second look comes too late");
	check(gpu_mmio_read(card.gpu, CRTC_STATUS) & 1, "blank-missed: the third does not");
	card_free(&card);
}

static void test_rlc_busy(void)
{
	struct card card;

	card_new(&card, "cypress", 0, "rlc-busy");
	start_rlc(&card);
	check(gpu_mmio_read(card.gpu, 0x0e50) & 1 << 15, "an RLC that runs may be busy");
	reg(&card, 0x3f00, 0);
	check(!(gpu_mmio_read(card.gpu, 0x0e50) & 1 << 15), "one that is stopped is not");
	card_free(&card);
}

static void test_fine_ends(void)
{
	uint32_t value = 42;
	struct card card;

	start(&card, "palm", false, NULL);
	check(gpu_mc_vram_start(card.gpu) == 0x40300000, "VRAM of a Palm begins at a MiB");
	check(gpu_mc_write(card.gpu, CLIENT_CP, 0, 0x40300000, &value, 4) && peek32(&card, 0) == 42,
	      "its first dword is there");
	check(!gpu_mc_write(card.gpu, CLIENT_CP, 0, 0x402ffffc, &value, 4) &&
	      !gpu_mc_write(card.gpu, CLIENT_CP, 0, 0x40300000 + VRAM_SIZE, &value, 4) &&
	      complaints(&card) == 2, "and nothing before or behind it");
	card_free(&card);
	start(&card, "aruba", false, NULL);
	check(gpu_mc_vram_start(card.gpu) == 0x40000000, "that of an Aruba at 16");
	card_free(&card);
}

int main(void)
{
	test_left("cypress");
	test_left("cayman");
	test_blackout();
	test_shut_out();
	test_display("turks", CRTC_CONTROL, 1u << 24 | 1);
	test_display("turks", CRTC_CONTROL, 0);
	test_display("aruba", 0x6e74, 1u << 8);
	test_blank_missed();
	test_rlc_busy();
	test_fine_ends();
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/* The register file, the index/data pair, status and reset registers, chips. */
#include "array.h"
#include "test_card.h"

static void test_unknown(struct card *card)
{
	check(gpu_mmio_read(card->gpu, 0x1fff0) == 0 && complaints(card) == 1,
	      "an unknown register reads 0, with a complaint");
	reg(card, 0x1fff0, 1);
	check(complaints(card) == 1, "and is not written without one");
	gpu_mmio_read(card->gpu, 0x5429);
	check(complaints(card) == 1, "an odd offset is no register");
	gpu_reg_read(card->gpu, 0x40000);
	check(complaints(card) == 1, "nor is one past the file");
}

/* 500 are printed, and when. */
static void test_many(void)
{
	struct card card;
	char *words;

	card_new(&card, "cypress", 0, NULL);
	card_listen();
	for (int i = 0; i < 503; i++)
		reg(&card, 0x1fff0, 0);
	words = card_heard();
	check(complaints(&card) == 503 && gpu_violations_hidden(card.gpu) == 3, "of many violations a few are hidden");
	check(count_of(words, "model: violation: ") == 500 && count_of(words, " (0.000000 s)\n") == 500,
	      "what is printed has its time");
	check(count_of(words, "more violations are counted and not printed\n") == 1, "that it is not all is told once");
	free(words);
	card_free(&card);
}

static void test_bits(struct card *card)
{
	reg(card, 0x20ac, 0xf);
	check(complaints(card) == 1, "a reserved bit is complained of");
	check(gpu_mmio_read(card->gpu, 0x20ac) == 0x7, "and not stored");
	reg(card, 0x8010, 0);
	check(complaints(card) == 0, "0 may be written to a read-only register");
	reg(card, 0x5428, 16);
	check(complaints(card) == 0, "and so may what it reads");
	reg(card, 0x5428, 32);
	check(complaints(card) == 1 && gpu_mmio_read(card->gpu, 0x5428) == 16,
	      "other bits not");
}

static void test_index_data(struct card *card)
{
	reg(card, 0, 0x28350);
	reg(card, 4, 0x1234);
	check(gpu_reg_get(card->gpu, 0x28350) == 0x1234, "MM_DATA reaches context registers");
	check(gpu_mmio_read(card->gpu, 4) == 0x1234, "and reads them back");
	reg(card, 0, 1u << 31 | DATA);
	reg(card, 4, 0xcafe);
	check(peek32(card, DATA) == 0xcafe, "bit 31 of the index means VRAM");
	poke32(card, DATA, 7);
	check(gpu_mmio_read(card->gpu, 4) == 7, "in both directions");
	check(complaints(card) == 0, "no complaint");
	reg(card, 0x18, 1);
	check(gpu_mmio_read(card->gpu, 4) == 0xffffffff && complaints(card) == 1,
	      "MM_INDEX_HI counts 2 GiB");
	reg(card, 0x18, 0);
	reg(card, 0, 1u << 31 | VRAM_SIZE);
	check(gpu_mmio_read(card->gpu, 4) == 0xffffffff && complaints(card) == 1,
	      "past VRAM there is nothing");
	reg(card, 0, 4);
	check(gpu_mmio_read(card->gpu, 4) == 0, "the pair does not reach itself");
	reg(card, 0, 0);
}

static void test_borders(struct card *card)
{
	for (uint32_t index = 0; index < 18; index++) {
		reg(card, 0xa414, index);
		for (uint32_t c = 0; c < 4; c++)
			reg(card, 0xa418 + 4 * c, 100 * index + c);
	}
	reg(card, 0xa414, 5);
	check(gpu_mmio_read(card->gpu, 0xa414) == 5 && gpu_mmio_read(card->gpu, 0xa420) == 502,
	      "a colour of a border is behind its index");
	reg(card, 0xa400, 5);
	check(!gpu_mmio_read(card->gpu, 0xa40c) && gpu_border_colors(card->gpu, 1)[17][3] == 1703, "each stage has its own");
	check(!complaints(card), "no complaint");
}

static void test_status(struct card *card)
{
	check(gpu_mmio_read(card->gpu, 0x8010) == 0x3828, "GRBM_STATUS idles as on boards");
	check(gpu_mmio_read(card->gpu, 0xe50) == 0x200000c0, "SRBM_STATUS does");
	gpu_busy_set(card->gpu, UNIT_CP, true);
	check(gpu_mmio_read(card->gpu, 0x8010) == 0xa0003828, "a busy CP shows");
	reg(card, 0x8020, 1);
	check(gpu_mmio_read(card->gpu, 0x8010) == 0x3828, "its soft reset ends that");
	reg(card, 0x8020, 0);
	check(gpu_mmio_read(card->gpu, 0x8020) == 0 && complaints(card) == 0, "no complaint");
}

static void test_layout(struct card *card)
{
	reg(card, 0x802c, 1u << 16);
	check(complaints(card) == 0, "Cypress has two shader engines");
	reg(card, 0x802c, 2u << 16);
	check(complaints(card) == 1, "not three");
	reg(card, 0x802c, 0xc0000000);
	upload_all(card);
	reg(card, 0x98f8, 0x02010001);
	reg(card, 0x86d8, 0xff);
	check(complaints(card) == 1, "the CP does not start with another chip's tiling");
	reg(card, 0x86d8, 1u << 28 | 1u << 26);
	reg(card, 0x98f8, 0x02011003);
	reg(card, 0x86d8, 0xff);
	check(complaints(card) == 0, "with its own it does");
}

static void test_reset(struct card *card)
{
	reg(card, 0x2f48, 0x55);
	gpu_reset(card->gpu);
	check(gpu_mmio_read(card->gpu, 0x2f48) == 0, "a PCI reset clears registers");
	check(gpu_mmio_read(card->gpu, 0x5428) == 16, "and leaves a posted card posted");
	check(gpu_mmio_read(card->gpu, 0x2024) == 0x00400040, "VRAM is where the VBIOS put it");
}

static void test_gone(void)
{
	struct card card;

	card_new(&card, "cypress", 0, "gone=3");
	check(gpu_mmio_read(card.gpu, 0x5428) == 16, "the card is there");
	check(gpu_mmio_read(card.gpu, 0x5428) == 16, "and there again");
	check(gpu_mmio_read(card.gpu, 0x5428) == 0xffffffff, "at the third access it is gone");
	reg(&card, 0x2f48, 1);
	check(gpu_mmio_read(card.gpu, 0x8010) == 0xffffffff && gpu_is_gone(card.gpu), "for good");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_stuck(void)
{
	struct card card;

	card_new(&card, "cypress", 0, "reg-stuck@2f48=2+");
	reg(&card, 0x2f48, 1);
	reg(&card, 0x2f48, 2);
	check(gpu_mmio_read(card.gpu, 0x2f48) == 1, "a stuck register keeps its value");
	reg(&card, 0x2f4c, 2);
	check(gpu_mmio_read(card.gpu, 0x2f4c) == 2, "its neighbour does not");
	card_free(&card);
}

static void test_unposted(void)
{
	static uint8_t vram[4096];
	struct gpu_config config = {
		.chip = gpu_chip_find("cypress"), .vram_size = sizeof(vram), .vram = vram,
	};
	struct gpu *gpu = gpu_new(&config);

	check(gpu_mmio_read(gpu, 0x5428) == 0, "unposted: no memory size");
	check(gpu_mmio_read(gpu, 0x2024) == 0, "unposted: no place for VRAM");
	gpu_free(gpu);
}

/* All families have consistent tables: gpu_new() aborts when two rows collide. */
static void test_chips(void)
{
	const struct gpu_chip *chip;
	unsigned int families = 0, ids = 0;

	for (; (chip = gpu_chip_nth(families)); families++) {
		struct card card;

		card_new(&card, chip->name, 0, NULL);
		check(gpu_chip_by_id(chip->device_id) == chip, "%s has its own id", chip->name);
		check(gpu_mmio_read(card.gpu, 0x5428) == (chip->memsize_in_bytes ? VRAM_SIZE : 16),
		      "%s tells its memory size", chip->name);
		card_free(&card);
	}
	for (unsigned int id = 0; id <= 0xffff; id++)
		ids += gpu_chip_by_id((uint16_t)id) != NULL;
	check(families == 13, "13 families");
	check(ids == 172, "172 ids");
	check(!gpu_chip_by_id(0x6798) && !gpu_chip_find("tahiti"), "and no other");
}

/* What is shown of 45 degrees, and of the clock that the VBIOS names. */
static void test_sensors(void)
{
	static const struct {
		const char *chip;
		uint32_t offset, value;
	} rows[] = {
		{ "cypress", 0x740, 90u << 16 }, { "juniper", 0x72c, 0x1f4u << 5 },
		{ "juniper", 0x760, 2 * (45 + 12) }, { "palm", 0x678, 45 + 49 },
		{ "cayman", 0x740, 90u << 16 }, { "cypress", 0x600, 4u << 20 },
		{ "cypress", 0x604, 2 },
		/* 850 MHz is 2063170 / 2^14 times 27 MHz, divided by 4 */
		{ "cypress", 0x608, 2063170 }, { "palm", 0x608, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct card card;

		card_new(&card, rows[i].chip, 0, NULL);
		check(gpu_mmio_read(card.gpu, rows[i].offset) == rows[i].value,
		      "%s: register 0x%x is 0x%x", rows[i].chip, rows[i].offset,
		      gpu_mmio_read(card.gpu, rows[i].offset));
		card_free(&card);
	}
}

/* The SMC of Aruba has it in its own space. */
static void test_smc(void)
{
	struct card card;

	card_new(&card, "aruba", 0, NULL);
	reg(&card, 0x200, 0x1f390);
	check(gpu_mmio_read(card.gpu, 0x204) == 8 * (45 + 49), "aruba: the SMC has eighths");
	card_free(&card);
}

static void nothing(struct gpu *gpu, uint64_t arg)
{
	(void)gpu;
	(void)arg;
}

static void test_clock(struct card *card)
{
	uint32_t first;

	reg(card, 0x3f40, 1);
	first = gpu_mmio_read(card->gpu, 0x3f38);
	gpu_after(card->gpu, 1000, nothing, 0);
	check(gpu_step(card->gpu) >= 0, "an event is due");
	check(gpu_mmio_read(card->gpu, 0x3f38) == first, "a captured clock stands");
	reg(card, 0x3f40, 1);
	check(gpu_mmio_read(card->gpu, 0x3f38) == first + 27, "a new capture: 27 MHz");
}

static void test_rlc(struct card *card)
{
	for (uint32_t i = 0; i < 768; i++) {
		reg(card, 0x3f2c, i);
		reg(card, 0x3f30, i);
		if (i == 766) {
			reg(card, 0x3f00, 1);
			check(complaints(card) == 1, "RLC without its last dword does not start well");
			reg(card, 0x3f00, 0);
		}
	}
	reg(card, 0x3f00, 1);
	check(complaints(card) == 0, "with all of them it does");
	reg(card, 0x3f30, 0);
	check(complaints(card) == 1, "a running RLC is not to be written");
	reg(card, 0x3f00, 0);
	reg(card, 0x3f2c, 768);
	reg(card, 0x3f30, 0);
	check(complaints(card) == 1, "nor is there a dword more");
}

static void start_sequencer(struct card *card)
{
	reg(card, 0x28c8, 0x8);
	reg(card, 0x28c8, 0x10);
	for (unsigned int i = 0; i < 6024; i++)
		reg(card, 0x28cc, i);
	reg(card, 0x28c8, 0x8);
	reg(card, 0x28c8, 0x4);
	reg(card, 0x28c8, 0x1);
}

static void test_sequencer(void)
{
	struct card card;

	card_new(&card, "barts", 0, NULL);
	reg(&card, 0x28cc, 0);
	check(complaints(&card) == 1, "sequencer: not writable as it is");
	start_sequencer(&card);
	check(!(gpu_mmio_read(card.gpu, 0x29d0) & 0x100), "training takes a while");
	settle(&card);
	check(gpu_mmio_read(card.gpu, 0x29d0) & 0x100, "and ends");
	check(complaints(&card) == 0, "no complaint");
	reg(&card, 0x28c8, 0x10);
	reg(&card, 0x28c8, 0x1);
	check(complaints(&card) == 1, "without microcode it does not run");
	card_free(&card);
}

static bool trained(struct card *card)
{
	return gpu_mmio_read(card->gpu, 0x29d0) & 0x100;
}

static bool locked(struct card *card)
{
	return gpu_mmio_read(card->gpu, 0x60c) & 2;
}

/* A fence that is on its way, a packet, a PLL and the training of memory. */
static void test_off_bus(void)
{
	struct card card;

	card_start(&card, "barts", 1, NULL);
	EMIT(&card, PKT3(0x47, 5), 5 << 8 | 0x14, DATA, 1 << 29, 9, 0);
	kick(&card);
	step(&card);
	EMIT(&card, PKT3(0x3d, 4), DATA + 8, 1u << 18, 9, 0);
	kick(&card);
	start_sequencer(&card);
	reg(&card, 0x600, gpu_mmio_read(card.gpu, 0x600));
	check(!trained(&card) && !locked(&card), "memory and a PLL are under way");
	for (int i = 0; i < 100 && gpu_step_off_bus(card.gpu) >= 0; i++)
		;
	check(trained(&card) && locked(&card), "off the bus both get there");
	check(gpu_step_off_bus(card.gpu) == -1, "and nothing else is awaited");
	check(!peek32(&card, DATA) && !peek32(&card, DATA + 8), "neither fence nor packet has come");
	settle(&card);
	check(peek32(&card, DATA) == 9 && peek32(&card, DATA + 8) == 9 && !complaints(&card), "on the bus both come");
	card_free(&card);
}

/* By the time of the surroundings, which gpu_step() may be late for. */
static void test_late(void)
{
	struct card card;

	card_new(&card, "barts", 0, NULL);
	start_sequencer(&card);
	gpu_after_on_bus(card.gpu, 60000, nothing, 0);
	gpu_after(card.gpu, 60000, nothing, 0);
	while (!gpu_step(card.gpu) && gpu_now(card.gpu) < 50000)
		;
	check(gpu_now(card.gpu) == 50000 && trained(&card), "who looks when it is time finds memory trained");
	card_free(&card);
}

int main(void)
{
	struct card card;

	card_new(&card, "cypress", 0, NULL);
	test_unknown(&card);
	test_bits(&card);
	test_index_data(&card);
	test_borders(&card);
	test_status(&card);
	test_rlc(&card);
	test_layout(&card);
	test_reset(&card);
	card_free(&card);
	card_new(&card, "cypress", 0, NULL);
	test_clock(&card);
	card_free(&card);
	test_many();
	test_gone();
	test_stuck();
	test_unposted();
	test_sequencer();
	test_off_bus();
	test_late();
	test_chips();
	test_sensors();
	test_smc();
	return test_end();
}

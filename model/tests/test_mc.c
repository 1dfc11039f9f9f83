// SPDX-License-Identifier: MIT OR GPL-2.0
/* Address translation and what it keeps, the host data path. */
#include "array.h"
#include "test_dma.h"

#define VALID_SYSTEM	0x67ull		/* valid, system, snooped, read, write */
#define VALID_VRAM	0x61ull
#define TABLE		0x10000u	/* of context 0, in VRAM */
#define GART		0x40000000u
#define GART_PAGES	256u
#define DIRECTORY	0x20000u
#define TABLES		0x21000u	/* of context 1: two tables of 512 entries */

static void flush_hdp(struct card *card)
{
	reg(card, 0x5480, 1);
}

static void flush_tlb(struct card *card)
{
	if (gpu_config(card->gpu)->chip->cayman)
		reg(card, 0x1478, 1);
	else
		reg(card, 0x1470, 1);
}

/* Of contexts 1 to 7, a bit for each: done when it is read back. */
static void flush_contexts(struct card *card, uint32_t contexts)
{
	flush_hdp(card);
	reg(card, 0x1478, contexts);
	gpu_mmio_read(card->gpu, 0x1478);
}

static void set_pte(struct card *card, uint32_t page, uint64_t pte)
{
	poke64(card, TABLE + 8 * page, pte);
}

static void gart_map(struct card *card)
{
	const struct gpu_chip *row = gpu_config(card->gpu)->chip;

	reg(card, 0x2c04, 0);
	reg(card, 0x2034, 0);
	reg(card, 0x2038, (VRAM_SIZE - 1) >> 12);
	reg(card, row->cayman ? 0x2064 : row->igp ? 0x265c : 0x2654, 3 << 3 | 1);
	reg(card, 0x153c, TABLE >> 12);
	reg(card, 0x155c, GART >> 12);
	reg(card, 0x157c, (GART >> 12) + GART_PAGES - 1);
	reg(card, 0x1410, 1);
	for (uint32_t i = 0; i < GART_PAGES; i++)
		set_pte(card, i, (uint64_t)i << 12 | VALID_SYSTEM);
	flush_hdp(card);
	flush_tlb(card);
	complaints(card);
}

static void gart_start(struct card *card, const char *chip, const char *faults)
{
	card_new(card, chip, 0, faults);
	gart_map(card);
}

static bool write32(struct card *card, unsigned int vmid, uint64_t addr, uint32_t value)
{
	return gpu_mc_write(card->gpu, CLIENT_CP, vmid, addr, &value, sizeof(value));
}

static uint32_t read32(struct card *card, unsigned int vmid, uint64_t addr)
{
	uint32_t value;

	gpu_mc_read(card->gpu, CLIENT_CP, vmid, addr, &value, sizeof(value));
	return value;
}

static uint32_t ram32(struct card *card, uint32_t at)
{
	uint32_t value;

	memcpy(&value, card->ram + at, sizeof(value));
	return value;
}

static void test_gart(struct card *card, const char *chip)
{
	uint8_t buf[8192], back[8192];

	check(write32(card, 0, GART + 0x5004, 42) && ram32(card, 0x5004) == 42,
	      "%s: GART leads to the host's memory", chip);
	check(write32(card, 0, 0x5004, 43) && peek32(card, 0x5004) == 43, "the aperture to VRAM");
	for (size_t i = 0; i < sizeof(buf); i++)
		buf[i] = (uint8_t)(i * 7);
	check(gpu_mc_write(card->gpu, CLIENT_CP, 0, GART + 0x6f00, buf, sizeof(buf)) &&
	      gpu_mc_read(card->gpu, CLIENT_CP, 0, GART + 0x6f00, back, sizeof(back)) &&
	      !memcmp(buf, back, sizeof(buf)), "accesses cross pages");
	check(complaints(card) == 0, "no complaint");
}

static void test_stale(struct card *card, const char *chip)
{
	write32(card, 0, GART + 0x1000, 1);
	set_pte(card, 1, 0x9000 | VALID_SYSTEM);
	write32(card, 0, GART + 0x1000, 2);
	check(ram32(card, 0x1000) == 2, "%s: a changed entry is not seen", chip);
	flush_tlb(card);
	write32(card, 0, GART + 0x1000, 3);
	check(ram32(card, 0x1000) == 3, "nor after a TLB flush without an HDP flush");
	flush_hdp(card);
	write32(card, 0, GART + 0x1000, 4);
	check(ram32(card, 0x1000) == 4, "nor after an HDP flush alone");
	flush_tlb(card);
	write32(card, 0, GART + 0x1000, 5);
	check(ram32(card, 0x9000) == 5 && ram32(card, 0x1000) == 4, "but after both");

	set_pte(card, 2, 0);
	flush_hdp(card);
	flush_tlb(card);
	complaints(card);
	check(!write32(card, 0, GART + 0x2000, 1) && complaints(card) == 1,
	      "an invalid entry is complained of");
	set_pte(card, 2, 0x2000 | VALID_SYSTEM);
	check(!write32(card, 0, GART + 0x2000, 1) && complaints(card) == 1,
	      "and stays until the flush, too");
	flush_hdp(card);
	flush_tlb(card);
	check(write32(card, 0, GART + 0x2000, 1) && complaints(card) == 0, "then it is gone");
}

/* What entries for VRAM count from. */
static uint64_t vram_base(struct card *card)
{
	const struct gpu_chip *chip = gpu_config(card->gpu)->chip;

	return chip->cayman && chip->igp ? (uint64_t)gpu_mmio_read(card->gpu, 0x2068) << 22 : 0;
}

static void test_faults(struct card *card)
{
	set_pte(card, 3, 0x3000 | 0x27);	/* read only */
	set_pte(card, 4, 0x80000000ull | VALID_SYSTEM);
	set_pte(card, 5, (vram_base(card) + DATA) | VALID_VRAM);
	set_pte(card, 6, (vram_base(card) + 0x7000000ull) | VALID_VRAM);
	flush_hdp(card);
	flush_tlb(card);
	complaints(card);
	check(!write32(card, 0, GART + 0x3000, 1) && complaints(card) == 1, "read-only page");
	read32(card, 0, GART + 0x3000);
	check(complaints(card) == 0, "which can be read");
	check(!write32(card, 0, GART + 0x4000, 1) && complaints(card) == 1, "no such host memory");
	check(write32(card, 0, GART + 0x5000, 9) && peek32(card, DATA) == 9, "a page of VRAM");
	check(!write32(card, 0, GART + 0x6000, 1) && complaints(card) == 1, "past VRAM");
	check(!write32(card, 0, 0x20000000, 1) && complaints(card) == 1, "nowhere");
	check(!write32(card, 0, 1ull << 39, 1) && complaints(card) == 1, "far away");
	check(!write32(card, 1, 0, 1) && complaints(card) == 0, "a context that is not there");
}

static void test_flush_response(void)
{
	struct card card;

	gart_start(&card, "cypress", "tlb-flush-fails=2");
	flush_tlb(&card);
	check((gpu_mmio_read(card.gpu, 0x1470) >> 4 & 0xf) == 2, "a failed flush says so");
	flush_tlb(&card);
	check((gpu_mmio_read(card.gpu, 0x1470) >> 4 & 0xf) == 1, "a good one, too");
	card_free(&card);
}

static void vm_tables(struct card *card)
{
	poke64(card, DIRECTORY, TABLES | 1);
	poke64(card, DIRECTORY + 8, (TABLES + 0x1000) | 1);
	for (uint32_t i = 0; i < 1024; i++)
		poke64(card, TABLES + 8 * i, (uint64_t)(i % 256) << 12 | VALID_SYSTEM);
	reg(card, 0x1540, DIRECTORY >> 12);
	reg(card, 0x1560, 0);
	reg(card, 0x1580, 1023);
	reg(card, 0x1434, 4);
	reg(card, 0x1414, 1 | 1 << 1 | 0x00049248);
	flush_contexts(card, 2);
	complaints(card);
}

static void vm_start(struct card *card, const char *chip)
{
	gart_start(card, chip, NULL);
	vm_tables(card);
}

static void test_vm(void)
{
	struct card card;

	vm_start(&card, "cayman");
	check(write32(&card, 1, 0x3008, 5) && ram32(&card, 0x3008) == 5, "VM: first table");
	check(write32(&card, 1, 0x205008, 6) && ram32(&card, 0x5008) == 6, "VM: second table");
	poke64(&card, TABLES + 8 * 3, 0x8000 | VALID_SYSTEM);
	flush_contexts(&card, 1 | 4);
	write32(&card, 1, 0x3008, 7);
	check(ram32(&card, 0x3008) == 7, "VM: another context's flush does not help");
	flush_contexts(&card, 2);
	write32(&card, 1, 0x3008, 8);
	check(ram32(&card, 0x8008) == 8, "VM: its own does");
	check(complaints(&card) == 0, "no complaint");

	poke64(&card, TABLES + 8 * 9, 0);
	flush_hdp(&card);
	check(!write32(&card, 1, 0x9000, 1), "VM: a page that is not there");
	check(complaints(&card) == 0, "is the client's fault");
	check(gpu_mmio_read(card.gpu, 0x14fc) == 9, "its page is told");
	check((gpu_mmio_read(card.gpu, 0x14dc) & 0x0f0ff000) == (1u << 25 | 1u << 24 | 112u << 12),
	      "and who, whose, how");
	check(!write32(&card, 1, 0x500000, 1), "VM: past its end");
	check(gpu_mmio_read(card.gpu, 0x14fc) == 9, "the first fault is kept");
	reg(&card, 0x1434, 5);
	check(gpu_mmio_read(card.gpu, 0x14dc) == 0, "until it is cleared");
	card_free(&card);
}

static bool reaches(struct card *card, uint32_t page, uint32_t ram)
{
	static uint32_t value;

	write32(card, 1, (uint64_t)page << 12, ++value);
	return ram32(card, ram) == value;
}

/* The host stores an entry, by way of HDP; the page has been looked up before or not. */
static void test_vm_stale(void)
{
	struct card card;

	vm_start(&card, "cayman");
	check(reaches(&card, 3, 0x3000), "VM: a page");
	poke64(&card, TABLES + 8 * 3, 0x8000 | VALID_SYSTEM);
	poke64(&card, TABLES + 8 * 4, 0x9000 | VALID_SYSTEM);
	check(reaches(&card, 4, 0x4000), "VM: a changed entry is not seen before an HDP flush");
	reg(&card, 0x1478, 2);
	gpu_mmio_read(card.gpu, 0x1478);
	check(reaches(&card, 3, 0x3000), "VM: a TLB flush without an HDP flush changes nothing");
	flush_hdp(&card);
	check(reaches(&card, 3, 0x3000), "nor does an HDP flush alone");
	reg(&card, 0x1478, 2);
	check(reaches(&card, 3, 0x3000), "nor is the TLB flush done when it is asked for");
	gpu_mmio_read(card.gpu, 0x147c);
	check(reaches(&card, 3, 0x8000) && reaches(&card, 4, 0x9000), "it is when it is looked for");
	poke64(&card, TABLES + 8 * 3, 0x3000 | VALID_SYSTEM);
	flush_hdp(&card);
	reg(&card, 0x1478, 2);
	for (int64_t i = 0; i < 8 && gpu_step(card.gpu) >= 0; i++)
		;
	check(reaches(&card, 3, 0x3000), "or some time later");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

/* The host asks for a flush that takes its time; on a ring it does not. */
static void test_vm_late(void)
{
	struct card card;

	gart_start(&card, "cayman", "vm-flush-late=2");
	vm_tables(&card);
	check(reaches(&card, 3, 0x3000), "VM: a page");
	poke64(&card, TABLES + 8 * 3, 0x8000 | VALID_SYSTEM);
	flush_contexts(&card, 2);
	check(reaches(&card, 3, 0x3000), "vm-flush-late: a flush by the host is not done");
	check((gpu_mmio_read(card.gpu, 0x147c) & 0xff) == 0xfd &&
	      gpu_mmio_read(card.gpu, 0x1478) == 2, "and request and response say so");
	flush_hdp(&card);
	gpu_reg_write(card.gpu, 0x1478, 2);	/* as a packet does */
	gpu_reg_read(card.gpu, 0x1478);
	check(reaches(&card, 3, 0x8000), "one by a ring is");
	card_free(&card);
	gart_start(&card, "cayman", "vm-flush-never=2");
	vm_tables(&card);
	check(reaches(&card, 3, 0x3000), "VM: a page");
	poke64(&card, TABLES + 8 * 3, 0x8000 | VALID_SYSTEM);
	flush_contexts(&card, 2);
	for (int64_t i = 0; i < 8 && gpu_step(card.gpu) >= 0; i++)
		;
	check(reaches(&card, 3, 0x3000) && gpu_step(card.gpu) < 0,
	      "vm-flush-never: a flush by the host is not done, and nothing is under way that would do it");
	gpu_mmio_write(card.gpu, 0xe60, 1u << 17);
	check(reaches(&card, 3, 0x8000), "a reset of the VM cache does it");
	card_free(&card);
	gart_start(&card, "cayman", "vm-flush-late,vm-mute");
	vm_tables(&card);
	flush_contexts(&card, 2);
	check(!gpu_mmio_read(card.gpu, 0x147c) && !gpu_mmio_read(card.gpu, 0x1478), "vm-mute: they do not");
	card_free(&card);
}

/* A table that comes, and one that goes. */
static void test_vm_directory(void)
{
	struct card card;

	vm_start(&card, "cayman");
	poke64(&card, DIRECTORY + 8, 0);
	flush_contexts(&card, 2);
	check(!write32(&card, 1, 0x205000, 1), "VM: no table");
	poke64(&card, DIRECTORY + 8, (TABLES + 0x1000) | 1);
	flush_hdp(&card);
	check(!write32(&card, 1, 0x205000, 1) && !write32(&card, 1, 0x206000, 1),
	      "VM: that there was none is kept");
	flush_contexts(&card, 2);
	check(reaches(&card, 0x205, 0x5000), "until the flush");
	poke64(&card, DIRECTORY + 8, TABLES | 1);
	poke64(&card, TABLES + 8 * 6, 0xa000 | VALID_SYSTEM);
	flush_hdp(&card);
	check(reaches(&card, 0x206, 0x6000), "VM: and so is where it was");
	flush_contexts(&card, 2);
	check(reaches(&card, 0x206, 0xa000), "until the flush");
	card_free(&card);
}

/* An entry that the card itself writes waits for no HDP flush. */
static void test_vm_by_card(void)
{
	uint64_t pte = 0x8000 | VALID_SYSTEM;
	struct card card;

	vm_start(&card, "cayman");
	check(reaches(&card, 3, 0x3000), "VM: a page of a table");
	gpu_mc_write(card.gpu, CLIENT_DMA, 0, TABLES + 8 * 4, &pte, sizeof(pte));
	check(reaches(&card, 4, 0x8000), "VM: another, whose entry the card has written");
	card_free(&card);
}

/* Tables are where the address map shows them, what they show is not. */
static void test_vm_vram(void)
{
	const uint64_t fb = 0x10000000;
	struct card card;

	vm_start(&card, "cayman");
	poke64(&card, DIRECTORY, (fb + TABLES) | 1);
	poke64(&card, TABLES + 8 * 10, 0x30000 | VALID_VRAM);
	poke64(&card, TABLES + 8 * 11, (fb + 0x30000) | VALID_VRAM);
	reg(&card, 0x2024, 0x1f << 16 | 0x10);
	reg(&card, 0x1540, (uint32_t)((fb + DIRECTORY) >> 12));
	flush_contexts(&card, 2);
	check(write32(&card, 1, 0xa004, 9), "VM: VRAM that has been moved");
	check(peek32(&card, 0x30004) == 9, "counts from its own beginning");
	complaints(&card);
	check(!write32(&card, 1, 0xb004, 9) && complaints(&card) == 1,
	      "and not from where it is shown");
	card_free(&card);
}

/* The memory of Aruba is a part of the machine's; what else is there is not the card's. */
static void test_vm_aruba(void)
{
	struct card card;

	vm_start(&card, "aruba");
	check(vram_base(&card) != 0, "Aruba: VRAM is not where the machine's memory begins");
	poke64(&card, TABLES + 8 * 10, (vram_base(&card) + 0x30000) | VALID_VRAM);
	poke64(&card, TABLES + 8 * 11, 0x30000 | VALID_VRAM);
	flush_contexts(&card, 2);
	check(write32(&card, 1, 0xa004, 9) && peek32(&card, 0x30004) == 9,
	      "Aruba: entries count from FUS_MC_VM_FB_OFFSET");
	check(complaints(&card) == 0, "no complaint");
	check(!write32(&card, 1, 0xb004, 9) && complaints(&card) == 1,
	      "Aruba: an entry without it is a violation");
	gpu_mmio_read(card.gpu, 0x2898);
	check(complaints(&card) == 1, "Aruba: the register of Palm and Sumo is not there");
	card_free(&card);
}

static uint32_t bar0_read32(struct card *card, uint64_t offset)
{
	uint32_t value;

	gpu_bar0_read(card->gpu, offset, &value, sizeof(value));
	return value;
}

/* What the card writes is not seen where the host has looked before. */
static void test_hdp_read(struct card *card)
{
	poke32(card, DATA + 0x1000, 1);
	check(bar0_read32(card, DATA + 0x1000) == 1, "HDP: the host reads");
	poke32(card, DATA + 0x1000, 2);
	check(bar0_read32(card, DATA + 0x1000) == 1, "HDP: and does not see what the card writes then");
	flush_hdp(card);
	check(bar0_read32(card, DATA + 0x1000) == 1, "HDP: nor after a flush that only writes back");
	reg(card, 0x2f4c, 1);
	flush_hdp(card);
	check(bar0_read32(card, DATA + 0x1000) == 2, "HDP: but after one that invalidates");
	check(bar0_read32(card, DATA + 0x1000 + (512ull << 12)) == 0, "HDP: another page in its line");
	poke32(card, DATA + 0x1000, 3);
	check(bar0_read32(card, DATA + 0x1000) == 3, "HDP: drives it out");
	check(complaints(card) == 0, "no complaint");
}

static void test_hdp(void)
{
	struct card card;
	struct gpu_config config;
	uint32_t value = 0x11223344, back = 0;

	card_new(&card, "cypress", 0, NULL);
	config = *gpu_config(card.gpu);
	gpu_free(card.gpu);
	config.hdp_buffered = true;
	card.gpu = gpu_new(&config);
	complaints(&card);

	gpu_bar0_write(card.gpu, DATA + 4, &value, sizeof(value));
	check(peek32(&card, DATA + 4) == 0, "HDP: a write waits");
	gpu_bar0_read(card.gpu, DATA + 4, &back, sizeof(back));
	check(back == value, "HDP: the host sees it");
	flush_hdp(&card);
	check(peek32(&card, DATA + 4) == value && complaints(&card) == 0, "HDP: a flush sends it");
	test_hdp_read(&card);
	reg(&card, 0x2024, 0);
	flush_hdp(&card);
	check(complaints(&card) == 1, "HDP: its window must follow VRAM");
	check(!gpu_bar0_write(card.gpu, VRAM_SIZE - 2, &value, sizeof(value)) &&
	      complaints(&card) == 1, "HDP: nothing past VRAM");
	card_free(&card);
}

/* ---- what the host polls ---- */

#define SNOOPED		(GART + 0x4000)
#define UNSNOOPED	(GART + 0x5000)
#define UNSNOOPED_PTE	(0x5000 | (VALID_SYSTEM & ~4ull))
#define EOP(at)		DWORDS(PKT3(0x47, 5), 0x514, at, 1u << 29, 7, 0)
#define EOS(at)		DWORDS(PKT3(0x48, 4), 0x62f, at, 2u << 29, 7)
#define DMA_FENCE(at)	DWORDS(DMA(6, 0, 0), at, 0, 7)

static void tell_by_ih(struct card *card, uint32_t ring, uint32_t report)
{
	reg(card, 0x3e00, 0);
	reg(card, 0x3e04, ring >> 8);
	reg(card, 0x3e14, report);
	reg(card, 0x3e00, 1u | 6u << 1 | 1u << 8 | 1u << 16);
	gpu_ih_raise(card->gpu, 181, 0, 0, 0);
}

static void run_stream(struct card *card, const uint32_t *dwords, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		poke32(card, IB + 4 * i, dwords[i]);
	RUN(card, PKT3(0x32, 3), IB, 0, n);
}

static void test_reports(const char *chip)
{
	static const uint32_t stream[] = { EOP(UNSNOOPED), EOS(UNSNOOPED) };
	struct card card;

	dma_start(&card, chip, 0, NULL);
	gart_map(&card);
	set_pte(&card, 5, UNSNOOPED_PTE);
	flush_hdp(&card);
	flush_tlb(&card);
	RUN(&card, EOP(UNSNOOPED));
	check(complaints(&card) == 0, "%s: without a promise anybody may be told anywhere", chip);
	/* The card keeps the configuration that it was made with. */
	((struct gpu_config *)gpu_config(card.gpu))->own_state = true;
	RUN(&card, EOP(SNOOPED), EOS(SNOOPED), EOP(DATA));
	check(complaints(&card) == 0 && ram32(&card, 0x4000) == 7, "fences in memory that is snooped, or the card's");
	RUN(&card, EOP(UNSNOOPED));
	check(complaints(&card) == 1 && ram32(&card, 0x5000) == 7, "a fence in memory that is not");
	RUN(&card, EOS(UNSNOOPED));
	check(complaints(&card) == 1, "one of EOS");
	run_stream(&card, stream, ARRAY_SIZE(stream));
	check(complaints(&card) == 0, "that of a client is its own business");
	RUN(&card, PKT3(0x41, 5), 1, 1u << 31 | 2u << 29, UNSNOOPED, 0, 4);
	check(complaints(&card) == 0, "and so are copies");
	DMA_RUN(&card, 0, DMA_FENCE(SNOOPED));
	check(complaints(&card) == 0, "a fence of a DMA engine");
	DMA_RUN(&card, 0, DMA_FENCE(UNSNOOPED));
	check(complaints(&card) == 1, "which has to be snooped as well");
	reg(&card, 0xd020, UNSNOOPED + 0x10);
	DMA_RUN(&card, 0, NOP);
	check(complaints(&card) == 1, "its read pointer");
	reg(&card, 0xc10c, UNSNOOPED + 0x20);
	RUN(&card, PKT3(0x10, 1), 0);
	check(complaints(&card) == 1, "that of the CP");
	tell_by_ih(&card, SNOOPED, SNOOPED + 0x800);
	check(complaints(&card) == 0, "an interrupt");
	tell_by_ih(&card, UNSNOOPED, SNOOPED + 0x800);
	check(complaints(&card) == 1, "its vector");
	tell_by_ih(&card, SNOOPED, UNSNOOPED + 0x800);
	check(complaints(&card) == 1, "and how many there are");
	card_free(&card);
}

int main(void)
{
	static const char *const chips[] = { "cypress", "palm", "cayman", "aruba" };

	for (size_t i = 0; i < ARRAY_SIZE(chips); i++) {
		struct card card;

		gart_start(&card, chips[i], NULL);
		test_gart(&card, chips[i]);
		test_stale(&card, chips[i]);
		test_faults(&card);
		card_free(&card);
	}
	test_flush_response();
	test_vm();
	test_vm_stale();
	test_vm_late();
	test_vm_directory();
	test_vm_by_card();
	test_vm_vram();
	test_vm_aruba();
	test_hdp();
	test_reports("cypress");
	test_reports("cayman");
	return test_end();
}

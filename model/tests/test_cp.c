// SPDX-License-Identifier: MIT OR GPL-2.0
/* The command processor's fetching half: microcode, rings, buffers, resets. */
#include "array.h"
#include "test_card.h"

#define SCRATCH(n)	(0x8500 + 4 * (n))

static void set_scratch(struct card *card, unsigned int n, uint32_t value)
{
	EMIT(card, PKT3(0x68, 2), (SCRATCH(n) - 0x8000) / 4, value);
}

static void test_microcode(void)
{
	static const struct { const char *what; int pfp, me; uint64_t complaints; } rows[] = {
		{ "both images complete", 0, 0, 0 },
		{ "PFP short by one", -1, 0, 1 },
		{ "ME short by one", 0, -1, 1 },
		{ "PFP long by one", 1, 0, 1 },
		{ "no ME at all", 0, -1376, 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct card card;
		bool runs;

		card_new(&card, "cypress", 0, NULL);
		upload(&card, 0xc150, 0xc154, 1120 + rows[i].pfp);
		upload(&card, 0xc15c, 0xc160, 1376 + rows[i].me);
		ring_setup(&card);
		me_initialize(&card);
		set_scratch(&card, 1, 0xcafe);
		kick(&card);
		settle(&card);
		check(gpu_reg_get(card.gpu, SCRATCH(1)) == 0, "%s: halted, nothing runs", rows[i].what);
		reg(&card, 0x86d8, 0xff);
		settle(&card);
		runs = gpu_reg_get(card.gpu, SCRATCH(1)) == 0xcafe;
		check(runs == (rows[i].pfp >= 0 && rows[i].me >= 0), "%s: CP %s", rows[i].what,
		      runs ? "runs" : "does not run");
		check(complaints(&card) == rows[i].complaints, "%s: %u complaints", rows[i].what,
		      (unsigned int)rows[i].complaints);
		card_free(&card);
	}
}

static void test_second_upload(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	upload(&card, 0xc150, 0xc154, 1);
	check(complaints(&card) > 0, "microcode is not to be written while the CP runs");
	reg(&card, 0x86d8, 0x14000000);
	upload(&card, 0xc150, 0xc154, 1119);
	reg(&card, 0x86d8, 0);
	check(complaints(&card) == 1, "a short second image does not borrow from the first");
	card_free(&card);
}

static void test_read_back(void)
{
	struct card card;
	uint32_t first, second;

	card_new(&card, "cayman", 0, NULL);
	reg(&card, 0xc15c, 0);
	reg(&card, 0xc160, 0x11111111);
	reg(&card, 0xc160, 0x22222222);
	reg(&card, 0xc158, 0);
	first = gpu_mmio_read(card.gpu, 0xc160);
	second = gpu_mmio_read(card.gpu, 0xc160);
	check(first == 0x11111111 && second == 0x22222222, "ME RAM reads back");
	card_free(&card);
}

static void test_ring_wrap(const char *chip)
{
	struct card card;
	bool good = true;

	card_start(&card, chip, 0, NULL);
	for (uint32_t i = 0; i < 2000 && good; i++) {
		set_scratch(&card, i % 8, i);
		kick(&card);
		settle(&card);
		good = gpu_reg_get(card.gpu, SCRATCH(i % 8)) == i;
	}
	check(good, "%s: 2000 packets wrap the ring, a packet across its end included", chip);
	check(gpu_mmio_read(card.gpu, 0x8700) == card.wptr, "%s: read pointer is at the end", chip);
	check(complaints(&card) == 0, "%s: no complaint", chip);
	card_free(&card);
}

/* Stalls the ring: nothing behind it runs before the dword at DATA is 1. */
static void wait_for_one(struct card *card)
{
	EMIT(card, PKT3(0x3c, 6), 0x13, DATA, 0, 1, ~0u, 4);
}

static void test_rptr_write_back(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	poke32(&card, RPTR, 0xffffffff);
	while (card.wptr < 500)
		set_scratch(&card, 0, 1);
	wait_for_one(&card);
	run(&card);
	check(peek32(&card, RPTR) == 0xffffffff, "inside the first block memory is not told");
	while (card.wptr < 700)
		set_scratch(&card, 0, 1);
	poke32(&card, DATA, 1);
	run(&card);
	check(peek32(&card, RPTR) == card.wptr, "an empty ring is told");
	while (card.wptr > 600)
		set_scratch(&card, 0, 1);
	poke32(&card, DATA, 0);
	wait_for_one(&card);
	run(&card);
	check(peek32(&card, RPTR) < 3, "crossing a block of 256 quadwords is told (%u)",
	      peek32(&card, RPTR));
	reg(&card, 0xc104, 1u << 27 | 8 << 8 | 9);
	poke32(&card, RPTR, 0xffffffff);
	poke32(&card, DATA, 1);
	settle(&card);
	check(peek32(&card, RPTR) == 0xffffffff, "RB_NO_UPDATE keeps it quiet");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_partial_packet(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	EMIT(&card, PKT3(0x68, 2), (SCRATCH(2) - 0x8000) / 4);
	run(&card);
	check(gpu_reg_get(card.gpu, SCRATCH(2)) == 0, "half a packet waits for the rest");
	RUN(&card, 77);
	check(gpu_reg_get(card.gpu, SCRATCH(2)) == 77, "and runs when it is there");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_scratch_write_back(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	reg(&card, 0x8544, DATA >> 8);
	reg(&card, 0x8540, 1 << 3);
	set_scratch(&card, 3, 0x33);
	set_scratch(&card, 4, 0x44);
	run(&card);
	check(peek32(&card, DATA + 12) == 0x33, "scratch 3 is in the mask and in memory");
	check(peek32(&card, DATA + 16) == 0, "scratch 4 is not");
	card_free(&card);
}

static void poke_ib(struct card *card, uint32_t at, const uint32_t *dwords, size_t n)
{
	for (size_t i = 0; i < n; i++)
		poke32(card, at + 4 * i, dwords[i]);
}

#define POKE_IB(card, at, ...) \
	poke_ib(card, at, (const uint32_t[]){ __VA_ARGS__ }, \
		sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

#define SET_SCRATCH(n, value)	DWORDS(PKT3(0x68, 2), (SCRATCH(n) - 0x8000) / 4, value)
#define CALL(at, dwords)	DWORDS(PKT3(0x32, 3), at, 0, dwords)

static void test_indirect(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	POKE_IB(&card, IB, SET_SCRATCH(1, 11), CALL(IB + 0x1000, 3), SET_SCRATCH(3, 33), 0x80000000);
	POKE_IB(&card, IB + 0x1000, SET_SCRATCH(2, 22));
	RUN(&card, CALL(IB, 11), SET_SCRATCH(4, 44));
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 11 && gpu_reg_get(card.gpu, SCRATCH(2)) == 22 &&
	      gpu_reg_get(card.gpu, SCRATCH(3)) == 33 && gpu_reg_get(card.gpu, SCRATCH(4)) == 44,
	      "ring, IB1, IB2 and back");
	check(complaints(&card) == 0, "no complaint");
	POKE_IB(&card, IB, SET_SCRATCH(1, 11), CALL(IB + 0x1000, 4));
	POKE_IB(&card, IB + 0x1000, CALL(IB + 0x2000, 3));
	RUN(&card, CALL(IB, 7), SET_SCRATCH(5, 55));
	check(complaints(&card) == 1, "an IB2 calls no further buffer");
	check(gpu_reg_get(card.gpu, SCRATCH(5)) == 55, "and the ring goes on");
	RUN(&card, CALL(IB, 0));
	check(complaints(&card) == 1, "an empty buffer is not to be called");
	RUN(&card, CALL(IB, 3 | 1 << 20));
	check(complaints(&card) == 1, "nor one with reserved bits");
	POKE_IB(&card, IB, __builtin_bswap32(PKT3(0x68, 2)), __builtin_bswap32((SCRATCH(6) - 0x8000) / 4),
		__builtin_bswap32(66));
	RUN(&card, CALL(IB | 2, 3));
	check(gpu_reg_get(card.gpu, SCRATCH(6)) == 66, "a swap code of 2 turns bytes around");
	card_free(&card);
}

static void test_overrun(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	POKE_IB(&card, IB, PKT3(0x68, 2), 0);
	RUN(&card, CALL(IB, 2), SET_SCRATCH(1, 1));
	check(complaints(&card) == 1, "a packet that leaves its IB is a violation");
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 0, "and hangs the ring");
	check(gpu_mmio_read(card.gpu, 0x8010) >> 31, "GRBM_STATUS is busy while it hangs");
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x8020, 1);
	reg(&card, 0x8020, 0);
	check(!(gpu_mmio_read(card.gpu, 0x8010) >> 31), "a soft reset makes it idle");
	ring_setup(&card);
	me_initialize(&card);
	EMIT(&card, SET_SCRATCH(1, 2));
	kick(&card);
	reg(&card, 0x86d8, 0);
	settle(&card);
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 2, "and the images have survived it");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_soft_reset_forgets(void)
{
	struct card card;

	card_start(&card, "cypress", 1000000, NULL);
	EMIT(&card, PKT3(0x47, 5), 0x514, DATA, 1u << 29, 0x1234, 0);
	kick(&card);
	step(&card);
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x8020, 1);
	reg(&card, 0x8020, 0);
	settle(&card);
	check(peek32(&card, DATA) == 0, "a fence under way does not outlive a soft reset");
	reg(&card, 0x86d8, 0);
	ring_setup(&card);
	RUN(&card, SET_SCRATCH(1, 1));
	check(complaints(&card) == 1, "packets before ME_INITIALIZE are a violation");
	card_free(&card);
}

/* What the ring held before is not executed with the pointers that the reset has left. */
static void test_packet_resets_its_cp(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	RUN(&card, SET_SCRATCH(1, 1), PKT3(0x68, 2), (0x8020 - 0x8000) / 4, 1, SET_SCRATCH(1, 2));
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 1 && gpu_mmio_read(card.gpu, 0x8700) == 0,
	      "a packet that resets the CP is the last");
	reg(&card, 0x8020, 0);
	check(!(gpu_mmio_read(card.gpu, 0x8010) >> 31), "and it is idle then");
	card_free(&card);
}

/* A driver that has forgotten to take the bit back. */
static void test_held_in_reset(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	complaints(&card);
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x8020, 1);
	ring_setup(&card);
	me_initialize(&card);
	kick(&card);
	settle(&card);
	check(complaints(&card) == 0, "a CP that is halted may be held in reset");
	reg(&card, 0x86d8, 0);
	check(complaints(&card) == 1, "one that is started may not");
	settle(&card);
	check(complaints(&card) == 1, "nor one that fetches");
	reg(&card, 0x8020, 0);
	RUN(&card, SET_SCRATCH(1, 1));
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 1 && complaints(&card) == 0, "no complaint afterwards");
	card_free(&card);
}

static void nothing(struct gpu *gpu, uint64_t arg)
{
	(void)gpu;
	(void)arg;
}

static void step_until(struct card *card, uint64_t ns)
{
	while (gpu_now(card->gpu) < ns)
		gpu_step(card->gpu);
}

/* The completion of a fence that a reset has swept away must not fire the next one early. */
static void test_soft_reset_time(void)
{
	struct card card;
	uint64_t start;

	card_start(&card, "cypress", 1000000, NULL);
	start = gpu_now(card.gpu);
	EMIT(&card, PKT3(0x47, 5), 0x514, DATA, 1u << 29, 1, 0);
	kick(&card);
	gpu_after(card.gpu, 500000, nothing, 0);
	step_until(&card, start + 500000);
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x8020, 1);
	reg(&card, 0x8020, 0);
	ring_setup(&card);
	me_initialize(&card);
	reg(&card, 0x86d8, 0);
	EMIT(&card, PKT3(0x47, 5), 0x514, DATA, 1u << 29, 2, 0);
	kick(&card);
	step_until(&card, start + 1000000);
	step(&card);
	check(peek32(&card, DATA) == 0, "a fence after a reset is not early");
	step_until(&card, start + 1500000);
	step(&card);
	check(peek32(&card, DATA) == 2 && complaints(&card) == 0, "and comes");
	card_free(&card);
}

static void test_register_rules(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	reg(&card, 0xc108, 4);
	check(complaints(&card) == 1, "the read pointer wants RB_RPTR_WR_ENA");
	reg(&card, 0xc114, RING_DWORDS);
	check(complaints(&card) == 1, "the write pointer stays inside the ring");
	reg(&card, 0xc104, 8 << 8 | 10);
	check(complaints(&card) == 1, "the ring's size is not changed while it runs");
	card_free(&card);
}

static void test_cayman_rings(void)
{
	struct card card;

	card_start(&card, "cayman", 0, NULL);
	set_scratch(&card, 1, 1);
	run(&card);
	reg(&card, 0xc184, 8 << 8 | 9);
	reg(&card, 0xc180, (RING + 0x10000) >> 8);
	check(gpu_mmio_read(card.gpu, 0x8700) == 0, "a new base restarts all rings");
	card.wptr = 0;
	POKE_IB(&card, RING + 0x10000, SET_SCRATCH(2, 22));
	reg(&card, 0xc190, 3);
	settle(&card);
	check(gpu_reg_get(card.gpu, SCRATCH(2)) == 22, "ring 1 runs");
	check(peek32(&card, RPTR) == 10, "and leaves what ring 0 has written back alone");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
	card_start(&card, "cypress", 0, NULL);
	reg(&card, 0xc180, 1);
	check(complaints(&card) == 1, "Cypress has no ring 1");
	card_free(&card);
}

static void test_interrupt_banks(void)
{
	struct card card;

	card_new(&card, "cayman", 0, NULL);
	reg(&card, 0x0e44, 1);
	reg(&card, 0xc124, 1 << 26);
	reg(&card, 0x0e44, 0);
	check(gpu_mmio_read(card.gpu, 0xc124) == 0, "CP_INT_CNTL of ring 0 is not ring 1's");
	reg(&card, 0x0e44, 1);
	check(gpu_mmio_read(card.gpu, 0xc124) == 1 << 26, "ring 1 has kept its own");
	card_free(&card);
}

static void test_faults(void)
{
	struct card card;

	card_start(&card, "cypress", 0, "cp-hang=1");
	POKE_IB(&card, IB, SET_SCRATCH(1, 1));
	RUN(&card, CALL(IB, 3), SET_SCRATCH(2, 2));
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 0 && gpu_reg_get(card.gpu, SCRATCH(2)) == 0,
	      "cp-hang stops at the IB");
	check((gpu_mmio_read(card.gpu, 0x8010) & 0xa0000000) == 0xa0000000, "and looks busy");
	card_free(&card);
	card_start(&card, "cypress", 0, "cp-stop=2");
	RUN(&card, SET_SCRATCH(1, 1));
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 0, "cp-stop fetches nothing");
	check(!(gpu_mmio_read(card.gpu, 0x8010) >> 31), "and looks idle");
	card_free(&card);
}

static void test_prefetch(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	poke32(&card, DATA, 0);
	POKE_IB(&card, IB, PKT3(0x3c, 6), 0x13, DATA, 0, 1, ~0u, 4, SET_SCRATCH(1, 1));
	RUN(&card, CALL(IB, 10));
	POKE_IB(&card, IB + 28, SET_SCRATCH(1, 2));
	poke32(&card, DATA, 1);
	settle(&card);
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 1, "what is prefetched behind a wait is stale");
	poke32(&card, DATA, 0);
	POKE_IB(&card, IB, PKT3(0x3c, 6), 0x13, DATA, 0, 1, ~0u, 4, PKT3(0x42, 1), 0,
		SET_SCRATCH(1, 1));
	RUN(&card, CALL(IB, 12));
	POKE_IB(&card, IB + 36, SET_SCRATCH(1, 3));
	poke32(&card, DATA, 1);
	settle(&card);
	check(gpu_reg_get(card.gpu, SCRATCH(1)) == 3, "PFP_SYNC_ME fetches anew");
	card_free(&card);
}

/* A buffer that is written while the ring waits for a semaphore, as another ring would. */
static uint32_t run_late_ib(uint32_t between)
{
	struct card card;
	uint32_t value;

	card_start(&card, "cypress", 0, NULL);
	POKE_IB(&card, IB, SET_SCRATCH(1, 1));
	EMIT(&card, PKT3(0x39, 2), DATA, 7u << 29 | 1 << 12, between, 0, CALL(IB, 3));
	run(&card);
	POKE_IB(&card, IB, SET_SCRATCH(1, 2));
	poke32(&card, DATA, 1);
	settle(&card);
	value = gpu_reg_get(card.gpu, SCRATCH(1));
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
	return value;
}

static void test_run_ahead(void)
{
	check(run_late_ib(PKT3(0x10, 1)) == 1, "during a wait the PFP reads the next IB");
	check(run_late_ib(PKT3(0x42, 1)) == 2, "but not past PFP_SYNC_ME");
}

/* Behind a wait is a buffer that cannot be called: nobody reads it, once it is said what is wrong. */
static void test_malformed_ahead(void)
{
	static const struct { const char *what, *chip; uint32_t dw[3]; } rows[] = {
		{ "VMID 8", "cayman", { IB, 0, 3 | 8u << 24 } },
		{ "VMID 255", "cayman", { IB, 0, 3 | 255u << 24 } },
		{ "reserved bits of its address", "cayman", { 0xfffff000, 0x1ff, 3 } },
		{ "reserved bits of its size", "cayman", { 0xfffff000, 0xff, 3 | 1u << 20 } },
		{ "a VMID before Cayman", "cypress", { 0xfffff000, 0xff, 3 | 1u << 24 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct card card;

		card_start(&card, rows[i].chip, 0, NULL);
		wait_for_one(&card);
		emit(&card, PKT3(0x32, 3));
		emit_n(&card, rows[i].dw, 3);
		run(&card);
		check(complaints(&card) == 0, "%s: not while the ME waits", rows[i].what);
		poke32(&card, DATA, 1);
		settle(&card);
		check(complaints(&card) == 1, "%s: one complaint when it comes", rows[i].what);
		card_free(&card);
	}
}

static void test_small_ring(void)
{
	struct card card;
	bool good = true;

	card_start(&card, "cypress", 0, NULL);
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0xc104, 1u << 31 | 4);
	reg(&card, 0xc108, 0);
	reg(&card, 0xc114, 0);
	reg(&card, 0xc104, 4);
	reg(&card, 0x86d8, 0);
	for (uint32_t i = 0; i < 200; i++) {
		for (uint32_t k = 0; k < 3; k++)
			poke32(&card, RING + 4 * ((3 * i + k) % 32),
			       ((const uint32_t[]){ SET_SCRATCH(1, i) })[k]);
		reg(&card, 0xc114, 3 * (i + 1) % 32);
		settle(&card);
		good &= gpu_reg_get(card.gpu, SCRATCH(1)) == i;
	}
	check(good && complaints(&card) == 0, "a ring smaller than what is fetched at once");
	card_free(&card);
}

static void test_reset_while_copying(void)
{
	struct card card;

	card_start(&card, "cypress", 0, "cp-dma-stuck=1");
	RUN(&card, PKT3(0x41, 5), DATA, 0, DATA + 64, 0, 64);
	check(gpu_mmio_read(card.gpu, 0x8010) >> 28 & 1, "cp-dma-stuck: a copy stays under way");
	complaints(&card);
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x8020, 1);
	check(complaints(&card) == 1, "to reset the CP then is a violation");
	reg(&card, 0x8020, 0);
	check(!(gpu_mmio_read(card.gpu, 0x8010) >> 28 & 1), "and ends it");
	ring_setup(&card);
	me_initialize(&card);
	poke32(&card, DATA, 0x77);
	EMIT(&card, PKT3(0x41, 5), DATA, 0, DATA + 64, 0, 64);
	kick(&card);
	reg(&card, 0x86d8, 0);
	settle(&card);
	check(peek32(&card, DATA + 64) == 0x77 && complaints(&card) == 0, "later ones are done");
	card_free(&card);
}

/* How many of 24 copies of 2 MiB, each with @info and what comes @behind, are over in one step. */
static uint32_t copied_in_a_step(uint32_t info, const uint32_t *behind, size_t n)
{
	struct card card;
	uint32_t copies;

	card_start(&card, "cypress", 0, NULL);
	for (uint32_t i = 0; i < 24; i++) {
		EMIT(&card, PKT3(0x41, 5), DATA, info, DATA + 0x400000, 0, 0x1fffff);
		emit_n(&card, behind, n);
	}
	kick(&card);
	step(&card);
	copies = (gpu_mmio_read(card.gpu, 0x8700) - 7) / (6 + (uint32_t)n);
	settle(&card);
	check(gpu_mmio_read(card.gpu, 0x8700) == card.wptr && complaints(&card) == 0, "all is copied in the end");
	card_free(&card);
	return copies;
}

/* The host is answered between steps. */
static void test_copies_in_a_step(void)
{
	static const uint32_t wait[] = { PKT3(0x68, 2), 0x10, 1 << 8 };
	uint32_t synced = copied_in_a_step(1u << 31, NULL, 0), queued = copied_in_a_step(0, NULL, 0);
	uint32_t waited = copied_in_a_step(0, wait, ARRAY_SIZE(wait));

	check(synced == 2, "a step ends behind 4 MiB of copies (%u of 2 MiB)", synced);
	check(queued == 10, "not counting those that it leaves in the queue (%u)", queued);
	check(waited == 2, "but those that something waits for (%u)", waited);
}

/* Firmware has left a text mode and a picture; a driver's rings run behind their end. */
static void test_displays_wake(void)
{
	struct card card;

	card_start(&card, "cypress", 0, "displays-wake");
	RUN(&card, SET_SCRATCH(1, 1));
	check(complaints(&card) == 0, "displays-wake: no complaint before the card wakes up");
	gpu_display_wakes(card.gpu);
	check(gpu_mmio_read(card.gpu, 0x300) == 1u << 16, "displays-wake: the VGA engine is on");
	RUN(&card, SET_SCRATCH(1, 2));
	check(complaints(&card) == 2, "displays-wake: a ring that runs is a violation for both");
	card_free(&card);
	card_start(&card, "cypress", 0, "displays-wake");
	gpu_display_wakes(card.gpu);
	reg(&card, 0x300, 0);
	RUN(&card, SET_SCRATCH(1, 1));
	check(complaints(&card) == 1, "displays-wake: for the other display if the VGA engine is off");
	card_free(&card);
	card_start(&card, "cypress", 0, "displays-wake");
	gpu_display_wakes(card.gpu);
	reg(&card, 0x300, 0);
	reg(&card, 0x6e70 + 0xc00, 0);
	reg(&card, 0x6e70 + 0x9800, 0);
	RUN(&card, SET_SCRATCH(1, 1));
	check(complaints(&card) == 0, "displays-wake: for none if that is off, too");
	card_free(&card);
}

int main(void)
{
	test_microcode();
	test_second_upload();
	test_read_back();
	test_ring_wrap("cypress");
	test_ring_wrap("cayman");
	test_rptr_write_back();
	test_partial_packet();
	test_scratch_write_back();
	test_indirect();
	test_overrun();
	test_soft_reset_forgets();
	test_packet_resets_its_cp();
	test_held_in_reset();
	test_soft_reset_time();
	test_register_rules();
	test_cayman_rings();
	test_interrupt_banks();
	test_faults();
	test_prefetch();
	test_run_ahead();
	test_malformed_ahead();
	test_small_ring();
	test_reset_while_copying();
	test_copies_in_a_step();
	test_displays_wake();
	return test_end();
}

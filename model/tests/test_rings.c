// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * All rings of Cayman at once: compute states, semaphores from any to any, who
 * shows as busy, who hangs and what a reset cures.
 */
#include "test_dma.h"

#define CP_RING(n)	(RING + 0x10000u * (n))
#define SCRATCH(n)	(0x8500 + 4 * (n))
#define SET_SCRATCH(n, value) DWORDS(PKT3(0x68, 2), (SCRATCH(n) - 0x8000) / 4, value)
#define PKT3C(op, n)	(PKT3(op, n) | 2)

#define CLEAR		DWORDS(PKT3C(0x12, 1), 0)
#define DEALLOC		DWORDS(PKT3C(0x14, 1), 0)
#define DISPATCH	DWORDS(PKT3C(0x15, 4), 1, 1, 1, 1)
#define CS_FLUSH	DWORDS(PKT3(0x46, 1), 0x407)
#define EOP(addr, value) DWORDS(PKT3(0x47, 5), 0x514, addr, 1u << 29 | 2u << 24, value, 0)
#define SIGNAL(addr)	DWORDS(PKT3(0x39, 2), addr, 6u << 29)
#define WAIT(addr)	DWORDS(PKT3(0x39, 2), addr, 7u << 29)
#define IB_CALL(at, n)	DWORDS(PKT3(0x32, 3), at, 0, n)

#define GRBM_STATUS	0x8010
#define SRBM_STATUS	0x0e50
#define SRBM_STATUS2	0x0ec4
#define CP_STAT		0x8680
#define CP_BUSY		(1u << 29)
#define GUI_ACTIVE	(1u << 31)
#define SEM_BUSY	(1u << 14)
#define SHADERS_BUSY	(1u << 22 | 1u << 21)

static const uint32_t wptr_regs[] = { 0xc114, 0xc190, 0xc1a4 };
static uint32_t cp_wptr[3];

static void ring_emit(struct card *card, unsigned int ring, const uint32_t *dwords, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		poke32(card, CP_RING(ring) + 4 * cp_wptr[ring], dwords[i]);
		cp_wptr[ring] = (cp_wptr[ring] + 1) % RING_DWORDS;
	}
	reg(card, wptr_regs[ring], cp_wptr[ring]);
}

#define ON(card, ring, ...) \
	ring_emit(card, ring, (const uint32_t[]){ __VA_ARGS__ }, \
		  sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))
#define RUN_ON(card, ring, ...) do { ON(card, ring, __VA_ARGS__); settle(card); } while (0)

static void rings_setup(struct card *card)
{
	static const uint32_t base[] = { 0xc100, 0xc180, 0xc194 };
	static const uint32_t rptr[] = { 0x8700, 0x86fc, 0x86f8 };
	uint32_t cntl = 8 << 8 | 9;

	for (unsigned int i = 0; i < 3; i++) {
		reg(card, base[i] + 4, cntl);
		reg(card, i ? base[i] + 8 : 0xc10c, RPTR + 0x100 * i);
	}
	for (unsigned int i = 0; i < 3; i++)
		reg(card, base[i], CP_RING(i) >> 8);
	for (unsigned int i = 0; i < 3; i++) {
		reg(card, base[i] + 4, cntl | 1u << 31);
		reg(card, rptr[i], 0);
		reg(card, wptr_regs[i], 0);
		reg(card, base[i] + 4, cntl);
		cp_wptr[i] = 0;
	}
	reg(card, 0x86d8, 0);
	RUN_ON(card, 0, PKT3(0x44, 6), 1, 0, 7, 1 << 16, 0, 0, PKT3(0x4a, 1), 2u << 28, PKT3(0x4a, 1),
	       3u << 28);
}

static void rings_start(struct card *card, uint64_t delay_ns, const char *faults)
{
	dma_start(card, "cayman", delay_ns, faults);
	reg(card, 0x86d8, 0x14000000);
	rings_setup(card);
	complaints(card);
}

static uint32_t scratch(struct card *card, unsigned int n)
{
	return gpu_reg_get(card->gpu, SCRATCH(n));
}

static uint32_t status(struct card *card, uint32_t offset, uint32_t bits)
{
	return gpu_mmio_read(card->gpu, offset) & bits;
}

static uint64_t complaints_of(struct card *card, unsigned int ring, const uint32_t *dwords, size_t n)
{
	ring_emit(card, ring, dwords, n);
	settle(card);
	return complaints(card);
}

#define BAD(card, ring, ...) \
	complaints_of(card, ring, (const uint32_t[]){ __VA_ARGS__ }, \
		      sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

static void test_compute_state(void)
{
	struct card card;

	rings_start(&card, 0, NULL);
	check(!BAD(&card, 1, CLEAR, DISPATCH, CS_FLUSH, DEALLOC), "allocated, used, freed");
	check(!BAD(&card, 1, CLEAR, DEALLOC), "used by nobody");
	check(BAD(&card, 1, DEALLOC) == 1, "what is not held is not freed");
	check(BAD(&card, 1, DISPATCH, CS_FLUSH) == 1, "a dispatch wants a state");
	check(!BAD(&card, 2, CLEAR) && !BAD(&card, 1, CLEAR), "each ring has its own");
	check(BAD(&card, 2, CLEAR) == 1, "but one");
	check(BAD(&card, 2, DISPATCH, DEALLOC) == 1, "shaders that may run are not robbed of it");
	check(BAD(&card, 1, PKT3(0x14, 1), 0) == 1, "graphics holds no such state");
	check(BAD(&card, 2, PKT3(0x44, 6), 1, 0, 7, 1 << 16, 0, 0) == 1, "ME_INITIALIZE is for ring 0");
	check(BAD(&card, 1, PKT3(0x2d, 2), 3, 2) == 1, "and so are draws");
	check(!BAD(&card, 0, DISPATCH, CS_FLUSH, DEALLOC, CLEAR, DISPATCH, CS_FLUSH, DEALLOC, CLEAR),
	      "what Mesa does on ring 0");
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x8020, 1);
	reg(&card, 0x8020, 0);
	rings_setup(&card);
	complaints(&card);
	check(!BAD(&card, 1, CLEAR) && !BAD(&card, 2, CLEAR), "after a reset none is held");
	card_free(&card);
}

static void test_evergreen_packets(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	RUN(&card, DEALLOC);
	check(complaints(&card) == 1, "Evergreen has no DEALLOC_STATE");
	RUN(&card, PKT3(0x39, 2), DATA, 6u << 29 | 1 << 12, PKT3(0x39, 2), DATA, 7u << 29);
	check(complaints(&card) == 1, "its waits want WAIT_ON_SIGNAL");
	card_free(&card);
	card_start(&card, "cayman", 0, NULL);
	RUN(&card, PKT3(0x39, 2), DATA, 6u << 29 | 1 << 12);
	check(complaints(&card) == 1, "which is reserved on Cayman");
	RUN(&card, PKT3(0x39, 2), DATA + 4, 7u << 29);
	check(complaints(&card) == 1, "where a cell lies at 8 bytes, too");
	card_free(&card);
}

/* Signals by one ring, waits by another; 3 and 4 are the DMA engines. */
static void signal_on(struct card *card, unsigned int ring, uint32_t cell)
{
	if (ring < 3)
		ON(card, ring, SIGNAL(cell));
	else
		DMA_EMIT(card, ring - 3, DMA(5, 4, 0), cell, 0);
	if (ring >= 3)
		dma_kick(card, ring - 3);
}

static void wait_on(struct card *card, unsigned int ring, uint32_t cell, uint32_t proof)
{
	if (ring < 3)
		ON(card, ring, WAIT(cell), PKT3(0x3d, 4), proof, 1 << 18, 1, 0);
	else
		DMA_EMIT(card, ring - 3, DMA(5, 0, 0), cell, 0, DMA(2, 0, 1), proof, 0, 1);
	if (ring >= 3)
		dma_kick(card, ring - 3);
}

static void test_pair(unsigned int from, unsigned int to)
{
	struct card card;
	bool waited, busy;

	rings_start(&card, 100000, NULL);
	wait_on(&card, to, DATA, DATA + 64);
	settle(&card);
	waited = peek32(&card, DATA + 64) == 0;
	busy = to < 3 ? status(&card, GRBM_STATUS, CP_BUSY) : status(&card, SRBM_STATUS2, 1u << (to + 2));
	busy = busy && status(&card, SRBM_STATUS, SEM_BUSY);
	signal_on(&card, from, DATA);
	step(&card);
	waited = waited && peek32(&card, DATA + 64) == 0;
	settle(&card);
	check(waited && busy && peek32(&card, DATA + 64) == 1 && peek64(&card, DATA) == 0 &&
	      !status(&card, SRBM_STATUS, SEM_BUSY) && complaints(&card) == 0,
	      "ring %u signals late, ring %u waits and is busy", from, to);
	card_free(&card);
}

static void test_mailbox(void)
{
	struct card card;

	rings_start(&card, 100000, NULL);
	ON(&card, 1, PKT3(0x39, 2), DATA, 6u << 29 | 1 << 16, SET_SCRATCH(1, 1));
	DMA_EMIT(&card, 0, DMA(5, 0xc, 0), DATA + 8, 0, DMA(2, 0, 1), DATA + 16, 0, 1);
	dma_kick(&card, 0);
	step(&card);
	check(scratch(&card, 1) == 0 && peek32(&card, DATA + 16) == 0, "a mailbox makes a signal wait");
	settle(&card);
	check(scratch(&card, 1) == 1 && peek32(&card, DATA + 16) == 1 && peek64(&card, DATA) == 1 &&
	      peek64(&card, DATA + 8) == 1 && complaints(&card) == 0, "until it was sent, once");
	card_free(&card);
}

/* One ring after the other waits for what never comes; the rest goes on. */
static void test_nobody_blocks(void)
{
	struct card card;
	bool good = true;

	rings_start(&card, 0, NULL);
	for (unsigned int blocked = 0; blocked < 5; blocked++) {
		wait_on(&card, blocked, DATA + 8 * blocked, DATA + 128);
		for (unsigned int other = blocked + 1; other < 5; other++) {
			signal_on(&card, other, DATA + 256);
			settle(&card);
		}
		good &= peek64(&card, DATA + 256) == 4 - blocked;
		poke64(&card, DATA + 256, 0);
	}
	check(good && complaints(&card) == 0, "a ring that waits holds up no other");
	check(status(&card, GRBM_STATUS, 1 << 4 | 1 << 6) == (1 << 4 | 1 << 6), "rings 1 and 2 have work");
	card_free(&card);
}

/* How often a stalled ring is asked in a second. */
static void test_cheap_wait(void)
{
	uint64_t now = 0;
	struct card card;
	int steps = 0;

	rings_start(&card, 0, NULL);
	wait_on(&card, 0, DATA, DATA + 64);
	for (; now < 1000000000 && steps < 100000; steps++) {
		int64_t ns = gpu_step(card.gpu);

		if (ns < 0)
			break;
		now += (uint64_t)ns;
	}
	check(now >= 1000000000 && steps < 2000, "a long wait looks %d times a second", steps);
	card_free(&card);
}

static void test_interrupts(void)
{
	uint32_t ih = 0x700000;
	struct card card;
	bool good = true;

	rings_start(&card, 0, NULL);
	reg(&card, 0x3e04, ih >> 8);
	reg(&card, 0x3e00, 1 | 14 << 1);
	reg(&card, 0x3e18, 1);
	for (unsigned int i = 0; i < 3; i++) {
		reg(&card, 0x0e44, i);
		reg(&card, 0xc124, i == 1 ? 0 : 1 << 26);
	}
	for (unsigned int i = 0; i < 3; i++)
		RUN_ON(&card, i, EOP(DATA + 8 * i, i + 1));
	for (unsigned int i = 0; i < 3; i++)
		good &= peek32(&card, DATA + 8 * i) == i + 1;
	check(good, "fences of all rings");
	check(gpu_mmio_read(card.gpu, 0x3e0c) == 32 && peek32(&card, ih) == 181 && peek32(&card, ih + 4) == 0 &&
	      peek32(&card, ih + 16) == 181 && peek32(&card, ih + 20) == 2,
	      "their interrupts name the ring, where it is enabled");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

/* ---- who hangs, and what helps ---- */

/* Rings 0 to 2 get work; @runs: which do it, a bit each; @grbm: who is busy then. */
static void test_one_ring_hangs(const char *plan, unsigned int runs, uint32_t grbm)
{
	struct card card;

	rings_start(&card, 0, plan);
	poke32(&card, IB, 0x80000000);
	for (unsigned int i = 0; i < 3; i++)
		RUN_ON(&card, i, IB_CALL(IB, 1), SET_SCRATCH(i, i + 1));
	for (unsigned int i = 0; i < 3; i++)
		check(scratch(&card, i) == (runs >> i & 1 ? i + 1 : 0), "%s: ring %u %s", plan, i,
		      runs >> i & 1 ? "runs" : "does not move");
	check(status(&card, GRBM_STATUS, CP_BUSY | 1 << 6 | 1 << 4) == grbm, "%s: who is busy", plan);
	check(!grbm == !gpu_mmio_read(card.gpu, CP_STAT), "%s: as CP_STAT has it", plan);
	card_free(&card);
}

/* A ring that waits keeps the others from running, or does not, and ends for one of them. */
static void test_wait_keeps_me(const char *plan, bool keeps)
{
	struct card card;

	rings_start(&card, 0, plan);
	RUN_ON(&card, 1, WAIT(DATA), SET_SCRATCH(1, 1));
	RUN_ON(&card, 0, SET_SCRATCH(0, 1));
	RUN_ON(&card, 2, SET_SCRATCH(2, 1));
	check(scratch(&card, 0) == !keeps && scratch(&card, 2) == !keeps,
	      "%s: rings beside one that waits %s", plan ? plan : "no fault", keeps ? "stand" : "run");
	poke32(&card, DATA, 1);
	settle(&card);
	check(scratch(&card, 0) && scratch(&card, 1) && scratch(&card, 2),
	      "%s: all run when the wait is over", plan ? plan : "no fault");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void soft_reset(struct card *card, uint32_t grbm, uint32_t srbm)
{
	reg(card, 0x86d8, 0x14000000);
	reg(card, 0x20ac, 1);
	if (grbm) {
		reg(card, 0x8020, grbm);
		reg(card, 0x8020, 0);
	}
	if (srbm) {
		reg(card, 0x0e60, srbm);
		reg(card, 0x0e60, 0);
	}
	reg(card, 0x20ac, 0);
	settle(card);
}

#define ALL_GFX	0xdf7a

static void test_shaders_hang(void)
{
	struct card card;

	rings_start(&card, 0, "gfx-hang@1=1");
	RUN_ON(&card, 0, DISPATCH, EOP(DATA, 1));
	check(peek32(&card, DATA) == 1, "gfx-hang: not that ring");
	RUN_ON(&card, 1, CLEAR, DISPATCH, EOP(DATA + 8, 1));
	check(peek32(&card, DATA + 8) == 0 && status(&card, GRBM_STATUS, SHADERS_BUSY) == SHADERS_BUSY &&
	      status(&card, 0x8014, 1 << 27), "gfx-hang: its fence never comes, shaders are busy");
	soft_reset(&card, 1, 0);
	check(status(&card, GRBM_STATUS, SHADERS_BUSY) == SHADERS_BUSY, "a reset of the CP does not help");
	soft_reset(&card, ALL_GFX | 1, 0);
	check(!status(&card, GRBM_STATUS, SHADERS_BUSY | GUI_ACTIVE | CP_BUSY), "one of all units does");
	rings_setup(&card);
	RUN_ON(&card, 1, CLEAR, DISPATCH, EOP(DATA + 8, 2));
	check(peek32(&card, DATA + 8) == 2 && complaints(&card) == 0, "then it works again");
	card_free(&card);
}

static void test_resets_are_apart(void)
{
	struct card card;

	rings_start(&card, 0, "cp-hang=1,dma-stuck=1-2");
	RUN_ON(&card, 0, IB_CALL(IB, 1));
	for (unsigned int e = 0; e < 2; e++)
		DMA_RUN(&card, e, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 8 << 12);
	check(status(&card, GRBM_STATUS, CP_BUSY) && status(&card, SRBM_STATUS2, 0x60) == 0x60,
	      "CP and both DMA engines hang");
	soft_reset(&card, 0, 1 << 6);
	check(status(&card, GRBM_STATUS, CP_BUSY) && status(&card, SRBM_STATUS2, 0x60) == 0x20,
	      "the reset of one DMA engine cures that one");
	soft_reset(&card, 1, 0);
	check(!status(&card, GRBM_STATUS, CP_BUSY) && status(&card, SRBM_STATUS2, 0x60) == 0x20,
	      "that of the CP the CP");
	soft_reset(&card, 0, 1 << 20);
	check(!status(&card, SRBM_STATUS2, 0x60) && gpu_mmio_read(card.gpu, 0xd034) & 1,
	      "and that of the other engine the rest");
	card_free(&card);
}

/* @plan keeps a reset from working once; it is about the unit that shows in @offset. */
static void test_reset_fails(const char *plan, uint32_t grbm, uint32_t srbm, uint32_t offset, uint32_t bits)
{
	char faults[96];
	struct card card;
	bool first, second;

	snprintf(faults, sizeof(faults), "gfx-hang,cp-hang,dma-stuck,vm-hang,%s", plan);
	rings_start(&card, 0, faults);
	RUN_ON(&card, 0, DISPATCH, IB_CALL(IB, 1));
	for (unsigned int e = 0; e < 2; e++)
		DMA_RUN(&card, e, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, 8 << 12);
	reg(&card, 0x1478, 2);
	soft_reset(&card, grbm, srbm);
	first = status(&card, offset, bits) == bits;
	soft_reset(&card, grbm, srbm);
	second = !status(&card, offset, bits);
	check(first && second, "%s: the second reset helps", plan);
	card_free(&card);
}

static void test_vm_hangs(void)
{
	struct card card;

	rings_start(&card, 0, "vm-hang=2");
	reg(&card, 0x1478, 2);
	check(gpu_mmio_read(card.gpu, 0x1478) == 0 && gpu_mmio_read(card.gpu, 0x140c) == 0, "a flush ends");
	reg(&card, 0x1478, 2);
	check(gpu_mmio_read(card.gpu, 0x1478) == 2 && gpu_mmio_read(card.gpu, 0x140c) == 1 &&
	      status(&card, SRBM_STATUS, 1 << 8), "vm-hang: the second does not, and it shows");
	DMA_RUN(&card, 0, DMA(9, 0, 0), 0xf << 16 | 0x1478 / 4, 4, DMA(9, 0xc0, 0), 0xffu << 20 | 0x1478 / 4,
		~0u, 0, DMA(2, 0, 1), DATA, 0, 1);
	check(peek32(&card, DATA) == 0, "who polls for its end waits");
	soft_reset(&card, 0, 1 << 17);
	check(!status(&card, SRBM_STATUS, 1 << 8) && gpu_mmio_read(card.gpu, 0x140c) == 0 &&
	      peek32(&card, DATA) == 1 && complaints(&card) == 0, "until VMC is reset");
	card_free(&card);
}

static void test_drop(void)
{
	struct card card;

	rings_start(&card, 0, "drop-eop@2=1,dma-drop-fence@1=1");
	for (unsigned int i = 0; i < 3; i++)
		RUN_ON(&card, i, EOP(DATA + 8 * i, 7));
	for (unsigned int e = 0; e < 2; e++)
		DMA_RUN(&card, e, DMA(6, 0, 0), DATA + 32 + 8 * e, 0, 7);
	check(peek32(&card, DATA) == 7 && peek32(&card, DATA + 8) == 7 && peek32(&card, DATA + 16) == 0,
	      "drop-eop@2 is about ring 2");
	check(peek32(&card, DATA + 32) == 7 && peek32(&card, DATA + 40) == 0,
	      "dma-drop-fence@1 about engine 1");
	card_free(&card);
}

int main(void)
{
	test_compute_state();
	test_evergreen_packets();
	for (unsigned int from = 0; from < 5; from++)
		for (unsigned int to = 0; to < 5; to++)
			if (from != to)
				test_pair(from, to);
	test_mailbox();
	test_nobody_blocks();
	test_cheap_wait();
	test_interrupts();
	test_one_ring_hangs("cp-hang@0", 0, CP_BUSY | 1 << 6 | 1 << 4);
	test_one_ring_hangs("cp-hang@1", 1, CP_BUSY | 1 << 6 | 1 << 4);
	test_one_ring_hangs("cp-hang@2", 3, CP_BUSY | 1 << 4);
	test_one_ring_hangs("cp-stop@1", 5, 0);
	test_one_ring_hangs("cp-stop@2", 3, 0);
	test_wait_keeps_me(NULL, false);
	test_wait_keeps_me("me-stays@0", false);
	test_wait_keeps_me("me-stays@1", true);
	test_wait_keeps_me("me-stays", true);
	test_shaders_hang();
	test_resets_are_apart();
	test_reset_fails("reset-fails=1", 1, 0, GRBM_STATUS, CP_BUSY);
	test_reset_fails("reset-fails@cp=1", ALL_GFX | 1, 0, GRBM_STATUS, CP_BUSY);
	test_reset_fails("reset-fails@gfx=1", ALL_GFX | 1, 0, GRBM_STATUS, SHADERS_BUSY);
	test_reset_fails("reset-fails@dma0=1", 0, 1 << 20 | 1 << 6, SRBM_STATUS2, 1 << 5);
	test_reset_fails("reset-fails@dma1=1", 0, 1 << 20 | 1 << 6, SRBM_STATUS2, 1 << 6);
	test_reset_fails("reset-fails@vmc=1", 0, 1 << 17, SRBM_STATUS, 1 << 8);
	test_vm_hangs();
	test_drop();
	return test_end();
}

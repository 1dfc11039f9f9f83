// SPDX-License-Identifier: MIT OR GPL-2.0
/* Each packet does what it says, and says so when it is malformed. */
#include "array.h"
#include "test_card.h"
#include "cp.h"

#define SCRATCH(n)		(0x8500 + 4 * (n))
#define SET_SCRATCH(n, value)	DWORDS(PKT3(0x68, 2), (SCRATCH(n) - 0x8000) / 4, value)
#define SET_PRIMITIVES(type)	DWORDS(PKT3(0x68, 2), (0x8958 - 0x8000) / 4, type)
#define COMPUTE(header)		((header) | 2)
#define BEGIN_CLEAR_STATE	DWORDS(PKT3(0x4a, 1), 2u << 28)
#define END_CLEAR_STATE		DWORDS(PKT3(0x4a, 1), 3u << 28)
#define DB_RENDER_CONTROL	0x28000
#define CB_BLEND_RED		0x28414

static uint32_t reg_of(struct card *card, uint32_t offset)
{
	return gpu_reg_get(card->gpu, offset);
}

/* ---- state ---- */

static void test_type0(struct card *card)
{
	RUN(card, 0u << 30 | 2 << 16 | SCRATCH(0) / 4, 1, 2, 3);
	check(reg_of(card, SCRATCH(0)) == 1 && reg_of(card, SCRATCH(2)) == 3, "type 0 writes a run");
	RUN(card, 0x80000000, 0x80000000);
	check(complaints(card) == 0, "type 2 is a filler");
	RUN(card, 0u << 30 | 1 << 16 | 0xffff, 1, 2);
	check(complaints(card) == 1, "type 0 stays inside the register space");
}

static void test_set_spaces(struct card *card)
{
	static const struct { uint32_t op, offset, n, reg; bool good; const char *what; } rows[] = {
		{ 0x68, 0x140, 1, 0x8500, true, "SET_CONFIG_REG, first scratch" },
		{ 0x69, 0x105, 4, 0x28414, true, "SET_CONTEXT_REG, blend colour" },
		{ 0x69, 0x105, 0, 0, true, "SET_CONTEXT_REG of nothing" },
		{ 0x69, 0x400, 1, 0, false, "SET_CONTEXT_REG behind the end" },
		{ 0x69, 0x3ff, 2, 0, false, "SET_CONTEXT_REG across the end" },
		{ 0x69, 0x18, 1, 0, false, "SET_CONTEXT_REG of an unknown register" },
		{ 0x69, 0x10105, 1, 0, false, "SET_CONTEXT_REG with a high offset" },
		{ 0x68, 0xb00, 1, 0, false, "SET_CONFIG_REG behind the end" },
		{ 0x6b, 5, 1, 0x3a514, true, "SET_BOOL_CONST, the last" },
		{ 0x6b, 6, 1, 0, false, "SET_BOOL_CONST behind the end" },
		{ 0x6c, 0, 2, 0x3a200, true, "SET_LOOP_CONST" },
		{ 0x6c, 191, 2, 0, false, "SET_LOOP_CONST across the end" },
		{ 0x6d, 8, 8, 0x30020, true, "SET_RESOURCE, the second" },
		{ 0x6d, 8, 7, 0, false, "SET_RESOURCE of seven dwords" },
		{ 0x6d, 8192, 8, 0, false, "SET_RESOURCE behind the end" },
		{ 0x6e, 3, 3, 0x3c00c, true, "SET_SAMPLER, the second" },
		{ 0x6e, 3, 4, 0, false, "SET_SAMPLER of four dwords" },
		{ 0x6e, 384, 3, 0, false, "SET_SAMPLER behind the end" },
		{ 0x6f, 0, 2, 0x3cff0, true, "SET_CTL_CONST" },
		{ 0x6f, 3015, 1, 0, false, "SET_CTL_CONST behind the end" },
		{ 0x6a, 0, 2, 0, false, "SET_ALU_CONST, which nothing describes" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		bool stored = true;

		EMIT(card, PKT3(rows[i].op, 1 + rows[i].n), rows[i].offset);
		for (uint32_t k = 0; k < rows[i].n; k++)
			emit(card, 0x10 + k);
		run(card);
		for (uint32_t k = 0; k < rows[i].n && rows[i].reg; k++)
			stored &= reg_of(card, rows[i].reg + 4 * k) == 0x10 + k;
		check(stored && complaints(card) == !rows[i].good, "%s", rows[i].what);
	}
}

static void test_headers(struct card *card)
{
	static const struct { uint32_t header; unsigned int body; const char *what; } rows[] = {
		{ PKT3(0x01, 1), 1, "unknown opcode" },
		{ PKT3(0x17, 1), 1, "opcode with a name and no description" },
		{ PKT3(0x10, 1) | 4, 1, "reserved bit in the header" },
		{ COMPUTE(PKT3(0x68, 2)), 2, "shader type where there is none" },
		{ PKT3(0x44, 5), 5, "ME_INITIALIZE too short" },
		{ PKT3(0x43, 5), 5, "SURFACE_SYNC too long" },
		{ PKT3(0x46, 2), 2, "EVENT_WRITE of two dwords" },
		{ PKT3(0x14, 1), 1, "DEALLOC_STATE before Cayman" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		emit(card, rows[i].header);
		for (unsigned int k = 0; k < rows[i].body; k++)
			emit(card, 0);
		EMIT(card, SET_SCRATCH(7, (uint32_t)i + 1));
		run(card);
		check(complaints(card) == 1 && reg_of(card, SCRATCH(7)) == i + 1,
		      "%s: complained about and stepped over", rows[i].what);
	}
}

static void test_clear_state(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	RUN(&card, PKT3(0x12, 1), 0);
	check(complaints(&card) == 1, "CLEAR_STATE wants a clear state");
	me_initialize(&card);
	RUN(&card, BEGIN_CLEAR_STATE, PKT3(0x69, 2), (CB_BLEND_RED - 0x28000) / 4, 0x3f800000,
	    END_CLEAR_STATE);
	check(reg_of(&card, CB_BLEND_RED) == 0, "registers are as they were while it is set up");
	RUN(&card, PKT3(0x69, 2), 0, 5, PKT3(0x6d, 9), 0, 1, 2, 3, 4, 5, 6, 7, 8);
	check(reg_of(&card, DB_RENDER_CONTROL) == 5 && reg_of(&card, 0x30000) == 1, "state is set");
	RUN(&card, PKT3(0x12, 1), 0);
	check(reg_of(&card, CB_BLEND_RED) == 0x3f800000, "CLEAR_STATE loads what was set up");
	check(reg_of(&card, DB_RENDER_CONTROL) == 0 && reg_of(&card, 0x30000) == 1,
	      "and zeroes the rest");
	check(complaints(&card) == 0, "no complaint");
	RUN(&card, BEGIN_CLEAR_STATE, END_CLEAR_STATE);
	check(complaints(&card) == 1, "the clear state comes right after ME_INITIALIZE");
	RUN(&card, END_CLEAR_STATE);
	check(complaints(&card) == 1, "no end without a begin");
	RUN(&card, PKT3(0x4a, 1), 0, PKT3(0x4a, 1), 1u << 28);
	check(complaints(&card) == 0, "a preamble may begin and end");
	RUN(&card, PKT3(0x4a, 1), 4u << 28);
	check(complaints(&card) == 1, "preamble command 4 is reserved");
	card_free(&card);
}

static void test_shadow_and_load(struct card *card)
{
	RUN(card, PKT3(0x61, 4), DATA, 0, 0, 0, PKT3(0x28, 2), 0x80000000, 0x80000002,
	    PKT3(0x69, 2), 5, 0xabcd);
	check(peek32(card, DATA + 20) == 0xabcd, "SET_CONTEXT_REG is shadowed in memory");
	poke32(card, DATA + 20, 0x1234);
	RUN(card, PKT3(0x61, 4), DATA, 0, 5, 1);
	check(reg_of(card, 0x28014) == 0xabcd, "LOAD_CONTEXT_REG is not enabled");
	RUN(card, PKT3(0x28, 2), 0x80000002, 0x80000000, PKT3(0x61, 4), DATA, 0, 5, 1);
	check(reg_of(card, 0x28014) == 0x1234, "LOAD_CONTEXT_REG is");
	RUN(card, PKT3(0x28, 2), 0x80000000, 0, PKT3(0x18, 1), 1, PKT3(0x62, 1), 1 << 9 | 1);
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x61, 5), DATA, 0, 5, 1, 2);
	check(complaints(card) == 1, "LOAD takes pairs");
	RUN(card, PKT3(0x61, 6), DATA, 0, 5, 1, 0, 0x400);
	check(complaints(card) == 1, "and loads no more registers than there are");
	RUN(card, PKT3(0x28, 2), 1 << 13, 0);
	check(complaints(card) == 1, "CONTEXT_CONTROL has reserved bits");
	RUN(card, PKT3(0x18, 1), 2);
	check(complaints(card) == 1, "MODE_CONTROL has reserved commands");
}

/* ---- fences and events ---- */

#define EOP(addr, sel, data)	DWORDS(PKT3(0x47, 5), 0x514, addr, sel, data, 0)

static void test_eop(struct card *card)
{
	uint64_t before = gpu_now(card->gpu) / 10;

	reg(card, 0xc124, 1 << 26);
	poke64(card, DATA, ~0ull);
	RUN(card, EOP(DATA, 1u << 29, 0x77));
	check(peek64(card, DATA) == 0xffffffff00000077ull, "32 bits of data");
	RUN(card, PKT3(0x47, 5), 0x528, DATA, 2u << 29, 0x55, 0x66);
	check(peek64(card, DATA) == 0x6600000055ull, "64 bits of data");
	RUN(card, EOP(DATA + 8, 3u << 29, 0));
	check(peek64(card, DATA + 8) >= before, "the clock");
	check(complaints(card) == 0, "no complaint");
	RUN(card, EOP(DATA + 4, 2u << 29, 0));
	check(complaints(card) == 1, "64 bits want alignment");
	RUN(card, EOP(DATA, 5u << 29, 0));
	check(complaints(card) == 1, "data select 5 is reserved");
	RUN(card, EOP(DATA, 3u << 24, 0));
	check(complaints(card) == 1, "interrupt select 3 is reserved");
	RUN(card, PKT3(0x47, 5), 0x514, DATA, 1u << 29 | 1 << 24, 0, 0);
	check(complaints(card) == 1, "an interrupt that does not wait for the data");
	RUN(card, PKT3(0x47, 5), 0x516, DATA, 1u << 29, 0, 0);
	check(complaints(card) == 1, "CACHE_FLUSH_AND_INV_EVENT is no end-of-pipe event");
	RUN(card, PKT3(0x47, 5), 0x014, DATA, 1u << 29, 0, 0);
	check(complaints(card) == 1, "the event's index must match");
}

static void test_late_eop(void)
{
	struct card card;

	card_start(&card, "cypress", 1000000, NULL);
	EMIT(&card, EOP(DATA, 1u << 29, 1), EOP(DATA, 1u << 29, 2), EOP(DATA + 8, 1u << 29, 3),
	     SET_SCRATCH(1, 1));
	kick(&card);
	step(&card);
	check(reg_of(&card, SCRATCH(1)) == 1 && peek32(&card, DATA) == 0,
	      "the CP is ahead of its fences");
	check(gpu_mmio_read(card.gpu, 0x8010) >> 31, "and the pipe is busy");
	settle(&card);
	check(peek32(&card, DATA) == 2 && peek32(&card, DATA + 8) == 3, "fences come, in order");
	check(gpu_now(card.gpu) >= 1000000, "after the delay");
	check(!(gpu_mmio_read(card.gpu, 0x8010) >> 31), "and the pipe is idle");
	for (int i = 0; i < 100; i++)
		EMIT(&card, EOP(DATA, 1u << 29, (uint32_t)i));
	run(&card);
	for (int i = 0; i < 100; i++)
		EMIT(&card, EOP(DATA, 1u << 29, 100 + (uint32_t)i));
	run(&card);
	check(peek32(&card, DATA) == 199, "many of them");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_eop_interrupt(const char *chip, unsigned int bank)
{
	struct card card;
	uint32_t ih = 0x600000;

	card_start(&card, chip, 0, NULL);
	reg(&card, 0x3e04, ih >> 8);
	reg(&card, 0x3e00, 1 | 14 << 1);
	reg(&card, 0x3e18, 1);
	reg(&card, 0x0e44, bank);
	reg(&card, 0xc124, 1 << 26);
	reg(&card, 0x0e44, 0);
	RUN(&card, EOP(DATA, 1u << 29 | 2u << 24, 1));
	if (bank) {
		check(gpu_mmio_read(card.gpu, 0x3e0c) == 0, "%s: ring %u's enable is not ring 0's", chip, bank);
	} else {
		check(gpu_mmio_read(card.gpu, 0x3e0c) == 16, "%s: one vector", chip);
		check((peek32(&card, ih) & 0xff) == 181, "%s: of the CP's end of pipe", chip);
	}
	card_free(&card);
}

static void test_ring1_interrupt(void)
{
	static const uint32_t eop[] = { EOP(DATA, 1u << 29 | 2u << 24, 1) };
	struct card card;
	uint32_t ih = 0x600000;

	card_start(&card, "cayman", 0, NULL);
	reg(&card, 0x3e04, ih >> 8);
	reg(&card, 0x3e00, 1 | 14 << 1);
	reg(&card, 0x3e18, 1);
	reg(&card, 0x0e44, 1);
	reg(&card, 0xc124, 1 << 26);
	memcpy(card.vram + RING + 0x10000, eop, sizeof(eop));
	reg(&card, 0xc184, 8 << 8 | 9);
	reg(&card, 0xc180, (RING + 0x10000) >> 8);
	reg(&card, 0xc190, sizeof(eop) / 4);
	settle(&card);
	check(gpu_mmio_read(card.gpu, 0x3e0c) == 16 && peek32(&card, ih + 4) == 1,
	      "ring 1 interrupts in its own name");
	card_free(&card);
}

static void test_drop_eop(void)
{
	struct card card;

	card_start(&card, "cypress", 0, "drop-eop=2");
	RUN(&card, EOP(DATA, 1u << 29, 1), EOP(DATA, 1u << 29, 2), EOP(DATA + 8, 1u << 29, 3));
	check(peek32(&card, DATA) == 1 && peek32(&card, DATA + 8) == 3, "drop-eop=2 loses the second");
	card_free(&card);
}

static void test_events(struct card *card)
{
	uint64_t valid = 1ull << 63;

	for (int i = 0; i < 16; i++)
		poke64(card, DATA + 8 * i, 0);
	RUN(card, PKT3(0x46, 3), 0x115, DATA, 0);
	check(peek64(card, DATA) == valid && peek64(card, DATA + 16 * 7) == valid &&
	      peek64(card, DATA + 8) == 0, "ZPASS_DONE: one slot per backend, valid");
	RUN(card, PKT3(0x46, 3), 0x320, DATA + 0x100, 0);
	check(peek64(card, DATA + 0x100) == valid && peek64(card, DATA + 0x108) == valid,
	      "SAMPLE_STREAMOUTSTATS: two counters");
	poke64(card, DATA + 0x250, ~0ull);
	RUN(card, PKT3(0x46, 3), 0x21e, DATA + 0x200, 0);
	check(peek64(card, DATA + 0x250) == 0, "SAMPLE_PIPELINESTAT: eleven counters");
	RUN(card, PKT3(0x46, 1), 0x16, PKT3(0x46, 1), 0x410, COMPUTE(PKT3(0x46, 1)), 0x407);
	check(complaints(card) == 0, "no complaint");
	reg(card, 0x84fc, 0);
	RUN(card, PKT3(0x46, 1), 0x1f, PKT3(0x3c, 6), 3, 0x84fc / 4, 0, 1, 1, 4, SET_SCRATCH(1, 9));
	check(reg_of(card, SCRATCH(1)) == 9, "SO_VGTSTREAMOUT_FLUSH tells CP_STRMOUT_CNTL");
	RUN(card, PKT3(0x46, 1), 0x3f);
	check(complaints(card) == 1, "unknown event");
	RUN(card, PKT3(0x46, 1), 0x115);
	check(complaints(card) == 1, "ZPASS_DONE wants an address");
	RUN(card, PKT3(0x46, 3), 0x16, DATA, 0);
	check(complaints(card) == 1, "a cache flush does not");
	RUN(card, PKT3(0x46, 1), 0x514);
	check(complaints(card) == 1, "a fence is not EVENT_WRITE's");
}

static void test_eos(struct card *card)
{
	RUN(card, PKT3(0x69, 2), (0x2872c - 0x28000) / 4, 42,
	    PKT3(0x48, 4), 0x630, DATA, 0, 0x2872c / 4);
	check(peek32(card, DATA) == 42, "EOS stores an append counter");
	RUN(card, COMPUTE(PKT3(0x48, 4)), 0x62f, DATA, 2u << 29, 43);
	check(peek32(card, DATA) == 43, "EOS stores data");
	poke32(card, DATA + 0x10, 0xfeed);
	RUN(card, COMPUTE(PKT3(0x41, 5)), DATA + 0x10, 1u << 31 | 1u << 20, 8, 0, 4 | 1u << 27,
	    PKT3(0x48, 4), 0x630, DATA, 1u << 29, 1 << 16 | 2);
	check(peek32(card, DATA) == 0xfeed, "EOS stores GDS, which CP_DMA has filled");
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x48, 4), 0x630, DATA, 1u << 29, 1 << 16 | 0xffff);
	check(complaints(card) == 1, "GDS ends");
	RUN(card, PKT3(0x48, 4), 0x630, DATA, 3u << 29, 0);
	check(complaints(card) == 1, "command 3 is reserved");
}

/* ---- waits ---- */

#define WAIT_MEM(func, addr, value)	DWORDS(PKT3(0x3c, 6), 0x10 | (func), addr, 0, value, ~0u, 4)

static void test_wait(struct card *card)
{
	static const struct { unsigned int function; uint32_t below, equal, above; } rows[] = {
		{ 0, 1, 1, 1 }, { 1, 1, 0, 0 }, { 2, 1, 1, 0 }, { 3, 0, 1, 0 }, { 4, 1, 0, 1 },
		{ 5, 0, 1, 1 }, { 6, 0, 0, 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		unsigned int f = rows[i].function;

		check(pm4_compare(f, 9, 10) == rows[i].below && pm4_compare(f, 10, 10) == rows[i].equal &&
		      pm4_compare(f, 0xfffffff0, 10) == rows[i].above, "function %u", f);
	}
	poke32(card, DATA, 0);
	RUN(card, SET_SCRATCH(1, 0), WAIT_MEM(3, DATA, 5), SET_SCRATCH(1, 1));
	check(reg_of(card, SCRATCH(1)) == 0, "waits for memory");
	check(gpu_mmio_read(card->gpu, 0x8010) >> 31, "and is busy meanwhile");
	poke32(card, DATA, 5);
	settle(card);
	check(reg_of(card, SCRATCH(1)) == 1, "and goes on");
	RUN(card, PKT3(0x3c, 6), 3, SCRATCH(2) / 4, 0, 0x10, 0xf0, 4, SET_SCRATCH(1, 2));
	check(reg_of(card, SCRATCH(1)) == 1, "waits for a register");
	reg(card, SCRATCH(2), 0x1f);
	settle(card);
	check(reg_of(card, SCRATCH(1)) == 2, "under a mask");
	RUN(card, PKT3(0x3c, 6), 0x115, DATA, 0, 5, ~0u, 4);
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x3c, 6), 0x113, DATA, 0, 5, ~0u, 4);
	check(complaints(card) == 1, "the PFP only waits for at least");
	RUN(card, PKT3(0x3c, 6), 0x105, SCRATCH(2) / 4, 0, 0, ~0u, 4);
	check(complaints(card) == 1, "and only for memory");
	RUN(card, PKT3(0x3c, 6), 0x17, DATA, 0, 5, ~0u, 4);
	check(complaints(card) == 1, "function 7 is reserved");
}

#define SEM(sel, addr, more)	DWORDS(PKT3(0x39, 2), addr, (uint32_t)(sel) << 29 | (more))
#define ON_SIGNAL		(1 << 12)

static void test_semaphore(struct card *card)
{
	poke64(card, DATA, 0);
	RUN(card, SET_SCRATCH(1, 0), SEM(7, DATA, ON_SIGNAL), SET_SCRATCH(1, 1));
	check(reg_of(card, SCRATCH(1)) == 0, "a wait on 0 stalls");
	poke64(card, DATA, 2);
	settle(card);
	check(reg_of(card, SCRATCH(1)) == 1 && peek64(card, DATA) == 1, "and takes one");
	RUN(card, SEM(6, DATA, ON_SIGNAL), SEM(6, DATA, ON_SIGNAL));
	check(peek64(card, DATA) == 3, "signals add");
	RUN(card, SEM(6, DATA, ON_SIGNAL | 1 << 20));
	check(peek64(card, DATA) == 1, "or set to one");
	check(complaints(card) == 0, "no complaint");
	RUN(card, SEM(6, DATA + 4, 0));
	check(complaints(card) == 1, "a semaphore is aligned to 8 bytes");
	RUN(card, SEM(5, DATA, 0));
	check(complaints(card) == 1, "select 5 is reserved");
	RUN(card, SEM(6, DATA, 1 << 16));
	check(complaints(card) == 0 && peek64(card, DATA) == 2, "a mailbox takes nothing away");
}

static void test_semaphore_order(void)
{
	struct card card;

	card_start(&card, "cypress", 1000000, NULL);
	EMIT(&card, EOP(DATA + 8, 1u << 29, 1), SEM(6, DATA, ON_SIGNAL), SEM(7, DATA, ON_SIGNAL),
	     SET_SCRATCH(1, 1));
	kick(&card);
	step(&card);
	check(peek64(&card, DATA) == 0 && reg_of(&card, SCRATCH(1)) == 0,
	      "a signal comes at the end of the pipe");
	settle(&card);
	check(reg_of(&card, SCRATCH(1)) == 1 && peek32(&card, DATA + 8) == 1, "behind the fence");
	poke64(&card, DATA, 1);
	EMIT(&card, EOP(DATA + 8, 1u << 29, 2), SEM(7, DATA, ON_SIGNAL), SET_SCRATCH(1, 2));
	kick(&card);
	step(&card);
	check(reg_of(&card, SCRATCH(1)) == 1, "WAIT_ON_SIGNAL waits for the end of the pipe");
	settle(&card);
	check(reg_of(&card, SCRATCH(1)) == 2, "even if the semaphore is up");
	card_free(&card);
	card_start(&card, "cayman", 0, NULL);
	RUN(&card, SEM(6, DATA, ON_SIGNAL));
	check(complaints(&card) == 1, "WAIT_ON_SIGNAL is reserved on Cayman");
	card_free(&card);
}

static void test_surface_sync(struct card *card)
{
	RUN(card, PKT3(0x43, 4), 1u << 31 | 0x1797ffc0, ~0u, 0, 10);
	check(reg_of(card, 0x85f0) == 0x1797ffc0, "SURFACE_SYNC sets the coherency registers");
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x43, 4), 1u << 29, ~0u, 0, 10);
	check(complaints(card) == 1, "reserved bits");
	RUN(card, PKT3(0x43, 4), 0, ~0u, 0, 1 << 24 | 10);
	check(complaints(card) == 1, "a VMID is for Cayman");
}

/* ---- data ---- */

static void test_mem_write(struct card *card)
{
	poke64(card, DATA, ~0ull);
	RUN(card, PKT3(0x3d, 4), DATA, 1 << 18, 5, 6);
	check(peek64(card, DATA) == 0xffffffff00000005ull, "MEM_WRITE of 32 bits");
	RUN(card, PKT3(0x3d, 4), DATA | 2, 1 << 17, 0x11223344, 0x55667788);
	check(peek64(card, DATA) == 0x8877665544332211ull, "of 64, bytes turned around");
	RUN(card, PKT3(0x3d, 4), DATA, 1 << 16, 0, 0);
	check(peek64(card, DATA) <= gpu_now(card->gpu) / 10, "of the clock");
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x3d, 4), DATA + 4, 0, 5, 6);
	check(complaints(card) == 1, "it is aligned to 8 bytes");
}

static void test_copy_dw(struct card *card)
{
	poke32(card, DATA, 0xaaaa);
	RUN(card, PKT3(0x3b, 5), 3, DATA, 0, DATA + 4, 0);
	check(peek32(card, DATA + 4) == 0xaaaa, "COPY_DW from memory to memory");
	RUN(card, PKT3(0x3b, 5), 1, DATA, 0, SCRATCH(3) / 4, 0);
	check(reg_of(card, SCRATCH(3)) == 0xaaaa, "to a register");
	reg(card, SCRATCH(3), 0xbbbb);
	RUN(card, PKT3(0x3b, 5), 2, SCRATCH(3) / 4, 0, DATA + 8, 0);
	check(peek32(card, DATA + 8) == 0xbbbb, "from a register");
	RUN(card, PKT3(0x45, 8), 0x113, DATA, 0, 0xaaaa, ~0u, DATA + 12, 0, 0xcccc);
	check(peek32(card, DATA + 12) == 0xcccc, "COND_WRITE when it holds");
	RUN(card, PKT3(0x45, 8), 0x114, DATA, 0, 0xaaaa, ~0u, DATA + 12, 0, 0xdddd);
	check(peek32(card, DATA + 12) == 0xcccc, "and when it does not");
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x3b, 5), 4, 0, 0, 0, 0);
	check(complaints(card) == 1, "reserved bits");
}

#define SYNC		(1u << 31)
#define FROM_DATA	(2u << 29)

static void test_cp_dma(struct card *card)
{
	static const struct { uint32_t dw[5]; const char *what; } bad[] = {
		{ { DATA, SYNC, DATA + 64, 0, 0 }, "nothing to move" },
		{ { DATA, SYNC | 3u << 29, DATA, 0, 4 }, "source select 3" },
		{ { DATA, SYNC, DATA, 0, 4 | 1u << 27 }, "to a register" },
		{ { DATA, SYNC, DATA, 0, 4 | 1u << 26 }, "from a register" },
		{ { 1, SYNC | FROM_DATA, DATA, 0, 6 }, "half a dword of fill" },
		{ { DATA, SYNC | 1u << 20, 0xfffc, 0, 8 }, "beyond GDS" },
		{ { DATA, SYNC | 1u << 8, DATA, 0, 8 }, "reserved bits" },
	};

	for (uint32_t i = 0; i < 0x8000; i++)
		poke32(card, DATA + 4 * i, i);
	RUN(card, PKT3(0x41, 5), DATA + 1, SYNC, DATA + 0x100003, 0, 0x1ffff);
	check(!memcmp(card->vram + DATA + 1, card->vram + DATA + 0x100003, 0x1ffff),
	      "a copy of odd length between odd addresses");
	RUN(card, PKT3(0x41, 5), 0x12345678, SYNC | FROM_DATA, DATA, 0, 0x10000);
	check(peek32(card, DATA) == 0x12345678 && peek32(card, DATA + 0xfffc) == 0x12345678 &&
	      peek32(card, DATA + 0x10000) == 0x4000, "a fill");
	check(complaints(card) == 0, "no complaint");
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		emit(card, PKT3(0x41, 5));
		emit_n(card, bad[i].dw, 5);
		run(card);
		check(complaints(card) == 1, "CP_DMA: %s", bad[i].what);
	}
}

static void test_cp_dma_cayman(void)
{
	struct card card;

	card_start(&card, "cayman", 1000000, NULL);
	EMIT(&card, PKT3(0x41, 5), 1, FROM_DATA, DATA, 0, 4, PKT3(0x68, 2), 0x10, 1 << 8);
	kick(&card);
	step(&card);
	check(peek32(&card, DATA) == 0, "on Cayman, WAIT_UNTIL waits for no copy");
	settle(&card);
	check(peek32(&card, DATA) == 1, "which comes all the same");
	card_free(&card);
}

static void test_cp_dma_late(void)
{
	struct card card;

	card_start(&card, "cypress", 1000000, NULL);
	EMIT(&card, PKT3(0x41, 5), 1, FROM_DATA, DATA, 0, 4, PKT3(0x3b, 5), 3, DATA, 0, DATA + 8, 0,
	     PKT3(0x68, 2), 0x10, 1 << 8, PKT3(0x3b, 5), 3, DATA, 0, DATA + 12, 0);
	poke32(&card, DATA + 8, 7);
	kick(&card);
	step(&card);
	check(peek32(&card, DATA + 8) == 0, "without CP_SYNC a copy goes on while the CP does");
	check(peek32(&card, DATA + 12) == 1, "WAIT_UNTIL waits for it");
	EMIT(&card, PKT3(0x41, 5), 2, FROM_DATA, DATA, 0, 4, PKT3(0x41, 5), DATA, SYNC, DATA + 4, 0, 4);
	kick(&card);
	step(&card);
	check(peek32(&card, DATA + 4) == 2, "and so does a copy with CP_SYNC");
	settle(&card);
	EMIT(&card, PKT3(0x41, 5), 3, FROM_DATA, DATA, 0, 4, PKT3(0x41, 5), DATA, SYNC, DATA + 4, 0, 4,
	     PKT3(0x47, 5), 0x514, DATA + 16, 1u << 29, 0, 0);
	kick(&card);
	step(&card);
	EMIT(&card, PKT3(0x41, 5), 4, FROM_DATA, DATA + 8, 0, 4);
	kick(&card);
	step(&card);
	step(&card);
	check(peek32(&card, DATA + 4) == 3 && peek32(&card, DATA + 8) != 4,
	      "the end of a copy that was waited for is not the next one's");
	settle(&card);
	check(peek32(&card, DATA + 8) == 4, "which comes when it is due");
	for (uint32_t i = 0; i < 20; i++)
		EMIT(&card, PKT3(0x41, 5), i, FROM_DATA, DATA + 4 * i, 0, 4);
	run(&card);
	check(peek32(&card, DATA + 4 * 19) == 19, "left alone they all come");
	check(complaints(&card) == 0, "no complaint");
	card_free(&card);
}

static void test_streamout(struct card *card)
{
	gpu_reg_set(card->gpu, 0x8964, 0x80);
	RUN(card, PKT3(0x34, 5), 1 << 8 | 3 << 1 | 1, DATA, 0, 0, 0);
	check(peek32(card, DATA) == 0x80, "STRMOUT_BUFFER_UPDATE stores the filled size");
	RUN(card, PKT3(0x34, 5), 2 << 8, 0, 0, 0x40, 0);
	check(reg_of(card, 0x28adc + 32) == 0x40, "takes an offset from the packet");
	RUN(card, PKT3(0x34, 5), 1 << 8 | 2 << 1, 0, 0, DATA, 0);
	check(reg_of(card, 0x28adc + 16) == 0x80, "from memory");
	poke32(card, DATA, 7);
	RUN(card, PKT3(0x75, 3), ((0x2872c - 0x28000) / 4 + 2) << 16 | 3, DATA, 0);
	check(reg_of(card, 0x2872c + 8) == 7, "SET_APPEND_CNT from memory");
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x75, 3), ((0x2872c - 0x28000) / 4 + 12) << 16, 0, 0);
	check(complaints(card) == 1, "there are twelve counters");
}

/* ---- what is skipped ---- */

static void test_conditions(struct card *card)
{
	poke32(card, DATA, 0);
	RUN(card, SET_SCRATCH(1, 0), PKT3(0x22, 3), DATA, 0, 3, SET_SCRATCH(1, 1), SET_SCRATCH(2, 1));
	check(reg_of(card, SCRATCH(1)) == 0 && reg_of(card, SCRATCH(2)) == 1, "COND_EXEC skips");
	poke32(card, DATA, 1);
	RUN(card, PKT3(0x22, 3), DATA, 0, 3, SET_SCRATCH(1, 1));
	check(reg_of(card, SCRATCH(1)) == 1, "and does not");
	RUN(card, PKT3(0x23, 1), 2u << 24 | 3, SET_SCRATCH(1, 2), PKT3(0x23, 1), 1u << 24 | 3,
	    SET_SCRATCH(2, 2));
	check(reg_of(card, SCRATCH(1)) == 1 && reg_of(card, SCRATCH(2)) == 2, "PRED_EXEC by device");
	check(complaints(card) == 0, "no complaint");
	poke32(card, DATA, 0);
	RUN(card, PKT3(0x22, 3), DATA, 0, 100);
	check(complaints(card) == 1, "what is skipped must be there");
}

static void set_zpass(struct card *card, uint64_t at, uint64_t count)
{
	for (int i = 0; i < 8; i++) {
		poke64(card, at + 16 * i, 1ull << 63);
		poke64(card, at + 16 * i + 8, 1ull << 63 | (i == 3 ? count : 0));
	}
}

#define PREDICATE(addr, op)	DWORDS(PKT3(0x20, 2), addr, op)
#define PREDICATE_ZPASS		(1u << 16)
#define PREDICATE_PRIMCOUNT	(2u << 16)
#define PREDICATE_CONTINUE	(1u << 31)
#define PREDICATE_NOWAIT_DRAW	(1u << 12)
#define PREDICATE_VISIBLE	(1u << 8)
#define PREDICATED_SCRATCH(n, value)	DWORDS(PKT3(0x68, 2) | 1, (SCRATCH(n) - 0x8000) / 4, value)

/* Stream-out wants @needed and gets @written. */
static void set_primcount(struct card *card, uint64_t at, uint64_t needed, uint64_t written)
{
	poke64(card, at, 1ull << 63 | 5);
	poke64(card, at + 8, 1ull << 63 | 5);
	poke64(card, at + 16, 1ull << 63 | (5 + needed));
	poke64(card, at + 24, 1ull << 63 | (5 + written));
}

/* The overflow of any counts, whichever it is, and so do samples of any. */
static void predicate_of_several(struct card *card)
{
	static const struct { bool first, second; } cases[] = {
		{ false, false }, { true, false }, { false, true }, { true, true },
	};

	for (unsigned int i = 0; i < 4; i++) {
		bool any = cases[i].first || cases[i].second;

		set_primcount(card, DATA, 2, 2 - cases[i].first);
		set_primcount(card, DATA + 32, 2, 2 - cases[i].second);
		RUN(card, SET_SCRATCH(1, 0), SET_SCRATCH(2, 0), PREDICATE(DATA, PREDICATE_PRIMCOUNT),
		    PREDICATE(DATA + 32, PREDICATE_PRIMCOUNT | PREDICATE_CONTINUE), PREDICATED_SCRATCH(1, 1),
		    PREDICATE(DATA, PREDICATE_PRIMCOUNT | PREDICATE_VISIBLE),
		    PREDICATE(DATA + 32, PREDICATE_PRIMCOUNT | PREDICATE_VISIBLE | PREDICATE_CONTINUE),
		    PREDICATED_SCRATCH(2, 1), PREDICATE(0, 0));
		check(reg_of(card, SCRATCH(1)) == any && reg_of(card, SCRATCH(2)) == !any,
		      "two streams, overflow of the first %d, of the second %d", cases[i].first, cases[i].second);
	}
	set_zpass(card, DATA, 0);
	RUN(card, SET_SCRATCH(1, 0), PREDICATE(DATA, PREDICATE_ZPASS | PREDICATE_VISIBLE),
	    PREDICATED_SCRATCH(1, 1), PREDICATE(0, 0));
	check(reg_of(card, SCRATCH(1)) == 0, "no samples in one block");
	set_zpass(card, DATA + 128, 1);
	RUN(card, SET_SCRATCH(1, 0), PREDICATE(DATA + 128, PREDICATE_ZPASS | PREDICATE_VISIBLE),
	    PREDICATE(DATA, PREDICATE_ZPASS | PREDICATE_VISIBLE | PREDICATE_CONTINUE),
	    PREDICATED_SCRATCH(1, 1), PREDICATE(0, 0));
	check(reg_of(card, SCRATCH(1)) == 1, "samples in the block before it count");
}

/* A result that is not there is not waited for, and draws whatever is asked for. */
static void predicate_hint(struct card *card)
{
	static const uint32_t ops[] = {
		PREDICATE_ZPASS, PREDICATE_ZPASS | PREDICATE_VISIBLE,
		PREDICATE_PRIMCOUNT, PREDICATE_PRIMCOUNT | PREDICATE_VISIBLE,
	};

	for (unsigned int i = 0; i < 4; i++) {
		bool zpass = ops[i] >> 16 == 1, visible = ops[i] & PREDICATE_VISIBLE;

		if (zpass)
			set_zpass(card, DATA, 0);
		else
			set_primcount(card, DATA, 2, 1);
		RUN(card, SET_SCRATCH(1, 0), SET_SCRATCH(2, 0), SET_SCRATCH(3, 0),
		    PREDICATE(DATA, ops[i] | PREDICATE_NOWAIT_DRAW), PREDICATED_SCRATCH(1, 1), PREDICATE(0, 0));
		check(reg_of(card, SCRATCH(1)) == !visible, "op %#x: with the hint a result that is there counts", ops[i]);
		poke64(card, DATA + 24, 0);
		RUN(card, PREDICATE(DATA, ops[i] | PREDICATE_NOWAIT_DRAW), PREDICATED_SCRATCH(2, 1), PREDICATE(0, 0),
		    SET_SCRATCH(3, 1));
		check(reg_of(card, SCRATCH(2)) == 1 && reg_of(card, SCRATCH(3)) == 1,
		      "op %#x: with the hint one that is not there draws", ops[i]);
	}
}

static void test_predication(struct card *card)
{
	set_zpass(card, DATA, 0);
	RUN(card, SET_SCRATCH(1, 0), PKT3(0x20, 2), DATA, 1 << 16 | 1 << 8, SET_SCRATCH(1, 1) | 0,
	    PKT3(0x68, 2) | 1, (SCRATCH(1) - 0x8000) / 4, 2);
	check(reg_of(card, SCRATCH(1)) == 1, "nothing passed: predicated packets do not run");
	set_zpass(card, DATA, 4);
	RUN(card, PKT3(0x20, 2), DATA, 1 << 16 | 1 << 8, PKT3(0x68, 2) | 1, (SCRATCH(1) - 0x8000) / 4, 3);
	check(reg_of(card, SCRATCH(1)) == 3, "something passed: they do");
	poke64(card, DATA + 8, 0);
	RUN(card, PKT3(0x20, 2), DATA, 1 << 16 | 1 << 8, SET_SCRATCH(1, 4));
	check(reg_of(card, SCRATCH(1)) == 3, "a result that is not valid is waited for");
	set_zpass(card, DATA, 1);
	settle(card);
	check(reg_of(card, SCRATCH(1)) == 4, "and comes");
	poke64(card, DATA + 16, 1ull << 63 | 7);
	poke64(card, DATA + 24, 1ull << 63 | 9);
	RUN(card, PKT3(0x20, 2), DATA, 2 << 16 | 1 << 8, PKT3(0x68, 2) | 1, (SCRATCH(1) - 0x8000) / 4, 5);
	check(reg_of(card, SCRATCH(1)) == 4, "an overflow of stream-out is seen");
	RUN(card, PKT3(0x20, 2), 0, 0, PKT3(0x68, 2) | 1, (SCRATCH(1) - 0x8000) / 4, 6);
	check(reg_of(card, SCRATCH(1)) == 6, "cleared: all run");
	predicate_of_several(card);
	predicate_hint(card);
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x20, 2), DATA, 3 << 16);
	check(complaints(card) == 1, "operation 3 is reserved");
}

/* ---- draws ---- */

static void test_draws(struct card *card)
{
	struct cp *cp = cp_of(card->gpu);
	uint64_t draws = cp->draws;

	RUN(card, PKT3(0x2a, 1), 1, PKT3(0x2f, 1), 0, PKT3(0x2d, 2), 3, 2);
	check(cp->draws == draws + 1 && reg_of(card, 0x8970) == 3 && reg_of(card, 0x8974) == 1,
	      "DRAW_INDEX_AUTO");
	RUN(card, PKT3(0x2b, 4), DATA, 0, 6, 0, PKT3(0x27, 5), 100, DATA, 0, 6, 0);
	check(cp->draws == draws + 3, "DRAW_INDEX, DRAW_INDEX_2");
	RUN(card, PKT3(0x27, 5), ~0u, DATA, 0, 4096, 0);
	check(cp->spent == 4, "indices are looked for once a page");
	draws++;
	RUN(card, PKT3(0x2e, 4), 2, 1, 5, 6, PKT3(0x2a, 1), 0, PKT3(0x2e, 4), 3, 1, 5, 6);
	check(cp->draws == draws + 5, "DRAW_INDEX_IMMD, indices of 32 and 16 bits");
	RUN(card, PKT3(0x2a, 1), 1, SET_PRIMITIVES(0x11), PKT3(0x3a, 4), 6, 1, 5, 9, PKT3(0x2a, 1), 0);
	check(cp->draws == draws + 6 && reg_of(card, 0x8970) == 6, "MPEG_INDEX: a dword is three indices");
	draws++;
	RUN(card, PKT3(0x26, 2), DATA, 0, PKT3(0x29, 3), 4, 6, 0, PKT3(0x35, 4), 100, 4, 6, 0);
	check(cp->draws == draws + 7, "DRAW_INDEX_OFFSET, DRAW_INDEX_OFFSET_2");
	RUN(card, PKT3(0x26, 2), 0, 0, PKT3(0x29, 3), 100, 6, 0, PKT3(0x26, 2), DATA, 0);
	check(cp->draws == draws + 8 && reg_of(card, 0x287e8) == 200, "an offset counts indices");
	for (int i = 0; i < 5; i++)
		poke32(card, DATA + 16 + 4 * i, i == 0 ? 9 : 1);
	RUN(card, PKT3(0x11, 3), 1, DATA, 0, PKT3(0x24, 2), 16, 2, PKT3(0x13, 1), 100,
	    PKT3(0x25, 2), 16, 0);
	check(cp->draws == draws + 10 && reg_of(card, 0x8970) == 9, "indirect draws");
	RUN(card, COMPUTE(PKT3(0x15, 4)), 1, 2, 3, 1);
	check(cp->dispatches == 1, "DISPATCH_DIRECT");
	check(complaints(card) == 0, "no complaint");
	RUN(card, PKT3(0x15, 4), 1, 2, 3, 1);
	check(complaints(card) == 1, "a dispatch is for compute");
	RUN(card, PKT3(0x2d, 2), 3, 0);
	check(complaints(card) == 1, "the initiator must agree with the packet");
	RUN(card, PKT3(0x2e, 3), 5, 1, 0);
	check(complaints(card) == 1, "as must the number of indices");
	RUN(card, PKT3(0x2a, 1), 1, PKT3(0x3a, 4), 7, 1, 5, 9);
	check(complaints(card) == 1, "and three times that of MPEG_INDEX");
	RUN(card, SET_PRIMITIVES(4), PKT3(0x3a, 3), 3, 1, 5);
	check(complaints(card) == 1, "which draws rectangles");
	RUN(card, SET_PRIMITIVES(0x11), PKT3(0x2a, 1), 0, PKT3(0x3a, 3), 3, 1, 5);
	check(complaints(card) == 1, "with indices of 32 bits");
	RUN(card, PKT3(0x2b, 4), VRAM_SIZE - 4, 0, 6, 0);
	check(complaints(card) == 1, "indices outside memory");
}

static void test_memory_fault(struct card *card)
{
	RUN(card, PKT3(0x3d, 4), 0x80000000, 0, 1, 2, SET_SCRATCH(1, 0x99));
	check(complaints(card) == 1 && reg_of(card, SCRATCH(1)) == 0x99,
	      "a write to nowhere is a violation, the CP goes on");
}

static void with_card(void (*test)(struct card *card))
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	test(&card);
	card_free(&card);
}

int main(void)
{
	static void (*const tests[])(struct card *card) = {
		test_type0, test_set_spaces, test_headers, test_shadow_and_load, test_eop,
		test_events, test_eos, test_wait, test_semaphore, test_surface_sync,
		test_mem_write, test_copy_dw, test_cp_dma, test_streamout, test_conditions,
		test_predication, test_draws, test_memory_fault,
	};

	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		with_card(tests[i]);
	test_clear_state();
	test_late_eop();
	test_eop_interrupt("cypress", 0);
	test_eop_interrupt("cayman", 0);
	test_eop_interrupt("cayman", 2);
	test_ring1_interrupt();
	test_drop_eop();
	test_semaphore_order();
	test_cp_dma_late();
	test_cp_dma_cayman();
	return test_end();
}

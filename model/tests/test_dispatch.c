// SPDX-License-Identifier: MIT OR GPL-2.0
/* Dispatches that run: from a packet to memory, and what stops them. */
#include "array.h"
#include "test_dispatch.h"
#include "test_tiled.h"

#define GDS_BASE	0x28720
#define COUNTER_3	0x28738
#define COUNTER_AT	(DATA + 0x8000)
#define EOS		0x62f		/* CS_DONE */
#define GRBM_STATUS	0x8010
#define SH_BUSY		(1u << 21)
#define LOOP_CONST	(0x3a200 + 4 * 32 * 5)

#define LATE_NUMBERS(store) \
	"LOOP_START addr:2\nEND_LOOP addr:1\nALU addr:6 kmode0:1 count:3\n" store \
	"@6:\nLSHL * T3.X, T1.X, literal.x\n6, 0\nADD_INT * T0.X, T3.X, T0.X\nADD_INT * T2.X, PV.X, KC0[0].X\n"

static void load_numbers(struct card *card)
{
	bool cayman = gpu_config(card->gpu)->chip->cayman;

	load(card, cayman ? NUMBERS(STORE_CM) : NUMBERS(STORE_EG), PROGRAM);
}

/* The same behind 4,095 empty rounds: more than is run at once. */
static void load_late_numbers(struct card *card)
{
	bool cayman = gpu_config(card->gpu)->chip->cayman;

	set_state(card, LOOP_CONST, 4095);
	load(card, cayman ? LATE_NUMBERS(STORE_CM) : LATE_NUMBERS(STORE_EG), PROGRAM);
}

static void test_numbers(const char *chip)
{
	struct card card;

	start(&card, chip);
	load_numbers(&card);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 3, 1, 1, 1);
	check(numbers(&card, 0, 192) && !complaints(&card), "%s: three groups of 64 write their numbers", chip);
	memset(card.vram + DATA, 0, 4096);
	for (uint32_t i = 0; i < 3; i++)
		poke32(&card, IB + 4 * i, i ? 1 : 2);
	RUN(&card, PKT3(0x11, 3), 1, IB, 0, COMPUTE(PKT3(0x16, 2)), 0, 1);
	check(numbers(&card, 0, 128) && !complaints(&card), "%s: an indirect dispatch of two groups", chip);
	memset(card.vram + DATA, 0, 4096);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 20, 1, 1, 1);
	check(numbers(&card, 0, 1024) && !complaints(&card), "%s: what lies past the target is dropped", chip);
	card_free(&card);
}

static bool shaders_busy(struct card *card)
{
	return gpu_mmio_read(card->gpu, GRBM_STATUS) & SH_BUSY;
}

/* A register that draws do not share, set by a packet of draws and by one of compute. */
static void test_states(const char *chip)
{
	struct card card;
	bool cayman;

	start(&card, chip);
	cayman = gpu_config(card.gpu)->chip->cayman;
	load_numbers(&card);
	RUN(&card, PKT3(0x69, 2), (0x286ec - 0x28000) / 4, 32, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(numbers(&card, 0, cayman ? 64 : 32) && !complaints(&card),
	      "%s: a packet of draws sets a register", chip);
	memset(card.vram + DATA, 0, 4096);
	RUN(&card, COMPUTE(PKT3(0x69, 2)), (0x286ec - 0x28000) / 4, 16, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(numbers(&card, 0, 16) && !complaints(&card), "%s: a packet of compute sets it", chip);
	check(gpu_reg_get(card.gpu, 0x286ec) == 32, "%s: and leaves that of draws alone", chip);
	card_free(&card);
}

static void test_refused(void)
{
	struct card card;

	start(&card, "cypress");
	load(&card, "ALU addr:4\nNOP eop:1\n@4:\nMOV * T9.X, 0.0\n", PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 3, 1, 1, 1);
	check(complaints(&card) == 1, "a register that the program has not is told once");
	load(&card, "NOP", PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "a program without an end");
	load_numbers(&card);
	set_state(&card, 0x286ec, 0);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "groups without threads");
	set_state(&card, 0x286ec, 2048);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "groups of too many threads");
	set_state(&card, 0x286ec, 64);
	set_state(&card, 0x288d0, VRAM_SIZE >> 8);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "a program outside of memory");
	load_numbers(&card);
	set_state(&card, 0x28c60, (VRAM_SIZE - 128) >> 8);
	set_state(&card, 0x28c78, 127);
	check(numbers(&card, 0, 0), "nothing of that has run");
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 2, 1, 1, 1);
	check(complaints(&card) == 64, "stores outside of memory");
	card_free(&card);
}

static void test_slices(const char *chip)
{
	struct card card;

	start(&card, chip);
	load_late_numbers(&card);
	EMIT(&card, COMPUTE(PKT3(0x15, 4)), 16, 1, 1, 1);
	kick(&card);
	step(&card);
	check(peek32(&card, DATA + 4 * 1023) == 0 && shaders_busy(&card),
	      "%s: after a step groups are still to come", chip);
	settle(&card);
	check(numbers(&card, 0, 1024) && !complaints(&card) && !shaders_busy(&card),
	      "%s: a dispatch that takes many steps", chip);
	card_free(&card);
}

/* The second dispatch stores where nothing is, late; the third has no program. */
static void test_culprits(const char *chip)
{
	struct card card;
	char *words;

	start(&card, chip);
	load_numbers(&card);
	EMIT(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	run(&card);
	load_late_numbers(&card);
	set_state(&card, 0x28c60, 0x40000000 >> 8);
	card_listen();
	EMIT(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	run(&card);
	set_state(&card, 0x288d0, 0x40000000 >> 8);
	EMIT(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	run(&card);
	words = card_heard();
	check(!count_of(words, "dispatch 1, ") && count_of(words, "(cp0 dispatch 2, ") && count_of(words, "(cp0 dispatch 3, ") &&
	      complaints(&card) == count_of(words, "(cp0 dispatch "), "%s: violations name their dispatch", chip);
	free(words);
	card_free(&card);
}

/* What a packet is was settled when it began: neither it nor the predicate is looked at in between. */
static void test_taken_once(const char *chip)
{
	struct card card;
	char *words;

	card_trace = true;
	start(&card, chip);
	load_late_numbers(&card);
	cp_of(card.gpu)->me.predicated = true;
	cp_of(card.gpu)->me.predicate = true;
	EMIT(&card, COMPUTE(PKT3(0x15, 4)) | 1, 16, 1, 1, 1);
	card_listen();
	kick(&card);
	step(&card);
	cp_of(card.gpu)->me.predicate = false;
	settle(&card);
	words = card_heard();
	check(numbers(&card, 0, 1024) && !shaders_busy(&card) && !cp_of(card.gpu)->ring[0].dispatch,
	      "%s: another predicate does not end a dispatch that runs", chip);
	check(count_of(words, " DISPATCH_DIRECT ") == 1, "%s: the trace names a dispatch of many steps once", chip);
	free(words);
	card_free(&card);
	card_trace = false;
}

static void start_endless(struct card *card, const char *chip)
{
	start(card, chip);
	load(card, gpu_config(card->gpu)->chip->cayman ? ENDLESS "CF_END\n" : ENDLESS "NOP eop:1\n", PROGRAM);
	EMIT(card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	EMIT(card, PKT3(0x3d, 4), DATA, 1u << 18, 9, 0);
	kick(card);
	for (int i = 0; i < 20; i++)
		step(card);
}

static void test_endless(const char *chip)
{
	struct card card;

	start_endless(&card, chip);
	check(!complaints(&card) && shaders_busy(&card) && !peek32(&card, DATA),
	      "%s: a program that does not end keeps its ring, without a complaint", chip);
	check(gpu_step(card.gpu) > 0, "%s: it spins in an empty loop, which costs the host nothing", chip);
	gpu_gfx_soft_reset(card.gpu);
	check(!shaders_busy(&card), "%s: it goes with the reset of the units", chip);
	settle(&card);
	check(peek32(&card, DATA) == 9, "%s: the ring goes on", chip);
	card_free(&card);

	start_endless(&card, chip);
	gpu_cp_soft_reset(card.gpu);
	settle(&card);
	check(shaders_busy(&card) && !peek32(&card, DATA), "%s: it outlives a reset of the CP alone", chip);
	gpu_gfx_soft_reset(card.gpu);
	check(!shaders_busy(&card), "%s: and goes with that of the units", chip);
	card_free(&card);

	start_endless(&card, chip);
	card_free(&card);		/* nothing is leaked, see the sanitizer */
}

#define RING_1		0x600000u

/* Ring 1 gets CS_PARTIAL_FLUSH and a write behind it while ring 0 has a program without an end. */
static void test_idle_of_all(const char *faults, bool waits)
{
	static const uint32_t dwords[] = { PKT3(0x46, 1), 0x407, PKT3(0x3d, 4), DATA + 8, 1u << 18, 9, 0 };
	struct card card;

	start_with(&card, "cayman", faults);
	load(&card, ENDLESS "CF_END\n", PROGRAM);
	for (uint32_t i = 0; i < sizeof(dwords) / 4; i++)
		poke32(&card, RING_1 + 4 * i, dwords[i]);
	reg(&card, 0xc184, 8 << 8 | 9);
	reg(&card, 0xc188, RPTR + 0x100);
	reg(&card, 0xc180, RING_1 >> 8);
	reg(&card, 0xc184, 8 << 8 | 9 | 1u << 31);
	reg(&card, 0x86fc, 0);
	reg(&card, 0xc190, 0);
	reg(&card, 0xc184, 8 << 8 | 9);
	EMIT(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	kick(&card);
	for (int i = 0; i < 20; i++)
		step(&card);
	reg(&card, 0xc190, sizeof(dwords) / 4);
	for (int i = 0; i < 20; i++)
		step(&card);
	check(shaders_busy(&card) && peek32(&card, DATA + 8) == (waits ? 0 : 9),
	      "%s: ring 1 %s for the program of ring 0", faults ? faults : "no fault", waits ? "waits" : "does not wait");
	gpu_gfx_soft_reset(card.gpu);
	settle(&card);
	check(peek32(&card, DATA + 8) == 9 && !complaints(&card), "it goes on when that is gone");
	card_free(&card);
}

/* The next number of a counter, to the dword of the lane. */
#define TAKE(counter) \
	"ALU addr:6 count:3\nGDS addr:10\n%s" \
	"@6:\nMOV T3.X, literal.x\nMOV * T3.Y, 1\n12, 0\nADD_INT * T2.Y, T0.X, 0.0\n" \
	"@10:\nGDS_OP mem_op:4 gds_op:32 src_gpr:3 src_sel_x:0 src_sel_y:1 src_sel_z:4 dst_gpr:2 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7 " counter

/* As Mesa does for atomic counters: loaded, counted up by dispatches, stored. */
static void test_counter(const char *chip)
{
	struct card card;
	bool cayman, good = true;
	char text[640];

	start(&card, chip);
	cayman = gpu_config(card.gpu)->chip->cayman;
	snprintf(text, sizeof(text), cayman ? TAKE("") : TAKE("alloc_consume:1 uav_id:3"), cayman ? STORE_CM : STORE_EG);
	load(&card, text, PROGRAM);
	poke32(&card, COUNTER_AT, 1000);
	if (cayman)
		RUN(&card, COMPUTE(PKT3(0x41, 5)), COUNTER_AT, 1u << 31 | 1u << 20, 12, 0, 4 | 1u << 27);
	else
		RUN(&card, COMPUTE(PKT3(0x75, 3)), ((COUNTER_3 - 0x28000) / 4) << 16 | 3, COUNTER_AT, 0);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 3, 1, 1, 1, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	for (uint32_t i = 0; i < 64; i++)
		good &= peek32(&card, DATA + 4 * i) == 1000 + 192 + i;
	check(good && !complaints(&card), "%s: a counter goes on from dispatch to dispatch", chip);
	if (cayman)
		RUN(&card, COMPUTE(PKT3(0x48, 4)), EOS, COUNTER_AT, 1u << 29, 1 << 16 | 3);
	else
		RUN(&card, COMPUTE(PKT3(0x48, 4)), EOS, COUNTER_AT, 0, COUNTER_3 / 4);
	check(peek32(&card, COUNTER_AT) == 1256 && !complaints(&card), "%s: EOS stores it", chip);
	cp_hang_shaders(cp_of(card.gpu));
	poke32(&card, COUNTER_AT, 0);
	RUN(&card, COMPUTE(PKT3(0x48, 4)), EOS, COUNTER_AT, cayman << 29, cayman ? 1 << 16 | 3 : COUNTER_3 / 4);
	check(!peek32(&card, COUNTER_AT), "%s: not if shaders hang", chip);
	gpu_gfx_soft_reset(card.gpu);
	RUN(&card, COMPUTE(PKT3(0x48, 4)), EOS, COUNTER_AT, cayman << 29, cayman ? 1 << 16 | 3 : COUNTER_3 / 4);
	check(peek32(&card, COUNTER_AT) == 1256, "%s: it outlives a reset of the shaders", chip);
	set_state(&card, GDS_BASE, 16);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == cayman, "%s: a part of GDS is not modelled", chip);
	card_free(&card);
}

/* Row of the group, column of the lane; the number is both. */
#define PIXELS(end) \
	"ALU addr:4 count:5\nMEM_RAT rat_inst:1 rat_id:9 type:1 rw_gpr:2 index_gpr:3 comp_mask:15\n" end \
	"@4:\nMOV T3.X, T0.X\nMOV T3.Y, T1.X bank_swizzle:2\nMOV * T3.Z, 1\nLSHL * T2.X, T1.X, literal.x\n8, 0\nOR_INT * T2.X, PV.X, T0.X\n"

/* Target 9 is an array of images of 50 x 40, of which slices 1 and 2 are to be seen. */
static void set_image(struct card *card, uint32_t view, uint32_t info)
{
	set_state(card, 0x28e5c, DATA >> 8);
	set_state(card, 0x28e60, 64 / 8 - 1);
	set_state(card, 0x28e64, 64 * 64 / 64 - 1);
	set_state(card, 0x28e68, view);
	set_state(card, 0x28e6c, 1 << 26 | 4 << 27 | 4 << 12 | 4 << 8 | 0xd << 2 | info);
	set_state(card, 0x28e70, 1 << 4 | 4 << 5 | 2 << 10);	/* other order, split 1024, 8 banks */
	set_state(card, 0x28e74, 49 | 39 << 16);
}

static void test_image(const char *chip)
{
	static const struct { uint32_t view, info; } bad[] = {
		{ 1 | 2 << 13, 1 }, { 1 | 2 << 13, 1 << 18 }, { 1 | 2 << 13, 1 << 24 }, { 1 | 2 << 13, 2 << 24 },
		{ 1 | 2 << 13, 1 << 8 }, { 1 | 2 << 13, 2 << 27 },
	};
	struct card card;
	struct tiling t = { .mode = TILED_2D_THIN1, .element_log2 = 2, .non_displayable = true, .pitch = 64, .height = 64,
			    .banks = 8, .bank_width = 1, .bank_height = 1, .aspect = 1, .split = 1024, .group = 256,
			    .bank_interleave = 1 };
	uint32_t wrong = 0, written = 0;
	struct ref ref;

	start(&card, chip);
	t.pipes = 1u << (gpu_config(card.gpu)->chip->gb_addr_config & 7);
	load(&card, gpu_config(card.gpu)->chip->cayman ? PIXELS("CF_END\n") : PIXELS("NOP eop:1\n"), PROGRAM);
	set_image(&card, 1 | 2 << 13, 0);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 45, 1, 1, 1);
	ref_new(&ref, &t, 4);
	for (uint32_t y = 0; y < 40; y++)
		for (uint32_t x = 0; x < 50; x++)
			wrong += peek32(&card, DATA + ref_offset(&ref, x, y, 2)) != (x | y << 8);
	ref_free(&ref);
	for (uint32_t i = 0; i < 4 * 64 * 64; i++)
		written += peek32(&card, DATA + 4 * i) != 0;
	check(!wrong && written == 50 * 40 - 1 && !complaints(&card), "%s: an image is written: %u wrong, %u written", chip,
	      wrong, written);
	set_image(&card, 2 | 2 << 13, 0);
	memset(card.vram + DATA, 0, 4 * 64 * 64 * 4);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 45, 1, 1, 1);
	for (uint32_t i = written = 0; i < 4 * 64 * 64; i++)
		written += peek32(&card, DATA + 4 * i) != 0;
	check(!written && !complaints(&card), "%s: not past its last slice", chip);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		set_image(&card, bad[i].view, bad[i].info);
		RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
		check(complaints(&card) == 1, "%s: CB_COLOR9_INFO with %#x is told", chip, bad[i].info);
	}
	card_free(&card);
}

#define TEXTURE		20u
#define SAMPLER		2u
#define TEXTURE_AT	0x520000u
#define TEXELS(end) \
	"ALU addr:6 count:4\nTEX addr:12 count:1\nALU addr:16\n" end \
	"@6:\nMOV T3.X, T0.X\nMOV T3.Y, 0.0\nMOV T3.Z, 0.0\nMOV * T3.W, 0.0\nINT_TO_FLT * T2.X, T0.X\n" \
	"@12:\nLD buffer_id:20 src_gpr:3 src_sel_x:0 src_sel_y:1 src_sel_z:2 src_sel_w:3 dst_gpr:3 dst_sel_y:7 dst_sel_z:7 " \
	"dst_sel_w:7\nSAMPLE_LZ buffer_id:20 sampler:2 src_gpr:2 src_sel_x:0 src_sel_y:4 src_sel_z:4 src_sel_w:4 dst_gpr:2 " \
	"dst_sel_y:7 dst_sel_z:7 dst_sel_w:7\n@16:\nADD * T2.X, T2.X, T3.X\n"

#define CS_BORDER	0xa464u
#define SET_BORDER(index, red) \
	DWORDS(PKT3(0x68, 6), (CS_BORDER - 0x8000) / 4, index, red, 0x40000000, 0x40400000, 0x40800000)

/* Red of border 2 in place of what is outside, whatever other colours are set. */
static void test_border(struct card *card, const char *chip)
{
	bool good = true;

	set_state(card, 0x3c000 + 12 * (90 + SAMPLER), 6 | 3 << 20);
	RUN(card, SET_BORDER(SAMPLER, 0x3f000000), SET_BORDER(SAMPLER + 1, 0x3e800000), COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	for (uint32_t i = 8; i < 64; i++)
		good &= peek32(card, DATA + 4 * i) == 0x3f000000;
	check(good && !complaints(card), "%s: a sampler has its own border", chip);
	RUN(card, SET_BORDER(18, 0));
	check(complaints(card) == 4, "%s: there are borders for 18 samplers", chip);
}

/* Texel x is 10 * x; a texture of 8 and a clamp to its edge. */
static void test_texture(const char *chip)
{
	struct card card;
	bool good = true;
	const uint32_t texture[8] = { (64 / 8 - 1) << 6 | 7 << 18, 1u << 28, TEXTURE_AT >> 8, 0, 0x688 << 16, 0, 4u << 29,
				      0xe | 2u << 30 };
	const uint32_t sampler[3] = { 2, 0, 1u << 31 };

	start(&card, chip);
	load(&card, gpu_config(card.gpu)->chip->cayman ? TEXELS(STORE_CM) : TEXELS(STORE_EG), PROGRAM);
	for (uint32_t i = 0; i < 8; i++) {
		float texel = 10.0f * (float)i;

		memcpy(card.vram + TEXTURE_AT + 4 * i, &texel, 4);
		set_state(&card, 0x30000 + 32 * (816 + TEXTURE) + 4 * i, texture[i]);
	}
	for (uint32_t i = 0; i < 3; i++)
		set_state(&card, 0x3c000 + 12 * (90 + SAMPLER) + 4 * i, sampler[i]);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	for (uint32_t i = 0; i < 64; i++) {
		float wanted = i < 8 ? 20.0f * (float)i : 70.0f;
		uint32_t got = peek32(&card, DATA + 4 * i);

		good &= !memcmp(&got, &wanted, 4);
	}
	check(good && !complaints(&card), "%s: a texture is loaded and sampled", chip);
	set_state(&card, 0x30000 + 32 * (816 + TEXTURE) + 8, VRAM_SIZE >> 8);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	/* a chip with short waves has a second one, which samples the last texel */
	check(complaints(&card) == 8 + 8 + !strcmp(chip, "cedar"), "%s: not outside of memory, each texel once", chip);
	set_state(&card, 0x30000 + 32 * (816 + TEXTURE) + 8, TEXTURE_AT >> 8);
	test_border(&card, chip);
	card_free(&card);
}

static void test_page_end(void)
{
	struct card card;

	start(&card, "cypress");
	load(&card, "ALU addr:44 kmode0:1 count:3\n" STORE_EG
	     "@44:\nLSHL * T3.X, T1.X, literal.x\n6, 0\nADD_INT * T0.X, T3.X, T0.X\nADD_INT * T2.X, PV.X, KC0[0].X\n",
	     PROGRAM + 4096 - 256);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(numbers(&card, 0, 64) && !complaints(&card), "a program that goes on in the next page");
	card_free(&card);
}

static void test_off(void)
{
	struct card card;

	card_shaders = false;
	start(&card, "cypress");
	load_numbers(&card);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 3, 1, 1, 1);
	check(numbers(&card, 0, 0) && !complaints(&card) && cp_of(card.gpu)->dispatches == 1,
	      "nothing runs, if the configuration does not say so");
	card_free(&card);
}

int main(void)
{
	card_shaders = true;
	test_numbers("cypress");
	test_numbers("cedar");
	test_numbers("cayman");
	test_states("cypress");
	test_states("cayman");
	test_refused();
	test_slices("cypress");
	test_slices("cayman");
	test_culprits("cypress");
	test_culprits("cayman");
	test_taken_once("cypress");
	test_taken_once("cayman");
	test_endless("cypress");
	test_endless("cayman");
	test_idle_of_all(NULL, false);
	test_idle_of_all("idle-of-all", true);
	test_page_end();
	test_counter("turks");
	test_counter("cayman");
	test_image("turks");
	test_image("cedar");
	test_image("cayman");
	test_texture("cedar");
	test_texture("cayman");
	test_off();
	return test_end();
}

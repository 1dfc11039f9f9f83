// SPDX-License-Identifier: MIT OR GPL-2.0
/* A crew draws what one thread does. */
#include "crew.h"
#include "test_screen.h"

#define PITCH		256u
#define SIDE		200u
#define VERTICES_DRAWN	12u
#define CMASK		0x780000u
#define HTILE		0x790000u
#define OUTPUT_END	0x7a0000u

/* Corners in turns: triangles lie on one another, with values of their own. */
#define TURNS \
	"ALU addr:4 count:14\n" \
	"EXPORT_DONE type:1 array_base:60 rw_gpr:1 sel_x:0 sel_y:1 sel_z:2 sel_w:5\n" \
	"EXPORT_DONE type:2 rw_gpr:2 sel_x:0 sel_y:1 sel_z:2 sel_w:5 eop:1\n" \
	"@4:\n" \
	"AND_INT T2.X, T0.X, literal.x\n" \
	"LSHR * T2.Y, T0.X, literal.x\n1, 0\n" \
	"AND_INT * T2.Y, T2.Y, literal.x\n1, 0\n" \
	"INT_TO_FLT * T2.X, T2.X\n" \
	"INT_TO_FLT * T2.Y, T2.Y\n" \
	"INT_TO_FLT * T2.Z, T0.X\n" \
	"MUL * T2.Z, T2.Z, literal.x\n0x3d800000, 0\n" \
	"MULADD T1.X, T2.X, literal.x, literal.y\n" \
	"MULADD T1.Y, T2.Y, literal.x, literal.y\n" \
	"MULADD * T1.Z, T2.Z, literal.z, literal.w\n0x40000000, 0xbf800000\n0xbf000000, 0x3f800000\n"

#define MIXED \
	"ALU addr:3 count:8\n" \
	"EXPORT_DONE rw_gpr:1 sel_x:0 sel_y:1 sel_z:2 sel_w:3 eop:1\n" \
	"@3:\n" \
	"INTERP_XY T1.X, T0.Y, PARAM[0].X bank_swizzle:5\n" \
	"INTERP_XY T1.Y, T0.X, PARAM[0].X bank_swizzle:5\n" \
	"INTERP_XY T1.Z, T0.Y, PARAM[0].X write_mask:0 bank_swizzle:5\n" \
	"INTERP_XY * T1.W, T0.X, PARAM[0].X write_mask:0 bank_swizzle:5\n" \
	"INTERP_ZW T1.X, T0.Y, PARAM[0].X write_mask:0 bank_swizzle:5\n" \
	"INTERP_ZW T1.Y, T0.X, PARAM[0].X write_mask:0 bank_swizzle:5\n" \
	"INTERP_ZW T1.Z, T0.Y, PARAM[0].X bank_swizzle:5\n" \
	"INTERP_ZW * T1.W, T0.X, PARAM[0].X write_mask:0 bank_swizzle:5\n" \
	"MOV * T1.W, 0.5\n"

/* Low bits of a pixel's number. */
#define NUMBERS \
	"ALU addr:3 count:4\n" \
	"EXPORT_DONE rw_gpr:1 sel_x:0 sel_y:0 sel_z:0 sel_w:0 eop:1\n" \
	"@3:\n" \
	"AND_INT * T1.X, T2.W, literal.x\n255, 0\n" \
	"UINT_TO_FLT * T1.X, T1.X\n" \
	"MUL * T1.X, T1.X, literal.x\n0x3b808081, 0\n"

/* What a draw leaves behind. */
struct outcome {
	uint8_t *memory;
	uint64_t samples, invocations;
};

static void start_with(const char *chip, struct crew *crew)
{
	card_crew = crew;
	start_screen(chip, PITCH, SIDE);
	load(VS, TURNS);
	load(PS, MIXED);
	set(0x28780, 1u << 30 | 4 | 5 << 8);		/* CB_BLEND0: by the source's alpha */
	set(0x28c70, 0x1a << 2 | 2 << 8 | 1u << 17);	/* a fast clear, and its colour */
	set(0x28c7c, CMASK >> 8);
	set(0x28c80, 0x3f);
	set(0x28c8c, 0x80402010);
	set(0x28040, 3 | 2 << 4 | 1u << 29);		/* DB_Z_INFO: with HTILE */
	set(0x28014, HTILE >> 8);
	set(0x28abc, 3);
	EMIT(&card, PKT3(0x46, 1), 0x19);		/* statistics */
	for (uint32_t i = 0; i < PITCH * PITCH; i++)
		poke32(&card, DEPTH + 4 * i, 0x3f400000);	/* cuts some of them */
}

static struct outcome draw_with(const char *chip, struct crew *crew, bool numbers)
{
	struct outcome o = { .memory = malloc(OUTPUT_END - TARGET) };

	start_with(chip, crew);
	if (numbers) {
		load(PS, NUMBERS);
		set(0x28780, 0);
		set(0x286d0, 1 | 1 << 8 | 2 << 12);
	}
	draw(STRIP, VERTICES_DRAWN);
	check(o.memory && !complaints(&card), "%s, %u threads: nothing is complained of", chip, crew_size(crew));
	memcpy(o.memory, card.vram + TARGET, OUTPUT_END - TARGET);
	o.samples = cp_of(card.gpu)->counters.samples;
	o.invocations = cp_of(card.gpu)->counters.statistics[DRAW_PS_INVOCATIONS];
	card_free(&card);
	return o;
}

static void test_same(const char *chip, bool numbers)
{
	struct outcome one = draw_with(chip, NULL, numbers);

	check(one.samples > 10000 && one.invocations >= one.samples, "%s: there is much to draw", chip);
	for (unsigned int threads = 2; threads <= CREW_MOST; threads += 3) {
		struct crew *crew = crew_start(threads);
		struct outcome all = draw_with(chip, crew, numbers);

		check(crew_size(crew) == threads, "%u threads are there", threads);
		check(!memcmp(one.memory, all.memory, OUTPUT_END - TARGET), "%s, %u threads: memory is the same", chip,
		      threads);
		check(one.samples == all.samples, "%s, %u threads: so are samples that passed", chip, threads);
		check(one.invocations == all.invocations, "%s, %u threads: and pixels", chip, threads);
		free(all.memory);
		crew_end(crew);
	}
	free(one.memory);
}

/* Programs that end nowhere leave the card free to answer, and a reset ends them. */
static void test_endless(const char *chip)
{
	struct crew *crew = crew_start(3);

	start_with(chip, crew);
	load(PS, "LOOP_START_DX10 addr:2\nEND_LOOP addr:1\nNOP eop:1\n");
	set(0x8958, STRIP);
	EMIT(&card, PKT3(0x2d, 2), VERTICES_DRAWN, 2);
	kick(&card);
	for (int i = 0; i < 5; i++)
		step(&card);
	check(gpu_busy(card.gpu, UNIT_SHADERS), "%s: a draw without an end keeps the shader units busy", chip);
	card_free(&card);
	crew_end(crew);
}

static void count(void *item)
{
	++*(unsigned int *)item;
}

/* More items than threads, again and again. */
static void test_crew(void)
{
	unsigned int done[3 * CREW_MOST] = { 0 }, wrong = 0;
	struct crew *crew = crew_start(2 * CREW_MOST);
	void *items[3 * CREW_MOST];

	check(!crew_start(1) && crew_size(NULL) == 1, "one thread is no crew");
	check(crew_size(crew) == CREW_MOST, "there are not too many");
	for (unsigned int i = 0; i < 3 * CREW_MOST; i++)
		items[i] = &done[i];
	for (unsigned int round = 0; round < 1000; round++)
		crew_run(crew, count, items, round % (3 * CREW_MOST + 1));
	for (unsigned int i = 0; i < 3 * CREW_MOST; i++) {
		unsigned int want = 0;

		for (unsigned int round = 0; round < 1000; round++)
			want += round % (3 * CREW_MOST + 1) > i;
		wrong += done[i] != want;
	}
	check(!wrong, "each item is worked on once");
	crew_end(crew);
	crew_end(NULL);
}

int main(void)
{
	static const char *const chips[] = { "cedar", "turks", "cayman" };

	test_crew();
	for (size_t i = 0; i < 3; i++) {
		test_same(chips[i], false);
		test_same(chips[i], true);
		test_endless(chips[i]);
	}
	return test_end();
}

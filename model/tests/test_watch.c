// SPDX-License-Identifier: MIT OR GPL-2.0
/* Dispatches that somebody watches: their end, their programs, and what they access. */
#include "array.h"
#include "test_dispatch.h"
#include "stage.h"

#define RETURNS		0x600000u
#define CB_IMMED	0x28b9cu
#define MOST_SEEN	256u

/* Lanes from 64 on, and a constant, put in the place of what is in memory. */
#define GIVEN(store) \
	"ALU addr:4 kmode0:1 count:2\n" store "@4:\nADD_INT * T0.X, literal.x, T0.X\n64, 0\nADD_INT * T2.X, PV.X, KC0[0].X\n"
/* What an addition returns goes to place PLACE and those behind it. */
#define RETURNING(end) \
	"ALU addr:4 count:3\nMEM_RAT_CACHELESS rat_inst:39 type:1 rw_gpr:2 comp_mask:1\n" end \
	"@4:\nADD_INT T2.Y, literal.x, T0.X\nMOV * T2.X, literal.y\n%u, 5\nMOV * T3.X, 0.0\n"

static struct seen {
	unsigned int path;
	uint64_t addr;
	size_t bytes;
	bool write;
	char text[400];
} seen[MOST_SEEN];
static unsigned int num_seen, num_told;
static char complaint[400];
static uint32_t given[64];
static size_t num_given;

static void see(void *opaque, const struct stage *stage, unsigned int path, uint64_t addr, size_t bytes, bool write)
{
	struct seen *s = &seen[num_seen % MOST_SEEN];
	FILE *out = fmemopen(s->text, sizeof(s->text), "w");

	(void)opaque;
	if (!out)
		abort();
	s->path = path;
	s->addr = addr;
	s->bytes = bytes;
	s->write = write;
	stage_describe(stage, path, out);
	fclose(out);
	num_seen++;
}

static size_t give(void *opaque, const struct stage *stage, bool fetch, uint32_t *words, size_t most)
{
	(void)opaque;
	check(!fetch && stage->state.bank[0].size == 256 && stage->gprs == 4 && most >= num_given,
	      "whoever gives a program is shown what it will find");
	memcpy(words, given, 4 * num_given);
	return num_given;
}

static void be_told(void *opaque, const char *what, uint64_t addr, uint64_t bytes, bool write)
{
	(void)opaque;
	num_told += !strcmp(what, "random access buffer") && addr == DATA && bytes == 4096 && write;
}

static void hear(void *opaque, const char *text)
{
	(void)opaque;
	snprintf(complaint, sizeof(complaint), "%s", text);
}

static bool is_cayman(const struct card *card)
{
	return gpu_config(card->gpu)->chip->cayman;
}

static void test_budget(const char *chip)
{
	static const struct gpu_watch watch = { .complaint = hear };
	struct card card;

	card_watch = &watch;
	card_budget = 100;
	start(&card, chip);
	load(&card, is_cayman(&card) ? ENDLESS "CF_END\n" : ENDLESS "NOP eop:1\n", PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1, PKT3(0x3d, 4), DATA, 1u << 18, 9, 0);
	check(peek32(&card, DATA) == 9 && complaints(&card) == 1 && strstr(complaint, "no end after 100"),
	      "%s: a program that has used up its budget ends: %s", chip, complaint);
	load(&card, is_cayman(&card) ? NUMBERS(STORE_CM) : NUMBERS(STORE_EG), PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 4, 1, 1, 1);
	check(numbers(&card, 0, 256) && !complaints(&card), "%s: one that has not does not", chip);
	card_free(&card);
	card_budget = 0;
}

static void test_groups(const char *chip)
{
	struct card card;

	card_watch = NULL;
	card_groups = 3;
	start(&card, chip);
	load(&card, is_cayman(&card) ? NUMBERS(STORE_CM) : NUMBERS(STORE_EG), PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 0xffffffff, 0xffffffff, 0xffffffff, 1);
	check(numbers(&card, 0, 192) && !complaints(&card), "%s: three groups of very many run", chip);
	memset(card.vram + DATA, 0, 4096);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 2, 7, 1, 1);
	check(numbers(&card, 0, 128) && !complaints(&card), "%s: two of two rows of seven", chip);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 0, 7, 1, 1);
	check(!complaints(&card), "%s: none of none", chip);
	card_free(&card);
	card_groups = 0;
}

static void test_accesses(const char *chip)
{
	static const struct gpu_watch watch = { .access = see };
	struct card card;
	const struct seen *last;

	card_watch = &watch;
	num_seen = 0;
	start(&card, chip);
	load(&card, is_cayman(&card) ? NUMBERS(STORE_CM) : NUMBERS(STORE_EG), PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(num_seen == 65 && numbers(&card, 0, 64), "%s: a constant and 64 stores are told", chip);
	check(seen[0].path == SQ_CONSTANT && seen[0].addr == CONSTANTS && seen[0].bytes == 4 && !seen[0].write &&
	      strstr(seen[0].text, "bank 0 at 0x510000 + 0x100"), "%s: %s", chip, seen[0].text);
	last = &seen[64];
	check(last->path == SQ_RAT && last->addr == DATA + 4 * 63 && last->bytes == 4 && last->write &&
	      strstr(last->text, "MEM_RAT_CACHELESS") && strstr(last->text, "CB_COLOR 4000 ") && strstr(last->text, " 3ff,"),
	      "%s: %s", chip, last->text);
	card_free(&card);
}

static void test_given(const char *chip)
{
	static const struct gpu_watch watch = { .program = give };
	struct sq_asm_error error;
	struct card card;
	uint32_t *words;
	size_t n = 0;

	card_watch = &watch;
	start(&card, chip);
	words = sq_assemble(is_cayman(&card) ? SQ_CAYMAN : SQ_EVERGREEN,
			    is_cayman(&card) ? GIVEN(STORE_CM) : GIVEN(STORE_EG), &n, &error);
	check(words && 8 * n <= sizeof(given), "%s: a program of %zu words", chip, n);
	if (words)
		memcpy(given, words, 8 * n);
	num_given = 2 * n;
	free(words);
	memset(card.vram + PROGRAM, 0xff, 4096);
	set_state(&card, 0x288d0, PROGRAM >> 8);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(numbers(&card, 64, 128) && !complaints(&card), "%s: it runs, and not what is in memory", chip);
	set_state(&card, 0x288d0, VRAM_SIZE >> 8);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "%s: not if there is no memory", chip);
	set_state(&card, 0x288d0, PROGRAM >> 8);
	num_given = 0;
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "%s: an empty one has no end", chip);
	card_free(&card);
}

/* Half of 64 results go to places that a correct program may use. */
static uint32_t returned(const char *chip, const struct gpu_watch *watch)
{
	uint32_t places, n = 0;
	struct card card;
	char text[400];

	card_watch = watch;
	start(&card, chip);
	places = gpu_config(card.gpu)->chip->shader_engines * 256 * 64;
	set_state(&card, CB_IMMED, RETURNS >> 8);
	snprintf(text, sizeof(text), is_cayman(&card) ? RETURNING("CF_END\n") : RETURNING("NOP eop:1\n"), places - 32);
	load(&card, text, PROGRAM);
	poke32(&card, DATA, 1);
	for (uint32_t i = 1; i < 64; i++)
		poke32(&card, DATA + 4 * i, 1);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(peek32(&card, DATA) == 6 && peek32(&card, DATA + 4 * 63) == 6 && !complaints(&card),
	      "%s: 64 elements grow", chip);
	for (uint32_t i = 0; i < 64; i++)
		n += peek32(&card, RETURNS + 4 * (places - 32 + i)) == 1;
	card_free(&card);
	return n;
}

static void test_places(const char *chip)
{
	static const struct gpu_watch trusting = { .complaint = hear };
	static const struct gpu_watch distrusting = {
		.complaint = hear, .touch = be_told, .distrusted = 1u << TRUST_MAILBOX,
	};

	check(returned(chip, NULL) == 64, "%s: nothing ends what is returned", chip);
	check(returned(chip, &trusting) == 32, "%s: but the trust of a watcher", chip);
	check(returned("cypress", &distrusting) == 64, "%s: who may have none", chip);
}

static void test_fetch_program(const char *chip)
{
	struct card card;

	card_watch = NULL;
	start(&card, chip);
	load(&card, is_cayman(&card) ? "CALL_FS\nCF_END\n" : "CALL_FS\nNOP eop:1\n", PROGRAM);
	set_state(&card, 0x288a4, VRAM_SIZE >> 8);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(complaints(&card) == 1, "%s: a dispatch that calls a fetch program, and none is looked for", chip);
	card_free(&card);
}

static void test_footprint(void)
{
	static const struct gpu_watch watch = { .touch = be_told };
	struct card card;

	card_watch = &watch;
	num_told = 0;
	start(&card, "cypress");
	load(&card, NUMBERS(STORE_EG), PROGRAM);
	RUN(&card, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1, COMPUTE(PKT3(0x15, 4)), 1, 1, 1, 1);
	check(num_told == 2, "all of a footprint is told for each dispatch that runs: %u", num_told);
	card_free(&card);
}

int main(void)
{
	static const char *const chips[] = { "cypress", "cayman" };

	card_shaders = true;
	for (size_t i = 0; i < ARRAY_SIZE(chips); i++) {
		test_budget(chips[i]);
		test_groups(chips[i]);
		test_accesses(chips[i]);
		test_given(chips[i]);
		test_places(chips[i]);
		test_fetch_program(chips[i]);
	}
	test_footprint();
	return test_end();
}

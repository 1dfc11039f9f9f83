// SPDX-License-Identifier: MIT OR GPL-2.0
/* The fault plan: what parses, and when it strikes. */
#include <getopt.h>

#include "array.h"
#include "fault.h"
#include "options.h"
#include "test_card.h"

static void test_parser(void)
{
	static const struct {
		const char *plan;
		bool good;
	} rows[] = {
		{ "", true }, { "lost-irq", true }, { "lost-irq=1", true }, { "gone=100+", true },
		{ "cp-hang=2-5", true }, { "drop-eop=~8", true }, { "reg-stuck@8010", true },
		{ "lost-irq=3,cp-stop=1,reg-stuck@3f00=2+", true },
		{ "cp-stop@2=1", true }, { "me-stays@1", true }, { "me-stays@3", false }, { "idle-of-all", true }, { "idle-of-all@0", false }, { "dma-stuck@1", true }, { "reset-fails@gfx=1-2", true },
		{ "gfx-hang@0,vm-hang=2", true }, { "cp-stop@3", false }, { "cp-stop@", false },
		{ "dma-stuck@2", false }, { "reset-fails@mc", false }, { "lost-irq@0", false },
		{ "reset-fails@cp gfx", false }, { "cp-stop@12", false },
		{ "lost-irqs", false }, { "lost-irq=", false }, { "lost-irq=0", false },
		{ "lost-irq=x", false }, { "lost-irq=1x", false }, { "lost-irq=5-2", false },
		{ "lost-irq=-1", false }, { "lost-irq=1+2", false }, { "lost-irq=~", false },
		{ "lost-irq=~0", false }, { ",", false }, { "lost-irq,", false },
		{ "reg-stuck@", false }, { "lost-irq=99999999999999999999999", false },
		{ "reg-stuck@1234567890123456789012345678901234567890", false },
		{ "reg-stuck@3fffc", true }, { "reg-stuck@0x3F00=1", true }, { "reg-stuck@40000", false },
		{ "reg-stuck@8011", false }, { "reg-stuck@8012", false }, { "reg-stuck@-4", false },
		{ "reg-stuck@GRBM_STATUS", false }, { "reg-stuck@8010 ", false }, { "reg-stuck@0x", false },
		{ "reg-stuck@ 8010", false }, { "reg-stuck@100008010", false }, { "reg-stuck", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check(gpu_fault_plan_ok(rows[i].plan) == rows[i].good, "'%s' is %s", rows[i].plan,
		      rows[i].good ? "a plan" : "no plan");
	check(gpu_fault_plan_ok(NULL), "no plan is a plan");
}

/* However it is spelled. */
static void test_register(const char *plan)
{
	struct card card;

	card_new(&card, "cypress", 0, plan);
	reg(&card, 0x2f48, 1);
	check(gpu_mmio_read(card.gpu, 0x2f48) == 0, "%s: the register keeps its value", plan);
	reg(&card, 0x3f0c, 1);
	check(gpu_mmio_read(card.gpu, 0x3f0c) == 1, "%s: the next one takes another", plan);
	card_free(&card);
}

/* One line, which has @text. */
static void test_problem(const char *plan, const char *text)
{
	char *words;

	card_listen();
	gpu_fault_plan_ok(plan);
	words = card_heard();
	check(count_of(words, "\n") == 1 && count_of(words, text) == 1, "'%s': %s", plan, text);
	free(words);
}

/* One character per chance. */
static void test_strikes(const char *plan, const char *expected)
{
	char got[32] = "";
	struct card card;

	card_new(&card, "cypress", 0, plan);
	for (size_t i = 0; expected[i]; i++)
		got[i] = gpu_fault_hit(card.gpu, "cp-stop") ? '!' : '.';
	check(!strcmp(got, expected), "%s: %s", plan, got);
	card_free(&card);
}

/* Chances on rings 0, 1, 0, 1, ... */
static void test_where(const char *plan, const char *expected)
{
	char got[32] = "";
	struct card card;

	card_new(&card, "cayman", 0, plan);
	for (size_t i = 0; expected[i]; i++)
		got[i] = gpu_fault_hit_at(card.gpu, "cp-hang", i % 2 ? "1" : "0") ? '!' : '.';
	check(!strcmp(got, expected), "%s: %s", plan, got);
	card_free(&card);
}

static void test_random(void)
{
	struct card first, second;
	unsigned int same = 0, hits = 0;

	card_new(&first, "cypress", 0, "cp-stop=~4");
	card_new(&second, "cypress", 0, "cp-stop=~4");
	for (unsigned int i = 0; i < 400; i++) {
		bool hit = gpu_fault_hit(first.gpu, "cp-stop");

		hits += hit;
		same += hit == gpu_fault_hit(second.gpu, "cp-stop");
	}
	check(same == 400, "chance is the same for the same seed");
	check(hits > 60 && hits < 140, "and about one in four: %u of 400", hits);
	card_free(&first);
	card_free(&second);
}

static bool takes(struct options *options, int argc, char **argv)
{
	optind = 1;
	options_start(options);
	return options_take(options, argc, argv);
}

static void test_option(void)
{
	char *argv[] = { "model", "--fault", "cp-stop", "--fault", "hot", NULL };
	struct options options = { 0 };

	check(takes(&options, 3, argv) && !strcmp(options.config.faults, "cp-stop"), "a plan is an option");
	check(!takes(&options, 5, argv), "two are refused");
}

int main(void)
{
	test_parser();
	test_register("reg-stuck@2f48");
	test_register("reg-stuck@0x2F48");
	test_register("reg-stuck@00002f48");
	test_problem("lost-irq,reg-stuck@8011=2", ": 'reg-stuck@8011=2': the offset of a register is a multiple of 4\n");
	test_problem("reg-stuck@40000", ": registers end at 40000\n");
	test_problem("reg-stuck@status", ": a register is a hexadecimal number\n");
	test_problem("lost-irqs", "'lost-irqs': no fault is called so\n");
	test_problem("lost-irq@0", ": it is not bound to a place\n");
	test_problem("gone,cp-stop@3", "'cp-stop@3': there is no such place\n");
	test_problem("gone=0", ": its chances are N, N+, N-M or ~K, from 1 on\n");
	test_problem("gone,", "'': nothing is no fault\n");
	test_option();
	test_strikes("cp-stop", "!!!!!");
	test_strikes("cp-stop=2", ".!...");
	test_strikes("cp-stop=3+", "..!!!");
	test_strikes("cp-stop=2-3", ".!!..");
	test_strikes("cp-stop=1,cp-stop=4", "!..!.");
	test_strikes("lost-irq", ".....");
	test_where("cp-hang=2", ".!....");
	test_where("cp-hang@1=2", "...!..");
	test_where("cp-hang@0", "!.!.!.");
	test_where("cp-hang@2", "......");
	test_random();
	return test_end();
}

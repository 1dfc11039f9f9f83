// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * draw [-p] [-o DIRECTORY] [TEST...] - the card draws, and the CPU compares the pixels
 *
 * Without OpenGL, in packets and in programs of the card's own: after r600_demo, with which the
 * cards before these learned to draw. All tests run unless some are named. Runs on evergreen
 * and on stock radeon.
 *
 * -p  then tells how much of what the card draws a second
 * -o  writes pictures, PNG files, there
 *
 * Exit status: 0 if all is as it should be, 1 if not, 2 for a wrong command line, 4 if there is
 * no card.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests.h"

#define EXIT_SKIP	4

static const struct {
	const char *name;
	bool (*run)(struct tests *t);
} tests[] = {
	{ "clear", test_clear },
	{ "triangle", test_triangle },
	{ "quad", test_quad },
	{ "fill", test_fill },
	{ "copy", test_copy },
	{ "depth", test_depth },
	{ "clip", test_clip },
	{ "gears", test_gears },
};

static int usage(void)
{
	fprintf(stderr, "usage: draw [-p] [-o DIRECTORY] [TEST...]\ntests:");
	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		fprintf(stderr, " %s", tests[i].name);
	fprintf(stderr, "\n");
	return 2;
}

static bool is_known(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		if (!strcmp(name, tests[i].name))
			return true;
	return false;
}

static bool is_wanted(const char *name, char *const *names)
{
	bool all = !*names;

	for (; *names; names++)
		all |= !strcmp(name, *names);
	return all;
}

static int run(struct tests *t, char *const *names, bool measures)
{
	unsigned int failed = 0, n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		if (is_wanted(tests[i].name, names)) {
			failed += !tests[i].run(t);
			n++;
		}
	printf("%u tests, %u failed; %u batches with %u draws, by %s.ko\n", n, failed, t->draw.batches,
	       t->draw.draws, t->draw.card.driver);
	if (measures)
		failed += !measure(t);
	return failed != 0;
}

int main(int argc, char **argv)
{
	struct tests t = { 0 };
	bool measures = false;
	int c, ret;

	while ((c = getopt(argc, argv, "po:")) != -1) {
		if (c == 'p')
			measures = true;
		else if (c == 'o')
			t.pictures = optarg;
		else
			return usage();
	}
	for (int i = optind; i < argc; i++)
		if (!is_known(argv[i]))
			return usage();
	setlinebuf(stdout);
	ret = draw_open(&t.draw);
	if (ret == -ENODEV) {
		printf("no AMD card that radeon or evergreen drives\n");
		return EXIT_SKIP;
	}
	if (ret) {
		fprintf(stderr, "draw: %s\n", strerror(-ret));
		return 1;
	}
	ret = run(&t, argv + optind, measures);
	draw_close(&t.draw);
	return ret;
}

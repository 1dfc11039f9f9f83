// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What the guard, the limits that are trusted, and what the driver puts between streams are worth:
 * each is left out for streams that then have to escape.
 */
#include <stdio.h>
#include <string.h>

#include "run.h"

static struct corpus corpus;

#define UNCHECKED_RUNS	64

/* A refused stream runs, with one random state after the other, until it does harm. */
static bool does_harm(const struct submission *s, u64 *random)
{
	u32 i;

	for (i = 0; i < UNCHECKED_RUNS; i++)
		if (run_unchecked(s, next_random(random)))
			return true;
	return false;
}

/* Whether the guard notices what the checker keeps away; addresses must be virtual. */
int try_guard(char **paths, u64 *random)
{
	u32 passed = 0, failed = 0;

	for (; *paths; paths++) {
		const struct submission *s;
		bool good;

		if (!corpus_add_row(&corpus, *paths) || !corpus.count)
			return fprintf(stderr, "%s is no stream\n", *paths), 2;
		s = corpus.list[corpus.count - 1];
		good = s->vm && !run_accepts(s) && does_harm(s, random);
		passed += good;
		failed += !good;
		if (!good)
			printf("%s: the guard is blind\n", *paths);
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed;
}

/* Does what is accepted do harm on a chip that does not keep a limit, and only there? */
static bool rests_on(const struct submission *s, const char *limit, u64 *random)
{
	struct card *card = run_card(s->chip.class == R600_CS_CAYMAN);
	const char *why = NULL;
	bool fits;
	u32 i;

	for (i = 0; i < UNCHECKED_RUNS; i++)
		if (!run_accepts(s) || run_accepted(s, next_random(random), &fits))
			return false;
	if (!card_distrust(card, limit))
		return false;
	for (i = 0; i < UNCHECKED_RUNS && !why; i++)
		why = run_accepted(s, next_random(random), &fits);
	card_distrust(card, NULL);
	if (why)
		printf("# without %s, %s\n", limit, why);
	return why;
}

static bool is_tried(char **pairs, const char *limit)
{
	size_t n = strlen(limit);

	for (; *pairs; pairs++)
		if (!strncmp(*pairs, limit, n) && (*pairs)[n] == '=')
			return true;
	return false;
}

/* Each of the limits that are trusted, with a stream that rests on it. */
int try_limits(char **pairs, u64 *random)
{
	u32 passed = 0, failed = 0, i;
	char limit[32], path[1024];
	char **pair;

	for (i = 0; card_trust(i); i++)
		if (!is_tried(pairs, card_trust(i)))
			failed += printf("%s: no stream\n", card_trust(i)) > 0;
	for (pair = pairs; *pair; pair++) {
		if (sscanf(*pair, "%31[^=]=%1023s", limit, path) != 2 ||
		    !corpus_add_row(&corpus, path) || !corpus.count)
			return fprintf(stderr, "%s is no limit with a stream\n", *pair), 2;
		if (rests_on(corpus.list[corpus.count - 1], limit, random)) {
			passed++;
			continue;
		}
		failed++;
		printf("%s: %s does not rest on it\n", limit, path);
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed;
}

/* Without what the driver puts between them, the second of each pair does harm; with it, none. */
int try_waits(char **paths, u64 *random)
{
	u32 passed = 0, failed = 0, i;
	char first[512], second[512];
	bool harm, safe, fits;
	u64 seed;

	for (; *paths; paths++) {
		if (sscanf(*paths, "%511[^=]=%511s", first, second) != 2 ||
		    !corpus_add_row(&corpus, first) || !corpus_add_row(&corpus, second))
			return fprintf(stderr, "%s is no pair of streams\n", *paths), 2;
		for (i = 0, harm = true, safe = true; i < UNCHECKED_RUNS; i++) {
			const struct submission *a = corpus.list[corpus.count - 2];
			const struct submission *b = corpus.list[corpus.count - 1];

			/* Of seven VMIDs, the next one for the second. */
			seed = next_random(random) & 0xfffffff;
			seed |= (seed + 1) << 32;
			harm &= run_pair(a, b, seed, false, &fits) && fits;
			safe &= !run_pair(a, b, seed, true, &fits) && fits;
		}
		passed += harm && safe;
		failed += !(harm && safe);
		if (!harm || !safe)
			printf("%s: %s\n", *paths, harm ? "escapes behind a wait" :
			       "needs no wait");
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed;
}

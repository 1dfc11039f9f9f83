// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: soundness by execution
 *
 * What the checker accepts is patched, and runs on the modelled card, whose every
 * access is compared with the buffers of the submission: the checker's promise, put
 * to the test by somebody who knows nothing of how it is kept. Here, and only here, checker and
 * model meet, each behind its own header.
 *
 * usage: soundness [-e | -x] [-t SECONDS] [-n STREAMS] [-s SEED] [-o FOLDER] [-p FOLDER] [-m N]
 *                  [-r FILES] [-E ESCAPES] FILE...
 *        soundness -g FILE...
 *        soundness -d LIMIT=FILE...
 *        soundness -w FILE=FILE...
 *
 * FILEs are rows of tests/streams; what their first line says does not matter. -p takes
 * picked recordings, as tests/selftests/recordings has them. FILES is a list of others,
 * lines with chip, recording, log; -m takes so many submissions of each. All are run as they
 * are, those of Cayman with an address space of their own as well, and are then mutated
 * for so many seconds, until so many streams were accepted or so many have escaped. An escape is
 * written to FOLDER as a row; the exit status is then 1.
 *
 * With -e, draws and dispatches run, with programs of ours (probe.c); half of what is mutated has
 * draws, and a quarter dispatches. With -x, what might have been touched does not count beside.
 *
 * -g tries the guard: rows with virtual addresses that the checker refuses run all the
 * same, and each of them has to escape.
 *
 * -d shows what each limit is trusted with that the chip alone keeps: rows that the checker
 * accepts have to escape on a chip that does not keep it, and not on one that does. All
 * limits must be there.
 *
 * One in four streams runs behind another one, whose work may still run: with no address
 * space or one, the same or another. What the driver puts between them comes between
 * them. -w leaves it out for pairs of rows, each of which has to escape then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <linux/array_size.h>
#include <linux/minmax.h>

#include "card.h"
#include "run.h"

#define MAX_MUTATIONS	6

/* What is accepted, what of that programs have sent, and what is refused. */
static struct corpus corpus, recorded, near_misses, dispatching, drawing;
static u64 accepted, refused, too_large, pairs, escapes, max_escapes = 20;
static const char *folder = ".";

/* ---- escapes ---- */

static bool still_escapes(const struct submission *s, u64 seed)
{
	bool fits;

	return run_accepts(s) && run_accepted(s, seed, &fits);
}

/* Without the dwords that it does not take; they go in halves, quarters, and so on. */
static void shrink(struct submission *s, u64 seed)
{
	static struct submission less;
	u32 n, at;

	for (n = s->ndw / 2; n; n = n > 16 ? n / 2 : n - 1) {
		for (at = 0; at + n <= s->ndw;) {
			corpus_copy(&less, s);
			memmove(&less.ib[at], &less.ib[at + n], (s->ndw - at - n) * 4ul);
			less.ndw -= n;
			if (still_escapes(&less, seed))
				corpus_copy(s, &less);
			else
				at += n;
		}
	}
}

static void write_buffers(FILE *file, const struct submission *s)
{
	u32 i;

	for (i = 0; i < s->num_buffers; i++)
		fprintf(file, "buffer 0x%llx %x %x %u\n", (unsigned long long)s->buffers[i].size,
			s->buffers[i].read_domains, s->buffers[i].write_domain,
			s->buffers[i].align);
	for (i = 0; i < s->num_buffers && !s->keep_tiling; i++)
		fprintf(file, "tiled %u %x\n", i, s->buffers[i].tiling);
}

static void write_patches(FILE *file)
{
	static const char *const kinds[] = {
		[R600_CS_PATCH_LO_HI8] = "pair", [R600_CS_PATCH_BASE256] = "base256",
		[R600_CS_PATCH_VERTEX] = "vertex", [R600_CS_PATCH_VERTEX_BYTE] = "byte",
		[R600_CS_PATCH_DMA_COPY] = "copy",
		[R600_CS_PATCH_DMA_BROADCAST] = "broadcast", [R600_CS_PATCH_DMA_FILL] = "fill",
		[R600_CS_PATCH_VALUE] = "value", [R600_CS_PATCH_START256] = "start",
		[R600_CS_PATCH_CLEAR_STATE] = "clear",
	};
	const struct r600_cs_patch *patches;
	u32 i, count;

	patches = run_patches(&count);
	for (i = 0; i < count; i++) {
		fprintf(file, "patch %u %s %u", patches[i].dw, kinds[patches[i].kind],
			patches[i].buffer);
		if (patches[i].kind == R600_CS_PATCH_VERTEX ||
		    patches[i].kind == R600_CS_PATCH_VALUE ||
		    patches[i].kind == R600_CS_PATCH_START256)
			fprintf(file, " %x", patches[i].value);
		fputc('\n', file);
	}
}

/* As tests/streams has them; run_accepts() has just seen it. */
static void write_row(const struct submission *s, const char *path, const char *why, u64 seed)
{
	static const char *const engines[] = {
		[R600_CS_GFX] = "gfx", [R600_CS_COMPUTE] = "compute", [R600_CS_DMA] = "dma",
	};
	FILE *file = fopen(path, "w");
	u32 i;

	if (!file)
		return;
	fprintf(file, "accept\n# %s\n# seed 0x%llx, %u pipes, %u banks, groups of %u, %u engines\n",
		why, (unsigned long long)seed, s->chip.num_pipes, s->chip.num_banks,
		s->chip.group_bytes, s->chip.num_se);
	fprintf(file, "chip %s\nengine %s\nbackends %u\n%s%s",
		s->chip.class == R600_CS_CAYMAN ? "cayman" : "cypress", engines[s->engine],
		s->chip.num_backends, s->vm ? "vm\n" : "",
		s->keep_tiling ? "" : "tiling buffer\n");
	write_buffers(file, s);
	write_patches(file);
	for (i = 0; i < s->ndw; i++)
		fprintf(file, "%08x%c", s->ib[i], i % 8 == 7 || i + 1 == s->ndw ? '\n' : ' ');
	fclose(file);
}

static void report(const struct submission *s, u64 seed)
{
	static struct submission small;
	const char *why;
	char path[512];
	bool fits;

	escapes++;
	corpus_copy(&small, s);
	shrink(&small, seed);
	run_accepts(&small);
	why = run_accepted(&small, seed, &fits);
	snprintf(path, sizeof(path), "%s/escape-%llu.txt", folder, (unsigned long long)escapes);
	write_row(&small, path, why ? why : "?", seed);
	printf("ESCAPE %s: %s\n", path, why ? why : "?");
	fflush(stdout);
}

static void try(const struct submission *s, u64 seed)
{
	const char *why;
	bool fits;

	why = run_accepted(s, seed, &fits);
	accepted += fits;
	too_large += !fits;
	if (why)
		report(s, seed);
}

/* ---- pairs ---- */

static bool takes_turns(const struct submission *first, const struct submission *second)
{
	return first->chip.class == second->chip.class && first->engine == R600_CS_GFX &&
	       first->ndw && second->ndw &&
	       (second->engine == R600_CS_GFX || (second->engine == R600_CS_COMPUTE && second->vm));
}

static void report_pair(const struct submission *first, const struct submission *second,
			const char *why, u64 seed)
{
	char path[512], reason[1024];

	escapes++;
	snprintf(reason, sizeof(reason), "%s", why);
	snprintf(path, sizeof(path), "%s/escape-%llu.txt", folder, (unsigned long long)escapes);
	write_row(second, path, reason, seed);
	printf("ESCAPE %s: %s, behind", path, reason);
	run_accepts(first);
	snprintf(path, sizeof(path), "%s/escape-%llu-before.txt", folder,
		 (unsigned long long)escapes);
	write_row(first, path, "what came before", seed);
	printf(" %s\n", path);
	fflush(stdout);
}

static void try_pair(const struct submission *first, const struct submission *second, u64 seed)
{
	const char *why;
	bool fits;

	if (!takes_turns(first, second))
		return;
	why = run_pair(first, second, seed, true, &fits);
	pairs += fits;
	if (why)
		report_pair(first, second, why, seed);
}

/* ---- what to try ---- */

/* A buffer as small, as little aligned and with as few rights as the checker lets it be. */
static void tighten(struct submission *s, u64 *random)
{
	struct r600_cs_buffer *buffer, before;
	u64 low = 0, high;

	if (!s->num_buffers)
		return;
	buffer = &s->buffers[next_random(random) % s->num_buffers];
	before = *buffer;
	buffer->write_domain = 0;
	if (!run_accepts(s))
		buffer->write_domain = before.write_domain;
	buffer->read_domains = 0;
	if (!run_accepts(s))
		buffer->read_domains = before.read_domains;
	for (buffer->align = 4096; !run_accepts(s) && buffer->align < RUN_ANY_SURFACE;)
		buffer->align *= 2;
	/* As large as it was it is accepted; of 0 bytes it may be. */
	for (high = before.size; low < high;) {
		buffer->size = low + (high - low) / 2;
		if (run_accepts(s))
			high = buffer->size;
		else
			low = buffer->size + 1;
	}
	buffer->size = high;
}

static const struct submission *pick_from(const struct corpus *from, u64 *random)
{
	return from->list[next_random(random) % from->count];
}

/* Tiled copies run element by element: those of the DMA engine come more seldom. */
static const struct submission *pick(u64 *random)
{
	const struct submission *s;
	u32 which = next_random(random) % 8;

	if (dispatching.count && which < 2)
		return pick_from(&dispatching, random);
	if (drawing.count && which < 6)
		return pick_from(&drawing, random);
	which = next_random(random) % 4;
	if (which == 0 && near_misses.count)
		return pick_from(&near_misses, random);
	if (which == 1 && recorded.count)
		return pick_from(&recorded, random);
	s = pick_from(&corpus, random);
	if (s->engine == R600_CS_DMA && next_random(random) % 8)
		s = pick_from(&corpus, random);
	return s;
}

static void mutate_one(u64 *random)
{
	static struct submission s;
	const struct submission *other = pick(random);
	u32 n = 1 + next_random(random) % MAX_MUTATIONS;
	u64 seed;

	corpus_copy(&s, pick(random));
	while (n--)
		mutate_submission(&s, other, random);
	if (!run_accepts(&s)) {
		refused++;
		return;
	}
	if (next_random(random) % 2)
		tighten(&s, random);
	seed = next_random(random);
	if (!run_accepts(&s))
		return;
	try(&s, seed);
	if (next_random(random) % 4 == 0)
		try_pair(pick_from(&corpus, random), &s, next_random(random));
}

/* What has an address space of its own lacks variety: others get one. */
static void add_twins(void)
{
	static struct submission twin;
	u32 i, n = corpus.count;

	for (i = 0; i < n; i++) {
		const struct submission *s = corpus.list[i];

		if (s->chip.class == R600_CS_CAYMAN && !s->vm && run_accepts(s) &&
		    run_make_twin(&twin, s) && run_accepts(&twin))
			corpus_add(&corpus, &twin);
	}
}

/* The shortest one that others may end with, or NULL. */
static const struct submission *find_end(enum r600_cs_class class)
{
	const struct submission *best = NULL;
	u32 i;

	for (i = 0; i < corpus.count; i++) {
		const struct submission *s = corpus.list[i];

		if (s->chip.class == class && (!best || s->ndw < best->ndw) && run_accepts(s) &&
		    dispatched_ends(s))
			best = s;
	}
	return best;
}

/* Resources that no dispatch reads would be nothing to programs. */
static void add_dispatched(void)
{
	static struct submission twin;
	const struct submission *ends[] = { find_end(R600_CS_EVERGREEN), find_end(R600_CS_CAYMAN) };
	u32 i, k, n = corpus.count;

	for (i = 0; i < n; i++)
		for (k = 0; k < ARRAY_SIZE(ends); k++)
			if (ends[k] && run_accepts(corpus.list[i]) &&
			    dispatched_twin(&twin, corpus.list[i], ends[k]) && run_accepts(&twin))
				corpus_add(&corpus, &twin);
}

/* Those that are refused are worth a mutation, too. */
static void sort_out(void)
{
	u32 i, n = corpus.count;

	for (i = corpus.count = 0; i < n; i++) {
		struct submission *s = corpus.list[i];

		if (!run_accepts(s)) {
			corpus_take(&near_misses, s);
			continue;
		}
		corpus.list[corpus.count++] = s;
		if (s->recorded)
			corpus_take(&recorded, s);
	}
}

/* Of both cards. */
static u64 both(uint64_t (*count)(const struct card *card))
{
	return count(run_card(false)) + count(run_card(true));
}

static void run_corpus(u64 *random)
{
	static struct submission s;
	u64 draws, dispatches;
	u32 i, k;

	for (i = 0; i < corpus.count && escapes < max_escapes; i++) {
		corpus_copy(&s, corpus.list[i]);
		if (!run_accepts(&s))
			continue;
		draws = both(card_run_draws);
		dispatches = both(card_run_dispatches);
		try(&s, next_random(random));
		if (both(card_run_dispatches) > dispatches)
			corpus_take(&dispatching, corpus.list[i]);
		else if (both(card_run_draws) > draws)
			corpus_take(&drawing, corpus.list[i]);
		for (k = 0; k < 2; k++)
			tighten(&s, random);
		if (run_accepts(&s))
			try(&s, next_random(random));
	}
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static bool read_list(const char *path, u32 most)
{
	char line[2048], chip[16], cs[1000], log[1000];
	FILE *file = fopen(path, "r");
	bool ok = file;

	while (ok && fgets(line, sizeof(line), file))
		ok = sscanf(line, "%15s %999s %999s", chip, cs, log) == 3 &&
		     corpus_add_recording(&corpus, cs, log, !strcmp(chip, "cayman"), most);
	if (file)
		fclose(file);
	return ok;
}

static bool read_picked(const char *from)
{
	static const char *const names[] = { "cypress", "cayman" };
	char path[1024];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", from, names[i]);
		if (!corpus_add_picked(&corpus, path, i))
			return false;
	}
	return true;
}

static void print_complaints(const struct card *card)
{
	const char *text;
	uint64_t count;
	u32 i;

	for (i = 0; (text = card_complaint(card, i, &count)); i++)
		printf("# %llu x the model complains: %s\n", (unsigned long long)count, text);
}

/* ---- the command ---- */

struct options {
	double seconds;
	u64 streams, random;
	const char *recordings, *picked;
	u32 per_recording;
	bool guard, limits, waits;
	enum card_mode mode;
};

static int usage(void)
{
	fputs("usage: soundness [-e | -x] [-t SECONDS] [-n STREAMS] [-s SEED] [-o FOLDER] "
	      "[-p FOLDER] [-m N] [-r FILES] [-E ESCAPES] FILE...\n       soundness -g FILE...\n"
	      "       soundness -d LIMIT=FILE...\n       soundness -w FILE=FILE...\n", stderr);
	return 2;
}

static bool take_option(struct options *o, int c)
{
	switch (c) {
	case 't':
		o->seconds = atof(optarg);
		return true;
	case 'n':
		o->streams = strtoull(optarg, NULL, 0);
		return true;
	case 's':
		o->random = strtoull(optarg, NULL, 0);
		if (!(o->random & 1))	/* odd, and each of its own */
			o->random = ~o->random;
		return true;
	case 'o':
		folder = optarg;
		return true;
	case 'p':
		o->picked = optarg;
		return true;
	case 'm':
		o->per_recording = strtoul(optarg, NULL, 0);
		return true;
	case 'r':
		o->recordings = optarg;
		return true;
	case 'g':
		o->guard = true;
		return true;
	case 'd':
		o->limits = true;
		return true;
	case 'w':
		o->waits = true;
		return true;
	case 'e':
		o->mode = CARD_RUNS_PROGRAMS;
		return true;
	case 'E':
		max_escapes = strtoull(optarg, NULL, 0);
		return true;
	case 'x':
		o->mode = CARD_RUNS_ALONE;
		return true;
	default:
		return false;
	}
}

/* NULL, or what cannot be read. */
static const char *read_all(const struct options *o, char **paths)
{
	for (; *paths; paths++)
		if (!corpus_add_row(&corpus, *paths))
			return *paths;
	if (o->picked && !read_picked(o->picked))
		return o->picked;
	if (o->recordings && !read_list(o->recordings, o->per_recording))
		return o->recordings;
	return NULL;
}

static void search(struct options *o)
{
	double began = seconds();
	u32 i;

	run_corpus(&o->random);
	printf("%u submissions accepted, %u of them recorded, %u refused\n", corpus.count,
	       recorded.count, near_misses.count);
	while (seconds() - began < o->seconds && accepted < o->streams && escapes < max_escapes)
		for (i = 0; i < 64 && escapes < max_escapes; i++)
			mutate_one(&o->random);
	o->seconds = seconds() - began;
}

static void print_accesses(void)
{
	uint64_t count, more;
	const char *kind;
	u32 i;

	printf("# %llu programs of %llu draws and %llu dispatches:", (unsigned long long)both(card_programs),
	       (unsigned long long)both(card_run_draws), (unsigned long long)both(card_run_dispatches));
	for (i = 0; (kind = card_accesses(run_card(false), i, &count)); i++) {
		card_accesses(run_card(true), i, &more);
		printf("%s %llu of %s", i ? "," : "", (unsigned long long)count + more, kind);
	}
	putchar('\n');
}

static int tell(const struct options *o)
{
	if (o->mode != CARD_RUNS_NOTHING)
		print_accesses();
	print_complaints(run_card(false));
	print_complaints(run_card(true));
	printf("%llu streams accepted, %llu refused, %llu too large, %llu behind others; %llu draws; "
	       "%.0f accepted a second\n",
	       (unsigned long long)accepted, (unsigned long long)refused,
	       (unsigned long long)too_large, (unsigned long long)pairs,
	       (unsigned long long)both(card_draws),
	       accepted / o->seconds);
	printf("%llu passed, %llu failed\n", (unsigned long long)accepted - min(accepted, escapes),
	       (unsigned long long)escapes);
	return escapes || !accepted;
}

int main(int argc, char **argv)
{
	struct options o = { .seconds = 10, .streams = ~0ull, .random = 1, .per_recording = 10 };
	const char *bad;
	int c;

	while ((c = getopt(argc, argv, "degwxt:n:s:o:p:m:r:E:")) != -1)
		if (!take_option(&o, c))
			return usage();
	run_init(o.mode);
	if (o.guard)
		return try_guard(argv + optind, &o.random);
	if (o.limits)
		return try_limits(argv + optind, &o.random);
	if (o.waits)
		return try_waits(argv + optind, &o.random);
	bad = read_all(&o, argv + optind);
	if (bad)
		return fprintf(stderr, "%s: cannot be read\n", bad), 2;
	add_twins();
	if (o.mode != CARD_RUNS_NOTHING)
		add_dispatched();
	sort_out();
	if (!corpus.count)
		return usage();
	search(&o);
	return tell(&o);
}

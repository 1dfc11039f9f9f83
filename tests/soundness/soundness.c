// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: soundness by execution
 *
 * What the checker accepts is patched, and runs on the modelled card, whose every
 * access is compared with the buffers of the submission: the checker's promise, put
 * to the test by somebody who knows nothing of how it is kept. Here, and only here, checker and
 * model meet, each behind its own header.
 *
 * usage: soundness [-t SECONDS] [-n STREAMS] [-s SEED] [-o FOLDER] [-m N] [-r FILES] FILE...
 *
 * FILEs are rows of tests/streams; what their first line says does not matter. FILES is
 * a list of recordings, lines with chip, recording, log. All are run as they are, then mutated
 * for so many seconds or until so many streams were accepted. -m takes so many submissions of each
 * recording. An escape is written to FOLDER as a row; the exit status is then 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <linux/minmax.h>

#include "card.h"
#include "submission.h"

#define MAX_ESCAPES	20
#define MAX_MUTATIONS	6
/* The alignment of a buffer that is aligned for any surface: no macro tile is larger. */
#define ANY_SURFACE	(32ull << 20)

static struct corpus corpus;
static struct card *cards[2];
static struct r600_cs_workspace workspace;
static struct r600_cs_patch patches[SUBMISSION_DWORDS / 2];
static u32 num_patches;
static u64 accepted, refused, too_large, escapes, rows;
static const char *folder = ".";

/* ---- the checker's side ---- */

static bool accepts(const struct submission *s)
{
	struct r600_cs_input in = {
		.chip = &s->chip, .engine = s->engine, .ib = s->ib, .ndw = s->ndw,
		.buffers = s->buffers, .num_buffers = s->num_buffers,
		.keep_tiling = s->keep_tiling, .clean_start = true,
	};
	struct r600_cs_result res = {
		.patches = patches, .max_patches = r600_cs_max_patches(s->ndw),
		.workspace = &workspace,
	};

	if (r600_cs_check(&in, &res))
		return false;
	num_patches = res.num_patches;
	return true;
}

/* ---- buffers get places ---- */

struct place {
	struct card_range range;
	u32 buffer;
};

static u64 align_of(const struct r600_cs_buffer *buffer)
{
	return buffer->align ? max(buffer->align, 4096u) : ANY_SURFACE;
}

/* In any order, strangers between, as little aligned as may be. False if they do not fit. */
static bool place_buffers(const struct submission *s, struct place *places, u64 *random)
{
	u64 at = 4096 + (next_random(random) >> 26), align;
	u32 i, k, order[SUBMISSION_BUFFERS] = { 0 };

	for (i = 0; i < s->num_buffers; i++) {
		k = next_random(random) % (i + 1);
		order[i] = order[k];
		order[k] = i;
	}
	for (i = 0; i < s->num_buffers; i++) {
		const struct r600_cs_buffer *buffer = &s->buffers[order[i]];

		align = align_of(buffer);
		at = (at + (next_random(random) & 0xffff) + align) & ~(align - 1);
		at |= align;
		if (buffer->size > CARD_SPACE_END || at + buffer->size > CARD_SPACE_END)
			return false;
		places[i] = (struct place) {
			.range = {
				.first = at, .end = at + buffer->size,
				.read = buffer->read_domains & ~R600_CS_DOMAIN_CPU,
				.write = buffer->write_domain & ~R600_CS_DOMAIN_CPU,
			},
			.buffer = order[i],
		};
		at += buffer->size;
	}
	return true;
}

/* ---- running ---- */

static const char *run(const struct submission *s, u64 seed, bool *fits)
{
	static struct place places[SUBMISSION_BUFFERS];
	static struct card_range ranges[SUBMISSION_BUFFERS];
	static u64 address[SUBMISSION_BUFFERS];
	static u32 ib[SUBMISSION_DWORDS];
	struct card_job job = {
		.cayman = s->chip.class == R600_CS_CAYMAN,
		.engine = s->engine == R600_CS_DMA ? CARD_DMA :
			  s->engine == R600_CS_COMPUTE ? CARD_COMPUTE : CARD_GFX,
		.pipes = s->chip.num_pipes, .group = s->chip.group_bytes,
		.engines = s->chip.num_se, .backends = s->chip.num_backends,
		.ib = ib, .dwords = s->ndw, .ranges = ranges, .num_ranges = s->num_buffers,
		.seed = seed,
	};
	u64 random = seed | 1;
	u32 i;

	*fits = place_buffers(s, places, &random);
	if (!*fits || !s->ndw)
		return NULL;
	for (i = 0; i < s->num_buffers; i++) {
		ranges[i] = places[i].range;
		address[places[i].buffer] = places[i].range.first;
	}
	memcpy(ib, s->ib, s->ndw * 4ul);
	for (i = 0; i < num_patches; i++)
		r600_cs_apply(ib, &patches[i], address[patches[i].buffer]);
	return card_run(cards[job.cayman], &job);
}

/* ---- escapes ---- */

static bool still_escapes(const struct submission *s, u64 seed)
{
	bool fits;

	return accepts(s) && run(s, seed, &fits);
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
}

static void write_patches(FILE *file)
{
	static const char *const kinds[] = {
		[R600_CS_PATCH_LO_HI8] = "pair", [R600_CS_PATCH_BASE256] = "base256",
		[R600_CS_PATCH_VERTEX] = "vertex", [R600_CS_PATCH_DMA_COPY] = "copy",
		[R600_CS_PATCH_DMA_BROADCAST] = "broadcast", [R600_CS_PATCH_DMA_FILL] = "fill",
		[R600_CS_PATCH_VALUE] = "value",
	};
	u32 i;

	for (i = 0; i < num_patches; i++) {
		fprintf(file, "patch %u %s %u", patches[i].dw, kinds[patches[i].kind],
			patches[i].buffer);
		if (patches[i].kind == R600_CS_PATCH_VERTEX ||
		    patches[i].kind == R600_CS_PATCH_VALUE)
			fprintf(file, " %x", patches[i].value);
		fputc('\n', file);
	}
}

/* As tests/streams has them; accepts() has just seen it. */
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
	fprintf(file, "chip %s\nengine %s\nbackends %u\n",
		s->chip.class == R600_CS_CAYMAN ? "cayman" : "cypress", engines[s->engine],
		s->chip.num_backends);
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
	accepts(&small);
	why = run(&small, seed, &fits);
	snprintf(path, sizeof(path), "%s/escape-%llu.txt", folder, (unsigned long long)escapes);
	write_row(&small, path, why ? why : "?", seed);
	printf("ESCAPE %s: %s\n", path, why ? why : "?");
	fflush(stdout);
}

static void try(const struct submission *s, u64 seed)
{
	const char *why;
	bool fits;

	why = run(s, seed, &fits);
	accepted += fits;
	too_large += !fits;
	if (why)
		report(s, seed);
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
	if (!accepts(s))
		buffer->write_domain = before.write_domain;
	buffer->read_domains = 0;
	if (!accepts(s))
		buffer->read_domains = before.read_domains;
	for (buffer->align = 4096; !accepts(s) && buffer->align < ANY_SURFACE;)
		buffer->align *= 2;
	/* As large as it was it is accepted; of 0 bytes it may be. */
	for (high = before.size; low < high;) {
		buffer->size = low + (high - low) / 2;
		if (accepts(s))
			high = buffer->size;
		else
			low = buffer->size + 1;
	}
	buffer->size = high;
}

/* Tiled copies run element by element: those of the DMA engine come more seldom. */
static const struct submission *pick(u64 *random)
{
	const struct submission *s = corpus.list[next_random(random) % corpus.count];

	if (s->engine == R600_CS_DMA && next_random(random) % 8)
		s = corpus.list[next_random(random) % corpus.count];
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
	if (!accepts(&s)) {
		refused++;
		return;
	}
	if (next_random(random) % 2)
		tighten(&s, random);
	seed = next_random(random);
	if (accepts(&s))
		try(&s, seed);
}

static void run_corpus(u64 *random)
{
	static struct submission s;
	u32 i, k;

	for (i = 0; i < corpus.count && escapes < MAX_ESCAPES; i++) {
		corpus_copy(&s, corpus.list[i]);
		if (!accepts(&s))
			continue;
		rows++;
		try(&s, next_random(random));
		for (k = 0; k < 2; k++)
			tighten(&s, random);
		if (accepts(&s))
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

static void print_complaints(const struct card *card)
{
	const char *text;
	uint64_t count;
	u32 i;

	for (i = 0; (text = card_complaint(card, i, &count)); i++)
		printf("# %llu x the model complains: %s\n", (unsigned long long)count, text);
}

static int usage(void)
{
	fputs("usage: soundness [-t SECONDS] [-n STREAMS] [-s SEED] [-o FOLDER] [-m N] "
	      "[-r FILES] FILE...\n", stderr);
	return 2;
}

int main(int argc, char **argv)
{
	double began = seconds(), time = 10;
	u64 random = 1, most = ~0ull;
	const char *recordings = NULL;
	u32 per_file = 10;
	int c;

	while ((c = getopt(argc, argv, "t:n:s:o:m:r:")) != -1) {
		if (c == 't')
			time = atof(optarg);
		else if (c == 'n')
			most = strtoull(optarg, NULL, 0);
		else if (c == 's')
			random = strtoull(optarg, NULL, 0) | 1;
		else if (c == 'o')
			folder = optarg;
		else if (c == 'm')
			per_file = strtoul(optarg, NULL, 0);
		else if (c == 'r')
			recordings = optarg;
		else
			return usage();
	}
	for (; optind < argc; optind++)
		if (!corpus_add_row(&corpus, argv[optind]))
			return fprintf(stderr, "%s is no stream\n", argv[optind]), 2;
	if (recordings && !read_list(recordings, per_file))
		return fprintf(stderr, "%s: cannot be read\n", recordings), 2;
	if (!corpus.count)
		return usage();
	cards[0] = card_new(false);
	cards[1] = card_new(true);
	run_corpus(&random);
	printf("%u submissions, %llu accepted\n", corpus.count, (unsigned long long)rows);
	while (seconds() - began < time && accepted < most && escapes < MAX_ESCAPES)
		for (c = 0; c < 64 && escapes < MAX_ESCAPES; c++)
			mutate_one(&random);
	time = seconds() - began;
	print_complaints(cards[0]);
	print_complaints(cards[1]);
	printf("%llu streams accepted, %llu refused, %llu too large; %llu draws; "
	       "%.0f accepted a second\n",
	       (unsigned long long)accepted, (unsigned long long)refused,
	       (unsigned long long)too_large,
	       (unsigned long long)card_draws(cards[0]) + card_draws(cards[1]), accepted / time);
	printf("%llu passed, %llu failed\n", (unsigned long long)accepted - min(accepted, escapes),
	       (unsigned long long)escapes);
	return escapes || !accepted;
}

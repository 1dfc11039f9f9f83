// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Submissions from files: rows of tests/streams, and recordings as checker_replay.c
 * describes them. Each takes as much memory as it is long.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picked_file.h"
#include "stream_file.h"
#include "submission.h"

#define MAX_HANDLES	(1 << 20)

void corpus_copy(struct submission *to, const struct submission *from)
{
	memcpy(to, from, offsetof(struct submission, ib) + from->ndw * 4ul);
}

static void grow(struct corpus *corpus)
{
	struct submission **list;

	corpus->max = corpus->max ? corpus->max * 2 : 256;
	list = realloc(corpus->list, corpus->max * sizeof(*list));
	if (!list)
		abort();
	corpus->list = list;
}

/* Keeps the submission itself, which is not as large as its type. */
void corpus_take(struct corpus *corpus, struct submission *submission)
{
	if (corpus->count == corpus->max)
		grow(corpus);
	corpus->list[corpus->count++] = submission;
}

void corpus_add(struct corpus *corpus, const struct submission *submission)
{
	struct submission *copy = malloc(offsetof(struct submission, ib) + submission->ndw * 4ul);

	if (!copy)
		abort();
	corpus_copy(copy, submission);
	corpus_take(corpus, copy);
}

/* Rows that are longer than any real stream are left out. */
bool corpus_add_row(struct corpus *corpus, const char *path)
{
	static struct stream_file file;
	static struct submission s;
	int line;

	if (stream_file_read(&file, path, &line))
		return false;
	if (file.ndw > SUBMISSION_DWORDS)
		return true;
	s.chip = file.chip;
	s.engine = file.engine;
	s.keep_tiling = file.keep_tiling;
	s.vm = file.vm;
	s.ndw = file.ndw;
	s.num_buffers = file.num_buffers;
	memcpy(s.buffers, file.buffers, sizeof(file.buffers));
	memcpy(s.ib, file.ib, file.ndw * 4ul);
	corpus_add(corpus, &s);
	return true;
}

/* ---- picked submissions ---- */

/**
 * corpus_add_picked() - submissions that were picked out of many recordings
 * @corpus: where they go
 * @path: the file
 * @cayman: the chip that they are for
 *
 * Return: false if the file cannot be read, or is something else.
 */
bool corpus_add_picked(struct corpus *corpus, const char *path, bool cayman)
{
	static struct submission s = { .recorded = true };
	static struct picked_file picked;
	FILE *file = fopen(path, "rb");
	int more = -1;

	s.chip = cayman ? stream_file_cayman : stream_file_cypress;
	while (file && (more = picked_file_next(file, &picked)) > 0) {
		s.engine = picked.engine;
		s.keep_tiling = picked.keep_tiling;
		s.ndw = picked.ndw;
		s.num_buffers = picked.num_buffers;
		memcpy(s.buffers, picked.buffers, sizeof(picked.buffers));
		memcpy(s.ib, picked.ib, picked.ndw * 4ul);
		corpus_add(corpus, &s);
	}
	if (file)
		fclose(file);
	return !more;
}

/* ---- recordings ---- */

enum { CHUNK_RELOCS = 1, CHUNK_IB = 2, CHUNK_FLAGS = 3 };
#define CHUNK_DWORDS		(1 << 16)

struct recording {
	u64 sizes[MAX_HANDLES];
	u32 aligns[MAX_HANDLES];
	struct { u32 ndw, dw[CHUNK_DWORDS]; } chunks[4];
	struct submission s;
};

static void take_tiling(struct r600_cs_chip *chip, const char *line)
{
	const char *at = strstr(line, "R_INFO 0x06 ");
	unsigned int config;

	at = at ? strstr(at, "out=") : NULL;
	if (!at || sscanf(at, "out=%x", &config) != 1)
		return;
	chip->num_pipes = 1u << (config & 0xf);
	chip->num_banks = 4u << (config >> 4 & 0xf);
	chip->group_bytes = 256u << (config >> 8 & 0xf);
}

static void take_create(struct recording *r, const char *line)
{
	const char *at = strstr(line, "R_GEM_CREATE size=");
	unsigned int handle, align;
	unsigned long long size;

	if (!at || sscanf(at, "R_GEM_CREATE size=%llu align=%u", &size, &align) != 2)
		return;
	at = strstr(at, "-> h");
	if (!at || sscanf(at, "-> h%u", &handle) != 1 || handle >= MAX_HANDLES)
		return;
	r->sizes[handle] = (size + 4095) & ~4095ull;
	r->aligns[handle] = align < 4096 ? 4096 : align;
}

static bool read_log(struct recording *r, const char *path)
{
	FILE *file = fopen(path, "r");
	char line[1 << 14];

	memset(r->sizes, 0, sizeof(r->sizes));
	if (!file)
		return false;
	while (fgets(line, sizeof(line), file)) {
		take_tiling(&r->s.chip, line);
		take_create(r, line);
	}
	fclose(file);
	return true;
}

static bool read_chunk(struct recording *r, FILE *file, u32 id, u32 ndw)
{
	char line[64];
	u32 i;

	if (id >= 4 || ndw > CHUNK_DWORDS)
		return false;
	r->chunks[id].ndw = ndw;
	for (i = 0; i < ndw && fgets(line, sizeof(line), file); i++)
		r->chunks[id].dw[i] = strtoul(line, NULL, 16);
	return i == ndw;
}

/* Relocation entries: handle, domains for reading and writing, flags. */
static bool take_buffers(struct recording *r)
{
	const u32 *entry = r->chunks[CHUNK_RELOCS].dw;
	u32 i;

	r->s.num_buffers = r->chunks[CHUNK_RELOCS].ndw / 4;
	if (r->s.num_buffers > SUBMISSION_BUFFERS)
		return false;
	for (i = 0; i < r->s.num_buffers; i++, entry += 4) {
		u32 handle = entry[0] < MAX_HANDLES ? entry[0] : 0;

		r->s.buffers[i] = (struct r600_cs_buffer) {
			.size = r->sizes[handle], .align = r->aligns[handle],
			.read_domains = entry[1], .write_domain = entry[2],
		};
	}
	return true;
}

/* The flags chunk is the last one of a submission. */
static void take_submission(struct corpus *corpus, struct recording *r)
{
	const u32 *flags = r->chunks[CHUNK_FLAGS].dw;

	r->s.ndw = r->chunks[CHUNK_IB].ndw;
	if (r->s.ndw > SUBMISSION_DWORDS || !take_buffers(r))
		return;
	memcpy(r->s.ib, r->chunks[CHUNK_IB].dw, r->s.ndw * 4ul);
	r->s.keep_tiling = flags[0] & PICKED_FILE_KEEP_TILING;
	r->s.engine = picked_file_engine(r->chunks[CHUNK_FLAGS].ndw > 1 ? flags[1] : 0);
	corpus_add(corpus, &r->s);
}

/**
 * corpus_add_recording() - what a program has sent
 * @corpus: where it goes
 * @cs: recorded submissions
 * @log: its ioctls, which tell sizes and tiling
 * @cayman: the chip that it was told of
 * @most: submissions to take
 *
 * Return: false if the files cannot be read, or are something else.
 */
bool corpus_add_recording(struct corpus *corpus, const char *cs, const char *log, bool cayman,
			  u32 most)
{
	static struct recording r;
	unsigned int id, ndw;
	char line[64];
	bool ok = true;
	FILE *file;

	r.s.chip = cayman ? stream_file_cayman : stream_file_cypress;
	r.s.recorded = true;
	if (!read_log(&r, log))
		return false;
	file = fopen(cs, "r");
	if (!file)
		return false;
	while (ok && most && fgets(line, sizeof(line), file)) {
		ok = sscanf(line, "CHUNK %u %u", &id, &ndw) == 2 &&
		     read_chunk(&r, file, id, ndw);
		if (ok && id == CHUNK_FLAGS) {
			take_submission(corpus, &r);
			most--;
		}
	}
	fclose(file);
	return ok;
}

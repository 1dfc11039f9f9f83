// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Recordings: the chunks of each submission in the order sent, "CHUNK id dwords"
 * and that many lines with a hexadecimal dword. A submission ends with its flags,
 * or where a chunk comes that it has already: old clients send no flags.
 *
 * The log of the ioctls of the same run tells sizes and alignments of buffers,
 * where they are in an address space, and the tiling that the client was told:
 *
 *	... R_INFO 0x06 in=0 -> 0 out=0x11113
 *	... R_GEM_CREATE size=4096 align=4096 dom=4 flags=0x4 -> h1 r=0
 *	... R_GEM_VA h=1 vm=0 op=1 flags=0x16 off=0x100000000
 *	... R_CS nchunks=3 [...] -> 0
 *
 * R_CS is a submission: what was told before it holds for that one, whatever becomes of a
 * handle later. All of a log without such lines holds for all submissions.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>
#include <linux/minmax.h>

#include "read.h"

/* Chunk ids of radeon_drm.h. */
enum { CHUNK_RELOCS = 1, CHUNK_IB = 2, CHUNK_FLAGS = 3, NUM_CHUNKS };

#define MAX_CHUNK_DWORDS	(1u << 20)
#define MAX_HANDLE		(1u << 20)
#define PAGE_BYTES		4096ull
#define STAND_IN_BYTES		(1ull << 40)
#define VA_MAP			1

/**
 * struct log - what the ioctls told, up to the submission in hand
 * @buffers: by handle; size 0 for one that was not seen
 * @num_handles: how many there is room for
 * @tiling: the answer to INFO TILING_CONFIG
 * @has_tiling: there was one
 */
struct log {
	struct logged_buffer {
		u64 size;
		u64 address;
		u32 align;
	} *buffers;
	u32 num_handles;
	u32 tiling;
	bool has_tiling;
};

/**
 * struct recording - one recording on its way
 * @r: the reading
 * @log: of the same run
 * @log_text: where it comes from; without data if there is none
 * @chunks: of the submission that is being read, but the IB
 * @have: which chunks it has had
 */
struct recording {
	struct lint_reading *r;
	struct log log;
	struct lint_text log_text;
	struct lint_words chunks[NUM_CHUNKS];
	bool have[NUM_CHUNKS];
};

static struct logged_buffer *logged(struct log *log, u32 handle)
{
	u32 n = log->num_handles ? log->num_handles : 64;
	struct logged_buffer *buffers;

	if (handle >= MAX_HANDLE)
		return NULL;
	while (n <= handle)
		n *= 2;
	if (n > log->num_handles) {
		buffers = realloc(log->buffers, n * sizeof(*buffers));
		if (!buffers)
			return NULL;
		memset(buffers + log->num_handles, 0, (n - log->num_handles) * sizeof(*buffers));
		log->buffers = buffers;
		log->num_handles = n;
	}
	return &log->buffers[handle];
}

static bool log_create(struct log *log, const char *line)
{
	unsigned long long size;
	struct logged_buffer *b;
	unsigned int align, handle;
	const char *to = strstr(line, "-> h");

	if (sscanf(line, "R_GEM_CREATE size=%llu align=%u", &size, &align) != 2)
		return false;
	/* One that failed. */
	if (!to || sscanf(to, "-> h%u", &handle) != 1)
		return true;
	b = logged(log, handle);
	if (!b || size > STAND_IN_BYTES)
		return false;
	b->address = 0;
	b->size = (size + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
	b->align = align < PAGE_BYTES ? PAGE_BYTES : align;
	return true;
}

static bool log_va(struct log *log, const char *line)
{
	unsigned long long address;
	struct logged_buffer *b;
	unsigned int handle, op;

	if (sscanf(line, "R_GEM_VA h=%u vm=%*u op=%u flags=%*x off=%llx", &handle, &op,
		   &address) != 3)
		return false;
	b = logged(log, handle);
	if (!b)
		return false;
	b->address = op == VA_MAP ? address : 0;
	return true;
}

static bool log_info(struct log *log, const char *line)
{
	const char *out = strstr(line, "out=");

	if (!out || sscanf(out, "out=%x", &log->tiling) != 1)
		return false;
	log->has_tiling = true;
	return true;
}

static const struct {
	const char *start;
	bool (*read)(struct log *log, const char *line);
} log_lines[] = {
	{ "R_GEM_CREATE ", log_create },
	{ "R_GEM_VA ", log_va },
	{ "R_INFO 0x06 ", log_info },
};

/* Lines of other ioctls do not matter. */
static bool read_log_line(struct lint_text *text, struct log *log, const char *line)
{
	const char *at;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(log_lines); i++) {
		at = strstr(line, log_lines[i].start);
		if (at && !log_lines[i].read(log, at))
			return lint_text_fail(text, "not a line of a log of ioctls: %.60s", at);
	}
	return true;
}

static bool log_failed(struct recording *rec)
{
	snprintf(rec->r->text.error, sizeof(rec->r->text.error), "%s", rec->log_text.error);
	return false;
}

/* Up to the next submission, or the end. */
static bool read_log(struct recording *rec)
{
	const char *line;

	if (!rec->log_text.data)
		return true;
	while ((line = lint_text_line(&rec->log_text)) && !strstr(line, "R_CS "))
		if (!read_log_line(&rec->log_text, &rec->log, line))
			return log_failed(rec);
	return true;
}

/* Fields of TILING_CONFIG: radeon_drm.h has none, clients and kernel agree so. */
static void apply_tiling(const struct log *log, struct r600_cs_chip *chip)
{
	if (!log->has_tiling)
		return;
	chip->num_pipes = 1u << min(log->tiling & 0xf, 3u);
	chip->num_banks = 4u << min(log->tiling >> 4 & 0xf, 2u);
	chip->group_bytes = 256u << min(log->tiling >> 8 & 0xf, 1u);
}

static bool add_reloc(struct recording *rec, const u32 *entry)
{
	static const struct logged_buffer unknown;
	const struct log *log = &rec->log;
	u32 handle = entry[0];
	const struct logged_buffer *b = handle < log->num_handles ? &log->buffers[handle] :
		&unknown;
	const struct r600_cs_buffer buffer = {
		.size = b->size ? b->size : STAND_IN_BYTES,
		.read_domains = entry[1],
		.write_domain = entry[2],
		.align = b->align,
	};

	return lint_add_buffer(&rec->r->sub, &buffer, &(struct lint_buffer) {
		.handle = handle, .address = b->address,
	});
}

static bool add_relocs(struct recording *rec)
{
	const struct lint_words *relocs = &rec->chunks[CHUNK_RELOCS];
	u32 i;

	rec->r->sub.relocs_dwords = relocs->n;
	for (i = 0; relocs->n - i >= LINT_RELOC_DWORDS; i += LINT_RELOC_DWORDS)
		if (!add_reloc(rec, &relocs->dw[i]))
			return lint_text_fail(&rec->r->text, "no memory for the relocations");
	return true;
}

/* Flags, ring and priority, each of which may be missing. */
static void apply_flags(struct recording *rec)
{
	static const enum r600_cs_engine rings[] = { R600_CS_GFX, R600_CS_COMPUTE, R600_CS_DMA };
	const struct lint_words *flags = &rec->chunks[CHUNK_FLAGS];
	struct lint_submission *sub = &rec->r->sub;

	sub->ring = flags->n > 1 ? flags->dw[1] : 0;
	sub->flags = flags->n ? flags->dw[0] : 0;
	sub->engine = sub->ring < ARRAY_SIZE(rings) ? rings[sub->ring] : R600_CS_GFX;
}

static bool end_submission(struct recording *rec)
{
	struct lint_submission *sub = &rec->r->sub;
	u32 i;

	if (!rec->have[CHUNK_IB])
		return lint_text_fail(&rec->r->text, "a submission without a stream");
	if (!read_log(rec))
		return false;
	sub->chip = rec->r->source->chip;
	sub->chip_known = rec->r->source->chip_given;
	sub->submitted = true;
	apply_tiling(&rec->log, &sub->chip);
	apply_flags(rec);
	sub->sizes_known = rec->log.num_handles;
	if (!add_relocs(rec) || !lint_emit(rec->r))
		return false;
	for (i = 0; i < NUM_CHUNKS; i++) {
		rec->chunks[i].n = 0;
		rec->have[i] = false;
	}
	return true;
}

static bool read_dword(struct recording *rec, u32 id)
{
	const char *line = lint_text_line(&rec->r->text);
	u32 value;

	if (!line)
		return lint_text_fail(&rec->r->text, "ends within a chunk");
	if (!lint_parse_hex(&line, &value) || *line)
		return lint_text_fail(&rec->r->text, "not a hexadecimal dword: %.20s", line);
	if (id == CHUNK_IB)
		return lint_add_dword(rec->r, value);
	if (!lint_words_add(&rec->chunks[id], value))
		return lint_text_fail(&rec->r->text, "no memory for the chunk");
	return true;
}

static bool read_chunk(struct recording *rec, u32 id, u32 ndw)
{
	if (!id || id >= NUM_CHUNKS)
		return lint_text_fail(&rec->r->text, "chunks have ids 1 to 3, not %u", id);
	if (ndw > MAX_CHUNK_DWORDS)
		return lint_text_fail(&rec->r->text, "a chunk of %u dwords is too long", ndw);
	if (rec->have[id] && !end_submission(rec))
		return false;
	rec->have[id] = true;
	while (ndw--)
		if (!read_dword(rec, id))
			return false;
	return id != CHUNK_FLAGS || end_submission(rec);
}

static bool read_chunks(struct recording *rec)
{
	unsigned int id, ndw;
	const char *line;

	while ((line = lint_text_line(&rec->r->text))) {
		if (sscanf(line, "CHUNK %u %u", &id, &ndw) != 2)
			return lint_text_fail(&rec->r->text, "not the head of a chunk: %.40s",
					      line);
		if (!read_chunk(rec, id, ndw))
			return false;
	}
	if (rec->have[CHUNK_IB] || rec->have[CHUNK_RELOCS])
		return end_submission(rec);
	return true;
}

/**
 * lint_read_recording() - read a recording, and the log of its ioctls
 * @r: the reading
 *
 * Return: true, or false with the error filled in.
 */
bool lint_read_recording(struct lint_reading *r)
{
	struct recording rec = { .r = r };
	bool ok = true;
	u32 i;

	if (r->source->ioctls && !lint_text_load(&rec.log_text, r->source->ioctls))
		ok = log_failed(&rec);
	lint_reset_submission(&r->sub);
	ok = ok && read_chunks(&rec);
	for (i = 0; i < NUM_CHUNKS; i++)
		free(rec.chunks[i].dw);
	free(rec.log.buffers);
	lint_text_free(&rec.log_text);
	return ok;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/* Draws that somebody watches: what they access, with which programs, and how much of them runs. */
#include "array.h"
#include "test_pipeline.h"
#include "draw/vgt.h"
#include "footprint.h"
#include "stage.h"

#define INDICES		0x7e0000u
#define FETCHED		0x7e1000u
#define POINTS		1u
#define RESERVED	0x3fu		/* a type of primitives */
#define PRIMITIVE_TYPE	0x8958u
#define GRBM_GFX_INDEX	0x802cu
#define SQ_PGM_FS	0x288a4u
#define VS_RESOURCES	176u
#define FS_RESOURCES	992u
#define RESOURCES	0x30000u
#define MOST_SEEN	256u

#define EXPORT_NOTHING	"EXPORT_DONE type:1 array_base:60 sel_x:4 sel_y:4 sel_z:4 sel_w:5 eop:1\n"
#define STREAM_T1	"MEM_STREAM0_BUF0 rw_gpr:1 comp_mask:1 array_size:4095\n" EXPORT_NOTHING
/* Dword R0.x of a buffer. */
#define FETCH_DWORD(n) \
	"VTX addr:4\n" STREAM_T1 "@4:\nVTX_FETCH buffer_id:" #n " dst_gpr:1 dst_sel_x:0 format:13 num_format:1 type:2\n"
#define CALL_FETCH	"CALL_FS\n" STREAM_T1
#define FETCH_PROGRAM	"VTX addr:2\nRETURN\n@2:\n" \
			"VTX_FETCH buffer_id:3 dst_gpr:1 dst_sel_x:0 format:13 num_format:1 type:2\n"

static struct seen {
	int kind;			/* -1: a block */
	unsigned int path;
	uint64_t addr;
	size_t bytes;
	bool write;
	char text[400];
} seen[MOST_SEEN];
static unsigned int num_seen, indices_told, streams_told, programs[2];
static uint32_t most;			/* vertices that run */

static void see(void *opaque, const struct stage *stage, unsigned int path, uint64_t addr, size_t bytes, bool write)
{
	struct seen *s = &seen[num_seen++ % MOST_SEEN];
	FILE *out = fmemopen(s->text, sizeof(s->text), "w");

	(void)opaque;
	if (!out)
		abort();
	if (stage)
		stage_describe(stage, path, out);
	fclose(out);
	s->kind = stage ? (int)stage->kind : -1;
	s->path = path;
	s->addr = addr;
	s->bytes = bytes;
	s->write = write;
}

static const struct seen *find(int kind, unsigned int path)
{
	for (unsigned int i = 0; i < num_seen && i < MOST_SEEN; i++)
		if (seen[i].kind == kind && seen[i].path == path)
			return &seen[i];
	return NULL;
}

static void be_told(void *opaque, const char *what, uint64_t addr, uint64_t bytes, bool write)
{
	(void)opaque;
	indices_told += !strcmp(what, "indices") && addr == INDICES && bytes == 12 && !write;
	streams_told += !strcmp(what, "stream-out") && addr == STREAM(0) && bytes == 4 * STREAM_DWORDS && write;
}

/* All types are points. */
static uint32_t find_points(void *opaque, uint32_t offset, uint32_t value)
{
	(void)opaque;
	return offset == PRIMITIVE_TYPE ? POINTS : value;
}

/* VS's resource 9 begins 64 bytes later. */
static uint32_t find_moved(void *opaque, uint32_t offset, uint32_t value)
{
	(void)opaque;
	return offset == RESOURCES + 32 * (VS_RESOURCES + 9) ? value + 64 : value;
}

static bool shorten(void *opaque, struct vgt_source *source)
{
	(void)opaque;
	if (source->count > most)
		source->count = most;
	return most;
}

/* Of the kind that is asked for. */
static size_t give(void *opaque, const struct stage *stage, bool fetch, uint32_t *words, size_t room)
{
	bool cayman = gpu_config(card.gpu)->chip->cayman;
	const char *text = fetch ? FETCH_PROGRAM : stage->kind == STAGE_VS ? CALL_FETCH : NO_PIXELS;
	struct sq_asm_error error;
	uint32_t *made;
	size_t n = 0;

	(void)opaque;
	programs[fetch]++;
	made = sq_assemble(cayman ? SQ_CAYMAN : SQ_EVERGREEN, cayman ? for_cayman(text) : text, &n, &error);
	check(made && 2 * n <= room, "a program of %zu words", n);
	if (made)
		memcpy(words, made, 8 * n);
	free(made);
	return 2 * n;
}

static void draw_indices(uint32_t count)
{
	set(PRIMITIVE_TYPE, POINTS);
	EMIT(&card, PKT3(0x2a, 1), 1, PKT3(0x2b, 4), INDICES, 0, count, 0);
	finish();
}

static void start_watched(const char *chip, const struct gpu_watch *watch)
{
	card_watch = watch;
	num_seen = 0;
	start(chip);
	for (uint32_t i = 0; i < 64; i++) {
		poke32(&card, INDICES + 4 * i, 7 + i);
		poke32(&card, FETCHED + 4 * i, 100 + i);
	}
}

static void test_accesses(const char *chip)
{
	static const struct gpu_watch watch = { .access = see, .touch = be_told };
	const struct seen *s;

	start_watched(chip, &watch);
	indices_told = 0;
	streams_told = 0;
	load(VS, FETCH_DWORD(9));
	set_resource(VS_RESOURCES + 9, FETCHED, 256, 13);
	footprint_all(cp_of(card.gpu)->footprint);	/* no packet has told it */
	draw_indices(3);
	check(STREAMED(0, 107, 108, 109) && !complaints(&card), "%s: a draw that is watched runs", chip);
	check(indices_told == 1 && streams_told == 1, "%s: what it may touch is told: %u, %u", chip, indices_told, streams_told);
	s = find(-1, SQ_INDEX);
	check(s && s->addr == INDICES && s->bytes == 12 && !s->write, "%s: indices are fetched", chip);
	s = find(STAGE_VS, SQ_VERTEX);
	check(s && s->addr == FETCHED + 28 && s->bytes == 4 && strstr(s->text, "buffer_id:9") &&
	      strstr(s->text, "; resource 7e1000 ff"), "%s: the program fetches: %s", chip, s ? s->text : "");
	s = find(-1, SQ_STREAM);
	check(s && s->addr == STREAM(0) && s->bytes == 4 && s->write, "%s: a vertex is written", chip);
	rewind_streams();
	draw_indices(3);
	check(indices_told == 2 && streams_told == 2, "%s: it is told for each draw: %u, %u", chip, indices_told, streams_told);
	card_free(&card);
}

static void test_shortened(const char *chip)
{
	static const struct gpu_watch watch = { .draw = shorten, .draw_reg = find_points };

	start_watched(chip, &watch);
	most = 2;
	draw(RESERVED, 5);
	check(STREAMED(0, 0, 1) && !complaints(&card), "%s: two of five, and they are points", chip);
	most = 0;
	draw(RESERVED, 5);
	check(STREAMED(0, 0, 1) && !complaints(&card), "%s: none", chip);
	card_free(&card);
}

static void test_moved(const char *chip)
{
	static const struct gpu_watch watch = { .draw_reg = find_moved };

	start_watched(chip, &watch);
	load(VS, FETCH_DWORD(9));
	set_resource(VS_RESOURCES + 9, FETCHED, 256, 13);
	draw(POINTS, 2);
	check(STREAMED(0, 116, 117) && !complaints(&card), "%s: tables of a stage are as the watcher has them", chip);
	card_free(&card);
}

static void test_given(const char *chip)
{
	static const struct gpu_watch watch = { .program = give, .access = see };
	const struct seen *s;

	start_watched(chip, &watch);
	memset(card.vram + PROGRAMS, 0xff, 0x6000);
	set(SQ_PGM_FS, PROGRAMS >> 8);
	set_resource(FS_RESOURCES + 3, FETCHED, 256, 13);
	programs[0] = 0;
	programs[1] = 0;
	draw(POINTS, 3);
	check(STREAMED(0, 100, 101, 102) && !complaints(&card), "%s: programs of all stages are given", chip);
	check(programs[0] == 2 && programs[1] == 1, "%s: %u, and %u that is called", chip, programs[0], programs[1]);
	s = find(STAGE_VS, SQ_VERTEX);
	check(s && strstr(s->text, "; fetch program's resource 7e1000 ff"), "%s: %s", chip, s ? s->text : "");
	card_free(&card);
}

/* Registers of shader engines go apart, but for those that have packets of their own. */
static void test_apart(const char *chip)
{
	static const struct gpu_watch watch = { .access = see, .touch = be_told };
	const struct seen *s;

	start_watched(chip, &watch);
	EMIT(&card, PKT3(0x68, 2), (GRBM_GFX_INDEX - 0x8000) / 4, 1u << 30 | 1 << 16,
	     PKT3(0x68, 2), (0x8c40 - 0x8000) / 4, 0, PKT3(0x68, 2), (GRBM_GFX_INDEX - 0x8000) / 4, 3u << 30);
	draw_indices(3);
	s = find(-1, SQ_INDEX);
	check(s && s->bytes == 12 && STREAMED(0, 7, 8, 9), "%s: indices have the size that their packet says", chip);
	card_free(&card);
}

static void test_resources(const char *chip)
{
	start_watched(chip, NULL);
	load(VS, FETCH_DWORD(159));
	set_resource(VS_RESOURCES + 159, FETCHED, 256, 13);
	draw(POINTS, 2);
	check(STREAMED(0, 100, 101) && !complaints(&card), "%s: VS has resource 159", chip);
	load(VS, FETCH_DWORD(160));
	set_resource(VS_RESOURCES + 160, FETCHED, 256, 13);
	draw(POINTS, 2);
	check(complaints(&card) == 1, "%s: and no further one", chip);
	card_free(&card);
}

int main(void)
{
	static const char *const chips[] = { "cypress", "cayman" };

	for (size_t i = 0; i < ARRAY_SIZE(chips); i++) {
		test_accesses(chips[i]);
		test_shortened(chips[i]);
		test_moved(chips[i]);
		test_given(chips[i]);
		test_apart(chips[i]);
		test_resources(chips[i]);
	}
	return test_end();
}

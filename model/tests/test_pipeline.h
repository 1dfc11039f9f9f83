/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A card that draws: programs as text for each stage, buffers of stream out, rings. Nothing is
 * rasterized unless a test wants that.
 */
#ifndef TEST_PIPELINE_H
#define TEST_PIPELINE_H

#include "array.h"
#include "test_card.h"
#include "cp.h"
#include "draw/draw.h"

#define PROGRAMS	0x500000u	/* 4 KiB each */
#define ES_RING		0x600000u
#define GS_RING		0x680000u
#define RING_SIZE	0x40000u
#define STREAM(b)	(DATA + 0x10000u * (b))
#define STREAM_DWORDS	1024u
#define SAMPLES		0x7f0000u
#define NONE		0xdeadbeefu	/* what nobody has written */

enum pipeline_stage { PS, VS, ES, GS, HS, LS };

/* Does nothing. */
#define NO_PIXELS	"EXPORT_DONE sel_x:7 sel_y:7 sel_z:7 sel_w:7 eop:1\n"

/* R0.x of vertices, which is their index, to dword 0 of buffer 0; their position is 0. */
#define VS_INDEX	"MEM_STREAM0_BUF0 rw_gpr:0 comp_mask:1 array_size:4095\n" \
			"EXPORT_DONE type:1 array_base:60 sel_x:4 sel_y:4 sel_z:4 sel_w:5 eop:1\n"

static struct card card;

static inline void set(uint32_t offset, uint32_t value)
{
	gpu_reg_set(card.gpu, offset, value);
}

static inline void set_float(uint32_t offset, float value)
{
	set(offset, sq_bits(value));
}

/* A program for Evergreen as one for Cayman, which has a word at the end, and one kind of fetch clause. */
static inline const char *for_cayman(const char *text)
{
	static const char *const changes[][2] = {
		{ "NOP eop:1\n", "CF_END\n" }, { " eop:1\n", "\nCF_END\n" }, { "VTX addr", "TEX addr" },
	};
	static char changed[8192];
	size_t n = 0;

	while (*text && n < sizeof(changed) - 16) {
		size_t i = 0;

		while (i < 3 && strncmp(text, changes[i][0], strlen(changes[i][0])))
			i++;
		if (i < 3) {
			n += (size_t)sprintf(changed + n, "%s", changes[i][1]);
			text += strlen(changes[i][0]);
		} else {
			changed[n++] = *text++;
		}
	}
	changed[n] = '\0';
	return changed;
}

static inline void load(enum pipeline_stage stage, const char *text)
{
	static const uint32_t start[] = { 0x28840, 0x2885c, 0x2888c, 0x28874, 0x288b8, 0x288d0 };
	bool cayman = gpu_config(card.gpu)->chip->cayman;
	struct sq_asm_error error = { 0 };
	uint32_t at = PROGRAMS + 0x1000 * stage, *words;
	size_t n = 0;

	words = sq_assemble(cayman ? SQ_CAYMAN : SQ_EVERGREEN, cayman ? for_cayman(text) : text, &n, &error);
	if (!words || n > 512)
		check(false, "a program: %u:%u: %s", error.line, error.column, error.text);
	memset(card.vram + at, 0, 0x1000);
	if (words && n <= 512)
		memcpy(card.vram + at, words, 8 * n);
	free(words);
	set(start[stage], at >> 8);
	set(start[stage] + 4, 16 | 4 << 8);	/* registers, stack */
}

/* A fetch resource of a stage: a buffer of dwords. */
static inline void set_resource(uint32_t number, uint32_t at, uint32_t size, uint32_t format)
{
	const uint32_t words[8] = { at, size - 1, 4 << 8 | format << 20, 0x3440, 0, 0, 0, 3u << 30 };

	for (uint32_t i = 0; i < 8; i++)
		set(0x30000 + 32 * number + 4 * i, words[i]);
}

static inline void start(const char *chip)
{
	card_shaders = true;
	card_start(&card, chip, 0, NULL);
	complaints(&card);
	set(0x28400, ~0u);				/* VGT_MAX_INDX */
	set(0x28810, 1u << 22);				/* RASTERIZATION_KILL */
	set(0x8974, 1);
	load(PS, NO_PIXELS);
	load(VS, VS_INDEX);
	for (uint32_t b = 0; b < 4; b++) {
		set(0x28ad0 + 16 * b, STREAM_DWORDS);
		set(0x28ad4 + 16 * b, 1);
		set(0x28ad8 + 16 * b, STREAM(b) >> 8);
		for (uint32_t i = 0; i < STREAM_DWORDS + 64; i++)
			poke32(&card, STREAM(b) + 4 * i, NONE);
	}
	set(0x28b94, 0xf);
	set(0x28b98, 1);
}

/* Primitives reach the screen, which nothing ends but the viewport. */
static inline void rasterize(void)
{
	static const uint32_t scissors[] = { 0x28030, 0x28204, 0x28240, 0x28250, 0x28258 };
	bool cayman = gpu_config(card.gpu)->chip->cayman;

	for (size_t i = 0; i < ARRAY_SIZE(scissors); i++)
		set(scissors[i] + 4, 0x40004000);
	set(0x2820c, 0xffff);				/* clip rectangles, rule of edges */
	set(0x28230, 0xaaaaaaaa);
	set(0x28810, 0);				/* PA_CL_CLIP_CNTL, VTE_CNTL, PA_SU_VTX_CNTL */
	set(0x28818, 0x43f);
	set(cayman ? 0x28be4 : 0x28c08, 0x2d);
	set(0x28c38, ~0u);				/* samples; Cayman has two of these */
	set(0x28c3c, ~0u);
}

static inline void finish(void)
{
	run(&card);
	for (int i = 0; i < 1000 && (gpu_busy(card.gpu, UNIT_CP) || gpu_busy(card.gpu, UNIT_SHADERS)); i++)
		settle(&card);
}

/* So many vertices of a primitive type, whose indices count from 0. */
static inline void draw(uint32_t type, uint32_t vertices)
{
	set(0x8958, type);
	EMIT(&card, PKT3(0x2d, 2), vertices, 2);
	finish();
}

/* Is this what is in a buffer, and nothing more? */
static inline bool streamed(uint32_t b, const uint32_t *want, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (peek32(&card, STREAM(b) + 4 * i) != want[i]) {
			fprintf(stderr, "# buffer %u: dword %u is %#x, not %#x\n", b, i,
				peek32(&card, STREAM(b) + 4 * i), want[i]);
			return false;
		}
	if (peek32(&card, STREAM(b) + 4 * n) != NONE)
		fprintf(stderr, "# buffer %u: dword %u is %#x\n", b, n, peek32(&card, STREAM(b) + 4 * n));
	return peek32(&card, STREAM(b) + 4 * n) == NONE;
}

#define STREAMED(b, ...) \
	streamed(b, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/* For the next draw: buffers as new. */
static inline void rewind_streams(void)
{
	for (uint32_t b = 0; b < 4; b++) {
		set(0x8960 + 4 * b, 0);
		for (uint32_t i = 0; i < STREAM_DWORDS + 64; i++)
			poke32(&card, STREAM(b) + 4 * i, NONE);
	}
}

struct pipeline_counts {
	uint64_t needed, written;
};

/* Of a stream, since the card began. */
static inline struct pipeline_counts counts(uint32_t stream)
{
	const uint64_t valid = 1ull << 63;

	EMIT(&card, PKT3(0x46, 3), (stream ? stream : 0x20) | 3 << 8, SAMPLES, 0);
	finish();
	return (struct pipeline_counts){ peek64(&card, SAMPLES) & ~valid, peek64(&card, SAMPLES + 8) & ~valid };
}

#endif

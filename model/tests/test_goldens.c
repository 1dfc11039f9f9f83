// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Command buffers that ran on a real Radeon HD 7350 run here, and what they leave in memory is
 * compared with what that card left: goldens/hd7350, with the data's licence. Programs and vertices
 * are those that its README names.
 */
#include <math.h>
#include <png.h>

#define VRAM_SIZE	(256u << 20)
#define RING		0x2000000u
#define RPTR		0x2010000u
#define IB		0x2020000u
#define DMA_RING	0x2030000u
#define DMA_RPTR	0x2050000u

#include "test_card.h"
#include "test_dma.h"
#include "test_tiled.h"

#define WIDTH		1280u
#define HEIGHT		720u
#define PIXELS		(WIDTH * HEIGHT)
#define TRIANGLE_AT	0x00800000u
#define TEXTURED_AT	0x0e000000u
#define TEXTURE_FROM	0x8000u
#define TEXTURE_AT	0x108000u
#define TEXTURE_EDGE	512u
#define CLEAR		0xff332211u		/* that the draw has to leave where it does not cover */

static const uint32_t vertex_program[] = {
	0x00000000, 0x84c00400, 0x0000a03c, 0x95000688, 0x00014000, 0x95200688,
};

static const uint32_t fetch_program[] = {
	0x00000002, 0x80800400, 0x00000000, 0x85000000, 0x30001f01, 0x4c151090, 0x00000000, 0x00000000,
	0x30001f01, 0x4c151092, 0x0000000c, 0x00000000,
};

static const uint32_t color_program[] = {
	0x00000002, 0xa0140000, 0x00008000, 0x95200a88, 0x00380400, 0x40346c90, 0x80380000, 0x60146c80,
	0x00380400, 0x00346b10, 0x00380000, 0x20346b10, 0x00380400, 0x40146b00, 0x80380000, 0x60146b00,
};

/* Its fetch program begins at word 3. */
static const uint32_t textured_vertex_program[] = {
	0x00000003, 0x84c00000, 0x0000a03c, 0x95000688, 0x00014000, 0x95200688, 0x00000006, 0x80800400,
	0x00000000, 0x85000000, 0x00000000, 0x00000000, 0x00001f01, 0x4c151090, 0x00000000, 0x00000000,
	0x00001f01, 0x479f9092, 0x0000000c, 0x00000000,
};

static const uint32_t textured_program[] = {
	0x00000004, 0xa00c0000, 0x00000008, 0x80400000, 0x00010000, 0x95200688, 0x00000000, 0x00000000,
	0x00380400, 0x00346b10, 0x00380000, 0x20346b10, 0x00380400, 0x40146b00, 0x80380000, 0x60146b00,
	0x00011e10, 0xf00d1002, 0xfc800000, 0x00000000,
};

static const float textured_vertices[] = {
	-0.5625f, -1, 0, 0, 0, -0.5625f, 1, 0, 0, 1, 0.5625f, -1, 0, 1, 0,
};

/* @format: which byte of a pixel comes first in memory. */
static uint32_t *read_picture(const char *file, uint32_t width, uint32_t height, png_uint_32 format)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	uint32_t *pixels = malloc(4 * (size_t)width * height);
	char name[256];

	snprintf(name, sizeof(name), GOLDENS "%s", file);
	if (!pixels || !png_image_begin_read_from_file(&image, name))
		goto bad;
	image.format = format;
	if (image.width != width || image.height != height ||
	    !png_image_finish_read(&image, NULL, pixels, 0, NULL))
		goto bad;
	return pixels;
bad:
	check(false, "%s: %s", name, image.message);
	free(pixels);
	return NULL;
}

static size_t read_commands(const char *file, uint32_t *words, size_t most)
{
	char name[256];
	size_t n = 0;
	FILE *in;

	snprintf(name, sizeof(name), GOLDENS "%s", file);
	in = fopen(name, "rb");
	if (in) {
		n = fread(words, 4, most, in);
		fclose(in);
	}
	check(n, "%s: %zu dwords", file, n);
	return n;
}

static void put(struct card *card, uint32_t at, const void *data, size_t size)
{
	memcpy(card->vram + at, data, size);
}

/* A draw takes more steps than settle() waits for. */
static void finish(struct card *card)
{
	run(card);
	for (int i = 0; i < 100000 && (gpu_busy(card->gpu, UNIT_CP) || gpu_busy(card->gpu, UNIT_SHADERS)); i++)
		settle(card);
}

static void replay(struct card *card, const char *file)
{
	uint32_t words[1024];
	size_t n = read_commands(file, words, 1024);

	put(card, IB, words, 4 * n);
	EMIT(card, PKT3(0x32, 3), IB, 0, (uint32_t)n);
	finish(card);
	check(!complaints(card), "%s runs without a violation", file);
}

static unsigned int channel(uint32_t pixel, unsigned int c)
{
	return pixel >> 8 * c & 0xff;
}

struct difference {
	uint64_t coverage, components, exact, most;	/* most: how far one is off */
};

static struct difference compare(const uint32_t *ours, const uint32_t *theirs, uint32_t clear, uint32_t their_clear)
{
	struct difference d = { 0 };

	for (size_t i = 0; i < PIXELS; i++) {
		bool drawn = ours[i] != clear, should = theirs[i] != their_clear;

		d.coverage += drawn != should;
		if (!drawn || !should)
			continue;
		for (unsigned int c = 0; c < 3; c++) {
			uint64_t off = (uint64_t)abs((int)channel(ours[i], c) - (int)channel(theirs[i], c));

			d.components++;
			d.exact += !off;
			d.most = off > d.most ? off : d.most;
		}
	}
	return d;
}

static void test_triangle(const char *picture, float right)
{
	const float vertices[] = {
		right, -0.9f, 0, 1, 0, 0, -right, -0.9f, 0, 0, 0, 1, 0, 0.9f, 0, 0, 1, 0,
	};
	uint32_t *theirs = read_picture(picture, WIDTH, HEIGHT, PNG_FORMAT_BGRA), *ours;
	struct difference d;
	struct card card;

	if (!theirs)
		return;
	card_shaders = true;
	card_start(&card, "cedar", 0, NULL);
	complaints(&card);
	put(&card, 0x4000, vertices, sizeof(vertices));
	put(&card, 0x5000, vertex_program, sizeof(vertex_program));
	put(&card, 0x5400, fetch_program, sizeof(fetch_program));
	put(&card, 0x5800, color_program, sizeof(color_program));
	ours = (uint32_t *)(void *)(card.vram + TRIANGLE_AT);
	for (size_t i = 0; i < PIXELS; i++)
		ours[i] = CLEAR;
	replay(&card, "eg.cmds.0.bin");
	d = compare(ours, theirs, CLEAR, theirs[0]);
	check(!d.coverage, "%s: %llu of %u pixels with the wrong coverage", picture, (unsigned long long)d.coverage,
	      PIXELS);
	check(d.components && d.most <= 1 && (double)d.exact >= 0.9999 * (double)d.components,
	      "%s: %llu of %llu components are exact, none is more than %llu off", picture,
	      (unsigned long long)d.exact, (unsigned long long)d.components, (unsigned long long)d.most);
	card_free(&card);
	free(theirs);
}

static struct tiling target_tiling(void)
{
	/* Two pipes, and what CB_COLOR0_ATTRIB of the commands says. */
	return (struct tiling){
		.mode = TILED_2D_THIN1, .element_log2 = 2, .pitch = WIDTH, .height = 768, .pipes = 2, .banks = 8,
		.bank_width = 1, .bank_height = 2, .aspect = 2, .split = 1024, .group = 256,
		.bank_interleave = 1,
	};
}

static void test_textured(void)
{
	uint32_t *texture = read_picture("texture-recovered.png", TEXTURE_EDGE, TEXTURE_EDGE, PNG_FORMAT_RGBA);
	uint32_t *theirs = read_picture("eg.8.png", WIDTH, HEIGHT, PNG_FORMAT_BGRA), *ours = calloc(PIXELS, 4);
	const struct tiling tiling = target_tiling();
	uint32_t words[16];
	struct difference d;
	struct card card;
	size_t n;

	if (!texture || !theirs || !ours)
		goto out;
	card_shaders = true;
	dma_start(&card, "cedar", 0, NULL);
	complaints(&card);
	put(&card, TEXTURE_FROM, texture, 4 * TEXTURE_EDGE * TEXTURE_EDGE);
	n = read_commands("eg.cmds.1.bin", words, 16);
	dma_emit(&card, 0, words, n);
	dma_kick(&card, 0);
	settle(&card);
	check(!complaints(&card), "the texture is tiled without a violation");
	put(&card, 0x6000, textured_vertices, sizeof(textured_vertices));
	put(&card, 0x7000, textured_vertex_program, sizeof(textured_vertex_program));
	put(&card, 0x7800, textured_program, sizeof(textured_program));
	for (size_t i = 0; i < (size_t)WIDTH * 768; i++)
		poke32(&card, TEXTURED_AT + 4 * i, CLEAR);
	replay(&card, "eg.cmds.2.bin");
	for (uint32_t y = 0; y < HEIGHT; y++)
		for (uint32_t x = 0; x < WIDTH; x++)
			ours[y * WIDTH + x] = peek32(&card, TEXTURED_AT + tiling_offset(&tiling, x, y, 0));
	d = compare(ours, theirs, CLEAR, theirs[0]);
	check(!d.coverage, "eg.8.png: %llu of %u pixels with the wrong coverage", (unsigned long long)d.coverage,
	      PIXELS);
	check(d.components && d.most <= 2 && (double)d.exact >= 0.989 * (double)d.components,
	      "eg.8.png: %llu of %llu components are exact, none is more than %llu off",
	      (unsigned long long)d.exact, (unsigned long long)d.components, (unsigned long long)d.most);
	card_free(&card);
out:
	free(texture);
	free(theirs);
	free(ours);
}

int main(void)
{
	test_triangle("eg.0.png", 0.9f);
	test_triangle("eg.1.png", 0.5846f);
	test_textured();
	return test_end();
}

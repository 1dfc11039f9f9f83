// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The textured rectangle of a real HD 7350: its resource, sampler and instruction, at all pixels
 * that it covers. See goldens/hd7350/README.md, which names the author of the pictures.
 */
#include <math.h>
#include <png.h>

#include "test_card.h"
#include "tx/tx.h"

#define TEXTURE_AT	0x108000u
#define EDGE		512u
#define LEFT		280u		/* the rectangle's first column, and its edge */
#define SIDE		720u
#define SET_RESOURCE	0xc0086d00u
#define RESOURCE	(30 * 8u)
#define SET_SAMPLER	0xc0036e00u

/* The fetch of the pixel program, as the picture's author has it. */
static const uint32_t sample[4] = { 0x00011e10, 0xf00d1002, 0xfc800000, 0 };

static uint8_t memory[4 * EDGE * EDGE];
static uint32_t rows[3][4][SQ_LANES] __attribute__((aligned(64)));

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	(void)opaque;
	if (path != SQ_TEXTURE || addr < TEXTURE_AT || addr + size > TEXTURE_AT + sizeof(memory))
		return false;
	memcpy(data, memory + (addr - TEXTURE_AT), size);
	return true;
}

static void port_wrong(void *opaque, const struct sq_violation *violation)
{
	(void)opaque;
	check(false, "%s", violation->text);
}

/* Three bytes a pixel; NULL: there is none like that. */
static uint8_t *read_picture(const char *name, uint32_t width, uint32_t height)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	uint8_t *pixels = malloc(3 * (size_t)width * height);
	bool good = png_image_begin_read_from_file(&image, name) && image.width == width && image.height == height;

	image.format = PNG_FORMAT_RGB;
	if (pixels && good && png_image_finish_read(&image, NULL, pixels, 0, NULL))
		return pixels;
	png_image_free(&image);
	free(pixels);
	return NULL;
}

/* What a packet of the indirect buffer sets, from @offset on. */
static bool find_words(uint32_t header, uint32_t offset, uint32_t *words, size_t n)
{
	uint32_t buffer[1024];
	FILE *in = fopen(GOLDENS "eg.cmds.2.bin", "rb");
	size_t have = in ? fread(buffer, 4, 1024, in) : 0;

	if (in)
		fclose(in);
	for (size_t i = 0; i + 2 + n <= have; i++)
		if (buffer[i] == header && buffer[i + 1] == offset) {
			memcpy(words, buffer + i + 2, 4 * n);
			return true;
		}
	return false;
}

static void fill_texture(const uint8_t *pixels, const struct tx_texture *t)
{
	for (uint32_t y = 0; y < EDGE; y++)
		for (uint32_t x = 0; x < EDGE; x++)
			memcpy(memory + tiling_offset(&t->level[0].surface.tiling, x, y, 0), pixels + 3 * ((size_t)EDGE * y + x), 3);
}

/* Of eight by eight pixels, by quads. */
static void place_of(unsigned int lane, uint32_t *x, uint32_t *y)
{
	*x += (lane & 1) | (lane >> 1 & 6);
	*y += (lane >> 1 & 1) | (lane >> 4 & 2) | (lane >> 4 & 4);
}

static void set_lanes(uint32_t left, uint32_t top)
{
	for (unsigned int lane = 0; lane < SQ_LANES; lane++) {
		uint32_t x = left, y = top;

		place_of(lane, &x, &y);
		rows[1][0][lane] = sq_bits((float)((x + 0.5) / SIDE));
		rows[1][1][lane] = sq_bits((float)((SIDE - (y + 0.5)) / SIDE));
	}
}

/* The export cuts to halves, and UNORM rounds. */
static int stored(uint32_t bits)
{
	float x = sq_float(bits & 0xffffe000);

	return (int)floorf(255 * x + 0.5f);
}

struct tally {
	unsigned int exact, bytes, worst;
};

static void compare(struct tally *tally, const uint8_t *picture, uint32_t left, uint32_t top)
{
	for (unsigned int lane = 0; lane < SQ_LANES; lane++) {
		uint32_t x = left, y = top;

		place_of(lane, &x, &y);
		for (unsigned int c = 0; c < 3; c++) {
			int off = stored(rows[2][c][lane]) - picture[3 * ((size_t)1280 * y + LEFT + x) + c];
			unsigned int size = (unsigned int)(off < 0 ? -off : off);

			tally->bytes++;
			tally->exact += !off;
			tally->worst = size > tally->worst ? size : tally->worst;
		}
	}
}

static void test_picture(const uint8_t *picture, const uint8_t *pixels)
{
	const struct tiling two_pipes = { .pipes = 2, .group = 256, .bank_interleave = 1 };
	uint32_t words[8] = { 0 }, sampler[1][3] = { { 0 } };
	struct sq_clause clause = { .words = 2 };
	struct sq_shader shader = { .gprs = 3 };
	struct sq_problem problem = { 0 };
	struct sq_state state = {
		.port = { NULL, port_read, NULL, port_wrong }, .sampler = (const uint32_t (*)[3])sampler, .samplers = 1,
		.memory = two_pipes, .quads = true,
	};
	struct sq_wave wave = { .shader = &shader, .state = &state, .row = rows[0], .active = UINT64_MAX };
	struct tally tally = { 0 };
	struct tx_texture t;
	bool good;

	good = find_words(SET_RESOURCE, RESOURCE, words, 8) && find_words(SET_SAMPLER, 0, sampler[0], 3) &&
	       sq_decode_fetches(&clause, SQ_EVERGREEN, sample, &problem);
	check(good, "the indirect buffer has a texture and a sampler, and the program a fetch");
	tx_take_texture(&t, SQ_EVERGREEN, &two_pipes, words);
	fill_texture(pixels, &t);
	for (uint32_t y = 0; good && y < SIDE; y += 8)
		for (uint32_t x = 0; good && x < SIDE; x += 8) {
			set_lanes(x, y);
			good = tx_run(&wave, clause.fetch, words);
			compare(&tally, picture, x, y);
		}
	check(good && tally.worst <= 2 && tally.exact >= tally.bytes / 1000 * 989,
	      "%u of %u bytes as silicon has them, the others at most %u off", tally.exact, tally.bytes, tally.worst);
	free(clause.fetch);
	free(wave.tx);
}

int main(void)
{
	uint8_t *picture = read_picture(GOLDENS "eg.8.png", 1280, 720);
	uint8_t *pixels = read_picture(GOLDENS "texture-recovered.png", EDGE, EDGE);

	check(picture && pixels, "there is a picture, and its texture");
	if (picture && pixels)
		test_picture(picture, pixels);
	free(picture);
	free(pixels);
	return test_end();
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The packets of the DMA ring that are more than a linear copy and a whole tiled
 * round trip. Where an element of a tiled surface lies is not asked: a surface is
 * filled and read back by plain copies along its rows, which dma_test.c tests, and
 * what the packet in between has changed is compared with an image in rows, all
 * of it, for one packet after the other.
 *
 * Nothing relies on what no document says:
 * - which field of a frame gets line 0, so long as it is always the same;
 * - how a copy in tiles orders its linear end: whole slices go there and back, and
 *   parts of one come from a place where all bytes are alike;
 * - what follows behind the last row of a slice, and copies in tiles that begin
 *   in the middle of a row and go on in the next;
 * - elements of less than a dword at other places than the start of one;
 * - swaps of bytes, and the second bit for the order of elements;
 * - what another count than that of its dwords does to a box, which is refused.
 */
#include <errno.h>

#include "dma_tiled.h"
#include "selftest.h"

#define ROOM		(8u * 1024 * 1024)
#define TILED_ROOM	(4u * 1024 * 1024)
/* The driver bounds a linear box beside a tiled one as if its pitch counted elements. */
#define BOX_ROOM	(40u * 1024 * 1024)
/* A multiple of all macro tiles below, so that a surface begins with one. */
#define TILED_ALIGN	(1024u * 1024)
#define SLICES		2u
#define UNTOUCHED	0xee
#define ALIKE		0x5a	/* each byte of the source of single tiles */

FIXTURE(packets) {
	struct card card;
	struct cs cs;
	struct bo tiled[2];		/* what packets are about */
	struct bo linear, alike, back;	/* two sources, a target */
	uint8_t *image[2];		/* what should be in @tiled, in rows */
	uint32_t log_pipes, banks;
};

FIXTURE_VARIANT(packets) {
	uint32_t domain;
};

FIXTURE_VARIANT_ADD(packets, gtt) { .domain = GTT };
FIXTURE_VARIANT_ADD(packets, vram) { .domain = VRAM };

FIXTURE_SETUP(packets)
{
	uint32_t config = 0, seed = 1, i;
	int fd;

	ASSERT_EQ(0, card_open(&self->card));
	fd = self->card.fd;
	dma_init(&self->cs, fd);
	ASSERT_EQ(0, card_info(fd, RADEON_INFO_TILING_CONFIG, &config));
	self->log_pipes = config & 0xf;
	self->banks = (config >> 4 & 0xf) + 1;
	ASSERT_EQ(0, bo_create_mapped(fd, ROOM, GTT, &self->linear));
	ASSERT_EQ(0, bo_create_mapped(fd, ROOM, GTT, &self->alike));
	ASSERT_EQ(0, bo_create_mapped(fd, ROOM, GTT, &self->back));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, bo_create_aligned(fd, TILED_ROOM, TILED_ALIGN, variant->domain,
					       &self->tiled[i]));
		self->image[i] = malloc(ROOM / 2);
		ASSERT_NE(NULL, self->image[i]);
	}
	for (i = 0; i < ROOM / 4; i++) {
		seed = seed * 1664525 + 1013904223;
		self->linear.u32[i] = seed ^ seed >> 15;
	}
	memset(self->alike.map, ALIKE, ROOM);
}

FIXTURE_TEARDOWN(packets)
{
	free(self->image[0]);
	free(self->image[1]);
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* ---- surfaces ---- */

struct geometry {
	uint32_t mode, bank_width, bank_height, aspect, split;
	bool other_order;
};

static const struct geometry geometries[] = {
	{ 2, 0, 0, 0, 0, false }, { 2, 0, 0, 0, 0, true },
	{ 4, 0, 1, 1, 4, false }, { 4, 1, 1, 0, 4, true }, { 4, 1, 0, 0, 3, false },
};

#define LOG_SIZES	5u
#define SURFACES	(ARRAY_SIZE(geometries) * LOG_SIZES)

static uint32_t macro_width(FIXTURE_DATA(packets) *self, const struct geometry *g)
{
	return g->mode == 2 ? 64 : 8u << self->log_pipes << g->bank_width << g->aspect;
}

static uint32_t macro_height(FIXTURE_DATA(packets) *self, const struct geometry *g)
{
	return g->mode == 2 ? 40 : 16u << self->banks << g->bank_height >> g->aspect;
}

/* The n-th combination of geometry, element and size in macro tiles, if it is legal. */
static bool surface_get(FIXTURE_DATA(packets) *self, uint32_t n, struct dma_surface *s)
{
	static const struct { uint32_t x, y; } sizes[] = { { 1, 1 }, { 1, 2 }, { 3, 1 } };
	const struct geometry *g = &geometries[n / LOG_SIZES];
	uint32_t size = (n + n / LOG_SIZES) % ARRAY_SIZE(sizes);

	*s = (struct dma_surface) {
		.mode = g->mode,
		.log_bytes = n % LOG_SIZES,
		.bank_width = g->bank_width,
		.bank_height = g->bank_height,
		.aspect = g->aspect,
		.split = g->split,
		.banks = self->banks,
		.other_order = g->other_order,
		.width = sizes[size].x * macro_width(self, g),
		.height = sizes[size].y * macro_height(self, g),
	};
	/* What lies in one bank must fill a group of 256 bytes. */
	return g->mode == 2 || 64u << s->log_bytes << s->bank_width << s->bank_height >= 256;
}

static size_t slice_bytes(const struct dma_surface *s)
{
	return (size_t)s->width * s->height << s->log_bytes;
}

/* Of rows that are as long as those of a surface. */
static size_t offset_of(const struct dma_surface *s, struct dma_place at)
{
	size_t row = (size_t)at.z * s->height + at.y;

	return (row * s->width + at.x) << s->log_bytes;
}

/* So many elements make whole dwords. */
static uint32_t unit(const struct dma_surface *s)
{
	return s->log_bytes < 2 ? 4u >> s->log_bytes : 1;
}

static uint32_t dwords(const struct dma_surface *s, uint32_t elements)
{
	return (elements << s->log_bytes) / 4;
}

static const struct dma_place origin;

/* Something of its own into all slices of a tiled buffer. */
static void fill(FIXTURE_DATA(packets) *self, uint32_t i, const struct dma_surface *s)
{
	struct dma_linear from = { &self->linear, .at = 4096 + 64 * i };
	uint32_t z;

	memcpy(self->image[i], self->linear.u8 + from.at, SLICES * slice_bytes(s));
	for (z = 0; z < SLICES; z++) {
		dma_to_tiled(&self->cs, DMA_COPY_TILED, &self->tiled[i], s,
			     (struct dma_place) { 0, 0, z }, &from,
			     dwords(s, s->width * s->height));
		from.at += (uint32_t)slice_bytes(s);
	}
}

static uint8_t *back_of(FIXTURE_DATA(packets) *self, uint32_t i)
{
	return self->back.u8 + i * (ROOM / 2);
}

static void read_back(FIXTURE_DATA(packets) *self, uint32_t i, const struct dma_surface *s)
{
	struct dma_linear to = { &self->back, .at = i * (ROOM / 2) };
	uint32_t z;

	memset(back_of(self, i), UNTOUCHED, SLICES * slice_bytes(s));
	for (z = 0; z < SLICES; z++) {
		dma_from_tiled(&self->cs, DMA_COPY_TILED, &self->tiled[i], s,
			       (struct dma_place) { 0, 0, z }, &to,
			       dwords(s, s->width * s->height));
		to.at += (uint32_t)slice_bytes(s);
	}
}

static void run(struct __test_metadata *_metadata, FIXTURE_DATA(packets) *self, uint32_t n)
{
	ASSERT_EQ(0, cs_submit(&self->cs)) TH_LOG("surface %u", n);
	cs_clear(&self->cs);
	ASSERT_EQ(0, bo_wait(&self->back));
}

static void same(struct __test_metadata *_metadata, const uint8_t *is, const uint8_t *should,
		 size_t bytes, uint32_t n, const char *what)
{
	size_t i;

	if (!memcmp(is, should, bytes))
		return;
	for (i = 0; i < bytes && is[i] == should[i]; i++)
		;
	ASSERT_EQ(bytes, i)
		TH_LOG("surface %u, %s: byte %zu is 0x%02x, not 0x%02x", n, what, i, is[i],
		       should[i]);
}

/* Submit, and compare the first @count tiled buffers with their images. */
static void check(struct __test_metadata *_metadata, FIXTURE_DATA(packets) *self,
		  const struct dma_surface *s, uint32_t count, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < count; i++)
		read_back(self, i, s);
	run(_metadata, self, n);
	for (i = 0; i < count; i++)
		same(_metadata, back_of(self, i), self->image[i], SLICES * slice_bytes(s), n,
		     i ? "the second target" : "the first target");
}

/* ---- runs of dwords ---- */

struct run {
	struct dma_place at;
	uint32_t elements;
};

#define RUNS	5u

/* From the start, within a row, around its end, over rows, and to the last element. */
static struct run run_get(const struct dma_surface *s, uint32_t i)
{
	uint32_t u = unit(s), w = s->width;
	const struct run runs[RUNS] = {
		{ { 0, 0, 0 }, u },
		{ { 3 * u % w, 1, 1 }, 2 * u },
		{ { w - u, 2, 0 }, 2 * u },
		{ { u, 5, 1 }, 2 * w + u },
		{ { w - 2 * u, s->height - 1, 1 }, 2 * u },
	};

	return runs[i];
}

static struct dma_linear run_source(FIXTURE_DATA(packets) *self, uint32_t i)
{
	return (struct dma_linear) { &self->linear, .at = 5000004 + 50000 * i };
}

static void draw_run(FIXTURE_DATA(packets) *self, uint32_t image, const struct dma_surface *s,
		     const struct run *r, const struct dma_linear *from)
{
	memcpy(self->image[image] + offset_of(s, r->at), self->linear.u8 + from->at,
	       (size_t)r->elements << s->log_bytes);
}

TEST_F_TIMEOUT(packets, write, VERY_SLOW)
{
	struct dma_surface s;
	uint32_t n, i;

	for (n = 0; n < SURFACES; n++) {
		if (!surface_get(self, n, &s))
			continue;
		fill(self, 0, &s);
		for (i = 0; i < RUNS; i++) {
			struct dma_linear from = run_source(self, i);
			struct run r = run_get(&s, i);

			dma_write_tiled(&self->cs, self->tiled, &s, r.at,
					&self->linear.u32[from.at / 4], dwords(&s, r.elements));
			draw_run(self, 0, &s, &r, &from);
		}
		check(_metadata, self, &s, 1, n);
	}
}

/* From a place on into the linear buffer, between bytes that stay. */
TEST_F_TIMEOUT(packets, read, VERY_SLOW)
{
	enum { GAP = 256 };
	uint8_t *expect = self->image[1];
	struct dma_surface s;
	uint32_t n, i;

	for (n = 0; n < SURFACES; n++) {
		struct dma_linear to = { &self->back, .at = GAP };

		if (!surface_get(self, n, &s))
			continue;
		fill(self, 0, &s);
		memset(expect, UNTOUCHED, ROOM / 4);
		memset(self->back.map, UNTOUCHED, ROOM / 4);
		for (i = 0; i < RUNS; i++) {
			struct run r = run_get(&s, i);

			dma_from_tiled(&self->cs, DMA_COPY_TILED, self->tiled, &s, r.at, &to,
				       dwords(&s, r.elements));
			memcpy(expect + to.at, self->image[0] + offset_of(&s, r.at),
			       (size_t)r.elements << s.log_bytes);
			to.at += (r.elements << s.log_bytes) + GAP;
		}
		run(_metadata, self, n);
		same(_metadata, self->back.map, expect, ROOM / 4, n, "read");
	}
}

TEST_F_TIMEOUT(packets, broadcast, VERY_SLOW)
{
	struct dma_surface s;
	uint32_t n, i;

	for (n = 0; n < SURFACES; n++) {
		if (!surface_get(self, n, &s))
			continue;
		fill(self, 0, &s);
		fill(self, 1, &s);
		for (i = 0; i < RUNS; i++) {
			struct dma_linear from = run_source(self, i);
			struct run r = run_get(&s, i);

			dma_to_tiled(&self->cs, DMA_COPY_TILED_BROADCAST, self->tiled, &s, r.at,
				     &from, dwords(&s, r.elements));
			draw_run(self, 0, &s, &r, &from);
			draw_run(self, 1, &s, &r, &from);
		}
		check(_metadata, self, &s, 2, n);
	}
}

/* ---- frames ---- */

/* Every second line from @first on, into the upper half of a slice. */
static bool is_field(FIXTURE_DATA(packets) *self, uint32_t i, const struct dma_surface *s,
		     const struct dma_linear *frame, uint32_t first)
{
	const uint8_t *is = back_of(self, i), *line = self->linear.u8 + frame->at;
	const struct dma_place half = { 0, s->height / 2, 1 };
	size_t row = (size_t)s->width << s->log_bytes, above = slice_bytes(s);
	uint32_t y;

	for (y = 0; y < half.y; y++)
		if (memcmp(is + above + y * row, line + (2 * y + first) * row, row) != 0)
			return false;
	return !memcmp(is, self->image[i], above) &&
	       !memcmp(is + offset_of(s, half), self->image[i] + offset_of(s, half), above / 2);
}

/* A whole frame: the lines of one field, the other lines in the other. */
TEST_F_TIMEOUT(packets, frame_to_field, VERY_SLOW)
{
	struct dma_linear frame = run_source(self, 0);
	uint32_t n, i, seen[2] = { 0, 0 };
	struct dma_surface s;

	for (n = 0; n < SURFACES; n++) {
		if (!surface_get(self, n, &s))
			continue;
		for (i = 0; i < 2; i++)
			fill(self, i, &s);
		dma_to_tiled(&self->cs, DMA_COPY_FIELDS, self->tiled, &s,
			     (struct dma_place) { 0, 0, 1 }, &frame,
			     dwords(&s, s.width * s.height));
		for (i = 0; i < 2; i++)
			read_back(self, i, &s);
		run(_metadata, self, n);
		for (i = 0; i < 2; i++)
			seen[i] += is_field(self, 0, &s, &frame, i) &&
				   is_field(self, 1, &s, &frame, !i);
		ASSERT_NE(0, seen[0] + seen[1]) TH_LOG("surface %u", n);
		ASSERT_TRUE(!seen[0] || !seen[1]) TH_LOG("surface %u: fields have changed", n);
		ASSERT_EQ(0, memcmp(back_of(self, 0), self->image[0], slice_bytes(&s)));
	}
	for (i = n = 0; n < SURFACES; n++)
		i += surface_get(self, n, &s);
	EXPECT_EQ(i, seen[0] + seen[1]);
}

/* ---- tiles ---- */

/* A whole slice to each target, and back from each. */
static void slices_of_tiles(struct __test_metadata *_metadata, FIXTURE_DATA(packets) *self,
			    enum dma_code code)
{
	struct dma_linear from = run_source(self, 0), to = { &self->back };
	const struct dma_place second = { 0, 0, 1 };
	struct dma_surface s;
	uint32_t n, i, tiles;

	for (n = 0; n < SURFACES; n++) {
		if (!surface_get(self, n, &s))
			continue;
		tiles = s.width / 8 * (s.height / 8);
		for (i = 0; i < dma_targets(code); i++)
			fill(self, i, &s);
		memset(self->back.map, UNTOUCHED, ROOM);
		dma_to_tiled(&self->cs, code, self->tiled, &s, second, &from, tiles);
		for (i = 0; i < dma_targets(code); i++) {
			to.at = i * (ROOM / 2);
			dma_from_tiled(&self->cs, DMA_COPY_TILES, &self->tiled[i], &s, second,
				       &to, tiles);
		}
		run(_metadata, self, n);
		for (i = 0; i < dma_targets(code); i++) {
			same(_metadata, back_of(self, i), self->linear.u8 + from.at,
			     slice_bytes(&s), n, "there and back");
			ASSERT_EQ(UNTOUCHED, back_of(self, i)[slice_bytes(&s)]);
		}
	}
}

TEST_F_TIMEOUT(packets, tiles, VERY_SLOW)
{
	slices_of_tiles(_metadata, self, DMA_COPY_TILES);
}

TEST_F_TIMEOUT(packets, tiles_broadcast, VERY_SLOW)
{
	slices_of_tiles(_metadata, self, DMA_COPY_TILES_BROADCAST);
}

static void draw_tiles(uint8_t *image, const struct dma_surface *s, struct dma_place at,
		       uint32_t count)
{
	struct dma_place row = at;

	for (; count; count--) {
		for (row.y = at.y; row.y < at.y + 8; row.y++)
			memset(image + offset_of(s, row), ALIKE, 8u << s->log_bytes);
		row.x += 8;
		if (row.x < s->width)
			continue;
		row.x = 0;
		at.y += 8;
	}
}

/* Which tiles a count covers: from the start of a row to behind its end, and the last. */
static void single_tiles(struct __test_metadata *_metadata, FIXTURE_DATA(packets) *self,
			 enum dma_code code)
{
	struct dma_linear from = { &self->alike, .at = ROOM / 4 };
	struct dma_surface s;
	uint32_t n, i, k;

	for (n = 0; n < SURFACES; n++) {
		if (!surface_get(self, n, &s))
			continue;
		const struct run runs[] = {
			{ { 0, 8, 0 }, s.width / 8 + 1 },
			{ { s.width - 8, 0, 1 }, 1 },
			{ { s.width - 8, s.height - 8, 1 }, 1 },
		};

		for (i = 0; i < dma_targets(code); i++)
			fill(self, i, &s);
		for (k = 0; k < ARRAY_SIZE(runs); k++) {
			/* The row of tiles behind the second must be there. */
			if (k == 0 && s.height < 24)
				continue;
			dma_to_tiled(&self->cs, code, self->tiled, &s, runs[k].at, &from,
				     runs[k].elements);
			for (i = 0; i < dma_targets(code); i++)
				draw_tiles(self->image[i], &s, runs[k].at, runs[k].elements);
		}
		check(_metadata, self, &s, dma_targets(code), n);
	}
}

TEST_F_TIMEOUT(packets, single_tiles, VERY_SLOW)
{
	single_tiles(_metadata, self, DMA_COPY_TILES);
}

TEST_F_TIMEOUT(packets, single_tiles_broadcast, VERY_SLOW)
{
	single_tiles(_metadata, self, DMA_COPY_TILES_BROADCAST);
}

/* ---- boxes ---- */

struct part {
	struct dma_place at;
	struct dma_box box;
};

#define PARTS	4u

/* One element or dword, the last, an odd piece of both slices, and all. */
static struct part part_get(const struct dma_surface *s, uint32_t i)
{
	uint32_t u = unit(s), w = s->width, h = s->height;
	const struct part parts[PARTS] = {
		{ { 0, 0, 1 }, { u, 1, 1 } },
		{ { w - u, h - 1, 1 }, { u, 1, 1 } },
		{ { u, 3, 0 }, { w - 2 * u, 9, 2 } },
		{ { 0, 0, 0 }, { w, h, 2 } },
	};

	return parts[i];
}

/* A linear box with rows and slices that are longer than they must be. */
static struct dma_linear loose(const struct bo *bo, const struct dma_box *box,
			       uint32_t log_bytes, uint32_t more)
{
	uint32_t pitch = (box->width << log_bytes) + more;

	return (struct dma_linear) { bo, .at = 300, pitch, pitch * box->height + 2 * more };
}

/* Row @y of slice @z. */
static size_t loose_row(const struct dma_linear *l, uint32_t y, uint32_t z)
{
	return l->at + (size_t)l->pitch * y + (size_t)l->slice * z;
}

static struct dma_place row_of(const struct part *part, uint32_t y, uint32_t z)
{
	return (struct dma_place) { part->at.x, part->at.y + y, part->at.z + z };
}

static void draw_part(FIXTURE_DATA(packets) *self, const struct dma_surface *s,
		      const struct part *part, const struct dma_linear *from)
{
	size_t bytes = (size_t)part->box.width << s->log_bytes;
	uint32_t y, z;

	for (z = 0; z < part->box.depth; z++)
		for (y = 0; y < part->box.height; y++)
			memcpy(self->image[0] + offset_of(s, row_of(part, y, z)),
			       self->linear.u8 + loose_row(from, y, z), bytes);
}

TEST_F_TIMEOUT(packets, box_to_tiled, VERY_SLOW)
{
	struct dma_surface s;
	struct bo linear;
	uint32_t n, i;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba copy boxes");
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, BOX_ROOM, GTT, &linear));
	memcpy(linear.map, self->linear.map, ROOM);
	for (n = 0; n < SURFACES; n++) {
		for (i = 0; surface_get(self, n, &s) && i < PARTS; i++) {
			struct part part = part_get(&s, i);
			struct dma_linear from = loose(&linear, &part.box, s.log_bytes, 12);

			fill(self, 0, &s);
			dma_tiled_box(&self->cs, self->tiled, &s, part.at, &from, &part.box,
				      false);
			draw_part(self, &s, &part, &from);
			check(_metadata, self, &s, 1, n);
		}
	}
	bo_free(&linear);
}

TEST_F_TIMEOUT(packets, box_from_tiled, VERY_SLOW)
{
	uint8_t *expect = self->image[1];
	struct dma_surface s;
	uint32_t n, i, y, z;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba copy boxes");
	bo_free(&self->back);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, BOX_ROOM, GTT, &self->back));
	for (n = 0; n < SURFACES; n++) {
		for (i = 0; surface_get(self, n, &s) && i < PARTS; i++) {
			struct part part = part_get(&s, i);
			struct dma_linear to = loose(&self->back, &part.box, s.log_bytes, 20);
			size_t bytes = (size_t)part.box.width << s.log_bytes;

			fill(self, 0, &s);
			memset(self->back.map, UNTOUCHED, ROOM / 2);
			memset(expect, UNTOUCHED, ROOM / 2);
			dma_tiled_box(&self->cs, self->tiled, &s, part.at, &to, &part.box, true);
			for (z = 0; z < part.box.depth; z++)
				for (y = 0; y < part.box.height; y++)
					memcpy(expect + loose_row(&to, y, z), self->image[0] +
					       offset_of(&s, row_of(&part, y, z)), bytes);
			run(_metadata, self, n);
			same(_metadata, self->back.map, expect, ROOM / 2, n, "a box");
		}
	}
}

TEST_F_TIMEOUT(packets, linear_box, VERY_SLOW)
{
	static const struct dma_box boxes[] = {
		{ 4, 1, 1 }, { 60, 20, 3 }, { 500, 3, 7 }, { 4, 300, 2 }, { 1024, 33, 1 },
	};
	uint8_t *expect = self->image[0];
	uint32_t i, log_bytes, y, z;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba copy boxes");
	for (i = 0; i < ARRAY_SIZE(boxes); i++) {
		for (log_bytes = 0; log_bytes < LOG_SIZES; log_bytes++) {
			const struct dma_box *box = &boxes[i];
			struct dma_linear from = loose(&self->linear, box, log_bytes, 8);
			struct dma_linear to = loose(&self->back, box, log_bytes, 4 * i);

			memset(self->back.map, UNTOUCHED, ROOM / 8);
			memset(expect, UNTOUCHED, ROOM / 8);
			dma_linear_box(&self->cs, &to, &from, box, log_bytes);
			for (z = 0; z < box->depth; z++)
				for (y = 0; y < box->height; y++)
					memcpy(expect + loose_row(&to, y, z),
					       self->linear.u8 + loose_row(&from, y, z),
					       (size_t)box->width << log_bytes);
			run(_metadata, self, i);
			same(_metadata, self->back.map, expect, ROOM / 8, i, "a linear box");
		}
	}
}

/* The same part of two surfaces that differ in size. */
static void draw_copy(FIXTURE_DATA(packets) *self, const struct dma_surface *d,
		      struct dma_place to, const struct dma_surface *s, const struct part *from)
{
	const struct part dst = { to, from->box };
	uint32_t y, z;

	for (z = 0; z < from->box.depth; z++)
		for (y = 0; y < from->box.height; y++)
			memcpy(self->image[1] + offset_of(d, row_of(&dst, y, z)),
			       self->image[0] + offset_of(s, row_of(from, y, z)),
			       (size_t)from->box.width << s->log_bytes);
}

/* All but the first column and row of tiles, to the upper right corner of another size. */
TEST_F_TIMEOUT(packets, tiled_to_tiled, VERY_SLOW)
{
	struct dma_surface s, d;
	uint32_t n;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba copy boxes");
	for (n = 0; n < SURFACES; n++) {
		struct part from = { { 8, 8, 0 }, { 0, 0, SLICES } };
		struct dma_place to = origin;

		if (!surface_get(self, n, &s))
			continue;
		d = s;
		d.width = 2 * macro_width(self, &geometries[n / LOG_SIZES]);
		d.height = macro_height(self, &geometries[n / LOG_SIZES]);
		from.box.width = (s.width < d.width ? s.width : d.width) - 8;
		from.box.height = d.height - 8;
		to.x = d.width - from.box.width;
		fill(self, 0, &s);
		fill(self, 1, &d);
		dma_tiled_to_tiled(&self->cs, &self->tiled[1], &d, to, &self->tiled[0], &s,
				   from.at, &from.box);
		draw_copy(self, &d, to, &s, &from);
		read_back(self, 0, &s);
		read_back(self, 1, &d);
		run(_metadata, self, n);
		same(_metadata, back_of(self, 0), self->image[0], SLICES * slice_bytes(&s), n,
		     "the source");
		same(_metadata, back_of(self, 1), self->image[1], SLICES * slice_bytes(&d), n,
		     "the target");
	}
}

/* ---- what is refused ---- */

static const struct dma_surface small = {
	.mode = 2, .log_bytes = 2, .width = 64, .height = 40,
};

static void refused(struct __test_metadata *_metadata, struct cs *cs, const char *what)
{
	EXPECT_EQ(-EINVAL, cs_submit(cs)) TH_LOG("%s", what);
	cs_clear(cs);
}

#define SMALL_DWORDS	(64 * 40)

/* The packets that copy a run of dwords into one surface, or into two. */
static void refuses_runs(struct __test_metadata *_metadata, FIXTURE_DATA(packets) *self,
			 enum dma_code code)
{
	struct dma_linear from = { &self->linear };
	const struct {
		const char *what;
		struct dma_place at;
		uint32_t count, linear;
	} runs[] = {
		{ "nothing", origin, 0, 0 },
		{ "a dword too many", { 1, 0, 0 }, SMALL_DWORDS, 0 },
		{ "a row behind the last", { 0, 40, 0 }, 1, 0 },
		{ "a column behind the last", { 64, 0, 0 }, 1, 0 },
		{ "a slice behind the end", { 0, 0, TILED_ROOM / 4 / SMALL_DWORDS }, 1, 0 },
		{ "a dword behind the linear end", origin, 2, ROOM - 4 },
	};
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(runs); i++) {
		from.at = runs[i].linear;
		dma_to_tiled(&self->cs, code, self->tiled, &small, runs[i].at, &from,
			     runs[i].count);
		refused(_metadata, &self->cs, runs[i].what);
	}
	from.at = 0;
	dma_to_tiled(&self->cs, code, self->tiled, &small, origin, &from, 1);
	self->cs.nrelocs--;
	refused(_metadata, &self->cs, "an address less than the packet has");
	if (dma_targets(code) == 1)
		return;
	dma_to_tiled(&self->cs, code, self->tiled, &small, origin, &from, 1);
	self->cs.ib[3] |= DMA_DETILE;
	refused(_metadata, &self->cs, "two sources");
}

static void refuses_tiles(struct __test_metadata *_metadata, FIXTURE_DATA(packets) *self,
			  enum dma_code code)
{
	struct dma_linear from = { &self->linear };
	const struct {
		const char *what;
		struct dma_place at;
		uint32_t count;
	} runs[] = {
		{ "no tile", origin, 0 },
		{ "a tile too many", origin, SMALL_DWORDS / 64 + 1 },
		{ "tiles from the middle of one", { 4, 0, 0 }, 1 },
		{ "tiles from half its height on", { 0, 4, 0 }, 1 },
		{ "a tile behind the last row", { 0, 40, 0 }, 1 },
		{ "more tiles than the field holds", origin, 0x10000 },
	};
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(runs); i++) {
		dma_to_tiled(&self->cs, code, self->tiled, &small, runs[i].at, &from,
			     runs[i].count);
		refused(_metadata, &self->cs, runs[i].what);
	}
}

TEST_F_TIMEOUT(packets, refuses, SLOW)
{
	static const enum dma_code codes[] = {
		DMA_COPY_TILED, DMA_COPY_FIELDS, DMA_COPY_TILED_BROADCAST,
	};
	uint32_t data[2] = { 1, 2 }, i;

	for (i = 0; i < ARRAY_SIZE(codes); i++)
		refuses_runs(_metadata, self, codes[i]);
	refuses_tiles(_metadata, self, DMA_COPY_TILES);
	refuses_tiles(_metadata, self, DMA_COPY_TILES_BROADCAST);
	dma_write_tiled(&self->cs, self->tiled, &small, (struct dma_place) { 63, 39, 0 }, data, 2);
	refused(_metadata, &self->cs, "a dword written behind the end");
	dma_write_tiled(&self->cs, self->tiled, &small, origin, data, 2);
	self->cs.ndw--;
	refused(_metadata, &self->cs, "a write without its last dword");

	/* The ring goes on. */
	fill(self, 0, &small);
	check(_metadata, self, &small, 1, 0);
}

/* Each packet that only Cayman has, with a box that fits exactly. */
static void emit_box(FIXTURE_DATA(packets) *self, uint32_t which, struct part part)
{
	struct dma_linear a = { &self->linear, 0, 256, 256 * 40 };
	struct dma_linear b = { &self->back, 0, 256, 256 * 40 };

	if (which == 0)
		dma_linear_box(&self->cs, &b, &a, &part.box, small.log_bytes);
	else if (which == 1)
		dma_tiled_box(&self->cs, self->tiled, &small, part.at, &a, &part.box, false);
	else if (which == 2)
		dma_tiled_box(&self->cs, self->tiled, &small, part.at, &b, &part.box, true);
	else
		dma_tiled_to_tiled(&self->cs, &self->tiled[1], &small, part.at, &self->tiled[0],
				   &small, origin, &part.box);
}

static const char *const box_names[] = { "linear", "to tiled", "from tiled", "between tiled" };

/* Other chips refuse what Cayman accepts. */
TEST_F_TIMEOUT(packets, boxes_are_of_cayman, SLOW)
{
	const struct part all = { origin, { 64, 40, 1 } };
	int expect = card_is_cayman(&self->card) ? 0 : -EINVAL;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(box_names); i++) {
		emit_box(self, i, all);
		EXPECT_EQ(expect, cs_submit(&self->cs)) TH_LOG("%s", box_names[i]);
		cs_clear(&self->cs);
	}
	EXPECT_EQ(0, bo_wait(&self->back));
}

TEST_F_TIMEOUT(packets, refuses_boxes, SLOW)
{
	static const struct {
		const char *what;
		struct part part;
		bool tiled;
	} rules[] = {
		{ "no column", { { 0, 0, 0 }, { 0, 40, 1 } } },
		{ "no row", { { 0, 0, 0 }, { 64, 0, 1 } } },
		{ "no slice", { { 0, 0, 0 }, { 64, 40, 0 } } },
		{ "rows over each other", { { 0, 0, 0 }, { 72, 40, 1 } } },
		{ "slices over each other", { { 0, 0, 0 }, { 64, 48, 2 } } },
		{ "slices behind the end", { { 0, 0, 0 }, { 64, 40, 1000 } } },
		{ "columns behind the last", { { 8, 0, 0 }, { 64, 40, 1 } }, true },
		{ "rows behind the last", { { 0, 8, 0 }, { 64, 40, 1 } }, true },
		{ "a slice behind the end",
		  { { 0, 0, TILED_ROOM / 4 / SMALL_DWORDS }, { 64, 40, 1 } }, true },
	};
	uint32_t i, k;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba copy boxes");
	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		for (k = rules[i].tiled; k < ARRAY_SIZE(box_names); k++) {
			emit_box(self, k, rules[i].part);
			EXPECT_EQ(-EINVAL, cs_submit(&self->cs))
				TH_LOG("%s, %s", box_names[k], rules[i].what);
			cs_clear(&self->cs);
		}
	}
	emit_box(self, 1, (struct part) { origin, { 64, 40, 1 } });
	self->cs.ib[0]--;
	refused(_metadata, &self->cs, "a count that is not the box's");
	emit_box(self, 3, (struct part) { { 4, 0, 0 }, { 8, 8, 1 } });
	refused(_metadata, &self->cs, "tiles from the middle of one");
	emit_box(self, 3, (struct part) { origin, { 12, 8, 1 } });
	refused(_metadata, &self->cs, "half a tile");
	fill(self, 0, &small);
	check(_metadata, self, &small, 1, 0);
}

CARD_TEST_MAIN(CARD_EVERGREEN)

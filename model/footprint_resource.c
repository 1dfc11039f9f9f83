// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: footprints of resources
 *
 * A resource is eight dwords. A buffer reaches from its address to its last byte. A
 * texture is a level at one address, and behind another the smaller levels, one after
 * the other, each a surface whose edges and layers are powers of two; a level smaller than a
 * macro tile, and all after it, are 1D tiled. With samples it has one level, and the second
 * address is that of the FMASK. Slices are as many as the larger of depth and last
 * slice says, and of cubes six for each of the depth: which of them clamps is not known.
 *
 * Sources: fields from AMD's register reference; the order of levels is what Mesa's
 * radeon_surface.c lays out; that with samples the two lowest bits of word 6 are the
 * FMASK's bank height is from its evergreend.h. Guess: all else of the FMASK's tiling is
 * the texture's.
 */
#include "footprint.h"
#include "tiling.h"

#define RESOURCES	0x30000u
#define WORDS		8u

enum { TYPE_TEXTURE = 2, TYPE_BUFFER = 3 };
enum { DIM_3D = 2, DIM_CUBE = 3, DIM_2D_MSAA = 6 };

struct texture {
	uint64_t base, mips;
	uint32_t width, height, depth, layers;	/* pixels; depth shrinks with levels */
	unsigned int block_width, block_height, last_level;
	unsigned int fmask_bank_height;
	bool msaa;
	struct footprint_surface surface;	/* level 0 */
};

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static void take_slices(struct texture *t, const uint32_t *w)
{
	unsigned int dim = w[0] & 7;
	uint32_t first = w[5] >> 4 & 0x1fff, last = (w[5] >> 17 & 0x1fff) + 1;
	uint32_t depth = (w[1] >> 14 & 0x1fff) + 1;

	/* Where the last is before the first, the difference is taken to wrap in its 13 bits. */
	if (first >= last)
		last = first + 0x2000;
	if (dim == DIM_CUBE)
		depth *= 6;
	t->depth = dim == DIM_3D ? larger(depth, last) : 1;
	t->layers = dim == DIM_3D ? 1 : larger(depth, last);
}

static void take_texture(struct footprint *f, struct texture *t, const uint32_t *w)
{
	struct footprint_format format = footprint_format(w[7] & 0x3f);
	unsigned int level = w[5] & 0xf, log = level;

	/* Fragments are what Cayman stores of a pixel; samples may be fewer or more. */
	if (gpu_config(footprint_gpu(f))->chip->cayman)
		log = larger(log, w[4] >> 14 & 3);
	*t = (struct texture){
		.base = (uint64_t)w[2] << 8, .mips = (uint64_t)w[3] << 8,
		.width = (w[0] >> 18) + 1, .height = (w[1] & 0x3fff) + 1,
		.block_width = larger(format.width, 1), .block_height = larger(format.height, 1),
		.fmask_bank_height = 1u << (w[6] & 3),
		.msaa = (w[0] & 7) >= DIM_2D_MSAA,
	};
	take_slices(t, w);
	t->last_level = t->msaa ? 0 : level;
	t->surface = (struct footprint_surface){
		.mode = w[1] >> 28, .element = format.bytes,
		.samples = t->msaa ? 1u << log : 1,
		.pitch = ((w[0] >> 6 & 0xfff) + 1) * 8 / t->block_width,
		.height = (t->height + t->block_height - 1) / t->block_height,
		.slices = t->layers * t->depth,
		.bank_width = 1u << (w[7] >> 8 & 3), .bank_height = 1u << (w[7] >> 10 & 3),
		.aspect = 1u << (w[7] >> 6 & 3), .banks = 2u << (w[7] >> 16 & 3),
		.split = 64u << (w[6] >> 29),
	};
}

/* The edge of a level: a power of two, and not nothing. */
static uint32_t edge(uint32_t pixels, unsigned int level)
{
	uint32_t n = 1;

	while (n < pixels >> level)
		n *= 2;
	return n;
}

static unsigned int mode_of_level(struct footprint *f, const struct footprint_surface *s)
{
	struct footprint_surface whole = *s;
	uint64_t none = 0;

	if (s->mode < TILED_2D_THIN1 || !footprint_align_surface(f, &whole, &none))
		return s->mode;
	whole.pitch = 1;
	whole.height = 1;
	footprint_align_surface(f, &whole, &none);
	return s->pitch < whole.pitch || s->height < whole.height ? TILED_1D_THIN1 : s->mode;
}

/* The registers give no pitch of a level: its rows are padded to whole groups, linear ones as if aligned. */
static uint32_t padded_pitch(struct footprint *f, const struct footprint_surface *s)
{
	uint32_t to = 1;

	if (s->mode == TILED_1D_THIN1)
		to = larger(1, footprint_group(f) / (8 * s->element * s->samples));
	else if (s->mode < TILED_1D_THIN1)
		to = larger(64, footprint_group(f) / s->element);
	return (s->pitch + to - 1) / to * to;
}

static void tell_levels(struct footprint *f, const struct texture *t)
{
	struct footprint_surface s = t->surface, whole;
	uint64_t bytes = 0, none = 0;

	for (unsigned int i = 1; i <= t->last_level; i++) {
		s.pitch = (edge(t->width, i) + t->block_width - 1) / t->block_width;
		s.height = (edge(t->height, i) + t->block_height - 1) / t->block_height;
		s.slices = edge(t->layers, 0) * edge(t->depth, i);
		s.mode = mode_of_level(f, &s);
		whole = s;
		whole.pitch = padded_pitch(f, &s);
		if (!footprint_align_surface(f, &whole, &none)) {
			footprint_unbounded(f, "smaller levels", t->mips, READS);
			return;
		}
		bytes += footprint_bytes(f, &whole);
	}
	footprint_kept(f, TRUST_LEVELS, "smaller levels", t->mips, bytes, READS);
}

static void tell_fmask(struct footprint *f, const struct texture *t)
{
	struct footprint_surface s = t->surface;

	s.element = s.samples > 4 ? 4 : 1;
	s.samples = 1;
	s.bank_height = t->fmask_bank_height;
	footprint_add(f, TRUST_MASKS, "FMASK of a texture", t->mips, &s, READS);
}

static void tell_texture(struct footprint *f, const uint32_t *w)
{
	struct texture t;

	take_texture(f, &t, w);
	if (!t.surface.element) {
		footprint_unbounded(f, "texture of no known format", t.base, READS);
		return;
	}
	footprint_add(f, TRUST_TEXTURES, "texture", t.base, &t.surface, READS);
	if (t.msaa && (t.mips || !footprint_trusts(f, TRUST_NO_FMASK)))
		tell_fmask(f, &t);
	else if (t.last_level)
		tell_levels(f, &t);
}

static void tell_buffer(struct footprint *f, const uint32_t *w)
{
	footprint_kept(f, TRUST_VERTICES, "vertex buffer", (uint64_t)(w[2] & 0xff) << 32 | w[0],
		       w[1] + 1ull, READS);
}

/**
 * footprint_resource() - what one resource lets a shader read
 * @f: the footprint
 * @slot: which one
 */
void footprint_resource(struct footprint *f, unsigned int slot)
{
	bool texture, buffer, any;
	uint32_t w[WORDS];

	for (unsigned int i = 0; i < WORDS; i++)
		w[i] = footprint_get(f, RESOURCES + (slot * WORDS + i) * 4);
	texture = w[7] >> 30 == TYPE_TEXTURE;
	buffer = w[7] >> 30 == TYPE_BUFFER;
	any = !footprint_trusts(f, texture || buffer ? TRUST_TYPE : TRUST_EMPTY_SLOT);
	if (texture || any)
		tell_texture(f, w);
	if (buffer || any)
		tell_buffer(f, w);
}

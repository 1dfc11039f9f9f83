/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * DB and CB in a test: an array of registers, a piece of memory that counts what is done to it,
 * and quads. Surfaces start at SURFACE_AT + n * SURFACE_SIZE.
 */
#ifndef TEST_TARGET_H
#define TEST_TARGET_H

#include <math.h>

#include "draw/cb.h"
#include "draw/db.h"
#include "test_card.h"

#define SURFACE_AT	0x5000000000ull
#define SURFACE_SIZE	0x100000u
#define SURFACES	8u
#define REGISTERS	0x400u		/* from 0x28000 on */

struct target_rig {
	uint32_t reg[REGISTERS];
	uint8_t *memory, *touched;	/* touched: 1 read, 2 written, a byte for each */
	unsigned int reads, writes, outside, violations, guesses;
	enum sq_path path;		/* of the last access */
	char violation[160];
	uint64_t samples;
	uint32_t slice;			/* which element() looks into */
	struct draw_card card;
	struct draw_screen screen;
	struct sc_state sc;
	struct cb_state cb;
	struct db_state db;
	struct draw_colors colors;
};

static inline uint32_t rig_reg(void *opaque, uint32_t offset)
{
	return ((struct target_rig *)opaque)->reg[(offset - 0x28000) / 4];
}

static inline void rig_violation(void *opaque, const char *text)
{
	struct target_rig *rig = opaque;

	rig->violations++;
	snprintf(rig->violation, sizeof(rig->violation), "%s", text);
}

static inline void rig_guess(void *opaque, const char *what)
{
	(void)what;
	((struct target_rig *)opaque)->guesses++;
}

static inline bool rig_has(struct target_rig *rig, uint64_t addr, size_t size)
{
	bool good = addr >= SURFACE_AT && addr + size <= SURFACE_AT + (uint64_t)SURFACES * SURFACE_SIZE;

	rig->outside += !good;
	return good;
}

static inline bool rig_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	struct target_rig *rig = opaque;

	rig->reads++;
	rig->path = path;
	if (!rig_has(rig, addr, size))
		return false;
	memcpy(data, rig->memory + (addr - SURFACE_AT), size);
	for (size_t i = 0; i < size; i++)
		rig->touched[addr - SURFACE_AT + i] |= 1;
	return true;
}

static inline bool rig_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	struct target_rig *rig = opaque;

	rig->writes++;
	rig->path = path;
	if (!rig_has(rig, addr, size))
		return false;
	memcpy(rig->memory + (addr - SURFACE_AT), data, size);
	for (size_t i = 0; i < size; i++)
		rig->touched[addr - SURFACE_AT + i] |= 2;
	return true;
}

static inline void set(struct target_rig *rig, uint32_t offset, uint32_t value)
{
	rig->reg[(offset - 0x28000) / 4] = value;
}

static inline void set_float(struct target_rig *rig, uint32_t offset, float value)
{
	set(rig, offset, sq_bits(value));
}

static inline uint32_t surface_base(unsigned int n)
{
	return (uint32_t)((SURFACE_AT + (uint64_t)n * SURFACE_SIZE) >> 8);
}

static inline uint8_t *surface(struct target_rig *rig, unsigned int n)
{
	return rig->memory + (size_t)n * SURFACE_SIZE;
}

/*
 * Target @n: surface n, 128 x 64, standard order, 32-bit exports. 8 banks, two tiles wide and high,
 * aspect 2, split 1024.
 */
static inline void rig_target(struct target_rig *rig, unsigned int n, unsigned int mode, unsigned int format,
			      unsigned int number)
{
	uint32_t at = 0x28c60 + n * 0x3c;

	set(rig, at, surface_base(n));
	set(rig, at + 0x04, 128 / 8 - 1);
	set(rig, at + 0x08, 128 * 64 / 64 - 1);
	set(rig, at + 0x0c, 0);
	set(rig, at + 0x10, format << 2 | mode << 8 | number << 12 | 3u << 27);
	set(rig, at + 0x14, 4u << 5 | 2u << 10 | 1u << 13 | 1u << 16 | 1u << 19);
	rig->reg[(0x28238 - 0x28000) / 4] |= 0xfu << 4 * n;
	rig->reg[(0x2823c - 0x28000) / 4] |= 0xfu << 4 * n;
}

#define INFO(n)		(0x28c70u + (n) * 0x3cu)

static inline void add(struct target_rig *rig, uint32_t offset, uint32_t bits)
{
	rig->reg[(offset - 0x28000) / 4] |= bits;
}

/* The depth surface is number 4, stencil number 5: 128 x 64, 2D tiled. */
static inline void rig_depth(struct target_rig *rig, unsigned int format, bool stencil)
{
	set(rig, 0x28040, format | 4u << 4 | 4u << 8 | 2u << 12 | 1u << 16 | 1u << 20 | 1u << 24);
	set(rig, 0x28044, stencil | 4u << 8);
	set(rig, 0x28048, surface_base(4));
	set(rig, 0x2804c, surface_base(5));
	set(rig, 0x28050, surface_base(4));
	set(rig, 0x28054, surface_base(5));
	set(rig, 0x28058, (128 / 8 - 1) | (64 / 8 - 1) << 11);
	set(rig, 0x2805c, 128 * 64 / 64 - 1);
}

static inline void rig_start(struct target_rig *rig)
{
	memset(rig, 0, sizeof(*rig));
	rig->memory = calloc(SURFACES, SURFACE_SIZE);
	rig->touched = calloc(SURFACES, SURFACE_SIZE);
	if (!rig->memory || !rig->touched)
		abort();
	rig->card = (struct draw_card){
		.opaque = rig, .reg = rig_reg, .violation = rig_violation, .guess = rig_guess,
		.port = { .opaque = rig, .read = rig_read, .write = rig_write },
		.memory = { .pipes = 2, .group = 256, .bank_interleave = 1 }, .samples = &rig->samples,
	};
	rig->screen = (struct draw_screen){ .shape = DRAW_TRIANGLE, .vertices = 3, .front = true };
	rig->sc.samples = 1;
	set(rig, 0x28808, 0xcc0010);
}

static inline void rig_end(struct target_rig *rig)
{
	free(rig->memory);
	free(rig->touched);
}

/* All of one pixel gets four values for target 0; the others of the quad are not covered. */
static inline struct draw_quad pixel_quad(struct target_rig *rig, uint32_t x, uint32_t y, uint16_t samples)
{
	struct draw_quad quad = { .of = &rig->screen, .x = (int32_t)(x & ~1u), .y = (int32_t)(y & ~1u) };

	quad.covered[(x & 1) | (y & 1) << 1] = samples;
	return quad;
}

static inline void export(struct target_rig *rig, unsigned int n, const uint32_t value[4])
{
	rig->colors.exported |= 1u << n;
	for (unsigned int c = 0; c < 4; c++)
		for (unsigned int i = 0; i < DRAW_QUAD; i++)
			rig->colors.value[n][c][i] = value[c];
}

static inline void export_floats(struct target_rig *rig, unsigned int n, float r, float g, float b, float a)
{
	export(rig, n, (const uint32_t[4]) { sq_bits(r), sq_bits(g), sq_bits(b), sq_bits(a) });
}

/* A draw of one pixel. */
static inline void draw_pixel(struct target_rig *rig, uint32_t x, uint32_t y, uint16_t samples)
{
	struct draw_quad quad = pixel_quad(rig, x, y, samples);

	cb_take_state(&rig->cb, &rig->card, rig->sc.samples);
	cb_quad(&rig->cb, &quad, &rig->colors);
	cb_flush(&rig->cb);
}

/* Where the sample of a pixel of a surface of 128 x 64 is; elements of so many bytes. */
static inline uint8_t *element(struct target_rig *rig, unsigned int n, unsigned int mode, unsigned int bytes,
			       uint32_t x, uint32_t y, uint32_t sample)
{
	struct tiling t = rig->card.memory;

	t.mode = mode;
	t.element_log2 = (unsigned int)__builtin_ctz(bytes);
	t.pitch = 128;
	t.height = 64;
	t.banks = 8;
	t.bank_width = t.bank_height = t.aspect = 2;
	t.split = 1024;
	t.samples_log2 = (unsigned int)__builtin_ctz(rig->sc.samples);
	t.non_displayable = t.depth_order = n == 4 || n == 5;
	return surface(rig, n) + tiling_sample_offset(&t, x, y, rig->slice, sample);
}

/* Up to 8 bytes, little endian. */
static inline uint64_t stored(struct target_rig *rig, unsigned int n, unsigned int mode, unsigned int bytes,
			      uint32_t x, uint32_t y, uint32_t sample)
{
	uint64_t value = 0;

	memcpy(&value, element(rig, n, mode, bytes, x, y, sample), bytes);
	return value;
}

#endif

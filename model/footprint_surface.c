// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: footprints of surfaces
 *
 * Tiling moves elements about within a row of macro tiles: a surface reaches from the
 * start of its first macro tile to the end of the last one that it has a part of.
 * So pitch and height are rounded up to whole tiles, and a base that is not
 * aligned is rounded down, as pipe and bank are bits of the address. The samples of
 * an element count like bytes of a larger one, which is what the tile split cuts.
 *
 * Sources: formats by the numbers of AMD's register reference, of which colour
 * targets and textures have the same; sizes of tiles as tiling.c has them. That a base
 * which is not aligned reaches back is a guess.
 */
#include "footprint.h"
#include "tiling.h"

#define GB_ADDR_CONFIG	0x98f8u

#define F(n)	{ n, 1, 1 }
#define P(n)	{ n, 2, 1 }
#define B(n)	{ n, 4, 4 }

static const struct footprint_format formats[64] = {
	[0x01] = F(1), [0x02] = F(1), [0x03] = F(1),
	[0x05] = F(2), [0x06] = F(2), [0x07] = F(2), [0x08] = F(2), [0x09] = F(2), [0x0a] = F(2),
	[0x0b] = F(2), [0x0c] = F(2),
	[0x0d] = F(4), [0x0e] = F(4), [0x0f] = F(4), [0x10] = F(4), [0x11] = F(4), [0x12] = F(4),
	[0x13] = F(4), [0x14] = F(4), [0x15] = F(4), [0x16] = F(4), [0x17] = F(4), [0x18] = F(4),
	[0x19] = F(4), [0x1a] = F(4), [0x1b] = F(4),
	[0x1c] = F(8), [0x1d] = F(8), [0x1e] = F(8), [0x1f] = F(8), [0x20] = F(8),
	[0x22] = F(16), [0x23] = F(16),
	[0x27] = P(4), [0x28] = P(4),		/* pairs of pixels that share two components */
	[0x2b] = F(4),				/* 5_9_9_9 with a shared exponent */
	[0x2f] = F(12), [0x30] = F(12),		/* three of 32 bits */
	[0x31] = B(8), [0x32] = B(16), [0x33] = B(16), [0x34] = B(8),	/* BC1 to BC4 */
	[0x35] = B(16), [0x36] = B(16), [0x37] = B(16),			/* BC5 to BC7 */
};

/**
 * footprint_format() - the memory layout of a format
 * @number: six bits
 */
struct footprint_format footprint_format(unsigned int number)
{
	return formats[number % 64];
}

unsigned int footprint_pipes(struct footprint *f)
{
	return 1u << (footprint_get(f, GB_ADDR_CONFIG) & 3);
}

unsigned int footprint_group(struct footprint *f)
{
	return 256u << (footprint_get(f, GB_ADDR_CONFIG) >> 4 & 7);
}

static bool power_of_two(unsigned int n)
{
	return n && !(n & (n - 1));
}

/* Samples are part of the element. False if no such surface has a place in memory. */
static bool take_tiling(struct footprint *f, const struct footprint_surface *s, struct tiling *t)
{
	unsigned int bytes = s->element * s->samples;

	*t = (struct tiling){
		.mode = s->mode, .pitch = s->pitch, .height = s->height,
		.pipes = footprint_pipes(f), .banks = s->banks, .bank_width = s->bank_width,
		.bank_height = s->bank_height, .aspect = s->aspect, .split = s->split,
		.group = footprint_group(f), .bank_interleave = 1,
	};
	if (s->mode > TILED_2D_THICK || s->mode == 5 || s->mode == 6)
		return false;
	if (s->mode < TILED_2D_THIN1)
		return true;
	t->element_log2 = (unsigned int)__builtin_ctz(bytes | 1u << 31);
	return power_of_two(bytes) && s->split <= 4096;
}

/**
 * footprint_align_surface() - whole tiles
 * @f: the footprint
 * @s: the surface; pitch, height and slices grow
 * @base: its address, which may become smaller
 *
 * Return: false if its registers describe no surface.
 */
bool footprint_align_surface(struct footprint *f, struct footprint_surface *s, uint64_t *base)
{
	uint32_t width, height;
	struct tiling t;

	if (!s->element || !take_tiling(f, s, &t))
		return false;
	tiling_macro_tile(&t, &width, &height);
	if (!height)
		return false;
	s->pitch = footprint_round_up(s->pitch, width);
	s->height = footprint_round_up(s->height, height);
	s->slices = footprint_round_up(s->slices, tiling_thickness(&t));
	if (s->mode != LINEAR_GENERAL)
		*base &= ~(tiling_base_alignment(&t) - 1);
	return true;
}

/**
 * footprint_reach() - how far bytes of a surface lie apart
 * @f: the footprint
 * @s: the surface
 * @bytes: of it
 *
 * With macro tiles, what a bank holds is a number of groups, be the last one full
 * or not.
 */
uint64_t footprint_reach(struct footprint *f, const struct footprint_surface *s, uint64_t bytes)
{
	uint64_t row = (uint64_t)footprint_group(f) * footprint_pipes(f) * s->banks;

	return s->mode < TILED_2D_THIN1 ? bytes : (bytes + row - 1) / row * row;
}

/**
 * footprint_bytes() - from the first to the last byte of all slices
 * @f: the footprint
 * @s: the surface, aligned
 */
uint64_t footprint_bytes(struct footprint *f, const struct footprint_surface *s)
{
	return footprint_reach(f, s, (uint64_t)s->pitch * s->height * s->slices * s->element *
			       s->samples);
}

/**
 * footprint_add() - a surface may be touched, all of it
 * @f: the footprint
 * @trust: that it ends where the fields say
 * @what: for those who read about it
 * @addr: what its register says
 * @s: the surface, by its registers
 * @access: READS, WRITES
 */
void footprint_add(struct footprint *f, enum gpu_trust trust, const char *what, uint64_t addr,
		   const struct footprint_surface *s, unsigned int access)
{
	struct footprint_surface whole = *s;
	uint64_t first = addr;

	if (!footprint_align_surface(f, &whole, &first)) {
		footprint_unbounded(f, what, addr, access);
		return;
	}
	footprint_kept(f, trust, what, first, addr - first + footprint_bytes(f, &whole), access);
}

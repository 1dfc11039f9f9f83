// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: tiling
 *
 * A surface is linear, or made of micro tiles of 8 x 8 elements (thick: 8 x 8 x 4).
 * 1D tiled, the micro tiles follow each other in rows. 2D tiled, macro tiles do,
 * and each of them spreads its micro tiles over all pipes and banks of the memory,
 * so that neighbours of a tile lie in other pipes and its lower neighbours in
 * other banks. A thin micro tile of more bytes than the tile split is cut: its
 * parts go to slices of their own.
 *
 * Samples belong to the micro tile: the colour block has one after the other for all 64
 * elements, the depth block all samples of an element side by side. So it is the split that
 * parts the first samples from the others.
 *
 * The address has, from its low bits on: a place in a group (256 or 512 bytes),
 * the pipe, the place in a bank interleave, the bank, the rest.
 *
 * Sources: sizes and alignments are what Mesa's radeon_surface.c computes and the
 * kernel's evergreen_cs.c demands; the order in a micro tile and the bank equations
 * are those of Mesa's addrlib for the r800 family, as is the order of samples; the order
 * for 4 bytes and the equation for two pipes were seen on hardware. Guesses: which tiles share a pipe
 * if there are eight (the equation is the one of the next family), and that thick
 * tiles have the bits of z on top.
 *
 * Missing: 3D tiling, which rotates pipes from slice to slice; bank and pipe swizzles in
 * the base.
 */
#include <stddef.h>

#include "tiling.h"

#define TILE		8u
#define TILE_ELEMENTS	64u
#define THICK		4u
#define SAMPLES_LOG2	4u	/* at most */

static const struct {
	bool valid, tiled, macro;
	unsigned int thickness;
} modes[16] = {
	[LINEAR_GENERAL] = { true, false, false, 1 },
	[LINEAR_ALIGNED] = { true, false, false, 1 },
	[TILED_1D_THIN1] = { true, true, false, 1 },
	[TILED_1D_THICK] = { true, true, false, THICK },
	[TILED_2D_THIN1] = { true, true, true, 1 },
	[TILED_2D_THICK] = { true, true, true, THICK },
};

/* Which bit of a coordinate is which bit of the index of an element in its tile. */
enum { X0, X1, X2, Y0, Y1, Y2 };

static const uint8_t displayable[5][6] = {
	{ X0, X1, X2, Y1, Y0, Y2 },
	{ X0, X1, X2, Y0, Y1, Y2 },
	{ X0, X1, Y0, X2, Y1, Y2 },
	{ X0, Y0, X1, X2, Y1, Y2 },
	{ Y0, X0, X1, X2, Y1, Y2 },
};

static const uint8_t non_displayable[6] = { X0, Y0, X1, Y1, X2, Y2 };

static unsigned int log2_of(unsigned int n)
{
	return (unsigned int)__builtin_ctz(n);
}

/* Most divisors here are powers of two, and each element of a copy comes by. */
static uint64_t over(uint64_t n, unsigned int power)
{
	return n >> log2_of(power);
}

static uint32_t rest(uint64_t n, unsigned int power)
{
	return (uint32_t)n & (power - 1);
}

/**
 * tiling_thickness() - slices that share a micro tile
 * @t: the surface, whose mode is valid
 */
unsigned int tiling_thickness(const struct tiling *t)
{
	return modes[t->mode].thickness;
}

static uint32_t micro_bytes(const struct tiling *t)
{
	return TILE_ELEMENTS * tiling_thickness(t) << t->element_log2 << t->samples_log2;
}

/* Into how many parts the split cuts a micro tile; thick ones stay whole. */
static uint32_t parts(const struct tiling *t)
{
	uint32_t bytes = micro_bytes(t);

	return modes[t->mode].macro && tiling_thickness(t) == 1 && bytes > t->split ? (uint32_t)over(bytes, t->split) : 1;
}

static uint32_t macro_width(const struct tiling *t)
{
	return TILE * t->bank_width * t->pipes * t->aspect;
}

static uint32_t macro_height(const struct tiling *t)
{
	return TILE * (uint32_t)over((uint64_t)t->bank_height * t->banks, t->aspect);
}

/* What a macro tile has in one bank of one pipe. */
static uint32_t bank_bytes(const struct tiling *t)
{
	return (uint32_t)over(micro_bytes(t), parts(t)) * t->bank_width * t->bank_height;
}

static bool has_small_banks(const struct tiling *t)
{
	return bank_bytes(t) < t->group * t->bank_interleave;
}

static bool has_small_rows(const struct tiling *t)
{
	return t->pitch / TILE * micro_bytes(t) % t->group;
}

/* Stencil has the banks and the pitch that Mesa has chosen for its depth. */
static const char *macro_problem(const struct tiling *t)
{
	if (t->split < 64 || t->split > 4096)
		return "no such tile split";
	if (t->aspect > t->banks)
		return "macro tile aspect above the number of banks";
	if (!t->stencil && has_small_banks(t))
		return "a bank of a macro tile is smaller than a group";
	if (t->pitch % macro_width(t))
		return "pitch is no multiple of a macro tile";
	return t->height % macro_height(t) ? "slice is no multiple of macro tiles" : NULL;
}

/**
 * tiling_problem() - can a surface be like that?
 * @t: the surface; its pipes, banks, group and bank interleave are powers of two
 *
 * Return: NULL, or what is wrong with it.
 */
const char *tiling_problem(const struct tiling *t)
{
	uint32_t element = 1u << t->element_log2;

	if (t->mode >= 16 || !modes[t->mode].valid)
		return "no such array mode";
	if (t->element_log2 > 4)
		return "no such element size";
	if (!t->pitch || !t->height)
		return "empty";
	if (t->samples_log2 > SAMPLES_LOG2)
		return "no such number of samples";
	if (t->samples_log2 && (!modes[t->mode].tiled || tiling_thickness(t) > 1))
		return "samples are in thin tiles only";
	if (t->mode == LINEAR_ALIGNED && (t->pitch % 64 || t->pitch * element % t->group))
		return "pitch is not aligned";
	if (!modes[t->mode].tiled)
		return NULL;
	if (modes[t->mode].macro)
		return macro_problem(t);
	if (t->pitch % TILE || t->height % TILE)
		return "no whole tiles";
	if (!t->stencil && has_small_rows(t))
		return "row of tiles is no multiple of a group";
	return NULL;
}

/**
 * tiling_is_guessed() - does what tiling_offset() says of it rest on a guess?
 * @t: the surface, valid
 */
bool tiling_is_guessed(const struct tiling *t)
{
	if (tiling_thickness(t) > 1 || (modes[t->mode].macro && t->pipes == 8))
		return true;
	return modes[t->mode].macro ? has_small_banks(t) : modes[t->mode].tiled && has_small_rows(t);
}

/**
 * tiling_has_whole_tiles() - is the way from the first element of a micro tile the same in each tile?
 * @t: the surface, valid
 *
 * It is but for what the split has cut: the parts go to banks that depend on the tile.
 */
bool tiling_has_whole_tiles(const struct tiling *t)
{
	return modes[t->mode].tiled && parts(t) == 1;
}

/**
 * tiling_slice_bytes() - from a slice to the next
 * @t: the surface, valid
 *
 * Return: bytes; of a thick surface, for the slices that share a tile.
 */
uint64_t tiling_slice_bytes(const struct tiling *t)
{
	return ((uint64_t)t->pitch * t->height * tiling_thickness(t)) << t->element_log2 << t->samples_log2;
}

/**
 * tiling_reach() - how far a surface goes in memory
 * @t: the surface, valid
 * @slices: how many it has
 *
 * Where a bank of a macro tile is smaller than a group, as it may be for stencil, interleaving leaves gaps, and
 * ends behind what slices are long.
 *
 * Return: bytes from the start of the surface.
 */
uint64_t tiling_reach(const struct tiling *t, uint32_t slices)
{
	uint64_t unit = (uint64_t)t->group * t->bank_interleave * t->banks * t->pipes, thick = tiling_thickness(t);
	uint64_t bytes = tiling_slice_bytes(t) * ((slices + thick - 1) / thick);

	return modes[t->mode].macro ? (bytes + unit - 1) / unit * unit : bytes;
}

/**
 * tiling_macro_tile() - the elements that a surface consists of multiples of
 * @t: the surface; its mode is valid, its pitch and height do not count
 * @width: out: elements in a row of a macro tile, of a micro tile, or 1
 * @height: out: its rows; 0 if the aspect leaves none
 */
void tiling_macro_tile(const struct tiling *t, uint32_t *width, uint32_t *height)
{
	*width = modes[t->mode].tiled ? TILE : 1;
	*height = *width;
	if (modes[t->mode].macro) {
		*width = macro_width(t);
		*height = macro_height(t) / TILE * TILE;
	}
}

/**
 * tiling_base_alignment() - where such a surface may start
 * @t: the surface, valid
 *
 * Return: bytes: a group, and of a 2D tiled one a macro tile.
 */
uint64_t tiling_base_alignment(const struct tiling *t)
{
	uint64_t group = t->group > 256 ? t->group : 256, macro;

	if (!modes[t->mode].macro)
		return group;
	macro = (uint64_t)bank_bytes(t) * t->pipes * t->banks;
	return macro > group ? macro : group;
}

/**
 * tiling_place() - where in its micro tile a sample of an element is
 * @t: the surface, valid, with tiles
 * @x: column
 * @y: row
 * @z: slice
 * @sample: less than it has
 *
 * Return: bytes; the same for all tiles.
 */
uint32_t tiling_place(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t sample)
{
	bool thick = tiling_thickness(t) > 1;
	const uint8_t *order = t->non_displayable || thick ? non_displayable :
			       displayable[t->element_log2];
	uint32_t bits = (x % TILE) | (y % TILE) << 3, index = thick ? z % THICK << 6 : 0;

	for (unsigned int i = 0; i < 6; i++)
		index |= (bits >> order[i] & 1) << i;
	index = t->depth_order ? index << t->samples_log2 | sample : index + TILE_ELEMENTS * sample;
	return index << t->element_log2;
}

/**
 * tiling_complete() - fill in a table of places or ways of all elements of a micro tile
 * @of: by number, row by row from the first, which is 0; those whose number is a power of two are there
 *
 * Each bit of the number has its own bits in the result.
 */
void tiling_complete(uint32_t of[TILE_ELEMENTS])
{
	of[0] = 0;
	for (uint32_t i = 1; i < TILE_ELEMENTS; i++)
		of[i] = of[i & (i - 1)] + of[i & -i];
}

static uint64_t micro_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t place)
{
	uint64_t tile = (uint64_t)(y / TILE) * (t->pitch / TILE) + x / TILE;

	return z / tiling_thickness(t) * tiling_slice_bytes(t) + tile * micro_bytes(t) +
	       place;
}

/* @x and @y in micro tiles. */
static uint32_t pipe_of(const struct tiling *t, uint32_t x, uint32_t y)
{
	uint32_t x0 = x & 1, x1 = x >> 1 & 1, x2 = x >> 2 & 1;
	uint32_t y0 = y & 1, y1 = y >> 1 & 1, y2 = y >> 2 & 1;

	switch (t->pipes) {
	case 2:
		return x0 ^ y0;
	case 4:
		return (x1 ^ y0) | (x0 ^ y1) << 1;
	case 8:
		return (x1 ^ x2 ^ y0) | (x0 ^ y1) << 1 | (x2 ^ y2) << 2;
	default:
		return 0;
	}
}

/* Columns go up and rows go down through the bits; from 8 banks on, the top row counts twice. */
static uint32_t bank_of(const struct tiling *t, uint32_t x, uint32_t y, uint32_t slice,
			uint32_t part)
{
	static const uint8_t reversed[16] = { 0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15 };
	uint32_t column = (uint32_t)over(x, t->bank_width * t->pipes), bank;
	uint32_t row = (uint32_t)over(y, t->bank_height);
	unsigned int bits = log2_of(t->banks);		/* up to four */

	bank = column ^ reversed[row & (t->banks - 1)] >> (4 - bits);
	if (bits > 2)
		bank ^= (row >> (bits - 1) & 1) << 1;
	bank ^= (t->banks / 2 - 1) * slice;
	bank ^= (t->banks / 2 + 1) * part;
	return bank & (t->banks - 1);
}

/* Puts pipe and bank between the bits of the offset that each of them sees. */
static uint64_t interleave(const struct tiling *t, uint64_t offset, uint32_t pipe, uint32_t bank)
{
	uint64_t groups = over(offset, t->group), at = over(groups, t->bank_interleave);

	at = at * t->banks + bank;
	at = at * t->bank_interleave + rest(groups, t->bank_interleave);
	return (at * t->pipes + pipe) * t->group + rest(offset, t->group);
}

static uint64_t macro_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t place)
{
	uint32_t n = parts(t), stored = (uint32_t)over(micro_bytes(t), n);
	uint32_t part = (uint32_t)over(place, stored), tx = x / TILE, ty = y / TILE;
	uint32_t slice = (uint32_t)over(z, tiling_thickness(t));
	uint64_t per_row = over(t->pitch, macro_width(t));
	uint64_t per_slice = per_row * over(t->height, macro_height(t));
	uint32_t tile = rest(ty, t->bank_height) * t->bank_width +
			rest(over(tx, t->pipes), t->bank_width);
	uint64_t macro, offset;

	macro = ((uint64_t)slice * n + part) * per_slice;
	macro += over(y, macro_height(t)) * per_row + over(x, macro_width(t));
	offset = macro * bank_bytes(t) + rest(place, stored);
	offset += (uint64_t)tile * stored;
	return interleave(t, offset, pipe_of(t, tx, ty), bank_of(t, tx, ty, slice, part));
}

/**
 * tiling_place_offset() - where a place of a micro tile is
 * @t: the surface, valid, with tiles
 * @x: column of any element of the tile
 * @y: row likewise
 * @z: slice
 * @place: what tiling_place() returns
 *
 * Return: bytes from the start of the surface.
 */
uint64_t tiling_place_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t place)
{
	return modes[t->mode].macro ? macro_offset(t, x, y, z, place) : micro_offset(t, x, y, z, place);
}

/**
 * tiling_run() - bytes of a micro tile that are neighbours in memory, at least
 * @t: the surface, valid, with tiles
 *
 * Return: a power of two, which divides the places where such a run begins.
 */
uint32_t tiling_run(const struct tiling *t)
{
	uint32_t stored = (uint32_t)over(micro_bytes(t), parts(t));

	return modes[t->mode].macro && stored > t->group ? t->group : stored;
}

/**
 * tiling_is_linear() - is it without tiles?
 * @t: the surface, whose mode is valid
 */
bool tiling_is_linear(const struct tiling *t)
{
	return !modes[t->mode].tiled;
}

/**
 * tiling_sample_offset() - where a sample of an element is
 * @t: the surface, valid
 * @x: column; from the pitch on, it is of rows below
 * @y: row, less than the height
 * @z: slice
 * @sample: less than it has
 *
 * Return: bytes from the start of the surface.
 */
uint64_t tiling_sample_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z, uint32_t sample)
{
	if (modes[t->mode].tiled)
		return tiling_place_offset(t, x, y, z, tiling_place(t, x, y, z, sample));
	return z * tiling_slice_bytes(t) + (((uint64_t)y * t->pitch + x) << t->element_log2);
}

/**
 * tiling_offset() - where an element is, or the first of its samples
 * @t: the surface, valid
 * @x: column; from the pitch on, it is of rows below
 * @y: row, less than the height
 * @z: slice
 *
 * Return: bytes from the start of the surface.
 */
uint64_t tiling_offset(const struct tiling *t, uint32_t x, uint32_t y, uint32_t z)
{
	return tiling_sample_offset(t, x, y, z, 0);
}

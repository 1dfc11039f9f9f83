// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: texels
 *
 * From an element in memory to four numbers. An element is a texel, or a block of them. What has
 * been read is kept until the next instruction: neighbours share the texels of a linear filter.
 *
 * Sources: AMD's register guides for numbers of formats; the Khronos Data Format Specification for
 * shared exponents, subsampled texels and sRGB; Mesa for which of the two subsampled formats is
 * which. Guesses: of formats of one bit the first texel is in the lowest bit, or in the highest of
 * the reversed one; 32_AS_32_32_32_32 has its value in all components; sRGB becomes linear before
 * anything is filtered, and alpha stays.
 */
#include <string.h>

#include "block.h"
#include "unit.h"

#define TILE	8u
#define RGBA8	0x1au

typedef uint8_t bytes4 __attribute__((vector_size(4)));

static void decode_plain(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	(void)texel;
	sq_unpack_signs(t->format, (enum sq_number)t->num_format, t->signs, t->srf, bytes, value);
}

static uint32_t from_byte(const struct tx_texture *t, uint32_t byte)
{
	if (t->num_format == SQ_INT)
		return byte;
	return sq_bits(t->num_format == SQ_SCALED ? (float)byte : (float)(byte / 255.0));
}

static void decode_bytes(const struct tx_texture *t, const uint8_t rgba[4], uint32_t value[4])
{
	for (unsigned int c = 0; c < 4; c++)
		value[c] = from_byte(t, rgba[c]);
}

/* By far the most. Of each byte, a division of floats gives what one of doubles does. */
static void decode_rgba8(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	(void)t;
	(void)texel;
	for (unsigned int c = 0; c < 4; c++)
		value[c] = sq_bits((float)bytes[c] / 255.0f);
}

static void decode_bit(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	uint32_t one = t->num_format == SQ_INT ? 1 : sq_bits(1.0f);

	value[0] = bytes[0] >> texel & 1 ? one : 0;
	value[1] = 0;
	value[2] = 0;
	value[3] = one;
}

static void decode_bit_reversed(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	decode_bit(t, bytes, 7 - texel, value);
}

/* Two greens, and what they share: red is byte 0 here, the first green byte 1. */
static void decode_gb_gr(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	const uint8_t rgba[4] = { bytes[0], bytes[1 + 2 * (size_t)texel], bytes[2], 255 };

	decode_bytes(t, rgba, value);
}

static void decode_bg_rg(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	const uint8_t rgba[4] = { bytes[1], bytes[2 * (size_t)texel], bytes[3], 255 };

	decode_bytes(t, rgba, value);
}

static void decode_shared_exponent(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel,
				   uint32_t value[4])
{
	uint32_t word = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;

	(void)t;
	(void)texel;
	for (unsigned int c = 0; c < 3; c++)
		value[c] = sq_bits(ldexpf((float)(word >> 9 * c & 0x1ff), (int)(word >> 27) - 24));
	value[3] = sq_bits(1.0f);
}

static void decode_as_four(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	(void)texel;
	sq_unpack_signs(0x0d, (enum sq_number)t->num_format, t->signs, t->srf, bytes, value);
	value[1] = value[0];
	value[2] = value[0];
	value[3] = value[0];
}

static void decode_bc1(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	uint8_t rgba[4];

	tx_decode_bc1(bytes, texel, rgba);
	decode_bytes(t, rgba, value);
}

static void decode_bc2(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	uint8_t rgba[4];

	tx_decode_bc2(bytes, texel, rgba);
	decode_bytes(t, rgba, value);
}

static void decode_bc3(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	uint8_t rgba[4];

	tx_decode_bc3(bytes, texel, rgba);
	decode_bytes(t, rgba, value);
}

static void decode_bc4(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	value[0] = sq_bits(tx_decode_bc4(bytes, texel, t->signs & 1));
	value[1] = 0;
	value[2] = 0;
	value[3] = sq_bits(1.0f);
}

static void decode_bc5(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	decode_bc4(t, bytes, texel, value);
	value[1] = sq_bits(tx_decode_bc4(bytes + 8, texel, t->signs >> 1 & 1));
}

static void decode_bc6(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	uint16_t rgb[3];

	tx_decode_bc6(bytes, texel, t->signs & 1, rgb);
	for (unsigned int c = 0; c < 3; c++)
		value[c] = sq_bits(sq_half_to_float(rgb[c]));
	value[3] = sq_bits(1.0f);
}

static void decode_bc7(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	uint8_t rgba[4];

	tx_decode_bc7(bytes, texel, rgba);
	decode_bytes(t, rgba, value);
}

static const struct {
	unsigned int bytes, width, height;
	tx_decode_fn *decode;
} kinds[64] = {
	[0x25] = { 1, 8, 1, decode_bit }, [0x26] = { 1, 8, 1, decode_bit_reversed },
	[0x27] = { 4, 2, 1, decode_gb_gr }, [0x28] = { 4, 2, 1, decode_bg_rg },
	[0x2b] = { 4, 1, 1, decode_shared_exponent },
	[0x31] = { 8, 4, 4, decode_bc1 }, [0x32] = { 16, 4, 4, decode_bc2 }, [0x33] = { 16, 4, 4, decode_bc3 },
	[0x34] = { 8, 4, 4, decode_bc4 }, [0x35] = { 16, 4, 4, decode_bc5 }, [0x36] = { 16, 4, 4, decode_bc6 },
	[0x37] = { 16, 4, 4, decode_bc7 }, [0x38] = { 4, 1, 1, decode_as_four },
};

unsigned int tx_element_size(uint32_t format, unsigned int *width, unsigned int *height)
{
	bool special = kinds[format].bytes;

	*width = special ? kinds[format].width : 1;
	*height = special ? kinds[format].height : 1;
	return special ? kinds[format].bytes : sq_format_size(format);
}

tx_decode_fn *tx_decoder_of(const struct tx_texture *t)
{
	if (t->format == RGBA8 && t->num_format == SQ_NORM && !t->signs)
		return decode_rgba8;
	return kinds[t->format].decode ? kinds[t->format].decode : decode_plain;
}

/* ---- from memory ---- */

static float to_linear(float c)
{
	return c <= 0.04045f ? c / 12.92f : (float)pow(((double)c + 0.055) / 1.055, 2.4);
}

/* Tiles are kept, for most texels of an instruction lie in a few. */
static bool find_element(const struct tx_op *op, unsigned int level, uint32_t x, uint32_t y, uint32_t z,
			 unsigned int sample, uint64_t *addr)
{
	const struct tx_level *l = &op->t->level[level];
	struct tx_tile *tile = &op->unit->tile[(x / TILE + 4 * (y / TILE) + 16 * z + level) % TX_TILES];
	uint64_t key = tx_key(op, level, x / TILE, y / TILE, z, 0);

	if (!l->whole || sample)
		return sq_surface_find_sample(&l->surface, x, y, z, sample, addr);
	if (tile->key != key) {
		if (!sq_surface_find(&l->surface, x / TILE * TILE, y / TILE * TILE, z, &tile->addr))
			return false;
		tile->key = key;
	}
	*addr = tile->addr + l->way[x % TILE + y % TILE * TILE];
	return true;
}

/* From an element in the order of the host to a texel of it. */
static void make_texel(const struct tx_texture *t, const uint8_t *bytes, unsigned int texel, uint32_t value[4])
{
	t->decode(t, bytes, texel, value);
	for (unsigned int c = 0; t->degamma && c < 3; c++)
		value[c] = sq_bits(to_linear(sq_float(value[c])));
}

SQ_CLONES
static void make_rgba8(const uint8_t *bytes, const uint32_t way[TILE * TILE], uint32_t value[TILE * TILE][4])
{
	for (unsigned int i = 0; i < TILE * TILE; i++) {
		const bytes4 *in = (const bytes4 *)(bytes + way[i]);

		*(sq_f4 *)value[i] = __builtin_convertvector(__builtin_convertvector(*in, sq_i4), sq_f4) / 255.0f;
	}
}

void tx_make_texels(const struct tx_texture *t, const uint8_t *bytes, const uint32_t way[TILE * TILE],
		    uint32_t value[TILE * TILE][4])
{
	if (t->decode == decode_rgba8 && !t->degamma) {
		make_rgba8(bytes, way, value);
		return;
	}
	for (unsigned int i = 0; i < TILE * TILE; i++)
		make_texel(t, bytes + way[i], 0, value[i]);
}

void tx_read_memory(const struct tx_op *op, uint64_t key, uint32_t value[4])
{
	uint32_t x = key & 0x3fff, y = key >> 14 & 0x3fff, z = key >> 28 & 0x1fff, column = x, row = y;
	unsigned int level = key >> 41 & 0xf, sample = key >> 45 & 0xf, texel = 0;
	const struct sq_port *port = &op->wave->state->port;
	const struct tx_texture *t = op->t;
	unsigned int size = 1u << t->level[level].surface.tiling.element_log2;
	uint8_t bytes[16] = { 0 };
	uint64_t addr;

	if (t->block_width > 1) {
		column = x / t->block_width;
		row = y / t->block_height;
		texel = y % t->block_height * t->block_width + x % t->block_width;
	}
	if (!find_element(op, level, column, row, z, sample, &addr) ||
	    !port->read(port->opaque, SQ_TEXTURE, addr, bytes, size))
		memset(bytes, 0, sizeof(bytes));
	if (t->endian)
		sq_swap_bytes(bytes, size, t->endian);
	make_texel(t, bytes, texel, value);
}

bool tx_check_level(const struct tx_op *op, unsigned int level)
{
	const char *problem = op->t->level[level].surface.problem;

	return !problem || tx_violated(op, "level %u of the texture: %s", level, problem);
}

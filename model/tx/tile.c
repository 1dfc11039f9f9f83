// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: whole tiles
 *
 * As a cache of the chip has lines, the texels of a tile are read at once: filters look at most of
 * them, and a key for all of them is found sooner than one for each. Who watches sees more accesses
 * than filters need, so this is for waves that keep texels, see struct sq_state. A tile whose bytes
 * lie apart, or that has blocks of texels, is left to texel.c.
 */
#include <string.h>

#include "unit.h"

bool tx_has_whole_tiles(const struct tx_op *op, unsigned int level)
{
	const struct tx_level *l = &op->t->level[level];
	uint32_t elements = TX_TILE * TX_TILE;

	return op->wave->state->keeps_texels && l->whole && op->t->block_width == 1 &&
	       l->way[elements - 1] == (elements - 1) << l->surface.tiling.element_log2;
}

void tx_read_tile(const struct tx_op *op, uint64_t key, uint32_t texel[TX_TILE * TX_TILE][4])
{
	uint32_t column = key & 0x3fff, row = key >> 14 & 0x3fff, z = key >> 28 & 0x1fff;
	const struct tx_level *l = &op->t->level[key >> 41 & 0xf];
	uint32_t element = 1u << l->surface.tiling.element_log2, size = TX_TILE * TX_TILE * element;
	const struct sq_port *port = &op->wave->state->port;
	uint8_t tile[TX_TILE * TX_TILE * 16] __attribute__((aligned(16)));
	uint64_t addr;

	if (!sq_surface_find(&l->surface, column * TX_TILE, row * TX_TILE, z, &addr) ||
	    !port->read(port->opaque, SQ_TEXTURE, addr, tile, size))
		memset(tile, 0, size);
	for (uint32_t at = 0; op->t->endian && at < size; at += element)
		sq_swap_bytes(tile + at, element, op->t->endian);
	tx_make_texels(op->t, tile, l->way, texel);
}

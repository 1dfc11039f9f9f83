/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Texels of compressed blocks of 4 x 4; @texel counts row by row.
 */
#ifndef TX_BLOCK_H
#define TX_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

void tx_decode_bc1(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4]);
void tx_decode_bc2(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4]);
void tx_decode_bc3(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4]);
/* One component of BC4 and BC5. */
float tx_decode_bc4(const uint8_t *bytes, unsigned int texel, bool is_signed);
/* Half floats. */
void tx_decode_bc6(const uint8_t *bytes, unsigned int texel, bool is_signed, uint16_t rgb[3]);
void tx_decode_bc7(const uint8_t *bytes, unsigned int texel, uint8_t rgba[4]);

#endif

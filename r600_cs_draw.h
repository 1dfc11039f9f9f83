/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef R600_CS_DRAW_H
#define R600_CS_DRAW_H

#include "r600_cs_state.h"

int r600_cs_check_ring(struct r600_cs_state *st, u32 offset);

#endif

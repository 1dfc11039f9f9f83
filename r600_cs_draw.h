/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef R600_CS_DRAW_H
#define R600_CS_DRAW_H

#include "r600_cs_state.h"

int r600_cs_check_stage_constants(struct r600_cs_state *st, u32 base, u32 size);
int r600_cs_check_arguments(struct r600_cs_state *st, u32 offset, u32 bytes);
/* One part of the state is bounded: 0 or -EINVAL. */
typedef int (*r600_cs_state_check)(struct r600_cs_state *st);

int r600_cs_check_work(struct r600_cs_state *st, u32 bank,
		       const r600_cs_state_check *checks);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What is the same for all draws. */
#ifndef DRAW_STATE_H
#define DRAW_STATE_H

#include "cs.h"

void set_config_reg(struct cs *cs, uint32_t reg, uint32_t value);
void set_context_reg(struct cs *cs, uint32_t reg, uint32_t value);

/* Everything that a draw depends on, and that no function of draw.h sets. */
void set_common_state(struct cs *cs, bool cayman);

#endif

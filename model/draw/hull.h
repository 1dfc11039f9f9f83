/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Programs of patches: LS and HS.
 */
#ifndef HULL_H
#define HULL_H

#include "vertices.h"

struct hull;

/* NULL: no memory. @vgt has patches. What the arguments point to stays. */
struct hull *hull_begin(const struct draw_card *card, const struct draw_program *ls, const struct draw_program *hs,
			struct vgt *vgt);
void hull_end(struct hull *hull);
/* What the tessellator makes of patches. */
struct feed hull_feed(struct hull *hull);
/* What the program of the domain's points sees. */
uint8_t *hull_lds(struct hull *hull);

#endif

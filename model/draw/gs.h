/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Geometry programs, and those whose vertices they have.
 */
#ifndef GS_H
#define GS_H

#include "vertices.h"

struct gs;

/* NULL: no memory. The arguments are copied, what they point to stays. @lds: what ES sees, or NULL. */
struct gs *gs_begin(const struct draw_card *card, const struct draw_program *es, const struct draw_program *gs,
		    const struct feed *feed, uint8_t *lds);
void gs_end(struct gs *gs);
/* What has been emitted. */
struct feed gs_feed(struct gs *gs);

#endif

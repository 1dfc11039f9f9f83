/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The programs of vertices: primitives of indices to primitives of vertices.
 */
#ifndef STAGES_H
#define STAGES_H

#include "vertices.h"

/*
 * Which are on says how vertices go: with LS and HS they are those of patches, and what the
 * tessellator makes of these is for ES or, without GS, for VS; with ES and GS, VS has what GS emits.
 */
struct draw_programs {
	struct draw_program ls, hs, es, gs, vs, ps;
};

struct stages;

/* NULL: no memory. What the arguments point to stays until stages_end(). */
struct stages *stages_begin(const struct draw_card *card, const struct draw_programs *programs,
			    const struct vgt_source *source);
/*
 * Runs about so many instructions. READY: there are primitives to draw, which last until the next
 * call; DONE: no more; WRONG: a program did what is not defined, and none follows.
 */
enum stages_is stages_continue(struct stages *stages, uint64_t instructions);
const struct draw_primitive *stages_primitives(const struct stages *stages, unsigned int *n);
void stages_end(struct stages *stages);

#endif

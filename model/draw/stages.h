/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The programs of vertices: primitives of indices to primitives of vertices.
 */
#ifndef STAGES_H
#define STAGES_H

#include "vgt.h"

#define STAGES_VERTICES		SQ_LANES
#define STAGES_PRIMITIVES	256u

/* A program with what it finds in registers. */
struct draw_program {
	const struct sq_shader *shader;	/* NULL: the stage is off */
	const struct sq_state *state;
};

struct draw_programs {
	struct draw_program vs, ps;
};

struct stages;

enum stages_is { STAGES_RUN, STAGES_READY, STAGES_DONE, STAGES_WRONG };

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

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A draw under way: the blocks behind one another.
 */
#ifndef PIPE_H
#define PIPE_H

#include "backend.h"

struct pipe;

/* What has come out of the blocks so far. */
struct pipe_counts {
	uint64_t primitives;		/* of the API */
	uint64_t screens;		/* of PA */
	struct backend_counts pixels;
};

/* NULL: no memory. What the arguments point to stays until pipe_end(). */
struct pipe *pipe_begin(const struct draw_card *card, const struct draw_programs *programs,
			const struct vgt_source *source);
/* Runs about so many instructions. False: it has ended. */
bool pipe_continue(struct pipe *pipe, uint64_t instructions);
struct pipe_counts pipe_counts(const struct pipe *pipe);
void pipe_end(struct pipe *pipe);

#endif

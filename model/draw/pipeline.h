/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The drawing pipeline: a draw under way.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "backend.h"

struct pipeline;

/* What has come out of the blocks so far. */
struct pipeline_counts {
	uint64_t primitives;		/* of the API */
	uint64_t screens;		/* of PA */
	struct backend_counts pixels;
};

/* NULL: no memory. What the arguments point to stays until pipeline_end(). */
struct pipeline *pipeline_begin(const struct draw_card *card, const struct draw_programs *programs,
				const struct vgt_source *source);
/* Runs about so many instructions. False: it has ended. */
bool pipeline_continue(struct pipeline *pipe, uint64_t instructions);
struct pipeline_counts pipeline_counts(const struct pipeline *pipe);
void pipeline_end(struct pipeline *pipe);

#endif

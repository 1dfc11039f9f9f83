/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Primitives whose vertices have not run, and waves of such vertices.
 */
#ifndef VERTICES_H
#define VERTICES_H

#include "vgt.h"

#define VERTICES_MOST		6u	/* of a primitive: a triangle with its neighbours */
#define VERTICES_PRIMITIVES	256u	/* of a wave */
#define VERTICES_BUCKETS	128u	/* a power of two, more than vertices */

/* A program with what it finds in registers. */
struct draw_program {
	const struct sq_shader *shader;	/* NULL: the stage is off */
	const struct sq_state *state;
};

/* What a program of vertices finds in R0. Equal ones are one vertex. */
struct feed_vertex {
	uint32_t r0[4];
};

struct feed_primitive {
	enum draw_shape shape;
	unsigned int n;
	struct feed_vertex vertex[VERTICES_MOST];
	unsigned int provoking;
	bool edge[3], first;
	uint32_t id, stream;
};

/* Of one to three vertices. */
static inline enum draw_shape feed_shape(unsigned int vertices)
{
	return vertices == 1 ? DRAW_POINT : vertices == 2 ? DRAW_LINE : DRAW_TRIANGLE;
}

enum stages_is { STAGES_RUN, STAGES_READY, STAGES_DONE, STAGES_WRONG };

/* Where primitives come from: the VGT, the tessellator, or geometry programs. */
struct feed {
	void *opaque;
	enum draw_statistic counted;	/* what runs of their vertices are; DRAW_STATISTICS: nothing */
	/* False: programs have to run first. */
	bool (*next)(void *opaque, struct feed_primitive *p);
	/*
	 * Runs about so many instructions of them. What it has given before has to have run, for this
	 * may write over what the programs of these vertices read. READY: there are some again.
	 */
	enum stages_is (*run)(void *opaque, uint64_t instructions);
};

struct vertices {
	const struct draw_card *card;
	struct feed feed;
	struct sq_work *work;
	unsigned int gprs, room;
	unsigned int n, primitives;
	struct feed_vertex vertex[SQ_LANES];
	struct feed_primitive primitive[VERTICES_PRIMITIVES];
	uint8_t place[VERTICES_PRIMITIVES][VERTICES_MOST];	/* lanes of its vertices */
	uint8_t bucket[VERTICES_BUCKETS];
};

/* False: no memory. At most @room vertices run at once. @lds: what their program sees, or NULL. */
bool vertices_begin(struct vertices *v, const struct draw_card *card, const struct draw_program *program,
		    const struct feed *feed, unsigned int room, uint8_t *lds);
void vertices_end(struct vertices *v);
/* READY: there are primitives whose vertices fill a wave, or are the last before the feed has to run. */
enum stages_is vertices_collect(struct vertices *v, uint64_t instructions);
struct sq_wave *vertices_start(struct vertices *v);

#endif

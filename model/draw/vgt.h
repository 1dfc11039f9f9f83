/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The vertex grouper: indices to primitives.
 */
#ifndef VGT_H
#define VGT_H

#include "draw.h"

#define VGT_MOST	32u		/* vertices of a primitive: a patch */
#define VGT_AHEAD	64u		/* indices read at once */
#define VGT_SLICE	4096u		/* indices taken without a primitive */
#define VGT_PATCH	0x09u		/* a type of primitives */

/* SOURCE_SELECT of VGT_DRAW_INITIATOR. */
enum vgt_from { VGT_BUFFER, VGT_IMMEDIATE, VGT_AUTO };

/* What a draw packet names. */
struct vgt_source {
	enum vgt_from from;
	uint64_t base;			/* of indices in a buffer */
	uint32_t count, max;		/* to draw; there are in the buffer, or dwords of immediate ones */
	const uint32_t *words;		/* of the packet, immediate ones */
	bool firsts;			/* of these words each stands for three indices, of 32 bits: the next two, too */
	uint32_t instances;
};

/*
 * A primitive as the API has it: with neighbours (lines of four, triangles of six vertices, each
 * with the one behind an edge after it), or a patch.
 */
struct vgt_primitive {
	enum draw_shape shape;
	unsigned int n;
	uint32_t index[VGT_MOST];
	unsigned int provoking;		/* of the vertices that are drawn */
	bool edge[3], first;
	uint32_t id, instance;
};

struct vgt {
	const struct draw_card *card;
	struct vgt_source source;
	unsigned int type, bytes, swap, patch;	/* bytes, swap: of an index; patch: vertices */
	bool last;			/* the last vertex provokes */
	bool restarts;
	uint32_t restart, offset, least, most;

	uint32_t at, instance, id;	/* which index is next */
	uint32_t ahead[VGT_AHEAD], read_at, read;	/* those from read_at on */
	uint32_t held[VGT_MOST];	/* of a primitive, or the last ones of a strip */
	unsigned int n;
	uint32_t strip, opening;	/* primitives of the strip so far; its first vertex */
	bool fresh;			/* the list or strip has just begun */
	struct vgt_primitive waiting;	/* the second half of a quad */
	bool waits;
};

void vgt_take_state(struct vgt *v, const struct draw_card *card, const struct vgt_source *source);
/* False: there are no more, or a slice has made none. */
bool vgt_next(struct vgt *v, struct vgt_primitive *p);
bool vgt_ended(const struct vgt *v);
/* Which of its vertices are drawn: up to three, from those with neighbours. */
unsigned int vgt_drawn(const struct vgt_primitive *p, unsigned int which);

#endif

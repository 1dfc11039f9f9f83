/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Stream out: vertices of primitives to buffers.
 */
#ifndef STREAMOUT_H
#define STREAMOUT_H

#include "vertices.h"

#define STREAMOUT_BUFFERS	4u

struct streamout {
	const struct draw_card *card;
	uint32_t on;			/* bits: streams */
	uint32_t drawn;			/* the stream that goes on to PA; SQ_STREAMS or more: none does */
	uint32_t buffers[SQ_STREAMS];	/* bits: those a stream has */
	struct {
		uint64_t base;
		uint32_t size, stride;	/* dwords */
	} buffer[STREAMOUT_BUFFERS];
	struct sq_streamed streamed;	/* of the wave */
};

void streamout_take_state(struct streamout *s, const struct draw_card *card);
/* @lane: those of its vertices, in the wave that has left @s->streamed. */
void streamout_primitive(struct streamout *s, const struct feed_primitive *p, const uint8_t *lane);

#endif

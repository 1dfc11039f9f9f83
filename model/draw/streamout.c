// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: stream out
 *
 * Primitives are written in their order, vertex by vertex, each to the next place of all buffers of
 * its stream. One that has no room in one of them is not written at all, and neither does it move
 * these places; it counts as needed all the same.
 *
 * Sources: AMD's register guides; Mesa for units, and that streams count what would be needed
 * without any buffer; D3D and GL for what happens when buffers are full. Guesses: without a buffer
 * nothing counts as written; RAST_STREAM with its highest bit draws no stream, as the guide of the
 * next generation says.
 */
#include "streamout.h"

#define BUFFER(b, n)	(0x28ad0u + 16 * (b) + 4 * (n))	/* VGT_STRMOUT_BUFFER_SIZE, VTX_STRIDE, BUFFER_BASE */
#define STRMOUT_CONFIG	0x28b94u
#define BUFFER_CONFIG	0x28b98u

void streamout_take_state(struct streamout *s, const struct draw_card *card)
{
	uint32_t config = draw_reg(card, STRMOUT_CONFIG), buffers = draw_reg(card, BUFFER_CONFIG);

	s->card = card;
	s->on = config & 0xf;
	s->drawn = config >> 4 & 7;
	for (unsigned int i = 0; i < SQ_STREAMS; i++)
		s->buffers[i] = buffers >> 4 * i & 0xf;
	for (unsigned int b = 0; b < STREAMOUT_BUFFERS; b++) {
		s->buffer[b].size = draw_reg(card, BUFFER(b, 0));
		s->buffer[b].stride = draw_reg(card, BUFFER(b, 1)) & 0x3ff;
		s->buffer[b].base = (uint64_t)draw_reg(card, BUFFER(b, 2)) << 8;
	}
}

static bool fits(const struct streamout *s, const struct feed_primitive *p)
{
	for (unsigned int b = 0; b < STREAMOUT_BUFFERS; b++)
		if (s->buffers[p->stream] >> b & 1 &&
		    s->card->filled[b] + (uint64_t)p->n * s->buffer[b].stride > s->buffer[b].size)
			return false;
	return true;
}

/* @place: dword of the buffer where the vertex begins. */
static void write_vertex(const struct streamout *s, unsigned int n, unsigned int lane, uint64_t place)
{
	const struct sq_port *port = &s->card->port;
	unsigned int buffer = s->streamed.write[n].buffer;

	for (unsigned int c = 0; c < 4; c++) {
		uint64_t at = place + s->streamed.write[n].at + c;

		if (s->streamed.write[n].mask >> c & 1 && at < s->buffer[buffer].size)
			port->write(port->opaque, SQ_STREAM, s->buffer[buffer].base + 4 * at,
				    &s->streamed.write[n].row[c][lane], 4);
	}
}

static void write_primitive(const struct streamout *s, const struct feed_primitive *p, const uint8_t *lane)
{
	for (unsigned int n = 0; n < s->streamed.n; n++) {
		unsigned int b = s->streamed.write[n].buffer;

		if (s->streamed.write[n].stream != p->stream || !(s->buffers[p->stream] >> b & 1))
			continue;
		for (unsigned int i = 0; i < p->n; i++)
			if (s->streamed.write[n].lanes >> lane[i] & 1)
				write_vertex(s, n, lane[i], s->card->filled[b] + (uint64_t)i * s->buffer[b].stride);
	}
}

void streamout_primitive(struct streamout *s, const struct feed_primitive *p, const uint8_t *lane)
{
	if (!(s->on >> p->stream & 1))
		return;
	s->card->needed[p->stream]++;
	if (!s->buffers[p->stream] || !fits(s, p))
		return;
	s->card->written[p->stream]++;
	write_primitive(s, p, lane);
	for (unsigned int b = 0; b < STREAMOUT_BUFFERS; b++)
		if (s->buffers[p->stream] >> b & 1)
			s->card->filled[b] += p->n * s->buffer[b].stride;
}

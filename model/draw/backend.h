/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A render backend: waves of pixels, DB and CB of some of the screen's tiles.
 */
#ifndef BACKEND_H
#define BACKEND_H

#include "cb.h"
#include "db.h"
#include "spi.h"
#include "stages.h"
#include "sx.h"

/* What all backends of a draw share. While there are any, none of it changes. */
struct backend_shared {
	const struct draw_card *card;
	const struct draw_program *ps;
	struct sc_state sc;
	struct spi_state spi;
	struct sx_state sx;
};

/* Primitives on the screen, and the inputs that their pixels have: shared.spi.inputs for each. */
struct backend_batch {
	const struct draw_screen *screen;
	const spi_values *values;
	unsigned int screens;
};

struct backend_counts {
	uint64_t quads;			/* of SC */
	uint64_t waves, stored;		/* waves of pixels; quads that reached CB */
};

struct backend;

/* Number @index of @n; NULL: no memory. What the arguments point to stays until backend_end(). */
struct backend *backend_begin(const struct backend_shared *shared, unsigned int index, unsigned int n);
void backend_end(struct backend *backend);

enum backend_is { BACKEND_RUNS, BACKEND_DONE, BACKEND_WRONG };

/*
 * Runs a wave of its pixels, or a part of it of about so many instructions, or looks for some. DONE: there
 * are no more, and it starts again with the next batch; WRONG: the program did what is not defined, or
 * there is no memory.
 */
enum backend_is backend_continue(struct backend *backend, const struct backend_batch *batch, uint64_t instructions);
/* At the end of the draw: memory and the card's counters have all of it only then. */
void backend_flush(struct backend *backend);
struct backend_counts backend_counts(const struct backend *backend);
/* Its scan converter, for those that come after it in the draw. */
const struct sc_state *backend_sc(const struct backend *backend);

#endif

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

/* What all backends of a draw share, and none changes. */
struct backend_shared {
	const struct draw_card *card;
	const struct draw_program *ps;
	struct sc_state sc;
	struct spi_state spi;
	struct sx_state sx;
};

struct backend_counts {
	uint64_t waves, stored;		/* waves of pixels; quads that reached CB */
};

struct backend;

/* Number @index of @n; NULL: no memory. What the arguments point to stays until backend_end(). */
struct backend *backend_begin(const struct backend_shared *shared, unsigned int index, unsigned int n);
void backend_end(struct backend *backend);

enum backend_is { BACKEND_RUNS, BACKEND_DONE, BACKEND_WRONG };

/*
 * Runs a wave, or a part of it of about so many instructions. Of the quads each backend takes its
 * own, and may take samples off them. DONE: it has had all of them, and starts again with the
 * next ones; WRONG: the program did what is not defined.
 */
enum backend_is backend_continue(struct backend *backend, struct spi_quad *quad, size_t quads, uint64_t instructions);
/* At the end of the draw: memory and the card's counters have all of it only then. */
void backend_flush(struct backend *backend);
struct backend_counts backend_counts(const struct backend *backend);

#endif

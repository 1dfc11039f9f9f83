/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A card that answers at random, but the same whoever asks: what the nth access of a
 * register reads follows from a seed, the register and n. It writes down what is done.
 */
#ifndef WORLD_H
#define WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum world_kind { WORLD_READ, WORLD_WRITE, WORLD_DELAY };
enum world_bus { WORLD_MMIO, WORLD_IO, WORLD_PLL, WORLD_MC };

struct world_event {
	enum world_kind kind;
	enum world_bus bus;
	uint32_t index;
	uint32_t value;			/* microseconds of a delay */
};

#define WORLD_EVENTS 65536

/* The first events, and the number of all. */
struct world {
	uint32_t seed;
	size_t n;
	struct world_event events[WORLD_EVENTS];
};

void world_begin(struct world *world, uint32_t seed);
uint32_t world_read(struct world *world, enum world_bus bus, uint32_t index);
void world_write(struct world *world, enum world_bus bus, uint32_t index, uint32_t value);
void world_delay(struct world *world, uint32_t us);

/* The first event in which two differ; true if there is none. */
bool world_same(const struct world *a, const struct world *b, size_t *where);
void world_show(const struct world *world, size_t n);

/* A mixer of bits, for whoever needs numbers. */
uint32_t world_hash(uint32_t value);

#endif

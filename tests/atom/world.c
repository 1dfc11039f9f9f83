// SPDX-License-Identifier: MIT OR GPL-2.0
#include <stdio.h>
#include <string.h>

#include "world.h"

uint32_t world_hash(uint32_t value)
{
	value ^= value >> 16;
	value *= 0x7feb352du;
	value ^= value >> 15;
	value *= 0x846ca68bu;
	return value ^ value >> 16;
}

void world_begin(struct world *world, uint32_t seed)
{
	world->seed = seed;
	world->n = 0;
}

static void note(struct world *world, struct world_event event)
{
	if (world->n < WORLD_EVENTS)
		world->events[world->n] = event;
	world->n++;
}

uint32_t world_read(struct world *world, enum world_bus bus, uint32_t index)
{
	uint32_t value = world_hash(world_hash(world_hash(world->seed + bus) + index) +
				    (uint32_t)world->n);

	note(world, (struct world_event){ WORLD_READ, bus, index, value });
	return value;
}

void world_write(struct world *world, enum world_bus bus, uint32_t index, uint32_t value)
{
	note(world, (struct world_event){ WORLD_WRITE, bus, index, value });
}

void world_delay(struct world *world, uint32_t us)
{
	note(world, (struct world_event){ WORLD_DELAY, 0, 0, us });
}

bool world_same(const struct world *a, const struct world *b, size_t *where)
{
	size_t n = a->n < b->n ? a->n : b->n;

	for (*where = 0; *where < n && *where < WORLD_EVENTS; ++*where) {
		const struct world_event *x = &a->events[*where], *y = &b->events[*where];

		if (x->kind != y->kind || x->bus != y->bus || x->index != y->index ||
		    x->value != y->value)
			return false;
	}
	return a->n == b->n;
}

void world_show(const struct world *world, size_t n)
{
	static const char *const kinds[] = { "read", "write", "delay" };
	static const char *const buses[] = { "MMIO", "IO", "PLL", "MC" };
	const struct world_event *e = &world->events[n];

	if (n >= world->n || n >= WORLD_EVENTS)
		printf("#   nothing (%zu accesses)\n", world->n);
	else
		printf("#   %s %s %#x: %#x\n", kinds[e->kind], buses[e->bus], e->index, e->value);
}

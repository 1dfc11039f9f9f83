// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * How AFL++ changes inputs: a library that it loads (AFL_CUSTOM_MUTATOR_LIBRARY). It
 * changes packets; bytes at random are AFL++'s own stages, which go on beside it.
 */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "mutator.h"

#define MAX_BYTES	(FUZZ_HEADER + FUZZ_MAX_BUFFERS * FUZZ_BUFFER + 4ul * FUZZ_MAX_DWORDS)

struct afl_mutator {
	unsigned int seed;
	u8 data[MAX_BYTES];
};

void *afl_custom_init(void *afl, unsigned int seed);
void afl_custom_deinit(void *data);
size_t afl_custom_fuzz(void *data, u8 *buf, size_t size, u8 **out, u8 *add_buf,
		       size_t add_size, size_t max_size);

void *afl_custom_init(void *afl, unsigned int seed)
{
	struct afl_mutator *mutator = calloc(1, sizeof(*mutator));

	if (mutator)
		mutator->seed = seed;
	return mutator;
}

void afl_custom_deinit(void *data)
{
	free(data);
}

/*
 * The seed goes on from call to call, so a run with the same one is the same; its
 * lowest bit does not count.
 */
size_t afl_custom_fuzz(void *data, u8 *buf, size_t size, u8 **out, u8 *add_buf,
		       size_t add_size, size_t max_size)
{
	struct afl_mutator *mutator = data;

	if (max_size > sizeof(mutator->data))
		max_size = sizeof(mutator->data);
	if (size > max_size)
		size = max_size;
	memcpy(mutator->data, buf, size);
	*out = mutator->data;
	return mutate(mutator->data, size, max_size, mutator->seed += 2);
}

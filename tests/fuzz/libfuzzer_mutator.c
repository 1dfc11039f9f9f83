// SPDX-License-Identifier: MIT OR GPL-2.0
/* How libFuzzer changes inputs: bytes at random now and then, mostly packets. */

#include <stddef.h>

#include "mutator.h"

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size,
			       unsigned int seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max_size);

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size,
			       unsigned int seed)
{
	if (seed % 4 == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	return mutate(data, size, max_size, seed);
}

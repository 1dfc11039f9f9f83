/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef MUTATOR_H
#define MUTATOR_H

#include <linux/types.h>

/* Changes a submission (fuzz_input.h) packet by packet; returns its size. */
size_t mutate(u8 *data, size_t size, size_t max_size, u32 seed);

#endif

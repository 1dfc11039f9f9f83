/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef SHADERS_H
#define SHADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Dispatches that run: their programs, and whether what these touch lies in the footprint that
 * was told.
 */

#define SHADERS_TOLD	1024u
#define SHADERS_PATHS	6u	/* enum sq_path */

struct gpu;

struct shaders_range {
	const char *what;
	uint64_t addr, bytes;
	bool write;
};

/**
 * struct shaders - what is known of the dispatch that runs
 * @told: its footprint
 * @num_told: ranges of it
 * @ordinal: how many have run of the stream
 * @programs: how many have run in all
 * @accesses: of all programs, by path
 */
struct shaders {
	struct shaders_range told[SHADERS_TOLD];
	unsigned int num_told, ordinal;
	uint64_t programs, accesses[SHADERS_PATHS];
};

void shaders_tell(struct shaders *s, const char *what, uint64_t addr, uint64_t bytes, bool write);
const char *shaders_path(unsigned int path);
void shaders_leave_launch(struct gpu *gpu, uint64_t random);

#endif

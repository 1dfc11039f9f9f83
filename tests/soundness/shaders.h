/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef SHADERS_H
#define SHADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Draws and dispatches that run: their programs, and whether what is touched lies in the footprint
 * that was told.
 */

#define SHADERS_TOLD	4096u
#define SHADERS_PATHS	15u	/* enum sq_path */

struct gpu;

struct shaders_range {
	const char *what;
	uint64_t addr, bytes;
	bool write;
};

/**
 * struct shaders - what is known of the draw or dispatch that runs
 * @told: its footprint
 * @num_told: ranges of it
 * @last: by path, that an access was in
 * @ordinal: how many programs have run of the stream
 * @programs: how many have run in all
 * @dispatches: those of dispatches
 * @accesses: of all programs, by path
 */
struct shaders {
	struct shaders_range told[SHADERS_TOLD];
	const struct shaders_range *last[SHADERS_PATHS];
	unsigned int num_told, ordinal;
	uint64_t programs, dispatches, accesses[SHADERS_PATHS];
};

void shaders_tell(struct shaders *s, const char *what, uint64_t addr, uint64_t bytes, bool write);
void shaders_forget(struct shaders *s);
const char *shaders_path(unsigned int path);
void shaders_leave_launch(struct gpu *gpu, uint64_t random);

#endif

/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Programs of the shader core, as memory has them.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "sq/wave.h"

struct gpu;
struct programs;

struct program {
	struct sq_shader shader;
	uint64_t addr;
	uint32_t entry;			/* 64-bit words from there on */
	unsigned int vmid, gprs, users;
	uint32_t *words;
	size_t bytes, cost;		/* of words; of all of it, on the host */
};

struct programs *programs_new(struct gpu *gpu);
void programs_free(struct programs *programs);

/*
 * The program at this address, made ready; NULL if it is none, which was told. program_put() it.
 */
struct program *program_get(struct programs *programs, unsigned int vmid, uint64_t addr, uint32_t entry,
			    unsigned int gprs);
/* These words in place of what is there. */
struct program *program_given(struct programs *programs, uint64_t addr, const uint32_t *words, size_t bytes,
			      unsigned int gprs);
void program_put(struct program *program);

#endif

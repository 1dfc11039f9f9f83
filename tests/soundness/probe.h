/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PROBE_H
#define PROBE_H

#include "sq/wave.h"

struct stage;

/**
 * struct probe_for - what a probe program is made for
 * @isa: the kind of chip
 * @stage: the stage, with all that is bound to it
 * @fetch: it is the fetch program that the stage calls
 * @layer: of targets, to which vertices go
 * @seed: chooses the program
 */
struct probe_for {
	enum sq_isa isa;
	const struct stage *stage;
	bool fetch;
	uint32_t layer;
	uint64_t seed;
};

size_t probe_make(const struct probe_for *what, uint32_t *words, size_t most);

#endif

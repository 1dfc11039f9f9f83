/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PROBE_H
#define PROBE_H

#include "sq/wave.h"

/**
 * struct probe_for - what a probe program is made for
 * @isa: the kind of chip
 * @state: what the dispatch has bound
 * @gprs: registers that a program may use
 * @seed: chooses the program
 */
struct probe_for {
	enum sq_isa isa;
	const struct sq_state *state;
	unsigned int gprs;
	uint64_t seed;
};

size_t probe_make(const struct probe_for *what, uint32_t *words, size_t most);

#endif

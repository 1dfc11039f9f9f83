/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef RUN_H
#define RUN_H

#include "card.h"
#include "submission.h"

/* The alignment of a buffer that is aligned for any surface: no macro tile is larger. */
#define RUN_ANY_SURFACE	(32ull << 20)

void run_init(enum card_mode mode);
struct card *run_card(bool cayman);

/* What the checker says; patches of the last one that it accepted. */
bool run_accepts(const struct submission *s);
const struct r600_cs_patch *run_patches(u32 *count);

/*
 * Run what has just been accepted. Returns NULL, or what it did that it may not. Of
 * @fits comes whether its buffers do; if not, it did not run.
 */
const char *run_accepted(const struct submission *s, u64 seed, bool *fits);
/* The same with a stream of virtual addresses, whatever the checker says. */
const char *run_unchecked(const struct submission *s, u64 seed);

/* One behind the other, both of which are accepted: what the second did that it may not. */
const char *run_pair(const struct submission *first, const struct submission *second, u64 seed,
		     bool wait, bool *fits);

/* Of what has just been accepted, the same in an address space of its own. */
bool run_make_twin(struct submission *twin, const struct submission *s);

/* tries.c: exit statuses. */
int try_guard(char **paths, u64 *random);
int try_limits(char **pairs, u64 *random);
int try_waits(char **paths, u64 *random);

#endif

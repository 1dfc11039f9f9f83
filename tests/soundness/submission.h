/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef SUBMISSION_H
#define SUBMISSION_H

#include "r600_cs_checker.h"

#define SUBMISSION_DWORDS	0x4800
#define SUBMISSION_BUFFERS	256

/**
 * struct submission - what a client sends
 * @chip: of the card that it is sent to
 * @engine: the ring
 * @keep_tiling: the stream says how its surfaces are tiled
 * @vm: it has an address space of its own
 * @recorded: a program has sent it
 * @ndw: length of the stream
 * @num_buffers: of its relocation list
 * @buffers: the list, resolved
 * @ib: the stream
 */
struct submission {
	struct r600_cs_chip chip;
	enum r600_cs_engine engine;
	bool keep_tiling, vm, recorded;
	u32 ndw, num_buffers;
	struct r600_cs_buffer buffers[SUBMISSION_BUFFERS];
	u32 ib[SUBMISSION_DWORDS];
};

/* corpus.c: what all starts from; a list that is as long as the caller's memory. */

struct corpus {
	struct submission **list;
	u32 count, max;
};

void corpus_take(struct corpus *corpus, struct submission *submission);
void corpus_add(struct corpus *corpus, const struct submission *submission);
bool corpus_add_row(struct corpus *corpus, const char *path);
bool corpus_add_picked(struct corpus *corpus, const char *path, bool cayman);
bool corpus_add_recording(struct corpus *corpus, const char *cs, const char *log, bool cayman,
			  u32 most);
void corpus_copy(struct submission *to, const struct submission *from);

/* dispatched.c: resources that a dispatch reads. */
bool dispatched_ends(const struct submission *s);
bool dispatched_twin(struct submission *twin, const struct submission *s,
		     const struct submission *end);

/* mutate.c: one step away from a submission, with another one to take pieces from. */
void mutate_submission(struct submission *s, const struct submission *other, u64 *random);
u64 next_random(u64 *random);

#endif

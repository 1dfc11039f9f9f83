/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CARD_H
#define CARD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A modelled card that runs one submission after the other and compares all that
 * they do with what they may. It knows the model, and nothing of the checker.
 */

enum card_engine { CARD_GFX, CARD_COMPUTE, CARD_DMA };

/**
 * struct card_range - a buffer of the submission
 * @first: its first byte in the card's address space
 * @end: the byte behind its last
 * @read: it may be read
 * @write: it may be written, which includes reading
 */
struct card_range {
	uint64_t first, end;
	bool read, write;
};

/**
 * struct card_job - a submission whose addresses are filled in
 * @cayman: which of the two kinds of chips
 * @engine: the ring
 * @pipes: tile pipes
 * @group: bytes of a pipe interleave
 * @engines: shader engines
 * @backends: render backends
 * @ib: the stream
 * @dwords: its length
 * @vmid: the address space that it runs in; 0: what all share
 * @ranges: its buffers, sorted by address, with gaps between them; none with a VMID
 * @num_ranges: how many
 * @seed: of what memory and registers hold before
 */
struct card_job {
	bool cayman;
	enum card_engine engine;
	unsigned int pipes, group, engines, backends;
	unsigned int vmid;
	const uint32_t *ib;
	uint32_t dwords;
	const struct card_range *ranges;
	unsigned int num_ranges;
	uint64_t seed;
};

/* Where buffers may be placed; the card's own things lie above. */
#define CARD_SPACE_END	0xf000000000ull

/**
 * enum card_mode - what becomes of draws and dispatches
 * @CARD_RUNS_NOTHING: they may touch all that their registers let them
 * @CARD_RUNS_PROGRAMS: the same, and they run with probe programs
 * @CARD_RUNS_ALONE: only what they then touch counts
 */
enum card_mode { CARD_RUNS_NOTHING, CARD_RUNS_PROGRAMS, CARD_RUNS_ALONE };

struct card;

struct card *card_new(bool cayman, enum card_mode mode);
void card_free(struct card *card);
/* NULL, or what it did that it may not, until the next call. */
const char *card_run(struct card *card, const struct card_job *job);
/*
 * The same for a submission behind the last one, whose draws and dispatches still run
 * unless the driver, whose part this is, waits for them: it inherits what that has left, and may
 * not change what they still use.
 */
const char *card_run_behind(struct card *card, const struct card_job *job, bool wait);
/* What the model has complained of, by kind, and how often; NULL past the last. */
const char *card_complaint(const struct card *card, unsigned int n, uint64_t *count);
/* Limits that the chip is trusted to keep, by name; NULL past the last. */
const char *card_trust(unsigned int n);
/* From now on, it does not keep the one of this name; NULL: it keeps all. False: there is none. */
bool card_distrust(struct card *card, const char *name);
/* Draws and dispatches since the card was made. */
uint64_t card_draws(const struct card *card);
/* Those that have run since, their programs, and what was accessed, by kind; NULL past the last. */
uint64_t card_run_draws(const struct card *card);
uint64_t card_run_dispatches(const struct card *card);
uint64_t card_programs(const struct card *card);
const char *card_accesses(const struct card *card, unsigned int n, uint64_t *count);

#endif

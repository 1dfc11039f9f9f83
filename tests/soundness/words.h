/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef WORDS_H
#define WORDS_H

/* Probe programs under construction: words of control flow, and the clauses behind them. */

#include "probe.h"
#include "stage.h"

#define MOST_ACCESSES	48u
#define MOST_HANDED	32u		/* of what a stage hands on to the next one */
#define MOST_CFS	(2 * (MOST_ACCESSES + MOST_HANDED) + 4)
#define MOST_DWORDS	((MOST_ACCESSES + MOST_HANDED) * 20)
#define MOST_THINGS	(256u + SQ_BANKS + SQ_RATS)
#define INDEX_GPR	0u
#define DATA_GPR	1u
#define INDEXED		1u		/* TYPE */

struct probe;

struct thing {
	void (*ask)(struct probe *p, unsigned int id);
	unsigned int id;
};

struct probe {
	const struct probe_for *what;
	const struct sq_state *state;
	unsigned int gprs;
	uint64_t random;
	unsigned int cfs, dwords, things;
	struct sq_cf cf[MOST_CFS];	/* addr: of the clause behind all of these, in dwords */
	uint32_t clause[MOST_DWORDS];
	struct thing thing[MOST_THINGS];
};

/* words.c */
uint32_t below(struct probe *p, uint32_t n);
/* Where an edge is @n long: its ends, what is behind them, and anything. */
uint32_t near_edge(struct probe *p, uint64_t n);
/* No further access has room. */
bool is_full(const struct probe *p);
struct sq_cf *add_cf(struct probe *p, enum sq_opcode op);
void add_clause(struct probe *p, struct sq_cf *cf, const uint32_t *words, uint32_t dwords);
/* All components of a register. */
void set_register(struct probe *p, unsigned int gpr, const uint32_t value[4]);
void add_fetch(struct probe *p, const struct sq_fetch *f);
size_t put_words(struct probe *p, uint32_t *words);

/* handed.c: what the stage behind this one, or a block, gets. */
void hand_on(struct probe *p);

#endif

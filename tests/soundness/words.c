// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: words of probe programs
 *
 * Made by the fields that the model's own assembler has.
 */
#include <string.h>

#include "words.h"

#define SET_DWORDS	12u		/* four MOVs and their literals */
#define FETCH_DWORDS	4u
#define TOP_BIT		0x80000000u

uint32_t below(struct probe *p, uint32_t n)
{
	p->random ^= p->random >> 12;
	p->random ^= p->random << 25;
	p->random ^= p->random >> 27;
	return n ? (uint32_t)(p->random * 0x2545f4914f6cdd1dull >> 32) % n : 0;
}

uint32_t near_edge(struct probe *p, uint64_t n)
{
	uint32_t last = (uint32_t)n - 1, most = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;

	switch (below(p, 12)) {
	case 0:
		return 0;
	case 1:
		return (uint32_t)n;
	case 2:
		return (uint32_t)n + 1;
	case 3:
		return TOP_BIT;
	case 4:
		return UINT32_MAX;
	case 5:
	case 6:
		return below(p, most);
	case 7:
	case 8:
		return last - below(p, most < 64 ? most : 64);
	default:
		return last;
	}
}

/* An access sets two registers at most; behind the last one comes the end. */
bool is_full(const struct probe *p)
{
	return p->cfs + 3 + 2 > MOST_CFS || p->dwords + 2 * SET_DWORDS + FETCH_DWORDS > MOST_DWORDS;
}

struct sq_cf *add_cf(struct probe *p, enum sq_opcode op)
{
	struct sq_cf *cf = &p->cf[p->cfs++];

	*cf = (struct sq_cf){ .op = &sq_ops[op], .barrier = 1 };
	return cf;
}

void add_clause(struct probe *p, struct sq_cf *cf, const uint32_t *words, uint32_t dwords)
{
	cf->addr = p->dwords;
	memcpy(p->clause + p->dwords, words, dwords * sizeof(*words));
	p->dwords += dwords;
}

void set_register(struct probe *p, unsigned int gpr, const uint32_t value[4])
{
	struct sq_cf *cf = add_cf(p, SQ_ALU);
	uint32_t words[SET_DWORDS];

	for (uint32_t c = 0; c < 4; c++)
		sq_encode(&(struct sq_alu){
			.op = &sq_ops[SQ_MOV], .src[0] = { .sel = SQ_SRC_LITERAL, .chan = c },
			.last = c == 3, .write_mask = 1, .dst_gpr = gpr, .dst_chan = c,
		}, words + 2 * (size_t)c);
	memcpy(words + 8, value, 4 * sizeof(*value));
	cf->count = SET_DWORDS / 2 - 1;
	add_clause(p, cf, words, SET_DWORDS);
}

void add_fetch(struct probe *p, const struct sq_fetch *f)
{
	struct sq_cf *cf = add_cf(p, f->op == &sq_ops[SQ_GDS_OP] ? SQ_GDS : SQ_TEX);
	uint32_t words[4];

	sq_encode(f, words);
	add_clause(p, cf, words, FETCH_DWORDS);
}

size_t put_words(struct probe *p, uint32_t *words)
{
	if (p->cfs % 2)			/* clauses of fetches are aligned to two words */
		add_cf(p, SQ_NOP);
	for (unsigned int i = 0; i < p->cfs; i++) {
		struct sq_cf *cf = &p->cf[i];

		if (cf->op->form == SQ_FORM_CF_ALU || cf->op->flags & SQ_FETCHES)
			cf->addr = p->cfs + cf->addr / 2;
		sq_encode(cf, words + 2 * (size_t)i);
	}
	memcpy(words + 2 * (size_t)p->cfs, p->clause, p->dwords * sizeof(*words));
	return 2 * (size_t)p->cfs + p->dwords;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: control flow words to clauses
 *
 * Words are read from the program's base on. The list ends behind the last word that any way
 * leads to; a way ends at a word with END_OF_PROGRAM (Evergreen), at CF_END (Cayman), at
 * RETURN and at HALT. Words that lie between the end and the first clause are padding; they
 * are decoded as far as they can be, and nothing is asked of them.
 *
 * An undefined operation, a reserved bit, a clause or a jump past the program and a way that
 * runs past it are errors with an address. What the stack holds is known when it runs.
 *
 * Sources: AMD's instruction set guides.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../array.h"
#include "isa.h"

#define NOWHERE	UINT32_MAX

void sq_wrong(struct sq_problem *problem, uint32_t at, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	problem->at = at;
	problem->needs = 0;
	vsnprintf(problem->text, sizeof(problem->text), fmt, args);
	va_end(args);
}

static bool decode_cf(struct sq_cf *cf, enum sq_isa isa, uint32_t at, const uint32_t *words,
		      struct sq_problem *problem)
{
	static const enum sq_form plain[] = {
		SQ_FORM_CF, SQ_FORM_CF_EXPORT, SQ_FORM_CF_MEM, SQ_FORM_CF_RAT,
	};
	unsigned int number = words[1] >> 22 & 0xff;
	const struct sq_op *op = NULL;

	memset(cf, 0, sizeof(*cf));
	if (number & 0x80) {
		number = words[1] >> 26 & 0xf;
		op = sq_op_by_number(isa, number == 0xc ? SQ_FORM_CF_EXT : SQ_FORM_CF_ALU, number);
	} else {
		for (size_t i = 0; !op && i < ARRAY_SIZE(plain); i++)
			op = sq_op_by_number(isa, plain[i], number);
	}
	if (!op) {
		sq_wrong(problem, at, "control flow operation %#x does not exist", number);
		return false;
	}
	if (!sq_decode_fields(cf, op, words)) {
		sq_wrong(problem, at, "%s has reserved bits set", op->name);
		return false;
	}
	if (isa == SQ_CAYMAN && cf->eop) {
		sq_wrong(problem, at, "%s has END_OF_PROGRAM, which Cayman does not have", op->name);
		return false;
	}
	cf->at = at;
	return true;
}

static bool ends(const struct sq_cf *cf)
{
	return cf->eop || cf->op == &sq_ops[SQ_CF_END] || cf->op == &sq_ops[SQ_RETURN] ||
	       cf->op == &sq_ops[SQ_HALT];
}

static bool has_clause(const struct sq_cf *cf)
{
	return cf->op->form == SQ_FORM_CF_ALU || cf->op->flags & SQ_FETCHES;
}

/* ---- the walk ---- */

struct walk {
	struct sq_program *program;
	const uint32_t *words;
	size_t n;
	uint32_t next, furthest;	/* the word behind the last; the furthest target */
	uint32_t first;			/* the word where it begins */
	uint32_t clauses;		/* where the first one starts */
	struct sq_problem *problem;
};

static bool take_word(struct walk *w, struct sq_cf *cf)
{
	struct sq_program *p = w->program;

	if (w->next - w->first >= SQ_MOST_FLOW) {
		sq_wrong(w->problem, w->next, "more than %u words of control flow", SQ_MOST_FLOW);
		return false;
	}
	if (w->next >= w->n) {
		sq_wrong(w->problem, w->next, "the program has no end");
		w->problem->needs = (uint64_t)w->next + 1;
		return false;
	}
	if (!decode_cf(cf, p->isa, w->next, w->words + 2 * (size_t)w->next, w->problem))
		return false;
	if (p->cfs == p->room) {
		struct sq_cf *more = realloc(p->cf, (2 * p->room + 1) * sizeof(*more));

		if (!more) {
			sq_wrong(w->problem, w->next, "no memory");
			return false;
		}
		p->cf = more;
		p->room = 2 * p->room + 1;
	}
	p->cf[p->cfs++] = *cf;
	w->next++;
	return true;
}

static bool walk_live(struct walk *w)
{
	struct sq_cf cf;

	for (;;) {
		if (w->next >= w->clauses) {
			sq_wrong(w->problem, w->next, "control flow runs into the clause at %u", w->clauses);
			return false;
		}
		if (!take_word(w, &cf))
			return false;
		if (cf.op->flags & SQ_JUMPS) {
			if (cf.addr >= w->n) {
				sq_wrong(w->problem, cf.at, "%s goes to %u, past the program",
					 cf.op->name, cf.addr);
				w->problem->needs = (uint64_t)cf.addr + 1;
				return false;
			}
			if (cf.addr > w->furthest)
				w->furthest = cf.addr;
		}
		if (has_clause(&cf) && cf.addr < w->clauses)
			w->clauses = cf.addr;
		if (ends(&cf) && w->furthest < w->next)
			return true;
	}
}

/* What lies in front of the entry is somebody else's, and nothing that could run. */
static bool skip_to(struct walk *w, uint32_t entry)
{
	struct sq_program *p = w->program;

	if (entry >= w->n) {
		sq_wrong(w->problem, entry, "the program begins at %u, past its end", entry);
		w->problem->needs = (uint64_t)entry + 1;
		return false;
	}
	p->cf = calloc(entry ? entry : 1, sizeof(*p->cf));
	if (!p->cf) {
		sq_wrong(w->problem, entry, "no memory");
		return false;
	}
	for (; p->cfs < entry; p->cfs++)
		p->cf[p->cfs] = (struct sq_cf){ .op = &sq_ops[SQ_HALT], .at = p->cfs };
	p->room = entry;
	w->next = entry;
	w->first = entry;
	return true;
}

static void walk_padding(struct walk *w)
{
	struct sq_problem none, *problem = w->problem;
	struct sq_cf cf;

	w->problem = &none;
	while (w->clauses != NOWHERE && w->next < w->clauses && take_word(w, &cf))
		w->program->dead++;
	w->problem = problem;
}

/* ---- clauses ---- */

/* By address; what is equal is one clause. */
static int by_address(const void *a, const void *b)
{
	const struct sq_clause *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->words != y->words)
		return x->words < y->words ? -1 : 1;
	return (x->op > y->op) - (x->op < y->op);
}

static struct sq_clause name_clause(const struct sq_cf *cf)
{
	bool alu = cf->op->form == SQ_FORM_CF_ALU;

	return (struct sq_clause){
		.op = cf->op, .at = cf->addr, .alu = alu, .words = (cf->count + 1) * (alu ? 1 : 2),
	};
}

/* All have to be there before any is decoded, and so little that a host has room for it. */
static bool name_clauses(struct walk *w)
{
	struct sq_program *p = w->program;
	unsigned int live = p->cfs - p->dead;
	uint64_t words = 0;

	p->clause = calloc(live + 1, sizeof(*p->clause));
	if (!p->clause) {
		sq_wrong(w->problem, 0, "no memory");
		return false;
	}
	for (unsigned int i = 0; i < live; i++) {
		struct sq_clause clause = name_clause(&p->cf[i]);

		if (!has_clause(&p->cf[i]))
			continue;
		if (clause.words > w->n || clause.at > w->n - clause.words) {
			sq_wrong(w->problem, p->cf[i].at, "%s has a clause from %u to %u, past the program",
				 clause.op->name, clause.at, clause.at + clause.words);
			w->problem->needs = clause.at + clause.words;
			return false;
		}
		words += clause.words;
		p->clause[p->clauses++] = clause;
	}
	if (words > SQ_MOST_WORDS) {
		sq_wrong(w->problem, 0, "clauses of %llu words, those that are shared more than once",
			 (unsigned long long)words);
		return false;
	}
	return true;
}

static unsigned int without_copies(struct sq_clause *clause, unsigned int n)
{
	unsigned int kept = 0;

	qsort(clause, n, sizeof(*clause), by_address);
	for (unsigned int i = 0; i < n; i++)
		if (!kept || by_address(&clause[kept - 1], &clause[i]))
			clause[kept++] = clause[i];
	return kept;
}

static bool decode_clause(struct walk *w, struct sq_clause *clause)
{
	const uint32_t *words = w->words + 2 * (size_t)clause->at;

	return clause->alu ? sq_decode_alu(clause, w->program->isa, words, w->problem) :
		sq_decode_fetches(clause, w->program->isa, words, w->problem);
}

/* Words that name the same clause share it. */
static bool decode_clauses(struct walk *w)
{
	struct sq_program *p = w->program;

	if (!name_clauses(w))
		return false;
	p->clauses = without_copies(p->clause, p->clauses);
	for (unsigned int i = 0; i < p->clauses; i++)
		if (!decode_clause(w, &p->clause[i]))
			return false;
	for (unsigned int i = 0; i < p->cfs - p->dead; i++) {
		struct sq_clause clause = name_clause(&p->cf[i]), *found = NULL;

		if (has_clause(&p->cf[i]))
			found = bsearch(&clause, p->clause, p->clauses, sizeof(clause), by_address);
		if (found)
			p->cf[i].clause = (unsigned int)(found - p->clause) + 1;
	}
	return true;
}

/* ---- what only the whole program shows ---- */

static bool check_extended(const struct sq_program *p, struct sq_problem *problem)
{
	for (unsigned int i = 0; i < p->cfs - p->dead; i++)
		if (p->cf[i].op == &sq_ops[SQ_ALU_EXTENDED] && p->cf[i + 1].op->form != SQ_FORM_CF_ALU) {
			sq_wrong(problem, i, "no ALU word follows ALU_EXTENDED");
			return false;
		}
	return true;
}

/* Loops name each other: the start the word behind the end, the end the one behind the start. */
static bool check_loops(const struct sq_program *p, struct sq_problem *problem)
{
	for (unsigned int i = 0; i < p->cfs - p->dead; i++) {
		const struct sq_cf *cf = &p->cf[i];
		bool start = cf->op == &sq_ops[SQ_LOOP_START] || cf->op == &sq_ops[SQ_LOOP_START_DX10] ||
			     cf->op == &sq_ops[SQ_LOOP_START_NO_AL];
		bool leaves = cf->op == &sq_ops[SQ_LOOP_BREAK] || cf->op == &sq_ops[SQ_CONTINUE];

		if (start && (!cf->addr || p->cf[cf->addr - 1].op != &sq_ops[SQ_END_LOOP] ||
			      p->cf[cf->addr - 1].addr != i + 1)) {
			sq_wrong(problem, i, "no END_LOOP before %u belongs to this %s", cf->addr, cf->op->name);
			return false;
		}
		if (leaves && p->cf[cf->addr].op != &sq_ops[SQ_END_LOOP]) {
			sq_wrong(problem, i, "%s goes to %u, where no END_LOOP is", cf->op->name, cf->addr);
			return false;
		}
	}
	return true;
}

bool sq_decode(struct sq_program *program, enum sq_isa isa, const uint32_t *words, size_t n,
	       struct sq_problem *problem)
{
	return sq_decode_from(program, isa, words, n, 0, problem);
}

bool sq_decode_from(struct sq_program *program, enum sq_isa isa, const uint32_t *words, size_t n,
		    uint32_t entry, struct sq_problem *problem)
{
	struct walk walk = {
		.program = program, .words = words, .n = n, .clauses = NOWHERE, .problem = problem,
	};

	memset(program, 0, sizeof(*program));
	program->isa = isa;
	if (!skip_to(&walk, entry) || !walk_live(&walk))
		goto bad;
	walk_padding(&walk);
	if (!check_extended(program, problem) || !check_loops(program, problem) ||
	    !decode_clauses(&walk))
		goto bad;
	return true;
bad:
	sq_program_free(program);
	return false;
}

void sq_program_free(struct sq_program *program)
{
	for (unsigned int i = 0; i < program->clauses; i++) {
		free(program->clause[i].group);
		free(program->clause[i].fetch);
	}
	free(program->clause);
	free(program->cf);
	memset(program, 0, sizeof(*program));
}

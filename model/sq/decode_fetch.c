// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: fetch clauses
 *
 * Instructions of 128 bits: vertex and texture fetches, reads of scratch, operations of GDS.
 * The number alone tells them apart, but for 2, where a second field does.
 *
 * Sources: AMD's instruction set guides; the last word is unused.
 */
#include <stdlib.h>
#include <string.h>

#include "../array.h"
#include "isa.h"

#define MEM_GDS	4u		/* MEM_OP of an operation of GDS, and of a tessellation factor */
#define MEM_TF	5u

static const struct sq_op *op_of(enum sq_isa isa, const uint32_t *words)
{
	static const enum sq_form forms[] = { SQ_FORM_VTX, SQ_FORM_TEX, SQ_FORM_GDS, SQ_FORM_MEM };
	unsigned int number = words[0] & 0x1f, mem_op = words[0] >> 8 & 7;
	const struct sq_op *op = NULL;

	if (number == sq_ops[SQ_GDS_OP].number)
		return &sq_ops[mem_op == MEM_GDS || mem_op == MEM_TF ? SQ_GDS_OP : SQ_MEM_READ];
	for (size_t i = 0; !op && i < ARRAY_SIZE(forms); i++)
		op = sq_op_by_number(isa, forms[i], number);
	return op;
}

bool sq_decode_fetches(struct sq_clause *clause, enum sq_isa isa, const uint32_t *words,
		       struct sq_problem *problem)
{
	clause->fetch = calloc(clause->words / 2, sizeof(*clause->fetch));
	if (!clause->fetch) {
		sq_wrong(problem, clause->at, "no memory");
		return false;
	}
	for (; clause->n < clause->words / 2; clause->n++, words += 4) {
		struct sq_fetch *fetch = &clause->fetch[clause->n];
		const struct sq_op *op = op_of(isa, words);
		uint32_t at = clause->at + 2 * clause->n;

		if (!op) {
			sq_wrong(problem, at, "fetch operation %#x does not exist", words[0] & 0x1f);
			return false;
		}
		if (!sq_decode_fields(fetch, op, words)) {
			sq_wrong(problem, at, "%s has reserved bits set", op->name);
			return false;
		}
		fetch->at = at;
	}
	return true;
}

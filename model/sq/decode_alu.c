// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: ALU clauses to groups
 *
 * A group ends with the instruction that has LAST; the literals it names follow, padded to 64
 * bits. On Evergreen an instruction belongs to the slot of its destination's channel, or to T
 * if that one is taken or the operation is one of T's. Cayman has no T.
 *
 * Sources: AMD's instruction set guides; which operation may be where is Mesa's table
 * (ops.h). Nothing is known of what the hardware does with an operation in a wrong slot.
 */
#include <stdlib.h>
#include <string.h>

#include "isa.h"

static bool decode_one(struct sq_alu *alu, enum sq_isa isa, uint32_t at, const uint32_t *words,
		       struct sq_problem *problem)
{
	unsigned int three = words[1] >> 13 & 0x1f, number = three & 0x1c ? three : words[1] >> 7 & 0x7ff;
	const struct sq_op *op;

	memset(alu, 0, sizeof(*alu));
	if (three & 0x1c) {
		op = sq_op_by_number(isa, SQ_FORM_OP3, number);
		if (!op)
			op = sq_op_by_number(isa, SQ_FORM_LDS, number);
	} else {
		op = sq_op_by_number(isa, SQ_FORM_OP2, number);
	}
	if (!op) {
		sq_wrong(problem, at, "ALU operation %s %#x does not exist",
			 three & 0x1c ? "OP3" : "OP2", number);
		return false;
	}
	if (!sq_decode_fields(alu, op, words)) {
		sq_wrong(problem, at, "%s has reserved bits set", op->name);
		return false;
	}
	if (op->form == SQ_FORM_OP3)
		alu->write_mask = 1;
	return true;
}

static bool give_slot(struct sq_alu *alu, enum sq_isa isa, uint32_t at, unsigned int *taken,
		      struct sq_problem *problem)
{
	unsigned int slots = alu->op->slots;
	bool trans_only = slots == SQ_TRANS || slots == SQ_TRANS4 || slots == SQ_CONVERT;

	alu->slot = alu->dst_chan;
	if (isa == SQ_EVERGREEN && (trans_only || *taken & 1u << alu->slot)) {
		alu->slot = SQ_SLOT_T;
		if (slots == SQ_VEC || slots == SQ_FOUR) {
			sq_wrong(problem, at, "%s cannot be in slot T", alu->op->name);
			return false;
		}
	}
	if (*taken & 1u << alu->slot) {
		sq_wrong(problem, at, "slot %c is taken twice", "xyzwt"[alu->slot]);
		return false;
	}
	*taken |= 1u << alu->slot;
	return true;
}

static unsigned int literals_of(const struct sq_group *group)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < group->n; i++)
		for (unsigned int s = 0; s < group->alu[i].op->operands; s++)
			if (group->alu[i].src[s].sel == SQ_SRC_LITERAL && group->alu[i].src[s].chan >= n)
				n = group->alu[i].src[s].chan + 1;
	return n;
}

/* False for a number that names no source. */
static bool is_source(unsigned int sel)
{
	int index;

	return sq_source_name(sel, &index) != NULL;
}

static bool check_sources(const struct sq_alu *alu, uint32_t at, struct sq_problem *problem)
{
	for (unsigned int s = 0; s < alu->op->operands; s++)
		if (!is_source(alu->src[s].sel)) {
			sq_wrong(problem, at, "source %u of %s is %#x, which is none", s, alu->op->name,
				 alu->src[s].sel);
			return false;
		}
	return true;
}

static bool decode_group(struct sq_group *group, enum sq_isa isa, const struct sq_clause *clause,
			 uint32_t *at, const uint32_t *words, struct sq_problem *problem)
{
	unsigned int taken = 0, limit = isa == SQ_CAYMAN ? 4 : SQ_SLOTS;
	struct sq_alu *alu;

	group->at = clause->at + *at;
	group->n = 0;
	do {
		if (group->n == limit || *at == clause->words) {
			sq_wrong(problem, group->at, "no instruction of this group is the last");
			return false;
		}
		alu = &group->alu[group->n++];
		if (!decode_one(alu, isa, clause->at + *at, words + 2 * (size_t)*at, problem) ||
		    !check_sources(alu, clause->at + *at, problem) ||
		    !give_slot(alu, isa, clause->at + *at, &taken, problem))
			return false;
		++*at;
	} while (!alu->last);
	group->literals = literals_of(group);
	if (*at + (group->literals + 1) / 2 > clause->words) {
		sq_wrong(problem, group->at, "literals lie past the clause");
		return false;
	}
	memset(group->literal, 0, sizeof(group->literal));
	memcpy(group->literal, words + 2 * (size_t)*at, (group->literals + 1) / 2 * sizeof(uint64_t));
	*at += (group->literals + 1) / 2;
	return true;
}

bool sq_decode_alu(struct sq_clause *clause, enum sq_isa isa, const uint32_t *words,
		   struct sq_problem *problem)
{
	clause->group = calloc(clause->words, sizeof(*clause->group));
	if (!clause->group) {
		sq_wrong(problem, clause->at, "no memory");
		return false;
	}
	for (uint32_t at = 0; at < clause->words; clause->n++)
		if (!decode_group(&clause->group[clause->n], isa, clause, &at, words, problem))
			return false;
	return true;
}

// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: what a program names
 *
 * Slots, registers and local memory are in a program's words, so that one which is not bound
 * is found before the card is asked. What a program computes while it runs, as the number of a
 * register or of a bank, is not seen here.
 *
 * A branch that is open takes a quarter of an entry of the stack, a loop or a call a whole one.
 * Each of them is counted as often as the program has it, which is enough for any nesting.
 *
 * Sources: AMD's instruction set guides; Mesa for the entries of the stack.
 */
#include <string.h>

#include "own.h"

#define ID_GPRS		2u	/* ids of the thread and of the group are in the first two */
#define FIRST_TEMPORARY	124u	/* those live for a clause and belong to all programs */
#define RAT_RETURNS	0x20u	/* of RAT_INST */
#define INDEXED		1u	/* bit of TYPE */
#define SEL_KEEP	7u	/* of DST_SEL: nothing is written */

struct walk {
	const struct ctm_chip *chip;
	struct ctm_needs *needs;
	struct ctm_error *error;
	uint32_t quarters;	/* of entries of the stack */
};

static void name_gpr(struct walk *walk, uint32_t gpr)
{
	if (gpr < FIRST_TEMPORARY && gpr >= walk->needs->gprs)
		walk->needs->gprs = gpr + 1;
}

static bool take_target(struct walk *walk, const struct sq_cf *cf)
{
	if (cf->rat_id >= CTM_OUTPUTS)
		return ctm_wrong(walk->error, "word %u: output %u does not exist, they are 0 to %u",
				 cf->at, cf->rat_id, CTM_OUTPUTS - 1);
	walk->needs->outputs |= 1u << cf->rat_id;
	if (cf->rat_inst & RAT_RETURNS)
		walk->needs->returns |= 1u << cf->rat_id;
	name_gpr(walk, cf->rw_gpr + cf->burst);
	if (cf->type & INDEXED)
		name_gpr(walk, cf->index_gpr);
	return true;
}

static uint32_t stack_quarters(const struct sq_op *op)
{
	static const struct {
		enum sq_opcode op;
		uint32_t quarters;
	} costs[] = {
		{ SQ_PUSH, 1 }, { SQ_PUSH_WQM, 1 }, { SQ_ALU_PUSH_BEFORE, 1 }, { SQ_CALL, 4 },
		{ SQ_LOOP_START, 4 }, { SQ_LOOP_START_DX10, 4 }, { SQ_LOOP_START_NO_AL, 4 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(costs); i++)
		if (op == &sq_ops[costs[i].op])
			return costs[i].quarters;
	return 0;
}

/* What makes pixels and vertices, or needs memory that no slot is for. */
static bool has_no_use(const struct sq_op *op)
{
	static const enum sq_opcode without[] = {
		SQ_GDS, SQ_CALL_FS, SQ_EMIT_VERTEX, SQ_EMIT_CUT_VERTEX, SQ_CUT_VERTEX,
		SQ_VTX_SEMANTIC, SQ_MEM_READ,
	};

	for (size_t i = 0; i < ARRAY_SIZE(without); i++)
		if (op == &sq_ops[without[i]])
			return true;
	return op->form == SQ_FORM_CF_MEM || op->form == SQ_FORM_CF_EXPORT;
}

static bool take_cf(struct walk *walk, const struct sq_cf *cf)
{
	if (has_no_use(cf->op))
		return ctm_wrong(walk->error, "word %u: a dispatch has nothing for %s to work on",
				 cf->at, cf->op->name);
	for (size_t i = 0; i < ARRAY_SIZE(cf->kmode); i++)
		if (cf->kmode[i])
			walk->needs->constants |= 1u << cf->kbank[i];
	walk->quarters += stack_quarters(cf->op);
	return cf->op->form != SQ_FORM_CF_RAT || take_target(walk, cf);
}

static void take_alu(struct walk *walk, const struct sq_alu *alu)
{
	bool local = alu->op->form == SQ_FORM_LDS;

	walk->needs->lds |= local;
	if (!local && (alu->write_mask || alu->op->form == SQ_FORM_OP3))
		name_gpr(walk, alu->dst_gpr);
	for (unsigned int i = 0; i < alu->op->operands; i++)
		name_gpr(walk, alu->src[i].sel);
}

static bool reads_buffer(const struct sq_op *op)
{
	return op == &sq_ops[SQ_VTX_FETCH] || op == &sq_ops[SQ_GET_BUFFER_RESINFO] ||
	       op == &sq_ops[SQ_LD];
}

static bool take_fetch(struct walk *walk, const struct sq_fetch *fetch)
{
	if (!reads_buffer(fetch->op))
		return ctm_wrong(walk->error, "word %u: a dispatch has nothing for %s to work on",
				 fetch->at, fetch->op->name);
	if (fetch->buffer_id >= CTM_INPUTS)
		return ctm_wrong(walk->error, "word %u: input %u does not exist, they are 0 to %u",
				 fetch->at, fetch->buffer_id, CTM_INPUTS - 1);
	walk->needs->inputs[fetch->buffer_id / 8] |= 1u << fetch->buffer_id % 8;
	name_gpr(walk, fetch->src_gpr);
	for (size_t i = 0; i < ARRAY_SIZE(fetch->dst_sel); i++)
		if (fetch->dst_sel[i] != SEL_KEEP)
			name_gpr(walk, fetch->dst_gpr);
	return true;
}

/* A chip without a vertex cache has nothing that would execute such a clause. */
static bool check_cache(const struct walk *walk, const struct sq_clause *clause)
{
	if (walk->chip->vertex_cache ||
	    (clause->op != &sq_ops[SQ_VTX] && clause->op != &sq_ops[SQ_VTX_ACK]))
		return true;
	return ctm_wrong(walk->error, "word %u: %s has no vertex cache: TEX fetches there, not %s",
			 clause->at, walk->chip->name, clause->op->name);
}

static bool take_clause(struct walk *walk, const struct sq_clause *clause)
{
	if (!check_cache(walk, clause))
		return false;
	for (unsigned int i = 0; i < clause->n; i++) {
		if (!clause->alu) {
			if (!take_fetch(walk, &clause->fetch[i]))
				return false;
			continue;
		}
		for (unsigned int k = 0; k < clause->group[i].n; k++)
			take_alu(walk, &clause->group[i].alu[k]);
	}
	return true;
}

/**
 * ctm_find_needs() - what does a program name?
 * @chip: what is to run it
 * @program: the program
 * @needs: out
 * @error: out, if it cannot run in a dispatch
 *
 * Return: false if it cannot.
 */
bool ctm_find_needs(const struct ctm_chip *chip, const struct sq_program *program,
		    struct ctm_needs *needs, struct ctm_error *error)
{
	struct walk walk = { .chip = chip, .needs = needs, .error = error };
	uint32_t spare = program->isa == SQ_CAYMAN ? 2 : 1;

	memset(needs, 0, sizeof(*needs));
	needs->gprs = ID_GPRS;
	for (unsigned int i = 0; i < program->cfs - program->dead; i++)
		if (!take_cf(&walk, &program->cf[i]))
			return false;
	for (unsigned int i = 0; i < program->clauses; i++)
		if (!take_clause(&walk, &program->clause[i]))
			return false;
	needs->stack = (walk.quarters + spare + 3) / 4;
	return true;
}

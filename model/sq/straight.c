// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: programs that run straight through
 *
 * Most programs of pixels neither branch nor do anything to memory but fetch from it, and all their
 * registers are known beforehand. Two things are known of these before they run: whether there is
 * more to them than what they compute and export; and from which word on nobody looks at what
 * pixels of a quad that are not covered have fetched. A neighbour looks at coordinates, so that is so
 * from the last clause on that has gradients, unless it is given coordinates that it has fetched
 * itself. Such pixels then fetch nothing.
 *
 * Sources: AMD's instruction set guides for which operations look at neighbours. That silicon
 * fetches for all pixels of a quad there cannot be seen but by who counts accesses.
 */
#include "../array.h"
#include "isa.h"

static bool only_computes(const struct sq_clause *clause)
{
	for (unsigned int i = 0; i < clause->n; i++)
		for (unsigned int k = 0; k < clause->group[i].n; k++) {
			const struct sq_op *op = clause->group[i].alu[k].op;

			if (op->form == SQ_FORM_LDS || op == &sq_ops[SQ_MOVA_INT])
				return false;
		}
	return true;
}

static const struct sq_clause *clause_of(const struct sq_program *program, const struct sq_cf *cf)
{
	return &program->clause[cf->clause - 1];
}

static bool only_fetches(const struct sq_clause *clause)
{
	for (unsigned int i = 0; i < clause->n; i++)
		if (clause->fetch[i].op->form != SQ_FORM_TEX && clause->fetch[i].op->form != SQ_FORM_VTX)
			return false;
	return true;
}

static bool is_straight(const struct sq_program *program, bool may_fetch)
{
	for (unsigned int i = 0; i < program->cfs - program->dead; i++) {
		const struct sq_cf *cf = &program->cf[i];

		if (cf->op == &sq_ops[SQ_ALU] && only_computes(clause_of(program, cf)))
			continue;
		if (may_fetch && cf->op->flags & SQ_FETCHES && only_fetches(clause_of(program, cf)))
			continue;
		if (cf->op != &sq_ops[SQ_EXPORT] && cf->op != &sq_ops[SQ_EXPORT_DONE] && cf->op != &sq_ops[SQ_NOP] &&
		    cf->op != &sq_ops[SQ_CF_END])
			return false;
	}
	return true;
}

bool sq_only_reads(const struct sq_program *program)
{
	for (unsigned int i = 0; i < program->cfs - program->dead; i++) {
		const struct sq_cf *cf = &program->cf[i];

		/* Nobody has looked at what a fetch program does. */
		if (cf->op->form == SQ_FORM_CF_MEM || cf->op->form == SQ_FORM_CF_RAT ||
		    cf->op == &sq_ops[SQ_CALL_FS] ||
		    (cf->op->flags & SQ_FETCHES && !only_fetches(clause_of(program, cf))))
			return false;
	}
	return true;
}

bool sq_only_exports(const struct sq_program *program)
{
	return is_straight(program, false);
}

/* ---- neighbours ---- */

static bool looks_at_neighbours(const struct sq_op *op)
{
	static const enum sq_opcode ops[] = {
		SQ_SAMPLE, SQ_SAMPLE_LB, SQ_SAMPLE_C, SQ_SAMPLE_C_LB, SQ_GET_LOD, SQ_GET_GRADIENTS_H,
		SQ_GET_GRADIENTS_V, SQ_KEEP_GRADIENTS,
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(ops); i++)
		if (op == &sq_ops[ops[i]])
			return true;
	return false;
}

/* By an instruction of the clause: at what one before it has fetched. */
static bool looks_at_results(const struct sq_clause *clause)
{
	for (unsigned int i = 0; i < clause->n; i++)
		for (unsigned int before = 0; before < i; before++)
			if (looks_at_neighbours(clause->fetch[i].op) &&
			    clause->fetch[i].src_gpr == clause->fetch[before].dst_gpr)
				return true;
	return false;
}

static bool has_gradients(const struct sq_clause *clause)
{
	for (unsigned int i = 0; i < clause->n; i++)
		if (looks_at_neighbours(clause->fetch[i].op))
			return true;
	return false;
}

void sq_find_alone(struct sq_program *program)
{
	bool straight = is_straight(program, true);

	for (unsigned int i = program->cfs - program->dead; straight && i-- > 0;) {
		struct sq_cf *cf = &program->cf[i];

		if (!(cf->op->flags & SQ_FETCHES))
			continue;
		cf->alone = !looks_at_results(clause_of(program, cf));
		if (has_gradients(clause_of(program, cf)))
			return;
	}
}

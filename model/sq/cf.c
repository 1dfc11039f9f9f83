// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: control flow that runs
 *
 * Masks live on a stack: what was active before a branch; for a loop what entered it, and
 * which lanes have left it or its round.
 *
 * Sources: AMD's instruction set guides. Where they say that a jump pops first and always, the
 * code of Mesa and LLVM works only if it pops when it jumps, and that is done here. A loop of
 * the DX10 kind does not end after any number of rounds: a guess.
 */
#include "wave.h"

/* Columns that must be left once a branch is pushed. On Cayman Mesa leaves two, LLVM none. */
#define EG_RESERVED	1u

/* Columns of an entry: a loop takes a row of the stack. */
static unsigned int columns_of(const struct sq_wave *wave, enum sq_entry_kind kind)
{
	return kind == SQ_LOOP ? wave->state->columns : 1;
}

static struct sq_entry *innermost_loop(struct sq_wave *wave)
{
	for (unsigned int i = wave->depth; i-- > 0;)
		if (wave->stack[i].kind == SQ_LOOP)
			return &wave->stack[i];
	return NULL;
}

static uint64_t away(struct sq_wave *wave)
{
	const struct sq_entry *loop = innermost_loop(wave);

	return loop ? loop->broken | loop->continued : 0;
}

static struct sq_entry *push(struct sq_wave *wave, const struct sq_cf *cf, enum sq_entry_kind kind)
{
	unsigned int columns = columns_of(wave, kind), reserved = 0;

	if (kind == SQ_BRANCH && wave->shader->program.isa == SQ_EVERGREEN)
		reserved = EG_RESERVED;
	if (wave->depth == SQ_STACK || wave->used + columns + reserved > wave->state->columns * wave->state->stack) {
		sq_complain(wave, cf->at, cf, -1, "the stack of %u overflows", wave->state->stack);
		return NULL;
	}
	wave->used += columns;
	wave->stack[wave->depth] = (struct sq_entry){ .kind = kind, .mask = wave->active };
	return &wave->stack[wave->depth++];
}

static void drop(struct sq_wave *wave)
{
	wave->used -= columns_of(wave, wave->stack[--wave->depth].kind);
}

static bool pop(struct sq_wave *wave, const struct sq_cf *cf, unsigned int count)
{
	while (count--) {
		if (!wave->depth || wave->stack[wave->depth - 1].kind != SQ_BRANCH)
			return sq_violated(wave, cf->at, cf, -1, "no branch is left to pop");
		drop(wave);
		wave->active = wave->stack[wave->depth].mask & ~away(wave);
	}
	return true;
}

static uint64_t passing(const struct sq_wave *wave, const struct sq_cf *cf)
{
	bool constant = wave->state->bools >> cf->cf_const & 1;
	uint64_t lanes = sq_lanes_of(wave, cf);

	switch (cf->cond) {
	case 0:
		return lanes;
	case 1:
		return 0;
	case 2:
		return constant ? lanes : 0;
	default:
		return constant ? 0 : lanes;
	}
}

static bool jump_if_none(struct sq_wave *wave, const struct sq_cf *cf, uint64_t lanes)
{
	if (lanes)
		return true;
	wave->pc = cf->addr;
	return pop(wave, cf, cf->pop_count);
}

static bool run_else(struct sq_wave *wave, const struct sq_cf *cf)
{
	if (!wave->depth || wave->stack[wave->depth - 1].kind != SQ_BRANCH)
		return sq_violated(wave, cf->at, cf, -1, "there is no branch");
	wave->active = wave->stack[wave->depth - 1].mask & ~wave->active & ~away(wave);
	return true;
}

/* ---- loops ---- */

static bool start_loop(struct sq_wave *wave, const struct sq_cf *cf)
{
	uint64_t lanes = sq_lanes_of(wave, cf);
	uint32_t constant = wave->state->loop[cf->cf_const];
	bool counted = cf->op == &sq_ops[SQ_LOOP_START];
	struct sq_entry *loop;

	if (!lanes || (counted && !(constant & 0xfff))) {
		wave->pc = cf->addr;
		return true;
	}
	loop = push(wave, cf, SQ_LOOP);
	if (!loop)
		return false;
	/* The others wait for its end, as those that have left it do. */
	loop->broken = wave->active & ~lanes;
	wave->active = lanes;
	loop->counted = counted;
	loop->left = constant & 0xfff;
	loop->index = constant >> 12 & 0xfff;
	loop->step = constant >> 24;
	return true;
}

static bool end_loop(struct sq_wave *wave, const struct sq_cf *cf)
{
	struct sq_entry *loop = innermost_loop(wave);

	if (!loop)
		return sq_violated(wave, cf->at, cf, -1, "there is no loop");
	/* Branches that lanes have left by a break are still there. */
	while (&wave->stack[wave->depth - 1] != loop) {
		if (wave->stack[wave->depth - 1].kind == SQ_CALLED)
			return sq_violated(wave, cf->at, cf, -1, "the loop began outside of this call");
		drop(wave);
	}
	wave->active = loop->mask & ~loop->broken;
	loop->continued = 0;
	loop->index += loop->step;
	if (wave->active && !(loop->counted && --loop->left == 0)) {
		wave->pc = cf->addr;
		wave->spins = cf->addr == cf->at && !loop->counted;
		return true;
	}
	wave->active = loop->mask;
	drop(wave);
	return true;
}

static bool leave_round(struct sq_wave *wave, const struct sq_cf *cf)
{
	struct sq_entry *loop = innermost_loop(wave);
	uint64_t lanes = passing(wave, cf);

	if (!loop)
		return sq_violated(wave, cf->at, cf, -1, "there is no loop");
	if (cf->op == &sq_ops[SQ_LOOP_BREAK])
		loop->broken |= lanes;
	else
		loop->continued |= lanes;
	wave->active &= ~lanes;
	return jump_if_none(wave, cf, loop->mask & ~(loop->broken | loop->continued));
}

/* ---- calls ---- */

static bool call(struct sq_wave *wave, const struct sq_cf *cf)
{
	struct sq_entry *e;

	if (!passing(wave, cf))
		return true;
	e = push(wave, cf, SQ_CALLED);
	if (!e)
		return false;
	e->back = wave->pc;
	e->from = wave->shader;
	wave->active = passing(wave, cf);
	wave->pc = cf->addr;
	return true;
}

/* Its address counts from the beginning of the fetch program. */
static bool call_fetch(struct sq_wave *wave, const struct sq_cf *cf)
{
	const struct sq_shader *fetch = wave->state->fetch.shader;

	if (!fetch || wave->shader == fetch)
		return sq_violated(wave, cf->at, cf, -1, "there is no fetch program");
	if (!passing(wave, cf))
		return true;
	if (!call(wave, cf))
		return false;
	wave->shader = fetch;
	return true;
}

static bool give_back(struct sq_wave *wave, const struct sq_cf *cf)
{
	if (!wave->depth || wave->stack[wave->depth - 1].kind != SQ_CALLED)
		return sq_violated(wave, cf->at, cf, -1,
				   "there is no call, or it has branches and loops open");
	drop(wave);
	wave->pc = wave->stack[wave->depth].back;
	wave->shader = wave->stack[wave->depth].from;
	wave->active = wave->stack[wave->depth].mask & ~away(wave);
	return true;
}

/* ---- clauses and the rest ---- */

static bool run_alu_word(struct sq_wave *wave, const struct sq_cf *cf)
{
	if (cf->op == &sq_ops[SQ_ALU_BREAK] || cf->op == &sq_ops[SQ_ALU_CONTINUE])
		return sq_violated(wave, cf->at, cf, -1, "%s is not modelled", cf->op->name);
	if (!wave->in_clause && cf->op == &sq_ops[SQ_ALU_PUSH_BEFORE] && !push(wave, cf, SQ_BRANCH))
		return false;
	if (!wave->active) {		/* nobody would see what it does */
		wave->in_clause = false;
	} else if (!sq_run_alu(wave, cf, &wave->shader->code[cf->at])) {
		return false;
	}
	if (wave->in_clause)		/* it waits */
		return true;
	if (cf->op == &sq_ops[SQ_ALU_POP_AFTER])
		return pop(wave, cf, 1);
	if (cf->op == &sq_ops[SQ_ALU_POP2_AFTER])
		return pop(wave, cf, 2);
	return cf->op != &sq_ops[SQ_ALU_ELSE_AFTER] || run_else(wave, cf);
}

static bool run_fetch_word(struct sq_wave *wave, const struct sq_cf *cf)
{
	uint64_t active = wave->active;
	bool good;

	if (cf->wqm)
		return sq_violated(wave, cf->at, cf, -1, "WHOLE_QUAD_MODE is not modelled");
	if (cf->vpm || cf->alone)
		wave->active &= wave->valid;
	good = !wave->active || sq_run_fetches(wave, &wave->shader->program.clause[cf->clause - 1]);
	wave->active = active;
	return good;
}

static bool run_push(struct sq_wave *wave, const struct sq_cf *cf)
{
	uint64_t lanes = passing(wave, cf);

	if (!lanes)
		return jump_if_none(wave, cf, lanes);
	if (!push(wave, cf, SQ_BRANCH))
		return false;
	wave->active = lanes;
	return true;
}

static bool run_plain(struct sq_wave *wave, const struct sq_cf *cf)
{
	switch ((enum sq_opcode)(cf->op - sq_ops)) {
	case SQ_NOP:
	case SQ_WAIT_ACK:
	case SQ_CF_END:
		return true;
	case SQ_PUSH:
		return run_push(wave, cf);
	case SQ_POP:
		return pop(wave, cf, cf->pop_count);
	case SQ_JUMP:
		return jump_if_none(wave, cf, passing(wave, cf));
	case SQ_ELSE:
		return run_else(wave, cf) && jump_if_none(wave, cf, wave->active);
	case SQ_LOOP_START:
	case SQ_LOOP_START_DX10:
	case SQ_LOOP_START_NO_AL:
		return start_loop(wave, cf);
	case SQ_END_LOOP:
		return end_loop(wave, cf);
	case SQ_LOOP_BREAK:
	case SQ_CONTINUE:
		return leave_round(wave, cf);
	case SQ_CALL:
		return call(wave, cf);
	case SQ_CALL_FS:
		return call_fetch(wave, cf);
	case SQ_RETURN:
		return give_back(wave, cf);
	case SQ_KILL:
		wave->valid &= ~passing(wave, cf);
		return true;
	case SQ_EXPORT:
	case SQ_EXPORT_DONE:
		return sq_export(wave, cf);
	case SQ_MEM_RAT:
	case SQ_MEM_RAT_CACHELESS:
		return sq_run_rat(wave, cf);
	case SQ_MEM_SCRATCH:
		return sq_write_scratch(wave, cf);
	case SQ_MEM_RING:
	case SQ_MEM_RING1:
	case SQ_MEM_RING2:
	case SQ_MEM_RING3:
		return sq_write_ring(wave, cf);
	case SQ_EMIT_VERTEX:
	case SQ_EMIT_CUT_VERTEX:
	case SQ_CUT_VERTEX:
		return sq_emit(wave, cf);
	default:
		if (cf->op >= &sq_ops[SQ_MEM_STREAM0_BUF0] && cf->op <= &sq_ops[SQ_MEM_STREAM3_BUF3])
			return sq_stream_out(wave, cf);
		return sq_violated(wave, cf->at, cf, -1, "%s is not modelled", cf->op->name);
	}
}

bool sq_step(struct sq_wave *wave)
{
	const struct sq_program *p = &wave->shader->program;
	const struct sq_cf *cf;
	bool good;

	if (wave->pc >= p->cfs - p->dead)
		return sq_violated(wave, wave->pc, NULL, -1, "control flow leaves the program");
	cf = &p->cf[wave->pc++];
	wave->steps++;
	if (cf->op->form == SQ_FORM_CF_ALU)
		good = run_alu_word(wave, cf);
	else if (cf->op->form == SQ_FORM_CF_EXT)
		good = true;		/* a part of the next word */
	else if (cf->op->flags & SQ_FETCHES)
		good = run_fetch_word(wave, cf);
	else
		good = run_plain(wave, cf);
	if (!good)
		return false;
	if (wave->in_clause)
		wave->pc = cf->at;	/* goes on behind the barrier */
	else if (cf->eop || cf->op == &sq_ops[SQ_CF_END])
		wave->is = SQ_ENDED;
	return true;
}

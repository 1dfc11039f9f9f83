// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: programs made ready to run
 *
 * Operands become rows: of a wave (registers, results of the group before, constants) or of
 * the program (literals, inline constants). Where PV or PS is what the group before wrote to a
 * register, that register is read, and the result goes straight there if nobody in the group
 * still wants the old value.
 *
 * What the hardware does not define, and what is not modelled, is marked and told when it
 * would run; a program may carry code that it never reaches.
 */
#include <stdlib.h>
#include <string.h>

#include "../array.h"
#include "wave.h"

#define TEMPS		4u	/* clause temporaries, registers 124 to 127 */
#define FIRST_TEMP	124u
#define NO_ROW		UINT32_MAX
#define POOL_SEARCHED	256u	/* rows */

struct maker {
	struct sq_shader *shader;
	struct sq_code *code;
	const struct sq_cf *cf;
	struct sq_bundle *bundle;
	uint32_t previous[SQ_SLOTS];	/* rows of PV.xyzw and PS, or NO_ROW */
	unsigned int parity;
	bool no_memory;
};

static void mark(struct maker *m, const struct sq_alu *alu, const char *wrong)
{
	if (!m->bundle->wrong) {
		m->bundle->wrong = wrong;
		m->bundle->culprit = alu;
	}
}

/* One that was named long ago gets another row: it would take long to find it. */
static uint32_t pool_row(struct maker *m, uint32_t value)
{
	struct sq_shader *s = m->shader;
	unsigned int room = s->room ? 2 * s->room : 16;
	uint32_t (*more)[SQ_LANES];

	for (unsigned int i = s->pooled; i > 0 && s->pooled - i < POOL_SEARCHED; i--)
		if (s->pool[i - 1][0] == value)
			return i - 1;
	if (s->pooled == s->room) {
		more = aligned_alloc(64, room * sizeof(*more));
		if (!more) {
			m->no_memory = true;
			return 0;
		}
		if (s->pooled)
			memcpy(more, s->pool, s->pooled * sizeof(*more));
		free(s->pool);
		s->pool = more;
		s->room = room;
	}
	for (unsigned int i = 0; i < SQ_LANES; i++)
		s->pool[s->pooled][i] = value;
	return s->pooled++;
}

/* The first row of a register, or NO_ROW. */
static uint32_t register_row(struct maker *m, uint32_t gpr)
{
	if (gpr >= FIRST_TEMP && m->shader->gprs <= FIRST_TEMP) {
		m->code->temps = true;
		return m->shader->temp_row + 4 * (gpr - FIRST_TEMP);
	}
	return gpr < m->shader->gprs ? 4 * gpr : NO_ROW;
}

/* ---- constants ---- */

#define BY_LOOP_INDEX	3u

/* 1, 2: that many lines of 16 are locked. */
static unsigned int mode_of(const struct maker *m, unsigned int window)
{
	const struct sq_cf *cf = window < 2 ? m->cf : m->code->extended;

	return cf ? cf->kmode[window] : 0;
}

static bool window_has(const struct maker *m, unsigned int window, unsigned int index)
{
	return index < 16 * mode_of(m, window);
}

static uint32_t constant_row(struct maker *m, unsigned int window, unsigned int index, unsigned int chan)
{
	struct sq_code *code = m->code;

	for (unsigned int i = 0; i < code->constants; i++)
		if (code->constant[i].window == window && code->constant[i].index == index &&
		    code->constant[i].chan == chan)
			return m->shader->kc_row + i;
	if (!(code->constants & (code->constants - 1))) {
		void *more = realloc(code->constant, (code->constants ? 2 * code->constants : 1) *
				     sizeof(*code->constant));

		if (!more) {
			m->no_memory = true;
			return 0;
		}
		code->constant = more;
	}
	code->constant[code->constants].window = (uint8_t)window;
	code->constant[code->constants].index = (uint8_t)index;
	code->constant[code->constants].chan = (uint8_t)chan;
	return m->shader->kc_row + code->constants++;
}

/* ---- operands ---- */

static const struct { uint16_t sel; uint32_t value; } inline_constants[] = {
	{ SQ_SRC_1_DBL_L, 0 }, { SQ_SRC_1_DBL_M, 0x3ff00000 }, { SQ_SRC_0_5_DBL_L, 0 },
	{ SQ_SRC_0_5_DBL_M, 0x3fe00000 }, { SQ_SRC_0, 0 }, { SQ_SRC_1, 0x3f800000 },
	{ SQ_SRC_1_INT, 1 }, { SQ_SRC_M_1_INT, UINT32_MAX }, { SQ_SRC_0_5, 0x3f000000 },
};

static bool is_special(unsigned int sel)
{
	return (sel >= SQ_SRC_TIME_HI && sel <= SQ_SRC_GROUP_WAVES) || sel == SQ_SRC_LOOP_IDX;
}

static int window_of(unsigned int sel)
{
	static const uint16_t first[] = { SQ_SRC_KC0, SQ_SRC_KC1, SQ_SRC_KC2, SQ_SRC_KC3 };

	for (int k = 0; k < 4; k++)
		if (sel >= first[k] && sel < first[k] + 32u)
			return k;
	return -1;
}

/* What these choose from may be floats; LLVM changes their sign, when it copies a sign with BFI_INT, too. */
static bool selects(const struct sq_op *op)
{
	return op == &sq_ops[SQ_CNDE_INT] || op == &sq_ops[SQ_CNDGT_INT] || op == &sq_ops[SQ_CNDGE_INT] ||
	       op == &sq_ops[SQ_BFI_INT];
}

static void make_queue(struct maker *m, const struct sq_alu *alu, unsigned int sel, struct sq_operand *o)
{
	o->kind = SQ_OF_QUEUE;
	o->row = sel == SQ_SRC_OQB || sel == SQ_SRC_OQB_POP;
	if (sel == SQ_SRC_OQA_POP || sel == SQ_SRC_OQB_POP)
		m->bundle->pops[o->row] = true;
	if (alu->op->form == SQ_FORM_LDS)
		mark(m, alu, "an operation of LDS reads a queue of LDS");
}

/* The first of its rows, or the one that an operation loads. */
static void make_param(struct maker *m, const struct sq_alu *alu, unsigned int n, unsigned int chan,
		       struct sq_operand *o)
{
	static const enum sq_opcode loads[] = { SQ_INTERP_LOAD_P0, SQ_INTERP_LOAD_P10, SQ_INTERP_LOAD_P20 };

	o->kind = SQ_OF_PARAM;
	o->row = n * SQ_PARAM_ROWS;
	for (unsigned int i = 0; i < 3; i++)
		if (alu->op == &sq_ops[loads[i]]) {
			o->row += 3 * chan + i;
			return;
		}
	if (!sq_interp_rows[alu->op - sq_ops].fn)
		mark(m, alu, "only INTERP reads parameters");
}

static void make_operand(struct maker *m, const struct sq_alu *alu, unsigned int s, struct sq_operand *o)
{
	unsigned int sel = alu->src[s].sel, chan = alu->src[s].chan;
	int window = window_of(sel);

	o->modified = alu->src[s].neg || alu->src[s].abs;
	o->kind = SQ_OF_WAVE;
	o->row = NO_ROW;
	if (o->modified && !(alu->op->flags & SQ_FLOAT) && !(s && selects(alu->op)))
		mark(m, alu, "a sign is changed of what is no float");
	if (alu->src[s].rel && sel >= 128) {
		mark(m, alu, "relative addressing of what is no register is not modelled");
	} else if (alu->src[s].rel) {
		o->kind = SQ_OF_REL;
		o->row = 4 * sel + chan;
	} else if (sel < 128) {
		o->row = register_row(m, sel);
		if (o->row == NO_ROW)
			mark(m, alu, "a source is past the registers of the program");
		else
			o->row += chan;
	} else if (window >= 0) {
		unsigned int index = sel & 31;

		if (!window_has(m, (unsigned int)window, index))
			mark(m, alu, "a constant is in no line that the word locks");
		else if (mode_of(m, (unsigned int)window) == BY_LOOP_INDEX)
			mark(m, alu, "lines of constants by loop index are not modelled");
		else
			o->row = constant_row(m, (unsigned int)window, index, chan);
	} else if (sel == SQ_SRC_LITERAL) {
		o->kind = SQ_OF_POOL;
		o->row = pool_row(m, m->bundle->group->literal[chan]);
	} else if (sel == SQ_SRC_PV || sel == SQ_SRC_PS) {
		o->row = m->previous[sel == SQ_SRC_PS ? SQ_SLOT_T : chan];
		if (o->row == NO_ROW)
			mark(m, alu, "the group before has no result in this slot");
	} else if (sel >= SQ_SRC_OQA && sel <= SQ_SRC_OQB_POP) {
		make_queue(m, alu, sel, o);
	} else if (is_special(sel)) {
		o->kind = SQ_OF_SPECIAL;
		o->row = sel;
	} else if (sel >= SQ_SRC_PARAM) {
		make_param(m, alu, sel - SQ_SRC_PARAM, chan, o);
	} else {
		for (size_t i = 0; i < ARRAY_SIZE(inline_constants); i++)
			if (inline_constants[i].sel == sel) {
				o->kind = SQ_OF_POOL;
				o->row = pool_row(m, inline_constants[i].value);
				return;
			}
		mark(m, alu, "a source is not modelled");
	}
}

/* ---- operations ---- */

static bool accumulates(const struct sq_op *op)
{
	return op == &sq_ops[SQ_MBCNT_32LO_ACCUM_PREV_INT] || op == &sq_ops[SQ_BCNT_ACCUM_PREV_INT];
}

/* They add what the next slot makes to their own product. */
static bool adds_next(const struct sq_op *op)
{
	return op == &sq_ops[SQ_DOT] || op == &sq_ops[SQ_DOT_IEEE];
}

static const struct sq_wide *wide_of(const struct sq_op *op)
{
	static const struct sq_wide *const rows[] = {
		sq_interp_rows, sq_wide_rows, sq_double_rows, sq_from_double_rows,
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i][op - sq_ops].fn)
			return &rows[i][op - sq_ops];
	return NULL;
}

static void choose_action(struct maker *m, struct sq_inst *inst)
{
	static const struct { enum sq_opcode op; enum sq_action action; } actions[] = {
		{ SQ_ALU_NOP, SQ_DO_NOTHING }, { SQ_LDS_IDX_OP, SQ_DO_LDS }, { SQ_MOVA_INT, SQ_DO_MOVA },
		{ SQ_SET_CF_IDX0, SQ_DO_CF_IDX }, { SQ_SET_CF_IDX1, SQ_DO_CF_IDX },
		{ SQ_GROUP_BARRIER, SQ_DO_BARRIER },
	};
	const struct sq_op *op = inst->alu->op;
	size_t o = (size_t)(op - sq_ops);

	for (size_t i = 0; i < ARRAY_SIZE(actions); i++)
		if (op == &sq_ops[actions[i].op]) {
			inst->action = actions[i].action;
			return;
		}
	inst->row = sq_float_rows[o] ? sq_float_rows[o] : sq_int_rows[o] ? sq_int_rows[o] : sq_trans_rows[o];
	if (accumulates(op))
		inst->action = SQ_DO_COUNT;
	else if (adds_next(op))
		inst->action = SQ_DO_DOT;
	else if (!inst->row && !wide_of(op))
		mark(m, inst->alu, "this operation is not modelled");
}

/* The next slot has another one, or the last product. */
static void check_sum(struct maker *m, unsigned int i)
{
	const struct sq_alu *alu = m->bundle->inst[i].alu;
	const struct sq_alu *next = i + 1 < m->bundle->n ? m->bundle->inst[i + 1].alu : NULL;
	enum sq_opcode last = alu->op == &sq_ops[SQ_DOT] ? SQ_MUL : SQ_MUL_IEEE;

	if (!next || next->slot != alu->slot + 1u || next->slot == SQ_SLOT_T ||
	    (next->op != alu->op && next->op != &sq_ops[last]))
		mark(m, alu, "the next slot has no product for it");
}

/* INTERP takes all rows of a parameter, which nothing else has. */
static void check_param(struct maker *m, const struct sq_inst *inst)
{
	if (sq_interp_rows[inst->alu->op - sq_ops].fn && (inst->src[1].kind != SQ_OF_PARAM || inst->src[1].modified))
		mark(m, inst->alu, "the second source is no parameter as it is");
}

/* One operation in several slots: the first has the function. */
static void join(struct maker *m)
{
	struct sq_bundle *b = m->bundle;

	for (unsigned int i = 0; i < b->n; i++) {
		const struct sq_wide *wide = wide_of(b->inst[i].alu->op);

		if (b->inst[i].action == SQ_DO_DOT)
			check_sum(m, i);
		for (unsigned int k = 0; wide && k < wide->slots; k++) {
			const struct sq_alu *alu = i + k < b->n ? b->inst[i + k].alu : NULL;

			if (!alu || alu->op != b->inst[i].alu->op || alu->dst_chan != b->inst[i].alu->dst_chan + k ||
			    alu->slot == SQ_SLOT_T) {
				mark(m, b->inst[i].alu, "the operation lacks one of its slots");
				return;
			}
			check_param(m, &b->inst[i + k]);
			b->inst[i + k].action = k ? SQ_DO_WITH_WIDE : SQ_DO_WIDE;
		}
		if (wide) {
			b->inst[i].wide = wide->fn;
			i += wide->slots - 1;
		}
	}
}

static bool same_sources(const struct sq_alu *a, const struct sq_alu *b)
{
	for (unsigned int s = 0; s < a->op->operands; s++)
		if (a->src[s].sel != b->src[s].sel || a->src[s].chan != b->src[s].chan ||
		    a->src[s].rel != b->src[s].rel || a->src[s].neg != b->src[s].neg ||
		    a->src[s].abs != b->src[s].abs)
			return false;
	return true;
}

/* What Evergreen has slot T for takes x, y and z of Cayman, or all four, with the same operands. */
static void check_cayman(struct maker *m, const struct sq_alu *alu)
{
	unsigned int found = 0, needed = alu->op->slots == SQ_TRANS4 ? 0xf : 0x7;

	if ((alu->op->slots != SQ_TRANS && alu->op->slots != SQ_TRANS4) || wide_of(alu->op))
		return;
	for (unsigned int i = 0; i < m->bundle->n; i++) {
		const struct sq_alu *other = m->bundle->inst[i].alu;

		if (other->op == alu->op && same_sources(alu, other))
			found |= 1u << other->slot;
	}
	if ((found & needed) != needed)
		mark(m, alu, "the operation lacks one of its slots, or has other sources there");
}

/* A group kills, sets predicates, waits or goes to LDS once. */
static void check_once(struct maker *m)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < m->bundle->n; i++) {
		const struct sq_alu *alu = m->bundle->inst[i].alu;

		n += alu->op->flags & (SQ_PRED | SQ_KILLS) || alu->op->form == SQ_FORM_LDS ||
		     alu->op == &sq_ops[SQ_GROUP_BARRIER];
		if (n == 2)
			mark(m, alu, "the group has done with another operation what it does once");
	}
}

/*
 * An operation with three sources always names a register. Where only PV is read afterwards, the
 * Mesa of 2026 names R123, which no program of its has: on real cards such a write is lost.
 */
static void make_destination(struct maker *m, struct sq_inst *inst)
{
	const struct sq_alu *alu = inst->alu;

	inst->pv = m->shader->pv_row + SQ_SLOTS * m->parity + alu->slot;
	inst->scaled = alu->omod || alu->clamp;
	if (inst->scaled && alu->op->form != SQ_FORM_LDS && !(alu->op->flags & SQ_FLOAT))
		mark(m, alu, "the result is scaled or clamped, and is no float");
	inst->writes = alu->write_mask && alu->op->form != SQ_FORM_LDS &&
		       inst->action <= SQ_DO_COUNT;
	if (!inst->writes)
		return;
	if (alu->dst_rel) {
		inst->dst = 4 * alu->dst_gpr + alu->dst_chan;
		return;
	}
	inst->dst = register_row(m, alu->dst_gpr);
	if (inst->dst == NO_ROW && alu->op->form == SQ_FORM_OP3)
		inst->writes = false;
	else if (inst->dst == NO_ROW)
		mark(m, alu, "the destination is past the registers of the program");
	else
		inst->dst += alu->dst_chan;
}

/* Instructions run from the last to the first: does one in front still read this row? */
static bool is_read_later(const struct sq_bundle *b, unsigned int i, uint32_t row)
{
	for (unsigned int k = 0; k < i; k++)
		for (unsigned int s = 0; s < b->inst[k].sources; s++)
			if (b->inst[k].src[s].kind == SQ_OF_REL ||
			    (b->inst[k].src[s].kind == SQ_OF_WAVE && b->inst[k].src[s].row == row))
				return true;
	return false;
}

static void choose_direct(struct sq_bundle *b)
{
	for (unsigned int i = 0; i < b->n; i++) {
		struct sq_inst *inst = &b->inst[i];

		inst->direct = inst->writes && !inst->alu->dst_rel && inst->action == SQ_DO_ROW &&
			       !inst->alu->pred_sel && !(inst->alu->op->flags & (SQ_PRED | SQ_KILLS)) &&
			       !is_read_later(b, i, inst->dst);
		for (unsigned int k = 0; k < b->n; k++)
			if (b->inst[k].action == SQ_DO_COUNT || b->inst[k].action == SQ_DO_DOT ||
			    b->inst[k].action == SQ_DO_WIDE ||
			    (k != i && b->inst[k].writes && b->inst[k].dst == inst->dst))
				inst->direct = false;
	}
}

static bool is_plain(const struct sq_bundle *b)
{
	for (unsigned int i = 0; i < b->n; i++) {
		const struct sq_inst *inst = &b->inst[i];

		if (inst->action != SQ_DO_ROW || inst->alu->dst_rel || inst->alu->pred_sel ||
		    inst->alu->op->flags & (SQ_PRED | SQ_KILLS))
			return false;
		for (unsigned int s = 0; s < inst->sources; s++)
			if (inst->src[s].kind != SQ_OF_WAVE && inst->src[s].kind != SQ_OF_POOL)
				return false;
	}
	return !b->wrong;
}

static void make_bundle(struct maker *m, const struct sq_group *group)
{
	const struct sq_alu *culprit;
	const char *wrong = sq_ports_wrong(group, &culprit);
	uint32_t results[SQ_SLOTS];
	struct sq_bundle *b = m->bundle;

	b->group = group;
	b->n = group->n;
	for (unsigned int i = 0; i < b->n; i++) {
		struct sq_inst *inst = &b->inst[i];

		inst->alu = &group->alu[i];
		inst->sources = inst->alu->op->operands;
		if (inst->alu->pred_sel == 1)
			mark(m, inst->alu, "PRED_SEL 1 is reserved");
		choose_action(m, inst);
		for (unsigned int s = 0; s < inst->sources; s++) {
			make_operand(m, inst->alu, s, &inst->src[s]);
			inst->modified |= inst->src[s].modified;
		}
	}
	join(m);
	check_once(m);
	for (unsigned int i = 0; m->shader->program.isa == SQ_CAYMAN && i < b->n; i++)
		check_cayman(m, b->inst[i].alu);
	for (unsigned int i = 0; i < b->n; i++)
		make_destination(m, &b->inst[i]);
	if (wrong)
		mark(m, culprit, wrong);
	choose_direct(b);
	b->plain = is_plain(b);
	for (unsigned int s = 0; s < SQ_SLOTS; s++)
		results[s] = NO_ROW;
	for (unsigned int i = 0; i < b->n; i++)
		if (b->inst[i].action <= SQ_DO_COUNT)
			results[b->inst[i].alu->slot] = b->inst[i].direct ? b->inst[i].dst : b->inst[i].pv;
	memcpy(m->previous, results, sizeof(results));
	m->parity ^= 1;
}

static bool make_code(struct sq_shader *shader, struct sq_code *code, unsigned int at)
{
	const struct sq_cf *cf = &shader->program.cf[at];
	const struct sq_clause *clause = &shader->program.clause[cf->clause - 1];
	struct maker m = { .shader = shader, .code = code, .cf = cf };

	if (at && shader->program.cf[at - 1].op == &sq_ops[SQ_ALU_EXTENDED])
		code->extended = cf - 1;
	code->bundle = calloc(clause->n, sizeof(*code->bundle));
	if (!code->bundle)
		return false;
	code->n = clause->n;
	for (unsigned int s = 0; s < SQ_SLOTS; s++)
		m.previous[s] = NO_ROW;
	for (unsigned int i = 0; i < clause->n && !m.no_memory; i++) {
		m.bundle = &code->bundle[i];
		make_bundle(&m, &clause->group[i]);
	}
	if (shader->kc_row + code->constants > shader->rows)
		shader->rows = shader->kc_row + code->constants;
	return !m.no_memory;
}

bool sq_shader_make(struct sq_shader *shader, enum sq_isa isa, const uint32_t *words, size_t n,
		    unsigned int gprs, struct sq_problem *problem)
{
	return sq_shader_make_from(shader, isa, words, n, 0, gprs, problem);
}

bool sq_shader_make_from(struct sq_shader *shader, enum sq_isa isa, const uint32_t *words, size_t n,
			 uint32_t entry, unsigned int gprs, struct sq_problem *problem)
{
	memset(shader, 0, sizeof(*shader));
	if (!sq_decode_from(&shader->program, isa, words, n, entry, problem))
		return false;
	sq_find_alone(&shader->program);
	shader->gprs = gprs < 128 ? gprs : 128;
	shader->temp_row = 4 * shader->gprs;
	shader->pv_row = shader->temp_row + 4 * TEMPS;
	shader->kc_row = shader->pv_row + 2 * SQ_SLOTS;
	shader->rows = shader->kc_row;
	shader->code = calloc(shader->program.cfs, sizeof(*shader->code));
	if (!shader->code)
		goto no_memory;
	for (unsigned int i = 0; i < shader->program.cfs - shader->program.dead; i++)
		if (shader->program.cf[i].op->form == SQ_FORM_CF_ALU &&
		    !make_code(shader, &shader->code[i], i))
			goto no_memory;
	return true;
no_memory:
	sq_wrong(problem, 0, "no memory");
	sq_shader_free(shader);
	return false;
}

size_t sq_shader_bytes(const struct sq_shader *shader)
{
	const struct sq_program *p = &shader->program;
	size_t bytes = p->room * sizeof(*p->cf) + p->cfs * (sizeof(*shader->code) + sizeof(*p->clause)) +
		       shader->room * sizeof(*shader->pool);

	/* As many as there are words have room. */
	for (unsigned int i = 0; i < p->clauses; i++)
		bytes += p->clause[i].words * (p->clause[i].alu ? sizeof(struct sq_group) : sizeof(struct sq_fetch));
	for (unsigned int i = 0; i < p->cfs; i++)
		bytes += shader->code[i].n * sizeof(struct sq_bundle);
	return bytes;
}

void sq_shader_free(struct sq_shader *shader)
{
	for (unsigned int i = 0; shader->code && i < shader->program.cfs; i++) {
		free(shader->code[i].bundle);
		free(shader->code[i].constant);
	}
	free(shader->code);
	free(shader->pool);
	sq_program_free(&shader->program);
	memset(shader, 0, sizeof(*shader));
}

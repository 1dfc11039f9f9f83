// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: ALU clauses that run
 *
 * All sources of a group are looked up first. Then its instructions run, the last one first,
 * so that those which add the result of the next slot find it. What is not written straight to
 * a register is written at the end, to the lanes that are active.
 *
 * Sources: AMD's instruction set guides; that PRED_SET gives 0.0 where it is true, and what
 * MOVA_INT writes on Cayman, are from Mesa, too. A queue of LDS gives one result for each
 * group that pops it, however often the group names it: a guess. So is that a product which DOT
 * adds is scaled and clamped only behind that; Mesa, whose tests pass on silicon, clamps each
 * product of a sum that is to be clamped.
 */
#include <string.h>

#include "wave.h"

#define CM_CF_IDX0	2u	/* DST_GPR of MOVA_INT on Cayman, as is the next; 0 is AR */
#define CM_CF_IDX1	3u
#define INDEX_AR	0u
#define INDEX_LOOP	4u

struct run {
	struct sq_wave *wave;
	const struct sq_bundle *bundle;
	const uint32_t *in[SQ_SLOTS][3];
	uint32_t *out[SQ_SLOTS];
	uint32_t made[SQ_SLOTS][3][SQ_LANES] __attribute__((aligned(64)));
};

/* ---- rows ---- */

SQ_CLONES static void put_sign(uint32_t *d, const uint32_t *a, uint32_t keep, uint32_t flip)
{
	SQ_ANY_ORDER SQ_EACH_LANE
		d[i] = (a[i] & keep) ^ flip;
}

SQ_CLONES static void copy_masked(uint32_t *d, const uint32_t *a, const uint32_t *mask)
{
	SQ_ANY_ORDER SQ_EACH_LANE
		d[i] = (a[i] & mask[i]) | (d[i] & ~mask[i]);
}

SQ_CLONES static void scale_row(uint32_t *d, float by)
{
	SQ_ANY_ORDER SQ_EACH_LANE
		d[i] = sq_bits(sq_float(d[i]) * by);
}

SQ_CLONES static void clamp_row(uint32_t *d, bool no_nan)
{
	SQ_ANY_ORDER SQ_EACH_LANE {
		float x = sq_float(d[i]), y = x > 1.0f ? 1.0f : x;

		y = y < 0.0f ? 0.0f : y;
		d[i] = sq_bits(no_nan && y != y ? 0.0f : y);
	}
}

static void fill(uint32_t *d, uint32_t value)
{
	for (unsigned int i = 0; i < SQ_LANES; i++)
		d[i] = value;
}

const uint32_t *sq_mask_row(struct sq_wave *wave, uint64_t mask)
{
	if (wave->mask_of != mask) {
		for (unsigned int i = 0; i < SQ_LANES; i++)
			wave->mask_row[i] = mask >> i & 1 ? UINT32_MAX : 0;
		wave->mask_of = mask;
	}
	return wave->mask_row;
}

/* ---- sources ---- */

static bool has_ar(struct sq_wave *wave, uint32_t at, const void *inst, int lane)
{
	return wave->has_ar || sq_violated(wave, at, inst, lane, "no MOVA_INT of this clause has set AR");
}

/* Of a relative source. False: violated. */
static bool take_index(struct sq_wave *wave, uint32_t at, const void *inst, unsigned int mode,
		       unsigned int lane, uint32_t *index)
{
	const struct sq_entry *e;

	if (mode == INDEX_AR) {
		*index = wave->ar[lane];
		return has_ar(wave, at, inst, (int)lane);
	}
	if (mode != INDEX_LOOP)
		return sq_violated(wave, at, inst, (int)lane, "INDEX_MODE %u is not modelled", mode);
	for (e = wave->stack + wave->depth; e-- > wave->stack;)
		if (e->kind == SQ_LOOP) {
			*index = e->index;
			return true;
		}
	return sq_violated(wave, at, inst, (int)lane, "there is no loop that has an index");
}

/* The row that a relative register is in this lane. */
static bool relative_row(struct sq_wave *wave, const struct sq_alu *alu, uint32_t at, unsigned int lane,
			 uint32_t row, uint32_t *out)
{
	uint32_t index;
	int64_t gpr;

	if (!take_index(wave, at, alu, alu->index_mode, lane, &index))
		return false;
	gpr = (int64_t)row / 4 + (int32_t)index;
	if (gpr < 0 || gpr >= wave->shader->gprs)
		return sq_violated(wave, at, alu, (int)lane, "register %lld is past the %u of the program",
				   (long long)gpr, wave->shader->gprs);
	*out = row + 4 * index;
	return true;
}

static bool gather(struct run *r, const struct sq_alu *alu, uint32_t from, uint32_t *d)
{
	struct sq_wave *wave = r->wave;
	uint64_t mask = wave->active;
	uint32_t row;

	fill(d, SQ_POISON);
	while (mask) {
		unsigned int lane = (unsigned int)sq_next_lane(&mask);

		if (!relative_row(wave, alu, r->bundle->group->at, lane, from, &row))
			return false;
		d[lane] = wave->row[row][lane];
	}
	return true;
}

static uint32_t special(const struct sq_wave *wave, uint32_t sel)
{
	switch (sel) {
	case SQ_SRC_TIME_HI:
		return (uint32_t)(wave->steps >> 32);
	case SQ_SRC_TIME_LO:
		return (uint32_t)wave->steps;
	case SQ_SRC_MASK_HI:
		return (uint32_t)(wave->active >> 32);
	case SQ_SRC_MASK_LO:
		return (uint32_t)wave->active;
	case SQ_SRC_WAVE_ID:
		return wave->id;
	case SQ_SRC_GROUP_ID:
		return wave->team->id;
	case SQ_SRC_WAVE_IN_GROUP:
		return wave->number;
	case SQ_SRC_GROUP_WAVES:
		return wave->team->waves;
	default:	/* one engine, one SIMD */
		return 0;
	}
}

static bool make_special(struct run *r, const struct sq_alu *alu, uint32_t sel, uint32_t *d)
{
	uint32_t value;

	if (sel != SQ_SRC_LOOP_IDX)
		value = special(r->wave, sel);
	else if (!take_index(r->wave, r->bundle->group->at, alu, INDEX_LOOP, 0, &value))
		return false;
	fill(d, value);
	return true;
}

/* The source as the instruction wants it: itself, or in @made. */
static const uint32_t *with_sign(const struct sq_inst *inst, unsigned int s, const uint32_t *row, uint32_t *made)
{
	if (!inst->src[s].modified)
		return row;
	put_sign(made, row, inst->alu->src[s].abs ? 0x7fffffff : UINT32_MAX,
		 inst->alu->src[s].neg ? 0x80000000 : 0);
	return made;
}

static bool look_up(struct run *r, unsigned int i, unsigned int s)
{
	const struct sq_inst *inst = &r->bundle->inst[i];
	const struct sq_operand *o = &inst->src[s];
	struct sq_wave *wave = r->wave;
	uint32_t *made = r->made[i][s];
	uint32_t at = r->bundle->group->at;

	switch (o->kind) {
	case SQ_OF_WAVE:
		r->in[i][s] = wave->row[o->row];
		break;
	case SQ_OF_POOL:
		r->in[i][s] = wave->shader->pool[o->row];
		break;
	case SQ_OF_REL:
		if (!gather(r, inst->alu, o->row, made))
			return false;
		r->in[i][s] = made;
		break;
	case SQ_OF_QUEUE:
		if (!wave->queue[o->row].n)
			return sq_violated(wave, at, inst->alu, -1, "queue %c of LDS is empty",
					   "AB"[o->row]);
		r->in[i][s] = wave->queue[o->row].row[wave->queue[o->row].first];
		break;
	case SQ_OF_SPECIAL:
		if (!make_special(r, inst->alu, o->row, made))
			return false;
		r->in[i][s] = made;
		break;
	case SQ_OF_PARAM:
		if (!wave->params || o->row / SQ_PARAM_ROWS >= wave->params->n)
			return sq_violated(wave, at, inst->alu, -1, "parameter %u is not there",
					   o->row / SQ_PARAM_ROWS);
		r->in[i][s] = wave->params->row[o->row];
		break;
	}
	r->in[i][s] = with_sign(inst, s, r->in[i][s], made);
	return true;
}

static bool look_up_all(struct run *r)
{
	for (unsigned int i = 0; i < r->bundle->n; i++)
		for (unsigned int s = 0; s < r->bundle->inst[i].sources; s++)
			if (!look_up(r, i, s))
				return false;
	for (unsigned int q = 0; q < 2; q++)
		if (r->bundle->pops[q]) {
			r->wave->queue[q].first = (r->wave->queue[q].first + 1) % SQ_QUEUE;
			r->wave->queue[q].n--;
		}
	return true;
}

/* ---- what has no kernel ---- */

/* The result of the next slot is added. */
static void count_bits(struct run *r, unsigned int i, const struct sq_op *op)
{
	const uint32_t *next = i + 1 < r->bundle->n ? r->out[i + 1] : NULL;
	bool below = op == &sq_ops[SQ_MBCNT_32LO_ACCUM_PREV_INT];

	for (unsigned int l = 0; l < SQ_LANES; l++) {
		uint32_t bits = r->in[i][0][l];

		if (below && l < 32)
			bits &= (1u << l) - 1;
		r->out[i][l] = (uint32_t)__builtin_popcount(bits) + (next ? next[l] : 0);
	}
}

static void add_product(struct run *r, unsigned int i, const struct sq_op *op)
{
	enum sq_opcode product = op == &sq_ops[SQ_DOT] ? SQ_MUL : SQ_MUL_IEEE;

	sq_float_rows[product](r->out[i], r->in[i][0], r->in[i][1], NULL);
	sq_float_rows[SQ_ADD](r->out[i], r->out[i], r->out[i + 1], NULL);
}

static void move_to_ar(struct run *r, const struct sq_alu *alu, const uint32_t *from, uint64_t mask)
{
	bool cayman = r->wave->shader->program.isa == SQ_CAYMAN;

	if (cayman && (alu->dst_gpr == CM_CF_IDX0 || alu->dst_gpr == CM_CF_IDX1)) {
		if (mask)
			r->wave->cf_idx[alu->dst_gpr - CM_CF_IDX0] = from[__builtin_ctzll(mask)];
		return;
	}
	r->wave->has_ar = true;
	while (mask) {
		int lane = sq_next_lane(&mask);

		r->wave->ar[lane] = from[lane];
	}
}

static bool act(struct run *r, unsigned int i, uint64_t mask)
{
	const struct sq_inst *inst = &r->bundle->inst[i];
	struct sq_wave *wave = r->wave;
	unsigned int which;

	switch (inst->action) {
	case SQ_DO_LDS:
		return sq_run_lds(wave, r->bundle->group->at, inst->alu, r->in[i], mask);
	case SQ_DO_MOVA:
		if (wave->shader->program.isa == SQ_CAYMAN && inst->alu->dst_gpr == 1)
			return sq_violated(wave, r->bundle->group->at, inst->alu, -1,
					   "writes to PC are not modelled");
		move_to_ar(r, inst->alu, r->in[i][0], mask);
		return true;
	case SQ_DO_CF_IDX:
		which = inst->alu->op == &sq_ops[SQ_SET_CF_IDX1];
		if (!has_ar(wave, r->bundle->group->at, inst->alu, -1))
			return false;
		if (mask)
			wave->cf_idx[which] = wave->ar[__builtin_ctzll(mask)];
		return true;
	case SQ_DO_BARRIER:
		wave->is = SQ_WAITS;
		return true;
	default:
		return true;
	}
}

/* ---- results ---- */

static void finish_row(const struct sq_wave *wave, const struct sq_alu *alu, uint32_t *row)
{
	static const float scales[] = { 1.0f, 2.0f, 4.0f, 0.5f };

	if (alu->omod)
		scale_row(row, scales[alu->omod]);
	if (alu->clamp)
		clamp_row(row, wave->state->dx10_clamp);
}

/* The first of several slots has filled in the others, too, and speaks for both halves of a double. */
static void finish_wide(struct run *r, unsigned int i)
{
	const struct sq_inst *inst = &r->bundle->inst[i];

	if (!sq_double_rows[inst->alu->op - sq_ops].fn)
		finish_row(r->wave, inst->alu, r->out[i]);
	else if (inst->action == SQ_DO_WIDE)
		sq_finish_double(r->out + i, inst->alu, r->wave->state->dx10_clamp);
}

/* Lanes in which the row is @value. */
static uint64_t lanes_with(const uint32_t *row, uint32_t value)
{
	uint64_t lanes = 0;

	for (unsigned int i = 0; i < SQ_LANES; i++)
		lanes |= (uint64_t)(row[i] == value) << i;
	return lanes;
}

static void decide(struct sq_wave *wave, const struct sq_alu *alu, const uint32_t *row, uint64_t mask)
{
	if (alu->op->flags & SQ_KILLS)
		wave->valid &= ~(mask & ~lanes_with(row, 0));
	if (!(alu->op->flags & SQ_PRED))
		return;
	if (alu->update_pred)
		wave->predicate = (wave->predicate & ~mask) | (mask & lanes_with(row, 0));
	if (alu->update_exec)
		wave->active &= ~mask | lanes_with(row, 0);
}

static bool scatter(struct run *r, unsigned int i, uint64_t mask)
{
	const struct sq_inst *inst = &r->bundle->inst[i];
	struct sq_wave *wave = r->wave;
	uint32_t row;

	while (mask) {
		unsigned int lane = (unsigned int)sq_next_lane(&mask);

		if (!relative_row(wave, inst->alu, r->bundle->group->at, lane, inst->dst, &row))
			return false;
		wave->row[row][lane] = r->out[i][lane];
	}
	return true;
}

/* A result that was not written straight to its register. */
static void write_back(struct sq_wave *wave, const struct sq_inst *inst, const uint32_t *from, uint64_t mask)
{
	if (mask == wave->all)
		memcpy(wave->row[inst->dst], from, sizeof(wave->row[0]));
	else
		copy_masked(wave->row[inst->dst], from, sq_mask_row(wave, mask));
}

static uint64_t lanes_of(const struct sq_wave *wave, const struct sq_alu *alu)
{
	if (!alu->pred_sel)
		return wave->active;
	return wave->active & (alu->pred_sel == 3 ? wave->predicate : ~wave->predicate);
}

static bool run_instructions(struct run *r, const uint64_t *mask)
{
	for (unsigned int i = r->bundle->n; i-- > 0;) {
		const struct sq_inst *inst = &r->bundle->inst[i];
		bool straight = inst->direct && mask[i] == r->wave->all;

		r->out[i] = r->wave->row[straight ? inst->dst : inst->pv];
		if (inst->action == SQ_DO_ROW)
			inst->row(r->out[i], r->in[i][0], r->in[i][1], r->in[i][2]);
		else if (inst->action == SQ_DO_WIDE)
			inst->wide(r->out + i, (const uint32_t *const (*)[3])(r->in + i));
		else if (inst->action == SQ_DO_COUNT)
			count_bits(r, i, inst->alu->op);
		else if (inst->action == SQ_DO_DOT)
			add_product(r, i, inst->alu->op);
		else if (inst->action != SQ_DO_WITH_WIDE && !act(r, i, mask[i]))
			return false;
	}
	for (unsigned int i = 0; i < r->bundle->n; i++) {
		const struct sq_inst *inst = &r->bundle->inst[i];

		if (inst->scaled && (inst->action == SQ_DO_ROW || inst->action == SQ_DO_DOT))
			finish_row(r->wave, inst->alu, r->out[i]);
	}
	return true;
}

/*
 * Rows to rows, which is what most groups are: nothing can go wrong, and nobody looks at the
 * results. What an operation has no use for is the first row.
 */
static void run_plain(struct sq_wave *wave, const struct sq_bundle *bundle)
{
	uint32_t made[3][SQ_LANES] __attribute__((aligned(64)));
	const uint32_t (*const rows[])[SQ_LANES] = { [SQ_OF_WAVE] = wave->row, [SQ_OF_POOL] = wave->shader->pool };
	bool all = wave->active == wave->all;

	for (const struct sq_inst *inst = bundle->inst + bundle->n; inst-- > bundle->inst;) {
		const struct sq_operand *src = inst->src;
		const uint32_t *a = rows[src[0].kind][src[0].row];
		const uint32_t *b = rows[src[1].kind][src[1].row];
		const uint32_t *c = rows[src[2].kind][src[2].row];
		uint32_t *out = wave->row[all && inst->direct ? inst->dst : inst->pv];

		if (inst->modified) {
			a = with_sign(inst, 0, a, made[0]);
			b = with_sign(inst, 1, b, made[1]);
			c = with_sign(inst, 2, c, made[2]);
		}
		inst->row(out, a, b, c);
		if (inst->scaled)
			finish_row(wave, inst->alu, out);
	}
	for (const struct sq_inst *inst = bundle->inst; inst < bundle->inst + bundle->n; inst++)
		if (inst->writes && !(all && inst->direct))
			write_back(wave, inst, wave->row[inst->pv], wave->active);
}

static bool run_bundle(struct sq_wave *wave, const struct sq_bundle *bundle)
{
	struct run r;
	uint64_t mask[SQ_SLOTS] = { 0 };

	r.wave = wave;
	r.bundle = bundle;
	if (bundle->wrong)
		return sq_violated(wave, bundle->group->at, bundle->culprit, -1, "%s", bundle->wrong);
	for (unsigned int i = 0; i < bundle->n; i++)
		mask[i] = lanes_of(wave, bundle->inst[i].alu);
	if (!look_up_all(&r) || !run_instructions(&r, mask))
		return false;
	for (unsigned int i = 0; i < bundle->n; i++) {
		const struct sq_inst *inst = &bundle->inst[i];

		if (inst->scaled && (inst->action == SQ_DO_WIDE || inst->action == SQ_DO_WITH_WIDE))
			finish_wide(&r, i);
		if (inst->writes && inst->alu->dst_rel) {
			if (!scatter(&r, i, mask[i]))
				return false;
		} else if (inst->writes && r.out[i] != wave->row[inst->dst]) {
			write_back(wave, inst, r.out[i], mask[i]);
		}
		if (inst->action == SQ_DO_ROW && inst->alu->op->flags & (SQ_PRED | SQ_KILLS))
			decide(wave, inst->alu, r.out[i], mask[i]);
	}
	return true;
}

/* ---- clauses ---- */

static bool load_constants(struct sq_wave *wave, const struct sq_cf *cf, const struct sq_code *code)
{
	sq_say(wave, cf);
	for (unsigned int i = 0; i < code->constants; i++) {
		unsigned int w = code->constant[i].window;
		const struct sq_cf *word = w >= 2 && code->extended ? code->extended : cf;
		uint32_t mode = code->extended ? code->extended->kidx[w] : 0;
		uint32_t bank = word->kbank[w], value = 0;
		uint64_t at = 16 * (word->kaddr[w] * 16ull + code->constant[i].index) +
			      4ull * code->constant[i].chan;

		if (mode == 3)
			return sq_violated(wave, cf->at, cf, -1, "KCACHE_BANK_INDEX_MODE 3 is reserved");
		if (mode && wave->cf_idx[mode - 1] >= SQ_BANKS)
			return sq_violated(wave, cf->at, cf, -1, "index %u goes past the banks",
					   wave->cf_idx[mode - 1]);
		bank += mode ? wave->cf_idx[mode - 1] : 0;
		if (bank >= SQ_BANKS)
			return sq_violated(wave, cf->at, cf, -1, "bank %u does not exist", bank);
		if (at + sizeof(value) <= wave->state->bank[bank].size &&
		    !wave->state->port.read(wave->state->port.opaque, SQ_CONSTANT,
					    wave->state->bank[bank].base + at, &value, sizeof(value)))
			value = 0;
		fill(wave->row[wave->shader->kc_row + i], value);
	}
	return true;
}

static bool begin_clause(struct sq_wave *wave, const struct sq_cf *cf, const struct sq_code *code)
{
	if (cf->wqm || cf->alt_const)
		return sq_violated(wave, cf->at, cf, -1, "%s is not modelled",
				   cf->wqm ? "WHOLE_QUAD_MODE" : "ALT_CONST");
	for (unsigned int i = 0; code->temps && i < 16; i++)
		fill(wave->row[wave->shader->temp_row + i], SQ_POISON);
	wave->has_ar = false;		/* Mesa and LLVM set it in each clause */
	wave->in_clause = true;
	wave->group = 0;
	return load_constants(wave, cf, code);
}

bool sq_run_alu(struct sq_wave *wave, const struct sq_cf *cf, const struct sq_code *code)
{
	if (!wave->in_clause && !begin_clause(wave, cf, code))
		return false;
	while (wave->group < code->n) {
		const struct sq_bundle *bundle = &code->bundle[wave->group++];

		wave->steps++;
		if (bundle->plain)
			run_plain(wave, bundle);
		else if (!run_bundle(wave, bundle))
			return false;
		if (wave->is == SQ_WAITS)
			return true;
	}
	wave->in_clause = false;
	for (unsigned int q = 0; q < 2; q++)
		if (wave->queue[q].n)
			return sq_violated(wave, cf->at, cf, -1,
					   "queue %c of LDS has %u results left at the end",
					   "AB"[q], wave->queue[q].n);
	return true;
}
